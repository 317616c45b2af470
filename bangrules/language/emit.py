"""A whole model as one Python module and the tables beside it: what the kernel links and runs."""

from __future__ import annotations

from typing import Any

from bangrules.language import model as m
from bangrules.language.asking import (
    all_conjuncts,
    asked_in,
    exactly_keyed,
    held_in,
    keyed,
    of_cards,
    of_given,
    of_options,
    positive,
)  # fmt: skip
from bangrules.language.emit_body import FIRST_SEGMENT, Bodies, Segment
from bangrules.language.emit_flow import cyclic, every, leads_to, replaced, substituted
from bangrules.language.entering import comes_in, entering
from bangrules.language.flow import never, walk
from bangrules.language.improve import Known, Lies, Places, folded, pruned
from bangrules.language.layout import Layout, Slots, lay_out, stat_reads, structural
from bangrules.language.lexicon import Vocabulary
from bangrules.language.python_names import safe
from bangrules.language.types import CARD, CARDS, NUMBER, PLAYER, ZONE

RANK = {"event": 0, "card": 1, "character": 2, "role": 3, None: 4}  # whose hook comes first
SET_RANK = {"role": 1, "character": 2, "card": 3, "event": 4, None: 5}  # whose `set` stands
ORDER = {"first": 0, None: 1, "last": 2}
PHASE = {"set": 0, "+": 1, "-": 1, "least": 2, "most": 2}


