"""From the token at which the parser stopped to a diagnostic in the words that people type.

Three ways, from the surest to the weakest: the token itself is a mistake (a quote that is not closed, `==`);
a near word of the language lets the parser go further (`modfy`); or what could have stood there is listed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bangrules.language import lalr
from bangrules.language.advice import help_for, help_for_statement
from bangrules.language.build import DEEPEST_BLOCK, DEEPEST_EXPRESSION, Place
from bangrules.language.diagnostics import Diagnostic, Replacement
from bangrules.language.spelling import distance
from bangrules.language.stops import Stop, expected, stop_of
from bangrules.language.syntax import Span
from bangrules.language.words import FOREIGN, NUMERALS, RESERVED, VALUED, keywords

if TYPE_CHECKING:
    pass

__all__ = ["explain", "kinds"]

# Trying repairs means parsing again; that is not done for longer texts.
_TRIED = 20_000


def kinds() -> tuple[type[Exception], ...]:
    """The exceptions that stand for mistakes in a card file."""
    from lark.exceptions import UnexpectedInput

    return UnexpectedInput, lalr.Unfinished


def explain(error: Exception, place: Place, text: str, start: str) -> Diagnostic:
    """The diagnostic for what `lalr.parse(text, start)` raised."""
    if isinstance(error, lalr.Unfinished):
        return _explain_layout(error, place)
    stop = stop_of(error, place, text, start)
    found = _explain_token(stop) or _explain_lines(stop) or _explain_statement(stop)
    if found is None and len(text) <= _TRIED:
        found = (
            _explain_twice(stop)
            or _explain_spelling(stop)
            or _explain_beginning(stop)
            or _explain_call(stop)
            or _explain_gap(stop)
        )
    return found or _explain_beginning(stop) or _explain_rest(stop)


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

_FACES = "ranks are 2 3 4 5 6 7 8 9 10 J Q K A, suits ♠ ♥ ♦ ♣ or S H D C"
_OPERATOR_HELP = {
    "==": "is",
    "!=": "is not",
    "<>": "is not",
    "&&": "and",
    "||": "or",
}
# What has a meaning, if not here.
_SIGNS = ",:.()[]+-*=<>@?_"
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


def _explain_token(stop: Stop) -> Diagnostic | None:
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
            meaning = _OPERATOR_HELP.get(word)
            fix = Replacement(at, f" {meaning} ") if meaning else None
            help = f"write `{meaning}`" if meaning else None
            return _error("E0110", f"there is no `{word}` in this language", at, help=help, fix=fix)
        case "STRAY" if stop.behind(2) in ("//", "/*"):
            at = stop.span(stop.offset, stop.offset + 2)
            return _error("E0105", f"`{stop.behind(2)}` has no meaning here", at,
                          help="a comment begins with `#`, and ends with its line",
                          fix=Replacement(at, "#"))  # fmt: skip
        case "STRAY" if word in "'’" and stop.before == "can" and re.match(r".t\b", stop.behind(3)):
            at = stop.span(stop.offset - 3, stop.offset + 2)
            return _error("E0105", f"`{word}` has no meaning here", at, help="write `cannot`",
                          fix=Replacement(at, "cannot"))  # fmt: skip
        case "STRAY" if word not in _SIGNS:
            name = f"`{word}`" if word.isprintable() and not word.isspace() else f"U+{ord(word):04X}"
            return _error("E0105", f"{name} has no meaning here", at, help=_STRAY_HELP.get(word))
    if word in NUMERALS and "NUMBER" in stop.accepts:
        digits = NUMERALS[word]
        return _error("E0101", f"expected {expected(stop.accepts)}, found `{word}`", at,
                      help=f"a number, in digits: `{digits}`", fix=Replacement(at, digits))  # fmt: skip
    if re.search(r"[♠♥♦♣]\Z", stop.line) and re.fullmatch(r"10|[2-9JQKA]", word):
        suit = stop.before
        at = stop.span(stop.offset - 1, stop.offset + len(word))
        return _error("E0104", f"`{suit}{word}` is no face", at, help=f"the rank comes first: `{word}{suit}`",
                      fix=Replacement(at, f"{word}{suit}"))  # fmt: skip
    if word == "(" and stop.before in RESERVED and re.match(r"\s*(stat|procedure)\b", stop.line):
        start = stop.offset - len(stop.before)
        return _error(
            "E0109",
            f"`{stop.before}` is a word of the language and can't be a name",
            stop.span(start, stop.offset),
        )
    if "FACE" in stop.accepts and "LETTER" not in stop.accepts and re.fullmatch(r"\d*[A-Z]{1,2}", word):
        return _error("E0104", f"`{word}` is no face", at, help=_FACES)
    if token.type == "SUIT" and re.search(r"\d\Z", stop.line):
        return _error("E0104", f"`{stop.before}{word}` is no face", at, help=_FACES)
    return None


# ---- line ends and margins


def _explain_lines(stop: Stop) -> Diagnostic | None:
    kind = stop.token.type
    if kind == "_INDENT" and stop.before != ":":
        return _error(
            "E0107" if _takes_block(stop) else "E0106",
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
    if kind == "_NL" and "COLON" in stop.accepts and not stop.accepts & {"NAME", "NUMBER"}:
        return _error(
            "E0107",
            "expected `:` and a block at the end of this line",
            stop.at,
            fix=Replacement(_empty(stop.at), ":"),
        )
    return None


def _takes_block(stop: Stop) -> bool:
    """Whether the line above would go on with `:`."""
    end = len(stop.text[: stop.offset].rstrip())
    above = stop.text[:end]
    return _reach(f"{above}: pass\n", stop.start) > end + 1 if len(stop.text) <= _TRIED else False


def _empty(at: Span) -> Span:
    return Span(at.path, at.line, at.column, at.start, at.start)


# ---- statements as in other languages, and in English

# What has a block, and so a line of its own.
_BLOCKS = re.compile(r":[ \t]+((?:if|while|for|repeat|at)\b|[\w.]+[ \t]+may\b)")


def _explain_statement(stop: Stop) -> Diagnostic | None:
    """A statement that begins with a word of another language, or stands where it can't."""
    if stop.start not in ("declaration", "item", "rule", "stmt"):
        return None
    start = stop.offset - len(stop.line)
    first = _WORD.match(stop.line.lstrip())
    word = first.group() if first else ""
    if word in FOREIGN and stop.offset > start:
        begin = start + stop.line.index(word)
        at = stop.span(begin, begin + len(word))
        return _error(
            "E0108",
            f"`{word}` is not a word of the language that can stand here",
            at,
            help=f"write `{FOREIGN[word]}`",
            fix=Replacement(at, FOREIGN[word]),
        )
    block = _BLOCKS.search(stop.text[: stop.offset + len(stop.token)], start)
    if block and word not in VALUED:
        return _error(
            "E0101",
            "a statement with a block can't stand behind a `:`",
            stop.span(block.start(1), block.end()),
            help="put it on a line of its own below",
        )
    return None


