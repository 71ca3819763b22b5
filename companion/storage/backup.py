"""A backup: decks, records, settings and the house's own lists in one file, with check sums.

It is a ZIP file. Its last entry, `manifest.json`, names every other one with its size and SHA-256, so that a file that
was cut off, changed or put together by somebody else is recognised before anything of it is used.

    decks/… records/…     as in the data directory (records.py, deck_files.py)
    NAME.txt NAME.toml    lists of the house beside them: its drinks, who is called how
    settings/config.toml  the settings

What is derived (checkpoint, titles, splash) or secret (keys, certificates, passwords) has none of these names, so it is
left out. An entry with any other name is refused.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import IO, Annotated, Final

from msgspec import Meta, Struct
from msgspec.json import Decoder
from msgspec.structs import asdict

from companion import VERSION
from companion.storage.disk import DISK, MOST_BYTES, Disk, StorageError, in_words, refuse_odd_name
from companion.storage.named_file import write_new
from companion.support.decoding import RefusedMessage, decode_strangers
from companion.support.messages import msg
from companion.support.text import numbered_names, visible
from companion.support.values import dataclass

FORMAT, KIND = 1, "table"
"""The version of the format, and what has been backed up: the data of one table."""

MANIFEST, SETTINGS = "manifest.json", "settings/config.toml"
MOST_FILES, MOST_IN_ALL = 50_000, 1 << 29

MOST_LETTERS = 200
"""Maximum letters of a name of a file before its ending."""
_NAME = rf"[^./\\\x00-\x1f\x7f][^/\\\x00-\x1f\x7f]{{0,{MOST_LETTERS - 1}}}"


def _paths(name: str) -> re.Pattern[str]:
    """The paths of files with such a name that a backup is made of."""
    return re.compile(
        rf"decks/{name}\.(json|unfinished)(\.(gone|restored|damaged)-\d+)?"
        rf"|records/(running/)?{name}\.(table|(thrown-away|torn|damaged)-\d+)"
        rf"|records/evenings|{name}\.(txt|toml)(\.restored-\d+)?|{re.escape(SETTINGS)}"
    )


ENTRY: Final = _paths(_NAME)
"""The paths that an entry of a backup may have."""
_WANTED: Final = _paths(r"[^./][^/]*")
"""Those that people want in it, whatever their names are."""

_DIRECTORIES = ("records/running", "records", "decks", ".")
"""Running records come first: a match that finishes while they are copied is still found in `records`, never missed."""
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)
"""What `zipfile` raises for a file that is spoilt or encrypted."""


class BackupFault(Enum):
    """Why a backup cannot be used, in a word or two."""

    SPOILT = "spoilt"  # cut off, or no backup at all
    CHANGED = "changed"
    NEWER = "newer"
    OTHER_KIND = "other kind"
    NO_ROOM = "no room"


class RefusedBackupError(ValueError):
    """The file is no backup that can be used; the message says why, and what to do. Nothing was changed."""

    def __init__(self, message: str, refusal: BackupFault = BackupFault.SPOILT) -> None:
        super().__init__(message)
        self.refusal = refusal


class BackedUpFile(Struct, frozen=True):
    """An entry: its name, its bytes, and its SHA-256 in hexadecimal digits."""

    path: str
    size: Annotated[int, Meta(ge=0, le=MOST_BYTES)]
    sha256: str


class _Heading(Struct, frozen=True):
    """What every version of a manifest has."""

    format: Annotated[int, Meta(ge=1)]
    program: str
    kind: str


class Manifest(Struct, frozen=True):
    """What is in a backup: program and time, the box's name in a club (empty: none), the entries.

    `unread` are files of the box that could not be read, or whose names no entry can have: they are missing here.
    """

    program: str
    written: str
    club: str
    files: tuple[BackedUpFile, ...]
    unread: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The names of the entries, in their order."""
        return tuple(file.path for file in self.files)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What people who restore it are told of each file that is missing."""
        return tuple(msg("{file} was missing when the backup was written.", file=name) for name in self.unread)


_HEADINGS: Final = Decoder(_Heading)
_MANIFESTS: Final = Decoder(Manifest)


class Backup:
    """A backup whose every byte was checked. Reads an entry when it is asked for."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self.manifest = manifest
        self._archive = archive

    @property
    def size(self) -> int:
        """The bytes of all entries."""
        return sum(file.size for file in self.manifest.files)

    @property
    def games(self) -> set[str]:
        """The games of its records."""
        records = (path for path in self.manifest.paths if path.startswith("records/"))
        first = (self.content(path).split(maxsplit=2)[:2] for path in records)
        return {words[1].decode(errors="replace") for words in first if len(words) == 2 and words[0] == b"game"}

    def content(self, path: str) -> bytes:
        """The content of an entry. Raises RefusedBackupError if the file was changed since it was opened."""
        try:
            return self._archive.read(path)
        except (*_UNREADABLE, KeyError) as fault:
            raise _refusal(fault) from fault


