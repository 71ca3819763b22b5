"""What finished records came to, remembered between two calls: replaying years of evenings takes seconds.

A finished record never changes, so what it came to is kept under the check sum of its bytes, in the user's cache
directory, where it may be thrown away at any time. What other rules found is forgotten: the file names the check sum
of the program that made it. Its last line is its own check sum: a file that rotted is thrown away.
"""

from __future__ import annotations

import json
import os
import zlib
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.history.finished_match import FinishedMatch, evening_of
from companion.match.score_chart import ScoreChart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.game import Game

PROGRAM = Path(__file__).parents[1]
JUDGING = (".", "games", "referee", "history")
"""The directories of the program on which a result rests."""

SUM = -len("\n01234567\n")
"""Where the check sum begins."""


class Remembered:
    """Evenings by the check sums of their records; `save` keeps them for the next time."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._rules = _rules()
        self._known = _read(file, self._rules)
        self._used: dict[str, Any] = {}

    def evening_of(self, record: bytes, games: Mapping[str, Game]) -> FinishedMatch:
        """What these bytes come to, by looking it up or by replaying them. Raises NotScoredError."""
        key = f"{len(record)}-{zlib.crc32(record):08x}"
        if key in self._known:
            with suppress(KeyError, TypeError):
                known = _evening(self._known[key])
                self._used[key] = self._known[key]
                return known
        evening = evening_of(record, games)
        self._used[key] = asdict(evening)
        return evening

    def save(self) -> None:
        """Keep what was asked for this time, if anything of it is new; a cache that cannot be written is none."""
        if self._file is None or self._used.keys() <= self._known.keys():
            return
        text = json.dumps({"rules": self._rules, "evenings": self._known | self._used}, ensure_ascii=False)
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            beside = self._file.with_suffix(f".{os.getpid()}")
            beside.write_bytes(_summed(text.encode()))
            beside.replace(self._file)


def cache_file(environ: Mapping[str, str]) -> Path | None:
    """Where it is kept, by the XDG Base Directory Specification 0.8; None: this user has no home."""
    homes = (Path(environ.get("XDG_CACHE_HOME", "")), Path(environ.get("HOME", ""), ".cache"))
    return next((home / "companion" / "history.json" for home in homes if home.is_absolute()), None)


def _rules() -> str:
    """The check sum of everything that a result rests on."""
    crc = 0
    for directory in JUDGING:
        for source in sorted((PROGRAM / directory).glob("*.py")):
            crc = zlib.crc32(source.read_bytes(), crc)
    return f"{crc:08x}"


def _read(file: Path | None, rules: str) -> dict[str, Any]:
    """What is remembered; nothing where there is no file, or not one of these rules."""
    if file is None:
        return {}
    try:
        written = file.read_bytes()
        text = written[:SUM]
        if written != _summed(text):
            return {}
        kept = json.loads(text)
        return dict(kept["evenings"]) if kept["rules"] == rules else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _summed(text: bytes) -> bytes:
    return text + b"\n%08x\n" % zlib.crc32(text)


def _evening(kept: Mapping[str, Any]) -> FinishedMatch:
    """The value again; JSON knows lists only."""
    curve = kept["curve"]
    points = tuple(map(tuple, curve["points"]))
    return FinishedMatch(
        kept["game"],
        tuple(kept["names"]),
        kept["at"],
        ScoreChart(curve["step"], curve["counted"], points),
        tuple(kept["winners"]),
        tuple(kept["revokes"]),
        kept["low_wins"],
    )
