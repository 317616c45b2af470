"""Actions: listing what a player may do, asking, paying, carrying out."""

from __future__ import annotations

from typing import Any

from bangrules.errors import RuleError
from bangrules.kernel.actions import Action
from bangrules.kernel.chance import pick_random
from bangrules.kernel.copies import list_copy, may_mean, real_card
from bangrules.kernel.lists import over_budget
from bangrules.kernel.machine import (
    ACT,
    PASS,
    SEG_ACT,
    SEG_ACTED,
    SEG_EACH,
    SEG_OFFER,
    SEG_PAID,
    SEG_PAY,
    SUSP,
    Frame,
    State,
    leave_act,
    reindex,
)  # fmt: skip
from bangrules.kernel.slots import (
    ACTIONS,
    CHOOSE,
    DECISION,
    EFFECT,
    EFFECT_COUNT,
    EVENTS,
    FORCED,
    FORMS,
    INDEX,
    SEATS,
    STEPS,
    VALUES,
    WAITING,
)  # fmt: skip

# linked
LIST: list[Any] = []  # window -> the function that lists its actions
LOOSE: list[
    list[tuple[int, list[Any]]]
] = []  # window -> (zone's slot, the function that lists, or None, by card)
FORM_ACTS: list[dict[int, list[tuple[int, Any]]]] = []  # window -> form -> (zone, function)
WINDOW_SLOT: list[int] = []
FORM_SLOT = 0
ASK: list[Any] = []  # window -> the function that asks for its actions
USE_MATCH: list[Any] = []
USE_FORM: list[int] = []
USE_LIMITS: list[list[int]] = []
UNLESS: dict[str, int] = {}  # stats that say yes unless there is something in this slot of the index
ALLOWED = False
MAY_PASS = False
ACTS: list[Any] = []
DO: list[Any] = []  # ordinary actions in one function each; else None
COPIES_OF: dict[int, tuple[int, ...]] = {}
ACTS_OF_COPIES: frozenset[int] = frozenset()  # offered by cards in force that have equal copies
SCOPES_OF: dict[int, tuple[tuple[int, ...], tuple[str, ...]]] = {}  # of cards that `during` asks about
DEF_OF: list[int] = []
LINE_OF: list[frozenset[int]] = []  # each definition and those that it is like
COST_ZONES: tuple[int, ...] = ()


def s_allowed(S: State, p: int, c: int, w: int) -> bool:
    raise NotImplementedError


def s_may_pass(S: State, p: int, w: int) -> bool:
    raise NotImplementedError


def p_act(S: State, *args: Any) -> Any:
    raise NotImplementedError


def p_affect(S: State, *args: Any) -> Any:
    raise NotImplementedError


def p_pay(S: State, p: int, cards: tuple[int, ...], used: int | None) -> Any:
    raise NotImplementedError


def new_action(n: int, p: int, c: int | None, form: int | None, t: int | None) -> Action:
    """Linked by the rules: the one object for an action."""
    raise NotImplementedError


# ---- listing


def list_actions(S: State, w: int, p: int) -> list[Action]:
    """Everything a player may do in a window, in a stable order; passing last."""
    return LIST[w](S, p)  # type: ignore[no-any-return]


def write_listers() -> str:
    """Two functions for each window: one lists what a player may do, one asks for it.

    What the rules never need is left out.
    """
    lines: list[str] = []
    put = lines.append
    for w in range(len(LOOSE)):
        put(f"def list_{w}(S, p, passing=True):")
        write_listing(put, w)
        bound = f" and not s_may_pass(S, p, {w})" if MAY_PASS else ""
        if bound and "may_pass" in UNLESS:
            bound = f" and index[{UNLESS['may_pass']}] is not None{bound}"
        put(f"    if not (passing and out{bound}): out.append(PASSES_{w}[p])" if bound else
            f"    out.append(PASSES_{w}[p])")  # fmt: skip
        put("    return out")
        put(f"def ask_{w}(S, p):")
        write_listing(put, w)
        margin = "    "
        if bound:
            put(f"    if out{bound}:")
            put(f"        if len(out) == 1 and S[{FORCED}]: return out[0]")
            put(f"        S[{ACTIONS}] = tuple(out)")
            put("    else:")
            margin = "        "
        put(f"{margin}if not out and S[{FORCED}]: return PASSES_{w}[p]")
        put(f"{margin}S[{ACTIONS}] = (*out, PASSES_{w}[p])")
        put(f"    S[{DECISION}] = OFFERS_{w}[p]")
        put("    return SUSP")
    return "\n".join(lines) + "\n"


