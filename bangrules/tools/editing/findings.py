"""Findings as an editor shows them, and the changes that cure them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from lsprotocol import types as lsp

from bangrules.language.diagnostics import Diagnostic
from bangrules.language.syntax import NOWHERE
from bangrules.tools.editing.positions import Positions
from bangrules.tools.editing.workspace import Study

__all__ = ["cures", "shown"]

UNUSED = ("never used", "never read", "never reached")
SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}

Uri = Callable[[Path], str]


def shown(found: Diagnostic, study: Study, positions: Positions, uri: Uri) -> lsp.Diagnostic:
    """A finding for the editor; help and notes without a place go below the message."""
    sources = study.sink.sources
    lines = [found.message, *(text for at, text in found.notes if at == NOWHERE)]
    if found.help:
        lines.append(f"help: {found.help}")
    source = sources.get(found.at.path)
    where = (
        positions.range_of(source, found.at) if source else lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    )
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(uri(Path(at.path)), positions.range_of(sources[at.path], at)), text
        )
        for at, text in found.notes
        if at.path in sources
    ]
    return lsp.Diagnostic(
        where,
        "\n".join(lines),
        severity=SEVERITIES[found.severity],
        code=found.code or None,
        source="bangrules",
        related_information=related or None,
        tags=[lsp.DiagnosticTag.Unnecessary]
        if found.severity == "warning" and any(words in found.message for words in UNUSED)
        else None,
    )


def cures(
    study: Study, path: Path, wanted: lsp.Range, positions: Positions, uri: Uri
) -> Iterable[lsp.CodeAction]:
    """The changes that cure what is found in a part of a file."""
    for found in study.diagnostics:
        source = study.sink.sources.get(found.at.path)
        if found.fix is None or source is None or Path(found.at.path).resolve() != path:
            continue
        told = shown(found, study, positions, uri)
        if not touch(told.range, wanted):
            continue
        at = found.fix.at
        edit = lsp.TextEdit(positions.range(source, at.start, at.end), found.fix.text)
        yield lsp.CodeAction(
            title(source.text[at.start : at.end], found.fix.text),
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[told],
            is_preferred=True,
            edit=lsp.WorkspaceEdit(changes={uri(Path(found.at.path)): [edit]}),
        )


def title(old: str, new: str) -> str:
    """What a change does, in a few words."""
    if not new:
        return f"Delete `{old.strip()}`"
    return f"Insert `{new.strip()}`" if not old.strip() else f"Change `{old.strip()}` to `{new.strip()}`"


def touch(one: lsp.Range, other: lsp.Range) -> bool:
    """Whether two ranges have a place in common."""
    return _key(one.start) <= _key(other.end) and _key(other.start) <= _key(one.end)


def _key(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character
