"""High Noon: what there is, what holds in whole games, and what stays hidden."""

import random
from typing import Any

import pytest

import bangrules as bang
from bangrules.kernel import slots as k
from bangrules.paths import cards_root
from bangrules.play import reading
from bangrules.play.log import UNSEEN

EVENTS = {
    "blessing": "Blessing", "curse": "Curse", "daltons": "The Daltons", "doctor": "The Doctor",
    "ghost_town": "Ghost Town", "gold_rush": "Gold Rush", "handcuffs": "Handcuffs", "hangover": "Hangover",
    "high_noon": "High Noon", "new_identity": "New Identity", "reverend": "The Reverend",
    "sermon": "The Sermon", "shootout": "Shootout", "thirst": "Thirst", "train_arrival": "Train Arrival",
}  # fmt: skip
FOUR = [
    {"role": "sheriff", "character": "black_jack"},
    {"role": "outlaw", "character": "rose_doolan"},
    {"role": "outlaw", "character": "lucky_duke"},
    {"role": "renegade", "character": "paul_regret"},
]


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("base", "high_noon")


def pile(game: bang.Game, zone: str) -> list[str]:
    """The events that lie in a zone, the top first."""
    cards = reading.zones_of(game.rules)[zone].cards(game)
    return [game.rules.cards[c - k.FIRST_CARD].definition.id for c in cards]


def given(rules: bang.Rules, **more: Any) -> bang.Game:
    """A table of four at which everything is asked."""
    seats = [{**seat, **more.pop(letter, {})} for seat, letter in zip(FOUR, "ABCD", strict=True)]
    return rules.new_game(seats=seats, seed=1, forced="ask", **more)


def test_events(rules: bang.Rules) -> None:
    found = [d for d in rules.by_index if d.kind == "event"]
    assert {d.id: d.name for d in found} == EVENTS
    told = {d.id: rules.tables["definitions"][d.index] for d in found}
    assert [id for id, row in told.items() if row["last"]] == ["high_noon"]
    assert all(row["text"] for row in told.values())


def test_every_event_has_scenarios() -> None:
    texts = [
        path.read_text(encoding="utf-8") for path in (cards_root() / "high_noon").rglob("scenarios/*.bang")
    ]
    for id in EVENTS:
        assert (
            sum(text.count(f"current_event {id}\n") + text.count(f"event_deck {id}") for text in texts) > 1
        ), id


def test_an_event_deck_is_nothing_to_the_base_game() -> None:
    assert "current_event" not in reading.zones_of(bang.load("base"))


def test_the_deck_of_events(rules: bang.Rules) -> None:
    """All are shuffled, the last lies at the bottom; everyone knows it, and the one that comes next."""
    tops = set()
    for seed in range(12):
        game = rules.new_game(players=5, seed=seed, forced="ask")
        deck = pile(game, "event_deck")
        assert sorted(deck) == sorted(EVENTS)
        assert deck[-1] == "high_noon"
        assert pile(game, "current_event") == []
        tops.add(deck[0])
        for seat in range(5):
            assert game.observe(seat).piles["event_deck"] == (deck[0], *[UNSEEN] * 13, "high_noon")
    assert len(tops) > 4


def test_the_next_event_may_be_hidden(rules: bang.Rules) -> None:
    game = rules.new_game(players=4, seed=1, options={"next_event_open": False})
    assert game.observe(0).piles["event_deck"][:-1] == (UNSEEN,) * 14


@pytest.mark.parametrize("both", [False, True])
def test_two_decks_are_shuffled_into_one(both: bool) -> None:
    """One of the last events is taken by chance, or both are played, one after the other."""
    mixed = bang.load("base", "high_noon", "fistful_of_cards")
    bottoms = set()
    for seed in range(12):
        game = mixed.new_game(players=4, seed=seed, options={"both_last_events": both})
        deck = pile(game, "event_deck")
        assert len(deck) == len(set(deck)) == (30 if both else 29)
        last = [id for id in deck if id in ("high_noon", "fistful_of_cards")]
        assert last == deck[-2:] if both else last == deck[-1:]
        bottoms.add(deck[-1])
    assert bottoms == {"high_noon", "fistful_of_cards"}


def test_with_both_last_events_the_first_is_covered() -> None:
    mixed = bang.load("base", "high_noon", "fistful_of_cards")
    game = given(
        mixed, turn="A", turns=1, rest=False, current_event=["high_noon"], event_deck=["fistful_of_cards"],
        options={"both_last_events": True},
    )  # fmt: skip
    assert pile(game, "current_event") == ["fistful_of_cards"]
    game = given(
        mixed, turn="A", turns=1, current_event=["high_noon"], options={"both_last_events": False}
    )  # fmt: skip
    assert pile(game, "current_event") == ["high_noon"]


