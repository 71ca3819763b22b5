"""The letters: complete, inside their cells, and no two alike."""

from __future__ import annotations

import string
import unicodedata
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screens.glyphs import BOX, LARGE, MEDIUM, NARROW, SMALL, Columns, Font, columns_of, icons, undrawn
from companion.testing.screens import FONTS

SCREENS = Path(__file__).parents[3] / "companion" / "screens"
LATIN_1 = [chr(code) for code in range(0xA0, 0x100)]
LATIN_1_LETTERS = [character for character in LATIN_1 if character.isalpha()]
CYRILLIC = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЇҐЎЂЈЉЊЋЏЅЃЌ"
GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫ"
ABROAD = CYRILLIC + GREEK
SIGNS = "♠♥♦♣☞●○✓✗…–—‹›“”€·×½◄►▲▼←→"
SIGNS_LARGE = "♠♥♦♣+-:/?!.,'&…()%=×·☞●○◄►←→"

every_font = pytest.mark.parametrize("font", FONTS, ids=repr)


def alike(font: Font, characters: str) -> list[set[str]]:
    """The sets of characters that share a glyph."""
    seen: dict[Columns, set[str]] = defaultdict(set)
    for character in characters:
        seen[font.glyph(character)].add(character)
    return [those for those in seen.values() if len(those) > 1]


@every_font
def test_every_glyph_stays_inside_its_cell(font: Font) -> None:
    for name in font.art:
        columns = columns_of(font.art[name])
        assert columns, name
        assert max(columns) < 1 << font.height, name


@every_font
def test_a_glyph_has_no_blank_columns_at_its_sides(font: Font) -> None:
    for character in string.ascii_letters + "♠♥♦♣?":
        columns = font.glyph(character)
        assert columns[0], character
        assert columns[-1], character


def test_small_signs_have_their_shapes() -> None:
    f, diamond, club = (["".join(row) for row in SMALL.art[name]] for name in "f♦♣")
    assert f[2] == "###", "a bar on both sides of its stem"
    assert [row.count("#") for row in diamond][1:] == [1, 3, 3, 5, 3, 3, 1], "pointed at the sides"
    assert all(row[3] == "#" for row in club[1:]), "no hole in its middle"


@every_font
def test_every_file_names_a_glyph_once(font: Font) -> None:
    bands = [band for file in font._files for band in (SCREENS / file).read_text("utf-8").split("\n\n")[1:]]
    names = [name for band in bands for name in band.split("\n")[0].split()]
    assert sorted(names) == sorted(font.art)


@every_font
def test_digits_are_equally_wide_and_so_is_the_figure_space(font: Font) -> None:
    assert len({font.width(digit) for digit in string.digits + "\N{FIGURE SPACE}"}) == 1


@pytest.mark.parametrize(
    ("font", "characters"),
    [
        (SMALL, string.printable[:95] + "".join(LATIN_1) + SIGNS),
        (MEDIUM, string.printable[:95] + "".join(LATIN_1_LETTERS) + SIGNS),
        (LARGE, string.printable[:95] + "".join(LATIN_1_LETTERS) + SIGNS_LARGE),
        (NARROW, string.printable[:95] + "".join(LATIN_1_LETTERS) + SIGNS_LARGE),
    ],
    ids=repr,
)
def test_every_character_promised_is_drawn(font: Font, characters: str) -> None:
    assert [c for c in characters if font.glyph(c) == font.glyph(BOX)] == []


@every_font
def test_names_in_cyrillic_and_greek_are_drawn_letter_by_letter(font: Font) -> None:
    letters = ABROAD + ABROAD.lower() + "ς"
    assert [c for c in letters if font.glyph(c) == font.glyph(BOX)] == []
    for alphabet in (CYRILLIC, CYRILLIC.lower(), GREEK, GREEK.lower() + "ς"):
        assert alike(font, alphabet) in ([], [{"σ", "ς"}] if font in (LARGE, NARROW) else [])
    assert font.line(unicodedata.normalize("NFD", "Йоё Ζωή")) == font.line("Йоё Ζωή")
    for name in font.abroad:
        columns = columns_of(font.abroad[name])
        assert columns[0], name
        assert columns[-1], name
        assert max(columns) < 1 << font.height, name


