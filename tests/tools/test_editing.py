"""What the language server knows of names, places and changes, tried on all that the card files hold."""

from __future__ import annotations

import random
import re
import shutil
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from bangrules.language import syntax as s
from bangrules.language.check import Checker
from bangrules.language.diagnostics import Diagnostic, Reporter
from bangrules.language.names import PackFiles
from bangrules.language.parser import parse_file
from bangrules.language.sources import Source
from bangrules.language.types import NAMED
from bangrules.language.words import keywords
from bangrules.paths import cards_root
from bangrules.tools.coloring import IMPLICIT
from bangrules.tools.editing import completion, findings, formatting, hover, navigation, renaming, symbols
from bangrules.tools.editing.names import tokens
from bangrules.tools.editing.positions import Positions
from bangrules.tools.editing.workspace import Parses, Study, Workspace, card_folders
from bangrules.vocabulary.words import table_vocabulary
from tests.language.mutants import mutant

UTF16 = Positions(PositionCodec())
PARSES = Parses()
PACKS = ("base", "dodge_city", "events", "high_noon", "undead", "walking_dead", "zombie_plague")


@pytest.fixture(scope="module")
def cards() -> Workspace:
    return Workspace(folders=[cards_root()])


def study(cards: Workspace, pack: str) -> Study:
    return cards.study(cards_root() / pack / "rules.bang")


# ---- names


@pytest.mark.parametrize("pack", PACKS)
def test_the_checker_tells_what_every_name_means(cards: Workspace, pack: str) -> None:
    """What is left are words of the language, and names that belong to nobody."""
    names = study(cards, pack).names
    known = keywords() | IMPLICIT | frozenset(NAMED) | frozenset(table_vocabulary().constants)
    known |= {"bottom", "owner", "act", "affect", "cs", "hu", "it", "ru"}
    left = {}
    for path, source in names.sources.items():
        placed = {one.start for one in names.files.get(path, ())}
        if path.endswith(".bang"):
            for token in tokens(source):
                way = re.search(r"\buse $", source.text[: token.start])
                if token.start not in placed and token.name not in known and not token.blank and not way:
                    left[token.name] = source.line(source.position(token.start)[0])
    assert not left


@pytest.mark.parametrize("pack", PACKS)
def test_names_stand_where_they_are_found(cards: Workspace, pack: str) -> None:
    names = study(cards, pack).names
    for path, found in names.files.items():
        text = names.sources[path].text
        assert all(one.end <= other.start for one, other in pairwise(found))
        for one in found:
            written = text[one.start : one.end]
            if one.thing[0] != "local":
                assert written == one.thing[1].rpartition(".")[2]
            assert names.at(path, one.start) == names.at(path, one.end) == one
    for thing, found in names.things.items():
        if thing[0] == "local":
            assert any(one.declares for one in found), thing


# ---- positions

texts = st.text(st.characters(codec="utf-8"), max_size=60)


@given(texts, st.data())
def test_positions_there_and_back(text: str, data: st.DataObject) -> None:
    source = Source("a.bang", text.replace("\r\n", "\n").replace("\r", "\n"))
    offset = data.draw(st.integers(0, len(source)))
    for encoding, width in (("utf-16", 2), ("utf-8", 1), ("utf-32", 4)):
        positions = Positions(PositionCodec(lsp.PositionEncodingKind(encoding)))
        position = positions.position(source, offset)
        line = source.text[:offset].rpartition("\n")[2]
        name = encoding if encoding == "utf-8" else f"{encoding}-le"
        assert position == lsp.Position(source.text[:offset].count("\n"), len(line.encode(name)) // width)
        assert positions.offset(source, position) == offset


# ---- cures


def check_cures(found: tuple[Diagnostic, ...], sources: dict[str, Source]) -> int:
    """See that what is meant can be had; how many there were."""
    count = 0
    for one in found:
        if one.help and one.help.startswith("did you mean") and one.at.path in sources:
            assert one.fix is not None, one
            at, source = one.fix.at, sources[one.fix.at.path]
            assert one.fix.text in one.help
            old = source.text[at.start : at.end]
            assert old != one.fix.text
            assert old.strip('"{}') in one.message
            count += 1
    return count


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=40)
@given(st.integers(0, 10**9))
def test_every_suggestion_is_a_change(seed: int) -> None:
    sink = Reporter()
    files, _ = mutant(random.Random(seed), sink)
    manifest = s.PackDecl("base", "Base")
    Checker([PackFiles("base", files, True, manifest)], table_vocabulary(), sink).run()
    check_cures(sink.diagnostics, sink.sources)


