"""`bangrules check`: every mistake in card files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bangrules.errors import PackError
from bangrules.tools.console import FINDINGS, colored, echo, json_option, pack_names

if TYPE_CHECKING:
    from bangrules.language.diagnostics import Reporter
    from bangrules.play.packs import FoundPack


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

    PATH is a pack (a folder), a folder with packs, or a file. A file that belongs to a pack is checked with
    the rest of it; one that belongs to none is checked upon the base game or what --packs names.

    Nothing found, nothing written.
    """
    from bangrules.language.diagnostics import Reporter, to_json

    sink = Reporter()
    for path in paths:
        if not path.exists():
            raise PackError(f"there is no file or folder {path}")
        for found, folders in packs_at(path, pack_names(packs)):
            check_pack(found, folders, pack_names(packs), sink)
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


def packs_at(path: Path, upon: list[str]) -> Iterator[tuple[FoundPack, list[Path]]]:
    """The packs to check at a path, and the folders where packs that they need may lie."""
    from bangrules.play.packs import scan

    if path.is_dir():
        found = scan(path)
        loose = tuple(sorted(path.glob("*.bang")))
        if not found and not loose:
            raise PackError(f"there are no card files in {path}: their names end in .bang")
        for pack in found or [loose_pack(path, loose, upon)]:
            yield pack, [pack.files[0].parent.parent]
        return
    for pack in scan(path.parent):
        if any(file.samefile(path) for file in pack.files):
            yield pack, [path.parent.parent]
            return
    yield loose_pack(path, (path,), upon), [path.parent.parent]


def loose_pack(path: Path, files: tuple[Path, ...], upon: list[str]) -> FoundPack:
    """Files that belong to no pack, as a pack of their own."""
    from bangrules.play.packs import FoundPack

    stem = "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in path.stem)
    return FoundPack(f"file_{stem}", path.stem, files, requires=tuple(upon or ["base"]))


def check_pack(pack: FoundPack, folders: list[Path], upon: list[str], sink: Reporter) -> None:
    """Put what is wrong with a pack into `sink`: alone, and together with the packs it may use."""
    from bangrules.play.compiled import check_into
    from bangrules.play.packs import select

    known, named = in_company(pack, folders, upon)
    check_into(select(known, named), sink)
    there = [id for id in pack.optional if id in known and not known[id].box]
    if there and not sink.has_errors:
        check_into(select(known, [*named, *there]), sink)


def in_company(
    pack: FoundPack, folders: list[Path], upon: list[str]
) -> tuple[dict[str, FoundPack], list[str]]:
    """The packs that there are, and those to name so that a pack is played, upon others besides."""
    from bangrules.play.packs import available, company

    known = available()
    for folder in folders:
        known.update({id: other for id, other in beside(folder).items() if id not in known})
    known[pack.id] = pack
    named = company(known, pack, *(known[id] for id in upon if id in known))
    return known, list(dict.fromkeys([*named, *upon]))


def beside(folder: Path) -> dict[str, FoundPack]:
    """The packs in a folder, if there are any."""
    from bangrules.play.packs import scan

    try:
        return {pack.id: pack for pack in scan(folder)}
    except (PackError, OSError):
        return {}
