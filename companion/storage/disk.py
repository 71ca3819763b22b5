"""File-system access: few calls, each replaceable, with errors in plain words.

`Disk` is the interface to the system; nothing above calls the system itself. Its last methods combine the calls in
orders that survive a power cut at any moment.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from companion.storage.owner import remedy_of_rights
from companion.support.messages import msg
from companion.support.text import visible
from companion.support.unreadable import UnreadableFile

MOST_BYTES = 16 << 20
"""The largest file that is read: a record of 32,000 lines. The service may use 128 MB (systemd/companion.service)."""

NEARLY_FULL_BYTES = 64 << 20
"""Free room below which people are told: that of some 400 matches."""

_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_LOCK = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC

_REMEDIES = {
    errno.ENOSPC: "The card is full: copy old records away and delete them here.",
    errno.EROFS: "The card is read-only: copy the data directory, then check or replace the card.",
    errno.EIO: "The card fails: copy the data directory now and replace the card.",
    errno.EISDIR: "Move that directory away.",
    errno.EINVAL: "Move it away: it is neither a file nor a directory.",
    errno.ELOOP: "Move it away: it is a link.",
    errno.EFBIG: f"Move it away: no file of the companion has more than {MOST_BYTES >> 20} MB.",
    errno.ENOENT: "Check the name of the data directory.",
    errno.EEXIST: "Move the file of that name away.",
}

_NOTHING_THERE = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}

_SHORTLY = {
    errno.EACCES: msg("no right to use it"),
    errno.EPERM: msg("no right to use it"),
    errno.EIO: msg("the card fails"),
    errno.EISDIR: msg("it is a directory"),
    errno.ENOTDIR: msg("it is no directory"),
    errno.EINVAL: msg("it is no file"),
    errno.EFBIG: msg("it is too large"),
    errno.ELOOP: msg("it is a link"),
    errno.ENOENT: msg("it is not there"),
    errno.ENOSPC: msg("the card is full"),
    errno.EROFS: msg("the card is read-only"),
}


_RIGHTS = frozenset({errno.EACCES, errno.EPERM})


class StorageError(OSError):
    """A file could not be written or read. Names the file, the cause and a remedy; `shortly` is the cause alone."""

    def __init__(self, what: str, path: Path, remedy: str, shortly: str = "") -> None:
        self.what = what
        self.path = path
        self.remedy = remedy
        self.shortly = shortly or what
        super().__init__(visible(f"{what}: {path}. {remedy}"))

    @classmethod
    def caused_by(cls, fault: OSError, what: str, path: Path) -> StorageError:
        """A StorageError for an error of the system."""
        error = cls(
            f"{what} ({fault.strerror or fault})", path, _remedy(fault, path), _SHORTLY.get(fault.errno or 0, "")
        )
        error.errno = fault.errno
        return error

    @property
    def wants_rights(self) -> bool:
        """Whether the file belongs to somebody else, or has no rights."""
        return self.errno in _RIGHTS

    def as_value(self, root: Path) -> UnreadableFile:
        """What could not be read below this data directory, as a value: everything else goes on."""
        return UnreadableFile(visible(str(self.path.relative_to(root))), self.shortly, str(self))


def mode_of(path: Path, *, follow_symlinks: bool = True) -> int:
    """Type and rights of what is at a path, as `stat` has them; 0 if there is nothing.

    Raises OSError where nobody may look: `Path.exists` and its like answer False there from Python 3.14 on.
    """
    try:
        return path.stat(follow_symlinks=follow_symlinks).st_mode
    except OSError as fault:
        if fault.errno not in _NOTHING_THERE:
            raise
        return 0


def shortly(fault: OSError) -> str:
    """The cause of an error in few words."""
    return _SHORTLY.get(fault.errno or 0, fault.strerror or str(fault))


def _remedy(fault: OSError, path: Path) -> str:
    if fault.errno in _RIGHTS:
        return remedy_of_rights(path)
    if fault.errno == errno.ENOTDIR:
        in_the_way = next(place for place in (*reversed(path.parents), path) if not place.is_dir())
        return f"Move {in_the_way} away: the companion makes the directory anew."
    if fault.errno == errno.ENOENT and path.is_symlink():
        return "Move it away: it is a link to nothing."
    return _REMEDIES.get(fault.errno or 0, "Start the companion again; if it happens twice, copy the data directory.")


class GoneError(StorageError):
    """An open file was moved, deleted or replaced. A restart would not find it."""

    def __init__(self, path: Path) -> None:
        super().__init__("moved or deleted while in use", path, "Put it back where it was: it is as it was shown last.")


class UnusableDeckError(StorageError):
    """The file does not contain a valid deck of this name. It is left unchanged."""


class CannotStartError(Exception):
    """The data directory cannot be used; nothing in it was changed. The message says why and what to do."""


class Disk:
    """The system calls, one method each, so that tests and tools can count and replace them; then what combines them.

    Raises OSError as the system does. `write` may write less than requested.
    """

    def open(self, path: Path, flags: int) -> int:
        """Open a file and return its descriptor. New files are accessible to owner and group."""
        return os.open(path, flags, 0o640)

    def open_lock(self, path: Path) -> int:
        """Open a file that exists to be locked. Only its owner can: everybody who may read a file may lock it."""
        return os.open(path, _LOCK, 0o600)

    def write(self, descriptor: int, content: bytes) -> int:
        """Write, and return the number of bytes written: 0 also where a limit of this user lets no file grow."""
        try:
            return os.write(descriptor, content)
        except OSError as fault:
            if fault.errno == errno.EFBIG:
                return 0
            raise

    def call_while_syncing(self, meanwhile: Callable[[], None]) -> None:
        """Call `meanwhile` repeatedly during long syncs. Ignored here: a sync is one blocking call."""

    def fdatasync(self, descriptor: int) -> None:
        """Sync content and size."""
        getattr(os, "fdatasync", os.fsync)(descriptor)  # macOS has fsync only

    def fsync(self, descriptor: int) -> None:
        """Sync content and all metadata of a file or directory."""
        os.fsync(descriptor)

    def lock(self, descriptor: int) -> None:
        """Lock a file or directory until the descriptor is closed. Raises BlockingIOError if another process has it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def lock_in_turn(self, descriptor: int) -> None:
        """Lock it, waiting until no other process has it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def ftruncate(self, descriptor: int, size: int) -> None:
        """Truncate the file."""
        os.ftruncate(descriptor, size)

    def close(self, descriptor: int) -> None:
        """Close the descriptor."""
        os.close(descriptor)

    def is_at(self, descriptor: int, path: Path) -> bool:
        """Whether the path still leads to the open file."""
        try:
            return os.path.samestat(os.fstat(descriptor), path.stat())
        except OSError:
            return False

    def rename(self, old: Path, new: Path) -> None:
        """Rename a file atomically, replacing an existing one."""
        old.replace(new)

    def unlink(self, path: Path) -> None:
        """Remove a name; what it led to stays."""
        path.unlink()

    def mkdir(self, path: Path) -> None:
        """Create one directory."""
        path.mkdir(0o750)

    def read(self, path: Path) -> bytes:
        """Read the whole file. Raises OSError for one of more than MOST_BYTES, and for anything but a plain file."""
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            return read_bounded(descriptor, MOST_BYTES)
        finally:
            os.close(descriptor)

    def free_bytes(self, path: Path) -> int:
        """The room that is left to everybody where this file or directory is. Raises OSError."""
        found = os.statvfs(path)
        return found.f_bavail * found.f_frsize

    def exists(self, path: Path) -> bool:
        """Whether the file or directory exists. Raises OSError as `mode_of` does."""
        return bool(mode_of(path))

    def files(self, directory: Path) -> list[Path]:
        """What stands in a directory and is not hidden, the oldest first. Empty if there is no directory.

        A directory that cannot be read is no empty one: raises OSError.
        """
        try:
            with os.scandir(directory) as entries:
                found = [(_changed_at(entry), entry.name) for entry in entries if not entry.name.startswith(".")]
        except FileNotFoundError:
            return []
        return [directory / name for _, name in sorted(found)]

    # ---------------------------------------------------------------- orders of calls that survive a power cut

    def replace_whole(self, path: Path, content: bytes, by: str = "") -> None:
        """Replace a file atomically: write a temporary file, sync, rename, sync the directory.

        The temporary file has one name for each writer (`by`), so that interrupted attempts leave one file at most.
        """
        self._replace(path, content, by, self.fsync)
        self.sync_directory(path.parent)

    def replace_unsynced(self, path: Path, content: bytes) -> None:
        """Replace a file atomically for its readers. A power cut may leave the old one, the new one or none."""
        self._replace(path, content, "", lambda _: None)

    def _replace(self, path: Path, content: bytes, by: str, sync: Callable[[int], None]) -> None:
        temporary = path.with_name(f".{path.stem}{by}.tmp")
        held = self.open_fresh(temporary)
        try:
            with self.closing(held) as descriptor:
                self.write_whole(descriptor, content)
                sync(descriptor)
            self.rename(temporary, path)
        except OSError:
            with suppress(OSError):
                self.unlink(temporary)
            raise

    def open_fresh(self, path: Path) -> int:
        """Create a file and return its descriptor. Removes what had its name, and never follows a planted link."""
        try:
            return self.open(path, _FRESH)
        except FileExistsError:
            self.unlink(path)
            return self.open(path, _FRESH)

    def refuse_taken(self, path: Path) -> None:
        """Raise FileExistsError for a name that a file or a link has."""
        if self.exists(path) or path.is_symlink():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))

    def write_whole(self, descriptor: int, content: bytes) -> None:
        """Write everything in one call. A full card writes less without an error: raises OSError with ENOSPC then."""
        if self.write(descriptor, content) != len(content):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def move(self, old: Path, new: Path) -> None:
        """Rename a file atomically, and sync the directories of both names."""
        self.rename(old, new)
        for directory in dict.fromkeys((new.parent, old.parent)):
            self.sync_directory(directory)

    def sync_content(self, path: Path) -> None:
        """Sync the content of a file: a killed program may have left its last lines in memory only."""
        with self.closing(self.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)) as descriptor:
            self.fdatasync(descriptor)

    def sync_directory(self, directory: Path) -> None:
        """Sync the names in a directory. Created and renamed files are safe only after it."""
        with self.closing(self.open(directory, DIRECTORY)) as descriptor:
            self.fsync(descriptor)

    @contextmanager
    def closing(self, descriptor: int) -> Iterator[int]:
        """Close the descriptor at the end."""
        try:
            yield descriptor
        finally:
            self.close(descriptor)

    @contextmanager
    def in_turn(self, path: Path) -> Iterator[None]:
        """Wait for all others who change this file. Locks a second one beside it, because it is itself replaced."""
        with self.closing(self.open_lock(path.with_name(f".{path.name}.lock"))) as descriptor:
            self.lock_in_turn(descriptor)
            yield

    @contextmanager
    def closed_on_error(self, descriptor: int) -> Iterator[None]:
        """Close the descriptor on OSError."""
        try:
            yield
        except OSError:
            self.close(descriptor)
            raise

    def make(self, directory: Path, root: Path) -> None:
        """Create a directory and its parents.

        Syncs existing directories, too: the program may have died between creation and sync. `root` itself is synced
        before the first directory in it is made; directories above it never are.
        """
        with in_words("cannot make the directory", directory):
            is_there = self.exists(directory)
            if is_there and (directory == root or not directory.is_relative_to(root)):
                return
            self.make(directory.parent, root)
            if not is_there:
                if directory.parent == root:
                    with suppress(PermissionError):  # above it may be closed to us
                        self.sync_directory(root.parent)
                self.mkdir(directory)
            self.sync_directory(directory.parent)

    def newest_first(self, directory: Path, pattern: str) -> list[Path]:
        """The files of a directory whose names fit this pattern, the newest first. Empty if there is no directory."""
        with in_words("cannot look through the directory", directory):
            return [path for path in reversed(self.files(directory)) if path.match(pattern)]

    def make_newest(self, path: Path) -> None:
        """Make a file the newest of its directory, also after the clock was set back: later ones become a little older.

        Ignores errors: only the order of the files is at stake.
        """
        with suppress(OSError):
            os.utime(path)
            now, files = path.stat().st_mtime_ns, self.files(path.parent)
            for age, newer in enumerate(reversed(files[files.index(path) + 1 :]), 1):
                os.utime(newer, ns=(now - age, now - age), follow_symlinks=False)

    def date(self, path: Path, moment: str) -> None:
        """Set the time of a file, as 2026-11-20T20:15:03. Ignores errors, and a text that is no time or ends in "?"."""
        with suppress(OSError, ValueError, OverflowError):
            seconds = time.mktime(time.strptime(moment, "%Y-%m-%dT%H:%M:%S"))
            os.utime(path, (seconds, seconds))

    def free_beside(self, path: Path, why: str) -> Path:
        """An unused name in the same directory: NAME.WHY-1 or the next free number."""
        number = 1
        while self.exists(aside := path.with_name(f"{path.name}.{why}-{number}")):
            number += 1
        return aside


DISK = Disk()
"""The system's disk."""


