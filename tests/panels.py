"""The simulated modules by controller."""

from __future__ import annotations

from companion.parts.display_kind import DISPLAYS
from hardware.sim import oled

PANELS: dict[str, type[oled.SimPanel]] = {name: getattr(oled, kind.chip) for name, kind in DISPLAYS.items()}
