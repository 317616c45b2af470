"""A board: squares and edges as its map has them, the figures upon it, and the players beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bangrules.errors import PictureError
from bangrules.play.board import label
from bangrules.play.game import needed_game
from bangrules.tools.drawing.colors import CLOTH, DIM, INK, LINE, PAPER, ground, readable, same, upon
from bangrules.tools.drawing.letters import LINE as STEP
from bangrules.tools.drawing.looks import look_of, named_look
from bangrules.tools.drawing.seats import SEAT_WIDTH, draw_seat, seat_height
from bangrules.tools.drawing.sheet import Sheet
from bangrules.tools.drawing.table import SIZE, draw_news, news, title, told
from bangrules.tools.drawing.view import View, field_rows, seen
from bangrules.vocabulary.shapes import SHAPES

if TYPE_CHECKING:
    from bangrules.play.game import Game
    from bangrules.play.rules import Card

__all__ = ["board_svg"]

SQUARE = 46
GAP = 14
EDGE = 18
"""The room for the numbers of rows and columns."""
SOLID = "|-"
DIRECTIONS = ("north", "east", "south", "west")


def board_svg(game: Game, viewer: int | None = None, *, theme: str = "auto") -> str:
    """A game on a board as SVG, as a seat sees it, or the players together.

    :raises PictureError: the game has no board, or there is no such seat or theme.
    :raises TypeError: `game` is no game.
    """
    board = needed_game(game).rules.tables["board"]
    if board is None:
        raise PictureError("this game has no board")
    view = seen(game, viewer)
    wide, high = board["width"] * SQUARE, board["height"] * SQUARE
    seats = len(view.observed.seats)
    places = drawn_places(view)
    standing = frozenset(places)
    columns = min(seats, max(2, int((wide + 2 * EDGE) // (SEAT_WIDTH + GAP))))
    rows = -(-seats // columns)
    side = seat_height(view, standing)
    width = max(wide + 2 * EDGE + GAP, columns * (SEAT_WIDTH + GAP)) + GAP
    lines = news(view, width - 4 * GAP)
    below = GAP + high + 2 * EDGE + GAP
    height = below + rows * (side + GAP) + len(lines) * SIZE * STEP + GAP
    sheet = Sheet(width, height, theme)
    sheet.rect(0, 0, width, height, CLOTH, round_=16)
    draw_board(sheet, view, (width - wide) / 2, GAP + EDGE, places)
    for i in range(seats):
        x = GAP + (i % columns) * (SEAT_WIDTH + GAP)
        y = below + (i // columns) * (side + GAP)
        draw_seat(sheet, view, ((viewer or 0) + i) % seats, x, y, standing)
    draw_news(sheet, lines, 2 * GAP, height - len(lines) * SIZE * STEP - GAP)
    return sheet.finished(title(view), told(view))


def drawn_places(view: View) -> dict[str, tuple[int, int]]:
    """The figures that stand on squares, and where: by the field of cards that holds squares."""
    spot = next((row.id for row in field_rows(view.rules, "card") if row.type == "values:square"), None)
    return {} if spot is None else {id: at(name) for id, name in view.marks(spot).items()}


def at(square: str) -> tuple[int, int]:
    """Column and row of a square.

    >>> at("(3,11)")
    (3, 11)
    """
    x, _, y = square.strip("()").partition(",")
    return int(x), int(y)


def draw_board(sheet: Sheet, view: View, left: float, top: float, places: dict[str, tuple[int, int]]) -> None:
    """Squares, edges, what lies on them, and figures."""
    board = view.rules.tables["board"]
    w, h = board["width"], board["height"]
    sheet.rect(left, top, w * SQUARE, h * SQUARE, PAPER)
    for x in range(w):
        sheet.text(str(x), left + (x + 0.5) * SQUARE, top - 5, 11, DIM, at="middle")
    for y in range(h):
        sheet.text(str(y), left - 5, top + (y + 0.5) * SQUARE + 4, 11, DIM, at="right")
    terrain = view.rules.tables["values"]["terrain"][0]
    for s, kind in enumerate(board["terrain"]):
        draw_square(sheet, view, terrain[kind], left + s % w * SQUARE, top + s // w * SQUARE)
    draw_edges(sheet, view, left, top)
    draw_marks(sheet, view, left, top)
    owners = {id: side.seat for side in view.observed.seats for cards in side.zones.values() for id in cards}
    stacked: dict[tuple[int, int], int] = {}
    for id, (x, y) in places.items():
        card = view.card(id)
        if card is not None:
            n = stacked[x, y] = stacked.get((x, y), -1) + 1
            draw_figure(
                sheet, view, card, left + x * SQUARE + n * 5, top + y * SQUARE + n * 5, owners.get(id)
            )


def draw_square(sheet: Sheet, view: View, terrain: str, x: float, y: float) -> None:
    look = named_look(view.rules, terrain)
    if look is not None and look.path is None:
        sheet.rect(x, y, SQUARE, SQUARE, ground(look.color))
    sheet.rect(x, y, SQUARE, SQUARE, LINE, line=0.6)
    if look is not None and look.path is not None:
        sheet.shape(look.path, x + 9, y + 9, SQUARE - 18, look.on())


def draw_edges(sheet: Sheet, view: View, left: float, top: float) -> None:
    """Walls, doors and the like, and what bars them."""
    board = view.rules.tables["board"]
    kinds = view.rules.tables["values"]["barrier"][0]
    chars = board["chars"]["barrier"]
    lines = edge_lines(view, left, top)
    for edge, (x1, y1, x2, y2) in lines.items():
        kind = board["barrier"][edge]
        drawn = str(chars.get(kind, " "))
        look = named_look(view.rules, kinds[kind])
        if any(sign in SOLID for sign in drawn):
            sheet.stroke(x1, y1, x2, y2, look.on() if look is not None else INK, 5)
        elif drawn.strip():
            sheet.stroke(x1, y1, x2, y2, PAPER, 7)
            sheet.stroke(x1, y1, x2, y2, look.on() if look is not None else DIM, 5, "6 4")
    names = view.rules.tables["values"]["edge"][0]
    numbers = {name: number for number, name in enumerate(names)}
    for row in field_rows(view.rules, "game"):
        look = named_look(view.rules, row.id)
        if row.type != "list of values:edge" or look is None:
            continue
        for name in view.remembered(row.id) or ():
            x1, y1, x2, y2 = lines[numbers[name]]
            size = SQUARE * 0.8
            path = look.path or SHAPES["plank"]
            turn = 90 if x1 == x2 else 0
            sheet.shape(path, (x1 + x2 - size) / 2, (y1 + y2 - size) / 2, size, look.on(), turn)


def edge_lines(view: View, left: float, top: float) -> dict[int, tuple[float, float, float, float]]:
    """Where the edges lie, by their numbers."""
    board = view.rules.tables["board"]
    found: dict[int, tuple[float, float, float, float]] = {}
    for s, sides in enumerate(board["sides"]):
        x, y = left + s % board["width"] * SQUARE, top + s // board["width"] * SQUARE
        right, bottom = x + SQUARE, y + SQUARE
        ends = ((x, y, right, y), (right, y, right, bottom), (x, bottom, right, bottom), (x, y, x, bottom))
        for edge, line in zip(sides, ends, strict=True):
            found.setdefault(edge, line)
    return found


def draw_marks(sheet: Sheet, view: View, left: float, top: float) -> None:
    """What is remembered of squares, as far as it has a look."""
    found: list[tuple[str, str]] = []
    for row in field_rows(view.rules, "square"):
        if row.type == "yesno":
            found += [(row.id, square) for square, value in view.marks(row.id).items() if value]
    for row in field_rows(view.rules, "game"):
        value = view.remembered(row.id)
        if row.type == "values:square" and value is not None:
            found.append((row.id, value))
    for id, square in found:
        look = named_look(view.rules, id)
        if look is not None and look.path is not None:
            x, y = at(square)
            sheet.shape(look.path, left + x * SQUARE + 3, top + y * SQUARE + 3, 17, look.on())


def draw_figure(sheet: Sheet, view: View, card: Card, x: float, y: float, owner: int | None) -> None:
    """A disc with a letter and number, an arrow where it looks, and what it suffers below."""
    look = look_of(view.rules, card.definition)
    middle = SQUARE / 2
    sheet.circle(x + middle, y + middle, 16.5, same(look.color))
    name = label(view.rules, card.index)
    size = 15 if len(name) < 3 else 12
    sheet.text(name, x + middle, y + middle + size * 0.36, size, upon(look.color), bold=True, at="middle")
    facing = next((row for row in field_rows(view.rules, "card") if row.type == "values:direction"), None)
    if facing is not None:
        direction = view.marks(facing.id).get(card.id, facing.default)
        pointer = "M12 0 L15.5 4 H8.5 Z"
        turn = 90 * DIRECTIONS.index(direction)
        sheet.shape(pointer, x, y, SQUARE, readable(look.color), turn)
    below = x + 4
    for row in field_rows(view.rules, "card"):
        sign: Any = named_look(view.rules, row.id)
        if row.type == "number" and sign is not None and sign.path is not None:
            for _ in range(view.marks(row.id).get(card.id, 0)):
                sheet.shape(sign.path, below, y + SQUARE - 14, 12, sign.on())
                below += 11
