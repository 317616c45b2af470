"""Checking actions: what may be done, with which clauses, on which targets."""

from __future__ import annotations

from attrs import evolve

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.abilities import TRUE, Abilities
from bangrules.language.facts import walk
from bangrules.language.names import Env, a, this_is
from bangrules.language.spelling import suggest
from bangrules.language.types import (
    CARD,
    CARDS,
    NOTHING,
    NUMBER,
    PLAYER,
    THING,
    UNKNOWN,
    YESNO,
    ZONE,
)

__all__ = ["Clauses"]

VERB_WINDOW = {"play": "main", "use": "main"}


class Clauses(Abilities):
    """Actions: from the syntax tree to the model."""

    def action(
        self,
        decl: s.Action,
        stands_in: m.Definition,
        user: m.Definition,
        each: tuple[s.Clause, ...],
        pack: str,
    ) -> m.Action:
        """One action as `user` has it: `stands_in` is where it is written, `each` the border's clauses."""
        if decl.verb == "play" and user.kind not in ("card", "border"):
            self.fail(
                "E0408", decl.at, f"`play` is how a card is played, and this is {a(user.kind)}", "write `use`"
            )
        window = self.window_of(decl.window or VERB_WINDOW[decl.verb], pack, decl.at)
        env = self.env_for(pack, stands_in)
        if user.kind == "event":
            env.vars["self"] = ("self", PLAYER)
        checks: list[m.Check] = []
        aims: list[tuple[s.Clause, m.Ex]] = []
        once: dict[str, s.Span] = {}
        for clause in (*decl.clauses, *each):
            if clause.kind in ("anytime", "from") and clause.kind in once:
                same = clause.kind == "anytime" or clause.of == self.zone_at(checks)
                self.error(
                    "E0401",
                    clause.at,
                    f"`{clause.kind}` is said twice" + ("" if same else ", in two ways"),
                    "delete one of them",
                    ((once[clause.kind], "first here"),),
                )
                continue
            once.setdefault(clause.kind, clause.at)
            if clause.kind in ("on one", "on"):
                if aims:
                    self.error(
                        "E0401",
                        clause.at,
                        "an action aims once: with `on` or with `on one of`",
                        "delete one of them",
                        ((aims[0][0].at, "first here"),),
                    )
                    continue
                targets = self.guard(self.targets, clause, env)
                if targets is not None:
                    aims.append((clause, targets))
                checks.append(self.reasoned(m.Check("target", clause.text, clause.at), clause, pack))
            elif clause.kind != "anytime":
                check = self.guard(self.clause, clause, env, user)
                if check is not None:
                    checks.append(self.reasoned(check, clause, pack))
                if clause.kind == "if" and clause.value is not None:
                    env = self.knowing(clause.value, True, env)
        self.lies_somewhere(decl, user, checks)
        clause_, targets = aims[0] if aims else (None, None)
        run, may_fail = self.action_body(decl, env, targets, user, "target" in [c.kind for c in checks])
        made = m.Action(
            f"{user.id} {decl.verb}",
            decl.verb,
            window,
            user,
            tuple(checks),
            targets,
            clause_ is not None and clause_.kind == "on one",
            targets.type.of if targets is not None else None,
            "anytime" in once,
            run,
            may_fail,
            decl.text,
            decl.at,
            len(self.model.actions),
            decl.id,
        )
        self.model.actions.append(made)
        return made

    def reasoned(self, check: m.Check, clause: s.Clause, pack: str) -> m.Check:
        """The check with the reason that a clause names."""
        if clause.reason is None:
            return check
        if clause.reason not in self.model.reasons:
            at = self.word_at(clause.reason, clause.at)
            help = f'declare it: `reason {clause.reason} "..."`'
            near = suggest(clause.reason, self.model.reasons)
            self.error(
                "E0201",
                at,
                f"there is no reason `{clause.reason}`",
                f"did you mean `{near}`?" if near else help,
                fix=self.mend(clause.reason, near, at),
            )
            return check
        self.reach("reason", clause.reason, pack, clause.at)
        return evolve(check, text=self.model.reasons[clause.reason], reason=clause.reason)

    def zone_at(self, checks: list[m.Check]) -> str | None:
        return next((c.zone.id for c in checks if c.zone is not None), None)

    def lies_somewhere(self, decl: s.Action, user: m.Definition, checks: list[m.Check]) -> None:
        """A card's action is offered where the card lies, so that must be said."""
        if (
            user.border is not None
            and user.kind == "card"
            and self.zone_at(checks) is None
            and not any(z.force and not z.of_player for z in self.model.zones.values())
        ):
            zones = [z.id for z in self.model.zones.values() if z.of_player]
            border = user.border.id if user.border is not None else "its border"
            help = (
                f"write `from {zones[0]}`, or `each {decl.verb} from {zones[0]}` in `{border}`"
                if zones
                else None
            )
            self.error(
                "E0409",
                decl.at,
                f"nothing says where `{user.id}` lies when this is done, so it never can be",
                help,
            )

    def window_of(self, id: str, pack: str, at: s.Span) -> m.Window:
        """The window in which an action is offered."""
        window = self.model.windows.get(id)
        if window is None:
            at = self.word_at(id, at)
            self.unknown("window", id, at, self.model.windows, help=f"declare it: `window {id}`")
        self.reach("window", id, pack, at)
        return window

    def targets(self, clause: s.Clause, env: Env) -> m.Ex:
        """What an action may aim at."""
        assert clause.value is not None
        targets = self.raw(clause.value, env)
        if targets.type == ZONE:
            targets = self.convert(targets, CARDS, clause.value.at)
        of = targets.type.of if targets.type.name == "list" else None
        if of not in (PLAYER, CARD, THING) and not (of is not None and of.name.startswith("values:")):
            self.fail(
                "E0301",
                clause.value.at,
                f"one aims at players, cards or declared values, and {this_is(targets.type)}",
            )
        return targets

    def clause(self, clause: s.Clause, env: Env, user: m.Definition) -> m.Check | None:
        """`if`, `limit`, `from`, `costs`."""
        at = clause.at
        if clause.kind == "if":
            assert clause.value is not None
            return m.Check("if", clause.text, at, cond=self.condition(clause.value, env))
        if clause.kind == "limit":
            assert clause.value is not None
            if isinstance(clause.value, s.Name) and clause.value.id == "once" not in self.visible(env):
                help = "`once` is a clause of its own, without `limit`: `once per turn`"
                self.fail("E0201", clause.value.at, "there is no name `once`", help)
            amount = self.expr(clause.value, env, NUMBER)
            if isinstance(amount, m.Const) and amount.value == 0:
                self.warn("W0301", at, "0 times is never", "delete the action, or allow it once")
            per = self.scope_of(clause.of, env, at) if clause.of else self.default_scope(at)
            if per is None:
                return None
            self.model.scopes.add(per)
            return m.Check("limit", clause.text, at, limit=m.Limit(amount, per))
        if clause.kind == "from":
            zone = self.model.zones.get(clause.of or "")
            if zone is None:
                zones = [z.id for z in self.model.zones.values() if z.of_player]
                self.unknown("zone", clause.of or "", self.word_at(clause.of or "", at), zones)
            self.reach("zone", zone.id, env.pack, at)
            if user.kind not in ("card", "border"):
                self.fail(
                    "E0401",
                    at,
                    f"`from` says where the card lies, and {a(user.kind)} is no card",
                    "delete it",
                )
            if not zone.of_player:
                self.fail(
                    "E0401",
                    at,
                    f"`from` says in which zone of its player the card lies, and `{zone.id}` is no player's",
                )
            return m.Check("from", clause.text, at, zone=zone)
        return m.Check("costs", clause.text, at, cost=self.cost(clause, env))

    def cost(self, clause: s.Clause, env: Env) -> m.Cost:
        """What is paid."""
        if clause.value is None:
            if "this" not in env.vars:
                self.fail("E0402", clause.at, "`costs this` pays with the card itself, and here is none")
            return m.Cost("this")
        amount = self.expr(clause.value, env, NUMBER)
        if clause.of in ("card", "cards"):
            cond = None
            if clause.cond is not None:
                inner = env.child()
                inner.vars["it"] = ("it", CARD)
                cond = self.candidate(clause.cond, inner)
            return m.Cost("cards", amount, cond)
        field = self.model.fields.get(clause.of or "")
        held = ("player", "card") if env.vars.get("this", ("", None))[1] == CARD else ("player",)
        if field is None or field.of not in held or field.type != NUMBER:
            numbers = [
                f.id
                for f in self.model.fields.values()
                if f.of in held and f.type == NUMBER and f.owner is None
            ]
            self.fail(
                "E0402",
                clause.at,
                f"nothing can be paid with `{clause.of}`",
                "one pays with `cards`" + "".join(f", `{n}`" for n in numbers),
            )
        self.reach("field", field.id, env.pack, clause.at)
        if clause.cond is not None:
            self.error(
                "E0402",
                clause.cond.at,
                f"`where` chooses among cards, and `{field.id}` is a number",
                "delete it",
            )
        return m.Cost("field", amount, None, field)

    def default_scope(self, at: s.Span) -> str:
        if self.model.start is None or self.model.start.within is None:
            self.fail(
                "E0403",
                at,
                "nothing says what a turn is",
                "declare `start rounds in turn`, or write `per` and a procedure",
            )
        return str(self.model.start.within)

    def action_body(
        self, decl: s.Action, env: Env, targets: m.Ex | None, user: m.Definition, aims: bool
    ) -> tuple[m.Procedure | None, bool]:
        """What happens, on each target."""
        if decl.body is None:
            if aims:
                self.error(
                    "E0401",
                    decl.at,
                    "this aims at something, and does nothing to it",
                    "write `:` and what happens to `target`",
                )
            return None, False
        run = m.Procedure(
            f"{user.id} {decl.verb} {decl.at.line}", (), NOTHING, decl.at, kind="action", owner=user.id
        )
        inner = env.child(proc=run, counter=[0], may_fail=True)
        self.forget_state(inner)  # paying comes between the clauses and the body
        params = [m.Param("self", PLAYER), m.Param("this", CARD.maybe)]
        if targets is not None and targets.type.of is not None:
            inner.vars["target"] = ("target", targets.type.of)
            params.append(m.Param("target", targets.type.of))
        else:
            if aims:
                inner.vars["target"] = ("target", UNKNOWN)
            params.append(m.Param("target", THING.maybe))
        body = decl.body
        may_fail = any(isinstance(x, s.Fail) for x in walk(body))
        if decl.verb == "answer" and len(body) == 1 and isinstance(body[0], s.Do):
            only = body[0]
            proc = self.model.procedures.get(only.call.name)
            if proc is not None and proc.gives == YESNO and not only.then and not only.otherwise:
                body = (s.Do(only.call, (), (s.Fail(at=only.at),), at=only.at),)
                may_fail = True
        run.body = self.block(body, inner)
        if not decl.broken:
            self.unread(inner)
        run.params = tuple(params)
        self.model.programs.append(run)
        return run, may_fail

    def use_as(
        self, decl: s.UseAs, stands_in: m.Definition, owner: m.Definition, pack: str
    ) -> m.UseAs | None:
        """`use what as form`."""
        env = self.env_for(pack, stands_in)
        env.vars.pop("this", None)  # what lets cards be used is asked of its player alone
        inner = env.child()
        inner.vars["it"] = ("it", CARD)
        if isinstance(decl.what, s.Name) and decl.what.id == "card":
            what: m.Ex = TRUE
        else:
            what = self.candidate(decl.what, inner)
        form = self.definition(decl.form, pack, ("card",))
        checks = []
        for clause in decl.clauses:
            if clause.kind in ("on one", "on", "anytime", "from", "costs"):
                self.error(
                    "E0401",
                    clause.at,
                    f"`use ... as` takes `if`, `limit` and `once`, not `{clause.kind}`",
                    "the card used as another costs and aims as that does",
                )
                continue
            check = self.guard(self.clause, clause, env, owner)
            if check is not None:
                checks.append(check)
        if form is None:
            return None
        made = m.UseAs(what, form, owner, tuple(checks), decl.at, len(self.model.uses))
        self.model.uses.append(made)
        return made
