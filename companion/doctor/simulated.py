"""A simulated box for the doctor, with a simulated person and faults from the registry.

Chips and wires ask `Faults` themselves; faults of the computer and its disk are planted here.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path

from companion.doctor.computer_facts import WANTED, WAS_LOW, Machine, Node
from companion.doctor.context import Action, BoxWires, Context, Request
from companion.games.registry import EXAMPLE, GAMES
from companion.match.header import Header
from companion.parts.readers.buses import UARTS
from companion.runtime.simulated_devices import Simulation, simulation_of
from companion.screens.picture import PANEL
from companion.settings.parser import read
from companion.settings.schema import Settings
from companion.settings.search_path import Configuration
from companion.simulation.box import decks_for
from companion.simulation.replay import write_running
from companion.storage.disk import Disk
from companion.storage.records import Store
from companion.support.values import replace
from companion.tags.tag_decks import TagDeck
from hardware.linux_keys import Keyboard
from hardware.linux_pins import HEADER_LABELS, PIN_CHIPS
from hardware.locks import InUseError
from hardware.sim.clock import SimClock
from hardware.sim.faults import BUSES_OF_READERS, FAULTS, FaultPlace
from hardware.sim.mfrc522 import SimMfrc522

SLOW_SYNC_S = 0.3
OTHER_PINS = "gpio-brcmstb@107d508500"
"""The first GPIO chip of a Pi 5 whose header chip is missing."""
FLEETING_BY = {"kept-in-ram": "tmpfs", "kept-on-overlay": "overlay"}
OF_A_BUS = frozenset({"bus-off", "bus-forbidden"})
"""Faults of a bus that the system switches on and lends; pcscd has that of its readers."""
PLANTED_IN_DATA = frozenset({"deck-damaged", "deck-unfinished", "decks-clash", "record-damaged"})
SETTINGS = Path("/etc/companion/config.toml")
BOOT = {
    "dtparam=spi=on": "bus-off",
    "enable_uart=1": "bus-off",
    "dtparam=i2c_arm=on": "i2c-off",
    "dtparam=i2c_arm_baudrate=400000": "i2c-slow",
}
"""Line of config.txt -> the fault that takes it away."""
LAST_ROW = PANEL.width * (PANEL.height // 8 - 1)
CORNERS = {0: 1, PANEL.width - 1: 1, LAST_ROW: 0x80, LAST_ROW + PANEL.width - 1: 0x80}
"""Byte of the picture -> its bit at a corner of the panel."""


def no_place(name: str, settings: Settings, *, as_it_is: bool) -> str:
    """Why a fault does not apply to a box with these settings; empty: it does.

    With `as_it_is`, faults of data do not.
    """
    reader, place = settings.reader, FAULTS[name].place
    elsewhere = {*BUSES_OF_READERS} - {FaultPlace.__members__.get(reader.entry.bus.fault_place)}
    without_bus = reader.entry.bus.fault_place == FaultPlace.PCSC.name and name in OF_A_BUS
    if place in elsewhere or without_bus or (name == "console-on-line" and reader.wire not in UARTS):
        return f"the reader here is of kind {reader.kind}" + f", on {reader.wire}" * bool(reader.wire)
    if name == "chip-reset" and not reader.entry.answers:
        return f"readers of kind {reader.kind} have no settings that can be lost"
    if as_it_is and name in PLANTED_IN_DATA:
        return "with --data, decks and records are checked as they are"
    return ""


def simulated_context(
    found: Configuration, root: Path, faults: Iterable[str] = (), *, asks: bool = True, as_it_is: bool = False
) -> Context:
    """A working box with these faults; `asks`: a person is there.

    Its data directory is an empty one that gets decks and a game, or an existing one that stays `as_it_is`.
    """
    on = frozenset(faults)
    found = _with_faulty_settings(found, on)
    box = simulation_of(found.settings)
    for name in on:
        box.faults.switch_on(name)
    if "stuck" in on:
        box.pins.press("UP")
    if "pin-taken" in on:
        box.pins.take("BUZZER")
    if not as_it_is:
        _fill(Store(root), box.uid_bytes, on)
    person = SimulatedPerson(box, found.settings) if asks else None
    machine, wires = _machine(found.settings, on), _wires(box, found.settings, on)
    context = Context(found, machine, wires, Store(root, SpoiltDisk(on, box.clock)), person)
    if "in-use" in on:
        context.ending.enter_context(Store(root).alone())
    return context


def _wires(box: Simulation, settings: Settings, on: frozenset[str]) -> BoxWires:
    chip = SimMfrc522(box.fields[""], box.clock)

    def at_speed(hz: int) -> SimMfrc522:
        chip.speed_hz = hz
        return chip

    def own() -> None:
        if "wires-in-use" in on:
            raise InUseError(settings.panel.wire, "companion play --data /home/pi/table (pid 412)")

    return BoxWires(box.devices, at_speed, chip.reset_pin, box.i2c, own)


class SimulatedPerson:
    """The `companion.doctor.context.PersonAtBox` who presses, lays, lifts and looks."""

    def __init__(self, box: Simulation, settings: Settings) -> None:
        self._box, self._settings = box, settings
        self._says: bool | None = None

    def ask(self, request: Request) -> None:
        """Do what is requested, or look."""
        pins = self._box.pins
        match request.deed:
            case Action.PRESS:
                pins.press(request.what)
            case Action.LAY:
                self._lay(request.what)
            case Action.LIFT:
                self._box.fields[""].clear()
            case Action.HEAR if request.what == "voice":
                self._says = True  # of the real computer, which says a real sentence
            case Action.HEAR:
                self._says = pins.tone_hz > 0
            case Action.SEE if request.what == "picture":
                picture = self._box.panel.picture()
                self._says = all(picture[at] & bit for at, bit in CORNERS.items())
            case Action.SEE:
                self._says = pins.light == tuple(float(request.what == colour) for colour in ("red", "green", "blue"))

    def answer(self) -> bool | None:
        """What was seen or heard, once; releases a pressed button."""
        for button in self._settings.pins.buttons:
            self._box.pins.release(button)
        says, self._says = self._says, None
        return says

    def _lay(self, what: str) -> None:
        """Lay a tag of this number on the first reader, or one on the further reader of this name."""
        name, number = ("", int(what)) if what.isdecimal() else (what, 1)
        uid = bytes([0, 0, 0, 0, number])
        if not self._settings.readers[name].entry.reads(uid):
            uid = bytes([0x04, 0, *uid])
        if all(uid != tag.uid for tag in self._box.fields[name].tags):
            self._box.lay(uid, name)


class SpoiltDisk(Disk):
    """A disk that can turn read-only or slow."""

    def __init__(self, faults: frozenset[str], clock: SimClock) -> None:
        self._faults = faults
        self._clock = clock

    def open(self, path: Path, flags: int) -> int:
        """Open a file; refuses to write while read-only."""
        if "disk-read-only" in self._faults and flags & os.O_ACCMODE != os.O_RDONLY:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return super().open(path, flags)

    def fdatasync(self, descriptor: int) -> None:
        """Sync a file; takes longer while slow."""
        if "disk-slow" in self._faults:
            self._clock.sleep(SLOW_SYNC_S)
        super().fdatasync(descriptor)


def _with_faulty_settings(found: Configuration, on: frozenset[str]) -> Configuration:
    """Replace the settings file if it is faulty."""
    if "settings-wrong" in on:
        return replace(found, file=SETTINGS, parsed=read('[panel]\nkind = "sh1107"\n'))
    if "setting-unknown" in on:
        return replace(found, file=SETTINGS, parsed=read("[panel]\ncontrast = 200\n"))
    return found


def _machine(settings: Settings, on: frozenset[str]) -> Machine:
    """A Zero 2 W, every package at its oldest supported version, faults applied."""
    packages = {name: limits.partition(",")[0].removeprefix(">=") for name, limits in WANTED.items()}
    if "package-old" in on:
        packages["gpiod"] = "1.6.3"
    if "package-missing" in on:
        del packages["smbus2"]
    label = OTHER_PINS if "header-missing" in on else HEADER_LABELS[0]
    nodes = {PIN_CHIPS[0]: Node("gpio-forbidden" not in on, "gpio", label)}
    if settings.reader.wire and "bus-off" not in on:
        nodes[settings.reader.wire] = Node("bus-forbidden" not in on, settings.reader.group)
    if not {"i2c-off", "i2c-module-missing"} & on:
        nodes[settings.panel.wire] = Node("i2c-forbidden" not in on, "i2c")
    keyboard = Keyboard("/dev/input/event0", "Sycreader RFID", "bus-forbidden" not in on)
    return Machine(
        python=(3, 9, 2) if "python-old" in on else (3, 11, 2),
        packages=packages,
        model="" if "no-pi" in on else "Raspberry Pi Zero 2 W Rev 1.0",
        boot="".join(f"{line}\n" for line, fault in BOOT.items() if fault not in on),
        kernel="console=tty1" + " console=serial0,115200" * ("console-on-line" in on),
        nodes=nodes,
        buses=frozenset({settings.panel.wire} if "i2c-module-missing" in on else ()),
        user="companion",
        free_bytes=0 if "disk-full" in on else 4 << 30,
        clock_is_set=True,
        throttled=WAS_LOW if "undervoltage" in on else 0,
        keyboards=() if "bus-off" in on else (keyboard,),
        pcscd="pcscd-missing" not in on,
        card_readers=() if on & {"pcsc-cut", "pcscd-blocked"} else ("ACS ACR122U 00 00",),
        holder="pn533_usb" if "pcscd-blocked" in on else "",
        filesystem=next((kind for fault, kind in FLEETING_BY.items() if fault in on), "ext4"),
    )


def _fill(store: Store, uid_bytes: int, on: frozenset[str]) -> None:
    """Store a deck of each kind and a running game."""
    decks = decks_for(GAMES.values(), uid_bytes=uid_bytes)
    first = decks[0]
    if "deck-unfinished" in on:
        first = TagDeck(first.name, first.kind, dict(list(first.pieces.items())[1:]))
    for deck in (first, *decks[1:]):
        store.decks.save(deck)
    if "decks-clash" in on:
        turned = list(first.pieces.values())[::-1]
        store.decks.save(TagDeck("the-other", first.kind, dict(zip(first.pieces, turned, strict=True))))
    if "deck-damaged" in on:
        path = store.decks.directory / f"{first.name}.json"
        path.write_bytes(path.read_bytes()[:100])
    _begin_game(store, rotten="record-damaged" in on)


def _begin_game(store: Store, *, rotten: bool) -> None:
    game = GAMES[EXAMPLE]
    names = ("Ann", "Bob", "Cid", "Dee")[: game.players[0]]
    path = write_running(store, Header(game, names, len(names) - 1), ())
    if rotten:
        path.write_bytes(path.read_bytes().replace(b"Bob", b"Rob"))
