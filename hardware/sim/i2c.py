"""An I2C bus with simulated panels.

Timing as in the I2C-bus specification (UM10204): nine clocks a byte, its acknowledge included, and one each for START
and STOP. The panel interprets the bytes.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping

from hardware.bus import Clock, DeviceError, Traffic
from hardware.sim.faults import Faults
from hardware.sim.oled import SimPanel

_ENOUGH_TO_TELL = 8  # bytes of a message that an error repeats; a frame has a thousand


class SimI2c:
    """A bus of simulated panels by 7-bit address; implements `hardware.bus.I2c`.

    `clock`, if given, advances by the time of each message at `hz`. Asks the faults `panel-elsewhere`, `panel-absent`,
    `panel-reset`, `panel-shifted` and `i2c-nack` (the first of `where`: the refused byte, 0 is the address) once a
    message; `panel-unreadable` and `panel-lies` once a read message.
    """

    def __init__(
        self,
        devices: Mapping[int, SimPanel],
        clock: Clock | None = None,
        hz: int = 400_000,
        faults: Faults | None = None,
    ) -> None:
        self._devices = devices
        self._clock = clock
        self._hz = hz
        self._faults = faults or Faults()
        self.traffic = Traffic()

    def write(self, address: int, sent: bytes) -> None:
        """Send one message; raises DeviceError (errno 121) at the first byte that is not acknowledged."""
        self.traffic = self.traffic.plus(1 + len(sent))
        moved = self._faults.strikes("panel-elsewhere")
        device = self._devices.get(address ^ 1 if moved else address)
        refused = self._refused_byte(device, len(sent))
        self._spend(1 + (len(sent) if refused is None else refused))
        if device is not None:
            device.swap(other=self._faults.is_on("panel-shifted"))
            device.write(sent if refused is None else sent[: max(0, refused - 1)])
        if refused is not None:
            raise _not_acknowledged(address, sent, refused)

    def read(self, address: int, count: int) -> bytes:
        """Read one message of `count` bytes; raises DeviceError (errno 121) if the address is not acknowledged."""
        self.traffic = self.traffic.plus(1 + count)
        device = self._devices.get(address)
        refused = self._refused_byte(device, 0)
        self._spend(1 if device is None or refused == 0 else 1 + count)
        if device is None or refused == 0 or self._faults.strikes("panel-unreadable"):
            raise _not_acknowledged(address, b"", 0)
        strike = self._faults.strikes("panel-lies")
        return bytes(strike.where[:1] * count) if strike else bytes(device.read() for _ in range(count))

    def _refused_byte(self, device: SimPanel | None, last: int) -> int | None:
        """The byte of 0..last that is not acknowledged, the address being byte 0; None: all are."""
        if device is None or self._faults.strikes("panel-absent") or self._faults.strikes("panel-loose"):
            return 0
        if self._faults.strikes("panel-reset"):
            device.reset()
        strike = self._faults.strikes("i2c-nack")
        if strike is None:
            return None
        refused = strike.where[0] if strike.where else 0
        return refused if refused <= last else None

    def _spend(self, octets: int) -> None:
        if self._clock is not None:
            self._clock.sleep((9 * octets + 2) / self._hz)


def _not_acknowledged(address: int, sent: bytes, refused: int) -> DeviceError:
    which = f"byte {refused}" if refused else "address, byte 0"
    what = f"{which} of {1 + len(sent)} not acknowledged (errno 121, remote I/O error)"
    error = DeviceError(what, bus="i2c-sim", address=address, sent=sent[:_ENOUGH_TO_TELL])
    error.errno = errno.EREMOTEIO
    return error