# ---------------------------------------------------------------- writing


@dataclass(frozen=True, slots=True)
class PackedBackup:
    """The bytes of a backup, and what is in it and missing from it."""

    content: bytes
    manifest: Manifest


@dataclass(frozen=True, slots=True)
class BoxData:
    """What a backup is made of: data directory, settings file (None: there is none), name in a club (empty: none).

    `only` gives the part of a file that may leave the box, by the name of its entry.
    """

    root: Path
    settings: Path | None = None
    club: str = ""
    disk: Disk = DISK
    only: Callable[[str, bytes], bytes] = lambda _, content: content

    def pack(self, written: str) -> PackedBackup:
        """A backup. A table may be at work in the data directory; `written` is the time of day.

        Raises StorageError if a directory cannot be looked through; a file that cannot be in it is named in it.
        """
        files, unread, packed = dict[str, BackedUpFile](), list[str](), io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, path in self._entries():
                try:
                    refuse_unkept_name(path, name)
                    content = self.only(name, self.disk.read(path))
                except FileNotFoundError:  # a match was finished meanwhile: it is found among the finished ones
                    continue
                except OSError:
                    unread.append(visible(name))
                    continue
                archive.writestr(_entry(name), content)
                files[name] = BackedUpFile(name, len(content), hashlib.sha256(content).hexdigest())
            manifest = Manifest(VERSION, written, self.club, tuple(files.values()), tuple(unread))
            heading = {"format": FORMAT, "kind": KIND, **asdict(manifest), "files": [*map(asdict, files.values())]}
            archive.writestr(_entry(MANIFEST), json.dumps(heading, ensure_ascii=False, indent=1))
        return PackedBackup(packed.getvalue(), manifest)

    def _entries(self) -> Iterator[tuple[str, Path]]:
        """Each entry's name and file, also of an odd name; within a directory the oldest first."""
        for place in _DIRECTORIES:
            directory = self.root / place
            with in_words("cannot look through the directory", directory):
                found = self.disk.files(directory)
            named = ((str(path.relative_to(self.root)), path) for path in found)
            yield from ((name, path) for name, path in named if _WANTED.fullmatch(name))
        if self.settings is not None and self.disk.exists(self.settings):
            yield SETTINGS, self.settings


def refuse_unkept_name(path: Path, name: str) -> None:
    """Refuse a file of a backup whose `name`, below the data, no entry can have. Raises StorageError."""
    refuse_odd_name(path)
    if _WANTED.fullmatch(name) and not ENTRY.fullmatch(name):
        why = f"it is in no backup: its name has a backslash, or more than {MOST_LETTERS} letters"
        raise StorageError(why, path, "Give it another name.")


def backup_name(day: str, is_there: Callable[[str], bool]) -> str:
    """An unused name for a backup of this day, given as 2026-11-27."""
    names = (f"{name}.zip" for name in numbered_names(f"companion-{day}"))
    return next(name for name in names if not is_there(name))


def write_backup(file: Path, packed: bytes, disk: Disk = DISK) -> None:
    """Write a backup to a new file, whole or not at all. Raises StorageError."""
    with in_words("the backup is not written", file):
        write_new(file, packed, disk)