def write_listing(put: Any, w: int) -> None:
    """The lines that find out what a player may do in a window, but for passing."""
    put("    out = []")
    forms, own = any(FORM_ACTS[w].values()), any(w in a["windows"] for a in ACTS)
    if UNLESS:
        put(f"    index = S[{INDEX}] or reindex(S)")
    for i, (zone, _) in enumerate(LOOSE[w]):
        margin = "    "
        if ALLOWED:
            free = f"index[{UNLESS['allowed']}] is None" if "allowed" in UNLESS else "False"
            put(f"    if not ({free}):")
            put(f"        for c in S[{zone} + p]:")
            put(f"            made = ANYHOW_{w}_{i}[c]")
            put(f"            if made == () or not s_allowed(S, p, c, {w}): pass")
            put("            elif made: out += made[p]")
            put(f"            else: T{w}_{i}[c](S, p, c, None, out)")
            put("    else:")
            margin = "        "
        put(f"{margin}for c in S[{zone} + p]:")
        put(f"{margin}    made = ANYHOW_{w}_{i}[c]")
        put(f"{margin}    if made: out += made[p]")
        put(f"{margin}    elif made is None: T{w}_{i}[c](S, p, c, None, out)")
    if (forms or own) and not UNLESS:
        put(f"    index = S[{INDEX}] or reindex(S)")
    if forms:
        put(f"    forms = index[{FORM_SLOT}]")
        put(f"    if forms is not None and p in forms: list_forms(S, {w}, p, forms[p], out)")
    if own:
        put(f"    own = index[{WINDOW_SLOT[w]}]")
        put("    if own is not None and p in own:")
        if any(w in ACTS[n]["windows"] for n in ACTS_OF_COPIES):
            put("        list_own(S, p, own[p], out)")
        else:
            put("        for en, c in own[p]: en(S, p, c, None, out)")


def list_forms(S: State, w: int, p: int, uses: tuple[int, ...], out: list[Action]) -> None:
    """Cards used as others; one that is of the kind already needs no such use."""
    before = S[FORMS]
    for use in uses:
        form = USE_FORM[use]
        for zone, en in FORM_ACTS[w].get(form, ()):
            for c in S[zone + p]:
                if form not in LINE_OF[DEF_OF[c]] and USE_MATCH[use](S, p, c):
                    S[FORMS] = ((c, form), *before)
                    if not ALLOWED or s_allowed(S, p, c, w):
                        if c in COPIES_OF:
                            list_copy(S, p, c, form, en, S[zone + p], out)
                        else:
                            en(S, p, c, form, out)
                    S[FORMS] = before
    if len(set(out)) < len(out):
        out[:] = dict.fromkeys(out)  # equal copies, or two ways to one form


def make_actions(n: int, p: int, c: int | None, form: int | None, targets: Any) -> tuple[Action, ...]:
    """The actions for a card and its possible targets."""
    if targets is None:
        return (new_action(n, p, c, form, None),)
    return tuple(dict.fromkeys([new_action(n, p, c, form, t) for t in targets]))


def can_act(S: State, p: int, w: int, c: int) -> bool:
    """Whether a player has a legal action with a card in a window; whether passing is one is not asked."""
    found = [a for a in LIST[w](S, p, False) if a.n >= 0]
    if c not in COPIES_OF:
        return any(a.card == c for a in found)
    return any(may_mean(S, p, a, w, c) for a in found)


def usable(S: State, p: int, c: int, kind: int) -> bool:
    """Whether a card is of a kind, or a player may use it as one."""
    if kind in LINE_OF[DEF_OF[c]]:
        return True
    uses = (S[INDEX] or reindex(S))[FORM_SLOT]
    return any(kind in LINE_OF[USE_FORM[use]] and USE_MATCH[use](S, p, c) for use in (uses or {}).get(p, ()))


def payable(S: State, p: int, this: int | None, rows: tuple[Any, ...]) -> bool:
    """Whether a player's cards can pay all card costs, no card twice and not with the card itself."""
    if len(rows) == 1:
        n, cond = rows[0]
        for zone in COST_ZONES:
            held = S[zone + p]
            if cond is None:
                n -= len(held) - (this in held)
            else:
                n -= len([c for c in held if c != this and cond(c)])
        return n <= 0  # type: ignore[no-any-return]
    held = [c for zone in COST_ZONES for c in S[zone + p] if c != this]
    wants: list[list[int]] = []
    for n, cond in rows:
        wants += [[c for c in held if cond is None or cond(c)]] * max(n, 0)
    return matched(wants)


