"""Rules texts: conditions in English."""

from __future__ import annotations

from collections.abc import Sequence

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.english import article, base_form, plural
from bangrules.language.speaking import THEY, Ref, number, you
from bangrules.language.telling import DEEPEST, Said, Scope, Untold, linked, readable
from bangrules.language.telling_values import Values
from bangrules.language.types import YESNO

__all__ = ["Conditions"]

COMPARED = {">": "more than ", "<": "fewer than ", ">=": "at least ", "<=": "at most "}
HELD = {
    "player": ("somebody", "nobody"), "figure": ("a figure", "no figure"), "card": ("a card", "no card"),
    "thing": ("something", "nothing"),
}  # fmt: skip
"""Who or what is something, by its sort, and that nothing is."""
SILENT = ""
"""What a condition is in words that is not worth telling."""
BESIDE = {
    ">": ("more", "than"), "<": ("fewer", "than"), ">=": ("at least as many", "as"),
    "<=": ("at most as many", "as"),
}  # fmt: skip
"""How many someone has, beside a number that is not known."""
TURNED = {">": "<=", "<=": ">", "<": ">=", ">=": "<"}


def nameless(field: m.Field) -> bool:
    """Whether a field is called as its name in the program."""
    return field.text == readable(field.id.rpartition(".")[2])


