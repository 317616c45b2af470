"""The index: which hooks, modifiers and actions are at work, made anew when what decides it has changed.

Its slots: for each stat that abilities modify a chain of modifiers or None; for each remembered stat a
dictionary of answers; for each hooked procedure the chains of hooks by seat, or None; for each window the
actions of abilities and of cards in force by seat, or None; and the cards that may be used as others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bangrules.kernel.lists import Kept
from bangrules.kernel.slots import ABILITY, FORMS, INDEX, MAX_SEATS, OPTIONS, OUTDATED, SEATS

State = list[Any]
Row = tuple[int, Any, Any]  # the number of a hook, modifier, action or use; its player; its card
Rows = tuple[tuple[int, Row, Any], ...]  # index slots, each with a row and what the slot is with it alone
Memos = tuple[tuple[int, Any], ...]  # slots of remembered stats, each with what stands for no answer
Source = tuple[int, int, Rows, Rows, Memos]
"""A card or ability, its definition, its rows, those that decide what is at work, and what they outdate."""

MOST_SETTLED = 4_000
IDLE, PILE = -2, -1  # instead of whose zone in force it is: it is none, or one of the game
ALL_CARDS = -1  # instead of whose things are to be reconsidered
ANYWHERE = -1  # what a figure does it does wherever it is in force

# linked
BLANK: list[Any] = []  # an index that knows nothing; for remembered stats, what all share for no answer
CONTRIBUTIONS: dict[int, list[tuple[str, int, int]]] = {}
DEF_OF: list[int] = []
SORT_OF: list[str] = []
FORCE_ZONES: tuple[int, ...] = ()  # of players
FORCE_PILES: tuple[int, ...] = ()  # of the game
IN_FORCE = False
ABILITIES = False
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
IN_FORCE_SLOT: int | None = None
KIND: list[str] = []  # by slot: `sums`, `seats`, `chains` by seat, `lists` by seat, or `all` in one chain
RAW_SLOT = 0  # what every slot was made of
KEPT_SLOT = 0  # what things contribute with the options of the table
HELD_SLOT = 0  # the abilities at work
ALWAYS: frozenset[int] = frozenset()  # definitions that no rule of a pack puts out of force
ABILITIES_SLOT = -1  # the slot of who has which abilities, if any are modified
GRANTING: frozenset[int] = frozenset()  # the slots of stats that this asks, and that one
DECISIVE: frozenset[int] = frozenset()  # the slots of stats that decide what is at work
DECIDERS: frozenset[int] = frozenset()  # the definitions that contribute to these
SILENCING: frozenset[int] = frozenset()  # the modifiers by which abilities put more than cards out of force
HUSHING: frozenset[int] = frozenset()  # those by which events do
NO_ANSWERS: list[Any] = []  # the first slots, those of remembered stats, when nothing is remembered
WHOSE: list[int] = []  # by slot of the state: whose zone in force it is
UPSETTING: list[bool] = []  # by slot of the state: whether the cards of a zone decide what else is at work
ZONE_MEMOS: list[Memos] = []  # by slot of the state: what depends on the cards of a zone
MEMO_BY_CHAIN: dict[int, Memos] = {}
PROVISOS: tuple[tuple[int, Any], ...] = ()  # rules for some tables: their number, and whether for this one
CARRIED = Kept(dict)  # by options: what things contribute
HOOK_AWAKE: dict[int, Any] = {}  # hooks that some options silence: whether options leave them
SETTLED: dict[Any, Any] = {}


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
                events += kept[c, zone]
            else:
                cards += kept[c, zone]
    for p in S[SEATS]:
        if ABILITIES:
            abilities += kept[s_abilities(S, p), p]
        for zone in FORCE_ZONES:
            for c in S[zone + p]:
                cards += kept[c, zone + p]
    return events, abilities, cards


def carried(options: tuple[Any, ...]) -> tuple[Kept, Kept]:
    """What things contribute where these options hold, and what a move of a card changes in that.

    The first by (card, slot where it lies), by (abilities, player), by (rules for some tables). The second by
    the slots that cards go from and to, then by card: what is forgotten, what goes, what comes; None where all
    must be made anew. What is alike is kept once, so that what is asked for most stays at hand.
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
            if UPSETTING[left] or UPSETTING[reached] or DEF_OF[c] in DECIDERS:
                return None
            went, came = (() if WHOSE[at] == IDLE else sources((c, at)) for at in between)
            memos = dict(ZONE_MEMOS[left] + ZONE_MEMOS[reached])
            for s in (*went, *came):
                memos.update(s[4])
            forgotten = alike.setdefault(tuple(memos), tuple(memos.items()))
            return forgotten, (went[0][2] if went else ()), (came[0][2] if came else ())

        return Kept(shift)

    def sources(key: Any) -> Any:
        if len(key) == 1:
            return source(key[0], key[0], None)
        what, at = key
        if type(what) is int:
            return source(what, DEF_OF[what], None if WHOSE[at] == PILE else WHOSE[at], at)
        # who has an ability twice has it once
        p = at
        abilities = [d for d in dict.fromkeys(what) if d in CONTRIBUTIONS]
        return tuple([s for d in abilities for s in source(ABILITY + 16 * d + p, d, p)])

    return Kept(sources), Kept(shifts)


def reindex(S: State) -> list[Any]:
    """Make the index of the state and put it there."""
    return as_they_are(S, made_anew)  # type: ignore[no-any-return]


def as_they_are(S: State, ask: Any, *args: int) -> Any:
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
    rules = [s for number, holds in PROVISOS if holds(S) for s in kept[number,]]
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
    index[HELD_SLOT] = {s[0]: s for s in abilities}
    S[INDEX] = index
    return index


