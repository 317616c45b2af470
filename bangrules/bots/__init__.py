"""Players made of code.

A bot is asked with a `View`: what its seat may know, what it may do, and copies of the game to try moves on,
in which everything it can't know has been dealt anew. It never gets hold of the game itself.

>>> import bangrules as bang
>>> from bangrules.bots import make_bot, play_out
>>> game = bang.load("base").new_game(players=4, seed=7)
>>> play_out(game, [make_bot("random", seed) for seed in range(4)])
>>> game.is_over
True
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from bangrules.errors import BangRulesError
from bangrules.language.quoting import brief

if TYPE_CHECKING:
    from bangrules.kernel.actions import Action
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

__all__ = ["BOTS", "Bot", "RandomBot", "View", "make_bot", "play_out"]


class View:
    """What a bot is given at a decision: the rules, its seat, its legal actions, and what it may know.

    `observation` is made when it is first asked for, so a bot that doesn't look costs nothing.
    """

    def __init__(self, game: Game, actions: Sequence[Action]) -> None:
        self.rules: Rules = game.rules
        self.actions = actions
        self.seat = actions[0].player
        self._observe = game.observe
        self._determinize = game.determinize

    @cached_property
    def observation(self) -> Any:
        """What the seat may know, as `Game.observe` gives it."""
        return self._observe(self.seat)

    def sample(self, rng: random.Random) -> Game:
        """A game that could be this one for all that the seat knows, free to try moves on."""
        return self._determinize(self.seat, rng)


class Bot(Protocol):
    """Anything that chooses."""

    name: str

    def choose(self, view: View) -> Action:
        """One of `view.actions`."""
        ...


class RandomBot:
    """Takes any legal action, each as likely as the others."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        """A random action."""
        return view.actions[int(self._random.random() * len(view.actions))]

    def __repr__(self) -> str:
        return "<RandomBot>"


def _sensible(seed: int) -> Bot:
    from bangrules.bots.sensible import SensibleBot

    return SensibleBot(seed)


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "sensible": _sensible}
"""The bots by name; each is made from a seed."""


def make_bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name.

    :raises BangRulesError: there is no bot of that name.
    """
    if name not in BOTS:
        raise BangRulesError(f"there is no bot `{brief(name)}`; there are {', '.join(BOTS)}")
    return BOTS[name](seed)


def play_out(game: Game, bots: Sequence[Bot]) -> None:
    """Let bots, one for each seat, play a game to its end."""
    while actions := game.legal_actions():
        view = View(game, actions)
        game.push(bots[view.seat].choose(view))
