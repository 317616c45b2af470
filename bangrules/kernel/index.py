"""The index: which hooks, modifiers and actions are at work, made anew when what decides it has changed.

Its slots: for each stat that abilities modify a chain of modifiers or None; for each remembered stat a
dictionary of answers; for each hooked procedure the chains of hooks by seat, or None; for each window the
actions of abilities and of cards in force by seat, or None; and the cards that may be used as others.
"""

from __future__ import annotations

from typing import Any

from bangrules.kernel.slots import ABILITY, INDEX, SEATS

State = list[Any]

# linked
INDEX_SIZE = 0
MEMO: tuple[int, ...] = ()
CONTRIBUTIONS: dict[int, list[tuple[str, int, int]]] = {}
DEF_OF: list[int] = []
SORT_OF: list[str] = []
FORCE_ZONES: tuple[int, ...] = ()  # of players
FORCE_PILES: tuple[int, ...] = ()  # of the game
IN_FORCE = False
ABILITIES = False
HOOK_ROWS: list[tuple[Any, ...]] = []
MODIFIER_ROWS: list[tuple[Any, ...]] = []
MODIFIER_CODE: list[Any] = []
STATIC_MODIFIERS: dict[int, list[tuple[Any, ...]]] = {}
STATIC_ENTRIES: dict[int, list[tuple[Any, ...]]] = {}
ACT_FROM: list[int | None] = []
ACT_LIST: list[Any] = []
WINDOW_SLOT: list[int] = []
FORM_SLOT = 0
HOOK_BY_SEAT: dict[int, bool] = {}
HOOK_SLOTS: frozenset[int] = frozenset()
STAGES = (("event",), ("role", "character"), ("card",))


def s_in_force(S: State, x: int) -> bool:
    raise NotImplementedError


def s_abilities(S: State, p: int) -> tuple[int, ...]:
    raise NotImplementedError


def sources(S: State) -> list[tuple[int, int | None, int | None, int]]:
    """Everything that may carry abilities now: (definition, player, card, the source as a value)."""
    found: list[tuple[int, int | None, int | None, int]] = []
    for zone in FORCE_PILES:
        for c in S[zone]:
            if DEF_OF[c] in CONTRIBUTIONS:
                found.append((DEF_OF[c], None, c, c))
    for p in S[SEATS]:
        if ABILITIES:
            for d in s_abilities(S, p):
                if d in CONTRIBUTIONS:
                    found.append((d, p, None, ABILITY + 16 * d + p))
        for zone in FORCE_ZONES:
            for c in S[zone + p]:
                if DEF_OF[c] in CONTRIBUTIONS:
                    found.append((DEF_OF[c], p, c, c))
    return found


def blank() -> list[Any]:
    """An index that knows nothing."""
    index: list[Any] = [None] * INDEX_SIZE
    for slot in MEMO:
        index[slot] = {}
    return index


def reindex(S: State) -> list[Any]:
    """Make the index of the state and put it there."""
    S[INDEX] = index = blank()
    present = sources(S)
    raw: dict[int, list[tuple[Any, ...]]] = {}
    if not IN_FORCE:
        for source in present:
            add(S, raw, source)
    else:
        # what decides whether a thing is in force comes before it: events, then characters, then cards
        for stage in STAGES:
            here = [s for s in present if SORT_OF[s[0]] in stage]
            working = [s for s in here if s_in_force(S, s[3])]
            for source in working:
                add(S, raw, source)
            if working and stage != STAGES[-1]:
                settle(S, raw, index)
    fresh = blank()
    settle(S, raw, fresh)
    S[INDEX] = fresh
    return fresh


def add(S: State, raw: dict[int, list[tuple[Any, ...]]], source: tuple[int, int | None, int | None, int]) -> None:
    """Take in what one source contributes."""
    d, p, c, _ = source
    for kind, slot, number in CONTRIBUTIONS[d]:
        if kind == "hook":
            raw.setdefault(slot, []).append((number, p, c))
        elif kind == "stat":
            phase, rank, place = MODIFIER_ROWS[number][1:4]
            raw.setdefault(slot, []).append((phase, rank, place, MODIFIER_CODE[number], p, c))
        elif kind == "act":
            zone = ACT_FROM[number]
            if zone is None and c is not None and p is not None:
                continue  # a card's action without `from` is offered where the card is held
            if zone is None or p is None or zone in FORCE_ZONES:
                for seat in S[SEATS] if p is None else (p,):
                    raw.setdefault(WINDOW_SLOT[slot], []).append((seat, ACT_LIST[number], c))
        elif kind == "use" and p is not None:
            raw.setdefault(FORM_SLOT, []).append((p, number))


def settle(S: State, raw: dict[int, list[tuple[Any, ...]]], index: list[Any]) -> None:
    """Order what has been taken in, and put it into the index's slots."""
    for slot, rows in raw.items():
        if slot in HOOK_SLOTS:
            index[slot] = chains(S, slot, rows)
        elif slot in STATIC_MODIFIERS:
            rows = sorted([*rows, *STATIC_MODIFIERS[slot]], key=lambda r: r[:3])
            index[slot] = tuple([(fn, p, c) for _, _, _, fn, p, c in rows])
        else:
            by_seat: dict[int, tuple[Any, ...]] = {}
            for seat, *entry in rows:
                made = entry[0] if slot == FORM_SLOT else tuple(entry)
                by_seat[seat] = (*by_seat.get(seat, ()), made)
            index[slot] = by_seat


def chains(S: State, slot: int, rows: list[tuple[Any, ...]]) -> dict[int, Any]:
    """The hooks of one procedure by its first player; -1 stands for all others, or for any."""
    static = STATIC_ENTRIES.get(slot, [])
    if not HOOK_BY_SEAT[slot]:
        return {-1: chain([*rows, *static], 0, S)}
    found: dict[int, Any] = {}
    for p in S[SEATS]:
        here = [r for r in rows if not HOOK_ROWS[r[0]][5] or r[1] == p]
        if here:
            found[p] = chain([*here, *static], p, S)
    return found


def chain(rows: list[tuple[Any, ...]], first: int, S: State) -> Any:
    """Before, instead of, after: each in order of rank, `first`, the seats clockwise, place in the files."""
    if len(rows) > 1:
        n = len(S[SEATS])
        rows = sorted(
            rows,
            key=lambda r: (*HOOK_ROWS[r[0]][2:4], 0 if r[1] is None else (r[1] - first) % n, HOOK_ROWS[r[0]][4]),
        )
    return tuple(
        tuple(r for r in rows if HOOK_ROWS[r[0]][0] == when) for when in ("before", "instead of", "after")
    )
