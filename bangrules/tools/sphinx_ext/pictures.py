"""What the library says and draws of a definition, for its page."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from bangrules.play.rules import Definition, Rules

__all__ = ["picture_of", "text_of"]


def picture_of(rules: Rules, definition: Definition) -> str | None:
    """The picture of a card, character, event or role, as SVG; none where there is nothing that draws it."""
    if find_spec("bangrules.tools.drawing") is None:
        return None
    picture: str = import_module("bangrules.tools.drawing").card_svg(rules, definition)
    return picture


def text_of(rules: Rules, definition: Definition) -> str | None:
    """What it does, in words for players."""
    if hasattr(rules, "text_of"):
        return rules.text_of(definition.full_id) or None
    return definition.text or definition.doc
