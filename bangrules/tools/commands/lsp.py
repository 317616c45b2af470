"""`bangrules lsp`: the language server, for editors."""

from __future__ import annotations

import sys

import click

from bangrules.tools.console import Misuse, echo, on_terminal


@click.command
@click.option(
    "--stdio", is_flag=True, hidden=True, help="Over stdin and stdout, as always; some editors say so."
)
@click.pass_context
def command(ctx: click.Context, stdio: bool) -> None:
    """Serve an editor: mistakes as you type, completion, documentation, renaming.

    Editors start it, and talk to it over stdin and stdout. It needs the extra `lsp`: pip install
    'bangrules[lsp]'.
    """
    try:
        import pygls  # noqa: F401
    except ImportError as error:
        raise Misuse("the language server needs pygls: pip install 'bangrules[lsp]'") from error
    from bangrules.tools.editing.server import serve

    if on_terminal(sys.stdin):
        echo("This is a language server: an editor starts it and talks to it. Ctrl-C ends it.", err=True)
    ctx.exit(serve())
