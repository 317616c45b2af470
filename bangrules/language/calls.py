"""Checking calls: stats, words and procedures, their arguments, labels and defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.diagnostics import Replacement
from bangrules.language.lexicon import Word, bind, resolve
from bangrules.language.matching import Matching
from bangrules.language.names import ENGINE, SPECIAL, Env, describe, head, names_in, this_is
from bangrules.language.spelling import suggest
from bangrules.language.types import (
    CARD,
    CARDS,
    KIND,
    NOTHING,
    PLAYER,
    YESNO,
    ZONE,
    Type,
    list_of,
)

__all__ = ["ENGINE", "Calls"]

DEEPEST_WHERE = 5


class Calls(Matching):
    """Calls in expressions and statements."""

    # ---- order

    def ordered(self, env: Env, rows: Sequence[tuple[Any, ...]]) -> list[m.Ex]:
        """Values in the order in which they are written, whatever effects they have.

        Each row is what makes a value, and its arguments.
        """
        values: list[m.Ex] = []

        def make(maker: Callable[..., m.Ex], *args: Any) -> None:
            pre = env.pre
            before = len(pre) if pre is not None else 0
            value = maker(*args)
            if pre is not None and len(pre) > before:
                for i, old in enumerate(values):
                    if not isinstance(old, m.Const | m.Local | m.DefConst):
                        name = env.fresh("t")
                        pre.insert(before, m.SetLocal(name, old, at=old.at))
                        values[i] = m.Local(name, type=old.type, at=old.at)
                        before += 1
            values.append(value)

        self.all_of(make, rows)
        return values

    # ---- calls in expressions

    def apply(
        self, name: str, args: Sequence[s.Expr], labels: Sequence[s.Label], e: s.Expr, env: Env
    ) -> m.Ex:
        """A stat, a word, or where effects may stand a procedure, called in an expression."""
        at, model = e.at, self.model
        if name in SPECIAL:
            method: Callable[..., m.Ex] = getattr(self, SPECIAL[name])
            if labels:
                self.fail("E0203", labels[0].at, f"`{name}` has no `{labels[0].word}`")
            self.note("word", name, name, at)
            return method(name, args, e, env)
        if name in model.stats:
            self.reach("stat", name, env.pack, at)
            stat = model.stats[name]
            type_ = self.stat_type(stat)
            values = self.arguments("stat", name, stat.params, args, labels, at, env)
            return m.AskStat(stat, tuple(values), type=type_, at=at)
        if name in self.vocabulary.words:
            return self.word(name, args, labels, at, env)
        if name in model.procedures:
            pre = env.pre
            if pre is None:
                self.no_effect(name, at)
            proc, values = self.procedure_call(name, args, labels, at, env)
            if proc.gives == NOTHING:
                self.fail("E0307", at, f"`{name}` answers nothing", "declare what it answers with `gives`")
            into = env.fresh("r")
            pre.append(m.Invoke(proc, tuple(values), into, at=at))
            return m.Local(into, type=proc.gives, at=at)
        self.unknown(
            "stat, procedure or word",
            name,
            head(name, at),
            [*model.stats, *self.vocabulary.words, *SPECIAL, *model.procedures],
        )

    def no_effect(self, name: str, at: s.Span) -> NoReturn:
        self.fail(
            "E0306",
            at,
            f"`{name}` changes the game; conditions, stats, clauses and patterns may only ask",
            f"call it in a statement, or give its answer a name: `let x = {name}(...)`",
        )

    def procedure_call(
        self, name: str, args: Sequence[s.Expr], labels: Sequence[s.Label], at: s.Span, env: Env
    ) -> tuple[m.Procedure, list[m.Ex]]:
        """A procedure and its arguments."""
        if name in ENGINE:
            self.fail("E0315", at, f"`{name}` is run by the engine: rules can hook it, but not call it")
        self.reach("procedure", name, env.pack, at)
        proc = self.model.procedures[name]
        values = self.arguments("procedure", name, proc.params, args, labels, at, env)
        self.forget_state(env)
        return proc, values

    # ---- arguments

    def arguments(
        self,
        what: str,
        name: str,
        params: tuple[m.Param, ...],
        args: Sequence[s.Expr],
        labels: Sequence[s.Label],
        at: s.Span,
        env: Env,
    ) -> list[m.Ex]:
        """The values for `params`: positional in order, labelled, then defaults."""
        form = signature(name, params)
        if len(args) > len(params):
            self.fail(
                "E0209", args[len(params)].at, f"`{name}` takes {number_of(params)}, found {len(args)}", form
            )
        slots: list[s.Expr | None] = [*args, *[None] * (len(params) - len(args))]
        for label in labels:
            free = [i for i, p in enumerate(params) if p.label == label.word]
            if not free:
                self.wrong_label(name, label, [p.label for p in params if p.label], form)
            if slots[free[0]] is not None:
                p = params[free[0]]
                self.fail("E0209", label.at, f"`{p.name}` of `{name}` is given twice", form)
            slots[free[0]] = label.value
        for slot, p in zip(slots, params, strict=True):
            if slot is None and p.default is None:
                word = f"`{p.label}`" if p.label else f"`{p.name}`, {describe(p.type)}"
                self.fail("E0209", at, f"`{name}` needs {word}", form)
        written = [(slot, p) for slot, p in zip(slots, params, strict=True) if slot is not None]
        made = self.ordered(env, [(self.expr, slot, env, p.type, form) for slot, p in written])
        given: dict[str, m.Ex] = {}
        for (slot, p), value in zip(written, made, strict=True):
            simple = isinstance(value, m.Const | m.Local | m.DefConst)
            if env.pre is not None and not simple and any(q.default is not None for q in params):
                into = env.fresh(p.name)
                env.pre.append(m.SetLocal(into, value, at=slot.at))
                value = m.Local(into, type=value.type, at=slot.at)
            given[p.name] = value
        for slot, p in zip(slots, params, strict=True):
            if slot is None:
                given[p.name] = self.default(what, name, p, params, given, at, env)
        return [given[p.name] for p in params]

    def wrong_label(self, name: str, label: s.Label, known: list[str], form: str) -> NoReturn:
        near = suggest(label.word, known)
        self.fail(
            "E0203",
            label.at,
            f"`{name}` has no `{label.word}`",
            f"did you mean `{near}`?" if near else form,
            fix=None if near is None else Replacement(head(label.word, label.at), near),
        )

    def default(
        self,
        what: str,
        name: str,
        p: m.Param,
        params: tuple[m.Param, ...],
        given: dict[str, m.Ex],
        at: s.Span,
        env: Env,
    ) -> m.Ex:
        """What a parameter holds that was not given: its default, read anew for each call."""
        missing = [w for w in ("self", "this") if w in names_in(p.default) and w not in env.vars]
        if missing and isinstance(p.default, s.Name) and p.type.optional:
            return m.Const(None, type=p.type, at=at)
        if missing:
            word = f"`{p.label}`" if p.label else f"`{p.name}`"
            self.fail(
                "E0209",
                at,
                f"`{name}` needs {word} here, where there is no `{missing[0]}`",
                signature(name, params),
            )
        inner = Env(self.home.get((what, name), env.pack), counter=env.counter)
        for word in ("self", "this"):
            if word in env.vars:
                inner.vars[word] = env.vars[word]
        for q in params:
            if q.name in given:
                value = given[q.name]
                code = value.name if isinstance(value, m.Local) else m.inline(value)
                inner.vars[q.name] = (code, q.type)
        key = (what, name, p.name)
        if key in self.defaulting:
            self.fail(
                "E0311",
                p.at,
                f"the default of `{p.name}` asks `{name}` itself, and so needs that default again",
                "let it ask something else",
            )
        self.defaulting.append(key)
        try:
            return self.expr(p.default, inner, p.type)
        finally:
            self.defaulting.pop()

    def check_defaults(self, what: str, name: str, params: tuple[m.Param, ...]) -> None:
        """Defaults are right wherever the thing is called."""
        env = Env(self.home.get((what, name), ""))
        env.vars.update({"self": ("self", PLAYER), "this": ("this", CARD)})
        for p in params:
            if p.default is not None:
                self.guard(self.expr, p.default, env, p.type)
            env.take((p,))

    # ---- words

    def word(
        self, name: str, args: Sequence[s.Expr], labels: Sequence[s.Label], at: s.Span, env: Env
    ) -> m.Ex:
        """A word of the vocabulary."""
        variants = self.vocabulary.words[name]
        self.note("word", name, name, at)
        word = self.variant(name, variants, len(args) + len(labels), at)
        if word.effect and env.pre is None:
            self.no_effect(name, at)
        params = word.params()
        slots: list[s.Expr | None] = [*args, *[None] * (len(params) - len(args))]
        for label in labels:
            free = [
                i for i, (known, _, _, _) in enumerate(params) if known == label.word and slots[i] is None
            ]
            if not free:
                self.wrong_label(name, label, [p[0] for p in params if p[0]], word_form(word))
            slots[free[0]] = label.value
        for slot, (label_, pname, _, default) in zip(slots, params, strict=True):
            if slot is None and default is None:
                self.fail("E0209", at, f"`{name}` needs `{label_ or pname}`", word_form(word))
        found: dict[str, Type] = {}

        def value(slot: s.Expr | None, type_: Type, default: str | None) -> m.Ex:
            if slot is None:
                return m.Const(m.Code(default or "None"), type=type_, at=at)
            return self.word_argument(slot, type_, found, env, word)

        rows = [(value, slot, type_, code) for slot, (_, _, type_, code) in zip(slots, params, strict=True)]
        values = self.ordered(env, rows)
        result = resolve(word.result, found)
        if not word.effect:
            return m.UseWord(word, tuple(values), type=result, at=at)
        assert env.pre is not None
        into = env.fresh("r") if result != NOTHING else None
        env.pre.append(m.Command(word, tuple(values), into, at=at))
        if word.suspends:
            self.forget_state(env)
        return m.Local(into or "None", type=result, at=at)

    def variant(self, name: str, variants: Sequence[Word], n: int, at: s.Span) -> Word:
        """The variant of a word that takes so many arguments."""
        for word in variants:
            if len([p for p in word.params() if p[3] is None]) <= n <= len(word.takes):
                return word
        counts = " or ".join(str(len(w.takes)) for w in variants)
        self.fail(
            "E0209",
            at,
            f"`{name}` takes {counts} {'argument' if counts == '1' else 'arguments'}, found {n}",
            word_form(variants[0]),
        )

    def word_argument(self, slot: s.Expr, type_: Type, found: dict[str, Type], env: Env, word: Word) -> m.Ex:
        """One argument of a word, which may be of any type T that the others share."""
        members = "T" in word.gives  # the word gives what it finds in the argument
        free = type_.name == "T" or (type_.of is not None and type_.of.name == "T")
        if free and not members:
            value = self.sized(slot, env)
        else:
            value = self.raw(slot, env, None if free else type_)
        if value.type == ZONE and type_ != ZONE and type_.name != "T":
            value = self.convert(value, CARDS, slot.at)
        if type_.name == "list" and value.type.name != "list":
            value = self.convert(value, list_of(value.type.plain), slot.at)
        if not bind(type_, value.type, found):
            value = self.convert(value, resolve(type_, found), slot.at, word_form(word))
        return value

    # ---- words with a form of their own

    def during(self, name: str, args: Sequence[s.Expr], e: s.Expr, env: Env) -> m.Ex:
        """Whether something is running."""
        if len(args) != 1:
            self.fail(
                "E0209",
                e.at,
                "`during` asks about one procedure or card",
                "it is written `during(procedure)`",
            )
        what = self.scope_name(args[0], env)
        if what is None:
            return m.Const(False, type=YESNO, at=e.at)
        self.model.scopes.add(what)
        return m.During(what, type=YESNO, at=e.at)

    def scope_name(self, name: s.Expr, env: Env) -> str | None:
        """What `during`, `per`, `at end of` and `end` mean by a name."""
        id = name.id if isinstance(name, s.Name) else ""
        if id in ENGINE:
            self.fail(
                "E0315", name.at, f"`{id}` is run by the engine, and nothing can be counted or put off by it"
            )
        if id in self.model.procedures or id == "effect":
            self.reach("procedure", id, env.pack, name.at)
            return id
        if id and id not in self.defs and (env.pack, id) not in self.absent:
            # what begins play goes on to its end: nobody means that
            whole = {start.proc for start in (self.model.given, self.model.start) if start is not None}
            known = [proc for proc in self.model.procedures if proc not in whole]
            turn = self.model.start.within if self.model.start is not None else None
            help = None if turn is None else f"name something that happens and is over again, as `{turn}`"
            ids = ["effect", *known, *self.ids(("card",))]
            self.unknown("procedure or card", id, name.at, ids, help=help)
        definition = self.definition(name, env.pack, ("card",), "procedure or card")
        return None if definition is None else f"card {definition.full_id}"

    def quantify(self, name: str, args: Sequence[s.Expr], e: s.Expr, env: Env) -> m.Ex:
        """`all(cards, what)` and `some(cards, what)`."""
        if len(args) != 2:
            self.fail(
                "E0209",
                e.at,
                f"`{name}` takes a list and what its members are",
                f"it is written `{name}(cards, what)`",
            )
        env = env.pure()
        of = self.raw(args[0], env)
        if of.type == ZONE:
            of = self.convert(of, CARDS, args[0].at)
        if of.type.name != "list" or of.type.of is None:
            self.fail("E0301", args[0].at, f"`{name}` asks about a list, and {this_is(of.type)}")
        inner = self.candidate_env(env, e.at)
        var = inner.bind("it", of.type.of)
        it = m.Local(var, type=of.type.of, at=e.at)
        other = self.raw(args[1], inner) if not isinstance(args[1], s.Name) else None
        if other is not None and other.type.name == "list":
            test = self.in_list(it, other, e.at)
        elif isinstance(args[1], s.Name) and self.peek(args[1], inner) == list_of(KIND):
            test = self.in_list(it, self.raw(args[1], inner), e.at)
        else:
            test = self.is_value(it, args[1], inner, e.at)
        if name == "all":
            test = m.NotEx(test, type=YESNO, at=e.at)
        found: m.Ex = m.IsEmpty(m.FilterList(of, var, test, type=of.type, at=e.at), type=YESNO, at=e.at)
        return found if name == "all" else m.NotEx(found, type=YESNO, at=e.at)

    def candidate_env(self, env: Env, at: s.Span) -> Env:
        """The place of a condition on the members of a list."""
        if env.wheres >= DEEPEST_WHERE:
            self.fail(
                "E0112",
                at,
                f"conditions on lists are nested too deeply: {DEEPEST_WHERE} at most",
                "make a stat of the inner ones",
            )
        return env.pure().child(wheres=env.wheres + 1)

    def shown(self, name: str, args: Sequence[s.Expr], e: s.Expr, env: Env) -> m.Ex:
        """A secret field, as far as all know it."""
        if len(args) == 1:
            value = self.raw(args[0], env.pure())
            if isinstance(value, m.GetField) and value.field.of == "player" and value.owner is not None:
                return m.Shown(value.field, value.owner, type=value.field.type.maybe, at=e.at)
        self.fail(
            "E0209", e.at, "`shown` asks about one secret field of a player", "it is written `shown(p.field)`"
        )


def number_of(params: Sequence[object], word: str = "argument") -> str:
    n = len(params)
    return f"no {word}s" if n == 0 else f"{n} {word}" if n == 1 else f"{n} {word}s"


def type_words(type_: Type) -> str:
    return str(type_).removeprefix("values:")


def signature(name: str, params: tuple[m.Param, ...]) -> str:
    """A reminder of what something takes."""
    words = [
        f"{p.label + ' ' if p.label else ''}{p.name}: {type_words(p.type)}{default_words(p.default)}"
        for p in params
    ]
    return f"it is declared as `{name}({', '.join(words)})`" if words else f"it is written `{name}`"


def default_words(default: object) -> str:
    """A parameter's default, if it is a short one."""
    if isinstance(default, s.Name | s.Number):
        return f" = {default.id if isinstance(default, s.Name) else default.value}"
    return "" if default is None else " = ..."


def word_form(word: Word) -> str:
    """A reminder of what a word takes."""
    words = [f"{label + ' ' if label else ''}{name.rstrip('_')}" for label, name, _, _ in word.params()]
    return f"it is written `{word.id}({', '.join(words)})`"
