"""ISO/IEC 14443-3 spoken through the chip: wake, tell apart, select, halt.

Nothing is believed unchecked: a level of a UID by its check byte and by the tag's answer to SELECT, that answer by
its CRC_A. What cannot be believed raises `Unclear`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.iso14443a import (
    NVB_WHOLE,
    SEL,
    SHORT_FRAME_BITS,
    assemble,
    bcc,
    cascade,
    crc_holds,
    is_complete,
    with_crc,
)

if TYPE_CHECKING:
    from hardware.bus import Clock
    from hardware.drivers.mfrc522_chip import Answer, Chip

HLTA = bytes([0x50, 0x00])


class Unclear(Exception):  # noqa: N818 - a state of the air, not an error of anybody
    """Something answered that cannot be read, or there is no time left to read it."""


class Dialogue:
    """The talk with the tags in the field. Without `several` a collision is not resolved.

    Beyond `deadline`, in seconds of the clock, nothing more is said: Unclear.
    """

    def __init__(self, chip: Chip, clock: Clock, *, several: bool) -> None:
        self._chip = chip
        self._clock = clock
        self._several = several
        self._broken_off = False
        self._active = False
        self._counts_from_frame = True
        self.deadline = 0.0

    def wake(self, request: int) -> bool:
        """Whether any tag answers REQA or WUPA.

        After a talk that broke off, tags may still be in READY and take the request for a mistake: they fall
        back silently and answer the next one (6.3.3). So silence is then asked twice.
        """
        answered = self._request(request) or (self._broken_off and self._request(request))
        self._broken_off = answered  # until the talk that begins here has come to its end
        self._active = False
        return answered

    def find(self) -> tuple[bytes, int]:
        """The UID and the last SAK of one of the tags that just answered, now selected; the others have fallen back."""
        levels = []
        for sel in SEL:
            level = self._resolve(sel)
            sak = self._select(sel, level)
            if sak is None:
                break
            levels.append(level)
            if is_complete(sak):
                self._end(active=True)
                return assemble(levels), sak
        raise Unclear

    def select(self, uid: bytes) -> bool:
        """Whether this tag is among those that just answered; if so, it is selected now."""
        levels = cascade(uid)
        for sel, level in zip(SEL, levels, strict=False):
            sak = self._select(sel, level)
            if sak is None:
                self._end(active=False)
                return False
            if is_complete(sak) != (level is levels[-1]):
                raise Unclear
        self._end(active=True)
        return True

    def ask(self, command: bytes, *, expect: int, ticks: int) -> bytes | None:
        """Send a command to the selected tag; its answer of `expect` bytes less CRC_A, None if not that."""
        answer = self._say(with_crc(command), expect=expect, ticks=ticks)
        good = answer.whole and len(answer.octets) == expect and crc_holds(answer.octets)
        return answer.octets[:-2] if good else None

    def halt(self) -> None:
        """Send the selected tag to HALT, where only WUPA wakes it; nothing if none is selected."""
        if self._active:
            self._chip.exchange(with_crc(HLTA))  # silence means yes (6.4.3)
            self._active = False

    def _end(self, *, active: bool) -> None:
        self._broken_off = False
        self._active = active

    def _request(self, request: int) -> bool:
        return not self._say(bytes([request]), bits=SHORT_FRAME_BITS).silent

    def _say(self, sent: bytes, *, expect: int = 0, bits: int = 0, align: int = 0, ticks: int = 20) -> Answer:
        if self._clock.now() > self.deadline:
            raise Unclear
        return self._chip.exchange(sent, expect=expect, bits=bits, align=align, ticks=ticks)

    def _select(self, sel: int, level: bytes) -> int | None:
        """The SAK of the tags with this level of the UID; None when there are none."""
        answer = self._say(with_crc(bytes([sel, NVB_WHOLE, *level, bcc(level)])), expect=3)
        if answer.silent:
            return None
        if not (answer.whole and len(answer.octets) == 3 and crc_holds(answer.octets)):
            raise Unclear
        return answer.octets[0]

    def _resolve(self, sel: int) -> bytes:
        """One level of the UID of one tag: at each collision the talk goes on with those that sent a one."""
        known = place = 0  # the bits that are settled, the first one lowest, and how many they are
        while True:
            answer = self._anticollision(sel, known, place)
            heard = self._joined(known, place, answer)
            if answer.collision is None:
                return _checked(heard, answer, 5 - place // 8)
            place = self._split(answer.collision, place)
            known = heard & ((1 << place - 1) - 1) | 1 << place - 1

    def _anticollision(self, sel: int, known: int, place: int) -> Answer:
        octets, bits = divmod(place, 8)
        sent = bytes([sel, 0x20 + (octets << 4) + bits]) + known.to_bytes((place + 7) // 8, "little")
        answer = self._say(sent, expect=5 - octets, bits=bits, align=bits)
        if answer.silent:
            if octets:
                self._counts_from_frame = not self._counts_from_frame
            raise Unclear
        return answer

    @staticmethod
    def _joined(known: int, place: int, answer: Answer) -> int:
        """The settled bits and, above them, those just heard; the first byte heard overlaps the last one sent."""
        heard = int.from_bytes(answer.octets, "little") << 8 * (place // 8)
        return known | heard >> place << place

    def _split(self, coll_pos: int, place: int) -> int:
        """The bit (1..32) of the level at which tags differ, found out with `place` bits settled.

        The MFRC522 data sheet leaves open whether CollPos counts from the start of the received frame, as its
        sibling MFRC631 does, or from the start of the level. Both are the same within the first byte; beyond
        it the reading that led to silence is given up for the other one at the next attempt.
        """
        readings = [8 * (place // 8) + coll_pos, coll_pos]
        if not self._counts_from_frame:
            readings.reverse()
        for reading in readings:
            if self._several and place < reading <= 32:
                return reading
        raise Unclear


def _checked(heard: int, answer: Answer, expected: int) -> bytes:
    """The four bytes of a level, if they came whole and their check byte fits."""
    octets = heard.to_bytes(9, "little")[:5] if heard < 1 << 40 else b""
    if not answer.whole or len(answer.octets) != expected or bcc(octets) != 0 or not octets:
        raise Unclear
    return octets[:4]
