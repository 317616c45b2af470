"""Seats in a ring."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bangrules.vocabulary.seats import apart, clockwise, left_of, right_of, steps

SETS = st.sets(st.integers(0, 7), min_size=1).map(lambda found: tuple(sorted(found)))


@given(st.integers(0, 7), SETS)
def test_clockwise_begins_with_the_player_or_the_next(p: int, players: tuple[int, ...]) -> None:
    order = clockwise(p, players)
    assert sorted(order) == list(players)
    assert [(q - p) % 8 for q in order] == sorted((q - p) % 8 for q in order)


@given(st.integers(0, 7), SETS)
def test_left_and_right_are_the_ends_of_the_way_round(p: int, players: tuple[int, ...]) -> None:
    others = [q for q in clockwise(p, players) if q != p]
    assert left_of(p, players) == (others[0] if others else p)
    assert right_of(p, players) == (others[-1] if others else p)


@given(SETS, st.data())
def test_steps_go_one_way_and_apart_the_shorter(players: tuple[int, ...], data: st.DataObject) -> None:
    a, b = data.draw(st.sampled_from(players)), data.draw(st.sampled_from(players))
    there, back = steps(a, b, players), steps(b, a, players)
    assert there == clockwise(a, players).index(b)
    assert there + back == (len(players) if a != b else 0)
    assert apart(a, b, players) == min(there, back)


def test_players_who_are_out_do_not_count() -> None:
    # seats 0 to 6, of which 1 and 2 are out: from 0 the next is 3
    assert steps(0, 3, (0, 3, 4, 5, 6)) == 1
    assert apart(0, 5, (0, 3, 4, 5, 6)) == 2
    # a ghost's or dead player's own place still lies between the others
    assert steps(1, 3, (0, 3, 4)) == 1
