"""How fast the engine is: measured beside python-chess, in turns, so that a busy machine slows both.

`measure` gives everything as `Measure` rows; `bangrules bench` and `benchmarks/speed.py` print them.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

PLAYERS = (4, 5, 6, 7)
LONGEST_CHESS = 300  # moves after which a random chess game is given up
KB = 1024


@frozen
class Measure:
    """One figure: `value` in `unit`.

    `yardstick` is the same of python-chess, or of another way to get there, and `ratio` how many times better
    `value` is; `goal` says in words what it should be, and `met` whether it is.
    """

    name: str
    value: float
    unit: str
    yardstick: float | None = None
    ratio: float | None = None
    goal: str = ""
    met: bool | None = None
    note: str = ""


@frozen
class Slice:
    """What was played in a while."""

    seconds: float
    decisions: int
    games: float
    listed: int

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


@frozen
class Plan:
    """What to measure: with how many players, how long each slice is, how many there are."""

    players: tuple[int, ...] = PLAYERS
    seconds: float = 1.0
    rounds: int = 5
    starts: int = 9
    packs: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()


def has_chess() -> bool:
    """Whether python-chess is installed."""
    return find_spec("chess") is not None


# ---- slices of play


def play_slice(rules: Rules, players: int, seconds: float, history: bool, seed: int) -> Slice:
    """Random games, every legal action listed at every decision, every push checked."""
    rng = random.Random(seed)
    decisions = listed = games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        game = rules.new_game(players=players, seed=seed + games, history=history)
        while not game.is_over:
            actions = game.legal_actions()
            listed += len(actions)
            game.push(rng.choice(actions))
            decisions += 1
        games += 1
    return Slice(time.process_time() - start, decisions, games, listed)


def chess_slice(seconds: float, seed: int) -> float:
    """Random chess games, every legal move listed: moves a second."""
    chess: Any = import_module("chess")
    rng = random.Random(seed)
    moves = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while board.ply() < LONGEST_CHESS and (legal := list(board.legal_moves)):
            board.push(rng.choice(legal))
            moves += 1
    return moves / (time.process_time() - start)


def speed(rules: Rules, plan: Plan, told: Callable[[], None]) -> Iterator[Measure]:
    """Decisions a second, with and without history, for each number of players."""
    cases = [(players, True) for players in plan.players]
    cases += [(plan.players[min(1, len(plan.players) - 1)], False)]
    chess = has_chess()
    slices: dict[tuple[int, bool], list[Slice]] = {case: [] for case in cases}
    pairs: dict[tuple[int, bool], list[float]] = {case: [] for case in cases}
    moves: list[float] = []
    for players in plan.players:
        play_slice(rules, players, plan.seconds / 2, True, 1_000_000)
    for number in range(plan.rounds):
        for players, history in cases:
            found = play_slice(rules, players, plan.seconds, history, 1_000 * number)
            slices[players, history].append(found)
            if chess:
                moves.append(chess_slice(plan.seconds, number))
                pairs[players, history].append(found.rate / moves[-1])
            told()
    for (players, history), found_here in slices.items():
        goal = 4.0 if history else 5.0
        ratio = median(pairs[players, history]) if chess else None
        yield Measure(
            f"random play, {players} players, {'history kept' if history else 'no history'}",
            median(part.rate for part in found_here),
            "decisions/s",
            median(moves) if chess else None,
            ratio,
            f"at least {goal:.0f}x" if players == 5 else "",
            ratio >= goal if ratio is not None and players == 5 else None,
            f"{median(part.games / part.seconds for part in found_here):.0f} games/s, "
            f"{sum(part.listed for part in found_here) / sum(part.decisions for part in found_here):.1f} "
            "actions listed a decision",
        )
    if len(plan.players) > 1:
        few, many = plan.players[0], plan.players[-1]
        growth = median(a.rate / b.rate for a, b in zip(slices[few, True], slices[many, True], strict=True))
        yield Measure(
            f"cost of a decision, {many} players against {few}",
            growth,
            "x",
            goal="at most 1.3x",
            met=growth <= 1.3,
        )


# ---- expansions


def expanded(rules: Rules, plan: Plan, told: Callable[[], None]) -> Iterator[Measure]:
    """What a decision, and a listed action, cost with expansions, against these rules alone."""
    from bangrules.tools.arena import rules_of

    if not plan.expansions:
        return
    players = plan.players[min(1, len(plan.players) - 1)]
    more = rules_of((*rules.packs, *plan.expansions), plan.paths)
    play_slice(more, players, plan.seconds, True, 1_000_000)
    pairs = []
    for number in range(plan.rounds):
        alone = play_slice(rules, players, plan.seconds, True, 1_000 * number)
        together = play_slice(more, players, plan.seconds, True, 1_000 * number)
        pairs.append((alone, together))
        told()
    name = f"with {'+'.join(plan.expansions)}, {players} players"
    rate = median(together.rate for _, together in pairs)
    cost = median(alone.rate / together.rate for alone, together in pairs)
    yield Measure(
        f"cost of a decision {name}", cost, "x", goal="at most 1.5x", met=cost <= 1.5,
        note=f"{rate:,.0f} decisions/s; the yardstick is {'+'.join(rules.packs)}",
    )  # fmt: skip
    yield Measure(
        f"cost of a listed action {name}",
        median(a.listed / a.seconds / (b.listed / b.seconds) for a, b in pairs),
        "x",
        note=f"{sum(b.listed for _, b in pairs) / sum(b.decisions for _, b in pairs):.1f} actions a decision",
    )


# ---- boards


def board_game(paths: tuple[Path, ...]) -> str | None:
    """The first box with a board, if there is one."""
    from bangrules.play.packs import available

    return next((pack.id for pack in available(paths).values() if pack.box and pack.maps), None)


def boards(rules: Rules, plan: Plan, told: Callable[[], None]) -> Iterator[Measure]:
    """A game on a board beside these rules, and what boards cost rules that have none."""
    from bangrules.tools.arena import rules_of

    box = board_game(plan.paths)
    if box is None or rules.tables["board"] is not None:
        return
    players = plan.players[0]
    before = median(play_slice(rules, players, plan.seconds, True, 10 * n).rate for n in range(plan.rounds))
    figures = rules_of((box,), plan.paths)
    rates, pairs, after = [], [], []
    for number in range(plan.rounds):
        after.append(play_slice(rules, players, plan.seconds, True, 10 * number).rate)
        rates.append(play_slice(figures, players, plan.seconds, True, 10 * number).rate)
        pairs.append(rates[-1] / after[-1])
        told()
    yield Measure(
        f"random play on a board, {players} players, {box}",
        median(rates), "decisions/s", median(after), median(pairs),
        note=f"the yardstick is {'+'.join(rules.packs)}",
    )  # fmt: skip
    words = board_words(rules)
    yield Measure(
        "boards in the program of rules without one", len(words), "words", goal="none", met=not words,
        note=f"with a board loaded these rules play {median(after) / before:.2f} times as fast as before",
    )  # fmt: skip


def board_words(rules: Rules) -> set[str]:
    """The functions and tables of boards that rules can ask: those in what their program is linked with."""
    from bangrules.vocabulary import board

    functions = {x for x, value in vars(board).items() if getattr(value, "__module__", "") == board.__name__}
    return (functions | {"AHEAD", "SIDE", "AROUND", "SIDES", "RIM", "COLUMN", "ROW"}) & set(rules.ns)


# ---- copies and undoing


def best_time(run: Callable[[], int], rounds: int) -> float:
    """Seconds for one of what `run` does, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        count = run()
        best = min(best, (time.perf_counter() - start) / count)
    return best


