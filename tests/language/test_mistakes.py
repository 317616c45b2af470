"""Mistakes in card files: each gets one diagnostic, at the right place, in the words that people type."""

from __future__ import annotations

import pytest

from bangrules.language import lalr, words
from bangrules.language import syntax as s
from bangrules.language.codes import CATALOGUE
from bangrules.language.diagnostics import Diagnostic, Reporter
from bangrules.language.parser import MOST_MISTAKES, ParsedFile, parse_file, parse_text
from bangrules.language.sources import Source
from bangrules.paths import grammar_path


def parse(text: str) -> tuple[ParsedFile, tuple[Diagnostic, ...]]:
    sink = Reporter()
    return parse_file(Source("a.bang", text), sink), sink.diagnostics


def only(text: str) -> Diagnostic:
    _, found = parse(text)
    assert len(found) == 1, [str(diagnostic) for diagnostic in found]
    return found[0]


P = "procedure f(p: player):\n    "
C = 'card gun "Gun" brown\n    '
S = 'scenario "x"\n    '

# A text, the code, where, and what the message and the help say.
MISTAKES: list[tuple[str, str, str, str, str]] = [
    # misspelt words
    ("modfy shots(self): 2", "E0108", "1:1", "`modfy`", "did you mean `modify`?"),
    ('crad gun "Gun" brown\n    copies A♠', "E0108", "1:1", "`crad`", "did you mean `card`?"),
    ("befor turn(self): pass", "E0108", "1:1", "`befor`", "did you mean `before`?"),
    ("insted of turn(self): pass", "E0108", "1:1", "`insted`", "did you mean `instead`?"),
    (C + "plays on one of others: HIT target", "E0108", "2:5", "`plays`", "did you mean `play`?"),
    (C + "copys A♠", "E0108", "2:5", "`copys`", "did you mean `copies`?"),
    (C + "each plays from hand", "E0108", "2:10", "`plays`", "did you mean `play`?"),
    (C + "play if a, limt 2: pass", "E0108", "2:16", "`limt`", "did you mean `limit`?"),
    (P + "p choose c in p.hand", "E0108", "2:7", "`choose`", "did you mean `chooses`?"),
    (P + "p may chose c in p.hand: pass", "E0108", "2:11", "`chose`", "did you mean `choose`?"),
    (P + "p may chooses c in p.hand: pass", "E0108", "2:11", "`chooses`", "did you mean `choose`?"),
    ('character x "X" life four', "E0101", "1:22", "expected a number, found `four`", "in digits"),
    # words in capitals: the line with the word is reported, and what stands below is read
    ('Card gun "Gun" brown\n    copies 3♥ 4♥', "E0108", "1:1", "`Card`", "did you mean `card`?"),
    ('CARD gun "Gun" brown\n    copies 3♥ 4♥', "E0108", "1:1", "`CARD`", "did you mean `card`?"),
    ('Character x "X" life 4\n    modify shots(self): +1', "E0108", "1:1", "`Character`", "`character`?"),
    ('crad gun "Gun" brown\n    copies 3♥ 4♥', "E0108", "1:1", "`crad`", "did you mean `card`?"),
    ('Pack x "X"\n    version "1"\n    requires base', "E0108", "1:1", "`Pack`", "did you mean `pack`?"),
    ("Modify shots(self): +1", "E0108", "1:1", "`Modify`", "did you mean `modify`?"),
    ("Procedure f(p: player):\n    pass", "E0108", "1:1", "`Procedure`", "did you mean `procedure`?"),
    (C + "Copies 3♥ 4♥", "E0108", "2:5", "`Copies`", "did you mean `copies`?"),
    (C + "Play on others:\n        HIT target\n        pass", "E0108", "2:5", "`Play`", "`play`?"),
    (C + "Modify shots(self): +1", "E0108", "2:5", "`Modify`", "did you mean `modify`?"),
    (P + "Let x = 1", "E0108", "2:5", "`Let`", "did you mean `let`?"),
    (P + "If p.life > 1: pass", "E0108", "2:5", "`If`", "did you mean `if`?"),
    (P + "For q in players:\n        pass", "E0108", "2:5", "`For`", "did you mean `for`?"),
    (C + "play on onw of others: pass", "E0108", "2:13", "`onw`", "did you mean `one`?"),
    # words of other languages
    (P + "if a: pass\n    elif p.life > 2: pass", "E0108", "3:5", "`elif`", "write `else if`"),
    (P + "if a: pass\n    elif p.life > 2:\n        pass", "E0108", "3:5", "`elif`", "write `else if`"),
    # statements as in English
    (C + "play: DRAW 2 cards", "E0101", "2:18", "found `cards`", "write `DRAW 2`"),
    (C + "play on others: target discards 1 card", "E0101", "2:37", "found `1`", "a procedure comes first"),
    (P + "p discards a card", "E0101", "2:16", "found `a`", "a procedure comes first"),
    (P + "each player discards 1 card", "E0101", "2:17", "found `discards`", "`for p in players:`"),
    (P + "lose p 1", "E0101", "2:12", "found `1`", "`,` is missing"),
    (P + "HIT p 1", "E0101", "2:11", "found `1`", "`,` is missing"),
    (P + "DRAW 2, LIFE 1", "E0101", "2:18", "found `1`", "one statement a line"),
    (P + "DRAW 2 LIFE p", "E0101", "2:12", "found `LIFE`", "one statement a line"),
    (P + "DRAW 2 and HIT p", "E0101", "2:12", "found `and`", "one statement a line"),
    (C + "play on others: target may choose c in hand: pass", "E0101", "2:21", "a `:`", "a line of its own"),
    (C + "play: if p.life > 1: pass", "E0101", "2:11", "behind a `:`", "a line of its own"),
    (P + "if a: for q in players: pass", "E0101", "2:11", "behind a `:`", "a line of its own"),
    (C + "play on others if a > 2: HIT target", "E0101", "2:20", "found `if`", "`,` is missing"),
    (P + "fro p in players: pass", "E0108", "2:5", "`fro`", "did you mean `for`?"),
    (P + "lt x = 1", "E0108", "2:5", "`lt`", "did you mean `let`?"),
    ("stat x: 1, at lest 1", "E0108", "1:15", "`lest`", "did you mean `least`?"),
    ('pack x "X"\n    verson "1"', "E0108", "2:5", "`verson`", "did you mean `version`?"),
    ("event x lst\n    play", "E0108", "1:9", "`lst`", "did you mean `last`?"),
    ("something new", "E0108", "1:1", "`something` begins no declaration", "in column 1"),
    (C + "something new", "E0108", "2:5", "`something` begins no item", "`copies`"),
    # words that are more than they seem
    (C + "play on on of others: pass", "E0108", "2:13", "`on`", "did you mean `one`?"),
    ('card gun "Gun" weapon two', "E0101", "1:23", "found `two`", "in digits: `2`"),
    (C + "play on one of within 2: pass", "E0101", "2:27", "found `2`", "in brackets: `within(2)`"),
    (C + "answer MISSED, BANG", "E0101", "2:18", "found `,`", "a line for each"),
    (C + "play: LIFE +1", "E0101", "2:16", "found `+`", "`LIFE self, 1`"),
    (C + "play: LIFE -1", "E0101", "2:16", "found `-`", "`LIFE self, 1`"),
    ('card dodge_city.gun "Gun" brown', "E0101", "1:16", "found `.`", "no pack in front of it: `card gun`"),
    (C + "// draws\n    play: DRAW 1", "E0105", "2:5", "`//` has no meaning", "a comment begins with `#`"),
    (C + "/* draws */\n    play: DRAW 1", "E0105", "2:5", "`/*` has no meaning", "a comment begins with `#`"),
    # lines of scenarios as in English
    (S + "expect A can't play gun", "E0105", "2:14", "`'`", "write `cannot`"),
    (S + "expect A can not play gun", "E0101", "2:18", "found `not`", "write `cannot`"),
    (S + "if A life 3: A plays gun", "E0101", "2:16", "found `:`", "no conditions"),
    # colons and blocks
    ("stat x gives number:\n    return 3", "E0101", "1:21", "ends too early", "it has no block"),
    (C + "modify x(self):\n        return 3", "E0101", "2:20", "ends too early", "it has no block"),
    (C + "play on one of others HIT target", "E0107", "2:27", "expected `:`", "`:` is missing"),
    (C + "play on others\n        HIT target", "E0107", "3:9", "indented", "end the line above with `:`"),
    (C + "use on others", "E0107", "2:18", "expected `:` and a block", ""),
    ("procedure f(p: player)\n    pass", "E0107", "1:23", "expected `:` and a block", ""),
    (P + "if p.life > 1\n        pass", "E0107", "2:18", "expected `:` and a block", ""),
    (P + "for p in players pass", "E0107", "2:22", "expected `:`", "`:` is missing"),
    ("modify x(self) 1", "E0107", "1:16", "expected `:`", "`:` is missing"),
    ("procedure f:", "E0114", "1:12", "a block is missing", "`pass`"),
    ("procedure f:\npass\nHIT p", "E0114", "1:12", "a block is missing", "`pass`"),
    (P + "if a:\n    pass", "E0114", "2:9", "a block is missing", "`pass`"),
    ('scenario "x"', "E0114", "1:1", "no lines", "set up a table"),
    ("translation hu", "E0114", "1:1", "no lines", "in indented lines below"),
    ('translation hu\n    bang "B!"\n    bang', "E0101", "3:9", "expected a text in quotes", ""),
    ('translation hu\n    "x" = "y"', "E0101", "2:9", "expected a text in quotes, found `=`", ""),
    ('card gun "Gun" brown:\n    copies A♠', "E0101", "1:21", "found `:`", "a definition has no `:`"),
    # margins
    (P + "    pass\n    pass", "E0106", "3:5", "less indented", "exactly under"),
    (P + "pass\n        pass", "E0106", "3:9", "begins no block", "margin"),
    (P + "pass\n  pass", "E0106", "3:3", "less indented", "exactly under"),
    ("  stat x: 1", "E0106", "1:1", "column 1", "delete the blanks"),
    (P + "pass\n\tpass", "E0006", "3:1", "spaces here and tabs there", "spaces everywhere"),
    # texts, brackets, strange characters
    ('card gun "Gun brown\n    copies A♠', "E0102", "1:10", "not closed", '`"`'),
    ("stat x: (1 + 2", "E0103", "1:9", "never closed", "`)`"),
    ("stat x: f(1\nstat y: 2", "E0103", "1:10", "never closed", "`)`"),
    ("stat x: 1 + 2)", "E0103", "1:14", "no open bracket", ""),
    ("stat x: [1)", "E0103", "1:11", "no open bracket", ""),
    ("window main “Play”", "E0105", "1:13", "`“`", "straight quotes"),
    (P + "pass;", "E0105", "2:9", "`;`", "one statement a line"),
    ("stat x: a\u00a0+ b", "E0105", "1:10", "U+00A0", "no-break space"),
    ("stat _x: 1", "E0105", "1:6", "`_x`", ""),
    ("stat x: 1 # \u202e", "E0005", "1:13", "U+202E", "delete it"),
    # faces
    (C + "copies 1♠ 11♥", "E0104", "2:12", "`1♠`", "2 3 4 5 6 7 8 9 10 J Q K A"),
    (C + "copies A♠ 11♥", "E0104", "2:15", "`11♥`", "♠ ♥ ♦ ♣ or S H D C"),
    (C + "copies AX", "E0104", "2:12", "`AX`", "ranks are"),
    (C + "copies ♠8", "E0104", "2:12", "`♠8`", "the rank comes first: `8♠`"),
    (C + "copies 3♥ ♠K", "E0104", "2:15", "`♠K`", "the rank comes first: `K♠`"),
    (C + "copies A", "E0104", "2:12", "`A`", "ranks are"),
    ("stat x: c is 1♠", "E0104", "1:14", "`1♠`", "ranks are"),
    (C + "copies 10h", "E0104", "2:12", "`10h`", "write `10H`"),
    (C + "copies A♠, 2♦", "E0101", "2:14", "found `,`", "without commas"),
    (C + "copies 2♠..9", "E0101", "2:14", "found `..`", "both ends of a run"),
    (C + "copies 9♠..2♠", "E0113", "2:12", "upward", "`2♠..9♠`"),
    (C + "copies 2♠..9♥", "E0113", "2:12", "one suit", "one run for each suit"),
    (S + "deck 1♠", "E0104", "2:10", "`1♠`", "ranks are"),
    (S + "A plays gun@11♥ on B", "E0104", "2:17", "`11♥`", "ranks are"),
    # names, numbers, operators
    ("stat not: 1", "E0109", "1:6", "`not` is a word of the language", ""),
    ("stat end(p: player): 1", "E0109", "1:6", "`end` is a word of the language", ""),
    ("stat x(end: number): 1", "E0109", "1:8", "`end` is a word of the language", ""),
    (P + "let if = 1", "E0109", "2:9", "`if` is a word of the language", ""),
    (P + "p chooses where in p.hand", "E0109", "2:15", "`where` is a word of the language", ""),
    ("stat x(by: number): 1", "E0101", "1:10", "expected a name", "is a label"),
    ("stat x: count(ps) == 1", "E0110", "1:19", "`==`", "write `is`"),
    ("stat x: a!=b", "E0110", "1:10", "`!=`", "write `is not`"),
    ("stat x: a && b", "E0110", "1:11", "`&&`", "write `and`"),
    (P + "if p.life = 1: pass", "E0101", "2:15", "found `=`", "to compare write `is`"),
    ("stat x: 1 < 2 < 3", "E0101", "1:15", "found `<`", "two values at a time"),
    ("stat x: 3cards", "E0111", "1:9", "`3cards`", "begins with a letter"),
    ("stat x: 12345678901234567890", "E0111", "1:9", "too large", ""),
    ("stat x: " + "9" * 10_000, "E0111", "1:9", "too large", ""),
    ("stat x: 1.5", "E0101", "1:11", "found `5`", "whole"),
    ("stat x: -1", "E0101", "1:9", "found `-`", "subtract"),
    # words that are missing
    (P + "p chooses c p.hand", "E0101", "2:18", "expected `in`", "`p chooses c in p.hand`"),
    (P + "p chooses c from p.hand", "E0101", "2:22", "expected `in`", "`p chooses c in p.hand`"),
    (P + "for p of players: pass", "E0101", "2:11", "expected `in`", "`for p in players:`"),
    (P + "at end effect: pass", "E0101", "2:12", "expected `of`", "`of` is missing"),
    (P + "let x 1", "E0101", "2:11", "expected `,` or `=`", "`=` is missing"),
    (P + "p.life =", "E0101", "2:13", "ends too early: expected a value", ""),
    ("instead turn(self): pass", "E0101", "1:9", "expected `of`", "`of` is missing"),
    ("zone deck seen everyone", "E0101", "1:16", "expected `by`", "`by` is missing"),
    ("zone deck seen by everyone in force", "E0101", "1:19", "expected `,`", "`, in force`"),
    ("look x color #ff0000", "E0101", "1:13", "ends too early", '`color "#ff0000"`'),
    ("look x heart color ff0000", "E0101", "1:20", "expected a text in quotes", '`color "#ff0000"`'),
    ("look x color", "E0101", "1:13", "ends too early", "since `#` begins a comment"),
    ("roles 4: hero villain", "E0101", "1:15", "expected `,`", "`,` is missing"),
    (
        'card x "X" brown\n    use onec: pass',
        "E0108",
        "2:9",
        "`onec` begins no clause",
        "`once`? If it is a name",
    ),
    ('card x "X" brown\n    use onec if a: pass', "E0108", "2:9", "`onec` begins", "did you mean `once`?"),
    ('card x "X" brown\n    use twice: pass', "E0108", "2:9", "`twice` begins", "did you mean `limit 2`?"),
    ("option x = yes", "E0101", "1:15", "a text in quotes", "what it means"),
    ('option x = 3 at least 1 "x"', "E0101", "1:14", "expected `,` or a text", "`,` is missing"),
    (
        'option x = 3 "x", at least 1',
        "E0101",
        "1:17",
        "found `,`",
        "bounds stand in front of what the option",
    ),
    ('character x "X" 4', "E0101", "1:17", "found `4`", "`life` is missing"),
    ('card x "X" replaces gun', "E0101", "1:24", "expected `.`", "`replaces base.bang`"),
    ('card big gun "Gun" brown', "E0101", "1:14", "found a text", "an id is one word: `big_gun`"),
    ('card big-gun "Gun" brown', "E0101", "1:9", "found `-`", "an id is one word: `big_gun`"),
    ('character big gun "Gun" life 4', "E0101", "1:15", "found `gun`", "an id is one word: `big_gun`"),
    ("stat big-gun: 1", "E0101", "1:9", "found `-`", "an id is one word: `big_gun`"),
    ("card gun Gun brown", "E0101", "1:14", "found `brown`", "in quotes"),
    (C + "play on one others: pass", "E0101", "2:17", "expected `of`", "`of` is missing"),
    (C + "use card bow", "E0107", "2:14", "`as`", "`:` is missing"),
    (C + "use costs 1: pass", "E0101", "2:16", "expected", "`costs this`"),
    ("stat x: 1, atleast 1", "E0101", "1:12", "`atleast`", "write `at least`"),
    # words that stand twice
    (P + "HIT p by by q", "E0101", "2:14", "`by` stands here twice", "delete one"),
    ("stat stat x: 1", "E0101", "1:6", "`stat` stands here twice", "delete one"),
    ("stat x(p: : player): 1", "E0101", "1:11", "`:` stands here twice", "delete one"),
    ("character x life life 4", "E0101", "1:18", "`life` stands here twice", "delete one"),
    # packs
    ('pack x "X" needs base', "E0101", "1:12", "found `needs`", "`requires`"),
    ('pack x "X"\n    requires "base"', "E0101", "2:14", "found a text", "without quotes"),
    ('pack x "X"\n    box\n    box', "E0116", "3:5", "`box` stands twice", ""),
    ("window main, other", "E0101", "1:12", "found `,`", "one window a line"),
    ('role x\n    text "a"\n    text "b"', "E0116", "3:5", "`text` stands twice", ""),
    # scenarios
    (S + "seats A hero", "E0118", "2:11", "cards of a zone", "did you mean `seat`?"),
    (S + "seat a hero", "E0101", "2:10", "a seat's letter", ""),
    (S + "seat A 7♠", "E0118", "2:12", "no field or zone", "life 3"),
    (S + "seat A life 3 4", "E0118", "2:19", "no field or zone", "life 3"),
    (S + "seat A hero, dead", "E0101", "2:16", "found `,`", "delete `,`"),
    (S + "expct A life 3", "E0118", "2:11", "cards of a zone", "did you mean `expect`?"),
    (S + "turns 3", "E0118", "2:11", "cards of a zone", "`set turns 3`"),
    (S + "A play gun@A♠ on B", "E0108", "2:7", "`play`", "did you mean `plays`?"),
    (S + "A plays gun onto B", "E0101", "2:22", "expected `as`, `on`, `with`", ""),
    (S + "A plays gun on B on C", "E0116", "2:22", "`on` stands twice", ""),
    (S + "A chooses", "E0101", "2:14", "ends too early", ""),
    (S + "expect A cant play gun", "E0108", "2:14", "`cant`", "did you mean `can`?"),
    (S + "option x yes", "E0101", "2:14", "expected `=`", "`=` is missing"),
]


