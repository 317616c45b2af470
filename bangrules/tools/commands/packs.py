"""`bangrules packs`: which packs there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import asdict, frozen

from bangrules.tools.console import echo, json_option, table, write_json

if TYPE_CHECKING:
    from bangrules.play.packs import FoundPack


@frozen
class Contents:
    """What a pack brings to a game: how many can play with it that can't without, and how much of what."""

    players: tuple[int, ...]
    cards: int
    characters: int
    events: int
    roles: int


@click.command
@click.option(
    "--paths", "paths", multiple=True, metavar="PATH", type=click.Path(path_type=Path),
    help="A pack of yours, or a folder with packs. May be given more than once.",
)  # fmt: skip
@json_option
def command(paths: tuple[Path, ...], as_json: bool) -> None:
    """List the packs: what is in them, how many can play, what they need, may use and exclude.

    A game is played with one box, and as many other packs as you like that don't exclude each other.
    """
    from bangrules.play.packs import available

    packs = available(paths)
    found = {id: contents(packs, pack) for id, pack in packs.items()}
    if as_json:
        write_json([
            {
                "id": pack.id, "name": pack.name, "version": pack.version, "box": pack.box,
                "requires": pack.requires, "optional": pack.optional, "conflicts": pack.conflicts,
                **as_data(found[pack.id]),
                "files": [str(path) for path in pack.files],
            }
            for pack in packs.values()
        ])  # fmt: skip
        return
    rows = [
        (
            click.style(pack.id, bold=True), "box" if pack.box else "", pack.name, pack.version,
            in_words(found[pack.id]), "; ".join(relations(pack)),
        )
        for pack in packs.values()
    ]  # fmt: skip
    for line in table(rows):
        echo(line)


def relations(pack: FoundPack) -> Iterable[str]:
    """What a pack has to do with others, in words."""
    needs = "built on" if pack.box else "needs"  # of two boxes one is played
    for word, names in ((needs, pack.requires), ("uses", pack.optional), ("excludes", pack.conflicts)):
        if names:
            yield f"{word} {', '.join(names)}"


def in_words(contents: Contents | None) -> str:
    """What a pack brings, in words."""
    from bangrules.play.table import numbers

    if contents is None:
        return "cannot be loaded: see `bangrules check`"
    told = [f"{numbers(contents.players)} players"] if contents.players else []
    counted = (
        (contents.cards, "card", "cards"), (contents.characters, "character", "characters"),
        (contents.events, "event", "events"),
    )  # fmt: skip
    return ", ".join([*told, *(f"{n} {one if n == 1 else many}" for n, one, many in counted if n)])


def as_data(contents: Contents | None) -> dict[str, Any]:
    """What a pack brings, for programs; `null` where it can't be loaded."""
    if contents is None:
        return dict.fromkeys(("players", "cards", "characters", "events", "roles"))
    return asdict(contents)


def contents(packs: Mapping[str, FoundPack], pack: FoundPack) -> Contents | None:
    """What a pack brings, worked out from rules in which it is played; None if it can't be loaded."""
    from bangrules.errors import PackError
    from bangrules.language.diagnostics import CardFileError
    from bangrules.play.compiled import program_for
    from bangrules.play.packs import company, select

    def tables(named: Sequence[str]) -> dict[str, Any]:
        return program_for(select(packs, named))[2] if named else {"roles": {}}

    try:
        named = company(packs, pack)
        there = tables(named)
        without = tables([id for id in named if id != pack.id])["roles"]
    except (CardFileError, PackError):
        return None
    rows = there["definitions"]
    own = [d for d in rows if d["pack"] == pack.id]
    return Contents(
        tuple(n for n in sorted(there["roles"]) if n not in without),
        sum(1 for d, _, _, home in there["cards"] if home == pack.id and rows[d]["kind"] == "card"),
        *(sum(d["kind"] == kind for d in own) for kind in ("character", "event", "role")),
    )
