"""New cards, characters, events and packs: files made from the templates of the packs that are required.

Nothing that is there is changed: what is new comes into files of its own, or behind all that a file has.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve, frozen

from bangrules.errors import PackError
from bangrules.language.diagnostics import Reporter
from bangrules.language.style import formatted
from bangrules.language.syntax import Definition
from bangrules.language.words import RESERVED
from bangrules.play.compiled import check_into
from bangrules.play.naming import SUIT_LETTERS
from bangrules.play.packs import DECLARING, FoundPack, company, declaring, scan, scan_files, select
from bangrules.tools.sourcebook import quotes
from bangrules.tools.templates import SCENARIOS, Template, nearest, standing, templates, word, written

__all__ = ["Plan", "Wanted", "checked_id", "checked_name", "id_of", "pack_here", "plan_pack", "plan_thing"]

KEPT_BY_WINDOWS = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)\d)(?:\..*)?", re.I)
"""Names that no file can have there, whatever stands behind a dot."""
FACE = r"(?:10|[2-9JQKA])[♠♥♦♣]"


@frozen
class Wanted:
    """What is to be made: its `kind`, its printed `name`, and what is not as in the template."""

    kind: str
    name: str
    id: str
    border: str | None = None
    number: int | None = None
    copies: str | None = None
    life: int | None = None
    last: bool = False
    requires: tuple[str, ...] = ()


@frozen
class Plan:
    """Files to write: what comes into each, behind what it has; `notes` are worth knowing."""

    files: Mapping[Path, str]
    notes: tuple[str, ...] = ()

    def write(self) -> None:
        """Write them all, or none.

        :raises OSError: one can't be written.
        """
        folders: list[Path] = []
        lengths: dict[Path, int | None] = {}  # None where there was no file
        try:
            for path, text in self.files.items():
                folders += [folder for folder in path.parents if not folder.exists()]
                path.parent.mkdir(parents=True, exist_ok=True)
                new = not path.exists()
                with open(path, "xb" if new else "ab") as file:
                    lengths[path] = None if new else path.stat().st_size
                    file.write(behind(path, text))
        except BaseException:
            for path, length in lengths.items():
                if length is None:
                    path.unlink(missing_ok=True)
                else:
                    os.truncate(path, length)
            for folder in sorted(folders, key=lambda folder: -len(folder.parts)):
                with suppress(OSError):
                    folder.rmdir()
            raise


def behind(path: Path, text: str) -> bytes:
    """What is to be written to a file: behind an empty line, with line ends as they are there."""
    there = path.read_bytes()
    ends = b"\r\n" if b"\r\n" in there else b"\n"
    gap = "" if not there.strip() else "\n" if there.endswith(b"\n") else "\n\n"
    return f"{gap}{text}".encode().replace(b"\n", ends)


# ---- names


def id_of(name: str, kind: str) -> str:
    """The id that goes with a printed name: its letters and digits, without accents, in small letters.

    >>> id_of("Old Hank's Café", "card"), id_of("Nº 3: ¡Órale!", "card"), id_of("3 Aces", "card")
    ('old_hanks_cafe', 'no_3_orale', 'card_3_aces')

    :raises PackError: the name has neither.
    """
    plain = unicodedata.normalize("NFKD", re.sub(r"(?<=\w)['’`´](?=\w)", "", name)).casefold()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    plain = "".join(sign if sign.isalpha() or sign.isdecimal() else " " for sign in plain)
    id = "_".join(plain.split())
    if not id:
        raise PackError(f"no id can be made from `{name}`: give one with --id")
    return f"{kind}_{id}" if not id[0].isalpha() or id in RESERVED else id


def checked_name(name: str) -> str:
    """A printed name that may stand in a card file.

    :raises PackError: it can't.
    """
    name = " ".join(name.split())
    if not name or not name.isprintable() or re.search(r'["{}]', name):
        raise PackError(f"`{name}` can't be a printed name: it is one line, without quotes and braces")
    return name


def checked_id(id: str) -> str:
    """An id that a person has given.

    :raises PackError: it is none.
    """
    if not re.fullmatch(r"[^\W\d_]\w*!?", id) or id in RESERVED:
        raise PackError(
            f"`{id}` can't be an id: it is a word of letters, digits and `_`, and begins with a letter"
        )
    return id


# ---- where


def pack_here(path: Path | None) -> FoundPack:
    """The pack at a path; without one, that in whose folder one works, or the only one right below.

    :raises PackError: there is none, or there are several.
    """
    if path is not None:
        found, where = scan(path), str(path)
    else:
        here = Path.cwd()
        around = (scan_files(tuple(sorted(folder.glob("*.bang")))) for folder in (here, *here.parents))
        found, where = next(filter(None, around), []) or scan(here), "this folder"
    if not found:
        raise PackError(
            f"there is no pack in {where}: `bangrules new pack NAME` makes one, and --pack says where one is"
        )
    if len(found) > 1:
        names = ", ".join(pack.files[0].parent.name for pack in found)
        raise PackError(f"there are several packs in {where}: say with --pack which, of {names}")
    return found[0]


# ---- what


def plan_pack(known: Mapping[str, FoundPack], wanted: Wanted, folder: Path) -> Plan:
    """The files of a new pack.

    :raises PackError: there is one of this name, the folder is in use, or there is no template.
    """
    if wanted.id in known:
        raise PackError(f"there is a pack `{wanted.id}` already: take another --id")
    if KEPT_BY_WINDOWS.fullmatch(folder.name):
        raise PackError(f"no folder can be called `{folder.name}` on Windows: --pack names another")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PackError(f"{folder} is there already: --pack names another folder")
    around = nearest(known, wanted.requires)
    template = chosen(known, wanted, around, f"`{', '.join(wanted.requires)}`")
    text, scenarios = filled(template, wanted, around)
    file = folder / "pack.bang"
    plan = Plan({file: text, folder / SCENARIOS / file.name: scenarios})
    check(known, FoundPack(wanted.id, wanted.name, (), requires=wanted.requires), wanted.id, plan)
    return in_style(plan)


def plan_thing(known: Mapping[str, FoundPack], wanted: Wanted, pack: FoundPack, file: str | None) -> Plan:
    """The file of a new definition in a pack, and that of its scenarios; `file` is one that may be there.

    :raises PackError: the id is taken, the file is in use, or there is no template.
    """
    known = {**known, pack.id: pack}
    around = nearest(known, [pack.id])
    template = chosen(known, wanted, around, f"`{pack.id}` or what it requires")
    for other in around:
        for quote in quotes(other.files):
            if quote.id == wanted.id and quote.word in DECLARING.split("|"):
                raise PackError(
                    f"`{wanted.id}` is a {quote.word} of `{other.id}` already, in {quote}: take another --id"
                )
    folder = pack.files[0].parent
    name = f"{wanted.id}.bang" if file is None else file
    if Path(name).name != name or not name.endswith(".bang") or name.startswith("."):
        raise PackError(f"`{name}` is no file of a pack: --file takes a name as `cards.bang`")
    if KEPT_BY_WINDOWS.fullmatch(name):
        raise PackError(f"no file can be called `{name}` on Windows: --file gives another name")
    places = (folder / name, folder / SCENARIOS / name)
    for place in places:
        if file is None and place.exists():
            raise PackError(f"{place} is there already: --file {name} puts it behind what is there")
    plan = Plan(dict(zip(places, filled(template, wanted, around), strict=True)))
    check(known, pack, wanted.id, plan)
    others = declaring(wanted.id, {other.id: other for other in around})
    notes = [f"`{id}` has a `{wanted.id}` too: together they are `{id}.{wanted.id}` and "
             f"`{pack.id}.{wanted.id}`" for id in others]  # fmt: skip
    return evolve(in_style(plan), notes=tuple(notes))


def chosen(known: Mapping[str, FoundPack], wanted: Wanted, around: Sequence[FoundPack], of: str) -> Template:
    """The template to follow, the nearest of those that fit.

    :raises PackError: there is none.
    """
    there = [template for template in templates(around) if template.kind == wanted.kind]
    borders = list(dict.fromkeys(template.border for template in there if template.border))
    usual = commonest(borders, around) if wanted.border is None and len(borders) > 1 else wanted.border
    for border in lineage(usual, around):
        found = [template for template in there if border in (None, template.border)]
        if found:
            return found[0]
    if there:
        raise PackError(f"no template has the border `{wanted.border}`: there are {', '.join(borders)}")
    others = [p.id for p in known.values() if not p.box and p not in around and fits(wanted, p)]
    hint = f"; packs that require `{others[0]}` have one" if others else ""
    raise PackError(f"{of} has no template for {a_kind(wanted.kind)}{hint}")


def commonest(borders: Sequence[str], packs: Sequence[FoundPack]) -> str:
    """The border that most cards of the packs have, of some borders."""
    cards = Counter(
        decl.border
        for pack in packs
        for decl, _ in written(pack.files, Definition)
        if isinstance(decl, Definition)
    )
    return max(borders, key=lambda border: cards[border])


def fits(wanted: Wanted, pack: FoundPack) -> bool:
    """Whether a pack has a template of its own for what is wanted."""
    return any(x.kind == wanted.kind and wanted.border in (None, x.border) for x in templates([pack]))


def a_kind(kind: str) -> str:
    """A kind with its article."""
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def lineage(border: str | None, around: Sequence[FoundPack]) -> list[str | None]:
    """A border, and those that it is besides.

    :raises PackError: no pack declares it.
    """
    if border is None:
        return [None]
    parents = {
        quote.id: match[1]
        if (match := re.search(r"\bis[ \t]+(?:\w+\.)?(\w+)", quote.text.split("\n")[0]))
        else None
        for pack in around
        for quote in quotes(pack.files)
        if quote.word == "border"
    }
    if border not in parents:
        raise PackError(f"there is no border `{border}`: there are {', '.join(parents) or 'none'}")
    found: list[str | None] = []
    at: str | None = border
    while at is not None and at not in found:
        found.append(at)
        at = parents.get(at)
    return found


# ---- the text


def filled(template: Template, wanted: Wanted, around: Sequence[FoundPack]) -> tuple[str, str]:
    """A template as a declaration and its scenarios, under the new id and name, and otherwise as wanted.

    :raises PackError: the template has nothing of the kind, or there is to be no copy at all.
    """
    heading, newline, body = template.text.partition("\n")
    heading = heading.replace(f'"{template.name}"', f'"{wanted.name}"', 1)
    if wanted.border is not None and template.border is not None:
        heading = re.sub(rf"{word(template.border)}(?=[ \t]*\d*\Z)", wanted.border, heading)
    if wanted.number is not None:
        heading = replaced(r"(?<= )\d+\Z", str(wanted.number), heading, wanted, "number")
    if wanted.life is not None:
        heading = replaced(r"\blife \d+", f"life {wanted.life}", heading, wanted, "life")
    if wanted.last and not heading.endswith(" last"):
        heading += " last"
    if wanted.requires:
        requires = ", ".join(wanted.requires)
        body = replaced(r"(?m)(?<=^    requires ).*", requires, body, wanted, "requires")
    told = "\n\n".join(template.scenarios)
    if wanted.copies is not None:
        copies = signs(wanted.copies)
        if copies.isdecimal() and not copies.strip("0"):
            raise PackError("with --copies 0 there is no such card: take a larger number")
        body = replaced(r"(?m)(?<=^    copies ).*", copies, body, wanted, "copies")
        told = dealt(told, template.id, copies)
    boxes = [pack for pack in around if pack.box]
    if any(pack.id != template.pack for pack in boxes):
        for old, new in standing(boxes).items():
            told = re.sub(word(old), new, told)
    for old, new in ((word(template.id), wanted.id), (re.escape(template.name), wanted.name)):
        told = re.sub(old, new.replace("\\", r"\\"), told)
    declared = re.sub(word(template.id), wanted.id, heading + newline + body)
    return f"{declared}\n", f"{told}\n"


def replaced(pattern: str, new: str, text: str, wanted: Wanted, what: str) -> str:
    """A text with the part that a pattern finds replaced.

    :raises PackError: there is none.
    """
    found, times = re.subn(pattern, lambda _: new, text, count=1)
    if not times:
        raise PackError(f"the template for {a_kind(wanted.kind)} has no `{what}`")
    return found


def signs(copies: str) -> str:
    """Copies with their suits as signs: `10H 2S..4S` is `10♥ 2♠..4♠`."""
    return re.sub(r"(?<=[\dJQKA])[SHDC]\b", lambda match: SUIT_LETTERS[match[0]], " ".join(copies.split()))


def dealt(told: str, id: str, copies: str) -> str:
    """Scenarios with other copies of a card: the first face of these, or if they bear none the name alone.

    >>> dealt("hand hat@A♠ discards hat@A♠", "hat", "2♥ 3♥"), dealt("hand hat@A♠", "hat", "3")
    ('hand hat@2♥ discards hat@2♥', 'hand hat')
    >>> dealt("hand hat@A♠ hat@2♠ table hat@A♠", "hat", "3")
    'hand hat@1 hat@2 table hat@1'
    """
    pattern = rf"({word(id)})@({FACE}(?:@\d+)?|\d+)"
    written = list(dict.fromkeys(match[2] for match in re.finditer(pattern, told)))
    first = re.search(FACE, copies)

    def other(match: re.Match[str]) -> str:
        if first is not None:
            return f"{match[1]}@{first[0]}"
        return match[1] if len(written) == 1 else f"{match[1]}@{written.index(match[2]) + 1}"

    return re.sub(pattern, other, told)


def in_style(plan: Plan) -> Plan:
    """A plan without mistakes, with its files in the one style: other names want other columns."""
    return evolve(plan, files={path: formatted(text, path.name) for path, text in plan.files.items()})


def check(known: Mapping[str, FoundPack], pack: FoundPack, id: str, plan: Plan) -> None:
    """See that what is to be written makes no mistake; what else is wrong in the pack is not looked at.

    :raises PackError: it does, as where the id is a word of the language.
    """
    place, text = next(iter(plan.files.items()))
    there = place.read_bytes() if place.exists() else b""
    with TemporaryDirectory() as folder:
        trial = Path(folder, place.name)
        trial.write_bytes(there)
        trial.write_bytes(there + behind(trial, text))
        made = evolve(pack, files=(*(file for file in pack.files if file != place), trial))
        every = {**known, made.id: made}
        sink = Reporter()
        check_into(select(every, company(every, made)), sink)
    for error in sink.errors:
        if error.at.path == str(trial) and error.at.line > there.count(b"\n"):
            hint = f"; {error.help}" if error.help else ""
            hint += "; --id gives another id" if f"`{id}`" in error.message else ""
            line = sink.sources[error.at.path].line(error.at.line).strip()
            raise PackError(f"{error.message}{hint} (in `{line}`)")