def test_what_no_font_draws_is_named_and_latin_names_read_no_further_file() -> None:
    fresh = Font("SMALL", 8, ("small.txt",))
    assert fresh.width("Zoë Žižek")
    assert "abroad" not in vars(fresh)
    assert fresh.width("Ольга")
    assert "abroad" in vars(fresh)
    assert undrawn("Zoë Ольга Αλέξανδρος □") == ""
    assert undrawn("李 Ann 🙂李") == "李🙂"


@every_font
def test_no_two_glyphs_look_alike(font: Font) -> None:
    drawn = [name for name in font.art if len(name) == 1 and name != "␠"]
    accented = [c for c in map(chr, range(0xC0, 0x180)) if unicodedata.decomposition(c)[:1] == "0"]
    accented = [c for c in accented if unicodedata.normalize("NFD", c)[0] in font.art]
    assert alike(font, "".join({*drawn, *accented})) == []


@pytest.mark.parametrize("font", [LARGE, NARROW], ids=repr)
def test_small_letters_of_the_large_sizes_are_capitals(font: Font) -> None:
    assert font.line("Zoë à Paris") == font.line("ZOË À PARIS")
    assert font.line("Strauß") == font.line("STRAUSS")


@every_font
def test_an_accent_makes_a_letter_of_its_own(font: Font) -> None:
    for plain, accented in [("E", "É"), ("O", "Ö"), ("A", "Å"), ("C", "Ç"), ("S", "Š"), ("L", "Ĺ"), ("E", "Ę")]:
        assert font.glyph(accented) not in (font.glyph(plain), font.glyph(BOX)), accented


@every_font
def test_accents_may_come_composed_or_on_their_own(font: Font) -> None:
    name = "Zoë Åsa Çelik Ñuño"
    assert font.line(unicodedata.normalize("NFD", name)) == font.line(name)


@every_font
def test_what_cannot_be_seen_takes_no_room(font: Font) -> None:
    assert font.line("A\u200d\u200b\x07\n\ufe0f\u0333B") == font.line("AB")
    assert font.width("") == 0


@every_font
def test_an_unknown_character_is_a_box(font: Font) -> None:
    for character in "界🂡ש\ud800":
        assert font.glyph(character) == font.glyph(BOX)


@every_font
def test_a_letter_of_another_shape_is_drawn_plain(font: Font) -> None:
    assert font.line("Ａﬁ②") == font.line("Afi2")
    assert font.line("ĦŊ") == font.line("HN" if font is not SMALL else "ĦN")


@every_font
@given(text=st.text())
def test_any_text_can_be_measured(font: Font, text: str) -> None:
    columns = font.line(text)
    assert all(0 <= column < 1 << font.height for column in columns)
    assert font.width(text) == len(columns)


@pytest.mark.parametrize(
    ("text", "large", "narrow"),
    [
        ("FOLLOW ♥", 105, 93),
        ("TOO LOW", 88, 76),
        ("NOT YOURS", 109, 93),
        ("RESUMED", 89, 77),
        ("NOT IN HAND", 123, 105),
        ("WAIT", 50, 42),
        ("10♥", 41, 37),
        ("BARTHOLOMEW", 149, 127),
        ("WRONG HAND", 130, 110),
    ],
)
def test_the_words_that_matter_are_so_wide(text: str, large: int, narrow: int) -> None:
    assert (LARGE.width(text), NARROW.width(text)) == (large, narrow)


@pytest.mark.parametrize(
    ("name", "size"), [("finger", 16), ("lock", 16), ("saved", 16), ("alarm", 16), ("bird", 24), ("dog", 24)]
)
def test_an_icon_fills_its_square(name: str, size: int) -> None:
    columns = icons()[name]
    assert len(columns) == size
    assert max(columns) < 1 << size


def test_the_skull_turns_in_four_frames() -> None:
    frames = [icons()[f"skull{turn}"] for turn in range(4)]
    assert len(set(frames)) == 4
    assert {len(frame) for frame in frames} == {24}
    assert frames[3] == frames[1][::-1], "left is right in a mirror"
    for straight in (frames[0], frames[2]):
        assert straight == straight[::-1]
