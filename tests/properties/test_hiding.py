"""What a seat observes depends on nothing that it may not know."""

import random
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
    S[k.INDEX] = None
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
