"""Running scenarios: what they can say, how they fail, and how pytest collects them."""

import re
from pathlib import Path

import pytest

from bangrules.language.diagnostics import Reporter
from bangrules.tools.scenarios import Result, read_scenarios, run_path, run_scenario

TABLE = """
scenario "example"
    packs base
    seat A sheriff  willy_the_kid hand bang@4♣ stagecoach@9♠ table schofield@J♣
    seat B outlaw   rose_doolan life 3 hand missed@2♠ beer@6♥
    seat C outlaw   lucky_duke dead
    seat D renegade paul_regret
    deck 9♥ 2♣ 3♣
    discards 5♣ 6♣
    set turns 3
    turn A phase_play
"""


def run(tmp_path: Path, *lines: str, table: str = TABLE) -> Result:
    """The one scenario of a file with these lines behind a table."""
    path = tmp_path / "example.bang"
    path.write_text(table + "".join(f"    {line}\n" for line in lines), encoding="utf-8")
    (result,) = run_path(path)
    return result


def message(result: Result) -> str:
    """The first line of what is reported."""
    found = re.search(r"error\[E0601\]: (.*)", result.report)
    return found[1] if found else result.report


# ---- what holds

HOLDS = [
    "expect A life 5",
    "expect A hand 2",
    "expect A hand bang@4♣ stagecoach@9♠",
    "expect A hand 9♠ bang",
    "expect A table schofield@J♣",
    "expect B table",
    "expect C hand 0",
    "expect B is alive",
    "expect C is dead",
    "expect B is not dead",
    "expect A is willy_the_kid",
    "expect B role outlaw",
    "expect B role base.outlaw",
    "expect A shows sheriff",
    "expect A shows role",
    "expect C shows outlaw",
    "expect deck 9♥",
    "expect deck beer@9♥ bang@2♣ 3♣",
    "expect deck 73",
    "expect discards 5♣",
    "expect discards bang@5♣ bang@6♣",
    "expect aside",
    "expect turns 4",
    "expect active A",
    "expect fallen C",
    "expect A max_life 5",
    "expect distance A B 1",
    "expect distance D A 1",
    "expect players A B D",
    "expect A sight 2",
    "expect A to act",
    "expect turn A",
    "expect no winner",
    "expect A can play bang@4♣ on B",
    "expect A can play 4♣ on B",
    "expect A can play bang on B",
    "expect A can end",
    "expect A cannot play bang@4♣ on A because target",
    "expect A cannot play bang@4♣ on C",
    "expect A cannot play bang@4♣",
    "expect A cannot play bang@5♣ on B because absent",
    "expect A cannot pass",
    "expect B cannot play beer@6♥ because not_asked",
    'expect logged "It is A\'s turn."',
]


@pytest.mark.parametrize("line", HOLDS)
def test_holds(tmp_path: Path, line: str) -> None:
    result = run(tmp_path, line)
    assert result.ok, result.report
    assert (result.name, result.report) == ("example", "")


def test_steps(tmp_path: Path) -> None:
    result = run(
        tmp_path, "A plays stagecoach@9♠", "expect A hand bang@4♣ 9♥ 2♣", "A plays bang@4♣ on B",
        "expect B to act", "B answers missed@2♠", "expect B life 3", "expect discards missed@2♠ bang@4♣",
        "A ends", "expect turn B", 'expect logged "B draws BANG! 3♣"',
    )  # fmt: skip
    assert result.ok, result.report


def test_decisions_with_one_action_resolve_themselves_before_a_step(tmp_path: Path) -> None:
    """B has nothing to answer with: when A goes on, B has passed. Nothing happens for an expectation."""
    table = TABLE.replace(" hand missed@2♠ beer@6♥", "")
    lines = ("A plays bang@4♣ on B", "expect B life 3", "expect B to act")
    assert run(tmp_path, *lines, table=table).ok
    lines = ("A plays bang@4♣ on B", "A plays stagecoach@9♠", "expect B life 2")
    assert run(tmp_path, *lines, table=table).ok


