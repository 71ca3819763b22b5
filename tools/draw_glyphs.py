"""Draw the letters of the larger fonts from strokes: `python tools/draw_glyphs.py` rewrites the font files.

A letter is a few pen strokes over a box. A point is "x,y" in fractions of the box (0,0 top left, 1,1 on the baseline);
"o" rounds its corner, "O" rounds it more, "z" closes a stroke, ";" ends one. Strokes end on whole pixels, so that stems
are sharp. The result is art to be reviewed and belongs in git; the program never runs on the box.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

ALPHABET = """
A a 0,1 .4,0 .6,0 1,1; .2,.68 .8,.68
B n 0,0 .9,0o .9,.47o 0,.47; .6,.47 1,.47o 1,1o 0,1 0,0
C n 1,.24 1,0O 0,0O 0,1O 1,1O 1,.76
D n 0,0 1,0O 1,1O 0,1 z
E e 1,0 0,0 0,1 1,1; 0,.47 .85,.47
F e 1,0 0,0 0,1; 0,.5 .85,.5
G n 1,.24 1,0O 0,0O 0,1O 1,1O 1,.55 .55,.55
H n 0,0 0,1; 1,0 1,1; 0,.47 1,.47
I i 0,0 0,1
J e 1,0 1,1o 0,1o 0,.76
K n 0,0 0,1; 1,0 0,.62; .38,.4 1,1
L e 0,0 0,1 1,1
M m 0,1 0,0 .5,.6 1,0 1,1
N n 0,1 0,0 1,1 1,0
O o 0,0O 1,0O 1,1O 0,1O z
P n 0,1 0,0 1,0o 1,.55o 0,.55
Q o 0,0O 1,0O 1,1O 0,1O z; .6,.75 1,1.05
R n 0,1 0,0 1,0o 1,.5o 0,.5; .5,.5 1,1
S n 1,.18 1,0o 0,0o 0,.47o 1,.47o 1,1o 0,1o 0,.82
T c 0,0 1,0; .5,0 .5,1
U n 0,0 0,1o 1,1o 1,0
V c 0,0 .5,1 1,0
W w 0,0 .22,1 .5,.3 .78,1 1,0
X c 0,0 1,1; 1,0 0,1
Y c 0,0 .5,.5 1,0; .5,.5 .5,1
Z n 0,0 1,0 0,1 1,1
Æ w .95,0 .38,0 0,1; .16,.68 .5,.68; .5,0 .5,1 1,1; .5,.47 .9,.47
Ð + .2,0 1,0o 1,1o .2,1 z; 0,.47 .5,.47
Ø n 0,0o 1,0o 1,1o 0,1o z; 0,1 1,0
Þ n 0,0 0,1; 0,.22 1,.22o 1,.76o 0,.76
Œ w 1,0 .2,0o 0,0o 0,1o .2,1 1,1; .52,0 .52,1; .52,.47 .9,.47
Ł + 0,.62 .6,.4; .25,0 .25,1 1,1
0 d 0,0O 1,0O 1,1O 0,1O z
1 d .15,.2 .6,0 .6,1
2 d 0,.22 0,0o 1,0o 1,.45 0,1 1,1
3 d 0,.13 0,0o 1,0o 1,.47o .5,.47; .5,.47 1,.47o 1,1o 0,1o 0,.87
4 d .55,0 0,.7 1,.7; .75,.5 .75,1
5 d .95,0 0,0 0,.42 1,.42o 1,1o 0,1o 0,.8
6 d 1,.13 1,0o 0,0o 0,1o 1,1o 1,.45o 0,.45
7 d 0,0 1,0 1,.1 .35,1
8 d .5,0 1,0o 1,.47o 0,.47o 0,0o .5,0; .5,.47 1,.47o 1,1o 0,1o 0,.47o .5,.47
9 d 0,.87 0,1o 1,1o 1,0o 0,0o 0,.55o 1,.55
. i 0,1
, i 0,1 -.2,1.12
: i 0,.4; 0,1
; i 0,.4; 0,1 -.2,1.12
! i 0,0 0,.65; 0,1
? n 0,.22 0,0o 1,0o 1,.45o .5,.45o .5,.7; .5,1
' i 0,0 0,.2
" q 0,0 0,.2; 1,0 1,.2
- h 0,.5 1,.5
– n 0,.5 1,.5
— w 0,.5 1,.5
+ + 0,.5 1,.5; .5,.3 .5,.7
= n 0,.38 1,.38; 0,.68 1,.68
< n 1,.2 0,.5 1,.8
> n 0,.2 1,.5 0,.8
/ h 1,0 0,1
\\ h 0,0 1,1
| i 0,-.04 0,1.1
( h 1,0 0,0o 0,1o 1,1
) h 0,0 1,0o 1,1o 0,1
[ h 1,0 0,0 0,1 1,1
] h 0,0 1,0 1,1 0,1
{ h 1,0 .5,0o .5,.5 0,.5 .5,.5 .5,1o 1,1
} h 0,0 .5,0o .5,.5 1,.5 .5,.5 .5,1o 0,1
_ n 0,1.1 1,1.1
& + 1,1 .15,.3o .15,0o .7,0o .7,.3o 0,.6o 0,1o .7,1o 1,.6
% w .05,.0 .35,0 .35,.3 .05,.3 z; .95,.7 .65,.7 .65,1 .95,1 z; .85,0 .15,1
# + .25,.1 .25,.9; .75,.1 .75,.9; 0,.33 1,.33; 0,.67 1,.67
$ c 1,.28 1,.1o 0,.1o 0,.48o 1,.48o 1,.9o 0,.9o 0,.72; .5,0 .5,1
* + .5,.1 .5,.5; 0,.2 1,.4; 1,.2 0,.4
@ w .75,.7 .4,.7 .4,.3 .75,.3 .75,.75 1,.75 1,0o 0,0o 0,1o .8,1
^ + 0,.3 .5,0 1,.3
` h 0,0 1,.15
~ + 0,.55 .3,.42 .7,.58 1,.45
… w 0,1; .5,1; 1,1
· i 0,.5
× + 0,.3 1,.7; 1,.3 0,.7
€ + 1,.2 1,0o .2,0o .2,1o 1,1o 1,.8; 0,.36 .75,.36; 0,.62 .75,.62
½ w .08,.1 .22,0 .22,.45; .85,0 .15,1; .6,.6 .95,.6 .95,.75 .6,1 1,1
¡ i 0,.2; 0,.5 0,1.12
¿ n 1,.78 1,1o 0,1o 0,.55o .5,.55o .5,.3; .5,0
µ n 0,.3 0,1.12; 0,1 .8,1o 1,.9 1,.3
ª h 0,0 1,0 1,.3 0,.3 0,.15 1,.15; 0,.5 1,.5
º h 0,0o 1,0o 1,.3o 0,.3o z; 0,.5 1,.5
← w 0,.5 1,.5; .3,.25 0,.5 .3,.75
→ w 0,.5 1,.5; .7,.25 1,.5 .7,.75
↑ c .5,0 .5,1; 0,.3 .5,0 1,.3
↓ c .5,0 .5,1; 0,.7 .5,1 1,.7
✓ w 0,.6 .35,.95 1,.15
✗ c 0,.1 1,.9; 1,.1 0,.9
‹ h 1,.3 0,.55 1,.8
› h 0,.3 1,.55 0,.8
□ n 0,0 1,0 1,1 0,1 z
"""

SMALL_LETTERS = """
a n 0,x 1,xO 1,1; 1,.68 0,.68O 0,1O 1,1
b n 0,0 0,1 1,1O 1,xO 0,x
c e 1,x 0,xO 0,1O 1,1
d n 1,0 1,1 0,1O 0,xO 1,x
e n 0,.7 1,.7 1,xO 0,xO 0,1O .95,1
f h 1,0 .4,0o .4,1; 0,x 1,x
g n 1,1 0,1O 0,xO 1,x 1,yO 0,y
h n 0,0 0,1; 0,x 1,xo 1,1
i i 0,0; 0,x 0,1
ı i 0,x 0,1
j h 1,0; 1,x 1,yo 0,y
ȷ h 1,x 1,yo 0,y
k e 0,0 0,1; 1,x 0,.75; .2,.68 1,1
l h 0,0 0,1o 1,1
m w 0,1 0,x; 0,x .5,xo .5,1; .4,x 1,xo 1,1
n n 0,x 0,1; 0,x 1,xo 1,1
o n 0,xO 1,xO 1,1O 0,1O z
p n 0,y 0,x 1,xO 1,1O 0,1
q n 1,y 1,x 0,xO 0,1O 1,1
r e 0,x 0,1; 0,x 1,xo 1,.55
s e 1,x 0,xO 0,.68O 1,.68O 1,1O 0,1
t h .4,.1 .4,1o 1,1; 0,x 1,x
u n 0,x 0,1o 1,1 1,x
v c 0,x .5,1 1,x
w w 0,x .25,1 .5,.5 .75,1 1,x
x c 0,x 1,1; 1,x 0,1
y n 0,x 0,1o 1,1; 1,x 1,yo 0,y
z e 0,x 1,x 0,1 1,1
æ w 0,x .5,x .5,1; 0,.68 0,1 .5,1; 0,.68 1,.68 1,x .5,x; .5,1 .95,1
ð n 1,x 0,xo 0,1o 1,1o 1,.2 .3,0; .3,.2 1,.05
ø n 0,xo 1,xo 1,1o 0,1o z; 0,1 1,x
þ n 0,0 0,y; 0,x 1,xo 1,1o 0,1
ß n 0,1 0,0o .85,0o .85,.42o .5,.42; .5,.42 1,.42o 1,1o .5,1
œ w .5,x 0,xo 0,1o .5,1; .5,x .5,1; .5,.68 1,.68 1,xo .5,x; .5,1 .95,1
ł h .5,0 .5,1; 0,.6 1,.4
"""

ABROAD = """
Б n .95,0 0,0 0,1 1,1o 1,.47o 0,.47
Г e 1,0 0,0 0,1
Д + .15,.9 .15,0 .85,0 .85,.9; 0,1.08 0,.9 1,.9 1,1.08
Ж w .5,0 .5,1; 0,0 .45,.5 0,1; 1,0 .55,.5 1,1
З n 0,.13 0,0o 1,0o 1,.47o .4,.47; .4,.47 1,.47o 1,1o 0,1o 0,.87
И n 0,0 0,1 1,0 1,1
Л + 0,1 .22,.9 .22,0 1,0 1,1
П n 0,1 0,0 1,0 1,1
У c 0,0 .52,.6; 1,0 .35,1 .1,1
Ф m .5,0 .5,1; 0,.2O 1,.2O 1,.75O 0,.75O z
Ц + 0,0 0,.93 1,.93 1,1.1; .8,0 .8,.93
Ч n 0,0 0,.5o 1,.5; 1,0 1,1
Ш w 0,0 0,1 1,1 1,0; .5,0 .5,1
Щ w 0,0 0,.93 1,.93 1,1.1; .42,0 .42,.93; .84,0 .84,.93
Ъ + 0,0 .3,0 .3,1 1,1o 1,.47o .3,.47
Ы w 0,0 0,1 .6,1o .6,.47o 0,.47; 1,0 1,1
Ь n 0,0 0,1 1,1o 1,.47o 0,.47
Э n 0,.24 0,0O 1,0O 1,1O 0,1O 0,.76; .4,.5 1,.5
Є n 1,.24 1,0O 0,0O 0,1O 1,1O 1,.76; 0,.5 .6,.5
Ю w 0,0 0,1; 0,.5 .4,.5; .4,0O 1,0O 1,1O .4,1O z
Я n 1,1 1,0 0,0o 0,.5o 1,.5; .5,.5 0,1
Ґ e 0,1 0,.14 1,.14 1,0
Ђ + 0,0 .7,0; .3,0 .3,1; .3,.45 1,.45o 1,1.05o .7,1.05
Ћ + 0,0 .7,0; .3,0 .3,1; .3,.45 1,.45o 1,1
Љ w 0,1 .12,.9 .12,0 .5,0 .5,1 1,1o 1,.5o .5,.5
Њ w 0,0 0,1; 0,.5 .5,.5; .5,0 .5,1 1,1o 1,.5o .5,.5
Џ n 0,0 0,.93 1,.93 1,0; .5,.93 .5,1.1
Δ c .5,0 1,1 0,1 z
Θ o 0,0O 1,0O 1,1O 0,1O z; .35,.5 .65,.5
Λ c 0,1 .5,0 1,1
Ξ n 0,0 1,0; .15,.48 .85,.48; 0,1 1,1
Σ n 1,0 0,0 .55,.48 0,1 1,1
Ψ m 0,0 0,.6o 1,.6o 1,0; .5,0 .5,1
Ω c 0,1 .25,1 .25,.85 0,.6O 0,0O 1,0O 1,.6O .75,.85 .75,1 1,1
"""
"""Letters of Cyrillic and Greek that no Latin letter looks like."""

SMALL_ABROAD = """
б n 1,0 0,.15o 0,1O 1,1O 1,xO 0,x
ф + .5,0 .5,y; 0,xO 1,xO 1,1O 0,1O z
ґ e 0,1 0,x 1,x 1,.15
ђ + 0,.15 .7,.15; .3,0 .3,1; .3,x 1,xo 1,yo .7,y
ћ + 0,.15 .7,.15; .3,0 .3,1; .3,x 1,xo 1,1
α + 1,x .7,1O 0,1O 0,xO .7,x 1,1
β n 0,y 0,0o .85,0o .85,.42o .4,.42; .4,.42 1,.42o 1,1o 0,1
γ c 0,x .5,1 .5,y; 1,x .5,1
δ n .9,0 .2,0o .2,.2 1,.55 1,1O 0,1O 0,xO .7,x
ε e 1,x 0,xo 0,.68o .7,.68; .7,.68 0,.68o 0,1o 1,1
ζ e 0,0 1,0 0,.5 0,1o 1,1o 1,y
η n 0,x 0,1; 0,x 1,xo 1,y
θ n 0,0O 1,0O 1,1O 0,1O z; 0,.5 1,.5
λ c 0,0 .2,0 1,1; .5,.45 0,1
ξ e 1,0 0,0o 0,.4o .8,.4; .8,.4 0,.4o 0,1o 1,1o 1,y
π + 0,x 1,x; .2,x .2,1; .75,x .75,1 1,1
σ + 1,x 0,xO 0,1O .8,1O .8,x
ς e 1,x 0,xO 0,1o 1,1o 1,y .6,y
τ e 0,x 1,x; .5,x .5,1 .8,1
ψ + 0,x 0,1o 1,1o 1,x; .5,x .5,y
ω w .15,x 0,.8o 0,1o .5,1o .5,.6; .5,.6 .5,1o 1,1o 1,.8o .85,x
"""

AS_CAPITALS = dict(zip("вгджзиклмнптцчшщъыьэюяєљњџκ", "BГДЖЗИKЛMHПTЦЧШЩЪЫЬЭЮЯЄЉЊЏK", strict=True))
"""Small letters that have the form of a capital, with the capital whose strokes they take."""

ACCENTED = "ACDEGHIJKLNORSTUWYZИУГΩ"


@dataclass(frozen=True, slots=True)
class Pen:
    """The pen of one font: sizes and rows in pixels, `widths` of the classes that the alphabet names.

    Glyphs in `by_hand` are in the file of signs instead.
    """

    file: str
    thick: int
    top: int
    low_top: int
    base: int
    radius: float
    widths: dict[str, int]
    alphabet: str
    by_hand: str = ""
    has_small: bool = False

    def levels(self, top: int) -> dict[str, float]:
        """The named heights, in fractions of a box from `top` to the baseline: x-height and the foot of tails."""
        box = self.base - top - self.thick
        return {"x": (self.base - 9 - top) / box, "y": 1 + 3 / box}


Point = tuple[float, float]

MEDIUM = Pen(
    "medium.txt",
    2,
    1,
    3,
    13,
    2,
    {"n": 7, "a": 8, "o": 8, "d": 7, "e": 6, "c": 8, "m": 9, "w": 10, "i": 2, "h": 4, "q": 5, "+": 8},
    ALPHABET + SMALL_LETTERS,
    "38",
    has_small=True,
)
LARGE = Pen(
    "large.txt",
    3,
    1,
    5,
    22,
    4,
    {"n": 11, "a": 13, "o": 11, "d": 10, "e": 10, "c": 11, "m": 13, "w": 17, "i": 3, "h": 6, "q": 8, "+": 11},
    ALPHABET,
)
NARROW = Pen(
    "narrow.txt",
    3,
    1,
    5,
    22,
    3,
    {"n": 9, "a": 9, "o": 9, "d": 8, "e": 8, "c": 9, "m": 13, "w": 15, "i": 3, "h": 5, "q": 8, "+": 9},
    ALPHABET,
)


def points_of(stroke: str, width: int, top: int, pen: Pen) -> list[Point]:
    """The pen's path along one stroke, corners rounded, in pixels."""
    words = stroke.split()
    closed = words[-1] == "z"
    words = words[:-1] if closed else words
    way = [_place(word.rstrip("oO"), width, top, pen) for word in words]
    radii = [pen.radius * {"o": 1, "O": 1.5}.get(word[-1], 0) for word in words]
    out: list[Point] = []
    for number, point in enumerate(way):
        inner = closed or 0 < number < len(way) - 1
        if radii[number] and inner:
            out += _arc(way[number - 1], point, way[(number + 1) % len(way)], radii[number])
        else:
            out.append(point)
    return [*out, out[0]] if closed else out


def _place(word: str, width: int, top: int, pen: Pen) -> Point:
    """A point of the alphabet, snapped to whole pixels (the middle of the pen)."""
    across, down = word.split(",")
    levels = pen.levels(top)
    height = levels[down] if down in levels else float(down)
    half = pen.thick / 2
    x = math.floor(float(across) * (width - pen.thick) + 0.5)
    y = math.floor(height * (pen.base - top - pen.thick) + 0.5)
    return x + half, top + y + half


def _arc(before: Point, corner: Point, after: Point, radius: float) -> list[Point]:
    """A quarter of an ellipse instead of a corner; it uses at most half of each side."""
    start, end = (_towards(corner, other, radius) for other in (before, after))
    middle = (start[0] + end[0] - corner[0], start[1] + end[1] - corner[1])
    turns = (math.pi / 2 * step / 8 for step in range(9))
    return [
        (
            middle[0] + (start[0] - middle[0]) * math.cos(turn) + (end[0] - middle[0]) * math.sin(turn),
            middle[1] + (start[1] - middle[1]) * math.cos(turn) + (end[1] - middle[1]) * math.sin(turn),
        )
        for turn in turns
    ]


def _towards(corner: Point, other: Point, radius: float) -> Point:
    way = math.dist(corner, other)
    part = min(radius, way / 2) / way if way else 0
    return corner[0] + (other[0] - corner[0]) * part, corner[1] + (other[1] - corner[1]) * part


def _distance(x: float, y: float, a: Point, b: Point) -> float:
    """The distance of a pixel's middle from a piece of a stroke."""
    along = (b[0] - a[0], b[1] - a[1])
    length = along[0] ** 2 + along[1] ** 2
    t = ((x - a[0]) * along[0] + (y - a[1]) * along[1]) / length if length else 0
    t = min(1, max(0, t))
    return math.hypot(x - a[0] - t * along[0], y - a[1] - t * along[1])


def draw(line: str, pen: Pen, top: int) -> list[str]:
    """One line of the alphabet as rows of art, down to its lowest ink."""
    _, kind, strokes = line.split(maxsplit=2)
    width = pen.widths[kind]
    pieces = []
    for stroke in strokes.split(";"):
        way = points_of(stroke, width, top, pen)
        pieces += list(zip(way, way[1:] or way, strict=False))
    left = min(0, math.floor(min(a[0] for a, _ in pieces) - pen.thick / 2))
    reach = pen.thick / 2 + 0.01
    return [
        "".join(
            "#" if any(_distance(x + 0.5, y + 0.5, a, b) <= reach for a, b in pieces) else "."
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
    return _file(_glyphs(pen.alphabet, pen))


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
    glyphs = {line[0]: draw(line, pen, pen.top) for line in lines}
    return glyphs | {f"{line[0]}-": draw(line, pen, pen.low_top) for line in lines if line[0] in ACCENTED}


def _file(glyphs: dict[str, list[str]]) -> str:
    return f"Drawn by tools/draw_glyphs.py; change the strokes there.\n\n{bands(glyphs)}\n"


if __name__ == "__main__":
    screens = Path(__file__).parents[1] / "companion" / "screens"
    for size in (MEDIUM, LARGE, NARROW):
        (screens / size.file).write_text(font(size), encoding="utf-8")
        abroad = size.file.replace(".txt", "_letters.txt")
        (screens / abroad).write_text(letters_abroad(size), encoding="utf-8")
