"""Values of the card language and the names by which files, actions, saves and scenarios write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from bangrules.kernel import slots as k
from bangrules.language.quoting import in_short

if TYPE_CHECKING:
    from bangrules.play.rules import Definition, Rules

__all__ = ["BLANK", "LIST_MEMBERS", "filled", "member_of", "place_name", "sort_of", "value_name"]

SUITS = "♠♥♦♣"
SUIT_LETTERS = dict(zip("SHDC", SUITS, strict=True))
LETTER_SUIT = re.compile(r"(?<![^@])(10|[2-9JQKA])([SHDC])(?=[#@]|$)")
NUMBERED = re.compile(r"(.+)[#@]([0-9]{1,3})")
COLORS = {6: "red", 9: "black"}
RANKS = {**{n: str(n) for n in range(2, 11)}, 11: "J", 12: "Q", 13: "K", 14: "A"}
SEAT_LETTERS = "ABCDEFGH"
BLANK = re.compile(r"\{(\w+)\}")
"""A name in the braces of a text, to be filled."""
DEFINED = ("role", "character", "kind", "border", "ability")
LIST_MEMBERS = {
    "players": "player", "cards": "card", "numbers": "number", "suits": "suit", "roles": "role",
    "characters": "character", "events": "event", "abilities": "ability", "things": "thing", "kinds": "kind",
    "colors": "color",
}  # fmt: skip


def filled(text: str, /, **values: object) -> str:
    """A text with the names in its braces filled; those that nothing fills stay.

    >>> filled("{who} draws {n}.", who="Ann")
    'Ann draws {n}.'
    """
    return BLANK.sub(lambda m: str(values.get(m[1], m[0])), text)


def counted(faces: Iterable[str]) -> str:
    """The faces of copies, equal ones once.

    >>> counted(["A♠", "9♠", "9♠"])
    'A♠ 9♠×2'
    """
    return " ".join(f"{face}×{n}" if n > 1 else face for face, n in Counter(faces).items())


def place_in(values: Sequence[Any], number: object, what: str) -> int:
    """A place in a row, counting from 0, by the number that somebody gives for it.

    :raises IndexError: the row, of so many `what`s, has no such place.
    """
    try:
        found = -1 if isinstance(number, bool) else index(number)  # type: ignore[arg-type]
    except TypeError:
        found = -1
    if not 0 <= found < len(values):
        there = f"they are 0 to {len(values) - 1}" if values else "there is none"
        raise IndexError(f"there is no {what} {in_short(number)}: {there}")
    return found


def called(rules: Rules, id: object, kinds: Sequence[str] = ()) -> Definition | None:
    """The definition that is called so: by its id, or by `pack.id`.

    Where packs have one each that is called so, the one of these kinds, if there is but one.
    """
    if not isinstance(id, str):
        return None
    found = rules.definitions.get(id)
    if found is not None:
        return found
    wanted = [d for d in rules.by_index if not kinds or d.kind in kinds]
    of_packs = [d for d in rules.by_index if d.full_id == id] or [d for d in wanted if d.id == id]
    return of_packs[0] if len(of_packs) == 1 else None


def unclear(rules: Rules, name: str) -> str:
    """That a name means several things, one of each pack, and how to say which; empty if it doesn't."""
    id = name.split("@")[0]
    several = [f"`{d.full_id}`" for d in rules.by_index if d.id == id]
    return f"`{id}` is {', '.join(several[:-1])} or {several[-1]}: write which" if len(several) > 1 else ""


def member_of(type_: str) -> str | None:
    """The type of a list's members; None for a type that is no list.

    >>> member_of("cards"), member_of("list of yesno"), member_of("card?")
    ('card', 'yesno', None)
    """
    if type_.startswith("list of "):
        return type_[8:]
    return LIST_MEMBERS.get(type_)


def owner_type(of: str) -> str:
    """The type of those that have a field: what a field is declared `of`, unless that is the game.

    >>> owner_type("player"), owner_type("card"), owner_type("square")
    ('player', 'card', 'values:square')
    """
    return of if of in ("player", "card") else f"values:{of}"


def sort_of(type_: str, value: Any) -> str:
    """What a value of a wider type is: a thing is a player or a card, a place a player or a zone."""
    type_ = type_.rstrip("?")
    if type_ in ("thing", "event"):
        if type_ == "thing" and value >= k.VALUE:
            return "value"
        return "player" if type_ == "thing" and value < k.FIRST_CARD else "card"
    if type_ == "place":
        return "player" if value < k.FIRST_CARD else "zone"
    if type_ == "source":
        return "card" if value < k.ABILITY else "source"
    return "definition" if type_ in DEFINED else type_