def _entry(name: str) -> zipfile.ZipInfo:
    """An entry without a time of its own: the same data make the same file."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (stat.S_IFREG | 0o640) << 16
    return entry


# ---------------------------------------------------------------- reading


def open_backup(file: IO[bytes]) -> Backup:
    """Open a backup, and check every byte of it. Raises RefusedBackupError."""
    try:
        return _check(file)
    except RefusedBackupError:
        raise
    except _UNREADABLE as fault:
        raise _refusal(fault) from fault


def _check(file: IO[bytes]) -> Backup:
    if not file.seek(0, io.SEEK_END):  # it is empty, or a device, which `zipfile` reads without end
        raise zipfile.BadZipFile
    archive = zipfile.ZipFile(file)
    entries = {entry.filename: entry for entry in archive.infolist()}
    if MANIFEST not in entries or len(entries) != len(archive.infolist()):
        raise RefusedBackupError(msg("It is no backup of a table: choose a file that “companion backup” wrote."))
    if any(entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} for entry in entries.values()):
        raise zipfile.BadZipFile  # each other way raises errors of its own
    _refuse_size(entries.values())
    manifest = _manifest(archive.read(MANIFEST))
    _refuse_entries(manifest, entries)
    for listed in manifest.files:
        if hashlib.sha256(archive.read(listed.path)).hexdigest() != listed.sha256:
            changed = msg("It was changed since it was written, at {entry}: take another copy.", entry=listed.path)
            raise RefusedBackupError(changed, BackupFault.CHANGED)
    return Backup(archive, manifest)


def _manifest(written: bytes) -> Manifest:
    try:
        heading = decode_strangers(_HEADINGS, written, MOST_BYTES)
        if heading.kind != KIND:
            other = msg("It is a backup of another kind of box ({kind}).", kind=heading.kind)
            raise RefusedBackupError(other, BackupFault.OTHER_KIND)
        if heading.format > FORMAT:
            newer = msg(
                "It was written by a newer version ({version}): update this box first.", version=heading.program
            )
            raise RefusedBackupError(newer, BackupFault.NEWER)
        return decode_strangers(_MANIFESTS, written, MOST_BYTES)
    except RefusedMessage as fault:
        raise RefusedBackupError(msg("Its list of contents is wrong ({why}): take another copy.", why=fault)) from fault


def _refuse_size(entries: Collection[zipfile.ZipInfo]) -> None:
    """Refuse a backup that would fill memory or card, before anything is unpacked."""
    largest = max((entry.file_size for entry in entries), default=0)
    if largest > MOST_BYTES or sum(entry.file_size for entry in entries) > MOST_IN_ALL or len(entries) > MOST_FILES:
        raise RefusedBackupError(msg("It is too large for a backup of a table."))


def _refuse_entries(manifest: Manifest, entries: Mapping[str, zipfile.ZipInfo]) -> None:
    """Refuse any entry that is not listed, any listed one that is missing, and what would be written elsewhere."""
    listed = {file.path: file.size for file in manifest.files}
    found = {name: entry.file_size for name, entry in entries.items() if name != MANIFEST}
    strange = next((name for name in found if not ENTRY.fullmatch(name) or not _is_plain(entries[name])), None)
    if strange is not None:
        nothing_of_it = msg("{entry} is nothing that a backup holds.", entry=ascii(strange))
        raise RefusedBackupError(nothing_of_it, BackupFault.CHANGED)
    if len(listed) != len(manifest.files) or listed != found:
        unfit = msg("Its list of contents does not fit what is in it: take another copy.")
        raise RefusedBackupError(unfit, BackupFault.CHANGED)


def _is_plain(entry: zipfile.ZipInfo) -> bool:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    return kind in {0, stat.S_IFREG} and entry.orig_filename == entry.filename


def _refusal(fault: Exception) -> RefusedBackupError:
    """The refusal of a file that cannot be unpacked."""
    why = fault if isinstance(fault, OSError) else type(fault).__name__
    return RefusedBackupError(msg("It is cut off, spoilt, or no backup at all ({why}): take another copy.", why=why))
