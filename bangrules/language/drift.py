"""Rules texts beside their programs: each is made, and what is written by hand is compared with it.

A written text may say things in its own way. What it must not do is name other numbers, suits or cards than
its program does, or be silent of a symbol: then one of them has been changed and the other forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.english import ORDINALS
from bangrules.language.rules_texts import RulesTexts
from bangrules.language.speaking import BLANK
from bangrules.language.telling import Scope
from bangrules.language.wording import filled

if TYPE_CHECKING:
    from bangrules.language.check import Checker

__all__ = ["facts", "tell"]

SUITS = {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}
COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: n for words in (COUNTS, ORDINALS) for n, word in enumerate(words, 1) if n > 1}
NUMBERS["twice"] = 2
PERHAPS = {"both": 2, "pair": 2, "couple": 2, "double": 2, "dozen": 12}
"""Words that may stand for a number, or say something else."""
WORD = re.compile(r"[a-z]+|\d+")
HYPHENED = re.compile(r"-[a-z]")
SHORT = 4
"""How many letters two words share that say the same."""
LONG = 400
"""How long a text may be to be shown in a warning."""
EMPTY = {"that", "this", "with", "from", "when", "their", "your", "card", "cards", "player"}
"""Words by which no symbol is known."""


def tell(checker: Checker) -> None:
    """Make the rules texts of all definitions; warn where one that is written says something else."""
    texts = RulesTexts(checker)
    for definition in checker.model.definitions:
        definition.told = texts.text_of(definition)
    rules = checker.declarations(s.ProcDecl, s.StatDecl, s.Hook, s.Modify, s.Proviso)
    in_rules = [{d.name for d in named_in(texts, decl, pack.id)} for pack, decl in rules]
    for definition in checker.model.definitions:
        definition.added = texts.added(definition)
        written = definition.syntax.text
        # one without a program of its own is what the rules of its pack make it
        if written is not None and definition.items and definition.full_id not in texts.untold:
            names = {
                d.name for d in checker.model.definitions
                if d.kind != "border" and d.pack in checker.allows.get(definition.pack, ())
            }  # fmt: skip
            compare(texts, definition, filled(written, checker.model.named.get(written, {})), names, in_rules)
    phrase_numbers(checker)


@frozen
class Facts:
    """What a text names: numbers above one, suits and colors, and the names of cards and the like.

    `perhaps` are the numbers that it may mean: by words as `both`, or within others, as in `four-leaf`.
    """

    numbers: frozenset[int]
    suits: frozenset[str]
    names: frozenset[str]
    perhaps: frozenset[int]


def facts(text: str, names: set[str]) -> Facts:
    """What a text names, of `names` and besides."""
    numbers: set[int] = set()
    perhaps: set[int] = set()
    found, suits = set(), {suit for suit in "♠♥♦♣" if suit in text}
    for name in sorted(names, key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(name)}(?:e?s)?(?!\w)"
        if re.search(pattern, text):
            found.add(name)
            text = re.sub(pattern, " ", text)
    for match in WORD.finditer(text.lower()):
        word = match[0]
        single = word.removesuffix("s")
        if word in NUMBERS:
            (perhaps if HYPHENED.match(match.string, match.end()) else numbers).add(NUMBERS[word])
        elif single in PERHAPS:
            perhaps.add(PERHAPS[single])
        elif word.isdigit() and (number := int(word[:10])) > 1:
            numbers.add(number)  # programs have nine digits at most
        elif single in SUITS or word in ("red", "black"):
            suits.add(SUITS.get(single, word))
    return Facts(frozenset(numbers), frozenset(suits), frozenset(found), frozenset(perhaps))


def compare(
    texts: RulesTexts, definition: m.Definition, written: str, names: set[str], in_rules: list[set[str]]
) -> None:
    """Warn if a written text and the program don't name the same.

    What a text may name besides: the number that one is changed to, the cards that only a phrase names, and
    those that the rules name together with it, `in_rules`.
    """
    checker = texts.checker
    others = names - {definition.name}
    said, done = facts(written, others), facts(definition.told, others)
    own = {d.name for item, where in definition.items for d in named_in(texts, item, where.pack)}
    besides = {name for together in in_rules if definition.name in together for name in together}
    parts = []
    nothing: frozenset[int] = frozenset()
    for have, want, may, perhaps in (
        (said.numbers, done.numbers, done.numbers | changed_to(texts, definition), said.perhaps),
        (said.suits, done.suits, done.suits, nothing),
        (said.names, done.names & own, done.names | own | besides, nothing),
    ):
        if want - have - perhaps:
            parts.append(f"only the program has {listed(want - have - perhaps)}")
        if have - may:
            parts.append(f"only the text has {listed(have - may)}")
    silent = sorted(id for id in symbols(definition) if not speaks_of(definition.syntax.text, id, texts))
    if silent:
        parts.append(f"the text is silent of {', '.join(f'`{id}`' for id in silent)}")
    if parts:
        checker.warn(
            "W0801",
            definition.syntax.text_at,
            f"this text and its program differ: {'; '.join(parts)}",
            f'the program says: "{definition.told}"' if len(definition.told) < LONG else None,
        )


def listed(parts: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, parts)))


def named_in(texts: RulesTexts, item: s.Node, pack: str) -> Iterator[m.Definition]:
    """The cards and the like that a piece of a pack's program names."""
    scope = Scope(pack)
    for node in s.nodes(item):
        if isinstance(node, s.Name | s.Attribute):
            found = texts.definition(node, scope)
            if found is not None:
                yield found


