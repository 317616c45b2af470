"""What is checked together: a pack, in the company of the packs that it may use.

`bangrules check` and the language server find the same mistakes because both ask here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from bangrules.errors import PackError
from bangrules.play.packs import (
    NO_TEXTS,
    FoundPack,
    Texts,
    available,
    card_files,
    company,
    scan,
    scan_files,
    select,
)

if TYPE_CHECKING:
    from bangrules.language.check import Checker
    from bangrules.language.diagnostics import Reporter

__all__ = [
    "Unit", "beside", "check_unit", "closed_folders", "in_company", "packs_for", "units_at", "units_inside",
]  # fmt: skip


@frozen
class Unit:
    """A pack to check, the folders where packs that it needs may lie, and packs to check it upon."""

    pack: FoundPack
    folders: tuple[Path, ...]
    upon: tuple[str, ...] = ()


def units_at(path: Path, upon: Sequence[str] = (), texts: Texts = NO_TEXTS) -> Iterator[Unit]:
    """What there is to check at a path: the packs of a folder, or the one that a file belongs to.

    Card files of no pack are checked upon the base game or what `upon` names. Those in a folder of a pack,
    as its scenarios are, are checked together, upon that pack.

    :raises PackError: there is nothing to check.
    """
    if path.is_dir():
        found = scan(path, texts)
        loose = card_files(path, texts)
        if not found and not loose:
            raise PackError(f"there are no card files in {path}: their names end in .bang")
        for pack in found or [loose_pack(path, loose, around(path, texts) or upon)]:
            yield Unit(pack, (pack.files[0].parent.parent,), tuple(upon))
        return
    there = path.resolve()
    for pack in scan(path.parent, texts) if path.parent.is_dir() else ():
        if any(file.resolve() == there for file in pack.files):
            yield Unit(pack, (path.parent.parent,), tuple(upon))
            return
    nearest = around(path.parent, texts)
    files = card_files(path.parent, texts) if nearest else (path,)
    loose_one = loose_pack(path.parent if nearest else path, files, nearest or upon)
    yield Unit(loose_one, tuple(path.resolve().parents[1:3]), tuple(upon))


def units_inside(unit: Unit) -> Iterator[Unit]:
    """What lies in the folders of a pack's folder, as its scenarios do, upon that pack.

    Packs of their own that lie there, and what lies with them, are left out.
    """
    root = unit.pack.files[0].parent
    for folder in sorted({file.parent for file in root.rglob("*.bang")} - {root}):
        own = any(file.parent == folder for pack in scan(folder) for file in pack.files)
        if around(folder) == [unit.pack.id] and not own:
            inside = loose_pack(folder, card_files(folder), [unit.pack.id])
            yield Unit(inside, (root, root.parent), unit.upon)


def around(folder: Path, texts: Texts = NO_TEXTS) -> list[str]:
    """The pack in a folder of which a folder lies, by its name; empty if there is none."""
    for outer in folder.resolve().parents[:2]:
        if card_files(outer, texts):
            return [pack.id for pack in scan(outer, texts)]
    return []


def loose_pack(path: Path, files: tuple[Path, ...], upon: Sequence[str]) -> FoundPack:
    """Files that belong to no pack, as a pack of their own."""
    stem = "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in path.stem)
    return FoundPack(f"file_{stem}", path.stem, files, requires=tuple(upon or ["base"]))


def closed_folders(path: Path, sink: Reporter) -> bool:
    """Report the folders at a path in which packs may lie and that can't be read; whether there are any.

    Finding packs passes over them, since whoever plays does not need all that lies around.
    """
    from bangrules.language.syntax import Span

    if not path.is_dir() or scan_files(card_files(path)):
        return False
    found = False
    try:
        inner = sorted(folder for folder in path.iterdir() if folder.is_dir())
    except OSError:  # it is told of where packs are looked for
        return False
    for folder in inner:
        try:
            with os.scandir(folder):
                pass
        except OSError as error:
            why = f"this folder can't be read: {error.strerror or error}"
            sink.error("E0001", why, Span(str(folder), 1, 1, 0, 0))
            found = True
    return found


def packs_for(unit: Unit, texts: Texts = NO_TEXTS) -> dict[str, FoundPack]:
    """The packs that a unit may use, itself among them."""
    known = available(texts=texts)
    for folder in unit.folders:
        known.update({id: other for id, other in beside(folder, texts).items() if id not in known})
    known[unit.pack.id] = unit.pack
    return known


def in_company(unit: Unit, texts: Texts = NO_TEXTS) -> tuple[dict[str, FoundPack], list[str]]:
    """The packs that there are, and those to name so that a unit is played, upon others besides."""
    known = packs_for(unit, texts)
    named = company(known, unit.pack, *(known[id] for id in unit.upon if id in known))
    return known, list(dict.fromkeys([*named, *unit.upon]))


def check_unit(unit: Unit, sink: Reporter, texts: Texts = NO_TEXTS, **how: Any) -> Checker:
    """Put what is wrong with a pack into `sink`: alone, and together with the packs it may use.

    Gives the checker that has seen most. `how` is for `checker_for`.

    :raises PackError: a pack that it needs is not there, or can't be played with the others.
    """
    from bangrules.language.names import named_at
    from bangrules.play.compiled import checker_for, find_faults

    known, named = in_company(unit, texts)
    checker: Checker = checker_for(select(known, named), sink, texts, **how)
    checker.run()
    taken = available(texts=texts).get(unit.pack.id)
    if taken is not None and {*map(realpath, taken.files)} != {*map(realpath, unit.pack.files)}:
        sink.warning(
            "W0501",
            f"there is a pack `{unit.pack.id}` already, and this one can't be loaded beside it",
            named_at(checker.manifests[unit.pack.id]),
            help="give it another name",
        )
    there = [id for id in unit.pack.optional if id in known and not known[id].box]
    if there and not sink.has_errors:
        checker = checker_for(select(known, [*named, *there]), sink, texts, **how)
        checker.run()
    if checker.model.board is not None and not sink.has_errors:
        find_faults(checker.model, sink)
    return checker


def beside(folder: Path, texts: Texts = NO_TEXTS) -> dict[str, FoundPack]:
    """The packs in a folder, if there are any."""
    try:
        return {pack.id: pack for pack in scan(folder, texts)}
    except (PackError, OSError):
        return {}
