"""The simulated modules and the drivers by controller; pictures that were kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image

from companion.parts.display_kind import DISPLAYS
from companion.screens.picture import PANEL, Picture, Size
from hardware.bus import I2c
from hardware.drivers.oled import OledDisplay
from hardware.sim import oled

CONTROLLERS = tuple(DISPLAYS)
PANELS: dict[str, type[oled.SimPanel]] = {name: type(kind.chip()) for name, kind in DISPLAYS.items()}


def display_on(wire: I2c, controller: str, **how: Any) -> OledDisplay:
    """The driver of a controller, as the settings build it."""
    return OledDisplay(wire, controller, DISPLAYS[controller].dialect, **how)


def picture_in(path: Path, size: Size = PANEL) -> Picture:
    """Read a PNG of this size that `save` wrote. Raises ValueError for another size."""
    with Image.open(path) as image:
        if image.size != (size.width, size.height):
            raise ValueError(f"{path} is {image.size[0]}x{image.size[1]}, not {size.width}x{size.height}")
        lit = image.convert("L").tobytes()
    across, pages = range(size.width), range(0, size.height, 8)
    octets = (sum((lit[(top + bit) * size.width + x] > 0) << bit for bit in range(8)) for top in pages for x in across)
    return Picture(bytes(octets), size)
