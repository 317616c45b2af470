"""`bangrules simulate` and mass play behind it."""

import csv
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bangrules.tools.arena import Contest, Rate, play, rates, simulate
from tests.tools.running import bangrules, in_a_process

RANDOM = Contest(players=5, bots=("random",) * 5, seed=11)


def test_rates_by_role_and_character_say_who_played() -> None:
    result = bangrules("simulate", "--games", "30", "--bot", "random", "--jobs", "1")
    assert result.exit_code == 0
    first, *rest = result.output.splitlines()
    assert first == "30 games, 5 players, base, seed 1; random bots"
    heads = [line.split()[0] for line in rest if "95% interval" in line]
    assert heads == ["role", "character"]
    (sheriff,) = (line for line in rest if line.startswith("Sheriff"))
    assert sheriff.split()[1] == "30"


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    args = ("simulate", "--games", "24", "--bot", "random", "--seed", "5")
    assert in_a_process(*args, "--jobs", "1", "--csv", one).returncode == 0
    assert in_a_process(*args, "--jobs", "2", "--csv", two).returncode == 0
    assert one.read_text() == two.read_text()
    assert bangrules(*args[:-1], "6", "--jobs", "1", "--csv", two).exit_code == 0
    assert one.read_text() != two.read_text()


def test_a_row_for_each_seat(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    bangrules("simulate", "--games", "7", "--players", "4", "--bot", "random", "--jobs", "1", "--csv", file)
    with file.open(encoding="utf-8") as written:
        rows = list(csv.DictReader(written))
    assert len(rows) == 28
    assert {row["seat"] for row in rows} == set("ABCD")
    assert all(row["role"] and row["character"] and row["bot"] == "random" for row in rows)
    assert all(any(row["won"] == "1" for row in rows if row["game"] == str(game)) for game in range(7))


def test_results_for_programs() -> None:
    result = bangrules("simulate", "--games", "10", "--bot", "random", "--jobs", "1", "--json")
    data = json.loads(result.stdout)
    assert data["bots"] == {"seats": ["random"] * 5, "cast": {}}
    assert (data["games"], data["players"], data["unfinished"]) == (10, 5, 0)
    for found in data["rates"]["role"]:
        assert 0 <= found["low"] <= found["rate"] <= found["high"] <= 1


def test_options_of_the_table_are_played_and_told() -> None:
    args = (
        "simulate",
        "--packs",
        "zombie_plague",
        "--players",
        "3",
        "--games",
        "2",
        "--bot",
        "random",
        "--jobs",
        "1",
    )
    short = bangrules(*args, "--option", "night_falls = 2", "--option", "start_zombies=0")
    first = "2 games, 3 players, zombie_plague, night_falls=2, start_zombies=0, seed 1; random bots"
    assert short.output.splitlines()[0] == first
    data = json.loads(bangrules(*args, "--option", "night_falls=2", "--json").stdout)
    longer = json.loads(bangrules(*args, "--option", "night_falls=9", "--json").stdout)
    assert data["options"] == {"night_falls": 2}
    assert data["decisions"] < longer["decisions"]


@pytest.mark.parametrize("given", ["nights=2", "night_falls", "night_falls=often"])
def test_options_that_the_rules_do_not_leave_to_the_table_are_refused(given: str) -> None:
    result = bangrules("simulate", "--packs", "zombie_plague", "--games", "1", "--option", given)
    assert result.exit_code == 2
    assert "night" in result.output
    assert "Rules.options" not in result.output


def test_an_unknown_option_is_told_which_there_are() -> None:
    for command in ("simulate", "play"):
        result = bangrules(command, "--option", "zz=1")
        assert result.exit_code == 2
        assert result.stderr.startswith(
            "bangrules: there is no option `zz`; there are 11, as characters_each, "
        )
        assert "`bangrules show NAME` tells of one" in result.stderr
        result = bangrules(command, "--option", "characters_eech=1")
        assert result.stderr.endswith(
            "there is no option `characters_eech`; did you mean `characters_each`?\n"
        )


@pytest.mark.parametrize("given", ["=random", " =random"])
def test_a_bot_of_nobody_is_refused(given: str) -> None:
    result = bangrules("simulate", "--games", "1", "--bot", given)
    assert result.exit_code == 2
    assert "does not say who: write `--bot random` for all" in result.stderr


def test_bots_by_seat_and_by_role() -> None:
    args = ("simulate", "--games", "4", "--jobs", "1", "--json", "--bot", "random")
    data = json.loads(bangrules(*args, "--bot", "c=sensible").stdout)
    assert data["bots"]["seats"] == ["random", "random", "sensible", "random", "random"]
    data = json.loads(bangrules(*args, "--bot", "Sheriff=sensible").stdout)
    told = {(found["value"], found["bot"]) for found in data["rates"]["role"]}
    assert ("Sheriff", "sensible") in told
    assert ("Deputy", "random") in told
    assert ("Sheriff", "random") not in told
    text = bangrules(*args[:-3], "--bot", "random", "--bot", "sheriff=sensible").output
    assert "random bots, sheriff sensible" in text


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(2) as pool:
        spread = simulate(RANDOM, 9, executor=pool)
    assert spread == simulate(RANDOM, 9)
    assert [result.number for result in simulate(RANDOM, 3, first=6)] == [6, 7, 8]
    assert simulate(RANDOM, 3, first=6) == spread[6:]


def test_a_game_can_be_played_again() -> None:
    assert play(RANDOM, 4) == play(RANDOM, 4)
    assert play(RANDOM, 4) != play(RANDOM, 5)


def test_what_only_some_have_is_not_counted() -> None:
    result = bangrules("simulate", "--packs", "base,high_noon", "--games", "6", "--seed", "1", "--json")
    assert list(json.loads(result.stdout)["rates"]) == ["role", "character"]


def test_everybody_is_counted_once() -> None:
    counted = rates(simulate(RANDOM, 20))
    for found in counted.values():
        assert sum(rate.games for rate in found.values()) == 100


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (450, 1000, 0.4194, 0.4810)],
)
def test_wilson(won: int, games: int, low: float, high: float) -> None:
    assert Rate(won, games).interval == pytest.approx((low, high), abs=5e-5)


