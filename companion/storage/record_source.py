"""A table record of any length, read line by line and several times, never as a whole.

Accepts files of other systems: removes a byte-order mark and carriage returns. Does not check the content.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO

from companion.storage.disk import read_stream
from companion.storage.journal import has_sum
from companion.storage.named_file import why_not_opened
from companion.support.values import dataclass

STANDARD_INPUT = "-"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST = 1 << 20
"""Bytes of a line, which are read at once."""


class RecordFileError(ValueError):
    """The file is missing, unreadable or not text. The message does not name the file."""


@dataclass(frozen=True, slots=True)
class LongRecord:
    """A record that is read from its start each time.

    `lines` is the number of lines; `summed` says whether any line has a check sum.
    """

    file: IO[bytes]
    lines: int
    summed: bool

    def raw(self) -> Iterator[bytes]:
        """Its lines as bytes, with ends of Unix and without the byte-order mark."""
        self.file.seek(0)
        for at, raw in enumerate(iter(partial(self.file.readline, LONGEST), b"")):
            if len(raw) == LONGEST:
                raise RecordFileError(f"line {at + 1} is longer than {LONGEST >> 20} MB: a record is text")
            line = raw.removeprefix(BYTE_ORDER_MARK) if at == 0 else raw
            yield line[:-2] + b"\n" if line.endswith(b"\r\n") else line

    def text(self) -> Iterator[str]:
        """Its lines as text, without line breaks."""
        return (raw.decode("utf-8").removesuffix("\n") for raw in self.raw())


@contextmanager
def open_record(name: str) -> Iterator[LongRecord]:
    """Open a record and check its encoding. `-` is standard input. Raises RecordFileError."""
    with ExitStack() as stack:
        try:
            file = stack.enter_context(_open(name))
            record = _scan(LongRecord(file, 0, summed=False))
        except RecordFileError:
            raise
        except (OSError, ValueError) as problem:
            raise RecordFileError(_why_not_read(name, problem)) from problem
        yield record


def _open(name: str) -> IO[bytes]:
    """The file of this name; what standard input or a pipe holds, which can be read once only and may have no end."""
    if name == STANDARD_INPUT:
        return BytesIO(read_stream(sys.stdin.buffer))
    file = Path(name).open("rb")  # noqa: SIM115 - the caller closes it
    if file.seekable():
        return file
    with file:
        return BytesIO(read_stream(file))


def _scan(record: LongRecord) -> LongRecord:
    lines, summed = 0, False
    for lines, raw in enumerate(record.raw(), 1):
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as problem:
            found = f"found byte 0x{raw[problem.start]:02X} in line {lines}"
            raise RecordFileError(f"a record is UTF-8 text; {found}") from problem
        if lines == 1 and b"\r" in raw.rstrip(b"\r\n"):
            raise RecordFileError("its lines end with a carriage return alone; save them with ends of Unix or Windows")
        summed = summed or has_sum(raw)
    return LongRecord(record.file, lines, summed)


def _why_not_read(name: str, problem: OSError | ValueError) -> str:
    """Why a file cannot be opened or read. ValueError: NUL in the name."""
    if not name:
        return "a record has a name"
    return why_not_opened(Path(name), problem) if isinstance(problem, OSError) else str(problem)
