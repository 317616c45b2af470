"""From the parser's trees to the syntax tree: expressions, statements and declarations.

`Builder` is made for one stretch of a file that was parsed on its own. What the grammar lets pass but no file
may say (a run of faces of two suits, a line of a manifest twice) is reported here, and something sensible put
in its place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from attrs import frozen

from bangrules.language import syntax as s
from bangrules.language.diagnostics import Reporter
from bangrules.language.sources import Source
from bangrules.language.words import RESERVED

if TYPE_CHECKING:
    from lark import Token, Tree

    Node = Tree[Token]

__all__ = ["DEEPEST_BLOCK", "DEEPEST_EXPRESSION", "Builder", "Place", "TooDeep", "face_of"]

DEEPEST_EXPRESSION = 60
"""How deep expressions may nest; in `a + b + c` each sign counts."""
DEEPEST_BLOCK = 40
"""How deep statements may nest; each `else if` counts."""

_LETTERS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RANKS = {"J": 11, "Q": 12, "K": 13, "A": 14}
EMOJI = "\ufe0f"
"""What makes an emoji of the suit in front of it; phones and editors put it there unasked."""
_FACE = re.compile(r"(10|[2-9JQKA])([♠♥♦♣SHDC])")


class TooDeep(Exception):
    """Nesting beyond the limits, at `at`."""

    def __init__(self, at: s.Span, what: str, limit: int) -> None:
        super().__init__(what)
        self.at, self.what, self.limit = at, what, limit


@frozen
class Place:
    """Where a parsed stretch lies: its file, its first offset and line, and the comments around it.

    `docs` has the text of each `##` line by its number, `comment_ends` where each comment begins by its end.
    """

    source: Source
    offset: int
    line: int
    docs: Mapping[int, str]
    comment_ends: Mapping[int, int]

    def span(self, item: Node | Token) -> s.Span:
        """The place of a tree or a token."""
        # Both know the same names; a tree keeps them in its meta.
        meta: Any = item.meta if hasattr(item, "meta") else item
        line, start = meta.line + self.line - 1, meta.start_pos + self.offset
        column = start - self.source.starts[line - 1] + 1
        return s.Span(self.source.path, line, column, start, self.trim(meta.end_pos + self.offset))

    def trim(self, end: int) -> int:
        """`end` moved before the blanks, line ends and comments in front of it."""
        text = self.source.text
        while True:
            while end > self.offset and text[end - 1 : end] in (" ", "\t", "\n", ""):
                end -= 1
            if end not in self.comment_ends:
                return end
            end = self.comment_ends[end]

    def doc(self, line: int) -> str | None:
        """The `##` comments right above a line."""
        found: list[str] = []
        while (line := line - 1) in self.docs:
            found.append(self.docs[line])
        return "\n".join(reversed(found)) or None


def face_of(text: str, at: s.Span) -> s.Face:
    """The face written as `A♠` or `AS`."""
    found = _FACE.fullmatch(text.rstrip(EMOJI))
    assert found, text
    rank, suit = found.groups()
    return s.Face(_RANKS.get(rank) or int(rank), _LETTERS.get(suit, suit), at=at)


class Builder:
    """Builds the syntax of one parsed stretch."""

    def __init__(self, place: Place, sink: Reporter) -> None:
        self.place = place
        self.sink = sink
        self._depth = 0
        self._blocks = 0

    # ---- words

    def at(self, item: Node | Token) -> s.Span:
        return self.place.span(item)

    def name(self, token: Any) -> str:
        text = str(token)
        return text if text.isascii() else unicodedata.normalize("NFC", text)

    def new(self, token: Any) -> str:
        """A name that is declared here."""
        text = self.name(token)
        if text in RESERVED:
            self.sink.error(
                "E0109", f"`{text}` is a word of the language and can't be a name", self.at(token)
            )
        return text

    def maybe_name(self, token: Any) -> str | None:
        return None if token is None else self.name(token)

    def names(self, tree: Node) -> tuple[str, ...]:
        return tuple(self.name(token) for token in tree.children)

    def dotted(self, tree: Any) -> str:
        pack, name = tree.children
        return self.name(pack) if name is None else f"{self.name(pack)}.{self.name(name)}"

    def string(self, token: Any) -> str:
        return str(token)[1:-1]

    def maybe_string(self, token: Any) -> str | None:
        return None if token is None else self.string(token)

    def number(self, token: Any) -> int:
        text = str(token).lstrip("0") or "0"
        if len(text) > 9:
            self.sink.error("E0111", "this number is too large: at most nine digits", self.at(token))
            return 0
        return int(text)

    def face(self, token: Any) -> s.Face:
        return face_of(str(token), self.at(token))

    # ---- expressions

    def expr(self, tree: Any) -> s.Expr:
        if self._depth >= DEEPEST_EXPRESSION:
            raise TooDeep(self.at(tree), "this expression", DEEPEST_EXPRESSION)
        self._depth += 1
        try:
            return cast(s.Expr, getattr(self, f"expr_{tree.data}")(tree, tree.children))
        finally:
            self._depth -= 1

    def maybe_expr(self, tree: Any) -> s.Expr | None:
        return None if tree is None else self.expr(tree)

    def exprs(self, trees: Iterable[Any]) -> tuple[s.Expr, ...]:
        return tuple(self.expr(tree) for tree in trees)

    def args(self, tree: Any) -> tuple[s.Expr, ...]:
        return () if tree is None else self.exprs(tree.children)

    def expr_number(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Number(self.number(parts[0]), at=self.at(tree))

    def expr_string(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Text(self.string(parts[0]), at=self.at(tree))

    def expr_name(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Name(self.name(parts[0]), at=self.at(tree))

    def expr_anything(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Anything(at=self.at(tree))

    def expr_face(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self.face(parts[0])

    def expr_suit(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Suit(str(parts[0])[0], at=self.at(tree))

    def expr_faces(self, tree: Node, parts: list[Any]) -> s.Expr:
        at = self.at(tree)
        first, last = (face_of(part, at) for part in str(parts[0]).split(".."))
        if first.suit != last.suit:
            self.sink.error(
                "E0113",
                f"a run of faces keeps to one suit, and this one goes from {first.suit} to {last.suit}",
                at,
                help="write one run for each suit",
            )
            last = s.Face(last.rank, first.suit, at=at)
        if first.rank > last.rank:
            first, last = last, first
            start, end = str(parts[0]).split("..")
            self.sink.error(
                "E0113",
                "a run of faces goes upward: 2 3 4 5 6 7 8 9 10 J Q K A",
                at,
                help=f"write `{end}..{start}`",
            )
        return s.Faces(first, last, at=at)

    def expr_attribute(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Attribute(self.expr(parts[0]), self.name(parts[1]), at=self.at(tree))

    def expr_place(self, tree: Node, parts: list[Any]) -> s.Expr:
        """`bang` or `base.bang`."""
        first = s.Name(self.name(parts[0]), at=self.at(parts[0]))
        return first if parts[1] is None else s.Attribute(first, self.name(parts[1]), at=self.at(tree))

    def expr_ref(self, tree: Node, parts: list[Any]) -> s.Expr:
        """`a.b.c`, what may be assigned to or decides."""
        if len(parts) > DEEPEST_EXPRESSION:
            raise TooDeep(self.at(tree), "this expression", DEEPEST_EXPRESSION)
        first = self.at(parts[0])
        found: s.Expr = s.Name(self.name(parts[0]), at=first)
        for part in parts[1:]:
            at = s.Span(first.path, first.line, first.column, first.start, self.at(part).end)
            found = s.Attribute(found, self.name(part), at=at)
        return found

    def expr_apply(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Apply(self.name(parts[0]), self.args(parts[1]), at=self.at(tree))

    def expr_listing(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Listing(self.args(parts[0]), at=self.at(tree))

    def expr_filtered(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Where(self.expr(parts[0]), self.expr(parts[1]), at=self.at(tree))

    def expr_negate(self, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Not(self.expr(parts[0]), at=self.at(tree))

    def _binary(self, op: str, tree: Node, parts: list[Any]) -> s.Expr:
        return s.Binary(op, self.expr(parts[0]), self.expr(parts[-1]), at=self.at(tree))

    def _chain(self, op: str, parts: list[Any]) -> s.Expr:
        if self._depth + len(parts) - 2 > DEEPEST_EXPRESSION:
            raise TooDeep(self.at(parts[-1]), "this expression", DEEPEST_EXPRESSION)
        self._depth += len(parts) - 2
        found = self.expr(parts[0])
        for part in parts[1:]:
            right = self.expr(part)
            at = s.Span(found.at.path, found.at.line, found.at.column, found.at.start, right.at.end)
            found = s.Binary(op, found, right, at=at)
        self._depth -= len(parts) - 2
        return found

    def expr_or_test(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._chain("or", parts)

    def expr_and_test(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._chain("and", parts)

    def expr_compare(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._binary(str(parts[1]), tree, parts)

    def expr_is_a(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._binary("is", tree, parts)

    def expr_is_not(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._binary("is not", tree, parts)

    def expr_member(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._binary("in", tree, parts)

    def expr_not_member(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._binary("not in", tree, parts)

    def expr_span(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._binary("..", tree, parts)

    def expr_plus(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._binary("+", tree, parts)

    def expr_minus(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._binary("-", tree, parts)

    def expr_times(self, tree: Node, parts: list[Any]) -> s.Expr:
        return self._binary("*", tree, parts)

    # ---- calls

    def labels(self, trees: Iterable[Any]) -> tuple[s.Label, ...]:
        return tuple(
            s.Label(str(tree.children[0].children[0]), self.expr(tree.children[1]), at=self.at(tree))
            for tree in trees
        )

    def expr_call(self, tree: Node, parts: list[Any]) -> s.Call:
        """A call in statement form, `HIT p, 2 by self`."""
        return s.Call(self.name(parts[0]), self.args(parts[1]), self.labels(parts[2:]), at=self.at(tree))

    expr_call_of = expr_call

    def expr_call_labels(self, tree: Node, parts: list[Any]) -> s.Call:
        return s.Call(self.name(parts[0]), (), self.labels(parts[1:]), at=self.at(tree))

    def expr_call_args(self, tree: Node, parts: list[Any]) -> s.Call:
        return s.Call(self.name(parts[0]), self.args(parts[1]), at=self.at(tree))

    # ---- statements

    def block(self, tree: Any) -> s.Block:
        """The statements of a block; of an `else if`, the one statement that it is."""
        if tree is None:
            return ()
        if self._blocks >= DEEPEST_BLOCK:
            raise TooDeep(self.at(tree), "this block", DEEPEST_BLOCK)
        self._blocks += 1
        try:
            children = tree.children if tree.data == "block" else [tree]
            return tuple(self.stmt(child) for child in children)
        finally:
            self._blocks -= 1

    def stmt(self, tree: Any) -> s.Stmt:
        return cast(s.Stmt, getattr(self, f"stmt_{tree.data}")(self.at(tree), *tree.children))

    def stmt_do(self, at: s.Span, call: Any, otherwise: Any = None) -> s.Stmt:
        return s.Do(cast(s.Call, self.expr(call)), (), self.block(otherwise), at=at)

    def stmt_do_block(self, at: s.Span, call: Any, body: Any, otherwise: Any) -> s.Stmt:
        return s.Do(cast(s.Call, self.expr(call)), self.block(body), self.block(otherwise), at=at)

    def stmt_branch(self, at: s.Span, cond: Any, body: Any, otherwise: Any) -> s.Stmt:
        return s.If(self.expr(cond), self.block(body), self.block(otherwise), at=at)

    def stmt_loop(self, at: s.Span, cond: Any, body: Any) -> s.Stmt:
        return s.While(self.expr(cond), self.block(body), at=at)

    def stmt_repeat(self, at: s.Span, times: Any, body: Any) -> s.Stmt:
        return s.Repeat(self.expr(times), self.block(body), at=at)

    def stmt_for_each(self, at: s.Span, name: Any, of: Any, body: Any) -> s.Stmt:
        return s.For(self.new(name), self.expr(of), self.block(body), at=at)

    def stmt_may(self, at: s.Span, who: Any, text: Any, body: Any, otherwise: Any) -> s.Stmt:
        return s.May(self.expr(who), self.maybe_string(text), self.block(body), self.block(otherwise), at=at)

    def stmt_may_choose(
        self, at: s.Span, who: Any, text: Any, name: Any, of: Any, body: Any, otherwise: Any
    ) -> s.Stmt:
        return s.MayChoose(
            self.expr(who),
            self.new(name),
            self.expr(of),
            self.block(body),
            self.block(otherwise),
            self.maybe_string(text),
            at=at,
        )

    def stmt_at_end(self, at: s.Span, name: Any, body: Any) -> s.Stmt:
        return s.AtEnd(self.name(name), self.block(body), at=at)

    def stmt_let(self, at: s.Span, names: Any, values: Any) -> s.Stmt:
        return s.Let(tuple(self.new(name) for name in names.children), self.args(values), at=at)

    def stmt_assign(self, at: s.Span, *parts: Any) -> s.Stmt:
        *targets, op, values = parts
        return s.Assign(self.exprs(targets), str(op), self.args(values), at=at)

    def stmt_chooses(
        self, at: s.Span, who: Any, text: Any, amount: Any, name: Any, of: Any, hidden: Any
    ) -> s.Stmt:
        how: Literal["one", "exactly", "up to", "any"] = "one"
        value = None
        if amount is not None:
            how = {"exactly": "exactly", "up_to": "up to", "any_number": "any"}[amount.data]  # type: ignore[assignment]
            value = self.expr(amount.children[0]) if amount.children else None
        return s.Choose(
            self.expr(who),
            self.new(name),
            self.expr(of),
            how,
            value,
            self.maybe_expr(hidden),
            self.maybe_string(text),
            at=at,
        )

    def stmt_give_back(self, at: s.Span, value: Any) -> s.Stmt:
        return s.Return(self.maybe_expr(value), at=at)

    def stmt_end(self, at: s.Span, name: Any) -> s.Stmt:
        return s.End(self.name(name), at=at)

    def stmt_proceed(self, at: s.Span) -> s.Stmt:
        return s.Proceed(at=at)

    def stmt_fail(self, at: s.Span) -> s.Stmt:
        return s.Fail(at=at)

    def stmt_skip(self, at: s.Span) -> s.Stmt:
        return s.Pass(at=at)
