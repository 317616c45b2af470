"""From pack files to linked rules: compiled once, then taken from a cache as long as no file has changed."""

from __future__ import annotations

import hashlib
import marshal
import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any

from bangrules.errors import PackError, RuleError
from bangrules.kernel import slots as k
from bangrules.play.packs import NO_TEXTS, FoundPack, Texts, declaring

FORMAT = 1
SLOT_NAMES = (
    "STACK", "INDEX", "EVENTS", "STEPS", "ENDING", "FORMS", "SEATS", "OPTIONS", "OUTDATED", "SKIP", "EFFECT",
    "EFFECT_COUNT", "WAITING", "LIMBO", "VALUE", "VALUES",
)  # fmt: skip


DRAWN = "<drawn>"
"""The path of a map that is not in a file."""
SAID = re.compile(rb"^(?:translation|phrase|look)\b.*(?:\n(?:[ \t#].*)?)*|^#.*\n?|^[ \t\r]*\n", re.M)
"""Of a file what changes nothing in a game: translations, phrases, looks, comments, empty lines."""


def digest_of(packs: list[tuple[FoundPack, bool]], texts: dict[Path, bytes], drawn: str = "") -> str:
    """A fingerprint of the rules: what the files say, not where they are, how it is translated, how drawn."""
    h = hashlib.sha256(f"bangrules {FORMAT}".encode() + drawn.encode())
    for pack, named in packs:
        h.update(f"\0{pack.id} {named}".encode())
        for path in (*pack.files, *pack.maps):
            rules = SAID.sub(b"", texts[path]).rstrip()
            if rules:
                h.update(f"\0{path.name}\0".encode())
                h.update(rules)
    return h.hexdigest()[:32]


def engine_stamp() -> str:
    """A fingerprint of the compiler itself, so that a newer one never takes an older one's work."""
    here = Path(__file__).resolve().parent.parent
    h = hashlib.sha256(sys.version.encode())
    for folder in ("language", "kernel", "vocabulary", "play"):
        for path in sorted((here / folder).glob("*.py")):
            stat = path.stat()
            h.update(f"{path.name} {stat.st_size} {stat.st_mtime_ns}\0".encode())
    return h.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled rules are kept: `BANGRULES_CACHE`, or the user's cache folder."""
    own = os.environ.get("BANGRULES_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    if not base:
        try:
            base = str(Path.home() / ".cache")
        except RuntimeError:  # a user without a home: nothing can be kept here
            base = os.devnull
    return Path(base) / "bangrules"


def read_texts(packs: list[tuple[FoundPack, bool]]) -> dict[Path, bytes]:
    """The bytes of all files of the packs.

    :raises CardFileError: a file can't be read.
    """
    try:
        return {path: path.read_bytes() for pack, _ in packs for path in (*pack.files, *pack.maps)}
    except OSError as error:
        check_packs(packs)  # which reports it, and all that is wrong besides
        raise PackError(f"{error.filename} cannot be read: {error.strerror or error}") from error


def program_for(packs: list[tuple[FoundPack, bool]], drawn: str = "") -> tuple[str, CodeType, dict[str, Any]]:
    """Digest, code and tables of the packs' program; `drawn` is the text of a map instead of theirs.

    :raises CardFileError: the files have errors.
    """
    texts = read_texts(packs)
    digest = digest_of(packs, texts, drawn)
    stamped = hashlib.sha256(f"{engine_stamp()} {digest}".encode())
    for file, text in texts.items():
        stamped.update(f"\0{file}\0{len(text)}\0".encode() + text)
    stamp = stamped.hexdigest()[:32]
    path = cache_folder() / f"{stamp}.rules"
    try:
        kept = path.read_bytes()
    except OSError:
        kept = b""
    if kept and check_of(kept[CHECK:]) == kept[:CHECK]:
        code, tables = marshal.loads(kept[CHECK:])
        return digest, code, tables
    code, tables = compile_packs(packs, drawn)
    data = marshal.dumps((code, tables))
    save(path, check_of(data) + data)
    return digest, code, tables


CHECK = 16


def check_of(data: bytes) -> bytes:
    """What stands before the data of a cache file: it shows that all of it was written by the engine."""
    return hashlib.sha256(data).digest()[:CHECK]


def save(path: Path, data: bytes) -> None:
    """Write a cache file whole or not at all; a folder that can't be written to is no error."""
    from bangrules.files import write_whole

    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)


def compile_packs(packs: list[tuple[FoundPack, bool]], drawn: str = "") -> tuple[CodeType, dict[str, Any]]:
    """Parse, check and compile."""
    model, _ = check_packs(packs, drawn)
    return model.program or compile_model(model)


