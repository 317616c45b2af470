"""A game that could be the real one for all that a seat knows: what is hidden from it is dealt anew."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

from bangrules.kernel import slots as k
from bangrules.kernel.chance import seeded
from bangrules.kernel.machine import SEG_PAY
from bangrules.play.frames import Shapes, shapes_of
from bangrules.play.knowing import known_cards, knows_field
from bangrules.play.log import seen_by
from bangrules.play.naming import member_of, sort_of

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["guessed"]

State = list[Any]
TRIES = 50
CHARACTERS = ("character", "ability")


def guessed(rules: Rules, state: State, viewer: int, rng: random.Random) -> State:
    """A state like this one in all that the seat knows, with the rest changed at random.

    Unknown cards change places among each other, wherever they are: in hands, in piles, in what is going on.
    So do values of secret fields that the seat does not know, and characters not yet given out. Players in
    fields that nobody sees are others, the same ones in all these fields; values of cards there change places
    among the cards that lie in zones of the same name. Numbers, yes or no, suits and roles of the game itself
    stay what they are where nobody sees them, since nothing tells what else they could be.
    """
    known = known_cards(rules, state, viewer)
    for _ in range(TRIES):
        S = Guess(rules, state, viewer, known, rng).state()
        if can_pay(rules, S):
            rules.ns["reindex"](S)  # once, for all copies on which moves are tried
            return S
    payer = state[k.DECISION][1]
    held = {c for zone in rules.ns["COST_ZONES"] for c in state[zone + payer]}
    return Guess(rules, state, viewer, known | held, rng).state()


class Guess:
    """One way in which the hidden things of a state could lie."""

    def __init__(self, rules: Rules, state: State, viewer: int, known: set[int], rng: random.Random) -> None:
        self.rules = rules
        self.shapes: Shapes = shapes_of(rules)
        self.old = state
        self.viewer = viewer
        self.known = known
        self.rng = rng
        self.events = events = set(rules.tables["event_cards"])
        self.card: dict[int, int] = {}
        for sort in (True, False):
            hidden = [c.index for c in rules.cards if c.index not in known and (c.index in events) is sort]
            self.card.update(zip(hidden, self.shuffled(hidden), strict=True))
        self.character: dict[int, int] = {}
        hidden, unused = self.hidden_characters()
        self.character.update(zip(hidden, self.shuffled(hidden + unused), strict=False))
        seats = list(state[k.SEATS])
        self.seat = dict(zip(seats, self.shuffled(seats), strict=True)) if self.secrets() else {}

    def shuffled(self, items: list[int]) -> list[int]:
        made = list(items)
        self.rng.shuffle(made)
        return made

    def secrets(self) -> bool:
        """Whether the rules remember players where nobody sees it."""
        return any(
            row[5] == "nobody" and row[3] != "player" and holds_players(row[2])
            for row in self.rules.tables["fields"]
        )

    # ---- characters that are not open

    def hidden_characters(self) -> tuple[list[int], list[int]]:
        """Characters in what is going on, or in secret fields, that the seat has no way to know.

        And those that are nowhere, so that any of them could be there instead.
        """
        if not self.rules.tables["characters"]:
            return [], []
        S, found, open_ = self.old, set(), set()

        def note(type_: str, value: Any) -> Any:
            if type_ in CHARACTERS:
                found.add(value)
            return value

        def see(type_: str, value: Any) -> Any:
            if type_ in CHARACTERS:
                open_.add(value)
            return value

        for frame in self.frames():
            self.shapes.frame.map(frame, note)
        waits = S[k.DECISION]
        if waits is not None:
            self.shapes.decision.map(waits, see if waits[1] == self.viewer else note)
        for row in self.rules.tables["fields"]:
            shape = self.shapes.shape(row[2])
            if row[3] == "player":
                for p in S[k.SEATS]:
                    shape.map(S[row[1]][p], see if knows_field(row, S, self.viewer, p) else note)
            elif row[3] == "game":
                shape.map(S[row[1]], see if row[5] == "everyone" else note)
            elif may_move(row[2]):
                for of, value in enumerate(S[row[1]]):
                    if value is not None:
                        open_to_all = row[5] == "everyone" and (row[3] != "card" or of in self.known)
                        shape.map(value, see if open_to_all else note)
        kinds = self.rules.by_index
        hidden = sorted(d for d in found - open_ if kinds[d].kind == "character")
        return hidden, sorted(set(self.rules.tables["characters"]) - found - open_)

    def frames(self) -> list[tuple[Any, ...]]:
        found = []
        rest = self.old[k.STACK]
        while rest is not None:
            frame, rest = rest
            found.append(frame)
        return found

    # ---- the new state

    def leaf(self, type_: str, value: Any) -> Any:
        """What stands in the guess for a simple value."""
        if type_ in CHARACTERS:
            return self.character.get(value, value)
        if sort_of(type_, value) == "card":
            return self.card.get(value, value)
        return value

    def other(self, type_: str, value: Any) -> Any:
        """Who stands in the guess for a player whom nobody sees to be the one."""
        return self.seat.get(value, value) if sort_of(type_, value) == "player" else value

    def state(self) -> State:
        rules, shapes, leaf = self.rules, self.shapes, self.leaf
        S = self.old[:]
        t = rules.tables
        S[k.RNG], S[k.RNG_STREAM] = seeded(self.rng.getrandbits(64))
        self.move_cards(S)
        for name, slot in t["scopes"].items():
            if S[slot] is not None and name != "effect":
                S[slot] = shapes.later.map(S[slot], leaf)
        if S[k.EFFECT] is not None:
            S[k.EFFECT] = shapes.later.map(S[k.EFFECT], leaf)
        self.change_fields(S)
        S[k.STACK] = None
        for frame in reversed(self.frames()):
            S[k.STACK] = (shapes.frame.map(frame, leaf), S[k.STACK])
        S[k.EVENTS] = list(seen_by(rules, self.old, self.viewer))
        S[k.INDEX] = S[k.OUTDATED] = None
        waits = S[k.DECISION]
        if waits is not None:
            S[k.DECISION] = shapes.decision.map(waits, leaf)
            if waits[1] != self.viewer:
                S[k.ACTIONS] = None
                if waits[0] == k.OFFER:
                    S[k.ACTIONS] = tuple(rules.ns["list_actions"](S, waits[2], waits[1]))
        return S

    def move_cards(self, S: State) -> None:
        """Put the cards into each other's places; everyone knows as much of the new ones as of the old."""
        slots = [k.LIMBO]
        for _, base, of_player, *_ in self.rules.tables["zones"]:
            slots += range(base, base + (k.MAX_SEATS if of_player else 1))
        swap = self.card
        for slot in slots:
            S[slot] = tuple([swap.get(c, c) for c in S[slot]])
        if S[k.KNOWN] is not None:
            S[k.KNOWN] = tuple([moved_bits(mask, swap) for mask in S[k.KNOWN]])

    def change_fields(self, S: State) -> None:
        """Give new values to secret fields, and to those that hold cards."""
        for row in self.rules.tables["fields"]:
            _, base, type_, of, _, seen, *_ = row
            moves = may_move(type_)
            if moves:
                shape = self.shapes.shape(type_)
                if of == "game":
                    S[base] = shape.map(S[base], self.leaf)
                else:
                    S[base] = tuple([x if x is None else shape.map(x, self.leaf) for x in S[base]])
            if of == "player" and seen != "everyone" and type_.rstrip("?") not in CHARACTERS:
                held = list(S[base])
                hidden = [p for p in S[k.SEATS] if not knows_field(row, S, self.viewer, p)]
                values = [held[p] for p in hidden]
                self.rng.shuffle(values)
                for p, value in zip(hidden, values, strict=True):
                    held[p] = value
                S[base] = tuple(held)
            elif of != "player" and seen == "nobody":
                self.change_unseen(S, base, type_, of)

    def change_unseen(self, S: State, base: int, type_: str, of: str) -> None:
        """Give new values to what nobody sees of the game, of cards or of declared values."""
        if holds_players(type_):
            shape = self.shapes.shape(type_)
            if of == "game":
                S[base] = shape.map(S[base], self.other)
            else:
                S[base] = tuple([x if x is None else shape.map(x, self.other) for x in S[base]])
        if of == "game" or type_.rstrip("?") in CHARACTERS:
            return
        held = list(S[base])
        for alike in self.cards_alike(S) if of == "card" else [list(range(len(held)))]:
            for c, value in zip(alike, self.shuffled([held[c] for c in alike]), strict=True):
                held[c] = value
        S[base] = tuple(held)

    def cards_alike(self, S: State) -> list[list[int]]:
        """The cards by the zones in which they lie, those of all players together, events apart."""
        found = []
        for _, base, of_player, *_ in self.rules.tables["zones"]:
            cards = [c for p in range(k.MAX_SEATS if of_player else 1) for c in S[base + p]]
            for sort in (True, False):
                found.append([c for c in cards if (c in self.events) is sort])
        return found


