"""Card files gone wrong at random: the base game's, with one declaration changed."""

# ruff: noqa: E501  (lists of scraps)
from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import frozen

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.codes import CATALOGUE
from bangrules.language.diagnostics import Reporter
from bangrules.language.parser import parse_file
from bangrules.language.sources import Source, read_source
from bangrules.language.words import keywords
from bangrules.paths import cards_root

TOKENS = re.compile(
    r'"[^"\n]*"|\n[ \t]*|[^\W\d]\w*!?|(?:10|[2-9JQKA])[♠♥♦♣]|\d+|[♠♥♦♣]|\.\.|[<>]=?|[+-]=|[^\s\w]|[ \t]+'
)
MORE = [
    *("0", "1", "2", "99", "999999999", "♥", "9♠", "2♠..9♠", "_", "(", ")", "[", "]", ",", ":", ".", "..", "+", "-"),
    *("*", "<", ">=", "=", "+=", "none", "nobody", "empty", "unlimited", "yes", "no", "red", "count(", "any("),
    *("item(", "distinct(", "leading(", "lowest(", "top(", "roll(", "random(", "shuffled(", "can_act(", "all("),
    *("some(", "shown(", "during(", "players.hand", "self.hand", "p.table", "everyone.life", "deck", "discards"),
    *("where it.life > 1", "where it is red", "[bang, missed]", "1..3", "is none", "is not none", "is empty"),
]  # fmt: skip
STATEMENTS = [
    "let x = {e}", "let x, y = {e}, {e}", "x = {e}", "{f} = {e}", "{f} += {e}", "if {e}: pass", "if {e}: return",
    "while {e}: settle", "repeat {e}: settle", "for x in {e}: discard {e}", "return {e}", "return", "proceed", "fail",
    "pass", "end turn", "end effect", "at end of effect: DRAW {e}", "at end of turn: {f} = {e}", "move {e} to {e}",
    "show {e} to {e}", "win {e}", "offer main to {e}", "{p} chooses x in {e}", "{p} chooses any x in {e}",
    "{p} chooses {e} x in {e}", '{p} may "do it": DRAW {e}', "{p} may choose x in {e}: discard {e}", "DRAW {e} to {e}",
    "HIT {e}", "HIT {e}, {e} by {e}", "LIFE {e}", "BANG {e}", "discard {e}", "take {e} to {e}", "lay {e} to {e}",
    "draw! {e}: pass", "demand BANG from {e}: pass", "ELIMINATE {e}", "check_victory", "bury({e})",
    "let x = flip({e})", "let x = offer({e}, {e})", "let x = roll({e})", "let x = random({e})",
]  # fmt: skip
PLAYERS = ["self", "target", "p", "author", "first_player", "active", "this.holder", "item(players, 1)"]
FIELDS = [
    "self.life",
    "target.life",
    "p.life",
    "active",
    "turns",
    "fallen",
    "p.role",
    "self.character",
    "p.again",
]


ARROWS = (
    'pack arrows "Arrows"\n    requires example\n\ncard bow "Bow" plain\n    copies 9♠\n\nborder thin\n\n'
    'character archer "Archer" life 4\n\nprocedure shoot(p: player): lose p\n\nstat range(p: player): strength(p)\n'
)
MANIFESTS = [
    'pack mine "Mine"\n    requires example\n',
    'pack mine "Mine"\n    requires example\n    optional arrows\n',
    'pack mine "Mine"\n    requires example, arrows\n',
    'pack mine "Mine"\n    requires example\n    conflicts arrows\n',
]


@frozen
class Original:
    """A declaration of the base game: which it is, its text, and the expressions in it by their offsets."""

    file: int
    place: int
    text: str
    expressions: tuple[tuple[int, int, str], ...]


@frozen
class Base:
    """The files of the base game, and all their declarations."""

    files: tuple[s.File, ...]
    originals: tuple[Original, ...]
    expressions: dict[str, tuple[str, ...]]
    words: tuple[str, ...]


def expressions(node: object) -> Iterator[s.Expr]:
    """All expressions in a piece of syntax."""
    if isinstance(node, s.Expr) and not isinstance(node, s.Call):
        yield node
    if isinstance(node, tuple):
        for part in node:
            yield from expressions(part)
    elif isinstance(node, s.Node) and not isinstance(node, s.Span):
        for slot in node.__attrs_attrs__:
            if slot.name != "at":
                yield from expressions(getattr(node, slot.name))


@cache
def base() -> Base:
    """The base game, read once."""
    sink = Reporter()
    files, originals = [], []
    pool: dict[str, set[str]] = {}
    words: set[str] = set()
    for number, path in enumerate(sorted((cards_root() / "base").glob("*.bang"))):
        source = read_source(path, sink)
        assert source is not None
        file = parse_file(source, sink).file
        files.append(file)
        words.update(re.findall(r"[^\W\d]\w*!?", re.sub(r"#.*", "", source.text)))
        for place, decl in enumerate(file.decls):
            if isinstance(decl, s.PackDecl | sc.Scenario):
                continue
            start, end = decl.at.start, decl.at.end
            found = []
            for ex in expressions(decl):
                text = source.text[ex.at.start : ex.at.end]
                found.append((ex.at.start - start, ex.at.end - start, type(ex).__name__))
                if len(text) < 60:
                    pool.setdefault(type(ex).__name__, set()).add(text)
            originals.append(Original(number, place, source.text[start:end], tuple(found)))
    assert not sink.diagnostics
    kept = {kind: tuple(sorted(texts)) for kind, texts in pool.items()}
    return Base(tuple(files), tuple(originals), kept, tuple(sorted(words | keywords())))


