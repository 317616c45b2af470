"""`bangrules fmt`."""

from __future__ import annotations

import codecs
import errno
import json
import os
import random
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import bangrules as bang
from tests.tools.running import ROOT, bangrules, in_a_process, refuse

UNTIDY = 'card  shoe "Shoe"brown\n  copies AS # one\n\n\n  play:DRAW 2'
TIDY = 'card shoe "Shoe" brown\n    copies A♠  # one\n\n    play: DRAW 2\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "shoe.bang"
    path.write_text(UNTIDY, encoding="utf-8")
    return path


def test_a_file_is_laid_out_and_named_once(file: Path) -> None:
    result = bangrules("fmt", file, file)
    assert (result.exit_code, result.output) == (0, f"changed {file}\n")
    assert file.read_text(encoding="utf-8") == TIDY
    result = bangrules("fmt", file)
    assert (result.exit_code, result.output) == (0, "")
    assert list(file.parent.iterdir()) == [file], "nothing is left beside it"


def test_check_names_and_writes_nothing(file: Path) -> None:
    result = bangrules("fmt", "--check", file)
    assert (result.exit_code, result.output) == (1, f"would change {file}\n")
    assert file.read_text(encoding="utf-8") == UNTIDY
    file.write_text(TIDY, encoding="utf-8")
    result = bangrules("fmt", "--check", file)
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize("more", [[], ["--check"]])
def test_diff_shows_and_writes_nothing(file: Path, more: list[str]) -> None:
    result = bangrules("fmt", "--diff", *more, file)
    assert result.exit_code == 1
    assert result.output == (
        f"--- {file}\n+++ {file}\n@@ -1,5 +1,4 @@\n"
        '-card  shoe "Shoe"brown\n-  copies AS # one\n'
        '+card shoe "Shoe" brown\n+    copies A♠  # one\n'
        " \n-\n-  play:DRAW 2\n\\ No newline at end of file\n+    play: DRAW 2\n"
    )
    assert file.read_text(encoding="utf-8") == UNTIDY
    file.write_text(TIDY, encoding="utf-8")
    assert bangrules("fmt", "--diff", *more, file).output == ""


def test_a_folder_is_all_card_files_in_it(file: Path) -> None:
    inner = file.parent / "trail" / "scenarios"
    inner.mkdir(parents=True)
    hidden = file.parent / ".venv"
    hidden.mkdir()
    (file.parent / "house.map").write_text("## ##\n", encoding="utf-8")
    for folder in (inner, hidden):
        (folder / "a.bang").write_text("stat  x:1\n", encoding="utf-8")
    result = bangrules("fmt", file.parent)
    assert result.output == f"changed {file}\nchanged {inner / 'a.bang'}\n"
    assert (inner / "a.bang").read_text(encoding="utf-8") == "stat x: 1\n"
    assert (hidden / "a.bang").read_text(encoding="utf-8") == "stat  x:1\n"


def test_a_file_with_mistakes_is_left_alone_and_hides_no_other(file: Path) -> None:
    wrong = file.parent / "wrong.bang"
    wrong.write_text("stat  x:\nmodfy x: 2\n", encoding="utf-8")
    result = bangrules("fmt", file.parent)
    assert result.exit_code == 1
    assert result.stdout == f"changed {file}\n"
    assert f"{wrong}:1:9" in result.stderr
    assert "did you mean `modify`?" in result.stderr
    assert wrong.read_text(encoding="utf-8") == "stat  x:\nmodfy x: 2\n"


