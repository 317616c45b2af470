"""The index: which hooks, modifiers and actions are at work, kept up to date when what decides it changes.

Its slots: for each remembered stat its answers; for each stat that abilities modify a chain of modifiers or
None; for each hooked procedure the chains of hooks by seat, or None; for each window the actions of abilities
and of cards in force by seat, or None; and the cards that may be used as others.
"""

from __future__ import annotations

from typing import Any

from bangrules.kernel.contents import Row, Rows, collect, put_in, rows_of, settle, settled, take_out
from bangrules.kernel.lists import Kept
from bangrules.kernel.slots import ABILITY, FORMS, INDEX, MAX_SEATS, OPTIONS, OUTDATED, SEATS

State = list[Any]
Memos = tuple[tuple[int, Any], ...]  # slots of remembered stats, each with what stands for no answer
Source = tuple[int, int, Rows, Rows, Memos]
"""A card or ability, its definition, its rows, those that decide what is at work, and what they outdate."""

IDLE, PILE = -2, -1  # instead of whose zone in force it is: it is none, or one of the game
ALL_CARDS, EVERYTHING = -1, -2  # instead of whose things are to be reconsidered

# linked
BLANK: list[Any] = []  # an index that knows nothing; for remembered stats, what all share for no answer
CONTRIBUTIONS: dict[int, list[tuple[str, int, int]]] = {}
DEF_OF: list[int] = []
SORT_OF: list[str] = []
FORCE_ZONES: tuple[int, ...] = ()  # of players
FORCE_PILES: tuple[int, ...] = ()  # of the game
IN_FORCE = False
ABILITIES = False
MODIFIER_ROWS: list[tuple[Any, ...]] = []
IN_FORCE_SLOT: int | None = None
KIND: list[str] = []  # by slot: `sums`, `seats`, `chains` by seat, `lists` by seat, or `all` in one chain
RAW_SLOT = 0  # what every slot was made of
KEPT_SLOT = 0  # what things contribute with the options of the table
MOVES_SLOT = 0  # what moves of cards change in that
HELD_SLOT = 0  # the abilities at work, by player
ALWAYS: frozenset[int] = frozenset()  # definitions that no rule of a pack puts out of force
REACH: dict[int, frozenset[int]] = {}  # by modifier of what is in force: the definitions that it may be about
CARDS: frozenset[int] = frozenset()  # the definitions of cards and events that contribute anything
CERTAIN = Kept(tuple)  # by modifiers of what is in force: what is in force whatever they say
ABILITIES_SLOT = -1  # the slot of who has which abilities, if any are modified
GRANTING: frozenset[int] = frozenset()  # the slots of stats that this asks, and that one
DECISIVE: frozenset[int] = frozenset()  # the slots of stats that decide what is at work
DECIDERS: frozenset[int] = frozenset()  # the definitions that contribute to these
SILENCING: frozenset[int] = frozenset()  # the modifiers by which abilities put more than cards out of force
NO_ANSWERS: list[Any] = []  # the first slots, those of remembered stats, when nothing is remembered
WHOSE: list[int] = []  # by slot of the state: whose zone in force it is
UPSETTING: list[bool] = []  # by slot of the state: whether the cards of a zone decide what else is at work
ZONE_MEMOS: list[Memos] = []  # by slot of the state: what depends on the cards of a zone
MEMO_BY_CHAIN: dict[int, Memos] = {}
PROVISOS: tuple[tuple[int, Any], ...] = ()  # rules for some tables: their number, and whether for this one
CARRIED = Kept(dict)  # by options: what things contribute


def s_in_force(S: State, x: int) -> bool:
    raise NotImplementedError


def s_abilities(S: State, p: int) -> tuple[int, ...]:
    raise NotImplementedError