def expression(rng: random.Random, depth: int = 0) -> str:
    """Some expression of the base game, or one made of two."""
    pool = base().expressions
    if depth < 2 and rng.random() < 0.25:
        one, two = expression(rng, depth + 1), expression(rng, depth + 1)
        form = rng.choice(
            ("({} + {})", "({} - {})", "({} is {})", "({} and {})", "({} or {})", "({} where {})", "[{}, {}]",
             "({} in {})", "min({}, {})", "item({}, {})", "({} < {})", "({}..{})", "leading({}, {})")
        )  # fmt: skip
        return form.format(one, two)
    if depth < 2 and rng.random() < 0.15:
        return rng.choice(
            ("count({})", "any({})", "not {}", "({} is none)", "({} is empty)", "({}).hand")
        ).format(expression(rng, depth + 1))
    return rng.choice(pool[rng.choice(sorted(pool))])


def statement(rng: random.Random) -> str:
    """Some statement."""
    text = rng.choice(STATEMENTS)
    while "{" in text:
        kind = text[text.index("{") + 1]
        filled = {"e": expression(rng), "p": rng.choice(PLAYERS), "f": rng.choice(FIELDS)}[kind]
        text = text.replace("{" + kind + "}", filled, 1)
    return text


def mutated(rng: random.Random, original: Original) -> str:
    """The text of a declaration with something changed."""
    text = original.text
    kind = rng.randrange(10)
    if kind < 4 and original.expressions:  # one expression for another
        start, end, sort = rng.choice(original.expressions)
        pool = base().expressions
        new = rng.choice(pool[sort]) if rng.random() < 0.5 else expression(rng)
        return f"{text[:start]}{new}{text[end:]}"
    lines = text.split("\n")
    if kind < 6:  # one statement more
        bodies = [i for i, line in enumerate(lines) if i and line.strip()]
        i = rng.choice(bodies) if bodies else 0
        if not bodies:
            head, colon, _ = lines[0].rpartition(": ")
            lines[0] = f"{head}{colon}{statement(rng)}" if colon else lines[0]
        else:
            margin = lines[i][: len(lines[i]) - len(lines[i].lstrip())]
            lines.insert(i, margin + statement(rng))
        return "\n".join(lines)
    if kind == 6 and len(lines) > 1:  # lines
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        change = rng.randrange(3)
        if change == 0:
            del lines[i]
        elif change == 1:
            lines.insert(j, lines[i])
        else:
            lines[i], lines[j] = lines[j], lines[i]
        return "\n".join(lines)
    if kind == 7:  # cut short
        return text[: rng.randrange(len(text) + 1)]
    return scrambled(rng, text, base().words)


def scrambled(rng: random.Random, text: str, words: tuple[str, ...]) -> str:
    """A text with some of its tokens deleted, doubled, swapped or replaced."""
    tokens = TOKENS.findall(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if not tokens:
            break
        i = rng.randrange(len(tokens))
        change = rng.randrange(4)
        if change == 0:
            del tokens[i]
        elif change == 1:
            tokens.insert(i, rng.choice(tokens))
        elif change == 2:
            tokens[i] = rng.choice(MORE) if rng.random() < 0.4 else rng.choice(words)
        else:
            j = rng.randrange(len(tokens))
            tokens[i], tokens[j] = tokens[j], tokens[i]
    return "".join(tokens)


def changed_packs(rng: random.Random) -> list[str]:
    """Packs made of the catalogue's examples, changed here and there, and packs that they may require."""
    examples = [text for entry in CATALOGUE.values() for text in (entry.bad, entry.good) if text is not None]
    words = tuple(sorted(set(re.findall(r"[^\W\d]\w*!?", "\n".join(examples)))))
    manifest = rng.choice(MANIFESTS)
    text = manifest + "\n" + "\n".join(rng.sample(examples, rng.choice((1, 2, 3))))
    texts = [part for part in re.split(r"^(?=pack )", text, flags=re.M) if part]
    if rng.random() < 0.5:
        texts.insert(0, ARROWS)
    return [text if rng.random() < 0.3 else scrambled(rng, text, words) for text in texts]


def mutant(rng: random.Random, sink: Reporter) -> tuple[list[s.File], str]:
    """The base game's files with one or more declarations changed, and the changed text."""
    files: list[Any] = [list(f.decls) for f in base().files]
    texts = []
    for original in rng.sample(base().originals, rng.choice((1, 1, 1, 2, 3))):
        files[original.file][original.place] = None
        texts.append(mutated(rng, original))
    text = "\n".join(texts) + "\n"
    made = parse_file(Source("mutant.bang", text), sink).file
    kept = [
        s.File(f.path, tuple(d for d in decls if d is not None), at=f.at)
        for f, decls in zip(base().files, files, strict=True)
    ]
    return [*kept, made], text
