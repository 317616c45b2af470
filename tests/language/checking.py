"""Checking texts of card files in tests: alone, or upon the base game."""

from __future__ import annotations

from functools import cache

from bangrules.language import syntax as s
from bangrules.language.check import Checker
from bangrules.language.diagnostics import Diagnostic, Reporter
from bangrules.language.model import Model
from bangrules.language.names import PackFiles
from bangrules.language.parser import parse_file
from bangrules.language.sources import Source, read_source
from bangrules.paths import cards_root
from bangrules.vocabulary.words import table_vocabulary

MINE = "mine"
"""The pack of texts that name none."""


@cache
def base() -> PackFiles:
    """The base game, parsed once."""
    sink = Reporter()
    sources = [read_source(path, sink) for path in sorted((cards_root() / "base").glob("*.bang"))]
    files = [parse_file(source, sink).file for source in sources if source is not None]
    assert not sink.diagnostics
    (manifest,) = (d for f in files for d in f.decls if isinstance(d, s.PackDecl))
    return PackFiles("base", files, True, manifest)


def pack_of(text: str, path: str, sink: Reporter, requires: tuple[str, ...]) -> PackFiles:
    """A text as a pack of one file."""
    file = parse_file(Source(path, text), sink).file
    manifests = [d for d in file.decls if isinstance(d, s.PackDecl)]
    manifest = manifests[0] if manifests else s.PackDecl(MINE, "Mine", requires=requires)
    return PackFiles(manifest.id, [file], True, manifest)


def model_of(*texts: str, upon: bool = True) -> tuple[Model, Reporter]:
    """The model of packs given as texts, `upon` the base game or without it, and the findings."""
    sink = Reporter()
    packs = [base()] if upon else []
    for number, text in enumerate(texts):
        path = "mine.bang" if number == 0 else f"mine{number + 1}.bang"
        packs.append(pack_of(text, path, sink, ("base",) if upon else ()))
    return Checker(packs, table_vocabulary(), sink).run(), sink


def check(*texts: str, upon: bool = True) -> tuple[Diagnostic, ...]:
    """The findings in packs given as texts."""
    return model_of(*texts, upon=upon)[1].diagnostics


def rendered(*texts: str, upon: bool = True) -> str:
    """The findings as a terminal shows them."""
    return model_of(*texts, upon=upon)[1].render()
