"""What every value in a game's state is: the shapes of frames, decisions and events, and of what is in them.

A shape turns a value into plain data and back (saves), describes that data (`schema`), and finds the values
of a type wherever they are (`map`). Types are those of the card language, as the rules' tables spell them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from attrs import frozen

from bangrules.errors import SaveError
from bangrules.kernel import slots as k
from bangrules.language.quoting import brief, in_short
from bangrules.play.log import UNSEEN
from bangrules.play.naming import RANKS, SEAT_LETTERS, SUITS, member_of, sort_of, target_values, value_name

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["UNSEEN", "Leaf", "ListOf", "Named", "Optional", "Place", "Record", "Shape", "Values"]

LARGEST = 1 << 62

Leafing = Callable[[str, Any], Any]


@frozen
class Place:
    """Where in a save one is reading, for messages; `seats` is how many players it has."""

    path: str = ""
    seats: int = k.MAX_SEATS

    def __truediv__(self, name: str) -> Place:
        return Place(f"{self.path}.{name}" if self.path else name, self.seats)

    def item(self, i: int) -> Place:
        """The i-th of a list."""
        return Place(f"{self.path}[{i}]", self.seats)

    def wrong(self, message: str) -> NoReturn:
        """Report what is wrong here."""
        raise SaveError(message, self.path or "save")

    def expected(self, what: str, data: Any) -> NoReturn:
        """Report something else than what should be here."""
        self.wrong(f"expected {what}, found {in_short(data)}")


class Shape:
    """How one kind of value is built."""

    def map(self, value: Any, leaf: Leafing) -> Any:
        """The value with `leaf(type, part)` put for each of its simple parts."""
        return value

    def dump(self, value: Any) -> Any:
        """The value as plain data."""
        raise NotImplementedError

    def load(self, data: Any, at: Place) -> Any:
        """The value that plain data stands for.

        :raises SaveError: it stands for none.
        """
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """What the plain data looks like, as JSON Schema."""
        raise NotImplementedError


class Leaf(Shape):
    """A simple value of one type."""

    def __init__(self, values: Values, type_: str) -> None:
        self.values = values
        self.type = type_
        self.read = values.reader(type_)

    def map(self, value: Any, leaf: Leafing) -> Any:
        return leaf(self.type, value)

    def dump(self, value: Any) -> Any:
        return self.values.plain(self.type, value)

    def load(self, data: Any, at: Place) -> Any:
        return self.read(data, at)

    def schema(self) -> dict[str, Any]:
        return self.values.describe(self.type)


class Named(Shape):
    """A shape that schemas refer to by a name, so that it is described once."""

    def __init__(self, values: Values, name: str, inner: Shape) -> None:
        self.values = values
        self.name = name
        self.inner = inner

    def map(self, value: Any, leaf: Leafing) -> Any:
        return self.inner.map(value, leaf)

    def dump(self, value: Any) -> Any:
        return self.inner.dump(value)

    def load(self, data: Any, at: Place) -> Any:
        return self.inner.load(data, at)

    def schema(self) -> dict[str, Any]:
        described = self.values.described
        if self.name not in described:
            described[self.name] = {}  # while it is made: it may refer to itself
            described[self.name] = self.inner.schema()
        return ref(self.name)


class Optional(Shape):
    """A value or none."""

    def __init__(self, inner: Shape) -> None:
        self.inner = inner

    def map(self, value: Any, leaf: Leafing) -> Any:
        return None if value is None else self.inner.map(value, leaf)

    def dump(self, value: Any) -> Any:
        return None if value is None else self.inner.dump(value)

    def load(self, data: Any, at: Place) -> Any:
        return None if data is None else self.inner.load(data, at)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.inner.schema(), {"type": "null"}]}


class Unseen(Optional):
    """A value, or the sign for what a viewer did not see."""

    def map(self, value: Any, leaf: Leafing) -> Any:
        return value if value is UNSEEN else self.inner.map(value, leaf)

    def dump(self, value: Any) -> Any:
        return value if value is UNSEEN else self.inner.dump(value)

    def load(self, data: Any, at: Place) -> Any:
        return UNSEEN if data == UNSEEN else self.inner.load(data, at)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.inner.schema(), {"const": UNSEEN}]}


class ListOf(Shape):
    """A tuple of values of one shape."""

    def __init__(self, inner: Shape) -> None:
        self.inner = inner

    def map(self, value: Any, leaf: Leafing) -> Any:
        return tuple([self.inner.map(x, leaf) for x in value])

    def dump(self, value: Any) -> Any:
        return [self.inner.dump(x) for x in value]

    def load(self, data: Any, at: Place) -> Any:
        if not isinstance(data, list):
            at.expected("a list", data)
        return tuple([self.inner.load(x, at.item(i)) for i, x in enumerate(data)])

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.inner.schema()}


class Record(Shape):
    """A tuple whose members have names and shapes of their own; `fixed` members are the same in all."""

    def __init__(self, parts: Mapping[str, Shape]) -> None:
        self.parts = dict(parts)

    def map(self, value: Any, leaf: Leafing) -> Any:
        return tuple([shape.map(x, leaf) for shape, x in zip(self.parts.values(), value, strict=True)])

    def dump(self, value: Any) -> dict[str, Any]:
        return {name: shape.dump(x) for (name, shape), x in zip(self.parts.items(), value, strict=True)}

    def load(self, data: Any, at: Place) -> Any:
        entries(data, at, self.parts)
        return tuple([shape.load(data[name], at / name) for name, shape in self.parts.items()])

    def schema(self) -> dict[str, Any]:
        return closed({name: shape.schema() for name, shape in self.parts.items()})


class Fixed(Shape):
    """A number of the engine's that saves write by a name."""

    def __init__(self, names: Mapping[Any, str], what: str) -> None:
        self.names = dict(names)
        self.numbers = {name: value for value, name in self.names.items()}
        self.what = what

    def dump(self, value: Any) -> Any:
        return self.names[value]

    def load(self, data: Any, at: Place) -> Any:
        if not isinstance(data, str) or data not in self.numbers:
            at.expected(self.what, data)
        return self.numbers[data]

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.names.values())}


