"""`bangrules play`: a game in the terminal."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bangrules.tools.console import (
    Misuse,
    echo,
    lang_option,
    load_rules,
    on_terminal,
    packs_option,
    players_option,
    players_or_usual,
    read_options,
    see_writable,
    seed_option,
    table_option,
)

if TYPE_CHECKING:
    from bangrules.play.game import Game

SEATS = "ABCDEFGH"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope")
"""What bots are called, by seat; a person has another name, so that a saved game knows who is who."""
STRANGER = "Stranger"
USUAL_BOT = "sensible"
PACE = 0.8


@click.command
@players_option
@click.option("--seat", metavar="A-H", help="Where you sit.  [default: A]")
@click.option("--name", help=f"What you are called.  [default: {STRANGER}]")
@click.option("--bots", "alone", is_flag=True, help="Let the bots play alone, and watch.")
@click.option(
    "--bot",
    default=USUAL_BOT,
    show_default=True,
    metavar="BOT",
    help="Who you play against: `sensible` or `random`.",
)
@seed_option
@packs_option
@table_option
@click.option(
    "--save", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Write the game to this file when it is over or you leave.",
)  # fmt: skip
@click.option(
    "--resume", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Go on with a saved game, and write what you play there, too; --save names another file.",
)  # fmt: skip
@lang_option
@click.option("--slow", is_flag=True, help="Wait a moment after each thing that others do.")
@click.option("--pause", is_flag=True, help="Wait for Enter after each thing that others do.")
def command(
    players: int | None,
    seat: str | None,
    name: str | None,
    alone: bool,
    bot: str,
    seed: int | None,
    packs: tuple[str, ...],
    paths: tuple[Path, ...],
    options: tuple[str, ...],
    save: Path | None,
    resume: Path | None,
    lang: str,
    slow: bool,
    pause: bool,
) -> None:
    """Play in the terminal, you against the bots.

    Where there is no terminal, the bots play alone, unless --seat says that somebody is there.
    """
    from bangrules.bots import BOTS
    from bangrules.tools.session import Session

    if bot not in BOTS:
        raise Misuse(f"there is no bot `{bot}`; there are {', '.join(BOTS)}")
    for option, given in (("--seat", seat), ("--name", name)):
        if alone and given is not None:
            raise Misuse(
                f"either you sit at the table or the bots play alone: {option} and --bots exclude each other"
            )
    watching = alone or (seat is None and not (on_terminal(sys.stdin) and on_terminal(sys.stdout)))
    pace = waiting(slow, pause)
    if resume is not None:
        if players is not None or name is not None or seed is not None or packs or options:
            raise Misuse("a saved game knows its players, their names, its seed, packs and options")
        game, seed, moves = resumed(resume, paths, lang)
        viewer = None if watching else person(game.players) if seat is None else seat_of(seat, game.players)
        save = save or (None if watching else resume)
    else:
        rules = load_rules(packs, paths).speak(lang)
        count = players_or_usual(rules, players)
        viewer = None if watching else seat_of("A" if seat is None else seat, NAMES[:count])
        names = list(NAMES[:count])
        if viewer is not None:
            name = STRANGER if name is None else name
            if name in NAMES:
                raise Misuse(f"a bot is called {name}; take another --name")
            names[viewer] = name
        seed = random.getrandbits(31) if seed is None else seed
        table: dict[str, Any] = {"options": read_options(rules, options)} if options else {}
        game, moves = rules.new_game(players=names, seed=seed, **table), 0
    if save is not None:
        see_writable(save)
    say = game.rules.say
    told = say(
        "{packs}, {players} players, seed {seed}; {bot} bots",
        packs="+".join(game.rules.packs), players=len(game.players), seed=seed, bot=bot,
    )  # fmt: skip
    echo(told if watching else f"{told}; {say('? is for help')}")
    Session(
        game, [bot] * len(game.players), seed, viewer, moves, save, pace, again(seat, bot, paths, lang)
    ).play()


def again(seat: str | None, bot: str, paths: tuple[Path, ...], lang: str) -> list[str]:
    """The options that are given again when a saved game goes on."""
    found = [] if seat is None else ["--seat", seat.upper()]
    found += [] if bot == USUAL_BOT else ["--bot", bot]
    for path in paths:
        found += ["--paths", str(path)]
    return found if lang == "en" else [*found, "--lang", lang]


def waiting(slow: bool, pause: bool) -> Callable[[], None]:
    """What is done after each thing that others do."""
    if pause:
        return lambda: click.pause("") if on_terminal(sys.stdin) else None
    if slow:
        return lambda: time.sleep(PACE)
    return lambda: None


def seat_of(letter: str, players: tuple[str, ...]) -> int:
    """The seat of a letter."""
    seat = SEATS.find(letter.upper()) if len(letter) == 1 else -1
    if not 0 <= seat < len(players):
        raise Misuse(
            f"there is no seat {letter}; with {len(players)} players they are A to {SEATS[len(players) - 1]}"
        )
    return seat


def person(players: tuple[str, ...]) -> int | None:
    """The seat of a saved game at which a person sat; None if only bots did."""
    found = [seat for seat, name in enumerate(players) if name not in NAMES]
    return found[0] if len(found) == 1 else None


def resumed(path: Path, paths: tuple[Path, ...], lang: str) -> tuple[Game, int, int]:
    """A saved game, its seed, and how many actions were taken."""
    from bangrules.tools.commands.replay import named, read_record

    record = read_record(path)
    rules = load_rules(record.packs, paths).speak(lang)
    with named(path):
        game = record.replay(rules)
    return game, int(record.setup.get("seed", 0)), len(record.actions)