@pytest.mark.parametrize(
    ("text", "code", "place", "message", "help"), MISTAKES, ids=[text[-40:] for text, *_ in MISTAKES]
)
def test_a_mistake(text: str, code: str, place: str, message: str, help: str) -> None:
    found = only(text)
    assert (found.code, f"{found.at.line}:{found.at.column}") == (code, place), str(found)
    assert message in found.message
    assert help in (found.help or "")
    assert (found.help is None) == (help == "")
    for jargon in ("NAME", "STRING", "LPAR", "_NL", "_INDENT", "$END", "ANON", "DOTS", "Token"):
        assert jargon not in str(found)


FIXED = [text for text, code, *_ in MISTAKES if code in ("E0107", "E0108", "E0110")]


@pytest.mark.parametrize("text", FIXED, ids=[text[-40:] for text in FIXED])
def test_a_fix_cures_the_mistake(text: str) -> None:
    fix = only(text).fix
    if fix is None:
        return
    mended = text[: fix.at.start] + fix.text + text[fix.at.end :]
    _, found = parse(mended if not mended.endswith(":") else mended + " pass")
    assert not found


@pytest.mark.parametrize("entry", [entry for code, entry in CATALOGUE.items() if code[:3] in ("E00", "E01")])
def test_the_examples_of_the_catalogue(entry: object) -> None:
    from bangrules.language.codes import Entry

    assert isinstance(entry, Entry)
    if entry.bad is not None:
        assert {found.code for found in parse(entry.bad)[1]} == {entry.code}
    if entry.good is not None:
        assert not parse(entry.good)[1]


