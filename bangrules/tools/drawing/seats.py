"""A player's side of the table: role, character, life, and the cards in front of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import Factory, define

from bangrules.play.board import label
from bangrules.play.log import UNSEEN
from bangrules.play.rules import Card, Definition
from bangrules.tools.drawing.card import draw_back
from bangrules.tools.drawing.colors import AWAKE, DIM, INK, LINE, PAPER, Paint, same, upon
from bangrules.tools.drawing.letters import fit, measure, shortened
from bangrules.tools.drawing.looks import look_of, named_look, suit_look, symbols_of
from bangrules.tools.drawing.sheet import Sheet
from bangrules.tools.drawing.view import FieldRow, View, field_rows
from bangrules.vocabulary.shapes import SUITS

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "SEAT_WIDTH", "draw_seat", "draw_small", "draw_spread", "seat_height"]

CARD_WIDTH, CARD_HEIGHT = 58, 82
SEAT_WIDTH = 330
PAD = 10
HEAD = 54
LABEL = 15
LEAST_STEP = 17
DEFINED = ("role", "character", "kind", "border")


def draw_small(sheet: Sheet, view: View, id: str, x: float, y: float) -> None:
    """A card in small: its border, name, main symbol, rank and suit; from behind, if it is not seen."""
    card = view.card(id)
    if card is None:
        draw_back(sheet, x, y, CARD_WIDTH, CARD_HEIGHT)
        return
    definition = card.definition
    look = look_of(view.rules, definition)
    sheet.rect(x, y, CARD_WIDTH, CARD_HEIGHT, PAPER, round_=6)
    sheet.rect(x + 1, y + 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, same(look.color), round_=5, line=2)
    sheet.rect(x + 1, y + 1, CARD_WIDTH - 2, 22, same(look.color), round_=5)
    size, lines = fit(definition.name, CARD_WIDTH - 6, 20, 10, 5.5, bold=True)
    high = size * (1 + (len(lines) - 1) * 1.25)
    paint = upon(look.color)
    sheet.lines(lines, x + CARD_WIDTH / 2, y + 12 - high / 2, size, paint, bold=True, at="middle")
    draw_sign(sheet, view, card, x + CARD_WIDTH / 2, y + 42)
    if card.rank and card.suit:
        rank = card.face.removesuffix(card.suit)
        path, paint = suit_look(card.suit)
        sheet.text(rank, x + 6, y + CARD_HEIGHT - 7, 15, paint, bold=True)
        sheet.shape(path, x + (27 if len(rank) > 1 else 18), y + CARD_HEIGHT - 19, 13, paint)
    elif card.face:
        sheet.text(card.face, x + 6, y + CARD_HEIGHT - 7, 14, DIM, bold=True)


def draw_sign(sheet: Sheet, view: View, card: Card, x: float, y: float) -> None:
    """The drawing of a card, or what it does, in the middle of a small card."""
    look = look_of(view.rules, card.definition)
    note, path, paint = "", look.path, look.on()
    for row in symbols_of(view.rules, card.definition)[:1]:
        mark = (row.then or row.lead)[0]
        if path is None or not look.own:
            path, paint = mark.path, mark.paint
        note = "" if mark.note[-1:] in SUITS else mark.note
    if path is None:
        return
    size = 26.0
    wide = size + (measure(note, 14, bold=True) + 2 if note else 0)
    sheet.shape(path, x - wide / 2, y - size / 2, size, paint)
    if note:
        sheet.text(note, x - wide / 2 + size + 2, y + 5, 14, INK, bold=True)


def draw_spread(sheet: Sheet, view: View, cards: Sequence[str], x: float, y: float, width: float) -> None:
    """Cards side by side, over each other if they are many; of too many the rest as a number."""
    room = int((width - CARD_WIDTH) / LEAST_STEP) + 1
    shown = cards[:room]
    step = min(CARD_WIDTH + 4, (width - CARD_WIDTH) / max(1, len(shown) - 1))
    for i, id in enumerate(shown):
        draw_small(sheet, view, id, x + i * step, y)
    if len(cards) > room:
        sheet.rect(x + width - 40, y + CARD_HEIGHT - 22, 40, 20, INK, round_=4)
        sheet.text(
            f"+{len(cards) - room}", x + width - 20, y + CARD_HEIGHT - 7, 13, PAPER, bold=True, at="middle"
        )


def zones_of_players(view: View, elsewhere: frozenset[str]) -> list[tuple[str, str]]:
    """The zones of players in which anybody has something to show, and what they are called."""
    sides = view.observed.seats
    return [
        (row[0], row[5])
        for row in view.rules.tables["zones"]
        if row[2] and any(card not in elsewhere for side in sides for card in side.zones[row[0]])
    ]


def seat_height(view: View, elsewhere: frozenset[str] = frozenset()) -> float:
    """How high the sides of all players are."""
    return HEAD + len(zones_of_players(view, elsewhere)) * (LABEL + CARD_HEIGHT + 6) + 4


@define
class Side:
    """What there is to tell of a player: badges in front of the name, words below it, signs behind it."""

    badges: list[Definition | None] = Factory(list)  # None: a card that is not seen
    words: list[str] = Factory(list)
    signs: list[tuple[str, Paint]] = Factory(list)
    pips: list[tuple[str, Paint, int]] = Factory(list)


def side_of(view: View, seat: int) -> Side:
    """What the fields of a player tell, as far as they are seen."""
    found = Side()
    fields = view.observed.seats[seat].fields
    for row in field_rows(view.rules, "player"):
        value = fields[row.id]
        if value is not None and row.seen != "nobody":
            tell(view, row, value, found)
    for row in field_rows(view.rules, "game"):
        look = named_look(view.rules, row.id)
        if row.type == "player" and view.remembered(row.id) == seat and look is not None and look.path:
            found.signs.append((look.path, look.on()))
    return found


def tell(view: View, row: FieldRow, value: Any, found: Side) -> None:
    """What a field tells."""
    name = value if row.type.startswith("values:") else row.id
    look = named_look(view.rules, name) if isinstance(name, str) else None
    path, paint = (look.path, look.on()) if look is not None else (None, INK)
    if row.type in DEFINED:
        definition = None if value == UNSEEN else view.rules.definitions[value]
        if definition is None or row.type == "role":
            found.badges.append(definition)
        if definition is not None:
            found.words.append(definition.name)
    elif value == UNSEEN:
        return
    elif row.type == "number" and path is not None:
        found.pips.append((path, paint, value))
    elif value == row.default:
        return
    elif row.type == "number":
        found.words.append(f"{row.text} {value}")
    elif row.type == "yesno":
        found.words.append(row.text)
    elif row.type.startswith("values:"):
        names, texts = view.rules.tables["values"][row.type.removeprefix("values:")]
        found.words.append(texts[names.index(value)])
        if path is not None:
            found.signs.append((path, paint))


def draw_seat(
    sheet: Sheet, view: View, seat: int, x: float, y: float, elsewhere: frozenset[str] = frozenset()
) -> None:
    """A player's side, without the cards that are `elsewhere` in the picture."""
    observed, height = view.observed, seat_height(view, elsewhere)
    marked = observed.decision is not None and observed.decision.player == seat
    if observed.outcome is not None:
        marked = seat in observed.outcome.winners
    sheet.rect(x, y, SEAT_WIDTH, height, PAPER, round_=12)
    sheet.rect(x, y, SEAT_WIDTH, height, AWAKE if marked else LINE, round_=12, line=4 if marked else 1)
    draw_head(sheet, view, seat, x + PAD, x + SEAT_WIDTH - PAD, y + PAD, elsewhere)
    top = y + HEAD
    for id, text in zones_of_players(view, elsewhere):
        cards = [card for card in observed.seats[seat].zones[id] if card not in elsewhere]
        sheet.text(text, x + PAD, top + 11, 11, DIM)
        if cards:
            sheet.text(str(len(cards)), x + PAD + measure(text, 11) + 6, top + 11, 11, DIM, bold=True)
        draw_spread(sheet, view, cards, x + PAD, top + LABEL, SEAT_WIDTH - 2 * PAD)
        top += LABEL + CARD_HEIGHT + 6


