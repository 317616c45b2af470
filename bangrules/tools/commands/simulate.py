"""`bangrules simulate`: many games, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from bangrules.tools.console import (
    Misuse,
    Progress,
    echo,
    json_option,
    lang_option,
    packs_option,
    players_option,
    players_or_usual,
    read_options,
    table,
    table_option,
    write_json,
)

if TYPE_CHECKING:
    from bangrules.tools.arena import Contest, GameResult

SEATS = "ABCDEFGH"


@click.command
@click.option("--games", type=click.IntRange(1), default=200, show_default=True, metavar="N")
@players_option
@click.option(
    "--bot", "bots", multiple=True, metavar="[WHO=]BOT",
    help="Who plays: `sensible` or `random`; for all, for a seat (`A=random`) or for a role or character, "
    "whoever gets it. May be given more than once.  [default: sensible]",
)  # fmt: skip
@packs_option
@table_option
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, metavar="N",
    help="Where all chance comes from: the same seed, the same games.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(0), default=0, metavar="N",
    help="How many processes play; the results are the same.  [default: one on each processor]",
)  # fmt: skip
@click.option(
    "--csv", "csv_file", metavar="FILE", type=click.File("w", encoding="utf-8", lazy=False),
    help="Write a row for each seat of each game.",
)  # fmt: skip
@lang_option
@json_option
def command(
    games: int,
    players: int | None,
    bots: tuple[str, ...],
    packs: tuple[str, ...],
    paths: tuple[Path, ...],
    options: tuple[str, ...],
    seed: int,
    jobs: int,
    csv_file: Any,
    lang: str,
    as_json: bool,
) -> None:
    """Let bots play many games, and count who wins how often, and how games end where rules tell of it.

    Win rates come with the interval in which the true rate lies 95 times of 100.
    """
    from bangrules.play.reading import fields_of
    from bangrules.tools.arena import Contest, endings, id_of, processors, rates, rows, rules_of, simulate
    from bangrules.tools.console import pack_names

    named = tuple(pack_names(packs))
    rules = rules_of(named, paths)
    count = players_or_usual(rules, players)
    everyone, cast = read_bots(bots, count)
    contest = Contest(count, everyone, cast, seed, named, paths, read_options(rules, options))
    spoken = rules.speak(lang)
    for name, _ in cast:
        id_of(spoken, name)
    meant = {d.name.casefold(): id for id, d in spoken.definitions.items()}
    contest = evolve(contest, cast=tuple((meant.get(name.casefold(), name), bot) for name, bot in cast))
    with Progress(games, "games") as progress:
        results = simulate(contest, games, jobs=jobs or processors(), told=progress.add)
    if csv_file is not None:
        import csv

        written = list(rows(results))
        heads = dict.fromkeys(name for line in written for name in line)
        writer = csv.DictWriter(csv_file, list(heads), lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(written)
    printed = {plain.name: said.name for plain, said in zip(rules.by_index, spoken.by_index, strict=True)}
    counted = {
        name: {(printed.get(value, value), bot): rate for (value, bot), rate in found.items()}
        for name, found in rates(results).items()
    }
    if as_json:
        write_json(as_data(contest, results, counted))
        return
    several = len({seat.bot for result in results for seat in result.seats}) > 1
    unfinished = sum(not result.finished for result in results)
    say = spoken.say
    told = {
        "games": games, "players": count, "seed": seed,
        "packs": ", ".join(["+".join(rules.packs), *(text.replace(" ", "") for text in options)]),
    }  # fmt: skip
    echo(
        say(
            "{games} games, {players} players, {packs}, seed {seed}; {bots}",
            **told,
            bots=who_plays(contest, say),
        )
    )
    if unfinished:
        echo(say("{games} games were given up because they seemed endless", games=unfinished))
    if ended := endings(results):
        field = fields_of(spoken)["ending"]
        ways = dict(zip(*spoken.tables["values"][field.type.removeprefix("values:")], strict=True))
        echo()
        lines = [[click.style(field.text or field.id, bold=True), say("games")]]
        lines += [[ways[id] or id, str(count)] for id, count in ended.items()]
        for line in table(lines, right=(1,)):
            echo(line)
    texts = {row[0]: row[6] for row in spoken.tables["fields"]}
    for name, found in counted.items():
        echo()
        head = [click.style(texts.get(name) or say(name), bold=True), *([say("bot")] if several else [])]
        lines = [[*head, say("games"), say("won"), say("95% interval")]]
        for (value, bot), rate in found.items():
            low, high = rate.interval
            lines.append([
                value, *([bot] if several else []), str(rate.games), f"{100 * rate.rate:.1f}%",
                f"{100 * low:.1f}% – {100 * high:.1f}%",
            ])  # fmt: skip
        first = 2 if several else 1
        for line in table(lines, right=(first, first + 1, first + 2)):
            echo(line)


def read_bots(given: tuple[str, ...], players: int) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The bot of each seat, and of whoever is something."""
    from bangrules.bots import BOTS
    from bangrules.language.spelling import suggest

    everyone = ["sensible"] * players
    cast = []
    for text in sorted(given, key=lambda text: "=" in text):
        who, equals, bot = text.rpartition("=")
        if equals and not who.strip():
            raise Misuse(f"--bot {text} does not say who: write `--bot {bot}` for all, or `--bot A={bot}`")
        if bot not in BOTS:
            near = suggest(bot, BOTS)
            hint = f"did you mean `{near}`?" if near else f"there are {', '.join(BOTS)}"
            raise Misuse(f"there is no bot `{bot}`; {hint}")
        if not who:
            everyone = [bot] * players
        elif len(who) == 1 and who.upper() in SEATS:
            seat = SEATS.index(who.upper())
            if seat >= players:
                raise Misuse(f"there is no seat {who.upper()} with {players} players")
            everyone[seat] = bot
        else:
            cast.append((who, bot))
    return tuple(everyone), tuple(cast)


def who_plays(contest: Contest, say: Callable[..., str]) -> str:
    """The bots that play, in words."""
    usual = max(contest.bots, key=contest.bots.count)
    told = [
        say("{bot} bots", bot=usual),
        *(f"{SEATS[seat]} {bot}" for seat, bot in enumerate(contest.bots) if bot != usual),
    ]
    return ", ".join([*told, *(f"{name} {bot}" for name, bot in contest.cast)])


def as_data(contest: Contest, results: list[GameResult], counted: dict[str, Any]) -> dict[str, Any]:
    """The results for programs."""
    from bangrules.tools.arena import endings

    return {
        "games": len(results),
        "players": contest.players,
        "packs": list(contest.packs) or ["base"],
        "options": dict(contest.options),
        "seed": contest.seed,
        "bots": {"seats": list(contest.bots), "cast": dict(contest.cast)},
        "unfinished": sum(not result.finished for result in results),
        "decisions": sum(result.decisions for result in results),
        "endings": endings(results),
        "rates": {
            name: [
                {
                    "value": value, "bot": bot, "games": rate.games, "won": rate.won,
                    "rate": rate.rate, "low": rate.interval[0], "high": rate.interval[1],
                }
                for (value, bot), rate in found.items()
            ]
            for name, found in counted.items()
        },
    }  # fmt: skip
