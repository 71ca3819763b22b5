"""All checks in order: from the computer to the chips, and last what people must look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.doctor import computer_checks, hardware_checks, storage_checks
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
RC522 = f"check {hardware_checks.WIRES_OF_THE_READER}"
READER = "check its wires and switches (wiring.md, steps 4 and 12)"
BUTTONS = ("BACK", "UP", "DOWN", "OK")

CHECKS = (
    Check("Python", computer_checks.python),
    Check("packages", computer_checks.packages("rich", "pillow")),
    Check("packages: pins", computer_checks.packages("gpiod")),
    Check("packages: display", computer_checks.packages("luma.oled", "smbus2")),
    Check("packages: reader", computer_checks.packages(*PACKAGES["mfrc522"]), readers=SPI),
    Check("packages: reader", computer_checks.packages(*PACKAGES["pn532"]), readers=SERIAL),
    Check("board", computer_checks.board),
    Check("power supply", computer_checks.power_supply, ("board",)),
    Check("settings", storage_checks.settings),
    Check("companions", storage_checks.alone, remedy="end it first (the service: sudo systemctl stop companion)"),
    Check("disk space", storage_checks.disk_space),
    Check("data directory", storage_checks.data_directory, ("disk space",)),
    Check("sync time", storage_checks.sync_time, ("data directory",)),
    Check("clock", storage_checks.clock),
    Check("decks", storage_checks.decks, remedy="correct that file in the data directory"),
    Check("records", storage_checks.records),
    Check("SPI bus", computer_checks.spi_bus, ("board",), readers=SPI),
    Check("SPI permission", computer_checks.spi_permission, ("SPI bus",), readers=SPI),
    Check("serial port", computer_checks.serial_port, ("board",), readers=SERIAL),
    Check("serial permission", computer_checks.serial_permission, ("serial port",), readers=SERIAL),
    Check("serial console", computer_checks.serial_console, ("serial port",), readers=SERIAL),
    Check("I2C bus", computer_checks.i2c_bus, ("board",)),
    Check("I2C permission", computer_checks.i2c_permission, ("I2C bus",)),
    Check("I2C speed", computer_checks.i2c_speed, ("I2C bus",)),
    Check("pins permission", computer_checks.pins_permission, ("board",)),
    Check("chip", hardware_checks.chip, ("packages: reader", "SPI permission", *PINS_THERE), RC522, readers=SPI),
    Check("RST wire", hardware_checks.reset_wire, ("chip",), RC522, readers=SPI),
    Check("SPI speed", hardware_checks.spi_speed, ("chip",), RC522, readers=SPI),
    Check("burst reads", hardware_checks.burst_reads, ("SPI speed",), RC522, readers=SPI),
    Check(
        "reader",
        hardware_checks.reader,
        ("burst reads", "serial permission", "serial console", "packages: reader", "companions"),
        READER,
    ),
    Check(
        "display address",
        hardware_checks.display_address,
        ("I2C permission", "packages: display", "packages", "companions"),
    ),
    Check(
        "display",
        hardware_checks.display,
        ("display address",),
        "check its wires, and keep them short (wiring.md, step 4)",
    ),
    Check("buttons", hardware_checks.buttons, PINS_THERE, PINS),
    Check("buzzer and light", hardware_checks.sounder, PINS_THERE, PINS),
    *(Check(f"button {name}", hardware_checks.button(name), ("buttons",), asks=True) for name in BUTTONS),
    Check("test picture", hardware_checks.picture, ("display",), asks=True),
    Check("tone", hardware_checks.buzzer, ("buzzer and light",), asks=True),
    Check("colours", hardware_checks.light, ("buzzer and light",), asks=True),
    Check("gain", hardware_checks.gain, ("reader",), READER, asks=True, readers=SPI),
    Check("one card", hardware_checks.one_card, ("reader", "gain"), READER, asks=True),
    Check("two cards", hardware_checks.two_cards, ("one card",), READER, asks=True, readers=SEVERAL),
)


def of_further(name: str, kind: str) -> tuple[Check, ...]:
    """The checks of a further reader of this kind."""
    packages = f"packages: reader {name}"
    return (
        Check(packages, computer_checks.packages(*PACKAGES[kind])),
        Check(f"reader {name}", hardware_checks.further(name), (packages, "companions"), hardware_checks.FURTHER),
        Check(
            f"card at {name}", hardware_checks.card_at(name), (f"reader {name}",), hardware_checks.FURTHER, asks=True
        ),
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
