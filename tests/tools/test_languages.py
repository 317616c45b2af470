"""The commands in other languages, and how their letters get to the terminal."""

import json
from pathlib import Path

import click
import pytest

import bangrules as bang
from bangrules.tools.console import table
from tests.tools.running import bangrules, in_a_process

START = ("play", "--seat", "A", "--seed", "7", "--bot", "random", "--packs", "walking_dead", "--lang", "hu")


def test_a_game_in_hungarian() -> None:
    result = bangrules(*START[:1], "--bots", *START[3:])
    lines = result.output.splitlines()
    assert lines[0] == "walking_dead, 5 játékos, mag: 7; robotok: random"
    assert "── Ada köre következik." in lines or any("köre következik." in line for line in lines)
    assert lines[-1].startswith("Vége a játéknak. Győztes: ")
    for word in ("draws", "plays", "discards", "deck", "life", "eliminated", "Attack!", "Leader", "BANG!"):
        assert word not in result.output, word


def test_a_person_is_asked_in_hungarian(tmp_path: Path) -> None:
    lines = (
        "t",
        "?",
        "99",
        "c",
        "c beeer",
        "u",
        "s",
        "A plays attack@9♣ on H",
        f"s {tmp_path / 'game.txt'}",
        "q",
    )
    result = bangrules(*START, given="".join(f"{line}\n" for line in lines))
    for said in (
        "segítség: ?", "Stranger (te)", "  egy szám", "Egy szám 1 és ", "Mire vagy kíváncsi?",
        "távolság 1", "kéz: ", "Nem: semminek sem `beeer` a neve", "Nincs mit visszavonni.",
        "Hová? `s FILE`", "Elmentve. Így folytathatod:", "Később így folytathatod:",
    ):  # fmt: skip
        assert said in result.output, said
    again = bangrules("play", "--resume", tmp_path / "game.txt", "--seat", "A", given="q\n")
    assert "It is Stranger's turn." in again.output
    told = bangrules("replay", "--lang", "hu", tmp_path / "game.txt").output
    assert "szerepe: Túlélők vezetője." in told
    assert "is the Leader." in bangrules("replay", tmp_path / "game.txt").output
    steps = json.loads(bangrules("replay", "--json", "--lang", "hu", tmp_path / "game.txt").output)["steps"]
    assert any("Túlélők vezetője" in line for line in steps[0]["log"])


def test_show() -> None:
    result = bangrules("show", "--lang", "hu", "Roham Felszerelés")
    assert "Roham Felszerelés  walking_dead.riot_gear, card, blue, like base.barrel" in result.output
    assert "2 példány: Q♠ K♠" in result.output
    assert "did you mean `Fertőzés`" in bangrules("show", "--lang", "hu", "Fertozes").output
    assert json.loads(bangrules("show", "--lang", "cs", "--json", "beer").output)[0]["name"] == "Pivo"


def test_simulate() -> None:
    args = (
        "simulate",
        "--games",
        "3",
        "--seed",
        "2",
        "--jobs",
        "1",
        "--bot",
        "random",
        "--bot",
        "seriff=random",
    )
    result = bangrules(*args, "--lang", "hu")
    assert result.output.splitlines()[0].startswith("3 játék, 5 játékos, base, mag: 2; robotok: random")
    assert "Seriffhelyettes" in result.output
    assert "szerep" in result.output
    counted = json.loads(bangrules(*args, "--lang", "hu", "--json").output)["rates"]
    assert {row["value"] for row in counted["role"]} == {"Bandita", "Renegát", "Seriff", "Seriffhelyettes"}


@pytest.mark.parametrize("command", [("play", "--bots"), ("show", "beer"), ("simulate", "--games", "1")])
def test_unknown_languages(command: tuple[str, ...]) -> None:
    result = bangrules(*command, "--lang", "hun")
    assert result.exit_code
    assert result.stderr == "bangrules: nothing in these packs speaks `hun`; did you mean `hu`?\n"


def test_columns_are_as_wide_as_what_stands_in_them() -> None:
    rows = [("Fertőzés", "1"), ("Ferto\u030bze\u0301s", "2"), ("牌", "3"), (click.style("o", fg="red"), "4")]
    lines = list(table(rows))
    assert lines == [
        "Fertőzés  1",
        "Ferto\u030bze\u0301s  2",
        "牌        3",
        f"{click.style('o', fg='red')}         4",
    ]


def test_letters_that_the_output_does_not_know() -> None:
    result = in_a_process("show", "--lang", "hu", "rv", PYTHONIOENCODING="ascii")
    assert result.stdout.startswith(b"Lakobusz  walking_dead.rv")
    assert b"2 peldany: 8H 9H" in result.stdout
    russian = in_a_process("show", "--lang", "ru", "base.beer", PYTHONIOENCODING="latin-1")
    assert russian.returncode == 0
    assert russian.stdout.startswith(b"????  base.beer")


def test_what_bots_do_does_not_hang_on_the_language(tmp_path: Path) -> None:
    rules = bang.load("walking_dead")
    games = []
    for lang in ("en", "hu"):
        path = tmp_path / lang
        result = bangrules(
            "play", "--bots", "--seed", "5", "--packs", "walking_dead", "--lang", lang, "--save", path
        )
        assert result.exit_code == 0
        games.append(bang.Record.loads(path.read_text(encoding="utf-8")))
    assert games[0].actions == games[1].actions
    assert games[0].replay(rules).outcome() == games[1].replay(rules.speak("hu")).outcome()
