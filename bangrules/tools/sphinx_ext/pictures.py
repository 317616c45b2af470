"""What the library says and draws of a definition, for its page."""

from __future__ import annotations

from bangrules.play.rules import Definition, Rules
from bangrules.tools.drawing import card_svg

__all__ = ["picture_of", "text_of"]


def picture_of(rules: Rules, definition: Definition) -> str:
    """The picture of a card, character, event or role, as SVG."""
    return card_svg(rules, definition)


def text_of(rules: Rules, definition: Definition) -> str | None:
    """What it does, in words for players."""
    return rules.text_of(definition.full_id) or definition.doc
