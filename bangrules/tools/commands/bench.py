"""`bangrules bench`: how fast the engine is."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import asdict

from bangrules.tools.console import Progress, echo, json_option, pack_names, packs_option, table, write_json

if TYPE_CHECKING:
    from bangrules.tools.measures import Measure


class Seconds(click.FloatRange):
    """A time between bounds; `nan`, which no comparison finds outside of them, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it from the command line."""
        found: float = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is not a valid float.", param, ctx) if isnan(found) else found


@click.command
@click.option(
    "--seconds", type=Seconds(0.01, 60), default=1.0, show_default=True, metavar="S",
    help="How long each slice of play is.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=5, show_default=True, metavar="N",
    help="How many slices of each there are.",
)  # fmt: skip
@click.option(
    "--with", "expansions", multiple=True, metavar="PACKS",
    help="Measure what these expansions cost, too.",
)  # fmt: skip
@packs_option
@json_option
def command(
    seconds: float,
    rounds: int,
    expansions: tuple[str, ...],
    packs: tuple[str, ...],
    paths: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Measure the engine on this machine, beside python-chess.

    Random games are played in slices, and slices of random chess between them; what is told is the median.
    The ratio says how many times better bangrules does.
    """
    from bangrules.tools.measures import Plan, has_chess, measure, steps

    plan = Plan(
        seconds=seconds,
        rounds=rounds,
        packs=tuple(pack_names(packs)),
        expansions=tuple(pack_names(expansions, "--with")),
        paths=paths,
    )
    with Progress(steps(plan), "slices") as progress:
        measures = list(measure(plan, lambda: progress.add(1)))
    if as_json:
        write_json([asdict(found) for found in measures])
        return
    rows = [["", "bangrules", "", "yardstick", "ratio", "goal", ""]]
    rows += [row(found) for found in measures]
    for line in table(rows, right=(1, 3, 4)):
        echo(line)
    echo()
    for found in measures:
        if found.note:
            echo(f"{found.name}: {found.note}")
    if not has_chess():
        echo("\nWithout python-chess there is nothing to compare with: pip install chess")


def row(found: Measure) -> list[str]:
    """A figure as cells."""
    return [
        found.name,
        number(found.value),
        found.unit,
        "" if found.yardstick is None else number(found.yardstick),
        "" if found.ratio is None else f"{found.ratio:.2f}x",
        found.goal,
        "" if found.met is None else "ok" if found.met else click.style("not met", fg="red"),
    ]


def number(value: float) -> str:
    """A figure with about three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
