"""`bangrules try`: a table at which a card file is tried while it is written."""

from __future__ import annotations

import os
import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bangrules as bang
from bangrules.play.reading import seat_of_turn
from bangrules.tools.commands.trying import rules_at, tried_in
from bangrules.tools.laying import at_hand, begun_turn, for_rules, free, table_of, turn_of
from bangrules.tools.workbench import Files
from tests.tools.running import bangrules
from tests.tools.terminals import Terminal

PACK = """pack mine "Mine"
    version "1"
    requires {requires}
"""
CARD = """card flask "Flask" brown
    copies A♠
    play: DRAW {n}
"""
START = ("--seed", "3", "--players", "4")
GOES_ON = "has changed, and the table goes on with it."
ASKED = "> "


def pack(folder: Path, text: str, requires: str = "base") -> Path:
    """A pack with one file beside its manifest."""
    (folder / "mine").mkdir()
    (folder / "mine" / "pack.bang").write_text(PACK.format(requires=requires), encoding="utf-8")
    file = folder / "mine" / "new.bang"
    file.write_text(text, encoding="utf-8")
    return file


def rewrite(file: Path, text: str) -> None:
    """Save a file as editors do: a new one takes its place."""
    new = file.with_suffix(".tmp")
    new.write_text(text, encoding="utf-8")
    os.replace(new, file)


def sides(shown: str) -> list[list[str]]:
    """The last table shown, without what each side holds and the piles."""
    lines = [line for line in shown.splitlines() if re.match(r"[> ] (Stranger|Ben|Cleo|Dan) ", line)]
    return [re.split(r"\s{2,}", line[2:].strip())[:4] for line in lines[-4:]]


def number_of(shown: str, action: str) -> str:
    """The number that an action has in the last menu."""
    found = re.findall(rf"^ *(\d+)  {re.escape(action)}", shown, re.M)
    assert found, shown
    return str(found[-1])


# ---- in a terminal


def test_a_card_is_in_the_hand_and_a_change_of_the_file_keeps_the_table(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.format(n=2))
    with Terminal("try", file, *START, folder=tmp_path) as terminal:
        shown = terminal.until("end the turn\n> ")
        assert "To try: Flask." in shown
        assert "hand: Flask A♠" in shown
        before = sides(shown)
        assert before[0][0] == "Stranger (you)"

        rewrite(file, CARD.format(n=5))
        terminal.until(f"new.bang {GOES_ON}")
        shown = terminal.until("end the turn\n> ")
        assert sides(shown) == before
        terminal.type(number_of(shown, "Flask A♠"))
        shown = terminal.until("end the turn\n> ")
        assert shown.count("Stranger draws ") == 5
        assert "hand: Flask" not in shown

        rewrite(file, CARD.format(n=1))
        terminal.until(GOES_ON)
        again = terminal.until("end the turn\n> ")
        assert "hand: Flask A♠" in again
        assert sides(again) == sides(shown)
        terminal.type("q")
        assert terminal.ended() == 0


def test_a_broken_file_is_told_of_and_the_last_good_rules_stay(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.format(n=2))
    with Terminal("try", file, *START, folder=tmp_path) as terminal:
        shown = terminal.until("end the turn\n> ")
        rewrite(file, CARD.replace("DRAW", "DARW").format(n=2))
        told = terminal.until("the table goes on as before.\n> ")
        assert "error[E0201]" in told
        assert "did you mean `DRAW`?" in told
        assert "new.bang:3:11" in told
        terminal.type(number_of(shown, "Flask A♠"))
        shown = terminal.until("end the turn\n> ")
        assert shown.count("Stranger draws ") == 2

        rewrite(file, "")
        assert "declares nothing to try" in terminal.until("the table goes on as before.\n> ")
        rewrite(file, CARD.format(n=3))
        terminal.until(GOES_ON)
        shown = terminal.until("end the turn\n> ")
        terminal.type(number_of(shown, "Flask A♠"))
        assert terminal.until("end the turn\n> ").count("Stranger draws ") == 3


def test_a_pack_that_is_gone_ends_nothing(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.format(n=2))
    with Terminal("try", file, *START, folder=tmp_path) as terminal:
        terminal.until("end the turn\n> ")
        file.parent.rename(tmp_path / "elsewhere")
        terminal.type("c flask")
        terminal.until("No: there is no ")
        terminal.until(ASKED)
        terminal.type("c flask")
        terminal.until("No: there is no ")
        (tmp_path / "elsewhere").rename(file.parent)
        terminal.until(ASKED)
        terminal.type("c flask")
        terminal.until('card flask "Flask" brown')
        terminal.type("q")
        assert terminal.ended() == 0


