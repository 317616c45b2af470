"""Checking expressions: every name resolved, every type known, what may be `none` proven not to be."""

from __future__ import annotations

from typing import NoReturn

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.calls import Calls
from bangrules.language.definitions import SUITS, face_mask
from bangrules.language.diagnostics import Replacement
from bangrules.language.facts import spelling
from bangrules.language.model import Code, Inline
from bangrules.language.names import DEFINED_AS, CheckFailed, Env, describe, tail, this_is
from bangrules.language.spelling import suggest
from bangrules.language.types import (
    ANY,
    BORDER,
    CARDS,
    CHARACTER,
    COLOR,
    EMPTY_LIST,
    KIND,
    NONE,
    NUMBER,
    NUMBERS,
    PATTERN,
    PLACE,
    PLAYER,
    RANK,
    ROLE,
    SUIT,
    TEXT,
    UNKNOWN,
    WINDOW,
    YESNO,
    ZONE,
    Type,
    common,
    fits,
    list_of,
)
from bangrules.language.words import ENGLISH

__all__ = ["Code", "Expressions", "Inline"]

COMPARE = ("<", "<=", ">", ">=")
KINDS = (KIND, BORDER, ROLE, CHARACTER, COLOR, SUIT, PATTERN)
"""What `where` alone asks of its candidate: `it is` that."""
IMPLICIT_HELP = {
    "self": "`self` is the player whose card or ability it is; the rules of a pack belong to nobody",
    "this": "`this` is the card; characters, roles and rules have none",
    "target": "`target` is there in the body of an action with `on` or `on one of`",
    "it": "`it` is the candidate in a `where`",
}


