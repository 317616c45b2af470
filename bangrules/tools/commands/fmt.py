"""`bangrules fmt`: card files formatted in the one style."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bangrules.errors import PackError
from bangrules.tools.console import FINDINGS, MISUSE, Misuse, colored, echo, json_option, write_json

if TYPE_CHECKING:
    from bangrules.language.diagnostics import Reporter

STDIN = Path("-")


@click.command
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; name the files that would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], check: bool, diff: bool, as_json: bool) -> None:
    """Format card files in the one style, and name those that change.

    PATH is a card file, or a folder: that is all card files in it and in its folders. `-` reads a card file
    from standard input and writes it to standard output.

    What the files mean stays the same, and all comments stay where they are. A file with mistakes in its
    syntax is left as it is. With --check and --diff the exit code is 1 if a file would change. Files and
    folders that can't be read or written are named, and hinder no other; the exit code is 2 then.
    """
    from bangrules.language.diagnostics import Reporter, to_json

    if STDIN in paths and len(paths) > 1:
        raise Misuse("`-` is standard input, and can't be given with other paths")
    sink = Reporter()
    writing = not check and not diff
    changed = []
    failed: list[str] = []
    for path in dict.fromkeys(file for given in paths for file in card_files(given, failed)):
        old = read(path, sink)
        new = None if old is None else in_style(old, name_of(path), sink)
        if old is None or new is None:
            continue
        if writing and path == STDIN:
            click.echo(new, nl=False)
        elif writing and old != new:
            try:
                replace(path, new)
            except OSError as error:
                failed.append(f"{path} can't be written: {error.strerror or error}")
                continue
        if old != new:
            changed.append(path)
        if diff and not as_json:
            echo("".join(difference(old, new, name_of(path))), nl=False)
    if as_json:
        mistakes = json.loads(to_json(sink, sink.sources))
        write_json({"changed": [name_of(path) for path in changed], "mistakes": mistakes})
    else:
        if not diff and (check or paths != (STDIN,)):
            for path in changed:
                echo(f"{'would change' if check else 'changed'} {name_of(path)}")
        if len(sink):
            echo(sink.render(colored()), err=True)
    for why in failed:
        echo(f"bangrules: {why}", err=True)
    if failed:
        ctx.exit(MISUSE)
    if sink.has_errors or (changed and not writing):
        ctx.exit(FINDINGS)


def card_files(path: Path, failed: list[str]) -> list[Path]:
    """The card files at a path; of a folder all in it and in its folders, hidden ones left out.

    Of the folders that can't be read, `failed` tells why.
    """
    if path == STDIN or path.is_file():
        return [path]
    if not path.exists():
        raise PackError(f"there is no file or folder {path}")
    if not path.is_dir():
        raise PackError(f"{path} is no file that can be read")  # a pipe would be waited for
    before = len(failed)

    def note(error: OSError) -> None:
        failed.append(f"{error.filename} can't be read: {error.strerror or error}")

    found = []
    for folder, inner, names in os.walk(path, onerror=note):
        inner[:] = [name for name in inner if not name.startswith(".")]
        found += [Path(folder, name) for name in names if name.endswith(".bang") and name[0] != "."]
    if not found and len(failed) == before:
        raise PackError(f"there are no card files in {path}: their names end in .bang")
    return sorted(file for file in found if file.is_file())


def name_of(path: Path) -> str:
    """What a file is called in what people read."""
    return "<stdin>" if path == STDIN else str(path)


def read(path: Path, sink: Reporter) -> bytes | None:
    """What a file holds; None, and a diagnostic, when it can't be read."""
    from bangrules.language.sources import read_bytes

    if path != STDIN:
        return read_bytes(path, str(path), sink)
    if sys.stdin is None:  # as where the shell has closed it
        raise Misuse("there is no standard input to read")
    return sys.stdin.buffer.read()


def in_style(data: bytes, name: str, sink: Reporter) -> bytes | None:
    """A card file in the one style; None, and diagnostics, for one with mistakes.

    It keeps its line ends, those of its first line, and its byte order mark.
    """
    from bangrules.language.diagnostics import CardFileError
    from bangrules.language.sources import decode_source
    from bangrules.language.style import formatted

    source = decode_source(data, name, sink)
    if source is None:
        return None
    try:
        text = formatted(source.text, name)
    except CardFileError as error:
        sink.add_source(source)
        for found in error.diagnostics:
            sink.add(found)
        return None
    if data.partition(b"\n")[0].endswith(b"\r"):
        text = text.replace("\n", "\r\n")
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    return mark + text.encode()


def difference(old: bytes, new: bytes, name: str) -> Iterator[str]:
    """What changes in a file, as programs that compare files tell it."""
    before, after = (list(io.StringIO(data.decode("utf-8-sig"), newline="\n")) for data in (old, new))
    for line in unified_diff(before, after, name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def replace(path: Path, data: bytes) -> None:
    """Write a file that is there, whole or not at all."""
    from bangrules.files import write_whole

    path = path.resolve()  # where a link leads; the link stays
    with open(path, "r+b"):
        pass  # a file that may not be written stays
    write_whole(path, data)
