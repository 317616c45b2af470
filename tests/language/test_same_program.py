"""The same card files make the same program, in whatever process and order of memory they are compiled."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SHOW = """
import hashlib, sys
from types import CodeType
from bangrules.play.compiled import compile_packs
from bangrules.play.packs import resolve

def outline(x):
    if isinstance(x, CodeType):
        return (x.co_name, x.co_code.hex(), x.co_names, x.co_varnames, outline(x.co_consts))
    if isinstance(x, (tuple, list)):
        return [outline(y) for y in x]
    if isinstance(x, (set, frozenset)):
        return sorted(map(repr, x))
    return x

code, tables = compile_packs(resolve(sys.argv[1:]))
print(hashlib.sha256(repr((outline(code), tables)).encode()).hexdigest())
"""

GAMES = {
    "cards": ("base", "dodge_city", "high_noon", "fistful_of_cards", "promo"),
    "undead": ("walking_dead", "undead"),
    "board": ("zombie_plague", "crawlers", "baby", "traitor", "crazy_zombies"),
}


def program(packs: tuple[str, ...], seed: str, memory: str) -> str:
    """A fingerprint of the program and the tables that another process makes of packs."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW, *packs],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONMALLOC": memory},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


@pytest.mark.parametrize("packs", GAMES.values(), ids=GAMES)
def test_packs_are_compiled_the_same_in_every_process(packs: tuple[str, ...]) -> None:
    ways = (("0", "pymalloc"), ("1", "malloc"), ("77", "malloc_debug"))
    found = {program(packs, *way) for way in ways}
    assert len(found) == 1, "the program depends on where things lie in memory, or on the order of a set"
    assert len(next(iter(found))) == 64
