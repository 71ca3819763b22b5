"""What a screen says, and how it is laid out: one fact 24 pixels high, everything else for a second look.

Rows 0-15 (yellow on two-colour panels) say where we are: two small lines, or one title. Rows 16-39 hold the fact
with a small remark beside it, rows 40-63 three small lines; instead of both there may be three rows of 16 pixels.
Text sits on the panel's pages of 8 pixels and slots are fixed, so that little changes from picture to picture.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL
from companion.screens.picture import WIDTH, Canvas, Picture, fit, shorten, wrap

BODY = 16
LINES = 40
LINE = 8
ROW = 16


@dataclass(frozen=True, slots=True)
class Row:
    """A line 16 pixels high: a name, a number right-aligned in its column, a small remark; `strong` is underlined."""

    name: str
    number: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """What to say. `name` is the screen's own ("trick"); empty texts leave their slot dark.

    `place` and `memo` are the two small top lines, `mark` the sign at their right end; `title` takes the place of
    both. `fact` is the large line, `aside` the remark at its right. `lines` are at most three, or six without a
    fact and rows. `bar` fills from the left, 0 to 8 eighths.
    """

    name: str
    place: str = ""
    memo: str = ""
    mark: str = ""
    title: str = ""
    fact: str = ""
    aside: str = ""
    lines: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    icon: str = ""
    bar: int = 0


def draw(screen: Screen) -> Picture:
    """The picture of a screen."""
    return canvas_of(screen).picture()


def canvas_of(screen: Screen) -> Canvas:
    """The screen drawn; what did not fit is in the canvas's `overflow`."""
    canvas = Canvas()
    _draw_top(canvas, screen)
    if screen.rows:
        for place, row in enumerate(screen.rows):
            _draw_row(canvas, BODY + ROW * place, row)
    else:
        _draw_fact(canvas, screen)
        first = LINES if screen.fact else BODY
        for place, line in enumerate(screen.lines):
            canvas.text(0, first + LINE * place, line, SMALL)
    if screen.bar:
        canvas.clear(0, 56, WIDTH, 8)
        canvas.progress(0, 56, WIDTH, 8, part=screen.bar / 8)
    return canvas


def _draw_top(canvas: Canvas, screen: Screen) -> None:
    if screen.title:
        canvas.text(0, 0, shorten(screen.title, MEDIUM, WIDTH - 8 * bool(screen.mark)), MEDIUM)
    else:
        canvas.text(0, 0, screen.place, SMALL)
        canvas.text(0, LINE, screen.memo, SMALL)
    if screen.mark:
        canvas.text(WIDTH, 0, screen.mark, SMALL, align="right")


def _draw_fact(canvas: Canvas, screen: Screen) -> None:
    room = WIDTH - (SMALL.width(screen.aside) + 4 if screen.aside else 0)
    font = fit(screen.fact, room, (LARGE, NARROW))
    canvas.text(0, BODY, shorten(screen.fact, font, room), font)
    if screen.aside:
        canvas.text(WIDTH, BODY + 2 * LINE, screen.aside, SMALL, align="right")


def _draw_row(canvas: Canvas, y: int, row: Row) -> None:
    number_end = 76
    canvas.text(0, y, shorten(row.name, MEDIUM, number_end - MEDIUM.width(row.number) - 4), MEDIUM)
    canvas.text(number_end, y, row.number, MEDIUM, align="right")
    for place, line in enumerate(wrap(row.remark, SMALL, WIDTH - number_end - 5)[:2]):
        canvas.text(number_end + 5, y + LINE * place, line, SMALL)


def listed(names: tuple[str, ...], texts: tuple[str, ...], width: int = WIDTH) -> str:
    """Names with a word each on one small line ("Ann 7  Bob 4"), names shortened alike until it fits."""
    for letters in range(max(map(len, names), default=1), 0, -1):
        line = "  ".join(f"{name} {text}" for name, text in zip(unique(names, letters), texts, strict=True))
        if SMALL.width(line) <= width:
            return line
    return shorten(" ".join(texts), SMALL, width)


def unique(names: tuple[str, ...], letters: int) -> tuple[str, ...]:
    """Names cut to so many letters and still unlike each other.

    >>> unique(("Bart", "Bartholomew", "Cid"), 4)
    ('Bart', 'Bar2', 'Cid')
    """
    cut: list[str] = []
    for seat, name in enumerate(names):
        short = name[:letters]
        cut.append(short if short not in cut else f"{name[: letters - 1]}{seat + 1}")
    return tuple(cut)
