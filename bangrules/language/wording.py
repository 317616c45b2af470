"""Checking what is said: names in the braces of texts, and translations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import Factory, define, fields_dict

from bangrules.language import model as m
from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.diagnostics import Replacement
from bangrules.language.entries import Entries, params_in
from bangrules.language.names import named_at
from bangrules.language.spelling import suggest
from bangrules.language.words import OWN

__all__ = ["Wording", "filled", "said_in"]

CODE = re.compile(r"[a-z]{2,3}(_[a-z]{2,4})?")
TEXTS = {
    s.WindowDecl: "prompt", s.ValuesDecl: "texts", s.ZoneDecl: "text", s.FieldDecl: "text",
    s.OptionDecl: "text", s.StatDecl: "text", s.ProcDecl: "text", s.TextDecl: "text", s.Clause: "text",
    s.Action: "text", s.Modify: "text", s.Definition: "text",
    s.Choose: "text", s.May: "text", s.MayChoose: "text",
}  # fmt: skip
"""What of a file is shown to people."""
BLANKS = (s.ProcDecl, s.TextDecl, s.Choose, s.May, s.MayChoose)
"""Whose texts have blanks of their own, which are checked where these are known."""


def said_in(node: object) -> Iterator[tuple[str, Any]]:
    """The texts in a piece of syntax, each with what it belongs to."""
    if isinstance(node, tuple):
        for part in node:
            yield from said_in(part)
    elif isinstance(node, s.Node) and not isinstance(node, sc.Scenario | s.TranslationDecl):
        slot = TEXTS.get(type(node))
        if slot is not None:
            found = getattr(node, slot)
            yield from ((text, node) for text in (found if isinstance(found, tuple) else (found,)) if text)
        for name in fields_dict(type(node)):
            if name != "at":
                yield from said_in(getattr(node, name))


def filled(text: str, named: dict[str, m.Definition], names: dict[m.Definition, str] | None = None) -> str:
    """A text with the names that its braces ask for, in the language of `names`."""
    for id, definition in named.items():
        text = text.replace("{" + id + "}", (names or {}).get(definition) or definition.name)
    return text


@define(eq=False)
class Said:
    """A text of the files: where it first stands, in which packs, and the blanks that a translation has.

    `params` are the parameters that fill some of these, by their names.
    """

    at: s.Span
    packs: set[str]
    blanks: set[str]
    params: dict[str, s.Span] = Factory(dict)


class Wording:
    """Checks the texts and the translations of everything that a checker has read."""

    def __init__(self, checker: Entries) -> None:
        self.checker = checker
        self.model = checker.model
        self.said: dict[str, Said] = {}
        self.first: dict[tuple[str, str, object], tuple[s.Span, str]] = {}  # where a row is written

    def check(self) -> None:
        for pack in self.checker.packs:
            for file in pack.files:
                for text, node in said_in(file.decls):
                    self.note(text, node, pack.id)
        for phrase, blanks in self.checker.vocabulary.phrases.items():
            self.said.setdefault(phrase, Said(s.NOWHERE, set(), set(blanks))).packs.add("")
        for pack, decl in self.checker.declarations(s.TranslationDecl):
            self.checker.guard(self.translation, decl, pack.id)
        self.inherit()

    def note(self, text: str, node: Any, pack: str) -> None:
        """Enter a text."""
        blanks = {p.name for p in node.params} if isinstance(node, s.ProcDecl) else set(params_in(text))
        if not isinstance(node, BLANKS):
            self.checker.guard(self.checker.check_braces, text, (), node.at)
        known = self.said.setdefault(text, Said(node.at, set(), blanks))
        known.packs.add(pack)
        known.blanks &= blanks
        if isinstance(node, s.ProcDecl):
            known.params.update({p.name: p.at for p in node.params if p.name not in known.params})

    # ---- translations

    def translation(self, decl: s.TranslationDecl, pack: str) -> None:
        checker = self.checker
        if not CODE.fullmatch(decl.id) or decl.id == OWN:
            checker.fail(
                "E0701",
                named_at(decl),
                f"`{OWN}` is what the files themselves say"
                if decl.id == OWN
                else f"`{decl.id}` is not the code of a language",
                None if decl.id == OWN else "write two or three small letters, as `hu` or `pt_br`",
            )
        language = self.model.languages.setdefault(decl.id, m.Language(""))
        language.name = language.name or decl.name or ""
        for row in decl.rows:
            checker.guard(self.row, row, language, decl.id, pack)

    def row(self, row: s.NameRow | s.TextRow, language: m.Language, code: str, pack: str) -> None:
        if isinstance(row, s.NameRow):
            definition = self.definition(row, pack)
            if definition is not None and self.goes(row, code, definition, pack):
                language.names[definition] = row.text
            return
        self.known(row, pack)
        self.blanks(row)
        if self.goes(row, code, row.said, pack):
            language.texts[row.said] = row.text

    def goes(self, row: s.NameRow | s.TextRow, code: str, what: object, pack: str) -> bool:
        """Whether a row counts: of two, that of a pack which requires the other's pack."""
        checker, key = self.checker, (code, type(row).__name__, what)
        at, other = self.first.get(key, (None, ""))
        if at is None or (pack != other and other in checker.allows[pack]):
            self.first[key] = row.at, pack
            return True
        if pack == other or pack not in checker.allows[other]:
            shown = row.id if isinstance(row, s.NameRow) else row.said
            mark = "`" if isinstance(row, s.NameRow) else '"'
            checker.error(
                "E0202",
                row.at,
                f"{mark}{shown}{mark} is translated twice",
                "delete one of the lines",
                ((at, "first translated here"),),
            )
        return False

    def definition(self, row: s.NameRow, pack: str) -> m.Definition | None:
        """Whose name a row gives; what another box has in its place keeps a name of its own."""
        checker = self.checker
        if row.pack is not None and row.pack not in checker.manifests and checker.is_optional(pack, row.pack):
            return None
        if row.pack is not None and row.pack not in checker.manifests:
            checker.unknown("pack", row.pack, row.id_at, checker.manifests)
        homes = [row.pack] if row.pack is not None else [pack, *sorted(checker.allows[pack] - {pack})]
        found = [d for home in homes if (d := checker.written.get((home, row.id))) is not None]
        if found and (row.pack is not None or found[0].pack == pack or len(found) == 1):
            checker.note(found[0].kind, found[0].full_id, row.id, row.id_at)
            return found[0]
        if found:
            names = " or ".join(f"`{d.full_id}`" for d in found)
            checker.fail("E0205", row.id_at, f"`{row.id}` means several things", f"write {names}")
        shown = f"{row.pack}.{row.id}" if row.pack else row.id
        known = [f"{home}.{id}" if row.pack else id for home, id in checker.written if home in homes]
        near = suggest(shown, known)
        checker.fail(
            "E0201",
            row.id_at,
            f"there is no card, character or the like `{shown}` to translate",
            f"did you mean `{near}`?" if near else None,
            fix=checker.mend(shown, near, row.id_at),
        )

    def known(self, row: s.TextRow, pack: str) -> None:
        """Report a text that nothing says."""
        mine = self.checker.allows[pack] | {""}
        said = self.said.get(row.said)
        if said is not None and said.packs & mine:
            for name in self.model.named.get(row.said, ()):
                self.checker.in_braces(name, row.said_at)
                self.checker.in_braces(name, row.text_at)
            for name in params_in(row.said):
                if name in said.params:
                    self.checker.note_param(name, said.params[name], row.said_at)
                    self.checker.note_param(name, said.params[name], row.text_at)
            return
        near = suggest(row.said, [text for text, found in self.said.items() if found.packs & mine])
        homes = sorted(said.packs) if said is not None else []
        self.checker.fail(
            "E0702",
            row.said_at,
            f'nothing says "{row.said}"',
            f'did you mean "{near}"?'
            if near
            else f"pack `{homes[0]}` says it, which pack `{pack}` does not require"
            if homes
            else "write the text as the files have it, names in braces too",
            fix=Replacement(row.said_at, f'"{near}"') if near else None,
        )

    def blanks(self, row: s.TextRow) -> None:
        """Blanks of a translation must be filled, and none should be forgotten."""
        checker, own = self.checker, self.said[row.said].blanks
        named = self.model.named.get(row.said, {})
        values = sorted(own - set(named))
        checker.check_braces(row.text, tuple(values), row.text_at)
        left = [name for name in params_in(row.said) if name not in params_in(row.text)]
        if left:
            checker.warn(
                "W0701",
                row.text_at,
                f"the translation leaves out `{{{left[0]}}}`",
                "say it too, or nobody will know",
            )

    def inherit(self) -> None:
        """What has no name of its own is called as what it is like in other languages too."""
        for language in self.model.languages.values():
            for definition in self.model.definitions:
                for one in definition.ancestors():
                    if one in language.names:
                        language.names.setdefault(definition, language.names[one])
                    if one in language.names or one.syntax.name is not None:
                        break
