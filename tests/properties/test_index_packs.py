"""Packs that decide what is at work in odd ways: the index kept up to date equals one made anew."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import bangrules as bang
from tests.properties.test_index import answers, forgotten, seated, working

COPIES = "copies 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 2♥ 3♥ 4♥ 5♥ 6♥"
PACKS = {
    # a field of one player, set for all of them in turn
    "marks": """
field mark of player: yesno = no
modify in_force(x) if x is character and x.owner.mark: no
before begin(p):
    for q in everyone: q.mark = not q.mark and q is left_of(p, everyone)
""",
    # whose turn it is and another field change in one breath
    "owl": """
field wise of player: yesno = no
character owl "Owl" life 4
    modify in_force(x) if active is self and x is card and x.holder is not none and x.holder is not self: no
    modify abilities(self) if self.wise: + willy_the_kid
    before begin(self): self.wise = not self.wise
before turn(p) first:
    for q in everyone where it is not p: q.wise = no
""",
    # `is card` of something else than what is asked about
    "blinder": """
field focus: thing?
field mood of player: number = 0
character blinder "Blinder" life 4
    modify in_force(x) if focus is not none and focus is card and x.owner is not self: no
modify abilities(p) if p.mood > 0: + blinder
before begin(p): focus = any(p.hand)
before phase_play(p): p.mood = 1 - p.mood
""",
    # the same abilities in another order
    "swapped": """
field one of player: character?
field other of player: character?
modify abilities(p) if p.one is not none: + p.one
modify abilities(p) if p.other is not none: + p.other
character healer "Healer" life 4
    use "heal" once, costs 1 card: LIFE self
character drawer "Drawer" life 4
    use "draw" once, costs 1 card: DRAW 1
before begin(p):
    if p.one is none:
        p.one = healer
        p.other = drawer
    else:
        p.one, p.other = p.other, p.one
""",
    # equal cards in two zones in force, now at work, now not
    "bells": f"""
zone corral of player seen by everyone, in force "corral"
field tired of player: yesno = no
modify in_force(x) if x is card and x.holder is not none and x.owner.tired: no
card bell "Bell" blue
    {COPIES}
    play: lay this to self
    before begin(self):
        self may "ring {{this}}": DRAW 1
card rope "Rope" brown
    copies 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 2♦ 3♦ 4♦ 5♦
    play:
        self chooses any cs in self.table + self.corral
        for c in cs:
            if c in self.table: move c to self.corral
            else: move c to self.table
        self.tired = not self.tired
""",
    # cards in a pile in force, which nobody has
    "square": f"""
zone square seen by everyone, in force "square"
card flag "Flag" blue
    {COPIES}
    modify distance(_, self): +1
    modify draws(_): +1
    before begin(self): DRAW 1
    play: move this to square
after ready_table: move leading(deck where it is flag, 2) to square
""",
    # cards laid down at once from several places
    "grab": f"""
card chest "Chest" blue
    {COPIES}
    play: lay this to self
    use once: DRAW 1
card grab "Grab" brown
    copies 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 2♦ 3♦ 4♦
    play:
        let all = shuffled((everyone - self).table + self.hand where it is blue)
        move all to self.table
""",
    # actions from another zone than that in which the card lies
    "elsewhere": f"""
zone corral of player seen by everyone, in force "corral"
card bell "Bell" blue
    {COPIES}
    play: move this to self.corral
    use costs this: DRAW 1
""",
    # laid down as another card than it is
    "posts": f"""
card post "Post" blue
    {COPIES}
    modify distance(_, self): +1
    play: lay this to self
card pole "Pole" blue
    copies 2♦ 3♦ 4♦ 5♦
    modify hand_limit(self): +1
    play: lay this to self
modify in_force(x) if x is pole: no
character carpenter "Carpenter" life 4
    use post as pole
""",
    # an ability against all there is, and before it come events and abilities
    "hater": """
field loud: player?
character hater "Hater" life 4
    modify in_force(x) if loud is not self: no
before begin(p): loud = p
""",
    # events that decide what is in force and offer actions, in turns with those of characters and cards
    "weather": f"""
event fog "Fog"
    modify in_force(x) if x is character: no
    use "grope" once, costs 1 card: DRAW 1
event frost "Frost"
    modify in_force(x) if x is card and x.holder is not none: no
    use "shiver" once, costs 1 card: LIFE self
event wind "Wind"
    modify in_force(x) if x in [tinker, bell]: no
    modify hand_limit(p): +1
if count(everyone) > 5:
    modify in_force(x) if x in [sun]: no
event sun "Sun"
    use "bask" once, costs 1 card: LIFE self
character tinker "Tinker" life 4
    use "mend" once, costs 1 card: LIFE self
    use "swap" once, costs 1 card: DRAW 1
card bell "Bell" blue
    {COPIES}
    play: lay this to self
    use "ring" once: DRAW 1
after begin(p):
    move current_event to past_events
    move top(event_deck, 1) to current_event
    move past_events to event_deck
""",
    # abilities that give their owner more, also such as decide or give, and what puts them out of force
    "pupils": """
