"""The simulated modules and the drivers by controller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.parts.display_kind import DISPLAYS
from hardware.drivers.oled import OledDisplay
from hardware.sim import oled

if TYPE_CHECKING:
    from hardware.bus import I2c

CONTROLLERS = tuple(DISPLAYS)
PANELS: dict[str, type[oled.SimPanel]] = {name: getattr(oled, kind.chip) for name, kind in DISPLAYS.items()}


def display_on(wire: I2c, controller: str, **how: Any) -> OledDisplay:
    """The driver of a controller, as the settings build it."""
    return OledDisplay(wire, controller, DISPLAYS[controller].dialect, **how)
