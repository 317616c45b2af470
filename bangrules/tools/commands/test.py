"""`bangrules test`: the scenarios in card files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
from attrs import asdict

from bangrules.errors import PackError
from bangrules.tools.console import FINDINGS, Progress, echo, json_option, pack_names, write_json


@click.command
@click.argument("where", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path))
@click.option("-k", "only", metavar="WORDS", help="Only scenarios with these words in their names.")
@click.option(
    "--packs", "packs", multiple=True, metavar="PACK[,PACK...]",
    help="The packs of scenarios that name none, by default the one they lie in.",
)  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that pass, too.")
@click.option(
    "--paths", "paths", multiple=True, metavar="PATH", type=click.Path(path_type=Path),
    help="A pack of yours, or a folder with packs, that the scenarios use.",
)  # fmt: skip
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    where: tuple[Path, ...],
    only: str | None,
    packs: tuple[str, ...],
    verbose: bool,
    paths: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Run the scenarios in card files and in folders of them.

    A scenario that fails is shown with the line that doesn't hold, the table, what happened, and what was
    legal. Where packs have mistakes, these are shown once, and how many scenarios could not be run for them.
    """
    from bangrules.play.packs import available, select
    from bangrules.tools.scenarios import Shelf, files_with_scenarios, once, run_file

    for path in where:
        if not path.exists():
            raise PackError(f"there is no file or folder {path}")
    known = available(paths)  # refused here, not by each scenario
    if packs:
        select(known, pack_names(packs))
    shelf = Shelf(paths, tuple(pack_names(packs)))
    files = list(dict.fromkeys(file for path in where for file in files_with_scenarios(path)))
    results = []
    with Progress(len(files), "files") as progress:
        for file in files:
            results += run_file(file, shelf, only)
            progress.add(1)
    results = once(results)
    failed = [result for result in results if not result.ok]
    if as_json:
        write_json([asdict(result, filter=lambda field, _: field.name != "messages") for result in results])
    else:
        for mistakes, n in Counter(result.mistakes for result in results if result.mistakes).items():
            what = "a scenario" if n == 1 else f"{n} scenarios"
            echo(f"{mistakes}\n")
            echo(click.style(f"{what} could not be run: the packs have mistakes\n", fg="red", bold=True))
        for result in results:
            if result.mistakes:
                continue
            if not result.ok:
                echo(click.style(f"FAILED {result.path}:{result.line}", fg="red", bold=True))
                echo(f"{result.report}\n")
            elif verbose:
                echo(f"passed {result.path}:{result.line} {result.name}")
        if results and failed:
            echo(f"{len(failed)} of {len(results)} scenarios failed", err=True)
        elif not results:
            echo("there are no scenarios" + (f" with `{only}` in their names" if only else ""), err=True)
    if failed or not results:
        ctx.exit(FINDINGS)
