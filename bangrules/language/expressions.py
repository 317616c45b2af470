"""Checking expressions: every name resolved, every type known, what may be `none` proven not to be."""

from __future__ import annotations

from collections.abc import Sequence

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.names import DEFINED_AS, Env, Names, describe
from bangrules.language.types import (
    ANY, BORDER, CARD, CARDS, CHARACTER, COLOR, EMPTY_LIST, EVENT, KIND, NONE, NOTHING, NUMBER, NUMBERS, PATTERN,
    PLACE, PLAYER, RANK, ROLE, SOURCE, SUIT, TEXT, THING, WINDOW, YESNO, ZONE, Type, common, fits, list_of,
)  # fmt: skip
from bangrules.language.lexicon import bind, resolve

SUITS = "♠♥♦♣"
ALL_RANKS = sum(1 << rank for rank in range(2, 15))
COMPARE = ("<", "<=", ">", ">=")
RESOLVABLE_SORTS = {
    "player": ("thing", "place"), "card": ("thing", "source"), "character": ("source",), "role": ("source",),
    "event": ("source", "card", "thing"), "zone": ("place",),
}  # fmt: skip


def face_mask(expr: s.Expr) -> int | None:
    """The bits of the faces an expression writes out, if it does."""
    if isinstance(expr, s.Suit):
        return ALL_RANKS << 16 * SUITS.index(expr.suit)
    if isinstance(expr, s.Face):
        return 1 << (16 * SUITS.index(expr.suit) + expr.rank)
    if isinstance(expr, s.Faces):
        ranks = sum(1 << r for r in range(expr.first.rank, expr.last.rank + 1))
        return ranks << 16 * SUITS.index(expr.first.suit)
    return None


def color_mask(color: m.Ex) -> m.Ex:
    return m.Op("*", color, m.Const(0, type=NUMBER), type=PATTERN)


def spelling(expr: s.Expr) -> str | None:
    """The key under which facts about an expression are kept."""
    if isinstance(expr, s.Name):
        return expr.id
    if isinstance(expr, s.Attribute):
        inner = spelling(expr.of)
        return f"{inner}.{expr.name}" if inner else None
    return None


