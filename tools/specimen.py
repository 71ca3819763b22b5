"""Lay our small letters beside other small bitmap faces: `python -m tools.specimen --out sheet.png FONT.pcf.gz ...`.

The other faces (BDF or PCF, packed or not) are those of the reader's computer, such as Debian's `xfonts-base`
(misc-fixed 5x8, 6x9), `fonts-spleen` and `xfonts-terminus`. They are for comparing: nothing of them is in this project.
"""

from __future__ import annotations

import argparse
import gzip
import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageOps
from PIL.BdfFontFile import BdfFontFile
from PIL.PcfFontFile import PcfFontFile

from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL, Font

WORDS = (
    "minimum, Dog quay jig 10♥ 0O8B6 12B rn m cl d ag",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789",
    "abcdefghijklmnopqrstuvwxyz ♠♥♦♣ ►◄▲▼☞✓✗●○",
    "Which game? Bob must follow the suit that was led.",
    "Ärger Éva Çelik Åsa Łódź Šime 5S 1lI 2Z (a+b) 7/10 “no”",
)
ROOM, ZOOM = 4, 6


def main(argv: Sequence[str] | None = None) -> None:
    """Write the sheet."""
    parser = argparse.ArgumentParser("python -m tools.specimen", description="Our small letters beside others.")
    parser.add_argument("fonts", nargs="*", type=Path, metavar="FONT", help="a BDF or PCF file, or one packed by gzip")
    parser.add_argument("--out", type=Path, default=Path("specimen.png"), metavar="PNG")
    parser.add_argument("--every", action="store_true", help="our larger letters, too")
    arguments = parser.parse_args(argv)
    ours = [_ours(font) for font in ((SMALL, MEDIUM, NARROW, LARGE) if arguments.every else (SMALL,))]
    _stack([*ours, *map(_other, arguments.fonts)]).save(arguments.out)


def _ours(font: Font) -> Image.Image:
    return _stack([_line(font.line(words), font.height) for words in WORDS], room=0)


def _line(columns: Sequence[int], height: int) -> Image.Image:
    image = Image.new("L", (len(columns), height))
    image.putdata([255 * (column >> y & 1) for y in range(height) for column in columns])
    return image


def _other(path: Path) -> Image.Image:
    """The words in a face of another; its letters are those of Latin-1."""
    data = path.read_bytes()
    data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    kind = BdfFontFile if data.startswith(b"STARTFONT") else PcfFontFile
    face = kind(io.BytesIO(data)).to_imagefont()
    lines = []
    for words in WORDS:
        mask = face.getmask(words.encode("latin-1", "replace"))
        lines.append(Image.frombytes("L", mask.size, bytes(255 * (dot > 0) for dot in mask)))
    return _stack(lines, room=0)


def _stack(images: Sequence[Image.Image], *, room: int = ROOM) -> Image.Image:
    """Images one above the other; zoomed if there is room between them, for the sheet."""
    width, height = max(image.width for image in images), sum(image.height + room for image in images)
    sheet, y = Image.new("L", (width, height)), 0
    for image in images:
        sheet.paste(image, (0, y))
        y += image.height + room
    return ImageOps.expand(sheet.resize((width * ZOOM, height * ZOOM), Image.Resampling.NEAREST), 12) if room else sheet


if __name__ == "__main__":
    main()
