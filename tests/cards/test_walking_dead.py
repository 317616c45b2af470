"""The Walking Dead: Survivor Showdown: its deck, characters and roles, and what expansions find there."""

import csv
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import bangrules as bang
from bangrules.language.requirements import closure
from bangrules.paths import cards_root
from bangrules.play.packs import available

DATA = Path(__file__).resolve().parent.parent / "data"
SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣", "": ""}
ROLES = {
    4: "leader savior savior loner",
    5: "leader survivor savior savior loner",
    6: "leader survivor savior savior savior loner",
    7: "leader survivor survivor savior savior savior loner",
}
EXPANSION = """pack extra "Extra"
    requires base

copies bang 8♠ 8♠
copies base.duel 3♦

roles 3: deputy, outlaw, renegade

stat rival(r: role) gives role?: none
modify rival(deputy): renegade

character elena "Elena" life 3
    use card as missed

card coat "Coat" blue
    copies 4♣
    use beer as bang

card glass "Glass" like scope
    copies 9♣

option won = no "rivals are seen"
procedure look_around(p: player):
    if rival(p.role) is outlaw and won: DRAW 1 to p
"""


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("walking_dead")


@pytest.fixture(scope="module")
def expanded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bang.Rules]:
    """The rules of an expansion of the base box, with either box."""
    folder = tmp_path_factory.mktemp("packs")
    (folder / "extra.bang").write_text(EXPANSION, encoding="utf-8")
    return {box: bang.load(box, "extra", paths=[folder]) for box in ("base", "walking_dead")}


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table of facts that are of this box."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["set"] == "walking_dead"]


def test_deck(rules: bang.Rules) -> None:
    """Every card, its name, rank, suit, border and range, and how often it is there."""
    facts = Counter(
        (r["card_id"], r["name"], r["rank"] + SIGNS[r["suit"]], r["range"], r["border"])
        for r in rows("cards.csv")
    )
    deck: Counter[tuple[str, ...]] = Counter()
    for card in rules.cards:
        d = card.definition
        border = "blue" if d.border == "weapon" else str(d.border)
        deck[d.id, d.name, card.face, "" if d.number is None else str(d.number), border] += 1
    assert deck == facts
    assert deck.total() == 80


def test_characters(rules: bang.Rules) -> None:
    """Their names, lives, and whose abilities they have."""
    facts = {
        (r["character_id"], r["name"], int(r["life"]), r["equals_base"].replace(":", "."))
        for r in rows("characters.csv")
    }
    found = {(d.id, d.name, d.number, d.like) for d in rules.by_index if d.kind == "character"}
    assert found == facts
    assert len(found) == 16


def test_nothing_of_the_other_box_is_in_the_game(rules: bang.Rules) -> None:
    assert {d.pack for d in rules.by_index if d.kind != "border"} == {"walking_dead"}
    assert not {"bang", "sheriff", "bart_cassidy"} & set(rules.definitions)


@pytest.mark.parametrize("players", ROLES)
def test_setting_up(rules: bang.Rules, players: int) -> None:
    game = rules.new_game(players=players, seed=players)
    roles = Counter(rules.by_index[i].id for i in rules.tables["roles"][players])
    assert roles == Counter(ROLES[players].split())
    assert "is the Leader." in "\n".join(str(event) for event in game.events)


def test_two_boxes() -> None:
    with pytest.raises(bang.PackError, match="one box: `base` and `walking_dead` are boxes"):
        bang.load("base", "walking_dead")


# ---- expansions made for the base box


def test_copies_go_to_what_stands_there(expanded: dict[str, bang.Rules]) -> None:
    for box, names in {"base": ("bang", "duel"), "walking_dead": ("attack", "duel")}.items():
        found = Counter(c.id for c in expanded[box].cards if c.pack == "extra")
        assert found == {f"{names[0]}@8♠": 2, f"{names[1]}@3♦": 1, "coat@4♣": 1, "glass@9♣": 1}
        assert len(expanded[box].cards) == 85
        assert {c.definition.pack for c in expanded[box].cards} == {box, "extra"}


def test_tables_of_roles_are_of_what_stands_there(expanded: dict[str, bang.Rules]) -> None:
    found = {box: [rules.by_index[i].id for i in rules.tables["roles"][3]] for box, rules in expanded.items()}
    assert found == {
        "base": ["deputy", "outlaw", "renegade"],
        "walking_dead": ["survivor", "savior", "loner"],
    }


def test_what_is_used_as_another_is_used_as_what_stands_there(expanded: dict[str, bang.Rules]) -> None:
    rules = expanded["walking_dead"]
    game = rules.new_game(
        seats=[
            {"role": "leader", "character": "elena", "hand": ["supply_run@9♣"], "table": []},
            {
                "role": "savior",
                "character": "rick",
                "hand": ["attack@8♠", "first_aid@6♥"],
                "table": ["coat@4♣"],
            },
            {"role": "savior", "character": "carl"},
            {"role": "loner", "character": "andrea"},
        ],
        turn="B",
        phase="phase_play",
    )  # fmt: skip
    legal = list(map(str, game.legal_actions()))
    assert "B plays first_aid@6♥ as attack on A" in legal
    game.push("B plays attack@8♠ on A")
    assert "A answers supply_run@9♣ as evade" in list(map(str, game.legal_actions()))


def test_what_is_like_what_is_gone_is_like_what_stands_there(expanded: dict[str, bang.Rules]) -> None:
    assert expanded["walking_dead"].definitions["glass"].like == "scope"


def test_random_games(expanded: dict[str, bang.Rules]) -> None:
    for seed in range(10):
        game = expanded["walking_dead"].new_game(players=4 + seed % 4, seed=seed)
        rng = random.Random(seed)
        while not game.is_over:
            game.push(rng.choice(game.legal_actions()))


def test_texts_name_the_cards_of_the_box_that_is_played() -> None:
    """No text of any pack has a name of the base box: they ask for it in braces."""
    known = available()
    boxes = {id for id, pack in known.items() if pack.box}
    fitting = [id for id in known if id not in boxes and boxes & closure(known, id) <= {"base"}]
    rules = bang.load("walking_dead", *fitting)
    theirs = {d.name for d in bang.load("base").by_index if d.kind in ("card", "character", "role")}
    theirs -= {d.name for d in rules.by_index}
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, theirs))})(?!\w)")

    def texts(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for key, inner in value.items():
                if key not in ("doc", "where"):
                    yield from texts(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                yield from texts(inner)

    parts: tuple[str, ...] = (
        "definitions",
        "values",
        "windows",
        "zones",
        "fields",
        "options",
        "stats",
        "texts",
    )
    parts += ("procedures", "sites", "actions", "forbidding")
    assert not {text for part in parts for text in texts(rules.tables[part]) if pattern.search(text)}


def test_scenarios_speak_of_everything(rules: bang.Rules) -> None:
    """Every card is somewhere, every character and role takes part."""
    folder = cards_root() / "walking_dead" / "scenarios"
    files = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.bang"))]
    texts = [text for file in files for text in re.split(r"(?m)^(?=scenario )", file)[1:]]
    ids = {d.id for d in rules.by_index if d.kind in ("card", "character", "role")}
    assert len(ids) == 22 + 16 + 4
    for id in ids:
        assert any(re.search(rf"\b{id}\b", text) for text in texts), id
