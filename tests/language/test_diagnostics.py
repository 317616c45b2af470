"""How findings are collected, shown and handed to programs, and how misspelt words are guessed."""

from __future__ import annotations

import json
import pickle
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bangrules.language.codes import CATALOGUE
from bangrules.language.diagnostics import (
    CardFileError,
    Diagnostic,
    Replacement,
    Reporter,
    render,
    to_json,
)
from bangrules.language.sources import Source
from bangrules.language.spelling import distance, suggest
from bangrules.language.syntax import NOWHERE, Span


def shown(text: str) -> str:
    return dedent(text).strip("\n")


def finding(source: Source, start: int, end: int, **more: object) -> Diagnostic:
    values: dict[str, object] = {"code": "E0203", "severity": "error", "message": "unknown argument", **more}
    return Diagnostic(at=source.span(start, end), **values)  # type: ignore[arg-type]


TEXT = "card gun\n    play on one of others(in_rnage)\n"
GUN = Source("cards/gun.bang", TEXT)
OTHERS, WRONG = TEXT.index("others"), TEXT.index("in_rnage")


# ---- for people


def test_a_finding_with_all_its_parts() -> None:
    found = finding(
        GUN,
        WRONG,
        WRONG + 8,
        label="unknown",
        notes=((GUN.span(OTHERS, OTHERS + 6), "takes: in_range, alive"), (NOWHERE, "so it is")),
        help="did you mean `in_range`?",
    )
    assert render([found], {GUN.path: GUN}) == shown(
        """
        error[E0203]: unknown argument
         --> cards/gun.bang:2:27
          |
        2 |     play on one of others(in_rnage)
          |                    ------ takes: in_range, alive
          |                           ^^^^^^^^ unknown
          = note: so it is
          = help: did you mean `in_range`?
        """
    )


def test_notes_in_other_lines_and_other_files() -> None:
    other = Source("cards/bow.bang", "\n" * 120 + "card gun\n")
    found = finding(
        GUN,
        5,
        8,
        message="`gun` is declared twice",
        severity="warning",
        code="W0201",
        notes=((other.span(125, 128), "first here"), (GUN.span(WRONG, WRONG + 1), "see here")),
    )
    assert render([found], {GUN.path: GUN, other.path: other}) == shown(
        """
        warning[W0201]: `gun` is declared twice
           --> cards/gun.bang:1:6
            |
          1 | card gun
            |      ^^^
          2 |     play on one of others(in_rnage)
            |                           - see here
           ::: cards/bow.bang:121:6
            |
        121 | card gun
            |      --- first here
        """
    )


def test_tabs_and_wide_characters_move_the_caret() -> None:
    text = "\tcard 体力ab\n"
    source = Source("a.bang", text)
    lines = render([finding(source, 6, 8)], {"a.bang": source}).splitlines()
    assert lines[-2] == "1 |     card 体力ab"
    # Four columns of blanks for the tab, five of `card `, then two for each wide character.
    assert lines[-1] == "  | " + " " * 9 + "^" * 4
    lines = render([finding(source, 8, 10)], {"a.bang": source}).splitlines()
    assert lines[-1] == "  | " + " " * 13 + "^" * 2


def test_combining_characters_take_no_column() -> None:
    source = Source("a.bang", '"e\u0301" x\n')
    lines = render([finding(source, 5, 6)], {"a.bang": source}).splitlines()
    assert lines[-1] == "  |     ^"


def test_what_moves_the_cursor_is_replaced() -> None:
    source = Source("a\x1b.bang", "card \x1b[31m x\n")
    text = render([finding(source, 5, 6, message="an \x1b here")], {source.path: source})
    assert "\x1b" not in text
    assert text.count("�") == 3


def test_a_place_at_the_end_of_a_line_and_of_the_file() -> None:
    source = Source("a.bang", "card gun")
    assert render([finding(source, 8, 9)], {"a.bang": source}).splitlines()[-1] == "  |         ^"
    source = Source("a.bang", "card gun\n")
    assert render([finding(source, 9, 10)], {"a.bang": source}).splitlines()[-2:] == ["2 |", "  | ^"]


def test_a_stretch_of_several_lines_is_marked_in_its_first() -> None:
    source = Source("a.bang", "card gun  \n    play\n")
    assert render([finding(source, 0, 19)], {"a.bang": source}).splitlines()[-1] == "  | ^^^^^^^^"


@pytest.mark.parametrize("place", [0, 50, 1_000, 9_990])
def test_long_lines_are_cut_around_the_place(place: int) -> None:
    source = Source("a.bang", "".join(chr(97 + i % 26) for i in range(10_000)))
    *_, line, caret = render([finding(source, place, place + 3)], {"a.bang": source}).splitlines()
    assert len(line) < 140
    start = caret.index("^")
    assert line[start : start + 3] == source.text[place : place + 3]
    assert caret.count("^") == 3


def test_a_file_that_nobody_has_is_only_named() -> None:
    assert render([finding(GUN, 0, 4)], {}) == "error[E0203]: unknown argument\n --> cards/gun.bang:1:1"
    assert render([Diagnostic("E0501", "error", "no such pack", NOWHERE)], {}) == "error[E0501]: no such pack"


def test_colors_are_only_paint() -> None:
    import re

    found = [finding(GUN, WRONG, WRONG + 8, label="here", help="mend it", notes=((GUN.span(0, 4), "see"),))]
    colored = render(found, {GUN.path: GUN}, color=True)
    assert "\x1b[1;31m" in colored
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == render(found, {GUN.path: GUN})


