"""The language server as editors have it: a real process, spoken to over stdin and stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.editor import Editor, Refusal, editing
from tests.tools.running import bangrules

PACK = 'pack trail "Trail Tales"\n    version "0.1"\n    requires base\n'
CARDS = """## A drink on the way.
card canteen "Canteen" brown
    copies 4♣ 9♦
    play on one of within(1) where it is not self "nobody near":
        LIFE self
        DRAW 1 to target

stat thirst(p: player): 1
"""
RULES = """procedure rest(sleeper: player, n: number = 1) "{sleeper} rests after a {canteen}.":
    repeat n: LIFE sleeper

before rest(sleeper, _) if sleeper.life > thirst(sleeper): end rest

character old_hank "Old Hank" life 4
    after ELIMINATE(target) if target is not self: rest(self)
"""
SCENARIO = """scenario "a Canteen heals"
    seat A sheriff  old_hank life 3 hand canteen@4♣
    seat B outlaw   jourdonnais
    seat C outlaw   rose_doolan
    seat D renegade paul_regret
    turn A phase_play
    A plays canteen@4♣ on B
    expect A life 4
"""


@pytest.fixture(scope="module")
def trail(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack of three files, and a scenario."""
    return written(tmp_path_factory.mktemp("packs"))


def written(folder: Path) -> Path:
    """The pack, put into a folder."""
    trail = folder.resolve() / "trail"
    (trail / "scenarios").mkdir(parents=True)
    for name, text in (
        ("pack.bang", PACK), ("cards.bang", CARDS), ("rules.bang", RULES), ("scenarios/cards.bang", SCENARIO),
    ):  # fmt: skip
        (trail / name).write_text(text, encoding="utf-8")
    return trail


@pytest.fixture(scope="module")
def editor(trail: Path) -> Iterator[Editor]:
    """An editor for tests that change nothing on disk."""
    with editing(trail) as one:
        yield one


class Typed:
    """A file open in the editor, with what is typed into it."""

    def __init__(self, editor: Editor, path: Path) -> None:
        self.editor = editor
        self.version = 1
        self.text = path.read_text(encoding="utf-8")
        self.uri = editor.open(path, self.text)

    def type(self, text: str) -> None:
        self.version += 1
        self.text = text
        self.editor.change(self.uri, self.version, text)

    def found(self) -> list[dict[str, Any]]:
        return self.editor.found(self.uri, self.version)

    def ask(self, method: str, mark: str, **more: Any) -> Any:
        """Ask about where `|` stands in a piece of the text."""
        before, after = mark.split("|")
        offset = self.text.index(before + after) + len(before)
        line = self.text.count("\n", 0, offset)
        start = self.text.rfind("\n", 0, offset) + 1
        units = len(self.text[start:offset].encode("utf-16-le")) // 2
        return self.editor.at(method, self.uri, line, units, **more)

    def offered(self, before: str) -> set[str]:
        """What is offered at `|` in a text put at the end."""
        text, _, rest = before.partition("|")
        old = self.text
        self.type(old + text + rest)
        offset = len(old + text)
        line = self.text.count("\n", 0, offset)
        units = len(self.text[self.text.rfind("\n", 0, offset) + 1 : offset].encode("utf-16-le")) // 2
        found = self.editor.at("completion", self.uri, line, units)
        self.type(old)
        return {item["label"] for item in found["items"]}


@pytest.fixture
def cards(editor: Editor, trail: Path) -> Iterator[Typed]:
    typed = Typed(editor, trail / "cards.bang")
    yield typed
    editor.tell("textDocument/didClose", textDocument={"uri": typed.uri})


@pytest.fixture
def rules(editor: Editor, trail: Path) -> Iterator[Typed]:
    typed = Typed(editor, trail / "rules.bang")
    yield typed
    editor.tell("textDocument/didClose", textDocument={"uri": typed.uri})


def where(found: dict[str, Any]) -> tuple[int, int, int]:
    """Line and columns of something in one line."""
    at = found["range"]
    assert at["start"]["line"] == at["end"]["line"]
    return at["start"]["line"], at["start"]["character"], at["end"]["character"]


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """A text after edits, as the protocol defines them."""
    lines = text.split("\n")

    def offset(position: dict[str, int]) -> int:
        line = lines[position["line"]]
        units = line.encode("utf-16-le")[: position["character"] * 2]
        return sum(len(x) + 1 for x in lines[: position["line"]]) + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda e: -offset(e["range"]["start"])):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


