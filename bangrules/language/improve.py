"""Programs made plainer before they are written: what is known beforehand is not asked, and a card that is
moved need not be looked for where it is known to lie.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeGuard

from attrs import evolve, frozen

from bangrules.language import model as m
from bangrules.language.flow import BLOCKS, SKIPPED, always, never, rebuilt, walk
from bangrules.language.model import Inline
from bangrules.language.types import YESNO

YES, NO = m.Const(True, type=YESNO), m.Const(False, type=YESNO)


# ---- what is known beforehand


def is_fixed(x: m.Ex) -> bool:
    """Whether an expression is the same everywhere and always."""
    return isinstance(x, m.Const | m.DefConst) or (isinstance(x, m.ZoneRef) and x.owner is None)


def folded(x: Any) -> Any:
    """An expression without what is known beforehand."""
    if isinstance(x, tuple):
        return tuple(folded(y) for y in x)
    return answer(rebuilt(x, folded)) if isinstance(x, m.Ex) else x


def answer(x: m.Ex) -> m.Ex:
    """What an expression comes to, as far as its parts show it."""
    if isinstance(x, m.NotEx):
        return NO if always(x.of) else YES if never(x.of) else x
    if isinstance(x, m.IsSort):
        return sort_answer(x)
    if isinstance(x, m.IsNone) and isinstance(x.of, m.Const | m.DefConst | m.ZoneRef):
        return YES if isinstance(x.of, m.Const) and x.of.value in (None, "None") else NO
    if isinstance(x, m.AskStat):
        plain = not x.stat.modifiers and x.stat.bound is None
        return x.stat.base if plain and isinstance(x.stat.base, m.Const) else x
    if not isinstance(x, m.Op):
        return x
    if x.op == "and":
        if never(x.left) or never(x.right):
            return NO
        return x.right if always(x.left) else x.left if always(x.right) else x
    if x.op == "or":
        if always(x.left) or always(x.right):
            return YES
        return x.right if never(x.left) else x.left if never(x.right) else x
    if x.op == "==" and isinstance(x.left, m.ZoneRef) and isinstance(x.right, m.ZoneRef):
        same = x.left.zone is x.right.zone
        return x if x.left.owner is not None or x.right.owner is not None else YES if same else NO
    if x.op == "<" and counts(x.left) and isinstance(x.right, m.Const) and x.right.value == 1:
        return m.IsEmpty(x.left.args[0], type=YESNO, at=x.at)  # type: ignore[attr-defined]
    return x


def counts(x: m.Ex) -> bool:
    return isinstance(x, m.UseWord) and x.word.id == "count"


def sort_answer(x: m.IsSort) -> m.Ex:
    """Whether what is known to be a zone, or a player or card, is of a sort."""
    if x.of.type.name in ("player", "card") and not x.of.type.optional and x.sort in ("player", "card"):
        return YES if x.of.type.name == x.sort else NO
    if not isinstance(x.of, m.ZoneRef):
        return x
    if x.zone is not None:
        return YES if x.of.zone is x.zone else NO
    return NO if x.sort == "player" else x


def whole(stat: m.Stat) -> m.Ex | None:
    """A stat as one expression, with what rules make of it in it.

    None where it has bounds, or where more than plain answers of rules modify it.
    """
    made = stat.base
    if made is None or stat.bound is not None:
        return None
    for x in sorted(stat.modifiers, key=lambda x: x.place):
        if not x.always or x.op != "set" or stat.type != YESNO:
            return None
        if always(x.value):
            made = m.Op("or", made, x.guard, type=YESNO, at=x.at)
        elif never(x.value):
            made = m.Op("and", made, m.NotEx(x.guard, type=YESNO, at=x.at), type=YESNO, at=x.at)
        else:
            return None
    return made


def goes_through(x: m.Ex) -> bool:
    """Whether an expression asks a word about a list that it goes through."""
    return any(
        isinstance(y, m.UseWord) and not y.word.quick and any(a.type.name == "list" for a in y.args)
        for y in walk(x)
    )


def pruned(body: tuple[m.St, ...]) -> tuple[m.St, ...]:
    """Statements without those that are never reached."""
    made: list[m.St] = []
    for st in body:
        changes: dict[str, Any] = {}
        for slot in st.__attrs_attrs__:
            old = getattr(st, slot.name)
            if slot.name in BLOCKS:
                changes[slot.name] = pruned(old)
            elif slot.name not in SKIPPED:
                changes[slot.name] = folded(old)
        st = evolve(st, **changes)
        if isinstance(st, m.IfSt) and (always(st.cond) or never(st.cond)):
            made += st.then if always(st.cond) else st.otherwise
        elif not isinstance(st, m.WhileSt) or not never(st.cond) or st.before:
            made.append(st)
        if made and isinstance(made[-1], m.ReturnSt | m.FailSt):
            break
    return tuple(made)


# ---- where cards lie


@frozen(eq=False)
class Lies:
    """Where a card, or each of some, is known to lie: in one of these zones, or on top of the only one."""

    zones: tuple[m.ZoneRef, ...]
    top: bool = False


Known = dict[str, Lies]


def local_of(x: Any) -> str | None:
    """The name of a plain local."""
    return x.name if isinstance(x, m.Local) and not isinstance(x.name, Inline) else None


def steady(x: Any) -> bool:
    """Whether a zone is named so that it stays the same while no local changes."""
    return isinstance(x, m.ZoneRef) and (x.owner is None or local_of(x.owner) is not None)


class Places:
    """Finds out where cards lie that are moved one by one, and writes such moves as what they come to."""

    def __init__(self, structure: set[str], zones: Iterable[str]) -> None:
        self.structure = structure
        self.zones = tuple(zones)
        self.single: dict[str, m.ListEx] = {}  # locals that hold a list of one local

    def body(self, body: tuple[m.St, ...], known: Known) -> tuple[m.St, ...]:
        """Statements with their moves made plainer; `known` is brought up to date."""
        made: list[m.St] = []
        for st in body:
            made += self.statement(st, known)
        return tuple(made)

    def statement(self, st: m.St, known: Known) -> tuple[m.St, ...]:
        if isinstance(st, m.Command) and st.word == "move":
            return self.move(st, known)
        if isinstance(st, m.IfSt):
            yes, no, held = known.copy(), known.copy(), self.single.copy()
            then = self.body(st.then, yes)
            self.single = held.copy()
            otherwise = self.body(st.otherwise, no)
            known.clear()
            known.update({x: lies for x, lies in yes.items() if no.get(x) is lies})
            self.single = {}
            return (evolve(st, then=then, otherwise=otherwise),)
        inner = {name: getattr(st, name) for name in BLOCKS if hasattr(st, name)}
        if inner:
            # what is known before a loop may not be so the second time
            changes: dict[str, Any] = {}
            for name, part in inner.items():
                self.single = {}
                changes[name] = self.body(part, {})
            known.clear()
            self.single = {}
            return (evolve(st, **changes),)
        self.follow(st, known)
        return (st,)

    def follow(self, st: m.St, known: Known) -> None:
        """Learn from a statement, and forget what may hold no more."""
        name = st.name if isinstance(st, m.SetLocal) else getattr(st, "into", None)
        learnt: Lies | None = None
        if isinstance(st, m.SetLocal):
            learnt = self.lies(st.value, known)
        elif isinstance(st, m.ChooseSt):
            learnt = self.among(st)
        elif isinstance(st, m.Invoke):
            known.clear()
            learnt = self.given(st)
        elif isinstance(st, m.Command) and not isinstance(st.word, str) and not st.word.suspends:
            if (
                st.word.id in ("random", "shuffled")
                and isinstance(st.args[0], m.ReadZone)
                and steady(st.args[0].place)
            ):
                learnt = Lies((st.args[0].place,))  # type: ignore[arg-type]
        elif not isinstance(st, m.ReturnSt | m.SetField):
            known.clear()
        if name is None:
            return
        known.pop(name, None)
        for held in [x for x, lies in known.items() if any(local_of(z.owner) == name for z in lies.zones)]:
            del known[held]
        self.single = {
            x: items for x, items in self.single.items() if x != name and local_of(items.items[0]) != name
        }
        if learnt is not None:
            known[name] = learnt
        if isinstance(st, m.SetLocal) and single(st.value) and local_of(st.value.items[0]) != name:
            self.single[name] = st.value

    def lies(self, value: m.Ex, known: Known) -> Lies | None:
        """Where the card lies that is a local's value."""
        name = local_of(value)
        if name is not None:
            return known.get(name)
        while isinstance(value, m.FilterList):
            value = value.list
        place = value.place if isinstance(value, m.ReadZone) else None
        if isinstance(value, m.UseWord) and value.word.id == "top":
            place = value.args[0]
        if not isinstance(place, m.ZoneRef) or not steady(place):
            return None
        return Lies((place,), top=value.type.name == "card")

    def given(self, st: m.Invoke) -> Lies | None:
        """Where the card lies that a procedure without hooks answers with."""
        *before, last = st.proc.body or (None,)
        if st.proc.hooks or st.proc.kind != "procedure" or not isinstance(last, m.ReturnSt):
            return None
        if any(isinstance(x, m.Invoke) or any(hasattr(x, name) for name in BLOCKS) for x in before):
            return None
        inside: Known = {}
        Places(self.structure, self.zones).body(tuple(x for x in before if x is not None), inside)
        lies = inside.get(local_of(last.value) or "")
        args = {f"a_{p.name}": a for p, a in zip(st.proc.params, st.args, strict=True)}
        if lies is None or lies.top:
            return None
        zones = [evolve(z, owner=args.get(local_of(z.owner) or "", z.owner)) for z in lies.zones]
        return Lies(tuple(zones)) if all(map(steady, zones)) else None

    def among(self, st: m.ChooseSt) -> Lies | None:
        """Where a card lies that is chosen."""
        zones = []
        for part in (st.list, st.hidden):
            while isinstance(part, m.FilterList):
                part = part.list
            if isinstance(part, m.ReadZone) and steady(part.place):
                zones.append(part.place)
            elif part is not None:
                return None
        return Lies(tuple(zones)) if all(isinstance(z, m.ZoneRef) for z in zones) else None  # type: ignore[arg-type]

    def move(self, st: m.Command, known: Known) -> tuple[m.St, ...]:
        """A move of one card from where it is known to lie."""
        cards, to, flags, mover = st.args
        cards = self.single.get(local_of(cards) or "", cards)
        card = cards.items[0] if single(cards) else None
        name = local_of(cards if card is None else card)
        lies = known.get(name) if name is not None else self.lies(cards, known)
        # only cards that lie where it takes cards from may be among those it moves
        ids = {z.zone.id for z in lies.zones} if lies is not None else set(self.zones)
        for x in [x for x, other in known.items() if ids & {z.zone.id for z in other.zones} or other.top]:
            del known[x]
        if name is not None and isinstance(to, m.ZoneRef) and steady(to):
            known[name] = Lies((to,))
        if card is None:
            source = lies.zones if lies is not None and len(lies.zones) == 1 else ()
            return (evolve(st, args=(*st.args, *source)),)
        one = m.ListEx((evolve(card, type=card.type.plain),), type=cards.type)
        made: m.St = evolve(st, args=(one, *st.args[1:]))
        if lies is not None:
            made = m.Command(*self.plainest(card, lies, to, flags, mover), at=st.at)
        elif not card.type.optional:
            return (made,)
        if card.type.optional:
            made = m.IfSt(m.NotEx(m.IsNone(card, type=YESNO), type=YESNO), (made,), at=st.at)
        return (made,)

    def plainest(
        self, card: m.Ex, lies: Lies, to: m.Ex, flags: m.Ex, mover: m.Ex
    ) -> tuple[str, tuple[m.Ex, ...]]:
        """The plainest word for a move, and what it is given."""
        source, target = lies.zones[0].zone, to.zone if isinstance(to, m.ZoneRef) else None
        if target is not None and len(lies.zones) == 1 and self.plain(source, target, flags):
            if not target.of_player:
                return "put", (card, lies.zones[0], to)
            if lies.top and not source.of_player:
                return "deal", (lies.zones[0], to)
        return "move one", (card, to, flags, mover, *lies.zones)

    def plain(self, source: m.Zone, to: m.Zone, flags: m.Ex) -> bool:
        """Whether a move decides nothing and teaches nobody anything."""
        if f"zone {source.id}" in self.structure or f"zone {to.id}" in self.structure:
            return False
        if not isinstance(flags, m.Const) or any(flags.value):
            return False
        return to.seen == "everyone" or (source.seen == "nobody" and source is not to)


def single(x: Any) -> TypeGuard[m.ListEx]:
    """Whether a list is made of one local."""
    return isinstance(x, m.ListEx) and len(x.items) == 1 and local_of(x.items[0]) is not None


def without_unused(body: tuple[m.St, ...], used: set[str]) -> tuple[m.St, ...]:
    """Statements without the locals that nothing reads."""
    made: list[m.St] = []
    for st in body:
        if isinstance(st, m.SetLocal) and st.name not in used and (single(st.value) or local_of(st.value)):
            continue
        changes: dict[str, Any] = {
            name: without_unused(getattr(st, name), used) for name in BLOCKS if getattr(st, name, ())
        }
        made.append(evolve(st, **changes) if changes else st)
    return tuple(made)
