"""A bot for rules that say how well it goes for a player: those with a stat `outlook(p: player)`.

It tries what it can do one after the other on a game that could be the one it plays, and goes for that after
which the outlook is best. Where many figures could be moved it keeps to one until that has no action left.
What luck decides is judged by what came of such actions before, as much as by the one try.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from bangrules.errors import RuleError
from bangrules.play.reading import stat_value

if TYPE_CHECKING:
    from bangrules.bots import View
    from bangrules.kernel.actions import Action
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

WON = 10_000.0
BROKEN = -2 * WON
AGAIN = 0.2  # how often actions are tried twice, to see which of them luck decides
MEMORY = 0.1  # how much the latest try counts in what is remembered of a kind of action
LONGEST = 12  # pushes after an action, while others answer
MOST = 24  # actions that are tried at one decision
DEPTH = 4  # actions that it looks ahead
WIDTH = 2  # ways to go on that are followed at each of them


@frozen(eq=False)
class Way:
    """A way to go on: its actions, what is legal before and after each, the game then, how it looks."""

    actions: tuple[Action, ...]
    legal: tuple[tuple[Action, ...], ...]
    game: Game
    value: float
    luck: float  # by how much the outlook is better than it mostly is after such actions


class ToldBot:
    """Prefers what leads to a better outlook."""

    name = "told"

    def __init__(self, rng: random.Random) -> None:
        self._random = rng
        self._focus: int | None = None  # the figure that is moved
        self._lucky: dict[int, float] = {}  # what came so far of actions that luck decides
        self._planned: list[tuple[Action, tuple[Action, ...]]] = []  # actions, and what is legal before them

    def choose(self, view: View) -> Action:
        """The first action of the way on which the outlook gets best; or the next of one found before."""
        if self._planned:
            action, legal = self._planned.pop(0)
            if legal == tuple(view.actions):
                return action
        way = self._best(view)
        self._planned = list(zip(way.actions[1:], way.legal[1:], strict=False))
        return way.actions[0]

    def _best(self, view: View) -> Way:
        start = self._start(view)
        ways = self._tried(start, view.seat)
        if self._random.random() < AGAIN:
            self._compare(ways, self._tried(self._start(view), view.seat))
        best = self._better(ways)
        if view.actions[-1].verb != "end":
            return best
        for _ in range(DEPTH - 1):
            alike: dict[float, Way] = {}  # what looks the same leads to the same
            for way in ways:
                alike.setdefault(way.value, way)
            followed = sorted(alike.values(), key=lambda way: -way.value)[:WIDTH]
            ways = [found for way in followed for found in self._tried(way, view.seat)]
            if not ways:
                break
            best = self._better([best, *ways])
        return best

    def _start(self, view: View) -> Way:
        return Way((), (tuple(view.actions),), view.sample(self._random), 0.0, 0.0)

    def _better(self, ways: list[Way]) -> Way:
        """The best way; of equals any of the shortest."""
        most = max(way.value for way in ways)
        equal = [way for way in ways if way.value == most]
        least = min(len(way.actions) for way in equal)
        return self._random.choice([way for way in equal if len(way.actions) == least])

    def _compare(self, ways: list[Way], again: list[Way]) -> None:
        """See which actions turn out differently at another try."""
        for a, b in zip(ways, again, strict=True):
            if a.actions == b.actions and a.value != b.value and a.actions[0].n >= 0:
                self._lucky.setdefault(a.actions[0].n, 0.0)

    def _tried(self, way: Way, seat: int) -> list[Way]:
        """How each action turns out after those of a way."""
        found: list[tuple[Action, tuple[Action, ...], Game, float]] = []
        for action in self._some(way.game.rules, way.legal[-1]):
            game = way.game.copy(history=False)
            try:
                game.push(action)
                legal, value = settle(game, seat, self._random)
                found.append((action, legal, game, value))
            except RuleError:
                found.append((action, (), game, BROKEN))
        if not found:
            return []
        mean = sum(value for *_, value in found) / len(found)
        ways = []
        for action, legal, game, value in found:
            luck, known = way.luck, self._lucky.get(action.n)
            if known is not None and abs(value) < WON:
                gain = value - mean
                self._lucky[action.n] = known + MEMORY * (gain - known)
                luck += (gain - known) / 2
            ways.append(Way((*way.actions, action), (*way.legal, legal), game, value - luck, luck))
        return ways

    def _some(self, rules: Rules, actions: Sequence[Action]) -> list[Action]:
        """The actions to try: where several figures of a kind could be moved, those of one."""
        rng = self._random
        figures = list(dict.fromkeys(a.card for a in actions if a.n >= 0 and a.card is not None))
        if len(figures) > len({rules.definition_of(card) for card in figures}):
            if self._focus not in figures:
                self._focus = rng.choice(figures)
            kept = [a for a in actions if a.n >= 0 and a.card == self._focus]
        else:
            kept = [a for a in actions if a.verb != "end"]
        return kept if len(kept) <= MOST else rng.sample(kept, MOST)

    def __repr__(self) -> str:
        return "<ToldBot>"


def outlook(game: Game, seat: int) -> float:
    """How well it goes for a seat."""
    if game.is_over:
        outcome = game.outcome()
        return WON if outcome is not None and seat in outcome.winners else -WON
    return float(stat_value(game, "outlook", [seat]) or 0)


def settle(game: Game, seat: int, rng: random.Random) -> tuple[tuple[Action, ...], float]:
    """Go on while others answer, until a turn can be gone on with: what `seat` may do then, how well it goes.

    Others answer at random; so does the seat, but of two things it takes what looks better at once. Where the
    turn is another's then, the seat may do nothing, and what counts is how well it went when another had to
    decide first: what others do in turns of their own is no fault of an action that ends the seat's turn, and
    no merit of one that keeps it.
    """
    before: float | None = None
    for _ in range(LONGEST):
        actions = game.legal_actions()
        if not actions:
            return (), outlook(game, seat)
        mine = actions[0].player == seat
        if actions[-1].verb == "end":
            if mine:
                return tuple(actions), outlook(game, seat)
            break
        if before is None and not mine:
            before = outlook(game, seat)
        game.push(better(game, actions, rng) if mine and len(actions) == 2 else rng.choice(actions))
    return (), outlook(game, seat) if before is None else before


def better(game: Game, actions: Sequence[Action], rng: random.Random) -> Action:
    """That after which the outlook of who decides is best; of equals any."""
    values = []
    for action in actions:
        trial = game.copy(history=False)
        try:
            trial.push(action)
            values.append(outlook(trial, action.player))
        except RuleError:
            values.append(BROKEN)
    most = max(values)
    return rng.choice([action for action, value in zip(actions, values, strict=True) if value == most])
