"""The registry of faults on the wires and around them, for tests, the doctor and the page.

The models ask `Faults.strikes(name)` once per occasion (a frame on the air, a transfer, a message, an edge) and
misbehave if the answer is yes. The effect of a fault is up to the model.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final


class FaultPlace(Enum):
    """The device with the fault."""

    READER = "reader"
    SPI = "reader on SPI"
    LINE = "reader on a serial line"
    KEYS = "reader that types"
    PCSC = "reader of PC/SC"
    DISPLAY = "display"
    BUTTONS = "buttons"
    SOUNDER = "buzzer and light"
    CARD = "memory card"
    MACHINE = "computer"


READER, SPI, LINE, KEYS, PCSC, DISPLAY, BUTTONS, SOUNDER, CARD, MACHINE = FaultPlace

BUSES_OF_READERS: Final = (SPI, LINE, KEYS, PCSC)


@dataclass(frozen=True, slots=True)
class Strike:
    """When and where a fault strikes.

    It spares the first `after` occasions, then strikes every `every`-th (1: each), `times` times in all (None: for
    ever). `where` is in the fault's own unit: bit numbers of an answer or of a byte, the byte of a message,
    milliseconds of a bouncing contact. `button` names the button (empty: all of them).
    """

    after: int = 0
    every: int = 1
    times: int | None = None
    where: tuple[int, ...] = ()
    button: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: name, place, a sentence for people, and how it strikes unless a test says otherwise."""

    name: str
    place: FaultPlace
    sentence: str
    strike: Strike = Strike()


_ALL: Final = (
    Fault("bit-errors", READER, "Bits of a tag's answer are flipped on the air.", Strike(where=(3,))),
    Fault("no-answer", READER, "The field is mute: no tag hears or answers a frame."),
    Fault("miso-low", SPI, "The line from the chip is stuck low: every byte reads 0x00."),
    Fault("miso-high", SPI, "The line from the chip is stuck high: every byte reads 0xFF."),
    Fault(
        "miso-loose",
        SPI,
        "The line from the chip has a loose contact: now and then a bit is flipped.",
        Strike(every=7, where=(3,)),
    ),
    Fault("chip-reset", READER, "A brown-out resets the chip: antenna off, set-up lost.", Strike(times=1)),
    Fault("tag-pulled", READER, "A tag is pulled away in mid-read, after some frames.", Strike(after=3, times=1)),
    Fault("spi-error", SPI, "The system refuses an SPI transfer: DeviceError."),
    Fault("clone-chip", SPI, "The chip is a clone: its version register reads 0xB2."),
    Fault("burst-broken", SPI, "The chip takes one register in a transfer, and ignores the others."),
    Fault("chip-deaf", SPI, "The chip hears no tag until it is reset; its registers are right.", Strike(times=1)),
    Fault("field-weak", SPI, "The tag is far: it is heard from this gain on, in dB.", Strike(where=(43,))),
    Fault("field-strong", SPI, "The tag is near: beyond this gain, in dB, it is garbled.", Strike(where=(38,))),
    Fault("overheated", SPI, "The chip is too hot, and has switched its antenna drivers off."),
    Fault(
        "busy-computer",
        SPI,
        "The computer is busy: each transfer takes 0.3 ms longer, and some take 25 ms.",
        Strike(where=(300, 25_000)),
    ),
    Fault("long-wires", SPI, "The wires are too long: what comes faster than at 500 kHz arrives shifted."),
    Fault("no-reset-wire", SPI, "The reset line of the chip is not connected; its board pulls it up."),
    Fault("line-cut", LINE, "The plug of the serial reader is pulled: its port is gone."),
    Fault("line-noise", LINE, "Bits of bytes on the serial line are flipped.", Strike(every=40, where=(3,))),
    Fault("line-garbled", LINE, "What the serial reader says arrives as rubbish: a wrong level or speed."),
    Fault("keys-cut", KEYS, "The plug of the reader that types is pulled."),
    Fault("keys-lost", KEYS, "The computer is late, and some of what the reader types is lost.", Strike(every=3)),
    Fault("pcsc-cut", PCSC, "The plug of the reader of PC/SC is pulled."),
    Fault("pcsc-lost", PCSC, "Answers of the reader of PC/SC are lost: a hub that is overloaded.", Strike(every=3)),
    Fault("pcscd-missing", PCSC, "The service of PC/SC, pcscd, is not installed."),
    Fault("pcscd-blocked", PCSC, "The kernel's own module pn533_usb holds the reader of PC/SC."),
    Fault("i2c-nack", DISPLAY, "The panel does not acknowledge a byte (0: its address).", Strike(where=(0,))),
    Fault("panel-reset", DISPLAY, "The panel loses power for a moment and stays dark.", Strike(times=1)),
    Fault("panel-unreadable", DISPLAY, "The panel's controller acknowledges no read."),
    Fault("panel-lies", DISPLAY, "The panel's status byte is always the same.", Strike(where=(0,))),
    Fault("panel-elsewhere", DISPLAY, "The panel's address bridge is moved: 0x3D for 0x3C, or the reverse."),
    Fault("panel-shifted", DISPLAY, "The glass of the panel begins at another column: 0 for 2, or the reverse."),
    Fault("panel-absent", DISPLAY, "No panel is wired: its address is never acknowledged."),
    Fault(
        "panel-loose",
        DISPLAY,
        "A wire of the panel has a loose contact: only some messages are acknowledged.",
        Strike(every=3),
    ),
    Fault("bounce", BUTTONS, "A contact chatters for some milliseconds at each edge.", Strike(where=(1, 2, 4, 5))),
    Fault("stuck", BUTTONS, "A button stays down."),
    Fault("button-dead", BUTTONS, "A button's wire is off: no press is felt."),
    Fault("buzzer-silent", SOUNDER, "The buzzer's wire is off: no tone is heard."),
    Fault("red-dark", SOUNDER, "The red wire of the light is off."),
    Fault("disk-full", CARD, "The memory card is full."),
    Fault("disk-read-only", CARD, "The memory card has turned read-only."),
    Fault("disk-slow", CARD, "The memory card takes 0.3 s for each line that is kept."),
    Fault("kept-in-ram", CARD, "The data directory lies in RAM: it is empty after each start."),
    Fault("kept-on-overlay", CARD, "The data directory lies on an overlay, as on a card that is write-protected."),
    Fault("deck-damaged", CARD, "The file of a deck is cut short."),
    Fault("deck-unfinished", CARD, "A card of a deck has no tag yet."),
    Fault("decks-clash", CARD, "One tag stands for a card in each of two decks."),
    Fault("record-damaged", CARD, "A bit in a record of a game that is on is rotten."),
    Fault("in-use", CARD, "Another companion is at work in the data directory."),
    Fault("wires-in-use", MACHINE, "Another program has the display, the pins and the reader."),
    Fault("python-old", MACHINE, "Python is older than 3.11."),
    Fault("package-missing", MACHINE, "A package is not installed: smbus2."),
    Fault("package-old", MACHINE, "A package is too old: gpiod 1.6.3."),
    Fault("no-pi", MACHINE, "The computer is no Raspberry Pi."),
    Fault("undervoltage", MACHINE, "The supply of the computer is weak: its voltage has dropped."),
    Fault("settings-wrong", MACHINE, "The settings file has a wrong value."),
    Fault("setting-unknown", MACHINE, "The settings file has an unknown key."),
    Fault("bus-off", MACHINE, "The reader's bus is not switched on: no SPI, or no UART."),
    Fault(
        "bus-forbidden", MACHINE, "This user may not use the reader's bus: the group spi, dialout or input is missing."
    ),
    Fault("console-on-line", MACHINE, "A login console talks on the serial port of the header."),
    Fault("i2c-off", MACHINE, "I2C is not switched on."),
    Fault("i2c-module-missing", MACHINE, "I2C is switched on, and the module i2c-dev is not loaded."),
    Fault("i2c-forbidden", MACHINE, "This user may not use I2C: the group i2c is missing."),
    Fault("i2c-slow", MACHINE, "I2C runs at its usual 100 kHz."),
    Fault("gpio-forbidden", MACHINE, "This user may not use the pins: the group gpio is missing."),
    Fault("header-missing", MACHINE, "No chip of pins is that of the header: the kernel is too old for the board."),
    Fault("pin-taken", MACHINE, "Another program holds the pin of the buzzer."),
)

