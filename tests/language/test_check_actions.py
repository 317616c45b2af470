"""Definitions and actions in card files: clauses, costs, targets, secrets."""

# ruff: noqa: E501  (what is found is shown as it is)
from __future__ import annotations

import pytest

from tests.language.checking import check, example, rendered

# What is written upon the little game, and all that is found.
FOUND = [
    (
        "two targets",
        """\
card b "B" plain
    copies A♠
    play on rivals, on one of rivals: lose target
""",
        """\
error[E0401]: an action aims once: with `on` or with `on one of`
 --> mine.bang:3:21
  |
3 |     play on rivals, on one of rivals: lose target
  |          --------- first here
  |                     ^^^^^^^^^^^^^^^^
  = help: delete one of them
""",
    ),
    (
        "targets without a body",
        """\
card b "B" plain
    copies A♠
    play on rivals
""",
        """\
error[E0401]: this aims at something, and does nothing to it
 --> mine.bang:3:5
  |
3 |     play on rivals
  |     ^^^^^^^^^^^^^^
  = help: write `:` and what happens to `target`
""",
    ),
    (
        "what one aims at",
        """\
card b "B" plain
    copies A♠
    play on strength(self): lose target
""",
        """\
error[E0301]: one aims at players, cards or declared values, and this is a number
 --> mine.bang:3:13
  |
3 |     play on strength(self): lose target
  |             ^^^^^^^^^^^^^^
""",
    ),
    (
        "no target",
        """\
card b "B" plain
    copies A♠
    play: lose target
""",
        """\
error[E0208]: there is no `target` here
 --> mine.bang:3:16
  |
3 |     play: lose target
  |                ^^^^^^
  = help: `target` is there in the body of an action with `on` or `on one of`
""",
    ),
    (
        "what is paid",
        """\
card b "B" plain
    copies A♠
    play costs 1 gold: gain 1
    play costs 1 coins where red: gain 1
""",
        """\
error[E0402]: nothing can be paid with `gold`
 --> mine.bang:3:10
  |
3 |     play costs 1 gold: gain 1
  |          ^^^^^^^^^^^^
  = help: one pays with `cards`, `coins`

error[E0402]: `where` chooses among cards, and `coins` is a number
 --> mine.bang:4:30
  |
4 |     play costs 1 coins where red: gain 1
  |                              ^^^
  = help: delete it
""",
    ),
    (
        "what characters have not",
        """\
character b "B" life 4
    use costs this: gain 1
    use from fist: gain 1
    play: gain 1
    copies A♠
""",
        """\
error[E0402]: `costs this` pays with the card itself, and here is none
 --> mine.bang:2:9
  |
2 |     use costs this: gain 1
  |         ^^^^^^^^^^

error[E0401]: `from` says where the card lies, and a character is no card
 --> mine.bang:3:9
  |
3 |     use from fist: gain 1
  |         ^^^^^^^^^
  = help: delete it

error[E0408]: `play` is how a card is played, and this is a character
 --> mine.bang:4:5
  |
4 |     play: gain 1
  |     ^^^^^^^^^^^^
  = help: write `use`

error[E0408]: `copies` does not belong in a character
 --> mine.bang:5:5
  |
5 |     copies A♠
  |     ^^^^^^^^^
  = help: it stands in a card
""",
    ),
    (
        "each of actions that no card of the border has",
        """\
border thin
    each use from fsit

card b "B" thin
    copies A♠
    play from fist: pass
""",
        """\
error[E0201]: there is no zone `fsit`
 --> mine.bang:2:19
  |
2 |     each use from fsit
  |                   ^^^^
  = help: did you mean `fist`?
""",
    ),
    (
        "each outside of a border",
        """\
character b "B" life 4
    each use limit 1
""",
        """\
error[E0408]: `each` does not belong in a character
 --> mine.bang:2:5
  |
2 |     each use limit 1
  |     ^^^^^^^^^^^^^^^^
  = help: it stands in a border
""",
    ),
    (
        "used as another, by an event",
        """\
event b "B"
    use bread as stone
""",
        """\
error[E0408]: `use ... as` does not belong in an event
 --> mine.bang:2:5
  |
2 |     use bread as stone
  |     ^^^^^^^^^^^^^^^^^^
""",
    ),
    (
        "used as another",
        """\
character b "B" life 3
    use bread as cook
    use bread as stone on rivals
""",
        """\
error[E0206]: `cook` is a character, and a card is needed here
 --> mine.bang:2:18
  |
2 |     use bread as cook
  |                  ^^^^

error[E0401]: `use ... as` takes `if`, `limit` and `once`, not `on`
 --> mine.bang:3:24
  |
3 |     use bread as stone on rivals
  |                        ^^^^^^^^^
  = help: the card used as another costs and aims as that does
""",
    ),
    (
        "zones of the game",
        """\
border b
    each play from stock
""",
        """\
error[E0401]: `from` says in which zone of its player the card lies, and `stock` is no player's
 --> mine.bang:2:15
  |
2 |     each play from stock
  |               ^^^^^^^^^^
""",
    ),
    (
        "zones said twice",
        """\
card b "B" plain
    copies A♠
    play from row: gain 1
""",
        """\
error[E0401]: `from` is said twice, in two ways
  --> example.bang:34:15
   |
34 |     each play from fist, costs this
   |               ^^^^^^^^^
  ::: mine.bang:3:10
   |
 3 |     play from row: gain 1
   |          -------- first here
   = help: delete one of them
""",
    ),
    (
        "nowhere",
        """\
card b "B" plain
    copies A♠
    use: gain 1
""",
        """\
error[E0409]: nothing says where `b` lies when this is done, so it never can be
 --> mine.bang:3:5
  |
3 |     use: gain 1
  |     ^^^^^^^^^^^
  = help: write `from fist`, or `each use from fist` in `plain`
""",
    ),
    (
        "an action of nobody",
        """\
play: gain 1 to item(rich, 1)
""",
        """\
error[E0408]: an action belongs to a card, a border, a character, a role or an event
 --> mine.bang:1:1
  |
1 | play: gain 1 to item(rich, 1)
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: put it, indented, under the heading of one
""",
    ),
    (
        "role tables",
        """\
roles 5: guard, thief
roles 4: guard, thief 2, hermit
roles 9: guard 9
roles 6: scout 6
""",
        """\
error[E0404]: the table for 5 players has 2 roles
 --> mine.bang:1:1
  |
1 | roles 5: guard, thief
  | ^^^^^^^^^^^^^^^^^^^^^
  = help: each player gets one

error[E0202]: the role table for `4` is declared twice
  --> mine.bang:2:1
   |
 2 | roles 4: guard, thief 2, hermit
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: example.bang:20:1
   |
20 | roles 4: guard, thief 2, hermit
   | ------------------------------- first declared here
   = help: another pack has it: `roles 4 replaces example: ...` takes the place of its table

error[E0404]: a game has 1 to 8 players, not 9
 --> mine.bang:3:1
  |
3 | roles 9: guard 9
  | ^^^^^^^^^^^^^^^^

error[E0206]: `scout` is a character, and a role is needed here
 --> mine.bang:4:10
  |
4 | roles 6: scout 6
  |          ^^^^^
""",
    ),
    (
        "copies",
        """\
card b "B" plain
    copies ♠ 2♠..5♠ 4♠
""",
        """\
error[E0405]: a copy is a face, as `9♠`, or a run of faces, as `2♠..9♠`
 --> mine.bang:2:12
  |
2 |     copies ♠ 2♠..5♠ 4♠
  |            ^

warning[W0405]: this covers a face that a run covers too
 --> mine.bang:2:21
  |
2 |     copies ♠ 2♠..5♠ 4♠
  |                     ^^
  = help: if two copies are meant, write the face twice and leave it out of the run
""",
    ),
    (
        "what is missing",
        """\
card b "B"
character c "C"
""",
        """\
error[E0407]: card `b` has no border
 --> mine.bang:1:6
  |
1 | card b "B"
  |      ^
  = help: write one behind the name: plain, tool

error[E0407]: character `c` has no life
 --> mine.bang:2:11
  |
2 | character c "C"
  |           ^
  = help: write `life 4` behind the name
""",
    ),
    (
        "like itself",
        """\
card b "B" like c
card c "C" like b
""",
        """\
error[E0406]: `b` is like itself
 --> mine.bang:1:1
  |
1 | card b "B" like c
  | ^^^^^^^^^^^^^^^^^
  = help: let one of them stand on its own
""",
    ),
    (
        "like something else",
        """\
card b "B" like scout
""",
        """\
error[E0206]: a card cannot be like a character, `scout`
 --> mine.bang:1:17
  |
1 | card b "B" like scout
  |                 ^^^^^
""",
    ),
    (
        "never",
        """\
character b "B" life 4
    use limit 0: gain 1
    use if no: gain 1
""",
        """\
warning[W0301]: 0 times is never
 --> mine.bang:2:9
  |
2 |     use limit 0: gain 1
  |         ^^^^^^^
  = help: delete the action, or allow it once

warning[W0301]: this is never so
 --> mine.bang:3:12
  |
3 |     use if no: gain 1
  |            ^^
  = help: delete what it stands for, or mend the condition
""",
    ),
    (
        "never offered",
        """\
window NIGHT
character b "B" life 4
    answer NIGHT: gain 1
""",
        """\
warning[W0401]: window `NIGHT` is never offered, so this can never be done
 --> mine.bang:3:5
  |
3 |     answer NIGHT: gain 1
  |     ^^^^^^^^^^^^^^^^^^^^
  = help: offer it in a procedure: `offer NIGHT to p`
""",
    ),
    (
        "no copies",
        """\
card b "B" plain
    play: gain 1
card c "C" like b
    copies A♠
card d "D" like b
card e "E" plain
    play: gain 2
character f "F" life 4
    use stone as e
""",
        """\
warning[W0402]: card `d` has no copies, so it is in no game
 --> mine.bang:5:6
  |
5 | card d "D" like b
  |      ^
  = help: write its ranks and suits below: `copies 2♠ 9♥`
""",
    ),
    (
        "no use",
        """\
card b "B" plain
    copies A♠
card c "C" plain
    copies A♠
card d "D" tool
    copies A♠
border thin
card e "E" thin
    copies A♠
after turn(p) if some(p.fist, c): gain 1 to p
""",
        """\
warning[W0403]: nothing can ever be done with `b`: it has no action, and border `plain` gives it none
 --> mine.bang:1:6
  |
1 | card b "B" plain
  |      ^
  = help: write how it is played, `play: ...`, or what it answers, `answer WINDOW`
""",
    ),
    (
        "never in force",
        """\
card b "B" plain
    copies A♠
    play: gain 1
    modify strength(self): +1
border heavy is tool
    modify strength(self): +1
card c "C" heavy
    copies A♠
    play: gain 1
card d "D" plain
    copies A♠
    use from row: gain 1
card e "E" plain
    copies A♠
    play: move this to self.row
    after turn(self): gain 1
""",
        """\
warning[W0404]: `b` is never in force, so this never counts
 --> mine.bang:4:5
  |
4 |     modify strength(self): +1
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: give it a border whose cards go to `row` when played (tool), or write `play: move this to self.row`

warning[W0404]: `c` is never in force, so what border `heavy` gives it never counts
 --> mine.bang:7:6
  |
7 | card c "C" heavy
  |      ^
  = help: give it a border whose cards go to `row` when played (tool), or write `play: move this to self.row`

warning[W0404]: `d` is never in force, so this never counts
  --> mine.bang:12:5
   |
12 |     use from row: gain 1
   |     ^^^^^^^^^^^^^^^^^^^^
   = help: give it a border whose cards go to `row` when played (tool), or write `play: move this to self.row`
""",
    ),
    (
        "secrets",
        """\
card b "B" plain
    copies A♠
    play on one of rivals where it.team is thief: lose target
card c "C" plain
    copies A♠
    play if some(stock, red): gain 1
card d "D" plain
    copies A♠
    play on one of rivals where some(it.fist, red): lose target
""",
        """\
error[E0410]: this decides what a player may do by `team` of another player, which that player may not see
 --> mine.bang:3:20
  |
3 |     play on one of rivals where it.team is thief: lose target
  |                                 ------- read here
  |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: ask `count(...)`, `... is empty` or `shown(...)`, or decide it when the action is carried out

error[E0410]: this decides what a player may do by the cards in `stock`, which that player may not see
 --> mine.bang:6:13
  |
6 |     play if some(stock, red): gain 1
  |                  ----- read here
  |             ^^^^^^^^^^^^^^^^
  = help: ask `count(...)`, `... is empty` or `shown(...)`, or decide it when the action is carried out

error[E0410]: this decides what a player may do by the cards in `fist` of another player, which that player may not see
 --> mine.bang:9:20
  |
9 |     play on one of rivals where some(it.fist, red): lose target
  |                                      ------- read here
  |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: ask `count(...)`, `... is empty` or `shown(...)`, or decide it when the action is carried out
""",
    ),
    (
        "secrets of stats",
        """\
stat sly(p: player): p.team is thief
card b "B" plain
    copies A♠
    play on one of rivals where sly(it), if sly(self): lose target
""",
        """\
error[E0410]: this decides what a player may do by `team` of another player, which that player may not see
 --> mine.bang:4:20
  |
1 | stat sly(p: player): p.team is thief
  |                      ------ read here
...
4 |     play on one of rivals where sly(it), if sly(self): lose target
  |                    ^^^^^^^^^^^^^^^^^^^^
  = help: ask `count(...)`, `... is empty` or `shown(...)`, or decide it when the action is carried out
""",
    ),
    (
        "secrets of who modifies",
        """\
role spy "Spy"
    modify strength(self): +1
card b "B" plain
    copies A♠
    play on one of rivals where strength(it) > 1, if strength(self) > 1: lose target
""",
        """\
error[E0410]: this decides what a player may do by `team` of another player, which that player may not see
 --> mine.bang:5:20
  |
2 |     modify strength(self): +1
  |     ------------------------- read here
...
5 |     play on one of rivals where strength(it) > 1, if strength(self) > 1: lose target
  |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: let everyone see who has it: `role spy open`; or decide it when it is carried out
""",
    ),
    (
        "secrets of legality",
        """\
modify allowed(_, _, _) if top(stock) is none: no
""",
        """\
error[E0410]: `allowed` decides what a player may do by the cards in `stock`, which that player may not see
 --> mine.bang:1:28
  |
1 | modify allowed(_, _, _) if top(stock) is none: no
  |                            ^^^^^^^^^^
  = help: ask `count(...)`, `... is empty` or `shown(...)`, or decide it when the action is carried out
""",
    ),
]


@pytest.mark.parametrize(("text", "found"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_what_is_found(text: str, found: str) -> None:
    assert rendered(text, upon=example()) + "\n" == found


@pytest.mark.parametrize("what", ["card", "plain", "b", "red", "black", "♠", "A♠", "2♠..A♠"])
def test_a_card_that_may_be_used_as_another_does_something(what: str) -> None:
    text = f'card b "B" plain\n    copies A♠\ncharacter c "C" life 4\n    use {what} as bread\n'
    assert not check(text, upon=example())


@pytest.mark.parametrize("what", ["tool", "stone"])
def test_a_card_that_may_not_be_used_as_another_does_nothing(what: str) -> None:
    text = f'card b "B" plain\n    copies A♠\ncharacter c "C" life 4\n    use {what} as bread\n'
    assert [found.code for found in check(text, upon=example())] == ["W0403"]
