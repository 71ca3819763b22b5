"""A wheel that brings a game: what it holds, and why it may be refused. Nothing of it is executed or unpacked here.

The formats: PEP 427 (wheel), PEP 376 and 627 (RECORD), and "Entry points specification" of the Python packaging guide.
The package `installer` puts every wheel where it says: programs, .pth files, other packages. To refuse those is most of
what is done here.
"""

from __future__ import annotations

import csv
import hashlib
import re
import struct
import zipfile
import zlib
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from configparser import Error as ConfigError
from email.message import Message
from email.parser import Parser
from io import BytesIO
from pathlib import Path, PurePosixPath
from stat import S_ISLNK

from companion.games.plugins import GROUP, top_module
from companion.storage.disk import DISK
from companion.support.text import visible
from companion.support.values import dataclass

MOST_FILES = 400
MOST_BYTES = 8 << 20
"""Maximum bytes of the wheel, and of all that is in it. A game of our own has a quarter of a megabyte."""

OURS = "tabletop-companion"
PROGRAMS = ("console_scripts", "gui_scripts")
COMPILED = (".so", ".pyd", ".dll", ".dylib", ".pyc", ".pyo")
ENTRY = re.compile(r"[a-z]\w*(\.[a-z]\w*)*:\w+", re.ASCII | re.IGNORECASE)
FILE_NAME = re.compile(r"(?P<package>[A-Za-z0-9_.]+)-(?P<version>[A-Za-z0-9_.!+]+)-py3-none-any\.whl", re.ASCII)


DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, NotImplementedError, RuntimeError)
"""What `zipfile` raises for a file that is no archive."""


class UnfitWheelError(ValueError):
    """The wheel is refused. Each of `reasons` says in a sentence what is wrong and what its author can do."""

    def __init__(self, *reasons: str) -> None:
        self.reasons = tuple(map(visible, reasons))
        super().__init__("\n".join(self.reasons))


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel that may be unpacked: its package, and the game that it brings by its entry point.

    `entry` is "module:name", `files` the content of every file by its path.
    """

    package: str
    version: str
    name: str
    entry: str
    files: Mapping[str, bytes]


def read_wheel(path: Path) -> Wheel:
    """Read a wheel with little memory, whatever it holds. Raises UnfitWheelError, OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise UnfitWheelError(f"it is larger than {MOST_BYTES >> 20} MB: leave out what the game does not need")
    return wheel_of(path.name, DISK.read(path))


def wheel_of(file: str, content: bytes) -> Wheel:
    """The wheel in a file of this name. Raises UnfitWheelError."""
    named = FILE_NAME.fullmatch(file)
    if named is None:
        raise UnfitWheelError(
            f"“{file}” is not a pure-Python wheel (NAME-VERSION-py3-none-any.whl): its author makes one with pip wheel"
        )
    files = _files(content)
    info = f"{named['package']}-{named['version']}.dist-info"
    _refuse(_missing(files, info))
    metadata, wheel = (Parser().parsestr(_text(files, f"{info}/{name}")) for name in ("METADATA", "WHEEL"))
    points = _entry_points(_text(files, f"{info}/entry_points.txt"))
    _refuse([*_foreign(wheel, metadata), *_wrong_points(points)])
    if (normalize(metadata["Name"]), metadata["Version"]) != (normalize(named["package"]), named["version"]):
        raise UnfitWheelError(f"its METADATA names {metadata['Name']} {metadata['Version']}: make it with pip wheel")
    ((name, entry),) = points[GROUP].items()
    _refuse([*_misplaced_files(files, info, top_module(entry)), *_unrecorded_files(files, f"{info}/RECORD")])
    return Wheel(metadata["Name"], metadata["Version"], name, entry, files)


def _refuse(reasons: list[str]) -> None:
    if reasons:
        raise UnfitWheelError(*reasons)


# ---------------------------------------------------------------- the archive


