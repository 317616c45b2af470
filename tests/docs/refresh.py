"""Bring the output that pages show up to date: ``python tests/docs/refresh.py docs/how-to/undo.md``.

Programs on the page are run, commands where tests run them, and the blocks of text below them filled with
what they print, unless they say so already. A line ``...`` in a block stays, with as many lines before and
after it as there were. Lines between two of them stay where what is printed has the first of them; elsewhere
they are left out.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.docs.pages import CHECKOUT, Block, Reader, bare, inside, same


class Refresher(Reader):
    """Goes through a page and writes down what it should say."""

    def __init__(self, page: Path) -> None:
        super().__init__(page)
        self.text = page.read_text(encoding="utf-8")

    def compare(self, block: Block, where: str) -> None:
        """Put what was printed in the place of what the page says."""
        assert self.printed is not None, f"{where}: there is no program above"
        if same(block.text, self.printed):
            self.printed = None
            return
        printed = bare(self.printed.replace(str(CHECKOUT), "...")).rstrip().split("\n")
        lines = cut(block.text.rstrip().split("\n"), printed)
        fence = f"```text {block.kind}".rstrip()
        self.text = self.text.replace(f"{fence}\n{block.text}```", "\n".join([fence, *lines, "```"]), 1)
        self.printed = None


def cut(old: list[str], printed: list[str]) -> list[str]:
    """What is printed, with the cuts that were there before."""
    parts: list[list[str]] = [[]]
    for line in old:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    if len(parts) == 1:
        return printed
    head, tail = len(parts[0]), len(parts[-1])
    rest, last = printed[head : len(printed) - tail], printed[len(printed) - tail :]
    kept = [*printed[:head], "..."]
    for part in parts[1:-1]:
        if part[0] in rest:
            i = rest.index(part[0])
            kept += [*rest[i : i + len(part)], "..."]
            rest = rest[i + len(part) :]
    return [*kept, *last]


def main() -> None:
    """Refresh the pages that are named."""
    for name in sys.argv[1:]:
        page = Path(name).resolve()
        refresher = Refresher(page)
        with tempfile.TemporaryDirectory() as folder, inside(Path(folder)):
            refresher.read()
        page.write_text(refresher.text, encoding="utf-8")


if __name__ == "__main__":
    main()
