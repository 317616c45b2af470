"""Card files that never come to an end soon get an error that names the place; the game goes on."""

from __future__ import annotations

import random
from pathlib import Path
from time import process_time

import pytest

import bangrules as bang
from bangrules.language.diagnostics import Reporter
from bangrules.play.compiled import compile_model
from tests.language.checking import base, model_of

SECONDS = 1.0
"""How long it may take to find out."""

# What goes on for ever in the phase in which cards are drawn, and the file's line that is named (0: any).
ENDLESS: dict[str, tuple[str, int]] = {
    "a loop": ("before phase_draw(_):\n    while yes: settle\n", 2),
    "a loop that counts": ("before phase_draw(_):\n    let n = 0\n    while yes: n += 1\n", 3),
    "loops in loops": (
        "before phase_draw(_):\n    for i in 1..9999:\n        for j in 1..9999:\n"
        "            if i > j: settle\n",
        0,
    ),
    "a very long range": ("before phase_draw(p):\n    for i in 1..999999999: p.life = i\n", 2),
    "a range beyond all numbers": ("before phase_draw(p): p.life = count(1..(999999999 * 999999999))\n", 1),
    "very many times": ("before phase_draw(_):\n    repeat 999999999: settle\n", 2),
    "a list that doubles": ("before phase_draw(_):\n    let xs = 1..2\n    while yes: xs += xs\n", 3),
    "a list that is kept": (
        "field xs: numbers\nbefore phase_draw(_):\n    xs += 1\n    repeat 30: xs += xs\n",
        4,
    ),
    "a long list gone through again and again": (
        "field xs: numbers\nbefore phase_draw(_):\n    xs = 1..9000\n    while yes: xs = xs where it in xs\n",
        4,
    ),
    "lists in lists": (
        f"before phase_draw(p): p.life = count({'1..16 where count(' * 4}1..16{') > it' * 4})\n",
        1,
    ),
    "stats that ask twice": (
        "stat s0(p: player): p.life\n"
        + "".join(f"stat s{i + 1}(p: player): s{i}(p) + s{i}(left_of(p, everyone))\n" for i in range(40))
        + "before phase_draw(p): p.life = s40(p)\n",
        0,
    ),
    "stats that ask of everyone": (
        "stat s0(p: player): p.life\n"
        + "".join(f"stat s{i + 1}(p: player): count(everyone where s{i}(it) > s{i}(p))\n" for i in range(12))
        + "before phase_draw(p): p.life = s12(p)\n",
        0,
    ),
    "procedures that call each other": (
        "procedure one: two\nprocedure two: one\nbefore phase_draw(_): one\n",
        0,
    ),
    "a procedure that calls itself for each player": (
        "procedure spread(n: number):\n    if n > 0:\n        for p in everyone: spread(n - 1)\n"
        "before phase_draw(_): spread(30)\n",
        0,
    ),
    "a hook on itself": ("before phase_draw(_): settle\nafter settle: settle\n", 2),
    "a hook that draws when cards are drawn": (
        "after DRAW(_, _, taker): DRAW 1 to taker\nbefore phase_draw(p): DRAW 1 to p\n",
        1,
    ),
    "a hook that begins anew": ("instead of phase_draw(p):\n    phase_draw(p)\n    proceed\n", 2),
    "what is put off and put off again": (
        "procedure later_on:\n    at end of effect: later_on\nbefore phase_draw(_): later_on\n",
        2,
    ),
    "turns that end at once": ("before begin(_): end turn\n", 0),
    "dice in a loop": ("before phase_draw(_):\n    while roll(unlimited) > 0: settle\n", 2),
    "shuffling": ("before phase_draw(_):\n    while yes: move shuffled(deck) to deck\n", 2),
}


def rules(text: str) -> bang.Rules:
    """The base game with a file more."""
    model, sink = model_of(text, upon=base())
    assert not sink.errors, sink.render()
    return bang.Rules("0" * 32, *compile_model(model), ["base", "mine"])


