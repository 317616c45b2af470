"""`bangrules test` and `bangrules bench`."""

import json
from pathlib import Path

import pytest

import bangrules as bang
from bangrules.tools import measures
from bangrules.tools.arena import rules_of
from bangrules.tools.measures import Plan, measure, steps
from tests.tools.running import ROOT, bangrules

HOLDS = """\
scenario "a card is played"
    packs base
    seat A sheriff  willy_the_kid hand bang@4♣
    seat B outlaw   rose_doolan life 3
    seat C outlaw   lucky_duke
    seat D renegade paul_regret
    turn A phase_play
    A plays bang@4♣ on B
    B passes
    expect B life 2
"""
FAILS = HOLDS.replace("is played", "does not hurt").replace("life 2", "life 3")


def test_what_passes_is_silent(tmp_path: Path) -> None:
    (tmp_path / "good.bang").write_text(HOLDS, encoding="utf-8")
    result = bangrules("test", tmp_path)
    assert (result.exit_code, result.output) == (0, "")
    result = bangrules("test", "-v", tmp_path / "good.bang")
    assert result.output.startswith("passed ")


def test_what_fails_is_shown(tmp_path: Path) -> None:
    (tmp_path / "both.bang").write_text(f"{HOLDS}\n{FAILS}", encoding="utf-8")
    result = bangrules("test", tmp_path)
    assert result.exit_code == 1
    assert "FAILED" in result.stdout
    assert "expect B life 3" in result.stdout
    assert result.stderr == "1 of 2 scenarios failed\n"
    assert bangrules("test", tmp_path, "-k", "is played").exit_code == 0
    found = json.loads(bangrules("test", tmp_path, "--json").stdout)
    assert [item["ok"] for item in found] == [True, False]


def test_mistakes_of_a_pack_are_told_once(tmp_path: Path) -> None:
    pack = 'pack mine "Mine"\n    requires base\ncard cure "Cure" brawn\n'
    (tmp_path / "pack.bang").write_text(pack, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    for name in "abc":
        (tmp_path / "scenarios" / f"{name}.bang").write_text(
            HOLDS.replace("    packs base\n", ""), encoding="utf-8"
        )
    result = bangrules("test", tmp_path)
    assert result.exit_code == 1
    assert result.stdout.count("there is no border `brawn`") == 1
    assert "3 scenarios could not be run: the packs have mistakes" in result.stdout
    assert "FAILED" not in result.stdout
    assert result.stderr == "3 of 3 scenarios failed\n"
    assert all(
        "brawn" in item["mistakes"] for item in json.loads(bangrules("test", tmp_path, "--json").stdout)
    )


def test_a_mistake_beside_a_card_is_told_once(tmp_path: Path) -> None:
    """A scenario in a file of a pack is read twice: for the pack, and to be run."""
    here = HOLDS.replace("    packs base\n", "")
    broken = here.replace("expect B", "expects B")
    (tmp_path / "pack.bang").write_text(
        f'pack mine "Mine"\n    requires base\n\n{here}\n{broken}', encoding="utf-8"
    )
    result = bangrules("test", tmp_path)
    assert result.exit_code == 1
    assert result.stdout.count("expects B") == 1
    # nor where it is the only scenario of its file
    (tmp_path / "pack.bang").write_text('pack mine "Mine"\n    requires base\n', encoding="utf-8")
    (tmp_path / "good.bang").write_text(here, encoding="utf-8")
    (tmp_path / "worse.bang").write_text(broken, encoding="utf-8")
    result = bangrules("test", tmp_path)
    assert result.stdout.count("expects B") == 1
    assert "a scenario could not be run: the packs have mistakes" in result.stdout
    assert "FAILED" not in result.stdout


def test_a_file_without_scenarios(tmp_path: Path) -> None:
    file = tmp_path / "none.bang"
    file.write_text("# nothing\n", encoding="utf-8")
    result = bangrules("test", file)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "there are no scenarios\n")


def test_a_scenario_whose_heading_is_misspelt(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "good.bang").write_text(HOLDS, encoding="utf-8")
    (folder / "bad.bang").write_text(HOLDS.replace("scenario ", "scenaro "), encoding="utf-8")
    result = bangrules("test", tmp_path)
    assert result.exit_code == 1
    assert "did you mean `scenario`?" in result.stdout
    assert "passed" not in result.stdout


def test_packs_of_scenarios_that_name_none(tmp_path: Path) -> None:
    (tmp_path / "loose.bang").write_text(HOLDS.replace("    packs base\n", ""), encoding="utf-8")
    result = bangrules("test", tmp_path)
    assert result.exit_code == 1
    assert "does not say which packs it is played with" in result.stdout
    assert bangrules("test", tmp_path, "--packs", "base,dodge_city").exit_code == 0
    result = bangrules("test", tmp_path, "--packs", "base,walking_dead")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "name one of them" in result.stderr