@pytest.mark.parametrize("seed", range(2))
def test_a_slip_of_the_pen_is_cured(cards: Workspace, seed: int) -> None:
    """Two letters of a name are swapped somewhere: the change that is offered puts them right."""
    rng = random.Random(seed)
    names = study(cards, "base").names
    path = str(cards_root() / "base" / "characters.bang")
    source = names.sources[path]
    long = [x for x in names.files[path] if x.end - x.start > 6 and not x.declares and x.thing[0] != "local"]
    cured = 0
    for one in rng.sample(long, 5):
        name = source.text[one.start : one.end]
        i = next(i for i in range(2, len(name) - 1) if name[i] != name[i + 1])
        wrong = name[:i] + name[i + 1] + name[i] + name[i + 2 :]
        text = source.text[: one.start] + wrong + source.text[one.end :]
        tried = Workspace(texts={Path(path).resolve(): text}, parses=cards.parses)
        found = tried.study(Path(path).resolve())
        check_cures(found.diagnostics, found.sink.sources)
        fixes = [x.fix for x in found.diagnostics if x.fix is not None and x.at.path == path]
        texts = [text[: fix.at.start] + fix.text + text[fix.at.end :] for fix in fixes]
        assert source.text in texts, (name, wrong, [str(x) for x in found.diagnostics])
        cured += 1
    assert cured == 5


@pytest.mark.parametrize(
    ("text", "cured"),
    [
        ("seat A sherif", None),
        ('pack mine "Mine"\n    requires base\n\nwindow w "for {bange}"\n', "{bang}"),
        ('pack mine "Mine"\n    requires base\n\nreason because_so "x"\n\ncard a "A" brown\n    copies 4♣\n'
         "    play if yes because because_os: DRAW 1\n", "because_so"),
        ('pack mine "Mine"\n    requires base\n\ntranslation xx\n    bange "B"\n', "bang"),
        ('pack mine "Mine"\n    requires base\n\ntranslation xx\n    "a card to discrad" "B"\n',
         '"a card to discard"'),
        ('pack mine "Mine"\n    requires base\n\nprocedure p(x: player):\n    x.lfie += 1\n', "life"),
        ('pack mine "Mine"\n    requires base\n\nprocedure p(x: playr):\n    pass\n', "player"),
        ('pack mine "Mine"\n    requires base\n\nlook beer mgu\n', "mug"),
        ('pack mine "Mine"\n    requires bsae\n', "base"),
    ],
)  # fmt: skip
def test_cures(tmp_path: Path, text: str, cured: str | None) -> None:
    path = tmp_path.resolve() / "pack.bang"
    cards = Workspace()
    cards.put(path, text)
    found = cards.study(path)
    fixes = [one.fix.text for one in found.diagnostics if one.fix is not None]
    assert cured is None or cured in fixes, [str(one) for one in found.diagnostics]
    check_cures(tuple(x for x in found.diagnostics if x.code), found.sink.sources)


# ---- completion


@pytest.mark.parametrize("place", ["LIFE |self\n", "    after |HIT(self", "modify |misses(self"])
def test_what_is_offered_can_stand_there(cards: Workspace, place: str) -> None:
    """Nothing that is offered is unknown at the place."""
    before, _, after = place.partition("|")
    path = next(
        p for p in sorted((cards_root() / "base").glob("c*s.bang")) if before + after in p.read_text("utf-8")
    ).resolve()
    source = cards.source(path)
    start = source.text.index(before + after) + len(before)
    found = list(completion.candidates(cards, path, source, start, start))
    assert len(found) > 20
    end = start + len(re.match(r"\w+", source.text[start:]).group())  # type: ignore[union-attr]
    for one in random.Random(1).sample([x for x in found if x.what != "keyword"], 8):
        text = source.text[:start] + one.name + source.text[end:]
        tried = Workspace(texts={path: text}, parses=cards.parses).study(path)
        unknown = [x for x in tried.diagnostics if x.at.start == start and x.code in ("E0201", "E0108")]
        assert not unknown, one


# ---- renaming


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Some packs as one's own."""
    folder = tmp_path.resolve() / "cards"
    for pack in ("base", "dodge_city"):
        shutil.copytree(cards_root() / pack, folder / pack)
    monkeypatch.setattr("bangrules.play.packs.cards_root", lambda: folder)
    return Workspace(folders=[folder])


