"""ISO/IEC 14443-3 through the chip: wake, resolve collisions, select, halt.

Everything is checked: a level of a UID by its check byte and by the answer to SELECT, that answer by its CRC_A. A
failed check raises `Unclear`.
"""

from __future__ import annotations

from hardware import iso14443a
from hardware.bus import Clock
from hardware.drivers.mfrc522_chip import Chip, ReceivedFrame

HLTA = bytes([0x50, 0x00])


class Unclear(Exception):  # noqa: N818 - a state of the air, not an error of anybody
    """An answer could not be read, or there is no time left to read it."""


class Dialogue:
    """The dialogue with the tags in the field. Without `several` collisions are not resolved.

    No frame is sent after `deadline`, in seconds of the clock: raises Unclear.
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

        After an interrupted dialogue tags may be in READY and take the request for an error: they fall back silently
        and answer the next one (6.3.3). So after silence the request is repeated once.
        """
        answered = self._request(request) or (self._broken_off and self._request(request))
        self._broken_off = answered  # until the dialogue that begins here is complete
        self._active = False
        return answered

    def find(self) -> tuple[bytes, int]:
        """The UID and last SAK of one of the tags that just answered, now selected; the others have fallen back."""
        levels = []
        for sel in iso14443a.SEL:
            level = self._resolve(sel)
            sak = self._select(sel, level)
            if sak is None:
                break
            levels.append(level)
            if iso14443a.is_complete(sak):
                self._end(active=True)
                return iso14443a.assemble(levels), sak
        raise Unclear

    def select(self, uid: bytes) -> bool:
        """Select this tag; returns whether it was among those that just answered."""
        levels = iso14443a.cascade(uid)
        for sel, level in zip(iso14443a.SEL, levels, strict=False):
            sak = self._select(sel, level)
            if sak is None:
                self._end(active=False)
                return False
            if iso14443a.is_complete(sak) != (level is levels[-1]):
                raise Unclear
        self._end(active=True)
        return True

    def halt(self) -> None:
        """Halt the selected tag, so that only WUPA wakes it; does nothing if none is selected."""
        if self._active:
            self._chip.exchange(iso14443a.with_crc(HLTA))  # silence means yes (6.4.3)
            self._active = False

    def _end(self, *, active: bool) -> None:
        self._broken_off = False
        self._active = active

    def _request(self, request: int) -> bool:
        return not self._say(bytes([request]), bits=iso14443a.SHORT_FRAME_BITS).silent

    def _say(self, sent: bytes, *, expect: int = 0, bits: int = 0, align: int = 0) -> ReceivedFrame:
        if self._clock.now() > self.deadline:
            raise Unclear
        return self._chip.exchange(sent, expect=expect, bits=bits, align=align)

    def _select(self, sel: int, level: bytes) -> int | None:
        """The SAK of the tags with this level of the UID; None: no such tag."""
        answer = self._say(
            iso14443a.with_crc(bytes([sel, iso14443a.NVB_WHOLE, *level, iso14443a.bcc(level)])), expect=3
        )
        if answer.silent:
            return None
        if not (answer.whole and len(answer.octets) == 3 and iso14443a.crc_holds(answer.octets)):
            raise Unclear
        return answer.octets[0]

    def _resolve(self, sel: int) -> bytes:
        """One level of one tag's UID: at each collision the tags with a one continue."""
        known = place = 0  # the settled bits, the first one lowest, and their number
        while True:
            answer = self._anticollision(sel, known, place)
            bits = self._join(known, place, answer)
            if answer.collision is None:
                return _check(bits, answer, 5 - place // 8)
            place = self._split(answer.collision, place)
            known = bits & ((1 << place - 1) - 1) | 1 << place - 1

    def _anticollision(self, sel: int, known: int, place: int) -> ReceivedFrame:
        octets, bits = divmod(place, 8)
        sent = bytes([sel, 0x20 + (octets << 4) + bits]) + known.to_bytes((place + 7) // 8, "little")
        answer = self._say(sent, expect=5 - octets, bits=bits, align=bits)
        if answer.silent:
            if octets:
                self._counts_from_frame = not self._counts_from_frame
            raise Unclear
        return answer

    @staticmethod
    def _join(known: int, place: int, answer: ReceivedFrame) -> int:
        """The settled bits followed by the received ones; the first received byte overlaps the last one sent."""
        bits = int.from_bytes(answer.octets, "little") << 8 * (place // 8)
        return known | bits >> place << place

    def _split(self, coll_pos: int, place: int) -> int:
        """The bit (1..32) of the level at which tags differ, with `place` bits settled.

        The MFRC522 data sheet does not say whether CollPos counts from the start of the received frame, as in its
        sibling MFRC631, or from the start of the level. Both are equal within the first byte. Beyond it, a reading that
        led to silence is replaced by the other one at the next attempt.
        """
        readings = [8 * (place // 8) + coll_pos, coll_pos]
        if not self._counts_from_frame:
            readings.reverse()
        for reading in readings:
            if self._several and place < reading <= 32:
                return reading
        raise Unclear


def _check(bits: int, answer: ReceivedFrame, expected: int) -> bytes:
    """The four bytes of a level. Raises Unclear unless they are whole and their check byte fits."""
    octets = bits.to_bytes(9, "little")[:5] if bits < 1 << 40 else b""
    if not answer.whole or len(answer.octets) != expected or iso14443a.bcc(octets) != 0 or not octets:
        raise Unclear
    return octets[:4]
