"""The wires of `hardware.bus` on a Raspberry Pi: spidev, smbus2 and gpiozero.

Nothing is opened before it is used, and a wire that failed is opened anew at its next use: the box starts without
its reader or display and goes on when they come. Every error of the system becomes a `DeviceError` that says what
to do. Importing this module imports none of those packages.
"""

from __future__ import annotations

import errno
import time
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hardware.bus import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable

SAFE_SPI_HZ = 1_000_000
"""Works on jumper wires of any length; short wires take 4 MHz, the MFRC522 up to 10 MHz."""

SPI_MISSING = "{node} not found: enable SPI with `sudo raspi-config nonint do_spi 0` and restart the Pi"
I2C_MISSING = "{node} not found: enable I2C with `sudo raspi-config nonint do_i2c 0` and restart the Pi"
FORBIDDEN = "no permission for {node}: `sudo usermod -aG {group} $USER`, then log in again"
NO_ANSWER = "nobody acknowledges: check power, SDA and SCL, and look for the address with `i2cdetect -y {bus}`"
NO_PACKAGE = "the package {package} is not installed: {install}"


class LinuxClock:
    """The clock of the system that never goes back."""

    def now(self) -> float:
        """Seconds since some fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Give the processor away for so long; a negative time is no time."""
        if seconds > 0:
            time.sleep(seconds)


class LinuxSpi:
    """A chip on /dev/spidevBUS.DEVICE, mode 0. Raises DeviceError from `transfer` only, never when built."""

    def __init__(self, bus: int = 0, device: int = 0, speed_hz: int = SAFE_SPI_HZ) -> None:
        self.name = f"spi{bus}.{device}"
        self._node = f"/dev/spidev{bus}.{device}"
        self._place = bus, device
        self._speed_hz = speed_hz
        self._open: Any = None

    def transfer(self, sent: bytes) -> bytes:
        """Shift bytes out under one chip select and give back what came in."""
        spidev = _package("spidev", "`sudo apt install python3-spidev`", bus=self.name)
        try:
            self._open = self._open or self._opened(spidev)
            return bytes(self._open.xfer2(list(sent)))
        except OSError as error:
            self.close()
            raise DeviceError(self._advice(error), bus=self.name, sent=sent) from error

    def close(self) -> None:
        """Release the device; the next transfer opens it again."""
        _close(self._open)
        self._open = None

    def _opened(self, spidev: Any) -> Any:
        device = spidev.SpiDev()
        device.open(*self._place)
        device.max_speed_hz = self._speed_hz
        device.mode = 0
        return device

    def _advice(self, error: OSError) -> str:
        if error.errno in {errno.ENOENT, errno.ENODEV, errno.ENXIO}:
            return SPI_MISSING.format(node=self._node)
        if error.errno in {errno.EACCES, errno.EPERM}:
            return FORBIDDEN.format(node=self._node, group="spi")
        return _system(error)


class LinuxI2c:
    """The chips on /dev/i2c-BUS. Raises DeviceError from `write` only, never when built."""

    def __init__(self, bus: int = 1) -> None:
        self.name = f"i2c-{bus}"
        self._number = bus
        self._node = f"/dev/i2c-{bus}"
        self._open: Any = None

    def write(self, address: int, sent: bytes) -> None:
        """Send one message, START to STOP, of any length the adapter takes."""
        smbus2 = _package("smbus2", "`python -m pip install smbus2`", bus=self.name)
        try:
            self._open = self._open or smbus2.SMBus(self._number)
            self._open.i2c_rdwr(smbus2.i2c_msg.write(address, sent))
        except OSError as error:
            self.close()
            raise DeviceError(self._advice(error), bus=self.name, address=address, sent=sent) from error

    def close(self) -> None:
        """Release the bus; the next message opens it again."""
        _close(self._open)
        self._open = None

    def _advice(self, error: OSError) -> str:
        match error.errno:
            case errno.ENOENT | errno.ENODEV:
                return I2C_MISSING.format(node=self._node)
            case errno.EACCES | errno.EPERM:
                return FORBIDDEN.format(node=self._node, group="i2c")
            case errno.EREMOTEIO | errno.EIO | errno.ENXIO | errno.ETIMEDOUT:
                return NO_ANSWER.format(bus=self._number)
            case _:
                return _system(error)


class LinuxPin:
    """A GPIO, by its Broadcom number, that drives a line through gpiozero. High until told otherwise."""

    def __init__(self, gpio: int) -> None:
        self._gpio = gpio
        self._device: Any = None

    def set(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        """Drive the line high or low. Raises DeviceError."""
        gpiozero = _package("gpiozero", "`python -m pip install gpiozero lgpio`", bus=f"GPIO{self._gpio}")
        try:
            if self._device is None:
                self._device = gpiozero.DigitalOutputDevice(self._gpio, initial_value=high)
            self._device.value = high
        except (gpiozero.GPIOZeroError, OSError) as error:
            raise DeviceError(
                f"the pin cannot be driven ({error}): is it in use, is the user in group gpio?",
                bus=f"GPIO{self._gpio}",
            ) from error

    def close(self) -> None:
        """Let go of the line."""
        _close(self._device)
        self._device = None


def _package(name: str, install: str, *, bus: str) -> Any:
    try:
        return import_module(name)
    except ImportError as missing:
        raise DeviceError(NO_PACKAGE.format(package=name, install=install), bus=bus) from missing


def _close(opened: Any) -> None:
    close: Callable[[], None] | None = getattr(opened, "close", None)
    if close is not None:
        with suppress(OSError):
            close()


def _system(error: OSError) -> str:
    return f"the system refuses ({error.strerror or error})"
