"""Packs together: what they require, do without, replace and conflict with; and findings in many places."""

# ruff: noqa: E501  (what is found is shown as it is)
from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

import bangrules as bang
from bangrules.language import model as m
from bangrules.language.diagnostics import Reporter
from bangrules.play.compiled import check_into, compile_model
from bangrules.play.packs import available, select
from tests.language.checking import check, example, model_of, rendered

MINE = 'pack mine "Mine"\n    requires example\n'
ARROWS = (
    'pack arrows "Arrows"\n    requires example\n\n'
    'card bow "Bow" tool\n    copies 9♠\n\nborder thin\n\ncharacter archer "Archer" life 4\n\nrole poacher "Poacher"\n\n'
    "procedure shoot(p: player): lose p\n\nstat range(p: player): strength(p)\n\nfield arrows of player: number = 0\n"
)
OPTIONAL = 'pack mine "Mine"\n    requires example\n    optional arrows\n'


# ---- tables of roles


def test_a_table_of_roles_takes_the_place_of_another() -> None:
    text = (
        MINE
        + '\nrole sage "Sage"\n    text "Wins with 3 coins."\n\nroles 4 replaces example: guard, thief 2, sage\n'
    )
    model, sink = model_of(text, upon=example())
    assert not sink.errors
    assert not check(text, upon=example())  # what the text says the pack does elsewhere
    assert [role.id for role, _ in model.roles[4]] == ["guard", "thief", "sage"]


def test_wrong_tables_of_roles() -> None:
    text = (
        MINE
        + "\nroles 4: guard 4\n\nroles 5 replaces example: guard 5\n\nroles 6 replaces mine: guard 6\n\nroles 7 replaces arrows: guard 7\n"
    )
    assert [(found.code, found.message, found.help) for found in check(ARROWS, text, upon=example())] == [
        (
            "E0202",
            "the role table for `4` is declared twice",
            "another pack has it: `roles 4 replaces example: ...` takes the place of its table",
        ),
        ("E0404", "pack `example` has no role table for 5 players", "leave out `replaces example`"),
        ("E0406", "this table replaces itself", "delete `replaces`"),
        (
            "E0501",
            "the role table for `7` is declared in pack `arrows`, which pack `mine` does not require",
            "add `requires arrows` to the manifest of `mine`",
        ),
    ]


# ---- names of packs that are not required


def test_what_a_pack_does_not_require_it_cannot_name() -> None:
    text = (
        MINE
        + "\nafter turn(p): shoot(p)\n\nstat f(p: player): range(p) + p.arrows\n\nmodify allowed(_, bow, _): no\n\n"
        + 'card knot "Knot" arrows.thin\n    copies 3♠\n'
    )
    assert (
        rendered(ARROWS, text, upon=example())
        == """\
error[E0501]: procedure `shoot` is declared in pack `arrows`, which pack `mine` does not require
 --> mine2.bang:4:16
  |
4 | after turn(p): shoot(p)
  |                ^^^^^^^^
  = help: add `requires arrows` to the manifest of `mine`

error[E0501]: stat `range` is declared in pack `arrows`, which pack `mine` does not require
 --> mine2.bang:6:20
  |
6 | stat f(p: player): range(p) + p.arrows
  |                    ^^^^^^^^
  = help: add `requires arrows` to the manifest of `mine`

error[E0501]: field `arrows` is declared in pack `arrows`, which pack `mine` does not require
 --> mine2.bang:6:31
  |
6 | stat f(p: player): range(p) + p.arrows
  |                               ^^^^^^^^
  = help: add `requires arrows` to the manifest of `mine`

error[E0501]: card `bow` is declared in pack `arrows`, which pack `mine` does not require
 --> mine2.bang:8:19
  |
8 | modify allowed(_, bow, _): no
  |                   ^^^
  = help: add `requires arrows` to the manifest of `mine`

error[E0501]: border `arrows.thin` is declared in pack `arrows`, which pack `mine` does not require
  --> mine2.bang:10:18
   |
10 | card knot "Knot" arrows.thin
   |                  ^^^^^^^^^^^
   = help: add `requires arrows` to the manifest of `mine`"""
    )


def test_what_is_required_brings_what_it_requires() -> None:
    text = 'pack mine "Mine"\n    requires arrows\n\nafter turn(p): gain range(p) to p\n'
    assert not check(ARROWS, text, upon=example())


