"""What to build: the devices that the settings name, on the wires of a Pi or on simulated ones.

Hardware packages are imported by the drivers when they are first needed. A part that is missing does not stop
the game: its driver raises DeviceError at every use until it is there, and the loop says so and goes on.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.settings import DEFAULTS
from hardware.bus import CountedI2c, CountedSerial, CountedSpi, DeviceError, Traffic

if TYPE_CHECKING:
    from companion.settings import Settings
    from hardware.bus import Buttons, Clock, Display, Edge, I2c, Note, OutputPin, Reader, Sounder, Spi
    from hardware.sim.clock import SimClock
    from hardware.sim.faults import Faults
    from hardware.sim.field import Field
    from hardware.sim.oled import SimPanel
    from hardware.sim.pins import SimPins

I2C_HZ = 400_000


@dataclass(frozen=True, slots=True)
class Devices:
    """The parts of one table, behind the seams of `hardware.bus`."""

    clock: Clock
    reader: Reader
    display: Display
    buttons: Buttons
    sounder: Sounder

    def close(self, *, keep_picture: bool = False) -> None:
        """Release everything; a part that fails while it is closed is left as it is."""
        self.reader.close()
        self.display.close(keep_picture=keep_picture)
        self.buttons.close()
        self.sounder.close()


@dataclass(frozen=True, slots=True)
class Simulation:
    """The far ends of simulated wires: what a hand can reach and an eye can see, and what passed on the wires.

    `kind` is the kind of the reader: on `spi` nothing passes when it is a serial one, and on `serial` only then.
    """

    kind: str
    devices: Devices
    clock: SimClock
    field: Field
    panel: SimPanel
    pins: SimPins
    faults: Faults
    spi: CountedSpi
    i2c: CountedI2c
    serial: Traffic

    @property
    def known_faults(self) -> dict[str, str]:
        """Every fault that can befall these devices, by name, with a sentence for people."""
        from hardware.sim.faults import FAULTS, Place  # noqa: PLC0415 - the simulation is loaded where it is wanted

        elsewhere = {Place.LINE if self.kind == "mfrc522" else Place.SPI, Place.CARD, Place.MACHINE}
        return {name: fault.sentence for name, fault in FAULTS.items() if fault.place not in elsewhere}

    @property
    def uid_bytes(self) -> int:
        """How long the numbers of the tags are that this reader hears and people buy."""
        return 7 if self.kind in {"mfrc522", "pn532"} else 5

    def lay(self, uid: bytes) -> None:
        """Lay a tag with this number on the reader: of 4 bytes a plastic card, of 5 a 125 kHz tag, of 7 a sticker."""
        from hardware.sim.em4100 import Em4100  # noqa: PLC0415 - the simulation is loaded where it is wanted
        from hardware.sim.tags import MifareClassic, Ntag213  # noqa: PLC0415

        tags = {4: MifareClassic, 5: Em4100, 7: Ntag213}
        self.field.place(tags[len(uid)](uid))

    def lift(self, uid: bytes) -> None:
        """Take the tag with this number away again."""
        for tag in [tag for tag in self.field.tags if tag.uid == uid]:
            self.field.lift(tag)


class NoButtons:
    """Stands in for buttons whose pins cannot be had; tried again only by a restart."""

    def edges(self) -> list[Edge]:
        """No presses."""
        return []

    def close(self) -> None:
        """Nothing to release."""


class NoSounder:
    """Stands in for a buzzer and a light whose pins cannot be had."""

    def play(self, notes: tuple[Note, ...]) -> None:
        """Silence."""

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Darkness."""

    def tick(self) -> None:
        """Nothing to move on."""

    def close(self) -> None:
        """Nothing to release."""


def real(settings: Settings = DEFAULTS) -> Devices:
    """The table wired as wiring.md says, where the settings say no other."""
    from hardware.linux import LinuxClock, LinuxI2c  # noqa: PLC0415 - only where there is hardware

    clock = LinuxClock()
    return Devices(
        clock=clock,
        reader=_reader(settings, clock),
        display=_display(settings, LinuxI2c(settings.panel.i2c_bus)),
        buttons=_buttons(settings, clock),
        sounder=_sounder(settings, clock),
    )


def leave_on_panel(picture: bytes, settings: Settings, wire: I2c | None = None) -> None:
    """Show this where there is no table to show, and go; a panel that does not answer is left alone.

    `wire` takes the place of the Pi's.
    """
    from hardware.linux import LinuxI2c  # noqa: PLC0415 - only where there is hardware

    with suppress(DeviceError):
        display = _display(settings, wire or LinuxI2c(settings.panel.i2c_bus))
        display.show(picture)
        display.close(keep_picture=True)


def told(picture: bytes, settings: Settings) -> tuple[tuple[int, bytes], ...]:
    """What the panel of these settings is told to show a picture from dark: addresses and messages."""
    noted = _Noted()
    _display(settings, noted).show(picture)
    return tuple(noted.messages)


class _Noted:
    """An I2C bus that only writes down what it is told."""

    def __init__(self) -> None:
        self.messages: list[tuple[int, bytes]] = []

    def write(self, address: int, sent: bytes) -> None:
        self.messages.append((address, sent))


