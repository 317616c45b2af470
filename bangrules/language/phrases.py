"""Phrases: how rules texts speak of what is declared, and what may stand in their braces and brackets."""

from __future__ import annotations

import re

from bangrules.language import syntax as s
from bangrules.language.entries import Entries, params_in
from bangrules.language.names import describe, named_at
from bangrules.language.speaking import BLANK, blank_name
from bangrules.language.types import NUMBER, PLAYER, UNKNOWN, YESNO, Type

__all__ = ["Phrases", "misformed"]

CLOSING = {"{": "}", "[": "]"}
ACTING = ("player", "card", "event", "thing", "source", "place")
"""The types of what may stand in front of a verb."""
VERBS = ("is", "has", "was", "does")
"""What is no noun for one."""


def misformed(text: str) -> tuple[int, str, str] | None:
    """Where the braces and brackets of a phrase don't fit together, what is wrong, and what helps.

    >>> misformed("{p} draws[ from {q}]"), misformed("{p draws")
    (None, (0, 'this `{` is never closed', 'write `}` behind the name, as in `{p}`'))
    """
    open_: list[tuple[str, int]] = []
    if text and not text.strip():
        return 0, "this phrase has no words", 'write `""` for what is not worth telling'
    for at, char in enumerate(text):
        if char in CLOSING:
            if open_ and (char, open_[-1][0]) != ("{", "["):
                return at, f"`{char}` within `{open_[-1][0]}`", f"close `{open_[-1][0]}` in front of it"
            open_.append((char, at))
        elif char in CLOSING.values():
            if not open_ or CLOSING[open_[-1][0]] != char:
                opening = next(o for o, c in CLOSING.items() if c == char)
                return at, f"this `{char}` closes nothing", f"write `{opening}` in front, or delete it"
            _, start = open_.pop()
            if not text[start + 1 : at].strip():
                return start, f"nothing stands in this `{text[start]}{char}`", "write in it, or delete it"
    if open_:
        char, at = open_[0]
        help = (
            "write `}` behind the name, as in `{p}`"
            if char == "{"
            else "write `]` behind what is told only sometimes, as in `[ from {p}]`"
        )
        return at, f"this `{char}` is never closed", help
    return None


