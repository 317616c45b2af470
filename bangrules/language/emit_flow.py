"""How programs flow: which statements may wait for a player, which locals are needed after them.

Before a program is written, loops that wait are turned into loops that keep their place in locals, asking is
parted from carrying out, and procedures that only pass a call on are left out.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from bangrules.language import model as m
from bangrules.language.emit_expr import Expressions
from bangrules.language.flow import BLOCKS, SKIPPED, rebuilt
from bangrules.language.improve import folded, is_fixed, local_of, pruned, single
from bangrules.language.model import Inline
from bangrules.language.types import NUMBER, PLAYER, YESNO, Type

NO_TYPE = Type("any")
LONGEST = 16  # how many statements a procedure may have to be written in place of a call
SHORT = 6  # how many if it never waits
MOST_EXPANDED = 4  # how deep such calls are nested
MOST_ROUNDS = 3  # how often the statements of a loop are written instead


def locals_of(ex: Any) -> set[str]:
    """The locals an expression reads."""
    found: set[str] = set()

    def visit(x: Any) -> None:
        if isinstance(x, tuple):
            for y in x:
                visit(y)
        elif isinstance(x, m.FilterList | m.MapList):
            visit(x.list)
            found.update(locals_of(x.cond if isinstance(x, m.FilterList) else x.value) - {x.var})
        elif isinstance(x, m.Local):
            if isinstance(x.name, Inline):
                visit(x.name.value)
            else:
                found.add(x.name)
        elif isinstance(x, m.Ex | m.St):
            for slot in x.__attrs_attrs__:
                if slot.name not in SKIPPED:
                    visit(getattr(x, slot.name))

    visit(ex)
    return found


class Flow(Expressions):
    """Questions about statements, and their preparation."""

    suspending: set[int]  # ids of the procedures that may wait
    ended: set[str]  # what `end` stops somewhere: whether it is running must be known
    asked: int = 0
    expansions: int = 0
    expanding: list[m.Procedure]
    proc: m.Procedure | None = None

    def only_ends(self, hook: m.Hook) -> bool:
        """Whether a rule's hook does nothing but stop what it hooks."""
        body = hook.run.body
        return (
            hook.when == "before"
            and body is not None
            and len(body) == 1
            and isinstance(body[0], m.EndSt)
            and body[0].what == hook.target.id
        )

    def only_follows(self, hook: m.Hook) -> bool:
        """Whether a rule's hook only notes something after what it hooks, whatever came of that."""
        body = hook.run.body or ()
        return (
            hook.when == "after"
            and all(isinstance(st, m.SetField) for st in body)
            and "a_result" not in locals_of((hook.guard, *body))
        )

    def code_params(self, proc: m.Procedure) -> tuple[m.Param, ...]:
        """The parameters of a program's function."""
        if proc.kind == "procedure":
            return tuple(m.Param(f"a_{p.name.rstrip('!')}", p.type) for p in proc.params)
        return proc.params

    # ---- what waits

    def waits(self, st: m.St) -> bool:
        """Whether a statement may wait for a player."""
        if isinstance(st, m.Invoke):
            return id(st.proc) in self.suspending
        if isinstance(st, m.Command):
            return st.word in ("ask", "carry") if isinstance(st.word, str) else bool(st.word.suspends)
        if isinstance(st, m.LaterSt):
            return id(st.run) in self.suspending
        if isinstance(st, m.ChooseSt | m.EndSt | m.ProceedSt):
            return True
        if isinstance(st, m.IfSt):
            return any(map(self.waits, st.then + st.otherwise))
        if isinstance(st, m.WhileSt):
            return any(map(self.waits, st.before + st.body))
        if isinstance(st, m.ForSt | m.PhaseSt):
            return any(map(self.waits, st.body))
        return False

    def find_suspending(self) -> None:
        """The least set of procedures that may wait, through calls and hooks."""
        self.suspending = {id(self.model.procedures[p]) for p in ("act", "affect")}
        changed = True
        while changed:
            changed = False
            for proc in [*self.model.procedures.values(), *self.model.programs]:
                if id(proc) in self.suspending:
                    continue
                if (
                    proc.body is None
                    or any(map(self.waits, proc.body))
                    or any(id(h.run) in self.suspending for h in proc.hooks)
                ):
                    self.suspending.add(id(proc))
                    changed = True

    # ---- before writing: loops that wait keep their place in locals

    def lower(self, body: tuple[m.St, ...]) -> tuple[m.St, ...]:
        made: list[m.St] = []
        for st in body:
            if isinstance(st, m.ForSt) and self.waits(st):
                few = self.unrolled(st)
                made += self.lower(few) if few is not None else self.lower_for(st)
            elif isinstance(st, m.IfSt):
                made.append(m.IfSt(st.cond, self.lower(st.then), self.lower(st.otherwise), at=st.at))
            elif isinstance(st, m.WhileSt):
                made.append(m.WhileSt(self.lower(st.before), st.cond, self.lower(st.body), at=st.at))
            elif isinstance(st, m.ForSt) and (few := self.unrolled(st)) is not None:
                made += self.lower(few)
            elif isinstance(st, m.ForSt):
                made.append(m.ForSt(st.name, st.list, self.lower(st.body), at=st.at))
            elif isinstance(st, m.PhaseSt):
                part = self.lower(st.body)
                if part or any(isinstance(x, m.PhaseSt) for x in made):
                    made.append(m.PhaseSt(st.name, part, at=st.at))
            elif isinstance(st, m.Invoke) and self.idle(st):
                continue
            elif isinstance(st, m.Invoke) and (inner := self.forwarded(st)) is not None:
                made += self.lower((inner,))
            elif isinstance(st, m.Invoke) and (expanded := self.expanded(st)) is not None:
                self.expanding.append(st.proc)
                made += self.lower(expanded)
                self.expanding.pop()
            elif isinstance(st, m.Invoke) and (plain := self.expanded(st, hooked=True)) is not None:
                self.expanding.append(st.proc)
                made.append(m.IfSt(self.unhooked(st), self.lower(plain), (st,), at=st.at))
                self.expanding.pop()
            elif isinstance(st, m.Command) and not isinstance(st.word, str) and st.word.id == "offer":
                made += self.lower_offer(st)
            else:
                made.append(st)
        return tuple(made)

    def idle(self, st: m.Invoke) -> bool:
        """Whether a call does nothing at all: nothing hooks the empty procedure."""
        proc = st.proc
        return (
            proc.body == () and proc.kind == "procedure" and not proc.hooks and proc.text is None
            and proc.id not in self.layout.scopes and proc.id not in self.ended and st.into is None
            and all(isinstance(a, m.Local | m.Const | m.DefConst) for a in st.args)
        )  # fmt: skip

    def forwarded(self, st: m.Invoke) -> m.St | None:
        """What a procedure that only passes a call on would call."""
        proc = st.proc
        if (
            proc.kind != "procedure" or proc.hooks or proc.text is not None or proc.id in self.layout.scopes
            or proc.id in self.ended or proc.body is None or id(proc) not in self.suspending
        ):  # fmt: skip
            return None
        body = proc.body
        if (
            not body
            or not isinstance(body[0], m.Invoke | m.Command)
            or isinstance(getattr(body[0], "word", 0), str)
        ):
            return None
        inner = body[0]
        if len(body) == 2:
            last = body[1]
            value = last.value if isinstance(last, m.ReturnSt) else None
            if not isinstance(value, m.Local) or value.name != inner.into:
                return None
        elif len(body) != 1 or st.into is not None:
            return None
        given = {p.name: a for p, a in zip(self.code_params(proc), st.args, strict=True)}
        if not all(isinstance(a, m.Local | m.Const | m.DefConst) for a in st.args):
            return None
        return evolve(inner, args=tuple(substituted(a, given) for a in inner.args), into=st.into)

    def late(self, proc: m.Procedure) -> bool:
        """Whether something that hooks a procedure may come into force while it runs."""
        raise NotImplementedError

    def unhooked(self, st: m.Invoke) -> m.Ex:
        """Whether nothing hooks a call just now."""
        slot = m.Const(self.layout.entry(f"hook {st.proc.id}"), type=NUMBER)
        seat = bool(st.proc.params) and st.proc.params[0].type == PLAYER
        return m.Op("unhooked", slot, st.args[0] if seat else m.Const(None, type=NO_TYPE), type=YESNO)

    def expanded(self, st: m.Invoke, hooked: bool = False) -> tuple[m.St, ...] | None:
        """The statements of a procedure, in place of a call; None where it must be called.

        What waits inside then waits in the caller's frame. A procedure that is asked about, ended or logged
        keeps a call of its own, and so does one that is hooked, but for short ones where nothing hooks them
        just now (`hooked`).
        """
        proc = st.proc
        body = proc.body
        if (
            body is None or proc.kind != "procedure" or proc.text is not None or proc.id in self.layout.scopes
            or proc.id in self.ended or proc in self.expanding
        ):  # fmt: skip
            return None
        if hooked:
            if not proc.hooks or not body or any(h.always for h in proc.hooks) or self.late(proc):
                return None
        elif not all(h.always and (self.only_ends(h) or self.only_follows(h)) for h in proc.hooks):
            return None
        before = [] if hooked else [h for h in proc.hooks if h.when == "before"]
        after = [] if hooked else [h for h in proc.hooks if h.when == "after"]
        if len(after) > 1 or (after and any(isinstance(x, m.ReturnSt) for x in every(body))):
            return None
        if after:
            body = (*body, m.IfSt(after[0].guard, after[0].run.body or (), at=after[0].at))
        given: dict[str, m.Ex] = {}
        if id(proc) in self.suspending and not hooked:
            longest = LONGEST
        else:
            if len(self.expanding) > MOST_EXPANDED or (not hooked and (before or has_loops(body))):
                return None
            longest = SHORT
            given = self.fixed(st, body)
            body = pruned(replaced(body, given)) if given else body
        everything = every(body)
        if len(everything) > longest or not returns_last(body):
            return None
        for inner in everything:
            if isinstance(inner, m.EndSt) and inner.what == proc.id:
                return None
            if isinstance(inner, m.ChooseSt) and inner.text is not None and "{" in inner.text:
                return None  # its prompt speaks of the procedure's own names
        self.expansions += 1
        mark = f"x{self.expansions}"
        made: list[m.St] = []
        types: dict[str, Type] = {}
        note_types(body, types, proc)
        for name, type_ in types.items():
            given[name] = m.Local(f"{name}_{mark}", type=type_)
        for p, a in zip(self.code_params(proc), st.args, strict=True):
            if p.name not in types and (local_of(a) is not None or is_fixed(a) or single(a)):
                given[p.name] = a
                continue
            given[p.name] = m.Local(f"{p.name}_{mark}", type=p.type)
            made.append(m.SetLocal(f"{p.name}_{mark}", a, at=st.at))
        inside = renamed(body, given, st.into)
        for hook in sorted(before, key=lambda h: h.place):
            guard = substituted(hook.guard, given)
            if st.into is not None:
                return None
            inside = (m.IfSt(m.NotEx(guard, type=YESNO), inside, at=st.at),)
        return (*made, *pruned(inside))

    def fixed(self, st: m.Invoke, body: tuple[m.St, ...]) -> dict[str, m.Ex]:
        """The parameters of a call for which something fixed is given, and which stay what they are."""
        types: dict[str, Type] = {}
        note_types(body, types, st.proc)
        pairs = zip(self.code_params(st.proc), st.args, strict=True)
        return {p.name: a for p, a in pairs if is_fixed(a) and p.name not in types}

    def unrolled(self, st: m.ForSt) -> tuple[m.St, ...] | None:
        """The few rounds of a loop that always has as many; None where it must be a loop."""
        span = folded(st.list)
        if not isinstance(span, m.Op) or span.op != ".." or len(every(st.body)) > SHORT:
            return None
        ends = [x.value for x in (span.left, span.right) if isinstance(x, m.Const) and type(x.value) is int]
        if len(ends) < 2 or ends[1] - ends[0] >= MOST_ROUNDS or not all(map(in_line, every(st.body))):
            return None
        rounds = (m.Const(i, type=NUMBER) for i in range(ends[0], ends[1] + 1))
        return tuple(inner for i in rounds for inner in replaced(st.body, {st.name: i}))

    def lower_offer(self, st: m.Command) -> list[m.St]:
        """Asking and carrying out are two calls, so that the decision's frame is the asker's own."""
        self.asked += 1
        action = f"asked{self.asked}"
        made: list[m.St] = []
        args = []
        for i, a in enumerate(st.args):
            if not isinstance(a, m.Local | m.Const):
                made.append(m.SetLocal(f"{action}_{i}", a, at=st.at))
                a = m.Local(f"{action}_{i}", type=a.type)
            args.append(a)
        made.append(m.Command("ask", tuple(args), action, at=st.at))
        made.append(m.Command("carry", (*args, m.Local(action, type=NO_TYPE)), st.into, at=st.at))
        return made

    def lower_for(self, st: m.ForSt) -> list[m.St]:
        members, place = f"{st.name}_of", f"{st.name}_at"
        if isinstance(st.list, m.Op) and st.list.op == "..":
            # from one number to another: no list is made
            here, last = m.Local(place, type=NUMBER), m.Local(members, type=NUMBER)
            more = m.Op("+", here, m.Const(1, type=NUMBER), type=NUMBER)
            body = (
                m.SetLocal(st.name, here, at=st.at), m.SetLocal(place, more, at=st.at), *self.lower(st.body)
            )  # fmt: skip
            return [
                m.SetLocal(members, st.list.right, at=st.at),
                m.SetLocal(place, st.list.left, at=st.at),
                m.WhileSt((), m.Op("<=", here, last, type=YESNO), body, at=st.at),
            ]
        of = m.Local(members, type=st.list.type)
        at = m.Local(place, type=NUMBER)
        member = st.list.type.of or NO_TYPE
        step = (
            m.SetLocal(st.name, m.Op("member", of, at, type=member), at=st.at),
            m.SetLocal(place, m.Op("+", at, m.Const(1, type=NUMBER), type=NUMBER), at=st.at),
        )
        cond = m.Op("before end", at, of, type=YESNO)
        return [
            m.SetLocal(members, st.list, at=st.at),
            m.SetLocal(place, m.Const(0, type=NUMBER), at=st.at),
            m.WhileSt((), cond, step + self.lower(st.body), at=st.at),
        ]

    def x_op(self, x: m.Op, names: dict[str, str]) -> str:
        if x.op == "member":
            return f"{self.ex(x.left, names)}[{self.ex(x.right, names)}]"
        if x.op == "unhooked":
            index = f"(S[INDEX] or reindex(S))[{self.ex(x.left, names)}]"
            if isinstance(x.right, m.Const):
                return f"({index} is None)"
            seat = self.ex(x.right, names)
            if not self.atomic(seat):
                return f"((h := {index}) is None or not (h.get({seat}) or h.get(-1)))"
            return f"((h := {index}) is None or ({seat} not in h and -1 not in h))"
        if x.op == "before end":
            return f"({self.ex(x.left, names)} < len({self.ex(x.right, names)}))"
        return super().x_op(x, names)

    # ---- what is still needed

    def live_in(self, body: tuple[m.St, ...], out: frozenset[str]) -> frozenset[str]:
        """The locals that `body`, then what needs `out`, reads before it sets them."""
        for st in reversed(body):
            out = self.live_before(st, out)
        return out

    def live_before(self, st: m.St, out: frozenset[str]) -> frozenset[str]:
        if isinstance(st, m.IfSt):
            return self.live_in(st.then, out) | self.live_in(st.otherwise, out) | locals_of(st.cond)
        if isinstance(st, m.PhaseSt):
            return self.live_in(st.body, out) | out
        if isinstance(st, m.WhileSt):
            need = out | locals_of(st.cond)
            for _ in range(2):
                need = need | self.live_in(st.before, self.live_in(st.body, need) | need)
            return self.live_in(st.before, need)
        if isinstance(st, m.ForSt):
            inner = self.live_in(st.body, out) - {st.name}
            inner = inner | (self.live_in(st.body, out | inner) - {st.name})
            return out | inner | locals_of(st.list)
        if isinstance(st, m.ReturnSt):
            return frozenset(locals_of(st.value) if st.value is not None else ())
        if isinstance(st, m.FailSt):
            return frozenset()
        sets = {getattr(st, "into", None)} | ({st.name} if isinstance(st, m.SetLocal) else set())
        uses: set[str] = locals_of(
            tuple(getattr(st, a.name) for a in st.__attrs_attrs__ if a.name not in ("at", "proc", "run"))
        )
        if isinstance(st, m.ProceedSt):
            assert self.proc is not None
            uses = {"ctx"}
        return frozenset((out - sets) | uses)


