"""Finding packs, and which of them may be played together.

A pack is a folder of `.bang` files, one of which holds the line `pack id "Name"`. Only these headers are read
here, so that loading compiled rules never parses anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from os.path import realpath
from pathlib import Path

from attrs import frozen

from bangrules.errors import PackError
from bangrules.language.quoting import PATH, brief, in_short
from bangrules.language.requirements import closure
from bangrules.language.spelling import suggest
from bangrules.paths import cards_root

HEADER = re.compile(r'^pack[ \t]+(\w+)[ \t]+"([^"\n]*)"', re.M)
NO_TEXTS: Mapping[Path, str] = {}
DECLARING = "card|character|role|border|event|stat|procedure|zone|field|option|window|values"
CLAUSE = re.compile(r"^[ \t]+(requires|optional|conflicts|version|box)\b[ \t]*([^#\n]*)", re.M)


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

    @cached_property
    def maps(self) -> tuple[Path, ...]:
        """The maps of boards beside its files."""
        return tuple(sorted({m for folder in {f.parent for f in self.files} for m in folder.glob("*.map")}))


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
        return tuple(x for x in re.findall(r"\w+", clauses[word]) if x != "and")

    return FoundPack(
        head[1], head[2], files, clauses["version"].strip('"') or "0", names("requires"), names("optional"),
        names("conflicts"), box,
    )  # fmt: skip


Texts = Mapping[Path, str]
"""What files are to be read as, by their real paths, whatever the disk has: what an editor has not saved."""


def scan(folder: Path, texts: Texts = NO_TEXTS) -> list[FoundPack]:
    """The packs at `folder`: itself, one of its folders, or the file that it is."""
    try:
        if folder.is_file():
            return scan_files((folder,), texts)
        if not folder.is_dir():
            raise PackError(f"there is no folder or file {brief(folder, PATH)}")
        own = scan_files(card_files(folder, texts), texts)
        if own:
            return own
        inner = [sub for sub in sorted(folder.iterdir()) if sub.is_dir()]
        return [p for sub in inner for p in scan_files(card_files(sub, texts), texts)]
    except OSError as error:
        raise PackError(f"{brief(folder, PATH)} cannot be read: {error.strerror or error}") from error


def card_files(folder: Path, texts: Texts = NO_TEXTS) -> tuple[Path, ...]:
    """The card files in a folder, those of `texts` that are not on disk yet among them."""
    found = set(folder.glob("*.bang"))
    if texts:
        there, names = folder.resolve(), {path.name for path in found}
        new = (path.name for path in texts if path.parent == there and path.suffix == ".bang")
        found.update(folder / name for name in new if name not in names)
    return tuple(sorted(found))


def scan_files(files: tuple[Path, ...], texts: Texts = NO_TEXTS) -> list[FoundPack]:
    """The pack that some files make; those that can't be read are reported when the pack is loaded."""
    for path in files:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise PackError(f"{path} is no file that can be read")  # a pipe would be waited for
    for path in sorted(files, key=lambda p: p.name != "pack.bang"):
        text = texts.get(path.resolve()) if texts else None
        found = read_header(beginning(path) if text is None else text, files)
        if found is not None:
            return [found]
    return []


def beginning(path: Path) -> str:
    """The text of a file as far as a header may stand in it; empty if it can't be read."""
    try:
        with open(path, "rb") as file:
            data = file.read(1_000_000)
    except OSError:
        return ""
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def available(paths: Iterable[str | Path] = (), texts: Texts = NO_TEXTS) -> dict[str, FoundPack]:
    """All packs that can be loaded: those of the package, then those at `paths`."""
    found = {p.id: p for p in scan(cards_root(), texts)}
    if isinstance(paths, str | Path) or not isinstance(paths, Iterable):
        meant = in_short(str(paths))
        raise PackError(f"expected a list of folders, as `paths=[{meant}]`, not {in_short(paths)}")
    for path in paths:
        if not isinstance(path, str | Path):
            raise PackError(f"expected the path of a folder, not {in_short(path)}")
        here = scan(Path(path), texts)
        if not here:
            raise PackError(f'there is no pack in {path}: a pack has a file with a line `pack id "Name"`')
        for pack in here:
            if pack.id not in found:
                found[pack.id] = pack
            elif list(map(realpath, found[pack.id].files)) != list(map(realpath, pack.files)):
                raise PackError(f"pack `{pack.id}` in {path} has the name of another pack")
    return found


def declaring(name: str, loaded: Mapping[str, FoundPack]) -> list[str]:
    """The packs at hand, but not loaded, that declare `name`: to say where it is to be had."""
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
        if p.id not in loaded and any(declares.search(beginning(f)) for f in p.files)
    ]


