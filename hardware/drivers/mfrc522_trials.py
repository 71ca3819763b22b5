"""Trials of an MFRC522 on unknown wires: its version, and the speeds at which it is understood.

Uses nothing of the public package: each trial is a few transfers. Two timer registers hold test patterns, and the FIFO;
set the chip up again afterwards. Sections are those of the MFRC522 data sheet, revision 3.9.
"""

from __future__ import annotations

from typing import Final

from hardware.bus import Clock, OutputPin, Spi
from hardware.drivers.mfrc522_chip import RESET_S

FIFO_DATA, FIFO_LEVEL, RELOAD_HIGH, RELOAD_LOW, VERSION = 0x09, 0x0A, 0x2C, 0x2D, 0x37
FLUSH: Final = 0x80
GENUINE: Final = frozenset({0x91, 0x92})
"""VersionReg of NXP's own chips (9.3.4.8)."""
NOBODY: Final = frozenset({0x00, 0xFF})
"""The bytes that an undriven line reads."""
SLOWEST_HZ: Final = 100_000
"""A speed for any wires."""
SPEEDS_HZ: Final = (SLOWEST_HZ, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 10_000_000)
"""The chip allows 10 MHz (8.1.2)."""
LOOKS: Final = 32
PATTERNS: Final = tuple((37 * turn + 0x55) & 0xFF for turn in range(100))


def versions(spi: Spi) -> frozenset[int]:
    """VersionReg, read LOOKS times: one value unless the line is garbled or floating.

    Raises DeviceError, as all trials do, if the system refuses a transfer.
    """
    return frozenset(_read(spi, VERSION) for _ in range(LOOKS))


def restart(reset: OutputPin, clock: Clock) -> None:
    """Pulse the reset line low and let the chip start (8.8)."""
    for high in (False, True):
        reset.set(high)
        clock.sleep(RESET_S)


def forgets(spi: Spi, reset: OutputPin, clock: Clock) -> bool:
    """Whether a pulse on the reset line resets the chip: a register written before reads 0 and can be written."""
    _write(spi, RELOAD_LOW, 0xA5)
    restart(reset, clock)
    return _read(spi, RELOAD_LOW) == 0 and _comes_back(spi, 0xA5)


def disagreements(spi: Spi) -> int:
    """The number of PATTERNS that read back wrong; 0: no error."""
    return sum(not _comes_back(spi, pattern) for pattern in PATTERNS)


def bursts_agree(spi: Spi) -> bool:
    """Whether several registers, or several bytes, in one transfer equal single transfers (8.1.2.1)."""
    _write(spi, RELOAD_HIGH, 0x5A)
    _write(spi, RELOAD_LOW, 0xC3)
    registers = (RELOAD_HIGH, RELOAD_LOW, VERSION)
    single = bytes(_read(spi, register) for register in registers)
    return _burst(spi, *registers) == single and _fifo_agrees(spi)


def _fifo_agrees(spi: Spi) -> bool:
    written = bytes(range(1, 17))
    _write(spi, FIFO_LEVEL, FLUSH)
    _write(spi, FIFO_DATA, *written)
    level = _read(spi, FIFO_LEVEL)
    return level == len(written) and _burst(spi, *[FIFO_DATA] * level) == written


def _comes_back(spi: Spi, pattern: int) -> bool:
    """Write and read two registers, inverted in the second, so that a floating line cannot pass."""
    _write(spi, RELOAD_LOW, pattern)
    _write(spi, RELOAD_HIGH, pattern ^ 0xFF)
    return (_read(spi, RELOAD_LOW), _read(spi, RELOAD_HIGH)) == (pattern, pattern ^ 0xFF)


def _write(spi: Spi, register: int, *octets: int) -> None:
    spi.transfer(bytes([register << 1, *octets]))


def _read(spi: Spi, register: int) -> int:
    return _burst(spi, register)[0]


def _burst(spi: Spi, *registers: int) -> bytes:
    """Each byte sent addresses the next byte received (8.1.2.1)."""
    return spi.transfer(bytes([*(0x80 | register << 1 for register in registers), 0]))[1:]
