"""Games as plain data, ready for JSON, and back.

A save says all of a game by name: cards, seats as letters, places in programs with their values. It can be
read by the rules it was made with only; anything in it that can't be, and any change, is an error that names
the place.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from bangrules.errors import ActionParseError, SaveError, TableError
from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.language.quoting import brief, in_short
from bangrules.play.beginning import names_of, plain
from bangrules.play.frames import Shapes, program_name, shapes_of
from bangrules.play.game import blank_state
from bangrules.play.knowing import held_openly
from bangrules.play.naming import SEAT_LETTERS, changed, owner_type
from bangrules.play.shapes import ListOf, Optional, Place, Record, Shape, entries, read_number

if TYPE_CHECKING:
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

__all__ = ["FORMAT", "VERSION", "SaveShape", "loaded", "saved", "sealed"]

FORMAT = "bangrules game"
VERSION = 1

State = list[Any]


def fingerprint(data: Any) -> str:
    """A short check of plain data."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def layout_of(rules: Rules) -> str:
    """A fingerprint of how the rules were compiled: saves name places in their programs."""
    made: str | None = rules.ns.get("LAYOUT")
    if made is None:
        t = rules.tables
        parts = [
            [(n, proc, live, program_name(program)) for n, proc, live, program in t["segments"]],
            [row[:6] for row in t["fields"]],
            [row[:4] for row in t["zones"]],
            [row[1:] for row in t["laters"]],
            [row[3] for row in t["sites"]],
            sorted(t["scopes"]),
            len(t["actions"]),
        ]
        made = rules.ns["LAYOUT"] = fingerprint(parts)
    return made


