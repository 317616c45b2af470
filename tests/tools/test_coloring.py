"""Colors of card files: Pygments, and the grammar that editors read, from one list of rules."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]

from bangrules import __version__
from bangrules.language.types import NAMED
from bangrules.language.words import DECLARATIONS, RESERVED, keywords
from bangrules.paths import cards_root
from bangrules.tools.coloring import groups, rules
from bangrules.tools.highlighting import TOKENS, CardFileLexer
from bangrules.vocabulary.words import table_vocabulary
from editors import textmate

FILES = sorted(cards_root().rglob("*.bang"))
KINDS = {token: kind for kind, token in TOKENS.items() if kind not in ("square", "anything")}
SCOPES = {textmate.scope(kind): kind for kind in textmate.SCOPES}
ALIKE = {"square": "face", "anything": "sign"}

Row = tuple[str, str]
"""A kind, and the letters that are of it."""


def pygments(text: str) -> list[Row]:
    """What Pygments makes of a text."""
    return joined([(KINDS[token], part) for token, part in CardFileLexer().get_tokens(text)])


def joined(rows: list[Row]) -> list[Row]:
    """Without blanks, and what is of one kind side by side as one."""
    found: list[Row] = []
    for kind, part in rows:
        kind = ALIKE.get(kind, kind)
        if kind == "space" or (kind != "text" and not part.strip()):
            continue
        if found and found[-1][0] == kind == "text":
            found[-1] = kind, found[-1][1] + part
        else:
            found.append((kind, part))
    return found


@cache
def committed() -> dict[str, Any]:
    """The grammar that editors get."""
    found: dict[str, Any] = json.loads(textmate.PLACE.read_text(encoding="utf-8"))
    return found


@cache
def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


def editor(text: str) -> list[Row]:
    """What an editor makes of a text by the grammar: the leftmost match counts, or the first rule's."""
    found: list[Row] = []
    for line in text.split("\n"):
        at = 0
        inside: dict[str, Any] | None = None
        while at < len(line):
            rows = inside["patterns"] if inside else committed()["patterns"]
            tried = [
                (match.start(), i, match, row)
                for i, row in enumerate([{"match": inside["end"], "end": True}, *rows] if inside else rows)
                if (match := pattern(row.get("match") or row["begin"]).search(line, at))
            ]
            if not tried:
                found.append((SCOPES[inside["name"]], line[at:]) if inside else ("name", line[at:]))
                break
            start, _, match, row = min(tried, key=lambda one: one[:2])
            if inside and start > at:
                found.append((SCOPES[inside["name"]], line[at:start]))
            at = match.end()
            if "begin" in row:
                inside = row
                found.append((SCOPES[row["name"]], match.group()))
            elif row.get("end"):
                assert inside is not None
                found.append((SCOPES[inside["name"]], match.group()))
                inside = None
            elif "captures" in row:
                found += [
                    (SCOPES[row["captures"][str(n)]["name"]], match[n])
                    for n in range(1, len(match.groups()) + 1)
                    if str(n) in row["captures"]
                ]
            else:
                found.append((SCOPES[row["name"]], match.group()))
    return joined(found)


def test_the_committed_grammar_is_up_to_date() -> None:
    assert textmate.PLACE.read_text(encoding="utf-8") == textmate.content(), "run python editors/textmate.py"


def test_words_are_those_of_the_language() -> None:
    known = groups()
    assert known["control"] == RESERVED
    assert known["control"] | known["declaration"] | known["keyword"] | known["implicit"] >= keywords()
    assert known["declaration"] >= DECLARATIONS - RESERVED
    every = frozenset().union(*known.values())
    assert every >= keywords() | frozenset(NAMED) | frozenset(table_vocabulary().constants)
    assert sum(map(len, known.values())) == len(every)


def test_both_colorings_have_every_keyword() -> None:
    shown = {word: kind for kind in groups() for word in groups()[kind]}
    for word, kind in shown.items():
        assert pygments(f"x {word} y")[1] == (kind, word)
        assert editor(f"x {word} y")[1] == (kind, word)


