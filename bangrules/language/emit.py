"""A whole model as one Python module and the tables beside it: what the kernel links and runs."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language.asking import (
    all_conjuncts,
    asked_in,
    held_in,
    of_cards,
    of_given,
    of_options,
    of_owner,
)
from bangrules.language.emit_actions import Actions
from bangrules.language.emit_body import FIRST_SEGMENT, Segment
from bangrules.language.emit_expr import NAMES
from bangrules.language.emit_flow import cyclic, every, leads_to
from bangrules.language.entering import entering
from bangrules.language.improve import Known, Lies, Places, goes_through, pruned, whole
from bangrules.language.layout import Layout, Slots, lay_out, stat_reads, structural
from bangrules.language.lexicon import Vocabulary
from bangrules.language.python_names import safe
from bangrules.language.types import CARD, CARDS, PLAYER, SOURCE, THING, ZONE

RANK = {"event": 0, "card": 1, "character": 2, "role": 3, None: 4}  # whose hook comes first
SET_RANK = {"role": 1, "character": 2, "card": 3, "event": 4, None: 5}  # whose `set` stands
ORDER = {"first": 0, None: 1, "last": 2}


def recurs(stat: m.Stat) -> bool:
    """Whether a stat is likely to be asked of the same again: not of a card among many, nor of lists."""
    return not any(p.type.name in (CARD.name, SOURCE.name, THING.name, CARDS.name) for p in stat.params)


class Emitter(Actions):
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
        self.of_owner = {f.id for f in model.fields.values() if of_owner(model, f)}
        self.lines, self.line_at = [], []
        self.segments: list[Segment] = []
        self.segment_of, self.again, self.site_of, self.all_types = {}, {}, {}, {}
        self.sites = []
        self.expanding, self.kept = [], []
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
            base = whole(stat)
            trivial = base is not None and self.simple(base) and (stat.params or not goes_through(base))
            if stat.ruled and stat.bound is None:
                parts = [stat.base, *(part for x in stat.modifiers for part in (x.guard, x.value))]
                trivial = trivial or all(
                    p is not None and self.simple(p) and not goes_through(p) for p in parts
                )
            zone = of_cards(stat, depends)
            if zone is not None and not self.asks_table(stat):
                self.by_cards[stat.id] = zone
            elif depends <= self.structure and not trivial and stat.id in asked and recurs(stat):
                self.layout.memo.add(stat.id)
                self.layout.entry(f"memo {stat.id}")  # these lie together, before all else

    def asks_table(self, stat: m.Stat) -> bool:
        """Whether a stat of a player's cards needs more than these, such as what others make of suits."""
        code = self.ex(of_given(stat.base, m.Const(m.Code("cards"), type=CARDS)), {})
        return "S" in NAMES.findall(code)

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

    # ---- procedures

    def scope(self, slot: int, call: str, number: int, values: str) -> None:
        """The lines of a function that makes a call within a scope: what is put off meanwhile comes then."""
        self.put(1, f"saved, count = S[{slot}], S[{slot + 1}]")
        self.put(1, f"S[{slot}] = S[{slot + 1}] = ()")
        self.put(1, f"r = {call}")
        self.put(1, "if r is SUSP:")
        self.put(2, f"S[WAITING].append((SEG_SCOPE, {number}, {slot}, saved, count, {values}))")
        self.put(2, "return r")
        self.put(1, f"later = S[{slot}]")
        self.put(1, f"S[{slot}] = saved")
        self.put(1, f"S[{slot + 1}] = count")
        self.put(1, "return run_later(S, later, 0, r, None) if later else r")
        self.put(0, "")

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
        if proc.effect:
            effect = self.layout.scopes["effect"]
            self.put(0, f"def e_{name}({args}):", proc.at)
            self.put(1, f"if S[{effect}] is not None: return b_{name}({args})")
            self.scope(effect, f"b_{name}({args})", number, tuple_)
        if scoped and not own:
            self.put(0, f"def c_{name}({args}):", proc.at)
            inner = f"{'e' if proc.effect else 'b'}_{name}({args})"
            self.scope(self.layout.scopes[proc.id], inner, number, tuple_)
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
        given = self.model.start is not None and self.model.start.within == proc.id
        if given or self.late(proc) or not all(self.straight(h, proc) for h in static):
            chain = f"STATIC_HOOKS[{number}]" if static else "NO_HOOKS"
            if static and all(h.when == "before" for h in static):
                # where no condition of the rules' hooks before it holds, it is as if unhooked
                for i, h in enumerate(static):
                    call = f"hooked(S, {number}, {chain}, {tuple_}, {i})"
                    self.put(1, f"if {self.ex(h.guard, {})}: return {call}", h.at)
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


__all__ = ["FIRST_SEGMENT", "Emitter"]
