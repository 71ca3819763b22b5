"""Lists of spreadsheets, phones and Phonieboxes: what is read, how numbers are meant, what is told of which line."""

from __future__ import annotations

import pytest

from companion.enrolment.deck_kinds import COMMANDS, PERSONS, kind_of, kinds
from companion.enrolment.deck_transfer import import_deck
from companion.enrolment.tag_lists import MOST_FAULTS, as_list
from companion.games.registry import GAMES
from companion.tags.known_tags import KnownTags
from companion.tags.tag_decks import CardCopy, CommandCard, Person, Piece, Shelf, TagDeck

KNOWN = kinds(GAMES, ())
NTAG = bytes.fromhex("04A2B532CE0080")


def read(text: str, shelf: Shelf | None = None) -> TagDeck:
    found = import_deck(text, "ours", KNOWN, lambda: shelf or Shelf())
    assert found.deck is not None, found.faults
    return found.deck


def refused(text: str) -> list[str]:
    found = import_deck(text, "ours", KNOWN)
    assert found.deck is None
    return list(map(str, found.faults))


# ---------------------------------------------------------------- what others write

PHONIEBOX_2 = '"id","value"\n"0007883662","2S"\n"0007864559","10H"\n"0008861159","QC"\n'
PHONIEBOX_3 = """
# Cards of the box
'0007883662':
  alias: play_card
  args: [Cards/2S]
"0007864559":
  package: player
  plugin: ctrl
  method: play_folder
  kwargs:
    folder: Cards/10H   # the ten
    recursive: false
'0008861159':
  alias: play_card
  args:
    - QC
"""
SHORT = "0007883662: 2S\n0007864559: 10H\n0008861159: QC\n"


@pytest.mark.parametrize("text", [PHONIEBOX_2, PHONIEBOX_2.replace(",", ";"), PHONIEBOX_3, SHORT, f"---\n{SHORT}"])
def test_the_cards_of_a_phoniebox_are_read(text: str) -> None:
    found = read(text)
    numbers = [f"00{number:08X}" for number in (7883662, 7864559, 8861159)]
    assert {uid.hex().upper(): str(piece) for uid, piece in found.pieces.items()} == dict(
        zip(numbers, ("2S", "10H", "QC"), strict=True)
    )


def test_a_card_of_a_phoniebox_that_does_something_else_is_told_by_the_line_of_its_number() -> None:
    told = refused(PHONIEBOX_3.replace("Cards/10H   # the ten", "Cards/bruder-jakob"))
    assert told == ["line 6: “player” is in no french deck: write it as AC, or take the line out"]


@pytest.mark.parametrize(
    "line",
    [
        "2023-11-05 12:00:01,NTAG213,04:A2:B5:32:CE:00:80,10♥",
        "1;04 A2 B5 32 CE 00 80;H10",
        "0x04A2B532CE0080\tTH",
        '"10h","04-a2-b5-32-ce-00-80"',
        "Serial number,Name\r\n04:A2:B5:32:CE:00:80,10H\r",
        "sep=;\nUID;Card\n04A2B532CE0080;10H",
        "# from my phone\n04A2B532CE0080,10H\n\n,\n",
        "1304799031984256,10H",
    ],
)
def test_the_list_of_a_phone_is_read_whatever_stands_beside(line: str) -> None:
    assert dict(read(f"\ufeff{line}\n").pieces) == {NTAG: CardCopy("10H")}


@pytest.mark.parametrize("number", ["12345678", "0012345678", "012345678"])
def test_zeros_that_a_spreadsheet_has_dropped_change_no_decimal_number(number: str) -> None:
    found = read(f"0007883662,2S\n7864559,3S\n{number},10H\n")
    assert found.piece(bytes.fromhex("0000BC614E")) == CardCopy("10H")


def test_decimal_numbers_are_none_of_125_khz_cards_where_one_of_them_is_longer() -> None:
    found, remark, _ = import_deck("1304799031984256,10H\n0077772082,2S\n", "ours", KNOWN)
    assert found is not None
    assert {*found.pieces} == {NTAG, bytes.fromhex("04A2B532")}
    assert str(remark) == "These are decimal numbers: 1304799031984256 is 04A2B532CE0080 at the reader."


# ---------------------------------------------------------------- what numbers mean


@pytest.mark.parametrize(
    ("number", "known"),
    [
        ("04A2B532", "04A2B532"),
        ("32B5A204", "04A2B532"),
        ("0077772082", "04A2B532"),
        ("0850764292", "04A2B532"),
        ("0077772082", "0004A2B532"),
        ("0077772082", "2A04A2B532"),
        ("8000CE32B5A204", "04A2B532CE0080"),
        ("36029682632991236", "04A2B532CE0080"),
    ],
)
def test_one_tag_that_is_known_settles_how_all_numbers_are_meant(number: str, known: str) -> None:
    tag = bytes.fromhex(known)
    shelf = Shelf(unfinished=(TagDeck("one", "french", {tag: CardCopy("2S")}),))
    assert read(f"{number},2S\n", shelf).piece(tag) == CardCopy("2S")


@pytest.mark.parametrize("typed", ["0077772082", "0850764292", "0852361344"])
def test_a_part_of_a_number_that_a_reader_types_is_the_known_tag(typed: str) -> None:
    shelf = Shelf((TagDeck("one", "french", {NTAG: CardCopy("2S")}),))
    (number,) = read(f"{typed},2S\n", shelf).pieces
    assert KnownTags().number(number, shelf) == NTAG


