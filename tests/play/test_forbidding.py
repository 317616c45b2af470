"""What rules forbid, and the reasons they give; cards that a player could use as others."""

from __future__ import annotations

from pathlib import Path

import pytest

import bangrules as bang
from tests.language.checking import example, rendered

PACK = """\
pack strict "Strict"
    requires base

character teetotaller "Teetotaller" life 4
    modify allowed(_, c, _) if c is beer: no "not while a teetotaller looks on"
    modify may_pass(self, main) if count(self.hand) > 2: no "too many cards to end"

character greedy "Greedy" life 4
    modify may_pass(self, main) if self.life < 2: no

character trader "Trader" life 4
    use "trade" costs 2 cards where usable(self, it, bang): DRAW 3

character swinger "Swinger" life 4
    use "trade" costs 2 cards where usable(self, it, bang): DRAW 3
    use missed as bang if self.life > 2

modify allowed(p, c, main) if c is gatling and p.life < 3: no "too weak for a Gatling"
modify allowed(_, c, main) if c is saloon and p_is_rich(c): no
stat p_is_rich(c: card): yes
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> bang.Rules:
    folder: Path = tmp_path_factory.mktemp("strict")
    (folder / "pack.bang").write_text(PACK, encoding="utf-8")
    return bang.load("base", "strict", paths=[folder])


def table(
    rules: bang.Rules, character: str, hand: list[str], life: int = 3, other: str = "jourdonnais"
) -> bang.Game:
    seats = [
        {"role": "sheriff", "character": character, "life": life, "hand": hand},
        {"role": "outlaw", "character": other},
        {"role": "outlaw", "character": "lucky_duke"},
        {"role": "renegade", "character": "bart_cassidy"},
    ]
    return rules.new_game(seats=seats, turn="A", phase="phase_play", forced="ask", seed=1)


def reason(game: bang.Game, action: str) -> tuple[str, str, str | None]:
    found = game.why_not(action)
    assert found is not None
    return found.code, found.text, found.card


def test_a_modifier_says_why(rules: bang.Rules) -> None:
    game = table(rules, "willy_the_kid", ["beer@6♥"], other="teetotaller")
    assert reason(game, "A plays beer@6♥") == ("allowed", "not while a teetotaller looks on", "Teetotaller")
    found = game.why_not("A plays beer@6♥")
    assert found is not None
    assert found.where is not None
    assert found.where.endswith("pack.bang:5")


def test_rules_of_packs_say_why_too(rules: bang.Rules) -> None:
    game = table(rules, "willy_the_kid", ["gatling@10♥"], life=2)
    assert reason(game, "A plays gatling@10♥") == ("allowed", "too weak for a Gatling", "Gatling 10♥")
    assert table(rules, "willy_the_kid", ["gatling@10♥"]).why_not("A plays gatling@10♥") is None


def test_without_a_text_it_is_said_in_general(rules: bang.Rules) -> None:
    game = table(rules, "willy_the_kid", ["saloon@5♥"])
    assert reason(game, "A plays saloon@5♥")[:2] == ("allowed", "Saloon 5♥ is not allowed just now")
    game = table(rules, "greedy", ["bang@4♣"], life=1)
    assert reason(game, "A ends") == ("may_pass", "A may not pass now", "Greedy")


def test_passing_has_reasons(rules: bang.Rules) -> None:
    game = table(rules, "teetotaller", ["bang@4♣", "bang@5♣", "bang@6♣"])
    assert reason(game, "A ends") == ("may_pass", "too many cards to end", "Teetotaller")
    game.push("A plays bang@4♣ on B")
    game.push("B passes")
    assert game.why_not("A ends") is None


def test_cards_that_could_be_used_as_others_pay_too(rules: bang.Rules) -> None:
    game = table(rules, "trader", ["bang@4♣", "missed@2♠", "bang@5♣", "beer@6♥"])
    game.push("A uses trader")
    assert [str(a) for a in game.legal_actions()] == ["A chooses bang@4♣", "A chooses bang@5♣"]
    game = table(rules, "swinger", ["bang@4♣", "missed@2♠", "beer@6♥"])
    game.push("A uses swinger")
    assert [str(a) for a in game.legal_actions()] == ["A chooses bang@4♣", "A chooses missed@2♠"]


def test_cards_that_could_not_be_used_now_do_not(rules: bang.Rules) -> None:
    assert table(rules, "trader", ["bang@4♣", "missed@2♠"]).why_not("A uses trader") is not None
    game = table(rules, "swinger", ["bang@4♣", "missed@2♠"], life=2)
    assert reason(game, "A uses swinger")[0] == "costs"


def test_only_what_forbids_has_a_reason() -> None:
    found = rendered(
        'pack mine "Mine"\n    requires example\n\nmodify strength(_): +1 "much"\n', upon=example()
    )
    assert "error[E0412]: nobody is ever told this text" in found
    found = rendered(
        'pack mine "Mine"\n    requires example\n\nmodify allowed(p, _, _) if p.coins is 1: no "why"\n',
        upon=example(),
    )
    assert not found
