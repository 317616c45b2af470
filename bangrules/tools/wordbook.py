"""The words of the language that no card file declares: how they are written, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve, frozen

if TYPE_CHECKING:
    from bangrules.language.lexicon import Vocabulary, Word
    from bangrules.language.types import Type

__all__ = ["ENGINE", "FORMS", "STATEMENTS", "Told", "every_word", "type_form", "word_form", "words"]

ENGINE = {
    "act": "runs around every action: hook it to see, replace or stop actions",
    "affect": "runs for each target of an action: `end affect` spares this one target",
}
"""What the engine runs itself, for rules to hook."""
FORMS = {
    "during": ("during(what)", "yesno", "Whether a procedure or the effect of a card is running."),
    "all": ("all(list, what)", "yesno", "Whether every member of a list is `what`, as with `is`."),
    "some": ("some(list, what)", "yesno", "Whether one member of a list is `what`, as with `is`."),
    "shown": (
        "shown(p.field)",
        "the field's, or none",
        "A secret field of a player as far as all know it; `none` where it has not been shown.",
    ),
}
"""Words with a form of their own."""
STATEMENTS = {
    "let": ("let a, b = x, y", "Gives names to values."),
    "if": ("if x: ... else if y: ... else: ...", "Does what stands behind the first condition that holds."),
    "else": ("if x: ... else: ...", "What is done where a condition doesn't hold, or the answer is no."),
    "while": ("while x: ...", "Does something again and again, as long as a condition holds."),
    "repeat": ("repeat 2: ...", "Does something so many times."),
    "for": ("for p in list: ...", "Does something for each member of a list; `1..3` is a list of numbers."),
    "chooses": (
        'p chooses "prompt" c in set',
        "A player chooses; `c` may be none, if there was nothing to choose.",
    ),
    "may": (
        'p may "prompt": ... else: ...',
        "Asks a player yes or no. With `choose c in set` behind the prompt the player chooses, or passes.",
    ),
    "choose": ('p may "prompt" choose c in set: ... else: ...', "Lets a player choose, or pass."),
    "return": ("return x", "Leaves the program, with its answer if it has one."),
    "end": (
        "end name",
        "Ends the innermost run of a procedure; `end effect` that of a card's effect.",
    ),
    "at": ("at end of name: ...", "Puts something off until the run of a procedure is over."),
    "proceed": ("proceed", "In an `instead of`: goes on with what was replaced, and gives its answer."),
    "fail": (
        "fail",
        "In the body of an action: it answers nothing, and its player is asked again. What was paid is not "
        "given back, and `once` and `limit` count the action.",
    ),
    "pass": ("pass", "Does nothing."),
    "move": (
        "move cards to zone",
        "Cards go on the top of a pile, with `zone.bottom` to its bottom; to the end of a player's zone.",
    ),
    "show": ("show cards to players", "They have seen the cards, or with `p.field` it, from then on."),
}
"""What stands at the beginning of statements, or in them."""


@frozen
class Told:
    """What there is to tell of a word."""

    id: str
    kind: str
    form: str
    text: str
    of: str = ""
    """Of a property: what it is asked of."""
    on_boards: bool = False
    """Whether it is there only where a board is."""

    @property
    def full_id(self) -> str:
        """Its id, of a property behind what it is asked of, as in `card.kind`."""
        return f"{self.of}.{self.id}" if self.of else self.id


def type_form(type_: Type) -> str:
    """A type as card files write it: sets of values are called by their names.

    >>> from bangrules.language.types import Type, list_of
    >>> type_form(list_of(Type("values:square")))
    'list of square'
    """
    return str(type_).replace("values:", "")


def word_form(word: Word) -> str:
    """How a word is called."""
    params = []
    for label, name, type_, _ in word.params():
        params.append(f"{label + ' ' if label else ''}{name.rstrip('_')}: {type_form(type_)}")
    return f"{word.id}({', '.join(params)})"


def words() -> Iterator[Told]:
    """Those that are always there, without the properties."""
    from bangrules.language.check import ENGINE_PROCEDURES
    from bangrules.vocabulary.words import table_vocabulary

    known = table_vocabulary()
    for id, (params, _) in ENGINE_PROCEDURES.items():
        listed = ", ".join(f"{p.name}: {p.type}" for p in params)
        yield Told(id, "procedure of the engine", f"procedure {id}({listed})", f"{ENGINE[id].capitalize()}.")
    yield from called(known, "word of the language")
    for id, (form, text) in STATEMENTS.items():
        yield Told(id, "statement", form, text)
    for id, (form, result, text) in FORMS.items():
        yield Told(id, "word of the language", f"{form} gives {result}", text)
    yield from constants(known, "word of the language")


def every_word() -> Iterator[Told]:
    """All of them: those that are always there, their properties, and those of boards."""
    from bangrules.language.lexicon import Vocabulary
    from bangrules.vocabulary.board_words import LAYERS, add_board
    from bangrules.vocabulary.words import table_vocabulary

    yield from words()
    yield from properties(table_vocabulary(), "property")
    boards = add_board(Vocabulary(), LAYERS)
    for told in (
        *called(boards, "word of boards"),
        *constants(boards, "word of boards"),
        *properties(boards, "property on boards"),
    ):
        yield evolve(told, on_boards=True)


def called(known: Vocabulary, kind: str) -> Iterator[Told]:
    """The words of a vocabulary that are called with what stands in brackets."""
    from bangrules.language.types import NOTHING

    for variants in known.words.values():
        for word in variants:
            gives = "" if word.result == NOTHING else f" gives {type_form(word.result)}"
            yield Told(word.id, kind, word_form(word) + gives, word.doc)


def constants(known: Vocabulary, kind: str) -> Iterator[Told]:
    """The words of a vocabulary that stand for a value."""
    for id, (type_, _, _, text) in known.constants.items():
        form = id if type_.name in ("none", "list") and not type_.of else f"{id}: {type_form(type_)}"
        yield Told(id, kind, form, text)


def properties(known: Vocabulary, kind: str) -> Iterator[Told]:
    """What can be asked of values with a dot."""
    for (written, id), (type_, _, _, text) in known.properties.items():
        of = written.removeprefix("values:")
        yield Told(id, kind, f"{of}.{id}: {type_form(type_)}", text, of)
