"""Positions for properties: games played at random from the start, or from random tables."""

import random
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import bangrules as bang
from bangrules.kernel import slots as k

DATA = Path(__file__).resolve().parent.parent / "data"
NAMES = ("base", "dodge_city", "events", "odd", "dice")
DERIVED = (k.INDEX, k.ACTIONS, k.STEPS)


@cache
def rules(name: str = "base") -> bang.Rules:
    """The base game, alone or with an expansion.

    `events`: with two decks of events; `odd`: with a pack of what the base game has not; `dice`: a game
    without cards.
    """
    if name == "dice":
        return bang.load("dice", paths=[DATA / "dice"])
    if name == "dodge_city":
        return bang.load("base", name)
    if name == "high_noon":  # the last of its packs
        return rules("events")
    if name == "events":
        return bang.load("base", "high_noon", "fistful_of_cards")
    return bang.load("base") if name == "base" else bang.load("base", "odd", paths=[DATA / "odd"])


def random_table(of: bang.Rules, rng: random.Random) -> dict[str, Any]:
    """A table in the middle of a game, as `new_game` takes it."""
    seats = rng.choice(sorted(of.tables["roles"]))
    roles = list(of.tables["roles"][seats])
    characters = rng.sample(of.tables["characters"], seats)
    cards = [c for c in of.cards if c.rank]
    rng.shuffle(cards)
    rng.shuffle(roles)
    goals = [of.short[r] for r in roles]
    first = of.short[of.tables["roles"][seats][0]]
    dead = [p for p in range(seats) if goals[p] != first and rng.random() < 0.2]
    dead = dead[: seats - 3]
    made = []
    for p in range(seats):
        seat: dict[str, Any] = {"role": goals[p], "character": of.short[characters[p]]}
        if p in dead:
            seat |= {"status": "dead", "life": 0, "hand": []}
        else:
            seat["hand"] = [cards.pop().id for _ in range(rng.randint(0, 6))]
            seat["life"] = rng.randint(1, of.by_index[characters[p]].number or 4)
            names: set[str] = set()
            table: list[bang.Card] = []
            for card in cards[:8]:
                d = card.definition
                if d.border != "brown" and d.name not in names and rng.random() < 0.5:
                    if d.border == "weapon" and any(x.definition.border == "weapon" for x in table):
                        continue
                    names.add(d.name)
                    table.append(card)
            for card in table:
                cards.remove(card)
            seat["table"] = [card.id for card in table]
        made.append(seat)
    alive = [p for p in range(seats) if p not in dead]
    phase = rng.choice([None, *of.tables["phases"]])
    laid = {"seats": made, "turn": rng.choice(alive), "phase": phase}
    if of.tables["event_cards"] and any(row[0] == "current_event" for row in of.tables["zones"]):
        laid["current_event"] = [rng.choice([c.id for c in of.cards if not c.rank])]
    return laid


def opened(
    name: str, seed: int, forced: str, history: bool = True, table: bool = False, each: int = 1
) -> bang.Game:
    """A game at its first decision."""
    of, rng = rules(name), random.Random(seed)
    if name == "dice":
        return of.new_game(rng.randint(1, 8), seed, forced=forced, history=history)
    if table:
        return of.new_game(seed=seed, forced=forced, history=history, **random_table(of, rng))
    options = {"characters_each": each}
    return of.new_game(
        rng.choice(sorted(of.tables["roles"])), seed, forced=forced, history=history, options=options
    )


def play(game: bang.Game, rng: random.Random, steps: int) -> bang.Game:
    """The game after so many random actions, or at its end."""
    for _ in range(steps):
        if game.is_over:
            break
        game.push(rng.choice(game.legal_actions()))
    return game


@st.composite
def positions(
    draw: st.DrawFn,
    forced: str | None = None,
    history: bool = True,
    names: tuple[str, ...] = NAMES,
    over: bool = False,
) -> bang.Game:
    """A game somewhere in the middle."""
    name = draw(st.sampled_from(names))
    asked = forced or draw(st.sampled_from(("resolve", "ask")))
    seed = draw(st.integers(0, 1 << 32))
    table = draw(st.booleans())
    game = opened(name, seed, asked, history, table, draw(st.integers(1, 3)))
    play(game, random.Random(draw(st.integers(0, 1 << 32))), draw(st.integers(0, 120)))
    if game.is_over and not over:
        game = opened(name, seed, asked, history)
    return game


def generators() -> st.SearchStrategy[random.Random]:
    """Random generators that shrink."""
    return st.integers(0, 1 << 32).map(random.Random)


def plain_state(game: bang.Game) -> list[Any]:
    """Everything in the state that is not derived from the rest."""
    return [x for slot, x in enumerate(game._state) if slot not in DERIVED]
