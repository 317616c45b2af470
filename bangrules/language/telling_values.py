"""Rules texts: expressions as they are spoken of in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.english import article, head_end, joined, ordinal
from bangrules.language.names import CheckFailed
from bangrules.language.speaking import IT, THEY, Ref, number, several, you
from bangrules.language.telling import (
    DEEPEST,
    Joined,
    Scope,
    Telling,
    Untold,
    known,
    member_of,
    parts_of_and,
    readable,
    sort_of,
)
from bangrules.language.types import NUMBER, Type
from bangrules.language.wording import filled

__all__ = ["Values"]


class Values(Telling):
    """Values in words."""

    # ---- values

    def value(self, e: s.Expr, scope: Scope, want: Type | None = None) -> Ref:
        """An expression as it is spoken of."""
        self.count()
        folded = None if isinstance(e, s.Name) and e.id in scope.vars else self.fold(e, scope)
        if isinstance(folded, bool):
            return Ref("yes" if folded else "no")
        if folded is not None:
            return number(folded)
        match e:
            case s.Text():
                return Ref(e.value)
            case s.Suit():
                return Ref(e.suit)
            case s.Face():
                return Ref(str(e))
            case s.Faces():
                return Ref(f"{e.first} to {e.last}")
            case s.Name():
                return self.name(e, scope, want)
            case s.Attribute():
                return self.attribute(e, scope, want)
            case s.Apply():
                return self.call(e.name, e.args, (), scope)
            case s.Call():
                return self.call(e.name, e.args, e.labels, scope)
            case s.Listing():
                return self.listing(e, scope)
            case s.Where():
                return self.where(e, scope)
            case s.Binary(op="+" | "-" | "*"):
                return self.arithmetic(e, scope)
            case s.Binary(op=".."):
                first, last = self.value(e.left, scope), self.value(e.right, scope)
                return several(f"number from {first} to {last}", "number")
        said = self.cond(e, scope)
        return Ref(said if isinstance(said, str) else "yes" if said else "no")

    def name(self, e: s.Name, scope: Scope, want: Type | None = None) -> Ref:
        """A bare word."""
        id, model = e.id, self.model
        if id in scope.vars:
            ref = scope.vars[id]
            if ref.stale and not (ref.seen and ref.later is not None):
                raise Untold  # what it was called is something else by now
            return ref
        field = self.field_here(id, scope)
        if field is not None:
            return self.told_field(field, self.owner(field, None, scope))
        if id in model.zones:
            return self.zone(model.zones[id], None, want)
        if want is not None and want.name == "window" and id in model.windows:
            prompt = model.windows[id].prompt
            return Ref(filled(prompt, model.named.get(prompt, {})), "window")
        match id:
            case "everyone":
                return several("player", "player")
            case "nobody" | "none":
                return Ref("nobody" if id == "nobody" else "nothing")
            case "suits":
                return several("suit", "thing")
            case "squares" | "edges" | "directions" | "characters" | "events" | "copies":
                return several(id.removesuffix("s") if id != "copies" else "card", "thing")
        if id in self.checker.value_types:
            set_, n = self.checker.value_types[id]
            return Ref(model.values[set_].texts[n])
        if id in model.options:
            return Ref(str(model.options[id].value))
        if id in model.stats:
            return self.stat(model.stats[id], {}, scope)
        definition = self.definition(e, scope)
        if definition is not None:
            return self.named(definition)
        if id in model.procedures:
            return self.call(id, (), (), scope)
        return Ref(readable(id))

    def field_here(self, id: str, scope: Scope) -> m.Field | None:
        for one in scope.owner.ancestors() if scope.owner is not None else ():
            if (one.full_id, id) in self.fields:
                return self.fields[one.full_id, id]
        field = self.model.fields.get(id)
        return field if field is not None and field.of == "game" else None

    def owner(self, field: m.Field, e: s.Expr | None, scope: Scope) -> Ref | None:
        """Whose field is meant: of `x` in `x.field`; a definition's own is of its card, event or player."""
        if isinstance(e, s.Attribute):
            return self.value(e.of, scope)
        if field.owner is None:
            return None
        return scope.vars.get("this") or scope.vars.get("self")

    def definition(self, e: s.Expr, scope: Scope) -> m.Definition | None:
        """The card or the like that an expression names, if it does."""
        self.checker.quiet += 1
        try:
            match e:
                case s.Name():
                    return self.checker.lookup(e.id, scope.pack, e.at)
                case s.Attribute(of=s.Name(id=home)) if home in self.checker.manifests:
                    return self.checker.lookup_dotted(home, e.name, scope.pack, e.at)
        except CheckFailed:
            pass
        finally:
            self.checker.quiet -= 1
        return None

    def absent(self, e: s.Expr, scope: Scope) -> bool:
        """Whether an expression names what is in an optional pack that is not there."""
        return (
            isinstance(e, s.Attribute) and isinstance(e.of, s.Name)
            and self.checker.is_optional(scope.pack, e.of.id) and self.definition(e, scope) is None
        )  # fmt: skip

    @staticmethod
    def named(definition: m.Definition) -> Ref:
        """A card, a role, a border."""
        if definition.kind == "role":
            return Ref(f"the {definition.name}", definition.kind)
        if definition.kind == "border":
            return Ref(definition.syntax.name or readable(definition.id), "border")
        return Ref(definition.name, definition.kind)

    def told_field(self, field: m.Field, owner: Ref | None) -> Ref:
        """A field as a noun."""
        sort = sort_of(field.type)

        def value(name: str) -> Ref:
            return owner or you()

        clause = self.phrase(field.id, value)
        if clause is not None and clause.subject is None:
            return self.typed(clause.words, field.type)
        text = field.text if owner is None else owner.having(field.text)
        if sort == "list" and owner is not None and member_of(field.type) in ("player", "card"):
            text = f"{member_of(field.type)} of {text}"
        return several(text, member_of(field.type)) if sort == "list" else Ref(text, sort)

    def typed(self, words: str, type_: Type | None) -> Ref:
        """A noun from a phrase: of one, or of a member of a list."""
        sort = sort_of(type_)
        if sort == "list":
            return several(words, member_of(type_))
        return known(sort, words) if sort in ("player", "card") else Ref(words, sort)

    def zone(self, zone: m.Zone, owner: Ref | None, want: Type | None = None) -> Ref:
        """A zone as a place, or as the cards in it."""
        if want is not None and want.name in ("zone", "place"):
            return Ref(f"the {zone.text}" if owner is None else f"{owner.possessive()} {zone.text}")

        def value(name: str) -> Ref:
            return owner or you()

        clause = self.phrase(zone.id, value)
        if clause is not None:
            return several(clause.words, "card")
        place = f"the {zone.text}" if owner is None else owner.having(zone.text)
        return several(f"card in {place}", "card")

    def attribute(self, e: s.Attribute, scope: Scope, want: Type | None = None) -> Ref:
        """`x.name`, or `pack.id`."""
        if isinstance(e.of, s.Name) and e.of.id not in scope.vars:
            definition = self.definition(e, scope)
            if definition is not None:
                return self.named(definition)
        owner = self.value(e.of, scope)
        zone, field = self.model.zones.get(e.name), self.model.fields.get(e.name)
        if owner.sort == "list" and (zone is not None or field is not None):
            owner = known(owner.member, article(owner.noun))
        if zone is not None and zone.of_player:
            return self.zone(zone, owner, want)
        if field is not None and field.of != "game":
            return self.told_field(field, owner)
        match e.name:
            case "holder":
                return Ref(f"{owner.possessive()} player", "player", later=THEY)
            case "owner":
                return Ref(f"whoever has {owner.object()}", "player", later=THEY)
        return Ref(f"{owner.possessive()} {readable(e.name)}")

    def listing(self, e: s.Listing, scope: Scope) -> Ref:
        """All that stands in a list, and `either` of it."""
        items = [self.value(x, scope).object() for x in e.items if not self.absent(x, scope)]
        return Ref(joined(items) or "nothing", either=joined(items, "or") or "nothing")

    def arithmetic(self, e: s.Binary, scope: Scope) -> Ref:
        """Sums, and lists with or without some members."""
        left, right = self.value(e.left, scope), self.value(e.right, scope)
        if left.sort == "list" or right.sort == "list":
            if e.op == "-" and right.noun == "you":
                return several(f"other {left.noun}", left.member)
            if e.op == "-":
                return several(f"{left.noun} other than {right.object()}", left.member)
            return Ref(f"{left.object()} and {right.object()}", "thing", several=True)
        if left.several and e.op == "-":
            return Ref("the others", "thing", several=True)
        word = {"+": "plus", "-": "minus", "*": "times"}[e.op]
        return Ref(f"{left} {word} {right}", "number")

    # ---- lists of which some are meant

    def where(self, e: s.Where, scope: Scope) -> Ref:
        """`list where condition`."""
        of = self.value(e.of, scope)
        noun, member = of.noun, of.member
        if of.sort != "list":
            noun, member = of.object(), of.sort
        who = "who" if member == "player" else "that"
        whom, they = ("for whom", THEY) if member == "player" else ("for which", IT)
        front = ""
        behind: list[str] = []
        either = False  # whether what is behind ends with a choice of conditions
        for part in parts_of_and(e.cond):
            adjective = self.adjective(part, scope)
            if adjective is not None:
                front = f"{adjective} {front}".strip()
                continue
            inner = scope.inner()
            inner.vars["it"] = Ref(who, member)
            said = self.cond(part, inner)
            if isinstance(said, bool):
                continue
            if either:
                raise Untold  # what goes together would not be plain
            either = isinstance(said, Joined) and said.word == "or"
            text = said
            if either and behind and said.startswith(f"{who} "):
                text = f"{who} either {said.removeprefix(f'{who} ')}"
            if text.startswith(f"{who} "):
                behind.append(text if not behind else text[len(who) + 1 :])
            elif text.startswith("whose "):
                behind.append(text)
            else:
                inner.vars["it"] = Ref(they, member)
                behind.append(f"{whom} {self.cond(part, inner)}")
        found = f"{front} {noun} {joined(behind)}".strip()
        return several(found, member)

    def adjective(self, e: s.Expr, scope: Scope) -> str | None:
        """What stands in front of a noun, of a condition that is no more than that: `blue`, `other`."""
        match e:
            case s.Binary(op="is", left=s.Name(id="it"), right=right):
                e = right
            case s.Binary(op="is not", left=s.Name(id="it"), right=s.Name(id="self")):
                return "other"
        if isinstance(e, s.Suit | s.Face | s.Faces):
            return self.value(e, scope).noun
        if isinstance(e, s.Name) and e.id in ("red", "black"):
            return e.id
        if isinstance(e, s.Name | s.Attribute) and not (isinstance(e, s.Name) and e.id in scope.vars):
            definition = self.definition(e, scope)
            if definition is not None and definition.kind in ("border", "card"):
                return self.named(definition).noun
        return None

    # ---- calls

    def stat(self, stat: m.Stat, given: dict[str, Any], scope: Scope) -> Ref:
        """A stat as a noun."""
        values = self.values(stat.params, given, scope)
        clause = self.phrase(stat.id, values)
        if clause is not None and clause.subject is None:
            return self.typed(clause.words, stat.type)
        decl = self.checker.stat_syntax[stat.id][0]
        if clause is None and scope.depth < DEEPEST and stat.type != NUMBER:
            local = Scope(self.checker.stat_syntax[stat.id][1], scope.owner, scope.of, depth=scope.depth + 1)
            local.vars = {p.name: values(p.name) for p in stat.params}
            return self.value(decl.base, local, stat.type)
        whose = next((values(p.name) for p in stat.params if sort_of(p.type) == "player"), None)
        name = (stat.text or readable(stat.id)) if clause is None else readable(stat.id)
        noun = f"{whose.possessive()} {name}" if whose is not None else f"the {name}"
        return self.typed(noun, stat.type)

    def call(self, name: str, args: Sequence[s.Expr], labels: Sequence[s.Label], scope: Scope) -> Ref:
        """A call as a noun."""
        if name in self.model.stats:
            stat = self.model.stats[name]
            return self.stat(stat, self.given(stat.params, args, labels), scope)
        if name == "offer":
            scope.before += self.offered(args, labels, scope)
            return Ref("so")
        if name in self.model.procedures:
            proc = self.model.procedures[name]
            scope.before += self.done(proc, self.given(proc.params, args, labels), scope)
            return known(sort_of(proc.gives))
        return self.word(name, args, scope)

    def word(self, name: str, args: Sequence[s.Expr], scope: Scope) -> Ref:
        """A word of the vocabulary as a noun."""
        values = [self.value(a, scope) for a in args]
        first = values[0] if values else Ref("nothing")
        members = first.noun if first.sort == "list" else first.object()
        match name:
            case "count":
                return Ref("as many", "number", more=f"as there are {first.object()}")
            case "cast":
                one = article(members) if first.sort == "list" else f"one of {members}"
                return known(first.member or first.sort, one)
            case "any":  # the first of them, which of a pile is its top card
                which = "top" if isinstance(args[0], s.Name) and args[0].id in self.model.zones else "first"
                one = f"the {which} {members}" if first.sort == "list" else f"the first of {members}"
                return known(first.member or first.sort, one)
            case "random":
                return known(first.member, f"a random {members}")
            case "item":
                which = ordinal(values[1].value) if values[1].value is not None else "next"
                return known(first.member, f"the {which} {members}")
            case "top" if len(args) == 1:
                return known("card", f"the top {members}")
            case "top" | "leading":
                return several(f"first {members}", first.member or "card")
            case "clockwise":
                return several(f"{values[1].noun} (clockwise from {first.object()})", "player")
            case "left_of" | "right_of":
                side = name.removesuffix("_of")
                noun, end = values[1].noun, head_end(values[1].noun)
                return known("player", f"the next {noun[:end]} to the {side} of {first.object()}{noun[end:]}")
            case "shuffled" | "distinct":
                return first
            case "lowest" | "highest":
                return self.extreme(name, args[0], members, scope)
            case "min" | "max":
                return Ref(
                    f"the {'smaller' if name == 'min' else 'larger'} of {values[0]} and {values[1]}", "number"
                )
            case "roll":
                return Ref("what a die shows", "number")
            case "shown":
                return first
        return Ref(readable(name))

    def extreme(self, name: str, e: s.Expr, members: str, scope: Scope) -> Ref:
        """The lowest or highest of some numbers.

        :raises Untold: it is not plain of which.
        """
        if isinstance(e, s.Listing):
            return Ref(f"the {name} of {members}", "number")
        field = self.model.fields.get(e.name) if isinstance(e, s.Attribute) else None
        of = self.value(e.of, scope) if isinstance(e, s.Attribute) else None
        if field is None or of is None or of.sort != "list":
            raise Untold
        return Ref(f"the {name} {field.text} among {of.object()}", "number")
