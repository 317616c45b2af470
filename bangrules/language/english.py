"""A little English grammar: verbs that agree, nouns in the plural, articles, lists, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = [
    "article", "base_form", "head_end", "infinitive", "joined", "negated", "ordinal", "plural", "sentence",
]  # fmt: skip

VERBS = {"is": "are", "has": "have", "does": "do", "was": "were"}
AUXILIARIES = {"is", "are", "can", "may", "must", "will", "was", "were"}
NEVER_VERBS = {"its", "this", "as", "his", "hers", "yours", "theirs", "cards", "points"}
BREAK = re.compile(
    r"(?<=\w)(?=,? (?:within|of|in|on|who|that|whose|at|with|without|from|to|other than|where|for|below|under"
    r"|clockwise|named|for wh(?:om|ich)|which|beside|there|as|if|before|seen)(?:\b|,)|,| \()"
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def base_form(words: str) -> str:
    """What someone does, `takes a card and shows it`, as it is said of you and of several."""

    def form(match: re.Match[str]) -> str:
        return match[1] + base_verb(match[2])

    return re.sub(r"(^|(?:\band |\bor |\bthen ))(\w+)(?!\w|')", form, words)


def base_verb(verb: str) -> str:
    """`takes` as `take`; what is no verb in that form stays as it is."""
    if verb in VERBS:
        return VERBS[verb]
    if not verb.endswith("s") or verb.endswith(("ss", "us", "is")) or verb in NEVER_VERBS:
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "ches", "shes", "xes", "zes", "oes")) else verb[:-1]


def infinitive(words: str) -> str:
    """`are out` as `be out`, for what stands behind `would` or `may`."""
    return re.sub(r"^(?:are|is)\b", "be", base_form(words))


def negated(words: str, several: bool) -> str:
    """What someone does, as not done; `words` in the form for one, `several`: of you or of several."""
    first, _, rest = words.partition(" ")
    verb = VERBS.get(first, first) if several else first
    if verb in AUXILIARIES:
        return "cannot " + rest if verb == "can" else f"{verb} not {rest}"
    return f"{'do' if several else 'does'} not {base_form(words)}"


def head_end(noun: str) -> int:
    """Where the noun itself ends, before what is said of it: `player| within reach`."""
    found = BREAK.search(noun)
    return found.start() if found else len(noun)


def plural(noun: str) -> str:
    """`card in your hand` as `cards in your hand`."""
    end = head_end(noun)
    head, rest = noun[:end], noun[end:]
    word = head.rpartition(" ")[2]
    if not word[-1:].isalpha() or (word[:1].isupper() and word != "Role"):
        return noun  # a name such as Missed! has no plural
    if re.search(r"[^aeiou]y$", word):
        head = head[:-1] + "ies"
    elif word.endswith(("s", "x", "ch", "sh")):
        head += "es"
    else:
        head += "s"
    return head + re.sub(r"\b(who|that) (\w+)", lambda found: f"{found[1]} {base_verb(found[2])}", rest)


def article(noun: str) -> str:
    """`a card`, `an event`, `another player`."""
    if noun.startswith("other "):
        return "an" + noun
    return ("an " if re.match(r"[aeiouAEIO](?!ne\b)", noun) else "a ") + noun


def ordinal(n: int) -> str:
    """`second`."""
    return ORDINALS[n - 1] if 1 <= n <= len(ORDINALS) else f"{n}th"


def joined(parts: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    parts = list(dict.fromkeys(parts))
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else ""


def sentence(text: str) -> str:
    """With a capital letter in front and a stop behind."""
    text = re.sub(r"\s+", " ", text).strip(" ,;:")
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "!")) else ".")
