"""The cases from rulebooks and FAQs, and the script that runs them."""

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import rulings

DATA = Path(__file__).resolve().parent / "data"
FILES = tuple(DATA / f"rulings_{name}.json" for name in ("base", "more", "dodge_city", "undead"))
CASES: list[dict[str, Any]] = [c for path in FILES for c in json.loads(path.read_text(encoding="utf-8"))]
BY_NUMBER = {case["id"][:4]: case for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_ruling(case: dict[str, Any]) -> None:
    report = rulings.run_case(case)
    assert report.verdict == "passed", report.text


def changed(number: str, kind: str, **change: Any) -> dict[str, Any]:
    """A case with another assertion."""
    case = copy.deepcopy(BY_NUMBER[number])
    claims = [claim for claim in case["then"]["assert"] if claim["kind"] == kind]
    claims[0].update(change)
    return case


@pytest.mark.parametrize(
    ("number", "kind", "change", "says"),
    [
        ("B001", "life", {"value": 3}, "life of B is 4, not 3"),
        ("B001", "hand", {"value": ["Beer 7H"]}, "hand of B is [], not ['Beer 7H']"),
        ("B001", "discard_contains", {"value": ["Beer 7H"]}, "without Beer 7H"),
        ("B013", "in_play", {"value": ["Jail JS"]}, "table of B is [], not ['Jail JS']"),
        ("B013", "next_turn", {"player": "D"}, "whose turn it is is C, not D"),
        ("B016", "illegal", {"value": "pass"}, "`pass` of B is legal"),
        ("B016", "hand_size", {"value": 1}, "the number of cards in B's hand is 2, not 1"),
        ("B032", "distance", {"value": 2}, "distance of A is 1, not 2"),
        ("B032", "legal", {"value": "play Panic! JH > D"}, "`play Panic! JH > D` of A is not legal"),
        ("B047", "status", {"value": "alive"}, "status of B is dead, not alive"),
        ("B090", "winner", {"value": "outlaws"}, "the winners (outlaws)"),
        ("B090", "winner", {"value": "none"}, "the end of the game"),
        ("B087", "winner", {"value": "law"}, "the game goes on"),
        ("B113", "deck_top", {"value": "Beer 8H"}, "on top of deck"),
        ("B116", "decides", {"player": "C"}, "C did not decide"),
        ("B119", "max_life", {"value": 5}, "max_life of A is 4, not 5"),
    ],
)
def test_a_case_that_is_wrong_fails(number: str, kind: str, change: dict[str, Any], says: str) -> None:
    report = rulings.run_case(changed(number, kind, **change))
    assert report.verdict == "failed"
    assert says in report.text


def test_a_step_that_is_not_legal_fails() -> None:
    case = copy.deepcopy(BY_NUMBER["B001"])
    case["when"][0]["target"] = "C"
    assert "`play BANG! 4C C` of A is not legal" in rulings.run_case(case).text


def test_the_other_reading_must_make_a_difference() -> None:
    case = copy.deepcopy(BY_NUMBER["B030"])
    case["then"]["option"] = "death_timing_in_area_attack"
    assert "makes no difference" in rulings.run_case(case).text
    case["then"]["option"] = "phase_of_the_moon"
    assert "there is no option" in rulings.run_case(case).text


def test_the_other_reading_must_do_what_it_says() -> None:
    case = copy.deepcopy(BY_NUMBER["B068"])
    case["then"]["alternative"] = "B life 2, B hand = Missed! 8S"
    assert "life of B is 3, not 2" in rulings.run_case(case).text


def test_cases_of_packs_that_do_not_exist_are_skipped() -> None:
    case = copy.deepcopy(BY_NUMBER["B001"])
    case["sets"] = ["base", "moon_colony"]
    report = rulings.run_case(case)
    assert report == rulings.Report(case["id"], "skipped", "packs not available: moon_colony")


def test_script(tmp_path: Path) -> None:
    """One line for each case that does not hold, exit status 1 if there is one."""
    script = Path(rulings.__file__)
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps([BY_NUMBER["B004"], changed("B001", "life", value=3)]), encoding="utf-8")

    def run(*args: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, script, *args], capture_output=True, text=True, encoding="utf-8", cwd=tmp_path
        )
        return done.returncode, done.stdout

    files = [str(path) for path in FILES]
    assert run(*files) == (0, f"{len(CASES)} passed, 0 failed, 0 skipped\n")
    status, out = run(*files, str(wrong))
    assert status == 1
    assert out.splitlines() == [
        f"{BY_NUMBER['B001']['id']}: failed: life of B is 4, not 3",
        f"{len(CASES) + 1} passed, 1 failed, 0 skipped",
    ]
    assert run()[0] == 2
