"""`bangrules new`: what it makes is right at once, and nothing that is there is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from bangrules.errors import PackError
from bangrules.paths import cards_root
from bangrules.tools.scaffold import Plan, checked_name, id_of
from tests.tools.running import bangrules


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, where the commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.bang")}


def made(*args: object) -> list[str]:
    """Run `new`; the files that it says it has made."""
    result = bangrules("new", *args)
    assert result.exit_code == 0, result.output
    return [line for line in result.stdout.splitlines() if line.endswith(".bang")]


def refused(*args: object) -> str:
    """What `new` says where it refuses; it has changed nothing then."""
    before = files(Path.cwd())
    result = bangrules("new", *args)
    assert result.exit_code == 2
    assert files(Path.cwd()) == before
    (line,) = result.stderr.splitlines()
    return line.removeprefix("bangrules: ")


def passes(pack: str) -> list[str]:
    """See that a pack is right; the names of its scenarios."""
    assert bangrules("check", pack).output == ""
    result = bangrules("test", "-v", pack)
    assert result.exit_code == 0, result.output
    return [line.partition(" ")[2].partition(" ")[2] for line in result.stdout.splitlines()]


# ---- what is made is right


def test_a_pack_and_a_card() -> None:
    assert made("pack", "Trail Tales", "--id", "trail") == ["trail/pack.bang", "trail/scenarios/pack.bang"]
    assert made("card", "Long", "Way") == ["trail/long_way.bang", "trail/scenarios/long_way.bang"]
    card = Path("trail/long_way.bang").read_text(encoding="utf-8")
    assert card.startswith('card long_way "Long Way" brown\n')
    assert sorted(passes("trail")) == [
        "Long Way draws two cards",
        "a turn with Trail Tales begins with two cards",
    ]


REQUIRED: dict[str, list[tuple[str, str | None]]] = {
    "base": [("card", "brown"), ("card", "blue"), ("card", "weapon"), ("character", None)],
    "dodge_city": [("card", "brown"), ("card", "green"), ("character", None)],
    "walking_dead": [("card", "brown"), ("card", "blue"), ("card", "weapon"), ("character", None)],
    "base,events": [("card", "weapon"), ("character", None), ("event", None)],
    "high_noon": [("card", None), ("event", None)],
    "walking_dead,fistful_of_cards": [("card", "blue"), ("character", None), ("event", None)],
    "zombie_plague": [("card", "happening"), ("card", "armament")],
    "crawlers": [("card", None)],
}


@pytest.mark.parametrize("requires", REQUIRED)
def test_what_is_made_passes_whatever_is_required(requires: str) -> None:
    made("pack", "Mine", "--requires", requires)
    for number, (kind, border) in enumerate(REQUIRED[requires]):
        made(kind, f"Thing {number}", *(["--border", border] if border else []))
    assert len(passes("mine")) > len(REQUIRED[requires])
    assert bangrules("fmt", "--check", "mine").output == ""
    assert bangrules("packs", "--paths", "mine").exit_code == 0


@pytest.mark.parametrize("pack", sorted(p.parent.name for p in cards_root().glob("*/template")))
def test_each_template_is_right_and_has_scenarios_for_all_it_has(pack: str) -> None:
    folder = cards_root() / pack / "template"
    passes(str(folder))
    declared = [
        line.split()[1]
        for path in folder.glob("*.bang")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.split() and line.split()[0] in ("card", "character", "event")
    ]
    told = "".join(path.read_text(encoding="utf-8") for path in folder.glob("scenarios/*.bang"))
    assert all(id in told for id in declared)


def test_options_are_heeded() -> None:
    made("pack", "Mine", "--requires", "base,events")
    made("card", "Big Iron", "--border", "weapon", "--number", 4, "--copies", "2S..4S 10H")
    made("character", "Hank", "--life", 3)
    made("event", "The End", "--last")
    written = {name: text.decode() for name, text in files(Path("mine")).items()}
    assert written["big_iron.bang"].startswith('card big_iron "Big Iron" weapon 4\n    copies 2♠..4♠ 10♥\n')
    assert "big_iron@2♠" in written["scenarios/big_iron.bang"]
    assert written["hank.bang"].startswith('character hank "Hank" life 3\n')
    assert written["the_end.bang"].startswith('event the_end "The End" last\n')
    passes("mine")


@pytest.mark.parametrize("requires", REQUIRED)
def test_copies_may_be_a_number(requires: str) -> None:
    made("pack", "Mine", "--requires", requires)
    borders = [border for kind, border in REQUIRED[requires] if kind == "card"]
    for number, border in enumerate(borders):
        args = ["--border", border] if border else []
        made("card", f"Few {number}", "--copies", number + 1, *args)
        made("card", f"Many {number}", "--copies", number + 3, "--file", "many.bang", *args)
        text = Path(f"mine/few_{number}.bang").read_text(encoding="utf-8")
        assert f"\n    copies {number + 1}\n" in text
    assert len(passes("mine")) > 2 * len(borders)


def test_without_a_border_a_card_has_that_of_most_cards() -> None:
    made("pack", "Mine", "--requires", "base,dodge_city")
    made("card", "Nugget")
    assert Path("mine/nugget.bang").read_text(encoding="utf-8").startswith('card nugget "Nugget" brown\n')
    passes("mine")


def test_a_border_of_ones_own_has_the_template_of_what_it_is() -> None:
    made("pack", "Mine")
    Path("mine/rules.bang").write_text("border golden is blue\nborder odd\n", encoding="utf-8")
    made("card", "Nugget", "--border", "golden")
    assert Path("mine/nugget.bang").read_text(encoding="utf-8").startswith('card nugget "Nugget" golden\n')
    passes("mine")
    assert refused("card", "Other", "--border", "odd").startswith(
        "no template has the border `odd`: there are"
    )


SCENARIO = """scenario "a Blank is in the game"
    seat A sheriff  slab_the_killer hand blank@2♥
    seat B outlaw   jourdonnais
    seat C outlaw   rose_doolan
    seat D renegade paul_regret
    turn A phase_play
    expect A can play blank@2♥
