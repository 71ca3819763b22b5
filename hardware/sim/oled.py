"""128x64 OLED modules at the wire: bytes of I2C messages in, the visible picture out.

SSD1306 datasheet rev 1.1: 8.1.5 (I2C), tables 10-1 and 10-2 (rows and COM lines). Knows no bus and no fault:
`hardware.sim.i2c` delivers the messages and cuts the power.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, Final

from hardware.bus import PICTURE_BYTES
from hardware.sim.oled_controller import LINES, PAGES, SH1106, SSD1306, SSD1309, Gddram, OledState, Opcodes, Span

_WIDTH: Final = 128
_ALL_LIT: Final = int.from_bytes(b"\1" * _WIDTH, "big")


class SimPanel:
    """The common part of the modules.

    `seed` sets the garbage in the memory after power-on. `first_column` is the controller's first column on the glass
    (None: as in its data sheet).
    """

    COMMANDS: ClassVar[Mapping[int, Opcodes]]
    FIRST_COLUMN: ClassVar[int] = 0
    POWER_ON_CONTRAST: ClassVar[int] = 0x7F
    NEEDS_PUMP: ClassVar[bool] = False
    IDENTITY: ClassVar[int] = 0x03

    def __init__(self, seed: int = 0, first_column: int | None = None) -> None:
        self._chance = Random(seed)  # noqa: S311 - garbage in a memory is no secret
        self._first_column = self.FIRST_COLUMN if first_column is None else first_column
        self._is_other = False
        self.reset()

    def reset(self) -> None:
        """Lose and regain power: display off, page addressing, garbage in the memory."""
        width = _WIDTH + 2 * self._first_column
        garbage = bytearray(self._chance.randbytes(PAGES * width))
        self._chip = OledState(Gddram(width, garbage, Span(0, width - 1)), self.POWER_ON_CONTRAST)
        self._pending = bytearray()
        self._picture: bytes | None = None

    def swap(self, *, other: bool) -> None:
        """Become a module whose glass begins at the other column, or the original one."""
        if other is not self._is_other:
            self._is_other, self._first_column = other, 2 - self._first_column
            self.reset()

    @property
    def lit(self) -> bool:
        """Whether the panel is on and has its high voltage."""
        return bool(self._chip.on and (self._chip.pump or not self.NEEDS_PUMP))

    @property
    def contrast(self) -> int:
        """The contrast register, 0..255."""
        return self._chip.contrast

    def write(self, received: bytes) -> None:
        """Receive one message: control bytes (bit 7: a single byte follows; bit 6: memory, not command)."""
        self._picture = None
        at = 0
        while at < len(received):
            control = received[at]
            end = at + 2 if control & 0x80 else len(received)
            if control & 0x40:
                self._chip.memory.put(received[at + 1 : end])
            else:
                for octet in received[at + 1 : end]:
                    self._take_command_byte(octet)
            at = end

    def read(self) -> int:
        """The status byte: bit 6 is set if the display is off (table 9-1, read status); lower bits hold an identity."""
        return (not self._chip.on) << 6 | self.IDENTITY

    def _take_command_byte(self, octet: int) -> None:
        """A command waits for its arguments, even into the next message."""
        self._pending.append(octet)
        opcode, *arguments = self._pending
        command = self.COMMANDS.get(opcode)
        if command is not None and len(arguments) < command.arguments:
            return
        self._pending.clear()
        if command is not None and command.effect is not None:
            command.effect(self._chip, *(arguments or [opcode]))

    def picture(self) -> bytes:
        """The visible picture of a module mounted pins up: PICTURE_BYTES, all zero if dark."""
        if self._picture is None:  # it stays until the next message
            self._picture = self._draw() if self.lit else bytes(PICTURE_BYTES)
        return self._picture

    def _draw(self) -> bytes:
        lines = [self._glass_line(y) for y in range(LINES)]
        return b"".join(_page(lines[8 * page : 8 * page + 8]) for page in range(PAGES))

    def _glass_line(self, y: int) -> int:
        """The line y of the glass from SEG0 on; COM0 is wired to the lowest line."""
        chip = self._chip
        row = self._row_on_com(LINES - 1 - y)
        if row > chip.last_row:
            return 0
        if chip.all_on:
            return _ALL_LIT
        line = chip.memory.line((row + chip.start_line) % LINES, self._first_column, _WIDTH)
        return line ^ _ALL_LIT if chip.inverted else line

    def _row_on_com(self, com: int) -> int:
        """The row that drives a COM line (tables 10-1 and 10-2); none above the multiplex ratio."""
        chip = self._chip
        if not chip.com_pins & 0x10:  # sequential pins, but the glass is wired for alternative ones
            com = com // 2 + LINES // 2 * (com % 2)
        scanned = chip.last_row - com if chip.scan_reversed else com
        return (scanned + chip.offset) % LINES


def _page(lines: Sequence[int]) -> bytes:
    """Eight lines stacked into bytes, top line in bit 0. SEG0 is wired to the right edge of the glass."""
    stacked = sum(line << bit for bit, line in enumerate(lines))
    return stacked.to_bytes(_WIDTH, "little")


class SimSsd1306(SimPanel):
    """The 0.96" module: dark until its charge pump (8Dh 14h) is on."""

    COMMANDS = SSD1306
    NEEDS_PUMP = True


class SimSsd1309(SimPanel):
    """The 2.42" module, with 12 V from a converter of its own."""

    COMMANDS = SSD1309


class SimSh1106(SimPanel):
    """The 1.3" module: 132 columns, the middle 128 on the glass; its converter starts by itself."""

    COMMANDS = SH1106
    FIRST_COLUMN = 2
    IDENTITY = 0x08
    POWER_ON_CONTRAST = 0x80
