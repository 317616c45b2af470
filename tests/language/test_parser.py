"""From text to syntax tree: every form of the language, and what the tree says about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bangrules.language import syntax as s
from bangrules.language.parser import parse_text
from bangrules.paths import cards_root

FILES = sorted(cards_root().rglob("*.bang"))


def one(text: str) -> s.Decl:
    """The only declaration of a text."""
    (decl,) = parse_text(text).decls
    return decl


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(cards_root()).as_posix())
def test_the_card_files_that_come_with_the_package_parse(path: Path) -> None:
    assert parse_text(path.read_text(encoding="utf-8"), str(path)).decls


def body(text: str) -> s.Block:
    """The statements of a procedure with this block."""
    indented = "".join(f"    {line}\n" for line in text.splitlines())
    decl = one(f"procedure p:\n{indented}")
    assert isinstance(decl, s.ProcDecl)
    return decl.body


def stmt(text: str) -> s.Stmt:
    (found,) = body(text)
    return found


def expr(text: str) -> s.Expr:
    decl = one(f"stat x: {text}\n")
    assert isinstance(decl, s.StatDecl)
    return decl.base


def line(text: str) -> s.Line:
    decl = one(f'scenario "x"\n    {text}\n')
    assert isinstance(decl, s.Scenario)
    return decl.lines[0]


N = s.Name
DECLARATIONS: list[tuple[str, s.Decl]] = [
    ('pack my "My pack"', s.PackDecl("my", "My pack")),
    (
        'pack my "My pack"\n    version "1.0"\n    requires base, extra\n    optional c\n    conflicts d, e\n    box',
        s.PackDecl("my", "My pack", "1.0", ("base", "extra"), ("c",), ("d", "e"), True),
    ),
    ("copies shoes A♠ 2H..5H", s.CopiesMore(N("shoes"), (s.Face(14, "♠"), s.Faces(s.Face(2, "♥"), s.Face(5, "♥"))))),
    ("copies base.shoes 10D", s.CopiesMore(s.Attribute(N("base"), "shoes"), (s.Face(10, "♦"),))),
    ('option strict = yes "is it strict?"', s.OptionDecl("strict", N("yes"), "is it strict?")),
    (
        'values status: alive "alive", dead "eliminated", other',
        s.ValuesDecl("status", ("alive", "dead", "other"), ("alive", "eliminated", None)),
    ),
    ("window main", s.WindowDecl("main")),
    ('window main "What?" pass "end"', s.WindowDecl("main", "What?", "end")),
    ('window main pass "end"', s.WindowDecl("main", None, "end")),
    ("zone deck", s.ZoneDecl("deck")),
    (
        'zone table of player seen by everyone, in force "the table"',
        s.ZoneDecl("table", "player", N("everyone"), True, "the table"),
    ),
    ("zone table of player, in force", s.ZoneDecl("table", "player", None, True)),
    (
        'field life of player: number = 0 seen by owner "life"',
        s.FieldDecl("life", s.TypeName("number"), "player", s.Number(0), N("owner"), "life"),
    ),
    ("field active: player?", s.FieldDecl("active", s.TypeName("player", True))),
    ("roles 4: hero, villain 2, base.fox", s.RolesDecl(4, (("hero", 1), ("villain", 2), ("base.fox", 1)))),
    ("stat x: 1", s.StatDecl("x", (), s.Number(1))),
    (
        'stat f(a: card, by b: player? = none) gives number "the f": 2, at least 1',
        s.StatDecl(
            "f",
            (
                s.Param("a", s.TypeName("card")),
                s.Param("b", s.TypeName("player", True), "by", N("none")),
            ),
            s.Number(2),
            s.TypeName("number"),
            ("least", s.Number(1)),
            "the f",
        ),
    ),
    (
        'procedure f(a: player) gives card "{a} does": pass',
        s.ProcDecl("f", (s.Param("a", s.TypeName("player")),), (s.Pass(),), s.TypeName("card"), "{a} does"),
    ),
    ("start game", s.StartDecl("game")),
    ("start rounds in turn after ready_seat", s.StartDecl("rounds", "turn", "ready_seat")),
    ('text shuffled "The deck is shuffled."', s.TextDecl("shuffled", "The deck is shuffled.")),
    (
        "before begin(self) first, if self.life > 1: pass",
        s.Hook(
            "before",
            s.Target("begin", (N("self"),)),
            (s.Pass(),),
            None,
            "first",
            s.Binary(">", s.Attribute(N("self"), "life"), s.Number(1)),
        ),
    ),
    ("instead of deal: proceed", s.Hook("instead of", s.Target("deal"), (s.Proceed(),))),
    (
        "after deal(_, 2) gives c last: pass",
        s.Hook("after", s.Target("deal", (s.Anything(), s.Number(2))), (s.Pass(),), "c", "last"),
    ),
    ("modify shots(self): unlimited", s.Modify(s.Target("shots", (N("self"),)), "set", N("unlimited"))),
    ("modify shots: + 1", s.Modify(s.Target("shots"), "+", s.Number(1))),
    ("modify shots if this is red: -1", s.Modify(s.Target("shots"), "-", s.Number(1), s.Binary("is", N("this"), N("red")))),
    ("modify shots: at least 1", s.Modify(s.Target("shots"), "least", s.Number(1))),
    ("modify shots: at most n", s.Modify(s.Target("shots"), "most", N("n"))),
    (
        'border weapon "Weapon" is blue\n    each play from hand, costs this "why"',
        s.Definition(
            "border",
            "weapon",
            "Weapon",
            "blue",
            items=(s.Each("play", (s.Clause("from", of="hand"), s.Clause("costs", text="why"))),),
        ),
    ),
    ("card gun brown 3 replaces base.gun like base.bow", s.Definition(
        "card", "gun", None, "brown", 3, replaces=("base", "gun"), like=s.Attribute(N("base"), "bow"))),
    ('character ann "Ann" life 4 like bob', s.Definition("character", "ann", "Ann", number=4, like=N("bob"))),
    ('event noon "Noon" last', s.Definition("event", "noon", "Noon", last=True)),
    ('role hero "Hero"\n    text "Wins."', s.Definition("role", "hero", "Hero", text="Wins.")),
    (
        "card x\n    play",
        s.Definition("card", "x", items=(s.Action("play"),)),
    ),
    (
        'use "Shoot" on one of reachable "too far", limit shots(self) per turn "once", once per escape, anytime: pass',
        s.Action(
            "use",
            None,
            (
                s.Clause("on one", N("reachable"), text="too far"),
                s.Clause("limit", s.Apply("shots", (N("self"),)), "turn", text="once"),
                s.Clause("limit", s.Number(1), "escape"),
                s.Clause("anytime"),
            ),
            (s.Pass(),),
            "Shoot",
        ),
    ),
    (
        'answer DODGE on others, costs 2 cards where red "no", if yes "because": fail',
        s.Action(
            "answer",
            "DODGE",
            (
                s.Clause("on", N("others")),
                s.Clause("costs", s.Number(2), "cards", N("red"), "no"),
                s.Clause("if", N("yes"), text="because"),
            ),
            (s.Fail(),),
        ),
    ),
    ("answer DODGE", s.Action("answer", "DODGE")),
    ("use card where red as base.gun once per turn", s.UseAs(
        s.Where(N("card"), N("red")), s.Attribute(N("base"), "gun"), (s.Clause("limit", s.Number(1), "turn"),))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), DECLARATIONS, ids=[text[:40] for text, _ in DECLARATIONS])
def test_declarations(text: str, expected: s.Decl) -> None:
    assert one(text) == expected