def test_no_games_tell_nothing() -> None:
    assert Rate(0, 0).interval == (0.0, 1.0)
    assert Rate(0, 0).rate == 0.0


RACE = """pack race "Race"
    version "1.0"
    box
start game
start rounds in turn after game
window main "go on" pass "ends"
text ending "{player} ends."
text win "{players} won."
values how: nobody_yet "nobody is there", first_home "the first was home", fog "the fog came"
field ending: how = nobody_yet "how it ended"
procedure game: rounds(item(everyone, 1))
procedure rounds(p: player): turn(p)
procedure turn(p: player):
    let n = roll(2)
    if n is 1:
        ending = first_home
        win [p]
    ending = fog
    win nobody
"""


def test_how_games_end_is_counted_where_the_rules_tell_of_it(tmp_path: Path) -> None:
    (tmp_path / "race.bang").write_text(RACE)
    args = (
        "simulate", "--games", "40", "--players", "2", "--bot", "random", "--jobs", "1", "--packs", "race",
        "--paths", tmp_path,
    )  # fmt: skip
    found = bangrules(*args)
    assert found.exit_code == 0, found.output
    lines = [line.split() for line in found.output.splitlines()]
    (head,) = [i for i, line in enumerate(lines) if line[:3] == ["how", "it", "ended"]]
    told = {" ".join(line[:-1]): int(line[-1]) for line in lines[head + 1 : head + 3]}
    assert set(told) == {"the first was home", "the fog came"}
    assert sum(told.values()) == 40
    data = json.loads(bangrules(*args, "--json").stdout)
    assert data["endings"] == {"first_home": told["the first was home"], "fog": told["the fog came"]}
    other = bangrules("simulate", "--games", "1", "--bot", "random", "--json")
    assert json.loads(other.stdout)["endings"] == {}


def test_where_the_rules_go_wrong_is_told(tmp_path: Path) -> None:
    card = 'character greedy "Greedy" life 4\n    after DRAW(_, _, self): DRAW 1\n'
    (tmp_path / "pack.bang").write_text(f'pack ll "Ll"\n    requires base\n\n{card}', encoding="utf-8")
    args = ("--packs", "base,ll", "--paths", tmp_path, "--games", "60", "--bot", "random", "--jobs", "1")
    result = bangrules("simulate", *args, "--seed", "1")
    assert result.exit_code == 1
    assert re.match(
        r"bangrules: game \d+ of seed 1, decision \d+: .* \(in Greedy, .*pack.bang:5\)", result.stderr
    )
