"""The syntax tree of scenarios: their lines, as they are written."""

from __future__ import annotations

from attrs import field, frozen

from bangrules.language.syntax import Decl, Expr, Face, Node


@frozen
class Thing(Node):
    """What a scenario line names: a card `bang@A♠`, an id, a face, a seat, a number, a card on a table.

    `id` name (`base.bang`: with its pack) or None; `face` Face or None; `seat` a letter; `number`; `suit`;
    `random` is the zone's name in `random hand B`; `copy` which of several, in `zombie@2` and `beer@6♥@2`;
    `place` a square of a board, `(7,9)`, or an edge of one, `(7,9)S`.
    """

    id: str | None = None
    face: Face | None = None
    seat: str | None = None
    number: int | None = None
    suit: str | None = None
    random: str | None = None
    copy: int | None = None
    place: str | None = None


@frozen
class Detail(Node):
    """`life 3`, `hand bang@A♠ 6♥`, `table barrel@Q♠`: a field with its value or a zone with its cards."""

    id: str
    things: tuple[Thing, ...]


@frozen(kw_only=True)
class Line(Node):
    """Base of scenario lines."""


@frozen
class PacksLine(Line):
    packs: tuple[str, ...]


@frozen
class OptionLine(Line):
    id: str
    value: Expr


@frozen
class SeatLine(Line):
    """`seat A sheriff slab_the_killer life 3 hand bang@A♠`: words are field values, details follow.

    `starts` are where in the file the words begin, as words may stand between details.
    """

    seat: str
    words: tuple[str, ...]
    details: tuple[Detail, ...]
    starts: tuple[int, ...] = field(default=(), eq=False, repr=False)


@frozen
class ZoneLine(Line):
    """`deck 9♥ 6♣` or `discards 2♠`: the top cards of a zone of the game; `event x` is a ZoneLine too."""

    zone: str
    things: tuple[Thing, ...]


@frozen
class FieldLine(Line):
    """`set turns 3`: a field of the game."""

    id: str
    value: Thing


@frozen
class PutLine(Line):
    """`put zombie@2 at (7,9) facing west`: fields of a card, or of a square or edge."""

    thing: Thing
    details: tuple[Detail, ...]


@frozen
class DiceLine(Line):
    """`dice 5 6 1`: what the next dice show."""

    numbers: tuple[int, ...]


@frozen
class MapLine(Line):
    """`map " . o h ."`: a row of the drawing of a board, or of its rooms: `map rooms "..kk"`."""

    drawing: str
    row: str


@frozen
class MarkLine(Line):
    """`map exit h (2,1)`: squares of a drawn board that bear a mark."""

    mark: str
    things: tuple[Thing, ...]


@frozen
class TurnLine(Line):
    """`turn A phase_play`."""

    seat: str
    phase: str | None = None


@frozen
class Deed(Node):
    """What a player does: `verb` plays, uses, answers, chooses, passes, ends.

    `thing` what is played or chosen (more of them for `chooses a, b`), `form` after `as`, `target` after
    `on`, `paid` after `with`; `way` which of several uses, as in `A uses zombie@2 forward`.
    """

    verb: str
    things: tuple[Thing, ...] = ()
    form: str | None = None
    target: Thing | None = None
    paid: tuple[Thing, ...] = ()
    way: str | None = None


@frozen
class StepLine(Line):
    """`A plays bang@A♠ on B`."""

    seat: str
    deed: Deed


@frozen
class ExpectLine(Line):
    """`expect ...`. `kind` and what goes with it:

    has      seat or None, id, number or None, things   `A life 3`, `A role outlaw`, `A hand 2`, `A table`,
             `A hand bang@A♠ 6♥`, `deck 9♥` (its top), `turns 3`: a field or a zone, told apart by its name
    of       subject, id, number or None, things   `zombie@2 at (7,9)`, `(7,9)S barricaded`
    is       seat, id                `A is dead`
    shows    seat, id                `A shows outlaw`
    can      seat, deed, number=1 can / 0 cannot, id=reason code or None
    to act   seat
    stat     id, things, number or None   `distance A B 1`; without a number the last thing is the answer
    turn     seat
    winners  seats
    no winner
    logged   text                    `logged "text"`
    game over
    """

    kind: str
    seat: str | None = None
    id: str | None = None
    things: tuple[Thing, ...] = ()
    number: int | None = None
    deed: Deed | None = None
    seats: tuple[str, ...] = ()
    text: str | None = None
    subject: Thing | None = None


@frozen
class Scenario(Decl):
    name: str
    lines: tuple[Line, ...]
