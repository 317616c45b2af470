"""What a player is shown by what may be done: clauses may read only what their player can see.

Legal actions are listed for one player. If a clause read another's hand or a secret field, a button that is
there or not would tell it. So every read is followed to whose it is: through stats, their modifiers and
parameters, to the player the clause is for.

Who has an open role is no secret: whoever gets it shows it (`Bodies.store`, and what the engine does with
tables and saves). So neither a test for open roles alone nor what these modify tells anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.circles import parts_of_check
from bangrules.language.flow import walk
from bangrules.language.types import ABILITY, CHARACTER, ROLE, list_of

if TYPE_CHECKING:
    from bangrules.language.check import Checker

__all__ = ["Sight"]

SELF = "self"
OPEN = "<open>"
"""Instead of a player: what a card is that everyone sees lying where it lies."""
HOLDERS = ("card.holder", "source.holder", "source.owner")
Who = dict[str, str]
"""Locals that are certainly the player who is shown the actions, or certainly a parameter of a stat."""


@frozen
class Read:
    """Something secret that is read: of whom (`self`, a parameter, or None: of anyone), and where."""

    what: str
    whose: str | None
    at: s.Span
    role: str | None = None
    """The role that it tells, if it tells only who has that."""


@frozen
class Gain:
    """A way to get abilities, or to lose them: `of` which definitions, None for all, and what that reads.

    In `reads` it is the player's own, as of a stat's parameter, or whose that is can't be told.
    """

    of: frozenset[m.Definition] | None
    reads: tuple[Read, ...]


class Sight:
    """Follows what clauses read."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self.model = checker.model
        self.known: dict[str, tuple[Read, ...]] = {}
        self.hidden = [z for z in self.model.zones.values() if z.seen != "everyone"]
        self.sleeves = [z for z in self.hidden if z.force and z.of_player]
        self.carried = self.carriers()
        self.gained: tuple[Gain, ...] = ()
        while (found := self.gains()) != self.gained:  # abilities may give further ones
            self.gained = found
            self.known.clear()

    def carriers(self) -> dict[str, tuple[m.Field, ...]]:
        """The secret fields that decide who has abilities, by the kind of definition they hold."""
        stat = self.model.stats.get("abilities")
        found: dict[str, dict[m.Field, None]] = {}
        parts = (stat.base, *(modifier.value for modifier in stat.modifiers)) if stat is not None else ()
        for ex in walk(parts):
            if isinstance(ex, m.GetField) and ex.field.seen != "everyone":
                type_ = ex.field.type.plain
                for kind, types in (("role", (ROLE, ABILITY)), ("character", (CHARACTER, ABILITY))):
                    if type_ in types or type_ in map(list_of, types):
                        found.setdefault(kind, {})[ex.field] = None
        return {kind: tuple(fields) for kind, fields in found.items()}

    def gains(self) -> tuple[Gain, ...]:
        """What decides who has abilities, besides what the fields hold that are members of the list."""
        stat = self.model.stats.get("abilities")
        if stat is None or stat.base is None:
            return ()
        who: Who = {p.code: p.name for p in stat.params}
        found = [Gain(None, tuple(self.loose(stat.base, who)))]
        for modifier in stat.modifiers:
            some = [ex.definition if isinstance(ex, m.DefConst) else None for ex in members(modifier.value)]
            known = frozenset(d for d in some if d is not None)
            of = known if modifier.op == "+" and None not in some else None
            inner = dict(who)
            self.learn(modifier.guard, True, inner)
            reads = [*self.reads(modifier.guard, who), *self.loose(modifier.value, inner)]
            found.append(Gain(of, tuple(dict.fromkeys((*reads, *self.at_work(modifier, inner))))))
        return tuple(gain for gain in found if gain.reads)

    def loose(self, list_: m.Ex, who: Who) -> Iterator[Read]:
        """What a list reads, but for fields of a known player that stand in it as they are."""
        for ex in members(list_):
            if not (isinstance(ex, m.GetField) and self.whose(ex.owner, who) is not None):
                yield from self.reads(ex, who)

    def check(self) -> None:
        """Report what clauses and the stats of legality read that their player can't see."""
        told: set[tuple[s.Span, str]] = set()
        for action in self.model.actions:
            self.clauses(action.checks, told)
            if action.targets is not None:
                self.report(action.targets, told)
        for use in self.model.uses:
            self.report(use.what, told, {"it": SELF})
            self.clauses(use.checks, told)
        for definition in self.model.definitions:
            if definition.kind != "border":
                ways: list[m.Action | m.UseAs] = [*definition.actions, *definition.uses]
                for way in ways:
                    self.offered(way, definition, told)
        for id in m.REASONED:
            stat = self.model.stats.get(id)
            if stat is not None and stat.params:
                known = [p.name for p in stat.params]  # the player, and a card that the player has
                for read in self.stat(stat):
                    if read.whose not in known and (read.at, read.what) not in told:
                        told.add((read.at, read.what))
                        self.tell(read, read.at, f"`{id}` decides")

    def clauses(self, checks: tuple[m.Check, ...], told: set[tuple[s.Span, str]]) -> None:
        """Report what clauses read, the purse that is paid from among it."""
        for check in checks:
            for part in parts_of_check(check):
                paid = check.cost is not None and part is check.cost.cond
                self.report(part, told, {"it": SELF} if paid else {})
            if check.zone is not None and check.zone.seen == "nobody":
                self.tell(Read(lying_in(check.zone), None, check.at), check.at, "this decides")
            field = check.cost.field if check.cost is not None else None
            if field is not None and field.seen != "everyone":
                own = field.of == "player" and field.seen == "owner"
                if not own and (check.at, field.id) not in told:
                    told.add((check.at, field.id))
                    self.tell(Read(f"`{field.id}`", None, check.at), check.at, "this decides")

    def offered(self, way: m.Action | m.UseAs, owner: m.Definition, told: set[tuple[s.Span, str]]) -> None:
        """Report what decides whether the definition is at work that gives a way to act."""
        zone = next((check.zone for check in way.checks if check.zone is not None), None)
        if isinstance(way, m.UseAs):
            zone = None
        if owner.kind == "card" and zone is not None and not zone.force:
            return  # a card in the hand is no more at work than any other there
        force = self.model.stats.get("in_force")
        deciding = {read.at for read in self.stat(force)} if force is not None else set()
        for read in self.working(owner, SELF, way.at, zone):
            if read.whose != SELF and (read.at, read.what) not in told:
                told.add((read.at, read.what))
                what = "what is in force" if read.at in deciding else f"whether `{owner.id}` is at work"
                self.tell(read, read.at, f"{what} decides")

    def report(self, part: m.Ex, told: set[tuple[s.Span, str]], own: Who | None = None) -> None:
        """Report what a part of a clause reads; `own` are cards that the player holds."""
        for read in self.reads(part, {"self": SELF, **(own or {})}):
            if read.whose != SELF and (part.at, read.what) not in told:
                told.add((part.at, read.what))
                self.tell(read, part.at, "this decides")

    def tell(self, read: Read, at: s.Span, why: str) -> None:
        notes = ((read.at, "read here"),) if read.at != at else ()
        help = "ask `count(...)`, `... is empty` or `shown(...)`, or decide it when the action is carried out"
        if read.role is not None:
            help = (
                f"let everyone see who has it: `role {read.role} open`; or decide it when it is carried out"
            )
        self.checker.error(
            "E0410",
            at,
            f"{why} what a player may do by {read.what}, which that player may not see",
            help,
            notes,
        )

    # ---- reading

    def stat(self, stat: m.Stat) -> tuple[Read, ...]:
        """What a stat reads, with its parameters for whose it is."""
        if stat.id in self.known:
            return self.known[stat.id]
        self.known[stat.id] = ()
        who: Who = {p.code: p.name for p in stat.params}
        found: list[Read] = []
        if stat.base is not None:
            found += self.reads(stat.base, who)
        if stat.bound is not None:
            found += self.reads(stat.bound[1], who)
        for modifier in stat.modifiers:
            found += self.modified(modifier, who)
        self.known[stat.id] = tuple(dict.fromkeys(found))
        return self.known[stat.id]

    def modified(self, modifier: m.Modifier, who: Who) -> Iterator[Read]:
        """What decides whether and how a modifier counts."""
        yield from self.reads(modifier.guard, who)
        inner = dict(who)
        self.learn(modifier.guard, True, inner)
        yield from self.reads(modifier.value, inner)
        yield from self.at_work(modifier, inner)

    def at_work(self, modifier: m.Modifier, who: Who) -> Iterator[Read]:
        """What decides whether the definition is at work in which a modifier stands."""
        if modifier.owner is not None:
            decides = modifier.stat.id in ("in_force", "abilities")
            yield from self.working(modifier.owner, who.get("self"), modifier.at, decides=decides)

    def working(
        self,
        owner: m.Definition,
        whose: str | None,
        at: s.Span,
        zone: m.Zone | None = None,
        decides: bool = False,
    ) -> Iterator[Read]:
        """What decides whether a definition is at work for a player, in one zone of players or in any.

        `decides`: it has a say in that itself.
        """
        held = owner.kind in ("role", "character")
        for secret in self.carried.get(owner.kind, ()):
            if not (owner.open and secret.shows_open):
                role = owner.id if secret.shows_open and owner.kind == "role" else None
                own = secret.seen == "owner"
                yield Read(
                    f"`{secret.id}`" + (" of another player" if own else ""), whose if own else None, at, role
                )
        for place in self.hidden if not held else ():
            if place.force and (zone is None or place is zone or not place.of_player):
                own = place.of_player and place.seen == "owner"
                yield Read(lying_in(place), whose if own else None, at)
        for gain in self.gained if held else ():
            if gain.of is None or owner in gain.of:
                yield from (evolve(read, whose=read.whose and whose) for read in gain.reads)
        force = self.model.stats.get("in_force")
        if force is not None and not decides:
            # where the thing itself lies is known of what lies open, and told above of what does not
            own_place = force.params[0].name if force.params else None
            for read in self.stat(force):
                if read.whose is None or read.whose != own_place:
                    yield evolve(read, whose=None)

    def reads(self, ex: Any, who: Who) -> Iterator[Read]:
        """What an expression reads that is secret."""
        if isinstance(ex, tuple):
            for part in ex:
                yield from self.reads(part, who)
        elif isinstance(ex, m.Local):
            if isinstance(ex.name, m.Inline):
                yield from self.reads(ex.name.value, who)
        elif isinstance(ex, m.GetField):
            if ex.field.seen != "everyone":
                whose = self.whose(ex.owner, who) if ex.field.seen == "owner" else None
                yield Read(
                    f"`{ex.field.id}`" + (" of another player" if ex.field.seen == "owner" else ""),
                    whose,
                    ex.at,
                )
            yield from self.reads(ex.owner, who)
        elif isinstance(ex, m.IsKind) and asks_openly(ex):
            assert isinstance(ex.of, m.GetField)
            yield from self.reads(ex.of.owner, who)
        elif isinstance(ex, m.Shown):
            yield from self.reads(ex.owner, who)
        elif isinstance(ex, m.ReadZone):
            yield from self.zone(ex.place, who, ex.at)
        elif isinstance(ex, m.IsEmpty):
            yield from self.size(ex.of, who)
        elif isinstance(ex, m.UseWord):
            yield from self.word(ex, who)
        elif isinstance(ex, m.AskStat):
            yield from self.reads(ex.args, who)
            yield from self.asked(ex.stat, ex.args, who)
        elif isinstance(ex, m.Matches):
            yield from self.reads((ex.card, ex.pattern), who)
            for stat in ex.faces:
                yield from self.asked(stat, (ex.card,), who)
        elif isinstance(ex, m.FilterList):
            yield from self.reads(ex.list, who)
            yield from self.reads(ex.cond, self.among(ex, who))
        elif isinstance(ex, m.MapList):
            yield from self.reads(ex.list, who)
            yield from self.reads(ex.value, self.among(ex, who))
        elif isinstance(ex, m.Property) and ex.name in HOLDERS:
            yield from self.reads(ex.of, who)
            yield from self.held(ex, self.whose(ex.of, who))
        elif isinstance(ex, m.Op) and ex.op in ("==", "!=") and (sides := self.holding(ex, who)) is not None:
            asked, whose = sides
            yield from self.reads(asked.of, who)
            yield from self.held(asked, whose)
        elif isinstance(ex, m.Op) and ex.op in ("and", "or"):
            yield from self.reads(ex.left, who)
            inner = dict(who)
            self.learn(ex.left, ex.op == "and", inner)
            yield from self.reads(ex.right, inner)
        elif isinstance(ex, m.Ex):
            for slot in ex.__attrs_attrs__:
                if isinstance(value := getattr(ex, slot.name), m.Ex | tuple):
                    yield from self.reads(value, who)

    def asked(self, stat: m.Stat, args: tuple[m.Ex, ...], who: Who) -> Iterator[Read]:
        """What a stat reads that is asked of these."""
        given = {p.name: self.whose(arg, who) for p, arg in zip(stat.params, args, strict=True)}
        for read in self.stat(stat):
            whose = given.get(read.whose) if read.whose is not None else None
            if whose != OPEN:
                yield evolve(read, whose=whose)

    def held(self, ex: m.Property, whose: str | None) -> Iterator[Read]:
        """Who has a card in front, which may lie where not everyone sees it."""
        for zone in self.sleeves if whose != OPEN else ():
            yield Read(lying_in(zone), whose if zone.seen == "owner" else None, ex.at)

    def holding(self, ex: m.Op, who: Who) -> tuple[m.Property, str] | None:
        """The card's holder and the known player of a test whether that player has a card in front."""
        for one, other in ((ex.left, ex.right), (ex.right, ex.left)):
            if isinstance(one, m.Property) and one.name in HOLDERS and self.whose(one.of, who) is None:
                whose = self.whose(other, who)
                if whose is not None:
                    return one, whose
        return None

    def among(self, ex: m.FilterList | m.MapList, who: Who) -> Who:
        """What is known of the locals where each member of a list is asked."""
        inner = {k: v for k, v in who.items() if k != ex.var}
        if open_cards(ex.list):
            inner[ex.var] = OPEN
        return inner

    def word(self, ex: m.UseWord, who: Who) -> Iterator[Read]:
        """A word of the vocabulary."""
        if ex.word.id == "count":
            yield from self.size(ex.args[0], who)
            return
        yield from self.reads(ex.args, who)
        if "zones" in ex.word.reads:
            for arg in ex.args:
                if arg.type.plain.name in ("zone", "place"):
                    yield from self.zone(arg, who, ex.at)
        if "everything" in ex.word.reads or "uses" in ex.word.reads:
            players = [arg for arg in ex.args if arg.type.plain.name == "player"]
            whose = self.whose(players[0], who) if players else None
            yield Read("what another player may do", whose, ex.at)

    def zone(self, place: m.Ex, who: Who, at: s.Span) -> Iterator[Read]:
        """The cards of a zone."""
        if not isinstance(place, m.ZoneRef):
            if self.hidden:
                yield Read("the cards of a zone that may be hidden", None, at)
            yield from self.reads(place, who)
            return
        zone = place.zone
        if zone.seen != "everyone":
            yield Read(lying_in(zone), self.whose(place.owner, who) if zone.seen == "owner" else None, at)
        yield from self.reads(place.owner, who)

    def size(self, ex: m.Ex, who: Who) -> Iterator[Read]:
        """What is read when only the size of a list matters: how many cards lie somewhere is no secret."""
        if isinstance(ex, m.ReadZone):
            place = ex.place
            yield from self.reads(place.owner if isinstance(place, m.ZoneRef) else place, who)
        elif isinstance(ex, m.Op) and ex.op == "join":
            yield from self.size(ex.left, who)
            yield from self.size(ex.right, who)
        elif isinstance(ex, m.MapList) and ex.flat:
            yield from self.reads(ex.list, who)
            yield from self.size(ex.value, self.among(ex, who))
        else:
            yield from self.reads(ex, who)

    # ---- whose it is

    def whose(self, ex: m.Ex | None, who: Who) -> str | None:
        """The player an expression stands for, if that is certain."""
        if isinstance(ex, m.Local):
            if isinstance(ex.name, m.Inline):
                return self.whose(ex.name.value, who)
            return who.get(SELF if ex.name == "this" else ex.name)
        if (
            isinstance(ex, m.Property)
            and ex.name.endswith((".holder", ".owner"))
            and isinstance(ex.of, m.Local)
        ):
            return who.get("self") if ex.of.name == "this" else None
        return None

    def learn(self, test: m.Ex, truth: bool, who: Who) -> None:
        """Add the locals that `test` shows to be a known player."""
        if isinstance(test, m.NotEx):
            self.learn(test.of, not truth, who)
        elif isinstance(test, m.Op) and test.op == ("and" if truth else "or"):
            self.learn(test.left, truth, who)
            self.learn(test.right, truth, who)
        elif isinstance(test, m.Op) and test.op == "==" and truth:
            for one, other in ((test.left, test.right), (test.right, test.left)):
                known = self.whose(one, who)
                if known is not None and isinstance(other, m.Local) and other.name not in who:
                    who[other.name] = known