def _explain_call(stop: Stop) -> Diagnostic | None:
    """A call that is put as in English."""
    if stop.start not in ("declaration", "item", "rule", "stmt") or "_NL" not in stop.accepts:
        return None
    end = stop.offset + len(stop.token)
    rest = stop.text[end:].partition("\n")[0].partition("#")[0].strip()
    statement = stop.line.rpartition(": ")[2].strip()
    help = help_for_statement(statement, str(stop.token), rest, _is_bound(stop, statement.split(" ")[0]))
    if help is None:
        return None
    return _error("E0101", f"expected {expected(stop.accepts)}, found {stop.found()}", stop.at, help=help)


def _is_bound(stop: Stop, name: str) -> bool:
    """Whether `name` is a parameter somewhere in the file, or given by `for` or `let`."""
    given = rf"\b(?:for|let)\s+{re.escape(name)}\b|[(,]\s*(?:\w+\s+)?{re.escape(name)}\s*:"
    return re.search(given, stop.place.source.text) is not None


# ---- words that stand twice


def _explain_twice(stop: Stop) -> Diagnostic | None:
    """The same word or sign twice, where once is right."""
    line = stop.text.rfind("\n", 0, stop.offset) + 1
    for match in _TWICE.finditer(stop.text, line, min(len(stop.text), stop.offset + len(stop.token) + 1)):
        if match.end() < stop.offset - 1:
            continue
        word = match[1] or match[2]
        end = match.start() + len(word)
        once = stop.text[:end] + stop.text[match.end() :]
        if _reach(once, stop.start) > len(once):
            return _error(
                "E0101",
                f"`{word}` stands here twice",
                stop.span(match.end() - len(word), match.end()),
                help="delete one of them",
                fix=Replacement(stop.span(end, match.end()), ""),
            )
    return None


