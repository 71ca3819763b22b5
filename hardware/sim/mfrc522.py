"""An MFRC522 at its SPI pins: address bytes in, register bytes out, in virtual time.

MFRC522 product data sheet rev 3.9: 8.1.2 (SPI), 8.8 (reset), 9.3 (registers), 10.3 (commands). Not modelled: the
interrupt pin, power-down, self-test, MFAuthent and its cipher, Transmit alone, alerts of the FIFO, the timer by hand,
the other host interfaces, bit rates above 106 kBd. Written from the data sheet, independent of the drivers that it
tests.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final

from hardware.bus import Clock, DeviceError, Traffic
from hardware.sim.air import crc16
from hardware.sim.field import Field
from hardware.sim.mfrc522_registers import CRC_IRQ, READ_ONLY, Error, Reg, RegisterBank
from hardware.sim.mfrc522_uart import ANTENNA_ON, ContactlessUart
from hardware.sim.pins import SimResetPin

STARTUP_S: Final = 0.001
"""From the rising edge of the reset pin until registers answer: 37.74 us and the crystal's own time (8.8.2)."""

LONG_WIRES_HZ: Final = 500_000
"""The highest speed on wires that are too long."""
CLONE_VERSION: Final = 0xB2
HICCUP: Final = 41
"""A busy host interrupts one of this many transfers for long."""

CRC_PRESETS: Final = (0x0000, 0x6363, 0xA671, 0xFFFF)


class CommandCode(IntEnum):
    """Command codes, table 149."""

    IDLE = 0x0
    CALC_CRC = 0x3
    NO_CMD_CHANGE = 0x7
    RECEIVE = 0x8
    TRANSCEIVE = 0xC
    SOFT_RESET = 0xF


