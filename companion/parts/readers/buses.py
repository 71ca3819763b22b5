"""The buses of the header that readers are wired to: SPI, and serial ports, which may also be on USB."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.parts.reader_kind import Bus, PluggedIn, ReaderSettings
from companion.support.lazy_import import lazy_call
from hardware.bus import Clock
from hardware.drivers.retried import SerialLine
from hardware.linux import LinuxSpi, node_of, open_serial
from hardware.locks import own, refuse_if_used

if TYPE_CHECKING:
    from hardware.sim.clock import SimClock
    from hardware.sim.faults import Faults
    from hardware.sim.serial import SimSerial, UartChip

# ---------------------------------------------------------------- SPI

SPI_PINS = {0: (9, 10, 11, 8, 7), 1: (19, 20, 21)}
SPI1_SELECTS = (18, 17, 16)
"""SPI0 claims both of its selects; SPI1 claims only the selects in use."""


def _spi_pins(settings: ReaderSettings) -> tuple[int, ...]:
    selects = SPI1_SELECTS[: settings.spi_device + 1] if settings.spi_bus == 1 else ()
    return (*SPI_PINS.get(settings.spi_bus, ()), *selects)


SPI = Bus(
    fault_place="SPI",
    node=lambda settings: f"/dev/spidev{settings.spi_bus}.{settings.spi_device}",
    own=own,
    connect=lambda settings, _clock: LinuxSpi(settings.spi_bus, settings.spi_device, settings.spi_hz),
    simulate=lambda _settings, chip, _clock, _faults: (chip, chip),
    bus_key="spi_bus",
    slot_key="spi_device",
    pins=_spi_pins,
    group="spi",
)

# ---------------------------------------------------------------- serial ports

UARTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""Serial ports on the header; a port on USB uses no pins."""
UART_PINS = (14, 15)


def _own_port(node: str) -> None:
    """Only test the port: its driver locks it while it is open, and it may be unplugged."""
    refuse_if_used(node_of(node))


def _connect_port(settings: ReaderSettings, clock: Clock) -> SerialLine:
    port, baud = settings.port, settings.entry.baud
    return SerialLine(lambda: open_serial(port, baud), clock, bus=port)


def _simulate_port(
    settings: ReaderSettings, chip: UartChip, clock: SimClock, faults: Faults
) -> tuple[SerialLine, SimSerial]:
    port: SimSerial = lazy_call("hardware.sim.serial:SimSerial")(chip, faults)
    baud = settings.entry.baud
    return SerialLine(lambda: port.plug(baud), clock, bus="serial"), port


BY_NAME = Path("/dev/serial/by-id")
"""Where udev names the serial ports on USB."""


def _plugged_ports() -> Iterator[PluggedIn]:
    for port in sorted(BY_NAME.glob("*")):
        yield PluggedIn(port.name.removeprefix("usb-"), {"port": str(port)})


SERIAL = Bus(
    fault_place="LINE",
    node=lambda settings: settings.port,
    own=_own_port,
    connect=_connect_port,
    simulate=_simulate_port,
    bus_key="port",
    slot_key="port",
    pins=lambda settings: UART_PINS if settings.port in UARTS else (),
    group="dialout",
    plugged=_plugged_ports,
)
