"""Which names the loaded packs declare, and what a name means where it is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from attrs import Factory, define

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.diagnostics import Diagnostic, Reporter
from bangrules.language.spelling import suggest
from bangrules.language.types import (
    BORDER, CARD, CHARACTER, EVENT, KIND, NAMED, NUMBER, PLAYER, PLAYERS, ROLE, TEXT, WINDOW, YESNO, ZONE,
    Type,
)  # fmt: skip
from bangrules.language.lexicon import Vocabulary

DEFINED_AS = {"role": ROLE, "character": CHARACTER, "card": KIND, "event": KIND, "border": BORDER}


class CheckFailed(Exception):
    """A finding has been reported; give up the smallest enclosing statement or declaration."""


@define(eq=False)
class PackFiles:
    """One pack as read: its files' trees, and whether the caller named it (its copies are dealt)."""

    id: str
    files: list[s.File]
    named: bool
    manifest: s.PackDecl


@define(eq=False)
class Env:
    """What is known at a point of a program.

    `vars`: name -> (its name in the program, type). `narrow`: what conditions have shown about an expression
    (by its spelling). `pre`: where calls made inside an expression go, None where effects may not stand.
    """

    pack: str
    vars: dict[str, tuple[str, Type]] = Factory(dict)
    narrow: dict[str, Type] = Factory(dict)
    pre: list[m.St] | None = None
    owner: m.Definition | None = None
    proc: m.Procedure | None = None
    hook: m.Procedure | None = None  # the procedure hooked, inside a hook's body
    when: str | None = None
    counter: list[int] = Factory(lambda: [0])
    may_fail: bool = False
    used: set[str] = Factory(set)
    bound_at: dict[str, s.Span] = Factory(dict)

    def child(self, **changes: Any) -> Env:
        """A copy whose names and facts can grow without touching this one."""
        new = Env(
            self.pack, dict(self.vars), dict(self.narrow), self.pre, self.owner, self.proc, self.hook, self.when,
            self.counter, self.may_fail, self.used, self.bound_at,
        )  # fmt: skip
        for key, value in changes.items():
            setattr(new, key, value)
        return new

    def fresh(self, name: str) -> str:
        self.counter[0] += 1
        return f"v{self.counter[0]}_{name.rstrip('!')}"

    def bind(self, name: str, type_: Type, at: s.Span | None = None) -> str:
        """A new local; an older one of that name is hidden."""
        code = self.fresh(name)
        self.vars[name] = (code, type_)
        for key in [k for k in self.narrow if k == name or k.startswith(name + ".")]:
            del self.narrow[key]
        if at is not None:
            self.bound_at[code] = at
        return code


