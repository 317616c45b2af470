"""New games: from the start, or from a table that is given."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bangrules.errors import BangRulesError, StepBudgetError, TableError
from bangrules.kernel import slots as k
from bangrules.language.quoting import brief, in_short, one_line
from bangrules.language.spelling import suggest

if TYPE_CHECKING:
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

__all__ = ["begun", "how_many", "plain"]

USUAL = 4  # how many play where nothing is said


def how_many(rules: Rules, usual: int = USUAL) -> int:
    """How many play where nobody says: as usual or, if the rules have no such game, what is nearest to it."""
    sizes = sorted(rules.tables["roles"])
    return min(sizes, key=lambda size: abs(size - usual), default=usual)


def begun(
    cls: type[Game], rules: Rules, players: Any, seed: Any, forced: Any, history: bool, table: dict[str, Any]
) -> Game:
    """A game at its first decision; see `Rules.new_game`.

    :raises TableError: something is given that can't be.
    :raises RuleError: the card files went wrong.
    """
    from bangrules.play.table import given_state, new_state
    from bangrules.play.trouble import check_choices, rule_error

    if not isinstance(forced, str) or forced not in ("resolve", "ask"):
        raise TableError(f"expected `resolve` or `ask`, not {in_short(forced)}", None, "forced")
    if seed is None:
        seed = random.getrandbits(63)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TableError(f"expected a number, not {in_short(seed)}", None, "seed")
    names = None
    if not isinstance(players, int):
        names = names_of(players)
    if isinstance(players, bool):
        raise TableError(f"expected how many play, or their names, not {in_short(players)}", None, "players")
    count = len(names) if names is not None else players
    try:
        if "seats" in table:
            S = given_state(rules, table["seats"], seed, forced=forced, **without_seats(table))
            seats = len(S[k.SEATS])
            if names is not None and len(names) != seats:
                raise TableError(f"{len(names)} names for {seats} seats", None, "players")
            if count not in (seats, USUAL):
                raise TableError(f"{count} players for {seats} seats", None, "players")
        else:
            S = new_state(rules, count, seed, forced=forced, **known(table))
    except BangRulesError as error:
        if isinstance(error, StepBudgetError) and forced == "resolve":
            check_choices(lambda: begun(cls, rules, players, seed, "ask", False, table))
        raise error if isinstance(error, TableError) else rule_error(rules, error) from error
    except Exception as error:
        raise rule_error(rules, error) from error
    given = {"players": list(names) if names is not None else count, "seed": seed, "forced": forced}
    if "seats" in table and names is None:
        del given["players"]
    setup = {**given, **{name: plain(value) for name, value in table.items()}}
    return cls(rules, S, [] if history else None, setup, names)


def names_of(players: Any) -> tuple[str, ...]:
    """The players' names.

    :raises TableError: these are no names.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TableError(f"expected how many play, or their names, not {in_short(players)}", None, "players")
    names = tuple(players)
    for name in names:
        if not isinstance(name, str) or not name.strip() or not one_line(name):
            raise TableError(f"{in_short(name)} is no name", None, "players")
    if len(set(names)) != len(names):
        raise TableError("two players have one name", None, "players")
    return names


def without_seats(table: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name != "seats"}


def known(table: dict[str, Any]) -> dict[str, Any]:
    """What a game from the start may be given besides.

    :raises TableError: anything else.
    """
    for name in table:
        if name != "options":
            near = suggest(name, ("players", "seed", "forced", "history", "options", "seats"))
            hint = f"; did you mean `{near}`?" if near else ""
            raise TableError(f"only a table with `seats` can be given so{hint}", None, brief(name))
    return table


def plain(value: Any) -> Any:
    """What was given, as plain data for records."""
    if isinstance(value, Mapping):
        return {str(name): plain(x) for name, x in value.items()}
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Sequence):
        return [plain(x) for x in value]
    return str(getattr(value, "id", value))
