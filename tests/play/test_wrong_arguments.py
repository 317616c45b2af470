"""What the public face answers when it is given something else than it asks for, and copies of all kinds."""

import copy
import gc
import json
import os
import pickle
import random
import subprocess
import sys
from collections import UserDict, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import bangrules as bang
from bangrules.bots import make_bot, play_out
from bangrules.tools.drawing import board_svg, card_svg, picture, table_svg

SEATS: list[dict[str, Any]] = [
    {"role": "sheriff", "character": "jesse_jones"},
    {"role": "outlaw", "character": "slab_the_killer"},
    {"role": "outlaw", "character": "bart_cassidy"},
]


class Array:
    """Something that compares as an array does: with many answers at once, of which none is yes or no."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")


JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    10**40,
    2.0,
    float("nan"),
    "",
    "\ud800",
    b"",
    [],
    {},
    {1},
    object(),
    int,
    Array(),
]


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("base")


@pytest.fixture
def game(rules: bang.Rules) -> bang.Game:
    made = rules.new_game(players=4, seed=1)
    for _ in range(20):
        made.push(made.legal_actions()[0])
    return made


def wrong(rules: bang.Rules, /, **given: Any) -> str | None:
    """The field that an error names."""
    with pytest.raises(bang.TableError) as caught:
        rules.new_game(**{"seed": 1, **given})
    field: str | None = caught.value.field
    return field


# ---- new games and tables


@pytest.mark.parametrize(
    "players",
    [
        set("ABCD"),
        dict.fromkeys("ABCD"),
        iter("ABCD"),
        ["A\r", "B", "C", "D"],
        ["A", "B\u2028", "C", "D"],
        ["\ud800", "B", "C", "D"],
        [1, 2, 3, 4],
    ],
)
def test_names_of_players(rules: bang.Rules, players: Any) -> None:
    assert wrong(rules, players=players) == "players"
    assert rules.new_game(players=("Zoë 👩‍🚀", "Bjørn", "松", "D"), seed=1).record().dumps().encode()


@pytest.mark.parametrize("options", [0, False, "", "x", [], [("characters_each", 2)], {5: 1}, {None: 1}])
def test_options(rules: bang.Rules, options: Any) -> None:
    assert wrong(rules, players=4, options=options) == "options"
    assert wrong(rules, seats=SEATS, options=options) == "options"


@pytest.mark.parametrize("name", ["phase", "rest", "turn", "deck", "fallen", "turns"])
@pytest.mark.parametrize("junk", [2.5, "no such", [["x"]], object(), {"A": 1}])
def test_parts_of_tables(rules: bang.Rules, name: str, junk: Any) -> None:
    assert wrong(rules, seats=SEATS, **{name: junk}) == name


@pytest.mark.parametrize("name", ["self", "cls", "rules", "S", "history_"])
def test_names_of_the_engine_are_no_parts(rules: bang.Rules, name: str) -> None:
    assert wrong(rules, seats=SEATS, **{name: 1}) == name
    assert wrong(rules, players=4, **{name: 1}) == name


@pytest.mark.parametrize("cards", [{"bang@A♠"}, {"bang@A♠": 1}, iter(["bang@A♠"]), b"bang", None, 3])
def test_cards_have_an_order(rules: bang.Rules, cards: Any) -> None:
    assert wrong(rules, seats=[{**SEATS[0], "hand": cards}, *SEATS[1:]]) == "hand"


def test_any_sequence_and_mapping_will_do_and_is_recorded(rules: bang.Rules) -> None:
    seats = deque(UserDict(seat) for seat in SEATS)
    seats[0]["hand"] = deque(["bang@A♠", rules.cards[20]])
    game = rules.new_game(seats=seats, seed=1)
    again = bang.Record.loads(game.record().dumps()).replay(rules)
    assert again.to_dict() == game.to_dict()


def test_as_many_players_as_seats(rules: bang.Rules) -> None:
    assert wrong(rules, players=7, seats=SEATS) == "players"
    assert wrong(rules, players=["A", "B"], seats=SEATS) == "players"
    assert len(rules.new_game(players=3, seats=SEATS, seed=1).players) == 3


@pytest.mark.parametrize("many", [1, 2, 3, 10])
def test_any_number_of_characters_to_choose_among(rules: bang.Rules, many: int) -> None:
    game = rules.new_game(players=7, seed=1, options={"characters_each": many})
    assert len(game.legal_actions()) == (2 if many > 1 else len(game.legal_actions()))


@pytest.mark.parametrize("forced", ["ask", "resolve"])
def test_a_table_where_all_are_out(rules: bang.Rules, forced: str) -> None:
    game = rules.new_game(seats=[{**seat, "status": "dead"} for seat in SEATS], forced=forced, seed=1)
    assert game.is_over
    assert str(game.outcome()) == "won by nobody"
    assert game.legal_actions() == ()


# ---- games


@pytest.mark.parametrize("junk", [*JUNK, 4, "A", 1.0, False])
def test_seats(game: bang.Game, junk: Any) -> None:
    if type(junk) is int and junk == 0:
        return
    with pytest.raises(IndexError, match="0 to 3"):
        game.observe(junk)
    with pytest.raises(IndexError, match="0 to 3"):
        game.determinize(junk, random.Random(1))


@pytest.mark.parametrize("junk", JUNK)
def test_generators(game: bang.Game, junk: Any) -> None:
    with pytest.raises(TypeError, match=r"expected a random\.Random"):
        game.determinize(0, junk)


@pytest.mark.parametrize("junk", [*JUNK, [1], lambda: 1])
def test_actions(game: bang.Game, junk: Any) -> None:
    before = game.to_dict()
    for ask in (game.push, game.why_not):
        with pytest.raises(bang.IllegalActionError):
            ask(junk)
    for parse in (game.parse, game.rules.parse):
        with pytest.raises(bang.ActionParseError):
            parse(junk)
    assert game.to_dict() == before


def test_refused_texts_leave_nothing_behind(rules: bang.Rules, game: bang.Game) -> None:
    def kept() -> int:
        gc.collect()
        return len([x for x in gc.get_objects() if type(x) is bang.Action])

    texts = [f"A chooses {number}" for number in range(1000, 2000)]
    before = kept()
    for text in texts:
        with pytest.raises(bang.IllegalActionError):
            game.push(text)
    assert kept() == before
    held = rules.parse(texts[0])
    assert rules.parse(texts[0]) is game.parse(texts[0]) is held
    assert rules.speak("hu").parse(texts[0]) is held
    assert rules.knows(held)
    assert rules.choices[0, "number"][held.value] is held  # where it may be chosen
    assert kept() == before + 1


@pytest.mark.parametrize("junk", JUNK)
def test_rules_are_needed(game: bang.Game, junk: Any) -> None:
    for ask in (
        lambda: bang.Game.from_dict(junk, game.to_dict()),
        lambda: game.record().replay(junk),
        lambda: bang.save_schema(junk),
        lambda: card_svg(junk, "bang"),
    ):
        with pytest.raises(TypeError, match="expected rules"):
            ask()


@pytest.mark.parametrize("junk", JUNK)
def test_games_are_needed(game: bang.Game, junk: Any) -> None:
    for ask in (
        lambda: game.record().step(junk, 0),
        lambda: table_svg(junk),
        lambda: board_svg(junk),
        lambda: play_out(junk, []),
        lambda: picture(junk),
    ):
        with pytest.raises(TypeError, match=r"expected .*a game"):
            ask()


@pytest.mark.parametrize("junk", JUNK)
def test_names_of_things(game: bang.Game, junk: Any) -> None:
    with pytest.raises(bang.PackError, match="there is no card, character or the like"):
        game.rules.text_of(junk)
    with pytest.raises(bang.PictureError, match="no card, character, role or event"):
        card_svg(game.rules, junk)
    with pytest.raises(bang.PictureError, match="there is no theme"):
        table_svg(game, theme=junk)
    with pytest.raises(bang.BangRulesError, match="there is no bot"):
        make_bot(junk)
    assert wrong(game.rules, forced=junk) == "forced"


@pytest.mark.parametrize("junk", [*JUNK[:2], *JUNK[3:], 20, "1"])
def test_actions_of_records(game: bang.Game, junk: Any) -> None:
    record = game.record()
    again = game.rules.new_game(**record.setup)
    before = again.to_dict()
    with pytest.raises(IndexError, match=r"there is no action .*: they are 0 to 19"):
        record.step(again, junk)
    with pytest.raises(IndexError, match="there is no action 0: there is none"):
        evolve(record, actions=()).step(again, 0)
    assert again.to_dict() == before


# ---- saves and records


def test_what_is_given_and_what_is_kept_are_apart(rules: bang.Rules) -> None:
    game = rules.new_game(seats=SEATS, seed=1)
    text = game.record().dumps()
    game.record().setup["seats"][0]["role"] = "changed"
    assert game.record().dumps() == text
    setup = game.record().setup
    record = bang.Record(rules.packs, rules.digest, setup, ())
    for given in (setup, record.setup):
        given["seats"][0]["role"] = "changed"
    assert record.dumps() == text
    data = json.loads(json.dumps(game.to_dict()))
    loaded = bang.Game.from_dict(rules, data)
    data["setup"]["seats"][0]["role"] = "changed"
    assert loaded.record().dumps() == text


@pytest.mark.parametrize("junk", [{1, 2}, {1: 2, "a": 3}, object(), b"x", "deep"])
def test_a_part_that_is_no_plain_data_is_named(game: bang.Game, junk: Any) -> None:
    if junk == "deep":
        junk = []
        for _ in range(100_000):
            junk = [junk]
    for part, value in game.to_dict().items():
        with pytest.raises(bang.SaveError) as caught:
            bang.Game.from_dict(game.rules, {**game.to_dict(), part: {"a": junk}})
        assert str(caught.value.field).split(".")[0].split("[")[0] == part, value


def test_equal_records_are_one_in_a_set(game: bang.Game) -> None:
    record = game.record()
    assert len({record, game.record(), bang.Record.loads(record.dumps())}) == 1
    assert len({record, evolve(record, actions=())}) == 2
    assert repr(record) == "<Record of base: 20 actions>"


def test_records_with_half_characters(game: bang.Game) -> None:
    text = game.record().dumps()
    with pytest.raises(bang.SaveError, match="changed"):
        bang.Record.loads(text.replace("plays", "\ud800", 1))
    bang.Record.loads(text.replace("plays", "\ud800", 1), check_it=False).dumps()


def test_a_record_whose_rules_go_wrong() -> None:
    path = Path(__file__).resolve().parent.parent / "data" / "wrong"
    rules = bang.load("base", "wrong", paths=[path])
    table = {**SEATS[0], "hand": [next(c.id for c in rules.cards if c.pack == "wrong")]}
    game = rules.new_game(seats=[table, *SEATS[1:]], seed=1, turn="A", phase="phase_play", forced="ask")
    broken = []
    for action in game.legal_actions():
        try:
            game.copy().push(action)
        except bang.RuleError:
            broken.append(str(action))
    for text in broken:
        record = bang.Record(rules.packs, rules.digest, game.record().setup, (text,))
        with pytest.raises(bang.SaveError) as caught:
            record.replay(rules)
        assert caught.value.field == "action 1"
    assert broken


# ---- what errors say of it


def every_error(rules: bang.Rules, game: bang.Game, text: str) -> Iterator[bang.BangRulesError]:
    """What is said wherever a text of others comes in."""
    record = game.record()
    first = record.actions[0]
    seats = [{**SEATS[0], "hand": [text]}, *SEATS[1:]]
    begin: Callable[..., Any] = rules.new_game
    asks: list[Callable[[], Any]] = [
        lambda: game.push(text),
        lambda: game.push(f"A {text}"),
        lambda: game.why_not(f"A plays {text}"),
        lambda: game.parse(f"A chooses {text}"),
        lambda: rules.parse(f"A plays bang@A♠ on {text}"),
        lambda: rules.speak(text),
        lambda: rules.text_of(text),
        lambda: bang.load(text),
        lambda: bang.load("base", paths=[text]),
        lambda: bang.load("base", paths=text),
        lambda: make_bot(text),
        lambda: card_svg(rules, text),
        lambda: table_svg(game, theme=text),
        lambda: bang.Record.loads(text),
        lambda: bang.Record.loads(record.dumps().replace(first, text)),
        lambda: bang.Record.loads(record.dumps().replace("seed:", f"{text}:"), check_it=False).replay(rules),
        lambda: bang.Record.loads(record.dumps().replace(first, text), check_it=False).replay(rules),
        lambda: evolve(record, setup={"players": 4, text: 1}).replay(rules),
        lambda: evolve(record, digest=text, packs=(text,)).replay(rules),
        *(lambda name=name: begin(**{"players": 4, "seed": 1, name: text})
          for name in ("players", "seed", "forced", "options", "seats", text)),
        *(lambda name=name: begin(**{"seats": SEATS, "seed": 1, name: text})
          for name in ("turn", "phase", "rest", "deck", "dice", "turns", text)),
        *(lambda x=x: rules.new_game(seats=SEATS, seed=1, dice=x) for x in ([text], {text: 1})),
        lambda: rules.new_game(players=[text + "\n", "B", "C", "D"], seed=1),
        lambda: rules.new_game(players=4, options={text: 1}),
        lambda: rules.new_game(players=4, options={"characters_each": text}),
        lambda: rules.new_game(seats=seats, seed=1),
        *(lambda name=name: rules.new_game(seats=[{**SEATS[0], name: text}, *SEATS[1:]], seed=1)
          for name in ("role", "character", "life", "hand", "status", text)),
        *(lambda part=part: bang.Game.from_dict(rules, {**game.to_dict(), part: text})
          for part in (*game.to_dict(), text)),
        lambda: bang.Game.from_dict(rules, {**game.to_dict(), "actions": [text], "setup": {}}),
        lambda: bang.Game.from_dict(rules, {**game.to_dict(), "players": [text + "\n"] * 4}),
    ]  # fmt: skip
    for number, ask in enumerate(asks):
        try:
            ask()
        except bang.BangRulesError as error:
            yield error
        else:
            raise AssertionError(f"nothing was wrong with number {number}")


def test_errors_can_be_written(rules: bang.Rules, game: bang.Game) -> None:
    for error in every_error(rules, game, "x\ud800"):
        parts = [str(error), *map(str, error.args), str(getattr(error, "field", ""))]
        parts.append(str(getattr(error, "reason", "")))
        "".join(parts).encode()


def test_errors_are_short(rules: bang.Rules, game: bang.Game) -> None:
    for error in every_error(rules, game, "x" * 100_000):
        assert len(str(error)) < 1500, str(error)[:200]
        assert len(str(getattr(error, "field", ""))) < 200


# ---- copies


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_copies_of_all_kinds(game: bang.Game, copied: Any) -> None:
    before = game.to_dict()
    other = copied(game)
    assert other.to_dict() == before
    assert other.rules is game.rules
    assert other.legal_actions() == game.legal_actions()
    other.push(game.legal_actions()[-1])
    assert game.to_dict() == before
    other.pop()
    assert other.to_dict() == before
    for action in (*game.legal_actions(), *game._actions(), game.parse("B chooses ♥")):
        assert copied(action) is action
    for seat in range(4):
        view = game.observe(seat)
        assert copied(view) == view
        assert hash(copied(view)) == hash(view)
    assert copied(game.rules) is game.rules
    assert copied(game.events) == game.events
    assert copied(game.record()) == game.record()


def test_games_and_actions_go_to_other_processes(game: bang.Game, tmp_path: Path) -> None:
    file = tmp_path / "game"
    actions = game.legal_actions()
    file.write_bytes(pickle.dumps((game, actions, game.observe(1), game.rules)))
    program = """
import pickle, sys
game, actions, view, rules = pickle.load(open(sys.argv[1], "rb"))
assert actions == game.legal_actions() and game.rules is rules and view == game.observe(1)
again = pickle.load(open(sys.argv[1], "rb"))
assert again[3] is rules and again[1] == actions
game.push(actions[-1])
print(*game.events.log, sep="|")
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program, str(file)],
        env=environment, capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert ran.stdout.strip() == "|".join(game.push(actions[-1]).log)


def test_rules_of_another_version_are_not_unpickled(game: bang.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    unpickled, (_, stamp, *rest) = game.rules.__reduce__()
    with pytest.raises(bang.PackError, match="another version"):
        unpickled("unknown", stamp + "?", *rest)
    assert unpickled("unknown", stamp, *rest).digest == game.rules.digest
