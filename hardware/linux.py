"""The wires of `hardware.bus` on a Raspberry Pi: spidev, smbus2 and pyserial; `linux_pins` has the pins.

A wire is opened at its first use, and again after a failure: the box starts without its reader or display and goes on
when they return. A wire that another program has locked is not opened (`locks`), one that hangs is not used
(`hung_wires`). Every system error becomes a `DeviceError` with advice. Importing this module imports none of those
packages.
"""

from __future__ import annotations

import errno
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, Any

from hardware.bus import DeviceError, HangsError
from hardware.locks import own, user_of

if TYPE_CHECKING:
    from hardware.hung_wires import HungWire

SAFE_SPI_HZ = 1_000_000
"""Works with jumper wires of any length; short wires allow 4 MHz, the MFRC522 up to 10 MHz."""

SPI_MISSING = "{node} not found: enable SPI with `sudo raspi-config nonint do_spi 0` and restart the Pi"
I2C_MISSING = "{node} not found: enable I2C with `sudo raspi-config nonint do_i2c 0` and restart the Pi"
MODULE_MISSING = "{node} not found, but its bus is on: load its module with `sudo modprobe {module}`"
SERIAL_MISSING = "{node} not found: is the reader plugged in? On the header, enable the UART as wiring.md says"
SERIAL_STUCK = "{node} takes no bytes"
SERIAL_GONE = "{node} is gone: was the reader pulled out?"
FORBIDDEN = "no permission for {node}: `sudo usermod -aG {group} $USER`, then log in again"
NO_ANSWER = "nobody acknowledges: check power, SDA and SCL, and look for the address with `i2cdetect -y {bus}`"
LONGEST_READ = 4096
"""The size of the system's buffer for a serial port."""
HANGS_S = 0.25
"""A call that fails after so long has hung: a whole picture takes 0.1 s."""
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


_hung: dict[str, HungWire] = {}
"""The nodes that hang in this process."""


class _Wire:
    """A device node that is opened at its first use, and again after a failure; building it never fails."""

    hangs_as: str

    def __init__(self, name: str, node: str) -> None:
        self.name = name
        self._node = node
        self._open: Any = None

    def close(self) -> None:
        """Release the node; the next use opens it again."""
        if self._open is not None:
            with suppress(OSError):
                self._open.close()
        self._open = None

    def _use(self, act: Callable[[Any], Any], *, address: int | None = None, sent: bytes = b"") -> Any:
        """Act on the open device. Raises DeviceError."""
        if _hung and self._hangs():
            raise HangsError(self.hangs_as, bus=self.name, address=address)
        if self._open is None:
            own(self._node)
        began = time.monotonic()
        try:
            self._open = self._open or self._open_node()
            return act(self._open)
        except DeviceError:
            raise
        except OSError as error:
            self.close()
            if time.monotonic() - began >= HANGS_S:
                self._leave_alone(act)
                raise HangsError(self.hangs_as, bus=self.name, address=address) from error
            raise DeviceError(self._advice(error), bus=self.name, address=address, sent=sent) from error

    def _hangs(self) -> bool:
        hung = _hung.get(self._node)
        if hung is not None and not hung.hangs():
            del _hung[self._node]
        return self._node in _hung

    def _leave_alone(self, act: Callable[[Any], Any]) -> None:
        """Use the node no more, until the same call returns in time when it is tried in the background."""
        from hardware.hung_wires import HungWire  # noqa: PLC0415 - hardly ever wanted

        def call() -> None:
            device = self._open_node()
            try:
                act(device)
            finally:
                device.close()

        _hung[self._node] = HungWire(call)

    def _open_node(self) -> Any:
        raise NotImplementedError

    def _advice(self, error: OSError) -> str:
        raise NotImplementedError


class LinuxSpi(_Wire):
    """A chip on /dev/spidevBUS.DEVICE, mode 0. Only `transfer` raises DeviceError."""

    hangs_as = "each call hangs"

    def __init__(self, bus: int = 0, device: int = 0, speed_hz: int = SAFE_SPI_HZ) -> None:
        super().__init__(f"spi{bus}.{device}", f"/dev/spidev{bus}.{device}")
        self._place = bus, device
        self._speed_hz = speed_hz

    def transfer(self, sent: bytes) -> bytes:
        """Exchange bytes under one chip select."""
        return bytes(self._use(lambda device: device.xfer2(list(sent)), sent=sent))

    def _open_node(self) -> Any:
        device = package("spidev", "`sudo apt install python3-spidev`", bus=self.name).SpiDev()
        device.open(*self._place)
        device.max_speed_hz = self._speed_hz
        device.mode = 0
        return device

    def _advice(self, error: OSError) -> str:
        return advice(error, self._node, "spi", SPI_MISSING)


