"""The index of abilities is brought up to date piece by piece; it must equal one made anew."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bangrules as bang
from bangrules.kernel import slots as k

RULES = bang.load("base")


def answers(S: list[Any]) -> list[Any]:
    """What every player could do in every window, and what every remembered stat without a card answers."""
    ns, seats = RULES.ns, S[k.SEATS]
    found: list[Any] = [
        ns["list_actions"](S, w, p) for w in range(len(RULES.tables["windows"])) for p in seats
    ]
    for id in RULES.tables["stats"]:
        params, _, _ = RULES.tables["stats"][id]
        ask = ns[f"s_{id}"]
        types = [type_ for _, type_ in params]
        if types == []:
            found.append((id, ask(S)))
        elif types == ["player"]:
            found += [(id, p, ask(S, p)) for p in seats]
        elif types == ["player", "player"]:
            found += [(id, p, q, ask(S, p, q)) for p in seats for q in seats]
    return found


def working(S: list[Any]) -> list[Any]:
    """The hooks, modifiers, actions and uses at work; remembered answers aside."""
    index = S[k.INDEX] or RULES.ns["reindex"](S)
    memo = {slot for slot, _ in RULES.tables["memo"]} | {RULES.ns["RAW_SLOT"]}
    return [value for slot, value in enumerate(index) if slot not in memo]


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(4, 7))
def test_an_index_kept_up_to_date_equals_one_made_anew(seed: int, players: int) -> None:
    game = RULES.new_game(players=players, seed=seed)
    rng = random.Random(seed)
    while not game.is_over:
        game.push(rng.choice(game.legal_actions()))
        kept, fresh = game._state, game._state[:]
        fresh[k.INDEX] = None
        assert working(kept) == working(fresh)
        if rng.random() < 0.2:
            assert answers(kept) == answers(fresh)


@pytest.mark.parametrize("players", [4, 7])
def test_taking_back_brings_the_old_index_back(players: int) -> None:
    game = RULES.new_game(players=players, seed=11)
    rng = random.Random(11)
    seen: list[tuple[object, list[Any]]] = []
    while not game.is_over and len(seen) < 80:
        seen.append((game.legal_actions(), working(game._state[:])))
        game.push(rng.choice(game.legal_actions()))
    while seen:
        game.pop()
        acts, at_work = seen.pop()
        assert game.legal_actions() == acts
        assert working(game._state) == at_work
