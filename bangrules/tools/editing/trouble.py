"""Packs that don't go together, told at the line of the manifest that says so."""

from __future__ import annotations

import re

from bangrules.language.diagnostics import Diagnostic, Replacement, Reporter
from bangrules.language.sources import decode_source, read_source
from bangrules.language.syntax import NOWHERE
from bangrules.play.packs import HEADER, FoundPack, Texts

__all__ = ["told"]

NAMED = re.compile(r"`(\w+)`")
MEANT = re.compile(r"there is no pack `(\w+)`.*did you mean `(\w+)`\?")


def told(words: str, pack: FoundPack, texts: Texts, sink: Reporter) -> Diagnostic:
    """What is wrong with a pack as a finding in its manifest, or at the beginning of its first file."""
    place = NOWHERE
    for path in sorted(pack.files, key=lambda p: p.name != "pack.bang"):
        text = texts.get(path.resolve())
        if text is None:
            source = read_source(path, sink)
        else:
            source = decode_source(text.encode("utf-8", "surrogatepass"), str(path), sink)
        if source is None:
            continue
        sink.add_source(source)
        place = source.span(0) if place is NOWHERE else place
        head = HEADER.search(source.text)
        if head is None:
            continue
        place = source.span(head.start(), head.end())
        body = re.compile(r"(?:\n(?:[ \t].*)?)*").match(source.text, head.end())
        end = body.end() if body else head.end()
        for name in NAMED.findall(words):
            found = re.compile(rf"(?<![\w\"]){name}(?!\w)").search(source.text, head.end(), end)
            if found is not None:
                place = source.span(found.start(), found.end())
                break
        break
    meant = MEANT.search(words)
    fix = None
    if meant is not None and place.end - place.start == len(meant[1]):
        fix = Replacement(place, meant[2])
    return Diagnostic("", "error", words, place, fix=fix)
