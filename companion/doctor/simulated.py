"""A simulated box for the doctor, with a simulated person and faults from the registry.

Chips and wires ask `Faults` themselves; faults of the computer and its disk are planted here.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

from companion.doctor.computer_checks import WANTED
from companion.doctor.computer_facts import WAS_LOW, Machine, Node
from companion.doctor.context import Action, Context, Wires
from companion.games.registry import EXAMPLE, GAMES
from companion.runtime.devices import simulated_reader
from companion.settings.parser import UARTS, read
from companion.simulation.box import CLOCK_BEGINS, decks_for
from companion.storage.disk import Disk
from companion.storage.journal import seal
from companion.storage.records import Store
from companion.support.values import dataclass, replace
from companion.tags.tag_decks import TagDeck
from hardware.linux_pins import HEADER_LABELS, PIN_CHIPS
from hardware.locks import InUseError
from hardware.sim.clock import SimClock
from hardware.sim.faults import FAULTS, Faults, Place
from hardware.sim.field import Field
from hardware.sim.i2c import SimI2c
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.oled import SimSh1106, SimSsd1306, SimSsd1309
from hardware.sim.pins import SimPins
from hardware.sim.pn532 import SimPn532
from hardware.sim.rdm6300 import SimRdm6300
from hardware.sim.serial import SimSerial
from hardware.sim.tags import Em4100, Tag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.doctor.context import Request
    from companion.settings.schema import Settings
    from companion.settings.search_path import Configuration
    from hardware.sim.oled import SimPanel

SLOW_SYNC_S = 0.3
OTHER_PINS = "gpio-brcmstb@107d508500"
"""The first GPIO chip of a Pi 5 whose header chip is missing."""
FLEETING_BY = {"kept-in-ram": "tmpfs", "kept-on-overlay": "overlay"}
PLANTED_IN_DATA = frozenset({"deck-damaged", "deck-unfinished", "decks-clash", "record-damaged"})
SETTINGS = Path("/etc/companion/config.toml")
PANELS: dict[str, type[SimPanel]] = {"ssd1306": SimSsd1306, "ssd1309": SimSsd1309, "sh1106": SimSh1106}
BOOT = "dtparam=spi=on\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\nenable_uart=1\n"
CORNERS = {0: 1, 127: 1, 7 * 128: 0x80, 7 * 128 + 127: 0x80}
"""Byte of the picture -> its bit at a corner of the panel."""


def no_place(name: str, settings: Settings, *, as_it_is: bool) -> str:
    """Why a fault does not apply to a box with these settings; empty: it does. With `as_it_is` no data fault does."""
    reader, place = settings.reader, FAULTS[name].place
    on_spi, on_header = reader.kind == "mfrc522", reader.kind != "mfrc522" and reader.port in UARTS
    if place is (Place.LINE if on_spi else Place.SPI) or (name == "console-on-line" and not on_header):
        return f"the reader here is of kind {reader.kind}, on {reader.wire}"
    if name == "chip-reset" and reader.kind in {"rdm6300", "id12la"}:
        return f"readers of kind {reader.kind} have no set-up that could be lost"
    if as_it_is and name in PLANTED_IN_DATA:
        return "with --data decks and records are looked at as they are"
    return ""


def simulated_context(
    found: Configuration, root: Path, faults: Iterable[str] = (), *, asks: bool = True, as_it_is: bool = False
) -> Context:
    """A working box with these faults; `asks`: a person is there.

    Its data directory is an empty one that gets decks and a game, or an existing one that stays `as_it_is`.
    """
    planted = Faults()
    for name in faults:
        planted.switch_on(name)
    found = _misconfigured(found, planted)
    box = _Box(found.settings, planted)
    disk = SpoiltDisk(planted, box.clock)
    if not as_it_is:
        _fill(Store(root), found.settings, planted)
    context = Context(
        found, _machine(found.settings, planted), box.wires(), Store(root, disk), disk, box if asks else None
    )
    if planted.is_on("in-use"):
        context.ending.enter_context(Store(root).alone())
    return context


class _Box:
    """The far ends of the wires, and the `companion.doctor.context.Person` who presses, lays, lifts and looks."""

    def __init__(self, settings: Settings, faults: Faults) -> None:
        self.clock = SimClock()
        self._settings, self._faults = settings, faults
        self._field = Field(faults)
        self._chip = SimMfrc522(self._field, self.clock)
        self._board = SimRdm6300(self._field, self.clock, once=settings.reader.kind == "id12la")
        self._panel = PANELS[settings.panel.kind](first_column=settings.panel.first_column)
        pins, anode = settings.pins, settings.light.common_anode
        self._pins = SimPins(self.clock, {**pins.buttons, **pins.sounder}, common_anode=anode, faults=faults)
        self._further = {name: Field(Faults()) for name in settings.further}
        self._says: bool | None = None
        if faults.is_on("stuck"):
            self._pins.press("UP")
        if faults.is_on("pin-taken"):
            self._pins.take("BUZZER")

    def wires(self) -> Wires:
        """The near ends of the wires."""
        line, faults = self._line(), self._faults
        return Wires(
            clock=self.clock,
            spi=lambda hz: _Clocked(self._chip, hz),
            reset=self._board.reset_pin if self._settings.reader.kind == "id12la" else self._chip.reset_pin,
            i2c=SimI2c({self._settings.panel.address: self._panel}, self.clock, faults=faults),
            port=line.plug,
            contacts=self._pins.contacts,
            outputs=self._pins.outputs,
            further=lambda name: simulated_reader(self._settings.further[name], self._further[name], self.clock)[0],
            own=self._own,
        )

    def ask(self, request: Request) -> None:
        """Do what is requested, or look."""
        match request.deed:
            case Action.PRESS:
                self._pins.press(request.what)
            case Action.LAY:
                self._lay(request.what)
            case Action.LIFT:
                self._field.clear()
            case Action.HEAR:
                self._says = self._pins.tone_hz > 0
            case Action.SEE if request.what == "picture":
                picture = self._panel.picture()
                self._says = all(picture[at] & bit for at, bit in CORNERS.items())
            case Action.SEE:
                self._says = self._pins.light == tuple(float(request.what == one) for one in ("red", "green", "blue"))

    def answer(self) -> bool | None:
        """What was seen or heard, once; releases a pressed button."""
        for button in self._settings.pins.buttons:
            self._pins.release(button)
        says, self._says = self._says, None
        return says

    def _own(self) -> None:
        if self._faults.is_on("wires-in-use"):
            raise InUseError(self._settings.panel.wire, "companion play --data /home/pi/table (pid 412)")

    def _lay(self, what: str) -> None:
        """Lay tags on the first reader, or one on the further reader of this name."""
        field, number = self._further.get(what, self._field), int(what) if what.isdecimal() else 1
        stickers = self._settings.readers.get(what, self._settings.reader).kind in {"mfrc522", "pn532"}
        tag = Tag(bytes([0x04, 0, 0, 0, 0, 0, number])) if stickers else Em4100(bytes([0, 0, 0, 0, number]))
        if all(tag.uid != there.uid for there in field.tags):
            field.place(tag)

    def _line(self) -> SimSerial:
        pn532 = self._settings.reader.kind == "pn532"
        return SimSerial(SimPn532(self._field, self.clock) if pn532 else self._board, self._faults)


@dataclass(frozen=True, slots=True)
class _Clocked:
    """The chip's wire at one speed."""

    chip: SimMfrc522
    hz: int

    def transfer(self, sent: bytes) -> bytes:
        """One chip select at this speed."""
        self.chip.speed_hz = self.hz
        return self.chip.transfer(sent)


