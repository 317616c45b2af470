"""Which ways lead through a program: whether it always leaves, always answers, or is never reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import evolve

from bangrules.language import model as m

__all__ = ["BLOCKS", "SKIPPED", "always", "extent", "falls", "leaves", "never", "rebuilt", "roots", "walk"]

SKIPPED = ("type", "at", "field", "stat", "faces", "word", "proc", "definition", "definitions", "run")
"""What of an expression or a statement is no part of the program."""
BLOCKS = ("then", "otherwise", "before", "body")
"""What of a statement is statements."""


def always(ex: m.Ex) -> bool:
    """Whether a condition is plainly `yes`."""
    return isinstance(ex, m.Const) and (ex.value is True or ex.value == "True")


def never(ex: m.Ex) -> bool:
    """Whether a condition is plainly `no`."""
    return isinstance(ex, m.Const) and (ex.value is False or ex.value == "False")


def falls(
    body: Iterable[m.St], ends: frozenset[str] = frozenset(), states: frozenset[bool] = frozenset((False,))
) -> frozenset[bool]:
    """How one may come out at the end of `body`: answered by `proceed` (True), without, or not at all.

    `ends` are the procedures that are running for certain, so that `end` leaves.
    """
    for st in body:
        if not states:
            break
        if isinstance(st, m.ReturnSt | m.FailSt):
            states = frozenset()
        elif isinstance(st, m.EndSt):
            states = frozenset() if st.what in ends else states
        elif isinstance(st, m.ProceedSt):
            states = frozenset((True,))
        elif isinstance(st, m.IfSt):
            then = frozenset() if never(st.cond) else falls(st.then, ends, states)
            otherwise = frozenset() if always(st.cond) else falls(st.otherwise, ends, states)
            states = then | otherwise
        elif isinstance(st, m.WhileSt):
            inside = falls(st.before, ends, states)
            once = falls(st.body, ends, inside)
            states = frozenset() if always(st.cond) else inside | falls(st.before, ends, once)
        elif isinstance(st, m.ForSt | m.PhaseSt):
            states = states | falls(st.body, ends, states)
    return states


def leaves(body: Iterable[m.St], ends: frozenset[str] = frozenset()) -> bool:
    """Whether nothing behind `body` is ever reached."""
    return not falls(body, ends)


def walk(node: Any) -> Iterator[m.Ex]:
    """Every expression in an expression, a statement or a tuple of them, but not in the stats they ask."""
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
        return
    if isinstance(node, m.Ex):
        yield node
        if isinstance(node, m.Local) and isinstance(node.name, m.Inline):
            yield from walk(node.name.value)
    if isinstance(node, m.Ex | m.St):
        for slot in node.__attrs_attrs__:
            if slot.name not in SKIPPED:
                yield from walk(getattr(node, slot.name))


def rebuilt(x: m.Ex, change: Callable[[Any], Any]) -> m.Ex:
    """An expression with its parts changed; the very one where none is."""
    changes = {}
    for slot in x.__attrs_attrs__:
        if slot.name not in SKIPPED:
            old = getattr(x, slot.name)
            new = change(old)
            if new is not old and new != old:
                changes[slot.name] = new
    return evolve(x, **changes) if changes else x


def roots(node: Any) -> Iterator[m.Ex]:
    """The expressions in a statement or a tuple that are in no other expression."""
    if isinstance(node, m.Ex):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from roots(part)
    elif isinstance(node, m.St):
        for slot in node.__attrs_attrs__:
            if slot.name not in SKIPPED:
                yield from roots(getattr(node, slot.name))


def extent(ex: m.Ex, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """How many parts an expression has, and how deep they are nested, once all defaults are written out."""
    if id(ex) not in known:
        inner: list[Any] = (
            [ex.name.value] if isinstance(ex, m.Local) and isinstance(ex.name, m.Inline) else []
        )
        inner += [getattr(ex, slot.name) for slot in ex.__attrs_attrs__ if slot.name not in SKIPPED]
        found = [extent(part, known) for part in roots(tuple(inner))]
        known[id(ex)] = 1 + sum(n for n, _ in found), 1 + max((d for _, d in found), default=0)
    return known[id(ex)]
