"""How strong is a new character? Old Hank of `custom_pack`, as he is and with one life point less.

`python examples/balance_study.py [GAMES] [BOT] [FILE]` lets bots (`random`, or `sensible`, which is slower)
play so many games with each of the two. It writes how often he won, with the interval in which the true rate
lies 95 times of 100, and a picture of him among all others into FILE, `balance.svg` if none is named.

Both halves are played with the same seeds, so that much of what is chance is the same in both.
"""

import shutil
import sys
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from bangrules.tools.arena import Contest, Rate, processors, rates, simulate

PACK = Path(__file__).resolve().parent / "custom_pack"
NAME, HEADING = "Old Hank", 'character old_hank "Old Hank" life '
PLAYERS = 5


def changed(folder: Path) -> Path:
    """A copy of the pack in which he has three life points."""
    pack = folder / "trail"
    shutil.copytree(PACK, pack)
    for path in pack.glob("*.bang"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(f"{HEADING}4", f"{HEADING}3"), encoding="utf-8")
    return pack


def win_rates(pack: Path, games: int, bot: str) -> dict[str, Rate]:
    """How often each character won."""
    contest = Contest(PLAYERS, (bot,) * PLAYERS, packs=("base", "trail"), paths=(pack,), seed=1)
    results = simulate(contest, games, jobs=processors() if games > 200 else 1)
    return {name: rate for (name, _), rate in rates(results)["character"].items()}


def difference(before: Rate, after: Rate) -> tuple[float, float, float]:
    """What a change has brought, with its 95% interval: Newcombe's, made from those of the two rates."""
    (low_before, high_before), (low_after, high_after) = before.interval, after.interval
    change = after.rate - before.rate
    low = ((after.rate - low_after) ** 2 + (high_before - before.rate) ** 2) ** 0.5
    high = ((high_after - after.rate) ** 2 + (before.rate - low_before) ** 2) ** 0.5
    return change, change - low, change + high


def picture(rows: list[tuple[str, Rate, bool]]) -> str:
    """The rates as points with their intervals, the marked ones in colour, as SVG."""
    left, width, line = 190, 420, 22
    height = line * (len(rows) + 2)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 30} {height}" '
        f'width="{left + width + 30}" font-family="sans-serif" font-size="13">',
        "<style>svg { color: #222; background: #fff } .marked { color: #b3400a }"
        " @media (prefers-color-scheme: dark) { svg { color: #ddd; background: #181818 }"
        " .marked { color: #ff9d5c } }</style>",
    ]
    for percent in range(0, 101, 20):
        x = left + width * percent / 100
        drawn.append(f'<path d="M{x} {line / 2}V{height - line}" stroke="currentColor" opacity=".2"/>')
        drawn.append(
            f'<text x="{x}" y="{height - 6}" fill="currentColor" text-anchor="middle">{percent}%</text>'
        )
    for number, (name, rate, marked) in enumerate(rows):
        y = line * (number + 1)
        low, x, high = (left + width * value for value in (rate.interval[0], rate.rate, rate.interval[1]))
        drawn.append(
            f'<g class="{"marked" if marked else "other"}" fill="currentColor" stroke="currentColor">'
            f'<text x="{left - 12}" y="{y + 4}" text-anchor="end" stroke="none">{escape(name)}</text>'
            f'<path d="M{low:.1f} {y}H{high:.1f}" stroke-width="2"/><circle cx="{x:.1f}" cy="{y}" r="4"/></g>'
        )
    return "\n".join([*drawn, "</svg>\n"])


def main(games: int, bot: str = "random", file: Path = Path("balance.svg")) -> None:
    before = win_rates(PACK, games, bot)
    with TemporaryDirectory() as folder:
        after = win_rates(changed(Path(folder)), games, bot)
    rows = [(name, rate, False) for name, rate in before.items() if name != NAME]
    for title, found in (("life 4", before), ("life 3", after)):
        rate = found.get(NAME, Rate(0, 0))
        low, high = rate.interval
        print(f"{NAME}, {title}: won {rate.rate:.1%} of {rate.games} games ({low:.1%} to {high:.1%})")
        rows.append((f"{NAME}, {title}", rate, True))
    change, low, high = difference(before.get(NAME, Rate(0, 0)), after.get(NAME, Rate(0, 0)))
    told = "no difference can be told" if low <= 0 <= high else "that is a difference"
    print(f"a change of {100 * change:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f}): {told}")
    file.write_text(picture(sorted(rows, key=lambda row: -row[1].rate)), encoding="utf-8")
    print(f"the picture is in {file}")


if __name__ == "__main__":
    games, bot, file = [*sys.argv[1:], *("400", "random", "balance.svg")[len(sys.argv) - 1 :]]
    main(int(games), bot, Path(file))
