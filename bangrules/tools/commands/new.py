"""`bangrules new`: a card, character, event or pack to begin with, and a scenario for it."""

from __future__ import annotations

from pathlib import Path

import click

from bangrules.tools.console import echo, pack_names, program

KINDS = ("card", "character", "event", "pack")


@click.command
@click.argument("kind", type=click.Choice(KINDS), metavar="card|character|event|pack")
@click.argument("name", nargs=-1, required=True)
@click.option("--id", "id", metavar="ID", help="What card files call it.  [default: made from NAME]")
@click.option(
    "--pack", "place", metavar="PATH", type=click.Path(path_type=Path),
    help="The pack it belongs to, or the folder of a new pack.  [default: the pack one works in]",
)  # fmt: skip
@click.option("--file", "file", metavar="FILE", help="Put it behind what this file has.  [default: ID.bang]")
@click.option("--border", metavar="BORDER", help="The border of a card.  [default: that of most cards]")
@click.option("--number", type=click.IntRange(0), metavar="N", help="The number behind the border of a card.")
@click.option("--copies", metavar="COPIES", help="The copies of a card, as `2S..4S 10H`, or how many.")
@click.option("--life", type=click.IntRange(1), metavar="N", help="The life of a character.")
@click.option("--last", is_flag=True, help="An event that comes last.")
@click.option(
    "--requires", "requires", multiple=True, metavar="PACK[,PACK...]",
    help="The packs that a new pack builds upon.  [default: the base game]",
)  # fmt: skip
@click.option(
    "--paths", "paths", multiple=True, metavar="PATH", type=click.Path(path_type=Path),
    help="Where more packs are that it requires.",
)  # fmt: skip
def command(
    kind: str,
    name: tuple[str, ...],
    id: str | None,
    place: Path | None,
    file: str | None,
    border: str | None,
    number: int | None,
    copies: str | None,
    life: int | None,
    last: bool,
    requires: tuple[str, ...],
    paths: tuple[Path, ...],
) -> None:
    """Begin a card, character, event or pack called NAME, with a scenario beside it.

    It works as it is, so that you have something to change. Nothing that is there is changed: it comes into
    a file of its own, or, with --file, behind all that a file has.
    """
    from bangrules.play.packs import available
    from bangrules.tools.checking import beside
    from bangrules.tools.scaffold import (
        Wanted,
        checked_id,
        checked_name,
        id_of,
        pack_here,
        plan_pack,
        plan_thing,
    )

    refuse_options(kind, border=border, number=number, copies=copies, life=life, last=last or None,
                   requires=requires or None, file=file)  # fmt: skip
    printed = checked_name(" ".join(name))
    known = available(paths)
    needs = tuple(pack_names(requires, "--requires")) or (("base",) if kind == "pack" else ())
    wanted = Wanted(
        kind,
        printed,
        id_of(printed, kind) if id is None else checked_id(id),
        border,
        number,
        copies,
        life,
        last,
        needs,
    )
    if kind == "pack":
        folder = place or Path(wanted.id)
        plan = plan_pack({**beside(folder.absolute().parent), **known}, wanted, folder)
    else:
        if file is not None and Path(file).is_file():  # named as it was told
            folder = Path(file).absolute().parent
            if place is None or place.absolute() == folder:
                place, file = folder, Path(file).name
        pack = pack_here(place)
        known = {**beside(pack.files[0].absolute().parent.parent), **known}
        plan = plan_thing(known, wanted, pack, file)
    plan.write()
    for path in plan.files:
        echo(near(path))
    for note in plan.notes:
        echo(f"note: {note}", err=True)
    if kind != "pack":
        echo(f"`{program()} try {near(next(iter(plan.files)))}` puts it on a table")


OPTIONS = {
    "border": "card", "number": "card", "copies": "card", "life": "character", "last": "event",
    "requires": "pack",
}  # fmt: skip
"""The kind that each option is about."""


def refuse_options(kind: str, **given: object) -> None:
    """Refuse what does not go with a kind."""
    from bangrules.tools.scaffold import a_kind

    for option, value in given.items():
        if value is not None and (OPTIONS.get(option, kind) != kind or (option == "file" and kind == "pack")):
            raise click.UsageError(f"--{option} is no option of {a_kind(kind)}")


def near(path: Path) -> str:
    """A path as it is seen from the current folder."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
