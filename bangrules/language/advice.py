"""Advice for mistakes that people often make.

Each rule looks at the line in which the parser stopped; the first that fits gives the help.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

__all__ = ["help_for"]

_DEFINITIONS = ("role", "border", "card", "figure", "character", "event")


@frozen
class _Line:
    """The line in which the parser stopped.

    `first` is its first word, `before` what stands in front of the unexpected `word`, `kind` the terminal of
    that, `text` the line up to there, `accepts` what could have stood there.
    """

    first: str
    before: str
    word: str
    kind: str
    text: str
    accepts: frozenset[str]


_RULES: list[tuple[Callable[[_Line], bool], str]] = [
    (
        lambda line: line.first == "pack" and line.word == "needs",
        "packs that this one builds on stand in an indented line below: `requires` and their names",
    ),
    (
        lambda line: line.first == "window" and line.word == ",",
        "declare one window a line",
    ),
    (
        lambda line: line.first in _DEFINITIONS and line.word == ":",
        "a definition has no `:`; its items follow in indented lines",
    ),
    (
        lambda line: line.first in _DEFINITIONS and line.text.count('"') == 0 and line.kind != "_NL",
        "the name to show stands in quotes right behind the first name",
    ),
    (
        lambda line: line.first == "copies" and line.word == ",",
        "faces stand side by side, without commas",
    ),
    (
        lambda line: line.word == ".." and "FACES" in line.accepts,
        "both ends of a run are faces of one suit, without spaces: `2♠..9♠`",
    ),
    (
        lambda line: line.text.split()[1:2] == ["in"] and line.first not in ("for", "if", "while", "return"),
        "a loop begins with `for`",
    ),
    (
        lambda line: line.word == "=" and line.first in ("if", "while", "else", "play", "use", "answer"),
        "`=` gives a name its value; to compare write `is`",
    ),
    (
        lambda line: line.kind in ("COMPARE", "IS", "IN") and "AND" in line.accepts,
        "compare two values at a time, and join comparisons with `and`",
    ),
    (
        lambda line: line.accepts == {"IN"} and "chooses" in line.text.split(),
        "what is chosen and from what: `p chooses c in p.hand`, `p chooses 2 cs in p.hand`",
    ),
    (
        lambda line: line.accepts == {"IN"},
        "`in` and a list follow here: `for p in players:`",
    ),
    (
        lambda line: line.first in ("card", "character", "event") and line.accepts == {"DOT"},
        "say the pack too: `replaces base.bang`",
    ),
    (
        lambda line: line.word == ":" and line.before in ("from", "to", "by", "on", "for", "with", "needs"),
        "this word is a label; the parameter's name follows it: `by author: player`",
    ),
    (
        lambda line: line.word in ("atleast", "atmost"),
        "write `at least` or `at most`",
    ),
    (
        lambda line: line.before == "." and line.kind == "NUMBER",
        "numbers are whole",
    ),
    (
        lambda line: line.word == "-" and "NUMBER" in line.accepts,
        "numbers have no sign here: subtract from 0, or change `+ n` to `- n` in a modifier",
    ),
    (
        lambda line: "NAME" in line.accepts and line.text.split()[-2:-1] == ["costs"],
        "say what is paid: `costs this`, `costs 1 cards`, or a number and the name of a field",
    ),
    (
        lambda line: line.accepts == {"NAME"} and line.kind == "STRING",
        "a name stands without quotes",
    ),
    (
        lambda line: line.first == "option" and line.accepts == {"STRING"},
        "an option ends with what it means, in quotes",
    ),
]  # fmt: skip


def help_for(first: str, before: str, word: str, kind: str, text: str, accepts: frozenset[str]) -> str | None:
    """Help for a line, or None; the arguments are those of `_Line`."""
    line = _Line(first, before, word, kind, text, accepts)
    return next((help for fits, help in _RULES if fits(line)), None)
