"""Stats that ask each other in a circle, and stats that decide what is in force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.asking import conjuncts, sort_wanted
from bangrules.language.flow import walk
from bangrules.language.names import a

if TYPE_CHECKING:
    from bangrules.language.check import Checker

__all__ = ["Circles"]

CAN_ACT, USABLE = "can_act", "usable"
HELD = ("role", "character", "card")
BELOW = {None: HELD, "event": HELD, "role": ("card",), "character": ("card",)}
"""For who modifies what is in force: whose modifiers may not decide it, since they come into force later."""

Edge = tuple[str, s.Span]


class Circles:
    """What each stat asks, through its modifiers too."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self.model = checker.model
        self.edges: dict[str, list[Edge]] = {}
        for stat in self.model.stats.values():
            self.edges[stat.id] = list(self.asks(parts_of(stat)))
        legal: list[Any] = []
        for action in self.model.actions:
            legal += [parts_of_check(c) for c in action.checks]
            legal.append(action.targets)
        uses = [part for use in self.model.uses for part in (*map(parts_of_check, use.checks), use.what)]
        self.edges[USABLE] = list(self.asks(uses))
        legal += uses
        self.edges[CAN_ACT] = list(self.asks(part for part in legal if part is not None))
        if "allowed" in self.model.stats:
            self.edges[CAN_ACT].append(("allowed", self.model.stats["allowed"].at))

    def asks(self, parts: Iterable[Any]) -> Iterator[Edge]:
        """The stats that expressions ask, and where."""
        for part in parts:
            for ex in walk(part):
                if isinstance(ex, m.AskStat):
                    yield ex.stat.id, ex.at
                elif isinstance(ex, m.Matches):
                    yield from ((stat.id, ex.at) for stat in ex.faces)
                elif isinstance(ex, m.UseWord) and "everything" in ex.word.reads:
                    yield CAN_ACT, ex.at
                elif isinstance(ex, m.UseWord) and "uses" in ex.word.reads:
                    yield USABLE, ex.at

    def check(self) -> None:
        """Report each circle once."""
        done: set[str] = set()
        for start in list(self.edges):
            self.visit(start, [], done)
        self.force()

    def visit(self, node: str, path: list[tuple[str, s.Span]], done: set[str]) -> None:
        """Go deep; `path` has the stats on the way and where each asked the next."""
        if node in done:
            return
        for to, at in self.edges.get(node, ()):
            way = [*path, (node, at)]
            names = [n for n, _ in way]
            if to in names:
                self.report(way[names.index(to) :])
            elif to not in done:
                self.visit(to, way, done)
        done.add(node)

    def report(self, circle: list[tuple[str, s.Span]]) -> None:
        # begin with the same question wherever the search came from: one of the pack that was loaded last
        first = max(range(len(circle)), key=lambda i: (self.checker.order_of(circle[i][1]), circle[i][0]))
        circle = circle[first:] + circle[:first]
        names = [name for name, _ in circle]
        several = len(names) > 1
        words = " -> ".join([*names, names[0]])
        later = zip(circle[1:], [*names[2:], names[0]], strict=False)
        self.checker.error(
            "E0311",
            circle[0][1],
            f"stats ask each other in a circle: {words}" if several else f"`{names[0]}` asks itself here",
            "let one of them ask something else" if several else "let it ask something else",
            tuple((at, f"here `{name}` asks `{to}`") for (name, at), to in later),
            f"here `{names[0]}` asks `{names[1]}`" if several else None,
        )

    # ---- what is in force

    def force(self) -> None:
        """Nothing may decide what is in force that comes into force later itself."""
        stat = self.model.stats.get("in_force")
        if stat is not None:
            base = [stat.base] if stat.base is not None else []
            self.steady("in_force", parts_of(stat))
            self.decided("in_force", self.reached(self.asks(base)), None)
            for modifier in stat.modifiers:
                kind = modifier.owner.kind if modifier.owner is not None else None
                if kind == "card":
                    self.checker.error(
                        "E0314",
                        modifier.at,
                        "a card cannot modify `in_force`: what is in force is decided before cards are",
                        "events, characters, roles and the rules of a pack can",
                    )
                else:
                    self.decided("in_force", self.reached(self.asks((modifier.guard, modifier.value))), kind)
                    if kind in HELD:
                        self.too_late(modifier, str(kind))
        stat = self.model.stats.get("abilities")
        if stat is not None:
            for modifier in stat.modifiers:
                kind = modifier.owner.kind if modifier.owner is not None else None
                if kind == "card":
                    self.checker.error(
                        "E0314",
                        modifier.at,
                        "a card cannot modify `abilities`: who has which is decided before cards",
                        "events, characters, roles and the rules of a pack can",
                    )
                elif kind in HELD and modifier.op != "+":
                    self.checker.error(
                        "E0314",
                        modifier.at,
                        f"{a(str(kind))} can only add to `abilities`: it is one of them itself",
                        "write `+`, or take them out of force: `modify in_force(x) if x is character: no`",
                    )
            self.steady("abilities", parts_of(stat))
            self.decided("abilities", self.reached(self.asks(parts_of(stat))), None)

    def too_late(self, modifier: m.Modifier, kind: str) -> None:
        """Report an ability that would put out of force what is decided about before it."""
        for part in conjuncts(modifier.guard):
            sort = sort_wanted(part, modifier.stat)
            if sort in ("event", "role", "character"):
                self.checker.error(
                    "E0314",
                    part.at,
                    f"{a(kind)} cannot put {sort}s out of force: they are decided about before it",
                    "events and the rules of a pack can; abilities can only put cards out of force",
                )

    def steady(self, what: str, parts: list[Any]) -> None:
        """Report what changes unnoticed: the engine decides anew when a field or a zone has changed."""
        stats = self.reached(self.asks(parts))
        for id in stats:
            if id in self.model.stats:
                parts = [*parts, *parts_of(self.model.stats[id])]
        for ex in (ex for part in parts for ex in walk(part)):
            passing = isinstance(ex, m.During | m.Shown)
            passing |= isinstance(ex, m.UseWord) and not {"everything", "uses"}.isdisjoint(ex.word.reads)
            if isinstance(ex, m.UseWord) and "zones" in ex.word.reads:
                passing |= not any(isinstance(arg, m.ZoneRef) for arg in ex.args)  # whose zones, nobody knows
            passing |= isinstance(ex, m.ReadZone) and not isinstance(ex.place, m.ZoneRef)
            if passing:
                self.checker.error(
                    "E0314",
                    ex.at,
                    f"`{what}` cannot depend on this: it is decided only when fields and zones change",
                    "keep it in a field",
                )

    def reached(self, edges: Iterable[Edge]) -> dict[str, s.Span]:
        """All stats that are asked from here on, and where the first question was."""
        found: dict[str, s.Span] = {}
        todo = [(to, at) for to, at in edges]
        while todo:
            to, at = todo.pop()
            if to not in found:
                found[to] = at
                todo += [(further, at) for further, _ in self.edges.get(to, ())]
        return found

    def decided(self, what: str, stats: dict[str, s.Span], kind: str | None) -> None:
        """Report modifiers of `stats` by what comes into force later."""
        for id, asked in stats.items():
            stat = self.model.stats.get(id)
            for modifier in stat.modifiers if stat is not None else ():
                owner = modifier.owner
                if owner is not None and owner.kind in BELOW[kind]:
                    self.checker.error(
                        "E0314",
                        modifier.at,
                        f"{a(owner.kind)} cannot modify `{id}`: `{what}` asks it to decide what is in force",
                        None,
                        ((asked, f"`{what}` asks here"),) if asked != modifier.at else (),
                    )


def parts_of(stat: m.Stat) -> list[Any]:
    """All expressions of a stat."""
    parts: list[Any] = [stat.base] if stat.base is not None else []
    if stat.bound is not None:
        parts.append(stat.bound[1])
    for modifier in stat.modifiers:
        parts += [modifier.guard, modifier.value]
    return parts


def parts_of_check(check: m.Check) -> tuple[m.Ex, ...]:
    """All expressions of a clause."""
    parts = [check.cond, check.limit.amount if check.limit else None]
    if check.cost is not None:
        parts += [check.cost.amount, check.cost.cond]
    return tuple(part for part in parts if part is not None)
