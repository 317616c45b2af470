"""How notebooks show what this layer is made of: as whoever draws, in a layer above, draws it."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Pictured", "drawn_by"]

_draw: list[Callable[[object], str]] = []


def drawn_by(draw: Callable[[object], str]) -> None:
    """Let `draw` make the pictures of cards, games and the like: it gives SVG for one of them."""
    _draw[:] = [draw]


class Pictured:
    """Something that notebooks show as a picture, where somebody draws."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _draw[0](self) if _draw else None
