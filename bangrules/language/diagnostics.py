"""What is wrong with card files, and how it is told.

The reader, the parser and the checker put one `Diagnostic` after the other into a `Reporter`; the command
line, the language server and the documentation take them out. Nothing here knows the language.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from attrs import field, frozen

from bangrules.errors import BangRulesError
from bangrules.language.syntax import NOWHERE, Span

if TYPE_CHECKING:
    from bangrules.language.sources import Source

__all__ = ["CardFileError", "Diagnostic", "Replacement", "Reporter", "render", "to_json"]

Severity = Literal["error", "warning"]
Sources = Mapping[str, "Source"]

_WIDEST = 120
_TAB = 4


@frozen
class Replacement:
    """A change that cures the mistake: the text `at` is replaced by `text`."""

    at: Span
    text: str


@frozen
class Diagnostic:
    """One finding. `label` stands beside the caret; `notes` point at other places (NOWHERE: at none)."""

    code: str
    severity: Severity
    message: str
    at: Span
    label: str | None = None
    notes: tuple[tuple[Span, str], ...] = ()
    help: str | None = None
    fix: Replacement | None = field(default=None, repr=False)

    def __str__(self) -> str:
        text = f"{self.at}: {self.severity}[{self.code}]: {self.message}"
        return f"{text}; {self.help}" if self.help else text

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """By file, then by place."""
        return self.at.path, self.at.start, self.at.line, self.code, self.message


class CardFileError(BangRulesError, ValueError):
    """Card files that can't be used. `diagnostics` has all that is wrong with them, warnings included."""

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Sources | None = None) -> None:
        self.diagnostics = tuple(diagnostics)
        self.sources = dict(sources or {})
        super().__init__(render(self.diagnostics, self.sources) or "card files that can't be used")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics, self.sources)


