"""How values are spoken of in rules texts, and what phrases become when their blanks are filled."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping

from attrs import define, field

from bangrules.language.english import article, base_form, head_end, infinitive, negated, ordinal, plural

__all__ = ["IT", "THEY", "Clause", "Ref", "Untold", "number", "phrased", "several", "you"]

UNLIMITED = 1 << 40
PRONOUNS = {
    "you": ("you", "your"), "they": ("them", "their"), "it": ("it", "its"), "who": ("whom", "whose"),
    "that": ("that", "whose"),
}  # fmt: skip
THEY, IT = "they", "it"
COUNTED = "as there are "
"""What stands behind `as many` of things that are counted."""
LONG = re.compile(r"^whoever\b|\b(?:and|or)\b")
"""What is no noun alone."""


class Untold(Exception):
    """A program does what these texts have no words for: rather than a wrong text it has none."""


@define(eq=False)
class Ref:
    """A value as it is spoken of: by `noun` first, by the pronoun or noun `later` from then on.

    `sort`: `player`, `card`, `number`, `list`, or anything else. `several`: verbs behind it are as behind
    `you`. The noun of a list is that of one member, and `member` the sort of these. A number is said by
    `value`, or by `noun`, with `more` behind it and `least` in front of it. `wild`: whatever fits, as a
    pattern takes it; `either`: any of what is listed; `stale`: the noun is perhaps no longer right.
    """

    noun: str
    sort: str = "thing"
    later: str | None = None
    several: bool = False
    value: int | None = None
    least: str = ""
    more: str = ""
    member: str = ""
    seen: bool = field(default=False)
    wild: bool = False
    either: str = ""
    stale: bool = False

    def _now(self) -> str:
        if self.seen and self.later is not None:
            return self.later
        self.seen = True
        return self.noun

    def subject(self) -> tuple[str, bool]:
        """The words in front of a verb, and whether it is as behind `you`."""
        word = self._now()
        return word, word in ("you", "they") or (self.several and word == self.noun)

    def being(self, so: bool = True) -> str:
        """`they are`, `that card is not`."""
        said, many = self.subject()
        return f"{said} {'are' if many else 'is'}{'' if so else ' not'}"

    def object(self) -> str:
        """The words behind a verb."""
        word = self._now()
        if self.sort == "list":
            return plural(word)
        return PRONOUNS[word][0] if word in PRONOUNS else word

    def possessive(self) -> str:
        """The words in front of what belongs to it.

        :raises Untold: they are too long to end with `'s`.
        """
        word = self._now()
        if word in PRONOUNS:
            return PRONOUNS[word][1]
        if head_end(word) < len(word) or LONG.search(word):
            raise Untold
        if self.sort == "list" or self.several:
            return f"{word if self.several else plural(word)}'"
        return f"{word}'s"

    def having(self, what: str) -> str:
        """Something that belongs to it: `their hand`, `the hand of the next player to the left`."""
        word = self.later if self.seen and self.later is not None else self.noun
        if word not in PRONOUNS and head_end(word) < len(word):
            return f"the {what} of {self.object()}"
        return f"{self.possessive()} {what}"

    def one(self) -> str:
        """A member of a list."""
        return article(self.noun) if self.sort == "list" else self.object()

    def count(self, noun: str) -> str:
        """So many of `noun`."""
        if self.value is None:
            word = self._now()
            if (
                self.sort == "number"
                and not self.more
                and word not in ("", "that many", "no", "any number of")
            ):
                return f"a number of {plural(noun)} equal to {word}"
            return f"{word} {plural(noun)} {self.more}".strip()
        if self.value >= UNLIMITED:
            return f"any number of {plural(noun)}"
        if self.value == 0 and not self.least:
            return f"no {plural(noun)}"
        extra = f" {self.more}" if self.more else ""
        return f"{self.least}{self.value}{extra} {noun if self.value == 1 else plural(noun)}"

    def __str__(self) -> str:
        if self.value is None:
            word = self.object() or "some"
            if self.sort != "number" or not self.more:
                return word
            counted = self.more.startswith(COUNTED) and word == "as many"
            return f"the number of {self.more.removeprefix(COUNTED)}" if counted else f"{word} {self.more}"
        if self.value >= UNLIMITED:
            return "any number of"
        return f"{self.least}{self.value}{' ' + self.more if self.more else ''}"


def you() -> Ref:
    """The reader, whose card it is."""
    return Ref("you", "player", several=True)


def number(n: int) -> Ref:
    """A number that is known."""
    return Ref(str(n), "number", value=n)


def several(noun: str, member: str) -> Ref:
    """A list by what one of its members is called."""
    return Ref(noun, "list", member=member)


@define(eq=False)
class Clause:
    """What happens: `words` in the form for one, behind `subject`; without one a time, or a noun."""

    words: str
    subject: Ref | None = None
    said: str = ""  # the subject as it is said here
    many: bool = False
    told: tuple[str, ...] = ()  # the parameters that are spoken of, in their order

    def finite(self) -> str:
        """A whole clause: `you draw a card`."""
        if self.subject is None:
            return self.words
        return f"{self.said} {base_form(self.words) if self.many else self.words}"

    def bare(self) -> str:
        """Without the subject: `draw a card`."""
        return self.words if self.subject is None else base_form(self.words)

    def would(self) -> str:
        """`you would draw a card`."""
        return f"{self.said} would {infinitive(self.words)}"

    def denied(self) -> str:
        """`you do not draw a card`."""
        if self.subject is None:
            return f"not {self.words}"
        return f"{self.said} {negated(self.words, self.many)}"

    @property
    def moment(self) -> bool:
        """Whether it tells a time by itself."""
        return self.subject is None and self.words.startswith(("at ", "when ", "whenever ", "during ", "as "))


BLANK = re.compile(r"\{([^{}]*)\}")
EXTRA = re.compile(r"\[([^\[\]]*)\]")


def blank_name(blank: str) -> str:
    """The parameter that a blank speaks of: `n` of `{n life point}`, `p` of `{p's}`."""
    return blank.split(" ", 1)[0].removesuffix("'s")


def phrased(
    phrase: str,
    value: Callable[[str], Ref],
    names: Mapping[str, str],
    given: Container[str] = (),
    whoever: bool = False,
) -> Clause:
    """A phrase with its blanks filled: by `value` of parameters, and by the `names` of cards and the like.

    What stands in square brackets is told only if the parameter that it speaks of is `given`, and is not the
    reader; `whoever`: if he is, too, as in what tells which of all things are meant.
    """
    told: list[str] = []
    unsaid = () if whoever else ("you", "nothing")

    def kept(match: re.Match[str]) -> str:
        blanks = [blank_name(b) for b in BLANK.findall(match[1]) if b not in names]
        return match[1] if all(b in given and value(b).noun not in unsaid for b in blanks) else ""

    phrase = EXTRA.sub(kept, phrase)
    first = BLANK.match(phrase)
    subject = None
    said, many = "", False
    if first is not None and first[1] not in names and re.match(r" \w", phrase[first.end() :]):
        name = first[1]
        if name == blank_name(name):
            subject = value(name)
            told.append(name)
            said, many = subject.subject()
            phrase = phrase[first.end() + 1 :]

    def fill(match: re.Match[str]) -> str:
        blank = match[1]
        if blank in names:
            return names[blank]
        name, _, noun = blank.partition(" ")
        ref = value(name.removesuffix("'s"))
        told.append(name.removesuffix("'s"))
        if noun == "th":
            if ref.least:
                raise Untold  # several are meant
            return ordinal(ref.value) if ref.value is not None else "next"
        if noun and ref.sort in ("player", "card"):
            said, many = ref.subject()
            return f"{said} {base_form(noun) if many else noun}"
        if noun:
            return ref.count(noun)
        if name.endswith("'s"):
            return ref.possessive()
        if ref.sort == "number" and ref.value == 0 and not ref.least and phrase.startswith(" {", match.end()):
            return "no"  # of what is named behind it
        if whoever and subject is not None and subject.noun == ref.noun == "you":
            return "yourself"
        return str(ref) if ref.sort == "number" else ref.object()

    words = BLANK.sub(fill, phrase)
    return Clause(words, subject, said, many, tuple(dict.fromkeys(told)))
