"""From parsed packs to the checked model: every declaration of every pack, all findings at once."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.abilities import Abilities
from bangrules.language.expressions import face_mask
from bangrules.language.names import CheckFailed, Env, PackFiles, describe
from bangrules.language.types import (
    ABILITY, CARD, CARDS, NOTHING, NUMBER, PLAYER, RANK, SOURCE, SUIT, THING, WINDOW, YESNO, Type, list_of,
)  # fmt: skip

# what the engine calls in the rules, with the parameters it gives: see `docs/language`
ENGINE_PROCEDURES = {
    "act": ((m.Param("p", PLAYER), m.Param("c", CARD.maybe), m.Param("w", WINDOW)), YESNO),
    "affect": (
        (m.Param("target", THING.maybe), m.Param("author", PLAYER), m.Param("cards", CARDS)), YESNO,
    ),
}  # fmt: skip
ASKED_BY_ENGINE: dict[str, tuple[tuple[Type, ...], Type]] = {
    "in_force": ((SOURCE,), YESNO),
    "abilities": ((PLAYER,), list_of(ABILITY)),
    "allowed": ((PLAYER, CARD, WINDOW), YESNO),
    "may_pass": ((PLAYER, WINDOW), YESNO),
    "suit": ((CARD,), SUIT),
    "rank": ((CARD,), RANK),
}
CALLED_BY_ENGINE: dict[str, tuple[Type, ...]] = {"pay": (PLAYER, CARDS)}


class Checker(Abilities):
    """Checks the packs given and holds the finished `model`."""

    def run(self) -> m.Model:
        """Check everything; findings are in the sink."""
        self.asking: list[str] = []
        self.shared: dict[tuple[int, tuple[int, ...], int], m.Action | None] = {}
        self.collect()
        self.start_declarations()
        for id, (params, gives) in ENGINE_PROCEDURES.items():
            self.model.procedures[id] = m.Procedure(id, params, gives)
        for pack in self.packs:
            for file in pack.files:
                for decl in file.decls:
                    if isinstance(decl, s.RolesDecl):
                        self.guard(self.role_table, decl, pack)
                    elif isinstance(decl, s.CopiesMore):
                        self.guard(self.more_copies, decl, pack)
        for definition in self.model.definitions:
            self.guard(self.definition_facts, definition)
        for stat in self.model.stats.values():
            self.guard(self.stat_type, stat)
        for id in self.proc_syntax:
            self.guard(self.procedure_body, id)
        self.engine_contract()
        place = 0
        for pack in self.packs:
            for file in pack.files:
                for decl in file.decls:
                    place += 1
                    if isinstance(decl, s.Hook):
                        hook = self.guard(self.hook, decl, pack.id, None, place)
                        if hook is not None:
                            self.model.hooks.append(hook)
                    elif isinstance(decl, s.Modify):
                        modifier = self.guard(self.modifier, decl, pack.id, None, place)
                        if modifier is not None:
                            self.model.modifiers.append(modifier)
        for definition in self.model.definitions:
            place = self.definition_items(definition, place)
        for i, definition in enumerate(self.model.definitions):
            definition.index = i
        return self.model

    # ---- declarations of the game

    def start_declarations(self) -> None:
        for pack in self.packs:
            for file in pack.files:
                for decl in file.decls:
                    if isinstance(decl, s.StartDecl):
                        for id in (decl.proc, decl.within, decl.after):
                            if id is not None and id not in self.model.procedures:
                                self.guard(self.unknown, "procedure", id, decl.at, self.model.procedures)
                        if decl.within is None:
                            self.model.given = decl
                        else:
                            self.model.start = decl
                            self.model.scopes.add(decl.within)

    def role_table(self, decl: s.RolesDecl, pack: PackFiles) -> None:
        rows = []
        for id, n in decl.counts:
            rows.append((self.find_def(s.Name(id, at=decl.at), pack.id, "role"), n))
        total = sum(n for _, n in rows)
        if total != decl.seats:
            self.fail("E0404", decl.at, f"the table for {decl.seats} players has {total} roles")
        if pack.named:
            if decl.seats in self.model.roles:
                self.fail("E0202", decl.at, f"a role table for {decl.seats} players is there already")
            self.model.roles[decl.seats] = tuple(rows)

    def more_copies(self, decl: s.CopiesMore, pack: PackFiles) -> None:
        definition = self.find_def(decl.card, pack.id, "card")
        if pack.named:
            self.add_faces(definition, decl.faces, pack.id)

    def add_faces(self, definition: m.Definition, faces: tuple[s.Expr, ...], pack: str) -> None:
        for face in faces:
            mask = face_mask(face)
            if mask is None or isinstance(face, s.Suit):
                self.error("E0405", face.at, "a copy is a face, as 9♠, or a run of faces, as 2♠..9♠")
                continue
            if isinstance(face, s.Faces) and face.first.suit != face.last.suit:
                self.error("E0405", face.at, "a run of faces stays within one suit")
                continue
            if not mask:
                self.error("E0405", face.at, "this run of faces is empty: its first rank is above its last")
            for suit in range(4):
                for rank in range(2, 15):
                    if mask >> (16 * suit + rank) & 1:
                        definition.faces.append((rank, "♠♥♦♣"[suit], pack, face.at))

    def definition_facts(self, definition: m.Definition) -> None:
        """Name, number, border, inherited items and copies of a definition."""
        decl = definition.syntax
        line = definition.ancestors()
        if line[-1].like is not None:
            self.fail("E0406", decl.at, f"`{definition.id}` is like itself")
        for other in line[1:]:
            if other.kind != definition.kind:
                self.fail("E0206", decl.at, f"a {definition.kind} cannot be like a {other.kind}")
        for d in line:
            definition.name = definition.name or d.syntax.name or ""
            definition.number = d.syntax.number if definition.number is None else definition.number
            definition.border = definition.border or d.border
            definition.text = definition.text or d.syntax.text
            definition.last = definition.last or d.syntax.last
        definition.name = definition.name or definition.id.replace("_", " ").title()
        if definition.kind == "character" and definition.number is None:
            self.error("E0407", decl.at, f"character `{definition.id}` has no life", "write `life 4` behind the name")
        if definition.kind == "card" and definition.border is None:
            borders = [d.id for d in self.model.definitions if d.kind == "border"]
            self.error("E0407", decl.at, f"card `{definition.id}` has no border", f"one of {', '.join(borders)}")
        for d in reversed(line):
            for border in reversed(self.borders_of(d) if d is definition or d.border is not definition.border else []):
                definition.items += [(item, border) for item in border.syntax.items]
            definition.items += [(item, d) for item in d.syntax.items if not isinstance(item, s.Copies)]
        pack = self.model.packs[definition.pack]
        if pack.named:
            own = [i for i in decl.items if isinstance(i, s.Copies)]
            if not own and definition.like is not None:
                own = [i for d in line[1:] for i in d.syntax.items if isinstance(i, s.Copies)]
            for item in own:
                self.add_faces(definition, item.faces, definition.pack)

    # ---- programs

    def stat_type(self, stat: m.Stat) -> Type:
        """The type of a stat, checking its base on the way."""
        if stat.base is not None:
            return stat.type
        decl, pack = self.stat_syntax[stat.id]
        if stat.id in self.asking:
            circle = " -> ".join([*self.asking[self.asking.index(stat.id) :], stat.id])
            self.fail("E0311", decl.at, f"stats ask each other in a circle: {circle}")
        self.asking.append(stat.id)
        try:
            env = Env(pack)
            for p in stat.params:
                env.vars[p.name] = (f"a_{p.name}", p.type)
            base = self.expr(decl.base, env, stat.type)
            if base.type.name == "zone":
                base = self.convert(base, CARDS, decl.at)
            stat.type = stat.type or base.type
            if decl.bound is not None:
                self.must_be_number(stat, stat.type, decl.at)
                stat.bound = (decl.bound[0], self.expr(decl.bound[1], env, NUMBER))
            stat.base = base
        except CheckFailed:
            stat.type = stat.type or Type("any")
            stat.base = m.Const(None, type=stat.type)
            raise
        finally:
            self.asking.pop()
        return stat.type

    def procedure_body(self, id: str) -> None:
        decl, pack = self.proc_syntax[id]
        proc = self.model.procedures[id]
        env = Env(pack, proc=proc)
        for p in proc.params:
            env.vars[p.name] = (f"a_{p.name.rstrip('!')}", p.type)
        phases = self.model.start is not None and self.model.start.within == id
        body = self.block(decl.body, env)
        if phases:
            body = tuple(
                m.PhaseSt(st.proc.id, (st,), at=st.at) if isinstance(st, m.Invoke) and st.into is None else st
                for st in body
            )
        if proc.gives != NOTHING and not proc.gives.optional and proc.gives.name != "list" and not leaves(body):
            self.error("E0309", proc.at, f"`{id}` can end without answering {describe(proc.gives)}")
        proc.body = body
        self.model.programs.append(proc)

    def definition_items(self, definition: m.Definition, place: int) -> int:
        """Hooks, modifiers and actions of one definition."""
        if definition.kind == "border":
            return place
        items = definition.items
        each = [(i, d) for i, d in items if isinstance(i, s.Each)]
        # of all the ways to be played only the nearest counts: a card's own, else that of its border
        plays = [d for i, d in items if isinstance(i, s.Action) and i.verb == "play"]
        nearest = next((d for d in reversed(plays) if d.kind != "border"), plays[-1] if plays else None)
        for item, stands_in in items:
            place += 1
            pack = stands_in.pack
            if isinstance(item, s.Hook):
                hook = self.guard(self.hook, item, pack, definition, place)
                if hook is not None:
                    definition.hooks.append(hook)
            elif isinstance(item, s.Modify):
                modifier = self.guard(self.modifier, item, pack, definition, place)
                if modifier is not None:
                    definition.modifiers.append(modifier)
            elif isinstance(item, s.Action):
                if item.verb == "play" and stands_in.kind == "border" and stands_in is not nearest:
                    continue
                clauses = tuple(c for e, _ in each if e.verb == item.verb for c in e.clauses)
                # what a border gives to all its cards is one action, not one for each card
                key = (id(item), tuple(map(id, clauses)), id(definition) * (stands_in.kind != "border"))
                if key not in self.shared:
                    self.shared[key] = self.guard(self.action, item, stands_in, definition, clauses, pack)
                if self.shared[key] is not None:
                    definition.actions.append(self.shared[key])
            elif isinstance(item, s.UseAs):
                use = self.guard(self.use_as, item, definition, pack)
                if use is not None:
                    definition.uses.append(use)
        return place

    def engine_contract(self) -> None:
        """Stats and procedures that the engine asks for must have the right shape."""
        for id, (params, type_) in ASKED_BY_ENGINE.items():
            stat = self.model.stats.get(id)
            if stat is not None and (tuple(p.type for p in stat.params) != params or stat.type != type_):
                words = ", ".join(str(p) for p in params)
                self.error("E0312", stat.at, f"the engine asks `{id}({words})` and expects {describe(type_)}")
        for id, params in CALLED_BY_ENGINE.items():
            proc = self.model.procedures.get(id)
            if proc is not None and tuple(p.type for p in proc.params) != params:
                self.error("E0312", proc.at, f"the engine calls `{id}({', '.join(str(p) for p in params)})`")


def leaves(body: tuple[m.St, ...]) -> bool:
    """Whether every way through a block ends in a `return`."""
    for st in body:
        if isinstance(st, m.ReturnSt | m.FailSt):
            return True
        if isinstance(st, m.IfSt) and st.otherwise and leaves(st.then) and leaves(st.otherwise):
            return True
        if isinstance(st, m.WhileSt) and isinstance(st.cond, m.Const):
            return True
    return False