def place_name(rules: Rules, slot: int) -> str:
    """A zone by the name that the rules give it: `deck`, `hand of B`."""
    for id, base, of_player, *_ in rules.tables["zones"]:
        if of_player and base <= slot < base + k.MAX_SEATS:
            return f"{id} of {SEAT_LETTERS[slot - base]}"
        if slot == base:
            return str(id)
    return "box"


def place_alias(rules: Rules, text: str) -> str:
    """The name that a place of the board is written by: every edge belongs to two squares and has two."""
    board = rules.tables["board"]
    return str(board["also"].get(text, text)) if board is not None else text


def target_value(rules: Rules, target: int) -> tuple[str, int]:
    """The set of values, and the value in it, that an action aims at."""
    number, value = divmod(target - k.VALUE, k.VALUES)
    return list(rules.tables["values"])[number], value


def target_values(rules: Rules) -> dict[str, int]:
    """The values that actions may aim at, by name, as targets."""
    return {
        name: k.VALUE + k.VALUES * i + value
        for i, (id, (names, _)) in enumerate(rules.tables["values"].items())
        if id in rules.aimed_at
        for value, name in enumerate(names)
    }


def value_name(rules: Rules, type_: str, value: Any) -> str:
    """A value as actions, saves and scenarios write it."""
    if value is None:
        return "none"
    member = member_of(type_)
    if member is not None:
        return ", ".join(value_name(rules, member, x) for x in value)
    sort = sort_of(type_, value)
    if sort == "player":
        return SEAT_LETTERS[value]
    if sort == "card":
        return rules.card_name(value)
    if sort == "value":
        set_, number = target_value(rules, value)
        return str(rules.tables["values"][set_][0][number])
    if sort == "yesno":
        return "yes" if value else "no"
    if sort == "suit":
        return SUITS[value]
    if sort == "rank":
        return RANKS[value]
    if sort == "color":
        return COLORS[value]
    if sort == "definition":
        return str(rules.short[value])
    if sort == "source":
        return f"{rules.short[value - k.ABILITY >> 4]} of {SEAT_LETTERS[value & 15]}"
    if sort == "zone":
        return place_name(rules, value)
    if sort == "window":
        return str(rules.tables["windows"][value][0])
    if sort == "pattern":
        return pattern_name(value)
    if sort.startswith("values:"):
        return str(rules.tables["values"][sort[7:]][0][value])
    return str(value)


def pattern_name(mask: int) -> str:
    """The faces that a pattern fits, whole suits as such.

    >>> pattern_name(0x7FFC << 16), pattern_name(1 << 9 | 1 << 48 + 11)
    ('♥', '9♠ J♣')
    """
    found = []
    for s, suit in enumerate(SUITS):
        ranks = [r for r in RANKS if mask >> (16 * s + r) & 1]
        found += [suit] if len(ranks) == len(RANKS) else [RANKS[r] + suit for r in ranks]
    return " ".join(found)


def plain_card(text: str) -> str:
    """A card's name with its suit as a sign.

    >>> plain_card("beer@10H"), plain_card("beer@10♥"), plain_card("6H")
    ('beer@10♥', 'beer@10♥', '6♥')
    """
    return LETTER_SUIT.sub(lambda m: m[1] + SUIT_LETTERS[m[2]], text.strip())


def listed(rules: Rules, text: str) -> str:
    """A card's name as it is listed, from one with letters for suits, or with its pack in front.

    Where packs have cards with one id, the face may tell which is meant.
    """
    name = plain_card(text)
    id, *rest = name.split("@")
    if name in rules.card_by_id or id in rules.definitions:
        return name
    cards = [c for c in rules.cards if id in (c.definition.id, c.definition.full_id)]
    face = rest[0] if rest and not rest[0].isdigit() else None
    fronts = {c.id.split("@")[0] for c in cards if face is None or face == c.face}
    return "@".join([*fronts, *rest]) if len(fronts) == 1 else name


def card_named(rules: Rules, name: str) -> int | None:
    """A card by its name; of equal copies the first, or the one that is numbered: `med_pak#2`.

    A scenario numbers them as `med_pak@2`, as `#` begins a comment there.
    """
    name = listed(rules, name)
    found: int | None = rules.card_by_id.get(name, rules.copy_by_name.get(name))
    if found is None and (numbered := NUMBERED.fullmatch(name)):
        first = rules.card_by_id.get(numbered[1])
        copies = rules.copies_of.get(first, (first,)) if first is not None else ()
        found = copies[int(numbered[2]) - 1] if 0 < int(numbered[2]) <= len(copies) else None
    return found


def changed(rules: Rules) -> str:
    """What is told of rules that are not those of a save or a record, but of the same packs."""
    return f": card files of {' or '.join(f'`{pack}`' for pack in rules.packs)} have changed"
