"""The bots: legal, reproducible, confined to what their seat may know, and better than chance."""

import random
from pathlib import Path
from typing import Any, assert_type

import pytest

import bangrules as bang
from bangrules.bots import BOTS, Bot, RandomBot, View, make_bot, play_out
from bangrules.bots import judgement as judging
from bangrules.bots.judgement import Reader, judgement_for
from bangrules.bots.sensible import SensibleBot
from bangrules.tools.arena import Contest, play, simulate

RULES = bang.load("base")


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("players", [4, 7])
def test_every_bot_plays_whole_games_the_same_way_each_time(name: str, players: int) -> None:
    told = []
    for _ in range(2):
        game = RULES.new_game(players=players, seed=3)
        play_out(game, [make_bot(name, seat) for seat in range(players)])
        assert game.is_over
        told.append(game.record().dumps())
    assert told[0] == told[1]


def test_another_seed_plays_another_way() -> None:
    texts = set()
    for seed in range(3):
        game = RULES.new_game(players=4, seed=3)
        play_out(game, [RandomBot(seed * 10 + seat) for seat in range(4)])
        texts.add(game.record().dumps())
    assert len(texts) == 3


def test_an_unknown_bot() -> None:
    with pytest.raises(bang.BangRulesError, match="there is no bot `clever`; there are random, sensible"):
        make_bot("clever")


def test_the_random_bot_takes_anything() -> None:
    game = RULES.new_game(players=5, seed=7)
    bot = RandomBot(1)
    view = View(game, game.legal_actions())
    taken = {bot.choose(view) for _ in range(300)}
    assert taken == set(game.legal_actions())


class Confined(View):
    """A view that has seen to it that no true game is behind it."""

    def __init__(self, game: bang.Game, seat: int, rng: random.Random) -> None:
        super().__init__(game.determinize(seat, rng), game.legal_actions())


def test_the_sensible_bot_needs_nothing_but_what_its_seat_knows() -> None:
    """Played with views of games in which all that it can't know is wrong, it goes on as ever."""
    rng = random.Random(5)
    won = 0
    for seed in range(12):
        game = RULES.new_game(players=4, seed=seed, history=False)
        bots: list[Bot] = [SensibleBot(0, 1), *[RandomBot(seed * 10 + seat) for seat in range(1, 4)]]
        while actions := game.legal_actions():
            seat = actions[0].player
            view = Confined(game, seat, rng) if seat == 0 else View(game, actions)
            game.push(bots[seat].choose(view))
        outcome = game.outcome()
        assert outcome is not None
        won += 0 in outcome.winners
    assert won >= 4


def test_looking_and_trying_leave_the_game_alone() -> None:
    game = RULES.new_game(players=5, seed=7)
    before = game.to_dict()
    view = View(game, game.legal_actions())
    action = SensibleBot(1).choose(view)
    assert action in view.actions
    assert view.observation == game.observe(view.seat)
    assert game.to_dict() == before


def test_a_view_is_of_one_decision() -> None:
    game = RULES.new_game(players=4, seed=1)
    looked, late = (View(game, game.legal_actions()) for _ in range(2))
    seen = assert_type(looked.observation, bang.Observation)
    game.push(late.actions[-1])
    assert looked.observation is seen
    assert seen.actions == looked.actions
    for ask in (lambda: late.observation, lambda: late.sample(random.Random(1))):
        with pytest.raises(bang.BangRulesError, match="the game has gone on"):
            ask()
    game.pop()
    assert late.observation == seen


def test_a_view_of_a_game_that_is_over() -> None:
    game = RULES.new_game(players=4, seed=1)
    play_out(game, [RandomBot(seat) for seat in range(4)])
    with pytest.raises(bang.BangRulesError, match="the game is over"):
        View(game, game.legal_actions())


