"""The small files that ask for the pages of a gallery, written before Sphinx looks for its sources."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from bangrules.tools.drawing import card_svg
from bangrules.tools.sphinx_ext.catalogue import DEFINITIONS, Catalogue, Entry
from bangrules.tools.sphinx_ext.source import CATALOGUES

__all__ = ["add_neighbours", "page_of", "picture_name", "write_pages"]

MADE = ".. Made from card files by bangrules. What is written here is overwritten."


def page_of(entry: Entry, folder: str) -> str:
    """The page of a definition."""
    return f"{folder}/{entry.pack.id}/{entry.kind}/{entry.id}"


def picture_name(entry: Entry, folder: str) -> str:
    """The file with the picture of a definition."""
    return f"{page_of(entry, folder)}.svg"


def unmarked(text: str) -> str:
    """A text in which nothing is markup."""
    return re.sub(r"([^\w\s])", r"\\\1", text)


def titled(title: str, *lines: str, orphan: bool = False) -> str:
    """A page: its title and what stands below."""
    head = [":orphan:", ""] if orphan else []
    text = unmarked(title)
    return "\n".join([*head, MADE, "", text, "=" * (2 * len(text)), "", *lines, ""])


def write_pages(catalogue: Catalogue, top: Path, folder: str) -> None:
    """Write the small files that ask for the pages, and the pictures; take away those of what is gone."""
    written: set[Path] = set()

    def write(name: str, text: str) -> None:
        path = top / name
        written.add(path)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    below = ["", ".. toctree::", "   :hidden:", ""]
    packs = [f"   {id}/index" for id in catalogue.packs]
    write(f"{folder}/index.rst", titled("Card gallery", ".. bang:packs::", *below, *packs))
    for id, pack in catalogue.packs.items():
        inner = ["declarations"]
        write(
            f"{folder}/{id}/declarations.rst",
            titled(f"Declarations of {pack.name}", f".. bang:declarations:: {id}"),
        )
        if any(ruling.pack.id == id for ruling in catalogue.rulings):
            inner.append("rulings")
            text = titled(f"Rulings of {pack.name}", f".. bang:rulings:: {id}")
            write(f"{folder}/{id}/rulings.rst", f":tocdepth: 2\n\n{text}")
        listed = [*below, *(f"   {name}" for name in inner)]
        write(f"{folder}/{id}/index.rst", titled(pack.name, f".. bang:pack:: {id}", *listed))
    for entry in catalogue.entries:
        if entry.kind in DEFINITIONS and entry.definition is not None:
            asked = f".. bang:definition:: {entry.kind} {entry.full_id}"
            write(f"{page_of(entry, folder)}.rst", titled(entry.title, asked, orphan=True))
            picture = card_svg(catalogue.rules[entry.pack.id], entry.definition)
            write(picture_name(entry, folder), picture)
    for path in (top / folder).rglob("*.rst"):
        if path not in written and MADE in path.read_text(encoding="utf-8", errors="replace"):
            path.unlink()
            path.with_suffix(".svg").unlink(missing_ok=True)


def add_neighbours(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Let the page of a definition lead to those before and behind it, which no table of contents lists.

    Nor is it in the one of the site, which therefore looks the same from all these pages of a folder; it is
    made once for each, since it takes longer than all the rest.
    """
    folder = app.config.bang_gallery
    if not pagename.startswith(f"{folder}/") or pagename.count("/") != folder.count("/") + 3:
        return
    inner: Callable[..., str] = context["toctree"]
    known: dict[Any, str] = app.builder.__dict__.setdefault("bang_toctrees", {})

    def toctree(**options: Any) -> str:
        key = pagename.rpartition("/")[0], *sorted(options.items())
        if key not in known:
            known[key] = inner(**options)
        return known[key]

    context["toctree"] = toctree
    catalogue = CATALOGUES[app]
    pack, kind = pagename.removeprefix(f"{folder}/").split("/")[:2]
    entries = [entry for entry in catalogue.of_pack(pack, kind) if entry.definition is not None]
    pages = [page_of(entry, folder) for entry in entries]
    here = pages.index(pagename)
    for word, other in (("prev", here - 1), ("next", here + 1)):
        if 0 <= other < len(pages):
            link = app.builder.get_relative_uri(pagename, pages[other])
            context[word] = {"link": link, "title": entries[other].title}
