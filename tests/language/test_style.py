"""The one style of card files: what it looks like, and that it changes neither the program nor a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bangrules.language.diagnostics import CardFileError
from bangrules.language.parser import parse_text
from bangrules.language.style import formatted
from bangrules.language.words import DECLARATIONS
from tests.docs.pages import CHECKOUT, PAGES, blocks
from tests.language.strategies import files
from tests.language.test_fuzz import SNIPPETS, changed

FILES = sorted(
    path for folder in ("cards", "examples", "tests") for path in (CHECKOUT / folder).rglob("*.bang")
)
# A text, a comment, or any other sign that is not a blank.
SIGN = re.compile(r'"[^"\n]*"|#[^\n]*|\S')
LETTERS = str.maketrans("♠♥♦♣", "SHDC")
# A word of the program: what blanks may not be put into, for the most part.
WORD = re.compile(
    r""""[^"\n]*"|\#[^\n]*|(?:\w+[♠♥♦♣])(?:\.\.\w+[♠♥♦♣])?|\(\d+,\d+\)[NESW]?|\w+!?|[<>+-]=|\.\.|\S"""
)


def program(text: str) -> str:
    """All that a card file says: its syntax tree with the descriptions of declarations, without places."""
    return repr(parse_text(text).decls)


def signs(text: str) -> list[str]:
    """All that is written, without the blanks; texts and comments whole, suits as letters."""
    return [found.rstrip() if len(found) > 1 else found.translate(LETTERS) for found in SIGN.findall(text)]


def comments(text: str) -> list[tuple[str, bool]]:
    """The comments, and whether each has a line of its own."""
    found = []
    for line in text.split("\n"):
        written = SIGN.findall(line)
        if written and written[-1].startswith("#"):
            found.append((written[-1].rstrip(), len(written) == 1))
    return found


def laid_out(text: str) -> str:
    """A text in the style, after checking all that must be true of any."""
    found = formatted(text)
    assert signs(found) == signs(text), "only blanks may change"
    assert comments(found) == comments(text)
    assert program(found) == program(text)
    assert formatted(found) == found, "what is in the style stays as it is"
    assert not re.search(r"[ \t]$|\A\n|\n\n\n|\n\n\Z|[^\n]\Z|^ *\t", found, re.MULTILINE)
    return found


def lines(text: str) -> str:
    """A text as it is written here, without the margin that it has for looks."""
    return dedent(text.lstrip("\n"))


# ---- what it looks like