# ---- findings and their cures


def test_a_mistake_is_told_and_cured(cards: Typed) -> None:
    assert cards.found() == []
    cards.type(CARDS.replace("to target", "to taget"))
    (found,) = cards.found()
    assert (found["code"], found["severity"], where(found)) == ("E0201", 1, (5, 18, 23))
    assert "did you mean `target`" in found["message"]
    (cure,) = cards.editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": cards.uri}, range=found["range"], context={"diagnostics": [found]},
    )  # fmt: skip
    assert cure["kind"] == "quickfix"
    assert cure["title"] == "Change `taget` to `target`"
    assert cure["diagnostics"] == [found]
    cards.type(applied(cards.text, cure["edit"]["changes"][cards.uri]))
    assert cards.text == CARDS
    assert cards.found() == []


def test_no_cure_is_offered_elsewhere(cards: Typed) -> None:
    cards.type(CARDS.replace("to target", "to taget"))
    nowhere = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 3}}
    assert not cards.editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": cards.uri}, range=nowhere, context={"diagnostics": []},
    )  # fmt: skip


def test_what_is_not_saved_counts_in_other_files(cards: Typed, rules: Typed) -> None:
    cards.type(CARDS.replace("stat thirst", "stat hunger"))
    found = rules.editor.found(rules.uri)
    while not found:
        found = rules.editor.found(rules.uri)
    column = RULES.split("\n")[3].index("thirst")
    assert [(f["code"], where(f)) for f in found] == [("E0201", (3, column, column + 6))]
    cards.type(CARDS)
    while found:
        found = rules.editor.found(rules.uri)


def test_files_that_are_not_open_are_checked_too(tmp_path: Path) -> None:
    trail = written(tmp_path)
    (trail / "rules.bang").write_text(RULES.replace("thirst(sleeper)", "thrist(sleeper)"), encoding="utf-8")
    with editing(trail) as editor:
        uri = editor.open(trail / "cards.bang")
        assert editor.found(uri) == []
        while not editor.findings.get((trail / "rules.bang").as_uri()):
            editor.take()


def test_a_manifest_that_is_not_saved_counts(editor: Editor, trail: Path) -> None:
    manifest = Typed(editor, trail / "pack.bang")
    assert manifest.found() == []
    manifest.type(PACK.replace("requires base", "requires bass"))
    (found,) = manifest.found()
    assert where(found) == (2, 13, 17)
    assert "there is no pack `bass`" in found["message"]
    (cure,) = editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": manifest.uri}, range=found["range"], context={"diagnostics": []},
    )  # fmt: skip
    assert applied(manifest.text, cure["edit"]["changes"][manifest.uri]) == PACK
    manifest.type(PACK)
    assert manifest.found() == []
    editor.tell("textDocument/didClose", textDocument={"uri": manifest.uri})


def test_a_note_points_to_the_other_place(cards: Typed) -> None:
    cards.type(f"{CARDS}\nstat thirst(p: player): 2\n")
    (found,) = cards.found()
    (other,) = found["relatedInformation"]
    assert other["location"]["uri"] == cards.uri
    assert other["location"]["range"]["start"]["line"] == 7


def test_what_is_unused_is_greyed(cards: Typed) -> None:
    cards.type(CARDS.replace("LIFE self", "let x = 1"))
    (found,) = cards.found()
    assert (found["code"], found["severity"], found["tags"]) == ("W0201", 2, [1])


# ---- positions

COWBOY = "\N{FACE WITH COWBOY HAT}"


@pytest.mark.parametrize(
    ("encoding", "column"),
    [("utf-16", 8 + 2 + 4), ("utf-8", 8 + 4 + 4), ("utf-32", 8 + 1 + 4)],
)
def test_columns_are_counted_in_the_units_agreed_on(tmp_path: Path, encoding: str, column: int) -> None:
    trail = written(tmp_path)
    with editing(trail, encodings=[encoding]) as editor:
        assert editor.server["capabilities"]["positionEncoding"] == encoding
        typed = Typed(editor, trail / "cards.bang")
        # eight signs, then a hat (two units of UTF-16, four bytes), then four more signs
        typed.type(f'card a "{COWBOY}ab" brwn\n    copies 4♣\n')
        (found,) = typed.found()
        assert where(found)[1:] == (column, column + 4)


