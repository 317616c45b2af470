"""Saves and records: what is kept is the game, and nothing else is taken for one."""

import copy
import json
import random
from functools import cache
from typing import Any

import jsonschema
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import bangrules as bang
from bangrules.play.packs import available, company
from bangrules.play.save import sealed
from tests.properties.positions import NAMES, generators, plain_state, play, positions, rules


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = bang.save_schema(rules(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@given(positions(over=True), generators())
def test_a_loaded_game_goes_on_as_the_saved_one(game: bang.Game, rng: random.Random) -> None:
    text = json.dumps(game.to_dict())
    other = bang.Game.from_dict(game.rules, json.loads(text))
    assert plain_state(other) == plain_state(game)
    assert json.dumps(other.to_dict()) == text
    for seat in range(len(game.players)):
        assert other.observe(seat) == game.observe(seat)
    for _ in range(8):
        assert other.legal_actions() == game.legal_actions()
        if game.is_over:
            break
        action = rng.choice(game.legal_actions())
        assert other.push(action) == game.push(action)
        assert plain_state(other) == plain_state(game)
    assert other.record() == game.record()


@given(positions(over=True))
@settings(max_examples=12)
def test_a_loaded_game_is_undone_as_the_saved_one(game: bang.Game) -> None:
    other = copy.deepcopy(game)
    if not other.is_over:
        other.push(other.legal_actions()[0])
        other.pop()
    for _ in game.record().actions:
        assert other.pop() == game.pop()
        assert plain_state(other) == plain_state(game)
        assert other.record() == game.record()
    with pytest.raises(bang.HistoryError, match="there is no action to take back"):
        other.pop()


def test_what_a_save_says_was_done_must_lead_to_it() -> None:
    game = play(rules("base").new_game(players=4, seed=3), random.Random(5), 30)
    data = game.to_dict()
    actions = data["actions"]
    wrong = [*actions[:3], "A ends", "A ends", "A ends"]
    for changed, says in ((actions[:-1], "leads to another game"), (wrong, "can't be played again")):
        other = bang.Game.from_dict(game.rules, sealed({**data, "actions": changed}))
        with pytest.raises(bang.HistoryError, match=says):
            other.pop()
        assert plain_state(other) == plain_state(game)


@given(positions(over=True), generators(), st.integers(0, 7))
def test_guessed_games_can_be_saved(game: bang.Game, rng: random.Random, seat: int) -> None:
    guess = game.determinize(seat % len(game.players), rng)
    other = bang.Game.from_dict(game.rules, json.loads(json.dumps(guess.to_dict())))
    assert plain_state(other) == plain_state(guess)
    assert other.observe(seat % len(game.players)) == guess.observe(seat % len(game.players))


@given(positions(over=True))
@settings(max_examples=6)
def test_saves_fit_their_schema(game: bang.Game) -> None:
    name = game.rules.packs[-1]
    assert validator(name).is_valid(game.to_dict())


@pytest.mark.parametrize(
    "change", [{"forced": "perhaps"}, {"box": ["no card"]}, {"events": [{}]}, {"more": 1}]
)
def test_the_schema_refuses_other_things(change: dict[str, Any]) -> None:
    assert not validator("base").is_valid({**json.loads(kept("base", 0)), **change})


@given(positions(over=True))
def test_a_record_plays_the_game_again(game: bang.Game) -> None:
    text = game.record().dumps()
    record = bang.Record.loads(text)
    assert record == game.record()
    assert record.dumps() == text
    again = record.replay(game.rules)
    assert plain_state(again) == plain_state(game)
    assert again.to_dict() == game.to_dict()


# ---- what is not a save


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    found = [path] if path else []
    if isinstance(data, dict):
        for name, x in data.items():
            found += places(x, (*path, name))
    elif isinstance(data, list):
        for i, x in enumerate(data):
            found += places(x, (*path, i))
    return found


@cache
def kept(name: str, seed: int) -> str:
    rng = random.Random(seed)
    game = rules(name).new_game(players=5, seed=seed)
    return json.dumps(play(game, rng, 30 + seed * 7).to_dict())


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 300), st.text(max_size=5), st.just([]), st.just({}),
    st.just("A"), st.just("bang@A♠"), st.just([["A"]]), st.floats(allow_nan=False), st.just({"at": "turn"}),
)  # fmt: skip


