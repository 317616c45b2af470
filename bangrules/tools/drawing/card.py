"""A card: its border, name, symbols, rules text, rank and suit; and a card from behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bangrules.errors import PictureError
from bangrules.language.quoting import brief
from bangrules.language.spelling import suggest
from bangrules.play.naming import called
from bangrules.play.rules import needed
from bangrules.tools.drawing.colors import BACK, DIM, INK, PAPER, WOVEN, Paint, same, upon
from bangrules.tools.drawing.letters import LINE, fit
from bangrules.tools.drawing.looks import look_of, named_look, suit_look, symbols_of
from bangrules.tools.drawing.sheet import Sheet
from bangrules.tools.drawing.symbols import draw_rows

if TYPE_CHECKING:
    from bangrules.play.rules import Card, Definition, Rules

__all__ = ["HEIGHT", "WIDTH", "card_svg", "draw_back"]

WIDTH, HEIGHT = 240, 336
EDGE = 9
HEAD = 50
FOOT = 46
"""The height of the line with rank and suit, or with life."""
MARGIN = 20
SYMBOL = 74
EMBLEM, LARGEST_EMBLEM = 96, 150
LEAST_EMBLEM, LEAST_ROW = 60, 34
"""The room that a drawing and the rows of symbols below it need; else the rows stand alone."""
MOST_ROWS = 2
"""How many rows of symbols stand above a text."""
SHARE = 0.58
"""How much of a card its text may take from the symbols."""
LARGEST_TEXT, SMALLEST_TEXT = 19.0, 9.0
LIFE = "life"
"""The field that the number of a character fills."""


def meant(rules: Rules, what: str | Card | Definition) -> tuple[Definition, Card | None]:
    """What is to be drawn: a definition of the rules, and the card if a certain one is meant.

    :raises PictureError: nothing in these rules is called so.
    """
    from bangrules.play.rules import Card, Definition

    card = what if isinstance(what, Card) else None
    if card is None and isinstance(what, str) and "@" in what:
        card = next((card for card in rules.cards if card.id == what), None)
    if card is not None:
        what = card.definition
    id = what.full_id if isinstance(what, Definition) else str(what)
    definition = called(rules, id)
    if definition is None:
        near = suggest(id, [*rules.definitions, *rules.card_by_id])
        hint = f"; did you mean `{near}`?" if near else ""
        raise PictureError(f"no card, character, role or event is called `{brief(id)}`{hint}")
    return definition, card


def card_svg(
    rules: Rules, what: str | Card | Definition, *, theme: str = "auto", lang: str | None = None
) -> str:
    """A card, character, role or event as SVG.

    `what` is its id, as `bang` or `base.bang`, a definition, or a physical card, as `bang@A♠`, that shows its
    rank and suit. `theme` is `light`, `dark` or `auto`.

    >>> import bangrules as bang
    >>> card_svg(bang.load("base"), "barrel@Q♠").count("<title>Barrel Q♠</title>")
    1

    :raises PictureError: nothing is called so, or there is no such theme.
    :raises PackError: the packs don't speak that language.
    :raises TypeError: `rules` are no rules.
    """
    rules = needed(rules)
    if lang is not None:
        rules = rules.speak(lang)
    definition, card = meant(rules, what)
    sheet = Sheet(WIDTH, HEIGHT, theme)
    draw_face(sheet, rules, definition, card)
    return sheet.finished(
        f"{definition} {card.face}".strip() if card else definition.name, told(rules, definition)
    )


def told(rules: Rules, definition: Definition) -> str:
    """What a card is, for those who don't see it."""
    kind = "figure" if rules.tables["definitions"][definition.index]["figure"] else definition.kind
    parts = [f"{kind}, {definition.border}" if definition.border else kind]
    if definition.number is not None:
        parts.append(str(definition.number))
    return ". ".join([" ".join(parts), *filter(None, (rules.text_of(definition.full_id),))])


