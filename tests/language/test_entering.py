"""What may come into force while a procedure runs, and hooks that come in so late; what is plainly so."""

from __future__ import annotations

from pathlib import Path

import pytest

import bangrules as bang
from bangrules.language.entering import entering
from bangrules.language.improve import NO, YES, answer
from bangrules.language.model import Local, Op
from bangrules.language.types import YESNO
from bangrules.play import reading
from bangrules.play.compiled import check_packs
from bangrules.play.packs import resolve

LATE = """\
pack late "Late"
    requires base

card banner "Banner" blue
    copies 2♣ 4♣
    after flourish(self): DRAW 2

card trumpet "Trumpet" brown
    copies 3♣
    play: flourish(self)

procedure flourish(p: player):
    for c in p.hand where blue: lay c to p by p
"""


@pytest.fixture(scope="module")
def kinds() -> dict[str, frozenset[str]]:
    """For each procedure of the base game with events: what may come into force in it."""
    model, _ = check_packs(resolve(("base", "fistful_of_cards")))
    found = entering(model)
    return {proc.id: found[id(proc)] for proc in model.procedures.values()}


def test_what_may_come_into_force(kinds: dict[str, frozenset[str]]) -> None:
    assert kinds["turn_up"] == {"event", "card"}
    assert kinds["lay"] == kinds["pass_on"] == {"card"}
    # whatever can be played while players are asked
    assert kinds["phase_play"] == kinds["turn"] == {"card"}
    for id in ("draw_card", "draw_from", "discard", "heal", "phase_draw", "swap_cards"):
        assert kinds[id] == frozenset(), id


def test_what_comes_in_late_has_a_part_in_the_end(tmp_path: Path) -> None:
    """A card that is laid down in the middle of what it hooks runs after it."""
    (tmp_path / "pack.bang").write_text(LATE, encoding="utf-8")
    rules = bang.load("base", "late", paths=[tmp_path])
    for hand, held in ((["trumpet"], 0), (["trumpet", "banner@2♣"], 2), (["trumpet", "barrel"], 0)):
        game = rules.new_game(
            seats=[
                {"role": "sheriff", "character": "willy_the_kid", "hand": hand},
                {"role": "outlaw", "character": "jourdonnais"},
                {"role": "outlaw", "character": "lucky_duke"},
                {"role": "renegade", "character": "bart_cassidy"},
            ],
            turn="A", phase="phase_play", seed=1,
        )  # fmt: skip
        game.push("A plays trumpet@3♣")
        assert len(reading.zones_of(rules)["hand"].cards(game, 0)) == held, hand


def test_what_is_plainly_so() -> None:
    x = Local("x", type=YESNO)
    assert answer(Op("and", x, NO, type=YESNO)) is NO
    assert answer(Op("and", x, YES, type=YESNO)) is x
    assert answer(Op("or", x, YES, type=YESNO)) is YES
    assert answer(Op("or", x, NO, type=YESNO)) is x