def test_a_change_while_a_card_is_played_goes_back_to_before_it(tmp_path: Path) -> None:
    ask = '    play:\n        self chooses "{word}" p in others\n        if p is not none: DRAW 1 to p\n'
    head = 'card flask "Flask" brown\n    copies A♠\n'
    file = pack(tmp_path, head + ask.format(word="who drinks"))
    with Terminal("try", file, *START, folder=tmp_path) as terminal:
        shown = terminal.until("end the turn\n> ")
        before = sides(shown)
        terminal.type(number_of(shown, "Flask A♠"))
        terminal.until("who drinks")
        terminal.until("> ")
        rewrite(file, head + ask.format(word="who is thirsty").replace("DRAW 1", "DRAW 2"))
        terminal.until(GOES_ON)
        shown = terminal.until("end the turn\n> ")
        assert "hand: Flask A♠" in shown
        assert sides(shown) == before
        terminal.type("u")
        terminal.until("There is nothing to take back.\n> ")
        terminal.type(number_of(shown, "Flask A♠"))
        terminal.until("who is thirsty")


def test_what_changes_nothing_is_told_of_and_asked_again(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.format(n=2))
    with Terminal("try", file, *START, folder=tmp_path) as terminal:
        terminal.until("end the turn\n> ")
        rewrite(file, "# A thought.\n" + CARD.format(n=2))
        terminal.until("has changed in nothing that counts.\n> ")
        terminal.type("s")
        terminal.until("A table to try things at is not saved.\n> ")
        (tmp_path / "mine" / "more.bang").write_text("modify hand_limit(_): +3\n", encoding="utf-8")
        terminal.until(f"more.bang {GOES_ON}")
        assert "hand limit 8" in terminal.until("end the turn\n> ")
        (tmp_path / "mine" / "more.bang").unlink()
        terminal.until(f"more.bang {GOES_ON}")
        assert "hand limit 5" in terminal.until("end the turn\n> ")


def test_a_file_that_goes_away_and_rules_that_go_wrong_change_nothing(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.format(n=2))
    with Terminal("try", file, *START, folder=tmp_path) as terminal:
        shown = terminal.until("end the turn\n> ")
        file.unlink()
        assert "No such file" in terminal.until("the table goes on as before.\n> ")
        rewrite(file, CARD.format(n=2) + "\nbefore setup:\n    while yes: pass\n")
        told = terminal.until("end the turn\n> ")
        assert GOES_ON in told  # a table that is there needs no setting up
        assert sides(told) == sides(shown)
        rewrite(file, CARD.format(n=2) + "\nbefore ready_table:\n    while yes: pass\n")
        told = terminal.until("the table goes on as before.\n> ")
        assert "more than" in told or "new.bang" in told
        terminal.type(number_of(shown, "Flask A♠"))
        assert terminal.until("end the turn\n> ").count("Stranger draws ") == 2


def test_a_table_that_cannot_be_kept_is_laid_anew_with_the_reason(tmp_path: Path) -> None:
    one, two = 'character one "Una" life 4\n', 'character two "Duo" life 3\n'
    file = pack(tmp_path, f"{one}\n{two}")
    with Terminal("try", file, *START, folder=tmp_path) as terminal:
        shown = terminal.until("end the turn\n> ")
        assert ["Stranger (you)", "Sheriff", "Una", "life 5"] in sides(shown)
        assert any(side[2] == "Duo" for side in sides(shown))
        rewrite(file, one)
        told = terminal.until("end the turn\n> ")
        assert "new.bang has changed. There is a new table, because: seat" in told
        assert "there is no character `two`" in told
        assert [side[2] for side in sides(told) if side[0] == "Stranger (you)"] == ["Una"]


def test_after_the_game_a_new_table(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.replace("DRAW {n}", "win everyone where it is self"))
    with Terminal("try", file, *START, folder=tmp_path) as terminal:
        for _ in range(2):
            shown = terminal.until("end the turn\n> ")
            terminal.type(number_of(shown, "Flask A♠"))
            terminal.until("The game is over: Stranger won.")
            terminal.until("Enter lays a new table; `q` leaves.\n> ")
            terminal.type("")
        terminal.until("end the turn\n> ")
        terminal.type("q")
        assert terminal.ended() == 0


def test_the_keyboard_interrupt_leaves(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.format(n=2))
    with Terminal("try", file, *START, folder=tmp_path) as terminal:
        terminal.until("end the turn\n> ")
        terminal.interrupt()
        assert terminal.ended() == 0


# ---- without one


def started(*args: object, given: str = "q\n") -> str:
    result = bangrules("try", *args, *START, given=given)
    assert result.exit_code == 0, result.output
    return result.output


def test_an_event_is_turned_up_at_once(tmp_path: Path) -> None:
    file = pack(tmp_path, 'event dry "Dry"\n    modify draws(_): 0\n', "base, events")
    shown = started(file)
    assert "event: Dry" in shown
    assert shown.count("Stranger draws ") == 0


def test_with_a_name_only_what_is_called_so(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.format(n=2) + 'card mug "Big Mug" brown\n    copies 2♠\n    play: DRAW 1\n')
    assert "To try: Flask, Big Mug." in started(file)
    for name in ("mug", "Big Mug", "MUG"):
        assert "To try: Big Mug." in started(file, name)
    result = bangrules("try", file, "mugg")
    assert result.exit_code == 2
    assert "declares no `mugg`; did you mean `mug`?" in result.stderr


