"""Declarations as they are written in card files: found by name, quoted whole.

Nothing is parsed here. A declaration begins in the first column, and everything indented below belongs to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

HEAD = re.compile(r"(?P<word>[a-z]+)[ \t]+(?P<id>[\w!]+)")
HOOK = re.compile(r"(?:before|after|instead of|modify)[ \t]+(?P<id>[\w!]+)")

OF_OTHERS = ("look", "phrase", "translation")
"""What begins declarations that give nothing a name, but speak of others."""


@frozen
class Quote:
    """A declaration: its word (`card`, `procedure`, ...), its name, its text, and where it stands."""

    word: str
    id: str
    text: str
    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"

    @property
    def printed(self) -> str | None:
        """The printed name that stands behind its name, if one does."""
        match = re.search(rf'^{self.word}[ \t]+{re.escape(self.id)}[ \t]+"([^"\n]*)"', self.text, re.M)
        return match[1] if match else None

    @property
    def hooks(self) -> tuple[str, ...]:
        """The names of what it hooks or modifies."""
        found = [match["id"] for line in self.text.split("\n") if (match := HOOK.match(line.strip()))]
        return tuple(dict.fromkeys(found))


def quotes(files: Iterable[Path]) -> Iterator[Quote]:
    """All declarations in card files, in order; not how they are translated, told or drawn."""
    for path in files:
        text = path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n")
        yield from (quote for quote in quotes_in(path, text) if quote.word not in OF_OTHERS)


def quotes_in(path: Path, text: str) -> Iterator[Quote]:
    """All declarations in the text of a card file, in order."""
    lines = text.split("\n")
    i = 0
    while i < len(lines):
        match = HEAD.match(lines[i])
        end = i + 1
        if match is None:
            i = end
            continue
        while end < len(lines) and (not lines[end].strip() or lines[end][0] in " \t"):
            end += 1
        body = lines[i:end]
        while body and not body[-1].strip():
            body.pop()
        first = i
        while first and lines[first - 1].startswith("#") and "----" not in lines[first - 1]:
            first -= 1
        hook = HOOK.match(lines[i])
        yield Quote(
            match["word"], hook["id"] if hook else match["id"],
            "\n".join(lines[first:i] + body), path, i + 1,
        )  # fmt: skip
        i = end
