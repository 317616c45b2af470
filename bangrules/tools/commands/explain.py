"""`bangrules explain`: cause and cure of a mistake, by its code."""

from __future__ import annotations

import click
from attrs import asdict

from bangrules.tools.console import Misuse, echo, json_option, table, write_json


@click.command
@click.argument("code", required=False)
@json_option
def command(code: str | None, as_json: bool) -> None:
    """Cause and cure of a mistake, with an example. Without CODE, list all codes."""
    from bangrules.language.codes import CATALOGUE
    from bangrules.language.spelling import suggest

    if code is None:
        if as_json:
            write_json({entry.code: entry.title for entry in CATALOGUE.values()})
        else:
            for line in table([(entry.code, entry.title) for entry in CATALOGUE.values()]):
                echo(line)
        return
    entry = CATALOGUE.get(code.strip("[]").upper())
    if entry is None:
        near = suggest(code.upper(), CATALOGUE)
        hint = f"did you mean {near}?" if near else "`bangrules explain` lists them"
        raise Misuse(f"there is no code {code}; {hint}")
    if as_json:
        write_json(asdict(entry))
        return
    echo(click.style(f"{entry.code}: {entry.title}", bold=True))
    echo(f"\n{click.wrap_text(entry.cause, 88)}\n\n{click.wrap_text(entry.cure, 88)}")
    for title, text in (("wrong", entry.bad), ("right", entry.good)):
        if text is not None:
            echo()
            echo(click.style(f"{title}:", bold=True))
            echo(
                "".join(f"    {line}\n" if line else "\n" for line in text.rstrip("\n").split("\n")), nl=False
            )
