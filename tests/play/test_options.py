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


def test_an_option_may_have_bounds() -> None:
    rules = bang.load("base")
    option = rules.options["characters_each"]
    assert (option.least, option.most, option.bounds) == (1, 10, "a number from 1 to 10")
    assert [n for n in (0, 1, 10, 11) if option.allows(n)] == [1, 10]
    assert str(option).endswith(" (a number from 1 to 10)")
    assert rules.options["same_weapon_again"].allows(True)
    assert bang.load("zombie_plague").options["human_ap"].bounds == "a number from 1 on"


@pytest.mark.parametrize("many", [0, 11, 99, 10**9])
def test_a_number_out_of_bounds_is_refused(many: int) -> None:
    rules = bang.load("base")
    with pytest.raises(bang.TableError, match=rf"expected a number from 1 to 10, not {many}$") as found:
        rules.new_game(players=4, seed=1, options={"characters_each": many})
    assert found.value.field == "option characters_each"
    save = rules.new_game(players=4, seed=1).to_dict()
    save["options"]["characters_each"] = many
    with pytest.raises(bang.SaveError, match=rf"expected a number from 1 to 10, found {many}$") as wrong:
        bang.Game.from_dict(rules, save)
    assert wrong.value.field == "options.characters_each"
    kept = bang.save_schema(rules)["properties"]["options"]["properties"]["characters_each"]
    assert (kept["minimum"], kept["maximum"]) == (1, 10)
