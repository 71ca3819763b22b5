"""The process that writes a backup to a USB stick (`keeping`): where sticks are, and what may go wrong with them.

It writes "saved NAME", or a `StickFault`, to its standard output, and what a builder wants to know to standard error.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from companion.inputs.inputs import StickFault
from companion.settings.search_path import load_settings
from companion.storage.backup import BoxData, backup_name, write_backup
from companion.storage.disk import StorageError
from companion.support.values import dataclass

PLACES = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Where systems mount sticks: at one of these directories or below it."""

MOST_S = 600
MOUNTS = Path("/proc/self/mountinfo")

FAULTS = {
    errno.ENOSPC: StickFault.FULL,
    errno.EDQUOT: StickFault.FULL,
    errno.EFBIG: StickFault.FULL,
    errno.EROFS: StickFault.READ_ONLY,
    errno.EACCES: StickFault.NO_RIGHT,
    errno.EPERM: StickFault.NO_RIGHT,
    **dict.fromkeys((errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOENT, errno.ENOMEDIUM), StickFault.GONE),
}


@dataclass(frozen=True, slots=True)
class Mount:
    """A device that is mounted: where, and whether it can only be read."""

    at: Path
    read_only: bool


def mounted_sticks(told: str, places: Sequence[Path] = PLACES) -> Iterator[Mount]:
    """The devices that are mounted at these places, the latest first, from the text of `mountinfo` (proc(5))."""
    for line in reversed(told.splitlines()):
        here, _, device = line.partition(" - ")
        words, source = here.split(), device.split()
        if len(words) < 6 or len(source) < 3 or not source[1].startswith("/dev/"):
            continue
        at = Path(words[4].encode().decode("unicode_escape").encode("latin-1").decode(errors="surrogateescape"))
        if any(at.is_relative_to(place) for place in places):
            yield Mount(at, "ro" in {*words[5].split(","), *source[2].split(",")})


def back_up(root: Path, told: str, places: Sequence[Path] = PLACES) -> str | StickFault:
    """Write a backup of this data directory to the latest stick that takes it; the name of the file, or why not."""
    sticks = list(mounted_sticks(told, places))
    if not sticks:
        return StickFault.NO_STICK
    writable = [stick.at for stick in sticks if not stick.read_only]
    if not writable:
        return StickFault.READ_ONLY
    there = next((place for place in writable if os.access(place, os.W_OK)), None)
    return StickFault.NO_RIGHT if there is None else _write(root, there)


def _write(root: Path, stick: Path) -> str | StickFault:
    found = load_settings(Namespace(config=None))
    club = found.settings.club
    try:
        packed = BoxData(root, found.file, club.box if club.on else "").pack(time.strftime("%Y-%m-%dT%H:%M:%S"))
        name = backup_name(time.strftime("%Y-%m-%d"), lambda name: (stick / name).exists())
        write_backup(stick / name, packed)
    except OSError as fault:
        sys.stderr.write(f"companion: no backup: {fault}\n")
        on_stick = not isinstance(fault, StorageError) or fault.path.is_relative_to(stick)
        return FAULTS.get(fault.errno or 0, StickFault.FAILED) if on_stick else StickFault.FAILED
    sys.stderr.write(f"companion: backed up to {stick / name}\n")
    return name


def main() -> None:
    """Back up the data directory that is named, and tell how it ended."""
    signal.alarm(MOST_S)  # a broken stick may block for ever
    with suppress(OSError):  # the service may not
        os.nice(10)
    done = back_up(Path(sys.argv[1]), MOUNTS.read_text("utf-8", errors="surrogateescape"))
    sys.stdout.write(done.value if isinstance(done, StickFault) else f"saved {done}")


if __name__ == "__main__":
    main()
