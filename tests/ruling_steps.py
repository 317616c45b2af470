"""The steps of rulings, taken in a game: which actions they may mean, and what happens in between."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import bangrules as bang
from bangrules.kernel import slots as k
from bangrules.play import reading

SUITS = dict(zip("SHDC", "♠♥♦♣", strict=True))
VERBS = {
    "play": ("play", "use"), "respond": ("answer", "use"), "draw!": ("answer",),
    "use": ("use", "answer", "play"), "ability": ("use", "answer", "play"),
    "choose": ("choose",), "phase3": ("choose",), "pass": ("pass",), "end": ("end",),
}  # fmt: skip
CARD_NAMED = r"[A-Z][\w.!]*(?: [A-Z][\w.!]*)* (?:10|[2-9JQKA])[SHDC]"
HANDS = ("random hand card", "random card", "hand card", "hand")
IDLE = ("start", "phase1", "reveal", "draw!")
LETTERS = "ABCDEFGH"
BRANCHES = 40
FEW = 6


class Wrong(Exception):
    """A case does not hold; the text says where."""


class Want(NamedTuple):
    """A step, taken apart: with what, used as what, at whom, and what is chosen along with it."""

    seat: int
    act: str
    what: str
    form: str
    target: str
    picks: tuple[str, ...]
    piece: str = ""


# ---- reading cases


def want_of(seat: int, act: str, what: str, target: str) -> Want:
    """Take a step apart: `BANG! 4C + BANG! 5C as Sniper`, `discard Missed! 7S; Beer 6H`, `C:Barrel QS`.

    Cards handed out, `keep Beer 6H, give Beer 8H > B, Beer 9H > C`, are picked one after the other.
    """
    given = re.findall(rf"({CARD_NAMED}) > [A-H]\b", f"{what} > {target}") if "give " in what else []
    if given:
        return Want(seat, act, given[0], "", "", tuple(given[1:]))
    what, _, form = what.partition(" as ")
    picks: list[str] = []
    if what.startswith("discard ") or ";" in what:
        picks = [x.strip() for x in re.split(r"[;,+]| and ", what.removeprefix("discard "))]
        what = "discard" if act == "ability" and what.startswith("discard ") else picks.pop(0)
    if act == "draw!":
        # the card that counts, named along with the flip
        picks += re.findall(rf"{CARD_NAMED}\b", f"{what.partition(' (')[2]} {target}")
        what, target = what.partition(" (")[0], ""
    what, *paid = [x.strip() for x in what.split(" + ")]
    picks = [x for x in paid if x != "another card"] + picks
    several = re.findall(r"\b([A-H]:[^,;:]+)(?:[,;] *|$)", target)
    if len(several) > 1:
        # one card of each of several players
        return Want(seat, act, what, form.strip(), "", (*picks, *(x.strip() for x in several)))
    aimed, _, piece = target.partition(":")
    if aimed in ("self", "himself", "herself"):
        aimed = LETTERS[seat]
    if piece:
        picks.append(piece.strip())
    return Want(
        seat, act, what.removeprefix("suit "), form.strip(), aimed.strip(), tuple(picks), piece.strip()
    )


def step_of(step: dict[str, Any]) -> Want:
    seat = LETTERS.find(step["by"]) if len(step["by"]) == 1 else -1
    return want_of(seat, step["act"], step.get("what") or "", step.get("target") or "")


def action_of(player: str, text: str) -> Want:
    """`play BANG! 5C > B`."""
    act, _, rest = text.partition(" ")
    what, _, target = rest.partition(" > ")
    if act == "end":
        what = ""
    return want_of(LETTERS.index(player), act, what.strip(), target)


def split_card(text: str) -> tuple[str, str]:
    """The name of a card, and its face as the library writes it: `Missed! 10C` is `Missed!` with `10♣`.

    `any card 5 of Spades` has a face only.
    """
    loose = re.fullmatch(r"any card (10|[2-9JQKA]) of (Spades|Hearts|Diamonds|Clubs)", text.strip())
    if loose is not None:
        return "", loose[1] + SUITS[loose[2][0]]
    found = re.fullmatch(r"(.*?)(?: (10|[2-9JQKA])([SHDC])| [a-z])?", text.strip())
    assert found is not None
    return found[1], found[2] + SUITS[found[3]] if found[2] else ""


def is_card(card: bang.Card, text: str) -> bool:
    """Whether a card is the one that a case writes so."""
    name, face = split_card(text)
    return name in ("", card.definition.name) and (not face or card.face == face)


def plain(text: str) -> str:
    """A text in small letters without accents, which cases leave out at times."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(x for x in parts if not unicodedata.combining(x))


