"""What new cards, characters, events and packs begin with: working ones, beside the packs they are for.

A pack may have a folder `template` with a small pack in it, that has one of each thing, and scenarios for it.
A new thing is a copy of the one there, under its own id and name. So what is new looks like what the pack is
made of, and since the template is a pack as any other, `bangrules check` and `bangrules test` see to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from attrs import frozen

from bangrules.errors import PackError
from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.diagnostics import Reporter
from bangrules.language.parser import parse_file
from bangrules.language.sources import read_source
from bangrules.play.packs import FoundPack, scan, want

__all__ = ["FOLDER", "Template", "nearest", "standing", "templates"]

FOLDER = "template"
SCENARIOS = "scenarios"


@frozen
class Template:
    """A declaration to copy: its `text`, the scenarios that speak of it, and the pack that it lies beside."""

    kind: str
    border: str | None
    id: str
    name: str
    text: str
    scenarios: tuple[str, ...]
    pack: str


def nearest(known: Mapping[str, FoundPack], ids: Iterable[str]) -> list[FoundPack]:
    """Packs and all that they require, each before those that it requires itself.

    :raises PackError: one is unknown, or they require each other.
    """
    wanted: list[str] = []
    for id in ids:
        want(known, id, wanted)
    return [known[id] for id in reversed(wanted)]


def templates(packs: Iterable[FoundPack]) -> Iterator[Template]:
    """The templates beside packs, in their order.

    :raises PackError: a template has mistakes, which `bangrules check` tells.
    """
    for pack in packs:
        folder = pack.files[0].parent / FOLDER
        if folder.is_dir():
            yield from templates_in(folder, pack.id)


def templates_in(folder: Path, pack: str) -> Iterator[Template]:
    """The templates in a folder."""
    scenarios = [text for _, text in written(sorted((folder / SCENARIOS).glob("*.bang")), sc.Scenario)]
    for found in scan(folder):
        for decl, text in written(found.files, s.PackDecl, s.Definition):
            assert isinstance(decl, s.PackDecl | s.Definition)
            if isinstance(decl, s.PackDecl):
                kind, border = "pack", None
            else:
                kind, border = decl.kind, decl.border
            named = re.compile(rf'{word(decl.id)}|"[^"\n]*{re.escape(decl.name or decl.id)}')
            told = tuple(x for x in scenarios if named.search(x))
            yield Template(kind, border, decl.id, decl.name or decl.id, text, told, pack)


def written(files: Iterable[Path], *kinds: type[s.Decl]) -> Iterator[tuple[s.Decl, str]]:
    """The declarations of some kinds in card files, with their texts; comments between them are left out."""
    for path in files:
        sink = Reporter()
        source = read_source(path, sink)
        decls = parse_file(source, sink).file.decls if source is not None else ()
        if source is None or sink.has_errors:
            raise PackError(f"the template {path} has mistakes: see `bangrules check {path.parent}`")
        starts = [*(decl.at.start for decl in decls), len(source.text)]
        for decl, (start, end) in zip(decls, pairwise(starts), strict=True):
            if isinstance(decl, kinds):
                yield decl, re.sub(r"(\n(#.*)?)+\Z", "", source.text[start:end])


def word(id: str) -> str:
    """A pattern for an id that stands alone."""
    return rf"(?<![\w.]){re.escape(id)}(?![\w!])"


def standing(packs: Iterable[FoundPack]) -> dict[str, str]:
    """What stands in whose place where a box is played: its ids by those that they are like."""
    found: dict[str, str] = {}
    for pack in packs:
        if pack.box:
            for decl, _ in written(pack.files, s.Definition):
                like = decl.like if isinstance(decl, s.Definition) else None
                if isinstance(decl, s.Definition) and like is not None:
                    found.setdefault(last_name(like), decl.id)
    return found


def last_name(of: s.Expr) -> str:
    """The id in `id` or `pack.id`."""
    return of.name if isinstance(of, s.Attribute) else of.id if isinstance(of, s.Name) else ""
