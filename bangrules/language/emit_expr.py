"""Expressions of the model as Python source."""

from __future__ import annotations

import re
from typing import Any

from attrs import Factory, define

from bangrules.language import model as m
from bangrules.language.flow import walk
from bangrules.language.improve import whole
from bangrules.language.layout import Layout
from bangrules.language.lexicon import Vocabulary, Word
from bangrules.language.model import Code, Inline
from bangrules.language.python_names import safe
from bangrules.language.types import PLAYER, YESNO

PATTERN_WIDTH = 16
NAMES = re.compile(r"[A-Za-z_]\w*")
LOCAL = re.compile(r"[hkv][0-9]\w*|a_\w+|sums|idx|n|x|self|this")
SLOT = re.compile(r"\bS\[([A-Z_]+)\]")
IS_NUMBER = re.compile(r"\((?P<what>.+) (?:== (?P<one>\d+)|in \((?P<some>[\d, ]+)\))\)")
RANKS = sum(1 << r for r in range(2, 15))
MOST_INLINES = 3
MOST_NODES = 24
DEEPEST_INLINE = 15  # Python nests brackets up to a limit


def merged(left: str, right: str) -> str | None:
    """The code of "it is this or that", where both conditions compare the same with a number."""
    found, more = IS_NUMBER.fullmatch(left), IS_NUMBER.fullmatch(right)
    if found is None or more is None or found["what"] != more["what"]:
        return None
    depth = 0
    for sign in found["what"]:
        depth += (sign in "([") - (sign in ")]")
        if depth < 0:
            return None
    return f"({found['what']} in ({found['one'] or found['some']}, {more['one'] or more['some']}))"


@define
class Loop:
    """A loop of lines that is being written: its indent, its local, the line at which it begins."""

    indent: int
    var: str
    at: int
    inside: int
    ahead: dict[str, str] = Factory(dict)  # what is asked ahead of it, and the local for that
    many: set[str] = Factory(set)  # locals among these that take too many values to keep answers by them


@define
class KeptLoop:
    """A filter that is a function of its members and of some inputs, and keeps its answers."""

    name: str
    names: tuple[str, ...]  # of a member, of the inputs
    cond: str
    at: Any