def changed_to(texts: RulesTexts, definition: m.Definition) -> set[int]:
    """The numbers that `+` and `-` make of the usual ones, and those themselves."""
    found = set()
    for item, where in definition.items:
        if isinstance(item, s.Modify) and item.op in "+-":
            base = texts.fold_stat(item.target.name)
            change = texts.fold(item.value, Scope(where.pack, where, definition))
            if isinstance(base, int) and isinstance(change, int):
                found |= {base, base + change if item.op == "+" else base - change}
    return found


def phrase_numbers(checker: Checker) -> None:
    """Warn of numbers that only the phrase of a procedure or stat has."""
    for _, decl in checker.declarations(s.PhraseDecl):
        numbers = facts(BLANK.sub(" ", decl.text), set()).numbers
        if not numbers:
            continue
        known: set[int] = set()
        pending, seen = [decl.id], set()
        while pending:
            id = pending.pop()
            told: s.ProcDecl | s.StatDecl | None = None
            if id in checker.proc_syntax:
                told = checker.proc_syntax[id][0]
            elif id in checker.stat_syntax:
                told = checker.stat_syntax[id][0]
            if told is None or id in seen:
                continue
            seen.add(id)
            for node in s.nodes(told):
                if isinstance(node, s.Number):
                    known.add(node.value)
                if isinstance(node, s.Call | s.Apply):
                    pending.append(node.name)
        left = numbers - known
        if left and seen:
            checker.warn(
                "W0801",
                decl.at,
                f"this phrase and the program of `{decl.id}` differ: only the phrase has {listed(left)}",
                "mend the phrase, or let a parameter say the number, as `{n card}`",
            )


def symbols(definition: m.Definition) -> set[str]:
    """The procedures and windows in capitals that a program uses: the symbols of printed cards."""
    found = set()
    for item, where in definition.items:
        if where.kind != "border" or isinstance(item, s.Hook | s.Modify):
            for node in s.nodes(item):
                name = node.name if isinstance(node, s.Call | s.Apply) else None
                if isinstance(node, s.Action):
                    name = node.window
                if name is not None and name.isupper():
                    found.add(name)
    return found


def speaks_of(written: str, id: str, texts: RulesTexts) -> bool:
    """Whether a text has a word of the phrases of a symbol; without phrases nobody can tell."""
    model, called = texts.model, {id}
    if id in texts.checker.proc_syntax:
        body = texts.checker.proc_syntax[id][0].body
        called |= {x.name for x in s.nodes(body) if isinstance(x, s.Call) and not x.name.isupper()}
    phrases = [text for (name, _), text in model.phrases.items() if name in called]

    def kept(blank: re.Match[str]) -> str:
        return blank[1] if blank[1] in model.named.get(blank.string, {}) else blank[1].partition(" ")[2]

    words = {w for text in phrases for w in WORD.findall(BLANK.sub(kept, text).lower())}
    stems = {w[:SHORT] for w in words - EMPTY if len(w) >= SHORT}
    return not stems or any(w[:SHORT] in stems for w in WORD.findall(written.lower()) if len(w) >= SHORT)
