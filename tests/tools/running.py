"""Running the command line in tests: `bangrules(...)` in this process, `in_a_process` in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
