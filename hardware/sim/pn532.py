"""A PN532 at its serial end: it sleeps, wakes, acknowledges, executes, answers.

Source: UM0701-02 PN532 User Manual rev. 02: 6.2 (frames and dialogue), 7.2.2, 7.2.10, 7.3.1, 7.3.5, 7.3.8. Only the
commands that a reader of UIDs needs. The chip's answer to other commands between power-up and SAMConfiguration is not
documented: the model is silent.
"""

from __future__ import annotations

from hardware.bus import Clock
from hardware.sim.air import FRAME_DELAY_S, AntennaAnswer, Frame, has_crc_a
from hardware.sim.field import Field
from hardware.sim.serial import SerialOutput
from hardware.sim.tags import HLTA, NVB_SELECT, REQA, SEL_CODES, Tag, TagState, cascade_levels

ACKNOWLEDGE = bytes.fromhex("00 00 FF 00 FF 00")
SYNTAX_ERROR = bytes.fromhex("00 00 FF 01 FF 7F 81 00")
FOR_EVER = 0xFF
TARGETS = 2
"""Maximum tags that it can hold (7.3.5)."""

ATS = bytes.fromhex("05 78 80 70 02")
"""The answer to select of a chip card, here that of an NTAG 424 or of many bank cards."""

ACK_AFTER_S, WORK_S, FIELD_UP_S = 0.5e-3, 1e-3, 5e-3
"""Until the ACK starts, for the work of a command, and until tags in a new field are awake."""


class SimPn532:
    """The chip with its field. Asks the fault chip-reset at each command, and those of the field."""

    baud = 115_200

    def __init__(self, field: Field, clock: Clock, *, ic: int = 0x32) -> None:
        self._field = field
        self._clock = clock
        self._ic = ic
        self._out = SerialOutput(clock, self.baud)
        self.power_up()

    def power_up(self) -> None:
        """As after a brown-out: asleep, not configured, field off, unlimited search."""
        self._asleep, self._normal_mode = True, False
        self._retries = FOR_EVER
        self._in = b""
        self._searching = 0  # tags wanted by an unfinished search
        self._air_s = 0.0  # spent in the present search
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
        if self._searching and (targets := self._search(self._searching, tries=1)):
            self._searching = 0
            self._answer(0x4A, bytes([len(targets)]) + b"".join(targets))
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
                self._field.power(on=bool(switches & 1))
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

    def _list(self, wanted: int) -> None:
        after_s = 0.0 if self._field.is_on else FIELD_UP_S
        self._field.power(on=True)
        if self._retries == FOR_EVER:
            self._searching = wanted
        else:
            self._air_s = 0.0
            targets = self._search(wanted, 1 + self._retries)
            self._answer(0x4A, bytes([len(targets)]) + b"".join(targets), after_s + self._air_s)

    def _search(self, wanted: int, tries: int) -> list[bytes]:
        """The tags found: for each its logical number, SENS_RES high byte first, SEL_RES, length, NFCID1 (7.3.5)."""
        targets: list[bytes] = []
        for _ in range(tries):
            while len(targets) < wanted and (target := self._find()):
                targets.append(bytes([len(targets) + 1]) + target)
                self._send(HLTA)
            if targets:
                break
        return targets

    def _find(self) -> bytes | None:
        """Select a tag that is not halted; None: no answer, or none that can be read.

        For a tag with ISO/IEC 14443-4 (SEL_RES bit 6) the chip requests an ATS and appends it, its length first. The
        anticollision of each level is one frame, and its outcome any of the tags: the chip resolves collisions itself.
        """
        woken = self._send(REQA)
        uid = next((tag.uid for tag in self._field.tags if isinstance(tag, Tag) and tag.state is TagState.READY), None)
        if woken is None or uid is None:
            return None
        sak = b""
        for code, level in zip(SEL_CODES, cascade_levels(uid), strict=False):
            self._send(Frame.of(bytes([code, 0x20])))
            answer = self._send(Frame.with_crc(bytes([code, NVB_SELECT]) + level))
            sak = answer.frame.octets() if answer and answer.parity_ok else b""
            if len(sak) != 3 or not has_crc_a(sak):
                return None
        return woken.frame.octets()[::-1] + bytes([sak[0], len(uid)]) + uid + (ATS if sak[0] & 0x20 else b"")

    def _send(self, frame: Frame) -> AntennaAnswer | None:
        answer = self._field.exchange(frame)
        self._air_s += frame.air_s + FRAME_DELAY_S + (answer.frame.air_s if answer else 0.0)
        return answer
