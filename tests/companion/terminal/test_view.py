from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screens.picture import Picture
from companion.simulation.observed_box import beeps, colour_name
from companion.terminal.view import View, braille, seen_width
from tests.companion.terminal.playing_cards import NARROW, WIDE, cards, plain


@given(pages=st.binary(min_size=1024, max_size=1024))
def test_no_pixel_is_lost_in_braille(pages: bytes) -> None:
    picture = Picture(pages)
    lines = braille(picture)
    assert [len(line) for line in lines] == [64] * 16
    dots = ((0, 3), (1, 4), (2, 5), (6, 7))  # Unicode 15, chart 2800: dots 1 2 3 7 on the left, 4 5 6 8 on the right
    seen = ["".join(".#"[ord(sign) >> bit & 1] for sign in line for bit in row) for line in lines for row in dots]
    assert seen == picture.rows()


@pytest.mark.parametrize(
    ("columns", "rows", "size"), [(80, 24, (66, 18)), (140, 50, (130, 34)), (129, 50, (66, 18)), (140, 24, (66, 18))]
)
def test_the_panel_is_drawn_as_large_as_the_terminal_allows(columns: int, rows: int, size: tuple[int, int]) -> None:
    lines = View(columns, rows, plain).panel(Picture(), "green light, short beep")
    assert ({len(line) for line in lines}, len(lines)) == ({size[0]}, size[1])
    assert "green light, short beep" in lines[0]


@pytest.mark.parametrize("view", [NARROW, WIDE])
def test_the_upper_quarter_is_yellow(view: View) -> None:
    coloured = View(view.columns, view.rows, lambda text, style: f"<{style}>{text}")
    body = coloured.panel(Picture(), "")[1:-1]
    styles = ["yellow" in line for line in body]
    quarter = len(body) // 4
    assert styles == [True] * quarter + [False] * 3 * quarter


def test_red_suits_are_red_and_count_as_they_are_seen() -> None:
    view = View(80, 24, lambda text, _style: f"\x1b[91m{text}\x1b[0m")
    (line,) = view.hands(["Ann"], [list(map(view.card, cards("9H 10S")))], 0)
    assert line == "› Ann  \x1b[91m9♥\x1b[0m 10♠"
    assert seen_width(line) == len("› Ann  9♥ 10♠")


@pytest.mark.parametrize(
    ("tones", "told"),
    [
        ((), ""),
        ((0.0, 0.0), ""),
        ((1760.0,), "short beep"),
        ((440.0,) * 8, "long beep"),
        ((1320.0, 0.0, 1760.0), "two notes up"),
        ((660.0, 660.0, 440.0, 440.0), "two notes down"),
    ],
)
def test_beeps_are_told_as_they_are_heard(tones: tuple[float, ...], told: str) -> None:
    assert beeps(tones) == told


def test_colours_between_the_known_ones_have_the_nearest_name() -> None:
    assert colour_name((0.9, 0.1, 0.0)) == "red"
    assert colour_name((0.0, 0.9, 0.1)) == "green"
