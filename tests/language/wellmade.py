"""Card files made at random that mostly mean something: hooks, stats, modifiers, cards and characters that do
whatever the language can say, upon the base game. Now and then something of a wrong type slips in.
"""

# ruff: noqa: E501  (lists of what can be said)
from __future__ import annotations

import random
from collections.abc import Callable

Names = dict[str, str]
"""What is known at a place: names and their types, `T?` for what may be none."""

TYPES = (
    "number",
    "yesno",
    "player",
    "card",
    "players",
    "cards",
    "numbers",
    "suit",
    "role",
    "character",
    "window",
)
OPTIONAL = ("player", "card", "number", "suit", "character")
FIELDS = {
    "f_n": "number", "f_b": "yesno", "f_p": "player?", "f_c": "card?", "f_ps": "players", "f_cs": "cards",
    "f_s": "suit?", "f_ns": "numbers", "f_ch": "character?",
}  # fmt: skip
PLAYER_FIELDS = {"g_n": "number", "g_b": "yesno", "g_p": "player?", "g_c": "card?", "g_cs": "cards"}
PROCS = {
    "turn": ("p: player", "extra: yesno"), "begin": ("p: player",), "phase_draw": ("p: player",),
    "draw_card": ("p: player", "nth: number"), "settle": (), "discard": ("cards: cards",),
    "take": ("cards: cards", "taker: player"), "pay": ("p: player", "cards: cards"), "lay": ("c: card", "holder: player"),
    "BANG": ("target: player", "author: player?", "c: card?", "n: number"), "escape": ("p: player", "n: number"),
    "demand": ("what: window", "p: player"), "flip": ("p: player",), "draw!": ("pattern: pattern", "p: player"),
    "HIT": ("target: player", "n: number", "author: player?"), "LIFE": ("target: player", "n: number", "c: card?"),
    "ELIMINATE": ("target: player", "author: player?"), "bury": ("target: player",), "clear_up": ("target: player",),
    "act": ("p: player", "c: card?", "w: window"), "affect": ("target: thing", "author: player", "cards: cards"),
    "phase_discard": ("p: player",), "check_victory": (), "reveal": ("n: number",),
}  # fmt: skip
GIVES = {"draw_card": "card?", "escape": "yesno", "demand": "yesno", "flip": "card?", "draw!": "yesno", "act": "yesno",
         "affect": "yesno", "reveal": "cards"}  # fmt: skip
STATS = {
    "distance": ("a: player", "b: player"), "sight": ("p: player",), "shots": ("p: player",), "draws": ("p: player",),
    "flips": ("p: player",), "hand_limit": ("p: player",), "misses": ("author: player?", "target: player", "c: card?"),
    "healing": ("p: player", "n: number", "c: card?"), "seats": ("a: player", "b: player"),
    "heirs": ("target: player",), "allowed": ("p: player", "c: card", "w: window"),
    "may_pass": ("p: player", "w: window"), "suit": ("c: card",), "in_force": ("x: source",),
    "takes_turn": ("p: player",), "within": ("n: number", "p: player"), "next_turn": ("p: player",),
}  # fmt: skip
STAT_TYPES = {"heirs": "players", "allowed": "yesno", "may_pass": "yesno", "suit": "suit", "in_force": "yesno",
              "takes_turn": "yesno", "within": "players", "next_turn": "player"}  # fmt: skip