class Reporter:
    """Collects the findings of all files; the same one twice counts once."""

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self._found: dict[tuple[str, str, str, int, int], Diagnostic] = {}

    def add_source(self, source: Source) -> None:
        """Remember the text of a file, so that its lines can be shown."""
        self.sources[source.path] = source

    def add(self, diagnostic: Diagnostic) -> None:
        at = diagnostic.at
        self._found.setdefault((diagnostic.code, diagnostic.message, at.path, at.start, at.end), diagnostic)

    def error(
        self,
        code: str,
        message: str,
        at: Span,
        *,
        label: str | None = None,
        notes: Iterable[tuple[Span, str]] = (),
        help: str | None = None,
        fix: Replacement | None = None,
    ) -> None:
        """Report an error."""
        self.add(Diagnostic(code, "error", message, at, label, tuple(notes), help, fix))

    def warning(
        self,
        code: str,
        message: str,
        at: Span,
        *,
        label: str | None = None,
        notes: Iterable[tuple[Span, str]] = (),
        help: str | None = None,
        fix: Replacement | None = None,
    ) -> None:
        """Report a warning: what works, but is hardly meant."""
        self.add(Diagnostic(code, "warning", message, at, label, tuple(notes), help, fix))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, by file and place."""
        return tuple(sorted(self._found.values(), key=lambda found: found.order))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(found for found in self.diagnostics if found.severity == "error")

    @property
    def has_errors(self) -> bool:
        return any(found.severity == "error" for found in self._found.values())

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def raise_if_errors(self) -> None:
        """Raise a `CardFileError` with all findings if one of them is an error."""
        if self.has_errors:
            raise CardFileError(self.diagnostics, self.sources)

    def render(self, color: bool = False) -> str:
        return render(self.diagnostics, self.sources, color)


# ---- for programs


def to_json(diagnostics: Iterable[Diagnostic], sources: Sources | None = None, indent: int | None = 2) -> str:
    """The findings as a JSON list.

    Lines and columns count from 1. Offsets count characters, a line end as one, a byte order mark as none.
    """
    known = sources or {}

    def span(at: Span) -> dict[str, Any] | None:
        if at == NOWHERE:
            return None
        end_line, end_column = at.line, at.column + at.end - at.start
        if source := known.get(at.path):
            end_line, end_column = source.position(at.end)
        return {
            "path": at.path,
            "line": at.line,
            "column": at.column,
            "end_line": end_line,
            "end_column": end_column,
            "start": at.start,
            "end": at.end,
        }

    return json.dumps(
        [
            {
                "code": found.code,
                "severity": found.severity,
                "message": found.message,
                "at": span(found.at),
                "label": found.label,
                "notes": [{"at": span(at), "text": text} for at, text in found.notes],
                "help": found.help,
                "fix": found.fix and {"at": span(found.fix.at), "text": found.fix.text},
            }
            for found in diagnostics
        ],
        ensure_ascii=False,
        indent=indent,
    )


# ---- for people

_COLORS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "blue": "\x1b[1;34m",
    "bold": "\x1b[1m",
    "": "\x1b[0m",
}


class _Paint:
    def __init__(self, color: bool) -> None:
        self.color = color

    def __call__(self, style: str, text: str) -> str:
        return f"{_COLORS[style]}{text}{_COLORS['']}" if self.color and text else text


def render(diagnostics: Iterable[Diagnostic], sources: Sources, color: bool = False) -> str:
    """The findings as text for a terminal, each with the line it is about and a caret under the place."""
    paint = _Paint(color)
    return "\n\n".join(_render(found, sources, paint) for found in diagnostics)


def _render(found: Diagnostic, sources: Sources, paint: _Paint) -> str:
    head = paint(found.severity, f"{found.severity}[{found.code}]") + paint(
        "bold", f": {_clean(found.message)}"
    )
    notes = [(at, text) for at, text in found.notes if at != NOWHERE]
    bare = [text for at, text in found.notes if at == NOWHERE]
    gutter = len(str(max([found.at.line, *(at.line for at, _ in notes)])))
    out = [head]
    if found.at != NOWHERE:
        mine = [(at, text) for at, text in notes if at.path == found.at.path]
        out += _excerpt(
            "-->", found.at, [(found.at, found.label or "", "^"), *((at, text, "-") for at, text in mine)],
            sources, gutter, paint, found.severity,
        )  # fmt: skip
        others: dict[str, list[tuple[Span, str, str]]] = {}
        for at, text in notes:
            if at.path != found.at.path:
                others.setdefault(at.path, []).append((at, text, "-"))
        for marks in others.values():
            out += _excerpt(":::", marks[0][0], marks, sources, gutter, paint, "blue")
    pad = " " * gutter
    out += [f"{pad} {paint('blue', '=')} note: {_clean(text)}" for text in bare]
    if found.help:
        out.append(f"{pad} {paint('blue', '=')} help: {_clean(found.help)}")
    return "\n".join(out)


def _excerpt(
    arrow: str,
    at: Span,
    marks: Sequence[tuple[Span, str, str]],
    sources: Sources,
    gutter: int,
    paint: _Paint,
    style: str,
) -> list[str]:
    pad = " " * gutter
    out = [f"{pad}{paint('blue', arrow)} {_clean(str(at))}"]
    source = sources.get(at.path)
    if source is None or not source.text:
        return out
    bar = paint("blue", "|")
    out.append(f"{pad} {bar}")
    last = None
    for number in sorted({mark[0].line for mark in marks}):
        if last is not None and number > last + 1:
            out.append(paint("blue", "..."))
        last = number
        line = source.line(number)
        here = [mark for mark in marks if mark[0].line == number]
        shown, columns = _lay_out(line, min(mark[0].column for mark in here) - 1)
        out.append(f"{paint('blue', f'{number:>{gutter}}')} {bar} {shown}".rstrip())
        # The main place last, right above what follows.
        for span, label, sign in sorted(here, key=lambda mark: (mark[2] == "^", mark[0].column)):
            start = min(span.column - 1, len(line))
            end = max(start + 1, min(start + span.end - span.start, len(line.rstrip())))
            left = columns[min(start, len(columns) - 1)]
            right = columns[end] if end < len(columns) else columns[-1] + (end - len(columns) + 1)
            text = sign * max(1, right - left) + (f" {_clean(label)}" if label else "")
            out.append(f"{pad} {bar} {' ' * left}{paint(style if sign == '^' else 'blue', text)}")
    return out


def _lay_out(line: str, focus: int) -> tuple[str, list[int]]:
    """The line as it is shown, and the column in which each of its characters (and the end) appears.

    Tabs are widened, what can't be shown is replaced, and a very long line is cut to the part around `focus`.
    """
    first = 0
    if len(line) > _WIDEST:
        first = max(0, min(focus - _WIDEST // 3, len(line) - _WIDEST))
    last = min(len(line), first + _WIDEST)
    shown = "…" if first else ""
    column = len(shown)
    columns = [0] * first
    for character in line[first:last]:
        columns.append(column)
        if character == "\t":
            width = _TAB - column % _TAB
            shown += " " * width
        else:
            width = columns_of(character)
            shown += character if character.isprintable() else "�"
        column += width
    columns.append(column)
    if last < len(line):
        shown += "…"
    return shown, columns


def columns_of(character: str) -> int:
    """How many columns of a terminal a character takes."""
    if character.isascii() or not character.isprintable():
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _clean(text: str) -> str:
    """Text without what could move a terminal's cursor."""
    return "".join(character if character.isprintable() else "�" for character in text)
