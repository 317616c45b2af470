"""A record as one of its seats may know it: how the game began, and what was done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from bangrules.kernel import slots as k
from bangrules.play.knowing import held_openly
from bangrules.play.log import UNSEEN
from bangrules.play.naming import SEAT_LETTERS, member_of
from bangrules.play.table import value_from

if TYPE_CHECKING:
    from bangrules.kernel.actions import Action
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

__all__ = ["action_seen", "setup_seen"]

OPEN = ("players", "forced", "options", "turn", "phase", "rest")
"""What everybody knows of what `Rules.new_game` was given; of fields and zones each is asked by itself."""
CARDS = ("card", "event", "thing", "source", "any")
"""Types whose values may be cards, and cards may lie where they are not seen."""


def setup_seen(rules: Rules, setup: Mapping[str, Any], viewer: int) -> dict[str, Any]:
    """What a seat may know of the setup of a record: neither the seed nor what is hidden at a given table."""
    zones = {row[0]: row for row in rules.tables["zones"]}
    fields = {row[0]: row for row in rules.tables["fields"]}
    seats = setup.get("seats", ())

    def knows(id: str, value: Any, seat: int | None) -> bool:
        if id in zones:
            return bool(rules.ns["SEEN"][zones[id][1] + (seat or 0)] >> viewer & 1)
        if id not in fields or fields[id][3] == "card" or base_of(fields[id][2]) in CARDS:
            return False
        row = fields[id]
        if row[5] == "everyone" or (row[5] == "owner" and seat == viewer):
            return True
        return seat is not None and held_openly(rules, row, value_from(rules, row[2], value, len(seats)))

    def kept(given: Iterable[tuple[str, Any]], seat: int | None) -> dict[str, Any]:
        return {id: value for id, value in given if knows(id, value, seat)}

    found: dict[str, Any] = {}
    for name, value in setup.items():
        if name in OPEN:
            found[name] = value
        elif name == "seats":
            found[name] = [kept(pieces.items(), seat) for seat, pieces in enumerate(value)]
        else:
            found |= kept([(name, value)], None)
    return found


def base_of(type_: str) -> str:
    """The type of what a value is made of.

    >>> base_of("list of cards"), base_of("card?"), base_of("number")
    ('card', 'card', 'number')
    """
    member = member_of(type_)
    return type_.rstrip("?") if member is None else base_of(member)


def action_seen(game: Game, action: Action, viewer: int) -> str:
    """The text of a legal action as a seat hears of it when it is done.

    What others choose is theirs to know: only what comes of it may show.

    >>> import bangrules as bang
    >>> game = bang.load("base").new_game(players=4, seed=1)
    >>> action = game.legal_actions()[-1]
    >>> action_seen(game, action, 1) == str(action)
    True
    """
    rules, waits = game.rules, game._state[k.DECISION]
    if action.player == viewer:
        return action.text
    if waits[0] == k.CHOOSE:
        return f"{SEAT_LETTERS[action.player]} chooses {UNSEEN}"
    if action.value is None:
        return action.text
    # which of equal copies it is done with is not told either: they differ in what is remembered of them
    return rules._new_action(action.n, action.player, action.card, action.form, action.target).text
