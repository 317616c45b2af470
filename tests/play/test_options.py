"""The options of a table."""

from __future__ import annotations

import pytest

import bangrules as bang


def test_rules_tell_what_a_table_may_choose() -> None:
    option = bang.load("base").options["same_weapon_again"]
    assert (option.default, option.pack) == (False, "base")
    assert str(option) == "same_weapon_again = no: a weapon may replace its own twin"


def test_an_unknown_option_is_told_where_to_look() -> None:
    rules = bang.load("base")
    with pytest.raises(bang.TableError, match=r"there is no option `luck`; `Rules\.options` tells") as found:
        rules.new_game(players=4, options={"luck": 3})
    assert found.value.field == "options"


def test_an_option_of_values_is_told_by_its_name() -> None:
    option = bang.load("zombie_plague", "crazy_zombies").options["mad_six"]
    assert option.default == "no_harm"
    assert str(option) == "mad_six = no_harm: what a six does to a zombie that may turn crazy"
