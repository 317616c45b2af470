"""Rules texts that are made from programs say nothing that is not so: else they are left out."""

from __future__ import annotations

import pytest

from tests.language.checking import example, model_of
from tests.language.test_rules_texts import card_told, indented, told, told_with

LOST = "Whenever a player loses life points"
PATTERNS = [
    # what a parameter has to be is told, or nothing is
    ("after HIT(target, _, self): DRAW 1", f"{LOST} because of you, draw 1 card."),
    ("after HIT(target, _, author) if author is self: DRAW 1", f"{LOST} because of you, draw 1 card."),
    ("after HIT(target, _, self) if target is not self: DRAW 1",
     "Whenever another player loses life points because of you, draw 1 card."),
    ("after HIT(self, _, self): DRAW 1", "Whenever you lose life points because of yourself, draw 1 card."),
    ("after HIT(_, _, none): DRAW 1", f"{LOST} because of nobody, draw 1 card."),
    ("after ELIMINATE(target, self): DRAW 1", "Whenever a player is eliminated by you, draw 1 card."),
    ("after BANG(target, self): DRAW 1", ""),
    ("after BANG(self): DRAW 1", ""),
    ("after turn(self, yes): DRAW 1", ""),
    ("after act(p, beer, main): DRAW 1", "Whenever a player uses Beer in the play phase, draw 1 card."),
    ("after act(self, c, MISSED): DRAW 1", ""),
    ("after act(p, c, w) if w is main: DRAW 1", ""),
    ("after act(self, c) if c is red and c is blue: DRAW 1",
     "Whenever you use a red card, if it is blue, draw 1 card."),
    ("modify allowed(self, _, main): no", "You may not use cards in the play phase."),
    ("modify allowed(self, c, MISSED) if c is red: no", ""),
    ("modify reward(_, self): 2", ""),
    ("modify within(_, self): - others", ""),
    ("modify heirs(target): - self", ""),
    ("modify draws(p) if p is self: +1", "You draw 1 more card in the draw phase."),
    # so are numbers
    ("before HIT(self, n) if n is 1: end HIT", "Before you lose 1 life point, that does not happen."),
    ("after HIT(self, n) if n > 1: DRAW n",
     "Whenever you lose at least 2 life points, draw that many cards."),
    ("after HIT(self, n) if n > 1 and n < 4: DRAW 1",
     "Whenever you lose at least 2 life points, if that number is less than 4, draw 1 card."),
    ("after draw_card(p, nth) if nth > 1 and p is self: DRAW 1", ""),
    # who is meant is plain
    ("after HIT(target, _, author) if author is not none: HIT author",
     f"{LOST} because of a player, the latter loses 1 life point."),
    ("after HIT(target, _, author) if target is not self and author is not self and author is not none: "
     "LIFE target",
     "Whenever another player loses life points because of a player other than you, "
     "the former regains 1 life point."),
    ("after ELIMINATE(self, author) if author is not none: HIT author",
     "Whenever you are eliminated by a player, they lose 1 life point."),
    ("modify distance(a, b) if a.life > b.life: +1", ""),
    ("modify distance(self, b) if b.life is 1: +1",
     "The distance from you to other players is increased by 1 if they have 1 life point."),
    # and all of it is a sentence
    ("modify shots(self): 0", "You may play no BANG! in a turn."),
    ("modify sight(self): 0", "Your reach is 0."),
    ("modify abilities(self): + left_of(self, players).character",
     "Your role and your character are also the character of the next player to the left of you."),
    ("after phase_draw(self):\n        draw! ♥: phase_draw(self)",
     "After your draw phase, draw! for ♥: if so, your draw phase takes place."),
]  # fmt: skip


@pytest.mark.parametrize(("written", "text"), PATTERNS)
def test_what_hooks_and_modifiers_are_about_is_told(written: str, text: str) -> None:
    assert told(f"    {written}") == text


def test_this_card_is_not_taken_for_the_one_of_a_pattern() -> None:
    program = "after lay(c, _, self):\n    if this.number > 1: discard c\n    else: discard this"
    assert card_told(program) == (
        "Whenever you put a card in front of a player, if this card's number is more than 1, "
        "discard it; otherwise, discard this card."
    )


