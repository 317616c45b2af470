"""Hooks of packs' rules around what waits and what does not, and what is in force turn by turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import bangrules as bang
from bangrules.play import reading

PACK = """\
pack around "Around"
    requires base

field seen: number = 0
field asked: number = 0

before phase_play(p) if count(p.hand) > 3: seen += 1
after phase_play(p) if p.life < 3:
    p may "rest": p.life += 1
after draw_from(_, p) gives c if c is not none and c is red: seen += 10
before discard(cards) if count(cards) > 1:
    asked += 1
    end discard

character sleeper "Sleeper" life 4
    modify in_force(x) if active is self and x is card and x.holder is not none and x.holder is not self: no

character dreamer "Dreamer" life 4
    modify in_force(x) if x is card and elsewhere(x, self) and active is not none and active.life < 2: no
    stat elsewhere(x: source, p: player): x.holder is not none and x.holder is not p
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> bang.Rules:
    folder: Path = tmp_path_factory.mktemp("around")
    (folder / "pack.bang").write_text(PACK, encoding="utf-8")
    return bang.load("base", "around", paths=[folder])


def table(rules: bang.Rules, who: str = "willy_the_kid", hand: int = 3, **more: object) -> bang.Game:
    seats = [
        {"role": "sheriff", "character": who, "hand": ["beer"] * hand, "life": 5},
        {"role": "outlaw", "character": "jourdonnais", "table": ["mustang@8♥"], "life": 1},
        {"role": "outlaw", "character": "lucky_duke", "life": 3},
        {"role": "renegade", "character": "bart_cassidy", "table": ["mustang@9♥"], "life": 4},
    ]
    return rules.new_game(seats=seats, seed=1, forced="ask", **more)  # type: ignore[arg-type]


def field(game: bang.Game, id: str) -> object:
    return reading.fields_of(game.rules)[id].value(game, 0)


@pytest.mark.parametrize("hand", [3, 4])
def test_what_comes_before_is_there_if_its_condition_holds(rules: bang.Rules, hand: int) -> None:
    game = table(rules, hand=hand, turn="A", phase="phase_play")
    assert field(game, "seen") == (hand > 3)


def test_what_comes_after_waits_for_a_player(rules: bang.Rules) -> None:
    game = table(rules, turn="A", phase="phase_play")
    game.push("A ends")
    assert game.decision is not None
    assert game.decision.player == 1
    game.push("B ends")
    assert game.decision.text == "rest"
    game.push("B chooses yes")
    assert reading.fields_of(rules)["life"].value(game, 1) == 2


def test_the_answer_is_known_after(rules: bang.Rules) -> None:
    deck = ["bang@2♣", "beer@6♥", "beer@7♥"]
    game = table(rules, turn="A", phase="phase_draw", hand=0, deck=deck)
    assert field(game, "seen") == 10


def test_a_rule_ends_what_it_hooks(rules: bang.Rules) -> None:
    game = rules.new_game(
        seats=[
            {"role": "sheriff", "character": "sid_ketchum", "hand": ["beer@6♥", "beer@7♥"], "life": 3},
            {"role": "outlaw", "character": "jourdonnais"},
            {"role": "outlaw", "character": "lucky_duke"},
            {"role": "renegade", "character": "bart_cassidy"},
        ],
        turn="A", phase="phase_play", seed=1,
    )  # fmt: skip
    game.push("A uses sid_ketchum")
    while game.decision is not None and game.decision.kind == "cost":
        game.push(game.legal_actions()[0])
    assert field(game, "asked") == 1
    assert reading.fields_of(rules)["life"].value(game, 0) == 4
    assert len(reading.zones_of(rules)["hand"].cards(game, 0)) == 2


def test_cards_sleep_in_the_turn_of_one_player(rules: bang.Rules) -> None:
    """What is in force follows whose turn it is, from the one turn to the other."""
    game = table(rules, "sleeper", turn="A", phase="phase_play")
    found = []
    for _ in range(5):
        found.append(
            (reading.stat_value(game, "distance", [2, 1]), reading.stat_value(game, "distance", [2, 3]))
        )
        seat = game.decision.player if game.decision is not None else 0
        while game.decision is not None and game.decision.player == seat:
            game.push(game.legal_actions()[-1])
    # A, B, C, D, A: the Mustangs of B and D count but in A's turns
    assert found == [(1, 1), (2, 2), (2, 2), (2, 2), (1, 1)]


def test_cards_sleep_by_what_else_is_asked_of_who_has_the_turn(rules: bang.Rules) -> None:
    game = table(rules, "dreamer", turn="A", phase="phase_play")
    found = []
    for _ in range(3):
        found.append(reading.stat_value(game, "distance", [2, 3]))
        seat = game.decision.player if game.decision is not None else 0
        while game.decision is not None and game.decision.player == seat:
            game.push(game.legal_actions()[0 if game.decision.text == "rest" else -1])
    # B has one life point when the turn begins
    assert found[:2] == [2, 1]
