"""Games that begin from a given table."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

import bangrules as bang
from bangrules.play import reading

Seats = list[dict[str, Any]]
FOUR: Seats = [
    {"role": "sheriff", "character": "willy_the_kid"},
    {"role": "outlaw", "character": "rose_doolan"},
    {"role": "outlaw", "character": "lucky_duke"},
    {"role": "renegade", "character": "paul_regret"},
]


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("base")


def four(**more: dict[str, Any]) -> Seats:
    """Four seats, with more for those named by their letters."""
    seats = copy.deepcopy(FOUR)
    for letter, pieces in more.items():
        seats["ABCD".index(letter)].update(pieces)
    return seats


def cards(game: bang.Game, zone: str, seat: int = 0) -> list[str]:
    """The cards of a zone, by name."""
    return [game.rules.card_name(c) for c in reading.zones_of(game.rules)[zone].cards(game, seat)]


def value(game: bang.Game, field: str, seat: int = 0) -> str:
    return reading.fields_of(game.rules)[field].name(game, seat)


def all_cards(game: bang.Game) -> list[str]:
    zones = reading.zones_of(game.rules).values()
    return [c for z in zones for s in (range(8) if z.of_player else (0,)) for c in cards(game, z.id, s)]


# ---- what can be given


def test_fields_and_zones(rules: bang.Rules) -> None:
    seats = four(
        A={"hand": ["bang@A♠", "beer@6H"], "table": ["schofield@J♣"], "life": 2},
        B={"status": "dead"},
        D={"again": "yes"},
    )
    game = rules.new_game(
        seats=seats, turn="A", phase="phase_play", deck=["9♥", "bang@2♦"], discards=["duel@J♠"], seed=3
    )
    assert cards(game, "hand") == ["bang@A♠", "beer@6♥"]
    assert cards(game, "table") == ["schofield@J♣"]
    assert cards(game, "deck")[:2] == ["beer@9♥", "bang@2♦"]
    assert cards(game, "discards") == ["duel@J♠"]
    assert [value(game, "life", s) for s in range(4)] == ["2", "0", "4", "3"]
    assert [value(game, "status", s) for s in range(4)] == ["alive", "dead", "alive", "alive"]
    assert value(game, "again", 3) == "yes"
    assert value(game, "active") == "A"
    assert sorted(all_cards(game)) == sorted(c.id for c in rules.cards)


def test_what_is_not_given_is_made_ready(rules: bang.Rules) -> None:
    """Life from the character and the role; who is out, and the Sheriff, is known to all."""
    game = rules.new_game(seats=four(C={"status": "dead"}), seed=1)
    role = reading.fields_of(rules)["role"]
    assert [value(game, "life", s) for s in range(4)] == ["5", "4", "0", "3"]
    assert [role.is_shown(game, s) for s in range(4)] == [True, False, True, False]
    assert value(game, "fallen") == "C"


def test_a_face_alone_is_any_card_that_bears_it(rules: bang.Rules) -> None:
    """Cards named in full are placed first, wherever they stand."""
    ninth = sorted(c.id for c in rules.cards if c.face == "9♥")
    assert len(ninth) == 2
    seats = four(A={"hand": ["9♥"]}, B={"hand": [ninth[0]]})
    game = rules.new_game(seats=seats, phase="phase_play", seed=1)
    assert cards(game, "hand", 0) == [ninth[1]]
    assert cards(game, "hand", 1) == [ninth[0]]


def test_a_name_alone_is_any_of_its_cards(rules: bang.Rules) -> None:
    game = rules.new_game(seats=four(A={"hand": ["barrel", "barrel"]}), phase="phase_play", seed=1)
    assert sorted(cards(game, "hand")) == ["barrel@K♠", "barrel@Q♠"]


def test_equal_copies(rules: bang.Rules) -> None:
    game = rules.new_game(seats=four(A={"hand": ["stagecoach@9♠"] * 2}), phase="phase_play", seed=1)
    assert cards(game, "hand") == ["stagecoach@9♠"] * 2
    assert [str(a) for a in game.legal_actions()] == ["A plays stagecoach@9♠", "A ends"]


def test_cards_as_objects_and_players_as_numbers(rules: bang.Rules) -> None:
    card = rules.cards[0]
    game = rules.new_game(seats=four(A={"hand": [card]}), turn=0, phase="phase_play", fallen=[1], seed=1)
    assert cards(game, "hand") == [card.id]
    assert value(game, "fallen") == "B"


def test_what_is_given_beats_what_is_made_ready(rules: bang.Rules) -> None:
    seats = four(B={"status": "dead", "life": 1}, C={"status": "dead"})
    game = rules.new_game(seats=seats, fallen=["C", "B"], turns=7, forced="ask", seed=1)
    assert value(game, "life", 1) == "1"
    assert value(game, "fallen") == "C, B"
    assert value(game, "turns") == "8"  # the turn that has begun


def test_the_rest_goes_under_the_deck_and_is_shuffled(rules: bang.Rules) -> None:
    decks = {
        tuple(
            cards(
                rules.new_game(seats=FOUR, phase="phase_play", deck=["duel@J♠"], forced="ask", seed=s), "deck"
            )
        )
        for s in range(5)
    }
    assert len(decks) == 5
    assert {deck[0] for deck in decks} == {"duel@J♠"}
    assert {len(deck) for deck in decks} == {80}


def test_without_the_rest(rules: bang.Rules) -> None:
    game = rules.new_game(seats=four(A={"hand": ["2♣"]}), phase="phase_play", deck=["3♣"], rest=False, seed=1)
    assert all_cards(game) == ["bang@3♣", "bang@2♣"]


def test_options(rules: bang.Rules) -> None:
    def legal(**options: Any) -> list[str]:
        seats = four(A={"hand": ["schofield@J♣"], "table": ["schofield@Q♣"]})
        game = rules.new_game(seats=seats, phase="phase_play", options=options, forced="ask", seed=1)
        return [str(a) for a in game.legal_actions()]

    assert legal() == ["A ends"]
    assert legal(same_weapon_again=True) == ["A plays schofield@J♣", "A ends"]
    assert legal(same_weapon_again="yes") == legal(same_weapon_again=True)


# ---- where it begins


def events(game: bang.Game) -> list[str]:
    return list(game.events.log)


def test_phases(rules: bang.Rules) -> None:
    """The parts of a turn before the given one are passed over, with all that hangs on them."""
    seats = four(B={"table": ["jail@J♠"], "hand": ["2♣", "3♣"], "life": 1})
    deck = ["5♣", "6♣", "7♣", "8♣"]

    def begun(phase: str | None) -> tuple[int, int, list[str], list[str]]:
        game = rules.new_game(seats=seats, turn="B", phase=phase, deck=deck, seed=1)
        decision = game.decision
        assert decision is not None
        turn = reading.seat_of_turn(game)
        assert turn is not None
        return turn, decision.player, cards(game, "table", 1), cards(game, "hand", 1)

    assert begun(None) == begun("begin") == (2, 2, [], ["bang@2♣", "bang@3♣"])
    assert begun("phase_draw") == (1, 1, ["jail@J♠"], ["bang@2♣", "bang@3♣", "bang@5♣", "bang@6♣"])
    assert begun("phase_play") == (1, 1, ["jail@J♠"], ["bang@2♣", "bang@3♣"])
    assert begun("phase_discard") == (1, 1, ["jail@J♠"], ["bang@2♣", "bang@3♣"])


def test_the_next_turns_are_whole(rules: bang.Rules) -> None:
    game = rules.new_game(seats=four(), turn="A", phase="phase_play", deck=["2♣", "3♣"], forced="ask", seed=1)
    game.push("A ends")
    assert reading.seat_of_turn(game) == 1
    assert cards(game, "hand", 1) == ["bang@2♣", "bang@3♣"]


def test_a_turn_of_who_is_out_goes_to_the_next(rules: bang.Rules) -> None:
    game = rules.new_game(seats=four(B={"status": "dead"}), turn="B", seed=1)
    assert reading.seat_of_turn(game) == 2


def test_seed(rules: bang.Rules) -> None:
    def deck(seed: int) -> list[str]:
        return cards(rules.new_game(seats=FOUR, seed=seed), "deck")

    assert deck(1) == deck(1) != deck(2)


def test_forced(rules: bang.Rules) -> None:
    """A pass that is the only action is asked for, or passed over."""
    seats = four(A={"hand": ["bang@A♠", "2♣"]})

    def seat(forced: str) -> int:
        game = rules.new_game(seats=seats, phase="phase_play", forced=forced, seed=1)
        game.push("A plays bang@A♠ on B")
        decision = game.decision
        assert decision is not None
        return decision.player

    assert (seat("ask"), seat("resolve")) == (1, 0)


# ---- what cannot be


def changed(**more: dict[str, Any]) -> dict[str, Any]:
    return {"seats": four(**more)}


BAD: list[tuple[dict[str, Any], str | None, str | None, str]] = [
    (changed(A={"hand": ["bang@A♠"]}, B={"hand": ["bang@A♠"]}), "B", "hand", "is in the game only once"),
    (changed(A={"hand": ["stagecoach@9♠"] * 3}), "A", "hand", "only twice"),
    (changed(A={"hand": ["bang@A♠"]}) | {"deck": ["bang@A♠"]}, None, "deck", "only once"),
    (changed(A={"hand": ["6♥"] * 2}), "A", "hand", "no card `6♥` is left"),
    (changed(A={"hand": ["gatling"] * 2}), "A", "hand", "no card `gatling` is left"),
    (changed(A={"hand": ["bnag@A♠"]}), "A", "hand", "did you mean `bang@A♠`?"),
    (changed(A={"hand": ["bang@A♣"]}), "A", "hand", "there is no card `bang@A♣`"),
    (changed(A={"hand": "bang@A♠"}), "A", "hand", "expected a list of cards"),
    (changed(A={"hand": [7]}), "A", "hand", "a card is written as"),
    (changed(A={"hand": None}), "A", "hand", "expected a list of cards"),
    (changed(A={"life": -1}), "A", "life", "expected a number from 0 on, not -1"),
    (changed(A={"life": True}), "A", "life", "expected a number from 0 on, not True"),
    (changed(A={"life": "5"}), "A", "life", "expected a number from 0 on, not '5'"),
    (changed(A={"life": 10**12}), "A", "life", "expected a number"),
    (changed(A={"role": "sherif"}), "A", "role", "did you mean `sheriff`?"),
    (changed(A={"role": "bang"}), "A", "role", "`bang` is a card, not a role"),
    (changed(A={"role": 3}), "A", "role", "expected the name of a role, not 3"),
    (changed(A={"role": None}), "A", "role", "expected the name of a role"),
    (changed(B={"character": "sheriff"}), "B", "character", "`sheriff` is a role, not a character"),
    (changed(B={"status": "dad"}), "B", "status", "did you mean `dead`?"),
    (changed(B={"again": "perhaps"}), "B", "again", "expected yes or no"),
    (changed(B={"lief": 3}), "B", "lief", "did you mean `life`?"),
    (changed(B={"deck": []}), "B", "deck", "no field or zone of a player called `deck`"),
    ({"seats": [*FOUR[:3], {"role": "renegade"}]}, "D", "character", "not given, and there is no default"),
    ({"seats": FOUR[:1]}, None, "seats", "a table has 2 to 8 seats, not 1"),
    ({"seats": FOUR * 2 + FOUR[:1]}, None, "seats", "a table has 2 to 8 seats, not 9"),
    ({"seats": {"A": FOUR[0]}}, None, "seats", "expected a list"),
    ({"seats": [*FOUR[:3], "sheriff"]}, "D", None, "expected a mapping"),
    ({"seats": FOUR, "turn": "E"}, None, "turn", "there is no seat 'E' at a table of 4"),
    ({"seats": FOUR, "turn": 4}, None, "turn", "there is no seat 4"),
    ({"seats": FOUR, "phase": "phase_ply"}, None, "phase", "did you mean `phase_play`?"),
    ({"seats": FOUR, "phase": "ELIMINATE"}, None, "phase", "`turn` has no phase `ELIMINATE`"),
    ({"seats": FOUR, "hand": []}, None, "hand", "no field or zone of the game called `hand`"),
    ({"seats": FOUR, "dek": []}, None, "dek", "did you mean `deck`?"),
    ({"seats": FOUR, "fallen": ["F"]}, None, "fallen", "there is no seat 'F'"),
    ({"seats": FOUR, "fallen": "B"}, None, "fallen", "expected a list"),
    ({"seats": FOUR, "turns": "three"}, None, "turns", "expected a number"),
    ({"seats": FOUR, "options": {"deaths_wat": True}}, None, "options", "did you mean `deaths_wait`?"),
    ({"seats": FOUR, "options": {"deaths_wait": 3}}, None, "option deaths_wait", "expected yes or no"),
    ({"players": 9}, None, "players", "4 to 7 players, not 9"),
    ({"players": 3}, None, "players", "4 to 7 players, not 3"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "seat", "field", "says"), BAD, ids=[b[3] for b in BAD])
def test_impossible(
    rules: bang.Rules, table: dict[str, Any], seat: str | None, field: str | None, says: str
) -> None:
    """The error names seat and field, and no game is made."""
    with pytest.raises(bang.TableError) as error:
        rules.new_game(seed=1, **table)
    assert (error.value.seat, error.value.field) == (seat, field)
    assert says in str(error.value)
    if seat is not None:
        assert f"seat {seat}" in str(error.value)


def test_a_table_that_ends_at_once_is_an_error(tmp_path: Any) -> None:
    """What makes a table ready may not ask anybody."""
    pack = tmp_path / "asking"
    pack.mkdir()
    (pack / "asking.bang").write_text(
        'pack asking "Asking"\n    requires base\n'
        'after ready_table:\n    for p in everyone: p chooses "a player" q in everyone\n',
        encoding="utf-8",
    )
    rules = bang.load("base", "asking", paths=[tmp_path])
    with pytest.raises(bang.RuleError, match="ready_table"):
        rules.new_game(seats=FOUR, seed=1)


# ---- rules of other games


def load(tmp_path: Any, text: str) -> bang.Rules:
    pack = tmp_path / "other"
    pack.mkdir()
    (pack / "other.bang").write_text(text, encoding="utf-8")
    return bang.load("other", paths=[tmp_path])


OTHER = """
pack other "Other"
    box
