"""The analogue half of an MFRC522: which register values reach a sticker and receive its answer.

MFRC522 product data sheet rev 3.9, 9.3.2 and 9.3.3. Strict on purpose: the tolerance of modulation width and driver
conductance is unknown, so any value but the one for ISO/IEC 14443 A at 106 kBd reaches no tag. A gain is right if it is
enough for the tag and does not overdrive the receiver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.sim.air import AntennaAnswer, with_bit_errors
from hardware.sim.mfrc522_registers import Reg

if TYPE_CHECKING:
    from hardware.sim.faults import Faults

STICKER_DB: Final = 33
"""Minimum receiver gain for a sticker."""

OVERDRIVEN: Final = (2, 9, 10, 20)
"""Bits of an answer that an overdriven receiver loses."""

_GAINS_DB: Final = (18, 23, 18, 23, 33, 38, 43, 48)
_TUNED: Final = {
    Reg.MODE: (0x20, 0x20),  # TxWaitRF
    Reg.TX_MODE: (0x7F, 0x00),  # all but the CRC, which chip or host may add
    Reg.RX_MODE: (0x7F, 0x00),
    Reg.TX_CONTROL: (0x7F, 0x03),
    Reg.TX_ASK: (0x40, 0x40),
    Reg.TX_SEL: (0x3F, 0x10),
    Reg.RX_SEL: (0xFF, 0x84),
    Reg.RX_THRESHOLD: (0xFF, 0x84),
    Reg.DEMOD: (0xEF, 0x4D),  # all but TPrescalEven, which belongs to the timer
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


def amplified(answer: AntennaAnswer, values: bytearray, faults: Faults) -> AntennaAnswer | None:
    """The output of the receiver; None: too weak. Asks the faults field-weak and field-strong."""
    weak, strong = faults.strikes("field-weak"), faults.strikes("field-strong")
    if weak and gain_db(values) < weak.where[0]:
        return None
    return with_bit_errors(answer, OVERDRIVEN) if strong and gain_db(values) > strong.where[0] else answer


def gain_db(values: bytearray) -> int:
    """The receiver's gain (RFCfgReg, 9.3.3.6)."""
    return _GAINS_DB[values[Reg.RF_CFG] >> 4 & 0x07]
