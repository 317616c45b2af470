"""The card game BANG! as a library: import it and you hold a complete game, with every rule enforced.

>>> import bangrules as bang
>>> rules = bang.load("base")
>>> game = rules.new_game(players=5, seed=7)
>>> game.is_over
False
>>> events = game.push(game.legal_actions()[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bangrules.errors import (
    ActionParseError,
    BangRulesError,
    HistoryError,
    IllegalActionError,
    PackError,
    PictureError,
    Reason,
    RuleError,
    SaveError,
    StepBudgetError,
    TableError,
)
from bangrules.kernel.actions import Action
from bangrules.play.game import Game
from bangrules.play.log import Event, Events
from bangrules.play.rules import Card, Definition, Option, Rules, load
from bangrules.play.showing import drawn_by

if TYPE_CHECKING:
    from bangrules.language.diagnostics import CardFileError
    from bangrules.play.deciding import Decision
    from bangrules.play.observing import Observation, Outcome
    from bangrules.play.record import Record
    from bangrules.play.schema import save_schema

__version__ = "0.1.0"

__all__ = [
    "Action",
    "ActionParseError",
    "BangRulesError",
    "Card",
    "CardFileError",
    "Decision",
    "Definition",
    "Event",
    "Events",
    "Game",
    "HistoryError",
    "IllegalActionError",
    "Observation",
    "Option",
    "Outcome",
    "PackError",
    "PictureError",
    "Reason",
    "Record",
    "RuleError",
    "Rules",
    "SaveError",
    "StepBudgetError",
    "TableError",
    "load",
    "save_schema",
]

# what few programs need is imported when first asked for
_ELSEWHERE = {
    "CardFileError": "bangrules.language.diagnostics",
    "Decision": "bangrules.play.deciding",
    "Observation": "bangrules.play.observing",
    "Outcome": "bangrules.play.observing",
    "Record": "bangrules.play.record",
    "save_schema": "bangrules.play.schema",
}


def __getattr__(name: str) -> Any:
    if name in _ELSEWHERE:
        from importlib import import_module

        value = getattr(import_module(_ELSEWHERE[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _picture(thing: object) -> str:
    """What a notebook shows of a card, a definition or a game."""
    from bangrules.tools.drawing import picture

    return picture(thing)


drawn_by(_picture)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
