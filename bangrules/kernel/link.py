"""Linking: a compiled program and the kernel's functions become one namespace, ready to run.

The kernel is written as plain modules whose names in capitals are empty. For each set of rules its functions
are taken into a namespace of their own, where those names are filled, so that every look-up is a global's.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any

from bangrules.kernel import acting, actions, chance, contents, copies, index, lists, machine, slots
from bangrules.language.python_names import safe


def take_in(namespace: dict[str, Any], module: types.ModuleType) -> None:
    """Copy a module's functions and constants into the namespace."""
    for name, value in vars(module).items():
        if name.startswith("__"):
            continue
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            copy = types.FunctionType(value.__code__, namespace, name, value.__defaults__, value.__closure__)
            copy.__kwdefaults__ = value.__kwdefaults__
            # a stand-in for what the rules provide gives way to the real one
            if value.__code__.co_names[:1] == ("NotImplementedError",) and name in namespace:
                continue
            namespace[name] = copy
        elif not isinstance(value, types.ModuleType):
            namespace.setdefault(name, value)


def kernel_namespace(more: Iterable[types.ModuleType]) -> dict[str, Any]:
    """A fresh namespace with the kernel and a vocabulary's runtime."""
    namespace: dict[str, Any] = {"MISSING": object(), "NO_SEATS": (None,) * slots.MAX_SEATS, "NO_KEYS": {}}
    for module in (slots, lists, chance, actions, machine, contents, index, copies, acting, *more):
        take_in(namespace, module)
    return namespace


def link(
    code: types.CodeType, tables: dict[str, Any], more: Iterable[types.ModuleType], extra: dict[str, Any]
) -> dict[str, Any]:
    """Run a program's code in a kernel namespace and fill its tables."""
    ns = kernel_namespace(more)
    ns.update(extra)
    exec(code, ns)
    fill_procedures(ns, tables)
    fill_index(ns, tables)
    fill_actions(ns, tables)
    return ns


def lay_together(ns: dict[str, Any]) -> None:
    """Give the functions of a namespace code of their own, close together in memory: it is read faster so.

    As code is loaded it is strewn among line tables and constants over three times as many pages. And in that
    of the kernel the interpreter would note for one set of rules what is otherwise in the next.
    """
    functions = [f for f in ns.values() if isinstance(f, types.FunctionType)]
    # the longest first: what is put aside on the way then leaves no holes
    functions.sort(key=lambda f: len(f.__code__.co_code), reverse=True)
    shared: dict[Any, Any] = {}

    def anew(code: types.CodeType) -> types.CodeType:
        consts = [
            anew(x) if isinstance(x, types.CodeType) else shared.setdefault((type(x), repr(x)), x)
            for x in code.co_consts
        ]
        return code.replace(co_consts=tuple(consts))

    for f, code in zip(functions, [anew(f.__code__) for f in functions], strict=True):
        f.__code__ = code


def static_hooks(t: dict[str, Any]) -> list[list[tuple[int, None, None]]]:
    """The hooks of pack rules on each procedure, by its number."""
    found: list[list[tuple[int, None, None]]] = [[] for _ in t["procedures"]]
    for i, row in enumerate(t["hooks"]):
        if row[6] == -1:
            found[row[1]].append((i, None, None))
    return found


def fill_procedures(ns: dict[str, Any], t: dict[str, Any]) -> None:
    core, slot_of, by_seat = [], [], []
    for id, _, _, _, _, seat in t["procedures"]:
        name = safe(id)
        own = ns.get(f"{id}_core")
        core.append(ns.get(f"c_{name}") or own or ns[f"b_{name}"])
        slot_of.append(t["index"].get(f"hook {id}"))
        by_seat.append(seat or id == "affect")
    hooks = t["hooks"]
    statics: list[Any] = []
    for rows in static_hooks(t):
        rows.sort(key=lambda r: hooks[r[0]][2:5])
        statics.append(contents.parted(rows, hooks) if rows else None)
    segs: list[Any] = [
        ns["seg_before"], ns["seg_core"], ns["seg_after"], ns["seg_scope"], ns["seg_later"], ns["seg_offer"],
        ns["seg_acted"], ns["seg_act"], ns["seg_pay"], ns["seg_paid"], ns["seg_each"], ns["seg_last"],
    ]  # fmt: skip
    segs += [None] * (t["first_segment"] - len(segs))
    owner: list[Any] = [-2] * len(segs)
    for number, proc, _, _ in t["segments"]:
        segs.append(ns[f"g{number}"])
        owner.append(proc)
    ns.update(
        SEG=segs, OWNER=owner, CORE=core, HOOK_SLOT=slot_of, BY_SEAT=by_seat, STATIC_HOOKS=statics,
        HOOK_GUARD=[ns[f"hg{i}"] for i in range(len(hooks))],
        HOOK_BODY=[ns[f"hb{i}"] for i in range(len(hooks))],
        LATER=[ns[f"later{i}"] for i in range(len(t["laters"]))],
    )  # fmt: skip


