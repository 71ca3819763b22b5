"""The simulated MFRC522's register bank and FIFO buffer, and which values reach a sticker and receive its answer.

MFRC522 product data sheet rev 3.9: chapter 8.3 (FIFO), 9.2 (overview), 9.3 (registers). Bits whose reset
value the data sheet leaves open read as 0 here.

The analogue half (9.3.2, 9.3.3) is strict on purpose: the tolerance of modulation width and driver conductance is
unknown, so any value but the one for ISO/IEC 14443 A at 106 kBd reaches no tag. A gain is right if it is enough for the
tag and does not overdrive the receiver.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from hardware.sim.air import AntennaAnswer, with_bit_errors
from hardware.sim.faults import Faults

FIFO_BYTES: Final = 64


class Reg(IntEnum):
    """Addresses, table 20, of the registers that have an effect here."""

    COMMAND = 0x01
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS_2 = 0x08
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_MODE = 0x12
    RX_MODE = 0x13
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    TX_SEL = 0x16
    RX_SEL = 0x17
    RX_THRESHOLD = 0x18
    DEMOD = 0x19
    MF_TX = 0x1C
    MF_RX = 0x1D
    CRC_RESULT_H = 0x21
    CRC_RESULT_L = 0x22
    MOD_WIDTH = 0x24
    RF_CFG = 0x26
    GS_N = 0x27
    CW_GS_P = 0x28
    MOD_GS_P = 0x29
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_H = 0x2C
    T_RELOAD_L = 0x2D
    VERSION = 0x37


RESET_VALUES: Final = bytes.fromhex(
    "00 20 80 00 14 00 00 00 00 00 00 08 10 00 A0 00"  # 00 to 0F: command and status
    "00 3F 00 00 80 00 10 84 84 4D 00 00 62 00 00 EB"  # 10 to 1F: communication
    "00 FF FF 00 26 00 48 88 20 20 00 00 00 00 00 00"  # 20 to 2F: configuration
    "00 00 00 80 00 00 40 00 00 00 00 00 00 00 00 00"  # 30 to 3F: test; VersionReg is the chip's own
)
READ_ONLY: Final = frozenset({Reg.ERROR, Reg.CRC_RESULT_H, Reg.CRC_RESULT_L, Reg.VERSION})


class Irq(IntEnum):
    """Bits of ComIrqReg, table 30."""

    TIMER = 0x01
    ERR = 0x02
    IDLE = 0x10
    RX = 0x20
    TX = 0x40
    SET_1 = 0x80


CRC_IRQ: Final = 0x04
"""Bit of DivIrqReg."""


class Error(IntEnum):
    """Bits of ErrorReg, table 34."""

    PARITY = 0x02
    CRC = 0x04
    COLL = 0x08
    BUFFER_OVFL = 0x10
    TEMP = 0x40


class RegisterBank:
    """The shared state of the chip: sixty-four registers and a FIFO of sixty-four bytes."""

    def __init__(self, version: int) -> None:
        self._version = version
        self.values = bytearray(64)
        self.fifo = bytearray()
        self.reset()

    def reset(self) -> None:
        """All registers as after power-on, the FIFO empty."""
        self.values[:] = RESET_VALUES
        self.values[Reg.VERSION] = self._version
        self.fifo.clear()

    def raise_irq(self, bits: int) -> None:
        """Set bits of ComIrqReg."""
        self.values[Reg.COM_IRQ] |= bits

    def write_irq(self, register: Reg, value: int) -> None:
        """ComIrqReg, DivIrqReg: bit 7 says whether the marked bits are set or cleared (9.3.1.5)."""
        marked, before = value & 0x7F, self.values[register]
        self.values[register] = before | marked if value & Irq.SET_1 else before & ~marked

    def raise_error(self, bits: int) -> None:
        """Set bits of ErrorReg, and the interrupt request that goes with any of them."""
        if bits:
            self.values[Reg.ERROR] |= bits
            self.raise_irq(Irq.ERR)

    def push(self, octet: int) -> None:
        """Push a byte into the FIFO; it is lost if the FIFO is full."""
        if len(self.fifo) < FIFO_BYTES:
            self.fifo.append(octet)
        else:
            self.raise_error(Error.BUFFER_OVFL)

    def pop(self) -> int:
        """The oldest byte of the FIFO; 0x00 when it is empty."""
        return self.fifo.pop(0) if self.fifo else 0

    def flush(self) -> None:
        """Empty the FIFO and clear BufferOvfl."""
        self.fifo.clear()
        self.values[Reg.ERROR] &= ~Error.BUFFER_OVFL

    def take_fifo(self) -> bytes:
        """All bytes of the FIFO, which is empty afterwards."""
        octets = bytes(self.fifo)
        self.fifo.clear()
        return octets

    def end_command(self) -> None:
        """A command ended by itself: CommandReg goes to Idle and IdleIRq rises."""
        self.values[Reg.COMMAND] &= 0xF0
        self.raise_irq(Irq.IDLE)


STICKER_DB: Final = 33
"""Minimum receiver gain for a sticker."""

OVERDRIVEN: Final = (2, 9, 10, 20)
"""Bits of an answer that an overdriven receiver loses."""

_GAINS_DB: Final = (18, 23, 18, 23, 33, 38, 43, 48)
_TUNED: Final[dict[int, tuple[int, int]]] = {
    Reg.MODE: (0x20, 0x20),  # TxWaitRF
    Reg.TX_MODE: (0x7F, 0x00),  # all but the CRC, which chip or host may add
    Reg.RX_MODE: (0x7F, 0x00),
    Reg.TX_CONTROL: (0x7F, 0x03),
    Reg.TX_ASK: (0x40, 0x40),
    Reg.TX_SEL: (0x3F, 0x10),
    Reg.RX_SEL: (0xFF, 0x84),
    Reg.RX_THRESHOLD: (0xFF, 0x84),
    Reg.DEMOD: (0xEF, 0x4D),  # all but TPrescalEven
    Reg.MF_TX: (0x03, 0x02),
    Reg.MF_RX: (0x10, 0x00),
    Reg.MOD_WIDTH: (0xFF, 0x26),
    Reg.GS_N: (0xFF, 0x88),
    Reg.CW_GS_P: (0x3F, 0x20),
    Reg.MOD_GS_P: (0x3F, 0x20),
}
"""The relevant bits of each register, and their required values."""


def is_tuned(values: bytearray) -> bool:
    """Whether these registers reach a sticker and receive its answer."""
    return gain_db(values) >= STICKER_DB and all(values[reg] & mask == wanted for reg, (mask, wanted) in _TUNED.items())


def amplify(answer: AntennaAnswer, values: bytearray, faults: Faults) -> AntennaAnswer | None:
    """The output of the receiver; None: too weak. Asks the faults field-weak and field-strong."""
    weak, strong = faults.strikes("field-weak"), faults.strikes("field-strong")
    if weak and gain_db(values) < weak.where[0]:
        return None
    return with_bit_errors(answer, OVERDRIVEN) if strong and gain_db(values) > strong.where[0] else answer


def gain_db(values: bytearray) -> int:
    """The receiver's gain (RFCfgReg, 9.3.3.6)."""
    return _GAINS_DB[values[Reg.RF_CFG] >> 4 & 0x07]