def test_a_missing_pack_is_named(tmp_path: Path) -> None:
    for name, text in {"arrows": ARROWS, "mine": MINE + "\nafter turn(p): shoot(p)\n"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.bang").write_text(text.replace("requires example", "requires base"), "utf-8")
    known = available([tmp_path])
    sink = Reporter()
    check_into(select(known, ["base", "mine"]), sink)
    (found,) = sink.errors
    assert found.code == "E0201"
    assert found.help == "it is declared in pack `arrows`, which is not required here: add `requires arrows`"


# ---- expansions go with any box


def test_copies_go_to_the_card_of_the_box_that_is_played() -> None:
    """A box upon another has its own cards; what it has nothing like is dealt as it is."""
    other = (
        'pack other "Other"\n    box\n    requires example\n\n'
        'card pebble "Pebble" like stone\n    copies A♠\n\ncard gravel "Gravel" like pebble\n    copies A♥\n'
    )
    more = MINE + '\ncopies stone 8♠ 9♠\ncopies rope 8♣\n\ncard clod "Clod" like stone\n    copies 8♦\n'

    def cards(*packs: str, base: bool) -> dict[str, list[str]]:
        model, sink = model_of(*packs, upon=evolve(example(), named=base))
        assert not sink.diagnostics, sink.render()
        deck: dict[str, list[str]] = {}
        for d in model.definitions:
            for rank, suit, pack, _ in d.faces:
                if pack != "example":
                    deck.setdefault(d.id, []).append(f"{rank}{suit} {pack}")
        return deck

    assert cards(more, base=True) == {
        "stone": ["8♠ mine", "9♠ mine"], "rope": ["8♣ mine"], "clod": ["8♦ mine"],
    }  # fmt: skip
    assert cards(other, more, base=False) == {
        "pebble": ["14♠ other", "8♠ mine", "9♠ mine"], "gravel": ["14♥ other"],
        "rope": ["8♣ mine"], "clod": ["8♦ mine"],
    }  # fmt: skip


# ---- optional packs

USES = [
    "modify allowed(_, arrows.bow, _): no\n",
    "modify allowed(_, c, _) if c in [arrows.bow, stone]: no\n",
    "modify allowed(_, c, _) if c is arrows.bow or c is not arrows.bow: yes\n",
    "stat f(p: player): count(p.fist where arrows.bow)\n",
    "stat f(p: player): some(p.fist, arrows.bow) and all(p.fist, [arrows.bow])\n",
    "stat f(p: player): p.hero is arrows.archer or p.team in [arrows.poacher]\n",
    "stat f: during(arrows.bow)\n",
    "copies arrows.bow 2♠ 3♠\n",
    'card knot "Knot" arrows.thin\n    copies 3♠\n',
    'card knot "Knot" like arrows.bow\n',
    'card knot "Knot" tool replaces arrows.bow\n    copies 3♠\n',
    'card knot "Knot" like arrows.bow\n\nmodify allowed(_, knot, _): no\n\ncard loop "Loop" like knot\n',
    'character elf "Elf" life 4\n    use arrows.bow as stone\n    use stone as arrows.bow\n',
    "roles 2: arrows.poacher, guard\n",
    "before affect(_, _, cards) if all(cards, arrows.bow): end affect\n",
]


@pytest.mark.parametrize("text", USES)
def test_ids_of_an_optional_pack_are_right_with_it_and_without(text: str) -> None:
    for packs in ([OPTIONAL + "\n" + text], [ARROWS, OPTIONAL + "\n" + text]):
        model, sink = model_of(*packs, upon=example())
        assert not sink.diagnostics, sink.render()
        compile_model(model)


def test_where_it_is_absent_it_matches_nothing() -> None:
    def cards(*packs: str) -> dict[str, int]:
        model, _ = model_of(*packs, upon=example())
        return {d.id: len(d.faces) for d in model.definitions if d.kind == "card"}

    text = (
        OPTIONAL + '\ncopies arrows.bow 2♠ 3♠\n\ncard knot "Knot" tool replaces arrows.bow\n    copies 3♥\n'
    )
    with_it, without_it = cards(ARROWS, text), cards(text)
    assert with_it == {"stone": 8, "bread": 8, "rope": 1, "knot": 3}
    assert without_it == {"stone": 8, "bread": 8, "rope": 1}


def test_tests_of_what_is_absent_come_out_as_no() -> None:
    model, _ = model_of(
        OPTIONAL + "\nstat f(c: card): c is arrows.bow\nstat g(c: card): c in [arrows.bow]\n", upon=example()
    )
    for id in "fg":
        base = model.stats[id].base
        assert isinstance(base, m.Const)
        assert base.value is False


def test_a_bare_id_of_an_optional_pack() -> None:
    assert (
        rendered(ARROWS, OPTIONAL + "\nmodify allowed(_, bow, _): no\n", upon=example())
        == """\
error[E0502]: `bow` is declared in pack `arrows`, which is optional for pack `mine`
 --> mine2.bang:5:19
  |
5 | modify allowed(_, bow, _): no
  |                   ^^^
  = help: write `arrows.bow`: where that pack is absent it matches nothing"""
    )


def test_what_else_an_optional_pack_declares() -> None:
    text = "\nafter turn(p): shoot(p)\n"
    assert (
        rendered(ARROWS, OPTIONAL + text, upon=example())
        == """\
error[E0502]: procedure `shoot` is declared in pack `arrows`, which is optional for pack `mine`
 --> mine2.bang:5:16
  |
5 | after turn(p): shoot(p)
  |                ^^^^^^^^
  = help: of an optional pack only cards, characters and the like can be named, as `arrows.id`; for more, require it"""
    )
    (found,) = check(OPTIONAL + text, upon=example())
    assert found.code == "E0201"


def test_where_something_must_be_there() -> None:
    text = "\nstat prey(r: role): r\n\nstat f: prey(arrows.poacher)\n"
    for packs in ([ARROWS, OPTIONAL + text], [OPTIONAL + text]):
        codes = {found.code for found in check(*packs, upon=example())}
        assert codes <= {"E0502", "E0301", "E0302"}
        assert codes


def test_an_id_that_an_optional_pack_has_not() -> None:
    (found,) = check(ARROWS, OPTIONAL + "\nmodify allowed(_, arrows.bwo, _): no\n", upon=example())
    assert (found.message, found.help) == (
        "there is no definition `arrows.bwo`",
        "did you mean `arrows.bow`?",
    )


# ---- replacing, being like


def test_what_replaces_stands_everywhere_in_the_other_s_place() -> None:
    text = MINE + '\ncard cake "Cake" replaces example.bread like example.bread\n    play: gain 2\n'
    model, sink = model_of(text, upon=example())
    assert not sink.diagnostics
    assert [d.id for d in model.definitions if d.kind == "card"] == ["stone", "rope", "cake"]
    (cake,) = [d for d in model.definitions if d.id == "cake"]
    assert len(cake.faces) == 8
    assert cake.border is not None
    assert cake.like is None


def test_what_replaces_need_not_be_like_what_it_replaces() -> None:
    text = (
        MINE
        + '\ncard cake "Cake" plain replaces example.bread\n    play: gain 2\n\nmodify allowed(_, bread, _): no\n'
    )
    model, sink = model_of(text, upon=example())
    assert not sink.diagnostics
    (cake,) = [d for d in model.definitions if d.id == "cake"]
    assert len(cake.faces) == 8
    assert [x.guard.definitions for x in model.modifiers if isinstance(x.guard, m.IsKind)] == [(cake,)]


def test_a_chain_of_what_is_like_another_across_packs() -> None:
    one = MINE + '\ncharacter elf "Elf" like scout\n'
    two = 'pack two "Two"\n    requires mine\n\ncharacter sprite "Sprite" like elf\n    use once: gain 1\n'
    model, sink = model_of(one, two, upon=example())
    assert not sink.diagnostics
    (sprite,) = [d for d in model.definitions if d.id == "sprite"]
    assert (sprite.number, len(sprite.modifiers), len(sprite.actions)) == (4, 1, 1)


def test_the_same_id_in_two_packs() -> None:
    one = (
        MINE
        + '\ncharacter scout "Other scout" life 3\n    field seen: number = 0\n    after turn(self): seen += 1\n'
    )
    two = 'pack two "Two"\n    requires example\n\ncharacter scout "Third" life 2\n    field seen: number = 0\n    after turn(self): seen += 2\n'
    model, sink = model_of(one, two, upon=example())
    assert not sink.diagnostics
    assert {f.id for f in model.fields.values() if f.owner == "scout"} == {"scout.seen", "two.scout.seen"}
    compile_model(model)


def test_replaced_twice_and_replacing_itself() -> None:
    one = (
        'pack one "One"\n    requires example\n\ncard cake "Cake" replaces example.bread like example.bread\n'
    )
    two = 'pack two "Two"\n    requires example\n\ncard pie "Pie" replaces example.bread like example.bread\n'
    assert (
        rendered(one, two, upon=example())
        == """\
error[E0503]: `example.bread` is replaced twice
 --> mine2.bang:4:1
  |
4 | card pie "Pie" replaces example.bread like example.bread
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 ::: mine.bang:4:1
  |
4 | card cake "Cake" replaces example.bread like example.bread
  | ---------------------------------------------------------- replaced here by `one.cake`
  = help: only one of the packs can be loaded"""
    )
    (found,) = check(MINE + '\ncard cake "Cake" plain replaces mine.cake\n', upon=example())
    assert found.code == "E0406"


# ---- manifests


def test_manifests() -> None:
    text = (
        'pack mine "Mine"\n    requires example, mine, example\n    optional example\n    conflicts example\n'
    )
    assert [(found.code, found.message) for found in check(text, upon=example())] == [
        ("E0504", "`requires` names pack `example` twice"),
        ("E0504", "pack `example` stands behind `optional` and behind `conflicts`"),
        ("E0504", "pack `example` stands behind `requires` and behind `conflicts`"),
        ("E0504", "pack `example` stands behind `requires` and behind `optional`"),
        ("E0504", "pack `mine` names itself behind `requires`"),
        ("E0506", "pack `mine` cannot be played together with pack `example`"),
    ]


def test_two_manifests_in_one_pack() -> None:
    (found,) = check(MINE + '\npack other "Other"\n', upon=example())
    assert found.code == "E0505"
    assert found.at.line == 4


def test_too_many_zones() -> None:
    zones = "".join(f"zone z{i} of player\n" for i in range(30))
    found = check(zones, upon=example())
    assert {one.code for one in found} == {"E0212"}


# ---- at once


def test_five_mistakes_get_five_findings() -> None:
    text = (
        "modify naer(_, self): +1\n"
        'character elf "Elf"\n'
        "field gold of player: number\n"
        "procedure f(p: player): gian 1 to p\n"
        "stat g(p: player): p.coins is red\n"
    )
    assert [(found.code, found.at.line) for found in check(text, upon=example())] == [
        ("E0201", 1), ("E0407", 2), ("E0313", 3), ("E0201", 4), ("E0304", 5)
    ]  # fmt: skip


def test_mistakes_of_writing_and_of_meaning_come_together() -> None:
    text = (
        "modfy strength(_): 1\n"
        "procedure f(p: player):\n"
        "    let x 1\n"
        "    gain x to q\n"
        "stat odd(: 1\n"
        "stat g: odd + nothing\n"
        'card knot "Knot" plian\n'
        "    copies A♠ 11♠\n"
        "    play: gian 1\n"
    )
    assert [(found.code, found.at.line) for found in check(text, upon=example())] == [
        ("E0108", 1), ("E0101", 3), ("E0101", 5), ("E0201", 6), ("E0201", 7), ("E0104", 8), ("E0201", 9)
    ]  # fmt: skip


def test_a_mistake_in_a_heading_is_reported_once_and_not_at_every_use() -> None:
    text = (
        "stat far(p: plyer): 1\n"
        "procedure fetch(p: player) gives crad: return top(stock)\n"
        "field gold of player: nmber\n"
        "stat a: far(item(rich, 1)) + far(item(rich, 2))\n"
        "procedure b(p: player):\n"
        "    let c = fetch(p)\n"
        "    put c to p\n"
        "    p.gold += p.gold\n"
    )
    assert [(found.code, found.at.line) for found in check(text, upon=example())] == [
        ("E0201", 1), ("E0201", 2), ("E0201", 3)
    ]  # fmt: skip


def test_rules_that_make_no_game(tmp_path: Path) -> None:
    (tmp_path / "mine.bang").write_text('pack mine "Mine"\n\nfield x: number = 1\n', "utf-8")
    with pytest.raises(
        bang.PackError, match="nothing in `mine` says how a game begins: declare it with `start"
    ):
        bang.load("mine", paths=[tmp_path])


# ---- what another pack has declared


def test_what_another_pack_declares_is_changed_and_not_declared_anew() -> None:
    has = 'pack has "Has"\n    requires example\noption cold = 1 "how cold"\noption hot = no "whether it is hot"\n'
    has += "stat frost(p: player): cold + 1\nprocedure thaw(p: player): lose p\n"
    text = 'pack mine "Mine"\n    requires has\noption cold = 2 "colder"\noption hot = yes "hotter"\n'
    text += "stat frost(p: player): 2\nprocedure thaw(p: player): pass\n"
    found = {d.message: d.help for d in check(has, text, upon=example())}
    assert found == {
        "option `cold` is declared twice": "another pack has it: choose its value when a game begins, as "
        "`--option cold=...`, or `modify frost`; if this is another option, rename it",
        "option `hot` is declared twice": "another pack has it: choose its value when a game begins, as "
        "`--option hot=...`; if this is another option, rename it",
        "stat `frost` is declared twice": "another pack has it: `modify frost` changes it; if this is another "
        "stat, rename it",
        "procedure `thaw` is declared twice": "another pack has it: `instead of thaw` replaces it, `before` and "
        "`after` add to it; if this is another procedure, rename it",
    }


def test_what_a_pack_declares_twice_itself_is_renamed() -> None:
    (found,) = check(MINE + 'option cold = 1 "how cold"\noption cold = 2 "colder"\n', upon=example())
    assert (found.message, found.help) == ("option `cold` is declared twice", "rename one of them")
