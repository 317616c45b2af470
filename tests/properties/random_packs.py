"""Packs written at random, whose abilities, cards, events and rules decide what is at work in every way.

They are no games anybody would play: they are for looking whether what is kept up to date while things come
and go, put each other out of force and give each other abilities is as if it had been made anew.

``python -m tests.properties.random_packs SEED`` prints one.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence


def listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(";")]


NAMES = ("abel", "boone", "clara", "dora", "earl", "flint")
KNOWN = ("vulture_sam", "calamity_janet", "sid_ketchum")  # characters of the base game
MORE = ((), (), ("dodge_city",), ("high_noon",), ("fistful_of_cards",), ("high_noon", "fistful_of_cards"))
FIELDS = listed("""
mark of player: number = 0; tally of player: number = 0; tired of player: yesno = no;
friend of player: player?; mask of player: character?; guise of player: character?; chosen: player?;
moment: number = 0; focus: thing?
""")
FIELDS_OF_CARDS = ["worn of card: number = 0", "dull of card: yesno = no"]
# what an ability or a card does for the player whose it is
FOR_OWN = listed("""
modify hand_limit(self): +1; modify distance(_, self): +1; modify distance(self, _): -1;
modify sight(self): +1; modify shots(self): +1; modify draws(self) if self.tired: +1;
modify others(self) if self.tired: - left_of(self, everyone); modify hand_limit(p) if p.mark > 0: +1;
modify curable(p) if p is not self and self.tired: no; before begin(self): DRAW 1;
before BANG(self): DRAW 1; after HIT(self, n): DRAW n
""")
# what an event does for all, and a card that nobody has
FOR_ALL = listed("""
modify hand_limit(_): +1; modify distance(_, _): +1; modify sight(p) if p.mark > 0: +1;
modify shots(_): +1; modify draws(p) if p.tired: +1; modify curable(p) if p.tired: no;
before phase_draw(p): DRAW 1 to p
""")
# what may hold of a player, by fields alone
FACTS = listed("""
{p}.mark > 0; {p}.tired; {p}.tally is {n}; {p}.mark + {p}.tally > 1; {p}.friend is {q};
{p}.friend in (everyone where it.tired); {p}.mask in [{one}, {other}]; {p}.mask is {one};
{p}.character is {one}; {p}.life < 3; {p}.status is dead
""")
FACTS_OF_MORE = listed("""
chosen is {p}; chosen is {q}; active is {p}; active is {q}; {p} in (everyone where it.mark > 0);
left_of({p}, everyone) is chosen; count({p}.table) > 0; count({p}.hand) > 3
""")
FACTS_OF_ALL = listed("""
count(everyone where it.tired) > {n}; moment > {n}; turns > {n} * 4; chosen in (everyone where it.tired);
focus in everyone.table
""")
# fields of one player are set, and of several in one breath
SETTING = listed("""
{p}.mark = 1 - {p}.mark; {p}.tired = not {p}.tired; {p}.tally = {p}.tally + 1;
{p}.mark, {p}.tally = {p}.tally, {p}.mark; for q in [{q}]: q.mark = 1 - {p}.mark;
for q in [{q}]: q.tired = {p}.tired; for q in everyone: q.mark = 1 - q.mark;
for q in players: q.tired = not q.tired; {p}.friend = {q}; {p}.friend = none; chosen = {q}; chosen = none;
moment = moment + 1; moment = 0; focus = any({p}.hand); focus = {p}
""")
# another character is named by a field, or somebody becomes another
MASKING = listed("""
{p}.mask = {one}; {p}.mask = {q}.character; {p}.mask = {p}.character; {p}.mask = none;
{p}.guise = {one}; {p}.mask, {p}.guise = {one}, {other}; {p}.mask, {p}.guise = {p}.guise, {p}.mask;
{p}.guise, {p}.character = {p}.character, {one}; for q in everyone: q.mask = {one};
for q in [left_of({p}, everyone)]: {p}.character, q.character = q.character, {p}.character
""")
# cards come into force and out of it, one or many, and into another order
MOVING = listed("""
move {p}.table to discards; move leading({p}.hand, 1) to {p}.table;
move leading({p}.table, 1) to {p}.table; move {q}.table to {p}.table;
move shuffled({p}.table) to {p}.table
""")
MOVING_WITH_CORRAL = listed("""
move {p}.table to {p}.corral; move {q}.table to {p}.corral; move leading({p}.corral, 1) to {p}.table;
move {p}.corral to discards; move shuffled({p}.corral + {p}.table) to {q}.corral
""")
MOVING_WITH_SQUARE = listed("""
move leading({p}.table, 1) to square; move square where not it is event to discards;
move leading(square where not it is event, 1) to {p}.table; move shuffled(square) to square
""")
# equal copies of cards are marked, and come to lie before one player
MARKING = listed("""
for c in leading({p}.table, 1): c.worn = 1 - c.worn; for c in {p}.table: c.worn = c.worn + 1;
for c in {q}.table: c.dull = not c.dull; for c in leading({p}.table, 2): c.dull = not c.dull;
for c in leading({p}.hand, 2): c.worn = c.worn + 1; move leading({p}.hand, 3) to {p}.table;
move leading({q}.hand, 2) to {p}.table; for c in leading({p}.table, 1): c.worn = 2
""")
MARKED = (["if this.worn > 0"], ["if this.worn is 0"], ["if this.dull"], ["anytime", "if not this.dull"])
# events come and go, several at once too
TURNING_UP = listed("""
move current_event to past_events; move leading(past_events, 1) to current_event;
move leading(event_deck, 1) to current_event; move shuffled(current_event) to current_event;
move leading(current_event, 1) to current_event; move shuffled(past_events) to event_deck.bottom
""")
TURNING_UP_WITH_SQUARE = listed("""
move leading(current_event, 1) to square; move square where it is event to past_events
""")
HOOKS = listed("""
after begin(p); before phase_discard(p); after turn(p, _); before turn(p, no); after phase_draw(p);
after act(p, _); after enter(p)
""")


class Writer:
    """What writes one pack: `text` is all of it, then `characters` are those it has.

    With `alike`, cards have equal copies that fields of cards tell apart.
    """

    def __init__(self, rng: random.Random, alike: bool = False) -> None:
        self.rng = rng
        self.alike = alike
        self.id = "chaos"
        self.characters = list(NAMES[: rng.randint(3, len(NAMES))])
        self.corral = self.likely(0.4)  # another zone of players in force
        self.square = self.likely(0.4)  # a pile in force
        self.events = self.likely(0.6)
        self.more = rng.choice(MORE)  # packs to be loaded with it
        self.stats = [f"whim{n}" for n in range(rng.randint(0, 3))]
        self.plain = self.likely(0.4)  # whether conditions speak of the fields of one player
        self.uses = 0
        self.facts_of_all = FACTS_OF_ALL + ["count(current_event) > 1"] * self.events
        moving = MOVING + MOVING_WITH_CORRAL * self.corral + MOVING_WITH_SQUARE * self.square
        turning_up = TURNING_UP + TURNING_UP_WITH_SQUARE * self.square
        self.statements = [SETTING, SETTING, MASKING, moving] + [turning_up] * self.events
        self.statements += [MARKING, MARKING] * alike

    def text(self) -> str:
        """The whole pack."""
        requires = "base, events" if self.events else "base"
        parts = [f'pack {self.id} "Chaos"\n    version "1.0"\n    requires {requires}\n']
        parts += [f"field {field}" for field in FIELDS + FIELDS_OF_CARDS * self.alike]
        parts += ['zone corral of player seen by everyone, in force "corral"'] * self.corral
        parts += ['zone square seen by everyone, in force "square"'] * self.square
        for n, stat in enumerate(self.stats):
            parts.append(f"stat {stat}(p: player): {self.condition(['p'], self.stats[:n])}")
            parts += [self.whim(stat, self.stats[:n])] * self.likely(0.5)
        parts += [self.decision("rule") for _ in range(self.rng.randint(0, 2))]
        parts += [self.double(n) for n in range(self.rng.randint(0, 2))]
        parts += [self.masker(id) for id in ("mimic", "moody") if self.likely(0.5)]
        parts += [self.character(id, self.maybe(0.6, "ability")) for id in NAMES if id in self.characters]
        parts += [indented('role lone "Lone" like outlaw', self.things(2))] * self.likely(0.3)
        parts += [self.blue(n) for n in range(2)] + [self.brown(n) for n in range(2)]
        parts += [self.gilded()] * self.likely(0.4)
        parts += [indented("\nif count(everyone) > 4:", [self.decision("rule")])] * self.likely(0.4)
        parts += [self.event(n) for n in range(self.rng.randint(2, 4) * self.events)]
        parts += [self.program(hook, ["p"]) for hook in self.rng.sample(HOOKS, self.rng.randint(1, 3))]
        return "\n".join(parts) + "\n"

    # ---- things

    def character(self, id: str, more: Sequence[str]) -> str:
        return indented(f'character {id} "{id.title()}" life 4', [*self.things(3), *more])

    def masker(self, id: str) -> str:
        """Somebody who has the abilities of others: whom a field names, or while something holds."""
        self.characters.append(id)
        gift = "if self.mask is not none: + self.mask"
        if self.likely(0.4):
            gift = f"if {self.condition(['self'])}: + {self.someone()}"
        return self.character(id, [f"modify abilities(self) {gift}"])

    def double(self, n: int) -> str:
        head = f'character double{n} "Double {n}" like {self.rng.choice([*self.characters, *KNOWN])}'
        self.characters.append(f"double{n}")
        return indented(head, self.things(1) + self.maybe(0.4, "ability"))

    def blue(self, n: int) -> str:
        to = "play: move this to square" if self.square and self.likely(0.3) else "play: lay this to self"
        own = self.things(3, MARKED * 2 if self.alike else ())
        things = [copies(n, self.alike), to] + [thing for thing in own if " as " not in thing]
        things += self.some(FOR_ALL, 1) if self.square else []
        return indented(f'card plank{n} "Plank {n}" blue', things)

    def gilded(self) -> str:
        """A card whose actions are offered from one zone or another."""
        places = ["from table"] + ["from corral"] * self.corral
        things = ["play from hand: lay this to self", *self.some(FOR_OWN, 1)]
        things += [self.use(self.rng.choice(places)) for _ in range(2)]
        return indented('border gilded\n\ncard chain "Chain" gilded', [copies(0, self.alike), *things])

    def brown(self, n: int) -> str:
        return indented(
            f'card knot{n} "Knot {n}" brown', [copies(n, self.alike), self.program("play", ["self"])]
        )

    def event(self, n: int) -> str:
        things = [*self.some(FOR_ALL, 2), *self.maybe(0.85, "event"), *self.maybe(0.3, "event")]
        things += [self.use()] * self.likely(0.5)
        things += [self.program("before begin(p)", ["p"])] * self.likely(0.4)
        things += [self.program("after turn_up(this)", ["leader"])] * self.likely(0.3)
        last = " last" if self.likely(0.15) else ""
        return indented(f'event storm{n} "Storm {n}"{last}', things or ["modify shots(_): +1"])

    def things(self, most: int, marked: Sequence[list[str]] = ()) -> list[str]:
        """What an ability or a card does for the player whose it is."""
        found = self.some(FOR_OWN, most)
        found += [self.program("before begin(p)", ["p", "self"])] * self.likely(0.3)
        found += [self.program("after act(self, _)", ["self"])] * self.likely(0.3)
        terms = self.rng.choice([[], [], ["if self.tired"], ["anytime"], *marked])
        found += [self.use(*terms) for _ in range(self.rng.randint(0, 3))]
        found += [self.rng.choice(["use missed as bang", "use bang as missed"])] * self.likely(0.2)
        return found or ["modify hand_limit(self): +1"]

    def use(self, *terms: str) -> str:
        """An action, each of another name: the order in which they are offered is to be told from them."""
        self.uses += 1
        head = f'use "trick {self.uses}" '
        if self.likely(0.5):
            return head + ", ".join([*terms, "once", "costs 1 card: DRAW 1"])
        return self.program(head + ", ".join([*terms, "once"]), ["self"])

    # ---- what decides what is at work

    def maybe(self, chance: float, kind: str) -> list[str]:
        return [self.decision(kind)] * self.likely(chance)

    def decision(self, kind: str) -> str:
        """What a rule, an ability or an event puts out of force, or which abilities it gives and takes."""
        if kind == "event" and self.stats and self.likely(0.15):
            return self.whim(self.rng.choice(self.stats), [])
        return self.silence(kind) if self.likely(0.55) else self.gift(kind)

    def whim(self, stat: str, stats: Sequence[str]) -> str:
        return f"modify {stat}(p) if {self.condition(['p'], stats)}: {self.rng.choice(['yes', 'no'])}"

    def silence(self, kind: str) -> str:
        """Something that puts cards, characters, roles or events out of force."""
        among = f"x in [{', '.join(self.rng.sample(self.characters, 2))}]"
        held = "x is card and x.holder is not none"
        if self.likely(0.2):  # cards in piles as well, which have no owner
            what = "x is card" if kind == "ability" else self.rng.choice(["x is card", "x is event"])
            when = self.condition(["self"]) if kind == "ability" else self.filled(self.facts_of_all)
        elif kind == "ability":
            told = [f"{held} and x.worn > 0", f"{held} and x.dull"] * 2 if self.alike else []
            what = self.rng.choice([held] * 4 + [among, "focus is not none and focus is card"] + told)
            when = self.condition(["x.owner", "x.owner", "self"])
            if self.likely(0.35):
                when = self.rng.choice(["active", "chosen"]) + self.rng.choice([" is self", " is not self"])
                when += self.rng.choice([" and x.owner is not self", " and x.owner is self", ""])
        else:
            what = self.rng.choice([held, held, "x is character", "x is role", among])
            when = self.condition(["x.owner"])
        return f"modify in_force(x) if {what} and {when}: no"

    def gift(self, kind: str) -> str:
        """Something that gives abilities, to whoever has it or to others, or takes them away."""
        own = kind == "ability" and self.likely(0.6)
        p = "self" if own else "p"
        when = self.condition(["self"] if own else ["p", "p", "self"] if kind == "ability" else ["p"])
        values = [f"+ {self.someone()}"] * 4
        if kind != "ability":
            values += [f"- {p}.character", f"[{p}.character, {p}.role]", f"{p}.role", f"- {self.someone()}"]
        if self.likely(0.4):
            face = f"{p}.{self.rng.choice(['mask', 'guise'])}"
            when, values = f"{face} is not none" + f" and {when}" * self.likely(0.5), [f"+ {face}"]
        return f"modify abilities({p}) if {when}: {self.rng.choice(values)}"

    # ---- what holds and what happens

    def condition(self, players: Sequence[str], stats: Sequence[str] | None = None, depth: int = 2) -> str:
        """Something that holds or not, of any of these players and of the table."""
        stats = self.stats if stats is None else stats
        if depth and self.likely(0.35):
            one, other = (self.condition(players, stats, depth - 1) for _ in range(2))
            return self.rng.choice([f"({one} and {other})", f"({one} or {other})", f"not ({one})"])
        if stats and self.likely(0.2):
            return f"{self.rng.choice(stats)}({self.player(players)})"
        if self.plain and self.likely(0.85):
            return self.filled(FACTS, players[0], players[0])
        more = [*FACTS_OF_MORE, self.rng.choice(self.facts_of_all)]
        p, q = self.player(players), self.player(players)
        return self.filled(FACTS if self.likely(0.6) else more, p, q)

    def program(self, head: str, players: list[str]) -> str:
        """A few statements, about any of these players."""
        kinds = [self.rng.choice(self.statements) for _ in range(self.rng.randint(1, 3))]
        body = [self.filled(kind, self.rng.choice(players), self.player(players)) for kind in kinds]
        return indented(f"{head}:", body)

    def filled(self, kinds: Sequence[str], p: str = "", q: str = "") -> str:
        """One of several conditions or statements, about these players."""
        one, other = self.someone(), self.someone()
        return self.rng.choice(kinds).format(p=p, q=q, n=self.rng.randint(0, 3), one=one, other=other)

    def likely(self, chance: float) -> bool:
        return self.rng.random() < chance

    def someone(self) -> str:
        return self.rng.choice(self.characters)

    def player(self, players: Sequence[str]) -> str:
        """One of the players, or who sits beside one."""
        p = self.rng.choice(players)
        return f"{self.rng.choice(['left_of', 'right_of'])}({p}, everyone)" if self.likely(0.25) else p

    def some(self, things: Sequence[str], most: int) -> list[str]:
        return self.rng.sample(things, self.rng.randint(0, most))


def indented(head: str, parts: Sequence[str]) -> str:
    """A head and what belongs to it, one level further in."""
    return head + "".join("\n    " + part.replace("\n", "\n    ") for part in parts)


def copies(n: int, alike: bool) -> str:
    """Sixteen cards of two suits, all different or all but equal."""
    ranks = "2222222233" if alike else "23456789"
    return "copies " + " ".join(f"{rank}{suit}" for suit in ("♣♦", "♥♠")[n] for rank in ranks)


if __name__ == "__main__":
    print(Writer(random.Random(int(sys.argv[1]))).text())
