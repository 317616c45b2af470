"""Links that lead nowhere, and what pages would fetch from elsewhere, are found in a built site."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.links import broken_links

GOOD = (
    '<h1 id="top">A</h1><a href="#top">up</a> <a href="sub/b.html#x%20y">b</a> <a href="https://a.org/">a</a>'
)
OTHER = (
    '<p id="x y">B</p><a href="../a.html">a</a> <img src="../c.svg">'
    ' <link rel="stylesheet" href="../d.css?v=1">'
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.html").write_text(GOOD, encoding="utf-8")
    (tmp_path / "sub" / "b.html").write_text(OTHER, encoding="utf-8")
    (tmp_path / "c.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "d.css").write_text("p { background: url(c.svg) }", encoding="utf-8")
    return tmp_path


def test_a_site_that_is_whole(site: Path) -> None:
    assert list(broken_links(site)) == []


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('<a href="none.html">x</a>', "no such file"),
        ('<a href="#none">x</a>', "no such place"),
        ('<a href="sub/b.html#none">x</a>', "no such place"),
        ('<img src="none.png">', "no such file"),
        ('<script src="https://a.org/x.js"></script>', "script fetches"),
        ('<link rel="stylesheet" href="//a.org/x.css">', "link fetches"),
        ('<img src="https://a.org/x.png">', "img fetches"),
    ],
)
def test_what_is_wrong_is_found(site: Path, more: str, says: str) -> None:
    (site / "a.html").write_text(GOOD + more, encoding="utf-8")
    (found,) = broken_links(site)
    assert found.startswith("a.html: ")
    assert says in found


def test_a_style_that_fetches_is_found(site: Path) -> None:
    (site / "d.css").write_text('@import "https://a.org/x.css";', encoding="utf-8")
    assert list(broken_links(site)) == ["d.css: fetches from elsewhere"]
