"""Checking `is` and `in`: the same, or of the kind."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.definitions import face_mask
from bangrules.language.diagnostics import Replacement
from bangrules.language.facts import SORTS, Facts
from bangrules.language.names import Env, are, describe, this_is
from bangrules.language.types import (
    ANY,
    CARD,
    CARDS,
    COLOR,
    KIND,
    NONE,
    NUMBER,
    PATTERN,
    PLACE,
    SUIT,
    YESNO,
    ZONE,
    common,
)

__all__ = ["Matching"]

UNLIMITED = 1 << 39
FACES = ("suit", "rank")
"""The stats that a comparison with a pattern asks."""
WITH_KIND = ("card", "event", "thing", "source")
"""Types whose values have a definition."""


class Matching(Facts):
    """Tests."""

    in_pattern: str | None = None
    """The parameter of which the pattern is being read."""

    def is_test(self, left: s.Expr, right: s.Expr, env: Env, at: s.Span) -> m.Ex:
        """`left is right`."""
        env = env.pure()
        empty = isinstance(right, s.Name) and right.id == "empty"
        return self.is_value(self.sized(left, env) if empty else self.raw(left, env), right, env, at)

    def sized(self, e: s.Expr, env: Env) -> m.Ex:
        """A list of which only the size matters."""
        code = env.vars[e.id][0] if isinstance(e, s.Name) and e.id in env.vars else None
        early = code in env.early
        ex = self.raw(e, env)
        if code is not None and not early:
            env.early.pop(code, None)
        return ex

    def is_value(self, a: m.Ex, right: s.Expr, env: Env, at: s.Span) -> m.Ex:
        """Whether the value `a` is what `right` says."""
        if isinstance(a, m.DefConst):
            a = m.DefConst(a.definition, type=a.type.plain, at=a.at)
        have = a.type.plain
        if isinstance(right, s.Name) and right.id not in env.vars:
            word = right.id
            if word == "empty":
                if a.type == ZONE:
                    a = self.convert(a, CARDS, at)
                if a.type.name != "list":
                    self.fail("E0304", at, f"only a list or a zone can be `empty`, and {this_is(a.type)}")
                return m.IsEmpty(a, type=YESNO, at=at)
            if word == "none":
                if not a.type.optional:
                    self.fail("E0304", at, f"{this_is(a.type)} and never `none`: the test has no use")
                return m.IsNone(a, type=YESNO, at=at)
            if word == "unlimited" and have == NUMBER:
                return m.Op(">=", self.certain(a, at), m.Const(UNLIMITED, type=NUMBER), type=YESNO, at=at)
            if word in SORTS and have.name in SORTS[word]:
                return self.guarded(a, m.IsSort(a, word, type=YESNO, at=at), at)
            if have in (PLACE, ZONE) and word in self.model.zones and not isinstance(a, m.ZoneRef):
                self.reach("zone", word, env.pack, right.at)
                return self.guarded(a, m.IsSort(a, "zone", self.model.zones[word], type=YESNO, at=at), at)
        if have == CARD and isinstance(right, s.Suit):
            other: m.Ex = m.Const(face_mask(right), type=PATTERN, at=at)
        else:
            other = self.raw(right, env, a.type)
        return self.same(a, other, right, at)

    def certain(self, a: m.Ex, at: s.Span) -> m.Ex:
        """`a`, which must not be `none`."""
        return self.convert(a, a.type.plain, at)

    def guarded(self, a: m.Ex, test: m.Ex, at: s.Span) -> m.Ex:
        """`test`, asked only when `a` is there."""
        if not a.type.optional:
            return test
        return m.Op("and", m.NotEx(m.IsNone(a, type=YESNO), type=YESNO, at=at), test, type=YESNO, at=at)

    def same(self, a: m.Ex, b: m.Ex, right: s.Expr, at: s.Span) -> m.Ex:
        """The test itself."""
        have, other = a.type.plain, b.type.plain
        no = m.Const(False, type=YESNO, at=at)
        if b.type == NONE and isinstance(right, s.Attribute):
            return no  # the id of an absent optional pack
        if a.type == NONE:
            self.fail("E0304", at, "this is `none`: the test has no use")
        if b.type == NONE:
            return m.IsNone(a, type=YESNO, at=at) if a.type.optional else no
        if have.name in WITH_KIND:
            if other in (PATTERN, COLOR, SUIT) and have.name in ("card", "event"):
                faces = tuple(self.model.stats[id] for id in FACES if id in self.model.stats)
                pattern = self.convert(b, PATTERN, right.at)
                return self.guarded(a, m.Matches(a, pattern, faces, type=YESNO, at=at), at)
            if other in (PATTERN, COLOR, SUIT):
                self.fail(
                    "E0303",
                    at,
                    f"{describe(a.type)} has no suit and rank for certain",
                    "test what it is first: `x is card and x is ...`",
                )
            if isinstance(b, m.DefConst):
                return self.is_kind(a, b, at)
            if other == KIND:
                kind = m.Property("card.kind", a, type=KIND, at=at)
                return self.guarded(a, m.Op("==", kind, self.certain(b, right.at), type=YESNO, at=at), at)
        if have.name in ("kind", "role", "character", "ability", "border") and isinstance(b, m.DefConst):
            return self.is_kind(a, b, at)
        if have == SUIT and other == COLOR:
            return self.guarded(a, m.Matches(a, self.certain(b, right.at), type=YESNO, at=at), at)
        if a.type == ZONE and b.type != ZONE:
            if b.type.plain == PLACE:
                return m.Op("==", a, b, type=YESNO, at=at)
            a = self.convert(a, CARDS, at)
        if b.type == ZONE and a.type != ZONE and have != PLACE:
            b = self.convert(b, CARDS, right.at)
        if common(a.type, b.type) is None:
            what = (
                f"the {b.definition.kind} `{b.definition.id}`"
                if isinstance(b, m.DefConst)
                else describe(b.type)
            )
            help, fix = self.asked_of(a, b, right, at)
            self.fail("E0304", at, f"{are(a.type)} never {what}: the test has no use", help, fix=fix)
        return m.Op("==", a, b, type=YESNO, at=at)

    def asked_of(self, a: m.Ex, b: m.Ex, right: s.Expr, at: s.Span) -> tuple[str | None, Replacement | None]:
        """Help and fix where `a` has what the test at `at` should ask about: a player's role, say."""
        have, want = a.type.plain.name, b.type.plain
        known = [f.id for f in self.model.fields.values() if f.of == have and f.type.plain == want]
        known += [
            name for (sort, name), row in self.vocabulary.properties.items()
            if sort == have and row[0].plain == want
        ]  # fmt: skip
        left, test = self.text_at(a.at), self.text_at(at)
        asked, found, _ = (test or "").partition(" is ")
        if (
            a.type == CARDS
            and isinstance(b, m.DefConst)
            and found
            and b.definition.kind in ("card", "border")
        ):
            return f"to ask whether one of them is, write `some({asked}, {b.definition.id})`", None
        if not known or left is None or test is None or not isinstance(b, m.DefConst):
            return None, None
        if self.in_pattern is not None:  # a hook's pattern, where the test stands behind `if`
            name = self.in_pattern
            return f"write `{name}` here, and behind the brackets `if {name}.{known[0]} is {test}`", None
        if a.at == right.at:  # `where` alone, which asks about `it`
            asked = f"it.{known[0]} is {test}"
        elif test.startswith(left):
            asked = f"{left}.{known[0]}{test[len(left) :]}"
        else:
            return None, None
        return f"write `{asked}`", Replacement(at, asked)

    def is_kind(self, a: m.Ex, b: m.DefConst, at: s.Span) -> m.Ex:
        """Whether a card, source or definition is of the kind of a definition."""
        definition, have = b.definition, a.type.plain.name
        fitting = {
            "card": ("card", "event", "border"),
            "event": ("event",),
            "kind": ("card", "event", "border"),
            "role": ("role",),
            "character": ("character",),
            "ability": ("role", "character"),
            "border": ("border",),
            "thing": ("card", "event", "border"),
        }.get(have)  # fmt: skip
        if fitting is not None and definition.kind not in fitting:
            self.fail(
                "E0304",
                at,
                f"{are(a.type)} never the {definition.kind} `{definition.id}`: the test has no use",
            )
        return self.guarded(a, m.IsKind(a, self.kinds_under(definition), type=YESNO, at=at), at)

    def member(self, left: s.Expr, right: s.Expr, env: Env, at: s.Span) -> m.Ex:
        """`a in list`; with a written list, `a` is one of its members."""
        env = env.pure()
        if isinstance(right, s.Listing):
            tests = self.all_of(self.is_test, [(left, item, env, at) for item in right.items])
            found: m.Ex = m.Const(False, type=YESNO, at=at)
            for i, test in enumerate(tests):
                found = test if i == 0 else m.Op("or", found, test, type=YESNO, at=at)
            return found
        a, b = self.all_of(self.raw, [(left, env), (right, env)])
        if b.type == ZONE:
            b = self.convert(b, CARDS, right.at)
        if b.type.name != "list" or b.type.of is None:
            self.fail("E0301", right.at, f"`in` asks about a list or a zone, and {this_is(b.type)}")
        return self.in_list(a, b, at)

    def in_list(self, a: m.Ex, b: m.Ex, at: s.Span) -> m.Ex:
        """Whether the value `a` is in the list `b`."""
        of = b.type.of
        assert of is not None
        if of.plain == KIND and a.type.plain.name in WITH_KIND:
            return self.guarded(
                a, m.InList(m.Property("card.kind", a, type=KIND, at=at), b, type=YESNO, at=at), at
            )
        if a.type == ZONE:
            a = self.convert(a, CARDS, at)
        if of != ANY and common(a.type, of) is None:
            self.fail("E0304", at, f"{are(a.type)} never among {describe(b.type)}: the test has no use")
        return m.InList(a, b, type=YESNO, at=at)
