"""`bangrules show`: a declaration with its source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from bangrules.errors import PackError
from bangrules.language.words import OWN
from bangrules.play.naming import SUIT_LETTERS, counted, filled
from bangrules.tools.console import (
    Misuse,
    at_hand,
    echo,
    json_option,
    lang_option,
    load_rules,
    output_option,
    pack_names,
    packs_at_hand,
    packs_option,
    table,
    theme_option,
    write_json,
    write_picture,
)
from bangrules.tools.sourcebook import Quote, quotes
from bangrules.tools.wordbook import Told, every_word

if TYPE_CHECKING:
    from bangrules.play.packs import FoundPack
    from bangrules.play.rules import Card, Definition, Rules


@frozen
class Entry:
    """What there is to show: a declaration, its pack, and the definition that it gives, if it gives one."""

    quote: Quote
    pack: FoundPack
    definition: Definition | None
    copies: tuple[str, ...]
    changed: tuple[Quote, ...]
    rules: Rules | None
    unloaded: str | None = None
    """Why its pack can't be loaded, if it can't."""
    values: tuple[tuple[str, str], ...] = ()
    """What an option can be, where its values are declared, each with its text."""

    @property
    def text(self) -> str | None:
        """The rules text, or what a comment of the card file says; None of what is no definition."""
        if self.definition is None or self.rules is None:
            return None
        return self.rules.text_of(self.definition.full_id) or self.definition.doc

    @property
    def say(self) -> Callable[..., str]:
        """How phrases are said."""
        return filled if self.rules is None else self.rules.say


@frozen
class Word:
    """A word that the language has by itself, what hooks it, and of a word of boards where it is there."""

    told: Told
    changed: tuple[Quote, ...]
    there: str = ""


@click.command
@click.argument("name", nargs=-1, required=True)
@packs_option
@lang_option
@json_option
@click.option("--svg", "as_svg", is_flag=True, help="Draw the card, character, role or event as SVG.")
@theme_option
@output_option
def command(
    name: tuple[str, ...],
    packs: tuple[str, ...],
    paths: tuple[Path, ...],
    lang: str,
    as_json: bool,
    as_svg: bool,
    theme: str,
    output: Path | None,
) -> None:
    """Show a card, character, role, procedure, stat or anything else that card files declare.

    NAME is its id or its printed name, or a word of the language; `ID@FACE`, as `bang@AS`, is a copy of a
    card. Packs that aren't loaded are searched too.
    """
    wanted = " ".join(" ".join(name).split())
    if not wanted:
        raise Misuse("expected what to show: an id or a printed name, as `bang`")
    if as_svg:
        if as_json:
            raise Misuse("--svg and --json exclude each other")
        write_picture(drawn(wanted, pack_names(packs), paths, lang, theme), output)
        return
    if output is not None:
        raise Misuse("--output goes with --svg")
    called, _, face = wanted.partition("@")
    found, known = search(called, pack_names(packs), paths, lang)
    if not found:
        raise Misuse(lying_near(called) or unknown(called, known))
    for why in dict.fromkeys(entry.unloaded for entry in found if isinstance(entry, Entry)):
        if why:
            echo(f"bangrules: {why}", err=True)
    if face:
        copied, definition = pictured(called, found)
        copy_of(definition, face)  # there is one
        found = [copied]
    if as_json:
        write_json([as_data(entry) for entry in found])
        return
    for i, entry in enumerate(found):
        if i:
            echo()
        show(entry)


def lying_near(wanted: str) -> str | None:
    """That `wanted` is declared in a pack of the folder one is in, which `--paths` does not name."""
    key = wanted.casefold()
    for pack, place in packs_at_hand():
        for quote in quotes(pack.files):
            if key in (quote.id.casefold(), (quote.printed or "").casefold()):
                return f"nothing is called `{wanted}` in the packs looked in; {at_hand(place)}"
    return None


def unknown(wanted: str, known: Sequence[str], rules: Rules | None = None) -> str:
    """That nothing is called `wanted`, and what may be meant; in the language of `rules`."""
    from bangrules.language.spelling import suggest

    part = wanted.casefold()
    near = suggest(wanted, known)
    if near is None and len(part) > 2:
        near = next((name for name in known if part in re.split(r"[\W_]+", name.casefold())), None)
    phrase = "nothing is called `{name}`; did you mean `{other}`?" if near else "nothing is called `{name}`"
    return (filled if rules is None else rules.say)(phrase, name=wanted, other=near)


def search(
    wanted: str, named: Sequence[str], paths: Sequence[Path], lang: str = OWN
) -> tuple[list[Entry | Word], list[str]]:
    """What is called `wanted`, and all names that there are."""
    from bangrules.play.packs import available, select

    packs = available(paths)
    if named:
        loaded = [pack for pack, _ in select(packs, named)]
        packs = {pack.id: pack for pack in loaded}
    spoken, unloaded = speaking(packs.values(), paths, lang)
    read = [(pack, list(quotes(pack.files))) for pack in packs.values()]
    key = wanted.casefold()
    pack_id, _, id = key.rpartition(".")
    found, known = [], []
    for pack, declared in read:
        names = definitions(pack, spoken)
        for quote in declared:
            definition = names.get((quote.path.name, quote.line))
            printed = definition.name if definition else quote.printed if pack.id in unloaded else None
            known += [quote.id, *([printed] if printed else [])]
            full = pack.id == pack_id and quote.id.casefold() == id
            if full or (key and key in (quote.id.casefold(), (printed or "").casefold())):
                found.append((quote, pack, definition))
    hooking = [(quote, hooks) for _, declared in read for quote in declared if (hooks := quote.hooks)]
    entries: list[Entry | Word] = [
        Entry(
            quote, pack, definition,
            copies_of(definition, spoken[pack.id]) if definition else (),
            tuple(other for other, hooks in hooking if quote.id in hooks and other is not quote),
            spoken.get(pack.id), unloaded.get(pack.id),
            values_of(quote, spoken[pack.id]) if pack.id in spoken else (),
        )
        for quote, pack, definition in found
        if quote.word not in HOOKING
    ]  # fmt: skip
    entries += words_called(wanted, read, paths)
    return entries, known + [told.id for told in every_word()]


def words_called(
    wanted: str, read: Sequence[tuple[FoundPack, Sequence[Quote]]], paths: Sequence[Path]
) -> Iterator[Word]:
    """The words of the language that are called `wanted`, as packs hook them that have been read."""
    key = wanted.casefold()
    for told in every_word():
        if key in (told.id.casefold(), told.full_id.casefold()):
            there = where_boards_are(read, paths) if told.on_boards else ""
            every = (quote for _, declared in read for quote in declared if not told.of)
            yield Word(told, tuple(quote for quote in every if told.id in quote.hooks), there)


def where_boards_are(read: Iterable[tuple[FoundPack, Sequence[Quote]]], paths: Sequence[Path]) -> str:
    """Where the words of boards are to be had: in packs that have been read, or in which others."""
    from bangrules.play.packs import available

    def has_one(declared: Iterable[Quote]) -> bool:
        return any(quote.word == "board" for quote in declared)

    here = [pack.id for pack, declared in read if has_one(declared)]
    if here:
        return f"It is there where a pack has a board, as `{here[0]}` has."
    others = [pack.id for pack in available(paths).values() if has_one(quotes(pack.files))]
    told = "None of these packs has a board, so it is not there"
    return f"{told}; `{others[0]}` has one." if others else f"{told}."


def drawn(wanted: str, named: Sequence[str], paths: Sequence[Path], lang: str, theme: str) -> str:
    """The picture of what is called `wanted`; with `@` and a face behind it, that of one of its copies."""
    from bangrules.tools.drawing import card_svg

    name, _, face = wanted.partition("@")
    found, known = search(name, named, paths, lang)
    if not found:
        raise Misuse(lying_near(name) or unknown(name, known))
    _, definition = pictured(name, found)
    drawn = copy_of(definition, face) if face else definition
    return card_svg(definition.rules, drawn, theme=theme)


def pictured(name: str, found: Iterable[Entry | Word]) -> tuple[Entry, Definition]:
    """The one card, character, role or event of what is called `name`."""
    entries = [entry for entry in found if isinstance(entry, Entry)]
    there = [(x, x.definition) for x in entries if x.definition is not None]
    unloaded = [entry.unloaded for entry in entries if entry.unloaded]
    if not there and unloaded:
        raise Misuse(f"`{name}` can't be drawn: {unloaded[0]}")
    if not there:
        raise Misuse(f"`{name}` is nothing that can be drawn: cards, characters, roles and events can")
    if len(there) > 1:
        ids = " or ".join(f"`{entry.pack.id}.{entry.quote.id}`" for entry, _ in there)
        raise Misuse(f"`{name}` is called several things: write {ids}")
    return there[0]


def copy_of(definition: Definition, face: str) -> Card:
    """The copy of a card that has a face, as `A♠` or `as`."""
    printed = face[:-1].upper() + SUIT_LETTERS.get(face[-1].upper(), face[-1])
    copies = [card for card in definition.rules.cards if card.definition is definition]
    card = next((card for card in copies if card.face == printed), None)
    if card is None:
        faces = ", ".join(dict.fromkeys(card.face for card in copies if card.face))
        raise Misuse(
            f"there is no {definition.name} {face}; "
            + (f"there are {faces}" if faces else "it has no copies")
        )
    return card


HOOKING = ("before", "after", "instead", "modify")
HEADING = 60  # letters of a hook that are shown


def definitions(pack: FoundPack, spoken: Mapping[str, Rules]) -> dict[tuple[str, int], Definition]:
    """The definitions of a pack by file and line; none if it can't be loaded."""
    known = spoken[pack.id].definitions.values() if pack.id in spoken else ()
    return {(Path(d.where[0]).name, d.where[1]): d for d in known if d.pack == pack.id}


