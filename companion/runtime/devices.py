"""Build the devices that the settings name, on the wires of a Pi or on simulated wires.

A driver imports its hardware package at its first use. A missing part does not stop the game: its driver raises
DeviceError at every use, and the loop reports it and goes on.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from companion.parts.display_kind import DISPLAYS
from companion.settings.schema import DEFAULTS, Settings
from companion.support.messages import msg
from companion.support.values import dataclass
from hardware.bus import Buttons, Clock, DeviceError, Display, I2c, OutputPin, Pins, Reader, Sounder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.parts.reader_kind import ReaderKind, ReaderSettings
    from hardware.bus import Traffic
    from hardware.sim.clock import SimClock
    from hardware.sim.faults import Faults
    from hardware.sim.field import Field
    from hardware.sim.i2c import SimI2c
    from hardware.sim.oled import SimPanel
    from hardware.sim.pins import SimPins

I2C_HZ = 400_000


@dataclass(frozen=True, slots=True)
class Station:
    """A reader, its name (empty: the first reader), and the seat that it belongs to (empty: everybody)."""

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


class Counted(Protocol):
    """A wire that counts its traffic."""

    traffic: Traffic


@dataclass(frozen=True, slots=True)
class Simulation:
    """The simulated devices, the wires, which count their traffic, and their far ends: fields, panel, pins and faults.

    `kind` is the kind of the first reader, and `reader_wire` its wire. `fields` holds the field of every reader, by
    name. `faults` act on the first reader; each further reader has its own.
    """

    kind: ReaderKind
    devices: Devices
    clock: SimClock
    fields: Mapping[str, Field]
    panel: SimPanel
    pins: SimPins
    faults: Faults
    reader_wire: Counted
    i2c: SimI2c

    @property
    def known_faults(self) -> dict[str, str]:
        """Every fault that these devices can have, by name, with a sentence for people."""
        from hardware.sim.faults import BUSES_OF_READERS, FAULTS, FaultPlace  # noqa: PLC0415 - the simulation is loaded where it is wanted

        elsewhere = {*BUSES_OF_READERS, FaultPlace.CARD, FaultPlace.MACHINE} - {
            FaultPlace.__members__.get(self.kind.bus.place)
        }
        return {name: fault.sentence for name, fault in FAULTS.items() if fault.place not in elsewhere}

    @property
    def uid_bytes(self) -> int:
        """Bytes in the UID of the tags that people buy for this reader."""
        return self.kind.frequencies[0].bought

    def hears(self, uid: bytes) -> bool:
        """Whether this reader reads tags with a UID of this length, and the simulation has such tags."""
        return self.kind.reads(uid) and len(uid) <= 7

    def lay(self, uid: bytes, reader: str = "") -> None:
        """Lay a tag on the reader of this name: 4 bytes are a MIFARE Classic card, 5 a 125 kHz tag, 7 an NTAG213."""
        from hardware.sim.tags import Em4100, Tag  # noqa: PLC0415 - the simulation is loaded where it is wanted

        tag = Em4100(uid) if len(uid) == 5 else Tag(uid, sak=0x08 if len(uid) == 4 else 0x00)
        self.fields[reader].place(tag)

    def lift(self, uid: bytes, reader: str = "") -> None:
        """Lift the tag with this UID from the reader of this name."""
        field = self.fields[reader]
        for tag in [tag for tag in field.tags if tag.uid == uid]:
            field.lift(tag)


def real(settings: Settings = DEFAULTS, first_messages: Sequence[bytes] = ()) -> Devices:
    """The devices on the wires of wiring.md and the settings, owned until the program ends.

    `first_messages` is what the panel received for its first picture at an earlier start (empty: unknown). Raises
    InUseError.
    """
    from hardware.header_pins import HeaderPins  # noqa: PLC0415 - only where there is hardware
    from hardware.linux_pins import LinuxPin  # noqa: PLC0415 - the same

    own_wires(settings)
    return on_wires(settings, LinuxPin(settings.pins.reset), HeaderPins(aside=True), first_messages)


def on_wires(settings: Settings, reset: OutputPin, pins: Pins, first_messages: Sequence[bytes] = ()) -> Devices:
    """Devices on wires that nobody owns; `reset` is the RST of the first reader. Touches no wire."""
    from hardware.linux import LinuxClock, LinuxI2c  # noqa: PLC0415 - only where there is hardware

    clock = LinuxClock()
    return Devices(
        clock=clock,
        stations=tuple(
            Station(_reader_on_wires(reader, clock, None if name else reset), name, reader.seat)
            for name, reader in settings.readers.items()
        ),
        display=_display(settings, LinuxI2c(settings.panel.i2c_bus), first_messages),
        buttons=_buttons(settings, clock, pins),
        sounder=_sounder(settings, clock, pins),
    )


def own_wires(settings: Settings) -> None:
    """Own panel, pins and readers until the program ends. Raises InUseError with the owner of a wire."""
    from hardware.linux_pins import PIN_CHIPS  # noqa: PLC0415 - only where there is hardware
    from hardware.locks import own  # noqa: PLC0415 - the same

    for node in (settings.panel.wire, *PIN_CHIPS):
        own(node)
    for reader in settings.readers.values():
        reader.entry.bus.own(reader.wire)


def leave_on_panel(picture: bytes, settings: Settings, wire: I2c | None = None) -> None:
    """Show a picture and release the panel. Ignores a panel that does not answer or is in use.

    `wire` replaces the bus of the Pi.
    """
    from hardware.linux import LinuxI2c  # noqa: PLC0415 - only where there is hardware

    with suppress(DeviceError):
        display = _display(settings, wire or LinuxI2c(settings.panel.i2c_bus))
        display.show(picture)
        display.close(keep_picture=True)


def picture_messages(picture: bytes, settings: Settings, first_messages: Sequence[bytes] = ()) -> tuple[bytes, ...]:
    """The I2C messages that show this picture on the panel of these settings after power-on.

    `first_messages` are those of another picture (empty: unknown).
    """
    bus = _RecordingBus()
    _display(settings, bus, first_messages).show(picture)
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


def simulated(settings: Settings = DEFAULTS, first_messages: Sequence[bytes] = ()) -> Simulation:
    """The drivers of the box on simulated chips, under a clock that advances only when a driver waits.

    `first_messages`: see `real`.
    """
    from hardware.sim.clock import SimClock  # noqa: PLC0415 - the simulation is loaded where it is wanted
    from hardware.sim.faults import Faults  # noqa: PLC0415
    from hardware.sim.field import Field  # noqa: PLC0415
    from hardware.sim.i2c import SimI2c  # noqa: PLC0415
    from hardware.sim.pins import SimPins  # noqa: PLC0415

    clock, faults = SimClock(), Faults()
    fields = {name: Field(Faults() if name else faults) for name in settings.readers}
    panel = DISPLAYS[settings.panel.kind].simulated(settings.panel.first_column)
    readers = {name: reader.entry.simulated(reader, fields[name], clock) for name, reader in settings.readers.items()}
    _, wire = readers[""]
    i2c = SimI2c({settings.panel.address: panel}, clock=clock, hz=I2C_HZ, faults=faults)
    buttons, sounder, anode = settings.pins.buttons, settings.pins.sounder, settings.light.common_anode
    pins = SimPins(clock, {**buttons, **sounder}, common_anode=anode, faults=faults)
    devices = Devices(
        clock=clock,
        stations=tuple(Station(readers[name][0], name, reader.seat) for name, reader in settings.readers.items()),
        display=_display(settings, i2c, first_messages),
        buttons=_buttons(settings, clock, pins),
        sounder=_sounder(settings, clock, pins),
    )
    return Simulation(settings.reader.entry, devices, clock, fields, panel, pins, faults, wire, i2c)


def _reader_on_wires(wanted: ReaderSettings, clock: Clock, reset: OutputPin | None) -> Reader:
    """The driver of a reader on the wires of this computer; `reset` is its RST."""
    from hardware.drivers.retried import RetriedReader  # noqa: PLC0415 - only where there is hardware

    return RetriedReader(lambda: wanted.entry.opened(wanted, clock, reset), clock)


def _display(settings: Settings, wire: I2c, first_messages: Sequence[bytes] = ()) -> Display:
    from hardware.drivers.oled import OledDisplay  # noqa: PLC0415 - only where there is hardware

    panel = settings.panel
    return OledDisplay(
        wire,
        panel.kind,
        address=panel.address,
        rotation=panel.rotation,
        first_column=panel.first_column,
        first_messages=first_messages,
    )


def _buttons(settings: Settings, clock: Clock, pins: Pins) -> Buttons:
    from hardware.drivers.buttons import GpioButtons  # noqa: PLC0415 - only where it is wanted

    return GpioButtons(clock, pins, settings.pins.buttons)


def _sounder(settings: Settings, clock: Clock, pins: Pins) -> Sounder:
    from hardware.drivers.sounder import GpioSounder  # noqa: PLC0415 - only where it is wanted

    return GpioSounder(clock, pins, settings.pins.sounder, common_anode=settings.light.common_anode)
