"""The pages of packs: directives that turn a catalogue into documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from bangrules.language.spelling import suggest
from bangrules.play.naming import counted
from bangrules.play.packs import FoundPack
from bangrules.tools.commands.show import HOOKING
from bangrules.tools.sphinx_ext.catalogue import DEFINITIONS, Catalogue, Entry, Ruling
from bangrules.tools.sphinx_ext.domain import bang_domain
from bangrules.tools.sphinx_ext.source import CATALOGUES, bang_fold, fold, source
from bangrules.tools.sphinx_ext.stubs import picture_name

__all__ = ["DIRECTIVES"]

KINDS = {
    "card": "Cards", "figure": "Figures", "character": "Characters", "event": "Events", "role": "Roles",
}  # fmt: skip
SECTIONS = {
    "option": "Options", "values": "Values", "window": "Windows", "zone": "Zones", "field": "Fields",
    "stat": "Stats", "procedure": "Procedures", "border": "Borders", "board": "Boards",
    "hook": "Hooks and modifiers", "roles": "Roles at the table", "copies": "More copies",
    "start": "Where a game begins", "text": "Sentences", "reason": "Reasons",
}  # fmt: skip
"""The parts of the page with the declarations of a pack."""

SHORT = ("text", "reason", "values", "option", "window", "zone", "field", "roles", "copies", "start")
"""Declarations of a line or two, at which nobody asks who names them."""

MANY = 12
"""More than so many others are folded."""


# ---- pieces


def paragraph(*parts: str | nodes.Node, **attributes: Any) -> nodes.paragraph:
    """A paragraph of texts and nodes."""
    return nodes.paragraph("", "", *(nodes.Text(p) if isinstance(p, str) else p for p in parts), **attributes)


def listed(items: Iterable[Sequence[str | nodes.Node]], **attributes: Any) -> nodes.bullet_list:
    """A list with a line for each item."""
    return nodes.bullet_list("", *(nodes.list_item("", paragraph(*item)) for item in items), **attributes)


def section(title: str, id: str, *inner: nodes.Node) -> nodes.section:
    """A section with its title."""
    return nodes.section("", nodes.title(title, title), *inner, ids=[id], names=[id])


def many(number: int, one: str, several: str) -> str:
    """So many of something."""
    return f"{number} {one if number == 1 else several}"


class BangDirective(SphinxDirective):
    """What the directives share: the catalogue, links, marks for what is told of."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """The nodes of the page; it is read again when a card file changes."""
        for pack in self.catalogue.packs.values():
            for file in pack.files:
                self.env.note_dependency(str(file))
        return list(self.made())

    def made(self) -> Iterator[nodes.Node]:
        """What stands on the page."""
        raise NotImplementedError

    @property
    def catalogue(self) -> Catalogue:
        """All there is to show."""
        return CATALOGUES[self.env.app]

    @property
    def folder(self) -> str:
        """Where the pages are."""
        found: str = self.config.bang_gallery
        return found

    def link(self, kind: str, full_id: str, title: str, code: bool = False) -> nodes.Node:
        """A link to something that is told of elsewhere."""
        inner = nodes.literal("", title) if code else nodes.inline("", title)
        return addnodes.pending_xref(
            "", inner, refdomain="bang", reftype=kind, reftarget=full_id, refexplicit=True,
            refdoc=self.env.docname, refwarn=True,
        )  # fmt: skip

    def to(self, entry: Entry) -> list[str | nodes.Node]:
        """A link to an entry, and what it is."""
        kind, key = entry.key
        if not entry.named:
            line = next(iter(entry.source.split("\n")))
            return [self.link(kind, key, line, True), f" ({entry.pack.name})"]
        code = entry.kind not in DEFINITIONS
        return [self.link(kind, key, entry.title, code), f" ({entry.kind}, {entry.pack.name})"]

    def page_link(self, page: str, title: str) -> nodes.Node:
        """A link to one of the pages."""
        return addnodes.pending_xref(
            "", nodes.inline("", title), refdomain="std", reftype="doc", reftarget=f"/{self.folder}/{page}",
            refexplicit=True, refdoc=self.env.docname, refwarn=True,
        )  # fmt: skip

    def pack(self) -> FoundPack:
        """The pack that is asked for."""
        id, packs = self.arguments[0], self.catalogue.packs
        if id not in packs:
            near = suggest(id, packs)
            hint = f"did you mean `{near}`?" if near else f"there are {', '.join(packs)}"
            raise self.error(f"there is no pack `{id}` in the gallery; {hint}")
        return packs[id]

    def trail(self, pack: FoundPack, kind: str | None = None) -> nodes.paragraph:
        """The way from the index of the gallery to here."""
        ways: list[str | nodes.Node] = [
            self.page_link("index", "Gallery"),
            " › ",
            self.page_link(f"{pack.id}/index", pack.name),
        ]
        return paragraph(*ways, *([f" › {kind}"] if kind else []), classes=["bang-trail"])

    def place(self, entry: Entry | Ruling) -> str:
        """Where it stands, from the folder of its pack on."""
        path, line = (
            (entry.quote.path, entry.quote.line) if isinstance(entry, Entry) else (entry.path, entry.line)
        )
        root = entry.pack.files[0].parent
        inner = path.relative_to(root) if path.is_relative_to(root) else Path(path.name)
        return f"{root.name}/{inner.as_posix()}:{line}"

    def picture(self, entry: Entry, width: str) -> nodes.image:
        """The picture of a definition."""
        return nodes.image(uri=f"/{picture_name(entry, self.folder)}", alt=entry.title, width=width)

    def text(self, entry: Entry) -> str | None:
        """What a definition does, in words."""
        assert entry.definition is not None
        return self.catalogue.rules[entry.pack.id].text_of(entry.full_id) or entry.definition.doc

    def scenario(self, ruling: Ruling, mark: bool) -> bang_fold:
        """A ruling, its lines folded; the place with the mark is the one that links lead to."""
        shown = fold(
            ruling.title,
            source(ruling.text, ruling.pack.id),
            paragraph(self.place(ruling), classes=["bang-place"]),
        )
        if mark:
            anchor = f"ruling-{ruling.path.stem}-{ruling.number}".replace("_", "-")
            shown["ids"].append(anchor)
            bang_domain(self.env).note("ruling", ruling.full_id, anchor, ruling.title)
        return shown


# ---- the directives


class Packs(BangDirective):
    """All packs, a line each: ``.. bang:packs::``."""

    required_arguments = 0

    def made(self) -> Iterator[nodes.Node]:
        items: list[list[str | nodes.Node]] = []
        for id, pack in self.catalogue.packs.items():
            parts: list[str | nodes.Node] = [
                many(len(found), kind, title.lower())
                for kind, title in KINDS.items()
                if (found := self.catalogue.of_pack(id, kind))
            ]
            rulings = sum(ruling.pack.id == id for ruling in self.catalogue.rulings)
            parts.append(self.page_link(f"{id}/declarations", "declarations"))
            if rulings:
                parts.append(self.page_link(f"{id}/rulings", many(rulings, "ruling", "rulings")))
            told = [piece for part in parts for piece in (", ", part)][1:]
            items.append([self.page_link(f"{id}/index", pack.name), ": ", *told])
        yield listed(items, classes=["bang-packs"])


class Pack(BangDirective):
    """A pack with its cards: ``.. bang:pack:: base``."""

    def made(self) -> Iterator[nodes.Node]:
        pack = self.pack()
        bang_domain(self.env).note("pack", pack.id, "", pack.name)
        facts: list[str | nodes.Node] = [f"Pack {pack.id}, version {pack.version}."]
        if pack.box:
            facts.append(" A box: it can be played on its own.")
        for word, ids in (
            ("Requires", pack.requires),
            ("Goes with", pack.optional),
            ("Excludes", pack.conflicts),
        ):
            for i, id in enumerate(ids):
                other = self.catalogue.packs.get(id)
                facts.append(", " if i else f" {word} ")
                facts.append(self.page_link(f"{id}/index", other.name) if other is not None else id)
            facts += ["."] if ids else []
        yield paragraph(*facts)
        inner: list[str | nodes.Node] = [self.page_link(f"{pack.id}/declarations", "All declarations")]
        rulings = [ruling for ruling in self.catalogue.rulings if ruling.pack.id == pack.id]
        if rulings:
            inner += [" · ", self.page_link(f"{pack.id}/rulings", many(len(rulings), "ruling", "rulings"))]
        yield paragraph(*inner)
        for kind, title in KINDS.items():
            found = [e for e in self.catalogue.of_pack(pack.id, kind) if e.definition is not None]
            if found:
                yield section(title, kind, nodes.container("", *map(self.cell, found), classes=["bang-grid"]))

    def cell(self, entry: Entry) -> nodes.container:
        """A definition in the grid."""
        link = self.link(*entry.key, "")
        link[0] = self.picture(entry, "150px")  # type: ignore[index]
        name = paragraph(self.link(*entry.key, entry.title), classes=["bang-name"])
        return nodes.container("", nodes.paragraph("", "", link), name, classes=["bang-cell"])


class DefinitionPage(BangDirective):
    """A card, character, event or role: ``.. bang:definition:: card base.barrel``."""

    def made(self) -> Iterator[nodes.Node]:
        kind, _, full_id = self.arguments[0].partition(" ")
        entry = next(
            (e for e in self.catalogue.entries if (e.kind, e.full_id) == (kind, full_id) and e.definition),
            None,
        )
        if entry is None:
            raise self.error(f"there is no {kind} `{full_id}`")
        anchor = f"{kind}-{entry.id}".replace("_", "-")
        bang_domain(self.env).note(kind, full_id, anchor, entry.title)
        yield self.trail(entry.pack, KINDS[kind])
        said = self.text(entry)
        told: list[nodes.Node] = [paragraph(said, classes=["bang-text"])] if said else []
        told.append(self.facts(entry))
        yield nodes.container(
            "", self.picture(entry, "240px"), nodes.container("", *told, classes=["bang-words"]),
            classes=["bang-card"], ids=[anchor],
        )  # fmt: skip
        yield section("In the language", "in-the-language", source(entry.source, entry.pack.id),
                      paragraph(self.place(entry), classes=["bang-place"]))  # fmt: skip
        yield from self.crossed(entry)
        yield from self.ruled(entry)

    def facts(self, entry: Entry) -> nodes.field_list:
        """What can be said in a line each."""
        definition = entry.definition
        assert definition is not None
        rows: list[tuple[str, list[str | nodes.Node]]] = [("Id", [nodes.literal("", entry.full_id)])]
        if definition.border is not None:
            border = self.catalogue.find(definition.border, entry.pack.id)
            shown = (
                self.link("border", border.full_id, definition.border)
                if border is not None
                else definition.border
            )
            rows.append(("Border", [shown]))
        if definition.number is not None:
            rows.append(("Life" if entry.kind == "character" else "Number", [str(definition.number)]))
        if entry.copies:
            rows.append((many(len(entry.copies), "Copy", "copies"), [counted(entry.copies)]))
        if definition.like is not None:
            other = self.catalogue.find(definition.like.rpartition(".")[2], entry.pack.id)
            rows.append(("Like", self.to(other) if other is not None else [definition.like]))
        made = (
            nodes.field("", nodes.field_name("", name), nodes.field_body("", paragraph(*value)))
            for name, value in rows
        )
        return nodes.field_list("", *made)

    def crossed(self, entry: Entry) -> Iterator[nodes.section]:
        """What hooks it and what names it."""
        hooking, naming = self.catalogue.hooking(entry), self.catalogue.naming(entry)
        inner: list[nodes.Node] = []
        if hooking:
            inner += [paragraph("Hooked or modified by:"), listed(map(self.to, hooking))]
        if naming:
            inner += [paragraph("Named by:"), listed(map(self.to, naming))]
        if inner:
            yield section("Who speaks of it", "who-speaks-of-it", *inner)

    def ruled(self, entry: Entry) -> Iterator[nodes.section]:
        """The rulings in which it is told of: its own in full, of the others the titles."""
        about, using = self.catalogue.rulings_about(entry), self.catalogue.rulings_using(entry)
        inner: list[nodes.Node] = [
            self.scenario(ruling, False)
            for ruling in (*about, *using)
            if self.catalogue.subject(ruling) is entry
        ]
        others = [ruling for ruling in about if self.catalogue.subject(ruling) is not entry]
        if others:
            inner += [paragraph("Also told of in:"), listed([self.to_ruling(ruling)] for ruling in others)]
        rest = [ruling for ruling in using if self.catalogue.subject(ruling) is not entry]
        if rest:
            title = f"takes part in {many(len(rest), 'other ruling', 'other rulings')}"
            inner.append(fold(title, listed([self.to_ruling(ruling)] for ruling in rest)))
        if inner:
            yield section("Rulings", "rulings", *inner)

    def to_ruling(self, ruling: Ruling) -> nodes.Node:
        """A link to a ruling."""
        return self.link("ruling", ruling.full_id, ruling.title)


class Shown(BangDirective):
    """A card, character, event or role on any page: ``.. bang:show:: barrel``."""

    def made(self) -> Iterator[nodes.Node]:
        wanted = self.arguments[0]
        entries = [e for e in self.catalogue.entries if e.kind in DEFINITIONS and e.definition is not None]
        names = ((e, (e.full_id, e.id, e.title)) for e in entries)
        entry = next((e for e, known in names if wanted in known), None)
        if entry is None:
            near = suggest(wanted, {name for e in entries for name in (e.id, e.title)})
            hint = f"; did you mean `{near}`?" if near else ""
            raise self.error(f"there is no card, character, event or role `{wanted}`{hint}")
        said = self.text(entry)
        told: list[nodes.Node] = [paragraph(*self.to(entry))]
        told += [paragraph(said)] if said else []
        told.append(source(entry.source, entry.pack.id))
        yield nodes.container(
            "", self.picture(entry, "180px"), nodes.container("", *told, classes=["bang-words"]),
            classes=["bang-card"],
        )  # fmt: skip


class Declarations(BangDirective):
    """Everything a pack declares besides its cards: ``.. bang:declarations:: base``."""

    def made(self) -> Iterator[nodes.Node]:
        pack = self.pack()
        yield self.trail(pack)
        used: set[str] = set()
        some = False
        told = {"pack", *DEFINITIONS, *HOOKING, "if", *SECTIONS}
        others = {entry.kind for entry in self.catalogue.of_pack(pack.id)} - told
        for kind, title in (*SECTIONS.items(), ("other", "Other declarations")):
            kinds = {"hook": (*HOOKING, "if"), "other": tuple(others)}.get(kind, (kind,))
            found = self.catalogue.of_pack(pack.id, *kinds) if kinds else []
            if found:
                some = True
                inner = [node for entry in found for node in self.told(entry, used)]
                yield section(title, f"all-{kind}", *inner)
        if not some:
            yield paragraph("It declares nothing else.")

    def told(self, entry: Entry, used: set[str]) -> Iterator[nodes.Node]:
        """A declaration: what stands above it, its source, who hooks it."""
        inner: list[nodes.Node] = []
        if entry.comment:
            inner.append(paragraph(entry.comment))
        inner.append(source(entry.source, entry.pack.id))
        hooking = self.catalogue.hooking(entry)
        naming = self.catalogue.naming(entry) if entry.kind not in SHORT else ()
        if hooking:
            inner.append(self.crossed("Hooked or modified by ", hooking))
        if len(naming) > MANY:
            inner.append(fold(f"Named by {len(naming)} others", self.crossed("", naming)))
        elif naming:
            inner.append(self.crossed("Named by ", naming))
        holder = nodes.container("", *inner, classes=["bang-declared"])
        kind, key = entry.key
        named = entry.id if entry.named else key.partition(".")[2]
        anchor = re.sub(r"[\W_]+", "-", f"{entry.kind}-{named}")
        if anchor not in used:
            used.add(anchor)
            holder["ids"].append(anchor)
            bang_domain(self.env).note(kind, key, anchor, entry.id)
        yield holder

    def crossed(self, words: str, others: Sequence[Entry]) -> nodes.paragraph:
        """Others, in a line."""
        parts: list[str | nodes.Node] = [words]
        for i, other in enumerate(others):
            parts += [", "] if i else []
            parts.append(self.to(other)[0])
        return paragraph(*parts, classes=["bang-crossed"])


class Rulings(BangDirective):
    """The rulings of a pack, by what they are about: ``.. bang:rulings:: base``."""

    def made(self) -> Iterator[nodes.Node]:
        pack = self.pack()
        yield self.trail(pack)
        yield paragraph(
            "Each of these is a scenario that is run as a test: a table, what is done at it, and what is"
            " seen then. Open one to read it.",
            classes=["bang-filtered"],
        )  # fmt: skip
        groups: dict[Entry | None, list[Ruling]] = {}
        for ruling in self.catalogue.rulings:
            if ruling.pack.id == pack.id:
                groups.setdefault(self.catalogue.subject(ruling), []).append(ruling)
        general = groups.pop(None, [])
        for entry in sorted(groups, key=lambda e: e.title if e is not None else ""):
            assert entry is not None
            anchor = f"about-{entry.pack.id}-{entry.id}".replace("_", "-")
            head = paragraph(*self.to(entry))
            yield section(
                entry.title, anchor, head, *(self.scenario(ruling, True) for ruling in groups[entry])
            )
        if general:
            yield section("The game", "about-the-game", *(self.scenario(ruling, True) for ruling in general))


DIRECTIVES = {
    "packs": Packs, "pack": Pack, "definition": DefinitionPage, "declarations": Declarations,
    "rulings": Rulings, "show": Shown,
}  # fmt: skip
"""The directives by their names in the domain."""
