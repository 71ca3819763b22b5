"""The letters on the panel: nothing touches, look-alikes differ, and a chosen answer keeps the shape of its letters."""

from __future__ import annotations

import string
from functools import partial
from itertools import combinations, product, zip_longest

import pytest

from companion.screens.glyphs import SMALL, Font
from companion.screens.layouts import BODY, LINE, LINES, Fact, OptionList, Options, Screen, draw
from companion.screens.picture import Canvas
from companion.testing.screens import FONTS
from tests.torture import only_with_torture

Pixels = set[tuple[int, int]]

TYPED = string.ascii_letters + string.digits + string.punctuation + "♠♥♦♣►◄★▲▼"


def lit(canvas: Canvas) -> Pixels:
    return {(x, y) for y, row in enumerate(canvas.picture().rows()) for x, dot in enumerate(row) if dot == "#"}


def meet(pixels: Pixels, other: Pixels) -> bool:
    """Whether a pixel lies on or beside one of the others, corners included."""
    around = {(x + right, y + down) for x, y in pixels for right in (-1, 0, 1) for down in (-1, 0, 1)}
    return not around.isdisjoint(other)


def alone(character: str, y: int) -> Pixels:
    canvas = Canvas()
    canvas.text(8, y, character)
    return lit(canvas)


@only_with_torture
def test_no_small_letter_touches_the_line_below_and_costs_it_at_most_the_top_of_an_ascender() -> None:
    low, high = ({character: alone(character, y) for character in TYPED} for y in (16, 8))
    for upper, lower in product(TYPED, TYPED):
        canvas = Canvas()
        canvas.text(8, 8, upper)
        canvas.text(8, 16, lower)
        below = lit(canvas) - high[upper]
        assert not meet(high[upper], below), f"{upper} above {lower}"
        if lower not in "ij":
            assert all(y == 16 for _, y in low[lower] - below), f"{upper} above {lower}"


@pytest.mark.parametrize("upper", "gjpqy,;[]|♦")
def test_an_i_keeps_its_dot_below_whatever_hangs_down(upper: str) -> None:
    for lower, (x, _) in {letter: max(alone(letter, 16), key=lambda dot: -dot[1]) for letter in "ij"}.items():
        canvas = Canvas()
        canvas.text(8, 8, upper * 2)
        canvas.text(8, 16, lower)
        stem = "".join(canvas.picture().rows()[y][x] for y in range(16, 23))
        assert stem.lstrip(".").startswith("#.##"), f"{upper} above {lower}: {stem}"


@pytest.mark.parametrize("font", FONTS, ids=repr)
def test_a_dark_column_stands_between_any_two_letters(font: Font) -> None:
    for left, right in product(TYPED, TYPED):
        beside = font.line(left + right)
        assert not any(beside[(end := len(font.glyph(left))) : end + font.gap]), left + right


def differing(font: Font, one: str, other: str) -> int:
    """The fewest pixels in which two glyphs differ, however they are laid over each other."""
    first, second = font.glyph(one), font.glyph(other)
    return min(
        sum((a ^ b).bit_count() for a, b in zip_longest((0,) * left + first, (0,) * right + second, fillvalue=0))
        for left, right in ((0, 0), (0, 1), (1, 0))
    )


def test_digits_are_told_apart() -> None:
    assert min(differing(SMALL, *pair) for pair in combinations(string.digits, 2)) >= 4


@pytest.mark.parametrize("pair", ["0O", "8B", "6b", "1l", "lI", "1I", "5S", "2Z", "0D", "QO", "♠♣", "♥♦", "0♦", "9g"])
def test_look_alikes_are_told_apart(pair: str) -> None:
    assert differing(SMALL, *pair) >= 3


def test_the_chosen_answer_keeps_the_shape_of_its_letters() -> None:
    words = ("nobody", "Peggy", "Cid")
    in_lines, in_one = partial(OptionList, words), partial(Options, Fact("PEGGY"), words)
    layouts = ((in_lines, BODY, LINE * len(words)), (in_one, LINES, LINE))
    for layout, top, height in layouts:
        pictures = [draw(Screen("a", layout=layout(cursor))).rows() for cursor in (-9, 1)]
        plain, chosen = (
            {(x, y) for y, row in enumerate(p) for x, dot in enumerate(row) if dot == "#"} for p in pictures
        )
        assert plain < chosen
        assert all(top <= y < top + height for _, y in chosen - plain)
        assert not {(x + step, y) for x, y in chosen - plain for step in (-1, 0, 1)} & plain, "a column of room"


@pytest.mark.parametrize("font", FONTS, ids=repr)
def test_the_colour_behind_a_number_is_a_badge_and_no_letter(font: Font) -> None:
    for colour in "RGYB":
        pad, letter = font.height // 8, font.glyph(colour)
        badge = font.line(f"8{colour}")[font.width("8") + font.gap :]
        assert not any(inside & stroke for inside, stroke in zip(badge[pad:-pad], letter, strict=True)), "cut out"
        assert all(badge), "a lit bar around it"
        assert font.line(f"{colour}8")[: font.width(colour)] == font.glyph(colour)
    assert font.line("12B.") != font.line("12Bo.")
