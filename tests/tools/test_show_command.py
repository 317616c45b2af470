"""`bangrules show` and `bangrules packs`."""

import json
from pathlib import Path

import pytest

from bangrules.language.lexicon import Vocabulary
from bangrules.language.names import COMMANDS
from bangrules.play.packs import available, resolve
from bangrules.tools.commands.show import words_called
from bangrules.tools.sourcebook import quotes
from bangrules.tools.wordbook import ENGINE, FORMS, STATEMENTS, words
from bangrules.vocabulary.board_words import LAYERS, add_board
from bangrules.vocabulary.words import table_vocabulary
from tests.tools.running import bangrules


def test_a_card_with_its_copies_source_and_place() -> None:
    result = bangrules("show", "barrel")
    assert result.exit_code == 0
    assert "2 copies: Q♠ K♠" in result.output
    assert '    card barrel "Barrel" blue\n        copies Q♠ K♠\n' in result.output
    assert "cards.bang:" in result.output


def test_by_printed_name_and_by_full_id() -> None:
    assert "base.lucky_duke" in bangrules("show", "Lucky", "Duke").output
    assert bangrules("show", "base.lucky_duke").output == bangrules("show", "lucky duke").output


def test_equal_copies_are_counted() -> None:
    assert "2 copies: 9♠×2" in bangrules("show", "stagecoach").output


def test_what_hooks_it_is_listed() -> None:
    result = bangrules("show", "distance").output
    assert "stat distance(a: player, b: player)" in result
    for other in ("mustang", "scope", "paul_regret", "rose_doolan"):
        assert other in result


def test_one_name_for_several_things_shows_them_all() -> None:
    found = json.loads(bangrules("show", "bang", "--json").stdout)
    assert {entry["kind"] for entry in found} >= {"card", "procedure"}
    card = next(entry for entry in found if entry["kind"] == "card")
    assert (card["name"], len(card["copies"]), card["pack"]) == ("BANG!", 25, "base")


def test_an_unknown_name_gets_a_suggestion() -> None:
    result = bangrules("show", "barel")
    assert result.exit_code == 2
    assert "did you mean `barrel`?" in result.output.lower()


def test_a_part_of_a_name_gets_a_suggestion() -> None:
    assert "did you mean `slab_the_killer`?" in bangrules("show", "slab").output


def test_words_of_the_language_are_told() -> None:
    assert "The top card of a pile" in bangrules("show", "top").output
    shown = bangrules("show", "affect").output
    assert "procedure affect(target: thing, author: player, cards: cards)" in shown
    assert "before affect(target)" in shown
    (found,) = json.loads(bangrules("show", "act", "--json").stdout)
    assert (found["kind"], found["pack"], found["line"]) == ("procedure of the engine", None, None)


def test_every_word_of_the_language_is_described() -> None:
    told = list(words())
    assert {word.id for word in told} >= {*ENGINE, *FORMS, "count", "nobody"}
    assert all(word.form and word.text.endswith((".", "?")) for word in told)


def test_words_of_statements_are_told() -> None:
    """Each word that a statement can begin with."""
    shown = bangrules("show", "fail")
    assert shown.exit_code == 0
    assert "its player is asked again" in " ".join(shown.output.split())
    begin = {"if", "while", "repeat", "for", "at", "let", "return", "end", "proceed", "fail", "pass"}
    assert set(STATEMENTS) >= begin | {*COMMANDS}
    for word in STATEMENTS:
        found = json.loads(bangrules("show", word, "--json").stdout)
        assert [entry["kind"] for entry in found] == ["statement"], word


def test_a_long_hook_is_cut_short_in_sight() -> None:
    line = next(x for x in bangrules("show", "ELIMINATE").output.splitlines() if "after ELIMINATE" in x)
    assert "…" in line


def test_a_pack_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "pack.bang").write_text(
        'pack shoes "Shoes"\n    version "2"\n    requires base\n\n'
        '# Worn by those who run.\ncard shoe "Shoe" brown\n    copies A♠\n    play: DRAW 2\n',
        encoding="utf-8",
    )
    shown = bangrules("show", "shoe", "--paths", tmp_path).output
    assert "# Worn by those who run." in shown
    assert "1 copy: A♠" in shown
    listed = bangrules("packs", "--paths", tmp_path).output
    assert "shoes" in listed
    assert "needs base" in listed
    found = json.loads(bangrules("packs", "--paths", tmp_path, "--json").stdout)
    assert [pack["version"] for pack in found if pack["id"] == "shoes"] == ["2"]


def test_a_pack_with_mistakes_is_shown_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "pack.bang").write_text(
        'pack shoes "Shoes"\n    requires base\n\ncard shoe "Shoe" brwn\n    copies A♠\n', encoding="utf-8"
    )
    result = bangrules("show", "shoe", "--paths", tmp_path)
    assert result.exit_code == 0
    assert 'card shoe "Shoe" brwn' in result.output
    assert result.stderr == f"bangrules: pack `shoes` has mistakes: `bangrules check {tmp_path}` shows them\n"
    drawn = bangrules("show", "Shoe", "--svg", "--paths", tmp_path)
    assert drawn.exit_code == 2
    assert f"`Shoe` can't be drawn: pack `shoes` has mistakes: `bangrules check {tmp_path}`" in drawn.stderr


