"""A simulated I2C bus as `smbus2.SMBus`, for luma's own interface."""

from __future__ import annotations

from typing import Any

from hardware.bus import I2c


class SimSmbus:
    """The part of `smbus2.SMBus` that display drivers use, over any `hardware.bus.I2c`."""

    def __init__(self, wire: I2c) -> None:
        self._wire = wire

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            self._wire.write(message.addr, bytes(message))

    def write_i2c_block_data(self, address: int, register: int, block: list[int]) -> None:
        self._wire.write(address, bytes([register, *block]))

    def close(self) -> None:
        """Do nothing; the wire stays usable, also for exit hooks."""
