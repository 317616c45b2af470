"""Cards from place to place, and who knows where they are.

A zone is a tuple of cards, its top first. A zone of a player is a hand or a row, and cards come in at its end; a
zone of the game is a pile, and cards come in on its top. A move makes a card known to all who see either end;
what players know beyond what the zones show is kept in the `KNOWN` slots.
"""

from __future__ import annotations

from typing import Any

from bangrules.errors import RuleError
from bangrules.kernel.machine import MOVE, SHOW, SHOW_FIELD
from bangrules.kernel.slots import ABILITY, EVENTS, FORMS, INDEX, KNOWN, LOC, SEATS, STEPS

State = list[Any]

# linked
SEEN: list[int] = []  # by slot: the seats that see the zone, as bits
IS_PILE: list[bool] = []
STRUCTURAL: list[bool] = []
PLAN: list[list[int]] = []  # from, to: whether a card is just put down, or there is more to it
ON_TOP, AT_END, MORE = 0, 1, 2
BYTE = [bytes((i,)) for i in range(256)]
ALL_SEATS = (1 << 8) - 1
FIELD_SLOT: list[int] = []  # by number of the field
HOLDER_OF: list[int | None] = []  # by slot: whose zone in force it is
DEF_OF: list[int] = []
SUIT_OF: list[int] = []
RANK_OF: list[int] = []
SORT_OF: list[str] = []


def plans(seen: list[int], pile: list[bool], structural: list[bool]) -> list[list[int]]:
    """The table `PLAN`: a move between zones that decide nothing and teach nobody anything is plain."""
    size = len(seen)
    table = []
    for a in range(size):
        row = []
        for b in range(size):
            plain = not (structural[a] or structural[b]) and (seen[b] == 255 or (not seen[a] and a != b))
            row.append(MORE if not plain else ON_TOP if pile[b] else AT_END)
        table.append(row)
    return table


def moved(S: State, c: int, source: int, to: int) -> None:
    """Linked: `index.moved`."""
    raise NotImplementedError


def s_suit(S: State, c: int) -> int:
    raise NotImplementedError


def s_rank(S: State, c: int) -> int:
    raise NotImplementedError


def move(
    S: State, cards: tuple[int, ...], to: int, bottom: bool = False, blind: bool = False, mover: int | None = None
) -> None:
    """Put cards into the zone at slot `to`. `blind`: in an order that nobody knows."""
    if len(cards) == 1:
        c = cards[0]
        loc = S[LOC]
        source = loc[c]
        held = S[source]
        if held[0] == c:
            S[source] = held[1:]
        else:
            i = held.index(c)
            S[source] = held[:i] + held[i + 1 :]
        plan = PLAN[source][to]
        if plan == ON_TOP and not bottom:
            S[to] = cards + S[to]
        elif plan == AT_END:
            S[to] = S[to] + cards
        else:
            S[to] = S[to] + cards if bottom or not IS_PILE[to] else cards + S[to]
            if STRUCTURAL[source] or STRUCTURAL[to]:
                S[LOC] = loc[:c] + BYTE[to] + loc[c + 1 :]
                moved(S, c, source, to)
            if SEEN[to] != ALL_SEATS and (SEEN[source] or blind or source == to):
                learn(S, cards, source, to, blind, mover)
        S[LOC] = loc[:c] + BYTE[to] + loc[c + 1 :]
        S[EVENTS].append((MOVE, cards, source, to))
        return
    if not cards:
        return
    S[STEPS] -= len(cards)
    loc = S[LOC]
    pile = IS_PILE[to]
    if len(set(cards)) != len(cards):
        raise RuleError("a card is moved twice at once")
    by_source: dict[int, list[int]] = {}
    for c in cards:
        by_source.setdefault(loc[c], []).append(c)
    new = bytearray(loc)
    for source, taken in by_source.items():
        gone = set(taken)
        S[source] = tuple([c for c in S[source] if c not in gone])
        for c in taken:
            new[c] = to
        if STRUCTURAL[source] or STRUCTURAL[to]:
            S[INDEX] = None
    S[LOC] = bytes(new)
    S[to] = S[to] + cards if bottom or not pile else cards + S[to]
    for source, taken in by_source.items():
        if SEEN[to] != ALL_SEATS and (SEEN[source] or blind or source == to):
            learn(S, tuple(taken), source, to, blind, mover)
        S[EVENTS].append((MOVE, tuple(taken), source, to))


