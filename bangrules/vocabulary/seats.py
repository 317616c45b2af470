"""Players in a ring: who is left, right, how far."""

from __future__ import annotations

from bangrules.kernel.lists import Kept
from bangrules.kernel.slots import MAX_SEATS


def clockwise(p: int, players: tuple[int, ...]) -> tuple[int, ...]:
    """The players of a set, which is in seat order, beginning with p or the next after."""
    for i, q in enumerate(players):
        if q >= p:
            return players[i:] + players[:i] if i else players
    return players


def left_of(p: int, players: tuple[int, ...]) -> int:
    """The next after p."""
    for q in players:
        if q > p:
            return q
    return players[0] if players else p


def right_of(p: int, players: tuple[int, ...]) -> int:
    """The one before p."""
    for q in reversed(players):
        if q < p:
            return q
    return players[-1] if players else p


def steps(a: int, b: int, players: tuple[int, ...]) -> int:
    """How many players one passes going clockwise from a to b, b included."""
    if a == b:
        return 0
    if a in players and b in players:
        return (players.index(b) - players.index(a)) % len(players)
    if a < b:
        return 1 + sum([1 for q in players if a < q < b])
    return 1 + sum([1 for q in players if q > a or q < b])


def apart(a: int, b: int, players: tuple[int, ...]) -> int:
    """The smaller number of steps from one to the other."""
    if a in players and b in players:
        n = len(players)
        d = (players.index(b) - players.index(a)) % n
        return d if d + d <= n else n - d
    return min(steps(a, b, players), steps(b, a, players))


def rings(players: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """How far apart all seats are, by one and the other."""
    seats = range(MAX_SEATS)
    return tuple(tuple(apart(a, b, players) for b in seats) for a in seats)


# by set of players, then by seat
APART = Kept(rings)
CLOCKWISE = Kept(lambda players: [clockwise(p, players) for p in range(MAX_SEATS)])
LEFT_OF = Kept(lambda players: [left_of(p, players) for p in range(MAX_SEATS)])
