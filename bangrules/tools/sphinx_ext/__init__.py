"""An extension for Sphinx: pages for the packs of card files, made from the files themselves.

Put it into `conf.py` beside the packs to show, and `gallery/index` into a `toctree`:

    extensions = ["bangrules.tools.sphinx_ext"]
    bang_paths = ["../trail"]

Each card, character, event and role gets a page, each pack its declarations and its rulings. Roles such as
`bang:card` link to them from anywhere.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

__all__ = ["setup"]

STATIC = Path(__file__).parent / "static"


def read_packs(app: Sphinx) -> None:
    """Read the card files and write the files that ask for their pages.

    :raises ExtensionError: a pack can't be had, or its files have mistakes.
    """
    from sphinx.errors import ExtensionError

    from bangrules.errors import PackError
    from bangrules.language.diagnostics import CardFileError
    from bangrules.tools.sphinx_ext.catalogue import read_catalogue
    from bangrules.tools.sphinx_ext.source import CATALOGUES
    from bangrules.tools.sphinx_ext.stubs import write_pages

    if ".rst" not in app.config.source_suffix:
        raise ExtensionError("the gallery is written as .rst files: add '.rst' to source_suffix in conf.py")
    check_values(app.config)
    paths = [Path(app.confdir, path).resolve() for path in app.config.bang_paths]
    try:
        CATALOGUES[app] = read_catalogue(app.config.bang_packs, paths)
    except (PackError, CardFileError) as error:
        raise ExtensionError(f"bangrules: {error}") from error
    write_pages(CATALOGUES[app], Path(app.srcdir), app.config.bang_gallery)


def check_values(config: Config) -> None:
    """See that what `conf.py` says can be used.

    :raises ExtensionError: it can't.
    """
    from sphinx.errors import ExtensionError

    for name, example in (("bang_packs", '["trail"]'), ("bang_paths", '["../trail"]')):
        value = config[name]
        if not isinstance(value, list | tuple) or not all(isinstance(x, str | PurePath) for x in value):
            raise ExtensionError(f"bangrules: {name} in conf.py is a list, as {example}, not {value!r}")
    folder = config.bang_gallery
    parts = re.split(r"[/\\]", folder) if isinstance(folder, str) else [""]
    if any(part in ("", ".", "..") or ":" in part for part in parts):
        raise ExtensionError(
            "bangrules: bang_gallery in conf.py is a folder below that of the sources, as 'gallery', "
            f"not {folder!r}"
        )


def add_looks(app: Sphinx, config: Config) -> None:
    """Add the style and the script of the pages."""
    config.html_static_path.append(str(STATIC))


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the domain, the directives and the configuration."""
    from bangrules.tools.highlighting import CardFileLexer
    from bangrules.tools.sphinx_ext.domain import BangDomain, say_what_is_missing
    from bangrules.tools.sphinx_ext.pages import DIRECTIVES
    from bangrules.tools.sphinx_ext.source import add_nodes
    from bangrules.tools.sphinx_ext.stubs import add_neighbours

    app.add_config_value("bang_packs", [], "env", list)
    app.add_config_value("bang_paths", [], "env", list)
    app.add_config_value("bang_gallery", "gallery", "env", str)
    app.add_domain(BangDomain)
    for name, directive in DIRECTIVES.items():
        app.add_directive_to_domain("bang", name, directive)
    add_nodes(app)
    app.add_lexer("bang", CardFileLexer)
    app.add_css_file("bang.css")
    app.add_js_file("bang.js")
    app.connect("config-inited", add_looks)
    app.connect("builder-inited", read_packs)
    app.connect("html-page-context", add_neighbours, priority=400)  # before themes
    app.connect("warn-missing-reference", say_what_is_missing)
    return {"parallel_read_safe": True, "parallel_write_safe": True, "env_version": 1}
