"""Loaded rules: frozen, shareable between games and threads."""

from __future__ import annotations

import marshal
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from attrs import field, frozen

from bangrules.errors import PackError
from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.kernel.link import lay_together
from bangrules.language.quoting import in_short
from bangrules.language.words import OWN
from bangrules.play.compiled import program_for
from bangrules.play.linking import link_actions, namespace
from bangrules.play.naming import RANKS, SEAT_LETTERS, SUITS, filled, sort_of, value_name
from bangrules.play.packs import FoundPack, resolve
from bangrules.play.showing import Pictured

if TYPE_CHECKING:
    from bangrules.play.game import Game

__all__ = ["RANKS", "SEAT_LETTERS", "SUITS", "Card", "Definition", "Rules", "load"]


@frozen
class Definition(Pictured):
    """A role, border, card, character or event of the loaded packs."""

    index: int
    id: str
    pack: str
    kind: str
    name: str
    number: int | None
    border: str | None
    like: str | None
    text: str | None
    doc: str | None
    where: tuple[str, int]
    rules: Rules = field(eq=False, repr=False)

    @property
    def full_id(self) -> str:
        """`pack.id`."""
        return f"{self.pack}.{self.id}"

    def __str__(self) -> str:
        return self.name


@frozen
class Card(Pictured):
    """A physical card: `id` names it in actions and records; equal copies share it."""

    index: int
    id: str
    pack: str
    rank: int | None
    suit: str | None
    definition: Definition

    @property
    def face(self) -> str:
        """Rank and suit, as `10♥`; of a figure which of its kind it is; empty for other cards."""
        return f"{RANKS[self.rank]}{self.suit}" if self.rank and self.suit else self.id.partition("@")[2]

    def __str__(self) -> str:
        return f"{self.definition.name} {self.face}".strip()


class Choices(dict[Any, Any]):
    """The actions of choosing: by (seat, type of the members), then by member; made when first asked for.

    Those of cards, most often asked for, lie in a row.
    """

    def __init__(self, rules: Rules, key: tuple[int, str] | None = None) -> None:
        self.rules = rules
        self.key = key

    def __missing__(self, asked: Any) -> Any:
        made: Any
        if self.key is None and asked[1] == "card":
            p, member = asked
            made = [None] * k.FIRST_CARD
            made += [self.rules.choice(p, member, c.index) for c in self.rules.cards]
        elif self.key is None:
            made = Choices(self.rules, asked)
        else:
            made = self.rules.choice(*self.key, asked)
        self[asked] = made
        return made


def load(*packs: str, paths: Iterable[str | Path] = (), lang: str = OWN) -> Rules:
    """The rules of the named packs and of those they require; `paths` are looked in for more packs.

    `lang` is the language in which they speak, as `Rules.speak` says.

    :raises PackError: a pack is unknown, they cannot be played together, make no game, or don't speak so.
    :raises CardFileError: the card files have errors.
    """
    return rules_of(resolve(packs or ("base",), paths)).speak(lang)


def rules_of(found: list[tuple[FoundPack, bool]], drawn: str = "") -> Rules:
    """The rules of packs that have been found; `drawn` is the text of a map instead of theirs."""
    digest, code, tables = program_for(found, drawn)
    if tables["given"] is None:
        ids = " and ".join(f"`{p.id}`" for p, named in found if named)
        raise PackError(f"nothing in {ids} says how a game begins: declare it with `start PROCEDURE`")
    return Rules(digest, code, tables, [p.id for p, named in found if named])


@frozen
class Option:
    """A choice of the table: its default value, and what it means when it is set.

    A number is `least` at least and `most` at most, as far as they are not None.
    """

    id: str
    default: Any
    text: str
    pack: str
    least: int | None = None
    most: int | None = None

    def allows(self, value: Any) -> bool:
        """Whether a number is within the bounds; what has none may be anything."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    @property
    def bounds(self) -> str:
        """What is expected, as `a number from 1 to 3`; empty without bounds."""
        if self.least is None and self.most is None:
            return ""
        return f"a number from {self.least or 0} {'on' if self.most is None else f'to {self.most}'}"

    def __str__(self) -> str:
        words = {True: "yes", False: "no"}
        value = words[self.default] if isinstance(self.default, bool) else self.default
        return f"{self.id} = {value}: {self.text}{f' ({self.bounds})' if self.bounds else ''}"


def needed(rules: Any) -> Rules:
    """The rules that were given.

    :raises TypeError: it is something else.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"expected rules, as `bangrules.load` gives them, not {in_short(rules)}")
    return rules


