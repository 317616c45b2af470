"""The forms in which cases can tell steps and claims: one small case for each."""

from typing import Any

import pytest

import bangrules as bang
from tests import rulings

ROLES = ("sheriff", "outlaw", "renegade", "outlaw")
PLAIN = ("Black Jack", "Kit Carlson", "Willy the Kid", "Jesse Jones")
LIFE = {d.name: d.number or 0 for d in bang.load("base").by_index if d.kind == "character"}


def case(
    first: str = "", second: str = "", seats: dict[str, str] | None = None, **more: Any
) -> dict[str, Any]:
    """A case with four players; `seats` say life, hand and what is in play: `2 | Beer 6H | Barrel QS`."""
    players = []
    for i, name in enumerate((first or PLAIN[0], second or PLAIN[1], *PLAIN[2:])):
        letter = "ABCD"[i]
        life, hand, table = ((seats or {}).get(letter, "") + "||").split("|")[:3]
        most = LIFE[name] + (i == 0)
        players.append({
            "seat": letter, "role": ROLES[i], "character": name, "max_life": most,
            "life": int(life) if life.strip() else most, "status": "dead" if life.strip() == "0" else "alive",
            "hand": [x.strip() for x in hand.split(",") if x.strip()],
            "in_play": [x.strip() for x in table.split(",") if x.strip()],
        })  # fmt: skip
    steps = [[x.strip() for x in step.split(":", 2)] for step in more.get("when", ())]
    return {
        "id": "form", "sets": ["base"],
        "given": {
            "players": players, "turn": more.get("turn", "A"), "phase": more.get("phase", "play"),
            "deck": more.get("deck", []), "discard": more.get("discard", []), "event": None, "facts": "",
        },
        "when": [
            dict(zip(("by", "act", "what"), step, strict=False), target=more.get("at", {}).get(i))
            for i, step in enumerate(steps)
        ],
        "then": {"assert": [claim(x) for x in more["then"]], "option": None, "alternative": None},
    }  # fmt: skip


def claim(text: str) -> dict[str, Any]:
    """`hand B: Beer 6H, BANG! 2C`, `illegal A: play BANG! 4C > B`."""
    head, _, value = text.partition(":")
    kind, _, player = head.partition(" ")
    value = value.strip()
    found: Any = value
    if kind in ("hand", "in_play", "discard_contains"):
        found = [x.strip() for x in value.split(",") if x.strip()]
    elif kind in ("life", "hand_size"):
        found = int(value)
    return {"kind": kind, "player": player or None, "value": found}


KIT = ["BANG! 2C", "BANG! 3C", "Beer 6H", "Beer 7H"]
KIT_THEN = ["hand B: BANG! 2C, Beer 6H", "deck_top: BANG! 3C"]
JESSE: dict[str, Any] = {
    "second": "Jesse Jones", "seats": {"A": "|Missed! 7S", "C": "|Beer 8H"},
    "turn": "B", "phase": "draw", "deck": ["BANG! 2C", "BANG! 3C"],
}  # fmt: skip
PEDRO: dict[str, Any] = {
    "second": "Pedro Ramirez", "turn": "B", "phase": "draw",
    "deck": ["BANG! 2C", "BANG! 3C"], "discard": ["Missed! 7S"],
}  # fmt: skip
BANG_B = "A: play: BANG! 4C"
AT_B = {0: "B"}

