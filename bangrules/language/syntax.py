"""The syntax tree of card files: what the parser builds and the checker reads.

Every node is frozen and carries `at`, the place it was written; two nodes are equal when they say the same,
wherever they stand. Names are kept as written and resolved later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import field, frozen


@frozen
class Span:
    """A stretch of one file: `path` as given, 1-based `line` and `column`, and character offsets."""

    path: str
    line: int
    column: int
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


NOWHERE = Span("<none>", 0, 0, 0, 0)


@frozen(kw_only=True)
class Node:
    """Anything with a place in a file."""

    at: Span = field(default=NOWHERE, eq=False, repr=False)


# ---- expressions


@frozen(kw_only=True)
class Expr(Node):
    """Base of all expressions."""


@frozen
class Number(Expr):
    value: int


@frozen
class Text(Expr):
    value: str


@frozen
class Name(Expr):
    """A bare word: a local, `self`, a stat without arguments, a constant, an id, a word of the language."""

    id: str


@frozen
class Anything(Expr):
    """`_` in a hook's or modifier's pattern."""


@frozen
class Face(Expr):
    """One printed face: rank 2..14 and suit `♠♥♦♣`."""

    rank: int
    suit: str

    @property
    def printed_rank(self) -> str:
        """The rank as cards have it: `10`, `J`, `A`."""
        return {11: "J", 12: "Q", 13: "K", 14: "A"}.get(self.rank, str(self.rank))

    def __str__(self) -> str:
        return f"{self.printed_rank}{self.suit}"


@frozen
class Faces(Expr):
    """A run of faces of one suit, `2♠..9♠`, both ends included."""

    first: Face
    last: Face


@frozen
class Suit(Expr):
    suit: str


@frozen
class Attribute(Expr):
    """`of.name`: a field, a zone, a printed fact; also `pack.id`."""

    of: Expr
    name: str


@frozen
class Apply(Expr):
    """`name(args)`: a stat, a word or (where effects may stand) a procedure."""

    name: str
    args: tuple[Expr, ...]


@frozen
class Listing(Expr):
    items: tuple[Expr, ...]


@frozen
class Binary(Expr):
    """`op` is one of `+ - * .. < <= > >= and or is`, `is not`, `in`, `not in`."""

    op: str
    left: Expr
    right: Expr


@frozen
class Not(Expr):
    of: Expr


@frozen
class Where(Expr):
    """`of where cond`; inside `cond` the candidate is `it`."""

    of: Expr
    cond: Expr


@frozen
class TypeName(Node):
    """`number`, `player?`, `cards`."""

    name: str
    optional: bool = False


# ---- statements


@frozen(kw_only=True)
class Stmt(Node):
    """Base of all statements."""


Block = tuple[Stmt, ...]


@frozen
class Label(Node):
    """`from x`, `to p`: a labelled argument."""

    word: str
    value: Expr


@frozen
class Call(Expr):
    """A call in statement form, `VERB args label arg`, or with parentheses; also as a condition."""

    name: str
    args: tuple[Expr, ...]
    labels: tuple[Label, ...] = ()


@frozen
class Do(Stmt):
    """A call, then optionally what happens when it answers yes, and when no."""

    call: Call
    then: Block = ()
    otherwise: Block = ()


@frozen
class If(Stmt):
    cond: Expr
    then: Block
    otherwise: Block = ()


@frozen
class While(Stmt):
    cond: Expr
    body: Block


@frozen
class Repeat(Stmt):
    times: Expr
    body: Block


@frozen
class For(Stmt):
    name: str
    of: Expr
    body: Block


@frozen
class May(Stmt):
    """`p may "text": ...`: a yes or a no of player `who`."""

    who: Expr
    text: str | None
    body: Block
    otherwise: Block = ()


@frozen
class MayChoose(Stmt):
    """`p may choose x in set: ... else: ...`."""

    who: Expr
    name: str
    of: Expr
    body: Block
    otherwise: Block = ()
    text: str | None = None


@frozen
class AtEnd(Stmt):
    """`at end of P: ...`: put off until the innermost running P is over."""

    name: str
    body: Block


@frozen
class Let(Stmt):
    names: tuple[str, ...]
    values: tuple[Expr, ...]


@frozen
class Assign(Stmt):
    """`targets op values`; `op` is `=`, `+=` or `-=`; targets are names and attributes."""

    targets: tuple[Expr, ...]
    op: str
    values: tuple[Expr, ...]


@frozen
class Choose(Stmt):
    """`who chooses [text] [amount] name in of[, or random hidden]`.

    `how` is `one` (no amount written), `exactly`, `up to` or `any`; `amount` is None for `one` and `any`.
    """

    who: Expr
    name: str
    of: Expr
    how: Literal["one", "exactly", "up to", "any"] = "one"
    amount: Expr | None = None
    hidden: Expr | None = None
    text: str | None = None


@frozen
class Return(Stmt):
    value: Expr | None = None


@frozen
class End(Stmt):
    name: str


@frozen
class Proceed(Stmt):
    pass


@frozen
class Fail(Stmt):
    pass


@frozen
class Pass(Stmt):
    pass


# ---- declarations


@frozen(kw_only=True)
class Decl(Node):
    """Base of what stands at the top of a file; `doc` is the `##` comment right above it, if any.

    `id_at` is the place of the name that it declares, NOWHERE when it declares none. `broken` says that parts
    of it could not be read and are missing here: mistakes are reported already, and its body says nothing.
    """

    doc: str | None = field(default=None, eq=False)
    id_at: Span = field(default=NOWHERE, eq=False, repr=False)
    broken: bool = field(default=False, eq=False, repr=False)


@frozen
class Param(Node):
    """`[label] name: type [= default]`."""

    name: str
    type: TypeName
    label: str | None = None
    default: Expr | None = None


@frozen
class PackDecl(Decl):
    """The manifest. `box` says that a game has exactly one such pack."""

    id: str
    name: str
    version: str | None = None
    requires: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    box: bool = False


@frozen
class CopiesMore(Decl):
    """`copies barrel A♣`: more copies of a card declared elsewhere."""

    card: Expr
    faces: tuple[Expr, ...]


@frozen
class OptionDecl(Decl):
    """`bounds` are pairs of `least` or `most` and the number."""

    id: str
    value: Expr
    text: str
    bounds: tuple[tuple[str, Expr], ...] = ()


@frozen
class ValuesDecl(Decl):
    """`values status: alive, dead`; `texts` has the words shown for them, in the same order, or None."""

    id: str
    names: tuple[str, ...]
    texts: tuple[str | None, ...] = ()


@frozen
class WindowDecl(Decl):
    """`window id ["prompt"] [pass "word"]`."""

    id: str
    prompt: str | None = None
    passing: str | None = None


@frozen
class ZoneDecl(Decl):
    """`zone hand of player seen by owner[, in force]["name"]`; `force`: cards lying there are at work."""

    id: str
    of: str | None = None
    seen: Expr | None = None
    force: bool = False
    text: str | None = None


@frozen
class FieldDecl(Decl):
    id: str
    type: TypeName
    of: str | None = None
    default: Expr | None = None
    seen: Expr | None = None
    text: str | None = None


@frozen
class RolesDecl(Decl):
    """`roles 4 [replaces pack]: sheriff, outlaw 2, renegade`."""

    seats: int
    counts: tuple[tuple[str, int], ...]
    replaces: str | None = None


@frozen
class StatDecl(Decl):
    """`stat f(params) [gives type]: base [, at least n]`; `bound` is (`least` | `most`, expr)."""

    id: str
    params: tuple[Param, ...]
    base: Expr
    gives: TypeName | None = None
    bound: tuple[str, Expr] | None = None
    text: str | None = None
    fault: bool = False  # `fault f "what is wrong": squares`: of a board, found when it is loaded


@frozen
class ProcDecl(Decl):
    """`procedure f(params) [gives type] ["log sentence"] [effect]: block`."""

    id: str
    params: tuple[Param, ...]
    body: Block
    gives: TypeName | None = None
    text: str | None = None
    effect: bool = False


@frozen
class StartDecl(Decl):
    """`start game`; `start rounds in turn after ready`: where play begins, new or from a given table."""

    proc: str
    within: str | None = None
    after: str | None = None


@frozen
class ReasonDecl(Decl):
    """`reason blocked "something stands in the way"`: why an action may not be taken, by name."""

    id: str
    text: str


@frozen
class BoardDecl(Decl):
    """`board small_house "The small house" from "small-house.map"`."""

    id: str
    name: str
    file: str


@frozen
class LookDecl(Decl):
    """`look brown color "#8a5a2b"`, `look BANG burst`, `look life "M2 2 h20"`: how something is drawn.

    `shape` names a shape of the library, `drawing` is path data of one's own; `id` may be `pack.id`.
    """

    id: str
    shape: str | None = None
    drawing: str | None = None
    color: str | None = None


@frozen
class TextDecl(Decl):
    """`text key "sentence"`: a sentence of the game's own for something the engine reports."""

    id: str
    text: str


