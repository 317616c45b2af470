"""From a name to where it is declared, and to where else it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from lsprotocol import types as lsp

from bangrules.language.sources import Source
from bangrules.tools.editing.names import Occurrence, word_around
from bangrules.tools.editing.positions import Positions
from bangrules.tools.editing.workspace import Study, Workspace

__all__ = ["definitions", "everywhere", "meant", "references"]

Uri = Callable[[Path], str]


def meant(study: Study, path: Path, source: Source, offset: int) -> list[Occurrence]:
    """What the word at an offset means.

    Where the checker could not read it, whatever is declared by that name: nothing, one thing or several.
    """
    key = study.key(path)
    found = study.names.at(key, offset) if key is not None else None
    if found is not None:
        return [found]
    word = word_around(source.text, offset)
    if word is None:
        return []
    things = study.names.called(source.text[slice(*word)])
    return [study.names.declared(thing)[0] for thing in things]


def definitions(
    cards: Workspace, path: Path, source: Source, offset: int, positions: Positions, uri: Uri
) -> list[lsp.Location]:
    """Where the name at an offset is declared."""
    study = cards.study(path)
    places = [at for one in meant(study, path, source, offset) for at in study.names.declared(one.thing)]
    return locations(((study, at) for at in places), positions, uri)


def references(
    cards: Workspace,
    path: Path,
    source: Source,
    offset: int,
    declared: bool,
    positions: Positions,
    uri: Uri,
) -> list[lsp.Location]:
    """Where else in the workspace the name at an offset stands."""
    study = cards.study(path)
    found = meant(study, path, source, offset)
    places = ((s, at) for one in found for s, at in everywhere(cards, study, one))
    return locations(((s, at) for s, at in places if declared or not at.declares), positions, uri)


def everywhere(cards: Workspace, study: Study, one: Occurrence) -> Iterable[tuple[Study, Occurrence]]:
    """All occurrences of what one means: in its study, and in the others of the workspace."""
    seen: set[tuple[str, int]] = set()
    name = study.sink.sources[one.path].text[one.start : one.end]
    studies = [study, *(other for other in map(cards.study_of, cards.units_with(name)) if other is not study)]
    for other in studies:
        for at in other.names.things.get(one.thing, ()):
            if (at.path, at.start) not in seen:
                seen.add((at.path, at.start))
                yield other, at


def locations(
    places: Iterable[tuple[Study, Occurrence]], positions: Positions, uri: Uri
) -> list[lsp.Location]:
    """Occurrences as an editor wants them, in order."""
    found = []
    for study, at in places:
        where = positions.range(study.sink.sources[at.path], at.start, at.end)
        found.append(lsp.Location(uri(Path(at.path)), where))
    return sorted(found, key=lambda x: (x.uri, x.range.start.line, x.range.start.character))