@pytest.mark.parametrize("packs", [("base",), ("base", "dodge_city"), ("walking_dead",)], ids="+".join)
def test_events_in_whole_games(packs: tuple[str, ...]) -> None:
    """A new event each round from the second on; what it forbids nobody does; ghosts leave."""
    rules = bang.load(*packs, "high_noon")
    seen = set()
    for seed in range(30):
        game = rules.new_game(players=4 + seed % 4, seed=seed, forced="ask")
        rng, status = random.Random(seed), reading.fields_of(rules)["status"]
        deck = pile(game, "event_deck")
        while not game.is_over:
            past, now, left = (pile(game, zone) for zone in ("past_events", "current_event", "event_deck"))
            assert past[::-1] + now + left == deck
            seen.update(now)
            for seat in game._state[k.SEATS]:
                if status.name(game, seat) == "ghost":
                    assert now == ["ghost_town"]
                    assert seat == reading.seat_of_turn(game)
            check(game, now[0] if now else None)
            game.push(rng.choice(game.legal_actions()))
    assert seen == set(EVENTS)


def check(game: bang.Game, event: str | None) -> None:
    """What an event makes of what may be done."""
    rules, decision, seat = game.rules, game.decision, reading.seat_of_turn(game)
    assert decision is not None
    for action in game.legal_actions():
        if action.card is None or action.verb not in ("play", "answer"):
            continue
        used = (
            rules.by_index[action.form]
            if action.form is not None
            else rules.cards[action.card - k.FIRST_CARD]
        )
        kind = used if isinstance(used, bang.Definition) else used.definition
        if event == "reverend":
            assert kind.id not in ("beer", "first_aid")
        elif event == "sermon" and action.player == seat:
            assert kind.id not in ("bang", "attack")


def test_what_an_event_forbids_is_said_of_it(rules: bang.Rules) -> None:
    game = given(rules, turn="A", phase="phase_play", current_event=["sermon"], A={"hand": ["bang@4♣"]})
    reason = game.why_not(game.parse("A plays bang@4♣ on B"))
    assert reason is not None
    assert (reason.code, reason.card) == ("allowed", "The Sermon")
    assert reason.text == "The Sermon allows no BANG! in the own turn"


# ---- second characters


def spares(game: bang.Game) -> list[str]:
    return [reading.fields_of(game.rules)["spare"].name(game, seat) for seat in game._state[k.SEATS]]


def test_second_characters_are_dealt_and_hidden(rules: bang.Rules) -> None:
    for seed in range(10):
        game = rules.new_game(players=7, seed=seed)
        characters = [reading.fields_of(rules)["character"].name(game, seat) for seat in range(7)]
        assert len({*characters, *spares(game)}) == 14
        for seat in range(7):
            assert all(view.fields["spare"] == UNSEEN for view in game.observe(seat).seats)


def test_only_its_owner_sees_a_second_character(rules: bang.Rules) -> None:
    game = given(rules, turn="B", current_event=["new_identity"], B={"spare": "kit_carlson"})
    for seat in range(4):
        seen = game.observe(seat)
        assert seen.seats[1].fields["spare"] == ("kit_carlson" if seat == 1 else UNSEEN)
        told = [event.text for event in seen.events]
        assert ("B looks at Kit Carlson." in told) == (seat == 1)
        assert any("Kit Carlson" in text for text in told) == (seat == 1)
        assert ("kit_carlson" in repr(seen)) == (seat == 1)


def test_second_characters_are_guessed_among_all_that_are_left(rules: bang.Rules) -> None:
    game = given(rules, turn="B", current_event=["new_identity"], B={"spare": "kit_carlson"})
    rng = random.Random(1)
    guesses = [spares(game.determinize(0, rng)) for _ in range(60)]
    assert {len(set(guess)) for guess in guesses} == {4}
    assert len({guess[1] for guess in guesses}) > 8
    out = {seat["character"] for seat in FOUR}
    assert out.isdisjoint(id for guess in guesses for id in guess)
    assert {spares(game.determinize(1, rng))[1] for _ in range(10)} == {"kit_carlson"}


# ---- keeping


@pytest.mark.parametrize("event", EVENTS)
def test_a_game_in_any_event_is_kept(rules: bang.Rules, event: str) -> None:
    """Saved, loaded and recorded games go on the same."""
    game = given(rules, turn="B", current_event=[event], D={"status": "dead"})
    twin = bang.Game.from_dict(rules, game.to_dict())
    rng = random.Random(3)
    for _ in range(60):
        if game.is_over:
            break
        assert twin.legal_actions() == game.legal_actions()
        action = rng.choice(game.legal_actions())
        game.push(action)
        twin.push(action)
        twin = bang.Game.from_dict(rules, twin.to_dict())
    assert twin.to_dict() == game.to_dict()
    assert bang.Record.loads(game.record().dumps()).replay(rules).to_dict() == game.to_dict()


def test_all_read_which_event_is_turned_up_and_which_comes_next() -> None:
    game = bang.load("base", "high_noon").new_game(4, seed=1)
    told: list[set[str]] = [set() for _ in range(4)]
    while not game.is_over and game.observe(0).fields["turns"] < 10:
        game.push(game.legal_actions()[-1])
        for seat in range(4):
            told[seat].update(
                x for x in game.observe(seat).events.log if "turns up" in x or "next event" in x
            )
    assert len(told[0]) > 2
    assert not [sentence for sentence in told[0] if "??" in sentence]
    assert told == [told[0]] * 4