def present(S: State, kept: Kept) -> tuple[list[Source], list[Source], list[Source]]:
    """Everything that may carry abilities now: events, roles and characters, cards."""
    events: list[Source] = []
    abilities: list[Source] = []
    cards: list[Source] = []
    for zone in FORCE_PILES:
        for c in S[zone]:
            if SORT_OF[DEF_OF[c]] == "event":
                events += kept[zone][c]
            else:
                cards += kept[zone][c]
    for p in S[SEATS]:
        if ABILITIES:
            abilities += of_abilities(S, kept, p)
        for zone in FORCE_ZONES:
            for c in S[zone + p]:
                cards += kept[zone + p][c]
    return events, abilities, cards


def of_abilities(S: State, kept: Kept, p: int) -> tuple[Source, ...]:
    """What a player's abilities contribute; who has one twice has it once."""
    return kept[~p][s_abilities(S, p)]  # type: ignore[no-any-return]


def for_this_table(S: State, kept: Kept) -> list[Source]:
    """The rules for some tables that hold for this one."""
    return [s for number, holds in PROVISOS if holds(S) for s in kept[None][number]]


def carried(options: tuple[Any, ...]) -> tuple[Kept, Kept]:
    """What things contribute where these options hold, and what a move of a card changes in that.

    The first by slot, then by the card that lies there; by player, from -1 on, then by the abilities it has;
    by None, then by rules for some tables. The second by the slots that cards go from and to, then by card:
    what is forgotten, what goes, what comes, and whether it is an event that decides what else is in force;
    None where all must be made anew. What is alike is kept once, so that what is asked for most stays at
    hand.
    """
    alike: dict[tuple[int, ...], Memos] = {}

    def source(x: int, d: int, p: int | None, at: int | None = None) -> tuple[Source, ...]:
        if d not in CONTRIBUTIONS:
            return ()
        rows = rows_of(d, p, None if at is None else x, at, options)
        deciding = tuple([row for row in rows if row[0] in DECISIVE])
        memos = {memo: nothing for slot, _, _ in rows for memo, nothing in MEMO_BY_CHAIN.get(slot, ())}
        return ((x, d, rows, deciding, tuple(memos.items())),)

    def shifts(between: tuple[int, int]) -> Kept:
        left, reached = between

        def shift(c: int) -> Any:
            contributions = CONTRIBUTIONS.get(DEF_OF[c], ())
            deciding = {slot for kind, slot, _ in contributions if kind == "stat"} & DECISIVE
            telling = for_all(c, left, reached) and deciding == {IN_FORCE_SLOT}
            if UPSETTING[left] or UPSETTING[reached] or (deciding and not telling):
                return None
            went, came = (() if WHOSE[at] == IDLE else kept[at][c] for at in between)
            memos = dict(ZONE_MEMOS[left] + ZONE_MEMOS[reached])
            for s in (*went, *came):
                memos.update(s[4])
            forgotten = alike.setdefault(tuple(memos), tuple(memos.items()))
            rows = [s[0][2] if s else () for s in (went, came)]
            return forgotten, *rows, bool(deciding)

        return Kept(shift)

    def sources(of: int | None) -> Kept:
        if of is None:
            return Kept(lambda number: source(number, number, None))
        if of < 0:
            one = Kept(lambda d: source(ABILITY + 16 * d + ~of, d, ~of) if d is not None else ())
            return Kept(lambda abilities: tuple([s for d in dict.fromkeys(abilities) for s in one[d]]))
        p = None if WHOSE[of] == PILE else WHOSE[of]
        return Kept(lambda c: source(c, DEF_OF[c], p, of))

    kept = Kept(sources)
    return kept, Kept(shifts)


def reindex(S: State) -> list[Any]:
    """Make the index of the state and put it there."""
    return as_they_are(S, made_anew)  # type: ignore[no-any-return]


def as_they_are(S: State, ask: Any, *args: Any) -> Any:
    """What a function answers: things are at work as what they are, not as what they are used as just now."""
    forms = S[FORMS]
    if not forms:
        return ask(S, *args)
    S[FORMS] = ()
    try:
        return ask(S, *args)
    finally:
        S[FORMS] = forms


