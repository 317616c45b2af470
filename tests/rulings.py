"""Run rulings, cases from rulebooks and FAQs in JSON: ``python tests/rulings.py FILE...``.

A case gives a table, steps and what must hold after them. What fails is printed, and the exit status is then
1. Steps that have one possible course only may be left out of a case; a choice that a case does not mention
must not matter to it, and an offer that it does not mention is declined. Cases of packs that do not exist are
skipped.

A disputed point is run twice: by default, and with the option that stands for the other reading, which must
make a difference and do what the case says about it.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

# run as a script, this file finds the library and its neighbours without being installed
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import bangrules as bang
from bangrules.kernel import slots as k
from bangrules.play import reading
from bangrules.play.packs import available
from tests.ruling_steps import (
    BRANCHES,
    LETTERS,
    Course,
    Wrong,
    action_of,
    definition_id,
    fitting,
    is_card,
    split_card,
    step_of,
    take,
    unmentioned,
)  # fmt: skip

PAUSES = Path(__file__).resolve().parent / "data" / "pauses"

# for each set of the cases the packs that may hold it, the likeliest first
PACKS: dict[str, tuple[str, ...]] = {
    "base": ("base",),
    "dodge_city": ("dodge_city",),
    "high_noon": ("high_noon",),
    "fistful_of_cards": ("fistful_of_cards", "fistful"),
    "three_players": ("three_players", "dodge_city"),
    "eight_players": ("eight_players", "dodge_city"),
    "undead": ("undead",),
    "twd": ("walking_dead", "twd"),
    "bullet_promo": ("promo",),
}
# the disputed points, the options that stand for them, and the values of the other reading
OPTIONS: dict[str, tuple[str, Any]] = {
    "replace_weapon_with_same_name": ("same_weapon_again", True),
    "suzy_draws_during_slab_response": ("settle_between_answers", False),
    "suzy_before_gringo": ("settle_before_answers", False),
    "vulture_sheriff_penalty_order": ("penalty_first", True),
    "death_timing_in_area_attack": ("deaths_wait", True),
    "end_check_timing": ("end_check_at_once", True),
    "general_store_shortage": ("played_cards_at_hand", False),
    "reshuffle_timing": ("eager_reshuffle", False),
    "abandoned_mine_scope": ("mine_takes_used_cards", True),
    "ambush_and_character_distance": ("ambush_counts_characters", True),
    "ranch_timing": ("ranch_after_play", True),
    "apache_kid_diamond_duel": ("diamonds_in_duels", True),
}
# fine points that are asked about only where the table wants it so, and the acts and claims about them
FINE = {"any_time_is_asked": ("ability",), "fallen_order_discards": ("choose", "decides")}
NAME = r"[A-ZÀ-Þ]\w+(?: [A-ZÀ-Þ]\w+)*"
PHASES = {"start": None, "draw": "phase_draw", "play": "phase_play", "discard": "phase_discard"}
LENDING = ("dodge_city",)
"""Packs whose cards appear in cases of other sets."""
TURNED = ("undead", "out")
"""Of which status players are who have left their side."""
SIDES = {
    "law": ("sheriff", "deputy", "leader", "survivor"),
    "sheriff": ("sheriff", "deputy"),
    "outlaws": ("outlaw",), "saviors": ("savior",), "outlaw": ("outlaw",), "savior": ("savior",),
    "leader": ("leader", "survivor"), "deputy": ("deputy",), "survivor": ("survivor",),
    "renegade": ("renegade",), "loner": ("loner",),
}  # fmt: skip


# ---- a case


class Case:
    """A ruling with the rules for it."""

    def __init__(self, data: dict[str, Any], rules: bang.Rules) -> None:
        self.data = data
        self.rules = rules

    def table(self, rest: bool, options: dict[str, Any]) -> bang.Game:
        """The game at the position of the case."""
        given, rules = self.data["given"], self.rules
        seats = [
            {
                "role": definition_id(rules, p["role"], ("role",)),
                "character": definition_id(rules, p["character"], ("character",)),
                "life": p["life"],
                "status": p["status"],
                "hand": self.cards(p["hand"]),
                "table": self.cards(p["in_play"]),
            }
            for p in given["players"]
        ]
        for seat, player in zip(seats, given["players"], strict=True):
            # who has taken on the ability of whom is told in words
            told = re.search(rf"\b{player['character'].split()[0]} has copied ({NAME})", given["facts"])
            if told is not None:
                seat["likeness"] = definition_id(rules, told[1], ("character",))
        more = self.events() if given["event"] else {}
        return rules.new_game(
            seats=seats, turn=given["turn"], phase=PHASES[given["phase"]], deck=self.cards(given["deck"]),
            discards=self.cards(given["discard"]), rest=rest, options=options, forced="ask", seed=1, **more,
        )  # fmt: skip

    def events(self) -> dict[str, Any]:
        """The event in force, and the one that a case has turned up at the beginning of the turn."""
        told = re.split(r" \(|, ", self.data["given"]["event"])
        event = definition_id(self.rules, told[0], ("event",))
        steps = [re.split(r" \(|, ", s["what"])[0] for s in self.data["when"] if s["act"] == "reveal"]
        if not steps and not told[-1].startswith("just revealed"):
            return {"current_event": [event]}
        new = definition_id(self.rules, (steps or told)[0], ("event",))
        return {"current_event": [event] if event != new else [], "event_deck": [new], "turns": 1}

    def cards(self, texts: Iterable[str]) -> list[str]:
        """Cards as the library writes them."""
        found = []
        for text in texts:
            fitting = [c.id for c in self.rules.cards if is_card(c, text)]
            if not fitting:
                raise Wrong(f"no such card: {text}")
            name, face = split_card(text)
            found.append(face if not name else fitting[0] if face else fitting[0].partition("@")[0])
        return found

    def courses(self, rest: bool, options: dict[str, Any], lenient: bool = False) -> list[Course]:
        """All ways in which the steps may go; a lenient run leaves out those that can't be taken."""
        courses = [Course(self.table(rest, options))]
        for step in self.data["when"]:
            want = step_of(step)
            try:
                courses = [after for course in courses for after in take(course, want)][:BRANCHES]
            except Wrong:
                if not lenient:
                    raise
        for course in courses:
            course.go_to_pause()
        return courses

    def trouble(self, rest: bool = True, **options: Any) -> str | None:
        """What is wrong with the case, if anything."""
        try:
            for course in self.courses(rest, options):
                self.check(course)
        except (Wrong, bang.BangRulesError) as error:
            kinds = {step["act"] for step in self.data["when"]}
            kinds |= {claim["kind"] for claim in self.data["then"]["assert"]}
            known = [row[0] for row in self.rules.tables["options"]]
            fine = {x: True for x, on in FINE.items() if x in known and not kinds.isdisjoint(on)}
            if fine and not options and self.trouble(rest, **fine) is None:
                return None
            return str(error)
        return None

    def check(self, course: Course, depth: int = 0) -> None:
        """All that must hold now, or at the next part of the turn, or after choices that are not mentioned.

        What is legal is asked where somebody can act.
        """
        claims = self.data["then"]["assert"]
        if depth == 0:
            acting = course.copy()
            while acting.is_pause:
                acting.push(acting.game.legal_actions()[-1])
                acting.go_to_pause()
            for claim in claims:
                if claim["kind"] == "illegal":
                    check(acting, claim)
            self.check_legal(acting, [claim for claim in claims if claim["kind"] == "legal"])
        try:
            for claim in claims:
                if claim["kind"] not in ("legal", "illegal"):
                    check(course, claim)
        except Wrong:
            if depth > 12 or not (course.is_choice or course.is_pause or course.is_offer):
                raise
            for after in unmentioned(course):
                after.go_to_pause()
                self.check(after, depth + 1)

    def check_legal(self, course: Course, claims: list[dict[str, Any]], depth: int = 0) -> None:
        """What may be done now, or after choices that are not mentioned."""
        try:
            for claim in claims:
                check(course, claim)
        except Wrong:
            if depth > 12 or not (course.is_choice or course.is_pause or course.is_offer):
                raise
            for after in unmentioned(course):
                after.go_to_pause()
                self.check_legal(after, claims, depth + 1)

    def other_reading(self, rest: bool = True) -> str | None:
        """What is wrong with the alternative of a disputed point, if anything."""
        name = self.data["then"]["option"].partition(" ")[0]
        option, value = OPTIONS.get(name, (name, None))
        known = {row[0]: row for row in self.rules.tables["options"]}
        if option not in known:
            return f"there is no option for `{name}`"
        if value is None:
            value = not known[option][2]
        try:
            courses = self.courses(rest, {option: value}, lenient=True)
            for course in courses:
                for claim in claims_in(self.data["then"]["alternative"]):
                    check(course, claim)
        except (Wrong, bang.BangRulesError) as error:
            return f"with option {option}: {error}"
        try:
            for course in courses:
                self.check(course)
        except Wrong:
            return None
        return f"option {option} makes no difference"