def test_suits_are_one_unit(cards: Typed) -> None:
    cards.type(CARDS.replace("copies 4♣ 9♦", "copies 4♣ 9♦ ♠♠"))
    first = cards.found()[0]
    assert where(first)[:2] == (2, 17)


def test_a_name_beyond_the_basic_plane(cards: Typed) -> None:
    letter = "\N{MATHEMATICAL FRAKTUR SMALL A}"
    cards.type(f"{CARDS}\nstat {letter}x(p: player): 1\nstat y(p: player): {letter}x(p)\n")
    assert cards.found() == []
    (place,) = cards.ask("definition", f"y(p: player): {letter}|x(p)")
    assert where(place) == (9, 5, 8)
    # in the middle of the pair, where no position should be
    line = cards.text[: cards.text.index("stat y")].count("\n")
    assert cards.editor.at("definition", cards.uri, line, 20) == [place]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends(cards: Typed, end: str) -> None:
    cards.type(CARDS.replace("to target", "to taget").replace("\n", end))
    (found,) = cards.found()
    assert where(found) == (5, 18, 23)


def test_positions_that_are_not_there(cards: Typed) -> None:
    for line, character in ((0, 999), (99, 0), (99, 99), (1, 5_000)):
        cards.editor.at("hover", cards.uri, line, character)
        cards.editor.at("completion", cards.uri, line, character)


# ---- what goes wrong


BAD = {
    "binary": "card \0 x\n",
    "half a sign": 'card a "\ud83e" brown\n',
    "an invisible sign": "card\u200b a\n",
    "many brackets": "stat x: " + "(" * 5_000 + "\n",
    "deep blocks": "procedure x:\n" + "".join(f"{'    ' * n}if yes:\n" for n in range(1, 120)),
    "no line end": "card",
    "tabs and blanks": "card a\n\tcopies 4♣\n    copies 5♣\n",
    "long": "card a\n" * 500,
    "too long": "# " + "x" * 2_100_000,
    "nothing": "",
    "a byte order mark": "\ufeffcard a\n",
    "control signs": "card a \x1b[31m\x0b\x0c\x85\u2028 b\n",
    "another pack": 'pack base "Base"\n',
    "itself": 'pack trail "Trail"\n    requires trail\n',
}


@pytest.mark.parametrize("name", BAD)
def test_no_file_ends_the_server(cards: Typed, name: str) -> None:
    cards.type(BAD[name])
    found = cards.found()
    if name == "another pack":  # told where the first one is
        while not found:
            found = cards.editor.found(cards.uri.replace("cards.bang", "pack.bang"), 0)
    assert found or name in ("nothing", "a byte order mark")
    for line, character in ((0, 0), (0, 5), (1, 3)):
        for method in ("hover", "completion", "definition"):
            cards.editor.at(method, cards.uri, line, character)
        cards.editor.at("references", cards.uri, line, character, context={"includeDeclaration": True})
    cards.editor.ask("textDocument/documentSymbol", textDocument={"uri": cards.uri})
    cards.editor.ask("workspace/symbol", query="a")
    cards.type(CARDS)
    assert cards.found() == []
    assert not [line for line in cards.editor.said if b"Traceback" in line]


def test_files_on_disk_that_are_no_text(tmp_path: Path) -> None:
    trail = written(tmp_path)
    (trail / "more.bang").write_bytes(b"\xff\xfec\0a\0r\0d\0")
    (trail / "folder.bang").mkdir()
    with editing(trail) as editor:
        editor.found(editor.open(trail / "cards.bang"))
        while (trail / "more.bang").as_uri() not in editor.findings:
            editor.take()
        assert editor.findings[(trail / "more.bang").as_uri()][0]["code"] == "E0002"
        assert editor.findings[(trail / "folder.bang").as_uri()][0]["code"] == "E0001"


def test_a_file_that_is_deleted(tmp_path: Path) -> None:
    trail = written(tmp_path)
    with editing(trail) as editor:
        uri = editor.open(trail / "rules.bang")
        assert editor.found(uri) == []
        (trail / "cards.bang").unlink()
        gone = [{"uri": (trail / "cards.bang").as_uri(), "type": 3}]
        editor.tell("workspace/didChangeWatchedFiles", changes=gone)
        assert {f["code"] for f in editor.found(uri)} >= {"E0201"}
        # the open file itself: its text is still there, and is taken back when it is closed
        (trail / "rules.bang").unlink()
        editor.change(uri, 2, RULES + "\n")
        assert editor.found(uri, 2)
        editor.tell("textDocument/didClose", textDocument={"uri": uri})
        assert editor.found(uri, 0) == []
        assert editor.at("hover", uri, 0, 12) is None