FORMS: dict[str, dict[str, Any]] = {
    "put back": case(
        turn="B", phase="draw", deck=KIT, when=["B: phase1", "B: choose: put back BANG! 3C"], then=KIT_THEN
    ),
    "keep": case(turn="B", phase="draw", deck=KIT, when=["B: choose: keep BANG! 2C; Beer 6H"], then=KIT_THEN),
    "ability keep": case(
        turn="B", phase="draw", deck=KIT, when=["B: ability: keep BANG! 2C; Beer 6H"], then=KIT_THEN
    ),
    "ability at a player": case(
        **JESSE, when=["B: ability: from a hand"], at={0: "A"}, then=["hand B: BANG! 2C, Missed! 7S"]
    ),
    "ability at a hand": case(
        **JESSE, when=["B: ability: take one"], at={0: "A:random hand card"}, then=["hand A:"]
    ),
    "phase1 at a player": case(**JESSE, when=["B: phase1: random hand card"], at={0: "C"}, then=["hand C:"]),
    "choose a hand": case(
        **JESSE, when=["B: phase1", "B: choose: random hand card"], at={1: "C"}, then=["hand C:"]
    ),
    "an offer declined": case(**JESSE, when=["B: phase1"], then=["hand B: BANG! 2C, BANG! 3C"]),
    "ability by its words": case(
        **PEDRO, when=["B: ability: take the top of the discard pile"], then=["hand B: BANG! 2C, Missed! 7S"]
    ),
    "ability in other words": case(
        **PEDRO, when=["B: ability: first card from the pile"], then=["hand B: BANG! 2C, Missed! 7S"]
    ),
    "discard_top": case(
        **PEDRO, when=["B: phase1"], then=["hand B: BANG! 2C, BANG! 3C", "discard_top: Missed! 7S"]
    ),
    "a card aimed at": case(
        seats={"A": "|Panic! JH", "B": "||Barrel QS"},
        when=["A: play: Panic! JH"],
        at={0: "B:Barrel QS"},
        then=["hand A: Barrel QS"],
    ),
    "a hand aimed at": case(
        seats={"A": "|Panic! JH", "B": "|Beer 6H|Barrel QS"},
        when=["A: play: Panic! JH"],
        at={0: "B:random hand card"},
        then=["hand A: Beer 6H"],
    ),
    "a choice afterwards": case(
        seats={"A": "|Panic! JH", "B": "|Beer 6H|Barrel QS"},
        when=["A: play: Panic! JH", "A: choose: Barrel QS"],
        at={0: "B"},
        then=["hand A: Barrel QS"],
    ),
    "only what is there can be aimed at": case(
        seats={"A": "|Cat Balou KH", "B": "|Beer 6H"},
        then=[
            "illegal A: play Cat Balou KH > B:role card",
            "legal A: play Cat Balou KH > B:random hand card",
            "illegal A: play Cat Balou KH > B:Barrel QS",
            "illegal A: play Cat Balou KH > C",
        ],
    ),
    "choices one after the other": case(
        seats={"A": "|General Store 9C"},
        deck=["BANG! 2C", "BANG! 3C", "Beer 6H", "Beer 7H", "Beer 8H"],
        when=["A: play: General Store 9C", "A: choose: Beer 6H", "B: choose: Beer 7H", "C: choose: BANG! 2C"],
        then=["hand D: BANG! 3C", "deck_top: Beer 8H"],
    ),
    "ability with its costs": case(
        "Sid Ketchum",
        seats={"A": "2|Beer 6H, Missed! 7S, BANG! 2C"},
        when=["A: ability: discard Beer 6H; Missed! 7S"],
        then=["life A: 3", "hand A: BANG! 2C", "illegal A: ability discard BANG! 2C"],
    ),
    "ability of no use": case(
        "Sid Ketchum",
        seats={"A": "|Beer 6H, Missed! 7S"},
        then=["illegal A: ability discard Beer 6H; Missed! 7S"],
    ),
    "ability out of turn": case(
        second="Sid Ketchum",
        seats={"A": "|BANG! 4C", "B": "2|Beer 6H, Missed! 7S"},
        when=[BANG_B, "B: ability: discard Beer 6H; Missed! 7S", "B: pass"],
        at=AT_B,
        then=["life B: 2"],
    ),
    "ability that happens by itself": case(
        second="Bart Cassidy",
        seats={"A": "|BANG! 4C"},
        deck=["Beer 6H"],
        when=[BANG_B, "B: pass", "B: ability: draw a card"],
        at=AT_B,
        then=["hand B: Beer 6H"],
    ),
    "draw! that happens by itself": case(
        seats={"A": "||Dynamite 2H"},
        phase="start",
        deck=["Beer 6H", "BANG! 2C", "BANG! 3C"],
        when=["A: draw!: Dynamite 2H"],
        then=["in_play B: Dynamite 2H", "hand A:"],
    ),
    "and then phase 1": case(
        seats={"A": "||Dynamite 2H"},
        phase="start",
        deck=["Beer 6H", "BANG! 2C", "BANG! 3C"],
        when=["A: draw!: Dynamite 2H", "A: phase1"],
        then=["hand A: BANG! 2C, BANG! 3C", "next_turn A:"],
    ),
    "a pass left out": case(
        seats={"A": "|BANG! 4C", "B": "||Barrel QS"},
        deck=["BANG! 2C"],
        when=[BANG_B, "B: draw!: Barrel QS"],
        at=AT_B,
        then=["life B: 3", "illegal B: draw! Barrel QS"],
    ),
    "a flip that is chosen": case(
        second="Lucky Duke",
        seats={"A": "|BANG! 4C", "B": "||Barrel QS"},
        deck=["BANG! 2C", "Beer 6H"],
        when=[BANG_B, "B: draw!: Barrel QS", "B: choose: Beer 6H"],
        at=AT_B,
        then=["life B: 4"],
    ),
    "discards left out": case(
        seats={"A": "2|Missed! 2S, Missed! 3S, Missed! 4S, Missed! 5S"},
        when=["A: end"],
        then=["hand_size A: 2", "next_turn B:", "decides A: what to discard"],
    ),
    "answers as something else": case(
        second="Calamity Janet",
        seats={"A": "|Duel JS", "B": "|Missed! 7S"},
        when=["A: play: Duel JS", "B: respond: Missed! 7S as BANG!"],
        at=AT_B,
        then=["life A: 4", "life B: 4"],
    ),
    "answers as something else, unsaid": case(
        second="Calamity Janet",
        seats={"A": "|Duel JS", "B": "|Missed! 7S"},
        when=["A: play: Duel JS", "B: respond: Missed! 7S"],
        at=AT_B,
        then=["life A: 4"],
    ),
    "cards to keep, the others named too": case(
        turn="B",
        phase="draw",
        deck=KIT,
        when=["B: phase1: keep BANG! 2C; Beer 6H, put back BANG! 3C"],
        then=KIT_THEN,
    ),
    "cards to keep, without the word": case(
        turn="B", phase="draw", deck=KIT, when=["B: choose: BANG! 2C; Beer 6H"], then=KIT_THEN
    ),
    "phase1 at a player, in words": case(
        **JESSE, when=["B: phase1: first card from C's hand"], then=["hand B: BANG! 2C, Beer 8H"]
    ),
    "phase1 from the deck": case(
        **JESSE, when=["B: phase1: both from the deck"], then=["hand B: BANG! 2C, BANG! 3C"]
    ),
    "ability without words": case(**PEDRO, when=["B: ability"], then=["hand B: BANG! 2C, Missed! 7S"]),
    "a hand aimed at, by its only card": case(
        seats={"A": "|Panic! JH", "B": "|Beer 6H|Barrel QS"},
        when=["A: play: Panic! JH"],
        at={0: "B:Beer 6H"},
        then=["hand A: Beer 6H"],
    ),
    "aimed at oneself": case(
        seats={"A": "3|Beer 6H, Beer 7H"},
        when=["A: play: Beer 6H"],
        at={0: "A"},
        then=["life A: 4", "illegal A: play Beer 7H > B"],
    ),
    "costs in words": case(
        "Sid Ketchum",
        seats={"A": "2|Beer 6H, Missed! 7S"},
        when=["A: ability: discard Beer 6H and Missed! 7S"],
        then=["life A: 3"],
    ),
    "the card that counts, with the flip": case(
        second="Lucky Duke",
        seats={"B": "||Jail JS"},
        turn="B",
        phase="start",
        deck=["BANG! 2C", "Beer 6H", "Beer 7H", "Beer 8H"],
        when=["B: draw!: Jail JS (Beer 6H counts)", "B: phase1"],
        then=["hand B: Beer 7H, Beer 8H", "legal B: play Beer 7H"],
    ),
    "one answer declined, another given": case(
        seats={"A": "|BANG! 4C", "B": "|Missed! 7S|Barrel QS"},
        when=[BANG_B, "B: pass: Barrel QS", "B: respond: Missed! 7S"],
        at=AT_B,
        then=["life B: 4"],
    ),
    "a pass with cards in hand left out": case(
        seats={"A": "|BANG! 4C, Schofield JC", "B": "|Missed! 7S"},
        when=[BANG_B, "A: play: Schofield JC"],
        at=AT_B,
        then=["life B: 3", "in_play A: Schofield JC"],
    ),
    "an answer of no use left out": case(
        seats={"A": "|BANG! 4C", "B": "1|Beer 6H", "C": "0", "D": "0"},
        when=[BANG_B, "B: pass"],
        at=AT_B,
        then=["status B: dead"],
    ),
    "a pass too many": case(
        seats={"A": "|BANG! 4C", "B": "1"},
        when=[BANG_B, "B: pass", "B: pass"],
        at=AT_B,
        then=["status B: dead"],
    ),
    "a Beer that saves is played": case(
        seats={"A": "|BANG! 4C", "B": "1|Beer 6H"},
        when=[BANG_B, "B: play: Beer 6H"],
        at=AT_B,
        then=["life B: 1"],
    ),
    "ability while others play": case(
        second="Sid Ketchum",
        seats={"A": "|Schofield JC", "B": "2|Beer 6H, Missed! 7S, Beer 7H, Missed! 8S"},
        when=[
            "B: ability: discard Beer 6H; Missed! 7S",
            "A: play: Schofield JC",
            "B: ability: discard Beer 7H; Missed! 8S",
        ],
        then=["life B: 4", "in_play A: Schofield JC"],
    ),
    "a card drawn from a hand by itself": case(
        second="El Gringo",
        seats={"A": "|BANG! 4C, Beer 6H, Beer 7H"},
        when=[BANG_B, "B: pass", "B: choose: random hand card"],
        at={0: "B", 2: "A"},
        then=["hand_size A: 1", "hand_size B: 1"],
    ),
    "the end of the turn left out": case(
        seats={"A": "1|Missed! 2S, Missed! 3S"},
        when=["A: phase3: discard Missed! 2S"],
        then=["hand A: Missed! 3S"],
    ),
    "the end of the turn after its discards": case(
        seats={"A": "1|Missed! 2S, Missed! 3S"},
        phase="discard",
        when=["A: phase3: discard Missed! 2S", "A: end"],
        then=["hand A: Missed! 3S", "next_turn B:"],
    ),
    "winners one by one": case(
        seats={"A": "1", "B": "0", "C": "|BANG! 4C", "D": "0"},
        turn="C",
        when=["C: play: BANG! 4C", "A: pass"],
        at={0: "A"},
        then=["winner: C (renegade)", "winner: renegade (C)"],
    ),
    "winner": case(
        seats={"A": "1", "B": "0", "C": "|BANG! 4C", "D": "0"},
        turn="C",
        when=["C: play: BANG! 4C", "A: pass"],
        at={0: "A"},
        then=["winner: renegade"],
    ),
    "a card of which only the face matters": case(
        seats={"B": "||Dynamite 2H"},
        turn="B",
        phase="start",
        deck=["any card 5 of Spades"],
        when=["B: draw!: Dynamite 2H"],
        then=["life B: 1", "discard_contains: Dynamite 2H"],
    ),
    "the roles that are dealt": case(then=["fact: roles in play: 1 Sheriff, 2 Outlaws, 1 Renegade"]),
    "what a player who passed could not do": case(
        seats={"A": "|Indians! KD", "B": "|Missed! 7S|Barrel QS"},
        when=["A: play: Indians! KD", "B: pass", "C: pass", "D: pass"],
        then=["life B: 3", "illegal B: draw! Barrel QS", "illegal B: respond Missed! 7S"],
    ),
}


