"""What the parked games are called, beside their records: so a start need not replay each of them.

The records are right, and this file is never trusted over them: an entry counts only for the record that ends with the
same check sum. A spoilt file counts as none.
"""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from companion import VERSION
from companion.storage.disk import Disk, replace_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


_SUM = -len("\n01234567\n")
"""The offset of the check sum from the end of the file."""


class ParkedTitle(NamedTuple):
    """What a parked game is called, as long as its record ends with this line number and check sum."""

    lines: int
    crc: int
    title: str
    detail: str


class ParkedTitles:
    """The file with the titles of all parked games."""

    def __init__(self, file: Path, disk: Disk) -> None:
        self._file = file
        self._disk = disk

    def load(self) -> dict[str, ParkedTitle]:
        """The titles by the name of the record; empty: none are kept. Raises ValueError for a spoilt file."""
        try:
            written = self._disk.read(self._file)
        except OSError:
            return {}
        if written != _summed(written[:_SUM]):
            raise ValueError("its check sum does not fit")
        stored = json.loads(written[:_SUM])
        return {name: ParkedTitle(*title) for name, title in stored["games"].items()} if _is_ours(stored) else {}

    def save(self, titles: Mapping[str, ParkedTitle]) -> None:
        """Replace the file. Ignores errors: it is optional."""
        text = json.dumps({"version": VERSION, "games": titles}, ensure_ascii=False)
        with suppress(OSError):
            replace_whole(self._disk, self._file, _summed(text.encode()))


def _is_ours(stored: Mapping[str, object]) -> bool:
    """Whether this version wrote it: other rules may call a game otherwise."""
    return stored["version"] == VERSION


def _summed(text: bytes) -> bytes:
    return text + b"\n%08x\n" % zlib.crc32(text)
