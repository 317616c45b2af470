"""`bangrules packs`: which packs there are."""

from __future__ import annotations

from pathlib import Path

import click

from bangrules.tools.console import echo, json_option, table, write_json


@click.command
@click.option(
    "--paths", "paths", multiple=True, metavar="PATH", type=click.Path(path_type=Path),
    help="A pack of yours, or a folder with packs. May be given more than once.",
)  # fmt: skip
@json_option
def command(paths: tuple[Path, ...], as_json: bool) -> None:
    """List the packs, what they need and exclude."""
    from bangrules.play.packs import available

    packs = available(paths)
    if as_json:
        write_json([
            {
                "id": pack.id, "name": pack.name, "version": pack.version, "box": pack.box,
                "requires": pack.requires, "optional": pack.optional, "conflicts": pack.conflicts,
                "files": [str(path) for path in pack.files],
            }
            for pack in packs.values()
        ])  # fmt: skip
        return
    rows = []
    for pack in packs.values():
        relations = [
            f"{word} {', '.join(names)}"
            for word, names in (
                ("needs", pack.requires), ("uses", pack.optional), ("excludes", pack.conflicts),
            )
            if names
        ]  # fmt: skip
        if pack.box:
            relations.insert(0, "a box of its own")
        rows.append((click.style(pack.id, bold=True), pack.name, pack.version, "; ".join(relations)))
    for line in table(rows):
        echo(line)