_TWICE = re.compile(r"(?<!\w)([^\W\d]\w*!?)[ \t]+\1(?![\w!])|([:,=?()])[ \t]*\2")


# ---- near words


def _explain_spelling(stop: Stop) -> Diagnostic | None:
    """A word of the language that, put for a near one, lets the parser go on."""
    line = stop.offset - len(stop.line)
    first = line + len(stop.line) - len(stop.line.lstrip())
    spots = [stop.offset]
    if match := re.search(r"(\w+!?)\s*\Z", stop.line):
        spots.append(line + match.start(1))
    if match := re.match(r"\s*[\w.]+!?\s+(?=\w)", stop.line):
        spots.append(line + match.end())
    spots.append(first)
    # What is no word of the language at all is the likelier mistake, and what stands there twice.
    twice = re.search(r"\b(\w+) +(?=\1 +\Z)", stop.line)
    doubled = line + twice.end() if twice is not None else -1
    spots.sort(key=lambda spot: (spot != doubled, _is_keyword(stop.text, spot)))
    literals = {lalr.literals()[name] for name in stop.accepts if name in lalr.literals()}
    for spot in dict.fromkeys(spots):
        match = _WORD.match(stop.text, spot)
        if match is None or len(match.group()) < 2:
            continue
        word, here = match.group(), spot == stop.offset
        again = spot == doubled
        if word in RESERVED and not again and (not here or len(word) < 4):
            continue
        if not here and not again and word in keywords() and (spot == first or len(stop.accepts) == 1):
            continue  # it was right
        for meant in _near(word):
            if word in RESERVED and not again and meant not in literals:
                continue
            tried = stop.text[:spot] + meant + stop.text[match.end() :]
            if _reach(tried, stop.start) > max(stop.offset, match.end()) + len(meant) - len(word):
                at = stop.span(spot, match.end())
                return _error(
                    "E0108",
                    f"`{word}` is not a word of the language that can stand here",
                    at,
                    help=f"did you mean `{meant}`?",
                    fix=Replacement(at, meant),
                )
    return None


_WORD = re.compile(r"[^\W\d]\w*!?")


def _is_keyword(text: str, offset: int) -> bool:
    match = _WORD.match(text, offset)
    return match is not None and match.group() in keywords()


def _near(word: str) -> list[str]:
    """The words of the language that `word` may stand for, nearest first."""
    small = word.casefold()
    found = []
    for other in keywords():
        limit = max(len(word), len(other), 3) // 3
        far = distance(small, other, limit)
        if other != word and far <= limit and far < len(other):
            found.append((far, other))
    return [other for _, other in sorted(found)][:4]


def _reach(text: str, start: str) -> int:
    """How far the parser comes."""
    try:
        lalr.parse(text, start)
    except kinds() as error:
        offset = getattr(getattr(error, "token", None), "start_pos", None)
        return len(text) if offset is None else offset
    return len(text) + 1


# ---- a word too few or too many


