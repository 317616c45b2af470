"""Which cards come into force: whatever is put there is followed to where it comes from."""

from __future__ import annotations

import pytest

from bangrules.language.laying import cards_laid
from tests.language.checking import base, check, example, model_of

CARD = 'card belt "Belt" plain\n    copies A♠\n    play: gain 1\n    modify strength(self): + 1\n'
"""A card that nothing puts in force, of itself."""


def laid(text: str) -> set[str] | None:
    """The ids of the cards that may come into force in the little game with `text`; None for any."""
    model, sink = model_of(text, upon=example())
    assert not sink.errors, sink.render()
    found = cards_laid(model)
    return None if found is None else {d.id for d in found}


def test_only_blue_cards_of_the_base_game_come_into_force() -> None:
    model, _ = model_of(upon=base())
    found = cards_laid(model)
    assert found is not None
    assert {d.border.id for d in found if d.border is not None} == {"blue", "weapon"}


WAYS = [
    "play: put this to self",
    "play: move this to self.row",
    "play: dress(self, this)",
    "play:\n        let c = this\n        put c to self",
    "play:\n        for c in [this, this]: put c to self",
    "play:\n        self chooses x in [this]\n        if x is not none: put x to self",
    "play:\n        at end of turn: put this to self",
    "play: dress(self, item(shuffled([this]), 1))",
    "play on one of rivals:\n        let c = target.row + this\n        move c to target.row",
]
HELPERS = (
    "procedure dress(p: player, c: card):\n    try_on(c, p)\n    pause\n"
    "procedure try_on(c: card, p: player): move c to p.row\n"
)


@pytest.mark.parametrize("way", WAYS)
def test_what_a_card_is_given_to_is_followed(way: str) -> None:
    card = f'card cape "Cape" plain\n    copies A♠\n    {way}\n    modify strength(self): + 1\n'
    assert laid(HELPERS + card + CARD) == {"rope", "cape"}
    assert [found.code for found in check(HELPERS + card + CARD, upon=example())] == ["W0404"]


def test_what_lies_in_a_zone_is_what_is_moved_there() -> None:
    vault = 'zone vault seen by nobody "vault"\nafter turn(p):\n    for c in vault: move c to p.row\n'
    card = 'card cape "Cape" plain\n    copies A♠\n    play: move this to vault\n'
    card += "    modify strength(self): + 1\n"
    assert laid(vault + card + CARD) == {"rope", "cape"}
    assert laid(vault + CARD) is None  # nothing says how it is filled


def test_a_hook_has_what_is_given_to_its_procedure() -> None:
    text = (
        "procedure wear(c: card, p: player): pass\ninstead of wear(c, p): move c to p.row\n"
        'card cape "Cape" plain\n    copies A♠\n    play: wear(this, self)\n'
    )
    assert laid(text) == {"rope", "cape"}


def test_what_is_used_as_another_comes_into_force_as_that() -> None:
    hero = 'character tailor "Tailor" life 4\n    use bread as rope\n'
    assert laid(hero) == {"rope", "bread"}
    assert laid(hero.replace("bread", "card")) is None


@pytest.mark.parametrize(
    "rule",
    [
        "after turn(p): move top(stock, 1) to p.row",
        "after turn(p): move p.fist where it is red to p.row",
        "after act(p, c, _) if c is not none: move c to p.row",
        "before affect(_, author, cards): move cards to author.row",
        "procedure away(c: card, z: zone): move c to z\nafter turn(_):\n    for c in copies: away(c, heap)",
    ],
)
def test_where_it_cannot_be_told_any_card_may_come_into_force(rule: str) -> None:
    assert laid(rule + "\n") is None
    assert not check(rule + "\n" + CARD, upon=example())
