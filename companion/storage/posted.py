"""Files by which one process passes data to another. Neither trusts the other.

The writer replaces a file whole, so that a reader sees the old one or the new one. Nothing is synced: what must outlast
a power cut is in a record. The reader takes only plain files of the owner of the directory, and follows no links.
"""

from __future__ import annotations

import errno
import os
from contextlib import AbstractContextManager
from pathlib import Path

from companion.storage.disk import DISK, MOST_BYTES, Disk, read_bounded, shortly

MODE = 0o750
"""The mode of directories that are made here; companion.tmpfiles makes those of the services."""

_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_DIRECTORY = os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC


def post(path: Path, content: bytes, mode: int = MODE) -> None:
    """Replace a file atomically, and make its directory if need be. Raises OSError."""
    path.parent.mkdir(mode=mode, parents=True, exist_ok=True)
    DISK.replace_unsynced(path, content)


def read_posted(path: Path, most: int) -> bytes:
    """The content of a file that another process posted, of at most `most` bytes. Never waits.

    Raises OSError, also where the file or its directory is a link, for anything but a plain file, and for a file of
    another owner than the directory's.
    """
    try:
        with _open(path.parent, _DIRECTORY) as directory, _open(path.name, _FILE, directory) as file:
            if os.fstat(file).st_uid != os.fstat(directory).st_uid:
                raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
            return read_bounded(file, most)
    except OSError as fault:
        raise OSError(fault.errno, shortly(fault), str(path)) from fault


class PostedDisk(Disk):
    """A disk that reads posted files only."""

    def read(self, path: Path) -> bytes:
        """Read a whole file as `read_posted` does."""
        return read_posted(path, MOST_BYTES)


def _open(path: Path | str, flags: int, directory: int | None = None) -> AbstractContextManager[int]:
    return DISK.closing(os.open(path, flags, dir_fd=directory))
