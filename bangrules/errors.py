"""The errors that the library documents. All are `BangRulesError`."""

from __future__ import annotations

from typing import Any


class BangRulesError(Exception):
    """Base of the library's errors."""


class IllegalActionError(BangRulesError, ValueError):
    """An action that may not be taken now; `reason` says why. The game has not changed."""

    def __init__(self, reason: Any) -> None:
        super().__init__(str(reason))
        self.reason = reason


class TableError(BangRulesError, ValueError):
    """A table that cannot be: `seat` and `field` say where."""

    def __init__(self, message: str, seat: str | None = None, field: str | None = None) -> None:
        where = " ".join(x for x in (f"seat {seat}" if seat else "", field or "") if x)
        super().__init__(f"{where}: {message}" if where else message)
        self.seat = seat
        self.field = field


class PackError(BangRulesError, ValueError):
    """Packs that cannot be found or cannot be played together."""


class SaveError(BangRulesError, ValueError):
    """A save or record that cannot be read; `field` names the part that is wrong."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field


class RuleError(BangRulesError):
    """The loaded rules went wrong while running; `card` and `where` name the program. The game has not moved."""

    def __init__(self, message: str, card: str | None = None, where: str | None = None) -> None:
        place = f" (in {card}, {where})" if card and where else f" ({where})" if where else ""
        super().__init__(message + place)
        self.message = message
        self.card = card
        self.where = where


class StepBudgetError(RuleError):
    """A program of the loaded rules ran too long, or called itself too deeply."""


class ActionParseError(BangRulesError, ValueError):
    """A text that does not name an action."""