def test_the_end_of_the_game(tmp_path: Path) -> None:
    table = TABLE.replace("life 3 hand missed@2♠ beer@6♥", "life 1")
    lines = (
        "A plays bang@4♣ on B", "B passes", "B passes", "expect B is dead", "A plays stagecoach@9♠", "A ends",
        "D ends", "expect turn A",
    )  # fmt: skip
    assert run(tmp_path, *lines, table=table).ok
    table = table.replace("seat D renegade paul_regret", "seat D renegade paul_regret dead")
    won = ("A plays bang@4♣ on B", "B passes", "B passes", "expect winners A", "expect game over")
    assert run(tmp_path, *won, table=table).ok
    assert message(run(tmp_path, *won[:3], "expect no winner", table=table)) == "the game is over: A won"
    assert message(run(tmp_path, *won[:3], "expect winners A B", table=table)) == "the winners are A"
    over = run(tmp_path, *won[:3], "expect A to act", table=table)
    assert message(over) == "the game is over: nobody is to act"
    over = run(tmp_path, *won[:3], "A ends", table=table)
    assert message(over) == "the game is over before this can happen"


def test_choices_and_costs(tmp_path: Path) -> None:
    table = TABLE.replace("willy_the_kid hand bang@4♣", "sid_ketchum life 2 hand bang@4♣ panic@J♥ 4♦")
    lines = (
        "A uses sid_ketchum with 4♦, bang@4♣",
        "expect A life 3",
        "A plays panic@J♥ on B",
        "A chooses random hand B",
    )
    assert run(tmp_path, *lines, "expect B hand 1", table=table).ok
    wrong = run(tmp_path, "A uses sid_ketchum with 5♣, bang@4♣", table=table)
    assert message(wrong) == "`5♣` cannot be paid"
    wrong = run(tmp_path, "A uses sid_ketchum with 4♦, bang@4♣, 9♠", table=table)
    assert message(wrong) == "`9♠` is not asked for as a cost"
    table = TABLE.replace("rose_doolan life 3", "rose_doolan life 1").replace(
        "turn A phase_play", "turn B phase_discard"
    )
    assert run(tmp_path, "B chooses missed@2♠", "expect B hand 6♥", table=table).ok


def test_options(tmp_path: Path) -> None:
    table = TABLE.replace("hand bang@4♣", "hand schofield@Q♣ bang@4♣")
    can = "expect A can play schofield@Q♣"
    assert (
        message(run(tmp_path, can, table=table))
        == "this is not legal because if (that weapon is in play already)"
    )
    table = table.replace("    packs base\n", "    packs base\n    option same_weapon_again = yes\n")
    assert run(tmp_path, can, table=table).ok


def test_the_rest_in_the_box(tmp_path: Path) -> None:
    table = TABLE.replace("    set turns 3\n", "    rest box\n")
    assert run(tmp_path, "expect deck 3", "expect discards 2", table=table).ok


# ---- what fails

FAILS = [
    (
        "A plays bang@4♣ on C",
        "this is not legal because target (out of reach); it is A who decides",
    ),
    (
        "A plays gatling@10♥",
        "this is not legal because absent (A does not have Gatling 10♥); it is A who decides",
    ),
    (
        "B ends",
        "this is not legal because not_asked (A is asked: play a card, or end the turn); it is A who decides",
    ),
    ("E ends", "there is no seat E at this table"),
    ("expect E life 3", "there is no seat E at this table"),
    (
        "A plays bang@4♣",
        "this is not legal; it is A who decides; `bang@4♣` needs a target: `on` and a player",
    ),
    (
        "A plays stagecoach on B",
        "this is not legal; it is A who decides; `stagecoach@9♠` takes no target",
    ),
    ("expect A life 4", "it is 5"),
    ("expect A hand 3", "there are 2: bang@4♣ stagecoach@9♠"),
    ("expect A hand bang@4♣", "there is bang@4♣ stagecoach@9♠"),
    ("expect A hand bang@4♣ bang@4♣", "there is bang@4♣ stagecoach@9♠"),
    ("expect B table barrel@Q♠", "there is nothing"),
    ("expect deck 2♣", "on top lies beer@9♥ bang@2♣"),
    ("expect deck 3", "there are 73"),
    ("expect discards", "there are 2 cards"),
    ("expect B is dead", "B is alive"),
    ("expect B is asleep", "`asleep` is no value of a field of a player"),
    ("expect B role sheriff", "it is outlaw"),
    ("expect B shows outlaw", "B does not show this"),
    ("expect B shows mustang", "`mustang` is no value of a secret field"),
    ("expect turns 3", "it is 4"),
    ("expect fallen B", "it is C"),
    (
        "expect A handlimit 3",
        "there is no field, zone or stat of a player called `handlimit`; did you mean `hand_limit`?",
    ),
    ("expect A purse 3", "there is no field, zone or stat of a player called `purse`"),
    ("expect purse 3", "there is no field, zone or stat of the game called `purse`"),
    ("expect distance A B 2", "it is 1"),
    ("expect distance A 2", "`distance` asks about 2 things"),
    ("expect nearness A B 2", "there is no stat `nearness`"),
    ("expect players A B", "it is A, B, D"),
    ("expect B to act", "it is A who is to act"),
    ("expect turn B", "it is the turn of A"),
    ("expect game over", "the game goes on"),
    ("expect winners A", "the game goes on"),
    ("expect A can play bang@4♣ on C", "this is not legal because target (out of reach)"),
    ("expect A cannot play bang@4♣ on B", "this is legal: `A plays bang@4♣ on B`"),
    (
        "expect A cannot play bang@4♣ on C because limit",
        "the reason is target (out of reach), not limit",
    ),
    (
        "expect A cannot use schofield because limit",
        "no action of this game is meant by this; `schofield@J♣` has no `use`: it has play",
    ),
    (
        "expect A cannot play bang because target",
        "no action of this game is meant by this; `bang@A♠` needs a target: `on` and a player",
    ),
    ('expect logged "B yawns."', "no sentence of the log says this"),
]


