"""How likely a seat is to win, judged from what lies on the table.

Nothing here knows a game. Random games are played, positions on the way are written down as numbers (what
the number fields of players say, how many cards each has in each of its zones, grouped by the players' secret
and listed values), and least squares tell what each of them is worth to a winner. What a player wants may
change with how it stands, so whoever goes on acting in another state weighs everything anew then, and so do
the last two that stand as all did at first: who had to keep the other alive may not have to any more. Rules
that are changed are learned anew.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bangrules.errors import RuleError, TableError

if TYPE_CHECKING:
    from bangrules.kernel.actions import Action
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

FORMAT = 2
GAMES = 500  # at most
ENOUGH = 60_000  # decisions of all games together
STRIDE = 8  # decisions between two positions of a game that are looked at
RIDGE = 10.0
TRACE = 0.8  # how far what comes of a game reaches back to its positions
LONGEST = 5_000  # decisions of a game that seems to have no end
LAST_TWO = "two"  # in front of the keys of what something is worth to the last two in a state

Key = tuple[Any, ...]
Row = list[float]
Sparse = dict[int, float]
Weights = dict[Key, tuple[float, dict[Key, Row]]]


class Reader:
    """Reads positions of games of the same rules as numbers."""

    def __init__(self, rules: Rules) -> None:
        from bangrules.play.reading import fields_of, zones_of

        fields = [field for field in fields_of(rules).values() if field.of == "player"]
        listed = [field for field in fields if field.type.rstrip("?").startswith(("values:", "role"))]
        self.secrets = [field.value for field in listed if field.shown is not None]
        self.known = [field.is_known for field in listed if field.shown is not None]
        self.open = [field.value for field in listed if field.shown is None]
        self.numbers = [field.value for field in fields if field.type == "number"]
        self.zones = [zone.cards for zone in zones_of(rules).values() if zone.of_player]
        self.width = 1 + len(self.numbers) + len(self.zones)

    def secret(self, game: Game, seat: int) -> Key:
        """What a seat is."""
        return tuple([value(game, seat) for value in self.secrets])

    def state(self, game: Game, seat: int) -> Key:
        """How a seat stands, for all to see."""
        return tuple([value(game, seat) for value in self.open])

    def knows(self, game: Game, seat: int, other: int) -> bool:
        """Whether `seat` knows what `other` is."""
        return all(known(game, other, seat) for known in self.known)

    def counts(self, game: Game, seat: int) -> Row:
        """What a seat has."""
        return [
            1.0,
            *[float(value(game, seat)) for value in self.numbers],
            *[float(len(cards(game, seat))) for cards in self.zones],
        ]


def last_two(states: list[Key], seat: int) -> Key:
    """A mark of its own where but one other stands as a seat does: goals may turn round then."""
    return (LAST_TWO,) if states.count(states[seat]) == 2 else ()


class Judgement:
    """What everything is worth to a winner, by what the winner is and in which state it acts."""

    def __init__(self, reader: Reader, seats: int, weights: Weights) -> None:
        self.reader = reader
        self.seats = seats
        self.weights = weights
        plain = 1 + len(reader.secrets) + len(reader.open)
        self.standings = {
            key[: len(reader.open)]
            for _, blocks in weights.values()
            for key in blocks
            if len(key) > plain and key[0] != LAST_TWO
        }

    def standing(self, state: Key) -> Key:
        """What goes before the keys of all that is worth something to a player in some state."""
        return state if state in self.standings else ()

    def outlook(self, sample: Game, seat: int) -> Outlook:
        """How `seat` looks at the game that `sample` is a possible form of."""
        return Outlook(self, sample, seat)


class Outlook:
    """How likely one seat is to win, for what it knows at one moment.

    Whoever it doesn't know may be any of those that are missing, each as likely as the others; the judgement
    is linear, so what a player is worth is the mean over these.
    """

    def __init__(self, judgement: Judgement, sample: Game, seat: int) -> None:
        reader = self.reader = judgement.reader
        self.judgement = judgement
        self.seat = seat
        self.total, self._blocks = judgement.weights.get(reader.secret(sample, seat), (0.5, {}))
        seats = range(judgement.seats)
        unknown = [other for other in seats if not reader.knows(sample, seat, other)]
        missing = [reader.secret(sample, other) for other in unknown]
        self._secrets = [missing if other in unknown else [reader.secret(sample, other)] for other in seats]
        self._worth: dict[Key, list[dict[Key, Row]]] = {}

    def value(self, game: Game) -> float:
        """How likely the seat is to win, about."""
        if game.is_over:
            outcome = game.outcome()
            return 1.0 if outcome is not None and self.seat in outcome.winners else 0.0
        reader, total = self.reader, self.total
        states = [reader.state(game, seat) for seat in range(self.judgement.seats)]
        standing = self.judgement.standing(states[self.seat]) or last_two(states, self.seat)
        if standing not in self._worth:
            self._worth[standing] = [{} for _ in self._secrets]
        for other, worth in enumerate(self._worth[standing]):
            state = states[other]
            row = worth.get(state)
            if row is None:
                row = worth[state] = self._mean(standing, other, state)
            for weight, count in zip(row, reader.counts(game, other), strict=True):
                total += weight * count
        return total

    def _mean(self, standing: Key, other: int, state: Key) -> Row:
        """What a player in some state is worth, over all that it may be."""
        mean = [0.0] * self.reader.width
        for secret in self._secrets[other]:
            block = self._blocks.get((*standing, other == self.seat, *secret, *state))
            if block is not None:
                for i, weight in enumerate(block):
                    mean[i] += weight / len(self._secrets[other])
        return mean


def judgement_for(rules: Rules, seats: int, sample: Callable[[], Game]) -> Judgement:
    """The judgement for tables of `seats` players, learned once.

    `sample` gives positions to learn from where no game of so many players can be started.
    """
    made: dict[int, Judgement] = _LEARNED.setdefault(rules.digest, {})
    if seats not in made:
        reader = Reader(rules)
        path = _kept_at(rules, seats)
        weights = _kept(path)
        if weights is None:
            weights = learn(reader, _starts(rules, seats, sample), seats)
            _keep(path, weights)
        made[seats] = Judgement(reader, seats, weights)
    return made[seats]


_LEARNED: dict[str, dict[int, Judgement]] = {}


def _starts(rules: Rules, seats: int, sample: Callable[[], Game]) -> Iterator[Game]:
    """Games to learn from."""
    for number in range(GAMES):
        try:
            yield rules.new_game(players=seats, seed=number, history=False)
        except TableError:
            yield sample()


# ---- learning


class Position:
    """What the players are, how they stand and what they have, at one moment of a game."""

    def __init__(self, reader: Reader, game: Game, secrets: list[Key]) -> None:
        self.secrets = secrets
        self.states = [reader.state(game, seat) for seat in range(len(secrets))]
        self.counts = [reader.counts(game, seat) for seat in range(len(secrets))]


class Track:
    """What one sort of player saw in all games, as sparse rows; columns appear as they are met."""

    def __init__(self) -> None:
        self.columns: dict[Key, int] = {}
        self.width = 1  # the first column is always one
        self.games: list[tuple[list[Sparse], bool]] = []

    def place(self, key: Key, width: int) -> int:
        """The first column for players of a sort."""
        if key not in self.columns:
            self.columns[key] = self.width
            self.width += width
        return self.columns[key]

    def row(self, position: Position, seat: int, standing: Key) -> Sparse:
        """One position as `seat` sees it."""
        found: Sparse = {0: 1.0}
        for other, counted in enumerate(position.counts):
            key = (*standing, other == seat, *position.secrets[other], *position.states[other])
            first = self.place(key, len(counted))
            for i, count in enumerate(counted, first):
                if count:
                    found[i] = found.get(i, 0.0) + count
        return found


def learn(reader: Reader, starts: Iterator[Game], seats: int) -> Weights:
    """Play games at random and weigh what leads to winning."""
    rng = random.Random(seats)
    games: list[tuple[list[Position], tuple[int, ...]]] = []
    acting: dict[Key, None] = {}  # states of players who had to decide something, the first one first
    played = 0
    broken: set[Action] = set()  # actions on which the rules went wrong
    for game in starts:
        if played >= ENOUGH:
            break
        secrets = [reader.secret(game, seat) for seat in range(seats)]
        positions: list[Position] = []
        step = rng.randrange(STRIDE)
        for _ in range(LONGEST):
            actions = [action for action in game.legal_actions() if action not in broken]
            if not actions:
                break
            action = actions[int(rng.random() * len(actions))]
            acting.setdefault(reader.state(game, action.player))
            if step % STRIDE == 0:
                positions.append(Position(reader, game, secrets))
            step += 1
            played += 1
            try:
                game.push(action)
            except RuleError:
                broken.add(action)  # the game stands where it stood
        outcome = game.outcome()
        if positions and outcome is not None:
            games.append((positions, outcome.winners))
    return weigh(games, set(list(acting)[1:]), reader.width)


def weigh(games: list[tuple[list[Position], tuple[int, ...]]], standings: set[Key], width: int) -> Weights:
    """What everything is worth, to every sort of player; for players in some states on its own."""
    tracks: dict[Key, Track] = {}
    for positions, winners in games:
        for seat, secret in enumerate(positions[0].secrets):
            track = tracks.setdefault(secret, Track())
            rows = []
            for position in positions:
                state = position.states[seat]
                standing = state if state in standings else ()
                rows.append(track.row(position, seat, standing or last_two(position.states, seat)))
            track.games.append((rows, seat in winners))
    return {secret: solve(track, width) for secret, track in tracks.items()}


def solve(track: Track, width: int) -> tuple[float, dict[Key, Row]]:
    """Weights such that a position is worth what comes of it: least squares of temporal differences."""
    n = track.width
    rows = [[0.0] * (n + 1) for _ in range(n)]
    for positions, won in track.games:
        trace: Sparse = {}
        for position, after in zip(positions, [*positions[1:], {}], strict=True):
            trace = {i: TRACE * x for i, x in trace.items()}
            change = dict(position)
            for i, x in position.items():
                trace[i] = trace.get(i, 0.0) + x
            for i, x in after.items():
                change[i] = change.get(i, 0.0) - x
            moved = [(i, x) for i, x in change.items() if x]
            for i, x in trace.items():
                row = rows[i]
                for j, y in moved:
                    row[j] += x * y
                if won and not after:
                    row[n] += x
    for i in range(n):
        rows[i][i] += RIDGE if i else 1e-3
    found = solved(rows)
    return found[0], {key: found[at : at + width] for key, at in track.columns.items()}


def solved(rows: list[Row]) -> Row:
    """The solution of linear equations, by Gaussian elimination."""
    n = len(rows)
    for i in range(n):
        best = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i]
        for lower in rows[i + 1 :]:
            if lower[i]:
                part = lower[i] / pivot[i]
                for j in range(i, n + 1):
                    lower[j] -= part * pivot[j]
    found = [0.0] * n
    for i in reversed(range(n)):
        found[i] = (rows[i][n] - sum(rows[i][j] * found[j] for j in range(i + 1, n))) / rows[i][i]
    return found


# ---- remembering


def _kept_at(rules: Rules, seats: int) -> Path:
    from bangrules.play.compiled import cache_folder, engine_stamp

    learner = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    told = f"{FORMAT} {engine_stamp()} {learner} {rules.digest} {seats}"
    return cache_folder() / f"{hashlib.sha256(told.encode()).hexdigest()[:32]}.weights"


def _kept(path: Path) -> Weights | None:
    """The weights in a file, if it holds any."""
    try:
        found = {
            tuple(secret): (float(total), {tuple(key): [float(x) for x in block] for key, block in blocks})
            for secret, total, blocks in json.loads(path.read_bytes())
        }
    except (OSError, ValueError, TypeError):
        return None
    return found or None


def _keep(path: Path, weights: Weights) -> None:
    from bangrules.play.compiled import save

    rows = [[secret, total, list(blocks.items())] for secret, (total, blocks) in weights.items()]
    save(path, json.dumps(rows).encode())