def matched(wants: list[list[int]]) -> bool:
    """Whether every want can have a card of its own."""
    taken: dict[int, int] = {}
    return all(placed(wants, taken, i, set()) for i in range(len(wants)))


def placed(wants: list[list[int]], taken: dict[int, int], i: int, seen: set[int]) -> bool:
    """Whether want number `i` finds a card, others giving way where they can; `taken`: the want by card."""
    for c in wants[i]:
        if c not in seen:
            seen.add(c)
            if c not in taken or placed(wants, taken, taken[c], seen):
                taken[c] = i
                return True
    return False


# ---- asking


def ask(S: State, w: int, p: int) -> Any:
    """Ask a player for an action of a window; the answer is the action, or SUSP while the player thinks."""
    return ASK[w](S, p)


def do_pass(S: State, w: int, p: int, a: Action) -> Any:
    """Carry out passing in a window: no action has succeeded."""
    S[EVENTS].append((PASS, p, w))
    return False


def do_any(S: State, w: int, p: int, a: Action) -> Any:
    """Carry out any action chosen in a window, step by step: True once it has succeeded.

    Ordinary actions have functions of their own instead.
    """
    n, c = a.n, a.card
    if c in COPIES_OF:
        c = real_card(S, p, a, w)
    r = p_act(S, p, c, w, n, c, a.form, a.target)
    if r is SUSP:
        S[WAITING].append((SEG_ACTED, w, p, ACTS[n]["anytime"]))
        return r
    return acted(S, w, p, ACTS[n]["anytime"], r)


def acted(S: State, w: int, p: int, anytime: bool, r: Any) -> Any:
    """After an action: one that failed, or may be used at any time, is no answer; ask again."""
    if not anytime and r is not False:
        return True
    S[STEPS] -= 1
    if S[STEPS] < 0:
        over_budget(S)
    return offer(S, w, p)


def offer(S: State, w: int, p: int) -> Any:
    """Ask and carry out, until an action succeeds (True) or the player passes (False)."""
    a = ask(S, w, p)
    if a is SUSP:
        S[WAITING].append((SEG_OFFER, w, p))
        return a
    return a.do(S, w, p, a)


def seg_offer(S: State, f: Frame, r: Any) -> Any:
    _, w, p = f
    return r.do(S, w, p, r)


def seg_acted(S: State, f: Frame, r: Any) -> Any:
    return acted(S, f[1], f[2], f[3], r)


def choose(
    S: State,
    p: int,
    member: str,
    options: tuple[Any, ...],
    hidden: tuple[int, ...],
    optional: bool,
    site: int,
) -> Any:
    """Ask a player for one of the options; alone, or with none, they decide themselves."""
    n = len(options) + bool(hidden)
    if not n and (S[FORCED] or not optional):
        return None
    if n == 1 and not optional and S[FORCED]:
        return options[0] if options else pick_random(S, hidden)
    S[DECISION] = (CHOOSE, p, member, options, hidden, optional, site)
    S[ACTIONS] = None
    return SUSP


# ---- carrying out


def act_core(
    S: State, p: int, a_c: Any, w: int, n: int, c: int | None, form: int | None, t: int | None
) -> Any:
    """Pay, count and run one action; the outermost one is an effect."""
    info = ACTS[n]
    outer = S[EFFECT] is None
    scopes = []
    d = form if form is not None else DEF_OF[c] if c is not None else info["owner"]
    slots, scope_names = SCOPES_OF.get(d, ((), ()))
    for slot in slots:
        scopes.append((slot, S[slot], S[slot + 1]))
        S[slot] = S[slot + 1] = ()
    f = (SEG_ACT, outer, S[FORMS], tuple(scopes), scope_names, p, n, c, form, t)
    if outer:
        S[EFFECT] = ()
        S[EFFECT_COUNT] = ()
    if form is not None:
        count_use(S, p, c, form)
        S[FORMS] = ((c, form), *S[FORMS])
    S[EVENTS].append((ACT, p, n, c, form, t))
    r = pay(S, p, c, n, t, ())
    if r is SUSP:
        S[WAITING].append(f)
        return r
    return leave_act(S, f, r)


