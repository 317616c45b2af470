"""Laying the table of a game again: with other rules, or with something to be tried at hand.

What is going on is no part of a table. So a game is laid again as it stood when somebody last was free to go
on with the turn or to end it, and goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from attrs import evolve, frozen

from bangrules.errors import BangRulesError, HistoryError, TableError
from bangrules.play.game import Game
from bangrules.play.naming import SEAT_LETTERS
from bangrules.play.reading import fields_of, seat_of_turn, zones_of
from bangrules.play.rules import Definition, Rules
from bangrules.play.save import sealed

__all__ = ["Table", "at_hand", "begun_turn", "for_rules", "free", "table_of", "turn_of"]

LONGEST = 500  # decisions after which a game in which no turn begins is taken as it is


@frozen
class Table:
    """A table: what each seat and the game have, fields and zones by name, and whose turn it is.

    `secrets` has who has been shown what, as a save tells it.
    """

    players: tuple[str, ...]
    seats: tuple[dict[str, Any], ...]
    details: dict[str, Any]
    options: dict[str, Any]
    secrets: dict[str, Any]
    turn: int
    rest: bool

    def begun(self, rules: Rules, seed: int, phase: str | None = None) -> Game:
        """The game in which the turn begins, or goes on with a phase.

        :raises TableError: the rules have no such table.
        :raises RuleError: the rules go wrong at it.
        """
        seats = [given(side) for side in self.seats]
        return rules.new_game(
            players=list(self.players), seed=seed, seats=seats, options=self.options, turn=self.turn,
            phase=phase, rest=self.rest, **given(self.details),
        )  # fmt: skip

    def resumed(self, rules: Rules, seed: int) -> Game:
        """The game that goes on in the middle of the turn, with everything as the table has it.

        :raises TableError: the rules have no such table, or no such moment in the turn.
        """
        wrong = TableError("the rules have no moment in which the turn can be gone on with")
        for table in (self.bare(rules), self):
            for phase in reversed(rules.tables["phases"]):
                try:
                    game = table.begun(rules, seed, phase)
                except BangRulesError as error:
                    wrong = TableError(str(error))
                    continue
                if free(game) and seat_of_turn(game) == self.turn:
                    return self.restored(game)
        raise wrong

    def bare(self, rules: Rules) -> Table:
        """A table of the same players, at which nothing lies that could get in the way."""
        fields = [id for id, field in fields_of(rules).items() if field.of == "player"]
        seats = tuple({id: side[id] for id in fields if id in side} for side in self.seats)
        return evolve(self, seats=seats, details={}, rest=True)

    def restored(self, game: Game) -> Game:
        """A game in which everything that the table has is as the table has it."""
        data = game.to_dict()
        zones: dict[str, Any] = data["zones"]
        mine = {card for side in (self.details, *self.seats) for id in zones for card in side.get(id, ())}
        for id, cards in zones.items():
            if isinstance(cards, dict):
                for letter, side in zip(SEAT_LETTERS, self.seats, strict=False):
                    cards[letter] = [*side.get(id, ()), *(card for card in cards[letter] if card not in mine)]
            else:
                zones[id] = [*self.details.get(id, ()), *(card for card in cards if card not in mine)]
        data["box"] = [card for card in data["box"] if card not in mine]
        for id, row in fields_of(game.rules).items():
            if row.of == "player":
                data["fields"][id].update(
                    {
                        letter: side[id]
                        for letter, side in zip(SEAT_LETTERS, self.seats, strict=False)
                        if id in side
                    }
                )
            elif id in self.details:
                data["fields"][id] = self.details[id]
        data["shown"].update({id: who for id, who in self.secrets["shown"].items() if id in data["shown"]})
        if self.secrets["known"] is not None:
            there = game.rules.copy_by_name
            data["known"] = {
                letter: [card for card in cards if card in there]
                for letter, cards in self.secrets["known"].items()
            }
        return Game.from_dict(game.rules, sealed({**data, "setup": None, "actions": None, "events": []}))


def given(of: Mapping[str, Any]) -> dict[str, Any]:
    """Fields and zones as `Rules.new_game` takes them: without empty fields, equal cards under one name."""
    return {id: plain(value) for id, value in of.items() if value is not None}


def plain(value: Any) -> Any:
    """A value without what tells a card from its equals."""
    if isinstance(value, str):
        return value.partition("#")[0]
    if isinstance(value, dict):
        return {plain(name): plain(x) for name, x in value.items()}
    return [plain(x) for x in value] if isinstance(value, list) else value


# ---- from a game


def turn_of(game: Game) -> Game:
    """The game as it stood when somebody last could end the turn; as it is, if that never was."""
    earlier = game.copy()
    with suppress(HistoryError):
        while not free(earlier):
            earlier.pop()
        return earlier
    return game


def free(game: Game) -> bool:
    """Whether whoever has the turn may go on with it or end it."""
    actions = game.legal_actions()
    return bool(actions) and actions[-1].verb == "end" and actions[-1].player == seat_of_turn(game)


def begun_turn(game: Game) -> Game:
    """A new game when the first turn has begun: what is asked before is answered with the first offer."""
    begun = game.copy()
    for _ in range(LONGEST):
        if seat_of_turn(begun) is not None or begun.is_over:
            break
        begun.push(begun.legal_actions()[0])
    return begun


def table_of(game: Game) -> Table:
    """The table of a game.

    :raises TableError: it is nobody's turn.
    """
    turn = seat_of_turn(game)
    if turn is None:
        raise TableError("it is nobody's turn")
    saved = game.to_dict()
    seats: list[dict[str, Any]] = [{} for _ in game.players]
    details: dict[str, Any] = {}
    of_player = [id for id, zone in zones_of(game.rules).items() if zone.of_player]
    of_player += [id for id, field in fields_of(game.rules).items() if field.of == "player"]
    for id, value in {**saved["zones"], **saved["fields"]}.items():
        if id in of_player:
            for letter, side in zip(SEAT_LETTERS, seats, strict=False):
                side[id] = value[letter]
        else:
            details[id] = value
    secrets = {"shown": saved["shown"], "known": saved["known"]}
    rest = not saved["box"]
    return Table(game.players, tuple(seats), details, saved["options"], secrets, turn, rest)


def for_rules(rules: Rules, table: Table) -> Table:
    """The table without the cards, fields and options that other rules don't have."""
    zones, fields = zones_of(rules), fields_of(rules)

    def known(of: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for id, value in of.items():
            if id in zones:
                found[id] = [card for card in value if card in rules.copy_by_name]
            elif id in fields and isinstance(value, dict):
                found[id] = {x: y for x, y in value.items() if "@" not in x or x in rules.copy_by_name}
            elif id in fields:
                found[id] = value
        return found

    options = {id: value for id, value in table.options.items() if id in rules.options}
    return evolve(table, seats=tuple(map(known, table.seats)), details=known(table.details), options=options)


# ---- with something to be tried


def at_hand(rules: Rules, table: Table, tried: Sequence[Definition], viewer: int) -> Table:
    """The table with what is to be tried within reach of a seat.

    Cards lie where they are used from: the seat holds one of each. It is the first of the characters, and
    those behind it are the others. Events come next, unless they are in force.
    """
    seats = [dict(side) for side in table.seats]
    details = dict(table.details)
    at = {"character": viewer, "role": viewer}
    for definition in tried:
        if definition.kind == "card":
            take_card(rules, seats, details, definition, viewer)
        elif definition.kind in at:
            become(rules, seats, definition, at[definition.kind] % len(seats))
            at[definition.kind] += 1
    for definition in reversed([definition for definition in tried if definition.kind == "event"]):
        turn_up_next(rules, details, definition)
    return evolve(table, seats=tuple(seats), details=details)


def take_card(
    rules: Rules, seats: list[dict[str, Any]], details: dict[str, Any], definition: Definition, viewer: int
) -> None:
    """Put a card of a definition where its player uses it from; if nobody does, on top of its pile."""
    copies = copies_of(rules, definition)
    mine = seats[viewer]
    zones = zones_of(rules)
    places = [
        (side, id) for side in (mine, details, *seats) for id in zones if set(side.get(id, ())) & set(copies)
    ]
    if not copies or any(side is mine for side, _ in places):
        return
    zone = used_from(rules, definition)
    card = copies[0]
    if places:
        side, id = places[0]
        card = next(x for x in side[id] if x in copies)
        rest = [x for x in side[id] if x != card]
        side[id] = rest if zone is not None else [card, *rest]
    if zone is not None:
        mine[zone] = [card, *mine.get(zone, ())]


def copies_of(rules: Rules, definition: Definition) -> list[str]:
    """The cards of a definition."""
    return [rules.copy_names[card.index] for card in rules.cards if card.definition == definition]


def used_from(rules: Rules, definition: Definition) -> str | None:
    """The zone of a player from which a card is used first; none if it is used from no such zone."""
    of_player = {id for id, zone in zones_of(rules).items() if zone.of_player}
    rows = rules.tables["contributions"].get(definition.index, ())
    zones = [rules.tables["actions"][number]["zone"] for kind, _, number in rows if kind == "act"]
    return next((zone for zone in zones if zone in of_player), None)


def turn_up_next(rules: Rules, details: dict[str, Any], definition: Definition) -> None:
    """Put an event on top of the pile of events, unless it is in force."""
    events = {rules.copy_names[card] for card in rules.tables["event_cards"]}
    force = [row[0] for row in rules.tables["zones"] if row[4]]
    (card,) = copies_of(rules, definition)
    lying = {id: set(details.get(id, ())) & events for id, zone in zones_of(rules).items() if zone.of_game}
    if any(card in lying.get(id, ()) for id in force):
        return
    pile = max((id for id in lying if id not in force), key=lambda id: (len(lying[id]), card in lying[id]))
    for id in lying:
        details[id] = [x for x in details.get(id, ()) if x != card]
    details[pile] = [card, *details[pile]]


def become(rules: Rules, seats: list[dict[str, Any]], definition: Definition, seat: int) -> None:
    """Let a player be somebody; who was that before is what the player was.

    What was counted for the player is worked out anew, since it may go by who one is.
    """
    fields = [field for field in fields_of(rules).values() if field.of == "player"]
    being = [field.id for field in fields if field.type.rstrip("?") == definition.kind]
    if not being:
        return
    mine, name = seats[seat], rules.short[definition.index]
    old = mine.get(being[0])
    if old == name:
        return
    for side in seats:
        for id in being:
            if side.get(id) == name:
                side[id] = old
    mine[being[0]] = name
    for field in fields:
        if field.type == "number":
            mine.pop(field.id, None)
