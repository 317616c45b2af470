"""What the slots of the index hold: put together of the rows of what is at work, widened or narrowed by one.

What a source contributes are rows: a hook, a modifier, an action or a use, whose it is, and with which card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bangrules.kernel.slots import MAX_SEATS, OPTIONS, SEATS

State = list[Any]
Row = tuple[int, Any, Any]  # the number of a hook, modifier, action or use; its player; its card
Rows = tuple[tuple[int, Row, Any], ...]  # index slots, each with a row and what the slot is with it alone

MOST_SETTLED = 4_000
ANYWHERE = -1  # what a figure does it does wherever it is in force

# linked
CONTRIBUTIONS: dict[int, list[tuple[str, int, int]]] = {}
OF_SOMEBODY: dict[str, frozenset[int]] = {}  # hooks and modifiers that speak of the player whose they are
HOOK_ROWS: list[tuple[Any, ...]] = []
MODIFIER_ROWS: list[tuple[Any, ...]] = []
MODIFIER_CODE: list[Any] = []
SUM_KEYS: dict[int, tuple[int, ...]] = {}  # by slot: for which parameters there are sums
STATIC_MODIFIERS: dict[int, list[tuple[Any, ...]]] = {}
STATIC_ENTRIES: dict[int, list[tuple[Any, ...]]] = {}
ACT_FROM: list[int | None] = []
ACT_WINDOWS: list[tuple[int, ...]] = []
ACT_LIST: list[Any] = []
WINDOW_SLOT: list[int] = []
FORM_SLOT = 0
HOOK_BY_SEAT: dict[int, bool] = {}
KIND: list[str] = []  # by slot: `sums`, `seats`, `chains` by seat, `lists` by seat, or `all` in one chain
HOOK_AWAKE: dict[int, Any] = {}  # hooks that some options silence: whether options leave them
SETTLED: dict[Any, Any] = {}


def put_in(S: State, index: list[Any], raw: dict[int, tuple[Row, ...]], rows: Rows) -> list[int]:
    """Put what a source contributes into an index that is being made, the last of all.

    The lists that have grown: the order of a list is that in which all is gone through.
    """
    grown = []
    for slot, row, alone in rows:
        here = raw.get(slot)
        if here is None:
            raw[slot] = (row,)
            index[slot] = alone
        else:
            raw[slot] = here = (*here, row)
            index[slot] = widened(S, slot, here, index[slot], row, alone)
            if KIND[slot] == "lists":
                grown.append(slot)
    return grown


def take_out(S: State, index: list[Any], raw: dict[int, tuple[Row, ...]], rows: Rows) -> None:
    """Take what a source contributes out of an index that is being made."""
    for slot, row, alone in rows:
        here = raw[slot]
        if len(here) == 1:
            del raw[slot]
            index[slot] = None
        else:
            i = here.index(row)
            raw[slot] = here = here[:i] + here[i + 1 :]
            index[slot] = narrowed(S, slot, here, index[slot], row, alone)


def widened(S: State, slot: int, rows: tuple[Row, ...], old: Any, row: Row, alone: Any) -> Any:
    """The value of a slot to which one more row has come.

    What concerns one player leaves that of the others as it is; where that player has more, it is made anew.
    """
    kind, p = KIND[slot], row[1]
    if kind == "lists":
        made = old.copy()
        for q, more in alone.items():
            made[q] = made[q] + more if q in made else more
        return made
    if kind == "sums":
        return changed(slot, old, row, 1)
    if p is not None:
        if kind == "seats":
            if old[p] is None:
                return (*old[:p], alone[p], *old[p + 1 :])
        elif kind == "chains" and p in alone and p not in old and -1 not in old:
            return {**old, p: alone[p]}
    return settle(S, slot, rows)


def narrowed(S: State, slot: int, rows: tuple[Row, ...], old: Any, row: Row, alone: Any) -> Any:
    """The value of a slot from which a row has gone, and which has others left."""
    kind, p = KIND[slot], row[1]
    if kind == "lists":
        made = old.copy()
        for q, (gone, *_) in alone.items():
            here = made.pop(q)
            if len(here) > 1:
                i = here.index(gone)
                made[q] = here[:i] + here[i + 1 :]
        return made
    if kind == "sums":
        return changed(slot, old, row, -1)
    if p is not None:
        if kind == "seats":
            if old[p] == alone[p]:
                return (*old[:p], None, *old[p + 1 :])
        elif kind == "chains" and p in alone and old.get(p) == alone[p]:
            return {q: chain for q, chain in old.items() if q != p}
    return settle(S, slot, rows)


def changed(slot: int, old: Any, row: Row, times: int) -> Any:
    """Sums by seat to which a modifier adds, or from which it takes away."""
    n, p, _ = row
    if p is None:
        return old
    _, _, _, _, _, key, amount = MODIFIER_ROWS[n]
    i = SUM_KEYS[slot].index(key)
    sums = old[i]
    return (*old[:i], (*sums[:p], sums[p] + times * amount, *sums[p + 1 :]), *old[i + 1 :])


def collect(raw: dict[int, tuple[Row, ...]], rows: Rows) -> None:
    """Take in what a source contributes."""
    for slot, row, _ in rows:
        here = raw.get(slot)
        raw[slot] = (row,) if here is None else (*here, row)


def rows_of(d: int, p: int | None, c: int | None, at: int | None, options: tuple[Any, ...]) -> Rows:
    """What a source contributes, a card where it lies."""
    found: list[tuple[int, Row]] = []
    for kind, slot, number in CONTRIBUTIONS[d]:
        if p is None and number in OF_SOMEBODY.get(kind, ()):
            continue  # nobody has a card in a pile
        if kind == "hook":
            awake = HOOK_AWAKE.get(number)
            if awake is None or awake({OPTIONS: options}):
                found.append((slot, (number, p, c)))
        elif kind == "stat":
            found.append((slot, (number, p, c)))
        elif kind == "act":
            # a card's action without `from`, or from another zone, is offered where the card is held
            zone = ACT_FROM[number]
            here = (ANYWHERE, None, at) if p is None or at is None else (ANYWHERE, at - p)
            if c is None or zone in here:
                found += [(WINDOW_SLOT[w], (number, p, c)) for w in ACT_WINDOWS[number]]
        elif p is not None:
            found.append((FORM_SLOT, (number, p, c)))
    return tuple([(slot, row, settled(slot, (row,), MAX_SEATS)) for slot, row in found])


def settle(S: State, slot: int, rows: tuple[Row, ...]) -> Any:
    """The value of one slot, remembered for what has been taken in."""
    seats = len(S[SEATS])
    key = (slot, seats, rows)
    made = SETTLED.get(key)
    if made is None:
        if len(SETTLED) > MOST_SETTLED:
            SETTLED.clear()
        made = SETTLED[key] = settled(slot, rows, seats)
    return made


def settled(slot: int, rows: tuple[Row, ...], seats: int) -> Any:
    """The value of one slot for what has been taken in at a table of so many."""
    kind = KIND[slot]
    if kind == "chains":
        return chains(slot, rows, seats)
    if kind == "sums":
        return tuple([
            tuple([sum([MODIFIER_ROWS[n][6] for n, q, _ in rows if q == p and MODIFIER_ROWS[n][5] == k])
                   for p in range(MAX_SEATS)])
            for k in SUM_KEYS[slot]
        ])  # fmt: skip
    if kind == "seats":
        return tuple([modifiers(slot, here) if (here := [r for r in rows if r[1] == p]) else None
                      for p in range(MAX_SEATS)])  # fmt: skip
    if kind == "all":
        return modifiers(slot, rows)
    ((n, p, c),) = rows  # lists grow and shrink row by row
    made: Any = n if slot == FORM_SLOT else (ACT_LIST[n], c)
    return dict.fromkeys(range(seats) if p is None else (p,), (made,))


def modifiers(slot: int, rows: Any) -> tuple[Any, ...]:
    """A chain of modifiers in the order in which they apply, those of the rules among them."""
    ranked = [(*MODIFIER_ROWS[n][1:4], MODIFIER_CODE[n], p, c) for n, p, c in rows]
    ranked = sorted([*ranked, *STATIC_MODIFIERS[slot]], key=lambda r: (*r[:3], r[4] or 0, r[5] or 0))
    return tuple([(fn, p, c) for _, _, _, fn, p, c in ranked])


def chains(slot: int, rows: tuple[Row, ...], seats: int) -> dict[int, Any]:
    """The hooks of one procedure by its first player; -1 stands for all others, or for any."""
    static = STATIC_ENTRIES.get(slot, [])
    if not HOOK_BY_SEAT[slot] or (len(rows) == 1 and not HOOK_ROWS[rows[0][0]][5]):
        return {-1: chain([*rows, *static], 0, seats)}
    found: dict[int, Any] = {}
    for p in range(seats):
        here = [r for r in rows if not HOOK_ROWS[r[0]][5] or r[1] == p]
        if here:
            found[p] = chain([*here, *static], p, seats)
    return found


def chain(rows: list[tuple[Any, ...]], first: int, seats: int) -> Any:
    """Before, instead of, after: each in order of rank, `first`, seats clockwise, place in files, card."""
    if len(rows) > 1:
        rows = sorted(
            rows,
            key=lambda r: (
                *HOOK_ROWS[r[0]][2:4],
                0 if r[1] is None else (r[1] - first) % seats,
                HOOK_ROWS[r[0]][4],
                r[2] or 0,
            ),
        )
    return parted(rows, HOOK_ROWS)


def parted(rows: Sequence[tuple[Any, ...]], hooks: list[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    """Hooks in order, parted by when they run: before, instead of, after."""
    return tuple(
        [tuple([r for r in rows if hooks[r[0]][0] == when]) for when in ("before", "instead of", "after")]
    )


def concerned(chain: Any, codes: tuple[Any, ...], *players: int | None) -> bool:
    """Whether any of these modifiers is at work for one of the players."""
    return any(fn in codes and p in players for fn, p, _ in chain)
