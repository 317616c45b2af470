"""What is to be decided, by whom, and why: the stack of what is going on, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from bangrules.kernel import slots as k
from bangrules.kernel.machine import SEG_ACT, SEG_AFTER, SEG_BEFORE, SEG_CORE, SEG_SCOPE
from bangrules.play.log import UNSEEN, Speaker
from bangrules.play.naming import BLANK, SEAT_LETTERS, member_of, sort_of

if TYPE_CHECKING:
    from bangrules.play.rules import Rules

__all__ = ["Decision", "decision_of"]

State = list[Any]
Sees = Callable[[int], bool]


@frozen
class Decision:
    """What a game waits for.

    `player` decides. `kind` is `window` (actions of the window `name`), `choice` (a value of the type `name`)
    or `cost` (a card to pay with); `text` asks for it in the words of the card files. `why` tells what is
    going on, the outermost first. `optional` says whether one may pass, `count` how many actions are legal.
    """

    player: int
    kind: str
    name: str
    text: str
    why: tuple[str, ...]
    optional: bool
    count: int

    @property
    def seat(self) -> str:
        """The player's letter."""
        return SEAT_LETTERS[self.player]

    def __repr__(self) -> str:
        why = f"; {' > '.join(self.why)}" if self.why else ""
        return f"<Decision: {self.seat}: {self.text} ({self.count} actions){why}>"


def decision_of(
    rules: Rules, S: State, names: tuple[str, ...], count: int, sees: Sees | None = None
) -> Decision | None:
    """The decision a state waits for, None at the end; cards that `sees` denies are told as unseen."""
    waits = S[k.DECISION]
    if waits is None:
        return None
    speaker = Speaker(rules, names)
    why = tuple(telling(rules, S, speaker, sees))
    if waits[0] == k.OFFER:
        _, p, window = waits
        id, prompt, _ = rules.tables["windows"][window]
        optional = rules.passes[window][p] in (S[k.ACTIONS] or ())
        return Decision(p, "window", id, prompt, why, optional, count)
    _, p, member, _, _, optional, site = waits
    if site == -1:
        prompt = rules.tables["texts"].get("paying") or rules.say("a card to pay with")
        return Decision(p, "cost", "card", prompt, why, False, count)
    text, values = question(rules, speaker, site, sees)
    return Decision(p, "choice", member, speaker.fill(text, values), why, optional, count)


def question(rules: Rules, speaker: Speaker, site: Any, sees: Sees | None) -> tuple[str, dict[str, str]]:
    """The text of a question, and what fills its blanks."""
    number, *args = site if isinstance(site, tuple) else (site,)
    row = rules.tables["sites"][number]
    return row[0] or rules.say("choose"), words(speaker, row[3], args, sees)


def words(speaker: Speaker, params: Any, args: Any, sees: Sees | None) -> dict[str, str]:
    """Values in words by their names in programs."""
    found = {}
    for (name, type_), value in zip(params, args, strict=False):
        found[plain_name(name)] = speaker.word(type_, hidden(type_, value, sees))
    return found


def plain_name(name: str) -> str:
    """A local by the name it has in the card file."""
    if name.startswith("a_"):
        return name[2:]
    head, _, tail = name.partition("_")
    return tail if tail and head[:1] == "v" and head[1:].isdigit() else name


def hidden(type_: str, value: Any, sees: Sees | None) -> Any:
    """A value with its unseen cards taken out."""
    if sees is None or value is None:
        return value
    member = member_of(type_)
    if member is not None:
        return tuple([hidden(member, x, sees) for x in value])
    if type_ in ("ctx", "any", "nothing") or sort_of(type_, value) != "card":
        return value
    return value if sees(value) else UNSEEN


def telling(rules: Rules, S: State, speaker: Speaker, sees: Sees | None) -> list[str]:
    """What is going on, the outermost first: texts of procedures, actions, and things that act."""
    t = rules.tables
    frames = []
    rest = S[k.STACK]
    while rest is not None:
        frame, rest = rest
        frames.append(frame)
    told: list[str] = []
    last: str | int | None = None  # whose frame came before
    for frame in reversed(frames):
        seg = frame[0]
        proc, args, params = -1, (), ()
        if seg in (SEG_BEFORE, SEG_CORE, SEG_AFTER):
            proc, args = frame[1], frame[2]
        elif seg == SEG_SCOPE:
            proc, args = frame[1], frame[5]
        elif seg >= t["first_segment"]:
            _, proc, params, program = t["segments"][seg - t["first_segment"]]
            args = frame[1:]
            if proc < 0:
                name = owner_name(rules, program)
                if name and name != last:
                    told.append(name)
                last = name
                continue
        elif seg == SEG_ACT:
            text = speaker.deed(*frame[5:10])
            told += [text] if text else []
            last = None
        if proc >= 0 and proc != last:
            text = t["procedures"][proc][1]
            if text:
                values = words(speaker, params or t["procedures"][proc][2], args, sees)
                if set(BLANK.findall(text)) <= set(values):
                    told.append(speaker.fill(text, values))
                    last = proc
            else:
                last = proc
    return told


def owner_name(rules: Rules, program: str) -> str:
    """The name of the card or character that a hook belongs to; empty for other programs.

    Roles are not named: whose they are may be a secret.
    """
    id, _, rest = program.partition(" ")
    found = rules.definitions.get(id)
    if found is None or found.kind == "role" or not rest.startswith(("before ", "after ", "instead of ")):
        return ""
    return found.name