def outdate(S: State, whose: int) -> None:
    """Note that what decides about one player's abilities and cards has changed, or about `ALL_CARDS`."""
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
    kept, raw, held = old[KEPT_SLOT], old[RAW_SLOT], old[HELD_SLOT]
    gone: list[Source] = []
    new: list[Source] = []
    sure = ALWAYS if IN_FORCE_SLOT not in raw else ()
    S[INDEX] = index = old[:]
    index[: len(NO_ANSWERS)] = NO_ANSWERS
    if whose != ALL_CARDS and ABILITIES:
        for n, _, _ in raw.get(IN_FORCE_SLOT, ()):
            if n in SILENCING:
                return None
        for n, p, _ in raw.get(ABILITIES_SLOT, ()):
            if p is not None and (p == whose or MODIFIER_ROWS[n][5] is None):
                return None
        here = {}
        for s in kept[s_abilities(S, whose), whose]:
            if not IN_FORCE or s[1] in sure or s_in_force(S, s[0]):
                here[s[0]] = s
        for x, s in held.items():
            if x & 15 == whose and x not in here:
                gone.append(s)
        for x, s in here.items():
            if x not in held:
                new.append(s)
        if [x for x in held if x in here] != [x for x in here if x in held]:
            return None
        if gone or new:
            if [s for s in gone + new if s[3]]:
                return None
            index[HELD_SLOT] = {x: s for x, s in held.items() if x & 15 != whose} | here
    for s in cards_in_force(S, kept, whose) if IN_FORCE else ():
        if s[1] not in sure:
            slot, row, _ = s[2][0]
            was = row in raw.get(slot, ())
            if s_in_force(S, s[0]) != was:
                (gone if was else new).append(s)
    if not gone and not new:
        return index
    index[RAW_SLOT] = raw = raw.copy()
    for s in gone:
        take_out(S, index, raw, s[2])
    for s in new:
        if not put_in(S, index, raw, s[2]):
            return None
    return index


def cards_in_force(S: State, kept: Kept, whose: int) -> list[Source]:
    """The cards before a player, or all that may be in force, that contribute anything."""
    found: list[Source] = []
    for p in (whose,) if whose != ALL_CARDS else S[SEATS]:
        for zone in FORCE_ZONES:
            for c in S[zone + p]:
                found += kept[c, zone + p]
    for zone in FORCE_PILES if whose == ALL_CARDS else ():
        for c in S[zone]:
            if SORT_OF[DEF_OF[c]] != "event":
                found += kept[c, zone]
    return [s for s in found if s[2]]


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


def put_in(S: State, index: list[Any], raw: dict[int, tuple[Row, ...]], rows: Rows) -> bool:
    """Put what a source contributes into an index that is being made, the last of all.

    Whether no list has grown: the order of a list is that in which all is gone through.
    """
    in_order = True
    for slot, row, alone in rows:
        here = raw.get(slot)
        if here is None:
            raw[slot] = (row,)
            index[slot] = alone
        else:
            raw[slot] = here = (*here, row)
            index[slot] = widened(S, slot, here, index[slot], row, alone)
            in_order = in_order and KIND[slot] != "lists"
    return in_order


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
        # what was taken in may have been taken away since
        here = {s[0] for s in events + abilities + cards}
        working = [s for s in working if s[0] in here]
    return working


def moved(S: State, c: int, source: int, to: int) -> None:
    """Bring the index up to date after a card has moved from or to a zone in force.

    Where a card lies has a say in nothing but what it contributes itself, unless the zone upsets more or the
    card decides what is at work.
    """
    old = S[INDEX]
    if old is None:
        S[OUTDATED] = None
        return
    shift = old[MOVES_SLOT][source, to][c]
    if shift is None:
        S[INDEX] = None
        return
    memos, went, came = shift
    S[INDEX] = index = old[:]
    for slot, nothing in memos:
        index[slot] = nothing
    if not went and not came:
        return
    index[RAW_SLOT] = raw = old[RAW_SLOT].copy()
    if went:
        slot, row, _ = went[0]
        if row in raw.get(slot, ()):
            take_out(S, index, raw, went)
    if not came:
        return
    if IN_FORCE_SLOT in raw and SORT_OF[DEF_OF[c]] == "event" and overruling(raw):
        S[INDEX] = None  # events are decided about before what abilities and other events decide comes in
        return
    if (DEF_OF[c] in ALWAYS and IN_FORCE_SLOT not in raw) or as_they_are(S, s_in_force, c):
        last = put_in(S, index, raw, came)
        if not last and (WHOSE[to] == PILE or len(FORCE_ZONES) > 1):
            S[INDEX] = None


def overruling(raw: dict[int, tuple[Row, ...]]) -> bool:
    """Whether abilities or events put more than cards out of force."""
    return any(n in SILENCING or n in HUSHING for n, _, _ in raw[IN_FORCE_SLOT])  # type: ignore[index]


def concerned(chain: Any, codes: tuple[Any, ...], *players: int | None) -> bool:
    """Whether any of these modifiers is at work for one of the players."""
    return any(fn in codes and p in players for fn, p, _ in chain)


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
        return tuple(
            tuple([sum([MODIFIER_ROWS[n][6] for n, q, _ in rows if q == p and MODIFIER_ROWS[n][5] == k])
                   for p in range(MAX_SEATS)])
            for k in SUM_KEYS[slot]
        )  # fmt: skip
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
        tuple(r for r in rows if hooks[r[0]][0] == when) for when in ("before", "instead of", "after")
    )
