"""Where the grammar and the card files that come with the package are.

In a checkout they are the top-level folders ``grammar`` and ``cards``, so that people find and change them
easily; a wheel carries them inside the package, in ``bangrules/_data``. A checkout, and thus an editable
install, is always read in place: no copy can go stale.
"""

from functools import cache
from pathlib import Path

__all__ = ["cards_root", "data_root", "grammar_path"]

_GRAMMAR = Path("grammar", "bang.lark")
_CARDS = Path("cards")


@cache
def data_root() -> Path:
    """The folder that holds ``cards`` and ``grammar``: the checkout, or an installed package's data.

    :raises FileNotFoundError: when neither holds them, that is, when the installation is damaged.
    """
    package = Path(__file__).resolve().parent
    checkout, installed = package.parent, package / "_data"
    if (checkout / "pyproject.toml").is_file() and _holds_data(checkout):
        return checkout
    if _holds_data(installed):
        return installed
    raise FileNotFoundError(
        f"the card files and the grammar are neither in {installed} nor in {checkout}; reinstall bangrules"
    )


def cards_root() -> Path:
    """The folder that holds one folder for each pack, such as ``base``."""
    return data_root() / _CARDS


def grammar_path() -> Path:
    """The grammar of the language of the card files."""
    return data_root() / _GRAMMAR


def _holds_data(folder: Path) -> bool:
    return (folder / _GRAMMAR).is_file() and (folder / _CARDS).is_dir()
