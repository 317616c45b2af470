"""Records: how a game began and every action since, as a text that people can read and change.

    bangrules record 1
    packs: ["base"]
    digest: "50a7c3e7..."
    players: 5
    seed: 7
    forced: "resolve"
    actions: 2
    A plays bang@A♠ on B
    B passes
    check: 0f3a...

The lines before `actions` are what `Rules.new_game` was given, each a name and a value in JSON.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from bangrules.errors import BangRulesError, HistoryError, SaveError, TableError
from bangrules.language.quoting import PATH, brief, in_short
from bangrules.play.beginning import plain
from bangrules.play.game import needed_game
from bangrules.play.naming import changed, place_in
from bangrules.play.rules import needed

if TYPE_CHECKING:
    from bangrules.kernel.actions import Action
    from bangrules.play.game import Game
    from bangrules.play.rules import Rules

__all__ = ["Record", "recorded"]

FIRST = "bangrules record"
VERSION = 1
LONGEST = 20_000_000


def copied(setup: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of what `Rules.new_game` was given, as it is in the text of a record."""
    made: dict[str, Any] = json.loads(json.dumps(setup, default=plain))
    return made


@frozen
class Record:
    """How a game began and what was done: `dumps` makes a text, `loads` reads it, `replay` plays it again.

    `packs` and `digest` say which rules it was played by, `setup` what `Rules.new_game` was given, `actions`
    what was done, as texts.

    >>> import bangrules as bang
    >>> rules = bang.load("base")
    >>> game = rules.new_game(players=4, seed=1)
    >>> events = game.push(game.legal_actions()[0])
    >>> text = game.record().dumps()
    >>> bang.Record.loads(text).replay(rules).to_dict() == game.to_dict()
    True
    """

    packs: tuple[str, ...]
    digest: str
    _setup: dict[str, Any] = field(converter=copied, hash=False)
    actions: tuple[str, ...]
    first_line: int = field(
        default=0, eq=False, repr=False
    )  # where the actions begin in the text, if it was read

    @property
    def setup(self) -> dict[str, Any]:
        """What `Rules.new_game` was given; a copy, as records never change."""
        return copied(self._setup)

    def dumps(self) -> str:
        """The record as a text.

        :raises SaveError: the setup gives a field that is called like a line which all records have.
        """
        for name in KINDS:
            if name in self._setup:
                raise SaveError("a record has another line of this name, so it can't tell of the field", name)
        lines = [f"{FIRST} {VERSION}"]
        head = {"packs": list(self.packs), "digest": self.digest, **self._setup, "actions": len(self.actions)}
        lines += [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in head.items()]
        lines += self.actions
        return "\n".join([*lines, f"check: {check(lines)}", ""])

    @classmethod
    def loads(cls, text: str, check_it: bool = True) -> Record:
        """The record that a text holds; without `check_it` one that people have changed is read too.

        :raises SaveError: it is no record, not whole, or changed; `field` is the line that is wrong.
        """
        try:
            return Reader(text).record(check_it)
        except RecursionError as error:
            raise SaveError("a value is nested too deeply", "setup") from error

    def replay(self, rules: Rules, history: bool = True) -> Game:
        """The game as it stood when the record was made.

        :raises SaveError: the record is of other rules, does not say its seed, or something in it can't be
            done; `field` is the line that is wrong.
        :raises TypeError: `rules` are no rules.
        """
        if self.digest != needed(rules).digest:
            same = self.packs == rules.packs
            told = changed(rules) if same else f" (packs {brief(', '.join(self.packs))})"
            raise SaveError(f"recorded with other rules{told}", "digest")
        if set(self.packs) != set(rules.packs):
            told = f"the digest is that of {', '.join(rules.packs)}"
            raise SaveError(f"this is no game of {', '.join(self.packs) or 'no pack'}: {told}", "packs")
        if self._setup.get("seed") is None:
            # a table of one's own needs it as well: piles are shuffled in the middle of games
            raise SaveError("missing; without it the game is another one each time", "seed")
        try:
            game = rules.new_game(**self._setup, history=history)
        except TableError as error:
            seat = f"seat {error.seat}: " if error.seat else ""
            part = error.field or ("seats" if seat else "setup")
            raise SaveError(f"{seat}{error.message}", part) from error
        except (BangRulesError, TypeError) as error:
            raise SaveError(brief(error, PATH), "setup") from error
        for i in range(len(self.actions)):
            self.step(game, i)
        return game

    def step(self, game: Game, i: int) -> None:
        """Take action `i` of the record, counted from 0, in a game that has taken those before it.

        :raises SaveError: it can't be done.
        :raises IndexError: the record has no such action.
        :raises TypeError: `game` is no game.
        """
        i = place_in(self.actions, i, "action")
        action = self.actions[i]
        where = f"line {self.first_line + i}" if self.first_line else f"action {i + 1}"
        if needed_game(game).is_over:
            raise SaveError(f"the game is over before `{brief(action)}`", where)
        try:
            game.push(action)
        except BangRulesError as error:
            raise SaveError(f"`{brief(action)}`: {error}", where) from error

    def __str__(self) -> str:
        return self.dumps()

    def __repr__(self) -> str:
        return f"<Record of {'+'.join(self.packs)}: {len(self.actions)} actions>"


