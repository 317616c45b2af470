"""A game in the terminal: a person at one seat, bots at the others, or bots at all of them."""

from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bangrules.errors import BangRulesError, IllegalActionError, RuleError
from bangrules.tools.console import Misuse, echo, is_number, program
from bangrules.tools.terminal import Screen, observed

if TYPE_CHECKING:
    from bangrules.kernel.actions import Action
    from bangrules.play.game import Game

HELP = (
    ("a number", "do what the list says"),
    ("t", "the table again"),
    ("l", "what has happened so far"),
    ("c CARD", "what a card, a character or a rule does, as the card files say it"),
    ("u", "take back what you did last, and what the others did since"),
    ("s [FILE]", "save; go on later with `{command}`"),
    ("q", "leave the game"),
    ("?", "this help"),
)
MORE_HELP = (
    "Anything may also be written as records write it, as in `{one}` or `{other}`:",
    "the players are A, B, C and so on, from the top of the table. If it can't be done, the answer says why.",
)
REMEMBERED = 40  # lines that `l` shows
LONGEST = 20_000  # decisions; a game that bots alone never end is given up then


class Leave(Exception):
    """The person leaves the table."""


class Session:
    """A game being played; `viewer` is the person's seat, None when bots play alone.

    `options` are those of the command that a saved game doesn't know: they are named where one is told how
    to go on.
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        seed: int,
        viewer: int | None,
        moves: int = 0,
        save: Path | None = None,
        pace: Callable[[], None] = lambda: None,
        options: Sequence[str] = (),
    ) -> None:
        self.bots = bots
        self.seed = seed
        self.viewer = viewer
        self.moves = moves
        self.save = save
        self.pace = pace
        self.options = options
        self.lines: list[str] = []
        self.sit(game)

    # ---- the game

    def sit(self, game: Game) -> None:
        """Sit down at a game, which speaks the language of its rules."""
        self.game = game
        self.screen = Screen(game.rules, game.players, self.viewer)
        self.say = game.rules.say

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        self.tell()
        if self.viewer is None or (self.moves and not self.has_the_turn()):
            self.show_table()
        try:
            while actions := self.game.legal_actions():
                if self.viewer is None and self.moves >= LONGEST:
                    self.keep()
                    raise RuleError(f"given up after {LONGEST} decisions: the game seems endless")
                if actions[0].player == self.viewer:
                    self.ask(actions)
                else:
                    self.let_bot(actions)
                    if self.tell():
                        self.pace()
        except KeyboardInterrupt:
            echo()
            self.leave()
            return
        except Leave:
            self.leave()
            return
        self.show_table()
        for line in self.screen.told(
            event for event in observed(self.game, self.viewer) if event.kind == "win"
        ):
            echo(line)
        self.keep()

    def let_bot(self, actions: Sequence[Action]) -> None:
        """Let a bot move; what it does depends on the game's seed and the move's number alone."""
        from bangrules.bots import View, make_bot

        view = View(self.game, actions)
        chance = random.Random(f"{self.seed} {self.moves}").getrandbits(62)
        chosen = make_bot(self.bots[view.seat], chance).choose(view)
        for action in (chosen, *actions):
            if self.push(action):
                return
        raise RuleError("there is nothing that can be done without an error")

    def push(self, action: Action) -> bool:
        """Do something; False, and a word about it, if the rules go wrong and the game stands as before."""
        try:
            self.game.push(action)
        except RuleError as error:
            echo(f"{action}: the rules went wrong: {error}")
            return False
        self.moves += 1
        return True

    # ---- telling

    def tell(self) -> bool:
        """Write what just happened; whether there was anything to tell."""
        events = observed(self.game, self.viewer)
        lines = list(self.screen.told(event for event in events if event.kind != "win"))
        self.lines += lines
        for line in lines:
            echo(line)
        return bool(lines)

    def show_table(self) -> None:
        """Write the table, between two empty lines."""
        echo()
        for line in self.screen.table(self.game):
            echo(line)
        echo()

    # ---- the person

    def has_the_turn(self) -> bool:
        """Whether the person is asked to go on with the turn or end it; the table is shown then."""
        actions = self.game.legal_actions()
        return bool(actions) and actions[0].player == self.viewer and actions[-1].verb == "end"

    def ask(self, actions: Sequence[Action]) -> None:
        """Ask the person until something is done."""
        if self.has_the_turn():
            self.show_table()
        else:
            echo()
            if self.screen.asks_for_a_place(self.game):
                for text in self.screen.board(self.game):
                    echo(text)
                echo()
        self.show_question(actions)
        while True:
            line = self.read()
            word, _, rest = line.partition(" ")
            if not line:
                continue
            if line in (answers := self.screen.answers(self.game, actions)):
                if self.push(answers[line]):
                    self.tell()
                    return
            elif is_number(word):
                if 1 <= int(word) <= len(actions) and not rest:
                    if self.push(actions[int(word) - 1]):
                        self.tell()
                        return
                    continue
                echo(self.say("A number from 1 to {n}, or ? for help.", n=len(actions)))
            elif word in ("u", "undo"):
                if self.undo():
                    return
            elif word in ("s", "save"):
                self.save_to(rest.strip())
            elif word in ("q", "quit", "exit"):
                raise Leave
            elif word in ("t", "table"):
                self.show_table()
                self.show_question(actions)
            elif word in ("l", "log"):
                echo("\n".join(self.lines[-REMEMBERED:]))
            elif word in ("c", "card"):
                self.explain(rest.strip())
            elif word in ("?", "h", "help"):
                self.help()
            elif self.written(line):
                return

    def help(self) -> None:
        """Say what can be typed."""
        command = "bangrules play --resume FILE"
        rows = [(f"  {self.say(key)}", self.say(text, command=command)) for key, text in HELP]
        width = max(15, *(len(key) + 2 for key, _ in rows))
        echo("\n".join(f"{key:<{width}} {text}" for key, text in rows))
        forms = {"one": "A plays CARD@A♠ on B", "other": "A plays CARD@AS on B"}
        echo("\n" + "\n".join(self.say(text, **forms) for text in MORE_HELP))
        if signs := list(self.screen.legend()):
            echo("\n" + self.say("On the board:"))
            for line in signs:
                echo(line)

    def show_question(self, actions: Sequence[Action]) -> None:
        """Write the person's hand, what is asked, and what may be done."""
        decision = self.screen.decision(self.game)
        assert decision is not None
        for lines in (
            self.screen.hand(self.game),
            self.screen.question(decision),
            self.screen.menu(self.game, decision, actions),
        ):
            for line in lines:
                echo(line)

    def read(self) -> str:
        """A line from the person."""
        echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            echo()
            raise Leave
        return line.strip()

    def written(self, line: str) -> bool:
        """Do what a text says, or tell why not; whether it was done."""
        try:
            action = self.game.parse(line)
            reason = self.game.why_not(action)
        except IllegalActionError as error:
            if str(error).endswith("?"):
                echo(f"{error} {self.say('? is for help')}.")
            else:
                echo(self.say("{error}. ? is for help.", error=error))
            return False
        if reason is not None or action.player != self.viewer:
            why = reason or self.say("that is another player's")
            where = f" ({reason.card})" if reason is not None and reason.card else ""
            self.refuse(f"{why}{where}")
            return False
        if self.push(action):
            self.tell()
            return True
        return False

    def undo(self) -> bool:
        """Go back to the person's last decision; whether there was one."""
        game, count = self.game.copy(), 0
        try:
            while True:
                count += 1
                if game.pop().player == self.viewer:
                    break
        except BangRulesError:
            echo(self.say("There is nothing to take back."))
            return False
        self.game = game
        self.moves -= count
        taken = "Taken back: {n} action." if count == 1 else "Taken back: {n} actions."
        echo(self.say(taken, n=count))
        self.lines.append(click.style(f"  {self.say('(taken back)')}", dim=True))
        return True

    def refuse(self, why: str) -> None:
        """Say why not; a question at the end needs no full stop."""
        told = self.say("No: {why}.", why=why)
        echo(self.screen.paint(told.removesuffix(".") if why.endswith("?") else told))

    def explain(self, name: str) -> None:
        """Quote what the card files say about something."""
        from bangrules.tools.commands.show import search, show, unknown

        if not name:
            echo(self.say("Of what? `{command}`", command="c CARD"))
            return
        paths = [path.parent for path in self.files()]
        try:
            found, known = search(name, self.game.rules.packs, paths, self.game.rules.language)
        except (BangRulesError, OSError) as why:  # the files may be gone by now
            self.refuse(str(why))
            return
        if not found:
            self.refuse(unknown(name, known, self.game.rules))
        for entry in found:
            show(entry)

    def files(self) -> list[Path]:
        """The card files of packs that don't come with the library."""
        from bangrules.paths import cards_root

        files = {Path(d.where[0]) for d in self.game.rules.definitions.values()}
        return sorted({path.parent: path for path in files if not path.is_relative_to(cards_root())}.values())

    # ---- keeping

    def save_to(self, name: str) -> None:
        """Save, to a file that the person names or to that of `--save`."""
        path = Path(name) if name else self.save
        if path is None:
            echo(self.say("Where to? `{command}`", command="s FILE"))
            return
        try:
            self.write(path)
        except OSError as error:
            echo(f"{path}: {error.strerror}")
            return
        if self.save is None:
            self.save = path  # written again on leaving; a file of `--save` stays the one that is
        echo(self.say("Saved. Go on with: {command}", command=self.going_on(path)))

    def write(self, path: Path) -> None:
        """Write the record of the game."""
        path.write_text(self.game.record().dumps(), encoding="utf-8")

    def going_on(self, path: Path) -> str:
        """The command that goes on with a saved game."""
        return shlex.join([program(), "play", "--resume", str(path), *self.options])

    def keep(self) -> None:
        """Write the file of `--save`, if there is one."""
        if self.save is not None:
            try:
                self.write(self.save)
            except OSError as error:
                raise Misuse(f"{self.save}: {error.strerror}") from error

    def leave(self) -> None:
        """Say how to go on later."""
        self.keep()
        if self.save is not None:
            echo(self.say("Go on later with: {command}", command=self.going_on(self.save)))
        else:
            option = f"--seed {self.seed}"
            echo(self.say("You left the table. A game with the same start: {option}", option=option))
