"""`bangrules check` and `bangrules explain`."""

import json
from pathlib import Path

import pytest

from bangrules.language.codes import CATALOGUE
from tests.tools.running import ROOT, bangrules, refuse

FIVE = """\
card shoe "Shoe" brwn
    copies A♠
    play: DRAW 1

card boot "Boot" brown
    copies 2♠
    play: DRW 2

character bob "Bob" life 4
    modify distnce(_, self): +1

character tim "Tim" life 4
    after HIT(self, n, author, more): DRAW n

card sock "Sock" brown
    copies 3♠
    play: DRAW yes
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "shoes"
    folder.mkdir()
    (folder / "pack.bang").write_text('pack shoes "Shoes"\n    requires base\n', encoding="utf-8")
    return folder


def test_nothing_found_nothing_written() -> None:
    result = bangrules("check", ROOT / "cards" / "base")
    assert (result.exit_code, result.output) == (0, "")


def test_all_mistakes_at_once(pack: Path) -> None:
    (pack / "cards.bang").write_text(FIVE, encoding="utf-8")
    result = bangrules("check", pack)
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    for line, near in ((1, "brown"), (7, "DRAW"), (10, "distance"), (13, "HIT"), (17, "number")):
        assert f"cards.bang:{line}:" in result.stdout
        assert near in result.stdout
    assert "cards.bang:1:18\n" in result.stdout
    assert result.stderr == "\n5 errors\n"


def test_a_file_of_a_pack_is_checked_with_the_rest(pack: Path) -> None:
    (pack / "cards.bang").write_text(
        'card shoe "Shoe" brown\n    copies A♠\n    play: lace\n', encoding="utf-8"
    )
    (pack / "rules.bang").write_text("procedure lace:\n    pass\n", encoding="utf-8")
    assert bangrules("check", pack / "cards.bang").exit_code == 0
    assert bangrules("check", pack / "cards.bang").output == ""


def test_a_loose_file_is_checked_upon_the_base_game(tmp_path: Path) -> None:
    file = tmp_path / "my shoes.bang"
    file.write_text('card shoe "Shoe" brown\n    copies A♠\n    play: DRAW 2\n', encoding="utf-8")
    assert bangrules("check", file).output == ""
    assert bangrules("check", tmp_path).output == ""
    file.write_text('card shoe "Shoe" brown\n    copies A♠\n    play: DRW 2\n', encoding="utf-8")
    assert "did you mean `DRAW`?" in bangrules("check", file).output
    assert bangrules("check", tmp_path).exit_code == 1


def test_scenarios_are_checked_upon_the_pack_around_them(pack: Path) -> None:
    """They may speak of what it declares, and are checked together."""
    (pack / "cards.bang").write_text("stat softness(p: player): 1\n", encoding="utf-8")
    (pack / "scenarios").mkdir()
    file = pack / "scenarios" / "a.bang"
    file.write_text("after turn(p) if softness(p) > 1: DRAW 1 to p\n", encoding="utf-8")
    assert (bangrules("check", file).exit_code, bangrules("check", pack / "scenarios").exit_code) == (0, 0)
    file.write_text("after turn(p) if sotfness(p) > 1: DRAW 1 to p\n", encoding="utf-8")
    for path in (file, pack / "scenarios"):
        assert "did you mean `softness`?" in bangrules("check", path).output


def test_a_pack_is_checked_with_its_scenarios(pack: Path) -> None:
    """Their mistakes come with those of the pack, each once."""
    (pack / "cards.bang").write_text(FIVE, encoding="utf-8")
    (pack / "scenarios").mkdir()
    file = pack / "scenarios" / "a.bang"
    file.write_text('scenario "one"\n    A play shoe\n', encoding="utf-8")
    for path in (pack, pack.parent):
        result = bangrules("check", path)
        assert (result.exit_code, result.stderr) == (1, "\n6 errors\n")
        assert "a.bang:2:" in result.stdout
    (pack / "cards.bang").unlink()
    result = bangrules("check", pack)
    assert (result.exit_code, result.stderr) == (1, "\n1 error\n")
    file.write_text('scenario "one"\n    seat A sheriff\n    A plays shoe\n', encoding="utf-8")
    assert bangrules("check", pack).output == ""


def test_a_pack_inside_another_is_not_checked_with_it(pack: Path) -> None:
    inner = pack / "template"
    (inner / "scenarios").mkdir(parents=True)
    (inner / "pack.bang").write_text('pack inner "Inner"\n    requires nothing_there\n', encoding="utf-8")
    (inner / "scenarios" / "a.bang").write_text('scenario "one"\n    A play shoe\n', encoding="utf-8")
    assert bangrules("check", pack).output == ""


def test_findings_for_programs(pack: Path) -> None:
    (pack / "cards.bang").write_text(FIVE, encoding="utf-8")
    result = bangrules("check", "--json", pack)
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert {"E0201"} <= {item["code"] for item in found}
    assert all(item["at"]["path"].endswith(".bang") for item in found)
    assert json.loads(bangrules("check", "--json", ROOT / "cards" / "base").stdout) == []


@pytest.mark.parametrize(
    "data", [b"\x00\x01\x02", b"\xff\xfe\x00", b"", b"\xef\xbb\xbf", "card ♠".encode(), b"x" * 3_000_000]
)
def test_any_file_gets_an_answer(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "odd.bang"
    file.write_bytes(data)
    result = bangrules("check", file)
    assert result.exit_code in (0, 1)
    assert "Traceback" not in result.output


def test_a_folder_without_card_files_is_misuse(tmp_path: Path) -> None:
    result = bangrules("check", tmp_path)
    assert result.exit_code == 2
    assert "there are no card files" in result.output


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_code_is_explained(code: str) -> None:
    result = bangrules("explain", code.lower())
    assert result.exit_code == 0
    assert result.output.startswith(f"{code}: {CATALOGUE[code].title}")
    assert json.loads(bangrules("explain", code, "--json").stdout)["cause"] == CATALOGUE[code].cause


def test_all_codes_are_listed() -> None:
    listed = bangrules("explain").output.splitlines()
    assert len(listed) == len(CATALOGUE)
    assert list(json.loads(bangrules("explain", "--json").stdout)) == list(CATALOGUE)


def test_an_unknown_code_is_misuse() -> None:
    result = bangrules("explain", "E02O1")
    assert result.exit_code == 2
    assert "did you mean" in result.output


@pytest.mark.parametrize("alone", [False, True])
def test_a_folder_that_cannot_be_read_is_named(
    pack: Path, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = pack if alone else pack.parent / "boots"
    closed.mkdir(exist_ok=True)
    assert bangrules("check", pack.parent).output == ""
    refuse(closed, monkeypatch)
    result = bangrules("check", pack.parent)
    assert result.exit_code == 1
    assert "error[E0001]: this folder can't be read: Permission denied" in result.stdout
    assert str(closed) in result.stdout
    assert result.stderr == "\n1 error\n"


def test_with_events_too_a_card_that_is_never_in_force_is_told(tmp_path: Path) -> None:
    """What is turned up are events, not cards of the deck."""
    card = 'card bow "Bow" brown\n    copies 4♠\n    modify sight(self): +1\n'
    (tmp_path / "pack.bang").write_text(f'pack bows "Bows"\n    requires base, events\n\n{card}', "utf-8")
    assert "warning[W0404]: `bow` is never in force" in bangrules("check", str(tmp_path)).output


@pytest.mark.parametrize(
    "line",
    ["version 1.0\n    requires base", "requires: base", "requires base events", "requires base and events"],
)
def test_a_mistake_in_the_manifest_is_the_only_one(tmp_path: Path, line: str) -> None:
    card = 'card bow "Bow" brown\n    copies 4♠\n    play: DRAW 2\n'
    (tmp_path / "pack.bang").write_text(f'pack bows "Bows"\n    {line}\n\n{card}', "utf-8")
    result = bangrules("check", str(tmp_path))
    assert result.output.count("error[") == 1
    assert result.output.startswith("error[E0101]")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "mine",
            'event fog "Fog"\n    modify sight(_): at most 1\n',
            "warning[W0402]: event `fog` is in no deck",
        ),
        (
            "mine",
            'card gun "Gun" weapon\n    copies 2♠\n',
            "warning[W0407]: `gun` has no number, for which border",
        ),
        ("mine", 'character ghost "Ghost" life 0\n', "error[E0407]: character `ghost` has 0 life points"),
        (
            "promo",
            'option a = 3 "a"\nmodify sight(_): +a\n',
            "warning[W0501]: there is a pack `promo` already",
        ),
    ],
)
def test_what_can_hardly_be_meant_is_told(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / "pack.bang").write_text(f'pack {name} "Mine"\n    requires base\n\n{text}', "utf-8")
    result = bangrules("check", str(tmp_path))
    assert result.output.startswith(told)
    assert result.output.count("[") == 1
