"""The card reader of the box: an RC522 board, driven through the public `mfrc522` package.

Wiring (3.3 V only): SDA 24, SCK 23, MOSI 19, MISO 21, RST 22 or 3.3 V, GND 6. `mfrc522_chip` replaces the package's
waiting and error handling, `mfrc522_dialogue` its selection (7- and 10-byte UIDs, several tags, checks). This module
tracks the tags in the field from poll to poll.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress

from hardware.bus import Clock, DeviceError, OutputPin, Sighting, Spi
from hardware.drivers.mfrc522_chip import Chip
from hardware.drivers.mfrc522_dialogue import Dialogue, Unclear
from hardware.iso14443a import REQA, WUPA, is_chip_card, is_random

log = logging.getLogger(__name__)

STICKER_DB = 48
"""The receiver gain that stickers need, used by default."""
POWER_UP_S = 5e-3
"""The time in which tags wake in a field switched on, and reset in one switched off (ISO/IEC 14443-3, 5)."""
CHECKS_S, SEARCH_S, POLL_S = 10e-3, 15e-3, 24e-3
"""Seconds into a poll: no known tag is checked after the first, no new one is begun after the second, no frame is sent
after the third; the rest waits for the next poll. So chip and air never need 30 ms for one poll. Time of the
computer does not count: it is not the tag's fault.
"""
MISSES = 3
"""Missed checks after which a tag is forgotten."""
MUTE_S = 10.0
"""Seconds without an answer after which the chip is set up again: its receiver may hang. Costs 40 transfers."""
ATTEMPTS = 3
"""Maximum failed reads per poll."""
OCTET_S = 8e-6
"""A byte on the wire at 1 MHz."""


class Effort:
    """A wire and its clock: implements `hardware.bus.Spi` and `hardware.bus.Clock`.

    `now` counts transferred bytes and requested sleeps. A busy computer makes both last longer; a limit in this time is
    a limit of work, so that a slow system loses no tag.
    """

    def __init__(self, spi: Spi, clock: Clock) -> None:
        self._spi = spi
        self._clock = clock
        self._spent_s = 0.0

    def transfer(self, sent: bytes) -> bytes:
        """Pass the transfer on and count it. Raises DeviceError."""
        self._spent_s += OCTET_S * len(sent)
        return self._spi.transfer(sent)

    def now(self) -> float:
        """Seconds of work since the start."""
        return self._spent_s

    def sleep(self, seconds: float) -> None:
        """Wait, and count the requested time; a negative time returns at once."""
        if seconds > 0:
            self._spent_s += seconds
            self._clock.sleep(seconds)


class Mfrc522:
    """A `hardware.bus.Reader`: reports every tag in the field, with UIDs of 4, 7 or 10 bytes.

    A tag is halted after it is read. Each poll then checks the known tags by UID and looks for tags that are not
    halted, which are new. The chip may be missing or fail at any time: `poll` raises DeviceError and tries to set it up
    again. `several=False` and `burst=False` are for doubtful clones.

    `restarts` counts how often a chip that had lost its settings was set up again successfully.
    """

    def __init__(  # noqa: PLR0913 - settings by keyword, each with its default
        self,
        spi: Spi,
        clock: Clock,
        *,
        reset: OutputPin | None = None,
        bus: str = "spi0.0",
        burst: bool = True,
        several: bool = True,
        gain_db: int = STICKER_DB,
    ) -> None:
        self._clock = clock
        self._bus = bus
        self._several = several
        self._effort = Effort(spi, clock)
        self._chip = Chip(self._effort, self._effort, reset, bus=bus, burst=burst, gain_db=gain_db)
        self._dialogue = Dialogue(self._chip, self._effort, several=several)
        self._misses: dict[bytes, int] = {}  # known tags with their missed checks, the longest unchecked first
        self._chip_cards: set[bytes] = set()
        self._settled_at = self._heard_at = 0.0
        self._was_set_up = False
        self._suspect = False
        self.restarts = 0

    def poll(self) -> Sighting:
        """Poll the field once: check the known tags, read the new ones.

        A chip that stops answering during a poll is set up at the next one; until then the sighting is unclear. Raises
        DeviceError if it still fails then.
        """
        begun = self._effort.now()
        self._mend()
        self._dialogue.deadline = begun + POLL_S
        try:
            unclear = self._look(begun)
        except DeviceError:
            if self._suspect:
                raise
            self._suspect = True
            return Sighting(unclear=True)
        self._suspect = False
        if unclear or self._misses:
            self._heard_at = self._clock.now()
        present = self._present()
        return Sighting(present, unclear, present & self._chip_cards)

    def tune(self, gain_db: int) -> None:
        """Use this gain of the receiver, in dB, from the next poll on."""
        self._chip.tune(gain_db)
        self._was_set_up = False

    def close(self) -> None:
        """Switch the field off. The caller owns the wire and closes it."""
        self._misses.clear()
        self._chip_cards.clear()
        self._was_set_up = False
        with suppress(DeviceError):
            self._chip.antenna(on=False)

    def _mend(self) -> None:
        """Set the chip up if it is not, lost its settings, or has heard nothing for MUTE_S.

        Raises DeviceError if the chip does not take its settings.
        """
        lost = self._suspect or not self._chip.is_in_order()
        if not lost and self._clock.now() - self._heard_at < MUTE_S:
            return
        self._chip.set_up()
        if lost and self._was_set_up:
            self.restarts += 1
            log.warning("%s: the reader had lost its settings and was set up again", self._bus)
        self._was_set_up = True
        self._heard_at = self._clock.now()
        self._settled_at = self._heard_at + POWER_UP_S

    def _look(self, begun: float) -> bool:
        """One round over the field; returns whether an answer was unclear."""
        self._effort.sleep(self._settled_at - self._clock.now())
        unclear = self._check_known(begun + CHECKS_S)
        if self._several or not self._cards(self._present()):
            unclear |= self._meet_new(begun + SEARCH_S)
        self._forget_lost()
        return unclear

    def _present(self) -> frozenset[bytes]:
        return frozenset(uid for uid, misses in self._misses.items() if misses == 0)

    def _cards(self, uids: Iterable[bytes]) -> list[bytes]:
        """Those of these tags that can be cards."""
        return [uid for uid in uids if not (is_random(uid) or uid in self._chip_cards)]

    def _check_known(self, until: float) -> bool:
        unclear = False
        for uid in tuple(self._misses):
            if self._effort.now() > until:
                break
            try:
                here = self._is_here(uid)
            except Unclear:
                here, unclear = False, True
            misses = self._misses.pop(uid)
            self._misses[uid] = 0 if here else misses + 1
        return unclear

    def _is_here(self, uid: bytes) -> bool:
        here = self._dialogue.wake(WUPA) and self._dialogue.select(uid)
        self._dialogue.halt()
        return here

    def _meet_new(self, until: float) -> bool:
        """Read and halt tags until none answers; returns whether one could not be read."""
        failures = 0
        request = REQA if self._misses else WUPA  # with no known tag, one halted by another reader is new, too
        while self._answers(request):
            try:
                uid, sak = self._dialogue.find()
            except Unclear:
                failures += 1
            else:
                failures, request = 0, REQA
                self._misses[uid] = 0
                if is_chip_card(sak):
                    self._chip_cards.add(uid)
                self._dialogue.halt()
            if failures == ATTEMPTS or self._effort.now() > until or not (self._several or failures):
                break
        return failures > 0

    def _answers(self, request: int) -> bool:
        try:
            return self._dialogue.wake(request)
        except Unclear:
            return False

    def _forget_lost(self) -> None:
        """Forget tags missed too often; for one that can be a card, switch the field off and on.

        A halted card that was missed would never answer again. A phone would make up a new number, and so be lost and
        cost the cards a pause over and over.
        """
        lost = {uid for uid, misses in self._misses.items() if misses >= MISSES}
        cards = self._cards(lost)
        for uid in lost:
            del self._misses[uid]
        self._chip_cards -= lost
        if cards:
            self._chip.antenna(on=False)
            self._effort.sleep(POWER_UP_S)
            self._chip.antenna(on=True)
            self._settled_at = self._clock.now() + POWER_UP_S
