"""Write the TextMate grammar of card files, from the same rules that Pygments colors by.

    python editors/textmate.py

It goes to `editors/vscode/syntaxes/bang.tmLanguage.json`, which is committed; a test compares the two.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from bangrules.tools.coloring import BLANK, TEXT, Rule, rules  # noqa: E402

__all__ = ["PLACE", "SCOPES", "content", "grammar"]

PLACE = HERE / "vscode" / "syntaxes" / "bang.tmLanguage.json"
SCOPES = {
    "doc": "comment.line.documentation",
    "comment": "comment.line.number-sign",
    "face": "constant.other.face",
    "square": "constant.other.square",
    "number": "constant.numeric",
    "declaration": "keyword.declaration",
    "declared": "entity.name.type",
    "property": "variable.other.property",
    "control": "keyword.control",
    "keyword": "keyword.other",
    "implicit": "variable.language",
    "constant": "constant.language",
    "type": "support.type",
    "word": "support.function",
    "symbol": "entity.name.function.symbol",
    "call": "entity.name.function",
    "name": "variable.other",
    "anything": "keyword.operator.anything",
    "sign": "keyword.operator",
    "space": "",
    "text": "string.quoted.double",
    "blank": "constant.other.placeholder",
    "wrong": "invalid.illegal",
}
"""What the kinds of the rules are to editors; they end with the language."""


def scope(kind: str) -> str:
    """The scope of a kind."""
    return f"{SCOPES[kind]}.bang"


def pattern(rule: Rule) -> dict[str, Any]:
    """A rule as TextMate has them."""
    if len(rule.kinds) == 1:
        return {"match": rule.pattern, "name": scope(rule.kinds[0])}
    captures = {str(i): {"name": scope(kind)} for i, kind in enumerate(rule.kinds, 1) if SCOPES[kind]}
    return {"match": rule.pattern, "captures": captures}


def grammar() -> dict[str, Any]:
    """The whole grammar."""
    text = {
        "begin": TEXT[0],
        "end": TEXT[1],
        "name": scope("text"),
        "patterns": [{"match": BLANK, "name": scope("blank")}],
    }
    return {
        "name": "Card files of bangrules",
        "scopeName": "source.bang",
        "fileTypes": ["bang"],
        "patterns": [
            text,
            *(pattern(rule) for rule in rules() if rule.kinds != ("space",)),
            {"match": r"\S", "name": scope("wrong")},
        ],
    }


def content() -> str:
    """The grammar as the file has it."""
    return json.dumps(grammar(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    PLACE.write_text(content(), encoding="utf-8")
