"""Cards, characters, roles, borders and events: what they inherit, replace and print."""

from __future__ import annotations

from collections.abc import Iterable

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.entries import ROLE_TABLE, SEATS, Entries
from bangrules.language.names import CheckFailed, PackFiles, a, named_at

__all__ = ["Definitions", "face_mask"]

SUITS = "♠♥♦♣"
ALL_RANKS = sum(1 << rank for rank in range(2, 15))
ITEMS = {
    s.Copies: ("copies", ("card",)),
    s.Each: ("each", ("border",)),
    s.UseAs: ("use ... as", ("card", "border", "character", "role")),
}


def face_mask(expr: s.Expr) -> int | None:
    """The bits of the faces an expression writes out, if it does."""
    if isinstance(expr, s.Suit):
        return ALL_RANKS << 16 * SUITS.index(expr.suit)
    if isinstance(expr, s.Face):
        return 1 << (16 * SUITS.index(expr.suit) + expr.rank)
    if isinstance(expr, s.Faces):
        ranks = sum(1 << r for r in range(expr.first.rank, expr.last.rank + 1))
        return ranks << 16 * SUITS.index(expr.first.suit)
    return None


class Definitions(Entries):
    """What definitions are before any of their programs is read."""

    # ---- replacing and likeness

    def settle_definitions(self) -> None:
        self.replaced: dict[m.Definition, m.Definition] = {}  # what was replaced -> what stands there now
        self.originals: dict[tuple[str, str], m.Definition] = {}
        self.cut: set[m.Definition] = set()  # what has lost its border, or what it was like
        everything = list(self.model.definitions)  # what is replaced may still be what others are like
        for check in (self.replace, self.settle, self.own_line):
            for definition in everything:
                try:
                    check(definition)
                except CheckFailed:
                    self.cut.add(definition)
        for definition in everything:
            self.stand_in(definition)
        dropped = True
        while dropped:
            dropped = False
            for definition in list(self.model.definitions):
                base = (definition.like, definition.border)
                if any(d is not None and (d.pack, d.id) in self.absent for d in base):
                    self.drop(definition)
                    dropped = True
        for definition in self.model.definitions:
            key = ("name", definition.id)
            if key in self.places and self.places[key] != s.NOWHERE:
                what = self.taken[key]
                self.error(
                    "E0202",
                    named_at(definition.syntax),
                    f"`{definition.id}` is {a(what)} already, and cannot be {a(definition.kind)} too",
                    "rename one of them",
                    ((self.places[key], a(what)),),
                )
            elif key in self.places:
                self.error(
                    "E0202",
                    named_at(definition.syntax),
                    f"`{definition.id}` is a word of the language and cannot be {a(definition.kind)}",
                    "choose another name",
                )

    def drop(self, definition: m.Definition) -> None:
        """Leave out a definition that hangs on an absent optional pack."""
        self.absent.add((definition.pack, definition.id))
        self.defs[definition.id].pop(definition.pack, None)
        if not self.defs[definition.id]:
            del self.defs[definition.id]
        if definition in self.model.definitions:
            self.model.definitions.remove(definition)

    def replace(self, definition: m.Definition) -> None:
        """Put a definition in the place of the one it `replaces`."""
        decl = definition.syntax
        if decl.replaces is None:
            return
        pack, id = decl.replaces
        written = s.Attribute(s.Name(pack, at=decl.at), id, at=decl.at)
        old = self.originals.get((pack, id)) or self.definition(written, definition.pack)
        if old is None:
            self.drop(definition)
            return
        if old is definition:
            self.fail(
                "E0406",
                decl.at,
                f"`{definition.id}` replaces itself",
                "give it another name, or delete `replaces`",
            )
        if old.kind != definition.kind:
            self.fail("E0206", decl.at, f"{a(definition.kind)} cannot replace {a(old.kind)}")
        if old in self.replaced:
            other = self.replaced[old]
            self.fail(
                "E0503",
                decl.at,
                f"`{old.full_id}` is replaced twice",
                "only one of the packs can be loaded",
                ((other.at, f"replaced here by `{other.full_id}`"),),
            )
        self.originals[pack, id] = old
        self.replaced[old] = definition
        self.defs[id][pack] = definition
        self.model.definitions.remove(old)

    def settle(self, definition: m.Definition) -> None:
        """Find what a definition is like, and its border."""
        decl = definition.syntax
        if decl.like is not None:
            like = self.original(decl.like, definition) or self.definition(decl.like, definition.pack)
            if like is None:
                self.drop(definition)
                return
            if like.kind != definition.kind:
                self.fail(
                    "E0206", decl.like.at, f"{a(definition.kind)} cannot be like {a(like.kind)}, `{like.id}`"
                )
            definition.like = like
        if decl.border is not None:
            pack, _, id = decl.border.rpartition(".")
            at = decl.border_at
            name: s.Expr = s.Name(id, at=at)
            if pack:
                name = s.Attribute(s.Name(pack, at=at), id, at=at)
            border = self.definition(name, definition.pack, ("border",))
            if border is None:
                self.drop(definition)
                return
            definition.border = border

    def stand_in(self, definition: m.Definition) -> None:
        """Put what the box of the game has in the place of what it is like in packs that only lend rules."""
        packs, model = self.model.packs, self.model
        if not (packs[definition.pack].box and packs[definition.pack].named):
            return
        for old in definition.ancestors()[1:]:
            if not packs[old.pack].named and old in model.definitions:
                self.replaced[old] = definition
                self.defs[old.id][old.pack] = definition
                model.definitions.remove(old)

    def original(self, expr: s.Expr, definition: m.Definition) -> m.Definition | None:
        """What `definition` has replaced, when `expr` names that: `card x replaces base.y like base.y`."""
        replaces = definition.syntax.replaces
        if replaces is None:
            return None
        names = [s.Name(replaces[1]), s.Attribute(s.Name(replaces[0]), replaces[1])]
        return self.originals.get(replaces) if expr in names else None

    def own_line(self, definition: m.Definition) -> None:
        """Report and cut circles of `like` and of borders."""
        for word, at in (("like", definition.like), ("border", definition.border)):
            seen = {id(definition)}
            while at is not None and id(at) not in seen:
                seen.add(id(at))
                at = at.like if word == "like" else at.border
            if at is definition:
                setattr(definition, word, None)
                self.cut.add(definition)
                verb = "is like" if word == "like" else "is a border that is"
                self.error(
                    "E0406",
                    definition.at,
                    f"`{definition.id}` {verb} itself",
                    "let one of them stand on its own",
                )

    def borders_of(self, definition: m.Definition) -> list[m.Definition]:
        """Its border, the border that this is, and so on."""
        found: list[m.Definition] = []
        at = definition.border
        while at is not None and at not in found:
            found.append(at)
            at = at.border
        return found

    def kinds_under(self, definition: m.Definition) -> tuple[m.Definition, ...]:
        """The definitions that are `definition`: itself, those like it, cards of a border."""
        known = {definition, *(old for old, new in self.replaced.items() if new is definition)}
        found = []
        for other in self.model.definitions:
            line = other.ancestors()
            borders = [b for d in line for b in self.borders_of(d)]
            if not known.isdisjoint(line) or definition in borders:
                found.append(other)
        return tuple(found)

    # ---- facts

    def definition_facts(self, definition: m.Definition) -> None:
        """Name, number, border, inherited items and copies of a definition."""
        decl, kind = definition.syntax, definition.kind
        line = definition.ancestors()
        for d in line:
            definition.name = definition.name or d.syntax.name or ""
            definition.number = d.syntax.number if definition.number is None else definition.number
            definition.border = definition.border or d.border
            definition.text = definition.text or d.syntax.text
            definition.last = definition.last or d.syntax.last
            definition.open = definition.open or d.syntax.open
            definition.figure = definition.figure or d.syntax.figure
        definition.name = definition.name or definition.id.replace("_", " ").title()
        if not decl.broken and not self.cut.intersection(line):
            if kind == "character" and definition.number is None:
                self.error(
                    "E0407",
                    named_at(decl),
                    f"character `{definition.id}` has no life",
                    "write `life 4` behind the name",
                )
            elif kind == "character" and definition.number == 0:
                self.error(
                    "E0407",
                    named_at(decl),
                    f"character `{definition.id}` has 0 life points",
                    "whoever plays has 1 at least",
                )
            if kind == "card" and definition.border is None and not definition.figure:
                borders = [d.id for d in self.model.definitions if d.kind == "border"]
                help = (
                    f"write one behind the name: {', '.join(borders)}"
                    if borders
                    else "declare one: `border plain`"
                )
                self.error("E0407", named_at(decl), f"card `{definition.id}` has no border", help)
        for item in decl.items:
            word, kinds = ITEMS.get(type(item), ("", ()))
            if word and kind not in kinds:
                where = " or ".join(map(a, kinds)) if len(kinds) < 3 else f"no {kind}"
                self.error(
                    "E0408",
                    item.at,
                    f"`{word}` does not belong in {a(kind)}",
                    f"it stands in {where}" if len(kinds) < 3 else None,
                )
        for d in reversed(line):
            # the border's items come once, before those of the first in line that has it
            for border in reversed(
                self.borders_of(d) if d is definition or d.border is not definition.border else []
            ):
                definition.items += [(item, border) for item in border.syntax.items]
            definition.items += [(item, d) for item in d.syntax.items if not isinstance(item, s.Copies)]
        if self.model.packs[definition.pack].named:
            self.own_copies(definition, line)

    def own_copies(self, definition: m.Definition, line: list[m.Definition]) -> None:
        """The copies written with it, else those of what it is like, else of what it replaces."""
        decl = definition.syntax
        written = [i for i in decl.items if isinstance(i, s.Copies)]
        if not written:
            written = [i for d in line[1:] for i in d.syntax.items if isinstance(i, s.Copies)]
        if not written and decl.replaces is not None and decl.replaces in self.originals:
            written = [i for i in self.originals[decl.replaces].syntax.items if isinstance(i, s.Copies)]
        for item in written:
            if item.number is not None:
                definition.faces += [(0, SUITS[0], definition.pack, item.at)] * item.number
            self.add_faces(definition, item.faces, definition.pack)

    def more_copies(self, decl: s.CopiesMore, pack: PackFiles) -> None:
        """`copies card faces` at the top of a file."""
        definition = self.definition(decl.card, pack.id, ("card",))
        if definition is not None and pack.named:
            self.add_faces(definition, decl.faces, pack.id)

    def add_faces(self, definition: m.Definition, faces: Iterable[s.Expr], pack: str) -> None:
        """More copies of a card."""
        singles = runs = 0
        for face in faces:
            mask = face_mask(face)
            if mask is None or isinstance(face, s.Suit):
                self.error("E0405", face.at, "a copy is a face, as `9♠`, or a run of faces, as `2♠..9♠`")
                continue
            run = isinstance(face, s.Faces)
            if mask & (runs | singles if run else runs):
                self.warn(
                    "W0405",
                    face.at,
                    "this covers a face that a run covers too",
                    "if two copies are meant, write the face twice and leave it out of the run",
                )
            runs, singles = (runs | mask, singles) if run else (runs, singles | mask)
            for suit in range(4):
                for rank in range(2, 15):
                    if mask >> (16 * suit + rank) & 1:
                        definition.faces.append((rank, SUITS[suit], pack, face.at))

    # ---- the tables of the game

    def role_table(self, decl: s.RolesDecl, pack: PackFiles) -> None:
        """`roles 4: ...`."""
        rows, absent = [], False
        for id, n in decl.counts:
            home, _, short = id.rpartition(".")
            at = self.word_at(id, decl.at)
            name: s.Expr = s.Name(short, at=at)
            if home:
                name = s.Attribute(s.Name(home, at=at), short, at=at)
            role = self.definition(name, pack.id, ("role",))
            absent = absent or role is None
            if n == 0:
                self.error(
                    "E0404", decl.at, f"the table has no `{id}`", "leave it out, or write how many there are"
                )
            if role is not None:
                rows.append((role, n))
        if absent:
            return
        total = sum(n for _, n in rows)
        if not 1 <= decl.seats <= SEATS:
            self.fail("E0404", decl.at, f"a game has 1 to {SEATS} players, not {decl.seats}")
        if total != decl.seats:
            self.fail(
                "E0404",
                decl.at,
                f"the table for {decl.seats} players has {total} roles",
                "each player gets one",
            )
        if not pack.named or not self.table_counts(decl, pack):
            return
        if not self.claim("roles", ROLE_TABLE, str(decl.seats), decl.at, pack.id):
            raise CheckFailed
        self.model.roles[decl.seats] = tuple(rows)

    def table_counts(self, decl: s.RolesDecl, pack: PackFiles) -> bool:
        """Whether a table is that of the game: no other takes its place, and the one it replaces is there."""
        tables = self.declarations(s.RolesDecl)
        if decl.replaces == pack.id:
            self.fail("E0406", decl.at, "this table replaces itself", "delete `replaces`")
        if decl.replaces is not None and decl.replaces not in self.allows.get(pack.id, ()):
            if not self.is_optional(pack.id, decl.replaces):
                self.not_required(f"{ROLE_TABLE} `{decl.seats}`", decl.replaces, pack.id, decl.at)
                raise CheckFailed
            if decl.replaces not in self.manifests:
                return False
        if decl.replaces is not None:
            there = [other.seats for home, other in tables if home.id == decl.replaces]
            if decl.seats not in there:
                self.fail(
                    "E0404",
                    decl.at,
                    f"pack `{decl.replaces}` has no role table for {decl.seats} players",
                    f"leave out `replaces {decl.replaces}`",
                )
        return all(
            (other.replaces, other.seats) != (pack.id, decl.seats) or not home.named for home, other in tables
        )
