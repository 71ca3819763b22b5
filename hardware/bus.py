"""The seams of the hardware house: what a driver may ask of a wire, a pin and a clock.

Drivers are written against these protocols; `hardware.linux` answers them with the buses of a Raspberry Pi,
`hardware.sim` with simulated chips. Nothing here knows a chip, a card or a thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Protocol
else:
    Protocol = object  # nobody but a type checker reads a protocol, and making ten of them is a part of every start

PICTURE_BYTES = 1024
"""A 128x64 picture, one bit a pixel: eight pages of 128 bytes, top page first, bit 0 of a byte on top."""


class Clock(Protocol):
    """Monotonic time in seconds, and the only way a driver may wait."""

    def now(self) -> float:
        """Seconds since some fixed moment; never goes back."""

    def sleep(self, seconds: float) -> None:
        """Wait; no driver call waits longer than 0.03 in all."""


class Spi(Protocol):
    """One chip on an SPI bus, mode 0, most significant bit first."""

    def transfer(self, sent: bytes) -> bytes:
        """Shift bytes out under one chip select; as many bytes come back. Raises DeviceError."""


class I2c(Protocol):
    """An I2C bus in the role of the controller."""

    def write(self, address: int, sent: bytes) -> None:
        """Send one message, START to STOP, to a 7-bit address. Raises DeviceError if not acknowledged."""

    def read(self, address: int, count: int) -> bytes:
        """Take so many bytes in one message from a 7-bit address. Raises DeviceError if not acknowledged."""


class SerialPort(Protocol):
    """A byte line that is open, eight data bits, no parity, one stop bit; the speed was said when it was opened."""

    def read_available(self) -> bytes:
        """What has arrived since the last call, empty for nothing; never blocks. Raises DeviceError."""

    def write(self, sent: bytes) -> None:
        """Send these bytes. Raises DeviceError."""

    def close(self) -> None:
        """Release the line; it is not used again."""


class OutputPin(Protocol):
    """A pin that drives something, such as the reset line of a chip."""

    def set(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        """Drive the line high (True) or low (False)."""


class Change(NamedTuple):
    """A switch opened or closed: its GPIO number, when (seconds of the clock), and whether it is down now."""

    gpio: int
    at: float
    down: bool


class Contacts(Protocol):
    """Switches from pins to ground, by their GPIO numbers, each with a pull-up resistor. They chatter."""

    def changes(self) -> list[Change]:
        """Since the last call, oldest first; never blocks. Some may be lost in a storm. Raises DeviceError."""

    def down(self) -> frozenset[int]:
        """Those that are closed now. Raises DeviceError."""

    def wait(self, seconds: float) -> None:
        """Until something changes that `changes` has not told, at most so long. Raises DeviceError."""

    def close(self) -> None:
        """Release the pins."""


class Outputs(Protocol):
    """Pins that drive parts, by their GPIO numbers."""

    def drive(self, gpio: int, duty: float, hz: float) -> None:
        """High for this part of the time, `hz` times a second; 0 and 1 are plain levels. Raises DeviceError."""

    def close(self) -> None:
        """Release the pins."""


class DeviceError(OSError):
    """A chip, a cable or a bus misbehaved; says where and what was on the wire.

    `bus` names the wire ("spi0.0", "i2c-1"), `address` the chip or register on it if there is one,
    `sent` and `received` are the bytes of the failing exchange (empty: none).
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


class Traffic:
    """What went over a wire: transfers (chip selects or START..STOP messages) and bytes in one direction.

    On I2C the address byte and the control byte are counted: the bytes that cost time.
    """

    __slots__ = ("octets", "transfers")

    def __init__(self, transfers: int = 0, octets: int = 0) -> None:
        self.transfers = transfers
        self.octets = octets

    __hash__ = None  # type: ignore[assignment] # it counts on

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Traffic) and (self.transfers, self.octets) == (other.transfers, other.octets)

    def __repr__(self) -> str:
        return f"Traffic({self.transfers}, {self.octets})"

    def add(self, octets: int) -> None:
        """Count one more transfer of so many bytes."""
        self.transfers += 1
        self.octets += octets

    def since(self, earlier: Traffic) -> Traffic:
        """The traffic between an earlier copy and now."""
        return Traffic(self.transfers - earlier.transfers, self.octets - earlier.octets)

    def copy(self) -> Traffic:
        """A snapshot for `since`."""
        return Traffic(self.transfers, self.octets)


