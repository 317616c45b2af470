"""A picture in the making: shapes and texts as SVG, in colors for light and dark."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from bangrules.errors import PictureError
from bangrules.language.quoting import in_short
from bangrules.tools.drawing.colors import Paint
from bangrules.tools.drawing.letters import LINE

__all__ = ["BOX", "THEMES", "Sheet"]

THEMES = ("auto", "light", "dark")
BOX = 24
"""The side of the box in which shapes are drawn."""
ANCHORS = {"left": "", "middle": ' text-anchor="middle"', "right": ' text-anchor="end"'}


def number(x: float) -> str:
    """A number as short as it can be written."""
    return f"{round(x, 2):g}"


class Sheet:
    """Collects the parts of a picture of a given size.

    `theme` is `light` or `dark`, or `auto`: then whoever shows the picture decides, and it is light where
    nobody does. Nothing in a picture has an id, and what is said of colors depends on the colors alone, so
    that any number of pictures go together on a page.

    :raises PictureError: there is no such theme.
    """

    def __init__(self, width: float, height: float, theme: str = "auto") -> None:
        if not isinstance(theme, str) or theme not in THEMES:
            raise PictureError(f"there is no theme {in_short(theme)}; there are {', '.join(THEMES)}")
        self.width = width
        self.height = height
        self.theme = theme
        self.made: list[str] = []
        self.dark: dict[str, str] = {}

    def paint(self, paint: Paint, what: str = "fill") -> str:
        """The attributes that give something a color; `what` is `fill` or `stroke`."""
        by_day, by_night = paint
        if self.theme == "dark":
            return f' {what}="{by_night}"'
        if self.theme == "light" or by_day == by_night:
            return f' {what}="{by_day}"'
        name = f"bang-{what[0]}{by_day[1:]}-{by_night[1:]}"
        self.dark[name] = f".{name}{{{what}:{by_night}}}"
        return f' class="{name}" {what}="{by_day}"'

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        paint: Paint,
        *,
        round_: float = 0,
        line: float = 0,
    ) -> None:
        """A rectangle with round corners; with `line` only its outline, so broad."""
        corner = f' rx="{number(round_)}"' if round_ else ""
        colors = (
            f' fill="none" stroke-width="{number(line)}"{self.paint(paint, "stroke")}'
            if line
            else self.paint(paint)
        )
        self.made.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
            f"{corner}{colors}/>"
        )

    def circle(self, x: float, y: float, radius: float, paint: Paint) -> None:
        """A disc."""
        self.made.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{self.paint(paint)}/>'
        )

    def stroke(
        self, x1: float, y1: float, x2: float, y2: float, paint: Paint, broad: float, dash: str = ""
    ) -> None:
        """A straight line."""
        dashes = f' stroke-dasharray="{dash}"' if dash else ' stroke-linecap="round"'
        self.made.append(
            f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
            f' stroke-width="{number(broad)}"{dashes}{self.paint(paint, "stroke")}/>'
        )

    def shape(self, path: str, x: float, y: float, size: float, paint: Paint, turn: int = 0) -> None:
        """A drawing in a square box of a given size; what leaves the box is cut off."""
        turned = f' transform="rotate({turn} {BOX // 2} {BOX // 2})"' if turn else ""
        self.made.append(
            f'<svg x="{number(x)}" y="{number(y)}" width="{number(size)}" height="{number(size)}"'
            f' viewBox="0 0 {BOX} {BOX}"><path d={quoteattr(path)}{turned}{self.paint(paint)}/></svg>'
        )

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        paint: Paint,
        *,
        bold: bool = False,
        at: str = "left",
    ) -> None:
        """A line of text on the base line y; x is its left, middle or right."""
        weight = ' font-weight="bold"' if bold else ""
        self.made.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{weight}{ANCHORS[at]}'
            f"{self.paint(paint)}>{escape(text)}</text>"
        )

    def lines(
        self,
        lines: list[str],
        x: float,
        y: float,
        size: float,
        paint: Paint,
        *,
        bold: bool = False,
        at: str = "left",
    ) -> None:
        """Lines of text below each other, the first with its upper edge at y."""
        for i, line in enumerate(lines):
            self.text(line, x, y + size * (0.8 + i * LINE), size, paint, bold=bold, at=at)

    def finished(self, title: str, told: str) -> str:
        """The picture as SVG; `title` and `told` say what is in it to those who don't see it."""
        rules = "".join(self.dark[name] for name in sorted(self.dark))
        style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>" if rules else ""
        size = f"{number(self.width)} {number(self.height)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {size}"'
            f' width="{number(self.width)}" height="{number(self.height)}" font-family="sans-serif">'
            f"<title>{escape(title)}</title><desc>{escape(told)}</desc>{style}{''.join(self.made)}</svg>\n"
        )
