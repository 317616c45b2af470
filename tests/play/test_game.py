"""Games through the public face: deciding, playing, asking why, telling what happened, going wrong."""

import copy
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import bangrules as bang

WRONG = Path(__file__).resolve().parent.parent / "data" / "wrong"
FOUR: list[dict[str, Any]] = [
    {"role": "sheriff", "character": "willy_the_kid"},
    {"role": "outlaw", "character": "rose_doolan"},
    {"role": "outlaw", "character": "lucky_duke"},
    {"role": "renegade", "character": "paul_regret"},
]


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("base")


def table(rules: bang.Rules, phase: str = "phase_play", forced: str = "ask", **more: Any) -> bang.Game:
    """A game of four, A to play; capital names are more for the seats, others for the table."""
    seats = copy.deepcopy(FOUR)
    for letter in "ABCD":
        seats["ABCD".index(letter)].update(more.pop(letter, {}))
    return rules.new_game(seats=seats, turn="A", phase=phase, forced=forced, seed=1, **more)


def code(game: bang.Game, action: str) -> str | None:
    reason = game.why_not(action)
    return None if reason is None else reason.code


# ---- importing


def test_importing_is_cheap_and_leaves_the_grammar_alone() -> None:
    program = (
        "import sys, bangrules; print('lark' in sys.modules, 'cattrs' in sys.modules, 'click' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["False"] * 3


def test_all_public_names_are_there() -> None:
    assert bang.__version__ == "0.1.0"
    for name in bang.__all__:
        assert getattr(bang, name) is not None
    assert set(bang.__all__) <= set(dir(bang))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = bang.nothing


# ---- deciding


def test_a_window(rules: bang.Rules) -> None:
    game = table(rules, A={"hand": ["bang@A♠"]}, B={"hand": ["missed@2♠"]})
    decision = game.decision
    assert decision is not None
    assert (decision.player, decision.seat, decision.kind, decision.name) == (0, "A", "window", "main")
    assert decision.text == "play a card, or end the turn"
    assert decision.optional
    assert decision.count == 2
    game.push("A plays bang@A♠ on B")
    decision = game.decision
    assert decision is not None
    assert decision.why == ("It is A's turn.", "A plays BANG! A♠ on B.")
    assert repr(decision) == (
        "<Decision: B: answer with Missed! (2 actions); It is A's turn. > A plays BANG! A♠ on B.>"
    )
    assert repr(game) == "<Game of 4: B: answer with Missed!>"


def test_a_choice_names_what_it_is_about(rules: bang.Rules) -> None:
    game = table(rules, A={"hand": ["panic@J♥"]}, B={"hand": ["beer@6♥"], "table": ["scope@A♠"]})
    game.push("A plays panic@J♥ on B")
    decision = game.decision
    assert decision is not None
    assert (decision.kind, decision.name, decision.text, decision.optional) == (
        "choice", "card", "a card of B", False,
    )  # fmt: skip
    assert [str(a) for a in game.legal_actions()] == ["A chooses scope@A♠", "A chooses random hand B"]
    reason = game.why_not("A passes")
    assert reason is not None
    assert reason.code == "may_pass"
    assert reason.text == "something must be chosen: A is asked: a card of B"


def test_a_cost(rules: bang.Rules) -> None:
    hand = ["bang@A♠", "bang@2♦", "bang@3♦"]
    game = table(rules, A={"hand": hand, "character": "sid_ketchum", "life": 2})
    game.push("A uses sid_ketchum")
    decision = game.decision
    assert decision is not None
    assert (decision.kind, decision.text) == ("cost", "a card to pay with")
    assert decision.why == ("It is A's turn.", "A uses Sid Ketchum.")


def test_players_have_names(rules: bang.Rules) -> None:
    game = rules.new_game(players=["Ann", "Bo", "Cleo", "Dan"], seed=3)
    assert game.players == ("Ann", "Bo", "Cleo", "Dan")
    assert "Ann" in str(game.observe(0))
    assert any("Ann" in line for line in game.events.log)
    assert rules.new_game(players=5, seed=3).players == ("A", "B", "C", "D", "E")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"players": 9}, "players"),
        ({"players": 3}, "players"),
        ({"players": -1}, "players"),
        ({"players": True}, "players"),
        ({"players": 4.5}, "players"),
        ({"players": "ABCD"}, "players"),
        ({"players": ["A", "A", "B", "C"]}, "players"),
        ({"players": ["A", "", "B", "C"]}, "players"),
        ({"players": 4, "seed": "x"}, "seed"),
        ({"players": 4, "forced": "never"}, "forced"),
        ({"players": 4, "options": {"nonsense": 1}}, "options"),
        ({"players": 4, "turn": "A"}, "turn"),
    ],
)
def test_what_new_games_can_not_be_given(rules: bang.Rules, given: dict[str, Any], field: str) -> None:
    with pytest.raises(bang.TableError) as caught:
        rules.new_game(**given)
    assert caught.value.field == field


