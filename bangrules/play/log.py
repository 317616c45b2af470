"""What has happened, told in the sentences that the card files declare.

The kernel notes bare events; here they become `Event` objects, when someone looks at them. Sentences are the
texts of procedures, and texts declared under these names:

- `play`, `use`, `answer`: an action, with `{player}`, `{card}`, `{form}` (from `as_form`) and `{target}`
  (from `on_target`); `passing` and `ending`: passing in a window; `win`: the end, with `{players}`;
- `to_ZONE` or `ZONE_to_ZONE`: cards come into a zone, with `{player}` (whose zone it is, or whose it was),
  `{other}` (whose it was), `{cards}`, `{n}`, `{from}` and `{to}`;
- `shown`: `{players}` are shown `{cards}`; `shown_FIELD` and `set_FIELD`: a field of `{player}` is `{value}`.

What has no text, or an empty one, has no sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from attrs import frozen

from bangrules.kernel import slots as k
from bangrules.kernel.machine import ACT, MOVE, PASS, SAY, SET, SHOW, SHOW_FIELD, WIN
from bangrules.play.naming import (
    BLANK,
    SEAT_LETTERS,
    filled,
    member_of,
    place_name,
    sort_of,
    target_value,
    value_name,
)  # fmt: skip

if TYPE_CHECKING:
    from bangrules.kernel.actions import Action
    from bangrules.play.rules import Rules

__all__ = ["UNSEEN", "Event", "Events", "Speaker", "seen_by"]

PASSING = {"end": "end the turn", "pass": "pass"}
UNSEEN = "??"  # stands for what a viewer did not see


@frozen
class Event:
    """Something that has happened.

    `kind` says what: `say` (a procedure that has a text), `act`, `pass`, `move`, `set`, `show` (cards),
    `reveal` (a field), `win`. `text` is the sentence for it, empty where the files have none. The rest is
    there as far as it makes sense: `name` of the procedure, window or field; `player` whose it is; `cards`,
    unseen ones as `??`; the zones `source` and `to`; `value`, or the text of the action; `seats` that see
    it, or that have won.
    """

    kind: str
    text: str
    name: str | None = None
    player: int | None = None
    cards: tuple[str, ...] = ()
    source: str | None = None
    to: str | None = None
    value: str | None = None
    seats: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.text:
            return self.text
        cards = ", ".join(self.cards)
        seats = ", ".join(SEAT_LETTERS[p] for p in self.seats)
        owner = "" if self.player is None else SEAT_LETTERS[self.player]
        if self.kind == "move":
            return f"{cards}: {self.source} -> {self.to}"
        if self.kind == "show":
            return f"{cards}: shown to {seats}"
        if self.kind == "set":
            return f"{owner}.{self.name} = {self.value}"
        if self.kind == "reveal":
            return f"{owner}.{self.name} = {self.value}: shown to {seats}"
        if self.kind == "win":
            return f"winners: {seats}"
        if self.kind == "pass":
            return f"{owner} passes"
        return self.value or self.name or self.kind

    def __repr__(self) -> str:
        return f"<Event {self.kind}: {self}>"


class Events(Sequence[Event]):
    """The events of one push, in the order in which they happened; made when looked at.

    `log` has the sentences alone. Two sequences are equal when their events are.
    """

    __slots__ = ("_made", "_names", "_raw", "_rules")

    def __init__(self, rules: Rules, names: tuple[str, ...], raw: Sequence[tuple[Any, ...]]) -> None:
        self._rules = rules
        self._names = names
        self._raw = raw
        self._made: tuple[Event, ...] | None = None

    def _events(self) -> tuple[Event, ...]:
        made = self._made
        if made is None:
            made = self._made = Speaker(self._rules, self._names).events(self._raw)
        return made

    def __len__(self) -> int:
        return len(self._raw)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events())

    @overload
    def __getitem__(self, i: int) -> Event: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, i: int | slice) -> Event | tuple[Event, ...]:
        return self._events()[i]

    @property
    def log(self) -> tuple[str, ...]:
        """The sentences for what happened."""
        return tuple([event.text for event in self._events() if event.text])

    def speak(self, lang: str) -> Events:
        """The same events, told in another language: see `Rules.speak`.

        :raises PackError: the packs don't speak it.
        """
        return Events(self._rules.speak(lang), self._names, self._raw)

    def __eq__(self, other: object) -> bool:
        return self._events() == other._events() if isinstance(other, Events) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._events())

    def __repr__(self) -> str:
        return f"<Events: {' '.join(self.log) or f'{len(self)} without a text'}>"


class Speaker:
    """Puts values and events into words: those of the card files, with the players' names."""

    def __init__(self, rules: Rules, names: tuple[str, ...] = tuple(SEAT_LETTERS)) -> None:
        self.rules = rules
        self.names = names
        self.texts: dict[str, str] = rules.tables["texts"]
        self.zones = {}
        for id, base, of_player, _, _, text in rules.tables["zones"]:
            for p in range(k.MAX_SEATS if of_player else 1):
                self.zones[base + p] = (id, p if of_player else None, text)

    # ---- words

    def word(self, type_: str, value: Any) -> str:
        """A value in words."""
        if value is UNSEEN or value == UNSEEN:
            return UNSEEN
        if value is None:
            return ""
        member = member_of(type_)
        if member is not None:
            return ", ".join(self.word(member, x) for x in value)
        sort = sort_of(type_, value)
        if sort == "player":
            return self.names[value] if value < len(self.names) else SEAT_LETTERS[value]
        if sort == "card":
            return str(self.rules.cards[value - k.FIRST_CARD])
        if sort == "definition":
            return str(self.rules.by_index[value].name)
        if sort == "source":
            return str(self.rules.by_index[value - k.ABILITY >> 4].name)
        if sort == "zone":
            return self.place(value)
        if sort == "value":
            set_, number = target_value(self.rules, value)
            return self.word(f"values:{set_}", number)
        if sort.startswith("values:"):
            return str(self.rules.tables["values"][sort[7:]][1][value])
        name = value_name(self.rules, type_, value)
        return self.rules.say(name) if sort in ("yesno", "color") else name

    def place(self, slot: int) -> str:
        """A zone in words, without its player."""
        found = self.zones.get(slot)
        return found[2] if found is not None else place_name(self.rules, slot)

    def fill(self, template: str, values: dict[str, str]) -> str:
        """A text with its blanks filled; those that nothing fills stay."""
        return filled(template, **values)

    def text(self, keys: Iterable[str], values: dict[str, str]) -> str:
        """The first of the declared texts, filled; empty if none is."""
        for key in keys:
            if key in self.texts:
                return self.fill(self.texts[key], values)
        return ""

    def cards(self, cards: Iterable[Any]) -> str:
        """Cards in words."""
        return ", ".join(self.word("card", c) for c in cards)

    def ids(self, cards: Iterable[Any]) -> tuple[str, ...]:
        """Cards by their ids."""
        return tuple([UNSEEN if c == UNSEEN else self.rules.card_name(c) for c in cards])

    def label(self, type_: str, action: Action) -> str:
        """An action in words, without who does it; `type_` of what is chosen, where something is.

        Of those who may only choose yes, or pass, that type is `yesno`: passing is their no.
        """
        rules = self.rules
        if action.kind == "pass":
            if type_ == "yesno":
                return rules.say("no")
            return rules.say(PASSING.get(action.verb, action.verb))
        if action.kind == "random":
            zone, _, seat = str(action.value).removeprefix("random ").rpartition(" ")
            found = {row[0]: row[5] for row in rules.tables["zones"]}
            if zone in found and seat in SEAT_LETTERS:
                return rules.say(
                    "a card of {player}'s {zone}, unseen",
                    player=self.names[SEAT_LETTERS.index(seat)],
                    zone=found[zone],
                )
            return rules.say("an unseen card")
        if action.kind == "choose":
            return self.word(type_, action.value)
        if action.card is not None:
            text = self.word("card", action.card)
        else:
            text = self.word("kind", rules.tables["actions"][action.n]["owner"])
        if way := self.way(action.n):
            text = rules.say("{thing} {way}", thing=text, way=way)
        if action.form is not None:
            form = self.word("kind", action.form)
            more = self.text(("as_form",), {"form": form})
            text = text + more if more else rules.say("{thing} as {form}", thing=text, form=form)
        if action.target is not None:
            target = self.word("thing", action.target)
            more = self.text(("on_target",), {"target": target})
            text = text + more if more else rules.say("{thing} on {target}", thing=text, target=target)
        return text

    def way(self, n: int) -> str:
        """Which of the ways to use a thing an action is, where sentences tell it or the thing has several."""
        actions = self.rules.tables["actions"]
        act = actions[n]
        way = way_of(act)
        if way and "{way}" not in self.texts.get(act["verb"], ""):
            several = {way_of(x) for x in actions if x["owner"] == act["owner"] and x["verb"] == act["verb"]}
            return way if len(several) > 1 else ""
        return way

    # ---- events

    def events(self, raw: Iterable[tuple[Any, ...]]) -> tuple[Event, ...]:
        """What the kernel noted, as events."""
        made = []
        announced: Any = None
        for event in raw:
            found = getattr(self, TELLERS[event[0]])(*event[1:])
            if event[0] == MOVE and event[1] == (announced,):
                # that a card leaves with which an action was just announced says nothing new
                announced = None
                found = Event(found.kind, "", None, found.player, found.cards, found.source, found.to)
            elif event[0] == MOVE and announced in event[1]:
                announced = None  # it has left, beside others
            elif event[0] == ACT:
                announced = event[3]
            made.append(found)
        return tuple(made)

    def said(self, number: int, *args: Any) -> Event:
        id, text, params, *_ = self.rules.tables["procedures"][number]
        values = {name: self.word(type_, x) for (name, type_), x in zip(params, args, strict=True)}
        player = next((x for (_, type_), x in zip(params, args, strict=True) if type_ == "player"), None)
        told = self.fill(text, values)
        first = BLANK.match(text)
        if first is not None and dict(params).get(first[1], "").startswith("values:"):
            told = told[:1].upper() + told[1:]  # such words have no capital letter of their own
        return Event("say", told, id, player if isinstance(player, int) else None)

    def acted(self, p: int, n: int, c: int | None, form: int | None, t: int | None) -> Event:
        action = self.rules._new_action(n, p, c, form, t)
        return Event(
            "act",
            self.deed(p, n, c, form, t),
            None,
            p,
            self.ids(() if c is None else (c,)),
            value=action.text,
        )

    def deed(self, p: int, n: int, c: int | None, form: int | None, t: int | None) -> str:
        """The sentence for an action: who, what, with which card used as what, on whom."""
        act = self.rules.tables["actions"][n]
        values = {
            "player": self.names[p],
            "card": self.word("kind", act["owner"]) if c is None else self.word("card", c),
            "way": way_of(act),
            "form": "" if form is None else self.text(("as_form",), {"form": self.word("kind", form)}),
            "target": "" if t is None else self.text(("on_target",), {"target": self.word("thing", t)}),
        }
        return self.text((act["verb"],), values)

    def passed(self, p: int, window: int) -> Event:
        id, _, passing = self.rules.tables["windows"][window]
        keys = ("ending", "passing") if passing == "ends" else ("passing",)
        return Event("pass", self.text(keys, {"player": self.names[p]}), id, p)

    def moved(self, cards: tuple[Any, ...], source: int, to: int) -> Event:
        from_id, from_seat, _ = self.zones.get(source, ("box", None, ""))
        to_id, to_seat, _ = self.zones.get(to, ("box", None, ""))
        player = to_seat if to_seat is not None else from_seat
        values = {
            "player": "" if player is None else self.names[player],
            "other": "" if from_seat is None else self.names[from_seat],
            "cards": self.cards(cards),
            "card": self.cards(cards),
            "n": str(len(cards)),
            "from": self.place(source),
            "to": self.place(to),
        }
        return Event(
            "move",
            self.text((f"{from_id}_to_{to_id}", f"to_{to_id}"), values),
            None,
            player,
            self.ids(cards),
            place_name(self.rules, source),
            place_name(self.rules, to),
        )

    def shown(self, cards: tuple[Any, ...], mask: int, at: int) -> Event:
        seats = self.seats(mask)
        values = {
            "cards": self.cards(cards),
            "card": self.cards(cards),
            "n": str(len(cards)),
            "players": ", ".join(self.names[p] for p in seats),
        }
        keys = (f"shown_in_{self.zones.get(at, ('box',))[0]}", "shown")
        return Event("show", self.text(keys, values), None, None, self.ids(cards), seats=seats)

    def set(self, field: int, owner: int, value: Any) -> Event:
        id, _, type_, *_ = self.rules.tables["fields"][field]
        values = {"player": self.names[owner], "value": self.word(type_, value)}
        return Event("set", self.text((f"set_{id}",), values), id, owner, value=self.plain(type_, value))

    def revealed(self, field: int, owner: int, mask: int, value: Any) -> Event:
        id, _, type_, *_ = self.rules.tables["fields"][field]
        seats = self.seats(mask)
        values = {
            "player": self.names[owner],
            "value": self.word(type_, value),
            "players": ", ".join(self.names[p] for p in seats),
        }
        text = self.text((f"shown_{id}",), values)
        return Event("reveal", text, id, owner, value=self.plain(type_, value), seats=seats)

    def won(self, winners: tuple[int, ...]) -> Event:
        values = {"players": ", ".join(self.names[p] for p in winners)}
        keys = ("win",) if winners else ("win_nobody", "win")
        return Event("win", self.text(keys, values), seats=winners)

    def plain(self, type_: str, value: Any) -> str:
        """A value by its name in files."""
        return UNSEEN if value == UNSEEN else value_name(self.rules, type_, value)

    def seats(self, mask: int) -> tuple[int, ...]:
        return tuple([p for p in range(len(self.names)) if mask >> p & 1])


