"""The grammar of card files as rules for people: `grammar/bang.lark` without what only its parser needs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bangrules.paths import grammar_path

__all__ = ["TOKENS", "grammar_rules", "literal_tokens", "token_names"]

TOKENS = {
    "NAME": "a name: letters, digits and `_`, with a letter in front and perhaps a `!` at the end",
    "FUNC": "a name with its bracket right behind it, which makes it a call",
    "LETTER": "a seat: `A` to `H`",
    "NUMBER": "a whole number",
    "STRING": 'a text between `"`, on one line',
    "FACE": "a rank and a suit: `10♥`, or `10H`",
    "FACES": "a run of faces of one suit: `2♠..9♠`",
    "SUIT": "`♠`, `♥`, `♦` or `♣`",
    "SQUARE": "a square of a board, `(7,9)`, or an edge of one, `(7,9)N`",
    "ANYTHING": "`_`: anything, in a pattern",
    "BOUND": "`least` or `most`",
    "NEWLINE": "the end of a line",
    "INDENT": "what follows stands further in",
    "DEDENT": "what follows stands as far out as before",
}
"""The smallest pieces, described; those that are words or signs are read from the grammar."""

LAYOUT = {"_NL": "NEWLINE", "_INDENT": "INDENT", "_DEDENT": "DEDENT"}
LITERAL = re.compile(r'^([A-Z_]+)(?:\.-?\d+)?: ("[^"]+"(?: \| "[^"]+")*)$', re.MULTILINE)
HEAD = re.compile(r"^[?!]*([a-z_]+)(?:\.\d+)?:\s*(.*)$")
WIDTH = 80
PIECE = re.compile(r'"[^"]*"|[A-Za-z_]+|[^\s"A-Za-z_]+')


def token_names() -> set[str]:
    """The tokens that rules are made of."""
    words = {piece for _, _, lines in rules() for line in lines for piece in PIECE.findall(line)}
    return {LAYOUT.get(word, word) for word in words if re.fullmatch(r"_?[A-Z][A-Z_]*", word)}


def literal_tokens() -> dict[str, str]:
    """The tokens that are nothing but certain words or signs."""
    found = LITERAL.findall(grammar_path().read_text(encoding="utf-8"))
    return {name: signs.replace('"', "`").replace(" | ", " or ") for name, signs in found}


def rules() -> Iterator[tuple[str, str, list[str]]]:
    """What the grammar holds up to its tokens: ("section", title, []), ("note", text, []) or
    ("rule", name, lines)."""
    text = grammar_path().read_text(encoding="utf-8").partition("// ---- tokens")[0]
    name = ""
    lines: list[str] = []
    note: list[str] = []
    for line in [*text[text.index("\n\n") :].split("\n"), ""]:
        if name and not line[:1].isspace():
            yield "rule", name, lines
            name = ""
        head = HEAD.match(line)
        if line.startswith("// ---- "):
            yield "section", line.removeprefix("// ---- "), []
        elif line.startswith("//"):
            note.append(line[2:].strip())
        elif head is not None:
            if note:
                yield "note", " ".join(note), []
            note = []
            name, lines = head[1], [head[2]]
        elif name and line.strip():
            lines.append(line.strip())


def readable(line: str) -> str:
    """A line of a rule, with its names as links and without the names of what it builds."""
    line = re.sub(r"->\s*\w+", "", line)
    found = []
    for piece in PIECE.findall(line):
        piece = LAYOUT.get(piece, piece)
        found.append(f"`{piece}`" if piece.islower() and piece[0] != '"' else piece)
    return re.sub(r"([(\[]) | (?=[)\]?*+])", r"\1", " ".join(found))


def broken(line: str) -> list[str]:
    """A line of many alternatives as several."""
    found = [""]
    for choice in line.split(" | ") if len(line) > WIDTH and "(" not in line else [line]:
        longer = f"{found[-1]} | {choice}" if found[-1] else choice
        if len(longer) > WIDTH and found[-1]:
            found.append(f"| {choice}")
        else:
            found[-1] = longer
    return found


def grammar_rules() -> str:
    """The grammar as a page: sections, notes, and rules whose names are links."""
    out: list[str] = []
    listing = False
    for kind, text, lines in rules():
        if kind == "rule":
            if not listing:
                out += ["```{eval-rst}", ".. productionlist::"]
                listing = True
            first, *more = [part for line in lines for part in broken(readable(line))]
            out += [f"   {text}: {first}", *(f"   : {line}" for line in more)]
            continue
        if listing:
            out += ["```", ""]
            listing = False
        out += [f"## {text.capitalize()}", ""] if kind == "section" else [text, ""]
    return "\n".join([*out, "```" if listing else "", ""])
