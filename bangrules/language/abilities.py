"""Checking what definitions and rules do to others: hooks, modifiers, actions."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.bodies import Bodies
from bangrules.language.names import Env
from bangrules.language.types import (
    CARD, CARDS, NOTHING, NUMBER, PLAYER, THING, WINDOW, YESNO, ZONE, Type, list_of,
)  # fmt: skip

VERB_WINDOW = {"play": "main", "use": "main"}
TRUE = m.Const(True, type=YESNO)


class Abilities(Bodies):
    """Hooks, modifiers and actions: from the syntax tree to the model."""

    def env_for(self, pack: str, owner: m.Definition | None) -> Env:
        env = Env(pack, owner=owner)
        for name, type_ in self.owner_locals(owner):
            env.vars[name] = (name, type_)
        return env

    # ---- patterns

    def patterns(
        self, target: s.Target, params: tuple[m.Param, ...], env: Env, what: str
    ) -> tuple[m.Ex, Env, bool]:
        """The test that a pattern makes of the arguments, the names it binds, and whether its first is `self`."""
        args = target.args or ()
        if len(args) > len(params):
            self.fail("E0209", target.at, f"`{target.name}` has {len(params)} parameters, the pattern {len(args)}")
        inner = env.child()
        test: m.Ex = TRUE
        first_self = False
        pairs = list(zip(args, params, strict=False))
        for written, p in pairs:
            if isinstance(written, s.Name) and written.id == p.name and p.name not in ("self", "this"):
                inner.vars[p.name] = (f"a_{p.name.rstrip('!')}", p.type)
                inner.narrow.pop(p.name, None)
        for i, (written, p) in enumerate(pairs):
            if isinstance(written, s.Anything) or (isinstance(written, s.Name) and written.id == p.name):
                continue
            if isinstance(written, s.Name) and i == 0 and written.id == "self" and p.type == PLAYER and "self" in env.vars:
                first_self = True
            arg = m.Local(f"a_{p.name.rstrip('!')}", type=p.type, at=written.at)
            one = self.pattern_is(arg, written, inner, p, what)
            if p.type.optional and not isinstance(one, m.IsNone):
                none = m.IsNone(arg, type=YESNO)
                one = m.Op("and", m.NotEx(none, type=YESNO), one, type=YESNO)
            test = one if test is TRUE else m.Op("and", test, one, type=YESNO)
        return test, inner, first_self

    def pattern_is(self, arg: m.Local, written: s.Expr, env: Env, p: m.Param, what: str) -> m.Ex:
        if isinstance(written, s.Name) and written.id not in env.vars and p.type.plain == WINDOW:
            if written.id not in self.model.windows:
                self.unknown("window", written.id, written.at, self.model.windows)
            number = self.model.windows[written.id].number
            return m.Op("==", arg, m.Const(number, type=WINDOW), type=YESNO, at=written.at)
        if isinstance(written, s.Name) and written.id not in env.vars:
            known = self.visible(env)
            if written.id not in known:
                self.unknown("name", written.id, written.at, [p.name, *known])
        return self.is_value(arg, written, self.pure(env), written.at)

    # ---- hooks

    def hook(self, decl: s.Hook, pack: str, owner: m.Definition | None, place: int) -> m.Hook:
        name = decl.target.name
        proc = self.model.procedures.get(name)
        if proc is None:
            if name in self.model.stats:
                self.fail("E0308", decl.target.at, f"`{name}` is a stat: it is asked, not done", "use `modify`")
            self.unknown("procedure", name, decl.target.at, self.model.procedures)
        env = self.env_for(pack, owner)
        test, inner, first_self = self.patterns(decl.target, proc.params, env, "hook")
        bound = dict(inner.vars)
        guard = test
        body_env = inner
        if decl.gives is not None:
            if decl.when != "after":
                self.fail("E0309", decl.at, "only an `after` hook can take what the procedure `gives`")
            if proc.gives == NOTHING:
                self.fail("E0307", decl.at, f"`{name}` answers nothing")
            body_env = inner.child()
            body_env.vars[decl.gives] = ("a_result", proc.gives)
        if decl.cond is not None:
            cond = self.expr(decl.cond, self.pure(body_env), YESNO)
            guard = cond if guard is TRUE else m.Op("and", guard, cond, type=YESNO)
            body_env = self.knowing(decl.cond, True, body_env)
        gives = proc.gives if decl.when == "instead of" else NOTHING
        where = f"{owner.id} {decl.when} {name}" if owner else f"{decl.when} {name} {decl.at.line}"
        run = m.Procedure(where, (), gives, decl.at, kind="hook", owner=owner.id if owner else None)
        body_env = body_env.child(proc=run, hook=proc, when=decl.when, counter=[0])
        run.body = self.block(decl.body, body_env)
        del bound
        params = [m.Param("self", PLAYER.maybe), m.Param("this", CARD.maybe)]
        params += [m.Param(f"a_{p.name.rstrip('!')}", p.type) for p in proc.params]
        if decl.when == "after":
            params.append(m.Param("a_result", proc.gives))
        run.params = tuple(params)
        self.model.programs.append(run)
        hook = m.Hook(decl.when, proc, owner, run, guard, decl.order, first_self, decl.at, place)
        proc.hooks.append(hook)
        return hook

    # ---- modifiers

    def modifier(self, decl: s.Modify, pack: str, owner: m.Definition | None, place: int) -> m.Modifier:
        name = decl.target.name
        stat = self.model.stats.get(name)
        if stat is None:
            if name in self.model.procedures:
                self.fail("E0308", decl.target.at, f"`{name}` is a procedure: it is done, not asked", "use a hook")
            self.unknown("stat", name, decl.target.at, self.model.stats)
        env = self.env_for(pack, owner)
        test, inner, _ = self.patterns(decl.target, stat.params, env, "modifier")
        guard = test
        value_env = inner
        if decl.cond is not None:
            cond = self.expr(decl.cond, self.pure(inner), YESNO)
            guard = cond if guard is TRUE else m.Op("and", guard, cond, type=YESNO)
            value_env = self.knowing(decl.cond, True, inner)
        type_ = self.stat_type(stat)
        if decl.op == "set":
            value = self.expr(decl.value, value_env, type_)
        elif decl.op in ("least", "most"):
            self.must_be_number(stat, type_, decl.at)
            value = self.expr(decl.value, value_env, NUMBER)
        elif type_.name == "list":
            value = self.expr(decl.value, value_env, type_)
        else:
            self.must_be_number(stat, type_, decl.at)
            value = self.expr(decl.value, value_env, NUMBER)
        modifier = m.Modifier(stat, decl.op, value, guard, owner, decl.at, place)
        stat.modifiers.append(modifier)
        return modifier

    def must_be_number(self, stat: m.Stat, type_: Type, at: s.Span) -> None:
        if type_ != NUMBER:
            self.fail("E0301", at, f"`{stat.id}` is {type_}; `+`, `-` and `at` change numbers")

    # ---- actions

    def action(
        self, decl: s.Action, stands_in: m.Definition, user: m.Definition, each: tuple[s.Clause, ...], pack: str
    ) -> m.Action:
        """One action as `user` has it: `stands_in` is where it is written, `each` the border's clauses."""
        window = self.window_of(decl.window or VERB_WINDOW[decl.verb], decl.at)
        env = self.env_for(pack, user)
        if user.kind == "event":
            env.vars["self"] = ("self", PLAYER)
        clauses = [*decl.clauses, *each]
        # conditions first, so that what they show holds for targets and limits
        checks: list[m.Check] = []
        targets: m.Ex | None = None
        one = False
        anytime = False
        for clause in clauses:
            if clause.kind == "anytime":
                anytime = True
            elif clause.kind in ("on one", "on"):
                if targets is not None:
                    self.error("E0401", clause.at, "an action aims once: `on` or `on one of`")
                    continue
                assert clause.value is not None
                targets = self.raw(clause.value, env)
                if targets.type == ZONE:
                    targets = self.convert(targets, CARDS, clause.at)
                if targets.type.name != "list" or targets.type.of not in (PLAYER, CARD, THING):
                    self.fail("E0301", clause.at, f"one aims at players or cards, found {targets.type}")
                one = clause.kind == "on one"
                checks.append(m.Check("target", clause.text, clause.at))
            else:
                check = self.clause(clause, env, user, pack)
                if check is not None:
                    checks.append(check)
                if clause.kind == "if" and clause.value is not None:
                    env = self.knowing(clause.value, True, env)
        run, may_fail = self.action_body(decl, env, targets, user)
        number = len(self.model.actions)
        text = decl.text
        made = m.Action(
            f"{user.id} {decl.verb}", decl.verb, window, user, tuple(checks), targets, one,
            targets.type.of if targets else None, anytime, run, may_fail, text, decl.at, number,
        )  # fmt: skip
        self.model.actions.append(made)
        return made

    def window_of(self, id: str, at: s.Span) -> m.Window:
        window = self.model.windows.get(id)
        if window is None:
            self.unknown("window", id, at, self.model.windows)
        return window

    def clause(self, clause: s.Clause, env: Env, user: m.Definition, pack: str) -> m.Check | None:
        at = clause.at
        if clause.kind == "if":
            assert clause.value is not None
            return m.Check("if", clause.text, at, cond=self.expr(clause.value, env, YESNO))
        if clause.kind == "limit":
            assert clause.value is not None
            per = self.scope_name(clause.of, env, at) if clause.of else self.default_scope(at)
            self.model.scopes.add(per)
            return m.Check("limit", clause.text, at, limit=m.Limit(self.expr(clause.value, env, NUMBER), per))
        if clause.kind == "from":
            zone = self.model.zones.get(clause.of or "")
            if zone is None:
                self.unknown("zone", clause.of or "", at, self.model.zones)
            return m.Check("from", clause.text, at, zone=zone)
        if clause.kind == "costs":
            return m.Check("costs", clause.text, at, cost=self.cost(clause, env, user))
        raise AssertionError(clause.kind)

    def cost(self, clause: s.Clause, env: Env, user: m.Definition) -> m.Cost:
        if clause.value is None:
            if "this" not in env.vars:
                self.fail("E0402", clause.at, "`costs this` pays with the card itself; here is no card")
            return m.Cost("this")
        amount = self.expr(clause.value, env, NUMBER)
        if clause.of in ("card", "cards"):
            inner = env.child()
            cond = None
            if clause.cond is not None:
                var = inner.bind("it", CARD)
                assert var
                inner.vars["it"] = ("it", CARD)
                cond = self.candidate(clause.cond, inner)
            return m.Cost("cards", amount, cond)
        field = self.model.fields.get(clause.of or "")
        if field is None or field.of != "player" or field.type != NUMBER:
            numbers = [f.id for f in self.model.fields.values() if f.of == "player" and f.type == NUMBER]
            self.unknown("kind of cost", clause.of or "", clause.at, ["card", "cards", *numbers], "E0402")
        return m.Cost("field", amount, None, field)

    def default_scope(self, at: s.Span) -> str:
        if self.model.start is None or self.model.start.within is None:
            self.fail("E0403", at, "`limit` needs to know what a turn is", "declare `start ... in turn`, or write `per`")
        return str(self.model.start.within)

    def action_body(
        self, decl: s.Action, env: Env, targets: m.Ex | None, user: m.Definition
    ) -> tuple[m.Procedure | None, bool]:
        if decl.body is None:
            if targets is not None:
                self.error("E0401", decl.at, "the action aims at something and does nothing to it")
            return None, False
        run = m.Procedure(f"{user.id} {decl.verb} {decl.at.line}", (), NOTHING, decl.at, kind="action", owner=user.id)
        inner = env.child(proc=run, counter=[0], may_fail=True)
        params = [m.Param("self", PLAYER), m.Param("this", CARD.maybe)]
        if targets is not None:
            assert targets.type.of is not None
            inner.vars["target"] = ("target", targets.type.of)
            params.append(m.Param("target", targets.type.of))
        else:
            params.append(m.Param("target", THING.maybe))
        body = decl.body
        may_fail = any(isinstance(x, s.Fail) for x in _walk(body))
        if decl.verb == "answer" and len(body) == 1 and isinstance(body[0], s.Do):
            only = body[0]
            proc = self.model.procedures.get(only.call.name)
            if proc is not None and proc.gives == YESNO and not only.then and not only.otherwise:
                body = (s.Do(only.call, (), (s.Fail(at=only.at),), at=only.at),)
                may_fail = True
        run.body = self.block(body, inner)
        run.params = tuple(params)
        self.model.programs.append(run)
        return run, may_fail

    def use_as(self, decl: s.UseAs, owner: m.Definition, pack: str) -> m.UseAs:
        env = self.env_for(pack, owner)
        inner = env.child()
        inner.vars["it"] = ("it", CARD)
        if isinstance(decl.what, s.Name) and decl.what.id == "card":
            what: m.Ex = TRUE
        else:
            what = self.candidate(decl.what, inner)
        form = self.find_def(decl.form, pack, "card")
        checks = []
        for clause in decl.clauses:
            if clause.kind in ("on one", "on", "anytime", "from", "costs"):
                self.error("E0401", clause.at, f"`use ... as` takes `if`, `limit` and `once`, not `{clause.kind}`")
                continue
            check = self.clause(clause, env, owner, pack)
            if check is not None:
                checks.append(check)
        made = m.UseAs(what, form, owner, tuple(checks), decl.at, len(self.model.uses))
        self.model.uses.append(made)
        return made


def _walk(body: s.Block) -> list[s.Stmt]:
    from bangrules.language.bodies import walk

    return walk(body)


__all__ = ["Abilities", "list_of"]
