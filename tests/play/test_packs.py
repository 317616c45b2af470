"""Packs on disk: broken, missing, strange and contradictory ones, and what is kept of compiled rules."""

import os
import random
from pathlib import Path
from typing import Any

import pytest

import bangrules as bang
from bangrules.language.diagnostics import CardFileError

HEAD = 'pack {0} "{0}"\n    version "1.0"\n    requires base\n'
ALL_FACES = "2♠..A♠ 2♥..A♥ 2♦..A♦ 2♣..A♣"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Rules compiled here are kept here."""
    monkeypatch.setenv("BANGRULES_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def pack(folder: Path, id: str, more: str = "") -> Path:
    made = folder / id
    made.mkdir(parents=True)
    (made / "pack.bang").write_text(HEAD.format(id) + more, encoding="utf-8")
    return made


def failure(*packs: Any, paths: Any) -> str:
    with pytest.raises(bang.PackError) as caught:
        bang.load(*packs, paths=paths)
    return str(caught.value)


# ---- what can't be read


@pytest.mark.parametrize("what", ["folder", "dangling", "loop"])
def test_files_that_can_not_be_read_are_reported(tmp_path: Path, what: str) -> None:
    here = pack(tmp_path, "odd", 'card x "X" brownn\n')
    there = here / "more.bang"
    if what == "folder":
        there.mkdir()
    else:
        there.symlink_to(there if what == "loop" else here / "nowhere")
    with pytest.raises(CardFileError) as caught:
        bang.load("base", "odd", paths=[tmp_path])
    assert "E0001" in str(caught.value)
    assert "brownn" in str(caught.value)  # and all other mistakes


def test_a_pack_is_read_although_another_is_broken(tmp_path: Path) -> None:
    pack(tmp_path, "fine")
    (pack(tmp_path, "broken") / "pack.bang").unlink()
    (tmp_path / "broken" / "pack.bang").symlink_to("nowhere")
    assert bang.load("base", "fine", paths=[tmp_path]).packs == ("base", "fine")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_are_not_waited_for(tmp_path: Path) -> None:
    here = pack(tmp_path, "pipes")
    os.mkfifo(here / "a.bang")
    with pytest.raises(bang.BangRulesError, match=r"a\.bang"):
        bang.load("base", "pipes", paths=[tmp_path])
    (here / "pack.bang").unlink()
    assert "a.bang" in failure("base", "pipes", paths=[tmp_path])


@pytest.mark.parametrize("path", ["x" * 5000, "a\0b", "\ud800", "/dev/null"])
def test_paths_that_name_nothing(path: str) -> None:
    assert failure("base", paths=[path])


@pytest.mark.parametrize("paths", ["trail", Path("trail"), None, 5, [None], [5], [["trail"]], [b"trail"]])
def test_what_is_no_list_of_paths(paths: Any) -> None:
    assert "expected" in failure("base", paths=paths)


@pytest.mark.parametrize("name", [None, 5, ["base"], ("base",), b"base", Path("base"), {}])
def test_what_is_no_name_of_a_pack(name: Any) -> None:
    assert "expected the name of a pack" in failure(name, paths=[])


# ---- packs and each other


def test_one_pack_by_several_paths(tmp_path: Path) -> None:
    here = pack(tmp_path / "a", "trail")
    (tmp_path / "link").symlink_to(here)
    paths: list[str | Path] = [here, here, str(here / ".." / "trail"), tmp_path / "a", tmp_path / "link"]
    assert bang.load("base", "trail", paths=paths).packs == ("base", "trail")


def test_two_packs_of_one_name(tmp_path: Path) -> None:
    pack(tmp_path / "a", "trail")
    pack(tmp_path / "b", "trail")
    found = failure("base", "trail", paths=[tmp_path / "a", tmp_path / "b"])
    assert found == f"pack `trail` in {tmp_path / 'b'} has the name of another pack"


def requiring(folder: Path, **packs: str) -> Path:
    for id, others in packs.items():
        (folder / id).mkdir()
        (folder / id / "pack.bang").write_text(f'pack {id} "X"\n    requires {others}\n', encoding="utf-8")
    return folder


def test_packs_that_require_each_other(tmp_path: Path) -> None:
    requiring(tmp_path, one="two", two="three", three="one", alone="alone", lost="nowhere")
    assert failure("one", paths=[tmp_path]) == "packs `three` and `one` require each other"
    assert failure("alone", paths=[tmp_path]) == "pack `alone` requires itself"
    assert "`nowhere`, which pack `lost` requires" in failure("lost", paths=[tmp_path])


def test_a_long_chain_of_packs(tmp_path: Path) -> None:
    requiring(tmp_path, **{f"p{i}": f"p{i + 1}" if i < 1999 else "base" for i in range(2000)})
    assert len(bang.load("base", "p1", paths=[tmp_path]).packs) == 2


# ---- many cards


def test_more_than_a_thousand_cards(tmp_path: Path) -> None:
    cards = [f'card q{i} "Q{i}" brown\n    copies {ALL_FACES}\n    play: DRAW 1\n' for i in range(25)]
    pack(tmp_path, "many", "".join(cards))
    rules = bang.load("base", "many", paths=[tmp_path])
    assert len(rules.cards) > 1300
    rng = random.Random(3)
    for seed in range(4):
        game = rules.new_game(players=5, seed=seed)
        while not game.is_over:
            game.push(rng.choice(game.legal_actions()))
            if rng.random() < 0.02:
                game.determinize(rng.randrange(5), rng)


# ---- what is kept


def test_a_damaged_cache_is_made_anew(cache: Path) -> None:
    digest = bang.load("base").digest
    (file,) = cache.glob("*.rules")
    good = file.read_bytes()
    for data in (b"", b"junk", good[:-1], good[:5000] + b"?" + good[5001:], good + b"\0"):
        file.write_bytes(data)
        assert bang.load("base").digest == digest
        assert file.read_bytes() != data


def test_a_cache_that_can_not_be_written(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bang.load("base")
    (file,) = cache.glob("*.rules")
    file.unlink()
    file.mkdir()
    bang.load("base")
    assert list(cache.iterdir()) == [file]
    monkeypatch.setenv("BANGRULES_CACHE", os.devnull)
    bang.load("base")

    def nobody() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("BANGRULES_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    bang.load("base")


# ---- boxes


def box(folder: Path, id: str, requires: str, more: str = "") -> None:
    (folder / id).mkdir()
    head = (
        f'pack {id} "{id}"\n    requires {requires}\n    box\n'
        if requires
        else f'pack {id} "{id}"\n    box\n'
    )
    (folder / id / "pack.bang").write_text(head + more, encoding="utf-8")


def test_a_game_is_played_with_one_box(tmp_path: Path) -> None:
    box(tmp_path, "other", "base")
    box(tmp_path, "third", "")
    pack(tmp_path, "trail")
    pack(tmp_path, "odd", "")
    (tmp_path / "odd" / "pack.bang").write_text('pack odd "Odd"\n    requires third\n', encoding="utf-8")
    paths = [tmp_path]
    two = failure("base", "other", paths=paths)
    assert two == "a game is played with one box: `base` and `other` are boxes, so name one of them"
    assert "pack `trail` is played with a box: name `base` or `other`" in failure("trail", paths=paths)
    assert (
        failure("other", "odd", paths=paths)
        == "pack `odd` is made for the box `third`, which `other` is not like"
    )
    assert bang.load("other", "trail", paths=paths).packs == ("other", "trail")


CARDS = """
roles 4: sheriff, outlaw 2, renegade

