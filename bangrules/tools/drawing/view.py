"""What is seen of a game: by one seat, or by all of them together.

Everything comes from `Game.observe`, so that a picture can't show what its viewer may not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from bangrules.errors import PictureError
from bangrules.play.log import UNSEEN

if TYPE_CHECKING:
    from bangrules.play.game import Game
    from bangrules.play.observing import Observation
    from bangrules.play.rules import Card, Rules

__all__ = ["FieldRow", "View", "field_rows", "seen"]


@frozen
class FieldRow:
    """A field as it is declared: its type, who sees it, its text, and what it holds if nothing is said."""

    id: str
    type: str
    seen: str
    text: str
    default: Any


@frozen
class View:
    """What is to be drawn of a game."""

    rules: Rules
    observed: Observation
    viewer: int | None

    def card(self, id: str) -> Card | None:
        """A card by its id; None where it is not seen."""
        if id == UNSEEN:
            return None
        first = self.rules.cards[0].index
        return self.rules.cards[self.rules.card_by_id[id] - first]

    def remembered(self, field: str) -> Any:
        """What a field of the game holds; None where it is not seen."""
        value = self.observed.fields[field]
        return None if value == UNSEEN else value

    def marks(self, field: str) -> dict[str, Any]:
        """A field of cards or declared values, by the names of those that have something in it."""
        return {name: value for name, id, value in self.observed.marks if id == field}

    def name(self, seat: int) -> str:
        """What a player is called."""
        return self.observed.seats[seat].name


def field_rows(rules: Rules, of: str) -> list[FieldRow]:
    """The declared fields of the game, of players, of cards or of values, those of single cards left out."""
    sets = rules.tables["values"]
    found = []
    for id, _, type_, owner, default, seen_by, text, *_ in rules.tables["fields"]:
        if owner == of and "." not in id:
            plain = type_.rstrip("?")
            if plain.startswith("values:") and default is not None:
                default = sets[plain[7:]][0][default]
            found.append(FieldRow(id, plain, seen_by, text, default))
    return found


def seen(game: Game, viewer: int | None) -> View:
    """What a seat sees of a game; without a viewer what the players know together, each of himself.

    :raises PictureError: there is no such seat.
    """
    if viewer is not None:
        try:
            return View(game.rules, game.observe(viewer), viewer)
        except IndexError as error:
            raise PictureError(str(error)) from error
    each = [game.observe(seat) for seat in range(len(game.players))]
    together = evolve(
        each[0],
        seats=tuple(observed.seats[seat] for seat, observed in enumerate(each)),
        marks=tuple(dict.fromkeys(mark for observed in each for mark in observed.marks)),
        decision=game.decision,
        events=game.events,
    )
    return View(game.rules, together, None)
