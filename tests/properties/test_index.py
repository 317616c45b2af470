"""The index of abilities is brought up to date piece by piece; it must equal one made anew."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bangrules as bang
from bangrules.kernel import slots as k

PACKS = (("base",), ("base", "dodge_city", "high_noon"))


def answers(rules: bang.Rules, S: list[Any]) -> list[Any]:
    """What every player could do in every window, and what every remembered stat without a card answers."""
    ns, seats = rules.ns, S[k.SEATS]
    found: list[Any] = [
        ns["list_actions"](S, w, p) for w in range(len(rules.tables["windows"])) for p in seats
    ]
    for id in rules.tables["stats"]:
        params, _, _ = rules.tables["stats"][id]
        ask = ns[f"s_{id}"]
        types = [type_ for _, type_ in params]
        if types == []:
            found.append((id, ask(S)))
        elif types == ["player"]:
            found += [(id, p, ask(S, p)) for p in seats]
        elif types == ["player", "player"]:
            found += [(id, p, q, ask(S, p, q)) for p in seats for q in seats]
    return found


def working(rules: bang.Rules, S: list[Any]) -> list[Any]:
    """The hooks, modifiers, actions and uses at work; remembered answers aside."""
    index = S[k.INDEX] or rules.ns["reindex"](S)
    memo = {slot for slot, _ in rules.tables["memo"]} | {rules.ns["RAW_SLOT"]}
    return [value for slot, value in enumerate(index) if slot not in memo]


@pytest.mark.parametrize("packs", PACKS, ids=",".join)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), players=st.integers(4, 7))
def test_an_index_kept_up_to_date_equals_one_made_anew(
    packs: tuple[str, ...], seed: int, players: int
) -> None:
    rules = bang.load(*packs)
    game = rules.new_game(players=players, seed=seed)
    rng = random.Random(seed)
    while not game.is_over:
        game.push(rng.choice(game.legal_actions()))
        kept, fresh = game._state, game._state[:]
        fresh[k.INDEX] = None
        assert working(rules, kept) == working(rules, fresh)
        if rng.random() < 0.2:
            assert answers(rules, kept) == answers(rules, fresh)


@pytest.mark.parametrize("players", [4, 7])
def test_taking_back_brings_the_old_index_back(players: int) -> None:
    rules = bang.load("base")
    game = rules.new_game(players=players, seed=11)
    rng = random.Random(11)
    seen: list[tuple[object, list[Any]]] = []
    while not game.is_over and len(seen) < 80:
        seen.append((game.legal_actions(), working(rules, game._state[:])))
        game.push(rng.choice(game.legal_actions()))
    while seen:
        game.pop()
        acts, at_work = seen.pop()
        assert game.legal_actions() == acts
        assert working(rules, game._state) == at_work
