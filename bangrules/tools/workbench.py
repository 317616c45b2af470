"""A table for a card file that is being written: it goes on with the new rules whenever the file changes."""

from __future__ import annotations

import io
import os
import select
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from bangrules.errors import BangRulesError, TableError
from bangrules.language.diagnostics import CardFileError, render
from bangrules.play.beginning import how_many
from bangrules.play.reading import seat_of_turn
from bangrules.tools.commands.play import NAMES, SEATS
from bangrules.tools.console import colored, echo
from bangrules.tools.laying import Table, at_hand, begun_turn, for_rules, free, table_of, turn_of
from bangrules.tools.session import Leave, Session

if TYPE_CHECKING:
    from bangrules.kernel.actions import Action
    from bangrules.play.game import Game
    from bangrules.play.rules import Definition, Rules

    Load = Callable[[], tuple[Rules, list[Definition]]]

POLL = 0.25  # seconds between two looks at the files
SETTLED = 0.05  # seconds for which nothing is written when a file is done


class Changed(Exception):
    """The table has been laid again."""


class Files:
    """Card files that are watched: those of some folders, and some alone."""

    def __init__(self, folders: Sequence[Path], alone: Sequence[Path] = ()) -> None:
        self.folders = folders
        self.alone = alone
        self.stamps = self.look()
        self.texts = self.read()

    def look(self) -> dict[Path, tuple[int, int]]:
        """When each was written, and how long it is."""
        found = {}
        for path in (*(path for folder in self.folders for path in folder.glob("*.bang")), *self.alone):
            with suppress(OSError):  # an editor is about to replace it
                stat = path.stat()
                found[path] = (stat.st_mtime_ns, stat.st_size)
        return found

    def read(self) -> dict[Path, bytes]:
        """What they say."""
        found = {}
        for path in self.stamps:
            with suppress(OSError):
                found[path] = path.read_bytes()
        return found

    def changed(self) -> list[Path]:
        """Those that say something else than before; one that is being written is waited for."""
        stamps = self.look()
        if stamps == self.stamps:
            return []
        while stamps != self.stamps:
            self.stamps = stamps
            time.sleep(SETTLED)
            stamps = self.look()
        last = self.texts
        self.texts = self.read()
        return sorted(path for path in {*last, *self.texts} if last.get(path) != self.texts.get(path))


class Typed:
    """Lines from stdin; while none is there, something else is done now and then."""

    def __init__(self) -> None:
        self.there = b""
        self.file: int | None = None
        if os.name == "posix":  # elsewhere one can't wait for a line and do something else
            with suppress(OSError, ValueError, AttributeError, io.UnsupportedOperation):
                self.file = sys.stdin.fileno()

    def line(self, idle: Callable[[], None]) -> str:
        """The next line with its end; empty at the end of the input."""
        if self.file is None:
            line = sys.stdin.readline()
            idle()
            return line
        while b"\n" not in self.there:
            if not select.select([self.file], [], [], POLL)[0]:
                idle()
                continue
            more = os.read(self.file, 4096)
            if not more:
                break
            self.there += more
        found, newline, self.there = self.there.partition(b"\n")
        return (found + newline).decode(sys.stdin.encoding or "utf-8", "replace")


