"""Rules texts made from definitions: for each card, character, role, event and border what players read."""

from __future__ import annotations

from collections.abc import Sequence

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.english import joined, plural, sentence
from bangrules.language.speaking import UNLIMITED, Clause, Ref, number, several, you
from bangrules.language.telling import (
    MOST,
    Joined,
    Said,
    Scope,
    Untold,
    all_of,
    known,
    parts_of_and,
    readable,
    sort_of,
)
from bangrules.language.telling_changes import speaks_of
from bangrules.language.telling_patterns import Patterns, matched
from bangrules.language.telling_programs import returns
from bangrules.language.types import NUMBER, YESNO
from bangrules.language.wording import filled

__all__ = ["RulesTexts"]


class RulesTexts(Patterns):
    """What definitions do, in words."""

    bare = True  # whether what an action does begins with what its player does

    def text_of(self, definition: m.Definition) -> str:
        """The rules text of a definition, made from its program; empty if it does nothing of its own."""
        told = self.told_items(self.items_of(definition), definition)
        return " ".join(filter(None, (told, "Everyone knows your role." if definition.open else "")))

    def told_items(self, items: list[tuple[s.Item, m.Definition]], definition: m.Definition) -> str:
        """The text of some items; none if one of them is too long, or there are no words for it."""
        found: list[str] = []
        plays = [item for item, _ in items if isinstance(item, s.Action) and item.verb == "play"]
        ways: list[str] = []  # to play it, if there are several
        self.left = MOST
        for item, stands_in in items:
            try:
                text = self.item(item, stands_in, definition)
            except (Untold, RecursionError):
                self.untold.add(definition.full_id)
                return ""
            if text and item in plays and len(plays) > 1:
                ways.append(text)
            elif text:
                found.append(sentence(text))
        if ways and len(ways) < len(plays):  # nothing can be told of one of them
            self.untold.add(definition.full_id)
            return ""
        if ways:
            found.insert(0, sentence(f"choose one: {'; or '.join(ways)}"))
        return " ".join(dict.fromkeys(found))

    def added(self, definition: m.Definition) -> str:
        """What a definition does beside what it is like, where it has the written text of that."""
        if definition.like is None or definition.syntax.text is not None or definition.text is None:
            return ""
        items = [(item, where) for item, where in definition.items if where is definition]
        return self.told_items(items, definition)

    def items_of(self, definition: m.Definition) -> list[tuple[s.Item, m.Definition]]:
        """What its text tells of: not how all cards of its border are used, which the text of that tells."""
        if definition.kind == "border":
            return [(item, definition) for item in definition.syntax.items]
        return [
            (item, where) for item, where in definition.items
            if where.kind != "border" or isinstance(item, s.Hook | s.Modify)
        ]  # fmt: skip

    def scope(self, stands_in: m.Definition, definition: m.Definition) -> Scope:
        """What is known in an item."""
        scope = Scope(stands_in.pack, stands_in, definition)
        if definition.kind != "event":
            scope.vars["self"] = scope.doer = scope.unsaid = you()
        if definition.kind in ("card", "border", "event"):
            what = "figure" if definition.figure else "event" if definition.kind == "event" else "card"
            scope.vars["this"] = Ref(f"this {what}", "card", later="it", member=what)
        return scope

    def item(self, item: s.Item, stands_in: m.Definition, definition: m.Definition) -> str:
        scope = self.scope(stands_in, definition)
        match item:
            case s.Hook():
                return self.hook(item, scope)
            case s.Modify():
                return self.modify(item, scope)
            case s.Action():
                return self.action(item, scope)
            case s.UseAs():
                return self.use_as(item, scope)
            case s.Each():
                return self.each(item, scope)
        return ""

    # ---- hooks

    def holds(self, conds: Sequence[s.Expr], scope: Scope) -> Said:
        """Conditions that all have to hold."""
        parts: list[str] = []
        for n, part in enumerate(conds, 1):
            with self.speaking_of(conds[n:]):
                said = self.cond(part, scope)
            if isinstance(said, str):
                parts.append(said)
            elif not said:
                return False
        return all_of(parts) if parts else True

    def hook(self, item: s.Hook, scope: Scope) -> str:
        """`before`, `after`, `instead of`."""
        proc = self.model.procedures[item.target.name]
        found = self.pattern(proc.params, item.target, scope, many=False)
        if item.gives is not None:
            scope.vars[item.gives] = known(sort_of(proc.gives))
        if scope.doer is None:
            scope.doer = next((ref for ref in found.values() if ref.sort == "player"), None)
        conds = [part for part in parts_of_and(item.cond) if not self.narrowed(part, scope)]
        clause = self.happens(proc, item.target, found, scope)
        self.nothing_unsaid(proc.params, item.target, found, clause.told, tuple(conds), item.body)
        self.tell_apart(found, clause.told, scope.vars.get("this"), False, tuple(conds), item.body)
        numbers = [ref for ref in found.values() if ref.sort == "number" and (ref.wild or ref.least)]
        for ref in numbers:
            ref.noun, ref.value, ref.least = "that number", None, ""
        with self.speaking_of(item.body):
            said = self.holds(conds, scope)
        if said is False:
            return ""
        for ref in numbers:
            ref.noun = "that many"
        body = self.told(item.body, scope)
        if isinstance(said, str) and "otherwise" not in body:
            body = body.removeprefix(f"if {said}, ")  # it has been said
        if not body and item.when != "instead of":
            return ""
        return f"{self.occasion(item.when, clause, said)} {body or 'nothing happens'}"

    def happens(self, proc: m.Procedure, target: s.Target, found: dict[str, Ref], scope: Scope) -> Clause:
        """What a hook is about.

        :raises Untold: there are no words for what someone does.
        """
        clause = self.phrase(
            proc.id, lambda name: found.get(name) or you(), matched(proc.params, target, found), whoever=True
        )
        if clause is not None:
            return clause
        made = self.done(proc, dict(found), Scope(scope.pack, depth=99))
        if made and isinstance(made[0], Clause):
            if not made[0].told:
                raise Untold
            return made[0]
        return Clause(readable(proc.id))

    @staticmethod
    def occasion(when: str, clause: Clause, said: Said) -> str:
        """When a hook is at work."""
        condition = f" if {said}," if isinstance(said, str) else ""
        if not clause.words:
            return f"whenever {said}," if isinstance(said, str) else "at any time,"
        if clause.subject is None and clause.moment:
            return f"{clause.words},{condition}"
        if clause.subject is None:
            return f"{when} {clause.words},{condition}"
        if when == "instead of":
            return f"whenever {clause.would()},{condition} instead"
        word = "before" if when == "before" else "whenever"
        return f"{word} {clause.finite()},{condition}"

    # ---- modifiers

    def modify(self, item: s.Modify, scope: Scope) -> str:
        """`modify`."""
        stat = self.model.stats[item.target.name]
        found = self.pattern(stat.params, item.target, scope, many=True)
        conds = [part for part in parts_of_and(item.cond) if not self.narrowed(part, scope)]
        text = self.changed(stat, item, found, conds, scope)
        with self.speaking_of(item.value):
            said = self.holds(conds, scope)
        if said is False or not text:
            return ""
        return f"{text} if {said}" if isinstance(said, str) else text

    def changed(
        self, stat: m.Stat, item: s.Modify, found: dict[str, Ref], conds: Sequence[s.Expr], scope: Scope
    ) -> str:
        """What a stat is from now on."""
        given = matched(stat.params, item.target, found)

        def make_sure(told: Sequence[str]) -> None:
            self.nothing_unsaid(stat.params, item.target, found, told, tuple(conds), item.value)
            self.tell_apart(found, told, scope.vars.get("this"), True, tuple(conds), item.value)

        folded = self.fold(item.value, scope)
        if stat.type == YESNO:
            clause = self.phrase(stat.id, lambda name: found.get(name) or you(), given, whoever=True)
            if clause is None:
                clause = Clause(readable(stat.id))
            if not clause.words:
                return ""
            make_sure(clause.told)
            if isinstance(folded, bool):
                return clause.finite() if folded else clause.denied()
            return f"{clause.finite()} only if {self.cond(item.value, scope)}"
        value = self.value(item.value, scope, stat.type)
        amount = self.amount(item.op, value)
        listed = False
        clause = self.phrase(
            stat.id,
            lambda name: amount if name == "value" else found.get(name) or you(),
            given,
            whoever=True,
        )
        if clause is not None and not clause.words and clause.subject is None:
            return ""
        if clause is None:
            of = self.stat(stat, dict(found), scope)
            listed = of.either != ""
            clause = Clause(of.object(), told=self.told_by(stat))
        make_sure(clause.told)
        if item.op == "-" and stat.type.name == "list" and "value" in clause.told:
            raise Untold  # the phrase says what is so, and of these it is not
        if clause.subject is not None or "{value" in self.model.phrases.get((stat.id, False), ""):
            return clause.finite()
        if stat.type.name == "list":
            noun = clause.words if listed else plural(clause.words)
            if item.op == "+":
                return f"{noun} are also {value.object()}"
            if item.op == "-":
                return f"{noun} are never {value.object()}"
            return f"{noun} are {value.object()}"
        if item.op in "+-" and value.value is not None:
            return f"{clause.words} is {'increased' if item.op == '+' else 'reduced'} by {value}"
        return f"{clause.words} is {amount if amount.sort == 'number' else value.object()}"

    def told_by(self, stat: m.Stat) -> tuple[str, ...]:
        """The parameters of a stat without a phrase that its noun speaks of."""
        base = self.checker.stat_syntax[stat.id][0].base
        if stat.type != NUMBER:
            return tuple(p.name for p in stat.params if speaks_of(base, p.name))
        return tuple(p.name for p in stat.params if sort_of(p.type) == "player")[:1]

    @staticmethod
    def amount(op: str, value: Ref) -> Ref:
        """What a number becomes."""
        if value.sort == "list" or op == "set":
            return value
        if op in ("+", "-"):
            n = value.value
            word = "more" if op == "+" else "fewer"
            return (
                Ref(f"{value} {word}", "number" if n is not None else value.sort, value=n, more=word)
                if (value.sort == "number")
                else value
            )
        if value.value == 0 and op == "most":
            return Ref("no", "number")
        if value.value is not None and value.value >= UNLIMITED:
            return value
        return Ref(f"at {op} {value}", "number", value=value.value, least=f"at {op} ")

    # ---- actions

    def action(self, item: s.Action, scope: Scope) -> str:
        """`play`, `use`, `answer`."""
        of = scope.of
        clauses: dict[str, s.Clause] = {c.kind: c for c in item.clauses}
        if "self" not in scope.vars:
            scope.vars["self"] = scope.doer = scope.unsaid = you()
        self.bare = True
        lead = self.lead(item, scope)
        conds: list[Said] = []
        for n, c in enumerate(item.clauses, 1):
            if c.kind == "if" and c.value is not None:
                with self.speaking_of(item.clauses[n:], item.body):
                    conds.append(self.cond(c.value, scope))
        said = [x for x in conds if isinstance(x, str)]
        if any(isinstance(x, Joined) for x in said):
            said = [all_of(said)]
        costs = [self.cost(c, scope) for c in item.clauses if c.kind == "costs" and c.value is not None]
        often = self.how_often(item, scope)
        aims = self.aims(item, clauses, scope)
        body = self.after_aim(item, aims, scope)
        paid = joined([c for c in costs if c])
        if paid and body:
            link = ", and " if body.startswith("choose ") else " to " if self.bare else ": "
            body = f"{paid}{link}{body}"
        done = body or paid
        if item.verb == "answer":
            return self.answer(item, lead, often, done, joined(said))
        if item.verb == "use":
            return self.usage(
                lead, often, done, joined(said), of is not None and of.kind in ("card", "border")
            )
        if of is not None and of.kind == "border" and done:
            done = f"when it is played, {done}"
        more = f" ({often})" if often else ""
        if said and any(c in done for c in ":;"):  # at the end it would be of the last step alone
            return f"{sentence(f'play it only if {joined(said)}')} {done[0].upper()}{done[1:]}{more}"
        tail = f", only if {joined(said)}" if said else ""
        return f"{done}{more}{tail}" if done or tail else ""

    def usage(self, lead: str, often: str, done: str, cond: str, card: bool) -> str:
        """What may be done in one's own turn, or at any time."""
        if not done:
            return ""
        if lead:
            return f"{lead}{f' ({often})' if often else ''}{f', if {cond}' if cond else ''}: {done}"
        front = self.front(often, cond)
        if card:
            return front + done
        return f"{front}you may {done}" if self.bare else f"{front}you may use this: {done}"

    def lead(self, item: s.Action, scope: Scope) -> str:
        """What stands in front of an action."""
        if item.verb == "use":
            if any(c.kind == "anytime" for c in item.clauses):
                return ""
            return filled(item.text, self.model.named.get(item.text, {})) if item.text else ""
        if item.verb == "answer":
            window = item.window or ""
            clause = self.phrase(window, lambda name: scope.vars.get("self") or you(), window=True)
            if clause is not None:
                return clause.words
            found = self.model.windows.get(window)
            prompt = found.prompt if found is not None else readable(window)
            return f"to {filled(prompt, self.model.named.get(prompt, {}))}"
        return ""

    def answer(self, item: s.Action, lead: str, often: str, done: str, cond: str) -> str:
        """An answer to something: when, and what it is for."""
        moment, _, purpose = lead.partition(", to ")
        only = item.body[0] if item.body is not None and len(item.body) == 1 else None
        proc = self.model.procedures.get(only.call.name) if isinstance(only, s.Do) else None
        condition = f" if {cond}," if cond else ""
        if proc is not None and proc.gives == YESNO and isinstance(only, s.Do) and not only.otherwise:
            does = f"{often} {done}" if often else done
            return f"{moment},{condition} you may {does}, to {purpose or 'succeed'}"
        more = f" ({often})" if often else ""
        if not done:
            return f"use it {lead}{condition.rstrip(',')}{more}"
        return f"{moment},{condition} {f'use it to {purpose}, and ' if purpose else ''}{done}{more}"

    @staticmethod
    def front(often: str, cond: str) -> str:
        """What stands before what may be done: how often, and on which conditions."""
        found = ", ".join(x for x in (often, f"if {cond}" if cond else "") if x)
        if cond or often.endswith(" says"):
            return f"{found}, "
        return f"{found} " if found else ""

    def how_often(self, item: s.Action | s.UseAs, scope: Scope) -> str:
        """`once a turn`."""
        turn = self.model.start.within if self.model.start is not None else None
        found = []
        for c in item.clauses:
            if c.kind == "anytime":
                found.append("at any time")
            if c.kind != "limit" or c.value is None:
                continue
            n = self.value(c.value, scope)
            per = c.of or turn
            when = " a turn" if per == turn else ""
            if n.value == 1:
                found.append(f"once{when}")
            elif n.value is None:
                found.append(f"as many times{when} as {n} says")
            elif n.value < UNLIMITED:
                found.append(f"{'twice' if n.value == 2 else f'{n.value} times'}{when}")
        return ", ".join(found)

    def cost(self, c: s.Clause, scope: Scope) -> str:
        """What an action costs."""
        amount = self.value(c.value, scope) if c.value is not None else number(1)
        if c.of != "cards" and c.of != "card":
            field = self.model.fields.get(c.of or "")
            noun = field.text if field is not None else readable(c.of or "")
            if noun.endswith("s"):
                return f"pay {amount.count(noun.removesuffix('s'))}"
            if amount.value is None:
                return f"pay an amount of {noun} equal to {amount}"
            return f"pay {amount} {noun}"  # as gold, it is not counted by pieces
        noun = "card"
        if c.cond is not None:
            kind = s.Where(s.Name("cards_to_pay"), c.cond)
            scope.vars["cards_to_pay"] = several("card", "card")
            noun = self.value(kind, scope).noun
            del scope.vars["cards_to_pay"]
        played = (
            any(x.verb == "play" for x, _ in self.items_of(scope.of) if isinstance(x, s.Action))
            if scope.of
            else False
        )
        if played:
            noun = f"other {noun}"
        many = Ref(amount.count(noun), "thing")
        if played and amount.value == 1:
            many = Ref("another " + noun.removeprefix("other "), "thing")
        clause = self.phrase("pay", lambda name: you() if name == "p" else many)
        return clause.bare() if clause is not None else f"pay {many.noun}"

    def aims(self, item: s.Action, clauses: dict[str, s.Clause], scope: Scope) -> str:
        """Whom an action is aimed at; `target` is known then."""
        aimed = clauses.get("on one") or clauses.get("on")
        if aimed is None or aimed.value is None:
            return ""
        of = self.value(aimed.value, scope)
        member = of.member or of.sort
        later = "they" if member == "player" else "it"
        if aimed.kind == "on one":
            noun = of.one()
            scope.vars["target"] = Ref(later, member, later=later)
            return f"choose {noun}"
        return of.noun if of.sort == "list" else of.object()

    def after_aim(self, item: s.Action, aims: str, scope: Scope) -> str:
        """What is done to whom an action is aimed at."""
        body = item.body or ()
        aimed = next((c for c in item.clauses if c.kind in ("on one", "on")), None)
        if aimed is None:
            pieces = self.pieces(body, scope)
            first = pieces[0] if pieces else None
            self.bare = first is None or (isinstance(first, Clause) and first.subject is scope.unsaid)
            return self.together(pieces, scope)
        if aimed.kind == "on":
            if returns(body):
                raise Untold
            member = self.value(aimed.value, scope).member if aimed.value is not None else "player"
            pieces = self.to_each(aims, member, "target", body, scope)
            first = pieces[0] if pieces else None
            self.bare = isinstance(first, Clause) and first.subject is scope.unsaid
            return self.together(pieces, scope)
        text = self.told(body, scope)
        return f"{aims}: {text}" if text else aims

    def use_as(self, item: s.UseAs, scope: Scope) -> str:
        """`use x as y`."""
        if isinstance(item.what, s.Name) and item.what.id == "card":
            what = "any card in your hand"
        else:
            adjective = self.adjective(item.what, scope)
            what = adjective or self.value(s.Where(s.Name("all_cards"), item.what), scope).one()
        form = self.definition(item.form, scope)
        conds = [c.value for c in item.clauses if c.kind == "if" and c.value is not None]
        said = self.holds(conds, scope)
        if said is False:
            return ""
        often = self.how_often(item, scope)
        front = self.front(often, said if isinstance(said, str) else "")
        return f"{front}you may use {what} as {form.name if form is not None else 'another'}"

    def each(self, item: s.Each, scope: Scope) -> str:
        """What a border says of all actions of its cards."""
        parts = []
        for c in item.clauses:
            if c.kind == "from":
                zone = self.model.zones.get(c.of or "")
                lies = zone is not None and zone.force
                parts.append(
                    "when it lies in front of you" if lies else f"from your {zone.text if zone else c.of}"
                )
            elif c.kind == "costs" and c.value is None:
                clause = self.phrase("pay", lambda name: you() if name == "p" else Ref("it"))
                parts.append(f"and then {clause.bare() if clause is not None else 'it is used up'}")
            elif c.kind == "if" and c.value is not None:
                said = self.cond(c.value, scope)
                if c.text is not None:
                    parts.append(f"but {c.text}")
                elif isinstance(said, str):
                    parts.append(f"only if {said}")
        verb = {"play": "play it", "use": "use it", "answer": "answer with it"}[item.verb]
        return f"{verb} {', '.join(parts)}" if parts else ""