class Expressions(Calls):
    """Expressions: from the syntax tree to the model."""

    # ---- entry

    def expr(self, e: s.Expr, env: Env, want: Type | None = None, help: str | None = None) -> m.Ex:
        found = self.raw(e, env, want)
        return found if want is None else self.convert(found, want, e.at, help)

    def convert(self, ex: m.Ex, want: Type, at: s.Span, help: str | None = None) -> m.Ex:
        """`ex` as a value of type `want`. `help` is for when it can't be one."""
        have = ex.type
        if have == ZONE and want.plain not in (ZONE, PLACE):
            ex = m.ReadZone(ex, type=CARDS, at=at)
            have = CARDS
        if fits(have, want):
            return ex
        if want.name == "list" and want.of is not None and have.name != "list":
            if have == NONE:
                return m.Const((), type=want, at=at)
            if fits(have.plain, want.of):
                return m.ListEx((ex,), type=want, at=at)
        if want.plain == PATTERN and (not have.optional or want.optional):
            if have.plain == SUIT:
                return m.Op("pattern of suit", ex, ex, type=PATTERN, at=at)
            if have.plain == COLOR:
                return m.Op("pattern of color", ex, ex, type=PATTERN, at=at)
        if have.optional and (fits(have.plain, want) or fits(have.plain, want.plain)):
            self.maybe_none(ex, want, at)
        fix, text = None, self.text_at(at)
        if want.plain == NUMBER and have.name == "list" and text is not None:
            count = f"count({text})"
            help, fix = f"to count them write `{count}`", Replacement(at, count)
        if want.plain == ZONE and have.plain == PLAYER and text is not None and help is None:
            theirs = next((z.id for z in self.model.zones.values() if z.of_player), None)
            help = None if theirs is None else f"name a zone of theirs, as in `{text}.{theirs}`"
        self.fail("E0301", at, f"expected {describe(want)}, found {describe(have)}", help, fix=fix)

    def maybe_none(self, ex: m.Ex, want: Type, at: s.Span) -> NoReturn:
        if isinstance(ex, m.DefConst):
            self.fail(
                "E0502",
                at,
                f"`{ex.definition.full_id}` is of an optional pack, and nothing where that is absent",
                f"{describe(want)} must be there: require the pack",
            )
        self.fail(
            "E0302",
            at,
            f"this may be `none`, and {describe(want)} is needed",
            "test it first: `if x is not none: ...`",
        )

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
            return m.NotEx(self.expr(e.of, env.pure(), YESNO), type=YESNO, at=at)
        if isinstance(e, s.Binary):
            return self.binary(e, env, want)
        if isinstance(e, s.Anything):
            self.fail(
                "E0207", at, "`_` means anything, and stands only in the patterns of hooks and modifiers"
            )
        raise AssertionError(e)

    # ---- names

    def name(self, e: s.Name, env: Env, want: Type | None) -> m.Ex:
        """A bare word."""
        id, at, model = e.id, e.at, self.model
        if id in env.vars:
            code, type_ = env.vars[id]
            env.used.add(code)
            self.note_local(id, env, at)
            type_ = env.filled.get(code, type_)
            if type_ == EMPTY_LIST:
                env.early.setdefault(code, at)
            if type_ == UNKNOWN:
                raise CheckFailed  # what it stands for is wrong, and that is reported
            return m.Local(code, type=env.narrow.get(id, type_), at=at)
        if id in model.windows and want is not None and want.plain == WINDOW:
            self.reach("window", id, env.pack, at)
            return m.Const(model.windows[id].number, type=WINDOW, at=at)
        field = self.field_here(id, env)
        if field is not None:
            self.reach("field", id if field.owner is None else field.id, env.pack, at)
            return self.get_field(field, self.field_owner(field, env, at), id, env, at)
        if id in model.zones and not model.zones[id].of_player:
            self.reach("zone", id, env.pack, at)
            return m.ZoneRef(model.zones[id], None, type=ZONE, at=at)
        if id in self.vocabulary.constants:
            type_, code, _, _ = self.vocabulary.constants[id]
            self.note("word", id, id, at)
            return m.Const(Code(code), type=type_, at=at)
        if id in self.value_types:
            self.reach("value", id, env.pack, at)
            set_, number = self.value_types[id]
            return m.Const(number, type=Type("values:" + set_), at=at)
        if id in model.options:
            self.reach("option", id, env.pack, at)
            option = model.options[id]
            return m.Const(Code(f"S[OPTIONS][{list(model.options).index(id)}]"), type=option.type, at=at)
        if id in model.stats:
            return self.apply(id, (), (), e, env)
        definition = self.lookup(id, env.pack, at)
        if definition is not None:
            return m.DefConst(definition, type=DEFINED_AS[definition.kind], at=at)
        if (env.pack, id) in self.absent:
            return m.Const(None, type=NONE, at=at)
        if id in model.windows:
            self.reach("window", id, env.pack, at)
            return m.Const(model.windows[id].number, type=WINDOW, at=at)
        if id in model.procedures or any(w.effect for w in self.vocabulary.words.get(id, ())):
            return self.apply(id, (), (), e, env)
        if id in IMPLICIT_HELP:
            self.fail("E0208", at, f"there is no `{id}` here", IMPLICIT_HELP[id])
        help = self.meant_by(id, env)
        if help is not None:
            self.fail("E0201", at, f"there is no name `{id}`", help)
        self.unknown("name", id, at, self.visible(env), help=self.meant_in_where(id, env))

    def meant_by(self, id: str, env: Env) -> str | None:
        """Help for a name that is a player's or a card's, or has a sign instead of a name."""
        field, zone = self.model.fields.get(id), self.model.zones.get(id)
        of_player = zone is not None and zone.of_player
        for word, whose in (("self", "player"), ("this", "card")):
            if word in env.vars and (
                (field is not None and field.of == whose) or (of_player and whose == "player")
            ):
                return f"write `{word}.{id}`: it is a {whose}'s"
        if id in ENGLISH and not {f"{id}s", id.removesuffix("s")} & {*self.visible(env)}:
            return f"write `{ENGLISH[id]}`"
        return None

    def meant_in_where(self, id: str, env: Env) -> str | None:
        """Help for a name in a condition that nothing else explains."""
        return "in a `where` the candidate is `it`" if env.wheres and not self.elsewhere(id) else None

    def visible(self, env: Env) -> list[str]:
        """Every name that could be meant."""
        model = self.model
        fields = [f.id for f in model.fields.values() if f.of == "game"]
        zones = [z.id for z in model.zones.values() if not z.of_player]
        values = [*self.vocabulary.constants, *self.value_types, *model.options, *model.windows]
        called = [*model.stats, *model.procedures, *self.vocabulary.words]
        return [*env.vars, *fields, *zones, *values, *called, *self.defs]

    def field_owner(self, field: m.Field, env: Env, at: s.Span) -> m.Ex | None:
        """Whose field a bare name means."""
        if field.of == "game":
            return None
        name = "self" if field.of == "player" else "this"
        if name not in env.vars:
            self.fail("E0208", at, f"`{field.id}` is kept for its source, and there is none here")
        return m.Local(env.vars[name][0], type=env.vars[name][1], at=at)

    def get_field(self, field: m.Field, owner: m.Ex | None, key: str | None, env: Env, at: s.Span) -> m.Ex:
        """A field, with what is known of it."""
        type_ = env.narrow.get(key, field.type) if key else field.type
        return m.GetField(field, owner, type=type_, at=at)

    # ---- attributes

    def attribute(self, e: s.Attribute, env: Env) -> m.Ex:
        """`x.name` or `pack.id`."""
        if isinstance(e.of, s.Name) and e.of.id not in env.vars and self.is_pack(e.of.id, env.pack):
            pack = e.of.id
            if (
                self.field_here(pack, env) is None
                and pack not in self.model.zones
                and pack not in self.model.stats
            ):
                definition = self.lookup_dotted(pack, e.name, env.pack, e.at)
                if definition is None:
                    return m.Const(None, type=NONE, at=e.at)
                type_ = DEFINED_AS[definition.kind]
                return m.DefConst(
                    definition, type=type_.maybe if self.is_optional(env.pack, pack) else type_, at=e.at
                )
        return self.attribute_of(self.raw(e.of, env), e.name, e, env)

    def attribute_of(self, of: m.Ex, name: str, e: s.Expr, env: Env) -> m.Ex:
        """What `name` means of a value."""
        at = e.at
        if of.type == ZONE:
            of = self.convert(of, CARDS, at)
        if of.type.name == "list":
            return self.attribute_of_all(of, name, e, env)
        if of.type.optional:
            self.fail(
                "E0302",
                at,
                f"`.{name}` is asked of something that may be `none`",
                "test it first: `if x is not none: ...`",
            )
        model, sort = self.model, of.type.name
        zone, field = model.zones.get(name), model.fields.get(name)
        if sort == "player" and zone is not None and zone.of_player:
            self.reach("zone", name, env.pack, at)
            return m.ZoneRef(zone, of, type=ZONE, at=at)
        if field is not None and (field.of, sort) in (
            ("player", "player"),
            ("card", "card"),
            ("card", "event"),
            (sort.removeprefix("values:"), sort),
        ):
            self.reach("field", name, env.pack, at)
            return self.get_field(field, of, spelling(e), env, at)
        for wide in (sort, *(w for w in ("card", "source") if fits(of.type, Type(w)))):
            if (wide, name) in self.vocabulary.properties:
                type_, _, reads, _ = self.vocabulary.properties[wide, name]
                self.note("property", f"{wide}.{name}", name, at)
                type_ = env.narrow.get(spelling(e) or "", type_)
                return m.Property(f"{wide}.{name}", of, reads, type=type_, at=at)
        if sort in ("thing", "place", "source"):
            players = (field is not None and field.of == "player") or (zone is not None and zone.of_player)
            players = players or ("player", name) in self.vocabulary.properties
            test = "player" if players and sort != "source" else "card"
            self.fail(
                "E0303",
                at,
                f"`.{name}` is asked of {describe(of.type)}",
                f"test what it is first: `if x is {test}: ...`",
            )
        known = [n for (t, n) in self.vocabulary.properties if t == sort]
        holder = "card" if sort == "event" else sort.removeprefix("values:")
        if holder in ("player", "card") or sort != holder:
            known += [f.id for f in model.fields.values() if f.of == holder and f.owner is None]
        if sort == "player":
            known += [z.id for z in model.zones.values() if z.of_player]
        own = self.field_here(name, env)
        if own is not None and own.owner is not None:
            what = f"{describe(of.type)} has no `{name}`"
            self.fail("E0201", tail(name, at), what, f"it is this definition's own: write `{name}` alone")
        self.no_attribute(describe(of.type), name, tail(name, at), known)

    def no_attribute(self, what: str, name: str, at: s.Span, known: list[str]) -> NoReturn:
        """Report that something has no such field, zone or property."""
        if name in self.broken:
            raise CheckFailed
        near, other = suggest(name, known), self.what_is(name)
        fix = self.mend(name, near, at)
        help = "one can ask " + ", ".join(f"`.{n}`" for n in known) if known else None
        if near is not None:
            help = f"did you mean `{near}`?"
        elif other is not None:
            help = f"`{name}` is {other}"
        self.fail("E0201", at, f"{what} has no `{name}`", help, fix=fix)

    def attribute_of_all(self, of: m.Ex, name: str, e: s.Expr, env: Env) -> m.Ex:
        """`list.name`: of every member."""
        member = of.type.of
        assert member is not None
        if member == ANY:
            return m.Const((), type=EMPTY_LIST, at=e.at)
        var = env.fresh("m")
        inner = self.attribute_of(m.Local(var, type=member, at=e.at), name, s.Anything(at=e.at), env.pure())
        if inner.type == ZONE:
            inner = self.convert(inner, CARDS, e.at)
        flat = inner.type.name == "list"
        type_ = inner.type if flat else list_of(inner.type)
        return m.MapList(of, var, inner, flat, type=type_, at=e.at)

    # ---- lists

    def listing(self, e: s.Listing, env: Env, want: Type | None) -> m.Ex:
        """`[a, b]`; ids of absent optional packs are left out."""
        inner = want.of if want is not None and want.name == "list" else None
        env = env.pure()
        items = self.all_of(self.raw, [(i, env, inner) for i in e.items])
        kept: list[m.Ex] = []
        type_: Type | None = None
        for item, written in zip(items, e.items, strict=True):
            if item.type == NONE and not (isinstance(written, s.Name) and written.id == "none"):
                continue
            if item.type == ZONE:
                item = self.convert(item, CARDS, written.at)
            have = item.type.plain if isinstance(item, m.DefConst) else item.type
            both = have if type_ is None else common(type_, have)
            if both is None:
                self.fail(
                    "E0301",
                    written.at,
                    f"{this_is(have)}, and what stands before it {describe(type_ or have)}",
                )
            type_ = both
            kept.append(
                m.DefConst(item.definition, type=have, at=item.at) if isinstance(item, m.DefConst) else item
            )
        if len(kept) == 1 and kept[0].type.optional:
            type_ = kept[0].type.plain if kept[0].type != NONE else ANY  # a list of what is there
        return m.ListEx(tuple(kept), type=list_of(type_ or ANY), at=e.at)

    def where(self, e: s.Where, env: Env) -> m.Ex:
        """`list where condition`."""
        of = self.raw(e.of, env)
        if of.type == ZONE:
            of = self.convert(of, CARDS, e.of.at)
        if of.type.name != "list":
            of = self.convert(of, list_of(of.type.plain), e.of.at)
        member = of.type.of
        assert member is not None
        inner = self.candidate_env(env, e.at)
        var = inner.bind("it", member)
        return m.FilterList(of, var, self.candidate(e.cond, inner), type=of.type, at=e.at)

    def candidate(self, cond: s.Expr, env: Env) -> m.Ex:
        """A condition on `it`; a bare kind, border, suit, color or face means `it is` that."""
        if isinstance(cond, s.Suit | s.Face | s.Faces):
            return self.is_test(s.Name("it", at=cond.at), cond, env, cond.at)
        if isinstance(cond, s.Name | s.Attribute):
            type_ = self.peek(cond, env)
            if (
                type_ is not None
                and (type_.plain in KINDS or type_ == NONE)
                and env.vars["it"][1].plain != type_.plain
            ):
                return self.is_test(s.Name("it", at=cond.at), cond, env, cond.at)
        return self.expr(cond, env, YESNO)

    # ---- operators

    def binary(self, e: s.Binary, env: Env, want: Type | None) -> m.Ex:
        op, at = e.op, e.at
        if op in ("and", "or"):
            inner = env.pure()
            right_env = self.knowing(e.left, op == "and", inner)
            left, right = self.all_of(self.expr, [(e.left, inner, YESNO), (e.right, right_env, YESNO)])
            return m.Op(op, left, right, type=YESNO, at=at)
        if op in ("is", "is not"):
            test = self.is_test(e.left, e.right, env, at)
            return test if op == "is" else m.NotEx(test, type=YESNO, at=at)
        if op in ("in", "not in"):
            test = self.member(e.left, e.right, env, at)
            return test if op == "in" else m.NotEx(test, type=YESNO, at=at)
        if op in COMPARE:
            left, right = self.ordered(env, [(self.raw, e.left, env), (self.raw, e.right, env)])
            for side, written in ((left, e.left), (right, e.right)):
                if side.type not in (NUMBER, RANK):
                    self.convert(side, NUMBER, written.at)
            return m.Op(op, left, right, type=YESNO, at=at)
        if op == "..":
            low, high = self.ordered(
                env, [(self.expr, e.left, env, NUMBER), (self.expr, e.right, env, NUMBER)]
            )
            return m.Op("..", low, high, type=NUMBERS, at=at)
        return self.arithmetic(e, env, want)

    def arithmetic(self, e: s.Binary, env: Env, want: Type | None) -> m.Ex:
        """`+`, `-` and `*`; `+` and `-` join lists and take from them too."""
        op, at = e.op, e.at
        left, right = self.ordered(env, [(self.raw, e.left, env, want), (self.raw, e.right, env, want)])
        if left.type == ZONE:
            left = self.convert(left, CARDS, e.left.at)
        if left.type.name == "list" and op in ("+", "-"):
            if right.type == ZONE:
                right = self.convert(right, CARDS, e.right.at)
            member = left.type.of
            assert member is not None
            if left.type == EMPTY_LIST:
                member = (right.type.of if right.type.name == "list" else right.type.plain) or ANY
            elif op == "+":
                member = (
                    common(member, (right.type.of if right.type.name == "list" else right.type.plain) or ANY)
                    or member
                )
            right = self.convert(right, list_of(member), e.right.at)
            return m.Op("join" if op == "+" else "without", left, right, type=list_of(member), at=at)
        left = self.convert(left, NUMBER, e.left.at)
        right = self.convert(right, NUMBER, e.right.at)
        return m.Op("times" if op == "*" else op, left, right, type=NUMBER, at=at)
