"""Colors for card files wherever Pygments makes them: documentation, terminals, notebooks.

Installed with the package, the lexer is known to Pygments as `bang`.
"""

from __future__ import annotations

from pygments.lexer import RegexLexer, bygroups  # type: ignore[import-untyped]
from pygments.token import (  # type: ignore[import-untyped]
    Comment,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    String,
    Whitespace,
)

from bangrules.tools.coloring import BLANK, TEXT, Rule, rules

__all__ = ["TOKENS", "CardFileLexer"]

TOKENS = {
    "doc": Comment.Special,
    "comment": Comment.Single,
    "face": Literal,
    "square": Literal,
    "number": Number.Integer,
    "declaration": Keyword.Declaration,
    "declared": Name.Class,
    "property": Name.Attribute,
    "control": Keyword.Reserved,
    "keyword": Keyword,
    "implicit": Name.Builtin.Pseudo,
    "constant": Keyword.Constant,
    "type": Keyword.Type,
    "word": Name.Builtin,
    "symbol": Name.Function.Magic,
    "call": Name.Function,
    "name": Name,
    "anything": Operator,
    "sign": Operator,
    "space": Whitespace,
    "text": String.Double,
    "blank": String.Interpol,
    "wrong": Generic.Error,
}
"""What the kinds of the rules are to Pygments."""


def row(rule: Rule) -> tuple[object, ...]:
    """A rule as Pygments has them."""
    tokens = [TOKENS[kind] for kind in rule.kinds]
    return rule.pattern, tokens[0] if len(tokens) == 1 else bygroups(*tokens)


class CardFileLexer(RegexLexer):  # type: ignore[misc]
    """Card files. What the language has no meaning for is `Generic.Error`: pages show mistakes too."""

    name = "Card files of bangrules"
    aliases = ("bang",)
    filenames = ("*.bang",)
    tokens = {  # noqa: RUF012
        "root": [
            (TEXT[0], TOKENS["text"], "text"),
            *(row(rule) for rule in rules()),
            (r".", TOKENS["wrong"]),
        ],
        "text": [
            (BLANK, TOKENS["blank"]),
            (r'[^"\n{]+|\{', TOKENS["text"]),
            (r'"', TOKENS["text"], "#pop"),
            (r"\n", TOKENS["space"], "#pop"),
        ],
    }
