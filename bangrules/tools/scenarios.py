"""Running scenarios: a table, what is done at it, and what is then to be seen.

Steps and expectations are read in order. A step is carried out at the decision it names; decisions with a
single action on the way there resolve themselves. `expect` never moves the game. When the lines are over the
game must be over too, or wait for a decision that was expected: by `expect X to act` or `expect X can ...`
after the last step, or, unsaid, for whoever's turn it is to go on or end it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from attrs import Factory, define, evolve, frozen

from bangrules.errors import BangRulesError, TableError
from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.language import syntax as s
from bangrules.language.diagnostics import CardFileError, Diagnostic, Reporter, render
from bangrules.language.parser import parse_file
from bangrules.language.sources import read_source
from bangrules.play import reading
from bangrules.play.deeds import candidates, card_fits, fitting, reason_code, thing_text
from bangrules.play.game import Game
from bangrules.play.naming import SEAT_LETTERS, value_name
from bangrules.play.packs import scan
from bangrules.play.rules import Rules, load

__all__ = ["Result", "files_with_scenarios", "read_scenarios", "run_path", "run_scenario"]


@frozen
class Result:
    """How a scenario went. `report` says what is wrong, where, and what the table looked like then."""

    name: str
    path: str
    line: int
    ok: bool
    report: str = ""

    def __bool__(self) -> bool:
        return self.ok


class Failed(Exception):
    """A line of a scenario does not hold."""

    def __init__(self, message: str, at: s.Span) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


def fail(message: str, at: s.Span) -> NoReturn:
    raise Failed(message, at)


# ---- finding scenarios


def files_with_scenarios(path: Path) -> list[Path]:
    """The card files at a path, those of a folder and of the folders in it, that hold scenarios."""
    files = sorted(path.rglob("*.bang")) if path.is_dir() else [path]
    return [f for f in files if not path.is_dir() or holds_scenarios(f)]


def holds_scenarios(path: Path) -> bool:
    """Whether a card file has a scenario in it, by its lines alone."""
    try:
        return any(line.startswith(b"scenario") for line in path.read_bytes().splitlines())
    except OSError:
        return True


def read_scenarios(path: Path, sink: Reporter) -> list[s.Scenario]:
    """The scenarios of a card file; what is wrong with the file goes to `sink`."""
    source = read_source(path, sink)
    if source is None:
        return []
    return [d for d in parse_file(source, sink).file.decls if isinstance(d, s.Scenario)]


def pack_around(path: Path) -> tuple[str | None, list[Path]]:
    """The pack in or above whose folder a file lies, and where it is."""
    for folder in path.resolve().parents[:3]:
        found = scan(folder) if any(folder.glob("*.bang")) else []
        if found:
            return found[0].id, [folder]
    return None, []


@define
class Shelf:
    """Rules loaded once for each set of packs."""

    paths: tuple[Path, ...] = ()
    loaded: dict[tuple[str, ...], Rules | BangRulesError | CardFileError] = Factory(dict)

    def rules(self, packs: tuple[str, ...], more: Iterable[Path]) -> Rules:
        key = (*sorted(set(packs)), "", *map(str, more))
        if key not in self.loaded:
            try:
                self.loaded[key] = load(*packs, paths=dict.fromkeys([*self.paths, *more]))
            except (BangRulesError, CardFileError) as error:
                self.loaded[key] = error
        found = self.loaded[key]
        if isinstance(found, Exception):
            raise found
        return found


def run_path(path: str | Path, paths: Iterable[str | Path] = (), only: str | None = None) -> list[Result]:
    """Run the scenarios of a card file or of all files in a folder.

    `paths` are looked in for packs, beside those that come with the library and the one that the file lies
    in. With `only`, just the scenarios with that in their names.
    """
    shelf = Shelf(tuple(map(Path, paths)))
    return [r for file in files_with_scenarios(Path(path)) for r in run_file(file, shelf, only)]


def run_file(path: Path, shelf: Shelf, only: str | None = None) -> list[Result]:
    """Run the scenarios of one file."""
    sink = Reporter()
    scenarios = read_scenarios(path, sink)
    results = []
    if sink.has_errors:
        results.append(Result(path.name, str(path), 1, False, render(sink.diagnostics, sink.sources)))
    chosen = [x for x in scenarios if only is None or only in x.name]
    return results + [one_scenario(x, path, shelf, sink) for x in chosen]


def one_scenario(scenario: s.Scenario, path: Path, shelf: Shelf, sink: Reporter) -> Result:
    """Run a scenario of a file with the packs it asks for."""
    home, around = pack_around(path)
    try:
        rules = shelf.rules(packs_of(scenario, home), around)
    except BangRulesError as error:
        return failure(scenario, Failed(str(error), scenario.at), None, sink)
    except CardFileError as error:
        found = failure(scenario, Failed("its packs have mistakes", scenario.at), None, sink)
        return evolve(found, report=f"{found.report}\n{error}")
    except Failed as error:
        return failure(scenario, error, None, sink)
    return run_scenario(rules, scenario, sink)


def packs_of(scenario: s.Scenario, home: str | None) -> tuple[str, ...]:
    """The packs a scenario is played with: those it names, else the one it lies in."""
    named = [x for line in scenario.lines if isinstance(line, s.PacksLine) for x in line.packs]
    if not named and home is None:
        fail("the scenario does not say which packs it is played with, as in `packs base`", scenario.at)
    return tuple(named) or (home or "",)


def run_scenario(rules: Rules, scenario: s.Scenario, sink: Reporter | None = None) -> Result:
    """Run one scenario; the sources in `sink` let the report show the line that fails."""
    run = Run(rules, scenario)
    try:
        run.all()
    except Failed as error:
        return failure(scenario, error, run.game, sink, run.log)
    return Result(scenario.name, scenario.at.path, scenario.at.line, True)


def failure(
    scenario: s.Scenario, error: Failed, game: Game | None, sink: Reporter | None, log: Iterable[str] = ()
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


# ---- the table


def given_table(rules: Rules, scenario: s.Scenario) -> tuple[dict[str, Any], dict[str, s.Span]]:
    """The arguments for `new_game`, and the lines from which those of each seat and detail come."""
    fields, zones = reading.fields_of(rules), reading.zones_of(rules)
    table: dict[str, Any] = {"seats": [], "options": {}}
    places: dict[str, s.Span] = {}
    for line in scenario.lines:
        match line:
            case s.SeatLine(seat=letter):
                if letter != SEAT_LETTERS[len(table["seats"]) : len(table["seats"]) + 1]:
                    fail(
                        f"seats are given in order: here `seat {SEAT_LETTERS[len(table['seats'])]}`", line.at
                    )
                table["seats"].append(seat_from(rules, line))
                places[letter] = line.at
            case s.ZoneLine(zone="rest", things=things) if "rest" not in zones:
                if [thing_text(t) for t in things] != ["box"]:
                    fail("`rest box` leaves the cards that are not given out of the game", line.at)
                table["rest"] = False
            case s.ZoneLine(zone=id, things=things):
                if id in fields and id not in zones and len(things) == 1:
                    table[id] = value_of(things[0])
                else:
                    table[id] = [thing_text(t) for t in things]
                places[id] = line.at
            case s.FieldLine(id=id, value=value):
                table[id] = value_of(value)
                places[id] = line.at
            case s.OptionLine(id=id, value=value):
                table["options"][id.rpartition(".")[2]] = literal(value)
                places[f"option {id.rpartition('.')[2]}"] = places["options"] = line.at
            case s.TurnLine(seat=letter, phase=phase):
                table["turn"] = letter
                table["phase"] = phase
                places["turn"] = places["phase"] = line.at
            case s.StepLine() | s.ExpectLine():
                break
    return table, places


def literal(value: s.Expr) -> Any:
    """The value of an option."""
    if isinstance(value, s.Number | s.Text):
        return value.value
    return value.id if isinstance(value, s.Name) else None


def value_of(thing: s.Thing) -> Any:
    """A field's value from what a line writes."""
    return thing.number if thing.number is not None else thing_text(thing)


