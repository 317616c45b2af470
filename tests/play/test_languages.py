"""Rules in other languages: what is translated, what stays, and that nothing but words is different."""

import ast
import json
import pickle
import random
import re
from pathlib import Path

import pytest

import bangrules as bang
from bangrules.language import syntax as s
from bangrules.language.diagnostics import CardFileError
from bangrules.language.parser import parse_text
from bangrules.language.wording import said_in
from bangrules.play.packs import available
from bangrules.vocabulary.phrases import PHRASES

LANGUAGES = ("cs", "hu", "it", "ru")
PACK = 'pack mine "Mine"\n    requires base\n'


@pytest.fixture(scope="module")
def rules() -> bang.Rules:
    return bang.load("base")


def loaded(folder: Path, *packs: str, **files: str) -> bang.Rules:
    for id, text in files.items():
        (folder / f"{id}.bang").write_text(text, encoding="utf-8")
    return bang.load(*packs, paths=[folder / f"{id}.bang" for id in files])


def test_names(rules: bang.Rules) -> None:
    names = {lang: str(rules.speak(lang).definitions["beer"]) for lang in (*LANGUAGES, "en")}
    assert names == {"cs": "Pivo", "hu": "Sör", "it": "Birra", "ru": "Пиво", "en": "Beer"}
    assert str(rules.speak("hu").cards[0]).startswith("BANG! ")
    assert rules.languages == {
        "en": "English",
        "cs": "čeština",
        "hu": "magyar",
        "it": "italiano",
        "ru": "русский",
    }


def test_nothing_but_words_is_different(rules: bang.Rules) -> None:
    other = bang.load("base", lang="hu")
    assert (other.digest, other.language, rules.language) == (rules.digest, "hu", "en")
    games = [r.new_game(players=5, seed=4) for r in (rules, rules.speak("hu"), other)]
    rng, logs = random.Random(1), [list(game.events.log) for game in games]
    while not games[0].is_over:
        choice = rng.randrange(len(games[0].legal_actions()))
        assert len({tuple(map(str, game.legal_actions())) for game in games}) == 1
        for game, log in zip(games, logs, strict=True):
            log += game.push(game.legal_actions()[choice]).log
    assert len({json.dumps(game.to_dict(), sort_keys=True) for game in games}) == 1
    assert logs[0] != logs[1]
    assert logs[1] == logs[2]
    record = games[1].record()
    assert record.dumps() == games[0].record().dumps()
    assert record.replay(rules).players == games[0].players


def test_a_game_that_was_saved_in_one_language_goes_on_in_another(rules: bang.Rules) -> None:
    game = rules.new_game(players=4, seed=2)
    there = bang.Game.from_dict(rules.speak("ru"), game.to_dict())
    for _ in range(20):
        action = game.legal_actions()[0]
        game.push(action)
        there.push(action)
    assert there.to_dict() == game.to_dict()


def test_pickles_and_copies_keep_their_language(rules: bang.Rules) -> None:
    game = rules.speak("it").new_game(players=4, seed=2)
    again = pickle.loads(pickle.dumps(game))
    assert again.rules is game.rules
    assert again.copy().rules.language == "it"


def test_unknown_languages(rules: bang.Rules) -> None:
    with pytest.raises(
        bang.PackError, match=r"nothing in these packs speaks `de`; there is `en` \(English\), `cs`"
    ):
        rules.speak("de")
    with pytest.raises(bang.PackError, match="did you mean `hu`"):
        bang.load("base", lang="hun")
    with pytest.raises(bang.PackError, match="speaks `None`"):
        rules.speak(None)  # type: ignore[arg-type]


UNTRANSLATED = """
card cake "Cake" brown
    copies 2♠
    play if no "not {beer}, nor today": DRAW 1

card pie "Pie" like cake
    copies 3♠

card tart "Tart" brown
    text "Eat {pie}, not {base.duel}."

card bun like tart
    copies 4♠

translation hu
    tart "Torta"
    "Eat {pie}, not {base.duel}." "Ne {base.duel}: {pie}"
"""


def test_what_is_not_translated_stays(tmp_path: Path) -> None:
    rules = loaded(tmp_path, "base", "mine", mine=PACK + UNTRANSLATED)
    assert rules.definitions["tart"].text == "Eat Pie, not Duel."
    there = rules.speak("hu")
    assert {id: there.definitions[id].name for id in ("cake", "pie", "tart", "bun")} == {
        "cake": "Cake", "pie": "Pie", "tart": "Torta", "bun": "Torta"
    }  # fmt: skip
    assert there.definitions["tart"].text == "Ne Párbaj: Pie"
    assert there.definitions["bun"].text == "Ne Párbaj: Pie"
    texts = [check[1] for row in there.tables["actions"] for check in row["checks"] if check[1]]
    assert "not Sör, nor today" in texts


