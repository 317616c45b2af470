"""What a seat observes depends on nothing that it may not know."""

import random
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import bangrules as bang
from bangrules.kernel import slots as k
from bangrules.tools.drawing import table_svg
from tests.properties.invariants import check_cards
from tests.properties.positions import generators, play, positions


@given(positions(over=True), generators(), st.integers(0, 7))
def test_a_guessed_game_looks_the_same(game: bang.Game, rng: random.Random, seat: int) -> None:
    seat %= len(game.players)
    seen = game.observe(seat)
    guess = game.determinize(seat, rng)
    assert guess.observe(seat) == seen
    assert table_svg(guess, seat) == table_svg(game, seat)
    check_cards(guess)
    decision = game.decision
    if decision is not None and decision.player == seat:
        assert guess.legal_actions() == game.legal_actions()
        if decision.kind == "window":
            # as the rules list them, not as they were kept
            window = game._state[k.DECISION][2]
            assert tuple(game.rules.ns["list_actions"](guess._state, window, seat)) == game.legal_actions()
    elif decision is not None:
        assert guess.legal_actions()
        assert {a.player for a in guess.legal_actions()} == {decision.player}


@given(positions(), generators(), st.integers(0, 7))
def test_a_guessed_game_goes_on(game: bang.Game, rng: random.Random, seat: int) -> None:
    guess = play(game.determinize(seat % len(game.players), rng), rng, 40)
    check_cards(guess)
    again = guess.determinize(seat % len(game.players), rng)
    assert again.observe(seat % len(game.players)) == guess.observe(seat % len(game.players))


@given(positions(), generators(), st.integers(0, 7))
def test_guesses_differ_and_leave_the_game_alone(game: bang.Game, rng: random.Random, seat: int) -> None:
    seat %= len(game.players)
    before = game.to_dict()
    guesses = [game.determinize(seat, rng) for _ in range(3)]
    assert game.to_dict() == before
    assert len({str(guess.to_dict()["generator"]) for guess in guesses}) == 3


def hidden_slots(game: bang.Game, seat: int) -> list[int]:
    """The slots of the zones a seat can't see."""
    found = []
    for _, base, of_player, seen, *_ in game.rules.tables["zones"]:
        for p in range(len(game.players) if of_player else 1):
            if seen == "nobody" or (seen == "owner" and p != seat):
                found.append(base + p)
    return found


def in_programs(game: bang.Game) -> set[int]:
    """Cards that what is going on may speak of: every number in frames, decisions and events, to be safe."""
    found: set[int] = set()

    def visit(x: Any) -> None:
        if isinstance(x, tuple | list):
            for y in x:
                visit(y)
        elif isinstance(x, int) and not isinstance(x, bool):
            found.add(x)

    S = game._state
    for slot in (k.STACK, k.DECISION, k.EVENTS, k.FORMS, k.EFFECT):
        visit(S[slot])
    return found


@given(positions(), generators(), st.integers(0, 7))
def test_hidden_things_do_not_show(game: bang.Game, rng: random.Random, seat: int) -> None:
    """Hidden hands and piles, secret roles and the generator are changed by hand, not by the library."""
    seat %= len(game.players)
    decision = game.decision
    assert decision is not None
    seen = game.observe(seat)
    other = game.copy(history=False)
    S, of = other._state, other.rules
    mask = 0 if S[k.KNOWN] is None else S[k.KNOWN][seat]
    shielded = in_programs(game)
    events = set(of.tables["event_cards"])
    slots = hidden_slots(game, seat)
    free = [
        c for slot in slots for c in S[slot] if not mask >> c & 1 and c not in shielded and c not in events
    ]
    mixed = free[:]
    rng.shuffle(mixed)
    swap = dict(zip(free, mixed, strict=True))
    for slot in slots:
        S[slot] = tuple(swap.get(c, c) for c in S[slot])
    S[k.RNG] = rng.getrandbits(64)
    for row in of.tables["fields"]:
        if row[3] == "player" and row[7] is not None:
            unknown = [p for p in S[k.SEATS] if not S[row[7]][p] >> seat & 1]
            values = [S[row[1]][p] for p in unknown]
            rng.shuffle(values)
            for p, value in zip(unknown, values, strict=True):
                S[row[1]] = (*S[row[1]][:p], value, *S[row[1]][p + 1 :])
        if row[3] == "game" and row[5] == "nobody":
            S[row[1]] = rng.randint(0, 9)
    if S[k.KNOWN] is not None:
        everyone = ~sum(1 << c for c in free)
        S[k.KNOWN] = tuple(m if p == seat else m & everyone for p, m in enumerate(S[k.KNOWN]))
    S[k.INDEX] = S[k.OUTDATED] = None
    waits = S[k.DECISION]
    if waits[0] == k.OFFER:
        S[k.ACTIONS] = tuple(of.ns["list_actions"](S, waits[2], waits[1]))
    else:
        S[k.ACTIONS] = None
    assert other.observe(seat) == seen
    assert table_svg(other, seat) == table_svg(game, seat)
    if decision.player == seat:
        assert other.legal_actions() == game.legal_actions()


