"""Zombie Plague: its map, its deck, how it is set up, that bots end it, what scenarios name."""

import re
from collections import Counter
from pathlib import Path

import pytest

import bangrules as bang
from bangrules.bots import make_bot, play_out
from bangrules.paths import cards_root
from bangrules.play.board import board_text
from bangrules.play.reading import fields_of, stat_value, zones_of

PACKS = ("zombie_plague", "crawlers", "baby", "traitor", "crazy_zombies")
BURNING = Path(__file__).resolve().parent.parent / "data" / "burning"


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("zombie_plague")


def names(rules: bang.Rules, of: str, numbers: object) -> set[str]:
    return {rules.value_name(f"values:{of}", n) for n in numbers}  # type: ignore[attr-defined]


def test_the_map(rules: bang.Rules) -> None:
    """The facts that are told of the small house."""
    game = rules.new_game(players=2, seed=1)
    board = rules.tables["board"]
    terrain = rules.tables["values"]["terrain"][0]
    count = Counter(terrain[t] for t in board["terrain"])
    assert count["floor"] == 146
    assert count["obstacle"] == 11
    assert count["search"] == 6
    searched = names(rules, "square", stat_value(game, "search_squares", []))
    assert searched == {"(1,1)", "(12,2)", "(5,4)", "(12,5)", "(2,8)", "(12,9)"}
    openings = names(rules, "edge", stat_value(game, "outside_openings", []))
    also = board["also"]
    told = ("(6,2)N", "(12,3)E", "(5,7)W", "(7,9)S", "(8,9)S", "(9,9)S", "(11,9)S")
    assert openings == {also.get(name, name) for name in told}
    assert len(stat_value(game, "house_squares", [])) == 53
    floor = set(stat_value(game, "floor_squares", []))
    for rim, squares in zip(("north", "east", "south", "west"), rules.ns["RIM"], strict=True):
        assert len(floor.intersection(squares)) == {"north": 13, "east": 11, "south": 13, "west": 12}[rim]


DECK = {
    "kitchen_knife": 3, "baseball_bat": 2, "hockey_stick": 2, "pistol": 3, "rifle": 1, "shotgun": 1,
    "double_barrel": 1, "chainsaw": 1,
    "car_keys": 1, "med_pak": 4, "power_drink": 4, "ammo": 4,
    "eureka": 2, "surprise": 3, "stench_of_fear": 2, "dead_resident": 2, "smash": 2, "lucky_coincidence": 1,
    "cellar": 1,
}  # fmt: skip
"""How many there are of each card: 14 weapons, 13 things, 12 events, and the cellar."""


def deck_of(rules: bang.Rules, **options: bool) -> dict[str, int]:
    game = rules.new_game(players=3, seed=5, options=options)
    cards = zones_of(rules)["search_deck"].cards(game)
    return Counter(rules.by_index[rules.definition_of(c)].id for c in cards)


def test_the_deck(rules: bang.Rules) -> None:
    """Forty cards, or one of each of the first eighteen designs; the cellar and the baby where they are."""
    assert deck_of(rules) == DECK
    assert sum(DECK.values()) == 40
    first = dict.fromkeys(DECK.keys() - {"cellar"}, 1)
    assert len(first) == 18
    assert deck_of(rules, original_deck=True) == first
    assert deck_of(rules, cellar_is_found=False) == {c: n for c, n in DECK.items() if c != "cellar"}
    others = bang.load("zombie_plague", "crawlers", "baby", "traitor", "crazy_zombies")
    assert deck_of(others) == DECK | {"baby_card": 1}
    assert deck_of(others, baby_from_the_start=True) == DECK


@pytest.mark.parametrize(("players", "figures"), [(2, 4), (3, 4), (4, 3), (5, 4), (6, 5)])
def test_b1_b3_setting_up(rules: bang.Rules, players: int, figures: int) -> None:
    """B1: so many human figures; B3: a zombie on one edge, the humans on the opposite one."""
    game = rules.new_game(players=players, seed=players)
    humans = stat_value(game, "humans", [])
    assert len(humans) == figures
    spot = fields_of(rules)["spot"]
    while any(spot.value(game, h) is None for h in humans):
        game.push(game.legal_actions()[0])  # where each figure comes in
    (zombie,) = stat_value(game, "dead_ones", [])
    rims = [set(rim) for rim in rules.ns["RIM"]]
    there = [d for d, rim in enumerate(rims) if spot.value(game, zombie) in rim]
    assert any(all(spot.value(game, h) in rims[(d + 2) % 4] for h in humans) for d in there)
    assert fields_of(rules)["most_zombies"].value(game) == 4 * figures


def test_every_rule_is_named_by_a_scenario() -> None:
    """S1 to S35 and B1 to B31; setting up (B1 and B3) is tested above."""
    found: set[str] = {"B1", "B3"}
    files = [*(f for pack in PACKS for f in (cards_root() / pack / "scenarios").glob("*.bang"))]
    for path in [*files, BURNING / "fire.bang"]:
        for title in re.findall(r'^scenario "([^"]*)"', path.read_text("utf-8"), re.M):
            found.update(re.findall(r"\b(?:S|B|Z)\d+\b", title))
    assert {f"S{i}" for i in range(1, 36)} <= found
    assert {f"B{i}" for i in range(1, 32)} <= found
    assert {f"Z{i:02}" for i in range(1, 31)} <= found


def test_how_many_zombies_there_are_at_the_start(rules: bang.Rules) -> None:
    for wanted in (0, 1, 3):
        game = rules.new_game(players=3, seed=4, options={"start_zombies": wanted})
        while not stat_value(game, "living_squares", []):
            game.push(game.legal_actions()[0])
        assert len(stat_value(game, "dead_ones", [])) == wanted


def test_the_board_as_text(rules: bang.Rules) -> None:
    game = rules.new_game(players=3, seed=2)
    while not stat_value(game, "dead_ones", []):
        game.push(game.legal_actions()[0])
    text = board_text(rules, game._state)
    assert len(text.split("\n")) == 26
    assert "Z1" in text
    assert board_text(bang.load("base"), []) == ""


def test_bots_end_it(rules: bang.Rules) -> None:
    game = rules.new_game(players=6, seed=3, options={"night_falls": 6}, history=False)
    play_out(game, [make_bot("sensible", seat) for seat in range(6)])
    assert game.is_over


def test_who_the_traitor_is_does_not_show() -> None:
    """Whoever it is, the others see the same, and all humans are asked alike."""
    rules = bang.load("zombie_plague", "traitor")
    views = []
    for traitor in "AB":
        seats = [
            {"role": "living", "crew": [f"human@{i + 1}"], "traitor": "AB"[i] == traitor} for i in range(2)
        ]
        seats.append({"role": "living", "crew": ["human@3"]})
        seats.append({"role": "zombie_player"})
        spots = {"human@1": "(6,6)", "human@2": "(7,7)", "human@3": "(8,5)"}
        game = rules.new_game(seats=seats, seed=4, turn="A", spot=spots)
        asked = []
        for _ in range(3):
            assert game.decision is not None
            asked.append((game.decision.seat, [str(a) for a in game.legal_actions()]))
            game.push(game.legal_actions()[-1])
        views.append((repr(game.observe(2)), game.observe(2), asked))
    assert views[0][0] == views[1][0]
    assert views[0][1] == views[1][1]
    assert views[0][2] == views[1][2]
