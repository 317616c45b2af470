"""Whoever has an open role shows it: when it is dealt, given, changed, guessed at or read from a save."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bangrules as bang
from tests.properties.positions import rules


def table(**more: Any) -> bang.Game:
    """A table of four of the `odd` pack, in the first seat's turn."""
    roles = ("sheriff", "outlaw", "renegade", "outlaw")
    seats: list[dict[str, Any]] = [{"role": role, "character": "paul_regret"} for role in roles]
    seats[0] |= {"hand": ["swap@J♥", "salve@6♥"], "character": "slab_the_killer"}
    return rules("odd").new_game(seats=seats, turn="A", phase="phase_play", forced="ask", **more)


def seen(game: bang.Game, seat: int) -> list[str]:
    """The roles as a seat sees them."""
    return [view.fields["role"] for view in game.observe(seat).seats]


def test_it_is_shown_as_soon_as_somebody_has_it() -> None:
    game = table()
    assert seen(game, 3) == ["sheriff", "??", "??", "outlaw"]
    events = game.push("A plays swap@J♥ on C")
    assert "C is the Sheriff." in [str(event) for event in events]
    assert seen(game, 3) == ["??", "??", "sheriff", "outlaw"]
    assert seen(game, 0) == ["renegade", "??", "sheriff", "??"]
    for seat in range(4):
        guess = game.determinize(seat, random.Random(seat))
        assert seen(guess, seat) == seen(game, seat)
        assert guess.observe(seat) == game.observe(seat)


def test_a_clause_may_ask_what_it_modifies() -> None:
    """The Sheriff has lost the additional life point, and is wounded; who is not is no target."""
    game = table()
    assert game.why_not("A plays salve@6♥ on A") is not None
    seats: list[dict[str, Any]] = [
        {"role": role, "character": "paul_regret", "life": 3}
        for role in ("sheriff", "outlaw", "renegade", "outlaw")
    ]
    seats[0]["hand"] = ["salve@6♥"]
    hurt = rules("odd").new_game(seats=seats, turn="A", phase="phase_play", forced="ask")
    assert [str(a) for a in hurt.legal_actions()] == ["A plays salve@6♥ on A", "A ends"]


def test_a_save_in_which_it_is_hidden_is_none() -> None:
    data = table().to_dict()
    assert data["shown"]["role"]["A"] == "everyone"
    data["shown"]["role"]["A"] = ["A"]
    with pytest.raises(bang.SaveError, match=r"shown\.role\.A: everyone knows who has an open role"):
        bang.Game.from_dict(rules("odd"), data)
