"""Rules under an `if` at the top of a file: at work at some tables, and not there at the others."""

# ruff: noqa: E501  (what is found is shown as it is)
from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import bangrules as bang
from bangrules.play import reading
from tests.language.checking import check, example, rendered

PACK = """\
pack some "Some tables"
    requires base

option generous = no "everybody has a big hand"
if count(everyone) is 4:
    modify hand_limit(p): +1
    modify in_force(x) if x is card and x is barrel: no
    before begin(p) first, if p.life < 4:
        p may "draw a card": DRAW 1 to p
    instead of phase_discard(p): DISCARD from p by p

if generous: modify hand_limit(p): +5

if count(everyone) > 4 and generous:
    after begin(p): DRAW 1 to p
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> bang.Rules:
    folder: Path = tmp_path_factory.mktemp("some")
    (folder / "pack.bang").write_text(PACK, encoding="utf-8")
    return bang.load("base", "some", paths=[folder])


def table(rules: bang.Rules, seats: int, **more: Any) -> bang.Game:
    roles = ("sheriff", "outlaw", "outlaw", "renegade", "deputy", "outlaw")
    characters = ("jesse_jones", "rose_doolan", "black_jack", "paul_regret", "kit_carlson", "lucky_duke")
    given = [
        {"role": role, "character": character, "life": 3 + (role == "deputy"), "hand": ["beer"], "table": []}
        for role, character in zip(roles[:seats], characters, strict=False)
    ]
    given[0]["hand"] = ["bang@3♦", "2♦", "bang@4♦"]
    given[1]["table"] = ["barrel"]
    return rules.new_game(seats=given, turn="A", seed=3, **more)


def stat(game: bang.Game, id: str, *args: int) -> object:
    return reading.stat_value(game, id, list(args))


def test_they_are_at_work_at_their_tables_only(rules: bang.Rules) -> None:
    assert [stat(table(rules, n), "hand_limit", 0) for n in (3, 4, 5)] == [3, 4, 3]
    assert [stat(table(rules, n, options={"generous": True}), "hand_limit", 0) for n in (4, 5)] == [9, 8]


def test_hooks_wait_for_answers_and_stop_with_their_tables(rules: bang.Rules) -> None:
    game = table(rules, 4)
    assert game.decision is not None
    assert game.decision.text == "draw a card"
    game.push("A chooses yes")
    game.push("A passes")  # Jesse Jones draws from the deck
    before = len(reading.zones_of(rules)["hand"].cards(game, 0))
    assert before == 6
    game.push("A plays bang@3♦ on B")
    assert game.decision is not None
    assert game.decision.player == 0  # the Barrel of B is out of force, and B has no Missed!
    other = table(rules, 5)
    assert other.decision is not None
    assert other.decision.text != "draw a card"


def test_a_barrel_is_in_force_where_the_rules_leave_it_so(rules: bang.Rules) -> None:
    game = table(rules, 5)
    while "bang@3♦ on B" not in str(game.legal_actions()):
        game.push(game.legal_actions()[-1])
    game.push("A plays bang@3♦ on B")
    assert [a for a in game.legal_actions() if "barrel" in str(a)]


def test_games_are_saved_in_the_middle_of_them(rules: bang.Rules) -> None:
    game = table(rules, 4)
    other = bang.Game.from_dict(rules, game.to_dict())
    rng = random.Random(4)
    for _ in range(60):
        if game.is_over:
            break
        assert game.legal_actions() == other.legal_actions()
        action = rng.choice(game.legal_actions())
        assert game.push(action) == other.push(action)
        other = bang.Game.from_dict(rules, other.to_dict())
    assert game.record().replay(rules).to_dict() == game.to_dict()


def test_they_cost_nothing_elsewhere(rules: bang.Rules) -> None:
    """At other tables not even the index knows them."""
    slots = [rules.tables["index"][name] for name in ("hook begin", "hook phase_discard")]
    assert "stat hand_limit" not in rules.tables["index"]  # nothing but rules modifies it

    def at_work(game: bang.Game) -> list[bool]:
        index = rules.ns["reindex"](game._state)
        return [index[slot] is not None for slot in slots]

    assert at_work(table(rules, 4)) == [True, True]
    assert at_work(table(rules, 5)) == [False, False]


def test_the_condition_asks_what_stays() -> None:
    text = (
        "field round: number = 0\n\n"
        "if round > 2: modify strength(_): +1\n\n"
        "if count(rich) is 3:\n    modify strength(_): +1\n\n"
        "if top(heap) is red:\n    modify strength(_): +1\n\n"
        "if during(turn): modify strength(_): +1\n\n"
        "if count(stock) > 3: modify strength(_): +1\n"
    )
    found = check(text, upon=example())
    assert [(d.code, d.at.line) for d in found] == [
        ("E0411", 3),
        ("E0411", 5),
        ("E0411", 8),
        ("E0411", 11),
        ("E0411", 13),
    ]
    assert not check(
        'option big = no "?"\n\nif big or count(everyone) in [3, 8]:\n    modify strength(_): +1\n',
        upon=example(),
    )


def test_mistakes_are_shown_where_they_are() -> None:
    text = (
        "if count(everyone) is 3:\n    modify strenght(p): +1\n    before turn(p):\n        loose p\n"
        "    stat x: 3\n\nif count(everyone) is three:\n    modify strength(_): +1\n\nif count(everyone) is 3\n"
        "    modify strength(_): +1\n"
    )
    assert rendered(text, upon=example()) == EXPECTED


EXPECTED = """\
error[E0201]: there is no stat `strenght`
 --> mine.bang:2:12
  |
2 |     modify strenght(p): +1
  |            ^^^^^^^^
  = help: did you mean `strength`?

error[E0201]: there is no procedure `loose`
 --> mine.bang:4:9
  |
4 |         loose p
  |         ^^^^^
  = help: did you mean `lose`?

error[E0108]: `stat` begins no hook or modifier
 --> mine.bang:5:5
  |
5 |     stat x: 3
  |     ^^^^
  = help: under `if` stand `before`, `after`, `instead of` and `modify`

error[E0201]: there is no name `three`
 --> mine.bang:7:23
  |
7 | if count(everyone) is three:
  |                       ^^^^^
  = help: write `3`

error[E0107]: expected `:` and a block at the end of this line
  --> mine.bang:10:24
   |
10 | if count(everyone) is 3
   |                        ^"""
