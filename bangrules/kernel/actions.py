"""Actions as a player sees them: frozen, one object for each value within a set of rules."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen(eq=False, repr=False)
class Action:
    """Something a player may do at a decision.

    `verb` is `play`, `use`, `answer`, `choose`, `pass` or `end`; `player` the seat. `card` is the card it is
    done with (equal copies are one), `form` the definition it is used as, `target` the seat or card aimed at,
    `value` what is chosen; `do` is the engine's. `text` says it all: `A plays bang@A♠ on B`; `str` gives it,
    and `Rules.parse` takes it back.
    Two actions of the same rules are equal exactly when they are the same object.
    """

    player: int
    verb: str
    text: str
    n: int = -1
    card: int | None = None
    form: int | None = None
    target: int | None = None
    value: Any = None
    kind: str = ""
    do: Any = None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action: {self.text}>"
