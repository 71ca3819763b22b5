"""The disk as the companion uses it: few calls, each replaceable, and errors in words.

`Disk` is the seam: what is below it is the system, what is above never asks the system itself. The functions
put the calls into the orders that survive a cut at any moment.
"""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_WHOLE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC

_REMEDIES = {
    errno.ENOSPC: "The card is full: copy old records away and delete them here.",
    errno.EROFS: "The card is read-only: copy the data directory, then check or replace the card.",
    errno.EIO: "The card fails: copy the data directory now and replace the card.",
    errno.EACCES: "Give it to the user of the companion, or ask as that one; on the box: sudo -u companion companion …",
    errno.ENOENT: "Check the name of the data directory.",
    errno.EEXIST: "Move the file of that name away.",
}


class StorageError(OSError):
    """Something is not on the card, or not readable there: which file, why, and what to do about it."""

    def __init__(self, what: str, path: Path, remedy: str) -> None:
        self.what = what
        self.path = path
        self.remedy = remedy
        super().__init__(f"{what}: {path}. {remedy}")

    @classmethod
    def caused_by(cls, fault: OSError, what: str, path: Path) -> StorageError:
        """The system's own error, put into words."""
        remedy = _REMEDIES.get(
            fault.errno or 0, "Start the companion again; if it happens twice, copy the data directory."
        )
        return cls(f"{what} ({fault.strerror or fault})", path, remedy)


class GoneError(StorageError):
    """What is being written to has no name any more, or another file has it: who starts anew would not find it."""

    def __init__(self, path: Path) -> None:
        super().__init__("moved or deleted while in use", path, "Put it back where it was: it is as it was shown last.")


class UnusableDeckError(StorageError):
    """What the file holds is no deck of this name; it is left as it is."""


class CannotStartError(Exception):
    """The data directory cannot be used as it is, and nothing in it was changed: says why and what to do."""


class Disk:
    """The system calls, one method each, so that tests and tools can count and spoil them.

    Raises OSError as the system does; `write` may write less than it was given.
    """

    def open(self, path: Path, flags: int) -> int:
        """A file descriptor; files are made for owner and group."""
        return os.open(path, flags, 0o640)

    def write(self, descriptor: int, content: bytes) -> int:
        """How many bytes were written."""
        return os.write(descriptor, content)

    def waits(self, meanwhile: Callable[[], None]) -> None:
        """Call this now and then during a sync that takes long; here a sync is one call, and nothing happens in it."""

    def fdatasync(self, descriptor: int) -> None:
        """Content and size to the card."""
        getattr(os, "fdatasync", os.fsync)(descriptor)  # macOS has fsync only

    def fsync(self, descriptor: int) -> None:
        """Content and everything about the file to the card; for directories, too."""
        os.fsync(descriptor)

    def lock(self, descriptor: int) -> None:
        """Keep others from locking the same file or directory until the descriptor is closed, if only by a kill."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def lock_in_turn(self, descriptor: int) -> None:
        """The same, as soon as nobody else has it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def ftruncate(self, descriptor: int, size: int) -> None:
        """Cut the file."""
        os.ftruncate(descriptor, size)

    def close(self, descriptor: int) -> None:
        """Give the descriptor back."""
        os.close(descriptor)

    def is_at(self, descriptor: int, path: Path) -> bool:
        """Whether this is still what the path means: nobody has moved, deleted or hidden it."""
        try:
            return os.path.samestat(os.fstat(descriptor), path.stat())
        except OSError:
            return False

    def rename(self, old: Path, new: Path) -> None:
        """Move a file in one step, over another one if there is one."""
        old.replace(new)

    def mkdir(self, path: Path) -> None:
        """Make one directory."""
        path.mkdir(0o750)

    def read(self, path: Path) -> bytes:
        """The whole file."""
        return path.read_bytes()

    def exists(self, path: Path) -> bool:
        """Whether there is such a file or directory."""
        return path.exists()

    def files(self, directory: Path) -> list[Path]:
        """The files of a directory, the latest written last; none where there is no directory."""
        found = [entry for entry in directory.glob("[!.]*") if entry.is_file()]
        return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))


DISK = Disk()
"""The system's own."""


def replace_whole(disk: Disk, path: Path, content: bytes, by: str = "") -> None:
    """Old content or new, never between: write beside, sync, rename, sync the directory.

    The file beside has one name for each writer (`by`), so that interrupted attempts do not pile up.
    """
    beside = path.with_name(f".{path.stem}{by}.tmp")
    descriptor = disk.open(beside, _WHOLE)
    try:
        write_whole(disk, descriptor, content)
        disk.fsync(descriptor)
    finally:
        disk.close(descriptor)
    disk.rename(beside, path)
    sync_directory(disk, path.parent)


def write_whole(disk: Disk, descriptor: int, content: bytes) -> None:
    """One write of all of it; a full card that takes a part shows as a short count without an error."""
    if disk.write(descriptor, content) != len(content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def sync_directory(disk: Disk, directory: Path) -> None:
    """Names made or moved in a directory are on the card after this, and not before."""
    descriptor = disk.open(directory, DIRECTORY)
    try:
        disk.fsync(descriptor)
    finally:
        disk.close(descriptor)


@contextmanager
def in_words(what: str, path: Path) -> Iterator[None]:
    """Turn the system's errors into StorageError, also a name that the system's locale cannot write."""
    try:
        yield
    except StorageError:
        raise
    except UnicodeEncodeError as fault:
        why = f"the system's locale, {fault.encoding}, has no letter for a part of its name"
        raise StorageError(f"{what} ({why})", path, "Start the companion with PYTHONUTF8=1.") from fault
    except OSError as fault:
        raise StorageError.caused_by(fault, what, path) from fault


@contextmanager
def closed_on_error(disk: Disk, descriptor: int) -> Iterator[None]:
    """Do not leak a descriptor that nobody will own."""
    try:
        yield
    except OSError:
        disk.close(descriptor)
        raise


def make(disk: Disk, directory: Path, root: Path) -> None:
    """Make a directory and those above it.

    Those below the data directory `root` are synced even when found: a cut may have come in between.
    """
    with in_words("cannot make the directory", directory):
        found = disk.exists(directory)
        if found and (directory == root or not directory.is_relative_to(root)):
            return
        make(disk, directory.parent, root)
        if not found:
            disk.mkdir(directory)
        sync_directory(disk, directory.parent)


def newest_first(disk: Disk, directory: Path, ending: str) -> list[Path]:
    """The files of a directory that end so, the latest written first; none where there is no directory."""
    with in_words("cannot look through the directory", directory):
        return [path for path in reversed(disk.files(directory)) if path.suffix == ending]


def free_beside(disk: Disk, path: Path, why: str) -> Path:
    """A name beside this one that nothing has yet."""
    number = 1
    while disk.exists(aside := path.with_name(f"{path.name}.{why}-{number}")):
        number += 1
    return aside
