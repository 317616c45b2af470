"""How things look: what a `look` may say, which of two counts, and the symbols of a card."""

from __future__ import annotations

from typing import Any

import pytest

import bangrules as bang
from bangrules.language import model as m
from bangrules.language.looks import worn
from bangrules.vocabulary.words import table_vocabulary
from tests.language.checking import base, check, example, model_of, rendered


def definition(model: m.Model, id: str) -> m.Definition:
    return next(d for d in model.definitions if d.id == id)


def drawn(text: str, id: str, *more: str, upon: Any = None) -> tuple[str | None, str | None]:
    """Drawing and color of a definition in the little game with a text upon it."""
    model, sink = model_of(text, *more, upon=upon or example())
    assert not sink.errors, sink.render()
    return worn(definition(model, id), model)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "look stoen heart",
            """\
error[E0201]: there is no card, procedure, stat or the like `stoen`
 --> mine.bang:1:6
  |
1 | look stoen heart
  |      ^^^^^
  = help: did you mean `stone`?
""",
        ),
        (
            "look stone heard",
            """\
error[E0217]: there is no shape `heard`
 --> mine.bang:1:12
  |
1 | look stone heard
  |            ^^^^^
  = help: did you mean `heart`?
""",
        ),
        (
            'look stone color "brown"',
            """\
error[E0217]: "brown" is no color
 --> mine.bang:1:18
  |
1 | look stone color "brown"
  |                  ^^^^^^^
  = help: write it as `#rrggbb`: red, green and blue in hexadecimal digits, as "#8a5a2b"
""",
        ),
        (
            "look stone",
            """\
error[E0217]: this look says nothing
 --> mine.bang:1:1
  |
1 | look stone
  | ^^^^^^^^^^
  = help: write a shape, a drawing or a color, as `look life heart color "#c0392b"`
""",
        ),
        (
            "look lose skull\nlook lose heart",
            """\
error[E0202]: `lose` has two looks
 --> mine.bang:2:6
  |
1 | look lose skull
  | --------------- the first is here
2 | look lose heart
  |      ^^^^
  = help: delete one of the lines
""",
        ),
    ],
)
def test_mistakes(text: str, found: str) -> None:
    assert rendered(text + "\n", upon=example()).rstrip() == found.rstrip()


@pytest.mark.parametrize("path", ["M2 2 h20 v20 h-20 Z", "m.5-.5L3,4 5 6z", "M12 2 a5 5 0 1 1 0 10 Z"])
def test_path_data(path: str) -> None:
    assert drawn(f'look stone "{path}"\n', "stone") == (path, None)


@pytest.mark.parametrize(
    "path",
    ["", "a horse", "L2 2", "M2", "M2 2 h", "M2 2 X3", "M2 2 Z4", "M2 2 url(#x)", "M0 0 " + "L1 1 " * 999],
)
def test_what_is_no_path_data(path: str) -> None:
    assert [d.code for d in check(f'look stone "{path}"\n', upon=example())] == ["E0217"]


def test_a_card_looks_like_its_border_and_the_border_of_that() -> None:
    text = 'look plain heart color "#112233"\nborder thin is plain\ncard pin "Pin" thin\n'
    heart = drawn(text, "pin")
    assert heart == (table_vocabulary().shapes["heart"], "#112233")
    assert drawn(text + 'look thin color "#445566"\n', "pin") == (heart[0], "#445566")
    assert drawn(text + 'look pin "M1 1 h2"\n', "pin") == ("M1 1 h2", "#112233")


def test_what_is_like_another_looks_like_it() -> None:
    text = 'look stone "M1 1 h2" color "#112233"\ncard rock "Rock" like stone\n'
    assert drawn(text, "rock") == ("M1 1 h2", "#112233")
    assert drawn(text + 'look rock "M3 3 h2"\n', "rock") == ("M3 3 h2", "#112233")


def test_of_two_packs_the_one_that_requires_the_other_counts() -> None:
    one = 'pack one "One"\n    requires example\n\nlook stone color "#111111"\n'
    two = 'pack two "Two"\n    requires example, one\n\nlook stone color "#222222"\n'
    assert drawn(one, "stone", two) == drawn(two, "stone", one) == (None, "#222222")
    rival = two.replace("example, one", "example")
    assert [d.code for d in check(one, rival, upon=example())] == ["E0202"]


def test_what_one_look_leaves_out_the_other_says() -> None:
    one = 'pack one "One"\n    requires example\n\nlook stone "M1 1 h2" color "#111111"\nlook lose heart\n'
    two = (
        'pack two "Two"\n    requires example, one\n\nlook stone color "#222222"\nlook lose color "#333333"\n'
    )
    for first, second in ((one, two), (two, one)):
        assert drawn(first, "stone", second) == ("M1 1 h2", "#222222")
        model, _ = model_of(first, second, upon=example())
        assert model.looks["lose"].path == table_vocabulary().shapes["heart"]
        assert model.looks["lose"].color == "#333333"


@pytest.mark.parametrize("name", ["lose", "CATCH", "strength"])
def test_a_symbol_needs_a_drawing(name: str) -> None:
    (found,) = check(f'look {name} color "#112233"\n', upon=example())
    assert found.code == "E0217"
    assert not check('look coins color "#112233"\n', upon=example())


def test_a_name_of_another_pack_must_be_required() -> None:
    one = 'pack one "One"\n    requires example\n\nstat luck: 1\ncard charm "Charm" plain\n'
    two = 'pack two "Two"\n    requires example\n\nlook luck heart\nlook charm heart\n'
    assert [d.code for d in check(one, two, upon=example())] == ["E0501", "E0501"]


