"""What the library says and draws of a definition, for its page."""

from __future__ import annotations

from bangrules.play.rules import Definition, Rules

__all__ = ["picture_of", "text_of"]


def picture_of(rules: Rules, definition: Definition) -> str | None:
    """The picture of a card, character, event or role, as SVG; none where there is nothing that draws it."""
    return None


def text_of(rules: Rules, definition: Definition) -> str | None:
    """What it does, in words for players."""
    return definition.text or definition.doc
