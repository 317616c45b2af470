"""Squares and edges of a board: what lies ahead, what is in reach, what is connected.

Squares, edges and directions are numbers; the tables that tell how they lie are made for each set of rules.
`closed` are edges that can't be crossed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bangrules.kernel.words import UNLIMITED

# linked
AHEAD: list[tuple[int | None, ...]] = []  # square, direction -> square
SIDE: list[tuple[int, ...]] = []  # square, direction -> edge
AROUND: list[tuple[int, ...]] = []  # square -> its neighbours
SIDES: list[tuple[int, ...]] = []  # edge -> the squares on both sides of it
RIM: list[tuple[int, ...]] = []  # direction -> the outermost row
COLUMN: list[int] = []
ROW: list[int] = []
SETS: dict[tuple[int, ...], frozenset[int]] = {}

MOST_SETS = 5_000


def board_tables(table: Mapping[str, Any]) -> dict[str, Any]:
    """What the functions here look up, for a board."""
    w, h = table["width"], table["height"]
    squares = [(x, y) for y in range(h) for x in range(w)]

    def square(x: int, y: int) -> int | None:
        return y * w + x if 0 <= x < w and 0 <= y < h else None

    ahead = [
        (square(x, y - 1), square(x + 1, y), square(x, y + 1), square(x - 1, y)) for x, y in squares
    ]  # fmt: skip
    upright = (h + 1) * w
    side = [
        (y * w + x, upright + y * (w + 1) + x + 1, (y + 1) * w + x, upright + y * (w + 1) + x)
        for x, y in squares
    ]
    sides: list[list[int]] = [[] for _ in range(upright + h * (w + 1))]
    for s, edges in enumerate(side):
        for edge in edges:
            sides[edge].append(s)
    return {
        "AHEAD": ahead,
        "SIDE": side,
        "AROUND": [tuple([t for t in row if t is not None]) for row in ahead],
        "SIDES": [tuple(row) for row in sides],
        "RIM": [
            tuple(range(w)), tuple([y * w + w - 1 for y in range(h)]),
            tuple(range((h - 1) * w, h * w)), tuple([y * w for y in range(h)]),
        ],
        "COLUMN": [x for x, _ in squares],
        "ROW": [y for _, y in squares],
        "SQUARES": tuple(range(w * h)),
        "EDGES": tuple(range(len(sides))),
        "TERRAIN": table["terrain"], "ROOM": table["room"], "MARK": table["mark"],
        "BARRIER": table["barrier"], "SETS": {},
    }  # fmt: skip


def as_set(members: tuple[int, ...]) -> frozenset[int]:
    """The members of a list as a set, remembered."""
    found = SETS.get(members)
    if found is None:
        if len(SETS) > MOST_SETS:
            SETS.clear()
        found = SETS[members] = frozenset(members)
    return found


def ahead(s: int | None, direction: int) -> int | None:
    """The next square in a direction."""
    return None if s is None else AHEAD[s][direction]


def ray(s: int | None, direction: int, n: int, closed: tuple[int, ...]) -> tuple[int, ...]:
    """The squares straight ahead, the nearest first, at most n and as far as no closed edge."""
    stop = as_set(closed)
    found: list[int] = []
    while s is not None and len(found) < n and SIDE[s][direction] not in stop:
        following = AHEAD[s][direction]
        if following is None:
            break
        found.append(following)
        s = following
    return tuple(found)


def swath(s: int | None, direction: int, n: int, wide: int, closed: tuple[int, ...]) -> tuple[int, ...]:
    """The squares of a broad ray: at each distance those on the left, the middle, those on the right.

    The middle goes as far as no closed edge; from there a square beside it belongs to the ray when no closed
    edge lies between.
    """
    found: list[int] = []
    left, right = (direction + 3) % 4, (direction + 1) % 4
    for middle in ray(s, direction, n, closed):
        found += reversed(ray(middle, left, wide // 2, closed))
        found.append(middle)
        found += ray(middle, right, wide // 2, closed)
    return tuple(found)


def connected(s: int | None, among: tuple[int, ...], closed: tuple[int, ...]) -> tuple[int, ...]:
    """The squares of a set that hang together with s, which need not be one of them."""
    inside, stop = as_set(among), as_set(closed)
    found: dict[int, None] = {} if s is None else {s: None}
    for at in found_while_growing(found):
        for direction, following in enumerate(AHEAD[at]):
            if following in inside and SIDE[at][direction] not in stop:
                found.setdefault(following)
    return tuple([t for t in found if t in inside])


def found_while_growing(found: dict[int, None]) -> Iterator[int]:
    """The keys of a dictionary, those that are put in meanwhile too."""
    done = 0
    while done < len(found):
        keys = list(found)
        yield from keys[done:]
        done = len(keys)


def nearest(s: int | None, among: tuple[int, ...], closed: tuple[int, ...]) -> int | None:
    """The square of a set that is fewest steps away over open edges; of equals north, east, south, west."""
    inside, stop = as_set(among), as_set(closed)
    seen: dict[int, None] = {} if s is None else {s: None}
    for at in found_while_growing(seen):
        for direction, following in enumerate(AHEAD[at]):
            if following is not None and following not in seen and SIDE[at][direction] not in stop:
                if following in inside:
                    return following
                seen[following] = None
    return None


def walk(s: int | None, to: tuple[int, ...], among: tuple[int, ...], closed: tuple[int, ...]) -> int:
    """How many steps it is from s to one of some squares, over squares of a set and open edges.

    Without a way it is more than any number.
    """
    if s is None:
        return UNLIMITED
    if s in to:
        return 0
    goal, inside, stop = as_set(to), as_set(among), as_set(closed)
    seen = {s}
    front, steps = [s], 0
    while front:
        steps += 1
        beyond: list[int] = []
        for at in front:
            for direction, following in enumerate(AHEAD[at]):
                if following is None or following in seen or SIDE[at][direction] in stop:
                    continue
                if following in goal:
                    return steps
                seen.add(following)
                if following in inside:
                    beyond.append(following)
        front = beyond
    return UNLIMITED


def bearing(a: int | None, b: int | None) -> int | None:
    """The direction in which b lies straight from a."""
    if a is None or b is None:
        return None
    across, down = COLUMN[b] - COLUMN[a], ROW[b] - ROW[a]
    if (across == 0) == (down == 0):
        return None
    if across:
        return 1 if across > 0 else 3
    return 2 if down > 0 else 0


def edge_between(a: int | None, b: int | None) -> int | None:
    """The edge that two neighbouring squares share."""
    if a is None or b is None:
        return None
    for direction, following in enumerate(AHEAD[a]):
        if following == b:
            return SIDE[a][direction]
    return None
