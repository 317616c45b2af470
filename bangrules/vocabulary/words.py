"""The words of card games at a table: seats in a ring, piles and hands, suits and ranks."""

# ruff: noqa: E501  (a table reads best with a row for each word)
from __future__ import annotations

from bangrules.kernel.words import kernel_vocabulary
from bangrules.language.lexicon import Vocabulary, Word
from bangrules.language.types import (
    CARDS,
    CHARACTER,
    COLOR,
    EVENT,
    KIND,
    NUMBER,
    PLAYER,
    RANK,
    SUIT,
    TEXT,
    YESNO,
    Type,
    list_of,
)  # fmt: skip
from bangrules.vocabulary.phrases import PHRASES
from bangrules.vocabulary.shapes import SHAPES

CONSTANTS = {
    "suits": (list_of(SUIT), "(0, 1, 2, 3)", (), "The four suits."),
    "red": (COLOR, "6", (), "Hearts and diamonds."),
    "black": (COLOR, "9", (), "Spades and clubs."),
    "copies": (CARDS, "COPIES", (), "Every playing card of the loaded box, as printed."),
    "characters": (list_of(CHARACTER), "CHARACTERS", (), "Every character of the named packs."),
    "events": (list_of(EVENT), "EVENT_CARDS", (), "Every event card of the named packs."),
}

# (type, property) -> type, code over {0}, reads, doc
PROPERTIES: dict[tuple[str, str], tuple[Type, str, tuple[str, ...], str]] = {
    ("character", "life"): (NUMBER, "NUMBER_OF[{0}]", (), "Life points printed on a character."),
    ("card", "number"): (
        NUMBER,
        "NUMBER_OF[DEF_OF[{0}]]",
        (),
        "The number printed on a card.",
    ),
    ("card", "name"): (TEXT, "NAME_OF[DEF_OF[{0}]]", (), "A card's printed name."),
    ("card", "kind"): (
        KIND,
        "DEF_OF[{0}]",
        (),
        "The definition a card is a copy of, or is used as just now.",
    ),
    ("card", "printed_kind"): (
        KIND,
        "DEF_OF[{0}]",
        (),
        "The definition a card is a copy of, whatever it is used as.",
    ),
    ("card", "printed_suit"): (SUIT, "SUIT_OF[{0}]", (), "The suit in ink."),
    ("card", "printed_rank"): (RANK, "RANK_OF[{0}]", (), "The rank in ink: 2 to 14."),
    ("card", "holder"): (
        PLAYER.maybe,
        "HOLDER_OF[place_of(S, {0})]",
        ("zones",),
        "Who has the card in front, if anyone.",
    ),
    ("event", "last"): (YESNO, "LAST_OF[DEF_OF[{0}]]", (), "Whether an event card is the last of its deck."),
    ("source", "holder"): (
        PLAYER.maybe,
        "holder_of(S, {0})",
        ("zones",),
        "Who has the card in front, if anyone.",
    ),
    ("source", "owner"): (
        PLAYER,
        "({0} & 15 if {0} >= ABILITY else owner_of(S, {0}))",
        ("zones",),
        "Whose ability it is.",
    ),
    ("player", "number"): (NUMBER, "({0} + 1)", (), "The seat's number, from 1."),
    ("role", "name"): (TEXT, "NAME_OF[{0}]", (), "A role's name."),
    ("character", "name"): (TEXT, "NAME_OF[{0}]", (), "A character's name."),
}

WORDS = (
    Word("clockwise", ("from_: player", "set: player*"), "player*", "CLOCKWISE[{1}][{0}]",
         "The players of a set in the order of play, beginning with the given one."),
    Word("left_of", ("from_: player", "set: player*"), "player", "LEFT_OF[{1}][{0}]",
         "The next player of a set, clockwise; the given one if there is no other."),
    Word("right_of", ("from_: player", "set: player*"), "player", "right_of({0}, {1})",
         "The next player of a set, counter-clockwise; the given one if there is no other."),
    Word("steps", ("a: player", "b: player", "set: player*"), "number", "steps({0}, {1}, {2})",
         "How many seats of a set lie clockwise from a to b, b included; 0 from a player to himself."),
    Word("apart", ("a: player", "b: player", "set: player*"), "number", "APART[{2}][{0}][{1}]",
         "How many seats of a set lie between two players the shorter way round, one of the two included."),
    Word("top", ("pile: zone",), "card?", "(S[{0}][0] if S[{0}] else None)", "The top card of a pile, or `none`.", reads=("zones",)),
    Word("top", ("pile: zone", "n: number"), "card*", "S[{0}][:max({1}, 0)]",
         "The top n cards of a pile, or as many as there are.", reads=("zones",)),
    Word("roles", ("n: number",), "role*", "ROLE_TABLE.get({0}, ())", "The role cards for a number of players."),
    Word("unplaced", (), "card*", "(*filter(IS_COPY, S[LIMBO]),)",
         "The playing cards of the loaded box that lie in no zone yet.", reads=("zones",)),
    Word("placed", ("c: card",), "yesno", "({0} not in S[LIMBO])",
         "Whether a card lies in a zone; at first all of them are in the box.", reads=("zones",)),
    Word("usable", ("player: player", "c: card", "kind: kind"), "yesno", "usable(S, {0}, {1}, {2})",
         "Whether a card is of a kind, or the player may use it as one.", reads=("uses",)),
    Word("can_act", ("player: player", "window: window", "c: card"), "yesno", "can_act(S, {0}, {1}, {2})",
         "Whether the player has a legal action with the card in a window.", reads=("zones", "everything")),
)  # fmt: skip

MOVED = ("player", "other", "cards", "card", "n", "from", "to")
TEXTS = {
    "play": ("player", "card", "form", "target"),
    "use": ("player", "card", "way", "form", "target"),
    "answer": ("player", "card", "form", "target"),
    "as_form": ("form",),
    "on_target": ("target",),
    "passing": ("player",),
    "ending": ("player",),
    "paying": (),
    "win": ("players",),
    "win_nobody": (),
    "shown": ("players", "cards", "card", "n"),
    "shown_in_ZONE": ("players", "cards", "card", "n"),
    "to_ZONE": MOVED,
    "ZONE_to_ZONE": MOVED,
    "set_FIELD": ("player", "value"),
    "shown_FIELD": ("player", "value", "players"),
}
"""What has happened, for packs to find sentences for; ZONE and FIELD stand for the names of those."""


def table_vocabulary() -> Vocabulary:
    """The kernel's words and those of card games at a table."""
    vocabulary = kernel_vocabulary()
    vocabulary.constants.update(CONSTANTS)
    vocabulary.properties.update(PROPERTIES)
    vocabulary.texts.update(TEXTS)
    vocabulary.shapes.update(SHAPES)
    vocabulary.phrases.update(PHRASES)
    vocabulary.add(*WORDS)
    return vocabulary
