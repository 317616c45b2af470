"""Bring the output that pages show up to date: ``python tests/docs/refresh.py docs/how-to/undo.md``.

Commands and programs on the page are run, and the blocks of text below them filled with what they print. A
line ``...`` in a block stays, with as many lines before and after it as there were.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.docs.pages import CHECKOUT, Block, Reader, inside


class Refresher(Reader):
    """Goes through a page and writes down what it should say."""

    def __init__(self, page: Path) -> None:
        super().__init__(page, True)
        self.text = page.read_text(encoding="utf-8")

    def compare(self, block: Block, where: str) -> None:
        """Put what was printed in the place of what the page says."""
        assert self.printed is not None, f"{where}: there is no program above"
        lines = self.printed.replace(str(CHECKOUT), "...").rstrip().split("\n")
        old = block.text.rstrip().split("\n")
        if "..." in old:
            head = old.index("...")
            tail = len(old) - head - 1
            lines = [*lines[:head], "...", *lines[len(lines) - tail :]]
        if block.kind == "sample":
            lines = [line.rstrip() for line in lines]
        fence = f"```text {block.kind}".rstrip()
        self.text = self.text.replace(f"{fence}\n{block.text}```", "\n".join([fence, *lines, "```"]), 1)
        self.printed = None


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
