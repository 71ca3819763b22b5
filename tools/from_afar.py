"""Screens as seen across the table: `python -m tools.from_afar --out DIR [--inches 2.42] [SCREEN ...]`.

An eye of 20/20 tells lines apart that are one minute of arc wide; what it blurs is drawn as a Gaussian of 0.6 minutes.
The pictures are enlarged, so that a reader at any distance sees no more than that eye. They are numbered; the key,
DIR.txt, says which screen each is and what it tells: hand them out without it to try what can be read.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import ImageFilter

from companion.screens import png
from companion.screens.screen import Screen, draw, fact_of, lines_of
from tools.gallery import gallery

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.screens.picture import Picture

MM_WIDE = {"0.96": 21.7, "2.42": 55.0}
"""The lit width of a panel by its diagonal in inches."""

BLUR_ARCMIN = 0.6
SCALE = 8


def main(argv: Sequence[str] | None = None) -> None:
    """Write the pictures and their key."""
    parser = argparse.ArgumentParser("python -m tools.from_afar", description="Screens as seen across the table.")
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help="names of the gallery; all without any")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--inches", choices=MM_WIDE, default="0.96")
    parser.add_argument("--cm", type=float, default=70, help="how far the eye is away")
    arguments = parser.parse_args(argv)
    names = arguments.screens or list(gallery.names())
    arguments.out.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(names, start=1):
        seen = blurred(draw(gallery.screen(name)), MM_WIDE[arguments.inches], arguments.cm)
        seen.save(arguments.out / f"{number:02}.png", optimize=True)
    told = map(_place_and_fact, map(gallery.screen, names))
    key = "".join(
        f"{number:02} {name}: {fact}\n" for number, (name, fact) in enumerate(zip(names, told, strict=True), start=1)
    )
    arguments.out.with_suffix(".txt").write_text(key, encoding="utf-8")


def _place_and_fact(screen: Screen) -> str:
    """The first text of a screen and its fact, if it has one."""
    fact = fact_of(screen)
    return " ".join((next(lines_of(screen)), *((fact.text,) if fact else ())))


def blurred(picture: Picture, mm_wide: float, cm: float) -> Image:
    """The panel as it looks from there, enlarged."""
    pixel_arcmin = math.degrees(mm_wide / picture.size.width / (10 * cm)) * 60
    return png.glow(picture, scale=SCALE).filter(ImageFilter.GaussianBlur(SCALE * BLUR_ARCMIN / pixel_arcmin))


if __name__ == "__main__":
    main()
