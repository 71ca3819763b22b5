"""What the doctor has on the table: the computer, its wires, the kept files, and perhaps somebody who answers."""

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

    from companion.doctor.machine import Machine
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
"""How long the doctor waits for people."""


class Deed(Enum):
    """What people are asked for; to `SEE` and to `HEAR` are questions with yes or no."""

    PRESS = "press"
    LAY = "lay"
    LIFT = "lift"
    SEE = "see"
    HEAR = "hear"


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing asked of people: the deed, with what, and the sentence that asks for it."""

    deed: Deed
    what: str
    sentence: str


class Person(Protocol):
    """Somebody at the table."""

    def asked(self, wish: Wish) -> None:
        """Hear what is wished."""
        ...

    def answer(self) -> bool | None:
        """Yes or no to the last question, if it has been said since; never blocks."""
        ...


@dataclass(frozen=True, slots=True)
class Wires:
    """The wires of one box, real or simulated. `spi` takes a speed in Hz, `port` in baud; nothing is opened yet.

    `contacts` and `outputs` hand pins out, or raise DeviceError.
    `further` gives the driver of a reader beside the first, by its name. `own` takes all of them for this program until
    it ends, or raises InUseError.
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
class Bench:
    """Everything that a check may look at. The parts are built when they are first wanted, and closed by `ending`.

    A part that cannot be had raises DeviceError at every use.
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
        """Those in force."""
        return self.configuration.settings

    @cached_property
    def reader(self) -> Reader:
        """The driver of the reader, as the table has it."""
        reader = self._reader()
        self.ending.callback(reader.close)
        return reader

    def at_gains(self, gains_db: Iterable[int]) -> dict[int, Reader]:
        """Drivers of the MFRC522, one for each gain of its receiver, all on one chip: each sets it up anew."""
        reader = self.settings.reader
        wire = self.wires.spi(reader.spi_hz)
        return {gain: self._mfrc522(wire, replace(reader, gain=gain)) for gain in gains_db}

    def further(self, name: str) -> Reader:
        """The driver of the further reader of this name; the same at each call."""
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
        """The four buttons, which also tell what is held."""
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
        """Turn after turn until so much time has passed; what sounds goes on meanwhile."""
        until = self.wires.clock.now() + seconds
        while self.wires.clock.now() < until:
            yield
            if "sounder" in vars(self):
                self.sounder.tick()
            self.wires.clock.sleep(TURN_S)

    def presses(self) -> list[str]:
        """The buttons pressed since the last call; none where the buttons cannot be had."""
        edges: list[Edge] = []
        with suppress(DeviceError):
            edges = self.buttons.edges()
        return [edge.button for edge in edges if edge.down]

    def ask(self, wish: Wish) -> bool | None:
        """Yes (said, or OK pressed) or no (BACK); None when nobody answers in time."""
        person = self.wish(wish)
        for _ in self.waiting():
            said = person.answer()
            pressed = self.presses()
            if said is not None or "OK" in pressed or "BACK" in pressed:
                return said if said is not None else "OK" in pressed
        return None

    def until(self, wish: Wish, look: Callable[[], T | None]) -> T | None:
        """Wish, and look turn after turn until there is something; None when there is not in time, or people say no."""
        person = self.wish(wish)
        for _ in self.waiting():
            found = look()
            if found is not None or person.answer() is False:
                return found
        return None

    def wish(self, wish: Wish) -> Person:
        """Say a wish to whoever is there, after forgetting what was pressed before."""
        assert self.person is not None, "a check that asks is skipped where there is nobody"
        self.presses()
        self.person.asked(wish)
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
    """Those of a Pi, where the settings say."""
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