def draw_face(sheet: Sheet, rules: Rules, definition: Definition, card: Card | None) -> None:
    """Draw a card that fills the sheet."""
    look = look_of(rules, definition)
    sheet.rect(0, 0, WIDTH, HEIGHT, same(look.color), round_=18)
    sheet.rect(EDGE, HEAD, WIDTH - 2 * EDGE, HEIGHT - HEAD - EDGE, PAPER, round_=10)
    draw_name(sheet, definition.name, upon(look.color))
    foot = draw_foot(sheet, rules, definition, card)
    top, bottom = HEAD + 12.0, HEIGHT - EDGE - 10.0 - (FOOT if foot else 0)
    rows, text, emblem = symbols_of(rules, definition), rules.text_of(definition.full_id), look.path
    if text:
        rows = rows[:MOST_ROWS]
        emblem = emblem if look.own or not rows else None
        bottom = draw_text(sheet, text, top, bottom, alone=not rows and emblem is None)
    if emblem is not None and (not rows or bottom - top > LEAST_EMBLEM + len(rows) * LEAST_ROW):
        top = draw_emblem(sheet, emblem, look.on(), top, bottom, beside=bool(rows or text), above=bool(rows))
    if rows:
        draw_rows(sheet, rows, MARGIN, top, WIDTH - 2 * MARGIN, bottom - top, SYMBOL)


def draw_text(sheet: Sheet, text: str, top: float, bottom: float, alone: bool) -> float:
    """The rules text, at the bottom unless it is alone; where what stands above it ends."""
    room = (bottom - top) * (1 if alone else SHARE)
    size, lines = fit(text, WIDTH - 2 * MARGIN, room, LARGEST_TEXT, SMALLEST_TEXT)
    high = size * (1 + (len(lines) - 1) * LINE)
    begin = (top + bottom - high) / 2 if alone else bottom - high
    sheet.lines(lines, WIDTH / 2, begin, size, INK, at="middle")
    return begin - 12


def draw_emblem(
    sheet: Sheet, path: str, paint: Paint, top: float, bottom: float, beside: bool, above: bool
) -> float:
    """The drawing of a card, `beside` something else, or `above` symbols; where these begin."""
    high = bottom - top
    size = min(EMBLEM if beside else LARGEST_EMBLEM, high * (0.56 if above else 1))
    at = top if above else top + (high - size) / 2
    sheet.shape(path, (WIDTH - size) / 2, at, size, paint)
    return top + size + 10


def draw_name(sheet: Sheet, name: str, paint: Paint) -> None:
    """The name, in one line or two."""
    width = WIDTH - 2 * EDGE - 6
    size, lines = fit(name, width, 30, 27, 18, bold=True)
    if len(lines) > 1 or any("…" in line for line in lines):
        size, lines = fit(name, width, HEAD - 9, 18, 8, bold=True)
    high = size * (1 + (len(lines) - 1) * LINE)
    sheet.lines(lines, WIDTH / 2, (HEAD - high) / 2, size, paint, bold=True, at="middle")


def draw_foot(sheet: Sheet, rules: Rules, definition: Definition, card: Card | None) -> bool:
    """Rank and suit, or the life of a character; whether there is something."""
    line = HEIGHT - EDGE - 14
    if card is not None and card.rank and card.suit:
        rank = card.face.removesuffix(card.suit)
        path, paint = suit_look(card.suit)
        sheet.text(rank, MARGIN, line, 36, paint, bold=True)
        sheet.shape(path, MARGIN + (54 if len(rank) > 1 else 33), line - 28, 30, paint)
    elif card is not None and card.face:
        sheet.text(card.face, MARGIN, line, 34, INK, bold=True)
    elif definition.kind == "character" and definition.number is not None:
        draw_life(sheet, rules, definition.number, line)
    else:
        return False
    return True


def draw_life(sheet: Sheet, rules: Rules, life: int, line: float) -> None:
    """As many signs as a character has life; the number beside one sign, where there are very many."""
    look = named_look(rules, LIFE)
    shown = life if look is not None and look.path is not None and life <= 6 else 0
    step = 32
    for i in range(shown):
        assert look is not None and look.path is not None
        sheet.shape(look.path, WIDTH / 2 + (i - shown / 2) * step, line - 28, 32, look.on())
    if not shown:
        sheet.text(str(life), WIDTH / 2, line, 34, DIM, bold=True, at="middle")


def draw_back(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """A card from behind."""
    round_ = width * 0.1
    sheet.rect(x, y, width, height, BACK, round_=round_)
    edge = width * 0.08
    sheet.rect(
        x + edge, y + edge, width - 2 * edge, height - 2 * edge, WOVEN, round_=round_ * 0.7, line=width * 0.03
    )
    size = width * 0.5
    diamond = "M12 2 L20 12 L12 22 L4 12 Z"
    sheet.shape(diamond, x + (width - size) / 2, y + (height - size) / 2, size, WOVEN)
