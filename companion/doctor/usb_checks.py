"""Checks of readers with a USB plug: which device types, who may read it, and whether PC/SC is there."""

from __future__ import annotations

from companion.doctor import computer_checks as computer
from companion.doctor.context import Context
from companion.doctor.findings import Finding, PartState, ReaderChecks, ReportLine, failure, ok, setting, warning
from companion.parts.reader_kind import READERS, Bus, reader_kind
from companion.parts.readers.usb_buses import KEYS, PCSC
from hardware.drivers.pcsc import choose
from hardware.linux_keys import Keyboard

BY_ID = 'input = "/dev/input/by-id/..."'
APART = 'a name that finds no other reader, such as name = "*01 00",'
BY_PATH = 'input = "/dev/input/by-path/..."'


def input_device(context: Context) -> Finding:
    """The device that types: the one of the settings, or the only one with the name of a reader."""
    settings, plugged = context.settings.reader, context.machine.keyboards
    there = f"plugged in: {', '.join(map(str, plugged)) or 'none'}"
    if settings.input:
        if settings.input in context.machine.nodes:
            return ok(f"{settings.input}; {there}")
        return failure(f"no {settings.input}; {there}", "plug the reader in, or correct input below [reader]")
    readers = _readers(context)
    if len(readers) == 1:
        return ok(str(readers[0]))
    if readers:
        return failure(f"several readers type; {there}", setting(BY_PATH, "reader"))
    return failure(f"no device has the name of a reader; {there}", f"plug the reader in, or {setting(BY_ID, 'reader')}")


def input_permission(context: Context) -> Finding:
    """Whether this user may read the device."""
    if context.settings.reader.input:
        return computer.permission("reader", context)
    (reader,) = _readers(context)
    return computer.may_use(context, reader.node, "input", usable=reader.usable)


def _readers(context: Context) -> list[Keyboard]:
    return [keyboard for keyboard in context.machine.keyboards if keyboard.is_reader]


def pcsc_service(context: Context) -> Finding:
    """Whether pcscd is installed, and no module of the kernel hides all readers from it; the readers by name."""
    if not context.machine.pcscd:
        return failure("pcscd is not installed", "sudo apt install pcscd")
    if (module := context.machine.holder) and not context.machine.card_readers:
        remedy = f"echo 'blacklist {module}' | sudo tee /etc/modprobe.d/companion.conf && sudo reboot"
        return failure(f"the kernel's module {module} holds the reader", remedy)
    there = ", ".join(context.machine.card_readers) or "none"
    return ok(f"pcscd, and no module of the kernel in its way; plugged in: {there}")


def pcsc_apart(context: Context) -> Finding:
    """Whether no two readers of the settings find the same reader of PC/SC: each would see the other's cards."""
    tables = dict[str, str]()
    for name, reader in context.settings.readers_here.items():
        table = f"reader.{name}" if name else "reader"
        found = choose(context.machine.card_readers, reader.name) if reader.entry.bus is PCSC else None
        if found and (other := tables.setdefault(found, table)) != table:
            return failure(f"[{other}] and [{table}] both find {found}", setting(APART, table))
    return ok("no two find the same one")


def plugged_in(context: Context) -> Finding:
    """The readers with a USB plug that are there, each with the kind by which the settings name it."""
    readers = [f"{name} ({_kinds_on(PCSC)})" for name in context.machine.card_readers]
    readers += [f"{reader} ({_kinds_on(KEYS)})" for reader in _readers(context)]
    if readers:
        return ok("; ".join(readers))
    service = pcsc_service(context)
    if service.state is PartState.FAILURE:
        return warning(f"none is seen; {service.found}", service.remedy)
    return warning("none is seen", "plug one in (wiring.md, step 14)")


def _kinds_on(bus: Bus) -> str:
    """How the settings name a reader on this bus, and those for other tags than the first of them."""
    first, *others = [(name, kind) for name in READERS if (kind := reader_kind(name)).bus is bus]
    return f'kind = "{first[0]}"' + "".join(f', or "{name}" for {kind.frequencies[0]}' for name, kind in others)


KEYS_CHECKS = ReaderChecks(
    bus=(ReportLine("input device", input_device), ReportLine("input permission", input_permission, ("input device",))),
    needs=("input permission",),
)

PCSC_CHECKS = ReaderChecks(bus=(ReportLine("PC/SC service", pcsc_service),), needs=("PC/SC service",))