def test_a_card_that_a_pack_does_not_see_does_not_take_the_name_of_what_it_draws() -> None:
    one = 'pack one "One"\n    requires example\n\nlook coins star color "#111111"\n'
    two = 'pack two "Two"\n    requires example\n\ncard coins "Coins" plain\n'
    for packs in ((one, two), (two, one)):
        model, sink = model_of(*packs, upon=example())
        assert not sink.errors, sink.render()
        assert model.looks["coins"].color == "#111111"
        assert worn(definition(model, "coins"), model) == (None, None)


@pytest.mark.parametrize("name", ["lose", "CATCH", "strength", "coins", "leader", "guard"])
def test_what_may_have_a_look(name: str) -> None:
    assert not check(f"look {name} star\n", upon=example())


def test_looks_are_no_part_of_the_rules(tmp_path: Any) -> None:
    pack = tmp_path / "trail"
    pack.mkdir()
    (pack / "pack.bang").write_text('pack trail "Trail"\n    requires base\n', "utf-8")
    plain = bang.load("base", "trail", paths=[tmp_path])
    (pack / "looks.bang").write_text('look bang color "#112233"\n', "utf-8")
    assert bang.load("base", "trail", paths=[tmp_path]).digest == plain.digest


# ---- symbols

LOOKS = "".join(
    f"look {name} star\n" for name in ("lose", "gain", "CATCH", "rivals", "strength", "near", "put", "pay")
)


def symbols(text: str, id: str) -> list[tuple[list[str], list[str]]]:
    """The symbols of a card, each as its name and what stands beside it."""
    model, sink = model_of(LOOKS + text, upon=example())
    assert not sink.errors, sink.render()

    def told(marks: Any) -> list[str]:
        return [f"{name}{note}{'*' if many else ''}" for name, note, many in marks]

    return [(told(lead), told(then)) for lead, then in model.symbols.get(definition(model, id), ())]


def test_an_action_shows_its_targets_and_what_it_does() -> None:
    assert symbols("", "stone") == [(["rivals"], ["lose"]), (["CATCH"], [])]
    assert symbols("card x plain\n    play on rivals: lose target, 2\n", "x") == [(["rivals*"], ["lose2"])]
    assert symbols("card x plain\n    play on rivals(self) where it.coins > strength(it): gain 1\n", "x") == [
        (["rivals*"], ["gain"])
    ]


def test_an_answer_shows_its_window_and_costs_their_amount() -> None:
    text = "card x plain\n    answer CATCH costs 2 cards: gain 3\n"
    assert symbols(text, "x") == [(["CATCH", "pay−2"], ["gain3"])]


def test_a_modifier_shows_how_the_stat_is_changed() -> None:
    text = """card x plain 4
    modify strength(self): +1
    modify near(self, _): at least 2
    modify strength(self): this.number
    modify strength(self): unlimited
    modify near(self, _): strength(self)
"""
    assert symbols(text, "x") == [
        ([], ["strength+1"]), ([], ["near≥2"]), ([], ["strength4"]), ([], ["strength∞"]), ([], ["near"]),
    ]  # fmt: skip


def test_a_hook_shows_what_it_waits_for() -> None:
    text = (
        'character x "X" life 3\n    after lose(self, n):\n        if n > 1: gain n\n        else: gain 2\n'
    )
    assert symbols(text, "x") == [(["lose"], ["gain", "gain2"])]


def test_procedures_without_a_look_show_what_they_do() -> None:
    text = "procedure loot(p: player):\n    lose p\n    gain 2 to p\n"
    text += "card x plain\n    play on one of rivals: loot(target)\n"
    assert symbols(text, "x") == [(["rivals"], ["lose", "gain2"])]


def test_a_card_used_as_another_shows_what_both_are_for() -> None:
    text = 'character x "X" life 3\n    use bread as stone\n'
    assert symbols(text, "x") == [(["gain"], ["CATCH"])]


def test_what_is_said_before_is_not_said_again() -> None:
    text = "card x plain\n    play: gain 2\n    answer CATCH: gain 2\n    answer CATCH if self.coins > 1\n"
    assert symbols(text, "x") == [([], ["gain2"]), (["CATCH"], ["gain2"])]


def test_the_printed_symbols_of_the_base_game() -> None:
    model, _ = model_of(upon=base())
    found = {d.id: rows for d, rows in model.symbols.items()}
    assert found["gatling"] == (((("others", "", True),), (("BANG", "", False),)),)
    assert found["wells_fargo"] == (((), (("DRAW", "3", False),)),)
    assert found["winchester"] == (((), (("sight", "5", False),)),)
    assert found["barrel"] == (((("MISSED", "", False),), (("draw!", "♥", False),)),)
    assert found["dynamite"] == (((), (("draw!", "2–9♠", False), ("HIT", "3", False))),)


@pytest.mark.parametrize("far", ["99999", "-361", "1000.5"])
def test_a_drawing_far_outside_of_its_box_is_refused(far: str) -> None:
    (found,) = check(f'look stone "M{far} 2 H20"', upon=example())
    assert (found.code, found.at.column) == ("E0217", 12)
    assert f"`{far}`" in found.message
    assert "24 by 24" in (found.help or "")


def test_a_drawing_may_lie_a_little_outside_of_its_box() -> None:
    assert not check('look stone "M-2 2 a30 30 360 0 1 26 2 Z"', upon=example())
