"""A Fistful of Cards and the promotional characters: what there is, and what holds in whole games."""

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

DATA = Path(__file__).resolve().parent.parent / "data"
EVENTS = (
    *("abandoned_mine", "ambush", "blood_brothers", "dead_man", "fistful_of_cards", "hard_liquor", "judge"),
    *("lasso", "law_of_the_west", "peyote", "ranch", "ricochet", "russian_roulette", "sniper", "vendetta"),
)


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("base", "fistful_of_cards")


def event_in(game: bang.Game) -> str | None:
    """The event in force."""
    cards = reading.zones_of(game.rules)["current_event"].cards(game)
    return game.rules.cards[cards[0] - k.FIRST_CARD].definition.id if cards else None


def test_events(rules: bang.Rules) -> None:
    found = [d for d in rules.by_index if d.kind == "event"]
    assert sorted(d.id for d in found) == list(EVENTS)
    told = {d.id: rules.tables["definitions"][d.index] for d in found}
    assert [id for id, row in told.items() if row["last"]] == ["fistful_of_cards"]
    assert all(row["text"] for row in told.values())


def test_promotional_characters() -> None:
    with (DATA / "characters.csv").open(encoding="utf-8", newline="") as file:
        facts = {
            (r["character_id"], r["name"].replace('"', "").casefold(), int(r["life"]))
            for r in csv.DictReader(file)
            if r["set"] == "the_bullet"
        }
    added = [d for d in bang.load("base", "promo").by_index if d.kind == "character" and d.pack == "promo"]
    assert {(d.id, d.name.casefold(), d.number) for d in added} == facts


def test_the_deck_of_events(rules: bang.Rules) -> None:
    """All of them, shuffled, the last one at the bottom; none is in force at first."""
    tops = set()
    for seed in range(12):
        game = rules.new_game(players=5, seed=seed, forced="ask")
        deck = reading.zones_of(rules)["event_deck"].cards(game)
        ids = [rules.cards[c - k.FIRST_CARD].definition.id for c in deck]
        assert sorted(ids) == list(EVENTS)
        assert ids[-1] == "fistful_of_cards"
        assert event_in(game) is None
        tops.add(ids[0])
    assert len(tops) > 4


def check_event(game: bang.Game, event: str | None) -> None:
    """What an event makes of the position, whatever it is."""
    rules, decision = game.rules, game.decision
    assert decision is not None
    actions = game.legal_actions()
    seats = game._state[k.SEATS]
    if event == "lasso":
        assert all(reading.stat_value(game, "sight", [p]) == 1 for p in seats)
    elif event == "ambush":
        assert all(reading.stat_value(game, "seats", [p, q]) == 1 for p in seats for q in seats)
    elif event == "judge":
        for action in actions:
            if action.verb == "play" and action.card is not None and action.form is None:
                assert rules.cards[action.card - k.FIRST_CARD].definition.border == "brown"
    elif event == "law_of_the_west" and decision.name == "main":
        due = reading.fields_of(rules)["law_of_the_west.due"].value(game)
        if due is not None and due in reading.zones_of(rules)["hand"].cards(game, decision.player):
            name = rules.card_name(due)
            playable = any(a.card is not None and rules.card_name(a.card) == name for a in actions)
            assert playable is not any(a.verb == "end" for a in actions)


def test_whole_games(rules: bang.Rules) -> None:
    """All events come, all that can be used is used, and what each of them says holds."""
    came, used = Counter[str](), Counter[str]()
    turns, active = reading.fields_of(rules)["turns"], reading.fields_of(rules)["active"]
    for seed in range(60):
        rng = random.Random(seed)
        game = rules.new_game(players=4 + seed % 4, seed=seed, history=False)
        row: list[tuple[int, int]] = []
        for _ in range(20_000):
            if game.is_over:
                break
            event = event_in(game)
            came[event or ""] += 1
            check_event(game, event)
            decision = game.decision
            assert decision is not None
            if decision.name == "main":
                now = (turns.value(game), active.value(game))
                row += [now] if row[-1:] != [now] else []
                three = row[-3:]
                if len(three) == 3 and three[2][0] == three[0][0] + 2:
                    assert len({p for _, p in three}) > 1, "three turns in a row"
            action = rng.choice(game.legal_actions())
            if action.verb == "use" and action.card is None:
                used[rules.by_index[rules.tables["actions"][action.n]["owner"]].id] += 1
            elif action.verb == "use" and action.card is not None:
                used[rules.cards[action.card - k.FIRST_CARD].definition.id] += 1
            game.push(action)
        assert game.is_over
    assert set(came) == {"", *EVENTS}
    assert {"ricochet", "sniper"} <= set(used)


def scenario_texts(pack: str) -> list[str]:
    texts: list[str] = []
    for path in sorted((cards_root() / pack / "scenarios").glob("*.bang")):
        texts += re.split(r"(?m)^(?=scenario )", path.read_text(encoding="utf-8"))[1:]
    names = [text.partition('"')[2].partition('"')[0] for text in texts]
    assert len(set(names)) == len(names)
    return texts


def test_scenarios_speak_of_everything(rules: bang.Rules) -> None:
    """Each event is in several of them, each option has its other value in one; so with the characters."""
    texts = scenario_texts("fistful_of_cards")
    for id in EVENTS:
        assert sum(bool(re.search(rf"_(event|deck)\b.*\b{id}\b", text)) for text in texts) >= 3, id
    base = {option[0] for option in bang.load("base", "events").tables["options"]}
    for option in rules.tables["options"]:
        if option[0] not in base:
            assert any(f"option {option[0]} =" in text for text in texts), option[0]
    for id in ("claus_the_saint", "johnny_kisch", "uncle_will"):
        assert sum(id in text for text in scenario_texts("promo")) >= 3, id
