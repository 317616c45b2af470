"""Rules texts made from programs: what they say, and when what is written by hand has drifted from them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bangrules as bang
from bangrules.language.english import article, base_form, negated, plural
from bangrules.play.packs import available, company
from bangrules.tools.sourcebook import quotes
from tests.language.checking import base, check, model_of

GOLDEN = Path(__file__).parent.parent / "data" / "rules_texts.txt"
PACKS = sorted(available())


@cache
def rules_of(pack: str) -> bang.Rules:
    """A pack, in the company in which it can be played."""
    known = available()
    return bang.load(*company(known, known[pack]))


def texts_of(pack: str, generated: bool = False) -> dict[str, str]:
    """The rules texts of what a pack defines, by id."""
    rules = rules_of(pack)
    return {
        d.id: rules.text_of(d.full_id, generated=generated)
        for d in rules.definitions.values()
        if d.pack == pack
    }


def told_each(programs: list[str]) -> list[str]:
    """The texts made from programs, each that of a character, upon the base game."""
    heroes = [f'character tester_{n} "Tester" life 4\n{program}\n' for n, program in enumerate(programs)]
    model, sink = model_of("".join(heroes), upon=base())
    assert not [d for d in sink.diagnostics if d.severity == "error"], sink.render()
    return [d.told for d in model.definitions if d.pack == "mine"]


def told(program: str) -> str:
    """The text made from a program upon the base game."""
    return told_each([program])[0]


def warned(text: str) -> list[str]:
    """The warnings of drift in a pack upon the base game."""
    found = check(text, upon=base())
    assert not [d for d in found if d.code != "W0801"], found
    return [d.message for d in found]


def numbers(text: str) -> set[int]:
    return {int(n) for n in re.findall(r"\d+", text)}


# ---- what players read


CHECKED = {
    "bang": ("choose another player within your reach", "1 missed!", "lose 1 life point", "once a turn"),
    "missed": ("when you are shot at", "cancel"),
    "beer": ("regain 1 life point", "more than 2 players", "last life point"),
    "saloon": ("each player regains 1 life point",),
    "stagecoach": ("draw 2 cards",),
    "wells_fargo": ("draw 3 cards",),
    "panic": ("choose a player", "distance 1", "draw 1 card from them"),
    "cat_balou": ("choose a player", "discard a card from them"),
    "gatling": ("each other player", "1 missed!", "1 life point"),
    "indians": ("each other player", "bang!", "lose 1 life point"),
    "duel": ("another player", "bang!", "life point"),
    "general_store": (
        "each living player",
        "clockwise from you",
        "as many cards as there are living players",
    ),
    "barrel": ("when you are shot at", "draw! for ♥", "once"),
    "mustang": ("distance from other players to you", "increased by 1"),
    "scope": ("distance from you to other players", "reduced by 1"),
    "dynamite": ("start of your turn", "2♠ to 9♠", "lose 3 life points", "to the left of you"),
    "jail": ("sheriff", "heart", "turn"),
    "volcanic": ("any number of bang!", "reach is 1"),
    "schofield": ("reach is 2",),
    "remington": ("reach is 3",),
    "rev_carabine": ("reach is 4",),
    "winchester": ("reach is 5",),
    "bart_cassidy": ("whenever you lose life points", "draw that many cards"),
    "black_jack": ("second card", "show that card to everyone", "red"),
    "calamity_janet": ("bang! as missed!", "missed! as bang!"),
    "el_gringo": ("whenever you lose life points because of another player", "from their hand"),
    "jesse_jones": ("instead of the first card", "you may", "another player"),
    "jourdonnais": ("when you are shot at", "draw! for ♥"),
    "kit_carlson": ("three", "deck"),
    "lucky_duke": ("1 more card for each draw!",),
    "paul_regret": ("distance from other players to you is increased by 1",),
    "pedro_ramirez": ("instead of the first card", "you may", "top card of the discard pile"),
    "rose_doolan": ("distance from you to other players is reduced by 1",),
    "sid_ketchum": ("at any time", "discard 2 cards", "regain 1 life point", "last life point"),
    "slab_the_killer": ("need 1 more missed!", "bang!"),
    "suzy_lafayette": ("whenever you have no cards in your hand", "duel", "draw 1 card"),
    "vulture_sam": ("take all cards of other players", "eliminated"),
    "willy_the_kid": ("any number of bang!",),
    "sheriff": ("outlaw", "renegade", "one more life"),
    "outlaw": ("sheriff", "draws three cards"),
}
"""What each card, character and role of the base game has to say, by its rules."""


@pytest.mark.parametrize("id", CHECKED)
def test_what_the_rules_say_is_said(id: str) -> None:
    text = rules_of("base").text_of(id).lower()
    assert [part for part in CHECKED[id] if part not in text] == [], text


def test_the_figures_in_a_text_are_those_of_the_program() -> None:
    checked = {
        "stagecoach": {2}, "wells_fargo": {3}, "dynamite": {2, 9, 3}, "winchester": {5}, "lucky_duke": {1},
        "sid_ketchum": {2, 1}, "gatling": {1}, "slab_the_killer": {1}, "beer": {1, 2},
    }  # fmt: skip
    texts = texts_of("base", generated=True)
    assert {id: numbers(texts[id]) for id in checked} == checked


@pytest.mark.parametrize("pack", PACKS)
def test_everything_has_a_text(pack: str) -> None:
    rules = rules_of(pack)
    empty = [id for id, text in texts_of(pack).items() if not text]
    assert [id for id in empty if rules.definitions[id].kind != "border"] == []


PROGRAM_WORDS = re.compile(
    r"\b(?:self|target|it it|elif|True|False|None|yes|_|is is|who who|that that|the the|a the|an the|a a)\b"
)


@pytest.mark.parametrize("pack", PACKS)
def test_texts_are_sentences(pack: str) -> None:
    for id, text in texts_of(pack).items():
        if not text:
            continue
        assert re.match(r"[A-Z]", text), (id, text)
        assert text[-1] in ".!", (id, text)
        assert not re.search(r"[{}\[\]_`<>=]|\s\s|\s[.,;:]|\(\)|[,;:][.,;:]", text), (id, text)
        assert not PROGRAM_WORDS.search(text), (id, text)
        assert not re.search(r"(?<!Rev)\. [a-z]", text), (id, text)


@pytest.mark.parametrize("pack", PACKS)
def test_no_id_stands_in_a_text(pack: str) -> None:
    rules = rules_of(pack)
    ids = {id for id in (*rules.tables["stats"], *(p[0] for p in rules.tables["procedures"])) if "_" in id}
    ids |= {d.id for d in rules.definitions.values() if "_" in d.id}
    for id, text in texts_of(pack).items():
        assert not ids & set(re.findall(r"\w+", text)), (id, text)


SYMBOLS = {
    "BANG": r"shot|shoot|need|fire", "MISSED": r"shot|cancel|escape|Missed|Evade", "HIT": r"los[es]|life",
    "LIFE": r"regain|life", "DRAW": r"draw|take", "DISCARD": r"discard|los", "ELIMINATE": r"eliminat|kill",
    "DYING": r"last life|life point", "WOUND": r"wound", "OOPS": r"accident|firearm", "LUNGE": r"grab",
}  # fmt: skip
"""By which words players know the symbols of the cards."""


@pytest.mark.parametrize("pack", PACKS)
def test_each_symbol_of_a_program_is_mentioned(pack: str) -> None:
    texts = texts_of(pack)
    for quote in quotes(available()[pack].files):
        if quote.id not in texts or quote.word not in ("card", "character", "event", "role", "figure"):
            continue
        program = re.sub(r'"[^"]*"|#.*', "", quote.text)
        for symbol in set(re.findall(r"\b[A-Z]{3,}\b", program)) - {"BANG"}:
            assert re.search(SYMBOLS[symbol], texts[quote.id], re.I), (quote.id, symbol, texts[quote.id])


def test_names_are_those_of_the_box() -> None:
    texts = texts_of("walking_dead")
    assert "Evade" in texts["attack"]
    assert "Attack!" in texts["walker_herd"]
    assert "Leader" in texts["survivor"]
    assert not [id for id, text in texts.items() if re.search(r"BANG!|Missed!|Sheriff|Beer", text)]


def test_nothing_changes_unseen() -> None:
    """All texts of all packs, as they were: after a change that is meant, write them anew, and read them."""
    assert golden() == GOLDEN.read_text(encoding="utf-8")


def golden() -> str:
    """All texts of all packs, to be kept: `python -m tests.language.test_rules_texts` writes them."""
    rows = [f"{pack}.{id}: {text}" for pack in PACKS for id, text in texts_of(pack).items() if text]
    return "\n".join(rows) + "\n"


# ---- what is written


def test_a_written_text_counts_and_the_other_can_be_asked_for() -> None:
    rules = rules_of("dodge_city")
    assert rules.text_of("whisky") == "Discard another card: regain two life points."
    assert rules.text_of("whisky", generated=True) == "Discard another card to regain 2 life points."
    assert rules.text_of("dodge_city.whisky") == rules.text_of("whisky")


def test_a_written_text_is_translated_and_the_other_is_english() -> None:
    rules = rules_of("base").speak("hu")
    assert rules.text_of("duel").startswith("Válassz")
    assert rules.text_of("stagecoach") == "Draw 2 cards."


def test_what_is_unknown_is_named_with_a_suggestion() -> None:
    with pytest.raises(bang.PackError, match="did you mean `barrel`"):
        rules_of("base").text_of("barel")
    with pytest.raises(bang.PackError, match="no card, character or the like"):
        rules_of("base").text_of(7)  # type: ignore[arg-type]


def test_what_is_added_to_what_something_is_like_is_told_too() -> None:
    model, _ = model_of(
        'character first "First" life 4\n    text "Draws a card more."\n    modify draws(self): +1\n'
        'character second "Second" like first\n    modify sight(self): +1\n'
        'character third "Third" like first\n',
        upon=base(),
    )
    second, third = (next(d for d in model.definitions if d.id == id) for id in ("second", "third"))
    assert (second.text, second.added) == ("Draws a card more.", "Your reach is increased by 1.")
    assert (third.text, third.added) == ("Draws a card more.", "")


# ---- a changed program has another text

NUMBER = st.integers(2, 40)
PROGRAMS = (
    "after HIT(self): DRAW {a}",
    "after ELIMINATE(target) if target is not self: LIFE self, {a}",
    "before begin(self): HIT self, {a}",
    "modify hand_limit(self): {a}",
    "modify hand_limit(self): +{a}",
    "modify shots(self): +{a}",
    "modify sight(self): at least {a}",
    "modify draws(self): at most {a}",
    "modify misses(self, _, bang): +{a}",
    "modify healing(self, _, beer): +{a}",
    "modify reward(self, _): {a}",
    "use costs {a} cards: DRAW {b}",
    "use limit {a}, if self.life > {b}: DRAW 1",
    "use on one of within({a}): LIFE target, {b}",
    "use on others: HIT target, {a} by self",
    "use if count(players) >= {a}: LIFE self, {b}",
    "after phase_draw(self):\n        self may: DRAW {a}\n        else: LIFE self, {b}",
    "after begin(self):\n        for p in others: DRAW {a} to p\n        HIT self, {b}",
)


def program(template: str, a: int, b: int) -> str:
    return "    " + template.format(a=a, b=b)


BATCH = settings(max_examples=8)
"""Many programs are checked together: it is the game below them that takes the time."""
ROWS = st.lists(st.tuples(st.sampled_from(PROGRAMS), NUMBER, NUMBER), min_size=30, max_size=30)


@BATCH
@given(ROWS)
def test_each_number_of_a_program_stands_in_its_text(rows: list[tuple[str, int, int]]) -> None:
    for (template, a, b), text in zip(rows, told_each([program(*row) for row in rows]), strict=True):
        expected = {a, b} if "{b}" in template else {a}
        assert expected <= numbers(re.sub("(?i)twice", "2 times", text)), (template, text)


@BATCH
@given(ROWS)
def test_texts_are_the_same_only_if_programs_are(rows: list[tuple[str, int, int]]) -> None:
    programs = [program(*row) for row in rows]
    found = dict(zip(programs, told_each(programs), strict=True))
    assert len(set(found.values())) == len(found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("modify draws(self): +1", "modify draws(self): +2"),
        ("modify draws(self): +1", "modify draws(self): - 1"),
        ("modify draws(self): at least 3", "modify draws(self): at most 3"),
        ("modify distance(self, _): +1", "modify distance(_, self): +1"),
        ("after HIT(self): DRAW 1", "before HIT(self): DRAW 1"),
        ("after HIT(self): DRAW 1", "after HIT(target) if target is not self: DRAW 1"),
        ("after HIT(self, n): DRAW n", "after HIT(self): DRAW 1"),
        ("after HIT(self): DRAW 1", "after HIT(self, _, author) if author is none: DRAW 1"),
        ("use on others: HIT target by self", "use on one of others: HIT target by self"),
        ("use on one of others: HIT target by self", "use on one of reachable: HIT target by self"),
        ("use: DRAW 2", "use once: DRAW 2"),
        ("use: DRAW 2", "use anytime: DRAW 2"),
        ("use costs 1 card: DRAW 2", "use costs 1 card where it is blue: DRAW 2"),
        ("use costs 1 card where it is red: DRAW 2", "use costs 1 card where it is black: DRAW 2"),
        ("use bang as missed", "use missed as bang"),
        ("use bang as missed", "use card as missed"),
        ("use: draw! ♥", "use: draw! ♠"),
        ("answer MISSED: draw! 2♠..9♠", "answer MISSED: draw! 2♠..8♠"),
        ("answer MISSED once per escape: draw! ♥", "answer MISSED: draw! ♥"),
        ("after begin(self): DRAW 1", "after begin(self) if self.life is 1: DRAW 1"),
        (
            "after begin(self) if self.hand is empty: DRAW 1",
            "after begin(self) if self.hand is not empty: DRAW 1",
        ),
        ("instead of phase_draw(self): DRAW 1", "after phase_draw(self): DRAW 1"),
    ],
)
def test_a_changed_program_has_another_text(one: str, other: str) -> None:
    assert told(f"    {one}") != told(f"    {other}")


READ = {
    "use once: DRAW 2": "Once a turn you may draw 2 cards.",
    "use costs 2 cards: LIFE self": "You may discard 2 cards to regain 1 life point.",
    "after ELIMINATE(target) if target is not self: DRAW 2": (
        "Whenever another player is eliminated, draw 2 cards."
    ),
    "modify hand_limit(self): +1": "You may keep 1 more card at the end of the turn.",
    "use on one of within(1) where it is not self: DRAW 1 to target": (
        "You may choose another player at distance 1 or less: they draw 1 card."
    ),
    "instead of phase_draw(self):\n        self may: DRAW 3\n        else: proceed": (
        "Instead of your draw phase, you may draw 3 cards."
    ),
    "after lay(c, _, self) if c is blue: DRAW 1": (
        "Whenever you put a blue card in front of a player, draw 1 card."
    ),
    "use on others:\n        demand BANG from target\n        else: HIT target, 2 by self": (
        "You may use this: each other player must answer with BANG! or lose 2 life points."
    ),
}


@pytest.mark.parametrize(("written", "text"), READ.items())
def test_how_programs_read(written: str, text: str) -> None:
    assert told(f"    {written}") == text


TIRED = "field tired of player: yesno = no\nfield gold of player: number = 0\n"
BRANCHES = [
    ("if self.tired: return\nDRAW 1", "If you are not tired, draw 1 card."),
    ("if not self.tired: return\nelse: DRAW 1", "If you are tired, draw 1 card."),
    ("if self.tired:\n    LIFE self\n    return\nDRAW 1",
     "If you are tired, regain 1 life point; otherwise, draw 1 card."),
    ("if self.tired: DRAW 2\nelse: return\nDRAW 1", "If you are tired, draw 2 cards and draw 1 card."),
    ("let c = top(deck)\nif c is none: return\nif c is red: return\nDRAW 1",
     "If the top card in the deck is not red, draw 1 card."),
    ("self may: LIFE self\nelse: return\nDRAW 1", "You may regain 1 life point and draw 1 card."),
    ("demand BANG from self\nelse: return\nDRAW 1", "Must answer with BANG!: if so, draw 1 card."),
    ("DRAW 1\nreturn", "Draw 1 card."),
    ("if self.tired: DRAW 2\nelse if self.gold > 1: return\nDRAW 1", ""),
    ("for p in others:\n    if p.tired: return\n    HIT p", ""),
    ("if self.tired:\n    if self.gold > 1: return\n    DRAW 2\nDRAW 1", ""),
    ("let n = 1\nif self.tired: n = 2\nDRAW n", ""),
    ("let n = 0\nwhile n < self.gold:\n    n += 1\n    DRAW n", ""),
    ("let p = left_of(self, players)\nif p.tired: p = left_of(p, players)\nDRAW 1 to p", ""),
    ("let a, b = left_of(self, players), self\nwhile demand BANG from a: a, b = b, a\nHIT a", ""),
    ("self.life, self.gold = self.gold, self.life", ""),
    ("self.gold, self.tired = 1, yes", "Your gold becomes 1 and you are now tired."),
    ("self chooses 2 cs in self.hand\nfor c in cs:\n    if c is red: discard c", ""),
    ("self chooses 2 cs in self.hand\nfor c in cs: discard c",
     "Discard 2 cards of your choice in your hand."),
    ("let x = any(players where it.tired)\nif x is none: DRAW 1\nelse: DRAW 2 to x", ""),
    ("let x = any(players where it.tired)\nif x is none: DRAW 1", ""),
    ("let x = any(players where it.tired)\nif x is not none: DRAW 2 to x\nelse: DRAW 1", ""),
    ("let x = any(players where it.tired)\nif x is not none: DRAW 2 to x",
     "The first player who is tired draws 2 cards."),
    ("if self.tired or self.gold > 1 and self.life is 1: DRAW 1",
     "If you are tired or both your gold is more than 1 and you have 1 life point, draw 1 card."),
    ("if (self.tired or self.gold > 1) and self.life is 1: DRAW 1",
     "If either you are tired or your gold is more than 1, and you have 1 life point, draw 1 card."),
    ("if self.gold > 1 and (self.tired or self.life is 1): DRAW 1",
     "If your gold is more than 1 and either you are tired or have 1 life point, draw 1 card."),
    ("if self.tired and (self.gold > 1 or self.life > 1 and (self.gold < 3 or self.life < 3)): DRAW 1", ""),
    ("for p in others where (it.gold is 0 or it.tired) and it.life > 1: DRAW 1 to p", ""),
    ("if self.tired: fail\nDRAW 1", "If you are tired, this does not count; otherwise, draw 1 card."),
    ("for i in 1..3: DRAW 2", "3 times: draw 2 cards."),
    ("for i in 1..3: DRAW i", ""),
    ("for i in 2..3: DRAW 2", ""),
    ("for i in 1..self.gold:\n    if i > 2: DRAW 1", ""),
]  # fmt: skip
"""Statements that are done in some cases only, and how they read; what there are no words for has no text."""


@pytest.mark.parametrize(("program", "text"), BRANCHES)
def test_what_is_done_in_some_cases_is_told_of_these(program: str, text: str) -> None:
    assert card_told("play:\n" + indented(program)) == text
    if not text:
        assert card_told("play:\n" + indented(program), "modify draws(self): +1") == ""


ITEMS = [
    ("use missed as bang if self.tired", "If you are tired, you may use Missed! as BANG!"),
    ("use missed as bang if self.life > 2, once",
     "Once a turn, if you have more than 2 life points, you may use Missed! as BANG!"),
    ("use missed as bang limit 2", "Twice a turn you may use Missed! as BANG!"),
    ("use missed as bang limit 2 per escape", "Twice you may use Missed! as BANG!"),
    ("answer MISSED limit 2 per escape, if self.gold > 0: self.gold -= 1",
     "When you are shot at, if your gold is at least 1, use it to cancel the shot, "
     "and take 1 from your gold (twice)."),
    ("modify sight(self) if (self.tired or self.life is 1) and self.gold > 2: +1",
     "Your reach is increased by 1 if either you are tired or have 1 life point, "
     "and your gold is more than 2."),
    ("after HIT(self) if self.gold > 2 and (self.tired or self.life is 1): DRAW 1",
     "Whenever you lose life points, if your gold is more than 2 and either you are tired or "
     "have 1 life point, draw 1 card."),
    ("play if self.gold > 0, if self.tired or self.life > 2: DRAW 1",
     "Draw 1 card, only if your gold is at least 1 and either you are tired or "
     "have more than 2 life points."),
    ("answer MISSED once", "Use it when you are shot at, to cancel the shot (once a turn)."),
]  # fmt: skip
"""What has clauses, and how it reads."""


@pytest.mark.parametrize(("item", "text"), ITEMS)
def test_no_clause_is_left_out(item: str, text: str) -> None:
    assert card_told(item) == text


def test_a_hook_that_may_end_early_is_told_so() -> None:
    assert card_told("after HIT(self):\n    if self.tired: return\n    DRAW 1") == (
        "Whenever you lose life points, if you are not tired, draw 1 card."
    )


def test_a_written_text_is_not_compared_with_a_program_that_has_none() -> None:
    hits = "for p in others:\n            if p.life is 1: return\n            HIT p, 3"
    hero = HERO.format(
        text="Each of two others loses some life.", program=f"after begin(self):\n        {hits}"
    )
    assert warned(hero) == []


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def card_told(*items: str) -> str:
    """The text made from the program of a card, upon the base game and with some fields of players."""
    program = "".join(indented(item) for item in items)
    model, sink = model_of(f'{TIRED}card nail "Nail" brown\n    copies A♠\n{program}', upon=base())
    assert not sink.has_errors, sink.render()
    return next(d.told for d in model.definitions if d.pack == "mine")


WEAR = "field wear of card: number = 0\n"
LOADED = "field loaded of card: yesno = no\n"
MATE = "field mate of card: player?\n"
MARKED = MATE + 'phrase mate "whoever {owner} marks"\n'
GUARDED = MATE + 'phrase mate "{value} guards {owner}"\n'
FIELDS = [
    (
        "",
        "    field worn: number = 0\n"
        "    use:\n        DRAW 1\n        worn += 1\n        if worn >= 3: discard this",
        "Draw 1 card; add 1 to this card's worn; if its worn is at least 3, discard it.",
    ),
    (
        "",
        '    field worn: number = 0 "damage"\n    use if worn < 3:\n        worn += 1\n        DRAW 2',
        "If this card's damage is less than 3, add 1 to its damage and draw 2 cards.",
    ),
    (
        WEAR,
        "    use:\n        DRAW 1\n        this.wear += 1\n        if this.wear >= 2: discard this",
        "Draw 1 card; add 1 to this card's wear; if its wear is at least 2, discard it.",
    ),
    (WEAR, "    use if this.wear is 2: DRAW 2", "If this card's wear is 2, draw 2 cards."),
    (WEAR, "    use: this.wear = this.wear * 2", "This card's wear becomes its wear times 2."),
    (
        WEAR,
        "    use if not (this.wear > 3 and self.life > 2): DRAW 1",
        "If this card's wear is at most 3 or you have at most 2 life points, draw 1 card.",
    ),
    (WEAR + 'phrase wear ""\n', "    use if this.wear > 3 or self.life is 1: DRAW 1",
     "If you have 1 life point, draw 1 card."),
    (WEAR + 'phrase wear ""\n', "    use if not (this.wear > 3 and self.life is 1): DRAW 1",
     "If you do not have 1 life point, draw 1 card."),
    (
        WEAR + "procedure grind(c: card): c.wear += 1\n",
        "    use: grind(this)",
        "Add 1 to this card's wear.",
    ),
    (
        WEAR + 'procedure grind(c: card) "{c} is ground.": c.wear += 1\n',
        "    use: grind(this)",
        "This card is ground.",
    ),
    (
        LOADED,
        "    use:\n        if this.loaded: DRAW 3\n        else: this.loaded = yes",
        "If this card is loaded, draw 3 cards; otherwise, it is now loaded.",
    ),
    (LOADED, "    use if this.loaded is no: DRAW 1", "If this card is not loaded, draw 1 card."),
    (
        "",
        "    field has_fired: yesno = no\n    use if not has_fired: has_fired = yes",
        "If this card has not fired, it has now fired.",
    ),
    (MATE, "    use if this.mate is none: DRAW 1", "If this card has no mate, draw 1 card."),
    (MARKED, "    use if this.mate is none: DRAW 1", "If nobody is whoever this card marks, draw 1 card."),
    (
        MARKED,
        "    use if this.mate is not none: DRAW 1",
        "If somebody is whoever this card marks, draw 1 card.",
    ),
    (
        MARKED,
        "    use:\n        if this.mate is not none: LIFE this.mate",
        "Whoever this card marks regains 1 life point.",
    ),
    (
        MARKED,
        "    use:\n        if this.mate is not none: LIFE this.mate\n        else: DRAW 1",
        "If somebody is whoever this card marks, whoever it marks regains 1 life point; "
        "otherwise, draw 1 card.",
    ),
    (GUARDED, "    use if this.mate is none: DRAW 1", "If nobody guards this card, draw 1 card."),
    (
        "field pals of card: players = nobody\n",
        "    use on one of others where it not in this.pals: this.pals += target",
        "Choose another player who is not a player of this card's pals: add them to its pals.",
    ),
    (
        MATE,
        "    use:\n        let m = this.mate\n        if m is none: DRAW 1\n        else: LIFE m",
        "If nobody is this card's mate, draw 1 card; otherwise, this card's mate regains 1 life point.",
    ),
    (
        MATE + "stat keeper(c: card): c.mate\n",
        "    use if keeper(this) is none: DRAW 1\n    use if keeper(this) is not none: DRAW 2",
        "If nobody is this card's mate, draw 1 card. If somebody is this card's mate, draw 2 cards.",
    ),
    (
        WEAR,
        "    use:\n        let w = this.wear\n        this.wear = w + 1\n        if w >= 2: DRAW 1",
        "This card's wear becomes this card's wear plus 1; "
        "if this card's wear until then is at least 2, draw 1 card.",
    ),
    (
        WEAR,
        "    use limit this.wear: DRAW 1",
        "As many times a turn as this card's wear says, draw 1 card.",
    ),
    ("field dusk: yesno = no\n", "    use if dusk: DRAW 1", "If it is dusk, draw 1 card."),
]  # fmt: skip
"""Fields that have no phrase, programs that depend on them, and how these read."""


@pytest.mark.parametrize(("before", "program", "text"), FIELDS)
def test_what_depends_on_a_field_says_so(before: str, program: str, text: str) -> None:
    model, sink = model_of(f'{before}card nail "Nail" blue\n    copies A♠\n{program}\n', upon=base())
    assert not sink.has_errors, sink.render()
    assert next(d.told for d in model.definitions if d.pack == "mine") == text


def test_a_field_of_a_character_is_that_of_its_player() -> None:
    tired = (
        "    field tired: yesno = no\n    use if not tired: tired = yes\n    after begin(self): tired = no"
    )
    assert told(tired) == (
        "If you are not tired, you may use this: you are now tired. "
        "At the start of your turn, you are no longer tired."
    )


def test_options_are_told_as_they_usually_are() -> None:
    assert "♥" not in told("    after begin(self):\n        if penalty_first: draw! ♥\n        DRAW 1")
    assert told("    after begin(self):\n        if not penalty_first: DRAW 1") == (
        "At the start of your turn, draw 1 card."
    )


def test_what_has_no_phrase_is_told_by_what_it_does_or_by_its_name() -> None:
    short = "procedure toast(p: player): LIFE p, 3\n"
    assert "regain 3 life points" in told_with(short, "    use: toast(self)")
    long = "procedure pour_it_out(p: player):\n" + "    DRAW 1 to p\n" * 5
    assert "pour it out" in told_with(long, "    use: pour_it_out(self)")
    logged = 'procedure cheer(p: player) "{p} cheers loudly.": pass\n'
    assert "cheer loudly" in told_with(logged, "    use: cheer(self)")


def told_with(before: str, program: str) -> str:
    model, sink = model_of(f'{before}character tester "Tester" life 4\n{program}\n', upon=base())
    assert not sink.has_errors, sink.render()
    return next(d for d in model.definitions if d.pack == "mine").told


def test_a_program_that_is_too_long_is_not_told_and_harms_nothing() -> None:
    lines = "".join(f"        if self.life > {n}: DRAW {n}\n" for n in range(1_500))
    assert told(f"    after begin(self):\n{lines}    modify draws(self): +1") == ""


# ---- phrases


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('phrase HITT "x"\n', "E0201"),
        ('phrase window BANGG "x"\n', "E0201"),
        ('phrase HIT "{target} suffers"\n', "E0202"),
        ('procedure sing(p: player): pass\nphrase sing "{q} sings"\n', "E0213"),
        ('procedure sing(p: player): pass\nphrase sing "{p} sings {n song}"\n', "E0213"),
        ('procedure sing(p: player): pass\nphrase sing "{p} sings"\nphrase sing "{p} hums"\n', "E0202"),
    ],
)
def test_wrong_phrases_are_reported(text: str, code: str) -> None:
    assert {d.code for d in check(text, upon=base())} == {code}


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("{p takes {n card}", "{", "`{` within `{`"),
        ("{p", "{", "never closed"),
        ("p}", "}", "closes nothing"),
        ("[x", "[", "never closed"),
        ("x]", "]", "closes nothing"),
        ("[[x]]", "[", "`[` within `[`"),
        ("x [{p]}", "]", "closes nothing"),
        ("[]", "[", "nothing stands in this `[]`"),
        ("{p} {}", "{", "nothing stands in this `{}`"),
        ("   ", " ", "no words"),
        ("{p card}", "{p card}", "no form of a player"),
        ("{p th}", "{p th}", "no form of a player"),
        ("{p} draws {n is}", "{n is}", "no form of a number"),
        ("{p} draws {n cards}", "{n cards}", "no form of a number"),
        ("{p} draws {n's} share", "{n's}", "no form of a number"),
        ("{p} draws {n card card}", "{n card card}", "no form of a number"),
        ("{p} draws {n }", "{n }", "no form of a number"),
        ("{x} wins {u card}", "{u card}", "no form of a suit"),
    ],
)
def test_a_malformed_phrase_is_reported_within_its_text(text: str, where: str, says: str) -> None:
    program = "procedure sing(p: player, n: number, u: suit, x: card): pass\n"
    (found,) = check(f'{program}phrase sing "{text}"\n', upon=base())
    line = f'phrase sing "{text}"'
    shown = line[found.at.column - 1 :][: found.at.end - found.at.start]
    assert (found.code, found.at.line, shown) == ("E0213", 2, where)
    assert says in found.message
    assert found.help


@pytest.mark.parametrize(
    ("phrase", "blank"),
    [
        ('field sung of player: yesno = no\nphrase sung "{owner} sang {value\'s}"\n', "{value's}"),
        ('zone choir\nphrase choir "card with {owner}"\n', "{owner}"),
        ('field songs: number = 0\nphrase songs "{owner} sang"\n', "{owner}"),
    ],
)
def test_what_a_field_or_zone_has_not_fills_nothing(phrase: str, blank: str) -> None:
    (found,) = check(phrase, upon=base())
    assert (found.code, found.at.line) == ("E0213", 2)
    assert blank in found.message


@pytest.mark.parametrize(
    "text",
    [
        "{p takes} {n card}[ from {q}]", "{p} loses {n life point}", "the {n th} card of {p's}", "{x is} hit",
        "{u} counts", "a[ b] c", "{p} draws {n bonus}", "{p} plays {bang}[ on {q's} {beer}]", "",
    ],
)  # fmt: skip
def test_what_a_phrase_may_say(text: str) -> None:
    program = "procedure sing(p: player, n: number, u: suit, x: card, q: player? = none): pass\n"
    assert not check(f'{program}phrase sing "{text}"\n', upon=base())


def test_a_second_phrase_tells_whose_the_first_is() -> None:
    (found,) = check('phrase HIT "{target} suffers"\n', upon=base())
    assert "two phrases" in found.message
    assert found.help == "delete this line: pack `base` says it"
    assert [note for _, note in found.notes] == ["that of pack `base`"]
    sing = 'procedure sing(p: player): pass\nphrase sing "{p} sings"\nphrase sing "{p} hums"\n'
    (found,) = check(sing, upon=base())
    assert found.at.line == 3
    assert found.help == "delete one of the lines"


def test_what_is_in_brackets_is_told_where_it_matters() -> None:
    phrases = (
        'procedure praise(p: player, by q: player? = none): pass\nphrase praise "{p} is praised[ by {q}]"\n'
    )
    assert told_with(phrases, "    after praise(self): DRAW 1") == "Whenever you are praised, draw 1 card."
    by_others = "    after praise(self, q) if q is not none and q is not self: DRAW 1 to q"
    assert told_with(phrases, by_others) == ("Whenever you are praised by another player, they draw 1 card.")


def test_the_example_of_the_reference_reads_as_it_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "language.md").read_text(encoding="utf-8")
    example = re.search(r"```bang\n(procedure feed.*?)```", page, re.S)
    said = re.search(r'The text of the Tramp is: "(.*?)"', page, re.S)
    assert example is not None
    assert said is not None
    model, _ = model_of(example[1], upon=base())
    assert next(d.told for d in model.definitions if d.id == "tramp") == said[1].replace("\n", " ")


def test_an_empty_phrase_is_not_told() -> None:
    text = 'stat ready_now(p: player): p.life > 1\nphrase ready_now ""\n'
    assert told_with(text, "    use if ready_now(self): DRAW 2") == "You may draw 2 cards."


def test_a_phrase_changes_nothing_in_a_game(tmp_path: Path) -> None:
    pack = tmp_path / "mine.bang"
    card = 'pack mine "Mine"\n    requires base\nprocedure sing(p: player): DRAW 1 to p\n'
    card += 'card song "Song" brown\n    copies A♠\n    play: sing(self)\n'
    found = []
    for phrase in ("", 'phrase sing "{p} sings"\n', 'phrase sing "{p} sings aloud"\n'):
        pack.write_text(card + phrase, encoding="utf-8")
        rules = bang.load("base", "mine", paths=[pack])
        found.append((rules.digest, rules.text_of("song")))
    assert len({digest for digest, _ in found}) == 1
    assert [text for _, text in found] == ["Draw 1 card.", "Sing.", "Sing aloud."]


# ---- drift

HERO = 'character hero "Hero" life 4\n    text "{text}"\n    {program}\n'


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("Draws two cards when he is hit: he loses life.", "after HIT(self): DRAW 2"),
        ("Draws 2 cards for each life point lost.", "after HIT(self): DRAW 2"),
        ("Twice a turn he may draw a card.", "use limit 2: DRAW 1"),
        ("Draws a pair of cards.", "use: DRAW 2"),
        ("A couple of cards are drawn.", "use: DRAW 2"),
        ("Both players may be hit; he draws a card.", "use: DRAW 1"),
        ("By a four-leaf clover he draws two cards.", "use: DRAW 2"),
        ("Draws a two-card hand.", "use: DRAW 2"),
        ("Draws a dozen cards.", "use: DRAW 12"),
        ("All {bang}s and {beer}s are {missed}s.", "use bang as missed\n    use beer as missed"),
        ("In the draw phase he draws three cards.", "modify draws(self): +1"),
        ("In the draw phase he draws one card more.", "modify draws(self): +1"),
        ("On a heart he cancels a shot.", "answer MISSED: draw! ♥"),
        ("A {beer} gives him two more life points.", "modify healing(self, _, beer): +2"),
        (
            "The second card of his draw phase is shown to all.",
            "after draw_card(self, 2) gives c: show c to everyone",
        ),
    ],
)
def test_texts_that_say_what_the_program_does(text: str, program: str) -> None:
    assert warned(HERO.format(text=text, program=program)) == []


@pytest.mark.parametrize(
    ("text", "program", "says"),
    [
        ("He draws two cards when he is hit.", "after HIT(self): DRAW 3", "only the program has 3"),
        ("He draws two cards when he is hit.", "after HIT(self): DRAW 1", "only the text has 2"),
        ("Draws a pair of cards.", "use: DRAW 3", "only the program has 3"),
        ("Draws " + "9" * 5000 + " cards.", "use: DRAW 3", "the text has 9999999999"),
        ("In the draw phase he draws three cards.", "modify draws(self): +2", "only the program has 2"),
        ("On a heart he cancels a shot.", "answer MISSED: draw! ♠", "only the text has ♥"),
        ("A {beer} gives him one life point more.", "modify healing(self, _, saloon): +1", "has Saloon"),
        ("He may use {bang} as {missed}.", "use bang as beer", "only the text has Missed!"),
        ("He gains by it.", "after begin(self): LIFE self", "the text is silent of `LIFE`"),
        (
            "Once a turn, a red card for a card.",
            "use once, costs 1 card where it is black: DRAW 1",
            "has black",
        ),
    ],
)
def test_texts_that_have_drifted(text: str, program: str, says: str) -> None:
    (message,) = warned(HERO.format(text=text, program=program))
    assert says in message


def test_drift_is_told_at_the_text_with_what_the_program_says() -> None:
    (found,) = check(HERO.format(text="He draws two cards.", program="use: DRAW 3"), upon=base())
    assert (found.code, found.severity, found.at.line) == ("W0801", "warning", 2)
    assert found.help == 'the program says: "You may draw 3 cards."'


def test_a_number_that_only_a_phrase_has_is_told() -> None:
    text = 'procedure feast(p: player): LIFE p, {n}\nphrase feast "{{p}} regains 3 life points"\n'
    assert warned(text.format(n=3)) == []
    (message,) = warned(text.format(n=2))
    assert "only the phrase has 3" in message


@BATCH
@given(st.lists(st.tuples(NUMBER, NUMBER), min_size=20, max_size=20))
def test_drift_is_found_when_a_number_is_changed_on_one_side(rows: list[tuple[int, int]]) -> None:
    heroes = "".join(
        HERO.format(
            text=f"Draws {a} cards when he loses life.", program=f"after HIT(self): DRAW {b}"
        ).replace("hero", f"hero_{i}")
        for i, (a, b) in enumerate(rows)
    )
    assert len(warned(heroes)) == len([1 for a, b in rows if a != b])


@pytest.mark.parametrize("pack", PACKS)
def test_no_pack_has_drifted(pack: str) -> None:
    from bangrules.language.diagnostics import Reporter
    from bangrules.play.compiled import check_into
    from bangrules.play.packs import select

    known, sink = available(), Reporter()
    check_into(select(known, company(known, known[pack])), sink)
    assert [str(found) for found in sink.diagnostics] == []


# ---- English


def test_verbs_agree() -> None:
    said = {
        "draws a card": "draw a card", "is out": "are out", "has cards": "have cards", "passes it": "pass it",
        "carries it": "carry it", "needs 2 cards or loses life": "need 2 cards or lose life",
        "chooses one": "choose one", "may draw": "may draw", "goes on": "go on",
    }  # fmt: skip
    assert {words: base_form(words) for words in said} == said
    assert negated("draws a card", several=True) == "do not draw a card"
    assert negated("draws a card", several=False) == "does not draw a card"
    assert negated("can play", several=True) == "cannot play"
    assert negated("is out", several=True) == "are not out"


def test_nouns_have_plurals_and_articles() -> None:
    said = {
        "card": "cards", "life point": "life points", "party": "parties", "box": "boxes",
        "Missed!": "Missed!",
        "other player within reach": "other players within reach",
        "player who has a card": "players who have a card",
    }  # fmt: skip
    assert {noun: plural(noun) for noun in said} == said
    assert [article(n) for n in ("card", "other player", "event", "unit")][:3] == [
        "a card",
        "another player",
        "an event",
    ]


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8")