def draw_head(
    sheet: Sheet, view: View, seat: int, left: float, right: float, y: float, elsewhere: frozenset[str]
) -> None:
    """The line with a player's name, and the figures of it that are `elsewhere`."""
    side = side_of(view, seat)
    standing = [
        view.card(id) for cards in view.observed.seats[seat].zones.values() for id in cards if id in elsewhere
    ]
    side.words += [label(view.rules, card.index) for card in standing if card is not None]
    for definition in side.badges:
        if definition is None:
            draw_back(sheet, left, y, 25, 35)
        else:
            look = look_of(view.rules, definition)
            sheet.rect(left, y, 25, 35, same(look.color), round_=4)
            if look.path is not None:
                sheet.shape(look.path, left + 3, y + 8, 19, upon(look.color))
        left += 33
    for path, paint in side.signs:
        right -= 26
        sheet.shape(path, right, y + 4, 24, paint)
    for path, paint, value in side.pips:
        right = draw_pips(sheet, path, paint, value, right, y + 5)
    room = right - left - 4
    sheet.text(shortened(view.name(seat), room, 17, bold=True), left, y + 15, 17, INK, bold=True)
    sheet.text(shortened(", ".join(side.words), room, 13), left, y + 33, 13, DIM)


def draw_pips(sheet: Sheet, path: str, paint: Paint, n: int, right: float, y: float) -> float:
    """So many signs, ending at `right`; where the next thing may end."""
    if n > 6:
        sheet.text(str(n), right, y + 17, 17, INK, bold=True, at="right")
        right -= measure(str(n), 17, bold=True) + 2
        n = 1
    for _ in range(n):
        right -= 17
        sheet.shape(path, right - 4, y, 24, paint)
    return right - 8