class SimMfrc522:
    """A `hardware.bus.Spi` with the chip behind it; `reset_pin` is its NRSTPD line.

    Asks the field's `Faults` for those of a reader on SPI, and chip-reset. `speed_hz` may be changed.

    Args:
        field: the field of its antenna.
        clock: advanced by each transfer.
        speed_hz: of the SPI clock; the chip takes up to 10 MHz.
        overhead_s: what the host adds to each transfer.
        version: VersionReg; 0x91 and 0x92 are NXP's.
        absolute_coll_pos: see `ContactlessUart`.
    """

    def __init__(  # noqa: PLR0913 - a chip on a board has this many properties
        self,
        field: Field,
        clock: Clock,
        *,
        speed_hz: int = 1_000_000,
        overhead_s: float = 0.0,
        version: int = 0x92,
        absolute_coll_pos: bool = False,
    ) -> None:
        self._field = field
        self._clock = clock
        self.speed_hz = speed_hz
        self._overhead_s = overhead_s
        self._bank = RegisterBank(version)
        self._uart = ContactlessUart(self._bank, field, absolute_coll_pos=absolute_coll_pos)
        self._ready_at: float | None = 0.0
        self._reads = self._reading_rules()
        self._writes = self._writing_rules()
        self.reset_pin = SimResetPin(self._pull_reset)
        self.traffic = Traffic()

    def transfer(self, sent: bytes) -> bytes:
        """One chip select. Raises DeviceError only if the fault spi-error strikes."""
        self.traffic = self.traffic.plus(len(sent))
        faults = self._field.faults
        if faults.none_is_on():
            self._clock.sleep(self._overhead_s + len(sent) * 8 / self.speed_hz)
            return self._shift(sent) if self._is_awake() else bytes(len(sent))
        if faults.strikes("spi-error"):
            raise DeviceError("the SPI transfer was refused", bus="spi0.0", sent=sent)
        self._clock.sleep(self._overhead_s + self._delay_s() + len(sent) * 8 / self.speed_hz)
        if faults.strikes("chip-reset"):
            self._reset()
        heard = sent[:2] if faults.strikes("burst-broken") else sent
        received = self._shift(heard).ljust(len(sent), b"\0") if self._is_awake() else bytes(len(sent))
        if faults.strikes("miso-low"):
            return bytes(len(sent))
        if faults.strikes("miso-high"):
            return b"\xff" * len(sent)
        if self.speed_hz > LONG_WIRES_HZ and faults.strikes("long-wires"):
            return bytes(octet >> 1 for octet in received)
        if strike := faults.strikes("miso-loose"):
            return bytes(octet ^ 1 << strike.where[0] for octet in received)
        return received

    def _delay_s(self) -> float:
        """The delay of a busy host: the first of `where` in us, and the second for every `HICCUP`-th transfer."""
        strike = self._field.faults.strikes("busy-computer")
        return strike.where[self.traffic.transfers % HICCUP == 0] / 1e6 if strike else 0.0

    def _pull_reset(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        """NRSTPD: low stops the chip and its field at once, a rising edge restarts it."""
        if self._field.faults.strikes("no-reset-wire"):
            return
        if not high:
            self._reset()
            self._ready_at = None
        elif self._ready_at is None:
            self._ready_at = self._clock.now() + STARTUP_S

    def _is_awake(self) -> bool:
        return self._ready_at is not None and self._clock.now() >= self._ready_at

    def _reset(self) -> None:
        self._bank.reset()
        self._uart.reset()
        self._field.power(on=False)

    def _shift(self, sent: bytes) -> bytes:
        """Reading, each byte addresses the register of the next one; writing, all go into one register (8.1.2)."""
        self._uart.run(self._clock.now())
        if not sent:
            return b""
        if sent[0] & 0x80:
            return bytes([0, *map(self._read, sent[:-1])])
        for octet in sent[1:]:
            self._write(sent[0] >> 1 & 0x3F, octet)
        return bytes(len(sent))

    def _read(self, sent: int) -> int:
        rule = self._reads.get(address := sent >> 1 & 0x3F)
        return rule() if rule else self._bank.values[address]

    def _write(self, address: int, value: int) -> None:
        if rule := self._writes.get(address):
            rule(value)
        elif address not in READ_ONLY:
            self._bank.values[address] = value

    def _reading_rules(self) -> dict[int, Callable[[], int]]:
        """Registers that are not plain bytes when read."""
        values, fifo, faults = self._bank.values, self._bank.fifo, self._field.faults
        return {
            Reg.VERSION: lambda: CLONE_VERSION if faults.strikes("clone-chip") else values[Reg.VERSION],
            Reg.ERROR: lambda: values[Reg.ERROR] | Error.TEMP * faults.is_on("overheated"),
            Reg.FIFO_DATA: self._bank.pop,
            Reg.FIFO_LEVEL: lambda: len(fifo),
        }

    def _writing_rules(self) -> dict[int, Callable[[int], None]]:
        """Registers in which a write does not just store a byte."""
        return {
            Reg.COMMAND: self._write_command,
            Reg.COM_IRQ: lambda value: self._bank.write_irq(Reg.COM_IRQ, value),
            Reg.DIV_IRQ: lambda value: self._bank.write_irq(Reg.DIV_IRQ, value),
            Reg.STATUS_2: self._write_status_2,
            Reg.FIFO_DATA: self._bank.push,
            Reg.FIFO_LEVEL: lambda value: self._bank.flush() if value & 0x80 else None,
            Reg.BIT_FRAMING: self._write_bit_framing,
            Reg.COLL: self._write_coll,
            Reg.TX_CONTROL: self._write_tx_control,
        }

    def _write_command(self, value: int) -> None:
        """Bits 5 and 4 (RcvOff, PowerDown) are stored with the command; a new command cancels the old one."""
        values = self._bank.values
        if value & 0x0F == CommandCode.NO_CMD_CHANGE:
            values[Reg.COMMAND] = value & 0x30 | values[Reg.COMMAND] & 0x0F
            return
        self._uart.cancel()
        values[Reg.COMMAND] = value & 0x3F
        self._begin(value & 0x0F)

    def _begin(self, command: int) -> None:
        match command:
            case CommandCode.IDLE | CommandCode.TRANSCEIVE | CommandCode.RECEIVE:
                pass  # Transceive waits for StartSend
            case CommandCode.CALC_CRC:
                self._calculate_crc()
            case CommandCode.SOFT_RESET:
                self._reset()
            case _:
                self._bank.end_command()

    def _calculate_crc(self) -> None:
        """The CRC of all bytes in the FIFO, at once; the command stays until Idle is written (10.3.1.4)."""
        values = self._bank.values
        crc = crc16(self._bank.take_fifo(), CRC_PRESETS[values[Reg.MODE] & 0x03])
        values[Reg.CRC_RESULT_H], values[Reg.CRC_RESULT_L] = crc >> 8, crc & 0xFF
        values[Reg.DIV_IRQ] |= CRC_IRQ

    def _write_status_2(self, value: int) -> None:
        """MFCrypto1On cannot be set, and the modem state cannot be written."""
        self._bank.values[Reg.STATUS_2] = value & 0xC0

    def _write_bit_framing(self, value: int) -> None:
        """StartSend reads back as 0, and has no effect unless Transceive runs."""
        self._bank.values[Reg.BIT_FRAMING] = value & 0x77
        if value & 0x80 and self._bank.values[Reg.COMMAND] & 0x0F == CommandCode.TRANSCEIVE:
            self._uart.send(self._clock.now())

    def _write_coll(self, value: int) -> None:
        """Only ValuesAfterColl can be written."""
        self._bank.values[Reg.COLL] = value & 0x80 | self._bank.values[Reg.COLL] & 0x3F

    def _write_tx_control(self, value: int) -> None:
        self._bank.values[Reg.TX_CONTROL] = value
        self._field.power(on=bool(value & ANTENNA_ON))