def made_anew(S: State) -> list[Any]:
    outdated, S[OUTDATED] = S[OUTDATED], None
    if outdated is not None:
        S[INDEX] = found = reconsidered(S, *outdated)
        if found is not None:
            return found
    S[INDEX] = index = BLANK.copy()
    kept, moves = CARRIED[S[OPTIONS]]
    rules = for_this_table(S, kept)
    events, abilities, cards = present(S, kept)
    if DECIDERS and not DECIDERS.isdisjoint([s[1] for s in rules + events + abilities]):
        working = in_stages(S, index, kept, rules, events, abilities, cards)
        index = BLANK.copy()
        abilities = [s for s in working if s[0] >= ABILITY]
    else:
        if IN_FORCE:
            abilities = [s for s in abilities if s[1] in ALWAYS or s_in_force(S, s[0])]
            events = [s for s in events if s[1] in ALWAYS or s_in_force(S, s[0])]
            cards = [s for s in cards if s[1] in ALWAYS or s_in_force(S, s[0])]
        working = events + abilities + cards
    raw: dict[int, tuple[Row, ...]] = {}
    for s in rules + working:
        put_in(S, index, raw, s[2])
    index[RAW_SLOT] = raw
    index[KEPT_SLOT] = kept
    index[MOVES_SLOT] = moves
    index[HELD_SLOT] = [tuple([s for s in abilities if s[0] & 15 == p]) for p in S[SEATS]]
    S[INDEX] = index
    return index


def outdate(S: State, whose: int) -> None:
    """Note that what decides about one player's things has changed, about `ALL_CARDS`, or `EVERYTHING`."""
    old = S[INDEX]
    if old is not None:
        S[OUTDATED], S[INDEX] = (old, whose), None
    elif S[OUTDATED] is not None and S[OUTDATED][1] != whose:
        S[OUTDATED] = None


def reconsidered(S: State, old: list[Any], whose: int) -> list[Any] | None:
    """The index, made from the one before `outdate`.

    None where that is not enough: what comes or goes decides itself what is at work, or an ability has a say
    in whether it is there.
    """
    kept, raw = old[KEPT_SLOT], old[RAW_SLOT]
    if IN_FORCE_SLOT in raw and late(raw):
        return None
    S[INDEX] = index = old[:]
    if whose >= 0:
        index[: len(NO_ANSWERS)] = NO_ANSWERS
    gone: list[Source] = []
    new: list[Source] = []
    jumbled: set[int] = set()  # the lists whose order has to be looked after
    sure, all_cards = certain(raw)
    seats = S[SEATS] if whose == EVERYTHING else (whose,) if whose >= 0 else ()
    if seats and ABILITIES and not held_again(S, index, seats, sure, gone, new, jumbled):
        return None
    if IN_FORCE and (whose == EVERYTHING or not all_cards):
        for s in cards_in_force(S, kept, whose):
            if whose == EVERYTHING or s[1] not in sure:
                slot, row, _ = s[2][0]
                was = row in raw.get(slot, ())
                if (s[1] in sure or s_in_force(S, s[0])) != was:
                    (gone if was else new).append(s)
    if not gone and not new and not jumbled:
        return index
    # what has changed besides is asked by nothing that is remembered
    for s in gone + new:
        for slot, nothing in s[4]:
            index[slot] = nothing
    index[RAW_SLOT] = raw = raw.copy()
    for s in gone:
        take_out(S, index, raw, s[2])
    for s in new:
        jumbled.update(put_in(S, index, raw, s[2]))
    if jumbled:
        put_in_order(S, index, raw, jumbled)
    return index


