"""Running scenarios: a table, what is done at it, and what is then to be seen.

Steps and expectations are read in order. A step is carried out at the decision it names; decisions with a
single action on the way there resolve themselves. `expect` never moves the game. When the lines are over the
game must be over too, or wait for a decision that was expected: by `expect X to act` or `expect X can ...`
after the last step, or, unsaid, for whoever's turn it is to go on or end it.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable
from pathlib import Path

from attrs import Factory, define, evolve, frozen

from bangrules.errors import BangRulesError
from bangrules.language import scenario_syntax as sc
from bangrules.language.diagnostics import CardFileError, Diagnostic, Reporter, render
from bangrules.language.parser import parse_file
from bangrules.language.sources import read_source
from bangrules.play import reading
from bangrules.play.compiled import DRAWN
from bangrules.play.game import Game
from bangrules.play.packs import available, company, resolve, scan
from bangrules.play.rules import Rules, rules_of
from bangrules.tools.scenario_maps import drawing_of, with_places
from bangrules.tools.scenario_run import Run
from bangrules.tools.scenario_tables import Failed, fail
from bangrules.tools.templates import SCENARIOS

__all__ = ["Result", "files_with_scenarios", "once", "read_scenarios", "run_file", "run_path", "run_scenario"]


@frozen
class Result:
    """How a scenario went. `report` says what is wrong, where, and what the table looked like then.

    `mistakes` are those of its packs, for which it could not be run at all. Where a file can't be read,
    `messages` are what is wrong with it, and it stands for the scenarios that are not understood.
    """

    name: str
    path: str
    line: int
    ok: bool
    report: str = ""
    mistakes: str = ""
    messages: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.ok


# ---- finding scenarios


def files_with_scenarios(path: Path) -> list[Path]:
    """The card files at a path, those of a folder and of the folders in it, that hold scenarios or should."""
    files = sorted(path.rglob("*.bang")) if path.is_dir() else [path]
    return [f for f in files if not path.is_dir() or holds_scenarios(f)]


def holds_scenarios(path: Path) -> bool:
    """Whether a card file has a scenario in it, by its lines alone, or lies where only scenarios lie."""
    if path.parent.name == SCENARIOS:
        return True
    try:
        text = path.read_bytes().removeprefix(codecs.BOM_UTF8)
        return any(line.startswith(b"scenario") for line in text.splitlines())
    except OSError:
        return True


def read_scenarios(path: Path, sink: Reporter) -> list[sc.Scenario]:
    """The scenarios of a card file; what is wrong with the file goes to `sink`."""
    source = read_source(path, sink)
    if source is None:
        return []
    return [d for d in parse_file(source, sink).file.decls if isinstance(d, sc.Scenario)]


def pack_around(path: Path) -> tuple[tuple[str, ...], list[Path]]:
    """The pack in whose folder, or in a folder of it, a file lies, in its company, and where the packs are.

    What it requires and does not come with the library may lie beside it or around it.
    """
    for folder in path.resolve().parents[:3]:
        found = scan(folder) if any(folder.glob("*.bang")) else []
        if found:
            places = [folder]
            if not available().keys() >= set(found[0].requires):
                places += [place for place in (folder.parent,) if scan(place)]
            return tuple(company(available(places), found[0])), places
    return (), []


@define
class Shelf:
    """What scenarios share: rules loaded once for each set of packs and drawn map, the pack around each file.

    Scenarios that name no packs have `packs`.
    """

    paths: tuple[Path, ...] = ()
    packs: tuple[str, ...] = ()
    loaded: dict[tuple[str, ...], Rules | BangRulesError | CardFileError] = Factory(dict)
    homes: dict[Path, tuple[tuple[str, ...], list[Path]]] = Factory(dict)

    def home(self, path: Path) -> tuple[tuple[str, ...], list[Path]]:
        """What `pack_around` finds for a file, looked for once."""
        if path not in self.homes:
            self.homes[path] = pack_around(path)
        return self.homes[path]

    def rules(self, packs: tuple[str, ...], more: Iterable[Path], drawn: str = "") -> Rules:
        """The rules of packs, some of them found in `more`, with a map that is drawn instead of theirs.

        :raises BangRulesError: they can't be had.
        """
        key = (*sorted(set(packs)), "", *map(str, more), drawn)
        if key not in self.loaded:
            try:
                self.loaded[key] = rules_of(resolve(packs, dict.fromkeys([*self.paths, *more])), drawn)
            except (BangRulesError, CardFileError) as error:
                self.loaded[key] = error
        found = self.loaded[key]
        if isinstance(found, Exception):
            raise found
        return found


def run_path(
    path: str | Path,
    paths: Iterable[str | Path] = (),
    only: str | None = None,
    packs: Iterable[str] = (),
) -> list[Result]:
    """Run the scenarios of a card file or of all files in a folder.

    `paths` are looked in for packs, beside those that come with the library and the one that the file lies
    in. With `only`, just the scenarios with that in their names. `packs` are those of scenarios that name
    none.
    """
    shelf = Shelf(tuple(map(Path, paths)), tuple(packs))
    return once([r for file in files_with_scenarios(Path(path)) for r in run_file(file, shelf, only)])


def once(results: list[Result]) -> list[Result]:
    """Results without those that say again what is wrong with a pack: its files are read with it, too."""
    told = {result.mistakes for result in results}
    return [
        result
        for result in results
        if not result.messages or not any(all(x in text for x in result.messages) for text in told)
    ]


def run_file(path: Path, shelf: Shelf, only: str | None = None) -> list[Result]:
    """Run the scenarios of one file; those with mistakes in their lines are reported, and not run."""
    sink = Reporter()
    scenarios = read_scenarios(path, sink)
    wrong = [found.at.line for found in sink.errors]
    ends = [*(x.at.line for x in scenarios), sys.maxsize][1:]
    whole = [
        x
        for x, end in zip(scenarios, ends, strict=True)
        if not any(x.at.line <= line < end for line in wrong)
    ]
    chosen = [x for x in whole if only is None or only in x.name]
    results = [one_scenario(x, path, shelf, sink) for x in chosen]
    if wrong:
        report, messages = render(sink.diagnostics, sink.sources), [found.message for found in sink.errors]
        results.insert(0, Result(path.name, str(path), wrong[0], False, report, "", tuple(messages)))
    return results


def one_scenario(scenario: sc.Scenario, path: Path, shelf: Shelf, sink: Reporter) -> Result:
    """Run a scenario of a file with the packs it asks for."""
    home, around = shelf.home(path)
    try:
        packs = packs_of(scenario, shelf.packs or home)
        rules = shelf.rules(packs, around)
        drawn, behind = drawing_of(scenario, rules)
        if drawn:
            scenario = with_places(scenario, rules)
            rules = on_map(shelf, packs, around, drawn, behind)
    except CardFileError as error:
        found = failure(scenario, Failed("its packs have mistakes", scenario.at), None, sink)
        return evolve(found, report=f"{found.report}\n{error}", mistakes=str(error))
    except BangRulesError as error:
        named = (line.at for line in scenario.lines if isinstance(line, sc.PacksLine))
        return failure(scenario, Failed(str(error), next(named, scenario.at)), None, sink)
    except Failed as error:
        return failure(scenario, error, None, sink)
    return run_scenario(rules, scenario, sink)


def on_map(
    shelf: Shelf, packs: tuple[str, ...], around: list[Path], drawn: str, behind: list[sc.Line | None]
) -> Rules:
    """The rules with a map that a scenario draws; `behind` are its lines behind those of the map.

    :raises Failed: the drawing is no map.
    """
    try:
        return shelf.rules(packs, around, drawn)
    except CardFileError as error:
        for found in error.diagnostics:
            line = behind[found.at.line - 1] if found.at.path == DRAWN else None
            if line is not None and found.severity == "error":
                fail(found.message + (f" ({found.help})" if found.help else ""), line.at)
        raise


def packs_of(scenario: sc.Scenario, home: tuple[str, ...]) -> tuple[str, ...]:
    """The packs a scenario is played with: those it names, else those of where it is at home."""
    named = [x for line in scenario.lines if isinstance(line, sc.PacksLine) for x in line.packs]
    if not named and not home:
        fail("the scenario does not say which packs it is played with, as in `packs base`", scenario.at)
    return tuple(named) or home


def run_scenario(rules: Rules, scenario: sc.Scenario, sink: Reporter | None = None) -> Result:
    """Run one scenario; the sources in `sink` let the report show the line that fails."""
    run = Run(rules, scenario)
    try:
        run.all()
    except Failed as error:
        return failure(scenario, error, run.game, sink, run.log)
    return Result(scenario.name, scenario.at.path, scenario.at.line, True)


def failure(
    scenario: sc.Scenario, error: Failed, game: Game | None, sink: Reporter | None, log: Iterable[str] = ()
) -> Result:
    """The result of a scenario that fails: the line, the table, what happened, what is legal."""
    found = Diagnostic("E0601", "error", error.message, error.at)
    parts = [f'scenario "{scenario.name}"', render([found], sink.sources if sink is not None else {})]
    if game is not None:
        parts += ["the table:", indented(reading.table_text(game))]
        if any(log):
            parts += ["what happened:", indented("\n".join(log))]
        parts += ["what is legal:", indented("\n".join(map(str, game.legal_actions())) or "the game is over")]
    return Result(scenario.name, scenario.at.path, error.at.line, False, "\n".join(parts))


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
