"""Where each zone, field and scope of a model lives in the state, and where each ability in the index."""

from __future__ import annotations

from typing import Any

from attrs import Factory, define

from bangrules.language import model as m
from bangrules.language.flow import SKIPPED, walk


@define
class Slots:
    """The numbers the kernel fixes, handed in so that the language knows no kernel."""

    first_free: int
    seats: int
    first_card: int
    ability: int
    names: dict[str, int] = Factory(dict)


@define(eq=False)
class Layout:
    """Slots of the state and of the index."""

    slots: Slots
    zones: dict[str, int] = Factory(dict)
    fields: dict[str, int] = Factory(dict)
    shown: dict[str, int] = Factory(dict)
    scopes: dict[str, int] = Factory(dict)
    size: int = 0
    index: dict[str, int] = Factory(dict)
    memo: set[str] = Factory(set)

    def entry(self, key: str) -> int:
        """The index slot for `key`, made when first asked for."""
        return self.index.setdefault(key, len(self.index))


def lay_out(model: m.Model, slots: Slots) -> Layout:
    """Give every zone, field and scope its slot."""
    layout = Layout(slots)
    at = slots.first_free
    for zone in model.zones.values():
        layout.zones[zone.id] = at
        at += slots.seats if zone.of_player else 1
    for scope in sorted(model.scopes - {"effect"}):
        layout.scopes[scope] = at
        at += 2
    layout.scopes["effect"] = slots.names["EFFECT"]
    for field in model.fields.values():
        layout.fields[field.id] = at
        at += 1
    for field in model.fields.values():
        if field.of == "player" and field.seen != "everyone":
            layout.shown[field.id] = at
            at += 1
    layout.size = at
    return layout


def structural(model: m.Model) -> tuple[set[str], dict[str, set[str]]]:
    """The state that decides what is at work: always, and only while a definition has a say in it.

    The second tells for a field which of the `DECIDERS` then depend on it.
    """
    always = {f"zone {z.id}" for z in model.zones.values() if z.force}
    if always:
        always.add(LYING)
    loose: dict[str, set[str]] = {}
    for stat in deciders(model):
        for part, modifier in decisive_parts(stat):
            for key in reads(part, {}):
                if modifier is not None and not modifier.always and key.startswith("field "):
                    loose.setdefault(key, set()).add(stat.id)
                elif key.startswith(("field ", "zone ")):
                    always.add(key)
    return always, {key: ids for key, ids in loose.items() if key not in always}


def asking_for_self(model: m.Model, key: str) -> list[m.Modifier] | None:
    """The deciding modifiers that ask of a field of the game whether it is their own player.

    None where any asks more of it.
    """
    found = []
    for stat in deciders(model):
        for part, modifier in decisive_parts(stat):
            if key not in reads(part, {}):
                continue
            inside = list(walk(part))
            asked = {id(x) for x in inside if isinstance(x, m.GetField) and f"field {x.field.id}" == key}
            own = [x for x in inside if isinstance(x, m.Op) and x.op == "==" and id(x.left) in asked]
            indirect = any(isinstance(x, m.AskStat) and key in stat_reads(x.stat, {}) for x in inside)
            if modifier is None or modifier.always or indirect or len(own) < len(asked):
                return None
            if not all(isinstance(x.right, m.Local) and x.right.name == "self" for x in own):
                return None
            if modifier not in found:
                found.append(modifier)
    return found


def deciders(model: m.Model) -> list[m.Stat]:
    return [model.stats[id] for id in m.DECIDERS if id in model.stats]


def decisive_parts(stat: m.Stat) -> list[tuple[m.Ex, m.Modifier | None]]:
    """The expressions of a stat, those of modifiers with them."""
    parts: list[tuple[m.Ex, m.Modifier | None]] = [(stat.base, None)] if stat.base is not None else []
    for modifier in stat.modifiers:
        parts += [(modifier.guard, modifier), (modifier.value, modifier)]
    return parts


