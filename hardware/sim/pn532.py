"""A PN532 at its serial end: it sleeps, wakes, acknowledges, executes, answers.

Source: UM0701-02 PN532 User Manual rev. 02: 6.2 (frames and dialogue), 7.2.2, 7.2.10, 7.3.1, 7.3.5, 7.3.8. Only the
commands that a reader of UIDs needs. The chip's answer to other commands between power-up and SAMConfiguration is not
documented: the model is silent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.sim.search import Search
from hardware.sim.serial import Outbox

if TYPE_CHECKING:
    from hardware.bus import Clock
    from hardware.sim.field import Field
    from hardware.sim.search import Found

ACKNOWLEDGE = bytes.fromhex("00 00 FF 00 FF 00")
SYNTAX_ERROR = bytes.fromhex("00 00 FF 01 FF 7F 81 00")
FOR_EVER = 0xFF
TARGETS = 2
"""Maximum tags that it can hold (7.3.5)."""

ACK_AFTER_S, WORK_S, FIELD_UP_S = 0.5e-3, 1e-3, 5e-3
"""Until the ACK starts, for the work of a command, and until tags in a new field are awake."""


class SimPn532:
    """The chip with its field. Asks the fault chip-reset at each command, and those of the field."""

    baud = 115_200

    def __init__(self, field: Field, clock: Clock, *, ic: int = 0x32) -> None:
        self._field = field
        self._clock = clock
        self._ic = ic
        self._out = Outbox(clock, self.baud)
        self.power_up()

    def power_up(self) -> None:
        """As after a brown-out: asleep, not configured, field off, unlimited search."""
        self._asleep, self._normal_mode = True, False
        self._retries = FOR_EVER
        self._in = b""
        self._searching = 0  # tags wanted by an unfinished search
        self._field_is_on = False
        self._field.power(on=False)
        self._out.clear()

    def hear(self, octets: bytes) -> None:
        """Receive bytes of the host, and execute a complete frame."""
        self._in += octets
        if self._asleep:
            _, woken, self._in = self._in.partition(b"\x55\x55")
            self._asleep = not woken
        while not self._asleep and (frame := self._next_frame()) is not None:
            self._obey(frame)

    def speak(self) -> bytes:
        """The bytes sent by now."""
        if self._searching and (found := self._search(self._searching)):
            self._answer(0x4A, found)
        return self._out.due()

    def _next_frame(self) -> bytes | None:
        """The next valid content (empty for an ACK of the host), removed from the received bytes."""
        while True:
            _, start, rest = self._in.partition(b"\x00\xff")
            if not start or len(rest) < 2:
                return None
            length = rest[0]
            if (length + rest[1]) % 256:
                self._in = rest
                continue
            if len(rest) < 2 + length + (length > 0):
                return None
            content, check = rest[2 : 2 + length], rest[2 + length : 3 + length]
            if length == 0 or sum(content + check) % 256 == 0:
                self._in = rest[2 + length + len(check) :] if length else rest[2:]
                return content
            self._in = rest

    def _obey(self, content: bytes) -> None:
        """Acknowledge and execute; aborts a running command (6.2.2, abort)."""
        self._searching = 0
        self._out.clear()
        if not content:
            return
        if self._field.faults.strikes("chip-reset"):
            self.power_up()
            return
        self._out.say(ACKNOWLEDGE, self._clock.now() + ACK_AFTER_S)
        if content[0] != 0xD4 or len(content) < 2:
            self._out.say(SYNTAX_ERROR, self._clock.now() + ACK_AFTER_S)
        elif self._normal_mode or content[1] in {0x02, 0x14}:
            self._do(content[1], content[2:])

    def _do(self, code: int, parameters: bytes) -> None:
        match code, list(parameters):
            case 0x02, []:
                self._answer(code, bytes([self._ic, 0x01, 0x06, 0x07]))
            case 0x14, [0x01, *_]:
                self._normal_mode = True
                self._answer(code)
            case 0x32, [0x05, _, _, retries]:
                self._retries = retries
                self._answer(code)
            case 0x32, [0x01, switches]:
                self._switch(on=bool(switches & 1))
                self._answer(code)
            case 0x52, [_]:
                self._answer(code, b"\x00")
            case 0x4A, [wanted, 0x00] if 1 <= wanted <= TARGETS:
                self._list(wanted)
            case _:
                self._out.say(SYNTAX_ERROR, self._clock.now() + ACK_AFTER_S)

    def _answer(self, code: int, parameters: bytes = b"", after_s: float = 0.0) -> None:
        content = bytes([0xD5, code + 1]) + parameters
        frame = b"\x00\x00\xff" + bytes([len(content), -len(content) & 0xFF]) + content
        frame += bytes([-sum(content) & 0xFF, 0x00])
        self._out.say(frame, self._clock.now() + ACK_AFTER_S + WORK_S + after_s)

    def _switch(self, *, on: bool) -> None:
        self._field_is_on = on
        self._field.power(on=on)

    def _list(self, wanted: int) -> None:
        after_s = 0.0 if self._field_is_on else FIELD_UP_S
        self._switch(on=True)
        if self._retries == FOR_EVER:
            self._searching = wanted
            return
        search = Search(self._field)
        found = self._found(search, wanted, 1 + self._retries)
        self._answer(0x4A, _targets(found), after_s + search.spent_s)

    def _search(self, wanted: int) -> bytes:
        """One more try of an unlimited search; empty: no tag."""
        found = self._found(Search(self._field), wanted, tries=1)
        if not found:
            return b""
        self._searching = 0
        return _targets(found)

    @staticmethod
    def _found(search: Search, wanted: int, tries: int) -> list[Found]:
        found: list[Found] = []
        for _ in range(tries):
            while len(found) < wanted and (tag := search.find()):
                found.append(tag)
                search.halt()
            if found:
                break
        return found


ATS = bytes.fromhex("05 78 80 70 02")
"""As that of an NTAG 424 or of many bank cards."""


def _targets(found: list[Found]) -> bytes:
    """The number of tags and, for each: logical number, SENS_RES high byte first, SEL_RES, length, NFCID1 (7.3.5).

    For a tag with ISO/IEC 14443-4 (SEL_RES bit 6) the chip requests an ATS and appends it, its length first.
    """
    listed = (
        bytes([number]) + tag.atqa[::-1] + bytes([tag.sak, len(tag.uid)]) + tag.uid + (ATS if tag.sak & 0x20 else b"")
        for number, tag in enumerate(found, 1)
    )
    return bytes([len(found)]) + b"".join(listed)