def _explain_gap(stop: Stop) -> Diagnostic | None:
    """A sign in front of the token that lets the parser go on, or the one word that makes all right."""
    if stop.token.type in ("_INDENT", "_DEDENT", "$END"):
        return None
    known = [lalr.literals()[name] for name in sorted(stop.accepts) if name in lalr.literals()]
    signs = [sign for sign in known if sign in (":", ",", "=", ")")]
    words = [word for word in known if word.isalpha()]
    far = {sign: _fill(stop, sign) for sign in signs}
    missing = [sign for sign in signs if far[sign] > stop.offset + len(sign) + 2 + len(stop.token)]
    missing.sort(key=lambda sign: -far[sign])
    if not missing and len(words) <= 12:
        whole = len(stop.text) + 3
        missing = [
            word for word in words if len(stop.accepts) == 1 or _fill(stop, word) > whole + len(word) - 1
        ]
        missing = missing if len(missing) == 1 else []
    if not missing:
        return None
    sign = missing[0]
    return _error(
        "E0107" if sign == ":" and stop.line.count("(") == stop.line.count(")") else "E0101",
        f"expected {expected(stop.accepts)}, found {stop.found()}",
        stop.at,
        help=_help(stop) or f"`{sign}` is missing in front of it",
        fix=Replacement(_empty(stop.at), f"{sign} " if sign.isalpha() else sign),
    )


def _fill(stop: Stop, word: str) -> int:
    """How far the parser comes with `word` in front of the token."""
    return _reach(f"{stop.text[: stop.offset]} {word} {stop.text[stop.offset :]}", stop.start)


# ---- anything else

_BEGINNINGS = {
    "declaration": (
        "declaration",
        "in column 1 stand words such as `card`, `procedure` or `modify`; indent what belongs to them",
    ),
    "item": (
        "item of a definition",
        "such as `copies`, `play`, `use`, `answer`, `modify`, `before` or `after`",
    ),
    "line": (
        "line of a scenario",
        "such as `seat`, `deck`, `turn`, `expect` or a seat's letter and what it does",
    ),
    "manifest": ("line of a manifest", "such as `version`, `requires`, `optional`, `conflicts` or `box`"),
    "rule": ("hook or modifier", "under `if` stand `before`, `after`, `instead of` and `modify`"),
    "step": ("action", "an action begins with a seat's letter, as in `A plays bang@A♠ on B`"),
    "stmt": ("statement", "such as a call, `let`, `if`, `for` or `return`"),
    "wording": (
        "line of a translation",
        "an id or a text in quotes, and behind it what it is called or how it is said",
    ),
}


def _explain_beginning(stop: Stop) -> Diagnostic | None:
    if stop.text[: stop.offset].strip():
        return None
    what, help = _BEGINNINGS[stop.start]
    return _error("E0108", f"{stop.found()} begins no {what}", stop.at, help=help)


def _explain_rest(stop: Stop) -> Diagnostic:
    word = str(stop.token)
    if word in RESERVED and "NAME" in stop.accepts:
        return _error("E0109", f"`{word}` is a word of the language and can't be a name", stop.at)
    wanted = expected(stop.accepts)
    help = _help(stop) or _asked(stop)
    if stop.token.type in ("_NL", "$END", "_DEDENT"):
        return _error("E0101", f"this line ends too early: expected {wanted}", stop.at, help=help)
    fix = None
    if help is None and word in _SIGNS and stop.accepts & {"_NL", "COLON"} and len(stop.text) <= _TRIED:
        rest = stop.text[: stop.offset] + stop.text[stop.offset + len(word) :]
        if _reach(rest, stop.start) > len(rest):
            help, fix = f"delete {stop.found()}", Replacement(stop.at, "")
    return _error("E0101", f"expected {wanted}, found {stop.found()}", stop.at, help=help, fix=fix)


def _asked(stop: Stop) -> str | None:
    """Help where a number stands behind the name of what may be asked about it."""
    name = stop.before
    if stop.token.type != "NUMBER" or "DOT" not in stop.accepts or not _WORD.fullmatch(name):
        return None
    return f"where `{name}` is asked about it, it stands in brackets: `{name}({stop.token})`"


def _help(stop: Stop) -> str | None:
    """Advice for some frequent mistakes."""
    first = re.match(r"\s*(\w*)", stop.line)
    return help_for(
        first[1] if first else "",
        stop.before,
        str(stop.token),
        stop.token.type,
        stop.line.strip(),
        stop.text[stop.offset + len(stop.token) :].partition("\n")[0].strip(),
        stop.accepts,
    )
