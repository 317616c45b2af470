"""Which names stand where in card files, and what they mean: the checker's notes brought to single words."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import Factory, define, field, frozen

from bangrules.language import scenario_syntax as sc
from bangrules.language.mentions import Mention
from bangrules.language.sources import Source
from bangrules.language.words import keywords

if TYPE_CHECKING:
    from bangrules.language.check import Checker

__all__ = ["Names", "Occurrence", "Thing", "word_around"]

Thing = tuple[str, str]
"""A sort and an id, as in `Mention`."""

WORD = re.compile(r"[^\W\d_]\w*!?")
_TOKEN = re.compile(
    r'"(?P<text>[^"\n]*)"?|#[^\n]*|(?:10|[2-9JQKA])(?:[♠♥♦♣]|[SHDC](?!\w))|(?P<name>[^\W\d_]\w*(?:!(?!=))?)|\d\w*'
)
_BLANK = re.compile(r"\{([\w.]*?)([^\W\d_]\w*!?)\}")


@frozen
class Occurrence:
    """A word and what it means; `plural` is what stands behind the name in it, as in the type `cards`."""

    thing: Thing
    path: str
    start: int
    end: int
    declares: bool = False
    type: str = field(default="", eq=False)


@frozen
class _Token:
    start: int
    end: int
    name: str
    blank: bool


@define(eq=False)
class Names:
    """The occurrences in all files of a study."""

    checker: Checker | None
    sources: Mapping[str, Source]
    files: dict[str, list[Occurrence]] = Factory(dict)
    things: dict[Thing, list[Occurrence]] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        if self.checker is None:
            return
        by_file: dict[str, set[Mention]] = defaultdict(set)
        for mention in (*self.checker.mentions, *scenario_mentions(self.checker)):
            by_file[mention.at.path].add(mention)
        for path, mentions in by_file.items():
            if path in self.sources:
                found = sorted(placed(self.sources[path], mentions), key=lambda one: one.start)
                self.files[path] = found
                for one in found:
                    self.things.setdefault(one.thing, []).append(one)

    def at(self, path: str, offset: int) -> Occurrence | None:
        """What stands at an offset, or ends there."""
        found = self.files.get(path, [])
        i = bisect_right(found, offset, key=lambda one: one.start) - 1
        return found[i] if i >= 0 and offset <= found[i].end else None

    def declared(self, thing: Thing) -> list[Occurrence]:
        """Where a thing is declared."""
        return [one for one in self.things.get(thing, ()) if one.declares]

    def called(self, name: str) -> list[Thing]:
        """The things that are declared by a name, locals aside."""
        return [
            thing
            for thing, found in self.things.items()
            if thing[0] != "local" and last(thing[1]) == name and any(one.declares for one in found)
        ]


def last(id: str) -> str:
    """A name without its pack or owner."""
    return id.rpartition(".")[2]


def word_around(text: str, offset: int) -> tuple[int, int] | None:
    """The word at an offset, or that ends there."""
    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] in "_!"):
        start -= 1
    match = WORD.match(text, start)
    return match.span() if match and match.end() >= offset else None


def tokens(source: Source) -> Iterator[_Token]:
    """The names in a file, those in braces in texts too."""
    for match in _TOKEN.finditer(source.text):
        if match["name"]:
            yield _Token(match.start(), match.end(), plain(match["name"]), False)
        elif match["text"]:
            for blank in _BLANK.finditer(source.text, match.start(), match.end()):
                yield _Token(blank.start(2), blank.end(2), plain(blank[2]), True)


def plain(name: str) -> str:
    """A name as the parser knows it."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def placed(source: Source, mentions: set[Mention]) -> Iterator[Occurrence]:
    """Each mention at its word: those noted with the narrowest stretches choose first."""
    by_name: dict[str, list[_Token]] = defaultdict(list)
    for token in tokens(source):
        by_name[token.name].append(token)
    taken: dict[int, tuple[Thing, bool]] = {}
    order = sorted(mentions, key=lambda x: (x.at.end - x.at.start, not x.declares, x.at.start, x.what, x.id))
    for mention in order:
        names = [mention.name, f"{mention.name}s"] if mention.what == "type" else [mention.name]
        inside = [
            token
            for name in names
            for token in by_name.get(name, ())
            if mention.at.start <= token.start and token.end <= mention.at.end
        ]
        exact = next((t for t in inside if t.start == mention.at.start and t.end == mention.at.end), None)
        if exact is not None and exact.start in taken:
            continue
        free = [token for token in inside if token.start not in taken]
        if not free:
            continue
        for token in [x for x in free if x.blank] if free[0].blank else free[:1]:
            taken[token.start] = mention.thing, mention.declares
            end = token.start + len(mention.name) if token.name != mention.name else token.end
            yield Occurrence(mention.thing, source.path, token.start, end, mention.declares, mention.type)


def scenario_mentions(checker: Checker) -> Iterator[Mention]:
    """The names in scenarios, which are read only when they run: found by what is called so."""
    for pack in checker.packs:
        for file in pack.files:
            scenarios = [decl for decl in file.decls if isinstance(decl, sc.Scenario)]
            source = checker.sink.sources.get(file.path)
            if not scenarios or source is None:
                continue
            found = list(tokens(source))
            for scenario in scenarios:
                for token in found:
                    inside = scenario.at.start <= token.start < scenario.at.end
                    if inside and not token.blank:
                        thing = named(checker, source, token, pack.id)
                        if thing is not None and is_meant(source, token, thing):
                            at = source.span(token.start, token.end)
                            yield Mention(*thing, token.name, at)


def is_meant(source: Source, token: _Token, thing: Thing) -> bool:
    """Whether a word is a name: one of the language only as a field or zone, as in `seat A role outlaw`."""
    if token.name not in keywords():
        return True
    line = source.text[source.text.rfind("\n", 0, token.start) + 1 : token.start]
    return thing[0] in ("field", "zone") and bool(line.strip())


def named(checker: Checker, source: Source, token: _Token, pack: str) -> Thing | None:
    """What a word of a scenario names."""
    model, name = checker.model, token.name
    homes = checker.defs.get(name, {})
    before = re.search(r"(\w+)\.$", source.text[max(0, token.start - 60) : token.start])
    if before is not None and before[1] in homes:
        return homes[before[1]].kind, f"{before[1]}.{name}"
    seen = [pack, *checker.allows.get(pack, ())]
    for home in [home for home in seen if home in homes]:
        return homes[home].kind, f"{home}.{name}"
    for what, known in (
        ("zone", model.zones), ("field", model.fields), ("stat", model.stats), ("value", checker.value_types),
        ("procedure", model.procedures), ("option", model.options), ("window", model.windows),
        ("reason", model.reasons), ("pack", checker.manifests),
    ):  # fmt: skip
        if name in known:
            return what, name
    return None
