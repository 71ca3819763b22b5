"""Build the devices that the settings name, on the wires of a Pi; `simulated_devices` builds those on simulated wires.

A driver imports its hardware package at its first use. A missing part does not stop the game: its driver raises
DeviceError at every use, and the loop reports it and goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from companion.parts.display_kind import DISPLAYS
from companion.parts.reader_kind import ReaderSettings
from companion.settings.schema import DEFAULTS, Settings
from companion.support.messages import msg
from companion.support.values import dataclass
from hardware.bus import Buttons, Clock, DeviceError, Display, I2c, OutputPin, Pins, Reader, Sounder
from hardware.drivers.buttons import GpioButtons
from hardware.drivers.oled import OledDisplay
from hardware.drivers.retried import RetriedReader
from hardware.drivers.sounder import GpioSounder
from hardware.header_pins import HeaderPins
from hardware.linux import LinuxClock, LinuxI2c
from hardware.linux_pins import PIN_CHIPS, LinuxPin
from hardware.locks import own


@dataclass(frozen=True, slots=True)
class Station:
    """A reader, its name (the first has none), and the seat that it belongs to (a common one has none)."""

    reader: Reader
    name: str = ""
    seat: str = ""

    @property
    def part(self) -> str:
        """The name of the part for people and the journal."""
        return msg("Reader {name}", name=self.name) if self.name else msg("Reader")


@dataclass(frozen=True, slots=True)
class Devices:
    """The parts of one table, behind the interfaces of `hardware.bus`."""

    clock: Clock
    stations: tuple[Station, ...]
    display: Display
    buttons: Buttons
    sounder: Sounder

    def close(self, *, keep_picture: bool = False) -> None:
        """Release every part; ignores a part that fails."""
        for station in self.stations:
            station.reader.close()
        self.display.close(keep_picture=keep_picture)
        self.buttons.close()
        self.sounder.close()


def real(settings: Settings = DEFAULTS, first_messages: Sequence[bytes] = ()) -> Devices:
    """The devices on the wires of wiring.md and the settings, owned until the program ends.

    `first_messages` is what the panel received for its first picture at an earlier start (empty: unknown). Raises
    InUseError.
    """
    own_wires(settings)
    pins = HeaderPins(aside=True, buttons=settings.pins.buttons.values())
    return on_wires(settings, LinuxPin(settings.pins.reset), pins, first_messages)


def on_wires(settings: Settings, reset: OutputPin, pins: Pins, first_messages: Sequence[bytes] = ()) -> Devices:
    """Devices on wires that nobody owns; `reset` is the RST of the first reader. Touches no wire."""
    clock = LinuxClock()
    display = display_of(settings, LinuxI2c(settings.panel.i2c_bus), first_messages)
    return devices_of(settings, clock, stations_of(settings, clock, reset), display, pins=pins)


def devices_of(
    settings: Settings, clock: Clock, stations: tuple[Station, ...], display: Display, *, pins: Pins
) -> Devices:
    """These readers and this display, with buttons, buzzer and light on these pins."""
    buttons = GpioButtons(clock, pins, settings.pins.buttons)
    sounder = GpioSounder(clock, pins, settings.pins.sounder, common_anode=settings.light.common_anode)
    return Devices(clock, stations, display, buttons, sounder)


def stations_of(settings: Settings, clock: Clock, reset: OutputPin | None) -> tuple[Station, ...]:
    """The readers of the settings; `reset` is the RST of the first one (None: it is not wired)."""
    return tuple(
        Station(_reader_on_wires(reader, clock, None if name else reset), name, reader.seat)
        for name, reader in settings.readers.items()
    )


def own_wires(settings: Settings) -> None:
    """Own panel, pins and readers until the program ends; a page has no wires. Raises InUseError with the owner."""
    for node in () if settings.panel.is_page else (settings.panel.wire, *PIN_CHIPS):
        own(node)
    for reader in settings.readers_here.values():
        reader.entry.bus.own(reader.wire)


def leave_on_panel(picture: bytes, settings: Settings, wire: I2c | None = None) -> None:
    """Show a picture and release the panel. Ignores a panel that does not answer or is in use, and a page.

    `wire` replaces the bus of the Pi.
    """
    if settings.panel.is_page:
        return
    with suppress(DeviceError):
        display = display_of(settings, wire or LinuxI2c(settings.panel.i2c_bus))
        display.show(picture)
        display.close(keep_picture=True)


def picture_messages(picture: bytes, settings: Settings, first_messages: Sequence[bytes] = ()) -> tuple[bytes, ...]:
    """The I2C messages that show this picture on the panel of these settings after power-on.

    `first_messages` are those of another picture (empty: unknown).
    """
    bus = _RecordingBus()
    display_of(settings, bus, first_messages).show(picture)
    return tuple(bus.messages)


class _RecordingBus:
    """An I2C bus that records the messages written to it."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def write(self, _address: int, sent: bytes) -> None:
        self.messages.append(sent)

    def read(self, _address: int, count: int) -> bytes:
        """Return zeros: no panel is connected."""
        return bytes(count)


def _reader_on_wires(wanted: ReaderSettings, clock: Clock, reset: OutputPin | None) -> Reader:
    """The driver of a reader on the wires of this computer; `reset` is its RST."""
    return RetriedReader(lambda: wanted.entry.open(wanted, clock, reset), clock)


def display_of(settings: Settings, wire: I2c, first_messages: Sequence[bytes] = ()) -> Display:
    """The driver of the display of these settings. `first_messages`: see `real`."""
    panel = settings.panel
    return OledDisplay(
        wire,
        panel.controller,
        DISPLAYS[panel.controller].dialect,
        address=panel.address,
        rotation=panel.rotation,
        first_column=panel.first_column,
        first_messages=first_messages,
    )
