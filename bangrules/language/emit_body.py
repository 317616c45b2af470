"""Programs of the model as Python functions, split wherever they may wait for a player.

A function that waits returns `SUSP`, and so does everyone who called it; each adds a frame,
`(segment, locals...)`, to those that wait. The segment of a call is "the rest of the function after it", a
function of its own that takes its locals from the frame: the driver runs it when the call is over.
"""

from __future__ import annotations

from typing import Any

from attrs import define

from bangrules.language import model as m
from bangrules.language.asking import of_cards_alone
from bangrules.language.emit_flow import Flow, every, locals_of, note_types, replaced
from bangrules.language.improve import Known, Places, pruned, single, without_unused
from bangrules.language.layout import asking_for_self
from bangrules.language.python_names import safe
from bangrules.language.types import NOTHING, Type

FIRST_SEGMENT = 16  # the kernel's own segments come before


@define(eq=False)
class Segment:
    """The rest of a program after a call: what it runs, what it keeps, the local for the call's answer."""

    number: int
    proc: m.Procedure
    rest: tuple[m.St, ...]
    into: str | None
    live: tuple[str, ...]


def open_to_all(zone: m.Ex) -> bool:
    """Whether everyone sees the cards of a zone."""
    return isinstance(zone, m.ZoneRef) and zone.zone.seen == "everyone"


def evolve_proc(proc: m.Procedure, body: tuple[m.St, ...], given: dict[str, m.Ex]) -> m.Procedure:
    """A procedure without the parameters that are fixed."""
    params = tuple(p for p in proc.params if f"a_{p.name.rstrip('!')}" not in given)
    return m.Procedure(proc.id, params, proc.gives, proc.at, body=body)