class SpoiltDisk(Disk):
    """A disk that can turn read-only or slow."""

    def __init__(self, faults: Faults, clock: SimClock) -> None:
        self._faults = faults
        self._clock = clock

    def open(self, path: Path, flags: int) -> int:
        """Open a file; refuses to write while read-only."""
        if self._faults.is_on("disk-read-only") and flags & os.O_ACCMODE != os.O_RDONLY:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return super().open(path, flags)

    def fdatasync(self, descriptor: int) -> None:
        """Sync a file; takes longer while slow."""
        if self._faults.is_on("disk-slow"):
            self._clock.sleep(SLOW_SYNC_S)
        super().fdatasync(descriptor)


def _misconfigured(found: Configuration, faults: Faults) -> Configuration:
    """Replace the settings file if it is faulty."""
    if faults.is_on("settings-wrong"):
        return replace(found, file=SETTINGS, parsed=read('[panel]\nkind = "sh1107"\n'))
    if faults.is_on("setting-unknown"):
        return replace(found, file=SETTINGS, parsed=read("[panel]\ncontrast = 200\n"))
    return found


def _machine(settings: Settings, faults: Faults) -> Machine:
    on = faults.is_on
    serial = settings.reader.kind != "mfrc522"
    nodes = {
        settings.reader.wire: None if on("bus-off") else Node(not on("bus-forbidden"), "dialout" if serial else "spi"),
        settings.panel.wire: None if on("i2c-off") else Node(not on("i2c-forbidden"), "i2c"),
        PIN_CHIPS[0]: Node(not on("gpio-forbidden"), "gpio", OTHER_PINS if on("header-missing") else HEADER_LABELS[0]),
    }
    return Machine(
        python=(3, 9, 2) if on("python-old") else (3, 11, 2),
        packages=_packages(faults),
        model="" if on("no-pi") else "Raspberry Pi Zero 2 W Rev 1.0",
        boot=_boot(faults),
        kernel="console=tty1" + " console=serial0,115200" * on("console-on-line"),
        nodes={place: node for place, node in nodes.items() if node is not None},
        user="companion",
        free_bytes=0 if on("disk-full") else 4 << 30,
        clock_is_set=True,
        throttled=WAS_LOW if on("undervoltage") else 0,
        filesystem=next((kind for fault, kind in FLEETING_BY.items() if on(fault)), "ext4"),
    )