@pytest.mark.parametrize("many", [0, 3, 5])
def test_each_player_needs_a_bot(many: int) -> None:
    game = RULES.new_game(players=4, seed=1)
    told = f"bots: {many} for 4 players: give one for each seat"
    with pytest.raises(bang.TableError, match=told):
        play_out(game, [RandomBot(seat) for seat in range(many)])
    contest = Contest(players=4, bots=("random",) * many)
    for ask in (lambda: simulate(contest, 1), lambda: play(contest, 0)):
        with pytest.raises(bang.TableError, match=told):
            ask()
    assert not game.record().actions


def test_a_single_action_is_taken_without_thinking() -> None:
    game = RULES.new_game(players=4, seed=1, forced="ask")
    while len(game.legal_actions()) > 1:
        game.push(game.legal_actions()[0])
    view = View(game, game.legal_actions())
    view.sample = None  # type: ignore[assignment, method-assign]
    assert SensibleBot(1).choose(view) is game.legal_actions()[0]


def test_one_sensible_bot_beats_a_random_one_in_its_place() -> None:
    """A small form of `benchmarks/bots.py`; with fixed seeds, and a margin of several standard errors."""
    games = 120
    sensible = simulate(Contest(5, ("sensible", *["random"] * 4), seed=2), games)
    usual = simulate(Contest(5, ("random",) * 5, seed=2), games)
    assert [[seat.what for seat in game.seats] for game in sensible] == [
        [seat.what for seat in game.seats] for game in usual
    ]
    better = sum(game.seats[0].won for game in sensible)
    worse = sum(game.seats[0].won for game in usual)
    assert better >= worse + games * 0.12


def test_life_is_worth_living() -> None:
    """What is learned says that one's own life is good, and that of whom one has to kill is not."""
    game = RULES.new_game(players=5, seed=1)
    judgement = judgement_for(RULES, 5, lambda: game)
    reader = Reader(RULES)
    numbers = [row[0] for row in RULES.tables["fields"] if row[3] == "player" and row[2] == "number"]
    life = 1 + numbers.index("life")
    ids = {seat: RULES.by_index[reader.secret(game, seat)[0]].id for seat in range(5)}
    secret = {id: reader.secret(game, seat) for seat, id in ids.items()}
    alive = reader.state(game, 0)

    def worth(me: str, other: str, mine: bool = False) -> float:
        return judgement.weights[secret[me]][1][(mine, *secret[other], *alive)][life]

    for role in secret:
        assert worth(role, role, mine=True) > 0 or role == "deputy"
    assert worth("outlaw", "sheriff") < 0 < worth("deputy", "sheriff")
    assert worth("sheriff", "outlaw") < 0


