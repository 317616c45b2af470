"""The symbols of a card: what its file says in order, as far as it has a look.

A row of symbols is one thing that it does: first when or on whom, then what. An action has its window, its
cost and its targets in front, a hook what it hooks; a modifier is the stat and its change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bangrules.language import model as m
from bangrules.language import syntax as s

__all__ = ["symbols"]

Mark = tuple[str, str, bool]
"""What has a look, the sign beside it, and whether there are many of it."""
Row = tuple[tuple[Mark, ...], tuple[Mark, ...]]

DEEPEST = 2
"""How far procedures without a look are read to see what they do."""
PAYING = "pay"
"""The procedure that the engine calls with the cards an action costs."""
OPS = {"+": "+", "-": "−", "least": "≥", "most": "≤", "set": ""}


class Reader:
    """Reads the items of definitions."""

    def __init__(
        self,
        model: m.Model,
        procedures: Mapping[str, tuple[s.ProcDecl, str]],
        named: Callable[[s.Expr, str], m.Definition | None],
    ) -> None:
        self.looks = model.looks
        self.procedures = procedures
        self.named = named

    def rows(self, definition: m.Definition) -> tuple[Row, ...]:
        """The symbols of a definition, without those that say nothing new."""
        found: list[Row] = []
        seen: set[Mark] = set()
        for item, home in definition.items:
            row = self.row(item, home, definition)
            marks = row[0] + row[1]
            if not marks or row in found or (not row[1] and seen.issuperset(marks)):
                continue
            found.append(row)
            seen.update(marks)
        return tuple(found)

    def row(self, item: Any, home: m.Definition, definition: m.Definition) -> Row:
        if isinstance(item, s.Action):
            lead = self.plain(item.window) if item.verb == "answer" else []
            for clause in item.clauses:
                lead += self.clause(clause)
            return tuple(lead), tuple(self.body(item.body or (), 0))
        if isinstance(item, s.Hook):
            return tuple(self.plain(item.target.name)), tuple(self.body(item.body, 0))
        if isinstance(item, s.Modify) and item.target.name in self.looks:
            change = changed(item, definition.number)
            return (), ((item.target.name, change, False),)
        if isinstance(item, s.UseAs):
            what, form = (self.named(x, home.pack) for x in (item.what, item.form))
            if form is not None:
                return self.sign(what), self.sign(form)
        return (), ()

    def plain(self, name: str | None) -> list[Mark]:
        return [(name, "", False)] if name in self.looks and name is not None else []

    def sign(self, definition: m.Definition | None) -> tuple[Mark, ...]:
        """The symbol that stands for a card: what it answers, else what it does."""
        items = [item for item, _ in definition.items if isinstance(item, s.Action)] if definition else []
        windows = [mark for item in items if item.verb == "answer" for mark in self.plain(item.window)]
        return tuple(windows[:1] or [mark for item in items for mark in self.body(item.body or (), 0)][:1])

    def clause(self, clause: s.Clause) -> list[Mark]:
        """What an action costs, and whom it is for."""
        if clause.kind in ("on one", "on") and clause.value is not None:
            return self.aimed_at(clause.value, clause.kind == "on")
        if clause.kind == "costs" and clause.of is not None:
            name = clause.of if clause.of in self.looks else PAYING
            amount = clause.value.value if isinstance(clause.value, s.Number) else None
            return [(name, f"−{amount or ''}", False)] if name in self.looks else []
        return []

    def aimed_at(self, expr: s.Expr, many: bool) -> list[Mark]:
        while isinstance(expr, s.Where | s.Binary):
            expr = expr.of if isinstance(expr, s.Where) else expr.left
        if isinstance(expr, s.Name) and expr.id in self.looks:
            return [(expr.id, "", many)]
        if isinstance(expr, s.Apply) and expr.name in self.looks:
            return [(expr.name, number_in(expr.args, 1), many)]
        return []

    def body(self, block: s.Block, depth: int) -> list[Mark]:
        """What a program does, in the order in which it is written."""
        found: list[Mark] = []
        # what is merely asked is no call
        for call in (node for node in s.nodes(block) if isinstance(node, s.Call)):
            if call.name in self.looks:
                found.append((call.name, pattern_in(call.args) or number_in(call.args, 2), False))
                continue
            asked = [x.id for x in call.args if isinstance(x, s.Name) and x.id in self.looks]
            found += [(name, "", False) for name in asked]
            if not asked and depth < DEEPEST and call.name in self.procedures:
                found += self.body(self.procedures[call.name][0].body, depth + 1)
        return list(dict.fromkeys(found))


def number_in(args: tuple[s.Expr, ...], least: int) -> str:
    """The first number that is written out, unless it says nothing."""
    numbers = [x.value for x in args if isinstance(x, s.Number)]
    return str(numbers[0]) if numbers and numbers[0] >= least else ""


def pattern_in(args: tuple[s.Expr, ...]) -> str:
    """The first face, run of faces or suit."""
    for x in args:
        if isinstance(x, s.Suit):
            return x.suit
        if isinstance(x, s.Face):
            return str(x)
        if isinstance(x, s.Faces):
            return f"{x.first.printed_rank}–{x.last}"
    return ""


def changed(item: s.Modify, number: int | None) -> str:
    """How a modifier changes its stat, as far as that is written out."""
    value = item.value
    if isinstance(value, s.Number):
        return f"{OPS[item.op]}{value.value}"
    if value == s.Name("unlimited"):
        return f"{OPS[item.op]}∞"
    if value == s.Attribute(s.Name("this"), "number") and number is not None:
        return f"{OPS[item.op]}{number}"
    return OPS[item.op]


def symbols(
    model: m.Model,
    procedures: Mapping[str, tuple[s.ProcDecl, str]],
    named: Callable[[s.Expr, str], m.Definition | None],
) -> dict[m.Definition, tuple[Row, ...]]:
    """The rows of symbols of all definitions that have some."""
    reader = Reader(model, procedures, named)
    return {d: rows for d in model.definitions if d.kind != "border" and (rows := reader.rows(d))}
