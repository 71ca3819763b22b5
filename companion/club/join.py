"""Install a bundle on its box: judged first, and whole or not at all.

The place of a bundle is a link to a directory beside it, so that one rename changes all files. The old directory is
deleted after that.
"""

from __future__ import annotations

import grp
import os
import re
import shutil
from contextlib import suppress
from itertools import count
from pathlib import Path
from stat import S_ISREG

from companion.club.bundle import MOST_BYTES, Bundle, UnfitBundleError, bundle_of
from companion.club.certificate import Certificate, examine, problem
from companion.club.link import TlsFiles
from companion.settings.schema import ClubSettings
from companion.storage.disk import OWNERS, Disk, in_words
from companion.support.text import visible

FILES = AUTHORITY, CERTIFICATE, KEY = "ca.pem", "box.pem", "box.key"
"""What the box's process reads in the directory of its bundle."""
GROUP = "companion-club"
"""The group of the box's process (systemd/companion.sysusers)."""


def files_of(club: ClubSettings) -> TlsFiles | None:
    """The files for TLS of a box with these settings; None: without TLS."""
    return TlsFiles(*(Path(club.bundle_directory) / name for name in FILES)) if club.tls else None


def read_bundle(path: Path) -> Bundle:
    """The bundle in a file. Raises UnfitBundleError, OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # a pipe would wait for somebody who writes
    try:
        if not S_ISREG(os.fstat(descriptor).st_mode):
            raise UnfitBundleError("it is not a file: name the bundle that companion club add made")
        return bundle_of(os.read(descriptor, MOST_BYTES + 1))
    finally:
        os.close(descriptor)


def join(bundle: Bundle, place: Path, now: float, *, clock_is_set: bool, disk: Disk = OWNERS) -> Certificate:
    """Install a bundle in `place`; returns its certificate.

    `now` is in seconds since 1970. Raises UnfitBundleError, and StorageError: what was there is unchanged then.
    """
    with in_words("cannot install the bundle", place):
        place.parent.mkdir(0o755, parents=True, exist_ok=True)
        if place.exists() and not place.is_symlink():
            raise UnfitBundleError(f"{place} exists, but is not a bundle: move it away")
        _delete_others(place)
        free = (place.with_name(f".{place.name}-{number}") for number in count(1))
        new = next(directory for directory in free if not os.path.lexists(directory))
        try:
            found = _write(bundle, new, disk)
            if why := problem(now, found.valid, clock_is_set=clock_is_set):
                raise UnfitBundleError(why)
            _point(place, new, disk)
        finally:
            _delete_others(place)
    return found


def _write(bundle: Bundle, new: Path, disk: Disk) -> Certificate:
    """Write and examine the files of a bundle."""
    disk.mkdir(new)
    for name, text in zip(FILES, (bundle.authority, bundle.certificate, bundle.key), strict=True):
        disk.replace_whole(new / name, text.encode())
    found = examine(*(new / name for name in FILES))
    if found.name != bundle.box:
        raise UnfitBundleError(f"its certificate is for “{visible(found.name)}”, not for {bundle.box}")
    _give_to_group(new)
    return found


def _point(place: Path, new: Path, disk: Disk) -> None:
    """Let `place` lead to the new directory."""
    link = place.with_name(f".{place.name}.tmp")
    link.unlink(missing_ok=True)
    link.symlink_to(new.name)
    disk.rename(link, place)
    disk.sync_directory(place.parent)


def _delete_others(place: Path) -> None:
    """Delete the directories of bundles beside `place`, `.NAME-1` and so on, that it does not lead to: they hold keys.

    An earlier bundle has left them, or an attempt that was cut off.
    """
    name = re.compile(rf"\.{re.escape(place.name)}-[0-9]+")
    for directory in place.parent.iterdir():
        if name.fullmatch(directory.name) and directory.resolve() != place.resolve():
            shutil.rmtree(directory, ignore_errors=True)


def _give_to_group(directory: Path) -> None:
    """On the box, let the group of its process read root's files. Elsewhere there is no such group: does nothing."""
    if os.geteuid():
        return
    with suppress(KeyError):
        group = grp.getgrnam(GROUP).gr_gid
        for path, mode in ((directory, 0o750), *((path_there, 0o640) for path_there in directory.iterdir())):
            os.chown(path, -1, group)
            path.chmod(mode)