def test_every_code_is_in_the_catalogue() -> None:
    import re
    from pathlib import Path

    import bangrules.language

    (folder,) = bangrules.language.__path__
    modules = [path for path in Path(folder).glob("*.py") if path.name != "codes.py"]
    used = {code for path in modules for code in re.findall(r'"(E0[01]\d\d)"', path.read_text("utf-8"))}
    assert used == {code for code in CATALOGUE if code[:3] in ("E00", "E01")}


# ---- several mistakes


def test_five_mistakes_get_five_diagnostics() -> None:
    _, found = parse(
        'crad gun "Gun" brown\n'
        "    copies A♠\n"
        "\n"
        'card bow "Bow" brown\n'
        "    copies 1♠\n"
        "    play on one others: HIT target\n"
        "\n"
        "stat x: (1 + 2\n"
        "\n"
        "procedure f(p: player)\n"
        "    pass\n"
    )
    assert [(one.code, one.at.line) for one in found] == [
        ("E0108", 1), ("E0104", 5), ("E0101", 6), ("E0103", 8), ("E0107", 10)
    ]  # fmt: skip


def test_mistakes_in_statements_are_found_one_by_one() -> None:
    _, found = parse(
        "procedure f(p: player):\n"
        "    let x 1\n"
        "    if p.life is 1:\n"
        "        let y 1\n"
        "        pass\n"
        "    else if p.life = 2:\n"
        "        for q of players: pass\n"
        "    else:\n"
        "        if a:\n"
        "            let z 1\n"
        "    let q 1\n"
    )
    assert [one.at.line for one in found] == [2, 4, 6, 7, 10, 11]