"""


def test_a_pack_that_requires_another_of_ones_own_is_tested_beside_it() -> None:
    made("pack", "One")
    made("pack", "Two", "--requires", "one")
    made("card", "Hat", "--pack", "two")
    assert len(passes("two")) == 2


def test_a_template_of_ones_own_comes_first() -> None:
    made("pack", "Mine")
    template = Path("mine/template")
    (template / "scenarios").mkdir(parents=True)
    (template / "pack.bang").write_text('pack new_pack "New"\n    version "0"\n    requires base\n', "utf-8")
    (template / "cards.bang").write_text(
        'card blank "Blank" brown\n    copies 2♥\n    play: DRAW 3\n', "utf-8"
    )
    made("card", "Full House")
    (template / "scenarios" / "cards.bang").write_text(SCENARIO, encoding="utf-8")
    (template / "pack.bang").write_text('pack new_pack "New"\n    version "0"\n    requires mine\n', "utf-8")
    assert "a Blank is in the game" in passes("mine")
    text = Path("mine/full_house.bang").read_text(encoding="utf-8")
    assert text == 'card full_house "Full House" brown\n    copies 2♥\n    play: DRAW 3\n'
    (template / "cards.bang").write_text("card blank brwn wn\n", encoding="utf-8")
    assert "has mistakes: see `bangrules check" in refused("card", "Another")


# ---- where it comes


def test_the_pack_is_found_from_where_one_works(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made("pack", "One")
    assert made("card", "First") == ["one/first.bang", "one/scenarios/first.bang"]
    monkeypatch.chdir(folder / "one" / "scenarios")
    made("card", "Second")
    assert (folder / "one" / "second.bang").exists()
    monkeypatch.chdir(folder)
    made("pack", "Two")
    assert (
        refused("card", "Third")
        == "there are several packs in this folder: say with --pack which, of one, two"
    )
    assert made("card", "Third", "--pack", "two") == ["two/third.bang", "two/scenarios/third.bang"]


def test_without_a_pack_it_says_how_to_make_one() -> None:
    says = "`bangrules new pack NAME` makes one, and --pack says where one is"
    assert refused("card", "Lonely") == f"there is no pack in this folder: {says}"
    Path("empty").mkdir()
    assert refused("card", "Lonely", "--pack", "empty") == f"there is no pack in empty: {says}"
    assert refused("card", "Lonely", "--pack", "nowhere") == "there is no folder or file nowhere"


def test_nothing_that_is_there_is_changed() -> None:
    made("pack", "Mine")
    Path("mine/hat.bang").write_text("# An idea.\n", encoding="utf-8")
    assert "mine/hat.bang is there already" in refused("card", "Hat")
    Path("mine/hat.bang").unlink()
    Path("mine/scenarios/hat.bang").write_text("# An idea.\n", encoding="utf-8")
    assert "mine/scenarios/hat.bang is there already" in refused("card", "Hat")
    assert refused("pack", "Mine") == "there is a pack `mine` already: take another --id"
    assert "mine is there already" in refused("pack", "Other", "--pack", "mine")


@pytest.mark.parametrize(
    "there", ["", "# Mine.", "# Mine.\n", "# Mine.\r\n\r\nstat x: 1\r\n", "\ufeffstat x: 1\n\n\n"]
)
def test_with_a_file_it_comes_behind_what_is_there(there: str) -> None:
    made("pack", "Mine")
    path = Path("mine/cards.bang")
    path.write_bytes(there.encode())
    for name in ("Hat", "Boot"):
        assert made("card", name, "--file", "cards.bang")[0] == "mine/cards.bang"
        passes("mine")
    assert path.read_bytes().startswith(there.encode())
    if "\r" in there:
        assert b"\n" not in path.read_bytes().replace(b"\r\n", b"")


@pytest.mark.parametrize(
    "file", ["../cards.bang", "scenarios/cards.bang", "/tmp/cards.bang", "cards", "cards.txt"]
)
def test_a_file_is_one_of_the_pack(file: str) -> None:
    made("pack", "Mine")
    assert "is no file of a pack" in refused("card", "Hat", "--file", file)


def test_a_file_that_cannot_be_written_leaves_nothing() -> None:
    made("pack", "Mine")
    for path in Path("mine/scenarios").iterdir():
        path.unlink()
    Path("mine/scenarios").rmdir()
    Path("mine/scenarios").write_text("in the way", encoding="utf-8")
    result = bangrules("new", "card", "Hat")
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert not Path("mine/hat.bang").exists()


def test_mistakes_elsewhere_in_the_pack_are_no_hindrance() -> None:
    made("pack", "Mine")
    Path("mine/wrong.bang").write_text("card wrong brwn\n", encoding="utf-8")
    made("card", "Hat")
    assert "wrong.bang" in bangrules("check", "mine").output
    assert "hat.bang" not in bangrules("check", "mine").output


# ---- what is refused


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a pack that nothing is added to."""
    folder = tmp_path_factory.mktemp("mine")
    assert bangrules("new", "pack", "Mine", "--pack", folder / "mine").exit_code == 0
    return folder


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("card", "Barrel"), "`barrel` is a card of `base` already, in "),
        (("card", "Distance"), "`distance` is a stat of `base` already, in "),
        (("card", "Iron", "--id", "beer"), "`beer` is a card of `base` already, in "),
        (("card", "It"), "`it` is a word of the language"),
        (("card", "???"), "no id can be made from `???`: give one with --id"),
        (("card", "Iron", "--id", ""), "`` can't be an id"),
        (("card", "Iron", "--file", ""), "`` is no file of a pack"),
        (("card", "Iron", "--border", ""), "there is no border ``"),
        (("pack", "Iron", "--requires", ""), "--requires names no pack"),
        (("card", "Iron", "--id", "3"), "`3` can't be an id"),
        (("card", "Iron", "--id", "a/b"), "`a/b` can't be an id"),
        (("card", 'The "Iron"'), "can't be a printed name"),
        (("card", "{iron}"), "can't be a printed name"),
        (("card", " "), "`` can't be a printed name"),
        (("card", "Iron", "--border", "blu"), "there is no border `blu`: there are brown, blue, weapon"),
        (("card", "Iron", "--copies", "2X"), "`2X` is no face"),
        (("card", "Iron", "--copies", ""), "expected a face such as"),
        (("card", "Iron", "--copies", "9" * 5000), "this number is too large"),
        (("card", "Iron", "--copies", "00"), "with --copies 0 there is no such card"),
        (("card", "Iron", "--copies", 0), "with --copies 0 there is no such card"),
        (("card", "Iron", "--number", 3), "the template for a card has no `number`"),
        (("card", "Iron", "--life", 3), "--life is no option of a card"),
        (("character", "Iron", "--copies", "2H"), "--copies is no option of a character"),
        (("pack", "Iron", "--file", "x.bang"), "--file is no option of a pack"),
        (("pack", "Iron", "--requires", "bsae"), "there is no pack `bsae`; did you mean `base`?"),
        (("event", "Iron"), "`mine` or what it requires has no template for an event; packs that"),
        (("crad", "Iron"), "crad"),
    ],
)  # fmt: skip
def test_refusals(mine: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[object, ...], says: str) -> None:
    monkeypatch.chdir(mine)
    assert says in refused(*args)