def definition_id(rules: bang.Rules, name: str, kinds: tuple[str, ...]) -> str:
    for id, d in rules.definitions.items():
        if d.kind in kinds and plain(name) in (plain(d.name), d.id, d.full_id):
            return id
    raise Wrong(f"there is no {' or '.join(kinds)} `{name}`")


# ---- the game of a case


class Course:
    """One way a case may go: the game, who has decided, and what was declined on the way."""

    def __init__(self, game: bang.Game) -> None:
        self.game = game
        self.deciders: set[int] = set()
        self.declined: list[bang.Game] = []

    def copy(self) -> Course:
        other = Course(self.game.copy(history=False))
        other.deciders, other.declined = set(self.deciders), list(self.declined)
        return other

    @property
    def seat(self) -> int:
        """Who decides; -1 when the game is over."""
        decision = self.game.decision
        return -1 if decision is None else decision.player

    @property
    def is_choice(self) -> bool:
        """Whether something is to be chosen, not an action of a window."""
        decision = self.game.decision
        return decision is not None and decision.kind != "window"

    @property
    def prompt(self) -> str:
        """What a choice is about."""
        decision = self.game.decision
        return decision.text if decision is not None and self.is_choice else ""

    def push(self, action: bang.Action) -> None:
        """Take an action, and remember who decided and what was declined."""
        if len(self.game.legal_actions()) > 1:
            self.deciders.add(action.player)
        if action.kind == "pass":
            self.declined.append(self.game.copy(history=False))
        self.game.push(action)

    @property
    def is_offer(self) -> bool:
        """Whether an answer is asked for, which may be declined."""
        decision = self.game.decision
        if decision is None or decision.kind != "window":
            return False
        last = self.game.legal_actions()[-1]
        return last.kind == "pass" and last.verb != "end"

    @property
    def is_pause(self) -> bool:
        """Whether a part of a turn is about to begin."""
        decision = self.game.decision
        return decision is not None and decision.name == "PAUSE"

    def go_to_pause(self) -> None:
        """Let happen what must, up to the next part of a turn."""
        while not self.is_pause and (forced := self.forced()) is not None:
            self.push(forced)

    def forced(self) -> bang.Action | None:
        """The only thing that can be done, unless it ends a turn."""
        legal = self.game.legal_actions()
        if self.is_pause:
            return legal[-1]
        return legal[0] if len(legal) == 1 and legal[0].verb != "end" else None


def fitting(game: bang.Game, want: Want) -> list[bang.Action]:
    """The legal actions that a step may mean, the likeliest only."""
    legal = [a for a in game.legal_actions() if a.player == want.seat and a.verb in VERBS.get(want.act, ())]
    if want.act == "ability" and Course(game).is_choice:
        legal = [a for a in game.legal_actions() if a.player == want.seat]
        return [a for a in legal if is_choice(game, a, want.what, want.target)]
    if want.act in ("pass", "end"):
        return legal
    if want.act in ("choose", "phase3"):
        return [a for a in legal if is_choice(game, a, want.what, want.target)]
    found = [a for a in legal if is_deed(game, a, want)]
    plain = [a for a in found if a.form is None]
    return plain if plain and not want.form else found


