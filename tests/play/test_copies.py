"""Equal copies of a card: one action for all, but each its own where something tells them apart."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from click import unstyle

import bangrules as bang
from bangrules.tools.scenarios import run_path
from bangrules.tools.terminal import Screen
from tests.play.test_answers import legal, table
from tests.play.test_budget import rules

WORN = """
field worn of card: number = 0 "worn"
card club "Club" blue
    copies 2♠ 2♠ 2♠
    use swing: this.worn += 1
    use throw if this.worn > 0 because worn_out: move this to discards
reason worn_out "it is as good as new"
card drill "Drill" brown
    copies 2♥ 2♥
    play:
        self chooses "what is laid off" c in self.table
        move c to discards
"""


@pytest.fixture
def game() -> bang.Game:
    clubs = ["club@2♠", "club@2♠", "club@2♠"]
    return table(rules(WORN), {"table": clubs, "hand": ["drill@2♥", "drill@2♥"]})


def test_equal_copies_in_force_are_one_action(game: bang.Game) -> None:
    assert legal(game) == ["A plays drill@2♥", "A uses club@2♠ swing", "A ends"]


def test_copies_that_are_marked_otherwise_are_offered_each(game: bang.Game) -> None:
    one, two, three = (f"A uses club@2♠#{number} " for number in (1, 2, 3))
    game.push("A uses club@2♠ swing")
    assert legal(game)[1:-1] == [one + "swing", one + "throw", two + "swing"]
    game.push(two + "swing")
    assert legal(game)[1:-1] == [one + "swing", one + "throw", three + "swing"]
    game.push(three + "swing")
    assert legal(game)[1:-1] == ["A uses club@2♠ swing", "A uses club@2♠ throw"]


def test_only_the_copy_that_is_named_is_used(game: bang.Game) -> None:
    game.push("A uses club@2♠ swing")
    game.push("A uses club@2♠#2 swing")
    game.push("A uses club@2♠#1 swing")
    assert game.to_dict()["fields"]["worn"] == {"club@2♠": 2, "club@2♠#2": 1}
    reason = game.why_not("A uses club@2♠#3 throw")
    assert reason is not None
    assert reason.text == "it is as good as new"
    game.push("A uses club@2♠#2 throw")
    assert game.to_dict()["zones"]["discards"] == ["club@2♠#2"]
    game.push("A uses club@2♠ throw")  # any that may be thrown
    assert game.to_dict()["zones"]["discards"][0] == "club@2♠"


def test_copies_that_are_told_apart_are_chosen_each(game: bang.Game) -> None:
    game.push("A plays drill@2♥")
    assert legal(game) == ["A chooses club@2♠"]
    game.pop()
    game.push("A uses club@2♠ swing")
    game.push("A plays drill@2♥")
    assert legal(game) == ["A chooses club@2♠#1", "A chooses club@2♠#2"]
    game.push("A chooses club@2♠#3")  # as good as the second
    assert "club@2♠#2" in game.to_dict()["zones"]["discards"]


def test_copies_in_different_places_are_chosen_each() -> None:
    more = """
card claw "Claw" brown
    copies 4♥
    play:
        self chooses "what is laid off" c in everyone.table + self.hand
        move c to discards
