"""Scenarios as tests of pytest: `*.bang` files that hold scenarios are collected wherever pytest looks.

Installed with the library, so a pack's author runs `pytest` on a folder of card files and needs nothing else.
Nothing of the library is imported until the first such file is met.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from bangrules.language.scenario_syntax import Scenario

SHELF = pytest.StashKey[Any]()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take card files with scenarios in them."""
    if file_path.suffix != ".bang":
        return None
    from bangrules.tools.scenarios import holds_scenarios

    return BangFile.from_parent(parent, path=file_path) if holds_scenarios(file_path) else None


class BangFile(pytest.File):
    """A card file."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its scenarios."""
        from bangrules.language.diagnostics import Reporter, render
        from bangrules.tools.scenarios import read_scenarios

        self.sink = Reporter()
        scenarios = read_scenarios(self.path, self.sink)
        if self.sink.has_errors:
            raise self.CollectError(render(self.sink.diagnostics, self.sink.sources))
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.name, scenario=scenario)


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, *, scenario: Scenario, **rest: Any) -> None:
        super().__init__(**rest)
        self.scenario = scenario

    def runtest(self) -> None:
        """Run it with the rules of its packs, which are loaded once."""
        from bangrules.tools.scenarios import Shelf, one_scenario

        shelf = self.session.stash.setdefault(SHELF, Shelf())
        assert isinstance(self.parent, BangFile)
        result = one_scenario(self.scenario, self.path, shelf, self.parent.sink)
        if not result.ok:
            raise ScenarioFailed(result.report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What failed, without a traceback."""
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, self.scenario.at.line - 1, self.name


class ScenarioFailed(Exception):
    """A scenario does not hold."""
