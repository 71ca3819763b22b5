"""A memory card that remembers what was synced, and what it may hold after the plug was pulled.

Kept is what was synced. Of what was not, each piece of 512 bytes is kept, lost (what lay there before, or zeros) or
garbage, in any combination; the size may be any that the file had since its last sync. A name is made or moved for
certain when the directory that it is made in or moved to was synced. A rename happens as a whole or not at all, as on
every file system that a Raspberry Pi boots from.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

from companion.storage.disk import Disk

PIECE = 512
STALE: Sequence[bytes] = (
    b"\n" * PIECE,
    b"\xff" * PIECE,
    b'    "04A1": {"card": "10H"},\n' * 20,
    b"game birddog\nplayers Ann Bob Cid\ndealer Cid\n" * 12,
    b"Ann QS ; n=13 at=2026-01-01T00:00:00 crc=0badc0de".ljust(PIECE - 1) + b"\n",
    b"x\nAnn QS ; n=13 at=2026-01-01T00:00:00 crc=0badc0de".ljust(PIECE - 1) + b"\n",
)
"""What lay on the card before, files of our own among it."""


@dataclass
class File:
    """A file's contents since its last sync, the synced one first, and the pieces that were touched since."""

    versions: list[bytes] = field(default_factory=lambda: [b""])
    touched: set[int] = field(default_factory=set)
    born: int = 0

    @property
    def now(self) -> bytes:
        """What a program reads."""
        return self.versions[-1]

    def becomes(self, content: bytes, begin: int, end: int) -> None:
        """A change, not synced yet, of the bytes from `begin` to `end`."""
        self.versions.append(content)
        self.touched.update(range(begin // PIECE, -(-end // PIECE)))

    def synced(self) -> None:
        """What is there now is kept."""
        self.versions = [self.now]
        self.touched.clear()

    def left(self, chance: Random) -> bytes:
        """What may be left of it."""
        if len(self.versions) == 1:
            return self.now
        size = len(chance.choice(self.versions))
        longest = max(self.versions, key=len)[:size]
        content = bytearray(longest)
        for piece in sorted(self.touched):
            begin, end = piece * PIECE, min((piece + 1) * PIECE, size)
            if begin < end:
                content[begin:end] = self._piece(begin, end, chance)
        return bytes(content)

    def _piece(self, begin: int, end: int, chance: Random) -> bytes:
        match chance.randrange(4):
            case 0:
                return self.now[begin:end].ljust(end - begin, b"\0")
            case 1:
                return chance.choice(self.versions)[begin:end].ljust(end - begin, b"\0")
            case _:
                return _garbage(self.now[begin:end], chance)[: end - begin]


def _garbage(meant: bytes, chance: Random) -> bytes:
    """Something old, noise, or a beginning of what was meant and then noise."""
    match chance.randrange(3):
        case 0:
            return chance.choice(STALE)[:PIECE].ljust(PIECE, b"\n")
        case 1:
            return chance.randbytes(PIECE)
        case _:
            return meant[: chance.randrange(PIECE)] + chance.randbytes(PIECE)


@dataclass(eq=False)
class Change:
    """A name that comes to stand for a file (None: for none), maybe instead of another name; not synced yet."""

    path: Path
    gives: File | None
    instead_of: Path | None = None


class MemoryCard(Disk):
    """A disk in memory. `watch` is told every change and sync: the call, its path, and what was written.

    Directories stand in `folders`; `base` is there and can be relied on.
    """

    def __init__(self, base: Path = Path("/card")) -> None:
        self.base = base
        self.names: dict[Path, File] = {}
        self.kept: dict[Path, File] = {}
        self.pending: list[Change] = []
        self.folders: dict[Path, File] = {base: File()}
        self.watch: Callable[[str, Path, bytes], None] = lambda _call, _path, _content: None
        self._open: dict[int, tuple[Path, File | None]] = {}
        self._numbers = count(100)
        self._ages = count(1)

    # ---------------------------------------------------------------- the disk

    def open(self, path: Path, flags: int) -> int:
        made = path not in self.names and path not in self.folders
        if made and (not flags & os.O_CREAT or path.parent not in self.folders):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if flags & os.O_EXCL and not made:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        if made:
            self._named(Change(path, File()))
        number = next(self._numbers)
        self._open[number] = path, self.names.get(path)
        if made or flags & os.O_TRUNC:
            self._emptied(path)
        return number

    def open_lock(self, path: Path) -> int:
        """It is there, and says nothing."""
        return self.open(path.parent, os.O_RDONLY)

    def write(self, descriptor: int, content: bytes) -> int:
        path, file = self._opened(descriptor)
        before = file.now
        file.becomes(before + content, len(before), len(before) + len(content))
        file.born = next(self._ages)
        self.watch("write", path, content)
        return len(content)

    def fdatasync(self, descriptor: int) -> None:
        path, file = self._opened(descriptor)
        file.synced()
        self.watch("fdatasync", path, b"")

    def fsync(self, descriptor: int) -> None:
        path, file = self._open[descriptor]
        if file is None:
            self.directory_synced(path)
            self.watch("fsync", path, b"")
        else:
            file.synced()
            self.watch("fsync", path, b"")

    def lock(self, descriptor: int) -> None:
        """Nobody else is here."""

    def lock_in_turn(self, descriptor: int) -> None:
        """Nobody else is here."""

    def ftruncate(self, descriptor: int, size: int) -> None:
        path, file = self._opened(descriptor)
        before = file.now
        file.becomes(before[:size].ljust(size, b"\0"), min(size, len(before)), max(size, len(before)))
        self.watch("ftruncate", path, b"")

    def close(self, descriptor: int) -> None:
        del self._open[descriptor]

    def is_at(self, descriptor: int, path: Path) -> bool:
        _, file = self._open[descriptor]
        return path in self.folders if file is None else self.names.get(path) is file

    def rename(self, old: Path, new: Path) -> None:
        self._named(Change(new, self.names[old], old))
        self.watch("rename", new, b"")

    def unlink(self, path: Path) -> None:
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        del self.names[path]
        self.pending.append(Change(path, None))
        self.watch("unlink", path, b"")

    def mkdir(self, path: Path) -> None:
        self.folders[path] = File(born=next(self._ages))
        self.pending.append(Change(path, self.folders[path]))
        self.watch("mkdir", path, b"")

    def read(self, path: Path) -> bytes:
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return self.names[path].now

    def free_bytes(self, path: Path) -> int:
        """Any amount."""
        return 1 << 40

    def exists(self, path: Path) -> bool:
        return path in self.names or path in self.folders

    def files(self, directory: Path) -> list[Path]:
        found = (path for path in self.names if path.parent == directory and not path.name.startswith("."))
        return sorted(found, key=lambda path: (self.names[path].born, path.name))

    def make_newest(self, path: Path) -> None:
        if path in self.names:
            self.names[path].born = next(self._ages)

    # ---------------------------------------------------------------- the plug

    def directory_synced(self, directory: Path) -> None:
        """The names of a directory are kept."""
        due = [change for change in self.pending if change.path.parent == directory]
        self.pending = [change for change in self.pending if change not in due]
        for change in due:
            _apply(change, self.kept)

    def after_a_cut(self, chance: Random) -> MemoryCard:
        """What may be on the card if the plug is pulled now, ready to be started from."""
        names = dict(self.kept)
        for change in self.pending:
            if chance.randrange(2):
                _apply(change, names)
        card = MemoryCard(self.base)
        folders = {path for path in self.folders if path in names or path == self.base}
        there = {path for path in folders if all(above in folders for above in _above(path, self.base))}
        card.folders = {path: File() for path in there}
        ages = list(range(len(names)))
        chance.shuffle(ages)
        for age, (path, file) in zip(ages, names.items(), strict=True):
            if path not in self.folders and path.parent in there:
                card.names[path] = File([file.left(chance)], born=age)
        card.kept = {**card.names, **card.folders}
        return card

    @property
    def settled(self) -> bool:
        """Whether everything is synced, so that a cut leaves it as it is."""
        return not self.pending and all(len(file.versions) == 1 for file in self.names.values())

    @property
    def contents(self) -> dict[Path, bytes]:
        """Every file, as a program reads it."""
        return {path: file.now for path, file in self.names.items()}

    def _named(self, change: Change) -> None:
        self.pending.append(change)
        _apply(change, self.names)

    def _opened(self, descriptor: int) -> tuple[Path, File]:
        path, file = self._open[descriptor]
        assert file is not None, f"{path} is a directory"
        return path, file

    def _emptied(self, path: Path) -> None:
        file = self.names[path]
        if file.now:
            file.becomes(b"", 0, len(file.now))
        file.born = next(self._ages)
        self.watch("open", path, b"")


def _apply(change: Change, names: dict[Path, File]) -> None:
    if change.instead_of is not None:
        names.pop(change.instead_of, None)
    if change.gives is None:
        names.pop(change.path, None)
    else:
        names[change.path] = change.gives


def _above(path: Path, base: Path) -> list[Path]:
    return [above for above in path.parents if base in above.parents or above == base] if path != base else []
