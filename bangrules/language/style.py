"""The one style of card files: the same program and the same comments, laid out as in all other files.

A text is taken apart into the parser's tokens and put together again. What stands between two tokens of a
line follows from these two and what is next to them, and the margin from the blocks; so formatting twice
changes nothing more. Where people may choose, what they chose stays: whether a block stands on the line of
its `:`, where a line is broken inside brackets, and blank lines, of several of which one is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, takewhile

from attrs import define, frozen

from bangrules.language.build import EMOJI
from bangrules.language.diagnostics import Reporter, columns_of
from bangrules.language.parser import parse_file
from bangrules.language.pieces import Piece, declarations
from bangrules.language.sources import Source

__all__ = ["formatted"]

_MARGIN = "    "
_BLANKS = " \t"
_TAB = 8
_SUITS = str.maketrans({"S": "♠", "H": "♥", "D": "♦", "C": "♣", EMOJI: None})
_FACES = ("FACE", "FACES")
_OPEN, _CLOSE = ("(", "["), (")", "]")
# No blank stands behind these, and none in front of those.
_CLINGING = (*_OPEN, ".", "@")
_CLUNG_TO = (*_CLOSE, ",", ":", ".", "@", "?")
_SEAT = re.compile(r"(seat \S+ \S+) (.+)")


@frozen
class _Sign:
    """A token of the program: its terminal in the grammar, its text, and where it stands in the file."""

    kind: str
    text: str
    start: int
    end: int


@frozen
class _Line:
    """A line of the program, which brackets may spread over several of the text; in `level` blocks."""

    signs: tuple[_Sign, ...]
    level: int


@define
class _Row:
    """A line of the text: its margin in levels, its part of the program, and the comment on it."""

    level: int
    code: str = ""
    comment: str = ""


def formatted(text: str, path: str = "<text>") -> str:
    """A card file in the one style: it means the same, and all its comments are where they were.

    :param path: the name that diagnostics use for the text.
    :raises CardFileError: when the text has mistakes that keep it from being read.

    >>> print(formatted("stat  reach( p:player ):p . life# of all"), end="")
    stat reach(p: player): p.life  # of all
    """
    source = Source(path, text.replace("\r\n", "\n").replace("\r", "\n"))
    sink = Reporter()
    parse_file(source, sink)
    sink.raise_if_errors()
    return _Writer(source).write()


class _Writer:
    """Writes one file anew. `columns` are the margins that the blocks around the last line had."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text if source.text.endswith("\n") else source.text + "\n"
        self.rows: list[_Row] = []
        self.columns = [0]

    def write(self) -> str:
        """The text of the file."""
        last: list[_Line] = []
        for piece in declarations(self.source, self.text):
            lines = _lines(piece, self.text)
            self.between(last[-1] if last else None, lines[0], alone=len(last) < 2 and len(lines) < 2)
            first = len(self.rows)
            of_scenario = lines[0].signs[0].kind == "SCENARIO"
            for index, line in enumerate(lines):
                if index:
                    self.between(lines[index - 1], line)
                self.line(line, of_scenario)
            if of_scenario:
                _align_seats(self.rows[first:])
            last = lines
        self.between(last[-1] if last else None, None)
        return "".join(f"{line}\n" for line in _texts(self.rows))

    # ---- one line of the program

    def line(self, line: _Line, of_scenario: bool) -> None:
        """A line: more than one row where it is broken inside brackets."""
        signs = line.signs
        column = _column(self.text[self.text.rfind("\n", 0, signs[0].start) + 1 : signs[0].start])
        self.columns[line.level :] = [column]
        level, depth = line.level, 0
        code: list[str] = []
        for index, sign in enumerate(signs):
            gap = self.text[signs[index - 1].end : sign.start] if index else ""
            if "\n" in gap:
                comment, found = _parts(gap)
                self.rows.append(_Row(level, "".join(code), comment))
                self.rows += [
                    _Row(line.level + depth, comment=comment.strip(_BLANKS)) for comment in found if comment
                ]
                # A bracket that closes stands further out, but not in column 1: a declaration would begin.
                level = line.level + max(1, depth - (sign.text in _CLOSE))
                code = []
            elif index and _apart(signs, index, of_scenario):
                code.append(" ")
            code.append(sign.text.translate(_SUITS) if sign.kind in (*_FACES, "SUIT") else sign.text)
            depth += (sign.text in _OPEN) - (sign.text in _CLOSE)
        self.rows.append(_Row(level, "".join(code)))

    # ---- between two lines of the program

    def between(self, before: _Line | None, after: _Line | None, alone: bool = True) -> None:
        """The comments and blank lines between two lines, or at the beginning or the end of the file.

        :param alone: no blank line is needed: these don't begin declarations, or such as have no other line.
        """
        start = before.signs[-1].end if before else 0
        end = after.signs[0].start if after else len(self.text)
        comment, found = _parts(("" if before else "\n") + self.text[start:end])
        if before:
            self.rows[-1].comment = comment
        low = after.level if after else 0
        rows: list[_Row] = []
        nothing_above = before is None or low > before.level
        for part in found:
            if part:
                level = low if before is None else self.level_of(part, low, before.level)
                rows.append(_Row(level, comment=part.strip(_BLANKS)))
            elif rows[-1].comment if rows else not nothing_above:
                rows.append(_Row(0))
        if after is None:
            rows = rows[:-1] if rows and not rows[-1].comment else rows
        else:
            _keep_description(rows, low)
            if before and not alone and all(row.comment for row in rows):
                rows.insert(len(rows) - _trailing(rows, low), _Row(0))
        self.rows += rows

    def level_of(self, comment: str, low: int, high: int) -> int:
        """How deep a comment stands where blocks end: in the innermost that it is indented for."""
        column = _column(comment[: comment.index("#")])
        return max((at for at in range(low, high + 1) if self.columns[at] <= column), default=low)