def has_loops(body: tuple[m.St, ...]) -> bool:
    """Whether a program goes round."""
    return any(isinstance(st, m.WhileSt | m.ForSt) for st in every(body))


def in_line(st: m.St) -> bool:
    """Whether a statement just goes on to the next."""
    return not isinstance(st, m.WhileSt | m.ForSt | m.ReturnSt | m.FailSt | m.PhaseSt)


def returns_last(body: tuple[m.St, ...]) -> bool:
    """Whether a program returns only at its ends."""
    for st in body[:-1]:
        if any(isinstance(inner, m.ReturnSt) for inner in every((st,))):
            return False
    if not body:
        return True
    last = body[-1]
    if isinstance(last, m.IfSt):
        return returns_last(last.then) and returns_last(last.otherwise)
    return isinstance(last, m.ReturnSt) or not any(isinstance(x, m.ReturnSt) for x in every((last,)))


def replaced(body: tuple[m.St, ...], given: dict[str, m.Ex]) -> tuple[m.St, ...]:
    """The statements once more, with other values for some locals."""
    made: list[m.St] = []
    for st in body:
        changes: dict[str, Any] = {}
        for slot in st.__attrs_attrs__:
            old = getattr(st, slot.name)
            if slot.name in BLOCKS:
                changes[slot.name] = replaced(old, given)
            elif slot.name not in SKIPPED:
                changes[slot.name] = substituted(old, given)
        made.append(evolve(st, **changes))
    return tuple(made)