def test_seeds_make_games(rules: bang.Rules) -> None:
    assert rules.new_game(players=5, seed=7).to_dict() == rules.new_game(players=5, seed=7).to_dict()
    assert rules.new_game(players=5, seed=7).to_dict() != rules.new_game(players=5, seed=8).to_dict()
    assert rules.new_game(players=5).to_dict() != rules.new_game(players=5).to_dict()
    huge = rules.new_game(players=4, seed=-(1 << 80))
    assert huge.record().replay(rules).to_dict() == huge.to_dict()


def test_games_without_history(rules: bang.Rules) -> None:
    game = rules.new_game(players=4, seed=1, history=False)
    game.push(game.legal_actions()[0])
    with pytest.raises(bang.HistoryError, match="keeps no history"):
        game.pop()
    with pytest.raises(bang.HistoryError, match="no action to take back"):
        rules.new_game(players=4, seed=1).pop()


def test_seats_that_are_not_there(rules: bang.Rules) -> None:
    game = rules.new_game(players=4, seed=1)
    for seat in (4, -1, "A"):
        with pytest.raises(IndexError, match="0 to 3"):
            game.observe(seat)  # type: ignore[arg-type]


# ---- why not


def test_a_reason_for_each_code(rules: bang.Rules) -> None:
    hand = ["bang@A♠", "bang@2♦", "mustang@8♥", "jail@4♥", "missed@2♠"]
    game = table(
        rules,
        A={"hand": hand, "table": ["mustang@9♥", "jail@10♠"], "character": "bart_cassidy"},
        B={"hand": ["beer@6♥"], "table": ["barrel@K♠"]},
        C={"character": "sid_ketchum", "hand": ["beer@7♥"], "life": 1},
    )
    assert code(game, "A plays bang@A♠ on B") is None
    assert code(game, "B plays beer@6♥") == "not_asked"
    assert code(game, "A answers missed@2♠") == "not_asked"
    assert code(game, "A passes") == "not_asked"
    assert code(game, "A chooses B") == "not_asked"
    assert code(game, "H ends") == "not_asked"
    assert code(game, "A plays beer@6♥") == "absent"
    assert code(game, "A uses sid_ketchum") == "absent"
    assert code(game, "A plays missed@2♠ as bang on B") == "absent"
    assert code(game, "A plays jail@10♠ on B") == "from"
    assert code(game, "A plays mustang@8♥") == "if"
    assert code(game, "A plays bang@A♠ on C") == "target"
    assert code(game, "A plays jail@4♥ on A") == "target"
    game.push("A plays bang@A♠ on B")
    assert code(game, "A plays bang@2♦ on B") == "not_asked"
    game.push("B passes")
    assert code(game, "A plays bang@2♦ on B") == "limit"
    assert code(game, "A plays bang@2♦ on C") == "target"  # written before the limit
    reason = game.why_not("A plays bang@2♦ on B")
    assert reason is not None
    assert str(reason) == reason.text == "no more BANG! this turn"
    assert reason.card == "BANG!"
    assert reason.where is not None
    assert reason.where.rpartition(":")[0].endswith("cards.bang")
    game.push("A ends")
    assert code(game, "B plays bang@2♦ on A") == "absent"