class Names:
    """The declarations of all packs by name, and the reporting of findings."""

    def __init__(self, packs: list[PackFiles], vocabulary: Vocabulary, sink: Reporter) -> None:
        self.packs = packs
        self.vocabulary = vocabulary
        self.sink = sink
        self.model = m.Model()
        self.defs: dict[str, dict[str, m.Definition]] = {}  # id -> pack -> definition
        self.value_types: dict[str, tuple[str, int]] = {}  # word -> (set, number)
        self.proc_syntax: dict[str, tuple[s.ProcDecl, str]] = {}
        self.stat_syntax: dict[str, tuple[s.StatDecl, str]] = {}
        self.field_syntax: list[tuple[s.FieldDecl, str, m.Definition | None]] = []
        self.places: dict[str, s.Span] = {}
        self.requirements: dict[str, s.PackDecl] = {p.id: p.manifest for p in packs}

    # ---- findings

    def error(
        self, code: str, at: s.Span, message: str, help: str | None = None, notes: tuple[Any, ...] = ()
    ) -> None:
        """Report an error."""
        self.sink.add(Diagnostic(code, "error", message, at, help=help, notes=notes))

    def warn(self, code: str, at: s.Span, message: str, help: str | None = None) -> None:
        """Report a warning."""
        self.sink.add(Diagnostic(code, "warning", message, at, help=help))

    def fail(self, code: str, at: s.Span, message: str, help: str | None = None, notes: tuple[Any, ...] = ()) -> NoReturn:
        """Report an error and give up what is being checked."""
        self.error(code, at, message, help, notes)
        raise CheckFailed

    def unknown(self, what: str, name: str, at: s.Span, candidates: Iterable[str], code: str = "E0201") -> NoReturn:
        """Report an unknown name, with the nearest known one."""
        near = suggest(name, candidates)
        help = f"did you mean `{near}`?" if near else None
        self.fail(code, at, f"there is no {what} `{name}`", help)

    def clash(self, what: str, name: str, at: s.Span) -> bool:
        """Note where `name` is declared; report when it was declared before."""
        key = f"{what} {name}"
        if key in self.places:
            self.error(
                "E0202", at, f"{what} `{name}` is declared twice", "rename one of them, or override with `replaces`",
                ((self.places[key], "first declared here"),),
            )  # fmt: skip
            return True
        self.places[key] = at
        return False

    # ---- types

    def type_of(self, written: s.TypeName) -> Type:
        """The type a file names."""
        if written.name in self.model.values:
            found = Type("values:" + written.name)
        elif written.name in NAMED:
            found = NAMED[written.name]
        else:
            self.unknown("type", written.name, written.at, [*NAMED, *self.model.values], "E0301")
        return found.maybe if written.optional else found

    # ---- collecting

    def collect(self) -> None:
        """Enter every declaration of every pack; bodies are checked later."""
        for pack in self.packs:
            manifest = pack.manifest
            self.model.packs[pack.id] = m.Pack(
                pack.id, manifest.name, manifest.version or "0", manifest.requires, manifest.optional,
                manifest.conflicts, manifest.box, pack.named, manifest.at,
            )  # fmt: skip
        for kinds in ((s.ValuesDecl,), (s.WindowDecl, s.ZoneDecl, s.OptionDecl, s.TextDecl), (s.Definition,)):
            for pack in self.packs:
                for file in pack.files:
                    for decl in file.decls:
                        if isinstance(decl, kinds):
                            self.guard(self.enter, decl, pack)
        for id in list(self.defs):
            self.guard(self.settle_definition, id)
        for pack in self.packs:
            for file in pack.files:
                for decl in file.decls:
                    if isinstance(decl, s.FieldDecl | s.ProcDecl | s.StatDecl):
                        self.guard(self.enter_program, decl, pack.id, None)
        for definition in self.model.definitions:
            for item in definition.syntax.items:
                if isinstance(item, s.FieldDecl | s.ProcDecl | s.StatDecl):
                    self.guard(self.enter_program, item, definition.pack, definition)

    def guard(self, check: Any, *args: Any) -> Any:
        """Call `check`; a finding ends it and nothing else."""
        try:
            return check(*args)
        except CheckFailed:
            return None

    def enter(self, decl: s.Decl, pack: PackFiles) -> None:
        model = self.model
        if isinstance(decl, s.ValuesDecl):
            old = model.values.get(decl.id)
            names, texts = (list(old.names), list(old.texts)) if old else ([], [])
            for i, name in enumerate(decl.names):
                if not self.clash("value", name, decl.at):
                    self.value_types[name] = (decl.id, len(names))
                    names.append(name)
                    texts.append((decl.texts[i] if i < len(decl.texts) else None) or name.replace("_", " "))
            model.values[decl.id] = m.Values(decl.id, tuple(names), tuple(texts))
        elif isinstance(decl, s.WindowDecl):
            if not self.clash("window", decl.id, decl.at):
                model.windows[decl.id] = m.Window(
                    decl.id, decl.prompt or decl.id, decl.passing or "pass", len(model.windows)
                )
        elif isinstance(decl, s.ZoneDecl):
            if not self.clash("zone", decl.id, decl.at):
                if decl.of not in (None, "player"):
                    self.fail("E0203", decl.at, f"a zone is `of player` or of the game, not `of {decl.of}`")
                seen = decl.seen.id if isinstance(decl.seen, s.Name) else "everyone" if decl.seen is None else "?"
                if seen not in ("everyone", "owner", "nobody") or (seen == "owner" and decl.of is None):
                    self.fail("E0204", decl.at, "a zone is `seen by` everyone, nobody, or (of player) owner")
                model.zones[decl.id] = m.Zone(
                    decl.id, decl.of == "player", seen, decl.force, decl.text or decl.id, decl.at
                )
        elif isinstance(decl, s.TextDecl):
            model.texts[decl.id] = decl.text
        elif isinstance(decl, s.OptionDecl):
            if not self.clash("option", decl.id, decl.at):
                value, type_ = self.literal(decl.value)
                model.options[decl.id] = m.Option(decl.id, type_, value, decl.text, pack.id)
        elif isinstance(decl, s.Definition):
            self.enter_definition(decl, pack)

    def literal(self, expr: s.Expr) -> tuple[Any, Type]:
        """The value of an option: a number, yes or no, a text, a value."""
        if isinstance(expr, s.Number):
            return expr.value, NUMBER
        if isinstance(expr, s.Text):
            return expr.value, TEXT
        if isinstance(expr, s.Name):
            if expr.id in ("yes", "no"):
                return expr.id == "yes", YESNO
            if expr.id in self.value_types:
                set_, number = self.value_types[expr.id]
                return number, Type("values:" + set_)
        self.fail("E0305", expr.at, "an option is a number, yes or no, a text, or a declared value")

    def enter_definition(self, decl: s.Definition, pack: PackFiles) -> None:
        if self.clash(f"definition in pack {pack.id}:", decl.id, decl.at):
            return
        definition = m.Definition(decl.kind, decl.id, pack.id, decl.name or "", decl.at, syntax=decl, doc=decl.doc)
        self.defs.setdefault(decl.id, {})[pack.id] = definition
        self.model.definitions.append(definition)

    def settle_definition(self, id: str) -> None:
        """Resolve borders, `like` and `replaces` of the definitions called `id`."""
        for definition in self.defs[id].values():
            decl = definition.syntax
            if decl.replaces is not None:
                pack, old_id = decl.replaces
                old = self.defs.get(old_id, {}).get(pack)
                if old is None:
                    if pack not in self.model.packs and self.may_be_absent(definition.pack, pack):
                        continue
                    self.unknown("definition", f"{pack}.{old_id}", decl.at, self.full_ids())
                if old.kind != definition.kind:
                    self.fail("E0206", decl.at, f"a {definition.kind} cannot replace a {old.kind}")
                self.defs[old_id][pack] = definition
                if old in self.model.definitions:
                    self.model.definitions.remove(old)
                definition.like = definition.like or None
            if decl.like is not None:
                definition.like = self.find_def(decl.like, definition.pack)
            if decl.border is not None:
                border = self.find_def(s.Name(decl.border, at=decl.at), definition.pack, "border")
                definition.border = border

    def may_be_absent(self, pack: str, other: str) -> bool:
        """Whether `pack` names `other` as optional."""
        manifest = self.requirements.get(pack)
        return manifest is not None and other in manifest.optional

    def full_ids(self) -> list[str]:
        return [f"{pack}.{id}" for id, packs in self.defs.items() for pack in packs]

    def find_def(self, expr: s.Expr, pack: str, kind: str | None = None) -> m.Definition:
        """The definition a name means for `pack`; reports when there is none."""
        if isinstance(expr, s.Name):
            found = self.lookup_def(expr.id, pack, expr.at, kind)
            if found is not None:
                return found
            self.unknown(kind or "definition", expr.id, expr.at, self.defs)
        if isinstance(expr, s.Attribute) and isinstance(expr.of, s.Name):
            there = self.defs.get(expr.name, {}).get(expr.of.id)
            if there is not None:
                return there
            self.unknown(kind or "definition", f"{expr.of.id}.{expr.name}", expr.at, self.full_ids())
        self.fail("E0201", expr.at, "expected the name of a definition")

    def lookup_def(self, id: str, pack: str, at: s.Span, kind: str | None = None) -> m.Definition | None:
        """The definition `id` as `pack` sees it: its own first, else the only one there is."""
        there = {p: d for p, d in self.defs.get(id, {}).items() if kind is None or d.kind == kind}
        if not there:
            return None
        if pack in there:
            return there[pack]
        different = list(dict.fromkeys(there.values()))
        if len(different) > 1:
            names = ", ".join(f"`{p}.{id}`" for p in there)
            self.fail("E0205", at, f"`{id}` means several things", f"write one of {names}")
        return different[0]

    def enter_program(self, decl: s.Decl, pack: str, owner: m.Definition | None) -> None:
        """Enter a field, stat or procedure by its signature."""
        if isinstance(decl, s.FieldDecl):
            self.enter_field(decl, pack, owner)
            return
        assert isinstance(decl, s.ProcDecl | s.StatDecl)
        params = []
        seen: set[str] = set()
        for p in decl.params:
            if p.name in seen:
                self.error("E0202", p.at, f"parameter `{p.name}` is there twice")
            seen.add(p.name)
            params.append(m.Param(p.name, self.type_of(p.type), p.label, p.default, p.at))
        if isinstance(decl, s.ProcDecl):
            if not self.clash("procedure", decl.id, decl.at):
                gives = self.type_of(decl.gives) if decl.gives else m.NO_RESULT
                self.model.procedures[decl.id] = m.Procedure(decl.id, tuple(params), gives, decl.at, decl.text)
                self.proc_syntax[decl.id] = (decl, pack)
        elif not self.clash("stat", decl.id, decl.at):
            type_ = self.type_of(decl.gives) if decl.gives else None
            stat = m.Stat(decl.id, tuple(params), type_, decl.at, decl.text)  # type: ignore[arg-type]
            self.model.stats[decl.id] = stat
            self.stat_syntax[decl.id] = (decl, pack)

    def enter_field(self, decl: s.FieldDecl, pack: str, owner: m.Definition | None) -> None:
        of = decl.of or "game"
        if owner is not None:
            if decl.of is not None:
                self.fail("E0203", decl.at, "a field inside a definition is kept for its source; leave out `of`")
            of = {"card": "card", "event": "game"}.get(owner.kind, "player")
        if of not in ("game", "player", "card"):
            self.fail("E0203", decl.at, f"a field is of the game, `of player` or `of card`, not `of {of}`")
        id = decl.id if owner is None else f"{owner.id}.{decl.id}"
        if self.clash("field", id, decl.at):
            return
        type_ = self.type_of(decl.type)
        if decl.default is not None:
            value = self.field_default(decl.default, type_)
        elif type_.optional:
            value = None
        elif type_.name == "list":
            value = ()
        else:
            value = None
        seen = decl.seen.id if isinstance(decl.seen, s.Name) else "everyone" if decl.seen is None else "?"
        if seen not in ("everyone", "owner", "nobody") or (seen == "owner" and of != "player"):
            self.fail("E0204", decl.at, "a field is `seen by` everyone, nobody, or (of player) owner")
        text = decl.text or decl.id.replace("_", " ")
        self.model.fields[id] = m.Field(id, type_, of, value, seen, text, owner.id if owner else None, decl.at)

    def field_default(self, expr: s.Expr, type_: Type) -> Any:
        if isinstance(expr, s.Name) and expr.id in ("nobody", "empty", "none"):
            if expr.id == "none" and not type_.optional:
                self.fail("E0302", expr.at, f"{type_} is never `none`", f"declare it as `{type_}?`")
            return None if expr.id == "none" else ()
        value, have = self.literal(expr)
        if have != type_.plain:
            self.fail("E0301", expr.at, f"the default is {describe(have)}, the field {describe(type_)}")
        return value

    # ---- small questions

    def field_here(self, name: str, env: Env) -> m.Field | None:
        """The field a bare name means: one of the definition's own (or its ancestors'), else of the game."""
        if env.owner is not None:
            for ancestor in env.owner.ancestors():
                field = self.model.fields.get(f"{ancestor.id}.{name}")
                if field is not None:
                    return field
        field = self.model.fields.get(name)
        return field if field is not None and field.of == "game" else None

    def owner_locals(self, owner: m.Definition | None) -> list[tuple[str, Type]]:
        """The implicit names of programs in a definition."""
        if owner is None:
            return []
        if owner.kind == "event":
            return [("this", EVENT)]
        if owner.kind in ("card", "border"):
            return [("self", PLAYER), ("this", CARD)]
        return [("self", PLAYER)]


def describe(type_: Type) -> str:
    """A type in words."""
    name = str(type_).removeprefix("values:")
    if type_.name in ("list", "none", "nothing") or name.rstrip("?") in ("cards", "players"):
        return name
    if type_.optional:
        return f"{name.rstrip('?')} or none"
    return ("an " if name[0] in "aeiou" else "a ") + {"yesno": "yes or no"}.get(name, name)


__all__ = ["CheckFailed", "Env", "Names", "PackFiles", "describe", "PLAYERS", "WINDOW", "ZONE"]
