"""The errors that the library documents. All are `BangRulesError`."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

__all__ = [
    "ActionParseError",
    "BangRulesError",
    "HistoryError",
    "IllegalActionError",
    "PackError",
    "PictureError",
    "Reason",
    "RuleError",
    "SaveError",
    "StepBudgetError",
    "TableError",
]


def writable(text: Any) -> Any:
    """A text with halves of characters, which no file and no connection takes, written out.

    >>> writable("beer@6♥"), writable("\\ud800")
    ('beer@6♥', '\\\\ud800')
    """
    return text.encode("utf-8", "backslashreplace").decode() if isinstance(text, str) else text


class BangRulesError(Exception):
    """Base of the library's errors; whatever texts they tell of, what they say can be encoded."""

    def __init__(self, *args: object) -> None:
        super().__init__(*map(writable, args))


@frozen
class Reason:
    """Why an action may not be taken.

    `code` is the kind of clause that forbids it:

    - `over`: the game has ended; `not_asked`: someone else decides, or something else is asked;
    - `absent`: the card or ability is not there; `from`: the card lies in another place;
      `force`: it does not count just now; `allowed`: a rule forbids it;
    - `if`, `limit`, `costs`, `target`: that clause of the action fails;
    - `choice`: it is not among the options; `may_pass`: one may not pass;
    - `copy`: another equal copy of the card stands for it, or several are told apart;
    - `unlisted`: it is not offered, though no clause forbids it; or a reason that the card files declare;
    - `foreign`: it is no action of these rules; `malformed`: the text names no action.

    `text` says it in words, those of the card file where it has some. `card` is the name of the card,
    character or other thing that forbids it, `where` the file and line of the clause.
    """

    code: str
    text: str = field(converter=writable)
    card: str | None = None
    where: str | None = None

    def __str__(self) -> str:
        return self.text


class IllegalActionError(BangRulesError, ValueError):
    """An action that may not be taken now; `reason` says why. The game has not changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class ActionParseError(IllegalActionError):
    """A text that names no action of the rules; its reason's code is `malformed`."""

    def __init__(self, message: str | Reason) -> None:
        super().__init__(Reason("malformed", message) if isinstance(message, str) else message)


class HistoryError(BangRulesError, ValueError):
    """There is nothing to take back, or the game keeps no history."""


class TableError(BangRulesError, ValueError):
    """A table that cannot be: `seat` and `field` say where; `of` is the card or value whose field it is.

    `message` is what is wrong, without the place.
    """

    of: str | None = None

    def __init__(self, message: str, seat: str | None = None, field: str | None = None) -> None:
        where = " ".join(x for x in (f"seat {seat}" if seat else "", field or "") if x)
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.seat = seat
        self.field = writable(field)


class PictureError(BangRulesError, ValueError):
    """Something cannot be drawn: nothing is called so, or it is asked for in a way that there is not."""


class PackError(BangRulesError, ValueError):
    """Packs that cannot be found or cannot be played together; `missing` is one that isn't there."""

    def __init__(self, message: str, missing: str | None = None) -> None:
        super().__init__(message)
        self.missing = missing


class SaveError(BangRulesError, ValueError):
    """A save or record that cannot be read; `field` names the part that is wrong."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field = writable(field)


class RuleError(BangRulesError):
    """The loaded rules went wrong while running; `card` and `where` name the program.

    The game stands at the last decision, and goes on from there.
    """

    def __init__(self, message: str, card: str | None = None, where: str | None = None) -> None:
        place = f" (in {card}, {where})" if card and where else f" ({where})" if where else ""
        super().__init__(message + place)
        self.message = message
        self.card = card
        self.where = where


class StepBudgetError(RuleError):
    """A program of the loaded rules ran too long, or called itself too deeply.

    Or a game goes on for ever without asking anybody, since decisions with one action are passed over and
    nobody ever has another one: so it is at a table without any card. With `forced="ask"` it can be played.
    """
