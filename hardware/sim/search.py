"""How a reader chip with an own state machine finds type A tags: wake, resolve, select, halt.

Source: ISO/IEC 14443-3:2011, 6.5, from the reader's side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from hardware.sim.air import FRAME_DELAY_S, Answer, Frame, has_crc_a
from hardware.sim.tags import HLTA, NVB_SELECT, REQA, SAK_INCOMPLETE, SEL_CODES

if TYPE_CHECKING:
    from hardware.sim.field import Field

LEVEL_BITS = 40


@dataclass(frozen=True, slots=True)
class Found:
    """A selected tag: its answer to REQA (low byte first), the last SAK, and its UID."""

    atqa: bytes
    sak: int
    uid: bytes


class Search:
    """One search through a field that is on; `spent_s` is the air time so far."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self.spent_s = 0.0

    def find(self) -> Found | None:
        """Select one tag that is not halted; None: no answer, or none that can be read."""
        woken = self._say(REQA)
        if woken is None:
            return None
        uid = b""
        for code in SEL_CODES:
            level = self._single_out(code)
            sak = self._select(code, level) if level else None
            if level is None or sak is None:
                return None
            if not sak & SAK_INCOMPLETE:
                return Found(woken.frame.octets(), sak, uid + level[:4])
            uid += level[1:4]
        return None

    def halt(self) -> None:
        """Halt the selected tag."""
        self._say(HLTA)

    def _say(self, sent: Frame) -> Answer | None:
        heard = self._field.exchange(sent)
        self.spent_s += sent.air_s + FRAME_DELAY_S + (heard.frame.air_s if heard else 0.0)
        return heard

    def _single_out(self, code: int) -> bytes | None:
        """The four bytes and the check byte of one level of one tag; at a collision the tags with a one continue."""
        known = place = 0
        while True:
            nvb = (2 + place // 8) << 4 | place % 8
            heard = self._say(Frame(code | nvb << 8 | known << 16, 16 + place))
            if heard is None or (not heard.parity_ok and heard.collision is None):
                return None
            known |= heard.frame.bits << place
            if heard.collision is None:
                level = known.to_bytes(16, "little")[: LEVEL_BITS // 8]
                return level if reduce(xor, level) == 0 and known < 1 << LEVEL_BITS else None
            place += heard.collision + 1
            if place > LEVEL_BITS:
                return None
            known = known & ((1 << place - 1) - 1) | 1 << place - 1

    def _select(self, code: int, level: bytes) -> int | None:
        heard = self._say(Frame.checked(bytes([code, NVB_SELECT]) + level))
        octets = heard.frame.octets() if heard and heard.parity_ok else b""
        return octets[0] if len(octets) == 3 and has_crc_a(octets) else None
