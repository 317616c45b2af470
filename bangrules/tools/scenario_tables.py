"""The tables that scenarios give, as `new_game` takes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.spelling import suggest
from bangrules.play import reading
from bangrules.play.deeds import thing_text
from bangrules.play.naming import SEAT_LETTERS, called, member_of, unclear
from bangrules.play.rules import Rules

__all__ = ["Failed", "fail", "given_table", "hint", "may_be", "no_option", "value_of"]


FEW = 5
"""How many options are named where one is unknown."""


class Failed(Exception):
    """A line of a scenario does not hold."""

    def __init__(self, message: str, at: s.Span) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


def fail(message: str, at: s.Span) -> NoReturn:
    raise Failed(message, at)


def given_table(rules: Rules, scenario: sc.Scenario) -> tuple[dict[str, Any], dict[str, s.Span]]:
    """The arguments for `new_game`, and the lines from which those of each seat and detail come."""
    fields, zones = reading.fields_of(rules), reading.zones_of(rules)
    table: dict[str, Any] = {"seats": [], "options": {}}
    places: dict[str, s.Span] = {}
    for line in scenario.lines:
        match line:
            case sc.SeatLine(seat=letter):
                if len(table["seats"]) == len(SEAT_LETTERS):
                    fail(f"a table has {len(SEAT_LETTERS)} seats at most", line.at)
                if letter != SEAT_LETTERS[len(table["seats"]) : len(table["seats"]) + 1]:
                    fail(
                        f"seats are given in order: here `seat {SEAT_LETTERS[len(table['seats'])]}`", line.at
                    )
                table["seats"].append(seat_from(rules, line))
                places[letter] = line.at
            case sc.ZoneLine(zone="rest", things=things) if "rest" not in zones:
                if [thing_text(t) for t in things] != ["box"]:
                    fail("`rest box` leaves the cards that are not given out of the game", line.at)
                table["rest"] = False
            case sc.ZoneLine(zone=id) | sc.FieldLine(id=id) if id not in fields and id not in zones:
                known = [z.id for z in zones.values() if z.of_game]
                known += [f.id for f in fields.values() if f.of_game]
                fail(f"there is no field or zone of the game called `{id}`{hint(id, known)}", line.at)
            case sc.ZoneLine(zone=id, things=things):
                single = id in fields and member_of(fields[id].type) is None
                if single and id not in zones and len(things) == 1:
                    table[id] = value_of(things[0])
                else:
                    table[id] = [thing_text(t) for t in things]
                places[id] = line.at
            case sc.PutLine(thing=thing, details=details):
                for detail in details:
                    id = own_field(rules, thing, detail.id)
                    if id not in fields or fields[id].of in ("game", "player"):
                        known = [f.id for f in fields.values() if f.of not in ("game", "player")]
                        what = "there is no field of cards or places called"
                        fail(f"{what} `{detail.id}`{hint(detail.id, known)}", line.at)
                    wanted, behind = fields[id].type.rstrip("?"), detail.things[0]
                    if wanted != "yesno" and behind.id == "yes" and behind.at == detail.at:
                        fail(f"the {wanted.removeprefix('values:')} is missing behind `{detail.id}`", line.at)
                    table.setdefault(id, {})[thing_text(thing)] = value_of(detail.things[0])
                    places[id] = places[f"{id} {thing_text(thing)}"] = line.at
            case sc.DiceLine(numbers=numbers):
                table["dice"] = list(numbers)
                places["dice"] = line.at
            case sc.FieldLine(id=id, value=value):
                table[id] = value_of(value)
                places[id] = line.at
            case sc.OptionLine(id=id) if id.rpartition(".")[2] not in rules.options:
                fail(no_option(rules, id), line.at)
            case sc.OptionLine(id=id, value=value):
                table["options"][id.rpartition(".")[2]] = literal(value)
                places[f"option {id.rpartition('.')[2]}"] = places["options"] = line.at
            case sc.TurnLine(seat=letter, phase=phase):
                table["turn"] = letter
                table["phase"] = phase
                places["turn"] = places["phase"] = line.at
            case sc.MapLine() | sc.MarkLine():
                pass
            case sc.StepLine() | sc.ExpectLine():
                break
    return table, places


def own_field(rules: Rules, thing: sc.Thing, id: str) -> str:
    """A field by its name: one of the card's own, kept under the id of who declares it too, or of all."""
    fields = reading.fields_of(rules)
    found = called(rules, thing.id)
    line = [] if found is None else [rules.by_index[d] for d in rules.ns["LINE_OF"][found.index]]
    own = [f"{d.id}.{id}" for d in (found, *line) if d is not None]
    return next((x for x in own if x in fields and fields[x].of == "card"), id)


