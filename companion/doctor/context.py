"""The doctor context: the computer, the wires, the stored files, and perhaps a person who answers."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

from companion.runtime.devices import mfrc522, own_wires, reader_on_wires
from companion.support.values import dataclass, field, replace
from hardware.bus import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from companion.doctor.computer_facts import Machine
    from companion.settings.schema import Reader as ReaderSettings
    from companion.settings.schema import Settings
    from companion.settings.search_path import Configuration
    from companion.storage.disk import Disk
    from companion.storage.records import Store
    from hardware.bus import (
        Clock,
        Contacts,
        Display,
        Edge,
        I2c,
        OutputPin,
        Outputs,
        Reader,
        SerialPort,
        Sounder,
        Spi,
    )
    from hardware.drivers.buttons import GpioButtons

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


class Person(Protocol):
    """A person at the box."""

    def ask(self, request: Request) -> None:
        """Receive a request."""
        ...

    def answer(self) -> bool | None:
        """Yes or no to the last request, if given since; never blocks."""
        ...


@dataclass(frozen=True, slots=True)
class Wires:
    """The wires of one box, real or simulated, opened at first use. `spi` takes a speed in Hz, `port` in baud.

    `contacts` and `outputs` open pins, or raise DeviceError. `further` gives the driver of a further reader by its
    name. `own` owns all wires until the program ends, or raises InUseError.
    """

    clock: Clock
    spi: Callable[[int], Spi]
    reset: OutputPin
    i2c: I2c
    port: Callable[[int], SerialPort]
    contacts: Callable[[Collection[int]], Contacts]
    outputs: Callable[[Mapping[int, bool]], Outputs]
    further: Callable[[str], Reader]
    own: Callable[[], None]


@dataclass()
class Context:
    """Everything that a check may use. Parts are built at first use and closed by `ending`.

    A missing part raises DeviceError at every use.
    """

    configuration: Configuration
    machine: Machine
    wires: Wires
    store: Store
    disk: Disk
    person: Person | None = None
    ending: ExitStack = field(default_factory=ExitStack)
    _further: dict[str, Reader] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.configuration.settings

    @cached_property
    def reader(self) -> Reader:
        """The driver of the first reader, as the table uses it."""
        reader = self._reader()
        self.ending.callback(reader.close)
        return reader

    def at_gains(self, gains_db: Iterable[int]) -> dict[int, Reader]:
        """Drivers of one MFRC522, one for each receiver gain; each use sets the chip up anew."""
        reader = self.settings.reader
        wire = self.wires.spi(reader.spi_hz)
        return {gain: self._mfrc522(wire, replace(reader, gain=gain)) for gain in gains_db}

    def further(self, name: str) -> Reader:
        """The driver of the further reader of this name; the same object at each call."""
        if name not in self._further:
            self._further[name] = self.wires.further(name)
            self.ending.callback(self._further[name].close)
        return self._further[name]

    @cached_property
    def display(self) -> Display:
        """The driver of the display."""
        from hardware.drivers.oled import OledDisplay  # noqa: PLC0415 - only where it is wanted

        panel = self.settings.panel
        display = OledDisplay(
            self.wires.i2c,
            panel.kind,
            address=panel.address,
            rotation=panel.rotation,
            first_column=panel.first_column,
        )
        self.ending.callback(display.close)
        return display

    @cached_property
    def buttons(self) -> GpioButtons:
        """The four buttons; they also report which are held."""
        from hardware.drivers.buttons import GpioButtons  # noqa: PLC0415 - only where it is wanted

        buttons = GpioButtons(self.wires.clock, self.wires.contacts, self.settings.pins.buttons)
        self.ending.callback(buttons.close)
        return buttons

    @cached_property
    def sounder(self) -> Sounder:
        """Buzzer and light."""
        from hardware.drivers.sounder import GpioSounder  # noqa: PLC0415 - only where it is wanted

        pins, anode = self.settings.pins.sounder, self.settings.light.common_anode
        sounder = GpioSounder(self.wires.clock, self.wires.outputs, pins, common_anode=anode)
        self.ending.callback(sounder.close)
        return sounder

    def waiting(self, seconds: float = ANSWER_S) -> Iterator[None]:
        """Yield turn after turn for this many seconds; sounds go on meanwhile."""
        until = self.wires.clock.now() + seconds
        while self.wires.clock.now() < until:
            yield
            if "sounder" in vars(self):
                self.sounder.tick()
            self.wires.clock.sleep(TURN_S)

    def presses(self) -> list[str]:
        """The buttons pressed since the last call; empty if the buttons do not work."""
        edges: list[Edge] = []
        with suppress(DeviceError):
            edges = self.buttons.edges()
        return [edge.button for edge in edges if edge.down]

    def ask(self, request: Request) -> bool | None:
        """Yes (said, or OK pressed) or no (BACK); None: no answer in time."""
        person = self.request(request)
        for _ in self.waiting():
            said = person.answer()
            pressed = self.presses()
            if said is not None or "OK" in pressed or "BACK" in pressed:
                return said if said is not None else "OK" in pressed
        return None

    def until(self, request: Request, look: Callable[[], T | None]) -> T | None:
        """Make a request and look turn after turn until there is a result; None: not in time, or people said no."""
        person = self.request(request)
        for _ in self.waiting():
            found = look()
            if found is not None or person.answer() is False:
                return found
        return None

    def request(self, request: Request) -> Person:
        """Make a request to the person, after clearing earlier presses."""
        assert self.person is not None, "a check that asks is skipped where there is nobody"
        self.presses()
        self.person.ask(request)
        return self.person

    def _reader(self) -> Reader:
        from hardware.drivers.serial_readers import serial_reader  # noqa: PLC0415 - only where it is wanted

        reader, wires = self.settings.reader, self.wires
        if reader.kind == "mfrc522":
            return self._mfrc522(wires.spi(reader.spi_hz), reader)
        return serial_reader(
            reader.kind, wires.port, wires.clock, bus=reader.port, several=reader.several, reset=wires.reset
        )

    def _mfrc522(self, wire: Spi, wanted: ReaderSettings) -> Reader:
        return mfrc522(wanted, self.wires.clock, wire, self.wires.reset)


def real_wires(settings: Settings) -> Wires:
    """The wires of a Pi, according to the settings."""
    from hardware.linux import (  # noqa: PLC0415 - only where there is hardware
        LinuxClock,
        LinuxI2c,
        LinuxSpi,
        open_serial,
    )
    from hardware.linux_pins import LinuxContacts, LinuxOutputs, LinuxPin  # noqa: PLC0415 - the same

    reader, clock = settings.reader, LinuxClock()
    return Wires(
        clock=clock,
        spi=lambda hz: LinuxSpi(reader.spi_bus, reader.spi_device, hz),
        reset=LinuxPin(settings.pins.reset),
        i2c=LinuxI2c(settings.panel.i2c_bus),
        port=lambda baud: open_serial(reader.port, baud),
        contacts=LinuxContacts,
        outputs=LinuxOutputs,
        further=lambda name: reader_on_wires(settings.further[name], clock),
        own=lambda: own_wires(settings),
    )