def test_paths_that_are_not_there_are_refused_once(tmp_path: Path) -> None:
    (tmp_path / "good.bang").write_text(HOLDS, encoding="utf-8")
    (tmp_path / "empty").mkdir()
    for place, says in (("nope", "there is no folder or file"), ("empty", "there is no pack in")):
        result = bangrules("test", tmp_path, "--paths", tmp_path / place)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"bangrules: {says} {tmp_path / place}")
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["check", "test", "show", "bench", "simulate", "table"])
def test_packs_without_a_name_are_refused(tmp_path: Path, command: str) -> None:
    (tmp_path / "good.bang").write_text(HOLDS, encoding="utf-8")
    what = {"check": str(tmp_path), "test": str(tmp_path), "show": "beer"}.get(command)
    result = bangrules(command, *filter(None, [what]), "--packs", " , ")
    assert (result.exit_code, result.stderr) == (2, "bangrules: --packs names no pack\n")


def test_expansions_without_a_name_are_refused() -> None:
    assert bangrules("bench", "--with", "").stderr == "bangrules: --with names no pack\n"


def test_no_scenario_of_a_name_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "good.bang").write_text(HOLDS, encoding="utf-8")
    result = bangrules("test", tmp_path, "-k", "zzz")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "there are no scenarios with `zzz` in their names\n"
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    assert "what has nothing to object to prints nothing" in page
    assert "or no\n  scenario at all" in page


def test_no_scenarios_are_a_finding(tmp_path: Path) -> None:
    result = bangrules("test", tmp_path)
    assert result.exit_code == 1
    assert "there are no scenarios" in result.output


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Plan:
    monkeypatch.chdir(ROOT)
    return Plan(players=(4, 5), seconds=0.01, rounds=1, starts=1)


def test_every_figure_is_measured(quick: Plan) -> None:
    pytest.importorskip("chess")
    told = 0

    def tell() -> None:
        nonlocal told
        told += 1

    found = {figure.name: figure for figure in measure(quick, tell)}
    assert told == steps(quick)
    for name in (
        "random play, 5 players, history kept",
        "random play, 5 players, no history",
        "cost of a decision, 5 players against 4",
        "random play on a board, 4 players, zombie_plague",
        "boards in the program of rules without one",
        "copy without history",
        "push and pop, against a copy and a push",
        "import bangrules",
        "load the rules, beyond the import",
        "memory of a live game",
        "memory of a decision of history",
    ):
        assert name in found
    may_be_nothing = ("load the rules, beyond the import", "boards in the program of rules without one")
    assert all(figure.value > 0 for figure in found.values() if figure.name not in may_be_nothing)
    assert found["boards in the program of rules without one"].met
    assert found["copy without history"].ratio is not None


def test_what_expansions_cost(quick: Plan) -> None:
    from attrs import evolve

    plan, told = evolve(quick, expansions=("dodge_city", "high_noon")), []
    rules = rules_of((), ())
    decision, action = list(measures.expanded(rules, plan, lambda: told.append(1)))
    assert decision.name == "cost of a decision with dodge_city+high_noon, 5 players"
    assert action.name == "cost of a listed action with dodge_city+high_noon, 5 players"
    assert decision.value > 0
    assert decision.met == (decision.value <= 1.5)
    assert len(told) == plan.rounds
    assert steps(plan) == steps(quick) + plan.rounds
    assert not list(measures.expanded(rules, quick, lambda: told.append(1)))


def test_expansions_come_from_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[Plan] = []

    def noted(plan: Plan, told: object) -> list[measures.Measure]:
        plans.append(plan)
        return []

    monkeypatch.setattr(measures, "measure", noted)
    assert bangrules("bench", "--with", "dodge_city,high_noon", "--with", "promo").exit_code == 0
    assert plans[0].expansions == ("dodge_city", "high_noon", "promo")
    assert bangrules("bench").exit_code == 0
    assert plans[1].expansions == ()


def test_without_python_chess_the_rest_is_measured(quick: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "has_chess", lambda: False)
    found = list(measure(quick))
    assert found[0].ratio is None
    assert found[0].met is None


def test_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = [
        measures.Measure("one", 1234.5, "µs", 2345.6, 1.9, "fast", True, "a note"),
        measures.Measure("two", 0.5, "KB", goal="small", met=False),
    ]
    monkeypatch.setattr(measures, "measure", lambda plan, told: iter(figures))
    result = bangrules("bench")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[1].split() == ["one", "1,234", "µs", "2,346", "1.90x", "fast", "ok"]
    assert lines[2].split() == ["two", "0.50", "KB", "small", "not", "met"]
    assert "one: a note" in lines
    assert json.loads(bangrules("bench", "--json").stdout)[1]["met"] is False
    monkeypatch.setattr(measures, "has_chess", lambda: False)
    assert "pip install chess" in bangrules("bench").stdout


def test_the_rules_are_shared(quick: Plan) -> None:
    assert rules_of((), ()) is rules_of((), ())
    assert isinstance(rules_of((), ()), bang.Rules)


def test_what_boards_bring_is_seen_where_there_is_one() -> None:
    assert {"walk", "AHEAD"} <= measures.board_words(rules_of(("zombie_plague",), ()))
    assert not measures.board_words(rules_of((), ()))