class Workbench(Session):
    """A game at which a person tries what a card file declares.

    `load` reads the rules anew, and finds in them what is to be tried.
    """

    def __init__(
        self, load: Load, files: Files, players: int | None, seat: int | None, name: str, bot: str, seed: int
    ) -> None:
        self.load = load
        self.watched = files
        self.typed = Typed()
        self.gone = False
        rules, self.tried = load()
        game, table = begun(rules, players, seed, seat)
        viewer = (seat or 0) if table is None else table.turn
        self.names = [name if other == viewer else NAMES[other] for other in range(len(game.players))]
        super().__init__(game, [bot] * len(game.players), seed, viewer)
        self.lay_table(rules)

    # ---- the table

    def lay_anew(self, rules: Rules) -> None:
        """Sit down at another table.

        :raises RuleError: the rules go wrong at it.
        """
        self.seed += 1
        self.lay_table(rules)

    def lay_table(self, rules: Rules) -> None:
        """Sit down at a new table with what is to be tried at hand; its seed says which.

        :raises RuleError: the rules go wrong at it.
        """
        game, table = begun(rules, len(self.names), self.seed, self.viewer)
        if table is not None:
            table = self.with_tried(rules, evolve(table, players=tuple(self.names)))
            goes_on = table.turn == seat_of_turn(game) and all(d.kind == "card" for d in self.tried)
            if goes_on:
                with suppress(TableError):
                    self.sit(table.resumed(rules, self.seed))
                    return
            game = table.begun(rules, self.seed)
        self.sit(game)

    def with_tried(self, rules: Rules, table: Table) -> Table:
        """A table with what is to be tried at hand."""
        assert self.viewer is not None
        return at_hand(rules, table, self.tried, self.viewer)

    def laid_again(self, rules: Rules) -> Game:
        """The game that goes on with other rules, from where somebody last could end the turn.

        :raises TableError: the rules have no such table.
        :raises RuleError: the rules go wrong at it.
        """
        game = turn_of(self.game)
        table = self.with_tried(rules, for_rules(rules, table_of(game)))
        return table.resumed(rules, self.seed) if free(game) else table.begun(rules, self.seed)

    def announce(self) -> None:
        """Say what there is to try."""
        things = ", ".join(definition.name for definition in self.tried)
        text = "To try: {things}. Whenever a card file changes, the table goes on with it."
        echo(self.say(text, things=things))

    # ---- changes

    def watch(self) -> None:
        """Go on with other rules, if a file has changed.

        :raises Changed: so it is.
        """
        changed = ", ".join(path.name for path in self.watched.changed())
        if not changed:
            return
        echo()
        before = self.tried
        try:
            rules, self.tried = self.load()
            if rules.digest == self.game.rules.digest:
                echo(self.say("{files} has changed in nothing that counts.", files=changed))
                echo("> ", nl=False)
                return
            self.go_on_with(rules, changed)
        except (BangRulesError, OSError) as error:
            self.tried = before
            echo(
                render(error.diagnostics, error.sources, colored())
                if isinstance(error, CardFileError)
                else str(error)
            )
            echo(self.say("{files} can't be used; the table goes on as before.", files=changed))
            echo("> ", nl=False)
            return
        self.tell()
        raise Changed

    def go_on_with(self, rules: Rules, changed: str) -> None:
        """Go on with other rules, at the same table or, if that can't be, at a new one.

        :raises BangRulesError: the rules go wrong at any table.
        """
        try:
            self.sit(self.laid_again(rules))
            echo(self.say("{files} has changed, and the table goes on with it.", files=changed))
        except BangRulesError as why:
            self.lay_anew(rules)
            echo(
                self.say("{files} has changed. There is a new table, because: {why}.", files=changed, why=why)
            )

    # ---- playing

    def play(self) -> None:
        """Play one game after the other, until the person leaves."""
        self.announce()
        while True:
            super().play()
            if self.gone:
                return
            echo(self.say("Enter lays a new table; `q` leaves."))
            try:
                if self.read() in ("q", "quit", "exit"):
                    return
                self.lay_anew(self.game.rules)
            except Changed:
                pass
            except (Leave, KeyboardInterrupt):
                return

    def save_to(self, name: str) -> None:
        """Say that there is no game to go on with later: its table was not dealt."""
        echo(self.say("A table to try things at is not saved."))

    def leave(self) -> None:
        """Leave without a word: there is nothing to go on with."""
        self.gone = True

    def ask(self, actions: Sequence[Action]) -> None:
        """Ask the person until something is done, or the table is laid again."""
        with suppress(Changed):
            super().ask(actions)

    def let_bot(self, actions: Sequence[Action]) -> None:
        """Let a bot move, unless the table has been laid again."""
        with suppress(Changed):
            self.watch()
            super().let_bot(actions)

    def read(self) -> str:
        """A line from the person; meanwhile files are watched."""
        echo("> ", nl=False)
        line = self.typed.line(self.watch)
        if not line:
            echo()
            raise Leave
        return line.strip()


def begun(rules: Rules, players: int | None, seed: int, seat: int | None) -> tuple[Game, Table | None]:
    """A game in which the first turn has begun, and its table with the turn of a seat; None if there is none.

    :raises TableError: so many can't play, or there is no such seat.
    :raises RuleError: the rules go wrong.
    """
    count = players or how_many(rules)
    game = begun_turn(rules.new_game(players=count, seed=seed))
    if seat is not None and seat >= count:
        raise TableError(f"there is no seat {SEATS[seat]} at a table of {count}")
    if rules.tables["start"] is None:
        return game, None
    table = table_of(game)
    return game, table if seat is None else evolve(table, turn=seat)
