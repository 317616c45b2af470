"""A game as one seat sees it: what it may know, and nothing made from what it may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.play.deciding import Decision, decision_of
from bangrules.play.knowing import known_cards, knows_field
from bangrules.play.log import UNSEEN, Events, seen_by
from bangrules.play.naming import SEAT_LETTERS, member_of, sort_of, value_name

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["Facts", "Observation", "Outcome", "SeatView", "observation"]

State = list[Any]


class Facts(Mapping[str, Any]):
    """Values by name; never changes.

    Numbers are numbers, yes and no are `True` and `False`, players their seats from 0; cards, roles,
    characters and other words are their ids. What the seat does not know is `??`.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"<{', '.join(f'{name}={value!r}' for name, value in self._values.items())}>"


@frozen
class Outcome:
    """How a game has ended: the seats that have won it."""

    winners: tuple[int, ...]
    names: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        return f"won by {', '.join(self.names) or 'nobody'}"


@frozen
class SeatView:
    """A seat: its `name`, `fields` (such as life) and `zones` (such as a hand) with unseen cards as `??`."""

    seat: int
    name: str
    fields: Facts
    zones: Facts

    def __repr__(self) -> str:
        zones = ", ".join(f"{id} {shown(cards)}" for id, cards in self.zones.items())
        fields = ", ".join(f"{name} {value}" for name, value in self.fields.items())
        return f"<Seat {SEAT_LETTERS[self.seat]}: {'; '.join(filter(None, (fields, zones)))}>"


@frozen
class Observation:
    """What seat `viewer` may know of a game. Observations of equal things are equal.

    `seats` are the players' sides, `piles` the other zones, from the top, `fields` what is remembered of the
    game (such as whose turn it is), `marks` fields of cards that lie open, and of declared values. `decision`
    says who must act; only who decides sees the `actions`. `events` are those of the last push, `outcome` the
    end. `packs` and `options` say what is played.
    """

    viewer: int
    packs: tuple[str, ...]
    options: Facts
    seats: tuple[SeatView, ...]
    piles: Facts
    fields: Facts
    marks: tuple[tuple[str, str, Any], ...]
    decision: Decision | None
    actions: tuple[Action, ...]
    events: Events
    outcome: Outcome | None

    @property
    def me(self) -> SeatView:
        """The viewer's own seat."""
        return self.seats[self.viewer]

    def __repr__(self) -> str:
        lines = [f"<Observation of seat {SEAT_LETTERS[self.viewer]}:"]
        lines += [f"  {seat!r}" for seat in self.seats]
        piles = ", ".join(f"{id} {shown(cards)}" for id, cards in self.piles.items())
        fields = ", ".join(f"{name} {value}" for name, value in self.fields.items())
        lines += [f"  {line}" for line in (piles, fields) if line]
        lines.append(f"  {self.outcome if self.decision is None else self.decision}>")
        return "\n".join(lines)


def shown(cards: tuple[str, ...]) -> str:
    """Cards in a line, many unseen ones as a number."""
    if len(cards) > 4 and all(c == UNSEEN for c in cards):
        return f"{len(cards)} x {UNSEEN}"
    return f"[{' '.join(cards[:8])}{f' ... {len(cards)} in all' if len(cards) > 8 else ''}]"


def observation(
    rules: Rules, S: State, names: tuple[str, ...], viewer: int, actions: tuple[Action, ...]
) -> Observation:
    """What a seat may know of a state; `actions` are the legal ones of whoever decides."""
    t = rules.tables
    known = known_cards(rules, S, viewer)

    def card(c: int) -> str:
        return rules.card_name(c) if c in known else UNSEEN

    def value(type_: str, x: Any) -> Any:
        if x is None:
            return None
        member = member_of(type_)
        if member is not None:
            return tuple([value(member, y) for y in x])
        sort = sort_of(type_, x)
        if sort == "card":
            return card(x)
        return x if sort in ("number", "yesno", "text", "player") else value_name(rules, type_, x)

    def zones(of_player: bool, seat: int) -> Facts:
        return Facts(
            {row[0]: tuple([card(c) for c in S[row[1] + seat]]) for row in t["zones"] if row[2] is of_player}
        )

    def fields(of: str, seat: int) -> Facts:
        found = {}
        for row in t["fields"]:
            if row[3] == of:
                open_ = knows_field(row, S, viewer, seat) if of == "player" else row[5] == "everyone"
                held = S[row[1]][seat] if of == "player" else S[row[1]]
                found[row[0]] = value(row[2], held) if open_ else UNSEEN
        return Facts(found)

    marks: list[tuple[str, str, Any]] = []
    for row in t["fields"]:
        if row[3] == "card" and row[5] == "everyone":
            marks += [
                (rules.card_name(c), row[0], value(row[2], S[row[1]][c]))
                for c in sorted(known)
                if S[row[1]][c] != row[4]
            ]
        elif row[3] not in ("game", "player", "card") and row[5] == "everyone":
            names_of = t["values"][row[3]][0]
            marks += [
                (name, row[0], value(row[2], x))
                for name, x in zip(names_of, S[row[1]], strict=True)
                if x != row[4]
            ]
    waits = S[k.DECISION]
    mine = waits is not None and waits[1] == viewer
    decision = decision_of(rules, S, names, len(actions) if mine else 0, known.__contains__)
    if decision is not None and not mine:
        decision = Decision(
            decision.player, decision.kind, decision.name, decision.text, decision.why, False, 0
        )
    return Observation(
        viewer,
        rules.packs,
        Facts({row[0]: value(row[1], x) for row, x in zip(t["options"], S[k.OPTIONS], strict=True)}),
        tuple([SeatView(p, names[p], fields("player", p), zones(True, p)) for p in S[k.SEATS]]),
        zones(False, 0),
        fields("game", 0),
        tuple(marks),
        decision,
        actions if mine else (),
        Events(rules, names, seen_by(rules, S, viewer)),
        None if S[k.OUTCOME] is None else outcome_of(S, names),
    )


def outcome_of(S: State, names: tuple[str, ...]) -> Outcome | None:
    """How a game has ended, if it has."""
    won = S[k.OUTCOME]
    return None if won is None else Outcome(won, tuple([names[p] for p in won]))
