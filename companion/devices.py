"""What to build: the real devices on a Pi, or the same drivers on simulated wires.

Hardware packages are imported by the drivers when they are first needed. A part that is missing does not stop
the game: its driver raises DeviceError at every use until it is there, and the loop says so and goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.bus import CountedI2c, CountedSpi, DeviceError

if TYPE_CHECKING:
    from hardware.bus import Buttons, Clock, Display, Edge, Note, Reader, Sounder
    from hardware.sim.clock import SimClock
    from hardware.sim.faults import Faults
    from hardware.sim.field import Field
    from hardware.sim.oled import SimPanel
    from hardware.sim.pins import SimPins

SPI_HZ = 1_000_000
I2C_HZ = 400_000
OLED_ADDRESS = 0x3C


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


def real(*, controller: str = "ssd1306", rotation: int = 0, common_anode: bool = False) -> Devices:
    """The table wired as wiring.md says; which panel and light it has, no wire can tell."""
    from hardware.drivers.mfrc522 import Mfrc522  # noqa: PLC0415 - only where there is hardware
    from hardware.drivers.oled import OledDisplay  # noqa: PLC0415
    from hardware.drivers.pins import READER_RESET  # noqa: PLC0415
    from hardware.linux import LinuxClock, LinuxI2c, LinuxPin, LinuxSpi  # noqa: PLC0415

    clock = LinuxClock()
    return Devices(
        clock=clock,
        reader=Mfrc522(LinuxSpi(speed_hz=SPI_HZ), clock, reset=LinuxPin(READER_RESET)),
        display=OledDisplay(LinuxI2c(), controller, rotation=rotation),
        buttons=_buttons(clock),
        sounder=_sounder(clock, common_anode=common_anode),
    )


def simulated(*, controller: str = "ssd1306", rotation: int = 0) -> Simulation:
    """The same drivers on simulated chips, under a clock that moves only when somebody waits."""
    from hardware.drivers.buttons import GpioButtons  # noqa: PLC0415 - only where it is wanted
    from hardware.drivers.mfrc522 import Mfrc522  # noqa: PLC0415
    from hardware.drivers.oled import OledDisplay  # noqa: PLC0415
    from hardware.drivers.pins import BUTTONS, SOUNDER  # noqa: PLC0415
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
    chip = SimMfrc522(field, clock, speed_hz=SPI_HZ)
    panel: SimPanel = {"ssd1306": SimSsd1306, "ssd1309": SimSsd1309, "sh1106": SimSh1106}[controller]()
    spi = CountedSpi(chip)
    i2c = CountedI2c(SimI2c({OLED_ADDRESS: panel}, clock=clock, hz=I2C_HZ, faults=faults))
    pins = SimPins(clock, {**BUTTONS, **SOUNDER}, faults=faults)
    devices = Devices(
        clock=clock,
        reader=Mfrc522(spi, clock, reset=chip.reset_pin),
        display=OledDisplay(i2c, controller, address=OLED_ADDRESS, rotation=rotation),
        buttons=GpioButtons(clock, pin_factory=pins.factory),
        sounder=GpioSounder(clock, pin_factory=pins.factory),
    )
    return Simulation(devices, clock, field, panel, pins, faults, spi, i2c)


def _buttons(clock: Clock) -> Buttons:
    from hardware.drivers.buttons import GpioButtons  # noqa: PLC0415 - only where there is hardware

    try:
        return GpioButtons(clock)
    except DeviceError:
        return NoButtons()


def _sounder(clock: Clock, *, common_anode: bool) -> Sounder:
    from hardware.drivers.sounder import GpioSounder  # noqa: PLC0415 - only where there is hardware

    try:
        return GpioSounder(clock, common_anode=common_anode)
    except DeviceError:
        return NoSounder()