@given(
    st.sampled_from(NAMES),
    st.integers(0, 9),
    st.randoms(use_true_random=False),
    JUNK,
    st.booleans(),
)
def test_a_changed_save_is_refused(name: str, seed: int, rng: random.Random, junk: Any, delete: bool) -> None:
    data = json.loads(kept(name, seed))
    here = rng.choice(places(data))
    changed = copy.deepcopy(data)
    inner = changed
    for step in here[:-1]:
        inner = inner[step]
    if delete:
        del inner[here[-1]]
    else:
        inner[here[-1]] = junk
    if changed == data and json.dumps(changed) == json.dumps(data):
        return
    with pytest.raises(bang.SaveError) as caught:
        bang.Game.from_dict(rules(name), changed)
    assert caught.value.field
    assert caught.value.field in str(caught.value)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"format": "a game of chess"}, "format"),
        ({"version": 2}, "version"),
        ({"digest": "0"}, "digest"),
        ({"layout": "0"}, "layout"),
        ({"players": []}, "players"),
        ({"players": ["A", "A", "B", "C", "D"]}, "players"),
        ({"forced": "maybe"}, "forced"),
        ({"box": ["bang@A♠"]}, "box[0]"),
        ({"box": ["no_card"]}, "box[0]"),
        ({"extra": 1}, "extra"),
        ({"outcome": ["A"]}, "decision"),
        ({"stack": []}, "stack"),
        ({"generator": {"state": "x", "stream": "0" * 16}}, "generator.state"),
    ],
)
def test_the_wrong_field_is_named(change: dict[str, Any], field: str) -> None:
    data = {**json.loads(kept("base", 0)), **change}
    with pytest.raises(bang.SaveError) as caught:
        bang.Game.from_dict(rules(), data)
    assert caught.value.field == field


def test_fields_inside_are_named() -> None:
    data = json.loads(kept("base", 0))
    data["fields"]["life"]["B"] = "many"
    with pytest.raises(bang.SaveError, match=r"fields\.life\.B: expected a number, found 'many'"):
        bang.Game.from_dict(rules(), data)
    data = json.loads(kept("base", 0))
    data["zones"]["hand"]["C"].append(data["zones"]["deck"][0])
    with pytest.raises(bang.SaveError, match=r"zones\.hand\.C\[\d+\]: .* is in zones.deck already"):
        bang.Game.from_dict(rules(), data)
    data = json.loads(kept("base", 0))
    data["zones"]["deck"].pop()
    with pytest.raises(bang.SaveError, match=r"zones: .* is nowhere"):
        bang.Game.from_dict(rules(), data)
    data = json.loads(kept("base", 0))
    data["fields"]["turns"] += 1
    with pytest.raises(bang.SaveError, match="fields: this part was changed"):
        bang.Game.from_dict(rules(), data)


def test_deep_or_strange_data_is_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for part, junk in (
        ("setup", {"players": deep}),
        ("events", deep),
        ("forms", {1, 2}),
        ("stack", [{"at": []}]),
    ):
        with pytest.raises(bang.SaveError):
            bang.Game.from_dict(rules(), {**json.loads(kept("base", 0)), part: junk})


@pytest.mark.parametrize("junk", [None, 3, "a save", [], {}, {"format": None}, {"format": "bangrules game"}])
def test_what_is_no_save_at_all(junk: Any) -> None:
    with pytest.raises(bang.SaveError) as caught:
        bang.Game.from_dict(rules(), junk)
    assert caught.value.field in ("save", "format", "version")


