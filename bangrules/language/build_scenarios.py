"""From the parser's trees to the syntax tree: the lines of scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from attrs import evolve

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.build import Builder
from bangrules.language.diagnostics import Replacement
from bangrules.language.spelling import suggest

__all__ = ["ScenarioBuilder"]

_LINES = ("packs", "option", "seat", "set", "turn", "expect")
_VERBS = ("play", "use", "answer", "choose", "pass", "end")
_THIRD_PERSON = {
    "play": "plays",
    "use": "uses",
    "answer": "answers",
}


class ScenarioBuilder(Builder):
    """Builds lines of scenarios."""

    def line(self, tree: Any) -> sc.Line:
        return cast(sc.Line, getattr(self, f"line_{tree.data}")(self.at(tree), *tree.children))

    # ---- the table

    def line_packs_line(self, at: s.Span, *packs: Any) -> sc.Line:
        return sc.PacksLine(tuple(self.name(pack) for pack in packs), at=at)

    def line_option_line(self, at: s.Span, id: Any, value: Any) -> sc.Line:
        return sc.OptionLine(self.dotted(id), self.expr(value), at=at)

    def line_set_line(self, at: s.Span, id: Any, value: Any) -> sc.Line:
        return sc.FieldLine(self.name(id), self.thing(value), at=at)

    def line_put_line(self, at: s.Span, *trees: Any) -> sc.Line:
        subject, *rest = self.things(trees)
        if subject.place is None and not _is_card(subject) and subject.id is None:
            self.sink.error(
                "E0118",
                "here a card, a figure or a place is expected, as in `put pawn@2 square (7,9)`",
                subject.at,
            )
        return sc.PutLine(subject, self.details(rest), at=at)

    def details(self, things: Sequence[sc.Thing]) -> tuple[sc.Detail, ...]:
        """Names, each with its value behind it; a name alone is `yes`."""
        found: list[sc.Detail] = []
        rest = list(things)
        while rest:
            head = rest.pop(0)
            if head.id is None or head.face is not None or head.seat is not None or head.random is not None:
                self.sink.error("E0118", "here the name of a field is expected", head.at)
                continue
            value = rest.pop(0) if rest else sc.Thing(id="yes", at=head.at)
            found.append(sc.Detail(head.id, (value,), at=head.at))
        return tuple(found)

    def line_dice_line(self, at: s.Span, *numbers: Any) -> sc.Line:
        return sc.DiceLine(tuple(self.number(n) for n in numbers), at=at)

    def line_map_line(self, at: s.Span, drawing: Any, row: Any) -> sc.Line:
        name = self.maybe_name(drawing) or "board"
        if name not in ("board", "rooms"):
            self.sink.error(
                "E0118",
                f"`{name}` is no drawing of a map",
                at,
                help='a row of squares is written `map " . o ."`, one of rooms `map rooms "kkl"`',
            )
            name = "rooms"
        return sc.MapLine(name, self.string(row), at=at)

    def line_mark_line(self, at: s.Span, mark: Any, *things: Any) -> sc.Line:
        return sc.MarkLine(self.name(mark), self.things(things), at=at)

    def line_turn_line(self, at: s.Span, seat: Any, phase: Any) -> sc.Line:
        return sc.TurnLine(str(seat), self.maybe_name(phase), at=at)

    def line_zone_line(self, at: s.Span, zone: Any, *things: Any) -> sc.Line:
        found = self.things(things)
        name = self.name(zone)
        for thing in found:
            if thing.number is not None or thing.seat is not None or thing.suit is not None:
                meant = suggest(name, _LINES)
                help = f"did you mean `{meant}`?" if meant else None
                fix = Replacement(self.at(zone), meant) if meant else None
                if thing.number is not None:
                    help, fix = f"a field is set with `set {name} {thing.number}`", None
                self.sink.error(
                    "E0118",
                    "here the cards of a zone are expected, as in `deck 9♥ bang@A♠`",
                    thing.at,
                    help=help,
                    fix=fix,
                )
                break
        return sc.ZoneLine(name, found, at=at)

    def line_seat_line(self, at: s.Span, seat: Any, *pieces: Any) -> sc.Line:
        """Words first, then details: a name with a number or cards behind it begins one."""
        things = self.things(pieces)
        words: list[str] = []
        starts: list[int] = []
        details: list[sc.Detail] = []
        position = 0
        while position < len(things):
            head = things[position]
            position += 1
            end = position
            while end < len(things) and _is_card(things[end]):
                end += 1
            if end == position and end < len(things) and things[end].number is not None:
                end += 1
            if head.id is None or head.face is not None or head.seat is not None or head.random is not None:
                self.sink.error(
                    "E0118",
                    "this stands behind no field or zone",
                    head.at,
                    help="a seat's line is words, then details, as in "
                    "`seat A hero shoes life 3 hand 7♠ bang@A♠`",
                )
            elif end == position:
                words.append(head.id)
                starts.append(head.at.start)
            else:
                last = things[end - 1].at
                details.append(
                    sc.Detail(head.id, things[position:end], at=s.Span(
                        head.at.path, head.at.line, head.at.column, head.at.start, last.end))
                )  # fmt: skip
            position = end
        return sc.SeatLine(str(seat), tuple(words), tuple(details), tuple(starts), at=at)

    # ---- things

    def things(self, trees: Sequence[Any]) -> tuple[sc.Thing, ...]:
        return tuple(self.thing(tree) for tree in trees)

    def thing(self, tree: Any) -> sc.Thing:
        at, parts = self.at(tree), tree.children
        match tree.data:
            case "thing_id":
                return sc.Thing(id=self.dotted(parts[0]), at=at)
            case "thing_card":
                return sc.Thing(id=self.dotted(parts[0]), face=self.face(parts[1]), at=at)
            case "thing_card_copy":
                copy = self.number(parts[2])
                return sc.Thing(id=self.dotted(parts[0]), face=self.face(parts[1]), copy=copy, at=at)
            case "thing_copy":
                return sc.Thing(id=self.dotted(parts[0]), copy=self.number(parts[1]), at=at)
            case "thing_place":
                return sc.Thing(place=str(parts[0]), at=at)
            case "thing_face":
                return sc.Thing(face=self.face(parts[0]), at=at)
            case "thing_suit":
                return sc.Thing(suit=str(parts[0])[0], at=at)
            case "thing_number":
                return sc.Thing(number=self.number(parts[0]), at=at)
            case "thing_minus":
                return sc.Thing(number=-self.number(parts[0]), at=at)
            case "thing_seat":
                return sc.Thing(seat=str(parts[0]), at=at)
            case "seat_id":
                return sc.Thing(seat=str(parts[0]), id=self.dotted(parts[1]), at=at)
            case "seat_card":
                return sc.Thing(seat=str(parts[0]), id=self.dotted(parts[1]), face=self.face(parts[2]), at=at)
            case "seat_face":
                return sc.Thing(seat=str(parts[0]), face=self.face(parts[1]), at=at)
        return sc.Thing(random=self.name(parts[0]), seat=str(parts[1]), at=at)

    # ---- deeds

    def deed(self, tree: Any) -> sc.Deed:
        at = self.at(tree)
        match tree.data:
            case "picks":
                return sc.Deed("chooses", self.things(tree.children), at=at)
            case "passes" | "ends":
                return sc.Deed(str(tree.data), at=at)
        verb, thing, way, *ways = tree.children
        word = str(verb.children[0])
        named = self.maybe_name(way)
        deed = sc.Deed(_THIRD_PERSON.get(word, word), (self.thing(thing),), way=named, at=at)
        seen: dict[str, s.Span] = {}
        for way in ways:
            kind, place = str(way.data), self.at(way)
            if kind in seen:
                word = kind.removeprefix("aim_")
                self.sink.error(
                    "E0116", f"`{word}` stands twice in this line", place, notes=[(seen[kind], "first here")]
                )
                continue
            seen[kind] = place
            match kind:
                case "aim_on":
                    deed = evolve(deed, target=self.thing(way.children[0]))
                case "aim_as":
                    deed = evolve(deed, form=self.dotted(way.children[0]))
                case _:
                    deed = evolve(deed, paid=self.things(way.children))
        return deed

    def line_step(self, at: s.Span, seat: Any, move: Any) -> sc.StepLine:
        return sc.StepLine(str(seat), self.deed(move), at=at)

    # ---- expectations

    def line_expect_line(self, at: s.Span, tree: Any) -> sc.Line:
        return cast(sc.Line, getattr(self, f"line_{tree.data}")(at, *tree.children))

    def line_expect_is(self, at: s.Span, seat: Any, id: Any) -> sc.Line:
        return sc.ExpectLine("is", str(seat), self.name(id), at=at)

    def line_expect_is_not(self, at: s.Span, seat: Any, id: Any) -> sc.Line:
        return sc.ExpectLine("is not", str(seat), self.name(id), at=at)

    def line_expect_shows(self, at: s.Span, seat: Any, id: Any) -> sc.Line:
        return sc.ExpectLine("shows", str(seat), self.name(id), at=at)

    def line_expect_can(self, at: s.Span, seat: Any, can: Any, deed: Any, reason: Any) -> sc.Line:
        return sc.ExpectLine(
            "can",
            str(seat),
            self.maybe_name(reason),
            number=int(str(can.children[0]) == "can"),
            deed=self.deed(deed),
            at=at,
        )

    def line_expect_act(self, at: s.Span, seat: Any) -> sc.Line:
        return sc.ExpectLine("to act", str(seat), at=at)

    def line_expect_seat(self, at: s.Span, seat: Any, id: Any, *things: Any) -> sc.Line:
        number, rest = _counted(self.things(things))
        if rest and rest[0].id in _VERBS:
            meant = suggest(self.name(id), ("can", "cannot")) or "can"
            place = self.at(id)
            self.sink.error(
                "E0108",
                f"`{id}` is not a word of the language that can stand here",
                place,
                help=f"did you mean `{meant}`?",
                fix=Replacement(place, meant),
            )
        return sc.ExpectLine("has", str(seat), self.name(id), rest, number, at=at)

    def line_expect_card(self, at: s.Span, card: Any, which: Any, id: Any, *things: Any) -> sc.Line:
        subject = sc.Thing(id=self.dotted(card), at=self.at(card))
        if which.type == "NUMBER":
            subject = evolve(subject, copy=self.number(which))
        else:
            subject = evolve(subject, face=self.face(which))
        return self._expect_of(at, subject, id, things)

    def line_expect_card_copy(
        self, at: s.Span, card: Any, face: Any, n: Any, id: Any, *things: Any
    ) -> sc.Line:
        subject = sc.Thing(id=self.dotted(card), face=self.face(face), copy=self.number(n), at=self.at(card))
        return self._expect_of(at, subject, id, things)

    def line_expect_place(self, at: s.Span, place: Any, id: Any, *things: Any) -> sc.Line:
        return self._expect_of(at, sc.Thing(place=str(place), at=self.at(place)), id, things)

    def _expect_of(self, at: s.Span, subject: sc.Thing, id: Any, things: Sequence[Any]) -> sc.Line:
        number, rest = _counted(self.things(things))
        return sc.ExpectLine("of", None, self.name(id), rest, number, subject=subject, at=at)

    def line_expect_has(self, at: s.Span, id: Any, *trees: Any) -> sc.Line:
        things = self.things(trees)
        if any(_is_seat(thing) for thing in things):
            if things[-1].number is None:
                return sc.ExpectLine("stat", id=self.name(id), things=things, at=at)
            return sc.ExpectLine("stat", None, self.name(id), things[:-1], things[-1].number, at=at)
        number, rest = _counted(things)
        return sc.ExpectLine("has", None, self.name(id), rest, number, at=at)

    def line_expect_turn(self, at: s.Span, seat: Any) -> sc.Line:
        return sc.ExpectLine("turn", str(seat), at=at)

    def line_expect_winners(self, at: s.Span, *seats: Any) -> sc.Line:
        return sc.ExpectLine("winners", seats=tuple(str(seat) for seat in seats), at=at)

    def line_expect_no_winner(self, at: s.Span) -> sc.Line:
        return sc.ExpectLine("no winner", at=at)

    def line_expect_logged(self, at: s.Span, text: Any) -> sc.Line:
        return sc.ExpectLine("logged", text=self.string(text), at=at)

    def line_expect_over(self, at: s.Span) -> sc.Line:
        return sc.ExpectLine("game over", at=at)


def _is_card(thing: sc.Thing) -> bool:
    return (thing.face is not None or thing.copy is not None) and thing.seat is None


def _is_seat(thing: sc.Thing) -> bool:
    return thing.seat is not None and thing.random is None and thing.id is None and thing.face is None


def _counted(things: tuple[sc.Thing, ...]) -> tuple[int | None, tuple[sc.Thing, ...]]:
    """A number in front of things, and the things."""
    if things and things[0].number is not None:
        return things[0].number, things[1:]
    return None, things
