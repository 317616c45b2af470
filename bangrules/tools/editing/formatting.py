"""Laying out a card file anew, in the style of `bangrules.language.style`."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from lsprotocol import types as lsp

from bangrules.language.diagnostics import CardFileError
from bangrules.language.sources import Source
from bangrules.language.style import formatted
from bangrules.tools.editing.positions import Positions

__all__ = ["edits"]


def edits(source: Source, positions: Positions) -> list[lsp.TextEdit]:
    """The lines to change; none while the file has mistakes that keep it from being read."""
    try:
        after = formatted(source.text, source.path)
    except CardFileError:
        return []
    old, new = (re.findall(r"[^\n]*\n|[^\n]+", text) for text in (source.text, after))
    return [
        lsp.TextEdit(
            positions.range(source, sum(map(len, old[:first])), sum(map(len, old[:last]))),
            "".join(new[start:end]),
        )
        for change, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if change != "equal"
    ]