def test_a_save_of_other_rules() -> None:
    with pytest.raises(bang.SaveError, match="digest: saved with other rules"):
        bang.Game.from_dict(rules("odd"), json.loads(kept("base", 1)))


def test_a_save_and_a_record_of_card_files_that_have_changed() -> None:
    data = json.loads(kept("base", 1)) | {"digest": "0"}
    with pytest.raises(bang.SaveError, match="saved with other rules: card files of `base` have changed"):
        bang.Game.from_dict(rules(), data)
    record = evolve(bang.Record.loads(recorded(1)), digest="0")
    with pytest.raises(bang.SaveError, match="recorded with other rules: card files of `base` have changed"):
        record.replay(rules())


@pytest.mark.parametrize("key", ["format", "version", "digest", "layout"])
def test_a_save_without_its_head(key: str) -> None:
    data = json.loads(kept("base", 1))
    del data[key]
    with pytest.raises(bang.SaveError, match=f"^{key}: missing$"):
        bang.Game.from_dict(rules(), data)


# ---- what is not a record


@cache
def recorded(seed: int) -> str:
    return play(rules().new_game(players=5, seed=seed), random.Random(seed), 60).record().dumps()


@given(
    st.integers(0, 5),
    st.randoms(use_true_random=False),
    st.sampled_from(("cut", "drop", "swap", "letter", "twice")),
)
def test_a_changed_record_is_refused(seed: int, rng: random.Random, how: str) -> None:
    text = recorded(seed)
    lines = text.splitlines()
    i = rng.randrange(len(lines))
    if how == "cut":
        changed = text[: rng.randrange(len(text) - 1)]
    elif how == "letter":
        at = rng.randrange(len(text) - 1)
        changed = text[:at] + rng.choice("AZ?9\n ") + text[at + 1 :]
    elif how == "drop":
        changed = "\n".join(lines[:i] + lines[i + 1 :])
    elif how == "twice":
        changed = "\n".join([*lines[: i + 1], *lines[i:]])
    else:
        j = rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        changed = "\n".join(lines)
    if changed.strip() == text.strip():
        return
    with pytest.raises(bang.SaveError) as caught:
        bang.Record.loads(changed).replay(rules())
    assert caught.value.field


def test_people_may_change_a_record_and_say_so() -> None:
    record = rules().new_game(players=4, seed=1).record()
    lines = record.dumps().splitlines()
    lines[lines.index("seed: 1")] = "seed: 2"
    text = "\n".join(lines)
    with pytest.raises(bang.SaveError, match="line 8: the record was changed"):
        bang.Record.loads(text)
    game = bang.Record.loads(text, check_it=False).replay(rules())
    assert plain_state(game) == plain_state(rules().new_game(players=4, seed=2))


TABLE = [
    {"role": "sheriff", "character": "jesse_jones"},
    {"role": "outlaw", "character": "slab_the_killer"},
]


@pytest.mark.parametrize("seed", ["", "seed: null\n"])
@pytest.mark.parametrize("table", [{}, {"seats": TABLE}])
def test_a_record_without_its_seed_is_no_game(seed: str, table: dict[str, Any]) -> None:
    text = rules().new_game(**table, seed=1).record().dumps().replace("seed: 1\n", seed)
    record = bang.Record.loads(text, check_it=False)
    with pytest.raises(bang.SaveError) as caught:
        record.replay(rules())
    assert caught.value.field == "seed"


@pytest.mark.parametrize("packs", ['["walking_dead"]', '["base", "dodge_city"]', "[]"])
def test_a_record_is_of_the_packs_that_it_names(packs: str) -> None:
    text = recorded(1).replace('["base"]', packs)
    record = bang.Record.loads(text, check_it=False)
    with pytest.raises(bang.SaveError, match=r"packs: this is no game of .*the digest is that of base"):
        record.replay(rules())