LOOKS = {
    "one blank, and none where words cling to signs": (
        'stat  reach( p :player ,n : number=1 )gives   number"reach":[ p , n ] . size+n*2,at   least 1\n',
        'stat reach(p: player, n: number = 1) gives number "reach": [p, n].size + n * 2, at least 1\n',
    ),
    "a bracket clings to the name that it calls, and to nothing else": (
        "stat x: not(a) and f( b ) in[c] and (d)\n",
        "stat x: not (a) and f(b) in [c] and (d)\n",
    ),
    "a bracket may be an argument": (
        "procedure x: take (a + b) to p\n",
        "procedure x: take (a + b) to p\n",
    ),
    "what may be none": ("field x of player : player ?=none\n", "field x of player: player? = none\n"),
    "a run of numbers": ("stat x: 1  .. n . size\n", "stat x: 1..n.size\n"),
    "two faces are no run of cards": ("stat x: 2♠  .. A♠\n", "stat x: 2♠ .. A♠\n"),
    "signs of numbers and of other values": (
        'modify a:+ 1\nmodify b:-1 "less"\nmodify c:-b\nmodify d:+2*b\nmodify e: -b-1\n',
        'modify a: +1\nmodify b: -1 "less"\nmodify c: - b\nmodify d: + 2 * b\nmodify e: - b - 1\n',
    ),
    "suits": (
        "stat x: [AS, 10H, 2D..9D, QC] where AS.name is S\n",
        "stat x: [A♠, 10♥, 2♦..9♦, Q♣] where A♠.name is S\n",
    ),
    "texts stay as they are": (
        'text  x  "AS  (10H ):  # no  comment "\n',
        'text x "AS  (10H ):  # no  comment "\n',
    ),
    "four blanks for each block": (
        """
        procedure x:
         if a:
              b
              # to c
              c
         else:
          d
        """,
        """
        procedure x:
            if a:
                b
                # to c
                c
            else:
                d
        """,
    ),
    "a block may stand on its line": ("stat x:1\nprocedure y:pass\n", "stat x: 1\nprocedure y: pass\n"),
    "blank lines": (
        "\n\nstat x: 1\n\n\n\nstat y: 2\nprocedure z:\n\n    a\n\n\n    b\n\n",
        "stat x: 1\n\nstat y: 2\n\nprocedure z:\n    a\n\n    b\n",
    ),
    "comments go with what they stand above": (
        "procedure x:\n    pass\n# about y\nprocedure y:\n    pass\n",
        "procedure x:\n    pass\n\n# about y\nprocedure y:\n    pass\n",
    ),
    "comments at the end of a block belong to it": (
        """
        procedure x:
          if a:
              b
              # 1
          # 2
           # 3
        # 4

        stat y: 1
        """,
        """
        procedure x:
            if a:
                b
                # 1
            # 2
            # 3
        # 4

        stat y: 1
        """,
    ),
    "a tab is as wide as eight blanks": (
        "procedure x:\n\ta\n        # in\n    # out\n\nstat y: 1\n",
        "procedure x:\n    a\n    # in\n# out\n\nstat y: 1\n",
    ),
    "a description stays with what it describes": (
        "procedure x:\n    pass\n    ## what y is\nprocedure y:\n    pass\n",
        "procedure x:\n    pass\n\n## what y is\nprocedure y:\n    pass\n",
    ),
    "comments behind adjacent lines stand in one column": (
        'translation hu\n  a "á"#1\n  ale "Beer" # 2\n  c "牌"  # 3\n\n  d "" #4\n',
        'translation hu\n    a "á"       #1\n    ale "Beer"  # 2\n    c "牌"      # 3\n\n    d ""  #4\n',
    ),
    "lines that are broken inside brackets": (
        """
        stat x: [ # 1
        # 2
          a,

            b
                , f(
          c) # 3
           ]
        """.replace("\n        #", "\n          #"),
        """
        stat x: [  # 1
            # 2
            a,
            b
            , f(
                c)  # 3
            ]
        """,
    ),
    "what the seats have": (
        """
        scenario "x"
            seat A sheriff rose_doolan  life 3
            seat  B renegade hand  2♣
            seat C outlaw
            put human@ 1 spot (7,11)N ap - 1
            B answers A . bang@ A♠
            option n=3 -1
        """,
        """
        scenario "x"
            seat A sheriff  rose_doolan life 3
            seat B renegade hand 2♣
            seat C outlaw
            put human@1 spot (7,11)N ap -1
            B answers A.bang@A♠
            option n = 3 - 1
        """,
    ),
    "suits as emoji": (
        "card gun\n    copies 8♠\ufe0f 2♥\ufe0f..4♥\ufe0f\n\nstat x: c is ♣\ufe0f\n",
        "card gun\n    copies 8♠ 2♥..4♥\n\nstat x: c is ♣\n",
    ),
    "line ends": ("stat x: 1\r\nstat y: 2\rstat z: 3", "stat x: 1\nstat y: 2\nstat z: 3\n"),
    "nothing": (" \n\n", ""),
    "comments alone": ("\n  # a\n\n\n# b", "# a\n\n# b\n"),
}


@pytest.mark.parametrize("name", LOOKS)
def test_looks(name: str) -> None:
    before, after = (lines(text) if "\n        " in text else text for text in LOOKS[name])
    assert formatted(before) == after
    assert laid_out(after) == after
    assert program(before) == program(after)
    assert comments(before) == comments(after)


# ---- what it keeps


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_card_files_mean_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    try:
        parse_text(text)
    except CardFileError:
        with pytest.raises(CardFileError):
            formatted(text)
    else:
        laid_out(text)


