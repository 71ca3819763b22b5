"""Writes a file under a name that a person gave: whole or not at all, and never over another file."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from companion.storage.disk import DISK, EVERYBODYS, Disk
from companion.storage.owner import ending_child, owned_by_another
from companion.support.text import nearest

Write: TypeAlias = "Callable[[str, bytes], None]"


class PersonsDisk(Disk):
    """The system calls of `Disk`; who may use new files is left to the umask."""

    def open(self, path: Path, flags: int) -> int:
        """Open a file and return its descriptor."""
        return os.open(path, flags, 0o666)


PERSONS = PersonsDisk()


class LikeDisk(Disk):
    """The system calls of `Disk`; new files have the mode and, if this user may give it away, the owner of another."""

    def __init__(self, like: os.stat_result) -> None:
        self._like = like

    def open(self, path: Path, flags: int) -> int:
        """Open a file and return its descriptor."""
        descriptor = os.open(path, flags, 0o600)
        if flags & os.O_CREAT:
            self._give_away(descriptor)
            os.fchmod(descriptor, stat.S_IMODE(self._like.st_mode))
        return descriptor

    def open_lock(self, path: Path) -> int:
        """Open a lock file, which the owner of the other can use, too."""
        descriptor = super().open_lock(path)
        self._give_away(descriptor)
        return descriptor

    def _give_away(self, descriptor: int) -> None:
        with suppress(PermissionError):
            os.fchown(descriptor, self._like.st_uid, self._like.st_gid)


def disk_like(file: Path) -> Disk:
    """The disk that replaces this file; if there is none yet, everybody may read what root writes."""
    with suppress(OSError):
        return LikeDisk(file.stat())
    return DISK if os.geteuid() else EVERYBODYS


def write_new(file: Path, content: bytes, disk: Disk = PERSONS) -> None:
    """Write a new file. Raises OSError, FileExistsError for one that is there."""
    disk.refuse_taken(file)
    disk.replace_whole(file, content)


def why_not_opened(path: Path, fault: OSError) -> str:
    """Why a file cannot be opened, and what to do: the nearest name beside it, if there is no such file."""
    if os.path.islink(path) and not os.path.exists(path):  # noqa: PTH110, PTH114 - Path raises for a name too long
        return "it is a link to nothing"
    if isinstance(fault, IsADirectoryError):
        return "it is a directory: name a file in it"
    if not isinstance(fault, FileNotFoundError):
        return fault.strerror or str(fault)
    if not path.parent.is_dir():
        return f"there is no directory {path.parent}"
    beside = list[str]()
    with suppress(OSError):
        beside += (other.name for other in path.parent.iterdir())
    return f"there is no such file{nearest(path.name, beside)}"


@contextmanager
def caller_writes(directory: Path, named: str | None) -> Iterator[Write]:
    """A function that writes one named file with the caller's rights, even after root has called `become_owner`.

    It takes path and content as `write_new` does. `named` is None or "-" if no file will be written.
    """
    if named in {None, "-"} or owned_by_another(directory) is None:
        yield lambda path, content: write_new(Path(path), content)
        return
    from socket import SHUT_WR, socketpair  # noqa: PLC0415 - only root needs it

    ours, its = socketpair()
    process = os.fork()
    if not process:
        ours.close()
        with ending_child(), its.makefile("rb") as asked:
            path = asked.readline()
            if path:
                write_new(Path(os.fsdecode(bytes.fromhex(path.decode()))), asked.read())
    its.close()

    def write(path: str, content: bytes) -> None:
        ours.sendall(os.fsencode(path).hex().encode() + b"\n" + content)
        ours.shutdown(SHUT_WR)
        if number := os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]):
            raise OSError(number, os.strerror(number))

    try:
        yield write
    finally:
        ours.close()
        with suppress(ChildProcessError):
            os.waitpid(process, 0)