@pytest.mark.parametrize("indent", ["    ", "  ", "\t"])
def test_what_is_right_beside_a_mistake_is_not_blamed(indent: str) -> None:
    text = (
        "card gun\n"
        "    play:\n"
        "        if a:\n"
        "            if b:\n"
        "                pass\n"
        "            else if c:\n"
        "                pass\n"
        "            else: fail\n"
        "        else:\n"
        "            pass\n"
        "        let x 1\n"
        "        ask W from p:\n"
        "            pass\n"
        "        else: fail\n"
        "    use on players:\n"
        "        if a:\n"
        "            pass\n"
        "        else: pass\n"
        "    answer W:\n"
        "        p may: let y 1\n"
        "        else:\n"
        "            fail\n"
    )
    parsed, found = parse(text.replace("    ", indent))
    assert [one.at.line for one in found] == [11, 20]
    (gun,) = parsed.file.decls
    assert isinstance(gun, s.Definition)
    assert [item.broken for item in gun.items] == [True, False, True]


def test_lines_of_scenarios_manifests_and_translations_are_read_one_by_one() -> None:
    _, found = parse(
        'scenario "x"\n    seat a\n    turn A\n    A plays\n    expect B\n\n'
        'pack x "X"\n    requires "b"\n    box\n    version 1\n\n'
        'translation hu\n    bang\n    "x" "y"\n    jail: "z"\n'
    )
    assert [one.at.line for one in found] == [2, 4, 5, 8, 10, 13, 15]


