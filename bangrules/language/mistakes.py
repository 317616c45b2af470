"""From the token at which the parser stopped to a diagnostic in the words that people type.

Three ways, from the surest to the weakest: the token itself is a mistake (a quote that is not closed, `==`);
a near word of the language lets the parser go further (`modfy`); or what could have stood there is listed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import frozen

from bangrules.language import lalr
from bangrules.language.build import DEEPEST_BLOCK, DEEPEST_EXPRESSION, Place
from bangrules.language.diagnostics import Diagnostic, Replacement
from bangrules.language.spelling import distance
from bangrules.language.syntax import Span
from bangrules.language.words import RESERVED, keywords

if TYPE_CHECKING:
    from lark import Token, UnexpectedToken

__all__ = ["explain", "kinds"]


def kinds() -> tuple[type[Exception], ...]:
    """The exceptions that stand for mistakes in a card file."""
    from lark.exceptions import UnexpectedInput

    return UnexpectedInput, lalr.Unfinished


# ---- words for what the parser knows as terminals

_FACES = "ranks are 2 3 4 5 6 7 8 9 10 J Q K A, suits ♠ ♥ ♦ ♣ or S H D C"
_VALUE = frozenset(
    ("NUMBER", "NAME", "FUNC", "LPAR", "LSQB", "FACE", "FACES", "SUIT", "ANYTHING", "NOT", "STRING")
)
_OPERATORS = frozenset(
    ("PLUS", "MINUS", "STAR", "COMPARE", "IS", "IN", "NOT", "AND", "OR", "WHERE", "DOT", "DOTS")
)
_PHRASES = {
    "NAME": "a name",
    "STRING": 'a text in quotes, `"…"`',
    "NUMBER": "a number",
    "FUNC": "a name with `(` right behind it",
    "FACE": "a face such as `A♠`",
    "FACES": "a run of faces such as `2♠..9♠`",
    "SUIT": "a suit",
    "LETTER": "a seat's letter, A to H",
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "DOT": "`.`",
    "AT_SIGN": "`@`",
    "DOTS": "`..`",
    "ASSIGN": "`=`, `+=` or `-=`",
    "EQUAL": "`=`",
    "MAYBE": "`?`",
    "ANYTHING": "`_`",
    "COMPARE": "`<`, `<=`, `>` or `>=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "BOUND": "`least` or `most`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the line",
}


@frozen
class _Stop:
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

    @property
    def before(self) -> str:
        """The word or sign in front of it."""
        match = re.search(r"(\w+!?|[^\s\w])\s*\Z", self.text[max(0, self.offset - 200) : self.offset])
        return match[1] if match else ""

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


def explain(error: Exception, place: Place, text: str, start: str) -> Diagnostic:
    """The diagnostic for what `lalr.parse(text, start)` raised."""
    if isinstance(error, lalr.Unfinished):
        return _explain_layout(error, place)
    stop = _stop(error, place, text, start)
    return _explain_token(stop) or _explain_lines(stop) or _explain_spelling(stop) or _explain_rest(stop)


def _stop(error: Any, place: Place, text: str, start: str) -> _Stop:
    unexpected: UnexpectedToken = error
    accepts = unexpected.expected
    interactive = unexpected.interactive_parser
    if interactive is not None and len(interactive.parser_state.state_stack) < 10_000:
        accepts = unexpected.accepts
    return _Stop(place, text, start, unexpected.token, frozenset(accepts))


def _error(
    code: str,
    message: str,
    at: Span,
    label: str | None = None,
    help: str | None = None,
    fix: Replacement | None = None,
    notes: tuple[tuple[Span, str], ...] = (),
) -> Diagnostic:
    return Diagnostic(code, "error", message, at, label, notes, help, fix)


# ---- brackets and margins


def _explain_layout(error: lalr.Unfinished, place: Place) -> Diagnostic:
    token = error.token
    at = place.span(token)
    match error.kind:
        case "bracket":
            close = {"(": ")", "[": "]"}[str(token)]
            return _error("E0103", f"this `{token}` is never closed", at, help=f"put `{close}` where it ends")
        case "closing":
            return _error("E0103", f"no open bracket fits this `{token}`", at)
        case "dedent":
            start = place.offset + (token.end_pos or 0)
            return _error(
                "E0106",
                "this line is less indented than the one above, but as deep as no line before it",
                place.source.span(start),
                help="put it exactly under the line that it continues",
            )
    return _error(
        "E0112",
        f"this is nested too deeply: {DEEPEST_EXPRESSION} brackets or {DEEPEST_BLOCK} blocks at most",
        place.source.span(place.offset + (token.start_pos or 0)),
    )


# ---- tokens that are mistakes themselves

_OPERATOR_HELP = {
    "==": "is",
    "!=": "is not",
    "<>": "is not",
    "&&": "and",
    "||": "or",
}
# What has a meaning, if not here.
_SIGNS = ",:.()[]+-*=<>@?"
_STRAY_HELP = {
    "“": 'texts stand in straight quotes, `"…"`',
    "”": 'texts stand in straight quotes, `"…"`',
    "„": 'texts stand in straight quotes, `"…"`',
    "'": 'texts stand in straight quotes, `"…"`',
    "’": 'texts stand in straight quotes, `"…"`',
    "\u00a0": "this is a no-break space; type an ordinary one",
    ";": "one statement a line, and nothing at its end",
    "{": "blocks are made by indentation, with `:` in front",
    "}": "blocks are made by indentation, with `:` in front",
    "/": "numbers are whole: there is no division",
    "%": "numbers are whole: there is no division",
    "!": "`!` can only end a name; for the opposite write `not`",
}


def _explain_token(stop: _Stop) -> Diagnostic | None:
    token, at = stop.token, stop.at
    word = str(token)
    match token.type:
        case "OPEN_STRING":
            return _error("E0102", "this text is not closed", at, label='no `"` ends it on this line',
                          help='put `"` where the text ends; a text can\'t hold one')  # fmt: skip
        case "BAD_FACE":
            return _error("E0104", f"`{word}` is no face", at, help=_FACES)
        case "BAD_NUMBER":
            if re.fullmatch(r"\d+[a-zA-Z]", word):
                upper = word.upper()
                if re.fullmatch(r"(10|[2-9])[SHDC]", upper):
                    return _error("E0104", f"`{word}` is no face", at, help=f"write `{upper}`",
                                  fix=Replacement(at, upper))  # fmt: skip
                return _error("E0104", f"`{word}` is no face", at, help=_FACES)
            return _error("E0111", f"`{word}` is neither a number nor a name", at,
                          help="a name begins with a letter")  # fmt: skip
        case "BAD_WORD":
            return _error("E0105", f"`{word}` is no name: a name begins with a letter", at)
        case "BAD_OPERATOR":
            meant = _OPERATOR_HELP.get(word)
            fix = Replacement(at, meant) if meant else None
            help = f"write `{meant}`" if meant else None
            return _error("E0110", f"there is no `{word}` in this language", at, help=help, fix=fix)
        case "STRAY" if word not in _SIGNS:
            name = f"`{word}`" if word.isprintable() and not word.isspace() else f"U+{ord(word):04X}"
            return _error("E0105", f"{name} has no meaning here", at, help=_STRAY_HELP.get(word))
    if "FACE" in stop.accepts and re.fullmatch(r"(\d{1,2}|[JQKA])?[A-Z]", word) and word not in "ABCDEFGH":
        return _error("E0104", f"`{word}` is no face", at, help=_FACES)
    if token.type == "SUIT" and re.search(r"\d\Z", stop.line):
        return _error("E0104", f"`{stop.before}{word}` is no face", at, help=_FACES)
    return None


# ---- line ends and margins


def _explain_lines(stop: _Stop) -> Diagnostic | None:
    kind = stop.token.type
    if kind == "_INDENT":
        if stop.before == ":":
            return None
        return _error(
            "E0107" if "COLON" not in stop.accepts and not stop.before.endswith(":") else "E0106",
            "this line is indented, but the line above begins no block",
            stop.line_below,
            help="end the line above with `:`, or move this line back to its margin",
        )
    if stop.accepts == {"_INDENT"}:
        return _error(
            "E0114",
            "a block is missing after this `:`",
            stop.place.source.span(stop.place.trim(stop.place.offset + stop.offset) - 1),
            help="put a statement behind it, or indent the lines below; `pass` does nothing",
        )
    if kind == "_NL" and "COLON" in stop.accepts and not _VALUE & stop.accepts:
        return _error("E0107", "expected `:` and a block at the end of this line", stop.at,
                      fix=Replacement(_empty(stop.at), ":"))  # fmt: skip
    return None


def _empty(at: Span) -> Span:
    return Span(at.path, at.line, at.column, at.start, at.start)


# ---- near words


def _explain_spelling(stop: _Stop) -> Diagnostic | None:
    """A word of the language that, put for a near one, lets the parser go on."""
    if len(stop.text) > 20_000:
        return None
    line_start = len(stop.line) - len(stop.line.lstrip())
    first = stop.offset - len(stop.line) + line_start
    spots = [stop.offset]
    if match := re.search(r"(\w+!?)\s*\Z", stop.line):
        spots.append(stop.offset - len(stop.line) + match.start(1))
    if second := re.match(r"\s*[\w.]+!?\s+(?=\w)", stop.line):
        spots.append(stop.offset - len(stop.line) + second.end())
    spots.append(first)
    for spot in dict.fromkeys(spots):
        word = re.compile(r"[^\W\d]\w*!?").match(stop.text, spot)
        if word is None:
            continue
        for meant in _near(word.group()):
            tried = stop.text[:spot] + meant + stop.text[word.end() :]
            shift = len(meant) - len(word.group())
            if _reach(tried, stop.start) > max(stop.offset, word.end()) + shift:
                at = stop.place.source.span(stop.place.offset + spot, stop.place.offset + word.end())
                return _error(
                    "E0108",
                    f"`{word.group()}` is not a word of the language that can stand here",
                    at,
                    help=f"did you mean `{meant}`?",
                    fix=Replacement(at, meant),
                )
    return None


def _near(word: str) -> list[str]:
    """The words of the language that `word` may stand for, nearest first."""
    limit = max(len(word), 3) // 3
    small = word.casefold()
    found = [(distance(small, other, limit), other) for other in keywords() if other != word]
    return [other for far, other in sorted(found) if far <= limit and far < len(other)][:4]


def _reach(text: str, start: str) -> int:
    """How far the parser comes."""
    try:
        lalr.parse(text, start)
    except lalr.Unfinished as error:
        return error.token.start_pos or 0
    except kinds() as error:
        token = getattr(error, "token", None)
        offset = getattr(token, "start_pos", None)
        return len(text) if offset is None else offset
    return len(text) + 1


# ---- anything else


def _explain_rest(stop: _Stop) -> Diagnostic:
    expected = _expected(stop.accepts)
    if stop.start == "declaration" and not stop.text[: stop.offset].strip():
        return _error(
            "E0108",
            f"{stop.found()} begins no declaration",
            stop.at,
            help="a line in column 1 begins with a word such as `card`, `procedure`, `stat` or `modify`; "
            "what belongs to one is indented",
        )
    word = str(stop.token)
    if word in RESERVED and "NAME" in stop.accepts:
        return _error("E0109", f"`{word}` is a word of the language and can't be a name", stop.at)
    if stop.token.type in ("_NL", "$END", "_DEDENT"):
        return _error("E0101", f"this line ends too early: expected {expected}", stop.at)
    return _error("E0101", f"expected {expected}, found {stop.found()}", stop.at)


def _expected(accepts: frozenset[str]) -> str:
    """What could stand there, the likeliest first."""
    left = set(accepts)
    found: list[str] = []
    if left >= {"NAME", "NUMBER", "LPAR"}:
        found.append("a value")
        left -= _VALUE
    if left - _OPERATORS:
        left -= _OPERATORS
    elif left:
        return "an operator"
    labels = {word.upper() for word in ("from", "to", "by", "on", "for", "with", "needs")}
    if left >= labels:
        left -= labels
        if not left and not found:
            found.append("a label such as `from` or `to`")
    if left >= {"FACE", "FACES"}:
        left -= {"FACE", "FACES", "SUIT"}
        found.append("a face such as `A♠`")
    names = sorted(left, key=lambda name: (name in ("_NL", "$END"), name not in _PHRASES, name))
    found += dict.fromkeys(_PHRASES.get(name, f"`{name.lower()}`") for name in names)
    if len(found) > 7:
        found = [*found[:6], "another word"]
    if not found:
        return "something else"
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} or {found[-1]}"