def test_who_acts_in_another_state_wants_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has risen lives by the death of the living, whoever they are, and by the life of the undead."""
    monkeypatch.setenv("BANGRULES_CACHE", str(tmp_path))
    monkeypatch.setattr(judging, "GAMES", 200)
    rules = bang.load("base", "undead")
    game = rules.new_game(players=5, seed=1)
    judgement = judgement_for(rules, 5, lambda: game)
    numbers = [row[0] for row in rules.tables["fields"] if row[3] == "player" and row[2] == "number"]
    life = 1 + numbers.index("life")
    alive, risen = ((rules.tables["values"]["status"][0].index(word),) for word in ("alive", "undead"))
    roles = {d.id: (d.index,) for d in rules.by_index if d.kind == "role"}
    assert judgement.standings == {risen}

    def worth(me: str, other: str, state: tuple[int, ...], standing: tuple[int, ...] = ()) -> float:
        return judgement.weights[roles[me]][1][(*standing, False, *roles[other], *state)][life]

    for me in ("outlaw", "deputy", "renegade"):
        assert worth(me, "outlaw", alive, risen) < 0 < worth(me, "outlaw", risen, risen)
    assert worth("sheriff", "renegade", risen) < worth("sheriff", "deputy", alive)
    assert worth("deputy", "outlaw", risen) < worth("deputy", "outlaw", risen, risen)


def test_the_last_two_want_something_else() -> None:
    """A Renegade needs the Sheriff to live until nobody else does."""
    out = {"status": "dead"}
    seats: list[dict[str, Any]] = [
        {"role": "sheriff", "character": "bart_cassidy", "life": 2, "hand": ["bang@3♦", "bang@4♦"]},
        {"role": "renegade", "character": "rose_doolan", "life": 3, "hand": ["bang@A♠", "missed@2♠"]},
        {"role": "outlaw", "character": "jesse_jones", **out},
        {"role": "outlaw", "character": "willy_the_kid", **out},
        {"role": "deputy", "character": "kit_carlson"},
    ]

    def shots() -> int:
        game = RULES.new_game(seats=seats, turn="B", phase="phase_play", seed=1)
        view = View(game, game.legal_actions())
        return sum(str(SensibleBot(seed).choose(view)) == "B plays bang@A♠ on A" for seed in range(10))

    assert shots() == 0
    seats[4] |= out
    assert shots() >= 7


def test_what_was_learned_is_kept_and_a_broken_file_is_learned_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANGRULES_CACHE", str(tmp_path))
    monkeypatch.setattr(judging, "GAMES", 12)
    game = RULES.new_game(players=4, seed=1)

    def learned() -> judging.Weights:
        monkeypatch.setattr(judging, "_LEARNED", {})
        return judgement_for(RULES, 4, lambda: game).weights

    first = learned()
    (file,) = tmp_path.glob("*.weights")
    monkeypatch.setattr(judging, "learn", None)
    assert learned() == first
    monkeypatch.undo()
    monkeypatch.setenv("BANGRULES_CACHE", str(tmp_path))
    monkeypatch.setattr(judging, "GAMES", 12)
    for broken in (b"", b"[1]", b'[["x"]]', b"{}", b"\xff"):
        file.write_bytes(broken)
        assert learned() == first


def test_what_a_seat_does_not_know_counts_with_its_mean() -> None:
    game = RULES.new_game(players=5, seed=1)
    judgement = judgement_for(RULES, 5, lambda: game)
    rng = random.Random(1)
    for seat in range(5):
        values = {
            round(judgement.outlook(game.determinize(seat, rng), seat).value(game), 9) for _ in range(5)
        }
        assert len(values) == 1


DICE = """
pack dice "Dice and a secret"
    box

start game
field points of player: number = 0 "points"
field goal of player: number = 0 seen by owner "goal"
text win "{players} won."
stat in_play(p: player): yes

procedure game:
    for p in everyone: p.goal = 10 + roll(6)
    while yes:
        for p in everyone: round(p)

procedure round(p: player) "It is {p}'s turn.":
    let more = yes
    while more:
        p chooses "roll on?" again in [yes, no]
        if again is none or again is no: more = no
        else:
            let n = roll(6)
            if n is 1:
                p.points = 0
                more = no
            else: p.points += n
    if p.points >= p.goal: win [p]
"""


@pytest.fixture
def dice(tmp_path: Path) -> bang.Rules:
    (tmp_path / "pack.bang").write_text(DICE, encoding="utf-8")
    return bang.load("dice", paths=[tmp_path])


def test_a_game_without_cards_is_learned_like_any_other(dice: bang.Rules) -> None:
    won = 0
    for seed in range(30):
        game = dice.new_game(players=3, seed=seed)
        bots: list[Bot] = [SensibleBot(seed, 4), RandomBot(1000 + seed), RandomBot(2000 + seed)]
        play_out(game, bots)
        outcome = game.outcome()
        assert outcome is not None
        won += 0 in outcome.winners
    assert won > 10


def test_a_card_that_never_ends_does_not_end_a_bot(tmp_path: Path) -> None:
    (tmp_path / "pack.bang").write_text(
        'pack loop "Loop"\n    requires base\n\n'
        'card loop "Loop" brown\n    copies 2♠ 3♠ 4♠ 5♠ 6♠ 7♠\n    play:\n'
        "        while yes: discard self.hand\n",
        encoding="utf-8",
    )
    rules = bang.load("base", "loop", paths=[tmp_path])
    game = rules.new_game(players=4, seed=2, history=False)
    play_out(game, [SensibleBot(seat, 1) for seat in range(4)])
    assert game.is_over


STEPS = """pack steps "Steps"
    version "1.0"
    box