@given(
    st.text(),
    st.integers(0, 60),
    st.integers(0, 60),
    st.none() | st.text(),
    st.lists(st.tuples(st.integers(0, 60), st.text()), max_size=3),
)
def test_anything_can_be_shown(
    text: str, start: int, length: int, label: str | None, notes: list[tuple[int, str]]
) -> None:
    source = Source("a.bang", text)
    found = Diagnostic(
        "E0101",
        "error",
        text,
        source.span(start, start + length),
        label,
        tuple((source.span(at), note) for at, note in notes),
        label,
    )
    shown = render([found], {"a.bang": source})
    assert all(character.isprintable() for line in shown.split("\n") for character in line)
    json.loads(to_json([found], {"a.bang": source}))


# ---- for programs


def test_json() -> None:
    found = finding(
        GUN,
        WRONG,
        WRONG + 8,
        notes=((NOWHERE, "so it is"),),
        fix=Replacement(GUN.span(WRONG, WRONG + 8), "in_range"),
    )
    at = {
        "path": "cards/gun.bang",
        "line": 2,
        "column": 27,
        "end_line": 2,
        "end_column": 35,
        "start": WRONG,
        "end": WRONG + 8,
    }
    expected = {
        "code": "E0203",
        "severity": "error",
        "message": "unknown argument",
        "at": at,
        "label": None,
        "notes": [{"at": None, "text": "so it is"}],
        "help": None,
        "fix": {"at": at, "text": "in_range"},
    }
    assert json.loads(to_json([found])) == [expected]
    assert json.loads(to_json([found], {GUN.path: GUN}, indent=None)) == [expected]
    whole = json.loads(to_json([finding(GUN, 0, len(TEXT))], {GUN.path: GUN}))
    assert (whole[0]["at"]["end_line"], whole[0]["at"]["end_column"]) == (3, 1)
    assert json.loads(to_json([])) == []


def test_a_reporter_sorts_and_forgets_repetitions() -> None:
    sink = Reporter()
    a, b = Source("a.bang", "x" * 9), Source("b.bang", "x" * 9)
    sink.error("E0201", "late", a.span(5))
    sink.warning("W0001", "other file", b.span(0))
    sink.error("E0201", "early", a.span(1))
    sink.error("E0201", "late", a.span(5), help="again")
    assert [found.message for found in sink] == ["early", "late", "other file"]
    assert len(sink) == 3
    assert len(sink.errors) == 2
    assert sink.has_errors


def test_warnings_alone_raise_nothing() -> None:
    sink = Reporter()
    sink.warning("W0001", "hm", NOWHERE)
    assert not sink.has_errors
    sink.raise_if_errors()


def test_the_error_carries_all_findings() -> None:
    sink = Reporter()
    sink.add_source(GUN)
    sink.error("E0203", "unknown argument", GUN.span(WRONG, WRONG + 8), help="look it up")
    sink.warning("W0001", "hm", GUN.span(0))
    with pytest.raises(ValueError, match="unknown argument") as caught:
        sink.raise_if_errors()
    error = caught.value
    assert isinstance(error, CardFileError)
    assert error.diagnostics == sink.diagnostics
    assert str(error) == sink.render()
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.diagnostics, str(copy)) == (error.diagnostics, str(error))
    assert str(error.diagnostics[-1]) == "cards/gun.bang:2:27: error[E0203]: unknown argument; look it up"


# ---- the catalogue


def test_the_catalogue_is_in_order_and_whole() -> None:
    for code, entry in CATALOGUE.items():
        assert entry.code == code
        assert code[0] in "EW"
        assert len(code) == 5
        assert code[1:].isdigit()
        assert entry.title[0] == entry.title[0].lower()
        assert entry.cause.endswith(".")
        assert entry.cure.endswith(".")
        assert (entry.bad is None) == (entry.good is None)


# ---- spelling


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "abc", 0),
        ("abc", "acb", 1),
        ("kitten", "sitting", 3),
        ("ca", "abc", 3),
    ],
)
def test_distance(a: str, b: str, expected: int) -> None:
    assert distance(a, b) == distance(b, a) == expected


@given(st.text("abc", max_size=8), st.text("abc", max_size=8), st.integers(0, 8))
def test_a_limit_only_cuts_off(a: str, b: str, limit: int) -> None:
    exact = distance(a, b)
    assert distance(a, b, limit) == (exact if exact <= limit else limit + 1)
    assert (exact == 0) == (a == b)
    assert exact <= max(len(a), len(b))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("recieve", "receive"),
        ("Turn", "turn"),
        ("trun", "turn"),
        ("distnace", "distance"),
        ("slef", "self"),
        ("xyz", None),
        ("turn", None),
        ("t", None),
        ("", None),
    ],
)
def test_suggestions(word: str, expected: str | None) -> None:
    assert suggest(word, ["receive", "reveal", "turn", "distance", "self"]) == expected


def test_of_equally_near_words_the_first_of_the_alphabet_is_suggested() -> None:
    assert suggest("cat", ["hat", "bat", "cart"]) == suggest("cat", ["cart", "hat", "bat"]) == "bat"


def test_spans() -> None:
    assert str(Span("a.bang", 3, 7, 20, 25)) == "a.bang:3:7"
