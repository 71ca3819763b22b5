"""What the writer sends for a change, laid beside the command tables of the datasheets."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from hardware.drivers.oled_writer import runs, windows

BLANK = bytes(1024)
Messages = Callable[[bytes | None, bytes], list[bytes]]


def with_bytes(*areas: tuple[int, int, int, int]) -> bytes:
    """A blank picture with areas (top page, bottom page, left, right; ends excluded) filled."""
    picture = bytearray(BLANK)
    for top, bottom, left, right in areas:
        for page in range(top, bottom):
            picture[page * 128 + left : page * 128 + right] = b"\xff" * (right - left)
    return bytes(picture)


WINDOWS = [
    # areas changed, then column and page windows sent
    ([(0, 8, 0, 128)], ["21007f 220007"]),
    ([(3, 4, 7, 8)], ["210707 220303"]),
    ([(0, 1, 127, 128), (1, 2, 0, 1)], ["217f7f 220000", "210000 220101"]),
    ([(2, 3, 10, 20), (2, 3, 30, 40)], ["210a27 220202"]),  # a gap of ten is as cheap as a window
    ([(2, 3, 10, 20), (2, 3, 31, 41)], ["210a13 220202", "211f28 220202"]),
    ([(2, 4, 10, 96)], ["210a5f 220203"]),  # a text line across two pages
    ([(2, 3, 10, 20), (3, 4, 12, 22)], ["210a15 220203"]),
    ([(2, 3, 10, 20), (3, 4, 15, 25)], ["210a18 220203"]),  # as cheap as two, and one exchange less
    ([(2, 3, 10, 20), (3, 4, 16, 26)], ["210a13 220202", "211019 220303"]),
    ([(2, 3, 0, 5), (5, 6, 100, 105)], ["210004 220202", "216468 220505"]),
]

RUNS = [
    # areas changed, then page, low and high nibble of the column, two more than that of the picture
    ([(3, 4, 7, 8)], ["b3 09 10"]),
    ([(0, 1, 127, 128)], ["b0 01 18"]),
    ([(2, 3, 10, 20), (2, 3, 27, 40)], ["b2 0c 10"]),  # a gap of seven is as cheap as a run
    ([(2, 3, 10, 20), (2, 3, 28, 40)], ["b2 0c 10", "b2 0e 11"]),
    ([(6, 8, 0, 128)], ["b6 02 10", "b7 02 10"]),
]


@pytest.mark.parametrize(("areas", "expected"), WINDOWS)
def test_an_ssd1306_gets_a_window_for_what_is_cheaper_sent_together(
    areas: list[tuple[int, int, int, int]], expected: list[str]
) -> None:
    sent = windows(BLANK, with_bytes(*areas))
    assert sent[::2] == [b"\x00" + bytes.fromhex(window) for window in expected]


@pytest.mark.parametrize(("areas", "expected"), RUNS)
def test_an_sh1106_gets_runs_within_a_page(areas: list[tuple[int, int, int, int]], expected: list[str]) -> None:
    sent = runs(BLANK, with_bytes(*areas))
    assert sent[::2] == [b"\x00" + bytes.fromhex(run) for run in expected]


def test_the_pixels_follow_page_by_page_after_their_own_control_byte() -> None:
    wanted = bytes(range(256)) * 4
    shown = bytearray(wanted)
    shown[130:132] = shown[258:260] = b"\xaa\xaa"
    window, pixels = windows(bytes(shown), wanted)
    assert window == bytes.fromhex("00 210203 220102")
    assert pixels == bytes.fromhex("40 8283 0203")


@pytest.mark.parametrize("messages", [windows, runs])
def test_nothing_changed_nothing_sent(messages: Messages) -> None:
    assert messages(BLANK, BLANK) == []


@pytest.mark.parametrize(("messages", "frame"), [(windows, 1034), (runs, 1080)])
def test_an_unknown_panel_gets_the_whole_picture_once(messages: Messages, frame: int) -> None:
    assert sum(1 + len(message) for message in messages(None, BLANK)) == frame


def test_no_change_costs_more_than_a_whole_frame() -> None:
    chance = random.Random(4)
    for scattered in (1, 10, 100, *range(150, 600, 10), 1000):
        picture = bytearray(BLANK)
        for _ in range(scattered):
            picture[chance.randrange(1024)] = 1
        assert sum(1 + len(message) for message in windows(BLANK, bytes(picture))) <= 1034
