# ruff: noqa: E501  (a table reads best with a row for each entry)
"""The plain tables of a compiled program: cards, definitions, hooks, actions, texts; all can be cached."""

from __future__ import annotations

import marshal
from typing import Any

from bangrules.language import model as m
from bangrules.language.asking import keyed, silencing, sort_wanted, sorts_wanted
from bangrules.language.emit import ORDER, RANK, SET_RANK, Emitter
from bangrules.language.emit_body import FIRST_SEGMENT
from bangrules.language.emit_flow import locals_of
from bangrules.language.emit_stats import PHASE
from bangrules.language.layout import LYING, decisive, stat_reads, stats_asked, upsetting
from bangrules.language.looks import worn
from bangrules.language.types import PLAYER
from bangrules.language.wording import filled

SUITS = "♠♥♦♣"


def place(at: Any) -> tuple[str, int]:
    return (at.path, at.line)


class Wordings:
    """What is said in the program: texts with the names that their braces ask for."""

    def __init__(self, model: m.Model) -> None:
        self.named = model.named

    def __call__(self, text: str) -> str:
        return filled(text, self.named[text]) if text in self.named else text

    def maybe(self, text: str | None) -> str | None:
        return None if text is None else self(text)


def build_tables(e: Emitter) -> dict[str, Any]:
    """All tables of `e`'s program."""
    model, layout = e.model, e.layout
    say = Wordings(model)
    first = layout.slots.first_card
    cards: list[tuple[int, int, int, str]] = []
    for d in model.definitions:
        if d.kind == "card":
            cards += [(d.index, rank, SUITS.index(suit), pack) for rank, suit, pack, _ in d.faces]
    events = [d for d in model.definitions if d.kind == "event" and model.packs[d.pack].named]
    event_cards = list(range(first + len(cards), first + len(cards) + len(events)))
    cards += [(d.index, 0, 0, d.pack) for d in events]
    groups, given = memo_groups(e), contributions(e)
    return {
        "packs": [
            (p.id, p.name, p.version, p.requires, p.optional, p.conflicts, p.box, p.named)
            for p in model.packs.values()
        ],
        "definitions": [definition_row(d, say) for d in model.definitions],
        "looks": {id: (look.path, look.color) for id, look in model.looks.items()},
        "drawings": [(*worn(d, model), model.symbols.get(d, ())) for d in model.definitions],
        "rules_texts": marshal.dumps([(d.told, d.added) for d in model.definitions]),  # read when first asked for
        "cards": cards,
        "event_cards": event_cards,
        "characters": [d.index for d in model.definitions if d.kind == "character" and model.packs[d.pack].named],
        "roles": {n: tuple(d.index for d, k in rows for _ in range(k)) for n, rows in model.roles.items()},
        "values": {v.id: (v.names, tuple(map(say, v.texts))) for v in model.values.values()},
        "faults": [(stat.id, say(stat.text or "")) for stat in model.stats.values() if stat.fault],
        "board": model.board.table() if model.board is not None else None,
        "windows": [(w.id, say(w.prompt), w.passing) for w in model.windows.values()],
        "zones": [
            (z.id, layout.zones[z.id], z.of_player, z.seen, z.force, say(z.text)) for z in model.zones.values()
        ],
        "fields": [
            (
                f.id, layout.fields[f.id], str(f.type), f.of, f.default, f.seen, say(f.text), layout.shown.get(f.id),
                f"field {f.id}" in e.structure or f"field {f.id}" in e.loose,
            )
            for f in model.fields.values()
        ],
        "scopes": dict(layout.scopes),
        "options": [
            (o.id, str(o.type), o.value, say(o.text), o.pack, o.least, o.most) for o in model.options.values()
        ],
        "stats": {
            s.id: ([(p.name, str(p.type)) for p in s.params], str(s.type), say.maybe(s.text)) for s in model.stats.values()
        },
        "texts": {id: say(text) for id, text in model.texts.items()},
        "languages": languages(model, say),
        "size": layout.size,
        "index_size": len(layout.index),
        "index": dict(layout.index),
        "memo": sorted(
            (layout.entry(f"memo {s}"), memo_kind(e, model.stats[s])) for s in layout.memo
        ),
        "memo_groups": groups,
        "chains": {
            layout.index[f"stat {s.id}"]: e.chain_form(s)
            for s in model.stats.values() if f"stat {s.id}" in layout.index
        },
        "always": always_in_force(model),
        "open": [d.index for d in model.definitions if d.open],
        "upsetting": upsetting(model),
        "decisive": {
            decider: sorted(layout.index[f"stat {id}"] for id in asked if f"stat {id}" in layout.index)
            for decider, asked in decisive(model).items()
        },
        "structure": sorted(e.structure),
        "procedures": [procedure_row(p, say) for p in model.procedures.values()],
        "hooks": [hook_row(e, h) for h in e.hooks],
        "sleepy": [i for i, h in enumerate(e.hooks) if e.optional(h)],
        "modifiers": [modifier_row(e, x) for x in e.modifiers],
        "reach": {i: reach(model, x) for i, x in enumerate(e.modifiers) if x.stat.id == "in_force"},
        "silencing": [i for i, x in enumerate(e.modifiers) if silencing(x)],
        "personal": (
            [i for i, h in enumerate(e.hooks) if "self" in locals_of((h.guard, h.run.body))],
            [i for i, x in enumerate(e.modifiers) if "self" in locals_of((x.guard, x.value))],
        ),
        "unless": {
            id: layout.index[f"stat {id}"] for id in m.REASONED
            if f"stat {id}" in layout.index and says_yes(model.stats[id])
        },
        "forbidding": {
            id: [(i, say.maybe(x.text), place(x.at)) for i, x in enumerate(e.modifiers) if x.stat.id == id and x.op == "set"]
            for id in m.REASONED
        },
        "actions": [action_row(e, a, say) for a in model.actions],
        "anyhow": [
            a.number for a in model.actions
            if a.targets is None and all(c.kind == "from" or (c.cost is not None and c.cost.what == "this") for c in a.checks)
        ],
        "uses": [(u.form.index, u.owner.index, [limit_row(e, c) for c in u.checks if c.limit]) for u in model.uses],
        "sites": [(say.maybe(text), place(at), proc, blanks) for text, at, proc, blanks in e.sites],
        "segments": [
            (
                seg.number, e.proc_numbers.get(id(seg.proc), -1) if seg.proc.kind == "procedure" else -1,
                tuple((v, type_name(e, seg.proc, v)) for v in seg.live), seg.proc.id,
            )
            for seg in e.segments
        ],
        "first_segment": FIRST_SEGMENT,
        "laters": [
            (p.id, tuple((q.name, str(q.type)) for q in p.params)) for p in model.programs if p.kind == "later"
        ],
        "start": model.start and (model.start.proc, model.start.within, model.start.after),
        "given": model.given and model.given.proc,
        "phases": phases(e),
        "provisos": [proviso_id(x) for x in model.provisos],
        "contributions": given,
        "has": sorted(s for s in ("in_force", "abilities", "allowed", "may_pass", "suit", "rank") if s in model.stats),
        "modified": sorted(s.id for s in model.stats.values() if s.modifiers),
    }  # fmt: skip


