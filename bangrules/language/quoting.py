"""What others have written, as messages quote it: in a few words, however long it is."""

from __future__ import annotations

import reprlib
from unicodedata import category

__all__ = ["PATH", "brief", "in_short", "one_line"]

PATH = 1000
"""How much of the path of a file is told: all of it, unless it is no path at all."""


def in_short(data: object) -> str:
    """Any data in a few words, however long or deep it is.

    >>> in_short(["A", 3]), in_short("B" * 100)
    ("['A', 3]", "'BBBBBBBBBBBB...BBBBBBBBBBBBB'")
    """
    shown = reprlib.repr(data)
    return shown if len(shown) < 60 else shown[:57] + "..."


def brief(text: object, most: int = 100) -> str:
    """A name or the like as it is, if it is one line of `most` signs at most; else what is quoted of it.

    >>> brief("beer@6♥"), brief("A\\nB"), brief("x" * 9000, 10)
    ('beer@6♥', 'A\\\\nB', 'xxxxx...xxxxx')
    """
    told = str(text)
    if len(told) > most:
        told = f"{told[: most // 2]}...{told[-(most // 2) :]}"
    if one_line(told):
        return told
    return "".join(c if one_line(c) else c.encode("unicode_escape").decode() for c in told)


def one_line(text: str) -> bool:
    """Whether a text can stand in a line of a file: without breaks, controls and halves of characters.

    >>> one_line("Ann"), one_line("Zoë 👩‍🚀"), one_line("A\\nB"), one_line("\\ud800")
    (True, True, False, False)
    """
    return all(category(c) not in ("Cc", "Cs", "Zl", "Zp") for c in text)