class LinuxI2c(_Wire):
    """The chips on /dev/i2c-BUS. Only `write` and `read` raise DeviceError."""

    hangs_as = "each call hangs: SDA or SCL is held low"

    def __init__(self, bus: int = 1) -> None:
        super().__init__(f"i2c-{bus}", f"/dev/i2c-{bus}")
        self._number = bus

    def write(self, address: int, sent: bytes) -> None:
        """Send one message, START to STOP, of any length that the adapter takes."""
        self._use(lambda bus: bus.i2c_rdwr(self._smbus2().i2c_msg.write(address, sent)), address=address, sent=sent)

    def read(self, address: int, count: int) -> bytes:
        """Read `count` bytes in one message."""

        def receive(bus: Any) -> bytes:
            message = self._smbus2().i2c_msg.read(address, count)
            bus.i2c_rdwr(message)
            return bytes(message)

        return bytes(self._use(receive, address=address))

    def _smbus2(self) -> Any:
        return package("smbus2", "`python -m pip install smbus2`", bus=self.name)

    def _open_node(self) -> Any:
        return self._smbus2().SMBus(self._number)

    def _advice(self, error: OSError) -> str:
        if error.errno in {errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT}:
            return NO_ANSWER.format(bus=self._number)
        return advice(error, self._node, "i2c", I2C_MISSING)


def open_serial(place: str, baud: int) -> LinuxSerial:
    """Open a serial port: a node, a link, or the first match of a pattern.

    "/dev/serial/by-id/usb-*" finds an adapter again that returns as another ttyUSB. Raises DeviceError.
    """
    serial = package("serial", "`python -m pip install pyserial`", bus=place)
    node = node_of(place)
    try:
        return LinuxSerial(serial.Serial(node, baud, timeout=0, write_timeout=0, exclusive=True), place)
    except (OSError, termios.error) as error:  # the second if the port vanishes during its set-up
        raise DeviceError(_serial_advice(OSError(*error.args), node), bus=place) from error


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
        with suppress(OSError):
            self._port.close()


def _serial_advice(error: OSError, node: str) -> str:
    if error.errno == errno.EAGAIN:  # pyserial locks the node as `locks` does
        return f"in use by {user_of(node)}"
    if error.errno not in {errno.ENOENT, errno.EACCES, errno.EPERM} and not Path(node).exists():
        return SERIAL_GONE.format(node=node)
    return advice(error, node, "dialout", SERIAL_MISSING)


def advice(error: OSError, node: str, group: str, missing: str) -> str:
    """What mends an error of a node that only `group` may use; `missing` is the sentence for one that is not there."""
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            bus = bus_of(node)
            is_on = bool(bus) and Path("/", bus).exists()
            return MODULE_MISSING.format(node=node, module=module_of(node)) if is_on else missing.format(node=node)
        case errno.EACCES | errno.EPERM:
            return FORBIDDEN.format(node=node, group=group)
        case _:
            return f"the system refuses ({error.strerror or error})"


def bus_of(node: str) -> str:
    """Where the kernel shows the bus of a node of I2C or SPI, below /; empty: another node.

    >>> bus_of("/dev/i2c-1"), bus_of("/dev/spidev0.0"), bus_of("/dev/serial0")
    ('sys/bus/i2c/devices/i2c-1', 'sys/bus/spi/devices/spi0.0', '')
    """
    name = node.removeprefix("/dev/")
    if name.startswith("i2c-"):
        return f"sys/bus/i2c/devices/{name}"
    return f"sys/bus/spi/devices/{name.replace('dev', '', 1)}" if name.startswith("spidev") else ""


def module_of(node: str) -> str:
    """The kernel's module that makes a node of I2C or SPI."""
    return "i2c-dev" if node.startswith("/dev/i2c-") else "spidev"


def package(name: str, install: str, *, bus: str) -> Any:
    """Import an optional package at its first use. Raises DeviceError with how to install it."""
    try:
        return import_module(name)
    except ImportError as missing:
        raise DeviceError(NO_PACKAGE.format(package=name, install=install), bus=bus) from missing
