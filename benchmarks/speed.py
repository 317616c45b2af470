"""How fast the engine is, beside python-chess: what `bangrules bench` prints, with longer slices.

python benchmarks/speed.py [options of `bangrules bench`]
"""

from __future__ import annotations

import sys

from bangrules.tools.cli import main

if __name__ == "__main__":
    main(["bench", *(sys.argv[1:] or ["--seconds", "2", "--rounds", "9"])])