def renamed(body: tuple[m.St, ...], given: dict[str, m.Ex], into: str | None) -> tuple[m.St, ...]:
    """Statements with other locals; what a last `return` gives goes to `into`."""
    made: list[m.St] = []
    for i, st in enumerate(body):
        last = i == len(body) - 1
        if isinstance(st, m.ReturnSt):
            if into is not None:
                value = m.Const(None, type=Type("none", True)) if st.value is None else st.value
                made.append(m.SetLocal(into, substituted(value, given), at=st.at))
            return tuple(made)
        changes: dict[str, Any] = {}
        for slot in st.__attrs_attrs__:
            old = getattr(st, slot.name)
            if slot.name in ("name", "into") and isinstance(old, str) and not isinstance(st, m.PhaseSt):
                new = given.get(old)
                changes[slot.name] = new.name if isinstance(new, m.Local) else old
            elif slot.name in BLOCKS:
                ends = last and isinstance(st, m.IfSt)
                changes[slot.name] = renamed(old, given, into if ends else None)
            elif slot.name not in SKIPPED:
                changes[slot.name] = substituted(old, given)
        made.append(evolve(st, **changes))
        if last and into is not None and not isinstance(st, m.IfSt):
            made.append(m.SetLocal(into, m.Const(None, type=Type("none", True)), at=st.at))
    if not body and into is not None:
        made.append(m.SetLocal(into, m.Const(None, type=Type("none", True))))
    return tuple(made)


