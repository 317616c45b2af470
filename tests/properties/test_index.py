"""The index of abilities is brought up to date piece by piece; it must equal one made anew."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bangrules as bang
from bangrules.kernel import slots as k
from tests.properties.positions import rules

DATA = Path(__file__).resolve().parent.parent / "data"
RULES = {
    "base": rules(),
    "odd": rules("odd"),
    "lone": bang.load("base", "lone", paths=[DATA / "lone"]),
    "neighbour": bang.load("base", "neighbour", paths=[DATA / "neighbour"]),
    "all": bang.load("base", "dodge_city", "high_noon", "fistful_of_cards"),
}
# who decides what is at work, or takes on what others can do
DECIDING = {
    "base": (),
    "odd": ("custer", "teacher", "belle"),
    "lone": ("hermit", "night_owl"),
    "neighbour": ("night_owl", "neighbour"),
    "all": ("vera_custer", "belle_star"),
}


def answers(rules: bang.Rules, S: list[Any]) -> list[Any]:
    """What every player could do in every window, and what every remembered stat answers."""
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
        elif types == ["card"]:
            found += [(id, c.index, ask(S, c.index)) for c in rules.cards]
    return found


def working(rules: bang.Rules, S: list[Any]) -> list[Any]:
    """The hooks, modifiers, actions and uses at work; remembered answers aside."""
    index = S[k.INDEX] or rules.ns["reindex"](S)
    memo = {slot for slot, _ in rules.tables["memo"]} | {rules.ns["RAW_SLOT"], rules.ns["KEPT_SLOT"]}
    return [value for slot, value in enumerate(index) if slot not in memo]


def game_with(name: str, players: int, seed: int, rng: random.Random) -> bang.Game:
    """A new game, at half of the tables with some of those who decide what is at work."""
    of = RULES[name]
    wanted = [id for id in DECIDING[name] if rng.random() < 0.7]
    if not wanted or rng.random() < 0.5:
        return of.new_game(players=players, seed=seed)
    others = [of.short[d] for d in of.tables["characters"] if of.short[d] not in wanted]
    cast = rng.sample([*wanted, *rng.sample(others, players)][:players], players)
    roles = rng.sample([of.short[d] for d in of.tables["roles"][players]], players)
    seats = [{"role": r, "character": c} for r, c in zip(roles, cast, strict=True)]
    return of.new_game(seats=seats, turn=rng.randrange(players), seed=seed)


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(4, 7))
def test_an_index_kept_up_to_date_equals_one_made_anew(name: str, seed: int, players: int) -> None:
    rng = random.Random(seed)
    of, game = RULES[name], game_with(name, players, seed, rng)
    while not game.is_over:
        game.push(rng.choice(game.legal_actions()))
        kept, fresh = game._state, game._state[:]
        fresh[k.INDEX] = None
        assert working(of, kept) == working(of, fresh)
        if rng.random() < 0.2:
            assert answers(of, kept) == answers(of, fresh)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("players", [4, 7])
def test_taking_back_brings_the_old_index_back(name: str, players: int) -> None:
    rng = random.Random(11)
    of, game = RULES[name], game_with(name, players, 11, rng)
    seen: list[tuple[object, list[Any]]] = []
    while not game.is_over and len(seen) < 80:
        seen.append((game.legal_actions(), working(of, game._state[:])))
        game.push(rng.choice(game.legal_actions()))
    while seen:
        game.pop()
        acts, at_work = seen.pop()
        assert game.legal_actions() == acts
        assert working(of, game._state) == at_work
