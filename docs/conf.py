"""How the documentation is built: Sphinx with MyST Markdown, every reference checked (``make docs``)."""

from __future__ import annotations

import builtins
import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils.nodes import Element
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import bangrules  # noqa: E402
from docs.links import broken_links  # noqa: E402
from docs.tables import PARTS  # noqa: E402

project = "bangrules"
author = "The bangrules authors"
copyright = author
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "bangrules.tools.sphinx_ext"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_title = f"bangrules {release}"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
highlight_language = "none"
default_role = "code"  # single backquotes in docstrings

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

# Other people's names: known, but not linked, so that the pages build without a network.
ELSEWHERE = {*sys.stdlib_module_names, "attr", "attrs", "cattrs", "click", "lark", "pytest"}
# Names that autodoc meets in annotations without their modules.
BARE = {"Diagnostic", "Sources", "Source", "Span", "Replacement", "Self", "State"}


# Methods that other layers use, and no program has to.
INNER = {
    "Rules": "knows, way, choice, definition_of, card_name, thing_name, value_name",
    "Game": "new",
}


def generated(match: re.Match[str]) -> str:
    """A part read from the library; what stands behind the mark is for those who read the page unbuilt."""
    return PARTS[match[1]]()


def documented(match: re.Match[str]) -> str:
    """The descriptions of names of the public face: `<!-- python: load Rules -->`."""
    from attrs import has

    blocks = []
    for name in match[1].split():
        path = name if "." in name else f"bangrules.{name}"
        module, _, last = path.rpartition(".")
        found = getattr(import_module(module), last)
        kind = "function"
        options = ""
        if isinstance(found, type):
            kind = "exception" if issubclass(found, BaseException) else "class"
            options = "   :members:\n   :show-inheritance:\n" if kind == "exception" else "   :members:\n"
            if last in INNER:
                options += f"   :exclude-members: {INNER[last]}\n"
            if has(found) and last not in ("Action", "Outcome"):
                options += "   :undoc-members:\n"
        made = "()" if kind == "exception" else ""  # some can't tell how they are made
        blocks.append(f"```{{eval-rst}}\n.. auto{kind}:: {path}{made}\n{options}```\n")
    return "\n".join(blocks)


def fill_pages(app: Sphinx, docname: str, content: list[str]) -> None:
    """Put what is generated where pages ask for it."""
    text = re.sub(r"<!-- generated: ([\w ]+) -->(\*[^*\n]+\*)?", generated, content[0])
    content[0] = re.sub(r"<!-- python: ([\w. ]+) -->", documented, text)


def without_making(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, signature: str, returns: str | None
) -> tuple[str, str | None] | None:
    """Leave out how classes are made: the library makes them."""
    return ("", None) if what in ("class", "exception") else None


def known_elsewhere(app: Sphinx, env: Any, node: Any, shown: Element) -> Element | None:
    """Link public names to `bangrules`; accept those of Python and of the dependencies as plain text."""
    target = node.get("reftarget", "")
    last = target.rpartition(".")[2]
    if last in bangrules.__all__ and target != f"bangrules.{last}":
        place = node.get("refdoc", "reference")
        found: Element | None = env.get_domain("py").resolve_xref(
            env, place, app.builder, "class", f"bangrules.{last}", node, shown
        )
        return found
    known = target.split(".")[0] in ELSEWHERE or hasattr(builtins, target) or last in BARE
    return shown if known else None


def check_links(app: Sphinx, exception: Exception | None) -> None:
    """Stop if a link within the site leads nowhere, or a page would fetch anything from elsewhere.

    :raises ExtensionError: it does.
    """
    if exception is None and app.builder.format == "html":
        broken = list(broken_links(Path(app.outdir)))
        if broken:
            raise ExtensionError("\n".join([f"{len(broken)} links are wrong:", *broken[:40]]))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", fill_pages)
    app.connect("autodoc-process-signature", without_making)
    app.connect("missing-reference", known_elsewhere)
    app.connect("build-finished", check_links, priority=900)  # after the theme
    return {"parallel_read_safe": True, "parallel_write_safe": True}
