"""What holds at every decision of every game, and how games go on, back and apart."""

import os
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bangrules as bang
from tests.properties.invariants import check_cards, check_decision
from tests.properties.positions import NAMES, generators, opened, plain_state, play, positions, rules


@given(positions(), generators())
def test_cards_are_conserved_and_every_decision_has_actions(game: bang.Game, rng: random.Random) -> None:
    for _ in range(12):
        check_cards(game)
        if game.is_over:
            assert game.legal_actions() == ()
            assert game.decision is None
            assert game.outcome() is not None
            return
        assert game.outcome() is None
        check_decision(game)
        game.push(rng.choice(game.legal_actions()))


@given(
    st.sampled_from(NAMES),
    st.integers(0, 1 << 32),
    st.booleans(),
    st.sampled_from(("ask", "resolve")),
)
@settings(max_examples=30)
def test_every_random_game_ends(name: str, seed: int, table: bool, forced: str) -> None:
    game = play(opened(name, seed, forced, history=False, table=table), random.Random(seed), 5_000)
    assert game.is_over
    check_cards(game)
    outcome = game.outcome()
    assert outcome is not None
    assert set(outcome.winners) <= set(range(len(game.players)))


@given(positions(), generators())
def test_pop_undoes_push(game: bang.Game, rng: random.Random) -> None:
    before = plain_state(game)
    actions = game.legal_actions()
    pushed = [rng.choice(actions)]
    game.push(pushed[0])
    for _ in range(5):
        if not game.is_over:
            pushed.append(rng.choice(game.legal_actions()))
            game.push(pushed[-1])
    for action in reversed(pushed):
        assert game.pop() is action
    assert plain_state(game) == before
    assert game.legal_actions() == actions


@given(positions(), generators(), st.booleans())
def test_copies_go_their_own_ways(game: bang.Game, rng: random.Random, history: bool) -> None:
    before, actions = plain_state(game), game.legal_actions()
    copy = game.copy(history)
    assert plain_state(copy) == before
    play(copy, rng, 6)
    assert plain_state(game) == before
    assert game.legal_actions() == actions
    events = game.push(actions[0])
    if not history:
        with pytest.raises(bang.HistoryError):
            copy.pop()
    assert game.events == events


@given(positions(), generators())
def test_equal_actions_give_equal_games(game: bang.Game, rng: random.Random) -> None:
    twin = game.copy(history=False)
    for _ in range(10):
        if game.is_over:
            break
        assert game.legal_actions() == twin.legal_actions()
        action = rng.choice(game.legal_actions())
        assert game.push(action) == twin.push(str(action))
        assert plain_state(game) == plain_state(twin)


WRONG = (
    *(None, 3, "", "A", "Z passes", "A chooses", "A sings", "A plays", "A plays nothing@A♠", "A passes now"),
    *("A plays bang@A♠ on", "A chooses nothing like it", "\x00", "A plays bang@A♠ on A as", "🂡", object()),
)


@given(positions(over=True), st.sampled_from(WRONG))
def test_what_is_no_action_is_refused_and_changes_nothing(game: bang.Game, wrong: object) -> None:
    before = plain_state(game)
    with pytest.raises(bang.IllegalActionError) as caught:
        game.push(wrong)  # type: ignore[arg-type]
    assert caught.value.reason.code in ("malformed", "foreign")
    assert caught.value.reason.text
    assert plain_state(game) == before
    with pytest.raises(bang.IllegalActionError):
        game.why_not(wrong)  # type: ignore[arg-type]


@given(positions(over=True, names=("base",)))
def test_actions_of_other_rules_are_foreign(game: bang.Game) -> None:
    other = rules("odd").parse("A plays bang@A♠ on B")
    before = plain_state(game)
    with pytest.raises(bang.IllegalActionError) as caught:
        game.push(other)
    assert caught.value.reason.code == "foreign"
    assert plain_state(game) == before


PROGRAM = """
import json, random, hashlib
from tests.properties.invariants import check_cards, check_decision
from tests.properties.positions import opened, play
found = []
for name in ("base", "events", "odd"):
    for seed in range(6):
        game = opened(name, seed, ["ask", "resolve"][seed % 2], table=seed % 3 == 0)
        play(game, random.Random(seed), 150)
        found.append(game.to_dict())
        found.append([repr(game.observe(seat)) for seat in range(len(game.players))])
        if not game.is_over:
            found.append([str(action) for action in game.legal_actions()])
            found.append(repr(game.determinize(1, random.Random(seed)).to_dict()))
print(hashlib.sha256(json.dumps(found).encode()).hexdigest())
"""


def test_games_are_the_same_in_every_process() -> None:
    """Whatever the order of sets and dictionaries of texts may be in a process."""
    found = set()
    for hash_seed in ("0", "1", "4711"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        )
        found.add(ran.stdout)
    assert len(found) == 1
