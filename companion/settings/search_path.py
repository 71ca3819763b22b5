"""Find the settings: the file in use, and the options that override it."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.settings.parser import ParsedSettings, Problem, from_entries, read
from companion.settings.schema import KeyPath, Settings
from companion.storage.disk import home, read_stream, user_data, xdg_home
from companion.support.values import dataclass, replace

EX_CONFIG = 78
"""EX_CONFIG of sysexits.h: the settings are wrong, and a restart does not help."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
OPTIONS: Mapping[KeyPath, str] = {
    ("panel", "kind"): "panel",
    ("panel", "rotation"): "upside_down",
    ("light", "common_anode"): "common_anode",
    ("data", "directory"): "data",
}
"""The options of the command line that override a key of the file."""

SERVICE_DATA = Path("/var/lib/companion")
"""The data directory of the service (systemd/companion.service), readable by its own user only."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings in force: the parsed file (None: no file) and the keys that options override."""

    file: Path | None
    parsed: ParsedSettings
    options: Mapping[KeyPath, Any]

    @property
    def settings(self) -> Settings:
        """The settings; a wrong value is replaced by its default."""
        return self.parsed.settings

    @property
    def problem(self) -> Problem | None:
        """The first problem, which prevents the start; None: no problem."""
        return next(iter(self.parsed.problems), None)

    def complaints(self) -> Iterator[str]:
        """Every warning and problem with its place, one line each."""
        yield from (f"companion: {self.place(warning.line)}: warning: {warning}" for warning in self.parsed.warnings)
        yield from (f"companion: {self.place(problem.line)}: {problem}" for problem in self.parsed.problems)

    def place(self, line: int) -> str:
        """A line of the file; line 0: the file itself."""
        return f"{self.file}:{line}" if line else f"{self.file or 'settings'}"

    def source(self, path: KeyPath) -> str:
        """Where a value comes from: an option, a line, or the default, also in place of a wrong line."""
        if path in self.options:
            return f"option --{OPTIONS[path].replace('_', '-')}"
        if path not in self.parsed.lines:
            return "default"
        place = self.place(self.parsed.lines[path])
        return place if path in self.parsed.explicit else f"default: {place} is wrong"


def candidates(asked: str | None, environ: Mapping[str, str]) -> tuple[Path, ...]:
    """The candidate files; the first that exists is used. An explicitly named file is the only candidate."""
    named = asked if asked is not None else environ.get("COMPANION_CONFIG")
    if named:
        return (Path(named),)
    directory = xdg_home("CONFIG", ".config", environ)
    at_home = (directory / "companion" / "config.toml",) if directory else ()
    return (*at_home, Path("/etc/companion/config.toml"))


def load_settings(arguments: Namespace, environ: Mapping[str, str] = os.environ) -> Configuration:
    """Load the settings for this command line."""
    options = _options(arguments)
    named = bool(arguments.config if arguments.config is not None else environ.get("COMPANION_CONFIG"))
    # A named file must exist. Any other candidate is used if it exists, and must then be readable.
    file = next((place for place in candidates(arguments.config, environ) if named or os.path.lexists(place)), None)
    if file is None:
        return Configuration(None, from_entries((), options), options)
    try:
        text = _text(file)
    except (OSError, ValueError) as refusal:  # ValueError: not UTF-8, or a name with a NUL in it
        problem = _unreadable(file, refusal, by_option=arguments.config is not None)
        return Configuration(file, replace(from_entries((), options), problems=(problem,)), options)
    return Configuration(file, read(text, options), options)


def value_in(file: Path, path: KeyPath) -> Any:
    """The value of a key in a settings file; its default if the file cannot be read."""
    try:
        return read(_text(file)).values[path]
    except (OSError, ValueError):
        return from_entries((), {}).values[path]


def settings_file(arguments: Namespace, environ: Mapping[str, str] = os.environ) -> Path:
    """The file to change: the one in use, or a new one; the service's for root and the service's own user."""
    new = candidates(arguments.config, environ)[-1 if os.access(SERVICE_DATA, os.W_OK) else 0]
    return load_settings(arguments, environ).file or new


def data_directory(given: str) -> Path:
    """The data directory; empty: the service's for root, else that of the XDG Base Directory Specification 0.8.

    Raises CannotStartError if this user has no home directory and needs one.
    """
    if given.startswith("~/"):
        return home() / given[2:]
    if given:
        return Path(given)
    if not os.geteuid() and SERVICE_DATA.is_dir():
        return SERVICE_DATA
    return user_data() / "companion"


def service_hint(root: Path, command: str) -> str:
    """A hint at the service's data directory for people whose own is empty; "" if there is no service."""
    if root == SERVICE_DATA or not SERVICE_DATA.exists():
        return ""
    return f"\nThe service on this box has its own: sudo companion {command}"


def _options(arguments: Namespace) -> dict[KeyPath, Any]:
    given = {path: getattr(arguments, name, None) for path, name in OPTIONS.items()}
    given["panel", "rotation"] = 180 if getattr(arguments, "upside_down", False) else None
    return {path: value for path, value in given.items() if value is not None and value is not False}


def _text(file: Path) -> str:
    with file.open("rb") as opened:
        return read_stream(opened).removeprefix(_BYTE_ORDER_MARK).decode("utf-8")


def _unreadable(file: Path, refusal: OSError | ValueError, *, by_option: bool) -> Problem:
    """Why a settings file is not read; one that is not there was named, by the option or by the environment."""
    match refusal:
        case FileNotFoundError():
            other = "name another one" if by_option else "unset COMPANION_CONFIG, which names it"
            remedy = f"one that is there: {other}, or write it: companion config example > {file}"
            return Problem(0, "", "no such file", remedy)
        case IsADirectoryError():
            return Problem(0, "", "a directory", "a file")
        case UnicodeDecodeError():
            line = refusal.object.count(b"\n", 0, refusal.start) + 1
            return Problem(line, "", f"byte 0x{refusal.object[refusal.start]:02X}", "UTF-8 text")
        case PermissionError():
            return Problem(0, "", f"{refusal.strerror}", f"a file that this user can read: sudo chmod a+r {file}")
        case OSError():
            return Problem(0, "", f"{refusal.strerror}", "a file that can be read")
        case _:
            return Problem(0, "", str(refusal), "the name of a file")
