"""Checking texts of card files in tests: alone, or upon the base game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bangrules.language import syntax as s
from bangrules.language.check import Checker
from bangrules.language.diagnostics import Diagnostic, Reporter
from bangrules.language.model import Model
from bangrules.language.names import PackFiles
from bangrules.language.parser import parse_file
from bangrules.language.sources import Source
from bangrules.paths import cards_root
from bangrules.vocabulary.words import table_vocabulary

MINE = "mine"
"""The pack of texts that name none."""


def base() -> PackFiles:
    """The base game, parsed once."""
    return parsed(cards_root() / "base")


def example() -> PackFiles:
    """A little game, parsed once."""
    return parsed(Path(__file__).parent.parent / "data" / "example.bang")


SOURCES: dict[str, list[Source]] = {}
"""The texts of the games that others stand upon, by the ids of these."""


@cache
def parsed(path: Path) -> PackFiles:
    """A pack, parsed once. Its files are known by their names alone."""
    sink = Reporter()
    paths = sorted(path.glob("*.bang")) if path.is_dir() else [path]
    sources = [Source(path.name, path.read_text(encoding="utf-8")) for path in paths]
    files = [parse_file(source, sink).file for source in sources]
    assert not sink.diagnostics
    (manifest,) = (d for f in files for d in f.decls if isinstance(d, s.PackDecl))
    SOURCES[manifest.id] = sources
    return PackFiles(manifest.id, files, True, manifest)


def pack_of(text: str, path: str, sink: Reporter, requires: tuple[str, ...]) -> PackFiles:
    """A text as a pack of one file."""
    file = parse_file(Source(path, text), sink).file
    manifests = [d for d in file.decls if isinstance(d, s.PackDecl)]
    manifest = manifests[0] if manifests else s.PackDecl(MINE, "Mine", requires=requires)
    return PackFiles(manifest.id, [file], True, manifest)


def model_of(*texts: str, upon: PackFiles | None = None) -> tuple[Model, Reporter]:
    """The model of packs given as texts, `upon` a game or alone, and the findings."""
    sink = Reporter()
    packs = [upon] if upon is not None else []
    for source in SOURCES.get(upon.id, ()) if upon is not None else ():
        sink.add_source(source)
    for number, text in enumerate(texts):
        path = "mine.bang" if number == 0 else f"mine{number + 1}.bang"
        packs.append(pack_of(text, path, sink, (upon.id,) if upon is not None else ()))
    return Checker(packs, table_vocabulary(), sink).run(), sink


def check(*texts: str, upon: PackFiles | None = None) -> tuple[Diagnostic, ...]:
    """The findings in packs given as texts."""
    return model_of(*texts, upon=upon)[1].diagnostics


def rendered(*texts: str, upon: PackFiles | None = None) -> str:
    """The findings as a terminal shows them."""
    return model_of(*texts, upon=upon)[1].render()
