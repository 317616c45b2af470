"""Names in card files: unknown ones, taken ones, those that nothing uses."""

from __future__ import annotations

import pytest

from tests.language.checking import check, example, rendered

# What is written upon the little game, and all that is found.
FOUND = [
    (
        "a stat that is not there",
        """\
modify naer(_, self): +1
""",
        """\
error[E0201]: there is no stat `naer`
 --> mine.bang:1:8
  |
1 | modify naer(_, self): +1
  |        ^^^^
  = help: did you mean `near`?
""",
    ),
    (
        "each statement has its own finding",
        """\
procedure f(p: player):
    gian 1 to p
    let x = strenth(p)
    drop p.fits
    move p.fist to haep
""",
        """\
error[E0201]: there is no procedure `gian`
 --> mine.bang:2:5
  |
2 |     gian 1 to p
  |     ^^^^
  = help: did you mean `gain`?

error[E0201]: there is no stat, procedure or word `strenth`
 --> mine.bang:3:13
  |
3 |     let x = strenth(p)
  |             ^^^^^^^
  = help: did you mean `strength`?

error[E0201]: a player has no `fits`
 --> mine.bang:4:12
  |
4 |     drop p.fits
  |            ^^^^
  = help: did you mean `fist`?

error[E0201]: there is no name `haep`
 --> mine.bang:5:20
  |
5 |     move p.fist to haep
  |                    ^^^^
  = help: did you mean `heap`?
""",
    ),
    (
        "a procedure that is not there",
        """\
before trun(p): gain 1 to p
""",
        """\
error[E0201]: there is no procedure `trun`
 --> mine.bang:1:8
  |
1 | before trun(p): gain 1 to p
  |        ^^^^
  = help: did you mean `turn`?
""",
    ),
    (
        "a slip in a pattern is no wildcard",
        """\
after lose(slef): gain 1
""",
        """\
error[E0201]: there is no name `slef`
 --> mine.bang:1:12
  |
1 | after lose(slef): gain 1
  |            ^^^^
  = help: `p` alone takes what is given, `_` stands for anything
""",
    ),
    (
        "a name of another place in a pattern",
        """\
after lose(p, target): gain 1 to p
""",
        """\
error[E0201]: there is no name `target`
 --> mine.bang:1:15
  |
1 | after lose(p, target): gain 1 to p
  |               ^^^^^^
  = help: `n` alone takes what is given, `_` stands for anything
""",
    ),
    (
        "a border that is not there",
        """\
card bow "Bow" plian
    copies 9♠
""",
        """\
error[E0201]: there is no border `plian`
 --> mine.bang:1:16
  |
1 | card bow "Bow" plian
  |                ^^^^^
  = help: did you mean `plain`?
""",
    ),
    (
        "names in clauses",
        """\
card bow "Bow" plain
    play on one of rivls, limit strength(slef): lose target by self
""",
        """\
error[E0201]: there is no name `rivls`
 --> mine.bang:2:20
  |
2 |     play on one of rivls, limit strength(slef): lose target by self
  |                    ^^^^^
  = help: did you mean `rivals`?

error[E0201]: there is no name `slef`
 --> mine.bang:2:42
  |
2 |     play on one of rivls, limit strength(slef): lose target by self
  |                                          ^^^^
  = help: did you mean `self`?
""",
    ),
    (
        "a procedure behind per",
        """\
card bow "Bow" plain
    play limit 1 per trun: gain 1
""",
        """\
error[E0201]: there is no procedure or card `trun`
 --> mine.bang:2:22
  |
2 |     play limit 1 per trun: gain 1
  |                      ^^^^
  = help: did you mean `turn`?
""",
    ),
    (
        "a window that is not there",
        """\
card bow "Bow" plain
    answer CACTH: pass
""",
        """\
error[E0201]: there is no window `CACTH`
 --> mine.bang:2:12
  |
2 |     answer CACTH: pass
  |            ^^^^^
  = help: did you mean `CATCH`?
""",
    ),
    (
        "a type that is not there",
        """\
field x: plyer?
""",
        """\
error[E0201]: there is no type `plyer`
 --> mine.bang:1:10
  |
1 | field x: plyer?
  |          ^^^^^^
  = help: did you mean `player`?
""",
    ),
    (
        "a field that a player has not",
        """\
stat f(p: player): p.coinz
""",
        """\
error[E0201]: a player has no `coinz`
 --> mine.bang:1:22
  |
1 | stat f(p: player): p.coinz
  |                      ^^^^^
  = help: did you mean `coins`?
""",
    ),
    (
        "a stat asked as a field",
        """\
stat f(p: player): p.strength
""",
        """\
error[E0201]: a player has no `strength`
 --> mine.bang:1:22
  |
1 | stat f(p: player): p.strength
  |                      ^^^^^^^^
  = help: `strength` is a stat
""",
    ),
    (
        "a field asked of a number",
        """\
stat f(n: number): n.coins
""",
        """\
error[E0201]: a number has no `coins`
 --> mine.bang:1:22
  |
1 | stat f(n: number): n.coins
  |                      ^^^^^
  = help: `coins` is a field of a player, as `x.coins`
""",
    ),
    (
        "a procedure with the name of a stat",
        """\
procedure strength(p: player): gain 1 to p
""",
        """\
error[E0202]: `strength` is a stat already, and cannot be a procedure too
  --> mine.bang:1:11
   |
 1 | procedure strength(p: player): gain 1 to p
   |           ^^^^^^^^
  ::: example.bang:25:6
   |
25 | stat strength(p: player): 1
   |      -------- a stat
   = help: rename one of them
""",
    ),
    (
        "names of windows and of the language",
        """\
stat coins: 3
field main: number = 1
stat count(n: number): n
""",
        """\
error[E0202]: `main` is a window already, and cannot be a field too
 --> mine.bang:2:7
  |
2 | field main: number = 1
  |       ^^^^
 ::: example.bang:7:8
  |
7 | window main "what will you do?"
  |        ---- a window
  = help: rename one of them

error[E0202]: `count` is a word of the language and cannot be a stat
 --> mine.bang:3:6
  |
3 | stat count(n: number): n
  |      ^^^^^
  = help: choose another name
""",
    ),
    (
        "a character with the name of a zone",
        """\
character stock "Stock" life 3
""",
        """\
error[E0202]: `stock` is a zone already, and cannot be a character too
  --> mine.bang:1:11
   |
 1 | character stock "Stock" life 3
   |           ^^^^^
  ::: example.bang:10:6
   |
10 | zone stock seen by nobody
   |      ----- a zone
   = help: rename one of them
""",
    ),
    (
        "two parameters of one name",
        """\
procedure f(p: player, p: number): gain p to p
""",
        """\
error[E0202]: parameter `p` stands twice in this heading
 --> mine.bang:1:24
  |
1 | procedure f(p: player, p: number): gain p to p
  |             --------- first here
  |                        ^^^^^^^^^
  = help: rename one of them

error[E0301]: expected a player, found a number
 --> mine.bang:1:46
  |
1 | procedure f(p: player, p: number): gain p to p
  |                                              ^
  = help: it is declared as `gain(n: number, to p: player = self)`
""",
    ),
    (
        "a parameter with a meaning",
        """\
procedure f(it: player): gain 1 to it
""",
        """\
error[E0214]: `it` has a meaning of its own and cannot be a parameter
 --> mine.bang:1:13
  |
1 | procedure f(it: player): gain 1 to it
  |             ^^^^^^^^^^
""",
    ),
    (
        "a name with a meaning",
        """\
procedure f(p: player):
    for self in rich: gain 1 to p
    let none = p
""",
        """\
error[E0214]: `self` has a meaning of its own and cannot be a name here
 --> mine.bang:2:9
  |
2 |     for self in rich: gain 1 to p
  |         ^^^^
  = help: choose another name

error[E0214]: `none` has a meaning of its own and cannot be a name here
 --> mine.bang:3:9
  |
3 |     let none = p
  |         ^^^^
  = help: choose another name
""",
    ),
    (
        "anything outside of a pattern",
        """\
stat f(p: player): near(p, _)
""",
        """\
error[E0207]: `_` means anything, and stands only in the patterns of hooks and modifiers
 --> mine.bang:1:28
  |
1 | stat f(p: player): near(p, _)
  |                            ^
""",
    ),
    (
        "who sees it",
        """\
zone bank seen by owner
field x: number = 1 seen by thief
""",
        """\
error[E0204]: a zone that is not `of player` has no owner
 --> mine.bang:1:19
  |
1 | zone bank seen by owner
  |                   ^^^^^
  = help: it is `seen by` everyone or nobody

error[E0204]: a field is `seen by` everyone, owner or nobody
 --> mine.bang:2:29
  |
2 | field x: number = 1 seen by thief
  |                             ^^^^^
""",
    ),
    (
        "of whom it is",
        """\
zone bank of card
field x of table: number = 1
""",
        """\
error[E0211]: a zone is `of player`, or of the game without `of`; not `of card`
 --> mine.bang:1:1
  |
1 | zone bank of card
  | ^^^^^^^^^^^^^^^^^

error[E0211]: a field is `of player`, `of card`, of some values, or of the game without `of`; not `of table`
 --> mine.bang:2:1
  |
2 | field x of table: number = 1
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
""",
    ),
    (
        "texts",
        """\
text paly "x"
text play "{card} by {who}"
procedure f(p: player) "{q} waits.": p may "take {c}": pause
""",
        """\
error[E0201]: there is no text `paly`
 --> mine.bang:1:6
  |
1 | text paly "x"
  |      ^^^^
  = help: did you mean `play`?

error[E0213]: nothing fills `{who}` in this text
 --> mine.bang:2:22
  |
2 | text play "{card} by {who}"
  |                      ^^^^^
  = help: in braces can stand {player}, {card}, {form}, {target}, or the id of a card or the like

error[E0101]: a statement with a block can't stand behind a `:`
 --> mine.bang:3:38
  |
3 | procedure f(p: player) "{q} waits.": p may "take {c}": pause
  |                                      ^^^^^
  = help: put it on a line of its own below
""",
    ),
    (
        "what hides another name",
        """\
procedure f(p: player):
    let n = 1
    if p.coins > 1:
        let n = 2
        gain n to p
    for p in rich: gain n to p
""",
        """\
warning[W0202]: this is a new `n`, which hides the other one up to the end of this block
 --> mine.bang:4:13
  |
2 |     let n = 1
  |         - the other one
...
4 |         let n = 2
  |             ^
  = help: to change the other one write `n = ...`, else choose another name

warning[W0202]: this is a new `p`, which hides the other one up to the end of this block
 --> mine.bang:6:9
  |
6 |     for p in rich: gain n to p
  |         ^
  = help: to change the other one write `p = ...`, else choose another name
""",
    ),
    (
        "what is never used",
        """\
procedure f(p: player):
    let x = 1
    for q in rich: gain 1 to p
    p chooses c in p.fist
after lose(p, n, author): gain 1 to p
after turn_up(p) gives c: gain 1 to p
""",
        """\
warning[W0201]: `x` is never used
 --> mine.bang:2:9
  |
2 |     let x = 1
  |         ^
  = help: delete it

warning[W0201]: `q` is never used
 --> mine.bang:3:9
  |
3 |     for q in rich: gain 1 to p
  |         ^
  = help: if only the number of turns matters, write `repeat n:`

warning[W0201]: `c` is never used
 --> mine.bang:4:15
  |
4 |     p chooses c in p.fist
  |               ^
  = help: use what was chosen, or delete the choice

warning[W0201]: `n` is never used
 --> mine.bang:5:15
  |
5 | after lose(p, n, author): gain 1 to p
  |               ^
  = help: write `_`, which stands for anything

warning[W0201]: `author` is never used
 --> mine.bang:5:18
  |
5 | after lose(p, n, author): gain 1 to p
  |                  ^^^^^^
  = help: write `_`, which stands for anything

warning[W0201]: `c` is never used
 --> mine.bang:6:24
  |
6 | after turn_up(p) gives c: gain 1 to p
  |                        ^
  = help: delete `gives c`
""",
    ),
    (
        "a name that is misspelt where it is used is not unused too",
        """\
procedure f(p: player):
    p chooses card in p.fist
    gain 1 to crad
""",
        """\
error[E0201]: there is no name `crad`
 --> mine.bang:3:15
  |
3 |     gain 1 to crad
  |               ^^^^
  = help: did you mean `card`?
""",
    ),
]


@pytest.mark.parametrize(("text", "found"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_what_is_found(text: str, found: str) -> None:
    assert rendered(text, upon=example()) + "\n" == found


def test_no_zone_is_called_as_the_place_of_what_lies_in_none() -> None:
    for of in ("", " of player"):
        (found,) = check(f'zone box{of} seen by everyone "box"\n', upon=example())
        assert (found.code, found.at.column) == ("E0214", 6)
        assert found.message == "`box` is where all that lies in no zone is, and no zone can be called so"
