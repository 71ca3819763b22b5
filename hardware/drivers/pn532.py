"""The NFC reader on a serial line: a PN532 board set to HSU, its high-speed UART.

Wiring (3.3 V): TX to GPIO15, RX to GPIO14, both switches of the board at 0 (HSU). The chip does anticollision and
cascade by itself and holds at most two tags. Its UIDs equal those of the MFRC522 driver.

A phone takes one of these two places: with a phone on the reader a round has a second search, for the tags that the
first one did not list.

Every round begins with the field off: a tag left selected would answer every second search only (reported for 7-byte
tags, Adafruit-PN532 issue 52), and the second of two would stay halted.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress

from hardware.bus import Clock, DeviceError, Sighting
from hardware.drivers.retried import SerialLine
from hardware.frames import pn532 as frames
from hardware.iso14443a import is_chip_card, is_random

POLL_S, NAP_S = 24e-3, 2e-3
"""Maximum seconds of a poll before it is pending, and of a sleep within it."""
ACK_S, ANSWER_S = 0.1, 0.2
"""The chip acknowledges within 15 ms (6.2.2) and lists within 30; USB adapters delay bytes for 16 ms."""
IC_PN532 = 0x32


class Pn532:
    """A `hardware.bus.Reader` of 4-, 7- and 10-byte UIDs, up to two tags at once.

    The dialogue with the chip is one generator, `_talk`; a poll runs it until the round is complete, or until its time
    is up and the sighting is pending. Every answer shows that the chip works: there is no other heartbeat. `restarts`
    counts how often a silent chip was set up again. Without `several` it searches for one tag.
    """

    def __init__(self, line: SerialLine, clock: Clock, *, several: bool = True) -> None:
        self._wanted, self._most = (frames.LIST_TWO_TAGS, 2) if several else (frames.LIST_ONE_TAG, 1)
        self._line = line
        self._clock = clock
        self._frames = frames.Pn532Frames()
        self._dialogue = self._talk()
        self._sent = self._received = b""
        self._suspect = False
        self._version: bytes | None = None
        self.restarts = 0

    @property
    def version(self) -> str | None:
        """The firmware at the last set-up, such as "1.6"; None before it."""
        return f"{self._version[1]}.{self._version[2]}" if self._version else None

    def poll(self) -> Sighting:
        """One round: search for tags, read the answer, switch the field off.

        A chip that fails is set up at the next poll; until then the sighting is unclear. Raises DeviceError if it fails
        again, and while the port is missing.
        """
        until = self._clock.now() + POLL_S
        try:
            for sighting in self._dialogue:
                if sighting is not None:
                    self._suspect = False
                    return sighting
                if self._clock.now() + NAP_S > until:
                    return Sighting(unclear=True, pending=True)
                self._clock.sleep(NAP_S)
        except DeviceError:
            self._dialogue = self._talk()
            if self._suspect:
                raise
            self._suspect = True
        return Sighting(unclear=True)

    def close(self) -> None:
        """Switch the field off and release the port."""
        if self._version:
            with suppress(DeviceError):
                self._line.write(frames.to_frame(frames.FIELD_OFF))
        self._dialogue = self._talk()
        self._version = None
        self._line.close()

    def _talk(self) -> Iterator[Sighting | None]:
        """Set the chip up, then round after round; yields None while it waits, and a sighting for each round."""
        self._frames = frames.Pn532Frames()
        yield from self._ask(frames.SAM_CONFIGURATION, first=frames.WAKE_UP)
        version = yield from self._ask(frames.GET_FIRMWARE_VERSION)
        if len(version) != 4 or version[0] != IC_PN532:
            raise self._fault("this is no PN532")
        yield from self._ask(frames.TWO_TRIES)
        self.restarts += self._version is not None
        self._version = version
        while True:
            sighting = _sighting((yield from self._ask(self._wanted)))
            if len(sighting.uids) == self._most and _no_card(sighting):  # it takes the place of a card
                sighting = _both(sighting, _sighting((yield from self._ask(self._wanted))))
            self._say(frames.FIELD_OFF)  # tags lose their state between two rounds
            yield sighting
            yield from self._answer(frames.FIELD_OFF[0])

    def _ask(self, command: bytes, *, first: bytes = b"") -> Generator[None, None, bytes]:
        self._say(command, first=first)
        return (yield from self._answer(command[0]))

    def _say(self, command: bytes, *, first: bytes = b"") -> None:
        self._sent, self._received = frames.to_frame(command), b""
        self._said_at = self._clock.now()
        self._line.write(first + self._sent)

    def _answer(self, code: int) -> Generator[None, None, bytes]:
        """The chip's answer after the code: it acknowledges, executes, answers (6.2.2).

        An answer without a readable acknowledge still counts; answers to other commands do not.
        """
        acknowledged = False
        while True:
            for frame in self._frames.feed(self._listen()):
                if frame is frames.Signal.ACK:
                    acknowledged = True
                elif frame is frames.Signal.REFUSAL:
                    raise self._fault("the chip refuses the command")
                elif isinstance(frame, bytes) and frame[:1] == bytes([code + 1]):
                    return frame[1:]
            if self._clock.now() - self._said_at > (ANSWER_S if acknowledged else ACK_S):
                raise self._fault("no answer" if acknowledged else "no acknowledge: check power, wires and switches")
            yield None

    def _listen(self) -> bytes:
        octets = self._line.read()
        self._received = (self._received + octets)[-32:]
        return octets

    def _fault(self, what: str) -> DeviceError:
        return DeviceError(what, bus=self._line.bus, sent=self._sent, received=self._received)


def _sighting(listed: bytes) -> Sighting:
    try:
        found = frames.targets(listed)
    except ValueError:
        return Sighting(unclear=True)
    return Sighting(frozenset(found), chip_cards=frozenset(uid for uid, sak in found.items() if is_chip_card(sak)))


def _no_card(sighting: Sighting) -> bool:
    """Whether a phone or the like is among the tags."""
    return bool(sighting.chip_cards) or any(map(is_random, sighting.uids))


def _both(one: Sighting, other: Sighting) -> Sighting:
    """What two searches in the same field have found."""
    unclear = one.unclear or other.unclear
    return Sighting(one.uids | other.uids, unclear, one.chip_cards | other.chip_cards)