def test_reasons_against_costs_and_choices(rules: bang.Rules) -> None:
    game = table(rules, A={"hand": ["bang@A♠"], "character": "sid_ketchum", "life": 2})
    assert code(game, "A uses sid_ketchum") == "costs"
    game = table(rules, A={"hand": ["bang@A♠", "beer@6♥", "beer@7♥", "beer@8♥"], "life": 1})
    game.push("A ends")
    assert code(game, "A chooses bang@A♠") is None
    assert code(game, "A chooses bang@2♦") == "choice"
    assert code(game, "A chooses yes") == "choice"
    assert code(game, "A ends") == "not_asked"
    assert code(game, "A passes") == "may_pass"
    assert code(game, "A plays beer@6♥") == "not_asked"


def test_reasons_in_other_packs() -> None:
    odd = bang.load("base", "odd", paths=[WRONG.parent / "odd"])
    seats = copy.deepcopy(FOUR)
    seats[0] |= {"hand": ["beer@6♥", "rifle@2♣"], "life": 2}
    seats[1] |= {"character": "nurse"}
    game = odd.new_game(seats=seats, turn="A", phase="phase_play", forced="ask", seed=1)
    assert code(game, "A plays beer@6♥") == "allowed"
    game.push("A plays rifle@2♣")
    reason = game.why_not("A uses rifle@2♣ on B")
    assert reason is not None
    assert (reason.code, reason.text) == ("if", "it was put down this turn")
    seats = copy.deepcopy(FOUR)
    seats[0] |= {"character": "smith", "hand": ["beer@6♥", "beer@7♥", "barrel@Q♠"]}
    game = odd.new_game(
        seats=seats, turn="A", phase="phase_play", forced="ask", seed=1, omen=["hush"], rest=False
    )
    assert code(game, "A uses smith") == "force"
    game = odd.new_game(seats=seats, turn="A", phase="phase_play", forced="ask", seed=1)
    uses = [str(a) for a in game.legal_actions() if a.verb == "use"]
    assert uses == ["A uses smith", "A uses smith [2]", "A uses smith on B"]
    assert (
        game.parse("A uses smith [2]")
        is game.legal_actions()[[str(a) for a in game.legal_actions()].index(uses[1])]
    )
    with pytest.raises(bang.ActionParseError, match="is not done in 3 ways"):
        game.parse("A uses smith [3]")
    seats[0] |= {"hand": ["beer@6♥", "beer@7♥", "beer@8♥", "bang@A♠"], "life": 4}
    game = odd.new_game(
        seats=seats, turn="A", phase="phase_play", forced="ask", seed=1, omen=["gale"], rest=False
    )
    assert code(game, "A ends") == "may_pass"


def test_reasons_after_the_end(rules: bang.Rules) -> None:
    game = table(
        rules,
        A={"hand": ["bang@A♠"]},
        B={"life": 1},
        C={"status": "dead"},
        D={"status": "dead"},
        forced="resolve",
    )
    game.push("A plays bang@A♠ on B")
    assert game.is_over
    assert code(game, "A ends") == "over"
    with pytest.raises(bang.IllegalActionError, match="the game is over"):
        game.push("A ends")
    assert game.legal_actions() == ()
    assert game.decision is None
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert str(outcome) == "won by A"
    assert repr(game) == "<Game of 4: over, won by A>"
    assert "The game is over: A won." in game.events.log
    assert game.observe(1).outcome == outcome