def held_again(
    S: State,
    index: list[Any],
    seats: tuple[int, ...],
    sure: frozenset[int],
    gone: list[Source],
    new: list[Source],
    jumbled: set[int],
) -> bool:
    """Note which abilities of some players are gone, which are new, and which lists stand in another order.

    Whether that is enough: no, where abilities have a say in it.
    """
    kept, raw = index[KEPT_SLOT], index[RAW_SLOT]
    deciding, giving = raw.get(IN_FORCE_SLOT), raw.get(ABILITIES_SLOT)
    if deciding and [n for n, _, _ in deciding if n in SILENCING]:
        return False
    if giving and [n for n, p, _ in giving if p is not None and MODIFIER_ROWS[n][5] is None]:
        return False
    index[HELD_SLOT] = held = index[HELD_SLOT].copy()
    for p in seats:
        was, here = held[p], of_abilities(S, kept, p)
        if IN_FORCE:
            here = tuple([s for s in here if s[1] in sure or s_in_force(S, s[0])])
        if here != was:
            held[p] = here
            gone += [s for s in was if s not in here]
            new += [s for s in here if s not in was]
            if [s for s in was if s in here] != [s for s in here if s in was]:
                jumbled.update([row[0] for s in here for row in s[2] if KIND[row[0]] == "lists"])
    if [s for s in gone + new if s[3]]:
        return False
    return not giving or all(given_by_own(S, index, p) for p in {p for _, p, _ in giving if p in seats})


def certain(raw: dict[int, tuple[Row, ...]]) -> tuple[frozenset[int], bool]:
    """The definitions that are in force whatever is at work; whether all cards are among them."""
    rows = raw.get(IN_FORCE_SLOT, ())  # type: ignore[arg-type]
    return CERTAIN[tuple([n for n, _, _ in rows])]  # type: ignore[no-any-return]


def beyond(modifiers: tuple[int, ...]) -> tuple[frozenset[int], bool]:
    """The definitions of which neither these modifiers nor rules of packs say whether they are in force."""
    sure = ALWAYS.difference(*[REACH[n] for n in modifiers])
    return sure, sure >= CARDS


def given_by_own(S: State, index: list[Any], p: int) -> bool:
    """Whether what gives a player abilities are abilities held without that, and still at work."""
    rows, given = index[RAW_SLOT][ABILITIES_SLOT], index[ABILITIES_SLOT]
    others = tuple([row for row in rows if row[1] != p])
    index[ABILITIES_SLOT] = settle(S, ABILITIES_SLOT, others) if others else None
    index[: len(NO_ANSWERS)] = NO_ANSWERS
    own = [s for s in of_abilities(S, index[KEPT_SLOT], p) if s in index[HELD_SLOT][p]]
    index[ABILITIES_SLOT] = given
    index[: len(NO_ANSWERS)] = NO_ANSWERS
    found = {row for s in own for slot, row, _ in s[2] if slot == ABILITIES_SLOT}
    return found.issuperset([row for row in rows if row[1] == p])


def put_in_order(S: State, index: list[Any], raw: dict[int, tuple[Row, ...]], slots: set[int]) -> None:
    """Bring lists that have grown into the order in which all is gone through."""
    kept = index[KEPT_SLOT]
    events, abilities, cards = present(S, kept)
    here = {slot: raw.pop(slot) for slot in slots}
    for s in for_this_table(S, kept) + events + abilities + cards:
        for row in s[2]:
            if row[0] in here and row[1] in here[row[0]]:
                put_in(S, index, raw, (row,))
    # what is about to go, or moves with others that have moved already, stays until its turn comes
    for slot, rows in here.items():
        for row in rows:
            if row not in raw.get(slot, ()):
                put_in(S, index, raw, ((slot, row, settled(slot, (row,), MAX_SEATS)),))


def cards_in_force(S: State, kept: Kept, whose: int) -> list[Source]:
    """The cards before a player, or all that may be in force, that contribute anything."""
    found: list[Source] = []
    for p in (whose,) if whose >= 0 else S[SEATS]:
        for zone in FORCE_ZONES:
            for c in S[zone + p]:
                found += kept[zone + p][c]
    for zone in FORCE_PILES if whose < 0 else ():
        for c in S[zone]:
            if SORT_OF[DEF_OF[c]] != "event":
                found += kept[zone][c]
    return [s for s in found if s[2]]