@pytest.mark.parametrize("data", FORMS.values(), ids=FORMS)
def test_form(data: dict[str, Any]) -> None:
    report = rulings.run_case(data)
    assert report.verdict == "passed", report.text


WRONG: dict[str, dict[str, Any]] = {
    "a Barrel that is not there": case(
        seats={"A": "|BANG! 4C"}, when=[BANG_B, "B: draw!: Barrel QS"], at=AT_B, then=["life B: 3"]
    ),
    "a card that is not there": case(seats={"A": "|BANG! 4H"}, then=["life B: 4"]),
    "an ability without its costs": case(
        "Sid Ketchum",
        seats={"A": "2|Beer 6H"},
        when=["A: ability: discard Beer 6H; Missed! 7S"],
        then=["life A: 3"],
    ),
    "an answer that is no answer": case(
        seats={"A": "|BANG! 4C", "B": "|Beer 6H"},
        when=[BANG_B, "B: respond: Beer 6H"],
        at=AT_B,
        then=["life B: 4"],
    ),
    "a choice that is not offered": case(
        turn="B", phase="draw", deck=KIT, when=["B: choose: put back Beer 8H"], then=KIT_THEN
    ),
    "a choice that matters left out": case(
        turn="B", phase="draw", deck=KIT, when=["B: phase1"], then=KIT_THEN
    ),
    "roles that are not dealt": case(then=["fact: roles in play: 1 Sheriff, 1 Deputy, 1 Outlaw, 1 Renegade"]),
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_what_is_wrong_fails(data: dict[str, Any]) -> None:
    assert rulings.run_case(data).verdict == "failed"
