"""From text to syntax tree: every form of the language, and what the tree says about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.diagnostics import CardFileError, Reporter
from bangrules.language.parser import parse_action_line, parse_file, parse_text
from bangrules.language.sources import Source
from bangrules.paths import cards_root

FILES = sorted(cards_root().rglob("*.bang"))
N = s.Name
ONE, TWO = s.Number(1), s.Number(2)
SELF = N("self")


def of(owner: str, *names: str) -> s.Expr:
    """`owner.name.name`."""
    found: s.Expr = N(owner)
    for name in names:
        found = s.Attribute(found, name)
    return found


def one(text: str) -> s.Decl:
    """The only declaration of a text."""
    (decl,) = parse_text(text).decls
    return decl


def stmt(text: str) -> s.Stmt:
    """The only statement of a procedure with this block."""
    decl = one("procedure p:\n" + "".join(f"    {line}\n" for line in text.splitlines()))
    assert isinstance(decl, s.ProcDecl)
    (found,) = decl.body
    return found


def expr(text: str) -> s.Expr:
    decl = one(f"stat x: {text}\n")
    assert isinstance(decl, s.StatDecl)
    return decl.base


def line(text: str) -> sc.Line:
    decl = one(f'scenario "x"\n    {text}\n')
    assert isinstance(decl, sc.Scenario)
    (found,) = decl.lines
    return found


def shown(value: object) -> str:
    return str(value)[:40]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(cards_root()).as_posix())
def test_the_card_files_that_come_with_the_package_parse(path: Path) -> None:
    file = parse_text(path.read_text(encoding="utf-8"), str(path))
    assert file.decls
    assert not any(decl.broken for decl in file.decls)


DECLARATIONS: list[tuple[str, s.Decl]] = [
    ('pack my "My pack"', s.PackDecl("my", "My pack")),
    (
        'pack my "My"\n    version "1"\n    requires base, more\n    optional c\n    conflicts d, e\n    box',
        s.PackDecl("my", "My", "1", ("base", "more"), ("c",), ("d", "e"), True),
    ),
    (
        "copies shoes A♠ 2H..5H",
        s.CopiesMore(N("shoes"), (s.Face(14, "♠"), s.Faces(s.Face(2, "♥"), s.Face(5, "♥")))),
    ),
    ("copies base.shoes 10D", s.CopiesMore(of("base", "shoes"), (s.Face(10, "♦"),))),
    ('option strict = yes "is it strict?"', s.OptionDecl("strict", N("yes"), "is it strict?")),
    (
        'option most = 4, at least 1, at most 6 "how many"',
        s.OptionDecl("most", s.Number(4), "how many", (("least", s.Number(1)), ("most", s.Number(6)))),
    ),
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
    (
        "roles 4: hero, villain 2, base.fox",
        s.RolesDecl(4, (("hero", 1), ("villain", 2), ("base.fox", 1))),
    ),
    ('look brown color "#8a5a2b"', s.LookDecl("brown", color="#8a5a2b")),
    ('look base.jail bars color "#000000"', s.LookDecl("base.jail", "bars", None, "#000000")),
    ('look color "M2 2 h9 Z"', s.LookDecl("color", None, "M2 2 h9 Z")),
    ("look draw! dice", s.LookDecl("draw!", "dice")),
    ("look look", s.LookDecl("look")),
    ("stat x: 1", s.StatDecl("x", (), ONE)),
    (
        'stat f(a: card, by b: player? = none) gives number "the f": 2, at least 1',
        s.StatDecl(
            "f",
            (s.Param("a", s.TypeName("card")), s.Param("b", s.TypeName("player", True), "by", N("none"))),
            TWO,
            s.TypeName("number"),
            ("least", ONE),
            "the f",
        ),
    ),
    ("stat f(): 1, at most 2", s.StatDecl("f", (), ONE, bound=("most", TWO))),
    (
        'procedure f(a: player) gives card "{a} does": pass',
        s.ProcDecl("f", (s.Param("a", s.TypeName("player")),), (s.Pass(),), s.TypeName("card"), "{a} does"),
    ),
    ("roles 2 replaces base: a, b", s.RolesDecl(2, (("a", 1), ("b", 1)), "base")),
    ("procedure f() effect: pass", s.ProcDecl("f", (), (s.Pass(),), effect=True)),
    ('procedure f "it comes" effect: pass', s.ProcDecl("f", (), (s.Pass(),), text="it comes", effect=True)),
    ("start game", s.StartDecl("game")),
    ("start rounds in turn after ready_seat", s.StartDecl("rounds", "turn", "ready_seat")),
    ('text shuffled "The deck is shuffled."', s.TextDecl("shuffled", "The deck is shuffled.")),
    (
        "before begin(self) first, if self.life > 1: pass",
        s.Hook(
            "before",
            s.Target("begin", (SELF,)),
            (s.Pass(),),
            order="first",
            cond=s.Binary(">", of("self", "life"), ONE),
        ),
    ),
    ("instead of deal: proceed", s.Hook("instead of", s.Target("deal"), (s.Proceed(),))),
    (
        "after deal(_, 2) gives c last: pass",
        s.Hook("after", s.Target("deal", (s.Anything(), TWO)), (s.Pass(),), "c", "last"),
    ),
    ("after deal() if yes: pass", s.Hook("after", s.Target("deal", ()), (s.Pass(),), cond=N("yes"))),
    ("modify shots(self): unlimited", s.Modify(s.Target("shots", (SELF,)), "set", N("unlimited"))),
    ("modify shots: + 1", s.Modify(s.Target("shots"), "+", ONE)),
    (
        "modify shots if this is red: -1",
        s.Modify(s.Target("shots"), "-", ONE, s.Binary("is", N("this"), N("red"))),
    ),
    ("modify shots: at least 1", s.Modify(s.Target("shots"), "least", ONE)),
    ("modify shots: at most n", s.Modify(s.Target("shots"), "most", N("n"))),
    (
        "if n is 1:\n    modify shots: 2\n\n    before deal: pass\n    instead of deal:\n        proceed",
        s.Proviso(
            s.Binary("is", N("n"), ONE),
            (
                s.Modify(s.Target("shots"), "set", TWO),
                s.Hook("before", s.Target("deal"), (s.Pass(),)),
                s.Hook("instead of", s.Target("deal"), (s.Proceed(),)),
            ),
        ),
    ),
    ("if yes: modify shots: 2", s.Proviso(N("yes"), (s.Modify(s.Target("shots"), "set", TWO),))),
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
    (
        "card gun brown 3 replaces base.gun like base.bow",
        s.Definition("card", "gun", None, "brown", 3, replaces=("base", "gun"), like=of("base", "bow")),
    ),
    ('card gun "Gun" base.blue', s.Definition("card", "gun", "Gun", "base.blue")),
    (
        'character ann "Ann" life 4 like bob',
        s.Definition("character", "ann", "Ann", number=4, like=N("bob")),
    ),
    ('event noon "Noon" last', s.Definition("event", "noon", "Noon", last=True)),
    ('role hero "Hero"\n    text "Wins."', s.Definition("role", "hero", "Hero", text="Wins.")),
    ("card x\n    play", s.Definition("card", "x", items=(s.Action("play"),))),
    (
        "card x\n    copies A♠\n    field n: number = 0\n    stat y: 1\n    procedure f: pass\n    answer W",
        s.Definition(
            "card",
            "x",
            items=(
                s.Copies((s.Face(14, "♠"),)),
                s.FieldDecl("n", s.TypeName("number"), default=s.Number(0)),
                s.StatDecl("y", (), ONE),
                s.ProcDecl("f", (), (s.Pass(),)),
                s.Action("answer", "W"),
            ),
        ),
    ),
    (
        'use "Shoot" on one of set "too far", limit 2 per turn "once", once per escape, anytime: pass',
        s.Action(
            "use",
            None,
            (
                s.Clause("on one", N("set"), text="too far"),
                s.Clause("limit", TWO, "turn", text="once"),
                s.Clause("limit", ONE, "escape"),
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
                s.Clause("costs", TWO, "cards", N("red"), "no"),
                s.Clause("if", N("yes"), text="because"),
            ),
            (s.Fail(),),
        ),
    ),
    ("use card as gun", s.UseAs(N("card"), N("gun"))),
    (
        "use card where red as base.gun once per turn",
        s.UseAs(s.Where(N("card"), N("red")), of("base", "gun"), (s.Clause("limit", ONE, "turn"),)),
    ),
]


@pytest.mark.parametrize(("text", "expected"), DECLARATIONS, ids=shown)
def test_declarations(text: str, expected: s.Decl) -> None:
    assert one(text) == expected


def do(name: str, *args: s.Expr, **labels: s.Expr) -> s.Do:
    return s.Do(s.Call(name, args, tuple(s.Label(word, value) for word, value in labels.items())))


STATEMENTS: list[tuple[str, s.Stmt]] = [
    ("settle", do("settle")),
    ("draw! ♥ for p", do("draw!", s.Suit("♥"), **{"for": N("p")})),
    ("HIT p, 2 by self", do("HIT", N("p"), TWO, by=SELF)),
    ("deal 1 from p.hand to q", do("deal", ONE, **{"from": of("p", "hand"), "to": N("q")})),
    ("deal from p", do("deal", **{"from": N("p")})),
    ("deal(p, 2)", do("deal", N("p"), TWO)),
    ("deal (p)", do("deal", N("p"))),
    ("drop p.table where red", do("drop", s.Where(of("p", "table"), N("red")))),
    ('say "hello"', do("say", s.Text("hello"))),
    (
        "ask DODGE from p: pass\nelse: fail",
        s.Do(do("ask", N("DODGE"), **{"from": N("p")}).call, (s.Pass(),), (s.Fail(),)),
    ),
    ("ask DODGE\nelse: fail", s.Do(do("ask", N("DODGE")).call, (), (s.Fail(),))),
    (
        "if a:\n    pass\nelse if b: fail\nelse:\n    proceed",
        s.If(N("a"), (s.Pass(),), (s.If(N("b"), (s.Fail(),), (s.Proceed(),)),)),
    ),
    ("if ask DODGE from p: pass", s.If(do("ask", N("DODGE"), **{"from": N("p")}).call, (s.Pass(),))),
    ("if ask(p): pass", s.If(s.Apply("ask", (N("p"),)), (s.Pass(),))),
    ("while ask for p: pass", s.While(do("ask", **{"for": N("p")}).call, (s.Pass(),))),
    ("repeat n + 1: pass", s.Repeat(s.Binary("+", N("n"), ONE), (s.Pass(),))),
    ("for p in others where it.life > 1: pass", s.For(
        "p", s.Where(N("others"), s.Binary(">", of("it", "life"), ONE)), (s.Pass(),))),
    ("at end of turn: settle", s.AtEnd("turn", (do("settle"),))),
    ("p may: pass", s.May(N("p"), None, (s.Pass(),))),
    ('p.next may "go": pass\nelse: fail', s.May(of("p", "next"), "go", (s.Pass(),), (s.Fail(),))),
    ("p may choose c in p.hand: pass", s.MayChoose(N("p"), "c", of("p", "hand"), (s.Pass(),))),
    ('p may "which?" choose c in p.hand: pass\nelse: fail', s.MayChoose(
        N("p"), "c", of("p", "hand"), (s.Pass(),), (s.Fail(),), "which?")),
    ("p chooses c in p.hand", s.Choose(N("p"), "c", of("p", "hand"))),
    ('p chooses "which?" 2 cs in p.hand', s.Choose(
        N("p"), "cs", of("p", "hand"), "exactly", TWO, None, "which?")),
    ("p chooses n cs in p.hand", s.Choose(N("p"), "cs", of("p", "hand"), "exactly", N("n"))),
    ("p chooses up to 2 cs in p.hand", s.Choose(N("p"), "cs", of("p", "hand"), "up to", TWO)),
    ("p chooses any cs in p.hand", s.Choose(N("p"), "cs", of("p", "hand"), "any")),
    ("p chooses c in p.table, or random p.hand", s.Choose(
        N("p"), "c", of("p", "table"), hidden=of("p", "hand"))),
    ("let x = deal(p)", s.Let(("x",), (s.Apply("deal", (N("p"),)),))),
    ("let a, b = b, a", s.Let(("a", "b"), (N("b"), N("a")))),
    ("a, p.b = p.b, a", s.Assign((N("a"), of("p", "b")), "=", (of("p", "b"), N("a")))),
    ("p.life -= 2", s.Assign((of("p", "life"),), "-=", (TWO,))),
    ("x += y", s.Assign((N("x"),), "+=", (N("y"),))),
    ("return", s.Return()),
    ("return f(x)", s.Return(s.Apply("f", (N("x"),)))),
    ("end turn", s.End("turn")),
    ("proceed", s.Proceed()),
    ("fail", s.Fail()),
    ("pass", s.Pass()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), STATEMENTS, ids=shown)
def test_statements(text: str, expected: s.Stmt) -> None:
    assert stmt(text) == expected


EXPRESSIONS: list[tuple[str, s.Expr]] = [
    ("007", s.Number(7)),
    ("a.b.c", of("a", "b", "c")),
    ("a + b * 2 - c", s.Binary("-", s.Binary("+", N("a"), s.Binary("*", N("b"), TWO)), N("c"))),
    ("(a + b) * 2", s.Binary("*", s.Binary("+", N("a"), N("b")), TWO)),
    ("1..n + 1", s.Binary("..", ONE, s.Binary("+", N("n"), ONE))),
    ("a or b and not c is d", s.Binary(
        "or", N("a"), s.Binary("and", N("b"), s.Not(s.Binary("is", N("c"), N("d")))))),
    ("a or b or c", s.Binary("or", s.Binary("or", N("a"), N("b")), N("c"))),
    ("not (a in b)", s.Not(s.Binary("in", N("a"), N("b")))),
    ("not(a)", s.Not(N("a"))),
    ("a is not b", s.Binary("is not", N("a"), N("b"))),
    ("a not in [b, c]", s.Binary("not in", N("a"), s.Listing((N("b"), N("c"))))),
    ("a <= 2", s.Binary("<=", N("a"), TWO)),
    ("[]", s.Listing(())),
    ("f()", s.Apply("f", ())),
    ("f(a, g(b)).c", s.Attribute(s.Apply("f", (N("a"), s.Apply("g", (N("b"),)))), "c")),
    ("all(cs, ♦)", s.Apply("all", (N("cs"), s.Suit("♦")))),
    ("a is 2♠..9♠", s.Binary("is", N("a"), s.Faces(s.Face(2, "♠"), s.Face(9, "♠")))),
    ("JH", s.Face(11, "♥")),
    ("others(p) where it.role is hero or it is p", s.Where(
        s.Apply("others", (N("p"),)),
        s.Binary("or", s.Binary("is", of("it", "role"), N("hero")), s.Binary("is", N("it"), N("p"))))),
    ("any(xs where red)", s.Apply("any", (s.Where(N("xs"), N("red")),))),
    ("base.shoes", of("base", "shoes")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS, ids=shown)
def test_expressions(text: str, expected: s.Expr) -> None:
    assert expr(text) == expected


def thing(text: str | None, face: s.Face | None = None, seat: str | None = None) -> sc.Thing:
    return sc.Thing(id=text, face=face, seat=seat)


ACE, SIX = s.Face(14, "♠"), s.Face(6, "♥")
LINES: list[tuple[str, sc.Line]] = [
    ("packs a b", sc.PacksLine(("a", "b"))),
    ("packs a, b", sc.PacksLine(("a", "b"))),
    ("option strict = no", sc.OptionLine("strict", N("no"))),
    ("option base.strict = 2", sc.OptionLine("base.strict", TWO)),
    (
        "seat A hero ann dead life 3 hand gun@A♠ 6♥ table",
        sc.SeatLine(
            "A",
            ("hero", "ann", "dead", "table"),
            (
                sc.Detail("life", (sc.Thing(number=3),)),
                sc.Detail("hand", (thing("gun", ACE), thing(None, SIX))),
            ),
        ),
    ),
    ("seat B hand table gun@AS", sc.SeatLine("B", ("hand",), (sc.Detail("table", (thing("gun", ACE),)),))),
    ("seat H", sc.SeatLine("H", (), ())),
    ("deck 6♥ gun@A♠ shoes", sc.ZoneLine("deck", (thing(None, SIX), thing("gun", ACE), thing("shoes")))),
    ("event noon", sc.ZoneLine("event", (thing("noon"),))),
    ("discards", sc.ZoneLine("discards", ())),
    ("set turns 3", sc.FieldLine("turns", sc.Thing(number=3))),
    ("set first B", sc.FieldLine("first", thing(None, seat="B"))),
    ("turn A", sc.TurnLine("A")),
    ("turn A phase_play", sc.TurnLine("A", "phase_play")),
    ("A passes", sc.StepLine("A", sc.Deed("passes"))),
    ("A ends", sc.StepLine("A", sc.Deed("ends"))),
    (
        "A plays gun@A♠ as bow on B with 6♥, shoes",
        sc.StepLine(
            "A",
            sc.Deed(
                "plays",
                (thing("gun", ACE),),
                "bow",
                thing(None, seat="B"),
                (thing(None, SIX), thing("shoes")),
            ),
        ),
    ),
    ("A uses ann on B.gun@A♠", sc.StepLine("A", sc.Deed(
        "uses", (thing("ann"),), target=thing("gun", ACE, "B")))),
    ("A uses ann on B.A♠", sc.StepLine("A", sc.Deed("uses", (thing("ann"),), target=thing(None, ACE, "B")))),
    ("B answers base.gun@A♠", sc.StepLine("B", sc.Deed("answers", (thing("base.gun", ACE),)))),
    ("B chooses 6♥, ♠, yes, 2, C", sc.StepLine("B", sc.Deed("chooses", (
        thing(None, SIX), sc.Thing(suit="♠"), thing("yes"), sc.Thing(number=2), thing(None, seat="C"))))),
    ("B chooses random hand C", sc.StepLine("B", sc.Deed("chooses", (sc.Thing(random="hand", seat="C"),)))),
    ("expect A life 3", sc.ExpectLine("has", "A", "life", number=3)),
    ("expect A life -1", sc.ExpectLine("has", "A", "life", number=-1)),
    ("expect A role hero", sc.ExpectLine("has", "A", "role", (thing("hero"),))),
    ("expect A hand gun@A♠ 6♥", sc.ExpectLine("has", "A", "hand", (thing("gun", ACE), thing(None, SIX)))),
    ("expect A table", sc.ExpectLine("has", "A", "table")),
    ("expect deck 6♥", sc.ExpectLine("has", None, "deck", (thing(None, SIX),))),
    ("expect turns 3", sc.ExpectLine("has", None, "turns", number=3)),
    ("expect A is dead", sc.ExpectLine("is", "A", "dead")),
    ("expect A shows hero", sc.ExpectLine("shows", "A", "hero")),
    ("expect A can pass", sc.ExpectLine("can", "A", number=1, deed=sc.Deed("passes"))),
    (
        "expect A cannot play gun@A♠ on B because limit",
        sc.ExpectLine(
            "can",
            "A",
            "limit",
            number=0,
            deed=sc.Deed("plays", (thing("gun", ACE),), target=thing(None, seat="B")),
        ),
    ),
    ("expect A can choose B, C", sc.ExpectLine("can", "A", number=1, deed=sc.Deed(
        "chooses", (thing(None, seat="B"), thing(None, seat="C"))))),
    ("expect A to act", sc.ExpectLine("to act", "A")),
    ("expect distance A B 1", sc.ExpectLine(
        "stat", None, "distance", (thing(None, seat="A"), thing(None, seat="B")), 1)),
    ("expect next_turn A B", sc.ExpectLine(
        "stat", None, "next_turn", (thing(None, seat="A"), thing(None, seat="B")))),
    ("expect turn A", sc.ExpectLine("turn", "A")),
    ("expect winners A B", sc.ExpectLine("winners", seats=("A", "B"))),
    ("expect winners A, B", sc.ExpectLine("winners", seats=("A", "B"))),
    ("expect no winner", sc.ExpectLine("no winner")),
    ("expect game over", sc.ExpectLine("game over")),
    ('expect logged "Ann draws."', sc.ExpectLine("logged", text="Ann draws.")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), LINES, ids=shown)
def test_lines_of_scenarios(text: str, expected: sc.Line) -> None:
    assert line(text) == expected


def test_an_action_alone() -> None:
    step = parse_action_line("A plays gun@A♠ on B")
    assert step == line("A plays gun@A♠ on B")
    assert parse_action_line("A passes\n") == line("A passes")


@pytest.mark.parametrize(
    "text",
    ["", "A", "A plays", "plays gun", "A plays gun on", "A passes\nB passes", "expect A life 3", "I passes"],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(CardFileError) as caught:
        parse_action_line(text)
    assert caught.value.diagnostics


WORDS = [
    *("text", "start", "version", "box", "play", "use", "answer", "card", "event", "role", "life", "like"),
    *(
        "copies",
        "force",
        "seen",
        "first",
        "last",
        "limit",
        "once",
        "costs",
        "least",
        "random",
        "turn",
        "seat",
    ),
    *(
        "expect",
        "game",
        "winner",
        "up",
        "any",
        "of",
        "gives",
        "packs",
        "choose",
        "one",
        "per",
        "as",
        "anytime",
    ),
    *("may_", "with_", "endless", "inside", "wherever"),
]


@pytest.mark.parametrize("word", WORDS)
def test_words_of_the_language_that_can_be_names(word: str) -> None:
    file = parse_text(
        f"field {word} of player: number = 0\n"
        f"stat f({word}: number): {word} + {word}({word}) * self.{word}\n"
        f"procedure {word}({word}: number):\n"
        f"    let x = {word}\n"
        f"    {word} = {word}\n"
        f"    {word} {word}, {word} by {word}\n"
        f"    if yes: {word}\n"
        f"    {word} {word}\n"
        f"    if {word} is {word} and {word} in {word}: {word}(1)\n"
        f"    for {word} in {word} where {word}: pass\n"
        f"before {word}({word}): end {word}\n"
        f"modify {word}: {word}\n"
    )
    assert len(file.decls) == 5


def test_names_may_have_letters_of_any_language() -> None:
    assert expr("señor.体力") == of("señor", "体力")


def test_a_keyword_ends_where_its_word_ends() -> None:
    assert stmt("endless turn") == do("endless", N("turn"))
    with pytest.raises(CardFileError):
        stmt("p chooses c inhand")


# ---- places and comments


def test_every_node_knows_its_place() -> None:
    text = (
        "# a comment\ncard gun brown  # behind\n    play if a:  # of the block\n        HIT b,\t2\n\n# end\n"
    )
    decl = one(text)
    assert isinstance(decl, s.Definition)
    assert (decl.at.line, decl.at.column) == (2, 1)
    assert text[decl.at.start : decl.at.end] == text[text.index("card") : text.index("2\n\n") + 1]
    assert text[decl.id_at.start : decl.id_at.end] == "gun"
    (action,) = decl.items
    assert isinstance(action, s.Action)
    assert str(action.at) == "<text>:3:5"
    assert action.clauses[0].at.column == 10
    assert action.body is not None
    (call,) = action.body
    assert isinstance(call, s.Do)
    assert text[call.at.start : call.at.end] == "HIT b,\t2"
    assert [(arg.at.line, arg.at.column) for arg in call.call.args] == [(4, 13), (4, 16)]


def test_places_in_expressions() -> None:
    text = "stat x: (a.b + f(c)) * 2 or d or e\n"
    (decl,) = parse_text(text).decls
    found = []

    def walk(node: s.Expr) -> None:
        found.append(text[node.at.start : node.at.end])
        match node:
            case s.Binary(left=left, right=right):
                walk(left)
                walk(right)
            case s.Attribute(of=owner):
                walk(owner)
            case s.Apply(args=args):
                for arg in args:
                    walk(arg)

    assert isinstance(decl, s.StatDecl)
    walk(decl.base)
    assert found == [
        "(a.b + f(c)) * 2 or d or e",
        "(a.b + f(c)) * 2 or d",
        "(a.b + f(c)) * 2",
        "a.b + f(c)",
        "a.b",
        "a",
        "f(c)",
        "c",
        "2",
        "d",
        "e",
    ]  # fmt: skip


def test_doc_comments_belong_to_the_declaration_below() -> None:
    file = parse_text(
        "## The shoes.\n## They are red.\ncard shoes\n    ## Once.\n    play\n    # not this\n    use: pass\n"
        "## far away\n\nstat x: 1\n## right above\n# but one between\nstat y: 1\n"
        "stat z: 1  ## behind\nstat q: 1\n"
    )
    shoes, *stats = file.decls
    assert isinstance(shoes, s.Definition)
    assert shoes.doc == "The shoes.\nThey are red."
    assert [item.doc for item in shoes.items] == ["Once.", None]
    assert [stat.doc for stat in stats] == [None] * 4


def test_comments_are_kept() -> None:
    text = '# one\nstat x: f(1,  # two "\n    2) #three\nwindow w "# no comment"  ## four'
    parsed = parse_file(Source("a.bang", text), Reporter())
    assert [comment.text for comment in parsed.comments] == ["# one", '# two "', "#three", "## four"]
    assert all(text[comment.offset :].startswith(comment.text) for comment in parsed.comments)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = "# c\nprocedure p:\n    pass\n\nstat x: 1"
    assert parse_text(text.replace("\n", end)) == parse_text(text)


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "   \n\t\n  # indented", "\n\n\n"])
def test_files_without_declarations(text: str) -> None:
    assert parse_text(text).decls == ()


def test_tabs_indent_as_well_as_spaces() -> None:
    text = "card x\n    play if a:\n        pass\n        pass\n    use: pass\n"
    assert parse_text(text.replace("    ", "\t")) == parse_text(text)


def test_brackets_join_lines() -> None:
    assert one("stat x: [a,\n    b,  # why\n\n  c]\n") == one("stat x: [a, b, c]")
