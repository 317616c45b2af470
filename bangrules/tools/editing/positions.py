"""Places in card files as the protocol counts them, and files as it names them.

Editors count lines from 0, and columns in units of UTF-16 unless both sides agree on something else; the
library counts characters. A sign outside the basic plane, such as an emoji, is two units of UTF-16.
"""

from __future__ import annotations

from pathlib import Path

from attrs import define
from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from bangrules.language.sources import Source
from bangrules.language.syntax import Span

__all__ = ["Positions", "path_of", "uri_of"]


@define
class Positions:
    """Turns places into positions and back, in the units agreed on."""

    codec: PositionCodec

    def position(self, source: Source, offset: int) -> lsp.Position:
        """An offset as a position."""
        line, column = source.position(offset)
        units = self.codec.client_num_units(source.line(line)[: column - 1])
        return lsp.Position(line - 1, units)

    def range(self, source: Source, start: int, end: int) -> lsp.Range:
        """A stretch as a range."""
        return lsp.Range(self.position(source, start), self.position(source, end))

    def range_of(self, source: Source, at: Span) -> lsp.Range:
        """The range of a place; what goes over several lines is cut to its first one."""
        end = min(at.end, len(source))
        first = source.text.find("\n", at.start, end)
        return self.range(source, at.start, end if first < 0 else max(first, at.start))

    def offset(self, source: Source, position: lsp.Position) -> int:
        """A position as an offset; one beyond the end of its line, or of the file, is at that end."""
        if position.line >= len(source.starts):
            return len(source)
        line = source.line(position.line + 1)
        units = 0
        for column, sign in enumerate(line):
            if units >= position.character:
                return source.starts[position.line] + column
            units += self.codec.client_num_units(sign)
        return source.starts[position.line] + len(line)


def path_of(uri: str) -> tuple[Path, bool]:
    """The real path that a URI names, and whether it is one of the disk."""
    path = to_fs_path(uri)
    if path is None:
        return Path("/", uri.replace("/", "_").replace("\0", "_")), False
    try:
        return Path(path).resolve(), True
    except (OSError, ValueError):
        return Path("/", uri.replace("/", "_").replace("\0", "_").replace("%00", "_")), False


def uri_of(path: Path) -> str:
    """The URI of a path."""
    return from_fs_path(str(path)) or path.as_uri()
