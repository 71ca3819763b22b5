"""USB sticks that are mounted: where, and which backups lie on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from companion.support.values import dataclass

PLACES = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Where systems mount sticks: at one of these directories or below it."""

MOUNTS = Path("/proc/self/mountinfo")
BACKUP = re.compile(r"companion-(\d{4}-(?:0[1-9]|1[0-2])-\d\d)(?:-(\d{1,4}))?\.zip")
"""The name of a backup as the box writes it: its day, and its number on that day from the second one on."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A device that is mounted: where, and whether it can only be read."""

    at: Path
    read_only: bool


def mounted_sticks(told: str) -> Iterator[Mount]:
    """The devices that are mounted at PLACES, the latest first, from the text of `mountinfo` (proc(5))."""
    for line in reversed(told.splitlines()):
        here, _, device = line.partition(" - ")
        words, source = here.split(), device.split()
        if len(words) < 6 or len(source) < 3 or not source[1].startswith("/dev/"):
            continue
        place = words[4].encode(errors="surrogateescape").decode("unicode_escape").encode("latin-1")
        at = Path(place.decode(errors="surrogateescape"))
        if any(at.is_relative_to(place) for place in PLACES):
            yield Mount(at, "ro" in {*words[5].split(","), *source[2].split(",")})


def sticks_now() -> list[Mount]:
    """The sticks that are mounted now; none where Linux does not tell."""
    try:
        told = MOUNTS.read_text("utf-8", errors="surrogateescape")
    except OSError:
        return []
    return list(mounted_sticks(told))


def backups_on(sticks: Sequence[Mount]) -> list[Path]:
    """The backups on these sticks, the latest first. A stick that cannot be read has none."""
    found: list[tuple[str, int, Path]] = []
    for place in {stick.at for stick in sticks}:  # a unit has the same one twice
        with suppress(OSError):
            names = ((BACKUP.fullmatch(path.name), path) for path in place.iterdir())
            found += ((name[1], int(name[2] or 1), path) for name, path in names if name is not None)
    return [path for *_, path in sorted(found, reverse=True)]
