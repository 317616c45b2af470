"""How a card file is cut: into declarations, and a declaration with a mistake into its parts.

Only margins count here, so cutting works however wrong the words are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from attrs import evolve, field, frozen

from bangrules.language.diagnostics import Reporter
from bangrules.language.sources import Source
from bangrules.language.syntax import Span

__all__ = ["Arm", "Comment", "Piece", "arms", "check_tabs", "declarations", "doc_lines", "find_comments"]

_COMMENT = re.compile(r'"[^"\n]*(?:"|$)|(#[^\n]*)', re.MULTILINE)
_MARGIN = re.compile(r"^[^\s#]", re.MULTILINE)
_INDENTED = re.compile(r"^([ \t]+)[^\s#]", re.MULTILINE)
_ELSE = re.compile(r"else\b")


@frozen
class Comment:
    """A comment as written, with its `#`, and where it begins."""

    offset: int
    text: str


@frozen
class Piece:
    """Part of a file, from offset `start` to offset `end`; it begins in line `line`."""

    start: int
    end: int
    line: int


@frozen
class Arm:
    """A line, and the parts that are indented under it, each with all that hangs on it."""

    head: Piece
    parts: tuple[Piece, ...] = ()


@frozen
class _Line:
    piece: Piece
    depth: int
    code: str = field(repr=False)


def find_comments(text: str) -> tuple[Comment, ...]:
    """All comments; a `#` inside quotes begins none."""
    return tuple(Comment(match.start(1), match[1]) for match in _COMMENT.finditer(text) if match[1])


def doc_lines(source: Source, comments: tuple[Comment, ...]) -> dict[int, str]:
    """The text of each line that is a `##` comment, by its number."""
    found = {}
    for comment in comments:
        if comment.text.startswith("##"):
            line, column = source.position(comment.offset)
            if not source.line(line)[: column - 1].strip():
                found[line] = comment.text[2:].strip()
    return found


def check_tabs(source: Source, text: str, sink: Reporter) -> bool:
    """Whether all is indented with spaces or all with tabs; else nobody knows how deep a line is."""
    first: tuple[str, Span] | None = None
    for match in _INDENTED.finditer(text):
        kinds = set(match[1])
        kind = kinds.pop() if len(kinds) == 1 else ""
        at = source.span(match.start(1), match.end(1))
        if first is None and kind:
            first = kind, at
        elif first is None or kind != first[0]:
            words = {" ": "spaces", "\t": "tabs", "": "spaces and tabs"}
            sink.error(
                "E0006",
                "this file is indented with spaces here and tabs there",
                at,
                label=f"indented with {words[kind]}",
                notes=[] if first is None else [(first[1], f"indented with {words[first[0]]}")],
                help="indent with spaces everywhere, four for each level",
            )
            return False
    return True


def declarations(source: Source, text: str) -> Iterator[Piece]:
    """The declarations: each begins in column 1 and reaches to the next one.

    Indented lines before the first one are a piece of their own.
    """
    starts = [match.start() for match in _MARGIN.finditer(text)]
    stray = _INDENTED.search(text, 0, starts[0] if starts else len(text))
    if stray:
        starts.insert(0, stray.start())
    for start, end in pairwise([*starts, len(text)]):
        yield Piece(start, end, source.position(start)[0])


def arms(text: str, piece: Piece) -> list[Arm]:
    """A piece cut at the margin of its first line: one arm, more where `else` follows."""
    first, *rest = _code_lines(text, piece)
    found = [Arm(first.piece)]
    inside: list[_Line] = []
    for line in rest:
        if line.depth <= first.depth:
            found[-1] = evolve(found[-1], parts=_parts(inside))
            found.append(Arm(line.piece))
            inside = []
        else:
            inside.append(line)
    found[-1] = evolve(found[-1], parts=_parts(inside))
    return found


def _parts(lines: list[_Line]) -> tuple[Piece, ...]:
    """Lines cut at the margin of the first one."""
    parts: list[Piece] = []
    for line in lines:
        if not parts or (line.depth <= lines[0].depth and not _ELSE.match(line.code)):
            parts.append(line.piece)
        else:
            parts[-1] = evolve(parts[-1], end=line.piece.end)
    return tuple(parts)


def _code_lines(text: str, piece: Piece) -> Iterator[_Line]:
    """The lines of a piece without blank ones and comments."""
    number, start = piece.line, piece.start
    while start < piece.end:
        end = text.find("\n", start, piece.end)
        end = piece.end if end < 0 else end + 1
        line = text[start:end]
        code = line.lstrip()
        if code and not code.startswith("#"):
            yield _Line(Piece(start, end, number), len(line) - len(code), code)
        number, start = number + 1, end
