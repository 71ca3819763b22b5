"""Readers of PC/SC, as the ACR122U: the service of the system watches them, and says when a card comes and goes.

The number of any card is what the reader answers to FF CA 00 00 00 (PC/SC part 3, 3.2.2.1.3). A sticker or a MIFARE
Classic card is a "storage card" by its ATR (part 3, 3.1.3.2.3); any other is a bank card or a phone.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from fnmatch import fnmatch

from hardware.bus import CardService, DeviceError, HeldError, Sighting
from hardware.iso14443a import UID_LENGTHS, is_random

GET_UID = bytes.fromhex("FF CA 00 00 00")
DONE = b"\x90\x00"
STORAGE_CARD = bytes.fromhex("A0 00 00 03 06")
"""The registered number of the PC/SC workgroup, in the ATR of a storage card."""
QUIET = (bytes.fromhex("FF 00 52 00 00"), bytes.fromhex("FF 00 40 0C 04 00 00 00 00"))
"""ACR122U application programming interface V2.04, 6.7 and 6.2: no beep when a card comes; both lights off."""
MUTABLE = "ACR122"
"""What stands in the names of readers that know QUIET."""
CONTACTLESS = ("ACR122", "PICC", "Contactless", "CL Reader", "NFC")
"""What stands in the names of contactless readers; a laptop may also have a slot for bank cards."""
AGAIN_POLLS = 5
"""Polls after which a card that lies there is read again: the service asks many readers only 2.5 times a second, and
cannot tell a card that was swapped in between."""
NOT_FOUND = "no reader of this name is plugged in; there are: {others}"
NONE_FOUND = "no reader is plugged in"


def choose(readers: Iterable[str], pattern: str) -> str | None:
    """The reader that a pattern finds: of several that fit the first one without contacts. None: none fits."""
    fitting = [reader for reader in readers if fnmatch(reader, pattern)]
    without_contacts = [reader for reader in fitting if any(word in reader for word in CONTACTLESS)]
    return next(iter(without_contacts + fitting), None)


class PcscReader:
    """A `hardware.bus.Reader` of 4-, 7- and 10-byte UIDs, one tag at a time.

    `name` is a pattern for the name of the reader, as "ACR122U*". `beeps`: beep and lights stay as they are.
    """

    def __init__(self, service: CardService, *, name: str = "*", beeps: bool = False) -> None:
        self._service = service
        self._pattern = name
        self._beeps = beeps
        self._quiet = ""  # the reader that is silent
        self._card: tuple[int, bytes] | None = None  # the one that was read
        self._polls = 0  # since then
        self._sighting = Sighting()

    def poll(self) -> Sighting:
        """The card on the reader; unclear if its number cannot be read.

        Raises DeviceError if the reader is missing, or another program holds the card.
        """
        try:
            reader = self._choose(self._service.readers())
            card = self._service.card(reader)
        except DeviceError:
            self._card, self._quiet = None, ""
            raise
        if card is None:
            self._card = None
            return Sighting()
        self._polls += 1
        if card != self._card or self._polls >= AGAIN_POLLS:
            self._silence(reader)
            self._sighting = self._read(reader, card[1])
            self._card, self._polls = (None if self._sighting.unclear else card), 0
        return self._sighting

    def close(self) -> None:
        """Leave the service."""
        self._card, self._quiet = None, ""
        self._service.close()

    def _choose(self, readers: list[str]) -> str:
        reader = choose(readers, self._pattern)
        if reader is None:
            what = NOT_FOUND.format(others=", ".join(readers)) if readers else NONE_FOUND
            raise DeviceError(what, bus=self._pattern)
        return reader

    def _read(self, reader: str, atr: bytes) -> Sighting:
        try:
            answer = self._service.transmit(reader, GET_UID)
        except HeldError:
            raise
        except DeviceError:
            return Sighting(unclear=True)
        uid = answer[:-2]
        if answer[-2:] != DONE or len(uid) not in UID_LENGTHS:
            return Sighting(unclear=True)
        chip_card = STORAGE_CARD not in atr and not is_random(uid)
        return Sighting(frozenset({uid}), chip_cards=frozenset({uid} if chip_card else ()))

    def _silence(self, reader: str) -> None:
        """Switch beep and lights off, once after it is plugged in; a reader that refuses keeps them."""
        if self._beeps or MUTABLE not in reader or self._quiet == reader:
            return
        self._quiet = reader
        for command in QUIET:
            with suppress(DeviceError):
                if self._service.transmit(reader, command)[:1] == DONE[:1]:
                    continue
            with suppress(DeviceError):
                self._service.control(reader, command)
