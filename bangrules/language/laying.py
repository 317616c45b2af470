"""Which cards programs put where cards are in force."""

from __future__ import annotations

from typing import Any

from bangrules.language import model as m
from bangrules.language.emit_flow import every
from bangrules.language.types import EVENT, NOTHING

__all__ = ["cards_laid"]

PICKING = ("any", "distinct", "item", "leading", "random", "shuffled")
"""Words that answer with members of their first argument."""

Place = tuple[m.Procedure, m.Ex]
"""An expression, and the program that it stands in."""


def cards_laid(model: m.Model) -> set[m.Definition] | None:
    """The cards that may come to lie in a zone in force; None if that may be any.

    Whatever is moved there is followed to where it comes from: through names, parameters and zones to the
    cards whose programs say `this`, or to the events. Where that can't be told, it may be any card.
    """
    return Laying(model).found()


class Laying:
    """Follows cards back to where they come from."""

    def __init__(self, model: m.Model) -> None:
        self.model = model
        self.todo: list[Place] = []
        self.laid: set[m.Definition] = set()
        self.any = False
        self.seen: set[tuple[int, str]] = set()
        self.zones: set[str] = set()
        self.calls: dict[int, list[tuple[m.Procedure, tuple[m.Ex, ...]]]] = {}
        self.owners: dict[int, list[m.Definition]] = {}  # by program: whose `this` it speaks of
        self.hooked: dict[int, m.Procedure] = {}
        self.bodies = [(program, every(program.body or ())) for program in model.programs]
        for program, body in self.bodies:
            for st in body:
                if isinstance(st, m.Invoke):
                    self.calls.setdefault(id(st.proc), []).append((program, st.args))
                elif isinstance(st, m.LaterSt):
                    self.calls.setdefault(id(st.run), []).append((program, st.args))
        for definition in model.definitions:
            for action in definition.actions:
                if action.run is not None:
                    self.owners.setdefault(id(action.run), []).append(definition)
            for hook in definition.hooks:
                self.owners.setdefault(id(hook.run), []).append(definition)
        for proc in model.procedures.values():
            for hook in proc.hooks:
                self.hooked[id(hook.run)] = proc

    def found(self) -> set[m.Definition] | None:
        """The cards, or None for any."""
        for program, body in self.bodies:
            for st in body:
                if isinstance(st, m.Command) and st.word == "move" and may_be_in_force(st.args[1]):
                    self.todo.append((program, st.args[0]))
        while self.todo and not self.any:
            self.follow(*self.todo.pop())
        return None if self.any else self.laid

    def follow(self, program: m.Procedure, ex: m.Ex) -> None:
        """Add the cards that an expression may stand for, or what is to be followed instead."""
        if (ex.type.of or ex.type).plain == EVENT:
            return
        if isinstance(ex, m.Local):
            self.local(program, ex)
        elif isinstance(ex, m.FilterList):
            self.todo.append((program, ex.list))
        elif isinstance(ex, m.ListEx):
            self.todo += [(program, item) for item in ex.items]
        elif isinstance(ex, m.Op) and ex.op in ("join", "without"):
            self.todo.append((program, ex.left))
            if ex.op == "join":
                self.todo.append((program, ex.right))
        elif isinstance(ex, m.UseWord) and ex.word.id in PICKING:
            self.todo.append((program, ex.args[0]))
        elif isinstance(ex, m.MapList) and ex.flat:
            self.todo.append((program, ex.value))
        elif isinstance(ex, m.ReadZone) and isinstance(ex.place, m.ZoneRef):
            self.lying(ex.place.zone)
        elif not (isinstance(ex, m.Const) and ex.value in (None, ())):
            self.any = True

    def lying(self, zone: m.Zone) -> None:
        """What lies in a zone: in force, it is followed itself; elsewhere, what is moved there."""
        if zone.force or zone.id in self.zones:
            return
        self.zones.add(zone.id)
        moved = [
            (program, st.args)
            for program, body in self.bodies
            for st in body
            if isinstance(st, m.Command) and st.word == "move"
        ]
        into = [
            (program, what)
            for program, (what, place, *_) in moved
            if not isinstance(place, m.ZoneRef) or place.zone is zone
        ]
        self.todo += into
        self.any = self.any or not into  # it is filled where no program says so

    def local(self, program: m.Procedure, ex: m.Local) -> None:
        """A name: what is given to it."""
        if isinstance(ex.name, m.Inline):
            self.todo.append((program, ex.name.value))
            return
        if (id(program), ex.name) in self.seen:
            return
        self.seen.add((id(program), ex.name))
        if ex.name == "this" and id(program) in self.owners:
            for definition in self.owners[id(program)]:
                self.put(definition)
            return
        names = [p.code for p in program.params] if program.kind == "procedure" else []
        given = self.hooked.get(id(program))
        if program.kind == "later":
            names = [p.name for p in program.params]
            given = None
        known = False
        if given is not None and ex.name in [p.code for p in given.params]:
            known = given.body is not None  # what the engine runs, it runs with any card
            self.todo.append((given, ex))
        elif ex.name in names:
            i = names.index(ex.name)
            known = program.body is not None
            self.todo += [(caller, args[i]) for caller, args in self.calls.get(id(program), ())]
        for st in every(program.body or ()):
            values = assigned(st, ex.name)
            known = known or bool(values)
            self.todo += [(program, value) for value in values]
        self.any = self.any or not known

    def put(self, definition: m.Definition) -> None:
        """A card that is put in force by its own program, and all that may be used as it."""
        self.laid.add(definition)
        for use in self.model.uses:
            if use.form is definition and isinstance(use.what, m.IsKind):
                self.laid.update(use.what.definitions)
            elif use.form is definition:
                self.any = True


def assigned(st: m.St, name: str) -> list[m.Ex]:
    """What a statement gives to a name; something that may be any card where that can't be told."""
    if isinstance(st, m.SetLocal) and st.name == name:
        return [st.value]
    if isinstance(st, m.ForSt) and st.name == name:
        return [st.list]
    if isinstance(st, m.ChooseSt) and st.into == name:
        return [st.list, *([st.hidden] if st.hidden is not None else [])]
    if isinstance(st, m.Command) and st.into == name:
        return [st.args[0]] if getattr(st.word, "id", None) in PICKING else [ANY_CARD]
    if isinstance(st, m.Invoke | m.ProceedSt) and st.into == name:
        return [ANY_CARD]
    return []


def may_be_in_force(place: Any) -> bool:
    return not isinstance(place, m.ZoneRef) or place.zone.force


ANY_CARD = m.Const("any card", type=NOTHING)
"""Stands for what can't be followed."""
