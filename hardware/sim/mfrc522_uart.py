"""The MFRC522's contactless UART and timer: sends frames from the FIFO, receives answers into it, in virtual time.

MFRC522 product data sheet rev 3.9: 8.1 (UART), 8.5 and 9.3.3.10 to 9.3.3.12 (timer), 9.3.1.7 (ErrorReg), 9.3.1.14
(BitFramingReg), 9.3.1.15 (CollReg), 10.3 (commands). It advances at each access, and keeps the order of events between
two accesses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Final

from hardware.sim.air import BIT_S, CARRIER_HZ, FRAME_DELAY_S, AntennaAnswer, Frame, crc_a, has_crc_a
from hardware.sim.field import Field
from hardware.sim.mfrc522_registers import Error, Irq, Reg, RegisterBank, amplify, is_tuned

T_AUTO: Final = 0x80
ANTENNA_ON: Final = 0x03
CRC_EN: Final = 0x80
RCV_OFF: Final = 0x20
VALUES_AFTER_COLL: Final = 0x80
COLL_POS_NOT_VALID: Final = 0x20

TIMER_STOPS_S: Final = FRAME_DELAY_S + 5 * BIT_S
"""An answer stops the timer with its fifth bit (table 106)."""


class ContactlessUart:
    """Sends and receives; the end of a frame raises interrupt requests at its time.

    Args:
        bank: the registers that steer it and that it reports to.
        field: the field of the antenna.
        absolute_coll_pos: CollPos counts from the first bit of the UID, as some libraries read it, instead of
            from the first bit of the received frame (RxAlign included). The two differ after the first split.
    """

    def __init__(self, bank: RegisterBank, field: Field, *, absolute_coll_pos: bool) -> None:
        self._bank = bank
        self._field = field
        self._absolute_coll_pos = absolute_coll_pos
        self._due: list[tuple[float, Callable[[float], None]]] = []
        self._deaf = False
        self._timer_ends = inf

    def run(self, now: float) -> None:
        """Process every event that is due, each at its own time."""
        while self._due and self._due[0][0] <= now:
            at, step = self._due.pop(0)
            self._run_timer(at)
            step(at)
        self._run_timer(now)

    def cancel(self) -> None:
        """A new command: frames on the air are lost; the timer continues."""
        self._due.clear()

    def reset(self) -> None:
        """As after power-on: nothing on the air, the timer stopped."""
        self.cancel()
        self._deaf = False
        self._stop_timer()

    def send(self, now: float) -> None:
        """Send the FIFO's bytes and listen; does nothing without field (TxWaitRF) or without bytes."""
        values = self._bank.values
        if not values[Reg.TX_CONTROL] & ANTENNA_ON or not self._bank.fifo:
            return
        octets = self._bank.take_fifo()
        if values[Reg.TX_MODE] & CRC_EN:
            octets += crc_a(octets)
        frame = Frame.of(octets, values[Reg.BIT_FRAMING] & 0x07)
        values[Reg.ERROR] &= Error.BUFFER_OVFL  # the bits that the receiver clears at its start
        values[Reg.COLL] = values[Reg.COLL] & VALUES_AFTER_COLL | COLL_POS_NOT_VALID
        self._due = [(now + frame.air_s, partial(self._on_sent, frame))]

    def _run_timer(self, now: float) -> None:
        if now >= self._timer_ends:
            self._stop_timer()
            self._bank.raise_irq(Irq.TIMER)

    def _stop_timer(self, _at: float = 0.0) -> None:
        self._timer_ends = inf

    def _timer_s(self) -> float:
        """The time of a count: (2*TPrescaler + 1) * (TReload + 1) / 13.56 MHz."""
        values = self._bank.values
        prescaler = (values[Reg.T_MODE] & 0x0F) << 8 | values[Reg.T_PRESCALER]
        reload = values[Reg.T_RELOAD_H] << 8 | values[Reg.T_RELOAD_L]
        return (2 * prescaler + 1) * (reload + 1) / CARRIER_HZ

    def _on_sent(self, frame: Frame, at: float) -> None:
        self._bank.raise_irq(Irq.TX)
        if self._bank.values[Reg.T_MODE] & T_AUTO:
            self._timer_ends = at + self._timer_s()
        answer = self._on_air(frame)
        if answer is not None and not self._bank.values[Reg.COMMAND] & RCV_OFF:
            self._due.append((at + TIMER_STOPS_S, self._stop_timer))
            known = frame.length - 16 if self._absolute_coll_pos else self._rx_align
            self._due.append((at + FRAME_DELAY_S + answer.frame.air_s, partial(self._end_reception, answer, known)))

    def _on_air(self, frame: Frame) -> AntennaAnswer | None:
        """The answer that a working and tuned receiver gets."""
        faults = self._field.faults
        self._deaf = self._deaf or bool(faults.strikes("chip-deaf"))
        if self._deaf or faults.is_on("overheated") or not is_tuned(self._bank.values):
            return None
        answer = self._field.exchange(frame)
        return None if answer is None else amplify(answer, self._bank.values, faults)

    @property
    def _rx_align(self) -> int:
        return self._bank.values[Reg.BIT_FRAMING] >> 4 & 0x07

    def _end_reception(self, answer: AntennaAnswer, known: int, _at: float) -> None:
        errors = 0 if answer.parity_ok else int(Error.PARITY)
        if answer.collision is not None:
            errors |= Error.COLL
            self._note_collision(known + answer.collision + 1)
        errors |= self._store(answer)
        self._bank.raise_irq(Irq.RX)
        self._bank.raise_error(errors)

    def _note_collision(self, position: int) -> None:
        """CollPos counts from 1 and shows the 32nd bit as 0; beyond that it is not valid."""
        values = self._bank.values
        place = COLL_POS_NOT_VALID if position > 32 else position & 0x1F
        values[Reg.COLL] = values[Reg.COLL] & VALUES_AFTER_COLL | place

    def _store(self, answer: AntennaAnswer) -> int:
        """Store the bits in the FIFO, shifted by RxAlign; returns the CRC error, if the CRC is enabled and wrong."""
        values = self._bank.values
        bits, length = answer.frame.bits, answer.frame.length + self._rx_align
        if answer.collision is not None and not values[Reg.COLL] & VALUES_AFTER_COLL:
            bits &= (1 << answer.collision) - 1
        octets = Frame(bits << self._rx_align, length).octets()
        values[Reg.CONTROL] = values[Reg.CONTROL] & ~0x07 | length % 8
        error = 0
        if values[Reg.RX_MODE] & CRC_EN:
            error = 0 if length % 8 == 0 and has_crc_a(octets) else int(Error.CRC)
            octets = octets if error else octets[:-2]
        for octet in octets:
            self._bank.push(octet)
        return error
