"""How readers with a USB plug are reached: as keyboards, and through the service of PC/SC."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from glob import escape
from typing import TYPE_CHECKING

from companion.parts.reader_kind import Bus, PluggedIn, ReaderSettings
from companion.support.lazy_import import opened
from hardware.bus import Clock, DeviceError
from hardware.drivers.retried import SerialLine

if TYPE_CHECKING:
    from hardware.bus import CardService
    from hardware.sim.clock import SimClock
    from hardware.sim.faults import Faults
    from hardware.sim.keys import SimKeys, SimKeysPort
    from hardware.sim.pcsc import SimPcsc

# ---------------------------------------------------------------- keyboards


def _connect_keys(settings: ReaderSettings, clock: Clock) -> SerialLine:
    pattern = settings.input
    return SerialLine(lambda: opened("hardware.linux_keys:open_keys")()(pattern), clock, bus=pattern or "input")


def _simulate_keys(
    _settings: ReaderSettings, chip: SimKeys, clock: SimClock, faults: Faults
) -> tuple[SerialLine, SimKeysPort]:
    port: SimKeysPort = opened("hardware.sim.keys:SimKeysPort")()(chip, faults)
    return SerialLine(port.plug, clock, bus="usb"), port


def _plugged_keys() -> Iterator[PluggedIn]:
    for keyboard in opened("hardware.linux_keys:keyboards")()():
        if keyboard.is_reader:
            yield PluggedIn(keyboard.name, {"input": keyboard.node})


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


def _connect_pcsc(_settings: ReaderSettings, _clock: Clock) -> CardService:
    service: CardService = opened("hardware.linux_pcsc:LinuxPcsc")()()
    return service


def _simulate_pcsc(
    _settings: ReaderSettings, chip: SimPcsc, _clock: SimClock, _faults: Faults
) -> tuple[SimPcsc, SimPcsc]:
    return chip, chip


def _plugged_pcsc() -> list[PluggedIn]:
    """What the service knows; without it, none."""
    service = opened("hardware.linux_pcsc:LinuxPcsc")()()
    with suppress(DeviceError, ImportError):
        return [PluggedIn(name, {"name": escape(name)}) for name in service.readers()]
    return []


PCSC = Bus(fault_place="PCSC", connect=_connect_pcsc, simulate=_simulate_pcsc, plugged=_plugged_pcsc)
