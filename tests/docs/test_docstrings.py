"""The examples in docstrings hold."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import bangrules

MODULES = [
    module.name
    for module in pkgutil.walk_packages(bangrules.__path__, "bangrules.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", ["bangrules", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert not found.failed
