"""The form of the map that a scenario draws: rows that are as long as each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bangrules.language import scenario_syntax as sc
from bangrules.language.diagnostics import Reporter

__all__ = ["check_drawings"]


def check_drawings(lines: Iterable[sc.Line], sink: Reporter) -> None:
    """Report the rows of a scenario's map that are shorter or longer than most, at their own lines.

    What stands between two rows of squares may end early, as nothing may stand there.
    """
    rows = [line for line in lines if isinstance(line, sc.MapLine)]
    board = [row for row in rows if row.drawing == "board"]
    rooms = [row for row in rows if row.drawing == "rooms"]
    if board and (len(board) < 3 or len(board) % 2 == 0):
        sink.error(
            "E0216",
            "a drawing has a line for each row of squares and one for the edges above and below it",
            board[-1].at,
            help=f"this has {len(board)}",
        )
        return
    uneven([(row, len(row.row) // 2, y % 2 == 1) for y, row in enumerate(board)], sink)
    uneven([(row, len(row.row), True) for row in rooms], sink)


def uneven(rows: list[tuple[sc.MapLine, int, bool]], sink: Reporter) -> None:
    """Report rows, each with how many squares it is wide and whether it has to be, that are not as most."""
    widths = Counter(wide for _, wide, _ in rows)
    usual = max(widths, key=lambda wide: (widths[wide], wide), default=0)
    for row, wide, whole in rows:
        if wide > usual or (whole and wide < usual):
            sink.error(
                "E0216",
                f"this row is {'longer' if wide > usual else 'shorter'} than the others",
                row.at,
                help=f"it is {wide} squares wide, and they are {usual}",
            )