def positions(rules: Rules, players: int, wanted: int) -> list[Game]:
    """Games in the middle, with history."""
    found: list[Game] = []
    rng = random.Random(1)
    seed = 0
    while len(found) < wanted:
        game = rules.new_game(players=players, seed=seed)
        seed += 1
        step = 0
        while not game.is_over and len(found) < wanted:
            if step % 10 == 5:
                found.append(game.copy())
            game.push(rng.choice(game.legal_actions()))
            step += 1
    return found


def copying(rules: Rules, plan: Plan) -> Iterator[Measure]:
    """Copies against those of python-chess; push and pop against a copy and a push."""
    players = plan.players[min(1, len(plan.players) - 1)]
    games = positions(rules, players, 200)

    def copy_all() -> int:
        for _ in range(20):
            for game in games:
                game.copy(history=False)
        return 20 * len(games)

    boards: list[Any] = []
    if has_chess():
        chess: Any = import_module("chess")
        rng = random.Random(1)
        board = chess.Board()
        while len(boards) < 200:
            legal = list(board.legal_moves)
            if not legal or board.ply() >= 100:
                board = chess.Board()
                continue
            board.push(rng.choice(legal))
            boards.append(board.copy())

    def copy_boards() -> int:
        for _ in range(5):
            for board in boards:
                board.copy(stack=False)
        return 5 * len(boards)

    ours, theirs = [], []
    for _ in range(plan.rounds):
        ours.append(best_time(copy_all, 2))
        if boards:
            theirs.append(best_time(copy_boards, 2))
    own, other = min(ours), min(theirs, default=None)
    yield Measure(
        "copy without history",
        own * 1e6,
        "µs",
        other * 1e6 if other is not None else None,
        other / own if other is not None else None,
        "no slower than Board.copy(stack=False)",
        own <= other if other is not None else None,
    )
    moves = [game.legal_actions()[0] for game in games]
    pairs = list(zip(games, moves, strict=True))

    def push_pop() -> int:
        for game, action in pairs:
            game.push(action)
            game.pop()
        return len(pairs)

    def copy_push() -> int:
        for game, action in pairs:
            game.copy(history=False).push(action)
        return len(pairs)

    undone, copied = [], []
    for _ in range(4 * plan.rounds):
        undone.append(best_time(push_pop, 2))
        copied.append(best_time(copy_push, 2))
    ratio = median(a / b for a, b in zip(copied, undone, strict=True))
    yield Measure(
        "push and pop, against a copy and a push",
        median(undone) * 1e6,
        "µs",
        median(copied) * 1e6,
        ratio,
        "no dearer",
        ratio >= 0.95,
    )


