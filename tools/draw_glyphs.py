"""Draw the letters of the larger fonts from `strokes.txt`: `python tools/draw_glyphs.py` rewrites the font files.

A letter is its sign, the class of its width and a few pen strokes over a box. A point is "x,y" in fractions of the box
(0,0 top left, 1,1 on the baseline), x also the x-height and y the foot of tails; "o" rounds its corner, "O" rounds it
more, "z" closes a stroke, ";" ends one. Strokes end on whole pixels, so that stems are sharp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

STROKES = Path(__file__).with_name("strokes.txt").read_text("utf-8")
ALPHABET, SMALL_LETTERS, ABROAD, SMALL_ABROAD = (part.partition("\n")[2] for part in STROKES.split("== ")[1:])
TOP = 1
"""The first row of a capital."""

AS_CAPITALS = dict(zip("вгджзиклмнптцчшщъыьэюяєљњџκ", "BГДЖЗИKЛMHПTЦЧШЩЪЫЬЭЮЯЄЉЊЏK", strict=True))
"""Small letters that have the form of a capital, with the capital whose strokes they take."""

ACCENTED = "ACDEGHIJKLNORSTUWYZИУГΩ"


@dataclass(frozen=True, slots=True)
class Pen:
    """The pen of one font: sizes and rows in pixels, `widths` of the classes that the strokes name.

    `low_top` is the first row of a capital with room for an accent above. Glyphs in `by_hand` are in the file of signs.
    """

    file: str
    thick: int
    low_top: int
    base: int
    radius: float
    widths: dict[str, int]
    by_hand: str = ""
    has_small: bool = False

    def levels(self, top: int) -> dict[str, float]:
        """The named heights, in fractions of a box from `top` to the baseline: x-height and the foot of tails."""
        box = self.base - top - self.thick
        return {"x": (self.base - 9 - top) / box, "y": 1 + 3 / box}


def _widths(*pixels: int) -> dict[str, int]:
    return dict(zip("naodecmwihq+", pixels, strict=True))


MEDIUM = Pen("medium.txt", 2, 3, 13, 2, _widths(7, 8, 8, 7, 6, 8, 9, 10, 2, 4, 5, 8), "38", has_small=True)
LARGE = Pen("large.txt", 3, 5, 22, 4, _widths(11, 13, 11, 10, 10, 11, 13, 17, 3, 6, 8, 11))
NARROW = Pen("narrow.txt", 3, 5, 22, 3, _widths(9, 9, 9, 8, 8, 9, 13, 15, 3, 5, 8, 9))


def points_of(stroke: str, width: int, top: int, pen: Pen) -> list[complex]:
    """The pen's path along one stroke, corners rounded, in pixels: x + yj."""
    words = stroke.split()
    closed = words[-1] == "z"
    words = words[:-1] if closed else words
    way = [_place(word.rstrip("oO"), width, top, pen) for word in words]
    radii = [pen.radius * {"o": 1, "O": 1.5}.get(word[-1], 0) for word in words]
    out: list[complex] = []
    for number, point in enumerate(way):
        inner = closed or 0 < number < len(way) - 1
        if radii[number] and inner:
            out += _arc(way[number - 1], point, way[(number + 1) % len(way)], radii[number])
        else:
            out.append(point)
    return [*out, out[0]] if closed else out


def _place(word: str, width: int, top: int, pen: Pen) -> complex:
    """A point of the alphabet, snapped to whole pixels (the middle of the pen)."""
    across, down = word.split(",")
    levels = pen.levels(top)
    height = levels[down] if down in levels else float(down)
    half = pen.thick / 2
    x = math.floor(float(across) * (width - pen.thick) + 0.5)
    y = math.floor(height * (pen.base - top - pen.thick) + 0.5)
    return complex(x + half, top + y + half)


def _arc(before: complex, corner: complex, after: complex, radius: float) -> list[complex]:
    """A quarter of an ellipse instead of a corner; it uses at most half of each side."""
    start, end = (_towards(corner, other, radius) for other in (before, after))
    middle = start + end - corner
    turns = (math.pi / 2 * step / 8 for step in range(9))
    return [middle + (start - middle) * math.cos(turn) + (end - middle) * math.sin(turn) for turn in turns]


