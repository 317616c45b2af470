"""Finding packs, and which of them may be played together.

A pack is a folder of `.bang` files, one of which holds the line `pack id "Name"`. Only these headers are read
here, so that loading compiled rules never parses anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from bangrules.errors import PackError
from bangrules.language.spelling import suggest
from bangrules.paths import cards_root

HEADER = re.compile(r'^pack[ \t]+(\w+)[ \t]+"([^"\n]*)"', re.M)
DECLARING = "card|character|role|border|event|stat|procedure|zone|field|option|window|values"
CLAUSE = re.compile(r'^[ \t]+(requires|optional|conflicts|version|box)\b[ \t]*([^#\n]*)', re.M)


@frozen
class FoundPack:
    """A pack on disk, by its header: `files` in the order they are read."""

    id: str
    name: str
    files: tuple[Path, ...]
    version: str = "0"
    requires: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    box: bool = False


def read_header(text: str, files: tuple[Path, ...]) -> FoundPack | None:
    """The pack declared in a file's text, if it declares one."""
    head = HEADER.search(text)
    if head is None:
        return None
    body = text[head.end() :]
    end = re.search(r"^\S", body, re.M)
    clauses = dict.fromkeys(("requires", "optional", "conflicts", "version", "box"), "")
    box = False
    for word, rest in CLAUSE.findall(body[: end.start()] if end else body):
        clauses[word] = rest.strip()
        box = box or word == "box"

    def names(word: str) -> tuple[str, ...]:
        return tuple(re.findall(r"\w+", clauses[word]))

    return FoundPack(
        head[1], head[2], files, clauses["version"].strip('"') or "0", names("requires"), names("optional"),
        names("conflicts"), box,
    )  # fmt: skip


def scan(folder: Path) -> list[FoundPack]:
    """The packs at `folder`: itself, one of its folders, or the file that it is."""
    if folder.is_file():
        return scan_files((folder,))
    if not folder.is_dir():
        raise PackError(f"there is no folder or file {folder}")
    own = scan_files(tuple(sorted(folder.glob("*.bang"))))
    if own:
        return own
    return [p for sub in sorted(folder.iterdir()) if sub.is_dir() for p in scan_files(tuple(sorted(sub.glob("*.bang"))))]


def scan_files(files: tuple[Path, ...]) -> list[FoundPack]:
    for path in sorted(files, key=lambda p: p.name != "pack.bang"):
        try:
            text = path.read_bytes()[:1_000_000].decode("utf-8-sig", "replace").replace("\r\n", "\n")
        except OSError as error:
            raise PackError(f"{path} cannot be read: {error.strerror or error}") from error
        found = read_header(text, files)
        if found is not None:
            return [found]
    return []


def available(paths: Iterable[str | Path] = ()) -> dict[str, FoundPack]:
    """All packs that can be loaded: those of the package, then those at `paths`."""
    found = {p.id: p for p in scan(cards_root())}
    for path in paths:
        here = scan(Path(path))
        if not here:
            raise PackError(f"there is no pack in {path}: a pack has a file with a line `pack id \"Name\"`")
        for pack in here:
            if pack.id in found and found[pack.id].files != pack.files:
                raise PackError(f"pack `{pack.id}` in {path} has the name of another pack", None)
            found[pack.id] = pack
    return found


def declaring(name: str, loaded: Mapping[str, FoundPack]) -> list[str]:
    """The packs that declare `name` and are at hand, but not among those loaded: to say where it is to be had."""
    known = {p.id: p for p in scan(cards_root())}
    for folder in {p.files[0].parent.parent for p in loaded.values() if p.files}:
        try:
            known.update({p.id: p for p in scan(folder) if p.id not in known})
        except (PackError, OSError):
            continue
    declares = re.compile(rf"^[ \t]*(?:{DECLARING})[ \t]+{re.escape(name)}(?![\w!])", re.M)
    return [
        p.id
        for p in known.values()
        if p.id not in loaded and any(declares.search(f.read_bytes().decode("utf-8", "replace")) for f in p.files)
    ]


def resolve(named: Sequence[str], paths: Iterable[str | Path] = ()) -> list[tuple[FoundPack, bool]]:
    """The packs to load, each after those it requires, and whether it was named.

    :raises PackError: a pack is unknown, or packs exclude each other.
    """
    return select(available(paths), named)


def select(known: Mapping[str, FoundPack], named: Sequence[str]) -> list[tuple[FoundPack, bool]]:
    """Like `resolve`, among the packs in `known`."""
    wanted: list[str] = []

    def want(id: str, asker: str | None) -> None:
        if id in wanted:
            return
        if id not in known:
            near = suggest(id, known)
            hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(sorted(known))}"
            by = f", which pack `{asker}` requires" if asker else ""
            raise PackError(f"there is no pack `{id}`{by}{hint}")
        pending.append(id)
        for other in known[id].requires:
            if other in pending:
                raise PackError(f"packs `{id}` and `{other}` require each other")
            want(other, id)
        pending.remove(id)
        wanted.append(id)

    pending: list[str] = []
    for id in sorted(set(named)):
        want(id, None)
    for id in wanted:
        for other in known[id].conflicts:
            if other in wanted:
                raise PackError(f"packs `{id}` and `{other}` cannot be played together")
    boxes = [id for id in named if known[id].box]
    if len(set(boxes)) > 1:
        raise PackError(f"a game is played with one box: {' and '.join(f'`{b}`' for b in sorted(set(boxes)))} are boxes")
    depth: dict[str, int] = {}
    for id in wanted:
        depth[id] = 1 + max((depth[r] for r in known[id].requires), default=-1)
    wanted.sort(key=lambda id: (depth[id], id))
    return [(known[id], id in named) for id in wanted]
