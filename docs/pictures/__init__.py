"""The pictures of the pages and of the README: which there are, and how they are drawn.

``python -m docs.pictures`` draws them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import bangrules as bang
from bangrules.tools.drawing import board_svg, card_svg, table_svg
from bangrules.tools.drawing.colors import DIM, INK, PAPER
from bangrules.tools.drawing.sheet import Sheet
from bangrules.vocabulary.shapes import SHAPES

__all__ = ["FOLDER", "PICTURES"]

FOLDER = Path(__file__).resolve().parent
NAMES = ["Ann", "Ben", "Cleo", "Dan"]
ACROSS = 9
CELL = 84


def card(*packs: str, id: str) -> Callable[[], str]:
    """A card of some packs."""
    return lambda: card_svg(bang.load(*packs), id)


def table() -> str:
    """A table in the middle of a game, as the second player sees it."""
    rules = bang.load("base")
    game = rules.new_game(
        players=NAMES,
        seed=7,
        seats=[
            {
                "role": "sheriff", "character": "slab_the_killer", "life": 3,
                "hand": ["duel@Q♦", "bang@2♦", "beer@6♥"], "table": ["volcanic@10♠", "barrel@K♠"],
            },
            {
                "role": "outlaw", "character": "jourdonnais", "hand": ["bang@3♦", "missed@2♠", "panic@J♥"],
                "table": ["scope@A♠", "winchester@8♠"],
            },
            {"role": "outlaw", "character": "rose_doolan", "status": "dead"},
            {
                "role": "renegade", "character": "paul_regret", "hand": ["missed@3♠", "bang@4♦", "saloon"],
                "table": ["mustang@8♥", "dynamite"],
            },
        ],
        discards=["gatling", "stagecoach"],
        turn="A",
        phase="phase_play",
    )  # fmt: skip
    game.push("A plays duel@Q♦ on B")
    return table_svg(game, viewer=1)


def board() -> str:
    """A board in the middle of a game."""
    game = bang.load("zombie_plague").new_game(players=["Ann", "Ben"], seed=2)
    for _ in range(40):
        actions = game.legal_actions()
        game.push(next((a for a in actions if "forward" in str(a)), actions[0]))
    return board_svg(game)


def shapes() -> str:
    """All shapes, with their names."""
    rows = -(-len(SHAPES) // ACROSS)
    sheet = Sheet(ACROSS * CELL, rows * CELL)
    sheet.rect(0, 0, ACROSS * CELL, rows * CELL, PAPER, round_=12)
    for i, (name, path) in enumerate(SHAPES.items()):
        x, y = i % ACROSS * CELL, i // ACROSS * CELL
        sheet.shape(path, x + (CELL - 40) / 2, y + 12, 40, INK)
        sheet.text(name, x + CELL / 2, y + 70, 11, DIM, at="middle")
    return sheet.finished("Shapes", ", ".join(SHAPES))


PICTURES: dict[str, Callable[[], str]] = {
    "bang": card("base", id="bang@A♠"),
    "barrel": card("base", id="barrel@Q♠"),
    "pony-express": card("base", "dodge_city", id="pony_express@Q♦"),
    "bart-cassidy": card("base", id="bart_cassidy"),
    "sheriff": card("base", id="sheriff"),
    "thirst": card("base", "high_noon", id="thirst"),
    "table": table,
    "board": board,
    "shapes": shapes,
}
"""By the names of their files."""