def test_the_pack_that_requires_the_other_has_the_last_word(tmp_path: Path) -> None:
    own = PACK + 'translation hu "Magyar"\n    beer "Korsó"\n    "{p} draws!" "{p} fordít."\n'
    rules = loaded(tmp_path, "base", "mine", mine=own).speak("hu")
    assert rules.definitions["beer"].name == "Korsó"
    assert rules.languages["hu"] == "magyar"
    other = own.replace("mine", "other")
    with pytest.raises(CardFileError, match="`beer` is translated twice"):
        loaded(tmp_path, "base", "mine", "other", mine=own, other=other)


def test_names_are_those_of_the_box(tmp_path: Path) -> None:
    more = 'text "{bang} and {jail}"\n'
    own = PACK + f'card sign "Sign" brown\n    {more}'
    for box, told in {"base": "BANG! and Jail", "walking_dead": "Attack! and Captured"}.items():
        assert loaded(tmp_path, box, "mine", mine=own).definitions["sign"].text == told
    rules = loaded(tmp_path, "walking_dead", "mine", mine=own).speak("hu")
    assert rules.definitions["sign"].text == "Támad! and Foglyul Ejtve"
    assert "beer" not in rules.definitions


@pytest.mark.parametrize(
    ("row", "code", "help"),
    [
        ('    beeer "Sör"', "E0201", "did you mean `beer`?"),
        ('    base.beeer "Sör"', "E0201", "did you mean `base.beer`?"),
        ('    bsae.beer "Sör"', "E0201", "did you mean `base`?"),
        ('    "{p} drws!" "x"', "E0702", 'did you mean "{p} draws!"?'),
        ('    "{p} draws!" "{q} húz"', "E0213", "in braces can stand {p}, or the id"),
        ('    "{p} draws!" "{p} {berr}"', "E0213", "did you mean `{beer}`?"),
        ('    beer "Sör"\n    beer "Ser"', "E0202", "delete one of the lines"),
    ],
)
def test_mistakes(tmp_path: Path, row: str, code: str, help: str) -> None:
    with pytest.raises(CardFileError) as caught:
        loaded(tmp_path, "base", "mine", mine=PACK + f"translation hu\n{row}\n")
    assert f"error[{code}]" in str(caught.value)
    assert help in str(caught.value)


def test_translations_change_nothing_in_the_rules(tmp_path: Path) -> None:
    plain = loaded(tmp_path, "base", "mine", mine=PACK).digest
    told = PACK + '\n# In Hungarian.\ntranslation hu\n    beer "Ser"\n\n    # and\n    jail "Sitt"\n'
    rules = loaded(tmp_path, "base", "mine", mine=told)
    assert rules.digest == plain
    assert rules.speak("hu").definitions["jail"].name == "Sitt"
    assert (
        loaded(tmp_path, "base", "mine", mine=told.replace("Sitt", "Fogda"))
        .speak("hu")
        .definitions["jail"]
        .name
        == "Fogda"
    )
    assert loaded(tmp_path, "base", "mine", mine=told + "\ncopies beer 2♠\n").digest != plain


def test_every_id_of_a_translation_is_translated_once() -> None:
    """The files of the library have no name twice, and each one's language says what it is called."""
    for pack in available().values():
        for path in pack.files:
            heads = re.findall(r"^translation (\w+)(.*)$", path.read_text(encoding="utf-8"), re.M)
            assert all(path.stem == code and name.strip() for code, name in heads)


# ---- what no card file says