def claims_in(text: str) -> Iterator[dict[str, Any]]:
    """What an alternative says in so many words: `B life 3, B hand = Missed! 8S`, `B hand empty`."""
    for player, life in re.findall(r"\b([A-H]) life (?:= )?(\d+)", text):
        yield {"kind": "life", "player": player, "value": int(life)}
    for player, cards in re.findall(
        r"\b([A-H]) hand (?:= )?(empty|[A-Z][^.,]*\b(?:10|[2-9JQKA])[SHDC])", text
    ):
        held = [] if cards == "empty" else [x.strip() for x in cards.split(";")]
        yield {"kind": "hand", "player": player, "value": held}
    for player, life in re.findall(r"\b([A-H]) survives with (\d+) life", text):
        yield {"kind": "life", "player": player, "value": int(life)}


# ---- what must hold


def check(course: Course, claim: dict[str, Any]) -> None:
    """One assertion of a case."""
    CHECKS[claim["kind"]](course, claim, LETTERS.find(claim.get("player") or "?"))


def same(have: Any, want: Any, what: str) -> None:
    if have != want:
        raise Wrong(f"{what} is {have}, not {want}")


def field(name: str) -> Callable[[Course, dict[str, Any], int], None]:
    def check(course: Course, claim: dict[str, Any], seat: int) -> None:
        have = reading.fields_of(course.game.rules)[name].name(course.game, seat)
        same(have, str(claim["value"]), f"{name} of {LETTERS[seat]}")

    return check


