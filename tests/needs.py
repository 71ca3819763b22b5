"""What some tests want of a computer, and the Debian packages that have it: the reason that a skipped test gives.

CONTRIBUTING.md lists them all; `told` is what stands at the end of a run.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.companion.web.browser import found as browser_found
from tests.promises import INCAPABLE, ROOT

SBIN = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin:/usr/local/sbin"
"""Where root looks, too: brokers and file systems lie there."""
INSTALL = "sudo apt install "
CARD_SERVICE = Path(tempfile.gettempdir(), f"companion-pcsc-{os.getpid()}", "run", "pcscd.comm")
"""Where the library of PC/SC finds the service: not this computer's readers, but `tests/hardware/virtual_cards.py`."""

CHROMIUM = f"no Chromium: {INSTALL}chromium"
MOSQUITTO = f"no broker: {INSTALL}mosquitto"
VOICE = f"no voice: {INSTALL}espeak-ng alsa-utils"
STRACE = f"no strace: {INSTALL}strace"
SHELLCHECK = f"no shellcheck: {INSTALL}shellcheck"
SYSTEMD = f"no systemd-analyze: {INSTALL}systemd"
COMPILER = f"no C compiler, or a library made by it is missing: {INSTALL}gcc libc6-dev python3-dev"
BOOTS = f"a booted system wants root: {INSTALL}systemd-container dbus, and sudo"
FILE_SYSTEM = f"a file system in a file wants root: {INSTALL}e2fsprogs, and sudo"
BARE = f"a bare Debian wants root: {INSTALL}debootstrap, and sudo"
MOUNTS = "a mount wants root: sudo"
AXE = "no axe-core: make .venv/.test with a network"
UINPUT = "the kernel makes no devices that type, or not for this user: sudo modprobe uinput; or make rehearse-typing"
PCSC = f"the real pcscd wants pyscard and root: {INSTALL}pcscd vsmartcard-vpcd libpcsclite-dev swig, and sudo"
NEEDS = (
    CHROMIUM,
    MOSQUITTO,
    VOICE,
    STRACE,
    SHELLCHECK,
    SYSTEMD,
    COMPILER,
    BOOTS,
    FILE_SYSTEM,
    BARE,
    MOUNTS,
    AXE,
    PCSC,
    UINPUT,
)


def needs_another_user() -> None:
    """Skips a test that starts a part of the program as a user who is not root."""
    if os.geteuid():
        pytest.skip("only root can start something as another user")
    if not all(directory.stat().st_mode & 0o005 == 0o005 for directory in (ROOT, *ROOT.parents)):
        pytest.skip(f"{INCAPABLE}let another user read {ROOT}: chmod o+rx, also the directories above")


def program(name: str) -> str | None:
    """Where a program lies, also where only root looks."""
    return shutil.which(name, path=SBIN)


def _mark(reason: str, *, here: object) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not here, reason=reason)


with_chromium = _mark(CHROMIUM, here=browser_found())
with_mosquitto = _mark(MOSQUITTO, here=program("mosquitto"))
with_voice = _mark(VOICE, here=program("espeak-ng") and program("aplay"))
with_shellcheck = _mark(SHELLCHECK, here=program("shellcheck"))
with_systemd = _mark(SYSTEMD, here=program("systemd-analyze"))
has_axe = _mark(AXE, here=find_spec("axe_playwright_python"))


def told(reasons: Iterable[str]) -> Iterator[str]:
    """The reasons of skipped tests by their number, the most frequent first.

    >>> list(told(["no strace", "no broker", "no strace"]))
    ['    2  no strace', '    1  no broker']
    """
    for reason, number in Counter(reasons).most_common():
        yield f"{number:5}  {reason}"
