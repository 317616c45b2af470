"""Whatever a file holds, parsing it gives trees and diagnostics: never a traceback, never a hang."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.codes import CATALOGUE
from bangrules.language.diagnostics import CardFileError, Diagnostic, Reporter, render, to_json
from bangrules.language.parser import ParsedFile, parse_action_line, parse_file, parse_text
from bangrules.language.pieces import declarations
from bangrules.language.sources import Source, decode_source
from bangrules.language.words import keywords
from bangrules.paths import cards_root
from tests.language.strategies import files

SECONDS = 10
"""How long a small text may take at the very most, however slow the machine."""


def survives(text: str) -> tuple[ParsedFile, tuple[Diagnostic, ...]]:
    """Parse a text and check all that must be true of any."""
    source = Source("a.bang", text)
    sink = Reporter()
    start = perf_counter()
    parsed = parse_file(source, sink)
    for found in sink.diagnostics:
        assert found.code in CATALOGUE
        assert found.at.path == "a.bang"
        assert 0 <= found.at.start <= len(text) + 1
        assert found.at.start <= found.at.end
        assert (found.at.line, found.at.column) == source.position(found.at.start) or found.at.start > len(
            text
        )
        assert found.message
        if found.fix is not None:
            assert 0 <= found.fix.at.start <= found.fix.at.end <= len(text)
    assert render(sink.diagnostics, sink.sources).count("error[") >= len(sink.errors)
    assert to_json(sink.diagnostics, sink.sources)
    assert perf_counter() - start < SECONDS
    return parsed, sink.diagnostics


def snippets() -> list[str]:
    """Every declaration of the card files that come with the package."""
    found = []
    for path in sorted(cards_root().rglob("*.bang")):
        source = Source(path.name, path.read_text(encoding="utf-8"))
        found += [source.text[piece.start : piece.end] for piece in declarations(source, source.text)]
    return found


SNIPPETS = snippets() or ["stat x: 1\n"]
SCRAPS = [
    *sorted(keywords()),
    *(
        ":",
        ",",
        "(",
        ")",
        "[",
        "]",
        "=",
        "+=",
        ".",
        "..",
        '"',
        "#",
        "##",
        "@",
        "?",
        "_",
        "!",
        "-",
        "+",
        "*",
        "<",
    ),
    *(
        "♠",
        "A♠",
        "2♠..9♠",
        "10H",
        "1♠",
        "self",
        "A",
        "B",
        "x",
        "7",
        "\n",
        "\n    ",
        "\n        ",
        "\t",
        "\r",
        "\n\n",
    ),
    *("\u00a0", "“", "\u202e", "\0", "ß", "𝒳", "e\u0301", "99999999999"),
]

# Texts that once went wrong, or nearly did.
TEXTS = [
    "",
    "\n",
    '"',
    "#",
    ":",
    " x",
    "\tx\n x",
    "else:",
    "card",
    'card "',
    "stat x:",
    "stat x: (\n)",
    "procedure f:\n",
    "procedure f:\n#\n",
    "procedure f:\n    else: pass",
    "procedure f:\n    if a:\n    else:\n    else:\n",
    "procedure f:\n    else if",
    "pack",
    "card x\n  text",
    "scenario",
    'scenario "x"\n    A',
    "stat x: ((((((((((",
    "stat x: ]",
    "copies A♠..2♥",
    "\x0c",
    "\u2028stat x: 1",
    "x" * 5_000,
    " " * 5_000 + "x",
    "\n" * 5_000 + "x",
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: repr(text[:20]))
def test_texts_that_are_at_the_edge(text: str) -> None:
    survives(text)


@given(files())
def test_what_is_written_is_what_is_read(drawn: tuple[str, tuple[s.Decl, ...]]) -> None:
    text, decls = drawn
    parsed, found = survives(text)
    assert not found, render(found, {"a.bang": Source("a.bang", text)})
    assert parsed.file.decls == decls


@given(files(), st.sampled_from(("\r\n", "\r")), st.booleans())
def test_line_ends_and_marks_do_not_matter(
    drawn: tuple[str, tuple[s.Decl, ...]], end: str, mark: bool
) -> None:
    text, decls = drawn
    data = (b"\xef\xbb\xbf" if mark else b"") + text.replace("\n", end).encode()
    source = decode_source(data, "a.bang", Reporter())
    assert source is not None
    assert parse_file(source, Reporter()).file.decls == decls


@given(files(), st.data())
def test_cut_off_anywhere(drawn: tuple[str, object], data: st.DataObject) -> None:
    text = drawn[0]
    survives(text[: data.draw(st.integers(0, len(text)))])


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A declaration of the card files with a few changes made at random."""
    text = draw(st.sampled_from(SNIPPETS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        scrap = draw(st.sampled_from(SCRAPS) | st.text(max_size=3))
        match draw(st.integers(0, 3)):
            case 0:
                text = text[:start] + scrap + text[start:]
            case 1:
                text = text[:start] + text[end:]
            case 2:
                text = text[:start] + text[start:end] * 2 + text[end:]
            case _:
                text = text[:start] + scrap + text[end:]
    return text


@given(changed())
def test_card_files_changed_at_random(text: str) -> None:
    survives(text)


@given(st.lists(st.sampled_from(SNIPPETS), max_size=3), st.randoms(use_true_random=False))
def test_lines_shuffled(parts: list[str], random: object) -> None:
    lines = "".join(parts).splitlines()
    random.shuffle(lines)  # type: ignore[attr-defined]
    survives("\n".join(lines))


@given(st.lists(st.sampled_from(SCRAPS), max_size=40))
@example(["card", "x", "\n    ", "play", ":", "\n        "])
def test_words_and_signs_at_random(scraps: list[str]) -> None:
    survives(" ".join(scraps))


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    survives(text)


@given(st.lists(st.sampled_from(SNIPPETS), min_size=1, max_size=6))
def test_mistakes_of_one_declaration_leave_the_others_alone(parts: list[str]) -> None:
    alone = [survives(part)[0].file.decls for part in parts]
    wrong = "card gun gun gun gun\n"
    parsed, found = survives(
        wrong + wrong.join(part if part.endswith("\n") else part + "\n" for part in parts)
    )
    assert len(found) == len(parts)
    assert parsed.file.decls == tuple(decl for decls in alone for decl in decls)


@given(st.lists(st.sampled_from(SCRAPS), max_size=12).map(" ".join) | st.text(max_size=20))
def test_actions_at_random(text: str) -> None:
    try:
        step = parse_action_line(text)
    except CardFileError:
        return
    assert isinstance(step, sc.StepLine)


def test_large_files_of_nonsense_take_no_time() -> None:
    start = perf_counter()
    for text in (
        "?" * 1_000_000,
        "x\n" * 500_000,
        "stat x: " + "a " * 300_000,
        '"' * 1_000_000,
        "\t" * 1_000_000,
    ):
        _, found = survives(text)
        assert len(found) <= 101
    assert perf_counter() - start < 6 * SECONDS


def test_a_large_file_is_read() -> None:
    text = "".join(f"stat x{number}(p: player): p.life + {number}\n" for number in range(3_000))
    assert len(parse_text(text).decls) == 3_000
