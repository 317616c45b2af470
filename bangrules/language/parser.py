"""From the text of a card file to its syntax tree.

A file is cut into declarations at the lines that begin in column 1; each is parsed on its own, so one mistake
hides no other. In a declaration with a mistake the parts are tried one by one: the items of a definition, the
lines of a scenario, the statements of a block. What could be read of it stays in the tree, marked `broken`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.build import DEEPEST_BLOCK, Place, TooDeep
from bangrules.language.build_declarations import DeclarationBuilder
from bangrules.language.diagnostics import CardFileError, Reporter
from bangrules.language.pieces import (
    Arm,
    Comment,
    Piece,
    arms,
    check_tabs,
    declarations,
    doc_lines,
    find_comments,
)
from bangrules.language.sources import Source, blank_unseen
from bangrules.language.spelling import suggest
from bangrules.language.words import DECLARATIONS, VALUED

__all__ = ["Comment", "ParsedFile", "parse_action_line", "parse_file", "parse_text"]

MOST_MISTAKES = 100
"""After how many mistakes in one file the rest of it is left alone."""

_WORD = re.compile(r"\w+!?")

Build = Callable[[DeclarationBuilder, Any], Any]

# What is found wrong with margins.
_MARGINS = ("E0106", "E0114")
_PARTS = {
    "pack": "manifest",
    "scenario": "line",
    "if": "rule",
    "translation": "wording",
    **dict.fromkeys(("role", "border", "card", "figure", "character", "event"), "item"),
}


@frozen
class ParsedFile:
    """The tree of a file and its comments in order."""

    file: s.File
    comments: tuple[Comment, ...] = ()


def parse_file(source: Source, sink: Reporter) -> ParsedFile:
    """The syntax tree of a card file. What is wrong with it goes to `sink`; the rest is returned."""
    sink.add_source(source)
    return _FileParser(source, sink).parse()


def parse_text(text: str, path: str = "<text>", sink: Reporter | None = None) -> s.File:
    """The syntax tree of `text`.

    :raises CardFileError: for mistakes in it; with a `sink` they go there, and nothing is raised.

    >>> parse_text('window main "What will you play?"').decls
    (WindowDecl(doc=None, id='main', prompt='What will you play?', passing=None),)
    """
    reporter = sink if sink is not None else Reporter()
    parsed = parse_file(Source(path, text.replace("\r\n", "\n").replace("\r", "\n")), reporter)
    if sink is None:
        reporter.raise_if_errors()
    return parsed.file


def parse_action_line(text: str, path: str = "<action>") -> sc.StepLine:
    """One step as scenarios and records write it, `A plays bang@A♠ on B`.

    :raises CardFileError: when it is none.

    >>> parse_action_line("A plays bang@A♠ on B").deed.target.seat
    'B'
    """
    sink = Reporter()
    source = Source(path, text.strip("\r\n"))
    sink.add_source(source)
    if "\n" in source.text or "\r" in source.text:
        sink.error("E0118", "an action is one line", source.span(0))
    else:
        step = _FileParser(source, sink).piece(Piece(0, len(source.text), 1), "step", _line)
        if isinstance(step, sc.StepLine) and not sink.has_errors:
            return step
    raise CardFileError(sink.diagnostics, sink.sources)


def _decl(builder: DeclarationBuilder, tree: Any) -> s.Decl:
    return builder.decl(tree)


def _line(builder: DeclarationBuilder, tree: Any) -> sc.Line:
    return builder.line(tree)


def _stmt(builder: DeclarationBuilder, tree: Any) -> s.Stmt:
    return builder.stmt(tree)


def _items(builder: DeclarationBuilder, tree: Any) -> tuple[tuple[s.Item, ...], tuple[str, s.Span] | None]:
    return builder.items([tree])


def _nothing(builder: DeclarationBuilder, tree: Any) -> bool:
    return True


_BUILD: dict[str, Build] = {
    "declaration": _decl,
    "item": _items,
    "line": _line,
    "manifest": _nothing,
    "rule": _decl,
    "stmt": _stmt,
    "wording": _nothing,
}


class _FileParser:
    """Parses one file.

    `mixed` says that tabs and spaces are mixed, so margins say nothing; `mistakes` counts what was found
    wrong; `dangling` says that the last declaration ended with a `:` that has no block.
    """

    def __init__(self, source: Source, sink: Reporter) -> None:
        self.source = source
        self.sink = sink
        self.text = blank_unseen(source, sink)
        self.comments = find_comments(self.text)
        self.comment_ends = {comment.offset + len(comment.text): comment.offset for comment in self.comments}
        self.docs = doc_lines(source, self.comments)
        self.broken: set[str] = set()
        self.mixed = not check_tabs(source, self.text, sink)
        self.mistakes = 0
        self.dangling = False

    def parse(self) -> ParsedFile:
        decls: list[s.Decl] = []
        for piece in declarations(self.source, self.text):
            if self.mistakes >= MOST_MISTAKES:
                self.sink.error(
                    "E0120",
                    f"more than {MOST_MISTAKES} mistakes: the rest of this file was not read",
                    self.source.span(piece.start),
                )
                break
            decl = self._declaration(piece)
            if decl is not None:
                decls.append(decl)
        whole = s.Span(self.source.path, 1, 1, 0, len(self.text))
        file = s.File(self.source.path, tuple(decls), frozenset(self.broken), at=whole)
        return ParsedFile(file, self.comments)

    # ---- one piece

    def piece(
        self, piece: Piece, start: str, build: Build, report: bool = True, text: str | None = None
    ) -> Any:
        """What `build` makes of a piece; None, and with `report` a diagnostic, when it has a mistake.

        :param text: what to read in place of the piece's own text.
        """
        from bangrules.language import lalr, mistakes

        if text is None:
            text = self.text[piece.start : piece.end]
        if not text.endswith("\n"):
            text += "\n"
        place = Place(self.source, piece.start, piece.line, self.docs, self.comment_ends)
        try:
            return build(DeclarationBuilder(place, self.sink), lalr.parse(text, start))
        except TooDeep as error:
            self._too_deep(error)
        except mistakes.kinds() as error:
            if report:
                self.mistakes += 1
                found = mistakes.explain(error, place, text, start)
                self.dangling = found.code == "E0114" and found.at.end >= place.trim(piece.end)
                if not (self.mixed and found.code in _MARGINS):
                    self.sink.add(found)
        return None

    def _too_deep(self, error: TooDeep) -> None:
        self.mistakes += 1
        self.sink.error(
            "E0112",
            f"{error.what} is nested too deeply: {error.limit} levels at most",
            error.at,
            help="give a part of it a name: with a stat, a procedure or `let`",
        )

    def _declaration(self, piece: Piece) -> s.Decl | None:
        if self.text[piece.start] in " \t":
            self.mistakes += 1
            self.sink.error(
                "E0106",
                "the first line of a card file begins in column 1",
                self.source.span(piece.start),
                help="delete the blanks in front of it",
            )
            return None
        before = self.mistakes
        if self.dangling:
            word = _WORD.match(self.text, piece.start)
            if not word or word.group() not in DECLARATIONS:
                return None  # the block of the declaration above, where it is reported missing
            self.dangling = False
        decl: s.Decl | None = self.piece(piece, "declaration", _decl, report=False)
        if decl is None and self.mistakes == before:
            decl = self._recover(piece)
        elif isinstance(decl, sc.Scenario) and not decl.lines:
            self.sink.error(
                "E0114",
                "this scenario has no lines",
                decl.at,
                help="set up a table and say what is expected, in indented lines below",
            )
        elif isinstance(decl, s.TranslationDecl) and not decl.rows:
            self.sink.error(
                "E0114",
                "this translation has no lines",
                decl.at,
                help="in indented lines below stand ids or texts, each with its translation",
            )
        if decl is None:
            self.broken.update(_WORD.findall(self.source.line(piece.line))[1:2])
        return decl

    # ---- after a mistake

    def _recover(self, piece: Piece) -> s.Decl | None:
        """Read what can be read of a declaration, and report the mistakes of its parts."""
        arm = arms(self.text, piece)[0]
        word = self.text[piece.start : piece.end].split(None, 1)[0]
        inner = _PARTS.get(word if word in DECLARATIONS else suggest(word, _PARTS) or "")
        if inner is None or not arm.parts:
            found_decl: s.Decl | None = self._recover_block(piece, "declaration", 0)
            return found_decl
        before = self.mistakes
        heading = self._heading_text(arm.head)
        text = f"{heading} modify it: no\n" if inner == "rule" and heading.endswith(":") else None
        decl: s.Decl | None = self.piece(arm.head, "declaration", _decl, text=text)
        found = [self._part(part, inner) for part in arm.parts]
        if self.mistakes == before:
            # Each part is right; it is how they stand together that is wrong.
            self.piece(piece, "declaration", _nothing)
        if isinstance(decl, s.Definition):
            items = [item for part in found if part is not None for item in part[0]]
            texts = [part[1] for part in found if part is not None and part[1] is not None]
            text, text_at = texts[0] if texts else (None, s.NOWHERE)
            return evolve(decl, items=tuple(items), text=text, text_at=text_at, broken=True)
        if isinstance(decl, s.Proviso):
            return evolve(decl, rules=tuple(part for part in found if part is not None), broken=True)
        return None if decl is None else evolve(decl, broken=True)

    def _part(self, piece: Piece, inner: str) -> Any:
        """The items in one part of a definition, the rule that a part of `if` is; of others only mistakes."""
        before = self.mistakes
        found = self.piece(piece, inner, _BUILD[inner], report=False)
        if found is None and self.mistakes == before:
            found = self._recover_block(piece, inner, 0)
        return found if inner in ("item", "rule") else None

    def _recover_block(self, piece: Piece, start: str, depth: int) -> Any:
        """Read the heading of something with a block, and report the mistakes of its statements."""
        if start != "stmt" and self.text[piece.start : piece.end].split(None, 1)[0] in VALUED:
            return self.piece(piece, start, _nothing)  # its `:` begins no block
        before = self.mistakes
        whole = None
        if depth < DEEPEST_BLOCK:
            for position, arm in enumerate(arms(self.text, piece)):
                if arm.parts:
                    if position == 0:
                        whole = self._heading(arm, start)
                    else:
                        self._otherwise(arm)
                    for part in arm.parts:
                        inner = self.mistakes
                        if self.piece(part, "stmt", _stmt, report=False) is None and self.mistakes == inner:
                            self._recover_block(part, "stmt", depth + 1)
        if self.mistakes == before:
            self.piece(piece, start, _nothing)
        return whole

    def _heading(self, arm: Arm, start: str) -> Any:
        """The heading, read with `pass` for its block."""
        heading = self._heading_text(arm.head)
        if not heading.endswith(":"):
            return None
        found = self.piece(arm.head, start, _BUILD[start], text=f"{heading} pass\n")
        if isinstance(found, s.Decl):
            return evolve(found, broken=True)
        if start == "item" and found is not None:
            return tuple(evolve(item, broken=True) for item in found[0]), found[1]
        return None

    def _otherwise(self, arm: Arm) -> None:
        """Report the mistakes in the heading of an `else if`."""
        heading = self._heading_text(arm.head)
        match = re.match(r"\s*else\s+(?=if\b)", heading)
        if match and heading.endswith(":"):
            head = evolve(arm.head, start=arm.head.start + match.end())
            self.piece(head, "stmt", _nothing, text=f"{heading[match.end() :]} pass\n")

    def _heading_text(self, head: Piece) -> str:
        place = Place(self.source, head.start, head.line, self.docs, self.comment_ends)
        return self.text[head.start : place.trim(head.end)]
