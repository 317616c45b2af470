"""Rules texts: what programs do, in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from attrs import evolve

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.english import article, base_form, head_end, plural
from bangrules.language.speaking import IT, THEY, Clause, Ref, phrased
from bangrules.language.telling import DEEPEST, Scope, TooMuch, Untold, known, readable, sort_of
from bangrules.language.telling_changes import ZONES, Changes, Piece, speaks_of

__all__ = ["Programs", "returns"]

PART = re.compile(r"\{\w+'s\} |the \{\w+ th\} ")
"""How a phrase begins that is the name of a part of something."""


class Programs(Changes):
    """Statements in words."""

    # ---- procedures

    def done(self, proc: m.Procedure, given: dict[str, Any], scope: Scope) -> list[Piece]:
        """What a procedure does: its phrase, its program if that is short, its log sentence, or its name."""
        values = self.values(proc.params, given, scope)
        clause = self.phrase(proc.id, values, given)
        if clause is not None:
            return [clause] if clause.words else []
        decl, pack = self.checker.proc_syntax.get(proc.id, (None, ""))
        if decl is not None and len(decl.body) < 4 and scope.depth < DEEPEST:
            local = Scope(pack, scope.owner, scope.of, {}, scope.doer, scope.unsaid, depth=scope.depth + 1)
            local.vars = {p.name: values(p.name) for p in proc.params}
            local.logged = scope.logged or proc.text is not None
            for name in ("self", "this"):
                if name in scope.vars:
                    local.vars.setdefault(name, scope.vars[name])
            try:
                found = self.pieces(decl.body, local)
            except TooMuch:
                raise
            except Untold:
                found = []  # its name is
                if scope.of is not None:
                    self.untold.add(scope.of.full_id)
            if found:
                return found
        if proc.text is not None:
            names = {b: d.name for b, d in self.model.named.get(proc.text, {}).items()}
            logged = phrased(proc.text.rstrip("."), values, names)
            if logged.subject is not None:
                return [logged]
        who = next((values(p.name) for p in proc.params if sort_of(p.type) == "player"), None)
        if who is None:
            return [readable(proc.id)]
        said, many = who.subject()
        return [Clause(f"does {readable(proc.id)}", who, said, many)]

    def call_pieces(self, call: s.Call, scope: Scope) -> list[Piece]:
        """What a call in a statement does."""
        name = call.name
        if name in ("move", "show"):
            return [self.moved(call, scope)]
        if name in self.model.procedures:
            proc = self.model.procedures[name]
            given = self.given(proc.params, call.args, call.labels)
            scope.before.clear()
            found = [self.doing(x, name) for x in self.done(proc, given, scope)]
            before, scope.before = scope.before, []
            return [*before, *found]
        if name == "win" and call.args:
            winner = self.value(call.args[0], scope)
            said, many = ("they", True) if winner.sort == "list" else winner.subject()
            if winner.sort == "list":
                said = plural(winner.noun)
            return [Clause("wins the game", winner, said, many)]
        if name == "offer":
            return self.offered(call.args, call.labels, scope)
        return [readable(name)]

    def doing(self, piece: Piece, name: str) -> Piece:
        """What a call does; of what is a part of something its name alone is no sentence.

        :raises Untold: there is no verb for it.
        """
        phrase = self.model.phrases.get((name, False), "")
        if isinstance(piece, str) or piece.subject is not None or not phrase:
            return piece
        if piece.moment:
            raise Untold
        return f"{piece.words} takes place" if PART.match(phrase) else piece

    def offered(self, args: Sequence[s.Expr], labels: Sequence[s.Label], scope: Scope) -> list[Piece]:
        """A player is asked for actions of a window."""
        whom = next((x.value for x in labels if x.word == "to"), args[1] if len(args) > 1 else None)
        who = self.value(whom, scope) if whom is not None else known("player")
        window = args[0].id if args and isinstance(args[0], s.Name) else ""
        clause = self.phrase(window, lambda name: who, window=True)
        purpose = clause.words.partition(", to ")[2] if clause is not None else ""
        said, many = who.subject()
        return [Clause(f"may {purpose or 'act'}", who, said, many)]

    def moved(self, call: s.Call, scope: Scope) -> Piece:
        """`move cards to place`, `show it to them`."""
        what = self.value(call.args[0], scope)
        to = next((x.value for x in call.labels if x.word == "to"), None)
        if call.name == "show":
            whom = self.value(to, scope) if to is not None else Ref("everyone")
            shown = "everyone" if whom.sort == "list" else whom.object()
            return self.by_doer(f"shows {what.object()} to {shown}", scope)
        if isinstance(to, s.Attribute) and to.name == "bottom":
            return self.by_doer(f"puts {what.object()} under {self.place(to.of, scope)}", scope)
        return self.by_doer(f"puts {what.object()} {self.towards(to, scope)}", scope)

    def place(self, e: s.Expr, scope: Scope) -> str:
        """A zone as a place."""
        match e:
            case s.Name() if e.id in self.model.zones:
                return f"the {self.model.zones[e.id].text}"
            case s.Attribute() if e.name in self.model.zones:
                return f"{self.value(e.of, scope).possessive()} {self.model.zones[e.name].text}"
        return self.value(e, scope).object()

    def towards(self, e: s.Expr | None, scope: Scope) -> str:
        if e is None:
            return "away"
        match e:
            case s.Name() if e.id in self.model.zones:
                seen = self.model.zones[e.id].seen
                return f"{'face down ' if seen == 'nobody' else ''}on the {self.model.zones[e.id].text}"
            case s.Attribute() if e.name in self.model.zones:
                zone = self.model.zones[e.name]
                owner = self.value(e.of, scope)
                return (
                    f"in front of {owner.object()}"
                    if zone.force
                    else f"into {owner.possessive()} {zone.text}"
                )
        return f"to {self.value(e, scope).object()}"

    @staticmethod
    def by_doer(words: str, scope: Scope) -> Clause:
        """What whoever acts does."""
        doer = scope.doer
        if doer is None:
            doer = scope.vars.get("self") or Ref("you", "player", several=True)
        said, many = doer.subject()
        return Clause(words, doer, said, many)

    # ---- statements

    def pieces(self, body: s.Block, scope: Scope) -> list[Piece]:
        """What the statements of a block do, one after the other."""
        found: list[Piece] = []
        waiting: list[
            tuple[int, Ref, Piece]
        ] = []  # choices that are told with what is done to what was chosen
        body = straight(body)
        for n, stmt in enumerate(body, 1):
            choice = self.choice(stmt, scope)
            if isinstance(stmt, s.Choose) and choice is not None:
                self.tell_from_others([stmt.name], body[n:], scope)
                if n < len(body) and self.decides(body[n], stmt.name):
                    choice[0].seen = True  # what depends on it would be told as if it were known
                    found.append(choice[1])
                else:
                    waiting.append((len(found), *choice))
                continue
            scope.before.clear()
            made = self.statement(stmt, scope)
            if isinstance(stmt, s.Let):
                self.tell_from_others(stmt.names, body[n:], scope)
            self.outdate_names(stmt, scope)
            found += [*scope.before, *made]
            scope.before.clear()
        for at, ref, piece in reversed(waiting):
            if not ref.seen:
                found.insert(at, piece)
        return [x for x in found if x != ""]

    def told(self, body: s.Block, scope: Scope) -> str:
        """A block as one piece of text."""
        return self.together(self.pieces(body, scope), scope)

    def together(self, pieces: list[Piece], scope: Scope) -> str:
        """Pieces as one text: those of the same subject are joined."""
        texts: list[str] = []
        last: Ref | None = None
        turns = False  # whether one does something, and then another
        for x in pieces:
            if isinstance(x, str):
                texts.append(x)
                last = None
            elif x.subject is not None and x.subject is scope.unsaid and last is None:
                texts.append(x.bare())
            elif last is not None and x.subject is last:
                texts[-1] += f" and {x.bare() if x.many or last.later == THEY else x.words}"
            else:
                turns = turns or bool(texts)
                texts.append(x.finite())
                last = x.subject
        if len(texts) == 2 and not turns and not any(c in t for t in texts for c in ":;,"):
            return f"{texts[0]} and {texts[1]}"
        return "; ".join(texts)

    def statement(self, stmt: s.Stmt, scope: Scope) -> list[Piece]:
        """What one statement does."""
        match stmt:
            case s.Do():
                return self.do(stmt, scope)
            case s.If():
                return self.branch(stmt, scope)
            case s.While():
                said = self.cond(stmt.cond, scope)
                body = self.told(stmt.body, scope)
                return [f"as long as {said}, {body or 'go on'}" if isinstance(said, str) else body]
            case s.Repeat():
                return self.repeated(stmt, scope)
            case s.For():
                return self.for_each(stmt, scope)
            case s.May() | s.MayChoose():
                return self.may(stmt, scope)
            case s.AtEnd():
                body = self.told(stmt.body, scope)
                return [f"afterwards {body}"] if body else []
            case s.Let():
                self.let(stmt, scope)
            case s.Assign():
                return self.assigned(stmt, scope)
            case s.End():
                return [self.ended(stmt.name, scope)]
            case s.Return() if stmt.value is not None:
                return self.returned(stmt.value, scope)
            case s.Fail():
                return ["this does not count"]
            case s.Proceed():
                return ["go on as usual"]
        return []

    def ended(self, name: str, scope: Scope) -> Piece:
        proc = self.model.procedures.get(name)
        who = scope.vars.get("self") or known("player")
        clause = self.phrase(name, lambda n: who) if proc is not None else None
        if clause is not None and clause.subject is None and not clause.moment and clause.words:
            return f"{clause.words} ends"
        return "that does not happen"

    def returned(self, e: s.Expr, scope: Scope) -> list[Piece]:
        """An answer: told if getting it does something."""
        if isinstance(e, s.Apply | s.Call) and e.name in self.model.procedures:
            labels = e.labels if isinstance(e, s.Call) else ()
            return self.call_pieces(s.Call(e.name, e.args, labels, at=e.at), scope)
        if isinstance(e, s.Name) and e.id in self.model.procedures:
            return self.call_pieces(s.Call(e.id, (), at=e.at), scope)
        return []

    def do(self, stmt: s.Do, scope: Scope) -> list[Piece]:
        """A call, and what depends on its answer."""
        pieces = self.call_pieces(stmt.call, scope)
        if not stmt.then and not stmt.otherwise:
            return pieces
        then = self.told(stmt.then, scope.inner())
        other = self.pieces(stmt.otherwise, scope.inner())
        if not then and not other:
            return pieces
        if not then and len(pieces) == 1 and len(other) == 1:
            a, b = pieces[0], other[0]
            if isinstance(a, Clause) and isinstance(b, Clause) and a.subject is b.subject is not None:
                words = base_form(b.words) if a.words.startswith(("must ", "can ", "may ")) else b.words
                return [Clause(f"{a.words} or {words}", a.subject, a.said, a.many)]
        first = self.together(pieces, scope)
        last = self.together(other, scope)
        if not then:
            return [f"{first}; if not, {last}"]
        return [f"{first}: if so, {then}" + (f"; otherwise, {last}" if last else "")]

    def branch(self, stmt: s.If, scope: Scope) -> list[Piece]:
        with self.speaking_of(() if stmt.otherwise else stmt.then):
            said = self.cond(stmt.cond, scope)
        if isinstance(said, bool):
            never = stmt.otherwise if said else stmt.then
            if never and self.asks_for_none(stmt.cond, scope) and self.pieces(never, scope.inner()):
                raise Untold  # there is perhaps nothing
            return self.pieces(stmt.then if said else stmt.otherwise, scope)
        then, other = self.told(stmt.then, scope.inner()), self.told(stmt.otherwise, scope.inner())
        if not then and not other:
            return []
        if not then:
            opposite = self.cond(stmt.cond, scope, so=False)
            return [f"if {opposite}, {other}"]
        return [f"if {said}, {then}" + (f"; otherwise, {other}" if other else "")]

    def asks_for_none(self, cond: s.Expr, scope: Scope) -> bool:
        """Whether a condition asks if there is what a name was given to."""
        return any(
            isinstance(node, s.Binary) and node.op in ("is", "is not")
            and isinstance(node.left, s.Name) and node.left.id in scope.vars
            and isinstance(node.right, s.Name) and node.right.id == "none"
            for node in s.nodes(cond)
        )  # fmt: skip

    def repeated(self, stmt: s.Repeat, scope: Scope) -> list[Piece]:
        body = self.told(stmt.body, scope.inner())
        if not body:
            return []
        times = self.value(stmt.times, scope)
        if times.value == 1:
            return [body]
        return [f"{times.count('time')}: {body}"]

    def for_each(self, stmt: s.For, scope: Scope) -> list[Piece]:
        """What is done to each of several."""
        of = self.value(stmt.of, scope)
        if isinstance(stmt.of, s.Binary) and stmt.of.op == "..":
            if self.fold(stmt.of.left, scope) != 1 or speaks_of(stmt.body, stmt.name):
                raise Untold  # not always the same is done
            body = self.told(stmt.body, scope.inner())
            times = self.value(stmt.of.right, scope)
            return [f"{times.count('time')}: {body}"] if body else []
        if isinstance(stmt.of, s.Listing):
            found: list[Piece] = []
            for x in stmt.of.items:
                inner = scope.inner()
                inner.vars[stmt.name] = self.value(x, scope)
                found += [] if self.absent(x, scope) else self.pieces(stmt.body, inner)
            return found
        noun = of.noun if of.sort == "list" else of.object()
        if of.sort != "list":
            inner = scope.inner()
            inner.vars[stmt.name] = of if of.sort in ("player", "card") else Ref(noun, several=of.several)
            asked = [node.cond for node in s.nodes(stmt.body) if isinstance(node, s.If | s.While | s.Where)]
            if speaks_of(tuple(asked), stmt.name):
                raise Untold  # it may be so of some of them only
            return self.pieces(stmt.body, inner)
        return self.to_each(noun, of.member, stmt.name, stmt.body, scope)

    def to_each(self, noun: str, member: str, name: str, body: s.Block, scope: Scope) -> list[Piece]:
        """`body`, done to each `noun`, which is spoken of first where it can be."""
        later = THEY if member == "player" else IT
        for lead in (f"each {noun}", ""):
            inner = scope.inner()
            inner.vars[name] = Ref(lead or later, member, later=later)
            self.tell_from_others([name], body, inner)
            if not lead:
                inner.vars[name].noun = inner.vars[name].later or later
            if "self" not in scope.vars and member == "player":
                inner.doer = inner.vars[name]
            pieces = self.pieces(body, inner)
            if not pieces:
                return []
            text = pieces[0] if isinstance(pieces[0], str) else pieces[0].finite()
            if lead and lead in text and (not isinstance(pieces[0], str) or text.startswith(lead)):
                return pieces
        return [f"for each {noun}: {self.together(pieces, inner)}"]

    def may(self, stmt: s.May | s.MayChoose, scope: Scope) -> list[Piece]:
        """What a player may do, or leave."""
        who = self.value(stmt.who, scope)
        said, _ = who.subject()
        inner = scope.inner(doer=who, unsaid=who)
        choose = ""
        if isinstance(stmt, s.MayChoose):
            of = self.value(stmt.of, scope)
            later = THEY if of.member == "player" else IT
            noun = of.one() if of.sort == "list" else f"one of {of.object()}"
            plain = of.member != "player" or head_end(of.noun) == len(of.noun)
            inner.vars[stmt.name] = Ref(noun if plain else later, of.member, later=later, seen=not plain)
            inner.reads[stmt.name] = self.read(stmt.of, scope)
            self.tell_from_others([stmt.name], stmt.body, inner)
            choose = "" if plain else f"choose {noun}"
            chosen_one = inner.vars[stmt.name]
            pieces = self.pieces(stmt.body, inner)
            if not chosen_one.seen:
                choose = f"choose {noun}"
            elif plain and pieces and isinstance(pieces[0], Clause) and pieces[0].subject is chosen_one:
                choose = f"choose {noun}"  # it is not plain by itself who says which one does it
                chosen_one.noun = chosen_one.later or later
                inner.vars[stmt.name] = chosen_one
                pieces = self.pieces(stmt.body, inner)
        else:
            pieces = self.pieces(stmt.body, inner)
        body = self.together(pieces, inner)
        if choose:
            body = f"{choose}: {body}" if body else choose
        elif pieces and not (isinstance(pieces[0], Clause) and pieces[0].subject is who):
            body = f"have it so: {body}"
        first = f"{said} may {body}"
        others = [x for x in stmt.otherwise if not isinstance(x, s.Proceed)]
        other = self.told(tuple(others), scope.inner())
        return [first, f"otherwise, {other}"] if other else [first]

    def choice(self, stmt: s.Stmt, scope: Scope) -> tuple[Ref, Piece] | None:
        """What a choice gives, as it is spoken of first, and how the choice itself is told."""
        if not isinstance(stmt, s.Choose):
            return None
        who = self.value(stmt.who, scope)
        before, who.seen = who.seen, True
        of = self.value(stmt.of, scope)
        who.seen = before
        noun = of.noun if of.sort == "list" else of.object()
        whose = "your" if who.noun == "you" else "their"
        if isinstance(stmt.who, s.Name) and stmt.who.id in self.model.stats:
            whose = who.possessive()
        if stmt.how == "one" and of.sort != "list":
            ref = Ref(f"one of {noun}", of.member or "card", later=IT)
        elif stmt.how == "one":
            ref = Ref(chosen(article(noun), whose), of.member, later=THEY if of.member == "player" else IT)
        else:
            amount = self.value(stmt.amount, scope) if stmt.amount is not None else None
            if amount is None:
                text = f"any number of {plural(noun)}"
            elif stmt.how == "up to":
                text = f"up to {amount.count(noun)}"
            else:
                text = amount.count(noun)
            if of.sort != "list":
                text = f"{amount} of {noun}" if amount is not None else f"any number of {noun}"
            ref = Ref(
                chosen(text, whose), "thing", later="them" if not text.startswith("1 ") else IT, several=True
            )
        scope.vars[stmt.name] = ref
        scope.reads[stmt.name] = self.read(stmt.of, scope) & {ZONES}
        said, many = (who.later or who.noun), who.several or who.later == THEY
        return ref, Clause(f"chooses {ref.noun.replace(f' of {whose} choice', '')}", who, said, many)

    def let(self, stmt: s.Let, scope: Scope) -> None:
        """Names for values: spoken of by what they are at first."""
        for name, e in zip(stmt.names, stmt.values, strict=True):
            this = scope.vars.get("this")
            said = this is not None and this.seen
            ref = self.value(e, scope)
            if this is not None:
                this.seen = said  # it is not said here
            scope.held.pop(name, None)
            read = self.read(e, scope)
            field = self.field_of(e, scope)
            if field is not None:
                scope.held[name] = field
            if isinstance(e, s.Number):
                ref = Ref("that many", "number")
            elif self.yes_or_no(e, scope):
                ref = Ref(ref.noun, "yesno")
            if (
                isinstance(e, s.Apply | s.Call | s.Name)
                and ref.sort in ("player", "card")
                and ref.later is None
            ):
                ref = Ref(ref.noun, ref.sort, later=THEY if ref.sort == "player" else IT)
            scope.vars[name] = ref
            scope.reads[name] = read


def straight(body: s.Block) -> s.Block:
    """A block as one in which nothing follows what may have ended it: what follows stands in a branch.

    :raises Untold: it is ended within a loop, or perhaps by more than the branch that it stands in.
    """
    for i, stmt in enumerate(body):
        rest = body[i + 1 :]
        if isinstance(stmt, s.Return | s.Fail):
            return body[: i + 1]
        if isinstance(stmt, s.While | s.Repeat | s.For) and returns(stmt.body):
            raise Untold
        if isinstance(stmt, s.If) and stmt.then == (s.Return(),):
            then = (*stmt.otherwise, *rest)
            return (*body[:i], evolve(stmt, cond=s.Not(stmt.cond, at=stmt.cond.at), then=then, otherwise=()))
        if not rest or not isinstance(stmt, s.If | s.Do | s.May | s.MayChoose):
            continue
        first = stmt.then if isinstance(stmt, s.If | s.Do) else stmt.body
        if not returns(first) and not returns(stmt.otherwise):
            continue
        if ends(first) and ends(stmt.otherwise):
            return body[: i + 1]
        if ends(first) and not returns(stmt.otherwise):
            return (*body[:i], evolve(stmt, otherwise=(*stmt.otherwise, *rest)))
        if ends(stmt.otherwise) and not returns(first):
            both = (*first, *rest)
            more = evolve(stmt, then=both) if isinstance(stmt, s.If | s.Do) else evolve(stmt, body=both)
            return (*body[:i], more)
        raise Untold
    return body


def ends(body: s.Block) -> bool:
    """Whether nothing that follows a block is done."""
    last = body[-1] if body else None
    if isinstance(last, s.If):
        return ends(last.then) and ends(last.otherwise)
    return isinstance(last, s.Return | s.Fail)


def returns(body: s.Block) -> bool:
    """Whether what follows a block is perhaps not done."""
    for stmt in body:
        if isinstance(stmt, s.Return | s.Fail):
            return True
        if not isinstance(stmt, s.AtEnd) and any(
            returns(getattr(stmt, part, ())) for part in ("then", "body", "otherwise")
        ):
            return True
    return False


def chosen(noun: str, whose: str) -> str:
    """A noun with who chooses which: `a card of your choice in your hand`."""
    end = head_end(noun)
    return f"{noun[:end]} of {whose} choice{noun[end:]}"
