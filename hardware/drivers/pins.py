"""The default wiring as one table.

wiring.md has the same table, and a test compares the two. GPIO numbers are Broadcom's; header pins count 1..40 as
`pinout` prints them. Does not know what the signals mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: the part, the name printed at its pin, the header pin, and the GPIO (None: power)."""

    part: str
    signal: str
    pin: int
    gpio: int | None = None


WIRES: Final = (
    Wire("RC522", "3.3V", 1),
    Wire("RC522", "GND", 20),
    Wire("RC522", "SDA", 24, gpio=8),  # SPI0 CE0; the boards print the name of their I2C mode
    Wire("RC522", "SCK", 23, gpio=11),
    Wire("RC522", "MOSI", 19, gpio=10),
    Wire("RC522", "MISO", 21, gpio=9),
    Wire("RC522", "RST", 22, gpio=25),
    Wire("RC522", "IRQ", 18, gpio=24),  # optional: the driver polls
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
    Wire("PN532", "VCC", 1),
    Wire("PN532", "GND", 25),
    Wire("PN532", "TX", 10, gpio=15),
    Wire("PN532", "RX", 8, gpio=14),
    Wire("ID-12LA", "VCC", 1),
    Wire("ID-12LA", "TX", 10, gpio=15),
    Wire("ID-12LA", "RES", 22, gpio=25),
    Wire("ID-12LA", "GND", 25),
    Wire("RDM6300", "VCC", 2),  # 5 V
    Wire("RDM6300", "TX", 10, gpio=15),  # over the divider
    Wire("RDM6300", "GND", 25),
)
"""Every wire of the box; a box has one of READERS."""
READERS: Final = ("RC522", "PN532", "ID-12LA", "RDM6300")
"""The possible readers: the first on SPI, the others on the serial line."""


def gpio(part: str, signal: str) -> int:
    """The GPIO number of one wire of `WIRES`. Raises KeyError for a power wire or an unknown name."""
    return _GPIO[part, signal]


_GPIO: Final = {(wire.part, wire.signal): wire.gpio for wire in WIRES if wire.gpio is not None}

BUTTONS: Final = MappingProxyType({name: gpio("Button", name) for name in ("BACK", "UP", "DOWN", "OK")})
SOUNDER: Final = MappingProxyType(
    {"BUZZER": gpio("Buzzer", "PWM")} | {name: gpio("LED", name) for name in ("RED", "GREEN", "BLUE")}
)
