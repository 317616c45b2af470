"""Packs written at random: the index kept up to date equals one made anew."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import bangrules as bang
from bangrules.kernel import index
from bangrules.kernel import slots as k
from tests.properties.invariants import check_decision
from tests.properties.random_packs import Writer
from tests.properties.soaking import NIGHTLY
from tests.properties.test_index import answers, forget, forgotten, seated, working

PACKS = 500 if NIGHTLY else 1
# The seeds of packs that notice most of what may be forgotten where the index is brought up to date, and some
# ways in which they have that done.
CHOSEN = {
    0: {"everything", "one player", "put_in_order"},
    1: {"one player in vain"},
    3: {"everything in vain"},
    5: {"everything", "put_in_order"},
    7: {"everything", "everything in vain", "one player", "given_by_own: True"},
    17: {"one player"},  # abilities that put more than cards out of force
    19: {"given_by_own: False"},  # an ability that gives itself
    120: {"put_in_order"},  # cards laid down at once from another zone in force
}
GAMES = 8
DECISIONS = 60  # of a game
# what a pack that nobody has thought about may well do wrong, and is told about
EXPECTED = "`owner` is asked of a card that nobody has in front"
WHOSE = {index.EVERYTHING: "everything", index.ALL_CARDS: "all cards"}


class Watch:
    """Looks at what is at work in the games of some rules, and counts how the index is brought up to date."""

    def __init__(self, rules: bang.Rules, rng: random.Random) -> None:
        self.rules = rules
        self.rng = rng
        self.looking = False
        self.ways: Counter[str] = Counter()
        for name in ("reconsidered", "given_by_own", "put_in_order"):
            self.count_calls(name)
        for name in rules.ns:
            if name.startswith("p_"):
                self.look_before(name)

    def count_calls(self, name: str) -> None:
        asked = self.rules.ns[name]

        def ask(*args: Any) -> Any:
            answer = asked(*args)
            if not self.looking:
                self.ways[way(name, args, answer)] += 1
            return answer

        self.rules.ns[name] = ask

    def look_before(self, name: str) -> None:
        """Look at the state each time that a procedure begins: it may be amiss for a moment only."""
        procedure = self.rules.ns[name]

        def begin(S: list[Any], *args: Any, **named: Any) -> Any:
            if not self.looking and (S[k.INDEX] is not None or S[k.OUTDATED] is not None):
                self.look(S)
            return procedure(S, *args, **named)

        self.rules.ns[name] = begin

    def look(self, S: list[Any], closely: bool = False) -> None:
        """The index is as one made anew; if closely, so is all that the things at work come to."""
        of, kept, fresh = self.rules, S[:], forgotten(S)
        self.looking = True
        try:
            assert working(of, kept) == working(of, fresh)
            if closely:
                found = answers(of, kept)
                forget(of)
                fresh[k.INDEX] = None
                assert found == answers(of, fresh)
        finally:
            self.looking = False

    def __call__(self, game: bang.Game) -> None:
        self.look(game._state, self.rng.random() < 0.05)


def way(name: str, args: tuple[Any, ...], answer: Any) -> str:
    if name == "reconsidered":
        return WHOSE.get(args[2], "one player") + (" in vain" if answer is None else "")
    return f"{name}: {answer}" if answer is not None else name


def written(seed: int, folder: Path, alike: bool) -> tuple[bang.Rules, list[str]]:
    """The rules with the pack of a seed, or of another if the checker refuses it, and its characters."""
    for n in count(seed, 1 << 32):
        writer = Writer(random.Random(n), alike)
        path = folder / str(n) / writer.id
        path.mkdir(parents=True)
        (path / "pack.bang").write_text(writer.text(), encoding="utf-8")
        try:
            return bang.load("base", *writer.more, writer.id, paths=[path]), writer.characters
        except bang.CardFileError:
            continue
    raise AssertionError


def play(of: bang.Rules, wanted: list[str], seed: int, look: Watch) -> None:
    """Play a game at random for a while, with steps back, copies, guesses and saved games."""
    rng = random.Random(seed)
    game = seated(of, rng.sample(wanted, rng.randint(2, 3)), rng.randint(4, 7), seed, rng)
    pushed = 0  # decisions that may be taken back
    for _ in range(DECISIONS):
        if game.is_over:
            break
        if of.copies_of and pushed % 4 == 3:
            check_decision(game)
        game.push(rng.choice(game.legal_actions()))
        pushed += 1
        look(game)
        chance = rng.random()
        if chance < 0.05:
            back = min(pushed, rng.randint(1, 3))
            pushed -= back
            for _ in range(back):
                game.pop()
            look(game)
        elif chance < 0.09:
            seat = rng.randrange(len(game.players))
            other = game.copy() if chance < 0.07 else game.determinize(seat, rng)
            for _ in range(4):
                if not other.is_over:
                    other.push(rng.choice(other.legal_actions()))
                    look(other)
            look(game)
        elif chance < 0.11:
            game = bang.Game.from_dict(of, json.loads(json.dumps(game.to_dict())))
            pushed = 0
            look(game)


def play_pack(seed: int, alike: bool = False) -> Counter[str]:
    """Play games with a pack written at random; how the index was brought up to date in them.

    A game ends where the pack goes wrong in a way that may be expected of it.
    """
    with TemporaryDirectory() as folder:
        of, wanted = written(seed, Path(folder), alike)
    look = Watch(of, random.Random(seed))
    for game in range(GAMES):
        try:
            play(of, wanted, seed + game, look)
        except bang.StepBudgetError:
            pass
        except bang.RuleError as error:
            if not error.message.startswith(EXPECTED):
                raise
    return look.ways


@pytest.mark.parametrize("seed", CHOSEN)
def test_the_index_of_packs_written_at_random_equals_one_made_anew(seed: int) -> None:
    ways = play_pack(seed)
    assert set(CHOSEN[seed]) <= set(ways)


@given(st.integers(0, (1 << 32) - 1), st.booleans())
@settings(max_examples=PACKS, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_so_does_that_of_more_packs(seed: int, alike: bool) -> None:
    play_pack(seed, alike)


@pytest.mark.parametrize("seed", [9007, 9011, 500016])
def test_so_does_that_of_packs_with_equal_copies(seed: int) -> None:
    """And what is done with one of them is done with one that offers it."""
    play_pack(seed, alike=True)