class Expressions(Names):
    """Expressions: from the syntax tree to the model."""

    # ---- entry

    def expr(self, e: s.Expr, env: Env, want: Type | None = None) -> m.Ex:
        """Check `e`; with `want`, convert it to that type or report."""
        found = self.raw(e, env, want)
        return found if want is None else self.convert(found, want, e.at)

    def convert(self, ex: m.Ex, want: Type, at: s.Span) -> m.Ex:
        have = ex.type
        if have == ZONE and want != ZONE and want.plain != PLACE:
            ex = m.ReadZone(ex, type=CARDS, at=at)
            have = CARDS
        if fits(have, want):
            return ex
        if want.name == "list" and want.of is not None and have.name != "list":
            if have == NONE:
                return m.Const((), type=want, at=at)
            if fits(have.plain, want.of):
                return m.ListEx((ex,), type=want, at=at)
        if want.plain == PATTERN:
            if have.plain == SUIT:
                return m.Op("pattern of suit", ex, ex, type=PATTERN, at=at)
            if have.plain == COLOR:
                return m.Op("pattern of color", ex, ex, type=PATTERN, at=at)
        if have.optional and fits(have.plain, want):
            self.fail(
                "E0302", at, f"this may be `none`, and {describe(want)} is needed",
                "test it first: `if ... is not none`",
            )  # fmt: skip
        self.fail("E0301", at, f"expected {describe(want)}, found {describe(have)}")

    def pure(self, env: Env) -> Env:
        """The same place, where effects may not stand."""
        return env.child(pre=None) if env.pre is not None else env

    # ---- each form

    def raw(self, e: s.Expr, env: Env, want: Type | None = None) -> m.Ex:
        at = e.at
        if isinstance(e, s.Number):
            return m.Const(e.value, type=NUMBER, at=at)
        if isinstance(e, s.Text):
            return m.Const(e.value, type=TEXT, at=at)
        if isinstance(e, s.Name):
            return self.name(e, env, want)
        if isinstance(e, s.Suit) and (want is None or want.plain != PATTERN):
            return m.Const(SUITS.index(e.suit), type=SUIT, at=at)
        mask = face_mask(e)
        if mask is not None:
            return m.Const(mask, type=PATTERN, at=at)
        if isinstance(e, s.Attribute):
            return self.attribute(e, env)
        if isinstance(e, s.Apply):
            return self.apply(e.name, e.args, (), e, env)
        if isinstance(e, s.Call):
            return self.apply(e.name, e.args, e.labels, e, env)
        if isinstance(e, s.Listing):
            return self.listing(e, env, want)
        if isinstance(e, s.Where):
            return self.where(e, env)
        if isinstance(e, s.Not):
            return m.NotEx(self.expr(e.of, self.pure(env), YESNO), type=YESNO, at=at)
        if isinstance(e, s.Binary):
            return self.binary(e, env, want)
        if isinstance(e, s.Anything):
            self.fail("E0207", at, "`_` means anything and stands only in the patterns of hooks and modifiers")
        raise AssertionError(e)

    def name(self, e: s.Name, env: Env, want: Type | None) -> m.Ex:
        id, at, model = e.id, e.at, self.model
        if id in env.vars:
            code, type_ = env.vars[id]
            env.used.add(code)
            return m.Local(code, type=env.narrow.get(id, type_), at=at)
        if want is not None:
            if want.plain == WINDOW and id in model.windows:
                return m.Const(model.windows[id].number, type=WINDOW, at=at)
        field = self.field_here(id, env)
        if field is not None:
            return self.get_field(field, self.field_owner(field, env, at), e, env)
        if id in model.zones and not model.zones[id].of_player:
            return m.ZoneRef(model.zones[id], None, type=ZONE, at=at)
        if id in self.vocabulary.constants:
            type_, code, _, _ = self.vocabulary.constants[id]
            return m.Const(m_code(code), type=type_, at=at)
        if id in self.value_types:
            set_, number = self.value_types[id]
            return m.Const(number, type=Type("values:" + set_), at=at)
        if id in model.options:
            option = model.options[id]
            return m.Const(m_code(f"S[OPTIONS][{list(model.options).index(id)}]"), type=option.type, at=at)
        if id in model.stats:
            return self.apply(id, (), (), e, env)
        definition = self.lookup_def(id, env.pack, at)
        if definition is not None:
            return m.DefConst(definition, type=DEFINED_AS[definition.kind], at=at)
        if id in model.windows:
            return m.Const(model.windows[id].number, type=WINDOW, at=at)
        if id in model.procedures or any(w.effect for w in self.vocabulary.words.get(id, ())):
            return self.apply(id, (), (), e, env)
        if id in ("self", "this", "target", "it"):
            self.fail("E0208", at, f"there is no `{id}` here", IMPLICIT_HELP[id])
        self.unknown("name", id, at, self.visible(env))

    def visible(self, env: Env) -> list[str]:
        """Every name that could be meant."""
        model = self.model
        return [
            *env.vars, *model.stats, *model.fields, *model.zones, *self.vocabulary.constants, *self.value_types,
            *model.options, *self.defs, *model.windows, *model.procedures, *self.vocabulary.words,
        ]  # fmt: skip

    def field_owner(self, field: m.Field, env: Env, at: s.Span) -> m.Ex | None:
        if field.of == "game":
            return None
        name = "self" if field.of == "player" else "this"
        if name not in env.vars:
            self.fail("E0208", at, f"`{field.id}` is kept for its source, and there is none here")
        return m.Local(env.vars[name][0], type=env.vars[name][1], at=at)

    def get_field(self, field: m.Field, owner: m.Ex | None, e: s.Expr, env: Env) -> m.Ex:
        key = spelling(e)
        type_ = env.narrow.get(key, field.type) if key else field.type
        return m.GetField(field, owner, type=type_, at=e.at)

    def attribute(self, e: s.Attribute, env: Env) -> m.Ex:
        if isinstance(e.of, s.Name) and e.of.id not in env.vars:
            pack = e.of.id
            if e.name in self.defs and pack in self.defs[e.name]:
                definition = self.defs[e.name][pack]
                return m.DefConst(definition, type=DEFINED_AS[definition.kind], at=e.at)
            if pack in self.model.packs and self.field_here(pack, env) is None and pack not in self.model.zones:
                self.unknown("definition", f"{pack}.{e.name}", e.at, self.full_ids())
            if self.may_be_absent(env.pack, pack) and pack not in self.model.packs:
                return m.Const(None, type=KIND.maybe, at=e.at)
        of = self.raw(e.of, env)
        return self.attribute_of(of, e.name, e, env)

    def attribute_of(self, of: m.Ex, name: str, e: s.Expr, env: Env) -> m.Ex:
        at = e.at
        if of.type == ZONE:
            of = self.convert(of, CARDS, at)
        if of.type.name == "list":
            member = of.type.of
            assert member is not None
            var = env.fresh("m")
            inner = self.attribute_of(m.Local(var, type=member, at=at), name, s.Anything(at=at), self.pure(env))
            inner = self.convert(inner, CARDS, at) if inner.type == ZONE else inner
            flat = inner.type.name == "list"
            type_ = inner.type if flat else list_of(inner.type)
            return m.MapList(of, var, inner, flat, type=type_, at=at)
        if of.type.optional:
            self.fail(
                "E0302", at, f"`.{name}` is asked of something that may be `none`",
                "test it first: `if ... is not none`",
            )  # fmt: skip
        model, type_name = self.model, of.type.name
        if type_name == "player":
            zone = model.zones.get(name)
            if zone is not None and zone.of_player:
                return m.ZoneRef(zone, of, type=ZONE, at=at)
            field = model.fields.get(name)
            if field is not None and field.of == "player":
                return self.get_field(field, of, e, env)
        if type_name in ("card", "event"):
            field = model.fields.get(name)
            if field is not None and field.of == "card":
                return self.get_field(field, of, e, env)
        for sort in (type_name, *(w for w in ("card", "source") if fits(of.type, Type(w)))):
            if (sort, name) in self.vocabulary.properties:
                type_, _, _, _ = self.vocabulary.properties[sort, name]
                return m.Property(f"{sort}.{name}", of, type=type_, at=at)
        known = [n for (t, n) in self.vocabulary.properties if t == type_name]
        if type_name == "player":
            known += [f.id for f in model.fields.values() if f.of == "player"]
            known += [z.id for z in model.zones.values() if z.of_player]
        if type_name in ("card", "event"):
            known += [f.id for f in model.fields.values() if f.of == "card"]
        if type_name in ("thing", "place", "source"):
            self.fail(
                "E0303", at, f"`.{name}` is asked of {describe(of.type)}",
                f"test what it is first: `if ... is {'player' if type_name != 'source' else 'card'}`",
            )  # fmt: skip
        self.unknown(f"`{describe(of.type)}` property", name, at, known)

    def listing(self, e: s.Listing, env: Env, want: Type | None) -> m.Ex:
        inner = want.of if want is not None and want.name == "list" else None
        items = [self.raw(i, self.pure(env), inner) for i in e.items]
        type_: Type | None = None
        for item, written in zip(items, e.items, strict=True):
            type_ = item.type if type_ is None else common(type_, item.type)
            if type_ is None:
                self.fail("E0301", written.at, f"this is {describe(item.type)}, the others are not")
        return m.ListEx(tuple(items), type=list_of(type_ or ANY), at=e.at)

    def where(self, e: s.Where, env: Env) -> m.Ex:
        of = self.raw(e.of, env)
        if of.type == ZONE:
            of = self.convert(of, CARDS, e.at)
        if of.type.name != "list":
            of = self.convert(of, list_of(of.type.plain), e.at)
        member = of.type.of
        assert member is not None
        inner = self.pure(env).child()
        var = inner.bind("it", member)
        return m.FilterList(of, var, self.candidate(e.cond, inner), type=of.type, at=e.at)

    def candidate(self, cond: s.Expr, env: Env) -> m.Ex:
        """A condition on `it`; a bare kind, border, suit or color means `it is` that."""
        if isinstance(cond, s.Suit | s.Face | s.Faces):
            return self.is_test(s.Name("it", at=cond.at), cond, env, cond.at)
        if isinstance(cond, s.Name) and cond.id not in env.vars:
            probe = self.raw(cond, env)
            if probe.type in (KIND, BORDER, ROLE, CHARACTER, COLOR, SUIT):
                return self.is_test(s.Name("it", at=cond.at), cond, env, cond.at)
        return self.expr(cond, env, YESNO)

    # ---- operators

    def binary(self, e: s.Binary, env: Env, want: Type | None) -> m.Ex:
        op, at = e.op, e.at
        if op == "and":
            inner = self.pure(env)
            left = self.expr(e.left, inner, YESNO)
            right = self.expr(e.right, self.knowing(e.left, True, inner), YESNO)
            return m.Op("and", left, right, type=YESNO, at=at)
        if op == "or":
            inner = self.pure(env)
            left = self.expr(e.left, inner, YESNO)
            right = self.expr(e.right, self.knowing(e.left, False, inner), YESNO)
            return m.Op("or", left, right, type=YESNO, at=at)
        if op in COMPARE:
            left, right = self.raw(e.left, env), self.raw(e.right, env)
            for side, written in ((left, e.left), (right, e.right)):
                if side.type not in (NUMBER, RANK):
                    self.convert(side, NUMBER, written.at)
            return m.Op(op, left, right, type=YESNO, at=at)
        if op == "is":
            return self.is_test(e.left, e.right, env, at)
        if op == "is not":
            return m.NotEx(self.is_test(e.left, e.right, env, at), type=YESNO, at=at)
        if op == "in":
            return self.member(e.left, e.right, env, at)
        if op == "not in":
            return m.NotEx(self.member(e.left, e.right, env, at), type=YESNO, at=at)
        if op == "..":
            low, high = self.expr(e.left, env, NUMBER), self.expr(e.right, env, NUMBER)
            return m.Op("..", low, high, type=NUMBERS, at=at)
        return self.arithmetic(e, env, want)

    def arithmetic(self, e: s.Binary, env: Env, want: Type | None) -> m.Ex:
        op, at = e.op, e.at
        left = self.raw(e.left, env, want)
        if left.type == ZONE:
            left = self.convert(left, CARDS, e.left.at)
        if left.type.name == "list" and op in ("+", "-"):
            right = self.raw(e.right, env)
            if right.type == ZONE:
                right = self.convert(right, CARDS, e.right.at)
            member = left.type.of
            assert member is not None
            if left.type == EMPTY_LIST:
                member = right.type.of if right.type.name == "list" else right.type.plain
                assert member is not None
            right = self.convert(right, list_of(member), e.right.at)
            kind = "join" if op == "+" else "without"
            return m.Op(kind, left, right, type=list_of(member), at=at)
        left = self.convert(left, NUMBER, e.left.at)
        right = self.expr(e.right, env, NUMBER)
        return m.Op("times" if op == "*" else op, left, right, type=NUMBER, at=at)

    def member(self, left: s.Expr, right: s.Expr, env: Env, at: s.Span) -> m.Ex:
        """`a in set`; with a written list, `a` is one of its members."""
        if isinstance(right, s.Listing):
            tests = [self.is_test(left, item, env, at) for item in right.items]
            found: m.Ex = m.Const(False, type=YESNO, at=at)
            for i, test in enumerate(tests):
                found = test if i == 0 else m.Op("or", found, test, type=YESNO, at=at)
            return found
        a, b = self.raw(left, self.pure(env)), self.raw(right, self.pure(env))
        if b.type == ZONE:
            b = self.convert(b, CARDS, right.at)
        if b.type.name != "list":
            self.fail("E0301", right.at, f"`in` asks about a list, found {describe(b.type)}")
        assert b.type.of is not None
        if b.type.of == KIND and a.type.plain.name in ("card", "event", "source", "thing"):
            return m.InList(m.Property("card.kind", a, type=KIND, at=at), b, type=YESNO, at=at)
        if common(a.type, b.type.of) is None and common(a.type.plain, b.type.of) is None:
            self.fail("E0301", at, f"{describe(a.type)} is never in a list of {b.type}")
        return m.InList(a, b, type=YESNO, at=at)

    # ---- `is`

    def is_test(self, left: s.Expr, right: s.Expr, env: Env, at: s.Span) -> m.Ex:
        """`left is right`: the same, or of the kind."""
        env = self.pure(env)
        a = self.raw(left, env)
        return self.is_value(a, right, env, at)

    def is_value(self, a: m.Ex, right: s.Expr, env: Env, at: s.Span) -> m.Ex:
        have = a.type.plain
        if have == ANY:
            return m.Const(False, type=YESNO, at=at)  # reported already
        if isinstance(right, s.Name) and right.id not in env.vars:
            word = right.id
            if word == "empty":
                if a.type == ZONE:
                    a = self.convert(a, CARDS, at)
                if a.type.name != "list":
                    self.fail("E0304", at, f"only a list or a zone can be `empty`, this is {describe(a.type)}")
                return m.IsEmpty(a, type=YESNO, at=at)
            if word == "none":
                if not a.type.optional:
                    self.fail("E0304", at, f"{describe(a.type)} is never `none`; the test has no use")
                return m.IsNone(a, type=YESNO, at=at)
            if word == "unlimited" and have == NUMBER:
                return m.Op(">=", a, m.Const(1 << 39, type=NUMBER), type=YESNO, at=at)
            if word in RESOLVABLE_SORTS and have.name in RESOLVABLE_SORTS[word]:
                return m.IsSort(a, word, type=YESNO, at=at)
            if have in (PLACE, ZONE) and word in self.model.zones and not isinstance(a, m.ZoneRef):
                return m.IsSort(a, "zone", self.model.zones[word], type=YESNO, at=at)
        if have == CARD and isinstance(right, s.Suit):
            right_ex: m.Ex = m.Const(face_mask(right), type=PATTERN, at=at)
        else:
            right_ex = self.raw(right, env, a.type)
        return self.is_same(a, right_ex, right, at)

    def is_same(self, a: m.Ex, b: m.Ex, right: s.Expr, at: s.Span) -> m.Ex:
        test = self.same(a, b, at)
        if a.type.optional and isinstance(test, m.IsKind | m.Matches | m.Op):
            if not isinstance(test, m.Op) or isinstance(test.left, m.Property):
                there = m.NotEx(m.IsNone(a, type=YESNO), type=YESNO, at=at)
                return m.Op("and", there, test, type=YESNO, at=at)
        return test

    def same(self, a: m.Ex, b: m.Ex, at: s.Span) -> m.Ex:
        have, other = a.type.plain, b.type.plain
        if isinstance(b, m.Const) and b.value is None and b.type == KIND.maybe:
            return m.Const(False, type=YESNO, at=at)  # an absent optional pack's id
        if have.name in ("card", "event", "thing", "source"):
            if other in (PATTERN, COLOR, SUIT):
                return m.Matches(a, self.convert(b, PATTERN, at), type=YESNO, at=at)
            if isinstance(b, m.DefConst):
                return m.IsKind(a, self.kinds_under(b.definition), type=YESNO, at=at)
            if other == KIND:
                return m.Op("==", m.Property("card.kind", a, type=KIND, at=at), b, type=YESNO, at=at)
        if have.name in ("kind", "role", "character", "ability", "border") and isinstance(b, m.DefConst):
            return m.IsKind(a, self.kinds_under(b.definition), type=YESNO, at=at)
        if have == SUIT and other == COLOR:
            return m.Matches(a, b, type=YESNO, at=at)
        if have == PLACE and b.type == ZONE:
            return m.Op("==", a, b, type=YESNO, at=at)
        if a.type == ZONE and b.type != ZONE:
            a = self.convert(a, CARDS, at)
        if b.type == ZONE and a.type != ZONE:
            b = self.convert(b, CARDS, at)
        if common(a.type, b.type) is None:
            self.fail("E0304", at, f"{describe(a.type)} is never {describe(b.type)}; the test has no use")
        return m.Op("==", a, b, type=YESNO, at=at)

    def kinds_under(self, definition: m.Definition) -> tuple[m.Definition, ...]:
        """The definitions that are `definition`: itself, those like it, cards of a border."""
        found = []
        for other in self.model.definitions:
            line = other.ancestors()
            borders = [b for d in line for b in self.borders_of(d)]
            if definition in line or definition in borders:
                found.append(other)
        return tuple(found)

    def borders_of(self, definition: m.Definition) -> list[m.Definition]:
        found: list[m.Definition] = []
        at = definition.border
        while at is not None and at not in found:
            found.append(at)
            at = at.border
        return found

    # ---- what conditions show

    def knowing(self, cond: s.Expr, truth: bool, env: Env) -> Env:
        """`env` with what is known once `cond` has come out as `truth`."""
        facts: dict[str, Type] = {}
        self.facts(cond, truth, env, facts)
        if not facts:
            return env
        new = env.child()
        new.narrow.update(facts)
        return new

    def facts(self, cond: s.Expr, truth: bool, env: Env, found: dict[str, Type]) -> None:
        if isinstance(cond, s.Not):
            self.facts(cond.of, not truth, env, found)
            return
        if not isinstance(cond, s.Binary):
            return
        if cond.op == ("and" if truth else "or"):
            self.facts(cond.left, truth, env, found)
            self.facts(cond.right, truth, env, found)
            return
        key = spelling(cond.left)
        if key is None:
            return
        positive = (cond.op in ("is", "in")) == truth
        if cond.op not in ("is", "is not", "in", "not in"):
            return
        type_ = self.peek(cond.left, env)
        if type_ is None:
            return
        if cond.op in ("is", "is not") and isinstance(cond.right, s.Name):
            word = cond.right.id
            if word == "none":
                if not positive and type_.optional:
                    found[key] = type_.plain
                return
            if word in ("player", "card", "event", "zone") and word in RESOLVABLE_SORTS:
                if type_.plain.name in RESOLVABLE_SORTS[word]:
                    if positive:
                        found[key] = Type(word)
                    elif type_.plain == THING:
                        found[key] = CARD if word == "player" else PLAYER
                    elif type_.plain == PLACE:
                        found[key] = ZONE if word == "player" else PLAYER
                return
            if type_.plain == PLACE and word in self.model.zones and positive:
                found[key] = ZONE
                return
        if positive and type_.optional:
            other = self.peek(cond.right, env)
            if cond.op == "in" or (other is not None and not other.optional):
                found[key] = type_.plain

    def peek(self, e: s.Expr, env: Env) -> Type | None:
        """The type of a plain name or attribute, without reporting."""
        key = spelling(e)
        if key is not None and key in env.narrow:
            return env.narrow[key]
        if isinstance(e, s.Name):
            if e.id in env.vars:
                return env.vars[e.id][1]
            field = self.field_here(e.id, env)
            if field is not None:
                return field.type
            if self.lookup_quiet(e.id):
                return KIND
        if isinstance(e, s.Attribute):
            of = self.peek(e.of, env)
            if of == PLAYER and e.name in self.model.fields:
                return self.model.fields[e.name].type
            if of is not None and (of.name, e.name) in self.vocabulary.properties:
                return self.vocabulary.properties[of.name, e.name][0]
            if of == EVENT and ("card", e.name) in self.vocabulary.properties:
                return self.vocabulary.properties["card", e.name][0]
        return None

    def lookup_quiet(self, id: str) -> bool:
        return id in self.defs or id in self.value_types

    # ---- calls

    def apply(
        self, name: str, args: Sequence[s.Expr], labels: Sequence[s.Label], e: s.Expr, env: Env
    ) -> m.Ex:
        """A stat, a word, or where effects may stand a procedure, called in an expression."""
        at, model = e.at, self.model
        special = SPECIAL.get(name)
        if special is not None:
            return getattr(self, special)(name, args, e, env)  # type: ignore[no-any-return]
        if name in model.stats:
            stat = model.stats[name]
            if labels:
                self.fail("E0203", labels[0].at, f"`{name}` takes no `{labels[0].word}`")
            values = self.arguments(name, stat.params, args, (), at, self.pure(env))
            return m.AskStat(stat, tuple(values), type=self.stat_type(stat), at=at)
        if name in self.vocabulary.words:
            return self.word(name, args, labels, at, env)
        if name in model.procedures:
            if env.pre is None:
                self.fail(
                    "E0306", at, f"`{name}` changes the game; conditions, stats, clauses and patterns may only ask",
                    "call it in a statement, or after `let name =`",
                )  # fmt: skip
            proc = model.procedures[name]
            values = self.arguments(name, proc.params, args, labels, at, env)
            if proc.gives == NOTHING:
                self.fail("E0307", at, f"`{name}` answers nothing", "declare what it answers with `gives`")
            into = env.fresh("r")
            env.pre.append(m.Invoke(proc, tuple(values), into, at=at))
            return m.Local(into, type=proc.gives, at=at)
        self.unknown("stat, word or procedure", name, at, [*model.stats, *self.vocabulary.words, *model.procedures])

    def stat_type(self, stat: m.Stat) -> Type:
        raise NotImplementedError

    def word(
        self, name: str, args: Sequence[s.Expr], labels: Sequence[s.Label], at: s.Span, env: Env
    ) -> m.Ex:
        variants = self.vocabulary.words[name]
        n = len(args) + len(labels)
        fitting = [w for w in variants if len([p for p in w.params() if p[3] is None]) <= n <= len(w.takes)]
        if not fitting:
            self.fail("E0209", at, f"`{name}` takes {' or '.join(str(len(w.takes)) for w in variants)} arguments, found {n}")
        word = fitting[0]
        if word.effect and env.pre is None:
            self.fail(
                "E0306", at, f"`{name}` changes the game; conditions, stats, clauses and patterns may only ask",
                "call it in a statement, or after `let name =`",
            )  # fmt: skip
        params = word.params()
        slots: list[s.Expr | None] = [None] * len(params)
        for i, arg in enumerate(args):
            slots[i] = arg
        for label in labels:
            for i, (known, _, _, _) in enumerate(params):
                if known == label.word and slots[i] is None:
                    slots[i] = label.value
                    break
            else:
                known_labels = ", ".join(f"`{p[0]}`" for p in params if p[0]) or "none"
                self.fail("E0203", label.at, f"`{name}` has no `{label.word}`", f"its labels: {known_labels}")
        found: dict[str, Type] = {}
        values: list[m.Ex] = []
        inner = env if word.effect else self.pure(env)
        for slot, (_, pname, type_, default) in zip(slots, params, strict=True):
            if slot is None:
                if default is None:
                    self.fail("E0209", at, f"`{name}` needs `{pname}`")
                values.append(m.Const(m_code(default), type=type_, at=at))
                continue
            value = self.raw(slot, inner, None if "T" in str(type_) else type_)
            if value.type == ZONE and type_.name == "list":
                value = self.convert(value, CARDS, slot.at)
            if type_.name == "list" and value.type.name != "list" and value.type.plain.name != "none":
                value = self.convert(value, list_of(value.type.plain), slot.at)
            if not bind(type_, value.type, found):
                value = self.convert(value, resolve(type_, found), slot.at)
            values.append(value)
        result = resolve(word.result, found)
        if word.effect:
            assert env.pre is not None
            into = env.fresh("r") if result != NOTHING else None
            env.pre.append(m.Command(word, tuple(values), into, at=at))
            return m.Local(into or "None", type=result, at=at)
        return m.UseWord(word, tuple(values), type=result, at=at)

    def arguments(
        self, name: str, params: tuple[m.Param, ...], args: Sequence[s.Expr], labels: Sequence[s.Label],
        at: s.Span, env: Env,
    ) -> list[m.Ex]:  # fmt: skip
        """The values for `params`: positional in order, labelled, then defaults read in the caller's scope."""
        if len(args) > len(params):
            self.fail("E0209", at, f"`{name}` takes {len(params)} arguments, found {len(args)}", signature(name, params))
        slots: list[s.Expr | None] = [None] * len(params)
        for i, arg in enumerate(args):
            slots[i] = arg
        for label in labels:
            for i, p in enumerate(params):
                if p.label == label.word and slots[i] is None:
                    slots[i] = label.value
                    break
            else:
                self.fail("E0203", label.at, f"`{name}` has no `{label.word}`", signature(name, params))
        values: list[m.Ex] = []
        given: dict[str, m.Ex] = {}
        for slot, p in zip(slots, params, strict=True):
            if slot is not None:
                value = self.expr(slot, env, p.type)
                if env.pre is not None and not isinstance(value, m.Const | m.Local | m.DefConst):
                    if any(q.default is not None for q in params):
                        into = env.fresh(p.name)
                        env.pre.append(m.SetLocal(into, value, at=slot.at))
                        value = m.Local(into, type=value.type, at=slot.at)
            elif p.default is None:
                self.fail("E0209", at, f"`{name}` needs `{p.name}`", signature(name, params))
            else:
                value = self.default(name, p, given, at, env)
            values.append(value)
            given[p.name] = value
        return values

    def default(self, name: str, p: m.Param, given: dict[str, m.Ex], at: s.Span, env: Env) -> m.Ex:
        missing = isinstance(p.default, s.Name) and p.default.id in ("self", "this") and p.default.id not in env.vars
        if missing and p.type.optional:
            return m.Const(None, type=p.type, at=at)
        if missing:
            word = f"`{p.label}`" if p.label else f"`{p.name}`"
            self.fail("E0209", at, f"`{name}` needs {word} here, where there is no `{p.default.id}`")
        inner = self.pure(env).child()
        for key in [k for k in inner.vars if k not in ("self", "this")]:
            del inner.vars[key]
        for key, value in given.items():
            if isinstance(value, m.Local):
                inner.vars[key] = (value.name, value.type)
            elif isinstance(value, m.Const | m.DefConst):
                inner.vars[key] = (m_inline(value), value.type)
            else:
                inner.vars[key] = (m_inline(value), value.type)
        value = self.raw(p.default, inner, p.type)
        if isinstance(value, m.Local) and p.default.id == "this" and value.type == EVENT and p.type.plain == CARD:
            return value
        return self.convert(value, p.type, at)

    # ---- special words

    def during(self, name: str, args: Sequence[s.Expr], e: s.Expr, env: Env) -> m.Ex:
        if len(args) != 1 or not isinstance(args[0], s.Name):
            self.fail("E0209", e.at, "`during` asks about one procedure or card")
        self.model.scopes.add(self.scope_name(args[0].id, env, args[0].at))
        return m.During(self.scope_name(args[0].id, env, args[0].at), type=YESNO, at=e.at)

    def scope_name(self, id: str, env: Env, at: s.Span) -> str:
        """What `during`, `per`, `at end of` and `end` mean by a name."""
        if id in self.model.procedures or id == "effect":
            return id
        definition = self.lookup_def(id, env.pack, at)
        if definition is not None and definition.kind == "card":
            return f"card {definition.full_id}"
        self.unknown("procedure or card", id, at, [*self.model.procedures, *self.defs])

    def quantify(self, name: str, args: Sequence[s.Expr], e: s.Expr, env: Env) -> m.Ex:
        """`all(cards, what)` and `some(cards, what)`."""
        if len(args) != 2:
            self.fail("E0209", e.at, f"`{name}` takes a list and what its members are")
        inner = self.pure(env).child()
        of = self.raw(args[0], inner)
        if of.type == ZONE:
            of = self.convert(of, CARDS, e.at)
        if of.type.name != "list":
            self.fail("E0301", args[0].at, f"`{name}` asks about a list, found {describe(of.type)}")
        assert of.type.of is not None
        var = inner.bind("it", of.type.of)
        it = m.Local(var, type=of.type.of, at=e.at)
        probe = self.raw(args[1], inner)
        if probe.type.name == "list" and probe.type.of == KIND:
            test: m.Ex = m.InList(m.Property("card.kind", it, type=KIND, at=e.at), probe, type=YESNO, at=e.at)
        else:
            test = self.is_value(it, args[1], inner, e.at)
        if name == "all":
            test = m.NotEx(test, type=YESNO, at=e.at)
        found: m.Ex = m.IsEmpty(m.FilterList(of, var, test, type=of.type, at=e.at), type=YESNO, at=e.at)
        return found if name == "all" else m.NotEx(found, type=YESNO, at=e.at)

    def shown(self, name: str, args: Sequence[s.Expr], e: s.Expr, env: Env) -> m.Ex:
        if len(args) == 1:
            value = self.raw(args[0], self.pure(env))
            if isinstance(value, m.GetField) and value.field.of == "player" and value.owner is not None:
                return m.Shown(value.field, value.owner, type=value.type.maybe, at=e.at)
        self.fail("E0209", e.at, "`shown` asks about one secret field of a player, as `shown(p.role)`")


def m_code(code: str) -> object:
    """A constant given as code of the vocabulary."""
    return Code(code)


class Code(str):
    """Python code standing for a value."""


class Inline(str):
    """A local that stands for an expression given elsewhere."""

    value: m.Ex


def m_inline(value: m.Ex) -> str:
    name = Inline("<inline>")
    name.value = value
    return name


def signature(name: str, params: tuple[m.Param, ...]) -> str:
    """A reminder of what something takes."""
    words = [f"{p.label + ' ' if p.label else ''}{p.name}: {str(p.type).removeprefix('values:')}" for p in params]
    return f"it is written {name}({', '.join(words)})"


SPECIAL = {"during": "during", "all": "quantify", "some": "quantify", "shown": "shown"}
IMPLICIT_HELP = {
    "self": "`self` is the player whose card or ability it is; the rules of a pack belong to nobody",
    "this": "`this` is the card; characters, roles and rules have none",
    "target": "`target` is there in an action with `on` or `on one of`",
    "it": "`it` is the candidate in a `where`",
}
__all__ = ["CHARACTER", "EVENT", "SOURCE", "Code", "Expressions", "Inline", "spelling"]