class Anything(Shape):
    """A value whose type is not known: yes or no, a number, a text, none, or a list of such."""

    def dump(self, value: Any) -> Any:
        return [self.dump(x) for x in value] if isinstance(value, tuple) else value

    def load(self, data: Any, at: Place) -> Any:
        if isinstance(data, list):
            return tuple([self.load(x, at.item(i)) for i, x in enumerate(data)])
        if data is not None and not isinstance(data, bool | int | str):
            at.expected("a plain value", data)
        return data

    def schema(self) -> dict[str, Any]:
        return {"type": ["null", "boolean", "integer", "string", "array"]}


def entries(data: Any, at: Place, wanted: Mapping[str, Any]) -> None:
    """Check that data is a mapping with exactly the wanted names.

    :raises SaveError: it is not.
    """
    if not isinstance(data, dict):
        at.expected("a mapping", data)
    for name in wanted:
        if name not in data:
            (at / name).wrong("missing")
    for name in data:
        if name not in wanted:
            (at / brief(name)).wrong("nothing is called so here")


def ref(name: str) -> dict[str, Any]:
    """A schema that refers to another by its name."""
    return {"$ref": f"#/$defs/{name.replace(' ', '%20')}"}


def closed(parts: dict[str, Any]) -> dict[str, Any]:
    """The schema of a mapping with exactly these entries."""
    return {"type": "object", "properties": parts, "required": list(parts), "additionalProperties": False}