def is_choice(game: bang.Game, action: bang.Action, what: str, target: str = "") -> bool:
    """Whether an action chooses what a case writes so."""
    if action.kind == "random":
        seat = LETTERS.find(target or action.text[-1])
        return (not target or action.text.endswith(target)) and in_hand(game, seat, what)
    if action.kind == "pass":
        return False
    if action.card is not None:
        return is_card(game.rules.cards[action.card - k.FIRST_CARD], what)
    chosen = action.text.partition(" chooses ")[2]
    if chosen == "yes":
        prompt = Course(game).prompt
        return prompt in (what, f"{what} > {target}") or len(long_words(prompt) & long_words(what)) > 1
    names = {"Spades": "♠", "Hearts": "♥", "Diamonds": "♦", "Clubs": "♣"}
    known = game.rules.definitions.get(chosen)
    return chosen in (what, names.get(what), target) or (known is not None and known.name == what)


def long_words(text: str) -> set[str]:
    """The words of a text that say what it is about."""
    return set(re.findall(r"\w{5,}", text.casefold()))


def is_deed(game: bang.Game, action: bang.Action, want: Want) -> bool:
    """Whether an action of a window is what a step says."""
    rules = game.rules
    owner = rules.by_index[rules.tables["actions"][action.n]["owner"]]
    if want.target and action.target is not None:
        aimed = LETTERS[action.target] if action.target < k.FIRST_CARD else ""
        if aimed != want.target:
            return bool(want.picks) and action.target >= k.FIRST_CARD and aims_at(game, action.target, want)
        if want.piece and not has_piece(game, action.target, want.piece):
            return False
    elif want.target not in ("", LETTERS[want.seat], "self", "all", "others"):
        return False
    if action.card is None:
        if want.form:
            return plain(owner.name) == plain(want.form)
        return bool(
            plain(want.what) == plain(owner.name) or (want.act == "ability" and owner.kind == "character")
        )
    card = rules.cards[action.card - k.FIRST_CARD]
    if not is_card(card, want.what):
        return False
    if want.act == "use" and action.verb == "play" and has_use(rules, card):
        return False
    if not want.form:
        return True
    return action.form is not None and rules.by_index[action.form].name == want.form


def has_use(rules: bang.Rules, card: bang.Card) -> bool:
    """Whether a card is for use from the table, so that to lay it down is not to use it."""
    return any(
        act["verb"] == "use" and rules.by_index[act["owner"]] is card.definition
        for act in rules.tables["actions"]
    )


def has_piece(game: bang.Game, seat: int, piece: str) -> bool:
    """Whether a player has in front, or in the hand, what a case writes as `random hand card` or by name."""
    laid = reading.zones_of(game.rules)["table"].cards(game, seat)
    return in_hand(game, seat, piece) or any(is_card(game.rules.cards[c - k.FIRST_CARD], piece) for c in laid)


def in_hand(game: bang.Game, seat: int, piece: str) -> bool:
    """Whether a card drawn from a hand is what a case writes: a random one, or the only one by name."""
    held = reading.zones_of(game.rules)["hand"].cards(game, seat) if seat >= 0 else ()
    if piece in HANDS:
        return bool(held)
    return len(held) == 1 and is_card(game.rules.cards[held[0] - k.FIRST_CARD], piece)


def aims_at(game: bang.Game, target: int, want: Want) -> bool:
    """Whether a card aimed at is the one that a case writes as `A:Dynamite 2H`."""
    zones = [z for z in reading.zones_of(game.rules).values() if z.of_player]
    holders = [LETTERS[s] for z in zones for s in game._state[k.SEATS] if target in z.cards(game, s)]
    return want.target in holders and is_card(game.rules.cards[target - k.FIRST_CARD], want.picks[-1])


def take(course: Course, want: Want) -> list[Course]:
    """All courses after a step."""
    if want.act == "pass" and want.what:
        return [course]  # one of several answers; what no step takes up is declined anyway
    if want.act == "draw!" and want.picks:
        flipped = take(course, want._replace(picks=()))
        chosen = want_of(want.seat, "choose", want.picks[0], "")
        return some(partial(take, after, chosen) for after in flipped)
    try:
        return attempt(course, want)
    except Wrong:
        if goes_without_saying(course, want):
            return [course]
        raise


