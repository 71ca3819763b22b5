from __future__ import annotations

import errno
import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.bus import DeviceError
from hardware.linux import LinuxClock, LinuxI2c, LinuxSerial, LinuxSpi, open_serial
from hardware.linux_pins import LinuxPin


class System:
    """Stands for the operating system: what was opened and sent, and which error it gives next."""

    def __init__(self) -> None:
        self.log: list[Any] = []
        self.fails_with: int | None = None

    def call(self, *what: Any) -> None:
        if self.fails_with is not None:
            raise OSError(self.fails_with, os.strerror(self.fails_with))
        self.log.append(what)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    """Small spidev and smbus2 in place of the real ones."""
    system = System()

    class SpiDev:
        max_speed_hz = 0
        mode = 3

        def open(self, bus: int, device: int) -> None:
            system.call("open", bus, device)

        def xfer2(self, sent: list[int]) -> list[int]:
            system.call("xfer2", self.max_speed_hz, self.mode, sent)
            return [octet ^ 0xFF for octet in sent]

        def close(self) -> None:
            system.log.append(("close",))

    class SMBus:
        def __init__(self, bus: int) -> None:
            system.call("open", bus)

        def i2c_rdwr(self, *messages: tuple[int, bytes]) -> None:
            system.call("i2c_rdwr", *messages)

    message = SimpleNamespace(
        write=lambda address, sent: (address, sent), read=lambda address, count: bytes([address] * count)
    )
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=SpiDev))
    monkeypatch.setitem(sys.modules, "smbus2", SimpleNamespace(SMBus=SMBus, i2c_msg=message))
    return system


def test_nothing_is_opened_before_the_first_transfer(system: System) -> None:
    LinuxSpi(0, 0)
    LinuxI2c(1)
    LinuxPin(25)
    assert system.log == []


def test_an_spi_transfer_goes_out_in_mode_0_at_the_set_speed(system: System) -> None:
    assert LinuxSpi(0, 1, 4_000_000).transfer(b"\x92\x00") == b"\x6d\xff"
    assert system.log == [("open", 0, 1), ("xfer2", 4_000_000, 0, [0x92, 0])]


def test_an_i2c_message_that_reads_gives_what_the_chip_gave(system: System) -> None:
    assert LinuxI2c(1).read(0x3C, 2) == b"\x3c\x3c"
    assert system.log == [("open", 1), ("i2c_rdwr", b"\x3c\x3c")]


def test_the_device_stays_open_between_transfers(system: System) -> None:
    wire = LinuxSpi()
    wire.transfer(b"\x01")
    wire.transfer(b"\x02")
    assert [what[0] for what in system.log] == ["open", "xfer2", "xfer2"]


def test_an_i2c_message_goes_out_whole(system: System) -> None:
    LinuxI2c(1).write(0x3C, bytes(1025))
    assert system.log == [("open", 1), ("i2c_rdwr", (0x3C, bytes(1025)))]


SPI_FAILS = "spi0.0: {}, sent ee 00"
I2C_FAILS = "i2c-1 address 0x3c: {}, sent 00 af"


@pytest.mark.parametrize(
    ("wire", "number", "advice"),
    [
        (SPI_FAILS, errno.ENOENT, "/dev/spidev0.0 not found: enable SPI with `sudo raspi-config nonint do_spi 0`"),
        (SPI_FAILS, errno.EACCES, "no permission for /dev/spidev0.0: `sudo usermod -aG spi $USER`"),
        (SPI_FAILS, errno.EIO, "the system refuses (Input/output error)"),
        (I2C_FAILS, errno.ENOENT, "/dev/i2c-1 not found: enable I2C with `sudo raspi-config nonint do_i2c 0`"),
        (I2C_FAILS, errno.EACCES, "no permission for /dev/i2c-1: `sudo usermod -aG i2c $USER`"),
        (I2C_FAILS, errno.EREMOTEIO, "nobody acknowledges: check power, SDA and SCL"),
        (I2C_FAILS, errno.EBUSY, "the system refuses (Device or resource busy)"),
    ],
)
def test_a_failing_wire_says_what_to_do(system: System, wire: str, number: int, advice: str) -> None:
    system.fails_with = number
    with pytest.raises(DeviceError) as caught:
        LinuxSpi().transfer(b"\xee\x00") if wire is SPI_FAILS else LinuxI2c().write(0x3C, b"\x00\xaf")
    before, after = wire.split("{}")
    assert str(caught.value).startswith(before + advice)
    assert str(caught.value).endswith(after)


def test_errno_121_is_the_missing_acknowledge() -> None:
    assert errno.EREMOTEIO == 121


def test_a_wire_that_failed_is_opened_anew(system: System) -> None:
    wire = LinuxSpi()
    wire.transfer(b"\x01")
    system.fails_with = errno.EIO
    with pytest.raises(DeviceError):
        wire.transfer(b"\x02")
    system.fails_with = None
    wire.transfer(b"\x03")
    assert [what[0] for what in system.log] == ["open", "xfer2", "close", "open", "xfer2"]


