"""The interfaces of the hardware: what a driver may ask of a wire, a pin and a clock.

Drivers are written against these protocols. `hardware.linux` implements them for the buses of a Raspberry Pi,
`hardware.sim` for simulated chips. Knows no chip, no playing card and no thread. Annotations are not strings
here: `typing` would compile each one of a NamedTuple, which costs a start 2 ms.
"""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any, Protocol
else:
    Protocol = object  # only type checkers read protocols, and making ten of them slows every start

PICTURE_BYTES = 1024
"""A 128x64 picture, one bit a pixel: eight pages of 128 bytes, top page first, bit 0 of a byte on top."""


class Clock(Protocol):
    """Monotonic time in seconds, and the only way a driver may wait."""

    def now(self) -> float:
        """Seconds since an arbitrary fixed moment; never decreases."""

    def sleep(self, seconds: float) -> None:
        """Wait; one driver call waits at most 0.03 s in all."""


class Spi(Protocol):
    """One chip on an SPI bus, mode 0, most significant bit first."""

    def transfer(self, sent: bytes) -> bytes:
        """Exchange bytes under one chip select; returns as many bytes. Raises DeviceError."""


class I2c(Protocol):
    """An I2C bus in the role of the controller."""

    def write(self, address: int, sent: bytes) -> None:
        """Send one message, START to STOP, to a 7-bit address. Raises DeviceError if not acknowledged."""

    def read(self, address: int, count: int) -> bytes:
        """Read `count` bytes in one message from a 7-bit address. Raises DeviceError if not acknowledged."""


class SerialPort(Protocol):
    """An open serial port: eight data bits, no parity, one stop bit, at the speed of its opening."""

    def read_available(self) -> bytes:
        """The bytes received since the last call (empty: none); never blocks. Raises DeviceError."""

    def write(self, sent: bytes) -> None:
        """Send these bytes. Raises DeviceError."""

    def close(self) -> None:
        """Release the port; it is not used again."""


class CardService(Protocol):
    """The readers of PC/SC, by their names. Each call raises DeviceError with what mends it."""

    def readers(self) -> "list[str]":
        """The names of the readers that are plugged in."""

    def card(self, reader: str) -> "tuple[int, bytes] | None":
        """The card on a reader: a number that is another one after each change, and its ATR; None: none lies there."""

    def transmit(self, reader: str, sent: bytes) -> bytes:
        """Send one command to the card on a reader; returns the answer with its two status bytes."""

    def control(self, reader: str, sent: bytes) -> bytes:
        """Send one command to the reader itself, with or without a card."""

    def close(self) -> None:
        """Leave the service."""


