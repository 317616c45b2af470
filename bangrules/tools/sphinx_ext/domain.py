"""The domain `bang`: what card files declare, as things that pages can point at.

``{bang:card}`Barrel` `` finds by the printed name, by the id, and by the full id `base.barrel`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from docutils import nodes
from docutils.nodes import Element
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.directives import ObjectDescription
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_id, make_refnode

from bangrules.language.spelling import suggest

__all__ = ["BangDomain", "DescribedWord", "bang_domain", "say_what_is_missing"]

logger = logging.getLogger(__name__)

NAMED = {
    "card": "card", "figure": "figure", "character": "character", "event": "event", "role": "role",
    "pack": "pack", "ruling": "ruling", "word": "word of the language",
}  # fmt: skip
"""What is called by a printed name, or is no part of a card file; all else is shown as code."""

DECLARED = (
    "procedure", "stat", "window", "zone", "field", "option", "values", "border", "reason", "board",
)  # fmt: skip

Place = tuple[str, str, str]
"""Where something is told of: the page, the place on it, and how it is called."""


class DescribedWord(ObjectDescription[str]):
    """A word that the language has by itself: ``.. bang:word:: top(pile: zone) gives card?``."""

    def handle_signature(self, sig: str, signode: addnodes.desc_signature) -> str:
        """The word with its parameters, and what it gives."""
        call, gives, result = sig.partition(" gives ")
        name, bracket, rest = call.partition("(")
        name, colon, type_ = name.partition(": ")
        signode += addnodes.desc_name(name, name)
        if bracket:
            signode += addnodes.desc_sig_punctuation("", bracket + rest)
        if colon or gives:
            signode += addnodes.desc_annotation("", f" {'gives' if gives else ':'} {result or type_}")
        return name

    def add_target_and_index(self, name: str, sig: str, signode: addnodes.desc_signature) -> None:
        """A place to point at; the first of several forms has it."""
        domain = bang_domain(self.env)
        if ("word", name) not in domain.objects or domain.objects["word", name][0] != self.env.docname:
            node_id = make_id(self.env, self.state.document, "word", name)
            signode["ids"].append(node_id)
            self.state.document.note_explicit_target(signode)
            domain.note("word", name, node_id, name)
            self.indexnode["entries"].append(("single", f"{name} (word of the language)", node_id, "", None))


class BangDomain(Domain):
    """What card files declare."""

    name = "bang"
    label = "Card files"
    object_types: ClassVar[dict[str, ObjType]] = {
        **{kind: ObjType(label, kind) for kind, label in NAMED.items()},
        **{kind: ObjType(kind, kind) for kind in DECLARED},
        "declaration": ObjType("declaration"),
    }
    roles: ClassVar[dict[str, Any]] = {
        **{kind: XRefRole(innernodeclass=nodes.inline, warn_dangling=True) for kind in NAMED},
        **{kind: XRefRole(warn_dangling=True) for kind in (*DECLARED, "word")},
    }
    directives: ClassVar[dict[str, Any]] = {"word": DescribedWord}
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}}
    data_version = 1

    @property
    def objects(self) -> dict[tuple[str, str], Place]:
        """All places, by kind and full id."""
        found: dict[tuple[str, str], Place] = self.data["objects"]
        return found

    def note(self, kind: str, full_id: str, anchor: str, title: str, docname: str | None = None) -> None:
        """Something is told of on the page that is being read."""
        self.objects[kind, full_id] = (docname or self.env.docname, anchor, title)

    def clear_doc(self, docname: str) -> None:
        """Forget what a page told of."""
        for key in [key for key, place in self.objects.items() if place[0] == docname]:
            del self.objects[key]

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Take in what another process has read."""
        for key, place in otherdata["objects"].items():
            if place[0] in docnames:
                self.objects[key] = place

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Everything, for the search and for other sites; rulings come last, what has no name is left out."""
        for (kind, full_id), (docname, anchor, title) in self.objects.items():
            if kind == "declaration":
                continue
            yield full_id, title, kind, docname, anchor, 2 if kind == "ruling" else 1

    def find(self, kind: str, wanted: str) -> tuple[str, str] | None:
        """The key of what is called so: by its full id, its id or its printed name."""
        kinds = ("card", "figure") if kind == "card" else (kind,)
        for exact in kinds:
            if (exact, wanted) in self.objects:
                return exact, wanted
        for key, (_, _, title) in self.objects.items():
            if key[0] in kinds and wanted.casefold() in (key[1].rpartition(".")[2], title.casefold()):
                return key
        for key in self.objects:
            if key[0] in kinds and key[1].rpartition(".")[2] == wanted:
                return key
        return None

    def resolve_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, typ: str, target: str,
        node: addnodes.pending_xref, contnode: Element,
    ) -> nodes.reference | None:  # fmt: skip
        """The link that a role asks for."""
        key = self.find(typ, target)
        if key is None:
            return None
        docname, anchor, title = self.objects[key]
        if not node.get("refexplicit") and title != contnode.astext():
            contnode = contnode.copy()
            contnode += nodes.Text(title)
        return make_refnode(builder, fromdocname, docname, anchor, contnode, title)

    def resolve_any_xref(
        self, env: BuildEnvironment, fromdocname: str, builder: Builder, target: str,
        node: addnodes.pending_xref, contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:  # fmt: skip
        """The links that a target of any kind may mean: by its full id alone."""
        found = []
        for (kind, full_id), (docname, anchor, title) in self.objects.items():
            if full_id == target:
                link = make_refnode(builder, fromdocname, docname, anchor, contnode, title)
                found.append((f"bang:{kind}", link))
        return found


def say_what_is_missing(app: Sphinx, domain: Domain | None, node: addnodes.pending_xref) -> bool | None:
    """Warn of a role that leads nowhere, and say what may be meant."""
    if domain is None or domain.name != "bang":
        return None
    typ, target = node["reftype"], node["reftarget"]
    objects = bang_domain(app.env).objects
    known = {name for (kind, id), place in objects.items() if kind == typ for name in (id, place[2])}
    near = suggest(target, {*known, *(name.rpartition(".")[2] for name in known)})
    hint = f"; did you mean `{near}`?" if near else ""
    logger.warning("there is no %s `%s`%s", NAMED.get(typ, typ), target, hint, location=node, type="ref")
    return True


def bang_domain(env: BuildEnvironment) -> BangDomain:
    """The domain of a build."""
    domain = env.get_domain("bang")
    assert isinstance(domain, BangDomain)
    return domain
