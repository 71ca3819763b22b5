"""The computer sleeps in mid-trick: nobody turns the loop, readers lose their power, and the trick goes on after it.

Linux' monotonic clock stands still meanwhile; a clock that counts the night must do no harm either.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from companion.parts.reader_kind import READERS, ReaderSettings
from companion.settings.schema import Settings
from companion.simulation.box import SimulatedBox
from companion.storage.deck_files import DeckFiles
from companion.table.state import Refused
from companion.tags.tag_decks import CardCopy, TagDeck
from tests.companion.room.room_process import AnyReader, CardReader, PluggedReader, Room, room
from tests.companion.room.test_evening import PEOPLE, TAGS, begin_hearts, lay, reader, tmp_path
from tests.hardware.virtual_cards import IS_HERE, Daemon
from tests.needs import PCSC
from tests.test_several_readers import said, table_of
from tests.torture import every_so_many

__all__ = ["reader", "tmp_path"]

NIGHT_S = 8 * 3600.0
GONE_S = 1.0
"""Seconds after which a hub has found its readers again."""

WITHOUT_POWER = {
    "mfrc522": "chip-reset",
    **dict.fromkeys(("pn532", "rdm6300", "id12la"), "line-cut"),
    **dict.fromkeys(("keyboard", "keys125"), "keys-cut"),
    "pcsc": "pcsc-cut",
}


def sleep(table: SimulatedBox, kind: str, seconds: float) -> None:
    """The computer sleeps so long by its clock; its reader has no power, and is back some time after it has woken."""
    fault = WITHOUT_POWER[kind]
    table.wires.faults.switch_on(fault)
    table.wires.clock.sleep(seconds)
    table.turn(GONE_S)
    table.wires.faults.switch_off(fault)
    table.turn(GONE_S)


def test_every_kind_of_reader_can_lose_its_power() -> None:
    assert WITHOUT_POWER.keys() == {*READERS}


@pytest.mark.parametrize(("kind", "night_s"), every_so_many(3, product(READERS, (0.0, NIGHT_S))))
def test_a_trick_goes_on_after_the_computer_has_slept(tmp_path: Path, kind: str, night_s: float) -> None:
    table = table_of(tmp_path, Settings(reader=ReaderSettings(kind=kind)))
    table.tap("AC")
    sleep(table, kind, night_s)
    assert not table.table.health.trouble
    for card, told in (("10C", "Bob 10C"), ("KC", "Cid KC")):
        table.tap(card)
        assert said(table) == told


@pytest.mark.parametrize(("kind", "lies_on"), every_so_many(3, product(READERS, (False, True))))
def test_a_card_that_lay_there_is_one_play(tmp_path: Path, kind: str, *, lies_on: bool) -> None:
    table = table_of(tmp_path, Settings(reader=ReaderSettings(kind=kind)))
    (uid,) = table.uids("AC")
    table.wires.lay(uid)
    table.turn(GONE_S)
    if not lies_on:
        table.wires.lift(uid)
    sleep(table, kind, NIGHT_S)
    assert said(table) == "Ann AC"
    assert not isinstance(table.table.overlay, Refused)
    table.wires.lift(uid)
    table.turn(GONE_S)
    table.tap("10C")
    assert said(table) == "Bob 10C"


# ---------------------------------------------------------------- the real process


def sleeps_in_a_trick(table: Room, reader: AnyReader, goes: Callable[[], None], comes: Callable[[], None]) -> None:
    """After the first card the process does nothing while the reader goes and comes; then the next two are laid."""
    begin_hearts(table)
    lay(table, reader, "2C")
    table.process.send_signal(signal.SIGSTOP)
    goes()
    reader.lift()
    comes()
    table.process.send_signal(signal.SIGCONT)
    lay(table, reader, "2S")
    lay(table, reader, "2H")


def stored(root: Path, first: bytes = b"") -> None:
    tags = {first + uid: CardCopy(card) for card, uid in TAGS.items()}
    DeckFiles(root / "data").save(TagDeck("french", "french", tags))


def test_a_serial_reader_is_gone_and_back_while_the_process_sleeps(tmp_path: Path, reader: PluggedReader) -> None:
    stored(tmp_path)
    with room(tmp_path, reader, "--game", "hearts", settings=PEOPLE) as table:
        sleeps_in_a_trick(table, reader, reader.unplug, reader.plug)


@pytest.mark.skipif(not IS_HERE, reason=PCSC)
def test_pcscd_dies_and_is_started_anew_while_the_process_sleeps(tmp_path: Path) -> None:
    daemon = Daemon()
    daemon.start()
    plugged = CardReader(daemon.port)
    stored(tmp_path, b"\x04\x11")
    try:
        with room(tmp_path, plugged, "--game", "hearts", settings=f'[reader]\nkind = "pcsc"\n{PEOPLE}') as table:
            sleeps_in_a_trick(table, plugged, daemon.end, daemon.start)
    finally:
        plugged.lift()
        daemon.end()
