"""What strangers send where a server asks for a value: texts of JSON, and of what only looks like it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

VALUES = {
    "nothing": "null",
    "a list": '["Ann"]',
    "a list of lists": '[["Ann"]]',
    "an object": "{}",
    "an object of objects": '{"a":{"b":["c"]}}',
    "yes": "true",
    "a fraction": "3.5",
    "below nothing": "-1",
    "a huge number": "9" * 1_000,
    "an endless number": "1e999",
    "no number": "NaN",
    "infinity": "-Infinity",
    "a text": '"Ann"',
    "half a letter": '"\\ud800"',
    "a control sign": '"\\u0000\\u001b[2J"',
    "no text": '""',
    "a long text": f'"{"x" * 3_000}"',
    "a deep list": "[" * 1_900 + "]" * 1_900,
    "deep objects": '{"a":' * 600 + "1" + "}" * 600,
    "no UTF-8": '"\udcff"',
}
"""Each as the text that stands behind a key."""


def spoilt(known: dict[str, Any]) -> Iterator[tuple[str, str, bytes]]:
    """A message with each of its keys in turn holding each of these; and with each key twice.

    Yields the key, what is wrong, and the bytes.
    """
    parts = {key: f"{json.dumps(key)}:{json.dumps(value)}" for key, value in known.items()}
    for key in known:
        others = [part for other, part in parts.items() if other != key]
        for what, value in VALUES.items():
            yield key, what, _sent([*others, f"{json.dumps(key)}:{value}"])
        yield key, "the key twice", _sent([*parts.values(), f'{json.dumps(key)}:"Ann"'])
    yield "", "a deep key that nobody knows", _sent([*parts.values(), f'"more":{VALUES["a deep list"]}'])


def _sent(parts: list[str]) -> bytes:
    return "{%s}".encode("utf-8", "surrogateescape").replace(b"%s", ",".join(parts).encode("utf-8", "surrogateescape"))
