"""Whole games of any packs that go together, looked at on the way; those that fail are kept as traces.

``python -m tests.properties.soaking SECONDS [SEED [boards]]`` plays for so long, games on boards alone if you
say so, and tells of what fails.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

from attrs import evolve, frozen
from hypothesis import settings

import bangrules as bang
from bangrules.bots import BOTS, View, make_bot
from bangrules.bots import judgement as judging
from bangrules.language.requirements import closure
from bangrules.play.packs import FoundPack, available
from tests.properties.invariants import check_cards, check_decision

NIGHTLY = settings.default is not None and settings.default.max_examples > 1_000
TRACES = Path(__file__).resolve().parents[1] / "traces"
LONGEST = 20_000  # decisions: no game is that long
EVERY = 5  # decisions between two at which the cards are counted
STRIDE = 23  # decisions between two that are looked at closely, ten times as many in a long game
LONG = 500  # decisions after which a game is a long one, and played on at random
PLAYERS = range(2, 9)


@cache
def packs() -> dict[str, FoundPack]:
    """The packs that come with the library."""
    return available()


def boxes() -> list[str]:
    return [id for id, pack in packs().items() if pack.box]


def extras() -> list[str]:
    """The packs that bring something to a box, beside rules for others."""
    return [id for id, pack in packs().items() if not pack.box and (brings(pack) or not lent(id))]


def brings(pack: FoundPack) -> bool:
    """Whether a pack has cards, characters, events or tables of roles."""
    return re.search(r"^(?:card|copies|character|event|roles) ", text_of(pack), re.M) is not None


def text_of(pack: FoundPack) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in pack.files)


def sizes(named: tuple[str, ...]) -> list[int]:
    """How many can play with packs, by the tables of roles in their files."""
    tables = [n for id in named for n in re.findall(r"^roles (\d+):", text_of(packs()[id]), re.M)]
    return sorted(map(int, tables))


def lent(id: str) -> bool:
    """Whether other packs require a pack, so that it need not be named."""
    return any(id in pack.requires for pack in packs().values())


def subsets(ids: list[str]) -> Iterator[tuple[str, ...]]:
    for n in range(len(ids) + 1):
        yield from combinations(ids, n)


def legal(named: tuple[str, ...]) -> bool:
    """Whether packs may be played together, by what their manifests say."""
    known = packs()
    found = [id for id in named if known[id].box]
    wanted = {other for id in named for other in closure(known, id)}
    if len(found) != 1 or any(other in wanted for id in wanted for other in known[id].conflicts):
        return False
    return all(id in closure(known, found[0]) for id in wanted if known[id].box)


@cache
def playable() -> tuple[tuple[str, ...], ...]:
    """Every combination of packs that may be played together, a box and what goes with it."""
    found = [(box, *more) for box in boxes() for more in subsets(extras())]
    return tuple(named for named in found if legal(named))


@lru_cache(maxsize=24)
def rules_of(named: tuple[str, ...]) -> bang.Rules:
    return bang.load(*named)


@contextmanager
def quick_learning() -> Iterator[None]:
    """Let the bots that learn do so from a few games, and forget what they learned."""
    quick: dict[str, Any] = {
        "GAMES": 6, "ENOUGH": 600, "_LEARNED": {}, "_kept": lambda path: None, "_keep": lambda *_: None,
    }  # fmt: skip
    before = {name: getattr(judging, name) for name in quick}
    for name, value in quick.items():
        setattr(judging, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(judging, name, value)


@frozen
class Table:
    """Who plays what."""

    packs: tuple[str, ...]
    players: int
    seed: int
    bot: str = "random"
    forced: str = "resolve"
    options: tuple[tuple[str, Any], ...] = ()

    def game(self) -> bang.Game:
        """The game at its first decision.

        :raises bang.TableError: so many cannot play with these packs.
        """
        return rules_of(self.packs).new_game(
            self.players, self.seed, forced=self.forced, options=dict(self.options)
        )


class Broken(AssertionError):
    """A game that went wrong; the text says how, and where it is kept."""


def play_through(table: Table) -> bang.Game:
    """The game at its end, played by the bots of a table.

    :raises Broken: something went wrong; the game so far is kept as a trace.
    """
    game = table.game()
    bots = [make_bot(table.bot, table.seed + 1 + seat) for seat in range(table.players)]
    rng = random.Random(table.seed)
    pushed: list[str] = []
    try:
        while actions := game.legal_actions():
            look(game, len(pushed), rng)
            if len(pushed) == LONG:
                bots = [make_bot("random", table.seed + seat) for seat in range(table.players)]
            action = bots[actions[0].player].choose(View(game, actions))
            pushed.append(str(action))
            if len(pushed) % STRIDE == 0:
                check_pop(game, action)
            game.push(action)
            assert len(pushed) < LONGEST, "the game has no end"
        finish(game)
    except Exception as error:
        record = evolve(game.record(), actions=tuple(pushed))
        raise Broken(f"{table}: {type(error).__name__}: {error}; kept in {keep(record, table)}") from error
    return game


def check_pop(game: bang.Game, action: Any) -> None:
    """Taking an action back is as if it had not been taken."""
    before = game.to_dict()
    game.push(action)
    game.pop()
    assert game.to_dict() == before


def look(game: bang.Game, count: int, rng: random.Random) -> None:
    """What holds at a decision; now and then everything."""
    assert not game.is_over
    if count % EVERY == 0:
        check_cards(game)
    if count % (STRIDE if count < LONG else 10 * STRIDE) == 0:
        check_cards(game)
        check_decision(game)
        seat = rng.randrange(len(game.players))
        seen = game.observe(seat)
        guess = game.determinize(seat, rng)
        assert guess.observe(seat) == seen
        saved = bang.Game.from_dict(game.rules, game.to_dict())
        assert saved.legal_actions() == game.legal_actions()
        assert saved.observe(seat) == seen


def finish(game: bang.Game) -> None:
    """What holds at the end."""
    check_cards(game)
    outcome = game.outcome()
    assert outcome is not None
    assert set(outcome.winners) <= set(range(len(game.players)))
    assert game.decision is None
    assert game.record().replay(game.rules).to_dict() == game.to_dict()


def keep(record: bang.Record, table: Table, folder: Path = TRACES) -> Path:
    """Write the record of a game that failed, to be played again by the tests from now on."""
    name = f"{'-'.join(table.packs)}-{table.players}-{table.bot}-{table.seed}"
    path = folder / (re.sub(r"[^\w-]", "_", name) + ".txt")
    folder.mkdir(exist_ok=True)
    path.write_text(record.dumps(), encoding="utf-8")
    return path


def play_again(record: bang.Record) -> bang.Game:
    """Play a record by the rules of today to its end.

    As far as its actions are still legal they are taken; where the rules have changed since, the game goes on
    at random from there.
    """
    rules = rules_of(tuple(record.packs))
    game = rules.new_game(**record.setup)
    rng = random.Random(str(record.setup.get("seed")))
    written = list(record.actions)
    count = 0
    while actions := game.legal_actions():
        look(game, count, rng)
        known = {str(action): action for action in actions}
        action = known.get(written.pop(0)) if written else None
        if action is None:
            written.clear()
            action = rng.choice(actions)
        game.push(action)
        count += 1
        assert count < LONGEST
    finish(game)
    return game


def tables(seed: int) -> Iterator[Table]:
    """Tables without end, each of packs and a number of players that go together."""
    rng = random.Random(seed)
    while True:
        named = rng.choice(playable())
        players = rng.choice(sizes(named))
        yield Table(
            named, players, rng.getrandbits(32), rng.choice(sorted(BOTS)), rng.choice(("ask", "resolve"))
        )


def on_boards() -> tuple[tuple[str, ...], ...]:
    """The combinations of packs that are played on a board."""
    return tuple(named for named in playable() if packs()[named[0]].maps)


def board_tables(seed: int) -> Iterator[Table]:
    """Tables without end for games on boards: every combination in turn, of any size, with any options.

    What is a large number by default is a small one in nearly all of them, so that most games are short.
    """
    rng = random.Random(seed)
    while True:
        for named in on_boards():
            rules = rules_of(named)
            options = tuple(
                (id, chosen(rules, id, type_, default, rng))
                for id, type_, default, *_ in rules.tables["options"]
                if rng.random() < 0.3 or default > 20
            )
            players = rng.choice(sizes(named))
            yield Table(
                named, players, rng.getrandbits(32), "random", rng.choice(("ask", "resolve")), options
            )


def chosen(rules: bang.Rules, id: str, type_: str, default: int, rng: random.Random) -> Any:
    """Another value of an option: a long game is rare."""
    if type_ == "yesno":
        return rng.random() < 0.5
    if type_.startswith("values:"):
        return rng.choice(rules.tables["values"][type_[7:]][0])
    if default > 20:
        return default if rng.random() < 0.01 else rng.randint(1, 12)
    option, most = rules.options[id], default + 2
    return rng.randint(option.least or 0, most if option.most is None else min(option.most, most))


def main(seconds: float, seed: int = 5, *, boards: bool = False) -> int:
    """Play for some seconds; how many games failed."""
    games = failed = decisions = 0
    found: Counter[tuple[str, ...]] = Counter()
    end = time.monotonic() + seconds
    with quick_learning():
        for table in board_tables(seed) if boards else tables(seed):
            if time.monotonic() > end:
                break
            games += 1
            found[table.packs] += 1
            try:
                decisions += len(play_through(table).record().actions)
            except Broken as error:
                failed += 1
                print(error, flush=True)
            if games % 100 == 0:
                print(f"{games} games, {decisions} decisions, {failed} failed", flush=True)
    print(f"{games} games of {len(found)} combinations, {decisions} decisions, {failed} failed")
    return failed


if __name__ == "__main__":
    seconds, *seeds = [int(x) for x in sys.argv[1:] if x.isdigit()]
    raise SystemExit(main(seconds, *seeds[:1], boards="boards" in sys.argv) > 0)
