"""What an editor has open, and what the checker says of it: which packs, which texts.

Nothing here knows the protocol. A study is what checking one pack has shown; it is made when somebody asks,
and kept until one of the files it read is another.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import Factory, define

from bangrules.errors import PackError
from bangrules.language.diagnostics import Diagnostic, Reporter
from bangrules.language.parser import ParsedFile, parse_file
from bangrules.language.sources import Source
from bangrules.paths import cards_root
from bangrules.tools.checking import Unit, check_unit, loose_pack, packs_for, units_at
from bangrules.tools.editing.names import Names
from bangrules.tools.editing.trouble import told

if TYPE_CHECKING:
    from bangrules.language.check import Checker

__all__ = ["Study", "Workspace"]

DEEPEST, MOST_FOLDERS = 4, 5_000
"""How deep in a folder, and in how many folders, packs are looked for."""
SKIPPED = ("node_modules", "__pycache__")


class Parses:
    """Parses files, and only those that have changed."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, ParsedFile, tuple[Diagnostic, ...]]] = {}

    def __call__(self, source: Source, sink: Reporter) -> ParsedFile:
        """As `parse_file`."""
        kept = self._kept.get(source.path)
        if kept is None or kept[0] != source.text:
            found = Reporter()
            kept = self._kept[source.path] = source.text, parse_file(source, found), found.diagnostics
        sink.add_source(source)
        for diagnostic in kept[2]:
            sink.add(diagnostic)
        return kept[1]


log = logging.getLogger(__name__)

Stamp = tuple[tuple[str, int, int], ...]


@define(eq=False, slots=False)
class Study:
    """What checking a unit has shown. `checker` is missing where its packs don't go together."""

    unit: Unit
    sink: Reporter
    checker: Checker | None
    stamp: Stamp
    diagnostics: tuple[Diagnostic, ...]

    @cached_property
    def names(self) -> Names:
        """Where which names stand."""
        return Names(self.checker, self.sink.sources)

    def key(self, path: Path) -> str | None:
        """How the findings name a file, given by its real path; None if it was not read."""
        return next((key for key in self.sink.sources if Path(key).resolve() == path), None)


@define(eq=False)
class Workspace:
    """The folders and texts of an editor.

    `texts` are those of open files by their real paths: what is not saved counts.
    """

    folders: list[Path] = Factory(list)
    texts: dict[Path, str] = Factory(dict)
    loose: set[Path] = Factory(set)
    versions: dict[Path, int] = Factory(dict)
    parses: Parses = Factory(Parses)
    _count: int = 0
    _kept: dict[tuple[Path, ...], Study] = Factory(dict)

    # ---- texts

    def put(self, path: Path, text: str, on_disk: bool = True) -> None:
        """A file is open, and reads so; what has no place `on_disk` belongs to no pack."""
        self._count += 1
        self.texts[path] = text
        self.versions[path] = self._count
        if not on_disk:
            self.loose.add(path)

    def close(self, path: Path) -> None:
        """A file is closed: what is saved counts again."""
        self.texts.pop(path, None)
        self.versions.pop(path, None)
        self.loose.discard(path)

    def source(self, path: Path) -> Source:
        """The text of a file, open or not; empty if it can't be read."""
        text = self.texts.get(path)
        if text is None:
            try:
                text = path.read_bytes().decode("utf-8-sig", "replace")
            except OSError:
                text = ""
        text = text.removeprefix("\ufeff")
        return Source(str(path), text.replace("\r\n", "\n").replace("\r", "\n"))

    # ---- studies

    def unit(self, path: Path) -> Unit:
        """What is checked with a file."""
        if path not in self.loose:
            try:
                return next(units_at(path, texts=self.texts))
            except (PackError, OSError):
                pass
        return Unit(loose_pack(path, (path,), ()), ())

    def study(self, path: Path) -> Study:
        """What there is to know of a file."""
        return self.study_of(self.unit(path))

    def study_of(self, unit: Unit) -> Study:
        """What there is to know of a unit, checked anew only if one of its files has changed."""
        kept = self._kept.get(unit.pack.files)
        if kept is not None and kept.unit == unit and kept.stamp == self.stamp(kept.sink.sources, unit):
            return kept
        sink = Reporter()
        checker: Checker | None = None
        more: tuple[Diagnostic, ...] = ()
        try:
            checker = check_unit(unit, sink, self.texts, parse=self.parses)
        except PackError as error:
            more = (told(str(error), unit.pack, self.texts, sink),)
        except Exception as error:  # whatever a file does to the checker, the editor is told, and goes on
            log.exception("checking %s failed", unit.pack.id)
            words = f"the checker failed, which is a mistake of bangrules: {type(error).__name__}: {error}"
            more = (told(words, unit.pack, self.texts, sink),)
        made = Study(unit, sink, checker, self.stamp(sink.sources, unit), (*more, *sink.diagnostics))
        self._kept[unit.pack.files] = made
        return made

    def stamp(self, read: Iterable[str], unit: Unit) -> Stamp:
        """By what is seen that files, or which packs there are, have changed."""
        known = packs_for(unit, self.texts)
        files = {path for pack in known.values() for path in (*pack.files, *pack.maps)}
        return tuple(sorted(self.stamp_of(path) for path in files | set(map(Path, read))))

    def stamp_of(self, path: Path) -> tuple[str, int, int]:
        """The state of one file."""
        version = self.versions.get(path.resolve())
        if version is not None:
            return str(path), -1, version
        try:
            found = path.stat()
        except OSError:
            return str(path), 0, 0
        return str(path), found.st_mtime_ns, found.st_size

    def open_units(self) -> list[Unit]:
        """The units of all open files."""
        found = {unit.pack.files: unit for unit in map(self.unit, self.texts)}
        return list(found.values())

    def units(self) -> list[Unit]:
        """The units of all open files and of all folders of the editor, scenarios included."""
        found = {unit.pack.files: unit for unit in self.open_units()}
        for folder in self.folders:
            for inner in card_folders(folder):
                try:
                    for unit in units_at(inner, texts=self.texts):
                        found.setdefault(unit.pack.files, unit)
                except (PackError, OSError):
                    continue
        return list(found.values())

    def units_with(self, name: str) -> list[Unit]:
        """The units in whose own files a name stands, whatever it means there."""
        word = re.compile(rf"(?<!\w){re.escape(name)}(?![\w!])|(?<!\w){re.escape(name)}s(?!\w)")
        return [u for u in self.units() if any(word.search(self.source(f).text) for f in u.pack.files)]

    def owns(self, path: Path) -> bool:
        """Whether a file is the editor's to change: it is in one of its folders, or in a pack it has open."""
        there = path.resolve()
        if any(there.is_relative_to(folder) for folder in self.folders):
            return True
        if there.is_relative_to(cards_root()):
            return False
        return there in self.texts or any(there.parent == mine.parent for mine in self.texts)


def card_folders(folder: Path) -> Iterator[Path]:
    """The folders with card files in them, those further up first."""
    waiting = [(folder, 0)]
    for here, depth in waiting:
        try:
            inside = sorted(here.iterdir())
        except OSError:
            continue
        if any(path.suffix == ".bang" for path in inside):
            yield here
        for path in inside:
            skipped = path.name.startswith((".", "_")) or path.name in SKIPPED
            inner = depth < DEEPEST and not skipped and path.is_dir() and not path.is_symlink()
            if inner and len(waiting) < MOST_FOLDERS:
                waiting.append((path, depth + 1))
