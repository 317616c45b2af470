"""The index: which hooks, modifiers and actions are at work, made anew when what decides it has changed.

Its slots: for each stat that abilities modify a chain of modifiers or None; for each remembered stat a
dictionary of answers; for each hooked procedure the chains of hooks by seat, or None; for each window the
actions of abilities and of cards in force by seat, or None; and the cards that may be used as others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bangrules.kernel.slots import ABILITY, INDEX, MAX_SEATS, SEATS

State = list[Any]
Row = tuple[int, Any, Any]  # the number of a hook, modifier, action or use; its player; its card

MOST_SETTLED = 20_000
ANYWHERE = -1  # what a figure does it does wherever it is in force

# linked
INDEX_SIZE = 0
MEMO: tuple[tuple[int, Any], ...] = ()  # slots of remembered stats, and what stands there for no answer
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
CHAIN_FORM: dict[int, tuple[str, tuple[int, ...]]] = {}
STATIC_MODIFIERS: dict[int, list[tuple[Any, ...]]] = {}
STATIC_ENTRIES: dict[int, list[tuple[Any, ...]]] = {}
ACT_FROM: list[int | None] = []
ACT_WINDOWS: list[tuple[int, ...]] = []
ACT_LIST: list[Any] = []
WINDOW_SLOT: list[int] = []
FORM_SLOT = 0
HOOK_BY_SEAT: dict[int, bool] = {}
HOOK_SLOTS: frozenset[int] = frozenset()
IN_FORCE_SLOT: int | None = None
RAW_SLOT = 0  # what every slot was made of
ALWAYS: frozenset[int] = frozenset()  # definitions that no rule of a pack puts out of force
DECIDING: frozenset[int] = frozenset()  # definitions with abilities that decide what is in force
UNSETTLING: frozenset[int] = frozenset()  # definitions whose moves may decide what is in force
WORKING: list[bool] = []  # by slot of the state: a zone in force
PLAYER_OF: list[int | None] = []  # by slot of the state: whose zone it is
ZONE_BASE: list[int] = []
MEMO_BY_STATE: dict[int, tuple[tuple[int, Any], ...]] = {}
MEMO_BY_CHAIN: dict[int, tuple[tuple[int, Any], ...]] = {}
PROVISOS: tuple[tuple[int, Any], ...] = ()  # rules for some tables: their number, and whether for this one
SOURCE_ROWS: dict[Any, tuple[tuple[int, Row], ...]] = {}
SETTLED: dict[Any, Any] = {}
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
    forget(index, MEMO)
    return index


def forget(index: list[Any], slots: tuple[tuple[int, Any], ...]) -> None:
    """Drop the answers of remembered stats: put back what stands for none, which all share."""
    for slot, nothing in slots:
        index[slot] = nothing


def reindex(S: State) -> list[Any]:
    """Make the index of the state and put it there."""
    S[INDEX] = index = blank()
    present = sources(S)
    raw: dict[int, tuple[Row, ...]] = {}
    for number, holds in PROVISOS:
        if holds(S):
            add(raw, (number, None, None, number))
    if not IN_FORCE:
        for source in present:
            add(raw, source)
    elif not DECIDING or (IN_FORCE_SLOT not in raw and DECIDING.isdisjoint([s[0] for s in present])):
        for source in present:
            if source[0] in ALWAYS or s_in_force(S, source[3]):
                add(raw, source)
    else:
        # what decides whether a thing is in force comes before it: events, then characters, then cards
        for slot, rows in raw.items():
            index[slot] = settle(S, slot, rows)
        for stage in STAGES:
            working = [s for s in present if SORT_OF[s[0]] in stage and s_in_force(S, s[3])]
            for source in working:
                add(raw, source)
            if working and stage != STAGES[-1]:
                for slot, rows in raw.items():
                    index[slot] = settle(S, slot, rows)
    index = blank()
    for slot, rows in raw.items():
        index[slot] = settle(S, slot, rows)
    index[RAW_SLOT] = raw
    S[INDEX] = index
    return index


def moved(S: State, c: int, source: int, to: int) -> None:
    """Bring the index up to date after a card has moved from or to a zone in force.

    Where nothing but the rules of packs decides what is in force, only what the card contributes changes.
    """
    old = S[INDEX]
    if old is None:
        return
    raw = old[RAW_SLOT]
    d = DEF_OF[c]
    if d in UNSETTLING or IN_FORCE_SLOT in raw:
        S[INDEX] = None
        return
    S[INDEX] = index = old[:]
    forget(index, MEMO_BY_STATE.get(ZONE_BASE[source], ()))
    if ZONE_BASE[to] != ZONE_BASE[source]:
        forget(index, MEMO_BY_STATE.get(ZONE_BASE[to], ()))
    if d not in CONTRIBUTIONS:
        return
    index[RAW_SLOT] = raw = raw.copy()
    changed = []
    if WORKING[source]:
        for slot, row in source_rows((d, PLAYER_OF[source], c, c)):
            rows = raw.get(slot)
            if rows is not None and row in rows:
                changed.append(slot)
                if len(rows) > 1:
                    raw[slot] = tuple([r for r in rows if r != row])
                else:
                    del raw[slot]
    if WORKING[to] and (d in ALWAYS or s_in_force(S, c)):
        player = PLAYER_OF[to]
        for slot, row in source_rows((d, player, c, c)):
            raw[slot] = (*raw.get(slot, ()), row) if player is not None else (row, *raw.get(slot, ()))
            changed.append(slot)
    for slot in changed:
        index[slot] = settle(S, slot, raw[slot]) if slot in raw else None
        if slot in MEMO_BY_CHAIN:
            forget(index, MEMO_BY_CHAIN[slot])


def add(raw: dict[int, tuple[Row, ...]], source: tuple[int, int | None, int | None, int]) -> None:
    """Take in what one source contributes."""
    for slot, row in source_rows(source):
        raw[slot] = (*raw.get(slot, ()), row)


def source_rows(source: tuple[int, int | None, int | None, int]) -> tuple[tuple[int, Row], ...]:
    """What a source contributes, worked out once."""
    rows = SOURCE_ROWS.get(source)
    if rows is None:
        rows = SOURCE_ROWS[source] = rows_of(source)
    return rows


def rows_of(source: tuple[int, int | None, int | None, int]) -> tuple[tuple[int, Row], ...]:
    """What a source contributes: index slots, each with a row."""
    d, p, c, _ = source
    found: list[tuple[int, Row]] = []
    for kind, slot, number in CONTRIBUTIONS[d]:
        if kind == "hook" or kind == "stat":
            found.append((slot, (number, p, c)))
        elif kind == "act":
            # a card's action without `from`, or from another zone, is offered where the card is held
            zone = ACT_FROM[number]
            if zone == ANYWHERE or zone in FORCE_ZONES if c is not None and p is not None else True:
                found += [(WINDOW_SLOT[w], (number, p, c)) for w in ACT_WINDOWS[number]]
        elif p is not None:
            found.append((FORM_SLOT, (number, p, c)))
    return tuple(found)


def settle(S: State, slot: int, rows: tuple[Row, ...]) -> Any:
    """The value of one slot, remembered for what has been taken in."""
    key = (slot, len(S[SEATS]), rows)
    made = SETTLED.get(key)
    if made is None:
        if len(SETTLED) > MOST_SETTLED:
            SETTLED.clear()
        made = SETTLED[key] = settled(S, slot, rows)
    return made


def settled(S: State, slot: int, rows: tuple[Row, ...]) -> Any:
    """The value of one slot for what has been taken in."""
    if slot in HOOK_SLOTS:
        return chains(S, slot, rows)
    if slot in STATIC_MODIFIERS:
        form, keys = CHAIN_FORM[slot]
        if form == "add":
            return tuple(
                tuple([sum([MODIFIER_ROWS[n][6] for n, q, _ in rows if q == p and MODIFIER_ROWS[n][5] == k])
                       for p in range(MAX_SEATS)])
                for k in keys
            )  # fmt: skip
        if form == "seat":
            return tuple([modifiers(slot, here) if (here := [r for r in rows if r[1] == p]) else None
                          for p in range(MAX_SEATS)])  # fmt: skip
        return modifiers(slot, rows)
    by_seat: dict[int, tuple[Any, ...]] = {}
    for n, p, c in rows:
        made: Any = n if slot == FORM_SLOT else (ACT_LIST[n], c)
        for seat in S[SEATS] if p is None else (p,):
            by_seat[seat] = (*by_seat.get(seat, ()), made)
    return by_seat


def modifiers(slot: int, rows: Any) -> tuple[Any, ...]:
    """A chain of modifiers in the order in which they apply, those of the rules among them."""
    ranked = [(*MODIFIER_ROWS[n][1:4], MODIFIER_CODE[n], p, c) for n, p, c in rows]
    ranked = sorted([*ranked, *STATIC_MODIFIERS[slot]], key=lambda r: (*r[:3], r[4] or 0, r[5] or 0))
    return tuple([(fn, p, c) for _, _, _, fn, p, c in ranked])


def chains(S: State, slot: int, rows: tuple[Row, ...]) -> dict[int, Any]:
    """The hooks of one procedure by its first player; -1 stands for all others, or for any."""
    static = STATIC_ENTRIES.get(slot, [])
    if not HOOK_BY_SEAT[slot] or (len(rows) == 1 and not HOOK_ROWS[rows[0][0]][5]):
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
            key=lambda r: (
                *HOOK_ROWS[r[0]][2:4],
                0 if r[1] is None else (r[1] - first) % n,
                HOOK_ROWS[r[0]][4],
            ),
        )
    return parted(rows, HOOK_ROWS)


def parted(rows: Sequence[tuple[Any, ...]], hooks: list[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    """Hooks in order, parted by when they run: before, instead of, after."""
    return tuple(
        tuple(r for r in rows if hooks[r[0]][0] == when) for when in ("before", "instead of", "after")
    )
