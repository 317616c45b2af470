"""The effect stack: frames of plain data, hooks around procedures, scopes, and the ending of procedures.

A call that has to wait answers `SUSP`; each function on the way back to the driver adds the frame that goes
on when the answer is there, so calls that need not wait cost nothing. Ending a procedure is waiting with
`ENDING` set.

The functions here and the generated ones share one namespace for each set of rules; the names in capitals are
filled in when rules are linked (`link.py`).
"""

from __future__ import annotations

from typing import Any

from bangrules.errors import RuleError
from bangrules.kernel.lists import over_budget
from bangrules.kernel.slots import (
    ACTIONS,
    DECISION,
    EFFECT,
    EFFECT_COUNT,
    ENDING,
    EVENTS,
    FORMS,
    INDEX,
    OUTCOME,
    SKIP,
    STACK,
    STEPS,
    WAITING,
)  # fmt: skip

State = list[Any]
Frame = tuple[Any, ...]
Entry = tuple[int, Any, Any]  # hook, self, this
Chain = tuple[tuple[Entry, ...], tuple[Entry, ...], tuple[Entry, ...]]  # before, instead of, after


class Suspended:
    """The answer of a call that waits for a player, or is being left."""

    def __repr__(self) -> str:
        return "SUSP"


SUSP: Any = Suspended()

# kinds of events
SAY, SET, MOVE, SHOW, SHOW_FIELD, ACT, PASS, WIN = 1, 2, 3, 4, 5, 6, 7, 8

# the kernel's segments
(
    SEG_BEFORE,
    SEG_CORE,
    SEG_AFTER,
    SEG_SCOPE,
    SEG_LATER,
    SEG_OFFER,
    SEG_ACTED,
    SEG_ACT,
    SEG_PAY,
    SEG_PAID,
    SEG_EACH,
) = range(11)
SEG_LAST = 11
OVER = "over"  # what is ended by winning: everything
LAST_FRAME: tuple[Frame, Any] = ((SEG_LAST,), None)
NO_HOOKS: Chain = ((), (), ())
ANOTHER: Any = object()  # an index that is not the one of now

# linked
SEG: list[Any] = []
OWNER: list[int] = []
CORE: list[Any] = []
HOOK_GUARD: list[Any] = []
HOOK_BODY: list[Any] = []
HOOK_SLOT: list[int | None] = []
BY_SEAT: list[bool] = []
STATIC_HOOKS: list[Chain | None] = []
LATER: list[Any] = []


def reindex(S: State) -> list[Any]:
    """Linked: `index.reindex`."""
    raise NotImplementedError


# ---- the driver


def run(S: State, r: Any) -> None:
    """Go on with `r` as the answer the top frame waits for, up to the next decision or the game's end."""
    stack, waiting = S[STACK], S[WAITING]
    if waiting is None:
        waiting = S[WAITING] = []
    while True:
        while r is not SUSP:
            f, stack = stack or LAST_FRAME
            r = SEG[f[0]](S, f, r)
        for f in reversed(waiting):
            stack = (f, stack)
        S[STACK] = stack
        if S[ENDING] is None:
            S[WAITING] = None
            return
        waiting.clear()
        if S[OUTCOME] is not None:
            S[STACK] = S[WAITING] = S[ENDING] = None
            return
        r = unwind(S)
        stack = S[STACK]


def seg_last(S: State, f: Frame, r: Any) -> Any:
    raise RuleError("the rules came to their end and nobody has won")


def win(S: State, winners: tuple[int, ...]) -> Any:
    """The game is over."""
    S[OUTCOME] = tuple(sorted(set(winners)))
    S[DECISION] = None
    S[ACTIONS] = ()
    S[ENDING] = OVER
    S[EVENTS].append((WIN, S[OUTCOME]))
    return SUSP


# ---- hooks


def chain_now(S: State, proc: int, args: tuple[Any, ...]) -> Chain | None:
    """The hooks at work on a call, at this moment."""
    slot = HOOK_SLOT[proc]
    if slot is not None:
        by_seat = (S[INDEX] or reindex(S))[slot]
        if by_seat is not None:
            chain = by_seat.get(args[0] if BY_SEAT[proc] else -1, by_seat.get(-1))
            if chain is not None:
                return chain  # type: ignore[no-any-return]
    return STATIC_HOOKS[proc]