def speaking(
    packs: Iterable[FoundPack], paths: Sequence[Path], lang: str
) -> tuple[dict[str, Rules], dict[str, str]]:
    """The rules of each pack that can be loaded, in the company in which it can be played; why others can't.

    Those that don't speak the language speak their own.

    :raises PackError: none speaks it.
    """
    from bangrules.language.diagnostics import CardFileError
    from bangrules.play.packs import available, company

    known, found, unloaded = available(paths), {}, {}
    for pack in packs:
        try:
            found[pack.id] = load_rules(company(known, pack), paths)
        except CardFileError as error:
            folder = Path(error.diagnostics[0].at.path).parent
            unloaded[pack.id] = f"pack `{pack.id}` has mistakes: `bangrules check {folder}` shows them"
        except PackError as error:
            unloaded[pack.id] = f"pack `{pack.id}` can't be loaded: {error}"
    if found and not any(lang in rules.languages for rules in found.values()):
        max(found.values(), key=lambda rules: len(rules.languages)).speak(lang)
    spoken = {id: rules.speak(lang) if lang in rules.languages else rules for id, rules in found.items()}
    return spoken, unloaded


def copies_of(definition: Definition, rules: Rules) -> tuple[str, ...]:
    """The faces of the copies of a card."""
    return tuple(
        card.face for card in rules.cards if card.definition.full_id == definition.full_id and card.face
    )