def simulated(settings: Settings = DEFAULTS) -> Simulation:
    """The same drivers on simulated chips, under a clock that moves only when somebody waits."""
    from hardware.drivers.buttons import GpioButtons  # noqa: PLC0415 - only where it is wanted
    from hardware.drivers.sounder import GpioSounder  # noqa: PLC0415
    from hardware.sim.clock import SimClock  # noqa: PLC0415
    from hardware.sim.faults import Faults  # noqa: PLC0415
    from hardware.sim.field import Field  # noqa: PLC0415
    from hardware.sim.i2c import SimI2c  # noqa: PLC0415
    from hardware.sim.oled import SimSh1106, SimSsd1306, SimSsd1309  # noqa: PLC0415
    from hardware.sim.pins import SimPins  # noqa: PLC0415

    clock, faults = SimClock(), Faults()
    field = Field(faults)
    kinds: dict[str, type[SimPanel]] = {"ssd1306": SimSsd1306, "ssd1309": SimSsd1309, "sh1106": SimSh1106}
    panel = kinds[settings.panel.kind]()
    reader, spi, serial = _simulated_reader(settings, field, clock)
    i2c = CountedI2c(SimI2c({settings.panel.address: panel}, clock=clock, hz=I2C_HZ, faults=faults))
    buttons, sounder, anode = settings.pins.buttons, settings.pins.sounder, settings.light.common_anode
    pins = SimPins(clock, {**buttons, **sounder}, common_anode=anode, faults=faults)
    devices = Devices(
        clock=clock,
        reader=reader,
        display=_display(settings, i2c),
        buttons=GpioButtons(clock, buttons, pin_factory=pins.factory),
        sounder=GpioSounder(clock, sounder, common_anode=anode, pin_factory=pins.factory),
    )
    return Simulation(settings.reader.kind, devices, clock, field, panel, pins, faults, spi, i2c, serial)


def _simulated_reader(settings: Settings, field: Field, clock: SimClock) -> tuple[Reader, CountedSpi, Traffic]:
    """A reader and the two wires of which it uses one."""
    from hardware.drivers.serial_readers import serial_reader  # noqa: PLC0415 - only where it is wanted
    from hardware.sim.mfrc522 import SimMfrc522  # noqa: PLC0415
    from hardware.sim.pn532 import SimPn532  # noqa: PLC0415
    from hardware.sim.rdm6300 import SimRdm6300  # noqa: PLC0415
    from hardware.sim.serial import SimSerial  # noqa: PLC0415

    kind = settings.reader.kind
    chip = SimMfrc522(field, clock, speed_hz=settings.reader.spi_hz)
    spi, serial = CountedSpi(chip), Traffic()
    if kind == "mfrc522":
        return _mfrc522(settings, clock, spi, chip.reset_pin), spi, serial
    far_end = SimPn532(field, clock) if kind == "pn532" else SimRdm6300(field, clock, once=kind == "id12la")
    port = SimSerial(far_end, field.faults)
    reader = serial_reader(kind, lambda baud: CountedSerial(port.plug(baud), serial), clock, bus="serial")
    return reader, spi, serial


def _reader(settings: Settings, clock: Clock) -> Reader:
    """The one place where a kind of reader becomes a driver on the wires of a Pi."""
    from hardware.drivers.serial_readers import serial_reader  # noqa: PLC0415 - only where there is hardware
    from hardware.linux import LinuxPin, LinuxSpi, open_serial  # noqa: PLC0415

    reader = settings.reader
    if reader.kind == "mfrc522":
        spi = LinuxSpi(reader.spi_bus, reader.spi_device, reader.spi_hz)
        return _mfrc522(settings, clock, spi, LinuxPin(settings.pins.reset))
    return serial_reader(reader.kind, lambda baud: open_serial(reader.port, baud), clock, bus=reader.port)


def _mfrc522(settings: Settings, clock: Clock, spi: Spi, reset: OutputPin) -> Reader:
    from hardware.drivers.mfrc522 import Mfrc522  # noqa: PLC0415 - only where it is wanted

    reader = settings.reader
    return Mfrc522(spi, clock, reset=reset, bus=f"spi{reader.spi_bus}.{reader.spi_device}", burst=reader.burst)


def _display(settings: Settings, wire: I2c) -> Display:
    from hardware.drivers.oled import OledDisplay  # noqa: PLC0415 - only where there is hardware

    panel = settings.panel
    return OledDisplay(wire, panel.kind, address=panel.address, rotation=panel.rotation)


def _buttons(settings: Settings, clock: Clock) -> Buttons:
    from hardware.drivers.buttons import GpioButtons  # noqa: PLC0415 - only where there is hardware

    try:
        return GpioButtons(clock, settings.pins.buttons)
    except DeviceError:
        return NoButtons()


def _sounder(settings: Settings, clock: Clock) -> Sounder:
    from hardware.drivers.sounder import GpioSounder  # noqa: PLC0415 - only where there is hardware

    try:
        return GpioSounder(clock, settings.pins.sounder, common_anode=settings.light.common_anode)
    except DeviceError:
        return NoSounder()
