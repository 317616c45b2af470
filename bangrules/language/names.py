"""Which names the loaded packs declare, who may use them, and how findings are told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from attrs import Factory, define

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.diagnostics import Diagnostic, Replacement, Reporter
from bangrules.language.lexicon import Vocabulary
from bangrules.language.mentions import Mention
from bangrules.language.python_names import safe
from bangrules.language.requirements import closure
from bangrules.language.sources import Source
from bangrules.language.spelling import suggest
from bangrules.language.types import (
    BORDER,
    CARD,
    CHARACTER,
    EVENT,
    KIND,
    NAMED,
    PLAYER,
    ROLE,
    Type,
)
from bangrules.language.words import FOREIGN

__all__ = [
    "COMMANDS",
    "DEFINED_AS",
    "ENGINE",
    "SPECIAL",
    "CheckFailed",
    "Env",
    "Names",
    "PackFiles",
    "a",
    "are",
    "describe",
    "head",
    "named_at",
    "names_in",
    "tail",
    "this_is",
]

DEFINED_AS = {"role": ROLE, "character": CHARACTER, "card": KIND, "event": KIND, "border": BORDER}
SPECIAL = {"during": "during", "all": "quantify", "some": "quantify", "shown": "shown"}
"""Words whose arguments are read in a way of their own, and the methods that do it."""
ENGINE = ("act", "affect")
"""Procedures that the engine runs; rules may hook them, but not call them."""
COMMANDS = ("move", "show")
"""Statements with a form of their own."""
LISTED = ("border",)
"""Of what there are so few that all are named where an unknown one stands."""

Notes = tuple[tuple[s.Span, str], ...]
Elsewhere = Callable[[str], Iterable[str]]


class CheckFailed(Exception):
    """A finding has been reported; give up the smallest enclosing statement or declaration."""


@define(eq=False)
class PackFiles:
    """One pack as read: its files' trees, and whether the caller named it (its copies are dealt)."""

    id: str
    files: list[s.File]
    named: bool
    manifest: s.PackDecl
    maps: dict[str, Source] = Factory(dict)


@define(eq=False)
class Env:
    """What is known at a point of a program.

    `vars`: name -> (its name in the program, type). `narrow`: what conditions have shown about an expression
    (by its spelling). `pre`: where calls made inside an expression go, None where effects may not stand.
    `bound_at`: where the names of this program were written; `used`: which of them are read. `filled`: what
    names for an empty list turned out to hold; `early`: where they were read before that.
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
    bound_at: dict[str, tuple[str, s.Span, str]] = Factory(dict)
    loops: int = 0
    filled: dict[str, Type] = Factory(dict)
    early: dict[str, s.Span] = Factory(dict)
    faulty: list[bool] = Factory(list)  # not empty: something in the program is wrong, and reported
    wheres: int = 0  # how many conditions of `where` one stands in
    places: dict[str, s.Span] = Factory(dict)  # where what programs call so was first written

    def child(self, **changes: Any) -> Env:
        """A copy whose names and facts can grow without touching this one."""
        new = Env(
            self.pack,
            dict(self.vars),
            dict(self.narrow),
            self.pre,
            self.owner,
            self.proc,
            self.hook,
            self.when,
            self.counter,
            self.may_fail,
            self.used,
            self.bound_at,
            self.loops,
            self.filled,
            self.early,
            self.faulty,
            self.wheres,
            self.places,
        )
        for key, value in changes.items():
            setattr(new, key, value)
        return new

    def pure(self) -> Env:
        """The same place, where effects may not stand."""
        return self if self.pre is None else self.child(pre=None)

    def fresh(self, name: str) -> str:
        """A name of the program that nothing else has."""
        self.counter[0] += 1
        return f"v{self.counter[0]}_{safe(name)}"

    def bind(self, name: str, type_: Type, at: s.Span | None = None, how: str = "") -> str:
        """A new local; an older one of that name is hidden. With `at` it is expected to be read."""
        code = self.fresh(name)
        self.know(name, code, type_, at, how)
        return code

    def know(self, name: str, code: str, type_: Type, at: s.Span | None = None, how: str = "") -> None:
        """Let `name` stand for the program's `code`."""
        self.vars[name] = (code, type_)
        for key in [k for k in self.narrow if k == name or k.startswith(name + ".")]:
            del self.narrow[key]
        if at is not None:
            self.bound_at[code] = (name, at, how)
            self.places.setdefault(code, at)

    def take(self, params: Iterable[m.Param]) -> None:
        """Know the parameters of what is being read."""
        for p in params:
            self.vars[p.name] = (p.code, p.type)
            self.places[p.code] = p.at


