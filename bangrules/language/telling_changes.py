"""Rules texts: what gets another value, and names whose values are no longer what they are called by."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.speaking import IT, THEY, Clause, Ref
from bangrules.language.telling import Scope, Untold, known
from bangrules.language.telling_conditions import Conditions, nameless
from bangrules.language.types import NUMBER, YESNO

__all__ = ["ZONES", "Changes", "Piece", "speaks_of"]

Piece = Clause | str
ZONES = "zones"
"""Where cards lie: of cards that move it is not followed from where to where."""


class Changes(Conditions):
    """What statements change, in words."""

    # ---- names

    def read(self, e: s.Expr, scope: Scope) -> frozenset[str]:
        """The fields, and the zones as one, that a value is read from; none if it has just been made."""
        if isinstance(e, s.Apply | s.Call) and e.name in self.model.procedures:
            return frozenset()
        found: set[str] = set()
        for node in s.nodes(e):
            if isinstance(node, s.Name) and node.id in scope.vars:
                found |= scope.reads.get(node.id, frozenset())
        return frozenset(found | self.read_by(e, set(scope.vars), set()))

    def read_by(self, part: object, known: set[str], stats: set[str]) -> set[str]:
        """What a part of a program reads, but by names that are `known`; `stats`: those asked before."""
        found: set[str] = set()
        for node in s.nodes(part):
            id = node.id if isinstance(node, s.Name) else getattr(node, "name", None)
            if not isinstance(id, str) or (isinstance(node, s.Name) and id in known):
                continue
            if id in self.model.zones:
                found.add(ZONES)
            elif id in self.model.stats and id not in stats:
                stats.add(id)
                found |= self.read_by(self.checker.stat_syntax[id][0].base, set(), stats)
            elif isinstance(node, s.Name | s.Attribute):
                found.add(id)
        return found

    def written(self, part: object, procs: set[str]) -> set[str]:
        """What a part of a program gives another value; `procs`: the procedures that have been looked at."""
        found: set[str] = set()
        for node in s.nodes(part):
            if isinstance(node, s.Assign):
                found |= {id for target in node.targets if (id := s.last_name(target))}
            if not isinstance(node, s.Name | s.Apply | s.Call):
                continue
            id = node.id if isinstance(node, s.Name) else node.name
            if id == "move":
                found.add(ZONES)
            elif id in self.checker.proc_syntax and id not in procs:
                procs.add(id)
                found |= self.written(self.checker.proc_syntax[id][0].body, procs)
        return found

    def outdate_names(self, stmt: s.Stmt, scope: Scope) -> None:
        """Note which names stand for what was there before a statement: they are not called so any more."""
        if not any(scope.reads.values()):
            return
        written = self.written(stmt, set())
        for name, read in scope.reads.items():
            told = isinstance(stmt, s.Assign) and name in scope.held  # as what it was until then
            if read & written and not told and name in scope.vars:
                scope.vars[name] = evolve(scope.vars[name], stale=True)

    def tell_from_others(self, names: Sequence[str], rest: object, scope: Scope) -> None:
        """Let a pronoun not stand for new names and for others in the `rest` of a program.

        :raises Untold: there are no words to tell them apart.
        """
        for n, name in enumerate(names):
            ref = scope.vars[name]
            if ref.later not in (THEY, IT) or not speaks_of(rest, name):
                continue
            others = {
                other for other, x in scope.vars.items()
                if other not in names[n:] and x is not ref and speaks_of(rest, other)
                and ref.later in (x.later, x.noun)
            }  # fmt: skip
            if "this" in others:  # it can always be named
                scope.vars["this"].later = scope.vars["this"].noun
            others -= {"this"}
            if any(scope.vars[other] is not scope.unsaid for other in others):
                raise Untold
            if others:
                ref.later = "that player"

    @staticmethod
    def decides(stmt: s.Stmt, name: str) -> bool:
        """Whether what a statement does depends on what a name stands for, not only on that there is any."""
        conds = [x.cond for x in s.nodes(stmt) if isinstance(x, s.If | s.While)]
        asked = sum(isinstance(x, s.Name) and x.id == name for cond in conds for x in s.nodes(cond))
        for_none = sum(
            isinstance(x, s.Binary) and x.op in ("is", "is not")
            and isinstance(x.left, s.Name) and x.left.id == name
            and isinstance(x.right, s.Name) and x.right.id == "none"
            for cond in conds for x in s.nodes(cond)
        )  # fmt: skip
        return asked > for_none

    def yes_or_no(self, e: s.Expr, scope: Scope) -> bool:
        """Whether a value is an answer that has not been said."""
        if isinstance(e, s.Binary):
            return e.op not in ("+", "-", "*", "..")
        name = e.id if isinstance(e, s.Name) else getattr(e, "name", "")
        stat = self.model.stats.get(name)
        field = self.field_of(e, scope)
        return isinstance(e, s.Not) or YESNO in (
            stat.type if stat is not None else None,
            field.type if field is not None else None,
        )

    # ---- fields

    def assigned(self, stmt: s.Assign, scope: Scope) -> list[Piece]:
        """Fields get another value; what a sentence of the log stands for is not told besides."""
        found: list[Piece] = []
        for n, target in enumerate(stmt.targets[:-1], 1):
            id = s.last_name(target)
            if any(id in (getattr(x, "id", ""), getattr(x, "name", "")) for x in s.nodes(stmt.values[n:])):
                raise Untold  # it is what it was until then
        for target, e in zip(stmt.targets, stmt.values, strict=False):
            if isinstance(target, s.Name) and target.id in scope.vars:
                ref = scope.vars[target.id]
                done = isinstance(e, s.Apply | s.Call) and (
                    e.name == "offer" or e.name in self.model.procedures
                )
                if stmt.op == "=" and done:
                    scope.vars[target.id] = self.value(e, scope)  # what has just been said
                elif stmt.op == "=" or not ref.several:
                    raise Untold  # what it is depends on what was done before
                continue
            field = self.field_of(target, scope)
            if field is None:
                continue
            owner = self.owner(field, target, scope)
            found += self.field_set(field, owner, stmt.op, e, scope)
            self.outdate(field, scope)
        return found

    @staticmethod
    def outdate(field: m.Field, scope: Scope) -> None:
        """Note that a field gets another value than those that were given names."""
        names = [name for name, held in scope.held.items() if held is field and name in scope.vars]
        for name in names:
            ref = scope.vars[name]
            if len(names) > 1:  # as if one were done after the other
                scope.vars[name] = evolve(ref, stale=True)
                continue
            if not ref.noun.endswith(" until then"):
                scope.vars[name] = evolve(ref, noun=f"{ref.noun} until then")

    def field_set(self, field: m.Field, owner: Ref | None, op: str, e: s.Expr, scope: Scope) -> list[Piece]:
        kind = field.type.plain.name
        unphrased = (field.id, False) not in self.model.phrases
        silent = unphrased and scope.logged and nameless(field)
        becomes = owner is not None and (kind.startswith("values:") or kind in ("character", "role"))
        whose = ""
        if unphrased and not silent and not becomes and field.type != YESNO:
            whose = self.called(field, owner)  # before what it gets, which may be said by it
        value = self.value(e, scope)
        if silent:
            return []
        if field.type == NUMBER and op != "=":
            value = Ref(value.noun, "number", value=value.value, more="more" if op == "+=" else "fewer")
        clause = self.phrase(field.id, lambda name: value if name == "value" else owner or known("player"))
        if clause is not None and field.type == YESNO and clause.subject is None:
            return [clause.words] if clause.words and self.fold(e, scope) is not False else []
        if clause is not None and not clause.words:
            return []
        if clause is not None and clause.subject is not None:
            return [clause] if self.fold(e, scope) is not False else [clause.denied()]
        if owner is not None and becomes:
            said, many = owner.subject()
            return [Clause(f"becomes {value.object()}", owner, said, many)]
        if field.type == YESNO:
            so = (isinstance(e, s.Name) and e.id in scope.vars) or self.cond(e, scope)
            text = self.being(field, owner, so is not False, " now", " no longer")
            return [f"{text} only if {so}" if isinstance(so, str) else text]
        whose = whose or self.called(field, owner)
        amount = value.object() if value.value is None else str(value.value)
        if op == "=":
            return [f"{whose} becomes {amount}"]
        return [f"add {amount} to {whose}" if op == "+=" else f"take {amount} from {whose}"]

    @staticmethod
    def called(field: m.Field, owner: Ref | None) -> str:
        """A field that gets another value."""
        return f"{owner.possessive()} {field.text}" if owner is not None else f"the {field.text}"


def speaks_of(part: object, name: str) -> bool:
    """Whether a part of a program uses a name."""
    return any(isinstance(node, s.Name) and node.id == name for node in s.nodes(part))
