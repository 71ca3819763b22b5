"""All checks in order: from the computer to the chips, and last what people must look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.doctor import computer, kept, parts
from companion.doctor.findings import Check, State, failure, skipped
from companion.storage.disk import CannotStartError, StorageError
from hardware.bus import DeviceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.doctor.context import Context
    from companion.doctor.findings import Finding

SPI = frozenset({"mfrc522"})
SERIAL = frozenset({"pn532", "rdm6300", "id12la"})
SEVERAL = frozenset({"mfrc522", "pn532"})
"""Reader kinds that can read two tags at once."""

PACKAGES = {**dict.fromkeys(SPI, ("mfrc522", "spidev")), **dict.fromkeys(SERIAL, ("pyserial",))}
"""The packages that the driver of each reader kind imports."""

PINS_THERE = ("pins permission", "packages: pins", "companions")
PINS = "see wiring.md, steps 4 and 7, and [pins] in the settings"
RC522 = f"check {parts.WIRES_OF_THE_READER}"
READER = "check its wires and switches (wiring.md, steps 4 and 12)"
BUTTONS = ("BACK", "UP", "DOWN", "OK")

CHECKS = (
    Check("Python", computer.python),
    Check("packages", computer.packages("rich", "pillow")),
    Check("packages: pins", computer.packages("gpiod")),
    Check("packages: display", computer.packages("luma.oled", "smbus2")),
    Check("packages: reader", computer.packages(*PACKAGES["mfrc522"]), readers=SPI),
    Check("packages: reader", computer.packages(*PACKAGES["pn532"]), readers=SERIAL),
    Check("board", computer.board),
    Check("power supply", computer.power_supply, ("board",)),
    Check("settings", kept.settings),
    Check("companions", kept.alone, remedy="end it first (the service: sudo systemctl stop companion)"),
    Check("disk space", kept.disk_space),
    Check("data directory", kept.data_directory, ("disk space",)),
    Check("sync time", kept.sync_time, ("data directory",)),
    Check("clock", kept.clock),
    Check("decks", kept.decks, remedy="correct that file in the data directory"),
    Check("records", kept.records),
    Check("SPI bus", computer.spi_bus, ("board",), readers=SPI),
    Check("SPI permission", computer.spi_permission, ("SPI bus",), readers=SPI),
    Check("serial port", computer.serial_port, ("board",), readers=SERIAL),
    Check("serial permission", computer.serial_permission, ("serial port",), readers=SERIAL),
    Check("serial console", computer.serial_console, ("serial port",), readers=SERIAL),
    Check("I2C bus", computer.i2c_bus, ("board",)),
    Check("I2C permission", computer.i2c_permission, ("I2C bus",)),
    Check("I2C speed", computer.i2c_speed, ("I2C bus",)),
    Check("pins permission", computer.pins_permission, ("board",)),
    Check("chip", parts.chip, ("packages: reader", "SPI permission", *PINS_THERE), RC522, readers=SPI),
    Check("RST wire", parts.reset_wire, ("chip",), RC522, readers=SPI),
    Check("SPI speed", parts.spi_speed, ("chip",), RC522, readers=SPI),
    Check("burst reads", parts.burst_reads, ("SPI speed",), RC522, readers=SPI),
    Check(
        "reader",
        parts.reader,
        ("burst reads", "serial permission", "serial console", "packages: reader", "companions"),
        READER,
    ),
    Check("display address", parts.display_address, ("I2C permission", "packages: display", "packages", "companions")),
    Check("display", parts.display, ("display address",), "check its wires, and keep them short (wiring.md, step 4)"),
    Check("buttons", parts.buttons, PINS_THERE, PINS),
    Check("buzzer and light", parts.sounder, PINS_THERE, PINS),
    *(Check(f"button {name}", parts.button(name), ("buttons",), asks=True) for name in BUTTONS),
    Check("test picture", parts.picture, ("display",), asks=True),
    Check("tone", parts.buzzer, ("buzzer and light",), asks=True),
    Check("colours", parts.light, ("buzzer and light",), asks=True),
    Check("gain", parts.gain, ("reader",), READER, asks=True, readers=SPI),
    Check("one card", parts.one_card, ("reader", "gain"), READER, asks=True),
    Check("two cards", parts.two_cards, ("one card",), READER, asks=True, readers=SEVERAL),
)


def of_further(name: str, kind: str) -> tuple[Check, ...]:
    """The checks of a further reader of this kind."""
    packages = f"packages: reader {name}"
    return (
        Check(packages, computer.packages(*PACKAGES[kind])),
        Check(f"reader {name}", parts.further(name), (packages, "companions"), parts.FURTHER),
        Check(f"card at {name}", parts.card_at(name), (f"reader {name}",), parts.FURTHER, asks=True),
    )


def run_checks(context: Context) -> Iterator[tuple[Check, Finding]]:
    """Run the checks of this box in order."""
    states: dict[str, State] = {}
    further = [check for name, reader in context.settings.further.items() for check in of_further(name, reader.kind)]
    for check in (*CHECKS, *further):
        if context.settings.reader.kind in check.readers:
            found = _found(check, context, states)
            states[check.name] = found.state
            yield check, found


def _found(check: Check, context: Context, states: dict[str, State]) -> Finding:
    if check.asks and context.person is None:
        return skipped("asks people: only in a terminal")
    waits_for = [name for name in check.needs if states.get(name) in {State.FAILURE, State.SKIPPED}]
    if waits_for:
        return skipped(f"waits for {', '.join(waits_for)}")
    try:
        return check.look(context)
    except (DeviceError, ImportError) as fault:
        return failure(str(fault), check.remedy)
    except StorageError as fault:
        return failure(f"{fault.what}: {fault.path}", fault.remedy)
    except CannotStartError as fault:
        found, _, remedy = str(fault).partition(". ")
        return failure(found, remedy or check.remedy)