# ---- texts of actions


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected an action"),
        ("I plays bang@A♠", "begins with the letter of its player; found `I`"),
        ("A", "expected what A does"),
        ("A plys bang@A♠", "did you mean `plays`"),
        ("A plays", "expected what A plays"),
        ("A plays bang@A♠", "`bang@A♠` needs a target"),
        ("A plays bang@A♥ on on", "no seat or card `on`"),
        ("A plays bang@A♠ on beer@6♥", "is not aimed at a card"),
        ("A plays beer@6♥ on B", "takes no target"),
        ("A plays beers@6♥", "did you mean `beer@6♥`"),
        ("A plays bang", "`bang` is not one card; write which, as `bang@A♠`"),
        ("A plays bang@A♠ at B", "expected `as`, `on` or the end; found `at`"),
        ("A plays bang@A♠ as", "expected a name after `as`"),
        ("A plays bang@A♠ as beer", "no card is used as `beer`"),
        ("A uses sid_ketchum as bang", "only cards are used as others"),
        ("A uses sid_ketchup", "did you mean `sid_ketchum`"),
        ("A uses bart_cassidy", "has no `use`"),
        ("A plays missed@2♠", "has no `play`: it has answer"),
        ("A passes twice", "nothing follows `passes`"),
        ("A chooses outlow", "did you mean `outlaw`"),
        ("A chooses random hand", "its zone and its seat"),
        ("A chooses random hnad B", "did you mean `hand`"),
        ("A plays " + "x" * 600, "one short line"),
    ],
)
def test_texts_that_name_no_action(rules: bang.Rules, text: str, says: str) -> None:
    with pytest.raises(bang.ActionParseError) as caught:
        rules.parse(text)
    assert says in str(caught.value)
    assert caught.value.reason.code == "malformed"


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("A  plays   bang@A♠ on B", "A plays bang@A♠ on B"),
        ("A play bang@AS on B", "A plays bang@A♠ on B"),
        ("C answer beer@10H", "C answers beer@10♥"),
        ("A chooses bang@AS", "A chooses bang@A♠"),
        ("B choose B", "B chooses B"),
        ("B chooses outlaw", "B chooses outlaw"),
        ("B chooses ♥", "B chooses ♥"),
        ("B chooses Q", "B chooses Q"),
        ("B chooses 7", "B chooses 7"),
        ("B chooses red", "B chooses red"),
        ("B chooses no", "B chooses no"),
        ("B chooses dead", "B chooses dead"),
        ("B chooses hand of C", "B chooses hand of C"),
        ("B chooses deck", "B chooses deck"),
        ("B chooses sid_ketchum of C", "B chooses sid_ketchum of C"),
        ("B chooses random hand C", "B chooses random hand C"),
        ("H end", "H ends"),
    ],
)
def test_texts_of_actions(rules: bang.Rules, text: str, means: str) -> None:
    action = rules.parse(text)
    assert str(action) == means
    assert rules.parse(means) is action
    assert repr(action) == f"<Action: {means}>"


def test_equal_copies_are_one_action(rules: bang.Rules) -> None:
    game = table(rules, A={"hand": ["stagecoach@9♠", "stagecoach@9♠"]})
    plays = [a for a in game.legal_actions() if a.verb == "play"]
    assert [str(a) for a in plays] == ["A plays stagecoach@9♠"]
    game.push(plays[0])
    assert [str(a) for a in game.legal_actions() if a.verb == "play" and "stagecoach" in str(a)] == [
        str(plays[0])
    ]


