"""The examples run."""

from __future__ import annotations

import ast
import json
import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bangrules.tools.scenarios import run_path
from tests.docs.pages import CHECKOUT, blocks, page_called

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


def test_balance_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = runpy.run_path(str(EXAMPLES / "balance_study.py"))
    study["main"](24, "random", tmp_path / "balance.svg")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["Old Hank, life 4", "Old Hank, life 3"]
    picture = ElementTree.parse(tmp_path / "balance.svg").getroot()
    marks = [mark.attrib["class"] for mark in picture.iter("{http://www.w3.org/2000/svg}g")]
    assert marks.count("marked") == 2
    assert len(marks) > 10


def test_the_interval_of_a_difference_holds_what_it_should() -> None:
    """Newcombe's own example: 56 of 70 and 48 of 80, an interval of 0.0524 to 0.3339."""
    study = runpy.run_path(str(EXAMPLES / "balance_study.py"))
    change, low, high = study["difference"](study["Rate"](48, 80), study["Rate"](56, 70))
    assert (round(change, 4), round(low, 4), round(high, 4)) == (0.2, 0.0524, 0.3339)


def test_the_changed_pack_of_the_study_is_another(tmp_path: Path) -> None:
    study = runpy.run_path(str(EXAMPLES / "balance_study.py"))
    pack = study["changed"](tmp_path)
    texts = [path.read_text(encoding="utf-8") for path in pack.glob("*.bang")]
    assert sum(study["HEADING"] + "3" in text for text in texts) == 1


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    names: dict[str, Any] = {"__name__": "notebook"}
    shown = []
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        tree = ast.parse("".join(cell["source"]), f"{path.name} cell {number}")
        *before, last = tree.body
        value = None
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(before, []), path.name, "exec"), names)
            value = eval(compile(ast.Expression(last.value), path.name, "eval"), names)
        else:
            exec(compile(tree, path.name, "exec"), names)
        if value is not None:
            shown.append(getattr(value, "_repr_svg_", value.__repr__)())
        else:
            assert capsys.readouterr().out.strip(), f"cell {number} shows nothing"
    assert len(shown) > 3
    assert all(shown)


def test_all_examples_are_told_of() -> None:
    told = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in EXAMPLES.rglob("*.py"):
        assert f"python {path.relative_to(EXAMPLES.parent).as_posix()}" in told
    for path in EXAMPLES.rglob("*.ipynb"):
        assert path.name in told


def test_custom_pack() -> None:
    results = run_path(EXAMPLES / "custom_pack")
    assert results
    assert not [result.report for result in results if not result.ok]


def test_custom_pack_is_the_one_of_the_tutorial() -> None:
    page = page_called("your-first-card.md")
    written = {b.file.removeprefix("trail/"): b.text for b in blocks(page) if b.file}
    pack = EXAMPLES / "custom_pack"
    there = {path.relative_to(pack).as_posix(): path.read_text("utf-8") for path in pack.rglob("*.bang")}
    assert written == there
