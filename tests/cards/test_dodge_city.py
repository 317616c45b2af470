"""Dodge City: its cards beside those of the base game, and that scenarios speak of all of them."""

import csv
import random
import re
from collections import Counter
from pathlib import Path

import pytest

import bangrules as bang
from bangrules.kernel import slots as k
from bangrules.paths import cards_root
from bangrules.play import reading
from tests.ruling_steps import plain

DATA = Path(__file__).resolve().parent.parent / "data"
SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣", "": ""}


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("base", "dodge_city")


def test_deck(rules: bang.Rules) -> None:
    """Every card that it adds, its name, rank, suit, border and range, and how often it is there."""
    with (DATA / "cards.csv").open(encoding="utf-8", newline="") as file:
        facts = Counter(
            (r["card_id"], r["name"], r["rank"] + SIGNS[r["suit"]], r["range"], r["border"])
            for r in csv.DictReader(file)
            if r["set"] == "dodge_city"
        )
    deck: Counter[tuple[str, ...]] = Counter()
    for card in rules.cards:
        d = card.definition
        if card.pack == "dodge_city":
            border = "blue" if d.border == "weapon" else str(d.border)
            deck[d.id, d.name, card.face, "" if d.number is None else str(d.number), border] += 1
    assert deck == facts
    assert deck.total() == 40
    assert len(rules.cards) == 120


def test_characters(rules: bang.Rules) -> None:
    """Each with the name and life of the facts, a text, and several scenarios that it takes part in."""
    with (DATA / "characters.csv").open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["set"] == "dodge_city"]
    facts = {(r["character_id"], plain(r["name"]), int(r["life"])) for r in rows}
    found = {d for d in rules.by_index if d.kind == "character" and d.pack == "dodge_city"}
    assert {(d.id, plain(d.name), d.number) for d in found} == facts
    assert len(found) == 15
    assert all(d.text for d in found)
    paths = (cards_root() / "dodge_city" / "scenarios").glob("*.bang")
    texts = [x for p in paths for x in re.split(r"(?m)^(?=scenario )", p.read_text(encoding="utf-8"))]
    for d in found:
        assert sum(bool(re.search(rf"(?m)^ +seat .*\b{d.id}\b", text)) for text in texts) >= 4, d.id


def test_vera_custer_copies_everyone(rules: bang.Rules) -> None:
    """In some scenario she has what each other character has, those of the base game among them."""
    path = cards_root() / "dodge_city" / "scenarios" / "vera_custer.bang"
    text = path.read_text(encoding="utf-8")
    for d in rules.by_index:
        if d.kind == "character" and d.id != "vera_custer":
            assert f'scenario "Vera Custer as {d.name}' in text, d.id


def test_random_games_end(rules: bang.Rules) -> None:
    """In whole games every new card is played, green ones wait for the next turn, and somebody wins."""
    played = Counter[tuple[str, str]]()
    turns, table = reading.fields_of(rules)["turns"], reading.zones_of(rules)["table"]
    for seed in range(40):
        rng = random.Random(seed)
        game = rules.new_game(players=4 + seed % 4, seed=seed, history=False)
        laid: dict[str, int] = {}
        for _ in range(20_000):
            if game.is_over:
                break
            action = rng.choice(game.legal_actions())
            if action.card is not None and action.verb in ("play", "use", "answer"):
                card = rules.cards[action.card - k.FIRST_CARD]
                played[card.definition.id, action.verb] += 1
                if card.definition.border == "green" and action.verb == "play":
                    laid[card.id] = turns.value(game)
                elif card.definition.border == "green":
                    assert laid.pop(card.id) < turns.value(game)
            game.push(action)
            for seat in range(len(game.players)):
                names = [rules.cards[c - k.FIRST_CARD].definition.name for c in table.cards(game, seat)]
                assert len(names) == len(set(names))
        assert game.is_over
    for d in rules.by_index:
        if d.kind == "card" and d.pack == "dodge_city":
            verbs = {verb for id, verb in played if id == d.id}
            assert len(verbs) == (2 if d.border == "green" else 1), (d.id, verbs)


def test_scenarios_speak_of_every_card(rules: bang.Rules) -> None:
    """Every card takes part in some of them, every option has its other value in one."""
    texts = []
    for path in sorted((cards_root() / "dodge_city" / "scenarios").glob("*.bang")):
        texts += re.split(r"(?m)^(?=scenario )", path.read_text(encoding="utf-8"))[1:]
    names = [text.partition('"')[2].partition('"')[0] for text in texts]
    assert len(set(names)) == len(names)
    for d in rules.by_index:
        if d.kind == "card" and d.pack == "dodge_city":
            assert sum(bool(re.search(rf"\b{d.id}\b", text)) for text in texts) >= 2, d.id
            assert d.text, d.id
    base = {option[0] for option in bang.load("base").tables["options"]}
    for option in rules.tables["options"]:
        if option[0] not in base:
            assert any(f"option {option[0]} =" in text for text in texts), option[0]
