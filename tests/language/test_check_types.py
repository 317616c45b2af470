"""Types in card files: what may stand where, and what may be none."""

# ruff: noqa: E501  (what is found is shown as it is)
from __future__ import annotations

import pytest

from tests.language.checking import example, rendered

# What is written upon the little game, and all that is found.
FOUND = [
    (
        "values of modifiers",
        """\
modify strength(_): yes
modify allowed(_, _, _): 3
modify allowed(_, _, _): +1
modify allowed(_, _, _): at most 1
""",
        """\
error[E0301]: expected a number, found yes or no
 --> mine.bang:1:21
  |
1 | modify strength(_): yes
  |                     ^^^

error[E0301]: expected yes or no, found a number
 --> mine.bang:2:26
  |
2 | modify allowed(_, _, _): 3
  |                          ^

error[E0301]: `allowed` is yes or no: `+`, `-` and `at` change numbers
 --> mine.bang:3:1
  |
3 | modify allowed(_, _, _): +1
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[E0301]: `allowed` is yes or no: `+`, `-` and `at` change numbers
 --> mine.bang:4:1
  |
4 | modify allowed(_, _, _): at most 1
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
""",
    ),
    (
        "what may be none",
        """\
procedure f(c: card?): put c to any(rich)
""",
        """\
error[E0302]: this may be `none`, and a card is needed
 --> mine.bang:1:28
  |
1 | procedure f(c: card?): put c to any(rich)
  |                            ^
  = help: test it first: `if x is not none: ...`

error[E0302]: this may be `none`, and a player is needed
 --> mine.bang:1:33
  |
1 | procedure f(c: card?): put c to any(rich)
  |                                 ^^^^^^^^^
  = help: test it first: `if x is not none: ...`
""",
    ),
    (
        "what is known only inside the if",
        """\
procedure f(c: card?):
    if c is not none: put c to item(rich, 1)
    put c to item(rich, 1)
""",
        """\
error[E0302]: this may be `none`, and a card is needed
 --> mine.bang:3:9
  |
3 |     put c to item(rich, 1)
  |         ^
  = help: test it first: `if x is not none: ...`
""",
    ),
    (
        "what a procedure may have changed",
        """\
procedure f:
    if leader is not none:
        pause
        gain 1 to leader
""",
        """\
error[E0302]: this may be `none`, and a player is needed
 --> mine.bang:4:19
  |
4 |         gain 1 to leader
  |                   ^^^^^^
  = help: test it first: `if x is not none: ...`
""",
    ),
    (
        "a player or a card",
        """\
before affect(target) if target.coins < 2: end affect
""",
        """\
error[E0303]: `.coins` is asked of a thing
 --> mine.bang:1:26
  |
1 | before affect(target) if target.coins < 2: end affect
  |                          ^^^^^^^^^^^^
  = help: test what it is first: `if x is player: ...`
""",
    ),
    (
        "tests without use",
        """\
stat f(p: player): p is none
stat g(p: player): p is stone
stat h(c: card): c is guard
stat i(n: number): n is empty
""",
        """\
error[E0304]: this is a player and never `none`: the test has no use
 --> mine.bang:1:20
  |
1 | stat f(p: player): p is none
  |                    ^^^^^^^^^

error[E0304]: a player is never the card `stone`: the test has no use
 --> mine.bang:2:20
  |
2 | stat g(p: player): p is stone
  |                    ^^^^^^^^^^

error[E0304]: a card is never the role `guard`: the test has no use
 --> mine.bang:3:18
  |
3 | stat h(c: card): c is guard
  |                  ^^^^^^^^^^

error[E0304]: only a list or a zone can be `empty`, and this is a number
 --> mine.bang:4:20
  |
4 | stat i(n: number): n is empty
  |                    ^^^^^^^^^^
""",
    ),
    (
        "fields begin with something",
        """\
field gold of player: number
field x: yesno
""",
        """\
error[E0313]: field `gold` has no value to begin with
 --> mine.bang:1:7
  |
1 | field gold of player: number
  |       ^^^^
  = help: write one behind its type, as `: number = ...`

error[E0313]: field `x` has no value to begin with
 --> mine.bang:2:7
  |
2 | field x: yesno
  |       ^
  = help: write one behind its type, as `: yesno = ...`
""",
    ),
    (
        "what fields begin with",
        """\
field x: number = none
field y: cards = 3
field z: player? = 3
field w: number = count(rich)
""",
        """\
error[E0302]: a number is never `none`
 --> mine.bang:1:19
  |
1 | field x: number = none
  |                   ^^^^
  = help: declare it as `number?`

error[E0301]: expected cards, found a number
 --> mine.bang:2:18
  |
2 | field y: cards = 3
  |                  ^

error[E0301]: expected a player, or none, found a number
 --> mine.bang:3:20
  |
3 | field z: player? = 3
  |                    ^

error[E0305]: what a field begins with is a number, yes or no, a text in quotes, or a declared value
 --> mine.bang:4:19
  |
4 | field w: number = count(rich)
  |                   ^^^^^^^^^^^
""",
    ),
    (
        "lists of what",
        """\
procedure f(p: player):
    let cs = empty
    for c in cs: drop c
    repeat 2:
        drop cs
        cs += p.fist
""",
        """\
error[E0301]: nothing tells what this empty list holds
 --> mine.bang:3:14
  |
3 |     for c in cs: drop c
  |              ^^

error[E0316]: this is the first place that tells what `cs` holds, and it is read above
 --> mine.bang:6:15
  |
3 |     for c in cs: drop c
  |              -- read here
...
6 |         cs += p.fist
  |               ^^^^^^
""",
    ),
    (
        "lists of different things",
        """\
stat f(p: player): [p, 1]
stat g(p: player): p.fist + rich
""",
        """\
error[E0301]: this is a number, and what stands before it a player
 --> mine.bang:1:24
  |
1 | stat f(p: player): [p, 1]
  |                        ^
""",
    ),
    (
        "showing what all see",
        """\
procedure f(p: player): show p.coins to rich
""",
        """\
error[E0304]: everyone sees `coins` already
 --> mine.bang:1:30
  |
1 | procedure f(p: player): show p.coins to rich
  |                              ^^^^^^^
  = help: delete this line
""",
    ),
    (
        "choosing",
        """\
procedure f(p: player):
    p chooses c in 3
    p chooses d in empty
    p chooses q in rich, or random p.fist
    if q is not none: drop c + d
""",
        """\
error[E0301]: one chooses in a list or a zone, and this is a number
 --> mine.bang:2:20
  |
2 |     p chooses c in 3
  |                    ^

error[E0301]: there is nothing to choose in an empty list
 --> mine.bang:3:20
  |
3 |     p chooses d in empty
  |                    ^^^^^

error[E0301]: `or random` adds an unseen card to a choice among cards
 --> mine.bang:4:36
  |
4 |     p chooses q in rich, or random p.fist
  |                                    ^^^^^^
""",
    ),
    (
        "loops in loops",
        """\
procedure f:
    repeat 2:
        repeat 2:
            repeat 2:
                repeat 2:
                    repeat 2:
                        repeat 2:
                            repeat 2:
                                repeat 2:
                                    repeat 2:
                                        repeat 2:
                                            repeat 2:
                                                repeat 2:
                                                    repeat 2:
                                                        pause
""",
        """\
error[E0112]: loops are nested too deeply: 12 at most
  --> mine.bang:14:53
   |
14 |                                                     repeat 2:
   |                                                     ^^^^^^^^^
   = help: make a procedure of the inner ones
""",
    ),
    (
        "lists in lists",
        """\
stat f: count(1..3 where count(1..3 where count(1..3 where count(1..3 where count(1..3 where count(1..3 where it > 1) > it) > it) > it) > it) > it)
""",
        """\
error[E0112]: conditions on lists are nested too deeply: 5 at most
 --> mine.bang:1:100
  |
1 | …unt(1..3 where count(1..3 where count(1..3 where count(1..3 where count(1..3 where it > 1) > it) > it) > it) > it) > it)
  |                                                                          ^^^^^^^^^^^^^^^^^
  = help: make a stat of the inner ones
""",
    ),
    (
        "the end of everything",
        """\
after turn(_): end game
""",
        """\
error[E0309]: nothing is left when `game` is over
 --> mine.bang:1:16
  |
1 | after turn(_): end game
  |                ^^^^^^^^
  = help: say who has won: `win nobody`
""",
    ),
    (
        "bounds of options",
        """\
option hands = 7, at least 8 "a"
option loud = yes, at most 1 "a"
option cups = 3, at least 1, at least 2 "a"
option rings = 3, at least 4, at most 2 "a"
option hats = 3, at least cups "a"
stat all_of_them: hands + cups + rings + hats
""",
        """\
error[E0317]: the usual value, 7, is out of the bounds
 --> mine.bang:1:16
  |
1 | option hands = 7, at least 8 "a"
  |                ^
  = help: change it, or the bound

error[E0301]: `loud` is yes or no: only numbers have bounds
 --> mine.bang:2:28
  |
2 | option loud = yes, at most 1 "a"
  |                            ^

error[E0317]: `at least` stands twice
 --> mine.bang:3:39
  |
3 | option cups = 3, at least 1, at least 2 "a"
  |                                       ^
  = help: leave one of them

error[E0317]: no number is at least 4 and at most 2
 --> mine.bang:4:39
  |
4 | option rings = 3, at least 4, at most 2 "a"
  |                                       ^

error[E0305]: the bound of an option is a number that is written out
 --> mine.bang:5:27
  |
5 | option hats = 3, at least cups "a"
  |                           ^^^^
""",
    ),
]


@pytest.mark.parametrize(("text", "found"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_what_is_found(text: str, found: str) -> None:
    assert rendered(text, upon=example()) + "\n" == found
