"""Squares and edges of a board: what lies ahead, what is in reach, what is connected.

Squares, edges and directions are numbers; the tables that tell how they lie are made for each set of rules.
`closed` are edges that can't be crossed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from bangrules.kernel.lists import Kept
from bangrules.kernel.words import UNLIMITED

# linked
AHEAD: list[tuple[int | None, ...]] = []  # square, direction -> square
SIDE: list[tuple[int, ...]] = []  # square, direction -> edge
AROUND: list[tuple[int, ...]] = []  # square -> its neighbours
SIDES: list[tuple[int, ...]] = []  # edge -> the squares on both sides of it
RIM: list[tuple[int, ...]] = []  # direction -> the outermost row
COLUMN: list[int] = []
ROW: list[int] = []
WAYS: Mapping[tuple[tuple[int, ...], ...], list[int]] = {}  # to, among, closed -> of each square its steps

MOST_SETS = 5_000
AS_SET = Kept(frozenset, MOST_SETS)
MOST_WAYS = 1_000


def board_tables(table: Mapping[str, Any]) -> dict[str, Any]:
    """What the functions here look up, for a board."""
    w, h = table["width"], table["height"]
    squares = [(x, y) for y in range(h) for x in range(w)]

    def square(x: int, y: int) -> int | None:
        return y * w + x if 0 <= x < w and 0 <= y < h else None

    ahead: list[tuple[int | None, ...]] = [
        (square(x, y - 1), square(x + 1, y), square(x, y + 1), square(x - 1, y)) for x, y in squares
    ]  # fmt: skip
    sides: list[list[int]] = [[] for _ in table["barrier"]]
    for s, edges in enumerate(table["sides"]):
        for edge in edges:
            sides[edge].append(s)
    return {
        "AHEAD": ahead,
        "SIDE": table["sides"],
        "AROUND": [tuple([t for t in row if t is not None]) for row in ahead],
        "SIDES": [tuple(row) for row in sides],
        "RIM": [
            tuple(range(w)), tuple([y * w + w - 1 for y in range(h)]),
            tuple(range((h - 1) * w, h * w)), tuple([y * w for y in range(h)]),
        ],
        "COLUMN": [x for x, _ in squares],
        "ROW": [y for _, y in squares],
        "WAYS": Kept(partial(ways, ahead, table["sides"]), MOST_WAYS),
        "SQUARES": tuple(range(w * h)),
        "EDGES": tuple(range(len(sides))),
        "TERRAIN": table["terrain"], "ROOM": table["room"], "MARK": table["mark"],
        "BARRIER": table["barrier"],
    }  # fmt: skip


def ahead(s: int | None, direction: int) -> int | None:
    """The next square in a direction."""
    return None if s is None else AHEAD[s][direction]


def ray(s: int | None, direction: int, n: int, closed: tuple[int, ...]) -> tuple[int, ...]:
    """The squares straight ahead, the nearest first, at most n and as far as no closed edge."""
    stop = AS_SET[closed]
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


def spread(s: int | None, over: frozenset[int] | None, closed: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """The squares that can be reached over open edges, the nearest first, each with its number of steps.

    One goes on from s and from the squares of `over`, if that is given. Of equals north, east, south, west.
    """
    if s is None:
        return
    stop = AS_SET[closed]
    seen = {s}
    yield s, 0
    reached = [(s, 1)]
    for at, steps in reached:
        for direction, following in enumerate(AHEAD[at]):
            if following is not None and following not in seen and SIDE[at][direction] not in stop:
                seen.add(following)
                yield following, steps
                if over is None or following in over:
                    reached.append((following, steps + 1))


def connected(s: int | None, among: tuple[int, ...], closed: tuple[int, ...]) -> tuple[int, ...]:
    """The squares of a set that hang together with s, which need not be one of them."""
    inside = AS_SET[among]
    return tuple([t for t, _ in spread(s, inside, closed) if t in inside])


def nearest(s: int | None, among: tuple[int, ...], closed: tuple[int, ...]) -> int | None:
    """The square of a set, other than s, that is fewest steps away."""
    inside = AS_SET[among]
    return next((t for t, steps in spread(s, None, closed) if steps and t in inside), None)


def walk(s: int | None, to: tuple[int, ...], among: tuple[int, ...], closed: tuple[int, ...]) -> int:
    """How many steps it is from s to one of some squares, over squares of a set and open edges.

    Without a way it is more than any number.
    """
    return UNLIMITED if s is None else WAYS[to, among, closed][s]


def ways(
    lie: list[tuple[int | None, ...]], edges: list[tuple[int, ...]], asked: tuple[tuple[int, ...], ...]
) -> list[int]:
    """How far each square is from one of some: `walk` asks it from many squares, and in many games.

    `lie` and `edges` are the board's `AHEAD` and `SIDE`, `asked` what `walk` is asked but for its square.
    """
    to, among, closed = asked
    inside, stop = AS_SET[among], AS_SET[closed]
    found = [UNLIMITED] * len(lie)
    reached = list(dict.fromkeys(to))
    for s in reached:
        found[s] = 0
    for at in reached:
        steps, sides = found[at] + 1, edges[at]
        for direction, following in enumerate(lie[at]):
            if following is not None and found[following] > steps and sides[direction] not in stop:
                found[following] = steps
                if following in inside:
                    reached.append(following)
    return found


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