def read_bounded(descriptor: int, most: int) -> bytes:
    """The whole content of a plain file. Raises OSError for one of more than `most` bytes, and for anything else."""
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        number = errno.EISDIR if stat.S_ISDIR(found.st_mode) else errno.EINVAL
        raise OSError(number, os.strerror(number))
    content = b""
    while found.st_size <= most and (piece := os.read(descriptor, found.st_size + 1)):
        content += piece
        if len(content) > most:
            break
    if max(found.st_size, len(content)) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def read_stream(stream: IO[bytes]) -> bytes:
    """What is left of a file that a person named, or of a pipe. Raises OSError for more than MOST_BYTES."""
    content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def _changed_at(entry: os.DirEntry[str]) -> int:
    """When an entry was changed last, in nanoseconds; 0: it has gone since the directory was read."""
    try:
        return entry.stat(follow_symlinks=False).st_mtime_ns
    except FileNotFoundError:
        return 0


def xdg_home(name: str, usual: str, environ: Mapping[str, str]) -> Path | None:
    """A directory by the XDG Base Directory Specification 0.8, which ignores a relative one. None: there is no home."""
    places = Path(environ.get(f"XDG_{name}_HOME", "")), Path(environ.get("HOME", ""), usual)
    return next(filter(Path.is_absolute, places), None)


