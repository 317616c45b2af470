"""Mistakes of people who write their first cards: what they are told, and that the fix cures it."""

from __future__ import annotations

import pytest

from tests.language.checking import check, example, rendered

# What is written upon the little game, and all that is found.
FOUND = [
    (
        "the procedure of a wrong argument",
        """\
procedure f(p: player): lose 1
""",
        """\
error[E0301]: expected a player, found a number
 --> mine.bang:1:30
  |
1 | procedure f(p: player): lose 1
  |                              ^
  = help: it is declared as `lose(p: player, n: number = 1, by author: player? = none)`
""",
    ),
    (
        "the word of a wrong argument",
        """\
stat x(p: player): steps(p, 1, everyone)
""",
        """\
error[E0301]: expected a player, found a number
 --> mine.bang:1:29
  |
1 | stat x(p: player): steps(p, 1, everyone)
  |                             ^
  = help: it is written `steps(a, b, set)`
""",
    ),
    (
        "a list that is compared with a number",
        """\
stat x(p: player): p.fist > 2
""",
        """\
error[E0301]: expected a number, found cards
 --> mine.bang:1:20
  |
1 | stat x(p: player): p.fist > 2
  |                    ^^^^^^
  = help: to count them write `count(p.fist)`
""",
    ),
    (
        "a player who is asked for a role",
        """\
stat x(p: player): p is guard
stat y(p: player): p is not scout
stat z: everyone where guard
stat v(p: player): p in [guard, thief]
stat w(c: card, p: player): p is c
""",
        """\
error[E0304]: a player is never the role `guard`: the test has no use
 --> mine.bang:1:20
  |
1 | stat x(p: player): p is guard
  |                    ^^^^^^^^^^
  = help: write `p.team is guard`

error[E0304]: a player is never the character `scout`: the test has no use
 --> mine.bang:2:20
  |
2 | stat y(p: player): p is not scout
  |                    ^^^^^^^^^^^^^^
  = help: write `p.hero is not scout`

error[E0304]: a player is never the role `guard`: the test has no use
 --> mine.bang:3:24
  |
3 | stat z: everyone where guard
  |                        ^^^^^
  = help: write `it.team is guard`

error[E0304]: a player is never the role `guard`: the test has no use
 --> mine.bang:4:20
  |
4 | stat v(p: player): p in [guard, thief]
  |                    ^^^^^^^^^^^^^^^^^^^
  = help: write `p.team in [guard, thief]`

error[E0304]: a player is never the role `thief`: the test has no use
 --> mine.bang:4:20
  |
4 | stat v(p: player): p in [guard, thief]
  |                    ^^^^^^^^^^^^^^^^^^^
  = help: write `p.team in [guard, thief]`
""",
    ),
    (
        "a field of its own asked of itself",
        """\
card c "C" tool
    copies 3♥
    field wear: number = 0
    use if this.wear < 3: wear += 1
""",
        """\
error[E0201]: a card has no `wear`
 --> mine.bang:4:17
  |
4 |     use if this.wear < 3: wear += 1
  |                 ^^^^
  = help: it is this definition's own: write `wear` alone
""",
    ),
    (
        "the card itself where others are used as something",
        """\
card c "C" tool
    copies 3♥
card d "D" tool
    copies 4♥
    use c as d if this.number > 2
""",
        """\
error[E0208]: there is no `this` here
 --> mine.bang:5:19
  |
5 |     use c as d if this.number > 2
  |                   ^^^^
  = help: `this` is the card; characters, roles and rules have none
""",
    ),
    (
        "a border that is not there",
        """\
card c "C" purple
    copies 3♥
""",
        """\
error[E0201]: there is no border `purple`
 --> mine.bang:1:12
  |
1 | card c "C" purple
  |            ^^^^^^
  = help: there are `plain`, `tool`
""",
    ),
    (
        "words of other languages",
        """\
card c "C" plain
    copies 3♥
    play on rivals:
        if target.coins > 1: pass
        elif target: pass
        lose me
""",
        """\
error[E0201]: there is no procedure `elif`
 --> mine.bang:5:9
  |
5 |         elif target: pass
  |         ^^^^
  = help: did you mean `else if`?

error[E0201]: there is no name `me`
 --> mine.bang:6:14
  |
6 |         lose me
  |              ^^
  = help: did you mean `self`?
""",
    ),
    (
        "a statement that begins with who does it",
        """\
card c "C" plain
    copies 3♥
    play on rivals: target discards
""",
        """\
error[E0201]: there is no procedure `target`
 --> mine.bang:3:21
  |
3 |     play on rivals: target discards
  |                     ^^^^^^
  = help: a procedure comes first, and `target` behind it
""",
    ),
]


@pytest.mark.parametrize(("text", "found"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_what_is_found(text: str, found: str) -> None:
    assert rendered(text, upon=example()) + "\n" == found


@pytest.mark.parametrize(
    ("text", "cured"),
    [
        ("stat x(p: player): p.fist > 2\n", "stat x(p: player): count(p.fist) > 2\n"),
        ("stat x(p: player): p is not guard\n", "stat x(p: player): p.team is not guard\n"),
        ("stat x: everyone where guard\n", "stat x: everyone where it.team is guard\n"),
    ],
)
def test_a_fix_cures_the_mistake(text: str, cured: str) -> None:
    (found,) = check(text, upon=example())
    assert found.fix is not None
    assert text[: found.fix.at.start] + found.fix.text + text[found.fix.at.end :] == cured
    assert not check(cured, upon=example())