def goes_without_saying(course: Course, want: Want) -> bool:
    """Whether a step that can't be taken tells what happens by itself, or what is over."""
    if want.act == "ability":
        return happens_by_itself(course.game, want.seat)
    if want.act == "pass":
        return course.seat != want.seat
    if want.act == "end":
        return reading.seat_of_turn(course.game) != want.seat
    if want.act == "choose" and want.what in HANDS:
        return True
    return want.act in IDLE and want.act != "draw!"


def attempt(course: Course, want: Want) -> list[Course]:
    """All courses after a step that must be possible, now or later."""
    found = fitting(course.game, want)
    if not found and want.act == "play":
        # a Beer that saves is an answer
        found = fitting(course.game, want._replace(act="respond"))
    if not found and want.form and want.act in ("play", "ability"):
        # the card named is a cost of an ability or event
        paid = Want(want.seat, want.act, want.form, "", want.target, (want.what, *want.picks))
        found = fitting(course.game, paid)
        want = paid if found else want
    if not found and want.target and want.act == "play":
        # whom it is for is chosen when it has been played
        later = want._replace(target="", picks=(*want.picks, want.target))
        found = [action for action in fitting(course.game, later) if action.target is None]
        want = later if found else want
    if found:
        if want.act == "ability" and course.is_choice:
            want = want._replace(picks=())
        try:
            return some(pushed(course, want, action) for action in found[:BRANCHES])
        except Wrong:
            kept = keeping(course, want) if course.is_choice and want.picks else []
            if not kept:
                raise
            return kept
    if course.seat == want.seat and course.is_choice:
        loose = loosely(course, want)
        if loose:
            return loose
    idle = want.act in IDLE and (want.act == "draw!" or not (want.what or want.target))
    if idle and (want.act != "draw!" or not any(can_answer(course.game.rules, want.what))):
        return [course]
    if want.act == "phase3":
        # the end of the turn is left out
        ends = [a for a in fitting(course.game, want._replace(act="end")) if a.verb == "end"]
        if ends:
            after = course.copy()
            after.push(ends[0])
            return attempt(after, want)
    return go_on(course, want)


def pushed(course: Course, want: Want, action: bang.Action) -> Callable[[], list[Course]]:
    """What comes of an action, and of what is chosen along with it."""

    def all_after() -> list[Course]:
        after = course.copy()
        after.push(action)
        aimed = action.target is not None and action.target >= k.FIRST_CARD
        return pick(after, want.seat, want.picks[:-1] if aimed else want.picks, want.target)

    return all_after


def some(ways: Iterable[Callable[[], list[Course]]]) -> list[Course]:
    """The courses of all ways that can be gone.

    :raises Wrong: there is none.
    """
    made: list[Course] = []
    wrong = None
    for way in ways:
        try:
            made += way()
        except Wrong as error:
            wrong = error
    if not made and wrong is not None:
        raise wrong
    return made


def loosely(course: Course, want: Want) -> list[Course]:
    """A choice that a case tells in words of its own: the cards it names, those it keeps, yes to an offer."""
    legal = course.game.legal_actions()
    text = f"{want.what} {' '.join(want.picks)}"
    keeps = text.startswith("keep")
    if keeps:
        text = re.split(r"\b(?:put|give|return|leave)\b", text)[0]
    named = [c.index for c in course.game.rules.cards if names(text, c)]
    if want.act in ("choose", "phase3", "phase1", "ability") and named:
        options = {a.card for a in legal if a.card is not None}
        chosen = options.intersection(named)
        if keeps and chosen:
            chosen = options.difference(named)
        after, left = choose_all(course, want.seat, chosen)
        if left and not keeps:
            # fewer are asked for than are named: they are those to keep
            after, left = choose_all(course, want.seat, options.difference(named))
        if chosen:
            return [after]
    optional = [a for a in legal if a.kind != "pass"] if legal[-1].kind == "pass" else []
    if want.act in ("ability", "phase1") and (want.act == "ability" or want.what or want.target):
        if "deck" in text and not re.search(r"\b(?:discard|pile|hand)\b", text):
            return []
        letter = re.search(r"\b([A-H])(?:'s)?$|\b(?:from|of) ([A-H])\b|\b([A-H])'s\b|^([A-H]):", want.what)
        at = want.target[:1] or next((x for x in (letter.groups() if letter else ()) if x), "")
        aimed = [a for a in optional if at and a.text.endswith(f" {at}")]
        for action in aimed or optional[:1]:
            return pushed(course, want._replace(picks=()), action)()
    return []


