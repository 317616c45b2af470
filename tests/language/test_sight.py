"""What clauses may read: who has an open role is no secret; what else decides who has abilities may be."""

from __future__ import annotations

from pathlib import Path

import pytest

import bangrules as bang
from tests.language.checking import check, example

SPY = 'role spy "Spy" open\n    modify strength(self): +1\n'
STRONG = 'card b "B" plain\n    copies A♠\n    play on one of rivals where strength(it) > 1: lose target\n'
AMULET = (
    'zone pocket of player seen by everyone, in force "pocket"\n'
    'card a "A" plain\n    copies 2♠\n    modify strength(self): +1\n    play: move this to self.pocket\n'
)


def aimed(where: str) -> str:
    """A card that may be aimed at those of whom `where` holds."""
    return f'card b "B" plain\n    copies A♠\n    play on one of rivals where {where}: lose target\n'


@pytest.mark.parametrize(
    "text",
    [
        SPY + STRONG,
        SPY + 'role mole "Mole" like spy\n' + STRONG,
        SPY + aimed("it.team is spy"),
        SPY + aimed("it.team is not spy"),
        SPY + 'role mole "Mole" open\n' + aimed("it.team in [spy, mole]"),
        SPY + 'role mole "Mole" like spy\n' + aimed("it.team is spy"),
        SPY + "modify abilities(p) if p.coins is 1: + spy\n" + STRONG,
        SPY + "modify abilities(p) if p.coins is 1: - p.team\n" + STRONG,
        SPY + "modify in_force(x) if x is role: no\n" + STRONG,
        SPY + "modify abilities(p) if p.team is thief: + guard\n" + STRONG,
        SPY + "modify abilities(p) if p.team is spy: + [spy, guard]\n" + STRONG,
        AMULET + STRONG,
    ],
)
def test_an_open_role_is_no_secret(text: str) -> None:
    assert not check(text, upon=example())


@pytest.mark.parametrize(
    "text",
    [
        # other roles are secret
        SPY.replace(" open", "") + STRONG,
        SPY.replace(" open", "") + aimed("it.team is spy"),
        SPY + aimed("it.team is guard"),
        SPY + aimed("it.team in [spy, guard]"),
        SPY + aimed("it.team is self.team"),
        SPY + 'role mole "Mole"\n    modify strength(self): +1\n' + STRONG,
        # who has it by a secret
        SPY + "modify abilities(p) if p.team is thief: + spy\n" + STRONG,
        SPY + "modify abilities(p) if some(p.fist, red): + spy\n" + STRONG,
        SPY + "modify abilities(p) if p.team is thief: - p.team\n" + STRONG,
        SPY + "modify abilities(_): - (everyone.team where it is spy)\n" + STRONG,
        SPY + "field past of player: roles = empty seen by owner\nmodify abilities(p): + p.past\n" + STRONG,
        SPY + "modify abilities(_): + talents\nstat talents gives abilities: everyone.team\n" + STRONG,
        'character c "C" like cook\n    modify strength(self): +1\n'
        "modify abilities(p) if p.team is thief: + c\n" + STRONG,
        # whether it is at work by a secret
        SPY + "modify in_force(x) if x is role and top(stock) is red: no\n" + STRONG,
        # by a card that only its player sees
        AMULET.replace("everyone", "owner") + STRONG,
        AMULET.replace("everyone", "nobody") + STRONG,
        # by another that is a secret
        'role mole "Mole"\n    modify abilities(self): + spy\n' + SPY + STRONG,
        'role mole "Mole"\n    modify abilities(self): + mule\nrole mule "Mule" open\n'
        "    modify abilities(self): + spy\n" + SPY + STRONG,
    ],
)
def test_what_is_a_secret_still(text: str) -> None:
    codes = [found.code for found in check(text, upon=example())]
    assert set(codes) == {"E0410"}


def test_own_secrets_may_be_asked() -> None:
    text = SPY.replace(" open", "") + "modify abilities(p) if p.team is thief: + spy\n"
    card = 'card b "B" plain\n    copies A♠\n    play if strength(self) > 1: gain 1\n'
    assert not check(text + card, upon=example())
    assert not check(AMULET.replace("everyone", "owner") + card, upon=example())


@pytest.mark.parametrize(
    "packs", [("base",), ("base", "dodge_city", "undead"), ("walking_dead", "high_noon", "fistful_of_cards")]
)
def test_a_card_may_be_aimed_at_the_wounded(packs: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "doctor").mkdir()
    (tmp_path / "doctor" / "pack.bang").write_text(
        'pack doctor "Doctor"\n    requires base\n\ncard bandage "Bandage" brown\n    copies 2♥ 3♥\n'
        "    play on one of players where curable(it): LIFE target\n"
        "    use from hand, if max_life(left_of(self, players)) > 4, costs this: LIFE self\n",
        "utf-8",
    )
    rules = bang.load(*packs, "doctor", paths=[tmp_path])
    assert {rules.by_index[role].id for role in rules.tables["open"]} <= {"sheriff", "leader", "risen"}
