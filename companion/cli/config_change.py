"""`companion config set` and `take`: change a setting, as a person or for the menu of the box."""

from __future__ import annotations

import socket
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

from companion.cli.console import NotWrittenError, WrongUseError, change_error, complain, print_lines
from companion.runtime.systemd import CLOCK_IS_SET
from companion.settings.parser import read
from companion.settings.schema import KeyPath, keys, toml_key
from companion.settings.search_path import settings_file
from companion.settings.sent_setting import AT_BOX, MOST_BYTES, UnfitLineError, setting_in, setting_text
from companion.settings.settings_file import CannotChangeError, SettingsFile
from companion.support.allowed import toml_value
from companion.support.text import nearest, visible

NOT_CHANGED = 1
NO_LINE = "standard input is not a socket: systemd gives it one (systemd/companion-settings.socket)."
AT_NEXT_START = "A table that runs takes it at its next start."
IN_MENU = "A table that runs takes it at its next start; its menu changes it at once: hold BACK, settings."


def change(arguments: Namespace) -> int:
    """Write one setting into the settings file; returns the exit status.

    for example:
      companion config set voice.volume 80
      companion config set people.regulars '["Ann", "Bob"]'
      sudo companion config set power.off_after_min 30      on the box

    exit status:
      0  it is written
      1  the file cannot be changed
      2  there is no such setting, or it cannot have this value
      75 the disk of the file is full, read-only or spoilt
    """
    path, value = _setting(arguments.key, arguments.value)
    file = SettingsFile(settings_file(arguments))
    try:
        file.keep(path, value)
    except CannotChangeError as refusal:
        error = change_error(file.file, refusal)
        if isinstance(error, NotWrittenError):
            raise error from refusal
        complain("config", error)
        return NOT_CHANGED
    print_lines([visible(f"{setting_text(path, value)}  # {file.file}"), IN_MENU if path in AT_BOX else AT_NEXT_START])
    return 0


def take(arguments: Namespace) -> int:
    """Keep what the menu of the box sends on standard input, a socket; for the service manager.

    Takes the settings of that menu, and a time where no network has set the clock. Refuses and reports anything else.
    """
    try:
        line = socket.socket(fileno=sys.stdin.fileno())
    except OSError as fault:
        raise WrongUseError(NO_LINE) from fault
    file, status = SettingsFile(settings_file(arguments)), 0
    for datagram in _datagrams(line):
        try:
            _keep(file, datagram)
        except (UnfitLineError, CannotChangeError, OSError, ValueError) as refusal:
            complain("config", f"not kept: {refusal}")
            status = NOT_CHANGED
    return status


def _datagrams(line: socket.socket) -> Iterator[bytes]:
    """The datagrams that have arrived."""
    with suppress(BlockingIOError):
        while True:
            yield line.recv(MOST_BYTES + 1, socket.MSG_DONTWAIT)


def _keep(file: SettingsFile, datagram: bytes) -> None:
    """Keep the setting of a datagram, or set the clock to its time. Raises ValueError, OSError."""
    match setting_in(datagram):
        case (int(), *_) as parts:
            if CLOCK_IS_SET.exists():
                raise UnfitLineError("the network has set the clock")
            year, month, day, hour, minute = parts
            local = datetime(year, month, day, hour, minute)  # noqa: DTZ001 - the time of this box
            time.clock_settime(time.CLOCK_REALTIME, local.timestamp())
        case (tuple() as path, value):
            file.keep(path, value)


def _setting(name: str, text: str) -> tuple[KeyPath, Any]:
    """The key of this name, and the value that a text stands for: TOML, or a word as it is. Raises WrongUseError.

    Whether it goes together with the other settings is not asked here: they stand in the file.
    """
    parsed = read(f"{name} = {text}")
    if not parsed.explicit:
        word = read(f"{name} = {toml_value(text)}")
        is_toml = all(problem.key for problem in parsed.problems)
        parsed = word if word.explicit or not is_toml else parsed
    match tuple(parsed.explicit.items()):
        case ((path, value),) if len(parsed.lines) == 1:
            return path, value
    for problem in parsed.problems:
        if problem.key:
            raise WrongUseError(str(problem))
    names = tuple(map(toml_key, keys()))
    raise WrongUseError(f"“{name}” is no setting{nearest(name, names)} (companion config show)")