"""
    club = {"table": ["club@2♠"]}
    game = table(rules(WORN + more), {"hand": ["claw@4♥", "club@2♠"]}, club, {"table": ["club@2♠#3"]})
    game.push("A plays claw@4♥")
    assert legal(game) == ["A chooses club@2♠#2", "A chooses club@2♠#3", "A chooses club@2♠#1"]
    game.push("A chooses club@2♠#3")
    assert game.to_dict()["zones"]["table"]["C"] == []


def test_a_number_may_name_what_another_stands_for(game: bang.Game) -> None:
    """And not a copy that lies with somebody else."""
    game = table(game.rules, {"table": ["club@2♠#2", "club@2♠#3"]}, {"table": ["club@2♠#1"]})
    assert legal(game)[:-1] == ["A uses club@2♠ swing"]
    assert str(game.parse("A uses club@2S@2 swing")) == "A uses club@2♠ swing"
    for number in (2, 3):
        assert str(game.parse(f"A uses club@2♠#{number} swing")) == "A uses club@2♠ swing"
    reason = game.why_not("A uses club@2♠#1 swing")
    assert reason is not None
    assert (reason.code, reason.text) == ("absent", "A does not have Club 2♠")
    game.push("A uses club@2♠#3 swing")
    reason = game.why_not(game.rules.parse("A uses club@2♠ swing"))
    assert reason is not None
    assert reason.code == "copy"
    assert reason.text.endswith("this is `A uses club@2♠#2 swing`, `A uses club@2♠#3 swing`")


SORTS: dict[str, tuple[Any, ...]] = {
    "a copy out of force": (
        """
field worn of card: number = 0
card club "Club" blue
    copies 2♠ 2♠
    use throw: move this to discards
modify in_force(x) if x is card and x.worn > 0: no
""",
        {"table": ["club@2♠#1", "club@2♠#2"]},
        {"worn": {"club@2♠#1": 1}},
        "A uses club@2♠ throw",
        "club@2♠#2",
    ),
    "a hand": (
        """
field worn of card: number = 0
card club "Club" brown
    copies 2♠ 2♠
    play if this.worn > 0: pass
""",
        {"hand": ["club@2♠#1", "club@2♠#2"]},
        {"worn": {"club@2♠#2": 1}},
        "A plays club@2♠",
        "club@2♠#2",
    ),
    "a cost that only the other pays": (
        """
field worn of card: number = 0
card club "Club" brown
    copies 2♠ 2♠
    play costs 1 card where it.worn > 0: pass
""",
        {"hand": ["club@2♠#1", "club@2♠#2"]},
        {"worn": {"club@2♠#1": 1}},
        "A plays club@2♠",
        *("club@2♠", "club@2♠#2"),  # one is played, the worn one pays
    ),
    "what is no field of cards": (
        """
field focus: card?
card club "Club" blue
    copies 2♠ 2♠
    use throw if focus is this: move this to discards
""",
        {"table": ["club@2♠#1", "club@2♠#2"]},
        {"focus": "club@2♠#2"},
        "A uses club@2♠ throw",
        "club@2♠#2",
    ),
    "what it is used as": (
        """
field worn of card: number = 0
zone shelf of player seen by everyone
card club "Club" blue
    copies 2♠ 2♠
card dart "Dart" brown
    copies 3♠
    use throw from shelf, if this.worn > 0: move this to discards
character thrower "Thrower" life 4
    use club as dart
""",
        {"shelf": ["club@2♠#1", "club@2♠#2"], "character": "thrower"},
        {"worn": {"club@2♠#2": 1}},
        "A uses club@2♠#2 throw as dart",
        "club@2♠#2",
    ),
}


@pytest.mark.parametrize("sort", SORTS)
def test_an_action_is_done_with_a_copy_that_offers_it(sort: str) -> None:
    text, seat, more, action, *gone = SORTS[sort]
    game = table(rules(text), seat, **more)
    assert legal(game)[:-1] == [action]
    game.push(action)
    assert game.to_dict()["zones"]["discards"] == gone


def test_the_menu_tells_them_apart() -> None:
    more = """
card mop "Mop" blue
    copies 4♠ 4♠
    use hit on one of everyone.table where it is club: this.worn += 1