def test_card_files_of_the_pages_mean_the_same() -> None:
    found = 0
    for block in (block for page in PAGES for block in blocks(page) if block.language == "bang"):
        with suppress(CardFileError):  # items of a card, say
            parse_text(block.text)
            laid_out(block.text)
            found += 1
    assert found > 20


@pytest.mark.parametrize("unit", [" ", "   ", "\t"])
def test_margins_do_not_matter(unit: str) -> None:
    for path in (CHECKOUT / "cards" / "base").glob("*.bang"):
        text = formatted(path.read_text(encoding="utf-8"))
        other = re.sub("^(    )+", lambda found: unit * (len(found[0]) // 4), text, flags=re.MULTILINE)
        assert formatted(other) == text


# Every declaration, clause, statement and line that there is.
SAMPLE = """
pack mine "Mine"
    version "1"
    requires base, dodge_city
    optional events
    conflicts undead
    box
copies base.bang 2♠ 3♠..5♠ ♥
option plain = [yes, (no)] "plain"
values mood: calm "calm", cross
window calm "what?" pass "ends"
zone pile of player seen by (self), in force "pile"
field mood of player: mood? = f(a, [b]) seen by owner "mood"
roles 4: base.sheriff, outlaw 2
## how many
stat many(by p: player, n: number = max(1, 2)) gives number "many": (p.life + n) * 2 - 1, at least 1
start game in turn after ready
text to_hand "{player} takes {cards}."
phrase window MISSED "when {self is} shot at"
reason limit "enough"
board house "House" from "house.map"
fault cut_off "nobody gets there": squares where it.x > 3
look base.jail bars color "#112233"
role boss "Boss" like base.sheriff
    text "He is."
border green is base.blue
    each play from hand, costs this, costs 2 cards where (it is red) "two", limit f(1) per turn because limit
    each use once per turn, anytime
    each answer if (a or b) and not c "why"
card shoe "Shoe" base.green 2 replaces base.beer like base.bang
    copies 2♠..9♠ A♥
    field worn: yesno = no
    play "wear" on one of [self, (target)] "none", once: wear (this), [self] to target
    use "throw" on others: pass
    use base as base.beer if a
    answer MISSED
figure human "Human" happening
    copies 4
character bob "Bob" life 4 replaces base.ned
event dusk "Dusk" last
    modify sight(_, n + 1) if a: at most (1)
if count(everyone) is 3:
    modify x(_): + [a] "more"
    before BANG(a, _) gives c first, if not (c in [d]): pass
translation hu "magyar"
    base.bang "BANG!"
    "{a} {b}" "{b} {a}"
before f: pass
instead of f(_, x): proceed
modify f(_): - 1
play: pass
use bang where (it is red) as beer
answer MISSED
procedure f!(
    to a: player, n: number = 1) gives number "x":
    return
after f(
    a,
    _) last:
    let a, b = f(), [1, 2]
    a.b, c += 1, (2)
    p chooses "which" up to (2) c in p.hand, or random (p.table)
after f if (a):
    p chooses any d in [1..3]
    if draw! (♥) for p with [c]: fail
    else if a <= b where c:
        proceed
    else:
        return (a)
    while demand BANG from (a): end turn
procedure g(p: player):
    repeat (2): pass
    for p in [a, b]:
        p may "do it": DRAW (n), 1 to [p] by self needs 2
        else: pass
after h:
    p may choose c in (d): pass
    at end of turn: draw
    HIT target
    else: pass
scenario "sample"
    packs base, dodge_city
    option plain = f([yes], (no))
    seat A sheriff bob life -1 hand bang@A♠ 6♥ human@2
    set turns 3
    turn A phase_play
scenario "things"
    put human@1 spot (7,11)N facing north
    dice 1 2
    map "+ + +"
    map " h . "
    map "+ + +"
    map rooms "kl"
    map exit h
    deck 6♥ bang@A♠
scenario "steps"
    A plays bang@A♠ gun on B as missed with 2♣, 3♣
    B chooses A.bang, A.bang@A♠, A.6♥, random hand B, yes
    B passes
scenario "expectations"
    expect A is alive
    expect A cannot play bang on B because limit
    expect A to act
    expect A life 3
    expect human@1 ap -3
    expect (7,9) empty
    expect deck 2
    expect turn A
    expect winners A B
    expect no winner
    expect logged "x"
    expect game over
"""


def declared(text: str) -> list[str]:
    """The declarations of a text."""
    return [part for part in re.split(r"^(?=\w)", text, flags=re.MULTILINE) if not part.isspace()]


PARTS = declared(SAMPLE)


def gaps(text: str) -> Iterator[tuple[int, int, bool]]:
    """Where words end: how many brackets are open there, and whether the line ends."""
    depth = 0
    for found in WORD.finditer(text):
        depth += (found[0] in ("(", "[")) - (found[0] in (")", "]"))
        yield found.end(), depth, text[found.end()] == "\n"


def test_the_sample_has_every_declaration() -> None:
    assert {re.findall(r"\w+", part)[0] for part in PARTS} == DECLARATIONS


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.partition("\n")[0])
@pytest.mark.parametrize(
    "note", [" #here\n ", "\n    # here\n  ", "\n      \n## here\n\n "], ids=("end", "own", "##")
)
def test_a_comment_in_any_gap_stays_there(part: str, note: str) -> None:
    part = f"stat first: 1\n{part}stat last: 1\n"
    for at, depth, ends in gaps(part):
        text = part[:at] + note + part[at:]
        try:
            parse_text(text)
        except CardFileError:
            # A comment ends the line; only inside brackets the next one goes on.
            assert not ends
            assert not depth or text[at + len(note)] == "("
        else:
            laid_out(text)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.partition("\n")[0])
