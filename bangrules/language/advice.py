"""Advice for mistakes that people often make.

Each rule looks at the line in which the parser stopped; the first that fits gives the help.
"""

from __future__ import annotations

from collections.abc import Callable
from re import fullmatch, search

from attrs import frozen

from bangrules.language.words import DECLARATIONS, IMPLICIT, VALUED

__all__ = ["help_for", "help_for_statement"]

# Procedures that do what a rulebook does have names in capitals.
_DEED = r"[A-Z][A-Z_]+!?"
_CONDITIONS = ("if", "else", "while", "for", "repeat")
_DEFINITIONS = ("role", "border", "card", "figure", "character", "event")


@frozen
class _Line:
    """The line in which the parser stopped.

    `first` is its first word, `before` what stands in front of the unexpected `word`, `kind` the terminal of
    that, `text` the line up to there, `rest` the line behind it, `accepts` what could have stood there.
    """

    first: str
    before: str
    word: str
    kind: str
    text: str
    rest: str
    accepts: frozenset[str]


def color_in(line: _Line) -> str:
    """The color that is written in a line without quotes, or one for an example."""
    written = search(r"color\s*#?([0-9A-Fa-f]{6})\b", f"{line.text} {line.word} {line.rest}")
    return f"#{written[1]}" if written is not None else "#8a5a2b"


_RULES: list[tuple[Callable[[_Line], bool], str | Callable[[_Line], str]]] = [
    (
        lambda line: line.first == "pack" and line.word == "needs",
        "packs that this one builds on stand in an indented line below: `requires` and their names",
    ),
    (
        lambda line: line.first == "look" and line.accepts == {"STRING"},
        lambda line: f"a color stands in quotes, since `#` begins a comment: `color \"{color_in(line)}\"`",
    ),
    (
        lambda line: line.first in VALUED and line.before == ":" and line.kind == "_NL",
        lambda line: f"behind the `:` of `{line.first}` stands a value, on the same line: it has no block",
    ),
    (
        lambda line: (
            line.first in _CONDITIONS and "RANDOM" in line.accepts  # which stands in scenarios alone
        ),
        "a scenario has no conditions and no loops: it says what is done, one thing after the other",
    ),
    (
        lambda line: line.first == "expect" and line.before == "can" and line.word == "not",
        "write `cannot`",
    ),
    (
        lambda line: line.word == "," and fullmatch(r"answer +\w+", line.text) is not None,
        "an `answer` says one window: write a line for each",
    ),
    (
        lambda line: (
            line.word in ("+", "-")
            and fullmatch(_DEED, line.before) is not None
            and line.rest[:1].isdigit()
            and "ASSIGN" in line.accepts
        ),
        "numbers have no sign, and what a procedure takes stands behind its name, with commas between: "
        "`LIFE self, 1`",
    ),
    (
        lambda line: (
            line.first in _DEFINITIONS and line.word == "." and fullmatch(r"\w+ +\w+", line.text) is not None
        ),
        lambda line: f"an id has no pack in front of it: `{' '.join([line.first, *line.rest.split()[:1]])}`",
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
        lambda line: (
            line.word == "-"
            and line.first in DECLARATIONS
            and fullmatch(r"\w+ +\w+", line.text) is not None
            and fullmatch(r"\w.*", line.rest) is not None
        ),
        lambda line: f"an id is one word: `{line.before}_{line.rest.split()[0].strip(':')}`",
    ),
    (
        lambda line: (
            line.first in _DEFINITIONS
            and line.kind == "STRING"
            and fullmatch(r"\w+ +\w+ +\w+", line.text) is not None
        ),
        lambda line: (
            "the name to show stands in quotes right behind the id, and an id is one word: "
            f"`{'_'.join(line.text.split()[1:])}`"
        ),
    ),
    (
        lambda line: (
            line.first in _DEFINITIONS
            and line.kind == "NAME"
            and line.rest.startswith('"')
            and fullmatch(r"\w+ +\w+", line.text) is not None
        ),
        lambda line: f"an id is one word: `{line.before}_{line.word}`",
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
        lambda line: line.kind == "NAME" and line.accepts == {"NUMBER"},
        "a number, in digits",
    ),
    (
        lambda line: line.first == "option" and line.accepts <= {"STRING", "COMMA"},
        "an option ends with what it means, in quotes",
    ),
    (
        lambda line: line.first == "option" and line.word == "," and "_NL" in line.accepts,
        "bounds stand in front of what the option means",
    ),
]  # fmt: skip


def help_for(
    first: str, before: str, word: str, kind: str, text: str, rest: str, accepts: frozenset[str]
) -> str | None:
    """Help for a line, or None; the arguments are those of `_Line`."""
    line = _Line(first, before, word, kind, text, rest, accepts)
    help = next((help for fits, help in _RULES if fits(line)), None)
    return help if help is None or isinstance(help, str) else help(line)


def help_for_statement(statement: str, word: str, rest: str, bound: bool) -> str | None:
    """Help for a statement that could end in front of `word`, behind which stands `rest`, or None.

    `bound`: its first word is the name of a value.
    """
    first = statement.split(" ")[0]
    if first in ("each", "every", "all") and fullmatch(r"\w+ \w+", statement):
        return "what happens to each of a list stands in a loop: `for p in players:`"
    if fullmatch(r"\w+!? .*", statement) and word in ("and", "then"):
        return "one statement a line"
    if fullmatch(_DEED, first) and (fullmatch(rf".*,\s*{_DEED}", statement) or fullmatch(_DEED, word)):
        return "one statement a line"
    if fullmatch(r"\w+!? \d+", statement) and word.isalpha() and word not in IMPLICIT and not rest:
        return f"write `{statement}`"
    if (first in IMPLICIT or bound) and fullmatch(r"\w+ \w+", statement) and fullmatch(r"\w+", word):
        return f"a procedure comes first, and `{first}` behind it"
    return None