def test_an_action_that_cannot_be_is_named_with_its_line() -> None:
    game = rules().new_game(players=4, seed=1)
    game.push(game.legal_actions()[-1])
    lines = game.record().dumps().splitlines()
    first = lines.index("actions: 1") + 1
    lines[first] = "H passes"
    record = bang.Record.loads("\n".join(lines), check_it=False)
    with pytest.raises(bang.SaveError, match=rf"line {first + 1}: `H passes`: there is no such player"):
        record.replay(rules())


def test_records_need_a_beginning_and_a_history() -> None:
    with pytest.raises(bang.HistoryError, match="keeps no history"):
        rules().new_game(players=4, seed=1, history=False).record()
    guess = rules().new_game(players=4, seed=1).determinize(0, random.Random(1))
    with pytest.raises(bang.HistoryError):
        guess.record()


def test_a_record_of_other_rules() -> None:
    record = bang.Record.loads(recorded(1))
    with pytest.raises(bang.SaveError, match="digest: recorded with other rules"):
        record.replay(rules("odd"))


def test_a_record_that_says_what_a_definition_declares_for_itself() -> None:
    some = bang.load("base", "dodge_city", "fistful_of_cards", "high_noon")
    cast = (("sheriff", "slab_the_killer"), ("outlaw", "jourdonnais"), ("renegade", "paul_regret"))
    seats = [{"role": role, "character": character} for role, character in cast]
    details: dict[str, Any] = {"handcuffs.named": "♥"}
    game = some.new_game(seats=seats, seed=1, turn="A", **details)
    again = bang.Record.loads(game.record().dumps())
    assert again == game.record()
    assert again.replay(some).to_dict() == game.to_dict()


def test_every_field_has_a_name_that_records_take() -> None:
    known, found = available(), 0
    for pack in known.values():
        some = bang.load(*company(known, pack))
        fields = {row[0]: None for row in some.tables["fields"]}
        record = bang.Record(some.packs, some.digest, fields, ())
        assert bang.Record.loads(record.dumps()) == record
        found += any("." in id for id in fields)
    assert found


@pytest.mark.parametrize("name", ["packs", "digest", "actions"])
def test_a_field_that_is_called_like_a_line_of_records_is_not_written(name: str) -> None:
    record = evolve(bang.Record.loads(recorded(1)), setup={"players": 4, "seed": 1, name: 3})
    with pytest.raises(bang.SaveError, match=f"^{name}: a record has another line of this name"):
        record.dumps()


@pytest.mark.parametrize("name", ["a.", ".a", "a..b", "a b", "3", "a.3"])
def test_what_is_no_name_in_a_record(name: str) -> None:
    text = recorded(1).replace("seed: ", f"{name}: 1\nseed: ", 1)
    with pytest.raises(bang.SaveError, match="expected a name, a colon and a value"):
        bang.Record.loads(text, check_it=False)


def test_what_is_wrong_with_a_setup_is_said_once() -> None:
    for setup, told in (
        ({"players": [1]}, "players: 1 is no name"),
        ({"seed": "x"}, "seed: expected a number, not 'x'"),
        ({"seats": [{}, 3]}, "seats: seat B: expected a mapping of fields and zones, not 3"),
        ({"seats": [{"life": "x"}, {}]}, "life: seat A: expected a number from 0 on, not 'x'"),
    ):
        record = evolve(bang.Record.loads(recorded(1)), setup={"seed": 1, **setup})
        with pytest.raises(bang.SaveError) as caught:
            record.replay(rules())
        assert str(caught.value) == told
    data = {**json.loads(kept("base", 0)), "players": ["A", "A", "B", "C", "D"]}
    with pytest.raises(bang.SaveError, match=r"^players: two players have one name$"):
        bang.Game.from_dict(rules(), data)


def test_a_record_that_is_nested_deeply() -> None:
    for deep in range(900, 1000, 5):
        options = f'forced: "resolve"\noptions: {"[" * deep}{"]" * deep}'
        text = recorded(1).replace('forced: "resolve"', options)
        with pytest.raises(bang.SaveError):
            bang.Record.loads(text, check_it=False).replay(rules())