@pytest.mark.parametrize(("line", "says"), FAILS)
def test_fails(tmp_path: Path, line: str, says: str) -> None:
    result = run(tmp_path, line)
    assert not result.ok
    assert message(result) == says
    assert result.line == 12


def test_names_that_nothing_bears(tmp_path: Path) -> None:
    """A printed name, other capitals and a slip are told from the id."""
    table = TABLE.replace("willy_the_kid hand bang@4♣", "jesse_jones hand bang@4♣")
    for line, meant in (
        ("A plays Bang@4♣ on B", "bang"),
        ("A plays Stagecoach", "stagecoach"),
        ("A uses Schofield", "schofield"),
        ("A plays stagecoch@9♠", "stagecoach"),
        ("expect A can play BANG@4♣ on B", "bang"),
        ("expect A cannot play Stagecoach because limit", "stagecoach"),
    ):
        assert message(run(tmp_path, line, table=table)).endswith(f"; did you mean `{meant}`?"), line


def test_a_choice_of_one_who_is_not_asked(tmp_path: Path) -> None:
    says = message(run(tmp_path, "A plays bang@4♣ on B", "D chooses no"))
    assert says.startswith("this is not legal because not_asked (B is asked: ")
    assert says.endswith("; it is B who decides; to decline, write `B passes`")
    table = TABLE.replace("willy_the_kid hand", "jesse_jones hand").replace("phase_play", "phase_draw")
    says = message(run(tmp_path, "A chooses no", table=table))
    assert says.startswith("this is not legal because ")
    assert says.endswith("; it is A who decides; to decline, write `A passes`")
    assert "to decline" not in message(run(tmp_path, "A chooses yes", table=table))


def test_an_expectation_before_all_is_decided(tmp_path: Path) -> None:
    """Whoever has yet to decide is named, but not whoever merely goes on with the turn."""
    for line, says in (
        ("expect B life 2", "it is 3"),
        ("expect discards 4", "there are 3"),
        ("expect B is dead", "B is alive"),
        ("expect game over", "the game goes on"),
        ('expect logged "B yawns"', "no sentence of the log says this"),
    ):
        assert message(run(tmp_path, "A plays bang@4♣ on B", line)) == f"{says}; B still has to decide"
        assert "still" not in message(run(tmp_path, line))


TABLES = [
    ("seat A sheriff", "seat B sheriff", "seats are given in order: here `seat A`", 4),
    ("willy_the_kid", "billy_the_kid", "`billy_the_kid` is no value of a field of a player,", 4),
    (
        "willy_the_kid", "wily_the_kid",
        "`wily_the_kid` is no value of a field of a player, and no field or zone;"
        " did you mean `willy_the_kid`?",
        4,
    ),
    ("missed@2♠", "bang@4♣", "seat B hand: `bang@4♣` is in the game only once", 5),
    ("life 3", "life 0 life 3", None, 0),
    ("life 3", "lief 3", "seat B lief: there is no field or zone called `lief`; did you mean `life`?", 5),
    ("deck 9♥", "dekc 9♥", "there is no field or zone of the game called `dekc`; did you mean `deck`?", 8),
    ("set turns 3", "set turn 3", "there is no field or zone of the game called `turn`; did", 10),
    ("phase_play", "phase_dance", "phase: `turn` has no phase `phase_dance`: it has enter, begin,", 11),
    ("packs base\n", "packs base\n    option luck = 3\n", "there is no option `luck`; there are ", 4),
    ("set turns 3", "rest bank", "`rest box` leaves the cards that are not given out of the game", 10),
    ("packs base", "packs bsae", "there is no pack `bsae`; did you mean `base`?", 3),
    ("    packs base\n", "", "the scenario does not say which packs it is played with", 2),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "says", "line"), TABLES)