def user_data(environ: Mapping[str, str] = os.environ) -> Path:
    """The directory for the data of this user's programs (XDG Base Directory Specification 0.8)."""
    return xdg_home("DATA", ".local/share", environ) or home() / ".local" / "share"


def home() -> Path:
    """The home directory of this user, also without HOME. Raises CannotStartError if there is none."""
    try:
        return Path.home()
    except RuntimeError as fault:
        raise CannotStartError("this user has no home directory. Name the place: --data DIR") from fault


@contextmanager
def in_words(what: str, path: Path) -> Iterator[None]:
    """Convert OSError and file names that the locale cannot encode to StorageError."""
    try:
        yield
    except StorageError:
        raise
    except UnicodeEncodeError as fault:
        why = f"the system's locale, {fault.encoding}, has no letter for a part of its name"
        raise StorageError(f"{what} ({why})", path, "Start the companion with PYTHONUTF8=1.") from fault
    except OSError as fault:
        raise StorageError.caused_by(fault, what, path) from fault


def refuse_odd_name(path: Path) -> None:
    """Refuse a file whose name is not UTF-8 or has control characters: no page or list could hold it.

    Raises StorageError.
    """
    if visible(path.name) != path.name:
        raise StorageError(msg("its name has signs that cannot be shown"), path, "Give it another name.")


