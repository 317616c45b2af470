"""What went wrong inside the loaded rules: which program, on which line of which card file."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from bangrules.errors import RuleError, StepBudgetError
from bangrules.kernel import slots as k
from bangrules.language.python_names import safe

if TYPE_CHECKING:
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

__all__ = ["check_choices", "rule_error"]

MARK = "<rules>"
NAMED = re.compile(r"(b|c|k|p|s)_(.+?)(?:_for[0-9]+)?")
NUMBERED = re.compile(r"(hb|hg|awake|act|do|en|why|tg|costs|spend|later|um|m|g)([0-9]+)")


def rule_error(rules: Rules, error: BaseException) -> RuleError:
    """The error to raise for one that escaped from a program of the rules, with its program and place."""
    frames = programs(error.__traceback__)
    at = culprit(rules, frames) if isinstance(error, RecursionError) else frames[-1] if frames else None
    card = where = None
    if at is not None:
        function, line = at
        card, where = program_name(rules, function), place_of(rules, line)
    if isinstance(error, RuleError):
        return type(error)(error.message, error.card or card, error.where or where)
    if isinstance(error, RecursionError):
        return StepBudgetError("the program calls itself too deeply", card, where)
    if isinstance(error, MemoryError):
        return StepBudgetError("the program needs too much memory", card, where)
    return RuleError(f"the program went wrong: {type(error).__name__}: {error}", card, where)


def check_choices(asked: Callable[[], Game]) -> None:
    """Look whether a game ran out of steps because nobody has a choice, though each program ends.

    Decisions with one action are passed over, and all that happens meanwhile takes from one step budget. So
    `asked` makes the game anew, with these asked too, and their only actions are taken: until the steps of a
    budget are used up, or anything else turns out.

    :raises StepBudgetError: nobody has a choice.
    """
    try:
        game, used = asked(), 0
        while used <= k.STEP_BUDGET:
            actions = game.legal_actions()
            if len(actions) != 1:
                return
            game.push(actions[0])
            used += max(1, k.STEP_BUDGET - game._state[k.STEPS])
    except RuleError:
        return
    raise StepBudgetError(
        "nobody has a choice: each decision on the way has a single action, and the game comes to no end"
    )


def programs(trace: TracebackType | None) -> list[tuple[str, int]]:
    """The functions and lines of the rules' code that were running, the innermost last."""
    found = []
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == MARK:
            found.append((trace.tb_frame.f_code.co_name, trace.tb_lineno))
        trace = trace.tb_next
    return found


def culprit(rules: Rules, frames: list[tuple[str, int]]) -> tuple[str, int] | None:
    """Of programs that call each other in a circle the one to blame: a card's, else a hook, else any."""
    recent = frames[-60:]
    names = [function for function, _ in recent]
    circle = [frame for frame in recent if names.count(frame[0]) > 2] or recent
    rank = {"hb": 1, "act": 1, "do": 1, "later": 1}
    best: tuple[int, tuple[str, int]] | None = None
    for frame in reversed(circle):
        kind = (NUMBERED.fullmatch(frame[0]) or NAMED.fullmatch(frame[0]) or [None, ""])[1]
        number = rank.get(str(kind), 0)
        if kind == "hb" and rules.tables["hooks"][int(frame[0][2:])][6] >= 0:
            number = 2
        if kind in ("act", "do"):
            number = 2
        if best is None or number > best[0]:
            best = number, frame
    return best and best[1]


def place_of(rules: Rules, line: int) -> str | None:
    """`file:line` of what a line of the rules' code was made from: its place, or the last one before it."""
    places = rules.tables["lines"]
    for i in range(min(line, len(places)) - 1, -1, -1):
        if places[i] is not None:
            path, number = places[i]
            return f"{path}:{number}"
    return None


def program_name(rules: Rules, function: str) -> str:
    """The name of the card or other thing, or of the procedure or stat, that a function was made from."""
    t = rules.tables
    if (named := NAMED.fullmatch(function)) is not None:
        ids = t["stats"] if named[1] in "ks" else [row[0] for row in t["procedures"]]
        return next((id for id in ids if safe(id) == named[2]), named[2])
    if (numbered := NUMBERED.fullmatch(function)) is not None:
        kind, n = numbered[1], int(numbered[2])
        if kind in ("hb", "hg", "awake"):
            owner, proc = t["hooks"][n][6], t["procedures"][t["hooks"][n][1]][0]
            return thing_name(rules, owner) or f"{t['hooks'][n][0]} {proc}"
        if kind == "m":
            return thing_name(rules, t["modifiers"][n][4]) or f"modify {t['modifiers'][n][0]}"
        if kind == "um":
            return thing_name(rules, t["uses"][n][1])
        if kind == "g":
            return segment_name(rules, n)
        if kind == "later":
            return str(t["laters"][n][0]).split(" ")[0]
        return thing_name(rules, t["actions"][n]["owner"])
    return function


def thing_name(rules: Rules, index: int) -> str:
    return rules.by_index[index].name if index >= 0 else ""


def segment_name(rules: Rules, number: int) -> str:
    """The name of the program that a segment is part of: its card's name, or the procedure's."""
    row = rules.tables["segments"][number - rules.tables["first_segment"]]
    if row[1] >= 0:
        return str(rules.tables["procedures"][row[1]][0])
    first = str(row[3]).split(" ")[0]
    return rules.definitions[first].name if first in rules.definitions else str(row[3])
