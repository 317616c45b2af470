"""What there is to show of packs: their declarations, their rulings, and who speaks of whom.

Nothing here knows of pages: `pages` makes them of it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from attrs import fields, frozen

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.diagnostics import Reporter
from bangrules.language.requirements import closure
from bangrules.play.packs import FoundPack, available, company, scan
from bangrules.play.rules import Definition, Rules, load
from bangrules.tools.commands.show import HOOKING, copies_of, definitions
from bangrules.tools.scenarios import files_with_scenarios, read_scenarios
from bangrules.tools.sourcebook import Quote, quotes

__all__ = ["DEFINITIONS", "Catalogue", "Entry", "Ruling", "read_catalogue"]

DEFINITIONS = ("card", "figure", "character", "event", "role")
"""What has a page of its own."""

UNNAMED = (*HOOKING, "if", "start", "copies", "roles", "text", "pack")
LEFT_OUT = re.compile(r'#[^\n]*|"([^"\n]*)"')
BLANK = re.compile(r"\{([\w!]+)\}")
NAME = re.compile(r"[^\W\d_]\w*!?")


@frozen(eq=False)
class Entry:
    """A declaration of a pack, with the definition that it gives, if it gives one, and its copies."""

    pack: FoundPack
    quote: Quote
    definition: Definition | None = None
    copies: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The word that declares it."""
        return self.quote.word

    @property
    def id(self) -> str:
        """What card files call it; a hook has the name of what it changes."""
        return self.quote.id

    @property
    def full_id(self) -> str:
        """`pack.id`."""
        return f"{self.pack.id}.{self.id}"

    @property
    def title(self) -> str:
        """What people call it."""
        return self.definition.name if self.definition is not None else self.id

    @property
    def named(self) -> bool:
        """Whether others can name it."""
        return self.kind not in UNNAMED

    @property
    def key(self) -> tuple[str, str]:
        """What pages point at it by: its kind and full id; of what has no name its place in the file."""
        if self.named:
            return self.kind, self.full_id
        return "declaration", f"{self.pack.id}.{self.quote.path.stem}.{self.quote.line}"

    @property
    def comment(self) -> str:
        """What stands above it in the file, without its signs."""
        lines = [line for line in self.quote.text.split("\n") if line.startswith("#")]
        return " ".join(line.lstrip("#").strip() for line in lines)

    @property
    def source(self) -> str:
        """The declaration, without what stands above it."""
        lines = self.quote.text.split("\n")
        while lines and lines[0].startswith("#"):
            del lines[0]
        return "\n".join(lines)

    @cached_property
    def words(self) -> frozenset[str]:
        """The names in it."""
        return words_of(self.source)


@frozen(eq=False)
class Ruling:
    """A scenario of a pack: its title, its lines, where it stands, and whose names are in it."""

    pack: FoundPack
    title: str
    text: str
    path: Path
    line: int
    number: int
    about: tuple[Entry, ...]
    using: tuple[Entry, ...]

    @property
    def full_id(self) -> str:
        """What it is called among all rulings."""
        return f"{self.pack.id}.{self.path.stem}.{self.number}"


def words_of(text: str) -> frozenset[str]:
    """The names in a piece of a card file; of its texts only those in braces."""

    def kept(match: re.Match[str]) -> str:
        return " ".join(BLANK.findall(match[1] or ""))

    return frozenset(NAME.findall(LEFT_OUT.sub(kept, text)))


