"""The JSON Schema of saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bangrules.kernel import slots as k
from bangrules.play.frames import shapes_of
from bangrules.play.naming import SEAT_LETTERS, owner_type
from bangrules.play.rules import needed
from bangrules.play.save import FORMAT, HEAD, PARTS, VERSION
from bangrules.play.shapes import ListOf, Optional, closed

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["save_schema"]


def save_schema(rules: Rules) -> dict[str, Any]:
    """What a saved game of these rules looks like, as JSON Schema (draft 2020-12).

    >>> import bangrules as bang
    >>> schema = bang.save_schema(bang.load("base"))
    >>> schema["properties"]["format"]
    {'const': 'bangrules game'}

    :raises TypeError: `rules` are no rules.
    """
    shapes, t = shapes_of(needed(rules)), rules.tables
    cards = shapes.shape("cards").schema()
    digits = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
    text = {"type": "string"}
    seats = {"type": "array", "items": {"$ref": "#/$defs/player"}}

    def by_seat(part: dict[str, Any]) -> dict[str, Any]:
        found = {
            "type": "object",
            "properties": dict.fromkeys(SEAT_LETTERS, part),
            "additionalProperties": False,
        }
        return {**found, "minProperties": 1}

    def optional(part: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [part, {"type": "null"}]}

    def option(id: str, type_: str) -> dict[str, Any]:
        found = rules.options[id]
        bounds = {"minimum": found.least, "maximum": found.most}
        return shapes.shape(type_).schema() | {word: n for word, n in bounds.items() if n is not None}

    def field(row: Any) -> dict[str, Any]:
        part = shapes.shape(row[2]).schema()
        part = optional(part) if row[4] is None else part
        if row[3] == "game":
            return part
        if row[3] == "player":
            return by_seat(part)
        names = shapes.shape(owner_type(row[3])).schema()
        return {"type": "object", "additionalProperties": part, "propertyNames": names}

    scope = closed({"put off": Optional(shapes.later).schema(), "counted": shapes.counted.schema()})
    parts: dict[str, Any] = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "packs": {"const": list(rules.packs)},
        "digest": {"const": rules.digest},
        "layout": {"type": "string"},
        "players": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": k.MAX_SEATS},
        "setup": {"type": ["object", "null"]},
        "actions": optional({"type": "array", "items": {"type": "string"}}),
        "options": closed({row[0]: option(*row[:2]) for row in t["options"]}),
        "forced": {"enum": ["resolve", "ask"]},
        "generator": closed({"state": digits, "stream": digits}),
        "zones": closed({row[0]: by_seat(cards) if row[2] else cards for row in t["zones"]}),
        "box": cards,
        "fields": closed({row[0]: field(row) for row in t["fields"]}),
        "shown": closed(
            {
                row[0]: by_seat({"anyOf": [{"const": "everyone"}, seats]})
                for row in t["fields"]
                if row[7] is not None
            }
        ),
        "known": optional(by_seat(cards)),
        "scopes": closed(dict.fromkeys(t["scopes"], scope)),
        "forms": shapes.forms.schema(),
        "stack": ListOf(shapes.frame).schema(),
        "dice": {"type": "array", "items": {"type": "integer", "minimum": 1}},
        "passing over": {"enum": [None, *t["phases"]]},
        "decision": optional(shapes.decision.schema()),
        "outcome": optional(seats),
        "events": ListOf(shapes.event).schema(),
        "checks": closed(dict.fromkeys((*HEAD, *PARTS), text)),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A saved game of {' + '.join(rules.packs)}",
        **closed(parts),
        "$defs": {
            "player": {"enum": list(SEAT_LETTERS)},
            "card": {"enum": list(rules.copy_by_name)},
            **shapes.described,
        },
    }
