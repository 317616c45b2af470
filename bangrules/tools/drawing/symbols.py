"""Rows of symbols, as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence

from bangrules.tools.drawing.colors import DIM, INK
from bangrules.tools.drawing.letters import measure
from bangrules.tools.drawing.looks import Mark, Row, suit_look
from bangrules.tools.drawing.sheet import Sheet
from bangrules.vocabulary.shapes import SHAPES, SUITS

__all__ = ["draw_rows"]

NOTE = 0.62
"""The size of what stands beside a symbol, in parts of the symbol's."""
GAP = 0.16
ARROW = 0.46
MANY = 0.34
"""How far the second of many stands behind the first."""


def split(note: str) -> tuple[str, str]:
    """What is written beside a symbol, and the suit behind it."""
    return (note[:-1], note[-1]) if note and note[-1] in SUITS else (note, "")


def mark_width(mark: Mark, size: float) -> float:
    """How wide a symbol is, with what stands beside it."""
    text, suit = split(mark.note)
    wide = size * (1 + (MANY if mark.many else 0))
    if text:
        wide += measure(text, size * NOTE, bold=True) + size * 0.06
    if suit:
        wide += size * (NOTE + 0.06)
    return wide


def row_width(row: Row, size: float) -> float:
    """How wide a row is."""
    marks = [*row.lead, *row.then]
    wide = sum([mark_width(mark, size) for mark in marks]) + size * GAP * (len(marks) - 1)
    return wide + (size * (ARROW + GAP) if row.lead and row.then else 0)


def draw_mark(sheet: Sheet, mark: Mark, x: float, y: float, size: float) -> float:
    """Draw a symbol and give back where it ends."""
    if mark.many:
        sheet.shape(mark.path, x + size * MANY, y + size * 0.12, size * 0.88, DIM)
    sheet.shape(mark.path, x, y, size, mark.paint)
    x += size * (1 + (MANY if mark.many else 0))
    text, suit = split(mark.note)
    if text:
        x += size * 0.06
        sheet.text(text, x, y + size * 0.73, size * NOTE, INK, bold=True)
        x += measure(text, size * NOTE, bold=True)
    if suit:
        path, paint = suit_look(suit)
        sheet.shape(path, x + size * 0.06, y + size * (1 - NOTE) / 2 + size * 0.02, size * NOTE, paint)
        x += size * (NOTE + 0.06)
    return x


def draw_rows(
    sheet: Sheet, rows: Sequence[Row], x: float, y: float, width: float, height: float, largest: float
) -> None:
    """Draw rows in the middle of a box, all in one size."""
    apart = 1.28
    size = min(largest, height / (len(rows) * apart - (apart - 1)))
    size = min(size, *(width / row_width(row, 1) for row in rows))
    top = y + (height - size * (len(rows) * apart - (apart - 1))) / 2
    for row in rows:
        at = x + (width - row_width(row, size)) / 2
        for mark in row.lead:
            at = draw_mark(sheet, mark, at, top, size) + size * GAP
        if row.lead and row.then:
            sheet.shape(SHAPES["arrow"], at, top + size * (1 - ARROW) / 2, size * ARROW, DIM)
            at += size * (ARROW + GAP)
        for mark in row.then:
            at = draw_mark(sheet, mark, at, top, size) + size * GAP
        top += size * apart
