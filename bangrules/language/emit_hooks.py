"""Procedures written out: their entries with the hooks around them, and the hooks themselves."""

from __future__ import annotations

from bangrules.language import model as m
from bangrules.language.asking import all_conjuncts, held_in, of_options
from bangrules.language.emit_body import Bodies
from bangrules.language.emit_flow import leads_to
from bangrules.language.entering import comes_in
from bangrules.language.improve import Known, Lies
from bangrules.language.python_names import safe
from bangrules.language.types import PLAYER, ZONE

ORDER = {"first": 0, None: 1, "last": 2}


class Hooked(Bodies):
    """Writes procedures and hooks."""

    hooks: list[m.Hook]
    hook_numbers: dict[int, int]
    entering: dict[int, frozenset[str]]

    # ---- procedures

    def procedure(self, proc: m.Procedure) -> None:
        """The entry of a procedure (hooks), its core (scope) and its body."""
        name = safe(proc.id)
        number = self.proc_numbers[id(proc)]
        params = [p.name for p in self.code_params(proc)]
        if proc.id in ("act", "affect"):
            params += ["n", "c", "form", "t"] if proc.id == "act" else ["n", "c"]
        args = ", ".join(["S", *params])
        tuple_ = f"({', '.join(params)}{',' if len(params) == 1 else ''})"
        scoped = proc.id in self.layout.scopes and proc.id != "effect"
        own = proc.id in ("act", "affect")
        core = f"{proc.id}_core" if own else f"c_{name}" if scoped else f"b_{name}"
        if not proc.hooks and not own:
            core = f"c_{name}" if scoped else f"b_{name}"
        if scoped and not own:
            slot = self.layout.scopes[proc.id]
            self.put(0, f"def c_{name}({args}):", proc.at)
            self.put(1, f"saved, count = S[{slot}], S[{slot + 1}]")
            self.put(1, f"S[{slot}] = S[{slot + 1}] = ()")
            self.put(1, f"r = b_{name}({args})")
            self.put(1, "if r is SUSP:")
            self.put(2, f"S[WAITING].append((SEG_SCOPE, {number}, {slot}, saved, count, {tuple_}))")
            self.put(2, "return r")
            self.put(1, f"later = S[{slot}]")
            self.put(1, f"S[{slot}] = saved")
            self.put(1, f"S[{slot + 1}] = count")
            self.put(1, "return run_later(S, later, 0, r, None) if later else r")
            self.put(0, "")
        if not own:
            self.program(f"b_{name}", proc)
        if not proc.hooks:
            self.put(0, f"p_{name} = {core}", proc.at)
            self.put(0, "")
            return
        self.put(0, f"def p_{name}({args}):", proc.at)
        if not all(h.always for h in proc.hooks):
            slot = self.layout.entry(f"hook {proc.id}")
            seat = params[0] if proc.params and proc.params[0].type == PLAYER else "-1"
            if proc.id == "affect":
                seat = "a_target"
            self.put(1, "index = S[INDEX] or reindex(S)")
            self.put(1, f"h = index[{slot}]")
            self.put(1, f"if h is not None and (h := h.get({seat}) or h.get(-1)) is not None:")
            self.with_hooks(proc, core, params, number)
        static = sorted((h for h in proc.hooks if h.always), key=lambda h: (ORDER[h.order], h.place))
        if self.late(proc) or not all(self.straight(h, proc) for h in static):
            self.with_rules(proc, core, params, number, static)
        else:
            self.rules_around(static, f"{core}({args})", "".join(f", {p}" for p in params))
        self.put(0, "")

    def straight(self, hook: m.Hook, proc: m.Procedure) -> bool:
        """Whether a rule's hook can be called where it stands.

        It never waits, brings nothing into force and does not come back to what it hooks.
        """
        if self.only_ends(hook):
            return True
        if id(hook.run) in self.suspending or self.entering[id(hook.run)] or proc.body is None:
            return False
        if leads_to(hook.run, proc):
            return False
        return hook.when == "before" or (hook.when == "after" and not self.may_wait(proc))

    def rules_around(self, hooks: list[m.Hook], call: str, more: str) -> None:
        """The lines for a call that nothing but hooks of rules surrounds, none of which waits."""
        for h in hooks:
            if h.when == "before":
                run = f"hb{self.hook_numbers[id(h)]}(S, None, None{more})"
                guard = self.ex(h.guard, {})
                self.put(1, f"if {guard}: {'return None' if self.only_ends(h) else run}", h.at)
        after = [h for h in hooks if h.when == "after"]
        self.put(1, f"{'r =' if after else 'return'} {call}")
        for h in after:
            run = f"hb{self.hook_numbers[id(h)]}(S, None, None, r{more})"
            self.put(1, f"if {self.ex(h.guard, {'a_result': 'r'})}: {run}", h.at)
        if after:
            self.put(1, "return r")

    def may_wait(self, proc: m.Procedure) -> bool:
        """Whether the procedure itself, hooks aside, may wait for a player."""
        return proc.body is None or any(map(self.waits, proc.body)) or proc.id in self.layout.scopes

    def with_rules(
        self, proc: m.Procedure, core: str, params: list[str], number: int, static: list[m.Hook]
    ) -> None:
        """The lines for a call that no ability hooks just now, but rules do or what may come in meanwhile.

        Hooks of rules whose conditions do not hold cost no frame.
        """
        tuple_ = f"({', '.join(params)}{',' if len(params) == 1 else ''})"
        chain = f"STATIC_HOOKS[{number}]" if static else "NO_HOOKS"
        before = [self.ex(h.guard, {}) for h in static if h.when == "before"]
        if proc.body is None or "True" in before or any(h.when == "instead of" for h in static):
            self.put(1, f"return hooked(S, {number}, {chain}, {tuple_})")
            return
        if before:
            self.put(1, f"if {' or '.join(before)}: return hooked(S, {number}, {chain}, {tuple_})")
        late, after = self.late(proc), [h for h in static if h.when == "after"]
        if not late and not after:
            self.put(1, f"return {core}({', '.join(['S', *params])})")
            return
        if proc.body:
            self.put(1, f"a_result = r = {core}({', '.join(['S', *params])})")
        else:
            self.put(1, "a_result = r = None")
        if id(proc) in self.suspending:
            self.put(1, "if r is SUSP:")
            self.put(2, f"S[WAITING].append((SEG_CORE, {number}, {tuple_}))")
            self.put(2, "return r")
        if late:
            self.put(1, f"return begin_after(S, {number}, {tuple_}, r)")
            return
        conditions = [self.ex(h.guard, {}) for h in after]
        guards = "True" if "True" in conditions else " or ".join(conditions)
        self.put(1, f"if {guards}:")
        self.count_step(2, proc.at)
        self.put(2, f"return run_after(S, {number}, {tuple_}, {chain}[2], 0, r)")
        self.put(1, "return r")

    def late(self, proc: m.Procedure) -> bool:
        return any(comes_in(h, self.entering[id(proc)]) for h in proc.hooks)

    def with_hooks(self, proc: m.Procedure, core: str, params: list[str], number: int) -> None:
        """The lines for a call that abilities hook.

        A core that never waits is run right here, and hooks whose condition does not hold cost no frame.
        """
        tuple_ = f"({', '.join(params)}{',' if len(params) == 1 else ''})"
        more = "".join(f", {p}" for p in params)
        static = any(h.always for h in proc.hooks)
        if static or self.may_wait(proc):
            self.put(2, f"return hooked(S, {number}, h, {tuple_})")
            return
        whens = {h.when for h in proc.hooks}
        if "before" in whens:
            self.put(2, f"if h[0]: return hooked(S, {number}, h, {tuple_})")
        if "instead of" in whens:
            self.put(2, "for hook, o, t in h[1]:")
            self.put(3, f"if HOOK_GUARD[hook](S, o, t{more}): return hooked(S, {number}, h, {tuple_})")
        self.put(2, f"r = {core}({', '.join(['S', *params])})" if proc.body else "r = None")
        if "after" in whens:
            self.put(2, f"if S[INDEX] is not index: return begin_after(S, {number}, {tuple_}, r)")
            self.put(2, "for hook, o, t in h[2]:")
            self.put(
                3,
                f"if HOOK_GUARD[hook](S, o, t, r{more}): return run_after(S, {number}, {tuple_}, h[2], 0, r)",
            )
        self.put(2, "return r")

    def hook(self, number: int, hook: m.Hook) -> None:
        params = [p.name for p in hook.run.params]
        hidden = {"act": ["*_"], "affect": ["*_"]}.get(hook.target.id, [])
        shown = [p for p in params if p != "a_result"]
        if hook.when == "after":
            shown.insert(2, "a_result")
        self.put(0, f"def hg{number}({', '.join(['S', *shown, *hidden])}):", hook.at)
        self.put(1, f"return {self.ex(hook.guard, {})}", hook.at)
        self.put(0, "")
        optional = self.optional(hook)
        if optional:
            self.put(0, f"def awake{number}(S):", hook.at)
            self.put(1, f"return {' and '.join(self.ex(x, {}) for x in optional)}", hook.at)
            self.put(0, "")
        run = hook.run
        run.params = tuple(sorted(run.params, key=lambda p: shown.index(p.name)))
        extra: tuple[str, ...] = ("ctx",) if hook.when == "instead of" else ()
        if extra and hidden:
            extra = ("n", "c", "form", "t", "ctx") if hook.target.id == "act" else ("n", "c", "ctx")
            hidden = []
        self.program(f"hb{number}", run, (*extra, *hidden))

    def known_at_start(self, proc: m.Procedure) -> Known:
        """The card of an action lies where it is used from, that of a hook in force, unless it is moved."""
        lies: Lies | None = None
        for a in self.model.actions:
            if a.run is proc:
                paid = any(c.cost is not None and c.cost.what == "this" for c in a.checks)
                hooked = self.model.procedures["act"].hooks or not all(
                    map(self.only_ends, self.model.procedures["affect"].hooks)
                )
                if not paid and not hooked and (a.one or a.targets is None):
                    lies = held_in(a, m.Local("self", type=PLAYER))
        zones = [z for z in self.model.zones.values() if z.force]
        for h in self.hooks if len(zones) == 1 and zones[0].of_player else ():
            if h.run is proc and h.owner is not None and h.owner.kind == "card":
                lies = Lies((m.ZoneRef(zones[0], m.Local("self", type=PLAYER), type=ZONE),))
        return {} if lies is None else {"this": lies}

    def optional(self, hook: m.Hook) -> list[m.Ex]:
        """The conditions of a hook that are but options: where they fail, it is never at work."""
        return [x for x in all_conjuncts(hook.guard) if of_options(x)] if hook.owner is not None else []
