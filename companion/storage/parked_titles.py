"""The titles of the parked games, kept beside their records, so that a start need not replay each of them.

The records are right, and this file is never trusted over them: an entry counts only for the record that ends with the
same check sum. Ignores a damaged file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion import VERSION
from companion.storage.disk import Disk, text_of, with_sum


class ParkedTitle(NamedTuple):
    """What a parked game is called, as long as its record would go on with this line number, after this check sum."""

    next_n: int
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
        stored = json.loads(text_of(written))
        if stored["version"] != VERSION:  # other rules may call a game otherwise
            return {}
        return {name: ParkedTitle(*title) for name, title in stored["games"].items()}

    def sound(self) -> dict[str, ParkedTitle]:
        """The titles; empty if the file is spoilt."""
        with suppress(ValueError, KeyError, TypeError):
            return self.load()
        return {}

    def save(self, titles: Mapping[str, ParkedTitle]) -> None:
        """Replace the file. Ignores errors: it is optional."""
        text = json.dumps({"version": VERSION, "games": titles})
        with suppress(OSError):
            self._disk.replace_whole(self._file, with_sum(text.encode()))
