"""A game in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from reprlib import repr as shortened
from typing import TYPE_CHECKING, Any, NoReturn

from bangrules.errors import HistoryError, IllegalActionError, StepBudgetError
from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.kernel.chance import seeded
from bangrules.kernel.slots import (
    ACTIONS,
    DECISION,
    EVENTS,
    INDEX,
    OFFER,
    OUTCOME,
    STEP_BUDGET,
    STEPS,
)  # fmt: skip
from bangrules.language.quoting import in_short
from bangrules.play.log import Events
from bangrules.play.naming import place_in, sort_of
from bangrules.play.rules import Rules, needed
from bangrules.play.showing import Pictured

if TYPE_CHECKING:
    import random

    from bangrules.errors import Reason
    from bangrules.play.deciding import Decision
    from bangrules.play.observing import Observation, Outcome
    from bangrules.play.record import Record

__all__ = ["Game", "blank_state", "needed_game"]

State = list[Any]


class Game(Pictured):
    """One game: its state, and the states before if `history` is kept.

    Games are made by `Rules.new_game`, copied, loaded or replayed. A game waits for a decision:
    `legal_actions` lists what may be done, and `push` does it. Two threads must not use one game at once;
    they may share rules.

    >>> import bangrules as bang
    >>> game = bang.load("base").new_game(players=4, seed=1)
    >>> action = game.legal_actions()[0]
    >>> game.parse(str(action)) is action, game.why_not(action)
    (True, None)
    >>> events = game.push(action)
    >>> game.pop() is action
    True
    """

    __slots__ = ("_before", "_names", "_past", "_run", "_setup", "_state", "rules")

    def __init__(
        self,
        rules: Rules,
        state: State,
        past: list[tuple[State, Action]] | None,
        setup: Mapping[str, Any] | None = None,
        names: tuple[str, ...] | None = None,
        before: tuple[Action, ...] = (),
    ) -> None:
        self.rules = rules
        self._run = rules.run
        self._state = state
        self._past = past
        self._setup = setup  # what `new_game` was given; None for a game whose beginning is not known
        self._names = names or tuple("ABCDEFGH"[: len(state[k.SEATS])])
        self._before = before  # what was done before the history begins

    @classmethod
    def new(
        cls,
        rules: Rules,
        /,
        players: int | Sequence[str] = 4,
        seed: int | None = None,
        *,
        forced: str = "resolve",
        history: bool = True,
        **table: Any,
    ) -> Game:
        """A new game; see `Rules.new_game`."""
        from bangrules.play.beginning import begun

        return begun(cls, rules, players, seed, forced, history, table)

    # ---- asking

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order: those given, or the letters of their seats."""
        return self._names

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state[OUTCOME] is not None

    @property
    def decision(self) -> Decision | None:
        """Who must decide what, and why; None when the game is over."""
        from bangrules.play.deciding import decision_of

        return decision_of(self.rules, self._state, self._names, len(self.legal_actions()))

    @property
    def events(self) -> Events:
        """What the last `push` has done, or the setting up of the game."""
        return Events(self.rules, self._names, self._state[k.EVENTS])

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action, in a stable order; equal copies in one hand count once. None at the end."""
        acts = self._state[ACTIONS]
        if acts is None:
            acts = self._listed()
        return acts  # type: ignore[no-any-return]

    def why_not(self, action: Action | str) -> Reason | None:
        """Why an action may not be taken now; None if it may.

        The reason is that of the first clause which forbids it, in the order in which they are written.

        :raises IllegalActionError: it is no action of these rules at all.
        """
        if not isinstance(action, Action):
            action = self._named(action)
        if action in self.legal_actions():
            return None
        from bangrules.play.reasons import foreign, reason_against

        if not self.rules.knows(action):
            raise IllegalActionError(foreign(action))
        return reason_against(self.rules, self._state, self._names, action)

    def label(self, action: Action) -> str:
        """A legal action in words for people, in the language of the rules, without who does it.

        >>> import bangrules as bang
        >>> game = bang.load("base").new_game(players=4, seed=1)
        >>> game.label(game.legal_actions()[-1])
        'end the turn'

        :raises IllegalActionError: it is no action of these rules.
        """
        from bangrules.play.log import Speaker
        from bangrules.play.reasons import foreign

        if not self.rules.knows(action):
            raise IllegalActionError(foreign(action))
        decision = self._state[k.DECISION]
        member = ""
        if decision is not None and decision[0] == k.CHOOSE:
            member = decision[2] if action.kind == "choose" or decision[3] == (True,) else ""
        return Speaker(self.rules, self._names).label(member, action)

    def speak(self, lang: str) -> Game:
        """A copy of the game that speaks another language, as `Rules.speak` says.

        :raises PackError: the packs don't speak it.
        """
        found = self.copy()
        found.rules = self.rules.speak(lang)
        return found

    def outcome(self) -> Outcome | None:
        """Who has won; None while the game goes on."""
        from bangrules.play.observing import outcome_of

        return outcome_of(self._state, self._names)

    def observe(self, seat: int) -> Observation:
        """What a seat, counting from 0, may know: its own cards, what lies open, what it has been shown.

        Observations are plain values, equal when they tell the same.

        :raises IndexError: there is no such seat.
        """
        from bangrules.play.observing import observation

        return observation(self.rules, self._state, self._names, self._seat(seat), self.legal_actions())

    def determinize(self, seat: int, rng: random.Random) -> Game:
        """A game that could be this one for all that a seat knows.

        Cards, roles and what else is hidden from the seat are dealt anew, and the generator is seeded from
        `rng`; what it observes and may do stays the same. The game has no history. Bots try moves on it.

        Not all that is hidden can be dealt anew. A secret of players goes to any of those whose secret the
        seat does not know, also to one to whom the rules never give it; how often each value is there stays.
        And numbers, yes or no, suits and roles that are remembered of the game itself, seen by nobody, stay:
        the guess tells them.

        :raises IndexError: there is no such seat.
        :raises TypeError: `rng` is no generator as of `random`.
        :raises RuleError: the card files went wrong.
        """
        from bangrules.play.guessing import guessed

        viewer = self._seat(seat)
        if not (hasattr(rng, "shuffle") and hasattr(rng, "getrandbits")):
            raise TypeError(f"expected a random.Random, not {in_short(rng)}")
        try:
            S = guessed(self.rules, self._state, viewer, rng)
        except Exception as error:
            self._failed(error)
        return Game(self.rules, S, None, None, self._names)

    def parse(self, text: str) -> Action:
        """The action that a text names: the legal one, if there is one, else any that may be meant.

        :raises ActionParseError: it names none.
        """
        from bangrules.play.parse import actions_named

        found = actions_named(self.rules, text)
        legal = self.legal_actions()
        meant = next((a for a in found if a in legal), None)
        return meant or next(filter(None, map(self._as_listed, found)), found[0])

    # ---- playing

    def push(self, action: Action | str) -> Events:
        """Take a legal action, or the one that a text names, and return what happened.

        :raises IllegalActionError: it is not legal now, or no action; its `reason` says why.
            Nothing has changed.
        :raises RuleError: the card files went wrong (`StepBudgetError`: they don't come to an end). The game
            stands where it stood, and goes on with any other action.
        """
        S = self._state
        acts = S[ACTIONS]
        if acts is None:
            acts = self._listed()
        try:
            listed = action in acts
        except Exception:  # it can't even be compared, as an array of numbers
            listed = False
        if not listed:
            return self.push(self._refused(action))
        before = S[:]
        S[EVENTS] = events = []  # type: ignore[var-annotated]
        S[STEPS] = STEP_BUDGET
        try:
            self._run(S, action if S[DECISION][0] == OFFER else self._chosen(action))  # type: ignore[arg-type]
        except BaseException as error:
            S[:] = before
            self._failed(error, action)  # type: ignore[arg-type]
        past = self._past
        if past is not None:
            if len(past) > 1:
                # only the last snapshots keep what can be worked out again
                old = past[-1][0]
                old[INDEX] = old[ACTIONS] = old[EVENTS] = None
            past.append((before, action))  # type: ignore[arg-type]
        return Events(self.rules, self._names, events)

    def pop(self) -> Action:
        """Take the last action back and return it; what was done before a save is played again for that.

        :raises HistoryError: there is none, or the game keeps no history.
        """
        if not self._past and self._before:
            from bangrules.play.record import past_of

            self._past, self._before = past_of(self), ()
        if not self._past:
            raise HistoryError(
                "the game keeps no history" if self._past is None else "there is no action to take back"
            )
        before, action = self._past.pop()
        self._state = S = before[:]  # a copy of the game may hold the same snapshot
        if S[k.EVENTS] is None:
            # what happened before is told anew by letting it happen again
            earlier, last = self._past[-1]
            again = Game(self.rules, earlier[:], None, None, self._names)
            again._state[k.EVENTS] = []
            again.push(last)
            S[k.EVENTS] = again._state[k.EVENTS]
        return action

    def copy(self, history: bool = True) -> Game:
        """An independent copy; without history it can't be undone, and is quicker to make."""
        if history and self._past is not None:
            return Game(self.rules, self._state[:], self._past[:], self._setup, self._names, self._before)
        return Game(self.rules, self._state[:], None, None, self._names)

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.from_dict, (self.rules, self.to_dict(), self._past is not None)

    # ---- keeping

    def to_dict(self) -> dict[str, Any]:
        """The whole game as plain data, ready for JSON: see `bangrules.save_schema`.

        It holds the state at this decision and how the game came here, so that it can be recorded; not the
        states in between: where a loaded game is taken back, what was done before is played again for them.
        What keeps no history has nothing of how it came here, and is not taken back.
        """
        from bangrules.play.save import saved

        return saved(self)

    @classmethod
    def from_dict(cls, rules: Rules, data: Mapping[str, Any], history: bool = True) -> Game:
        """The game that `to_dict` made the data of, with the same rules.

        :raises SaveError: the data is not whole, was changed, or belongs to other rules or another version;
            `field` names the part that is wrong.
        :raises TypeError: `rules` are no rules.
        """
        from bangrules.play.save import loaded

        return loaded(cls, needed(rules), data, history)

    def record(self) -> Record:
        """How the game began and what was done since: a text for people, and enough to play it again.

        :raises HistoryError: the game keeps no history, or began unknown.
        """
        from bangrules.play.record import recorded

        return recorded(self)

    # ---- inner parts

    def _actions(self) -> tuple[Action, ...]:
        """Everything done since the game began."""
        return (*self._before, *(action for _, action in self._past or ()))

    def _seat(self, seat: int) -> int:
        return place_in(self._state[k.SEATS], seat, "seat")

    def _listed(self) -> tuple[Action, ...]:
        """The legal actions, worked out and kept."""
        S, rules = self._state, self.rules
        decision = S[DECISION]
        acts: tuple[Action, ...]
        if decision is None:
            return ()
        if decision[0] == OFFER:
            acts = tuple(rules.ns["list_actions"](S, decision[2], decision[1]))
        else:
            _, p, member, options, hidden, optional, _ = decision
            acts = (*map(rules.choices[p, member].__getitem__, options),)
            if len(set(acts)) < len(acts):
                told = self._told_apart(member, options)
                acts = tuple(dict.fromkeys([
                    rules.choice(p, member, told[x], "apart") if x in told else rules.choice(p, member, x)
                    for x in options
                ]))  # fmt: skip
            if hidden:
                acts += (rules.choice(p, member, self._zone_name(hidden), "random"),)
            if optional:
                acts += (rules.choice(p, member, None, "pass"),)
        S[ACTIONS] = acts
        return acts

    def _told_apart(self, member: str, options: tuple[Any, ...]) -> dict[int, int]:
        """See `copies.told_apart`."""
        found: dict[int, int] = self.rules.ns["told_apart"](
            self._state, [x for x in options if sort_of(member, x) == "card"]
        )
        return found

    def _chosen(self, action: Action) -> Any:
        """The value that is chosen by an action."""
        S = self._state
        if action.kind == "choose":
            value, options = action.value, S[DECISION][3]
            if value not in options:
                equal = self.rules.copies_of[value]
                value = next(x for x in options if x in equal)
            return value
        return self.rules.ns["pick_random"](S, S[DECISION][4]) if action.kind == "random" else None

    def _zone_name(self, cards: tuple[int, ...]) -> str:
        slot = self.rules.ns["place_of"](self._state, cards[0])
        for id, base, of_player, *_ in self.rules.tables["zones"]:
            if of_player and base <= slot < base + k.MAX_SEATS:
                return f"random {id} {'ABCDEFGH'[slot - base]}"
        return "random card"

    def _as_listed(self, action: Action) -> Action | None:
        """The legal action that is this one, or one with a copy of its card that nothing tells from it."""
        S, rules, waits = self._state, self.rules, self._state[DECISION]
        legal = self.legal_actions()
        c = action.card
        if action in legal:
            return action
        if c not in rules.copies_of or waits is None or action.player != waits[1]:
            return None
        assert c is not None
        if waits[0] == OFFER:
            may_mean = rules.ns["may_mean"]
            alike = [b for b in legal if (b.n, b.form, b.target) == (action.n, action.form, action.target)]
            return next((b for b in alike if may_mean(S, waits[1], b, waits[2], c)), None)
        if action.value != c or c not in waits[3]:
            return None
        told = self._told_apart(waits[2], waits[3])
        found: Action = rules.choice(waits[1], waits[2], told.get(c, c), "apart" if c in told else "")
        return found

    def _named(self, text: object) -> Action:
        """The action that something which is no action may name."""
        if isinstance(text, str):
            return self.parse(text)
        from bangrules.play.reasons import foreign

        raise IllegalActionError(foreign(text))

    def _refused(self, action: object) -> Action:
        """The legal action that a text names; for anything else an error."""
        found = action if isinstance(action, Action) else self._named(action)
        reason = self.why_not(found)
        if reason is not None:
            raise IllegalActionError(reason)
        return found

    def _failed(self, error: BaseException, pushed: Action | None = None) -> NoReturn:
        """Report what went wrong in the rules, perhaps in what an action brought; the state is as before."""
        if not isinstance(error, Exception):
            raise error
        from bangrules.play.trouble import check_choices, rule_error

        if pushed is not None and isinstance(error, StepBudgetError) and self._state[k.FORCED]:
            asked = self.copy(history=False)
            asked._state[k.FORCED] = False

            def after() -> Game:
                asked.push(pushed)
                return asked

            check_choices(after)
        raise rule_error(self.rules, error) from error

    def __repr__(self) -> str:
        seats = len(self._state[k.SEATS])
        if self.is_over:
            won = ", ".join(self.players[p] for p in self._state[k.OUTCOME])
            return f"<Game of {seats}: over, won by {won or 'nobody'}>"
        decision = self.decision
        return f"<Game of {seats}: {decision.seat}: {decision.text}>" if decision else f"<Game of {seats}>"


def needed_game(game: Any) -> Game:
    """The game that was given.

    :raises TypeError: it is something else.
    """
    if not isinstance(game, Game):
        raise TypeError(f"expected a game, as `Rules.new_game` gives it, not {shortened(game)}")
    return game


def blank_state(rules: Rules, seats: int, seed: int, forced: str) -> State:
    """A table before anything has happened."""
    blank = rules.blanks.get(seats)
    if blank is None:
        blank = rules.blanks[seats] = made_blank(rules, seats)
    S: State = blank[:]
    S[k.RNG], S[k.RNG_STREAM] = seeded(seed)
    S[k.EVENTS] = []
    S[k.FORCED] = forced == "resolve"
    return S


def made_blank(rules: Rules, seats: int) -> State:
    """What all tables for so many have in common before anything has happened."""
    t = rules.tables
    S: State = [None] * t["size"]
    S[k.STEPS] = k.STEP_BUDGET
    S[k.FORMS] = ()
    S[k.SEATS] = tuple(range(seats))
    S[k.OPTIONS] = tuple(o[2] for o in t["options"])
    S[k.EFFECT_COUNT] = ()
    S[k.LIMBO] = tuple(c.index for c in rules.cards)
    for _, slot, of_player, _, _, _ in t["zones"]:
        for p in range(k.MAX_SEATS if of_player else 1):
            S[slot + p] = ()
    for slot in t["scopes"].values():
        if slot != k.EFFECT:
            S[slot + 1] = ()
    for _, slot, _, of, default, seen, _, shown, _ in t["fields"]:
        if of == "card":
            S[slot] = (default,) * (k.FIRST_CARD + len(rules.cards))
        elif of in t["values"]:
            S[slot] = (default,) * len(t["values"][of][0])
        else:
            S[slot] = (default,) * seats if of == "player" else default
        if shown is not None:
            S[shown] = tuple([1 << p if seen == "owner" else 0 for p in range(seats)])
    return S
