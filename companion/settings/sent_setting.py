"""A setting or a time on its way from the table to the helper that may keep it: one line of text. Pure.

    voice.volume = 80
    clock = "2026-11-27T20:15"

The helper trusts no line: it takes the settings that the menu of the box offers, and no other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.settings.parser import read
from companion.settings.schema import KeyPath, key_of, toml_key

AT_BOX: frozenset[KeyPath] = frozenset(
    {
        ("people", "language"),
        ("people", "advice"),
        ("people", "think_s"),
        ("voice", "verbosity"),
        ("voice", "volume"),
        ("voice", "device"),
        ("panel", "brightness"),
        ("panel", "dark_after_s"),
        ("power", "off_after_min"),
        ("sounds", "on"),
        ("reader", "gain"),
    }
)
"""The settings that the menu of the box offers."""
MOST_BYTES = 400
"""Maximum bytes of a line."""
_CLOCK = re.compile(r'clock = "(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)"')


class UnfitLineError(ValueError):
    """The line is neither a setting nor a time; the message says why."""


def setting_text(path: KeyPath, value: object) -> str:
    """The line of a setting."""
    key = key_of(path)
    assert key is not None, f"{path} is no key"
    return f"{toml_key(path)} = {key.to_toml(value)}"


def clock_text(parts: Sequence[int]) -> str:
    """The line of a time: year, month, day, hour, minute."""
    year, month, day, hour, minute = parts
    return f'clock = "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}"'


def setting_in(line: bytes) -> tuple[KeyPath, Any] | tuple[int, ...]:
    """The key and the value, or the parts of a time, in a line. Raises UnfitLineError."""
    if len(line) > MOST_BYTES:
        raise UnfitLineError(f"found {len(line)} bytes; allowed: {MOST_BYTES}")
    try:
        text = line.decode("utf-8").strip()
    except UnicodeDecodeError as fault:
        raise UnfitLineError("found other bytes than UTF-8; allowed: one line of text") from fault
    if clock := _CLOCK.fullmatch(text):
        return tuple(map(int, clock.groups()))
    parsed = read(text)
    for problem in (*parsed.problems, *parsed.warnings):
        raise UnfitLineError(f"{problem}")
    match tuple(parsed.explicit.items()):
        case ((path, value),) if path in AT_BOX:
            return path, value
    raise UnfitLineError("allowed: one setting of the menu, as voice.volume = 80, or the clock")