@given(positions(over=True), st.integers(0, 7))
def test_an_observation_names_no_hidden_card(game: bang.Game, seat: int) -> None:
    seat %= len(game.players)
    seen = game.observe(seat)
    S, of = game._state, game.rules
    mask = 0 if S[k.KNOWN] is None else S[k.KNOWN][seat]
    for _, base, of_player, sees, *_ in of.tables["zones"]:
        for p in range(len(game.players) if of_player else 1):
            id = next(row[0] for row in of.tables["zones"] if row[1] == base)
            cards = seen.seats[p].zones[id] if of_player else seen.piles[id]
            assert len(cards) == len(S[base + p])
            open_ = sees == "everyone" or (sees == "owner" and p == seat)
            if open_:
                assert cards == tuple(of.card_name(c) for c in S[base + p])
            elif not seen.actions and not in_programs(game):
                known = [of.card_name(c) if mask >> c & 1 else "??" for c in S[base + p]]
                assert list(cards) == known
    for view in seen.seats:
        for row in of.tables["fields"]:
            if row[3] == "player" and row[7] is not None and not S[row[7]][view.seat] >> seat & 1:
                assert view.fields[row[0]] == "??"
    assert seen.me is seen.seats[seat]
    for private in ("seed", "generator", str(S[k.RNG])):
        assert private not in repr(seen)


@given(positions(over=True))
def test_everyone_knows_who_has_an_open_role(game: bang.Game) -> None:
    row = next((row for row in game.rules.tables["fields"] if row[0] == "role"), None)
    if row is None:
        return
    for p in game._state[k.SEATS]:
        held = game._state[row[1]][p]
        if held in game.rules.tables["open"]:
            for seat in game._state[k.SEATS]:
                role = game.observe(seat).seats[p].fields["role"]
                assert role == game.rules.by_index[held].id


@given(positions(forced="ask"), generators())
def test_only_who_decides_sees_the_actions(game: bang.Game, rng: random.Random) -> None:
    decision = game.decision
    assert decision is not None
    for seat in range(len(game.players)):
        seen = game.observe(seat)
        assert seen.decision is not None
        assert seen.decision.player == decision.player
        if seat == decision.player:
            assert seen.actions == game.legal_actions()
        else:
            assert seen.actions == ()
            assert seen.decision.count == 0


@given(positions(names=("base",)), generators())
def test_what_the_log_tells_a_seat(game: bang.Game, rng: random.Random) -> None:
    """A card drawn unseen is told as ??, and the same events are told to who sees them."""
    for _ in range(8):
        if game.is_over:
            break
        game.push(rng.choice(game.legal_actions()))
        for seat in range(len(game.players)):
            told = game.observe(seat).events
            assert len(told) == len(game.events)
            for mine, real in zip(told, game.events, strict=True):
                assert mine.kind == real.kind
                if real.kind == "move" and real.source == "deck" and real.to is not None:
                    drawn_by = real.player
                    if real.to.startswith("hand"):
                        assert (mine.cards == real.cards) is (drawn_by == seat) or "??" not in real.cards
                        if drawn_by != seat and len(real.cards) == 1:
                            shown = any(
                                e.kind in ("show", "act") and set(e.cards) & set(real.cards) for e in told
                            )
                            assert shown or mine.cards == ("??",)


