"""A real disk on which one call fails, and a sweep over all calls of a story."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.storage.disk import Disk, StorageError
from companion.storage.records import Store


class KilledError(BaseException):
    """The program ends here: nothing that it would do next is done."""


@dataclass
class SpoiltDisk(Disk):
    """The real disk, which writes down every call and spoils one of them, or all from there on.

    `spoil` is an errno, "short" (a write takes 7 bytes less, other calls are spared) or "kill". A killed program
    makes no more calls: whatever is still tried raises.
    """

    at: int = -1
    spoil: int | str = 0
    for_ever: bool = False
    calls: list[tuple[str, str]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)

    def _count(self, call: str, name: str) -> bool:
        self.calls.append((call, name))
        now = len(self.calls) - 1
        struck = self.at >= 0 and (now == self.at or (now > self.at and (self.for_ever or self.spoil == "kill")))
        if struck and self.spoil == "kill":
            raise KilledError
        if struck and isinstance(self.spoil, int):
            raise OSError(self.spoil, os.strerror(self.spoil))
        return struck

    def open(self, path: Path, flags: int) -> int:
        self._count("open", path.name)
        descriptor = super().open(path, flags)
        self.names[descriptor] = path.name
        return descriptor

    def open_lock(self, path: Path) -> int:
        self._count("open", path.name)
        descriptor = super().open_lock(path)
        self.names[descriptor] = path.name
        return descriptor

    def write(self, descriptor: int, content: bytes) -> int:
        short = self._count("write", self.names[descriptor])
        return super().write(descriptor, content[:-7] if short else content)

    def fdatasync(self, descriptor: int) -> None:
        self._count("fdatasync", self.names[descriptor])
        super().fdatasync(descriptor)

    def fsync(self, descriptor: int) -> None:
        self._count("fsync", self.names[descriptor])
        super().fsync(descriptor)

    def ftruncate(self, descriptor: int, size: int) -> None:
        self._count("ftruncate", self.names[descriptor])
        super().ftruncate(descriptor, size)

    def close(self, descriptor: int) -> None:
        super().close(descriptor)  # also after a kill, as the system does
        self._count("close", self.names.pop(descriptor))

    def rename(self, old: Path, new: Path) -> None:
        self._count("rename", new.name)
        super().rename(old, new)

    def unlink(self, path: Path) -> None:
        self._count("unlink", path.name)
        super().unlink(path)

    def mkdir(self, path: Path) -> None:
        self._count("mkdir", path.name)
        super().mkdir(path)

    def read(self, path: Path) -> bytes:
        self._count("read", path.name)
        return super().read(path)

    def exists(self, path: Path) -> bool:
        self._count("exists", path.name)
        return super().exists(path)

    def files(self, directory: Path) -> list[Path]:
        self._count("files", directory.name)
        return super().files(directory)

    def leave(self) -> None:
        """What the system does with the open files of a program that ended."""
        for descriptor in self.names:
            os.close(descriptor)
        self.names.clear()


SPOILS: list[int | str] = [errno.EIO, errno.ENOSPC, errno.EROFS, "short", "kill"]


def sweep(tmp_path: Path, prepare: Callable[[Path], None], story: Callable[[Store], None]) -> list[Path]:
    """Tell the story on a fresh directory once for each call it makes, that call spoilt; gives the directories."""

    def told(root: Path, disk: SpoiltDisk) -> int:
        prepare(root)
        try:
            story(Store(root, disk))
        except (StorageError, KilledError):
            pass
        finally:
            disk.leave()
        return len(disk.calls)

    calls = told(tmp_path / "unspoilt", SpoiltDisk())
    roots = []
    for spoil in SPOILS:
        for at in range(calls):
            for for_ever in (False, True):
                root = tmp_path / f"{spoil}-{at}-{for_ever}"
                told(root, SpoiltDisk(at, spoil, for_ever))
                roots.append(root)
    return roots
