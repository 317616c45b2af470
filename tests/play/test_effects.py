"""Procedures that are an effect where nothing else is one, what is counted in a game, and ways to play."""

from __future__ import annotations

from pathlib import Path

import pytest

import bangrules as bang
from bangrules.play import reading
from tests.tools.running import bangrules

PACK = """\
pack parade "Parade"
    requires base

field steps of player: number = 0
field told of player: number = 0

procedure parade(p: player) effect:
    at end of effect: p.told = p.steps
    p.steps += 1
    p may "stop": end effect
    p.steps += 1

procedure start_it(p: player):
    parade(p)
    p.steps += 100

after phase_draw(p): start_it(p)
after start_it(p): p.steps += 1000

card trumpet "Trumpet" brown
    copies A♠
    play:
        parade(self)
        self.steps += 10
"""

SEATS: list[dict[str, object]] = [
    {"role": "sheriff", "character": "jesse_jones", "hand": ["trumpet"]},
    {"role": "outlaw", "character": "rose_doolan"},
    {"role": "outlaw", "character": "black_jack"},
    {"role": "renegade", "character": "paul_regret"},
]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> bang.Rules:
    folder: Path = tmp_path_factory.mktemp("parade")
    (folder / "pack.bang").write_text(PACK, encoding="utf-8")
    return bang.load("base", "parade", paths=[folder])


def counted(game: bang.Game) -> tuple[int, int]:
    fields = reading.fields_of(game.rules)
    return fields["steps"].value(game, 0), fields["told"].value(game, 0)


def asked(rules: bang.Rules, kept: bool, phase: str) -> bang.Game:
    game = rules.new_game(seats=SEATS, turn="A", phase=phase, seed=1)
    if phase == "phase_play":
        game.push("A plays trumpet@A♠")
    else:
        while "stop" not in str(game.decision):
            game.push(game.legal_actions()[-1])
    return bang.Game.from_dict(rules, game.to_dict()) if kept else game


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize(
    ("phase", "stops", "steps"),
    [
        # an effect of its own: what was put off comes when it is over, what follows goes on
        ("phase_draw", False, (1102, 2)),
        ("phase_draw", True, (1101, 1)),
        # a part of the action: what was put off comes when that is over, and ending it ends all
        ("phase_play", False, (12, 12)),
        ("phase_play", True, (1, 1)),
    ],
)
def test_what_is_put_off_comes_at_its_end(
    rules: bang.Rules, kept: bool, phase: str, stops: bool, steps: tuple[int, int]
) -> None:
    game = asked(rules, kept, phase)
    game.push("A chooses yes" if stops else "A passes")
    assert counted(game) == steps
    assert not game.is_over
    again = bang.Game.from_dict(rules, game.to_dict())
    assert again.to_dict() == game.to_dict()


def test_once_per_game_holds_at_a_given_table_too(tmp_path: Path) -> None:
    card = 'character gen "Gen" life 4\n    use once per game: DRAW 1\n'
    (tmp_path / "pack.bang").write_text(f'pack few "Few"\n    requires base\n\n{card}', encoding="utf-8")
    rules = bang.load("base", "few", paths=[tmp_path])
    seats = [{**SEATS[0], "character": "gen", "hand": []}, *SEATS[1:]]
    game = rules.new_game(seats=seats, turn="A", phase="phase_play", seed=1)
    game = bang.Game.from_dict(rules, game.to_dict())
    game.push("A uses gen")
    reason = game.why_not("A uses gen")
    assert reason is not None
    assert reason.code == "limit"


WAYS = """\
pack ways "Ways"
    requires base

card three "Three Ways" brown
    copies A♠
    play heal "heal" if self.life < max_life(self): LIFE self
    play draw: DRAW 2
    play rob on one of others where lootable(it): DRAW from target.hand

scenario "of three ways one is chosen"
    packs base ways
    seat A sheriff  rose_doolan   hand three@A♠
    seat B outlaw   jourdonnais   hand 2♠
    seat C outlaw   paul_regret
    seat D renegade willy_the_kid
    turn A phase_play
    expect A cannot play three@A♠ heal
    expect A can play three@A♠ rob on B
    A plays three@A♠ draw
    expect A hand 2
"""


def test_the_ways_to_play_a_card_have_names(tmp_path: Path) -> None:
    (tmp_path / "pack.bang").write_text(WAYS, encoding="utf-8")
    assert bangrules("test", str(tmp_path)).output == ""
    rules = bang.load("base", "ways", paths=[tmp_path])
    seats = [{**SEATS[0], "hand": ["three@A♠"], "life": 3}, *SEATS[1:]]
    game = rules.new_game(seats=seats, turn="A", phase="phase_play", seed=1)
    assert [str(action) for action in game.legal_actions()][:2] == [
        "A plays three@A♠ heal",
        "A plays three@A♠ draw",
    ]
    for action in game.legal_actions():
        assert game.parse(str(action)) is action
    assert "heal" in game.label(game.legal_actions()[0])
    assert rules.text_of("three").startswith("Choose one: regain 1 life point, only if")
    assert "; or draw 2 cards; or choose another player" in rules.text_of("three")