@pytest.mark.parametrize(
    ("name", "use", "advice"),
    [
        ("spidev", lambda: LinuxSpi().transfer(b"\x00"), "apt install python3-spidev"),
        ("smbus2", lambda: LinuxI2c().write(0x3C, b"\x00"), "pip install smbus2"),
        ("gpiod", lambda: LinuxPin(25).set(True), "pip install gpiod"),
        ("serial", lambda: open_serial("/dev/serial0", 9600), "pip install pyserial"),
    ],
)
def test_a_missing_package_is_said_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, name: str, use: Any, advice: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(DeviceError, match=advice):
        use()


@pytest.mark.parametrize("wire", [LinuxSpi(), LinuxI2c(), LinuxPin(25)])
def test_closing_what_was_never_open_is_no_mistake(wire: LinuxSpi | LinuxI2c | LinuxPin) -> None:
    wire.close()
    wire.close()


def test_the_clock_never_goes_back_and_takes_no_negative_naps() -> None:
    clock = LinuxClock()
    before = clock.now()
    clock.sleep(-1.0)
    assert clock.now() >= before


@pytest.fixture
def terminal() -> Iterator[tuple[int, str]]:
    """A pseudo-terminal: the master's end, and the name of the other."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    with suppress(OSError):
        os.close(master)


def arrived(port: LinuxSerial, count: int) -> bytes:
    """So many bytes, however long the system takes to hand them over."""
    octets = b""
    while len(octets) < count:
        octets += port.read_available()
    return octets


def test_a_serial_port_reads_what_is_there_and_never_waits(terminal: tuple[int, str]) -> None:
    master, name = terminal
    port = open_serial(name, 9600)
    assert port.read_available() == b""
    os.write(master, b"\x02\x00\xff")
    assert arrived(port, 3) == b"\x02\x00\xff"
    port.write(b"\x55\x03\x0d")
    assert os.read(master, 10) == b"\x55\x03\x0d"
    port.close()


def test_the_first_port_that_fits_the_pattern_is_taken(terminal: tuple[int, str], tmp_path: Path) -> None:
    master, name = terminal
    (tmp_path / "usb-b").symlink_to("/dev/null")
    (tmp_path / "usb-a").symlink_to(name)
    port = open_serial(f"{tmp_path}/usb-*", 115_200)
    os.write(master, b"x")
    assert arrived(port, 1) == b"x"
    port.close()


def test_a_serial_port_that_is_not_there_is_said_with_its_pattern(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="not found: is the reader plugged in") as caught:
        open_serial(f"{tmp_path}/usb-*", 9600)
    assert caught.value.bus == f"{tmp_path}/usb-*"


def test_a_serial_port_that_is_no_line_is_said() -> None:
    with pytest.raises(DeviceError, match="the system refuses"):
        open_serial("/dev/null", 9600)


def test_a_serial_port_in_use_is_not_shared(terminal: tuple[int, str]) -> None:
    port = open_serial(terminal[1], 9600)
    with pytest.raises(DeviceError, match=rf"in use by .* \(pid {os.getpid()}\)"):
        open_serial(terminal[1], 9600)
    port.close()


def test_a_serial_port_that_vanishes_is_said_by_reading_and_by_writing(terminal: tuple[int, str]) -> None:
    port = open_serial(terminal[1], 9600)
    os.close(terminal[0])
    with pytest.raises(DeviceError, match=r"refuses|is gone"):
        port.read_available()
    with pytest.raises(DeviceError, match=r"refuses|is gone") as caught:
        port.write(b"\x01")
    assert caught.value.sent == b"\x01"
    port.close()
    port.close()


def filled(port: LinuxSerial) -> None:
    for _ in range(10_000):
        port.write(bytes(64))


def test_a_line_that_takes_no_more_bytes_is_said_and_does_not_hang(terminal: tuple[int, str]) -> None:
    port = open_serial(terminal[1], 9600)
    with pytest.raises(DeviceError, match="takes no bytes"):
        filled(port)
    port.close()


class SilentPort:
    """A port that reads as empty although its node is gone."""

    port = "/dev/ttyUSB0-that-is-gone"

    def read(self, _most: int) -> bytes:
        return b""

    def close(self) -> None:
        pass


def test_silence_of_a_node_that_is_gone_is_a_fault() -> None:
    with pytest.raises(DeviceError, match="is gone: was the reader pulled out"):
        LinuxSerial(SilentPort(), "/dev/serial/by-id/usb-*").read_available()


def test_a_forbidden_serial_port_names_its_group(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_place: Any, **_settings: Any) -> None:
        system.call("open")

    monkeypatch.setattr("serial.Serial", refuse)
    system.fails_with = errno.EACCES
    with pytest.raises(DeviceError, match="usermod -aG dialout"):
        open_serial("/dev/serial0", 9600)


def test_a_serial_port_that_vanishes_while_it_is_opened_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def vanish(*_place: Any, **_settings: Any) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    monkeypatch.setattr("serial.Serial", vanish)
    with pytest.raises(DeviceError, match="was the reader pulled out"):
        open_serial("/dev/serial0", 9600)
