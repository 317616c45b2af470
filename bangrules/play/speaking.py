"""What rules say: rules texts, and the tables of rules in another language."""

from __future__ import annotations

import marshal
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bangrules.errors import PackError
from bangrules.language.quoting import brief
from bangrules.language.spelling import suggest
from bangrules.play.naming import called, unclear

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["rules_text", "translated"]


def translated(rules: Rules, lang: str) -> dict[str, Any]:
    """The tables of `rules`, which speak their own language, in another.

    :raises PackError: the packs don't speak it.
    """
    tables = rules.tables
    if not isinstance(lang, str) or lang not in tables["languages"]:
        there = ", ".join(f"`{code}` ({name})" for code, name in rules.languages.items())
        near = suggest(lang, rules.languages) if isinstance(lang, str) else None
        hint = f"did you mean `{near}`?" if near else f"there is {there}"
        raise PackError(f"nothing in these packs speaks `{brief(lang)}`; {hint}")
    _, names, texts = tables["languages"][lang]

    def say(text: str | None) -> str | None:
        return None if text is None else texts.get(text, text)

    def column(rows: list[tuple[Any, ...]], *at: int) -> list[tuple[Any, ...]]:
        return [tuple([say(x) if i in at else x for i, x in enumerate(row)]) for row in rows]

    return {
        **tables,
        "definitions": [
            {**row, "name": names.get(i, row["name"]), "text": say(row["text"])}
            for i, row in enumerate(tables["definitions"])
        ],
        "values": {
            id: (ids, tuple([texts.get(text, text) for text in said]))
            for id, (ids, said) in tables["values"].items()
        },
        "windows": column(tables["windows"], 1),
        "zones": column(tables["zones"], 5),
        "fields": column(tables["fields"], 6),
        "options": column(tables["options"], 3),
        "stats": {id: (params, gives, say(text)) for id, (params, gives, text) in tables["stats"].items()},
        "texts": {id: say(text) for id, text in tables["texts"].items()},
        "procedures": column(tables["procedures"], 1),
        "sites": column(tables["sites"], 0),
        "forbidding": {
            stat: [(n, say(text), at) for n, text, at in rows] for stat, rows in tables["forbidding"].items()
        },
        "actions": [
            {
                **row,
                "text": say(row["text"]),
                "checks": [
                    (kind, say(text), at, say(words), named) for kind, text, at, words, named in row["checks"]
                ],
            }
            for row in tables["actions"]
        ],
    }


def rules_text(rules: Rules, id: str, generated: bool) -> str:
    """The rules text of a definition, or the one from its program alone: see `Rules.text_of`.

    :raises PackError: nothing is called so.
    """
    found = called(rules, id)
    if found is None:
        known = [*rules.definitions, *(d.full_id for d in rules.by_index)]
        near = suggest(id, known) if isinstance(id, str) else None
        hint = f"; did you mean `{near}`?" if near else ""
        told = f"there is no card, character or the like `{brief(id)}` in these rules{hint}"
        raise PackError(unclear(rules, str(id)) or told)
    told, added = texts_in(rules.tables["rules_texts"])[found.index]
    return told if generated or found.text is None else f"{found.text} {added}".rstrip()


@lru_cache(maxsize=16)
def texts_in(kept: bytes) -> list[tuple[str, str]]:
    """The texts of all definitions of some rules, each with what stands behind a written one."""
    found: list[tuple[str, str]] = marshal.loads(kept)
    return found
