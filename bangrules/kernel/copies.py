"""Equal copies of a card: an action with one is an action with any, while nothing tells them apart."""

from __future__ import annotations

from typing import Any

from bangrules.kernel.actions import Action
from bangrules.kernel.machine import State, reindex
from bangrules.kernel.slots import FORMS, INDEX

# linked
ACTS: list[Any] = []
COPIES_OF: dict[int, tuple[int, ...]] = {}  # of each card that has equal copies, all of them in order
CARD_FIELDS: tuple[int, ...] = ()  # slots of what everyone knows of each card
FORCE_ZONES: tuple[int, ...] = ()
WINDOW_SLOT: list[int] = []
FORM_SLOT = 0
USE_MATCH: list[Any] = []
USE_FORM: list[int] = []
LINE_OF: list[frozenset[int]] = []
DEF_OF: list[int] = []
ALLOWED = False
SEEN: list[int] = []
ALL_SEATS = 0


def new_action(n: int, p: int, c: int | None, form: int | None, t: int | None, apart: bool = False) -> Action:
    """Linked by the rules: the one object for an action, `apart` with this very copy."""
    raise NotImplementedError


def place_of(S: State, c: int) -> int:
    """A vocabulary's: the slot of the zone in which a card lies."""
    raise NotImplementedError


def s_allowed(S: State, p: int, c: int, w: int) -> bool:
    raise NotImplementedError


def marks(S: State, c: int) -> list[Any]:
    """What tells a card that all can see from equal copies in the same place."""
    return [S[slot][c] for slot in CARD_FIELDS] if CARD_FIELDS and SEEN[place_of(S, c)] == ALL_SEATS else []


# ---- listing


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
            alike = [x for x, mark in zip(equal, by_copy, strict=True) if mark == marks(S, c)]
            for a in some:
                if not any(new_action(a.n, p, x, form, a.target, True) in out for x in alike):
                    out.append(new_action(a.n, p, c, form, a.target, True))
        else:
            out += [a for a in some if a not in out]


# ---- the card that is meant


def real_card(S: State, p: int, a: Action, w: int) -> int:
    """The copy with which a player's action is done: the one it names, or the first of all that offer it."""
    assert a.card is not None
    if a.value is not None:
        return a.card
    held = [x for x in lying(S, p, a, w) if x in COPIES_OF[a.card]]
    if len(held) > 1:
        held = [x for x in held if offers(S, p, a, w, x)]
    return held[0] if held else a.card


def may_mean(S: State, p: int, a: Action, w: int, c: int) -> bool:
    """Whether an action with a copy of a card may as well be done with this one."""
    if a.card not in COPIES_OF[c] or c not in lying(S, p, a, w) or not offers(S, p, a, w, c):
        return False
    return a.value is None or marks(S, a.card) == marks(S, c)


def lying(S: State, p: int, a: Action, w: int) -> Any:
    """The cards where a card is with which an action is done: those at work, in a zone in force."""
    zone = ACTS[a.n]["from"]
    if a.form is not None or (zone is not None and zone not in FORCE_ZONES):
        return S[zone + p]
    rows = ((S[INDEX] or reindex(S))[WINDOW_SLOT[w]] or {}).get(p, ())
    return [x for en, x in rows if en is ACTS[a.n]["list"]]


def offers(S: State, p: int, a: Action, w: int, c: int) -> bool:
    """Whether a copy of a card, lying where it should, offers an action."""
    info, form = ACTS[a.n], a.form
    loose = info["from"] is not None and info["from"] not in FORCE_ZONES
    out: list[Action] = []
    before = S[FORMS]
    if form is not None:
        uses = ((S[INDEX] or reindex(S))[FORM_SLOT] or {}).get(p, ())
        if form in LINE_OF[DEF_OF[c]] or not any(USE_FORM[u] == form and USE_MATCH[u](S, p, c) for u in uses):
            return False
        S[FORMS] = ((c, form), *before)
    try:
        if not (loose and ALLOWED) or s_allowed(S, p, c, w):
            info["list"](S, p, c, form, out)
    finally:
        S[FORMS] = before
    return any((b.n, b.target) == (a.n, a.target) for b in out)


# ---- choices


def told_apart(S: State, cards: list[int]) -> dict[int, int]:
    """For cards to choose among which are equal copies told apart: the first of those that are alike.

    They are told apart by where they lie, and by their marks.
    """
    kinds: dict[int, dict[Any, list[int]]] = {}
    for c in cards:
        if c in COPIES_OF:
            groups = kinds.setdefault(COPIES_OF[c][0], {})
            groups.setdefault((place_of(S, c), *marks(S, c)), []).append(c)
    return {
        c: alike[0]
        for groups in kinds.values()
        if len(groups) > 1
        for alike in groups.values()
        for c in alike
    }
