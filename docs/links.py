"""What is wrong with the links of a built site: which lead nowhere, and what pages would fetch elsewhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

__all__ = ["broken_links"]

TAG = re.compile(r"<(\w+)\b([^>]*)>")
ATTRIBUTE = re.compile(r'\b(id|name|href|src|srcset|rel)="([^"]*)"')
ELSEWHERE = re.compile(r"(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)
FETCHED_BY_STYLE = re.compile(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", re.IGNORECASE)
LOADED = ("stylesheet", "preload", "modulepreload", "icon", "shortcut icon")


def broken_links(site: Path) -> Iterator[str]:
    """What is wrong, a line each."""
    pages = {page.relative_to(site).as_posix(): read(page) for page in site.rglob("*.html")}
    for page, (_, links) in pages.items():
        for tag, target, rel in links:
            if ELSEWHERE.match(target):
                fetched = tag in ("script", "img", "source", "iframe") or (tag == "link" and rel in LOADED)
                if fetched and not target.startswith("data:"):
                    yield f"{page}: {tag} fetches {target}"
                continue
            path, _, anchor = target.partition("#")
            path = path.partition("?")[0]
            other = (
                posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path))) if path else page
            )
            if other in pages:
                if anchor and unquote(anchor) not in pages[other][0]:
                    yield f"{page}: {target}: there is no such place on the page"
            elif not (site / other).exists():
                yield f"{page}: {target}: there is no such file"
    for style in site.rglob("*.css"):
        if FETCHED_BY_STYLE.search(style.read_text(encoding="utf-8")):
            yield f"{style.relative_to(site).as_posix()}: fetches from elsewhere"


def read(page: Path) -> tuple[set[str], list[tuple[str, str, str]]]:
    """The places of a page, and its links: the tag, where it leads, what for."""
    places: set[str] = set()
    links: dict[tuple[str, str, str], None] = {}
    for tag, rest in TAG.findall(page.read_text(encoding="utf-8")):
        found = dict(ATTRIBUTE.findall(rest))
        if "id" in found:
            places.add(unescape(found["id"]))
        if tag == "a" and "name" in found:
            places.add(unescape(found["name"]))
        for word in ("href", "src"):
            if word in found:
                links[tag, unescape(found[word]), found.get("rel", "")] = None
    return places, list(links)