def test_the_editor_is_asked_to_tell_of_files_that_change(editor: Editor) -> None:
    editor.ask("workspace/symbol", query="nothing")
    (asked,) = [message for message in editor.asked if message["method"] == "client/registerCapability"]
    (one,) = asked["params"]["registrations"]
    assert one["method"] == "workspace/didChangeWatchedFiles"


def test_typing_faster_than_checking(cards: Typed) -> None:
    cards.found()
    before = cards.editor.messages
    for n in range(200):
        cards.type(CARDS + "# " + "x" * n)
    cards.type(CARDS.replace("to target", "to taget"))
    (found,) = cards.found()
    assert found["code"] == "E0201"
    assert cards.editor.messages - before < 20


def test_a_question_right_after_typing_is_about_the_new_text(cards: Typed) -> None:
    cards.type(f"# one more line\n{CARDS}")
    (place,) = cards.ask("definition", "copies 4♣ 9♦\n    play on one of with|in")
    assert place["uri"].endswith("rules.bang")
    told = cards.ask("hover", "card can|teen")
    assert where(told)[0] == 2


def test_files_that_are_unknown(editor: Editor, trail: Path) -> None:
    for uri in ((trail / "nowhere.bang").as_uri(), "untitled:Untitled-1", "file:///%00", "nonsense"):
        assert editor.at("hover", uri, 0, 0) is None
        assert not editor.at("definition", uri, 3, 3)
        assert not editor.ask("textDocument/documentSymbol", textDocument={"uri": uri})
        with pytest.raises(Refusal):
            editor.at("rename", uri, 0, 0, newName="x")


def test_a_file_without_a_place(editor: Editor) -> None:
    uri = "untitled:Untitled-1"
    text = 'card a "A" brown\n    copies 4♣\n    play: DARW 1\n'
    document = {"uri": uri, "languageId": "bang", "version": 1, "text": text}
    editor.tell("textDocument/didOpen", textDocument=document)
    (found,) = editor.found(uri)
    assert (found["code"], where(found)) == ("E0201", (2, 10, 14))
    editor.tell("textDocument/didClose", textDocument={"uri": uri})
    assert editor.found(uri, 0) == []


def test_messages_that_make_no_sense(editor: Editor) -> None:
    with pytest.raises(Refusal):
        editor.ask("textDocument/nonsense", x=1)
    editor.tell("textDocument/nonsense")
    editor.tell("textDocument/didChange", textDocument={"uri": 3})
    editor.send_raw(b"Content-Length: 9\r\n\r\n{nonsense")
    for method, params in (
        ("textDocument/hover", {"textDocument": {"uri": "file:///x.bang"}}),
        ("textDocument/hover", {"textDocument": {"uri": 3}, "position": {"line": "a", "character": 0}}),
        ("textDocument/definition", {}),
        ("textDocument/rename", {"newName": "x"}),
    ):
        with pytest.raises(Refusal) as refused:
            editor.ask(method, **params)
        assert refused.value.code == -32602
        assert method in str(refused.value)
    assert editor.ask("workspace/symbol", query="canteen")


# ---- beginning and end


def test_leaving_politely(tmp_path: Path) -> None:
    with editing(None) as editor:
        assert editor.leave() == 0


def test_leaving_without_a_word(tmp_path: Path) -> None:
    with editing(None) as editor:
        editor.send({"method": "exit"})
        assert editor.process.wait(timeout=60) == 1


def test_an_editor_that_is_gone(tmp_path: Path) -> None:
    with editing(None) as editor:
        assert editor.process.stdin is not None
        editor.process.stdin.close()
        assert editor.process.wait(timeout=60) == 1


def test_what_it_can_do(editor: Editor) -> None:
    can = editor.server["capabilities"]
    for what in (
        "completionProvider", "hoverProvider", "definitionProvider", "referencesProvider", "renameProvider",
        "documentSymbolProvider", "workspaceSymbolProvider", "codeActionProvider",
        "documentFormattingProvider",
    ):  # fmt: skip
        assert can[what], what
    assert can["positionEncoding"] == "utf-16"
    assert json.dumps(editor.server["serverInfo"]["name"]) == '"bangrules"'


