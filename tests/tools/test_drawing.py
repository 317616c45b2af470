"""Pictures of cards: what is on them, and that they are whole, plain and within their edges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import frozen

import bangrules as bang
from bangrules.errors import PictureError
from bangrules.paths import cards_root
from bangrules.play.packs import available, company
from bangrules.tools.drawing import card_svg, picture
from bangrules.tools.drawing.colors import CLEAR, INK, PAPER, contrast, readable, upon
from bangrules.tools.drawing.letters import fit, measure, shortened, wrap

SVG = "{http://www.w3.org/2000/svg}"
PACKS = sorted(path.name for path in cards_root().iterdir() if (path / "pack.bang").exists())


@cache
def rules_of(pack: str) -> bang.Rules:
    """A pack in the company in which it can be played."""
    packs = available(())
    return bang.load(*company(packs, packs[pack]))


@frozen
class Box:
    """Where something stands in a picture."""

    left: float
    top: float
    right: float
    bottom: float
    text: str = ""

    def within(self, other: Box) -> bool:
        return (
            self.left >= other.left - 0.01
            and self.top >= other.top - 0.01
            and self.right <= other.right + 0.01
            and self.bottom <= other.bottom + 0.01
        )

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def texts(root: ElementTree.Element) -> Iterator[Box]:
    """The boxes of the texts in a picture, as a broad typeface fills them."""
    for node in root.iter(f"{SVG}text"):
        size, x, y = (float(node.attrib[name]) for name in ("font-size", "x", "y"))
        wide = measure(node.text or "", size, node.get("font-weight") == "bold")
        left = x - {"middle": wide / 2, "end": wide}.get(node.get("text-anchor", ""), 0)
        yield Box(left, y - 0.75 * size, left + wide, y + 0.23 * size, node.text or "")


def drawings(root: ElementTree.Element) -> Iterator[Box]:
    """The boxes of the symbols in a picture."""
    for node in root.iter(f"{SVG}svg"):
        if node is not root:
            x, y, wide, high = (float(node.attrib[name]) for name in ("x", "y", "width", "height"))
            yield Box(x, y, x + wide, y + high)


def sheet(root: ElementTree.Element) -> Box:
    """The whole picture."""
    return Box(0, 0, float(root.attrib["width"]), float(root.attrib["height"]))


def check_plain(svg: str) -> ElementTree.Element:
    """It is whole, says what it is, and has nothing that runs, refers elsewhere or clashes on a page."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert all(child.text for child in list(root)[:2])
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert tags <= {"svg", "title", "desc", "style", "rect", "circle", "line", "path", "text"}
    names = {name for node in root.iter() for name in node.attrib}
    assert not {name for name in names if name.startswith("on") or "href" in name or name in ("id", "style")}
    assert "url(" not in svg
    return root


def everything(pack: str) -> Iterator[bang.Definition | bang.Card]:
    """The definitions of a pack, and of each card a copy."""
    rules = rules_of(pack)
    for definition in rules.definitions.values():
        if definition.pack == pack:
            yield definition
            yield from (card for card in rules.cards if card.definition is definition)


@pytest.mark.parametrize("pack", PACKS)
def test_all_cards_in_all_languages_keep_within_their_edges(pack: str) -> None:
    own = rules_of(pack)
    for lang in own.languages:
        rules = own.speak(lang)
        for thing in everything(pack):
            definition = thing.definition if isinstance(thing, bang.Card) else thing
            root = check_plain(card_svg(rules, thing, lang=lang))
            edge = sheet(root)
            boxes, signs = list(texts(root)), list(drawings(root))
            for box in [*boxes, *signs]:
                assert box.within(edge), (lang, definition.id, box)
            for i, box in enumerate(boxes):
                for other in [*boxes[i + 1 :], *signs]:
                    assert not box.meets(other), (lang, definition.id, box, other)
            said = " ".join(box.text for box in boxes).replace("- ", "")
            name = rules.definitions[
                definition.id if definition.id in rules.definitions else definition.full_id
            ].name
            assert name.split()[0] in said or "…" in said


def shown(rules: bang.Rules, what: str, **more: str) -> tuple[ElementTree.Element, list[str]]:
    root = check_plain(card_svg(rules, what, **more))
    return root, [box.text for box in texts(root)]


def test_a_card_has_its_name_border_rank_suit_and_range() -> None:
    rules = rules_of("base")
    root, said = shown(rules, "winchester@8♠")
    assert said[0] == "Winchester"
    assert {"8", "5"} <= set(said)
    assert root[0].text == "Winchester 8♠"
    assert (root[1].text or "").startswith("card, weapon 5")
    brown, blue = (rules.tables["drawings"][rules.definitions[id].index][1] for id in ("bang", "barrel"))
    assert card_svg(rules, "bang").count(f'fill="{brown}"') >= 1
    assert blue in card_svg(rules, "winchester")
    assert brown != blue


def test_red_suits_are_red() -> None:
    rules = rules_of("base")
    assert card_svg(rules, "beer@6♥", theme="light").count("#b3261e") == 2
    assert "#b3261e" not in card_svg(rules, "bang@A♠", theme="light")


def test_a_definition_has_no_face_and_a_copy_has() -> None:
    rules = rules_of("base")
    assert "K" not in shown(rules, "base.bang")[1]
    assert "K" in shown(rules, "bang@K♥")[1]


def test_a_character_shows_its_life() -> None:
    rules = rules_of("base")
    bullet = rules.tables["looks"]["life"][0]
    for id in ("el_gringo", "black_jack"):
        assert card_svg(rules, id).count(f'd="{bullet}"') == rules.definitions[id].number