def _lines(piece: Piece, text: str) -> list[_Line]:
    """The lines of a declaration."""
    from bangrules.language import lalr

    found: list[_Line] = []
    signs: list[_Sign] = []
    level = 0
    for token in lalr.tokens(text[piece.start : piece.end], "declaration"):
        match token.type:
            case "_INDENT":
                level += 1
            case "_DEDENT":
                level -= 1
            case "_NL":
                found.append(_Line(tuple(signs), level))
                signs = []
            case kind:
                start = piece.start + (token.start_pos or 0)
                signs.append(_Sign(kind, str(token), start, start + len(token)))
    return found


def _parts(gap: str) -> tuple[str, list[str]]:
    """The comment behind the first of two tokens, and the lines between theirs: comments and empty ones."""
    first, *between, _ = gap.split("\n")
    return first.strip(_BLANKS), [line.rstrip(_BLANKS) for line in between]


def _column(margin: str) -> int:
    """How deep a line with this margin stands, as the parser counts."""
    return len(margin) + margin.count("\t") * (_TAB - 1)


def _apart(signs: tuple[_Sign, ...], index: int, of_scenario: bool) -> bool:
    """Whether a blank stands in front of a token."""
    left, right = signs[index - 1], signs[index]
    if left.text in _CLINGING or right.text in _CLUNG_TO:
        return False
    if right.text == "(":
        return left.kind != "FUNC"
    if ".." in (left.text, right.text):
        # Two faces would become one token, a run of cards.
        dots = index if right.text == ".." else index - 1
        return signs[dots - 1].kind in _FACES and signs[dots + 1].kind in _FACES
    if left.text in ("+", "-") and right.kind == "NUMBER":
        return not _sign_of_number(signs, index - 1, of_scenario)
    return True


def _sign_of_number(signs: tuple[_Sign, ...], index: int, of_scenario: bool) -> bool:
    """Whether a `+` or `-` is that of the number behind it: in a scenario, or if a modifier adds no more."""
    if of_scenario:
        return signs[0].kind != "OPTION"
    alone = index + 2 == len(signs) or signs[index + 2].kind == "STRING"
    return alone and signs[index - 1].text == ":"


def _keep_description(rows: list[_Row], level: int) -> None:
    """Put `##` comments right above a line at its margin: they describe what begins there."""
    for row in reversed(rows):
        if not row.comment.startswith("##"):
            break
        row.level = level


def _trailing(rows: list[_Row], level: int) -> int:
    """How many comments at the end stand at this level."""
    return len(list(takewhile(lambda row: row.level == level, reversed(rows))))


def _align_seats(rows: list[_Row]) -> None:
    """Let what follows the roles of a scenario's seats begin in one column."""
    found = [(row, match) for row in rows if (match := _SEAT.fullmatch(row.code))]
    column = max((len(match[1]) for _, match in found), default=0)
    for row, match in found:
        row.code = f"{match[1]:{column}} {match[2]}"


def _texts(rows: list[_Row]) -> Iterator[str]:
    """The text of each row; comments at the ends of adjacent rows stand in one column."""
    for (both, level), group in groupby(rows, lambda row: (bool(row.code and row.comment), row.level)):
        together = list(group)
        column = max(_columns(row.code) for row in together) + 2 if both else 0
        for row in together:
            gap = " " * (column - _columns(row.code))
            yield f"{_MARGIN * level}{row.code}{gap}{row.comment}".rstrip(_BLANKS)


def _columns(text: str) -> int:
    """How many columns a text takes on a screen."""
    return len(text) if text.isascii() else sum(map(columns_of, text))