def test_without_pygls_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    result = bangrules("lsp")
    assert result.exit_code == 2
    assert "pip install 'bangrules[lsp]'" in result.output


# ---- completion


def test_offered_at_the_beginning_of_a_line(cards: Typed) -> None:
    assert {"card", "character", "stat", "scenario"} <= cards.offered("\n|")
    assert cards.offered('\ncard x "X" brown\n    |') >= {"copies", "play", "modify", "after", "text"}
    assert "scenario" not in cards.offered('\ncard x "X" brown\n    |')


def test_offered_clauses(cards: Typed) -> None:
    assert cards.offered('\ncard x "X" brown\n    play |') == {
        "on", "costs", "once", "limit", "if", "from", "anytime",
    }  # fmt: skip
    assert cards.offered('\ncard x "X" brown\n    play from |') == {"hand", "table"}
    assert cards.offered('\ncharacter x "X"\n    answer |') == {"MISSED", "BANG", "DYING", "main", "between"}


def test_offered_statements(cards: Typed) -> None:
    found = cards.offered("\nprocedure x(who: player):\n    |")
    assert found >= {"DRAW", "HIT", "let", "if", "for", "who", "move", "return"}
    assert not found & {"hand_limit", "card", "bang"}


def test_offered_values(cards: Typed) -> None:
    found = cards.offered("\nprocedure x(who: player):\n    let n = |")
    assert found >= {"who", "thirst", "hand_limit", "count", "bang", "players"}
    assert "n" not in found


@pytest.mark.parametrize("rest", ["", ":\n        pass\n", " > 1:\n        pass\n"])
def test_offered_behind_a_dot(cards: Typed, rest: str) -> None:
    found = cards.offered(f"\nprocedure x(who: player):\n    if who.|{rest}")
    assert found >= {"hand", "table", "life", "role"}
    assert not found & {"deck", "who", "DRAW", "if"}


def test_offered_in_a_line_with_a_mistake_above(cards: Typed) -> None:
    found = cards.offered("\nprocedure x(who: player):\n    lett y = 1\n    who.|\n")
    assert found == set() or "hand" in found
    assert "let" in cards.offered("\nprocedure x(who: player):\n    lett y = 1\n    |\n")


def test_offered_types(cards: Typed) -> None:
    found = cards.offered("\nstat x(a: |): 1\n")
    assert found >= {"player", "card", "number", "status"}
    assert not found & {"DRAW", "bang", "hand"}


def test_offered_names_of_cards(cards: Typed) -> None:
    assert cards.offered('\ncard x "X" |') >= {"brown", "blue", "like", "replaces"}
    assert cards.offered('\ncharacter x "X" like base.|') >= {"bart_cassidy"}
    assert cards.offered('\nwindow x "drink a {|}"') >= {"canteen", "beer"}


def test_offered_in_hooks_and_modifiers(cards: Typed) -> None:
    assert cards.offered("\nmodify |") >= {"hand_limit", "distance", "thirst"}
    assert "DRAW" not in cards.offered("\nmodify |")
    assert cards.offered("\nafter |") >= {"HIT", "act"}
    assert "hand_limit" not in cards.offered("\nafter |")


def test_offered_for_looks(cards: Typed) -> None:
    assert cards.offered("\nlook |") >= {"canteen", "thirst", "DRAW"}
    assert cards.offered("\nlook canteen |") >= {"mug", "color"}
    assert "DRAW" not in cards.offered("\nlook canteen |")


def test_nothing_is_offered_where_a_name_is_new(cards: Typed) -> None:
    assert cards.offered("\ncard |") == set()
    assert cards.offered("\nprocedure x:\n    let |") == set()
    assert cards.offered("\n# a comment |") == set()
    assert cards.offered('\nwindow x "in a text |') == set()


def test_offered_in_a_manifest(editor: Editor, trail: Path) -> None:
    manifest = Typed(editor, trail / "pack.bang")
    assert manifest.offered("    |") >= {"version", "requires", "optional", "box"}
    assert manifest.offered("    optional |") >= {"base", "dodge_city"}
    editor.tell("textDocument/didClose", textDocument={"uri": manifest.uri})