def test_packs_at_hand_are_pointed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a pack's folder and right above it, what isn't found is said to be there."""
    pack = tmp_path / "shoes"
    pack.mkdir()
    (pack / "pack.bang").write_text(
        'pack shoes "Shoes"\n    requires base\n\n'
        'card shoe "Old Shoe" brown\n    copies A♠\n    play: DRAW 2\n',
        encoding="utf-8",
    )
    for folder, hint in (
        (tmp_path, "it is in ./shoes: add `--paths shoes`"),
        (pack, "it is in this folder: add `--paths .`"),
    ):
        monkeypatch.chdir(folder)
        for wanted in (("show", "shoe"), ("show", "old", "shoe"), ("show", "shoe", "--svg")):
            result = bangrules(*wanted)
            assert (result.exit_code, result.stderr.partition("; ")[2]) == (2, f"{hint}\n")
        for command in ("play", "table", "simulate", "show shoe"):
            result = bangrules(*command.split(), "--packs", "shoes")
            assert (result.exit_code, result.stderr) == (2, f"bangrules: there is no pack `shoes`; {hint}\n")
    path = hint.partition("--paths ")[2].rstrip("`")
    assert bangrules("show", "shoe", "--paths", path).exit_code == 0


@pytest.mark.parametrize("more", [[], ["--json"], ["--svg"]])
@pytest.mark.parametrize("name", ["", "  "])
def test_no_name_is_no_name_of_everything(name: str, more: list[str]) -> None:
    result = bangrules("show", name, *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected what to show" in result.stderr


def test_a_copy_is_named_by_its_face() -> None:
    for face in ("A♠", "as"):
        (found,) = json.loads(bangrules("show", f"bang@{face}", "--json").stdout)
        assert (found["kind"], found["name"]) == ("card", "BANG!")
    assert "BANG!  base.bang, card, brown" in bangrules("show", "bang@A♠").output
    result = bangrules("show", "barrel@A♠")
    assert result.exit_code == 2
    assert "there is no Barrel A♠; there are Q♠, K♠" in result.stderr
    assert "did you mean `barrel`?" in bangrules("show", "barel@A♠").stderr.lower()
    assert bangrules("show", "@A♠").exit_code == 2


def every_vocabulary() -> list[tuple[str, bool]]:
    """All words, constants and properties there are, and whether they are those of boards."""
    found = []
    for known, on_boards in ((table_vocabulary(), False), (add_board(Vocabulary(), LAYERS), True)):
        names = [*known.words, *known.constants]
        names += [f"{of.removeprefix('values:')}.{id}" for of, id in known.properties]
        found += [(name, on_boards) for name in names]
    return found


@pytest.mark.parametrize("named", [(), ("zombie_plague",), ("base",)])
def test_every_word_of_the_vocabularies_is_found(named: tuple[str, ...]) -> None:
    """Those of boards too, without a board: it is told then where there is one."""
    board = "`zombie_plague` has one." if named == ("base",) else "as `zombie_plague` has."
    packs = [pack for pack, _ in resolve(named)] if named else available(()).values()
    read = [(pack, list(quotes(pack.files))) for pack in packs]
    for name, on_boards in every_vocabulary():
        entries = list(words_called(name, read, ()))
        assert entries, name
        for entry in entries:
            assert entry.told.form
            assert entry.told.text.endswith((".", "?"))
            assert "values:" not in entry.told.form
            assert entry.told.on_boards == on_boards, name
            assert entry.there.endswith(board if on_boards else "")
            assert bool(entry.there) == on_boards


def test_words_of_boards_are_told() -> None:
    shown = bangrules("show", "ray", "--packs", "base")
    assert shown.exit_code == 0
    assert "ray(s: square?, towards: direction, n: number, closed: list of edge) gives list of square" in (
        shown.output
    )
    assert "None of these packs has a board, so it is not there; `zombie_plague` has one." in shown.output
    assert bangrules("show", "--packs", "base", "raay").output.endswith("did you mean `ray`?\n")


def test_properties_are_told_by_name_or_with_what_they_are_asked_of() -> None:
    assert "card.kind: kind" in bangrules("show", "card.kind", "--packs", "base").output
    shown = bangrules("show", "number", "--packs", "base").output
    assert "card.number: number" in shown
    assert "player.number: number" in shown


def test_an_option_of_values_lists_them() -> None:
    shown = bangrules("show", "mad_six").output
    assert "  It can be:\n    no_harm      fails\n    drives_mad   drives mad\n" in shown
    (found,) = json.loads(bangrules("show", "mad_six", "--json").stdout)
    assert [value["id"] for value in found["values"]] == ["no_harm", "drives_mad", "rolls_again"]
    assert "It can be" not in bangrules("show", "max_per_human").output
