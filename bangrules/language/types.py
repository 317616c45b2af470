"""The types of the card language and what may stand where.

A type is a name, perhaps optional (`player?`: may be `none`), perhaps a list of another type.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Type:
    """`name` is a word of the language, a `values` set's id, or `list`; `of` the members of a list."""

    name: str
    optional: bool = False
    of: Type | None = None

    def __str__(self) -> str:
        if self.name == "list" and self.of is not None:
            return LIST_NAMES.get(self.of.name, f"list of {self.of}")
        return self.name + ("?" if self.optional else "")

    @property
    def plain(self) -> Type:
        """The type without `none`."""
        return Type(self.name, False, self.of) if self.optional else self

    @property
    def maybe(self) -> Type:
        """The type with `none`; a list is never `none`, it is empty."""
        return self if self.optional or self.name in ("list", "none") else Type(self.name, True, self.of)


NUMBER = Type("number")
YESNO = Type("yesno")
TEXT = Type("text")
PLAYER = Type("player")
CARD = Type("card")
EVENT = Type("event")
SUIT = Type("suit")
COLOR = Type("color")
RANK = Type("rank")
PATTERN = Type("pattern")
WINDOW = Type("window")
ZONE = Type("zone")
PLACE = Type("place")  # a player or a zone: where a card may come from
THING = Type("thing")  # a player or a card: what may be aimed at
SOURCE = Type("source")  # what carries abilities: a card, or a character or role with its owner
ROLE = Type("role")
CHARACTER = Type("character")
KIND = Type("kind")  # a card definition
BORDER = Type("border")
ABILITY = Type("ability")  # a role or a character
NONE = Type("none", True)
NOTHING = Type("nothing")  # what a procedure without `gives` answers
ANY = Type("any")  # the member type of the empty list
UNKNOWN = Type("?")  # not known, or wrong, which is then reported


def list_of(member: Type) -> Type:
    """The type of lists of `member`."""
    return Type("list", False, member)


PLAYERS = list_of(PLAYER)
CARDS = list_of(CARD)
NUMBERS = list_of(NUMBER)
EMPTY_LIST = list_of(ANY)

LIST_NAMES = {
    "player": "players",
    "card": "cards",
    "number": "numbers",
    "suit": "suits",
    "role": "roles",
    "character": "characters",
    "event": "events",
    "ability": "abilities",
    "thing": "things",
    "kind": "kinds",
    "color": "colors",
}
NAMED: dict[str, Type] = {
    t.name: t
    for t in (
        NUMBER, YESNO, TEXT, PLAYER, CARD, EVENT, SUIT, COLOR, RANK, PATTERN, WINDOW, ZONE, PLACE, THING,
        SOURCE, ROLE, CHARACTER, KIND, BORDER, ABILITY,
    )
}  # fmt: skip
NAMED |= {plural: list_of(Type(name)) for name, plural in LIST_NAMES.items()}
# a figure is a card that stands on a board
NAMED |= {"figure": CARD, "figures": CARDS}

# type -> the wider types it also is, with no conversion of the value
WIDER: dict[str, frozenset[str]] = {
    "card": frozenset({"source", "thing"}),
    "event": frozenset({"card", "source", "thing"}),
    "player": frozenset({"thing", "place"}),
    "zone": frozenset({"place"}),
    "role": frozenset({"ability"}),
    "character": frozenset({"ability"}),
}


def fits(have: Type, want: Type) -> bool:
    """Whether a value of type `have` may stand, unconverted, where `want` is asked for."""
    if want == ANY or have == ANY:
        return True
    if have == NONE:
        return want.optional
    if have.optional and not want.optional:
        return False
    if want.name == "list" or have.name == "list":
        if want.name != "list" or have.name != "list":
            return False
        assert have.of is not None and want.of is not None
        return have.of == ANY or fits(have.of, want.of)
    return have.name == want.name or want.name in WIDER.get(have.name, ())


def common(a: Type, b: Type) -> Type | None:
    """The narrowest type both fit, or None."""
    if fits(a, b):
        return b
    if fits(b, a):
        return a
    if a == NONE:
        return b.maybe
    if b == NONE:
        return a.maybe
    if fits(a, b.maybe):
        return b.maybe
    if fits(b, a.maybe):
        return a.maybe
    for wide in (THING, PLACE, SOURCE, ABILITY):
        for want in (wide, wide.maybe):
            if fits(a, want) and fits(b, want):
                return want
    return None