@pytest.mark.parametrize(
    ("what", "id", "least"),
    [
        ("card", "base.volcanic", 10), ("procedure", "phase_discard", 3), ("stat", "hand_limit", 3),
        ("field", "life", 50), ("role", "base.deputy", 50), ("type", "status", 2),
    ],
)  # fmt: skip
def test_renaming_changes_nothing_else(copy: Workspace, what: str, id: str, least: int) -> None:
    folder = copy.folders[0]
    before = copy.study(folder / "base" / "rules.bang")
    at = before.names.declared((what, id))[0]
    source = before.sink.sources[at.path]
    changes = renaming.edit(copy, Path(at.path), source, at.start, "new_name", UTF16, str).changes
    assert changes is not None
    assert sum(map(len, changes.values())) >= least
    for path, edits in changes.items():
        text = copy.source(Path(path))
        for edit in reversed(edits):
            start, end = (UTF16.offset(text, x) for x in (edit.range.start, edit.range.end))
            text = Source(path, text.text[:start] + edit.new_text + text.text[end:])
        Path(path).write_text(text.text, encoding="utf-8")
    after = Workspace(folders=[folder])
    for unit in after.units():
        assert not after.study_of(unit).diagnostics
    # nowhere is the old name left, but as a word of its own or in what people read
    old = id.rpartition(".")[2]
    names = after.study(folder / "base" / "rules.bang").names
    assert (what, id) not in names.things
    assert [t for t in names.things if t[0] == what and t[1].endswith("new_name")]
    assert not [t for t in names.things if t == (what, old)]


@pytest.mark.parametrize(
    ("what", "id", "new"),
    [("card", "base.volcanic", "bang"), ("stat", "hand_limit", "distance"), ("procedure", "HIT", "count"),
     ("stat", "in_force", "x"), ("zone", "hand", "life"),
     ("zone", "aside", "heap")],
)  # fmt: skip
def test_renaming_what_cannot_be(copy: Workspace, what: str, id: str, new: str) -> None:
    before = copy.study(copy.folders[0] / "base" / "rules.bang")
    at = before.names.declared((what, id))[0]
    with pytest.raises(renaming.Refused):
        renaming.edit(copy, Path(at.path), before.sink.sources[at.path], at.start, new, UTF16, str)


def test_files_without_a_pack_are_checked_upon_the_base_game(tmp_path: Path) -> None:
    cards = Workspace()
    path = tmp_path.resolve() / "loose.bang"
    cards.put(path, 'card a "A" brown\n    copies 4♣\n    play: DRAW 1\n')
    assert not cards.study(path).diagnostics
    assert parse_file(cards.source(path), Reporter()).file.decls


def test_packs_are_found_in_folders_but_not_in_those_that_hold_other_things(tmp_path: Path) -> None:
    for folder in ("a", "a/scenarios", "b/c/d", "node_modules/e", ".hidden", "b/c/d/e/f/g"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / "x.bang").write_text("window w\n", encoding="utf-8")
    (tmp_path / "a" / "around").symlink_to(tmp_path)
    found = [str(path.relative_to(tmp_path)) for path in card_folders(tmp_path)]
    assert found == ["a", "a/scenarios", "b/c/d"]


# ---- whatever is typed

SCRAPS = [
    *("(", ")", "[", '"', "{", "}", ":", "\n", "\n    ", "#", "♠", "A♠", "@", ".", "..", "\t", "!", "_"),
    *("card ", "scenario ", "translation ", "if ", "like ", "\N{FACE WITH COWBOY HAT}", "\x00", "\ud800"),
    *("\r", "\u2028"),
]  # fmt: skip


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=15)
@given(st.integers(0, 10**9))
def test_whatever_is_typed_gets_answers(seed: int) -> None:
    rng = random.Random(seed)
    path = rng.choice(sorted((cards_root() / "base").rglob("*.bang"))).resolve()
    text = path.read_text(encoding="utf-8")
    for _ in range(rng.choice((1, 2, 5))):
        at = rng.randrange(len(text))
        cut = rng.choice((0, 0, 1, 5, 40))
        text = text[:at] + rng.choice(SCRAPS) + text[at + cut :]
    cards = Workspace(parses=PARSES)
    cards.put(path, text)
    found = cards.study(path)
    assert not [one for one in found.diagnostics if "the checker failed" in one.message]
    source = cards.source(path)
    symbols.of_file(source, UTF16)  # of some files nothing is left that has a name
    formatting.edits(source, UTF16)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(10_000, 0))
    list(findings.cures(found, path, whole, UTF16, str))
    for one in found.diagnostics:
        findings.shown(one, found, UTF16, str)
    for _ in range(4):
        offset = rng.randrange(len(source) + 1)
        hover.at(found, path, source, offset, UTF16)
        navigation.definitions(cards, path, source, offset, UTF16, str)
        navigation.references(cards, path, source, offset, True, UTF16, str)
        completion.items(cards, path, source, offset, UTF16)
        with suppress(renaming.Refused):
            renaming.edit(cards, path, source, offset, "other_name", UTF16, str)
