"""How fast the engine is, beside python-chess: what `bangrules bench` prints, with longer slices.

python benchmarks/speed.py [options of `bangrules bench`]
"""

from __future__ import annotations

import sys

from bangrules.tools.cli import main

if __name__ == "__main__":
    slices = ["--seconds", "2", "--rounds", "9", "--with", "dodge_city,high_noon,fistful_of_cards"]
    main(["bench", *(sys.argv[1:] or slices)])
