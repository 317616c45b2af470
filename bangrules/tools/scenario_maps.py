"""Maps that scenarios draw: a board of their own, with names for the squares that matter.

The characters mean what they mean on the map of the packs. Any other letter names the square it stands on,
which is of the first terrain of that map; the scenario's lines use the name for the square, and with N, E, S
or W behind it for an edge of the square.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import evolve

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.play.rules import Rules
from bangrules.tools.scenario_tables import fail

__all__ = ["drawing_of", "with_places"]

SECTIONS = ("terrain", "barrier", "room")
T = TypeVar("T", bound=s.Node)


def drawing_of(scenario: sc.Scenario, rules: Rules) -> tuple[str, list[sc.Line | None]]:
    """The map that a scenario draws, as a map file, and the scenario's line behind each of its lines.

    Empty if it draws none. `rules` are those with the packs' own map.

    :raises Failed: it cannot be a map.
    """
    rows: dict[str, list[sc.MapLine]] = {"board": [], "rooms": []}
    marks = []
    for line in scenario.lines:
        if isinstance(line, sc.MapLine):
            rows[line.drawing].append(line)
        elif isinstance(line, sc.MarkLine):
            marks.append(line)
    drawn = [*rows["board"], *rows["rooms"], *marks]
    if not drawn:
        return "", []
    board = rules.tables["board"]
    if board is None:
        fail("there is no board in these packs", drawn[0].at)
    if not rows["board"]:
        fail('a map is drawn with rows of squares and edges, as in `map " . o ."`', drawn[0].at)
    text: list[str] = []
    behind: list[sc.Line | None] = []
    for section in SECTIONS:
        if section in board["chars"]:
            names = rules.tables["values"][section][0]
            text.append(section)
            for value, chars in board["chars"][section].items():
                text += [f"    {'_' if char == ' ' else char} {names[value]}" for char in chars]
    behind += [None] * len(text)
    places = named_squares(rows["board"], board["chars"])
    for mark in marks:
        squares = " ".join(square_of(thing, places) for thing in mark.things)
        text.append(f"mark {mark.mark} {squares}")
        behind.append(mark)
    ground = next(iter(board["chars"]["terrain"].values()))[0]
    for drawing, lines in rows.items():
        if lines:
            text.append(drawing)
            behind.append(lines[0])
        for line in lines:
            row = line.row
            if drawing == "board":
                row = "".join(ground if is_name(char, board["chars"]) else char for char in row)
            text.append("    " + row)
            behind.append(line)
    return "\n".join(text) + "\n", behind


def is_name(char: str, chars: Mapping[str, Mapping[int, str]]) -> bool:
    """Whether a character of a drawing names a square: a letter that means nothing on the map."""
    meaning = "".join(x for section in ("terrain", "barrier") for x in chars.get(section, {}).values())
    return char.isalpha() and char not in "ABCDEFGH" and char not in meaning


def named_squares(rows: list[sc.MapLine], chars: Mapping[str, Mapping[int, str]]) -> dict[str, str]:
    """The squares with names, as `(x,y)`."""
    found: dict[str, str] = {}
    for y, line in enumerate(rows):
        for x, char in enumerate(line.row):
            if is_name(char, chars):
                if char in found:
                    fail(f"`{char}` names two squares of this map", line.at)
                if x % 2 == 0 or y % 2 == 0:
                    fail(f"`{char}` stands between squares", line.at)
                found[char] = f"({x // 2},{y // 2})"
    return found


def square_of(thing: sc.Thing, places: Mapping[str, str]) -> str:
    """The square that a thing of a `map` line names."""
    place = thing.place or places.get(thing.id or "")
    if place is None:
        fail("here a square is expected, as `(2,1)` or a letter of the drawing", thing.at)
    return place


def with_places(scenario: sc.Scenario, rules: Rules) -> sc.Scenario:
    """The scenario with squares for the letters of its drawing."""
    rows = [line for line in scenario.lines if isinstance(line, sc.MapLine) and line.drawing == "board"]
    board = rules.tables["board"]
    places = named_squares(rows, board["chars"]) if rows and board is not None else {}
    if not places:
        return scenario
    edges = {f"{name}{side}": f"{place}{side}" for name, place in places.items() for side in "NESW"}
    return evolve(scenario, lines=tuple(placed(line, {**places, **edges}) for line in scenario.lines))


def placed(node: T, places: Mapping[str, str]) -> T:
    """A line, or a part of one, with places for names."""
    if isinstance(node, sc.Thing):
        plain = node.seat is None and node.face is None and node.copy is None
        here = places.get(node.id or "") if plain else None
        return evolve(node, id=None, place=here) if here is not None else node
    if isinstance(node, sc.ExpectLine) and node.kind == "has" and node.seat is None and node.id in places:
        about = sc.Thing(place=places.get(node.id or ""), at=node.at)
        head, rest = node.things[0] if node.things else sc.Thing(at=node.at), node.things[1:]
        number = rest[0].number if rest else None
        things = rest[1:] if number is not None else rest
        node = evolve(node, kind="of", id=head.id, subject=about, things=things, number=number)
    changes: dict[str, Any] = {}
    for name in ("thing", "things", "details", "subject", "target", "value", "deed"):
        part = getattr(node, name, None)
        if isinstance(part, s.Node):
            changes[name] = placed(part, places)
        elif isinstance(part, tuple):
            changes[name] = tuple(placed(x, places) if isinstance(x, s.Node) else x for x in part)
    return evolve(node, **changes) if changes else node
