"""One scenario while it runs: its steps and what it expects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from bangrules.errors import ActionParseError, BangRulesError, TableError
from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.play import reading
from bangrules.play.deeds import candidates, card_fits, fitting, thing_text
from bangrules.play.game import Game
from bangrules.play.naming import SEAT_LETTERS, member_of, owner_type, place_alias, value_name
from bangrules.play.rules import Rules
from bangrules.play.table import value_from
from bangrules.tools.scenario_tables import fail, given_table, hint, may_be, own_field, value_of

__all__ = ["Run"]

MOST_FORCED = 1_000
"""How many sentences may be told while decisions with one action resolve themselves before a step."""


class Run:
    """A scenario while it runs."""

    def __init__(self, rules: Rules, scenario: sc.Scenario) -> None:
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
            where = error.seat or error.field or ""
            at = places.get(f"{where} {error.of}") or places.get(where) or self.scenario.at
            fail(str(error), at)
        except TypeError as error:
            fail(f"the table cannot be: {error}", self.scenario.at)
        except BangRulesError as error:
            fail(str(error), self.scenario.at)
        self.note()
        moving = False
        for line in self.scenario.lines:
            if isinstance(line, sc.StepLine):
                moving = True
                self.step(line)
            elif isinstance(line, sc.ExpectLine):
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

    def step(self, line: sc.StepLine) -> None:
        """Carry out what a player does."""
        seat = self.seat(line.seat, line.at)
        deed = line.deed
        self.expected.clear()
        if deed.verb == "chooses":
            for thing in deed.things:
                self.do(seat, sc.Deed("chooses", (thing,), at=deed.at), line.at)
            return
        self.do(seat, deed, line.at)
        paid = list(deed.paid)
        while paid:
            decision = self.game.decision
            if decision is None or decision.kind != "cost" or decision.player != seat:
                fail(f"`{thing_text(paid[0])}` is not asked for as a cost", line.at)
            for thing in paid:
                found = fitting(self.game, seat, sc.Deed("chooses", (thing,)), self.game.legal_actions())
                if found:
                    self.push(found[0], line.at)
                    paid.remove(thing)
                    break
            else:
                fail(f"`{thing_text(paid[0])}` cannot be paid", line.at)

    def do(self, seat: int, deed: sc.Deed, at: s.Span) -> None:
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
            if len(only) != 1 or len(self.log) - logged > MOST_FORCED:
                break
            self.push(only[0], at)
        over = self.game.is_over
        self.game = before
        del self.log[logged:]
        if over:
            fail("the game is over before this can happen", at)
        decision = self.game.decision
        assert decision is not None
        why, rather = self.why(seat, deed), instead(self.rules, deed)
        declined = decision.optional and decision.name not in self.main_windows()
        if declined and deed.verb == "chooses" and thing_text(deed.things[0]) == "no":
            rather = f"; to decline, write `{decision.seat} passes`"
        fail(f"this is not legal{why}; it is {decision.seat} who decides{rather}", at)

    def why(self, seat: int, deed: sc.Deed) -> str:
        """Why a deed is not legal, if a reason can be given."""
        return "".join(f" because {told}" for told in self.reasons(seat, deed).values())

    def reasons(self, seat: int, deed: sc.Deed) -> dict[str, str]:
        """The reasons why a deed is not legal, each by its code, and with what it says."""
        decision = self.game.decision
        if deed.verb == "chooses" and decision is not None:
            if decision.player != seat or decision.kind == "window":
                return {"not_asked": f"not_asked ({decision.seat} is asked: {decision.text})"}
            return {"choice": f"choice ({thing_text(deed.things[0])} is not among the options)"}
        found: dict[str, str] = {}
        for action in candidates(self.game, seat, deed):
            reason = self.game.why_not(action)
            if reason is not None:
                found.setdefault(reason.code, f"{reason.code} ({reason.text})")
        return dict(sorted(found.items()))

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

    def unmet(self, message: str, at: s.Span) -> NoReturn:
        """Fail for what the game is not like, perhaps since someone has yet to decide.

        :raises Failed: always.
        """
        decision = self.game.decision
        if decision is not None and decision.name not in self.main_windows():
            message += f"; {decision.seat} still has to decide"
        fail(message, at)

    def expect(self, line: sc.ExpectLine) -> None:
        """Check one expectation."""
        getattr(self, "expect_" + line.kind.replace(" ", "_"))(line)

    def expect_to_act(self, line: sc.ExpectLine) -> None:
        seat = self.seat(line.seat, line.at)
        decision = self.game.decision
        if decision is None:
            fail("the game is over: nobody is to act", line.at)
        if decision.player != seat:
            fail(f"it is {decision.seat} who is to act", line.at)
        self.expected.add(seat)

    def expect_turn(self, line: sc.ExpectLine) -> None:
        seat = self.seat(line.seat, line.at)
        now = reading.seat_of_turn(self.game)
        if now != seat:
            self.unmet(f"it is the turn of {SEAT_LETTERS[now] if now is not None else 'nobody'}", line.at)

    def expect_game_over(self, line: sc.ExpectLine) -> None:
        if not self.game.is_over:
            self.unmet("the game goes on", line.at)

    def expect_no_winner(self, line: sc.ExpectLine) -> None:
        if self.game.is_over:
            fail(f"the game is over: {self.winners() or 'nobody'} won", line.at)

    def expect_winners(self, line: sc.ExpectLine) -> None:
        wanted = sorted(self.seat(x, line.at) for x in line.seats)
        if not self.game.is_over:
            self.unmet("the game goes on", line.at)
        if wanted != sorted(self.game._state[k.OUTCOME]):
            self.unmet(f"the winners are {self.winners() or 'nobody'}", line.at)

    def winners(self) -> str:
        return " ".join(SEAT_LETTERS[p] for p in self.game._state[k.OUTCOME])

    def expect_logged(self, line: sc.ExpectLine) -> None:
        if not any((line.text or "") in sentence for sentence in self.log):
            self.unmet("no sentence of the log says this", line.at)

    def expect_of(self, line: sc.ExpectLine) -> None:
        """`zombie@2 at (7,9)`, `(7,9)S barricaded`: a field of a card, or of a square or edge."""
        subject = line.subject
        assert subject is not None
        rows = reading.fields_of(self.rules).values()
        fields = {f.id: f for f in rows if f.of not in ("game", "player")}
        id = own_field(self.rules, subject, line.id or "")
        if id not in fields:
            fail(f"there is no field of cards or places called `{id}`{hint(id, fields)}", line.at)
        field = fields[id]
        try:
            number = value_from(
                self.rules, owner_type(field.of), thing_text(subject), len(self.game._state[k.SEATS])
            )
        except TableError as error:
            fail(str(error), line.at)
        self.compare(field.name(self.game, number), line, line.things)

    def expect_is(self, line: sc.ExpectLine, so: bool = True) -> None:
        """`A is dead`: the value of whichever field of players can have it."""
        seat, word = self.seat(line.seat, line.at), line.id or ""
        fields = [
            f
            for f in reading.fields_of(self.rules).values()
            if f.of == "player" and may_be(self.rules, f, word)
        ]
        if not fields:
            fail(f"`{word}` is no value of a field of a player", line.at)
        if any(same_name(f.name(self.game, seat), word) for f in fields) != so:
            have = " ".join(f.name(self.game, seat) for f in fields) if so else word
            self.unmet(f"{line.seat} is {have}", line.at)

    def expect_is_not(self, line: sc.ExpectLine) -> None:
        """`A is not dead`: no field of players has this value."""
        self.expect_is(line, so=False)

    def expect_shows(self, line: sc.ExpectLine) -> None:
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
        self.unmet(f"{line.seat} does not show this", line.at)

    def expect_can(self, line: sc.ExpectLine) -> None:
        """`A can play ...`, `A cannot play ... because limit`."""
        seat, deed = self.seat(line.seat, line.at), line.deed
        assert deed is not None
        legal = [] if self.game.is_over else fitting(self.game, seat, deed, self.game.legal_actions())
        if line.number:
            if not legal:
                fail(f"this is not legal{self.why(seat, deed)}{instead(self.rules, deed)}", line.at)
            self.expected.add(seat)
            return
        if legal:
            fail(f"this is legal: `{legal[0]}`", line.at)
        if line.id is not None:
            reasons = self.reasons(seat, deed)
            if not reasons:
                fail(f"no action of this game is meant by this{instead(self.rules, deed)}", line.at)
            if line.id not in reasons:
                fail(f"the reason is {' or '.join(reasons.values())}, not {line.id}", line.at)

    def expect_has(self, line: sc.ExpectLine) -> None:
        """A field's value, or a zone's cards or their number; a stat that asks about the player."""
        id = line.id or ""
        zones, fields = reading.zones_of(self.rules), reading.fields_of(self.rules)
        of_player = line.seat is not None
        seat = self.seat(line.seat, line.at) if of_player else 0
        if id in zones and zones[id].of_player is of_player:
            self.check_zone(zones[id], seat, line)
        elif id in fields and fields[id].of == ("player" if of_player else "game"):
            unsaid = "" if member_of(fields[id].type) else "yes"
            self.compare(fields[id].name(self.game, seat), line, line.things, unsaid)
        elif id in self.rules.tables["stats"]:
            self.check_stat(id, [seat] if of_player else [], line)
        elif not of_player and id in self.rules.card_by_id and line.things and line.things[0].id:
            about = sc.Thing(id=id, at=line.at)
            number = line.things[1].number if len(line.things) > 1 else None
            rest = () if number is not None else line.things[1:]
            self.expect_of(
                sc.ExpectLine("of", None, line.things[0].id, rest, number, subject=about, at=line.at)
            )
        else:
            if of_player and any(f.of == "player" and may_be(self.rules, f, id) for f in fields.values()):
                fail(f"`{id}` is a value: write `expect {line.seat} is {id}`", line.at)
            whose = "a player" if of_player else "the game"
            known = [z.id for z in zones.values() if z.of_player is of_player]
            known += [f.id for f in fields.values() if f.of == ("player" if of_player else "game")]
            known += self.rules.tables["stats"]
            fail(f"there is no field, zone or stat of {whose} called `{id}`{hint(id, known)}", line.at)

    def check_zone(self, zone: reading.ZoneRow, seat: int, line: sc.ExpectLine) -> None:
        """The cards of a player's zone in any order; those on top of a pile in theirs."""
        have = zone.cards(self.game, seat)
        cards = " ".join(map(self.rules.card_name, have)) or "nothing"
        if line.number is not None:
            if line.things:
                fail(f"either their number or the cards; found `{thing_text(line.things[0])}` too", line.at)
            if len(have) != line.number:
                self.unmet(
                    f"there are {len(have)}: {cards}" if zone.of_player else f"there are {len(have)}", line.at
                )
        elif not zone.of_player and line.things:
            top = have[: len(line.things)]
            if len(top) < len(line.things) or not all(map(self.fits, line.things, top)):
                self.unmet(
                    f"on top lies {' '.join(map(self.rules.card_name, have[: len(line.things) + 1]))}",
                    line.at,
                )
        elif not matched(line.things, have, self.fits):
            self.unmet(f"there is {cards}" if zone.of_player else f"there are {len(have)} cards", line.at)

    def fits(self, thing: sc.Thing, card: int) -> bool:
        return card_fits(self.game, thing, card)

    def expect_stat(self, line: sc.ExpectLine) -> None:
        """`distance A B 1`; `fallen B C` of a field is written alike."""
        if line.id in reading.fields_of(self.rules):
            self.expect_has(line)
        else:
            self.check_stat(line.id or "", [], line)

    def check_stat(self, id: str, args: list[int], line: sc.ExpectLine) -> None:
        if id not in self.rules.tables["stats"]:
            known = [*self.rules.tables["stats"], "winners", "turn"]
            fail(f"there is no stat `{id}`{hint(id, known)}", line.at)
        params, type_, _ = self.rules.tables["stats"][id]
        rest = list(line.things)
        for _, param in params[len(args) :]:
            if not rest:
                fail(f"`{id}` asks about {len(params)} things", line.at)
            args.append(self.argument(param, rest.pop(0), line.at))
        self.compare(value_name(self.rules, type_, reading.stat_value(self.game, id, args)), line, rest)

    def compare(
        self, have: str, line: sc.ExpectLine, things: Sequence[sc.Thing], unsaid: str = "yes"
    ) -> None:
        """See that a value is what a line says, or `unsaid` if it says none."""
        if line.number is not None and things:
            fail(
                f"nothing stands beside the number {line.number} here; found `{thing_text(things[0])}`",
                line.at,
            )
        if things and things[0].id == "is":
            fail(
                f"a value stands behind the name without `is`: `{line.id} {thing_text(things[-1])}`", line.at
            )
        said = " ".join(place_alias(self.rules, thing_text(t)) for t in things)
        want = (said if line.number is None else str(line.number)) or unsaid
        if not same_name(have, want):
            self.unmet(f"it is {have or 'empty'}", line.at)

    def argument(self, type_: str, thing: sc.Thing, at: s.Span) -> int:
        """What a stat is asked about."""
        try:
            return value_from(self.rules, type_, value_of(thing), len(self.game._state[k.SEATS]))  # type: ignore[no-any-return]
        except TableError as error:
            fail(str(error), at)