class CountedSpi:
    """An SPI wire that counts what passes."""

    def __init__(self, wire: Spi) -> None:
        self._wire = wire
        self.traffic = Traffic()

    def transfer(self, sent: bytes) -> bytes:
        """Pass the transfer on and count it."""
        self.traffic.add(len(sent))
        return self._wire.transfer(sent)


class CountedI2c:
    """An I2C wire that counts what passes, the address byte included."""

    def __init__(self, wire: I2c) -> None:
        self._wire = wire
        self.traffic = Traffic()

    def write(self, address: int, sent: bytes) -> None:
        """Pass the message on and count it."""
        self.traffic.add(1 + len(sent))
        self._wire.write(address, sent)

    def read(self, address: int, count: int) -> bytes:
        """Pass the message on and count it."""
        self.traffic.add(1 + count)
        return self._wire.read(address, count)


class CountedSerial:
    """A serial port that counts what passes: a transfer is a write or a read that brought something."""

    def __init__(self, port: SerialPort, traffic: Traffic) -> None:
        self._port = port
        self.traffic = traffic

    def read_available(self) -> bytes:
        """Pass on and count what has arrived."""
        octets = self._port.read_available()
        if octets:
            self.traffic.add(len(octets))
        return octets

    def write(self, sent: bytes) -> None:
        """Pass these bytes on and count them."""
        self.traffic.add(len(sent))
        self._port.write(sent)

    def close(self) -> None:
        """Release the port."""
        self._port.close()


class Sighting(NamedTuple):
    """What one poll of a reader found.

    `uids` are the checked numbers of the tags in the field, 4, 7 or 10 bytes each, 5 at 125 kHz; `unclear` says that
    something answered which could not be read (a collision beyond help, a bad check sum, a tag pulled away
    in the middle): neither a tag nor its absence is proven by it. `chip_cards` are those of them that speak
    ISO/IEC 14443-4, as bank cards and phones do; readers that are not told so know of none. `pending` says that it is
    unclear only because the round is not over yet, or a number awaits its second frame: no tag reads badly.
    """

    uids: frozenset[bytes] = frozenset()
    unclear: bool = False
    chip_cards: frozenset[bytes] = frozenset()
    pending: bool = False


class Reader(Protocol):
    """A card reader of any kind."""

    def poll(self) -> Sighting:
        """Look once at the field. Raises DeviceError when the reader itself is at fault."""

    def close(self) -> None:
        """Field off, wires released."""


class Display(Protocol):
    """A panel of 128x64 pixels."""

    def show(self, picture: bytes) -> None:
        """Make the panel show these PICTURE_BYTES; only what changed goes out. Raises DeviceError."""

    def refresh(self) -> None:
        """Send the picture again, in case the panel lost it without a word; nothing while asleep."""

    def recover(self) -> bool:
        """Ask the panel whether it is still lit, and send everything again if not; False: it cannot be asked."""

    def repeat(self) -> None:
        """Send the next eighth of the picture again; after eight calls all of it has been sent, and lit."""

    def sleep(self) -> None:
        """Panel dark, picture kept by the caller."""

    def wake(self) -> None:
        """Panel set up and lit again; the next `show` sends the whole picture."""

    def contrast(self, level: int) -> None:
        """Brightness 0..255."""

    def close(self, *, keep_picture: bool = False) -> None:
        """Release the bus; the panel goes dark unless the last picture is to stay."""


class Edge(NamedTuple):
    """A button changed, after debouncing: which one, now down or up, and when (seconds of the clock)."""

    button: str
    down: bool
    at: float


class Buttons(Protocol):
    """The four buttons."""

    def edges(self) -> list[Edge]:
        """The debounced changes since the last call, oldest first; never blocks. Raises DeviceError."""

    def wait(self, seconds: float) -> None:
        """So long, or until somebody presses or lets go."""

    def close(self) -> None:
        """Release the pins."""


class Note(NamedTuple):
    """A tone of the buzzer: frequency in Hz (0: silence) and length in milliseconds."""

    hz: int
    ms: int


class Sounder(Protocol):
    """Buzzer and light: both follow `tick`, neither ever blocks. Raises DeviceError."""

    def play(self, notes: tuple[Note, ...]) -> None:
        """Begin a tune; one that still sounds is cut off."""

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Show a colour (0..1 each) for so many milliseconds; 0: until the next call."""

    def tick(self) -> None:
        """Move on to the note and the light that are due now."""

    def close(self) -> None:
        """Silence, dark, pins released."""
