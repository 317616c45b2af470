"""What there is to tell of a name: where it is declared, how, and what is said about it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import frozen

from bangrules.language import model as m
from bangrules.language.expressions import IMPLICIT_HELP
from bangrules.language.sources import Source
from bangrules.play.naming import RANKS, counted
from bangrules.tools.editing.names import Occurrence, Thing, last
from bangrules.tools.editing.workspace import Study
from bangrules.tools.sourcebook import Quote, quotes_in
from bangrules.tools.wordbook import Told, word_form, words

__all__ = ["IMPLICIT", "Telling", "definition_of", "tell", "told_of_word"]

LINES = 14
"""How many lines of a declaration are shown."""

IMPLICIT = {name: f"{text[:1].upper()}{text[1:]}." for name, text in IMPLICIT_HELP.items()}
"""What the names mean that are there by themselves."""


@frozen
class Telling:
    """What is told of a thing: a line that says what it is, its text, its source and where that is."""

    title: str
    text: str
    source: str
    place: str


def tell(study: Study, one: Occurrence) -> Telling | None:
    """What there is to tell of what a name means."""
    what, id = one.thing
    if what == "local":
        type_ = one.type or next((other.type for other in study.names.things[one.thing] if other.type), "")
        return Telling(f"{written(study, one)}: {type_}" if type_ else written(study, one), "", "", "")
    if what == "property":
        return told_of_property(study, id)
    if what == "word":
        found = told_of_word(study, id)
        return Telling(found.kind, found.text, found.form, "") if found else None
    places = study.names.declared(one.thing)
    if not places:
        return Telling(f"{what} {last(id)}", "", "", "")
    at = places[0]
    source = study.sink.sources[at.path]
    line, _ = source.position(at.start)
    quote = enclosing(source, line)
    definition = definition_of(study, one.thing)
    if definition is not None:
        return of_definition(definition, quote, source, line)
    shown, doc = (source.line(line).strip(), "") if quote is None or inner(quote, line) else split(quote)
    return Telling(f"{what} {last(id)}", doc, shown, place(source, line))


def told_of_word(study: Study, id: str) -> Told | None:
    """What the wordbook has about a word; where there is a board, about its words too."""
    known = book()
    if id in known:
        return known[id]
    variants = study.checker.vocabulary.words.get(id, ()) if study.checker is not None else ()
    return next((Told(id, "word of the language", word_form(w), w.doc) for w in variants), None)


@cache
def book() -> dict[str, Told]:
    """The wordbook, by its words."""
    found: dict[str, Told] = {}
    for told in words():
        found.setdefault(told.id, told)
    return found


def told_of_property(study: Study, id: str) -> Telling | None:
    """What a property is, as `card.suit`."""
    of, _, name = id.partition(".")
    known = study.checker.vocabulary.properties if study.checker is not None else {}
    if (of, name) not in known:
        return None
    type_, _, _, doc = known[of, name]
    return Telling("property", doc, f"{id}: {type_}", "")


def definition_of(study: Study, thing: Thing) -> m.Definition | None:
    """The card, character or the like that a thing is."""
    pack, _, id = thing[1].rpartition(".")
    return study.checker.written.get((pack, id)) if study.checker is not None else None


def of_definition(d: m.Definition, quote: Quote | None, source: Source, line: int) -> Telling:
    """A card, character and so on, as `bangrules show` tells of it."""
    kind = d.kind
    if d.border is not None:
        kind += f", {d.border.id}"
    if d.number is not None:
        kind += f", life {d.number}" if d.kind == "character" else f", {d.number}"
    if d.like is not None:
        kind += f", like {d.like.full_id}"
    shown, doc = split(quote) if quote is not None else (source.line(line), "")
    parts = [rules_text(d), d.doc or doc, copies(d)]
    return Telling(
        f"{d.name or d.id}: {d.full_id}, {kind}",
        "\n\n".join(p for p in parts if p),
        shown,
        place(source, line),
    )


def rules_text(d: m.Definition) -> str:
    """The rules text: the one that is written, or else the one that is made from the program."""
    return d.text or d.syntax.text or d.told


def copies(d: m.Definition) -> str:
    """The copies of a card, in words."""
    if not d.faces:
        return ""
    total = len(d.faces)
    shown = counted(f"{RANKS[rank]}{suit}" for rank, suit, _, _ in d.faces if rank)
    return f"{total} {'copy' if total == 1 else 'copies'}{': ' if shown else ''}{shown}"


def written(study: Study, one: Occurrence) -> str:
    """An occurrence as it is written."""
    return study.sink.sources[one.path].text[one.start : one.end]


def enclosing(source: Source, line: int) -> Quote | None:
    """The declaration in which a line stands."""
    found = None
    for quote in quotes_in(Path(source.path), source.text):
        if quote.line > line:
            break
        found = quote
    return found


def inner(quote: Quote, line: int) -> bool:
    """Whether a line is one of the items of a declaration."""
    return quote.line != line


def split(quote: Quote) -> tuple[str, str]:
    """The source of a declaration, cut where it is long, and the comments above it that describe it."""
    lines = quote.text.split("\n")
    head = next((i for i, line in enumerate(lines) if not line.startswith("#")), 0)
    doc = " ".join(line[2:].strip() for line in lines[:head] if line.startswith("##"))
    body = lines[head:]
    more = ["    ..."] if len(body) > LINES else []
    return "\n".join([*body[:LINES], *more]), doc


def place(source: Source, line: int) -> str:
    """Where something is, as people say it: the folder, the file, the line."""
    path = Path(source.path)
    return f"{path.parent.name}/{path.name}:{line}"
