"""Equal copies of a card: an action with one is an action with any, while nothing tells them apart."""

from __future__ import annotations

from typing import Any

from bangrules.kernel.actions import Action
from bangrules.kernel.machine import State, reindex
from bangrules.kernel.slots import INDEX

# linked
ACTS: list[Any] = []
COPIES_OF: dict[int, tuple[int, ...]] = {}  # of each card that has equal copies, all of them in order
CARD_FIELDS: tuple[int, ...] = ()  # slots of what everyone knows of each card
WINDOW_SLOT: list[int] = []
SEEN: list[int] = []
ALL_SEATS = 0


def new_action(n: int, p: int, c: int | None, form: int | None, t: int | None, apart: bool = False) -> Action:
    """Linked by the rules: the one object for an action, `apart` with this very copy."""
    raise NotImplementedError


def place_of(S: State, c: int) -> int:
    """A vocabulary's: the slot of the zone in which a card lies."""
    raise NotImplementedError


def marks(S: State, c: int) -> list[Any]:
    """What tells a card that all can see from its equal copies."""
    return [S[slot][c] for slot in CARD_FIELDS] if CARD_FIELDS and SEEN[place_of(S, c)] == ALL_SEATS else []


def as_good(S: State, c: int, other: int) -> bool:
    """Whether what is done with an equal copy in the same place might be done with this one."""
    return c == other or (place_of(S, c) == place_of(S, other) and marks(S, c) == marks(S, other))


def list_own(S: State, p: int, rows: tuple[tuple[Any, int | None], ...], out: list[Action]) -> None:
    """What a player's abilities and cards in force offer."""
    for en, c in rows:
        if c in COPIES_OF:
            list_copy(S, p, c, None, en, [x for other, x in rows if other is en], out)
        else:
            en(S, p, c, None, out)


def list_copy(S: State, p: int, c: int, form: int | None, en: Any, among: Any, out: list[Action]) -> None:
    """What a card offers beside its equal copies: nothing twice, its own where marks tell them apart."""
    some: list[Action] = []
    en(S, p, c, form, some)
    if some:
        equal = [x for x in among if x in COPIES_OF[c]]
        by_copy = [marks(S, x) for x in equal] if len(equal) > 1 else []
        if any(x != by_copy[0] for x in by_copy):
            first = equal[by_copy.index(marks(S, c))]
            some = [new_action(a.n, p, first, form, a.target, True) for a in some]
        out += [a for a in some if a not in out]


def real_card(S: State, p: int, c: int, n: int, w: int) -> int:
    """The copy with which a player's action is done: the first that nothing tells from the one it names."""
    info = ACTS[n]
    if info["from"] is not None:
        among: Any = S[info["from"] + p]
    else:
        rows = ((S[INDEX] or reindex(S))[WINDOW_SLOT[w]] or {}).get(p, ())
        among = [x for en, x in rows if en is info["list"]]
    held: list[int] = [x for x in among if x in COPIES_OF[c]]
    if c in held and len(held) > 1:
        mine = marks(S, c)
        held = [x for x in held if marks(S, x) == mine]
    return held[0] if held else c


def told_apart(S: State, cards: list[int]) -> dict[int, str]:
    """`apart` for each card to choose that is marked otherwise than an equal copy that may be chosen."""
    by_kind: dict[int, list[int]] = {}
    for c in cards:
        if c in COPIES_OF:
            by_kind.setdefault(COPIES_OF[c][0], []).append(c)
    differing = [equal for equal in by_kind.values() if any(marks(S, c) != marks(S, equal[0]) for c in equal)]
    return {c: "apart" for equal in differing for c in equal}