@cache
def may_move(type_: str) -> bool:
    """Whether values of a type are, or hold, cards or characters, which change places.

    >>> may_move("cards"), may_move("number"), may_move("values:square?")
    (True, False, False)
    """
    inner = (member_of(type_) or type_).rstrip("?")
    return inner not in ("number", "yesno", "player") and not inner.startswith("values:")


@cache
def holds_players(type_: str) -> bool:
    """Whether values of a type are, or hold, players.

    >>> holds_players("player?"), holds_players("thing"), holds_players("cards")
    (True, True, False)
    """
    return (member_of(type_) or type_).rstrip("?") in ("player", "thing", "place")


def moved_bits(mask: int, swap: dict[int, int]) -> int:
    """A set of cards, as bits, after the cards have changed places."""
    bits = 0
    c = 0
    while mask >> c:
        if mask >> c & 1:
            bits |= 1 << swap.get(c, c)
        c += 1
    return bits


def can_pay(rules: Rules, S: State) -> bool:
    """Whether whoever is paying for an action still can."""
    top = S[k.STACK]
    if top is None or top[0][0] != SEG_PAY:
        return True
    _, p, c, n, _, got = top[0]
    ns = rules.ns
    wants = [cond for number, cond in ns["ACTS"][n]["costs_of"](S, p, c) for _ in range(number)]
    held = [x for zone in ns["COST_ZONES"] for x in S[zone + p] if x != c and x not in got]
    if any(cond is not None and not cond(x) for x, cond in zip(got, wants, strict=False)):
        return False
    now, later = wants[len(got)], wants[len(got) + 1 :]
    for x in S[k.DECISION][3]:
        rest = [[y for y in held if y != x and (cond is None or cond(y))] for cond in later]
        if (now is not None and not now(x)) or not ns["matched"](rest):
            return False
    return True
