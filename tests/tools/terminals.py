"""A command in a terminal of its own: what is typed at it, and what it writes."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from tests.tools.running import COMMAND, ROOT

PATIENCE = 60.0  # seconds


class Terminal:
    """A terminal in which a command of `bangrules` runs."""

    def __init__(self, *args: object, folder: Path) -> None:
        self.side, other = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-c", COMMAND, *map(str, args)],
            stdin=other, stdout=other, stderr=other, cwd=folder, start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "PYTHONUTF8": "1"},
        )  # fmt: skip
        os.close(other)
        self.unread = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.side)

    def until(self, text: str) -> str:
        """What is written up to a text and with it.

        :raises AssertionError: it never comes.
        """
        end = time.monotonic() + PATIENCE
        while (found := re.search(re.escape(text), self.unread)) is None:
            assert time.monotonic() < end, f"`{text}` was not written, but:\n{self.unread}"
            if select.select([self.side], [], [], 0.2)[0]:
                try:
                    more = os.read(self.side, 65536)
                except OSError:  # the other side is closed
                    more = b""
                assert more, f"the end came before `{text}`:\n{self.unread}"
                self.unread += more.decode("utf-8", "replace").replace("\r\n", "\n")
        before, self.unread = self.unread[: found.end()], self.unread[found.end() :]
        return before

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.side, f"{line}\n".encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, again if nothing happens: a signal just before a read goes unnoticed."""
        for _ in range(3):
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(PATIENCE / 6)
                return
            except subprocess.TimeoutExpired:
                pass

    def ended(self) -> int:
        """The exit code, when the command has come to its end.

        :raises AssertionError: it goes on; tells what it has written meanwhile, and where it stands.
        """
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)  # what stands where goes to the terminal
            self.process.wait(PATIENCE)
            while select.select([self.side], [], [], 0.2)[0]:
                try:
                    self.unread += os.read(self.side, 65536).decode("utf-8", "replace")
                except OSError:
                    break
            raise AssertionError(f"it did not come to an end:\n{self.unread}") from None