_SUM = -len("\n01234567\n")
"""The offset of the check sum from the end of the file."""


def with_sum(text: bytes) -> bytes:
    """The content of a file with this text."""
    return text + b"\n%08x\n" % zlib.crc32(text)


def text_of(content: bytes) -> bytes:
    """The text of a file with this content. Raises ValueError if the check sum does not fit."""
    text = content[:_SUM]
    if content != with_sum(text):
        raise ValueError("its check sum does not fit")
    return text


class ModeDisk(Disk):
    """The system calls of `Disk`; new files and directories have these modes, whatever the umask."""

    def __init__(self, file: int, directory: int) -> None:
        self._file = file
        self._directory = directory

    def open(self, path: Path, flags: int) -> int:
        """Open a file and return its descriptor. With O_CREAT an existing file gets the mode, too."""
        descriptor = os.open(path, flags, self._file)
        if flags & os.O_CREAT:
            os.fchmod(descriptor, self._file)
        return descriptor

    def mkdir(self, path: Path) -> None:
        """Create one directory."""
        path.mkdir(self._directory)
        path.chmod(self._directory)


OWNERS = ModeDisk(0o600, 0o700)
"""What only its owner can read."""
EVERYBODYS = ModeDisk(0o644, 0o755)
"""What everybody can read, and its owner change."""
