"""What to build: the devices that the settings name, on the wires of a Pi or on simulated ones.

Hardware packages are imported by the drivers when they are first needed. A part that is missing does not stop
the game: its driver raises DeviceError at every use until it is there, and the loop says so and goes on.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.settings import DEFAULTS
from hardware.bus import CountedI2c, CountedSpi, DeviceError

if TYPE_CHECKING:
    from companion.settings import Settings
    from hardware.bus import Buttons, Clock, Display, Edge, I2c, Note, OutputPin, Reader, Sounder, Spi
    from hardware.sim.clock import SimClock
    from hardware.sim.faults import Faults
    from hardware.sim.field import Field
    from hardware.sim.oled import SimPanel
    from hardware.sim.pins import SimPins

I2C_HZ = 400_000


class NotBuiltInError(ValueError):
    """The settings name a part for which there is no driver yet."""


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
    """The far ends of simulated wires: what a hand can reach and an eye can see, and what passed on the wires."""

    devices: Devices
    clock: SimClock
    field: Field
    panel: SimPanel
    pins: SimPins
    faults: Faults
    spi: CountedSpi
    i2c: CountedI2c

    @property
    def known_faults(self) -> dict[str, str]:
        """Every fault that `faults` can switch on, by name, with a sentence for people."""
        from hardware.sim.faults import FAULTS  # noqa: PLC0415 - the simulation is loaded where it is wanted

        return {name: fault.sentence for name, fault in FAULTS.items()}

    def lay(self, uid: bytes) -> None:
        """Lay a tag with this number on the reader."""
        from hardware.sim.tags import Ntag213  # noqa: PLC0415 - the simulation is loaded where it is wanted

        self.field.place(Ntag213(uid))

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
    """The table wired as wiring.md says, where the settings say no other. Raises NotBuiltInError."""
    from hardware.linux import LinuxClock, LinuxI2c, LinuxPin, LinuxSpi  # noqa: PLC0415 - only where there is hardware

    clock, reader = LinuxClock(), settings.reader
    spi = LinuxSpi(reader.spi_bus, reader.spi_device, reader.spi_hz)
    return Devices(
        clock=clock,
        reader=_reader(settings, clock, spi, LinuxPin(settings.pins.reset)),
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


def simulated(settings: Settings = DEFAULTS) -> Simulation:
    """The same drivers on simulated chips, under a clock that moves only when somebody waits.

    Raises NotBuiltInError.
    """
    from hardware.drivers.buttons import GpioButtons  # noqa: PLC0415 - only where it is wanted
    from hardware.drivers.sounder import GpioSounder  # noqa: PLC0415
    from hardware.sim.clock import SimClock  # noqa: PLC0415
    from hardware.sim.faults import Faults  # noqa: PLC0415
    from hardware.sim.field import Field  # noqa: PLC0415
    from hardware.sim.i2c import SimI2c  # noqa: PLC0415
    from hardware.sim.mfrc522 import SimMfrc522  # noqa: PLC0415
    from hardware.sim.oled import SimSh1106, SimSsd1306, SimSsd1309  # noqa: PLC0415
    from hardware.sim.pins import SimPins  # noqa: PLC0415

    clock, faults = SimClock(), Faults()
    field = Field(faults)
    chip = SimMfrc522(field, clock, speed_hz=settings.reader.spi_hz)
    kinds: dict[str, type[SimPanel]] = {"ssd1306": SimSsd1306, "ssd1309": SimSsd1309, "sh1106": SimSh1106}
    panel = kinds[settings.panel.kind]()
    spi = CountedSpi(chip)
    i2c = CountedI2c(SimI2c({settings.panel.address: panel}, clock=clock, hz=I2C_HZ, faults=faults))
    buttons, sounder, anode = settings.pins.buttons, settings.pins.sounder, settings.light.common_anode
    pins = SimPins(clock, {**buttons, **sounder}, common_anode=anode, faults=faults)
    devices = Devices(
        clock=clock,
        reader=_reader(settings, clock, spi, chip.reset_pin),
        display=_display(settings, i2c),
        buttons=GpioButtons(clock, buttons, pin_factory=pins.factory),
        sounder=GpioSounder(clock, sounder, common_anode=anode, pin_factory=pins.factory),
    )
    return Simulation(devices, clock, field, panel, pins, faults, spi, i2c)


def _reader(settings: Settings, clock: Clock, spi: Spi, reset: OutputPin) -> Reader:
    """The one place where a kind of reader becomes a driver."""
    reader = settings.reader
    match reader.kind:
        case "mfrc522":
            from hardware.drivers.mfrc522 import Mfrc522  # noqa: PLC0415 - only where there is hardware

            bus = f"spi{reader.spi_bus}.{reader.spi_device}"
            return Mfrc522(spi, clock, reset=reset, bus=bus, burst=reader.burst)
        case _:
            raise NotBuiltInError(reader.kind)


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
