"""A game in play."""

from __future__ import annotations

import random
from typing import Any

from bangrules.errors import IllegalActionError, Reason, RuleError, StepBudgetError
from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.kernel.chance import seeded
from bangrules.play.rules import Rules

State = list[Any]


class Game:
    """One game: its state, and the states before if `history` is kept."""

    __slots__ = ("_past", "_state", "rules")

    def __init__(self, rules: Rules, state: State, past: list[tuple[State, Action]] | None) -> None:
        self.rules = rules
        self._state = state
        self._past = past

    @classmethod
    def new(
        cls,
        rules: Rules,
        players: int = 4,
        seed: int | None = None,
        forced: str = "resolve",
        history: bool = True,
        seats: Any = None,
        **table: Any,
    ) -> Game:
        from bangrules.play.table import given_state, new_state

        number = random.getrandbits(63) if seed is None else seed
        if seats is not None:
            S = given_state(rules, seats, number, forced=forced, **table)
        else:
            S = new_state(rules, players, number, forced=forced, **table)
        return cls(rules, S, [] if history else None)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state[k.OUTCOME] is not None

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, in a stable order."""
        S = self._state
        acts = S[k.ACTIONS]
        if acts is None:
            if S[k.OUTCOME] is not None:
                return ()
            acts = S[k.ACTIONS] = self._choices()
        return acts  # type: ignore[no-any-return]

    def _choices(self) -> tuple[Action, ...]:
        _, p, member, options, hidden, optional, _ = self._state[k.DECISION]
        rules = self.rules
        known = rules.ns["ACTIONS_MADE"]
        made = [known.get((p, member, x, "")) or rules.choice(p, member, x) for x in options]
        if hidden:
            made.append(rules.choice(p, member, self._zone_name(hidden), "random"))
        if optional:
            made.append(rules.choice(p, member, None, "pass"))
        return tuple(dict.fromkeys(made))

    def _zone_name(self, cards: tuple[int, ...]) -> str:
        slot = self._state[k.LOC][cards[0]]
        for id, base, of_player, _, _, _ in self.rules.tables["zones"]:
            if of_player and base <= slot < base + k.MAX_SEATS:
                return f"random {id} {'ABCDEFGH'[slot - base]}"
        return "random card"

    def push(self, action: Action) -> None:
        S = self._state
        acts = S[k.ACTIONS]
        if acts is None:
            acts = self.legal_actions()
        if action not in acts:
            raise IllegalActionError(Reason("not_asked", f"`{action}` is not legal now"))
        before = S[:]
        decision = S[k.DECISION]
        if decision[0] == k.OFFER:
            value: Any = action
        elif action.kind == "choose":
            value = action.value
            if value not in decision[3]:
                twins = self.rules.ns["TWIN_OF"]
                value = next(x for x in decision[3] if twins.get(x, x) == value)
        elif action.kind == "random":
            S[k.EVENTS] = []
            value = self.rules.ns["pick_random"](S, decision[4])
        else:
            value = None
        S[k.EVENTS] = []
        S[k.DECISION] = None
        S[k.ACTIONS] = None
        S[k.STEPS] = k.STEP_BUDGET
        try:
            self.rules.run(S, value)
        except (RuleError, RecursionError) as error:
            S[:] = before
            if isinstance(error, RecursionError):
                raise StepBudgetError("the rules call themselves too deeply") from None
            raise
        if self._past is not None:
            self._past.append((before, action))

    def pop(self) -> Action:
        assert self._past
        self._state, action = self._past.pop()
        return action

    def copy(self, history: bool = True) -> Game:
        """An independent copy."""
        past = self._past[:] if history and self._past is not None else None
        return Game(self.rules, self._state[:], past)


def blank_state(rules: Rules, seats: int, seed: int, forced: str) -> State:
    """A table before anything has happened."""
    t = rules.tables
    S: State = [None] * t["size"]
    S[k.RNG], S[k.RNG_STREAM] = seeded(seed)
    S[k.STEPS] = k.STEP_BUDGET
    S[k.EVENTS] = []
    S[k.FORMS] = ()
    S[k.SEATS] = tuple(range(seats))
    S[k.OPTIONS] = tuple(o[2] for o in t["options"])
    S[k.FORCED] = forced == "resolve"
    S[k.EFFECT_COUNT] = ()
    S[k.LIMBO] = tuple(c.index for c in rules.cards)
    S[k.LOC] = bytes(k.FIRST_CARD) + bytes([k.LIMBO]) * len(rules.cards)
    for _, slot, of_player, _, _, _ in t["zones"]:
        for p in range(k.MAX_SEATS if of_player else 1):
            S[slot + p] = ()
    for slot in t["scopes"].values():
        if slot != k.EFFECT:
            S[slot + 1] = ()
    for _, slot, _, of, default, seen, _, shown, _ in t["fields"]:
        if of == "card":
            S[slot] = (default,) * (k.FIRST_CARD + len(rules.cards))
        else:
            for p in range(k.MAX_SEATS if of == "player" else 1):
                S[slot + p] = default
        if shown is not None:
            for p in range(k.MAX_SEATS):
                S[shown + p] = 1 << p if seen == "owner" else 0
    return S
