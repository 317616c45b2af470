"""How things are drawn: what a `look` speaks of, its shape or drawing, and its color."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.entries import Entries
from bangrules.language.names import named_at
from bangrules.language.spelling import suggest
from bangrules.language.symbols import symbols

__all__ = ["Looks", "worn"]

T = TypeVar("T")
COLOR = re.compile(r"#[0-9a-f]{6}", re.I)
ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
"""How many numbers follow each letter of path data."""
LONGEST = 2_000
BOX = 24
FAR = 360
"""How large the numbers of path data may be: that of an angle is the largest that has a sense."""
_PART = re.compile(r"\s*,?\s*(?:([a-z])|(-?(?:\d+\.?\d*|\.\d+)))", re.I)


def is_path(text: str) -> bool:
    """Whether a text is path data as of SVG: letters, each with as many numbers as it takes, or a multiple.

    >>> is_path("M2 2 h20 v20 h-20 Z"), is_path("M2 2 h"), is_path("a horse")
    (True, False, False)
    """
    runs: list[list[str]] = []
    at = 0
    text = text.strip()
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            return False
        at = part.end()
        if part[1]:
            runs.append([part[1].lower()])
        elif not runs:
            return False
        else:
            runs[-1].append(part[2])
    if not runs or runs[0][0] != "m" or len(text) > LONGEST:
        return False
    for letter, *numbers in runs:
        wanted = ARGUMENTS.get(letter)
        if wanted is None or len(numbers) % max(wanted, 1) or bool(numbers) != bool(wanted):
            return False
    return True


def far_out(text: str) -> str | None:
    """The first number of path data that lies far outside of the box."""
    return next((n for _, n in _PART.findall(text) if n and abs(float(n)) > FAR), None)


class Looks:
    """Checks the looks of everything that a checker has read."""

    def __init__(self, checker: Entries) -> None:
        self.checker = checker
        self.model = checker.model
        self.first: dict[object, tuple[s.Span, str]] = {}  # where a look is written

    def check(self) -> None:
        for pack, decl in self.checker.declarations(s.LookDecl):
            self.checker.guard(self.look, decl, pack.id)
        self.shapeless()
        self.model.symbols = symbols(self.model, self.checker.proc_syntax, self.named)

    def named(self, name: s.Expr, pack: str) -> m.Definition | None:
        """The definition that a name stands for, if it is one."""
        home, id = pack, name.id if isinstance(name, s.Name) else ""
        if isinstance(name, s.Attribute) and isinstance(name.of, s.Name):
            home, id = name.of.id, name.name
        there = self.checker.defs.get(id, {})
        return there.get(home) or next(iter(there.values()), None)

    def look(self, decl: s.LookDecl, pack: str) -> None:
        checker = self.checker
        found = self.drawn(decl)
        pack_id, _, id = decl.id.rpartition(".")
        if pack_id or self.is_definition(id, pack) or (pack, id) in checker.absent:
            at = named_at(decl)
            name: s.Expr = s.Name(id, at=at)
            if pack_id:
                name = s.Attribute(s.Name(pack_id, at=at), id, at=at)
            definition = checker.definition(name, pack)
            if definition is not None:
                self.wear(self.model.worn, definition, found, decl, pack)
        else:
            self.known(id, decl, pack)
            self.wear(self.model.looks, id, found, decl, pack)

    def is_definition(self, id: str, pack: str) -> bool:
        """Whether a name is that of a definition: no, where `pack` sees none and it is that of a field."""
        there = self.checker.defs.get(id, {})
        allowed = self.checker.allows.get(pack)
        sees = allowed is None or pack in there or not allowed.isdisjoint(there)
        return bool(there) and (sees or not any(id in names for names in self.drawable().values()))

    def drawable(self) -> dict[str, Mapping[str, object]]:
        """What may be drawn besides definitions, by name."""
        model = self.model
        return {
            "procedure": model.procedures, "window": model.windows, "stat": model.stats,
            "field": model.fields, "value": self.checker.value_types,
        }  # fmt: skip

    def wear(self, worn: dict[T, m.Look], what: T, look: m.Look, decl: s.LookDecl, pack: str) -> None:
        """Give something a look; what one of two leaves out is as the other says."""
        old = worn.get(what)
        one, two = (look, old) if self.goes(decl, what, pack) else (old, look)
        if one is not None and two is not None:
            one = m.Look(one.path or two.path, one.color or two.color)
        worn[what] = one or look

    def shapeless(self) -> None:
        """A symbol is a drawing, so a color alone is not seen."""
        model = self.model
        for id, look in model.looks.items():
            if look.path is None and any(
                id in names for names in (model.procedures, model.windows, model.stats)
            ):
                self.checker.error(
                    "E0217",
                    self.first[id][0],
                    f"`{id}` has a color, and nothing to be drawn in it",
                    "write a shape, or a drawing in quotes, before the color",
                )

    def drawn(self, decl: s.LookDecl) -> m.Look:
        """The drawing and the color, if they are what they should be."""
        checker, shapes = self.checker, self.checker.vocabulary.shapes
        path = decl.drawing
        if decl.shape is not None and decl.shape not in shapes:
            at = checker.word_at(decl.shape, decl.at)
            near = suggest(decl.shape, shapes)
            checker.fail(
                "E0217",
                at,
                f"there is no shape `{decl.shape}`",
                f"did you mean `{near}`?"
                if near
                else f"there are {', '.join(shapes)}, or a drawing in quotes",
                fix=checker.mend(decl.shape, near, at),
            )
        if path is not None and not is_path(path):
            checker.fail(
                "E0217",
                checker.word_at(f'"{path}"', decl.at),
                "this drawing is no path data",
                f'it begins with `M`, as "M2 2 h20 v20 h-20 Z", and keeps to a box of {BOX} by {BOX}',
            )
        far = far_out(path) if path is not None else None
        if far is not None:
            checker.fail(
                "E0217",
                checker.word_at(f'"{path}"', decl.at),
                f"`{far}` in this drawing is far outside of its box",
                f"a drawing keeps to a box of {BOX} by {BOX}, with (0, 0) at the left on top",
            )
        if decl.color is not None and not COLOR.fullmatch(decl.color):
            checker.fail(
                "E0217",
                checker.word_at(f'"{decl.color}"', decl.at),
                f'"{decl.color}" is no color',
                'write it as `#rrggbb`: red, green and blue in hexadecimal digits, as "#8a5a2b"',
            )
        if decl.shape is None and path is None and decl.color is None:
            checker.fail(
                "E0217",
                decl.at,
                "this look says nothing",
                'write a shape, a drawing or a color, as `look life heart color "#c0392b"`',
            )
        if decl.shape is not None:
            checker.note("shape", decl.shape, decl.shape, decl.at)
            path = shapes[decl.shape]
        return m.Look(path, decl.color.lower() if decl.color else None)

    def known(self, id: str, decl: s.LookDecl, pack: str) -> None:
        """Report a name that nothing has which could be drawn."""
        checker, kinds = self.checker, self.drawable()
        found = [what for what, names in kinds.items() if id in names]
        if not found:
            known = [*checker.ids(), *(name for names in kinds.values() for name in names)]
            checker.unknown("card, procedure, stat or the like", id, named_at(decl), known)
        for what in found:
            checker.reach(what, id, pack, named_at(decl), used=False)

    def goes(self, decl: s.LookDecl, what: object, pack: str) -> bool:
        """Whether a look counts: of two, that of a pack which requires the other's pack."""
        checker = self.checker
        at, other = self.first.get(what, (None, ""))
        if at is None or (pack != other and other in checker.allows[pack]):
            self.first[what] = decl.at, pack
            return True
        if pack == other or pack not in checker.allows[other]:
            checker.error(
                "E0202",
                named_at(decl),
                f"`{decl.id}` has two looks",
                "delete one of the lines",
                ((at, "the first is here"),),
            )
        return False


def worn(definition: m.Definition, model: m.Model) -> tuple[str | None, str | None]:
    """Drawing and color of a definition: its own, else those of what it is like, else those of its border."""
    line = definition.ancestors()
    border = definition.border
    while border is not None and border not in line:
        line.append(border)
        border = border.border
    looks = [model.worn[d] for d in line if d in model.worn]
    path = next((look.path for look in looks if look.path), None)
    return path, next((look.color for look in looks if look.color), None)
