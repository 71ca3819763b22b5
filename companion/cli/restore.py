"""`companion restore`: what backups hold and this box does not have.

for example:
  companion restore companion.zip --dry-run   what would come
  companion restore companion.zip
  companion restore old.zip new.zip           several, in any order

It adds, and takes nothing away: a match that is here, too, stays as far as it was ever
played; a deck or a list of the same name that differs is kept under another name, and
that is told. If one file is no backup, was cut off or changed, nothing is restored.
After a power cut a second restore brings what is missing. Keys and passwords are in no
backup: a box of a club joins it anew.

exit status:
  0   all is well
  2   no backup, or a changed one; a table is at work here
  75  the memory card failed, or has no room
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from companion.cli.arguments import settings_of
from companion.cli.backup import club_box, contents
from companion.cli.commands import FILES, Command, argument, flag
from companion.cli.console import NotWrittenError, WrongUseError, print_lines, refusing
from companion.games.registry import GAMES
from companion.settings.schema import Settings
from companion.settings.search_path import data_directory, settings_file
from companion.storage.backup import Backup, BackupFault, RefusedBackupError, open_backup
from companion.storage.named_file import disk_like
from companion.storage.owner import as_owner
from companion.storage.records import Store
from companion.storage.restore import Restoration, plan_restore

NAMED = 3
"""Files that are here already and are named."""


COMMAND = Command(
    "restore",
    arguments={
        "--dry-run": flag("only say what would come"),
        "files": argument(
            "FILE", "a backup", nargs="+", asks="Which file? For example: companion restore companion.zip"
        ),
        **FILES,
    },
)


def restore(arguments: Namespace) -> int:
    """Run `companion restore`; returns the exit status."""
    settings = settings_of(arguments)
    store, kept = Store(data_directory(settings.data.directory)), settings_file(arguments)
    with ExitStack() as stack:
        backups = [_open(name, stack) for name in arguments.files]  # all are whole before the first is restored
        for name, opened in zip(arguments.files, backups, strict=True):
            restoration = _restore(opened, store, kept, name, dry=arguments.dry_run)
            if not arguments.dry_run:
                restoration.carry_out_settings(disk_like(kept))
            print_lines(_report(name, opened, restoration, settings, dry=arguments.dry_run))
    return 0


def _restore(opened: Backup, store: Store, kept: Path, name: str, *, dry: bool) -> Restoration:
    """Plan a restoration, and carry it out unless this is a `dry` run. Acts as the owner of the data directory."""
    try:
        with as_owner(store.root):
            if dry:
                return plan_restore(opened, store, kept)
            with store.alone():
                restoration = plan_restore(opened, store, kept)
                restoration.carry_out(store)
                return restoration
    except RefusedBackupError as refused:
        error = NotWrittenError if refused.refusal is BackupFault.NO_ROOM else WrongUseError
        raise error(f"{name}: {refused}", "Nothing of it was restored.") from refused


def _open(name: str, stack: ExitStack) -> Backup:
    try:
        with refusing(name):
            return open_backup(stack.enter_context(Path(name).open("rb")))
    except RefusedBackupError as refused:
        raise WrongUseError(f"{name}: {refused}", "Nothing was restored.") from refused


def _report(name: str, opened: Backup, restoration: Restoration, settings: Settings, *, dry: bool) -> Iterator[str]:
    """The lines about a backup and what was restored of it."""
    manifest = opened.manifest
    yield f"{name}: of {manifest.written.replace('T', ' ')}, by version {manifest.program}: {contents(manifest)}"
    files, are = "file" if restoration.coming == 1 else "files", "is" if restoration.known == 1 else "are"
    known = f"{restoration.known} {are} here already{_first_known(restoration)}"
    yield f"{restoration.coming} {files} {'would come' if dry else 'came'}; {known}"
    yield from restoration.remarks
    yield from manifest.remarks
    if absent := sorted({game for game in opened.games if game not in GAMES}):
        remedy = "Their records count once the game is installed: companion games install FILE"
        yield f"Not installed here: {', '.join(absent)}. {remedy}"
    if manifest.club and manifest.club != club_box(settings):
        yield f"It comes from {manifest.club}, a box in a club. Keys are in no backup: companion club join BUNDLE"


def _first_known(restoration: Restoration) -> str:
    """The first files that are here already, in brackets. Empty: there are none."""
    known = [step.entry for step in restoration.all_steps if not step.changes]
    return f" ({', '.join(known[:NAMED])}{', …' if len(known) > NAMED else ''})" if known else ""