def fill_index(ns: dict[str, Any], t: dict[str, Any]) -> None:
    windows = len(t["windows"])
    size = t["index_size"]
    hook_slots = {k: slot for k, slot in t["index"].items() if k.startswith("hook ")}
    proc_of = {row[0]: row for row in t["procedures"]}
    statics = dict(zip(proc_of, static_hooks(t), strict=True))
    static_entries: dict[int, list[Any]] = {slot: statics[id[5:]] for id, slot in hook_slots.items()}
    static_modifiers: dict[int, list[Any]] = {
        slot: [] for k, slot in t["index"].items() if k.startswith("stat ")
    }
    code = [ns[f"m{i}"] for i in range(len(t["modifiers"]))]
    for i, (stat, phase, rank, place, owner, _, _) in enumerate(t["modifiers"]):
        slot = t["index"].get(f"stat {stat}")
        if owner == -1 and slot is not None:
            static_modifiers[slot].append((phase, rank, place, code[i], None, None))
    last = max([slots.LIMBO, *(row[1] + slots.MAX_SEATS for row in t["zones"])])
    whose, upsetting = [index.IDLE] * (last + 1), [False] * (last + 1)
    for id, slot, of_player, _, force, _ in t["zones"]:
        for p in range(slots.MAX_SEATS if of_player else 1):
            upsetting[slot + p] = id in t["upsetting"]
            if force:
                whose[slot + p] = p if of_player else index.PILE
    decisive = frozenset(slot for slots_ in t["decisive"].values() for slot in slots_)
    by_state: dict[int, tuple[int, ...]] = {}
    by_chain: dict[int, tuple[tuple[int, Any], ...]] = {}
    nothing = {"one": None, "seat": ns["NO_SEATS"], "key": ns["NO_KEYS"]}
    kinds = {slot: nothing[kind] for slot, kind in t["memo"]}
    for slots_, state, chain_slots in t["memo_groups"]:
        for slot in state:
            by_state[slot] = (*by_state.get(slot, ()), *slots_)
        for slot in chain_slots:
            by_chain[slot] = (*by_chain.get(slot, ()), *((memo, kinds[memo]) for memo in slots_))
    memos = [tuple((memo, kinds[memo]) for memo in by_state.get(slot, ())) for slot in range(last + 1)]
    ns.update(
        WINDOW_SLOT=list(range(size, size + windows)), FORM_SLOT=size + windows,
        KIND=kinds_of(t, size + windows + 1),
        RAW_SLOT=size + windows + 1, KEPT_SLOT=size + windows + 2, MOVES_SLOT=size + windows + 3,
        HELD_SLOT=size + windows + 4,
        CARRIED=lists.Kept(ns["carried"]), SETTLED={},
        WHOSE=whose, UPSETTING=upsetting, ZONE_MEMOS=memos, MEMO_BY_CHAIN=by_chain,
        IN_FORCE_SLOT=t["index"].get("stat in_force"),
        ABILITIES_SLOT=t["index"].get("stat abilities", -1),
        DECISIVE=decisive, GRANTING=frozenset(t["decisive"].get("abilities", ())),
        DECIDERS=frozenset(
            d for d, rows in t["contributions"].items()
            if any(kind == "stat" and slot in decisive for kind, slot, _ in rows)
        ),
        BLANK=[kinds.get(slot) for slot in range(size + windows + 5)], ALWAYS=frozenset(t["always"]),
        REACH={n: frozenset(found) for n, found in t["reach"].items()},
        CERTAIN=lists.Kept(ns["beyond"]),
        CARDS=frozenset(
            d for d, sort in enumerate(ns["SORT_OF"]) if sort in ("card", "event") and d in t["contributions"]
        ),
        CONTRIBUTIONS=t["contributions"],
        HOOK_AWAKE={i: ns[f"awake{i}"] for i in t["sleepy"]},
        PROVISOS=tuple((number, ns[f"pv{i}"]) for i, number in enumerate(t["provisos"])),
        FORCE_ZONES=tuple(slot for _, slot, of_player, _, force, _ in t["zones"] if force and of_player),
        FORCE_PILES=tuple(slot for _, slot, of_player, _, force, _ in t["zones"] if force and not of_player),
        IN_FORCE="in_force" in t["modified"], ABILITIES="abilities" in t["has"],
        HOOK_ROWS=t["hooks"], MODIFIER_ROWS=t["modifiers"], MODIFIER_CODE=code,
        SUM_KEYS={slot: keys for slot, (_, keys) in t["chains"].items()},
        OF_SOMEBODY={
            kind: frozenset(numbers) for kind, numbers in zip(("hook", "stat"), t["personal"], strict=True)
        },
        NO_ANSWERS=[kinds[slot] for slot in range(len(kinds))], SILENCING=frozenset(t["silencing"]),
        STATIC_MODIFIERS=static_modifiers, STATIC_ENTRIES=static_entries,
        HOOK_BY_SEAT={slot: proc_of[id[5:]][5] or id == "hook affect" for id, slot in hook_slots.items()},
    )  # fmt: skip


