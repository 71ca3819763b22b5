"""What the house knows of a kind of card reader: its entry.

To add a kind, write `companion/parts/readers/NAME.py` with its `KIND` (`pcsc.py` is a short one), and add NAME to
`READERS`, and to `TYPING` if it types its numbers. Its driver, a `Reader` of `hardware/bus`, lies in
`hardware/drivers`, its simulated chip in `hardware/sim`; the entry imports each when it is used. A table imports only
the entries of its own readers; `plugged_in` imports all. Settings that only this kind has are added to
`ReaderSettings`, faults of its own to `hardware/sim/faults.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from companion.support.allowed import YES_NO, Allowed, Private, matching, one_of, whole
from companion.support.lazy_import import lazy_call
from companion.support.names import name_problem
from companion.support.values import dataclass

if TYPE_CHECKING:
    from hardware.bus import Clock, OutputPin, Reader
    from hardware.sim.clock import SimClock
    from hardware.sim.faults import Faults
    from hardware.sim.field import Field

READERS = ("mfrc522", "pn532", "rdm6300", "id12la", "keyboard", "keys125", "pcsc")
"""The reader kinds; the first is the default."""


def reader_kind(name: str) -> ReaderKind:
    """The entry of a kind of `READERS`."""
    return cast("ReaderKind", import_module(f"companion.parts.readers.{name}").KIND)


# ---------------------------------------------------------------- the settings of one reader


def _is_owner(value: object) -> bool:
    return isinstance(value, str) and (not value or value.isdecimal() or not name_problem(value))


OWNER = Allowed('a name, as "Ann", the number of a seat, as "2", or "" for everybody', _is_owner)
DEVICE = matching(r"/dev/[^\0]+", 'a device, as "/dev/serial0"')
INPUT = matching(r"|/dev/input/[^\0]+", 'a device, as "/dev/input/event3", or ""')
NAME = matching(r"[^\0]+", 'the name of a reader or a pattern for it, as "ACR122U*"')
TYPING = frozenset({"keyboard", "keys125"})
"""The kinds that type numbers as a keyboard does: a list, so that a start can test it without importing an entry."""
FORMS = ("auto", "dec", "dec-rev", "hex", "hex-rev", "3+5")
"""How a reader types a number: `readers/typed_numbers`."""
GAINS_DB = (18, 23, 33, 38, 43, 48)
"""Receiver gains of the MFRC522."""


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """A card reader and its wire; `[reader.NAME]` has the same keys."""

    kind: Annotated[str, one_of(*READERS), "the reader's chip"] = READERS[0]
    spi_bus: Annotated[int, whole(0, 10), "MFRC522: the first number of /dev/spidev0.0"] = 0
    spi_device: Annotated[int, whole(0, 2), "MFRC522: the second number of /dev/spidev0.0"] = 0
    spi_hz: Annotated[int, whole(100_000, 10_000_000), "MFRC522: speed; short wires take 4000000"] = 1_000_000
    burst: Annotated[bool, YES_NO, "MFRC522: several registers in one transfer; false for doubtful clones"] = True
    gain: Annotated[int, one_of(*GAINS_DB), "MFRC522: dB of its receiver; `companion doctor` tries which suits"] = 48
    several: Annotated[bool, YES_NO, "MFRC522, PN532: tags side by side are told apart; false for clones"] = True
    port: Annotated[str, DEVICE, "serial kinds: the serial port, or a pattern for one"] = "/dev/serial0"
    input: Annotated[str, INPUT, "keyboard, keys125: its device, or a pattern as /dev/input/by-id/usb-*-event-kbd"] = ""
    form: Annotated[str, one_of(*FORMS), "keyboard, keys125: how it types a number"] = FORMS[0]
    again_ms: Annotated[int, whole(100, 5000), "keyboard, keys125: a number typed again so soon is one tap"] = 1000
    name: Annotated[str, NAME, "pcsc: the reader's name, or a pattern for it"] = "*"
    beeps: Annotated[bool, YES_NO, "pcsc: the reader's own beep and lights stay on"] = False
    seat: Annotated[str, OWNER, "whose cards are tapped here", Private.NAME] = ""

    @property
    def entry(self) -> ReaderKind:
        """The entry of its kind."""
        return reader_kind(self.kind)

    @property
    def wire(self) -> str:
        """Its device node; empty: it has none."""
        return self.entry.bus.node(self)

    @property
    def group(self) -> str:
        """The group that may use its node."""
        return self.entry.bus.group


# ---------------------------------------------------------------- the entry


@dataclass(frozen=True, slots=True)
class Frequency:
    """The frequency of tags, and how many bytes their numbers have; `bought` and `make` are of the tags people buy."""

    name: str
    lengths: frozenset[int]
    bought: int
    make: str

    def __str__(self) -> str:
        return self.name


LOW = Frequency("125 kHz", frozenset({5}), 5, "EM4100")
"""EM4100."""
HIGH = Frequency("13.56 MHz", frozenset({4, 7, 10}), 7, "NTAG, MIFARE")
"""ISO/IEC 14443-3."""


@dataclass(frozen=True, slots=True)
class PluggedIn:
    """A reader that is plugged in: its name for people, and the keys of `[reader]` that find it beside its kind."""

    name: str
    keys: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bus:
    """What joins a reader to the computer. `readers/buses.py` has SPI and serial ports.

    - `connect` gives the wire to the driver; opens nothing yet
    - `simulate` returns the simulated wire and its traffic counter
    - `node` gives the device node of these settings; empty: there is none
    - `place` gives what no two readers may share: usually that node
    - `own` takes a node until the program ends, or raises InUseError
    - `fault_place` names the place of its faults in `hardware/sim/faults.py`; empty: it has none of its own
    - `bus_key` and `slot_key` are the keys of `[reader]` that name the bus and the place on it; "kind": there is none
    - `pins` gives the GPIO numbers that the bus takes from the header
    - `group` is the group whose members may use the node on Debian
    - `plugged` lists the readers that are plugged in and may be of this kind; opens none
    """

    connect: Callable[[ReaderSettings, Clock], Any]
    simulate: Callable[[ReaderSettings, Any, SimClock, Faults], tuple[Any, Any]]
    node: Callable[[ReaderSettings], str] = lambda _: ""
    place: Callable[[ReaderSettings], str] = lambda settings: settings.wire
    own: Callable[[str], None] = lambda _: None
    fault_place: str = ""
    bus_key: str = "kind"
    slot_key: str = "kind"
    pins: Callable[[ReaderSettings], tuple[int, ...]] = lambda _: ()
    group: str = ""
    plugged: Callable[[], Iterable[PluggedIn]] = tuple


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderKind:
    """All that is particular about a kind of reader.

    - `board` is printed on it, and empty if it needs no wires of ours
    - `wires` joins each of its signals to a pin of the header: signal, pin, GPIO (None: power); `advice` is for people
    - `baud` is its speed on a serial port, and 0 on another bus
    - `packages` are imported by its driver; `debian` packages are installed for it
    - `frequencies` of the tags that it reads
    - `several`: it reads tags that lie side by side
    - `answers` is False if the board answers no question: then only a tag shows that it is there
    - `repeats`: it reads a tag again and again while the tag lies there. False: once, and it does not see it lifted
    - `blocks`: calls of its driver may take long, and are made in a thread of their own
    - `has_reset`: it has a line that restarts it, at `[pins] reset`
    - `gains` of its receiver in dB, between which its driver can `tune`; empty: it has none to choose
    - `driver` builds its driver on a wire of its bus; the last argument is its reset line, or None if that is not wired
    - `chip` builds its simulated chip
    - `checks` names the `ReaderChecks`, as "module:name", that the doctor makes besides those of every reader, if any
    """

    board: str = ""
    wires: tuple[tuple[str, int, int | None], ...] = ()
    advice: str = ""
    bus: Bus
    baud: int = 0
    packages: tuple[str, ...] = ()
    debian: tuple[str, ...] = ()
    frequencies: tuple[Frequency, ...]
    several: bool = False
    answers: bool = True
    repeats: bool = True
    blocks: bool = False
    has_reset: bool = False
    gains: tuple[int, ...] = ()
    driver: Callable[[Any, Clock, ReaderSettings, OutputPin | None], Reader]
    chip: Callable[[Field, Clock, ReaderSettings], Any]
    checks: str = ""

    def open(self, settings: ReaderSettings, clock: Clock, reset: OutputPin | None) -> Reader:
        """Its driver on the wires of this computer."""
        driver = self.driver(self.bus.connect(settings, clock), clock, settings, reset if self.has_reset else None)
        if not self.blocks:
            return driver
        background: Reader = lazy_call("hardware.background:BackgroundReader")(driver, clock)
        return background

    def simulate(self, settings: ReaderSettings, field: Field, clock: SimClock) -> tuple[Reader, Any]:
        """Its driver on a simulated wire, and the traffic counter of that wire."""
        chip = self.chip(field, clock, settings)
        wire, counted = self.bus.simulate(settings, chip, clock, field.faults)
        return self.driver(wire, clock, settings, chip.reset_pin if self.has_reset else None), counted

    def reads(self, uid: bytes) -> bool:
        """Whether it can read a tag with this number, by its length."""
        return any(len(uid) in frequency.lengths for frequency in self.frequencies)


def plugged_in(own: ReaderSettings) -> Iterator[tuple[str, ReaderSettings]]:
    """Each reader that is plugged in, as each kind that it may be: what it is for people, and its settings.

    `own` is the reader of the settings; it comes first if it is not on the header. Opens none.
    """
    if own.wire and not own.entry.bus.pins(own) and Path(lazy_call("hardware.linux:node_of")(own.wire)).exists():
        yield _distinction(own, own.wire), own
    for name in READERS:
        for found in reader_kind(name).bus.plugged():
            settings = ReaderSettings(kind=name, **found.keys)  # type: ignore[arg-type]  # keys of readers are texts
            yield _distinction(settings, found.name), settings


def _distinction(settings: ReaderSettings, place: str) -> str:
    """What tells a reader from others at the same plug: what is printed on it, and which tags it reads."""
    kind, frequency = settings.entry, settings.entry.frequencies[0]
    return f"{f'{kind.board}, ' if kind.board else ''}{frequency} ({frequency.make}): {place}"
