"""Who has which abilities, where events and abilities themselves decide it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bangrules as bang
from bangrules.play import reading
from tests.properties.positions import rules

PLAIN = ("rose_doolan", "vulture_sam", "slab_the_killer", "willy_the_kid")
ROLES = ("sheriff", "outlaw", "outlaw", "renegade")


def table(*characters: str, omen: str | None = None, **fields: Any) -> bang.Game:
    """A table of four of the `odd` pack, in the first seat's turn; who is not given is plain."""
    seats: list[dict[str, Any]] = [
        {"role": role, "character": character}
        for role, character in zip(ROLES, (*characters, *PLAIN[len(characters) :]), strict=True)
    ]
    for id, values in fields.items():
        for seat, value in zip(seats, values, strict=False):
            seat[id.replace("__", ".")] = value
    more: dict[str, Any] = {} if omen is None else {"omen": [omen]}
    return rules("odd").new_game(seats=seats, turn="A", phase="phase_play", forced="ask", **more)


def limits(game: bang.Game) -> list[int]:
    """How many cards each may keep: what each has of life, and one more with an ability."""
    lives = [reading.fields_of(game.rules)["life"].value(game, p) for p in range(4)]
    return [reading.stat_value(game, "hand_limit", [p]) - lives[p] for p in range(4)]


def test_abilities_give_abilities_that_give_more() -> None:
    """A teacher makes one of the neighbor, who makes one of the next: all are, each of them once."""
    game = table("teacher")
    assert limits(game) == [1, 1, 1, 1]
    assert [str(a) for a in game.legal_actions()].count("A uses teacher") == 0  # it costs a card
    assert limits(table()) == [0, 0, 0, 0]


def test_who_has_an_ability_twice_has_it_once() -> None:
    game = table("custer", "teacher", custer__copied=["teacher"])
    assert limits(game) == [1, 1, 1, 1]
    again = table("custer", "custer", custer__copied=["custer", "custer"])
    assert limits(again) == [0, 0, 0, 0]
    chain = table("custer", "custer", custer__copied=["custer", "teacher"])
    assert limits(chain) == [1, 1, 1, 1]


def test_copies_go_when_what_gave_them_is_out() -> None:
    game = table("custer", custer__copied=["rose_doolan"])
    assert reading.stat_value(game, "distance", [0, 2]) == 1
    game = table("custer", custer__copied=["rose_doolan"], status=["alive"], omen="hush")
    assert reading.stat_value(game, "distance", [0, 2]) == 2
    game = table("willy_the_kid", "custer", custer__copied=["none", "paul_regret"])
    assert reading.stat_value(game, "distance", [0, 1]) == 2
    game = table(
        "willy_the_kid",
        "custer",
        custer__copied=["none", "vulture_sam"],
        status=["alive", "dead", "alive", "alive"],
    )
    assert reading.stat_value(game, "heirs", [0]) == ()


def test_events_come_before_abilities() -> None:
    """What an event takes away gives nothing to others either."""
    assert limits(table("teacher", omen="amnesia")) == [0, 0, 0, 0]
    assert limits(table("custer", custer__copied=["teacher"], omen="amnesia")) == [0, 0, 0, 0]
    assert limits(table("teacher", omen="gale")) == [1, 1, 1, 1]
    # the rule asks a stat that an event modifies: who is in turn has no character then
    assert limits(table("teacher", omen="fever")) == [0, 0, 0, 0]
    assert limits(table("rose_doolan", "teacher", omen="fever")) == [1, 1, 1, 1]
    assert reading.stat_value(table("rose_doolan", omen="fever"), "distance", [0, 2]) == 2


COMING = """
field mask of player: character?

character host "Host" life 4
    modify abilities(self) if self.mask is not none: + self.mask
    before phase_play(self): dress(self)

character guest "Guest" life 4
    after dress(self): DRAW 1
    after undress(self): DRAW 1

procedure dress(p: player): p.mask = guest

procedure undress(p: player): p.mask = none

character spoilsport "Spoilsport" life 4
    modify abilities(self) if self.mask is not none: + self.mask
    before phase_play(self): undress(self)
"""


@pytest.fixture(scope="module")
def coming(tmp_path_factory: pytest.TempPathFactory) -> bang.Rules:
    folder = Path(tmp_path_factory.mktemp("coming"))
    manifest = 'pack coming "Coming"\n    version "1.0"\n    requires base\n'
    (folder / "coming.bang").write_text(manifest + COMING, encoding="utf-8")
    return bang.load("base", "coming", paths=[folder])


@pytest.mark.parametrize(("character", "mask", "drawn"), [("host", "none", 1), ("spoilsport", "guest", 0)])
def test_a_hook_that_comes_in_while_its_procedure_runs(
    coming: bang.Rules, character: str, mask: str, drawn: int
) -> None:
    """It has its part after it; one that has gone out has none."""
    seats = [
        {"role": role, "character": c, "mask": mask if c == character else "none"}
        for role, c in zip(ROLES, (character, *PLAIN[1:]), strict=True)
    ]
    game = coming.new_game(seats=seats, turn="A", phase="phase_play", forced="ask")
    assert len(reading.zones_of(coming)["hand"].cards(game, 0)) == drawn
