"""Linking rules: their program with kernel and vocabulary, their cards with what lists their actions."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from bangrules.kernel import slots as k
from bangrules.kernel.actions import Action
from bangrules.kernel.link import link
from bangrules.vocabulary import board as board_module
from bangrules.vocabulary import seats as seats_module
from bangrules.vocabulary import zones as zones_module

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["link_actions", "namespace"]


def namespace(rules: Rules, code: Any) -> dict[str, Any]:
    """The program of some rules, linked, but for the lists of actions."""
    vocabulary: tuple[ModuleType, ...] = (seats_module, zones_module)
    facts = facts_of(rules)
    if rules.tables["board"] is not None:
        vocabulary += (board_module,)
        facts.update(board_module.board_tables(rules.tables["board"]))
    return link(code, rules.tables, vocabulary, facts)


def facts_of(rules: Rules) -> dict[str, Any]:
    """What generated code and the vocabulary look up about cards, zones and definitions."""
    t, n = rules.tables, k.FIRST_CARD
    size = t["size"]
    seen, pile, structural = [0] * size, [True] * size, [False] * size
    holder: list[int | None] = [None] * size
    places = [(k.LIMBO, -1)]
    for id, slot, of_player, by, force, _ in t["zones"]:
        for p in range(k.MAX_SEATS if of_player else 1):
            seen[slot + p] = {"everyone": 255, "nobody": 0, "owner": 1 << p}[by]
            pile[slot + p] = not of_player
            structural[slot + p] = force or f"zone {id}" in t["structure"]
            places.append((slot + p, p if of_player else -1))
            if force and of_player:
                holder[slot + p] = p
    # what players have first, then the piles that packs add, the long ones of the box last
    places.sort(key=lambda place: (pile[place[0]], -place[0] if pile[place[0]] else place))
    blank = [-1] * n
    rows = t["cards"]
    events = set(t["event_cards"])
    return {
        "DEF_OF": blank + [r[0] for r in rows],
        "SUIT_OF": blank + [r[2] for r in rows],
        "RANK_OF": blank + [r[1] for r in rows],
        "FACE_OF": blank + [16 * r[2] + r[1] for r in rows],
        "NAME_OF": [d["name"] for d in t["definitions"]],
        "NUMBER_OF": [d["number"] or 0 for d in t["definitions"]],
        "LAST_OF": [d["last"] for d in t["definitions"]],
        "SORT_OF": [d["kind"] for d in t["definitions"]],
        "COPIES": tuple(c.index for c in rules.cards if c.index not in events),
        "IS_COPY": frozenset(c.index for c in rules.cards if c.index not in events).__contains__,
        "CHARACTERS": tuple(t["characters"]),
        "EVENT_CARDS": tuple(t["event_cards"]),
        "ROLE_TABLE": t["roles"],
        "COLOR_PATTERN": [sum((0x7FFC << 16 * s) * (m >> s & 1) for s in range(4)) for m in range(16)],
        "CARD_FIELDS": tuple(row[1] for row in t["fields"] if row[3] == "card" and row[5] == "everyone"),
        "SEEN": seen, "IS_PILE": pile, "STRUCTURAL": structural, "HOLDER_OF": holder, "ALL_SEATS": 255,
        "PLAN": zones_module.plans(seen, structural),
        "PLACES": [tuple(slot for slot, p in places if p < n) for n in range(k.MAX_SEATS + 1)],
        "WHERE": dict.fromkeys(range(n, n + len(rows)), k.LIMBO),
        "BIT": [1 << c for c in range(n + len(rows))].__getitem__,
        "COPIES_OF": rules.copies_of, "ACTIONS_MADE": {}, "FIELD_SLOT": [row[1] for row in t["fields"]],
        "new_action": rules._new_action,
    }  # fmt: skip


def link_actions(rules: Rules) -> list[list[Action]]:
    """Find for each window and card what lists its actions, and write the functions that list them all.

    How each seat passes in each window.
    """
    t, ns = rules.tables, rules.ns
    acts = t["actions"]
    windows = range(len(t["windows"]))
    force = set(ns["FORCE_ZONES"])
    loose_zones = sorted({a["from"] for a in acts if a["from"] is not None and a["from"] not in force})
    by_def: dict[int, list[int]] = {
        d: [number for kind, _, number in rows if kind == "act"] for d, rows in t["contributions"].items()
    }
    equal, list_copy = ns["COPIES_OF"], ns["list_copy"]

    def lister(number: int, card: int, zone: int) -> Any:
        en = ns[f"en{number}"]
        if card not in equal:
            return en
        alone = frozenset(x for x in equal[card] if x != card).isdisjoint

        def once(S: list[Any], p: int, c: int, form: int | None, out: list[Action]) -> None:
            if alone(S[zone + p]):
                en(S, p, c, form, out)
            else:
                list_copy(S, p, c, form, en, S[zone + p], out)

        return once

    loose: list[Any] = []
    forms: list[dict[int, list[Any]]] = []
    used_forms = {u[0] for u in t["uses"]}
    for w in windows:
        tables = []
        for zone in loose_zones:
            table: list[Any] = [None] * k.FIRST_CARD
            for card in rules.cards:
                table.append(
                    together(
                        [
                            lister(i, card.index, zone)
                            for i in by_def.get(card.definition.index, ())
                            if w in acts[i]["windows"] and acts[i]["from"] == zone
                        ]
                    )
                )
            if any(table):
                tables.append((zone, table))
        loose.append(tables)
        forms.append({
            d: [(acts[i]["from"], ns[f"en{i}"]) for i in by_def.get(d, ())
                if w in acts[i]["windows"] and acts[i]["from"] in loose_zones]
            for d in used_forms
        })  # fmt: skip
    passes = [
        [rules._pass(p, "ends" if t["windows"][w][2] == "ends" else "passes") for p in range(k.MAX_SEATS)]
        for w in windows
    ]
    ns.update(
        LOOSE=loose, FORM_ACTS=forms, COST_ZONES=tuple(loose_zones),
        ACTS_OF_COPIES=frozenset(
            n for c in equal for n in by_def.get(ns["DEF_OF"][c], ())
            if acts[n]["from"] not in loose_zones
        ),
    )  # fmt: skip
    for w, tables in enumerate(loose):
        ns[f"PASSES_{w}"] = passes[w]
        ns[f"OFFERS_{w}"] = [(k.OFFER, p, w) for p in range(k.MAX_SEATS)]
        for i, (_, table) in enumerate(tables):
            ns[f"T{w}_{i}"] = table
            ns[f"ANYHOW_{w}_{i}"] = [
                () if en is None else anyhow(rules, card, en) for card, en in enumerate(table)
            ]
    exec(ns["write_listers"](), ns)
    ns["LIST"] = [ns[f"list_{w}"] for w in windows]
    ns["ASK"] = [ns[f"ask_{w}"] for w in windows]
    return passes


def anyhow(rules: Rules, card: int, lister: Any) -> tuple[tuple[Action], ...] | None:
    """By seat, the only action that is always there for who holds a card; None if it depends."""
    n = rules.ns["ANYHOW"].get(lister)
    if n is None:
        return None
    return tuple((rules._new_action(n, p, card, None, None),) for p in range(k.MAX_SEATS))


def together(listers: list[Any]) -> Any:
    """One function that lists what several list; None for none."""
    if len(listers) < 2:
        return listers[0] if listers else None

    def all_of(S: list[Any], p: int, c: int, form: int | None, out: list[Action]) -> None:
        for en in listers:
            en(S, p, c, form, out)

    return all_of
