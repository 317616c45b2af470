"""Compiling a checked model: Python source, and the plain tables beside it."""

from __future__ import annotations

from typing import Any

from attrs import define

from bangrules.language import model as m
from bangrules.language.emit import Emitter
from bangrules.language.layout import Slots
from bangrules.language.lexicon import Vocabulary
from bangrules.language.tables import build_tables


@define
class Program:
    """What compiling yields: Python source, the place each of its lines was written, and plain tables."""

    source: str
    lines: list[tuple[str, int] | None]
    tables: dict[str, Any]


def emit(model: m.Model, vocabulary: Vocabulary, slots: Slots) -> Program:
    """Compile a checked model."""
    emitter = Emitter(model, vocabulary, slots)
    emitter.write()
    lines = [(at.path, at.line) if at is not None else None for at in emitter.line_at]
    return Program("\n".join(emitter.lines) + "\n", lines, build_tables(emitter))