def test_what_could_be_read_is_kept() -> None:
    parsed, _ = parse(
        'card gun "Gun" brown\n    copies A♠\n    play:\n        let x 1\n    use on\n    answer W\n'
        "procedure g(p: player):\n    let y 1\n    pass\n"
        "stat h(: 1\n"
        "stat fine: 1\n"
    )
    gun, g, fine = parsed.file.decls
    assert isinstance(gun, s.Definition)
    assert gun.broken
    assert gun.items == (
        s.Copies((s.Face(14, "♠"),)),
        s.Action("play", body=(s.Pass(),)),
        s.Action("answer", "W"),
    )
    assert [item.broken for item in gun.items] == [False, True, False]
    assert isinstance(g, s.ProcDecl)
    assert g.broken
    assert [param.name for param in g.params] == ["p"]
    assert isinstance(fine, s.StatDecl)
    assert not fine.broken
    assert parsed.file.broken == {"h"}


def test_a_hopeless_file_is_given_up() -> None:
    _, found = parse("what is this\n" * 10_000)
    assert len(found) == MOST_MISTAKES + 1
    assert found[-1].code == "E0120"


def test_a_line_that_is_no_declaration_does_not_hide_others() -> None:
    parsed, found = parse("foo\nstat x: 1\nbar\n")
    assert [one.at.line for one in found] == [1, 3]
    assert len(parsed.file.decls) == 1


