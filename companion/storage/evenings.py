"""The numbers by which people name finished matches (evenings), in the order in which they began.

They are kept beside the records. A match keeps its number, whatever happens to other matches and to the times of files.
If the file cannot be read or written, as by a user who may only read, the numbers are shown but not kept.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from companion.storage.disk import DISK, StorageError, text_of, with_sum
from companion.storage.journal import unseal
from companion.storage.records import Store

EVENINGS = "evenings"
"""The file beside the finished records: a number for each name of a record."""

SPOILT = (ValueError, AttributeError, TypeError)
"""What `decode` raises for a file that cannot be used."""

_NAMED = re.compile(r"(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)-")


def numbers(store: Store, records: Sequence[Path]) -> dict[Path, int]:
    """The number of each of these records, 1 for the first; those without one get the next ones."""
    file = store.finished_in / EVENINGS
    kept = _read(file)
    known = kept or {}
    new = [path for path in records if path.stem not in known]
    if new:
        first = max(known.values(), default=0) + 1
        known |= {
            path.stem: number for number, path in enumerate(sorted(new, key=lambda record: began(store, record)), first)
        }
        if kept is not None:
            with suppress(OSError):
                DISK.make(file.parent, store.root)
                DISK.replace_whole(file, encode(known))
    return {path: known[path.stem] for path in records}


def began(store: Store, path: Path) -> tuple[str, str]:
    """When a match began, by its first line or else by its name; and its name."""
    with suppress(StorageError):
        lines = unseal(store.content(path)).lines
        if lines and lines[0].at:
            return lines[0].at, path.stem
    return _NAMED.sub(r"\1T\2:\3:\4 ", path.stem), path.stem


def encode(known: Mapping[str, int]) -> bytes:
    """The content of the file with these numbers, by the names of records."""
    return with_sum(json.dumps(known).encode())


def decode(content: bytes) -> dict[str, int]:
    """The numbers in the file with this content, by the names of records. Raises one of SPOILT."""
    return {str(name): int(number) for name, number in json.loads(text_of(content)).items()}


def _read(file: Path) -> dict[str, int] | None:
    """The numbers that were given; None: they cannot be read now. A spoilt file is put aside."""
    try:
        content = DISK.read(file)
    except FileNotFoundError:
        return {}
    except OSError as fault:
        sys.stderr.write(f"companion: the numbers of evenings are for now only: {file} cannot be read ({fault})\n")
        return None
    try:
        return decode(content)
    except SPOILT as fault:
        sys.stderr.write(f"companion: the numbers of evenings are given anew: {file} cannot be used ({fault})\n")
        with suppress(OSError):
            DISK.rename(file, DISK.free_beside(file, "damaged"))
        return {}
