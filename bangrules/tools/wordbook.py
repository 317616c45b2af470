"""The words of the language that no card file declares: how they are written, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from bangrules.language.lexicon import Word

__all__ = ["ENGINE", "FORMS", "Told", "word_form", "words"]

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


@frozen
class Told:
    """What there is to tell of a word."""

    id: str
    kind: str
    form: str
    text: str


def word_form(word: Word) -> str:
    """How a word is called."""
    params = []
    for label, name, type_, _ in word.params():
        params.append(f"{label + ' ' if label else ''}{name.rstrip('_')}: {type_}")
    return f"{word.id}({', '.join(params)})"


def words() -> Iterator[Told]:
    """All of them."""
    from bangrules.language.check import ENGINE_PROCEDURES
    from bangrules.language.types import NOTHING
    from bangrules.vocabulary.words import table_vocabulary

    known = table_vocabulary()
    for id, (params, _) in ENGINE_PROCEDURES.items():
        listed = ", ".join(f"{p.name}: {p.type}" for p in params)
        yield Told(id, "procedure of the engine", f"procedure {id}({listed})", f"{ENGINE[id].capitalize()}.")
    for variants in known.words.values():
        for word in variants:
            gives = "" if word.result == NOTHING else f" gives {word.result}"
            yield Told(word.id, "word of the language", word_form(word) + gives, word.doc)
    for id, (form, result, text) in FORMS.items():
        yield Told(id, "word of the language", f"{form} gives {result}", text)
    for id, (type_, _, _, text) in known.constants.items():
        form = id if type_.name in ("none", "list") and not type_.of else f"{id}: {type_}"
        yield Told(id, "word of the language", form, text)