def seat_from(rules: Rules, line: s.SeatLine) -> dict[str, Any]:
    """The fields and zones of a seat: each word is the value of a field, or the name of an empty zone."""
    fields = {id: f for id, f in reading.fields_of(rules).items() if f.of == "player"}
    zones = reading.zones_of(rules)
    seat: dict[str, Any] = {}
    words = list(line.words)
    while words:
        word = words.pop(0)
        if word in zones and zones[word].of_player:
            seat[word] = []
        elif word in fields and fields[word].type.rstrip("?") == "yesno":
            seat[word] = True
        elif word in fields and words:
            seat[word] = words.pop(0)
        else:
            field = next((f for f in fields.values() if f.id not in seat and may_be(rules, f, word)), None)
            if field is None:
                fail(f"`{word}` is no value of a field of a player, and no field or zone", line.at)
            seat[field.id] = word
    for detail in line.details:
        if detail.id in fields and len(detail.things) == 1:
            seat[detail.id] = value_of(detail.things[0])
        else:
            seat[detail.id] = [thing_text(t) for t in detail.things]
    return seat


def may_be(rules: Rules, field: reading.FieldRow, word: str) -> bool:
    """Whether a word stands for a value of a field: a definition or a declared word."""
    type_ = field.type.rstrip("?")
    if type_.startswith("values:"):
        return word in rules.tables["values"][type_[7:]][0]
    found = rules.definitions.get(word)
    if found is None:
        found = next((d for d in rules.by_index if d.full_id == word), None)
    return found is not None and found.kind == ("card" if type_ == "kind" else type_)


