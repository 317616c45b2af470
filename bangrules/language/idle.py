"""Cards that can never do anything: no deck has them, nobody can use them, or they are never in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.circles import parts_of, parts_of_check
from bangrules.language.flow import walk
from bangrules.language.laying import cards_laid
from bangrules.language.names import named_at
from bangrules.language.types import EVENT

if TYPE_CHECKING:
    from bangrules.language.check import Checker

__all__ = ["Idle"]


class Idle:
    """Looks for cards of the packs that are played which no rule ever brings to do anything.

    It warns only where that is certain. A card that others are like, or are used as, needs no copies; one
    that rules name may serve them without an action; and where rules may put any card in force, all may be.
    """

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self.model = checker.model

    def check(self) -> None:
        """Give each such card its warning, the first that fits."""
        mine = [d for d in self.model.definitions if self.model.packs[d.pack].named]
        for card in mine:
            if card.kind == "card" and card.number is None:
                self.no_number(card)
        events = [d for d in mine if d.kind == "event"]
        if events and not self.dealt():
            for event in events:
                self.no_deck(event)
        cards = [d for d in mine if d.kind == "card"]
        if not cards:
            return
        laid, named, used = cards_laid(self.model), self.named(), self.used()
        lent = {old for d in self.model.definitions for old in d.ancestors()[1:]}
        lent |= {use.form for use in self.model.uses}
        for card in cards:
            if not card.faces:
                if card not in lent:
                    self.no_copies(card)
            elif laid is not None and card not in laid and self.in_force_only(card):
                self.never_in_force(card, laid)
            elif used is None or card in named or card in used or not self.unused(card):
                continue
            elif laid is None or card not in laid:
                self.no_use(card)

    # ---- what is found

    def no_copies(self, card: m.Definition) -> None:
        what = "figure" if card.figure else "card"
        self.checker.warn(
            "W0402",
            named_at(card.syntax),
            f"{what} `{card.id}` has no copies, so it is in no game",
            "write how many there are below: `copies 2`"
            if card.figure
            else "write its ranks and suits below: `copies 2♠ 9♥`",
        )

    def no_number(self, card: m.Definition) -> None:
        """Warn where a border asks for the number that its card has not."""
        for border in self.checker.borders_of(card):
            for part in s.nodes(border.syntax.items):
                if isinstance(part, s.Attribute) and part.name == "number" and part.of == s.Name("this"):
                    self.checker.warn(
                        "W0407",
                        named_at(card.syntax),
                        f"`{card.id}` has no number, for which border `{border.id}` asks: it counts as 0",
                        f"write it behind the border: `{border.id} 2`",
                    )
                    return

    def no_deck(self, event: m.Definition) -> None:
        self.checker.warn(
            "W0402",
            named_at(event.syntax),
            f"event `{event.id}` is in no deck: no rule says where events go",
            "require a pack with an event deck, or write one",
        )

    def dealt(self) -> bool:
        """Whether a program asks for the events."""
        return any(
            isinstance(ex, m.Const) and ex.type.of == EVENT and isinstance(ex.value, m.Code)
            for program in self.model.programs
            for ex in walk(program.body)
        )

    def no_use(self, card: m.Definition) -> None:
        assert card.border is not None
        self.checker.warn(
            "W0403",
            named_at(card.syntax),
            f"nothing can ever be done with `{card.id}`: it has no action, and border `{card.border.id}` "
            "gives it none",
            "write how it is played, `play: ...`, or what it answers, `answer WINDOW`",
        )

    def never_in_force(self, card: m.Definition, laid: set[m.Definition]) -> None:
        item, where = self.in_force_only(card)[0]
        own = where is card
        what = "this" if own else f"what {where.kind} `{where.id}` gives it"
        self.checker.warn(
            "W0404",
            item.at if own else named_at(card.syntax),
            f"`{card.id}` is never in force, so {what} never counts",
            self.way_in(laid),
        )

    def way_in(self, laid: set[m.Definition]) -> str:
        """How a card comes into force."""
        zones = [z.id for z in self.model.zones.values() if z.force and z.of_player]
        if not zones:
            return "cards are in force in zones that say so: `zone table of player, in force`"
        borders = {
            d.border.id
            for d in laid
            if d.border is not None
            and any(i.verb == "play" and w.kind == "border" for i, w in d.items if isinstance(i, s.Action))
        }
        play = f"`play: move this to self.{zones[0]}`"
        borders = {
            d.border.id
            for d in laid
            if d.border is not None
            and any(i.verb == "play" and w.kind == "border" for i, w in d.items if isinstance(i, s.Action))
        }
        if borders:
            names = ", ".join(sorted(borders))
            return f"give it a border whose cards go to `{zones[0]}` when played ({names}), or write {play}"
        return f"cards are in force in `{zones[0]}`: put it there, as with {play}"

    # ---- looking

    def in_force_only(self, card: m.Definition) -> list[tuple[Any, m.Definition]]:
        """The items of a card that count only while it is in force, its own before its border's."""
        zones = self.model.zones
        found = []
        for item, where in card.items:
            away = isinstance(item, s.Hook | s.Modify)
            if isinstance(item, s.Action):
                away = any(
                    check.zone is not None and zones[check.zone.id].force
                    for action in card.actions
                    if action.at == item.at
                    for check in action.checks
                )
            if away:
                found.append((item, where))
        return sorted(found, key=lambda row: row[1] is not card)

    def unused(self, card: m.Definition) -> bool:
        """Whether a card does nothing at all, though its border speaks of the actions of its cards."""
        borders = self.checker.borders_of(card)
        each = any(isinstance(i, s.Each) for border in borders for i in border.syntax.items)
        return each and not (card.actions or card.uses or card.hooks or card.modifiers)

    def named(self) -> set[m.Definition]:
        """The cards that rules name: not all of a border, but this one, or what it is like."""
        parts: list[Any] = [program.body for program in self.model.programs]
        parts += [part for stat in self.model.stats.values() for part in parts_of(stat)]
        parts += [hook.guard for proc in self.model.procedures.values() for hook in proc.hooks]
        parts += [part for action in self.model.actions for c in action.checks for part in parts_of_check(c)]
        parts += [action.targets for action in self.model.actions]
        found: set[m.Definition] = set()
        for ex in walk(tuple(part for part in parts if part is not None)):
            if isinstance(ex, m.DefConst):
                found.add(ex.definition)
            elif isinstance(ex, m.IsKind) and all(d.kind != "border" for d in ex.definitions):
                found.update(ex.definitions)
        return found

    def used(self) -> set[m.Definition] | None:
        """The cards that may be used as others; None if that may be any, as what shows a suit may be."""
        found: set[m.Definition] = set()
        for use in self.model.uses:
            if not isinstance(use.what, m.IsKind):
                return None
            found.update(use.what.definitions)
        return found
