"""What all commands share: a terminal that may know neither colours nor suits, and how errors are told."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bangrules.errors import PackError

if TYPE_CHECKING:
    from bangrules.play.packs import FoundPack
    from bangrules.play.rules import Rules

LETTERS = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "–": "-",
    "—": "-", "·": "-", "•": "*", "×": "x", "±": "+/-", "→": "->", "─": "-", "━": "-", "│": "|", "█": "#",
    "░": ".", "µ": "u", "▶": ">",
}  # fmt: skip
"""What is written instead where the encoding of the output lacks a sign."""

SAFE = "bangrules-letters"

FINDINGS, MISUSE = 1, 2

Command = TypeVar("Command", bound=Callable[..., Any])


def letters_instead(error: UnicodeError) -> tuple[str, int]:
    """Stand-ins for what can't be encoded: letters for suits and for letters with marks, else `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(stand_in, error.object[error.start : error.end])), error.end


def stand_in(sign: str) -> str:
    """What is written for a sign that the output can't show.

    >>> stand_in("♠"), stand_in("ő"), stand_in("č"), stand_in("я")
    ('S', 'o', 'c', '?')
    """
    plain = unicodedata.normalize("NFKD", sign)[0]
    return LETTERS.get(sign) or (plain if plain.isascii() else "?")


def prepare(ctx: click.Context) -> None:
    """Make the streams take any text, and obey `NO_COLOR`."""
    codecs.register_error(SAFE, letters_instead)
    for stream, errors in ((sys.stdout, SAFE), (sys.stderr, SAFE), (sys.stdin, "replace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False


def echo(text: str = "", err: bool = False, nl: bool = True) -> None:
    """Write a line; colours are left out where nobody sees them.

    Unlike `click.echo` on its own, this keeps to the encoding of the stream, whatever it is.
    """
    click.echo(text, file=sys.stderr if err else sys.stdout, nl=nl)


def colored(stream: Any = None) -> bool:
    """Whether to write in colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return on_terminal(stream or sys.stdout)


def on_terminal(stream: Any) -> bool:
    """Whether a stream is a terminal."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def program() -> str:
    """What to type for `bangrules`: its path, where the shell doesn't find it by its name."""
    called = Path(sys.argv[0])
    return str(called) if called.stem == "bangrules" and which("bangrules") is None else "bangrules"


class Problem(click.ClickException):
    """An error told in one line: something is wrong with what was given."""

    exit_code = FINDINGS

    def show(self, file: Any = None) -> None:
        """Write the error to `file`, by default to stderr."""
        click.echo(f"bangrules: {self.format_message()}", file=file or sys.stderr)


class Misuse(Problem):
    """The command was used wrongly."""

    exit_code = MISUSE


# ---- options that many commands take


def packs_option(command: Command) -> Command:
    """`--packs` and `--paths`: which rules."""
    command = click.option(
        "--paths", "paths", multiple=True, metavar="PATH", type=click.Path(path_type=Path),
        help="A pack of yours, or a folder with packs. May be given more than once.",
    )(command)  # fmt: skip
    return click.option(
        "--packs", "packs", multiple=True, metavar="PACK[,PACK...]",
        help="The packs to use.  [default: the base game, or the packs of --paths]",
    )(command)  # fmt: skip


def pack_names(packs: Iterable[str], option: str = "--packs") -> list[str]:
    """The packs of `--packs`, or another option, by commas or given repeatedly."""
    given = list(packs)
    names = [name for text in given for name in text.replace(",", " ").split()]
    if given and not names:
        raise Misuse(f"{option} names no pack")
    return names


def load_rules(packs: Iterable[str], paths: Sequence[Path]) -> Rules:
    """The rules that `--packs` and `--paths` ask for; packs given by path alone with what they require."""
    from bangrules.play.packs import available, company, scan
    from bangrules.play.rules import load

    names = pack_names(packs)
    if not names and paths:
        found = [pack for path in paths for pack in scan(path)]
        if not found:
            raise PackError(f'there is no pack in {paths[0]}: a pack has a file with a line `pack id "Name"`')
        names = company(available(paths), *found)
    return load(*names, paths=paths)


def packs_at_hand() -> Iterator[tuple[FoundPack, str]]:
    """The packs of the folder one is in, and what `--paths` would call each."""
    from bangrules.play.packs import scan

    with suppress(PackError):
        for pack in scan(Path()):
            yield pack, str(pack.files[0].parent)


def at_hand(place: str) -> str:
    """That what is looked for lies in a folder, and how to get at it.

    >>> at_hand("trail"), at_hand(".")
    ('it is in ./trail: add `--paths trail`', 'it is in this folder: add `--paths .`')
    """
    where = "this folder" if place == "." else f"./{place}"
    return f"it is in {where}: add `--paths {place}`"


lang_option = click.option(
    "--lang", default="en", show_default=True, metavar="LANG",
    help="The language of names, sentences and prompts, as `hu`.",
)  # fmt: skip
seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), metavar="N", help="Where all chance comes from."
)
players_option = click.option(
    "--players", type=click.IntRange(1), metavar="N",
    help="How many play.  [default: 5, or what the rules allow]",
)  # fmt: skip
table_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE",
    help="A choice that the rules leave to the table. May be given more than once.",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")


