"""Reading a game's fields, zones and stats by the names that the rules declare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from bangrules.kernel import slots as k
from bangrules.kernel.machine import SEG_SCOPE
from bangrules.language.python_names import safe
from bangrules.play.board import board_text
from bangrules.play.game import Game
from bangrules.play.naming import SEAT_LETTERS, value_name
from bangrules.play.rules import Rules

__all__ = [
    "FieldRow",
    "ZoneRow",
    "fields_of",
    "seat_of_turn",
    "stat_value",
    "table_text",
    "zones_of",
]


LONG = 12
"""Of lists with more members only the number is told."""


@frozen
class ZoneRow:
    """A declared zone: `slot` is that of the first seat where it is one of players."""

    id: str
    slot: int
    of_player: bool
    seen: str
    text: str

    @property
    def of_game(self) -> bool:
        """Whether there is one of it."""
        return not self.of_player

    def cards(self, game: Game, seat: int = 0) -> tuple[int, ...]:
        """The cards in it, the top or oldest first."""
        return game._state[self.slot + (seat if self.of_player else 0)]  # type: ignore[no-any-return]


@frozen
class FieldRow:
    """A declared field; `of` is `game`, `player`, `card` or a set of values."""

    id: str
    slot: int
    type: str
    of: str
    shown: int | None
    text: str

    @property
    def of_game(self) -> bool:
        """Whether there is one of it."""
        return self.of == "game"

    def value(self, game: Game, seat: int = 0) -> Any:
        """Its value as the engine keeps it; `seat` may be the number of a card or value."""
        held = game._state[self.slot]
        return held if self.of == "game" else held[seat]

    def name(self, game: Game, seat: int = 0) -> str:
        """Its value in words, as files write it."""
        return value_name(game.rules, self.type, self.value(game, seat))

    def is_shown(self, game: Game, seat: int) -> bool:
        """Whether all players know it."""
        return self.shown is None or game._state[self.shown][seat] == 255

    def is_known(self, game: Game, seat: int, to: int) -> bool:
        """Whether the player `to` knows it."""
        return self.shown is None or bool(game._state[self.shown][seat] >> to & 1)


def zones_of(rules: Rules) -> dict[str, ZoneRow]:
    """The declared zones by name."""
    return {id: ZoneRow(id, slot, of, seen, text) for id, slot, of, seen, _, text in rules.tables["zones"]}


def fields_of(rules: Rules) -> dict[str, FieldRow]:
    """The declared fields by name."""
    return {
        id: FieldRow(id, slot, type_, of, shown, text)
        for id, slot, type_, of, _, _, text, shown, _ in rules.tables["fields"]
    }


def stat_value(game: Game, id: str, args: Sequence[int]) -> Any:
    """The answer of a stat; None where it is about what a player has not been given yet, as a character."""
    try:
        return game.rules.ns["s_" + safe(id)](game._state, *args)
    except TypeError:
        if all_given(game):
            raise
        return None


def all_given(game: Game) -> bool:
    """Whether every player has been given what the rules say that every player has, as a character."""
    fields = [f for f in fields_of(game.rules).values() if f.of == "player" and not f.type.endswith("?")]
    return all(f.value(game, seat) is not None for f in fields for seat in game._state[k.SEATS])


def ending_of(game: Game) -> str | None:
    """How a game has ended, by the game's field `ending` of declared values; None where rules have none."""
    field = fields_of(game.rules).get("ending")
    told = field is not None and field.of_game and field.type.startswith("values:") and game.is_over
    return field.name(game) if told and field is not None else None


def seat_of_turn(game: Game) -> int | None:
    """Whose turn it is; None before the first and after the last."""
    start = game.rules.tables["start"]
    rows = [row[0] for row in game.rules.tables["procedures"]]
    if start is None:
        return None
    turn = rows.index(start[1])
    stack = game._state[k.STACK]
    while stack is not None:
        frame, stack = stack
        if frame[0] == SEG_SCOPE and frame[1] == turn:
            return frame[5][0] if frame[5] else None
    return None


def table_text(game: Game) -> str:
    """All that lies and is remembered at the table, a line for each seat and one for the game."""
    rules = game.rules
    zones, fields = zones_of(rules), fields_of(rules)
    lines = []
    for seat in game._state[k.SEATS]:
        parts = [f"seat {SEAT_LETTERS[seat]}"]
        for f in fields.values():
            if f.of == "player" and not is_blank(f.value(game, seat)):
                name = f.name(game, seat)
                parts.append(name if not name.isdigit() and name != "yes" else f"{f.id} {name}")
        for z in zones.values():
            if z.of_player:
                parts.append(" ".join([z.id, *map(rules.card_name, z.cards(game, seat))]))
        lines.append("  ".join(parts))
    for z in zones.values():
        if not z.of_player:
            cards = z.cards(game)
            more = [f"... ({len(cards)} cards)"] if len(cards) > 6 else []
            lines.append(" ".join([z.id, *map(rules.card_name, cards[:6]), *more]))
    parts = [f"{f.id} {told(f, game)}" for f in fields.values() if f.of == "game" and "." not in f.id]
    lines.append("  ".join(parts))
    if rules.tables["board"] is not None:
        lines += board_text(rules, game._state).split("\n")
    return "\n".join(lines)


def told(field: FieldRow, game: Game) -> str:
    """A field's value, or of a long list how long it is."""
    value = field.value(game)
    return f"({len(value)})" if isinstance(value, tuple) and len(value) > LONG else field.name(game)


def is_blank(value: object) -> bool:
    """Whether there is nothing to tell of a value: none, no, an empty list."""
    return value is None or value is False or value == ()
