"""From the text of an action back to the action: `A plays bang@A♠ on B`, `C chooses yes`, `B passes`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from bangrules.errors import ActionParseError
from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.language.spelling import suggest
from bangrules.play.naming import (
    COLORS,
    RANKS,
    SEAT_LETTERS,
    SUITS,
    called,
    card_named,
    listed,
    place_alias,
    plain_card,
    sort_of,
    target_values,
    unclear,
)

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["actions_named"]

VERBS = {
    "plays": "play", "play": "play", "uses": "use", "use": "use", "answers": "answer", "answer": "answer",
    "chooses": "choose", "choose": "choose", "passes": "pass", "pass": "pass", "ends": "end", "end": "end",
}  # fmt: skip
WAY = re.compile(r"\[([1-9][0-9]{0,3})\]")
LONGEST = 500


def fail(message: str, word: str = "", known: Iterable[str] = ()) -> NoReturn:
    near = suggest(word, known) if word else None
    raise ActionParseError(message + (f"; did you mean `{near}`?" if near else ""))


def actions_named(rules: Rules, text: str) -> list[Action]:
    """All actions that a text names, in a fixed order: at most one of them is legal at a time.

    :raises ActionParseError: it names none.
    """
    if not isinstance(text, str):
        fail(f"expected the text of an action, not {type(text).__name__}")
    if len(text) > LONGEST:
        fail("an action is one short line")
    words = text.split()
    if not words:
        fail("expected an action, as `A passes`; found nothing")
    seat, *rest = words
    if len(seat) != 1 or seat not in SEAT_LETTERS:
        fail(f"an action begins with the letter of its player; found `{seat}`")
    p = SEAT_LETTERS.index(seat)
    if not rest:
        fail(f"expected what {seat} does: one of {', '.join(v for v in VERBS if v.endswith('s'))}")
    verb = VERBS.get(rest[0])
    if verb is None:
        fail(f"a player plays, uses, answers, chooses, passes or ends; found `{rest[0]}`", rest[0], VERBS)
    rest = rest[1:]
    if verb in ("pass", "end"):
        if rest:
            fail(f"nothing follows `{words[1]}`; found `{rest[0]}`")
        return [rules._pass(p, "ends" if verb == "end" else "passes")]
    if not rest:
        fail(f"expected what {seat} {words[1]}")
    if verb == "choose":
        return chosen(rules, p, " ".join(rest))
    return deeds(rules, p, verb, rest)


def meant(rules: Rules, card: int | None, name: str) -> list[tuple[int | None, bool]]:
    """The copies that a name may mean, and whether that very one: the numbered one; or any, or each."""
    if listed(rules, name) not in rules.card_by_id:
        return [(card, True)]
    return [(card, False), *((c, True) for c in (rules.copies_of.get(card, ()) if card is not None else ()))]


# ---- playing, using, answering


def deeds(rules: Rules, p: int, verb: str, words: list[str]) -> list[Action]:
    """`bang@A♠ as missed on B [2]`: what is done with which card or ability."""
    name, *rest = words
    parts: dict[str, str] = {}
    way, named = 1, None
    if rest and rest[0] in {act["name"] for act in rules.tables["actions"]}:
        named = rest.pop(0)
    while rest:
        if rest[0] in ("as", "on") and rest[0] not in parts:
            if len(rest) < 2:
                fail(f"expected a name after `{rest[0]}`")
            parts[rest[0]] = rest[1]
            rest = rest[2:]
        elif len(rest) == 1 and (numbered := WAY.fullmatch(rest[0])):
            way = int(numbered[1])
            rest = []
        else:
            fail(f"expected `as`, `on` or the end; found `{rest[0]}`", rest[0], ("as", "on"))
    card = card_named(rules, name)
    definition = called(rules, name)
    if card is None and definition is None:
        if told := unclear(rules, name):
            fail(told)
        known = [*rules.card_by_id, *abilities(rules)]
        fail(f"there is no card or ability `{name}`", plain_card(name), known)
    form = None
    if "as" in parts:
        form = form_named(rules, parts["as"], name if card is None else None)
    if card is None:
        assert definition is not None
        if definition.kind in ("card", "border"):
            copies = [c.id for c in rules.cards if c.definition is definition]
            fail(f"`{name}` is not one card" + (f"; write which, as `{copies[0]}`" if copies else ""))
        d = definition.index
    else:
        d = rules.definition_of(card)
    acts = rules.tables["actions"]
    used_as = d if form is None else form
    numbers = numbers_of(rules, used_as, verb)
    names = {str(acts[n]["name"]) for n in numbers if acts[n]["name"] is not None}
    if named is not None and named not in names:
        fail(f"expected `as`, `on` or the end; found `{named}`", named, ("as", "on", *names))
    numbers = [n for n in numbers if acts[n]["name"] == named]
    if not numbers and names:
        fail(f"`{name}` is used in a way of its own: write {' or '.join(sorted(names))} behind it")
    shown = f"`{name if form is None else parts['as']}`"
    if not numbers:
        others = sorted({acts[n]["verb"] for n in numbers_of(rules, used_as, None)})
        there = f"it has {' and '.join(others)}" if others else "it is never played, used or answered with"
        fail(f"{shown} has no `{verb}`: {there}")
    target = target_named(rules, parts["on"]) if "on" in parts else None
    found = [n for n in numbers if fits_target(acts[n], target)]
    if not found:
        want = sorted({acts[n]["target_type"] for n in numbers if acts[n]["one"]})
        if target is None:
            fail(f"{shown} needs a target: `on` and a {' or a '.join(want)}")
        sort = {"player": "seat", "value": "value"}.get(sort_of("thing", target), "card")
        fail(f"{shown} is not aimed at a {sort}" if want else f"{shown} takes no target")
    found = [n for n in found if rules.way(n, used_as if card is not None else acts[n]["owner"]) == way]
    if not found:
        fail(f"{shown} is not done in {way} ways: `[{way}]`")
    return [
        rules._new_action(n, p, c, form, target, apart)
        for c, apart in meant(rules, card, name)
        for n in found
    ]


def abilities(rules: Rules) -> list[str]:
    """The names of what is no card and can be used."""
    acts = rules.tables["actions"]
    rows = [row for rows in rules.tables["contributions"].values() for row in rows]
    owners = {acts[n]["owner"] for kind, _, n in rows if kind == "act"}
    return [rules.short[d] for d in sorted(owners) if rules.by_index[d].kind not in ("card", "border")]


def numbers_of(rules: Rules, d: int, verb: str | None) -> list[int]:
    """The actions that a definition offers for a verb."""
    acts = rules.tables["actions"]
    rows = rules.tables["contributions"].get(d, ())
    return [int(n) for what, _, n in rows if what == "act" and verb in (None, acts[n]["verb"])]


def form_named(rules: Rules, name: str, ability: str | None) -> int:
    if ability is not None:
        fail(f"only cards are used as others, and `{ability}` is none")
    forms: dict[str, int] = {rules.short[u[0]]: u[0] for u in rules.tables["uses"]}
    if name not in forms:
        fail(f"no card is used as `{name}`", name, forms)
    return forms[name]


def target_named(rules: Rules, name: str) -> int:
    """The number of a seat or a card."""
    if len(name) == 1 and name in SEAT_LETTERS:
        return SEAT_LETTERS.index(name)
    card = card_named(rules, name)
    if card is None:
        value = target_values(rules).get(place_alias(rules, name))
        if value is not None:
            return value
        fail(f"there is no seat or card `{name}`", plain_card(name), [*rules.card_by_id, *SEAT_LETTERS])
    return card


def fits_target(act: dict[str, Any], target: int | None) -> bool:
    """Whether an action aims at a seat, at a card, or at nothing, as a text does."""
    if target is None or not act["one"]:
        return target is None and not act["one"]
    wanted = act["target_type"].rstrip("?")
    if act["value_base"] or target >= k.VALUE:
        return bool(act["value_base"] == target - (target & k.VALUES - 1))
    return wanted == "thing" or (wanted == "player") is (target < k.FIRST_CARD)


# ---- choosing


def chosen(rules: Rules, p: int, text: str) -> list[Action]:
    """What is chosen: every value that is written so."""
    if text.startswith("random "):
        return [rules.choice(p, "card", unseen(rules, text), "random")]
    found: list[Action] = []
    for sort, read in READERS:
        value = read(rules, text)
        if value is not None and sort == "card":
            found += [rules.choice(p, sort, c, "apart" * apart) for c, apart in meant(rules, value, text)]
        elif value is not None:
            found.append(rules._number(p, value) if sort == "number" else rules.choice(p, sort, value))
    text = place_alias(rules, text)
    for id, (names, _) in rules.tables["values"].items():
        if text in names:
            found.append(rules.choice(p, f"values:{id}", names.index(text)))
    if not found:
        if told := unclear(rules, text):
            fail(told)
        known = [*rules.card_by_id, *rules.definitions, *SEAT_LETTERS, "yes"]
        known += [v for names, _ in rules.tables["values"].values() for v in names]
        fail(f"nothing is called `{text}`", plain_card(text), known)
    return found


def unseen(rules: Rules, text: str) -> str:
    """`random hand B`: an unseen card of a zone."""
    words = text.split()
    zones = [row[0] for row in rules.tables["zones"] if row[2]]
    if words == ["random", "card"]:
        return text
    if len(words) != 3 or words[1] not in zones or words[2] not in tuple(SEAT_LETTERS):
        wrong = words[1] if len(words) > 1 else ""
        fail("an unseen card is written `random`, its zone and its seat", wrong, zones)
    return " ".join(words)


def read_number(rules: Rules, text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?(0|[1-9][0-9]{0,18})", text) else None


def read_card(rules: Rules, text: str) -> int | None:
    return card_named(rules, text)


def read_definition(rules: Rules, text: str) -> int | None:
    found = called(rules, text)
    return None if found is None else found.index


def read_zone(rules: Rules, text: str) -> int | None:
    words = text.split()
    for id, slot, of_player, *_ in rules.tables["zones"]:
        if not of_player and words == [id]:
            return int(slot)
        if of_player and words[:2] == [id, "of"] and len(words) == 3 and words[2] in tuple(SEAT_LETTERS):
            return int(slot) + SEAT_LETTERS.index(words[2])
    return None


def read_source(rules: Rules, text: str) -> int | None:
    words = text.split()
    if len(words) != 3 or words[1] != "of" or words[2] not in tuple(SEAT_LETTERS):
        return None
    found = called(rules, words[0])
    return None if found is None else k.ABILITY + 16 * found.index + SEAT_LETTERS.index(words[2])


def read_window(rules: Rules, text: str) -> int | None:
    windows = [row[0] for row in rules.tables["windows"]]
    return windows.index(text) if text in windows else None


def one_of(values: dict[str, Any]) -> Callable[[Rules, str], Any]:
    return lambda rules, text: values.get(text)


READERS: tuple[tuple[str, Callable[[Rules, str], Any]], ...] = (
    ("player", one_of({letter: p for p, letter in enumerate(SEAT_LETTERS)})),
    ("card", read_card),
    ("yesno", one_of({"yes": True, "no": False})),
    ("number", read_number),
    ("kind", read_definition),
    ("suit", one_of({suit: i for i, suit in enumerate(SUITS)})),
    ("rank", one_of({name: rank for rank, name in RANKS.items()})),
    ("color", one_of({name: color for color, name in COLORS.items()})),
    ("zone", read_zone),
    ("source", read_source),
    ("window", read_window),
)