def choose_all(course: Course, seat: int, cards: set[int]) -> tuple[Course, set[int]]:
    """Choose some of these cards for as long as the same is asked; and those for which it was not."""
    left, prompt, after = set(cards), course.prompt, course.copy()
    while after.seat == seat and after.is_choice and after.prompt == prompt:
        action = next((a for a in after.game.legal_actions() if a.card in left), None)
        if action is None or action.card is None:
            break
        left.discard(action.card)
        after.push(action)
    return after, left


def keeping(course: Course, want: Want) -> list[Course]:
    """A choice of cards to give up, told by those that are kept."""
    return loosely(course, want._replace(what=f"keep {want.what}"))


def names(text: str, card: bang.Card) -> bool:
    """Whether a text names a card with its face."""
    face = card.face.translate({ord(sign): letter for letter, sign in SUITS.items()})
    return re.search(rf"(?<!\w){re.escape(card.definition.name)} {face}\b", text) is not None


def happens_by_itself(game: bang.Game, seat: int) -> bool:
    """Whether nothing that a player's character can do is offered, so that a case need not say when."""
    rules = game.rules
    id = reading.fields_of(rules)["character"].name(game, seat)
    d = rules.definitions[id].index
    return all(row[0] not in ("act", "use") for row in rules.tables["contributions"].get(d, ()))


def can_answer(rules: bang.Rules, what: str) -> Iterator[bool]:
    """Whether a flip for this is an answer that a player gives; others happen by themselves."""
    for act in rules.tables["actions"]:
        owner = rules.by_index[act["owner"]]
        yield act["verb"] == "answer" and owner.name == split_card(what)[0]


def go_on(course: Course, want: Want) -> list[Course]:
    """Let what a case does not mention happen, up to where a step can be taken."""
    forced = course.forced()
    if forced is not None:
        after = course.copy()
        after.push(forced)
        return attempt(after, want)
    if course.is_choice or course.is_offer:
        return some(partial(attempt, after, want) for after in unmentioned(course))
    legal = ", ".join(map(str, course.game.legal_actions())) or "the game is over"
    raise Wrong(f"`{' '.join(x for x in want[1:5] if x)}` of {LETTERS[want.seat]} is not legal: {legal}")


def unmentioned(course: Course) -> Iterator[Course]:
    """What may come of a choice that a case does not mention: an offer is declined."""
    legal = course.game.legal_actions()
    for action in [a for a in legal if a.kind == "pass"] or legal[:FEW]:
        after = course.copy()
        after.push(action)
        yield after


def pick(course: Course, seat: int, picks: tuple[str, ...], target: str) -> list[Course]:
    """Choose what a step names along with it, in whatever order it is asked for."""
    if not picks:
        return [course]
    legal = course.game.legal_actions() if course.is_choice and course.seat == seat else ()
    made = []
    for i, what in enumerate(picks):
        at, _, piece = what.rpartition(":")
        for action in [a for a in legal if is_choice(course.game, a, piece, at or target)][:1]:
            after = course.copy()
            after.push(action)
            made += pick(after, seat, picks[:i] + picks[i + 1 :], target)
        if made:
            return made
    forced = course.forced()
    if forced is None:
        raise Wrong(f"`{picks[0]}` cannot be chosen by {LETTERS[seat]}: {', '.join(map(str, legal))}")
    after = course.copy()
    after.push(forced)
    return pick(after, seat, picks, target)