def learn(S: State, cards: tuple[int, ...], source: int, to: int, blind: bool, mover: int | None) -> None:
    """What each seat knows of cards moved into a zone that not all see, and of what they left behind.

    Cards from a hidden pile teach nobody anything, so this is not called for them. What was known of a card
    that lies open now stays: it is known again when it is hidden again.
    """
    bits = 0
    for c in cards:
        bits |= 1 << c
    old = S[KNOWN]
    masks = list(old) if old is not None else [0] * len(S[SEATS])
    saw, sees = SEEN[source], SEEN[to]
    left = 0
    if not IS_PILE[source]:
        for c in S[source]:
            left |= 1 << c
    for v in range(len(masks)):
        if blind:
            masks[v] &= ~bits
        elif source == to and mover != v and not sees >> v & 1:
            masks[v] &= ~(bits | zone_bits(S, to))
        elif saw >> v & 1:
            masks[v] |= bits
        elif not sees >> v & 1 and masks[v] and not IS_PILE[source]:
            masks[v] &= ~(bits | left)  # an unseen card left a hand: which one is not known
    S[KNOWN] = tuple(masks) if any(masks) else None


def zone_bits(S: State, zone: int) -> int:
    bits = 0
    for c in S[zone]:
        bits |= 1 << c
    return bits


def show(S: State, cards: tuple[int, ...], players: tuple[int, ...]) -> None:
    """Let players see cards where they lie."""
    if not cards:
        return
    bits, who = 0, 0
    for c in cards:
        bits |= 1 << c
    old = S[KNOWN]
    masks = list(old) if old is not None else [0] * len(S[SEATS])
    for p in players:
        masks[p] |= bits
        who |= 1 << p
    S[KNOWN] = tuple(masks)
    S[EVENTS].append((SHOW, cards, who))


def show_field(S: State, field: int, slot: int, owner: int, players: tuple[int, ...]) -> None:
    """Let players know a secret field of `owner`; shown to all seats it is open."""
    mask = S[slot + owner]
    for p in players:
        mask |= 1 << p
    if len(players) == len(S[SEATS]):
        mask = ALL_SEATS
    S[slot + owner] = mask
    S[EVENTS].append((SHOW_FIELD, field, owner, mask, S[FIELD_SLOT[field] + owner]))


def set_card_field(S: State, slot: int, c: int, value: Any) -> None:
    """Change a field of a card."""
    old = S[slot]
    S[slot] = old[:c] + (value,) + old[c + 1 :]


def kind_of(S: State, c: int) -> int:
    """The definition a card counts as: the one it is used as just now, else its own."""
    for card, form in S[FORMS]:
        if card == c:
            return form  # type: ignore[no-any-return]
    return DEF_OF[c]


def source_kind(S: State, x: int) -> int:
    """The definition of a source."""
    return kind_of(S, x) if x < ABILITY else x - ABILITY >> 4


def holder_of(S: State, x: int) -> int | None:
    """Who has a source's card in front, if it is a card and anyone has."""
    return HOLDER_OF[S[LOC][x]] if x < ABILITY else None


def owner_of(S: State, x: int) -> int:
    """Whose ability a source is."""
    if x >= ABILITY:
        return x & 15
    holder = HOLDER_OF[S[LOC][x]]
    if holder is None:
        raise RuleError("`owner` is asked of a card that nobody has in front")
    return holder


def face_of(S: State, c: int) -> int:
    """Where a card's face stands in a pattern, its suit and rank as they count now."""
    return 16 * s_suit(S, c) + s_rank(S, c)