def in_stages(
    S: State,
    index: list[Any],
    kept: Kept,
    rules: list[Source],
    events: list[Source],
    abilities: list[Source],
    cards: list[Source],
) -> list[Source]:
    """What is at work where abilities, or rules for some tables, decide that or who has which abilities.

    What decides comes before what is decided: rules, events, then roles and characters, then cards. Abilities
    that others give come in as long as there are any; all of them stand under what the events say.
    """
    working: list[Source] = []
    raw: dict[int, tuple[Row, ...]] = {}
    for s in rules:
        collect(raw, s[3])

    def take(some: list[Source]) -> None:
        if IN_FORCE:
            sure = ALWAYS if IN_FORCE_SLOT is None or index[IN_FORCE_SLOT] is None else ()
            some = [s for s in some if s[1] in sure or s_in_force(S, s[0])]
        working.extend(some)
        for s in some:
            if s[3]:
                collect(raw, s[3])

    def decide(slots: frozenset[int]) -> bool:
        """Let what has been taken in have its say; whether that may change who has which abilities."""
        here = slots & raw.keys()
        for slot in here:
            index[slot] = settle(S, slot, raw[slot])
            for memo, nothing in MEMO_BY_CHAIN.get(slot, ()):
                index[memo] = nothing
        return not here.isdisjoint(GRANTING)

    anew = decide(DECISIVE)
    take(events)
    anew = decide(DECISIVE) or anew
    if anew:
        _, abilities, cards = present(S, kept)
    new = abilities
    changed = anew
    known: set[int] = set()
    while new:
        take(new)
        if not decide(frozenset({ABILITIES_SLOT})):
            break
        changed = True
        known.update([s[0] for s in new])
        _, abilities, cards = present(S, kept)
        new = [s for s in abilities if s[0] not in known]
    decide(DECISIVE)
    take(cards)
    if changed:
        # in the order in which it is there now; some may have been taken away again
        taken = {s[0] for s in working}
        working = [s for s in events + abilities + cards if s[0] in taken]
    return working


def moved(S: State, c: int, source: int, to: int) -> None:
    """Bring the index up to date after a card has moved from or to a zone in force.

    Where a card lies has a say in nothing but what it contributes itself, unless the zone upsets more or the
    card decides what is at work. An event that decides only what is in force leaves that to be reconsidered.
    """
    old, whose = S[INDEX], None
    if old is None:
        outdated, S[OUTDATED] = S[OUTDATED], None
        if outdated is None or not for_all(c, source, to) or DEF_OF[c] not in ALWAYS:
            return
        old, whose = outdated
    shift = old[MOVES_SLOT][source, to][c]
    if shift is None:
        S[INDEX] = None
        return
    memos, went, came, deciding = shift
    S[INDEX] = index = old[:]
    for slot, nothing in memos:
        index[slot] = nothing
    if went or came:
        index[RAW_SLOT] = raw = old[RAW_SLOT].copy()
        if went:
            slot, row, _ = went[0]
            if row in raw.get(slot, ()):
                take_out(S, index, raw, went)
        if came:
            sure = DEF_OF[c] in ALWAYS
            if IN_FORCE_SLOT in raw:
                event = for_all(c, source, to)
                sure = sure and event and not overruled(raw)
                if (event and not sure) or late(raw):
                    S[INDEX] = None  # what decides comes in after that which moves
                    return
            if sure or as_they_are(S, s_in_force, c):
                grown = put_in(S, index, raw, came)
                if grown and (WHOSE[to] == PILE or len(FORCE_ZONES) > 1):
                    as_they_are(S, put_in_order, index, raw, set(grown))
        if deciding:
            whose = EVERYTHING
    if whose is not None:
        outdate(S, whose)


def for_all(c: int, source: int, to: int) -> bool:
    """Whether an event moves that lies in front of nobody; elsewhere it is a card among others."""
    return SORT_OF[DEF_OF[c]] == "event" and WHOSE[source] < 0 and WHOSE[to] < 0


def overruled(raw: dict[int, tuple[Row, ...]]) -> bool:
    """Whether rules for some tables put things out of force."""
    return any(p is None and c is None for _, p, c in raw[IN_FORCE_SLOT])  # type: ignore[index]


def late(raw: dict[int, tuple[Row, ...]]) -> bool:
    """Whether cards in front of players put things out of force: not what is taken in together with them."""
    return any(p is not None and c is not None for _, p, c in raw[IN_FORCE_SLOT])  # type: ignore[index]
