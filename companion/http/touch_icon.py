"""The icon of the pages as a PNG, since iOS puts no SVG on a home screen. Loaded when asked for: Pillow is large."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

SIDE, FINER = 180, 4
"""Pixels of a side, and how many are drawn for one, so that edges are smooth."""
GROUND, GLASS, RIM, LETTERS, BRASS = "#1f2a26", "#05080a", "#5b6a64", "#bfe6ff", "#d8b46a"


@cache
def touch_icon() -> bytes:
    """The box of `icon.svg`, in its 32 units; iOS itself rounds the corners."""
    unit = SIDE * FINER / 32
    image = Image.new("RGB", (SIDE * FINER, SIDE * FINER), GROUND)
    pen = ImageDraw.Draw(image)

    def box(*edges: float) -> list[float]:
        return [unit * edge for edge in edges]

    pen.rounded_rectangle(box(4.5, 5.5, 27.5, 17.5), 2.5 * unit, GLASS, RIM, round(unit))
    for y, until in ((10, 17), (13, 21)):
        pen.line(box(8, y, until, y), LETTERS, round(1.6 * unit))
    for x in (8, 13.3, 18.6, 24):
        pen.ellipse(box(x - 2, 21, x + 2, 25), BRASS)
    packed = BytesIO()
    image.resize((SIDE, SIDE)).save(packed, "PNG", optimize=True)
    return packed.getvalue()