start game
window main "go" pass "ends"
values mood: glad, sad
values shade: dark, light
zone left of player seen by owner
field mood of player: mood = glad
field friends of player: players = nobody
field liking of player: shade?
field sums: numbers
procedure game: rounds(item(everyone, 1))
{start}
procedure rounds(p: player):
    while yes:
        day(p)
        p = left_of(p, everyone)
procedure day(p: player):
    dusk(p)
procedure dusk(p: player):
    while offer main to p: pass
"""


def check_other(rules: bang.Rules, check: Callable[[bang.Game], None]) -> None:
    seats: Seats = [{"mood": "sad", "friends": ["B"], "liking": "light"}, {"liking": None}]
    check(rules.new_game(seats=seats, turn="B", sums=[1, 2], forced="ask", seed=1))


def test_any_declared_field(tmp_path: Any) -> None:
    def check(game: bang.Game) -> None:
        assert value(game, "mood") == "sad"
        assert value(game, "mood", 1) == "glad"
        assert value(game, "friends") == "B"
        assert value(game, "liking") == "light"
        assert value(game, "liking", 1) == "none"
        assert value(game, "sums") == "1, 2"
        assert reading.seat_of_turn(game) == 1

    check_other(load(tmp_path, OTHER.replace("{start}", "start rounds in day")), check)


def test_rules_without_a_start_in_the_middle(tmp_path: Any) -> None:
    rules = load(tmp_path, OTHER.replace("{start}", ""))
    with pytest.raises(bang.TableError, match="no `start"):
        rules.new_game(seats=[{}, {}], seed=1)
