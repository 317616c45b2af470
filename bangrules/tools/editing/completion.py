"""What may stand at a place in a card file.

Words of the language come from the parser: what it accepts there. Names come from the checker: an unknown
name is put at the place, and what the checker looks it up among is what may be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from attrs import frozen
from lsprotocol import types as lsp

from bangrules.errors import PackError
from bangrules.language import syntax as s
from bangrules.language.check import Checker
from bangrules.language.diagnostics import Reporter
from bangrules.language.names import Env, describe
from bangrules.language.parser import parse_file
from bangrules.language.pieces import declarations
from bangrules.language.sources import Source
from bangrules.language.types import NAMED, NUMBER
from bangrules.tools.checking import check_unit, packs_for
from bangrules.tools.editing import expected
from bangrules.tools.editing.names import Occurrence, last
from bangrules.tools.editing.positions import Positions
from bangrules.tools.editing.scenario_words import scenario_names
from bangrules.tools.editing.telling import tell
from bangrules.tools.editing.workspace import Study, Workspace

if TYPE_CHECKING:
    from bangrules.language import model as m

__all__ = ["Candidate", "items", "resolved"]

HERE = "here_1_is_no_name"
"""The unknown name; nobody calls anything so."""
CLOSERS = ("", ": pass", ": 0", ' "x"', ": number", " to self", "\n    pass")
"""What may be missing behind the place for the parser to be content."""
KINDS = {
    "stat": lsp.CompletionItemKind.Function, "procedure": lsp.CompletionItemKind.Function,
    "field": lsp.CompletionItemKind.Field, "zone": lsp.CompletionItemKind.Field,
    "property": lsp.CompletionItemKind.Property, "window": lsp.CompletionItemKind.Event,
    "option": lsp.CompletionItemKind.Constant, "value": lsp.CompletionItemKind.EnumMember,
    "type": lsp.CompletionItemKind.Interface, "local": lsp.CompletionItemKind.Variable,
    "word": lsp.CompletionItemKind.Function, "keyword": lsp.CompletionItemKind.Keyword,
    "face": lsp.CompletionItemKind.Value, "pack": lsp.CompletionItemKind.Module,
    "reason": lsp.CompletionItemKind.Text,
}  # fmt: skip
ORDER = ("local", "field", "zone", "property", "stat", "procedure", "word")
"""What is offered first; all else comes later, words of the language last."""


@frozen
class Candidate:
    """A word that may stand somewhere, of what sort it is, and a few words about it."""

    name: str
    what: str
    id: str = ""
    detail: str = ""


class Asker(Checker):
    """A checker that notes what it looks `HERE` up among."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.names: dict[str, str] = {}
        self.types: dict[str, str] = {}
        self.stray = False

    def unknown(
        self, what: str, name: str, at: s.Span, candidates: Iterable[str], code: str = "E0201",
        help: str | None = None,
    ) -> NoReturn:  # fmt: skip
        """Note what could be meant."""
        if last(name) == HERE:
            self.take(map(last, candidates), what)
        super().unknown(what, name, at, candidates, code, help)

    def no_attribute(self, what: str, name: str, at: s.Span, known: list[str]) -> NoReturn:
        """Note what could be asked."""
        if name == HERE:
            self.take(known, "property")
        super().no_attribute(what, name, at, known)

    def name(self, e: s.Name, env: Env, want: Any) -> m.Ex:
        """Note the names of the program."""
        if e.id == HERE:
            self.know(env)
        return super().name(e, env, want)

    def st_do(self, stmt: s.Do, env: Env) -> list[m.St]:
        """Note the names of the program, which may begin a statement too."""
        if stmt.call.name == HERE:
            self.know(env)
        return super().st_do(stmt, env)

    def cost(self, clause: s.Clause, env: Env) -> m.Cost:
        """Note what one can pay with."""
        if clause.of == HERE:
            fields = self.model.fields.values()
            held = [f.id for f in fields if f.of in ("player", "card") and f.type == NUMBER]
            self.take(["cards", *(id for id in held if "." not in id)])
        return super().cost(clause, env)

    def reasoned(self, check: m.Check, clause: s.Clause, pack: str) -> m.Check:
        """Note the reasons."""
        if clause.reason == HERE:
            self.take(self.model.reasons, "reason")
        return super().reasoned(check, clause, pack)

    def seen_by(self, written: s.Expr | None, of_player: bool, what: str) -> str:
        """Note who may see."""
        if isinstance(written, s.Name) and written.id == HERE:
            self.take(["everyone", "nobody", *(["owner"] if of_player else [])], "keyword")
        return super().seen_by(written, of_player, what)

    def error(self, code: str, at: s.Span, *args: Any, **more: Any) -> None:
        """Note that something was found wrong with the unknown name, though nothing was looked up."""
        source = self.sink.sources.get(at.path)
        self.stray |= source is not None and HERE in source.text[at.start : at.end]
        super().error(code, at, *args, **more)

    def take(self, names: Iterable[str], what: str = "") -> None:
        """Note names."""
        for name in names:
            if name != HERE:
                self.names.setdefault(name, what)

    def know(self, env: Env) -> None:
        """Note the names of a program, and their types."""
        for name, (_, type_) in env.vars.items():
            self.names[name] = "local"
            self.types[name] = describe(env.narrow.get(name, type_))

    def all_names(self) -> list[str]:
        """What was noted; where it was not looked up, what is known everywhere."""
        new = any(one.declares and one.name == HERE for one in self.mentions)
        if any(decl.shape == HERE for _, decl in self.declarations(s.LookDecl)):
            self.take(self.vocabulary.shapes, "keyword")
        if not self.names and self.stray and not new:
            self.take(self.visible(Env("")))
        return list(self.names)


