"""The parts of the documentation that are read from the library itself: words, types, texts, error codes.

Pages ask for a part with a comment, `<!-- generated: words -->`; `conf.py` puts it there. What stands here by
hand is compared with the library, and a word that nobody has described stops the build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bangrules.language.check import ASKED_BY_ENGINE, CALLED_BY_ENGINE, ENGINE_PROCEDURES
from bangrules.language.codes import CATALOGUE
from bangrules.language.lexicon import Vocabulary
from bangrules.language.names import COMMANDS, SPECIAL
from bangrules.language.types import LIST_NAMES, NAMED, WIDER, Type
from bangrules.language.words import RESERVED
from bangrules.tools.wordbook import ENGINE, FORMS, type_form, word_form
from bangrules.vocabulary.board_words import LAYERS, add_board
from bangrules.vocabulary.words import table_vocabulary
from docs.grammar import TOKENS, grammar_rules, literal_tokens, token_names

__all__ = ["PARTS"]

TYPES = {
    "number": "a whole number",
    "yesno": "`yes` or `no`",
    "text": "a text, such as the name on a card",
    "player": "a seat of the table, with the fields and zones `of player`",
    "card": "a physical card, with the fields `of card`",
    "figure": "another word for a card: one that stands on a board",
    "event": "a card declared with `event`",
    "suit": "♠, ♥, ♦ or ♣",
    "color": "`red` or `black`",
    "rank": "2 to ace, as a number from 2 to 14",
    "pattern": "what a card's face is compared with: a face, a run of faces, a suit or a color",
    "window": "a kind of moment in which actions are offered",
    "zone": "a place for cards; where a list of cards is needed it is read as its cards, the top first",
    "place": "a player or a zone: where a card may come from",
    "thing": "a player or a card: what may be aimed at",
    "source": "what carries abilities: a card, or a role or character with its owner",
    "role": "a role that is declared",
    "character": "a character that is declared",
    "kind": "what a card is a copy of: the name of a card or event",
    "border": "a border that is declared",
    "ability": "a role or a character",
}
STATEMENTS = {
    "move": "`move cards to zone`, `move cards to zone.bottom`: cards go on the top of a pile, or to its"
    " bottom; to the end of a player's zone",
    "show": "`show cards to players`, `show p.field to players`: they have seen it from then on",
}
ENGINE_STATS = {
    "in_force": "whether a card, role or character works at all",
    "abilities": "which roles and characters work for a player",
    "allowed": "whether a player may act with a card in a window",
    "may_pass": "whether a player may pass in a window",
    "suit": "a card's suit, whenever it is compared with a pattern",
    "rank": "a card's rank, likewise",
    "outlook": "how well it goes for a player, as it looks: nothing but bots asks it",
}
ENGINE_CALLS = {
    **ENGINE,
    "pay": "if it is declared, it is called with the cards that pay for an action; else they stay where they"
    " are",
}
TEXTS = {
    "play": "a card is played",
    "use": "an ability is used",
    "answer": "a window is answered",
    "as_form": "what `{form}` is in these three, when a card is used as another",
    "on_target": "what `{target}` is in them, when it is aimed",
    "passing": "a player passes",
    "ending": 'a player passes in a window declared with `pass "ends"`',
    "paying": "the prompt for a card to pay with",
    "win": "the game is over",
    "win_nobody": "it is, and nobody has won it; goes before `win`",
    "shown": "cards are shown",
    "shown_in_ZONE": "cards that lie in a zone are shown; goes before `shown`",
    "to_ZONE": "cards come into a zone",
    "ZONE_to_ZONE": "cards come from one zone into another; goes before `to_ZONE`",
    "set_FIELD": "a field of a player has a new value",
    "shown_FIELD": "a secret field of a player is shown to all",
}
CHAPTERS = {
    "E00": "Reading files",
    "E01": "Syntax",
    "E02": "Names",
    "E03": "Types and programs",
    "E04": "Definitions, actions and clauses",
    "E05": "Packs",
    "E06": "Scenarios",
    "E07": "Translations",
    "W0": "Warnings",
}


def described(known: Iterable[str], told: Iterable[str], what: str) -> None:
    """Stop where the library and what is told of it differ."""
    missing, extra = set(known) - set(told), set(told) - set(known)
    if missing or extra:
        raise ValueError(f"{what}: not described: {sorted(missing)}; described, but gone: {sorted(extra)}")


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines)


def code(text: str) -> str:
    """As code."""
    return f"`{text}`"


def type_words(type_: Type) -> str:
    """A type as card files write it."""
    return type_form(type_)


def told(form: str, gives: str, text: str) -> str:
    """A word of the language with a place of its own, so that pages and pieces of card files link to it.

    :raises ValueError: nothing is said of it.
    """
    if not text.strip():
        raise ValueError(f"words of the language: not described: `{form}`")
    answer = "" if gives == "nothing" else f" gives {gives}"
    return f"```{{bang:word}} {form}{answer}\n\n{text}\n```\n"


def words_of(vocabulary: Vocabulary, effect: bool) -> str:
    """The words that change the game, or those that only ask."""
    return "\n".join(
        told(word_form(word), type_words(word.result), word.doc + (" *Waits.*" if word.suspends else ""))
        for variants in vocabulary.words.values()
        for word in variants
        if word.effect == effect
    )


def asking_words() -> str:
    """The words that only ask."""
    described(SPECIAL, FORMS, "words with a form of their own")
    return words_of(table_vocabulary(), False) + "\n" + "\n".join(told(*form) for form in FORMS.values())


def doing_words() -> str:
    """The words that change the game."""
    return words_of(table_vocabulary(), True)


def engine_procedures() -> str:
    """The procedures that the engine runs itself."""
    found = []
    for id, (ps, _) in ENGINE_PROCEDURES.items():
        names = ", ".join(f"{p.name}: {type_words(p.type)}" for p in ps)
        found.append(told(f"{id}({names})", "nothing", f"{ENGINE_CALLS[id].capitalize()}."))
    return "\n".join(found)


def constants() -> str:
    """The words for values."""
    return "\n".join(
        told(
            id if type_.name in ("none", "list") and not type_.of else f"{id}: {type_words(type_)}",
            "nothing",
            doc,
        )
        for id, (type_, _, _, doc) in table_vocabulary().constants.items()
    )


def properties() -> str:
    """What can be asked of values with a dot."""
    rows = [
        (code(f"{of}.{name}"), code(type_words(type_)), doc)
        for (of, name), (type_, _, _, doc) in table_vocabulary().properties.items()
    ]
    return table(("property", "type", "meaning"), rows)


def board_words() -> str:
    """The words of boards: what they ask, and what they are asked of."""
    vocabulary = add_board(Vocabulary(), LAYERS)
    rows = [
        (code(word_form(word)), code(type_words(word.result)), word.doc)
        for variants in vocabulary.words.values()
        for word in variants
    ]
    rows += [(code(id), code(type_words(t)), doc) for id, (t, _, _, doc) in vocabulary.constants.items()]
    rows += [
        (code(f"{of.removeprefix('values:')}.{name}"), code(type_words(t)), doc)
        for (of, name), (t, _, _, doc) in vocabulary.properties.items()
    ]
    return table(("word", "gives", "meaning"), rows)


def types() -> str:
    """The types."""
    singular = {name for name, type_ in NAMED.items() if type_.name != "list"}
    described(singular, TYPES, "types")
    rows = []
    for name, text in TYPES.items():
        wider = ", ".join(code(wide) for wide in sorted(WIDER.get(name, ())))
        rows.append((code(name), code(LIST_NAMES[name]) if name in LIST_NAMES else "", text, wider))
    return table(("type", "list", "what it is", "also fits"), rows)


def statements() -> str:
    """Statements that are words of the engine."""
    described(COMMANDS, STATEMENTS, "statements")
    return "\n".join(f"- {text}." for text in STATEMENTS.values())


def texts() -> str:
    """The texts that packs declare for what happens."""
    known = table_vocabulary().texts
    described(known, TEXTS, "texts")
    rows = [
        (code(key), TEXTS[key], " ".join(code("{" + name + "}") for name in names))
        for key, names in known.items()
    ]
    return table(("text", "when", "names in braces"), rows)


def reserved() -> str:
    """The words that are never names."""
    return " ".join(code(word) for word in sorted(RESERVED))


def shapes() -> str:
    """The shapes that a look may name."""
    return ", ".join(code(name) for name in table_vocabulary().shapes)


def engine_contract() -> str:
    """What the engine asks and runs by name."""
    described(ASKED_BY_ENGINE, ENGINE_STATS, "stats that the engine asks")
    described([*ENGINE_PROCEDURES, *CALLED_BY_ENGINE], ENGINE_CALLS, "procedures of the engine")
    rows = [
        (code(f"stat {id}({', '.join(map(type_words, params))}) gives {type_words(gives)}"), ENGINE_STATS[id])
        for id, (params, gives) in ASKED_BY_ENGINE.items()
    ]
    for id, params in CALLED_BY_ENGINE.items():
        rows.append((code(f"procedure {id}({', '.join(map(type_words, params))})"), ENGINE_CALLS[id]))
    return table(("name and shape", "what it decides"), rows)


def tokens() -> str:
    """The smallest pieces of the grammar."""
    literal, names = literal_tokens(), token_names()
    described(names - set(literal), TOKENS, "tokens of the grammar")
    rows = {**TOKENS, **{name: text for name, text in literal.items() if name in names}}
    return table(("token", "what it is"), [(code(name), text) for name, text in rows.items()])


def error_codes() -> str:
    """The catalogue of diagnostics."""
    described({group_of(code_) for code_ in CATALOGUE}, CHAPTERS, "groups of codes")
    out: list[str] = []
    for group, title in CHAPTERS.items():
        out.append(f"## {title}\n")
        for entry in CATALOGUE.values():
            if group_of(entry.code) == group:
                out.append(f"### {entry.code}: {entry.title}\n\n{entry.cause}\n\n{entry.cure}\n")
                for label, example in (("Wrong", entry.bad), ("Right", entry.good)):
                    if example is not None:
                        out.append(f"{label}:\n\n```bang\n{example.rstrip()}\n```\n")
    return "\n".join(out)


def group_of(code_: str) -> str:
    """The chapter of a code."""
    return "W0" if code_.startswith("W") else code_[:3]


PARTS: dict[str, Callable[[], str]] = {
    "asking words": asking_words,
    "doing words": doing_words,
    "engine procedures": engine_procedures,
    "grammar": grammar_rules,
    "tokens": tokens,
    "board words": board_words,
    "constants": constants,
    "properties": properties,
    "types": types,
    "statements": statements,
    "texts": texts,
    "reserved": reserved,
    "shapes": shapes,
    "engine contract": engine_contract,
    "error codes": error_codes,
}
"""The parts by the names that pages ask for."""
