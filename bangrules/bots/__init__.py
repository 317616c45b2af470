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
from typing import TYPE_CHECKING, Protocol

from bangrules.errors import BangRulesError, TableError
from bangrules.kernel.slots import EVENTS
from bangrules.language.quoting import brief
from bangrules.play.game import Game, needed_game

if TYPE_CHECKING:
    from bangrules.kernel.actions import Action
    from bangrules.play.observing import Observation
    from bangrules.play.rules import Rules

__all__ = ["BOTS", "Bot", "RandomBot", "View", "make_bot", "play_out"]


class View:
    """What a bot is given at a decision: the rules, its seat, its legal actions, and what it may know.

    `actions` are those that `Game.legal_actions` gives. A view is of this one decision. `observation` is made
    when it is first asked for, so that a bot that doesn't look costs nothing; then it stays. When the game
    has gone on it can't be made any more.

    >>> import bangrules as bang
    >>> game = bang.load("base").new_game(players=4, seed=1)
    >>> view = View(game, game.legal_actions())
    >>> view.observation == game.observe(view.seat)
    True

    :raises BangRulesError: there are no actions, as the game is over.
    """

    def __init__(self, game: Game, actions: Sequence[Action]) -> None:
        if not actions:
            raise BangRulesError("there is nothing to decide: the game is over")
        self.rules: Rules = game.rules
        self.actions = actions
        self.seat: int = actions[0].player
        self._game = game
        self._events = game._state[EVENTS]  # another list after each push

    def _here(self) -> Game:
        """The game, while it stands at the decision.

        :raises BangRulesError: it has gone on.
        """
        if self._game._state[EVENTS] is not self._events:
            raise BangRulesError("the game has gone on since this view was made: make another one")
        return self._game

    @cached_property
    def observation(self) -> Observation:
        """What the seat may know, as `Game.observe` gives it.

        :raises BangRulesError: it is first asked for when the game has gone on.
        """
        return self._here().observe(self.seat)

    def sample(self, rng: random.Random) -> Game:
        """A game that could be this one for all that the seat knows, free to try moves on.

        :raises BangRulesError: the game has gone on.
        :raises TypeError: `rng` is no generator as of `random`.
        :raises RuleError: the card files went wrong.
        """
        return self._here().determinize(self.seat, rng)


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
    if not isinstance(name, str) or name not in BOTS:
        raise BangRulesError(f"there is no bot `{brief(name)}`; there are {', '.join(BOTS)}")
    return BOTS[name](seed)


def check_bots(bots: Sequence[object], players: int) -> None:
    """See that each player has a bot.

    :raises TableError: there are not as many bots as players.
    """
    if len(bots) != players:
        raise TableError(f"{len(bots)} for {players} players: give one for each seat", None, "bots")


def play_out(game: Game, bots: Sequence[Bot]) -> None:
    """Let bots, one for each seat, play a game to its end.

    :raises TableError: there are not as many bots as players.
    :raises IllegalActionError: a bot chooses what is not legal.
    :raises RuleError: the card files went wrong.
    :raises TypeError: `game` is no game.
    """
    check_bots(bots, len(needed_game(game).players))
    while actions := game.legal_actions():
        view = View(game, actions)
        game.push(bots[view.seat].choose(view))
