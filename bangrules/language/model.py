"""The checked model of a set of packs: declarations with every name resolved, programs with every type known.

Nothing here has a spelling left to look up; the code generator reads only this.
"""

from __future__ import annotations

from typing import Any

from attrs import Factory, define, field, frozen

from bangrules.language.python_names import safe
from bangrules.language.syntax import NOWHERE, Span
from bangrules.language.types import ABILITY, NOTHING, ROLE, Type


class Code(str):
    """Python code of the vocabulary standing for a value."""


class Inline(str):
    """A local that stands for an expression given elsewhere."""

    value: Ex


def inline(value: Ex) -> str:
    """The name of a local that stands for `value`."""
    name = Inline("<inline>")
    name.value = value
    return name


# ---- declarations


@frozen(eq=False)
class Values:
    id: str
    names: tuple[str, ...]
    texts: tuple[str, ...]


@frozen(eq=False)
class Window:
    id: str
    prompt: str
    passing: str
    number: int


@frozen(eq=False)
class Zone:
    """A place for cards. `of_player`: one each. `seen`: `everyone`, `owner` or `nobody`."""

    id: str
    of_player: bool
    seen: str
    force: bool
    text: str
    at: Span = NOWHERE


@frozen(eq=False)
class Field:
    """A remembered value. `of`: `game`, `player`, `card` or a set of values; `owner`: the definition it
    stands in, if any."""

    id: str
    type: Type
    of: str
    default: Any
    seen: str
    text: str
    owner: str | None = None
    at: Span = NOWHERE

    @property
    def shows_open(self) -> bool:
        """Whether it is a secret of players that everyone is shown as soon as it is an open role."""
        return self.of == "player" and self.seen != "everyone" and self.type.plain in (ROLE, ABILITY)


@frozen(eq=False)
class Option:
    """A choice of the table; a number may be no less than `least` and no more than `most`."""

    id: str
    type: Type
    value: Any
    text: str
    pack: str
    least: int | None = None
    most: int | None = None


@frozen(eq=False)
class Param:
    name: str
    type: Type
    label: str | None = None
    default: Any = None  # syntax.Expr | None: read anew at each call, in the caller's scope
    at: Span = NOWHERE

    @property
    def code(self) -> str:
        """Its name in programs."""
        return f"a_{safe(self.name)}"


@define(eq=False)
class Stat:
    id: str
    params: tuple[Param, ...]
    type: Type
    at: Span = NOWHERE
    text: str | None = None
    base: Ex | None = None
    bound: tuple[str, Ex] | None = None
    modifiers: list[Modifier] = Factory(list)
    fault: bool = False

    @property
    def ruled(self) -> bool:
        """Whether nothing modifies it but rules, so that it is known without what is at work just now.

        Stats that say why, and those that decide what is at work, are looked up in the index all the same.
        """
        if self.id in (*REASONED, *DECIDERS):
            return False
        return bool(self.modifiers) and all(x.owner is None for x in self.modifiers)


@define(eq=False)
class Procedure:
    """What happens. `body` None: one of the engine's own (`act`, `affect`).

    `effect`: where no other effect is going on it is one, as an action is.
    """

    id: str
    params: tuple[Param, ...]
    gives: Type
    at: Span = NOWHERE
    text: str | None = None
    body: tuple[St, ...] | None = None
    hooks: list[Hook] = Factory(list)
    implicit: tuple[Param, ...] = ()  # hidden arguments before the written ones: self, this, target
    owner: str | None = None
    kind: str = "procedure"  # or hook, action, later
    effect: bool = False


@define(eq=False)
class Proviso:
    """A condition on the table, the same from the beginning of a game to its end, for rules of a pack."""

    cond: Ex
    at: Span
    number: int
    hooks: list[Hook] = Factory(list)
    modifiers: list[Modifier] = Factory(list)


@define(eq=False)
class Hook:
    """`run` takes self, this, the hooked procedure's arguments (and its result, for after)."""

    when: str
    target: Procedure
    owner: Definition | None
    run: Procedure
    guard: Ex
    order: str | None
    first_self: bool
    at: Span
    place: int = 0
    proviso: Proviso | None = None

    @property
    def always(self) -> bool:
        """Whether it is at work in every game and at every moment of it."""
        return self.owner is None and self.proviso is None


@define(eq=False)
class Modifier:
    stat: Stat
    op: str
    value: Ex
    guard: Ex
    owner: Definition | None
    at: Span
    place: int = 0
    text: str | None = None
    proviso: Proviso | None = None

    @property
    def always(self) -> bool:
        """Whether it is at work in every game and at every moment of it."""
        return self.owner is None and self.proviso is None


REASONED = ("allowed", "may_pass")
"""The stats that forbid what a player wants; their modifiers may say why."""

DECIDERS = ("in_force", "abilities")
"""The stats that decide what is at work."""


@frozen(eq=False)
class Cost:
    """`what`: `this`, `cards` or a field's id; `cond` is asked of `it`."""

    what: str
    amount: Ex | None = None
    cond: Ex | None = None
    field: Field | None = None