class SaveShape:
    """The parts of a save of a game of certain rules, for so many seats."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.seats = range(seats)
        self.shapes: Shapes = shapes_of(rules)
        t = rules.tables
        self.zones = t["zones"]
        self.fields = t["fields"]
        self.scopes = sorted(t["scopes"].items())

    # ---- writing

    def dump(self, S: State) -> dict[str, Any]:
        """The parts of a state."""
        shapes, text = self.shapes, self.text
        cards = shapes.shape("cards")
        return {
            "options": {
                row[0]: shapes.shape(row[1]).dump(x)
                for row, x in zip(self.rules.tables["options"], S[k.OPTIONS], strict=True)
            },
            "forced": "resolve" if S[k.FORCED] else "ask",
            "generator": {"state": text(S[k.RNG]), "stream": text(S[k.RNG_STREAM])},
            "zones": {
                row[0]: {SEAT_LETTERS[p]: cards.dump(S[row[1] + p]) for p in self.seats}
                if row[2]
                else cards.dump(S[row[1]])
                for row in self.zones
            },
            "box": cards.dump(S[k.LIMBO]),
            "fields": {row[0]: self.dump_field(S, row) for row in self.fields},
            "shown": {
                row[0]: {SEAT_LETTERS[p]: self.dump_mask(S[row[7]][p]) for p in self.seats}
                for row in self.fields
                if row[7] is not None
            },
            "known": self.dump_known(S[k.KNOWN]),
            "scopes": {
                name: {
                    "put off": Optional(shapes.later).dump(S[slot]),
                    "counted": shapes.counted.dump(S[slot + 1]),
                }
                for name, slot in self.scopes
            },
            "forms": shapes.forms.dump(S[k.FORMS]),
            "stack": [shapes.frame.dump(frame) for frame in reversed(frames(S))],
            "dice": list(S[k.DICE] or ()),
            "passing over": S[k.SKIP],
            "decision": Optional(shapes.decision).dump(S[k.DECISION]),
            "outcome": Optional(shapes.shape("players")).dump(S[k.OUTCOME]),
            "events": [shapes.event.dump(event) for event in S[k.EVENTS]],
        }

    @staticmethod
    def text(number: int) -> str:
        return f"{number:016x}"

    def dump_field(self, S: State, row: Any) -> Any:
        _, base, type_, of, default, *_ = row
        shape = self.shapes.shape(type_)
        if of == "player":
            return {SEAT_LETTERS[p]: self.dump_value(shape, S[base][p]) for p in self.seats}
        if of == "game":
            return self.dump_value(shape, S[base])
        owner = self.shapes.shape(owner_type(of))
        return {owner.dump(i): self.dump_value(shape, x) for i, x in enumerate(S[base]) if x != default}

    @staticmethod
    def dump_value(shape: Shape, value: Any) -> Any:
        return None if value is None else shape.dump(value)  # a field that has no value yet

    @staticmethod
    def dump_mask(mask: int) -> Any:
        return "everyone" if mask == 255 else [SEAT_LETTERS[p] for p in range(k.MAX_SEATS) if mask >> p & 1]

    def dump_known(self, masks: Any) -> Any:
        if masks is None:
            return None
        names = self.rules.copy_names
        return {
            SEAT_LETTERS[p]: [name for c, name in names.items() if mask >> c & 1]
            for p, mask in enumerate(masks)
        }

    # ---- reading

    def load(self, data: dict[str, Any], at: Place, S: State) -> None:
        """Fill a blank state from the parts of a save.

        :raises SaveError: a part can't be.
        """
        shapes = self.shapes
        for part in PARTS:
            if part not in data:
                (at / part).wrong("missing")
        t = self.rules.tables
        rows = t["options"]
        entries(data["options"], at / "options", {row[0]: None for row in rows})
        S[k.OPTIONS] = tuple(
            [self.load_option(id, type_, data["options"], at / "options") for id, type_, *_ in rows]
        )
        if data["forced"] not in ("resolve", "ask"):
            (at / "forced").expected("`resolve` or `ask`", data["forced"])
        S[k.FORCED] = data["forced"] == "resolve"
        here = at / "generator"
        entries(data["generator"], here, {"state": None, "stream": None})
        S[k.RNG] = self.load_number(data["generator"]["state"], here / "state")
        S[k.RNG_STREAM] = self.load_number(data["generator"]["stream"], here / "stream")
        self.load_zones(data, at, S)
        self.load_fields(data, at, S)
        S[k.KNOWN] = self.load_known(data["known"], at / "known")
        entries(data["scopes"], at / "scopes", dict(self.scopes))
        scope = Record({"put off": Optional(shapes.later), "counted": shapes.counted})
        for name, slot in self.scopes:
            S[slot], S[slot + 1] = scope.load(data["scopes"][name], at / "scopes" / name)
        S[k.FORMS] = shapes.forms.load(data["forms"], at / "forms")
        S[k.STACK] = None
        for frame in ListOf(shapes.frame).load(data["stack"], at / "stack"):
            S[k.STACK] = (frame, S[k.STACK])
        S[k.DICE] = self.load_dice(data["dice"], at / "dice")
        S[k.SKIP] = data["passing over"]
        if S[k.SKIP] not in (None, *t["phases"]):
            (at / "passing over").expected("a phase", S[k.SKIP])
        S[k.DECISION] = Optional(shapes.decision).load(data["decision"], at / "decision")
        S[k.OUTCOME] = Optional(shapes.shape("players")).load(data["outcome"], at / "outcome")
        S[k.EVENTS] = list(ListOf(shapes.event).load(data["events"], at / "events"))
        S[k.ACTIONS] = S[k.INDEX] = S[k.OUTDATED] = None
        if (S[k.DECISION] is None) is (S[k.OUTCOME] is None):
            (at / "decision").wrong("a game either waits for a decision or has an outcome")
        if (S[k.STACK] is None) is not (S[k.DECISION] is None):
            (at / "stack").wrong(
                "a game that waits for a decision has programs that go on, and no other game has"
            )

    def load_option(self, id: str, type_: str, data: dict[str, Any], at: Place) -> Any:
        value = self.shapes.shape(type_).load(data[id], at / id)
        option = self.rules.options[id]
        if not option.allows(value):
            (at / id).expected(option.bounds, data[id])
        return value

    @staticmethod
    def load_number(data: Any, at: Place) -> int:
        if not isinstance(data, str) or len(data) != 16 or any(c not in "0123456789abcdef" for c in data):
            at.expected("16 hexadecimal digits", data)
        return int(data, 16)

    def load_zones(self, data: dict[str, Any], at: Place, S: State) -> None:
        """Put every card into its zone."""
        cards = self.shapes.shape("cards")
        places: dict[int, Place] = {}

        def put(slot: int, names: Any, here: Place) -> None:
            S[slot] = cards.load(names, here)
            for i, c in enumerate(S[slot]):
                if c in places:
                    here.item(i).wrong(f"{names[i]} is in {places[c].path} already")
                places[c] = here

        at_zones = at / "zones"
        entries(data["zones"], at_zones, {row[0]: None for row in self.zones})
        for id, base, of_player, *_ in self.zones:
            here = at_zones / id
            if not of_player:
                put(base, data["zones"][id], here)
                continue
            entries(data["zones"][id], here, {SEAT_LETTERS[p]: None for p in self.seats})
            for p in self.seats:
                put(base + p, data["zones"][id][SEAT_LETTERS[p]], here / SEAT_LETTERS[p])
        put(k.LIMBO, data["box"], at / "box")
        for card in self.rules.cards:
            if card.index not in places:
                at_zones.wrong(f"{self.rules.copy_names[card.index]} is nowhere")

    def load_fields(self, data: dict[str, Any], at: Place, S: State) -> None:
        here, shown = at / "fields", at / "shown"
        secret = [row for row in self.fields if row[7] is not None]
        entries(data["fields"], here, {row[0]: None for row in self.fields})
        entries(data["shown"], shown, {row[0]: None for row in secret})
        letters = {SEAT_LETTERS[p]: p for p in self.seats}
        for row in self.fields:
            id, base, type_, of, default, *_ = row
            shape, value = self.shapes.shape(type_), data["fields"][id]
            if of == "player":
                entries(value, here / id, letters)
                held = list(S[base])
                for letter, p in letters.items():
                    held[p] = self.load_value(shape, value[letter], here / id / letter, default)
                S[base] = tuple(held)
            elif of == "game":
                S[base] = self.load_value(shape, value, here / id, default)
            else:
                if not isinstance(value, dict):
                    (here / id).expected("a mapping", value)
                owner, values = self.shapes.shape(owner_type(of)), list(S[base])
                for name, x in value.items():
                    i = owner.load(name, here / id)
                    values[i] = self.load_value(shape, x, here / id / name, default)
                S[base] = tuple(values)
        for row in secret:
            entries(data["shown"][row[0]], shown / row[0], letters)
            masks = list(S[row[7]])
            for letter, p in letters.items():
                mask = self.load_mask(data["shown"][row[0]][letter], shown / row[0] / letter)
                if mask != 255 and held_openly(self.rules, row, S[row[1]][p]):
                    (shown / row[0] / letter).wrong("everyone knows who has an open role")
                masks[p] = mask
            S[row[7]] = tuple(masks)

    @staticmethod
    def load_value(shape: Shape, data: Any, at: Place, default: Any) -> Any:
        return None if data is None and default is None else shape.load(data, at)

    def load_mask(self, data: Any, at: Place) -> int:
        if data == "everyone":
            return 255
        seats = Place(at.path)  # empty seats may be named here
        return sum({1 << p for p in self.shapes.shape("players").load(data, seats)})

    @staticmethod
    def load_dice(data: Any, at: Place) -> Any:
        if not isinstance(data, list):
            at.expected("a list of numbers", data)
        numbers = [read_number(x, at.item(i)) for i, x in enumerate(data)]
        if any(x < 1 for x in numbers):
            at.expected("what dice show", data)
        return tuple(numbers) or None

    def load_known(self, data: Any, at: Place) -> Any:
        if data is None:
            return None
        entries(data, at, {SEAT_LETTERS[p]: None for p in self.seats})
        cards = self.shapes.shape("cards")
        return tuple(
            [
                sum({1 << c for c in cards.load(data[SEAT_LETTERS[p]], at / SEAT_LETTERS[p])})
                for p in self.seats
            ]
        )


PARTS = (
    *(
        "options",
        "forced",
        "generator",
        "zones",
        "box",
        "fields",
        "shown",
        "known",
        "scopes",
        "forms",
        "stack",
    ),
    *("dice", "passing over", "decision", "outcome", "events"),
)
HEAD = ("format", "version", "packs", "digest", "layout", "players", "setup", "actions")


def frames(S: State) -> list[tuple[Any, ...]]:
    """The frames of a state, the innermost first."""
    found = []
    rest = S[k.STACK]
    while rest is not None:
        frame, rest = rest
        found.append(frame)
    return found


def saved(game: Game) -> dict[str, Any]:
    """A game as plain data; see `Game.to_dict`."""
    rules, S = game.rules, game._state
    known = game._setup is not None and game._past is not None
    data = {
        "format": FORMAT,
        "version": VERSION,
        "packs": list(rules.packs),
        "digest": rules.digest,
        "layout": layout_of(rules),
        "players": list(game.players),
        "setup": plain(game._setup) if known else None,
        "actions": [str(action) for action in game._actions()] if known else None,
        **SaveShape(rules, len(S[k.SEATS])).dump(S),
    }
    return sealed(data)


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """The parts of a save with the checks that belong to them."""
    parts = {part: x for part, x in data.items() if part != "checks"}
    return {**parts, "checks": {part: fingerprint(x) for part, x in parts.items()}}


def loaded(cls: type[Game], rules: Rules, data: Any, history: bool) -> Game:
    """The game that plain data stands for; see `Game.from_dict`.

    :raises SaveError: it stands for none; `field` names what is wrong.
    """
    try:
        return read(cls, rules, data, history)
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        if isinstance(error, SaveError):
            raise
        raise SaveError(f"this is not the plain data of a game: {brief(error, 200)}", "save") from error


def read(cls: type[Game], rules: Rules, data: Any, history: bool) -> Game:
    """The game that plain data stands for."""
    at = Place()
    if not isinstance(data, dict):
        raise SaveError("expected the plain data of a game", "save")
    for key in ("format", "version", "digest", "layout"):
        if key not in data:
            (at / key).wrong("missing")
    if data["format"] != FORMAT:
        (at / "format").wrong("this is no saved game")
    if data["version"] != VERSION:
        (at / "version").wrong(f"saved by version {in_short(data['version'])}; this one reads {VERSION}")
    if data["digest"] != rules.digest:
        packs, these = data.get("packs"), list(rules.packs)
        told = changed(rules) if packs == these else f" (packs {in_short(packs)}); these are {these}"
        (at / "digest").wrong(f"saved with other rules{told}")
    if data["layout"] != layout_of(rules):
        (at / "layout").wrong("saved by another version, which compiled the rules otherwise")
    entries(data, at, dict.fromkeys((*HEAD, *PARTS, "checks")))
    players = data["players"]
    if not isinstance(players, list) or not 1 <= len(players) <= k.MAX_SEATS:
        (at / "players").expected(f"the names of 1 to {k.MAX_SEATS} players", players)
    try:
        names = names_of(players)
    except TableError as error:
        raise SaveError(error.message, "players") from None
    at = Place("", len(players))
    S = blank_state(rules, len(players), 0, "resolve")
    shape = SaveShape(rules, len(players))
    shape.load(data, at, S)
    before = actions_before(rules, data, at)
    entries(data["checks"], at / "checks", dict.fromkeys((*HEAD, *PARTS)))
    for part in (*HEAD, *PARTS):
        try:
            found = fingerprint(data[part])
        except (TypeError, ValueError, RecursionError):
            (at / part).wrong("this is not plain data")
        if data["checks"][part] != found:
            (at / part).wrong("this part was changed after the game was saved")
    if S[k.DECISION] is not None:
        begin(rules, S, at)
    setup = plain(data["setup"])
    kept = setup is not None and history
    return cls(rules, S, [] if history else None, setup if kept else None, names, before if kept else ())


def begin(rules: Rules, S: State, at: Place) -> None:
    """List what may be done at the decision of a state just read."""
    waits = S[k.DECISION]
    if waits[0] != k.OFFER:
        return
    try:
        S[k.ACTIONS] = tuple(rules.ns["list_actions"](S, waits[2], waits[1]))
    except Exception as error:
        raise SaveError(f"the rules cannot go on from here: {error}", (at / "decision").path) from error


def actions_before(rules: Rules, data: dict[str, Any], at: Place) -> tuple[Action, ...]:
    """What was done before the save was made."""
    if (data["setup"] is None) is not (data["actions"] is None):
        (at / "actions").wrong("a save has both the setup and the actions, or neither")
    if data["setup"] is None:
        return ()
    if not isinstance(data["setup"], dict):
        (at / "setup").expected("a mapping", data["setup"])
    if not isinstance(data["actions"], list):
        (at / "actions").expected("a list of actions", data["actions"])
    made = []
    for i, text in enumerate(data["actions"]):
        try:
            made.append(rules.parse(text))
        except (ActionParseError, AttributeError, TypeError) as error:
            raise SaveError(str(error), (at / "actions").item(i).path) from None
    return tuple(made)