class Writer:
    """Writes one file."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.count = 0
        self.stats: dict[str, tuple[tuple[str, ...], str]] = {}
        self.procs: dict[str, tuple[tuple[str, ...], str | None]] = {}
        self.budget = 60
        self.own = False  # whether it has zones and windows of its own

    def pick(self, *options: str) -> str:
        return self.rng.choice(options)

    def fresh(self, stem: str = "x") -> str:
        self.count += 1
        return f"{stem}{self.count}"

    # ---- expressions

    def known(self, names: Names, type_: str) -> list[str]:
        """Names of a type."""
        return [name for name, have in names.items() if have == type_]

    def ex(self, type_: str, names: Names, depth: int = 0) -> str:
        """An expression of a type."""
        self.budget -= 1
        if self.rng.random() < 0.01:
            type_ = self.rng.choice(TYPES)
        known = self.known(names, type_)
        if known and (depth > 3 or self.budget < 0 or self.rng.random() < 0.4):
            return self.rng.choice(known)
        own = [id for id, (_, gives) in self.stats.items() if gives == type_]
        if own and depth < 3 and self.rng.random() < 0.15:
            id = self.rng.choice(own)
            args = ", ".join(self.ex(p.split(": ")[1], names, depth + 1) for p in self.stats[id][0])
            return f"{id}({args})" if args else id
        if type_.endswith("?"):
            return self.optional(type_[:-1], names, depth)
        make: Callable[[Names, int], str] = getattr(self, f"ex_{type_}")
        return make(names, depth + 1)

    def optional(self, type_: str, names: Names, depth: int) -> str:
        if self.rng.random() < 0.5:
            return self.ex(type_, names, depth)
        if type_ == "card":
            return self.pick(
                "none", f"any({self.ex('cards', names, depth + 1)})", "top(deck)", "top(discards)"
            )
        if type_ == "player":
            return self.pick("none", "active", f"any({self.ex('players', names, depth + 1)})")
        return "none"

    def flat(self, depth: int) -> bool:
        return depth > 3 or self.budget < 0

    def ex_number(self, names: Names, depth: int) -> str:
        if self.flat(depth):
            return self.pick("0", "1", "2", "3", "turns", "f_n")
        e = self.ex
        return self.pick(
            str(self.rng.choice((0, 1, 2, 5, 17, 1000, 999999999))), "turns", "f_n", "unlimited",
            f"{self.ex('player', names, depth)}.{self.pick('life', 'g_n', 'number')}",
            f"({e('number', names, depth)} {self.pick('+', '-', '*')} {e('number', names, depth)})",
            f"count({e(self.pick('cards', 'players', 'numbers'), names, depth)})",
            f"{self.pick('min', 'max')}({e('number', names, depth)}, {e('number', names, depth)})",
            f"{self.pick('lowest', 'highest', 'total')}({e('numbers', names, depth)})",
            f"{self.pick('sight', 'shots', 'draws', 'flips', 'hand_limit', 'max_life')}({e('player', names, depth)})",
            f"{self.pick('distance', 'seats')}({e('player', names, depth)}, {e('player', names, depth)})",
            f"item({e('numbers', names, depth)}, {e('number', names, depth)})",
            f"{e('card', names, depth)}.number",
        )  # fmt: skip

    def ex_yesno(self, names: Names, depth: int) -> str:
        if self.flat(depth):
            return self.pick("yes", "no", "f_b", "turns > 3")
        e = self.ex
        if self.own and self.rng.random() < 0.2:
            return self.pick(
                "rough", f"({e('player', names, depth)}.mood is cross)", f"shown({e('player', names, depth)}.mood) is calm",
                f"({e('card', names, depth)} is odd)", "top(pile) is none", f"({e('cards', names, depth)} where it is event) is empty",
            )  # fmt: skip
        type_ = self.rng.choice(TYPES)
        return self.pick(
            "yes", "no", "f_b", "during(turn)", "during(effect)", "during(bang)", "eager_reshuffle",
            f"{e('number', names, depth)} {self.pick('<', '<=', '>', '>=', 'is', 'is not')} {e('number', names, depth)}",
            f"({e('yesno', names, depth)} {self.pick('and', 'or')} {e('yesno', names, depth)})",
            f"not {e('yesno', names, depth)}", f"{e('player', names, depth)}.{self.pick('again', 'g_b')}",
            f"({e(type_, names, depth)} {self.pick('is', 'is not')} {e(type_, names, depth)})",
            f"({e('cards', names, depth)} is {self.pick('', 'not ')}empty)",
            f"({e(self.rng.choice(OPTIONAL) + '?', names, depth)} is {self.pick('', 'not ')}none)",
            f"({e('card', names, depth)} is {self.pick('red', '♥', '2♠..9♠', 'bang', 'blue', 'weapon', 'missed')})",
            f"({e('card', names, depth)} in {e('cards', names, depth)})",
            f"({e('player', names, depth)} in {e('players', names, depth)})",
            f"({e('role', names, depth)} is {self.pick('sheriff', 'outlaw', 'deputy')})",
            f"({e('character', names, depth)} in [{self.pick('rose_doolan', 'suzy_lafayette')}, paul_regret])",
            f"{self.pick('all', 'some')}({e('cards', names, depth)}, {self.pick('red', '♦', 'bang', '[bang, beer]')})",
            f"shown({e('player', names, depth)}.role) is {self.pick('none', 'sheriff')}",
            f"can_act({e('player', names, depth)}, {e('window', names, depth)}, {e('card', names, depth)})",
            f"({e('player', names, depth)}.status is alive)", f"lootable({e('player', names, depth)}, {e('player', names, depth)})",
        )  # fmt: skip

    def ex_player(self, names: Names, depth: int) -> str:
        if self.flat(depth):
            return "first_player"
        e = self.ex
        return self.pick(
            "first_player", f"item({e('players', names, depth)}, {e('number', names, depth)})",
            f"{self.pick('left_of', 'right_of')}({e('player', names, depth)}, {e('players', names, depth)})",
            f"next_turn({e('player', names, depth)})",
        )  # fmt: skip

    def ex_card(self, names: Names, depth: int) -> str:
        return f"item({self.ex('cards', names, depth)}, {self.ex('number', names, depth)})"

    def lists(self, type_: str, member: str, names: Names, depth: int) -> str:
        """What there is for lists of any type."""
        e = self.ex
        inner = {**names, "it": member}
        return self.pick(
            f"({e(type_, names, depth)} {self.pick('+', '-')} {e(type_, names, depth)})",
            f"({e(type_, names, depth)} where {e('yesno', inner, depth)})",
            f"leading({e(type_, names, depth)}, {e('number', names, depth)})",
            f"distinct({e(type_, names, depth)})", f"[{e(member, names, depth)}, {e(member, names, depth)}]",
            f"[{e(member, names, depth)}]", "empty",
        )  # fmt: skip

    def ex_players(self, names: Names, depth: int) -> str:
        if self.flat(depth):
            return self.pick("players", "everyone", "nobody", "fallen", "f_ps")
        e = self.ex
        return self.pick(
            "players", "everyone", "living", "fallen", f"others({e('player', names, depth)})",
            f"reachable({e('player', names, depth)})", f"within({e('number', names, depth)}, {e('player', names, depth)})",
            f"clockwise({e('player', names, depth)}, {e('players', names, depth)})",
            self.lists("players", "player", names, depth), self.lists("players", "player", names, depth),
        )  # fmt: skip

    def ex_cards(self, names: Names, depth: int) -> str:
        if self.flat(depth):
            return self.pick("deck", "discards", "copies", "f_cs", "cards_in_play")
        e = self.ex
        if self.own and self.rng.random() < 0.2:
            return self.pick("pit", "pile", "events", f"{e('player', names, depth)}.vault")
        return self.pick(
            "discards", "copies", "cards_in_play", f"{e('player', names, depth)}.{self.pick('hand', 'table', 'g_cs')}",
            f"top(deck, {e('number', names, depth)})", f"{e('players', names, depth)}.{self.pick('hand', 'table')}",
            self.lists("cards", "card", names, depth), self.lists("cards", "card", names, depth),
        )  # fmt: skip

    def ex_numbers(self, names: Names, depth: int) -> str:
        if self.flat(depth):
            return self.pick("1..3", "f_ns")
        e = self.ex
        return self.pick(
            f"{e('number', names, depth)}..{e('number', names, depth)}" if depth < 2 else "1..5",
            f"{e('players', names, depth)}.{self.pick('life', 'number', 'g_n')}", f"{e('cards', names, depth)}.number",
            self.lists("numbers", "number", names, depth),
        )  # fmt: skip

    def ex_suit(self, names: Names, depth: int) -> str:
        if self.flat(depth):
            return self.pick("♥", "♠")
        return self.pick(
            "♥", "♣", f"suit({self.ex('card', names, depth)})", f"{self.ex('card', names, depth)}.printed_suit",
            f"item(suits, {self.ex('number', names, depth)})",
        )  # fmt: skip

    def ex_role(self, names: Names, depth: int) -> str:
        return self.pick(
            "sheriff", "outlaw", f"{self.ex('player', names, depth + 1)}.role", "item(roles(5), 2)"
        )

    def ex_character(self, names: Names, depth: int) -> str:
        return self.pick(
            "rose_doolan", f"{self.ex('player', names, depth + 1)}.character", "item(characters, 1)"
        )

    def ex_window(self, names: Names, depth: int) -> str:
        return self.pick("main", "BANG", "MISSED", "DYING", *(("NIGHT", "NIGHT") if self.own else ()))

    def ex_thing(self, names: Names, depth: int) -> str:
        return self.ex(self.pick("player", "card"), names, depth)

    def ex_source(self, names: Names, depth: int) -> str:
        return self.ex("card", names, depth)

    def ex_pattern(self, names: Names, depth: int) -> str:
        return self.pick("♥", "red", "2♠..9♠", "A♣")

    # ---- statements

    def block(self, names: Names, depth: int, margin: str, ways: str = "") -> list[str]:
        """The lines of a block; `ways`: `fail`, `proceed` or `return T`, as far as they are allowed."""
        names = dict(names)
        out: list[str] = []
        for _ in range(self.rng.choice((1, 1, 2, 3, 4) if depth < 3 else (1,))):
            out += [margin + line for line in self.statement(names, depth, ways)]
        if ways and self.rng.random() < 0.3:
            out.append(margin + self.way(names, ways))
        return out

    def way(self, names: Names, ways: str) -> str:
        if ways.startswith("return "):
            return f"return {self.ex(ways[7:], names)}"
        return ways

    def inner(self, names: Names, depth: int, ways: str) -> list[str]:
        return self.block(names, depth + 1, "    ", ways)

    def narrowed(self, names: Names) -> tuple[str, Names]:
        """A test of what may be none, and what is known behind it."""
        maybe = [n for n, t in names.items() if t.endswith("?")]
        if not maybe:
            return self.ex("yesno", names), names
        name = self.rng.choice(maybe)
        return f"{name} is not none", {**names, name: names[name][:-1]}

    def statement(self, names: Names, depth: int, ways: str) -> list[str]:
        self.budget -= 1
        e = self.ex
        flat = depth > 2 or self.budget < 0
        kind = self.rng.randrange(20 if flat else 30)
        name = self.fresh()
        if kind < 3:
            type_ = self.rng.choice(TYPES)
            value = e(type_, names)
            names[name] = type_
            return [f"let {name} = {value}"]
        if kind < 5:
            type_ = self.rng.choice(OPTIONAL)
            maybe = {"card": f"any({e('cards', names)})", "player": f"any({e('players', names)})"}
            if type_ not in maybe:
                return [f"DRAW {e('number', names)} to {e('player', names)}"]
            names[name] = type_ + "?"
            return [f"let {name} = {maybe[type_]}"]
        if kind < 7:
            field, type_ = self.rng.choice(sorted(FIELDS.items()))
            return [f"{field} = {e(type_, names)}"]
        if kind < 9:
            field, type_ = self.rng.choice(
                [*sorted(PLAYER_FIELDS.items()), ("life", "number"), ("again", "yesno")]
            )
            return [f"{self.place(names)}.{field} = {e(type_, names)}"] if self.place(names) else ["pass"]
        if kind < 10:
            local = [n for n, t in names.items() if t in ("number", "cards", "players") and n.startswith("x")]
            if local:
                one = self.rng.choice(local)
                return [f"{one} {self.pick('+=', '-=', '=')} {e(names[one], names)}"]
            return [f"f_n {self.pick('+=', '-=')} {e('number', names)}"]
        if kind < 11:
            who, of = self.decider(names), e("cards", names)
            more = f", or random {e('player', names)}.hand" if self.rng.random() < 0.3 else ""
            names[name] = "card?"
            return [f'{who} chooses "which" {name} in {of}{more}']
        if kind < 12:
            amount, of = self.pick("2", "any", "up to 2", e("number", names)), e("cards", names)
            who = self.decider(names)
            names[name] = "cards"
            return [f"{who} chooses {amount} {name} in {of}"]
        if kind < 13:
            result, call = self.rng.choice(
                (("card?", f"flip({e('player', names)})"), ("cards", f"reveal({e('number', names)})"),
                 ("yesno", f"offer({e('window', names)}, {e('player', names)})"), ("number", f"roll({e('number', names)})"),
                 ("card?", f"random({e('cards', names)})"), ("players", f"shuffled({e('players', names)})"),
                 ("card?", f"draw_from({self.pick('deck', 'discards', 'deck')}, {e('player', names)})"))
            )  # fmt: skip
            names[name] = result
            return [f"let {name} = {call}"]
        if kind < 18:
            return [self.call(names)]
        if self.own and kind == 18:
            where = self.pick("pit", "pile", f"{e('player', names)}.vault", "pit.bottom")
            return [self.pick(f"move {e('cards', names)} to {where}", f"offer NIGHT to {e('player', names)}",
                              f"show {e('player', names)}.mood to {e('players', names)}")]  # fmt: skip
        if kind < 19:
            return [f"show {e('cards', names)} to {e('players', names)}"]
        if kind < 20:
            return [
                f"end {self.pick('turn', 'effect', 'HIT', 'BANG', 'phase_draw', 'begin', 'duel', 'escape', 'act')}"
            ]
        if kind < 24:
            test, behind = self.narrowed(names) if self.rng.random() < 0.5 else (e("yesno", names), names)
            out = [f"if {test}:", *self.inner(behind, depth, ways)]
            return [*out, "else:", *self.inner(names, depth, ways)] if self.rng.random() < 0.4 else out
        if kind < 25:
            return [
                f"for {name} in {e('players', names)}:",
                *self.inner({**names, name: "player"}, depth, ways),
            ]
        if kind < 26:
            return [
                f"for {name} in leading({e('cards', names)}, 5):",
                *self.inner({**names, name: "card"}, depth, ways),
            ]
        if kind < 27:
            loop = self.pick(f"repeat {e('number', names)}:", "repeat 3:", f"while {e('yesno', names)}:")
            return [loop, *self.inner(names, depth, ways)]
        if kind < 28:
            return [
                f"at end of {self.pick('turn', 'effect', 'HIT', 'duel', 'begin')}:",
                *self.inner(names, depth, ""),
            ]
        if kind < 29:
            out = [f'{self.decider(names)} may "do it":', *self.inner(names, depth, ways)]
            return [*out, "else:", *self.inner(names, depth, ways)] if self.rng.random() < 0.5 else out
        return [
            f"{self.decider(names)} may choose {name} in {e('players', names)}:",
            *self.inner({**names, name: "player"}, depth, ways),
        ]

    def decider(self, names: Names) -> str:
        """Who decides: a name."""
        return self.rng.choice([*self.known(names, "player"), "first_player"])

    def place(self, names: Names) -> str:
        """A name of a player, for assigning to its fields."""
        known = self.known(names, "player")
        return self.rng.choice(known) if known else ""

    def call(self, names: Names) -> str:
        e = self.ex
        options = [
            f"HIT {e('player', names)}, {e('number', names)} by {e('player', names)}", f"HIT {e('player', names)}",
            f"LIFE {e('player', names)}, {e('number', names)} with {e('card?', names)}", f"discard {e('cards', names)}",
            f"DRAW {e('number', names)} to {e('player', names)}", f"take {e('cards', names)} to {e('player', names)}",
            f"DRAW from {e('player', names)} to {e('player', names)}", f"lay {e('card', names)} to {e('player', names)}",
            f"BANG {e('player', names)} by {e('player?', names)} with {e('card?', names)} needs {e('number', names)}",
            f"DISCARD from {e('player', names)} by {e('player', names)}", "settle", f"bury({e('player', names)})",
            f"move {e('cards', names)} to {self.pick('deck', 'discards', 'aside', 'deck.bottom')}",
            f"move {e('cards', names)} to {e('player', names)}.{self.pick('hand', 'table')}",
            f"draw! {e('pattern', names)} for {e('player', names)}: pass", f"show {e('player', names)}.role to {e('players', names)}",
            f"demand {e('window', names)} from {e('player', names)}",
        ]  # fmt: skip
        for id, (params, _) in self.procs.items():
            options.append(f"{id}({', '.join(e(p.split(': ')[1], names) for p in params)})" if params else id)
        return self.rng.choice(options)

    # ---- declarations

    def table(self) -> list[str]:
        """Zones, windows, options, values, borders and a pile of events of its own."""
        seen = self.pick("everyone", "owner", "nobody")
        return [
            f"zone vault of player seen by {seen}{self.pick('', ', in force')}",
            f"zone pit seen by {self.pick('everyone', 'nobody')}{self.pick('', ', in force')}",
            "zone pile seen by everyone, in force",
            f"field mood of player: mood = calm seen by {self.pick('everyone', 'owner', 'nobody')}",
            'values mood: calm "calm", cross "cross"',
            'option rough = yes "whether it is rough"',
            'option least = 2 "the least there is"',
            'window NIGHT "what now?" pass "sleeps"',
            "after setup: move shuffled(events) to pile",
            "modify in_force(x) if x is event and not (x in top(pile, 1)): no",
            "before turn(p): offer NIGHT to p",
            'event storm "Storm" last',
            *self.action("use", {"self": "player", "this": "event"}, "    "),
            *self.hook({"this": "event"}, "    "),
            "border odd",
            "    field wear: number = 0",
            f"    each play from {self.pick('hand', 'vault')}, costs this",
            f"    each answer from {self.pick('hand', 'vault', 'table')}{self.pick('', ', costs 1 cards')}",
            "    each use from table",
            *self.action(self.pick("play", "use", "answer"), {"self": "player", "this": "card"}, "    "),
        ]

    def fields(self) -> list[str]:
        defaults = {"number": " = 0", "yesno": " = no"}
        return [
            *(f"field {id}: {t}{defaults.get(t, '')}" for id, t in FIELDS.items()),
            *(f"field {id} of player: {t}{defaults.get(t, '')}" for id, t in PLAYER_FIELDS.items()),
        ]

    def params(self) -> tuple[str, ...]:
        return tuple(f"{self.fresh('p')}: {self.rng.choice(TYPES)}" for _ in range(self.rng.randrange(3)))

    def names_of(self, params: tuple[str, ...]) -> Names:
        return {p.split(": ")[0]: p.split(": ")[1] for p in params}

    def stat(self) -> list[str]:
        self.budget = 15
        id, params, type_ = self.fresh("s"), self.params(), self.rng.choice(TYPES)
        base = self.ex(type_, self.names_of(params))
        head = f"({', '.join(params)})" if params else ""
        gives = (
            f" gives {type_}" if type_ in ("players", "cards", "numbers") or self.rng.random() < 0.5 else ""
        )
        self.stats[id] = (params, type_)
        bound = f", at least {self.rng.randrange(3)}" if type_ == "number" and self.rng.random() < 0.3 else ""
        return [f"stat {id}{head}{gives}: {base}{bound}"]

    def procedure(self) -> list[str]:
        self.budget = 40
        id, params = self.fresh("do"), self.params()
        gives = self.rng.choice((None, None, "number", "yesno", "card?", "players"))
        ways = f"return {gives}" if gives else ""
        head = f"({', '.join(params)})" if params else ""
        names = self.names_of(params)
        body = self.block(names, 0, "    ", ways)
        if gives:
            body.append("    " + self.way(names, ways))
        self.procs[id] = (params, gives)
        return [f"procedure {id}{head}{f' gives {gives}' if gives else ''}:", *body]

    def pattern(self, params: tuple[str, ...], names: Names) -> tuple[str, Names]:
        """A pattern, and the names that it binds."""
        bound: Names = {}
        parts = []
        for p in params[: self.rng.randrange(len(params) + 1)]:
            name, type_ = p.split(": ")
            if self.rng.random() < 0.6:
                parts.append(name)
                bound[name] = type_
            elif type_.rstrip("?") in TYPES and self.rng.random() < 0.4:
                parts.append(self.ex(type_.rstrip("?"), names, 3))
            else:
                parts.append("_")
        return f"({', '.join(parts)})" if parts else "", {**names, **bound}

    def hook(self, names: Names, margin: str = "") -> list[str]:
        self.budget = 40
        when = self.pick("before", "after", "after", "instead of")
        proc, params = self.rng.choice(sorted(PROCS.items()))
        pattern, inner = self.pattern(params, names)
        gives = GIVES.get(proc)
        taken = ""
        ways = ""
        if when == "instead of":
            ways = self.pick("proceed", f"return {gives}" if gives else "return", "proceed")
        elif when == "after" and gives and proc not in ("act", "affect") and self.rng.random() < 0.4:
            taken = " gives r"
            inner = {**inner, "r": gives}
        cond = f" if {self.ex('yesno', inner, 2)}" if self.rng.random() < 0.4 else ""
        body = self.block(inner, 0, margin + "    ", ways)
        if when == "instead of":
            body.append(margin + "    " + self.way(inner, ways))
        return [f"{margin}{when} {proc}{pattern}{taken}{cond}:", *body]

    def modify(self, names: Names, margin: str = "") -> list[str]:
        self.budget = 12
        stat, params = self.rng.choice(sorted(STATS.items()))
        pattern, inner = self.pattern(params, names)
        type_ = STAT_TYPES.get(stat, "number")
        cond = f" if {self.ex('yesno', inner, 2)}" if self.rng.random() < 0.6 else ""
        value = self.ex(type_, inner, 2)
        if type_ == "number":
            value = self.pick(value, f"+ {value}", f"- {value}", f"at least {value}", f"at most {value}")
        elif type_ == "players":
            value = self.pick(value, f"+ {value}")
        return [f"{margin}modify {stat}{pattern}{cond}: {value}"]

    def clauses(self, names: Names, aims: bool) -> tuple[str, Names]:
        parts = []
        if aims:
            parts.append(f"{self.pick('on', 'on one of')} {self.ex('players', names, 2)}")
        if self.rng.random() < 0.4:
            parts.append(f"if {self.ex('yesno', names, 2)}")
        if self.rng.random() < 0.4:
            parts.append(
                f"{self.pick('once', 'limit ' + self.ex('number', names, 3))}{self.pick('', ' per turn', ' per effect')}"
            )
        if self.rng.random() < 0.3:
            where = self.pick("", " where red", f" where {self.ex('yesno', {**names, 'it': 'card'}, 3)}")
            parts.append(self.pick(f"costs {self.pick('1', '2', 'f_n')} cards{where}", "costs 1 g_n"))
        self.rng.shuffle(parts)
        return " " + ", ".join(parts) if parts else "", {**names, "target": "player"} if aims else names

    def action(self, verb: str, names: Names, margin: str) -> list[str]:
        self.budget = 30
        aims = self.rng.random() < 0.4
        clauses, inner = self.clauses(names, aims)
        window = " " + self.ex_window(names, 0) if verb == "answer" else ""
        return [
            f"{margin}{verb}{window}{clauses}:",
            *self.block(inner, 0, margin + "    ", self.pick("", "fail")),
        ]

    def definition(self) -> list[str]:
        kind = self.pick("card", "card", "character", "role")
        id = self.fresh("d")
        names: Names = {"self": "player"}
        if kind == "card":
            border = self.pick("brown", "blue", "weapon 2", *(("odd", "odd") if self.own else ()))
            out = [f'card {id} "{id}" {border}', "    copies 2♠..A♠ 2♥..A♥"]
            names["this"] = "card"
        else:
            out = [f'{kind} {id} "{id}"' + (" life 4" if kind == "character" else "")]
        for _ in range(self.rng.choice((1, 2, 3))):
            what = self.rng.randrange(6)
            if what < 2:
                out += self.hook(names, "    ")
            elif what < 3:
                out += self.modify(names, "    ")
            elif what < 4 and kind != "card":
                out += [
                    f"    use {self.pick('bang', 'red', 'card')} as {self.pick('missed', 'beer', 'duel')}"
                ]
            else:
                verb = self.pick("play", "answer") if kind == "card" else self.pick("use", "answer")
                out += self.action(verb, names, "    ")
        return out

    def file(self) -> str:
        """A whole file."""
        out = self.fields()
        if self.rng.random() < 0.5:
            self.own = True
            out += self.table()
        for _ in range(self.rng.choice((2, 4, 8))):
            make = self.rng.choice((self.stat, self.procedure, self.definition, self.definition, self.rule))
            out += ["", *make()]
        return "\n".join(out) + "\n"

    def rule(self) -> list[str]:
        return self.hook({}) if self.rng.random() < 0.6 else self.modify({})


def wellmade(rng: random.Random) -> str:
    """The text of a file."""
    return Writer(rng).file()
