"""A bot that thinks one move ahead.

It tries each of its actions on games that could be the one it plays, lets the rest of its turn and the
answers of others go by at random, and takes the action after which it judges itself most likely to win. What
is good for whom it has learned from random games (`judgement`); of cards and goals it knows nothing.

Where something may be done for nothing it could go round in a circle for ever. So what it has done `REPEATS`
times in a turn when it knew just the same it does not do again, but what it has done least often then.
"""

from __future__ import annotations

import random
from collections import deque
from typing import TYPE_CHECKING, Any

from attrs import evolve

from bangrules.bots.judgement import judgement_for
from bangrules.errors import RuleError
from bangrules.play.log import Events

if TYPE_CHECKING:
    from bangrules.bots import Bot, View
    from bangrules.kernel.actions import Action
    from bangrules.play.game import Game

SAMPLES = 1  # more did not make it stronger when measured, only slower
LONGEST = 40  # pushes after an action until its outcome is judged anyway
BROKEN = 10.0  # what it costs when the rules go wrong: more than any judgement can make good
REPEATS = 2  # how often it does the same in the same position of a turn
REMEMBERED = 200  # decisions of a turn, at most
CLEAR = 0.06  # how much worse an action may look to be tried on another sample


class SensibleBot:
    """Tries its actions on `samples` games that could be the real one."""

    name = "sensible"

    def __init__(self, seed: int = 0, samples: int = SAMPLES) -> None:
        self.samples = samples
        self._random = random.Random(seed)
        self._told: Bot | None = None  # who chooses where the rules say themselves how well it goes
        self._done: deque[tuple[Any, Any, Action]] = deque(maxlen=REMEMBERED)  # in this turn

    def __repr__(self) -> str:
        return f"<SensibleBot: {self.samples} samples>"

    def choose(self, view: View) -> Action:
        """The action that does best on the samples, unless it leads round in a circle."""
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        action = self._best(view)
        legal, position = tuple(actions), None
        if any(before == legal for before, *_ in self._done):
            # only then is it worth looking whether all is as it was
            position = evolve(view.observation, events=Events(view.rules, (), ()))
            done = [a for before, seen, a in self._done if before == legal and seen == position]
            if done.count(action) >= REPEATS:
                least = min(map(done.count, actions))
                rare = [a for a in actions if done.count(a) == least]
                action = rare[-1] if rare[-1].kind == "pass" else self._random.choice(rare)
        if action.verb == "end":
            self._done.clear()
        else:
            self._done.append((legal, position, action))
        return action

    def _best(self, view: View) -> Action:
        actions, rng = view.actions, self._random
        if "outlook" in view.rules.tables["stats"]:
            if self._told is None:
                from bangrules.bots.told import ToldBot

                self._told = ToldBot(rng)
            return self._told.choose(view)
        in_turn = actions[-1].verb == "end"
        totals = dict.fromkeys(actions, 0.0)
        outlook = None
        for tried in range(1, self.samples + 1):
            sample = view.sample(rng)
            if outlook is None:
                judgement = judgement_for(view.rules, len(sample.players), lambda: view.sample(rng))
                outlook = judgement.outlook(sample, view.seat)
            chance = rng.getrandbits(32)
            for action in totals:
                game = sample.copy(history=False)
                try:
                    game.push(action)
                    settle(game, action, chance, in_turn)
                    totals[action] += outlook.value(game)
                except RuleError:
                    totals[action] -= BROKEN
            if tried < self.samples:
                least = max(totals.values()) - CLEAR * tried
                totals = {action: total for action, total in totals.items() if total >= least}
                if len(totals) == 1:
                    break
        return max(totals, key=totals.__getitem__)


def settle(game: Game, action: Action, chance: int, in_turn: bool) -> None:
    """Go on at random until what `action` began is over.

    That is when someone may go on with a turn. An action `in_turn` is followed by the end of that turn, so
    that going on is compared with ending it.
    """
    me = action.player
    for _ in range(LONGEST):
        actions = game.legal_actions()
        if not actions:
            return
        last = actions[-1]
        if last.verb == "end":
            if last.player != me or not in_turn:
                return
            game.push(last)
        else:
            chance = (chance * 1103515245 + 12345) & 0xFFFFFFFF
            game.push(actions[(chance >> 16) % len(actions)])