def test_offered_in_scenarios(editor: Editor, trail: Path) -> None:
    scenario = Typed(editor, trail / "scenarios" / "cards.bang")
    assert scenario.offered("    |") >= {"seat", "expect", "deck", "turn"}
    assert scenario.offered("    seat A sheriff |") >= {"old_hank", "canteen", "life", "hand"}
    assert scenario.offered("    seat A sheriff old_hank hand canteen@|") == {"4♣", "9♦"}
    assert scenario.offered("    expect |") >= {"deck", "no", "winners"}
    assert scenario.offered("    expect A |") >= {"can", "cannot", "life", "hand", "thirst"}
    assert scenario.offered("    A plays |") >= {"canteen", "bang"}
    assert scenario.offered("    expect A cannot play canteen because |") >= {"target", "limit"}
    editor.tell("textDocument/didClose", textDocument={"uri": scenario.uri})


def test_a_choice_tells_more_when_asked(cards: Typed) -> None:
    found = cards.ask("completion", "DRAW 1 to |target")
    (item,) = [i for i in found["items"] if i["label"] == "beer"]
    told = cards.editor.ask("completionItem/resolve", **item)["documentation"]["value"]
    assert "Beer" in told
    assert 'card beer "Beer" brown' in told


# ---- documentation, places, names


def test_hover(cards: Typed, rules: Typed) -> None:
    card = cards.ask("hover", "card can|teen")
    assert "Canteen: trail.canteen, card, brown" in card["contents"]["value"].replace("\\", "")
    assert "A drink on the way." in card["contents"]["value"]
    assert "2 copies: 4♣ 9♦" in card["contents"]["value"]
    assert where(card) == (1, 5, 12)
    assert "stat within(" in cards.ask("hover", "of with|in(1)")["contents"]["value"]
    assert "the candidate" in cards.ask("hover", "where |it is")["contents"]["value"]
    assert "sleeper: a player" in rules.ask("hover", "LIFE slee|per")["contents"]["value"]
    assert "sleeper: a player" in rules.ask("hover", "rest(slee|per: player")["contents"]["value"]
    assert cards.ask("hover", "on one o|f") is None


def test_hover_of_words_of_the_language(cards: Typed) -> None:
    cards.type(f"{CARDS}\nstat rich(p: player): count(p.hand) > 2\n")
    told = cards.ask("hover", "cou|nt(p.hand)")["contents"]["value"]
    assert "word of the language" in told
    assert "count(" in told


def test_definition(cards: Typed, rules: Typed, trail: Path) -> None:
    (place,) = rules.ask("definition", "> thi|rst(sleeper)")
    assert (place["uri"], where(place)) == (cards.uri, (7, 5, 11))
    (place,) = rules.ask("definition", "LIFE slee|per")
    assert (place["uri"], where(place)) == (rules.uri, (0, 15, 22))
    (place,) = cards.ask("definition", "DRA|W 1")
    assert place["uri"].endswith("base/rules.bang")
    (place,) = rules.ask("definition", "a {can|teen}")
    assert where(place) == (1, 5, 12)


def test_definition_in_a_declaration_that_cannot_be_read(cards: Typed) -> None:
    cards.type(f"{CARDS}\nprocedure x(:\n    canteen thirst(\n")
    (place,) = cards.ask("definition", "canteen thi|rst(")
    assert where(place) == (7, 5, 11)


def test_definition_from_a_scenario(editor: Editor, trail: Path) -> None:
    scenario = Typed(editor, trail / "scenarios" / "cards.bang")
    (place,) = scenario.ask("definition", "hand can|teen@4♣")
    assert place["uri"] == (trail / "cards.bang").as_uri()
    (place,) = scenario.ask("definition", "old_hank li|fe 3")
    assert place["uri"].endswith("base/rules.bang")
    editor.tell("textDocument/didClose", textDocument={"uri": scenario.uri})


def test_references(cards: Typed, rules: Typed, trail: Path) -> None:
    every = cards.ask("references", "card can|teen", context={"includeDeclaration": True})
    assert sorted((Path(p["uri"]).parent.name, where(p)[0]) for p in every) == [
        ("scenarios", 1), ("scenarios", 6), ("trail", 0), ("trail", 1),
    ]  # fmt: skip
    others = cards.ask("references", "card can|teen", context={"includeDeclaration": False})
    assert len(others) == 3
    assert len(rules.ask("references", "rest(slee|per", context={"includeDeclaration": True})) == 6


