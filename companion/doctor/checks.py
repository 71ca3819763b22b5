"""All checks in order: from the computer to the chips, and last what people must look at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from companion.doctor import club_checks as club
from companion.doctor import computer_checks as computer
from companion.doctor import hardware_checks as parts
from companion.doctor import reader_checks as readers
from companion.doctor import storage_checks as storage
from companion.doctor import usb_checks as usb
from companion.doctor import voice_checks as speech
from companion.doctor.context import Context
from companion.doctor.findings import Finding, PartState, ReaderChecks, ReportLine, failure, skipped
from companion.doctor.reader_checks import PINS_THERE, remedy_of
from companion.inputs.inputs import SAY
from companion.parts.reader_kind import ReaderKind
from companion.parts.readers.buses import SERIAL
from companion.parts.readers.usb_buses import PCSC
from companion.settings.schema import Settings
from companion.storage.disk import CannotStartError, StorageError
from companion.storage.owner import ask_as_owner
from companion.support.lazy_import import import_later
from hardware.bus import DeviceError, NoCableError
from hardware.default_wiring import BUTTONS

DISPLAY_THERE = ("I2C permission", "packages: display", "packages", "companions")
DISPLAY = "check its wires, and keep them short (wiring.md, step 4)"
FURTHER = "check its wires and its table below [reader] in the settings (wiring.md, Several readers)"
PAGES = ("starlette", "uvicorn")
PHONE = ("segno", "cryptography")
WIRED = {
    *("packages: pins", "packages: display", "board", "power supply", "pins permission"),
    *("I2C bus", "I2C permission", "I2C speed", "display address", "display", "test picture"),
    *("buttons", *(f"button {name}" for name in (*BUTTONS, SAY)), "buzzer and light", "tone", "colours"),
}
"""The checks of a Pi, and of the parts that a page replaces."""


def of_box(settings: Settings) -> tuple[ReportLine, ...]:
    """The checks of every box, with what its first reader's kind wants."""
    kind = settings.reader.entry
    own, remedy = _own(kind), remedy_of(kind)
    pages = settings.panel.is_page or settings.scoreboard.on
    return (
        ReportLine("Python", computer.python),
        ReportLine("packages", partial(computer.packages, ("rich", "pillow", "msgspec"))),
        ReportLine("packages: pins", partial(computer.packages, ("gpiozero", "gpiod"))),
        ReportLine("packages: display", partial(computer.packages, ("luma.oled", "smbus2"))),
        ReportLine("packages: reader", partial(computer.packages, kind.packages)),
        ReportLine("board", computer.board),
        ReportLine("power supply", computer.power_supply, ("board",)),
        ReportLine("settings", storage.settings),
        ReportLine(
            "companions", storage.hold_alone, remedy="stop it first (the service: sudo systemctl stop companion)"
        ),
        ReportLine("disk space", storage.disk_space),
        ReportLine("data directory", storage.data_directory, ("disk space",), of_data=True),
        ReportLine("data files", storage.files, ("data directory",), of_data=True),
        ReportLine("sync time", storage.sync_time, ("data directory",), of_data=True),
        ReportLine("clock", storage.clock),
        ReportLine("games", storage.games, of_data=True),
        ReportLine("decks", storage.decks, of_data=True),
        ReportLine("records", storage.records, of_data=True),
        *((ReportLine("packages: pages", partial(computer.packages, PAGES)),) if pages else ()),
        *((ReportLine("USB readers", usb.plugged_in),) if settings.panel.is_page and not settings.panel.phone else ()),
        *own.bus,
        ReportLine("I2C bus", partial(computer.bus, "panel", "dtparam=i2c_arm=on", "do_i2c"), ("board",)),
        ReportLine("I2C permission", partial(computer.permission, "panel"), ("I2C bus",)),
        ReportLine("I2C speed", computer.i2c_speed, ("I2C bus",)),
        ReportLine("pins permission", computer.pins_permission, ("board",)),
        *own.chip,
        ReportLine("reader", partial(readers.reader, ""), (*own.needs, "packages: reader", "companions"), remedy),
        ReportLine("display address", parts.display_address, DISPLAY_THERE),
        ReportLine("display", parts.display, ("display address",), DISPLAY),
        ReportLine("buttons", parts.buttons, PINS_THERE),
        ReportLine("buzzer and light", parts.sounder, PINS_THERE),
        *(ReportLine(f"button {name}", partial(parts.button, name), PINS_THERE, asks=True) for name in BUTTONS),
        ReportLine("test picture", parts.picture, ("display",), asks=True),
        ReportLine("tone", parts.buzzer, ("buzzer and light",), asks=True),
        ReportLine("colours", parts.light, ("buzzer and light",), asks=True),
        *own.cards,
        ReportLine("one card", partial(readers.one_card, ""), ("reader", "gain"), remedy, asks=True),
        *((ReportLine("two cards", readers.two_cards, ("one card",), remedy, asks=True),) if kind.several else ()),
    )


