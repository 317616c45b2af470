"""The kernel's words: numbers, lists, chance, asking. They know no cards and no table."""

# ruff: noqa: E501  (a table reads best with a row for each word)
from __future__ import annotations

from bangrules.language.lexicon import Vocabulary, Word
from bangrules.language.types import EMPTY_LIST, NONE, NUMBER, PLAYERS, YESNO

UNLIMITED = 1 << 40

CONSTANTS = {
    "yes": (YESNO, "True", (), "The answer yes."),
    "no": (YESNO, "False", (), "The answer no."),
    "none": (NONE, "None", (), "Nothing: the value of an optional type that is not there."),
    "unlimited": (
        NUMBER,
        str(UNLIMITED),
        (),
        "More than any number; adding to it changes nothing that matters.",
    ),
    "empty": (EMPTY_LIST, "()", (), "The list without members; `x is empty` asks it of lists and zones."),
    "nobody": (PLAYERS, "()", (), "No player."),
    "everyone": (PLAYERS, "S[SEATS]", (), "All seats in order, players who are out too."),
}

WORDS = (
    Word("count", ("list: T*",), "number", "len({0})", "How many members a list has.", quick=True),
    Word("min", ("a: number", "b: number"), "number", "min({0}, {1})", "The smaller of two numbers."),
    Word("max", ("a: number", "b: number"), "number", "max({0}, {1})", "The larger of two numbers."),
    Word("lowest", ("list: number*",), "number", "min({0}, default=0)", "The smallest number of a list; 0 if empty."),
    Word("highest", ("list: number*",), "number", "max({0}, default=0)", "The largest number of a list; 0 if empty."),
    Word("total", ("list: number*",), "number", "sum({0})", "The sum of a list."),
    Word("any", ("list: T*",), "T?", "first({0})", "The first member of a list, or `none`.", quick=True),
    Word("item", ("list: T*", "n: number"), "T", "item({0}, {1})",
         "The n-th member of a list, counting from 1; an error of the rules if there is none.", quick=True),
    Word("leading", ("list: T*", "n: number"), "T*", "{0}[:max({1}, 0)]", "The first n members of a list.", quick=True),
    Word("distinct", ("list: T*",), "T*", "tuple(dict.fromkeys({0}))", "A list without repetitions."),
    Word("shuffled", ("list: T*",), "T*", "shuffled(S, {0})", "The members in a random order.", effect=True),
    Word("random", ("list: T*",), "T?", "pick_random(S, {0})", "A random member of a list, or `none`.", effect=True, quick=True),
    Word("roll", ("sides: number",), "number", "roll(S, {0})", "A random number from 1 to `sides`.", effect=True),
    Word("cast", ("faces: T*",), "T?", "cast(S, {0})", "What a die with these faces shows, or `none` if it has none.", effect=True, quick=True),
    Word("win", ("winners: player*",), "nothing", "win(S, {0})", "The game is over and these players have won it.",
         effect=True, suspends=True),
    Word("offer", ("window: window", "to player: player"), "yesno", "offer(S, {0}, {1})",
         "Ask a player for actions of a window until one succeeds (yes) or the player passes (no).",
         effect=True, suspends=True),
)  # fmt: skip


def kernel_vocabulary() -> Vocabulary:
    """The words that every game has."""
    vocabulary = Vocabulary()
    vocabulary.constants.update(CONSTANTS)
    vocabulary.add(*WORDS)
    return vocabulary
