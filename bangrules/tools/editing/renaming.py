"""Giving a thing another name wherever it is mentioned; or the reason why that can't be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types as lsp

from bangrules.language.check import ASKED_BY_ENGINE, CALLED_BY_ENGINE, ENGINE_PROCEDURES
from bangrules.language.sources import Source
from bangrules.language.words import RESERVED, keywords
from bangrules.tools.editing.names import WORD, Occurrence, word_around
from bangrules.tools.editing.navigation import everywhere
from bangrules.tools.editing.positions import Positions
from bangrules.tools.editing.telling import IMPLICIT
from bangrules.tools.editing.workspace import Study, Workspace

__all__ = ["Refused", "edit", "prepared"]

OF_ENGINE = {
    "stat": frozenset(ASKED_BY_ENGINE),
    "procedure": frozenset((*CALLED_BY_ENGINE, *ENGINE_PROCEDURES)),
}


class Refused(Exception):
    """Why something can't be renamed."""


def prepared(
    cards: Workspace, path: Path, source: Source, offset: int, positions: Positions
) -> lsp.PrepareRenamePlaceholder:
    """The name that can be changed.

    :raises Refused: there is none, or it can't be changed.
    """
    study = cards.study(path)
    one = renamable(cards, study, path, source, offset)
    return lsp.PrepareRenamePlaceholder(
        positions.range(source, one.start, one.end), source.text[one.start : one.end]
    )


def renamable(cards: Workspace, study: Study, path: Path, source: Source, offset: int) -> Occurrence:
    """What stands at an offset, if its name can be changed.

    :raises Refused: it can't.
    """
    key = study.key(path)
    one = study.names.at(key, offset) if key is not None else None
    word = word_around(source.text, offset)
    name = source.text[slice(*word)] if word is not None else ""
    if one is None:
        if name in keywords() or name in IMPLICIT:
            raise Refused(f"`{name}` is a word of the language and can't be renamed")
        raise Refused(f"nothing tells what `{name}` means here" if name else "there is no name here")
    what, id = one.thing
    if what in ("word", "property"):
        raise Refused(f"`{name}` is a word of the language and can't be renamed")
    if what == "text":
        raise Refused(f"`{name}` is a text that the engine asks for by this name")
    if id in OF_ENGINE.get(what, ()):
        raise Refused(f"the engine asks for the {what} `{name}` by this name")
    declared = study.names.declared(one.thing)
    if not declared:
        raise Refused(f"nothing here declares `{name}`")
    for at in declared:
        if not cards.owns(Path(at.path)):
            home = Path(at.path).parent.name
            raise Refused(f"`{name}` is declared in pack `{home}`, which is none of this workspace")
    return one


def edit(
    cards: Workspace,
    path: Path,
    source: Source,
    offset: int,
    new: str,
    positions: Positions,
    uri: Callable[[Path], str],
) -> lsp.WorkspaceEdit:
    """The changes that give what stands at an offset the name `new`.

    They are tried first: nothing may be wrong afterwards that is right now, and all must mean the same.

    :raises Refused: it can't be done.
    """
    study = cards.study(path)
    one = renamable(cards, study, path, source, offset)
    old = source.text[one.start : one.end]
    if not WORD.fullmatch(new):
        raise Refused(f"`{new}` is no name: a name has letters, digits and `_`, and begins with a letter")
    if new in RESERVED or new in IMPLICIT:
        raise Refused(f"`{new}` is a word of the language and can't be a name")
    places: dict[str, list[Occurrence]] = defaultdict(list)
    sources: dict[str, Source] = {}
    for other, at in everywhere(cards, study, one):
        if not cards.owns(Path(at.path)):
            raise Refused(f"`{old}` is also used in {at.path}, which is not in this workspace")
        places[at.path].append(at)
        sources[at.path] = other.sink.sources[at.path]
    if new != old:
        try_out(cards, study, one, new, places, sources)
    changes = {
        uri(Path(file)): [
            lsp.TextEdit(positions.range(sources[file], at.start, at.end), new)
            for at in sorted(found, key=lambda at: at.start)
        ]
        for file, found in places.items()
    }
    return lsp.WorkspaceEdit(changes=changes)


def try_out(
    cards: Workspace,
    study: Study,
    one: Occurrence,
    new: str,
    places: dict[str, list[Occurrence]],
    sources: dict[str, Source],
) -> None:
    """See that the changes break nothing.

    :raises Refused: they do.
    """
    after = Workspace(folders=cards.folders, parses=cards.parses)
    for path, text in cards.texts.items():
        after.put(path, text, path not in cards.loose)
    moved: dict[tuple[str, int], int] = {}
    for file, found in places.items():
        text, shift = sources[file].text, 0
        parts, end = [], 0
        for at in sorted(found, key=lambda at: at.start):
            parts += [text[end : at.start], new]
            end = at.end
            moved[file, at.start] = at.start + shift
            shift += len(new) - (at.end - at.start)
        after.put(Path(file).resolve(), "".join([*parts, text[end:]]), Path(file) not in cards.loose)
    units = [unit for unit in cards.units() if any(str(file) in places for file in unit.pack.files)]
    for unit in {u.pack.files: u for u in (study.unit, *units, *cards.units_with(new))}.values():
        before = cards.study_of(unit)
        if one.thing not in before.names.things:
            continue
        now = after.study(Path(before.unit.pack.files[0]).resolve())
        errors = Counter((x.code, x.at.path, x.at.line) for x in before.sink.errors)
        for wrong in now.diagnostics:
            key = (wrong.code, wrong.at.path, wrong.at.line)
            if wrong.severity == "error" and not errors[key]:
                raise Refused(f"with the name `{new}`: {wrong.message}")
            errors[key] -= 1
        same_meaning(before, now, one, new, moved)


def same_meaning(
    before: Study, now: Study, one: Occurrence, new: str, moved: dict[tuple[str, int], int]
) -> None:
    """See that what had the old name, and nothing else, has the new one.

    :raises Refused: something else has.
    """
    old = before.names.things[one.thing]
    things = {
        found.thing if found is not None else None
        for at in old
        for found in (now.names.at(at.path, moved[at.path, at.start]),)
    }
    if len(things) == 1 and None not in things:
        thing = next(iter(things))
        if thing is not None and len(now.names.things[thing]) == len(old):
            return
    raise Refused(f"`{new}` means something else already in a place where this is used")