field master of player: character?
field shy of player: yesno = no
modify in_force(x) if x is character and x.owner.shy: no
character pupil "Pupil" life 4
    use "learn" once, costs 1 card: DRAW 1
    modify abilities(self) if self.master is not none: + self.master
character heir "Heir" like pupil
    modify abilities(self) if self.life < 3: + scholar
character scholar "Scholar" life 4
    use "teach" once, costs 1 card: LIFE self
    modify abilities(self) if self.master is none: + guard
character guard "Guard" life 4
    modify in_force(x) if active is self and x is card and x.holder is not none and x.holder is not self: no
before begin(p):
    p.master = any(shuffled([pupil, heir, scholar, guard, calamity_janet]))
    for q in [left_of(p, everyone)]: q.shy = not q.shy
after phase_draw(p) if p.life > 2: p.master = none
""",
    # abilities that give each other, once something else has given one of them
    "sparks": """
field lit of player: yesno = no
modify abilities(p) if p.lit: + flint
character flint "Flint" life 4
    use "strike" once, costs 1 card: DRAW 1
    modify abilities(self): + tinder
character tinder "Tinder" life 4
    use "blow" once, costs 1 card: LIFE self
    modify abilities(self): + flint
before begin(p):
    for q in [left_of(p, everyone)]: q.lit = not q.lit
""",
    # abilities that players give each other
    "embers": """
field lit of player: yesno = no
modify abilities(p) if p.lit: + flint
character flint "Flint" life 4
    use "strike" once, costs 1 card: DRAW 1
    modify abilities(p) if p is not self: + tinder
character tinder "Tinder" life 4
    use "blow" once, costs 1 card: LIFE self
    modify abilities(p) if p is not self: + flint
before begin(p):
    for q in [left_of(p, everyone)]: q.lit = not q.lit
""",
    # what is given last, but stands first
    "grades": f"""
zone corral of player seen by everyone, in force "corral"
character master "Master" life 4
    use "first" once, costs 1 card: DRAW 1
    modify abilities(self): + novice
character novice "Novice" life 4
    use "third" once, costs 1 card: LIFE self
character teacher "Teacher" life 4
    modify abilities(self): + master
    modify abilities(self): + calamity_janet
    use "second" once, costs 1 card: DRAW 1
card bell "Bell" blue
    {COPIES}
    play: lay this to self
    use "ring" once: DRAW 1
before begin(p): move leading(p.table, 1) to p.corral
""",
    # cards moved at once from one zone in force to another, each with an action
    "planks": f"""
zone corral of player seen by everyone, in force "corral"
card plank "Plank" blue
    {COPIES}
    play if count(self.table) < 3: lay this to self
    modify hand_limit(self): +1
    use "trick" once: DRAW 1
before begin(p): move left_of(p, everyone).table to p.table
""",
    # an event with an action comes while an ability with one is going
    "masks": """
field mask of player: character?
modify abilities(p) if p.mask is not none: + p.mask
character drawer "Drawer" life 4
    use "draw" once: DRAW 1
character healer "Healer" life 4
    use "heal" once: DRAW 1
event storm "Storm"
    use "gust" once: DRAW 1
event calm "Calm"
    use "rest" once: DRAW 1
event fog "Fog"
    use "hide" once: DRAW 1
before begin(p):
    p.mask = drawer
before phase_draw(p):
    DRAW 1 to p
before phase_play(p):
    p.mask = none
    move current_event to event_deck.bottom
    move leading(event_deck, 1) to current_event
""",
    # events that lie in front of a player, where they are cards among others
    "moods": """
zone corral of player seen by everyone, in force "corral"
field mood: yesno = no
event storm "Storm"
    modify in_force(x) if x is card and x.holder is not none and mood: no
    modify shots(_): +1
event calm "Calm"
    modify draws(_): +1
event fog "Fog"
    modify hand_limit(_): +1
before begin(p):
    move p.corral to past_events
    move leading(event_deck + past_events, 1) to p.corral
before phase_play(p): mood = not mood
""",
    # an event that lies in front of a player is decided about by one that holds for all
    "rain": """
zone corral of player seen by everyone, in force "corral"
event rain "Rain"
    modify in_force(x) if x in [calm]: no
event calm "Calm"
    modify draws(_): +1
before begin(p):
    for q in everyone: move q.corral to past_events
    move current_event + event_deck to past_events
    move leading(past_events where it is rain, 1) to current_event
before phase_draw(p): move leading(past_events where it is calm, 1) to p.corral
before phase_play(p) if p.number > 2:
    move leading(past_events where it is squall, 1) to p.corral
    if draws(p) > 0: move current_event to past_events
event squall "Squall"
    modify in_force(x) if x is card and x.holder is not none: no