@pytest.mark.parametrize("name", ENDLESS)
def test_what_never_ends_is_ended(name: str) -> None:
    text, line = ENDLESS[name]
    loaded = rules(text)
    start = process_time()
    with pytest.raises(bang.StepBudgetError) as caught:
        loaded.new_game(players=4, seed=1)
    assert process_time() - start < SECONDS
    error = caught.value
    assert error.card
    assert error.where
    if line:
        assert error.where == f"mine.bang:{line}"
    assert error.where in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "after pay(_):\n    while yes: settle\n",
        "instead of pay(p, cards, used): pay(p, cards, used)\n",
        "before HIT(target): HIT target\n",
        "before discard(cards) if count(cards) > 0: discard cards\n",
        "after lay(c, holder): mark(c, holder)\nprocedure mark(c: card, p: player): lay c to p by p\n",
        "field xs: numbers\nafter pay(_):\n    xs += 1\n    repeat 30: xs += xs\n",
        "after pay(_):\n    at end of effect:\n        while yes: settle\n",
    ],
)
def test_the_game_stands_at_the_last_decision_and_goes_on(text: str) -> None:
    loaded = rules(text)
    rng = random.Random(3)
    game = loaded.new_game(players=4, seed=2)
    failed = 0
    for _ in range(60):
        actions = list(game.legal_actions())
        rng.shuffle(actions)
        for action in actions:
            before = game.to_dict()
            observed = game.observe(0)
            try:
                game.push(action)
                break
            except bang.StepBudgetError:
                failed += 1
                assert game.to_dict() == before
                assert game.observe(0) == observed
                assert game.legal_actions()
        if game.is_over:
            break
    assert failed


def test_numbers_never_grow_beyond_bounds() -> None:
    loaded = rules(
        "field big: number = 3\nfield small: number = 3\n"
        "before phase_draw(_):\n    repeat 999: big += big\n    repeat 999: big = big * big\n"
        "    repeat 999: small -= big\n"
    )
    game = loaded.new_game(players=4, seed=1)
    fields = {row[0]: row[1] for row in loaded.tables["fields"]}
    assert game._state[fields["big"]] == 1 << 60
    assert game._state[fields["small"]] == -(1 << 60)
    assert str(game.observe(0))


def test_a_game_may_be_asked_as_often_as_one_likes() -> None:
    # asking takes steps, too, and each action begins with all of them
    loaded = rules(
        "stat wide(p: player): count(everyone where near(it, p) > 0)\n"
        "stat near(a: player, b: player): count(everyone where seats(it, a) > seats(it, b))\n"
        "modify sight(p): + wide(p)\n"
    )
    game = loaded.new_game(players=7, seed=1)
    for _ in range(20):
        for _ in range(200):
            for action in game.legal_actions():
                assert game.why_not(action) is None
        game.push(game.legal_actions()[0])


def test_findings_of_these_files_are_warnings_at_most() -> None:
    for text, _ in ENDLESS.values():
        sink: Reporter = model_of(text, upon=base())[1]
        assert not sink.errors


BARE = """pack bare "Bare"
    requires base
    box

role boss "Boss" like sheriff

role goon "Goon" like outlaw

roles 4: boss, goon 3

character ann "Ann" like rose_doolan

character ben "Ben" like paul_regret

character cleo "Cleo" like vulture_sam

character dan "Dan" like slab_the_killer
"""
FUSE = """
zone ashes seen by everyone

border single
    each play from hand

card fuse "Fuse" single
    copies A♠
    play: move this to ashes
"""


def bare(folder: Path, text: str) -> bang.Rules:
    """A box upon the base game that has none of its cards."""
    (folder / "bare").mkdir()
    (folder / "bare" / "pack.bang").write_text(text, encoding="utf-8")
    return bang.load("bare", paths=[folder])


def test_a_table_without_cards_says_that_nobody_has_a_choice(tmp_path: Path) -> None:
    loaded = bare(tmp_path, BARE)
    seats = [
        {"role": role, "character": character}
        for role, character in zip(
            ("boss", "goon", "goon", "goon"), ("ann", "ben", "cleo", "dan"), strict=True
        )
    ]
    for table in ({"players": 4}, {"seats": seats, "turn": "A"}):
        with pytest.raises(bang.StepBudgetError, match="nobody has a choice") as caught:
            loaded.new_game(seed=1, **table)
        assert caught.value.where is None
        game = loaded.new_game(seed=1, forced="ask", **table)
        for _ in range(20):
            (action,) = game.legal_actions()
            game.push(action)


def test_nor_has_anybody_when_the_last_card_is_gone(tmp_path: Path) -> None:
    game = bare(tmp_path, BARE + FUSE).new_game(4, seed=1)
    before = game.to_dict()
    play = next(action for action in game.legal_actions() if "plays" in str(action))
    with pytest.raises(bang.StepBudgetError, match="nobody has a choice"):
        game.push(play)
    assert game.to_dict() == before
