"""Equal copies of a card: one action for all, but each its own where something tells them apart."""

from __future__ import annotations

import pickle

import pytest

import bangrules as bang
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
    one, two, three = (f"A uses club@2♠{number} " for number in ("", "#2", "#3"))
    game.push(one + "swing")
    assert legal(game)[1:-1] == [one + "swing", one + "throw", two + "swing"]
    game.push(two + "swing")
    assert legal(game)[1:-1] == [one + "swing", one + "throw", three + "swing"]
    game.push(three + "swing")
    assert legal(game)[1:-1] == [one + "swing", one + "throw"]


def test_only_the_copy_that_is_named_is_used(game: bang.Game) -> None:
    game.push("A uses club@2♠ swing")
    game.push("A uses club@2♠#2 swing")
    game.push("A uses club@2♠ swing")
    assert game.to_dict()["fields"]["worn"] == {"club@2♠": 2, "club@2♠#2": 1}
    reason = game.why_not("A uses club@2♠#3 throw")
    assert reason is not None
    assert reason.text == "it is as good as new"
    game.push("A uses club@2♠#2 throw")
    assert game.to_dict()["zones"]["discards"] == ["club@2♠#2"]
    game.push("A uses club@2♠ throw")  # any that may be thrown
    assert game.to_dict()["zones"]["discards"][0] == "club@2♠"


def test_copies_that_are_marked_otherwise_are_chosen_each(game: bang.Game) -> None:
    game.push("A plays drill@2♥")
    assert legal(game) == ["A chooses club@2♠"]
    game.pop()
    game.push("A uses club@2♠ swing")
    game.push("A plays drill@2♥")
    assert legal(game) == ["A chooses club@2♠", "A chooses club@2♠#2", "A chooses club@2♠#3"]
    game.push("A chooses club@2♠#2")
    assert "club@2♠#2" in game.to_dict()["zones"]["discards"]


def test_they_go_through_texts_saves_records_and_pickles(game: bang.Game) -> None:
    begun = game.copy()
    for text in ("A uses club@2♠ swing", "A uses club@2♠#2 swing", "A plays drill@2♥", "A chooses club@2♠#2"):
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