""",
}
WANTED = {
    "owl": ["owl"], "blinder": ["blinder"], "posts": ["carpenter"], "hater": ["hater"], "weather": ["tinker"],
    "pupils": ["pupil", "heir", "scholar", "guard"], "grades": ["teacher"],
}  # fmt: skip
MORE = {
    "owl": ("dodge_city",), "hater": ("high_noon", "fistful_of_cards"),
    "weather": ("events",), "masks": ("events",), "moods": ("events",), "rain": ("events",),
}  # fmt: skip


def pack(folder: Path, name: str, text: str, *more: str) -> bang.Rules:
    """Base rules with a pack of the given text."""
    (folder / name).mkdir()
    needs = ", ".join(["base", *(id for id in more if id == "events")])
    header = f'pack {name} "{name}"\n    version "1.0"\n    requires {needs}\n'
    (folder / name / "pack.bang").write_text(header + text)
    return bang.load("base", *more, name, paths=[folder / name])


@pytest.mark.parametrize("name", PACKS)
def test_the_index_of_odd_packs_equals_one_made_anew(name: str, tmp_path: Path) -> None:
    of = pack(tmp_path, name, PACKS[name], *MORE.get(name, ()))
    for seed in range(12):
        rng = random.Random(seed)
        wanted = WANTED.get(name)
        players = rng.choice((4, 5, 6, 7))
        game = of.new_game(players=players, seed=seed)
        if wanted:
            game = seated(of, wanted, players, seed, rng)
        for _ in range(150):
            if game.is_over:
                break
            game.push(rng.choice(game.legal_actions()))
            fresh = forgotten(game._state)
            assert working(of, game._state) == working(of, fresh)
            if rng.random() < 0.05:
                assert answers(of, game._state) == answers(of, fresh)
                loaded = bang.Game.from_dict(of, json.loads(json.dumps(game.to_dict())))
                assert loaded.legal_actions() == game.legal_actions()


def woken(folder: Path, name: str, text: str, seat: dict[str, Any]) -> int:
    """How often something in it has counted, once A's first turn has begun."""
    of = pack(folder, name, f"field woken of player: number = 0\n{text}")
    seats = [{"role": "sheriff", "character": "willy_the_kid", **seat}]
    seats += [
        {"role": role, "character": character}
        for role, character in (
            ("outlaw", "jourdonnais"),
            ("outlaw", "rose_doolan"),
            ("renegade", "paul_regret"),
        )
    ]
    game = of.new_game(seed=1, turn=0, seats=seats)
    slot = next(row[1] for row in of.tables["fields"] if row[0] == "woken")
    return int(game._state[slot][0])


CLOCK = """
field asleep of player: yesno = yes
card clock "Clock" blue
    copies 2♣
    play: lay this to self
    after wake(self): self.woken += 1
procedure wake(p: player): p.asleep = no
after begin(p): wake(p)
"""
POOR = """
field bare of player: yesno = no
character poor "Poor" life 4
    after empty_out(self): self.woken += 1
procedure empty_out(p: player):
    discard p.hand
    p.bare = yes
after begin(p): empty_out(p)
"""


def test_a_hook_runs_after_what_brought_its_card_into_force(tmp_path: Path) -> None:
    """Whoever put it out of force before, a rule or an ability."""
    rule = "modify in_force(x) if x is card and x.holder is not none and x.owner.asleep: no\n"
    boss = f'character boss "Boss" life 4\n    {rule}'
    assert woken(tmp_path, "by_rule", CLOCK + rule, {"table": ["clock"]}) == 1
    assert woken(tmp_path, "by_boss", CLOCK + boss, {"table": ["clock"], "character": "boss"}) == 1


def test_a_hook_runs_after_what_gave_its_ability(tmp_path: Path) -> None:
    """Whether a field gave it or the cards of a zone."""
    hand = "modify abilities(p) if p.hand is empty: + poor\n"
    field = "modify abilities(p) if p.bare: + poor\n"
    assert woken(tmp_path, "by_hand", POOR + hand, {"hand": ["bang"]}) == 1
    assert woken(tmp_path, "by_field", POOR + field, {"hand": ["bang"]}) == 1


@pytest.mark.parametrize("guard", ["focused is player and x is role", "x is role and focused is player"])
def test_what_is_in_force_does_not_depend_on_the_order_of_conditions(guard: str, tmp_path: Path) -> None:
    text = f"stat focused gives thing: item(players, 1)\nmodify in_force(x) if {guard}: no\n"
    of = pack(tmp_path, "roles_off", text)
    game = of.new_game(players=4, seed=3)
    sheriff = next(p for p in range(4) if "sheriff" in str(game.observe(p)))
    assert of.ns["s_max_life"](game._state, sheriff) in (3, 4)
    found = [p for p in range(4) if of.ns["s_max_life"](game._state, p) > 4]
    assert found == []  # the role that would add a life point is not in force


def test_nobody_is_offered_the_action_of_a_card_in_a_pile(tmp_path: Path) -> None:
    of = pack(tmp_path, "square", PACKS["square"])
    slot = next(row[1] for row in of.tables["zones"] if row[0] == "square")
    game = of.new_game(players=4, seed=2)
    lying = game._state[slot]
    assert len(lying) == 2
    assert not [a for a in game.legal_actions() if a.card in lying]
