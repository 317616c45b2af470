"""Actions as a player sees them: frozen, one object for each value within a set of rules."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen(eq=False, repr=False)
class Action:
    """Something a player may do at a decision.

    `verb` is `play`, `use`, `answer`, `choose`, `pass` or `end`; `player` the seat. `card` is the card it is
    done with (equal copies are one, unless something tells them apart: then it is the `value` too), `form`
    the definition it is used as, `target` the seat or card aimed at, `value` what is chosen; `do`, which
    carries it out, and `origin` are the engine's. `text` says it all:
    `A plays bang@A♠ on B`; `str` gives it, and `Rules.parse` takes it back.
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
    origin: Any = None

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Action:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return again, self.origin

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action: {self.text}>"


def again(rules: Any, key: Any) -> Action:
    """The action of some rules that has been pickled."""
    return rules.action_of(key)  # type: ignore[no-any-return]
