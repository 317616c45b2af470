"""What conditions show about the types of names and fields, and when it holds no more."""

from __future__ import annotations

from bangrules.language import syntax as s
from bangrules.language.definitions import Definitions
from bangrules.language.names import CheckFailed, Env
from bangrules.language.types import CARD, PLACE, PLAYER, THING, ZONE, Type

__all__ = ["SORTS", "Facts", "spelling", "walk"]

SORTS = {
    "player": ("thing", "place"), "card": ("thing", "source"), "character": ("source",), "role": ("source",),
    "event": ("source", "card", "thing"), "zone": ("place",),
}  # fmt: skip
"""What can be asked of wider types: the sort, and the types of which it is one."""


def spelling(expr: s.Expr) -> str | None:
    """The key under which facts about an expression are kept."""
    if isinstance(expr, s.Name):
        return expr.id
    if isinstance(expr, s.Attribute):
        inner = spelling(expr.of)
        return f"{inner}.{expr.name}" if inner else None
    return None


class Facts(Definitions):
    """Narrowed types."""

    def knowing(self, cond: s.Expr, truth: bool, env: Env) -> Env:
        """`env` with what is known once `cond` has come out as `truth`."""
        facts: dict[str, Type] = {}
        self.facts(cond, truth, env, facts)
        if not facts:
            return env
        new = env.child()
        new.narrow.update(facts)
        return new

    def facts(self, cond: s.Expr, truth: bool, env: Env, found: dict[str, Type]) -> None:
        """Put what `cond` shows into `found`."""
        if isinstance(cond, s.Not):
            self.facts(cond.of, not truth, env, found)
            return
        if not isinstance(cond, s.Binary):
            return
        if cond.op == ("and" if truth else "or"):
            self.facts(cond.left, truth, env, found)
            self.facts(cond.right, truth, self.knowing(cond.left, truth, env), found)
            return
        key = spelling(cond.left)
        if key is None or cond.op not in ("is", "is not", "in", "not in"):
            return
        positive = (cond.op in ("is", "in")) == truth
        type_ = self.peek(cond.left, env)
        if type_ is None:
            return
        if cond.op in ("is", "is not") and isinstance(cond.right, s.Name) and cond.right.id not in env.vars:
            word = cond.right.id
            if word == "none":
                if not positive and type_.optional:
                    found[key] = type_.plain
                return
            if word in SORTS and type_.plain.name in SORTS[word]:
                self.sort_facts(key, word, positive, type_, found)
                return
            if type_.plain in (PLACE, ZONE) and word in self.model.zones:
                if positive:
                    found[key] = ZONE
                return
        if positive and type_.optional:
            other = self.peek(cond.right, env)
            if other is not None and cond.op in ("in", "not in"):
                other = CARD if other == ZONE else other.of
            if other is not None and not other.optional:
                found[key] = type_.plain

    def sort_facts(self, key: str, word: str, positive: bool, type_: Type, found: dict[str, Type]) -> None:
        """What `x is player` and the like show."""
        if positive:
            if word in ("player", "card", "event", "zone"):
                found[key] = Type(word)
            elif type_.optional:
                found[key] = type_.plain
        elif type_ == THING and word in ("player", "card"):
            found[key] = CARD if word == "player" else PLAYER
        elif type_ == PLACE and word in ("player", "zone"):
            found[key] = ZONE if word == "player" else PLAYER

    def peek(self, e: s.Expr, env: Env) -> Type | None:
        """The type of an expression, without reporting what is wrong with it."""
        self.quiet += 1
        try:
            return self.raw(e, env.child(pre=None)).type
        except CheckFailed:
            return None
        finally:
            self.quiet -= 1

    # ---- what holds no more

    def forget(self, target: s.Expr, env: Env) -> None:
        """Something is assigned to: facts about it, and about the same field of anything, are void."""
        name = s.last_name(target)
        local = isinstance(target, s.Name) and target.id in env.vars
        for key in list(env.narrow):
            parts = key.split(".")
            if (
                parts[0] == name
                if local
                else name in parts[1:] or (parts[0] == name and name not in env.vars)
            ):
                del env.narrow[key]

    def forget_state(self, env: Env) -> None:
        """Other programs may have run: what was known of anything but locals is void."""
        for key in list(env.narrow):
            if "." in key or key not in env.vars:
                del env.narrow[key]

    def forget_changed(self, body: s.Block, env: Env) -> None:
        """A block may change names and run other programs: forget what holds no more after it."""
        for stmt in walk(body):
            if isinstance(stmt, s.Assign):
                for target in stmt.targets:
                    self.forget(target, env)
        if self.runs(body):
            self.forget_state(env)

    def runs(self, node: object) -> bool:
        """Whether a piece of syntax may run programs that change what is remembered."""
        if isinstance(node, tuple):
            return any(map(self.runs, node))
        if isinstance(node, s.Name):
            return node.id in self.model.procedures
        if isinstance(node, s.Do | s.Proceed):
            return True
        if isinstance(node, s.Apply | s.Call):
            words = self.vocabulary.words.get(node.name, ())
            if node.name in self.model.procedures or any(w.suspends for w in words):
                return True
        if not isinstance(node, s.Node):
            return False
        return any(self.runs(getattr(node, slot.name)) for slot in node.__attrs_attrs__ if slot.name != "at")


def walk(body: s.Block) -> list[s.Stmt]:
    """All statements of a block, inner ones too."""
    found: list[s.Stmt] = []
    for stmt in body:
        found.append(stmt)
        for part in ("then", "otherwise", "body"):
            found += walk(getattr(stmt, part, None) or ())
    return found