def instead(rules: Rules, deed: sc.Deed) -> str:
    """What a name that nothing bears may have been meant to be: an id for a printed name, a near one."""
    target = () if deed.target is None else (deed.target.id,)
    ids = [name for d in rules.by_index for name in (d.id, d.full_id)]
    for word in (*(thing.id for thing in deed.things), deed.form, *target):
        if word is None or word in ids:
            continue
        key = word.casefold()
        found = next((d.id for d in rules.by_index if key in (d.id.casefold(), d.name.casefold())), None)
        if found is not None:
            return f"; did you mean `{found}`?"
        if deed.verb != "chooses":  # other things than these can be chosen
            return f"; there is no `{word}` in these packs{hint(word, ids)}"
    return misread(rules, deed)


def misread(rules: Rules, deed: sc.Deed) -> str:
    """Why a deed with a card names no action, as it is told where it is written in a record."""
    if len(deed.things) != 1 or deed.things[0].id is None or deed.verb == "chooses":
        return ""
    thing = thing_text(deed.things[0])  # a name alone is any card that is called so
    card = next((c.id for c in rules.cards if thing in (c.definition.id, c.definition.full_id)), thing)
    words = ["A", deed.verb, card, deed.way]
    words += ["as", deed.form] if deed.form is not None else []
    words += ["on", thing_text(deed.target)] if deed.target is not None else []
    try:
        rules.parse(" ".join(word for word in words if word is not None))
    except ActionParseError as error:
        return f"; {error}"
    return ""


def same_name(have: str, want: str) -> bool:
    """Whether two names are the same, one of them perhaps with its pack."""
    have = have.replace(", ", " ")
    return have == want or have.rpartition(".")[2] == want or have == want.rpartition(".")[2]


def matched(things: tuple[sc.Thing, ...], cards: tuple[int, ...], fits: Any) -> bool:
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