def note_types(body: tuple[m.St, ...], types: dict[str, Type], proc: m.Procedure | None) -> None:
    """The type of every local that a program sets."""
    for st in every(body):
        if isinstance(st, m.SetLocal):
            types.setdefault(st.name, st.value.type)
        elif isinstance(st, m.Invoke) and st.into:
            types.setdefault(st.into, st.proc.gives)
        elif isinstance(st, m.Command) and st.into:
            word = st.word
            gives = YESNO if word == "carry" else NO_TYPE if isinstance(word, str) else word.result
            types.setdefault(st.into, gives)
        elif isinstance(st, m.ChooseSt):
            types.setdefault(st.into, st.member.maybe)
        elif isinstance(st, m.ForSt):
            types.setdefault(st.name, st.list.type.of or NO_TYPE)
        elif isinstance(st, m.ProceedSt) and proc is not None:
            types.setdefault("proceeded", proc.gives)


def substituted(x: Any, given: dict[str, m.Ex]) -> Any:
    """An expression with locals replaced."""
    if isinstance(x, tuple):
        return tuple(substituted(y, given) for y in x)
    if isinstance(x, m.Local):
        if isinstance(x.name, Inline):
            return substituted(x.name.value, given)
        new = given.get(x.name)
        if new is None or not isinstance(new, m.Local):
            return x if new is None else new
        # what is known of the value's type stays with the place that knew it
        return new if x.type.name in ("thing", "place") else evolve(new, type=x.type)
    if not isinstance(x, m.Ex):
        return x
    if isinstance(x, m.FilterList | m.MapList):
        # the candidate's name must not meet a local of where this goes
        fresh = f"{x.var}_s"
        given = {**given, x.var: m.Local(fresh, type=x.list.type.of or NO_TYPE)}
        x = evolve(x, var=fresh)
    return rebuilt(x, lambda part: substituted(part, given))


