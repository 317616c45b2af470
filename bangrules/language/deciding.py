"""Checking statements in which a player decides."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.bodies import Bodies
from bangrules.language.entries import params_in
from bangrules.language.names import Env, this_is
from bangrules.language.types import CARD, CARDS, EMPTY_LIST, NUMBER, PLAYER, YESNO, ZONE, list_of

__all__ = ["Deciding"]


class Deciding(Bodies):
    """Choices."""

    def prompt(self, text: str | None, env: Env, at: s.Span) -> tuple[tuple[str, m.Ex], ...]:
        """A prompt may name what is known here in braces; these names and their values."""
        found = []
        for name in dict.fromkeys(params_in(text)):
            if name in env.vars:
                code, type_ = env.vars[name]
                env.used.add(code)
                self.note_local(name, env, at)
                found.append((name, m.Local(code, type=env.narrow.get(name, type_))))
        if text is not None:
            self.check_braces(text, tuple(env.vars), at)
        return tuple(found)

    def st_choose(self, stmt: s.Choose, env: Env) -> list[m.St]:
        blanks = self.prompt(stmt.text, env, stmt.at)
        who, of = self.ordered(env, [(self.expr, stmt.who, env, PLAYER), (self.choices, stmt.of, env)])
        member = of.type.of
        assert member is not None
        hidden = None
        if stmt.hidden is not None:
            hidden = self.expr(stmt.hidden, env, CARDS)
            if member != CARD:
                self.fail("E0301", stmt.hidden.at, "`or random` adds an unseen card to a choice among cards")
            if stmt.how != "one":
                self.fail(
                    "E0209",
                    stmt.hidden.at,
                    "`or random` goes with the choice of one card",
                    "leave out the amount",
                )
        if stmt.how == "one":
            code = self.local(env, stmt.name, member.maybe, self.word_at(stmt.name, stmt.at), "choose")
            return [m.ChooseSt(who, of, code, member, stmt.text, hidden, blanks=blanks, at=stmt.at)]
        left, got, pick = env.fresh("left"), env.fresh(stmt.name), env.fresh("pick")
        made: list[m.St] = [
            m.SetLocal(left, of, at=stmt.at),
            m.SetLocal(got, m.Const((), type=of.type), at=stmt.at),
        ]
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
            made.append(m.SetLocal(amount, self.expr(stmt.amount, env, NUMBER), at=stmt.amount.at))
            enough: m.Ex = m.Local(amount, type=NUMBER)
        else:
            enough = m.UseWord(count, (of,), type=NUMBER)
        more = m.Op("<", m.UseWord(count, (got_ex,), type=NUMBER), enough, type=YESNO)
        some_left = m.NotEx(m.IsEmpty(left_ex, type=YESNO), type=YESNO)
        go_on: m.Ex = m.Op("and", more, some_left, type=YESNO)
        optional = stmt.how != "exactly"
        choose = m.ChooseSt(who, left_ex, pick, member, stmt.text, None, optional, True, blanks, at=stmt.at)
        body: tuple[m.St, ...] = (choose, *take)
        if optional:
            going = env.fresh("going")
            made.append(m.SetLocal(going, m.Const(True, type=YESNO)))
            go_on = m.Op("and", m.Local(going, type=YESNO), go_on, type=YESNO)
            stop = m.SetLocal(going, m.Const(False, type=YESNO))
            body = (choose, m.IfSt(m.IsNone(pick_ex, type=YESNO), (stop,), take))
        made.append(m.WhileSt((), go_on, body, at=stmt.at))
        self.new_name(stmt.name, env, self.word_at(stmt.name, stmt.at))
        env.know(stmt.name, got, of.type, self.word_at(stmt.name, stmt.at), "choose")
        return made

    def choices(self, e: s.Expr, env: Env) -> m.Ex:
        """What one may choose from."""
        of = self.raw(e, env)
        if of.type == ZONE:
            of = self.convert(of, CARDS, e.at)
        if of.type.name != "list" or of.type.of is None:
            self.fail("E0301", e.at, f"one chooses in a list or a zone, and {this_is(of.type)}")
        if of.type == EMPTY_LIST:
            self.fail("E0301", e.at, "there is nothing to choose in an empty list")
        if of.type.of.optional:
            self.fail("E0302", e.at, "some of what stands here to choose from may be `none`")
        return of

    def st_may(self, stmt: s.May, env: Env) -> list[m.St]:
        blanks = self.prompt(stmt.text, env, stmt.at)
        who = self.expr(stmt.who, env, PLAYER)
        code = env.fresh("yes")
        yes = m.Const((True,), type=list_of(YESNO))
        ask = m.ChooseSt(who, yes, code, YESNO, stmt.text, None, True, blanks=blanks, at=stmt.at)
        said = m.NotEx(m.IsNone(m.Local(code, type=YESNO.maybe), type=YESNO), type=YESNO)
        return [ask, self.branch(s.Anything(), said, stmt.body, stmt.otherwise, env, stmt.at)]

    def st_maychoose(self, stmt: s.MayChoose, env: Env) -> list[m.St]:
        blanks = self.prompt(stmt.text, env, stmt.at)
        who, of = self.ordered(env, [(self.expr, stmt.who, env, PLAYER), (self.choices, stmt.of, env)])
        member = of.type.of
        assert member is not None
        inner = env.child()
        code = self.local(inner, stmt.name, member, self.word_at(stmt.name, stmt.at), "choose")
        ask = m.ChooseSt(who, of, code, member, stmt.text, None, True, blanks=blanks, at=stmt.at)
        said = m.NotEx(m.IsNone(m.Local(code, type=member.maybe), type=YESNO), type=YESNO)
        then, otherwise = self.block(stmt.body, inner), self.block(stmt.otherwise, env)
        self.forget_changed((*stmt.body, *stmt.otherwise), env)
        return [ask, m.IfSt(said, then, otherwise, at=stmt.at)]
