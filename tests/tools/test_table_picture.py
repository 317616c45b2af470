"""Pictures of tables and boards: who sees what, and that everything is where it belongs."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import bangrules as bang
from bangrules.errors import PictureError
from bangrules.tools.drawing import board_svg, table_svg
from bangrules.tools.drawing.colors import AWAKE, BACK
from tests.tools.test_drawing import SVG, Box, check_plain, rules_of, sheet, texts

DATA = Path(__file__).resolve().parent.parent / "data"
SEATS: list[dict[str, Any]] = [
    {"role": "sheriff", "character": "slab_the_killer", "life": 3, "hand": ["duel@Q♦", "beer@6♥"]},
    {"role": "outlaw", "character": "jourdonnais", "hand": ["bang@3♦"], "table": ["winchester@8♠"]},
    {"role": "outlaw", "character": "rose_doolan", "status": "dead"},
    {"role": "renegade", "character": "paul_regret", "hand": ["saloon@5♥"], "table": ["mustang@8♥"]},
]


def duel() -> bang.Game:
    game = rules_of("base").new_game(
        ["Ann", "Ben", "Cleo", "Dan"], seed=1, seats=SEATS, turn="A", phase="phase_play"
    )
    game.push("A plays duel@Q♦ on B")
    return game


def said(svg: str) -> list[str]:
    return [box.text for box in texts(check_plain(svg))]


def backs(svg: str) -> int:
    """How many cards lie face down, the roles among them."""
    return svg.count(f'fill="{BACK[0]}"')


def test_without_a_viewer_all_hands_and_roles_are_open() -> None:
    svg = table_svg(duel(), theme="light")
    for name in ("Beer", "BANG!", "Saloon", "Winchester", "Mustang", "Duel"):
        assert name in said(svg)
    assert "Renegade, Paul Regret" in said(svg)
    assert backs(svg) == 3  # of the deck three are drawn


@pytest.mark.parametrize(
    ("viewer", "open_", "closed", "down"),
    [(0, ["Beer"], ["BANG!", "Saloon"], 4), (1, ["BANG!"], ["Beer", "Saloon"], 3), (2, [], ["BANG!"], 5)],
)
def test_a_viewer_sees_a_hand_and_what_is_open(
    viewer: int, open_: list[str], closed: list[str], down: int
) -> None:
    svg = table_svg(duel(), viewer, theme="light")
    found = said(svg)
    for name in ("Winchester", "Mustang", "Duel", *open_):
        assert name in found
    for name in closed:
        assert name not in found
    # hands and roles of others: the dead one's is shown, and the first player's is open
    assert backs(svg) == 3 + down
    assert "Sheriff, Slab the Killer" in found


def test_names_lie_in_the_order_of_play_from_the_viewer() -> None:
    def places(viewer: int) -> dict[str, tuple[float, float]]:
        root = ElementTree.fromstring(table_svg(duel(), viewer))
        return {
            box.text: (box.left, box.top) for box in texts(root) if box.text in ("Ann", "Ben", "Cleo", "Dan")
        }

    assert places(0)["Ann"] == pytest.approx(places(1)["Ben"])
    assert places(0)["Ben"] == pytest.approx(places(1)["Cleo"])
    assert places(0)["Dan"] == pytest.approx(places(1)["Ann"])
    ann = places(0)
    assert ann["Ben"][0] < ann["Ann"][0] < ann["Dan"][0]
    assert ann["Cleo"][1] < ann["Ben"][1] < ann["Ann"][1]


def test_it_tells_what_is_going_on() -> None:
    svg = table_svg(duel(), 1)
    assert "Ben: answer with BANG!" in said(svg)
    root = check_plain(svg)
    assert root[0].text == "base: Ann, Ben, Cleo, Dan"
    assert "Ann plays Duel Q♦ on Ben." in (root[1].text or "")


def test_who_decides_is_marked_and_then_who_has_won() -> None:
    game = duel()
    frames = table_svg(game, theme="light").count(f'stroke="{AWAKE[0]}"')
    assert frames == 1
    rng = random.Random(1)
    while not game.is_over:
        game.push(rng.choice(game.legal_actions()))
    outcome = game.outcome()
    assert outcome is not None
    assert table_svg(game, theme="light").count(f'stroke="{AWAKE[0]}"') == len(outcome.winners)


def test_life_is_shown_as_signs() -> None:
    bullet = rules_of("base").tables["looks"]["life"][0]
    assert table_svg(duel()).count(f'd="{bullet}"') == 3 + 4 + 3


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_tables_of_all_sizes_keep_within_their_edges(players: int, lang: str) -> None:
    rules = bang.load("base", "dodge_city", "high_noon", "fistful_of_cards", lang=lang)
    rng = random.Random(players)
    names = [f"Bartholomew the Unbelievably Long-Winded {n}" for n in range(players)]
    game = rules.new_game(players=names, seed=players)
    for step in range(200):
        if game.is_over:
            break
        game.push(rng.choice(game.legal_actions()))
        if step % 20 == 0:
            root = check_plain(table_svg(game, step % players))
            edge = sheet(root)
            assert all(box.within(edge) for box in texts(root)), (step, lang)
            drawn = [
                Box(x, y, x + wide, y + high)
                for node in root.iter(f"{SVG}rect")
                for x, y, wide, high in [[float(node.attrib[n]) for n in ("x", "y", "width", "height")]]
            ]
            assert all(box.within(edge) for box in drawn)


def test_very_many_cards_are_counted() -> None:
    hand = [card.id for card in rules_of("base").cards if card.definition.id in ("bang", "missed")][:30]
    bare = [{key: value for key, value in seat.items() if key != "hand"} for seat in SEATS]
    seats = [{**bare[0], "hand": hand}, *bare[1:]]
    game = rules_of("base").new_game(4, seed=1, seats=seats, turn="B", phase="phase_play")
    root = check_plain(table_svg(game))
    found = [box.text for box in texts(root)]
    (more,) = [text for text in found if text.startswith("+") and len(text) > 2]
    assert found.count("BANG!") + found.count("Missed!") + int(more) == 30
    assert all(box.within(sheet(root)) for box in texts(root))


def test_a_game_without_cards_and_a_secret_number_with_a_look(tmp_path: Path) -> None:
    more = 'pack more "More"\n    requires dice\n\nlook secret star\n'
    (tmp_path / "more.bang").write_text(more, "utf-8")
    rules = bang.load("dice", "more", paths=[DATA / "dice", tmp_path])
    star = rules.tables["looks"]["secret"][0]
    game = rules.new_game(players=3, seed=1)
    secrets = [game.observe(seat).me.fields["secret"] for seat in range(3)]
    for seat, secret in enumerate(secrets):
        svg = table_svg(game, seat)
        assert svg.count(f'd="{star}"') == (secret if secret <= 6 else 1)
        assert (str(secret) in said(svg)) == (secret > 6)


def test_errors() -> None:
    with pytest.raises(PictureError, match="there is no seat 4"):
        table_svg(duel(), 4)
    with pytest.raises(PictureError, match="there is no seat -1"):
        table_svg(duel(), -1)
    with pytest.raises(PictureError, match="no theme"):
        table_svg(duel(), theme="night")
    with pytest.raises(PictureError, match="this game has no board"):
        board_svg(duel())


# ---- boards


def zombies(players: int = 3, actions: int = 80) -> bang.Game:
    rng = random.Random(2)
    game = bang.load("zombie_plague").new_game(players=players, seed=2)
    for _ in range(actions):
        game.push(rng.choice(game.legal_actions()))
    return game


def test_a_game_on_a_board_is_drawn_with_it() -> None:
    game = zombies()
    assert table_svg(game) == board_svg(game)
    root = check_plain(board_svg(game))
    edge = sheet(root)
    assert all(box.within(edge) for box in texts(root))


def test_every_figure_stands_on_its_square() -> None:
    game = zombies()
    root = check_plain(board_svg(game))
    discs = [(float(node.attrib["cx"]), float(node.attrib["cy"])) for node in root.iter(f"{SVG}circle")]
    labels = list(texts(root))
    corners = set()
    marks = [(card, value) for card, field, value in game.observe(0).marks if field == "spot"]
    assert len(marks) == len(discs) > 4
    for (card, square), (x, y) in zip(marks, discs, strict=True):
        column, row = (int(n) for n in square.strip("()").split(","))
        corners.add((round(x - 46 * column), round(y - 46 * row)))
        (label,) = [
            box.text
            for box in labels
            if abs(box.left + box.right - 2 * x) < 0.1 and box.top < y < box.bottom and not box.text.isdigit()
        ]
        assert label == card[0].upper() + card.partition("@")[2]
    assert len(corners) == 1


def test_a_turned_figure_looks_elsewhere() -> None:
    game = zombies()
    while not any("turn_left" in str(a) for a in game.legal_actions()):
        game.push(game.legal_actions()[0])
    before = board_svg(game)
    game.push(next(a for a in game.legal_actions() if "turn_left" in str(a)))
    after = board_svg(game)
    assert re.findall(r"<circle[^>]*>", before) == re.findall(r"<circle[^>]*>", after)
    assert re.findall(r"rotate\(\d+ ", before) != re.findall(r"rotate\(\d+ ", after)


def test_barricades_and_searched_squares_are_drawn() -> None:
    rules = bang.load("zombie_plague")
    plank, cross = (rules.tables["looks"][name][0] for name in ("barricades", "searched"))
    game = zombies(actions=0)
    assert board_svg(game).count(f'd="{plank}"') == 0
    rng = random.Random(5)
    for _ in range(3_000):
        if game.is_over:
            break
        wanted = [a for a in game.legal_actions() if any(w in str(a) for w in ("barricade", "search"))]
        game.push(rng.choice(wanted or game.legal_actions()))
        seen = game.observe(0)
        searched = [name for name, field, value in seen.marks if field == "searched"]
        if seen.fields["barricades"] and searched:
            break
    svg = board_svg(game)
    assert svg.count(f'd="{plank}"') == len(seen.fields["barricades"]) > 0
    assert svg.count(f'd="{cross}"') == len(searched) > 0


def test_what_nobody_sees_of_a_board_is_not_drawn(tmp_path: Path) -> None:
    fields = "field trap: square? seen by nobody\nfield wires: edges = empty seen by nobody\n"
    shown = fields.replace("seen by nobody", "").replace("trap", "pit").replace("wires", "ropes")
    rules = "after ready_table:\n    trap = item(squares, 1)\n    pit = item(squares, 2)\n"
    rules += "    wires += item(edges, 1)\n    ropes += item(edges, 2)\n"
    looks = 'look trap "M1 1 h1"\nlook wires "M1 1 h2"\nlook pit "M1 1 h3"\nlook ropes "M1 1 h4"\n'
    (tmp_path / "traps.bang").write_text(
        f'pack traps "Traps"\n    requires zombie_plague\n\n{fields}{shown}{rules}{looks}', "utf-8"
    )
    game = bang.load("zombie_plague", "traps", paths=[tmp_path]).new_game(players=2, seed=1)
    for viewer in (None, 0):
        svg = board_svg(game, viewer)
        assert [svg.count(f'd="M1 1 h{n}"') for n in (1, 2, 3, 4)] == [0, 0, 1, 1]
