"""Every code of the checker is explained, and its examples are what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bangrules.language
from bangrules.language.codes import CATALOGUE, Entry
from bangrules.language.diagnostics import Diagnostic
from tests.language.checking import check, example

CODES = [entry for entry in CATALOGUE.values() if re.match("E0[2-57]|W0", entry.code)]
# What takes more than a text to show; other tests do.
WITHOUT = {"W0501", "E0212", "E0215", "E0216", "E0218", "E0505"}


def packs(text: str) -> list[str]:
    """The packs in an example: each begins with its manifest."""
    return [part for part in re.split(r"^(?=pack )", text, flags=re.M) if part]


def checked(text: str) -> tuple[Diagnostic, ...]:
    """The findings in an example, which stands upon a little game unless it is one."""
    return check(*packs(text), upon=None if text.startswith("start") else example())


def test_the_game_that_examples_stand_upon_is_right() -> None:
    assert not check(upon=example())


@pytest.mark.parametrize("entry", CODES, ids=[entry.code for entry in CODES])
def test_examples(entry: Entry) -> None:
    if entry.code in WITHOUT:
        assert entry.bad is None
        assert entry.good is None
        return
    assert entry.bad is not None
    assert entry.good is not None
    assert {found.code for found in checked(entry.bad)} == {entry.code}
    assert not [str(found) for found in checked(entry.good)]


@pytest.mark.parametrize("entry", CODES, ids=[entry.code for entry in CODES])
def test_entries_are_written_for_people(entry: Entry) -> None:
    assert entry.title[0] == "`" or entry.title[0].islower()
    for text in (entry.cause, entry.cure):
        assert text[0].isupper() or text[0] == "`"
        assert text.endswith(".")


def test_every_code_of_the_checker_is_in_the_catalogue() -> None:
    (folder,) = bangrules.language.__path__
    raised = {
        code
        for path in (*Path(folder).glob("*.py"), Path(folder).parent / "tools" / "checking.py")
        if not path.name.startswith("codes")
        for code in re.findall(r'"((?:E0[2-57]|W0\d)\d\d)"', path.read_text("utf-8"))
    }
    assert raised == {entry.code for entry in CODES}
