"""What the pages of packs are made of: which declarations speak of each other, and what rulings are about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bangrules.errors import PackError
from bangrules.language.diagnostics import CardFileError
from bangrules.tools.sphinx_ext.catalogue import Catalogue, Entry, Ruling, read_catalogue, words_of
from bangrules.tools.sphinx_ext.stubs import write_pages

PACK = """
pack lake "The Lake"
    requires base

card boat "Boat" blue
    copies 2♣
    modify distance(_, self): +wind(self)

card raft "Raft" blue
    copies 3♣

character otter "Otter the Quick" life 4
    after HIT(self): discard self.hand where boat

# How hard it blows.
stat wind(p: player): 1

scenario "a Boat keeps others away"
    seat A sheriff  otter table boat@2♣
    seat B outlaw   jourdonnais
    seat C outlaw   rose_doolan
    seat D renegade paul_regret
    turn A phase_play
    expect distance B A 2
    expect A to act

scenario "Otter is no Raft, and needs no two Boats"
    packs base lake
    seat A sheriff  otter hand raft@3♣
    seat B outlaw   jourdonnais
    seat C outlaw   rose_doolan
    seat D renegade paul_regret
    turn A phase_play
    A plays raft@3♣
    expect A table raft@3♣
    expect A to act

scenario "nothing happens"
    seat A sheriff  otter
    seat B outlaw   jourdonnais
    seat C outlaw   rose_doolan
    seat D renegade paul_regret
    turn A phase_play
    expect A to act
"""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    folder = tmp_path_factory.mktemp("packs") / "lake"
    folder.mkdir()
    (folder / "pack.bang").write_text(PACK, encoding="utf-8")
    return read_catalogue(["base", "lake", "zombie_plague"], [folder])


def entry(catalogue: Catalogue, kind: str, full_id: str) -> Entry:
    (found,) = [e for e in catalogue.entries if (e.kind, e.full_id) == (kind, full_id)]
    return found


def ruling(catalogue: Catalogue, title: str) -> Ruling:
    (found,) = [r for r in catalogue.rulings if r.title.startswith(title)]
    return found


def test_who_speaks_of_whom(catalogue: Catalogue) -> None:
    boat = entry(catalogue, "card", "lake.boat")
    assert boat in catalogue.hooking(entry(catalogue, "stat", "base.distance"))
    assert catalogue.naming(entry(catalogue, "stat", "lake.wind")) == [boat]
    assert catalogue.naming(boat) == [entry(catalogue, "character", "lake.otter")]
    assert boat in catalogue.naming(entry(catalogue, "border", "base.blue"))
    assert not catalogue.naming(entry(catalogue, "card", "lake.raft"))


def test_names_mean_what_they_mean_in_their_pack(catalogue: Catalogue) -> None:
    for home in ("base", "zombie_plague", "lake"):
        found = catalogue.find("turn", home)
        assert found is not None
        assert found.pack.id == ("base" if home == "lake" else home)
    assert catalogue.find("boat", "base") is None
    assert not [
        e for e in catalogue.hooking(entry(catalogue, "stat", "base.distance")) if e.pack.id[0] == "z"
    ]


def test_what_stands_above_a_declaration_is_its_comment(catalogue: Catalogue) -> None:
    wind = entry(catalogue, "stat", "lake.wind")
    assert wind.comment == "How hard it blows."
    assert wind.source == "stat wind(p: player): 1"


def test_copies_are_those_of_the_cards(catalogue: Catalogue) -> None:
    assert entry(catalogue, "card", "lake.boat").copies == ("2♣",)
    assert sorted(entry(catalogue, "card", "base.barrel").copies) == ["K♠", "Q♠"]


def test_rulings_are_filed_under_what_their_titles_name(catalogue: Catalogue) -> None:
    boat, raft = entry(catalogue, "card", "lake.boat"), entry(catalogue, "card", "lake.raft")
    otter = entry(catalogue, "character", "lake.otter")
    first, second = ruling(catalogue, "a Boat"), ruling(catalogue, "Otter is")
    assert first.about == (boat,)
    assert catalogue.subject(first) is boat
    assert set(second.about) == {boat, raft, otter}
    assert catalogue.subject(second) in (raft, otter)
    assert raft in second.using
    assert catalogue.subject(ruling(catalogue, "nothing happens")) is None
    assert second in catalogue.rulings_about(boat)
    assert second.text.startswith('scenario "Otter')
    assert second.text.endswith("expect A to act")


def test_words_are_told_from_texts_and_comments() -> None:
    text = 'play on one of x "no {bang} now": # y\n    draw! ♥ # {z}'
    assert words_of(text) == {"play", "on", "one", "of", "x", "bang", "draw!"}


def test_mistakes_and_unknown_packs(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="there is no pack `bse`; did you mean `base`"):
        read_catalogue(["bse"], [])
    wrong = tmp_path / "wrong"
    (wrong / "scenarios").mkdir(parents=True)
    (wrong / "pack.bang").write_text('pack wrong "Wrong"\n    requires base\n', encoding="utf-8")
    (wrong / "scenarios" / "one.bang").write_text('scenario "x"\n    sit A\n    A flies\n', encoding="utf-8")
    with pytest.raises(CardFileError):
        read_catalogue(["wrong"], [wrong])


def test_everything_that_comes_with_the_library_has_its_page(tmp_path: Path) -> None:
    whole = read_catalogue([], [])
    write_pages(whole, tmp_path, "gallery")
    for pack, rules in whole.rules.items():
        for d in rules.by_index:
            if d.pack == pack and d.kind != "border":
                kinds = ("card", "figure") if d.kind == "card" else (d.kind,)
                pages = [tmp_path / "gallery" / pack / kind / f"{d.id}.rst" for kind in kinds]
                assert any(page.exists() for page in pages), d.full_id
    for id, found in whole.packs.items():
        files = found.files[0].parent.rglob("*.bang")
        written = sum(len(re.findall("^scenario ", f.read_text("utf-8"), re.MULTILINE)) for f in files)
        assert sum(r.pack.id == id for r in whole.rulings) == written