def test_equal_copies_are_aimed_at_one_by_one() -> None:
    """Whose med-pak the traitor steals matters: the text of a theft names one, and read back it is that."""
    rules = bang.load("zombie_plague", "traitor")
    bearer: dict[str, Any] = {"role": "living", "gear": ["med_pak"]}
    game = rules.new_game(
        seats=[
            {"role": "living", "traitor": True, "crew": ["human@1"]},
            {**bearer, "crew": ["human@2"]},
            {**bearer, "crew": ["human@3"]},
            {"role": "zombie_player"},
        ],
        spot={"human@1": "(6,6)", "human@2": "(7,6)", "human@3": "(6,7)"},
        facing={"human@1": "east"},
        dice=[6],
        turn="A",
        seed=1,
    )
    for text in ("A passes", "B passes", "C passes", "A uses lot unmask"):
        game.push(text)
    thefts = [a for a in game.legal_actions() if " steal " in str(a)]
    assert [str(a) for a in thefts] == ["A uses lot steal on med_pak", "A uses lot steal on med_pak#2"]
    left = []
    for action in thefts:
        assert game.parse(str(action)) is action
        after = game.copy()
        after.push(str(action))
        left.append(after.to_dict()["zones"]["gear"])
    assert left == [
        {"A": ["med_pak"], "B": [], "C": ["med_pak#2"], "D": []},
        {"A": ["med_pak#2"], "B": ["med_pak"], "C": [], "D": []},
    ]


# ---- telling


def test_the_log_is_in_sentences(rules: bang.Rules) -> None:
    game = table(rules, A={"hand": ["bang@A♠"]}, B={"hand": ["beer@6♥"], "life": 2}, forced="resolve")
    events = game.push("A plays bang@A♠ on B")
    assert events.log[:3] == ("A plays BANG! A♠ on B.", "B passes.", "B loses 1 life.")
    assert events[0].kind == "act"
    assert events[0].value == "A plays bang@A♠ on B"
    assert events[0].cards == ("bang@A♠",)
    moved = events[1]
    assert (moved.kind, moved.source, moved.to, moved.text) == ("move", "hand of A", "discards", "")
    assert str(moved) == "bang@A♠: hand of A -> discards"
    life = next(e for e in events if e.kind == "set")
    assert (life.name, life.player, life.value, str(life)) == ("life", 1, "1", "B.life = 1")
    assert len(events) == len(list(events)) == len(events[:])
    assert events == game.events
    assert repr(events).startswith("<Events: A plays BANG! A♠ on B. B passes.")
    assert repr(life) == "<Event set: B.life = 1>"


def test_who_sees_what_in_the_log(rules: bang.Rules) -> None:
    game = table(rules, A={"hand": ["stagecoach@9♠"]}, deck=["bang@A♠", "beer@6♥"])
    events = game.push("A plays stagecoach@9♠")
    assert events.log == ("A plays Stagecoach 9♠.", "A draws BANG! A♠.", "A draws Beer 6♥.")
    assert game.observe(0).events == events
    assert game.observe(1).events.log == ("A plays Stagecoach 9♠.", "A draws ??.", "A draws ??.")


def test_what_is_looked_at_is_known(rules: bang.Rules) -> None:
    game = table(
        rules,
        "phase_draw",
        A={"character": "kit_carlson", "hand": []},
        deck=["bang@A♠", "beer@6♥", "duel@J♠"],
    )
    mine, other = game.observe(0), game.observe(1)
    assert mine.piles["deck"][:4] == ("bang@A♠", "beer@6♥", "duel@J♠", "??")
    assert other.piles["deck"][:3] == ("??", "??", "??")
    assert [str(a) for a in mine.actions] == ["A chooses bang@A♠", "A chooses beer@6♥", "A chooses duel@J♠"]
    assert other.actions == ()
    assert other.decision is not None
    assert other.decision.text == "the cards to put back"
    game.push("A chooses beer@6♥")
    assert game.observe(0).piles["deck"][0] == "beer@6♥"
    assert game.observe(1).piles["deck"][0] == "??"
    assert game.observe(1).me.zones["hand"] == ()
    assert game.observe(1).seats[0].zones["hand"] == ("??", "??")


def test_roles_are_known_to_whom_they_are_shown(rules: bang.Rules) -> None:
    game = table(rules)
    roles = [view.fields["role"] for view in game.observe(1).seats]
    assert roles == ["sheriff", "outlaw", "??", "??"]
    assert game.observe(1).me.fields["life"] == 4
    assert game.observe(1).fields["active"] == 0
    assert game.observe(1).options["characters_each"] == 1
    assert "renegade" not in repr(game.observe(1))


