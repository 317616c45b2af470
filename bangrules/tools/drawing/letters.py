"""How wide letters are, and how a text is laid into a box.

The widths are those of a broad typeface, so that a text which fits here fits wherever it is shown.
"""

from __future__ import annotations

import unicodedata
from functools import cache

__all__ = ["fit", "measure", "shortened", "wrap"]

PLAIN = {
    0.3: "'IJijlłı", 0.35: " ,./:;\\|’‘·", 0.4: "()-[]ft", 0.45: "!r", 0.5: '"*_`–', 0.55: "?csz“”гзсэ",
    0.6: "FLkvxyвтухчь", 0.65: "$0123456789EPSTYabdeghnopqu{}ßøđГЕЗРТУабеиклоря",
    0.7: "ABCKRVXZАБВСХЧЬЭЯднпц", 0.75: "NUИКъ", 0.8: "&DGHOQДЛНОПЦмы", 0.85: "#+<=>^w~−∞≥≤×Ъю",
    0.9: "M♠♥♦♣МФЫф", 0.95: "жшщ", 1.0: "%@Wm—…æ", 1.05: "œ", 1.1: "ЖШЩЮ",
}  # fmt: skip
BOLD = {
    0.35: " 'ijlı", 0.4: ",./:;IJ\\|’‘·ł", 0.45: "-f", 0.5: "!()[]_`rt–", 0.55: '"*г', 0.6: "?cszзстэ",
    0.65: "LxГвхья", 0.7: "$0123456789EFTaekovy“”øЕТабекнопуч", 0.75: "CPSYZbdghnpqu{}ßđЗРСЭилрц",
    0.8: "ABKRVXАБВУХЬЯъ", 0.85: "#+<=>DGHNU^~−∞≥≤×ИКЛНПЧдм", 0.9: "&OQ♠♥♦♣ДО", 0.95: "wЦЪы",
    1.0: "@M—…МФжфю", 1.05: "%mæЫ", 1.1: "œш", 1.15: "Wщ", 1.2: "Ю", 1.25: "ЖШ", 1.35: "Щ",
}  # fmt: skip
"""Letters by their width in parts of the size."""
WIDTHS = [{sign: wide for wide, signs in table.items() for sign in signs} for table in (PLAIN, BOLD)]
LINE = 1.25
"""From line to line, in parts of the size."""


@cache
def width_of(sign: str, bold: bool) -> float:
    """The width of a letter in parts of the size; of unknown ones what such letters take at most."""
    known = WIDTHS[bold]
    if sign in known:
        return known[sign]
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Mn"):
        return 0.0
    plain = unicodedata.normalize("NFKD", sign)[0]
    if plain in known:
        return known[plain]
    return 1.1 if unicodedata.east_asian_width(sign) in "WF" or not sign.isalpha() else 0.95


def measure(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is.

    >>> measure("ill", 10) < measure("mmm", 10) < measure("mmm", 10, bold=True)
    True
    """
    return size * sum([width_of(sign, bold) for sign in text])


def wrap(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """A text in lines that are no wider; a word that is wider by itself is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if measure(longer, size, bold) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while measure(word, size, bold) > width and len(word) > 1:
            n = 1
            while measure(word[: n + 1] + "-", size, bold) <= width:
                n += 1
            lines.append(word[:n] + "-")
            word = word[n:]
        line = word
    return [*lines, line] if line else lines


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """A text that is no wider, its end left out where it must be."""
    if measure(text, size, bold) <= width:
        return text
    while text and measure(text + "…", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def fit(
    text: str, width: float, height: float, largest: float, smallest: float, bold: bool = False
) -> tuple[float, list[str]]:
    """The largest size in which a text fits, and its lines; cut short if even the smallest is too large."""
    size = largest
    while True:
        lines = wrap(text, width, size, bold)
        room = max(1, int((height / size - 1) / LINE) + 1)
        if len(lines) <= room and not any(line.endswith("-") and line not in text for line in lines):
            return size, lines
        if size <= smallest:
            break
        size = max(smallest, size - 0.5)
    if len(lines) > room:
        lines = [*lines[: room - 1], shortened(" ".join(lines[room - 1 :]), width, size, bold)]
    return size, lines
