"""A board as text: squares and edges as its map draws them, figures on their squares, barred edges as `#`.

Barred are the edges of the first list of them that the game keeps. A sign behind a square says that a field
of squares holds for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bangrules.kernel import slots as k

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["board_text", "figures_on", "label", "legend"]

WIDE = 4
ARROWS = "^>v<"
BARRED = "#"
NOTED = "*!~"


def label(rules: Rules, card: int) -> str:
    """A figure in few characters: the first letter of its name and which of its kind it is.

    >>> import bangrules as bang
    >>> rules = bang.load("zombie_plague")
    >>> label(rules, rules.card_by_id["zombie@12"])
    'Z12'
    """
    found = rules.cards[card - k.FIRST_CARD]
    return found.definition.name[:1].upper() + found.face


def figures_on(rules: Rules, S: list[Any]) -> dict[int, list[tuple[int, int | None]]]:
    """The figures on each square, with the direction they face: by the fields that hold such values."""
    rows = [row for row in rules.tables["fields"] if row[3] == "card"]
    spot = next((row[1] for row in rows if row[2].rstrip("?") == "values:square"), None)
    facing = next((row[1] for row in rows if row[2].rstrip("?") == "values:direction"), None)
    found: dict[int, list[tuple[int, int | None]]] = {}
    if spot is not None:
        for card in rules.cards:
            s = S[spot][card.index]
            if s is not None:
                found.setdefault(s, []).append((card.index, S[facing][card.index] if facing else None))
    return found


def barring(rules: Rules) -> Any:
    """The field of the game that lists the barred edges, as the tables have it; None where there is none."""
    rows = rules.tables["fields"]
    return next((row for row in rows if row[3] == "game" and row[2] == "list of values:edge"), None)


def noted(rules: Rules) -> list[tuple[str, Any]]:
    """The fields of squares that hold or don't, with a sign for each."""
    rows = [
        row
        for row in rules.tables["fields"]
        if row[3] == "square" and row[2] == "yesno" and row[5] == "everyone" and row[6]
    ]
    return list(zip(NOTED, rows, strict=False))


def legend(rules: Rules) -> list[tuple[str, str]]:
    """The signs of the board with what they mean, in the words of the rules; empty where rules have no board.

    >>> import bangrules as bang
    >>> legend(bang.load("zombie_plague"))[1:3]
    [('o', 'obstacle'), ('X', 'search square')]
    """
    board, values = rules.tables["board"], rules.tables["values"]
    if board is None:
        return []
    found = []
    for set_ in ("terrain", "barrier"):
        ids, texts = values[set_]
        found += [
            (" ".join(signs), texts[value])
            for value, signs in board["chars"][set_].items()
            if value < len(ids) and not set(signs) <= {"_", " "}
        ]
    fields = rules.tables["fields"]
    found += [(sign, row[6]) for sign, row in noted(rules)]
    shut = barring(rules)
    if shut is not None and shut[6]:
        found.append((BARRED, shut[6]))
    first = {card.definition.index: card for card in reversed(rules.cards)}
    figures = [card for i, card in first.items() if rules.tables["definitions"][i]["figure"]]
    found += [(label(rules, card.index), str(card)) for card in reversed(figures)]
    looking = [row[6] for row in fields if row[2] == "values:direction" and row[3] == "card" and row[6]]
    if looking:
        found.append((" ".join(ARROWS), looking[0]))
    return found


def across(edges: list[str]) -> str:
    """A line of edges between two rows."""
    return "  +" + "".join((c * WIDE if c == "-" else c.center(WIDE)) + "+" for c in edges)


def board_text(rules: Rules, S: list[Any]) -> str:
    """The board of a game with its figures; empty where rules have none."""
    board = rules.tables["board"]
    if board is None:
        return ""
    w, h, sides = board["width"], board["height"], board["sides"]
    terrain, barrier = board["chars"]["terrain"], board["chars"]["barrier"]
    figures, row, notes = figures_on(rules, S), barring(rules), noted(rules)
    shut = frozenset(S[row[1]]) if row is not None else frozenset()

    def square(s: int) -> str:
        here = figures.get(s)
        if not here:
            note = next((sign for sign, row in notes if S[row[1]][s]), "")
            return f" {terrain.get(board['terrain'][s], '?')[0]}{note}".ljust(WIDE)
        card, facing = here[0]
        return (label(rules, card) + (ARROWS[facing] if facing is not None else "")).ljust(WIDE)[:WIDE]

    def edge(s: int, direction: int) -> str:
        e = sides[s][direction]
        chars = str(barrier.get(board["barrier"][e], "?"))
        if e in shut and "|" not in chars and "-" not in chars:
            return BARRED
        wanted = "|" if direction % 2 else "-"
        return wanted if wanted in chars else chars[0]

    lines = ["   " + "".join(f"{x:<{WIDE + 1}}" for x in range(w)).rstrip()]
    for y in range(h):
        line = range(y * w, (y + 1) * w)
        lines.append(across([edge(s, 0) for s in line]))
        cells = "".join(edge(s, 3) + square(s) for s in line) + edge(line[-1], 1)
        lines.append(f"{y:>2}{cells.rstrip()}")
    lines.append(across([edge(s, 2) for s in line]))
    return "\n".join(lines)