def test_what_numbers_were_taken_for_is_told_with_one_of_them() -> None:
    told = str(import_deck(PHONIEBOX_2, "ours", KNOWN).remark)
    assert "0007883662 is 00784B8E at the reader" in told
    backwards = Shelf((TagDeck("one", "french", {NTAG: CardCopy("2S")}),))
    found = import_deck("8000CE32B5A204,2S\n", "ours", KNOWN, lambda: backwards)
    assert "8000CE32B5A204 is 04A2B532CE0080 at the reader" in str(found.remark)


def test_a_card_in_the_first_line_is_no_header_though_a_kind_has_its_name() -> None:
    bird, *cards = ["Rook", *(str(card) for card in KNOWN["rook-57"].pieces if str(card) != "Rook")]
    lines = [f"04:A2:B5:{number:02X},{card}\n" for number, card in enumerate([bird, *cards])]
    assert read("".join(lines)).kind == read("".join(lines[::-1])).kind == "rook-57"


# ---------------------------------------------------------------- what is told


def test_every_wrong_line_is_told_by_its_number_with_what_to_do() -> None:
    told = refused(
        "tag,card\n04:A2:B5:32,2S\n04:A2:B5,3S\n04:A2:B5:33,15H\n04:A2:B5:34\n08:A2:B5:35,4S\n04:A2:B5:32,5S\n"
        "04:A2:B5:36,2S\n,6S\nTotal,\n"
    )
    assert [line.partition(":")[0] for line in told] == [f"line {n}" for n in (3, 4, 5, 6, 7, 8, 9, 10, 10)]
    assert "“04:A2:B5” is no tag number: write it as" in told[0]
    assert "“15H” is in no french deck: write it as AC, or take the line out" in told[1]
    assert "“” is in no french deck" in told[2]
    assert "08A2B535 is a number that a phone or bank card made up" in told[3]
    assert "tag 04A2B532 stands in line 2, too" in told[4]
    assert "2♠ has a tag in line 2: one card has one tag" in told[5]


def test_a_wrong_command_is_told_with_one_as_it_is_written() -> None:
    assert refused("tag,commands\n04A2B532,HELP\n") == [
        "line 2: “HELP” is in no commands deck: write it as UNDO, or take the line out"
    ]


def test_of_a_list_of_something_else_the_first_lines_are_told_and_how_many_follow() -> None:
    told = refused("0007883662,2S\n" + "".join(f"00078{n:05},song-{n}\n" for n in range(100)))
    assert len(told) == MOST_FAULTS + 1
    assert told[-1] == "and 80 more lines"


@pytest.mark.parametrize(
    "text", ["", "a deck", "1,2\n3,4\n", "04A2B532CE0080,bruder-jakob\n", "tag,card\n", "2S\n3S\n"]
)
def test_what_has_no_column_of_tags_or_of_cards_is_told_how_a_list_looks(text: str) -> None:
    (told,) = refused(text)
    assert "a list has a tag number and a card in each line, as 04:A2:B5:32,10H" in told


@pytest.mark.parametrize(
    ("cards", "told"), [("7 7 7/4", "7/1 7/2 7/4"), ("11 11 11 11 11", "11/1 11/2 11/3 11/4 11/5")]
)
def test_alike_cards_are_counted_unless_they_have_a_number(cards: str, told: str) -> None:
    lines = "".join(f"04A2B53{place},{card}\n" for place, card in enumerate(cards.split()))
    assert " ".join(map(str, read(lines).pieces.values())) == told
    assert "11/6" not in " ".join(map(str, KNOWN["birdhead"].pieces))
    assert len(refused("".join(f"04A2B53{place},7\n" for place in range(6)))) == 1


# ---------------------------------------------------------------- and back


def test_a_deck_of_any_kind_is_the_same_after_a_spreadsheet() -> None:
    every = {**KNOWN, PERSONS: None}
    for name in every:
        kind = KNOWN.get(name)
        pieces: tuple[Piece, ...] = kind.pieces if kind else (Person("Zoë"), Person("Ann Lee"), Person("Q"))
        tags = {
            bytes([4, 0, 0, place]) if place % 2 else bytes([4, *bytes(5), place]): piece
            for place, piece in enumerate(pieces)
        }
        deck = TagDeck("ours", name, tags)
        text = as_list(deck, kind_of(deck, KNOWN))
        assert text.startswith('\ufeff"tag",'), "a spreadsheet takes it for another encoding"
        assert read(text) == deck
        assert read(text.replace(",", ";").replace("\r\n", "\n")) == deck


def test_two_numbers_of_one_card_are_the_same_after_a_spreadsheet() -> None:
    deck = TagDeck("ours", "french", {bytes(7): CardCopy("10H"), b"\1" * 7: CardCopy("AC")})
    both = deck.with_number(b"\0" * 6 + b"\1", CardCopy("AC"))
    assert both.further
    assert read(as_list(both, KNOWN["french"])) == both


def test_a_command_may_have_two_tags_in_a_list_and_keeps_both() -> None:
    found = read("04A2B532,OK\n04A2B533,ok\n04A2B534,undo\n")
    assert (found.kind, list(found.pieces.values())) == (COMMANDS, [CommandCard.OK, CommandCard.OK, CommandCard.UNDO])