def held(course: Course, zone: str, seat: int) -> list[bang.Card]:
    rules = course.game.rules
    return [rules.cards[c - k.FIRST_CARD] for c in reading.zones_of(rules)[zone].cards(course.game, seat)]


def exactly(zone: str) -> Callable[[Course, dict[str, Any], int], None]:
    def check(course: Course, claim: dict[str, Any], seat: int) -> None:
        have = held(course, zone, seat)
        rest = list(have)
        for text in claim["value"]:
            found = next((c for c in rest if is_card(c, text)), None)
            if found is None:
                raise Wrong(f"{zone} of {LETTERS[seat]} is {[str(c) for c in have]}, not {claim['value']}")
            rest.remove(found)
        if rest:
            raise Wrong(f"{zone} of {LETTERS[seat]} is {[str(c) for c in have]}, not {claim['value']}")

    return check


def top_of(zone: str) -> Callable[[Course, dict[str, Any], int], None]:
    def check(course: Course, claim: dict[str, Any], seat: int) -> None:
        have = held(course, zone, 0)[:1]
        if not have or not is_card(have[0], claim["value"]):
            raise Wrong(f"on top of {zone} is {[str(c) for c in have]}, not {claim['value']}")

    return check


def check_contains(course: Course, claim: dict[str, Any], seat: int) -> None:
    have = held(course, "discards", 0)
    for text in claim["value"]:
        if not any(is_card(c, text) for c in have):
            raise Wrong(f"the discard pile is {[str(c) for c in have]}, without {text}")


def check_legal(course: Course, claim: dict[str, Any], seat: int) -> None:
    if not fitting(course.game, action_of(claim["player"], claim["value"])):
        raise Wrong(f"`{claim['value']}` of {claim['player']} is not legal")


def check_illegal(course: Course, claim: dict[str, Any], seat: int) -> None:
    """Neither now, nor where the player passed."""
    want = action_of(claim["player"], claim["value"])
    for game in (course.game, *course.declined):
        if fitting(game, want):
            raise Wrong(f"`{claim['value']}` of {claim['player']} is legal")


def check_winner(course: Course, claim: dict[str, Any], seat: int) -> None:
    game, value = course.game, claim["value"]
    if value == "none":
        same(game.is_over, False, "the end of the game")
        return
    if not game.is_over:
        raise Wrong(f"the game goes on, where {value} should have won")
    winners = set(game._state[k.OUTCOME])
    named = {LETTERS.index(x) for x in re.findall(r"\b[A-H]\b", value.partition(";")[0])}
    role = reading.fields_of(game.rules)["role"]
    side = SIDES.get(value.partition(" ")[0])
    if side is not None and not named:
        status = reading.fields_of(game.rules)["status"]
        members = {s for s in game._state[k.SEATS] if role.name(game, s) in side}
        left = {s for s in members if status.name(game, s) in TURNED}
        same(winners, members - left, f"the winners ({value})")
    elif named:
        same(winners, named, f"the winners ({value})")
    else:
        status = reading.fields_of(game.rules)["status"]
        same({status.name(game, s) for s in winners}, {value}, "what the winners are")


def check_turn(course: Course, claim: dict[str, Any], seat: int) -> None:
    now = reading.seat_of_turn(course.game)
    same(LETTERS[now] if now is not None else None, claim["player"], "whose turn it is")


def check_decides(course: Course, claim: dict[str, Any], seat: int) -> None:
    if seat not in course.deciders and seat != course.seat:
        raise Wrong(f"{claim['player']} did not decide {claim['value']}")