def players_or_usual(rules: Rules, players: int | None) -> int:
    """How many `--players` says, else as many as the commands usually seat.

    :raises TableError: more than there are names for.
    """
    from bangrules.kernel.slots import MAX_SEATS
    from bangrules.play.beginning import how_many

    if players is None:
        return how_many(rules, 5)
    if players > MAX_SEATS:
        rules.new_game(players=players)  # refused, with how many may play
    return players


def read_options(rules: Rules, given: tuple[str, ...]) -> dict[str, Any]:
    """The options of `--option`."""
    from bangrules.tools.scenario_tables import no_option

    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise Misuse(f"--option takes a name and a value, as in `{options_of(rules)}`; found `{text}`")
        if name.strip() not in rules.options:
            raise Misuse(no_option(rules, name.strip()))
        found[name.strip()] = read_value(value.strip())
    return found


def options_of(rules: Rules) -> str:
    """An option of the rules, as an example."""
    for id, type_, *_ in rules.tables["options"]:
        return f"{id}={'2' if type_ == 'number' else 'yes'}"
    return "name=yes"


def read_value(text: str) -> Any:
    """A value as it is written on the command line."""
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if is_number(text) else text


def is_number(text: str) -> bool:
    """Whether a text is a number that can be read: in plain digits, and not endlessly many.

    >>> is_number("12"), is_number("²"), is_number("9" * 5000)
    (True, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) < 20


output_option = click.option(
    "--output", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this file, not to the terminal.",
)  # fmt: skip
theme_option = click.option(
    "--theme", type=click.Choice(("auto", "light", "dark")), default="auto", show_default=True,
    help="The colors of a picture; `auto` leaves it to whoever shows it.",
)  # fmt: skip


def see_writable(path: Path) -> None:
    """See before long work that its result can be written; what is there already stays as it is.

    :raises Misuse: it can't be.
    """
    real = Path(os.path.realpath(path))  # a link to no file yet is one still
    try:
        if real.exists() and not real.is_file():
            return  # a pipe or a device
        there = real.exists()
        with real.open("ab"):
            pass
        if not there:
            real.unlink()
    except OSError as error:
        raise Misuse(f"{path}: {error.strerror}") from error


def write_picture(svg: str, output: Path | None) -> None:
    """Write a picture to a file, or to stdout."""
    if output is None:
        echo(svg, nl=False)
    else:
        output.write_text(svg, encoding="utf-8", newline="\n")


def write_json(data: Any) -> None:
    """Write data as JSON."""
    import json

    echo(json.dumps(data, ensure_ascii=False, indent=2))


# ---- tables and progress


def width_of(text: str) -> int:
    """How many columns a text takes in a terminal: none for marks on letters, two for wide signs.

    >>> width_of("Fertőzés"), width_of("o\u030b"), width_of("牌")
    (8, 1, 2)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def table(rows: Sequence[Sequence[str]], right: Iterable[int] = (), gap: str = "  ") -> Iterator[str]:
    """Rows of cells as lines with aligned columns; the columns in `right` are set to the right."""
    if not rows:
        return
    widths = [
        max(width_of(click.unstyle(row[i])) for row in rows if i < len(row))
        for i in range(max(map(len, rows)))
    ]
    to_right = set(right)
    for row in rows:
        cells = []
        for i, cell in enumerate(row):
            pad = " " * (widths[i] - width_of(click.unstyle(cell)))
            cells.append(pad + cell if i in to_right else cell + pad)
        yield gap.join(cells).rstrip()


class Progress:
    """A bar on stderr while something long is under way; nothing where stderr is no terminal."""

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self.what = what
        self.done = 0
        self._shown = -1
        self._bar = on_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"

    def __enter__(self) -> Progress:
        self.add(0)
        return self

    def add(self, n: int) -> None:
        """`n` more are done."""
        self.done += n
        part = int(40 * self.done / max(self.total, 1))
        percent = int(100 * self.done / max(self.total, 1))
        if self._bar and percent != self._shown:
            self._shown = percent
            bar = "█" * part + "░" * (40 - part)
            echo(f"\r{bar} {self.done}/{self.total} {self.what}", err=True, nl=False)

    def __exit__(self, *exception: object) -> None:
        if self._bar:
            echo("\r\x1b[K", err=True, nl=False)
