"""The generated parts of the documentation are whole."""

from __future__ import annotations

import re

import pytest

from bangrules.language.codes import CATALOGUE
from bangrules.language.lexicon import Vocabulary
from bangrules.paths import grammar_path
from bangrules.vocabulary.board_words import LAYERS, add_board
from bangrules.vocabulary.words import table_vocabulary
from docs.grammar import grammar_rules
from docs.tables import PARTS, described, told
from tests.docs.pages import PAGES, page_called


@pytest.mark.parametrize("name", PARTS)
def test_part_is_made(name: str) -> None:
    text = PARTS[name]()
    assert text.strip()
    assert "\n| | " not in text


def test_every_part_has_its_page() -> None:
    asked = [
        n for page in PAGES for n in re.findall(r"<!-- generated: ([\w ]+) -->", page.read_text("utf-8"))
    ]
    assert sorted(asked) == sorted(PARTS)


def test_pages_that_are_read_unbuilt_say_where_the_part_is() -> None:
    words = page_called("words.md")  # says it once, at its beginning
    for page in PAGES:
        if page != words:
            assert re.findall(r"<!-- generated: ([\w ]+) -->(?!\*[^*\n]+\*)", page.read_text("utf-8")) == []


def test_every_word_and_code_is_there() -> None:
    asking, doing = PARTS["asking words"](), PARTS["doing words"]()
    for variants in table_vocabulary().words.values():
        for word in variants:
            words = doing if word.effect else asking
            assert f"{{bang:word}} {word.id}(" in words
            assert word.doc in words
    codes = PARTS["error codes"]()
    assert re.findall(r"^### (\w+):", codes, re.MULTILINE) == sorted(CATALOGUE, key=lambda c: (c[0], c))


def test_words_of_boards_are_named_where_the_page_is_not_built() -> None:
    section = page_called("words.md").read_text("utf-8").partition("## Words of boards")[2]
    known = add_board(Vocabulary(), LAYERS)
    asked = {f"{of.removeprefix('values:')}.{name}" for of, name in known.properties}
    named = set(re.findall(r"`([\w.]+)`", section))
    assert named == {*known.words, *known.constants, *asked, "closed"}


def test_what_nobody_described_stops_the_build() -> None:
    with pytest.raises(ValueError, match=r"not described: \['new'\]"):
        described(["old", "new"], ["old"], "words")
    with pytest.raises(ValueError, match=r"not described: `new\(\)`"):
        told("new()", "number", " ")


def test_the_grammar_is_whole() -> None:
    text = grammar_path().read_text(encoding="utf-8").partition("// ---- tokens")[0]
    names = set(re.findall(r"^[?!]*([a-z_]+):", text, re.MULTILINE))
    page = grammar_rules()
    assert set(re.findall(r"^   ([a-z_]+): ", page, re.MULTILINE)) == names
    for linked in re.findall(r"`([a-z_]+)`", page):
        assert linked in names | {"declaration"}, linked
    for word in re.findall(r'"[a-z]+"', re.sub(r"//.*", "", text)):
        assert word in page
    assert not re.search(r"_NL|_INDENT|->|[?!]\w", page)
