"""Zombie Plague: what its sources leave open a table may choose, and scenarios play it both ways."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bangrules as bang
from bangrules.paths import cards_root
from bangrules.tools.scenarios import run_path

PACKS = ("zombie_plague", "crawlers", "baby", "traitor", "crazy_zombies")
DATA = Path(__file__).resolve().parent.parent / "data"
BESIDE = (DATA / "burning", DATA / "setting_up")

# Every default and every invention of the rules as they are told, by the rule it belongs to, and what a table
# chooses instead. The rules of the expansions are told by what they are about.
POINTS = {
    "B2 search squares and the car are no floor": "furniture_is_entered",
    "B3 which way a figure faces that comes in": "entry_facing_is_free",
    "B4 one of the dead is done before the next": "one_at_a_time",
    "B11 which way the dead at a barricade face": "breaker_must_face_it",
    "B12 what stops shots": "shots_pass_furniture shots_pass_openings",
    "B12 attacks on nothing": "attack_needs_a_target",
    "B14 a one on the second die": "second_one_is_an_accident",
    "B15 humans in the line of a push": "humans_stop_a_push",
    "B16 an empty pistol": "empty_pistol_strikes",
    "B17 the area of a blast": "blast_goes_through_walls",
    "B17 the rolls of a blast": "blast_order_is_chosen blast_ends_when_dry",
    "B18 hits on humans": "pushes_humans_on kills_humans_from",
    "B21 what a Med-Pak undoes": "med_pak_stops_the_push",
    "B22 who rises": "risen_are_counted risen_act_at_once",
    "B25 using a thing": "thing_ap",
    "B26 the most zombies when humans die": "most_falls",
    "B27 when zombies come in, and act": "spawn_first newcomers_break_in newcomers_act_at_once",
    "B28 the garage": "garage_is_house",
    "B29 passengers": "passengers",
    "B30 the hatch": "cellar_is_found hatch_is_chosen hatch_ap hatch_barring_ap hatch_breakers",
    "B30 below": "cellar_is_one_place all_in_the_cellar cellar_must_be_clear cellar_needs_search",
    "figures: a Power Drink": "modifiers_apply_to_a_drink",
    "figures: action points of a crazy zombie": "crazy_ap",
    "figures: in all else a crazy zombie is a zombie": "crazy_block_the_house crazy_break_in",
    "dice: a six for a zombie that may turn crazy": "mad_six",
    "deck: how many of each card": "original_deck",
    "deck: Smash!": "smashed_may_be_barred smashed_come_back",
    "deck: Surprise!": "surprise_is_chosen surprise_facing_is_free",
    "crawlers: how they come in": (
        "crawlers_per_human crawlers_are_chosen crawlers_are_counted killed_crawlers_return"
    ),
    "crawlers: whom they grab": "crawlers_grab_cornerwise crawlers_grab_over_barricades crawlers_grab_ahead",
    "crawlers: when they grab": "crawlers_grab_at_any_time crawlers_try_again grabs_take_a_turn",
    "crawlers: how they follow": "crawlers_follow_the_trail followers_turn pushes_end_a_hold holds_are_heavy",
    "baby: its square": "baby_square_is_chosen only_zombies_keep_it_out",
    "baby: carrying it": (
        "baby_slows_at_once baby_moves_at_any_time baby_lies_on_furniture baby_passes_corners "
        "baby_passes_barricades fallen_baby_is_placed baby_may_be_stolen"
    ),
    "baby: what it is to be saved with it": (
        "baby_must_be_carried baby_by_the_car_is_aboard unfound_baby_is_needed baby_binds_all"
    ),
    "baby: fire": "carried_babies_burn burnt_baby_is_needed",
    "traitor: the lot": "blank_lots declares_at_any_time declaring_ap extra_point_at_once",
    "traitor: theft": (
        "thief_must_face theft_passes_corners theft_passes_barricades victims_choose weapons_may_be_stolen "
        "armed_thieves_take_arms"
    ),
    "traitor: who wins": "hidden_traitor_shares traitor_escape_counts must_declare_to_win",
    "traitor: alone": "alone_is_the_last traitor_must_search",
    "crazy zombies: when they act, and how": (
        "crazy_act_first crazy_order_is_chosen crazy_lurch crazy_turn_freely crazy_bite"
    ),
    "crazy zombies: who turns crazy": "all_the_dead_may_go_mad killed_crazy_come_back going_mad_is_a_kill",
}
ELSEWHERE = {"start_zombies"}  # played in a test beside this one: no scenario sets a table up with it


@pytest.fixture(scope="module")
def options() -> dict[str, str]:
    """The options of all packs, and their defaults as card files write them."""
    found = bang.load(*PACKS).options
    return {id: spelled(option.default) for id, option in found.items()}


@pytest.fixture(scope="module")
def played() -> dict[str, set[str]]:
    """What scenarios set each option to."""
    folders = [*(cards_root() / pack / "scenarios" for pack in PACKS), *BESIDE]
    found: dict[str, set[str]] = {}
    for folder in folders:
        for path in folder.glob("*.bang"):
            for option, value in re.findall(r"^    option (\w+) = (\w+)$", path.read_text("utf-8"), re.M):
                found.setdefault(option, set()).add(value)
    return found


def spelled(value: object) -> str:
    return {"True": "yes", "False": "no"}.get(str(value), str(value))


@pytest.mark.parametrize("point", POINTS)
def test_what_is_left_open_is_an_option_that_is_played_both_ways(
    point: str, options: dict[str, str], played: dict[str, set[str]]
) -> None:
    for option in POINTS[point].split():
        assert option in options
        assert options[option] in played[option], f"{option}: its default"
        assert played[option] - {options[option]}, f"{option}: anything else"


def test_every_choice_of_the_table_is_played_otherwise_than_by_default(
    options: dict[str, str], played: dict[str, set[str]]
) -> None:
    assert {option for option in options if not played.get(option, set()) - {options[option]}} == ELSEWHERE


@pytest.mark.parametrize("folder", BESIDE, ids=lambda folder: folder.name)
def test_what_needs_a_pack_beside(folder: Path) -> None:
    """Fire is for other packs to bring, and setting up is over when a scenario begins."""
    assert not [result.report for result in run_path(folder, [folder]) if not result.ok]