SECRETS = """pack secrets "Secrets"
    version "1.0"
    box
start game
reason nothing "there is nothing"
window main "go on" pass "ends"
border plain
text use "{player}: {way}."
text ending "{player} ends."
text win "{players} won."
zone stock seen by nobody "stock"
zone heap seen by everyone "heap"
zone buried seen by nobody "buried"
zone held of player seen by owner "held"
zone shown_off of player seen by everyone, in force "shown off"
field left: number = 30
stat in_play(p: player): yes
procedure game:
    move shuffled(copies) to stock
    for p in everyone:
        repeat 3: take(p)
        let c = any(p.held)
        if c is not none: move c to p.shown_off
    while left > 0:
        for p in everyone:
            left -= 1
            deeds(p)
    win everyone
procedure take(p: player):
    let c = top(stock)
    if c is not none:
        move c to p.held
        thinks_of(p, c)
procedure deeds(p: player):
    p chooses "what to do" deed in 1..8
    let q = item(everyone, 2)
    if p is q: q = item(everyone, 1)
    let c = any(p.held)
    let o = any(p.shown_off)
    let h = top(heap)
    if deed is 1: take(p)
    if deed is 2 and c is not none:
        thinks_of(p, c)
        move c to heap
        thinks_of(p, c)
    if deed is 3 and h is not none:
        thinks_of(p, h)
        move h to p.held
        if c is not none:
            move c to buried
            thinks_of(p, c)
        thinks_of(p, h)
    if deed is 4 and o is not none:
        points_at(p, [o] + p.held)
        move o to p.held
        points_at(p, [o] + q.held)
    if deed is 5 and c is not none:
        show c to q
        thinks_of(p, c)
    if deed is 6 and c is not none:
        move c to p.shown_off
        thinks_of(p, c)
    if deed is 7:
        move shuffled(heap + buried) to stock
        let t = top(stock)
        if t is not none: thinks_of(p, t)
    if deed is 8:
        for x in q.held: move x to buried
        for x in q.shown_off: thinks_of(p, x)
        points_at(q, buried)
procedure thinks_of(p: player, c: card) "{p} thinks of {c}.":
    pass
procedure points_at(p: player, several: cards) "{p} points at {several}.":
    pass
"""


@cache
def secrets() -> bang.Rules:
    """A game that says sentences about cards wherever they lie."""
    with tempfile.TemporaryDirectory() as folder:
        things = "".join(f'card thing_{i} "Thing {i}" plain\n    copies 1\n' for i in range(10, 26))
        (Path(folder) / "pack.bang").write_text(SECRETS + things, encoding="utf-8")
        return bang.load("secrets", paths=[Path(folder)])


@given(generators(), st.integers(0, 1))
def test_sentences_name_the_cards_that_lie_open(rng: random.Random, seat: int) -> None:
    """Each card a sentence is about is named to who sees it just then, and to nobody who never saw it."""
    of = secrets()
    game = of.new_game(players=2, seed=rng.getrandbits(32))
    ids = {str(c): c.id for c in of.cards}
    while not game.is_over:
        before = game.copy(history=False)
        lies = {c: id for id, cards in piles(before).items() for c in cards}
        ever = {c for c in lies if open_to(seat, lies[c])}
        game.push(rng.choice(game.legal_actions()))
        mine = game.observe(seat).events
        for real, told in zip(game.events, mine, strict=True):
            if real.kind == "say":
                for name, seen in zip(cards_of(real.text), cards_of(told.text), strict=True):
                    assert seen in (name, "??")
                    if open_to(seat, lies[ids[name]]):
                        assert seen == name
                    elif ids[name] not in ever:
                        assert seen == "??"
            if real.kind == "show" and seat in real.seats:
                ever.update(real.cards)
            if real.kind == "move":
                assert real.source is not None
                assert real.to is not None
                lies.update(dict.fromkeys(real.cards, real.to))
                if open_to(seat, real.source) or open_to(seat, real.to):
                    ever.update(real.cards)
                    assert told.cards == real.cards
                elif real.source.startswith("held"):
                    assert set(told.cards) == {"??"}
        assert bang.Game.from_dict(of, game.to_dict()).observe(seat).events == mine
        assert game.determinize(seat, rng).observe(seat).events == mine


def piles(game: bang.Game) -> dict[str, tuple[str, ...]]:
    """The cards in each zone, by its name in events."""
    found = {}
    for id, base, of_player, *_ in game.rules.tables["zones"]:
        for p in range(len(game.players) if of_player else 1):
            name = f"{id} of {'AB'[p]}" if of_player else id
            found[name] = tuple(game.rules.card_name(c) for c in game._state[base + p])
    return found


def open_to(seat: int, zone: str) -> bool:
    """Whether a seat sees a zone of that game."""
    return zone.startswith(("heap", "shown_off")) or zone == f"held of {'AB'[seat]}"


def cards_of(sentence: str) -> list[str]:
    """The cards that a sentence of that game is about."""
    return re.findall(r"Thing \d+|\?\?", sentence)