def test_the_rules_text_is_written_out() -> None:
    said = " ".join(shown(rules_of("dodge_city"), "pony_express")[1])
    assert "Draw three cards." in said


def test_a_card_speaks_the_language() -> None:
    rules = rules_of("base")
    assert shown(rules, "jail", lang="hu")[1][0] == "Börtön"
    assert shown(rules.speak("hu"), "jail")[1][0] == "Börtön"
    with pytest.raises(bang.PackError):
        card_svg(rules, "jail", lang="tlh")


@pytest.mark.parametrize("what", ["bnag", "bang@2♥", "", "other.bang", "distance"])
def test_what_there_is_not(what: str) -> None:
    with pytest.raises(PictureError, match="is called"):
        card_svg(rules_of("base"), what)


def test_cards_of_other_rules() -> None:
    base, more = rules_of("base"), rules_of("dodge_city")
    assert card_svg(base, more.definitions["bang"]) == card_svg(base, "bang")
    with pytest.raises(PictureError, match=r"is called `dodge_city\.punch`"):
        card_svg(base, more.definitions["punch"])


def test_an_unknown_name_gets_a_suggestion() -> None:
    with pytest.raises(PictureError, match="did you mean `barrel`"):
        card_svg(rules_of("base"), "barel")


def test_themes() -> None:
    rules = rules_of("base")
    light, dark, auto = (card_svg(rules, "bang@A♠", theme=theme) for theme in ("light", "dark", "auto"))
    for day, night, svg in ((PAPER[0], PAPER[1], light), (PAPER[1], PAPER[0], dark)):
        assert day in svg
        assert night not in svg
    assert "<style>" not in light + dark
    assert "prefers-color-scheme:dark" in auto
    # without the rules for the dark, and the classes they are for, it is the light picture
    plain = re.sub(r"<style>.*?</style>| class=\"[^\"]*\"", "", auto)
    assert plain == light
    with pytest.raises(PictureError, match="there is no theme 'blue'"):
        card_svg(rules, "bang", theme="blue")


def test_pictures_on_one_page_say_the_same_of_a_class() -> None:
    rules = rules_of("dodge_city")
    said: dict[str, str] = {}
    for card in rules.cards:
        for name, rule in re.findall(r"\.([\w-]+){([^}]*)}", card_svg(rules, card)):
            assert said.setdefault(name, rule) == rule


def test_pictures_are_the_same_every_time() -> None:
    rules, again = rules_of("base"), bang.load("base")
    assert card_svg(rules, "duel") == card_svg(again, "duel")


def test_names_can_be_read_at_150_pixels() -> None:
    for card in rules_of("base").cards:
        root = ElementTree.fromstring(card_svg(card.definition.rules, card))
        scale = 150 / float(root.attrib["width"])
        # a text of several sentences is for a larger picture
        written, name = rules_of("base").text_of(card.definition.full_id), card.definition.name
        found = {node: node.text or "" for node in root.iter(f"{SVG}text")}
        nodes = [node for node, text in found.items() if text == name or text not in written]
        assert nodes
        assert all(float(node.attrib["font-size"]) * scale >= 9 for node in nodes)


def test_signs_of_texts_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "odd.bang").write_text(
        'pack odd "Odd"\n    requires base\n\ncard odd_one "<b>&\'" brown\n    text "a < b && c > d"\n',
        "utf-8",
    )
    rules = bang.load("base", "odd", paths=[tmp_path])
    root, said = shown(rules, "odd_one")
    assert root[0].text == "<b>&'"
    assert said == ["<b>&'", "a < b && c > d"]


def test_notebooks_show_pictures() -> None:
    rules = rules_of("base")
    card = rules.cards[0]
    assert card._repr_svg_() == card_svg(rules, card) == picture(card)
    assert card.definition._repr_svg_() == card_svg(rules, card.definition)
    hungarian = rules.speak("hu").definitions["jail"]._repr_svg_()
    assert hungarian is not None
    assert "Börtön" in hungarian
    game = rules.new_game(players=4, seed=1)
    assert game._repr_svg_() == picture(game)


# ---- letters and colors


def test_lines_are_no_wider_than_asked_for() -> None:
    text = "Whenever he is hit, Bartholomew draws cards: one for each lifepointlostinthisveryterriblemanner."
    for width in (40, 90, 200):
        lines = wrap(text, width, 10)
        assert all(measure(line, 10) <= width for line in lines)
        assert re.sub(r"-? ", "", " ".join(lines)).replace("-", "") == text.replace(" ", "")


def test_what_is_too_long_is_cut_short() -> None:
    assert shortened("Ann", 100, 10) == "Ann"
    cut = shortened("Ann " * 20, 100, 10)
    assert cut.endswith("…")
    assert measure(cut, 10) <= 100
    size, lines = fit("word " * 200, 100, 40, 20, 8)
    assert size == 8
    assert lines[-1].endswith("…")
    assert len(lines) * 10 <= 45


def test_a_text_is_as_large_as_it_fits() -> None:
    assert fit("Beer", 200, 30, 20, 8) == (20, ["Beer"])
    size, lines = fit("Bartholomew", 100, 14, 20, 8)
    assert lines == ["Bartholomew"]
    assert 100 - measure(lines[0], size) < measure(lines[0], 0.5)


@pytest.mark.parametrize("color", ["#000000", "#ffffff", "#8a5a2b", "#ffee00", "#102030"])
def test_signs_stand_out(color: str) -> None:
    for sign, paper in zip(readable(color), PAPER, strict=True):
        assert contrast(sign, paper) >= CLEAR
    assert contrast(upon(color)[0], color) >= CLEAR
    assert readable(INK[0])[0] == INK[0]