@frozen
class PhraseDecl(Decl):
    """`phrase HIT "{target} loses {n life point}"`: how rules texts speak of it; `window`: of a window."""

    id: str
    text: str
    window: bool = False


@frozen
class Target(Node):
    """What a hook or modifier names: `NAME` or `NAME(patterns)`; `args` is None without parentheses."""

    name: str
    args: tuple[Expr, ...] | None = None


@frozen
class Hook(Decl):
    """`before | after | instead of NAME(patterns) [gives result] [first | last] [, if cond]: block`."""

    when: Literal["before", "after", "instead of"]
    target: Target
    body: Block
    gives: str | None = None
    order: Literal["first", "last"] | None = None
    cond: Expr | None = None


@frozen
class Modify(Decl):
    """`modify STAT(patterns) [if cond]: change "text"`; `op` is `set`, `+`, `-`, `least` or `most`.

    `text` is the reason that a player is told.
    """

    target: Target
    op: Literal["set", "+", "-", "least", "most"]
    value: Expr
    cond: Expr | None = None
    text: str | None = None


@frozen
class Proviso(Decl):
    """`if cond:` with hooks and modifiers below, at work at the tables of which the condition holds."""

    cond: Expr
    rules: tuple[Hook | Modify, ...]


@frozen
class Clause(Node):
    """A clause of an action, in written order; `text` is what is shown when it fails, or `reason` names it.

    kind      value                       extra
    on one    the set of targets
    on        the set, each in turn
    costs     None for `costs this`; else the amount   of: `cards`, or a field's name; cond: `where` condition
    limit     the amount (1 for `once`)   of: the procedure after `per`, or None
    if        the condition
    from      None                        of: the zone
    anytime   None
    """

    kind: Literal["on one", "on", "costs", "limit", "if", "from", "anytime"]
    value: Expr | None = None
    of: str | None = None
    cond: Expr | None = None
    text: str | None = None
    reason: str | None = None


