"""From parsed packs to the checked model: every declaration of every pack, all findings at once."""

from __future__ import annotations

from typing import Any

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.abilities import TRUE
from bangrules.language.circles import Circles, parts_of, parts_of_check
from bangrules.language.clauses import Clauses
from bangrules.language.drift import tell
from bangrules.language.flow import extent, falls, roots, walk
from bangrules.language.idle import Idle
from bangrules.language.looks import Looks
from bangrules.language.names import CheckFailed, Env, describe, named_at
from bangrules.language.phrases import Phrases
from bangrules.language.sight import Sight
from bangrules.language.types import (
    ABILITY,
    CARD,
    CARDS,
    NONE,
    NOTHING,
    NUMBER,
    PLAYER,
    RANK,
    SOURCE,
    SUIT,
    THING,
    UNKNOWN,
    WINDOW,
    YESNO,
    ZONE,
    Type,
    list_of,
)
from bangrules.language.wording import Wording

__all__ = ["ASKED_BY_ENGINE", "CALLED_BY_ENGINE", "ENGINE_PROCEDURES", "Checker"]

ENGINE_PROCEDURES = {
    "act": ((m.Param("p", PLAYER), m.Param("c", CARD.maybe), m.Param("w", WINDOW)), YESNO),
    "affect": (
        (m.Param("target", THING), m.Param("author", PLAYER), m.Param("cards", CARDS)), YESNO,
    ),
}  # fmt: skip
"""What the engine runs itself, for rules to hook."""
ASKED_BY_ENGINE: dict[str, tuple[tuple[Type, ...], Type]] = {
    "in_force": ((SOURCE,), YESNO),
    "abilities": ((PLAYER,), list_of(ABILITY)),
    "allowed": ((PLAYER, CARD, WINDOW), YESNO),
    "may_pass": ((PLAYER, WINDOW), YESNO),
    "suit": ((CARD,), SUIT),
    "rank": ((CARD,), RANK),
    "outlook": ((PLAYER,), NUMBER),
}
"""Stats that the engine asks where packs declare them: parameters and answer."""
CALLED_BY_ENGINE: dict[str, tuple[Type, ...]] = {"pay": (PLAYER, CARDS, CARD.maybe)}
"""Procedures that the engine calls where packs declare them."""

PASSING = (
    m.AskStat, m.During, m.GetField, m.Matches, m.ReadZone, m.Shown, m.ZoneRef,
)  # fmt: skip
"""What may be answered otherwise later in the game."""

LARGEST, DEEPEST = 2_000, 40
"""How many parts an expression may have, and how many of them in each other."""


