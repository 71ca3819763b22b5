"""A cache of finished matches, since replaying years of records takes seconds.

Finished records never change. Results are stored by the check sum of the record, in the user's cache directory, which
may be deleted at any time. The file contains the check sum of the program that computed it; results of other versions
are dropped, and those of another version of a plug-in are not used. Its last line is its own check sum; a corrupt file
is ignored.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import convert

from companion.history.finished_match import FinishedMatch, finished_match_of
from companion.rules.game import Game
from companion.storage.disk import MOST_BYTES, text_of, with_sum, xdg_home
from companion.storage.posted import post, read_posted

PROGRAM = Path(__file__).parents[1]
JUDGING = ("cards", "rules", "match", "games", "history")
"""The directories of the program on which results depend."""
MOST_UNSAVED = 50
"""Results that a power cut may cost: after an update a small box replays years for longer than it may be on."""


class Cache:
    """Finished matches by the check sums of their records. `save` writes those that are not written yet."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._rules = rules_sum()
        self._known = _read(file, self._rules)
        self._unsaved = 0

    def finished_match_of(self, record: bytes, games: Mapping[str, Game]) -> FinishedMatch:
        """The result of this record, from the cache or by replaying. Raises NotScoredError."""
        key = f"{len(record)}-{zlib.crc32(record):08x}"
        with suppress(KeyError, TypeError, ValueError):  # not known, not as this version writes it, or of no game here
            stored = dict(self._known[key])
            package = stored.pop("package")
            if package == games[stored["game"]].entry.package:
                return convert(stored, FinishedMatch)
        evening = finished_match_of(record, games)
        self._known[key] = asdict(evening) | {"package": games[evening.game].entry.package}
        self._unsaved += 1
        if self._unsaved == MOST_UNSAVED:
            self.save()
        return evening

    def save(self) -> None:
        """Write the results, if any is new. Ignores write errors: the cache is optional."""
        if self._file is None or not self._unsaved:
            return
        text = json.dumps({"rules": self._rules, "evenings": self._known}, ensure_ascii=False)
        with suppress(OSError):
            post(self._file, with_sum(text.encode()))
            self._unsaved = 0


def cache_file(environ: Mapping[str, str]) -> Path | None:
    """The path of the cache. None: the user has no home directory."""
    home = xdg_home("CACHE", ".cache", environ)
    return home / "companion" / "history.json" if home else None


@cache
def rules_sum(directories: tuple[str, ...] = JUDGING) -> str:
    """The check sum of the program's files in these directories."""
    crc = 0
    for directory in directories:
        for source in sorted((PROGRAM / directory).rglob("*.py")):
            crc = zlib.crc32(source.read_bytes(), crc)
    return f"{crc:08x}"


def _read(file: Path | None, rules: str) -> dict[str, Any]:
    """The stored results. Empty if there is no valid file of this version."""
    if file is None:
        return {}
    try:
        stored = json.loads(text_of(read_posted(file, MOST_BYTES)))
        return dict(stored["evenings"]) if stored["rules"] == rules else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
