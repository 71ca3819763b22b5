"""Reports pins that fail, and a disk that is nearly full."""

from __future__ import annotations

from collections.abc import Callable

from companion.runtime import part_health
from companion.runtime.part_health import PartHealth
from companion.storage.disk import NEARLY_FULL_BYTES
from hardware.bus import Buttons, Clock, Sounder, StuckError


def report_pins(
    health: PartHealth, device: Buttons | Sounder, whole: str, part_of: Callable[[str], str], clock: Clock
) -> None:
    """Report the parts on pins that fail: as `whole` if no pin can be used, else one by one."""
    faults = device.faults
    if not faults and not health.troubles:
        return
    failing = {part_of(name): fault for name, fault in faults.items()}
    if faults and len(faults) == len(device.names):
        failing = {whole: next(iter(faults.values()))}
    for part in (whole, *map(part_of, device.names)):
        if part not in failing:
            health.report_working(part)
    for part, fault in failing.items():
        word = part_health.STUCK if isinstance(fault, StuckError) else part_health.REFUSED
        health.report_fault(part, f"{fault.bus}: {fault.what}", clock.now(), word)


def report_disk(health: PartHealth, free_bytes: int, now: float) -> None:
    """Tell that the disk is nearly full while everything still fits."""
    if free_bytes >= NEARLY_FULL_BYTES:
        health.report_working(part_health.DISK)
        return
    why = f"nearly full, {free_bytes >> 20} MB left: copy old records away and delete them here"
    health.report_fault(part_health.DISK, why, now, part_health.NEARLY_FULL)
