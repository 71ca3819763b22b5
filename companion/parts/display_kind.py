"""What the house knows of a display's controller: its entry in `DISPLAYS`.

To add one, write its entry here and its simulated module in `hardware/sim/oled.py`. A controller that takes pictures
in its own way gets a dialect in `hardware/drivers/oled_writer.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.support.lazy_import import lazy_call
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayKind:
    """All that is particular about a controller.

    - `inches` are those of the modules that have it
    - `first_column` is its first column on the glass of most modules
    - `dialect` is how it takes pictures: one of `DIALECTS` of `hardware/drivers/oled_writer.py`
    - `chip` builds its simulated module; `first_column` None: its first column is the usual one
    """

    inches: str
    first_column: int = 0
    dialect: str = "windows"
    chip: Callable[..., Any]


DISPLAYS = {
    "ssd1306": DisplayKind(inches="0.96", chip=lazy_call("hardware.sim.oled:SimSsd1306")),
    "ssd1309": DisplayKind(inches="2.42", chip=lazy_call("hardware.sim.oled:SimSsd1309")),
    "sh1106": DisplayKind(inches="1.3", first_column=2, dialect="runs", chip=lazy_call("hardware.sim.oled:SimSh1106")),
}
"""The controllers by the names of their luma classes; the first is the default."""

PAGE = "page"
"""The kind of display that is a page in a browser: it has no controller and no wire, and brings buttons and sound."""