def test_the_seat_that_is_wanted(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.format(n=2))
    shown = started(file, "--seat", "c", "--name", "Kim")
    assert "It is Kim's turn." in shown
    assert re.search(r"^> Kim \(you\) .*\n  Dan ", shown, re.M)
    assert "Flask A♠" in shown


def test_a_card_that_only_answers_and_one_that_nobody_can_use(tmp_path: Path) -> None:
    file = pack(
        tmp_path,
        'card duck "Duck" brown\n    copies A♠\n    answer MISSED\n\ncard idle "Idle" blue\n    copies 2♠\n',
    )
    shown = started(file)
    assert re.search(r"hand: (Idle 2♠, Duck A♠|Duck A♠, Idle 2♠)", shown)


def test_a_file_of_no_pack_is_tried_upon_the_base_game(tmp_path: Path) -> None:
    file = tmp_path / "lone.bang"
    file.write_text(CARD.format(n=2), encoding="utf-8")
    assert "hand: Flask A♠" in started(file)
    assert "hand: Flask A♠" in started(file, "--packs", "walking_dead")


def test_a_game_on_a_board_has_a_table_too(tmp_path: Path) -> None:
    file = pack(
        tmp_path,
        'card kit "Kit" happening\n    copies 1\n    after discover(this, _): tokens += 1\n',
        "zombie_plague",
    )
    rules = rules_at(file, [])
    table = table_of(begun_turn(rules.new_game(2, seed=1)))
    assert at_hand(rules, table, tried_in(rules, file, []), 0).details["search_deck"][0] == "kit"
    assert "To try: Kit." in bangrules("try", file, "--seed", 3, given="q\n").output


@pytest.mark.parametrize(
    ("text", "args", "says"),
    [
        (CARD.format(n=2), ("--players", "9"), "9 is not in the range"),
        (CARD.format(n=2), ("--players", "3"), "has 4 to 7 players, not 3"),
        (CARD.format(n=2), ("--players", "4", "--seat", "H"), "there is no seat H at a table of 4"),
        (CARD.format(n=2), ("--seat", "XX"), "there is no seat XX"),
        (CARD.format(n=2), ("--bot", "clever"), "there is no bot `clever`"),
        (CARD.format(n=2), ("--name", "Ben"), "a bot is called Ben"),
        (CARD.format(n=2), ("--packs", "bsae"), "there is no pack `bsae`"),
        ("stat x: 1\n", (), "declares nothing to try: no card, character, role or event"),
    ],
)  # fmt: skip
def test_refusals(tmp_path: Path, text: str, args: tuple[str, ...], says: str) -> None:
    result = bangrules("try", pack(tmp_path, text), *args)
    assert result.exit_code == 2
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_mistakes_at_the_beginning_are_told_as_check_tells_them(tmp_path: Path) -> None:
    file = pack(tmp_path, CARD.replace("DRAW", "DARW").format(n=2))
    result = bangrules("try", file)
    assert result.exit_code == 1
    assert "did you mean `DRAW`?" in result.stderr
    assert bangrules("try", tmp_path / "nothing.bang").exit_code == 2


# ---- files


def test_files_that_are_watched(tmp_path: Path) -> None:
    one, two = tmp_path / "one.bang", tmp_path / "two.bang"
    one.write_text("a", encoding="utf-8")
    files = Files([tmp_path])
    assert files.changed() == []
    os.utime(one, ns=(time.time_ns() + 10**9, time.time_ns() + 10**9))
    assert files.changed() == []
    one.write_text("b", encoding="utf-8")
    two.write_text("c", encoding="utf-8")
    (tmp_path / "note.txt").write_text("d", encoding="utf-8")
    assert files.changed() == [one, two]
    assert files.changed() == []
    one.unlink()
    assert files.changed() == [one]
    assert Files([], [two]).changed() == []


# ---- laying tables again


PLAYED = [
    ("base",),
    ("base", "dodge_city", "high_noon"),
    ("walking_dead", "fistful_of_cards"),
    ("zombie_plague",),
]


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(PLAYED), st.integers(0, 10_000), st.integers(0, 150))
def test_a_table_laid_again_is_the_table(packs: tuple[str, ...], seed: int, moves: int) -> None:
    rules = bang.load(*packs)
    game = begun_turn(rules.new_game(4, seed=seed))
    rng = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        game.push(rng.choice(game.legal_actions()))
    game = turn_of(game)
    if not free(game):
        return
    table = table_of(game)
    again = for_rules(rules, table).resumed(rules, seed)
    assert table_of(again) == table
    # what may be done once counts anew, so a card that has to be played if it can be may come first
    assert {action.player for action in again.legal_actions()} == {seat_of_turn(game)}
    for seat in range(4):
        one, other = game.observe(seat), again.observe(seat)
        assert (one.seats, one.piles, one.fields, one.marks) == (
            other.seats,
            other.piles,
            other.fields,
            other.marks,
        )
    while not again.is_over:
        again.push(rng.choice(again.legal_actions()))
