"""An action is legal exactly when nothing is said against it; the reasons that can be given."""

import random
from functools import cache

from hypothesis import given

import bangrules as bang
from tests.properties.positions import generators, opened, play, positions, rules

CODES = (
    *("over", "not_asked", "absent", "from", "force", "allowed", "if", "limit", "costs", "target"),
    *("choice", "copy", "may_pass"),
)


@cache
def pool(name: str) -> tuple[bang.Action, ...]:
    """Many actions of the rules: of other games, players, windows, cards and targets."""
    of = rules(name)
    for seed in range(25):
        play(opened(name, seed, "ask", history=False, each=2), random.Random(seed), 400)
    made = {str(action) for action in of._made}
    rng = random.Random(1)
    for text in sorted(made):
        for letter in rng.sample("ABCDEFG", 2):
            made.add(letter + text[1:])
    return tuple(dict.fromkeys(of.parse(text) for text in sorted(made)))


@given(positions(over=True), generators())
def test_legal_is_what_nothing_speaks_against(game: bang.Game, rng: random.Random) -> None:
    name = game.rules.packs[-1]
    legal = game.legal_actions()
    decision = game.decision
    actions = rng.sample(pool(name), min(60, len(pool(name))))
    if decision is not None:
        mine = [a for a in pool(name) if a.player == decision.player]
        actions += rng.sample(mine, min(60, len(mine)))
    for action in (*legal, *actions):
        reason = game.why_not(action)
        assert (reason is None) is (action in legal), (action, reason)
        if reason is not None:
            assert reason.code in CODES, (action, reason)
            assert reason.text
            assert "{" not in reason.text
            assert "None" not in reason.text
