"""`bangrules table` and `bangrules show --svg`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bangrules as bang
from bangrules.tools.drawing import card_svg, table_svg
from tests.tools.running import bangrules

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def test_a_new_game() -> None:
    result = bangrules("table", "--seed", 3)
    assert result.exit_code == 0
    assert result.stdout == table_svg(bang.load("base").new_game(players=NAMES, seed=3))
    seen = bangrules("table", "--seed", 3, "--viewer", "c", "--theme", "dark").stdout
    assert seen == table_svg(bang.load("base").new_game(players=NAMES, seed=3), 2, theme="dark")


def test_bots_play_on_and_no_further_than_the_end() -> None:
    begun, later, again = (bangrules("table", "--seed", 3, "--after", n).stdout for n in (0, 9, 9))
    assert begun != later == again
    over = bangrules("table", "--players", 4, "--seed", 1, "--after", 5_000).stdout
    assert "The game is over" in over


def test_a_record_and_a_save(tmp_path: Path) -> None:
    game = bang.load("base", "dodge_city").new_game(players=NAMES, seed=5)
    pictures = [table_svg(game, 1)]
    for _ in range(6):
        game.push(game.legal_actions()[0])
        pictures.append(table_svg(game, 1))
    record, save = tmp_path / "game.txt", tmp_path / "game.json"
    record.write_text(game.record().dumps(), "utf-8")
    save.write_text(json.dumps(game.to_dict()), "utf-8")
    for n, picture in enumerate(pictures):
        assert bangrules("table", record, "--after", n, "--viewer", "B").stdout == picture
    assert bangrules("table", record, "--viewer", "B").stdout == pictures[-1]
    assert bangrules("table", save, "--viewer", "B").stdout == pictures[-1]


def test_to_a_file(tmp_path: Path) -> None:
    output = tmp_path / "t.svg"
    result = bangrules("table", "--packs", "zombie_plague", "--players", 2, "--output", output)
    assert (result.exit_code, result.output) == (0, "")
    ElementTree.fromstring(output.read_text("utf-8"))
    card = tmp_path / "card.svg"
    assert bangrules("show", "--packs", "base", "bang@A♠", "--svg", "--output", card).output == ""
    assert card.read_text("utf-8") == card_svg(bang.load("base"), "bang@A♠")


def test_in_another_language() -> None:
    assert "húzópakli" in bangrules("table", "--lang", "hu").stdout
    assert "Hordó" in bangrules("show", "--packs", "base", "barrel", "--svg", "--lang", "hu").stdout


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--viewer", "F"], "there is no seat F; with 5 players they are A to E"),
        (["--viewer", "AB"], "there is no seat AB"),
        (["--players", "9"], "a game of base has 4 to 7 players, not 9"),
        (["--players", "2"], "a game of base has 4 to 7 players, not 2"),
        (["--packs", "bse"], "did you mean `base`?"),
        (["--lang", "tlh"], "tlh"),
        (["--after", "-1"], "-1 is not in the range"),
        (["--theme", "blue"], "'blue' is not one of"),
        (["no such file"], "does not exist"),
        (["--output", "/no/such/folder/t.svg"], "No such file or directory"),
    ],
)
def test_misuse(args: list[str], told: str) -> None:
    result = bangrules("table", *args)
    assert result.exit_code == 2, result.output
    assert told in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_files_that_are_no_games(tmp_path: Path) -> None:
    file = tmp_path / "f"
    game = bang.load("base").new_game(players=4, seed=1)
    save = game.to_dict()
    for text in (
        "",
        "hello",
        "[1]",
        '{"packs": [1]}',
        '{"packs": ["base"]}',
        "\ud800".encode("utf-16", "surrogatepass").decode("latin-1"),
    ):
        file.write_text(text, "utf-8")
        result = bangrules("table", file)
        assert result.exit_code == 1, (text, result.output)
        assert result.output.startswith(f"bangrules: {file}: ")
    for text in (json.dumps({**save, "forced": "ask"}), json.dumps(save)[:500]):
        file.write_text(text, "utf-8")
        assert bangrules("table", file).output.startswith(f"bangrules: {file}: ")
    assert "this is a saved game, which is not whole" in bangrules("table", file).output
    file.write_text("[" * 100_000, "utf-8")
    result = bangrules("table", file)
    assert result.output == f"bangrules: {file}: the JSON in it is nested too deeply for a saved game\n"
    assert result.exit_code == 2
    file.write_text(json.dumps(save), "utf-8")
    assert "--after goes with a record" in bangrules("table", file, "--after", 3).output
    for option in (["--players", 3], ["--seed", 3], ["--packs", "base"]):
        result = bangrules("table", file, *option)
        assert "knows its players, seed and packs" in result.output
        assert result.exit_code == 2
    file.write_text(game.record().dumps(), "utf-8")
    assert "the record has 0 actions" in bangrules("table", file, "--after", 3).output


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["barel"], "did you mean `Barrel`?"),
        (["distance"], "`distance` is nothing that can be drawn"),
        (["barrel@2♥"], "there is no Barrel 2♥; there are Q♠, K♠"),
        (["sheriff@2♥", "--packs", "base"], "it has no copies"),
        (["duel"], "write `base.duel` or `walking_dead.duel`"),
        (["barrel", "--json"], "exclude each other"),
        (["barrel", "--theme", "blue"], "'blue' is not one of"),
    ],
)
def test_what_cannot_be_drawn(args: list[str], told: str) -> None:
    result = bangrules("show", "--svg", *args)
    assert result.exit_code == 2
    assert told in result.output


def test_a_copy_by_letters() -> None:
    assert (
        bangrules("show", "base.barrel@qs", "--svg").stdout
        == bangrules("show", "base.barrel@Q♠", "--svg").stdout
    )


def test_output_goes_with_pictures() -> None:
    result = bangrules("show", "barrel", "--output", "x.svg")
    assert result.exit_code == 2
    assert "--output goes with --svg" in result.output
    assert not Path("x.svg").exists()
