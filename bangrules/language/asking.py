"""What expressions tell: which stats are asked at all, on what they depend, when conditions hold."""

from __future__ import annotations

from typing import Any

from bangrules.language import model as m
from bangrules.language.emit_flow import every
from bangrules.language.flow import rebuilt, walk
from bangrules.language.improve import Lies
from bangrules.language.layout import deciders, stat_reads
from bangrules.language.types import CARDS, PLAYER, ZONE

__all__ = [
    "all_conjuncts", "asked_in", "exactly_keyed", "held_in", "keyed", "of_cards", "of_cards_alone",
    "of_given", "of_options", "of_owner", "positive", "silencing", "sort_wanted", "sorts_wanted",
]  # fmt: skip


def asked_in(model: m.Model) -> set[str]:
    """The stats that programs, clauses, patterns and other stats ask."""
    parts: list[Any] = [st for p in model.programs for st in every(p.body or ())]
    parts += [st for p in model.procedures.values() for st in every(p.body or ())]
    for stat in model.stats.values():
        parts += [stat.base, stat.bound and stat.bound[1]]
        parts += [part for x in stat.modifiers for part in (x.guard, x.value)]
    parts += [h.guard for p in model.procedures.values() for h in p.hooks]
    parts += [x.cond for x in model.provisos]
    for a in model.actions:
        parts.append(a.targets)
    for c in [c for a in model.actions for c in a.checks] + [c for u in model.uses for c in u.checks]:
        parts += [c.cond, c.limit and c.limit.amount, c.cost and c.cost.amount, c.cost and c.cost.cond]
    parts += [u.what for u in model.uses]
    inside = [x for part in parts if part is not None for x in walk(part)]
    faces = {stat.id for x in inside if isinstance(x, m.Matches) for stat in x.faces}
    return faces | {x.stat.id for x in inside if isinstance(x, m.AskStat)}


def of_cards(stat: m.Stat, depends: set[str]) -> m.Zone | None:
    """The zone of its player on whose cards alone, and how they are printed, a stat depends."""
    if len(stat.params) != 1 or stat.modifiers or stat.bound is not None or stat.base is None:
        return None
    zones = {x.zone for x in walk(stat.base) if isinstance(x, m.ZoneRef)}
    if len(zones) != 1 or depends != {f"zone {z.id}" for z in zones} or stat.params[0].type != PLAYER:
        return None
    rest = of_given(stat.base, m.Const(None, type=CARDS))
    apart = (m.AskStat, m.GetField, m.Shown, m.During, m.ZoneRef, m.ReadZone)
    if any(isinstance(x, apart) or (isinstance(x, m.UseWord) and x.word.reads) for x in walk(rest)):
        return None
    if any(isinstance(x, m.Local) and x.name == stat.params[0].code for x in walk(rest)):
        return None
    return zones.pop()


def of_given(x: Any, cards: m.Const) -> Any:
    """An expression with given cards in place of those of a player's zone."""
    if isinstance(x, tuple):
        return tuple(of_given(y, cards) for y in x)
    if isinstance(x, m.ReadZone) and isinstance(x.place, m.ZoneRef) and isinstance(x.place.owner, m.Local):
        return cards
    return rebuilt(x, lambda part: of_given(part, cards)) if isinstance(x, m.Ex) else x


def held_in(a: m.Action, player: m.Ex) -> Lies | None:
    """Where the card of an action lies before it is paid with."""
    zones = [c.zone for c in a.checks if c.zone is not None]
    if len(zones) != 1 or not zones[0].of_player:
        return None
    return Lies((m.ZoneRef(zones[0], player, type=ZONE),))


def keyed(x: m.Modifier) -> int | None:
    """Which parameter a modifier's pattern wants to be its player, if any."""
    for part in conjuncts(x.guard):
        if isinstance(part, m.Op) and part.op == "==" and isinstance(part.left, m.Local):
            for k, p in enumerate(x.stat.params):
                if part.left.name == p.code and p.type == PLAYER and is_self(part.right):
                    return k
    return None


def exactly_keyed(x: m.Modifier) -> bool:
    """Whether a modifier asks nothing else."""
    return len(conjuncts(x.guard)) == 1


def conjuncts(guard: m.Ex) -> list[m.Ex]:
    if isinstance(guard, m.Op) and guard.op == "and":
        return conjuncts(guard.left) + conjuncts(guard.right)
    return [guard]


def all_conjuncts(guard: m.Ex) -> list[m.Ex]:
    """What all must hold for a condition, in the plain stats that it asks too."""
    found = []
    for part in conjuncts(guard):
        stat = part.stat if isinstance(part, m.AskStat) else None
        if stat is not None and stat.base is not None and not stat.modifiers and stat.bound is None:
            found += all_conjuncts(stat.base)
        else:
            found.append(part)
    return found


