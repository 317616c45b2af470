"""The examples run."""

from __future__ import annotations

import runpy

import pytest

from bangrules.tools.scenarios import run_path
from tests.docs.pages import CHECKOUT, blocks

EXAMPLES = CHECKOUT / "examples"


@pytest.mark.parametrize(
    ("name", "argument", "last"),
    [
        ("random_playout.py", 7, "won by "),
        ("search_bot.py", 1, "the bot has won "),
        ("play_custom_pack.py", 5, "a Canteen was played "),
    ],
)
def test_example(name: str, argument: int, last: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / name))["main"](argument)
    assert capsys.readouterr().out.splitlines()[-1].startswith(last)


def test_all_examples_are_told_of() -> None:
    told = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in EXAMPLES.glob("*.py"):
        assert f"python examples/{path.name}" in told


def test_custom_pack() -> None:
    results = run_path(EXAMPLES / "custom_pack")
    assert results
    assert not [result.report for result in results if not result.ok]


def test_custom_pack_is_the_one_of_the_tutorial() -> None:
    page = CHECKOUT / "docs" / "your-first-card.md"
    written = {b.file.removeprefix("trail/"): b.text for b in blocks(page) if b.file}
    pack = EXAMPLES / "custom_pack"
    there = {path.relative_to(pack).as_posix(): path.read_text("utf-8") for path in pack.rglob("*.bang")}
    assert written == there