def kinds_of(t: dict[str, Any], slots: int) -> list[str]:
    """How the value of each slot of the index is put together."""
    found = ["lists"] * slots
    for key, slot in t["index"].items():
        if key.startswith("hook "):
            found[slot] = "chains"
        elif key.startswith("stat "):
            form, _ = t["chains"][slot]
            found[slot] = {"add": "sums", "seat": "seats"}.get(form, "all")
    return found


def fill_actions(ns: dict[str, Any], t: dict[str, Any]) -> None:
    acts: list[dict[str, Any]] = []
    scopes = t["scopes"]
    card_scopes = {k.removeprefix("card "): v for k, v in scopes.items() if k.startswith("card ")}
    defs = t["definitions"]

    def line_of(d: int) -> list[int]:
        found = [d]
        while defs[found[-1]]["like"] is not None:
            found.append(defs[found[-1]]["like"])
        return found

    def scopes_of(d: int) -> list[tuple[str, int]]:
        names = [f"{defs[at]['pack']}.{defs[at]['id']}" for at in line_of(d)]
        return [(f"card {name}", card_scopes[name]) for name in names if name in card_scopes]

    scopes_by = {d: found for d in range(len(defs)) if (found := scopes_of(d))}
    for n, row in enumerate(t["actions"]):
        info = dict(row)
        info.update(
            run=ns.get(f"act{n}"), list=ns[f"en{n}"], why=ns[f"why{n}"],
            targets_of=ns.get(f"tg{n}"), costs_of=ns.get(f"costs{n}"), spend=ns.get(f"spend{n}"),
            counts=tuple((slot, 16 * n) for slot in row["limits"]),
            own=defs[row["owner"]]["kind"] != "event",  # whether a card it is done with is the player's
        )  # fmt: skip
        acts.append(info)
    uses = t["uses"]
    ns.update(
        ACTS=acts, ANYHOW={ns[f"en{n}"]: n for n in t["anyhow"]},
        DO=[ns.get(f"do{n}") for n in range(len(acts))],
        SCOPES_OF={
            d: (tuple(s for _, s in rows), tuple(name for name, _ in rows)) for d, rows in scopes_by.items()
        },
        ACT_WINDOWS=[a["windows"] for a in acts],
        ACT_FROM=[contents.ANYWHERE if a["anywhere"] else a["from"] for a in acts],
        ACT_LIST=[a["list"] for a in acts],
        USE_MATCH=[ns[f"um{i}"] for i in range(len(uses))], USE_FORM=[u[0] for u in uses],
        USE_LIMITS=[u[2] for u in uses], LINE_OF=[frozenset(line_of(d)) for d in range(len(defs))],
        UNLESS=t["unless"], ALLOWED="allowed" in t["modified"], MAY_PASS="may_pass" in t["modified"],
    )  # fmt: skip
