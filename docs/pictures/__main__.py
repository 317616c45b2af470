"""Draw the pictures anew."""

from docs.pictures import FOLDER, PICTURES

for name, draw in PICTURES.items():
    (FOLDER / f"{name}.svg").write_text(draw(), encoding="utf-8", newline="\n")
