"""`companion club join`: a box takes part in a club."""

from __future__ import annotations

import os
import time
from argparse import Namespace
from pathlib import Path

from companion.cli.arguments import configuration_of
from companion.cli.console import print_lines
from companion.cli.wrong_use import WrongUseError, complain
from companion.club.bundle import SUFFIX, Bundle, UnfitBundleError
from companion.club.certificate import day
from companion.club.joining import join, read_bundle
from companion.runtime.service import CLOCK_IS_SET
from companion.settings.editor import CannotChangeError, set_value
from companion.settings.search_path import candidates
from companion.storage.disk import in_words, make, replace_whole
from companion.storage.mode_disk import EVERYBODYS

REFUSED = 1
BOOT = Path("/boot/firmware")
"""The part of a box's card that any computer can write to."""

JOINED = """\
This box is {box} in its club; its certificate counts until {ends}.
The settings below [club] in {settings} say so.
Delete {file} now: its key is in it.
It takes part after: sudo make install, once more, for the package that a club needs;
if that is done already: sudo systemctl restart companion companion-club"""


def join_club(arguments: Namespace) -> int:
    """Install a bundle and set what it says; returns the exit status."""
    file = Path(arguments.file) if arguments.file else _on_the_card()
    found = configuration_of(arguments)
    place = Path(found.settings.club.bundle_directory).expanduser()
    settings = found.file or candidates(arguments.config, os.environ)[-1]
    _may_change(settings, place)
    try:
        bundle = _read(file)
        before, after = _set(settings, bundle)
        certificate = join(bundle, place, time.time(), clock_is_set=CLOCK_IS_SET.exists())
    except UnfitBundleError as refusal:
        complain("club", f"{file} is refused, and nothing is changed: {refusal}")
        return REFUSED
    except CannotChangeError as refusal:
        raise WrongUseError(f"{settings}: {refusal}") from refusal
    if after != before:
        with in_words("not written", settings):
            make(EVERYBODYS, settings.parent, settings.parent)
            replace_whole(EVERYBODYS, settings, after.encode())
    ends = day(certificate.valid.ends)
    print_lines(JOINED.format(box=bundle.box, ends=ends, settings=settings, file=file).splitlines())
    return 0


def _on_the_card() -> Path:
    """The only bundle on the boot partition. Raises WrongUseError."""
    found = sorted(BOOT.glob(f"*{SUFFIX}"))
    if len(found) == 1:
        return found[0]
    what = ", ".join(path.name for path in found)
    why = f"{BOOT} has several bundles ({what})" if found else f"{BOOT} has no bundle"
    raise WrongUseError(f"{why}: name the FILE that companion club add made")


def _may_change(settings: Path, place: Path) -> None:
    """Refuse to change what is root's as another user."""
    for path in (settings, place):
        there = next(directory for directory in (path.parent, *path.parents) if directory.exists())
        if not os.access(there, os.W_OK):
            raise WrongUseError(f"only root may change {path}: sudo companion club join …")


def _read(file: Path) -> Bundle:
    """The bundle in a file. Raises UnfitBundleError, WrongUseError."""
    try:
        return read_bundle(file)
    except OSError as fault:
        raise WrongUseError(f"{file}: {fault.strerror}") from fault


def _set(settings: Path, bundle: Bundle) -> tuple[str, str]:
    """The text of the settings, and the text to be. Raises CannotChangeError."""
    try:
        before = settings.read_text("utf-8") if settings.exists() else ""
    except (OSError, UnicodeDecodeError) as fault:
        raise CannotChangeError(f"it cannot be read ({fault})") from fault
    after = before
    for key, value in (("box", bundle.box), ("broker", bundle.broker), ("port", bundle.port), ("on", True)):
        after = set_value(after, ("club", key), value)
    return before, after