def _own(kind: ReaderKind) -> ReaderChecks:
    """The checks that this kind of reader has of its own."""
    found: ReaderChecks = import_later(kind.checks)() if kind.checks else ReaderChecks()
    return found


def of_further(name: str, kind: ReaderKind) -> tuple[ReportLine, ...]:
    """The checks of a further reader of this kind."""
    packages, console, reader = f"packages: reader {name}", f"serial console {name}", f"reader {name}"
    look, card = (partial(check, name) for check in (readers.reader, readers.one_card))
    return (
        ReportLine(packages, partial(computer.packages, kind.packages)),
        *((ReportLine(console, partial(readers.serial_console, name)),) if kind.bus is SERIAL else ()),
        ReportLine(reader, look, (packages, console, "companions"), FURTHER),
        ReportLine(f"card at {name}", card, (reader,), FURTHER, asks=True),
    )


def of_voice(settings: Settings) -> Iterator[ReportLine]:
    """The checks of the voice, if it is on, and of its button, if there is one."""
    if settings.voice.verbosity != "off":
        yield ReportLine("voice", speech.voice)
        yield ReportLine("sentence", speech.check_hearing, ("voice",), asks=True)
    if SAY in settings.pins.buttons:
        yield ReportLine(f"button {SAY}", partial(parts.button, SAY), PINS_THERE, asks=True)


def of_club(settings: Settings) -> Iterator[ReportLine]:
    """The checks of a box in a club."""
    if settings.club.on:
        yield ReportLine("packages: club", partial(computer.packages, ("paho-mqtt",)))
        yield ReportLine("club bundle", club.bundle)
        yield ReportLine("club broker", club.broker, ("club bundle",))
        yield ReportLine("club", club.connection, ("packages: club", "club broker"))


def checks_of(settings: Settings) -> list[ReportLine]:
    """The checks of a box with these settings, in order; of a table on a page those that need no wires of its own."""
    further = [check for name, reader in settings.further.items() for check in of_further(name, reader.entry)]
    several_pcsc = sum(reader.entry.bus is PCSC for reader in settings.readers_here.values()) > 1
    apart = [ReportLine("PC/SC readers", usb.pcsc_apart)] * several_pcsc
    checks = [*of_box(settings), *of_voice(settings), *of_club(settings), *apart, *further]
    if not settings.panel.is_page:
        return checks
    absent = WIRED | (of_first_reader(settings.reader.entry) if settings.panel.phone else set())
    phone = [ReportLine("packages: phone", partial(computer.packages, PHONE))] * settings.panel.phone
    return [check for check in [*checks, *phone] if check.name not in absent]


def of_first_reader(kind: ReaderKind) -> set[str]:
    """The names of the checks of the first reader, which a phone can replace."""
    own = _own(kind)
    lines = (*own.bus, *own.chip, *own.cards)
    return {"packages: reader", "reader", "one card", "two cards", *(line.name for line in lines)}


def run_checks(context: Context) -> Iterator[tuple[ReportLine, Finding]]:
    """Run the checks of this box in order."""
    states: dict[str, PartState] = {}
    for check in checks_of(context.settings):
        found = _run(check, context, states)
        states[check.name] = found.state
        yield check, found


def _run(check: ReportLine, context: Context, states: dict[str, PartState]) -> Finding:
    if check.asks and context.person is None:
        return skipped("asks questions, which needs a terminal")
    if waits_for := [name for name in check.needs if states.get(name) in {PartState.FAILURE, PartState.SKIPPED}]:
        return skipped(f"waits for {', '.join(waits_for)}")
    if not check.of_data:
        return _look(check, context)
    told = ask_as_owner(context.store.root, lambda: json.dumps(_as_row(_look(check, context))))
    return _as_finding(told) or failure("its process ended without an answer", "remove the games of other packages")


def _as_row(finding: Finding) -> tuple[str, str, str]:
    return finding.state.value, finding.found, finding.remedy


def _as_finding(told: str) -> Finding | None:
    """The finding that a process wrote, which may have loaded games of others; None: it is malformed."""
    with suppress(ValueError):
        state, found, remedy = json.loads(told)
        return Finding(PartState(state), str(found), str(remedy))
    return None


def _look(check: ReportLine, context: Context) -> Finding:
    try:
        return check.look(context)
    except (DeviceError, ImportError) as fault:
        return failure(str(fault), "" if isinstance(fault, NoCableError) else check.remedy)
    except StorageError as fault:
        return failure(f"{fault.what}: {fault.path}", fault.remedy)
    except CannotStartError as fault:
        found, _, remedy = str(fault).partition(". ")
        return failure(found, remedy or check.remedy)