start game
start rounds in turn after game
values terrain: floor "floor"
values barrier: open "open", wall "wall"
board corridor "Corridor" from "steps.map"
reason no_ap "no action points"
reason blocked "blocked"
window main "go on" pass "ends"
text use "{player}: {card} {way}."
text ending "{player} ends."
text win "{players} won."
zone crew of player seen by everyone, in force "figures"
field spot of figure: square?
field facing of figure: direction = west
field ap of figure: number = 0
stat walls: edges where it.barrier is wall
stat way(f: figure): ray(f.spot, f.facing, 1, walls)
stat goal: item(squares, count(squares))
stat outlook(p: player): 0 - walk(item(p.crew, 1).spot, [goal], squares, walls)
procedure game:
    for p in everyone:
        let f = item(copies where it is walker, p.number)
        move f to p.crew
        f.spot = item(squares, 1)
    rounds(item(everyone, 1))
procedure rounds(p: player):
    while yes: turn(p)
procedure turn(p: player):
    for f in p.crew: f.ap = 4
    while offer main to p: pass
figure walker "Walker"
    copies 2
    use forward "goes on" costs 1 ap because no_ap, if way(this) is not empty because blocked:
        for s in way(this): this.spot = s
        if this.spot is goal: win [self]
    use left "turns left" costs 1 ap because no_ap: this.facing = turned(this.facing, 3)
    use right "turns right" costs 1 ap because no_ap: this.facing = turned(this.facing, 1)
"""
STEPS_MAP = """terrain
    . floor
barrier
    _ open
    | wall
    - wall
board
    +-+-+-+
    |. . .|
    +-+-+-+
"""


def test_with_an_outlook_a_bot_sees_further_than_one_action(tmp_path: Path) -> None:
    """Turning about gains nothing by itself: two turns and two steps win, and no other four actions do."""
    (tmp_path / "steps.bang").write_text(STEPS)
    (tmp_path / "steps.map").write_text(STEPS_MAP)
    game = bang.load("steps", paths=[tmp_path]).new_game(players=1, seed=1)
    bot = make_bot("sensible", 3)
    for _ in range(4):
        game.push(bot.choose(View(game, game.legal_actions())))
    assert game.is_over


CIRCLES = """pack circles "Circles"
    version "1.0"
    box
start game
start rounds in turn after game
window main "go on" pass "ends"
text use "{player}: {card} {way}."
text win "{players} won."
zone crew of player seen by everyone, in force "figures"
field facing of figure: number = 1
field turns: number = 0
stat outlook(p: player): 0
procedure game:
    for p in everyone: move item(copies where it is dervish, p.number) to p.crew
    rounds(item(everyone, 1))
procedure rounds(p: player):
    while turns < 6: turn(p)
    win [p]
procedure turn(p: player):
    turns += 1
    while offer main to p: pass
figure dervish "Dervish"
    copies 2
    use left "turns left": this.facing = item([4, 1, 2, 3], this.facing)
    use right "turns right": this.facing = item([2, 3, 4, 1], this.facing)
"""


@pytest.mark.parametrize("told", [True, False])
def test_a_bot_that_goes_round_in_a_circle_for_nothing_stops(tmp_path: Path, told: bool) -> None:
    """Turning costs nothing and leads nowhere, and no turn ends by itself."""
    text = CIRCLES if told else CIRCLES.replace("stat outlook(p: player): 0\n", "")
    (tmp_path / "circles.bang").write_text(text)
    game = bang.load("circles", paths=[tmp_path]).new_game(players=2, seed=1)
    bots = [make_bot("sensible", seat) for seat in range(2)]
    for _ in range(6 * 40):
        if game.is_over:
            break
        view = View(game, game.legal_actions())
        game.push(bots[view.seat].choose(view))
    assert game.is_over