@frozen(eq=False)
class Limit:
    amount: Ex
    per: str


@frozen(eq=False)
class Check:
    """One clause in written order: kind, what it holds, the reason's text, its place."""

    kind: str  # from if limit costs target
    text: str | None
    at: Span
    cond: Ex | None = None
    limit: Limit | None = None
    cost: Cost | None = None
    zone: Zone | None = None
    reason: str | None = None


@define(eq=False)
class Action:
    """A resolved action: one for each declaration and border it is used under."""

    id: str
    verb: str
    window: Window
    owner: Definition
    checks: tuple[Check, ...]
    targets: Ex | None
    one: bool
    target_type: Type | None
    anytime: bool
    run: Procedure | None
    may_fail: bool
    text: str | None
    at: Span
    number: int = 0
    name: str | None = None


@define(eq=False)
class UseAs:
    what: Ex  # asked of `it`
    form: Definition
    owner: Definition
    checks: tuple[Check, ...]
    at: Span
    number: int = 0


@define(eq=False)
class Definition:
    """A role, border, card, character or event of the loaded packs."""

    kind: str
    id: str
    pack: str
    name: str
    at: Span
    number: int | None = None
    border: Definition | None = None
    last: bool = False
    open: bool = False  # a role that whoever gets it shows to everyone
    like: Definition | None = None
    like_id: str | None = None  # of what it is like, though that is not in the game
    text: str | None = None
    told: str = ""  # the rules text made from its program
    added: str = ""  # that of what it does beside what it is like
    doc: str | None = None
    figure: bool = False
    faces: list[tuple[int, str, str, Span]] = Factory(list)  # rank, suit, pack, where; rank 0: no face
    syntax: Any = None
    items: list[tuple[Any, Definition]] = Factory(
        list
    )  # own and inherited, with the definition they stand in
    hooks: list[Hook] = Factory(list)
    modifiers: list[Modifier] = Factory(list)
    actions: list[Action] = Factory(list)
    uses: list[UseAs] = Factory(list)
    index: int = 0

    @property
    def full_id(self) -> str:
        return f"{self.pack}.{self.id}"

    def ancestors(self) -> list[Definition]:
        """The definition itself and all it is `like`."""
        found: list[Definition] = []
        at: Definition | None = self
        while at is not None and at not in found:
            found.append(at)
            at = at.like
        return found


# ---- expressions


@frozen(eq=False, kw_only=True)
class Ex:
    """Base of checked expressions: `type`, and the place it was written."""

    type: Type
    at: Span = field(default=NOWHERE, repr=False)


@frozen(eq=False)
class Const(Ex):
    value: Any


@frozen(eq=False)
class DefConst(Ex):
    """A definition as a value."""

    definition: Definition


@frozen(eq=False)
class Local(Ex):
    name: str


@frozen(eq=False)
class GetField(Ex):
    field: Field
    owner: Ex | None


@frozen(eq=False)
class Shown(Ex):
    """A secret field's value if everyone has been shown it, else none."""

    field: Field
    owner: Ex


@frozen(eq=False)
class ZoneRef(Ex):
    zone: Zone
    owner: Ex | None


@frozen(eq=False)
class ReadZone(Ex):
    """The cards of a zone given as a value."""

    place: Ex


@frozen(eq=False)
class AskStat(Ex):
    stat: Stat
    args: tuple[Ex, ...]


@frozen(eq=False)
class UseWord(Ex):
    """A word of the vocabulary; `word` carries its code."""

    word: Any
    args: tuple[Ex, ...]


@frozen(eq=False)
class Property(Ex):
    """A printed fact, or where something lies: `life`, `name`, `printed_suit`, `holder` and others."""

    name: str
    of: Ex
    reads: tuple[str, ...] = ()  # `zones`: it changes when cards move


@frozen(eq=False)
class Op(Ex):
    """`op` of Python on two values: + - * < <= > >= == != and or."""

    op: str
    left: Ex
    right: Ex


@frozen(eq=False)
class NotEx(Ex):
    of: Ex


@frozen(eq=False)
class IsKind(Ex):
    """Whether a card, source or definition is one of `definitions`."""

    of: Ex
    definitions: tuple[Definition, ...]


@frozen(eq=False)
class IsSort(Ex):
    """Whether a thing, place or source is of a sort, such as `player` or `character`."""

    of: Ex
    sort: str
    zone: Zone | None = None


@frozen(eq=False)
class Matches(Ex):
    """Whether a card shows one of the faces of a pattern; `faces` are the stats that tell a card's."""

    card: Ex
    pattern: Ex
    faces: tuple[Stat, ...] = ()


@frozen(eq=False)
class IsNone(Ex):
    of: Ex


@frozen(eq=False)
class IsEmpty(Ex):
    of: Ex


@frozen(eq=False)
class InList(Ex):
    member: Ex
    list: Ex


@frozen(eq=False)
class FilterList(Ex):
    list: Ex
    var: str
    cond: Ex


@frozen(eq=False)
class MapList(Ex):
    """`list.attr`: `flat` when each member gives a list."""

    list: Ex
    var: str
    value: Ex
    flat: bool


