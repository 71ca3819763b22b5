"""The MFRC522 as a modem: set up, verify, send one frame, receive one frame.

Register access, register names and commands are those of the public `mfrc522` package. Its waiting and its transceive
are not used: they spin two thousand reads when no tag answers and drop the chip's error bits. Knows no tag. Sections
are those of the MFRC522 data sheet, revision 3.9.
"""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

from hardware.bus import Clock, DeviceError, NoCableError, OutputPin, Spi
from hardware.drivers.stock_mfrc522 import silently, stock_package

log = logging.getLogger(__name__)

TICKS = 20
"""The time limit in ticks of the chip's timer, which runs at 13.56 MHz / (2 * 0xA9 + 1) = 40 kHz (8.5)."""
TIMEOUT_S = TICKS * 25e-6
"""0.5 ms: every answer of ISO/IEC 14443-3 begins 91 us after the request and is detected five bits later."""
BYTE_S = 9 * 128 / 13.56e6
"""Eight bits and parity at 106 kBd."""
ANSWER_DELAY_S = 91e-6
RESET_S = 2e-3
"""A soft reset takes about 40 us; the oscillator starts within a millisecond after a hard one (8.8)."""
FIFO_BYTES = 64

RX_IRQ, TIMER_IRQ = 0x20, 0x01
COLL_ERR = 0x08
FRAME_ERRORS = 0x1B
"""BufferOvfl, CollErr, ParityErr, ProtocolErr of ErrorReg; the chip's own CRC is off (9.3.1.7)."""
COLL_POS_NOT_VALID = 0x20
DRIVERS_ON = 0x03
TEMP_ERR = 0x40

KNOWN_VERSIONS = frozenset({0x88, 0x90, 0x91, 0x92})
"""Contents of VersionReg: 0x88 is an FM17522, a clone, 0x9X an MFRC522 (9.3.4.8); other clones often work, too."""

GAINS = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}
"""RFCfgReg by receiver gain in dB (9.3.3.6)."""

NOT_WRITTEN = {
    "TxControlReg": 0x83,  # with both antenna drivers on
    "TxModeReg": 0x00,
    "RxModeReg": 0x00,
    "TxSelReg": 0x10,
    "RxSelReg": 0x84,
    "RxThresholdReg": 0x84,
    "DemodReg": 0x4D,
    "MifareReg": 0x62,  # MfTxReg
    "Reserved13": 0x00,  # MfRxReg, which the package does not name
    "ModWidthReg": 0x26,
    "GsNReg": 0x88,
    "CWGsPReg": 0x20,
    "ModGsPReg": 0x20,
    "Status2Reg": 0x00,
    "ErrorReg": 0x00,
}
"""Registers that must have their values after a reset (9.3) and with the antenna on, or no tag is heard."""
COUNTS = {"CollReg": 0x80, "Status2Reg": 0x08, "ErrorReg": TEMP_ERR}
"""The stable bits of these registers: ValuesAfterColl, MFCrypto1On and TempErr."""


class ReceivedFrame(NamedTuple):
    """A received frame: nothing, or octets with the chip's error bits.

    `last_bits` counts the valid bits of the last octet (0: all eight); `errors` is ErrorReg as far as it concerns the
    frame, `coll` is CollReg. Octets are also empty if the caller expected none.
    """

    silent: bool = True
    octets: bytes = b""
    last_bits: int = 0
    errors: int = 0
    coll: int = 0

    @property
    def whole(self) -> bool:
        """Whether whole bytes arrived without parity error, collision or overflow."""
        return not (self.silent or self.errors or self.last_bits)

    @property
    def collision(self) -> int | None:
        """CollPos, the first bit (1..32) on which tags differ; None: none, or beyond the 32nd (9.3.1.15)."""
        if not self.errors & COLL_ERR or self.coll & COLL_POS_NOT_VALID:
            return None
        return self.coll & 0x1F or 32


