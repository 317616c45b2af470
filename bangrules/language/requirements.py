"""What packs require, and what that requires in turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

__all__ = ["Requiring", "closure"]


class Requiring(Protocol):
    """A pack, as it is found or as its manifest is read."""

    @property
    def requires(self) -> tuple[str, ...]:
        """The packs that it names behind `requires`."""


def closure(known: Mapping[str, Requiring], id: str) -> set[str]:
    """A pack and all that it requires, those that are not known too."""
    found: set[str] = set()
    todo = [id]
    while todo:
        at = todo.pop()
        if at not in found:
            found.add(at)
            todo += known[at].requires if at in known else ()
    return found
