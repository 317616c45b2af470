"""What rules call wrong of a map is told with its place, by `check` and when the rules are loaded."""

import shutil
from pathlib import Path

import pytest

import bangrules as bang
from bangrules.paths import cards_root
from tests.language.checking import base, check
from tests.tools.running import bangrules


def own_map(tmp_path: Path, *changes: tuple[int, int, str], marks: str = "(0,7) (3,7)") -> Path:
    """Zombie Plague on a map with other characters at some places of its drawing: row, column, character."""
    folder = tmp_path / "plague"
    folder.mkdir()
    for file in (cards_root() / "zombie_plague").glob("*.*"):
        shutil.copy(file, folder / file.name)
    manifest = folder / "pack.bang"
    manifest.write_text(manifest.read_text("utf-8").replace("pack zombie_plague", "pack plague"), "utf-8")
    file = folder / "small-house.map"
    lines = file.read_text("utf-8").replace("(0,7) (3,7)", marks).split("\n")
    top = lines.index("board") + 1
    for row, column, char in changes:
        line = lines[top + row].ljust(60)
        lines[top + row] = line[: 4 + column] + char + line[5 + column :]
    file.write_text("\n".join(lines), "utf-8")
    return folder


def messages(folder: Path) -> str:
    with pytest.raises(bang.CardFileError) as caught:
        bang.load("plague", paths=[folder])
    return str(caught.value)


def test_the_map_that_comes_with_it_has_none(tmp_path: Path) -> None:
    assert bang.load("plague", paths=[own_map(tmp_path)]).packs == ("plague",)


def test_walls_around_a_search_square(tmp_path: Path) -> None:
    # the kitchen's square (12,9) between a wall in the east, and now in the north and west
    folder = own_map(tmp_path, (18, 25, "-"), (19, 24, "|"))
    found = messages(folder)
    assert "E0218" in found
    assert "(12,9): nobody can step up to this search square" in found
    assert "small-house.map" in found
    result = bangrules("check", folder)
    assert result.exit_code == 1
    assert "nobody can step up to this search square" in result.output


def test_a_square_that_nobody_reaches(tmp_path: Path) -> None:
    assert "(1,0): this square can't be reached" not in messages(own_map(tmp_path, (19, 1, "o"), (0, 1, "W")))
    folder = tmp_path / "other"
    folder.mkdir()
    walls = ((6, 15, "-"), (8, 15, "-"), (7, 14, "|"), (7, 16, "|"))  # all around (7,3)
    assert "(7,3): this square can't be reached from the edges" in messages(own_map(folder, *walls))


def test_openings_on_the_rim_and_doors_without_a_car(tmp_path: Path) -> None:
    found = messages(own_map(tmp_path, (0, 1, "W"), marks="(0,7) (5,7)"))
    assert "(0,0): a door, a window or a garage can't lie on the rim" in found
    assert "(5,7): the door of a car is a square to stand on beside it" in found


def test_a_side_where_nobody_comes_in(tmp_path: Path) -> None:
    row = tuple((1, 1 + 2 * x, "o") for x in range(14))
    assert "(0,0): nobody can come in from this side" in messages(own_map(tmp_path, *row))


def test_a_fault_without_a_board_is_told_at_its_name() -> None:
    (found,) = check('fault lonely "nobody is here": self.life > 1\n', upon=base())
    assert (found.code, found.at.line, found.at.column) == ("E0201", 1, 7)
    assert found.message == "a fault needs a board"
    assert "require a pack with a board" in (found.help or "")


def test_faults_of_a_map_that_cannot_be_read_are_not_told_besides(tmp_path: Path) -> None:
    found = messages(own_map(tmp_path, (1, 1, "?")))
    assert "`?` is no terrain of this map" in found
    assert "a fault needs a board" not in found


def test_values_that_a_map_lacks_are_told_once(tmp_path: Path) -> None:
    """What else asks for them, or for squares, says nothing, and works as soon as they are declared."""
    folder = own_map(tmp_path)
    rules, more = folder / "rules.bang", folder / "more.bang"
    text = rules.read_text("utf-8")
    declared = 'values mark: car_door "car door"\n'
    more.write_text(
        "field trodden of square: yesno = no\nfield used of mark: yesno = no\nfield last_mark: mark?\n"
        "stat marked: squares where it.mark is not none\nstat all_marks(m: marks): count(m)\n",
        encoding="utf-8",
    )
    assert bang.load("plague", paths=[folder]).packs == ("plague",)
    rules.write_text(text.replace(declared, ""), encoding="utf-8")
    with pytest.raises(bang.CardFileError) as caught:
        bang.load("plague", paths=[folder])
    assert {d.code for d in caught.value.diagnostics} == {"E0216"}
    assert {d.message for d in caught.value.diagnostics} == {"no card file declares what a mark can be"}
