"""The doctor context: the computer, the wires, the stored files, and perhaps a person who answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from enum import Enum
from typing import Protocol, TypeVar

from companion.doctor.computer_facts import Machine
from companion.runtime.devices import Devices, on_wires, own_wires
from companion.settings.schema import Settings
from companion.settings.search_path import Configuration
from companion.storage.records import Store
from companion.support.values import dataclass, field
from hardware.bus import Clock, I2c, OutputPin, Reader, Sounder, Spi
from hardware.drivers.buttons import GpioButtons
from hardware.drivers.retried import Retried
from hardware.header_pins import HeaderPins
from hardware.linux import LinuxI2c, LinuxSpi
from hardware.linux_pins import LinuxPin

T = TypeVar("T")

TURN_S = 0.02
ANSWER_S = 60.0
"""Seconds to wait for a person."""


class Action(Enum):
    """What a person is asked to do; `SEE` and `HEAR` are questions with yes or no."""

    PRESS = "press"
    LAY = "lay"
    LIFT = "lift"
    SEE = "see"
    HEAR = "hear"


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a person: the action, its object, and the sentence."""

    deed: Action
    what: str
    sentence: str


class PersonAtBox(Protocol):
    """A person at the box."""

    def ask(self, request: Request) -> None:
        """Receive a request."""
        ...

    def answer(self) -> bool | None:
        """Yes or no to the last request, if given since; never blocks."""
        ...


@dataclass(frozen=True, slots=True)
class BoxWires:
    """The wires of one box, real or simulated, bare and behind the drivers that the table uses.

    `spi` takes a speed in Hz. `own` owns all wires until the program ends, or raises InUseError.
    """

    devices: Devices
    spi: Callable[[int], Spi]
    reset: OutputPin
    i2c: I2c
    own: Callable[[], None]


@dataclass()
class Context:
    """Everything that a check may use. A missing part raises DeviceError at every use."""

    configuration: Configuration
    machine: Machine
    wires: BoxWires
    store: Store
    person: PersonAtBox | None = None
    ending: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Release the parts, then the data directory."""
        self.wires.devices.close()
        self.ending.close()

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.configuration.settings

    @property
    def clock(self) -> Clock:
        """The clock of the box."""
        return self.wires.devices.clock

    @property
    def sounder(self) -> Sounder:
        """Buzzer and light."""
        return self.wires.devices.sounder

    @property
    def buttons(self) -> GpioButtons:
        """The buttons; they also report which are held."""
        buttons = self.wires.devices.buttons
        assert isinstance(buttons, GpioButtons)
        return buttons

    def reader(self, name: str = "") -> Reader:
        """The driver of the reader of this name (empty: the first one)."""
        return next(_part(station.reader) for station in self.wires.devices.stations if station.name == name)

    def waiting(self, seconds: float = ANSWER_S) -> Iterator[None]:
        """Yield turn after turn for this many seconds; sounds go on meanwhile."""
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            yield
            self.sounder.tick()
            self.clock.sleep(TURN_S)

    def presses(self) -> list[str]:
        """The buttons pressed since the last call."""
        return [edge.button for edge in self.buttons.edges() if edge.down]

    def ask(self, request: Request) -> bool | None:
        """Yes (said, or OK pressed) or no (BACK); None: no answer in time."""
        person = self.request(request)
        for _ in self.waiting():
            said = person.answer()
            pressed = self.presses()
            if said is not None or "OK" in pressed or "BACK" in pressed:
                return said if said is not None else "OK" in pressed
        return None

    def until(self, request: Request, look: Callable[[], T | None], seconds: float = ANSWER_S) -> T | None:
        """Make a request and look turn after turn until there is a result; None: not in time, or people said no."""
        person = self.request(request)
        for _ in self.waiting(seconds):
            found = look()
            if found is not None or person.answer() is False:
                return found
        return None

    def request(self, request: Request) -> PersonAtBox:
        """Make a request to the person, after clearing earlier presses."""
        assert self.person is not None, "a check that asks is skipped where there is nobody"
        self.presses()
        self.person.ask(request)
        return self.person


def _part(device: T) -> T:
    """The driver itself, if it is one that is built at its first use. Raises DeviceError."""
    return device.part() if isinstance(device, Retried) else device


def real_wires(settings: Settings) -> BoxWires:
    """The wires of a Pi, according to the settings."""
    reader, reset = settings.reader, LinuxPin(settings.pins.reset)
    return BoxWires(
        devices=on_wires(settings, reset, HeaderPins()),
        spi=lambda hz: LinuxSpi(reader.spi_bus, reader.spi_device, hz),
        reset=reset,
        i2c=LinuxI2c(settings.panel.i2c_bus),
        own=lambda: own_wires(settings),
    )