STATEMENTS = [
    # what names stand for is what was there when they were given
    ("let mine, theirs = self.hand, target.hand\nmove mine to target.hand\nmove theirs to self.hand", ""),
    ("let mine, theirs = self.table, target.table\nfor c in mine: pass_on c to target\n"
     "for c in theirs: pass_on c to self", ""),
    ("let mine, theirs = self.life, target.life\nself.life = theirs\ntarget.life = mine", ""),
    ("let n = count(self.hand)\nDRAW 1\nDRAW n", ""),
    ("let n = self.life\nHIT self\nDRAW n", ""),
    ("let b = self.tired\nif b: DRAW 1", ""),
    # the first is not just one of them
    ("if any(discards) is bang: DRAW 2",
     "Choose another player: if the top card in the discard pile is a BANG!, draw 2 cards."),
    ("if any(target.table) is red: DRAW 2",
     "Choose another player: if the first card in play in front of them is red, draw 2 cards."),
    # of which numbers the highest is told
    ("let most = highest(players.gold)\nfor p in players where it.gold is most: DRAW 1 to p",
     "Choose another player: each player whose gold is the highest gold among players draws 1 card."),
    ("if count(players where it.gold > 2) is 1: DRAW 1",
     "Choose another player: if there is 1 player whose gold is more than 2, draw 1 card."),
    ("for p in others where distance(self, it) is 2: HIT p",
     "Choose another player: each other player for whom the distance from you to them is 2 "
     "loses 1 life point."),
    # who or what is meant is plain
    ("self chooses p in players - target\nif p is not none:\n    HIT p by target\n    LIFE target", ""),
    ("for p in others: HIT p by target", ""),
    ("let a, b = any(self.hand), any(target.hand)\n"
     "if a is not none and b is not none and rank(a) > rank(b): DRAW 1", ""),
    ("for p in [self, target]: DRAW 1 to p", "Choose another player: draw 1 card; they draw 1 card."),
    ("target may choose p in others: HIT p by target",
     "Choose another player: they may choose another player: "
     "that player loses 1 life point because of them."),
    # what is chosen is told before what depends on it
    ("self chooses n in 1..3\nif n is 1: DRAW 2\nelse: LIFE self",
     "Choose another player: choose a number from 1 to 3; if it is 1, draw 2 cards; "
     "otherwise, regain 1 life point."),
    ("self chooses u in [♥, ♠]\nif u is ♥: DRAW 2",
     "Choose another player: choose one of ♥ and ♠; if it is ♥, draw 2 cards."),
    # amounts
    ("for p in others where it.life > self.life: DRAW 1 to p",
     "Choose another player: each other player who has more life points than you draws 1 card."),
    ("HIT target, min(2, target.life - 1)",
     "Choose another player: they lose a number of life points equal to the smaller of 2 "
     "and their life minus 1."),
    ("if count(self.hand) > count(self.table): DRAW 1",
     "Choose another player: if you have more cards in your hand than there are cards in play "
     "in front of you, draw 1 card."),
    ("phase_draw(target)", "Choose another player: their draw phase takes place."),
    ("begin(target)", ""),
]  # fmt: skip


@pytest.mark.parametrize(("program", "text"), STATEMENTS)
def test_what_statements_do_is_told(program: str, text: str) -> None:
    assert card_told("play on one of others:\n" + indented(program)) == text


def test_a_condition_of_all_stands_in_front() -> None:
    program = "play on one of others, if self.gold > 1:\n    HIT target\n    DRAW 1"
    assert card_told(program) == (
        "Play it only if your gold is more than 1. "
        "Choose another player: they lose 1 life point; you draw 1 card."
    )


@pytest.mark.parametrize(("name", "cost"), [("gold", "2 gold"), ("coins", "2 coins")])
def test_what_is_paid_is_told_as_it_is_called(name: str, cost: str) -> None:
    field = f"field {name} of player: number = 0\n"
    assert told_with(field, f"    use costs 2 {name}: DRAW 1") == f"You may pay {cost} to draw 1 card."


@pytest.mark.parametrize("phrase", ["{p's} turn", "{p}'s turn"])
def test_the_ending_of_an_owner_may_stand_outside_the_braces(phrase: str) -> None:
    text = (
        f'phrase gain "{{p}} gains {{n coin}}"\nphrase turn "{phrase}"\n'
        'character miser "Miser" life 4\n    after turn(self): gain 3 to self\n'
    )
    model, sink = model_of(text, upon=example())
    assert not sink.diagnostics
    assert [d.told for d in model.definitions if d.id == "miser"] == ["After your turn, gain 3 coins."]
