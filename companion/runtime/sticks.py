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
    """What is mounted: where, whether it can only be read, the type of its file system, and its device."""

    at: Path
    read_only: bool
    kind: str = ""
    device: str = ""


def mounts(told: str) -> Iterator[Mount]:
    """All mounts, the latest last, from the text of `mountinfo` (proc_pid_mountinfo(5))."""
    for line in told.splitlines():
        here, _, source = line.partition(" - ")
        match here.split(), source.split():
            case [_, _, _, _, point, options, *_], [kind, device, more, *_]:
                octets = point.encode(errors="surrogateescape").decode("unicode_escape").encode("latin-1")
                at = Path(octets.decode(errors="surrogateescape"))
                yield Mount(at, "ro" in {*options.split(","), *more.split(",")}, kind, device)


def mounted_sticks(told: str) -> Iterator[Mount]:
    """The devices that are mounted at PLACES, the latest first, from the same text."""
    devices = (mount for mount in reversed([*mounts(told)]) if mount.device.startswith("/dev/"))
    return (mount for mount in devices if any(mount.at.is_relative_to(place) for place in PLACES))


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
