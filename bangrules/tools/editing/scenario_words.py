"""What may stand in the lines of scenarios, which are read only when they run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bangrules.language.check import Checker

__all__ = ["scenario_names"]

CODES = (
    "over",
    "not_asked",
    "absent",
    "copy",
    "from",
    "force",
    "allowed",
    "if",
    "limit",
    "costs",
    "target",
    "choice",
    "may_pass",
    "unlisted",
)
"""The reasons that the engine has by itself."""

Row = tuple[str, str, str]
"""A name, its sort, its id."""


def scenario_names(checker: Checker, line: str) -> Iterator[Row]:
    """The names that may follow the beginning of a line."""
    model = checker.model
    before = line.strip()
    if re.search(r"\bbecause$", before):
        yield from ((id, "reason", id) for id in (*CODES, *model.reasons))
    elif re.fullmatch(r"turn [A-H]", before):
        yield from ((id, "procedure", id) for id in model.procedures)
    elif before == "option":
        yield from ((id, "option", id) for id in model.options)
    elif before == "set":
        yield from ((id, "field", id) for id, field in model.fields.items() if field.of == "game")
    elif re.fullmatch(r"[A-H] is|expect [A-H] is", before):
        yield from ((id, "value", id) for id in checker.value_types)
    elif re.match(r"[A-H] (?:plays|uses|answers|chooses)\b|expect [A-H] can", before):
        yield from definitions(checker)
    elif before.startswith("seat"):
        yield from places(checker, "player")
        yield from definitions(checker)
    elif before in ("", "expect"):
        yield from places(checker, "game")
        if before:
            yield from ((id, "stat", id) for id in model.stats)
    elif re.fullmatch(r"expect [A-H]", before):
        yield from places(checker, "player")
        yield from ((id, "stat", id) for id in model.stats)
    else:
        yield from definitions(checker)
        yield from ((id, "value", id) for id in checker.value_types)


def definitions(checker: Checker) -> Iterator[Row]:
    """Cards, characters, roles and events."""
    for id, homes in checker.defs.items():
        pack, definition = next(iter(homes.items()))
        if definition.kind != "border":
            yield id, definition.kind, f"{pack}.{id}"


def places(checker: Checker, of: str) -> Iterator[Row]:
    """The zones and fields of players, or of the game."""
    for id, zone in checker.model.zones.items():
        if zone.of_player == (of == "player"):
            yield id, "zone", id
    for id, field in checker.model.fields.items():
        if field.of == of and field.owner is None:
            yield id, "field", id
