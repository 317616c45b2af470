"""Mass play: many games by bots, on as many processes as one likes, and what came of them.

The same seed gives the same games, however many processes play them.

>>> from bangrules.tools.arena import Contest, play
>>> contest = Contest(players=4, bots=("random",) * 4, seed=7)
>>> [seat.won for seat in play(contest, 0).seats] == [seat.won for seat in play(contest, 0).seats]
True
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from functools import lru_cache
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from bangrules.errors import RuleError, TableError
from bangrules.play.naming import SEAT_LETTERS

if TYPE_CHECKING:
    from bangrules.bots import Bot
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

LONGEST = 20_000  # decisions; a game of bots that never end it is given up then
CHUNK = 20  # games that a process plays at a time


@frozen
class Contest:
    """What is played: the rules, the number of players, who plays, and the seed of it all.

    `bots` has a name for each seat; `cast` replaces it for players who are what a name says, as a role's.
    """

    players: int = 4
    bots: tuple[str, ...] = ()
    cast: tuple[tuple[str, str], ...] = ()
    seed: int = 1
    packs: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()
    options: Mapping[str, Any] = field(factory=dict, hash=False)


@frozen
class SeatResult:
    """How a seat fared: which bot played it, what it was (`role`, `character`, ...), whether it won."""

    bot: str
    what: dict[str, str]
    won: bool


@frozen
class GameResult:
    """One game: its number in the contest, the seed to play it again, how long it took.

    `ending` says how it ended, where rules tell of it by a field `ending` of the game.
    """

    number: int
    seed: int
    decisions: int
    finished: bool
    seats: tuple[SeatResult, ...]
    ending: str | None = None


@lru_cache(maxsize=4)
def rules_of(packs: tuple[str, ...], paths: tuple[Path, ...]) -> Rules:
    """The rules of a contest, loaded once in each process."""
    from bangrules.tools.console import load_rules

    return load_rules(packs, paths)


def seed_of(contest: Contest, number: int) -> int:
    """The seed of a game of the contest."""
    return random.Random(f"{contest.seed} {number}").getrandbits(62)


def what_of(game: Game, seat: int) -> dict[str, str]:
    """What a player is: the roles and characters that everybody has, by the names of the fields.

    What only some have, or only for a while, says little of who wins.
    """
    from bangrules.play.reading import fields_of

    found = {}
    for row in fields_of(game.rules).values():
        if row.of == "player" and row.type in ("role", "character"):
            value = row.value(game, seat)
            if value is not None:
                found[row.id] = game.rules.by_index[value].name
    return found


def id_of(rules: Rules, name: str) -> str:
    """The printed name of a definition, by its id or its printed name.

    :raises TableError: there is none.
    """
    for id, definition in rules.definitions.items():
        if name.casefold() in (id, definition.full_id, definition.name.casefold()):
            return definition.name
    from bangrules.language.spelling import suggest

    near = suggest(name, rules.definitions)
    raise TableError(f"there is no `{name}`" + (f"; did you mean `{near}`?" if near else ""))


def play(contest: Contest, number: int) -> GameResult:
    """Play one game of a contest.

    :raises TableError: there are not as many bots as players, or the rules have no such game.
    :raises BangRulesError: there is no bot of a name, or the card files went wrong.
    """
    from bangrules.bots import View, check_bots, make_bot
    from bangrules.play.reading import ending_of

    check_bots(contest.bots, contest.players)
    rules = rules_of(contest.packs, contest.paths)
    seed = seed_of(contest, number)
    game = rules.new_game(players=contest.players, seed=seed, history=False, options=contest.options)
    what = [what_of(game, seat) for seat in range(contest.players)]
    cast = {id_of(rules, name): bot for name, bot in contest.cast}
    names = [
        next((cast[name] for name in is_what.values() if name in cast), contest.bots[seat])
        for seat, is_what in enumerate(what)
    ]
    bots: list[Bot] = [make_bot(name, seed + 1 + seat) for seat, name in enumerate(names)]
    decisions = 0
    while decisions < LONGEST and (actions := game.legal_actions()):
        view = View(game, actions)
        try:
            game.push(bots[view.seat].choose(view))
        except RuleError as error:
            where = f"game {number + 1} of seed {contest.seed}, decision {decisions + 1}"
            raise type(error)(f"{where}: {error.message}", error.card, error.where) from error
        decisions += 1
    outcome = game.outcome()
    winners = outcome.winners if outcome is not None else ()
    seats = tuple(
        SeatResult(names[seat], {**what_of(game, seat), **what[seat]}, seat in winners)
        for seat in range(contest.players)
    )
    return GameResult(number, seed, decisions, outcome is not None, seats, ending_of(game))


def play_some(contest: Contest, numbers: range) -> list[GameResult]:
    """Play some games of a contest."""
    return [play(contest, number) for number in numbers]


def simulate(
    contest: Contest,
    games: int,
    executor: Executor | None = None,
    jobs: int = 1,
    told: Callable[[int], None] = lambda n: None,
    first: int = 0,
) -> list[GameResult]:
    """Play `games` games of a contest, from number `first` on.

    They are spread over `executor`, any of `concurrent.futures`, or over `jobs` processes; 1 stays in this
    one. `told` hears of every few games that are done.

    :raises TableError: there are not as many bots as players, or the rules have no such game.
    :raises BangRulesError: there is no bot of a name, or the card files went wrong.
    """
    from bangrules.bots import check_bots

    check_bots(contest.bots, contest.players)
    chunk = max(1, min(CHUNK, games // (4 * max(jobs, 1)) or 1))
    end = first + games
    parts = [range(start, min(start + chunk, end)) for start in range(first, end, chunk)]
    if executor is None and jobs > 1 and len(parts) > 1:
        warm_up(contest)
        with ProcessPoolExecutor(min(jobs, len(parts)), mp_context=fresh_processes()) as pool:
            return gather(pool, contest, parts, told)
    if executor is not None:
        return gather(executor, contest, parts, told)
    found = []
    for part in parts:
        found += play_some(contest, part)
        told(len(part))
    return found


def fresh_processes() -> BaseContext:
    """How processes are started: not as forks of this one, which may have threads."""
    if "forkserver" in get_all_start_methods():
        context = get_context("forkserver")
        context.set_forkserver_preload(
            ["bangrules.tools.arena", "bangrules.play.rules", "bangrules.bots.sensible"]
        )
        return context
    return get_context("spawn")


def gather(
    executor: Executor, contest: Contest, parts: Iterable[range], told: Callable[[int], None]
) -> list[GameResult]:
    """The results of all parts, in order."""
    waiting = [executor.submit(play_some, contest, part) for part in parts]
    for future in as_completed(waiting):
        told(len(future.result()))
    return [result for future in waiting for result in future.result()]


def warm_up(contest: Contest) -> None:
    """Load and learn once, before processes are started that would each do so."""
    from bangrules.bots import View, make_bot

    rules = rules_of(contest.packs, contest.paths)
    game = rules.new_game(players=contest.players, seed=contest.seed, history=False, options=contest.options)
    for name in {*contest.bots, *(bot for _, bot in contest.cast)}:
        bot = make_bot(name)
        trial = game.copy(history=False)
        if len(actions := trial.legal_actions()) > 1:
            bot.choose(View(trial, actions))


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


# ---- counting


@frozen
class Rate:
    """How often something was the case, with the 95% interval of its true frequency."""

    won: int
    games: int

    @property
    def rate(self) -> float:
        """The share, 0 for no games."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval.

        >>> low, high = Rate(450, 1000).interval
        >>> f"{low:.4f} {high:.4f}"
        '0.4194 0.4810'
        """
        if not self.games:
            return 0.0, 1.0
        z, n, p = 1.959963984540054, self.games, self.rate
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
        return max(0.0, centre - half), min(1.0, centre + half)


def rates(results: Iterable[GameResult]) -> dict[str, dict[tuple[str, str], Rate]]:
    """How often players won: for each field, by its value and the bot that played; else for each seat."""
    counted: dict[str, dict[tuple[str, str], list[int]]] = {}
    for result in results:
        for letter, seat in zip(SEAT_LETTERS, result.seats, strict=False):
            for name, value in (seat.what or {"seat": letter}).items():
                count = counted.setdefault(name, {}).setdefault((value, seat.bot), [0, 0])
                count[0] += seat.won
                count[1] += 1
    return {
        name: {key: Rate(won, games) for key, (won, games) in sorted(found.items())}
        for name, found in counted.items()
    }


def endings(results: Iterable[GameResult]) -> dict[str, int]:
    """How many games ended in each way, the most frequent first."""
    return dict(Counter(result.ending for result in results if result.ending is not None).most_common())


def rows(results: Iterable[GameResult]) -> Iterator[dict[str, Any]]:
    """A row for each seat of each game, for tables and files."""
    for result in results:
        for number, seat in enumerate(result.seats):
            yield {
                "game": result.number, "seed": result.seed, "decisions": result.decisions,
                "finished": int(result.finished), "seat": SEAT_LETTERS[number], "bot": seat.bot, **seat.what,
                "won": int(seat.won), **({} if result.ending is None else {"ending": result.ending}),
            }  # fmt: skip
