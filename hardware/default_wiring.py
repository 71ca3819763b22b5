"""The default wiring of all parts but the reader as one table.

wiring.md has the same table, and a test compares the two. GPIO numbers are Broadcom's; header pins count 1..40 as
`pinout` prints them. Does not know what the signals mean.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, NamedTuple


class Wire(NamedTuple):
    """One wire: the part, the name printed at its pin, the header pin, and the GPIO (None: power)."""

    part: str
    signal: str
    pin: int
    gpio: int | None = None


WIRES: Final = (
    Wire("OLED", "VCC", 17),
    Wire("OLED", "GND", 14),
    Wire("OLED", "SDA", 3, gpio=2),
    Wire("OLED", "SCL", 5, gpio=3),
    Wire("Button", "BACK", 29, gpio=5),
    Wire("Button", "UP", 31, gpio=6),
    Wire("Button", "DOWN", 36, gpio=16),
    Wire("Button", "OK", 37, gpio=26),
    Wire("Button", "SAY", 33, gpio=13),  # optional: only a box with a voice
    Wire("Button", "GND", 39),
    Wire("Buzzer", "PWM", 12, gpio=18),
    Wire("Buzzer", "+", 4),
    Wire("Buzzer", "GND", 6),
    Wire("LED", "RED", 11, gpio=17),
    Wire("LED", "GREEN", 13, gpio=27),
    Wire("LED", "BLUE", 15, gpio=22),
    Wire("LED", "COMMON", 9),
)
"""Every wire of the box but those of its reader, which its kind tells."""


def gpio(part: str, signal: str) -> int:
    """The GPIO number of one wire of `WIRES`. Raises KeyError for a power wire or an unknown name."""
    return _GPIO[part, signal]


_GPIO: Final = {(wire.part, wire.signal): wire.gpio for wire in WIRES if wire.gpio is not None}

BUTTONS: Final = MappingProxyType({name: gpio("Button", name) for name in ("BACK", "UP", "DOWN", "OK")})
SOUNDER: Final = MappingProxyType(
    {"BUZZER": gpio("Buzzer", "PWM")} | {name: gpio("LED", name) for name in ("RED", "GREEN", "BLUE")}
)
