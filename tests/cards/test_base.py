"""The base game: its deck, characters and roles, how it is set up, and that scenarios speak of all of it."""

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

import bangrules as bang
from bangrules.paths import cards_root
from bangrules.play import reading

DATA = Path(__file__).resolve().parent.parent / "data"
SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣", "": ""}
ROLES = {
    4: "sheriff renegade outlaw outlaw",
    5: "sheriff renegade outlaw outlaw deputy",
    6: "sheriff renegade outlaw outlaw outlaw deputy",
    7: "sheriff renegade outlaw outlaw outlaw deputy deputy",
}


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("base")


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table of facts that are of the base game."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["set"] == "base"]


def test_deck(rules: bang.Rules) -> None:
    """Every card, its name, rank, suit, border and range, and how often it is there."""
    facts = Counter(
        (r["card_id"], r["name"], r["rank"] + SIGNS[r["suit"]], r["range"], r["border"])
        for r in rows("cards.csv")
    )
    deck: Counter[tuple[str, ...]] = Counter()
    for card in rules.cards:
        d = card.definition
        border = "blue" if d.border == "weapon" else str(d.border)
        deck[d.id, d.name, card.face, "" if d.number is None else str(d.number), border] += 1
    assert deck == facts
    assert deck.total() == 80


def test_characters(rules: bang.Rules) -> None:
    facts = {(r["character_id"], r["name"], int(r["life"])) for r in rows("characters.csv")}
    found = {(d.id, d.name, d.number) for d in rules.by_index if d.kind == "character"}
    assert found == facts
    assert len(found) == 16


@pytest.mark.parametrize("players", ROLES)
def test_setting_up(rules: bang.Rules, players: int) -> None:
    """Roles by the table, one character each, a card for each life point, the Sheriff known and first."""
    zones, fields = reading.zones_of(rules), reading.fields_of(rules)
    firsts = set()
    for seed in range(10):
        game = rules.new_game(players=players, seed=seed, forced="ask")
        roles = [fields["role"].name(game, s) for s in range(players)]
        assert Counter(roles) == Counter(ROLES[players].split())
        assert len({fields["character"].name(game, s) for s in range(players)}) == players
        first = roles.index("sheriff")
        firsts.add(first)
        assert reading.seat_of_turn(game) == first
        assert [fields["role"].is_shown(game, s) for s in range(players)] == [
            s == first for s in range(players)
        ]
        for s in range(players):
            printed = rules.definitions[fields["character"].name(game, s)].number
            assert printed is not None
            assert fields["life"].value(game, s) == printed + (s == first)
        held = sum(len(zones["hand"].cards(game, s)) for s in range(players))
        assert held + len(zones["deck"].cards(game)) + len(zones["discards"].cards(game)) == 80
        others = [s for s in range(players) if s != first]
        assert all(len(zones["hand"].cards(game, s)) == fields["life"].value(game, s) for s in others)
    assert len(firsts) > 1


def test_characters_to_choose_from(rules: bang.Rules) -> None:
    game = rules.new_game(players=4, seed=1, options={"characters_each": 2})
    dealt = []
    for seat in range(4):
        decision = game.decision
        assert decision is not None
        assert (decision.player, decision.text) == (seat, "your character")
        assert len(game.legal_actions()) == 2
        dealt += [str(a) for a in game.legal_actions()]
        game.push(game.legal_actions()[1])
    assert len(set(dealt)) == 8
    assert game.decision is not None
    assert game.decision.name == "main" or game.decision.kind == "choice"


def test_random_games_end(rules: bang.Rules) -> None:
    """Hundreds of moves of all kinds leave every card where cards can be, and somebody wins."""
    import random

    for seed in range(20):
        rng = random.Random(seed)
        game = rules.new_game(players=4 + seed % 4, seed=seed, history=False)
        for _ in range(20_000):
            if game.is_over:
                break
            game.push(rng.choice(game.legal_actions()))
        assert game.is_over


def scenario_texts() -> dict[str, str]:
    """The scenarios of the base game by name."""
    found = {}
    for path in sorted((cards_root() / "base" / "scenarios").glob("*.bang")):
        for text in re.split(r"(?m)^(?=scenario )", path.read_text(encoding="utf-8"))[1:]:
            name = text.partition('"')[2].partition('"')[0]
            assert name not in found, f"two scenarios are called {name}"
            found[name] = text
    return found


def test_scenarios_speak_of_everything(rules: bang.Rules) -> None:
    """Every card is somewhere, every character and role takes part, every option has its other value."""
    texts = scenario_texts().values()
    ids = {d.id for d in rules.by_index if d.kind in ("card", "character", "role")}
    assert len(ids) == 22 + 16 + 4
    for id in ids:
        assert sum(bool(re.search(rf"\b{id}\b", text)) for text in texts) >= 2, id
    for option in rules.tables["options"]:
        if option[0] != "characters_each":
            assert any(f"option {option[0]} =" in text for text in texts), option[0]