def lying_in(zone: m.Zone) -> str:
    """The cards of a hidden zone, in words."""
    own = zone.of_player and zone.seen == "owner"
    return f"the cards in `{zone.id}`" + (" of another player" if own else "")


def open_cards(list_: m.Ex) -> bool:
    """Whether a list holds only cards that everyone sees lying where they lie."""
    if isinstance(list_, m.FilterList):
        return open_cards(list_.list)
    if isinstance(list_, m.MapList):
        return list_.flat and open_cards(list_.value)
    if isinstance(list_, m.Op) and list_.op in ("join", "without"):
        return open_cards(list_.left) and (list_.op == "without" or open_cards(list_.right))
    place = list_.place if isinstance(list_, m.ReadZone) else None
    return isinstance(place, m.ZoneRef) and place.zone.seen == "everyone"


def members(of: m.Ex) -> Iterator[m.Ex]:
    """What a list is written from."""
    if isinstance(of, m.ListEx):
        for item in of.items:
            yield from members(item)
    elif isinstance(of, m.Op) and of.op == "join":
        yield from members(of.left)
        yield from members(of.right)
    else:
        yield of


def asks_openly(test: m.IsKind) -> bool:
    """Whether a test asks nothing of a player's secret but whether it is one of some open roles."""
    of = test.of
    return isinstance(of, m.GetField) and of.field.shows_open and all(d.open for d in test.definitions)