FAULTS: Final = MappingProxyType({fault.name: fault for fault in _ALL})
"""Every fault by name, in the order in which people see them."""


@dataclass(slots=True)
class _Active:
    strike: Strike
    seen: int = 0
    struck: int = 0


@dataclass(slots=True)
class Faults:
    """The active faults, shared by all models of one simulated machine."""

    _active: dict[str, _Active] = field(default_factory=dict)

    def switch_on(self, name: str, strike: Strike | None = None) -> None:
        """Activate a fault of `FAULTS` (None: with its default strike). Raises KeyError."""
        self._active[name] = _Active(strike or FAULTS[name].strike)

    def switch_off(self, name: str) -> None:
        """Deactivate a fault; does nothing if it is not active."""
        self._active.pop(name, None)

    def is_on(self, name: str) -> bool:
        """Whether a fault is active, even if it has not struck yet."""
        return name in self._active

    def none_is_on(self) -> bool:
        """Whether everything works: a model that asks this first is spared all other questions."""
        return not self._active

    def on(self) -> tuple[str, ...]:
        """The names of the active faults, in the order of `FAULTS`."""
        return tuple(name for name in FAULTS if name in self._active)

    def strikes(self, name: str) -> Strike | None:
        """Count one occasion; the `Strike` if the fault happens now, else None. Deactivates a fault that is used up."""
        active = self._active.get(name)
        if active is None:
            return None
        active.seen += 1
        late = active.seen - active.strike.after
        if late < 1 or (late - 1) % active.strike.every:
            return None
        active.struck += 1
        if active.struck == active.strike.times:
            self.switch_off(name)
        return active.strike
