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
from bangrules.kernel.lists import Kept
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
    memo = {slot for slot, _ in rules.tables["memo"]} | {
        rules.ns[f"{name}_SLOT"] for name in ("RAW", "KEPT", "MOVES", "HELD")
    }
    return [value for slot, value in enumerate(index) if slot not in memo]


def forgotten(S: list[Any]) -> list[Any]:
    """A copy of a state whose index is to be made anew."""
    fresh = S[:]
    fresh[k.INDEX] = fresh[k.OUTDATED] = None
    return fresh


def forget(rules: bang.Rules) -> None:
    """Let rules work out anew what all their games share: what filters came to, what things contribute."""
    for kept in rules.ns.values():
        if isinstance(kept, Kept):
            kept.clear()
    rules.ns["SETTLED"].clear()


def lying(rules: bang.Rules, S: list[Any]) -> dict[int, int]:
    """Where each card lies, by looking everywhere."""
    slots = [k.LIMBO]
    for _, base, of_player, *_ in rules.tables["zones"]:
        slots += range(base, base + (k.MAX_SEATS if of_player else 1))
    return {c: slot for slot in slots for c in S[slot]}


def game_with(name: str, players: int, seed: int, rng: random.Random) -> bang.Game:
    """A new game, at half of the tables with some of those who decide what is at work."""
    of = RULES[name]
    wanted = [id for id in DECIDING[name] if rng.random() < 0.7]
    if not wanted or rng.random() < 0.5:
        return of.new_game(players=players, seed=seed)
    return seated(of, wanted, players, seed, rng)


def seated(of: bang.Rules, wanted: list[str], players: int, seed: int, rng: random.Random) -> bang.Game:
    """A new game in which some have the characters that are wanted."""
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
        kept, fresh = game._state, forgotten(game._state)
        assert working(of, kept) == working(of, fresh)
        if rng.random() < 0.2:
            found = answers(of, kept)
            forget(of)
            assert found == answers(of, fresh)


def test_cards_are_found_whatever_other_games_did() -> None:
    """They are looked for first where they were last put, in whatever game."""
    of, rng = RULES["all"], random.Random(5)
    games = [of.new_game(players=players, seed=players) for players in (4, 5, 6, 7)]
    for turn in range(600):
        game = games[turn % len(games)]
        if game.is_over:
            continue
        game.push(rng.choice(game.legal_actions()))
        if turn % 7 == 0:
            game.pop()
        places = lying(of, game._state)
        assert len(places) == len(of.cards)
        for c in rng.sample(sorted(places), 12):
            assert of.ns["place_of"](game._state, c) == places[c]


def test_all_may_be_shown_a_card_or_some_of_them() -> None:
    of = RULES["all"]
    S = of.new_game(players=4, seed=3)._state[:]
    deck = next(slot for id, slot, *_ in of.tables["zones"] if id == "deck")
    a, b = S[deck][:2]
    S[k.KNOWN] = None
    of.ns["show"](S, (a,), (0, 1, 2, 3))
    of.ns["show"](S, (b, b), (1, 3))
    assert S[k.KNOWN] == (1 << a, 1 << a | 1 << b, 1 << a, 1 << a | 1 << b)


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