def test_blanks_in_any_gap_do_not_matter(part: str) -> None:
    meant, style = program(part), formatted(part)
    kept = 0
    for at, _, _ in gaps(part):
        rest = part[at:].lstrip(" ")
        for blank in ("", "   ", "\t"):
            text = part[:at] + blank + rest
            with suppress(CardFileError):  # where there has to be one, or none
                if program(text) == meant:
                    assert formatted(text) == style
                    kept += 1
    assert kept > 2 * len(list(gaps(part)))


# ---- whatever there is


@st.composite
def scrambled(draw: st.DrawFn) -> tuple[str, str, bool]:
    """A text, the same with other blanks, and whether lines have been broken and comments strewn in."""
    given = draw(
        st.lists(st.sampled_from(SNIPPETS), min_size=1, max_size=3).map("".join) | files().map(itemgetter(0))
    )
    text = formatted(given)
    notes = draw(st.booleans())
    rng = draw(st.randoms(use_true_random=False))
    margins = [0]
    blank = draw(st.sampled_from((" ", "\t")))
    depth = 0
    found = []
    for line in text.split("\n"):
        level = (len(line) - len(line.lstrip(" "))) // 4
        while level >= len(margins):
            margins.append(margins[-1] + rng.randint(1, 5))
        found.append(blank * margins[level])
        at = len(line) - len(line.lstrip(" "))
        for word in WORD.finditer(line):
            if word.start() > at:
                found.append(rng.choice((" ", "  ", "\t", " \t")))
                if notes and depth and rng.random() < 0.3:
                    found.append(rng.choice(("\n", " # note\n", "\n\n # note\n", "\n#note\n")) + blank)
            found.append(word[0])
            depth += (word[0] in ("(", "[")) - (word[0] in (")", "]"))
            at = word.end()
        found.append(rng.choice(("", "", " ", "\t ")))
        if notes and "#" not in line:
            found.append(rng.choice(("", "", "", "# note", "\n", "\n\n", "\n # note ", "\n\n## note\n")))
        found.append("\n")
    return text, "".join(found), notes


@given(scrambled())
def test_other_blanks_make_no_difference(drawn: tuple[str, str, bool]) -> None:
    text, other, notes = drawn
    if notes:
        laid_out(other)
    else:
        assert laid_out(other) == text


@given(changed() | st.text(max_size=40))
def test_a_text_is_laid_out_or_has_mistakes(text: str) -> None:
    text = text.replace("\r", "\n")
    try:
        parse_text(text)
    except CardFileError:
        with pytest.raises(CardFileError):
            formatted(text)
    else:
        laid_out(text)
