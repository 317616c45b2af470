"""Hypothesis strategies for card files, shaped like the syntax tree.

Each draws what is written together with the tree that it must become. Blocks are lists of lines, so that
whoever draws them may put blank lines and comments between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeVar

from hypothesis import strategies as st

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.words import keywords

T = TypeVar("T")


class Draw(Protocol):
    """What Hypothesis hands to a composite strategy."""

    def __call__(self, strategy: st.SearchStrategy[T]) -> T: ...


Written = tuple[str, T]
Lines = tuple[list[str], T]

How = Literal["one", "exactly", "up to", "any"]
When = Literal["before", "after", "instead of"]
Order = Literal["first", "last"] | None
Op = Literal["set", "+", "-", "least", "most"]
Verb = Literal["play", "use", "answer"]

RANKS = {rank: str(rank) for rank in range(2, 11)} | {11: "J", 12: "Q", 13: "K", 14: "A"}
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}

names = st.from_regex(r"[a-zé][a-z_0-9]{0,5}!?", fullmatch=True).filter(lambda name: name not in keywords())
strings = st.text(
    st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp"), exclude_characters='"'), max_size=8
)
numbers = st.integers(0, 999)
seats = st.sampled_from("ABCDEFGH")


def quoted(text: str | None, lead: str = " ") -> str:
    return "" if text is None else f'{lead}"{text}"'


@st.composite
def faces(draw: Draw) -> Written[s.Face]:
    rank, suit = draw(st.sampled_from(sorted(RANKS))), draw(st.sampled_from(sorted(SUITS)))
    return RANKS[rank] + draw(st.sampled_from((suit, SUITS[suit]))), s.Face(rank, suit)


@st.composite
def runs(draw: Draw) -> Written[s.Faces]:
    first, last = sorted((draw(st.integers(2, 14)), draw(st.integers(2, 14))))
    suit = draw(st.sampled_from(sorted(SUITS)))
    return (
        f"{RANKS[first]}{suit}..{RANKS[last]}{suit}",
        s.Faces(s.Face(first, suit), s.Face(last, suit)),
    )


patterns: st.SearchStrategy[Written[Any]] = faces() | runs()


def _compound(inner: st.SearchStrategy[Written[s.Expr]]) -> st.SearchStrategy[Written[s.Expr]]:
    operators = ("+", "-", "*", "..", "<", "<=", ">", ">=", "and", "or", "is", "is not", "in", "not in")
    binary = st.tuples(inner, st.sampled_from(operators), inner).map(
        lambda it: (f"({it[0][0]} {it[1]} {it[2][0]})", s.Binary(it[1], it[0][1], it[2][1]))
    )
    negated = inner.map(lambda it: (f"(not {it[0]})", s.Not(it[1])))
    where = st.tuples(inner, inner).map(
        lambda it: (f"({it[0][0]} where {it[1][0]})", s.Where(it[0][1], it[1][1]))
    )
    attribute = st.tuples(inner, names).map(lambda it: (f"{it[0][0]}.{it[1]}", s.Attribute(it[0][1], it[1])))
    several = st.lists(inner, max_size=3)
    apply = st.tuples(names, several).map(
        lambda it: (
            f"{it[0]}({', '.join(text for text, _ in it[1])})",
            s.Apply(it[0], tuple(node for _, node in it[1])),
        )
    )
    listing = several.map(
        lambda it: (f"[{', '.join(text for text, _ in it)}]", s.Listing(tuple(node for _, node in it)))
    )
    return st.one_of(binary, negated, where, attribute, apply, listing)


_leaves: st.SearchStrategy[Written[Any]] = st.one_of(
    names.map(lambda name: (name, s.Name(name))),
    numbers.map(lambda number: (str(number), s.Number(number))),
    patterns,
    st.sampled_from(sorted(SUITS)).map(lambda suit: (suit, s.Suit(suit))),
)
exprs: st.SearchStrategy[Written[Any]] = st.recursive(_leaves, _compound, max_leaves=6)
# What may decide or be changed: `p`, `p.life`.
refs: st.SearchStrategy[Written[Any]] = st.lists(names, min_size=1, max_size=3).map(
    lambda parts: (".".join(parts), _attributes(parts))
)


def _attributes(parts: list[str]) -> s.Expr:
    found: s.Expr = s.Name(parts[0])
    for part in parts[1:]:
        found = s.Attribute(found, part)
    return found


@st.composite
def calls(draw: Draw) -> Written[s.Call]:
    name = draw(names)
    args = draw(st.lists(exprs, max_size=2))
    labels = draw(
        st.lists(
            st.tuples(st.sampled_from(("from", "to", "by", "on", "for", "with", "needs")), exprs), max_size=2
        )
    )
    text = " ".join(
        (name, ", ".join(text for text, _ in args), *(f"{word} {text}" for word, (text, _) in labels))
    )
    return text, s.Call(
        name, tuple(node for _, node in args), tuple(s.Label(word, node) for word, (_, node) in labels)
    )


# ---- statements


@st.composite
def simple(draw: Draw) -> Written[s.Stmt]:
    """A statement of one line without a block."""
    match draw(st.integers(0, 8)):
        case 0:
            text, value = draw(exprs)
            name = draw(names)
            return f"let {name} = {text}", s.Let((name,), (value,))
        case 1:
            target, node = draw(refs)
            op = draw(st.sampled_from(("=", "+=", "-=")))
            text, value = draw(exprs)
            return f"{target} {op} {text}", s.Assign((node,), op, (value,))
        case 2:
            return draw(chooses())
        case 3:
            text, value = draw(exprs)
            return f"return {text}", s.Return(value)
        case 4:
            name = draw(names)
            return f"end {name}", s.End(name)
        case 5:
            text, call = draw(calls())
            return text, s.Do(call)
    return draw(
        st.sampled_from(
            [("pass", s.Pass()), ("proceed", s.Proceed()), ("fail", s.Fail()), ("return", s.Return())]
        )
    )


@st.composite
def chooses(draw: Draw) -> Written[s.Choose]:
    who, who_node = draw(refs)
    prompt, name = draw(st.none() | strings), draw(names)
    text, of = draw(exprs)
    how: How = draw(st.sampled_from(("one", "exactly", "up to", "any")))
    amount, amount_node = draw(exprs) if how in ("exactly", "up to") else ("", None)
    words = {"one": "", "exactly": amount, "up to": f"up to {amount}", "any": "any"}[how]
    hidden, hidden_node = draw(st.none() | exprs) or ("", None)
    tail = f", or random {hidden}" if hidden_node is not None else ""
    return (
        f"{who} chooses{quoted(prompt)} {words} {name} in {text}{tail}",
        s.Choose(who_node, name, of, how, amount_node, hidden_node, prompt),
    )


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


@st.composite
def blocks(draw: Draw, head: str, depth: int) -> Lines[s.Block]:
    """The line `head` with `:` and a block, behind it or below."""
    if draw(st.booleans()):
        text, stmt = draw(simple())
        return [f"{head}: {text}"], (stmt,)
    parts = draw(st.lists(stmts(depth + 1), min_size=1, max_size=3))
    return [f"{head}:", *(line for lines, _ in parts for line in indented(lines))], tuple(
        stmt for _, stmt in parts
    )


@st.composite
def stmts(draw: Draw, depth: int = 0) -> Lines[s.Stmt]:
    if depth > 2 or draw(st.booleans()):
        text, stmt = draw(simple())
        return [text], stmt
    text, node = draw(exprs)
    kind = draw(st.sampled_from(("if", "while", "repeat", "for", "may", "may choose", "at", "do")))
    name = draw(names)
    who, who_node = draw(refs)
    prompt = draw(st.none() | strings)
    call_text, call = draw(calls())
    heads = {
        "if": f"if {text}",
        "while": f"while {text}",
        "repeat": f"repeat {text}",
        "for": f"for {name} in {text}",
        "may": f"{who} may{quoted(prompt)}",
        "may choose": f"{who} may{quoted(prompt)} choose {name} in {text}",
        "at": f"at end of {name}",
        "do": call_text,
    }
    lines, body = draw(blocks(heads[kind], depth))
    otherwise: s.Block = ()
    if kind in ("if", "may", "may choose", "do") and draw(st.booleans()):
        if draw(st.booleans()):
            cond, cond_node = draw(exprs)
            more, inner = draw(blocks(f"else if {cond}", depth))
            otherwise = (s.If(cond_node, inner),)
        else:
            more, otherwise = draw(blocks("else", depth))
        lines += more
    found: dict[str, Callable[[], s.Stmt]] = {
        "if": lambda: s.If(node, body, otherwise),
        "while": lambda: s.While(node, body),
        "repeat": lambda: s.Repeat(node, body),
        "for": lambda: s.For(name, node, body),
        "may": lambda: s.May(who_node, prompt, body, otherwise),
        "may choose": lambda: s.MayChoose(who_node, name, node, body, otherwise, prompt),
        "at": lambda: s.AtEnd(name, body),
        "do": lambda: s.Do(call, body, otherwise),
    }
    return lines, found[kind]()


# ---- declarations


@st.composite
def clauses(draw: Draw) -> Written[tuple[s.Clause, ...]]:
    found: list[Written[s.Clause]] = []
    for kind in draw(st.lists(st.integers(0, 6), max_size=3)):
        text, node = draw(exprs)
        reason, name = draw(st.none() | strings), draw(names)
        match kind:
            case 0:
                found.append((f"on one of {text}{quoted(reason)}", s.Clause("on one", node, text=reason)))
            case 1:
                found.append((f"on {text}{quoted(reason)}", s.Clause("on", node, text=reason)))
            case 2:
                found.append((f"costs this{quoted(reason)}", s.Clause("costs", text=reason)))
            case 3:
                found.append(
                    (f"costs {text} {name}{quoted(reason)}", s.Clause("costs", node, name, text=reason))
                )
            case 4:
                found.append(
                    (f"limit {text} per {name}{quoted(reason)}", s.Clause("limit", node, name, text=reason))
                )
            case 5:
                found.append((f"if {text}{quoted(reason)}", s.Clause("if", node, text=reason)))
            case _:
                found.append(("anytime", s.Clause("anytime")))
    return ", ".join(text for text, _ in found), tuple(node for _, node in found)


@st.composite
def params(draw: Draw) -> Written[tuple[s.Param, ...]]:
    found: list[Written[s.Param]] = []
    for name, type, optional in draw(st.lists(st.tuples(names, names, st.booleans()), max_size=3)):
        label = draw(st.none() | st.sampled_from(("by", "to", "with")))
        text, default = draw(st.none() | exprs) or ("", None)
        written = f"{f'{label} ' if label else ''}{name}: {type}{'?' * optional}"
        found.append(
            (
                written + (f" = {text}" if default is not None else ""),
                s.Param(name, s.TypeName(type, optional), label, default),
            )
        )
    return ", ".join(text for text, _ in found), tuple(node for _, node in found)


@st.composite
def targets(draw: Draw) -> Written[s.Target]:
    name = draw(names)
    args = draw(st.none() | st.lists(exprs | st.just(("_", s.Anything())), max_size=3))
    if args is None:
        return name, s.Target(name)
    return f"{name}({', '.join(text for text, _ in args)})", s.Target(name, tuple(node for _, node in args))


@st.composite
def rules(draw: Draw) -> Lines[s.Decl]:
    """A declaration that may also be an item of a definition."""
    name, text = draw(names), draw(st.none() | strings)
    written, node = draw(exprs)
    match draw(st.integers(0, 6)):
        case 0:
            type, optional = draw(names), draw(st.booleans())
            return [f"field {name}: {type}{'?' * optional} = {written}{quoted(text)}"], s.FieldDecl(
                name, s.TypeName(type, optional), default=node, text=text
            )
        case 1:
            listed, found = draw(params())
            return [f"stat {name}({listed}){quoted(text)}: {written}, at least 1"], s.StatDecl(
                name, found, node, bound=("least", s.Number(1)), text=text
            )
        case 2:
            listed, found = draw(params())
            lines, body = draw(blocks(f"procedure {name}({listed}) gives {name}{quoted(text)}", 1))
            return lines, s.ProcDecl(name, found, body, s.TypeName(name), text)
        case 3:
            when: When = draw(st.sampled_from(("before", "after", "instead of")))
            aim, target = draw(targets())
            order: Order = draw(st.sampled_from((None, "first", "last")))
            cond = draw(st.booleans())
            head = f"{when} {aim} gives {name}{f' {order}' if order else ''}"
            head += (", " if order else " ") + f"if {written}" if cond else ""
            lines, body = draw(blocks(head, 1))
            return lines, s.Hook(when, target, body, name, order, node if cond else None)
        case 4:
            aim, target = draw(targets())
            op: Op = draw(st.sampled_from(("set", "+", "-", "least", "most")))
            sign = {"set": "", "+": "+ ", "-": "-", "least": "at least ", "most": "at most "}[op]
            return [f"modify {aim}: {sign}{written}{quoted(text)}"], s.Modify(target, op, node, text=text)
        case 5:
            listed, limits = draw(clauses())
            verb: Verb = draw(st.sampled_from(("play", "answer")))
            window = name if verb == "answer" else None
            return [f"{verb} {window or ''}{quoted(text)} {listed}"], s.Action(
                verb, window, limits, None, text
            )
    listed, limits = draw(clauses())
    lines, body = draw(blocks(f"use{quoted(text)} {listed}", 1))
    return lines, s.Action("use", None, limits, body, text)


@st.composite
def provisos(draw: Draw) -> Lines[s.Proviso]:
    written, node = draw(exprs)
    found = draw(
        st.lists(rules().filter(lambda x: isinstance(x[1], s.Hook | s.Modify)), min_size=1, max_size=3)
    )
    lines = [f"if {written}:", *(line for inner, _ in found for line in indented(inner))]
    return lines, s.Proviso(node, tuple(item for _, item in found if isinstance(item, s.Hook | s.Modify)))


@st.composite
def definitions(draw: Draw) -> Lines[s.Definition]:
    name, title, border = draw(names), draw(st.none() | strings), draw(names)
    items = draw(st.lists(rules(), max_size=3))
    copies = draw(st.lists(patterns, min_size=1, max_size=3))
    lines = [f"card {name}{quoted(title)} {border} 2", "    copies " + " ".join(text for text, _ in copies)]
    lines += [line for written, _ in items for line in indented(written)]
    return lines, s.Definition(
        "card",
        name,
        title,
        border,
        2,
        items=(s.Copies(tuple(node for _, node in copies)), *(item for _, item in items)),
    )


# ---- scenarios


@st.composite
def things(draw: Draw) -> Written[sc.Thing]:
    name, seat = draw(names), draw(seats)
    text, face = draw(faces())
    return draw(
        st.sampled_from(
            [
                (name, sc.Thing(id=name)),
                (f"{name}@{text}", sc.Thing(id=name, face=face)),
                (text, sc.Thing(face=face)),
                (seat, sc.Thing(seat=seat)),
                (f"{seat}.{name}@{text}", sc.Thing(id=name, face=face, seat=seat)),
                (f"random {name} {seat}", sc.Thing(random=name, seat=seat)),
                ("7", sc.Thing(number=7)),
                (face.suit, sc.Thing(suit=face.suit)),
            ]
        )
    )


@st.composite
def scenarios(draw: Draw) -> Lines[sc.Scenario]:
    title = draw(strings)
    lines: list[Written[sc.Line]] = []
    for kind in draw(st.lists(st.integers(0, 4), min_size=1, max_size=4)):
        seat, name = draw(seats), draw(names)
        written, thing = draw(things())
        text, face = draw(faces())
        match kind:
            case 0:
                lines.append(
                    (
                        f"seat {seat} {name} life 3 hand {text} {name}@{text}",
                        sc.SeatLine(
                            seat,
                            (name,),
                            (
                                sc.Detail("life", (sc.Thing(number=3),)),
                                sc.Detail("hand", (sc.Thing(face=face), sc.Thing(id=name, face=face))),
                            ),
                        ),
                    )
                )
            case 1:
                lines.append((f"deck {text}", sc.ZoneLine("deck", (sc.Thing(face=face),))))
            case 2:
                lines.append(
                    (
                        f"{seat} plays {name}@{text} on {written} with {text}",
                        sc.StepLine(
                            seat,
                            sc.Deed(
                                "plays",
                                (sc.Thing(id=name, face=face),),
                                None,
                                thing,
                                (sc.Thing(face=face),),
                            ),
                        ),
                    )
                )
            case 3:
                lines.append(
                    (
                        f"{seat} chooses {written}, {text}",
                        sc.StepLine(seat, sc.Deed("chooses", (thing, sc.Thing(face=face)))),
                    )
                )
            case _:
                lines.append((f"expect {seat} is {name}", sc.ExpectLine("is", seat, name)))
    return [f'scenario "{title}"', *indented([text for text, _ in lines])], sc.Scenario(
        title, tuple(node for _, node in lines)
    )


@st.composite
def translations(draw: Draw) -> Lines[s.TranslationDecl]:
    code, name = draw(names), draw(st.none() | strings)
    lines: list[Written[s.NameRow | s.TextRow]] = []
    for _ in range(draw(st.integers(1, 3))):
        said, text = draw(st.one_of(names, strings.map(lambda text: f'"{text}"'))), draw(strings)
        if said.startswith('"'):
            lines.append((f'{said} "{text}"', s.TextRow(said[1:-1], text)))
        elif draw(st.booleans()):
            lines.append((f'{code}.{said} "{text}"', s.NameRow(said, text, code)))
        else:
            lines.append((f'{said} "{text}"', s.NameRow(said, text)))
    return [f"translation {code}{quoted(name)}", *indented([text for text, _ in lines])], s.TranslationDecl(
        code, name, tuple(node for _, node in lines)
    )


@st.composite
def looks(draw: Draw) -> Lines[s.LookDecl]:
    pack, name, color = draw(st.none() | names), draw(names), draw(st.none() | strings)
    shape, drawing = draw(st.tuples(names, st.none()) | st.tuples(st.none(), st.none() | strings))
    id = name if pack is None else f"{pack}.{name}"
    shaped = quoted(drawing) if shape is None else f" {shape}"
    return [f"look {id}{shaped}{quoted(color, ' color ')}"], s.LookDecl(id, shape, drawing, color)


decls: st.SearchStrategy[Lines[Any]] = st.one_of(
    rules(), provisos(), definitions(), scenarios(), translations(), looks()
)


@st.composite
def files(draw: Draw) -> Written[tuple[s.Decl, ...]]:
    """A file with blank lines and comments strewn in, and its declarations."""
    found = draw(st.lists(decls, max_size=4))
    lines = []
    gaps = st.sampled_from(("", "", "", "", "  # x", "   ", "\n", "\n\n", "\n  # y", "\n# z\n"))
    for written, _ in found:
        lines += [line + draw(gaps) for line in written]
    return "".join(f"{line}\n" for line in lines), tuple(node for _, node in found)