def cyclic(model: m.Model) -> set[int]:
    """The ids of the procedures that may call themselves, through others too."""
    calls: dict[int, set[int]] = {}
    for proc in [*model.procedures.values(), *model.programs]:
        calls[id(proc)] = {
            id(st.proc if isinstance(st, m.Invoke) else st.run)
            for st in every(proc.body or ())
            if isinstance(st, m.Invoke | m.LaterSt)
        }
    found = set()
    for start in calls:
        seen: set[int] = set()
        todo = list(calls[start])
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                todo += calls.get(at, ())
        if start in seen:
            found.add(start)
    return found


def leads_to(start: m.Procedure, end: m.Procedure) -> bool:
    """Whether a program may run a procedure, through others and the hooks around them."""
    seen: set[int] = set()
    todo = [start]
    while todo:
        proc = todo.pop()
        if proc is end:
            return True
        if id(proc) not in seen:
            seen.add(id(proc))
            for st in every(proc.body or ()):
                if isinstance(st, m.Invoke):
                    todo += [st.proc, *(h.run for h in st.proc.hooks)]
                elif isinstance(st, m.LaterSt):
                    todo.append(st.run)
    return False


def every(body: tuple[m.St, ...]) -> list[m.St]:
    """All statements of a program, inner ones too."""
    found: list[m.St] = []
    for st in body:
        found.append(st)
        for part in ("then", "otherwise", "before", "body"):
            inner = getattr(st, part, None)
            if inner:
                found += every(inner)
    return found
