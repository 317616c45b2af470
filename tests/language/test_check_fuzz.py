"""Whatever card files say: the checker finds what is wrong, and what passes compiles and plays.

A model that passes may still go wrong when it runs, as loops that never end do; then the documented errors
tell so.
"""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bangrules.errors import RuleError, TableError
from bangrules.language import syntax as s
from bangrules.language.check import Checker
from bangrules.language.codes import CATALOGUE
from bangrules.language.diagnostics import Reporter, render, to_json
from bangrules.language.model import Model
from bangrules.language.names import PackFiles
from bangrules.language.parser import parse_file
from bangrules.language.sources import Source
from bangrules.play.compiled import compile_model
from bangrules.play.rules import Rules
from bangrules.vocabulary.words import table_vocabulary
from tests.language.checking import example, pack_of
from tests.language.mutants import base, changed_packs, mutant
from tests.language.strategies import files
from tests.language.wellmade import wellmade

MOST = 50
"""How many decisions of a game are tried."""


def checked(found: list[s.File], sink: Reporter, id: str = "base") -> Model:
    """The model of one pack; every finding can be shown and is explained."""
    manifest = next((d for f in found for d in f.decls if isinstance(d, s.PackDecl)), s.PackDecl(id, id))
    model = Checker([PackFiles(manifest.id, found, True, manifest)], table_vocabulary(), sink).run()
    for one in sink.diagnostics:
        assert one.code in CATALOGUE
        assert one.message
        assert one.at != s.NOWHERE or one.at.line == 0
    assert render(sink.diagnostics, sink.sources).count("error[") >= len(sink.errors)
    assert to_json(sink.diagnostics, sink.sources)
    return model


def linked(model: Model) -> Rules:
    """Rules of a model that has passed."""
    return Rules("0" * 32, *compile_model(model), ["base"])


def play(rules: Rules, rng: random.Random, most: int = MOST, strict: bool = True) -> int:
    """How many random decisions a game went through before its end, or an error that is documented.

    Not `strict`: the rules may have lost what gives fields their first values.
    """
    sizes = sorted(rules.tables["roles"]) or [4]
    try:
        game = rules.new_game(
            players=rng.choice(sizes), seed=rng.getrandbits(32), forced=rng.choice(("resolve", "ask"))
        )
    except (RuleError, TableError) as error:
        expected(error, strict)
        return 0
    for n in range(most):
        if game.is_over:
            return n
        actions = game.legal_actions()
        assert actions
        before = game.to_dict()
        try:
            events = game.push(rng.choice(actions))
        except RuleError as error:
            expected(error, strict)
            assert game.to_dict() == before
            continue
        for event in events:
            assert str(event) is not None
        assert game.is_over or str(game.decision)
        game.observe(rng.randrange(len(game.players)))
    return most


def expected(error: Exception, strict: bool) -> None:
    """Errors of the rules are raised as such; others only a mistake in the checker would allow."""
    cause = error.__cause__
    if cause is None or isinstance(cause, RuleError | TableError | RecursionError | MemoryError):
        return
    if not strict and isinstance(cause, TypeError) and "NoneType" in str(cause):
        return  # a field was read before the rules had given it a value
    raise cause


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.randoms(use_true_random=False))
def test_the_base_game_changed_at_random(rng: random.Random) -> None:
    sink = Reporter()
    found, _ = mutant(rng, sink)
    model = checked(found, sink)
    if not sink.has_errors and model.given is not None:
        play(linked(model), rng, strict=False)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.randoms(use_true_random=False))
def test_packs_changed_at_random(rng: random.Random) -> None:
    sink = Reporter()
    packs = {"example": example()}
    for number, text in enumerate(changed_packs(rng)):
        pack = pack_of(text, f"changed{number}.bang", sink, ("example",))
        packs.setdefault(pack.id, pack)
    model = Checker(list(packs.values()), table_vocabulary(), sink).run()
    assert {found.code for found in sink.diagnostics} <= set(CATALOGUE)
    assert render(sink.diagnostics, sink.sources).count("error[") >= len(sink.errors)
    if not sink.has_errors:
        play(linked(model), rng, 15, strict=False)


def upon_base(text: str, sink: Reporter) -> Model:
    """The model of the base game with one more file."""
    return checked([*base().files, parse_file(Source("a.bang", text), sink).file], sink)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.randoms(use_true_random=False))
def test_whatever_the_language_can_say(rng: random.Random) -> None:
    sink = Reporter()
    model = upon_base(wellmade(rng), sink)
    if not sink.has_errors:
        play(linked(model), rng)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], max_examples=60)
@given(st.data())
def test_generated_files(data: st.DataObject) -> None:
    text, _ = data.draw(files())
    sink = Reporter()
    model = checked([parse_file(Source("a.bang", text), sink).file], sink, "mine")
    if not sink.has_errors:
        compile_model(model)