@frozen(eq=False)
class Catalogue:
    """All there is to show: packs in the order given, their rules, declarations and rulings."""

    packs: Mapping[str, FoundPack]
    rules: Mapping[str, Rules]
    entries: tuple[Entry, ...]
    rulings: tuple[Ruling, ...]
    reach: Mapping[str, frozenset[str]]

    @cached_property
    def by_id(self) -> dict[str, list[Entry]]:
        """The entries that can be named, by their ids."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            if entry.named:
                found[entry.id].append(entry)
        return found

    def find(self, name: str, home: str) -> Entry | None:
        """What a name means in a pack: its own, or that of a pack which it requires."""
        near = [e for e in self.by_id.get(name, ()) if e.pack.id in self.reach[home]]
        return min(near, key=lambda e: (e.pack.id != home, e.kind == "window"), default=None)

    def of_pack(self, pack: str, *kinds: str) -> list[Entry]:
        """The entries of a pack, all or those of some kinds, as they stand in its files."""
        return [e for e in self.entries if e.pack.id == pack and (not kinds or e.kind in kinds)]

    @cached_property
    def _speaking(self) -> tuple[dict[Entry, list[Entry]], dict[Entry, list[Entry]]]:
        """Who hooks, and who names, each entry."""
        hooking: dict[Entry, list[Entry]] = defaultdict(list)
        naming: dict[Entry, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            if entry.kind == "pack":
                continue
            hooks = set(entry.quote.hooks)
            for word in sorted(entry.words):
                other = self.find(word, entry.pack.id)
                if other is not None and other is not entry:
                    (hooking if word in hooks else naming)[other].append(entry)
        return hooking, naming

    def hooking(self, entry: Entry) -> Sequence[Entry]:
        """What hooks or modifies it."""
        return self._speaking[0].get(entry, ())

    def naming(self, entry: Entry) -> Sequence[Entry]:
        """What else names it."""
        return self._speaking[1].get(entry, ())

    @cached_property
    def _ruled(self) -> tuple[dict[Entry, list[Ruling]], dict[Entry, list[Ruling]]]:
        about: dict[Entry, list[Ruling]] = defaultdict(list)
        using: dict[Entry, list[Ruling]] = defaultdict(list)
        for ruling in self.rulings:
            for entry in ruling.about:
                about[entry].append(ruling)
            for entry in ruling.using:
                if entry not in ruling.about:
                    using[entry].append(ruling)
        return about, using

    def rulings_about(self, entry: Entry) -> Sequence[Ruling]:
        """The rulings whose titles name it."""
        return self._ruled[0].get(entry, ())

    def rulings_using(self, entry: Entry) -> Sequence[Ruling]:
        """The other rulings in whose lines it takes part."""
        return self._ruled[1].get(entry, ())

    def subject(self, ruling: Ruling) -> Entry | None:
        """What a ruling is filed under: of all that it is about what the fewest others are about."""
        about = ruling.about or [entry for entry in ruling.using if entry.kind in ("event", "character")]
        ruled = self._ruled[0] if ruling.about else self._ruled[1]
        return min(about, key=lambda entry: len(ruled[entry]), default=None)


def read_catalogue(named: Sequence[str], paths: Sequence[Path]) -> Catalogue:
    """The catalogue of the named packs; of those at `paths`, or else of all there are, if none is named.

    :raises PackError: a pack is unknown, or can't be played.
    :raises CardFileError: card files have mistakes.
    """
    known = available(paths)

    def shelved(id: str) -> tuple[str, bool, str]:
        """Boxes and what is upon them, the oldest box first."""
        boxes = sorted(other for other in closure(known, id) if other in known and known[other].box)
        return boxes[0] if boxes else id, not known[id].box, id

    if not named:
        named = [pack.id for path in paths for pack in scan(path)] or sorted(known, key=shelved)
    rules: dict[str, Rules] = {}
    for id in named:
        rules[id] = load(*(company(known, known[id]) if id in known else [id]), paths=paths)
    packs = {id: known[id] for id in named}
    reach = {id: frozenset(closure(known, id)) | set(known[id].optional) for id in known}
    entries = [entry for pack in packs.values() for entry in read_entries(pack, rules[pack.id])]
    found = Catalogue(packs, rules, tuple(entries), (), reach)
    rulings = [ruling for pack in packs.values() for ruling in read_rulings(pack, found)]
    return Catalogue(packs, rules, tuple(entries), tuple(rulings), reach)


def read_entries(pack: FoundPack, rules: Rules) -> Iterator[Entry]:
    """The declarations of a pack."""
    places = definitions(pack, {pack.id: rules})
    for quote in quotes(pack.files):
        definition = places.get((quote.path.name, quote.line))
        yield Entry(pack, quote, definition, copies_of(definition, rules) if definition is not None else ())


def read_rulings(pack: FoundPack, catalogue: Catalogue) -> Iterator[Ruling]:
    """The scenarios of a pack: those in its files and in the folders beside them.

    :raises CardFileError: one of the files has mistakes.
    """
    folder = pack.files[0].parent
    alone = pack.files == (pack.files[0],) and len(list(folder.glob("*.bang"))) > 1
    for path in pack.files if alone else files_with_scenarios(folder):
        sink = Reporter()
        scenarios = read_scenarios(path, sink)
        sink.raise_if_errors()
        for number, scenario in enumerate(scenarios, 1):
            packs = [id for line in scenario.lines if isinstance(line, sc.PacksLine) for id in line.packs]
            homes = [pack.id, *(id for id in packs if id in catalogue.packs and id != pack.id)]
            source = sink.sources[scenario.at.path].text
            yield Ruling(
                pack, scenario.name, source[scenario.at.start : scenario.at.end].rstrip(),
                path, scenario.at.line, number,
                tuple(entitled(scenario.name, homes, catalogue)),
                tuple(taking_part(scenario.lines, homes, catalogue)),
            )  # fmt: skip


def entitled(title: str, homes: Sequence[str], catalogue: Catalogue) -> Iterator[Entry]:
    """The definitions that a title names: by their printed names, of characters also by the first word."""
    seen: set[str] = set()
    near = sorted(
        (e for e in catalogue.entries if e.kind in DEFINITIONS and e.pack.id in reached(homes, catalogue)),
        key=lambda e: (e.pack.id not in homes[1:], e.pack.id != homes[0]),
    )
    for entry in near:
        names = [entry.title]
        if entry.kind == "character":
            names += [word for word in entry.title.split()[:1] if len(word) > 2 and word != "The"]
        if entry.title not in seen and any(said_in(name, title) for name in names):
            seen.add(entry.title)
            yield entry


def reached(homes: Iterable[str], catalogue: Catalogue) -> set[str]:
    """The packs whose names may be used in one of these."""
    return {id for home in homes for id in catalogue.reach[home]}


def said_in(name: str, title: str) -> bool:
    """Whether a name stands in a title, as it is or as several of its kind."""
    return re.search(rf"(?<!\w){re.escape(name)}(?:e?s)?(?!\w)", title) is not None


def taking_part(lines: Iterable[sc.Line], homes: Sequence[str], catalogue: Catalogue) -> Iterator[Entry]:
    """The definitions that are played, used, chosen or expected in lines of a scenario, and its events."""
    told = (sc.StepLine, sc.ExpectLine, sc.ZoneLine)
    ids = ((id, type(x) is sc.ZoneLine) for x in lines if isinstance(x, told) for id in ids_in(x))
    for id, lies in dict.fromkeys(ids):
        pack, _, short = id.rpartition(".")
        found = (catalogue.find(short, home) for home in ([pack] if pack in catalogue.packs else homes))
        entry = next((entry for entry in found if entry is not None), None)
        if entry is not None and entry.kind in (("event",) if lies else DEFINITIONS):
            yield entry


def ids_in(node: object) -> Iterator[str]:
    """The ids in a line of a scenario, in order."""
    if isinstance(node, tuple):
        for part in node:
            yield from ids_in(part)
    elif isinstance(node, s.Node):
        if isinstance(node, sc.Thing) and node.id is not None:
            yield node.id
        if isinstance(node, sc.Deed) and node.form is not None:
            yield node.form
        for attribute in fields(type(node)):
            yield from ids_in(getattr(node, attribute.name))
