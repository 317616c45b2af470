"""`bangrules try`: a table at which a card file is tried while it is written."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bangrules.tools.commands.play import NAMES, SEATS
from bangrules.tools.console import Misuse, lang_option, pack_names, seed_option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bangrules.play.packs import FoundPack
    from bangrules.play.rules import Definition, Rules

KINDS = ("card", "character", "role", "event")


@click.command("try")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--players",
    type=click.IntRange(1, 8),
    metavar="N",
    help="How many play.  [default: 4, or what the rules allow]",
)
@click.option("--seat", metavar="A-H", help="Where you sit.  [default: where the first turn begins]")
@click.option("--name", default="Stranger", show_default=True, help="What you are called.")
@click.option(
    "--bot", default="random", show_default=True, metavar="BOT",
    help="Who you play against: `sensible` or `random`.",
)  # fmt: skip
@seed_option
@click.option(
    "--packs", "packs", multiple=True, metavar="PACK[,PACK...]",
    help="Packs to play with besides those that the file's pack requires.",
)  # fmt: skip
@lang_option
def command(
    file: Path,
    names: tuple[str, ...],
    players: int | None,
    seat: str | None,
    name: str,
    bot: str,
    seed: int | None,
    packs: tuple[str, ...],
    lang: str,
) -> None:
    """Lay a table at which you can try what FILE declares, and lay it again whenever the file changes.

    It is your turn. You hold the cards of FILE, you are its character, and its event is turned up next. With
    NAME, an id or a printed name, only what is called so.

    When a card file of the pack changes, the table stays: who sits where, what everybody has, whose turn it
    is. What you try is at hand again. While there are mistakes in the files you see them, and the table goes
    on with the rules that it had.
    """
    from bangrules.bots import BOTS
    from bangrules.tools.workbench import Files, Workbench

    if bot not in BOTS:
        raise Misuse(f"there is no bot `{bot}`; there are {', '.join(BOTS)}")
    if name in NAMES:
        raise Misuse(f"a bot is called {name}; take another --name")
    if seat is not None and (len(seat) != 1 or seat.upper() not in SEATS):
        raise Misuse(f"there is no seat {seat}; they are A to {SEATS[-1]}")
    upon = pack_names(packs)

    def load() -> tuple[Rules, list[Definition]]:
        rules = rules_at(file, upon).speak(lang)
        return rules, tried_in(rules, file, names)

    packs_there = [pack for pack, _ in chosen(file, upon)]
    lone = [pack for pack in packs_there if pack.files == (file,)]
    files = Files([pack.files[0].parent for pack in packs_there if pack not in lone], [file] if lone else [])
    seed = random.getrandbits(31) if seed is None else seed
    place = None if seat is None else SEATS.index(seat.upper())
    Workbench(load, files, players, place, name, bot, seed).play()


def chosen(file: Path, upon: list[str]) -> list[tuple[FoundPack, bool]]:
    """The pack that a file belongs to, in its company, and whether each pack deals its cards.

    :raises PackError: the packs can't be played together.
    """
    from bangrules.play.packs import select
    from bangrules.tools.checking import in_company, units_at

    (unit,) = units_at(file, upon)
    return select(*in_company(unit))


def rules_at(file: Path, upon: list[str]) -> Rules:
    """The rules of the pack that a file belongs to, in its company.

    :raises PackError: the packs can't be played together.
    :raises CardFileError: the card files have errors.
    """
    from bangrules.play.rules import rules_of

    return rules_of(chosen(file, upon))


def tried_in(rules: Rules, file: Path, names: Iterable[str]) -> list[Definition]:
    """What a file declares and can be tried, all of it or what is called so.

    :raises PackError: there is nothing.
    """
    from bangrules.errors import PackError
    from bangrules.language.spelling import suggest

    there = [d for d in rules.by_index if d.kind in KINDS and Path(d.where[0]).samefile(file)]
    if not there:
        raise PackError(f"{file} declares nothing to try: no {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    found = []
    for name in names:
        meant = [d for d in there if name.casefold() in (d.id.casefold(), d.name.casefold())]
        if not meant:
            near = suggest(name, [x for d in there for x in (d.id, d.name)])
            hint = f"did you mean `{near}`?" if near else f"there are {', '.join(d.id for d in there)}"
            raise PackError(f"{file} declares no `{name}`; {hint}")
        found += meant
    return found or there