@pytest.mark.parametrize(
    "data", [b"\x00", b"\xff\xfe\x00", "card ♠".encode("utf-16"), b"\xe9", b"x" * 3_000_000]
)
def test_what_is_no_card_file_is_left_alone(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "odd.bang"
    file.write_bytes(data)
    result = bangrules("fmt", file)
    assert result.exit_code == 1
    assert "error[E" in result.stderr
    assert file.read_bytes() == data


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_line_ends_and_marks_are_kept(tmp_path: Path, end: str, mark: bytes) -> None:
    file = tmp_path / "a.bang"
    for text in (UNTIDY, TIDY):
        file.write_bytes(mark + text.replace("\n", end).encode())
        bangrules("fmt", file)
        assert file.read_bytes() == mark + TIDY.replace("\n", end).encode()
    assert bangrules("fmt", file).output == ""


def test_mixed_line_ends_become_those_of_the_first_line(tmp_path: Path) -> None:
    file = tmp_path / "a.bang"
    file.write_bytes(b"stat x: 1\r\nstat y: 2\nstat z: 3\r\n")
    bangrules("fmt", file)
    assert file.read_bytes() == b"stat x: 1\r\nstat y: 2\r\nstat z: 3\r\n"


def test_standard_input_goes_to_standard_output() -> None:
    result = bangrules("fmt", "-", given=UNTIDY)
    assert (result.exit_code, result.output) == (0, TIDY)
    assert bangrules("fmt", "-", given=TIDY).output == TIDY
    result = bangrules("fmt", "--check", "-", given=UNTIDY)
    assert (result.exit_code, result.output) == (1, "would change <stdin>\n")
    result = bangrules("fmt", "-", given="stat x:\n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "<stdin>:1:" in result.stderr


def test_standard_output_is_utf_8_whatever_the_terminal_is() -> None:
    result = in_a_process("fmt", "-", given=UNTIDY.encode(), PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stdout, result.stderr) == (0, TIDY.encode(), b"")


def test_findings_for_programs(file: Path) -> None:
    (file.parent / "wrong.bang").write_text("stat  x:\n", encoding="utf-8")
    result = bangrules("fmt", "--json", "--check", file.parent)
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["changed"] == [str(file)]
    assert [mistake["at"]["path"] for mistake in found["mistakes"]] == [str(file.parent / "wrong.bang")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows neither")
def test_links_and_permissions_are_kept(file: Path) -> None:
    file.chmod(0o640)
    link = file.parent / "link.bang"
    link.symlink_to(file)
    bangrules("fmt", link)
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == TIDY
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="needs a folder that can't be written to"
)
def test_a_file_that_cannot_be_written(file: Path) -> None:
    file.parent.chmod(0o500)
    try:
        result = bangrules("fmt", file)
    finally:
        file.parent.chmod(0o700)
    assert result.exit_code == 2
    assert "Permission denied" in result.output
    assert file.read_text(encoding="utf-8") == UNTIDY


def test_one_file_that_cannot_be_written_hinders_no_other(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [file.parent / name for name in ("a.bang", "z.bang")]
    for other in others:
        other.write_text(UNTIDY, encoding="utf-8")
    replaces = os.replace

    def full(source: str, target: Path) -> None:
        if target == file.resolve():
            raise OSError(errno.ENOSPC, "No space left on device", source)
        replaces(source, target)

    monkeypatch.setattr(os, "replace", full)
    result = bangrules("fmt", file.parent)
    assert result.exit_code == 2
    assert result.stdout == f"changed {others[0]}\nchanged {others[1]}\n"
    assert result.stderr == f"bangrules: {file} can't be written: No space left on device\n"
    assert file.read_text(encoding="utf-8") == UNTIDY
    assert sorted(file.parent.iterdir()) == sorted([file, *others])


@pytest.mark.parametrize("more", [[], ["--check"], ["--json"]])
def test_a_folder_that_cannot_be_read_is_named(
    file: Path, more: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text(TIDY, encoding="utf-8")
    closed = file.parent / "closed"
    closed.mkdir()
    refuse(closed, monkeypatch)
    result = bangrules("fmt", *more, file.parent)
    assert result.exit_code == 2
    assert result.stderr == f"bangrules: {closed} can't be read: Permission denied\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
def test_standard_input_that_is_closed() -> None:
    command = f'"{sys.executable}" -m bangrules fmt - <&-'
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bangrules: there is no standard input to read\n"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "missing argument"),
        (["nowhere"], "there is no file or folder nowhere"),
        (["."], "there are no card files in ."),
        (["-", "."], "`-` is standard input"),
    ],
)
def test_misuse(args: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = bangrules("fmt", *args)
    assert result.exit_code == 2
    assert told in result.output


def moves(pack: Path) -> list[str]:
    """How a game with a pack goes, if everybody does the first thing that comes to mind."""
    game = bang.load("base", "trail", paths=[pack]).new_game(players=5, seed=11)
    rng = random.Random(5)
    while not game.is_over:
        game.push(rng.choice(game.legal_actions()))
    return [str(action) for action in game.record().actions]


def test_cards_do_what_they_did(tmp_path: Path) -> None:
    for path in (ROOT / "examples" / "custom_pack").glob("*.bang"):
        text = path.read_text(encoding="utf-8").replace("    ", "\t").replace(": ", " :  ")
        (tmp_path / path.name).write_text(text.translate(str.maketrans("♠♥♦♣", "SHDC")), encoding="utf-8")
    before = moves(tmp_path)
    assert bangrules("fmt", tmp_path).stdout.count("changed") >= 3
    assert moves(tmp_path) == before
    for path in (ROOT / "examples" / "custom_pack").glob("*.bang"):
        assert (tmp_path / path.name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_our_own_card_files_are_in_the_style() -> None:
    result = bangrules("fmt", "--check", ROOT / "cards", ROOT / "examples")
    assert (result.exit_code, result.output) == (0, "")
