"""Pictures as values, the canvas and its edges, PNGs and back."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screens import png
from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL, Font, icons
from companion.screens.picture import Align, Canvas, Picture, Size, fit, shorten, wrap
from companion.testing.screens import FONTS, Mark, MarkedCanvas
from tests.panels import picture_in

PICTURES = st.binary(min_size=1024, max_size=1024).map(Picture)
FONT = st.sampled_from(FONTS)
PLACE = st.integers(-200, 200)
SIZE = st.integers(-5, 200)

Pixels = set[tuple[int, int]]


def lit(picture: Picture) -> Pixels:
    return {(x, y) for y, row in enumerate(picture.rows()) for x, dot in enumerate(row) if dot == "#"}


def ink(columns: tuple[int, ...], x: int, y: int) -> Pixels:
    """The pixels of glyph columns at a place, whether on the panel or not."""
    return {(x + right, y + down) for right, column in enumerate(columns) for down in range(64) if column >> down & 1}


def rectangle(x: int, y: int, width: int, height: int) -> Pixels:
    return {(x + right, y + down) for right in range(width) for down in range(height)}


PANEL = rectangle(0, 0, 128, 64)


def test_the_first_byte_is_the_upper_left_corner_and_bit_0_is_on_top() -> None:
    canvas = Canvas()
    canvas.fill(0, 0, 1, 1)
    canvas.fill(127, 63, 1, 1)
    canvas.fill(3, 9, 1, 2)
    pages = canvas.picture().pages
    assert (pages[0], pages[-1], pages[128 + 3]) == (0x01, 0x80, 0x06)
    assert sum(map(int.bit_count, pages)) == 4


def test_a_picture_is_a_value() -> None:
    picture = Picture(bytes(1023) + b"\x80")
    assert picture == Picture(bytes(1023) + b"\x80") != Picture()
    assert hash(picture) == hash(Picture(picture.pages))
    assert repr(picture) == "<Picture, 1 pixels lit>"
    with pytest.raises(dataclasses.FrozenInstanceError):
        picture.pages = bytes(1024)  # type: ignore[misc]


@given(PICTURES)
def test_rows_show_every_pixel(picture: Picture) -> None:
    rows = picture.rows()
    assert (len(rows), {len(row) for row in rows}) == (64, {128})
    assert all(
        (rows[y][x] == "#") == bool(picture.pages[y // 8 * 128 + x] >> y % 8 & 1) for y in range(64) for x in range(128)
    )


def test_a_picture_has_1024_bytes() -> None:
    with pytest.raises(ValueError, match="1024 bytes, not 5"):
        Picture(b"short")


@given(PICTURES)
def test_blocks_show_every_pixel(picture: Picture) -> None:
    lines = picture.blocks()
    assert [len(line) for line in lines] == [128] * 32
    seen = {
        (x, 2 * row + half)
        for row, line in enumerate(lines)
        for x, block in enumerate(line)
        for half in (0, 1)
        if block in ("▀█", "▄█")[half]
    }
    assert seen == lit(picture)


@given(st.text(max_size=30), FONT, PLACE, PLACE)
def test_any_text_anywhere_lights_its_pixels_and_no_others(text: str, font: Font, x: int, y: int) -> None:
    canvas = Canvas()
    canvas.text(x, y, text, font)
    assert lit(canvas.picture()) == ink(font.line(text), x, y) & PANEL


@given(st.text(max_size=30), FONT, PLACE, PLACE)
def test_ink_beyond_an_edge_is_always_reported(text: str, font: Font, x: int, y: int) -> None:
    canvas = MarkedCanvas()
    canvas.text(x, y, text, font)
    if not canvas.overflow:
        assert ink(font.line(text), x, y) <= PANEL


@pytest.mark.parametrize(
    ("x", "y", "clipped"),
    [(0, 0, False), (-1, 0, True), (0, -1, True), (0, 56, False), (0, 57, True), (121, 0, True)],
)
def test_text_over_an_edge_is_reported_with_its_words(x: int, y: int, clipped: bool) -> None:  # noqa: FBT001 - a column of the table
    canvas = MarkedCanvas()
    canvas.text(x, y, "Bob")
    assert [mark.what for mark in canvas.overflow] == (["Bob"] if clipped else [])


def test_text_that_just_fits_is_not_reported() -> None:
    canvas = MarkedCanvas()
    canvas.text(128 - SMALL.width("Bob"), 0, "Bob")
    assert canvas.overflow == []


@pytest.mark.parametrize(("align", "x"), [("left", 0), ("right", 128)])
def test_text_is_anchored_left_or_right(align: Align, x: int) -> None:
    canvas = MarkedCanvas()
    canvas.text(x, 16, "TOO LOW", LARGE, align=align)
    (mark,) = canvas.marks
    gaps = {"left": 0, "right": 128 - mark.width}
    assert mark == Mark("TOO LOW", gaps[align], 16, LARGE.width("TOO LOW"), 24)


def test_a_text_goes_on_where_the_one_before_ended() -> None:
    whole, parts = Canvas(), Canvas()
    whole.text(5, 0, "Ann♥")
    parts.text(parts.text(5, 0, "Ann"), 0, "♥")
    assert whole.picture() == parts.picture()


@pytest.mark.parametrize("name", icons())
def test_an_icon_is_drawn_and_reported_like_a_text(name: str) -> None:
    canvas = MarkedCanvas()
    canvas.icon(100, 30, name)
    assert canvas.overflow == []
    assert lit(canvas.picture()) == ink(icons()[name], 100, 30)
    canvas.icon(120, 30, name)
    assert [mark.what for mark in canvas.overflow] == [name]


@given(PLACE, PLACE, SIZE, SIZE)
def test_shapes_are_clipped_and_reported(x: int, y: int, width: int, height: int) -> None:
    canvas = MarkedCanvas()
    canvas.fill(x, y, width, height)
    area = rectangle(x, y, width, height)
    assert lit(canvas.picture()) == area & PANEL
    assert bool(canvas.overflow) == (not area <= PANEL)


@given(PLACE, PLACE, SIZE, SIZE)
def test_clearing_leaves_the_rest(x: int, y: int, width: int, height: int) -> None:
    canvas = Canvas()
    canvas.text(0, 16, "RESUMED", LARGE)
    before = canvas.picture()
    area = rectangle(x, y, width, height) & PANEL
    canvas.clear(x, y, width, height)
    assert lit(canvas.picture()) == lit(before) - area


def test_lines_and_boxes() -> None:
    canvas = MarkedCanvas()
    canvas.box(10, 20, 30, 12)
    assert lit(canvas.picture()) == rectangle(10, 20, 30, 12) - rectangle(11, 21, 28, 10)
    assert canvas.overflow == []


def test_marks_know_whether_they_meet() -> None:
    canvas = MarkedCanvas()
    canvas.text(0, 0, "Ann")
    canvas.text(0, 8, "Bob")
    canvas.text(10, 4, "Cid")
    above, below, between = canvas.marks
    assert not above.meets(below)
    assert above.meets(between)
    assert between.meets(below)


@pytest.mark.parametrize(
    ("text", "width", "shortened"),
    [
        ("Bartholomew", 128, "Bartholomew"),
        ("Bartholomew", 40, "Bartho…"),
        ("Ann Lee", 28, "Ann…"),
        ("Ann", 5, "…"),
        ("Ann", 1, ""),
        ("", 0, ""),
    ],
)
def test_a_text_is_shortened_with_an_ellipsis(text: str, width: int, shortened: str) -> None:
    assert shorten(text, SMALL, width) == shortened


@given(st.text(max_size=40), FONT, st.integers(0, 128))
def test_a_shortened_text_always_fits(text: str, font: Font, width: int) -> None:
    assert font.width(shorten(text, font, width)) <= width


@pytest.mark.parametrize(
    ("text", "font"), [("NOT IN HAND", LARGE), ("BARTHOLOMEW", NARROW), ("BARTHOLOMEW THE GREAT", MEDIUM)]
)
def test_the_largest_font_that_fits_is_taken(text: str, font: Font) -> None:
    assert fit(text, 128, (LARGE, NARROW, MEDIUM)) is font


def test_a_number_stays_with_its_word_or_name() -> None:
    cards = "3 players, 24 cards: 9 10 J Q K A of four suits. 7 cards each, 3 left as the stack."
    assert wrap(cards, SMALL, 128) == [
        "3 players, 24 cards:",
        "9 10 J Q K A of four",
        "suits. 7 cards each,",
        "3 left as the stack.",
    ]
    assert wrap("Ann -75, Bob +45, Cid -75", SMALL, 110) == ["Ann -75, Bob +45,", "Cid -75"]
    assert wrap("12 345678", SMALL, 40) == ["12", "345678"]


def test_a_sentence_is_wrapped_at_spaces() -> None:
    assert wrap("You can follow. Take J♣ back, play another card.", SMALL, 128) == [
        "You can follow. Take J♣",
        "back, play another card.",
    ]
    assert wrap("", SMALL, 128) == []


@given(st.text(max_size=60), FONT)
def test_wrapped_lines_fit(text: str, font: Font) -> None:
    assert all(font.width(line) <= 128 for line in wrap(text, font, 128))


@given(picture=PICTURES)
def test_a_png_reads_back_as_the_same_picture(tmp_path_factory: pytest.TempPathFactory, picture: Picture) -> None:
    path = tmp_path_factory.mktemp("png") / "one.png"
    png.save(picture, path)
    assert picture_in(path) == picture


def test_a_png_of_another_size_is_no_picture(tmp_path: Path) -> None:
    png.save(Picture(bytes(4096), Size(256, 128)), tmp_path / "big.png")
    with pytest.raises(ValueError, match="256x128, not 128x64"):
        picture_in(tmp_path / "big.png")


def test_a_glowing_panel_is_yellow_above_and_blue_below() -> None:
    canvas = Canvas()
    canvas.fill(0, 15, 1, 2)
    image = png.glow(canvas.picture(), scale=4)
    assert image.size == (128 * 4 + 16, 64 * 4 + 16)
    above, below, beside, gap = (
        image.getpixel(place) for place in [(8, 8 + 60), (8, 8 + 64), (12, 8 + 64), (11, 8 + 64)]
    )
    assert len({above, below, beside, gap}) == 4


def test_a_sheet_holds_every_picture_under_its_name() -> None:
    names = [("one", Picture()), ("two", Picture(bytes([255] * 1024))), ("three", Picture())]
    single, sheet = png.sheet(names[:1], columns=2), png.sheet(names, columns=2)
    assert sheet.size == (single.width * 2, single.height * 2)
    assert sheet.crop((0, 0, *single.size)).tobytes() == single.tobytes()
    with pytest.raises(ValueError, match="needs a picture"):
        png.sheet([])