def test_a_game_without_characters_has_no_template_for_one() -> None:
    made("pack", "Mine", "--requires", "zombie_plague")
    assert refused("character", "Hank") == "`mine` or what it requires has no template for a character"


def test_names_that_other_packs_have_are_told_of() -> None:
    made("pack", "Mine")
    result = bangrules("new", "card", "Canteen")
    assert result.exit_code == 0
    assert "together they are `dodge_city.canteen` and `mine.canteen`" in result.stderr


# ---- ids


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Old Hank", "old_hank"),
        ("Café Olé", "cafe_ole"),
        ("Hank O'Neil's", "hank_oneils"),
        ("Hank O’Neil", "hank_oneil"),
        ("Missed!!", "missed"),
        ("3 Aces", "card_3_aces"),
        ("Return", "card_return"),
        ("Straße", "strasse"),
        ("Søren", "søren"),
        ("Őr", "or_"),
        ("a--b_c", "a_b_c"),
    ],
)
def test_ids_from_names(name: str, id: str) -> None:
    assert id_of(name, "card") == ("card_or" if id == "or_" else id)


@given(st.text(max_size=30))
@example("ﬀ ½ ² Ⅷ")
@example("ʼn")
@example("İi")
@example("\U0001ed01")
def test_an_id_is_an_id_or_none_can_be_made(name: str) -> None:
    try:
        id = id_of(name, "card")
    except PackError:
        assert not any(sign.isalpha() or sign.isdecimal() for sign in name)
        return
    assert id.isidentifier()
    assert id == id_of(name, "card")
    assert id_of(id, "card") == id


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack that many cards are put into."""
    folder = tmp_path_factory.mktemp("many") / "many"
    assert bangrules("new", "pack", "Many", "--pack", folder).exit_code == 0
    return folder


@given(st.text(min_size=1, max_size=20))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_name_makes_a_card_that_is_right_or_is_refused_with_a_reason(pack: Path, name: str) -> None:
    try:
        checked_name(name)
    except PackError:
        assume(False)
    result = bangrules("new", "card", "--pack", pack, "--", name)
    if result.exit_code == 0:
        new = result.stdout.splitlines()[0]
        assert bangrules("check", pack).output == ""
        assert bangrules("test", Path(new).parent / "scenarios" / Path(new).name).exit_code == 0
    else:
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
        assert bangrules("check", pack).output == ""


def test_nothing_is_appended_where_the_scenarios_cannot_be_written(folder: Path) -> None:
    made("pack", "Trail")
    (folder / "trail/scenarios/hat.bang").mkdir()
    (folder / "trail/hat.bang").write_text("stat x: 1\n", encoding="utf-8")
    result = bangrules("new", "card", "Hat", "--file", "hat.bang")
    assert result.exit_code == 2
    assert "hat.bang: " in result.stderr
    assert (folder / "trail/hat.bang").read_bytes() == b"stat x: 1\n"


def test_new_files_and_folders_go_where_one_cannot_be_written(folder: Path) -> None:
    (folder / "scenarios").write_text("in the way", encoding="utf-8")
    (folder / "here").mkdir()
    plan = Plan({folder / "here/new/hat.bang": "stat x: 1\n", folder / "scenarios/hat.bang": "stat y: 1\n"})
    with pytest.raises(OSError):
        plan.write()
    assert not list((folder / "here").iterdir())


@pytest.mark.parametrize("name", ["CON", "nul", "Aux", "COM1"])
def test_names_that_windows_keeps_are_refused(name: str) -> None:
    assert f"`{name.lower()}` on Windows" in refused("pack", name)
    made("pack", "Trail")
    assert f"`{name.lower()}.bang` on Windows" in refused("card", name)
    assert f"`{name}.bang` on Windows" in refused("card", "Hat", "--file", f"{name}.bang")
    assert made("card", name, "--file", "hat.bang") == ["trail/hat.bang", "trail/scenarios/hat.bang"]


def test_a_hidden_file_is_refused() -> None:
    made("pack", "Trail")
    assert refused("card", "Hat", "--file", ".bang").startswith("`.bang` is no file of a pack")


def test_an_option_of_another_kind_is_told_with_its_article() -> None:
    assert "--life is no option of an event" in refused("event", "Storm", "--life", "3")
    assert "--life is no option of a card" in refused("card", "Storm", "--life", "3")


def test_a_file_is_named_as_it_was_told() -> None:
    """Two packs in one folder: the file says which is meant."""
    for id in ("mine", "other"):
        made("pack", id)
    (file,) = [x for x in made("card", "Hat", "--pack", "mine") if "scenarios" not in x]
    assert made("card", "Hut", "--file", file)[0] == file
    assert "card hut" in Path(file).read_text(encoding="utf-8")
    assert "is no file of a pack" in refused("card", "Hot", "--pack", "other", "--file", file)
