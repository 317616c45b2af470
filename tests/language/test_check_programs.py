"""Programs in card files: ways that lead nowhere, answers that are missing, circles."""

from __future__ import annotations

import pytest

from tests.language.checking import example, rendered

# What is written upon the little game, and all that is found.
FOUND = [
    (
        "a way without an answer",
        """\
procedure f(p: player) gives number:
    if p.coins > 1: return 3
""",
        """\
error[E0309]: `f` can end without answering a number
 --> mine.bang:1:11
  |
1 | procedure f(p: player) gives number:
  |           ^
  = help: end every way with `return`
""",
    ),
    (
        "an answer that is missing",
        """\
procedure f(p: player) gives number:
    if p.coins > 1: return 3
    return
""",
        """\
error[E0309]: `f` must answer a number
 --> mine.bang:3:5
  |
3 |     return
  |     ^^^^^^
  = help: write it behind `return`
""",
    ),
    (
        "answers nobody wants",
        """\
procedure f(p: player):
    return 3
procedure g(p: player):
    fail
after turn(p): return p
""",
        """\
error[E0309]: `f` answers nothing
 --> mine.bang:2:5
  |
2 |     return 3
  |     ^^^^^^^^
  = help: declare what it answers with `gives`

error[E0309]: `fail` says that an action does not count; it stands in actions only
 --> mine.bang:4:5
  |
4 |     fail
  |     ^^^^

error[E0309]: an `after` hook answers nothing
 --> mine.bang:5:16
  |
5 | after turn(p): return p
  |                ^^^^^^^^
  = help: `return` alone leaves it
""",
    ),
    (
        "nothing behind an endless loop",
        """\
procedure f(p: player):
    while yes: pause
    gain 1 to p
""",
        """\
error[E0310]: this is never reached
 --> mine.bang:3:5
  |
2 |     while yes: pause
  |     ---------------- this never comes to its end
3 |     gain 1 to p
  |     ^^^^^^^^^^^
  = help: delete it, or mend what stands before it
""",
    ),
    (
        "nothing behind two ways that leave",
        """\
procedure f(p: player):
    if p.coins > 1: return
    else: end f
    gain 1 to p
""",
        """\
error[E0310]: this is never reached
 --> mine.bang:4:5
  |
2 |     if p.coins > 1: return
  |     ---------------------- this always leaves
...
4 |     gain 1 to p
  |     ^^^^^^^^^^^
  = help: delete it, or mend what stands before it
""",
    ),
    (
        "hooks that stand in must answer",
        """\
instead of turn_up(p): gain 1 to p
instead of ask(p): gain 1 to p
""",
        """\
error[E0309]: this can end without answering yes or no, as `ask` does
 --> mine.bang:2:12
  |
2 | instead of ask(p): gain 1 to p
  |            ^^^
  = help: end every way with `return` or `proceed`
""",
    ),
    (
        "what must answer cannot just end",
        """\
procedure worth(p: player) gives number: return p.coins
before worth(p) if p.coins < 1: end worth
""",
        """\
error[E0309]: `worth` must answer a number, so it cannot just be ended
 --> mine.bang:2:33
  |
2 | before worth(p) if p.coins < 1: end worth
  |                                 ^^^^^^^^^
  = help: use `instead of`, and `return` what it answers
""",
    ),
    (
        "taking what is given",
        """\
after turn gives x: pause
before turn_up(_) gives c: drop c
""",
        """\
error[E0307]: `turn` answers nothing
 --> mine.bang:1:7
  |
1 | after turn gives x: pause
  |       ^^^^
  = help: delete `gives x`

error[E0309]: only an `after` hook can take what a procedure gives
 --> mine.bang:2:1
  |
2 | before turn_up(_) gives c: drop c
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: delete `gives c`
""",
    ),
    (
        "proceed",
        """\
after turn(_): proceed
""",
        """\
error[E0309]: `proceed` goes on with what an `instead of` hook has replaced, and this is none
 --> mine.bang:1:16
  |
1 | after turn(_): proceed
  |                ^^^^^^^
""",
    ),
    (
        "a circle",
        """\
stat a(p: player): b(p)
stat b(p: player): c(p)
stat c(p: player): a(p)
""",
        """\
error[E0311]: stats ask each other in a circle: a -> b -> c -> a
 --> mine.bang:1:6
  |
1 | stat a(p: player): b(p)
  |      ^
2 | stat b(p: player): c(p)
  |      - asked by `a`
3 | stat c(p: player): a(p)
  |      - asked then
  = help: let one of them ask something else
""",
    ),
    (
        "a circle through modifiers",
        """\
modify strength(p) if near(p, left_of(p, rich)) > 1: +1
modify near(a, _) if strength(a) > 2: -1
""",
        """\
error[E0311]: stats ask each other in a circle: near -> strength -> near
 --> mine.bang:2:22
  |
1 | modify strength(p) if near(p, left_of(p, rich)) > 1: +1
  |                       ------------------------- here `strength` asks `near`
2 | modify near(a, _) if strength(a) > 2: -1
  |                      ^^^^^^^^^^^ here `near` asks `strength`
  = help: let one of them ask something else
""",
    ),
    (
        "a stat that asks itself",
        """\
modify suit(c) if c is red: ♠
""",
        """\
error[E0311]: `suit` asks itself here
 --> mine.bang:1:19
  |
1 | modify suit(c) if c is red: ♠
  |                   ^^^^^^^^
  = help: let it ask something else
""",
    ),
    (
        "force must not depend on what runs",
        """\
modify in_force(_) if during(turn): no
""",
        """\
error[E0314]: `in_force` cannot depend on this: it is decided only when fields and zones change
 --> mine.bang:1:23
  |
1 | modify in_force(_) if during(turn): no
  |                       ^^^^^^^^^^^^
  = help: keep it in a field
""",
    ),
    (
        "force must not depend on zones that are not named",
        """\
modify in_force(_) if count(unplaced()) > 3: no
""",
        """\
error[E0314]: `in_force` cannot depend on this: it is decided only when fields and zones change
 --> mine.bang:1:29
  |
1 | modify in_force(_) if count(unplaced()) > 3: no
  |                             ^^^^^^^^^^
  = help: keep it in a field
""",
    ),
    (
        "abilities decide about cards alone",
        """\
character mute "Mute" life 4
    modify in_force(x) if x is event: no
""",
        """\
error[E0314]: a character cannot put events out of force: they are decided about before it
 --> mine.bang:2:27
  |
2 |     modify in_force(x) if x is event: no
  |                           ^^^^^^^^^^
  = help: events and the rules of a pack can; abilities can only put cards out of force
""",
    ),
    (
        "force is not decided by cards",
        """\
card cape "Cape" tool
    copies A♠
    modify in_force(x) if x is character: no
""",
        """\
error[E0314]: a card cannot modify `in_force`: what is in force is decided before cards are
 --> mine.bang:3:5
  |
3 |     modify in_force(x) if x is character: no
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: events, characters, roles and the rules of a pack can
""",
    ),
    (
        "force is not decided by what comes later",
        """\
modify abilities(p) if strength(p) > 1: empty
character ant "Ant" life 4
    modify strength(self): +1
""",
        """\
error[E0314]: a character cannot modify `strength`: `abilities` asks it to decide what is in force
 --> mine.bang:3:5
  |
1 | modify abilities(p) if strength(p) > 1: empty
  |                        ----------- `abilities` asks here
...
3 |     modify strength(self): +1
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^
""",
    ),
]


@pytest.mark.parametrize(("text", "found"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_what_is_found(text: str, found: str) -> None:
    assert rendered(text, upon=example()) + "\n" == found