def hooked(S: State, proc: int, chain: Chain, args: tuple[Any, ...], wanted: int | None = None) -> Any:
    """Call a procedure with its hooks around it.

    Conditions change nothing, so hooks of which none holds are done with here. What comes before a turn is
    over where a given table begins in the middle of it.

    :param wanted: the first of the hooks before it that is known to be wanted.
    """
    S[STEPS] -= 1
    if S[STEPS] < 0:
        over_budget(S)
    before, instead, after = chain
    if before and S[SKIP] is None:
        if wanted is not None:
            return run_before(S, proc, args, before, wanted, chain)
        for i, (hook, me, this) in enumerate(before):
            if HOOK_GUARD[hook](S, me, this, *args):
                return run_before(S, proc, args, before, i, chain)
    index = S[INDEX]
    r = run_instead(S, proc, args, instead, 0) if instead else CORE[proc](S, *args)
    if r is SUSP:
        S[WAITING].append((SEG_CORE, proc, args))
        return r
    if S[INDEX] is index:
        return run_after(S, proc, args, after, 0, r) if after else r
    return begin_after(S, proc, args, r)


def at_work(S: State, proc: int, args: tuple[Any, ...], when: int, entry: Entry) -> bool:
    """Whether a hook still counts when its turn comes; asked only when the index has changed meanwhile."""
    chain = chain_now(S, proc, args)
    return chain is not None and entry in chain[when]


def run_before(
    S: State, proc: int, args: tuple[Any, ...], entries: tuple[Entry, ...], i: int, chain: Chain | None = None
) -> Any:
    """The hooks before a call from number `i` on, then the call.

    `chain` is given where the call begins: what is at work just now, and the first of these hooks is known
    to be wanted.
    """
    index = ANOTHER
    if chain is not None:
        index = S[INDEX] or ANOTHER
        hook, me, this = entries[i]
        i += 1
        if HOOK_BODY[hook](S, me, this, *args) is SUSP:
            S[WAITING].append((SEG_BEFORE, proc, args, entries, i))
            return SUSP
    while i < len(entries):
        hook, me, this = entry = entries[i]
        i += 1
        # rules are always at work
        live = S[INDEX] is index or (me is None and this is None) or at_work(S, proc, args, 0, entry)
        if live and HOOK_GUARD[hook](S, me, this, *args) and HOOK_BODY[hook](S, me, this, *args) is SUSP:
            S[WAITING].append((SEG_BEFORE, proc, args, entries, i))
            return SUSP
    if chain is None or S[INDEX] is not index:
        chain = chain_now(S, proc, args) or NO_HOOKS
        index = S[INDEX] or ANOTHER
    r = run_instead(S, proc, args, chain[1], 0) if chain[1] else CORE[proc](S, *args)
    if r is SUSP:
        S[WAITING].append((SEG_CORE, proc, args))
        return r
    if S[INDEX] is index:
        return run_after(S, proc, args, chain[2], 0, r) if chain[2] else r
    return begin_after(S, proc, args, r)


def run_instead(S: State, proc: int, args: tuple[Any, ...], entries: tuple[Entry, ...], i: int) -> Any:
    """The next hook that stands in for a procedure, at last the procedure itself."""
    index = S[INDEX] if i == 0 else None
    while i < len(entries):
        entry = entries[i]
        i += 1
        hook, me, this = entry
        live = (index is not None and S[INDEX] is index) or at_work(S, proc, args, 1, entry)
        if live and HOOK_GUARD[hook](S, me, this, *args):
            return HOOK_BODY[hook](S, me, this, *args, (proc, args, entries, i))
    return CORE[proc](S, *args)


def proceed(S: State, ctx: tuple[Any, ...]) -> Any:
    """Go on with what an `instead of` hook replaced."""
    proc, args, entries, i = ctx
    return run_instead(S, proc, args, entries, i)


def begin_after(S: State, proc: int, args: tuple[Any, ...], result: Any) -> Any:
    chain = chain_now(S, proc, args)
    if chain is None or not chain[2]:
        return result
    return run_after(S, proc, args, chain[2], 0, result)


