"""Reading pages of the documentation as programs: their blocks of code, in order."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen
from click.testing import CliRunner

from bangrules.tools.cli import main
from tests.language.checking import base, rendered

__all__ = ["CHECKOUT", "PAGES", "Block", "Reader", "blocks", "page_called"]

CHECKOUT = Path(__file__).resolve().parents[2]
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
"""The pages written by hand; those made from card files are none of them."""

RUNS_COMMANDS = {
    "command-line.md", "pictures.md", "your-first-card.md", "events-and-variants.md",
    "reading-an-error.md", "debugging-a-card.md",
}  # fmt: skip
"""The pages whose commands are run."""

FENCE = re.compile(r"^```(\{?\w*\}?)( wrong| sample)?[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^In `([\w./]+)`:\n\n\Z", re.MULTILINE)


@frozen
class Block:
    """A block of code: its language, the file it is written to, its line.

    `kind` is `wrong` for what is meant to be wrong, `sample` for what a game shows that may go otherwise when
    the rules or the bots change; `tests/docs/refresh.py` brings it up to date then.
    """

    language: str
    kind: str
    text: str
    file: str | None
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        if match[1].startswith("{"):
            continue  # a directive
        named = FILE.search(text, 0, match.start())
        line = text.count("\n", 0, match.start()) + 1
        yield Block(match[1], (match[2] or "").strip(), match[3], named[1] if named else None, line)


def page_called(name: str) -> Path:
    """The page in a file called so."""
    (page,) = [page for page in PAGES if page.name == name]
    return page


def base_declarations() -> set[str]:
    """The declarations of the base game as they are written."""
    found: set[str] = set()
    for path in (CHECKOUT / "cards" / "base").glob("*.bang"):
        found.update(declarations(path.read_text(encoding="utf-8")))
    return found


def declarations(text: str) -> list[str]:
    """The declarations in a text, without comments between them."""
    parts = re.split(r"^(?=[^\s#])", text, flags=re.MULTILINE)
    return [re.sub(r"\n(#[^\n]*)?(?=\n|\Z)", "", part).strip() for part in parts if part.strip()]


class Reader:
    """Goes through a page: writes its files, runs its programs, compares what they print.

    The current folder must be an empty one of the test's. On pages whose commands aren't run, what they
    print is passed over, and must not be a sample.
    """

    def __init__(self, page: Path) -> None:
        self.page = page
        self.run_commands = page.name in RUNS_COMMANDS
        self.names: dict[str, object] = {"__name__": "page"}
        self.printed: str | None = None

    def read(self) -> None:
        """Everything, in order."""
        passed_over = False
        for block in blocks(self.page):
            where = f"{self.page.name}:{block.line}"
            if block.language == "text":
                if not passed_over:
                    self.compare(block, where)
                assert not passed_over or block.kind != "sample", f"{where}: nobody runs the commands here"
                continue
            passed_over = block.language == "sh" and not self.run_commands
            printed = self.printed
            assert not (printed and self.run_commands), f"{where}: nothing tells of the output\n{printed}"
            self.printed = None
            if block.language == "python":
                self.python(block.text, where)
            elif block.language in ("bang", "none"):
                self.card_file(block, where)
            elif block.language == "sh" and self.run_commands:
                self.shell(block.text, where)
        if self.run_commands:
            assert not self.printed

    def python(self, text: str, where: str) -> None:
        """Run a program; those of one page share their names."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(text, where, "exec", dont_inherit=True), self.names)
        self.printed = out.getvalue()

    def card_file(self, block: Block, where: str) -> None:
        """Write a card file, or check declarations: of the base game, or right beside it."""
        if block.file is not None:
            path = Path(block.file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            return
        if all(declaration in BASE for declaration in declarations(block.text)):
            return
        alone = block.text.startswith("pack ") and "requires" not in block.text
        found = rendered(block.text, upon=None if alone else base())
        if block.kind == "wrong":
            self.printed = found
        else:
            assert not found, f"{where}:\n{found}"

    def shell(self, text: str, where: str) -> None:
        """Run commands of `bangrules`."""
        out = ""
        for line in text.splitlines():
            command, *args = shlex.split(line)
            assert command == "bangrules", where
            result = CliRunner().invoke(main, args, env={"NO_COLOR": "1", "COLUMNS": "200"})
            assert result.exit_code in (0, 1), f"{where}: {result.output}"
            out += result.stdout
        self.printed = out

    def compare(self, block: Block, where: str) -> None:
        """What was printed is what the page says; `...` stands for what the page leaves out."""
        assert self.printed is not None, f"{where}: there is no program above"
        if not same(block.text, self.printed):
            told = f"{where}: printed was\n{self.printed}"
            if block.kind == "sample":
                told += f"\n`python tests/docs/refresh.py {self.page.relative_to(CHECKOUT)}` puts it there\n"
            raise AssertionError(told)
        self.printed = None


def same(expected: str, printed: str) -> bool:
    """Whether a text is what was printed, with `...` for what it leaves out."""
    return doctest.OutputChecker().check_output(bare(expected), bare(printed), doctest.ELLIPSIS)


def bare(text: str) -> str:
    """A text without blanks at the ends of its lines, which are not to be seen."""
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"


BASE = base_declarations()


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
