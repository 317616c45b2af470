"""The parser's tables: kept, read again, and made anew when what was kept is no good."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bangrules.language import lalr

PROBE = """
import sys
from bangrules.language import lalr
from bangrules.language.parser import parse_text
assert "lark" not in sys.modules, "Lark was imported before anything was parsed"
built = []
build = lalr.build
lalr.build = lambda grammar, strict=False: built.append(1) or build(grammar, strict)
assert len(parse_text("stat x: f(1)\\n\\nprocedure p:\\n    pass\\n").decls) == 2
print("built" if built else "read")
"""


def run(cache: Path) -> str:
    """What a fresh process does that keeps its tables in `cache`."""
    home = {"XDG_CACHE_HOME": str(cache), "LOCALAPPDATA": str(cache), "HOME": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", PROBE], env=os.environ | home, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def tables(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


def test_tables_are_built_once(tmp_path: Path) -> None:
    assert run(tmp_path) == "built"
    assert [path.suffix for path in tables(tmp_path)] == [".tables"]
    assert run(tmp_path) == "read"


def test_spoilt_tables_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "grammar.tables"
    assert lalr._thaw(path) is None
    lalr._freeze(lalr._load(), path)
    whole = path.read_bytes()
    assert lalr._thaw(path) is not None
    for content in (
        b"",
        b"nonsense",
        whole[:-100],
        whole[100:],
        b"\xe3" + b"x" * 50,
        marshal.dumps({"data": {}}),
    ):
        path.write_bytes(content)
        assert lalr._thaw(path) is None


def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert run(blocked) == "built"


def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/some/where")
    assert lalr.cache_folder() == Path("/some/where/bangrules")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/home/ann")
    assert lalr.cache_folder() == Path("/home/ann/.cache/bangrules")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert lalr.cache_folder() is None
