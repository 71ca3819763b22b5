"""The process that works at a USB stick: it writes a backup there, or brings one from there.

It writes how that has ended in a few words to its standard output, and what a builder wants to know to standard error.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import assert_never

from companion.games.registry import games_at_home
from companion.inputs.stick_news import StickFault
from companion.runtime.recorder import Recorder
from companion.runtime.sticks import Mount, backups_on, sticks_now
from companion.settings.search_path import load_settings
from companion.storage.backup import BackupFault, BoxData, RefusedBackupError, backup_name, open_backup, write_backup
from companion.storage.disk import StorageError
from companion.storage.records import RECORD, Store
from companion.storage.restore import plan_restore

MOST_S = 600
MOST_READ = 20
"""Backups on a stick that are read: a small box needs seconds for each."""

FAULTS = {
    errno.ENOSPC: StickFault.FULL,
    errno.EDQUOT: StickFault.FULL,
    errno.EFBIG: StickFault.FULL,
    errno.EROFS: StickFault.READ_ONLY,
    errno.EACCES: StickFault.NO_RIGHT,
    errno.EPERM: StickFault.NO_RIGHT,
    **dict.fromkeys((errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOENT, errno.ENOMEDIUM), StickFault.GONE),
}


def back_up(root: Path, sticks: Sequence[Mount]) -> str | StickFault:
    """Write a backup of this data directory to the first stick that can be written.

    Returns its name, or why there is none or why it is not whole.
    """
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
        write_backup(stick / name, packed.content)
    except OSError as fault:
        sys.stderr.write(f"companion: no backup: {fault}\n")
        on_stick = not isinstance(fault, StorageError) or fault.path.is_relative_to(stick)
        return FAULTS.get(fault.errno or 0, StickFault.FAILED) if on_stick else StickFault.FAILED
    sys.stderr.write(f"companion: backed up to {stick / name}\n")
    unread = packed.manifest.unread
    sys.stderr.writelines(f"companion: {file} is missing from the backup\n" for file in unread)
    return StickFault.INCOMPLETE if unread else name


def restore(root: Path, files: Sequence[Path], *, dry: bool) -> tuple[str, int, int, int] | StickFault:
    """Bring the first of these backups that is whole and has decks or matches that are new here.

    The very first may bring other files alone; later ones with nothing else may be older backups of this box. Returns
    its name, how many decks and matches come, and how many files it lacks; or, if none came, why not the first. A `dry`
    run only finds out what would come. The settings of the box stay as they are. Nobody may play meanwhile.
    """
    fault = StickFault.NO_STICK
    store = Store(root)
    for file in files[:MOST_READ]:
        why = StickFault.NOTHING_NEW
        try:
            with file.open("rb") as content:
                backup = open_backup(content)
                restoration = plan_restore(backup, store, None)
            decks, matches = restoration.coming_to("decks/", ".json"), restoration.coming_to("records/", RECORD)
            if decks or matches or (restoration.coming and file == files[0]):
                if not dry:
                    restoration.carry_out(store)
                    Recorder(store, str).parked_games(games_at_home(root))  # or the table would wait for titles
                return file.name, decks, matches, len(backup.manifest.unread)
        except (RefusedBackupError, OSError) as problem:
            sys.stderr.write(f"companion: {file} is not restored: {problem}\n")
            why = _fault_of(problem)
            if isinstance(problem, StorageError):
                return why
        fault = why if fault is StickFault.NO_STICK else fault
    return fault


def _fault_of(problem: RefusedBackupError | OSError) -> StickFault:
    match problem:
        case RefusedBackupError(refusal=refusal, __cause__=OSError(errno=number)) if refusal is BackupFault.SPOILT:
            return FAULTS.get(number or 0, StickFault.SPOILT)
        case RefusedBackupError(refusal=refusal):
            return StickFault(refusal.value)
        case StorageError(errno=number):  # of the card
            return StickFault.NO_ROOM if FAULTS.get(number or 0) is StickFault.FULL else StickFault.FAILED
        case OSError(errno=number):
            return FAULTS.get(number or 0, StickFault.FAILED)
    assert_never(problem)


def work_at(root: Path, what: Sequence[str], sticks: Sequence[Mount]) -> str:
    """Do this work with the data directory, and tell how it ended."""
    files = backups_on(sticks)
    match what:
        case ["back-up"]:
            saved = back_up(root, sticks)
            return saved.value if isinstance(saved, StickFault) else f"saved {saved}"
        case ["read"]:
            read = restore(root, files, dry=True)
            return read.value if isinstance(read, StickFault) else "read {} {} {}".format(*read)
        case ["restore", name]:
            came = restore(root, [file for file in files if file.name == name], dry=False)
            return came.value if isinstance(came, StickFault) else "restored {1} {2} {3}".format(*came)
        case _:
            return f"seen {len(files)}"


def main() -> None:
    """Work with the data directory that is named, as the words after it say."""
    signal.alarm(MOST_S)  # a broken stick may block for ever
    with suppress(OSError):  # the service may not
        os.nice(10)
    root, *what = sys.argv[1:]
    sys.stdout.write(work_at(Path(root), what, sticks_now()))


if __name__ == "__main__":
    main()
