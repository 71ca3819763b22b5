"""Sealed lines as a box writes them."""

from __future__ import annotations

import json

from companion.club.outbox import Posted
from companion.storage.journal import Line, compact, seal, unseal


def sealed(*texts: str) -> tuple[bytes, ...]:
    """The compact lines of a record, without line breaks."""
    lines, previous = [], 0
    for n, text in enumerate(texts, 1):
        _, crc = seal(text, n, "2026-11-25T20:15:03", previous)
        lines.append(Line(text, n, "2026-11-25T20:15:03", crc))
        previous = crc
    return tuple(compact(lines).splitlines())


def as_sent(match: str, start: int, *lines: bytes) -> bytes:
    """The payload of lines as a stranger writes it, by the document of the protocol."""
    return json.dumps({"match": match, "from": start, "lines": [line.decode() for line in lines]}).encode()


class LinesAlone:
    """An outbox has lines and nothing else."""

    def view(self) -> bytes:
        return b""

    def report(self) -> Posted:
        return Posted()


def crc_of(line: bytes) -> int:
    """The check sum that stands in a line."""
    return int(line[-8:], 16)


def said(lines: tuple[bytes, ...]) -> tuple[str, ...]:
    """The texts of sealed lines; they are a whole record."""
    recovered = unseal(b"".join(line + b"\n" for line in lines))
    assert recovered.damage is None
    assert not recovered.torn
    return tuple(line.text for line in recovered.lines)