def upsetting(model: m.Model) -> list[str]:
    """The zones whose cards have a say in what else is at work, so that a move may change everything.

    Where a thing itself lies changes only whether that one is in force.
    """
    found: set[str] = set()
    for stat in deciders(model):
        for part, _ in decisive_parts(stat):
            found |= reads(part, {}, stat.params[0].code)
    force = {z.id for z in model.zones.values() if z.force}
    zones = {key.removeprefix("zone ") for key in found if key.startswith("zone ")}
    return sorted(zones | force if LYING in found else zones)


def decisive(model: m.Model) -> dict[str, set[str]]:
    """For each of the `DECIDERS` the stats that it asks, itself among them."""
    return {stat.id: stats_asked(stat, set()) for stat in deciders(model)}


LYING = "lying"
"""Stands among what is read for where a card lies, by way of a property such as `holder`."""


def stat_reads(stat: m.Stat, known: dict[str, set[str]]) -> set[str]:
    """All state a stat reads, through other stats and modifiers too."""
    if stat.id in known:
        return known[stat.id]
    known[stat.id] = set()
    found: set[str] = set()
    parts: list[m.Ex] = [stat.base] if stat.base is not None else []
    if stat.bound is not None:
        parts.append(stat.bound[1])
    for modifier in stat.modifiers:
        parts += [modifier.guard, modifier.value]
    for part in parts:
        found |= reads(part, known)
    known[stat.id] = found
    return found


def reads(ex: Any, known: dict[str, set[str]], own: str | None = None) -> set[str]:
    """All state an expression reads.

    As `field x`, `shown x`, `zone x`, `scope x`, `lying`, `forms`, `everything`. Where what the parameter
    `own` stands for lies is left out.
    """
    found: set[str] = set()

    def visit(x: Any) -> None:
        if isinstance(x, tuple):
            for y in x:
                visit(y)
            return
        if not isinstance(x, m.Ex):
            return
        if isinstance(x, m.GetField):
            found.add(f"field {x.field.id}")
        elif isinstance(x, m.Shown):
            found.update((f"field {x.field.id}", f"shown {x.field.id}"))
        elif isinstance(x, m.ReadZone):
            place = x.place
            found.add(f"zone {place.zone.id}" if isinstance(place, m.ZoneRef) else "everything")
        elif isinstance(x, m.AskStat):
            found.update(stat_reads(x.stat, known))
        elif isinstance(x, m.Matches):
            for stat in x.faces:
                found.update(stat_reads(stat, known))
        elif isinstance(x, m.UseWord):
            for what in x.word.reads:
                refs = [a for a in x.args if isinstance(a, m.ZoneRef)]
                found.update(f"zone {r.zone.id}" for r in refs)
                if what == "everything" or not refs:
                    found.add("everything")
        elif isinstance(x, m.Property) and "zones" in x.reads:
            if not (isinstance(x.of, m.Local) and x.of.name == own):
                found.add(LYING)
        elif (isinstance(x, m.Property) and x.name == "card.kind") or (
            isinstance(x, m.IsKind) and x.of.type.plain.name in ("card", "event", "thing")
        ):
            found.add("forms")
        elif isinstance(x, m.During):
            found.add(f"scope {x.what}")
        for slot in x.__attrs_attrs__:
            if slot.name not in SKIPPED:
                visit(getattr(x, slot.name))

    visit(ex)
    return found


def stats_asked(stat: m.Stat, known: set[str]) -> set[str]:
    """The stat itself and all it asks, through modifiers too."""
    if stat.id in known:
        return known
    known.add(stat.id)
    parts: list[Any] = [stat.base, stat.bound[1] if stat.bound else None]
    for modifier in stat.modifiers:
        parts += [modifier.guard, modifier.value]

    def visit(x: Any) -> None:
        if isinstance(x, tuple):
            for y in x:
                visit(y)
        elif isinstance(x, m.Ex):
            if isinstance(x, m.AskStat):
                stats_asked(x.stat, known)
            elif isinstance(x, m.Matches):
                for face in x.faces:
                    stats_asked(face, known)
            for slot in x.__attrs_attrs__:
                if slot.name not in SKIPPED:
                    visit(getattr(x, slot.name))

    visit(tuple(parts))
    return known