"""
    game = table(rules(WORN + more), {"table": ["mop@4♠", "mop@4♠"]}, {"table": ["club@2♠", "club@2♠"]})
    game.push("A uses mop@4♠ hit on club@2♠")
    decision = game.decision
    assert decision is not None
    screen = Screen(game.rules, ["A", "B", "C", "D"], 0)
    lines = [unstyle(line) for line in screen.menu(game, decision, game.legal_actions())]
    assert len({line.split("  ", 2)[-1] for line in lines}) == len(lines) == 5
    assert "(worn 1)" in lines[0]


def test_they_go_through_texts_saves_records_and_pickles(game: bang.Game) -> None:
    begun = game.copy()
    for text in ("A uses club@2♠ swing", "A uses club@2♠#2 swing", "A plays drill@2♥", "A chooses club@2♠#1"):
        action = game.parse(text)
        assert pickle.loads(pickle.dumps(action)).text == str(action) == text
        game.push(action)
    again = bang.Game.from_dict(game.rules, game.to_dict())
    assert legal(again) == legal(game)
    for done in game.record().actions:
        begun.push(str(done))
    assert begun.to_dict()["zones"] == game.to_dict()["zones"]


def test_a_table_may_number_them() -> None:
    made = table(rules(WORN), {"table": ["club@2♠", "club@2♠#1"]}, {"table": ["club@2♠#3"]})
    tables = made.to_dict()["zones"]["table"]
    assert (tables["A"], tables["B"]) == (["club@2♠#2", "club@2♠"], ["club@2♠#3"])
    with pytest.raises(bang.TableError, match="`club@2♠#3` is given twice"):
        table(rules(WORN), {"table": ["club@2♠#3", "club@2♠#3"]})
    with pytest.raises(bang.TableError, match="there is no card `club@2♠#4`"):
        table(rules(WORN), {"table": ["club@2♠#4"]})


def test_whether_one_can_act_is_asked_of_the_very_copy() -> None:
    jar = """
field opened of card: yesno = no
card jar "Jar" blue
    copies 3♠ 3♠ 3♠
    use open if not this.opened: this.opened = yes
"""
    game = table(rules(jar), {"table": ["jar@3♠", "jar@3♠"], "hand": ["jar@3♠"]})
    of, S = game.rules.ns, game._state
    one, two, three = (game.rules.copy_by_name[name] for name in ("jar@3♠", "jar@3♠#2", "jar@3♠#3"))
    assert [of["can_act"](S, 0, 0, c) for c in (one, two, three)] == [
        True,
        True,
        False,
    ]  # the third is in hand
    game.push("A uses jar@3♠ open")
    assert legal(game) == ["A uses jar@3♠#2 open", "A ends"]
    assert [of["can_act"](S, 0, 0, c) for c in (one, two, three)] == [False, True, False]


STEPS = [
    (
        "put club@2♠@2 worn 1",
        "expect A can use club@2♠@2 throw",
        "expect A cannot use club@2♠@3 throw because worn_out",
        "A uses club@2♠@2 throw",
        "expect discards club@2♠@2",
        "expect A can use club@2♠@3 swing",
        "expect A cannot use club@2♠@1 swing because absent",
        "expect A table club@2♠@3",
    ),
    (
        "expect A can use club@2♠@2 swing",
        "expect A can use club@2♠@3 swing",
        "expect A cannot use club@2♠@1 swing",
        "A uses club swing",
        "A uses club@2♠@3 swing",
        "expect club@2♠@3 worn 1",
        "A plays drill@2♥@1",
        "A chooses club@2♠@3",
        "expect A table 1",
    ),
]


@pytest.mark.parametrize("steps", STEPS)
def test_scenarios_number_copies(steps: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "pack.bang").write_text('pack mine "Mine"\n    requires base\n' + WORN, encoding="utf-8")
    text = """scenario "copies"
    seat A sheriff  bart_cassidy hand drill@2♥@1 drill@2♥@2 table club@2♠@2 club@2♠@3
    seat B outlaw   willy_the_kid table club@2♠@1
    seat C renegade paul_regret
    seat D outlaw   rose_doolan
    turn A phase_play
"""
    first, *rest = steps
    lines = [first, *rest] if not first.startswith("put") else [*rest]
    if first.startswith("put"):
        text = text.replace("    turn A", f"    {first}\n    turn A")
    path = tmp_path / "copies.bang"
    path.write_text(text + "".join(f"    {line}\n" for line in lines), encoding="utf-8")
    assert [result.report for result in run_path(path)] == [""]