# ---- going wrong


@pytest.fixture(scope="module")
def wrong() -> bang.Rules:
    return bang.load("base", "wrong", paths=[WRONG])


@pytest.mark.parametrize(
    ("card", "error", "says", "line"),
    [
        ("spinner@2♣", bang.StepBudgetError, "step budget", 7),
        ("mirror@3♣", bang.StepBudgetError, "calls itself too deeply", None),
        ("hole@4♣", bang.RuleError, "there is no number 9", 16),
        ("grower@5♣", bang.StepBudgetError, "", 23),
        ("sleeper@6♣", bang.StepBudgetError, "step budget", 32),
    ],
)
def test_programs_that_go_wrong(
    wrong: bang.Rules, card: str, error: type[bang.RuleError], says: str, line: int | None
) -> None:
    seats = copy.deepcopy(FOUR)
    seats[0]["hand"] = [card, "beer@6♥", "mustang@8♥"]
    game = wrong.new_game(seats=seats, turn="A", phase="phase_play", forced="ask", seed=1)
    if card.startswith("sleeper"):
        game.push(f"A plays {card}")
        action = "A passes"
    else:
        action = f"A plays {card}"
    before, legal = game.to_dict(), game.legal_actions()
    with pytest.raises(error) as caught:
        game.push(action)
    assert says in str(caught.value)
    assert caught.value.card is not None
    assert caught.value.where is not None
    if line is not None:
        assert caught.value.where.endswith(f"wrong.bang:{line}")
    # the game stands where it stood, and goes on
    assert game.to_dict() == before
    assert game.legal_actions() == legal
    if card.startswith("sleeper"):
        return
    game.push("A plays mustang@8♥")
    assert game.pop() is wrong.parse("A plays mustang@8♥")
    assert game.to_dict() == before


def test_threads_may_share_rules(rules: bang.Rules) -> None:
    def played(seed: int) -> list[str]:
        game, rng = rules.new_game(players=5, seed=seed), random.Random(seed)
        while not game.is_over:
            game.push(rng.choice(game.legal_actions()))
        return list(game.record().actions)

    alone = [played(seed) for seed in range(24)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(played, range(24))) == alone


def test_a_program_names_its_card(wrong: bang.Rules) -> None:
    seats = copy.deepcopy(FOUR)
    seats[0]["hand"] = ["hole@4♣"]
    game = wrong.new_game(seats=seats, turn="A", phase="phase_play", forced="ask", seed=1)
    with pytest.raises(bang.RuleError) as caught:
        game.push("A plays hole@4♣")
    assert caught.value.card == "Hole"
    assert type(caught.value) is bang.RuleError


def test_rules_have_code_of_their_own(rules: bang.Rules) -> None:
    """Else what the interpreter notes in it for one set of rules would be in the way of another."""
    other = bang.load("base", "dodge_city")
    for name in ("run", "moved", "list_0"):
        assert rules.ns[name].__code__ is not other.ns[name].__code__


def test_a_card_that_left_beside_its_cost_is_told_when_it_moves_again() -> None:
    rules = bang.load("base", "dodge_city", "fistful_of_cards")
    seats: list[dict[str, object]] = [
        {"role": "sheriff", "character": "rose_doolan", "hand": ["tequila@9♣", "missed@2♠"], "life": 2},
        {"role": "outlaw", "character": "black_jack"},
        {"role": "outlaw", "character": "paul_regret"},
        {"role": "renegade", "character": "willy_the_kid"},
    ]
    game = rules.new_game(seats=seats, turn="A", phase="phase_play", seed=1, current_event=["abandoned_mine"])
    told = [*game.push("A plays tequila@9♣ on A").log]
    while "B takes" not in " ".join(told):
        told += game.push(game.legal_actions()[-1]).log
    assert any(sentence.startswith("B takes") and "Tequila 9♣" in sentence for sentence in told), told
