"""Content that one bit of has turned over."""

from __future__ import annotations


def flips(content: bytes) -> list[bytes]:
    """The content with each of its bits flipped, one at a time."""
    places = [(at, bit) for at in range(len(content)) for bit in range(8)]
    return [content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :] for at, bit in places]