def _packages(faults: Faults) -> dict[str, str]:
    """Every package at its oldest supported version, faults applied."""
    there = {name: ".".join(map(str, least)) for name, (least, _) in WANTED.items()}
    if faults.is_on("package-old"):
        there["gpiod"] = "1.6.3"
    if faults.is_on("package-missing"):
        del there["smbus2"]
    return there


def _boot(faults: Faults) -> str:
    lines = BOOT.replace(",i2c_arm_baudrate=400000", "") if faults.is_on("i2c-slow") else BOOT
    off = {"bus-off": ("dtparam=spi", "enable_uart"), "i2c-off": ("dtparam=i2c_arm",)}
    gone = tuple(line for name, begins in off.items() if faults.is_on(name) for line in begins)
    return "".join(line for line in lines.splitlines(keepends=True) if not line.startswith(gone or ("\0",)))


def _fill(store: Store, settings: Settings, faults: Faults) -> None:
    """Store a deck of each kind and a running game."""
    uid_bytes = 7 if settings.reader.kind in {"mfrc522", "pn532"} else 5
    decks = decks_for(GAMES.values(), uid_bytes=uid_bytes)
    first = decks[0]
    if faults.is_on("deck-unfinished"):
        first = TagDeck(first.name, first.kind, dict(list(first.pieces.items())[1:]))
    for deck in (first, *decks[1:]):
        store.decks.save(deck)
    if faults.is_on("decks-clash"):
        turned = list(first.pieces.values())[::-1]
        store.decks.save(TagDeck("the-other", first.kind, dict(zip(first.pieces, turned, strict=True))))
    if faults.is_on("deck-damaged"):
        path = store.decks.directory / f"{first.name}.json"
        path.write_bytes(path.read_bytes()[:100])
    _begin_game(store, rotten=faults.is_on("record-damaged"))


def _begin_game(store: Store, *, rotten: bool) -> None:
    game = GAMES[EXAMPLE]
    names = ("Ann", "Bob", "Cid", "Dee")[: game.players[0]]
    lines = (f"game {game.name}", f"players {' '.join(names)}", f"{game.opener} {names[-1]}", "deal")
    record, crc = store.begin(f"2026-01-01-000000-{game.name}"), 0
    for number, line in enumerate(lines, start=1):
        sealed, crc = seal(line, number, CLOCK_BEGINS, crc)
        record.append(sealed)
    record.close()
    if rotten:
        written = record.path.read_bytes()
        record.path.write_bytes(written.replace(b"Bob", b"Rob"))
