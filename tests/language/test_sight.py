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


USES = 'character smith "Smith" life 4\n    use "forge" once: gain 1\n'
FORMS = 'character smith "Smith" life 4\n    use bread as stone\n'
LENS = (
    'zone sleeve of player seen by owner, in force "sleeve"\n'
    'card lens "Lens" plain\n    copies 2♠\n    play: move this to self.sleeve\n'
)
BELL = 'card bell "Bell" tool\n    copies 2♠\n    use "ring" once: gain 1\n'
DYED = "modify suit(c) if c.printed_suit is ♠ and item(everyone, 2).team is thief: ♥\n"
LUCK = "field luck of player: number = 1 seen by nobody\n"


def played(clause: str) -> str:
    """A card that is played under a condition."""
    return f'card b "B" plain\n    copies A♠\n    play {clause}: gain 1\n'


@pytest.mark.parametrize(
    "text",
    [
        # an ability is gained by a secret of another, or of nobody
        "modify abilities(p) if some(left_of(p, everyone).fist, red): + smith\n" + USES,
        "modify abilities(p) if some(left_of(p, everyone).fist, red): + smith\n" + FORMS,
        "modify abilities(p) if left_of(p, everyone).team is thief: + smith\n" + USES,
        "modify abilities(p) if left_of(p, everyone).team is thief: + smith\n" + FORMS,
        "modify abilities(_) if top(stock) is red: + smith\n" + USES,
        "field past of player: roles = empty seen by nobody\nmodify abilities(p): + p.past\n"
        'role mole "Mole"\n'
        "    use once: gain 1\n",
        # or lost
        "modify in_force(x) if x is character and item(everyone, 2).team is thief: no\n" + USES,
        "modify in_force(x) if x is bell and item(everyone, 2).team is thief: no\n" + BELL,
        # by a card that its player can't see
        'zone pocket of player seen by nobody, in force "pocket"\ncard a "A" plain\n    copies 2♠\n'
        '    play: move this to self.pocket\n    use "ring" from pocket, once: gain 1\n',
        'zone pocket of player seen by nobody "pocket"\nborder bag\n    each play from pocket\n\n'
        'card a "A" bag\n    copies 2♠\n    play: gain 1\n',
        # what a pattern asks
        DYED + played("if some(self.fist, ♥)"),
        DYED + played("if some(self.fist, 2♥..9♥)"),
        DYED + played("costs 1 card where ♥"),
        DYED + 'character smith "Smith" life 4\n    use ♥ as stone\n',
        # who has a card in front that is hidden there
        LENS + aimed("item(copies where it is lens, 1).holder is it"),
        LENS + aimed("some(copies where it.holder is not none, lens)"),
        LENS + "stat bearer(c: card): c.holder\n" + played("if bearer(item(copies, 1)) is none"),
        LENS + "modify allowed(_, _, _) if item(copies, 1).holder is none: no\n",
        LENS + "modify in_force(x) if item(copies, 1).holder is none and x is card: no\n" + BELL,
        # what is paid with
        LUCK + played("costs 1 luck"),
        LUCK + 'character smith "Smith" life 4\n    use costs 1 luck: gain 1\n',
        "field charge of card: number = 1 seen by nobody\n" + played("costs 1 charge"),
    ],
)
def test_a_button_that_tells_a_secret(text: str) -> None:
    codes = [found.code for found in check(text, upon=example())]
    assert set(codes) == {"E0410"}


@pytest.mark.parametrize(
    "text",
    [
        "modify abilities(p) if some(p.fist, red): + smith\n" + USES,
        "modify abilities(p) if some(p.fist, red): + smith\n" + FORMS,
        "modify abilities(p) if p.team is thief: + smith\n" + USES,
        "modify abilities(p) if left_of(p, everyone).coins is 1: + smith\n" + USES,
        "modify abilities(p) if count(left_of(p, everyone).fist) is 1: + smith\n" + FORMS,
        'role mole "Mole"\n    use once: gain 1\n    use bread as stone\n',
        "modify in_force(x) if x is character and item(everyone, 2).coins is 1: no\n" + USES + BELL,
        # who has no say in what may be done
        "modify abilities(p) if left_of(p, everyone).team is thief: + smith\n"
        'character smith "Smith" life 4\n    before grab(self): gain 1\n' + BELL,
        # the own cards, and those that everyone sees
        LENS + '    use "look" from sleeve, once: gain 1\n',
        LENS + played("if some(copies where it.holder is self, lens)"),
        LENS + played("on one of everyone.row where it.holder is not self").replace("gain 1", "drop target"),
        LENS + "stat bearer(c: card): c.holder\n" + played("if some(self.row where bearer(it) is self, red)"),
        LENS + "stat bearer(c: card): c.holder\n" + played("if bearer(this) is none"),
        LENS
        + "modify in_force(x) if x is card and x.holder is not none and x.holder is not leader: no\n"
        + BELL,
        LENS + "modify allowed(p, c, _) if c.holder is p: no\n"
        "modify suit(c) if c.holder is none: ♥\n" + played("costs 1 card where ♥"),
        "modify suit(c) if c.printed_suit is ♠ and leader is none: ♥\n" + played("if some(self.fist, ♥)"),
        "field luck of player: number = 1 seen by owner\n" + played("costs 1 luck"),
        "field charge of card: number = 1\n" + played("costs 1 charge"),
    ],
)
def test_a_button_that_tells_none(text: str) -> None:
    assert not check(text, upon=example())


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
