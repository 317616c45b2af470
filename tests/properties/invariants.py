"""What holds at every decision of every game."""

from __future__ import annotations

from collections import Counter

import bangrules as bang
from bangrules.kernel import slots as k


def check_cards(game: bang.Game) -> None:
    """Every card lies in one place, and the game knows where."""
    S, of = game._state, game.rules
    slots = [k.LIMBO]
    for _, base, of_player, *_ in of.tables["zones"]:
        slots += range(base, base + (k.MAX_SEATS if of_player else 1))
    found = Counter(c for slot in slots for c in S[slot])
    assert found == Counter(c.index for c in of.cards)
    assert all(of.ns["place_of"](S, c) == slot for slot in slots for c in S[slot])


def check_decision(game: bang.Game) -> None:
    """Someone has something to decide, and each action has a text of its own that names it."""
    actions = game.legal_actions()
    decision = game.decision
    assert actions
    assert decision is not None
    assert decision.count == len(actions)
    assert {a.player for a in actions} == {decision.player}
    assert len({str(a) for a in actions}) == len(actions)
    for action in actions:
        assert game.parse(str(action)) is action
        assert game.why_not(action) is None
        check_copy(game, action)


def check_copy(game: bang.Game, action: bang.Action) -> None:
    """An action with one of several equal copies is done with one that offers it, the one it names if any."""
    S, of = game._state, game.rules
    if action.n < 0 or action.card not in of.copies_of:
        return
    window = S[k.DECISION][2]
    card = of.ns["real_card"](S, action.player, action, window)
    assert card in of.ns["lying"](S, action.player, action, window)
    assert of.ns["offers"](S, action.player, action, window, card)
    assert action.value in (None, card)
