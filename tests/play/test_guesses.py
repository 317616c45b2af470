"""What a guess changes of what nobody sees, and that nothing a seat knows is changed by it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bangrules as bang

SECRETS = """\
pack mine "Mine"
    requires base

field culprit: player? seen by nobody
field helper: player? seen by nobody
field nobody_yet: player? seen by nobody
field gang: players = empty seen by nobody
field twist: character? seen by nobody
field mark of card: player? seen by nobody
field charge of card: number = 0 seen by nobody

after setup:
    let cast = shuffled(everyone)
    culprit = item(cast, 1)
    helper = item(cast, 2)
    gang = [culprit, helper]
    twist = item(characters where it not in everyone.character, 1)
    let c = item(copies, 1)
    c.mark = culprit
    c.charge = 3
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> bang.Game:
    path = tmp_path_factory.mktemp("packs")
    (path / "mine").mkdir()
    (path / "mine" / "pack.bang").write_text(SECRETS, "utf-8")
    return bang.load("base", "mine", paths=[path]).new_game(4, seed=3)


def value(game: bang.Game, field: str) -> Any:
    (slot,) = (row[1] for row in game.rules.tables["fields"] if row[0] == field)
    return game._state[slot]


def test_what_nobody_sees_is_another(game: bang.Game) -> None:
    guesses = [game.determinize(1, random.Random(i)) for i in range(60)]
    assert {value(guess, "culprit") for guess in guesses} == {0, 1, 2, 3}
    assert {value(guess, "nobody_yet") for guess in guesses} == {None}
    assert len({value(guess, "twist") for guess in guesses}) > 3
    for guess in guesses:
        assert guess.observe(1) == game.observe(1)
        if game.decision is not None and game.decision.player == 1:
            assert guess.legal_actions() == game.legal_actions()
        # who was the same still is
        assert value(guess, "gang") == (value(guess, "culprit"), value(guess, "helper"))
        assert value(guess, "culprit") != value(guess, "helper")
        assert {x for x in value(guess, "mark") if x is not None} == {value(guess, "culprit")}
        assert value(guess, "twist") not in value(guess, "character")
        # what is remembered of a card is there once
        assert sorted(value(guess, "charge")) == sorted(value(game, "charge"))
    assert len({value(guess, "charge").index(3) for guess in guesses}) > 3
    assert len({value(guess, "mark") for guess in guesses}) > 3
