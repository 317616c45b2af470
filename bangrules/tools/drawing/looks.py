"""What the card files say of how things are drawn: colors, drawings and symbols of loaded rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from bangrules.tools.drawing.colors import INK, PAPER, RED, Paint, readable
from bangrules.vocabulary.shapes import SHAPES, SUITS

if TYPE_CHECKING:
    from bangrules.play.rules import Definition, Rules

__all__ = ["Look", "Mark", "Row", "look_of", "named_look", "suit_look", "symbols_of"]

COLORS = {
    "role": "#7a6a55", "character": "#a4732f", "event": "#5a4a78", "card": "#7d7468", "border": "#7d7468",
    "figure": "#55606e",
}  # fmt: skip
"""Of what no file gives a color."""
EMBLEMS = {"character": "person", "event": "sun", "figure": "figure"}
"""What is drawn of what no file gives a drawing."""


@frozen
class Look:
    """A drawing, if there is one, and a color; whether the drawing is one that the files give."""

    path: str | None
    color: str
    own: bool = True

    def on(self, paper: Paint = PAPER) -> Paint:
        """Its color as a sign on paper."""
        return readable(self.color, paper)


@frozen
class Mark:
    """A symbol: a drawing, what stands beside it, and whether there are many of it."""

    path: str
    paint: Paint
    note: str
    many: bool


@frozen
class Row:
    """When or on whom, and what then."""

    lead: tuple[Mark, ...]
    then: tuple[Mark, ...]


def look_of(rules: Rules, definition: Definition) -> Look:
    """How a card, character, role or event looks."""
    path, color, _ = rules.tables["drawings"][definition.index]
    figure = rules.tables["definitions"][definition.index]["figure"]
    kind = "figure" if figure else definition.kind
    if path is None and kind in EMBLEMS:
        return Look(SHAPES[EMBLEMS[kind]], color or COLORS[kind], own=False)
    return Look(path, color or COLORS[kind])


def named_look(rules: Rules, name: str) -> Look | None:
    """How a procedure, window, stat, field or value looks; None if no file says it."""
    found = rules.tables["looks"].get(name)
    return Look(found[0], found[1] or INK[0]) if found is not None else None


def suit_look(suit: str) -> tuple[str, Paint]:
    """Drawing and color of a suit."""
    return SHAPES[SUITS[suit]], RED if suit in "♥♦" else INK


def symbols_of(rules: Rules, definition: Definition) -> tuple[Row, ...]:
    """The symbols of a card, row by row; what has a color only has none."""
    rows = []
    for lead, then in rules.tables["drawings"][definition.index][2]:
        row = Row(marks(rules, lead), marks(rules, then))
        if row.lead or row.then:
            rows.append(row)
    return tuple(rows)


def marks(rules: Rules, written: tuple[tuple[str, str, bool], ...]) -> tuple[Mark, ...]:
    found = []
    for name, note, many in written:
        look = named_look(rules, name)
        if look is not None and look.path is not None:
            found.append(Mark(look.path, look.on(), note, many))
    return tuple(found)
