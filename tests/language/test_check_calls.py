"""Calls in card files: arguments, labels, defaults, and what may be called where."""

from __future__ import annotations

import pytest

from tests.language.checking import example, rendered

# What is written upon the little game, and all that is found.
FOUND = [
    (
        "a label that is not there",
        """\
procedure f(p: player): lose p from p
""",
        """\
error[E0203]: `lose` has no `from`
 --> mine.bang:1:32
  |
1 | procedure f(p: player): lose p from p
  |                                ^^^^^^
  = help: it is declared as `lose(p: player, n: number = 1, by author: player? = none)`
""",
    ),
    (
        "a stat has no labels",
        """\
stat f(by p: player): 1
""",
        """\
error[E0203]: stats have no labels
 --> mine.bang:1:8
  |
1 | stat f(by p: player): 1
  |        ^^^^^^^^^^^^
  = help: delete `by`
""",
    ),
    (
        "an argument is missing",
        """\
procedure f(p: player): lose
""",
        """\
error[E0209]: `lose` needs `p`, a player
 --> mine.bang:1:25
  |
1 | procedure f(p: player): lose
  |                         ^^^^
  = help: it is declared as `lose(p: player, n: number = 1, by author: player? = none)`
""",
    ),
    (
        "an argument too many",
        """\
procedure f(p: player): lose p, 1, p, 4
""",
        """\
error[E0209]: `lose` takes 3 arguments, found 4
 --> mine.bang:1:39
  |
1 | procedure f(p: player): lose p, 1, p, 4
  |                                       ^
  = help: it is declared as `lose(p: player, n: number = 1, by author: player? = none)`
""",
    ),
    (
        "an argument twice",
        """\
procedure f(p: player): lose p, 1, p by p
""",
        """\
error[E0209]: `author` of `lose` is given twice
 --> mine.bang:1:38
  |
1 | procedure f(p: player): lose p, 1, p by p
  |                                      ^^^^
  = help: it is declared as `lose(p: player, n: number = 1, by author: player? = none)`
""",
    ),
    (
        "arguments of words",
        """\
stat f: count(rich, rich)
""",
        """\
error[E0209]: `count` takes 1 argument, found 2
 --> mine.bang:1:9
  |
1 | stat f: count(rich, rich)
  |         ^^^^^^^^^^^^^^^^^
  = help: it is written `count(list)`
""",
    ),
    (
        "arguments of stats",
        """\
stat f(p: player): near(p)
""",
        """\
error[E0209]: `near` needs `b`, a player
 --> mine.bang:1:20
  |
1 | stat f(p: player): near(p)
  |                    ^^^^^^^
  = help: it is declared as `near(a: player, b: player)`
""",
    ),
    (
        "a default that needs somebody",
        """\
procedure f: gain 1
""",
        """\
error[E0209]: `gain` needs `to` here, where there is no `self`
 --> mine.bang:1:14
  |
1 | procedure f: gain 1
  |              ^^^^^^
  = help: it is declared as `gain(n: number, to p: player = self)`
""",
    ),
    (
        "as many names as values",
        """\
procedure f(p: player):
    let a, b = p
    a, b = b, a, a
""",
        """\
error[E0209]: 2 names, but 1 value
 --> mine.bang:2:5
  |
2 |     let a, b = p
  |     ^^^^^^^^^^^^

error[E0209]: 2 places, but 3 values
 --> mine.bang:3:5
  |
3 |     a, b = b, a, a
  |     ^^^^^^^^^^^^^^
""",
    ),
    (
        "what can be changed",
        """\
procedure f(p: player):
    rich = p
    p.fist = empty
    self.coins = 3
""",
        """\
error[E0210]: only names and fields can be changed
 --> mine.bang:2:5
  |
2 |     rich = p
  |     ^^^^

error[E0210]: only names and fields can be changed
 --> mine.bang:3:5
  |
3 |     p.fist = empty
  |     ^^^^^^
  = help: cards are moved: `move cards to zone`

error[E0208]: there is no `self` here
 --> mine.bang:4:5
  |
4 |     self.coins = 3
  |     ^^^^
  = help: `self` is the player whose card or ability it is; the rules of a pack belong to nobody
""",
    ),
    (
        "stats only ask",
        """\
stat f(p: player): turn_up(p)
stat g: shuffled(rich)
stat h(p: player): p.coins > 1 and offer(main, p)
""",
        """\
error[E0306]: `turn_up` changes the game; conditions, stats, clauses and patterns may only ask
 --> mine.bang:1:20
  |
1 | stat f(p: player): turn_up(p)
  |                    ^^^^^^^^^^
  = help: call it in a statement, or give its answer a name: `let x = turn_up(...)`

error[E0306]: `shuffled` changes the game; conditions, stats, clauses and patterns may only ask
 --> mine.bang:2:9
  |
2 | stat g: shuffled(rich)
  |         ^^^^^^^^^^^^^^
  = help: call it in a statement, or give its answer a name: `let x = shuffled(...)`

error[E0306]: `offer` changes the game; conditions, stats, clauses and patterns may only ask
 --> mine.bang:3:36
  |
3 | stat h(p: player): p.coins > 1 and offer(main, p)
  |                                    ^^^^^^^^^^^^^^
  = help: call it in a statement, or give its answer a name: `let x = offer(...)`
""",
    ),
    (
        "what answers, and what does not",
        """\
procedure f(p: player):
    let x = pause
    drop p.fist: pass
    strength(p)
    move p.fist to heap: pass
""",
        """\
error[E0307]: `pause` answers nothing
 --> mine.bang:2:13
  |
2 |     let x = pause
  |             ^^^^^
  = help: declare what it answers with `gives`

error[E0307]: `drop` answers nothing; for a block it must be yes or no
 --> mine.bang:3:5
  |
3 |     drop p.fist: pass
  |     ^^^^^^^^^^^

error[E0308]: `strength` only asks: as a statement it does nothing
 --> mine.bang:4:5
  |
4 |     strength(p)
  |     ^^^^^^^^^^^

error[E0307]: `move` answers nothing, so no block may follow it
 --> mine.bang:5:5
  |
5 |     move p.fist to heap: pass
  |     ^^^^^^^^^^^^^^^^^^^
""",
    ),
    (
        "asked or done",
        """\
before strength(p): gain 1 to p
modify turn(p): 3
""",
        """\
error[E0308]: `strength` is a stat: it is asked, not done
 --> mine.bang:1:8
  |
1 | before strength(p): gain 1 to p
  |        ^^^^^^^^
  = help: change its answer with `modify`

error[E0308]: `turn` is a procedure: it is done, not asked
 --> mine.bang:2:8
  |
2 | modify turn(p): 3
  |        ^^^^
  = help: hook it with `before`, `after` or `instead of`
""",
    ),
    (
        "what the engine runs",
        """\
procedure f(p: player):
    affect(p, p, p.fist)
    act(p, none, main)
stat g: during(act)
""",
        """\
error[E0315]: `affect` is run by the engine: rules can hook it, but not call it
 --> mine.bang:2:5
  |
2 |     affect(p, p, p.fist)
  |     ^^^^^^^^^^^^^^^^^^^^

error[E0315]: `act` is run by the engine: rules can hook it, but not call it
 --> mine.bang:3:5
  |
3 |     act(p, none, main)
  |     ^^^^^^^^^^^^^^^^^^

error[E0315]: `act` is run by the engine, and nothing can be counted or put off by it
 --> mine.bang:4:16
  |
4 | stat g: during(act)
  |                ^^^
""",
    ),
    (
        "a default that asks itself",
        """\
stat f(p: player = f): p
""",
        """\
error[E0311]: the default of `p` asks `f` itself, and so needs that default again
 --> mine.bang:1:8
  |
1 | stat f(p: player = f): p
  |        ^^^^^^^^^^^^^
  = help: let it ask something else
""",
    ),
]


@pytest.mark.parametrize(("text", "found"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_what_is_found(text: str, found: str) -> None:
    assert rendered(text, upon=example()) + "\n" == found