def items(
    cards: Workspace, path: Path, source: Source, offset: int, positions: Positions
) -> list[lsp.CompletionItem]:
    """What may stand at an offset, for the editor to choose from by what is typed."""
    text = source.text
    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    where = positions.range(source, start, offset)
    found = dict.fromkeys(candidates(cards, path, source, start, offset))
    return [
        lsp.CompletionItem(
            one.name,
            kind=KINDS.get(one.what, lsp.CompletionItemKind.Class),
            detail=one.detail or one.what,
            sort_text=f"{rank(one.what)} {one.name}",
            text_edit=lsp.TextEdit(where, one.name),
            data={"path": str(path), "what": one.what, "id": one.id or one.name},
        )
        for one in found
    ]


def rank(what: str) -> int:
    """How far up a sort of names is offered."""
    return ORDER.index(what) if what in ORDER else 9 if what == "keyword" else 8


def candidates(cards: Workspace, path: Path, source: Source, start: int, end: int) -> Iterator[Candidate]:
    """What may stand between two offsets, where perhaps part of it is written already."""
    text = source.text
    line = text[text.rfind("\n", 0, start) + 1 : start]
    inside = expected.inside(line)
    if inside == "comment":
        return
    if inside == "text":
        if line.endswith("{"):
            yield from definitions(cards.study(path))
        return
    piece = max((p.start for p in declarations(source, text[:start]) if p.start <= start), default=start)
    piece = start if line == "" else piece
    accepts = expected.accepted(text[piece:start])
    scenario = text.startswith("scenario", piece) and piece < start
    if scenario and line.endswith("@"):
        yield from faces(cards.study(path), line)
        return
    for word in sorted(expected.words(accepts)):
        yield Candidate(word, "keyword")
    if not accepts & {"NAME", "FUNC"}:
        return
    if re.match(r"\s+(?:requires|optional|conflicts)\b", line) or (
        scenario and re.match(r"\s+packs\b", line)
    ):
        for id, pack in packs_for(cards.unit(path), cards.texts).items():
            yield Candidate(id, "pack", detail=pack.name)
        return
    if scenario:
        study = cards.study(path)
        for name, what, id in scenario_names(study.checker, line) if study.checker else ():
            yield Candidate(name, what, id)
        return
    if text.startswith("translation", piece) and piece < start and line[:1] in " \t":
        yield from definitions(cards.study(path))
        return
    yield from asked(cards, path, source, piece, start, end)