def test_impossible_tables(tmp_path: Path, old: str, new: str, says: str | None, line: int) -> None:
    result = run(tmp_path, table=TABLE.replace(old, new, 1))
    if says is None:
        assert result.ok, result.report
        return
    assert message(result).startswith(says)
    assert result.line == line


def test_a_table_line_after_a_step(tmp_path: Path) -> None:
    result = run(tmp_path, "expect A to act", "deck 2♣")
    assert message(result) == "the table is given before the first step and the first `expect`"


def test_ambiguous(tmp_path: Path) -> None:
    result = run(tmp_path, "A plays bang on B", table=TABLE.replace("hand bang@4♣", "hand bang@4♣ bang@A♠"))
    assert message(result) == "this may mean `A plays bang@4♣ on B` or `A plays bang@A♠ on B`"


def test_an_unexpected_decision_at_the_end(tmp_path: Path) -> None:
    result = run(tmp_path, "A plays bang@4♣ on B")
    assert message(result) == "it ends with a decision of B: go on, or write `expect B to act`"
    for line in ("expect B to act", "expect B can answer missed@2♠", "expect B can pass"):
        assert run(tmp_path, "A plays bang@4♣ on B", line).ok
    # what was expected before the last step does not count
    result = run(tmp_path, "expect A to act", "A plays bang@4♣ on B")
    assert not result.ok


def test_report(tmp_path: Path) -> None:
    """The line, the table, what happened and what is legal."""
    result = run(tmp_path, "A plays stagecoach@9♠", "A plays bang@4♣ on C")
    assert (
        result.report
        == f"""scenario "example"
error[E0601]: this is not legal because target (out of reach); it is A who decides
  --> {tmp_path / "example.bang"}:13:5
   |
13 |     A plays bang@4♣ on C
   |     ^^^^^^^^^^^^^^^^^^^^
the table:
    seat A  alive  sheriff  willy_the_kid  life 5  hand bang@4♣ beer@9♥ bang@2♣  table schofield@J♣
    seat B  alive  outlaw  rose_doolan  life 3  hand missed@2♠ beer@6♥  table
    seat C  dead  outlaw  lucky_duke  life 0  hand  table
    seat D  alive  renegade  paul_regret  life 3  hand  table
    deck {result.report.partition("    deck ")[2].partition(chr(10))[0]}
    discards stagecoach@9♠ bang@5♣ bang@6♣
    aside
    active A  turns 4  fallen C
what happened:
    It is A's turn.
    A plays Stagecoach 9♠.
    A draws Beer 9♥.
    A draws BANG! 2♣.
what is legal:
    A plays bang@4♣ on B
    A plays bang@4♣ on D
    A plays beer@9♥
    A plays bang@2♣ on B
    A plays bang@2♣ on D
    A ends"""
    )


# ---- files


def test_files_and_packs(tmp_path: Path) -> None:
    """A pack's scenarios lie with it or in a folder of it, and need not name it."""
    pack = tmp_path / "mine"
    (pack / "scenarios").mkdir(parents=True)
    (pack / "mine.bang").write_text(
        'pack mine "Mine"\n    requires base\n'
        'card cure "Cure" brown\n    copies 2♣\n    play: LIFE self, 2\n'
        + TABLE.replace("base", "base mine"),
        encoding="utf-8",
    )
    more = (
        TABLE.replace("    packs base\n", "").replace("example", "cure")
        + "    A plays cure@2♣\n    expect A life 4\n"
    )
    more = more.replace("willy_the_kid hand bang@4♣", "willy_the_kid life 2 hand 4♣ cure@2♣").replace(
        "deck 9♥ 2♣ 3♣", "deck 9♥"
    )
    (pack / "scenarios" / "more.bang").write_text(more, encoding="utf-8")
    (pack / "scenarios" / "none.bang").write_text("# nothing yet\n", encoding="utf-8")
    results = run_path(pack)
    assert [(r.name, r.ok) for r in results] == [("example", True), ("cure", True)], results[-1].report
    assert [r.name for r in run_path(tmp_path, only="cur")] == ["cure"]


