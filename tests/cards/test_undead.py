"""The undead: who they are, what they may play and what touches them, in every position of random games."""

import random
import re
from collections.abc import Iterator

import pytest

import bangrules as bang
from bangrules.kernel import slots as k
from bangrules.paths import cards_root
from bangrules.play import reading

PLAYED = {
    *("bang", "duel", "panic", "cat_balou", "indians", "dynamite", "pepperbox", "knife", "punch"),
    *("buffalo_rifle", "howitzer", "derringer", "can_can", "brawl"),
}
UNHURT = {
    *("knife", "punch", "buffalo_rifle", "cat_balou", "howitzer", "derringer", "can_can", "indians"),
    "brawl",
}
LONGEST = 20_000


@pytest.fixture(scope="module", params=[("base", "undead"), ("base", "dodge_city", "undead")])
def rules(request: pytest.FixtureRequest) -> bang.Rules:
    return bang.load(*request.param)


def games(rules: bang.Rules, number: int) -> Iterator[tuple[int, random.Random, bang.Game]]:
    """Games at all tables that there are."""
    tables = range(3, 9) if "dodge_city" in rules.packs else range(4, 8)
    for seed in range(number):
        yield (
            seed,
            random.Random(seed),
            rules.new_game(players=tables[seed % len(tables)], seed=seed, history=False),
        )


class Look:
    """What is to be seen of a game's players."""

    def __init__(self, game: bang.Game) -> None:
        fields, zones = reading.fields_of(game.rules), reading.zones_of(game.rules)
        seats = game._state[k.SEATS]
        self.status = [fields["status"].name(game, s) for s in seats]
        self.life = [fields["life"].value(game, s) for s in seats]
        self.most = [reading.stat_value(game, "max_life", [s]) for s in seats]
        self.shown = [fields["role"].is_shown(game, s) for s in seats]
        self.cards = [[*zones["hand"].cards(game, s), *zones["table"].cards(game, s)] for s in seats]

    def count(self, status: str) -> int:
        return self.status.count(status)


def test_every_position(rules: bang.Rules) -> None:
    """Who falls rises once and regains no life; who is gone stays gone; being more ends the game."""
    seen = set()
    for seed, rng, game in games(rules, 60):
        before = Look(game)
        for _ in range(LONGEST):
            if game.is_over:
                break
            action = rng.choice(game.legal_actions())
            status = before.status[action.player]
            assert status != "out", "gone for good"
            if status == "undead" and action.verb == "play" and action.card is not None:
                card = rules.cards[action.card - k.FIRST_CARD].definition
                played = card if action.form is None else rules.by_index[action.form]
                assert played.id in PLAYED, action
                if action.target is not None and action.target < k.FIRST_CARD:
                    aimed = before.status[action.target]
                    assert aimed == "alive" or action.target == action.player or played.id in UNHURT, action
            game.push(action)
            now = Look(game)
            for s, status in enumerate(now.status):
                seen.add((before.status[s], status))
                if status == "undead" == before.status[s]:
                    assert now.life[s] <= before.life[s]
                if status != "alive":
                    assert now.shown[s]
                if status in ("out", "dead"):
                    assert not now.cards[s]
                    assert now.life[s] == 0
                assert now.life[s] <= now.most[s]
            assert game.is_over or now.count("undead") + now.count("dead") <= now.count("alive"), seed
            before = now
        outcome = game.outcome()
        assert outcome is not None, seed
        won = {before.status[s] for s in outcome.winners}
        if before.count("undead") > before.count("alive"):
            assert {s for s, status in enumerate(before.status) if status == "undead"} == set(outcome.winners)
        else:
            assert not won & {"undead", "out"}
    assert {("alive", "undead"), ("undead", "out")} <= seen
    assert not {(a, b) for a, b in seen if b == "alive" != a or a == "out" != b}


def test_cards(rules: bang.Rules) -> None:
    """What they may play and what does nothing to them, told by the rules' own questions."""
    game = rules.new_game(
        seats=[
            {"role": "sheriff", "character": "black_jack"},
            {"role": "outlaw", "character": "lucky_duke", "status": "undead"},
            {"role": "outlaw", "character": "jesse_jones"},
            {"role": "renegade", "character": "kit_carlson"},
        ],
        turn="A", phase="phase_play", seed=1,
    )  # fmt: skip
    ids = {card.definition.id for card in rules.cards}

    def those(*stats: str) -> set[str]:
        return {
            card.definition.id
            for card in rules.cards
            for stat in stats
            if reading.stat_value(game, stat, [card.index])
        }

    assert those("for_the_undead") == PLAYED & ids
    assert those("misfires", "harmless") == UNHURT & ids


def test_scenarios_speak_of_every_option_and_card(rules: bang.Rules) -> None:
    texts = []
    for path in sorted((cards_root() / "undead" / "scenarios").glob("*.bang")):
        texts += re.split(r"(?m)^(?=scenario )", path.read_text(encoding="utf-8"))[1:]
    names = [text.partition('"')[2].partition('"')[0] for text in texts]
    assert len(set(names)) == len(names)
    others = {option[0] for option in bang.load("base", "dodge_city").tables["options"]}
    for option in rules.tables["options"]:
        if option[0] not in others:
            assert any(f"option {option[0]} =" in text for text in texts), option[0]
    for id in PLAYED | UNHURT:
        assert any(re.search(rf"\b{id}@", text) for text in texts), id
