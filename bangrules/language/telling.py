"""Rules texts: the phrases of card files, and what is known of a program where its text is made.

How the things of a game are spoken of is said by the phrases of card files; what has none is told by its
program, or by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import Factory, define, evolve

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.names import Names
from bangrules.language.speaking import IT, THEY, UNLIMITED, Clause, Ref, Untold, phrased, you
from bangrules.language.types import NUMBER, YESNO, Type

__all__ = ["MOST", "Joined", "Scope", "Telling", "TooMuch", "Untold", "all_of", "linked", "parts_of_and"]

DEEPEST = 3
"""How far programs without a phrase are told by what they do."""
Said = str | bool
"""A condition in words, or whether it holds, where that is known."""


@define(eq=False)
class Scope:
    """Where an expression stands: the names known there, its pack and definition, and who acts."""

    pack: str
    owner: m.Definition | None = None
    of: m.Definition | None = None  # the card or the like whose text is made
    vars: dict[str, Ref] = Factory(dict)
    doer: Ref | None = None
    unsaid: Ref | None = None  # who is not named where it is what he does: `draw a card`
    before: list[Clause | str] = Factory(list)  # what calls in expressions have done
    depth: int = 0
    held: dict[str, m.Field] = Factory(dict)  # the names that were given to what fields held
    reads: dict[str, frozenset[str]] = Factory(dict)  # what the values of names were read from
    logged: bool = False  # whether a sentence of the log stands for what is kept for the program alone

    def inner(self, **changes: Any) -> Scope:
        """A scope whose names can grow without touching this one."""
        return evolve(
            self, **{"vars": dict(self.vars), "held": dict(self.held), "reads": dict(self.reads), **changes}
        )


def parts_of_and(cond: s.Expr | None) -> list[s.Expr]:
    """What a condition joins with `and`."""
    if cond is None:
        return []
    if isinstance(cond, s.Binary) and cond.op == "and":
        return [*parts_of_and(cond.left), *parts_of_and(cond.right)]
    return [cond]


def readable(id: str) -> str:
    """A name of the program as words."""
    return id.replace("_", " ").strip()


def sort_of(type_: Type | None) -> str:
    """How a value of a type is spoken of."""
    name = type_.name if type_ is not None else "thing"
    return name if name in ("player", "card", "number", "list") else "card" if name == "event" else "thing"


def member_of(type_: Type | None) -> str:
    return sort_of(type_.of) if type_ is not None and type_.of is not None else "thing"


def known(sort: str, noun: str = "") -> Ref:
    """Something that has been spoken of, by its sort."""
    if sort == "player":
        return Ref(noun or "that player", "player", later=THEY)
    if sort == "card":
        return Ref(noun or "that card", "card", later=IT)
    if sort == "number":
        return Ref(noun or "that many", "number")
    return Ref(noun or ("those cards" if sort == "list" else "it"), "thing", several=sort == "list")


GROUP = {"and": "both", "or": "either"}
MOST = 4_000
"""How many parts of a program are told at most."""


class TooMuch(Untold):
    """A program is too long to be told."""


class Joined(str):
    """Conditions that are joined by a word; `grouped`: some of them are joined by another."""

    word: str
    grouped: bool

    def __new__(cls, text: str, word: str, grouped: bool = False) -> Joined:
        """Conditions in words."""
        made = super().__new__(cls, text)
        made.word, made.grouped = word, grouped
        return made


def linked(left: str, right: str, word: str) -> str:
    """Two conditions as one in which it is plain what goes together.

    :raises Untold: too many are within others for that.
    """
    pause = isinstance(left, Joined) and (left.grouped or left.word != word)
    grouped = False
    if isinstance(left, Joined) and left.word != word:
        if left.grouped:
            raise Untold
        left, grouped = f"{GROUP[left.word]} {left}", True
    elif isinstance(left, Joined):
        grouped = left.grouped
    if isinstance(right, Joined) and (right.word != word or right.grouped):
        if right.grouped:
            raise Untold
        right, grouped = f"{GROUP[right.word]} {right}", True
    elif not pause:
        subject = left.split(" ", 1)[0]
        if subject in ("you", "they", "who", "that", "it") and right.startswith(subject + " "):
            right = right[len(subject) + 1 :]
    return Joined(f"{left}{',' if pause else ''} {word} {right}", word, grouped)


def all_of(parts: Sequence[str]) -> str:
    """Conditions that all have to hold.

    :raises Untold: too many are within others for it to be plain what goes together.
    """
    found = ""
    for n, part in enumerate(parts, 1):
        last, text = n == len(parts), str(part)
        if isinstance(part, Joined) and len(parts) > 1:
            if part.word == "or" and part.grouped:
                raise Untold
            text = f"either {part}" if part.word == "or" else text
            text += "," if (part.word == "or" or part.grouped) and not last else ""
        found += f" and {text}" if found else text
    return found


class Telling:
    """Values and conditions in words."""

    left = MOST
    spoken: Collection[str] = ()  # the fields that what depends on a condition speaks of

    def __init__(self, checker: Names) -> None:
        self.checker = checker
        self.model = checker.model
        self.fields = checker.own_fields
        self.untold: set[str] = set()  # the definitions for a part of whose programs there are no words

    def count(self) -> None:
        """Note that one more part is told.

        :raises TooMuch: they are too many.
        """
        self.left -= 1
        if self.left < 0:
            raise TooMuch

    @contextmanager
    def speaking_of(self, *parts: object, alone: bool = False) -> Iterator[None]:
        """Conditions that `parts` depend on: that there is what these speak of goes without saying.

        `alone`: whatever else there is that depends on others, it does not on these.
        """
        before = self.spoken
        found = [node for part in parts for node in s.nodes(part)]
        named = {node.name for node in found if isinstance(node, s.Attribute | s.Apply | s.Call)}
        self.spoken = {
            *(() if alone else before),
            *named,
            *(node.id for node in found if isinstance(node, s.Name)),
        }
        try:
            yield
        finally:
            self.spoken = before

    # ---- phrases

    def phrase(
        self,
        id: str,
        value: Callable[[str], Ref],
        given: Container[str] = (),
        *,
        window: bool = False,
        whoever: bool = False,
    ) -> Clause | None:
        """What the phrase of a declaration says with its blanks filled; None if it has none."""
        phrase = self.model.phrases.get((id, window))
        if phrase is None:
            return None
        names = {b: d.name for b, d in self.model.named.get(phrase, {}).items()}
        return phrased(phrase, value, names, given, whoever)

    def values(
        self, params: Sequence[m.Param], given: dict[str, s.Expr | Ref], scope: Scope
    ) -> Callable[[str], Ref]:
        """What the parameters of a call stand for, worked out as they are asked for."""
        made: dict[str, Ref] = {}

        def value(name: str) -> Ref:
            if name in made:
                return made[name]
            param = next((p for p in params if p.name == name), None)
            found: Ref
            if param is None:
                found = scope.doer or scope.vars.get(name) or you()
            else:
                written = given.get(name)
                if isinstance(written, Ref):
                    found = written
                elif written is not None:
                    found = self.value(written, scope, param.type)
                elif param.default is not None:
                    local = scope.inner()
                    for other in params[: params.index(param)]:
                        local.vars[other.name] = value(other.name)
                    found = self.value(param.default, local, param.type)
                else:
                    found = known(sort_of(param.type))
            made[name] = found
            return found

        return value

    @staticmethod
    def given(params: Sequence[m.Param], args: Sequence[s.Expr], labels: Sequence[s.Label]) -> dict[str, Any]:
        """Arguments by the names of the parameters."""
        found: dict[str, Any] = {p.name: a for p, a in zip(params, args, strict=False)}
        for label in labels:
            name = next((p.name for p in params if p.label == label.word and p.name not in found), None)
            if name is not None:
                found[name] = label.value
        return found

    # ---- what is known

    def fold(self, e: s.Expr | None, scope: Scope) -> int | bool | None:
        """What an expression comes to at a usual table, if that is always the same."""
        match e:
            case s.Number():
                return e.value
            case s.Name():
                return self.fold_name(e, scope)
            case s.Not():
                inner = self.fold(e.of, scope)
                return None if inner is None else not inner
            case s.Attribute(of=s.Name(id="this"), name="number"):
                return scope.of.number if scope.of is not None else None
            case s.Binary():
                return self.fold_binary(e, scope)
            case s.Apply() | s.Call() if e.name in self.model.stats:
                return self.fold_stat(e.name)
        return None

    def fold_name(self, e: s.Name, scope: Scope) -> int | bool | None:
        ref = scope.vars.get(e.id)
        if ref is not None:
            return ref.value
        if e.id in ("yes", "no"):
            return e.id == "yes"
        if e.id == "unlimited":
            return UNLIMITED
        option = self.model.options.get(e.id)
        if option is not None and option.type in (NUMBER, YESNO):
            return option.value  # type: ignore[no-any-return]
        return self.fold_stat(e.id) if e.id in self.model.stats else None

    def fold_stat(self, id: str) -> int | bool | None:
        """What a stat answers where nothing changes it."""
        base = self.checker.stat_syntax[id][0].base
        if isinstance(base, s.Name) and base.id in ("yes", "no"):
            return base.id == "yes"
        return base.value if isinstance(base, s.Number) else None

    def fold_binary(self, e: s.Binary, scope: Scope) -> int | bool | None:
        left, right = self.fold(e.left, scope), self.fold(e.right, scope)
        if e.op in ("and", "or"):
            decided = e.op == "or"
            if decided in [x for x in (left, right) if isinstance(x, bool)]:
                return decided
            return None if left is None or right is None else not decided
        if left is None or right is None:
            return None
        match e.op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "is":
                return left == right
            case "is not":
                return left != right
            case ">":
                return left > right
            case "<":
                return left < right
            case ">=":
                return left >= right
            case "<=":
                return left <= right
        return None

    # ---- words for values

    def value(self, e: s.Expr, scope: Scope, want: Type | None = None) -> Ref:
        """An expression as it is spoken of."""
        raise NotImplementedError

    def cond(self, e: s.Expr, scope: Scope, so: bool = True) -> Said:
        """A condition in words; `so` False: that it does not hold."""
        raise NotImplementedError

    def done(self, proc: m.Procedure, given: dict[str, Any], scope: Scope) -> list[Clause | str]:
        """What a procedure does."""
        raise NotImplementedError

    def offered(self, args: Sequence[s.Expr], labels: Sequence[s.Label], scope: Scope) -> list[Clause | str]:
        """A player is asked for actions of a window."""
        raise NotImplementedError