def test_a_file_with_mistakes(tmp_path: Path) -> None:
    """Its mistakes are reported, and the other scenarios run."""
    path = tmp_path / "example.bang"
    path.write_text('scenario "broken"\n    packs base\n    seat Q\n' + TABLE, encoding="utf-8")
    results = run_path(path)
    assert [(r.name, r.ok) for r in results] == [("example.bang", False), ("example", True)]
    assert "example.bang:3:" in results[0].report


WHET = """pack mine "Mine"
    requires base

card whetstone "Whetstone" blue
    copies 2
    field wear: number = 0
    use: wear += 1
"""


def test_a_field_of_a_cards_own_is_given_and_expected(tmp_path: Path) -> None:
    text = """
scenario "worn"
    seat A sheriff bart_cassidy table whetstone@1 whetstone@2 hand barrel beer life 3
    seat B outlaw willy_the_kid
    seat C renegade paul_regret
    seat D outlaw rose_doolan
    put whetstone@2 wear 1
    turn A phase_play
    expect A hand barrel beer
    expect A life 3
    A uses whetstone@2
    expect whetstone@2 wear 2
    expect whetstone@1 wear 0
"""
    (tmp_path / "pack.bang").write_text(WHET, encoding="utf-8")
    (tmp_path / "worn.bang").write_text(text, encoding="utf-8")
    assert [result.report for result in run_path(tmp_path / "worn.bang")] == [""]


WORDS = """pack mine "Mine"
    requires base

field tired of player: yesno = yes
field wear of card: number = 7

card stone "Stone" blue
    copies 2
    field wear: number = 0
    use: wear += 1
card axe "Axe" like stone
    copies 1
card hand "Hand" blue
    copies 1
"""
SEATS = [
    ("hand beer bang@A♠ barrel", "expect A hand beer bang barrel", None),
    ("hand bang@A♠ beer life 3", "expect A hand bang beer", None),
    ("table barrel hand beer", "expect A table barrel", None),
    ("hand base.beer base.bang@A♠", "expect A hand beer base.bang@A♠", None),
    ("hand base.bear", "expect A life 4", "`base.bear` is no value of a field of a player,"),
    ("tired no life 3", "expect A tired no", None),
    ("tired yes", "expect A tired yes", None),
    ("table stone@1 axe@1", "expect stone@1 wear 0", None),
    ("hand beer hand bang@A♠", "expect A life 4", "`hand` is given twice"),
    ("table barrel life 3 beer", "expect A life 3", "`beer` is no value of a field of a player,"),
    ("hand beer", "expect A life 4 beer", "nothing stands beside the number 4 here; found `beer`"),
    ("hand beer", "expect A hand 1 beer", "either their number or the cards; found `beer` too"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "line", "says"), SEATS)
def test_words_on_a_line_of_a_seat(tmp_path: Path, words: str, line: str, says: str | None) -> None:
    (tmp_path / "pack.bang").write_text(WORDS, encoding="utf-8")
    path = tmp_path / "words.bang"
    path.write_text(
        f"""scenario "words"
    seat A sheriff bart_cassidy {words}
    seat B outlaw willy_the_kid
    seat C renegade paul_regret
    seat D outlaw rose_doolan
    turn A phase_play
    {line}
""",
        encoding="utf-8",
    )
    (result,) = run_path(path)
    assert message(result).startswith(says or "") if says else not result.report, result.report


def test_a_field_of_its_own_goes_before_one_of_all_cards(tmp_path: Path) -> None:
    (tmp_path / "pack.bang").write_text(WORDS, encoding="utf-8")
    path = tmp_path / "own.bang"
    path.write_text(
        """scenario "own"
    seat A sheriff bart_cassidy table stone@2 axe
    seat B outlaw willy_the_kid
    seat C renegade paul_regret
    seat D outlaw rose_doolan
    put stone@2 wear 1
    put axe wear 4
    turn A phase_play
    A uses stone@2
    A uses axe
    expect stone@2 wear 2
    expect axe@1 wear 5
""",
        encoding="utf-8",
    )
    assert [result.report for result in run_path(path)] == [""]


