"""Small questions about numbers and lists that programs ask.

Of what has no length of its own tuples are made as `(*items,)`. `tuple(items)` guesses one and cuts it down,
which takes memory at one size and gives it back at another, and the garbage collector counts that as growth.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import filterfalse
from typing import Any, NoReturn

from bangrules.errors import RuleError, StepBudgetError
from bangrules.kernel.slots import STEPS

LARGEST_NUMBER = 1 << 60
MOST_KEPT = 20_000


def over_budget(S: list[Any]) -> NoReturn:
    """A program has gone on for too long."""
    raise StepBudgetError("the program does not come to an end: the step budget is used up")


def charge(S: list[Any], n: int) -> None:
    """Take `n` steps off the budget."""
    S[STEPS] -= n
    if S[STEPS] < 0:
        over_budget(S)


def first(items: tuple[Any, ...]) -> Any:
    return items[0] if items else None


def item(items: tuple[Any, ...], n: int) -> Any:
    if 0 < n <= len(items):
        return items[n - 1]
    raise RuleError(f"the list has {len(items)} members, there is no number {n}")


def span(S: list[Any], low: int, high: int) -> tuple[int, ...]:
    if high - low > 16:
        charge(S, high - low)
    return tuple(range(low, high + 1))


def bounded(n: int) -> int:
    """A number, kept within bounds however often it grows."""
    if n > LARGEST_NUMBER:
        return LARGEST_NUMBER
    return n if n >= -LARGEST_NUMBER else -LARGEST_NUMBER


def times(a: int, b: int) -> int:
    return bounded(a * b)


def joined(S: list[Any], a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(a) + len(b) > 200:
        charge(S, len(a) + len(b))
    return a + b


class Kept(dict[Any, Any]):
    """The answers of a function that depends on nothing but its argument."""

    def __init__(self, function: Callable[[Any], Any], most: int = MOST_KEPT) -> None:
        self.function = function
        self.most = most

    def __missing__(self, key: Any) -> Any:
        if len(self) > self.most:
            self.clear()
        answer = self[key] = self.function(key)
        return answer


class KeptIfShort(Kept):
    """The answers about lists of a few members; longer ones hardly ever come again, and are gone through."""

    LONGEST = 2

    def __missing__(self, key: Any) -> Any:
        return super().__missing__(key) if len(key) <= self.LONGEST else self.function(key)


def without(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(b) == 1:
        times = a.count(b[0])
        if times < 2:
            if not times:
                return a
            i = a.index(b[0])
            return a[:i] + a[i + 1 :]
    if len(b) > 8:
        return (*filterfalse(set(b).__contains__, a),)
    return tuple([x for x in a if x not in b])


def charged(S: list[Any], items: tuple[Any, ...]) -> tuple[Any, ...]:
    """A list that is gone through; a long one counts."""
    if len(items) > 16:
        charge(S, len(items))
    return items


def nested(S: list[Any], items: tuple[Any, ...]) -> tuple[Any, ...]:
    """A list gone through for each member of another: it counts, so that lists in lists come to an end."""
    S[STEPS] -= len(items) + 1
    if S[STEPS] < 0:
        over_budget(S)
    return items


def plus(a: int, b: int) -> int:
    """A sum, kept within bounds."""
    return bounded(a + b)


def minus(a: int, b: int) -> int:
    """A difference, kept within bounds."""
    return bounded(a - b)


def among(S: list[Any], x: Any, items: tuple[Any, ...]) -> bool:
    """Whether a list has a member; a long one counts."""
    if len(items) > 64:
        charge(S, len(items) >> 6)
    return x in items


def maybe_one(x: Any) -> tuple[Any, ...]:
    return () if x is None else (x,)