class Expressions:
    """Turns expressions into code; `names` maps locals to what stands for them."""

    model: m.Model
    layout: Layout
    vocabulary: Vocabulary
    dynamic: bool  # whether any card can be used as another

    by_cards: dict[str, m.Zone]  # stats that depend on the cards of one zone of their player

    hoist: int | None = None  # the indent at which lines may be written before the expression's own
    hoisted: int = 0
    loop: Loop | None = None  # the innermost loop of lines
    stat_params: list[str] | None = None  # the parameters of the stat that is being written
    kept: list[KeptLoop]
    plainly: set[str] | None = None  # chains taken to be None: what events seldom make of stats
    lines: list[str]
    line_at: list[Any]
    inside: int = 0  # how many loops of expressions what is written stands in
    depth: int = 0  # how deep in an expression
    inlines: int = 0  # how many stats are being written in place of a call

    def ex(self, x: m.Ex, names: dict[str, str]) -> str:
        """The code of `x`."""
        method = getattr(self, "x_" + type(x).__name__.lower())
        self.depth += 1
        code: str = method(x, names)
        self.depth -= 1
        return code

    def at_indent(self, indent: int | None, x: m.Ex, names: dict[str, str]) -> str:
        """The code of `x`; loops in it may be written as lines at an indent (None: nowhere)."""
        before, self.hoist = self.hoist, indent
        code = self.ex(x, names)
        self.hoist = before
        return code

    def put(self, indent: int, text: str, at: Any = None) -> None:
        """Write a line."""
        raise NotImplementedError

    def atomic(self, code: str) -> bool:
        return code.isidentifier() or code.isdigit() or code in ("()", "None", "True", "False")

    # ---- leaves

    def x_const(self, x: m.Const, names: dict[str, str]) -> str:
        value: Any = x.value
        if isinstance(value, Code):
            return self.slot_names(str(value))
        return repr(value)

    def slot_names(self, code: str) -> str:
        """`S[SEATS]` with the slot's number."""
        if "S[" not in code:
            return code
        names = self.layout.slots.names
        return SLOT.sub(lambda found: f"S[{names[found[1]]}]", code)

    def x_defconst(self, x: m.DefConst, names: dict[str, str]) -> str:
        return str(x.definition.index)

    def x_local(self, x: m.Local, names: dict[str, str]) -> str:
        if isinstance(x.name, Inline):
            return self.ex(x.name.value, names)
        return names.get(x.name, x.name)

    # ---- state

    def slot(self, base: int, owner: m.Ex | None, names: dict[str, str]) -> str:
        if owner is None:
            return f"S[{base}]"
        return f"S[{base} + {self.ex(owner, names)}]"

    def x_getfield(self, x: m.GetField, names: dict[str, str]) -> str:
        base = self.layout.fields[x.field.id]
        if x.field.of == "game":
            return f"S[{base}]"
        assert x.owner is not None
        owner = self.ex(x.owner, names)
        if x.field.of != "player" or self.loop is None or owner != self.loop.var:
            return f"S[{base}][{owner}]"
        if self.inside != self.loop.inside:  # a function of its own would have to reach for it
            return f"S[{base}][{owner}]"
        held = self.ahead(f"S[{base}]", self.loop)
        if x.field.type != YESNO and not x.field.type.name.startswith("values:"):
            self.loop.many.add(held)
        return f"{held}[{owner}]"

    def x_shown(self, x: m.Shown, names: dict[str, str]) -> str:
        base, shown = self.layout.fields[x.field.id], self.layout.shown.get(x.field.id)
        owner = self.ex(x.owner, names)
        if shown is None:
            return f"S[{base}][{owner}]"
        return f"(S[{base}][{owner}] if S[{shown}][{owner}] == ALL_SEATS else None)"

    def x_zoneref(self, x: m.ZoneRef, names: dict[str, str]) -> str:
        base = self.layout.zones[x.zone.id]
        return str(base) if x.owner is None else f"({base} + {self.ex(x.owner, names)})"

    def x_readzone(self, x: m.ReadZone, names: dict[str, str]) -> str:
        if isinstance(x.place, m.ZoneRef):
            return self.slot(self.layout.zones[x.place.zone.id], x.place.owner, names)
        return f"S[{self.ex(x.place, names)}]"

    def x_during(self, x: m.During, names: dict[str, str]) -> str:
        return f"(S[{self.layout.scopes[x.what]}] is not None)"

    # ---- asking

    def x_askstat(self, x: m.AskStat, names: dict[str, str]) -> str:
        args = [self.ex(a, names) for a in x.args]
        stat = x.stat
        base = whole(stat)
        shallow = self.inlines < MOST_INLINES and self.depth < DEEPEST_INLINE
        brief = base is not None and stat.id not in self.layout.memo and self.simple(base) and small(base)
        if base is not None and brief and shallow and self.repeatable(x, base, args):
            self.inlines += 1
            code = self.ex(base, {p.code: a for p, a in zip(stat.params, args, strict=True)})
            self.inlines -= 1
            return code
        sums = self.summed(stat, args)
        if sums is not None:
            return sums
        if stat.id in self.by_cards:
            return f"K_{safe(stat.id)}[S[{self.layout.zones[self.by_cards[stat.id].id]} + {args[0]}]]"
        call = f"s_{safe(stat.id)}({', '.join(['S', *args])})"
        base = stat.base
        if self.seldom(stat) and base is not None and shallow and all(map(self.atomic, args)):
            # what only events change is itself as long as none does
            self.inlines += 1
            code = self.ex(base, {p.code: a for p, a in zip(stat.params, args, strict=True)})
            self.inlines -= 1
            slot = self.layout.entry(f"stat {stat.id}")
            chain = self.before_loop(f"(S[INDEX] or reindex(S))[{slot}]")
            if self.plainly is not None and chain.isidentifier():
                self.plainly.add(chain)
                return code
            return f"({code} if {chain} is None else {call})"
        if stat.id in self.layout.memo:
            # an answer that is no, 0 or empty is asked for again: that is right, and seldom
            slot = self.layout.entry(f"memo {stat.id}")
            if not args:
                return self.before_loop(f"((S[INDEX] or reindex(S))[{slot}] or {call})")
            if self.by_seat(stat) and self.atomic(args[0]):
                return self.before_loop(f"((S[INDEX] or reindex(S))[{slot}][{args[0]}] or {call})")
        return call

    def repeatable(self, x: m.AskStat, base: m.Ex, args: list[str]) -> bool:
        """Whether what a stat is asked of may be written wherever its base speaks of it."""
        for param, given, code in zip(x.stat.params, x.args, args, strict=True):
            if not self.atomic(code):
                uses = sum(isinstance(y, m.Local) and y.name == param.code for y in walk(base))
                if uses > 2 or not (isinstance(given, m.Property) and isinstance(given.of, m.Local)):
                    return False
        return True

    def before_loop(self, code: str) -> str:
        """What is asked in a loop of lines and is the same for each member is asked ahead of it."""
        if self.loop is None or self.hoist is None or self.hoist != self.loop.indent + 1:
            return code
        if self.loop.var in NAMES.findall(code):
            return code
        return self.ahead(code, self.loop)

    def ahead(self, code: str, loop: Loop) -> str:
        """The local for what is looked up ahead of a loop."""
        name = loop.ahead.get(code)
        if name is None:
            self.hoisted += 1
            name = loop.ahead[code] = f"k{self.hoisted}"
            self.lines.insert(loop.at, "    " * loop.indent + self.slot_names(f"{name} = {code}"))
            self.line_at.insert(loop.at, self.line_at[loop.at])
            loop.at += 1
        return name

    def summed(self, stat: m.Stat, args: list[str]) -> str | None:
        """The code of a short stat to which abilities only add; None where it must be called."""
        base, bound = stat.base, stat.bound
        if base is None or len(stat.params) < 2 or not self.simple(base) or not all(map(self.atomic, args)):
            return None
        if any(x.always for x in stat.modifiers) or not stat.modifiers or stat.ruled:
            return None
        form, keys = self.chain_form(stat)
        if form != "add" or (bound is not None and not isinstance(bound[1], m.Const)):
            return None
        value = self.ex(base, {p.code: a for p, a in zip(stat.params, args, strict=True)})
        added = " + ".join(f"sums[{i}][{args[key]}]" for i, key in enumerate(keys))
        slot = self.layout.entry(f"stat {stat.id}")
        index = "(S[INDEX] or reindex(S))"
        sums = self.before_loop(f"{index}[{slot}]")
        if sums.isidentifier():
            value = f"{value} + ({added.replace('sums', sums)} if {sums} is not None else 0)"
        elif self.hoist is not None:
            value = f"{value} + ({added} if (sums := {sums}) is not None else 0)"
        else:  # what a comprehension goes through may not name anything
            value = f"{value} + ({added.replace('sums', sums)} if {sums} is not None else 0)"
        if bound is None:
            return f"({value})"
        limit = self.ex(bound[1], {})
        if self.hoist is None:
            return f"{'max' if bound[0] == 'least' else 'min'}({value}, {limit})"
        return f"(n if (n := {value}) {'>' if bound[0] == 'least' else '<'} {limit} else {limit})"

    def seldom(self, stat: m.Stat) -> bool:
        """Whether a stat is a short expression, but for what events may make of it."""
        return (
            stat.base is not None and stat.bound is None and bool(stat.modifiers)
            and all(x.owner is not None and x.owner.kind == "event" for x in stat.modifiers)
            and self.simple(stat.base) and small(stat.base)
        )  # fmt: skip

    def chain_form(self, stat: m.Stat) -> tuple[str, tuple[int, ...]]:
        """How the modifiers of a stat's abilities are kept in the index."""
        raise NotImplementedError

    def by_seat(self, stat: m.Stat) -> bool:
        """Whether a remembered stat has one answer for each seat."""
        return len(stat.params) == 1 and stat.params[0].type == PLAYER

    def simple(self, x: m.Ex) -> bool:
        """Whether to write a stat's base in place of a call."""
        if isinstance(x, m.Const | m.DefConst | m.Local):
            return True
        if isinstance(x, m.GetField | m.Shown):
            return x.owner is None or self.simple(x.owner)
        if isinstance(x, m.Property | m.IsKind):
            return self.simple(x.of)
        if isinstance(x, m.Op):
            return self.simple(x.left) and self.simple(x.right)
        if isinstance(x, m.NotEx | m.IsEmpty | m.IsNone):
            return self.simple(x.of)
        if isinstance(x, m.UseWord):
            return all(self.simple(a) for a in x.args)
        if isinstance(x, m.InList):
            return self.simple(x.member) and self.simple(x.list)
        if isinstance(x, m.ReadZone):
            return isinstance(x.place, m.ZoneRef) and (x.place.owner is None or self.simple(x.place.owner))
        if isinstance(x, m.AskStat) and x.stat.id in self.layout.memo:
            return all(self.simple(a) for a in x.args)
        if isinstance(x, m.AskStat):
            return whole(x.stat) is not None and all(self.simple(a) for a in x.args)
        return False

    def x_useword(self, x: m.UseWord, names: dict[str, str]) -> str:
        return "(" + self.slot_names(x.word.code.format(*self.word_args(x.word, x.args, names))) + ")"

    def word_args(self, word: Word, args: tuple[m.Ex, ...], names: dict[str, str]) -> list[str]:
        """The code of the arguments of a word."""
        return self.as_given(word, args, [self.ex(a, names) for a in args])

    def as_given(self, word: Word, args: tuple[m.Ex, ...], codes: list[str]) -> list[str]:
        """The arguments of a word; long lists that it goes through count."""
        if word.quick:
            return codes
        return [
            f"charged(S, {code})" if a.type.name == "list" and long(a) else code
            for a, code in zip(args, codes, strict=True)
        ]

    def x_property(self, x: m.Property, names: dict[str, str]) -> str:
        of = self.ex(x.of, names)
        if x.name == "card.kind":
            return self.kind(x.of, of)
        sort, _, name = x.name.partition(".")
        _, code, _, _ = self.vocabulary.properties[sort, name]
        return self.slot_names(code.format(of))

    def kind(self, x: m.Ex, code: str) -> str:
        """The definition of a card, source or thing."""
        if x.type.plain.name == "source":
            if self.atomic(code):
                ability = self.layout.slots.ability
                return f"({code} - {ability} >> 4 if {code} >= {ability} else kind_of(S, {code}))"
            return f"source_kind(S, {code})"
        if x.type.plain.name in ("card", "event", "thing"):
            if not self.dynamic:
                return f"DEF_OF[{code}]"
            if self.atomic(code):
                forms = self.layout.slots.names["FORMS"]
                return f"(kind_of(S, {code}) if S[{forms}] else DEF_OF[{code}])"
            return f"kind_of(S, {code})"
        return code

    # ---- operators

    def x_op(self, x: m.Op, names: dict[str, str]) -> str:
        op = x.op
        left = self.ex(x.left, names)
        if op == "pattern of suit":
            if isinstance(x.left, m.Const):
                return str(RANKS << PATTERN_WIDTH * x.left.value)
            return f"({RANKS} << {PATTERN_WIDTH} * {left})"
        if op == "pattern of color":
            return f"COLOR_PATTERN[{left}]"
        # what stands behind `and` and `or` is not always asked
        right = self.at_indent(None, x.right, names) if op in ("and", "or") else self.ex(x.right, names)
        if op == "..":
            return f"span(S, {left}, {right})"
        if op == "times":
            return f"times({left}, {right})"
        if op == "join":
            return f"joined(S, {left}, {right})"
        if op == "without":
            return f"without({left}, {right})"
        if op in ("+", "-") and not isinstance(x.left, m.Const) and not isinstance(x.right, m.Const):
            return f"{'plus' if op == '+' else 'minus'}({left}, {right})"
        if op == "or" and (either := merged(left, right)) is not None:
            return either
        return f"({left} {op} {right})"

    def x_notex(self, x: m.NotEx, names: dict[str, str]) -> str:
        if isinstance(x.of, m.IsNone):
            return f"({self.ex(x.of.of, names)} is not None)"
        if isinstance(x.of, m.IsEmpty):
            return f"(len({self.ex(x.of.of, names)}) > 0)"
        if isinstance(x.of, m.NotEx):
            return self.ex(x.of.of, names)
        return f"(not {self.ex(x.of, names)})"

    def x_isnone(self, x: m.IsNone, names: dict[str, str]) -> str:
        return f"({self.ex(x.of, names)} is None)"

    def x_isempty(self, x: m.IsEmpty, names: dict[str, str]) -> str:
        return f"(not {self.ex(x.of, names)})"

    def x_iskind(self, x: m.IsKind, names: dict[str, str]) -> str:
        if not x.definitions:
            return "False"
        kind = self.kind(x.of, self.ex(x.of, names))
        if len(x.definitions) == 1:
            return f"({kind} == {x.definitions[0].index})"
        return f"({kind} in {{{', '.join(str(d.index) for d in x.definitions)}}})"

    def x_issort(self, x: m.IsSort, names: dict[str, str]) -> str:
        of, sort, have = self.ex(x.of, names), x.sort, x.of.type.plain.name
        slots = self.layout.slots
        if x.zone is not None:
            base = self.layout.zones[x.zone.id]
            return f"({base} <= {of} < {base + slots.seats})" if x.zone.of_player else f"({of} == {base})"
        if have == "place":
            return f"({of} < {slots.first_card})" if sort == "player" else f"({of} >= {slots.first_card})"
        if have == "thing" and sort in ("player", "card"):
            return f"({of} < {slots.first_card})" if sort == "player" else f"({of} >= {slots.first_card})"
        return f"(SORT_OF[{self.kind(x.of, of)}] == {sort!r})"

    def x_matches(self, x: m.Matches, names: dict[str, str]) -> str:
        card, pattern = self.ex(x.card, names), self.ex(x.pattern, names)
        if x.card.type.plain.name == "suit":
            return f"({pattern} >> {card} & 1 != 0)"
        suit, rank = self.model.stats.get("suit"), self.model.stats.get("rank")
        if suit is None or rank is None or (not suit.modifiers and not rank.modifiers):
            return f"({pattern} >> FACE_OF[{card}] & 1 != 0)"
        return f"({pattern} >> face_of(S, {card}) & 1 != 0)"

    def x_inlist(self, x: m.InList, names: dict[str, str]) -> str:
        member, members = self.ex(x.member, names), self.ex(x.list, names)
        return f"among(S, {member}, {members})" if long(x.list) else f"({member} in {members})"

    # ---- lists

    def members(self, x: m.Ex, names: dict[str, str]) -> str:
        """A list that is gone through. Loops in loops count each time, and so do long lists."""
        code = self.ex(x, names)
        return f"nested(S, {code})" if self.inside else f"charged(S, {code})" if long(x) else code

    def within(self, indent: int | None, x: m.Ex, names: dict[str, str]) -> str:
        """What is asked of each member."""
        self.inside += 1
        code = self.at_indent(indent, x, names)
        self.inside -= 1
        return code

    def x_filterlist(self, x: m.FilterList, names: dict[str, str]) -> str:
        inner = {k: v for k, v in names.items() if k != x.var}
        indent = self.hoist
        if indent is None:
            members = self.members(x.list, names)
            return f"tuple([{x.var} for {x.var} in {members} if {self.within(None, x.cond, inner)}])"
        # a loop in lines: a comprehension would be a function made and called
        members = self.members(x.list, names)
        self.hoisted += 1
        found = f"h{self.hoisted}"
        self.put(indent, f"{found} = []", x.at)
        start = len(self.lines) - 1
        outer, self.loop = self.loop, (loop := Loop(indent, x.var, len(self.lines), self.inside + 1))
        self.put(indent, f"for {x.var} in {members}:", x.at)
        cond = self.within(indent + 1, x.cond, inner)
        worth_keeping = self.stat_params is not None and members == self.slot_names("S[SEATS]")
        if outer is None and worth_keeping and len(self.lines) == loop.at + 1:
            # what the same members and inputs come to is known from the last time
            self.plainly = set()
            plain = self.within(indent + 1, x.cond, inner)
            chains, self.plainly = sorted(self.plainly), None
            inputs = self.inputs(plain, loop)
            if inputs is not None and len(self.lines) == loop.at + 1:
                del self.lines[start], self.lines[-1], self.line_at[start], self.line_at[-1]
                self.kept.append(KeptLoop(found, (x.var, *inputs), plain, x.at))
                self.loop = outer
                code = f"K_{found}[{', '.join([members, *inputs])}]"
                if not chains:
                    return code
                self.put(indent, f"if {' is None and '.join(chains)} is None: {found} = {code}")
                self.put(indent, "else:")
                self.put(indent + 1, f"{found} = []")
                self.put(indent + 1, f"for {x.var} in {members}:", x.at)
                self.put(indent + 2, f"if {cond}: {found}.append({x.var})", x.at)
                self.put(indent + 1, f"{found} = tuple({found})")
                return found
        self.loop = outer
        self.put(indent + 1, f"if {cond}: {found}.append({x.var})", x.at)
        return f"tuple({found})"

    def inputs(self, cond: str, loop: Loop) -> list[str] | None:
        """The locals that decide, with the member, what a loop's condition comes to.

        None where that is not all, or where it is not worth keeping.
        """
        if self.stat_params is None or not loop.ahead:
            return None
        known = {*self.stat_params, *loop.ahead.values(), loop.var}
        used = set(NAMES.findall(cond))
        if (
            "S" in used
            or used & loop.many
            or any(LOCAL.fullmatch(name) and name not in known for name in used)
        ):
            return None
        return sorted(used & known - {loop.var})

    def x_maplist(self, x: m.MapList, names: dict[str, str]) -> str:
        inner = {k: v for k, v in names.items() if k != x.var}
        indent = self.hoist
        if indent is None:
            value, members = self.within(None, x.value, inner), self.members(x.list, names)
            if x.flat:
                return f"tuple([y for {x.var} in {members} for y in {value}])"
            return f"tuple([{value} for {x.var} in {members}])"
        members = self.members(x.list, names)
        self.hoisted += 1
        found = f"h{self.hoisted}"
        self.put(indent, f"{found} = []", x.at)
        self.put(indent, f"for {x.var} in {members}:", x.at)
        outer, self.loop = self.loop, None
        value = self.within(indent + 1, x.value, inner)
        self.loop = outer
        self.put(indent + 1, f"{found} += {value}" if x.flat else f"{found}.append({value})", x.at)
        return f"tuple({found})"

    def x_listex(self, x: m.ListEx, names: dict[str, str]) -> str:
        if len(x.items) == 1 and x.items[0].type.optional:
            code = self.ex(x.items[0], names)
            return f"(() if {code} is None else ({code},))" if self.atomic(code) else f"maybe_one({code})"
        items = ", ".join(self.ex(i, names) for i in x.items)
        return f"({items},)" if x.items else "()"


def small(x: m.Ex) -> bool:
    """Whether an expression is short enough to be written again and again."""
    return sum(1 for _ in zip(walk(x), range(MOST_NODES + 1), strict=False)) <= MOST_NODES


def long(x: m.Ex, asked: tuple[m.Stat, ...] = ()) -> bool:
    """Whether a list may have more members than a table has players or cards."""
    if isinstance(x, m.FilterList | m.MapList):
        return long(x.list, asked)
    if isinstance(x, m.Op):
        return x.op in ("join", "without") and (long(x.left, asked) or long(x.right, asked))
    if isinstance(x, m.AskStat):
        parts = [x.stat.base, *(modifier.value for modifier in x.stat.modifiers)]
        inner = (*asked, x.stat)
        return x.stat not in asked and any(long(part, inner) for part in parts if part is not None)
    if isinstance(x, m.UseWord):
        return any(a.type.name == "list" and long(a, asked) for a in x.args)
    return isinstance(x, m.Local | m.GetField)