# ---- starting


STARTS = {
    "nothing": "pass",
    "import": "import bangrules",
    "load": "import bangrules; bangrules.load({packs})",
    "chess": "import chess",
}


def starting(plan: Plan, told: Callable[[], None]) -> Iterator[Measure]:
    """Import and load in fresh processes, the interpreter's own start taken off; programs in turns."""
    arguments = ", ".join(
        [*map(repr, plan.packs), *([f"paths={[str(p) for p in plan.paths]!r}"] if plan.paths else [])]
    )
    programs = {name: text.format(packs=arguments) for name, text in STARTS.items()}
    if not has_chess():
        del programs["chess"]
    took: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(plan.starts + 1):
        for name, text in programs.items():
            command = f"import time; t = time.perf_counter(); {text}; print(time.perf_counter() - t)"
            done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
            took[name].append(float(done.stdout))
        told()
    seconds = {name: median(times[1:]) for name, times in took.items()}
    other = seconds.get("chess")
    yield Measure(
        "import bangrules",
        seconds["import"] * 1e3,
        "ms",
        other * 1e3 if other is not None else None,
        other / seconds["import"] if other is not None else None,
        "under 150 ms",
        seconds["import"] < 0.150,
    )
    more = seconds["load"] - seconds["import"]
    yield Measure("load the rules, beyond the import", more * 1e3, "ms", goal="under 50 ms", met=more < 0.050)


# ---- memory


def memory(rules: Rules, plan: Plan) -> Iterator[Measure]:
    """What a game takes beyond the rules, and what a decision of history takes."""
    players = plan.players[min(1, len(plan.players) - 1)]
    for seed in range(20):  # what is made once and shared by all games
        play_randomly(rules.new_game(players=players, seed=seed, history=False), 10_000)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        games = [rules.new_game(players=players, seed=1000 + i, history=False) for i in range(100)]
        for game in games:
            play_randomly(game, 40)
        gc.collect()
        each = (tracemalloc.get_traced_memory()[0] - before) / len(games)
        yield Measure("memory of a live game", each / KB, "KB", goal="under 60 KB", met=each < 60 * KB)
        del games, game
        kept = [rules.new_game(players=players, seed=2000 + i) for i in range(20)]
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        decisions = sum(play_randomly(game, 10_000) for game in kept)
        gc.collect()
        more = (tracemalloc.get_traced_memory()[0] - before) / decisions
        yield Measure(
            "memory of a decision of history", more / KB, "KB", goal="at most 2 KB", met=more <= 2 * KB
        )
    finally:
        tracemalloc.stop()


def play_randomly(game: Game, most: int) -> int:
    """Play on at random; how many decisions there were."""
    rng = random.Random(1)
    for done in range(most):
        if game.is_over:
            return done
        game.push(rng.choice(game.legal_actions()))
    return most


# ---- all of it


def steps(plan: Plan) -> int:
    """How often `told` is called."""
    return plan.rounds * (len(plan.players) + 2 + bool(plan.expansions)) + plan.starts + 1


def measure(plan: Plan, told: Callable[[], None] = lambda: None) -> Iterator[Measure]:
    """Everything, figure by figure."""
    from bangrules.tools.arena import rules_of

    rules = rules_of(plan.packs, plan.paths)
    yield from speed(rules, plan, told)
    yield from expanded(rules, plan, told)
    yield from boards(rules, plan, told)
    yield from copying(rules, plan)
    yield from starting(plan, told)
    yield from memory(rules, plan)
