"""The command line as a whole: help, errors, exit codes, and streams that can't do everything."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bangrules.tools.cli import COMMANDS
from tests.tools.running import COMMAND, ROOT, bangrules, in_a_process


def test_help_lists_every_command_without_importing_them() -> None:
    result = in_a_process("--help")
    assert result.returncode == 0
    for name, text in COMMANDS.items():
        assert f"{name} " in result.stdout.decode()
        assert text in result.stdout.decode()
    probe = COMMAND.replace("main(prog_name='bangrules')", "main(['--help'], standalone_mode=False)")
    listed = (
        "; import sys; print(sorted(m for m in sys.modules if m.startswith('bangrules.tools.commands.')))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", probe + listed], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert loaded.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    result = bangrules(name, "--help")
    assert result.exit_code == 0
    assert f"Usage: bangrules {name}" in result.output
    assert bangrules(name, "-h").output == result.output


def test_version() -> None:
    assert bangrules("--version").output.startswith("bangrules ")


def test_a_misspelt_command_gets_a_suggestion() -> None:
    result = bangrules("chek", "cards")
    assert result.exit_code == 2
    assert "did you mean `check`?" in result.output


def test_an_unknown_command_gets_the_list() -> None:
    result = bangrules("xyzzy")
    assert result.exit_code == 2
    assert "simulate" in result.output


@pytest.mark.parametrize(
    "args",
    [
        ("play", "--packs", "bsae", "--bots"),
        ("simulate", "--packs", "bsae"),
        ("bench", "--packs", "bsae"),
        ("show", "--packs", "bsae", "x"),
        ("play", "--paths", "nowhere", "--bots"),
        ("packs", "--paths", "nowhere"),
        ("play", "--players", "2", "--bots"),
        ("play", "--bots", "--option", "characters_each=many"),
        ("play", "--bots", "--option", "nonsense=1"),
        ("play", "--bots", "--option", "nonsense"),
        ("check", "nowhere"),
        ("test", "nowhere"),
        ("explain", "E9999"),
        ("simulate", "--bot", "senible"),
        ("simulate", "--bot", "H=random"),
        ("simulate", "--bot", "nobody=random"),
        ("simulate", "--csv", "/no/such/folder/file.csv"),
        ("check",),
        ("--nonsense",),
        ("xyzzy",),
        ("chek", "cards"),
        ("play", "--seed", "x"),
        ("play", "--resume", "nowhere"),
        ("replay", "nowhere"),
        ("simulate", "--games", "0"),
        ("bench", "--seconds", "nan"),
        ("bench", "--seconds", "inf"),
        ("bench", "--seconds", "-1"),
        ("play", "--bots", "--option", "characters_each=²"),
        ("play", "--bots", "--option", f"characters_each={'9' * 5000}"),
        ("play", "--bots", "--save", "/no/such/folder/game.txt"),
    ],
)
def test_misuse_is_one_clear_line(args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = bangrules(*args)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert re.fullmatch(r"bangrules: .{10,190}\n", result.output)


def test_without_a_command_the_help_is_shown() -> None:
    result = bangrules()
    assert result.exit_code == 2
    assert result.output == bangrules("--help").output


def test_output_that_is_lost_is_told_in_one_line() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [sys.executable, "-c", COMMAND, "explain"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )
    assert result.returncode == 2
    assert result.stderr.decode() == "bangrules: the output is lost: No space left on device\n"


def test_a_pack_with_mistakes_is_told_when_it_is_played(tmp_path: Path) -> None:
    pack = tmp_path / "shoes"
    pack.mkdir()
    (pack / "pack.bang").write_text('pack shoes "Shoes"\n    requires base\n\ncard shoe "Shoe" brwn\n')
    result = bangrules("play", "--bots", "--paths", pack)
    assert result.exit_code == 1
    assert "error[E0201]" in result.output
    assert "Traceback" not in result.output


def test_colours_only_for_terminals_and_not_against_the_wish() -> None:
    assert "\x1b" not in bangrules("packs").output


def test_output_that_knows_no_suits_gets_letters() -> None:
    result = in_a_process("show", "jail", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert b"3 copies: JS 10S 4H" in result.stdout
    assert "J♠ 10♠ 4♥" in in_a_process("show", "jail", PYTHONIOENCODING="utf-8").stdout.decode()


def test_a_game_in_a_narrow_encoding() -> None:
    result = in_a_process("play", "--bots", "--bot", "random", "--seed", "3", PYTHONIOENCODING="latin-1")
    assert result.returncode == 0
    assert result.stderr == b""
    assert result.stdout.decode("latin-1").splitlines()[-1].startswith("The game is over")


@pytest.mark.skipif(os.name != "posix", reason="pipes are closed otherwise elsewhere")
def test_a_closed_pipe_is_no_error() -> None:
    command = f'"$0" -c "{COMMAND}" simulate --games 3 --bot random | true; echo ${{PIPESTATUS[0]}}'
    done = subprocess.run(
        ["bash", "-c", command, sys.executable],
        capture_output=True, text=True, timeout=120, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.strip() in ("0", "1")
