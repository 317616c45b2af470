"""The pictures that pages show are those which the library draws."""

from __future__ import annotations

import re

import pytest

from docs.pictures import FOLDER, PICTURES
from tests.docs.pages import PAGES


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_what_is_drawn(name: str) -> None:
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == PICTURES[name](), "draw them anew: python -m docs.pictures"


def test_every_picture_is_shown_and_there() -> None:
    shown = {
        name
        for page in PAGES
        for name in re.findall(r"pictures/([\w-]+)\.svg", page.read_text(encoding="utf-8"))
    }
    assert shown == set(PICTURES)
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)