@frozen
class Action(Decl):
    """`play`, `use` or `answer WINDOW`, clauses, and a body (None: nothing happens beyond the answer).

    `id` tells several uses of one definition apart: `use forward ...`, `use turn_left ...`.
    """

    verb: Literal["play", "use", "answer"]
    window: str | None = None
    clauses: tuple[Clause, ...] = ()
    body: Block | None = None
    text: str | None = None
    id: str | None = None


@frozen
class UseAs(Decl):
    """`use X as y clauses`: every card in hand that is X is also a y."""

    what: Expr
    form: Expr
    clauses: tuple[Clause, ...] = ()


@frozen
class Each(Decl):
    """`each play|use|answer clauses` in a border."""

    verb: Literal["play", "use", "answer"]
    clauses: tuple[Clause, ...]


@frozen
class Copies(Decl):
    """`copies A♠ 2♦..A♦` inside a card, or `copies 3` of one that bears no face."""

    faces: tuple[Expr, ...]
    number: int | None = None


Item = Decl
"""What may stand inside a definition: Copies, FieldDecl, StatDecl, ProcDecl, Hook, Modify, Action, UseAs and
Each."""


@frozen
class Definition(Decl):
    """A role, border, card, character or event with its items.

    A figure is a card in all but its looks: it stands on a board. `border` is a card's border, or the border
    that a border `is`, written at `border_at`; `number` a weapon's range or a life. An `open` role is shown
    by whoever gets it.
    """

    kind: Literal["role", "border", "card", "character", "event"]
    id: str
    name: str | None = None
    border: str | None = None
    number: int | None = None
    last: bool = False
    open: bool = False
    replaces: tuple[str, str] | None = None
    like: Expr | None = None
    items: tuple[Item, ...] = ()
    text: str | None = None
    figure: bool = False
    border_at: Span = field(default=NOWHERE, eq=False, repr=False)
    text_at: Span = field(default=NOWHERE, eq=False, repr=False)


# ---- translations


@frozen
class NameRow(Node):
    """`riot_gear "Roham Felszerelés"`: the name of a card or the like; `pack` where it is written."""

    id: str
    text: str
    pack: str | None = None
    id_at: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class TextRow(Node):
    """`"a card to discard" "eldobandó lap"`: what a file says, and how it is said in the other language."""

    said: str
    text: str
    said_at: Span = field(default=NOWHERE, eq=False, repr=False)
    text_at: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class TranslationDecl(Decl):
    """`translation hu "magyar"`: `id` the language, `name` what its speakers call it."""

    id: str
    name: str | None = None
    rows: tuple[NameRow | TextRow, ...] = ()


def nodes(node: object) -> Iterator[Node]:
    """A piece of syntax and all in it, in the order in which it is written."""
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
    elif isinstance(node, Node):
        yield node
        for slot in node.__attrs_attrs__:
            if slot.name != "at":
                yield from nodes(getattr(node, slot.name))


def last_name(e: Expr) -> str:
    """The name of what is assigned to: `n` of `n` and of `x.n`; nothing of anything else."""
    if isinstance(e, Attribute):
        return e.name
    return e.id if isinstance(e, Name) else ""


# ---- files


@frozen
class File(Node):
    """A file. `broken` has the names it probably declares in places that could not be read."""

    path: str
    decls: tuple[Decl, ...]
    broken: frozenset[str] = field(default=frozenset(), eq=False)
