"""What the parser could read next."""

from __future__ import annotations

import re
from typing import Any

from bangrules.language import lalr
from bangrules.language.mistakes import kinds

__all__ = ["accepted", "closing", "inside", "words"]

MARK = "\N{SECTION SIGN}"
"""A sign that can stand nowhere: where the parser meets it, it says what could have stood there."""
STARTS = ("item", "rule", "line", "manifest", "wording", "stmt")
_MORE = {"BOUND": ("least", "most")}
_QUOTED = re.compile(r'"[^"\n]*(?P<open>"?)|(?P<comment>#)')
_BRACKETS = {"(": ")", "[": "]"}


def accepted(before: str) -> frozenset[str]:
    """The terminals that could follow the beginning of a declaration.

    Where it has a mistake further up, only its last statement, item or line is looked at.
    """
    found = _accepts(before, "declaration")
    if found is not None:
        return found
    line = before[before.rfind("\n") + 1 :]
    parts = [_accepts(line, start) for start in STARTS]
    return frozenset().union(*(part for part in parts if part is not None))


def _accepts(before: str, start: str) -> frozenset[str] | None:
    """What is accepted behind a text; None if the parser doesn't get that far."""
    try:
        lalr.parse(f"{before}{MARK}\n", start)
    except kinds() as error:
        unexpected: Any = error
        token = getattr(unexpected, "token", None)
        if token is None or str(token) != MARK or not hasattr(unexpected, "accepts"):
            return None
        return frozenset(unexpected.accepts)
    return None


def words(accepts: frozenset[str]) -> set[str]:
    """The words of the language among terminals."""
    literals = lalr.literals()
    found = {literals[name] for name in accepts if literals.get(name, "").isalpha()}
    return found.union(*(more for name, more in _MORE.items() if name in accepts))


def inside(line: str) -> str | None:
    """Whether a line breaks off in a `text`, in a `comment`, or in neither."""
    for match in _QUOTED.finditer(line):
        if match["comment"]:
            return "comment"
        if not match["open"]:
            return "text"
    return None


def closing(before: str) -> str:
    """The brackets that a text leaves open, closed."""
    open_ = []
    for sign in re.sub(r'"[^"\n]*"?|#[^\n]*', "", before):
        if sign in _BRACKETS:
            open_.append(_BRACKETS[sign])
        elif open_ and sign == open_[-1]:
            open_.pop()
    return "".join(reversed(open_))
