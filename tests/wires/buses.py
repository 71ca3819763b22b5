"""SPI and I2C as the kernel offers them (linux/spi/spidev.h, linux/i2c-dev.h), with the simulated chips behind them."""

from __future__ import annotations

import errno
import struct
import time
from dataclasses import dataclass, field
from typing import Final

from hardware.bus import DeviceError
from hardware.sim.i2c import SimI2c
from hardware.sim.mfrc522 import SimMfrc522
from tests.wires.nodes import Answer

SPI: Final = ord("k")
SPI_WRITES: Final = 0x40000000
SPEED: Final = 4
I2C_SLAVE, I2C_FUNCTIONS, I2C_TRANSFER = 0x0703, 0x0705, 0x0707
PLAIN_I2C: Final = 1
READS: Final = 1
HANG_S: Final = 1.0


@dataclass
class SpiChip:
    """/dev/spidev0.0; `transfers` counts the messages. `hangs`: each of them blocks, and fails."""

    chip: SimMfrc522
    transfers: int = 0
    hangs: bool = False
    hung: list[float] = field(default_factory=list)
    """When calls began that blocked."""
    settings: dict[int, bytes] = field(default_factory=dict)

    def ioctl(self, request: int, octets: bytes) -> Answer:
        """Store and return settings; pass messages to the chip."""
        number, size = request & 0xFF, request >> 16 & 0x3FFF
        if request >> 8 & 0xFF != SPI:
            return Answer(-errno.ENOTTY)
        if number == 0:
            return self._message(octets)
        if request & SPI_WRITES:
            self.settings[number] = octets
            return Answer()
        return Answer(octets=self.settings.get(number, b"").ljust(size, b"\0"))

    def closed(self) -> None:
        """Do nothing: there is no state."""
        self.settings.clear()

    def _message(self, octets: bytes) -> Answer:
        """Join the transfers of one chip select."""
        if self.hangs:
            self.hung.append(time.monotonic())
            return Answer(-errno.ETIMEDOUT, after_s=HANG_S)
        sent, speed, at = b"", 0, 0
        while at < len(octets):
            length, speed = struct.unpack_from("II", octets, at)
            sent += octets[at + 8 : at + 8 + length]
            at += 8 + length
        self.transfers += 1
        self.chip.speed_hz = speed or struct.unpack("I", self.settings.get(SPEED, b"\x20\xa1\x07\x00"))[0]
        try:
            return Answer(len(sent), self.chip.transfer(sent))
        except DeviceError:
            return Answer(-errno.EIO)


@dataclass
class I2cBus:
    """/dev/i2c-1. `hangs`: SDA or SCL is held low, and each call blocks for the second of the kernel's time-out."""

    bus: SimI2c
    hangs: bool = False
    hung: list[float] = field(default_factory=list)
    """When calls began that blocked."""

    def ioctl(self, request: int, octets: bytes) -> Answer:
        """Pass on whole messages, as smbus2 sends them with `i2c_rdwr`."""
        match request:
            case 0x0705:
                return Answer(octets=struct.pack("Q", PLAIN_I2C))
            case 0x0703:
                return Answer()
            case 0x0707:
                return self._messages(octets)
            case _:
                return Answer(-errno.ENOTTY)

    def closed(self) -> None:
        """Do nothing: there is no state."""

    def _messages(self, octets: bytes) -> Answer:
        if self.hangs:
            self.hung.append(time.monotonic())
            return Answer(-errno.ETIMEDOUT, after_s=HANG_S)
        at = count = 0
        taken = b""
        while at < len(octets):
            address, flags, length = struct.unpack_from("HHH", octets, at)
            at += 6
            try:
                if flags & READS:
                    taken += self.bus.read(address, length)
                else:
                    self.bus.write(address, octets[at : at + length])
                    at += length
            except DeviceError as fault:
                return Answer(-(fault.errno or errno.EIO))
            count += 1
        return Answer(count, taken)
