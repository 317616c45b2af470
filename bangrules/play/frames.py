"""The shapes of what the engine keeps while something is going on: frames, decisions, and what is put off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bangrules.kernel import machine
from bangrules.kernel import slots as k
from bangrules.play.shapes import (
    UNSEEN,
    Anything,
    Fixed,
    Leafing,
    ListOf,
    Named,
    Optional,
    Place,
    Record,
    Shape,
    Unseen,
    Values,
    closed,
    entries,
)

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["Shapes", "shapes_of"]

# of the procedures that the engine calls, the arguments that the rules don't see
HIDDEN_ARGS = {
    "act": (("number", "action"), ("with", "card?"), ("form", "kind?"), ("target_", "thing?")),
    "affect": (("number", "action"), ("with", "card?")),
}


class Shapes(Values):
    """All shapes of a set of rules."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        t = rules.tables
        self.procedures = [row[0] for row in t["procedures"]]
        self.procedure = Fixed(dict(enumerate(self.procedures)), "a procedure")
        self.scope_slots = {slot: name for name, slot in t["scopes"].items()}
        names = {name: name for name in t["scopes"]}
        self.ending = Optional(
            Fixed({**dict(enumerate(self.procedures)), **names, "effect": "effect"}, "what ends")
        )
        player, card = self.shape("player?"), self.shape("card?")
        entry = Record({"hook": Number(len(t["hooks"])), "self": player, "this": card})
        self.hook_entries = Named(self, "hooks", ListOf(entry))
        self.counted = Named(self, "counted", ListOf(Counted(len(t["actions"]) + len(t["uses"]))))
        self.args = [
            Named(self, f"values of {row[0]}", Record(dict(self.arg_shapes(row)))) for row in t["procedures"]
        ]
        self.later_args = [Record({name: self.shape(type_) for name, type_ in row[1]}) for row in t["laters"]]
        self.later = Named(self, "put off", ListOf(Later(self)))
        self.forms = ListOf(Record({"card": self.shape("card"), "as": self.shape("kind")}))
        self.context = Named(self, "context", Context(self))
        self.frame = Frame(self)
        self.decision = Decision(self)
        self.event = Event(self)

    def shape(self, type_: str) -> Shape:
        if type_ == "action":
            return Number(len(self.rules.tables["actions"]))
        if type_ == "ctx":
            return self.context
        return super().shape(type_)

    def arg_shapes(self, row: Any) -> list[tuple[str, Shape]]:
        params = [*row[2], *HIDDEN_ARGS.get(row[0], ())]
        return [(name, self.shape(type_)) for name, type_ in params]


def shapes_of(rules: Rules) -> Shapes:
    """The shapes of a set of rules, made once."""
    made = rules.ns.get("SHAPES")
    if made is None:
        made = rules.ns["SHAPES"] = Shapes(rules)
    return made


def program_name(program: str) -> str:
    """A program's name without the folder in which its file lies."""
    return re.sub(r"\S*[/\\]", "", program)


class Number(Shape):
    """A number below a bound."""

    def __init__(self, below: int) -> None:
        self.below = below

    def dump(self, value: Any) -> Any:
        return value

    def load(self, data: Any, at: Place) -> Any:
        if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data < self.below:
            at.expected(f"a number below {self.below}", data)
        return data

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "exclusiveMaximum": self.below}