def find(pattern: str, text: str) -> re.Match[str] | None:
    """Where a pattern fits: in the program, else in a text or comment."""
    bare = re.sub(r'"[^"\n]*"|#[^\n]*', lambda match: " " * len(match[0]), text)
    return re.search(pattern, bare) or re.search(pattern, text)


def head(word: str, at: s.Span) -> s.Span:
    """The place of the word that something begins with."""
    return s.Span(at.path, at.line, at.column, at.start, min(at.end, at.start + len(word)))


def tail(word: str, at: s.Span) -> s.Span:
    """The place of the word that something in one line ends with."""
    back = at.end - len(word) - at.start
    return s.Span(at.path, at.line, at.column + back, at.end - len(word), at.end) if back > 0 else at


def named_at(decl: s.Decl) -> s.Span:
    """Where the name that a declaration declares is written."""
    return decl.at if decl.id_at == s.NOWHERE else decl.id_at


class Names:
    """Holds the packs and the growing model, and looks names up."""

    def __init__(
        self,
        packs: list[PackFiles],
        vocabulary: Vocabulary,
        sink: Reporter,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.packs = packs
        self.vocabulary = vocabulary
        self.sink = sink
        self.elsewhere = elsewhere or (lambda name: ())
        self.model = m.Model()
        self.defs: dict[str, dict[str, m.Definition]] = {}
        self.value_types: dict[str, tuple[str, int]] = {}
        self.proc_syntax: dict[str, tuple[s.ProcDecl, str]] = {}
        self.stat_syntax: dict[str, tuple[s.StatDecl, str]] = {}
        self.own_fields: dict[tuple[str, str], m.Field] = {}
        self.manifests = {p.id: p.manifest for p in packs}
        # where things were declared, and in which pack: by what they are and their name
        self.places: dict[tuple[str, str], s.Span] = {}
        self.home: dict[tuple[str, str], str] = {}
        self.mentioned: set[tuple[str, str]] = set()
        self.mentions: list[Mention] = []
        self.absent: set[tuple[str, str]] = set()  # definitions that hang on an absent optional pack
        self.broken: set[str] = {name for p in packs for f in p.files for name in f.broken}
        # the packs whose names a pack may use
        self.allows = {p.id: frozenset(closure(self.manifests, p.id)) for p in packs}
        self.defaulting: list[tuple[str, str, str]] = []  # the parameters whose defaults are being read
        self.quiet = 0  # above 0: what is found is not reported, only tried

    # ---- findings

    def error(
        self,
        code: str,
        at: s.Span,
        message: str,
        help: str | None = None,
        notes: Notes = (),
        label: str | None = None,
        fix: Replacement | None = None,
    ) -> None:
        """Report an error."""
        if not self.quiet:
            self.sink.add(Diagnostic(code, "error", message, at, label, tuple(notes), help, fix))

    def warn(
        self,
        code: str,
        at: s.Span,
        message: str,
        help: str | None = None,
        notes: Notes = (),
        label: str | None = None,
    ) -> None:
        """Report a warning."""
        if not self.quiet:
            self.sink.add(Diagnostic(code, "warning", message, at, label, tuple(notes), help))

    def fail(
        self,
        code: str,
        at: s.Span,
        message: str,
        help: str | None = None,
        notes: Notes = (),
        label: str | None = None,
        fix: Replacement | None = None,
    ) -> NoReturn:
        """Report an error and give up what is being checked."""
        self.error(code, at, message, help, notes, label, fix)
        raise CheckFailed

    def text_at(self, at: s.Span) -> str | None:
        """What stands at a place, on one line."""
        source = self.sink.sources.get(at.path)
        text = "\n" if source is None else source.text[at.start : at.end]
        return None if "\n" in text else text

    def mend(self, name: str, near: str | None, at: s.Span) -> Replacement | None:
        """The change of `name`, which stands at `at` or within it, to a near name."""
        source = self.sink.sources.get(at.path)
        if near is None or source is None:
            return None
        found = find(rf"(?<!\w){re.escape(name)}(?![\w!])", source.text[at.start : at.end])
        if found is None:
            return None
        return Replacement(source.span(at.start + found.start(), at.start + found.end()), near)

    def note(self, what: str, id: str, name: str, at: s.Span, declares: bool = False, type: str = "") -> None:
        """Note where a name is written; what is only tried doesn't count."""
        if not self.quiet and at is not s.NOWHERE:
            self.mentions.append(Mention(what, id, name, at, declares, type))

    def note_param(self, name: str, declared: s.Span, at: s.Span) -> None:
        """Note where a parameter is named, and with `at` at its place that it is declared."""
        self.note("local", f"{declared.path}:{declared.start}", name, at, at is declared)

    def note_local(self, name: str, env: Env, at: s.Span) -> None:
        """Note where a local is read or written, and where it comes from."""
        place = env.places.get(env.vars[name][0])
        if place is not None:
            id = f"{place.path}:{place.start}"
            self.note("local", id, name, place, True)
            self.note("local", id, name, at, type=describe(env.narrow.get(name, env.vars[name][1])))

    def guard(self, check: Callable[..., Any], *args: Any) -> Any:
        """Call `check`; a finding ends it and nothing else."""
        try:
            return check(*args)
        except CheckFailed:
            return None

    def all_of(self, check: Callable[..., Any], rows: Iterable[tuple[Any, ...]]) -> list[Any]:
        """What `check` makes of each row; findings in one don't hide those in the others."""
        found, failed = [], False
        for row in rows:
            try:
                found.append(check(*row))
            except CheckFailed:
                failed = True
        if failed:
            raise CheckFailed
        return found

    def unknown(
        self,
        what: str,
        name: str,
        at: s.Span,
        candidates: Iterable[str],
        code: str = "E0201",
        help: str | None = None,
    ) -> NoReturn:
        """Report an unknown name, with the nearest known one, or where it is to be had."""
        if name in self.broken:
            raise CheckFailed  # what declares it could not be read, and that is reported
        known = list(candidates)
        near = FOREIGN.get(name) or suggest(name, known)
        fix = self.mend(name, near, at)
        other = None if what == "text" else self.what_is(name)
        if near is not None:
            help = f"did you mean `{near}`?"
        elif other is not None:
            help = f"`{name}` is {other}"
        elif help is None:
            packs = sorted(self.elsewhere(name))
            if packs:
                ids = " or ".join(f"`{p}`" for p in packs)
                help = f"it is declared in pack {ids}, which is not required here: add `requires {packs[0]}`"
            elif what in LISTED and known:
                help = f"there are {', '.join(f'`{one}`' for one in sorted(known))}"
        self.fail(code, at, f"there is no {what} `{name}`", help, fix=fix)

    def what_is(self, name: str) -> str | None:
        """What a name is, in words, when it was looked for as something else."""
        model = self.model
        places: dict[str, Iterable[str]] = {
            "stat": model.stats,
            "procedure": model.procedures,
            "zone": model.zones,
            "window": model.windows,
            "option": model.options,
            "type": {**NAMED, **model.values},
        }
        for what, known in places.items():
            if name in known:
                return a(what)
        if name in model.fields:
            field = model.fields[name]
            return "a field" if field.of == "game" else f"a field of a {field.of}, as `x.{name}`"
        if name in self.value_types:
            return "a value of " + self.value_types[name][0]
        if name in self.defs:
            return a(next(iter(self.defs[name].values())).kind)
        if name in self.vocabulary.words or name in SPECIAL:
            return f"a word that is asked, as `{name}(...)`"
        if name in self.vocabulary.constants:
            return "a word for a value"
        return None

    def word_at(self, word: str, at: s.Span) -> s.Span:
        """Where a word stands in what was written at `at`."""
        source = self.sink.sources.get(at.path)
        found = source and find(rf"(?<![\w.]){re.escape(word)}(?![\w!])", source.text[at.start : at.end])
        if source is None or not found:
            return at
        return source.span(at.start + found.start(), at.start + found.end())

    def pack_at(self, at: s.Span) -> str:
        """The pack whose file something stands in."""
        return next((p.id for p in self.packs if any(file.path == at.path for file in p.files)), "")

    def order_of(self, at: s.Span) -> tuple[int, int]:
        """When something is read: by its pack, and its place in the files."""
        for i, pack in enumerate(self.packs):
            if any(file.path == at.path for file in pack.files):
                return i, at.start
        return -1, at.start

    # ---- packs

    def is_optional(self, pack: str, other: str) -> bool:
        """Whether `pack` can do without `other`, but may name what is in it."""
        manifest = self.manifests.get(pack)
        return manifest is not None and other in manifest.optional and other not in self.allows.get(pack, ())

    def reach(self, what: str, name: str, pack: str, at: s.Span, used: bool = True) -> None:
        """Note that something is named; report when it is declared in a pack that `pack` does not require."""
        if used:
            self.mentioned.add((what, name))
        self.note(what, name, name.rpartition(".")[2], at)
        home = self.home.get((what, name))
        if home is None or pack not in self.allows or home in self.allows[pack]:
            return
        if self.is_optional(pack, home):
            self.error(
                "E0502",
                at,
                f"{what} `{name}` is declared in pack `{home}`, which is optional for pack `{pack}`",
                f"of an optional pack only cards, characters and the like can be named, as `{home}.id`; "
                "for more, require it",
            )
        else:
            self.not_required(f"{what} `{name}`", home, pack, at)

    def not_required(self, what: str, home: str, pack: str, at: s.Span) -> None:
        self.error(
            "E0501",
            at,
            f"{what} is declared in pack `{home}`, which pack `{pack}` does not require",
            f"add `requires {home}` to the manifest of `{pack}`",
        )

    # ---- definitions

    def full_ids(self, pack: str | None = None) -> list[str]:
        """All definitions as `pack.id`."""
        return [f"{p}.{id}" for id, packs in self.defs.items() for p in packs if pack in (None, p)]

    def definition(
        self, expr: s.Expr, pack: str, kinds: Sequence[str] = (), what: str | None = None
    ) -> m.Definition | None:
        """The definition a name means for `pack`, None when it hangs on an absent optional pack.

        Reports when there is none, or when it is not of one of `kinds`.
        """
        what = what or " or ".join(kinds) or "definition"
        if isinstance(expr, s.Name):
            found = self.lookup(expr.id, pack, expr.at, kinds)
            if found is None:
                if (pack, expr.id) in self.absent:
                    return None
                self.unknown(what, expr.id, expr.at, self.ids(kinds))
        elif isinstance(expr, s.Attribute) and isinstance(expr.of, s.Name):
            found = self.lookup_dotted(expr.of.id, expr.name, pack, expr.at)
            if found is None:
                return None
        else:
            self.fail("E0201", expr.at, f"expected the name of a {what}")
        if kinds and found.kind not in kinds:
            self.fail("E0206", expr.at, f"`{found.id}` is {a(found.kind)}, and {a(what)} is needed here")
        return found

    def ids(self, kinds: Sequence[str] = ()) -> list[str]:
        return [
            id for id, packs in self.defs.items() if not kinds or any(d.kind in kinds for d in packs.values())
        ]

    def lookup(self, id: str, pack: str, at: s.Span, kinds: Sequence[str] = ()) -> m.Definition | None:
        """The definition `id` as `pack` sees it: its own first, then those of packs it requires."""
        everywhere = self.defs.get(id, {})
        there = {p: d for p, d in everywhere.items() if not kinds or d.kind in kinds} or everywhere
        if pack in there:
            self.note(there[pack].kind, f"{pack}.{id}", id, at)
            return there[pack]
        allowed = self.allows.get(pack)
        near = there if allowed is None else {p: d for p, d in there.items() if p in allowed}
        different = list(dict.fromkeys(near.values()))
        if len(different) > 1:
            names = " or ".join(f"`{p}.{id}`" for p in sorted(near))
            self.fail("E0205", at, f"`{id}` means several things", f"write {names}")
        if different:
            self.note(different[0].kind, f"{next(iter(near))}.{id}", id, at)
            return different[0]
        for home, definition in there.items():
            if self.is_optional(pack, home):
                self.fail(
                    "E0502",
                    at,
                    f"`{id}` is declared in pack `{home}`, which is optional for pack `{pack}`",
                    f"write `{home}.{id}`: where that pack is absent it matches nothing",
                )
            self.not_required(f"{definition.kind} `{id}`", home, pack, at)
            return definition
        return None

    def lookup_dotted(self, home: str, id: str, pack: str, at: s.Span) -> m.Definition | None:
        """The definition `home.id`; None when it hangs on an absent optional pack."""
        if (home, id) in self.absent:
            return None
        if home not in self.manifests:
            if self.is_optional(pack, home):
                return None
            self.unknown("pack", home, at, self.manifests)
        there = self.defs.get(id, {}).get(home)
        if there is None:
            self.unknown("definition", f"{home}.{id}", at, self.full_ids(home))
        self.note("pack", home, home, at)
        self.note(there.kind, f"{home}.{id}", id, at)
        if pack in self.allows and home not in self.allows[pack] and not self.is_optional(pack, home):
            self.not_required(f"{there.kind} `{home}.{id}`", home, pack, at)
        return there

    def is_pack(self, name: str, pack: str) -> bool:
        """Whether `name`, in front of a dot, is the name of a pack."""
        return name in self.manifests or self.is_optional(pack, name)

    # ---- small questions

    def field_here(self, name: str, env: Env) -> m.Field | None:
        """The field a bare name means: one of the definition's own (or its ancestors'), else of the game."""
        if env.owner is not None:
            for ancestor in env.owner.ancestors():
                field = self.own_fields.get((ancestor.full_id, name))
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

    # ---- what the other parts of the checker give each other

    def expr(self, e: s.Expr, env: Env, want: Type | None = None) -> m.Ex:
        """Check an expression; with `want`, convert it to that type or report."""
        raise NotImplementedError

    def raw(self, e: s.Expr, env: Env, want: Type | None = None) -> m.Ex:
        """Check an expression; `want` only helps to understand it."""
        raise NotImplementedError

    def convert(self, ex: m.Ex, want: Type, at: s.Span, help: str | None = None) -> m.Ex:
        """`ex` as a value of type `want`; reports when it is none."""
        raise NotImplementedError

    def stat_type(self, stat: m.Stat) -> Type:
        """The type of a stat, known before its base is checked where `gives` says it."""
        raise NotImplementedError

    def scope_name(self, name: s.Expr, env: Env) -> str | None:
        """What `during`, `per`, `at end of` and `end` mean by a name; None: something absent."""
        raise NotImplementedError


def a(word: str) -> str:
    """With its article."""
    return f"an {word}" if word[:1] in "aeiou" else f"a {word}"


def describe(type_: Type) -> str:
    """A type in words."""
    if type_.of is not None and type_.of.name == "any":
        return "an empty list"
    if type_.name == "list":
        words = str(type_).replace("values:", "")
        return a(words) if words.startswith("list") else words
    if type_.name in ("none", "nothing"):
        return type_.name
    name = {"yesno": "yes or no", "any": "something"}.get(type_.name, type_.name.removeprefix("values:"))
    words = name if name in ("yes or no", "something") else a(name)
    return f"{words}, or none" if type_.optional else words


def plural(type_: Type) -> bool:
    """Whether a type in words is several things."""
    return (
        type_.name == "list"
        and describe(type_) != "an empty list"
        and not describe(type_).startswith("a list")
    )


def this_is(type_: Type) -> str:
    """`this is a card`, `these are cards`."""
    return f"these are {describe(type_)}" if plural(type_) else f"this is {describe(type_)}"


def are(type_: Type) -> str:
    """`a card is`, `cards are`."""
    return f"{describe(type_)} {'are' if plural(type_) else 'is'}"


def names_in(node: object) -> set[str]:
    """Every name written anywhere in a piece of syntax."""
    found: set[str] = set()

    def visit(x: object) -> None:
        if isinstance(x, s.Name):
            found.add(x.id)
        if isinstance(x, tuple):
            for y in x:
                visit(y)
        elif isinstance(x, s.Node) and not isinstance(x, s.Span):
            for slot in x.__attrs_attrs__:
                visit(getattr(x, slot.name))

    visit(node)
    return found
