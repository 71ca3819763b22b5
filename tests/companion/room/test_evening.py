"""The whole way on a computer: offered by `make play`, a first deck, and Hearts with four hands that it never sees."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from urllib.error import HTTPError

import pytest

from companion.enrolment.deck_kinds import FRENCH
from companion.storage.deck_files import DeckFiles
from companion.tags.tag_decks import CardCopy, Piece, TagDeck
from tests.companion.room.room_process import (
    PATIENCE_S,
    AnyReader,
    CardReader,
    Page,
    PluggedReader,
    Room,
    address_told,
    free_port,
    real_cards,
    room,
    started,
)
from tests.hardware.virtual_cards import IS_HERE, Daemon
from tests.needs import PCSC
from tests.torture import only_with_page, only_with_torture, so_many

PEOPLE = '[people]\nregulars = ["Ann", "Bob", "Cid", "Dee"]\n[rules.hearts]\npassing = "none"\n'
MOST_DEALS = 8
WHOLE_EVENING_S = 1800
"""Measured: a tap at the virtual reader takes a second, and a game 260 of them."""
GONE_S = 0.8
"""Seconds after which a tag that is laid again is another tap."""
CARDS = [str(card) for card in FRENCH.cards_in_order]
TAGS = {card: bytes([1, 2, 3, 4, number]) for number, card in enumerate(CARDS)}
with_pcscd = pytest.mark.skipif(not IS_HERE, reason=PCSC)


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory: a disk that other tests keep busy holds a tap up, as it should, for longer than anybody here waits."""
    with TemporaryDirectory(prefix="room-", dir="/dev/shm") as name:
        yield Path(name)


@pytest.fixture
def reader() -> Iterator[PluggedReader]:
    place = Path(mkdtemp(prefix="room-", dir="/dev/shm"))
    try:
        with PluggedReader(place / "ttyUSB0") as plugged:
            yield plugged
    finally:
        shutil.rmtree(place)


@pytest.fixture
def card_reader() -> Iterator[CardReader]:
    daemon = Daemon()
    daemon.start()
    plugged = CardReader(daemon.port)
    yield plugged
    plugged.lift()
    daemon.end()


def enrol(table: Room, reader: AnyReader, due: list[str]) -> None:
    """A tag for each of these cards, one tap each; two mistakes on the way are answered and one tap is taken back.

    All others of the 52 have a tag already.
    """
    if due == CARDS:
        table.press("OK", "OK")  # enrol; French
    elif table.view["enrolling"]["due"] is None:
        table.press("OK")  # those without a tag
    for done, card in enumerate(due, start=len(CARDS) - len(due)):
        assert table.view["enrolling"]["due"]["face"] == {"rank": card[:-1], "suit": card[-1]}
        reader.lay(TAGS[card])
        has_so_many(table, done + 1)
        if card == "4S":
            spoil(table, reader, done)


def has_so_many(table: Room, wanted: int) -> dict[str, Any]:
    return table.until(lambda view: bool(view["enrolling"]) and view["enrolling"]["done"] == wanted)


def spoil(table: Room, reader: AnyReader, done: int) -> None:
    """A second card for the tag of the first; and the third card, the last one with a tag, is tapped anew."""
    reader.lift()
    time.sleep(GONE_S)
    reader.lay(TAGS["2S"])
    told = table.until(lambda view: bool(view["refused"]))
    assert told["refused"] == "This tag is two of spades already. One tag, one card."
    assert told["asked"].startswith("Next: five of spades.")
    table.press("UP")
    assert has_so_many(table, done)["enrolling"]["due"]["called"] == "4♠"
    reader.lay(TAGS["4S"])
    has_so_many(table, done + 1)


def begin_hearts(table: Room) -> None:
    """Four people whose hands are not scanned."""
    table.until(lambda view: view["asked"].startswith("How many?"))
    table.press("DOWN", *("OK",) * 8)
    table.until(lambda view: view["board"] is not None)


def play_deal(table: Room, reader: AnyReader) -> None:
    """Each player holds one suit: who has the clubs takes every trick, and shoots the moon."""
    for trick in range(13):
        for suit in "CSHD":
            lay(table, reader, CARDS["SHDC".index(suit) * 13 + trick])


def lay(table: Room, reader: AnyReader, card: str) -> None:
    """Lay a card, and wait until it lies on the page before its player."""
    reader.lay(TAGS[card])
    wanted = {"rank": card[:-1], "suit": card[-1]}

    def lies(view: dict[str, Any]) -> bool:
        return any(wanted in lying["cards"] for lying in view["board"]["lies"])

    if card == "2C":  # nobody has seen who has it
        table.until(lambda view: "has" in view["asked"] and "taps" not in view["asked"])
        table.press("OK")
    table.until(lambda view: lies(view) or view["board"]["scored"])


def unfinished(root: Path, due: list[str], maker: bytes = b"") -> None:
    """A deck in which these cards have no tag yet, and no deck where that is true of all.

    The numbers of the tags begin with their maker's.
    """
    tags: dict[bytes, Piece] = {maker + TAGS[card]: CardCopy(card) for card in CARDS if card not in due}
    if tags:
        DeckFiles(root / "data").save(TagDeck("french", "french", tags), finished=False)