def compile_model(model: Any) -> tuple[CodeType, dict[str, Any]]:
    """Code and tables of a checked model."""
    from bangrules.language.layout import Slots
    from bangrules.language.program import emit

    slots = Slots(k.FIRST_FREE, k.MAX_SEATS, k.FIRST_CARD, k.ABILITY, {n: getattr(k, n) for n in SLOT_NAMES})
    program = emit(model, vocabulary_for(model.values if model.board is not None else None), slots)
    program.tables["lines"] = program.lines
    return compile(program.source, "<rules>", "exec"), program.tables


def vocabulary_for(sets: Iterable[str] | None) -> Any:
    """The words that card files may use; `sets`: the sets of values declared where there is a board."""
    from bangrules.vocabulary.board_words import add_board
    from bangrules.vocabulary.words import table_vocabulary

    return table_vocabulary() if sets is None else add_board(table_vocabulary(), sets)


def check_packs(packs: list[tuple[FoundPack, bool]], drawn: str = "") -> tuple[Any, Any]:
    """Parse and check; the model and the findings.

    :raises CardFileError: there are errors.
    """
    from bangrules.language.diagnostics import Reporter

    sink = Reporter()
    model = check_into(packs, sink, drawn)
    sink.raise_if_errors()
    return model, sink


def check_into(packs: list[tuple[FoundPack, bool]], sink: Any, drawn: str = "") -> Any:
    """Parse and check; findings go to `sink`. `drawn` is the text of a map that is read instead of theirs."""
    model = checker_for(packs, sink, drawn=drawn).run()
    if model.board is not None and not drawn and not sink.has_errors:
        find_faults(model, sink)
    return model


def checker_for(
    packs: list[tuple[FoundPack, bool]],
    sink: Any,
    texts: Texts = NO_TEXTS,
    kind: Callable[..., Any] | None = None,
    parse: Callable[..., Any] | None = None,
    drawn: str = "",
) -> Any:
    """Parse, and give the checker that is to check it all; findings go to `sink`.

    :param texts: what files are to be read as that an editor has not saved.
    :param kind: the class of the checker.
    :param parse: what parses a file, by default `parse_file`.
    :param drawn: the text of a map that is read instead of theirs.
    """
    from attrs import evolve

    from bangrules.language import syntax as s
    from bangrules.language.check import Checker
    from bangrules.language.names import PackFiles
    from bangrules.language.parser import parse_file
    from bangrules.language.sources import Source, decode_source, read_source

    def read(path: Path) -> Source | None:
        text = texts.get(path.resolve()) if texts else None
        if text is None:
            return read_source(path, sink)
        return decode_source(text.encode("utf-8", "surrogatepass"), str(path), sink)

    made = []
    for pack, named in packs:
        files = []
        for path in pack.files:
            source = read(path)
            if source is not None:
                files.append((parse or parse_file)(source, sink).file)
        manifests = [d for f in files for d in f.decls if isinstance(d, s.PackDecl)]
        header = s.PackDecl(
            pack.id, pack.name, pack.version, pack.requires, pack.optional, pack.conflicts, pack.box
        )
        maps = {}
        if any(isinstance(d, s.BoardDecl) for f in files for d in f.decls):
            for path in pack.maps:
                source = Source(DRAWN, drawn) if drawn else read(path)
                if source is not None:
                    maps[path.name] = source
        manifest = manifests[0] if manifests else header
        if (
            manifest.broken
        ):  # what was found first reads it more leniently: one mistake in it is enough to tell
            manifest = evolve(
                manifest, requires=pack.requires, optional=pack.optional, conflicts=pack.conflicts
            )
        made.append(PackFiles(pack.id, files, named, manifest, maps))
    loaded = {pack.id: pack for pack, _ in packs}
    decls = [d for pack in made for f in pack.files for d in f.decls]
    board = any(isinstance(d, s.BoardDecl) for d in decls)
    words = vocabulary_for([d.id for d in decls if isinstance(d, s.ValuesDecl)] if board else None)
    return (kind or Checker)(made, words, sink, lambda name: declaring(name, loaded))


def find_faults(model: Any, sink: Any) -> None:
    """Report the squares of the board that are wrong by what the rules say; the model is compiled for it."""
    from bangrules.language.boards import refuse
    from bangrules.language.python_names import safe
    from bangrules.play.game import blank_state
    from bangrules.play.rules import Rules

    if not any(stat.fault for stat in model.stats.values()):
        return
    code, tables = model.program = compile_model(model)
    rules = Rules("", code, tables, [])
    S = blank_state(rules, min(rules.tables["roles"], default=2), 0, "ask")
    S[k.STEPS] = k.STEP_BUDGET
    for id, text in tables["faults"]:
        try:
            wrong = rules.ns["s_" + safe(id)](S)
        except RuleError as error:
            refuse(model.stats[id].at, f"whether `{id}` holds of this map can't be told: {error}", sink)
            continue
        for square in wrong:
            name = model.values["square"].names[square]
            refuse(model.board.drawn[square], f"{name}: {text}", sink)