@frozen(eq=False)
class ListEx(Ex):
    items: tuple[Ex, ...]


@frozen(eq=False)
class During(Ex):
    """Whether a procedure, or a card of one of the definitions, is running."""

    what: str


# ---- statements


@frozen(eq=False, kw_only=True)
class St:
    at: Span = field(default=NOWHERE, repr=False)


@frozen(eq=False)
class Invoke(St):
    """Call a procedure; `into` is the local that takes the answer."""

    proc: Procedure
    args: tuple[Ex, ...]
    into: str | None = None


@frozen(eq=False)
class Command(St):
    """An effectful word of the vocabulary."""

    word: Any
    args: tuple[Ex, ...]
    into: str | None = None


@frozen(eq=False)
class SetLocal(St):
    name: str
    value: Ex


@frozen(eq=False)
class SetField(St):
    field: Field
    owner: Ex | None
    value: Ex


@frozen(eq=False)
class IfSt(St):
    cond: Ex
    then: tuple[St, ...]
    otherwise: tuple[St, ...] = ()


@frozen(eq=False)
class WhileSt(St):
    """`before` runs ahead of each test of `cond`."""

    before: tuple[St, ...]
    cond: Ex
    body: tuple[St, ...]


@frozen(eq=False)
class ForSt(St):
    name: str
    list: Ex
    body: tuple[St, ...]


@frozen(eq=False)
class ChooseSt(St):
    """A decision of `who` among the members of `list`; `into` takes it (or none).

    `hidden`: a list of cards one of which may be asked for unseen. `optional`: passing is allowed. `blanks`:
    what the names in the text stand for.
    """

    who: Ex
    list: Ex
    into: str
    member: Type
    text: str | None
    hidden: Ex | None = None
    optional: bool = False
    more: bool = False  # one of several picks: `none` means enough
    blanks: tuple[tuple[str, Ex], ...] = ()


@frozen(eq=False)
class ReturnSt(St):
    value: Ex | None


@frozen(eq=False)
class EndSt(St):
    what: str


@frozen(eq=False)
class ProceedSt(St):
    into: str | None = None


@frozen(eq=False)
class FailSt(St):
    pass


@frozen(eq=False)
class LaterSt(St):
    """`at end of`: `run` is kept with the values of `args` until `what` is over."""

    what: str
    run: Procedure
    args: tuple[Ex, ...]


@frozen(eq=False)
class PhaseSt(St):
    """A call that a table given in the middle may pass over, to begin at `name`."""

    name: str
    body: tuple[St, ...]


# ---- what is said


@define(eq=False)
class Language:
    """What a translation says: `names` of definitions, `texts` by those of the files."""

    name: str
    names: dict[Definition, str] = Factory(dict)
    texts: dict[str, str] = Factory(dict)


@frozen(eq=False)
class Look:
    """How something is drawn: `path` its drawing in a box of 24 by 24, `color` as `#rrggbb`."""

    path: str | None
    color: str | None


# ---- the whole


@define(eq=False)
class Pack:
    id: str
    name: str
    version: str
    requires: tuple[str, ...]
    optional: tuple[str, ...]
    conflicts: tuple[str, ...]
    box: bool
    named: bool
    at: Span


@define(eq=False)
class Model:
    """Everything the loaded packs say."""

    packs: dict[str, Pack] = Factory(dict)
    values: dict[str, Values] = Factory(dict)
    windows: dict[str, Window] = Factory(dict)
    zones: dict[str, Zone] = Factory(dict)
    fields: dict[str, Field] = Factory(dict)
    options: dict[str, Option] = Factory(dict)
    stats: dict[str, Stat] = Factory(dict)
    procedures: dict[str, Procedure] = Factory(dict)
    definitions: list[Definition] = Factory(list)
    hooks: list[Hook] = Factory(list)  # of pack rules
    modifiers: list[Modifier] = Factory(list)  # of pack rules
    provisos: list[Proviso] = Factory(list)
    actions: list[Action] = Factory(list)
    uses: list[UseAs] = Factory(list)
    programs: list[Procedure] = Factory(list)  # every body, named or not
    roles: dict[int, tuple[tuple[Definition, int], ...]] = Factory(dict)
    texts: dict[str, str] = Factory(dict)
    reasons: dict[str, str] = Factory(dict)
    phrases: dict[tuple[str, bool], str] = Factory(dict)  # by name, and whether of a window
    board: Any = None
    program: Any = None  # code and tables, once they have been made
    named: dict[str, dict[str, Definition]] = Factory(dict)  # by text: what its braces name
    languages: dict[str, Language] = Factory(dict)
    looks: dict[str, Look] = Factory(dict)  # of procedures, windows, stats, fields and values by name
    worn: dict[Definition, Look] = Factory(dict)  # looks of definitions, as written
    symbols: dict[Definition, tuple[Any, ...]] = Factory(dict)  # by definition its rows of symbols
    start: Any = None
    given: Any = None
    scopes: set[str] = Factory(set)  # procedures and definitions that `during`, `per`, `at end of` ask about


NO_RESULT = NOTHING
