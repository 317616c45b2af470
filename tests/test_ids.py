"""The engine knows no game: none of the ids and names that card files declare stands in its code."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import bangrules
from bangrules.language import syntax as s
from bangrules.language.check import ASKED_BY_ENGINE, CALLED_BY_ENGINE, ENGINE_PROCEDURES
from bangrules.language.diagnostics import Reporter
from bangrules.language.names import COMMANDS, SPECIAL
from bangrules.language.parser import parse_file
from bangrules.language.sources import read_source
from bangrules.language.types import NAMED
from bangrules.language.words import keywords
from bangrules.paths import cards_root
from bangrules.vocabulary.board_words import LAYERS, add_board
from bangrules.vocabulary.words import table_vocabulary

PACKAGE = Path(bangrules.__file__).parent
# What packs call something of their own, and is plain English, or the name of this language and its files.
ORDINARY = frozenset(
    (
        *(
            "again",
            "bang",
            "begin",
            "between",
            "blue",
            "closing",
            "dark",
            "deck",
            "discard",
            "distance",
            "enter",
            "escape",
            "former",
            "goal",
            "green",
            "hand",
            "named",
        ),
        *(
            "others",
            "out",
            "pick",
            "ready",
            "reveal",
            "rounds",
            "scope",
            "seats",
            "settle",
            "setup",
            "sight",
            "table",
        ),
        *("standing", "take", "turn_up", "turns", "within"),
        *("acting", "down", "draw", "ending", "facing", "idle", "no_keys", "outside", "search"),
        *("six", "spot", "team", "tokens", "work"),
    )
)


def given() -> set[str]:
    """The words that every game gets: the language, its types and vocabulary, what the engine asks."""
    vocabulary = add_board(table_vocabulary(), LAYERS)
    return {
        *keywords(),
        *NAMED,
        *SPECIAL,
        *COMMANDS,
        *vocabulary.words,
        *vocabulary.constants,
        *(name for _, name in vocabulary.properties),
        *ENGINE_PROCEDURES,
        *ASKED_BY_ENGINE,
        *CALLED_BY_ENGINE,
        "main",
    }


def declared() -> dict[str, str]:
    """What all packs declare: ids and shown names, with what they are."""
    found: dict[str, str] = {}
    sink = Reporter()
    for path in sorted(cards_root().glob("*/*.bang")):
        source = read_source(path, sink)
        assert source is not None
        for decl in parse_file(source, sink).file.decls:
            names = [getattr(decl, "id", None)]
            if isinstance(decl, s.Definition):
                names += [decl.name, *(getattr(item, "id", None) for item in decl.items)]
            elif isinstance(decl, s.ValuesDecl):
                names += decl.names
            elif isinstance(decl, s.PackDecl | s.TextDecl | s.TranslationDecl):
                continue
            found.update((name.casefold(), type(decl).__name__) for name in names if name is not None)
    assert not sink.diagnostics
    return found


def code(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a module without docstrings and comments."""
    text = path.read_text(encoding="utf-8")
    skipped: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for stmt in body if isinstance(body, list) else ():
            if (
                isinstance(stmt, ast.Expr)
                and isinstance(stmt.value, ast.Constant)
                and isinstance(stmt.value.value, str)
            ):
                skipped.update(range(stmt.lineno, (stmt.end_lineno or stmt.lineno) + 1))
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    yield from ((number, line) for number, line in enumerate(lines, 1) if number not in skipped)


def test_the_packs_declare_a_game() -> None:
    found = declared()
    assert len(found) > 100
    assert {"jail", "rose doolan", "outlaw"} <= set(found)


def test_no_id_or_name_stands_in_the_engine() -> None:
    wanted = set(declared()) - ORDINARY - given()
    pattern = re.compile(
        rf"(?<!\w)({'|'.join(sorted(map(re.escape, wanted), key=len, reverse=True))})(?!\w)", re.I
    )
    hits = [
        f"{path.relative_to(PACKAGE)}:{number}: {match[1]}: {line.strip()[:90]}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for number, line in code(path)
        if (match := pattern.search(line))
    ]
    assert not hits, "\n".join(hits)


def test_no_word_is_called_ordinary_without_need() -> None:
    names = declared()
    assert not {word for word in ORDINARY if word not in names}
    assert not ORDINARY & given()