def languages(model: m.Model, say: Wordings) -> dict[str, tuple[str, dict[int, str], dict[str, str]]]:
    """For each language what it is called, the names of definitions, and texts by those of the program."""
    found = {}
    for code, language in sorted(model.languages.items()):
        names = {d.index: language.names[d] for d in model.definitions if d in language.names}
        texts = {say(text): filled(text, named, language.names) for text, named in model.named.items()}
        for text, other in language.texts.items():
            texts[say(text)] = filled(other, model.named.get(other, {}), language.names)
        found[code] = (language.name or code, names, texts)
    return found


def phases(e: Emitter) -> list[str]:
    """The parts of a turn with which a given table may begin."""
    start = e.model.start
    body = e.model.procedures[start.within].body if start is not None and start.within else ()
    return [st.name for st in body or () if isinstance(st, m.PhaseSt)]


def type_name(e: Emitter, proc: m.Procedure, name: str) -> str:
    return str(e.all_types[id(proc)].get(name, "any")) if name != "ctx" else "ctx"


def definition_row(d: m.Definition, say: Wordings) -> dict[str, Any]:
    """One definition, for `Rules.definitions`, `show` and the docs."""
    return {
        "figure": d.figure, "id": d.id, "pack": d.pack, "kind": d.kind, "name": d.name, "number": d.number,
        "border": d.border.index if d.border else None, "like": d.like.index if d.like else None,
        "like_id": d.like_id or (d.like.id if d.like else None), "last": d.last, "text": say.maybe(d.text), "doc": d.doc, "where": place(d.at), "span": (d.at.start, d.at.end),
    }  # fmt: skip


