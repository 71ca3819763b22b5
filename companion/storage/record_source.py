"""Reads a table record from a file or standard input: its bytes, and its text for the checker.

Accepts files of other systems: removes a byte-order mark and converts CRLF. Does not check the content.
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion.support.text import nearest
from companion.support.values import dataclass

STANDARD_INPUT = "-"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class RecordFileError(ValueError):
    """The file is missing, unreadable or not text. The message does not name the file."""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A record's bytes without byte-order mark, and its text with LF line ends."""

    raw: bytes
    text: str


def load(name: str) -> RecordFile:
    """Read a record; `-` is standard input. Raises RecordFileError."""
    try:
        raw = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except (OSError, ValueError) as problem:
        raise why_not_read(name, problem) from problem
    raw = raw.removeprefix(BYTE_ORDER_MARK)
    return RecordFile(raw, _text(raw))


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        raise not_text(raw[problem.start], raw.count(b"\n", 0, problem.start) + 1) from problem


def not_text(octet: int, line: int) -> RecordFileError:
    """The error for a file with this invalid byte."""
    return RecordFileError(f"a record is UTF-8 text; found byte 0x{octet:02X} in line {line}")


def why_not_read(name: str, problem: OSError | ValueError) -> RecordFileError:
    """The error for a file that cannot be opened or read. ValueError: the name contains a NUL."""
    if isinstance(problem, FileNotFoundError):
        return RecordFileError(f"there is no such file{_neighbour(Path(name))}")
    return RecordFileError(getattr(problem, "strerror", None) or str(problem))


def _neighbour(path: Path) -> str:
    """A suggestion of a record with a similar name in the same directory."""
    try:
        return nearest(path.name, (other.name for other in path.parent.glob("*.table")))
    except OSError:
        return ""
