"""Three players and eight: who begins, what all know, what may be guessed, and what is kept."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import bangrules as bang
from bangrules.kernel import slots as k
from bangrules.play import reading

PACKS = ("base", "dodge_city")


def roles_of(game: bang.Game) -> list[str]:
    role = reading.fields_of(game.rules)["role"]
    return [role.name(game, seat) for seat in game._state[k.SEATS]]


def started(players: int, seed: int, *packs: str) -> bang.Game:
    return bang.load(*(packs or PACKS)).new_game(players=players, seed=seed, forced="ask")


@pytest.mark.parametrize("players", [3, 8, 2, 9, 1, 0, -1])
def test_the_boxes_alone_say_what_is_missing(players: int) -> None:
    for box in ("base", "walking_dead"):
        with pytest.raises(ValueError, match=f"4 to 7 players, not {players}") as caught:
            bang.load(box).new_game(players=players)
        assert ("add `dodge_city` to play with" in str(caught.value)) == (players in (3, 8))


@pytest.mark.parametrize("packs", [PACKS, ("walking_dead", "dodge_city")])
def test_the_roles_that_are_dealt(packs: tuple[str, ...]) -> None:
    at_three = Counter(roles_of(started(3, 1, *packs)))
    at_eight = Counter(roles_of(started(8, 1, *packs)))
    law, deputy, outlaw, renegade = (
        ("sheriff", "deputy", "outlaw", "renegade")
        if packs is PACKS
        else ("leader", "survivor", "savior", "loner")
    )
    assert at_three == {deputy: 1, outlaw: 1, renegade: 1}
    assert at_eight == {law: 1, deputy: 2, outlaw: 3, renegade: 2}


@pytest.mark.parametrize("seed", range(6))
def test_at_three_all_know_who_is_who_and_the_deputy_begins(seed: int) -> None:
    game = started(3, seed)
    roles = roles_of(game)
    role = reading.fields_of(game.rules)["role"]
    assert all(role.is_shown(game, seat) for seat in range(3))
    assert reading.seat_of_turn(game) == roles.index("deputy")
    for seat in range(3):
        guess = game.determinize(seat, random.Random(seed))
        assert roles_of(guess) == roles
        assert repr(guess.observe(seat)) == repr(game.observe(seat))
        assert guess.observe(seat) == game.observe(seat)


def test_at_eight_only_the_sheriff_is_known() -> None:
    game = started(8, 3)
    roles = roles_of(game)
    role = reading.fields_of(game.rules)["role"]
    assert [role.is_shown(game, seat) for seat in range(8)] == [name == "sheriff" for name in roles]
    seen = set()
    for number in range(40):
        guess = game.determinize(roles.index("sheriff"), random.Random(number))
        found = roles_of(guess)
        assert Counter(found) == Counter(roles)
        assert found.index("sheriff") == roles.index("sheriff")
        seen.add(tuple(found))
    assert len(seen) > 20


@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("seed", range(4))
def test_games_end_and_are_kept(players: int, seed: int) -> None:
    rules = bang.load(*PACKS)
    game = rules.new_game(players=players, seed=seed)
    rng = random.Random(seed)
    steps = 0
    while not game.is_over:
        if steps % 37 == 0:
            saved = bang.Game.from_dict(rules, game.to_dict())
            assert saved.legal_actions() == game.legal_actions()
            assert saved.observe(1) == game.observe(1)
        game.push(rng.choice(game.legal_actions()))
        steps += 1
        assert steps < 5_000
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners
    again = bang.Record.loads(game.record().dumps()).replay(rules)
    assert again.to_dict() == game.to_dict()
    roles = roles_of(game)
    if players == 3:
        assert len(outcome.winners) == 1
    elif roles[outcome.winners[0]] == "renegade":
        assert len(outcome.winners) == 1
        assert reading.fields_of(rules)["status"].name(game, outcome.winners[0]) == "alive"


def test_the_winner_is_told() -> None:
    rules = bang.load(*PACKS)
    game = rules.new_game(
        players=["Ann", "Ben", "Cleo"],
        seed=1,
        seats=[
            {"role": "deputy", "character": "black_jack", "hand": ["bang@4♣"]},
            {"role": "outlaw", "character": "kit_carlson"},
            {"role": "renegade", "character": "jesse_jones", "life": 1, "hand": []},
        ],
        turn="A",
        phase="phase_play",
    )
    events = game.push("A plays bang@4♣ on C")
    assert events.log[-1] == "The game is over: Ann won."
    assert str(game.outcome()) == "won by Ann"
