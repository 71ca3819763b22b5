"""Decks of other programs and hands: numbers, cards, tables; and decks that no reader here can read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.enrolment.deck_kinds import FRENCH, kinds
from companion.enrolment.deck_transfer import import_deck
from companion.enrolment.tag_lists import card_of, number_of
from companion.games.registry import GAMES
from companion.parts.reader_kind import ReaderKind, reader_kind
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.storage.records import Store
from companion.table.setup_dialogue import at_power_on, open_table
from companion.table.state import House
from companion.tags.frequencies import never_heard, within_reach
from companion.tags.tag_decks import CardCopy, Shelf, TagDeck, encode, encode_file
from tests.companion.table.pure_table import done

KNOWN = kinds(GAMES, ())
TWO = bytes.fromhex("04A2B532CE0080")
CARDS = [str(card) for card in FRENCH.cards_in_order]
PRINTED = {f"00123456{number}": card for number, card in enumerate(CARDS, 10)}
"""A deck whose numbers are those printed on 125 kHz cards."""


def deck(tags: dict[str, str], **head: object) -> str:
    named = {"format": 1, "name": "ours", "kind": "french", **head}
    return json.dumps(named | {"tags": {number: {"card": card} for number, card in tags.items()}}, ensure_ascii=False)


def read(text: str) -> TagDeck:
    found = import_deck(text, "ours", KNOWN)
    assert found.deck is not None, found.faults
    return found.deck


@pytest.mark.parametrize(
    "number",
    [
        "04A2B532CE0080",
        "04:A2:B5:32:CE:00:80",
        "04-a2-b5-32-ce-00-80",
        "0x04A2B532CE0080",
        "0x04 0xA2 0xB5 0x32 0xCE 0x00 0x80",
        " 04 a2 b5 32 ce 00 80 ",
        "04.A2.B5.32.CE.00.80",
    ],
)
def test_numbers_are_taken_as_phones_and_tools_write_them(number: str) -> None:
    assert dict(read(deck({number: "2S"})).pieces) == {TWO: CardCopy("2S")}
    assert number_of(number) == "04A2B532CE0080"


@pytest.mark.parametrize("kind", ["persons", "commands"])
def test_a_card_in_a_deck_that_has_none_is_told(kind: str) -> None:
    (told,) = import_deck(deck({"04A2B532CE0080": "10H"}, kind=kind), "ours", KNOWN).faults
    assert str(told).endswith(f"no card in a {kind} deck")


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("TH", "10H"),
        ("10h", "10H"),
        ("H10", "10H"),
        ("♥10", "10H"),
        ("10♥", "10H"),
        ("s3", "3S"),
        ("2s", "2S"),
        ("as", "AS"),
    ],
)
def test_a_card_is_taken_as_people_write_it(word: str, card: str) -> None:
    assert card_of(word, KNOWN["french"]) == card
    assert read(deck({"04A2B532CE0080": word})).piece(TWO) == CardCopy(card)


def test_a_byte_order_mark_is_no_fault() -> None:
    assert read("\ufeff" + deck({"04A2B532CE0080": "2S"})).piece(TWO) == CardCopy("2S")


@pytest.mark.parametrize(
    "table",
    [
        '"id","cardid","card"\n1,"04:A2:B5:32:CE:00:80","2S"\n2,"04:A2:B5:32:CE:00:81","3S"\n',
        "04A2B532CE0080;2S\n04A2B532CE0081;S3\n",
        "\ufeffKarte\tNummer\r\n2♠\t0x04A2B532CE0080\r\n3♠\t0x04A2B532CE0081\r\n",
    ],
)
def test_a_table_of_numbers_and_cards_is_a_deck_under_any_header(table: str) -> None:
    found = read(table)
    assert (found.name, found.kind) == ("ours", "french")
    assert set(map(str, found.pieces.values())) == {"2S", "3S"}


def test_alike_cards_of_a_table_are_counted() -> None:
    found = read("number,card\n04A2B532CE0080,7\n04A2B532CE0081,7\n04A2B532CE0082,11\n")
    assert (found.kind, sorted(map(str, found.pieces.values()))) == ("birdhead", ["11/1", "7/1", "7/2"])


def test_printed_decimal_numbers_are_what_the_reader_sends_whatever_its_first_byte() -> None:
    found, remark, _ = import_deck(deck(PRINTED), "ours", KNOWN)
    assert "0012345610 is 00BC610A at the reader" in str(remark)
    assert found is not None
    for first in (0x00, 0x01, 0x2A):
        assert found.piece(bytes([first]) + (12345610).to_bytes(4, "big")) == CardCopy(CARDS[0])
    assert found.piece(bytes.fromhex("0100BC6109")) is None


def test_a_deck_that_was_exported_is_imported_as_it_is() -> None:
    few = TagDeck(
        "ours", "french", {bytes.fromhex(f"01006389{at}2"): CardCopy(card) for at, card in enumerate(CARDS[:9])}
    )
    many = TagDeck(
        "ours", "french", {bytes([1, 0x63, 0x10, at, 0x12]): CardCopy(card) for at, card in enumerate(CARDS)}
    )
    for kept in (few, many):
        for text in (encode(kept), encode_file(kept, 3)):
            assert import_deck(text, "another", KNOWN).deck == kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a deck",
        "1,2\n3,4\n",
        "[]",
        '{"tags":{}}',
        deck({"nonsense": "2S"}),
        "\ufeff",
    ],
)
def test_what_is_no_deck_is_told(text: str) -> None:
    found = import_deck(text, "ours", KNOWN)
    assert (found.deck, found.remark) == (None, None)
    assert found.faults


def test_the_command_imports_a_table_tells_a_wrong_card_and_what_no_reader_here_can_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path / "data"))
    (tmp_path / "cards.csv").write_text("card,number\n2S,04:A2:B5:32:CE:00:80\n", "utf-8")
    assert main(["decks", "import", str(tmp_path / "cards.csv"), *data]) == 0
    assert capsys.readouterr().out == "cards: 1 of 52 have a tag\n"
    (tmp_path / "printed.json").write_text(deck(PRINTED, name="printed"), "utf-8")
    assert main(["decks", "import", str(tmp_path / "printed.json"), *data]) == 0
    told = capsys.readouterr().out
    assert "printed: 52 of 52 have a tag" in told
    assert "These are decimal numbers as printed on 125 kHz cards" in told
    assert "This deck has 5-byte numbers of 125 kHz tags; this reader reads 13.56 MHz." in told
    (tmp_path / "wrong.json").write_text(deck({"04A2B532CE0080": "15H"}), "utf-8")
    assert main(["decks", "import", str(tmp_path / "wrong.json"), *data]) == 1
    assert "the cards of a french deck, written as AC" in capsys.readouterr().err


def readers(*names: str) -> list[ReaderKind]:
    return [reader_kind(name) for name in names]


def test_a_deck_that_no_reader_here_can_read_is_told_at_the_start_and_is_not_in_play(tmp_path: Path) -> None:
    low = TagDeck("low", "french", {bytes([0, at, 1, 1, 1]): CardCopy(card) for at, card in enumerate(CARDS)})
    high = TagDeck("high", "french", {bytes([4, at, 1, 1, 1, 1, 1]): CardCopy(card) for at, card in enumerate(CARDS)})
    assert never_heard(low, readers("rdm6300")) == never_heard(high, readers("rdm6300", "pn532")) == ""
    shelf = within_reach(Shelf((low, high)), readers("mfrc522"))
    assert [tag_deck.name for tag_deck in shelf.decks] == ["high"]
    table = at_power_on(open_table(House(GAMES, ())), shelf)
    shown = " ".join(lines_of(screen_for(table)))
    assert "low: This deck has 5-byte numbers of 125 kHz tags; this reader reads 13.56 MHz." in shown.replace(
        "-\u00ad", ""
    )
    assert "13.56" not in " ".join(lines_of(screen_for(done(table, "OK").table)))
    store = Store(tmp_path)
    store.decks.save(low)
    assert within_reach(store.decks.shelf(), readers("id12la")).decks == (low,)
