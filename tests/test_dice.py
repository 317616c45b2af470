"""A second game on the same kernel: dice and a secret, no cards, no zones, no roles."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import bangrules as bang

FILE = Path(__file__).parent / "games" / "dice.bang"


@cache
def rules() -> bang.Rules:
    return bang.load("dice", paths=[FILE])


def played(seed: int, seats: int, forced: str = "resolve") -> bang.Game:
    """A game at its end, after random actions."""
    game = rules().new_game(players=seats, seed=seed, forced=forced)
    rng = random.Random(seed)
    while not game.is_over:
        game.push(rng.choice(game.legal_actions()))
    return game


def secret(game: bang.Game) -> int:
    """Where the state keeps the secret number."""
    return next(int(slot) for id, slot, *_ in game.rules.tables["fields"] if id == "secret")


def test_it_is_a_short_file_without_cards() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 40
    assert rules().cards == ()
    assert not rules().definitions
    assert not rules().tables["zones"]


@pytest.mark.parametrize("seats", [1, 2, 5, 8])
@pytest.mark.parametrize("forced", ["resolve", "ask"])
def test_random_games_end(seats: int, forced: str) -> None:
    for seed in range(10):
        outcome = played(seed, seats, forced).outcome()
        assert outcome is not None
        assert outcome.winners


def test_what_happens_is_told_in_the_file_s_own_words() -> None:
    game = rules().new_game(players=2, seed=3)
    assert game.decision is not None
    assert game.decision.text == "roll two dice, not one"
    assert str(game.legal_actions()[0]).endswith("chooses yes")
    events = [str(event) for event in game.push(game.legal_actions()[0])]
    assert events[0].endswith("rolls 2.")
    assert events[1].endswith("points.")
    assert game.decision.text == "your guess of the secret number"
    assert [a.value for a in game.legal_actions()] == [*range(1, 10)]


def test_nobody_sees_the_secret() -> None:
    game = rules().new_game(players=3, seed=1)
    before = [game.observe(seat) for seat in range(3)]
    for number in range(1, 10):
        game._state[secret(game)] = number
        assert [game.observe(seat) for seat in range(3)] == before
    assert "secret ??" in str(before[0])


def test_luck_is_seen_by_its_owner_until_it_is_shown() -> None:
    game = rules().new_game(players=2, seed=5)
    game.push(game.legal_actions()[1])
    decision = game.decision
    assert decision is not None
    guesser = decision.player
    assert "luck ??" in str(game.observe(1 - guesser))
    events = game.push(f"{'AB'[guesser]} chooses {game._state[secret(game)]}")
    assert any("turns out to have luck" in str(event) for event in events)
    lines = [line for line in str(game.observe(1 - guesser)).splitlines() if f"Seat {'AB'[guesser]}:" in line]
    assert "??" not in lines[0]


def test_a_game_can_be_guessed_saved_and_taken_back() -> None:
    game = rules().new_game(players=3, seed=2)
    rng = random.Random(4)
    for _ in range(8):
        action = rng.choice(game.legal_actions())
        before = game.to_dict()
        game.push(action)
        after = game.to_dict()
        assert game.pop() is action
        assert game.to_dict() == before
        game.push(action)
        assert game.to_dict() == after
        again = bang.Game.from_dict(rules(), after)
        assert again.legal_actions() == game.legal_actions()
        other = game.determinize(0, rng)
        assert other.observe(0) == game.observe(0)
