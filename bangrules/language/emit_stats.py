"""Stats and their modifiers as Python functions: what is remembered, what abilities add to it."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language.asking import exactly_keyed, keyed, of_given
from bangrules.language.emit_body import Bodies
from bangrules.language.emit_expr import KeptLoop
from bangrules.language.flow import walk
from bangrules.language.python_names import safe
from bangrules.language.types import CARDS, NUMBER

PHASE = {"set": 0, "+": 1, "-": 1, "least": 2, "most": 2}


class Stats(Bodies):
    """Writes what is asked."""

    def dynamic_modifiers(self, stat: m.Stat) -> bool:
        return not stat.ruled and not all(x.always for x in stat.modifiers)

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
        self.stat_params = args
        self.put(1, f"v = {self.at_indent(1, stat.base, {})}", stat.at)
        self.stat_params = None
        static = [x for x in stat.modifiers if x.always or stat.ruled]
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
        while self.kept:
            self.kept_loop(self.kept.pop())

    def kept_loop(self, loop: KeptLoop) -> None:
        """A filter as a function that keeps its answers."""
        member, *inputs = loop.names
        self.put(0, f"def k_{loop.name}(key):", loop.at)
        self.put(1, f"{', '.join(['members', *inputs])}, = key")
        self.put(1, f"return tuple([{member} for {member} in members if {loop.cond}])", loop.at)
        self.put(0, "")
        self.put(0, f"K_{loop.name} = Kept(k_{loop.name})")
        self.put(0, "")

    def stat_of_cards(self, stat: m.Stat, zone: m.Zone) -> None:
        """A stat that depends on the cards of one zone alone: what it answers is kept by those."""
        name, (param,) = safe(stat.id), stat.params
        cards = m.Const(m.Code("cards"), type=CARDS)
        self.put(0, f"def k_{name}(cards):", stat.at)
        self.put(1, f"return {self.ex(of_given(stat.base, cards), {})}", stat.at)
        self.put(0, "")
        self.put(0, f"K_{name} = KeptIfShort(k_{name})")
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
        if x.proviso is not None and x.stat.ruled:
            holds = f"pv{x.proviso.number}(S)"
            guard = holds if guard == "True" else f"{holds} and {guard}"
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