def way_of(act: dict[str, Any]) -> str:
    """What the files call an action of a thing that has several; by its id if they have no words for it."""
    return str(act["text"] or (act["name"] or "").replace("_", " "))


TELLERS = {
    SAY: "said",
    SET: "set",
    MOVE: "moved",
    SHOW: "shown",
    SHOW_FIELD: "revealed",
    ACT: "acted",
    PASS: "passed",
    WIN: "won",
}


# ---- what a viewer may know of it


def seen_by(rules: Rules, S: list[Any], viewer: int) -> tuple[tuple[Any, ...], ...]:
    """The events of a state as one seat has seen them: `UNSEEN` stands for all that it did not see.

    Only the events themselves and what lay open to the seat while they happened decide what was seen, so that
    nothing which comes out later shows in them.
    """
    ns, fields = rules.ns, rules.tables["fields"]
    sees, is_pile = ns["SEEN"], ns["IS_PILE"]
    raw = S[k.EVENTS]
    lies = places_before(rules, S)  # where each card lies
    known: set[int] = set()  # cards the viewer has seen since, and not lost from sight
    announced: set[int] = set()  # those of them that were named by who plays them

    def kept(c: Any) -> Any:
        return c if c in known or (c in lies and sees[lies[c]] >> viewer & 1) else UNSEEN

    def hide(type_: str, value: Any) -> Any:
        member = member_of(type_)
        if value is None or value == UNSEEN:
            return value
        if member is not None:
            return tuple([hide(member, x) for x in value])
        return kept(value) if sort_of(type_, value) == "card" else value

    made: list[tuple[Any, ...]] = []
    for event in raw:
        kind = event[0]
        if kind == MOVE:
            _, cards, source, to = event
            if (sees[source] | sees[to]) >> viewer & 1:
                known.update(c for c in cards if c != UNSEEN)
            elif not is_pile[source]:
                # which of the cards in a hand it was does not show, nor which are left
                known.difference_update([c for c in known - announced if lies.get(c) == source])
            made.append((MOVE, tuple([kept(c) for c in cards]), source, to))
            lies.update((c, to) for c in cards if c != UNSEEN)
            announced.difference_update(cards)
            if not sees[to] >> viewer & 1 and len(cards) > 1:
                known.difference_update(cards)  # perhaps shuffled
        elif kind == SHOW:
            if event[2] >> viewer & 1:
                known.update(c for c in event[1] if c != UNSEEN)
            made.append((SHOW, tuple([kept(c) for c in event[1]]), *event[2:]))
        elif kind == ACT:
            named = [c for c in (event[3], event[5]) if c is not None and k.FIRST_CARD <= c < k.VALUE]
            known.update(named)
            announced.update(named)
            made.append(event)
        elif kind == SET:
            _, number, owner, value = event
            _, _, type_, _, _, seen, *_ = fields[number]
            open_ = seen == "everyone" or (seen == "owner" and owner == viewer)
            made.append((SET, number, owner, hide(type_, value) if open_ else UNSEEN))
        elif kind == SHOW_FIELD:
            _, number, owner, mask, value = event
            made.append((*event[:4], hide(fields[number][2], value) if mask >> viewer & 1 else UNSEEN))
        elif kind == SAY:
            _, text, params, *_ = rules.tables["procedures"][event[1]]
            told = set(BLANK.findall(text))
            args = zip(params, event[2:], strict=True)
            made.append(
                (*event[:2], *(hide(type_, x) if name in told else UNSEEN for (name, type_), x in args))
            )
        else:
            made.append(event)
    return tuple(made)


def places_before(rules: Rules, S: list[Any]) -> dict[int, int]:
    """Where each card lay before the events of a state happened."""
    lies: dict[int, int] = {}
    for _, base, of_player, *_ in rules.tables["zones"]:
        for slot in range(base, base + (k.MAX_SEATS if of_player else 1)):
            lies.update(dict.fromkeys(S[slot], slot))
    for event in reversed(S[k.EVENTS]):
        if event[0] == MOVE:
            lies.update((c, event[2]) for c in event[1] if c != UNSEEN)
    return lies
