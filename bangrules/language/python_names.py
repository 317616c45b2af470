"""Names of the card language as parts of Python names."""

from __future__ import annotations


def safe(id: str) -> str:
    """A name of the card language as part of a Python name."""
    return "".join(c if c.isalnum() and c.isascii() else "_" if c in "_ ." else f"x{ord(c):x}" for c in id)
