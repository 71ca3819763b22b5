"""The wires of `hardware.bus` on a Raspberry Pi: spidev, smbus2 and pyserial; `linux_pins` has the pins.

A wire is opened at its first use, and again after a failure: the box starts without its reader or display and goes on
when they return. A wire that another program has locked is not opened (`locks`). Every system error becomes a
`DeviceError` with advice. Importing this module imports none of those packages.
"""

from __future__ import annotations

import errno
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.bus import DeviceError
from hardware.locks import own, user_of

if TYPE_CHECKING:
    from collections.abc import Callable

SAFE_SPI_HZ = 1_000_000
"""Works with jumper wires of any length; short wires allow 4 MHz, the MFRC522 up to 10 MHz."""

SPI_MISSING = "{node} not found: enable SPI with `sudo raspi-config nonint do_spi 0` and restart the Pi"
I2C_MISSING = "{node} not found: enable I2C with `sudo raspi-config nonint do_i2c 0` and restart the Pi"
SERIAL_MISSING = "{node} not found: is the reader plugged in? On the header, enable the UART as wiring.md says"
SERIAL_STUCK = "{node} takes no bytes"
SERIAL_GONE = "{node} is gone: was the reader pulled out?"
FORBIDDEN = "no permission for {node}: `sudo usermod -aG {group} $USER`, then log in again"
NO_ANSWER = "nobody acknowledges: check power, SDA and SCL, and look for the address with `i2cdetect -y {bus}`"
LONGEST_READ = 4096
"""The size of the system's buffer for a serial port."""
NO_PACKAGE = "the package {package} is not installed: {install}"


class LinuxClock:
    """The monotonic clock of the system."""

    def now(self) -> float:
        """Seconds since an arbitrary fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Sleep; a negative time returns at once."""
        if seconds > 0:
            time.sleep(seconds)


class LinuxSpi:
    """A chip on /dev/spidevBUS.DEVICE, mode 0. Only `transfer` raises DeviceError; building never does."""

    def __init__(self, bus: int = 0, device: int = 0, speed_hz: int = SAFE_SPI_HZ) -> None:
        self.name = f"spi{bus}.{device}"
        self._node = f"/dev/spidev{bus}.{device}"
        self._place = bus, device
        self._speed_hz = speed_hz
        self._open: Any = None

    def transfer(self, sent: bytes) -> bytes:
        """Exchange bytes under one chip select."""
        if self._open is None:
            own(self._node)
        spidev = package("spidev", "`sudo apt install python3-spidev`", bus=self.name)
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
    """The chips on /dev/i2c-BUS. Only `write` and `read` raise DeviceError; building never does."""

    def __init__(self, bus: int = 1) -> None:
        self.name = f"i2c-{bus}"
        self._number = bus
        self._node = f"/dev/i2c-{bus}"
        self._open: Any = None

    def write(self, address: int, sent: bytes) -> None:
        """Send one message, START to STOP, of any length that the adapter takes."""
        self._pass(address, "write", sent)

    def read(self, address: int, count: int) -> bytes:
        """Read `count` bytes in one message."""
        return bytes(self._pass(address, "read", count))

    def _pass(self, address: int, direction: str, content: bytes | int) -> Any:
        """Transfer one smbus2 message, "read" or "write"; returns it."""
        if self._open is None:
            own(self._node)
        smbus2 = package("smbus2", "`python -m pip install smbus2`", bus=self.name)
        try:
            self._open = self._open or smbus2.SMBus(self._number)
            message = getattr(smbus2.i2c_msg, direction)(address, content)
            self._open.i2c_rdwr(message)
        except OSError as error:
            self.close()
            sent = content if isinstance(content, bytes) else b""
            raise DeviceError(self._advice(error), bus=self.name, address=address, sent=sent) from error
        return message

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


def open_serial(place: str, baud: int) -> LinuxSerial:
    """Open a serial port: a node, a link, or the first match of a pattern.

    "/dev/serial/by-id/usb-*" finds an adapter again that returns as another ttyUSB. Raises DeviceError.
    """
    serial = package("serial", "`python -m pip install pyserial`", bus=place)
    import termios  # noqa: PLC0415 - only for a reader on a serial line

    node = node_of(place)
    try:
        return LinuxSerial(serial.Serial(node, baud, timeout=0, write_timeout=0, exclusive=True), place)
    except OSError as error:
        raise DeviceError(_serial_advice(error, node), bus=place) from error
    except termios.error as error:  # no OSError: the port vanished during its set-up
        raise DeviceError(_system(OSError(*error.args)), bus=place) from error


def node_of(place: str) -> str:
    """The node of a serial port: the first match of a pattern, else the path itself."""
    from glob import glob  # noqa: PLC0415 - only for a reader on a serial line

    return next(iter(sorted(glob(place))), place)  # noqa: PTH207 - a pattern from the root, or a plain name


class LinuxSerial:
    """An open pyserial port; every failure becomes a DeviceError. Made by `open_serial`."""

    def __init__(self, port: Any, place: str) -> None:
        self._port = port
        self._place = place

    def read_available(self) -> bytes:
        """The bytes received, at most LONGEST_READ; never blocks. Raises DeviceError if the node is gone."""
        try:
            octets = bytes(self._port.read(LONGEST_READ))
        except OSError as error:
            raise DeviceError(_serial_advice(error, self._port.port), bus=self._place) from error
        if not octets and not Path(self._port.port).exists():
            raise DeviceError(SERIAL_GONE.format(node=self._port.port), bus=self._place)
        return octets

    def write(self, sent: bytes) -> None:
        """Write to the system's buffer; never blocks. Raises DeviceError if it cannot take all bytes at once."""
        from select import select  # noqa: PLC0415 - only for a reader on a serial line

        try:
            # Check first: pyserial's write spins on a full line, and its time limit fails on a busy computer.
            writable = select([], [self._port], [], 0)[1]
            taken = self._port.write(sent) if writable else 0
        except OSError as error:
            raise DeviceError(_serial_advice(error, self._port.port), bus=self._place, sent=sent) from error
        if taken < len(sent):
            raise DeviceError(SERIAL_STUCK.format(node=self._port.port), bus=self._place, sent=sent)

    def close(self) -> None:
        """Release the port."""
        _close(self._port)


def _serial_advice(error: OSError, node: str) -> str:
    match error.errno:
        case errno.ENOENT:
            return SERIAL_MISSING.format(node=node)
        case errno.EACCES | errno.EPERM:
            return FORBIDDEN.format(node=node, group="dialout")
        case errno.EAGAIN:  # pyserial locks the node as `locks` does
            return f"in use by {user_of(node)}"
        case _ if not Path(node).exists():
            return SERIAL_GONE.format(node=node)
        case _:
            return _system(error)


def package(name: str, install: str, *, bus: str) -> Any:
    """Import an optional package at its first use. Raises DeviceError with how to install it."""
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
