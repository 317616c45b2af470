"""How many play where nobody says: as many as usual, or as the rules of a game of one's own allow."""

from __future__ import annotations

from pathlib import Path

import pytest

import bangrules as bang
from bangrules.play.beginning import how_many
from tests.tools.running import bangrules

FOX = """\
pack fox "Fox and hares"
    box

start game

role hares "Hares"
role foxes "Foxes"
{tables}

field role of player: role seen by everyone
window main "roll, or keep what you have" pass "keeps"
text passing "{{player}} keeps."

procedure game:
    for p in everyone: p.role = item(roles(count(everyone)), p.number)
    for p in everyone: turn(p)
    win everyone where it.role is foxes

procedure turn(p: player):
    while offer main to p: pass
"""
TWO = "roles 2: hares, foxes"
MANY = "roles 6: hares 3, foxes 3\nroles 8: hares 4, foxes 4"


def fox(folder: Path, tables: str) -> tuple[str, str, str, str]:
    (folder / "pack.bang").write_text(FOX.format(tables=tables), encoding="utf-8")
    return "--packs", "fox", "--paths", str(folder)


@pytest.mark.parametrize(("tables", "usual", "count"), [(TWO, 4, 2), (MANY, 5, 6), (MANY, 8, 8), ("", 5, 5)])
def test_what_is_nearest_to_the_usual_number(tmp_path: Path, tables: str, usual: int, count: int) -> None:
    fox(tmp_path, tables)
    assert how_many(bang.load("fox", paths=[tmp_path]), usual) == count


@pytest.mark.parametrize(("tables", "count"), [(TWO, 2), (MANY, 6)])
def test_games_begin_without_a_number(tmp_path: Path, tables: str, count: int) -> None:
    packs = fox(tmp_path, tables)
    assert (
        f"fox, {count} players" in bangrules("play", *packs, "--bots", "--bot", "random", "--seed", 1).output
    )
    told = bangrules("simulate", *packs, "--games", 1, "--bot", "random", "--jobs", 1)
    assert told.output.startswith(f"1 games, {count} players, fox")
    assert bangrules("table", *packs).output.count("Hares</text>") == count // 2
    assert bangrules("play", *packs, "--seat", "BFHA"[count // 4]).exit_code == 0


@pytest.mark.parametrize("command", ["play", "simulate", "table"])
def test_another_box_is_not_proposed(tmp_path: Path, command: str) -> None:
    result = bangrules(command, *fox(tmp_path, TWO), "--players", 5)
    assert result.exit_code != 0
    assert result.output == "bangrules: players: a game of fox has 2 players, not 5\n"