def test_symbols(cards: Typed) -> None:
    found = cards.editor.ask("textDocument/documentSymbol", textDocument={"uri": cards.uri})
    assert [(x["name"], x["detail"]) for x in found] == [("canteen", "card"), ("thirst", "stat")]
    assert [x["name"].split()[0] for x in found[0]["children"]] == ["copies", "play"]
    cards.type(f"{CARDS}\ncard brokn (\n")
    found = cards.editor.ask("textDocument/documentSymbol", textDocument={"uri": cards.uri})
    assert [x["name"] for x in found] == ["canteen", "thirst", "brokn"]


def test_symbols_everywhere(cards: Typed) -> None:
    (found,) = cards.editor.ask("workspace/symbol", query="hank")
    assert (found["name"], found["containerName"]) == ("old_hank", "Old Hank")
    assert {x["name"] for x in cards.editor.ask("workspace/symbol", query="")} >= {"canteen", "rest", "trail"}
    assert not cards.editor.ask("workspace/symbol", query="slab_the")  # not in this workspace


# ---- renaming


def renamed(typed: Typed, mark: str, new: str, trail: Path) -> dict[str, str]:
    """The files that renaming changes, by name, as they are then."""
    changes = typed.ask("rename", mark, newName=new)["changes"]
    after = {}
    for uri, edits in changes.items():
        path = Path(uri.removeprefix("file://"))
        after[str(path.relative_to(trail))] = applied(path.read_text(encoding="utf-8"), edits)
    return after


def test_renaming_a_card(cards: Typed, trail: Path) -> None:
    assert renamed(cards, "card can|teen", "flask", trail) == {
        "cards.bang": CARDS.replace("canteen", "flask"),
        "rules.bang": RULES.replace("canteen", "flask"),
        "scenarios/cards.bang": SCENARIO.replace("canteen", "flask"),
    }


def test_renaming_a_parameter(rules: Typed, trail: Path) -> None:
    """Also in the text that fills it in, and in the hook that takes it by its name."""
    assert renamed(rules, "LIFE slee|per", "who", trail) == {"rules.bang": RULES.replace("sleeper", "who")}


def test_renaming_is_prepared(cards: Typed) -> None:
    found = cards.ask("prepareRename", "card can|teen")
    assert (where(found), found["placeholder"]) == ((1, 5, 12), "canteen")


@pytest.mark.parametrize(
    ("mark", "new", "why"),
    [
        ("DRA|W 1", "PULL", "pack `base`"),
        ("br|own", "tan", "pack `base`"),
        ("pl|ay on", "x", "word of the language"),
        ("se|lf\n", "x", "word of the language"),
        ("card can|teen", "my canteen", "is no name"),
        ("card can|teen", "7up", "is no name"),
        ("card can|teen", "while", "word of the language"),
        ("card can|teen", "old_hank", "old_hank"),
        ("stat thi|rst", "hand_limit", "hand_limit"),
        ("stat thi|rst", "deck", "deck"),
        ("4|♣", "x", "no name here"),
    ],
)
def test_renaming_is_refused_with_a_reason(cards: Typed, mark: str, new: str, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        cards.ask("rename", mark, newName=new)
    assert why in str(refused.value)


def test_renaming_never_changes_what_a_name_means(rules: Typed) -> None:
    rules.type("procedure a(n: number, m: number):\n    let k = 1\n    DRAW n + m + k to item(players, 1)\n")
    with pytest.raises(Refusal):
        rules.ask("rename", "let |k", newName="m")


# ---- layout


def test_formatting(cards: Typed) -> None:
    cards.type(CARDS.replace("copies 4♣ 9♦", "copies   4♣  9♦").replace("within(1)", "within( 1 )"))
    options = {"tabSize": 4, "insertSpaces": True}
    edits = cards.editor.ask("textDocument/formatting", textDocument={"uri": cards.uri}, options=options)
    assert applied(cards.text, edits) == CARDS
    assert {edit["range"]["start"]["line"] for edit in edits} == {2}
    cards.type(CARDS.replace("play on", "play onn"))  # what can't be read stays as it is
    assert not cards.editor.ask("textDocument/formatting", textDocument={"uri": cards.uri}, options=options)