def check_fact(course: Course, claim: dict[str, Any], seat: int) -> None:
    """Words, of which `role of B is public` and `roles in play: 1 Sheriff, 2 Deputies` can be checked."""
    _, dealt, list = claim["value"].partition("roles in play: ")
    if dealt:
        singular = {"Deputies": "Deputy"}
        want = {singular.get(name, name.rstrip("s")): int(n) for n, name in re.findall(r"(\d+) (\w+)", list)}
        role = reading.fields_of(course.game.rules)["role"]
        names = course.game.rules.definitions
        have = Counter(names[role.name(course.game, s)].name for s in course.game._state[k.SEATS])
        same(dict(have), want, "what is dealt")
    public = re.search(r"\brole of ([A-H]) is public", claim["value"])
    if public and not reading.fields_of(course.game.rules)["role"].is_shown(
        course.game, LETTERS.index(public[1])
    ):
        raise Wrong(f"the role of {public[1]} is not public")


def check_stat(course: Course, claim: dict[str, Any], seat: int) -> None:
    args = [seat] + ([LETTERS.index(claim["target"])] if claim.get("target") else [])
    same(
        reading.stat_value(course.game, claim["kind"], args),
        claim["value"],
        f"{claim['kind']} of {claim['player']}",
    )


def check_size(course: Course, claim: dict[str, Any], seat: int) -> None:
    same(len(held(course, "hand", seat)), claim["value"], f"the number of cards in {claim['player']}'s hand")


CHECKS: dict[str, Callable[[Course, dict[str, Any], int], None]] = {
    "life": field("life"), "status": field("status"), "max_life": check_stat, "distance": check_stat,
    "hand": exactly("hand"), "in_play": exactly("table"), "hand_size": check_size,
    "deck_top": top_of("deck"), "discard_top": top_of("discards"), "discard_contains": check_contains,
    "legal": check_legal, "illegal": check_illegal, "winner": check_winner, "next_turn": check_turn,
    "decides": check_decides, "fact": check_fact,
}  # fmt: skip


# ---- all cases


class Report(NamedTuple):
    """How a case went: `passed`, `failed` or `skipped`, and why."""

    id: str
    verdict: str
    text: str = ""


def packs_for(case: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The packs to load for a case, and the sets for which there is none."""
    known = available()
    packs, missing = [], []
    for name in case["sets"]:
        found = next((p for p in PACKS.get(name, (name,)) if p in known), None)
        if found is None:
            missing.append(name)
        else:
            packs.append(found)
    if not any(known[p].box for p in packs):
        packs.append("base")
    return packs, missing


def lacking(case: dict[str, Any], rules: bang.Rules) -> set[str]:
    """The names of cards that lie in a case and that the rules don't have."""
    lie = [card for p in case["given"]["players"] for card in p["hand"] + p["in_play"]]
    return {split_card(card)[0] for card in lie} - {card.definition.name for card in rules.cards}


def rules_for(packs: list[str], case: dict[str, Any]) -> bang.Rules:
    """The rules for a case; a set may go with cards of another that the case does not name."""
    key = tuple(sorted(set(packs)))
    if key not in LOADED:
        LOADED[key] = bang.load(*key, "pauses", paths=[PAUSES])
    more = next((p for p in LENDING if p in available() and p not in key), None)
    if more is not None and lacking(case, LOADED[key]):
        return rules_for([*packs, more], case)
    return LOADED[key]


LOADED: dict[tuple[str, ...], bang.Rules] = {}


def run_case(data: dict[str, Any]) -> Report:
    """Run a case, and the other reading of a disputed point."""
    packs, missing = packs_for(data)
    if missing:
        return Report(data["id"], "skipped", f"packs not available: {', '.join(missing)}")
    case = Case(data, rules_for(packs, data))
    # what follows the given deck doesn't matter, unless a case is about a deck that runs out: it has a
    # discard pile then, or says so
    scarce = bool(data["given"]["discard"]) or "All other cards" in data["given"]["facts"]
    tries = (False, True) if scarce else (True,)
    troubles = [trouble for rest in tries if (trouble := case.trouble(rest)) is not None]
    if len(troubles) == len(tries):
        return Report(data["id"], "failed", troubles[0])
    if data["then"]["option"]:
        other = case.other_reading(not scarce)
        if other is not None:
            return Report(data["id"], "failed", f"other reading: {other}")
    return Report(data["id"], "passed")


def run_file(path: Path) -> list[Report]:
    """Run all cases of a file."""
    return [run_case(data) for data in json.loads(path.read_text(encoding="utf-8"))]


def main(paths: list[str]) -> int:
    if not paths:
        print(__doc__.partition("\n")[0] if __doc__ else "", file=sys.stderr)
        return 2
    reports = [report for path in paths for report in run_file(Path(path))]
    for report in reports:
        if report.verdict != "passed":
            print(f"{report.id}: {report.verdict}: {report.text}")
    count = {v: sum(1 for r in reports if r.verdict == v) for v in ("passed", "failed", "skipped")}
    print(", ".join(f"{n} {v}" for v, n in count.items()))
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
