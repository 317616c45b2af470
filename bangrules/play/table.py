"""Tables given in the middle of a game: who sits where, with what, whose turn it is and in which phase.

A table says what is remembered: fields and zones by the names that the rules declare. Where play begins, and
what a table needs to be ready for it, the rules say themselves: `start rounds in turn after ready_table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from bangrules.errors import RuleError, TableError
from bangrules.kernel import slots as k
from bangrules.language.python_names import safe
from bangrules.language.quoting import brief, in_short, one_line
from bangrules.language.spelling import suggest
from bangrules.play.game import blank_state
from bangrules.play.knowing import show_open
from bangrules.play.naming import (
    RANKS,
    SEAT_LETTERS,
    SUIT_LETTERS,
    SUITS,
    called,
    card_named,
    listed,
    member_of,
    owner_type,
    place_alias,
    plain_card,
    unclear,
)
from bangrules.play.packs import seating
from bangrules.play.rules import Card, Rules

__all__ = [
    "card_number",
    "given_state",
    "new_state",
    "option_values",
    "seat_number",
    "value_from",
]

State = list[Any]

LARGEST = 10**9


def given_state(
    rules: Rules,
    seats: Sequence[Mapping[str, Any]],
    seed: int,
    /,
    *,
    turn: Any = "A",
    phase: str | None = None,
    rest: bool = True,
    forced: str = "resolve",
    options: Mapping[str, Any] | None = None,
    **details: Any,
) -> State:
    """The state at the first decision of a game that goes on from a given table.

    `seats` has a mapping for each player in seat order: fields and zones of players by name, a zone as a list
    of cards. `details` are fields and zones of the game, and fields of cards as `{card: value}`. A card is
    `bang@A♠` or `bang@AS`; a face alone, `6♥`, is any card not yet placed that bears it, and a definition
    alone any of its cards. Where a field is not given the rules make it ready. Cards that are in no zone go
    where the rules put those left over; `rest=False` leaves them out of the game.

    The turn is that of the seat `turn`, from the phase called `phase` on: the rest of the turn's program
    before it is passed over. Without a phase it is a whole turn.

    :raises TableError: the table cannot be; nothing has been made.
    """
    return _Table(rules, seats, seed, options, forced).started(turn, phase, rest, details)


def new_state(
    rules: Rules,
    players: int,
    seed: int,
    *,
    forced: str = "resolve",
    options: Mapping[str, Any] | None = None,
) -> State:
    """The state at the first decision of a game from its start.

    :raises TableError: the rules have no game for so many players, or no such option.
    """
    sizes = sorted(rules.tables["roles"]) or range(1, k.MAX_SEATS + 1)
    if players not in sizes:
        more = seating(players, rules.packs)
        added = f"; add {' or '.join(f'`{id}`' for id in more)} to play with {players}" if more else ""
        raise TableError(
            f"a game of {' and '.join(rules.packs)} has {numbers(sizes)} players, not {players}{added}",
            None,
            "players",
        )
    S = blank_state(rules, players, seed, forced)
    if options is not None:
        S[k.OPTIONS] = option_values(rules, options)
    S[k.WAITING] = []
    rules.run(S, rules.ns["p_" + safe(rules.tables["given"])](S))
    return S


def numbers(of: Iterable[int]) -> str:
    """Numbers in words, what follows each other as a run.

    >>> numbers([4, 5, 6, 7]), numbers([3, 8]), numbers([2, 3, 5, 6, 7])
    ('4 to 7', '3 and 8', '2, 3 and 5 to 7')
    """
    runs: list[list[int]] = []
    for n in of:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    told = [x for r in runs for x in ([f"{r[0]} to {r[-1]}"] if len(r) > 2 else map(str, r))]
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))


# ---- names and values


def fail(message: str, name: Any, candidates: Iterable[str], seat: str | None, field: str | None) -> NoReturn:
    """Report an unknown name, with the nearest known one."""
    near = suggest(str(name), candidates)
    raise TableError(message + (f"; did you mean `{near}`?" if near else ""), seat, field)


def seat_number(
    rules: Rules, value: Any, seats: int, field: str | None = None, seat: str | None = None
) -> int:
    """The seat that a letter or a number from 0 means."""
    if isinstance(value, str) and len(value) == 1 and value in SEAT_LETTERS[:seats]:
        return SEAT_LETTERS.index(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < seats:
        return value
    raise TableError(f"there is no seat {in_short(value)} at a table of {seats}", seat, field)


def card_number(rules: Rules, value: Any, seat: str | None = None, field: str | None = None) -> int:
    """The card that a name such as `bang@A♠` means; of equal copies the first, or one by its number."""
    if isinstance(value, Card):
        if value not in rules.cards:
            raise TableError(f"{brief(value.id)} is not a card of these rules", seat, field)
        return value.index
    if not isinstance(value, str):
        raise TableError(f"a card is written as `name@rank and suit`, not {in_short(value)}", seat, field)
    found = card_named(rules, value)
    if found is None:
        if told := unclear(rules, value):
            raise TableError(told, seat, field)
        fail(f"there is no card `{brief(value)}`", plain_card(value), rules.card_by_id, seat, field)
    return found


def value_from(
    rules: Rules, type_: str, value: Any, seats: int, seat: str | None = None, field: str | None = None
) -> Any:
    """A value of a field of type `type_`, from what a person or a file writes.

    :raises TableError: it is no such value; `seat` and `field` say where.
    """

    def wrong(expected: str) -> NoReturn:
        raise TableError(f"expected {expected}, not {in_short(value)}", seat, field)

    member = member_of(type_)
    if member is not None:
        if isinstance(value, str) or not isinstance(value, Sequence):
            wrong("a list")
        return tuple(value_from(rules, member, x, seats, seat, field) for x in value)
    if type_.endswith("?"):
        if value is None or value == "none":
            return None
        type_ = type_[:-1]
    if type_ == "number":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST:
            wrong("a number from 0 on")
        return value
    if type_ == "yesno":
        if value in ("yes", "no"):
            return value == "yes"
        return value if isinstance(value, bool) else wrong("yes or no")
    if type_ == "player":
        return seat_number(rules, value, seats, field, seat)
    if type_ in ("card", "event", "thing"):
        if type_ == "thing" and value in tuple(SEAT_LETTERS[:seats]):
            return SEAT_LETTERS.index(value)
        return card_number(rules, value, seat, field)
    if not isinstance(value, str):
        return value if type_ == "any" else wrong(f"the name of a {type_.removeprefix('values:')}")
    if type_ == "text":
        return value if one_line(value) else wrong("a text of one line")
    if type_.startswith("values:"):
        value = place_alias(rules, value)
        names = rules.tables["values"][type_[7:]][0]
        if value not in names:
            told = f"`{brief(value)}` is no {type_[7:]}: there are {', '.join(names)}"
            fail(told, value, names, seat, field)
        return names.index(value)
    if type_ == "suit":
        sign = SUIT_LETTERS.get(value, value)
        return SUITS.index(sign) if sign in tuple(SUITS) else wrong("a suit")
    if type_ == "rank":
        ranks = {name: rank for rank, name in RANKS.items()}
        return ranks[value] if value in ranks else wrong("a rank")
    if type_ == "color":
        return {"red": 6, "black": 9}.get(value) or wrong("red or black")
    return _definition(rules, type_, value, seat, field)


def _definition(rules: Rules, type_: str, value: str, seat: str | None, field: str | None) -> int:
    """The definition that a name means, if it is of the kind that a type asks for."""
    kinds = {"kind": ("card",), "ability": ("role", "character")}.get(type_, (type_,))
    known = {name: d for name, d in rules.definitions.items() if d.kind in kinds}
    found = called(rules, value, kinds)
    if found is None:
        if told := unclear(rules, value):
            raise TableError(told, seat, field)
        fail(f"there is no {' or '.join(kinds)} `{brief(value)}`", value, known, seat, field)
    if found.kind not in kinds:
        raise TableError(f"`{value}` is a {found.kind}, not a {' or '.join(kinds)}", seat, field)
    return found.index


def option_values(rules: Rules, given: Mapping[str, Any] | None) -> tuple[Any, ...]:
    """The options of a game: those given, and the defaults of the rest.

    :raises TableError: an unknown option, or a value it can't have.
    """
    rows = {id: (type_, value) for id, type_, value, *_ in rules.tables["options"]}
    made = {id: value for id, (_, value) in rows.items()}
    if given is not None and not isinstance(given, Mapping):
        raise TableError(f"expected a mapping of options and values, not {in_short(given)}", None, "options")
    for id, value in (given or {}).items():
        if id not in rows:
            told = "`Rules.options` tells which there are, and so do the pages of the packs"
            fail(f"there is no option `{brief(id)}`; {told}", id, rows, None, "options")
        made[id] = value_from(rules, rows[id][0], value, k.MAX_SEATS, None, f"option {id}")
        option = rules.options[id]
        if not option.allows(made[id]):
            raise TableError(f"expected {option.bounds}, not {in_short(value)}", None, f"option {id}")
    return tuple(made.values())


# ---- the table


class _Table:
    """A table while it is laid."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[Mapping[str, Any]],
        seed: int,
        options: Mapping[str, Any] | None,
        forced: str,
    ) -> None:
        if isinstance(seats, Mapping | str) or not isinstance(seats, Sequence):
            raise TableError("expected a list with a mapping for each seat", None, "seats")
        if not 2 <= len(seats) <= k.MAX_SEATS:
            raise TableError(f"a table has 2 to {k.MAX_SEATS} seats, not {len(seats)}", None, "seats")
        for letter, seat in zip(SEAT_LETTERS, seats, strict=False):
            if not isinstance(seat, Mapping):
                raise TableError(f"expected a mapping of fields and zones, not {in_short(seat)}", letter)
        self.rules = rules
        self.seats = seats
        self.fields = {row[0]: row for row in rules.tables["fields"]}
        self.zones = {row[0]: row for row in rules.tables["zones"]}
        self.state = blank_state(rules, len(seats), seed, forced)
        self.state[k.OPTIONS] = option_values(rules, options)
        self.given: list[tuple[int, Any]] = []  # slot and value, or values by seat, card, declared value
        self.laid: list[tuple[int, list[tuple[int | None, Any]], str | None, str]] = []

    def started(self, turn: Any, phase: str | None, rest: bool, details: Mapping[str, Any]) -> State:
        """Lay everything and begin."""
        S, rules = self.state, self.rules
        start = rules.tables["start"]
        if start is None:
            raise TableError("these rules do not say how a given table goes on: no `start ... in ...`")
        begin, within, ready = start
        first = seat_number(rules, turn, len(self.seats), "turn")
        phases = rules.tables["phases"]
        if not isinstance(rest, bool):
            raise TableError(f"expected True or False, not {in_short(rest)}", None, "rest")
        if phase is not None and (not isinstance(phase, str) or phase not in phases):
            told = f"`{within}` has no phase `{brief(phase)}`: it has {', '.join(phases)}"
            fail(told, phase, phases, None, "phase")
        for seat, pieces in enumerate(self.seats):
            self.take_seat(seat, pieces)
        for id, value in details.items():
            self.take_detail(id, value)
        self.lay_cards()
        self.check_complete()
        box = S[k.LIMBO]
        self.apply()
        S[k.WAITING] = []
        if ready is not None:
            r = rules.ns["p_" + safe(ready)](S)
            if r is rules.ns["SUSP"]:
                raise RuleError(f"`{ready}` asks a player or ends the game before a given table goes on")
        if not rest:
            for c in box:
                self.put(c, k.LIMBO)
        self.apply()
        # the whole game is going on, for what is counted in it, though not from its beginning
        whole = rules.tables["scopes"].get(rules.tables["given"])
        if whole is not None:
            S[whole] = S[whole + 1] = ()
        S[k.EVENTS] = []
        S[k.STEPS] = k.STEP_BUDGET
        S[k.SKIP] = phase if phase != phases[0] else None
        rules.run(S, rules.ns["p_" + safe(begin)](S, first))
        return S

    # ---- what is given

    def take_seat(self, seat: int, pieces: Mapping[str, Any]) -> None:
        letter = SEAT_LETTERS[seat]
        for id, value in pieces.items():
            if id in self.zones and self.zones[id][2]:
                self.take_zone(self.zones[id][1] + seat, value, letter, id)
            elif id in self.fields and self.fields[id][3] == "player":
                self.take_field(self.fields[id], value, seat)
            else:
                known = [z for z, row in self.zones.items() if row[2]]
                known += [f for f, row in self.fields.items() if row[3] == "player"]
                where = " of a player" if id in self.zones or id in self.fields else ""
                name = brief(id)
                fail(f"there is no field or zone{where} called `{name}`", str(id), known, letter, name)

    def take_detail(self, id: str, value: Any) -> None:
        if id in self.zones and not self.zones[id][2]:
            self.take_zone(self.zones[id][1], value, None, id)
        elif id in self.fields and self.fields[id][3] == "game":
            self.take_field(self.fields[id], value, None)
        elif id == "dice":
            self.take_dice(value)
        elif id in self.fields and self.fields[id][3] not in ("game", "player"):
            self.take_field_of(self.fields[id], value)
        else:
            known = [z for z, row in self.zones.items() if not row[2]]
            known += [f for f, row in self.fields.items() if row[3] != "player"]
            fail(f"there is no field or zone of the game called `{brief(id)}`", id, known, None, brief(id))

    def take_field(self, row: Any, value: Any, seat: int | None) -> None:
        letter = None if seat is None else SEAT_LETTERS[seat]
        found = value_from(self.rules, row[2], value, len(self.seats), letter, row[0])
        self.given.append((row[1], found if seat is None else {seat: found}))

    def take_dice(self, value: Any) -> None:
        """What the next dice show."""
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise TableError(f"expected a list of numbers, not {in_short(value)}", None, "dice")
        numbers = [value_from(self.rules, "number", x, len(self.seats), None, "dice") for x in value]
        if 0 in numbers:
            raise TableError("a die shows 1 at least", None, "dice")
        self.given.append((k.DICE, tuple(numbers)))

    def take_field_of(self, row: Any, values: Any) -> None:
        """A field of cards, or of declared values."""
        id, slot, type_, of = row[:4]
        if not isinstance(values, Mapping):
            raise TableError(f"expected a mapping of {of}s and values", None, id)
        made: dict[int, Any] = {}
        for name, value in values.items():
            try:
                number = value_from(self.rules, owner_type(of), name, len(self.seats), None, id)
                made[number] = value_from(self.rules, type_, value, len(self.seats), None, id)
            except TableError as error:
                error.of = str(name)
                raise
        self.given.append((slot, made))

    def take_zone(self, slot: int, cards: Any, seat: str | None, id: str) -> None:
        """Note the cards of a zone: those with a name of their own, and what others must bear."""
        if isinstance(cards, str) or not isinstance(cards, Sequence):
            raise TableError(f"expected a list of cards, not {in_short(cards)}", seat, id)
        wanted: list[tuple[int | None, Any]] = []
        for card in cards:
            text = listed(self.rules, card) if isinstance(card, str) else card
            loose = isinstance(text, str) and card_named(self.rules, text) is None and self.bearers(text)
            wanted.append((None, text) if loose else (card_number(self.rules, card, seat, id), text))
        self.laid.append((slot, wanted, seat, id))

    def bearers(self, text: str) -> list[int]:
        """The cards that bear a face, or that are copies of a definition."""
        known = called(self.rules, text, ("card",))
        return [c.index for c in self.rules.cards if c.face == text or (known and c.definition is known)]

    # ---- laying it

    def lay_cards(self) -> None:
        """Put the cards into their zones: numbered copies first, those without a name of their own last."""
        free = dict.fromkeys(self.state[k.LIMBO])
        places: dict[tuple[int, int], int] = {}
        for turn in range(3):
            for z, (_, wanted, seat, id) in enumerate(self.laid):
                for i, (c, text) in enumerate(wanted):
                    if turn == (2 if c is None else 0 if self.is_numbered(c, text) else 1):
                        found = self.copy_of(c, text, free, seat, id)
                        del free[found]
                        places[z, i] = found
        for z, (slot, wanted, seat, id) in enumerate(self.laid):
            if self.state[slot]:
                raise TableError("the zone is given twice", seat, id)
            for i in range(len(wanted)):
                self.put(places[z, i], slot)

    def copy_of(self, c: int | None, text: Any, free: dict[int, None], seat: str | None, id: str) -> int:
        """A card not yet placed: one of the equal copies of `c`, or any that fits `text`."""
        if c is None:
            found = [x for x in self.bearers(text) if x in free]
            if not found:
                raise TableError(f"no card `{text}` is left", seat, id)
            return found[0]
        name = self.rules.card_name(c)
        copies = self.rules.copies_of.get(c, (c,))
        found = [x for x in copies if x in free]
        if self.is_numbered(c, text):
            if c not in free:
                raise TableError(f"`{text}` is given twice", seat, id)
            found = [c]
        elif isinstance(text, Card) and c in free:
            found = [c]
        if not found:
            often = {1: "only once", 2: "only twice"}.get(len(copies), f"only {len(copies)} times")
            raise TableError(f"`{name}` is in the game {often}", seat, id)
        return found[0]

    def is_numbered(self, c: int, text: Any) -> bool:
        """Whether a text names one of several equal copies."""
        return c in self.rules.copies_of and isinstance(text, str) and text != self.rules.card_name(c)

    def put(self, c: int, slot: int) -> None:
        """Move one card, unseen and unheard, behind those of a zone."""
        S = self.state
        old = self.rules.ns["place_of"](S, c)
        S[old] = tuple(x for x in S[old] if x != c)
        S[slot] = (*S[slot], c)

    def check_complete(self) -> None:
        """Every field that always has a value must have one."""
        given = {
            (slot, i) for slot, value in self.given for i in (value if isinstance(value, dict) else (0,))
        }
        for id, slot, type_, of, default, *_ in self.fields.values():
            if default is None and not type_.endswith("?") and "." not in id:
                for seat in range(len(self.seats) if of == "player" else 1):
                    if (slot, seat) not in given:
                        raise TableError("not given, and there is no default",
                                         SEAT_LETTERS[seat] if of == "player" else None, id)  # fmt: skip

    def apply(self) -> None:
        """Set the fields that are given."""
        for slot, value in self.given:
            if isinstance(value, dict):
                value = tuple([value.get(i, old) for i, old in enumerate(self.state[slot])])
            self.state[slot] = value
        show_open(self.rules, self.state)
        self.state[k.INDEX] = self.state[k.OUTDATED] = None