card stone "Stone" like bang
    copies 2♠ 3♠

card rock "Rock" like bang
    copies 4♠

card hat "Hat" brown
    copies 5♠
    use card as bang
    play if count(self.hand where bang) > 1: DRAW 1
"""


def test_several_that_are_like_the_same(tmp_path: Path) -> None:
    box(tmp_path, "other", "base", CARDS)
    box(tmp_path, "upper", "other", 'card boulder "Boulder" like stone\n    copies 6♠\n')
    (pack(tmp_path, "more") / "pack.bang").write_text(
        'pack more "More"\n    requires base\ncopies bang 7♠\ncopies saloon 8♠\n', encoding="utf-8"
    )
    rules = bang.load("other", "more", paths=[tmp_path])
    assert [c.id for c in rules.cards] == [
        "saloon@8♠", "stone@2♠", "stone@3♠", "stone@7♠", "rock@4♠", "hat@5♠"
    ]  # fmt: skip
    assert {d.id: d.like for d in rules.by_index if d.pack == "other" and d.like} == {
        "stone": "base.bang", "rock": "stone"
    }  # fmt: skip
    upper = bang.load("upper", "more", paths=[tmp_path])
    assert [c.id for c in upper.cards] == ["saloon@8♠", "boulder@6♠", "boulder@7♠"]


TWO = """pack two "Two"
    requires base

card beer "My Beer" brown
    copies 3♣
    play: heal(self, 1)

character bang "Bang" life 4
    modify draws(self): +1
"""


def test_a_name_that_two_packs_give(tmp_path: Path) -> None:
    """A face or what stands there tells which is meant; where nothing does, one is told to say it."""
    (tmp_path / "two.bang").write_text(TWO, encoding="utf-8")
    rules = bang.load("base", "two", paths=[tmp_path])
    seats: list[dict[str, Any]] = [
        {"role": "sheriff", "character": "bart_cassidy", "life": 2, "hand": ["beer@3♣", "beer@6♥"]},
        {"role": "outlaw", "character": "bang"},
        {"role": "outlaw", "character": "base.willy_the_kid", "hand": ["base.beer@7♥"]},
        {"role": "renegade", "character": "rose_doolan"},
    ]
    game = rules.new_game(seats=seats, turn="A", phase="phase_play")
    assert game.observe(0).me.zones["hand"] == ("two.beer@3♣", "base.beer@6♥")
    assert game.observe(1).me.fields["character"] == "two.bang"
    game.push("A plays beer@3♣")
    assert game.observe(0).me.fields["life"] == 3
    which = "`beer` is `base.beer` or `two.beer`: write which"
    for wrong in (lambda: rules.text_of("beer"), lambda: rules.parse("A plays beer")):
        with pytest.raises(bang.BangRulesError) as found:
            wrong()
        assert str(found.value) == which
    seats[0]["hand"] = ["beer"]
    with pytest.raises(bang.TableError, match=which):
        rules.new_game(seats=seats, turn="A", phase="phase_play")
