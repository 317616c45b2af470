"""Zombie Plague: its map, its deck, how it is set up, that bots end it, what scenarios name."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

import bangrules as bang
from bangrules.bots import View, make_bot, play_out
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


def test_the_board_shows_what_is_barred_and_what_is_searched(rules: bang.Rules) -> None:
    game = rules.new_game(
        seats=[{"role": "living", "crew": ["human@1"]}, {"role": "zombie_player"}],
        spot={"human@1": "(8,5)"}, barricades=["(12,3)E"], smashed=["(6,2)N"], searched={"(1,1)": True},
        turn="A", seed=1,
    )  # fmt: skip
    lines = board_text(rules, game._state).split("\n")
    assert lines[4].startswith(" 1  .  | X*   .  ")
    assert "----+ W  +----" in lines[5]  # a barricade was there once
    assert lines[8].endswith(" .  # .")
    assert "*" not in "".join(lines[:4] + lines[5:])


def test_the_log_tells_where_everyone_begins_comes_in_and_goes(rules: bang.Rules) -> None:
    """With the log alone one could move the figures on a board of one's own."""
    squares = rules.tables["values"]["square"][0]
    fields = fields_of(rules)
    game = rules.new_game(players=4, seed=3)
    bots = [make_bot("random", seed) for seed in range(4)]
    told: dict[str, str] = {}
    ways: set[str] = set()
    for _ in range(400):
        for sentence in game.events.log:
            found = re.fullmatch(r"(\w+ \d+) (begins on|comes in on|is now on) (\(\d+,\d+\))\.", sentence)
            if found is not None:
                told[found[1]] = found[3]
                ways.add(found[2])
        standing = {
            str(card): squares[fields["spot"].value(game, card.index)]
            for card in rules.cards
            if fields["spot"].value(game, card.index) is not None
        }
        assert {name: told[name] for name in standing} == standing
        if game.is_over:
            break
        actions = game.legal_actions()
        game.push(bots[actions[0].player].choose(View(game, actions)))
    assert ways == {"begins on", "comes in on", "is now on"}


def test_sentences_begin_with_a_capital_letter(rules: bang.Rules) -> None:
    game = rules.new_game(players=2, seed=1, options={"night_falls": 1})
    while not game.is_over:
        game.push(game.legal_actions()[-1])
    assert game.events.log[-2:] == ("Night fell.", "The game is over: B won.")


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


def test_everyone_is_told_of_all_that_lies_on_the_board() -> None:
    """Figures, and what was found, lie open: no sentence about them hides which they are."""
    game = bang.load(*PACKS).new_game(players=4, seed=1, history=False)
    rng = random.Random(1)
    told: set[str] = set()
    for n in range(2500):
        if game.is_over:
            break
        game.push(rng.choice(game.legal_actions()))
        told.update(game.events.log)
        assert game.observe(n % 4).events.log == game.events.log
    assert any("is wounded." in sentence for sentence in told)


def test_a_declaration_is_told_once() -> None:
    game = bang.load("zombie_plague", "traitor").new_game(
        seats=[
            {"role": "living", "crew": ["human@1"], "traitor": True},
            {"role": "living", "crew": ["human@2"]},
            {"role": "zombie_player"},
        ],
        seed=4,
        turn="A",
        spot={"human@1": "(6,6)", "human@2": "(7,7)"},
    )
    (yes,) = (action for action in game.legal_actions() if action.value is True)
    for seat in (None, 0, 1, 2):
        after = game.copy()
        after.push(yes)
        log = (after if seat is None else after.observe(seat)).events.log
        assert len([sentence for sentence in log if "is the traitor!" in sentence]) == 1


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_sensible_traitor_keeps_silent(seed: int) -> None:
    """In the first two rounds nobody declares, not even to go on without action points, unless it wins."""
    rules = bang.load("zombie_plague", "traitor")
    game = rules.new_game(players=4, seed=seed, history=False)
    bots = [make_bot("sensible", 10 * seed + seat) for seat in range(4)]
    fields = fields_of(rules)
    while fields["rounds_played"].value(game) < 2 and not game.is_over:
        view = View(game, game.legal_actions())
        game.push(bots[view.seat].choose(view))
        declared = [seat for seat in range(4) if fields["unmasked"].value(game, seat)]
        outcome = game.outcome()
        assert not declared or (outcome is not None and list(outcome.winners) == declared)
