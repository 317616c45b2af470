"""Colors for card files on the pages: a lexer for Pygments, its words read from the grammar."""

from __future__ import annotations

from pygments.lexer import RegexLexer, words  # type: ignore[import-untyped]
from pygments.token import (  # type: ignore[import-untyped]
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    String,
    Text,
    Whitespace,
)

from bangrules.language.words import keywords

__all__ = ["CardFileLexer"]


class CardFileLexer(RegexLexer):  # type: ignore[misc]
    """Card files."""

    name = "Card files of bangrules"
    aliases = ("bang",)
    filenames = ("*.bang",)
    tokens = {  # noqa: RUF012
        "root": [
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"?', String),
            (r"(?:10|[2-9JQKA])(?:[♠♥♦♣]|[SHDC]\b)|[♠♥♦♣]", Number),
            (r"\d+\b", Number),
            (words(sorted(keywords()), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"[^\W\d_]\w*!?", Name),
            (r"_\b", Operator),
            (r"\s+", Whitespace),
            (r"[-+*=<>.:,()\[\]@?]", Operator),
            (r".", Text),
        ]
    }