# ---- lines


class Run:
    """A scenario while it runs."""

    def __init__(self, rules: Rules, scenario: s.Scenario) -> None:
        self.rules = rules
        self.scenario = scenario
        self.game: Game = None  # type: ignore[assignment]
        self.log: list[str] = []
        self.expected: set[int] = set()

    def all(self) -> None:
        """Lay the table and go through the lines.

        :raises Failed: one of them does not hold.
        """
        table, places = given_table(self.rules, self.scenario)
        try:
            self.game = self.rules.new_game(forced="ask", seed=1, **table)
        except TableError as error:
            fail(str(error), places.get(error.seat or error.field or "", self.scenario.at))
        except TypeError as error:
            fail(f"the table cannot be: {error}", self.scenario.at)
        except BangRulesError as error:
            fail(str(error), self.scenario.at)
        self.note()
        moving = False
        for line in self.scenario.lines:
            if isinstance(line, s.StepLine):
                moving = True
                self.step(line)
            elif isinstance(line, s.ExpectLine):
                moving = True
                self.expect(line)
            elif moving:
                fail("the table is given before the first step and the first `expect`", line.at)
        self.ending()

    def note(self) -> None:
        """Remember what has just happened, in words."""
        self.log += self.game.events.log

    def ending(self) -> None:
        """The game must not wait for a decision that nobody expected."""
        decision = self.game.decision
        if decision is None or decision.player in self.expected:
            return
        seat = decision.player
        if decision.name in self.main_windows() and seat == reading.seat_of_turn(self.game):
            return
        last = self.scenario.lines[-1].at if self.scenario.lines else self.scenario.at
        letter = SEAT_LETTERS[seat]
        fail(f"it ends with a decision of {letter}: go on, or write `expect {letter} to act`", last)

    def main_windows(self) -> list[str]:
        """The windows that one does not pass in, but ends."""
        return [id for id, _, passing in self.rules.tables["windows"] if passing == "ends"]

    # ---- steps

    def step(self, line: s.StepLine) -> None:
        """Carry out what a player does."""
        seat = self.seat(line.seat, line.at)
        deed = line.deed
        self.expected.clear()
        if deed.verb == "chooses":
            for thing in deed.things:
                self.do(seat, s.Deed("chooses", (thing,), at=deed.at), line.at)
            return
        self.do(seat, deed, line.at)
        paid = list(deed.paid)
        while paid:
            decision = self.game.decision
            if decision is None or decision.kind != "cost" or decision.player != seat:
                fail(f"`{thing_text(paid[0])}` is not asked for as a cost", line.at)
            for thing in paid:
                found = fitting(self.game, seat, s.Deed("chooses", (thing,)), self.game.legal_actions())
                if found:
                    self.push(found[0], line.at)
                    paid.remove(thing)
                    break
            else:
                fail(f"`{thing_text(paid[0])}` cannot be paid", line.at)

    def do(self, seat: int, deed: s.Deed, at: s.Span) -> None:
        """Take the one action that a deed says, at the next decision where it can be meant."""
        before, logged = self.game.copy(), len(self.log)
        while not self.game.is_over:
            found = fitting(self.game, seat, deed, self.game.legal_actions())
            if len(found) == 1:
                self.push(found[0], at)
                return
            if found:
                fail("this may mean " + " or ".join(f"`{a}`" for a in found), at)
            only = self.game.legal_actions()
            if len(only) != 1:
                break
            self.push(only[0], at)
        over = self.game.is_over
        self.game = before
        del self.log[logged:]
        if over:
            fail("the game is over before this can happen", at)
        decision = self.game.decision
        assert decision is not None
        fail(f"this is not legal{self.why(seat, deed)}; it is {decision.seat} who decides", at)

    def why(self, seat: int, deed: s.Deed) -> str:
        """Why a deed is not legal, if a reason can be given."""
        codes = {reason_code(self.game, a) for a in candidates(self.game, seat, deed)}
        return "".join(f" because {code}" for code in sorted(c for c in codes if c))

    def push(self, action: Action, at: s.Span) -> None:
        try:
            self.game.push(action)
        except BangRulesError as error:
            fail(str(error), at)
        self.note()

    def seat(self, letter: str | None, at: s.Span) -> int:
        """The number of a seat."""
        seat = SEAT_LETTERS.index(letter or "")
        if seat not in self.game._state[k.SEATS]:
            fail(f"there is no seat {letter} at this table", at)
        return seat

    # ---- expectations

    def expect(self, line: s.ExpectLine) -> None:
        """Check one expectation."""
        getattr(self, "expect_" + line.kind.replace(" ", "_"))(line)

    def expect_to_act(self, line: s.ExpectLine) -> None:
        seat = self.seat(line.seat, line.at)
        decision = self.game.decision
        if decision is None:
            fail("the game is over: nobody is to act", line.at)
        if decision.player != seat:
            fail(f"it is {decision.seat} who is to act", line.at)
        self.expected.add(seat)

    def expect_turn(self, line: s.ExpectLine) -> None:
        seat = self.seat(line.seat, line.at)
        now = reading.seat_of_turn(self.game)
        if now != seat:
            fail(f"it is the turn of {SEAT_LETTERS[now] if now is not None else 'nobody'}", line.at)

    def expect_game_over(self, line: s.ExpectLine) -> None:
        if not self.game.is_over:
            fail("the game goes on", line.at)

    def expect_no_winner(self, line: s.ExpectLine) -> None:
        if self.game.is_over:
            fail(f"the game is over: {self.winners() or 'nobody'} won", line.at)

    def expect_winners(self, line: s.ExpectLine) -> None:
        wanted = sorted(self.seat(x, line.at) for x in line.seats)
        if not self.game.is_over:
            fail("the game goes on", line.at)
        if wanted != sorted(self.game._state[k.OUTCOME]):
            fail(f"the winners are {self.winners() or 'nobody'}", line.at)

    def winners(self) -> str:
        return " ".join(SEAT_LETTERS[p] for p in self.game._state[k.OUTCOME])

    def expect_logged(self, line: s.ExpectLine) -> None:
        if not any((line.text or "") in sentence for sentence in self.log):
            fail("no sentence of the log says this", line.at)

    def expect_is(self, line: s.ExpectLine) -> None:
        """`A is dead`: the value of whichever field of players can have it."""
        seat, word = self.seat(line.seat, line.at), line.id or ""
        fields = [
            f
            for f in reading.fields_of(self.rules).values()
            if f.of == "player" and may_be(self.rules, f, word)
        ]
        if not fields:
            fail(f"`{word}` is no value of a field of a player", line.at)
        if not any(same_name(f.name(self.game, seat), word) for f in fields):
            fail(f"{line.seat} is {' '.join(f.name(self.game, seat) for f in fields)}", line.at)

    def expect_shows(self, line: s.ExpectLine) -> None:
        """`A shows outlaw`: all know this value of a secret field."""
        seat, word = self.seat(line.seat, line.at), line.id or ""
        fields = [
            f for f in reading.fields_of(self.rules).values()
            if f.of == "player" and f.shown is not None and (may_be(self.rules, f, word) or f.id == word)
        ]  # fmt: skip
        if not fields:
            fail(f"`{word}` is no value of a secret field", line.at)
        for f in fields:
            if f.is_shown(self.game, seat) and word in (f.id, f.name(self.game, seat)):
                return
        fail(f"{line.seat} does not show this", line.at)

    def expect_can(self, line: s.ExpectLine) -> None:
        """`A can play ...`, `A cannot play ... because limit`."""
        seat, deed = self.seat(line.seat, line.at), line.deed
        assert deed is not None
        legal = [] if self.game.is_over else fitting(self.game, seat, deed, self.game.legal_actions())
        if line.number:
            if not legal:
                fail(f"this is not legal{self.why(seat, deed)}", line.at)
            self.expected.add(seat)
            return
        if legal:
            fail(f"this is legal: `{legal[0]}`", line.at)
        if line.id is not None:
            codes = {reason_code(self.game, a) for a in candidates(self.game, seat, deed)}
            if not codes:
                fail("no action of this game is meant by this", line.at)
            if line.id not in codes:
                fail(f"the reason is {' or '.join(sorted(codes))}, not {line.id}", line.at)

    def expect_has(self, line: s.ExpectLine) -> None:
        """A field's value, or a zone's cards or their number; a stat that asks about the player."""
        id = line.id or ""
        zones, fields = reading.zones_of(self.rules), reading.fields_of(self.rules)
        of_player = line.seat is not None
        seat = self.seat(line.seat, line.at) if of_player else 0
        if id in zones and zones[id].of_player is of_player:
            self.check_zone(zones[id], seat, line)
        elif id in fields and fields[id].of == ("player" if of_player else "game"):
            have = fields[id].name(self.game, seat)
            want = " ".join(thing_text(t) for t in line.things) if line.number is None else str(line.number)
            if not same_name(have, want or "yes"):
                fail(f"it is {have}", line.at)
        elif id in self.rules.tables["stats"]:
            self.check_stat(id, [seat] if of_player else [], line)
        else:
            whose = "a player" if of_player else "the game"
            fail(f"there is no field, zone or stat of {whose} called `{id}`", line.at)

    def check_zone(self, zone: reading.ZoneRow, seat: int, line: s.ExpectLine) -> None:
        """The cards of a player's zone in any order; those on top of a pile in theirs."""
        have = zone.cards(self.game, seat)
        cards = " ".join(map(self.rules.card_name, have)) or "nothing"
        if line.number is not None:
            if len(have) != line.number:
                fail(
                    f"there are {len(have)}: {cards}" if zone.of_player else f"there are {len(have)}", line.at
                )
        elif not zone.of_player and line.things:
            top = have[: len(line.things)]
            if len(top) < len(line.things) or not all(map(self.fits, line.things, top)):
                fail(
                    f"on top lies {' '.join(map(self.rules.card_name, have[: len(line.things) + 1]))}",
                    line.at,
                )
        elif not matched(line.things, have, self.fits):
            fail(f"there is {cards}" if zone.of_player else f"there are {len(have)} cards", line.at)

    def fits(self, thing: s.Thing, card: int) -> bool:
        return card_fits(self.game, thing, card)

    def expect_stat(self, line: s.ExpectLine) -> None:
        """`distance A B 1`; `fallen B C` of a field is written alike."""
        if line.id in reading.fields_of(self.rules):
            self.expect_has(line)
        else:
            self.check_stat(line.id or "", [], line)

    def check_stat(self, id: str, args: list[int], line: s.ExpectLine) -> None:
        if id not in self.rules.tables["stats"]:
            fail(f"there is no stat `{id}`", line.at)
        params, type_, _ = self.rules.tables["stats"][id]
        rest = list(line.things)
        for _, param in params[len(args) :]:
            if not rest:
                fail(f"`{id}` asks about {len(params)} things", line.at)
            args.append(self.argument(param, rest.pop(0), line.at))
        have = value_name(self.rules, type_, reading.stat_value(self.game, id, args))
        want = " ".join(map(thing_text, rest)) if line.number is None else str(line.number)
        if not same_name(have, want or "yes"):
            fail(f"it is {have or 'empty'}", line.at)

    def argument(self, type_: str, thing: s.Thing, at: s.Span) -> int:
        """What a stat is asked about."""
        from bangrules.play.table import value_from

        try:
            return value_from(self.rules, type_, value_of(thing), len(self.game._state[k.SEATS]))  # type: ignore[no-any-return]
        except TableError as error:
            fail(str(error), at)


def same_name(have: str, want: str) -> bool:
    """Whether two names are the same, one of them perhaps with its pack."""
    have = have.replace(", ", " ")
    return have == want or have.rpartition(".")[2] == want or have == want.rpartition(".")[2]


def matched(things: tuple[s.Thing, ...], cards: tuple[int, ...], fits: Any) -> bool:
    """Whether things and cards are the same, each once, in any order."""
    if len(things) != len(cards):
        return False
    taken: dict[int, int] = {}

    def place(i: int, seen: set[int]) -> bool:
        for j, card in enumerate(cards):
            if j not in seen and fits(things[i], card):
                seen.add(j)
                if j not in taken or place(taken[j], seen):
                    taken[j] = i
                    return True
        return False

    return all(place(i, set()) for i in range(len(things)))
