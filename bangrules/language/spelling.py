"""What a misspelt word was meant to be."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["distance", "suggest"]


def distance(a: str, b: str, limit: int | None = None) -> int:
    """How many letters to insert, delete, change or swap with a neighbour to turn `a` into `b`.

    Beyond `limit` counting stops: `limit + 1` stands for any larger number.

    >>> distance("modfy", "modify"), distance("paly", "play"), distance("card", "event", 2)
    (1, 1, 3)
    """
    most = max(len(a), len(b)) if limit is None else limit
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    above = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before, above = above, row
    return min(above[-1], most + 1)


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` most likely stands for, or None: at most a third of its letters may differ.

    >>> suggest("modfy", ["play", "modify", "use"])
    'modify'
    >>> suggest("plays", ["play", "modify", "use"])
    'play'
    >>> suggest("sword", ["play", "modify", "use"]) is None
    True
    """
    limit = max(len(word), 3) // 3
    small = word.casefold()
    best: tuple[int, str] | None = None
    for candidate in candidates:
        if candidate == word:
            continue
        found = distance(small, candidate.casefold(), limit)
        if found <= limit and found < len(candidate) and (best is None or (found, candidate) < best):
            best = (found, candidate)
    return None if best is None else best[1]
