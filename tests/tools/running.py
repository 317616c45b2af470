"""Running the command line in tests: `bangrules(...)` in this process, `in_a_process` in one of its own."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bangrules.tools.cli import main

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "from bangrules.tools.cli import main; main(prog_name='bangrules')"


def bangrules(*args: object, given: str | None = None, charset: str = "utf-8") -> Result:
    """Run a command; whatever goes wrong inside is raised here."""
    runner = CliRunner(charset=charset)
    result = runner.invoke(main, [str(arg) for arg in args], input=given, prog_name="bangrules")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def in_a_process(*args: object, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a program."""
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *map(str, args)],
        input=given,
        capture_output=True,
        timeout=120,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


def refuse(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a folder be one whose files may not be listed; whoever runs the tests may do everything."""
    lists, names = os.scandir, os.listdir

    def check(path: Any) -> None:
        if isinstance(path, str | Path) and Path(path) == folder:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))

    def scandir(path: Any = ".") -> Any:
        check(path)
        return lists(path)

    def listdir(path: Any = ".") -> list[str]:
        check(path)
        return names(path)

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(os, "listdir", listdir)
