"""Sealed records and short matches for the tests of history."""

from __future__ import annotations

import os
from pathlib import Path

from companion.games.registry import GAMES
from companion.history.finished_match import FinishedMatch, finished_match_of
from companion.storage.journal import compact, seal, unseal
from tests.evening import whole

AT = "2026-11-20T20:15:03"


def sealed(lines: list[str], at: str = AT) -> bytes:
    """The compact record of these lines."""
    written, crc = b"", 0
    for number, line in enumerate(lines, 1):
        raw, crc = seal(line, number, at, crc)
        written += raw
    return compact(unseal(written).lines)


def evening(name: str, at: str = AT) -> FinishedMatch:
    """One of the records of the games, as history counts it."""
    return finished_match_of(sealed(whole(name), at), GAMES)


def kept(root: Path, name: str, record: bytes) -> Path:
    """A finished record in a data directory, the latest written of all."""
    directory = root / "records"
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.table"
    path.write_bytes(record)
    second = len(list(directory.iterdir()))
    os.utime(path, (second, second))
    return path


BEGUN = ["game birddog", "players Ann Bob Cid", "dealer Cid", "deal", "up 10D", "Ann declare"]
BEGUN += ["Ann pass", "Bob pass", "Cid pass", "Ann 9S"]
"""An evening of one deal that was cut off."""