class OutputPin(Protocol):
    """A pin that drives something, such as the reset line of a chip."""

    def set(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        """Drive the line high (True) or low (False)."""


class Pins(Protocol):
    """The header's pins for gpiozero devices."""

    @property
    def factory(self) -> "Any":
        """The pin factory of gpiozero; the first use loads it. Raises DeviceError."""

    @property
    def is_loaded(self) -> bool:
        """Whether the factory is loaded; if not, the first wait begins to load it."""

    def wait(self, seconds: float) -> None:
        """Wait until an input changes, at most `seconds`, and have changes reported to `when_changed` of their pins."""

    def wake(self) -> None:
        """End the wait: for `when_changed`, which some factories call in a thread of their own."""


class DeviceError(OSError):
    """A fault of a chip, a cable or a bus; the message gives the place and the bytes on the wire.

    `bus` names the wire ("spi0.0", "i2c-1"), `address` the chip or register if there is one, `sent` and `received` are
    the bytes of the failed exchange (empty: none).
    """

    def __init__(
        self, what: str, *, bus: str, address: int | None = None, sent: bytes = b"", received: bytes = b""
    ) -> None:
        self.what = what
        self.bus = bus
        self.address = address
        self.sent = sent
        self.received = received
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        place = self.bus if self.address is None else f"{self.bus} address 0x{self.address:02x}"
        wire = f", sent {self.sent.hex(' ')}" if self.sent else ""
        wire += f", received {self.received.hex(' ')}" if self.received else ""
        return f"{place}: {self.what}{wire}"


class StuckError(DeviceError):
    """A contact that stays closed."""


class HangsError(DeviceError):
    """Calls of this wire block until the kernel gives up: no chip can be spoken to, and no call is made."""


class NoCableError(DeviceError):
    """A fault for which no cable is to blame; the message says what to do."""


class HeldError(NoCableError):
    """Another program holds it."""


class Traffic(NamedTuple):
    """The traffic of a wire: transfers (chip selects, or START to STOP) and bytes in one direction.

    On I2C the address byte and the control byte count too, because they take time.
    """

    transfers: int = 0
    octets: int = 0

    def plus(self, octets: int) -> "Traffic":
        """The traffic after one more transfer of `octets` bytes."""
        return Traffic(self.transfers + 1, self.octets + octets)

    def since(self, earlier: "Traffic") -> "Traffic":
        """The traffic between an earlier moment and now."""
        return Traffic(self.transfers - earlier.transfers, self.octets - earlier.octets)


class Sighting(NamedTuple):
    """The result of one poll of a reader.

    `uids` are the checked UIDs in the field, 4, 7 or 10 bytes each, 5 at 125 kHz. `unclear`: an answer could not be
    read (a collision, a bad check sum, a tag lifted in the middle), so it proves neither a tag nor its absence.
    `chip_cards` are the UIDs with ISO/IEC 14443-4, as bank cards and phones; empty for readers that cannot tell.
    `pending`: unclear only because the round is unfinished, or a UID awaits its second frame; no tag reads badly.
    `alone`: the reader reads a tag only while no other lies there, so that any other is gone.
    """

    uids: frozenset[bytes] = frozenset()
    unclear: bool = False
    chip_cards: frozenset[bytes] = frozenset()
    pending: bool = False
    alone: bool = False


class Reader(Protocol):
    """A card reader of any kind."""

    def poll(self) -> Sighting:
        """Poll the field once. Raises DeviceError if the reader itself fails."""

    def close(self) -> None:
        """Switch the field off and release the wires."""


class Display(Protocol):
    """A panel of 128x64 pixels."""

    def show(self, picture: bytes) -> None:
        """Show these PICTURE_BYTES; sends only the changes. Raises DeviceError."""

    def refresh(self) -> None:
        """Send the picture again, in case the panel lost it unnoticed; does nothing while asleep."""

    def recover(self) -> bool:
        """Ask the panel whether it is lit, and send everything again if not. False: it cannot be asked."""

    def repeat(self) -> None:
        """Send the next eighth of the picture again; eight calls send all of it and light the panel."""

    def sleep(self) -> None:
        """Switch the pixels off; the caller keeps the picture."""

    def wake(self) -> None:
        """Set the panel up and light it; the next `show` sends the whole picture."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0..255."""

    def close(self, *, keep_picture: bool = False) -> None:
        """Release the bus; the panel goes dark unless `keep_picture`."""


class Edge(NamedTuple):
    """A debounced change of a button: which one, down or up, and when (seconds of the clock)."""

    button: str
    down: bool
    at: float


class Buttons(Protocol):
    """The buttons; one that fails leaves the others alone."""

    @property
    def names(self) -> "Collection[str]":
        """The name of each button, such as "OK"."""

    @property
    def faults(self) -> "Mapping[str, DeviceError]":
        """The buttons that did not work at the last call of `edges`, or are stuck (StuckError), by name."""

    def edges(self) -> list[Edge]:
        """The debounced changes since the last call, oldest first; never blocks."""

    def wait(self, seconds: float) -> None:
        """Wait for a press or a release, at most `seconds`."""

    def close(self) -> None:
        """Release the pins."""


class Note(NamedTuple):
    """A tone of the buzzer: frequency in Hz (0: silence) and length in milliseconds."""

    hz: int
    ms: int


class Sounder(Protocol):
    """Buzzer and light, advanced by `tick`; no call blocks. A part that fails leaves the others alone."""

    @property
    def names(self) -> "Collection[str]":
        """The name of each part: BUZZER, RED, GREEN and BLUE."""

    @property
    def faults(self) -> "Mapping[str, DeviceError]":
        """The parts that do not work, by name."""

    def play(self, notes: tuple[Note, ...]) -> None:
        """Start a tune; cuts off one that still sounds."""

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Show a colour (0..1 each) for `ms` milliseconds; 0: until the next call."""

    def tick(self) -> None:
        """Start the note and the light that are due."""

    def close(self) -> None:
        """Silence, dark, pins released."""
