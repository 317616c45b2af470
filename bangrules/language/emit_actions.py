"""Actions as Python functions: list them, say why not, find their targets, carry them out."""

from __future__ import annotations

from typing import Any

from bangrules.language import model as m
from bangrules.language.asking import held_in, positive
from bangrules.language.emit_flow import every, replaced, substituted
from bangrules.language.emit_stats import Stats
from bangrules.language.entering import comes_in
from bangrules.language.flow import never
from bangrules.language.improve import Known, folded, pruned
from bangrules.language.types import CARD, CARDS, PLAYER


class Actions(Stats):
    """Writes what players may do."""

    entering: dict[int, frozenset[str]]  # for each procedure what may come into force while it runs

    def checks(self, checks: tuple[m.Check, ...], key: int, fail: Any, indent: int, astray: str = "") -> None:
        """The lines that test clauses in written order; `fail(i)` is the line for a failed one.

        `astray` is the test of a wrong target; without it targets are not tested.
        """
        rows = self.card_costs(checks)
        last = max((i for i, _ in rows), default=-1)
        for i, check in enumerate(checks):
            if check.kind == "target" and astray:
                self.put(indent, f"if {astray}: {fail(i)}", check.at)
            if i == last:
                costs = "".join(r + ", " for _, r in rows)
                self.put(indent, f"if not payable(S, self, this, ({costs})): {fail(i)}")
            if check.kind == "if":
                assert check.cond is not None
                self.put(indent, f"if not {self.ex(check.cond, {})}: {fail(i)}", check.at)
            elif check.kind == "limit":
                assert check.limit is not None
                count = self.counted(check.limit.per)
                amount = self.ex(check.limit.amount, {})
                mine = f"{16 * key} + self" if key else "self"
                if not positive(check.limit.amount):
                    self.put(indent, f"if {count}.count({mine}) >= {amount}: {fail(i)}", check.at)
                elif amount == "1":
                    self.put(indent, f"if {mine} in {count}: {fail(i)}", check.at)
                else:
                    self.put(indent, f"used = {count}")
                    self.put(indent, f"if used and used.count({mine}) >= {amount}: {fail(i)}", check.at)
            elif check.kind == "costs" and check.cost is not None and check.cost.what == "field":
                assert check.cost.field is not None and check.cost.amount is not None
                amount = self.ex(check.cost.amount, {})
                self.put(indent, f"if {self.purse(check.cost.field)} < {amount}: {fail(i)}", check.at)

    def purse(self, field: m.Field) -> str:
        """The field that a cost is paid from: the player's, or that of the card itself."""
        return f"S[{self.layout.fields[field.id]}][{self.payer(field)}]"

    def payer(self, field: m.Field) -> str:
        """Whose field it is."""
        return "this" if field.of == "card" else "self"

    def card_costs(self, checks: tuple[m.Check, ...]) -> list[tuple[int, str]]:
        rows = []
        for i, check in enumerate(checks):
            if check.kind == "costs" and check.cost is not None and check.cost.what == "cards":
                assert check.cost.amount is not None
                amount = self.ex(check.cost.amount, {})
                cond = "None"
                if check.cost.cond is not None:
                    cond = f"lambda it: {self.ex(check.cost.cond, {})}"
                rows.append((i, f"({amount}, {cond})"))
        return rows

    def counted(self, per: str) -> str:
        slot = self.layout.scopes[per]
        effect = self.layout.slots.names["EFFECT_COUNT"]
        if per == "effect":
            return f"S[{effect}]"
        return f"(S[{slot + 1}] if S[{slot}] is not None else S[{effect}])"

    def action(self, a: m.Action) -> None:
        """An action as functions: list it, say why not, find its targets, run it."""
        n, slots = a.number, self.layout.slots.names
        key = [
            "self",
            *(["this", "form"] if a.owner.kind in ("card", "event") else []),
            *(["ts"] if a.one else []),
        ]
        base = self.value_base(a)
        found = ", ".join(x if x in key else "None" for x in ("self", "this", "form", "ts"))
        if base and a.one:
            found = found.replace("ts", f"[t + {base} for t in ts]")
        made = f"make_actions({n}, {found})"
        if not (a.one and a.target_type is CARD):
            # the actions made for a card are kept with the players they are aimed at; the same cards are
            # hardly ever aimed at again
            self.put(0, f"def am{n}(k):", a.at)
            self.put(1, f"{', '.join(key)}{',' if len(key) == 1 else ''} = k")
            self.put(1, f"return {made}")
            self.put(0, "")
            self.put(0, f"AM{n} = Kept(am{n})")
            made = f"AM{n}[{', '.join(key)}{',' if len(key) == 1 else ''}]"
        start = len(self.lines)
        self.put(0, f"def en{n}(S, self, this, form, out):", a.at)
        self.checks(a.checks, n, lambda i: "return", 1)
        if a.targets is not None:
            self.put(1, f"ts = {self.at_indent(1, a.targets, {})}", a.at)
            self.put(1, "if not ts: return")
        self.put(1, f"out += {made}")
        self.look_once(start)
        self.put(0, "")
        self.put(0, f"def why{n}(S, self, this, form, target):", a.at)
        astray = ""
        if a.targets is not None:
            aimed = f"target & {slots['VALUES'] - 1}" if self.value_base(a) else "target"
            astray = f"{f'{aimed} not in' if a.one else 'not'} {self.ex(a.targets, {})}"
        self.checks(a.checks, n, lambda i: f"return {i}", 1, astray)
        self.put(1, "return -1")
        self.put(0, "")
        if a.targets is not None and not a.one:
            start = len(self.lines)
            self.put(0, f"def tg{n}(S, self, this):", a.at)
            self.put(1, f"return {self.at_indent(1, a.targets, {})}", a.at)
            self.look_once(start)
            self.put(0, "")
        rows = self.card_costs(a.checks)
        if rows:
            self.put(0, f"def costs{n}(S, self, this):", a.at)
            self.put(1, f"return ({''.join(r + ', ' for _, r in rows)})")
            self.put(0, "")
        spend = [c for c in a.checks if c.cost is not None and c.cost.what == "field"]
        if spend:
            self.put(0, f"def spend{n}(S, self, this):", a.at)
            for c in spend:
                assert c.cost is not None and c.cost.field is not None and c.cost.amount is not None
                purse, amount = self.purse(c.cost.field), self.ex(c.cost.amount, {})
                where = f"{self.layout.fields[c.cost.field.id]}, {self.payer(c.cost.field)}"
                self.put(1, f"set_field(S, {where}, {purse} - {amount})")
                self.outdate(c.cost.field, None, self.payer(c.cost.field), 1)
            self.put(0, "")
        if a.run is not None:
            self.program(f"act{n}", a.run)
        self.do(a)

    def value_base(self, a: m.Action) -> int:
        """What is added to a value to make it a target; 0 where players or cards are aimed at."""
        if a.target_type is None or not a.target_type.name.startswith("values:"):
            return 0
        names = self.layout.slots.names
        return names["VALUE"] + names["VALUES"] * list(self.model.values).index(a.target_type.name[7:])

    def do(self, a: m.Action) -> None:
        """The whole of an ordinary action in one function: count, pay with the card, carry out.

        What `acting.act_core` does step by step for any action; those with further costs are left to it.
        """
        n, slots = a.number, self.layout.slots.names
        users = [d for d in self.model.definitions if a in d.actions]
        line = {x for d in users for x in d.ancestors()}
        pay = self.model.procedures.get("pay")
        plain = not any(c.cost is not None and c.cost.what != "this" for c in a.checks) and not any(
            f"card {d.full_id}" in self.layout.scopes for d in line
        )
        this = any(c.cost is not None for c in a.checks)
        act = self.model.procedures["act"]
        # hooks that are always there, or may come in meanwhile, need the whole way around every action
        plain = plain and not any(h.always for h in act.hooks) and not self.late(act)
        if not plain or (this and (pay is None or id(pay) in self.suspending)):
            return
        effect, count, forms = slots["EFFECT"], slots["EFFECT_COUNT"], slots["FORMS"]
        self.put(0, f"def do{n}(S, w, p, a):", a.at)
        if act.hooks:
            slot = self.layout.entry("hook act")
            self.put(1, f"h = (S[INDEX] or reindex(S))[{slot}]")
            self.put(1, "if h is not None and (p in h or -1 in h): return do_any(S, w, p, a)")
        self.put(1, "c = a.card")
        if any(len({face[:2] for face in d.faces}) < len(d.faces) for d in users):
            self.put(1, "if c in COPIES_OF: c = real_card(S, p, a, w)")
        target = "a.target" if a.one else "None"
        if a.one:
            self.put(1, "t = a.target")
            target = "t"
        self.put(1, f"outer = S[{effect}] is None")
        self.put(1, f"if outer: S[{effect}] = S[{count}] = ()")
        self.put(1, f"S[EVENTS].append((ACT, p, {n}, c, None, {target}))")
        for c in a.checks:
            if c.limit is not None:
                slot = self.layout.scopes[c.limit.per]
                self.put(1, f"S[{slot} + 1 if S[{slot}] is not None else {count}] += ({16 * n} + p,)")
        held = held_in(a, m.Local("p", type=PLAYER))
        known = {"c": held} if held is not None else {}
        if this:
            assert pay is not None
            card = m.Local("c", type=CARD)
            self.proc = pay
            values = (m.Local("p", type=PLAYER), m.ListEx((card,), type=CARDS), card)
            paid = self.lower((m.Invoke(pay, values, at=a.at),))
            self.block(self.places.body(paid, known), (), 1)
        if self.carry_out(a, known):
            self.put(1, "if r is SUSP:")
            self.put(2, f"S[WAITING].append((SEG_ACT, outer, S[{forms}], (), (), p, {n}, c, None, {target}))")
            self.put(2, "return r")
        answer = "r" if a.may_fail else "True"
        self.put(1, "if outer:")
        self.put(2, f"later = S[{effect}]")
        self.put(2, f"S[{effect}] = None")
        self.put(2, f"S[{count}] = ()")
        self.put(2, f"if later: return run_later(S, later, 0, {answer}, None)")
        self.put(1, f"return {answer}")
        self.put(0, "")

    def carry_out(self, a: m.Action, known: Known) -> bool:
        """The lines that run an action's body on its targets; whether they may wait."""
        n = a.number
        cards = "((c,) if c is not None else ())" if a.owner.kind != "event" else "()"
        if a.run is None:
            return False
        body = self.lower(a.run.body or ())
        short = not any(isinstance(st, m.ReturnSt | m.FailSt | m.EndSt) for st in every(body)) and not any(
            map(self.waits, body)
        )
        if a.targets is None and short:
            given: dict[str, m.Ex] = {
                "self": m.Local("p", type=PLAYER), "this": m.Local("c", type=CARD)
            }  # fmt: skip
            self.proc = a.run
            self.block(self.places.body(pruned(replaced(body, given)), known), (), 1)
            return False
        if a.targets is None:
            self.put(1, f"r = act{n}(S, p, c, None)", a.at)
        elif a.one and self.value_base(a):
            self.put(1, f"r = act{n}(S, p, c, t & {self.layout.slots.names['VALUES'] - 1})", a.at)
        elif not a.one:
            self.put(1, f"r = each(S, p, c, {n}, tg{n}(S, p, c), 0, {cards})", a.at)
        else:
            affect = self.model.procedures["affect"]
            static = [h for h in affect.hooks if h.always]
            if not all(map(self.only_ends, static)):
                self.put(1, f"r = p_affect(S, t, p, {cards}, {n}, c)", a.at)
                return True
            indent = 1
            if len(static) < len(affect.hooks):
                slot = self.layout.entry("hook affect")
                self.put(1, f"if (S[INDEX] or reindex(S))[{slot}] is not None:")
                self.put(2, f"r = p_affect(S, t, p, {cards}, {n}, c)", a.at)
                self.put(1, "else:")
                indent = 2
            given = {
                "a_target": m.Local("t", type=a.target_type or PLAYER), "a_author": m.Local("p", type=PLAYER),
                "a_cards": m.Local(cards, type=CARDS),
            }  # fmt: skip
            tests = [folded(substituted(h.guard, given)) for h in sorted(static, key=lambda h: h.place)]
            guards = " or ".join(self.ex(test, {}) for test in tests if not never(test))
            run = f"act{n}(S, p, c, t)"
            self.put(indent, f"r = None if {guards} else {run}" if guards else f"r = {run}", a.at)
        return True

    def use_as(self, use: m.UseAs) -> None:
        n = use.number
        self.put(0, f"def um{n}(S, self, it):", use.at)
        self.checks(use.checks, len(self.model.actions) + n, lambda i: "return False", 1)
        self.put(1, f"return {self.ex(use.what, {})}", use.at)
        self.put(0, "")

    def late(self, proc: m.Procedure) -> bool:
        return any(comes_in(h, self.entering[id(proc)]) for h in proc.hooks)