def procedure_row(p: m.Procedure, say: Wordings) -> tuple[Any, ...]:
    by_seat = bool(p.params) and p.params[0].type == PLAYER
    return (
        p.id,
        say.maybe(p.text),
        tuple((q.name, str(q.type)) for q in p.params),
        str(p.gives),
        place(p.at),
        by_seat,
    )


def hook_row(e: Emitter, h: m.Hook) -> tuple[Any, ...]:
    kind = h.owner.kind if h.owner else None
    return (
        h.when, e.proc_numbers[id(h.target)], RANK[kind], ORDER[h.order], h.place, h.first_self,
        source_of(h), e.only_ends(h),
    )  # fmt: skip


def source_of(x: m.Hook | m.Modifier) -> int:
    """The definition that contributes it, -1 for what is always at work, below that by the number of a proviso."""
    if x.owner is not None:
        return x.owner.index
    return -1 if x.proviso is None else proviso_id(x.proviso)


def proviso_id(proviso: m.Proviso) -> int:
    """The number under which the rules of a proviso contribute to the index."""
    return -2 - proviso.number


def says_yes(stat: m.Stat) -> bool:
    """Whether a stat says yes unless a definition at work says something else."""
    return (
        isinstance(stat.base, m.Const) and str(stat.base.value) == "True" and stat.bound is None
        and all(x.owner is not None for x in stat.modifiers)
    )  # fmt: skip


def modifier_row(e: Emitter, x: m.Modifier) -> tuple[Any, ...]:
    kind = x.owner.kind if x.owner else None
    value = x.value.value if isinstance(x.value, m.Const) and isinstance(x.value.value, int) else 0
    amount = -value if x.op == "-" else value
    return (
        x.stat.id,
        PHASE[x.op],
        SET_RANK[kind],
        x.place,
        source_of(x),
        keyed(x),
        amount,
    )


def limit_row(e: Emitter, check: m.Check) -> int:
    assert check.limit is not None
    return e.layout.scopes[check.limit.per]


def action_row(e: Emitter, a: m.Action, say: Wordings) -> dict[str, Any]:
    zones = [c.zone for c in a.checks if c.zone is not None]
    return {
        "verb": a.verb, "window": a.window.number, "owner": a.owner.index, "one": a.one,
        "targets": a.targets is not None, "target_type": str(a.target_type) if a.target_type else None,
        "anywhere": a.owner.figure and not zones, "value_base": e.value_base(a), "name": a.name, "anytime": a.anytime, "windows": windows_of(e, a), "may_fail": a.may_fail, "runs": a.run is not None,
        "from": e.layout.zones[zones[0].id] if zones else None,
        "zone": zones[0].id if zones else None,
        "limits": [limit_row(e, c) for c in a.checks if c.limit],
        "costs_this": any(c.cost is not None and c.cost.what == "this" for c in a.checks),
        "costs": any(c.cost is not None and c.cost.what == "cards" for c in a.checks),
        "spends": any(c.cost is not None and c.cost.what == "field" for c in a.checks),
        "checks": [(c.kind, say.maybe(c.text), place(c.at), check_words(c, say), c.reason) for c in a.checks],
        "text": say.maybe(a.text), "where": place(a.at),
    }  # fmt: skip


