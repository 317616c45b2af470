"""How a vocabulary describes its words to the language: what they take, give, mean and compile to."""

from __future__ import annotations

from attrs import Factory, define, frozen

from bangrules.language.types import NAMED, NOTHING, Type, fits, list_of

VARIABLE = Type("T")


def spec(text: str) -> Type:
    """A type from its short form: `player`, `card?`, `T`, `T*` (list of T), `number*`."""
    if text.endswith("*"):
        return list_of(spec(text[:-1]))
    if text.endswith("?"):
        return Type(spec(text[:-1]).name, True)
    if text == "T":
        return VARIABLE
    if text == "nothing":
        return NOTHING
    return NAMED[text] if text in NAMED else Type("values:" + text)


@frozen(eq=False)
class Word:
    """A word that programs may use.

    `takes`: the parameters as `name: type`, with `label name: type` for labelled ones and a trailing `= code`
    for a default. `code`: a Python expression over `{0}`, `{1}`... and `S`, the state. `effect`: it changes
    the state, so stats, clauses and patterns may not use it. `suspends`: it may wait for a player. `reads`:
    the state it depends on beyond its arguments (`zones`, `uses`, `everything`). `quick`: it does not go
    through its lists, however long they are.
    """

    id: str
    takes: tuple[str, ...]
    gives: str
    code: str
    doc: str
    effect: bool = False
    suspends: bool = False
    reads: tuple[str, ...] = ()
    quick: bool = False

    def params(self) -> list[tuple[str | None, str, Type, str | None]]:
        """The parameters as (label, name, type, default code)."""
        found = []
        for text in self.takes:
            left, _, default = text.partition(" = ")
            names, _, type_ = left.partition(": ")
            *label, name = names.split()
            found.append((label[0] if label else None, name, spec(type_), default or None))
        return found

    @property
    def result(self) -> Type:
        """The type it gives."""
        return spec(self.gives)


def bind(want: Type, have: Type, found: dict[str, Type]) -> bool:
    """Whether `have` fits `want`, which may hold the variable T; `found` takes what T stands for."""
    if want.name == "T":
        known = found.get("T")
        if known is None:
            found["T"] = have.plain if want.optional else have
            return True
        return fits(have, known) or fits(have.plain, known.plain)
    if want.name == "list" and want.of is not None and want.of.name == "T":
        if have.name != "list":
            return False
        assert have.of is not None
        return bind(want.of, have.of, found)
    return fits(have, want)


def resolve(type_: Type, found: dict[str, Type]) -> Type:
    """`type_` with T replaced."""
    if type_.name == "T":
        got = found.get("T", type_)
        return got.maybe if type_.optional else got
    if type_.name == "list" and type_.of is not None:
        return list_of(resolve(type_.of, found))
    return type_


@define(eq=False)
class Vocabulary:
    """All the words, constants and properties that card files may use.

    `words`: several of one name differ in the number of arguments. `constants`: name -> (type, code, reads,
    doc). `properties`: (type, name) -> (type, code, reads, doc). `texts`: what the engine shows by itself
    and packs have sentences for -> the names that can stand in braces there. `shapes`: the drawings that a
    `look` may name -> path data. `phrases`: what is said without any pack, for translations -> the names in
    braces.
    """

    words: dict[str, list[Word]] = Factory(dict)
    constants: dict[str, tuple[Type, str, tuple[str, ...], str]] = Factory(dict)
    properties: dict[tuple[str, str], tuple[Type, str, tuple[str, ...], str]] = Factory(dict)
    texts: dict[str, tuple[str, ...]] = Factory(dict)
    shapes: dict[str, str] = Factory(dict)
    phrases: dict[str, tuple[str, ...]] = Factory(dict)

    def add(self, *words: Word) -> None:
        """Take words in."""
        for word in words:
            self.words.setdefault(word.id, []).append(word)