def literal(value: s.Expr) -> Any:
    """The value of an option."""
    if isinstance(value, s.Number | s.Text):
        return value.value
    return value.id if isinstance(value, s.Name) else None


def value_of(thing: sc.Thing) -> Any:
    """A field's value from what a line writes."""
    return thing.number if thing.number is not None else thing_text(thing)


def seat_from(rules: Rules, line: sc.SeatLine) -> dict[str, Any]:
    """The fields and zones of a seat: words are values of fields, or names of zones and cards in them."""
    fields = {id: f for id, f in reading.fields_of(rules).items() if f.of == "player"}
    zones = {z.id for z in reading.zones_of(rules).values() if z.of_player}
    seat: dict[str, Any] = {}
    zone: str | None = None  # the one that is being filled

    def begin(id: str, cards: list[str]) -> str | None:
        if id in zones and id in seat:
            fail(f"`{id}` is given twice", line.at)
        seat[id] = cards
        return id if id in zones else None

    starts = line.starts or range(-len(line.words), 0)
    items: list[tuple[int, str | sc.Detail]] = [*zip(starts, line.words, strict=True)]
    items = sorted([*items, *((d.at.start, d) for d in line.details)], key=lambda item: item[0])
    queue = [item for _, item in items]
    while queue:
        item = queue.pop(0)
        id, things = (item, ()) if isinstance(item, str) else (item.id, item.things)
        behind = queue[0] if queue and isinstance(queue[0], str) else None
        if zone is not None and id not in zones and id not in fields and may_lie(rules, id):
            seat[zone] += [id, *map(thing_text, things)]
            continue
        if things:
            if id in fields and len(things) == 1:
                zone, seat[id] = None, value_of(things[0])
            else:
                zone = begin(id, [thing_text(t) for t in things])
            continue
        if id in zones:
            zone = begin(id, [])
            continue
        zone = None
        if id in fields and fields[id].type.rstrip("?") == "yesno":
            seat[id] = queue.pop(0) == "yes" if behind in ("yes", "no") else True
        elif id in fields and behind is not None:
            seat[id] = queue.pop(0)
        else:
            seat[field_with(rules, fields, zones, seat, id, line.at)] = id
    return seat


def field_with(
    rules: Rules,
    fields: Mapping[str, reading.FieldRow],
    zones: set[str],
    seat: Iterable[str],
    word: str,
    at: s.Span,
) -> str:
    """The field that a word alone is the value of: the first that may have it and has none yet."""
    field = next((f for f in fields.values() if f.id not in seat and may_be(rules, f, word)), None)
    if field is None:
        if word in fields:
            fail(f"the value is missing behind `{word}`", at)
        meant = next((d.id for d in rules.by_index if word in d.name.split()), None)
        if meant is not None and meant not in fields:
            fail(f"`{word}` is no value of a field of a player; an id is meant, as in `{meant}`", at)
        known = [*fields, *zones, *values(rules, fields.values())]
        told = f"`{word}` is no value of a field of a player, and no field or zone{hint(word, known)}"
        fail(unclear(rules, word) or told, at)
    return field.id


def may_lie(rules: Rules, word: str) -> bool:
    """Whether a word alone names a card: any with that name."""
    found = called(rules, word, ("card",))
    return found is not None and found.kind == "card"


def hint(word: str, known: Iterable[str]) -> str:
    """What a misspelt word may have been meant to be."""
    meant = suggest(word, known)
    return f"; did you mean `{meant}`?" if meant else ""


def no_option(rules: Rules, id: str) -> str:
    """That the rules have no option called so, and which may be meant."""
    known = list(rules.options)
    there = f"there are {', '.join(known) or 'none'}"
    if len(known) > FEW:
        there = f"there are {len(known)}, as {', '.join(known[:2])}: the pages of the packs list them"
        there += ", and `bangrules show NAME` tells of one"
    return f"there is no option `{id}`{hint(id, known) or f'; {there}'}"


def values(rules: Rules, fields: Iterable[reading.FieldRow]) -> list[str]:
    """All words that `may_be` values of some of the fields."""
    words = [id for ids, _ in rules.tables["values"].values() for id in ids] + list(rules.definitions)
    among = list(fields)
    return [word for word in words if any(may_be(rules, field, word) for field in among)]


def may_be(rules: Rules, field: reading.FieldRow, word: str) -> bool:
    """Whether a word stands for a value of a field: a definition or a declared word."""
    type_ = field.type.rstrip("?")
    if type_.startswith("values:"):
        return word in rules.tables["values"][type_[7:]][0]
    kind = "card" if type_ == "kind" else type_
    found = called(rules, word, (kind,))
    return found is not None and found.kind == kind