def run_after(
    S: State, proc: int, args: tuple[Any, ...], entries: tuple[Entry, ...], i: int, result: Any
) -> Any:
    index = S[INDEX] if i == 0 else None
    while i < len(entries):
        entry = entries[i]
        i += 1
        hook, me, this = entry
        live = (index is not None and S[INDEX] is index) or at_work(S, proc, args, 2, entry)
        live = live and HOOK_GUARD[hook](S, me, this, result, *args)
        if live and HOOK_BODY[hook](S, me, this, result, *args) is SUSP:
            S[WAITING].append((SEG_AFTER, proc, args, entries, i, result))
            return SUSP
    return result


def seg_before(S: State, f: Frame, r: Any) -> Any:
    return run_before(S, f[1], f[2], f[3], f[4])


def seg_core(S: State, f: Frame, r: Any) -> Any:
    return begin_after(S, f[1], f[2], r)


def seg_after(S: State, f: Frame, r: Any) -> Any:
    return run_after(S, f[1], f[2], f[3], f[4], f[5])


# ---- scopes: what is put off until a procedure is over, what has been used in it


def seg_scope(S: State, f: Frame, r: Any) -> Any:
    _, _, slot, saved, count, _ = f
    later = S[slot]
    S[slot], S[slot + 1] = saved, count
    return run_later(S, later, 0, r, None) if later else r


def run_later(S: State, later: tuple[Any, ...], i: int, result: Any, ending: Any) -> Any:
    """Run what was put off, then go on with `result`, or with ending what was being ended."""
    while i < len(later):
        number, *args = later[i]
        i += 1
        if LATER[number](S, *args) is SUSP:
            S[WAITING].append((SEG_LATER, later, i, result, ending))
            return SUSP
    if ending is not None:
        S[ENDING] = ending
        return SUSP
    return result


def seg_later(S: State, f: Frame, r: Any) -> Any:
    return run_later(S, f[1], f[2], f[3], f[4])


# ---- ending a procedure


def belongs(f: Frame, what: Any) -> bool:
    """Whether a frame is of the procedure `what`, or of the outermost effect, or of a card's effect."""
    seg = f[0]
    if seg == SEG_ACT:
        return (what == "effect" and f[1]) or what in f[4]
    if seg <= SEG_SCOPE:
        return bool(f[1] == what) or (what == "effect" and seg == SEG_SCOPE and f[2] == EFFECT)
    return bool(OWNER[seg] == what)


def unwind(S: State) -> Any:
    """Drop frames up to the innermost of what is being ended; what they put off is done first."""
    what, S[ENDING] = S[ENDING], None
    S[STEPS] -= 5
    if S[STEPS] < 0:
        over_budget(S)
    stk = S[STACK]
    while stk is not None:
        f, stk = stk
        S[STACK] = stk
        seg = f[0]
        if belongs(f, what):
            if seg == SEG_CORE:
                return begin_after(S, f[1], f[2], None)
            if seg == SEG_AFTER:
                return seg_after(S, f, None)
            if seg == SEG_SCOPE:
                return seg_scope(S, f, None)
            if seg == SEG_ACT:
                return leave_act(S, f, None)
            return None
        if seg == SEG_SCOPE:
            later = S[f[2]]
            S[f[2]], S[f[2] + 1] = f[3], f[4]
            if later:
                return run_later(S, later, 0, None, what)
        elif seg == SEG_ACT:
            later = close_act(S, f)
            if later:
                return run_later(S, later, 0, None, what)
        elif seg == SEG_LATER:
            return run_later(S, f[1], f[2], None, what)
    raise RuleError("what was to be ended is not running")


# ---- the frame around one action


def close_act(S: State, f: Frame) -> Any:
    """Undo what an action set up; give back what the outermost effect put off."""
    _, outer, S[FORMS], scopes, _, _, _, _, _, _ = f
    for slot, saved, count in scopes:
        S[slot], S[slot + 1] = saved, count
    if not outer:
        return ()
    later = S[EFFECT]
    S[EFFECT] = None
    S[EFFECT_COUNT] = ()
    return later


def leave_act(S: State, f: Frame, r: Any) -> Any:
    later = close_act(S, f)
    r = r is not False
    return run_later(S, later, 0, r, None) if later else r


def seg_act(S: State, f: Frame, r: Any) -> Any:
    return leave_act(S, f, r)


# ---- tables given in the middle


def arrived(S: State, phase: str) -> bool:
    """Whether a given table begins with this phase."""
    if S[SKIP] == phase:
        S[SKIP] = None
        return True
    return False
