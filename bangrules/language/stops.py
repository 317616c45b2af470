"""Where the parser stopped, and what could have stood there, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import frozen

from bangrules.language import lalr
from bangrules.language.build import Place
from bangrules.language.syntax import Span
from bangrules.language.words import LABELS

if TYPE_CHECKING:
    from lark import Token, UnexpectedToken

__all__ = ["Stop", "expected", "stop_of"]

# ---- words for what the parser knows as terminals

_VALUE = frozenset(
    ("NUMBER", "NAME", "FUNC", "LPAR", "LSQB", "FACE", "FACES", "SUIT", "ANYTHING", "NOT", "STRING")
)
_OPERATORS = frozenset(
    ("PLUS", "MINUS", "STAR", "COMPARE", "IS", "IN", "NOT", "AND", "OR", "WHERE", "DOT", "DOTS")
)
_LABELS = frozenset(word.upper() for word in LABELS)
_PHRASES = {
    "NAME": "a name",
    "STRING": "a text in quotes",
    "NUMBER": "a number",
    "FUNC": "a name with `(` right behind it",
    "FACE": "a face such as `A♠`",
    "FACES": "a run of faces such as `2♠..9♠`",
    "SUIT": "a suit",
    "LETTER": "a seat's letter, A to H",
    "ASSIGN": "`=`, `+=` or `-=`",
    "ANYTHING": "`_`",
    "COMPARE": "`<`, `<=`, `>` or `>=`",
    "BOUND": "`least` or `most`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the line",
}


@frozen
class Stop:
    """Where the parser stopped, and all that there is to say about it."""

    place: Place
    text: str
    start: str
    token: Token
    accepts: frozenset[str]

    @property
    def offset(self) -> int:
        """Where the token begins in `text`; what has no place of its own is at the end of the last line."""
        if self.token.type in ("$END", "_DEDENT"):
            return len(self.text.rstrip())
        offset = self.token.start_pos
        return len(self.text.rstrip()) if offset is None else offset

    @property
    def at(self) -> Span:
        if self.token.type == "_INDENT":
            return self.line_below
        if self.token.type in ("$END", "_DEDENT", "_NL"):
            end = self.place.trim(self.place.offset + self.offset)
            return self.place.source.span(end)
        return self.place.source.span(
            self.place.offset + self.offset, self.place.offset + self.offset + len(self.token)
        )

    @property
    def line_below(self) -> Span:
        """The first word of the line that an `_NL`, `_INDENT` or `_DEDENT` token leads to."""
        end = self.token.end_pos if self.token.type == "_NL" else (self.token.start_pos or 0)
        match = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*").match(self.text, end or 0)
        start = self.place.offset + (match.end() if match else 0)
        word = re.compile(r"\w+!?|\S?").match(self.text, start - self.place.offset)
        return self.place.source.span(start, start + max(1, len(word.group()) if word else 1))

    def span(self, start: int, end: int) -> Span:
        """The place of a stretch of `text`."""
        return self.place.source.span(self.place.offset + start, self.place.offset + end)

    @property
    def before(self) -> str:
        """The word or sign in front of it."""
        match = re.search(r"(\w+!?|[^\s\w])\s*\Z", self.text[max(0, self.offset - 200) : self.offset])
        return match[1] if match else ""

    def behind(self, length: int) -> str:
        """The text that begins with it, up to `length` signs."""
        return self.text[self.offset : self.offset + length]

    @property
    def line(self) -> str:
        """The text of its line up to it."""
        return self.text[self.text.rfind("\n", 0, self.offset) + 1 : self.offset]

    def found(self) -> str:
        """What stands there, in words."""
        kind = self.token.type
        if kind in ("_NL", "$END", "_DEDENT"):
            return "the end of the line"
        if kind == "_INDENT":
            return "a line that is indented further"
        if kind == "STRING":
            return "a text"
        return f"`{self.token}`"


def stop_of(error: Any, place: Place, text: str, start: str) -> Stop:
    """The place at which parsing ended with `error`, an `UnexpectedToken`."""
    unexpected: UnexpectedToken = error
    accepts = unexpected.expected
    interactive = unexpected.interactive_parser
    if interactive is not None and len(interactive.parser_state.state_stack) < 10_000:
        accepts = unexpected.accepts
    return Stop(place, text, start, unexpected.token, frozenset(accepts))


def expected(accepts: frozenset[str]) -> str:
    """What could stand there, the likeliest first."""
    left = set(accepts)
    found: list[str] = []
    if left >= {"NAME", "NUMBER", "LPAR"}:
        found.append("a value")
        left -= _VALUE
    elif left >= {"LETTER", "SUIT", "RANDOM"}:
        found.append("what it is about (a card such as `bang@A♠`, a name, a seat, a number)")
        left -= {"LETTER", "SUIT", "RANDOM", "NAME", "NUMBER", "MINUS", "FACE"}
    if "NAME" in left:
        left.discard("FUNC")
    if len(left) > 1 and left <= _OPERATORS and not found:
        return "an operator"
    if left - _OPERATORS or found:
        left -= _OPERATORS
    if left >= _LABELS:
        left -= _LABELS
        if not left and not found:
            found.append("a label such as `from` or `to`")
    if left >= {"FACE", "FACES"}:
        left -= {"FACE", "FACES", "SUIT"}
        found.append("a face such as `A♠`")
    literals = lalr.literals()
    names = sorted(left, key=lambda name: (name in ("_NL", "$END"), name not in ("COLON", "COMMA"), name))
    found += dict.fromkeys(_PHRASES.get(name) or f"`{literals.get(name, name.lower())}`" for name in names)
    if len(found) > 7:
        found = [*found[:6], "another word"]
    if not found:
        return "something else"
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} or {found[-1]}"
