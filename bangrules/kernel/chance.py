"""Chance: the PCG32 generator, its state kept in the game's.

Reference: M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
Number Generation", 2014 (XSH RR 64/32). Bounded draws reject the uneven rest, so every number is equally likely.
"""

from __future__ import annotations

from typing import Any

from bangrules.kernel.slots import RNG, RNG_STREAM

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
    return (x >> rot | x << (-rot & 31)) & MASK32


def below(S: list[Any], n: int) -> int:
    """A number from 0 to n - 1, each equally likely."""
    threshold = (1 << 32) % n
    while True:
        bits = draw32(S)
        if bits >= threshold:
            return bits % n


def shuffled(S: list[Any], items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The items in a random order: Fisher and Yates from the end."""
    found = list(items)
    state, increment = S[RNG], S[RNG_STREAM]
    for i in range(len(found), 1, -1):
        threshold = (1 << 32) % i
        while True:
            x = (state >> 18 ^ state) >> 27 & MASK32
            rot = state >> 59
            state = state * MULTIPLIER + increment & MASK64
            bits = (x >> rot | x << (-rot & 31)) & MASK32
            if bits >= threshold:
                break
        j = bits % i
        found[i - 1], found[j] = found[j], found[i - 1]
    S[RNG] = state
    return tuple(found)


def pick_random(S: list[Any], items: tuple[Any, ...]) -> Any:
    """A random item, or None."""
    return items[below(S, len(items))] if items else None


def roll(S: list[Any], sides: int) -> int:
    """A number from 1 to `sides`."""
    return below(S, max(sides, 1)) + 1