class Bodies(Flow):
    """Turns programs into code."""

    lines: list[str]
    line_at: list[Any]
    segments: list[Segment]
    segment_of: dict[tuple[Any, ...], Segment]
    structure: set[str]
    loose: dict[str, set[str]]
    of_owner: set[str]  # fields that decide only about their own player's abilities and cards
    modifier_numbers: dict[int, int]
    proc_numbers: dict[int, int]
    later_numbers: dict[int, int]
    field_numbers: dict[str, int]
    sites: list[tuple[str | None, Any, int, tuple[tuple[str, str], ...]]]
    names: dict[str, str]
    places: Places
    shorter: dict[tuple[Any, ...], m.Procedure | None]
    to_write: list[tuple[str, m.Procedure]]
    looping: int
    cyclic: set[int]  # ids of the procedures that may call themselves
    hook_targets: dict[int, str]
    again: dict[int, m.IfSt]
    site_of: dict[int, tuple[int, m.ChooseSt]]  # with the statement, so that no other gets its id
    types: dict[str, Type]
    all_types: dict[int, dict[str, Type]]

    # ---- writing

    def put(self, indent: int, text: str, at: Any = None) -> None:
        """Write a line; `at` is the place in a card file it stands for."""
        self.lines.append("    " * indent + self.slot_names(text))
        self.line_at.append(at)

    def look_once(self, start: int) -> None:
        """Let a function that changes nothing look the index up once: lines from the header at `start` on."""
        index = self.slot_names("S[INDEX] or reindex(S)")
        uses = sum(line.count(f"({index})") for line in self.lines[start:])
        known = f"    idx = {index}" in self.lines[start:]
        if uses < (1 if known else 2):
            return
        for i in range(start + 1, len(self.lines)):
            self.lines[i] = self.lines[i].replace(f"({index})", "idx")
        if not known:
            self.lines.insert(start + 1, f"    idx = {index}")
            self.line_at.insert(start + 1, self.line_at[start])

    # ---- programs

    def program(self, name: str, proc: m.Procedure, extra: tuple[str, ...] = ()) -> None:
        """Write the function `name` of a program; its segments are written when all are known."""
        body = self.places.body(self.lower(proc.body or ()), self.known_at_start(proc))
        reads = locals_of(tuple(every(body)))
        body = without_unused(body, reads)
        if any(isinstance(st, m.ProceedSt) for st in every(body)):
            start = m.SetLocal("proceeded", m.Const(None, type=proc.gives))
            end = m.ReturnSt(m.Local("proceeded", type=proc.gives))
            body = (start, *body, end)
        elif proc.kind == "action":
            body = (*body, m.ReturnSt(None))
        params = ["S", *(p.name for p in self.code_params(proc)), *extra]
        self.put(0, f"def {name}({', '.join(params)}):", proc.at)
        self.proc = proc
        self.types = {p.name: p.type for p in self.code_params(proc)}
        note_types(body, self.types, proc)
        self.all_types[id(proc)] = self.types
        if proc.text is not None:
            values = "".join(f", {p.name}" for p in self.code_params(proc))
            self.put(1, f"S[EVENTS].append((SAY, {self.proc_numbers[id(proc)]}{values}))")
        if id(proc) in self.cyclic:
            self.count_step(1, proc.at)
        self.function(body, ())
        self.put(0, "")

    def count_step(self, indent: int, at: Any) -> None:
        """The lines that take a step off the budget."""
        self.put(indent, "S[STEPS] = left = S[STEPS] - 1")
        self.put(indent, "if left < 0: over_budget(S)", at)

    def function(self, body: tuple[m.St, ...], rest: tuple[m.St, ...]) -> None:
        before = len(self.lines)
        self.block(body, rest, 1)
        if len(self.lines) == before:
            self.put(1, "pass")

    def segment(self, rest: tuple[m.St, ...], into: str | None) -> Segment:
        """The segment that runs `rest` with the call's answer in `into`."""
        key = (id(self.proc), tuple(map(id, rest)), into)
        found = self.segment_of.get(key)
        if found is None:
            assert self.proc is not None
            live = self.live_in(rest, frozenset()) - {into}
            found = Segment(FIRST_SEGMENT + len(self.segments), self.proc, rest, into, tuple(sorted(live)))
            self.segments.append(found)
            self.segment_of[key] = found
        return found

    def write_segments(self) -> None:
        """Write all segments; writing one may ask for more."""
        done = 0
        while done < len(self.segments):
            seg = self.segments[done]
            done += 1
            self.proc = seg.proc
            self.types = self.all_types[id(seg.proc)]
            self.put(0, f"def g{seg.number}(S, f, r):", seg.proc.at)
            if seg.live:
                self.put(1, f"_, {', '.join(seg.live)} = f")
            if seg.into is not None:
                self.put(1, f"{seg.into} = r")
            self.function(seg.rest, ())
            if not seg.rest:
                self.lines[-1] = "    return None"
            self.put(0, "")

    # ---- statements

    def block(self, body: tuple[m.St, ...], rest: tuple[m.St, ...], indent: int) -> None:
        """Write `body`; `rest` is what follows it in the whole function."""
        wrote = len(self.lines)
        for i, st in enumerate(body):
            self.statement(st, (*body[i + 1 :], *rest), indent)
        if len(self.lines) == wrote:
            self.put(indent, "pass")

    def tail(self, rest: tuple[m.St, ...], into: str | None, callee: m.Procedure | None) -> bool:
        """Whether a call is the last thing a program does, so that its answer is the program's."""
        proc = self.proc
        assert proc is not None
        if (
            proc.kind == "procedure"
            and proc.id in self.ended
            and not proc.hooks
            and proc.id not in self.layout.scopes
        ):
            return False
        if proc.kind == "hook" and proc.gives != NOTHING:
            return False
        if len(rest) == 1 and isinstance(rest[0], m.ReturnSt):
            value = rest[0].value
            if value is None:
                return proc.gives == NOTHING and (
                    proc.kind != "action" or (callee is not None and callee.gives == NOTHING)
                )
            return isinstance(value, m.Local) and value.name == into
        return not rest and proc.gives == NOTHING and proc.kind != "action"

    def call(
        self,
        code: str,
        rest: tuple[m.St, ...],
        into: str | None,
        indent: int,
        at: Any,
        callee: m.Procedure | None = None,
    ) -> None:
        """Write a call that may wait."""
        if self.tail(rest, into, callee):
            self.put(indent, f"return {code}", at)
            return
        seg = self.segment(rest, into)
        live = "".join(f", {v}" for v in seg.live)
        name = self.named(into) if into is not None else "r"
        self.put(indent, f"{name} = {code}", at)
        self.put(indent, f"if {name} is SUSP:")
        self.put(indent + 1, f"S[WAITING].append(({seg.number}{live}{',' if not live else ''}))")
        self.put(indent + 1, "return SUSP")

    def statement(self, st: m.St, rest: tuple[m.St, ...], indent: int) -> None:
        method = getattr(self, "w_" + type(st).__name__.lower())
        before, self.hoist = self.hoist, indent
        method(st, rest, indent)
        self.hoist = before

    def w_invoke(self, st: m.Invoke, rest: tuple[m.St, ...], indent: int) -> None:
        proc = st.proc
        self.hoist = indent
        if proc.kind == "procedure" and proc.body == () and proc.text is None and st.into is None:
            if not proc.hooks and proc.id not in self.layout.scopes:
                return
            dynamic = [h for h in proc.hooks if not h.always]
            if len(dynamic) == len(proc.hooks) and proc.id not in self.layout.scopes:
                self.put(
                    indent,
                    f"if (S[INDEX] or reindex(S))[{self.layout.entry(f'hook {proc.id}')}] is not None:",
                )
                indent += 1
                self.hoist = indent
        given = st.args
        name = self.entry_name(proc)
        short = self.for_fixed(st)
        if short is not None:
            name, given = short
        args = ", ".join(["S", *(self.ex(a, self.names) for a in given)])
        code = f"{name}({args})"
        if id(proc) in self.suspending:
            self.call(code, rest, st.into, indent, st.at, proc)
        else:
            self.put(indent, f"{self.named(st.into)} = {code}" if st.into else code, st.at)

    def named(self, name: str) -> str:
        """A local by the name it has where it is being written."""
        return self.names.get(name, name)

    def for_fixed(self, st: m.Invoke) -> tuple[str, tuple[m.Ex, ...]] | None:
        """A shorter procedure for a call with fixed arguments, and what it is given; None for none."""
        proc = st.proc
        if (
            proc.body is None or proc.kind != "procedure" or proc.hooks or proc.text is not None
            or id(proc) in self.suspending or proc.id in self.layout.scopes or id(proc) in self.cyclic
        ):  # fmt: skip
            return None
        given = self.fixed(st, proc.body)
        key = (proc.id, *((name, self.ex(a, {})) for name, a in given.items()))
        if given and key not in self.shorter:
            body = pruned(replaced(proc.body, given))
            self.shorter[key] = None
            if len(every(body)) < len(every(proc.body)):
                short = evolve_proc(proc, body, given)
                self.shorter[key] = short
                self.to_write.append((f"p_{safe(proc.id)}_for{len(self.to_write)}", short))
        found = self.shorter[key] if given else None
        if found is None:
            return None
        name = next(name for name, short in self.to_write if short is found)
        return name, tuple(
            a for p, a in zip(self.code_params(proc), st.args, strict=True) if p.name not in given
        )

    def write_shorter(self) -> None:
        """Write the procedures for fixed arguments; writing one may ask for more."""
        done = 0
        while done < len(self.to_write):
            name, proc = self.to_write[done]
            done += 1
            self.program(name, proc)

    def known_at_start(self, proc: m.Procedure) -> Known:
        """Where the cards lie that a program is given."""
        return {}

    def entry_name(self, proc: m.Procedure) -> str:
        if proc.kind == "later":
            return f"later{self.later_numbers[id(proc)]}"
        return f"p_{safe(proc.id)}"

    def w_command(self, st: m.Command, rest: tuple[m.St, ...], indent: int) -> None:
        args = [self.ex(a, self.names) for a in st.args]
        if st.word == "move":
            flags = st.args[2]
            assert isinstance(flags, m.Const)
            bottom, blind = flags.value
            source = f", {args[4]}" if len(args) > 4 else ""
            more = f", {bottom}, {blind}, {args[3]}{source}"
            if source and not (bottom or blind):
                more = f", source={args[4]}" if open_to_all(st.args[1]) else more
            plain = open_to_all(st.args[1]) and not bottom and not source
            card = self.ex(st.args[0].items[0], self.names) if single(st.args[0]) and not source else ""
            if card.isidentifier():
                taken = f"move_one(S, {card}, place_of(S, {card})"
                self.put(indent, f"{taken}, {args[1]}{'' if plain else more})", st.at)
                return
            self.put(indent, f"move(S, {args[0]}, {args[1]}{'' if plain else more})", st.at)
        elif st.word == "put":
            self.put(indent, f"put(S, {', '.join(args)})", st.at)
        elif st.word == "deal":
            # the top card of a pile goes behind those of a player, which teaches nobody anything
            source, target = args
            self.put(indent, f"held = S[{source}]", st.at)
            self.put(indent, "dealt = held[:1]")
            self.put(indent, f"S[{source}] = held[1:]")
            self.put(indent, f"S[{target}] += dealt")
            self.put(indent, f"S[EVENTS].append((MOVE, dealt, {source}, {target}))")
        elif st.word == "move one":
            to, flags = st.args[1:3]
            assert isinstance(flags, m.Const)
            bottom, blind = flags.value
            source = args[4] if len(args) == 5 else f"{args[4]} if {args[0]} in S[{args[4]}] else {args[5]}"
            more = f", {bottom}, {blind}, {args[3]}" if bottom or blind or not open_to_all(to) else ""
            self.put(indent, f"move_one(S, {args[0]}, {source}, {args[1]}{more})", st.at)
        elif st.word == "show":
            self.put(indent, f"show(S, {args[0]}, {args[1]})", st.at)
        elif st.word == "ask":
            name = f"ask_{args[0]}" if args[0].isdigit() else f"ASK[{args[0]}]"
            self.call(f"{name}(S, {args[1]})", rest, st.into, indent, st.at)
        elif st.word == "carry":
            self.call(f"{args[2]}.do(S, {', '.join(args)})", rest, st.into, indent, st.at)
        elif st.word == "show field":
            get = st.args[0]
            assert isinstance(get, m.GetField)
            if get.field.id in self.layout.shown:
                number, slot = self.field_numbers[get.field.id], self.layout.shown[get.field.id]
                self.put(indent, f"show_field(S, {number}, {slot}, {args[1]}, {args[2]})", st.at)
        else:
            code = self.slot_names(st.word.code.format(*self.as_given(st.word, st.args, args)))
            if st.word.suspends:
                self.call(code, rest, st.into, indent, st.at)
            else:
                self.put(indent, f"{self.named(st.into)} = {code}" if st.into else code, st.at)

    def w_setlocal(self, st: m.SetLocal, rest: tuple[m.St, ...], indent: int) -> None:
        self.put(indent, f"{self.named(st.name)} = {self.ex(st.value, self.names)}", st.at)

    def w_setfield(self, st: m.SetField, rest: tuple[m.St, ...], indent: int) -> None:
        field, base, owner = st.field, self.layout.fields[st.field.id], ""
        value = self.ex(st.value, self.names)
        number, own = self.field_numbers[field.id], self.own_turn(field)
        if field.of not in ("game", "player"):
            assert st.owner is not None
            self.put(indent, f"set_field(S, {base}, {self.ex(st.owner, self.names)}, {value})", st.at)
        elif field.of == "player":
            assert st.owner is not None
            owner = self.ex(st.owner, self.names)
            if not self.atomic(owner):
                self.put(indent, f"o = {owner}", st.at)
                owner = "o"
            self.put(indent, f"x = {value}", st.at)
            self.put(indent, f"set_field(S, {base}, {owner}, x)")
            self.put(indent, f"S[EVENTS].append((SET, {number}, {owner}, x))")
            if field.id in self.layout.shown:
                mask = f"1 << {owner}" if field.seen == "owner" else "0"
                self.put(indent, f"set_field(S, {self.layout.shown[field.id]}, {owner}, {mask})")
        else:
            if own is not None:
                self.put(indent, f"old = S[{base}]")
            self.put(indent, f"S[{base}] = x = {value}" if own is not None else f"S[{base}] = {value}", st.at)
        self.outdate(field, own, owner, indent)

    def outdate(self, field: m.Field, own: list[m.Modifier] | None, owner: str, indent: int) -> None:
        """The lines that put the index out of date where a field that has changed decides what is at work."""
        key = f"field {field.id}"
        outdating = f"outdate(S, {owner})" if field.id in self.of_owner else "S[INDEX] = S[OUTDATED] = None"
        if own is not None and all(map(of_cards_alone, own)):
            outdating = "outdate(S, ALL_CARDS)"
        if key in self.structure:
            self.put(indent, outdating)
        elif key in self.loose:
            slots = [self.layout.entry(f"stat {id}") for id in sorted(self.loose[key])]
            at_work = " or ".join(f"index[{slot}] is not None" for slot in slots)
            at_work = f"({at_work})" if len(slots) > 1 else at_work
            if own is not None:
                codes = "".join(f"m{self.modifier_numbers[id(x)]}, " for x in own)
                at_work += f" and concerned(index[{slots[0]}], ({codes}), old, x)"
            self.put(indent, "if (index := S[INDEX]) is None: S[OUTDATED] = None")
            self.put(indent, f"elif {at_work}: {outdating}")

    def own_turn(self, field: m.Field) -> list[m.Modifier] | None:
        """The modifiers that decide what is at work by whether a field of the game is their own player.

        None where a field has more of a say, or none. Only those two players' modifiers then mind a change.
        """
        deciders = self.loose.get(f"field {field.id}", ())
        if field.of != "game" or len(deciders) != 1:
            return None
        if self.chain_form(self.model.stats[next(iter(deciders))])[0] != "all":
            return None
        return asking_for_self(self.model, f"field {field.id}")

    def w_ifst(self, st: m.IfSt, rest: tuple[m.St, ...], indent: int) -> None:
        if not st.then and not st.otherwise:
            return
        cond = self.ex(st.cond, self.names)
        if st.then:
            self.put(indent, f"if {cond}:", st.at)
            self.block(st.then, rest, indent + 1)
            if st.otherwise:
                self.put(indent, "else:")
                self.block(st.otherwise, rest, indent + 1)
        else:
            self.put(indent, f"if not {cond}:", st.at)
            self.block(st.otherwise, rest, indent + 1)

    def w_phasest(self, st: m.PhaseSt, rest: tuple[m.St, ...], indent: int) -> None:
        self.put(
            indent, f"if S[{self.layout.slots.names['SKIP']}] is None or arrived(S, {st.name!r}):", st.at
        )
        self.block(st.body, rest, indent + 1)

    def w_whilest(self, st: m.WhileSt, rest: tuple[m.St, ...], indent: int) -> None:
        cond = self.at_indent(None, st.cond, self.names)
        simple = not st.before and cond != "True"
        self.put(indent, f"while {cond}:" if simple else "while True:", st.at)
        self.count_step(indent + 1, st.at)
        if st.before:
            if any(map(self.waits, st.before)):
                again = self.again.get(id(st))
                if again is None:
                    again = self.again[id(st)] = m.IfSt(st.cond, (*st.body, st), at=st.at)
                self.block(st.before, (again, *rest), indent + 1)
            else:
                self.block(st.before, rest, indent + 1)
        if not simple and cond != "True":
            self.put(indent + 1, f"if not {cond}: break", st.at)
        self.looping += 1
        self.block(st.body, (st, *rest), indent + 1)
        self.looping -= 1

    def w_forst(self, st: m.ForSt, rest: tuple[m.St, ...], indent: int) -> None:
        members = self.ex(st.list, self.names)
        if self.looping:
            # a loop in a loop: what it goes through counts, so that loops in loops cannot go on for ever
            self.put(indent, f"members = {members}", st.at)
            self.put(indent, "S[STEPS] -= len(members)")
            self.put(indent, "if S[STEPS] < 0: over_budget(S)", st.at)
            members = "members"
        self.put(indent, f"for {self.named(st.name)} in {members}:", st.at)
        self.looping += 1
        self.block(st.body, rest, indent + 1)
        self.looping -= 1

    def w_choosest(self, st: m.ChooseSt, rest: tuple[m.St, ...], indent: int) -> None:
        assert self.proc is not None
        site = len(self.sites)
        known, _ = self.site_of.setdefault(id(st), (site, st))
        if known == site:
            blanks = tuple((name, str(ex.type)) for name, ex in st.blanks)
            self.sites.append((st.text, st.at, self.proc_numbers.get(id(self.proc), -1), blanks))
        asked = "".join(f", {self.ex(ex, self.names)}" for _, ex in st.blanks)
        hidden = self.ex(st.hidden, self.names) if st.hidden is not None else "()"
        code = (
            f"choose(S, {self.ex(st.who, self.names)}, {str(st.member)!r}, "
            f"{self.ex(st.list, self.names)}, {hidden}, "
            f"{st.optional}, {f'({known}{asked})' if asked else known})"
        )
        self.call(code, rest, st.into, indent, st.at)

    def w_returnst(self, st: m.ReturnSt, rest: tuple[m.St, ...], indent: int) -> None:
        assert self.proc is not None
        if st.value is None:
            empty = "()" if self.proc.gives.name == "list" else "None"
            self.put(indent, "return True" if self.proc.kind == "action" else f"return {empty}", st.at)
        else:
            self.put(indent, f"return {self.ex(st.value, self.names)}", st.at)

    def w_failst(self, st: m.FailSt, rest: tuple[m.St, ...], indent: int) -> None:
        self.put(indent, "return False", st.at)

    def w_endst(self, st: m.EndSt, rest: tuple[m.St, ...], indent: int) -> None:
        assert self.proc is not None
        if self.proc.kind == "procedure" and self.proc.id == st.what:
            self.put(indent, "return None", st.at)
            return
        what = self.end_target(st.what)
        if self.proc.kind == "hook" and self.hook_targets.get(id(self.proc)) == st.what:
            self.put(indent, f"S[ENDING] = {what}", st.at)
            self.put(indent, "return SUSP")
        else:
            self.put(indent, f"if S[{self.layout.scopes[st.what]}] is not None:", st.at)
            self.put(indent + 1, f"S[ENDING] = {what}")
            self.put(indent + 1, "return SUSP")

    def end_target(self, what: str) -> str:
        if what in self.model.procedures:
            return str(self.proc_numbers[id(self.model.procedures[what])])
        return repr(what)

    def w_proceedst(self, st: m.ProceedSt, rest: tuple[m.St, ...], indent: int) -> None:
        assert self.proc is not None
        self.call("proceed(S, ctx)", rest, "proceeded", indent, st.at)

    def w_laterst(self, st: m.LaterSt, rest: tuple[m.St, ...], indent: int) -> None:
        slot = self.layout.scopes[st.what]
        args = [self.ex(a, self.names) for a in st.args]
        number = self.later_numbers[id(st.run)]
        self.put(indent, f"if S[{slot}] is None:", st.at)
        now = f"later{number}({', '.join(['S', *args])})"
        if self.waits(st):
            self.call(now, rest, None, indent + 1, st.at)
        else:
            self.put(indent + 1, now, st.at)
        self.put(
            indent,
            f"else: S[{slot}] += (({number}{''.join(', ' + a for a in args)}{',' if not args else ''}),)",
        )