def values_of(quote: Quote, rules: Rules) -> tuple[tuple[str, str], ...]:
    """The values that an option can have, if it has declared ones, and their texts."""
    if quote.word != "option":
        return ()
    for id, type_, *_ in rules.tables["options"]:
        if id == quote.id and type_.startswith("values:"):
            return tuple(zip(*rules.tables["values"][type_.removeprefix("values:")], strict=True))
    return ()


def as_data(entry: Entry | Word) -> dict[str, Any]:
    """An entry for programs."""
    changed = [{"path": str(other.path), "line": other.line} for other in entry.changed]
    if isinstance(entry, Word):
        told = entry.told
        return {
            "id": told.id, "kind": told.kind, "pack": None, "name": None,
            "text": " ".join(filter(None, (told.text, entry.there))), "copies": [],
            "path": None, "line": None, "source": told.form, "changed": changed, "values": [],
        }  # fmt: skip
    quote, definition = entry.quote, entry.definition
    return {
        "id": quote.id, "kind": quote.word, "pack": entry.pack.id,
        "name": definition.name if definition else None,
        "text": entry.text,
        "copies": list(entry.copies), "path": str(quote.path), "line": quote.line, "source": quote.text,
        "changed": changed, "values": [{"id": id, "text": text} for id, text in entry.values],
    }  # fmt: skip


def show(entry: Entry | Word) -> None:
    """Write an entry for people."""
    if isinstance(entry, Word):
        told = entry.told
        echo(f"{click.style(told.id, bold=True)}  {told.kind}\n\n    {told.form}\n")
        echo(click.wrap_text(told.text, 88, "  ", "  "))
        if entry.there:
            echo("\n" + click.wrap_text(entry.there, 88, "  ", "  "))
        show_changed(entry.changed)
        return
    quote, definition = entry.quote, entry.definition
    title = definition.name if definition else quote.id
    kind = quote.word
    if definition is not None and definition.border is not None:
        kind += f", {definition.border}"
    if definition is not None and definition.like is not None:
        kind += f", like {definition.like}"
    echo(f"{click.style(title, bold=True)}  {entry.pack.id}.{quote.id}, {kind}")
    if entry.text:
        echo("\n" + click.wrap_text(entry.text, 88, "  ", "  "))
    if entry.copies:
        faces, total = counted(entry.copies), len(entry.copies)
        copies = entry.say("{n} copy: {faces}" if total == 1 else "{n} copies: {faces}", n=total, faces=faces)
        echo("\n" + click.wrap_text(copies, 88, "  ", "  "))
    echo()
    for line in quote.text.split("\n"):
        echo(f"    {line}".rstrip())
    if entry.values:
        echo(f"\n  {entry.say('It can be:')}")
        for line in table([[f"    {id}", text] for id, text in entry.values]):
            echo(line)
    echo(click.style(f"\n  {place(quote)}", dim=True))
    show_changed(entry.changed, entry.say)


def show_changed(changed: Sequence[Quote], say: Callable[..., str] = filled) -> None:
    """Write what hooks or modifies something."""
    if changed:
        echo(f"\n  {say('Hooked or modified by:')}")
        rows = [[f"    {heading(other)}", click.style(place(other), dim=True)] for other in changed]
        for line in table(rows):
            echo(line)


def heading(quote: Quote) -> str:
    """What a declaration is, in a few words."""
    if quote.word not in HOOKING:
        return f"{quote.word} {quote.id}"
    line = next(line for line in quote.text.split("\n") if not line.startswith("#"))
    return line if len(line) <= HEADING else f"{line[: HEADING - 1].rstrip()}…"


def place(quote: Quote) -> str:
    """Where a declaration stands, as seen from here."""
    path = quote.path
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return f"{path}:{quote.line}"