class Chip:
    """One MFRC522 on one wire.

    `gain_db` is one of GAINS (48: for stickers; the chip's default is 33). Without `burst`, for doubtful clones, each
    register takes a transfer of its own and nothing is assumed. Building it uses no wire and raises ImportError if the
    package is missing.
    """

    def __init__(  # noqa: PLR0913 - three wires, three settings
        self, spi: Spi, clock: Clock, reset: OutputPin | None, *, bus: str, burst: bool, gain_db: int
    ) -> None:
        self._clock = clock
        self._reset = reset
        self._bus = bus
        self._burst = burst
        self._package = stock_package(spi, reset)
        self._regs = self._package.MFRC522
        self._stock: Any = None
        self._written = self._by_address(
            {
                "TModeReg": 0x80,  # TAuto: the timer starts when the last bit is sent
                "TPrescalerReg": 0xA9,  # ticks of 25 us
                "TReloadRegH": 0,
                "TReloadRegL": TICKS,
                "TxAutoReg": 0x40,  # 100 % ASK
                "ModeReg": 0x3D,  # CRC preset 0x6363
                "RFCfgReg": GAINS[gain_db],
                "CollReg": 0x00,  # bits after a collision read as zero
            }
        )
        self._wanted = self._written | self._by_address(NOT_WRITTEN)
        self._counts = self._by_address(COUNTS)
        self._kept: dict[int, int] = {}  # the settings as read after the last set-up
        self._version: int | None = None

    def tune(self, gain_db: int) -> None:
        """Use this gain, one of GAINS, from the next set-up on, which is due."""
        gain = self._by_address({"RFCfgReg": GAINS[gain_db]})
        self._written |= gain
        self._wanted |= gain
        self._kept = {}

    def set_up(self) -> None:
        """Reset the chip, configure it and switch the field on. Raises DeviceError if it does not take its settings.

        A setting that reads back wrong is written once more, in case a transfer was disturbed. If it still differs, it
        is a peculiarity of a clone, and must only stay the same.
        """
        if self._stock is None:
            self._stock = silently(self._package.MFRC522)
        self._kept = {}
        found = self._configure()
        if found != self._wanted:
            found = self._configure()
        self._check(found)
        self._identify()
        self._kept = found

    def _configure(self) -> dict[int, int]:
        """Reset, write, switch the field on; returns the settings as read back.

        The package's MFRC522_Init does not wait for its soft reset; its settings are among these.
        """
        self._restart()
        for register, value in self._written.items():
            self._stock.Write_MFRC522(register, value)
        self._stock.AntennaOn()
        return self._settings()

    def is_in_order(self) -> bool:
        """Whether the chip answers and its settings are unchanged; one transfer. False before the first `set_up`."""
        return self._stock is not None and self._settings() == self._kept

    def antenna(self, *, on: bool) -> None:
        """Switch the field, which powers the tags."""
        if self._stock is not None:
            (self._stock.AntennaOn if on else self._stock.AntennaOff)()

    def exchange(self, sent: bytes, *, expect: int = 0, bits: int = 0, align: int = 0) -> ReceivedFrame:
        """Send a frame and receive the answer; sleeps while the frames are on the air.

        `expect` is the usual length of the answer in bytes; 0 if only its arrival matters. `bits` of the last byte are
        sent (0: all eight); the first received bit goes to bit `align`. The time limit is TIMEOUT_S after the last bit
        sent. Raises DeviceError if the chip reports neither an answer nor a time-out.
        """
        self._send(sent, align << 4 | bits)
        on_air = BYTE_S * (len(sent) + expect) + ANSWER_DELAY_S
        naps = (on_air, TIMEOUT_S, TIMEOUT_S) if expect else (on_air + TIMEOUT_S, TIMEOUT_S)
        for nap in naps:
            self._clock.sleep(nap)
            irq, *status = self._status()
            if irq & (RX_IRQ | TIMER_IRQ):
                return self._answer(status, expect=expect) if irq & RX_IRQ else ReceivedFrame()
        raise DeviceError(
            "the chip reports neither an answer nor the end of its timer",
            bus=self._bus,
            address=self._regs.CommIrqReg,
            sent=sent,
        )

    def _send(self, sent: bytes, framing: int) -> None:
        write = self._stock.Write_MFRC522
        write(self._regs.CommandReg, self._regs.PCD_IDLE)
        write(self._regs.CommIrqReg, 0x7F)  # bit 7 clear: the marked requests are cleared (9.3.1.5)
        write(self._regs.FIFOLevelReg, 0x80)  # flush
        self._fill(sent)
        if not self._burst:  # a clone may keep StartSend and would use the framing of the last frame
            write(self._regs.BitFramingReg, framing)
        write(self._regs.CommandReg, self._regs.PCD_TRANSCEIVE)
        write(self._regs.BitFramingReg, 0x80 | framing)

    def _fill(self, sent: bytes) -> None:
        if self._burst:
            self._stock.spi.xfer2([self._regs.FIFODataReg << 1, *sent])
            return
        for octet in sent:
            self._stock.Write_MFRC522(self._regs.FIFODataReg, octet)

    def _status(self) -> tuple[int, ...]:
        """CommIrqReg, ErrorReg, FIFOLevelReg, ControlReg, CollReg, in the order of the wire."""
        regs = self._regs
        detail = (regs.ErrorReg, regs.FIFOLevelReg, regs.ControlReg, regs.CollReg)
        if self._burst:
            return self._read(regs.CommIrqReg, *detail)
        irq = self._read(regs.CommIrqReg)
        return (*irq, *self._read(*detail)) if irq[0] & RX_IRQ else irq

    def _answer(self, status: list[int], *, expect: int) -> ReceivedFrame:
        errors, level, control, coll = status
        level = min(level, FIFO_BYTES) if expect else 0
        octets = bytes(self._read(*[self._regs.FIFODataReg] * level))
        return ReceivedFrame(
            silent=False, octets=octets, last_bits=control & 7, errors=errors & FRAME_ERRORS, coll=coll
        )

    def _read(self, *registers: int) -> tuple[int, ...]:
        """Registers in one transfer: each byte sent addresses the next byte received (8.1.2.1)."""
        if not registers:
            return ()
        if not self._burst:
            return tuple(self._stock.Read_MFRC522(register) for register in registers)
        received = self._stock.spi.xfer2([*(0x80 | register << 1 for register in registers), 0])
        return tuple(received[1:])

    def _restart(self) -> None:
        """Reset by the reset line, if there is one, and by command: the line may not be connected."""
        if self._reset is not None:
            self._reset.set(False)
            self._clock.sleep(RESET_S)
            self._reset.set(True)
            self._clock.sleep(RESET_S)
        self._stock.MFRC522_Reset()
        self._clock.sleep(RESET_S)

    def _settings(self) -> dict[int, int]:
        """Every register that decides whether tags are heard, in one transfer."""
        values = zip(self._wanted, self._read(*self._wanted), strict=True)
        return {register: value & self._counts.get(register, 0xFF) for register, value in values}

    def _check(self, settings: dict[int, int]) -> None:
        """Compare values that neither a reset chip nor a stuck wire has; clones vary in the rest of TxControlReg."""
        regs = self._regs
        found = bytes(settings[register] for register in (regs.TModeReg, regs.TPrescalerReg, regs.TxControlReg))
        if (found[0], found[1], found[2] & DRIVERS_ON) != (0x80, 0xA9, DRIVERS_ON):
            raise DeviceError(
                "no MFRC522 answers, expected 80 a9 83: check 3.3 V, ground, SDA, SCK, MOSI and MISO",
                bus=self._bus,
                address=regs.TModeReg,
                received=found,
            )
        if settings[regs.ErrorReg]:
            raise NoCableError(
                "the chip is too hot and has switched its antenna off: let it cool, and measure its 3.3 V",
                bus=self._bus,
                address=regs.ErrorReg,
            )

    def _by_address(self, values: dict[str, int]) -> dict[int, int]:
        """Replace the package's register names by addresses."""
        return {getattr(self._regs, name): value for name, value in values.items()}

    def _identify(self) -> None:
        (version,) = self._read(self._regs.VersionReg)
        if version != self._version and version not in KNOWN_VERSIONS:
            log.warning("%s: version register reads 0x%02x, no MFRC522 known here", self._bus, version)
        self._version = version
