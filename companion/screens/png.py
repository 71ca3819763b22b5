"""Pictures as PNG files: golden pictures for tests, a glowing panel for the README, contact sheets.

The box never imports it: Pillow is large.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PIL import Image, ImageDraw

from companion.screens.glyphs import SMALL
from companion.screens.picture import Canvas, Picture, Size

_YELLOW_ROWS = 16
_YELLOW, _BLUE, _DARK, _GLASS = (255, 214, 74), (96, 196, 255), (16, 18, 24), (4, 5, 8)


def save(picture: Picture, path: Path) -> None:
    """Write a black and white PNG."""
    _black_and_white(picture).save(path, optimize=True)


def glow(picture: Picture, *, scale: int = 4) -> Image.Image:
    """The picture as a two-colour panel shows it: rows 0 to 15 yellow, the others blue, with gaps between pixels."""
    margin, size = 2 * scale, picture.size
    image = Image.new("RGB", (size.width * scale + 2 * margin, size.height * scale + 2 * margin), _GLASS)
    pen = ImageDraw.Draw(image)
    gap = 1 if scale > 2 else 0
    for y, row in enumerate(picture.rows()):
        lit = _YELLOW if y < _YELLOW_ROWS else _BLUE
        for x, dot in enumerate(row):
            left, top = margin + x * scale, margin + y * scale
            corner = (left + scale - 1 - gap, top + scale - 1 - gap)
            pen.rectangle(((left, top), corner), fill=lit if dot == "#" else _DARK)
    return image


def sheet(pictures: Iterable[tuple[str, Picture]], *, columns: int = 3, scale: int = 2) -> Image.Image:
    """A contact sheet of named pictures, each glowing under its name."""
    tiles = [_tile(name, picture, scale) for name, picture in pictures]
    if not tiles:
        raise ValueError("a sheet needs a picture")
    width, height = tiles[0].size
    lines = -(-len(tiles) // columns)
    image = Image.new("RGB", (width * min(columns, len(tiles)), height * lines), "white")
    for number, tile in enumerate(tiles):
        image.paste(tile, (number % columns * width, number // columns * height))
    return image


def _tile(name: str, picture: Picture, scale: int) -> Image.Image:
    panel = glow(picture, scale=scale)
    border, caption = 4 * scale, 10 * scale
    tile = Image.new("RGB", (panel.width + 2 * border, panel.height + caption + 2 * border), "white")
    canvas = Canvas(Size(picture.size.width, SMALL.height))
    canvas.text(0, 0, name)
    letters = _black_and_white(canvas.picture())
    tile.paste("black", (border, border), letters.resize((letters.width * scale, letters.height * scale)))
    tile.paste(panel, (border, border + caption))
    return tile


def _black_and_white(picture: Picture) -> Image.Image:
    image = Image.new("1", (picture.size.width, picture.size.height))
    image.putdata([dot == "#" for row in picture.rows() for dot in row])
    return image