def _files(content: bytes) -> dict[str, bytes]:
    """The content of all files. Raises UnfitWheelError before anything large is read."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            members = archive.infolist()
            _refuse(list(_unsafe(members)))
            files = {member.filename: _content(archive, member) for member in members if not member.is_dir()}
    except UnfitWheelError:
        raise
    except DAMAGED as fault:
        raise UnfitWheelError(f"it is damaged ({fault}): download it again") from fault
    return files


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as packed:
        content = packed.read(member.file_size + 1)
    if len(content) != member.file_size:
        raise UnfitWheelError(f"{member.filename} does not have the size that the wheel states: download it again")
    return content


def _unsafe(members: list[zipfile.ZipInfo]) -> Iterator[str]:
    """What no real wheel has: too many bytes, paths that lead elsewhere, links, odd compression, a name twice."""
    if len(members) > MOST_FILES or sum(member.file_size for member in members) > MOST_BYTES:
        most = f"{MOST_FILES} files or {MOST_BYTES >> 20} MB"
        yield f"it unpacks to more than {most}: leave out what the game does not need"
    for entry in members:
        if _leads_elsewhere(entry.filename):
            yield f"“{entry.filename}” leads out of its directory, which a real wheel does not do"
        if S_ISLNK(entry.external_attr >> 16):
            yield f"“{entry.filename}” is a link: a wheel contains files only"
        if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} or entry.flag_bits & 1:
            yield f"“{entry.filename}” is compressed as in no wheel: make the wheel with pip wheel"
    twice = [name for name, times in Counter(member.filename.casefold() for member in members).items() if times > 1]
    yield from (f"“{name}” is in it twice, which a real wheel does not do" for name in twice)


def _leads_elsewhere(name: str) -> bool:
    parts = name.removesuffix("/").split("/")
    odd = "\\" in name or ":" in name or not name.isprintable()
    return odd or any(part in {"", ".", ".."} for part in parts)


# ---------------------------------------------------------------- what it says of itself


def _text(files: Mapping[str, bytes], name: str) -> str:
    try:
        return files[name].decode("utf-8")
    except UnicodeDecodeError as fault:
        raise UnfitWheelError(f"{name} is not UTF-8 text: make the wheel with pip wheel") from fault


def _missing(files: Mapping[str, bytes], info: str) -> list[str]:
    if f"{info}/entry_points.txt" not in files and f"{info}/WHEEL" in files:
        return [NO_GAME]
    missing = [name for name in ("METADATA", "WHEEL", "RECORD") if f"{info}/{name}" not in files]
    return [f"{info}/{name} is missing: make the wheel with pip wheel" for name in missing]


NO_GAME = f'it brings no game: its pyproject.toml needs [project.entry-points."{GROUP}"] with NAME = "MODULE:ENTRY"'


def _entry_points(text: str) -> dict[str, dict[str, str]]:
    found = ConfigParser(delimiters=("=",), interpolation=None)
    found.optionxform = str  # type: ignore[method-assign,assignment]
    try:
        found.read_string(text)
    except ConfigError as fault:
        raise UnfitWheelError("its entry_points.txt cannot be read: make the wheel with pip wheel") from fault
    return {section: dict(found[section]) for section in found.sections()}


def _wrong_points(points: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for group in PROGRAMS:
        for name in points.get(group, ()):
            table = group.replace("console_", "")
            yield f"it brings a program, “{name}”, and a game has none: leave out [project.{table}]"
    games = points.get(GROUP, {})
    if not games:
        yield NO_GAME
    if len(games) > 1:
        yield f"it brings several games ({', '.join(games)}): make a wheel of each"
    for entry in games.values():
        if not ENTRY.fullmatch(entry):
            yield f"its entry point is “{entry}”, but must be MODULE:NAME"


def _foreign(wheel: Message, metadata: Message) -> Iterator[str]:
    """Metadata by which it is not pure Python, or needs another package."""
    if wheel.get("Root-Is-Purelib", "").strip().lower() != "true" or wheel.get_all("Tag") != ["py3-none-any"]:
        yield "it is not pure Python (Root-Is-Purelib: true, Tag: py3-none-any), so it might not run on the box"
    if not (metadata.get("Name") and metadata.get("Version")):
        yield "its METADATA has no Name or no Version: make the wheel with pip wheel"
    for wanted in metadata.get_all("Requires-Dist") or ():
        package = re.match(r"[A-Za-z0-9._-]*", wanted.strip())
        optional = re.search(r";.*\bextra\s*==", wanted)
        if not optional and (package is None or normalize(package[0]) != OURS):
            yield f"it needs another package, “{wanted}”: a game may use only Python and the companion"


def normalize(package: str) -> str:
    """The name of a package as indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", package).lower()


# ---------------------------------------------------------------- what it holds


def _misplaced_files(files: Mapping[str, bytes], info: str, module: str) -> Iterator[str]:
    for name in files:
        path = PurePosixPath(name)
        if path.suffix == ".pth":
            yield f"“{name}” would change how every Python program starts: leave it out"
        elif path.parts[0].endswith(".data"):
            yield f"“{name}” would be installed outside its package: keep data beside the modules"
        elif path.parts[0] not in {module, f"{module}.py", info}:
            yield f"“{name}” lies outside its package {module}: a wheel brings one package, which contains the game"
        elif path.suffix in COMPILED:
            yield f"“{name}” is compiled, but only source can be checked: leave it out"


def _unrecorded_files(files: Mapping[str, bytes], record: str) -> Iterator[str]:
    """Files that differ from RECORD, and files that RECORD has and the wheel does not."""
    try:
        rows = {row[0]: row[1:] for row in csv.reader(_text(files, record).splitlines()) if row}
    except csv.Error as fault:
        raise UnfitWheelError("its RECORD cannot be read: download the wheel again") from fault
    signed = {record, f"{record}.jws", f"{record}.p7s"}
    for name in sorted(files.keys() - signed):
        if rows.get(name, [""])[0] != _digest(files[name]):
            yield f"“{name}” differs from its RECORD (sha256): download the wheel again"
    for name in sorted(rows.keys() - files.keys()):
        yield f"“{name}” is in its RECORD, but not in the wheel: download it again"


def _digest(content: bytes) -> str:
    return f"sha256={urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()}"
