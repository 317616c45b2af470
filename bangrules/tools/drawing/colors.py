"""Colors in light and dark: a paint is how something looks on light paper, and how on dark."""

from __future__ import annotations

from functools import cache

__all__ = [
    "AWAKE",
    "BACK",
    "CLOTH",
    "DIM",
    "INK",
    "LINE",
    "PAPER",
    "RED",
    "WOVEN",
    "Paint",
    "ground",
    "readable",
    "same",
    "upon",
]

Paint = tuple[str, str]

PAPER: Paint = ("#fbf6ea", "#2a251f")
INK: Paint = ("#2b2320", "#f1e7d6")
DIM: Paint = ("#6b5f52", "#b8aa99")
LINE: Paint = ("#d5c8b2", "#51473c")
CLOTH: Paint = ("#e8dfcb", "#1b1815")
RED: Paint = ("#b3261e", "#ff9083")
BACK: Paint = ("#7a3b2e", "#7a3b2e")
WOVEN: Paint = ("#b9755c", "#b9755c")
AWAKE: Paint = ("#b8860b", "#f2c14e")
CLEAR = 3.6
"""How much a sign must stand out against its paper."""


def same(color: str) -> Paint:
    """A color that is the same on both."""
    return color, color


def parts(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def light(color: str) -> float:
    """How light a color is to the eye, from 0 to 1."""
    linear = [(c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in parts(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """How much two colors stand out against each other, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    one, two = sorted((light(a), light(b)))
    return (two + 0.05) / (one + 0.05)


def mixed(a: str, b: str, share: float) -> str:
    """So much of b in a."""
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(parts(a), parts(b), strict=True))


@cache
def readable(color: str, paper: Paint = PAPER) -> Paint:
    """A color for signs on paper: as it is where it stands out, else nearer to ink."""
    found = []
    for ink, ground in zip(INK, paper, strict=True):
        steps = (mixed(color, ink, n / 10) for n in range(11))
        found.append(next((c for c in steps if contrast(c, ground) >= CLEAR), ink))
    return found[0], found[1]


@cache
def upon(color: str) -> Paint:
    """White or black, whichever stands out on a color."""
    return same("#ffffff" if contrast(color, "#ffffff") >= contrast(color, "#1d1713") * 0.75 else "#1d1713")


def ground(color: str) -> Paint:
    """A color for the ground that signs stand on: much nearer to paper."""
    return mixed(color, PAPER[0], 0.55), mixed(color, PAPER[1], 0.7)
