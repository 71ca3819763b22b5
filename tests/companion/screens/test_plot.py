"""The curve of a match on the panel."""

from __future__ import annotations

import pytest

from companion.screens.picture import Canvas
from companion.screens.plot import BOTTOM, LABEL_GAP, SLOTS, TOP, PlotLine, plot, slots
from companion.testing.screens import MarkedCanvas


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ((18, 62), (0, 5)),
        ((62, 18), (5, 0)),
        ((30, 30, 30), (1, 2, 3)),
        ((62, 62, 62, 62, 62), (1, 2, 3, 4, 5)),
        ((62, 61, 18), (5, 4, 0)),
    ],
)
def test_labels_stand_where_their_lines_end_and_never_on_each_other(
    ends: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert slots(ends) == expected
    assert max(expected) < SLOTS


def test_the_highest_value_is_at_the_top_and_the_lowest_at_the_bottom() -> None:
    canvas = MarkedCanvas()
    plot(canvas, (PlotLine("A", (0, 9)), PlotLine("B", (0, -9))))
    picture = canvas.picture()
    end = 128 - 5 - LABEL_GAP - 1
    rows = [y for y, row in enumerate(picture.rows()) if row[end] == "#"]
    assert (rows[0], rows[-1]) == (TOP - 1, BOTTOM + 1)
    assert canvas.texts == ["9", "-9", "A", "B"]


def test_lines_of_five_players_are_told_apart_by_their_dashes() -> None:
    looks = set()
    for side in range(5):
        canvas = Canvas()
        lines = tuple(PlotLine("A", (side, side)) for side in range(5))
        plot(canvas, lines)
        row = BOTTOM - (BOTTOM - TOP) * side // 4
        looks.add(canvas.picture().rows()[row][30:60])
    assert len(looks) == 5


def test_a_sixth_line_is_drawn_too() -> None:
    canvas = Canvas()
    plot(canvas, tuple(PlotLine("A", (side, side)) for side in range(6)))
    assert "#" in canvas.picture().rows()[TOP][30:60]
