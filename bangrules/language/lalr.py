"""The parser made from `grammar/bang.lark`. Nothing but this module and `mistakes` knows Lark.

Importing Lark and building the tables takes longer than reading a pack, so Lark is imported when the first
text is parsed, and the tables are kept in the user's cache folder. They are plain data in `marshal` form:
reading them runs no code, and what can't be read is made anew.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from attrs import frozen

from bangrules.paths import grammar_path

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

__all__ = ["STARTS", "Unfinished", "build", "cache_folder", "literals", "parse", "tokens"]

STARTS = ("declaration", "manifest", "item", "rule", "stmt", "line", "step", "wording")
"""What can be parsed on its own."""

# What every state of the parser lets the lexer read, expected or not: else a keyword would be found at the
# head of a longer word, and a mistake reported in the middle of one.
_ALWAYS = (
    "_NL",
    "NAME",
    "NUMBER",
    "STRING",
    "FACE",
    "SUIT",
    "BAD_FACE",
    "BAD_NUMBER",
    "BAD_WORD",
    "BAD_OPERATOR",
    "OPEN_STRING",
    "STRAY",
)
_OPEN = {"LPAR": ")", "LSQB": "]"}
_CLOSE = {"RPAR": ")", "RSQB": "]"}
_TAB = 8
# Beyond what `build` allows for expressions and blocks, so that this is only met by nonsense.
_DEEPEST = 100

_lock = Lock()


@frozen
class Unfinished(Exception):
    """What the layout of a text makes impossible: `kind` is `bracket`, `closing`, `dedent` or `deep`."""

    kind: str
    token: Token


class _Layout:
    """Turns indentation into `_INDENT` and `_DEDENT`; line ends inside brackets count as blanks."""

    always_accept = _ALWAYS

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        token_type = _token_type()
        levels: list[int] = []
        margin: int | None = None
        brackets: list[Token] = []
        for token in stream:
            if margin is None:
                margin = token.start_pos or 0
            if token.type == "_NL":
                if brackets:
                    continue
                yield token
                blank = token.rpartition("\n")[2]
                indent = len(blank) + blank.count("\t") * (_TAB - 1)
                if not levels:
                    # A text that is part of a file may begin in any column.
                    levels.append(margin * _TAB if "\t" in blank else margin)
                if indent > levels[-1]:
                    levels.append(indent)
                    if len(levels) > _DEEPEST:
                        raise Unfinished("deep", token)
                    yield token_type.new_borrow_pos("_INDENT", blank, token)
                    continue
                while indent < levels[-1] and len(levels) > 1:
                    levels.pop()
                    if indent > levels[-1]:
                        raise Unfinished("dedent", token)
                    yield token_type.new_borrow_pos("_DEDENT", blank, token)
                continue
            if token.type in _OPEN:
                brackets.append(token)
                if len(brackets) > _DEEPEST:
                    raise Unfinished("deep", token)
            elif token.type in _CLOSE:
                if not brackets or _OPEN[brackets[-1].type] != _CLOSE[token.type]:
                    raise Unfinished("closing", token)
                brackets.pop()
            yield token
        if brackets:
            raise Unfinished("bracket", brackets[-1])
        for _ in levels[1:]:
            yield token_type("_DEDENT", "")


@cache
def _token_type() -> type[Token]:
    from lark import Token

    return Token


def parse(text: str, start: str) -> Tree[Token]:
    """The tree of `text`, which ends with a line end.

    :raises lark.UnexpectedToken: or `Unfinished`, at the first mistake.
    """
    return _parser().parse(text, start=start)


def tokens(text: str, start: str) -> list[Token]:
    """The tokens of `text`, which has no mistakes: as the parser takes them, those of the layout included."""
    return list(_parser().parse_interactive(text, start=start).iter_parse())


@cache
def literals() -> dict[str, str]:
    """The words and signs of the grammar, by the names of their terminals."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in _parser().terminals
        if type(terminal.pattern).__name__ == "PatternStr"
    }


def cache_folder() -> Path | None:
    """Where this user's programs keep what they can make anew; None when that is unknown."""
    try:
        if sys.platform == "win32":
            root = os.environ.get("LOCALAPPDATA")
            return Path(root) / "bangrules" if root else None
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "bangrules"
        root = os.environ.get("XDG_CACHE_HOME")
        return (Path(root) if root and os.path.isabs(root) else Path.home() / ".cache") / "bangrules"
    except RuntimeError:  # no home
        return None


def _parser() -> Lark:
    # A lock around a cache, so that threads do not build the tables side by side.
    with _lock:
        return _load()


@cache
def _load() -> Lark:
    import lark

    grammar = grammar_path().read_text(encoding="utf-8")
    key = sha256(repr((grammar, STARTS, _ALWAYS, lark.__version__, sys.version)).encode()).hexdigest()
    folder = cache_folder()
    kept = folder and folder / f"grammar-{key[:32]}.tables"
    if kept and (parser := _thaw(kept)):
        return parser
    parser = build(grammar)
    if kept:
        _freeze(parser, kept)
    return parser


def build(grammar: str, strict: bool = False) -> Lark:
    """A parser for `grammar`. `strict` refuses every conflict in it and needs the package `interegular`."""
    from lark import Lark

    return Lark(
        grammar,
        parser="lalr",
        start=list(STARTS),
        postlex=_Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


def _freeze(parser: Lark, path: Path) -> None:
    """Keep the tables of `parser`; a folder that can't be written to only means that none are kept."""
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    from bangrules.files import write_whole

    with suppress(Exception):
        data, memo = parser.memo_serialize([TerminalDef, Rule])
        data["options"] = {name: value for name, value in data["options"].items() if name != "postlex"}
        content = marshal.dumps({"data": data, "memo": memo})
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)


def _thaw(path: Path) -> Lark | None:
    from lark import Lark

    try:
        kept: dict[str, Any] = marshal.loads(path.read_bytes())
        parser: Lark = Lark._load_from_dict(kept["data"], kept["memo"], postlex=_Layout())  # type: ignore[no-untyped-call]
        return parser
    except Exception:  # missing, cut off, of another make: whatever it is, the tables are built again
        return None