class Checker(Clauses):
    """Checks the packs given and holds the finished `model`."""

    def run(self) -> m.Model:
        """Check everything; findings are in the sink."""
        self.asking: list[str] = []
        self.shared: dict[tuple[int, tuple[int, ...], int], m.Action | None] = {}
        self.collect()
        for pack, decl in self.declarations(s.StartDecl):
            self.guard(self.start, decl, pack.id)
        for id, (params, gives) in ENGINE_PROCEDURES.items():
            self.model.procedures[id] = m.Procedure(id, params, gives)
        Phrases(self).check()
        for definition in self.model.definitions:
            self.guard(self.definition_facts, definition)
        for pack, decl in self.declarations(s.RolesDecl):
            self.guard(self.role_table, decl, pack)
        for pack, decl in self.declarations(s.CopiesMore):
            self.guard(self.more_copies, decl, pack)
        for stat in self.model.stats.values():
            self.guard(self.stat_base, stat)
            self.check_defaults("stat", stat.id, stat.params)
        self.engine_contract()
        for id, proc in self.model.procedures.items():
            self.check_defaults("procedure", id, proc.params)
        for id in self.proc_syntax:
            self.guard(self.procedure_body, id)
        place = self.rules()
        for definition in self.model.definitions:
            place = self.definition_items(definition, place)
        for i, definition in enumerate(self.model.definitions):
            definition.index = i
            self.like_what_is_left(definition)
        self.after_all()
        return self.model

    def like_what_is_left(self, definition: m.Definition) -> None:
        """What something is like may be gone: what stands there counts, or what that was like."""
        seen: list[m.Definition] = []
        while (old := definition.like) is not None and old not in self.model.definitions:
            seen.append(old)
            new = self.replaced.get(old)
            if new is definition:
                definition.like_id = definition.like_id or old.full_id
            found = old.like if new is None or new is definition else new
            definition.like = None if found in seen else found

    # ---- declarations of the game

    def start(self, decl: s.StartDecl, pack: str) -> None:
        """Where play begins: anew, or from a given table."""
        model = self.model
        what = "start" if decl.within is None else "start ... in"
        if not self.claim("start", what, what, decl.at, pack):
            return
        for id, params in ((decl.proc, () if decl.within is None else (PLAYER,)), (decl.after, ())):
            if id is None:
                continue
            proc = model.procedures.get(id)
            if proc is None:
                self.unknown("procedure", id, self.word_at(id, decl.at), model.procedures)
            self.reach("procedure", id, pack, self.word_at(id, decl.at))
            if tuple(p.type for p in proc.params) != params:
                needs = "no parameters" if not params else "one parameter, a player"
                self.fail(
                    "E0312",
                    decl.at,
                    f"the engine runs `{id}` with {needs}",
                    None,
                    ((proc.at, "declared here"),),
                )
        if decl.within is None:
            model.given = decl
            return
        within = model.procedures.get(decl.within)
        if within is None:
            self.unknown("procedure", decl.within, self.word_at(decl.within, decl.at), model.procedures)
        if not within.params or within.params[0].type != PLAYER:
            self.fail(
                "E0312",
                decl.at,
                f"the turn `{decl.within}` begins with whose it is: its first parameter is a player",
                None,
                ((within.at, "declared here"),),
            )
        model.start = decl
        model.scopes.add(decl.within)

    def rules(self) -> int:
        """Hooks and modifiers that belong to no definition."""
        place = 0
        for pack in self.packs:
            for file in pack.files:
                for decl in file.decls:
                    place += 1
                    if isinstance(decl, s.Proviso):
                        self.proviso(decl, pack.id, place)
                        place += len(decl.rules)
                    else:
                        self.rule(decl, pack.id, place)
        return place

    def rule(self, decl: s.Decl, pack: str, place: int) -> m.Hook | m.Modifier | None:
        """A hook or modifier that belongs to no definition; None where it is something else, or wrong."""
        if isinstance(decl, s.Hook):
            hook: m.Hook | None = self.guard(self.hook, decl, pack, None, None, place)
            if hook is not None:
                self.model.hooks.append(hook)
            return hook
        if isinstance(decl, s.Modify):
            modifier: m.Modifier | None = self.guard(self.modifier, decl, pack, None, None, place)
            if modifier is not None:
                self.model.modifiers.append(modifier)
            return modifier
        return None

    def proviso(self, decl: s.Proviso, pack: str, place: int) -> None:
        """Rules for the tables of which a condition holds."""
        cond = self.guard(self.condition, decl.cond, Env(pack))
        made = m.Proviso(cond or TRUE, decl.at, len(self.model.provisos))
        for ex in walk(cond) if cond is not None else ():
            reads = {part for part in (ex,) if isinstance(part, PASSING)}
            if reads or (isinstance(ex, m.UseWord) and ex.word.reads):
                self.error(
                    "E0411",
                    ex.at,
                    "this may change while the game goes on, and rules are chosen when it begins",
                    "ask only how many play, as `count(everyone) is 3`, and the options; "
                    "for anything else write an `if` in each rule",
                )
                break
        for i, rule in enumerate(decl.rules):
            found = self.rule(rule, pack, place + i)
            if found is not None:
                found.proviso = made
            if isinstance(found, m.Hook):
                made.hooks.append(found)
            elif isinstance(found, m.Modifier):
                made.modifiers.append(found)
        if cond is not None:
            self.model.provisos.append(made)

    # ---- programs

    def stat_type(self, stat: m.Stat) -> Type:
        if stat.type == UNKNOWN:
            self.stat_base(stat)
        if stat.type == UNKNOWN:
            raise CheckFailed  # what is wrong with it is reported
        return stat.type

    def stat_base(self, stat: m.Stat) -> None:
        """Check what a stat answers; without `gives`, that is its type."""
        if stat.base is not None:
            return
        decl, pack = self.stat_syntax[stat.id]
        quiet, self.quiet = self.quiet, 0
        if stat.id in self.asking:
            self.quiet = quiet
            path = self.asking[self.asking.index(stat.id) :]
            circle = " -> ".join([*path, stat.id])
            self.fail(
                "E0311",
                named_at(decl),
                f"stats ask each other in a circle: {circle}"
                if len(path) > 1
                else f"stat `{stat.id}` asks itself",
                "let one of them ask something else" if len(path) > 1 else "let it ask something else",
                tuple(
                    (
                        named_at(self.stat_syntax[id][0]),
                        f"asked by `{stat.id}`" if id == path[1] else "asked then",
                    )
                    for id in path[1:]
                ),
            )
        self.asking.append(stat.id)
        try:
            env = Env(pack)
            env.take(stat.params)
            base = self.expr(decl.base, env, None if stat.type == UNKNOWN else stat.type)
            if base.type == ZONE:
                base = self.convert(base, CARDS, decl.base.at)
            if base.type == NOTHING or (base.type == NONE and not stat.type.optional):
                self.fail(
                    "E0301",
                    decl.base.at,
                    "nothing tells of what type this is",
                    f"write it: `stat {decl.id}{'(...)' if decl.params else ''} gives player?: ...`",
                )
            if stat.type == UNKNOWN:
                stat.type = base.type.plain if isinstance(base, m.DefConst) else base.type
            if decl.bound is not None:
                self.must_be_number(stat, stat.type, decl.bound[1].at)
                stat.bound = (decl.bound[0], self.expr(decl.bound[1], env, NUMBER))
            stat.base = base
        except CheckFailed:
            stat.base = m.Const(None, type=stat.type)
            raise
        finally:
            self.asking.pop()
            self.quiet = quiet

    def procedure_body(self, id: str) -> None:
        """The program of a procedure."""
        decl, pack = self.proc_syntax[id]
        proc = self.model.procedures[id]
        env = Env(pack, proc=proc)
        env.take(proc.params)
        body = self.block(decl.body, env)
        if self.model.start is not None and self.model.start.within == id:
            body = tuple(
                m.PhaseSt(st.proc.id, (st,), at=st.at) if isinstance(st, m.Invoke) and st.into is None else st
                for st in body
            )
        if not decl.broken:
            self.unread(env)
            open_end = proc.gives != NOTHING and not proc.gives.optional and falls(body, frozenset((id,)))
            if open_end and not env.faulty:
                self.error(
                    "E0309",
                    named_at(decl),
                    f"`{id}` can end without answering {describe(proc.gives)}",
                    "end every way with `return`",
                )
        proc.body = body
        self.model.programs.append(proc)

    def definition_items(self, definition: m.Definition, place: int) -> int:
        """Hooks, modifiers and actions of one definition."""
        if definition.kind == "border":
            self.border_items(definition)
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
                hook = self.guard(self.hook, item, pack, stands_in, definition, place)
                if hook is not None:
                    definition.hooks.append(hook)
            elif isinstance(item, s.Modify):
                modifier = self.guard(self.modifier, item, pack, stands_in, definition, place)
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
                made = self.shared[key]
                if made is not None:
                    definition.actions.append(made)
            elif isinstance(item, s.UseAs):
                use = self.guard(self.use_as, item, stands_in, definition, pack)
                if use is not None:
                    definition.uses.append(use)
        return place

    def border_items(self, border: m.Definition) -> None:
        """Check what stands in a border and no card has; of all else the cards' checks tell."""
        cards = [d for d in self.model.definitions if d.kind == "card" and border in self.borders_of(d)]
        if cards:
            verbs = {i.verb for card in cards for i, _ in card.items if isinstance(i, s.Action)}
            for item in border.syntax.items:
                if isinstance(item, s.Each) and item.verb not in verbs:
                    self.each_clauses(item, border)
            return
        model = self.model
        for item in border.syntax.items:
            hooks = {p: len(p.hooks) for p in model.procedures.values()}
            modifiers = {x: len(x.modifiers) for x in model.stats.values()}
            counts = [(rows, len(rows)) for rows in (model.programs, model.actions, model.uses)]
            if isinstance(item, s.Hook):
                self.guard(self.hook, item, border.pack, border, border, 0)
            elif isinstance(item, s.Modify):
                self.guard(self.modifier, item, border.pack, border, border, 0)
            elif isinstance(item, s.Action):
                self.guard(self.action, item, border, border, (), border.pack)
            elif isinstance(item, s.UseAs):
                self.guard(self.use_as, item, border, border, border.pack)
            elif isinstance(item, s.Each):
                self.each_clauses(item, border)
            for proc, n in hooks.items():
                del proc.hooks[n:]
            for stat, n in modifiers.items():
                del stat.modifiers[n:]
            for made, n in counts:
                del made[n:]

    def each_clauses(self, item: s.Each, border: m.Definition) -> None:
        """Check what a border says of actions that none of its cards has."""
        env = self.env_for(border.pack, border)
        for clause in item.clauses:
            if clause.kind in ("on one", "on"):
                self.guard(self.targets, clause, env)
            elif clause.kind != "anytime":
                self.guard(self.clause, clause, env, border)

    # ---- the engine

    def engine_contract(self) -> None:
        """Stats and procedures that the engine asks for must have the right shape."""
        for id, (params, type_) in ASKED_BY_ENGINE.items():
            stat = self.model.stats.get(id)
            if stat is not None and (tuple(p.type for p in stat.params) != params or stat.type != type_):
                words = ", ".join(str(p) for p in params)
                self.error(
                    "E0312",
                    named_at(self.stat_syntax[id][0]),
                    f"the engine asks `{id}({words})` and expects {describe(type_)}",
                    "declare it so, or choose another name",
                )
        for id, params in CALLED_BY_ENGINE.items():
            proc = self.model.procedures.get(id)
            if proc is not None and tuple(p.type for p in proc.params) != params:
                words = ", ".join(str(p) for p in params)
                self.error(
                    "E0312",
                    named_at(self.proc_syntax[id][0]),
                    f"the engine calls `{id}({words})`",
                    "declare it so, or choose another name",
                )

    # ---- when everything is known

    def after_all(self) -> None:
        """What only the whole shows."""
        if self.too_large():
            return
        Circles(self).check()
        Sight(self).check()
        Wording(self).check()
        Looks(self).check()
        self.windows_offered()
        self.never_mentioned()
        if not self.sink.has_errors:
            Idle(self).check()
            tell(self)

    def too_large(self) -> bool:
        """Report expressions that defaults of defaults have made larger than anything can hold."""
        model = self.model
        parts: list[Any] = [p.body for p in model.programs]
        parts += [part for stat in model.stats.values() for part in parts_of(stat)]
        parts += [h.guard for p in model.procedures.values() for h in p.hooks]
        parts += [part for a in model.actions for c in a.checks for part in parts_of_check(c)]
        parts += [a.targets for a in model.actions] + [u.what for u in model.uses]
        known: dict[int, tuple[int, int]] = {}
        found = False
        for part in parts:
            for ex in roots(part):
                size, depth = extent(ex, known)
                if size > LARGEST or depth > DEEPEST:
                    found = True
                    self.error(
                        "E0112",
                        ex.at,
                        f"this expression is nested too deeply: {DEEPEST} levels at most, defaults included",
                        "give a part of it a name: with `let`, a stat or a procedure",
                    )
        return found

    def never_mentioned(self) -> None:
        """Options that nothing reads, and what definitions declare for themselves and never use."""
        if self.sink.has_errors:
            return
        used = self.mentioned | {("stat", id) for id in ASKED_BY_ENGINE}
        for _, decl in self.declarations(s.OptionDecl):
            if ("option", decl.id) not in used:
                self.warn(
                    "W0201", named_at(decl), f"option `{decl.id}` is never read", "delete it, or ask it"
                )
        for definition in self.model.definitions:
            for item in definition.syntax.items:
                what = {s.ProcDecl: "procedure", s.StatDecl: "stat", s.FieldDecl: "field"}.get(type(item))
                field = self.own_fields.get((definition.full_id, getattr(item, "id", "")))
                id = field.id if what == "field" and field is not None else getattr(item, "id", "")
                if what is not None and (what, id) not in used:
                    self.warn("W0201", named_at(item), f"{what} `{item.id}` is never used", "delete it")

    def windows_offered(self) -> None:
        """Actions in a window that nothing offers can never be taken."""
        offered = {
            ex.value
            for proc in self.model.programs
            for ex in walk(proc.body)
            if isinstance(ex, m.Const) and ex.type == WINDOW
        }
        told: set[int] = set()
        for action in self.model.actions:
            number = action.window.number
            if number not in offered and number not in told and not self.sink.has_errors:
                told.add(number)
                self.warn(
                    "W0401",
                    action.at,
                    f"window `{action.window.id}` is never offered, so this can never be done",
                    f"offer it in a procedure: `offer {action.window.id} to p`",
                )
