"""How card files are colored: one list of rules, for Pygments and for editors with TextMate grammars.

The words come from where the language has them: the grammar, the types, the vocabulary. A rule is a regular
expression in what both worlds understand; the first that fits at a place counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from attrs import frozen

from bangrules.language import words
from bangrules.language.words import DECLARATIONS, RESERVED, keywords

__all__ = ["BLANK", "IMPLICIT", "TEXT", "Rule", "groups", "rules"]

IMPLICIT = frozenset(words.IMPLICIT)

NAMELESS = frozenset(
    (
        "before",
        "after",
        "instead",
        "modify",
        "play",
        "use",
        "answer",
        "copies",
        "start",
        "roles",
        "look",
        "phrase",
        "scenario",
    )
)
"""What begins a declaration that gives nothing a name."""

NAME = r"[^\W\d_]\w*(?:!(?!=))?"
FACE = r"(?:10|[2-9JQKA])(?:[♠♥♦♣]|[SHDC](?!\w))"
TEXT = (r'"', r'"|$')
"""How a text begins and ends; one that is not closed ends with its line."""
BLANK = r"\{[\w.!]*\}"
"""What is filled in, in a text."""


@frozen
class Rule:
    """What fits `pattern` is of a kind; where it has groups, each of these is of one."""

    kinds: tuple[str, ...]
    pattern: str


@cache
def groups() -> dict[str, frozenset[str]]:
    """The words by what they are; none is in two groups."""
    from bangrules.language.types import NAMED
    from bangrules.vocabulary.words import table_vocabulary

    known = table_vocabulary()
    constants = frozenset(known.constants) - IMPLICIT
    return {
        "control": RESERVED,
        "declaration": DECLARATIONS - RESERVED,
        "keyword": keywords() - RESERVED - DECLARATIONS - IMPLICIT,
        "implicit": IMPLICIT,
        "constant": constants - keywords(),
        "type": frozenset(NAMED) - keywords() - constants,
        "word": frozenset(known.words) - keywords() - constants - frozenset(NAMED),
    }


@cache
def rules() -> tuple[Rule, ...]:
    """All rules but that of texts, in order."""
    known = groups()
    declaring = one_of(known["declaration"] - NAMELESS)
    return (
        Rule(("doc",), r"##[^\n]*"),
        Rule(("comment",), r"#[^\n]*"),
        Rule(("face",), rf"{FACE}(?:\.\.{FACE})?|[♠♥♦♣]"),
        Rule(("square",), r"\([0-9]+,[0-9]+\)[NESW]?(?!\w)"),
        Rule(("number",), r"[0-9]+(?!\w)"),
        Rule(("declaration", "space", "declared"), rf"^({declaring})([ \t]+)({NAME})(?!\w)"),
        Rule(
            ("space", "declaration", "space", "declared"),
            rf"^([ \t]+)(stat|field|procedure)([ \t]+)({NAME})(?!\w)",
        ),
        Rule(("sign", "property"), rf"(\.)({NAME})"),
        Rule(("declaration",), rf"^{one_of(known['declaration'])}(?![\w!])"),
        *(Rule((kind,), rf"{one_of(known[kind])}(?![\w!])") for kind in known),
        Rule(("symbol",), r"[A-Z][A-Z_]+!?(?!\w)"),
        Rule(("call",), rf"{NAME}(?=\()"),
        Rule(("name",), NAME),
        Rule(("anything",), r"_(?!\w)"),
        Rule(("sign",), r"\.\.|[-+]=|[<>]=?|[-+*=.:,()\[\]@?]"),
        Rule(("space",), r"\n+|[ \t]+"),
    )


def one_of(words: Iterable[str]) -> str:
    """A pattern for one of some words, the longest first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(re.escape, ordered))})"
