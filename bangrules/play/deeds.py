"""What a line of a scenario or a record says a player does, found among the actions of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.language import scenario_syntax as sc
from bangrules.play.game import Game
from bangrules.play.naming import RANKS, SEAT_LETTERS, place_alias, value_name
from bangrules.play.rules import Rules

__all__ = ["card_fits", "fitting", "kind_fits", "thing_text"]

VERBS = {
    "plays": "play",
    "uses": "use",
    "answers": "answer",
    "chooses": "choose",
    "passes": "pass",
    "ends": "end",
}


def thing_text(thing: sc.Thing) -> str:
    """A thing as lines write it."""
    if thing.random is not None:
        return f"random {thing.random} {thing.seat}"
    text = thing.id or ""
    if thing.place is not None:
        return thing.place
    if thing.face is not None:
        face = f"{RANKS[thing.face.rank]}{thing.face.suit}"
        text = f"{text}@{face}" if text else face
    if thing.copy is not None:
        text = f"{text}@{thing.copy}"
    if thing.number is not None:
        text = str(thing.number)
    if thing.suit is not None:
        text = thing.suit
    return f"{thing.seat}.{text}" if thing.seat and text else thing.seat or text


def kind_fits(rules: Rules, name: str, definition: int) -> bool:
    """Whether a name, with or without its pack, is that of a definition."""
    return name in (rules.by_index[definition].id, rules.by_index[definition].full_id)


def card_fits(game: Game, thing: sc.Thing, card: int) -> bool:
    """Whether a thing names a card: by definition, face, and whom it lies in front of, as far as given."""
    if not k.FIRST_CARD <= card < k.VALUE:
        return False
    found = game.rules.cards[card - k.FIRST_CARD]
    if thing.number is not None or thing.suit is not None or thing.random is not None:
        return False
    if thing.place is not None:
        return False
    if thing.copy is not None:
        equal = game.rules.copies_of.get(card, ()) if found.rank is None or thing.face is not None else ()
        if equal[thing.copy - 1 : thing.copy] != (card,) and not found.id.endswith(f"@{thing.copy}"):
            return False
    if thing.id is None and thing.face is None:
        return False
    if thing.id is not None and not kind_fits(game.rules, thing.id, found.definition.index):
        return False
    if thing.face is not None and (found.rank, found.suit) != (thing.face.rank, thing.face.suit):
        return False
    return thing.seat is None or any(
        of and slot + SEAT_LETTERS.index(thing.seat) == game.rules.ns["place_of"](game._state, card)
        for _, slot, of, *_ in game.rules.tables["zones"]
    )


def fitting(game: Game, seat: int, deed: sc.Deed, actions: Iterable[Action]) -> list[Action]:
    """The actions that are what a deed says; of `chooses`, its first thing."""
    verb = VERBS[deed.verb]
    found = [a for a in actions if a.player == seat and a.verb == verb]
    if verb in ("pass", "end"):
        return found
    if verb == "choose":
        return [a for a in found if choice_fits(game, deed.things[0], a)]
    return [a for a in found if action_fits(game, deed, a)]


def action_fits(game: Game, deed: sc.Deed, action: Action) -> bool:
    """Whether an action is done with what a deed names, used as it says, at what it aims at."""
    rules = game.rules
    thing = deed.things[0]
    if action.card is not None:
        if not done_with(game, thing, action):
            return False
    elif thing.face is not None or not kind_fits(
        rules, thing.id or "", rules.tables["actions"][action.n]["owner"]
    ):
        return False
    if deed.way != rules.tables["actions"][action.n]["name"]:
        return False
    if (deed.form is None) is not (action.form is None):
        return False
    if deed.form is not None and action.form is not None and not kind_fits(rules, deed.form, action.form):
        return False
    if deed.target is None or action.target is None:
        return deed.target is None and action.target is None
    return target_fits(game, deed.target, action.target)


def done_with(game: Game, thing: sc.Thing, action: Action) -> bool:
    """Whether a thing names the card of an action, or a copy of it for which the action stands."""
    rules, p = game.rules, action.player
    assert action.card is not None
    if thing.copy is None or action.card not in rules.copies_of:
        return card_fits(game, thing, action.card)
    for c in rules.copies_of[action.card]:
        if card_fits(game, thing, c):
            if action.verb == "choose":
                meant = rules.choice(p, "card", c, "apart")
            else:
                meant = rules._new_action(action.n, p, c, action.form, action.target, True)
            return action is game._as_listed(meant)
    return False


def target_fits(game: Game, thing: sc.Thing, target: int) -> bool:
    """Whether a thing is a seat or card aimed at."""
    if target >= k.VALUE:
        return place_alias(game.rules, thing_text(thing)) == value_name(game.rules, "thing", target)
    if target < k.FIRST_CARD:
        return thing_text(thing) == SEAT_LETTERS[target]
    return card_fits(game, thing, target)


def choice_fits(game: Game, thing: sc.Thing, action: Action) -> bool:
    """Whether an action chooses a thing."""
    if action.kind == "random":
        return thing.random is not None and action.text.endswith(thing_text(thing))
    if action.card is not None:
        return done_with(game, thing, action)
    chosen = place_alias(game.rules, thing_text(thing))
    return action.text == f"{SEAT_LETTERS[action.player]} chooses {chosen}" or (
        thing.id is not None and action.text.endswith(f".{thing.id}")
    )


def describe(actions: Sequence[Action]) -> str:
    """Actions one on a line."""
    return "\n".join(f"    {a}" for a in actions)


def candidates(game: Game, seat: int, deed: sc.Deed) -> list[Action]:
    """All actions that a deed could mean, legal or not."""
    rules, S = game.rules, game._state
    verb = VERBS[deed.verb]
    if verb in ("pass", "end"):
        return [rules._pass(seat, deed.verb)]
    if verb == "choose":
        return []
    acts = rules.tables["actions"]
    form = next((d.index for d in rules.by_index if deed.form and kind_fits(rules, deed.form, d.index)), None)
    if deed.form and form is None:
        return []
    cards: list[int | None] = [c.index for c in rules.cards if card_fits(game, deed.things[0], c.index)]
    place_of = rules.ns["place_of"]
    held = [c for c in cards if c is not None and place_of(S, c) in own_slots(rules, seat)]
    owners = [
        d.index for d in rules.by_index if deed.things[0].id and kind_fits(rules, deed.things[0].id, d.index)
    ]
    found: list[Action] = []
    sources = [(rules.cards[c - k.FIRST_CARD].definition.index, c) for c in held or cards if c is not None]
    for definition, card in [*sources, *((d, None) for d in owners if rules.by_index[d].kind != "card")]:
        for kind, _, n in rules.tables["contributions"].get(definition if form is None else form, ()):
            if kind != "act" or acts[n]["verb"] != verb or acts[n]["name"] != deed.way:
                continue
            targets: list[int | None] = [None]
            if acts[n]["one"]:
                things = [*S[k.SEATS], *(c.index for c in rules.cards)] if deed.target is not None else []
                if acts[n]["value_base"]:
                    set_ = acts[n]["target_type"].removeprefix("values:")
                    count = len(rules.tables["values"][set_][0])
                    things = [acts[n]["value_base"] + i for i in range(count)]
                targets = [t for t in things if deed.target is not None and target_fits(game, deed.target, t)]
            elif deed.target is not None:
                continue
            very = deed.things[0].copy is not None
            found += [rules._new_action(n, seat, card, form, t, very) for t in targets]
    return list(dict.fromkeys(found))


def own_slots(rules: Rules, seat: int) -> set[int]:
    """The slots of a seat's zones."""
    return {slot + seat for _, slot, of_player, *_ in rules.tables["zones"] if of_player}
