"""`bangrules play` and `bangrules replay`: games in the terminal, told to a script on stdin."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import bangrules as bang
from bangrules.play.record import check
from bangrules.tools import session
from bangrules.tools.commands.play import NAMES
from bangrules.tools.console import Misuse, see_writable
from bangrules.tools.terminal import Screen
from tests.tools.running import bangrules, in_a_process

START = ("play", "--seat", "A", "--seed", "7", "--bot", "random")


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def replayed(path: Path) -> bang.Game:
    return bang.Record.loads(path.read_text(encoding="utf-8")).replay(bang.load("base"))


# ---- bots alone


def test_without_a_terminal_the_bots_play_and_tell_who_won() -> None:
    done = in_a_process("play", "--bot", "random", "--seed", "7")
    assert done.returncode == 0
    assert done.stderr == b""
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "base, 5 players, seed 7; random bots"
    assert re.fullmatch(r"The game is over: .+ won\.", lines[-1])
    assert done.stdout == in_a_process("play", "--bot", "random", "--seed", "7", "--bots").stdout


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_bots_alone(players: int) -> None:
    result = bangrules("play", "--bots", "--bot", "random", "--seed", "3", "--players", str(players))
    assert result.exit_code == 0
    assert f"{players} players" in result.output
    for name in NAMES[:players]:
        assert name in result.output
    assert "??" not in result.output


def test_options_of_the_rules() -> None:
    result = bangrules("play", "--bots", "--bot", "random", "--seed", "3", "--option", "characters_each=2")
    assert result.exit_code == 0


# ---- a person


def test_a_person_sees_only_what_they_may() -> None:
    result = bangrules(*START, given="")
    before = result.output.split("> ")[0]
    assert "Ben draws ??." in before
    assert "Stranger (you)" in result.output
    assert re.search(r"Stranger draws [A-Z]", before)
    for name in NAMES[1:5]:
        assert not re.search(rf"{name} draws [A-Z]", before)
    shown = [line for line in result.output.splitlines() if re.match(r"[> ] (Ben|Cleo|Dan|Eve) ", line)]
    assert shown
    assert all("Outlaw" not in line and "Deputy" not in line for line in shown)


def test_help_table_log_and_cards() -> None:
    result = bangrules(*START, given=script("?", "t", "l", "c barrel", "c barel", "c", "", "q"))
    assert result.exit_code == 0
    assert "take back what you did last" in result.output
    assert result.output.count("Stranger (you)") >= 2
    assert 'card barrel "Barrel" blue' in result.output
    assert "did you mean" in result.output
    assert "Of what? `c CARD`" in result.output


def test_numbers_that_cannot_be_read_are_refused() -> None:
    result = bangrules(*START, given=script("²", "9" * 5000))
    assert result.exit_code == 0
    assert result.output.count("? is for help") == 3


def test_numbers_do_things_and_wrong_ones_are_refused() -> None:
    result = bangrules(*START, given=script("0", "99", "1 2", "1", "q"))
    assert result.output.count("A number from 1 to") == 3
    assert result.exit_code == 0


def test_actions_can_be_written_out_and_refusals_give_reasons() -> None:
    result = bangrules(
        *START, given=script("nonsense", "A plays nonsense", "A plays jail@4♥ on B", "B passes")
    )
    assert result.exit_code == 0
    assert result.output.count("? is for help.") >= 2
    assert result.output.count("No: ") == 2


def test_the_end_of_input_leaves_the_table() -> None:
    result = bangrules(*START, given="")
    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == "You left the table. A game with the same start: --seed 7"


def test_a_whole_game_by_script(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = bangrules(*START, "--save", file, given="1\n" * 400)
    assert result.exit_code == 0
    assert re.fullmatch(r"The game is over: .+ won\.", result.output.splitlines()[-1])
    game = replayed(file)
    assert game.is_over
    assert game.players[0] == "Stranger"


GRID = ("play", "--packs", "zombie_plague", "--seat", "A", "--seed", "5", "--players", "4")


def test_where_a_place_is_asked_for_the_board_is_drawn_first() -> None:
    before, asked, _ = bangrules(*GRID, given="q\n").output.partition("where Human 1 begins")
    assert asked
    assert before.count(" 0  .    .") == before.count("11  .    .") == 1


def test_what_is_remembered_of_a_figure_stands_at_it() -> None:
    shown = bangrules(*GRID, given=script("1", "Human", "1", "q")).output
    tables = [line for line in shown.splitlines() if "(you)" in line]
    assert [line.rpartition("Human 1 ")[2] for line in tables] == [
        "(action points 4)",
        "(action points 3, has begun)",
    ]
    assert "Ben             role The living     Human 2\n" in shown  # nothing to tell of it
    assert "facing" not in shown  # that the board shows
    assert re.search(r"box \d+$", shown, re.M)  # figures in it lie on no top


def test_what_is_remembered_of_a_thing_names_other_figures(tmp_path: Path) -> None:
    table = bang.load("zombie_plague").new_game(
        seats=[{"role": "living", "crew": ["human@1"], "gear": ["car_keys"]}, {"role": "zombie_player"}],
        spot={"human@1": "(5,5)"}, bearer={"car_keys": "human@1"}, wounds={"human@1": 2}, turn="A", seed=1,
    )  # fmt: skip
    lines = list(Screen(table.rules, table.players, 0).table(table))
    assert "Human 1 (action points 4, wounds 2)" in lines[0]
    assert "Car Keys (carried by Human 1)" in lines[0]


def test_the_help_explains_the_signs_of_a_board() -> None:
    told = bangrules(*GRID, given=script("?", "q")).output.partition("On the board:\n")[2].splitlines()
    assert [line.split(maxsplit=1) for line in told[:4]] == [
        [".", "floor"], ["o", "obstacle"], ["X", "search square"], ["C", "car"],
    ]  # fmt: skip
    assert "  | -      wall" in told
    assert "  *        searched" in told
    assert "  #        barricades" in told
    assert "  Z1       Zombie 1" in told
    assert "  ^ > v <  facing" in told
    assert "On the board" not in bangrules(*START, given=script("?", "q")).output


TRAITOR = ("play", "--packs", "zombie_plague,traitor", "--seat", "A", "--seed", "1", "--players", "4")


def test_the_traitor_is_announced_once_and_no_secret_of_the_zombie_player() -> None:
    shown = bangrules(*TRAITOR, given=script(*"1" * 8)).output
    assert "Stranger is the traitor!\n" in shown
    rows = [line for line in shown.splitlines() if re.match(r"[> ] (Ben|Cleo|Dan) +role ", line)]
    assert rows
    assert all(("traitor ?" in line) is ("Zombie Player" not in line) for line in rows)


def test_what_one_may_do_or_not_is_asked_as_yes_or_no(tmp_path: Path) -> None:
    shown = bangrules(*TRAITOR, given=script("1", "2", "q")).output
    assert "Stranger: say that you are the traitor?\n  1  yes\n  2  no\n> " in shown
    files = {}
    for answer in ("1", "yes", "A chooses yes", "2", "no", "A passes"):
        files[answer] = tmp_path / f"{answer}.txt"
        bangrules(*TRAITOR, given=script("1", answer, f"s {files[answer]}"))
    moves = {answer: file.read_text() for answer, file in files.items()}
    assert moves["1"] == moves["yes"] == moves["A chooses yes"] != moves["2"]
    assert moves["2"] == moves["no"] == moves["A passes"]
    assert "No: " not in shown
    assert "? is for help." in bangrules(*TRAITOR, given=script("yes", "q")).output  # a place is asked for


def test_undo_goes_back_to_ones_own_last_decision(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    bangrules(*START, given=script("1", f"s {one}"))
    result = bangrules(*START, given=script("u", "1", "1", "u", f"s {two}"))
    assert "There is nothing to take back." in result.output
    assert "Taken back: " in result.output
    assert one.read_text() == two.read_text()


def test_what_is_undone_can_be_done_otherwise(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    bangrules(*START, given=script("2", f"s {one}"))
    bangrules(*START, given=script("1", "u", "2", f"s {two}"))
    assert one.read_text() == two.read_text()


def test_a_game_left_and_resumed_goes_on_as_if_never_left(tmp_path: Path) -> None:
    whole, parted = tmp_path / "whole.txt", tmp_path / "parted.txt"
    bangrules(*START, "--save", whole, given="1\n" * 400)
    result = bangrules(*START, given=script("1", "1", f"s {parted}", "1", "q"))
    assert f"bangrules play --resume {parted}" in result.output
    assert not replayed(parted).is_over
    resumed = bangrules("play", "--bot", "random", "--seat", "A", "--resume", parted, given="q\n")
    assert resumed.output.count("Stranger (you)") == 1
    result = bangrules("play", "--bot", "random", "--seat", "A", "--resume", parted, given="1\n" * 400)
    assert result.exit_code == 0
    assert parted.read_text() == whole.read_text()


def test_a_game_saved_on_the_way_stays_as_it_was_then(tmp_path: Path) -> None:
    file, mid = tmp_path / "file.txt", tmp_path / "mid.txt"
    result = bangrules(*START, "--save", file, given=script("1", f"s {mid}", "1", "1", "q"))
    assert f"bangrules play --resume {file} " in result.output.splitlines()[-1]
    assert len(replayed(mid).record().actions) < len(replayed(file).record().actions)


def test_what_a_saved_game_does_not_know_is_in_the_command(tmp_path: Path) -> None:
    """Which bots play, the packs that do not come with the library, the language."""
    pack, file = tmp_path / "my own", tmp_path / "file.txt"
    pack.mkdir()
    (pack / "pack.bang").write_text('pack mine "Mine"\n    requires base\n', encoding="utf-8")
    args = ("--bot", "random", "--paths", pack, "--lang", "hu")
    shown = bangrules(*START[:-2], *args, "--packs", "base,mine", given=script(f"s {file}", "q")).output
    command = f"bangrules play --resume {file} --seat A --bot random --paths '{pack}' --lang hu"
    assert shown.count(command) == 2
    shown = bangrules(*shlex.split(command)[1:], given="q\n").output
    assert command in shown


def test_bots_that_play_a_saved_game_on_leave_the_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    bangrules(*START, given=script(f"s {file}", "q"))
    before = file.read_text()
    assert "The game is over" in bangrules("play", "--resume", file).output
    assert file.read_text() == before


def test_more_players_than_any_game_has() -> None:
    for command in ("play", "simulate"):
        result = bangrules(command, "--players", 9)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "a game of base has 4 to 7 players, not 9" in result.stderr


def test_packs_without_a_name() -> None:
    assert "--packs names no pack" in bangrules("play", "--packs", "").stderr


def test_characters_are_chosen_at_the_table() -> None:
    """What is counted of a player needs a character, for the most part."""
    shown = bangrules(*START, "--option", "characters_each=2", given=script("1", "q")).output
    assert "your character" in shown
    assert "reach 1" in shown


def test_a_question_needs_no_full_stop() -> None:
    shown = bangrules(*START, given=script("A endss")).output
    assert "found `endss`; did you mean `ends`? ? is for help.\n" in shown
    shown = bangrules(*START, given=script("c barel")).output
    assert "No: nothing is called `barel`; did you mean `Barrel`?\n" in shown


def test_saving_without_a_name_and_to_a_bad_place() -> None:
    result = bangrules(*START, given=script("s", "s /no/such/folder/x"))
    assert "Where to? `s FILE`" in result.output
    assert "No such file or directory" in result.output
    result = bangrules(*START, "--save", "/no/such/folder/x", given="q\n")
    assert result.exit_code == 2
    assert (
        result.output == "bangrules: /no/such/folder/x: No such file or directory\n"
    )  # before anything is played


def test_a_file_to_save_to_stays_as_it_is_until_then(tmp_path: Path) -> None:
    there, new, link = tmp_path / "there", tmp_path / "new", tmp_path / "link"
    there.write_text("kept", encoding="utf-8")
    link.symlink_to(new)
    for path in (there, new, link):
        see_writable(path)
    assert there.read_text(encoding="utf-8") == "kept"
    assert sorted(tmp_path.iterdir()) == [link, there]
    for path in (tmp_path / "no" / "game", there / "game"):
        with pytest.raises(Misuse, match="game: No"):
            see_writable(path)


@pytest.mark.parametrize(
    "args",
    [
        ("--seat", "F"),
        ("--seat", "AB"),
        ("--bots", "--seat", "A"),
        ("--bots", "--name", "Zoë"),
        ("--seat", ""),
        ("--seat", "A", "--name", "Ben"),
        ("--bot", "clever"),
    ],
)
def test_seats_and_names_that_are_not_there(args: tuple[str, ...]) -> None:
    result = bangrules("play", *args, given="")
    assert result.exit_code == 2
    assert result.output.count("\n") == 1


def test_ones_own_name() -> None:
    assert "Zoë (you)" in bangrules(*START, "--name", "Zoë", given=script("1", "t")).output


# ---- records


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    bangrules("play", "--bots", "--bot", "random", "--seed", "7", "--save", file)
    return file


def test_a_record_is_told_to_its_end(record: Path) -> None:
    result = bangrules("replay", record)
    assert result.exit_code == 0
    assert re.fullmatch(r"The game is over: .+ won\.", result.output.splitlines()[-1])
    played = bangrules("play", "--bots", "--bot", "random", "--seed", "7").output.splitlines()
    assert set(result.output.splitlines()) <= set(played)


def test_a_record_up_to_an_action_ends_with_the_table(record: Path) -> None:
    result = bangrules("replay", record, "--to", "3")
    assert result.exit_code == 0
    assert sum(line.startswith(("  Ada ", "> Ada ")) for line in result.output.splitlines()[-9:]) == 1
    assert bangrules("replay", record, "--to", "100000").exit_code == 2


def test_a_record_as_one_seat_saw_it(record: Path) -> None:
    assert "??" in bangrules("replay", record, "--seat", "b").output
    assert bangrules("replay", record, "--seat", "h").exit_code == 2


HIDDEN_CHOICE = """\
pack hints "Hints"
    requires base

