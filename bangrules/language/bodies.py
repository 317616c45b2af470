"""Checking programs: the statements of procedures, hooks and actions."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.expressions import Expressions, spelling
from bangrules.language.names import CheckFailed, Env, describe
from bangrules.language.types import (
    ANY, CARDS, NONE, NOTHING, NUMBER, PLACE, PLAYER, PLAYERS, YESNO, ZONE, Type, common, fits, list_of,
)  # fmt: skip


class Bodies(Expressions):
    """Statements: from the syntax tree to the model."""

    def block(self, body: s.Block, env: Env) -> tuple[m.St, ...]:
        """Check the statements of a block in a scope of its own."""
        inner = env.child()
        out: list[m.St] = []
        ended: s.Stmt | None = None
        for stmt in body:
            if ended is not None:
                self.error("E0310", stmt.at, "this is never reached", "what stands before it always leaves")
                break
            pre: list[m.St] = []
            inner.pre = pre
            try:
                made = self.statement(stmt, inner)
            except CheckFailed:
                self.name_anyway(stmt, inner)
                continue
            out += pre
            out += made
            if isinstance(stmt, s.Return | s.Fail | s.End):
                ended = stmt
        return tuple(out)

    def name_anyway(self, stmt: s.Stmt, env: Env) -> None:
        """After a finding, keep the names the statement would have made, so that they raise no others."""
        for name in stmt.names if isinstance(stmt, s.Let) else (getattr(stmt, "name", None),):
            if isinstance(name, str) and not isinstance(stmt, s.End | s.AtEnd):
                code = env.bind(name, ANY)
                env.used.add(code)

    def local(self, env: Env, name: str, type_: Type, at: s.Span) -> str:
        if name in ("self", "this", "it", "everyone", "none", "nobody"):
            self.fail("E0210", at, f"`{name}` has a meaning of its own and cannot be a name here")
        return env.bind(name, type_, at)

    def statement(self, stmt: s.Stmt, env: Env) -> list[m.St]:
        method = getattr(self, "st_" + type(stmt).__name__.lower())
        return method(stmt, env)  # type: ignore[no-any-return]

    # ---- calls

    def st_do(self, stmt: s.Do, env: Env) -> list[m.St]:
        call = stmt.call
        if call.name in ("move", "show"):
            if stmt.then or stmt.otherwise:
                self.fail("E0307", stmt.at, f"`{call.name}` answers nothing, so no block may follow it")
            return [self.move(call, env) if call.name == "move" else self.show(call, env)]
        if call.name in self.model.procedures:
            proc = self.model.procedures[call.name]
            args = self.arguments(call.name, proc.params, call.args, call.labels, call.at, env)
            if not (stmt.then or stmt.otherwise):
                return [m.Invoke(proc, tuple(args), None, at=call.at)]
            if proc.gives != YESNO:
                self.fail(
                    "E0307", call.at, f"`{call.name}` answers {describe(proc.gives)}; a block needs yes or no",
                )  # fmt: skip
            into = env.fresh("r")
            answer: m.Ex = m.Local(into, type=YESNO, at=call.at)
            made: list[m.St] = [m.Invoke(proc, tuple(args), into, at=call.at)]
        elif call.name in self.vocabulary.words and any(w.effect for w in self.vocabulary.words[call.name]):
            answer = self.word(call.name, call.args, call.labels, call.at, env)
            if not (stmt.then or stmt.otherwise):
                return []
            answer = self.convert(answer, YESNO, call.at)
            made = []
        elif call.name in self.model.stats or call.name in self.vocabulary.words:
            self.fail("E0308", call.at, f"`{call.name}` only asks; as a statement it does nothing")
        else:
            known = [*self.model.procedures, "move", "show", "end", "let", "return", "fail", "pass", "proceed"]
            known += [w for w, v in self.vocabulary.words.items() if v[0].effect]
            self.unknown("procedure", call.name, call.at, known)
        made.append(m.IfSt(answer, self.block(stmt.then, env), self.block(stmt.otherwise, env), at=stmt.at))
        return made

    def move(self, call: s.Call, env: Env) -> m.St:
        """`move cards to zone` and `move cards to zone.bottom`."""
        if len(call.args) != 1 or [x.word for x in call.labels] != ["to"]:
            self.fail("E0209", call.at, "`move` is written `move cards to zone`")
        written = call.args[0]
        blind = isinstance(written, s.Apply | s.Call) and written.name == "shuffled"
        cards = self.expr(written, env, CARDS)
        to = call.labels[0].value
        bottom = isinstance(to, s.Attribute) and to.name == "bottom"
        zone = self.expr(to.of if bottom and isinstance(to, s.Attribute) else to, env, ZONE)
        mover = m.Local(env.vars["self"][0], type=PLAYER) if "self" in env.vars else m.Const(None, type=PLAYER.maybe)
        flags = m.Const((bottom, blind), type=ANY)
        return m.Command("move", (cards, zone, flags, mover), None, at=call.at)

    def show(self, call: s.Call, env: Env) -> m.St:
        """`show cards to players` and `show p.role to players`."""
        if len(call.args) != 1 or [x.word for x in call.labels] != ["to"]:
            self.fail("E0209", call.at, "`show` is written `show x to players`")
        to = self.expr(call.labels[0].value, env, PLAYERS)
        what = self.raw(call.args[0], env)
        if isinstance(what, m.GetField):
            if what.field.of != "player" or what.owner is None:
                self.fail("E0301", call.at, f"`{what.field.id}` is not a player's; only players' fields can be shown")
            return m.Command("show field", (what, what.owner, to), None, at=call.at)
        return m.Command("show", (self.convert(what, CARDS, call.at), to), None, at=call.at)

    # ---- control

    def condition(self, cond: s.Expr, env: Env) -> m.Ex:
        """A condition; one call that answers yes or no may stand there alone."""
        return self.expr(cond, env, YESNO)

    def st_if(self, stmt: s.If, env: Env) -> list[m.St]:
        cond = self.condition(stmt.cond, env)
        then = self.block(stmt.then, self.knowing(stmt.cond, True, env))
        otherwise = self.block(stmt.otherwise, self.knowing(stmt.cond, False, env))
        if not stmt.otherwise and stmt.then and isinstance(stmt.then[-1], s.Return | s.End | s.Fail):
            env.narrow.update(self.knowing(stmt.cond, False, env).narrow)
        return [m.IfSt(cond, then, otherwise, at=stmt.at)]

    def st_while(self, stmt: s.While, env: Env) -> list[m.St]:
        self.forget_assigned(stmt.body, env)
        pre: list[m.St] = []
        inner = env.child(pre=pre)
        cond = self.condition(stmt.cond, inner)
        body = self.block(stmt.body, self.knowing(stmt.cond, True, env))
        return [m.WhileSt(tuple(pre), cond, body, at=stmt.at)]

    def st_repeat(self, stmt: s.Repeat, env: Env) -> list[m.St]:
        times = self.expr(stmt.times, env, NUMBER)
        self.forget_assigned(stmt.body, env)
        name = env.fresh("i")
        turns = m.Op("..", m.Const(1, type=NUMBER), times, type=list_of(NUMBER))
        return [m.ForSt(name, turns, self.block(stmt.body, env), at=stmt.at)]

    def st_for(self, stmt: s.For, env: Env) -> list[m.St]:
        of = self.raw(stmt.of, env)
        if of.type == ZONE:
            of = self.convert(of, CARDS, stmt.of.at)
        if of.type.name != "list" or of.type.of is None:
            self.fail("E0301", stmt.of.at, f"`for` goes through a list, found {describe(of.type)}")
        self.forget_assigned(stmt.body, env)
        inner = env.child()
        name = self.local(inner, stmt.name, of.type.of, stmt.at)
        return [m.ForSt(name, of, self.block(stmt.body, inner), at=stmt.at)]

    def forget_assigned(self, body: s.Block, env: Env) -> None:
        """A loop may change names; forget what was known of them before its body runs again."""
        for stmt in walk(body):
            if isinstance(stmt, s.Assign):
                for target in stmt.targets:
                    self.forget(target, env)

    def forget(self, target: s.Expr, env: Env) -> None:
        key = spelling(target)
        for known in [k for k in env.narrow if k == key or (key and k.startswith(key + "."))]:
            del env.narrow[known]

    # ---- names and fields

    def st_let(self, stmt: s.Let, env: Env) -> list[m.St]:
        if len(stmt.names) != len(stmt.values):
            self.fail("E0209", stmt.at, f"{len(stmt.names)} names for {len(stmt.values)} values")
        made: list[m.St] = []
        values = []
        for value in stmt.values:
            ex = self.raw(value, env)
            ex = self.convert(ex, CARDS, value.at) if ex.type == ZONE and not isinstance(ex, m.Local) else ex
            if ex.type in (NONE, NOTHING):
                self.fail("E0301", value.at, f"a name cannot stand for {describe(ex.type)}")
            values.append(ex)
        temps: list[m.Ex] = []
        for ex in values:
            if len(values) == 1:
                temps.append(ex)
                continue
            tmp = env.fresh("t")
            made.append(m.SetLocal(tmp, ex, at=stmt.at))
            temps.append(m.Local(tmp, type=ex.type))
        for name, ex in zip(stmt.names, temps, strict=True):
            code = self.local(env, name, ex.type, stmt.at)
            made.append(m.SetLocal(code, ex, at=stmt.at))
        return made

    def st_assign(self, stmt: s.Assign, env: Env) -> list[m.St]:
        if len(stmt.targets) != len(stmt.values):
            self.fail("E0209", stmt.at, f"{len(stmt.targets)} places for {len(stmt.values)} values")
        made: list[m.St] = []
        pairs: list[tuple[s.Expr, m.Ex]] = []
        for target, written in zip(stmt.targets, stmt.values, strict=True):
            type_ = self.place_type(target, env)
            if stmt.op == "=":
                value = self.expr(written, env, type_)
            else:
                whole = s.Binary(stmt.op[0], target, written, at=stmt.at)
                value = self.expr(whole, env, type_)
            if len(stmt.targets) > 1:
                tmp = env.fresh("t")
                made.append(m.SetLocal(tmp, value, at=stmt.at))
                value = m.Local(tmp, type=value.type)
            pairs.append((target, value))
        for target, value in pairs:
            made.append(self.store(target, value, env, stmt.at))
        return made

    def place_type(self, target: s.Expr, env: Env) -> Type:
        if isinstance(target, s.Name) and target.id in env.vars:
            if target.id in ("self", "this", "it"):
                self.fail("E0210", target.at, f"`{target.id}` cannot be changed")
            return env.vars[target.id][1]
        place = self.raw(target, env.child(narrow={}))
        if not isinstance(place, m.GetField):
            self.fail("E0210", target.at, "only names and fields can be changed")
        return place.field.type

    def store(self, target: s.Expr, value: m.Ex, env: Env, at: s.Span) -> m.St:
        self.forget(target, env)
        if isinstance(target, s.Name) and target.id in env.vars:
            return m.SetLocal(env.vars[target.id][0], value, at=at)
        place = self.raw(target, env)
        assert isinstance(place, m.GetField)
        return m.SetField(place.field, place.owner, value, at=at)

    # ---- deciding

    def st_choose(self, stmt: s.Choose, env: Env) -> list[m.St]:
        who = self.expr(stmt.who, env, PLAYER)
        of = self.choices(stmt.of, env)
        member = of.type.of
        assert member is not None
        hidden = None
        if stmt.hidden is not None:
            hidden = self.expr(stmt.hidden, env, CARDS)
            if member != CARDS.of:
                self.fail("E0301", stmt.hidden.at, "`or random` adds an unseen card to a choice among cards")
        if stmt.how == "one":
            code = self.local(env, stmt.name, member.maybe, stmt.at)
            return [m.ChooseSt(who, of, code, member, stmt.text, hidden, at=stmt.at)]
        left, got, pick = env.fresh("left"), env.fresh(stmt.name), env.fresh("pick")
        made: list[m.St] = [m.SetLocal(left, of, at=stmt.at), m.SetLocal(got, m.Const((), type=of.type), at=stmt.at)]
        left_ex, got_ex = m.Local(left, type=of.type), m.Local(got, type=of.type)
        pick_ex = m.Local(pick, type=member.maybe)
        picked = m.ListEx((m.Local(pick, type=member),), type=of.type)
        take: tuple[m.St, ...] = (
            m.SetLocal(left, m.Op("without", left_ex, picked, type=of.type)),
            m.SetLocal(got, m.Op("join", got_ex, picked, type=of.type)),
        )
        count = self.vocabulary.words["count"][0]
        if stmt.amount is not None:
            amount = env.fresh("n")
            made.append(m.SetLocal(amount, self.expr(stmt.amount, env, NUMBER)))
            enough = m.Local(amount, type=NUMBER)
        else:
            enough = m.UseWord(count, (of,), type=NUMBER)
        more = m.Op("<", m.UseWord(count, (got_ex,), type=NUMBER), enough, type=YESNO)
        some_left = m.NotEx(m.IsEmpty(left_ex, type=YESNO), type=YESNO)
        go_on: m.Ex = m.Op("and", more, some_left, type=YESNO)
        optional = stmt.how != "exactly"
        choose = m.ChooseSt(who, left_ex, pick, member, stmt.text, None, optional, True, at=stmt.at)
        body: tuple[m.St, ...] = (choose, *take)
        if optional:
            going = env.fresh("going")
            made.append(m.SetLocal(going, m.Const(True, type=YESNO)))
            go_on = m.Op("and", m.Local(going, type=YESNO), go_on, type=YESNO)
            stop = m.SetLocal(going, m.Const(False, type=YESNO))
            body = (choose, m.IfSt(m.IsNone(pick_ex, type=YESNO), (stop,), take))
        made.append(m.WhileSt((), go_on, body, at=stmt.at))
        env.vars[stmt.name] = (got, of.type)
        env.bound_at[got] = stmt.at
        return made

    def choices(self, e: s.Expr, env: Env) -> m.Ex:
        of = self.raw(e, env)
        if of.type == ZONE:
            of = self.convert(of, CARDS, e.at)
        if of.type == ANY:
            raise CheckFailed  # reported already
        if of.type.name != "list":
            self.fail("E0301", e.at, f"one chooses in a list, found {describe(of.type)}")
        if of.type.of is not None and of.type.of.optional:
            self.fail("E0302", e.at, "a list to choose from cannot hold `none`")
        return of

    def st_may(self, stmt: s.May, env: Env) -> list[m.St]:
        who = self.expr(stmt.who, env, PLAYER)
        code = env.fresh("yes")
        yes = m.Const((True,), type=list_of(YESNO))
        ask = m.ChooseSt(who, yes, code, YESNO, stmt.text, None, True, at=stmt.at)
        said = m.NotEx(m.IsNone(m.Local(code, type=YESNO.maybe), type=YESNO), type=YESNO)
        return [ask, m.IfSt(said, self.block(stmt.body, env), self.block(stmt.otherwise, env), at=stmt.at)]

    def st_maychoose(self, stmt: s.MayChoose, env: Env) -> list[m.St]:
        who = self.expr(stmt.who, env, PLAYER)
        of = self.choices(stmt.of, env)
        member = of.type.of
        assert member is not None
        inner = env.child()
        code = self.local(inner, stmt.name, member, stmt.at)
        ask = m.ChooseSt(who, of, code, member, stmt.text, None, True, at=stmt.at)
        said = m.NotEx(m.IsNone(m.Local(code, type=member.maybe), type=YESNO), type=YESNO)
        return [ask, m.IfSt(said, self.block(stmt.body, inner), self.block(stmt.otherwise, env), at=stmt.at)]

    # ---- leaving

    def st_return(self, stmt: s.Return, env: Env) -> list[m.St]:
        proc = env.proc
        assert proc is not None
        if env.when == "after" or env.when == "before":
            if stmt.value is not None:
                self.fail("E0309", stmt.at, f"a `{env.when}` hook answers nothing", "`return` alone leaves it")
            return [m.ReturnSt(None, at=stmt.at)]
        if stmt.value is None:
            if proc.gives not in (NOTHING,) and not proc.gives.optional and proc.gives.name != "list":
                self.fail("E0309", stmt.at, f"`{proc.id}` answers {describe(proc.gives)}")
            return [m.ReturnSt(None, at=stmt.at)]
        if proc.gives == NOTHING:
            self.fail("E0309", stmt.at, f"`{proc.id}` answers nothing", "declare what it answers with `gives`")
        return [m.ReturnSt(self.expr(stmt.value, env, proc.gives), at=stmt.at)]

    def st_end(self, stmt: s.End, env: Env) -> list[m.St]:
        name = self.scope_name(stmt.name, env, stmt.at)
        return [m.EndSt(name, at=stmt.at)]

    def st_proceed(self, stmt: s.Proceed, env: Env) -> list[m.St]:
        if env.when != "instead of":
            self.fail("E0309", stmt.at, "`proceed` goes on with what an `instead of` hook replaced; there is none here")
        return [m.ProceedSt("proceeded", at=stmt.at)]

    def st_fail(self, stmt: s.Fail, env: Env) -> list[m.St]:
        if not env.may_fail:
            self.fail("E0309", stmt.at, "`fail` says that an action does not count; it stands in actions only")
        return [m.FailSt(at=stmt.at)]

    def st_pass(self, stmt: s.Pass, env: Env) -> list[m.St]:
        return []

    def st_atend(self, stmt: s.AtEnd, env: Env) -> list[m.St]:
        what = self.scope_name(stmt.name, env, stmt.at)
        self.model.scopes.add(what)
        names = list(env.vars.items())
        proc = m.Procedure(f"later {stmt.at.path}:{stmt.at.line}", (), NOTHING, stmt.at, kind="later")
        params, args = [], []
        inner = Env(env.pack, owner=env.owner, proc=proc, counter=env.counter, used=env.used)
        inner.narrow = dict(env.narrow)
        kept = names_in(stmt.body)
        for name, (code, type_) in names:
            if name not in kept:
                continue
            known = env.narrow.get(name, type_)
            inner.narrow.pop(name, None)
            inner.vars[name] = (code, known)
            env.used.add(code)
            params.append(m.Param(code, known))
            args.append(m.Local(code, type=known))
        proc.params = tuple(params)
        proc.body = self.block(stmt.body, inner)
        self.model.programs.append(proc)
        return [m.LaterSt(what, proc, tuple(args), at=stmt.at)]


def walk(body: s.Block) -> list[s.Stmt]:
    """All statements of a block, inner ones too."""
    found: list[s.Stmt] = []
    for stmt in body:
        found.append(stmt)
        for part in ("then", "otherwise", "body"):
            found += walk(getattr(stmt, part, None) or ())
    return found


def names_in(node: object) -> set[str]:
    """Every name written anywhere in a piece of syntax; implicit defaults may need `self` and `this` too."""
    found = {"self", "this"}

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


__all__ = ["PLACE", "Bodies", "common", "fits", "names_in", "walk"]