def seating(players: int, loaded: Iterable[str]) -> list[str]:
    """The packs that come with the library and can be added to the loaded ones to be so many players.

    A box is none of them: what is played has one, or is played without.
    """
    known = {p.id: p for p in scan(cards_root())}
    loaded = [id for id in loaded if id in known]
    table = re.compile(rf"^roles[ \t]+{players}[ \t]*:", re.M)
    found = []
    for pack in known.values():
        if pack.id not in loaded and not pack.box and any(table.search(beginning(f)) for f in pack.files):
            with suppress(PackError):
                select(known, [*loaded, pack.id])
                found.append(pack.id)
    return found


def resolve(named: Sequence[str], paths: Iterable[str | Path] = ()) -> list[tuple[FoundPack, bool]]:
    """The packs to load, each after those it requires, and whether it was named.

    :raises PackError: a pack is unknown, or packs exclude each other.
    """
    return select(available(paths), named)


def want(known: Mapping[str, FoundPack], id: str, wanted: list[str]) -> None:
    """Put a pack and those it requires into `wanted`, each behind its own requirements.

    :raises PackError: one is unknown, or they require each other.
    """
    pending: list[tuple[str, Iterator[str]]] = []

    def enter(id: str) -> None:
        asker = pending[-1][0] if pending else None
        if id not in known:
            near = suggest(id, known)
            hint = f"; did you mean `{near}`?" if near else f"; there are {', '.join(sorted(known))}"
            by = f", which pack `{asker}` requires" if asker else ""
            raise PackError(f"there is no pack `{brief(id)}`{by}{hint}", missing=id)
        if id == asker:
            raise PackError(f"pack `{id}` requires itself")
        if any(other == id for other, _ in pending):
            raise PackError(f"packs `{asker}` and `{id}` require each other")
        if id not in wanted:
            pending.append((id, iter(known[id].requires)))

    enter(id)
    while pending:
        required = next(pending[-1][1], None)
        if required is None:
            wanted.append(pending.pop()[0])
        else:
            enter(required)


def one_box(known: Mapping[str, FoundPack], named: Iterable[str], wanted: Iterable[str]) -> None:
    """See that a game has one box, if its packs are made for any, and only packs made for it.

    :raises PackError: it has none, several, or another than a pack needs.
    """
    boxes = sorted({id for id in named if known[id].box})
    needed = [id for id in wanted if known[id].box]
    if len(boxes) > 1:
        shown = " and ".join(f"`{b}`" for b in boxes)
        raise PackError(f"a game is played with one box: {shown} are boxes, so name one of them")
    if not boxes and needed:
        asking = [id for id in named if any(box in closure(known, id) for box in needed)]
        fitting = [id for id in known if known[id].box and set(needed) <= closure(known, id)]
        names = " or ".join(f"`{b}`" for b in sorted(fitting)) or "one"
        raise PackError(f"pack `{asking[0]}` is played with a box: name {names} too")
    for other in needed:
        if other not in closure(known, boxes[0]):
            asking = [id for id in wanted if other in known[id].requires]
            raise PackError(
                f"pack `{asking[0]}` is made for the box `{other}`, which `{boxes[0]}` is not like"
            )


def company(known: Mapping[str, FoundPack], *packs: FoundPack) -> list[str]:
    """Packs, in the company in which they can be played: with all they require, and one box."""
    every = {**known, **{pack.id: pack for pack in packs}}
    named = dict.fromkeys(id for pack in packs for id in (*pack.requires, pack.id))
    boxes = sorted({id for pack in packs for id in closure(every, pack.id) if id in every and every[id].box})
    upper = [box for box in boxes if not any(box in closure(every, other) for other in boxes if other != box)]
    return [*upper, *(id for id in named if id not in boxes)]


def select(known: Mapping[str, FoundPack], named: Sequence[str]) -> list[tuple[FoundPack, bool]]:
    """Like `resolve`, among the packs in `known`."""
    for name in named:
        if not isinstance(name, str):
            raise PackError(f"expected the name of a pack, not {in_short(name)}")
    wanted: list[str] = []
    for id in sorted(set(named)):
        want(known, id, wanted)
    for id in wanted:
        for other in known[id].conflicts:
            if other in wanted:
                raise PackError(
                    f"packs `{id}` and `{other}` cannot be played together: leave one of them out"
                )
    one_box(known, named, wanted)
    depth: dict[str, int] = {}
    for id in wanted:
        depth[id] = 1 + max((depth[r] for r in known[id].requires), default=-1)
    wanted.sort(key=lambda id: (depth[id], id))
    return [(known[id], id in named) for id in wanted]
