"""The extension for Sphinx makes pages of a modder's own pack."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.links import broken_links
from tests.docs.pages import CHECKOUT, blocks, page_called

CONF = """
extensions = ["bangrules.tools.sphinx_ext"]
bang_paths = ["../trail"]
html_theme = "basic"
"""
INDEX = """
Trail Tales
===========

Have a :bang:card:`Canteen` with :bang:character:`old_hank`, or :bang:card:`another one <trail.canteen>`.

.. bang:show:: Canteen

.. toctree::

   gallery/index
"""

FLASK = """
card flask "Flask" brown
    copies 5♣
    play if thirsty(self): LIFE self
    after act(_, canteen, _): pass

# Whether a player needs a drink.
stat thirsty(p: player): p.life < 3
"""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """The sources of a site beside the pack of the tutorial."""
    shutil.copytree(CHECKOUT / "examples" / "custom_pack", tmp_path / "trail")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "conf.py").write_text(CONF, encoding="utf-8")
    (tmp_path / "site" / "index.rst").write_text(INDEX, encoding="utf-8")
    return tmp_path / "site"


def built(pages: Path, builder: str = "html") -> subprocess.CompletedProcess[str]:
    """The site, built as strictly as can be."""
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "sphinx",
            "-n",
            "-W",
            "--keep-going",
            "-q",
            "-b",
            builder,
            pages,
            pages / "out",
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=CHECKOUT,
    )


def test_site_of_a_pack(pages: Path) -> None:
    done = built(pages)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(broken_links(pages / "out")) == []
    card = (pages / "out" / "gallery" / "trail" / "card" / "canteen.html").read_text(encoding="utf-8")
    assert "4♣ 9♦" in card
    assert re.search(r'<img alt="Canteen" src="[./]+_images/canteen.svg"', card)
    assert "a Canteen heals who drinks and gives a card to the neighbor" in card
    assert "old_hank" not in card
    hank = (pages / "out" / "gallery" / "trail" / "character" / "old_hank.html").read_text(encoding="utf-8")
    assert "He draws a card whenever another player is eliminated." in hank
    assert "Old Hank may keep one card more than he has life points" in hank
    index = (pages / "out" / "index.html").read_text(encoding="utf-8")
    assert index.count('href="gallery/trail/card/canteen.html#card-canteen"') >= 3
    assert "Old Hank</span></a>" in index


def test_names_in_the_source_are_links(pages: Path) -> None:
    (pages.parent / "trail" / "more.bang").write_text(FLASK, encoding="utf-8")
    done = built(pages)
    assert (done.returncode, done.stderr) == (0, "")
    folder = pages / "out" / "gallery" / "trail"
    flask = (folder / "card" / "flask.html").read_text(encoding="utf-8")
    assert '<a href="../declarations.html#stat-thirsty">thirsty</a>' in flask
    assert '<a href="canteen.html#card-canteen">canteen</a>' in flask
    assert "Flask" in (folder / "card" / "canteen.html").read_text(encoding="utf-8")
    declared = (folder / "declarations.html").read_text(encoding="utf-8")
    assert "Whether a player needs a drink." in declared
    assert 'href="card/flask.html#card-flask"' in declared


@pytest.mark.parametrize(
    ("conf", "says"),
    [
        ("bang_paths = ['nowhere']", "there is no folder or file"),
        ("bang_paths = 5", "bangrules: bang_paths in conf.py is a list"),
        ("bang_paths = '../trail'", "bangrules: bang_paths in conf.py is a list"),
        ("bang_packs = [5]", "bangrules: bang_packs in conf.py is a list"),
        *(
            (
                f"bang_gallery = {folder!r}",
                f"bangrules: bang_gallery in conf.py is a folder below that of the "
                f"sources, as 'gallery', not {folder!r}",
            )
            for folder in ("../x", "/tmp/x", ".", "", "a/../../x")
        ),
        ("bang_packs = ['trial']", "there is no pack `trial`; did you mean `trail`?"),
        ("source_suffix = {'.md': 'restructuredtext'}", "add '.rst' to source_suffix"),
    ],
)
def test_what_is_wrong_with_the_configuration_is_told(pages: Path, conf: str, says: str) -> None:
    (pages / "conf.py").write_text(f"{CONF}\n{conf}\n", encoding="utf-8")
    done = built(pages)
    assert done.returncode
    assert says in done.stderr
    assert "threw an exception" not in done.stderr
    assert not (pages.parent / "x").exists()


def test_what_is_wrong_on_a_page_is_told(pages: Path) -> None:
    wrong = ":bang:card:`Cantene`\n\n.. bang:show:: old_henk\n\n.. bang:pack:: base\n"
    (pages / "index.rst").write_text(f"{INDEX}\n{wrong}", encoding="utf-8")
    done = built(pages)
    assert done.returncode
    for says in (
        "there is no card `Cantene`; did you mean `Canteen`?",
        "there is no card, character, event or role `old_henk`; did you mean `old_hank`?",
        "there is no pack `base` in the gallery; there are trail",
    ):
        assert says in done.stderr


def test_mistakes_in_card_files_are_told(pages: Path) -> None:
    (pages.parent / "trail" / "more.bang").write_text('card flask "Flask" brwn\n', encoding="utf-8")
    done = built(pages)
    assert done.returncode
    assert "did you mean `brown`?" in done.stderr


def test_pages_of_what_is_gone_are_taken_away(pages: Path) -> None:
    assert built(pages, "text").returncode == 0
    canteen = pages / "gallery" / "trail" / "card" / "canteen.rst"
    assert canteen.exists()
    own = pages / "gallery" / "notes.rst"
    own.write_text(":orphan:\n\nNotes\n=====\n", encoding="utf-8")
    cards = pages.parent / "trail" / "cards.bang"
    cards.write_text(cards.read_text(encoding="utf-8").replace("canteen", "bottle"), encoding="utf-8")
    shutil.rmtree(pages.parent / "trail" / "scenarios")
    (pages / "index.rst").write_text("Trail\n=====\n\n.. toctree::\n\n   gallery/index\n", encoding="utf-8")
    done = built(pages, "text")
    assert (done.returncode, done.stderr) == (0, "")
    assert not canteen.exists()
    assert not canteen.with_suffix(".svg").exists()
    assert (pages / "gallery" / "trail" / "card" / "bottle.rst").exists()
    assert own.exists()


def test_the_site_of_the_page_that_tells_of_it(pages: Path) -> None:
    for block in blocks(page_called("gallery.md")):
        if block.file is not None:
            (pages.parent / block.file).write_text(block.text, encoding="utf-8")
    done = built(pages)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Old Hank</span></a>" in (pages / "out" / "index.html").read_text(encoding="utf-8")
