"""The package as its users get it: wheel, source archive and editable install, each in its own environment.

Nothing is fetched: these environments borrow what they need, build backend included, from the one in use.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from bangrules import paths

CHECKOUT = Path(__file__).resolve().parent.parent
# What the wheel takes from the checkout, and where it puts it.
PLACES = {"bangrules": "bangrules", "cards": "bangrules/_data/cards", "grammar": "bangrules/_data/grammar"}

# Run in an installation, far from the checkout: says what was found where.
PROBE = """
import json, pathlib
import bangrules
from bangrules import paths
print(json.dumps({
    "package": str(pathlib.Path(paths.__file__).parent),
    "version": getattr(bangrules, "__version__", None),
    "data": str(paths.data_root()),
    "cards": sorted(p.relative_to(paths.cards_root()).as_posix() for p in paths.cards_root().rglob("*.bang")),
    "grammar": paths.grammar_path().read_text(encoding="utf-8"),
    "loaded": bangrules.load("base").digest if hasattr(bangrules, "load") else None,
}))
"""

# All tests of this file share what is built, so they stay on one worker.
pytestmark = pytest.mark.xdist_group("packaging")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, so that a test may add to it and nobody else's edits disturb a build."""
    copy = tmp_path_factory.mktemp("project")
    for name in PLACES:
        shutil.copytree(CHECKOUT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for name in (".gitignore", "LICENSE", "README.md", "pyproject.toml"):
        shutil.copy(CHECKOUT / name, copy / name)
    return copy


@pytest.fixture(scope="module")
def archives(project: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the source archive."""
    dist = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", dist, cwd=project)
    (wheel,) = dist.glob("*.whl")
    (sdist,) = dist.glob("*.tar.gz")
    return wheel, sdist


def test_installed_from_wheel(archives: tuple[Path, Path], project: Path, tmp_path: Path) -> None:
    python = install(tmp_path, archives[0])
    found = probe(python, tmp_path)
    assert Path(found["package"]).is_relative_to(tmp_path)
    assert Path(found["data"]) == Path(found["package"], "_data")
    assert_complete(found, project)


def test_installed_from_source_archive(archives: tuple[Path, Path], project: Path, tmp_path: Path) -> None:
    python = install(tmp_path, archives[1])
    found = probe(python, tmp_path)
    assert Path(found["package"]).is_relative_to(tmp_path)
    assert Path(found["data"]) == Path(found["package"], "_data")
    assert_complete(found, project)


def test_unpacked_source_archive(archives: tuple[Path, Path], project: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "tarfile", "-e", archives[1], tmp_path)
    (root,) = tmp_path.iterdir()
    found = probe(Path(sys.executable), tmp_path, PYTHONPATH=str(root))
    assert Path(found["data"]) == root
    assert_complete(found, project)


def test_installed_editable(project: Path, tmp_path: Path) -> None:
    python = install(tmp_path, "-e", project)
    found = probe(python, tmp_path)
    assert Path(found["package"]) == project / "bangrules"
    assert Path(found["data"]) == project
    assert_complete(found, project)

    assert not list(tmp_path.rglob("bang.lark")), "a copy that would go stale"
    new = project / "cards" / "of_today" / "pack.bang"
    new.parent.mkdir()
    new.touch()
    try:
        assert "of_today/pack.bang" in probe(python, tmp_path)["cards"]
    finally:
        shutil.rmtree(new.parent)


def test_wheel_holds_the_package_and_nothing_else(archives: tuple[Path, Path], project: Path) -> None:
    expected = {
        f"{place}/{path.relative_to(project / folder).as_posix()}"
        for folder, place in PLACES.items()
        for path in (project / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(archives[0]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == expected
    assert {"bangrules/py.typed", "bangrules/_data/grammar/bang.lark"} <= names


def test_what_others_find_in_it_is_there(archives: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(archives[0]) as wheel:
        names = wheel.namelist()
        (listed,) = (name for name in names if name.endswith(".dist-info/entry_points.txt"))
        rows = re.findall(r"^(\w+) = ([\w.]+):(\w+)$", wheel.read(listed).decode(), re.MULTILINE)
        assert {name for name, _, _ in rows} >= {"bang", "bangrules"}
        for _, module, thing in rows:
            source = wheel.read(f"{module.replace('.', '/')}.py").decode()
            assert re.search(rf"^(?:class|def) {thing}\b", source, re.MULTILINE), (module, thing)


def test_core_dependencies_stay_four(archives: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(archives[0]) as wheel:
        (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        text = wheel.read(metadata).decode()
    without_condition = re.findall(r"^Requires-Dist: ([\w-]+)[^;\n]*$", text, re.MULTILINE)
    assert sorted(without_condition) == ["attrs", "cattrs", "click", "lark"]


def test_damaged_installation_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "bangrules" / "paths.py"))
    with pytest.raises(FileNotFoundError, match="reinstall"):
        paths.data_root.__wrapped__()


def assert_complete(found: dict[str, Any], project: Path) -> None:
    """Every card file and the grammar are there, as in the checkout, and the versions agree."""
    cards = project / "cards"
    assert found["cards"] == sorted(path.relative_to(cards).as_posix() for path in cards.rglob("*.bang"))
    assert found["cards"]
    assert found["grammar"] == (project / "grammar" / "bang.lark").read_text(encoding="utf-8")
    declared = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert found["version"] in (declared, None)


def install(folder: Path, *what: str | Path) -> Path:
    """Install with pip into a new environment in `folder`; its interpreter."""
    home = folder / "venv"
    venv.create(home, symlinks=os.name != "nt")
    python = home.joinpath("Scripts", "python.exe") if os.name == "nt" else home.joinpath("bin", "python")
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    borrowed = {str(distribution(name).locate_file("")) for name in ("hatchling", "lark", "pip")}
    Path(site, "zz_borrowed.pth").write_text("\n".join(sorted(borrowed)) + "\n", encoding="utf-8")
    options = "--no-deps --no-index --no-build-isolation --ignore-installed --no-compile --quiet"
    run(python, "-m", "pip", "--disable-pip-version-check", "install", *options.split(), *what)
    return python


def probe(python: Path, folder: Path, **environment: str) -> dict[str, Any]:
    found = json.loads(run(python, "-c", PROBE, cwd=folder, **environment))
    assert isinstance(found, dict)
    return found


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> str:
    """What the command prints; its complaints, if it fails."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV_"))}
    done = subprocess.run(
        command, cwd=cwd, env=inherited | environment, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout
