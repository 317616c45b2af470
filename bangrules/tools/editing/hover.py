"""What is told of the name under the pointer."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

from bangrules.language.sources import Source
from bangrules.tools.editing.names import word_around
from bangrules.tools.editing.navigation import meant
from bangrules.tools.editing.positions import Positions
from bangrules.tools.editing.telling import IMPLICIT, Telling, tell, told_of_word
from bangrules.tools.editing.workspace import Study

__all__ = ["at", "markdown"]


def at(study: Study, path: Path, source: Source, offset: int, positions: Positions) -> lsp.Hover | None:
    """The documentation of the name at an offset."""
    found = meant(study, path, source, offset)
    if found:
        telling = tell(study, found[0])
        where = positions.range(source, *(word_around(source.text, offset) or (offset, offset)))
        return None if telling is None else lsp.Hover(markdown(telling), where)
    word = word_around(source.text, offset)
    if word is None:
        return None
    name = source.text[slice(*word)]
    if name in IMPLICIT:
        return lsp.Hover(markdown(Telling(name, IMPLICIT[name], "", "")), positions.range(source, *word))
    told = told_of_word(study, name)
    if told is None:
        return None
    return lsp.Hover(markdown(Telling(told.kind, told.text, told.form, "")), positions.range(source, *word))


def markdown(telling: Telling) -> lsp.MarkupContent:
    """A telling in Markdown, its source in the colors of card files."""
    parts = [f"**{literal(telling.title)}**", literal(telling.text)]
    if telling.source:
        parts.append(f"```bang\n{telling.source}\n```")
    if telling.place:
        parts.append(f"`{telling.place}`")
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n".join(part for part in parts if part))


def literal(text: str) -> str:
    """Text in which nothing is taken for Markdown, but for code in backquotes."""
    found = []
    for i, part in enumerate(text.split("`")):
        if i % 2 == 0:
            for sign in "\\*_[]<>":
                part = part.replace(sign, f"\\{sign}")
        found.append(part)
    return "`".join(found)
