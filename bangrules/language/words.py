"""The words of the language: which there are, and which can't be names.

A word is special only where the grammar allows it; `text`, `start`, `version` or `play` are ordinary names
everywhere else. The words below stand where a name could stand too, and so never are names.
"""

from __future__ import annotations

from functools import cache

__all__ = [
    "DECLARATIONS",
    "ENGLISH",
    "FOREIGN",
    "IMPLICIT",
    "LABELS",
    "NUMERALS",
    "OWN",
    "RESERVED",
    "VALUED",
    "keywords",
]

OWN = "en"
"""The language in which card files are written."""

LABELS = frozenset(("from", "to", "by", "on", "for", "with", "needs"))
"""What names an argument of a call."""

RESERVED = LABELS | frozenset(
    (
        *("and", "or", "not", "is", "in", "where"),
        *("if", "else", "while", "repeat", "for", "at", "let", "return", "end", "proceed", "fail", "pass"),
        *("may", "chooses"),
    )
)
"""What is never a name."""


DECLARATIONS = frozenset(
    (
        *(
            "pack",
            "copies",
            "option",
            "values",
            "window",
            "zone",
            "field",
            "roles",
            "stat",
            "procedure",
            "start",
        ),
        *("text", "phrase", "before", "after", "instead", "modify", "if", "play", "use", "answer"),
        *("role", "border", "card", "figure", "character", "event"),
        *("board", "fault", "reason", "look", "translation", "scenario"),
    )
)
"""What begins a declaration."""

VALUED = frozenset(("stat", "modify", "fault", "field", "option", "values", "roles"))
"""What has a value behind its `:`, and so no block."""

IMPLICIT = ("self", "this", "target", "it")
"""Names that are there by themselves."""
FOREIGN = {
    **dict.fromkeys(("elif", "elsif", "elseif"), "else if"),
    **dict.fromkeys(("me", "myself"), "self"),
    **dict.fromkeys(("null", "nil"), "none"),
    "true": "yes",
    "false": "no",
}
"""Words of other languages, and what they are called here."""

NUMERALS = {
    word: str(n)
    for n, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=1
    )
}
"""Numbers in words."""

ENGLISH = {
    **NUMERALS,
    **dict.fromkeys(("spade", "spades"), "♠"),
    **dict.fromkeys(("heart", "hearts"), "♥"),
    **dict.fromkeys(("diamond", "diamonds"), "♦"),
    **dict.fromkeys(("club", "clubs"), "♣"),
}
"""What has a sign and no name here."""


@cache
def keywords() -> frozenset[str]:
    """Every word of the language, read from the grammar."""
    import re

    from bangrules.paths import grammar_path

    rules = re.sub(r"(?m)//.*$|^[A-Z_%].*$", "", grammar_path().read_text(encoding="utf-8"))
    tokens = {"effect", "force", "last", "least", "most", "open"}
    return frozenset(re.findall(r'"([a-z]+)"', rules)) | tokens
