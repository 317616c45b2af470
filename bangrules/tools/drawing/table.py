"""A game at a table: the players around it, the piles in the middle, and what is going on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bangrules.play.log import UNSEEN
from bangrules.tools.drawing.colors import CLOTH, DIM, INK
from bangrules.tools.drawing.letters import LINE, measure, shortened, wrap
from bangrules.tools.drawing.seats import (
    CARD_HEIGHT,
    CARD_WIDTH,
    SEAT_WIDTH,
    draw_seat,
    draw_small,
    draw_spread,
    seat_height,
)
from bangrules.tools.drawing.sheet import Sheet
from bangrules.tools.drawing.view import View, seen

if TYPE_CHECKING:
    from bangrules.play.game import Game

__all__ = ["draw_news", "news", "table_svg"]

GAP = 14
PLACES = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "top left", "top right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top left", "top right", "right"),
    6: ("bottom", "left", "top left", "top", "top right", "right"),
    7: ("bottom", "bottom left", "left", "top left", "top right", "right", "bottom right"),
    8: ("bottom", "bottom left", "left", "top left", "top", "top right", "right", "bottom right"),
}
"""Where the players sit, the viewer and then clockwise."""
MIDDLE = 2 * CARD_HEIGHT + 60
"""The least height of the middle row, so that piles have room."""
SPREAD = 5
"""A pile of so many cards that all see is spread out."""
NEWS = 3
SIZE = 15


def table_svg(game: Game, viewer: int | None = None, *, theme: str = "auto") -> str:
    """A game as SVG; games on a board are drawn as `board_svg` does.

    With a `viewer`, a seat counting from 0, it shows what that seat may know: other cards lie face down.
    Without one it shows what the players know together: all hands lie open.

    >>> import bangrules as bang
    >>> game = bang.load("base").new_game(players=4, seed=1)
    >>> table_svg(game, viewer=0).startswith("<svg ")
    True

    :raises PictureError: there is no such seat or theme.
    """
    if game.rules.tables["board"] is not None:
        from bangrules.tools.drawing.board import board_svg

        return board_svg(game, viewer, theme=theme)
    view = seen(game, viewer)
    seats = len(view.observed.seats)
    places = PLACES[seats]
    rows = [row for row in ("top", "middle", "bottom") if row == "middle" or any(row in p for p in places)]
    high = max(seat_height(view), MIDDLE)
    width = 3 * SEAT_WIDTH + 4 * GAP
    lines = news(view, width - 4 * GAP)
    height = len(rows) * (high + GAP) + 2 * GAP + len(lines) * SIZE * LINE
    sheet = Sheet(width, height, theme)
    sheet.rect(0, 0, width, height, CLOTH, round_=16)
    for i, place in enumerate(places):
        row = next((r for r in rows if r in place), "middle")
        column = 0 if "left" in place else 2 if "right" in place else 1
        at = GAP + column * (SEAT_WIDTH + GAP), GAP + rows.index(row) * (high + GAP)
        draw_seat(sheet, view, ((viewer or 0) + i) % seats, *at)
    middle = GAP + rows.index("middle") * (high + GAP)
    draw_piles(sheet, view, 2 * GAP + SEAT_WIDTH, middle, SEAT_WIDTH, high)
    draw_news(sheet, lines, 2 * GAP, height - len(lines) * SIZE * LINE - GAP)
    return sheet.finished(title(view), told(view))


def title(view: View) -> str:
    """What is played, and by whom."""
    return f"{' + '.join(view.rules.packs)}: {', '.join(side.name for side in view.observed.seats)}"


def told(view: View) -> str:
    """What is going on, in words."""
    return " ".join([text for text, _ in news(view, float("inf"))])


def news(view: View, width: float) -> list[tuple[str, bool]]:
    """What is going on, line by line, and whether it is what the game waits for."""
    observed = view.observed
    found: list[tuple[str, bool]] = []
    why = observed.decision.why if observed.decision is not None else ()
    log = [sentence for sentence in observed.events.log if sentence not in why][-NEWS:]
    if log:
        found.append((" ".join(log), False))
    decision = observed.decision
    if decision is not None:
        found.append((f"{view.name(decision.player)}: {decision.text}", True))
        if decision.why:
            found.insert(1 if log else 0, (" › ".join(decision.why), False))
    if width == float("inf"):
        return found
    return [(line, bold) for text, bold in found for line in wrap(text, width, SIZE, bold)]


def draw_news(sheet: Sheet, lines: list[tuple[str, bool]], x: float, y: float) -> None:
    """Write what is going on."""
    for i, (line, bold) in enumerate(lines):
        sheet.text(line, x, y + SIZE * (0.8 + i * LINE), SIZE, INK if bold else DIM, bold=bold)


def draw_piles(sheet: Sheet, view: View, x: float, y: float, width: float, height: float) -> None:
    """The zones of the game that hold cards: spread out if they are few and open, else as piles."""
    piles = []
    for id, _, of_player, _, _, text in view.rules.tables["zones"]:
        cards = view.observed.piles.get(id, ())
        if of_player or not cards:
            continue
        spread = len(cards) <= SPREAD and UNSEEN not in cards
        piles.append((text, cards, (len(cards) if spread else 1) * (CARD_WIDTH + 4), spread))
    line: list[tuple[str, tuple[str, ...], float, bool]] = []
    lines = [line]
    for pile in piles:
        if line and sum(max(p[2], measure(p[0], 11) + 30) + 12 for p in [*line, pile]) > width:
            line = []
            lines.append(line)
        line.append(pile)
    room = CARD_HEIGHT + 26
    top = y + max(0, (height - len(lines) * room) / 2)
    for row in lines:
        wides = [max(pile[2], measure(pile[0], 11) + 30) for pile in row]
        at = x + (width - sum(wides) - 12 * (len(row) - 1)) / 2
        for (text, cards, wide, spread), full in zip(row, wides, strict=True):
            label = f"{shortened(text, full - 24, 11)} {len(cards)}"
            sheet.text(label, at + full / 2, top + 11, 11, DIM, at="middle")
            left = at + (full - wide) / 2
            if spread:
                draw_spread(sheet, view, cards, left, top + 16, min(wide, width) - 4)
            else:
                for i in range(min(2, len(cards) - 1), -1, -1):
                    draw_small(sheet, view, cards[i] if i == 0 else UNSEEN, left + 2 * i, top + 16 + 2 * i)
            at += full + 12
        top += room
