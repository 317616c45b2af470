"""Reading card files: every encoding and layout is read right or gets one clear diagnostic."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bangrules.language.diagnostics import Diagnostic, Reporter
from bangrules.language.parser import parse_file
from bangrules.language.sources import LARGEST, Source, decode_source, read_source


def refused(data: bytes) -> Diagnostic:
    sink = Reporter()
    assert decode_source(data, "a.bang", sink) is None
    (found,) = sink.diagnostics
    return found


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_marks_and_line_ends_change_nothing(tmp_path: Path, mark: bytes, end: str) -> None:
    text = 'card señor "Señor ♥"\n    copies A♥\n'
    path = tmp_path / "a.bang"
    path.write_bytes(mark + text.replace("\n", end).encode())
    sink = Reporter()
    source = read_source(path, sink)
    assert source is not None
    assert source.text == text
    assert source.path == str(path)
    parse_file(source, sink)
    assert not sink.diagnostics


def test_a_name_to_show(tmp_path: Path) -> None:
    path = tmp_path / "a.bang"
    path.write_text("stat x: 1")
    source = read_source(path, Reporter(), "my/a.bang")
    assert source is not None
    assert source.path == "my/a.bang"


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        ("card".encode("utf-16"), "E0002", "UTF-16"),
        ("card".encode("utf-16-le") + b"\0", "E0003", "binary"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "E0003", "binary"),
        ("x" * (LARGEST + 1), "E0004", "larger than 2 MB"),
        ("stat x: 1\n# señor".encode("latin-1"), "E0002", "0xF1"),
        (b"\xff", "E0002", "0xFF"),
        (b"# \xe2\x99", "E0002", "0xE2"),
    ],
    ids=["utf-16", "utf-16 without mark", "image", "large", "latin-1", "one byte", "cut off"],
)
def test_what_is_no_text(data: bytes | str, code: str, words: str) -> None:
    found = refused(data if isinstance(data, bytes) else data.encode())
    assert found.code == code
    assert words in found.message


def test_the_place_of_a_wrong_byte() -> None:
    found = refused("stat x: 1\r\n# ♥ se".encode() + b"\xf1or")
    assert (found.at.line, found.at.column) == (2, 7)


def test_the_largest_file_is_read() -> None:
    assert decode_source(b"#" * LARGEST, "a.bang", Reporter()) is not None


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.bang", tmp_path, str(tmp_path / "a\0b")):
        sink = Reporter()
        assert read_source(path, sink) is None
        (found,) = sink.diagnostics
        assert found.code == "E0001"
        assert "can't be read" in found.message


@pytest.mark.skipif(os.name == "nt" or (hasattr(os, "geteuid") and os.geteuid() == 0), reason="may read all")
def test_files_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.bang"
    path.write_text("")
    path.chmod(0)
    sink = Reporter()
    assert read_source(path, sink) is None
    assert sink.diagnostics[0].code == "E0001"


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_with_one_diagnostic(data: bytes) -> None:
    sink = Reporter()
    source = decode_source(data, "a.bang", sink)
    assert (source is None) == (len(sink) == 1)
    assert source is None or "\r" not in source.text


@given(st.text("ab\n♥\t"), st.integers(-5, 50))
def test_lines_and_columns(text: str, offset: int) -> None:
    source = Source("a", text)
    line, column = source.position(offset)
    inside = max(0, min(offset, len(text)))
    assert line == text[:inside].count("\n") + 1
    assert column == inside - (text.rfind("\n", 0, inside) + 1) + 1
    lines = text.split("\n")
    assert [source.line(number) for number in range(1, len(lines) + 1)] == lines
    assert source.line(0) == source.line(len(lines) + 1) == ""
    assert [found for _, _, found in source.lines()] == lines