# ---- the grammar


def test_the_grammar_has_no_conflict() -> None:
    pytest.importorskip("interegular")
    lalr.build(grammar_path().read_text(encoding="utf-8"), strict=True)


def test_words_that_are_never_names_are_those_of_the_lexer() -> None:
    import re

    (listed,) = re.findall(r"FUNC\.3: /\(\?!\(\?:([a-z|]+)\)", grammar_path().read_text(encoding="utf-8"))
    assert set(listed.split("|")) == words.RESERVED
    assert words.keywords() >= words.RESERVED | words.DECLARATIONS
    assert all(literal in words.keywords() for literal in lalr.literals().values() if literal.isalpha())


def test_a_keyword_that_could_be_a_call_is_never_a_name() -> None:
    """Where the parser takes both a call and a word of the language, `word(` must be the word."""
    literal = lalr.literals()
    table = lalr._parser().parser.parser._parse_table
    unsafe = {
        literal[name]
        for state in table.states.values()
        if "FUNC" in state
        for name in state
        if literal.get(name, "").isalpha()
    }
    # These begin something that no bracket can follow: `up to`, `any cs`, `this`, `one of`.
    assert unsafe - words.RESERVED <= {"up", "any", "this", "one", "anytime", "on", "costs", "once", "limit"}