class Emitter(Bodies):
    """Writes one program."""

    def __init__(self, model: m.Model, vocabulary: Vocabulary, slots: Slots) -> None:
        self.model = model
        self.vocabulary = vocabulary
        for program in (*model.procedures.values(), *model.programs):
            if program.body:
                program.body = pruned(program.body)
        self.hook_targets = {id(h.run): h.target.id for p in model.procedures.values() for h in p.hooks}
        self.ended = {
            st.what for p in model.programs for st in every(p.body or ())
            if isinstance(st, m.EndSt) and st.what not in (p.id, self.hook_targets.get(id(p)))
        }  # fmt: skip
        model.scopes |= self.ended  # whether it is running must be known
        self.layout: Layout = lay_out(model, slots)
        self.dynamic = bool(model.uses)
        self.structure, self.loose = structural(model)
        self.lines, self.line_at = [], []
        self.segments: list[Segment] = []
        self.segment_of, self.again, self.site_of, self.all_types = {}, {}, {}, {}
        self.sites = []
        self.expanding = []
        self.names, self.asked, self.looping = {}, 0, 0
        self.places, self.shorter, self.to_write = Places(self.structure, model.zones), {}, []
        procs = list(model.procedures.values())
        self.proc_numbers = {id(p): i for i, p in enumerate(procs)}
        laters = [p for p in model.programs if p.kind == "later"]
        self.later_numbers = {id(p): i for i, p in enumerate(laters)}
        self.field_numbers = {f: i for i, f in enumerate(model.fields)}
        self.hooks: list[m.Hook] = [h for p in procs for h in p.hooks]
        self.hook_numbers = {id(h): i for i, h in enumerate(self.hooks)}
        self.modifiers = [x for s in model.stats.values() for x in s.modifiers]
        self.modifier_numbers = {id(x): i for i, x in enumerate(self.modifiers)}
        known: dict[str, set[str]] = {}
        asked = asked_in(model)
        self.by_cards = {}
        for stat in model.stats.values():
            depends = stat_reads(stat, known)
            trivial = (
                not stat.modifiers and stat.bound is None and stat.base is not None and self.simple(stat.base)
            )
            zone = of_cards(stat, depends)
            if zone is not None:
                self.by_cards[stat.id] = zone
            elif depends <= self.structure and not trivial and stat.id in asked:
                self.layout.memo.add(stat.id)

    def write(self) -> None:
        """Write everything; `lines` is then the source."""
        self.find_suspending()
        self.cyclic = cyclic(self.model)
        self.entering = entering(self.model)
        for stat in self.model.stats.values():
            self.stat(stat)
        for i, modifier in enumerate(self.modifiers):
            self.modifier(i, modifier)
        for proviso in self.model.provisos:
            self.put(0, f"def pv{proviso.number}(S): return {self.ex(proviso.cond, {})}", proviso.at)
        for proc in self.model.procedures.values():
            self.procedure(proc)
        for i, hook in enumerate(self.hooks):
            self.hook(i, hook)
        for action in self.model.actions:
            self.action(action)
        for use in self.model.uses:
            self.use_as(use)
        for proc in self.model.programs:
            if proc.kind == "later":
                self.program(f"later{self.later_numbers[id(proc)]}", proc)
        self.write_shorter()
        self.write_segments()

    # ---- stats

    def dynamic_modifiers(self, stat: m.Stat) -> bool:
        return not all(x.always for x in stat.modifiers)

    def stat(self, stat: m.Stat) -> None:
        """A stat as a function; one that reads nothing but the structure is remembered in the index."""
        args = [p.code for p in stat.params]
        if stat.id in self.by_cards:
            self.stat_of_cards(stat, self.by_cards[stat.id])
            return
        start = len(self.lines)
        self.put(0, f"def s_{safe(stat.id)}({', '.join(['S', *args])}):", stat.at)
        assert stat.base is not None
        memo = stat.id in self.layout.memo
        dynamic = self.dynamic_modifiers(stat)
        if memo or dynamic:
            self.put(1, "idx = S[INDEX] or reindex(S)")
        key = args[0] if len(args) == 1 else f"({', '.join(args)})"
        if memo:
            slot = self.layout.entry(f"memo {stat.id}")
            if not args:
                self.put(1, f"v = idx[{slot}]")
                self.put(1, "if v is not None: return v")
            elif self.by_seat(stat):
                self.put(1, f"v = idx[{slot}][{key}]")
                self.put(1, "if v is not None: return v")
            else:
                self.put(1, f"v = idx[{slot}].get({key}, MISSING)")
                self.put(1, "if v is not MISSING: return v")
        if self.spreads(stat):
            self.count_step(1, stat.at)
        self.put(1, f"v = {self.at_indent(1, stat.base, {})}", stat.at)
        static = [x for x in stat.modifiers if x.always]
        indent = 1
        if dynamic:
            indent = self.apply_chain(stat, args, bool(static))
        for x in sorted(static, key=lambda x: (PHASE[x.op], x.place)):
            self.change(x, indent)
        if stat.bound is not None:
            which, bound = stat.bound
            self.put(1, f"b = {self.ex(bound, {})}")
            self.put(1, f"if v {'<' if which == 'least' else '>'} b: v = b")
        if memo:
            slot = self.layout.entry(f"memo {stat.id}")
            if args:
                seats = self.by_seat(stat)
                self.put(1, f"memo = idx[{slot}]")
                self.put(1, f"if memo is {'NO_SEATS' if seats else 'NO_KEYS'}:")
                self.put(
                    2, f"memo = idx[{slot}] = {f'[None] * {self.layout.slots.seats}' if seats else '{}'}"
                )
                self.put(1, f"memo[{key}] = v")
            else:
                self.put(1, f"idx[{slot}] = v")
        self.put(1, "return v")
        self.look_once(start)
        self.put(0, "")

    def stat_of_cards(self, stat: m.Stat, zone: m.Zone) -> None:
        """A stat that depends on the cards of one zone alone: what it answers is kept by those."""
        name, (param,) = safe(stat.id), stat.params
        cards = m.Const(m.Code("cards"), type=CARDS)
        self.put(0, f"def k_{name}(cards):", stat.at)
        self.put(1, f"return {self.ex(of_given(stat.base, cards), {})}", stat.at)
        self.put(0, "")
        self.put(0, f"K_{name} = Kept(k_{name})")
        self.put(0, f"def s_{name}(S, {param.code}):", stat.at)
        self.put(1, f"return K_{name}[S[{self.layout.zones[zone.id]} + {param.code}]]", stat.at)
        self.put(0, "")

    def spreads(self, stat: m.Stat) -> bool:
        """Whether a stat asks others so often that asking could go on for ever."""
        parts = [stat.base, stat.bound and stat.bound[1], *((x.guard, x.value) for x in stat.modifiers)]
        found = [ex for part in parts if part is not None for ex in walk(part)]
        asks = sum(isinstance(ex, m.AskStat | m.Matches) for ex in found)
        return asks > 1 or (asks > 0 and any(isinstance(ex, m.FilterList | m.MapList) for ex in found))

    def chain_form(self, stat: m.Stat) -> tuple[str, tuple[int, ...]]:
        """How the modifiers of a stat's abilities are kept in the index.

        `add`: sums by seat for each of the parameters named, where all only add to what is asked of their
        player. `seat`: a chain for each seat, where all change only what is asked of their player. `all`:
        one chain.
        """
        keys = [keyed(x) for x in stat.modifiers if not x.always]
        if None not in keys:
            found = tuple(sorted({k for k in keys if k is not None}))
            plain = all(
                x.op in ("+", "-")
                and isinstance(x.value, m.Const)
                and isinstance(x.value.value, int)
                and x.owner is not None
                and exactly_keyed(x)
                for x in stat.modifiers
            )
            if plain and stat.type == NUMBER:
                return "add", found
            if len(found) == 1:
                return "seat", found
        return "all", ()

    def apply_chain(self, stat: m.Stat, args: list[str], static: bool) -> int:
        """The lines that apply what abilities contribute; gives the indent for what rules do without any."""
        slot = self.layout.entry(f"stat {stat.id}")
        form, keys = self.chain_form(stat)
        more = "".join(f", {a}" for a in args)
        self.put(1, f"chain = idx[{slot}]")
        if form == "add":
            sums = " + ".join(f"chain[{i}][{args[k]}]" for i, k in enumerate(keys))
            self.put(1, f"if chain is not None: v += {sums}")
            return 1
        if form == "seat":
            self.put(1, f"if chain is not None and (chain := chain[{args[keys[0]]}]) is not None:")
        else:
            self.put(1, "if chain is not None:")
        self.put(2, f"for fn, o, t in chain: v = fn(S, v, o, t{more})")
        if static:
            self.put(1, "else:")
            return 2
        return 1

    def change(self, x: m.Modifier, indent: int) -> None:
        """The lines that apply a modifier to `v`."""
        guard = self.ex(x.guard, {})
        if guard != "True":
            self.put(indent, f"if {guard}:", x.at)
            indent += 1
        value = self.ex(x.value, {})
        if x.op == "set":
            self.put(indent, f"v = {value}", x.at)
        elif x.op in ("least", "most"):
            self.put(indent, f"v = {'max' if x.op == 'least' else 'min'}(v, {value})", x.at)
        elif x.stat.type.name == "list":
            self.put(
                indent, f"v = joined(S, v, {value})" if x.op == "+" else f"v = without(v, {value})", x.at
            )
        else:
            self.put(indent, f"v = v {x.op} {value}", x.at)

    def modifier(self, number: int, x: m.Modifier) -> None:
        args = "".join(f", {p.code}" for p in x.stat.params)
        start = len(self.lines)
        self.put(0, f"def m{number}(S, v, self, this{args}):", x.at)
        self.change(x, 1)
        self.put(1, "return v")
        self.look_once(start)
        self.put(0, "")

    # ---- procedures

    def procedure(self, proc: m.Procedure) -> None:
        """The entry of a procedure (hooks), its core (scope) and its body."""
        name = safe(proc.id)
        number = self.proc_numbers[id(proc)]
        params = [p.name for p in self.code_params(proc)]
        if proc.id in ("act", "affect"):
            params += ["n", "c", "form", "t"] if proc.id == "act" else ["n", "c"]
        args = ", ".join(["S", *params])
        tuple_ = f"({', '.join(params)}{',' if len(params) == 1 else ''})"
        scoped = proc.id in self.layout.scopes and proc.id != "effect"
        own = proc.id in ("act", "affect")
        core = f"{proc.id}_core" if own else f"c_{name}" if scoped else f"b_{name}"
        if not proc.hooks and not own:
            core = f"c_{name}" if scoped else f"b_{name}"
        if scoped and not own:
            slot = self.layout.scopes[proc.id]
            self.put(0, f"def c_{name}({args}):", proc.at)
            self.put(1, f"saved, count = S[{slot}], S[{slot + 1}]")
            self.put(1, f"S[{slot}] = S[{slot + 1}] = ()")
            self.put(1, f"r = b_{name}({args})")
            self.put(1, "if r is SUSP:")
            self.put(2, f"S[WAITING].append((SEG_SCOPE, {number}, {slot}, saved, count, {tuple_}))")
            self.put(2, "return r")
            self.put(1, f"later = S[{slot}]")
            self.put(1, f"S[{slot}] = saved")
            self.put(1, f"S[{slot + 1}] = count")
            self.put(1, "return run_later(S, later, 0, r, None) if later else r")
            self.put(0, "")
        if not own:
            self.program(f"b_{name}", proc)
        if not proc.hooks:
            self.put(0, f"p_{name} = {core}", proc.at)
            self.put(0, "")
            return
        self.put(0, f"def p_{name}({args}):", proc.at)
        if not all(h.always for h in proc.hooks):
            slot = self.layout.entry(f"hook {proc.id}")
            seat = params[0] if proc.params and proc.params[0].type == PLAYER else "-1"
            if proc.id == "affect":
                seat = "a_target"
            self.put(1, "index = S[INDEX] or reindex(S)")
            self.put(1, f"h = index[{slot}]")
            self.put(1, f"if h is not None and (h := h.get({seat}) or h.get(-1)) is not None:")
            self.with_hooks(proc, core, params, number)
        static = sorted((h for h in proc.hooks if h.always), key=lambda h: (ORDER[h.order], h.place))
        if self.late(proc) or not all(self.straight(h, proc) for h in static):
            chain = f"STATIC_HOOKS[{number}]" if static else "NO_HOOKS"
            if static and all(h.when == "before" for h in static):
                # where no condition of the rules' hooks before it holds, it is as if unhooked
                guards = " or ".join(f"({self.ex(h.guard, {})})" for h in static)
                self.put(1, f"if {guards}: return hooked(S, {number}, {chain}, {tuple_})", static[0].at)
                if not self.late(proc):
                    self.put(1, f"return {core}({args})")
                    self.put(0, "")
                    return
                chain = "NO_HOOKS"
            self.put(1, f"return hooked(S, {number}, {chain}, {tuple_})")
        else:
            self.rules_around(static, f"{core}({args})", "".join(f", {p}" for p in params))
        self.put(0, "")

    def straight(self, hook: m.Hook, proc: m.Procedure) -> bool:
        """Whether a rule's hook can be called where it stands.

        It never waits, brings nothing into force and does not come back to what it hooks.
        """
        if self.only_ends(hook):
            return True
        if id(hook.run) in self.suspending or self.entering[id(hook.run)] or proc.body is None:
            return False
        if leads_to(hook.run, proc):
            return False
        return hook.when == "before" or (hook.when == "after" and not self.may_wait(proc))

    def rules_around(self, hooks: list[m.Hook], call: str, more: str) -> None:
        """The lines for a call that nothing but hooks of rules surrounds, none of which waits."""
        for h in hooks:
            if h.when == "before":
                run = f"hb{self.hook_numbers[id(h)]}(S, None, None{more})"
                guard = self.ex(h.guard, {})
                self.put(1, f"if {guard}: {'return None' if self.only_ends(h) else run}", h.at)
        after = [h for h in hooks if h.when == "after"]
        self.put(1, f"{'r =' if after else 'return'} {call}")
        for h in after:
            run = f"hb{self.hook_numbers[id(h)]}(S, None, None, r{more})"
            self.put(1, f"if {self.ex(h.guard, {'a_result': 'r'})}: {run}", h.at)
        if after:
            self.put(1, "return r")

    def may_wait(self, proc: m.Procedure) -> bool:
        """Whether the procedure itself, hooks aside, may wait for a player."""
        return proc.body is None or any(map(self.waits, proc.body)) or proc.id in self.layout.scopes

    def late(self, proc: m.Procedure) -> bool:
        return any(comes_in(h, self.entering[id(proc)]) for h in proc.hooks)

    def with_hooks(self, proc: m.Procedure, core: str, params: list[str], number: int) -> None:
        """The lines for a call that abilities hook.

        A core that never waits is run right here, and hooks whose condition does not hold cost no frame.
        """
        tuple_ = f"({', '.join(params)}{',' if len(params) == 1 else ''})"
        more = "".join(f", {p}" for p in params)
        static = any(h.always for h in proc.hooks)
        if static or self.may_wait(proc):
            self.put(2, f"return hooked(S, {number}, h, {tuple_})")
            return
        whens = {h.when for h in proc.hooks}
        if "before" in whens:
            self.put(2, f"if h[0]: return hooked(S, {number}, h, {tuple_})")
        if "instead of" in whens:
            self.put(2, "for hook, o, t in h[1]:")
            self.put(3, f"if HOOK_GUARD[hook](S, o, t{more}): return hooked(S, {number}, h, {tuple_})")
        self.put(2, f"r = {core}({', '.join(['S', *params])})" if proc.body else "r = None")
        if "after" in whens:
            self.put(2, f"if S[INDEX] is not index: return begin_after(S, {number}, {tuple_}, r)")
            self.put(2, "for hook, o, t in h[2]:")
            self.put(
                3,
                f"if HOOK_GUARD[hook](S, o, t, r{more}): return run_after(S, {number}, {tuple_}, h[2], 0, r)",
            )
        self.put(2, "return r")

    def hook(self, number: int, hook: m.Hook) -> None:
        params = [p.name for p in hook.run.params]
        hidden = {"act": ["*_"], "affect": ["*_"]}.get(hook.target.id, [])
        shown = [p for p in params if p != "a_result"]
        if hook.when == "after":
            shown.insert(2, "a_result")
        start = len(self.lines)
        self.put(0, f"def hg{number}({', '.join(['S', *shown, *hidden])}):", hook.at)
        self.put(1, f"return {self.ex(hook.guard, {})}", hook.at)
        self.look_once(start)
        self.put(0, "")
        optional = self.optional(hook)
        if optional:
            self.put(0, f"def awake{number}(S):", hook.at)
            self.put(1, f"return {' and '.join(self.ex(x, {}) for x in optional)}", hook.at)
            self.put(0, "")
        run = hook.run
        run.params = tuple(sorted(run.params, key=lambda p: shown.index(p.name)))
        extra: tuple[str, ...] = ("ctx",) if hook.when == "instead of" else ()
        if extra and hidden:
            extra = ("n", "c", "form", "t", "ctx") if hook.target.id == "act" else ("n", "c", "ctx")
            hidden = []
        self.program(f"hb{number}", run, (*extra, *hidden))

    def known_at_start(self, proc: m.Procedure) -> Known:
        """The card of an action lies where it is used from, that of a hook in force, unless it is moved."""
        lies: Lies | None = None
        for a in self.model.actions:
            if a.run is proc:
                paid = any(c.cost is not None and c.cost.what == "this" for c in a.checks)
                hooked = self.model.procedures["act"].hooks or not all(
                    map(self.only_ends, self.model.procedures["affect"].hooks)
                )
                if not paid and not hooked and (a.one or a.targets is None):
                    lies = held_in(a, m.Local("self", type=PLAYER))
        zones = [z for z in self.model.zones.values() if z.force]
        for h in self.hooks if len(zones) == 1 and zones[0].of_player else ():
            if h.run is proc and h.owner is not None and h.owner.kind == "card":
                lies = Lies((m.ZoneRef(zones[0], m.Local("self", type=PLAYER), type=ZONE),))
        return {} if lies is None else {"this": lies}

    def optional(self, hook: m.Hook) -> list[m.Ex]:
        """The conditions of a hook that are but options: where they fail, it is never at work."""
        return [x for x in all_conjuncts(hook.guard) if of_options(x)] if hook.owner is not None else []

    # ---- actions

    def checks(self, checks: tuple[m.Check, ...], key: int, fail: Any, indent: int, astray: str = "") -> None:
        """The lines that test clauses in written order; `fail(i)` is the line for a failed one.

        `astray` is the test of a wrong target; without it targets are not tested.
        """
        rows = self.card_costs(checks)
        last = max((i for i, _ in rows), default=-1)
        for i, check in enumerate(checks):
            if check.kind == "target" and astray:
                self.put(indent, f"if {astray}: {fail(i)}", check.at)
            if i == last:
                costs = "".join(r + ", " for _, r in rows)
                self.put(indent, f"if not payable(S, self, this, ({costs})): {fail(i)}")
            if check.kind == "if":
                assert check.cond is not None
                self.put(indent, f"if not {self.ex(check.cond, {})}: {fail(i)}", check.at)
            elif check.kind == "limit":
                assert check.limit is not None
                count = self.counted(check.limit.per)
                amount = self.ex(check.limit.amount, {})
                mine = f"{16 * key} + self" if key else "self"
                if not positive(check.limit.amount):
                    self.put(indent, f"if {count}.count({mine}) >= {amount}: {fail(i)}", check.at)
                elif amount == "1":
                    self.put(indent, f"if {mine} in {count}: {fail(i)}", check.at)
                else:
                    self.put(indent, f"used = {count}")
                    self.put(indent, f"if used and used.count({mine}) >= {amount}: {fail(i)}", check.at)
            elif check.kind == "costs" and check.cost is not None and check.cost.what == "field":
                assert check.cost.field is not None and check.cost.amount is not None
                amount = self.ex(check.cost.amount, {})
                self.put(indent, f"if {self.purse(check.cost.field)} < {amount}: {fail(i)}", check.at)

    def purse(self, field: m.Field) -> str:
        """The field that a cost is paid from: the player's, or that of the card itself."""
        base = self.layout.fields[field.id]
        return f"S[{base}][this]" if field.of == "card" else f"S[{base} + self]"

    def card_costs(self, checks: tuple[m.Check, ...]) -> list[tuple[int, str]]:
        rows = []
        for i, check in enumerate(checks):
            if check.kind == "costs" and check.cost is not None and check.cost.what == "cards":
                assert check.cost.amount is not None
                amount = self.ex(check.cost.amount, {})
                cond = "None"
                if check.cost.cond is not None:
                    cond = f"lambda it: {self.ex(check.cost.cond, {})}"
                rows.append((i, f"({amount}, {cond})"))
        return rows

    def counted(self, per: str) -> str:
        slot = self.layout.scopes[per]
        effect = self.layout.slots.names["EFFECT_COUNT"]
        if per == "effect":
            return f"S[{effect}]"
        return f"(S[{slot + 1}] if S[{slot}] is not None else S[{effect}])"

    def action(self, a: m.Action) -> None:
        """An action as functions: list it, say why not, find its targets, run it."""
        n, slots = a.number, self.layout.slots.names
        key = [
            "self",
            *(["this", "form"] if a.owner.kind in ("card", "event") else []),
            *(["ts"] if a.one else []),
        ]
        base = self.value_base(a)
        found = ", ".join(x if x in key else "None" for x in ("self", "this", "form", "ts"))
        if base and a.one:
            found = found.replace("ts", f"[t + {base} for t in ts]")
        self.put(0, f"def am{n}(k):", a.at)
        self.put(1, f"{', '.join(key)}{',' if len(key) == 1 else ''} = k")
        self.put(1, f"return make_actions({n}, {found})")
        self.put(0, "")
        # the actions made for a card are kept with the targets they were made for
        self.put(0, f"AM{n} = Kept(am{n})")
        start = len(self.lines)
        self.put(0, f"def en{n}(S, self, this, form, out):", a.at)
        self.checks(a.checks, n, lambda i: "return", 1)
        if a.targets is not None:
            self.put(1, f"ts = {self.at_indent(1, a.targets, {})}", a.at)
            self.put(1, "if not ts: return")
        self.put(1, f"out += AM{n}[{', '.join(key)}{',' if len(key) == 1 else ''}]")
        self.look_once(start)
        self.put(0, "")
        self.put(0, f"def why{n}(S, self, this, form, target):", a.at)
        astray = ""
        if a.targets is not None:
            aimed = f"target & {slots['VALUES'] - 1}" if self.value_base(a) else "target"
            astray = f"{f'{aimed} not in' if a.one else 'not'} {self.ex(a.targets, {})}"
        self.checks(a.checks, n, lambda i: f"return {i}", 1, astray)
        self.put(1, "return -1")
        self.put(0, "")
        if a.targets is not None and not a.one:
            start = len(self.lines)
            self.put(0, f"def tg{n}(S, self, this):", a.at)
            self.put(1, f"return {self.at_indent(1, a.targets, {})}", a.at)
            self.look_once(start)
            self.put(0, "")
        rows = self.card_costs(a.checks)
        if rows:
            self.put(0, f"def costs{n}(S, self, this):", a.at)
            self.put(1, f"return ({''.join(r + ', ' for _, r in rows)})")
            self.put(0, "")
        spend = [c for c in a.checks if c.cost is not None and c.cost.what == "field"]
        if spend:
            self.put(0, f"def spend{n}(S, self, this):", a.at)
            for c in spend:
                assert c.cost is not None and c.cost.field is not None and c.cost.amount is not None
                purse, amount = self.purse(c.cost.field), self.ex(c.cost.amount, {})
                if c.cost.field.of == "card":
                    base = self.layout.fields[c.cost.field.id]
                    self.put(1, f"set_field(S, {base}, this, {purse} - {amount})")
                else:
                    self.put(1, f"{purse} -= {amount}")
            self.put(0, "")
        if a.run is not None:
            self.program(f"act{n}", a.run)
        self.do(a)

    def value_base(self, a: m.Action) -> int:
        """What is added to a value to make it a target; 0 where players or cards are aimed at."""
        if a.target_type is None or not a.target_type.name.startswith("values:"):
            return 0
        names = self.layout.slots.names
        return names["VALUE"] + names["VALUES"] * list(self.model.values).index(a.target_type.name[7:])

    def do(self, a: m.Action) -> None:
        """The whole of an ordinary action in one function: count, pay with the card, carry out.

        What `acting.act_core` does step by step for any action; those with further costs are left to it.
        """
        n, slots = a.number, self.layout.slots.names
        users = [d for d in self.model.definitions if a in d.actions]
        line = {x for d in users for x in d.ancestors()}
        pay = self.model.procedures.get("pay")
        plain = not any(c.cost is not None and c.cost.what != "this" for c in a.checks) and not any(
            f"card {d.full_id}" in self.layout.scopes for d in line
        )
        this = any(c.cost is not None for c in a.checks)
        act = self.model.procedures["act"]
        # hooks that are always there, or may come in meanwhile, need the whole way around every action
        plain = plain and not any(h.always for h in act.hooks) and not self.late(act)
        if not plain or (this and (pay is None or id(pay) in self.suspending)):
            return
        effect, count, forms = slots["EFFECT"], slots["EFFECT_COUNT"], slots["FORMS"]
        self.put(0, f"def do{n}(S, w, p, a):", a.at)
        if act.hooks:
            slot = self.layout.entry("hook act")
            self.put(1, f"h = (S[INDEX] or reindex(S))[{slot}]")
            self.put(1, "if h is not None and (p in h or -1 in h): return do_any(S, w, p, a)")
        self.put(1, "c = a.card")
        target = "a.target" if a.one else "None"
        if a.one:
            self.put(1, "t = a.target")
            target = "t"
        self.put(1, f"outer = S[{effect}] is None")
        self.put(1, f"if outer: S[{effect}] = S[{count}] = ()")
        self.put(1, f"S[EVENTS].append((ACT, p, {n}, c, None, {target}))")
        for c in a.checks:
            if c.limit is not None:
                slot = self.layout.scopes[c.limit.per]
                self.put(1, f"S[{slot} + 1 if S[{slot}] is not None else {count}] += ({16 * n} + p,)")
        held = held_in(a, m.Local("p", type=PLAYER))
        known = {"c": held} if held is not None else {}
        if this:
            assert pay is not None
            card = m.Local("c", type=CARD)
            self.proc = pay
            values = (m.Local("p", type=PLAYER), m.ListEx((card,), type=CARDS), card)
            paid = self.lower((m.Invoke(pay, values, at=a.at),))
            self.block(self.places.body(paid, known), (), 1)
        if self.carry_out(a, known):
            self.put(1, "if r is SUSP:")
            self.put(2, f"S[WAITING].append((SEG_ACT, outer, S[{forms}], (), (), p, {n}, c, None, {target}))")
            self.put(2, "return r")
        answer = "r" if a.may_fail else "True"
        self.put(1, "if outer:")
        self.put(2, f"later = S[{effect}]")
        self.put(2, f"S[{effect}] = None")
        self.put(2, f"S[{count}] = ()")
        self.put(2, f"if later: return run_later(S, later, 0, {answer}, None)")
        self.put(1, f"return {answer}")
        self.put(0, "")

    def carry_out(self, a: m.Action, known: Known) -> bool:
        """The lines that run an action's body on its targets; whether they may wait."""
        n = a.number
        cards = "((c,) if c is not None else ())" if a.owner.kind != "event" else "()"
        if a.run is None:
            return False
        body = self.lower(a.run.body or ())
        short = not any(isinstance(st, m.ReturnSt | m.FailSt | m.EndSt) for st in every(body)) and not any(
            map(self.waits, body)
        )
        if a.targets is None and short:
            given: dict[str, m.Ex] = {
                "self": m.Local("p", type=PLAYER), "this": m.Local("c", type=CARD)
            }  # fmt: skip
            self.proc = a.run
            self.block(self.places.body(pruned(replaced(body, given)), known), (), 1)
            return False
        if a.targets is None:
            self.put(1, f"r = act{n}(S, p, c, None)", a.at)
        elif a.one and self.value_base(a):
            self.put(1, f"r = act{n}(S, p, c, t & {self.layout.slots.names['VALUES'] - 1})", a.at)
        elif not a.one:
            self.put(1, f"r = each(S, p, c, {n}, tg{n}(S, p, c), 0, {cards})", a.at)
        else:
            affect = self.model.procedures["affect"]
            static = [h for h in affect.hooks if h.always]
            if not all(map(self.only_ends, static)):
                self.put(1, f"r = p_affect(S, t, p, {cards}, {n}, c)", a.at)
                return True
            indent = 1
            if len(static) < len(affect.hooks):
                slot = self.layout.entry("hook affect")
                self.put(1, f"if (S[INDEX] or reindex(S))[{slot}] is not None:")
                self.put(2, f"r = p_affect(S, t, p, {cards}, {n}, c)", a.at)
                self.put(1, "else:")
                indent = 2
            given = {
                "a_target": m.Local("t", type=a.target_type or PLAYER), "a_author": m.Local("p", type=PLAYER),
                "a_cards": m.Local(cards, type=CARDS),
            }  # fmt: skip
            tests = [folded(substituted(h.guard, given)) for h in sorted(static, key=lambda h: h.place)]
            guards = " or ".join(self.ex(test, {}) for test in tests if not never(test))
            run = f"act{n}(S, p, c, t)"
            self.put(indent, f"r = None if {guards} else {run}" if guards else f"r = {run}", a.at)
        return True

    def use_as(self, use: m.UseAs) -> None:
        n = use.number
        self.put(0, f"def um{n}(S, self, it):", use.at)
        self.checks(use.checks, len(self.model.actions) + n, lambda i: "return False", 1)
        self.put(1, f"return {self.ex(use.what, {})}", use.at)
        self.put(0, "")


__all__ = ["FIRST_SEGMENT", "Emitter"]
