"""Does the sensible bot win more than a random one in its place, in every role?

The bot sits at seat A among random bots; then the same games are dealt again with a random bot there. Games
go on until seat A has had every role (or whatever the rules deal out) as often as asked.

    python benchmarks/bots.py                    2,000 games in each role, 5 players
    python benchmarks/bots.py --games 200        a quick look
    python benchmarks/bots.py --players 7 --bot random

Exit code 1 when the 95% intervals of some role meet.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator

from bangrules.tools.arena import Contest, GameResult, Rate, processors, simulate
from bangrules.tools.console import table

BATCH = 200


def rates_at_a(results: Iterable[GameResult], field: str) -> dict[str, Rate]:
    """How often seat A won, by what it was."""
    found: dict[str, Rate] = {}
    for result in results:
        seat = result.seats[0]
        old = found.get(seat.what[field], Rate(0, 0))
        found[seat.what[field]] = Rate(old.won + seat.won, old.games + 1)
    return dict(sorted(found.items()))


def play(contest: Contest, games: int, jobs: int, field: str) -> Iterator[list[GameResult]]:
    """Batches of games, more and more of them, until everything was played often enough."""
    results: list[GameResult] = []
    while not results or min(rate.games for rate in rates_at_a(results, field).values()) < games:
        first = len(results)
        more = simulate(contest, BATCH, jobs=jobs, first=first)
        results += more
        yield more


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=2000, help="in each role")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--bot", default="sensible")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--field", default="role", help="what to tell apart")
    parser.add_argument("--jobs", type=int, default=processors())
    given = parser.parse_args()
    found = {}
    for bot in (given.bot, "random"):
        start = time.monotonic()
        contest = Contest(given.players, (bot, *["random"] * (given.players - 1)), seed=given.seed)
        results = [r for batch in play(contest, given.games, given.jobs, given.field) for r in batch]
        found[bot, bot == given.bot] = rates_at_a(results, given.field)
        print(f"{bot}: {len(results)} games in {time.monotonic() - start:.0f} s", file=sys.stderr)
    ours, theirs = found[given.bot, True], found["random", given.bot == "random"]
    rows = [[given.field, "games", given.bot, "95% interval", "games", "random", "95% interval", ""]]
    apart = True
    for name, rate in ours.items():
        other = theirs[name]
        clear = rate.interval[0] > other.interval[1]
        apart = apart and clear
        rows.append([name, *cells(rate), *cells(other), "apart" if clear else "they meet"])
    for line in table(rows, right=range(1, 7)):
        print(line)
    return 0 if apart else 1


def cells(rate: Rate) -> list[str]:
    """A rate as cells."""
    low, high = rate.interval
    return [str(rate.games), f"{100 * rate.rate:.1f}%", f"{100 * low:.1f}% – {100 * high:.1f}%"]


if __name__ == "__main__":
    sys.exit(main())