def _towards(corner: complex, other: complex, radius: float) -> complex:
    way = abs(other - corner)
    return corner + (other - corner) * (min(radius, way / 2) / way if way else 0)


def _distance(pixel: complex, start: complex, end: complex) -> float:
    """The distance of a pixel's middle from a piece of a stroke."""
    along = end - start
    share = ((pixel - start) / along).real if along else 0  # of the piece, at which the pixel is nearest
    return abs(pixel - start - min(1, max(0, share)) * along)


def draw(line: str, pen: Pen, top: int) -> list[str]:
    """One line of the alphabet as rows of art, down to its lowest ink."""
    _, kind, strokes = line.split(maxsplit=2)
    width = pen.widths[kind]
    pieces = []
    for stroke in strokes.split(";"):
        way = points_of(stroke, width, top, pen)
        pieces += list(zip(way, way[1:] or way, strict=False))
    left = min(0, math.floor(min(start.real for start, _ in pieces) - pen.thick / 2))
    reach = pen.thick / 2 + 0.01
    return [
        "".join(
            "#" if any(_distance(complex(x + 0.5, y + 0.5), *piece) <= reach for piece in pieces) else "."
            for x in range(left, width)
        )
        for y in range(24 if pen.thick == 3 else 16)
    ]


def bands(glyphs: dict[str, list[str]]) -> str:
    """Glyphs side by side, in bands of about a hundred characters."""
    band: dict[str, list[str]] = {}
    out = []
    for name, rows in glyphs.items():
        if sum(len(r[0]) + 1 for r in band.values()) + len(rows[0]) > 110:
            out.append(_band(band))
            band = {}
        band[name] = rows
    return "\n\n".join([*out, _band(band)])


def _band(glyphs: dict[str, list[str]]) -> str:
    rows = max(max(y for y, row in enumerate(art) if "#" in row) for art in glyphs.values()) + 1
    lines = [" ".join(name.ljust(len(art[0])) for name, art in glyphs.items()).rstrip()]
    lines += [" ".join(art[y] for art in glyphs.values()) for y in range(rows)]
    return "\n".join(lines)


def font(pen: Pen) -> str:
    """The text of one font's file."""
    return _file(_glyphs(ALPHABET + (SMALL_LETTERS if pen.has_small else ""), pen))


def letters_abroad(pen: Pen) -> str:
    """The text of the file with Cyrillic and Greek letters."""
    glyphs = _glyphs(ABROAD + (SMALL_ABROAD if pen.has_small else ""), pen)
    if pen.has_small:
        strokes = {line[0]: line for line in (ABROAD + ALPHABET).splitlines() if line}
        x_height = pen.base - 9
        glyphs |= {small: draw(strokes[capital], pen, x_height) for small, capital in AS_CAPITALS.items()}
    return _file(glyphs)


def _glyphs(alphabet: str, pen: Pen) -> dict[str, list[str]]:
    """The glyphs of these strokes, and the low ones that leave room for an accent."""
    lines = [line for line in alphabet.splitlines() if line and line[0] not in pen.by_hand]
    glyphs = {line[0]: draw(line, pen, TOP) for line in lines}
    return glyphs | {f"{line[0]}-": draw(line, pen, pen.low_top) for line in lines if line[0] in ACCENTED}


def _file(glyphs: dict[str, list[str]]) -> str:
    return f"Drawn by tools/draw_glyphs.py from tools/strokes.txt.\n\n{bands(glyphs)}\n"


if __name__ == "__main__":
    screens = Path(__file__).parents[1] / "companion" / "screens"
    for size in (MEDIUM, LARGE, NARROW):
        (screens / size.file).write_text(font(size), encoding="utf-8")
        abroad = size.file.replace(".txt", "_letters.txt")
        (screens / abroad).write_text(letters_abroad(size), encoding="utf-8")