card hint "Hint" brown
    copies 9♠
    play:
        self chooses "a card to hint at" c in self.hand
        if c is not none:
            self chooses "whom to tell of {c}" p in others
"""


def as_seat_b(game: bang.Game, folder: Path, *more: object) -> tuple[str, Any]:
    """What is told of a game to seat B, as text and for programs."""
    file = folder / "game.txt"
    file.write_text(game.record().dumps(), encoding="utf-8")
    told = ("replay", file, "--seat", "B", *more)
    return bangrules(*told, "--to", len(game.record().actions)).stdout, json.loads(
        bangrules(*told, "--json").stdout
    )


def test_a_record_tells_a_seat_nothing_hidden_of_the_table(tmp_path: Path) -> None:
    cast = ("slab_the_killer", "jourdonnais", "rose_doolan", "paul_regret")
    roles = ("sheriff", "outlaw", "outlaw", "renegade")
    seats = [{"role": r, "character": c, "life": 3, "hand": []} for r, c in zip(roles, cast, strict=True)]
    seats[0] |= {"hand": ["bang@A♠"], "table": ["barrel@Q♠"]}
    seats[1] |= {"hand": ["missed@2♠"]}
    game = bang.load("base").new_game(
        seats=seats, seed=1, turn="A", phase="phase_play", deck=["beer@6♥"], discards=["duel@J♠"], turns=3,
    )  # fmt: skip
    game.push(game.legal_actions()[0])
    _, data = as_seat_b(game, tmp_path)
    open_ = [{k: x for k, x in seat.items() if k not in ("role", "hand")} for seat in seats]
    assert data["setup"] == {
        "forced": "resolve",
        "seats": [{"role": "sheriff", **open_[0]}, seats[1], *open_[2:]],
        "turn": "A", "phase": "phase_play", "discards": ["duel@J♠"], "turns": 3,
    }  # fmt: skip
    assert data["steps"][1]["action"] == str(game._actions()[0])  # everybody hears of it
    whole = json.loads(bangrules("replay", tmp_path / "game.txt", "--json").stdout)
    assert whole["setup"] == game.record().setup
    known: dict[str, Any] = {"players": ["Ann", "Ben", "Cleo", "Dan"], "options": {"characters_each": 2}}
    game = bang.load("base").new_game(**known, seed=4711)
    assert as_seat_b(game, tmp_path)[1]["setup"] == {**known, "forced": "resolve"}


def test_a_record_tells_a_seat_nothing_hidden_that_others_choose(tmp_path: Path) -> None:
    (tmp_path / "hints.bang").write_text(HIDDEN_CHOICE, encoding="utf-8")
    rules = bang.load("base", "hints", paths=[tmp_path])
    cast = ("kit_carlson", "jourdonnais", "rose_doolan", "paul_regret")
    roles = ("sheriff", "outlaw", "outlaw", "renegade")
    seats = [{"role": r, "character": c, "hand": []} for r, c in zip(roles, cast, strict=True)]
    seats[0]["hand"] = ["hint@9♠", "bang@2♦", "bang@3♦"]
    game = rules.new_game(seats=seats, seed=1, turn="A", deck=["bang@A♠", "beer@6♥", "missed@2♠"])
    for action in ("A chooses bang@A♠", "A plays hint@9♠", "A chooses bang@2♦"):
        game.push(action)
    text, data = as_seat_b(game, tmp_path, "--paths", tmp_path)
    assert [step["action"] for step in data["steps"]] == [
        None, "A chooses ??", "A plays hint@9♠", "A chooses ??",
    ]  # fmt: skip
    assert text.endswith("A: whom to tell of ?? (A plays Hint 9♠)\n")
    for told in (text, json.dumps(data, ensure_ascii=False)):
        assert not re.search("bang@|BANG!|[AB]♠|[23]♦", told)
    game.push("A chooses B")
    game.push("A ends")
    game.push("B ends")
    assert as_seat_b(game, tmp_path, "--paths", tmp_path)[1]["steps"][-1]["action"] == "B ends"


def test_a_record_for_programs(record: Path) -> None:
    data = json.loads(bangrules("replay", record, "--json").stdout)
    assert data["setup"]["seed"] == 7
    assert data["winners"]
    assert data["steps"][0]["action"] is None
    assert len(data["steps"]) == len(bang.Record.loads(record.read_text(encoding="utf-8")).actions) + 1


@pytest.mark.parametrize("spoil", ["cut", "edit", "binary", "empty", "version"])
def test_spoilt_records_get_one_line(record: Path, spoil: str) -> None:
    data = record.read_bytes()
    record.write_bytes({
        "cut": data[: len(data) // 2],
        "edit": data.replace(b"seed: 7", b"seed: 8"),
        "binary": b"\xff\x00\xfe" * 20,
        "empty": b"",
        "version": data.replace(b"record 1", b"record 9"),
    }[spoil])  # fmt: skip
    for args in (("replay", record), ("play", "--resume", record)):
        result = bangrules(*args)
        assert result.exit_code == 1
        assert result.output.startswith(f"bangrules: {record}")
        assert result.output.count("\n") == 1


def test_a_save_is_told_from_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    data = bang.load("base").new_game(players=4, seed=1).to_dict()
    for indent in (None, 2):
        file.write_text(json.dumps(data, indent=indent), encoding="utf-8")
        for args in (("replay", file), ("play", "--resume", file)):
            result = bangrules(*args)
            assert result.exit_code == 1
            assert result.stderr.startswith(f"bangrules: {file}: this is a saved game, and no record: `")
            assert result.stderr.endswith(f"bangrules table {file}` shows it\n")


def test_a_record_of_other_rules_is_named(record: Path) -> None:
    digest = bang.Record.loads(record.read_text(encoding="utf-8")).digest
    text = record.read_text(encoding="utf-8").replace(digest, "0" * len(digest))
    lines = text.splitlines()
    lines[-1] = f"check: {check(lines[:-1])}"
    record.write_text("\n".join(lines), encoding="utf-8")
    for args in (("replay", record), ("play", "--resume", record), ("table", record)):
        result = bangrules(*args)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"bangrules: {record}: digest: recorded with other rules")


def test_a_saved_game_knows_its_players(record: Path) -> None:
    for option in (("--players", "4"), ("--name", "Zoë")):
        result = bangrules("play", "--resume", record, *option)
        assert result.exit_code == 2
        assert "a saved game knows its players, their names, its seed" in result.stderr
    assert bangrules("replay", record.parent / "nothing.txt").exit_code == 2


# ---- packs of one's own


def test_a_pack_by_its_path_is_played_with_what_it_requires(tmp_path: Path) -> None:
    (tmp_path / "pack.bang").write_text(
        'pack loop "Loop"\n    requires base\n\n'
        'card loop "Loop" brown\n    copies 2♠ 3♠ 4♠ 5♠ 6♠ 7♠\n    play:\n'
        "        while yes: discard self.hand\n",
        encoding="utf-8",
    )
    result = bangrules("play", "--bots", "--bot", "random", "--seed", "4", "--paths", tmp_path)
    assert result.exit_code == 0
    assert result.output.startswith("base+loop, 5 players, seed 4")
    assert "the rules went wrong" in result.output
    assert "pack.bang:7" in result.output
    assert result.output.splitlines()[-1].startswith("The game is over: ")


def test_bots_give_up_a_game_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "LONGEST", 60)
    result = bangrules("play", "--bots", "--bot", "random", "--seed", "1", "--save", str(tmp_path / "a.game"))
    assert result.exit_code == 1
    assert result.stderr.endswith("given up after 60 decisions: the game seems endless\n")
    assert (tmp_path / "a.game").exists()