class Rules:
    """The rules of a set of packs.

    `cards` are the physical cards, `definitions` all definitions by id (by `pack.id` where ids clash),
    `options` what a table may choose (`new_game(options={...})`), `digest` a fingerprint: equal rules have
    equal digests. A copy of rules is the rules themselves; pickled they can be read by the same version of
    Python and of the library.

    `language` is the code of the language in which the rules speak, `languages` has all they can speak, by
    their codes; `speak` gives the same rules in another one.
    """

    def __init__(self, digest: str, code: Any, tables: dict[str, Any], named: list[str]) -> None:
        self.digest = digest
        self.tables = tables
        self.code = code
        self.name: str | None = None  # among those that have been pickled
        self.packs = tuple(named)
        self.language = OWN
        self.languages: Mapping[str, str] = MappingProxyType(
            {OWN: "English", **{id: row[0] for id, row in tables["languages"].items()}}
        )
        self._spoken: dict[str, Rules] = {OWN: self}
        self._read()
        self._made: set[Action] = set()
        self._passing: WeakValueDictionary[tuple[Any, ...], Action] = WeakValueDictionary()
        self.choices = Choices(self)
        self.blanks: dict[int, list[Any]] = {}  # states before anything has happened, by number of seats
        aimed = {a["target_type"] or "" for a in tables["actions"] if a["value_base"]}
        self.aimed_at = frozenset(type_.removeprefix("values:") for type_ in aimed)
        self.ns = namespace(self, code)
        self.passes = link_actions(self)
        lay_together(self.ns)
        self.run = self.ns["run"]

    def _read(self) -> None:
        """What the tables say of options, definitions and cards, as objects."""
        tables = self.tables
        self.options: Mapping[str, Option] = MappingProxyType(
            {
                id: Option(
                    id, value_name(self, type_, value) if type_.startswith("values:") else value, *rest
                )
                for id, type_, value, *rest in tables["options"]
            }
        )
        rows = tables["definitions"]
        definitions = [
            Definition(
                i, r["id"], r["pack"], r["kind"], r["name"], r["number"],
                rows[r["border"]]["id"] if r["border"] is not None else None,
                r["like_id"], r["text"], r["doc"], tuple(r["where"]), self,
            )
            for i, r in enumerate(rows)
        ]  # fmt: skip
        self.by_index = tuple(definitions)
        count: dict[str, int] = {}
        for d in definitions:
            count[d.id] = count.get(d.id, 0) + 1
        self.short = tuple(d.id if count[d.id] == 1 else d.full_id for d in definitions)
        self.definitions: Mapping[str, Definition] = MappingProxyType(
            dict(zip(self.short, definitions, strict=True))
        )
        copies: dict[int, int] = {}
        made = []
        for i, (d, rank, suit, pack) in enumerate(tables["cards"]):
            name = self.short[d]
            if rank:
                name += f"@{RANKS[rank]}{SUITS[suit]}"
            elif rows[d]["figure"]:
                # each figure stands on a place of its own, so that no two of them are alike
                copies[d] = copies.get(d, 0) + 1
                name += f"@{copies[d]}"
            sign = SUITS[suit] if rank else None
            made.append(Card(k.FIRST_CARD + i, name, pack, rank or None, sign, definitions[d]))
        self.cards = tuple(made)
        alike: dict[str, list[int]] = {}
        self.copy_names: dict[int, str] = {}
        for card in self.cards:
            same = alike.setdefault(card.id, [])
            same.append(card.index)
            self.copy_names[card.index] = card.id if len(same) == 1 else f"{card.id}#{len(same)}"
        self.copy_by_name = {name: c for c, name in self.copy_names.items()}
        self.card_by_id = {id: same[0] for id, same in alike.items()}
        self.copies_of = {c: tuple(same) for same in alike.values() if len(same) > 1 for c in same}

    # ---- languages

    def speak(self, lang: str) -> Rules:
        """The same rules, speaking another language: names, sentences, prompts and reasons.

        Nothing but words is different: games, actions, saves and records of the one go with the other. What
        is not translated stays as it is.

        >>> import bangrules as bang
        >>> rules = bang.load("base")
        >>> rules.speak("hu").definitions["jail"].name, rules.speak("hu").digest == rules.digest
        ('Börtön', True)

        :raises PackError: the packs don't speak it.
        """
        found = self._spoken.get(lang) if isinstance(lang, str) else None
        if found is None:
            from bangrules.play.speaking import translated

            found = object.__new__(Rules)
            found.__dict__.update(self.__dict__, language=lang, tables=translated(self._spoken[OWN], lang))
            found._read()
            self._spoken[lang] = found
        return found

    def say(self, phrase: str, /, **values: object) -> str:
        """Something that no card file says, in the language of the rules: see `vocabulary.phrases`."""
        if self.language != OWN:
            phrase = self.tables["languages"][self.language][2].get(phrase, phrase)
        return filled(phrase, **values)

    # ---- actions

    def knows(self, action: object) -> bool:
        """Whether something is an action of these very rules."""
        if type(action) is not Action:
            return False
        return action in self._made or self._passing.get(action.origin[1]) is action

    def _intern(self, key: tuple[Any, ...], action: Action, keep: bool = True) -> Action:
        """The one action of a key; without `keep` it is there for as long as somebody holds it."""
        with _INTERNING:
            found: Action | None = self.ns["ACTIONS_MADE"].get(key) or self._passing.get(key)
            if found is None:
                found = action
            if keep:
                self.ns["ACTIONS_MADE"][key] = found
                self._made.add(found)
            else:
                self._passing[key] = found
        return found

    def _pass(self, p: int, verb: str) -> Action:
        key = (p, verb)
        made: Action | None = self.ns["ACTIONS_MADE"].get(key)
        if made is None:
            word, text = "end" if verb == "ends" else "pass", f"{SEAT_LETTERS[p]} {verb}"
            made = self._intern(
                key, Action(p, word, text, kind="pass", do=self.ns["do_pass"], origin=(self, key))
            )
        return made

    def _new_action(
        self, n: int, p: int, c: int | None, form: int | None, t: int | None, apart: bool = False
    ) -> Action:
        apart = apart and c in self.copies_of
        if c in self.copies_of and not apart:
            c = self.copies_of[c][0]
        key = (n, p, (c,) if apart else c, form, t)
        found: Action | None = self.ns["ACTIONS_MADE"].get(key)
        if found is None:
            act = self.tables["actions"][n]
            name = self.short[act["owner"]] if c is None else self.numbered(c) if apart else self.card_name(c)
            text = f"{SEAT_LETTERS[p]} {VERBS[act['verb']]} {name}"
            if act["name"] is not None:
                text += f" {act['name']}"
            if form is not None:
                text += f" as {self.short[form]}"
            if t is not None:
                text += f" on {self.thing_name(t)}"
            way = self.way(n, act["owner"] if c is None else self.definition_of(c) if form is None else form)
            if way > 1:
                text += f" [{way}]"
            plain = not (act["anytime"] or act["may_fail"] or form is not None)
            do = (self.ns["DO"][n] if plain else None) or self.ns["do_any"]
            very = c if apart else None
            made = Action(p, act["verb"], text, n, c, form, t, very, do=do, origin=(self, key))
            found = self._intern(key, made)
        return found

    def way(self, n: int, d: int) -> int:
        """Which of several actions that one definition offers at one time this is, counting from 1."""
        acts = self.tables["actions"]

        def kind(m: int) -> tuple[Any, ...]:
            a = acts[m]
            return a["verb"], a["name"], a["target_type"] if a["one"] else None

        here = acts[n]
        rivals = {m for what, _, m in self.tables["contributions"].get(d, ()) if what == "act" and m < n}
        return 1 + len([m for m in rivals if kind(m) == kind(n) and meet(acts[m], here)])

    def choice(self, p: int, member: str, value: Any, kind: str = "") -> Action:
        """The action of choosing a value; `kind` is `random` for an unseen card, `pass` for nothing.

        To choose a card is to choose any equal copy of it, but for a `kind` of `apart`.
        """
        made = self.ns["ACTIONS_MADE"]
        asked = (p, member, value, kind)
        found: Action | None = made.get(asked)
        if found is None:
            if kind == "pass":
                found = self._pass(p, "passes")
            else:
                sort = "random" if kind == "random" else sort_of(member, value)
                if sort == "card" and value in self.copies_of:
                    value = (value,) if kind == "apart" else self.copies_of[value][0]
                found = self._choosing(p, sort, member, value, "random" if kind == "random" else "choose")
            made[asked] = found
        return found

    def _number(self, p: int, value: int) -> Action:
        """The action of choosing a number; there is no end of them, so they stay only while they are held."""
        return self._choosing(p, "number", "number", value, "choose", keep=False)

    def _choosing(self, p: int, sort: str, member: str, value: Any, kind: str, keep: bool = True) -> Action:
        key = (p, "choose", sort, value, kind)
        found: Action | None = self.ns["ACTIONS_MADE"].get(key)
        if found is None:
            apart = isinstance(value, tuple)
            if apart:
                (value,) = value
            card = value if sort == "card" else None
            what = value if kind == "random" else value_name(self, member, value)
            text = f"{SEAT_LETTERS[p]} chooses {self.numbered(value) if apart else what}"
            made = Action(p, "choose", text, value=value, kind=kind, card=card, origin=(self, key))
            found = self._intern(key, made, keep)
        return found

    def action_of(self, key: tuple[Any, ...]) -> Action:
        """The action that is kept under a key."""
        found: Action | None = self.ns["ACTIONS_MADE"].get(key)
        if found is not None:
            return found
        if len(key) == 2:
            return self._pass(*key)
        if key[1] == "choose":
            p, _, sort, value, kind = key
            return self._choosing(p, sort, sort, value, kind)
        n, p, c, form, t = key
        return self._new_action(n, p, c[0] if isinstance(c, tuple) else c, form, t, isinstance(c, tuple))

    def parse(self, text: str) -> Action:
        """The action that a text names, whether it is legal anywhere or not.

        >>> import bangrules as bang
        >>> bang.load("base").parse("A plays bang@A♠ on B")
        <Action: A plays bang@A♠ on B>

        :raises ActionParseError: it names none.
        """
        from bangrules.play.parse import actions_named

        return actions_named(self, text)[0]

    # ---- names

    def definition_of(self, c: int) -> int:
        """The definition a card is a copy of, by its number."""
        return self.cards[c - k.FIRST_CARD].definition.index

    def card_name(self, c: int) -> str:
        """`bang@A♠`."""
        return self.cards[c - k.FIRST_CARD].id

    def numbered(self, c: int) -> str:
        """`beer@6♥#2`: which of several equal copies a card is."""
        return f"{self.card_name(c)}#{self.copies_of[c].index(c) + 1}"

    def thing_name(self, t: int) -> str:
        """A seat's letter, a value's name, or a card's, where `beer@6♥#2` is the second of equal copies."""
        return self.copy_names.get(t) or value_name(self, "thing", t)

    def value_name(self, type_: str, value: Any) -> str:
        """A value of a type, as actions and scenarios write it."""
        return value_name(self, type_, value)

    def text_of(self, id: str, *, generated: bool = False) -> str:
        """The rules text of a card, character, role, event or border, by its id, or `pack.id`.

        It is what the card file has written, in the language of the rules; if it has nothing, the text that
        is made from the program, which is in English. `generated` asks for that one alone. What does nothing
        has an empty text.

        >>> import bangrules as bang
        >>> bang.load("base").text_of("stagecoach")
        'Draw 2 cards.'

        :raises PackError: nothing is called so.
        """
        from bangrules.play.speaking import rules_text

        return rules_text(self, id, generated)

    # ---- games

    def new_game(
        self,
        /,
        players: int | Sequence[str] = 4,
        seed: int | None = None,
        *,
        forced: str = "resolve",
        history: bool = True,
        **table: Any,
    ) -> Game:
        """A new game, at its first decision.

        `players` says how many play, or their names. Everything random comes from `seed`; without one it is
        drawn. With `forced="resolve"` a decision that leaves one action only is passed over; with
        `forced="ask"` it is asked too, so that nobody learns from a pause, or its absence, what a hand holds.
        Without `history` nothing can be taken back, and games are quicker.

        `options` is a mapping of the rules' options that are not as usual. A game that goes on from a table
        of your own is given `seats`, and more: see `bangrules.play.table.given_state`.

        >>> import bangrules as bang
        >>> rules = bang.load("base")
        >>> rules.new_game(players=["Ann", "Ben", "Cleo", "Dan"], seed=3).players
        ('Ann', 'Ben', 'Cleo', 'Dan')

        :raises TableError: something is given that can't be.
        :raises RuleError: the card files went wrong.
        """
        from bangrules.play.beginning import begun
        from bangrules.play.game import Game

        return begun(Game, self, players, seed, forced, history, table)

    # ---- copies

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from bangrules.play.compiled import engine_stamp

        if self.language != OWN:
            return spoken, (self._spoken[OWN], self.language)
        if self.name is None:
            self.name = os.urandom(16).hex()
            _PICKLED[self.name] = self
        code = marshal.dumps(self.code)
        return unpickled, (self.name, engine_stamp(), self.digest, code, self.tables, self.packs)

    def __repr__(self) -> str:
        return f"<Rules {'+'.join(self.packs)}: {len(self.cards)} cards, digest {self.digest[:8]}>"


_PICKLED: WeakValueDictionary[str, Rules] = WeakValueDictionary()
_INTERNING = Lock()


def unpickled(
    name: str, stamp: str, digest: str, code: bytes, tables: dict[str, Any], packs: tuple[str, ...]
) -> Rules:
    """The rules that were pickled: the very ones where they are, and elsewhere one object for them all.

    :raises PackError: another version of Python or of the library has pickled them.
    """
    from bangrules.play.compiled import engine_stamp

    found = _PICKLED.get(name)
    if found is None:
        if stamp != engine_stamp():
            raise PackError("these rules were pickled by another version of Python or of the library")
        made = Rules(digest, marshal.loads(code), tables, list(packs))
        made.name = name
        found = _PICKLED.setdefault(name, made)
    return found


def spoken(rules: Rules, lang: str) -> Rules:
    """Rules in a language, to be read from a pickle."""
    return rules.speak(lang)


def meet(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether two actions may be offered at one time."""
    return bool(set(a["windows"]) & set(b["windows"]))


VERBS = {"play": "plays", "use": "uses", "answer": "answers"}
