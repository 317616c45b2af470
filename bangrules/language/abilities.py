"""Checking what definitions and rules do to others: hooks and modifiers."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.deciding import Deciding
from bangrules.language.facts import walk
from bangrules.language.flow import falls, never
from bangrules.language.names import ENGINE, Env, describe, head
from bangrules.language.types import CARD, NOTHING, NUMBER, PLAYER, WINDOW, YESNO, Type

__all__ = ["TRUE", "Abilities"]

TRUE = m.Const(True, type=YESNO)


class Abilities(Deciding):
    """Hooks and modifiers: from the syntax tree to the model."""

    def env_for(self, pack: str, owner: m.Definition | None) -> Env:
        """The place of an item of `owner`, written in `pack`."""
        env = Env(pack, owner=owner)
        for name, type_ in self.owner_locals(owner):
            env.vars[name] = (name, type_)
        return env

    # ---- patterns

    def patterns(self, target: s.Target, params: tuple[m.Param, ...], env: Env) -> tuple[m.Ex, Env, bool]:
        """The test that a pattern makes, the names it binds, and whether it begins with `self`."""
        args = target.args or ()
        if len(args) > len(params):
            names = ", ".join(p.name for p in params)
            help = f"its parameters: {names}" if params else f"write `{target.name}` alone"
            self.fail(
                "E0209",
                args[len(params)].at,
                f"`{target.name}` has {len(params)} parameters, the pattern {len(args)}",
                help,
            )
        inner = env.child(places=dict(env.places))
        test: m.Ex = TRUE
        first_self = False
        pairs = list(zip(args, params, strict=False))
        for written, p in pairs:
            if isinstance(written, s.Name) and written.id == p.name:
                if p.at != s.NOWHERE:
                    inner.places[p.code] = p.at
                inner.know(p.name, p.code, p.type, written.at, "pattern")
                self.note_local(p.name, inner, written.at)

        def one(i: int, written: s.Expr, p: m.Param) -> m.Ex | None:
            if isinstance(written, s.Anything) or (isinstance(written, s.Name) and written.id == p.name):
                return None
            if isinstance(written, s.Name) and written.id not in inner.vars:
                self.known_in_pattern(written, p, inner)
            return self.pattern_is(m.Local(p.code, type=p.type, at=written.at), written, inner, p)

        rows = [(i, written, p) for i, (written, p) in enumerate(pairs)]
        for (i, written, p), made in zip(rows, self.all_of(one, rows), strict=True):
            if made is not None:
                test = made if test is TRUE else m.Op("and", test, made, type=YESNO, at=written.at)
                if i == 0 and isinstance(written, s.Name) and written.id == "self" and p.type == PLAYER:
                    first_self = True
        return test, inner, first_self

    def known_in_pattern(self, written: s.Name, p: m.Param, env: Env) -> None:
        """A slip of the pen must not pass for something that happens to be known."""
        if p.type.plain == WINDOW and written.id not in self.model.windows:
            self.unknown("window", written.id, written.at, self.model.windows)
        known = [p.name, *self.visible(env), "player", "card", "character", "role", "event", "zone"]
        known += [z.id for z in self.model.zones.values()]
        if (
            written.id not in known
            and (env.pack, written.id) not in self.absent
            and written.id not in ("self", "this")
        ):
            self.unknown(
                "name",
                written.id,
                written.at,
                known,
                help=f"`{p.name}` alone takes what is given, `_` stands for anything",
            )

    def pattern_is(self, arg: m.Local, written: s.Expr, env: Env, p: m.Param) -> m.Ex:
        """The test for one parameter."""
        env = env.pure()
        if isinstance(written, s.Name) and written.id in self.model.windows and p.type.plain == WINDOW:
            self.reach("window", written.id, env.pack, written.at)
            number = self.model.windows[written.id].number
            return m.Op("==", arg, m.Const(number, type=WINDOW), type=YESNO, at=written.at)
        self.in_pattern = p.name
        try:
            return self.is_value(arg, written, env, written.at)
        finally:
            self.in_pattern = None

    # ---- hooks

    def hook(
        self, decl: s.Hook, pack: str, stands_in: m.Definition | None, owner: m.Definition | None, place: int
    ) -> m.Hook:
        """`before`, `after`, `instead of`, written in `stands_in` and at work for `owner`."""
        name = decl.target.name
        at = head(name, decl.target.at)
        proc = self.model.procedures.get(name)
        if proc is None or (name in ENGINE and decl.gives is not None):
            if proc is not None:
                self.fail(
                    "E0315",
                    at,
                    f"what `{name}` answers is for the engine only",
                    f"delete `gives {decl.gives}`",
                )
            if name in self.model.stats:
                self.fail(
                    "E0308",
                    at,
                    f"`{name}` is a stat: it is asked, not done",
                    "change its answer with `modify`",
                )
            self.unknown("procedure", name, at, self.model.procedures)
        self.reach("procedure", name, pack, at)
        env = self.env_for(pack, stands_in)
        test, inner, first_self = self.patterns(decl.target, proc.params, env)
        guard, body_env = test, inner
        if decl.gives is not None:
            if decl.when != "after":
                self.fail(
                    "E0309",
                    decl.at,
                    "only an `after` hook can take what a procedure gives",
                    f"delete `gives {decl.gives}`",
                )
            if proc.gives == NOTHING:
                self.fail("E0307", at, f"`{name}` answers nothing", f"delete `gives {decl.gives}`")
            body_env = inner.child()
            body_env.know(decl.gives, "a_result", proc.gives, self.word_at(decl.gives, decl.at), "gives")
        if decl.cond is not None:
            cond = self.condition(decl.cond, body_env)
            guard = cond if guard is TRUE else m.Op("and", guard, cond, type=YESNO, at=decl.cond.at)
            body_env = self.knowing(decl.cond, True, body_env)
        gives = proc.gives if decl.when == "instead of" else NOTHING
        where = f"{owner.id} {decl.when} {name}" if owner else f"{decl.when} {name} {decl.at.line}"
        run = m.Procedure(where, (), gives, decl.at, kind="hook", owner=owner.id if owner else None)
        body_env = body_env.child(proc=run, hook=proc, when=decl.when, counter=[0])
        run.body = self.block(decl.body, body_env)
        if not decl.broken:
            self.unread(body_env)
            self.lost(decl, {p.code for p in proc.params}, body_env)
            open_end = (
                gives != NOTHING and not gives.optional and False in falls(run.body, self.running(body_env))
            )
            if open_end and not body_env.faulty:
                self.error(
                    "E0309",
                    at,
                    f"this can end without answering {describe(gives)}, as `{name}` does",
                    "end every way with `return` or `proceed`",
                )
        params = [m.Param("self", PLAYER.maybe), m.Param("this", CARD.maybe)]
        params += [m.Param(p.code, p.type) for p in proc.params]
        if decl.when == "after":
            params.append(m.Param("a_result", proc.gives))
        run.params = tuple(params)
        self.model.programs.append(run)
        hook = m.Hook(decl.when, proc, owner, run, guard, decl.order, first_self, decl.at, place)
        proc.hooks.append(hook)
        return hook

    def lost(self, decl: s.Hook, given: set[str], env: Env) -> None:
        """Warn where a hook gives another value to what the procedure was given, and does nothing with it."""
        stmts = walk(decl.body)
        names = [name for name in s.nodes(decl.body) if isinstance(name, s.Name)]
        loops = [stmt.at for stmt in stmts if isinstance(stmt, s.While | s.Repeat | s.For)]
        for stmt in stmts:
            if not isinstance(stmt, s.Assign) or any(at.start <= stmt.at.start < at.end for at in loops):
                continue
            for id in (target.id for target in stmt.targets if isinstance(target, s.Name)):
                later = any(name.id == id and name.at.start >= stmt.at.end for name in names)
                if not later and env.vars.get(id, ("",))[0] in given:
                    self.warn(
                        "W0406",
                        stmt.at,
                        f"this changes `{id}` for this hook alone: `{decl.target.name}` goes on with what it "
                        "was given",
                        "let the hook do something with it, or replace what it hooks: `instead of`",
                    )

    def condition(self, cond: s.Expr, env: Env) -> m.Ex:
        """An `if` of a declaration."""
        test = self.expr(cond, env.pure(), YESNO)
        if never(test):
            self.warn(
                "W0301", cond.at, "this is never so", "delete what it stands for, or mend the condition"
            )
        return test

    # ---- modifiers

    def modifier(
        self,
        decl: s.Modify,
        pack: str,
        stands_in: m.Definition | None,
        owner: m.Definition | None,
        place: int,
    ) -> m.Modifier:
        """`modify`, written in `stands_in` and at work for `owner`."""
        name = decl.target.name
        at = head(name, decl.target.at)
        stat = self.model.stats.get(name)
        if stat is None:
            if name in self.model.procedures:
                self.fail(
                    "E0308",
                    at,
                    f"`{name}` is a procedure: it is done, not asked",
                    "hook it with `before`, `after` or `instead of`",
                )
            self.unknown("stat", name, at, self.model.stats)
        self.reach("stat", name, pack, at)
        env = self.env_for(pack, stands_in)
        test, inner, _ = self.patterns(decl.target, stat.params, env)
        guard, value_env = test, inner
        if decl.cond is not None:
            cond = self.condition(decl.cond, inner)
            guard = cond if guard is TRUE else m.Op("and", guard, cond, type=YESNO, at=decl.cond.at)
            value_env = self.knowing(decl.cond, True, inner)
        type_ = self.stat_type(stat)
        if decl.op in ("least", "most") or (decl.op != "set" and type_.name != "list"):
            self.must_be_number(stat, type_, decl.at)
            value = self.expr(decl.value, value_env, NUMBER)
        else:
            value = self.expr(decl.value, value_env, type_)
        self.unread(value_env)
        if decl.text is not None and (stat.id not in m.REASONED or decl.op != "set"):
            self.error(
                "E0412",
                decl.at,
                "nobody is ever told this text",
                f"only what forbids something has a reason: `{m.REASONED[0]}` or `{m.REASONED[1]}`, as `no`",
            )
        modifier = m.Modifier(stat, decl.op, value, guard, owner, decl.at, place, decl.text)
        stat.modifiers.append(modifier)
        return modifier

    def must_be_number(self, stat: m.Stat, type_: Type, at: s.Span) -> None:
        """Only numbers can be changed by some."""
        if type_ != NUMBER:
            self.fail("E0301", at, f"`{stat.id}` is {describe(type_)}: `+`, `-` and `at` change numbers")
