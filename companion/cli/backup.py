"""`companion backup`: everything that a box keeps, in one file.

for example:
  companion backup companion.zip
  companion backup /media/ann/STICK    a file with the date in its name

It holds all records (finished, running, put aside), decks, settings, the drinks of the
house, and the names that people have instead of those in records. It leaves out what the
companion can work out again, and secrets: keys and certificates of a club (join it anew)
and of pages, and passwords. A running record tells all hands that were scanned: keep the
file from those who play on.

A game may go on meanwhile. companion restore brings a backup to a box.

exit status:
  0   all is well
  1   a file is missing from the backup
  2   the file is there already or cannot be made, or there is nothing to back up
  75  the memory card failed, or the disk of the file is full
"""

from __future__ import annotations

import time
from argparse import Namespace
from pathlib import Path
from stat import S_ISDIR

from companion.cli.arguments import local_time, settings_of
from companion.cli.commands import FILES, Command, argument
from companion.cli.console import WrongUseError, complain, print_lines, refusing
from companion.settings.schema import Settings
from companion.settings.search_path import data_directory, settings_file
from companion.storage.backup import BoxData, Manifest, backup_name
from companion.storage.disk import DISK, mode_of
from companion.storage.named_file import write_new
from companion.storage.owner import as_owner

ALL_WELL, INCOMPLETE = 0, 1


COMMAND = Command(
    "backup",
    arguments={
        "file": argument(
            "FILE",
            "the file, or a directory for one with the date in its name",
            asks="Which file? For example: companion backup companion.zip",
        ),
        **FILES,
    },
)


def backup(arguments: Namespace) -> int:
    """Run `companion backup`; returns the exit status."""
    settings = settings_of(arguments)
    root = data_directory(settings.data.directory)
    if not DISK.exists(root):
        raise WrongUseError(f"there is nothing to back up: {root} is not there; name the place with --data DIR")
    file = _file(arguments.file)
    with as_owner(root):
        packed = BoxData(root, settings_file(arguments), club_box(settings)).pack(local_time())
    with refusing(file):
        write_new(file, packed.content, DISK)
    print_lines([f"{file}: {contents(packed.manifest)}, {len(packed.content) >> 10} kB"])
    for name in packed.manifest.unread:
        complain("backup", f"{name} is missing from the backup: companion doctor says why")
    return INCOMPLETE if packed.manifest.unread else ALL_WELL


def _file(named: str) -> Path:
    """The file to write; in a directory one with the date in its name. Raises WrongUseError."""
    file = Path(named)
    if S_ISDIR(mode_of(file)):
        return file / backup_name(time.strftime("%Y-%m-%d"), lambda name: (file / name).exists())
    if file.suffix != ".zip" or named.endswith("/"):
        raise WrongUseError(f"{named} is no directory (is the stick mounted?), and the name of a backup ends in .zip")
    return file


def contents(manifest: Manifest) -> str:
    """What is in a backup, counted."""
    counted = {
        "record": sum(path.startswith("records/") and path.endswith(".table") for path in manifest.paths),
        "deck": sum(path.startswith("decks/") and path.endswith(".json") for path in manifest.paths),
    }
    return ", ".join(f"{number} {what}{'s' * (number != 1)}" for what, number in counted.items())


def club_box(settings: Settings) -> str:
    """The name of the box in its club; empty: it is in none."""
    return settings.club.box if settings.club.on else ""
