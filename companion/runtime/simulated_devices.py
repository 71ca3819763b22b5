"""The devices that the settings name, on simulated wires: the drivers of a Pi, and simulated chips below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from companion.parts.display_kind import DISPLAYS
from companion.parts.reader_kind import ReaderKind
from companion.runtime.devices import Devices, Station, devices_of, display_of
from companion.settings.schema import DEFAULTS, Settings
from companion.support.values import dataclass
from hardware.bus import Traffic
from hardware.sim.clock import SimClock
from hardware.sim.faults import BUSES_OF_READERS, FAULTS, FaultPlace, Faults
from hardware.sim.field import Field
from hardware.sim.i2c import SimI2c
from hardware.sim.pins import SimPins
from hardware.sim.tags import Em4100, Tag

if TYPE_CHECKING:
    from hardware.sim.oled import SimPanel

I2C_HZ = 400_000


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
        own = FaultPlace.__members__.get(self.kind.bus.fault_place)
        elsewhere = {*BUSES_OF_READERS, FaultPlace.CARD, FaultPlace.MACHINE} - {own}
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
        tag = Em4100(uid) if len(uid) == 5 else Tag(uid, sak=0x08 if len(uid) == 4 else 0x00)
        self.fields[reader].place(tag)

    def lift(self, uid: bytes, reader: str = "") -> None:
        """Lift the tag with this UID from the reader of this name."""
        field = self.fields[reader]
        for tag in [tag for tag in field.tags if tag.uid == uid]:
            field.lift(tag)


def simulation_of(settings: Settings = DEFAULTS, first_messages: Sequence[bytes] = ()) -> Simulation:
    """The drivers of the box on simulated chips, under a clock that advances only when a driver waits.

    `first_messages`: see `real`.
    """
    clock, faults = SimClock(), Faults()
    fields = {name: Field(Faults() if name else faults) for name in settings.readers}
    panel = DISPLAYS[settings.panel.controller].chip(first_column=settings.panel.first_column)
    readers = {name: reader.entry.simulate(reader, fields[name], clock) for name, reader in settings.readers.items()}
    _, wire = readers[""]
    i2c = SimI2c({settings.panel.address: panel}, clock=clock, hz=I2C_HZ, faults=faults)
    buttons, sounder, anode = settings.pins.buttons, settings.pins.sounder, settings.light.common_anode
    pins = SimPins(clock, {**buttons, **sounder}, common_anode=anode, faults=faults)
    stations = tuple(Station(readers[name][0], name, reader.seat) for name, reader in settings.readers.items())
    devices = devices_of(settings, clock, stations, display_of(settings, i2c, first_messages), pins=pins)
    return Simulation(settings.reader.entry, devices, clock, fields, panel, pins, faults, wire, i2c)