class Counted(Shape):
    """That a player has used an action, where that is limited."""

    def __init__(self, actions: int) -> None:
        self.actions = actions

    def dump(self, value: Any) -> Any:
        return {"player": "ABCDEFGH"[value % 16], "action": value // 16}

    def load(self, data: Any, at: Place) -> Any:
        entries(data, at, {"player": None, "action": None})
        from bangrules.play.shapes import read_player

        return 16 * Number(self.actions).load(data["action"], at / "action") + read_player(
            data["player"], at / "player"
        )

    def schema(self) -> dict[str, Any]:
        return closed({"player": {"$ref": "#/$defs/player"}, "action": Number(self.actions).schema()})


class Later(Shape):
    """A block that has been put off, with the values it keeps."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes

    def map(self, value: Any, leaf: Leafing) -> Any:
        number, *args = value
        return (number, *self.shapes.later_args[number].map(args, leaf))

    def dump(self, value: Any) -> Any:
        number, *args = value
        return {"block": number, "values": self.shapes.later_args[number].dump(args)}

    def load(self, data: Any, at: Place) -> Any:
        entries(data, at, {"block": None, "values": None})
        number = Number(len(self.shapes.later_args)).load(data["block"], at / "block")
        return (number, *self.shapes.later_args[number].load(data["values"], at / "values"))

    def schema(self) -> dict[str, Any]:
        rows = [
            closed({"block": {"const": i}, "values": args.schema()})
            for i, args in enumerate(self.shapes.later_args)
        ]
        return {"anyOf": rows} if rows else {"not": {}}


class Call(Shape):
    """The arguments of a call of the procedure that `data` names."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes

    def parts(self, proc: int) -> dict[str, Shape]:
        """What is kept about a call of the procedure, from the second member on."""
        raise NotImplementedError

    def map(self, value: Any, leaf: Leafing) -> Any:
        proc, *rest = value
        return (proc, *Record(self.parts(proc)).map(rest, leaf))

    def dump(self, value: Any) -> Any:
        proc, *rest = value
        return {"procedure": self.shapes.procedure.dump(proc), **Record(self.parts(proc)).dump(rest)}

    def load(self, data: Any, at: Place) -> Any:
        if not isinstance(data, dict) or "procedure" not in data:
            at.expected("a procedure and its values", data)
        proc = self.shapes.procedure.load(data["procedure"], at / "procedure")
        rest = {name: x for name, x in data.items() if name != "procedure"}
        return (proc, *Record(self.parts(proc)).load(rest, at))

    def schema(self) -> dict[str, Any]:
        return {
            "anyOf": [
                closed({"procedure": {"const": id}, **Record(self.parts(i)).schema()["properties"]})
                for i, id in enumerate(self.shapes.procedures)
            ]
        }


class Context(Call):
    """Where an `instead of` hook goes on with `proceed`."""

    def parts(self, proc: int) -> dict[str, Shape]:
        return {"values": self.shapes.args[proc], "hooks": self.shapes.hook_entries, "next": Number(1 << 16)}


class Before(Context):
    """In the middle of the hooks before a procedure."""


class Core(Call):
    """A procedure is running, and hooks follow."""

    def parts(self, proc: int) -> dict[str, Shape]:
        return {"values": self.shapes.args[proc]}


class After(Call):
    """In the middle of the hooks after a procedure."""

    def parts(self, proc: int) -> dict[str, Shape]:
        shapes = self.shapes
        gives = shapes.rules.tables["procedures"][proc][3]
        answer = Anything() if gives in ("nothing", "any") else shapes.shape(gives)
        if not isinstance(answer, ListOf | Optional | Anything):
            answer = Optional(answer)  # a procedure that was ended answers nothing
        return {
            "values": shapes.args[proc],
            "hooks": shapes.hook_entries,
            "next": Number(1 << 16),
            "answer": answer,
        }


class Scope(Call):
    """A procedure that others ask about is running; what was put off and counted in an outer run of it."""

    def parts(self, proc: int) -> dict[str, Shape]:
        shapes = self.shapes
        name = shapes.procedures[proc]
        slot = shapes.rules.tables["scopes"].get(name, k.EFFECT)
        return {
            "slot": Fixed({k.EFFECT: "effect", slot: name}, "the procedure or the effect"),
            "put off": Optional(shapes.later),
            "counted": shapes.counted,
            "values": shapes.args[proc],
        }


class Frame(Shape):
    """A frame: the place in a program where a call waits, and the values that are still needed there."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        t = shapes.rules.tables
        shape = shapes.shape
        player, card, thing, cards, yesno = map(shape, ("player", "card?", "thing?", "cards", "yesno"))
        window, action, small = shape("window"), shape("action"), Number(1 << 16)
        scope = Fixed(shapes.scope_slots, "a scope")
        scopes = ListOf(
            Record({"scope": scope, "put off": Optional(shapes.later), "counted": shapes.counted})
        )
        names = ListOf(Fixed({name: name for name in t["scopes"]}, "a scope"))
        deed = {"player": player, "card": card, "action": action, "target": thing}
        self.kinds: dict[int, tuple[str, Shape]] = {
            machine.SEG_BEFORE: ("before", Before(shapes)),
            machine.SEG_CORE: ("running", Core(shapes)),
            machine.SEG_AFTER: ("after", After(shapes)),
            machine.SEG_SCOPE: ("scope", Scope(shapes)),
            machine.SEG_LATER: (
                "put off",
                Record(
                    {"blocks": shapes.later, "next": small, "answer": Anything(), "ending": shapes.ending}
                ),
            ),
            machine.SEG_OFFER: ("offer", Record({"window": window, "player": player})),
            machine.SEG_ACTED: ("acted", Record({"window": window, "player": player, "anytime": yesno})),
            machine.SEG_ACT: (
                "act",
                Record(
                    {
                        "outermost": yesno,
                        "forms": shapes.forms,
                        "scopes": scopes,
                        "inside": names,
                        "player": player,
                        "action": action,
                        "card": card,
                        "form": shape("kind?"),
                        "target": thing,
                    }
                ),
            ),
            machine.SEG_PAY: ("pay", Record({**deed, "chosen": cards})),
            machine.SEG_PAID: ("paid", Record({**deed, "cards": cards})),
            machine.SEG_EACH: (
                "each",
                Record(
                    {
                        "player": player,
                        "card": card,
                        "action": action,
                        "targets": shape("things"),
                        "next": small,
                        "cards": cards,
                    }
                ),
            ),
        }
        for number, _, live, program in t["segments"]:
            self.kinds[number] = (
                f"{program_name(program)} [{number}]",
                Record({name: shape(type_) for name, type_ in live}),
            )
        self.numbers = {name: number for number, (name, _) in self.kinds.items()}

    def map(self, value: Any, leaf: Leafing) -> Any:
        return (value[0], *self.kinds[value[0]][1].map(value[1:], leaf))

    def dump(self, value: Any) -> Any:
        name, shape = self.kinds[value[0]]
        return {"at": name, "values": shape.dump(value[1:])}

    def load(self, data: Any, at: Place) -> Any:
        entries(data, at, {"at": None, "values": None})
        name = data["at"]
        if not isinstance(name, str) or name not in self.numbers:
            (at / "at").expected("a place in a program of the rules", name)
        number = self.numbers[name]
        return (number, *self.kinds[number][1].load(data["values"], at / "values"))

    def schema(self) -> dict[str, Any]:
        return {
            "anyOf": [
                closed({"at": {"const": name}, "values": shape.schema()})
                for name, shape in self.kinds.values()
            ]
        }


class Question(Shape):
    """Which question of the rules is asked, with what fills the blanks of its text; -1: what to pay with."""

    def __init__(self, shapes: Shapes) -> None:
        rows = shapes.rules.tables["sites"]
        self.blanks = [Record({name: shapes.shape(type_) for name, type_ in row[3]}) for row in rows]

    def map(self, value: Any, leaf: Leafing) -> Any:
        return (value[0], *self.blanks[value[0]].map(value[1:], leaf)) if isinstance(value, tuple) else value

    def dump(self, value: Any) -> Any:
        number, *values = value if isinstance(value, tuple) else (value,)
        return {"number": number, "values": self.blanks[number].dump(values) if values else {}}

    def load(self, data: Any, at: Place) -> Any:
        entries(data, at, {"number": None, "values": None})
        number = data["number"]
        if isinstance(number, bool) or not isinstance(number, int) or not -1 <= number < len(self.blanks):
            (at / "number").expected("the number of a question", number)
        values = (Record({}) if number < 0 else self.blanks[number]).load(data["values"], at / "values")
        return (number, *values) if values else number

    def schema(self) -> dict[str, Any]:
        rows = [(i, blanks.schema()) for i, blanks in enumerate(self.blanks) if blanks.parts]
        number = {"type": "integer", "minimum": -1, "maximum": len(self.blanks) - 1}
        return {
            "anyOf": [
                closed({"number": number, "values": closed({})}),
                *(closed({"number": {"const": i}, "values": values}) for i, values in rows),
            ]
        }


class Decision(Shape):
    """What is asked: actions of a window, or a choice."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        shape = shapes.shape
        self.offer = Record({"player": shape("player"), "window": shape("window")})
        self.question = Question(shapes)
        simple = (
            *("player", "card", "event", "yesno", "number", "suit", "color", "rank", "role", "character"),
            *("kind", "border", "ability", "thing", "place", "zone", "window", "source", "text", "pattern"),
        )
        self.members = (*simple, *(f"values:{id}" for id in shapes.rules.tables["values"]))

    def choice(self, member: str) -> Record:
        """A choice among values of a type."""
        shape = self.shapes.shape
        return Record(
            {
                "player": shape("player"),
                "among": Fixed({member: member}, "a type"),
                "options": ListOf(shape(member)),
                "unseen": shape("cards"),
                "optional": shape("yesno"),
                "question": self.question,
            }
        )

    def map(self, value: Any, leaf: Leafing) -> Any:
        if value[0] == k.OFFER:
            return value
        return (k.CHOOSE, *self.choice(value[2]).map(value[1:], leaf))

    def dump(self, value: Any) -> Any:
        shape = self.offer if value[0] == k.OFFER else self.choice(value[2])
        return shape.dump(value[1:])

    def load(self, data: Any, at: Place) -> Any:
        if isinstance(data, dict) and "window" in data:
            return (k.OFFER, *self.offer.load(data, at))
        if not isinstance(data, dict) or "among" not in data:
            at.expected("a window, or a choice", data)
        if data["among"] not in self.members:
            (at / "among").expected("a type", data["among"])
        return (k.CHOOSE, *self.choice(data["among"]).load(data, at))

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.offer.schema(), *(self.choice(member).schema() for member in self.members)]}