@pytest.mark.parametrize(
    ("first", "says"), [("stone@2 wear new", "expected a number"), ("stone@9 wear 1", "there is no card")]
)
def test_a_wrong_value_is_shown_where_it_stands(tmp_path: Path, first: str, says: str) -> None:
    (tmp_path / "pack.bang").write_text(WORDS, encoding="utf-8")
    path = tmp_path / "wrong.bang"
    path.write_text(
        f"""scenario "wrong"
    seat A sheriff bart_cassidy table stone@1 stone@2
    seat B outlaw willy_the_kid
    seat C renegade paul_regret
    seat D outlaw rose_doolan
    put {first}
    put stone@1 wear 4
    turn A phase_play
""",
        encoding="utf-8",
    )
    (result,) = run_path(path)
    assert says in result.report, result.report
    assert "wrong.bang:6:5" in result.report, result.report


def test_a_card_that_is_not_there(tmp_path: Path) -> None:
    assert message(run(tmp_path, "A uses whetstone")).endswith("there is no `whetstone` in these packs")
    assert "there is no `bnag` in these packs; did you mean `bang`?" in message(run(tmp_path, "A plays bnag"))


def test_packs_with_mistakes(tmp_path: Path) -> None:
    (tmp_path / "mine.bang").write_text(
        'pack mine "Mine"\n    requires base\ncard cure "Cure" brawn\n' + TABLE.replace("base", "base mine"),
        encoding="utf-8",
    )
    (result,) = run_path(tmp_path)
    assert message(result) == "its packs have mistakes"
    assert "brawn" in result.report


def test_one_by_one(tmp_path: Path) -> None:
    import bangrules as bang

    path = tmp_path / "example.bang"
    path.write_text(TABLE, encoding="utf-8")
    (scenario,) = read_scenarios(path, Reporter())
    assert run_scenario(bang.load("base"), scenario)


def test_the_example_in_the_docs(tmp_path: Path) -> None:
    page = Path(__file__).resolve().parent.parent.parent / "docs" / "reference" / "scenarios.md"
    example = page.read_text(encoding="utf-8").split("```")[1].removeprefix("bang")
    assert run(tmp_path, table=example).ok


# ---- pytest

pytest_plugins = ["pytester"]


def test_pytest_collects_scenarios(pytester: pytest.Pytester) -> None:
    pytester.makefile(".bang", example=TABLE + '\nscenario "wrong"' + TABLE[19:] + "    expect A life 3\n")
    pytester.makefile(".bang", cards="# no scenarios here\n")
    pytester.makefile(".bang", broken='scenario "broken"\n    seat Q\n')
    result = pytester.runpytest("-q", "-p", "no:cacheprovider", "--continue-on-collection-errors")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["*broken.bang:2:*", "*error?E0601?: it is 5", "*example.bang:*"])
    assert "Traceback" not in result.stdout.str()
    chosen = pytester.runpytest("-q", "-p", "no:cacheprovider", "example.bang", "-k", "wrong")
    chosen.assert_outcomes(failed=1, deselected=1)


def test_the_pack_around_a_file_is_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bangrules.tools import scenarios

    looked: list[Path] = []
    around = scenarios.pack_around

    def look(path: Path) -> tuple[tuple[str, ...], list[Path]]:
        looked.append(path)
        return around(path)

    monkeypatch.setattr(scenarios, "pack_around", look)
    file = tmp_path / "two.bang"
    file.write_text(TABLE + TABLE.replace("example", "another"), "utf-8")
    assert len(scenarios.run_path(file)) == 2
    assert looked == [file]


PUT_OTHERWISE = [
    ("expect B is not alive", "B is alive"),
    ("expect C dead", "`dead` is a value: write `expect C is dead`"),
    ("expect A life is 5", "a value stands behind the name without `is`: `life 5`"),
    ("expect winner A", "there is no stat `winner`; did you mean `winners`?"),
]


@pytest.mark.parametrize(("line", "says"), PUT_OTHERWISE)
def test_what_is_put_otherwise(tmp_path: Path, line: str, says: str) -> None:
    assert message(run(tmp_path, line)) == says


def test_seats_with_printed_names_and_names_without_values(tmp_path: Path) -> None:
    printed = TABLE.replace("rose_doolan", "Rose Doolan")
    assert "an id is meant, as in `rose_doolan`" in message(run(tmp_path, "expect A to act", table=printed))
    bare = TABLE.replace("life 3 hand", "life hand")
    told = message(run(tmp_path, "expect A to act", table=bare))
    assert told == "the value is missing behind `life`"