def asked(
    cards: Workspace, path: Path, source: Source, piece: int, start: int, end: int
) -> Iterator[Candidate]:
    """The names that the checker would look among."""
    text = probe(source, piece, start, end)
    if text is None:
        return
    tried = Workspace(folders=cards.folders, texts={**cards.texts, path: text}, loose=cards.loose)
    askers: list[Asker] = []

    def make(*args: Any) -> Checker:
        askers.append(Asker(*args))
        return askers[-1]

    try:
        check_unit(tried.unit(path), Reporter(), tried.texts, kind=make, parse=cards.parses)
    except PackError:
        return
    for asker in askers[:1]:
        for name in asker.all_names():
            yield described(asker, name)


def probe(source: Source, piece: int, start: int, end: int) -> str | None:
    """The text with an unknown name at the place, mended so far that it can be read; None if it can't be."""
    text = source.text
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    word_end = end
    while word_end < len(text) and (text[word_end].isalnum() or text[word_end] in "_!"):
        word_end += 1
    after = [p.start for p in declarations(source, text) if p.start >= end]
    next_one = after[0] if after else len(text)
    before = text[:start] + HERE
    closing = expected.closing(text[piece:start])
    rests = [text[word_end:next_one], text[line_end:next_one]]
    rests += [f"{closing}{more}{text[line_end:next_one]}" for more in CLOSERS]
    rests += [f"{closing}{more}\n" for more in CLOSERS]
    for rest in rests:
        sink = Reporter()
        parse_file(Source(source.path, before[piece:] + rest), sink)
        if not sink.has_errors:
            return before + rest + text[next_one:]
    return None


def described(asker: Asker, name: str) -> Candidate:
    """A name and of what sort it is."""
    model, noted = asker.model, asker.names[name]
    if noted == "local":
        return Candidate(name, "local", detail=asker.types.get(name, ""))
    if noted in ("keyword", "reason", "type"):
        return Candidate(name, noted)
    if noted == "property":
        sorts: dict[str, Any] = {"zone": model.zones, "field": model.fields}
        what = next((what for what, known in sorts.items() if name in known), None)
        if what is not None:
            return Candidate(name, what)
        of = next((of for of, n in asker.vocabulary.properties if n == name), "")
        return Candidate(name, "property", f"{of}.{name}")
    places: dict[str, Any] = {
        "field": model.fields, "zone": model.zones, "value": asker.value_types, "option": model.options,
        "stat": model.stats, "procedure": model.procedures, "window": model.windows,
        "word": {**asker.vocabulary.words, **asker.vocabulary.constants}, "type": {**NAMED, **model.values},
        "pack": asker.manifests,
    }  # fmt: skip
    if noted in places and name in places[noted]:
        return Candidate(name, noted)
    what = next((what for what, known in places.items() if name in known), None)
    if what is not None:
        return Candidate(name, what)
    for pack, definition in asker.defs.get(name, {}).items():
        return Candidate(name, definition.kind, f"{pack}.{name}", f"{definition.name}: {definition.kind}")
    return Candidate(name, "keyword")


def definitions(study: Study) -> Iterator[Candidate]:
    """Cards, characters and so on: what may stand in braces in any text, and what has a name in others."""
    if study.checker is not None:
        for id, homes in study.checker.defs.items():
            pack, definition = next(iter(homes.items()))
            yield Candidate(id, definition.kind, f"{pack}.{id}", f"{definition.name}: {definition.kind}")


def faces(study: Study, line: str) -> Iterator[Candidate]:
    """The faces of the copies of the card in front of an `@`."""
    from bangrules.play.naming import RANKS

    named = re.search(r"(\w+)@$", line)
    homes = study.checker.defs.get(named[1], {}) if named and study.checker is not None else {}
    for definition in homes.values():
        for rank, suit, _, _ in definition.faces:
            yield Candidate(f"{RANKS[rank]}{suit}" if rank else "1", "face", detail=definition.name)


def resolved(cards: Workspace, item: lsp.CompletionItem) -> lsp.CompletionItem:
    """A choice with what there is to tell of it."""
    from bangrules.tools.editing.hover import markdown

    data: dict[str, Any] = item.data if isinstance(item.data, dict) else {}
    if {"path", "what", "id"} <= set(data) and data["what"] not in ("local", "keyword", "face"):
        study = cards.study(Path(data["path"]))
        telling = tell(study, Occurrence((data["what"], data["id"]), "", 0, 0))
        if telling is not None:
            item.documentation = markdown(telling)
    return item
