"""A game at a table: the players around it, the piles in the middle, and what is going on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from bangrules.play.game import needed_game
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
PILE_ROOM = CARD_HEIGHT + 26
LABEL = 11
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
    :raises TypeError: `game` is no game.
    """
    if needed_game(game).rules.tables["board"] is not None:
        from bangrules.tools.drawing.board import board_svg

        return board_svg(game, viewer, theme=theme)
    view = seen(game, viewer)
    seats = len(view.observed.seats)
    places = PLACES[seats]
    piles = piles_of(view, SEAT_WIDTH)
    side = seat_height(view)
    rows = {row: side for row in ("top", "middle", "bottom") if any(row_of(p) == row for p in places)}
    rows["middle"] = max(rows.get("middle", 0), len(piles) * PILE_ROOM)
    tops = {"top": GAP, "middle": GAP + rows.get("top", -GAP) + GAP}
    tops["bottom"] = tops["middle"] + rows["middle"] + GAP
    width = 3 * SEAT_WIDTH + 4 * GAP
    lines = news(view, width - 4 * GAP)
    height = tops["bottom"] + side + 2 * GAP + len(lines) * SIZE * LINE
    sheet = Sheet(width, height, theme)
    sheet.rect(0, 0, width, height, CLOTH, round_=16)
    for i, place in enumerate(places):
        row = row_of(place)
        column = 0 if "left" in place else 2 if "right" in place else 1
        y = tops[row] + (rows[row] - side) / 2
        draw_seat(sheet, view, ((viewer or 0) + i) % seats, GAP + column * (SEAT_WIDTH + GAP), y)
    draw_piles(sheet, view, piles, 2 * GAP + SEAT_WIDTH, tops["middle"], SEAT_WIDTH, rows["middle"])
    draw_news(sheet, lines, 2 * GAP, height - len(lines) * SIZE * LINE - GAP)
    return sheet.finished(title(view), told(view))


def row_of(place: str) -> str:
    """The row in which a place lies."""
    return next((row for row in ("top", "bottom") if row in place), "middle")


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


@frozen
class Pile:
    """A zone of the game that holds cards: what it is called, and whether they are spread out."""

    text: str
    cards: tuple[str, ...]
    spread: bool

    @property
    def width(self) -> float:
        """How wide its cards are."""
        return (len(self.cards) if self.spread else 1) * (CARD_WIDTH + 4) - 4

    @property
    def full_width(self) -> float:
        """How wide it is with what is written above."""
        return max(self.width, measure(f"{self.text} {len(self.cards)}", LABEL))


def piles_of(view: View, width: float) -> list[list[Pile]]:
    """The zones of the game that hold cards, line by line: spread out if they are few and open."""
    lines: list[list[Pile]] = []
    for id, _, of_player, _, _, text in view.rules.tables["zones"]:
        cards = view.observed.piles.get(id, ())
        if of_player or not cards:
            continue
        pile = Pile(shortened(text, width / 2, LABEL), cards, len(cards) <= SPREAD and UNSEEN not in cards)
        if lines and sum([p.full_width + GAP for p in [*lines[-1], pile]]) - GAP <= width:
            lines[-1].append(pile)
        else:
            lines.append([pile])
    return lines


def draw_piles(
    sheet: Sheet, view: View, piles: list[list[Pile]], x: float, y: float, width: float, height: float
) -> None:
    """Draw the piles in the middle of a box."""
    top = y + (height - len(piles) * PILE_ROOM) / 2
    for line in piles:
        left = x + (width - sum([pile.full_width + GAP for pile in line]) + GAP) / 2
        for pile in line:
            middle = left + pile.full_width / 2
            sheet.text(f"{pile.text} {len(pile.cards)}", middle, top + LABEL, LABEL, DIM, at="middle")
            if pile.spread:
                draw_spread(sheet, view, pile.cards, middle - pile.width / 2, top + 16, pile.width)
            else:
                for i in reversed(range(min(3, len(pile.cards)))):
                    id = UNSEEN if i else pile.cards[0]
                    draw_small(sheet, view, id, middle - pile.width / 2 + 2 * i, top + 16 + 2 * i)
            left += pile.full_width + GAP
        top += PILE_ROOM
