"""How readers with a USB plug are reached: as keyboards, and through the service of PC/SC."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from glob import escape
from typing import TYPE_CHECKING

from companion.parts.reader_kind import Bus, PluggedIn, ReaderSettings
from companion.support.lazy_import import lazy_call
from hardware.bus import Clock, DeviceError
from hardware.drivers.retried import SerialLine

if TYPE_CHECKING:
    from hardware.sim.clock import SimClock
    from hardware.sim.faults import Faults
    from hardware.sim.keys import SimKeys, SimKeysPort

# ---------------------------------------------------------------- keyboards


def _connect_keys(settings: ReaderSettings, clock: Clock) -> SerialLine:
    pattern = settings.input
    return SerialLine(lambda: lazy_call("hardware.linux_keys:open_keys")(pattern), clock, bus=pattern or "input")


def _simulate_keys(
    _settings: ReaderSettings, chip: SimKeys, clock: SimClock, faults: Faults
) -> tuple[SerialLine, SimKeysPort]:
    port: SimKeysPort = lazy_call("hardware.sim.keys:SimKeysPort")(chip, faults)
    return SerialLine(port.plug, clock, bus="usb"), port


def _plugged_keys() -> Iterator[PluggedIn]:
    for keyboard, pattern in lazy_call("hardware.linux_keys:plugged_readers")():
        yield PluggedIn(keyboard.name, {"input": pattern})


KEYS = Bus(
    fault_place="KEYS",
    node=lambda settings: settings.input,
    connect=_connect_keys,
    simulate=_simulate_keys,
    bus_key="input",
    slot_key="input",
    group="input",
    plugged=_plugged_keys,
)

# ---------------------------------------------------------------- PC/SC


LINUX_PCSC = lazy_call("hardware.linux_pcsc:LinuxPcsc")


def _plugged_pcsc() -> list[PluggedIn]:
    """The readers that the PC/SC service knows; none if it does not run."""
    service = LINUX_PCSC()
    with suppress(DeviceError, ImportError):
        names = service.readers()
        return [PluggedIn(name, {"name": lasting_pattern(name, names)}) for name in names]
    return []


def lasting_pattern(name: str, names: Iterable[str]) -> str:
    """The pattern that finds this reader again: pcscd counts readers of one name, and one that comes back anew.

    >>> lasting_pattern("ACR122U 00 00", ["ACR122U 00 00", "SCM 00 00"])
    'ACR122U ?? 00'
    >>> lasting_pattern("ACR122U 00 00", ["ACR122U 00 00", "ACR122U 01 00"])
    'ACR122U 00 00'
    """
    found = re.fullmatch(r"(.*) [0-9A-F]{2} ([0-9A-F]{2})", name)
    pattern = f"{escape(found[1])} ?? {found[2]}" if found else escape(name)
    alone = sum(fnmatchcase(other, pattern) for other in names) == 1
    return pattern if alone else escape(name)


PCSC = Bus(
    fault_place="PCSC",
    place=lambda settings: settings.name,
    connect=lambda _settings, _clock: LINUX_PCSC(),
    simulate=lambda _settings, chip, _clock, _faults: (chip, chip),
    slot_key="name",
    plugged=_plugged_pcsc,
)