@pytest.mark.parametrize(
    "path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.parent.name}-{path.stem}"
)
def test_every_line_of_the_card_files(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    found = pygments(text)
    assert not [row for row in found if row[0] == "wrong"]
    assert editor(text) == found
    parts = re.findall(r'"[^"\n]*"|#[^\n]*', text)
    assert [part for kind, part in found if kind in ("comment", "doc")] == [p for p in parts if p[0] == "#"]
    texts = "".join(part for kind, part in found if kind in ("text", "blank"))
    assert texts == "".join(part for part in parts if part[0] == '"')
    suits = re.sub(r'"[^"\n]*"|#[^\n]*', "", text)
    faces = "".join(part for kind, part in found if kind == "face")
    assert [sign for sign in faces if sign in "♠♥♦♣"] == [sign for sign in suits if sign in "♠♥♦♣"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('card bang "BANG!" brown', [
            ("declaration", "card"), ("declared", "bang"), ("text", '"BANG!"'), ("name", "brown"),
        ]),
        ("    copies A♠ 2♦..A♦ 10H", [
            ("declaration", "copies"), ("face", "A♠"), ("face", "2♦..A♦"), ("face", "10H"),
        ]),
        ("    draw! ♥", [("name", "draw!"), ("face", "♥")]),
        ("    HIT target by self", [
            ("symbol", "HIT"), ("implicit", "target"), ("control", "by"), ("implicit", "self"),
        ]),
        ("    A plays bang@A♠ on B", [
            ("name", "A"), ("keyword", "plays"), ("name", "bang"), ("sign", "@"), ("face", "A♠"),
            ("control", "on"), ("name", "B"),
        ]),
        ("# a # b", [("comment", "# a # b")]),
        ("## a", [("doc", "## a")]),
        ('text x "a # {b} c" # d', [
            ("declaration", "text"), ("declared", "x"), ("text", '"a # '), ("blank", "{b}"), ("text", ' c"'),
            ("comment", "# d"),
        ]),
        ("p.life += 12", [
            ("name", "p"), ("sign", "."), ("property", "life"), ("sign", "+="), ("number", "12"),
        ]),
        ("stat within(n: number): shots(self)", [
            ("declaration", "stat"), ("declared", "within"), ("sign", "("), ("name", "n"), ("sign", ":"),
            ("type", "number"), ("sign", ")"), ("sign", ":"), ("call", "shots"), ("sign", "("),
            ("implicit", "self"), ("sign", ")"),
        ]),
        ("    field armed: yesno = no", [
            ("declaration", "field"), ("declared", "armed"), ("sign", ":"), ("type", "yesno"), ("sign", "="),
            ("keyword", "no"),
        ]),
        ("turn_left players", [("name", "turn_left"), ("type", "players")]),
        ('"open', [("text", '"open')]),
        ("; §", [("wrong", ";"), ("wrong", "§")]),
    ],
)  # fmt: skip
def test_what_things_are(text: str, rows: list[Row]) -> None:
    assert pygments(text) == rows
    assert editor(text) == rows


def test_pygments_finds_the_lexer_where_the_package_is_installed() -> None:
    from importlib.metadata import entry_points

    if not entry_points(group="pygments.lexers", name="bang"):
        pytest.skip("this is a checkout that is not installed")
    assert isinstance(get_lexer_by_name("bang"), CardFileLexer)


def test_the_extension_names_what_is_there() -> None:
    folder = textmate.PLACE.parent.parent
    manifest = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    (language,) = manifest["contributes"]["languages"]
    assert manifest["version"] == __version__
    paths = [manifest["main"], language["configuration"]]
    paths += [grammar["path"] for grammar in manifest["contributes"]["grammars"]]
    assert all((folder / path).is_file() for path in paths)
    assert committed()["scopeName"] == manifest["contributes"]["grammars"][0]["scopeName"]
    settings = json.loads((folder / "language-configuration.json").read_text(encoding="utf-8"))
    deeper = re.compile(settings["indentationRules"]["increaseIndentPattern"])
    assert deeper.search("    if x: # why")
    assert deeper.search('card a "A" brown')
    assert not deeper.search("    copies 4♣")
    assert re.fullmatch(settings["wordPattern"], "draw!")


def test_rules_have_a_kind_for_each_group() -> None:
    for rule in rules():
        groups_in = re.compile(rule.pattern).groups
        assert len(rule.kinds) == (groups_in or 1)
        assert set(rule.kinds) <= set(TOKENS) & set(textmate.SCOPES)