class Phrases:
    """Checks the phrases of everything that a checker has read."""

    def __init__(self, checker: Entries) -> None:
        self.checker = checker
        self.model = checker.model
        self.first: dict[tuple[str, bool], tuple[s.Span, str]] = {}  # where a phrase is written

    def check(self) -> None:
        for pack, decl in self.checker.declarations(s.PhraseDecl):
            self.checker.guard(self.phrase, decl, pack.id)

    def phrase(self, decl: s.PhraseDecl, pack: str) -> None:
        """How rules texts speak of something that is declared; its blanks are parameters."""
        checker, model, id = self.checker, self.model, decl.id
        kinds = self.blanks()
        if decl.window:
            kinds = {"window": {name: {"self": PLAYER} for name in model.windows}}
        known = {name: blanks for names in kinds.values() for name, blanks in names.items()}
        if id not in known:
            what = "window" if decl.window else "procedure, stat, field or zone"
            checker.unknown(what, id, named_at(decl), known)
        for kind, names in kinds.items():
            if id in names:
                checker.reach(kind, id, pack, named_at(decl), used=False)
        self.enter(decl, pack)
        wrong = misformed(decl.text)
        if wrong is not None:
            at, message, help = wrong
            checker.fail("E0213", self.within(decl, at, at + 1), message, help)
        types = {"self": PLAYER, **known[id]}
        checker.check_braces(decl.text, tuple(types), decl.at, blank_name)
        for blank in BLANK.finditer(decl.text):
            type_ = types.get(blank_name(blank[1]))
            if type_ is not None and blank[1] not in model.named.get(decl.text, {}):
                self.form(decl, blank, type_)
        told = None if decl.window else model.procedures.get(id) or model.stats.get(id)
        blanks = [blank_name(blank) for blank in params_in(decl.text)]
        for p in told.params if told is not None else ():
            if p.name in blanks and p.at is not s.NOWHERE:
                checker.note_param(p.name, p.at, decl.at)

    def blanks(self) -> dict[str, dict[str, dict[str, Type]]]:
        """By kind and name: what may stand in the braces of a phrase, and of which type it is.

        A yes or no is not said: the phrase is what holds. What is of the game has no owner.
        """
        model = self.model
        found: dict[str, dict[str, dict[str, Type]]] = {"field": {}, "zone": {}, "stat": {}, "procedure": {}}
        for f in model.fields.values():
            owner = {} if f.of == "game" else {"owner": PLAYER if f.of == "player" else UNKNOWN}
            found["field"][f.id] = ({} if f.type == YESNO else {"value": f.type}) | owner
        for zone in model.zones.values():
            found["zone"][zone.id] = {"owner": PLAYER} if zone.of_player else {}
        for stat in model.stats.values():
            params = {p.name: p.type for p in stat.params}
            found["stat"][stat.id] = ({} if stat.type == YESNO else {"value": stat.type}) | params
        for proc in model.procedures.values():
            found["procedure"][proc.id] = {p.name: p.type for p in proc.params}
        return found

    def enter(self, decl: s.PhraseDecl, pack: str) -> None:
        """Note a phrase; of two each is reported where it is not the first."""
        key = decl.id, decl.window
        if key not in self.first:
            self.first[key] = decl.at, pack
            # with the ending outside it would be "you's"
            self.model.phrases[key] = re.sub(r"\{(\w+)\}'s\b", r"{\1's}", decl.text)
            return
        at, other = self.first[key]
        self.checker.error(
            "E0202",
            named_at(decl),
            f"`{decl.id}` has two phrases",
            "delete one of the lines" if pack == other else f"delete this line: pack `{other}` says it",
            ((at, "the first is here" if pack == other else f"that of pack `{other}`"),),
        )

    def form(self, decl: s.PhraseDecl, blank: re.Match[str], type_: Type) -> None:
        """Report a blank whose form its value can't take: a noun behind a player, a verb behind a number."""
        name, _, noun = blank[1].partition(" ")
        words, name, owning = noun.split(), name.removesuffix("'s"), name.endswith("'s")
        plain, ways = type_.plain, [f"{{{name}}}"]
        if plain == NUMBER:
            ways += [f"{{{name} card}}", f"{{{name} th}}"]
            fine = not owning and not any(
                word in VERBS or (word.endswith("s") and not word.endswith(("ss", "us"))) for word in words
            )
            what = "a noun stands behind a number in the form for one"
        elif plain.name in ACTING or plain == UNKNOWN:
            ways += [f"{{{name}'s}}", f"{{{name} takes}}"]
            fine = plain == UNKNOWN or not words or (not owning and words[0].endswith("s"))
            what = f"behind {describe(plain)} stands a verb, in the form behind `it`"
        else:
            ways += [f"{{{name}'s}}"] if plain != YESNO else []
            fine = not words and (plain != YESNO or not owning)
            what = f"nothing is counted by {describe(plain)}, and no verb stands behind it"
        if fine and len(set(words)) == len(words) and (words or " " not in blank[1]):
            return
        can = ", ".join(f"`{way}`" for way in ways)
        self.checker.error(
            "E0213",
            self.within(decl, *blank.span()),
            f"`{blank[0]}` is no form of {describe(plain)}",
            f"here can stand {can}: {what}" if len(ways) > 1 else f"here can stand {can}",
        )

    def within(self, decl: s.PhraseDecl, start: int, end: int) -> s.Span:
        """The place of a piece of the phrase's text."""
        quoted = self.checker.word_at(f'"{decl.text}"', decl.at)
        source = self.checker.sink.sources.get(quoted.path)
        if source is None or quoted == decl.at:
            return decl.at
        return source.span(quoted.start + 1 + start, quoted.start + 1 + end)
