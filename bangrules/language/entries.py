"""Entering what packs declare: values, windows, zones, options, texts, fields, stats, procedures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bangrules.language import model as m
from bangrules.language import syntax as s
from bangrules.language.boards import BOARD_SETS, read_board
from bangrules.language.names import (
    COMMANDS,
    ENGINE,
    SPECIAL,
    CheckFailed,
    Names,
    PackFiles,
    a,
    are,
    describe,
    named_at,
    names_in,
)
from bangrules.language.spelling import suggest
from bangrules.language.types import NAMED, NUMBER, TEXT, UNKNOWN, YESNO, Type, list_of

__all__ = ["Entries", "params_in"]

SIGHTS = ("everyone", "owner", "nobody")
MOST_ZONES = 230
"""How many zones there may be, those of players counted once for each seat."""
SEATS = 8
BOX = "box"
"""What saves, events and texts call the place of cards that lie in no zone."""
ROLE_TABLE = "the role table for"
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class Entries(Names):
    """Declarations by their headings; what stands in them is checked later."""

    # ---- one name, one thing

    def claim(self, space: str, what: str, name: str, at: s.Span, pack: str) -> bool:
        """Note that `name` is a `what` of `pack`; report when it is taken in `space` and answer no."""
        key = (space, name)
        if key in self.places:
            place, old = self.places[key], self.taken[key]
            if place == s.NOWHERE:
                self.error(
                    "E0202",
                    at,
                    f"`{name}` is a word of the language and cannot be {a(what)}",
                    "choose another name",
                )
            elif old == what:
                self.error(
                    "E0202",
                    at,
                    f"{what} `{name}` is declared twice",
                    "rename one of them" if self.home.get((what, name)) == pack else self.instead(what, name),
                    ((place, "first declared here"),),
                )
            else:
                self.error(
                    "E0202",
                    at,
                    f"`{name}` is {a(old)} already, and cannot be {a(what)} too",
                    "rename one of them",
                    ((place, f"{a(old)}"),),
                )
            return False
        self.places[key] = at
        self.taken[key] = what
        self.home.setdefault((what, name), pack)
        return True

    def instead(self, what: str, name: str) -> str:
        """What a pack can do that declares anew what another has declared, perhaps to change it."""
        if what == "option":
            asking = [d.id for _, d in self.declarations(s.StatDecl) if name in names_in(d.base)]
            change = f", or `modify {asking[0]}`" if asking else ""
            return (
                f"another pack has it: choose its value when a game begins, as `--option {name}=...`"
                f"{change}; if this is another option, rename it"
            )
        if what == ROLE_TABLE:
            pack = self.home[what, name]
            return f"another pack has it: `roles {name} replaces {pack}: ...` takes the place of its table"
        if what == "stat":
            return f"another pack has it: `modify {name}` changes it; if this is another stat, rename it"
        if what == "procedure":
            return (
                f"another pack has it: `instead of {name}` replaces it, `before` and `after` add to it; "
                "if this is another procedure, rename it"
            )
        return "rename one of them"

    def reserve(self) -> None:
        """Take the names that the vocabulary has."""
        self.taken: dict[tuple[str, str], str] = {}
        self.written: dict[tuple[str, str], m.Definition] = {}  # also what others stand in the place of
        for name in ("self", "this", "target", "it", *self.vocabulary.constants):
            self.places["name", name] = s.NOWHERE
        for name in (*self.vocabulary.words, *SPECIAL, *COMMANDS, *ENGINE):
            self.places["call", name] = s.NOWHERE
        for sort, name in self.vocabulary.properties:
            self.places[f"of {sort}", name] = s.NOWHERE
        self.taken.update(dict.fromkeys(self.places, "word"))

    # ---- types

    def type_of(self, written: s.TypeName, pack: str) -> Type:
        """The type a file names."""
        if written.name in self.model.values:
            self.reach("type", written.name, pack, written.at)
            found = Type("values:" + written.name)
        elif written.name in NAMED:
            found = NAMED[written.name]
        elif written.name.endswith("s") and written.name[:-1] in self.model.values:
            self.reach("type", written.name[:-1], pack, written.at)
            found = list_of(Type("values:" + written.name[:-1]))
        else:
            known = [*NAMED, *self.model.values, *(f"{id}s" for id in self.model.values)]
            self.unknown("type", written.name, written.at, known)
        if found.name == "list" and written.optional:
            self.fail(
                "E0302",
                written.at,
                f"{describe(found)} are never `none`",
                "leave out the `?`: a list may be empty",
            )
        return found.maybe if written.optional else found

    # ---- everything by its heading

    def collect(self) -> None:
        """Enter every declaration of every pack."""
        self.reserve()
        for pack in self.packs:
            self.manifest(pack)
        later = (s.WindowDecl, s.ZoneDecl, s.OptionDecl, s.TextDecl, s.ReasonDecl)
        for kinds in ((s.ValuesDecl,), (s.BoardDecl,), later, (s.Definition,)):
            for pack, decl in self.declarations(*kinds):
                try:
                    self.enter(decl, pack)
                except CheckFailed:
                    self.broken.add(decl.id)
        self.settle_definitions()
        for pack, decl in self.declarations(s.FieldDecl, s.ProcDecl, s.StatDecl):
            self.guard(self.enter_program, decl, pack.id, None)
        # what was replaced lends what it declares to those that are like it
        lines = [d for one in self.model.definitions for d in one.ancestors()]
        for definition in dict.fromkeys([*self.model.definitions, *lines]):
            for item in definition.syntax.items:
                if isinstance(item, s.FieldDecl | s.ProcDecl | s.StatDecl):
                    self.guard(self.enter_program, item, definition.pack, definition)
        for _, decl in self.declarations(s.Action, s.UseAs):
            self.error(
                "E0408",
                decl.at,
                "an action belongs to a card, a border, a character, a role or an event",
                "put it, indented, under the heading of one",
            )

        for _, decl in self.declarations(s.TextDecl):
            self.guard(self.check_text, decl)

    def declarations(self, *kinds: type[s.Decl]) -> list[tuple[PackFiles, Any]]:
        """The declarations of these kinds, of all packs in order."""
        return [(p, decl) for p in self.packs for f in p.files for decl in f.decls if isinstance(decl, kinds)]

    def settle_definitions(self) -> None:
        """Resolve `replaces`, `like` and borders."""
        raise NotImplementedError

    def manifest(self, pack: PackFiles) -> None:
        """The pack itself, and whether its manifest makes sense."""
        manifest = pack.manifest
        self.model.packs[pack.id] = m.Pack(
            pack.id,
            manifest.name,
            manifest.version or "0",
            manifest.requires,
            manifest.optional,
            manifest.conflicts,
            manifest.box,
            pack.named,
            manifest.at,
        )
        self.note("pack", pack.id, pack.id, named_at(manifest), True)
        for other in (*manifest.requires, *manifest.optional, *manifest.conflicts):
            self.note("pack", other, other, manifest.at)
        for file in pack.files:
            for decl in file.decls:
                if isinstance(decl, s.PackDecl) and decl.at != manifest.at:
                    self.error(
                        "E0505",
                        decl.at,
                        f"the files of pack `{pack.id}` hold a second manifest",
                        "a folder is one pack: delete one, or give its files a folder of their own",
                        ((manifest.at, "the first one"),),
                    )
        lines = {
            "requires": manifest.requires,
            "optional": manifest.optional,
            "conflicts": manifest.conflicts,
        }
        for word, packs in lines.items():
            for other in packs:
                if other == pack.id:
                    self.error(
                        "E0504",
                        manifest.at,
                        f"pack `{pack.id}` names itself behind `{word}`",
                        f"delete `{other}` there",
                    )
                if packs.count(other) > 1:
                    self.error(
                        "E0504", manifest.at, f"`{word}` names pack `{other}` twice", "delete one of them"
                    )
        for one, two in (("requires", "optional"), ("requires", "conflicts"), ("optional", "conflicts")):
            for other in lines[one]:
                if other in lines[two]:
                    self.error(
                        "E0504",
                        manifest.at,
                        f"pack `{other}` stands behind `{one}` and behind `{two}`",
                        "delete it in one of the lines",
                    )
        for other in manifest.conflicts:
            if other in self.manifests and other != pack.id:
                self.error(
                    "E0506", manifest.at, f"pack `{pack.id}` cannot be played together with pack `{other}`"
                )

    def enter(self, decl: s.Decl, pack: PackFiles) -> None:
        """One declaration without a program."""
        model, at = self.model, named_at(decl)
        if isinstance(decl, s.ValuesDecl):
            self.enter_values(decl, pack.id)
        elif isinstance(decl, s.WindowDecl):
            if self.claim("name", "window", decl.id, at, pack.id):
                self.note("window", decl.id, decl.id, at, True)
                model.windows[decl.id] = m.Window(
                    decl.id, decl.prompt or decl.id, decl.passing or "pass", len(model.windows)
                )
        elif isinstance(decl, s.ZoneDecl):
            self.enter_zone(decl, pack.id)
        elif isinstance(decl, s.TextDecl):
            if self.claim("text", "text", decl.id, at, pack.id):
                self.note("text", decl.id, decl.id, at, True)
                model.texts[decl.id] = decl.text
        elif isinstance(decl, s.ReasonDecl):
            if self.claim("reason", "reason", decl.id, at, pack.id):
                self.note("reason", decl.id, decl.id, at, True)
                model.reasons[decl.id] = decl.text
        elif isinstance(decl, s.BoardDecl):
            if self.claim("board", "board", "board", at, pack.id):
                self.note("board", decl.id, decl.id, at, True)
                self.enter_board(decl, pack)
        elif isinstance(decl, s.OptionDecl):
            if self.claim("name", "option", decl.id, at, pack.id):
                self.note("option", decl.id, decl.id, at, True)
                self.enter_option(decl, pack.id)
        elif isinstance(decl, s.Definition) and self.claim(
            f"pack {pack.id}", decl.kind, decl.id, at, pack.id
        ):
            definition = m.Definition(
                decl.kind, decl.id, pack.id, decl.name or "", decl.at, syntax=decl, doc=decl.doc
            )
            self.defs.setdefault(decl.id, {})[pack.id] = definition
            self.written[pack.id, decl.id] = definition
            self.note(decl.kind, definition.full_id, decl.id, at, True)
            self.model.definitions.append(definition)

    def enter_board(self, decl: s.BoardDecl, pack: PackFiles) -> None:
        """The board, its squares and edges, and the words that ask about them."""
        source = pack.maps.get(decl.file)
        if source is None:
            near = suggest(decl.file, pack.maps)
            self.fail(
                "E0215",
                self.word_at(decl.file, decl.at),
                f"there is no map `{decl.file}` beside this file",
                f"did you mean `{near}`?" if near else "a map is a file of the pack, with `.map` at its end",
                fix=self.mend(decl.file, near, decl.at),
            )
        sets = {id: self.model.values[id].names for id in BOARD_SETS if id in self.model.values}
        board = read_board(decl.id, decl.name, source, sets, self.sink)
        if board is None:
            self.broken.update(("square", "squares", "edge", "edges", "direction", "directions"))
            spoken_of = set(re.findall(r"^\w+", source.text, re.M))
            lacking = spoken_of & {*BOARD_SETS} - {*sets}  # that they aren't declared is reported
            self.broken.update(name for id in lacking for name in (id, f"{id}s"))
            raise CheckFailed
        self.model.board = board
        for id, names in board.values().items():
            at = named_at(decl)
            self.home.setdefault(("type", id), pack.id)
            for i, name in enumerate(names):
                if id != "direction" or self.claim("name", "value", name, at, pack.id):
                    self.value_types.setdefault(name, (id, i))
            self.model.values[id] = m.Values(id, names, names)

    def enter_values(self, decl: s.ValuesDecl, pack: str) -> None:
        model, at = self.model, named_at(decl)
        if decl.id in NAMED:
            self.fail("E0202", at, f"`{decl.id}` is a type of the language already", "choose another name")
        old = model.values.get(decl.id)
        if old is not None:
            self.reach("type", decl.id, pack, at)
        else:
            self.note("type", decl.id, decl.id, at, True)
        self.home.setdefault(("type", decl.id), pack)
        names, texts = (list(old.names), list(old.texts)) if old else ([], [])
        for i, name in enumerate(decl.names):
            if self.claim("name", "value", name, at, pack):
                self.note("value", name, name, decl.at, True)
                self.value_types[name] = (decl.id, len(names))
                names.append(name)
                texts.append((decl.texts[i] if i < len(decl.texts) else None) or name.replace("_", " "))
        model.values[decl.id] = m.Values(decl.id, tuple(names), tuple(texts))

    def enter_zone(self, decl: s.ZoneDecl, pack: str) -> None:
        model = self.model
        if decl.of not in (None, "player"):
            self.broken.add(decl.id)
            self.fail(
                "E0211", decl.at, f"a zone is `of player`, or of the game without `of`; not `of {decl.of}`"
            )
        if decl.id == BOX:
            self.broken.add(decl.id)
            self.fail(
                "E0214",
                named_at(decl),
                f"`{BOX}` is where all that lies in no zone is, and no zone can be called so",
                "choose another name; as a text behind it `box` is fine",
            )
        space = "name" if decl.of is None else "of player"
        if not self.claim(space, "zone", decl.id, named_at(decl), pack):
            return
        if decl.of is None or self.claim("zone", "zone", decl.id, named_at(decl), pack):
            self.note("zone", decl.id, decl.id, named_at(decl), True)
            seen = self.seen_by(decl.seen, decl.of == "player", "a zone")
            taken = sum(SEATS if z.of_player else 1 for z in model.zones.values())
            if taken + (SEATS if decl.of else 1) > MOST_ZONES:
                self.fail(
                    "E0212",
                    decl.at,
                    f"there are too many zones: {MOST_ZONES} at most, those of players counted {SEATS} times",
                )
            model.zones[decl.id] = m.Zone(
                decl.id,
                decl.of == "player",
                seen,
                decl.force,
                decl.text or decl.id.replace("_", " "),
                decl.at,
            )

    def seen_by(self, written: s.Expr | None, of_player: bool, what: str) -> str:
        """Who sees a zone or field."""
        if written is None:
            return "everyone"
        seen = written.id if isinstance(written, s.Name) else ""
        if seen not in SIGHTS:
            self.error("E0204", written.at, f"{what} is `seen by` everyone, owner or nobody")
        elif seen == "owner" and not of_player:
            self.error(
                "E0204",
                written.at,
                f"{what} that is not `of player` has no owner",
                "it is `seen by` everyone or nobody",
            )
        else:
            return seen
        return "everyone"

    def check_text(self, decl: s.TextDecl) -> None:
        """A text must be one that something shows, with names in braces that are filled."""
        zones = [z.id for z in self.model.zones.values()]
        fields = [f.id for f in self.model.fields.values() if f.of == "player"]
        known: dict[str, tuple[str, ...]] = {}
        for key, names in self.vocabulary.texts.items():
            if key == "ZONE_to_ZONE":
                known.update({f"{one}_to_{two}": names for one in [BOX, *zones] for two in zones})
            elif "ZONE" in key or "FIELD" in key:
                known.update(
                    {re.sub("ZONE|FIELD", x, key): names for x in (zones if "ZONE" in key else fields)}
                )
            else:
                known[key] = names
        if decl.id not in known:
            forms = ", ".join(f"`{key}`" for key in self.vocabulary.texts)
            self.unknown("text", decl.id, named_at(decl), known, help=f"the texts are {forms}")
        self.check_braces(decl.text, known[decl.id], decl.at)

    def check_braces(
        self, text: str | None, names: tuple[str, ...], at: s.Span, name_of: Callable[[str], str] = str
    ) -> None:
        """Names in braces stand for values, or for the names of cards and the like, so they must be known.

        `name_of` takes the name out of what stands in braces.
        """
        for name in params_in(text):
            if name_of(name) in names:
                continue
            definition = self.in_braces(name, at)
            if definition is not None:
                self.model.named.setdefault(text or "", {})[name] = definition
                continue
            near = suggest(name, [*names, *self.ids()])
            can = ", ".join("{" + n + "}" for n in names)
            self.error(
                "E0213",
                self.word_at(f"{{{name}}}", at),
                f"nothing fills `{{{name}}}` in this text",
                f"did you mean `{{{near}}}`?"
                if near
                else f"in braces can stand {can}, or the id of a card or the like"
                if can
                else "in braces can stand the id of a card, character, role or event",
                fix=self.mend(f"{{{name}}}", f"{{{near}}}" if near else None, at),
            )

    def in_braces(self, name: str, at: s.Span) -> m.Definition | None:
        """The definition whose name a text asks for, if it is one."""
        home, _, id = name.rpartition(".")
        pack = self.pack_at(at)
        if not home:
            return self.lookup(id, pack, at) if id in self.defs else None
        if home not in self.manifests or id not in self.defs:
            return None
        return self.lookup_dotted(home, id, pack, at)

    def enter_option(self, decl: s.OptionDecl, pack: str) -> None:
        value, type_ = self.literal(decl.value, pack, "the value of an option")
        self.model.options[decl.id] = m.Option(
            decl.id, type_, value, decl.text, pack, *self.option_bounds(decl, value, type_)
        )

    def option_bounds(self, decl: s.OptionDecl, usual: Any, type_: Type) -> tuple[int | None, int | None]:
        """The least and the greatest number that an option may be."""
        found: dict[str, int] = {}
        for which, expr in decl.bounds:
            if type_ != NUMBER:
                self.fail("E0301", expr.at, f"`{decl.id}` is {describe(type_)}: only numbers have bounds")
            if not isinstance(expr, s.Number):
                self.fail("E0305", expr.at, "the bound of an option is a number that is written out")
            if which in found:
                self.fail("E0317", expr.at, f"`at {which}` stands twice", "leave one of them")
            found[which] = expr.value
        least, most = found.get("least"), found.get("most")
        if least is not None and most is not None and least > most:
            self.fail("E0317", decl.bounds[-1][1].at, f"no number is at least {least} and at most {most}")
        if (least is not None and usual < least) or (most is not None and usual > most):
            self.fail(
                "E0317",
                decl.value.at,
                f"the usual value, {usual}, is out of the bounds",
                "change it, or the bound",
            )
        return least, most

    def literal(self, expr: s.Expr, pack: str, what: str) -> tuple[Any, Type]:
        """What is written out: a number, yes or no, a text, a value."""
        if isinstance(expr, s.Number):
            return expr.value, NUMBER
        if isinstance(expr, s.Text):
            return expr.value, TEXT
        if isinstance(expr, s.Name):
            if expr.id in ("yes", "no"):
                return expr.id == "yes", YESNO
            if expr.id in self.value_types:
                self.reach("value", expr.id, pack, expr.at)
                set_, number = self.value_types[expr.id]
                return number, Type("values:" + set_)
        self.fail(
            "E0305",
            expr.at,
            f"{what} is a number, yes or no, a text in quotes, or a declared value",
        )

    # ---- fields, stats, procedures

    def enter_program(self, decl: s.Decl, pack: str, owner: m.Definition | None) -> None:
        """Enter a field, stat or procedure by its heading."""
        try:
            if isinstance(decl, s.FieldDecl):
                self.enter_field(decl, pack, owner)
            else:
                assert isinstance(decl, s.ProcDecl | s.StatDecl)
                self.enter_signature(decl, pack)
        except CheckFailed:
            self.broken.add(decl.id)  # type: ignore[attr-defined]
            raise

    def enter_signature(self, decl: s.ProcDecl | s.StatDecl, pack: str) -> None:
        if (
            isinstance(decl, s.StatDecl)
            and decl.fault
            and not {*self.model.values, *self.broken} & {"square"}
        ):
            help = "require a pack with a board: a fault tells which of its squares are wrong"
            self.fail("E0201", named_at(decl), "a fault needs a board", help)
        what = "procedure" if isinstance(decl, s.ProcDecl) else "stat"
        if not self.claim("call", what, decl.id, named_at(decl), pack):
            return
        if isinstance(decl, s.StatDecl) and not self.claim("name", "stat", decl.id, named_at(decl), pack):
            return
        self.note(what, decl.id, decl.id, named_at(decl), True)
        for p in decl.params:
            self.note_param(p.name, p.at, p.at)
        seen: dict[str, s.Span] = {}
        labels: dict[str, s.Span] = {}
        for p in decl.params:
            for what, word, there in (("parameter", p.name, seen), ("label", p.label, labels)):
                if word is not None and word in there:
                    self.error(
                        "E0202",
                        p.at,
                        f"{what} `{word}` stands twice in this heading",
                        "rename one of them",
                        ((there[word], "first here"),),
                    )
                elif word is not None:
                    there[word] = p.at
            if p.name in ("self", "this", "it"):
                self.error("E0214", p.at, f"`{p.name}` has a meaning of its own and cannot be a parameter")
            if isinstance(decl, s.StatDecl) and p.label is not None:
                self.error("E0203", p.at, "stats have no labels", f"delete `{p.label}`")
        rows = [(p.type, pack) for p in decl.params]
        types = self.all_of(self.type_of, [*rows, *([(decl.gives, pack)] if decl.gives else [])])
        params = tuple(
            m.Param(p.name, t, p.label, p.default, p.at) for p, t in zip(decl.params, types, strict=False)
        )
        gives = types[-1] if decl.gives else None
        if isinstance(decl, s.ProcDecl):
            self.model.procedures[decl.id] = m.Procedure(
                decl.id, params, gives or m.NO_RESULT, decl.at, decl.text, effect=decl.effect
            )
            if decl.effect:
                self.model.scopes.add(decl.id)
            self.proc_syntax[decl.id] = (decl, pack)
            self.check_braces(decl.text, tuple(seen), decl.at)
            for p in decl.params:
                if p.name in params_in(decl.text):
                    self.note_param(p.name, p.at, decl.at)
        else:
            type_ = gives or UNKNOWN
            self.model.stats[decl.id] = m.Stat(decl.id, params, type_, decl.at, decl.text, fault=decl.fault)
            self.stat_syntax[decl.id] = (decl, pack)

    def enter_field(self, decl: s.FieldDecl, pack: str, owner: m.Definition | None) -> None:
        of = decl.of or "game"
        if owner is not None:
            if decl.of is not None:
                self.fail(
                    "E0211", decl.at, "a field inside a definition is kept for its source", "leave out `of`"
                )
            of = {"card": "card", "border": "card", "event": "game"}.get(owner.kind, "player")
        of = "card" if of == "figure" else of
        if of in self.model.values:
            self.reach("type", of, pack, decl.at)
        elif of in self.broken:
            raise CheckFailed  # what is wrong with it is reported
        elif of not in ("game", "player", "card"):
            self.fail(
                "E0211",
                decl.at,
                f"a field is `of player`, `of card`, of some values, or of the game without `of`; "
                f"not `of {of}`",
            )
        if owner is None:
            space = "name" if of == "game" else f"of {of}"
            taken = not self.claim(space, "field", decl.id, named_at(decl), pack)
            if taken or (of != "game" and not self.claim("field", "field", decl.id, named_at(decl), pack)):
                return
            id = decl.id
        else:
            if not self.claim(f"of {owner.full_id}", "field", decl.id, named_at(decl), pack):
                return
            id = f"{owner.id}.{decl.id}"
            if id in self.model.fields:
                id = f"{owner.full_id}.{decl.id}"
        type_ = self.type_of(decl.type, pack)
        seen = self.seen_by(decl.seen, of == "player", "a field")
        text = decl.text or decl.id.replace("_", " ")
        value = self.default_value(decl, type_, pack)
        field = m.Field(id, type_, of, value, seen, text, owner.id if owner else None, decl.at)
        self.model.fields[id] = field
        self.note("field", id, decl.id, named_at(decl), True)
        if owner is not None:
            self.own_fields[owner.full_id, decl.id] = field

    def default_value(self, decl: s.FieldDecl, type_: Type, pack: str) -> Any:
        """What a field holds before anything is put into it."""
        expr = decl.default
        list_ = type_.name == "list"
        if expr is None:
            if not type_.optional and (type_ in (NUMBER, YESNO, TEXT) or type_.name.startswith("values:")):
                self.error(
                    "E0313",
                    named_at(decl),
                    f"field `{decl.id}` has no value to begin with",
                    f"write one behind its type, as `: {decl.type.name} = ...`",
                )
            return () if list_ else None
        if isinstance(expr, s.Name) and expr.id in ("nobody", "empty", "none"):
            if expr.id == "none" and not type_.optional:
                self.error(
                    "E0302",
                    expr.at,
                    f"{are(type_)} never `none`",
                    f"declare it as `{decl.type.name}?`",
                )
            elif expr.id != "none" and not list_:
                self.error("E0301", expr.at, f"expected {describe(type_)}, found an empty list")
            return () if list_ else None
        value, have = self.literal(expr, pack, "what a field begins with")
        if have != type_.plain:
            self.error("E0301", expr.at, f"expected {describe(type_)}, found {describe(have)}")
        return value


def params_in(text: str | None) -> list[str]:
    """The names in braces in a text."""
    return _PLACEHOLDER.findall(text) if text and "{" in text else []
