"""The declarations of a file, and those of the whole workspace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from lsprotocol import types as lsp

from bangrules.language import syntax as s
from bangrules.language.diagnostics import Reporter
from bangrules.language.parser import parse_file
from bangrules.language.pieces import Piece, declarations
from bangrules.language.sources import Source
from bangrules.tools.editing.positions import Positions
from bangrules.tools.editing.workspace import Workspace

__all__ = ["KINDS", "everywhere", "of_file"]

KINDS = {
    "pack": lsp.SymbolKind.Package, "card": lsp.SymbolKind.Class, "figure": lsp.SymbolKind.Class,
    "character": lsp.SymbolKind.Class, "role": lsp.SymbolKind.Class, "event": lsp.SymbolKind.Class,
    "border": lsp.SymbolKind.Class, "procedure": lsp.SymbolKind.Function, "stat": lsp.SymbolKind.Function,
    "field": lsp.SymbolKind.Field, "zone": lsp.SymbolKind.Array, "window": lsp.SymbolKind.Event,
    "option": lsp.SymbolKind.Constant, "values": lsp.SymbolKind.Enum, "type": lsp.SymbolKind.Enum,
    "value": lsp.SymbolKind.EnumMember, "text": lsp.SymbolKind.String, "reason": lsp.SymbolKind.String,
    "translation": lsp.SymbolKind.Namespace, "scenario": lsp.SymbolKind.Event,
}  # fmt: skip
MOST = 500
_HEAD = re.compile(r'(?P<word>\w+)(?:[ \t]+(?P<name>"[^"\n]*"|[\w.!]+))?')
_SHORT = 60


def of_file(source: Source, positions: Positions) -> list[lsp.DocumentSymbol]:
    """The outline of a file; declarations that can't be read are in it too, by their first line."""
    sink = Reporter()
    known = {decl.at.start: decl for decl in parse_file(source, sink).file.decls}
    return [
        symbol
        for piece in declarations(source, source.text)
        if (symbol := outlined(source, piece, known.get(piece.start), positions)) is not None
    ]


def outlined(
    source: Source, piece: Piece, decl: s.Decl | None, positions: Positions
) -> lsp.DocumentSymbol | None:
    """One declaration with its items."""
    line = source.line(piece.line)
    head = _HEAD.match(line)
    if head is None:
        return None
    word = head["word"]
    plain = word in KINDS and head["name"] is not None
    name = head["name"].strip('"') if plain else short(line)
    end = piece.start + len(source.text[piece.start : piece.end].rstrip())
    start = piece.start + (head.start("name") if plain else 0)
    stop = piece.start + (head.end("name") if plain else len(line.rstrip()))
    children = []
    if isinstance(decl, s.Definition):
        children = [
            lsp.DocumentSymbol(
                short(source.line(item.at.line)), lsp.SymbolKind.Method,
                positions.range(source, item.at.start, trimmed(source, item.at)),
                positions.range_of(source, item.at),
            )
            for item in decl.items
        ]  # fmt: skip
    return lsp.DocumentSymbol(
        name or word,
        KINDS.get(word, lsp.SymbolKind.Event),
        positions.range(source, piece.start, end),
        positions.range(source, start, stop),
        detail=word if plain else None,
        children=children or None,
    )


def trimmed(source: Source, at: s.Span) -> int:
    """Where something ends, without the blanks behind it."""
    return at.start + len(source.text[at.start : at.end].rstrip())


def short(line: str) -> str:
    """A line, cut where it is long."""
    line = line.strip()
    return line if len(line) <= _SHORT else f"{line[: _SHORT - 1].rstrip()}…"


def everywhere(
    cards: Workspace, query: str, positions: Positions, uri: Callable[[Path], str]
) -> list[lsp.WorkspaceSymbol]:
    """What the packs of the workspace declare, by a part of an id or of a printed name."""
    return list(found(cards, query.casefold(), positions, uri))[:MOST]


def found(
    cards: Workspace, query: str, positions: Positions, uri: Callable[[Path], str]
) -> Iterator[lsp.WorkspaceSymbol]:
    """All that fits."""
    for path in dict.fromkeys(path for unit in cards.units() for path in unit.pack.files):
        source = cards.source(path)
        for decl in parsed(cards, source):
            printed = getattr(decl, "name", None) or ""
            name = source.text[decl.id_at.start : decl.id_at.end]
            if query in name.casefold() or query in printed.casefold():
                where = positions.range(source, decl.id_at.start, decl.id_at.end)
                word = _HEAD.match(source.text, decl.at.start)
                yield lsp.WorkspaceSymbol(
                    lsp.Location(uri(path), where),
                    name,
                    KINDS.get(word["word"] if word else "", lsp.SymbolKind.Variable),
                    container_name=printed or path.parent.name,
                )


def parsed(cards: Workspace, source: Source) -> Iterator[s.Decl]:
    """What a file declares by a name, in its definitions too."""
    for decl in cards.parses(source, Reporter()).file.decls:
        items = decl.items if isinstance(decl, s.Definition) else ()
        yield from (one for one in (decl, *items) if one.id_at != s.NOWHERE)
