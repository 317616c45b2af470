"""Cards from place to place, and who knows where they are.

A zone is a tuple of cards, its top first. A zone of a player is a hand or a row, and cards come in at its
end; a zone of the game is a pile, and cards come in on its top. A move makes a card known to all who see
either end; what players know beyond what the zones show is kept in the `KNOWN` slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import filterfalse
from typing import Any

from bangrules.errors import RuleError
from bangrules.kernel.machine import MOVE, SHOW, SHOW_FIELD
from bangrules.kernel.slots import ABILITY, EVENTS, FORMS, KNOWN, LIMBO, SEATS, STEPS

State = list[Any]

# linked
BIT: Any = None  # the function that gives a card's bit
SEEN: list[int] = []  # by slot: the seats that see the zone, as bits
IS_PILE: list[bool] = []
STRUCTURAL: list[bool] = []
PLAN: list[list[bool]] = []  # from, to: whether there is more to a move than putting a card down
PLACES: list[tuple[int, ...]] = []  # by number of seats: the slots of all zones, players' first
WHERE: dict[int, int] = {}  # by card: where it was last put in any game, and is looked for first
NOBODY = [(0,) * n for n in range(9)]
ALL_SEATS = (1 << 8) - 1
FIELD_SLOT: list[int] = []  # by number of the field
HOLDER_OF: list[int | None] = []  # by slot: whose zone in force it is
DEF_OF: list[int] = []
SUIT_OF: list[int] = []
RANK_OF: list[int] = []
SORT_OF: list[str] = []


def plans(seen: list[int], structural: list[bool]) -> list[list[bool]]:
    """The table `PLAN`: a move between zones that decide nothing and teach nobody anything is plain."""
    slots = range(len(seen))
    return [
        [
            bool(structural[a] or structural[b] or not (seen[b] == 255 or (not seen[a] and a != b)))
            for b in slots
        ]
        for a in slots
    ]


def moved(S: State, c: int, source: int, to: int) -> None:
    """Linked: `index.moved`."""
    raise NotImplementedError


def s_suit(S: State, c: int) -> int:
    raise NotImplementedError


def s_rank(S: State, c: int) -> int:
    raise NotImplementedError


def place_of(S: State, c: int) -> int:
    """The slot of the zone in which a card lies."""
    slot = WHERE[c]
    if c in S[slot]:
        return slot
    for slot in PLACES[len(S[SEATS])]:
        if c in S[slot]:
            WHERE[c] = slot
            return slot
    raise RuleError("a card lies nowhere")


def put(S: State, c: int, source: int, to: int) -> None:
    """Put a card from one zone on a pile that all see, where neither zone decides anything."""
    held = S[source]
    if held[0] == c:
        S[source] = held[1:]
    else:
        i = held.index(c)
        S[source] = held[:i] + held[i + 1 :]
    cards = (c,)
    S[to] = cards + S[to]
    S[EVENTS].append((MOVE, cards, source, to))


def move_one(
    S: State,
    c: int,
    source: int,
    to: int,
    bottom: bool = False,
    blind: bool = False,
    mover: int | None = None,
) -> None:
    """Put a card from the zone at slot `source` into the one at `to`."""
    held = S[source]
    if held[0] == c:
        S[source] = held[1:]
    else:
        i = held.index(c)
        S[source] = held[:i] + held[i + 1 :]
    cards = (c,)
    S[EVENTS].append((MOVE, cards, source, to))
    WHERE[c] = to
    S[to] = S[to] + cards if bottom or not IS_PILE[to] else cards + S[to]
    if PLAN[source][to]:
        if STRUCTURAL[source] or STRUCTURAL[to]:
            moved(S, c, source, to)
        if SEEN[to] != ALL_SEATS and (SEEN[source] or blind or source == to):
            learn(S, cards, source, to, blind, mover)


def move(
    S: State,
    cards: tuple[int, ...],
    to: int,
    bottom: bool = False,
    blind: bool = False,
    mover: int | None = None,
    source: int | None = None,
) -> None:
    """Put cards into the zone at slot `to`, all of them from `source` if that is given.

    `blind`: in an order that nobody knows.
    """
    if not cards:
        return
    if source is None:
        source = place_of(S, cards[0])
    if len(cards) == 1:
        move_one(S, cards[0], source, to, bottom, blind, mover)
        return
    S[STEPS] -= len(cards)
    by_source: dict[int, Sequence[int]]
    if len(cards) == len(S[source]) and set(cards) == set(S[source]):
        # a whole zone, as when a pile is shuffled into another
        by_source = {source: cards}
        S[source] = ()
    else:
        by_source = taken_by_source(S, cards, source)
        WHERE.update(dict.fromkeys(cards, to))
    S[to] = S[to] + cards if bottom or not IS_PILE[to] else cards + S[to]
    if STRUCTURAL[to] or any(STRUCTURAL[source] for source in by_source):
        left = {c: source for source, taken in by_source.items() for c in taken}
        for c in cards:  # in the order in which they lie now
            if STRUCTURAL[left[c]] or STRUCTURAL[to]:
                moved(S, c, left[c], to)
    for source, taken in by_source.items():
        if SEEN[to] != ALL_SEATS and (SEEN[source] or blind or source == to):
            learn(S, tuple(taken), source, to, blind, mover)
        S[EVENTS].append((MOVE, tuple(taken), source, to))


def taken_by_source(S: State, cards: tuple[int, ...], source: int) -> dict[int, Sequence[int]]:
    """Take cards out of where they lie; what was taken from each zone."""
    gone = set(cards)
    if len(gone) != len(cards):
        raise RuleError("a card is moved twice at once")
    by_source: dict[int, list[int]] = {}
    if gone.issubset(S[source]):
        by_source[source] = list(cards)
    else:
        for c in cards:
            if c not in S[source]:
                source = place_of(S, c)
            by_source.setdefault(source, []).append(c)
    for source in by_source:
        S[source] = (*filterfalse(gone.__contains__, S[source]),)
    return dict(by_source)


def learn(S: State, cards: tuple[int, ...], source: int, to: int, blind: bool, mover: int | None) -> None:
    """What each seat knows of cards moved into a zone that not all see, and of what they left behind.

    Cards from a hidden pile teach nobody anything, so this is not called for them. What was known of a card
    that lies open now stays: it is known again when it is hidden again.
    """
    old = S[KNOWN]
    saw, sees = SEEN[source], SEEN[to]
    if old is None:
        if not saw & ~sees & (1 << len(S[SEATS])) - 1 or blind:
            return
        old = NOBODY[len(S[SEATS])]
    if not any(old) and (blind or source == to):
        return
    bits = bits_of(cards)
    if blind:
        S[KNOWN] = tuple([mask & ~bits for mask in old])
    elif saw == ALL_SEATS:
        S[KNOWN] = (*map(bits.__or__, old),)
    elif source == to:
        if all(v == mover or not mask for v, mask in enumerate(old)):
            return
        gone = bits_of(S[to])
        S[KNOWN] = tuple(
            [mask if v == mover or sees >> v & 1 else mask & ~gone for v, mask in enumerate(old)]
        )
    else:
        # an unseen card leaves a hand: who sees neither end no longer knows which cards are left there
        lost = ~(bits | bits_of(S[source])) if not IS_PILE[source] else -1
        S[KNOWN] = tuple(
            [mask | bits if saw >> v & 1 else mask & lost if mask and not sees >> v & 1 else mask
             for v, mask in enumerate(old)]
        )  # fmt: skip


def bits_of(cards: tuple[int, ...]) -> int:
    """A set of cards as bits."""
    if len(cards) == 1:
        return BIT(cards[0])  # type: ignore[no-any-return]
    return sum(map(BIT, set(cards)))


def show(S: State, cards: tuple[int, ...], players: tuple[int, ...]) -> None:
    """Let players see cards where they lie."""
    if not cards:
        return
    bits = bits_of(cards)
    seats = S[SEATS]
    old = S[KNOWN] or NOBODY[len(seats)]
    if players == seats:
        who = (1 << len(seats)) - 1
        S[KNOWN] = (*map(bits.__or__, old),)
    else:
        who = sum({1 << p for p in players})
        S[KNOWN] = tuple([mask | bits if who >> v & 1 else mask for v, mask in enumerate(old)])
    slot = place_of(S, cards[0])
    together = len(cards) == 1 or all(map(S[slot].__contains__, cards))
    S[EVENTS].append((SHOW, cards, who, slot if together else LIMBO))


def show_field(S: State, field: int, slot: int, owner: int, players: tuple[int, ...]) -> None:
    """Let players know a secret field of `owner`; shown to all seats it is open, and shown no more."""
    mask = S[slot][owner]
    if mask == ALL_SEATS:
        return
    for p in players:
        mask |= 1 << p
    if len(players) == len(S[SEATS]):
        mask = ALL_SEATS
    set_field(S, slot, owner, mask)
    S[EVENTS].append((SHOW_FIELD, field, owner, mask, S[FIELD_SLOT[field]][owner]))


def set_field(S: State, slot: int, of: int, value: Any) -> None:
    """Change a field of a player, of a card or of a value; they all lie together."""
    held = list(S[slot])
    held[of] = value
    S[slot] = tuple(held)


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
    return HOLDER_OF[place_of(S, x)] if x < ABILITY else None


def owner_of(S: State, x: int) -> int:
    """Whose ability a source is."""
    if x >= ABILITY:
        return x & 15
    holder: int | None = HOLDER_OF[place_of(S, x)]
    if holder is None:
        raise RuleError("`owner` is asked of a card that nobody has in front")
    return holder


def face_of(S: State, c: int) -> int:
    """Where a card's face stands in a pattern, its suit and rank as they count now."""
    face: int = 16 * s_suit(S, c) + s_rank(S, c)
    return face
