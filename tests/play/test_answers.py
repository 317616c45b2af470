"""Programs that are easily compiled wrong: answers that go out of date, words where Python wants none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bangrules as bang
from bangrules.kernel import slots as k
from tests.play.test_budget import rules

ROLES = ("sheriff", "outlaw", "renegade", "outlaw")
CAST = ("bart_cassidy", "willy_the_kid", "paul_regret", "rose_doolan")
"""Of these the tests ask nothing, but for what they say."""


def table(of: bang.Rules, *seats: dict[str, Any], **more: Any) -> bang.Game:
    """A game of four in the middle of A's turn."""
    given = [*seats, *[{}] * (4 - len(seats))]
    whole = [
        {"role": role, "character": character, **seat}
        for role, character, seat in zip(ROLES, CAST, given, strict=True)
    ]
    return of.new_game(seats=whole, turn=0, phase="phase_play", seed=1, **more)


def legal(game: bang.Game) -> list[str]:
    return [str(action) for action in game.legal_actions()]


def loaded(game: bang.Game) -> bang.Game:
    return bang.Game.from_dict(game.rules, game.to_dict())


ZAP = """
card zap "Zap" brown
    copies 2♠
    play on one of marked: pass
card ow "Ow" brown
    copies 4♠
    play: HIT self, 2
"""


@pytest.mark.parametrize(
    "text",
    [
        "stat marked: players where count(it.table where it is ♥) > 0\n"
        "modify suit(c) if c.holder is not none and c.holder.life < 3: ♥\n",
        "stat marked: players where all(it.table, ♥) and it.table is not empty\n"
        "modify suit(c) if c.holder is not none and c.holder.life < 3: ♥\n",
        "stat marked: players where count(it.table where it is 10♠) > 0\n"
        "modify rank(c) if c.holder is not none and c.holder.life < 3: item(tens, 1).printed_rank\n"
        "stat tens: copies where it is volcanic\n",
        "stat marked: players where count(it.table where it is 10♥) > 0\n"
        "modify suit(c) if c.holder is not none and c.holder.life < 3: ♥\n"
        "modify rank(c) if c.holder is not none and c.holder.life < 3: item(tens, 1).printed_rank\n"
        "stat tens: copies where it is volcanic\n",
    ],
)
def test_a_pattern_asks_for_suit_and_rank_as_they_count_now(text: str) -> None:
    of = rules(text + ZAP)
    game = table(of, {"life": 4, "hand": ["zap", "ow"], "table": ["scope"]})
    assert "A plays zap@2♠ on A" not in legal(game)
    game.push("A plays ow@4♠")
    assert "A plays zap@2♠ on A" in legal(game)
    assert legal(game) == legal(loaded(game))


SPENT = """
field gold of player: number = 0
modify abilities(p) if p.gold > 0: + snoop
character rich "Rich" life 4
    use "spend" costs 1 gold: pass
character snoop "Snoop" life 4
    use "sniff" once: pass
"""


def test_a_cost_may_decide_what_is_at_work() -> None:
    game = table(rules(SPENT), {"gold": 1, "character": "rich"}, forced="ask")
    assert legal(game) == ["A uses rich", "A uses snoop", "A ends"]
    game.push("A uses rich")
    assert legal(game) == ["A ends"] == legal(loaded(game))


@pytest.mark.parametrize(
    ("stat", "answer"),
    [
        ("count(p.table where odd_ones or it.number > 0)", 0),
        ("count(p.table where it is red)", 1),
        ("count(p.table + p.table)", 4),
        ("count(p.table where count(p.table where it is red) > 0)", 2),
        ("total(1..count(p.table))", 3),
        ("count(p.table where count(everyone) > 3)", 2),
        ("count(copies where it.name in p.table.name)", 4),  # there are two of each
        ("count(p.table where apart(item(everyone, 1), item(everyone, 2), everyone) > 0)", 2),
    ],
)
def test_a_stat_of_somebodys_cards(stat: str, answer: int) -> None:
    """What it needs besides the cards, it has: options, the table, the steps."""
    of = rules(
        'option odd_ones = no "no rule"\nmodify suit(c) if count(everyone) > 90: ♥\n'
        f"stat asked(p: player): {stat}\nafter begin(p) if asked(p) > 99: settle\n"
    )
    game = table(of, {"table": ["barrel", "mustang"]})
    assert of.ns["s_asked"](game._state, 0) == answer


def test_sums_inside_what_is_gone_through() -> None:
    of = rules(
        "stat near(p: player, q: player): p.life > 2 and count((1..distance(p, q)) where it > 1) > 0\n"
        "after begin(p) if near(p, p): settle\n"
    )
    game = table(of)
    assert [of.ns["s_near"](game._state, 0, q) for q in range(1, 4)] == [False, True, False]


def test_an_effect_is_told_of() -> None:
    of = rules('card b "B" brown\n    copies A♠\n    play if during(effect): DRAW 1\n')
    assert "during" in of.text_of("b")


FAIR = """
event fair "Fair"
    use "a": DRAW 1
    use "b": DRAW 1
"""


def test_the_order_of_actions_is_that_of_a_table_made_anew(tmp_path: Path) -> None:
    (tmp_path / "fairs.bang").write_text(f'pack fairs "Fairs"\n    requires base, events\n{FAIR}', "utf-8")
    of = bang.load("base", "fairs", paths=[tmp_path / "fairs.bang"])
    game = table(of, event_deck=["fair"], current_event=[])
    card = of.card_by_id["fair"]
    S = game._state
    ns, zones = of.ns, {row[0]: row[1] for row in of.tables["zones"]}
    ns["move_one"](S, card, zones["event_deck"], zones["current_event"])
    S[k.ACTIONS] = None
    assert [str(a) for a in ns["list_actions"](S, 0, 0)] == ["A uses fair", "A uses fair [2]", "A ends"]
    assert [str(a) for a in loaded(game).legal_actions()] == legal(game)
