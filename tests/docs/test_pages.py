"""The documentation does what it says: its programs run, its card files are right, its commands exist."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import bangrules
from bangrules.errors import Reason
from bangrules.language.words import DECLARATIONS, keywords
from bangrules.tools.cli import main
from bangrules.tools.editing.scenario_words import CODES
from bangrules.tools.scenarios import run_path
from tests.docs.pages import CHECKOUT, PAGES, Reader, blocks, inside, page_called

# Words of the grammar that are part of others.
PARTS_OF_WORDS = {"least", "most", "force", "of", "by", "random", "up", "any"}


def told(*names: str) -> str:
    return "\n".join(page_called(name).read_text(encoding="utf-8") for name in names)


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_programs_and_card_files(page: Path, tmp_path: Path) -> None:
    with inside(tmp_path):
        Reader(page).read()


SETTINGS: dict[str, Callable[[str], object]] = {
    "json": json.loads,
    "toml": tomllib.loads,
    "lua": str,
    "elisp": str,
}
"""Settings of editors; what can be read in Python must be right."""


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_settings_can_be_read(page: Path) -> None:
    for block in blocks(page):
        if block.language in SETTINGS:
            assert SETTINGS[block.language](block.text)


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_blocks_say_their_language(page: Path) -> None:
    assert {block.language for block in blocks(page)} <= {"python", "bang", "sh", "text", "none", *SETTINGS}
    assert page.read_text(encoding="utf-8").count("```") >= 2 * len(list(blocks(page)))


def test_scenarios_of_the_pages_hold(tmp_path: Path) -> None:
    written = [b.text for page in PAGES for b in blocks(page) if b.text.startswith("scenario") and not b.file]
    (tmp_path / "pages.bang").write_text("\n".join(written), encoding="utf-8")
    results = run_path(tmp_path / "pages.bang")
    assert results
    assert not [result.report for result in results if not result.ok]


def test_the_game_without_cards_is_one(tmp_path: Path) -> None:
    (text,) = re.findall(r"<!-- a game -->\n\n```bang\n(.*?)^```", told("language.md"), re.M | re.S)
    (tmp_path / "pack.bang").write_text(text, encoding="utf-8")
    game = bangrules.load("dice", paths=[tmp_path]).new_game(players=3, seed=2)
    while not game.is_over:
        game.push(game.legal_actions()[0])
    assert game.outcome()


def test_commands_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        lines = [line for block in blocks(page) if block.language == "sh" for line in block.text.splitlines()]
        lines += re.findall(r"`((?:bangrules|make) [^`\n]+)`", text)
        for line in lines:
            words = shlex.split(line)
            if words[0] == "bangrules" and words[1][0].islower():
                command = main.get_command(None, words[1])  # type: ignore[arg-type]
                assert command is not None, f"{page.name}: {line}"
                options = {o for p in command.params for o in (*p.opts, *p.secondary_opts)} | {"--help"}
                assert {w for w in words[2:] if w.startswith("--")} <= options, f"{page.name}: {line}"
            elif words[0] == "make":
                assert words[1] in targets, f"{page.name}: {line}"


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_reference_names_all_that_is_public() -> None:
    asked = " ".join(re.findall(r"<!-- python: ([\w. ]+) -->", told("python.md"))).split()
    assert {name for name in asked if "." not in name} == set(bangrules.__all__)


def test_the_page_on_scenarios_names_every_reason() -> None:
    """Those that `because` can name, as the docstring of `Reason` has them."""
    codes = set(re.findall(r"`(\w+)`", (Reason.__doc__ or "").partition("\n\n")[2].partition("`text`")[0]))
    section = told("scenarios.md").partition("## Reasons")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    listed = set(re.findall(r"`(\w+)`", " ".join(rows)))
    assert listed == codes - {"code", "foreign", "malformed"} >= set(CODES)


def test_every_word_of_the_grammar_is_told_of() -> None:
    code = " ".join(
        re.findall(
            r"`([^`\n]+)`|^```bang.*?^```", told("language.md", "scenarios.md", "boards.md"), re.M | re.S
        )
    )
    code += " ".join(
        b.text for name in ("language.md", "scenarios.md", "boards.md") for b in blocks(page_called(name))
    )
    words = set(re.findall(r"\w+", code))
    generated = {"needs"}  # in the list of words that are never names
    assert keywords() - words - PARTS_OF_WORDS - generated == set()
    assert words >= DECLARATIONS