def begin_with_first_deck(table: Room, reader: AnyReader, due: list[str]) -> None:
    enrol(table, reader, due)
    reader.lift()
    table.press("BACK")
    begin_hearts(table)


def play_deals(table: Room, reader: AnyReader, most: int) -> None:
    for _ in range(most):
        play_deal(table, reader)
        table.until(lambda view: view["board"]["scored"])
        if table.view["board"]["over"]:
            break
        table.press("OK")


@with_pcscd
@pytest.mark.timeout(WHOLE_EVENING_S)
def test_a_first_deck_and_hearts_begun_at_a_reader_of_the_real_pcscd(tmp_path: Path, card_reader: CardReader) -> None:
    due = so_many(CARDS[48:], CARDS)  # a tap takes a second there
    unfinished(tmp_path, due, b"\x04\x11")
    with real_cards(tmp_path, card_reader, settings=PEOPLE) as table:
        begin_with_first_deck(table, card_reader, due)
        for card in so_many(("2C",), ()):
            lay(table, card_reader, card)
        play_deals(table, card_reader, so_many(0, MOST_DEALS))


@only_with_torture
def test_a_first_deck_and_hearts_with_four_hands_that_nobody_scans(tmp_path: Path, reader: PluggedReader) -> None:
    """The first five cards, and one deal of it, a card as soon as the one before is seen; all with torture."""
    due = so_many(CARDS[:5], CARDS)
    unfinished(tmp_path, due)
    with real_cards(tmp_path, reader, settings=PEOPLE) as table:
        begin_with_first_deck(table, reader, due)
        play_deals(table, reader, so_many(1, MOST_DEALS))
        stands = [player["stands"] for player in table.view["board"]["players"]]
    assert sum(stands) % 78 == 0, "each deal is shot: 26 for three players"
    assert max(stands) >= so_many(0, 100)
    (record,) = (tmp_path / "data/records").rglob("*.table")
    assert not {"hand", "dealt"} & {
        word for line in record.read_text("utf-8").splitlines() for word in line.split()[:2]
    }


@only_with_page
def test_a_reader_that_is_pulled_out_is_told_with_what_to_do_and_play_goes_on(
    tmp_path: Path, reader: PluggedReader
) -> None:
    DeckFiles(tmp_path / "data").save(TagDeck("french", "french", {uid: CardCopy(card) for card, uid in TAGS.items()}))
    with room(tmp_path, reader, "--game", "hearts", settings=PEOPLE) as table:
        begin_hearts(table)
        lay(table, reader, "2C")
        reader.unplug()
        told = table.until(lambda view: bool(view["trouble"]))["trouble"]
        assert told.startswith("Reader: no answer. Plug the reader in again: play goes on by itself.")
        reader.lift()
        reader.plug()
        table.until(lambda view: not view["trouble"])
        lay(table, reader, "2S")


def test_a_second_table_with_the_same_records_opens_no_page(tmp_path: Path, reader: PluggedReader) -> None:
    (second := tmp_path / "second").mkdir()
    page = f'[panel]\nkind = "page"\npage_port = {free_port()}\n'
    with (
        room(tmp_path, reader),
        started(second, reader, "--data", str(tmp_path / "data"), settings=page) as refused,
    ):
        assert refused.communicate(timeout=PATIENCE_S)[0] == ""
        assert refused.returncode == 2


def test_a_phone_is_offered_as_the_reader_and_asked_for_by_its_code(tmp_path: Path, reader: PluggedReader) -> None:
    with real_cards(tmp_path, reader, number=1, settings=f"[panel]\nphone_port = {free_port()}\n") as table:
        assert table.view["phone"]["code"]


def test_one_plays_on_the_screen_again_and_then_with_real_cards_unless_a_match_with_these_is_on(
    tmp_path: Path, reader: PluggedReader
) -> None:
    DeckFiles(tmp_path / "data").save(TagDeck("french", "french", {uid: CardCopy(card) for card, uid in TAGS.items()}))
    with real_cards(tmp_path, reader, settings=PEOPLE) as table:
        assert table.view["leaves"]
        assert table.post("leave", b"{}") == 204
        with suppress(OSError):  # it ends already
            for _ in range(50):
                table.post("leave", b"{}")
        page = Page(address_told(table.process))
        assert page.address == table.address
        reader, *_ = json.loads(page.get("readers"))["readers"]
        assert page.post("readers", json.dumps({"number": 0, "reader": reader, "game": "hearts"}).encode()) == 204
        again = Room(address_told(table.process), table.process)
        begin_hearts(again)
        assert not again.view["leaves"]
        with pytest.raises(HTTPError, match="409"):
            again.post("leave", b"{}")


@only_with_page
def test_ok_under_a_picture_that_is_gone_answers_nothing(tmp_path: Path, reader: PluggedReader) -> None:
    with room(tmp_path, reader) as table:
        gone = table.view["number"]
        table.press("OK")
        asked = table.view["asked"]
        for down in (True, False):
            assert table.push("OK", down=down, number=gone) == 204
        table.press("DOWN")
        assert asked.startswith("New deck. French 52")
        assert table.view["asked"].startswith("New deck.")
        assert table.view["enrolling"] is None