class Values:
    """The simple values of a set of rules: their names in saves, and back."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        t = rules.tables
        self.zones: dict[str, int] = {}
        for _, base, of_player, *_ in t["zones"]:
            for p in range(k.MAX_SEATS if of_player else 1):
                self.zones[value_name(rules, "zone", base + p)] = base + p
        self.windows = {row[0]: i for i, row in enumerate(t["windows"])}
        self.made: dict[str, Shape] = {}
        self.described: dict[str, dict[str, Any]] = {}  # schemas that others refer to

    def shape(self, type_: str) -> Shape:
        """The shape of the values of a type."""
        found = self.made.get(type_)
        if found is None:
            member = member_of(type_)
            if member is not None:
                found = ListOf(self.shape(member))
            elif type_.endswith("?"):
                found = Optional(self.shape(type_[:-1]))
            elif type_ in ("any", "nothing", "none"):
                found = Anything()
            else:
                found = Leaf(self, type_)
            self.made[type_] = found
        return found

    def plain(self, type_: str, value: Any) -> Any:
        """A simple value as plain data."""
        sort = sort_of(type_, value)
        if sort == "number":
            return value
        if sort == "yesno":
            return bool(value)
        if sort == "text":
            return value
        if sort == "card":
            return self.rules.copy_names[value]
        return value_name(self.rules, type_, value)

    def choices(self, type_: str) -> dict[str, Any] | None:
        """All values of a type by name, where there is a fixed set of them."""
        rules = self.rules
        if type_ in ("card", "event"):
            return self.rules.copy_by_name
        if type_ == "zone":
            return self.zones
        if type_ == "window":
            return self.windows
        if type_ == "suit":
            return {suit: i for i, suit in enumerate(SUITS)}
        if type_ == "rank":
            return {name: rank for rank, name in RANKS.items()}
        if type_ == "color":
            return {value_name(rules, "color", c): c for c in (6, 9)}
        if type_.startswith("values:"):
            return {name: i for i, name in enumerate(rules.tables["values"][type_[7:]][0])}
        kinds = {"kind": ("card", "event", "border"), "ability": ("role", "character")}.get(type_, (type_,))
        if type_ in ("kind", "ability", "role", "character", "border"):
            return {rules.short[d.index]: d.index for d in rules.by_index if d.kind in kinds}
        return None

    def reader(self, type_: str) -> Callable[[Any, Place], Any]:
        """The function that reads a simple value of a type."""
        if type_ == "number":
            return read_number
        if type_ == "yesno":
            return read_yesno
        if type_ == "text":
            return read_text
        if type_ == "player":
            return read_player
        if type_ == "pattern":
            return read_pattern
        if type_ == "source":
            return self.read_source
        if type_ in ("thing", "place"):
            things = {**target_values(self.rules), **self.rules.copy_by_name}
            wide = things if type_ == "thing" else self.zones
            return lambda data, at: (
                read_player(data, at) if data in tuple(SEAT_LETTERS) else pick(wide, type_, data, at)
            )
        named = self.choices(type_)
        if named is None:
            raise AssertionError(type_)
        what = type_.removeprefix("values:")
        return lambda data, at: pick(named, what, data, at)

    def read_source(self, data: Any, at: Place) -> int:
        if isinstance(data, str) and data in self.rules.copy_by_name:
            return self.rules.copy_by_name[data]
        words = data.split(" of ") if isinstance(data, str) else []
        if len(words) != 2 or words[0] not in self.rules.definitions:
            at.expected("a card, or an ability of a player", data)
        return k.ABILITY + 16 * self.rules.definitions[words[0]].index + int(read_player(words[1], at))

    def describe(self, type_: str) -> dict[str, Any]:
        """The schema of a simple value of a type."""
        if type_ == "number":
            return {"type": "integer"}
        if type_ == "yesno":
            return {"type": "boolean"}
        if type_ == "player":
            return ref("player")
        if type_ == "thing":
            values = list(target_values(self.rules))
            return {"anyOf": [ref("player"), ref("card"), *([{"enum": values}] if values else [])]}
        named = self.choices(type_)
        if named is None:
            return {"type": "string"}
        name = "card" if type_ == "event" else type_.replace(":", " ")
        self.described[name] = {"enum": list(named)}
        return ref(name)


def pick(named: Mapping[str, Any], what: str, data: Any, at: Place) -> Any:
    """The value of a name."""
    if not isinstance(data, str) or data not in named:
        at.expected(f"a {what}", data)
    return named[data]


def read_number(data: Any, at: Place) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not -LARGEST < data < LARGEST:
        at.expected("a number", data)
    return data


def read_yesno(data: Any, at: Place) -> bool:
    if not isinstance(data, bool):
        at.expected("true or false", data)
    return data


def read_text(data: Any, at: Place) -> str:
    if not isinstance(data, str):
        at.expected("a text", data)
    return data


def read_player(data: Any, at: Place) -> int:
    if not isinstance(data, str) or len(data) != 1 or data not in SEAT_LETTERS[: at.seats]:
        at.expected(f"a seat, A to {SEAT_LETTERS[at.seats - 1]}", data)
    return SEAT_LETTERS.index(data)


def read_pattern(data: Any, at: Place) -> int:
    words = read_text(data, at).split(" ") if data else []
    mask = 0
    for word in words:
        suit = SUITS.find(word[-1:])
        ranks = [rank for rank, name in RANKS.items() if word[:-1] in ("", name)]
        if suit < 0 or not ranks:
            at.expected("faces", data)
        mask |= sum(1 << 16 * suit + rank for rank in ranks)
    return mask


def stack_of(S: list[Any]) -> Iterator[tuple[Any, ...]]:
    """The frames of a state, the innermost first."""
    rest = S[k.STACK]
    while rest is not None:
        frame, rest = rest
        yield frame