def positive(x: m.Ex) -> bool:
    """Whether a number is sure to be above 0."""
    if isinstance(x, m.Const):
        return (
            x.value is not True
            and isinstance(x.value, int | str)
            and str(x.value).isdigit()
            and int(x.value) > 0
        )
    if not isinstance(x, m.AskStat) or x.stat.base is None or not positive(x.stat.base):
        return False
    bound = x.stat.bound
    if bound is not None and bound[0] == "most" and not positive(bound[1]):
        return False
    return all(y.op in ("+", "set", "least", "most") and positive(y.value) for y in x.stat.modifiers)


def of_options(x: m.Ex) -> bool:
    """Whether a condition is about the options of the rules alone."""
    if isinstance(x, m.NotEx):
        return of_options(x.of)
    return isinstance(x, m.Const) and isinstance(x.value, m.Code) and "OPTIONS" in x.value


def is_self(x: m.Ex) -> bool:
    return isinstance(x, m.Local) and x.name == "self"


THING, OWNER = "thing", "owner"


def of_owner(model: m.Model, field: m.Field) -> bool:
    """Whether a field has a say only in what abilities its player has, and in what is in force of that one's.

    All that decides what is at work then asks it of the owner of what it is asked about.
    """
    if field.of != "player":
        return False
    for stat in deciders(model):
        param = stat.params[0]
        what = OWNER if param.type == PLAYER else THING
        if not of_owner_in(stat, f"field {field.id}", {param.code: what}, set()):
            return False
    return True


def of_owner_in(stat: m.Stat, key: str, known: dict[str, str], seen: set[Any]) -> bool:
    """Whether a stat asks a field of the owner alone, where it is known which of its parameters that is."""
    if key not in stat_reads(stat, {}):
        return True
    at = (stat.id, *sorted(known.items()))
    if at in seen:
        return True
    seen.add(at)
    parts: list[tuple[m.Ex, dict[str, str]]] = [(stat.base, known)] if stat.base is not None else []
    if stat.bound is not None:
        parts.append((stat.bound[1], known))
    for modifier in stat.modifiers:
        k = keyed(modifier)
        own = k is not None and known.get(stat.params[k].code) == OWNER
        inside = {**known, "self": OWNER} if own else known
        parts += [(modifier.guard, inside), (modifier.value, inside)]
    return all(asked_of_owner(ex, key, inside, seen) for ex, inside in parts)


def asked_of_owner(ex: m.Ex, key: str, known: dict[str, str], seen: set[Any]) -> bool:
    def meaning(x: m.Ex | None) -> str | None:
        if isinstance(x, m.Local):
            return known.get(str(x.name))
        if isinstance(x, m.Property) and x.name == "source.owner" and meaning(x.of) == THING:
            return OWNER
        return None

    for x in walk(ex):
        if isinstance(x, m.GetField | m.Shown) and f"field {x.field.id}" == key:
            if meaning(x.owner) != OWNER:
                return False
        elif isinstance(x, m.AskStat):
            given = zip(x.stat.params, x.args, strict=True)
            inside = {p.code: what for p, arg in given if (what := meaning(arg)) is not None}
            if not of_owner_in(x.stat, key, inside, seen):
                return False
        elif isinstance(x, m.Matches):
            if any(key in stat_reads(face, {}) for face in x.faces):
                return False
        elif isinstance(x, m.UseWord) and "everything" in x.word.reads:
            return False
    return True


def of_cards_alone(x: m.Modifier) -> bool:
    """Whether a modifier of what is in force changes that of cards alone."""
    return x.stat.id == "in_force" and "card" in sorts_wanted(x)


def sorts_wanted(x: m.Modifier) -> set[str]:
    """The sorts of thing that the conditions of a modifier want what its stat is asked of to be."""
    return {sort for y in conjuncts(x.guard) if (sort := sort_wanted(y, x.stat)) is not None}


def sort_wanted(x: m.Ex, stat: m.Stat) -> str | None:
    """The sort of thing that a condition wants what a stat is asked of to be."""
    if isinstance(x, m.IsSort) and isinstance(x.of, m.Local) and x.of.name == stat.params[0].code:
        return x.sort
    return None


def silencing(x: m.Modifier) -> bool:
    """Whether an ability may put more out of force than cards."""
    by_ability = x.owner is not None and x.owner.kind != "event"
    return x.stat.id == "in_force" and by_ability and not of_cards_alone(x)