def test_every_phrase_is_known_and_used() -> None:
    """What the code says itself is listed for translations, and nothing else is."""
    said: set[str] = set()
    folder = Path(bang.__file__).parent
    for path in (*folder.glob("play/*.py"), *folder.glob("tools/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said.add(node.value)
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute | ast.Name):
                name = called.attr if isinstance(called, ast.Attribute) else called.id
                first = node.args[0] if node.args else None  # type: ignore[attr-defined]
                if name == "say" and isinstance(first, ast.Constant):
                    assert first.value in PHRASES, first.value
    assert set(PHRASES) - said <= {"red", "black"}


def test_actions_in_words(rules: bang.Rules) -> None:
    game = rules.new_game(
        seats=[
            {"role": "sheriff", "character": "calamity_janet", "hand": ["missed@2♠"]},
            {"role": "outlaw", "character": "bart_cassidy", "hand": ["beer@6♥"]},
            {"role": "outlaw", "character": "rose_doolan"},
            {"role": "renegade", "character": "paul_regret"},
        ],
        turn="A", phase="phase_play",
    )  # fmt: skip
    actions = {str(action): game.label(action) for action in game.legal_actions()}
    assert actions["A plays missed@2♠ as bang on B"] == "Missed! 2♠ as BANG! on B"
    assert actions["A ends"] == "end the turn"
    with pytest.raises(bang.IllegalActionError):
        game.label("A ends")  # type: ignore[arg-type]
    assert game.speak("hu").legal_actions() == game.legal_actions()


def test_what_is_used_in_several_ways_is_offered_with_the_way(tmp_path: Path) -> None:
    game = bang.load("zombie_plague").new_game(players=4, seed=5)
    while game.label(game.legal_actions()[-1]) != "end the turn":
        game.push(game.legal_actions()[0])
    labels = {str(action).partition(" | ")[0]: game.label(action) for action in game.legal_actions()}
    assert labels["A uses human@1 forward"] == "Human 1 steps forward"
    assert labels["A uses human@1 turn_left"] == "Human 1 turns left"
    assert len(set(labels.values())) == len(labels)

    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "pack.bang").write_text(
        'pack lake "Lake"\n    requires base\n\n'
        'character ferryman "Ferryman" life 4\n'
        "    use far_out: LIFE self\n"
        '    use home "row home": LIFE self\n\n'
        'character angler "Angler" life 4\n    use fish "catch a fish": LIFE self\n\n'
        'translation xx "Xish"\n    "row home" "home rown"\n',
        encoding="utf-8",
    )
    rules = bang.load("base", "lake", paths=[tmp_path])
    for character, told in (
        ("ferryman", ["Ferryman far out", "Ferryman row home"]),
        ("angler", ["Angler"]),  # there is nothing to tell apart
    ):
        game = rules.new_game(
            seats=[
                {"role": "sheriff", "character": character, "life": 2},
                {"role": "outlaw", "character": "rose_doolan"},
            ],
            turn="A", phase="phase_play",
        )  # fmt: skip
        assert [game.label(action) for action in game.legal_actions()[:-1]] == told
        spoken = [game.speak("xx").label(action) for action in game.legal_actions()]
        assert ("Ferryman home rown" in spoken) is (character == "ferryman")


def test_passing_where_one_may_only_say_yes_is_saying_no() -> None:
    game = bang.load("zombie_plague", "traitor").new_game(players=4, seed=1)
    while game.decision is not None and game.decision.name != "yesno":
        game.push(game.legal_actions()[0])
    assert [game.label(action) for action in game.legal_actions()] == ["yes", "no"]
    assert [action.verb for action in game.legal_actions()] == ["choose", "pass"]


def test_hungarian_is_complete() -> None:
    """Every text of the boxes and of what the code says, and every name that can be dealt."""
    known: set[str] = set()
    texts: dict[str, set[str]] = {}
    for pack in available().values():
        for path in pack.files:
            decls = parse_text(path.read_text(encoding="utf-8"), str(path)).decls
            texts.setdefault(pack.id, set()).update(text for text, _ in said_in(decls))
            rows = [row for d in decls if isinstance(d, s.TranslationDecl) and d.id == "hu" for row in d.rows]
            known |= {row.said for row in rows if isinstance(row, s.TextRow)}
    complete = (
        "base",
        "walking_dead",
        "dodge_city",
        "events",
        "high_noon",
        "fistful_of_cards",
        "promo",
        "undead",
    )
    assert not set().union(*(texts[id] for id in complete), PHRASES) - known
    for box in ("base", "walking_dead"):
        rules = bang.load(box, "dodge_city", "high_noon", "fistful_of_cards", "undead")
        named = rules.tables["languages"]["hu"][1]
        dealt = [d for d in rules.by_index if d.kind != "border" and d.pack not in ("promo", "events")]
        assert not [d.id for d in dealt if d.index not in named]


def test_hungarian_names_stand_unchanged() -> None:
    """Nothing hangs on a name, and no article, which depends on its first letter, stands before it."""
    for pack in available().values():
        for path in pack.files:
            for decl in parse_text(path.read_text(encoding="utf-8"), str(path)).decls:
                if isinstance(decl, s.TranslationDecl) and decl.id == "hu":
                    for row in decl.rows:
                        assert not re.search(r"\}[-\w]|\b[Aa]z? \{", row.text), row.text


def test_a_game_that_nobody_wins_is_told_so() -> None:
    rules = bang.load("base")
    seats = [
        {"role": role, "character": character, "status": "dead"}
        for role, character in (("sheriff", "kit_carlson"), ("renegade", "black_jack"))
    ]
    told = {lang: rules.speak(lang).new_game(seats=seats).events.log[-1] for lang in ("en", "hu")}
    assert told == {
        "en": "The game is over: nobody won.",
        "hu": "Vége a játéknak. Senki sem győzött.",
    }
