"""What is said without any card file: reasons that have no text of their own, and words of the terminal.

Translations in card files say them in other languages. Names in braces are filled in.
"""

from __future__ import annotations

import re

__all__ = ["PHRASES"]

REASONS = (
    "the game is over",
    "there is no such player; {asked}",
    "{player} is asked: {question}",
    "{player} is asked for a card to pay with",
    "something must be chosen: {asked}",
    "{thing} is not among the options",
    "{player} may not pass now",
    "{player} does not have {thing}",
    "{thing} does not count just now",
    "{thing} is not allowed just now",
    "{thing} is one already: use it as it is",
    "nothing more may be used as {form}",
    "{player} cannot use {thing} as {form}",
    "`{action}` is not offered",
    "among equal copies this is {actions}",
    "{thing} must come from the {zone}",
    "{thing} has been used as often as it may be",
    "{player} cannot pay what {thing} costs",
    "there is nothing that {thing} could be aimed at",
    "{target} is not a target of {thing}",
    "{thing} is not possible just now",
)
WORDS = (
    "choose", "a card to pay with", "yes", "no", "red", "black", "unlimited", "end the turn", "pass",
    "{thing} as {form}", "{thing} on {target}", "{thing} {way}",
    "a card of {player}'s {zone}, unseen", "an unseen card",
    "{name} (you)", "{card} on top",
)  # fmt: skip
SESSION = (
    "{packs}, {players} players, seed {seed}; {bot} bots",
    "? is for help",
    "a number",
    "do what the list says",
    "the table again",
    "what has happened so far",
    "what a card, a character or a rule does, as the card files say it",
    "take back what you did last, and what the others did since",
    "save; go on later with `{command}`",
    "leave the game",
    "this help",
    "Anything may also be written as records write it, as in `{one}` or `{other}`:",
    "the players are A, B, C and so on, from the top of the table. If it can't be done, the answer says why.",
    "On the board:",
    "A number from 1 to {n}, or ? for help.",
    "{error}. ? is for help.",
    "No: {why}.",
    "that is another player's",
    "nothing is called `{name}`",
    "nothing is called `{name}`; did you mean `{other}`?",
    "There is nothing to take back.",
    "Taken back: {n} action.",
    "Taken back: {n} actions.",
    "(taken back)",
    "Of what? `{command}`",
    "Where to? `{command}`",
    "Saved. Go on with: {command}",
    "Go on later with: {command}",
    "You left the table. A game with the same start: {option}",
    "To try: {things}. Whenever a card file changes, the table goes on with it.",
    "{files} can't be used; the table goes on as before.",
    "{files} has changed in nothing that counts.",
    "{files} has changed, and the table goes on with it.",
    "{files} has changed. There is a new table, because: {why}.",
    "Enter lays a new table; `q` leaves.",
    "A table to try things at is not saved.",
)
TABLES = (
    "{games} games, {players} players, {packs}, seed {seed}; {bots}",
    "{games} games were given up because they seemed endless",
    "{bot} bots",
    "bot",
    "games",
    "won",
    "95% interval",
    "{n} copy: {faces}",
    "{n} copies: {faces}",
    "Hooked or modified by:",
    "It can be:",
)
PHRASES: dict[str, tuple[str, ...]] = {
    text: tuple(re.findall(r"\{(\w+)\}", text)) for text in (*REASONS, *WORDS, *SESSION, *TABLES)
}
"""The phrases, with the names in their braces."""
