"""`bangrules packs`, and what is said of packs that don't go together or of tables that can't be."""

import json
from pathlib import Path
from typing import Any

import pytest

from bangrules.play.table import numbers
from tests.tools.running import bangrules


def listed(*args: object) -> dict[str, dict[str, Any]]:
    return {pack["id"]: pack for pack in json.loads(bangrules("packs", "--json", *args).stdout)}


def test_what_is_in_a_pack() -> None:
    found = listed()
    base = found["base"]
    assert base["box"]
    assert (base["players"], base["cards"], base["characters"], base["events"], base["roles"]) == (
        [4, 5, 6, 7], 80, 16, 0, 4,
    )  # fmt: skip
    more = found["dodge_city"]
    assert not more["box"]
    assert (more["requires"], more["players"], more["cards"]) == (["base"], [3, 8], 40)
    assert more["characters"] == 15
    other = found["walking_dead"]
    assert (other["box"], other["players"], other["cards"], other["characters"], other["roles"]) == (
        True, [4, 5, 6, 7], 80, 16, 4,
    )  # fmt: skip


def test_the_list_for_people() -> None:
    lines = [line.split() for line in bangrules("packs").output.splitlines()]
    (base,) = (line for line in lines if line[0] == "base")
    assert base[1] == "box"
    assert " ".join(base).endswith("1.0 4 to 7 players, 80 cards, 16 characters")
    (more,) = (" ".join(line) for line in lines if line[0] == "dodge_city")
    assert "3 and 8 players" in more
    assert more.endswith("needs base")


def test_packs_of_ones_own(tmp_path: Path) -> None:
    for id, more in (
        ("shoes", '    optional dodge_city\n    conflicts boots\n\ncard shoe "Shoe" brown\n    copies A♠\n'),
        ("boots", '\n\ncard boot "Boot" brwn\n    copies A♠\n'),
    ):
        (tmp_path / id).mkdir()
        (tmp_path / id / "pack.bang").write_text(f'pack {id} "Things"\n    requires base\n{more}', "utf-8")
    lines = [line for line in bangrules("packs", "--paths", tmp_path).output.splitlines() if "Things" in line]
    assert [" ".join(line.split()) for line in lines] == [
        "boots Things 0 cannot be loaded: see `bangrules check` needs base",
        "shoes Things 0 1 card needs base; uses dodge_city; excludes boots",
    ]
    found = listed("--paths", tmp_path)
    assert found["boots"]["cards"] is None
    assert found["shoes"]["cards"] == 1
    result = bangrules("play", "--bots", "--packs", "base,shoes,boots", "--paths", tmp_path)
    assert result.exit_code == 2
    assert "packs `shoes` and `boots` cannot be played together: leave one of them out" in result.stderr


@pytest.mark.parametrize("command", [("play", "--bots", "--bot", "random"), ("simulate", "--bot", "random")])
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--players", "3"), "a game of base has 4 to 7 players, not 3; add `dodge_city` to play with 3"),
        (("--players", "8"), "4 to 7 players, not 8; add `dodge_city` to play with 8"),
        (("--players", "2"), "a game of base has 4 to 7 players, not 2"),
        (("--players", "2", "--packs", "base,dodge_city"), "base and dodge_city has 3 to 8 players, not 2"),
        (("--players", "9"), "a game of base has 4 to 7 players, not 9"),
        (("--packs", "base,walking_dead"), "`base` and `walking_dead` are boxes, so name one of them"),
        (("--packs", "dodge_city"), "is played with a box: name `base` or `walking_dead` too"),
        (("--packs", "base,dodge"), "there is no pack `dodge`"),
        (("--packs", "base,dogde_city"), "did you mean `dodge_city`?"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    command: tuple[str, ...], args: tuple[str, ...], says: str
) -> None:
    result = bangrules(*command, *args)
    assert result.exit_code == 2
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("box", ["base", "walking_dead"])
def test_three_to_eight_play(players: int, box: str) -> None:
    args = ("--packs", f"{box},dodge_city", "--players", players, "--seed", 2)
    result = bangrules("play", "--bots", "--bot", "random", *args)
    assert result.exit_code == 0
    assert f", {players} players, seed 2" in result.output
    result = bangrules("simulate", "--bot", "random", "--games", 2, "--jobs", 1, *args)
    assert result.exit_code == 0
    assert f"2 games, {players} players, {box}+dodge_city, seed 2" in result.output.replace(
        f"dodge_city+{box}", f"{box}+dodge_city"
    )


def test_saved_games_know_their_packs(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    args = ("--packs", "base,dodge_city", "--players", 3, "--seed", 2, "--save", file)
    assert bangrules("play", "--bots", "--bot", "random", *args).exit_code == 0
    told = bangrules("replay", file)
    assert told.exit_code == 0
    assert "The game is over" in told.output
    seen = bangrules("replay", file, "--seat", "B", "--to", 1)
    assert seen.output.count("Deputy") >= 2  # all know who is who
    assert "?   " not in seen.output
    assert bangrules("replay", file, "--packs", "dodge_city,base").exit_code == 0
    for packs, says in (("base", "this is a game of base,dodge_city, not of base"), ("bsae", "did you mean")):
        result = bangrules("replay", file, "--packs", packs)
        assert result.exit_code == 2
        assert says in result.stderr


def test_numbers_in_words() -> None:
    assert [numbers(x) for x in ([5], [5, 6], [5, 6, 7], [1, 3, 4, 5, 8])] == [
        "5", "5 and 6", "5 to 7", "1, 3 to 5 and 8",
    ]  # fmt: skip