class Conditions(Values):
    """Conditions in words."""

    # ---- conditions

    def cond(self, e: s.Expr, scope: Scope, so: bool = True) -> Said:
        """A condition in words; `so` False: that it does not hold. What is not worth telling is taken to."""
        said = self.condition(e, scope, so)
        return True if said == SILENT else said

    def condition(self, e: s.Expr, scope: Scope, so: bool) -> Said:
        """A condition in words; none if it is not worth telling."""
        self.count()
        folded = self.fold(e, scope)
        if isinstance(folded, bool):
            return folded == so
        match e:
            case s.Not():
                return self.condition(e.of, scope, not so)
            case s.Binary(op="and" | "or"):
                return self.both(e, scope, so)
            case s.Binary(op="is" | "is not"):
                return self.is_so(e.left, e.right, scope, so == (e.op == "is"))
            case s.Binary(op="in" | "not in"):
                return self.member_so(e, scope, so == (e.op == "in"))
            case s.Binary() if e.op in COMPARED:
                return self.compared(e, scope, so)
            case s.Name() if e.id in scope.vars:
                if scope.vars[e.id].sort == "yesno":
                    raise Untold  # it has not been said
                return "so" if so else "not"
            case s.Name():
                return self.asked(e.id, (), (), scope, so)
            case s.Apply():
                return self.asked(e.name, e.args, (), scope, so)
            case s.Call():
                return self.asked(e.name, e.args, e.labels, scope, so)
            case s.Attribute():
                return self.yes_field(e, scope, so)
        return f"{'' if so else 'not '}{self.value(e, scope).object()}"

    def both(self, e: s.Binary, scope: Scope, so: bool) -> Said:
        joins_and = (e.op == "and") == so
        parts: list[str] = []
        silent = False
        for x, other in ((e.left, e.right), (e.right, None)):
            with self.speaking_of(other if joins_and else None, alone=not joins_and):
                said = self.condition(x, scope, so)
            if said == SILENT:
                silent = True
            elif isinstance(said, bool):
                if said != joins_and:
                    return said
            else:
                parts.append(said)
        if not parts:
            return SILENT if silent else joins_and
        word = "and" if joins_and else "or"
        return linked(parts[0], parts[1], word) if len(parts) == 2 else parts[0]

    def asked(
        self, name: str, args: Sequence[s.Expr], labels: Sequence[s.Label], scope: Scope, so: bool
    ) -> Said:
        """A stat, a word, or a procedure that answers yes or no."""
        model = self.model
        if name in model.stats:
            stat = model.stats[name]
            values = self.values(stat.params, self.given(stat.params, args, labels), scope)
            clause = self.phrase(name, values)
            if clause is not None and not clause.words:
                return SILENT
            if clause is not None:
                return clause.finite() if so else clause.denied()
            if scope.depth < DEEPEST:
                decl, pack = self.checker.stat_syntax[name]
                local = Scope(pack, scope.owner, scope.of, depth=scope.depth + 1)
                local.vars = {p.name: values(p.name) for p in stat.params}
                return self.condition(decl.base, local, so)
        if name in model.procedures:
            done = self.done(
                model.procedures[name], self.given(model.procedures[name].params, args, labels), scope
            )
            text = " and ".join(x if isinstance(x, str) else x.finite() if so else x.denied() for x in done)
            return text or SILENT
        if name == "during" and args:
            what = args[0].id if isinstance(args[0], s.Name) else ""
            definition = self.definition(args[0], scope)
            if definition is not None:
                return f"{article(definition.name) if so else f'no {definition.name}'} is going on"
            proc = model.procedures.get(what)  # an effect is no procedure
            clause = self.phrase(what, self.values(proc.params if proc is not None else (), {}, scope))
            named = clause is not None and clause.subject is None and "," not in clause.words
            noun = clause.words if clause is not None and named else f"the {readable(what)}"
            return f"it is{'' if so else ' not'} during {noun}"
        if name in ("usable", "can_act") and len(args) == 3:
            values_ = [self.value(a, scope) for a in args]
            card = values_[1 if name == "usable" else 2]
            said, many = card.subject()
            verb = "can" if so else "cannot"
            del many
            return (
                f"{said} {verb} be used as {article(values_[2].noun)}"
                if name == "usable"
                else f"{said} {verb} be played"
            )
        if name in ("all", "some") and args:
            return self.value(args[0], scope).object()
        field = self.field_here(name, scope)
        if field is not None:
            return self.field_so(field, self.owner(field, None, scope), so)
        return f"{'' if so else 'not '}{readable(name)}"

    def yes_field(self, e: s.Attribute, scope: Scope, so: bool) -> Said:
        field = self.model.fields.get(e.name)
        if field is None or field.type != YESNO:
            return f"{'' if so else 'not '}{self.value(e, scope).object()}"
        return self.field_so(field, self.value(e.of, scope), so)

    def field_so(self, field: m.Field, owner: Ref | None, so: bool) -> Said:
        """A field that is yes or no."""
        clause = self.phrase(field.id, lambda name: owner or you())
        if clause is not None and not clause.words:
            return SILENT
        if clause is not None:
            return clause.finite() if so else clause.denied()
        return self.being(field, owner, so)

    @staticmethod
    def being(field: m.Field, owner: Ref | None, so: bool, yes: str = "", no: str = " not") -> str:
        """That a field without a phrase is yes, or no: `this card is armed`, `you have not moved`."""
        said, many = owner.subject() if owner is not None else ("it" if nameless(field) else "there", False)
        verb, _, rest = field.text.partition(" ")
        if verb not in ("has", "is", "was", "can", "may") or not rest:
            verb, rest = "is", field.text
        verb = base_form(verb) if many else verb
        return f"{said} {verb}{yes if so else no} {rest}"

    def is_so(self, left: s.Expr, right: s.Expr, scope: Scope, so: bool) -> Said:
        """`left is right`."""
        if (
            isinstance(right, s.Name)
            and right.id == "none"
            and isinstance(left, s.Attribute)
            and left.name == "holder"
        ):
            lying = self.value(left.of, scope)
            if lying.member == "figure":
                return not so  # figures have a player
            said, many = lying.subject()
            return f"{said} {'lie' if many else 'lies'} in front of {'nobody' if so else 'a player'}"
        if isinstance(right, s.Name) and right.id == "none":
            field = self.field_of(left, scope)
            if field is None:
                return self.there(left, scope, not so)
            return self.field_there(field, left, scope, not so)
        if self.absent(right, scope):
            return not so
        if isinstance(right, s.Name) and right.id in ("yes", "no"):
            return self.condition(left, scope, so == (right.id == "yes"))
        if isinstance(right, s.Name) and right.id == "empty":
            return self.how_many(left, "no", scope, so)
        if isinstance(left, s.Apply | s.Call) and left.name == "count":
            n = self.fold(right, scope)
            return self.how_many(left.args[0], "no" if n == 0 else str(self.value(right, scope)), scope, so)
        for asked, answer in ((left, right), (right, left)):
            field = self.field_of(asked, scope)
            told = None if field is None else self.field_is(field, asked, answer, scope, so)
            if told is not None:
                return told
        a = self.value(left, scope)
        word = right.id if isinstance(right, s.Name) and right.id not in scope.vars else ""
        if word in ("player", "card", "character", "role", "event", "figure"):
            other = article(word)
        else:
            ref = self.value(right, scope)
            other = ref.object()
            if ref.sort in ("card", "event"):
                definition = self.definition(right, scope)
                other = article(other) if definition is not None else other
        return f"{a.being(so)} {other}"

    def field_of(self, e: s.Expr, scope: Scope) -> m.Field | None:
        """The field that is asked for; what all know of it is spoken of as the field itself."""
        if isinstance(e, s.Apply) and e.name == "shown" and e.args:
            e = e.args[0]
        if isinstance(e, s.Name) and e.id not in scope.vars:
            return self.field_here(e.id, scope)
        return self.model.fields.get(e.name) if isinstance(e, s.Attribute) else None

    def field_is(self, field: m.Field, left: s.Expr, right: s.Expr, scope: Scope, so: bool) -> Said | None:
        """`x.field is y`, where that is said by who has it: `they are a ghost`, `you have 1 life point`."""
        if isinstance(left, s.Apply):
            left = left.args[0]
        owner = self.owner(field, left, scope)
        written = self.value(right, scope)

        def value(name: str) -> Ref:
            return written if name == "value" else owner or you()

        clause = self.phrase(field.id, value)
        if clause is not None and not clause.words:
            return SILENT
        if clause is not None and clause.subject is not None:
            return clause.finite() if so else clause.denied()
        if (owner is not None and field.type.plain.name in ("role", "character")) or (
            owner is not None and field.type.name.startswith("values:") and field.of == "player"
        ):
            return f"{owner.being(so)} {written.object()}"
        return None

    def field_there(self, field: m.Field, e: s.Expr, scope: Scope, so: bool) -> Said:
        """Whether a field holds anything."""
        clause = self.phrase(field.id, lambda name: Ref("it"))
        if clause is not None and not clause.words:
            return SILENT
        noun = field.text if clause is None or clause.subject is not None else clause.words
        owner = self.owner(field, e, scope)
        if clause is not None and owner is not None:
            return SILENT if so and field.id in self.spoken else self.holding(field, owner, so)
        if owner is not None:
            said, many = owner.subject()
            return f"{said} {'have' if many else 'has'} {article(noun) if so else 'no ' + noun}"
        return f"there is {article(noun) if so else 'no ' + noun}"

    def there(self, e: s.Expr, scope: Scope, so: bool) -> Said:
        """Whether there is anything that a stat, or a name that was given to what a field holds, answers."""
        name = e.id if isinstance(e, s.Name) else e.name if isinstance(e, s.Apply | s.Call) else ""
        perhaps = scope.held.keys() if name in scope.vars else self.model.stats.keys()
        if name not in perhaps:
            return so
        if so and name in self.spoken:
            return SILENT
        ref = self.value(e, scope)
        some, none = HELD.get(ref.sort, HELD["thing"])
        return f"{some if so else none} is {ref.object()}"

    def holding(self, field: m.Field, owner: Ref, so: bool) -> Said:
        """Whether there is anything for which the phrase of a field holds: `nobody carries it`."""
        some, none = HELD.get(field.type.plain.name, HELD["thing"])
        word = some if so else none
        clause = self.phrase(field.id, lambda name: Ref(word) if name == "value" else owner)
        assert clause is not None
        return clause.finite() if clause.subject is not None else f"{word} is {clause.words}"

    def member_so(self, e: s.Binary, scope: Scope, so: bool) -> Said:
        """`x in list`."""
        if isinstance(e.right, s.Listing):
            a, b = self.value(e.left, scope), self.listing(e.right, scope)
            return f"{a.being(so)} {b.either}"
        a, b = self.value(e.left, scope), self.value(e.right, scope)
        return f"{a.being(so)} {b.one() if b.sort == 'list' else b.either or b.object()}"

    def how_many(self, e: s.Expr, amount: str, scope: Scope, so: bool = True) -> Said:
        """How many there are of something, or how many someone has."""
        who, have = "", ("are", "is")
        if isinstance(e, s.Attribute) and e.name in self.model.zones and self.model.zones[e.name].of_player:
            owner = self.value(e.of, scope)
            if owner.sort == "player":
                who, many = owner.subject()
                pronoun = owner if owner.noun == "you" else Ref(THEY, "player")
                what = self.zone(self.model.zones[e.name], pronoun)
                have = ("have", "have") if many else ("has", "has")
        if not who:
            who, what = "there", self.value(e, scope)
        noun = what.noun if what.sort == "list" else what.object()
        if amount == "no" and so:
            return f"{who} {have[0]} no {plural(noun) if what.sort == 'list' else noun}"
        if amount == "no":
            return f"{who} {have[1]} {what.one()}"
        one = amount.endswith(" 1") or amount == "1"
        verb = have[1] if one else have[0]
        if not so:
            amount = f"another number than {amount}"
        return f"{who} {verb} {amount} {noun if one else plural(noun)}"

    def compared(self, e: s.Binary, scope: Scope, so: bool) -> Said:
        """`a > b` and the like."""
        op = e.op if so else TURNED[e.op]
        right = self.value(e.right, scope)
        if isinstance(e.left, s.Apply | s.Call) and e.left.name == "count":
            if right.value == 0 and op == ">":
                return self.how_many(e.left.args[0], "no", scope, so=False)
            if right.value is None:
                more, than = BESIDE[op]
                behind = f"{than} {right.more.removeprefix('as ') if right.noun == 'as many' else right}"
                return f"{self.how_many(e.left.args[0], more, scope)} {behind}"
            return self.how_many(e.left.args[0], f"{COMPARED[op]}{right}", scope)
        least = COMPARED[op]
        if right.value == 0 and op == ">":
            right, least = number(1), "at least "
        amount = Ref(right.noun, "number", value=right.value, least=least)
        if right.value is None:
            amount = Ref(BESIDE[op][0], "number", more=f"{BESIDE[op][1]} {right}")
        field = self.field_of(e.left, scope)
        if field is not None:
            owner = self.owner(field, e.left, scope)
            if right.value is None and self.field_of(e.right, scope) is field:
                other = self.owner(field, e.right, scope) or right  # `more life points than you`
                amount = Ref(BESIDE[op][0], "number", more=f"{BESIDE[op][1]} {other.object()}")
            clause = self.phrase(field.id, lambda name: amount if name == "value" else owner or you())
            if clause is not None and not clause.words:
                return SILENT
            if clause is not None and clause.subject is not None:
                return clause.finite()
        if (
            isinstance(e.left, s.Apply | s.Call | s.Name)
            and getattr(e.left, "name", getattr(e.left, "id", "")) in self.model.stats
        ):
            id = e.left.name if isinstance(e.left, s.Apply | s.Call) else e.left.id
            stat = self.model.stats[id]
            args = () if isinstance(e.left, s.Name) else e.left.args
            values = self.values(stat.params, self.given(stat.params, args, ()), scope)
            clause = self.phrase(id, lambda name: amount if name == "value" else values(name))
            if clause is not None and clause.subject is not None:
                return clause.finite()
        words = str(amount) if right.value is not None else f"{COMPARED[op]}{right}"
        return f"{self.value(e.left, scope)} is {words.replace('fewer than', 'less than')}"
