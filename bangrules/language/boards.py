"""Maps: a drawing of squares and the edges between them, as a plain text file beside the card files.

A map has sections, each a word in column 1 with indented lines below it: `terrain`, `barrier` and `room` say
what the characters of the drawings mean (`X search`), in values that the card files declare; `mark` names
single squares; `board` is the drawing of squares and edges, `rooms` a second one of squares alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import Factory, define

from bangrules.language.diagnostics import Replacement, Reporter
from bangrules.language.sources import Source
from bangrules.language.spelling import suggest
from bangrules.language.syntax import Span

__all__ = ["BOARD_SETS", "DIRECTIONS", "Board", "read_board", "refuse"]

BOARD_SETS = ("terrain", "barrier", "room", "mark")
"""The sets of values that a map speaks of."""
DIRECTIONS = ("north", "east", "south", "west")
SECTIONS = (*BOARD_SETS, "board", "rooms")
BLANK = "_"
MARGIN = 4
LARGEST = 60
_SQUARE = re.compile(r"\(([0-9]{1,9}),([0-9]{1,9})\)")


@define(eq=False)
class Board:
    """A board: what each square and edge is, as numbers of values.

    Squares are numbered row by row; edges too, first those in the north of each row and of the row below the
    last, then those in the west of each column and of the column behind the last.
    """

    id: str
    name: str
    width: int = 0
    height: int = 0
    terrain: list[int] = Factory(list)
    room: list[int] = Factory(list)
    mark: list[int | None] = Factory(list)
    barrier: list[int] = Factory(list)
    chars: dict[str, dict[int, str]] = Factory(dict)  # set -> value -> all characters that draw it
    drawn: list[Span] = Factory(list)  # where in the map each square is

    def square(self, x: int, y: int) -> int:
        """The number of a square."""
        return y * self.width + x

    def side(self, x: int, y: int, direction: int) -> int:
        """The number of the edge of a square in a direction."""
        w, h = self.width, self.height
        if direction in (0, 2):
            return (y + (direction == 2)) * w + x
        return (h + 1) * w + y * (w + 1) + x + (direction == 1)

    def around(self, x: int, y: int) -> tuple[int, ...]:
        """The edges of a square, by direction."""
        return tuple([self.side(x, y, direction) for direction in range(len(DIRECTIONS))])

    def values(self) -> dict[str, tuple[str, ...]]:
        """The names of all squares, edges and directions."""
        squares = tuple(f"({x},{y})" for y in range(self.height) for x in range(self.width))
        edges: dict[int, str] = {}
        for name, number in self.sides():
            edges.setdefault(number, name)
        names = tuple(edges[i] for i in range(len(edges)))
        return {"square": squares, "edge": names, "direction": DIRECTIONS}

    def sides(self) -> list[tuple[str, int]]:
        """The edges by all names they have: the first of each is the one that is written."""
        found = []
        for direction, letter in ((2, "S"), (1, "E"), (0, "N"), (3, "W")):
            found += [
                (f"({x},{y}){letter}", self.side(x, y, direction))
                for y in range(self.height)
                for x in range(self.width)
            ]
        return found

    def table(self) -> dict[str, Any]:
        """All of it as plain data."""
        names = self.values()["edge"]
        return {
            "id": self.id, "name": self.name, "width": self.width, "height": self.height,
            "sides": [self.around(x, y) for y in range(self.height) for x in range(self.width)],
            "terrain": self.terrain, "room": self.room, "mark": self.mark, "barrier": self.barrier,
            "chars": self.chars, "also": {name: names[n] for name, n in self.sides() if name != names[n]},
        }  # fmt: skip


@define(eq=False)
class Section:
    """A section: the word it begins with, what stands behind that, and its lines with their offsets."""

    word: str
    rest: str
    at: Span
    lines: list[tuple[int, str]] = Factory(list)


def read_board(
    id: str, name: str, source: Source, sets: Mapping[str, tuple[str, ...]], sink: Reporter
) -> Board | None:
    """The board that a map draws; None when it has mistakes, which go to `sink`."""
    sink.add_source(source)
    reader = _Reader(Board(id, name), source, sets, sink)
    return reader.board if reader.read() else None


def refuse(at: Span, message: str, sink: Reporter) -> None:
    """Report what the rules find wrong with a map."""
    sink.error("E0218", message, at)


class _Reader:
    """Reads one map."""

    def __init__(
        self, board: Board, source: Source, sets: Mapping[str, tuple[str, ...]], sink: Reporter
    ) -> None:
        self.board = board
        self.source = source
        self.sets = sets
        self.sink = sink
        self.faults = 0
        self.legend: dict[str, dict[str, int]] = {}

    def fault(self, at: Span, message: str, help: str | None = None, near: str | None = None) -> None:
        """Report a mistake; `near` is what may be meant by what stands there."""
        self.faults += 1
        if self.faults <= 20:
            fix = None if near is None else Replacement(at, near)
            self.sink.error("E0216", message, at, help=help, fix=fix)

    def span(self, start: int, length: int = 1) -> Span:
        return self.source.span(start, start + length)

    def read(self) -> bool:
        found: dict[str, Section] = {}
        marks = []
        for section in self.sections():
            if section.word == "mark":
                marks.append(section)
            elif section.word in found:
                self.fault(section.at, f"`{section.word}` stands twice in this map")
            else:
                found[section.word] = section
        for word in ("terrain", "barrier", "room"):
            if word in found:
                self.read_legend(found[word])
        if "board" not in found:
            self.fault(self.span(0, 0), "this map has no drawing", "draw it below a line `board`")
        elif "terrain" not in self.legend or "barrier" not in self.legend:
            self.fault(
                found["board"].at,
                "nothing says what the characters of this drawing mean",
                "write the sections `terrain` and `barrier`",
            )
        else:
            self.read_drawing(found["board"])
        if not self.faults:
            self.read_rooms(found.get("rooms"))
            self.board.mark = [None] * (self.board.width * self.board.height)
            for section in marks:
                self.read_mark(section)
        return not self.faults

    def sections(self) -> list[Section]:
        """The map cut at the words in column 1; `#` begins a line that says nothing."""
        found: list[Section] = []
        offset = 0
        for line in self.source.text.split("\n"):
            if line.startswith("#") or (not line.strip() and not (found and found[-1].word == "board")):
                pass
            elif line[:1] not in " \t":
                word, _, rest = line.strip().partition(" ")
                at = self.span(offset, len(word))
                if word not in SECTIONS:
                    near = suggest(word, SECTIONS)
                    help = f"did you mean `{near}`?" if near else f"there are {', '.join(SECTIONS)}"
                    self.fault(at, f"a map has no section `{word}`", help, near)
                found.append(Section(word, rest.strip(), at))
            elif not found:
                self.fault(self.span(offset, len(line)), "a map begins with a section's word in column 1")
            elif line[:MARGIN].strip() or "\t" in line[:MARGIN]:
                self.fault(
                    self.span(offset, MARGIN), f"the lines of a section are indented by {MARGIN} blanks"
                )
            else:
                found[-1].lines.append((offset + MARGIN, line[MARGIN:]))
            offset += len(line) + 1
        return found

    def value(self, set_: str, word: str, at: Span) -> int | None:
        """The number of a value that the card files declare."""
        if set_ not in self.sets:
            self.fault(at, f"no card file declares what a {set_} can be", f"declare it: `values {set_}: ...`")
            return None
        names = self.sets[set_]
        if word not in names:
            near = suggest(word, names)
            help = f"did you mean `{near}`?" if near else f"there are {', '.join(names)}"
            self.fault(at, f"there is no {set_} `{word}`", help, near)
            return None
        return names.index(word)

    def read_legend(self, section: Section) -> None:
        """Lines of a character and a value."""
        legend = self.legend[section.word] = {}
        drawn = self.board.chars[section.word] = {}
        for offset, line in section.lines:
            parts = line.split()
            if len(parts) != 2 or len(parts[0]) != 1:
                self.fault(
                    self.span(offset, max(1, len(line.rstrip()))),
                    "expected a character and what it means, as `X search`",
                    f"`{BLANK}` stands for a blank",
                )
                continue
            char = " " if parts[0] == BLANK else parts[0]
            number = self.value(
                section.word, parts[1], self.span(offset + line.index(parts[1]), len(parts[1]))
            )
            if char in legend:
                self.fault(self.span(offset), f"`{parts[0]}` has two meanings")
            elif number is not None:
                legend[char] = number
                drawn[number] = drawn.get(number, "") + char

    def char(self, set_: str, char: str, offset: int) -> int:
        found = self.legend[set_].get(char)
        if found is None:
            shown = "a blank" if char == " " else f"`{char}`"
            self.fault(
                self.span(offset), f"{shown} is no {set_} of this map", f"say what it means below `{set_}`"
            )
        return found or 0

    def read_drawing(self, section: Section) -> None:
        """Squares at odd places of odd lines, the edges between them."""
        board = self.board
        lines = list(section.lines)
        while lines and not lines[-1][1].strip():
            lines.pop()
        wide = max((len(line.rstrip()) for _, line in lines), default=0)
        if len(lines) < 3 or len(lines) % 2 == 0:
            self.fault(
                section.at,
                "a drawing has a line for each row and one for the edges above and below it; "
                f"this has {len(lines)}",
            )
            return
        board.height = len(lines) // 2
        board.width = wide // 2
        if not 1 <= board.width <= LARGEST or board.height > LARGEST:
            self.fault(section.at, f"a board has at most {LARGEST} rows and columns")
            return
        rows = [(offset, line.rstrip().ljust(2 * board.width + 1)) for offset, line in lines]
        for offset, line in rows:
            if len(line) > 2 * board.width + 1:
                self.fault(self.span(offset, len(line)), "a row ends with an edge, or with nothing")
                return
        w, h = board.width, board.height
        for y in range(h):
            offset, line = rows[2 * y + 1]
            board.terrain += [self.char("terrain", line[2 * x + 1], offset + 2 * x + 1) for x in range(w)]
            board.drawn += [self.span(offset + 2 * x + 1) for x in range(w)]
        for y in range(h + 1):
            offset, line = rows[2 * y]
            board.barrier += [self.char("barrier", line[2 * x + 1], offset + 2 * x + 1) for x in range(w)]
        for y in range(h):
            offset, line = rows[2 * y + 1]
            board.barrier += [self.char("barrier", line[2 * x], offset + 2 * x) for x in range(w + 1)]

    def read_rooms(self, section: Section | None) -> None:
        """A character for each square; without a drawing all belong to the first room."""
        board = self.board
        if section is None:
            first = next(iter(self.legend.get("room", {}).values()), 0)
            board.room = [first] * (board.width * board.height)
            return
        if "room" not in self.legend:
            self.fault(section.at, "nothing says what the rooms are", "write a section `room`")
            return
        if len(section.lines) != board.height:
            self.fault(section.at, f"the board has {board.height} rows, this drawing {len(section.lines)}")
            return
        for offset, line in section.lines:
            row = line.rstrip()
            if len(row) != board.width:
                self.fault(
                    self.span(offset, max(1, len(row))),
                    f"the board is {board.width} squares wide, this row {len(row)}",
                )
            board.room += [self.char("room", char, offset + x) for x, char in enumerate(row)]

    def read_mark(self, section: Section) -> None:
        """`mark car_door (0,7) (3,7)`."""
        word, _, rest = section.rest.partition(" ")
        number = self.value("mark", word, section.at)
        if number is None:
            return
        for place in rest.split():
            found = _SQUARE.fullmatch(place)
            x, y = (int(found[1]), int(found[2])) if found else (-1, -1)
            if not (0 <= x < self.board.width and 0 <= y < self.board.height):
                self.fault(section.at, f"this board has no square `{place}`")
            else:
                self.board.mark[self.board.square(x, y)] = number
