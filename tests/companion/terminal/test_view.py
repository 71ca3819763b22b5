from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screens.picture import Picture
from companion.terminal.view import TerminalView, braille, seen_width
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
    lines = TerminalView(columns, rows, plain).panel(Picture(), "green light, short beep")
    assert ({len(line) for line in lines}, len(lines)) == ({size[0]}, size[1])
    assert "green light, short beep" in lines[0]


@pytest.mark.parametrize("view", [NARROW, WIDE])
def test_the_upper_quarter_is_yellow(view: TerminalView) -> None:
    coloured = TerminalView(view.columns, view.rows, lambda text, style: f"<{style}>{text}")
    body = coloured.panel(Picture(), "")[1:-1]
    styles = ["yellow" in line for line in body]
    quarter = len(body) // 4
    assert styles == [True] * quarter + [False] * 3 * quarter


def test_red_suits_are_red_and_count_as_they_are_seen() -> None:
    view = TerminalView(80, 24, lambda text, _style: f"\x1b[91m{text}\x1b[0m")
    (line,) = view.hands(["Ann"], [list(map(view.card, cards("9H 10S")))], 0)
    assert line == "› Ann  \x1b[91m9♥\x1b[0m 10♠"
    assert seen_width(line) == len("› Ann  9♥ 10♠")
