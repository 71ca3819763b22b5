"""Plot score lines on the panel: a dash pattern for each side, and labels at the ends.

Pure. Uses rows 16 to 63. Does not know what the values count, or whether a high value is good.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, pairwise

from companion.screens.glyphs import SMALL
from companion.screens.picture import EDGE, Canvas
from companion.support.values import dataclass

TOP, BOTTOM = 18, 62
"""The rows of the highest and the lowest value."""

SLOT, SLOTS, FIRST_SLOT, LAST_SLOT = 8, 6, 16, 56
"""Labels align with the pages of the panel."""

DASHES = ("#", "##..", "#.", "####.#.", "#...")
"""The dash patterns of the sides; a sixth line has that of the first again."""

AXIS_GAP, LABEL_GAP = 2, 9


@dataclass(frozen=True, slots=True)
class PlotLine:
    """One line: its label, and at least two values from left to right."""

    label: str
    values: tuple[int, ...]


def plot(canvas: Canvas, lines: tuple[PlotLine, ...], marked: tuple[int, ...] = ()) -> None:
    """Plot all lines on one scale, with the lowest and the highest value at the left; a dotted line at `marked`."""
    high = max(max(line.values) for line in lines)
    low = min(min(line.values) for line in lines)
    left = _draw_axis(canvas, high, low)
    right = canvas.width - max(SMALL.width(line.label) for line in lines) - LABEL_GAP - EDGE
    if low < 0 < high:
        for x in range(left + 2, right, 4):
            canvas.fill(x, _row(0, high, low), 1, 1)
    last = len(lines[0].values) - 1
    assert last, "a line has at least two values"
    for x in (left + place * (right - left) // last for place in marked):
        for y in range(TOP, BOTTOM, 4):
            canvas.fill(x, y, 1, 1)
    for line, dashes in zip(lines, cycle(DASHES), strict=False):
        _draw_line(canvas, [_row(value, high, low) for value in line.values], (left, right), dashes)
    ends = tuple(_row(line.values[-1], high, low) for line in lines)
    for line, end, slot in zip(lines, ends, slots(ends), strict=True):
        y, label = FIRST_SLOT + SLOT * slot, canvas.width - EDGE - SMALL.width(line.label)
        canvas.text(label, y, line.label, SMALL)
        for at in _path([(right + 2, end), (label - 2, y + SLOT // 2)]):  # from a line's end to its label
            canvas.fill(*at, 1, 1)


def slots(ends: tuple[int, ...]) -> tuple[int, ...]:
    """The slots for the labels of lines that end in these rows: as near as possible, in the same order."""
    order = sorted(range(len(ends)), key=lambda line: ends[line])
    taken: dict[int, int] = {}
    free = 0
    for place, line in enumerate(order):
        wanted = (ends[line] - FIRST_SLOT) // SLOT
        taken[line] = min(max(wanted, free), SLOTS - (len(ends) - place))
        free = taken[line] + 1
    return tuple(taken[line] for line in range(len(ends)))


def _draw_axis(canvas: Canvas, high: int, low: int) -> int:
    """Draw the scale; returns the x at which lines begin."""
    values = (str(high), str(low)) if low < high else (str(high),)
    left = max(map(SMALL.width, values)) + AXIS_GAP
    rows = (FIRST_SLOT, LAST_SLOT) if low < high else (FIRST_SLOT + SLOT * (SLOTS // 2),)
    for text, y in zip(values, rows, strict=True):
        canvas.text(left - AXIS_GAP, y, text, SMALL, align="right")
    canvas.fill(left, TOP, 1, BOTTOM - TOP + 1)
    return left


def _draw_line(canvas: Canvas, rows: list[int], across: tuple[int, int], dashes: str) -> None:
    left, right = across
    corners = [(left + step * (right - left) // (len(rows) - 1), y) for step, y in enumerate(rows)]
    for place, (x, y) in enumerate(_path(corners)):
        if dashes[place % len(dashes)] == "#":
            canvas.fill(x, y, 1, 1)
    for x, y in corners if len(rows) <= MARKED else corners[-1:]:
        canvas.fill(x - 1, y - 1, 3, 3)


MARKED = 16
"""Maximum values of a line whose corners are marked."""


def _path(corners: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Every pixel from corner to corner, each once."""
    yield corners[0]
    for (x, y), (to_x, to_y) in pairwise(corners):
        length = max(to_x - x, abs(to_y - y))
        for step in range(1, length + 1):
            yield x + _part(to_x - x, step, length), y + _part(to_y - y, step, length)


def _part(whole: int, step: int, length: int) -> int:
    return (2 * whole * step + length) // (2 * length)


def _row(value: int, high: int, low: int) -> int:
    """The pixel row of a value; the middle if all values are equal."""
    if high == low:
        return (TOP + BOTTOM) // 2
    return BOTTOM - _part(BOTTOM - TOP, value - low, high - low)
