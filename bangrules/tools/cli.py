"""The command `bangrules`.

Commands are imported when they are used. Exit codes: 0 all is well, 1 something was found (mistakes in card
files, scenarios that fail or no scenario at all, a record that doesn't hold), 2 the command was misused.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from importlib import import_module
from typing import Any, TextIO

import click

from bangrules.errors import ActionParseError, BangRulesError, PackError, PictureError, TableError
from bangrules.tools.console import FINDINGS, Misuse, Problem, at_hand, colored, echo, packs_at_hand, prepare

COMMANDS = {
    "play": "Play in the terminal, you against the bots.",
    "check": "Report every mistake in card files.",
    "test": "Run the scenarios in card files.",
    "fmt": "Format card files in the one style.",
    "new": "Begin a card, a character, an event or a pack, with a scenario.",
    "try": "Try a card at a table that follows its file.",
    "explain": "Cause and cure of a mistake, by its code.",
    "packs": "List the packs, what they need and exclude.",
    "show": "A card, a character, a rule: what it does and where it is written.",
    "table": "Draw the table of a game, or its board, as SVG.",
    "simulate": "Let bots play many games, and count who wins.",
    "replay": "Tell a recorded game.",
    "bench": "How fast the engine is on this machine.",
    "lsp": "Serve an editor: mistakes as you type, completion, renaming.",
}
"""Every command, in the order of the help."""
MODULES = {"try": "trying"}
"""The modules of commands that are words of Python."""


class Commands(click.Group):
    """The commands, imported when they are used; errors of the library become one clear line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command called `name`."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"bangrules.tools.commands.{MODULES.get(name, name)}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options in front of the command."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise in_one_line(error) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; name a near one for a misspelt one."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from bangrules.language.spelling import suggest

            near = suggest(name, COMMANDS)
            hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command `{name}`{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; its errors become lines and exit codes."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise in_one_line(error) from error
        except BangRulesError as error:
            used_wrongly = isinstance(error, (PackError, PictureError, TableError, ActionParseError))
            raise (Misuse if used_wrongly else Problem)(self.nearer(ctx, error)) from error
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            if error.filename is None:
                abandon(sys.stdout)
            raise Misuse(f"{error.filename or 'the output is lost'}: {error.strerror or error}") from error
        except ValueError as error:
            from bangrules.language.diagnostics import CardFileError, render

            if not isinstance(error, CardFileError):
                raise
            echo(render(error.diagnostics, error.sources, colored()), err=True)
            ctx.exit(FINDINGS)

    def nearer(self, ctx: click.Context, error: BangRulesError) -> str:
        """What an error says; of a pack that is missing, where it lies, if that is at hand."""
        command = self.get_command(ctx, ctx.invoked_subcommand or "")
        missing = error.missing if isinstance(error, PackError) else None
        if missing and command and any("--paths" in option.opts for option in command.params):
            for pack, place in packs_at_hand():
                if pack.id == missing:
                    return f"{str(error).partition(';')[0]}; {at_hand(place)}"
        return str(error)


def in_one_line(error: click.UsageError) -> click.ClickException:
    """What click says of a wrong use on three lines, as one; the help, where that is meant, as it is."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error
    path = error.ctx.command_path if error.ctx is not None else "bangrules"
    text = error.format_message().rstrip(".")
    more = "" if text.endswith("?") else f"; see `{path} --help`"
    return Misuse(f"{text[:1].lower()}{text[1:]}{more}")


def abandon(stream: TextIO) -> None:
    """Give up what could not be written to a stream, so that leaving doesn't try again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Write the version and leave."""
    if wanted and not ctx.resilient_parsing:
        from bangrules import __version__

        echo(f"bangrules {__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version, help="The version."
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Games whose rules are card files, the card game BANG! first of all: play, simulate, write cards."""
    prepare(ctx)
