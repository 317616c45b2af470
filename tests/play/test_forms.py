"""Cards used as others."""

from __future__ import annotations

from pathlib import Path

import pytest

import bangrules as bang

ANY_CARD = """pack any_card "Any card"
    requires base

character juggler "Juggler" life 3
    use card as missed
"""


@pytest.fixture
def game(tmp_path: Path) -> bang.Game:
    (tmp_path / "pack.bang").write_text(ANY_CARD, encoding="utf-8")
    seats = [
        {"role": "sheriff", "character": "black_jack", "hand": ["bang@4♣"]},
        {"role": "outlaw", "character": "juggler", "hand": ["missed@7♠", "beer@6♥"]},
        {"role": "outlaw", "character": "kit_carlson"},
        {"role": "renegade", "character": "willy_the_kid"},
    ]
    rules = bang.load("base", "any_card", paths=[tmp_path])
    game = rules.new_game(seats=seats, turn="A", phase="phase_play", forced="ask", seed=1)
    game.push("A plays bang@4♣ on B")
    return game


def test_a_card_of_the_kind_is_offered_only_as_it_is(game: bang.Game) -> None:
    assert [str(a) for a in game.legal_actions()] == [
        "B answers missed@7♠",
        "B answers beer@6♥ as missed",
        "B passes",
    ]


def test_the_reason_says_so(game: bang.Game) -> None:
    reason = game.why_not("B answers missed@7♠ as missed")
    assert reason is not None
    assert (reason.code, reason.text) == ("absent", "Missed! 7♠ is one already: use it as it is")
