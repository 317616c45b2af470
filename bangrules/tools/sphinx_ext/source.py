"""Pieces of card files on pages, colored, each name a link to where it is declared; and what folds."""

from __future__ import annotations

import re
from typing import Any
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from bangrules.tools.sphinx_ext.catalogue import Catalogue
from bangrules.tools.sphinx_ext.domain import bang_domain

__all__ = ["CATALOGUES", "add_nodes", "bang_fold", "bang_source", "fold", "source"]

CATALOGUES: WeakKeyDictionary[Sphinx, Catalogue] = WeakKeyDictionary()
"""The catalogue of each build that is under way."""

COLORED = re.compile(r'(<span class="(?:n\w*|fm|k[ct])">)([^<>&]+)(</span>)')


class bang_source(nodes.literal_block):
    """A piece of a card file; `home` is the pack it lies in."""


class bang_fold(nodes.General, nodes.Element):
    """What is shown when its title is clicked; its first child is the title."""


class bang_fold_title(nodes.General, nodes.TextElement):
    """The title of what folds."""


def source(text: str, home: str) -> bang_source:
    """A piece of a card file of a pack."""
    return bang_source(text, text, language="bang", home=home)


def fold(title: str, *inner: nodes.Node, **attributes: Any) -> bang_fold:
    """Something that folds under a title."""
    return bang_fold("", bang_fold_title("", title), *inner, **attributes)


def visit_source(self: Any, node: bang_source) -> None:
    """Color it and put the links in. Many pages show the same, so what is colored is kept."""
    builder = self.builder
    known: dict[str, str] = builder.__dict__.setdefault("bang_colored", {})
    text = node.astext()
    if text not in known:
        known[text] = self.highlighter.highlight_block(text, "bang")
    catalogue = CATALOGUES.get(builder.app)
    objects = bang_domain(builder.env).objects

    def link(match: re.Match[str]) -> str:
        name = match[2]
        entry = catalogue.find(name, node["home"]) if catalogue is not None else None
        place = objects.get(entry.key if entry is not None else ("word", name))
        if place is None:
            return match[0]
        uri = builder.get_relative_uri(builder.current_docname, place[0]) + f"#{place[1]}"
        return f'{match[1]}<a href="{uri}">{name}</a>{match[3]}'

    html = COLORED.sub(link, known[text])
    self.body.append(f'<div class="highlight-bang notranslate">{html}</div>\n')
    raise nodes.SkipNode


def visit_fold(self: Any, node: bang_fold) -> None:
    """Open it."""
    self.body.append(self.starttag(node, "details", CLASS="bang-fold"))


def depart_fold(self: Any, node: bang_fold) -> None:
    """Close it."""
    self.body.append("</details>\n")


def visit_fold_title(self: Any, node: bang_fold_title) -> None:
    """Open the title."""
    self.body.append("<summary>")


def depart_fold_title(self: Any, node: bang_fold_title) -> None:
    """Close the title."""
    self.body.append("</summary>\n")


class PlainForms(SphinxPostTransform):
    """Where pages aren't HTML, what folds lies open, and pieces of card files are blocks like any other."""

    default_priority = 400

    def run(self, **kwargs: Any) -> None:
        """Replace the nodes of this module."""
        if self.app.builder.format == "html":
            return
        for block in list(self.document.findall(bang_source)):
            text = block.astext()
            block.replace_self(nodes.literal_block(text, text, language="bang"))
        for folded in list(self.document.findall(bang_fold)):
            title, *inner = folded.children
            strong = nodes.paragraph("", "", nodes.strong("", title.astext()))
            folded.replace_self(nodes.container("", strong, *inner, ids=folded["ids"]))


def add_nodes(app: Sphinx) -> None:
    """Make the nodes known to a build."""
    app.add_node(bang_source, html=(visit_source, None))
    app.add_node(bang_fold, html=(visit_fold, depart_fold))
    app.add_node(bang_fold_title, html=(visit_fold_title, depart_fold_title))
    app.add_post_transform(PlainForms)