def windows_of(e: Emitter, a: m.Action) -> tuple[int, ...]:
    """Where an action is offered: in its window, or in all that its definition has no answer of its own for."""
    if not a.anytime:
        return (a.window.number,)
    own = {other.window.number for other in a.owner.actions if not other.anytime}
    return tuple(w.number for w in e.model.windows.values() if w.number not in own)


def check_words(c: m.Check, say: Wordings) -> str:
    """What a clause asks, for a reason without a text of its own."""
    if c.kind == "costs" and c.cost is not None:
        return c.cost.what
    return say(c.zone.text) if c.zone is not None else ""


def contributions(e: Emitter) -> dict[int, list[tuple[Any, ...]]]:
    """What each definition, and each proviso, puts into the index while it is at work."""
    found: dict[int, list[tuple[Any, ...]]] = {}

    def rules(x: m.Definition | m.Proviso) -> list[tuple[Any, ...]]:
        hooks = [("hook", e.layout.entry(f"hook {h.target.id}"), e.hook_numbers[id(h)]) for h in x.hooks]
        stats = [
            ("stat", e.layout.entry(f"stat {y.stat.id}"), e.modifier_numbers[id(y)])
            for y in x.modifiers
            if not y.stat.ruled
        ]
        return [*hooks, *stats]

    for proviso in e.model.provisos:
        found[proviso_id(proviso)] = rules(proviso)
    for d in e.model.definitions:
        rows = rules(d)
        for a in d.actions:
            rows.append(("act", a.window.number, a.number))
        for u in d.uses:
            rows.append(("use", 0, u.number))
        if rows:
            found[d.index] = rows
    return found


def memo_groups(e: Emitter) -> list[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """Remembered stats that depend on the same things: (index slots, slots of the state, modifier chains).

    While the state and the chains of a group stay, its answers do.
    """
    layout, model = e.layout, e.model
    groups: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
    for id in sorted(layout.memo):
        stat = model.stats[id]
        state: list[int] = []
        keys = stat_reads(stat, {})
        if LYING in keys:
            keys = keys - {LYING} | {f"zone {z.id}" for z in model.zones.values() if z.force}
        for key in sorted(keys):
            sort, _, name = key.partition(" ")
            if sort == "field":
                state.append(layout.fields[name])
            else:
                base = layout.zones[name]
                state += range(base, base + (layout.slots.seats if model.zones[name].of_player else 1))
        asked = [model.stats[s] for s in sorted(stats_asked(stat, set()))]
        chains = tuple(sorted(layout.entry(f"stat {s.id}") for s in asked if e.dynamic_modifiers(s)))
        groups.setdefault((tuple(state), chains), []).append(layout.entry(f"memo {id}"))
    return [(tuple(slots), state, chains) for (state, chains), slots in groups.items()]


def memo_kind(e: Emitter, stat: m.Stat) -> str:
    """How answers are kept: `one` for the table, one for each `seat`, or by `key`."""
    return "one" if not stat.params else "seat" if e.by_seat(stat) else "key"


def reach(model: m.Model, x: m.Modifier) -> list[int]:
    """The definitions that a modifier of what is in force may be about: those of the sort that it wants."""
    sorts = sorts_wanted(x)
    return [d.index for d in model.definitions if not sorts or sorts == {d.kind}]


def always_in_force(model: m.Model) -> list[int]:
    """The definitions that no rule of a pack can put out of force: what those except is of another sort."""
    stat = model.stats.get("in_force")
    if stat is None:
        return [d.index for d in model.definitions]
    if not isinstance(stat.base, m.Const):
        return []
    sorts = set()
    for x in stat.modifiers:
        if not x.always:
            continue
        first = x.guard
        while isinstance(first, m.Op) and first.op == "and":
            first = first.left
        sort = sort_wanted(first, stat)
        if sort is None:
            return []
        sorts.add(sort)
    return [d.index for d in model.definitions if d.kind not in sorts]
