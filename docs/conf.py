"""How the documentation is built: Sphinx with MyST Markdown, every reference checked (``make docs``)."""

import builtins
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from docutils.nodes import Element
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parent.parent

project = "bangrules"
author = "The bangrules authors"
copyright = author
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"bangrules {release}"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
# Card files have no highlighter yet.
highlight_language = "none"

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

# The modules whose names ``reference.md`` shows, in this order; what doesn't exist yet is left out.
REFERENCE = ["bangrules", "bangrules.paths"]

# Other people's names: known, but not linked, so that the pages build without a network.
ELSEWHERE = {*sys.stdlib_module_names, "attr", "attrs", "cattrs", "click", "lark", "pytest"}


def fill_reference(app: Sphinx, docname: str, content: list[str]) -> None:
    """Put the public modules where ``reference.md`` asks for them."""
    blocks = [
        f"## `{name}`\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :members:\n   :imported-members:\n```\n"
        for name in REFERENCE
        if find_spec(name) is not None
    ]
    content[0] = content[0].replace("<!-- public modules -->", "\n".join(blocks))


def known_elsewhere(app: Sphinx, env: Any, node: Any, shown: Element) -> Element | None:
    """Accept references to builtins, the standard library and the dependencies as plain text."""
    target = node.get("reftarget", "")
    return shown if target.split(".")[0] in ELSEWHERE or hasattr(builtins, target) else None


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", fill_reference)
    app.connect("missing-reference", known_elsewhere)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
