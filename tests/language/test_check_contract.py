"""What the engine asks of the rules, and what becomes of rules that answer otherwise."""

from __future__ import annotations

import re

import pytest

from bangrules.language.check import ASKED_BY_ENGINE, CALLED_BY_ENGINE, ENGINE_PROCEDURES
from tests.language.checking import check, example, model_of, rendered

LITTLE = "start game\n\nprocedure game: win everyone\n"
RIGHT = {
    "in_force": "stat in_force(x: source): yes\n",
    "abilities": "stat abilities(p: player) gives abilities: empty\n",
    "allowed": "stat allowed(p: player, c: card, w: window): yes\n",
    "may_pass": "stat may_pass(p: player, w: window): yes\n",
    "suit": "stat suit(c: card): c.printed_suit\n",
    "rank": "stat rank(c: card): c.printed_rank\n",
    "outlook": "stat outlook(p: player): 7\n",
    "pay": "procedure pay(p: player, cards: cards, used: card?): pass\n",
}
WRONG = {
    "in_force": ["stat in_force(x: card): yes\n", "stat in_force(x: source): 1\n"],
    "abilities": ["stat abilities(p: player): everyone\n", "stat abilities: empty\n"],
    "allowed": [
        "stat allowed(p: player, c: card): yes\n",
        "stat allowed(c: card, p: player, w: window): yes\n",
    ],
    "may_pass": ["stat may_pass(p: player): yes\n", "stat may_pass(p: player, w: window): 0\n"],
    "suit": ["stat suit(c: card): red\n", "stat suit: ♥\n"],
    "rank": ["stat rank(c: card): 3\n"],
    "outlook": ["stat outlook: 7\n", "stat outlook(p: player): yes\n"],
    "pay": ["procedure pay(p: player): pass\n", "procedure pay(p: player, cards: cards): pass\n"],
}


def test_all_that_the_engine_asks_is_tested() -> None:
    assert set(RIGHT) == set(WRONG) == {*ASKED_BY_ENGINE, *CALLED_BY_ENGINE}


@pytest.mark.parametrize("id", RIGHT)
def test_what_the_engine_asks(id: str) -> None:
    assert not check(LITTLE + RIGHT[id])
    for text in WRONG[id]:
        (found,) = check(LITTLE + text)
        assert found.code == "E0312"
        assert re.search(rf"^the engine (asks|calls) `{id}\(", found.message)
        assert found.at.line == 4


def test_the_words_of_it() -> None:
    assert (
        rendered(LITTLE + "stat may_pass(p: player): yes\n")
        == """\
error[E0312]: the engine asks `may_pass(player, window)` and expects yes or no
 --> mine.bang:4:6
  |
4 | stat may_pass(p: player): yes
  |      ^^^^^^^^
  = help: declare it so, or choose another name"""
    )


def test_all_of_it_may_be_missing() -> None:
    assert not check(LITTLE)


@pytest.mark.parametrize("id", ENGINE_PROCEDURES)
def test_what_the_engine_runs_itself(id: str) -> None:
    params, _ = ENGINE_PROCEDURES[id]
    names = ", ".join("_" for _ in params)
    assert not check(f"before {id}({names}): pause\n", upon=example())
    (found,) = check(f"procedure {id}(p: player): pause\n", upon=example())
    assert found.code == "E0202"
    (found,) = check(f"after {id} gives x: pause\n", upon=example())
    assert found.code == "E0315"


STARTS = [
    ("start play\n\nprocedure game: win everyone\n", "E0201", "there is no procedure `play`"),
    (
        "start game\n\nprocedure game(p: player): win p\n",
        "E0312",
        "the engine runs `game` with no parameters",
    ),
    (
        LITTLE + "start rounds in turn\nprocedure rounds: turn\nprocedure turn: pass\n",
        "E0312", "the engine runs `rounds` with one parameter, a player",
    ),
    (
        LITTLE + "start rounds in turn\nprocedure rounds(p: player): turn(1)\n"
        "procedure turn(n: number): win everyone where it.number is n\n",
        "E0312", "the turn `turn` begins with whose it is: its first parameter is a player",
    ),
    (
        LITTLE + "start rounds in turn after ready\nprocedure rounds(p: player): turn(p)\n"
        "procedure turn(p: player): win p\n"
        "procedure ready(p: player): win p\n",
        "E0312", "the engine runs `ready` with no parameters",
    ),
    (LITTLE + "start again\nprocedure again: game\n", "E0202", "start `start` is declared twice"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "message"), STARTS, ids=[message for _, _, message in STARTS])
def test_where_play_begins(text: str, code: str, message: str) -> None:
    (found,) = check(text)
    assert (found.code, found.message) == (code, message)


def test_actions_need_the_window_main() -> None:
    text = (
        LITTLE + "stat abilities(p: player) gives abilities: elf\n"
        'character elf "Elf" life 1\n    use: win self\n'
    )
    (found,) = check(text)
    assert (found.message, found.help) == ("there is no window `main`", "declare it: `window main`")


ELF = 'character elf "Elf" life 4\n'


@pytest.mark.parametrize(
    "text",
    [
        "modify abilities(p) if p.coins > 9: empty\n",
        'event drought "Drought"\n    modify abilities(_): empty\n',
        f"{ELF}    modify abilities(self): + cook\n",
        "stat wealthy(p: player): p.coins > 9\n"
        'event rush "Rush"\n    modify wealthy(_): yes\n'
        "modify abilities(p) if wealthy(p): empty\n",
    ],
)
def test_who_decides_who_has_abilities(text: str) -> None:
    model, sink = model_of(text, upon=example())
    # the little game has no deck of events
    assert [found.code for found in sink.diagnostics] == (["W0402"] if "event " in text else [])
    assert model.stats["abilities"].modifiers


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'card cape "Cape" tool\n    modify abilities(self): + cook\n',
            "a card cannot modify `abilities`: who has which is decided before cards",
        ),
        (
            f"{ELF}    modify abilities(self): - cook\n",
            "a character can only add to `abilities`: it is one of them itself",
        ),
        (
            f"{ELF}    modify abilities(self): empty\n",
            "a character can only add to `abilities`: it is one of them itself",
        ),
        (
            "stat wealthy(p: player): p.coins > 9\n"
            f"{ELF}    modify wealthy(self): yes\n"
            "modify abilities(p) if wealthy(p): empty\n",
            "a character cannot modify `wealthy`: `abilities` asks it to decide what is in force",
        ),
    ],
)
def test_what_comes_later_does_not_decide_who_has_abilities(text: str, message: str) -> None:
    (found,) = check(text, upon=example())
    assert (found.code, found.message) == ("E0314", message)
