"""Names that are no names, and what was meant by them: the help for each."""

from __future__ import annotations

import pytest

from bangrules.language.diagnostics import Diagnostic
from tests.language.checking import base, check, example, model_of

CARD = 'card gun "Gun" brown\n    copies 4S\n    '

HINTS = [
    (CARD + "play: life += 1", "write `self.life`: it is a player's"),
    (
        CARD + "play:\n        self chooses c in hand\n        discard c",
        "write `self.hand`: it is a player's",
    ),
    (CARD + "play:\n        draw! hearts: DRAW 2", "write `♥`"),
    (CARD + "play: DRAW two", "write `2`"),
    (CARD + "play on one of others, limit once per turn: HIT target", "without `limit`"),
    (CARD + "play on one of players where p.life < 2: HIT target", "the candidate is `it`"),
    (CARD + "play on one of others where it.hand is bang: HIT target", "write `some(it.hand, bang)`"),
    (CARD + "play on one of others: move target.hand to self", "as in `self.hand`"),
    (
        'role a "A" open\n    after ELIMINATE(sheriff): win self',
        "behind the brackets `if target.role is sheriff`",
    ),
]


@pytest.mark.parametrize(("text", "help"), HINTS, ids=[help for _, help in HINTS])
def test_a_hint(text: str, help: str) -> None:
    _, sink = model_of(text, upon=base())
    found: list[Diagnostic] = [x for x in sink.diagnostics if x.severity == "error"]
    assert len(found) == 1, [str(x) for x in found]
    assert help in (found[0].help or "")


def test_what_is_counted_by_is_something_that_ends() -> None:
    (found,) = check('character gen "Gen" life 4\n    use once per round: gain 1\n', upon=example())
    assert found.message == "there is no procedure or card `round`"
    assert found.help == "name something that happens and is over again, as `turn`"