class Event(Shape):
    """Something that has happened, as the kernel notes it; parts that a viewer did not see are `??`."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        t, shape = shapes.rules.tables, shapes.shape
        player, cards = shape("player"), ListOf(Unseen(shape("card")))
        place = Fixed({**{slot: name for name, slot in shapes.zones.items()}, k.LIMBO: "box"}, "a zone")
        mask, said = Number(256), Number(len(t["procedures"]))
        self.fields = [row[0] for row in t["fields"]]
        field = Fixed(dict(enumerate(self.fields)), "a field")
        self.kinds: dict[int, tuple[str, dict[str, Shape]]] = {
            machine.SAY: ("say", {"procedure": shapes.procedure}),
            machine.SET: ("set", {"field": field, "player": player}),
            machine.MOVE: ("move", {"cards": cards, "from": place, "to": place}),
            machine.SHOW: ("show", {"cards": cards, "seats": mask, "in": place}),
            machine.SHOW_FIELD: ("reveal", {"field": field, "player": player, "seats": mask}),
            machine.ACT: (
                "act",
                {
                    "player": player,
                    "action": shape("action"),
                    "card": shape("card?"),
                    "form": shape("kind?"),
                    "target": shape("thing?"),
                },
            ),
            machine.PASS: ("pass", {"player": player, "window": shape("window")}),
            machine.WIN: ("win", {"winners": shape("players")}),
        }
        self.numbers = {name: kind for kind, (name, _) in self.kinds.items()}
        self.said = said

    def rest(self, kind: int, number: int) -> list[Shape]:
        """The shapes of what follows the fixed part of an event."""
        t = self.shapes.rules.tables
        if kind == machine.SAY:
            return [Unseen(self.shapes.shape(type_)) for _, type_ in t["procedures"][number][2]]
        if kind in (machine.SET, machine.SHOW_FIELD):
            return [Unseen(self.shapes.shape(t["fields"][number][2]))]
        return []

    def map(self, value: Any, leaf: Leafing) -> Any:
        kind, *values = value
        parts = list(self.kinds[kind][1].values())
        shapes = [*parts, *self.rest(kind, values[0])] if kind != machine.MOVE else parts
        return (kind, *(shape.map(x, leaf) for shape, x in zip(shapes, values, strict=True)))

    def dump(self, value: Any) -> Any:
        kind, *values = value
        name, parts = self.kinds[kind]
        rest = self.rest(kind, values[0]) if kind in (machine.SAY, machine.SET, machine.SHOW_FIELD) else []
        known = {part: shape.dump(x) for (part, shape), x in zip(parts.items(), values, strict=False)}
        more = [shape.dump(x) for shape, x in zip(rest, values[len(parts) :], strict=True)]
        return {"event": name, **known, **({"values": more} if rest else {})}

    def load(self, data: Any, at: Place) -> Any:
        if not isinstance(data, dict) or data.get("event") not in list(self.numbers):
            at.expected("an event", data)
        kind = self.numbers[data["event"]]
        parts = self.kinds[kind][1]
        fixed = {"event": None, **dict.fromkeys(parts)}
        if kind in (machine.SAY, machine.SET, machine.SHOW_FIELD) and "values" in data:
            fixed["values"] = None
        entries(data, at, fixed)
        values = [shape.load(data[part], at / part) for part, shape in parts.items()]
        if kind in (machine.SAY, machine.SET, machine.SHOW_FIELD):
            rest = self.rest(kind, values[0])
            more = data.get("values", [])
            if not isinstance(more, list) or len(more) != len(rest):
                (at / "values").expected(f"{len(rest)} values", more)
            values += [
                s.load(x, (at / "values").item(i)) for i, (s, x) in enumerate(zip(rest, more, strict=True))
            ]
        return (kind, *values)

    def schema(self) -> dict[str, Any]:
        rows = []
        for name, parts in self.kinds.values():
            row = {"event": {"const": name}, **{part: shape.schema() for part, shape in parts.items()}}
            found = closed(row)
            if name in ("say", "set", "reveal"):
                found["properties"]["values"] = {"type": "array"}
            rows.append(found)
        return {"anyOf": rows}


__all__ += ["UNSEEN"]
