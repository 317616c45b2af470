"""The words of board games: squares, edges and directions, and what lies where."""

# ruff: noqa: E501  (a table reads best with a row for each word)
from __future__ import annotations

from collections.abc import Iterable

from bangrules.language.lexicon import Vocabulary, Word
from bangrules.language.types import NUMBER, Type, list_of

SQUARE, EDGE, DIRECTION = Type("values:square"), Type("values:edge"), Type("values:direction")

CONSTANTS = {
    "squares": (list_of(SQUARE), "SQUARES", (), "Every square of the board, row by row."),
    "edges": (list_of(EDGE), "EDGES", (), "Every edge of the board's squares."),
    "directions": (list_of(DIRECTION), "(0, 1, 2, 3)", (), "North, east, south and west."),
}

PROPERTIES: dict[tuple[str, str], tuple[Type, str, tuple[str, ...], str]] = {
    ("values:square", "x"): (NUMBER, "COLUMN[{0}]", (), "A square's column, from 0 in the west."),
    ("values:square", "y"): (NUMBER, "ROW[{0}]", (), "A square's row, from 0 in the north."),
    ("values:square", "around"): (
        list_of(SQUARE),
        "AROUND[{0}]",
        (),
        "The squares beside a square, not across its corners.",
    ),
    ("values:edge", "beside"): (list_of(SQUARE), "SIDES[{0}]", (), "The squares on both sides of an edge."),
    ("values:direction", "opposite"): (
        DIRECTION,
        "(({0} + 2) % 4)",
        (),
        "The direction that looks the other way.",
    ),
}

# set of values -> of what, type, code, doc
LAYERS: dict[str, tuple[str, Type, str, str]] = {
    "terrain": ("values:square", Type("values:terrain"), "TERRAIN[{0}]", "What a square is, by the map."),
    "room": ("values:square", Type("values:room"), "ROOM[{0}]", "The room a square belongs to, by the map."),
    "mark": (
        "values:square",
        Type("values:mark", True),
        "MARK[{0}]",
        "The mark that a map puts on a square, if any.",
    ),
    "barrier": ("values:edge", Type("values:barrier"), "BARRIER[{0}]", "What an edge is, by the map."),
}

WORDS = (
    Word("ahead", ("s: square?", "towards: direction"), "square?", "ahead({0}, {1})",
         "The next square in a direction, or `none` at the rim; nothing lies ahead of nowhere.", quick=True),
    Word("side", ("s: square", "towards: direction"), "edge", "SIDE[{0}][{1}]",
         "The edge of a square in a direction.", quick=True),
    Word("turned", ("towards: direction", "quarters: number"), "direction", "(({0} + {1}) % 4)",
         "A direction after so many quarter turns to the right.", quick=True),
    Word("rim", ("towards: direction",), "square*", "RIM[{0}]", "The outermost row of squares on one side.", quick=True),
    Word("ray", ("s: square?", "towards: direction", "n: number", "closed: edge*"), "square*", "ray({0}, {1}, {2}, {3})",
         "The squares straight ahead, nearest first, at most n and as far as no closed edge.", quick=True),
    Word("swath", ("s: square?", "towards: direction", "n: number", "wide: number", "closed: edge*"), "square*", "swath({0}, {1}, {2}, {3}, {4})",
         "The squares of a ray and those beside it, left to right at each distance; closed edges stop both.", quick=True),
    Word("connected", ("s: square?", "among: square*", "closed: edge*"), "square*", "connected({0}, {1}, {2})",
         "The squares of a set that hang together with a square, over no closed edge.", quick=True),
    Word("nearest", ("s: square?", "among: square*", "closed: edge*"), "square?", "nearest({0}, {1}, {2})",
         "The square of a set that is the fewest steps away; of equals north, east, south, west.", quick=True),
    Word("walk", ("s: square?", "to: square*", "over: square*", "closed: edge*"), "number", "walk({0}, {1}, {2}, {3})",
         "How many steps it is to one of some squares, over squares of a set; `unlimited` if there is no way.", quick=True),
    Word("bearing", ("a: square?", "b: square?"), "direction?", "bearing({0}, {1})",
         "The direction in which b lies straight from a, or `none`.", quick=True),
    Word("edge_between", ("a: square?", "b: square?"), "edge?", "edge_between({0}, {1})",
         "The edge that two neighbouring squares share, or `none`.", quick=True),
)  # fmt: skip


def add_board(vocabulary: Vocabulary, sets: Iterable[str]) -> Vocabulary:
    """The vocabulary with the words of boards; `sets` are the sets of values that are declared."""
    vocabulary.constants.update(CONSTANTS)
    vocabulary.properties.update(PROPERTIES)
    for id in sets:
        if id in LAYERS:
            of, type_, code, doc = LAYERS[id]
            vocabulary.properties[of, id] = (type_, code, (), doc)
    vocabulary.add(*WORDS)
    return vocabulary
