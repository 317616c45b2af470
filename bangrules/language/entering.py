"""What may come into force while a procedure runs, so that its hooks have a part in what follows."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language.asking import conjuncts, sort_wanted
from bangrules.language.emit_flow import every
from bangrules.language.layout import decisive_parts, reads, structural

__all__ = ["comes_in", "entering"]

ALL = frozenset(("event", "card"))
CARDS = frozenset(("card",))
HELD = frozenset(("role", "character"))


def entering(model: m.Model) -> dict[int, frozenset[str]]:
    """For each procedure, by its `id`: the kinds of definitions that may come into force in its body.

    A card in a zone in force of a player brings in itself, one in a pile in force whatever it decides about,
    a field what it decides about.
    """
    fields = deciding(model)
    by_zones = frozenset().union(*(kinds for key, kinds in fields.items() if key.startswith("zone ")))
    programs = [*model.procedures.values(), *model.programs]
    found: dict[int, frozenset[str]] = {}
    calls: dict[int, set[int]] = {}
    actions = {id(a.run) for a in model.actions if a.run is not None}
    of_engine = [model.procedures[id] for id in ("act", "affect") if id in model.procedures]
    actions |= {id(h.run) for proc in of_engine for h in proc.hooks}
    for proc in programs:
        kinds: frozenset[str] = frozenset()
        to: set[int] = set(actions) if proc in of_engine else set()
        for st in every(proc.body or ()):
            if isinstance(st, m.Invoke):
                to |= {id(st.proc), *(id(h.run) for h in st.proc.hooks)}
            elif isinstance(st, m.LaterSt):
                to.add(id(st.run))
            elif isinstance(st, m.Command) and st.word == "move":
                kinds |= brought(st.args[1], model) | by_zones
            elif isinstance(st, m.SetField):
                kinds |= fields.get(f"field {st.field.id}", frozenset())
            elif isinstance(st, m.Command) and getattr(st.word, "id", None) == "offer":
                to |= actions
        found[id(proc)], calls[id(proc)] = kinds, to
    changed = True
    while changed:
        changed = False
        for program, called in calls.items():
            kinds = found[program].union(*(found.get(x, frozenset()) for x in called))
            if kinds != found[program]:
                found[program], changed = kinds, True
    return found


def comes_in(hook: m.Hook, kinds: frozenset[str]) -> bool:
    """Whether a hook may come into force while what it hooks runs, and has a part in it still."""
    if hook.when != "after" or hook.owner is None:
        return False
    return ("card" if hook.owner.kind == "border" else hook.owner.kind) in kinds


def deciding(model: m.Model) -> dict[str, frozenset[str]]:
    """The fields and zones that decide what is at work, with the kinds of definitions about which they do.

    Whether an ability is in force by the rules alone is left out: what has left the table seldom returns.
    """
    found: dict[str, frozenset[str]] = {}
    for field, stats in structural(model)[1].items():
        found[field] = HELD | CARDS if "in_force" in stats else HELD
    for part, _ in decisive_parts(model.stats["abilities"]) if "abilities" in model.stats else ():
        for field in reads(part, {}):
            found[field] = found.get(field, frozenset()) | HELD
    stat = model.stats.get("in_force")
    if stat is None:
        return found
    for part, modifier in decisive_parts(stat):
        if modifier is not None and modifier.owner is not None:
            continue
        sorts = {sort_wanted(x, stat) for x in conjuncts(modifier.guard)} if modifier is not None else set()
        if HELD.isdisjoint(sorts):
            for key in reads(part, {}):
                found[key] = found.get(key, frozenset()) | (CARDS if "card" in sorts else HELD | CARDS)
    return found


def brought(place: m.Ex, model: m.Model) -> frozenset[str]:
    """What a card may bring into force where it is moved to."""
    if not isinstance(place, m.ZoneRef):
        zones = [z for z in model.zones.values() if z.force]
    else:
        zones = [place.zone] if place.zone.force else []
    if any(not z.of_player for z in zones):
        return ALL
    return CARDS if zones else frozenset()
