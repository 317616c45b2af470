"""Checking programs: the statements of procedures, hooks and actions."""

from __future__ import annotations

from typing import Any, NoReturn

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.calls import number_of
from bangrules.language.entries import params_in
from bangrules.language.expressions import Expressions
from bangrules.language.facts import spelling
from bangrules.language.flow import leaves
from bangrules.language.names import COMMANDS, ENGINE, CheckFailed, Env, describe, head, names_in, this_is
from bangrules.language.types import (
    ANY,
    CARD,
    CARDS,
    EMPTY_LIST,
    NONE,
    NOTHING,
    NUMBER,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    YESNO,
    ZONE,
    Type,
    list_of,
)

__all__ = ["Bodies"]

DEEPEST_LOOP = 12
MEANT = ("self", "this", "it", "target", "everyone", "none", "nobody", "yes", "no", "empty", "unlimited")
"""Names that can't be given another meaning."""


class Bodies(Expressions):
    """Statements: from the syntax tree to the model."""

    def block(self, body: s.Block, env: Env) -> tuple[m.St, ...]:
        """Check the statements of a block in a scope of its own."""
        inner = env.child()
        out: list[m.St] = []
        for i, stmt in enumerate(body):
            pre: list[m.St] = []
            inner.pre = pre
            try:
                made = self.statement(stmt, inner)
            except CheckFailed:
                self.name_anyway(stmt, inner)
                env.faulty.append(True)
                continue
            out += pre
            out += made
            if i + 1 < len(body) and leaves(made, self.running(env)):
                self.error(
                    "E0310",
                    body[i + 1].at,
                    "this is never reached",
                    "delete it, or mend what stands before it",
                    (
                        (
                            stmt.at,
                            "this never comes to its end"
                            if isinstance(stmt, s.While)
                            else "this always leaves",
                        ),
                    ),
                )
                break
        return tuple(out)

    def running(self, env: Env) -> frozenset[str]:
        """The procedures that are running for certain here."""
        found = {p.id for p in (env.proc, env.hook) if p is not None}
        if env.proc is not None and env.proc.kind == "action":
            found.add("effect")
        return frozenset(found)

    def name_anyway(self, stmt: s.Stmt, env: Env) -> None:
        """After a finding, keep the names the statement would have made, so that they raise no others."""
        for name in names_in(stmt):
            if name in env.vars:
                env.used.add(env.vars[name][0])
        new: tuple[Any, ...] = stmt.names if isinstance(stmt, s.Let) else (getattr(stmt, "name", None),)
        for name in new:
            if isinstance(name, str) and not isinstance(stmt, s.End | s.AtEnd) and name not in MEANT:
                env.bind(name, UNKNOWN)

    def local(self, env: Env, name: str, type_: Type, at: s.Span, how: str) -> str:
        """A new name."""
        self.new_name(name, env, at)
        return env.bind(name, type_, at, how)

    def new_name(self, name: str, env: Env, at: s.Span) -> None:
        """Report names that are taken."""
        if name in MEANT:
            self.meant(name, at)
        if name in env.vars:
            code = env.vars[name][0]
            notes = ((env.bound_at[code][1], "the other one"),) if code in env.bound_at else ()
            self.warn(
                "W0202",
                at,
                f"this is a new `{name}`, which hides the other one up to the end of this block",
                f"to change the other one write `{name} = ...`, else choose another name",
                notes,
            )

    def meant(self, name: str, at: s.Span) -> NoReturn:
        self.fail(
            "E0214", at, f"`{name}` has a meaning of its own and cannot be a name here", "choose another name"
        )

    def unread(self, env: Env) -> None:
        """Report names of a program that nothing reads; where it has errors, one may have been meant to."""
        for code, (name, at, _) in env.bound_at.items():
            self.note_param(name, env.places.get(code, at), at)
        if env.faulty:
            return
        for code, (name, at, how) in env.bound_at.items():
            if code not in env.used:
                help = {
                    "for": "if only the number of turns matters, write `repeat n:`",
                    "pattern": "write `_`, which stands for anything",
                    "gives": f"delete `gives {name}`",
                    "choose": "use what was chosen, or delete the choice",
                }.get(how, "delete it")
                self.warn("W0201", at, f"`{name}` is never used", help)

    def statement(self, stmt: s.Stmt, env: Env) -> list[m.St]:
        """Any statement."""
        method = getattr(self, "st_" + type(stmt).__name__.lower())
        return method(stmt, env)  # type: ignore[no-any-return]

    # ---- calls

    def st_do(self, stmt: s.Do, env: Env) -> list[m.St]:
        """A call, perhaps with blocks for its answer."""
        call = stmt.call
        answered = bool(stmt.then or stmt.otherwise)
        if call.name in COMMANDS:
            self.note("word", call.name, call.name, call.at)
            if answered:
                self.fail("E0307", call.at, f"`{call.name}` answers nothing, so no block may follow it")
            return [self.move(call, env) if call.name == "move" else self.show(call, env)]
        if call.name in self.model.procedures:
            proc, args = self.procedure_call(call.name, call.args, call.labels, call.at, env)
            if not answered:
                return [m.Invoke(proc, tuple(args), None, at=call.at)]
            if proc.gives != YESNO:
                self.fail(
                    "E0307",
                    call.at,
                    f"`{call.name}` answers {describe(proc.gives)}; for a block it must be yes or no",
                )
            into = env.fresh("r")
            answer: m.Ex = m.Local(into, type=YESNO, at=call.at)
            made: list[m.St] = [m.Invoke(proc, tuple(args), into, at=call.at)]
        elif any(w.effect for w in self.vocabulary.words.get(call.name, ())):
            answer = self.word(call.name, call.args, call.labels, call.at, env)
            if not answered:
                return []
            answer = self.convert(answer, YESNO, call.at)
            made = []
        elif call.name in self.model.stats or call.name in self.vocabulary.words:
            self.fail("E0308", call.at, f"`{call.name}` only asks: as a statement it does nothing")
        else:
            known = [*self.model.procedures, *COMMANDS, "end", "let", "return", "fail", "pass", "proceed"]
            known += [w for w, v in self.vocabulary.words.items() if v[0].effect]
            help = f"a procedure comes first, and `{call.name}` behind it" if call.name in env.vars else None
            self.unknown("procedure", call.name, head(call.name, call.at), known, help=help)
        return [*made, self.branch(stmt.call, answer, stmt.then, stmt.otherwise, env, stmt.at)]

    def branch(
        self, cond: s.Expr, test: m.Ex, then: s.Block, otherwise: s.Block, env: Env, at: s.Span
    ) -> m.St:
        """Two ways, and what is known after them."""
        yes, no = self.knowing(cond, True, env), self.knowing(cond, False, env)
        made_then, made_otherwise = self.block(then, yes), self.block(otherwise, no)
        self.forget_changed((*then, *otherwise), env)
        here = self.running(env)
        for left, way in ((made_then, no), (made_otherwise, yes)):
            if leaves(left, here):
                kept = env.child(narrow=dict(way.narrow))
                self.forget_changed((*then, *otherwise), kept)
                env.narrow.update(kept.narrow)
        return m.IfSt(test, made_then, made_otherwise, at=at)

    def move(self, call: s.Call, env: Env) -> m.St:
        """`move cards to zone` and `move cards to zone.bottom`."""
        if len(call.args) != 1 or [x.word for x in call.labels] != ["to"]:
            self.fail(
                "E0209", call.at, "`move` takes cards, and where to", "it is written `move cards to zone`"
            )
        written, to = call.args[0], call.labels[0].value
        blind = isinstance(written, s.Apply | s.Call) and written.name == "shuffled"
        bottom = isinstance(to, s.Attribute) and to.name == "bottom"
        place = to.of if bottom and isinstance(to, s.Attribute) else to
        cards, zone = self.ordered(env, [(self.expr, written, env, CARDS), (self.expr, place, env, ZONE)])
        self.forget_state(env)
        mover = (
            m.Local(env.vars["self"][0], type=PLAYER)
            if "self" in env.vars
            else m.Const(None, type=PLAYER.maybe)
        )
        return m.Command("move", (cards, zone, m.Const((bottom, blind), type=ANY), mover), None, at=call.at)

    def show(self, call: s.Call, env: Env) -> m.St:
        """`show cards to players` and `show p.role to players`."""
        if len(call.args) != 1 or [x.word for x in call.labels] != ["to"]:
            self.fail(
                "E0209",
                call.at,
                "`show` takes cards or a field, and to whom",
                "it is written `show x to players`",
            )
        what, to = self.ordered(
            env, [(self.raw, call.args[0], env), (self.expr, call.labels[0].value, env, PLAYERS)]
        )
        if isinstance(what, m.GetField) and what.field.seen != "everyone":
            if what.owner is None or what.field.of != "player":
                self.fail(
                    "E0301",
                    call.args[0].at,
                    f"`{what.field.id}` is not a player's: only players' fields can be shown",
                )
            return m.Command("show field", (what, what.owner, to), None, at=call.at)
        if (
            isinstance(what, m.GetField)
            and what.field.of == "player"
            and what.type.plain not in (CARD, CARDS)
        ):
            self.fail(
                "E0304", call.args[0].at, f"everyone sees `{what.field.id}` already", "delete this line"
            )
        return m.Command("show", (self.convert(what, CARDS, call.args[0].at), to), None, at=call.at)

    # ---- control

    def st_if(self, stmt: s.If, env: Env) -> list[m.St]:
        test = self.expr(stmt.cond, env, YESNO)
        return [self.branch(stmt.cond, test, stmt.then, stmt.otherwise, env, stmt.at)]

    def loop(self, body: s.Block, env: Env, at: s.Span) -> Env:
        """The place inside a loop."""
        if env.loops >= DEEPEST_LOOP:
            self.fail(
                "E0112",
                at,
                f"loops are nested too deeply: {DEEPEST_LOOP} at most",
                "make a procedure of the inner ones",
            )
        self.forget_changed(body, env)
        return env.child(loops=env.loops + 1)

    def st_while(self, stmt: s.While, env: Env) -> list[m.St]:
        inner = self.loop((s.If(stmt.cond, stmt.body),), env, stmt.at)
        pre: list[m.St] = []
        inner.pre = pre
        cond = self.expr(stmt.cond, inner, YESNO)
        body = self.block(stmt.body, self.knowing(stmt.cond, True, inner))
        env.narrow.update(self.knowing(stmt.cond, False, env).narrow)
        return [m.WhileSt(tuple(pre), cond, body, at=stmt.at)]

    def st_repeat(self, stmt: s.Repeat, env: Env) -> list[m.St]:
        times = self.expr(stmt.times, env, NUMBER)
        inner = self.loop(stmt.body, env, stmt.at)
        turns = m.Op("..", m.Const(1, type=NUMBER), times, type=list_of(NUMBER))
        return [m.ForSt(env.fresh("i"), turns, self.block(stmt.body, inner), at=stmt.at)]

    def st_for(self, stmt: s.For, env: Env) -> list[m.St]:
        of = self.raw(stmt.of, env)
        if of.type == ZONE:
            of = self.convert(of, CARDS, stmt.of.at)
        if of.type.name != "list" or of.type.of is None:
            self.fail("E0301", stmt.of.at, f"`for` goes through a list or a zone, and {this_is(of.type)}")
        if of.type == EMPTY_LIST:
            self.fail("E0301", stmt.of.at, "nothing tells what this empty list holds")
        inner = self.loop(stmt.body, env, stmt.at)
        name = self.local(inner, stmt.name, of.type.of, self.word_at(stmt.name, stmt.at), "for")
        return [m.ForSt(name, of, self.block(stmt.body, inner), at=stmt.at)]

    # ---- names and fields

    def st_let(self, stmt: s.Let, env: Env) -> list[m.St]:
        if len(stmt.names) != len(stmt.values):
            self.fail("E0209", stmt.at, f"{len(stmt.names)} names, but {number_of(stmt.values, 'value')}")
        if len(set(stmt.names)) < len(stmt.names):
            self.fail("E0202", stmt.at, "a name stands twice on the left", "rename one of them")
        values = self.ordered(env, [(self.let_value, value, env) for value in stmt.values])
        made: list[m.St] = []
        if len(values) > 1:
            for i, ex in enumerate(values):
                tmp = env.fresh("t")
                made.append(m.SetLocal(tmp, ex, at=stmt.at))
                values[i] = m.Local(tmp, type=ex.type)
        for name, ex in zip(stmt.names, values, strict=True):
            made.append(
                m.SetLocal(self.local(env, name, ex.type, self.word_at(name, stmt.at), "let"), ex, at=stmt.at)
            )
        return made

    def let_value(self, value: s.Expr, env: Env) -> m.Ex:
        """What a new name stands for."""
        ex = self.raw(value, env)
        if ex.type == ZONE and not isinstance(ex, m.Local):
            ex = self.convert(ex, CARDS, value.at)
        if ex.type in (NONE, NOTHING) or ex.type.name == "any":
            self.fail(
                "E0301", value.at, f"a name cannot stand for {describe(ex.type)}", "give it a value of a type"
            )
        if isinstance(ex, m.DefConst):
            ex = m.DefConst(ex.definition, type=ex.type.plain, at=ex.at)
        return ex

    def st_assign(self, stmt: s.Assign, env: Env) -> list[m.St]:
        if len(stmt.targets) != len(stmt.values):
            self.fail("E0209", stmt.at, f"{len(stmt.targets)} places, but {number_of(stmt.values, 'value')}")
        keys = [spelling(t) for t in stmt.targets]
        if len(set(keys)) < len(keys):
            self.fail("E0202", stmt.at, "a name stands twice on the left", "delete one of them")
        types = self.all_of(self.place_type, [(target, env) for target in stmt.targets])

        def value(target: s.Expr, written: s.Expr, type_: Type) -> m.Ex:
            if type_ == UNKNOWN:
                raise CheckFailed
            whole = written if stmt.op == "=" else s.Binary(stmt.op[0], target, written, at=stmt.at)
            code = env.vars[target.id][0] if isinstance(target, s.Name) and target.id in env.vars else None
            early = code in env.early
            ex = self.raw(whole, env, type_)
            if code is not None and not early:
                env.early.pop(code, None)
            return self.filled(target, ex, type_, env, written.at)

        rows = list(zip(stmt.targets, stmt.values, types, strict=True))
        values = self.ordered(env, [(value, *row) for row in rows])
        made: list[m.St] = []
        if len(values) > 1:
            for i, ex in enumerate(values):
                tmp = env.fresh("t")
                made.append(m.SetLocal(tmp, ex, at=stmt.at))
                values[i] = m.Local(tmp, type=ex.type)
        for (target, _, type_), ex in zip(rows, values, strict=True):
            made += self.store(target, ex, env, stmt.at)
            key = spelling(target)
            if type_.optional and not ex.type.optional and key is not None:
                env.narrow[key] = type_.plain
        return made

    def filled(self, target: s.Expr, ex: m.Ex, type_: Type, env: Env, at: s.Span) -> m.Ex:
        """The value for a place; a name for an empty list learns from it what it holds."""
        if type_ != EMPTY_LIST or not isinstance(target, s.Name):
            return self.convert(ex, type_, at)
        if ex.type == ZONE:
            ex = self.convert(ex, CARDS, at)
        if ex.type.name != "list":
            ex = self.convert(ex, list_of(ex.type.plain), at)
        code = env.vars[target.id][0]
        if ex.type != EMPTY_LIST:
            env.filled[code] = ex.type
            if code in env.early:
                self.fail(
                    "E0316",
                    at,
                    f"this is the first place that tells what `{target.id}` holds, and it is read above",
                    notes=((env.early[code], "read here"),),
                )
        return ex

    def place_type(self, target: s.Expr, env: Env) -> Type:
        """The type of what is assigned to."""
        if isinstance(target, s.Name) and target.id in env.vars:
            if target.id in MEANT:
                self.fail("E0210", target.at, f"`{target.id}` cannot be changed")
            code, type_ = env.vars[target.id]
            self.note_local(target.id, env, target.at)
            return env.filled.get(code, type_)
        place = self.raw(
            target, env.child(narrow={k: t for k, t in env.narrow.items() if k != spelling(target)})
        )
        if not isinstance(place, m.GetField):
            help = "cards are moved: `move cards to zone`" if place.type in (ZONE, CARDS) else None
            self.fail("E0210", target.at, "only names and fields can be changed", help)
        return place.field.type

    def store(self, target: s.Expr, value: m.Ex, env: Env, at: s.Span) -> list[m.St]:
        """Give a name or a field its value; who gets an open role shows it at once."""
        if isinstance(target, s.Name) and target.id in env.vars:
            self.forget(target, env)
            return [m.SetLocal(env.vars[target.id][0], value, at=at)]
        place = self.raw(target, env)
        assert isinstance(place, m.GetField)
        self.forget(target, env)
        open_ = self.open_among(place.field, value)
        owner = place.owner
        if not open_ or owner is None:
            return [m.SetField(place.field, owner, value, at=at)]
        made: list[m.St] = []
        if not isinstance(owner, m.Local):
            tmp = env.fresh("t")
            made.append(m.SetLocal(tmp, owner, at=at))
            owner = m.Local(tmp, type=owner.type, at=at)
        made.append(m.SetField(place.field, owner, value, at=at))
        held = m.GetField(place.field, owner, type=place.field.type, at=at)
        type_, everyone, _, _ = self.vocabulary.constants["everyone"]
        show = m.Command("show field", (held, owner, m.Const(m.Code(everyone), type=type_)), None, at=at)
        made.append(m.IfSt(m.IsKind(held, open_, type=YESNO, at=at), (show,), at=at))
        return made

    def open_among(self, field: m.Field, value: m.Ex) -> tuple[m.Definition, ...]:
        """The open roles that a secret field of a player may have got with a value."""
        if not field.shows_open:
            return ()
        of = [value.definition] if isinstance(value, m.DefConst) else self.model.definitions
        return tuple(d for d in of if d.open)

    # ---- leaving

    def st_return(self, stmt: s.Return, env: Env) -> list[m.St]:
        proc = env.proc
        assert proc is not None
        if env.when in ("after", "before"):
            if stmt.value is not None:
                self.fail(
                    "E0309",
                    stmt.at,
                    f"{'an' if env.when == 'after' else 'a'} `{env.when}` hook answers nothing",
                    "`return` alone leaves it",
                )
            return [m.ReturnSt(None, at=stmt.at)]
        what = "`instead of` " + env.hook.id if env.hook is not None else proc.id
        if stmt.value is None:
            if proc.gives != NOTHING and not proc.gives.optional and proc.gives.name != "list":
                self.fail(
                    "E0309",
                    stmt.at,
                    f"`{what.replace('`', '')}` must answer {describe(proc.gives)}",
                    "write it behind `return`",
                )
            return [m.ReturnSt(None, at=stmt.at)]
        if proc.gives == NOTHING:
            if proc.kind in ("action", "later"):
                self.fail("E0309", stmt.at, "an action answers nothing", "`return` alone leaves it")
            self.fail(
                "E0309",
                stmt.at,
                f"`{what.replace('`', '')}` answers nothing",
                "declare what it answers with `gives`",
            )
        return [m.ReturnSt(self.expr(stmt.value, env, proc.gives), at=stmt.at)]

    def st_end(self, stmt: s.End, env: Env) -> list[m.St]:
        name = stmt.name if stmt.name in ENGINE else self.scope_of(stmt.name, env, stmt.at)
        if name is None:
            return []
        given = self.model.given
        if given is not None and given.proc == name:
            self.fail(
                "E0309", stmt.at, f"nothing is left when `{name}` is over", "say who has won: `win nobody`"
            )
        proc = self.model.procedures.get(name)
        if proc is not None and proc.gives not in (NOTHING, YESNO) and not proc.gives.optional:
            self.fail(
                "E0309",
                stmt.at,
                f"`{name}` must answer {describe(proc.gives)}, so it cannot just be ended",
                "use `instead of`, and `return` what it answers",
            )
        return [m.EndSt(name, at=stmt.at)]

    def scope_of(self, name: str, env: Env, at: s.Span) -> str | None:
        """What a bare name behind `end`, `at end of` or `per` means."""
        return self.scope_name(s.Name(name, at=self.word_at(name, at)), env)

    def st_proceed(self, stmt: s.Proceed, env: Env) -> list[m.St]:
        if env.when != "instead of":
            self.fail(
                "E0309",
                stmt.at,
                "`proceed` goes on with what an `instead of` hook has replaced, and this is none",
            )
        self.forget_state(env)
        return [m.ProceedSt("proceeded", at=stmt.at)]

    def st_fail(self, stmt: s.Fail, env: Env) -> list[m.St]:
        if not env.may_fail:
            self.fail(
                "E0309", stmt.at, "`fail` says that an action does not count; it stands in actions only"
            )
        return [m.FailSt(at=stmt.at)]

    def st_pass(self, stmt: s.Pass, env: Env) -> list[m.St]:
        return []

    def st_atend(self, stmt: s.AtEnd, env: Env) -> list[m.St]:
        what = self.scope_of(stmt.name, env, stmt.at)
        if what is None:
            return []
        self.model.scopes.add(what)
        inside = env.proc.id if env.proc is not None else ""
        id = f"{inside} at end of {stmt.name} {stmt.at.line}"
        proc = m.Procedure(id, (), NOTHING, stmt.at, kind="later")
        params, args = [], []
        inner = Env(
            env.pack,
            owner=env.owner,
            proc=proc,
            counter=env.counter,
            used=env.used,
            bound_at=env.bound_at,
            filled=env.filled,
            early=env.early,
            faulty=env.faulty,
            places=env.places,
        )
        kept = names_in(stmt.body) | {"self", "this"} | set(params_in_prompts(stmt.body))
        for name, (code, type_) in env.vars.items():
            if name in kept:
                known = env.narrow.get(name, env.filled.get(code, type_))
                inner.vars[name] = (code, known)
                if name in names_in(stmt.body):
                    env.used.add(code)
                params.append(m.Param(code, known))
                args.append(m.Local(code, type=known))
        proc.params = tuple(params)
        proc.body = self.block(stmt.body, inner)
        self.model.programs.append(proc)
        return [m.LaterSt(what, proc, tuple(args), at=stmt.at)]


def params_in_prompts(body: s.Block) -> list[str]:
    """The names in braces of the prompts in a block."""
    from bangrules.language.facts import walk

    return [name for stmt in walk(body) for name in params_in(getattr(stmt, "text", None))]
