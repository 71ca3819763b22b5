"""A table record as it lies in a file or comes from a pipe: its bytes, and its text for the checker.

Records come from other machines, too: a byte-order mark and line ends of two bytes are read as if they were not
there. What the text says is not judged here.
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion.support.text import nearest
from companion.support.values import dataclass

STANDARD_INPUT = "-"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class RecordFileError(ValueError):
    """The file is missing, unreadable or not text; the message says which, without the file's name."""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A record's bytes without byte-order mark, and its text with single line breaks."""

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
    """What is wrong with a file that holds this byte."""
    return RecordFileError(f"a record is UTF-8 text; found byte 0x{octet:02X} in line {line}")


def why_not_read(name: str, problem: OSError | ValueError) -> RecordFileError:
    """What is wrong where a file cannot be opened or read; ValueError: a name with a NUL in it."""
    if isinstance(problem, FileNotFoundError):
        return RecordFileError(f"there is no such file{_neighbour(Path(name))}")
    return RecordFileError(getattr(problem, "strerror", None) or str(problem))


def _neighbour(path: Path) -> str:
    """The record beside a missing file that may have been meant."""
    try:
        return nearest(path.name, (other.name for other in path.parent.glob("*.table")))
    except OSError:
        return ""
