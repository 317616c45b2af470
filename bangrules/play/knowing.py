"""Which cards and secret fields a seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bangrules.kernel import slots as k
from bangrules.kernel.machine import (
    SEG_ACT,
    SEG_AFTER,
    SEG_BEFORE,
    SEG_CORE,
    SEG_EACH,
)
from bangrules.play.naming import sort_of

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["held_openly", "known_cards", "knows_field", "show_open"]

State = list[Any]


def known_cards(rules: Rules, S: State, viewer: int) -> set[int]:
    """The cards whose place a seat knows: it sees them, was shown them or may choose them, or all know."""
    sees = rules.ns["SEEN"]
    known: set[int] = set()
    for _, base, of_player, *_ in rules.tables["zones"]:
        for p in range(len(S[k.SEATS]) if of_player else 1):
            if sees[base + p] >> viewer & 1:
                known.update(S[base + p])
    if S[k.KNOWN] is not None:
        mask = S[k.KNOWN][viewer]
        known.update(c.index for c in rules.cards if mask >> c.index & 1)
    waits = S[k.DECISION]
    if waits is not None and waits[0] == k.CHOOSE and waits[1] == viewer:
        known.update(x for x in waits[3] if x is not None and sort_of(waits[2], x) == "card")
    known.update(announced(rules, S))
    return known


def announced(rules: Rules, S: State) -> set[int]:
    """The cards of actions under way: everyone has heard which they are, wherever they lie."""
    t = rules.tables
    found: set[Any] = {card for card, _ in S[k.FORMS]}
    numbers = [row[0] for row in t["procedures"]]
    act, affect = numbers.index("act"), numbers.index("affect")
    rest = S[k.STACK]
    while rest is not None:
        frame, rest = rest
        seg = frame[0]
        if seg == SEG_ACT:
            found.update((frame[7], frame[9]))
        elif seg == SEG_EACH:
            found.update(frame[4])
        elif seg in (SEG_BEFORE, SEG_CORE, SEG_AFTER) and frame[1] == act:
            found.update((frame[2][1], frame[2][6]))
        elif seg in (SEG_BEFORE, SEG_CORE, SEG_AFTER) and frame[1] == affect:
            found.update((frame[2][0], frame[2][4]))
        elif seg >= t["first_segment"]:
            live = t["segments"][seg - t["first_segment"]][2]
            found.update(
                x for (name, _), x in zip(live, frame[1:], strict=True) if name in ("this", "target")
            )
    return {c for c in found if c is not None and k.FIRST_CARD <= c < k.ABILITY}


def show_open(rules: Rules, S: State) -> None:
    """Let everyone know who has an open role, as whoever gets one in play lets them."""
    for row in rules.tables["fields"]:
        base, shown = row[1], row[7]
        if shown is not None:
            S[shown] = tuple(
                [rules.ns["ALL_SEATS"] if held_openly(rules, row, value) else mask
                 for value, mask in zip(S[base], S[shown], strict=True)]
            )  # fmt: skip


def held_openly(rules: Rules, row: Any, value: Any) -> bool:
    """Whether a value of a field is an open role; `row` is the field's in the tables."""
    return row[2].rstrip("?") in ("role", "ability") and value in rules.tables["open"]


def knows_field(row: Any, S: State, viewer: int, owner: int) -> bool:
    """Whether a seat knows a field of a player; `row` is the field's in the tables."""
    shown = row[7]
    return shown is None or bool(S[shown][owner] >> viewer & 1)
