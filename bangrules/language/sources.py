"""Card files as text: reading them, and finding lines and columns in them.

What is read is always UTF-8, with or without a byte order mark, with any of the three line ends. Whatever
else a file may hold gets one diagnostic, so that the parser only ever sees text it can quote back.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from attrs import frozen

from bangrules.language.diagnostics import Reporter
from bangrules.language.syntax import Span

__all__ = ["LARGEST", "Source", "blank_unseen", "decode_source", "read_bytes", "read_source"]

LARGEST = 2_000_000
"""How many bytes a card file may have."""

_BREAK = re.compile(r"\r\n?")
# Characters that no editor shows, or that make text look otherwise than it is: controls, marks of direction.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)


@frozen(slots=False)
class Source:
    """The text of one card file, its line ends turned into `\\n`.

    >>> source = Source("my.bang", "card shoes\\n    copies A♠\\n")
    >>> source.span(15, 21)
    Span(path='my.bang', line=2, column=5, start=15, end=21)
    >>> source.line(2)
    '    copies A♠'
    """

    path: str
    text: str

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each line begins."""
        return (0, *(match.end() for match in re.finditer("\n", self.text)))

    def __len__(self) -> int:
        return len(self.text)

    def line(self, number: int) -> str:
        """Line `number`, counted from 1, without its line end; empty beyond the last one."""
        if not 0 < number <= len(self.starts):
            return ""
        start = self.starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def lines(self) -> Iterator[tuple[int, int, str]]:
        """Number, offset and text of every line."""
        for number, start in enumerate(self.starts, 1):
            yield number, start, self.line(number)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1; the column counts characters."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, start: int, end: int | None = None) -> Span:
        """The stretch from `start` to `end`, by default one character."""
        line, column = self.position(start)
        return Span(self.path, line, column, start, start + 1 if end is None else max(start, end))


def read_source(path: Path | str, sink: Reporter, shown: str | None = None) -> Source | None:
    """The text of the file at `path`; None, and a diagnostic in `sink`, when it can't be had.

    :param shown: the name that diagnostics use for it, by default the path as given.
    """
    name = str(path) if shown is None else shown
    data = read_bytes(path, name, sink)
    return None if data is None else decode_source(data, name, sink)


def read_bytes(path: Path | str, shown: str, sink: Reporter) -> bytes | None:
    """What stands in the file at `path`, or of a file too large for a card file its beginning.

    None, and a diagnostic in `sink`, when it can't be read.
    """
    nowhere = Span(shown, 1, 1, 0, 0)
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        sink.error("E0001", f"this card file can't be read: {why}", nowhere)
    except ValueError:  # a path with a NUL in it
        sink.error("E0001", "this card file can't be read: no file can have this name", nowhere)
    return None


def decode_source(data: bytes, path: str, sink: Reporter) -> Source | None:
    """The text in `data`, the bytes of a card file; None, and a diagnostic in `sink`, when it isn't text."""
    nowhere = Span(path, 1, 1, 0, 0)
    if len(data) > LARGEST:
        sink.error(
            "E0004",
            f"this card file is larger than {LARGEST // 1_000_000} MB",
            nowhere,
            help="split it into several files of one pack",
        )
        return None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        sink.error("E0002", "this card file is in UTF-16", nowhere, help="save it as UTF-8")
        return None
    if b"\0" in data:
        sink.error("E0003", "this is not a card file: it holds binary data", nowhere)
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = _BREAK.sub("\n", error.object[: error.start].decode("utf-8", "replace"))
        place = Source(path, before).position(len(before))
        sink.error(
            "E0002",
            f"this card file is not in UTF-8: byte 0x{error.object[error.start]:02X} stands here",
            Span(path, *place, len(before), len(before) + 1),
            help="save it as UTF-8",
        )
        return None
    return Source(path, text if "\r" not in text else _BREAK.sub("\n", text))


def blank_unseen(source: Source, sink: Reporter) -> str:
    """The text with blanks for the characters that can't be seen, the first of which is reported."""
    found = _UNSEEN.search(source.text)
    if found is None:
        return source.text
    sink.error(
        "E0005",
        f"an invisible character, U+{ord(found.group()):04X}, stands here",
        source.span(found.start()),
        help="delete it: type the line again, or show invisible characters in your editor",
    )
    return _UNSEEN.sub(" ", source.text)
