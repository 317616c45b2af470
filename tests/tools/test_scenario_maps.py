"""Maps that scenarios draw, and that a scenario which fails shows the board."""

import re
from pathlib import Path

import pytest

from bangrules.language.diagnostics import Reporter
from bangrules.language.parser import parse_file
from bangrules.language.sources import Source
from bangrules.tools.scenarios import Result, run_path

DRAWN = """
scenario "example"
    packs zombie_plague
    map "+ + + + +"
    map " h . o z "
    map "+ +W+ + +"
    map " . k|. . "
    map "+ + + + +"
    map rooms "kkkk"
    map rooms "...."
    map car_door k (3,1)
    seat A living crew human@1
    seat B zombie_player crew zombie@1
    put human@1 spot h facing east
    put zombie@1 spot z
    put k searched
    barricades kN
    turn A
"""


def run(tmp_path: Path, *lines: str, table: str = DRAWN) -> Result:
    path = tmp_path / "example.bang"
    path.write_text(table + "".join(f"    {line}\n" for line in lines), encoding="utf-8")
    (result,) = run_path(path)
    return result


@pytest.mark.parametrize(
    "line",
    [
        "expect human@1 spot h",
        "expect human@1 spot (0,0)",
        "expect h occupant human@1",
        "expect z occupant zombie@1",
        "expect k searched",
        "expect h searched no",
        "expect barricades kN",
        "expect barricades (1,1)N",
        "expect in_house human@1",
    ],
)
def test_what_holds(tmp_path: Path, line: str) -> None:
    result = run(tmp_path, line)
    assert result, result.report


def test_figures_move_on_it(tmp_path: Path) -> None:
    result = run(
        tmp_path,
        "A uses human@1 forward",
        "expect human@1 spot (1,0)",
        "expect A cannot use human@1 forward because blocked",
        "A uses human@1 turn_right",
        "expect A cannot use human@1 forward because blocked",
    )
    assert result, result.report


def test_a_failure_shows_the_map_with_its_figures(tmp_path: Path) -> None:
    result = run(tmp_path, "A uses human@1 turn_right", "expect human@1 spot z")
    assert not result
    assert "it is (0,0)" in result.report
    drawn = result.report[result.report.index("the table:") : result.report.index("what happened:")]
    rows = [re.sub(r"\s+", " ", line.strip()) for line in drawn.splitlines()]
    assert "0 H1v . o Z1^" in rows
    assert "+ + # + + +" in rows  # the barred window
    assert "1 . .* | . ." in rows  # the searched square


def test_a_failure_on_the_map_of_the_packs_shows_it_too(tmp_path: Path) -> None:
    table = """
scenario "example"
    packs zombie_plague
    seat A living crew human@1
    seat B zombie_player crew zombie@1
    put human@1 spot (0,0) facing east
    put zombie@1 spot (3,0)
    turn A
"""
    report = run(tmp_path, "expect human@1 ap 9", table=table).report
    rows = [re.sub(r"\s+", " ", line.strip()) for line in report.splitlines()]
    assert "0 H1> . . Z1^ o . . . . . . . . ." in rows


WRONG = [
    ('map " h . o z "', 'map " h . o h "', "`h` names two squares of this map"),
    ('map " h . o z "', 'map " h z o . ."', "this row is longer than the others"),
    ('map " h . o z "', 'map " h . z"', "this row is shorter than the others"),
    ('map " . k|. . "', 'map " . k|."', "this row is shorter than the others"),
    ('map " h . o z "', 'map " h   o z "', "a blank is no terrain of this map"),
    ('map " h . o z "', 'map " h ? o z "', "`[?]` is no terrain of this map"),
    ('map "+ +W+ + +"', 'map "+ +h+ + +"', "`h` names two squares|stands between squares"),
    ('map "+ +W+ + +"', 'map "+ +w+ + +"', "`w` stands between squares"),
    ('map rooms "kkkk"', 'map rooms "kkk"', "this row is shorter than the others"),
    (
        'map rooms "kkkk"\n    map rooms "...."',
        'map rooms "kkk"\n    map rooms "..."',
        "4 squares wide, this row 3",
    ),
    ("put human@1 spot h facing east", "put human@1 facing east spot", "the square is missing behind `spot`"),
    ('map rooms "kkkk"', 'map rooms "qqqq"', "`q` is no room of this map"),
    ('map rooms "kkkk"', 'map room "kkkk"', "`room` is no drawing of a map"),
    ("map car_door k (3,1)", "map car_dor k", "there is no mark `car_dor` .did you mean `car_door`"),
    ("map car_door k (3,1)", "map car_door (9,1)", r"this board has no square `\(9,1\)`"),
    ("map car_door k (3,1)", f"map car_door ({'9' * 5000},1)", "this board has no square"),
    ("map car_door k (3,1)", "map car_door human", "here a square is expected"),
    ("    put k searched\n", "    put q searched\n", "q"),
]


@pytest.mark.parametrize(("old", "new", "message"), WRONG, ids=[new[:60] for _, new, _ in WRONG])
def test_a_map_that_is_none_is_told_at_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    table = DRAWN.replace(old, new, 1)
    assert table != DRAWN
    path = tmp_path / "example.bang"
    path.write_text(table + "    expect A to act\n", encoding="utf-8")
    results = run_path(path)
    (result,) = [found for found in results if not found][:1]
    assert re.search(message, result.report), result.report
    assert "Traceback" not in result.report


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('map " . k|. . "', 'map " . k|."', 7, "this row is shorter than the others"),
        ('map " h . o z "', 'map " h . o z . "', 5, "this row is longer than the others"),
        ('map rooms "...."', 'map rooms "..."', 10, "this row is shorter than the others"),
        ('    map "+ +W+ + +"\n', "", 7, "a drawing has a line for each row"),
    ],
)
def test_the_form_of_a_map_is_checked_with_the_file(old: str, new: str, line: int, message: str) -> None:
    sink = Reporter()
    parse_file(Source("example.bang", DRAWN.replace(old, new, 1)), sink)
    (found,) = sink.diagnostics
    assert (found.code, found.at.line) == ("E0216", line)
    assert message in found.message


def test_a_map_without_rows_or_without_a_board_is_none(tmp_path: Path) -> None:
    rooms = re.sub(r'    map "[^"]*"\n', "", DRAWN)
    assert "a map is drawn with rows of squares and edges" in run(tmp_path, table=rooms).report
    cards = 'scenario "x"\n    packs base\n    map "+ +"\n    map " . "\n    map "+ +"\n    seat A sheriff\n'
    assert "there is no board in these packs" in run(tmp_path, table=cards).report