def count_use(S: State, p: int, c: Any, form: int) -> None:
    """Count that a card is used as another, where that is limited."""
    forms = (S[INDEX] or reindex(S))[FORM_SLOT]
    for use in (forms or {}).get(p, ()):
        if USE_FORM[use] == form and USE_MATCH[use](S, p, c):
            for slot in USE_LIMITS[use]:
                where = slot + 1 if S[slot] is not None else EFFECT_COUNT
                S[where] = (*S[where], 16 * (len(ACTS) + use) + p)
            return


def pay(S: State, p: int, c: int | None, n: int, t: int | None, got: tuple[int, ...]) -> Any:
    """Choose what is paid, one card after the other, then pay it all at once."""
    info = ACTS[n]
    if info["costs"]:
        rows = info["costs_of"](S, p, c)
        while (fitting := to_be_paid(S, p, c, rows, got)) is not None:
            x = choose(S, p, "card", tuple(fitting), (), False, -1)
            if x is SUSP:
                S[WAITING].append((SEG_PAY, p, c, n, t, got))
                return x
            if x is None:
                raise RuleError("the cost of the action can no longer be paid")
            got = (*got, x)
    if info["spends"]:
        info["spend"](S, p, c)
    paid: tuple[Any, ...] = (*got, c) if info["costs_this"] else got
    cards: tuple[Any, ...]
    for slot, key in info["counts"]:
        where = slot + 1 if S[slot] is not None else EFFECT_COUNT
        S[where] = (*S[where], key + p)
    if paid:
        cards = (c,) if c is not None and info["own"] else paid
        if p_pay(S, p, paid, c if info["costs_this"] else None) is SUSP:
            S[WAITING].append((SEG_PAID, p, c, n, t, cards))
            return SUSP
    else:
        cards = (c,) if c is not None and info["own"] else ()
    return perform(S, p, c, n, t, cards)


def to_be_paid(
    S: State, p: int, c: int | None, rows: tuple[Any, ...], got: tuple[int, ...]
) -> list[int] | None:
    """The cards of which one is paid next, so that the others can still be paid; None when all is paid."""
    if len(rows) == 1:
        number, cond = rows[0]
        if len(got) >= number:
            return None
        rest = []  # those of one kind are as many as before, whichever of them is paid
    else:
        conds = [cond for number, cond in rows for _ in range(number)]
        if len(got) >= len(conds):
            return None
        cond, *rest = conds[len(got) :]
    held = [x for zone in COST_ZONES for x in S[zone + p] if x != c and x not in got]
    fitting = held if cond is None else [x for x in held if cond(x)]
    if rest:
        fitting = [
            x for x in fitting
            if matched([[y for y in held if y != x and (more is None or more(y))] for more in rest])
        ]  # fmt: skip
    return fitting


def seg_pay(S: State, f: Frame, r: Any) -> Any:
    _, p, c, n, t, got = f
    return pay(S, p, c, n, t, (*got, r))


def seg_paid(S: State, f: Frame, r: Any) -> Any:
    return perform(S, *f[1:])


def perform(S: State, p: int, c: int | None, n: int, t: int | None, cards: tuple[int, ...]) -> Any:
    """Run the body of an action, on each of its targets."""
    info = ACTS[n]
    run = info["run"]
    if run is None:
        return True
    if not info["targets"]:
        return run(S, p, c, None)
    base = info["value_base"]
    if info["one"]:
        return run(S, p, c, t & VALUES - 1) if base and t is not None else p_affect(S, t, p, cards, n, c)
    targets = info["targets_of"](S, p, c)
    return each(S, p, c, n, tuple([x + base for x in targets]) if base else targets, 0, cards)


def each(
    S: State, p: int, c: int | None, n: int, targets: tuple[int, ...], i: int, cards: tuple[int, ...]
) -> Any:
    info = ACTS[n]
    if i == 0 and info["target_type"] == "player":
        seats = len(S[SEATS])
        targets = tuple(sorted(targets, key=lambda t: (t - p) % seats))
    while i < len(targets):
        t = targets[i]
        i += 1
        if info["value_base"]:
            r = info["run"](S, p, c, t & VALUES - 1)
        else:
            r = p_affect(S, t, p, cards, n, c)
        if r is SUSP:
            S[WAITING].append((SEG_EACH, p, c, n, targets, i, cards))
            return SUSP
    return True


def seg_each(S: State, f: Frame, r: Any) -> Any:
    return each(S, *f[1:])


def affect_core(S: State, target: int, author: int, cards: tuple[int, ...], n: int, c: int | None) -> Any:
    """One action's body on one target."""
    return ACTS[n]["run"](S, author, c, target)
