"""What the records of the boxes came to, as it was known at the last start: to play years of evenings takes minutes.

    ROOT/played.json    may be deleted at any time

Results stand by file, number of lines and check sum of the last line. Those of another version of the program or of its
games are dropped, and so is a file that is damaged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from msgspec import MsgspecError, Struct
from msgspec.json import decode, encode

from companion.director.results import PlayedMatch
from companion.history.cache import JUDGING, rules_sum
from companion.rules.game import Game
from companion.storage.disk import DISK, text_of, with_sum

FILE = "played.json"

Results: TypeAlias = "Mapping[str, PlayedMatch | None]"
"""By the text of a source. None: the match was not played for an event."""


class _Kept(Struct):
    """The content of the file, but for its check sum."""

    rules: str
    results: dict[str, PlayedMatch | None]


class PlayedCache:
    """The results of the last start. `keep` replaces them for the next one."""

    def __init__(self, root: Path, games: Mapping[str, Game]) -> None:
        self._path = root / FILE
        packages = sorted(repr(game.entry.package) for game in games.values())
        self._rules = json.dumps([rules_sum((*JUDGING, "director", "inputs")), *packages])

    def read(self) -> Results:
        """Empty if there is no file of this version."""
        with suppress(OSError, ValueError, MsgspecError):
            kept = decode(text_of(DISK.read(self._path)), type=_Kept)
            if kept.rules == self._rules:
                return kept.results
        return {}

    def keep(self, results: Results) -> None:
        """Keep these. Ignores a disk that takes no file: nothing is lost by it."""
        with suppress(OSError):
            DISK.replace_unsynced(self._path, with_sum(encode(_Kept(self._rules, dict(results)))))
