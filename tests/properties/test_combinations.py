"""Packs together: every combination is played or refused, at every table, by every bot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import bangrules as bang
from bangrules.bots import BOTS
from bangrules.play.packs import select
from tests.properties import soaking
from tests.properties.soaking import (
    NIGHTLY,
    PLAYERS,
    TRACES,
    Broken,
    Table,
    play_again,
    play_through,
    playable,
    rules_of,
)

GAMES = 4_000 if NIGHTLY else 30


@pytest.fixture(scope="module", autouse=True)
def _quick_bots() -> Iterator[None]:
    with soaking.quick_learning():
        yield


def test_every_combination_is_legal_or_refused_with_the_reason() -> None:
    known = soaking.packs()
    found = 0
    for named in soaking.subsets(list(known)):
        if not named:
            continue
        if soaking.legal(named):
            assert {pack.id for pack, chosen in select(known, named) if chosen} == set(named)
            found += 1
        else:
            with pytest.raises(bang.PackError, match=r"box|cannot be played together"):
                select(known, named)
    assert found >= len(playable()) >= 16


@pytest.mark.parametrize("named", playable(), ids="+".join)
def test_every_legal_combination_loads_and_plays(named: tuple[str, ...]) -> None:
    sizes = soaking.sizes(named)
    assert sorted(rules_of(named).tables["roles"]) == sizes
    assert sizes == list(range(sizes[0], sizes[-1] + 1))
    players = sizes[sum(map(len, named)) % len(sizes)]
    assert play_through(Table(named, players, 7)).is_over


def test_how_many_can_play() -> None:
    for named in playable():
        if named[0] in ("base", "walking_dead"):
            assert soaking.sizes(named) == ([3, 4, 5, 6, 7, 8] if "dodge_city" in named else [4, 5, 6, 7])


@pytest.mark.parametrize(
    "id", [id for id in soaking.packs() if id not in (*soaking.boxes(), *soaking.extras())]
)
def test_packs_that_only_lend_rules_may_be_named(id: str) -> None:
    boxes = [box for box in soaking.boxes() if soaking.legal((box, id))]
    assert boxes
    for box in boxes:
        assert play_through(Table((box, id), 5, 3)).is_over
        users = [x for x in soaking.extras() if id in soaking.packs()[x].requires]
        assert play_through(Table((box, id, *users), 5, 3)).is_over


@given(
    st.sampled_from(playable()),
    st.sampled_from(PLAYERS),
    st.integers(0, (1 << 32) - 1),
    st.sampled_from(sorted(BOTS)),
    st.sampled_from(("ask", "resolve")),
)
@settings(max_examples=GAMES, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_every_game_of_any_packs_ends_and_nothing_breaks(
    named: tuple[str, ...], players: int, seed: int, bot: str, forced: str
) -> None:
    table = Table(named, players, seed, bot, forced)
    if players in soaking.sizes(named):
        assert play_through(table).is_over
    else:
        with pytest.raises(ValueError, match=f"players, not {players}") as caught:
            table.game()
        adding = players in (3, 8) and soaking.legal((*named, "dodge_city"))
        assert ("; add `dodge_city` to play with" in str(caught.value)) == adding


def test_games_on_boards_of_every_combination_with_options_of_any_kind() -> None:
    assert len(soaking.on_boards()) == 16
    played = 0
    for table in islice(soaking.board_tables(3), 10_000 if NIGHTLY else 16):
        assert play_through(table).is_over
        played += 1
    assert played >= 16


# ---- traces


@pytest.mark.parametrize("path", sorted(TRACES.glob("*.txt")), ids=lambda path: path.stem)
def test_traces_are_played_again(path: Path) -> None:
    record = bang.Record.loads(path.read_text(encoding="utf-8"))
    assert play_again(record).is_over


def test_a_game_that_fails_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its trace holds all that was done, the action that failed too."""
    table = Table(("base",), 4, 3)
    count = 0

    def stumble(game: bang.Game, n: int, rng: object) -> None:
        nonlocal count
        count = n
        assert n < 40, "a stone"

    monkeypatch.setattr(soaking, "TRACES", tmp_path)
    monkeypatch.setattr(soaking, "look", stumble)
    monkeypatch.setattr(soaking.keep, "__defaults__", (tmp_path,))
    with pytest.raises(Broken, match=r"(?s)AssertionError: a stone.*; kept in .*base-4-random-3\.txt"):
        play_through(table)
    monkeypatch.undo()
    (path,) = tmp_path.iterdir()
    record = bang.Record.loads(path.read_text(encoding="utf-8"))
    assert len(record.actions) == count == 40
    assert record.replay(rules_of(("base",))).legal_actions()
    assert play_again(record).is_over
