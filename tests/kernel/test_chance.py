"""The generator is the published one, and its draws and shuffles never change."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bangrules.kernel import chance
from bangrules.kernel.slots import RNG, RNG_STREAM


def generator(seed: int, stream: int = 54) -> list[Any]:
    S: list[Any] = [None] * 8
    S[RNG], S[RNG_STREAM] = chance.seeded(seed, stream)
    return S


def test_the_first_numbers_are_those_of_the_reference() -> None:
    # the output of pcg32-demo for seed 42 and stream 54, as published with the generator
    S = generator(42)
    expected = [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]
    assert [chance.draw32(S) for _ in expected] == expected


def test_shuffles_stay_as_they_are() -> None:
    S = generator(7)
    assert chance.shuffled(S, tuple(range(8))) == (4, 5, 7, 2, 6, 1, 0, 3)
    assert chance.below(S, 1000) == 333


def test_every_order_comes_up_about_equally_often() -> None:
    S = generator(1)
    count = Counter(chance.shuffled(S, (0, 1, 2)) for _ in range(6000))
    assert len(count) == 6
    # six orders, 1000 each expected: five standard deviations either way
    assert all(abs(n - 1000) < 150 for n in count.values())


@given(st.integers(0, 2**64), st.integers(1, 2**32))
def test_a_bounded_draw_stays_within_its_bound(seed: int, n: int) -> None:
    assert 0 <= chance.below(generator(seed), n) < n


@given(st.integers(0, 2**64), st.lists(st.integers(), max_size=100))
def test_shuffling_keeps_the_items(seed: int, items: list[int]) -> None:
    assert sorted(chance.shuffled(generator(seed), tuple(items))) == sorted(items)


def test_nothing_is_drawn_for_what_has_no_order() -> None:
    S = generator(3)
    before = S[RNG]
    assert chance.shuffled(S, ()) == ()
    assert chance.shuffled(S, (1,)) == (1,)
    assert chance.pick_random(S, ()) is None
    assert S[RNG] == before
