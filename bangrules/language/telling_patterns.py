"""Rules texts: which of all things hooks and modifiers are about."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.english import joined
from bangrules.language.speaking import Ref
from bangrules.language.telling import Scope, Untold, sort_of
from bangrules.language.telling_changes import speaks_of
from bangrules.language.telling_programs import Programs

__all__ = ["Patterns", "matched"]

LIMITS = {
    "is": ("", 0), ">": ("at least ", 1), ">=": ("at least ", 0), "<": ("at most ", -1),
    "<=": ("at most ", 0),
}  # fmt: skip
"""What stands in front of a number that is compared with another, and how much it is more than that."""
ALONE = ("you", "nobody", "nothing")
"""Who is not taken for another."""


class Patterns(Programs):
    """Patterns in words."""

    # ---- patterns

    def pattern(
        self, params: Sequence[m.Param], target: s.Target, scope: Scope, many: bool
    ) -> dict[str, Ref]:
        """What the parameters of something hooked or modified are called; names that take them are known.

        `many`: the text is of all that fit, not of the one at hand.
        """
        args = list(target.args or ())
        checker = self.checker
        procs, stats = checker.proc_syntax.get(target.name), checker.stat_syntax.get(target.name)
        decls = procs[0].params if procs is not None else stats[0].params if stats is not None else ()
        found: dict[str, Ref] = {}
        mine = any(isinstance(a, s.Name) and a.id == "self" for a in args)
        for i, p in enumerate(params):
            written = args[i] if i < len(args) else s.Anything()
            takes = isinstance(written, s.Name) and written.id == p.name
            if takes or isinstance(written, s.Anything):
                found[p.name] = anything(sort_of(p.type), mine, many)
                if i < len(decls) and decls[i].type.name == "figure":
                    found[p.name].noun, found[p.name].member = "figures" if many else "a figure", "figure"
            else:
                found[p.name] = self.constant(written, p, scope)
            if takes:
                scope.vars[p.name] = found[p.name]
        return found

    def constant(self, written: s.Expr, p: m.Param, scope: Scope) -> Ref:
        """What a parameter has to be.

        :raises Untold: it is a window of which there are no words that fit all players.
        """
        id = written.id if isinstance(written, s.Name) else ""
        if p.type.plain.name == "window" and id in self.model.windows:
            phrase = self.model.phrases.get((id, True), "{")
            if "{" in phrase:
                raise Untold
            return Ref(phrase.partition(", to ")[0], "window")
        if id == "none" and sort_of(p.type.plain) == "player":
            return Ref("nobody", "player")
        return self.value(written, scope, p.type)

    def narrowed(self, part: s.Expr, scope: Scope) -> bool:
        """Whether a condition only says which one a parameter is; it is called so then."""
        if not isinstance(part, s.Binary) or not isinstance(part.left, s.Name):
            return False
        ref = scope.vars.get(part.left.id)
        if ref is None or not ref.wild or not self.narrows(part, part.left.id, ref, scope):
            return False
        ref.wild = False  # what else has to hold for it is told as such
        return True

    def narrows(self, part: s.Binary, name: str, ref: Ref, scope: Scope) -> bool:
        """Call something that a pattern takes by what a condition says of it, if it can be."""
        if ref.sort == "number":
            n = self.fold(part.right, scope)
            if part.op not in LIMITS or n is None:
                return False
            ref.least, more = LIMITS[part.op]
            ref.value = n + more
            return True
        if part.op == "in" and isinstance(part.right, s.Listing):
            items = [self.value(x, scope).object() for x in part.right.items if not self.absent(x, scope)]
            ref.noun = joined(items, "and" if ref.several else "or")
            return True
        if part.op not in ("is", "is not") or not isinstance(part.right, s.Name | s.Suit):
            return False
        word = part.right.id if isinstance(part.right, s.Name) else ""
        if ref.sort == "player" and word == "self" and word in scope.vars:
            self.narrows_to_reader(part.op == "is", name, ref, scope)
            return True
        if part.op == "is not":
            return False
        if word == "none":
            ref.noun = "nobody" if ref.sort == "player" else "nothing"
            return True
        if word in ("card", "character", "role", "event"):
            if ref.sort == "thing":
                ref.noun = f"{word}s" if ref.several else f"a {word}"
                return True
            return False
        adjective = self.adjective(part.right, scope)
        if adjective is not None and ref.sort == "card":
            ref.noun = f"{adjective} cards" if ref.several else f"a {adjective} card"
            return True
        return False

    @staticmethod
    def narrows_to_reader(so: bool, name: str, ref: Ref, scope: Scope) -> None:
        """Call a player the reader, or another."""
        if so:
            ref.noun, ref.later, ref.several = "you", None, True
            scope.vars[name] = scope.vars["self"]
        elif ref.several:
            ref.noun = "other players"
        elif any(x.noun == "another player" for x in scope.vars.values()):
            ref.noun = "a player other than you"  # perhaps the same as the first
        else:
            ref.noun = "another player"

    @staticmethod
    def nothing_unsaid(
        params: Sequence[m.Param],
        target: s.Target,
        found: dict[str, Ref],
        told: Collection[str],
        *parts: object,
    ) -> None:
        """Make sure that a text says which of all things it is about.

        :raises Untold: a parameter that has to be something, or that `parts` speak of, is not spoken of.
        """
        for p, written in zip(params, target.args or (), strict=False):
            if isinstance(written, s.Anything) or p.name in told:
                continue
            takes = isinstance(written, s.Name) and written.id == p.name
            if not takes or not found[p.name].wild or speaks_of(parts, p.name):
                raise Untold

    def tell_apart(
        self, found: dict[str, Ref], told: Sequence[str], this: Ref | None, many: bool, *parts: object
    ) -> None:
        """Let a pronoun never stand for the wrong one of two players, or cards, of a pattern, or for `this`.

        :raises Untold: `parts` speak of one of more than two, or of two times `many`.
        """
        for sort in ("player", "card"):
            names = [x for x in told if x in found and found[x].sort == sort and found[x].noun not in ALONE]
            if not any(speaks_of(parts, x) for x in names):
                continue
            if sort == "card" and this is not None and all(found[x] is not this for x in names):
                this.later = this.noun  # `it` is the card of the pattern
            if len(names) < 2:
                continue
            if many or len(names) > 2:
                raise Untold
            one, other = found[names[0]], found[names[1]]
            if not any(x.noun.startswith("this ") for x in (one, other)):
                one.later, other.later = "the former", "the latter"
                continue
            for x in (one, other):
                x.later = x.noun if x.noun.startswith("this ") else f"that {x.member or sort}"


def matched(params: Sequence[m.Param], target: s.Target, found: dict[str, Ref]) -> list[str]:
    """The parameters of which a pattern says something."""
    written = zip(params, target.args or (), strict=False)
    return [p.name for p, a in written if not isinstance(a, s.Anything) and found[p.name].noun != "anything"]


def anything(sort: str, mine: bool, many: bool) -> Ref:
    """What a pattern takes, whatever it is."""
    other = "other " if mine else ""
    match sort:
        case "player":
            if many:
                return Ref(f"{other}players", "player", later="they", several=True, wild=True)
            return Ref("a player", "player", later="they", wild=True)
        case "card":
            return (
                Ref("cards", "card", several=True, wild=True)
                if many
                else Ref("a card", "card", later="it", wild=True)
            )
        case "number":
            return Ref("", "number", wild=True)
    return Ref("anything", "thing", several=many, wild=True)
