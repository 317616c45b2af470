"""Cards, tables and boards as SVG: our own drawings, in colors and symbols that the card files declare."""

from __future__ import annotations

from reprlib import repr as shortened
from typing import Any

from bangrules.tools.drawing.board import board_svg
from bangrules.tools.drawing.card import card_svg
from bangrules.tools.drawing.table import table_svg

__all__ = ["board_svg", "card_svg", "picture", "table_svg"]


def picture(thing: Any) -> str:
    """The picture of a card, a definition or a game.

    :raises TypeError: it is none of these.
    """
    from bangrules.play.game import Game
    from bangrules.play.rules import Card, Definition

    if isinstance(thing, Game):
        return table_svg(thing)
    if not isinstance(thing, Card | Definition):
        raise TypeError(f"expected a card, a definition or a game, not {shortened(thing)}")
    definition = thing.definition if isinstance(thing, Card) else thing
    return card_svg(definition.rules, thing)
