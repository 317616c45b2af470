"""From the parser's trees to the syntax tree: declarations, and the items of definitions."""

from __future__ import annotations

from typing import Any, Literal, cast

from attrs import evolve

from bangrules.language import scenario_syntax as sc
from bangrules.language import syntax as s
from bangrules.language.build_scenarios import ScenarioBuilder
from bangrules.language.drawings import check_drawings
from bangrules.language.spelling import suggest

__all__ = ["DeclarationBuilder"]

OFTEN = {"twice": "limit 2", "thrice": "limit 3"}
CLAUSES = ("once", "costs", "limit", "needs")
"""What one may have meant by a word that stands where a name for a way to play or use something can."""

Verb = Literal["play", "use", "answer"]
Kind = Literal["role", "border", "card", "character", "event"]


class DeclarationBuilder(ScenarioBuilder):
    """Builds any declaration."""

    def decl(self, tree: Any) -> s.Decl:
        """A declaration, or an item of a definition."""
        at = self.at(tree)
        common: dict[str, Any] = {"at": at, "doc": self.place.doc(at.line)}
        return cast(s.Decl, getattr(self, f"decl_{tree.data}")(common, *tree.children))

    # ---- packs

    def decl_pack(self, common: dict[str, Any], id: Any, name: Any, *manifest: Any) -> s.Decl:
        said: dict[str, Any] = {}
        seen: dict[str, s.Span] = {}
        for line in manifest:
            if line is None:
                continue
            word, at = str(line.data), self.at(line)
            if word in seen:
                self.sink.error(
                    "E0116", f"`{word}` stands twice in this manifest", at, notes=[(seen[word], "first here")]
                )
                continue
            seen[word] = at
            match word:
                case "version":
                    said[word] = self.string(line.children[0])
                case "box":
                    said[word] = True
                case _:
                    said[word] = self.names(line.children[0])
        return s.PackDecl(self.new(id), self.string(name), **said, id_at=self.at(id), **common)

    def decl_more(self, common: dict[str, Any], card: Any, *faces: Any) -> s.Decl:
        return s.CopiesMore(self.expr(card), self.exprs(faces), **common)

    def decl_option(self, common: dict[str, Any], id: Any, value: Any, *rest: Any) -> s.Decl:
        *bounds, text = rest
        limits = tuple(map(self.bound, bounds))
        return s.OptionDecl(
            self.new(id), self.expr(value), self.string(text), limits, id_at=self.at(id), **common
        )

    def bound(self, bound: Any) -> tuple[str, s.Expr]:
        """`at least` or `at most`, and the number."""
        return str(bound.children[0]), self.expr(bound.children[1])

    def decl_values(self, common: dict[str, Any], id: Any, *values: Any) -> s.Decl:
        names = tuple(self.new(value.children[0]) for value in values)
        texts = tuple(self.maybe_string(value.children[1]) for value in values)
        return s.ValuesDecl(self.new(id), names, texts, id_at=self.at(id), **common)

    def decl_window(self, common: dict[str, Any], id: Any, prompt: Any, passing: Any) -> s.Decl:
        return s.WindowDecl(
            self.new(id), self.maybe_string(prompt), self.maybe_string(passing), id_at=self.at(id), **common
        )

    def decl_zone(self, common: dict[str, Any], id: Any, of: Any, seen: Any, force: Any, text: Any) -> s.Decl:
        who = self.maybe_expr(seen)
        if isinstance(who, s.Binary) and who.op == "in" and who.right == s.Name("force"):
            self.sink.error(
                "E0101",
                "expected `,` before `in force`",
                who.at,
                help="write `, in force` behind who sees the zone",
            )
            who, force = who.left, id
        return s.ZoneDecl(
            self.new(id),
            self.maybe_name(of),
            who,
            force is not None,
            self.maybe_string(text),
            id_at=self.at(id),
            **common,
        )

    def decl_field(
        self, common: dict[str, Any], id: Any, of: Any, type: Any, default: Any, seen: Any, text: Any
    ) -> s.Decl:
        return s.FieldDecl(
            self.new(id),
            self.type(type),
            self.maybe_name(of),
            self.maybe_expr(default),
            self.maybe_expr(seen),
            self.maybe_string(text),
            id_at=self.at(id),
            **common,
        )

    def decl_roles(self, common: dict[str, Any], seats: Any, replaces: Any, *counts: Any) -> s.Decl:
        return s.RolesDecl(
            self.number(seats),
            tuple(
                (
                    self.dotted(count.children[0]),
                    1 if count.children[1] is None else self.number(count.children[1]),
                )
                for count in counts
            ),
            self.maybe_name(replaces),
            **common,
        )

    def decl_start(self, common: dict[str, Any], proc: Any, within: Any, after: Any) -> s.Decl:
        return s.StartDecl(self.name(proc), self.maybe_name(within), self.maybe_name(after), **common)

    def decl_reason(self, common: dict[str, Any], id: Any, text: Any) -> s.Decl:
        return s.ReasonDecl(self.new(id), self.string(text), id_at=self.at(id), **common)

    def decl_board(self, common: dict[str, Any], id: Any, name: Any, file: Any) -> s.Decl:
        return s.BoardDecl(self.new(id), self.string(name), self.string(file), id_at=self.at(id), **common)

    def decl_look(self, common: dict[str, Any], id: Any, shape: Any, color: Any) -> s.Decl:
        named = shape is not None and shape.type != "STRING"
        return s.LookDecl(
            self.dotted(id),
            self.name(shape) if named else None,
            None if named else self.maybe_string(shape),
            self.maybe_string(color),
            id_at=self.at(id),
            **common,
        )

    def decl_fault(self, common: dict[str, Any], id: Any, text: Any, squares: Any) -> s.Decl:
        gives = s.TypeName("squares", at=self.at(id))
        return s.StatDecl(
            self.new(id), (), self.expr(squares), gives, None, self.string(text), fault=True,
            id_at=self.at(id), **common,
        )  # fmt: skip

    def decl_text(self, common: dict[str, Any], id: Any, text: Any) -> s.Decl:
        return s.TextDecl(self.new(id), self.string(text), id_at=self.at(id), **common)

    def decl_phrase(self, common: dict[str, Any], window: Any, id: Any, text: Any) -> s.Decl:
        return s.PhraseDecl(self.name(id), self.string(text), window is not None, id_at=self.at(id), **common)

    def decl_translation(self, common: dict[str, Any], id: Any, name: Any, *rows: Any) -> s.Decl:
        made = tuple(self.wording(row) for row in rows if row is not None)
        return s.TranslationDecl(self.new(id), self.maybe_string(name), made, id_at=self.at(id), **common)

    def wording(self, tree: Any) -> s.NameRow | s.TextRow:
        """A row of a translation."""
        said, text = tree.children
        if tree.data == "text_row":
            places = {"said_at": self.at(said), "text_at": self.at(text), "at": self.at(tree)}
            return s.TextRow(self.string(said), self.string(text), **places)
        pack, _, id = self.dotted(said).rpartition(".")
        return s.NameRow(id, self.string(text), pack or None, id_at=self.at(said), at=self.at(tree))

    # ---- stats and procedures

    def type(self, tree: Any) -> s.TypeName:
        name, optional = tree.children
        return s.TypeName(self.name(name), optional is not None, at=self.at(tree))

    def maybe_type(self, tree: Any) -> s.TypeName | None:
        return None if tree is None else self.type(tree)

    def params(self, signature: Any) -> tuple[s.Param, ...]:
        found = []
        for tree in signature.children[1:]:
            if tree is None:
                continue
            label, name, type, default = tree.children
            found.append(
                s.Param(
                    self.new(name),
                    self.type(type),
                    None if label is None else str(label.children[0]),
                    self.maybe_expr(default),
                    at=self.at(tree),
                )
            )
        return tuple(found)

    def decl_stat(
        self, common: dict[str, Any], signature: Any, gives: Any, text: Any, base: Any, bound: Any
    ) -> s.Decl:
        id = signature.children[0]
        return s.StatDecl(
            self.new(id),
            self.params(signature),
            self.expr(base),
            self.maybe_type(gives),
            None if bound is None else self.bound(bound),
            self.maybe_string(text),
            id_at=self.at(id),
            **common,
        )

    def decl_procedure(
        self, common: dict[str, Any], signature: Any, gives: Any, text: Any, effect: Any, body: Any
    ) -> s.Decl:
        id = signature.children[0]
        return s.ProcDecl(
            self.new(id),
            self.params(signature),
            self.block(body),
            self.maybe_type(gives),
            self.maybe_string(text),
            effect is not None,
            id_at=self.at(id),
            **common,
        )

    # ---- hooks and modifiers

    def target(self, tree: Any) -> s.Target:
        name, *args = tree.children
        return s.Target(self.name(name), self.args(args[0]) if args else None, at=self.at(tree))

    def decl_hook(
        self, common: dict[str, Any], when: Any, target: Any, gives: Any, order: Any, body: Any
    ) -> s.Decl:
        first, cond = None, None
        for part in order.children if order is not None else ():
            if part is None:
                continue
            if part.data == "turn_order":
                first = str(part.children[0])
            else:
                cond = self.expr(part)
        return s.Hook(
            cast(Any, " ".join(str(word) for word in when.children)),
            self.target(target),
            self.block(body),
            None if gives is None else self.new(gives),
            cast(Any, first),
            cond,
            **common,
        )

    def decl_modify(self, common: dict[str, Any], target: Any, cond: Any, change: Any, text: Any) -> s.Decl:
        op, value = "set", change
        match change.data:
            case "more_by":
                op, value = "+", change.children[0]
            case "less_by":
                op, value = "-", change.children[0]
            case "bound":
                op, value = str(change.children[0]), change.children[1]
        return s.Modify(
            self.target(target), cast(Any, op), self.expr(value), self.maybe_expr(cond),
            self.maybe_string(text), **common,
        )  # fmt: skip

    def decl_proviso(self, common: dict[str, Any], cond: Any, block: Any) -> s.Decl:
        rules = block.children if block.data == "rules" else [block]
        return s.Proviso(self.expr(cond), tuple(cast(Any, self.decl(rule)) for rule in rules), **common)

    # ---- actions

    def clauses(self, tree: Any) -> tuple[s.Clause, ...]:
        return () if tree is None else tuple(self.clause(clause) for clause in tree.children)

    def clause(self, tree: Any) -> s.Clause:
        at, parts = self.at(tree), tree.children
        text, reason = self.why(parts[-1]) if parts else (None, None)
        return evolve(self.clause_of(tree, at, text), reason=reason)

    def why(self, part: Any) -> tuple[str | None, str | None]:
        """The text of a clause's reason, or its name."""
        if getattr(part, "data", None) == "because":
            return None, self.name(part.children[0])
        return self.maybe_string(part), None

    def clause_of(self, tree: Any, at: s.Span, text: str | None) -> s.Clause:
        parts = tree.children
        match tree.data:
            case "on_one":
                return s.Clause("on one", self.expr(parts[0]), text=text, at=at)
            case "on_each":
                return s.Clause("on", self.expr(parts[0]), text=text, at=at)
            case "costs_this":
                return s.Clause("costs", text=text, at=at)
            case "costs":
                amount, of, cond, _ = parts
                return s.Clause("costs", self.expr(amount), self.name(of), self.maybe_expr(cond), text, at=at)
            case "once":
                return s.Clause("limit", s.Number(1, at=at), self.maybe_name(parts[0]), text=text, at=at)
            case "limit":
                return s.Clause("limit", self.expr(parts[0]), self.maybe_name(parts[1]), text=text, at=at)
            case "only_if":
                return s.Clause("if", self.expr(parts[0]), text=text, at=at)
            case "from_zone":
                return s.Clause("from", of=self.name(parts[0]), text=text, at=at)
        return s.Clause("anytime", at=at)

    def _action(
        self,
        verb: Verb,
        common: dict[str, Any],
        window: Any,
        text: Any,
        clauses: Any,
        body: Any,
        id: Any = None,
    ) -> s.Decl:
        return s.Action(
            verb,
            self.maybe_name(window),
            self.clauses(clauses),
            None if body is None else self.block(body),
            self.maybe_string(text),
            None if id is None else self.new(id),
            **common,
        )

    def decl_play(self, common: dict[str, Any], id: Any, text: Any, clauses: Any, body: Any = None) -> s.Decl:
        return self._action("play", common, None, text, clauses, body, self.way(id))

    def decl_use(self, common: dict[str, Any], id: Any, text: Any, clauses: Any, body: Any) -> s.Decl:
        return self._action("use", common, None, text, clauses, body, self.way(id))

    def way(self, id: Any) -> Any:
        """The name of one way to play or use something, which may be a clause that is misspelt."""
        meant = None if id is None else OFTEN.get(str(id)) or suggest(str(id), CLAUSES)
        if meant is not None:
            self.sink.error(
                "E0108",
                f"`{id}` begins no clause",
                self.at(id),
                help=f"did you mean `{meant}`? If it is a name for this way, take another",
            )
        return id

    def decl_answer(
        self, common: dict[str, Any], window: Any, text: Any, clauses: Any, body: Any = None
    ) -> s.Decl:
        return self._action("answer", common, window, text, clauses, body)

    def decl_use_as(self, common: dict[str, Any], what: Any, form: Any, clauses: Any) -> s.Decl:
        return s.UseAs(self.expr(what), self.expr(form), self.clauses(clauses), **common)

    def decl_each(self, common: dict[str, Any], verb: Any, clauses: Any) -> s.Decl:
        return s.Each(cast(Verb, str(verb.children[0])), self.clauses(clauses), **common)

    def decl_copies(self, common: dict[str, Any], *faces: Any) -> s.Decl:
        if len(faces) == 1 and getattr(faces[0], "type", "") == "NUMBER":
            return s.Copies((), self.number(faces[0]), **common)
        return s.Copies(self.exprs(faces), **common)

    # ---- definitions

    def items(self, trees: list[Any]) -> tuple[tuple[s.Item, ...], tuple[str, s.Span] | None]:
        """The items among `trees`, and the rules text with its place."""
        found: list[s.Item] = []
        text: tuple[str, s.Span] | None = None
        for tree in trees:
            if tree is None:
                continue
            if tree.data != "rules_text":
                found.append(self.decl(tree))
            elif text is None:
                text = self.string(tree.children[0]), self.at(tree)
            else:
                self.sink.error(
                    "E0116", "`text` stands twice in this definition", self.at(tree),
                    notes=[(text[1], "first here")],
                )  # fmt: skip
        return tuple(found), text

    def _definition(
        self, kind: Kind, common: dict[str, Any], heading: Any, like: Any, body: Any, **more: Any
    ) -> s.Decl:
        id, name = heading.children
        items, text = self.items(body.children)
        return s.Definition(
            kind,
            self.new(id),
            self.maybe_string(name),
            like=None if like is None else self.expr(like.children[0]),
            items=items,
            text=None if text is None else text[0],
            text_at=s.NOWHERE if text is None else text[1],
            id_at=self.at(id),
            **more,
            **common,
        )

    def _replaces(self, tree: Any) -> tuple[str, str] | None:
        return None if tree is None else (self.name(tree.children[0]), self.name(tree.children[1]))

    def _border(self, tree: Any) -> dict[str, Any]:
        return {} if tree is None else {"border": self.dotted(tree), "border_at": self.at(tree)}

    def _number(self, token: Any) -> int | None:
        return None if token is None else self.number(token)

    def decl_role(self, common: dict[str, Any], heading: Any, open_: Any, like: Any, body: Any) -> s.Decl:
        return self._definition("role", common, heading, like, body, open=open_ is not None)

    def decl_border(self, common: dict[str, Any], heading: Any, of: Any, body: Any) -> s.Decl:
        return self._definition("border", common, heading, None, body, **self._border(of))

    def decl_card(
        self,
        common: dict[str, Any],
        heading: Any,
        border: Any,
        number: Any,
        replaces: Any,
        like: Any,
        body: Any,
        *,
        figure: bool = False,
    ) -> s.Decl:
        return self._definition(
            "card",
            common,
            heading,
            like,
            body,
            **self._border(border),
            number=self._number(number),
            replaces=self._replaces(replaces),
            figure=figure,
        )

    def decl_figure(self, *parts: Any) -> s.Decl:
        return self.decl_card(*parts, figure=True)

    def decl_character(
        self, common: dict[str, Any], heading: Any, life: Any, replaces: Any, like: Any, body: Any
    ) -> s.Decl:
        return self._definition(
            "character",
            common,
            heading,
            like,
            body,
            number=self._number(life),
            replaces=self._replaces(replaces),
        )

    def decl_event(
        self, common: dict[str, Any], heading: Any, last: Any, replaces: Any, like: Any, body: Any
    ) -> s.Decl:
        return self._definition(
            "event",
            common,
            heading,
            like,
            body,
            last=last is not None,
            replaces=self._replaces(replaces),
        )

    def decl_scenario(self, common: dict[str, Any], name: Any, *lines: Any) -> s.Decl:
        found = tuple(self.line(line) for line in lines if line is not None)
        check_drawings(found, self.sink)
        return sc.Scenario(self.string(name), found, **common)
