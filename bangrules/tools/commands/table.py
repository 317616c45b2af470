"""`bangrules table`: a game as a picture."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from bangrules.tools.console import (
    Misuse,
    lang_option,
    load_rules,
    output_option,
    packs_option,
    players_option,
    players_or_usual,
    seed_option,
    theme_option,
    write_picture,
)

if TYPE_CHECKING:
    from bangrules.play.game import Game


@click.command
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False, exists=True))
@players_option
@seed_option
@click.option(
    "--after", type=click.IntRange(0), metavar="N",
    help="After N actions: of bots, or of those in a record.  [default: 0, and of a record all]",
)  # fmt: skip
@click.option(
    "--viewer", metavar="A-H", help="Draw what this seat may know.  [default: all that the players know]"
)
@packs_option
@lang_option
@theme_option
@output_option
def command(
    file: Path | None,
    players: int | None,
    seed: int | None,
    after: int | None,
    viewer: str | None,
    packs: tuple[str, ...],
    paths: tuple[Path, ...],
    lang: str,
    theme: str,
    output: Path | None,
) -> None:
    """Draw the table of a game as SVG; a game on a board is drawn with its board.

    FILE is a record, as `bangrules play --save` writes it, or what `Game.to_dict` gives, as JSON. Without it
    a new game is drawn.
    """
    from bangrules.tools.commands.play import seat_of
    from bangrules.tools.drawing import table_svg

    if file is None:
        game = begun(packs, paths, players, seed or 0, after or 0)
    elif players is not None or seed is not None or packs:
        raise Misuse("a game in a file knows its players, seed and packs")
    else:
        game = read_game(file, paths, after)
    seat = None if viewer is None else seat_of(viewer, game.players)
    write_picture(table_svg(game.speak(lang), seat, theme=theme), output)


def begun(
    packs: tuple[str, ...], paths: tuple[Path, ...], players: int | None, seed: int, after: int
) -> Game:
    """A new game after so many actions of bots, or at its end."""
    from bangrules.bots import View, make_bot
    from bangrules.tools.commands.play import NAMES

    rules = load_rules(packs, paths)
    count = players_or_usual(rules, players)
    game = rules.new_game(players=NAMES[:count], seed=seed, history=False)
    chance = random.Random(seed)
    for _ in range(after):
        actions = game.legal_actions()
        if not actions:
            break
        game.push(make_bot("sensible", chance.getrandbits(62)).choose(View(game, actions)))
    return game


def read_game(path: Path, paths: tuple[Path, ...], after: int | None) -> Game:
    """The game in a record or a save.

    :raises SaveError: there is none in it.
    """
    from bangrules.play.game import Game
    from bangrules.tools.commands.replay import named, read_record

    data = saved(path)
    if data is not None:
        if after is not None:
            raise Misuse("a saved game stands as it was saved: --after goes with a record")
        rules = load_rules(data["packs"], paths)
        with named(path):
            return Game.from_dict(rules, data)
    record = read_record(path, "which is not whole")
    if after is not None and after > len(record.actions):
        raise Misuse(f"the record has {len(record.actions)} actions")
    rules = load_rules(record.packs, paths)
    with named(path):
        return evolve(record, actions=record.actions[:after]).replay(rules)


def saved(path: Path) -> dict[str, Any] | None:
    """What `Game.to_dict` gave, read from a file; None if the file holds something else.

    :raises Misuse: it is nested so deeply that it can't be read.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:  # no JSON, or no text
        return None
    except RecursionError as error:
        raise Misuse(f"{path}: the JSON in it is nested too deeply for a saved game") from error
    packs = data.get("packs") if isinstance(data, dict) else None
    named = isinstance(packs, list) and all(isinstance(pack, str) for pack in packs)
    return data if named else None