def check(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def recorded(game: Game) -> Record:
    """The record of a game; see `Game.record`."""
    if game._past is None:
        raise HistoryError("the game keeps no history, so it can't be recorded")
    if game._setup is None:
        raise HistoryError("how the game began is not known, so it can't be recorded")
    return Record(
        game.rules.packs,
        game.rules.digest,
        plain(game._setup),
        tuple([str(action) for action in game._actions()]),
    )


def past_of(game: Game) -> list[tuple[list[Any], Action]]:
    """What a game that was read and not gone on with has behind it: it is played again from its beginning.

    :raises HistoryError: what its save says was done does not lead to it.
    """
    from bangrules.play.save import saved

    try:
        again = recorded(game).replay(game.rules)
    except SaveError as error:
        raise HistoryError(f"what was done before the save can't be played again: {error}") from error
    if saved(again) != saved(game) or again._past is None:
        raise HistoryError("what was done before the save leads to another game")
    return again._past


class Reader:
    """Reads the text of a record line by line."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str) or len(text) > LONGEST:
            raise SaveError("this is no record", "line 1")
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        while self.lines and not self.lines[-1].strip():
            self.lines.pop()
        self.at = 0

    def wrong(self, message: str) -> SaveError:
        return SaveError(message, f"line {self.at + 1}")

    def record(self, check_it: bool) -> Record:
        if not self.lines or not self.lines[0].startswith(FIRST):
            raise self.wrong(f"a record begins with `{FIRST} {VERSION}`")
        if self.lines[0].split() != [*FIRST.split(), str(VERSION)]:
            found = brief(self.lines[0])
            raise self.wrong(f"a record of another version: `{found}`; this one reads {VERSION}")
        head = self.head()
        packs, digest, count = head.pop("packs"), head.pop("digest"), head.pop("actions")
        first = self.at + 1
        actions = [line.strip() for line in self.lines[self.at : self.at + count]]
        self.at += len(actions)
        if len(actions) < count or any(line.startswith("check:") for line in actions):
            raise self.wrong(f"the record is not whole: it should have {in_short(count)} actions")
        self.end(check_it)
        return Record(tuple(packs), digest, head, tuple(actions), first)

    def head(self) -> dict[str, Any]:
        """The lines up to the number of actions."""
        found: dict[str, Any] = {}
        self.at = 1
        while "actions" not in found:
            if self.at >= len(self.lines):
                raise self.wrong("the record is not whole: it does not say how many actions there are")
            name, colon, written = self.lines[self.at].partition(":")
            if not colon or not all(part.isidentifier() for part in name.split(".")):
                raise self.wrong("expected a name, a colon and a value")
            if name in found:
                raise self.wrong(f"`{brief(name)}` is there already")
            if name == "history":
                raise self.wrong("`history` is not recorded")
            try:
                found[name] = json.loads(written)
            except (ValueError, RecursionError):
                raise self.wrong(f"the value of `{brief(name)}` is not JSON") from None
            if not KINDS.get(name, lambda x: True)(found[name]):
                raise self.wrong(f"this can't be the value of `{name}`")
            self.at += 1
        for name in ("packs", "digest"):
            if name not in found:
                self.at = 0
                raise self.wrong(f"the record does not say its {name}")
        return found

    def end(self, check_it: bool) -> None:
        """The last line."""
        rest = self.lines[self.at :]
        if not rest or not rest[0].startswith("check:"):
            if check_it or rest:
                raise self.wrong("expected the line `check: ...` after the last action")
            return
        if len(rest) > 1:
            self.at += 1
            raise self.wrong("nothing comes after the check")
        if check_it and rest[0].removeprefix("check:").strip() != check(self.lines[: self.at]):
            raise self.wrong("the record was changed after it was made")


def is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


KINDS: dict[str, Any] = {
    "packs": lambda x: isinstance(x, list) and all(isinstance(y, str) for y in x),
    "digest": lambda x: isinstance(x, str),
    "actions": is_count,
}
