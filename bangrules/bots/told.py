"""A bot for rules that say how well it goes for a player: those with a stat `outlook(p: player)`.

It tries its actions on games that could be the one it plays and takes the one after which the outlook is
best. Where many figures could be moved it keeps to one until that has no action left. What luck decides is
judged by what came of such actions before, as much as by the one try.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bangrules.errors import RuleError
from bangrules.play.reading import stat_value

if TYPE_CHECKING:
    from bangrules.bots import View
    from bangrules.kernel.actions import Action
    from bangrules.play.game import Game

WON = 10_000.0
BROKEN = -2 * WON
AGAIN = 0.2  # how often actions are tried twice, to see which of them luck decides
MEMORY = 0.1  # how much the latest try counts in what is remembered of a kind of action
LONGEST = 12  # pushes after an action, while others answer
MOST = 24  # actions that are tried at one decision


class ToldBot:
    """Prefers what leads to a better outlook."""

    name = "told"

    def __init__(self, rng: random.Random) -> None:
        self._random = rng
        self._focus: int | None = None  # the figure that is moved
        self._lucky: dict[int, float] = {}  # what came so far of actions that luck decides

    def choose(self, view: View) -> Action:
        """The action after which the outlook is best."""
        actions, rng = self._some(view.actions), self._random
        tries = [self._tried(view, actions) for _ in range(1 if rng.random() > AGAIN else 2)]
        for action in actions:
            if action.n >= 0 and len({values[action] for values in tries}) > 1:
                self._lucky.setdefault(action.n, 0.0)
        best, chosen = 2 * BROKEN, actions[0]
        for action, gain in tries[0].items():
            known = self._lucky.get(action.n)
            if known is not None and abs(gain) < WON / 2:
                self._lucky[action.n] = known + MEMORY * (gain - known)
                gain = (gain + known) / 2
            gain += rng.random() / 100
            if gain > best:
                best, chosen = gain, action
        return chosen

    def _tried(self, view: View, actions: list[Action]) -> dict[Action, float]:
        """How each action turns out on one sample, beside the others."""
        sample, rng = view.sample(self._random), self._random
        found: dict[Action, float] = {}
        for action in actions:
            game = sample.copy(history=False)
            try:
                game.push(action)
                settle(game, view.seat, rng)
                found[action] = outlook(game, view.seat)
            except RuleError:
                found[action] = BROKEN
        # only how they compare with each other means something: another figure is looked at with another eye
        mean = sum(found.values()) / len(found)
        return {action: value - mean for action, value in found.items()}

    def _some(self, actions: Sequence[Action]) -> list[Action]:
        """The actions to try: those of one card or figure, and what is done with none."""
        rng = self._random
        figures = list(dict.fromkeys(a.card for a in actions if a.n >= 0 and a.card is not None))
        if len(figures) > 1:
            if self._focus not in figures:
                self._focus = rng.choice(figures)
            kept = [a for a in actions if a.n >= 0 and a.card == self._focus]
        else:
            kept = [a for a in actions if a.verb != "end"] or list(actions)
        return kept if len(kept) <= MOST else rng.sample(kept, MOST)

    def __repr__(self) -> str:
        return "<ToldBot>"


def outlook(game: Game, seat: int) -> float:
    """How well it goes for a seat."""
    if game.is_over:
        outcome = game.outcome()
        return WON if outcome is not None and seat in outcome.winners else -WON
    return float(stat_value(game, "outlook", [seat]))


def settle(game: Game, seat: int, rng: random.Random) -> None:
    """Go on at random while others answer, until a turn can be gone on with."""
    for _ in range(LONGEST):
        actions = game.legal_actions()
        if not actions or actions[-1].verb == "end":
            return
        game.push(rng.choice(actions))