def test_shared_names_of_all_declarations() -> None:
    heads = {decl.split()[0] for decl in words.DECLARATIONS}
    assert heads == words.DECLARATIONS
    for word in words.DECLARATIONS:
        _, found = parse(word)
        assert bool(found) == (word != "play")
        assert all("begins no declaration" not in one.message for one in found)


# ---- depth and size


@pytest.mark.parametrize(
    "text",
    [
        "stat x: " + "(" * 5_000 + "1" + ")" * 5_000,
        "stat x: " + "[" * 70 + "1" + "]" * 70,
        "stat x: " + "f(" * 5_000 + ")" * 5_000,
        "stat x: " + "not " * 5_000 + "1",
        "stat x: 1" + " + 1" * 5_000,
        "stat x: 1" + " or 1" * 5_000,
        "stat x: a" + ".b" * 5_000,
        P + "a" + ".b" * 5_000 + " = 1",
        P + "".join("    " * depth + "if a:\n    " for depth in range(500)) + "    " * 500 + "pass",
        P + "".join("    " * depth + "if a:\n    " for depth in range(60)) + "    " * 60 + "pass",
        P + "".join("    " * depth + "if a:\n    " for depth in range(60)) + "    " * 60 + "let x 1",
        P + "if a: pass" + "\n    else if b: pass" * 5_000,
        "stat x: " + "(" * 5_000,
        "stat x: " + "]" * 5_000,
    ],
    ids=lambda text: text[:30],
)
def test_nesting_has_a_limit(text: str) -> None:
    _, found = parse(text)
    assert len(found) == 1
    assert found[0].code in ("E0112", "E0103", "E0101")


def test_ordinary_nesting_is_fine() -> None:
    assert parse_text("stat x: " + "f(" * 50 + "1" + ")" * 50).decls
    assert parse_text(
        P + "".join("    " * depth + "if a:\n    " for depth in range(30)) + "    " * 30 + "pass"
    )
    assert parse_text(P + "if a: pass" + "\n    else if b: pass" * 30)
