"""Chance: the PCG32 generator, its state kept in the game's.

Reference: M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
Number Generation", 2014 (XSH RR 64/32). Bounded draws reject the uneven rest, so that every number is equally
likely.
"""

from __future__ import annotations

from functools import partial
from hashlib import shake_128
from struct import unpack
from typing import Any

from bangrules.kernel.slots import DICE, RNG, RNG_STREAM

MULTIPLIER = 6364136223846793005
MASK64 = (1 << 64) - 1
MASK32 = (1 << 32) - 1


def seeded(seed: int, stream: int = 54) -> tuple[int, int]:
    """The generator's two numbers for a seed, as `pcg32_srandom` sets them."""
    increment = (stream << 1 | 1) & MASK64
    state = (increment + (seed & MASK64)) * MULTIPLIER + increment & MASK64
    return state, increment


def draw32(S: list[Any]) -> int:
    """The next 32 random bits."""
    state = S[RNG]
    S[RNG] = state * MULTIPLIER + S[RNG_STREAM] & MASK64
    x = (state >> 18 ^ state) >> 27 & MASK32
    rot = state >> 59
    bits: int = (x >> rot | x << (-rot & 31)) & MASK32
    return bits


def below(S: list[Any], n: int) -> int:
    """A number from 0 to n - 1, each equally likely."""
    threshold = (1 << 32) % n
    while True:
        bits = draw32(S)
        if bits >= threshold:
            return bits % n


def shuffled(S: list[Any], items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The items in a random order: ordered by 64-bit keys from SHAKE-128 of the next 64 random bits.

    All keys are made at once outside Python's loops, which is why chance spends two draws here, whatever the
    number of items.
    """
    n = len(items)
    if n < 2:
        return tuple(items)
    bits = draw32(S) << 32 | draw32(S)
    stream = shake_128(bits.to_bytes(8, "little")).digest(8 * n)
    keys = iter(unpack(f"<{n}Q", stream))
    # `next(keys, item)` is the next key: there is one for each item
    return (*sorted(items, key=partial(next, keys)),)


def pick_random(S: list[Any], items: tuple[Any, ...]) -> Any:
    """A random item, or None."""
    return items[below(S, len(items))] if items else None


def roll(S: list[Any], sides: int) -> int:
    """A number from 1 to `sides`; no die has more than 2 ** 32 of them."""
    if S[DICE]:
        shown, *rest = S[DICE]
        if 1 <= shown <= sides:
            S[DICE] = tuple(rest)
            return shown  # type: ignore[no-any-return]
    return below(S, min(max(sides, 1), 1 << 32)) + 1


def cast(S: list[Any], faces: tuple[Any, ...]) -> Any:
    """What a die with these faces shows, or None if it has none."""
    return faces[roll(S, len(faces)) - 1] if faces else None
