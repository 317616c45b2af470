"""A game as lines of text: the table, a hand, what one may do, and what has happened.

Every word about the game comes from the card files; what a person may not know comes as `??` from
`Game.observe` and stays unseen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from bangrules.kernel import slots as k
from bangrules.play.board import board_text, legend
from bangrules.play.knowing import known_cards
from bangrules.play.log import UNSEEN, Speaker
from bangrules.play.naming import member_of
from bangrules.play.reading import stat_value
from bangrules.tools.console import table

if TYPE_CHECKING:
    from bangrules.kernel.actions import Action
    from bangrules.play.deciding import Decision
    from bangrules.play.game import Game
    from bangrules.play.log import Event
    from bangrules.play.observing import Observation, SeatView
    from bangrules.play.rules import Rules

COLORS = ("cyan", "green", "yellow", "magenta", "blue", "bright_cyan", "bright_green", "bright_yellow")
RED = re.compile(r"(\b(?:10|[2-9JQKA])[♥♦])")
FACE_DOWN = "?"
PLACES = ("values:square", "values:edge", "values:direction")


class Screen:
    """Writes a game of some players down; `viewer` is the person's seat, None for one who sees everything."""

    def __init__(self, rules: Rules, names: Sequence[str], viewer: int | None) -> None:
        self.rules = rules
        self.names = tuple(names)
        self.viewer = viewer
        self.speaker = Speaker(rules, self.names)
        self.printed = {card.id: str(card) for card in rules.cards}
        self.fields = {row[0]: row for row in rules.tables["fields"]}
        self.zones = {row[0]: row for row in rules.tables["zones"]}
        start = rules.tables["start"]
        self.turn = start[1] if start else None
        self._name = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, self.names)) + r")(?!\w)")

    # ---- words

    def paint(self, text: str) -> str:
        """Names in the colours of their seats, red suits red."""
        text = RED.sub(lambda m: click.style(m[1], fg="red"), text)
        return self._name.sub(lambda m: self.name(self.names.index(m[1])), text)

    def name(self, seat: int) -> str:
        """A player's name in the colour of the seat."""
        return click.style(self.names[seat], fg=COLORS[seat], bold=True)

    def card(self, id: str) -> str:
        """A card as it is printed."""
        return self.paint(self.printed.get(id, FACE_DOWN if id == UNSEEN else id))

    def word(self, type_: str, value: Any) -> str:
        """A value of an observation in words."""
        type_ = type_.rstrip("?")
        if value is None:
            return ""
        if value == UNSEEN:
            return FACE_DOWN
        if isinstance(value, tuple):
            return ", ".join(self.word(type_, x) for x in value)
        if isinstance(value, bool):
            return self.rules.say("yes" if value else "no")
        if type_ in ("player", "players") and isinstance(value, int):
            return self.names[value]
        if type_.startswith("values:"):
            ids, texts = self.rules.tables["values"][type_[7:]]
            return str(texts[ids.index(value)])
        if value in self.rules.definitions:
            return self.rules.definitions[value].name
        return self.printed.get(str(value), str(value))

    # ---- the table

    def table(self, game: Game) -> Iterator[str]:
        """Everybody's side of the table, and the piles."""
        views = self.views(game)
        decision = game.decision
        rows = []
        for view in views:
            mark = ">" if decision is not None and decision.player == view.seat else " "
            name = self.name(view.seat)
            if view.seat == self.viewer:
                name = self.rules.say("{name} (you)", name=name)
            rows.append([f"{mark} {name}", *self.side(game, view), self.distance(game, view)])
        used = [i for i in range(len(rows[0])) if any(row[i] for row in rows)]
        yield from table([[row[i] for i in used] for row in rows])
        observation = game.observe(0 if self.viewer is None else self.viewer)
        piles = []
        for id, cards in observation.piles.items():
            text = self.zones[id][5] or id
            if cards and self.zones[id][4]:
                piles.append(f"{text}: {', '.join(map(self.card, cards))}")
            elif cards:
                top = self.rules.say("{card} on top", card=self.card(cards[0]))
                tells = cards[0] != UNSEEN and not self.is_figure(cards[0])
                piles.append(f"{text} {len(cards)}" + (f", {top}" if tells else ""))
        if piles:
            yield f"  {'; '.join(piles)}"
        yield from self.board(game)

    def is_figure(self, card: str) -> bool:
        """Whether a card is a figure: those lie beside each other, and none on top."""
        found = self.rules.cards[self.rules.card_by_id[card] - k.FIRST_CARD].definition
        return bool(self.rules.tables["definitions"][found.index]["figure"])

    def board(self, game: Game) -> Iterator[str]:
        """The board, where there is one."""
        if self.rules.tables["board"] is not None:
            yield from board_text(self.rules, game._state).split("\n")

    def legend(self) -> Iterator[str]:
        """What the signs of the board mean."""
        signs = legend(self.rules)
        width = max((len(sign) for sign, _ in signs), default=0)
        for sign, text in signs:
            yield f"  {sign:<{width}}  {text}"

    def views(self, game: Game) -> list[SeatView]:
        """Each seat as the viewer sees it, or as itself does for one who sees everything."""
        if self.viewer is not None:
            return list(game.observe(self.viewer).seats)
        return [game.observe(seat).me for seat in range(len(self.names))]

    def side(self, game: Game, view: SeatView) -> list[str]:
        """What a seat is and has: a cell for each field and zone that has a text."""
        cells = []
        for id, value in view.fields.items():
            _, _, type_, _, default, seen, text, _, structural = self.fields[id]
            if not text:
                continue
            if value == UNSEEN and seen == "nobody":
                cells.append("")
            elif type_.rstrip("?") == "player" and isinstance(value, int):
                cells.append(f"{text} {self.names[value]}")
            elif isinstance(value, int) and not isinstance(value, bool):
                cells.append(f"{text} {value}")
            elif type_.startswith("values:") and value == self.rules.tables["values"][type_[7:]][0][default]:
                cells.append("")
            else:
                word = self.word(type_, value) if not isinstance(value, bool) else text if value else ""
                cells.append(word if structural or not word or word == text else f"{text} {word}")
        for id, cards in view.zones.items():
            _, slot, _, seen, _, text = self.zones[id]
            if seen == "everyone":
                lying = game._state[slot + view.seat]
                cells.append(
                    ", ".join(
                        self.card(card) + self.marks(game, c) for card, c in zip(cards, lying, strict=True)
                    )
                )
            elif self.viewer is None:
                cells.append(f"{text} {', '.join(map(self.card, cards))}" if cards else "")
            else:
                known = [self.card(card) for card in cards if card != UNSEEN and view.seat != self.viewer]
                cells.append(f"{text} {len(cards)}" + (f" ({', '.join(known)})" if known else ""))
        return cells

    def marks(self, game: Game, card: int) -> str:
        """What is remembered of a card that lies open, by the texts of fields; not what the board shows."""
        S, found = game._state, []
        known = None if self.viewer is None else known_cards(self.rules, S, self.viewer)
        for _, slot, type_, of, default, seen, text, *_ in self.rules.tables["fields"]:
            kind = type_.rstrip("?")
            if of != "card" or seen != "everyone" or not text or kind in PLACES or member_of(kind):
                continue
            value = S[slot][card]
            if value == default or value is None:
                continue
            if kind == "yesno":
                found += [text] if value else []
            elif kind == "card" and known is not None and value not in known:
                found.append(f"{text} {FACE_DOWN}")
            else:
                found.append(f"{text} {self.speaker.word(type_, value)}")
        return f" ({', '.join(found)})" if found else ""

    def distance(self, game: Game, view: SeatView) -> str:
        """What is counted between the viewer and another seat, such as the distance."""
        if self.viewer is None or view.seat == self.viewer or game.is_over:
            return ""
        return ", ".join(self.counted(game, (self.viewer, view.seat)))

    def counted(self, game: Game, seats: tuple[int, ...]) -> Iterator[str]:
        """The stats with a text that are numbers about these seats."""
        for id, (params, type_, text) in self.rules.tables["stats"].items():
            if text and type_ == "number" and [p[1] for p in params] == ["player"] * len(seats):
                value = stat_value(game, id, seats)
                if value is not None:
                    yield f"{text} {value if abs(value) < 1000 else self.rules.say('unlimited')}"

    def hand(self, game: Game) -> Iterator[str]:
        """What the viewer holds, and how far the viewer gets."""
        if self.viewer is None:
            return
        me = game.observe(self.viewer).me
        for id, cards in me.zones.items():
            if self.zones[id][3] != "everyone":
                yield f"  {self.zones[id][5] or id}: {', '.join(map(self.card, cards)) or '-'}"
        counted = ", ".join(self.counted(game, (self.viewer,)))
        if counted:
            yield f"  {counted}"

    # ---- what has happened

    def told(self, events: Iterable[Event]) -> Iterator[str]:
        """The sentences for what happened; repeated ones are counted, turns begin with an empty line."""
        for event, times in runs(event for event in events if event.text):
            if times > 1:
                yield f"  {self.paint(event.text)} ×{times}"
            elif event.kind == "say" and event.name == self.turn:
                yield ""
                yield click.style("── ", dim=True) + self.paint(event.text)
            elif event.kind == "win":
                yield click.style(event.text, bold=True)
            else:
                yield f"  {self.paint(event.text)}"

    # ---- what one may do

    def asks_for_a_place(self, game: Game) -> bool:
        """Whether a place on the board is to be chosen."""
        decision = game.decision
        return decision is not None and decision.kind == "choice" and decision.name.rstrip("?") in PLACES

    def decision(self, game: Game) -> Decision | None:
        """What is asked, as far as the viewer may know it."""
        return game.decision if self.viewer is None else game.observe(self.viewer).decision

    def question(self, decision: Decision) -> Iterator[str]:
        """What is asked, and what is going on."""
        going_on = [text.rstrip(".") for text in decision.why[1:]]
        going_on = [x for x in going_on if not any(x in other and x != other for other in going_on)]
        because = f" ({'; '.join(going_on)})" if going_on else ""
        asked = decision.text
        if yes_or_no(decision) and not asked.endswith("?"):
            asked += "?"
        yield f"{self.name(decision.player)}: {self.paint(asked + because)}"

    def menu(self, game: Game, decision: Decision, actions: Sequence[Action]) -> Iterator[str]:
        """The actions, numbered; where their words are the same, with what tells their cards apart."""
        width = len(str(len(actions)))
        labels = [self.label(decision, action) for action in actions]
        marked = ["" if action.card is None else self.marks(game, action.card) for action in actions]
        for more in (marked, [f" [{str(action).split(' ', 2)[-1]}]" for action in actions]):
            often = Counter(labels)
            labels = [x + told if often[x] > 1 else x for x, told in zip(labels, more, strict=True)]
        for number, label in enumerate(labels, 1):
            yield f"  {click.style(f'{number:>{width}}', bold=True)}  {label}"

    def answers(self, game: Game, actions: Sequence[Action]) -> dict[str, Action]:
        """What may be answered in words where one may only say yes, or no."""
        decision = game.decision
        if decision is None or not yes_or_no(decision):
            return {}
        return {self.speaker.label(decision.name, action): action for action in actions}

    def label(self, decision: Decision, action: Action) -> str:
        """An action in words, without who does it."""
        chosen = action.kind == "choose" or yes_or_no(decision)
        return self.paint(self.speaker.label(decision.name if chosen else "", action))


def yes_or_no(decision: Decision) -> bool:
    """Whether one may only say yes, or pass."""
    return (decision.kind, decision.name, decision.count, decision.optional) == ("choice", "yesno", 2, True)


def runs(events: Iterable[Event]) -> Iterator[tuple[Event, int]]:
    """Events, those with the same text in a row as one with their number."""
    last, times = None, 0
    for event in events:
        if last is not None and event.text == last.text:
            times += 1
            continue
        if last is not None:
            yield last, times
        last, times = event, 1
    if last is not None:
        yield last, times


def observed(game: Game, viewer: int | None) -> Sequence[Event]:
    """What the last push did, as far as the viewer may know it."""
    if viewer is None:
        return game.events
    seen: Observation = game.observe(viewer)
    return seen.events
