"""`bangrules replay`: a recorded game, told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from bangrules.errors import BangRulesError, SaveError
from bangrules.tools.console import (
    Misuse,
    echo,
    json_option,
    lang_option,
    load_rules,
    pack_names,
    program,
    write_json,
)

if TYPE_CHECKING:
    from bangrules.play.game import Game
    from bangrules.play.record import Record


@click.command
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--to", metavar="N", type=click.IntRange(0), help="Stop after N actions, and show the table.")
@click.option("--seat", metavar="A-H", help="Tell only what this seat could know.")
@click.option(
    "--paths", "paths", multiple=True, metavar="PATH", type=click.Path(path_type=Path),
    help="A pack of yours, or a folder with packs, that the game was played with.",
)  # fmt: skip
@click.option(
    "--packs", "packs", multiple=True, metavar="PACK[,PACK...]",
    help="Only if it was played with these packs; a record knows its own.",
)  # fmt: skip
@lang_option
@json_option
def command(
    file: Path,
    to: int | None,
    seat: str | None,
    paths: tuple[Path, ...],
    packs: tuple[str, ...],
    lang: str,
    as_json: bool,
) -> None:
    """Tell a recorded game in sentences.

    FILE is what `bangrules play --save FILE` or `Game.record` wrote.
    """
    from bangrules.play.packs import available, select
    from bangrules.tools.commands.play import SEATS
    from bangrules.tools.seen import setup_seen
    from bangrules.tools.terminal import Screen, observed

    record = read_record(file)
    if to is not None and to > len(record.actions):
        raise Misuse(f"the record has {len(record.actions)} actions")
    if packs and set(pack_names(packs)) != set(record.packs):
        select(available(paths), pack_names(packs))
        raise Misuse(f"this is a game of {','.join(record.packs)}, not of {','.join(pack_names(packs))}")
    rules = load_rules(record.packs, paths).speak(lang)
    with named(file):
        game = evolve(record, actions=()).replay(rules)
    viewer = None
    if seat is not None:
        viewer = SEATS.find(seat.upper()) if len(seat) == 1 else -1
        if not 0 <= viewer < len(game.players):
            raise Misuse(f"there is no seat {seat}")
    wanted = record.actions[:to]
    if as_json:
        told: list[dict[str, Any]] = [{"action": None, "log": sentences(observed(game, viewer))}]
        for number, action in enumerate(wanted):
            seen = action if viewer is None else heard(game, action, viewer)
            record.step(game, number)
            told.append({"action": seen, "log": sentences(observed(game, viewer))})
        outcome = game.outcome()
        winners = None if outcome is None else [game.players[seat] for seat in outcome.winners]
        setup = record.setup if viewer is None else setup_seen(rules, record.setup, viewer)
        write_json({"packs": record.packs, "setup": setup, "steps": told, "winners": winners})
        return
    screen = Screen(rules, game.players, viewer)
    for line in screen.told(observed(game, viewer)):
        echo(line)
    for number in range(len(wanted)):
        record.step(game, number)
        for line in screen.told(observed(game, viewer)):
            echo(line)
    if to is not None or not game.is_over:
        echo()
        for line in screen.table(game):
            echo(line)
        decision = screen.decision(game)
        if decision is not None:
            echo()
            for line in screen.question(decision):
                echo(line)


def heard(game: Game, text: str, viewer: int) -> str | None:
    """What a seat hears of an action in a record; None if it can't be done, as `Record.step` tells."""
    from bangrules.tools.seen import action_seen

    try:
        return action_seen(game, game.parse(text), viewer)
    except BangRulesError:
        return None


def sentences(events: Any) -> list[str]:
    """The texts of events."""
    return [event.text for event in events if event.text]


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Let what is wrong with the game in a file begin with the name of the file."""
    try:
        yield
    except SaveError as error:
        raise SaveError(str(error), str(path)) from error


def read_record(path: Path, saved: str = "") -> Record:
    """The record in a file; `saved` is told of a game that was saved as `Game.to_dict` gives it.

    :raises SaveError: there is none in it.
    """
    from bangrules.play.record import Record
    from bangrules.play.save import FORMAT

    with named(path):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise SaveError("it is not a text in UTF-8") from error
        if text.lstrip("\ufeff \r\n\t").startswith("{") and f'"{FORMAT}"' in text:
            told = saved or f"and no record: `{program()} table {path}` shows it"
            raise SaveError(f"this is a saved game, {told}")
        return Record.loads(text)
