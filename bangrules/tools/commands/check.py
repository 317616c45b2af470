"""`bangrules check`: every mistake in card files."""

from __future__ import annotations

from pathlib import Path

import click

from bangrules.errors import PackError
from bangrules.tools.console import FINDINGS, colored, echo, json_option, pack_names


@click.command
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path))
@click.option(
    "--packs", "packs", multiple=True, metavar="PACK[,PACK...]",
    help="Packs that the files build upon, by default those that their manifest requires.",
)  # fmt: skip
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], packs: tuple[str, ...], as_json: bool) -> None:
    """Report every mistake in card files, all at once.

    PATH is a pack (a folder), a folder with packs, or a file. A pack is checked with what lies in its
    folders, as its scenarios do. A file that belongs to a pack is checked with the rest of it; one in a
    folder of a pack with the others there, upon that pack; and one that belongs to none upon the base game
    or what --packs names.

    Nothing found, nothing written.
    """
    from bangrules.language.diagnostics import Reporter, to_json
    from bangrules.tools.checking import check_unit, closed_folders, units_at, units_inside

    sink = Reporter()
    for path in paths:
        if not path.exists():
            raise PackError(f"there is no file or folder {path}")
        closed = closed_folders(path, sink)
        try:
            units = list(units_at(path, pack_names(packs)))
        except PackError:
            if not closed:
                raise
            units = []  # all that there may be is in the closed folders
        for unit in units:
            check_unit(unit, sink)
            for inside in units_inside(unit) if path.is_dir() else ():
                check_unit(inside, sink)
    findings = sink.diagnostics
    if as_json:
        echo(to_json(findings, sink.sources))
    elif findings:
        echo(sink.render(colored()))
        counts = (
            (len(sink.errors), "error", "errors"),
            (len(findings) - len(sink.errors), "warning", "warnings"),
        )
        echo("\n" + ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts if n), err=True)
    if findings:
        ctx.exit(FINDINGS)
