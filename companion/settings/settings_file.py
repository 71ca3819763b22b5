"""Keep one setting in the settings file, which is replaced atomically; the rest of its text stays as it is."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from stat import S_ISLNK
from typing import Any

from companion.settings.parser import ParsedSettings, Problem, read
from companion.settings.schema import KeyPath, key_of, toml_key
from companion.storage.disk import Disk, mode_of, shortly
from companion.storage.named_file import disk_like
from companion.support.messages import msg


class SettingsFile:
    """A settings file, or the one that a link leads to; created by the first setting that is kept."""

    def __init__(self, file: Path, disk: Disk | None = None) -> None:
        self.file = Path(os.path.realpath(file)) if S_ISLNK(mode_of(file, follow_symlinks=False)) else file
        self._own_disk = disk

    @property
    def _disk(self) -> Disk:
        """The disk that writes the file with the mode and the owner that it has now."""
        return self._own_disk or disk_like(self.file)

    def keep(self, path: KeyPath, value: Any) -> ParsedSettings:
        """Write a value for a key, as `keep_all` does."""
        return self.keep_all({path: value})

    def keep_all(self, values: Mapping[KeyPath, Any]) -> ParsedSettings:
        """Write values for keys; returns all settings of the file. Raises CannotChangeError.

        The file is replaced atomically, and concurrent changes, also of other programs, queue up.
        """
        self.text()  # a place that is no file gets no lock beside it
        try:
            self._disk.make(self.file.parent, self.file.parent)
            with self._disk.in_turn(self.file):
                after = set_values(self.text(), values)
                self._disk.replace_whole(self.file, after.encode(), by=f".{os.getpid()}")
        except (OSError, UnicodeEncodeError) as fault:
            why = shortly(fault) if isinstance(fault, OSError) else msg("not UTF-8")
            raise CannotChangeError(msg("{file} cannot be written: {why}", file=self.file, why=why)) from fault
        return read(after)

    def text(self) -> str:
        """The text of the file; empty if it is missing. Raises CannotChangeError."""
        try:
            return self._disk.read(self.file).decode("utf-8-sig")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as fault:
            why = shortly(fault) if isinstance(fault, OSError) else msg("not UTF-8")
            raise CannotChangeError(msg("{file} cannot be read: {why}", file=self.file, why=why)) from fault


# ---------------------------------------------------------------- its text


class CannotChangeError(ValueError):
    """The text cannot be changed; the message says why."""


def set_values(text: str, values: Mapping[KeyPath, Any]) -> str:
    """Return the text with these values for keys. Raises CannotChangeError."""
    before, after = read(text), text
    for path, value in values.items():
        after = _set_value(after, path, value)
    left = [problem.message for problem in read(after).problems]
    _refuse_wrong([problem for problem in before.problems if problem.message in left])
    for clash in left:
        raise CannotChangeError(clash)
    return after


def _set_value(text: str, path: KeyPath, value: Any) -> str:
    """Return the text with this value for a key, whatever is wrong with other values. Raises CannotChangeError."""
    key, before = key_of(path), read(text)
    assert key is not None, f"{toml_key(path)} is no key"
    if not key.allowed.fits(value):
        problem = Problem(0, toml_key(path), key.to_toml(value), key.allowed.words)
        raise CannotChangeError(problem.message)
    lines = text.split("\n") if text else []
    if path in before.lines:
        _put_instead(lines, before.lines[path] - 1, key.to_toml(value))
    else:
        _put_new(lines, path, key.to_toml(value))
    after = "\n".join(lines)
    if read(after).explicit != {**before.explicit, path: value}:
        _refuse_wrong(before.problems)
        raise CannotChangeError(
            msg("{key} is set in a way that only a person can change: edit the file", key=toml_key(path))
        )
    return after


def _refuse_wrong(problems: Sequence[Problem]) -> None:
    """Refuse a text with these problems, if any. Raises CannotChangeError."""
    for problem in problems:
        raise CannotChangeError(msg("line {n} is wrong: {problem}", n=problem.line, problem=problem.message))


def _put_instead(lines: list[str], at: int, value: str) -> None:
    """Replace the statement at this line; its key and its comment stay."""
    end = next(end for end in range(at + 1, len(lines) + 1) if _values("\n".join(lines[at:end])) is not None)
    statement = "\n".join(lines[at:end])
    stops = (found.start() for found in re.finditer(r"\s*(#|$)", statement))
    after = next(statement[stop:] for stop in stops if _values(statement[:stop]) is not None)
    lines[at:end] = [f"{statement.partition('=')[0].rstrip()} = {value}{after}"]


def _values(statement: str) -> dict[str, Any] | None:
    """What a statement sets; None: it is not whole."""
    try:
        return tomllib.loads(statement + "\n")
    except tomllib.TOMLDecodeError:
        return None


def _put_new(lines: list[str], path: KeyPath, value: str) -> None:
    """Insert below the header of its table; append the table if it is missing."""
    table: dict[str, Any] = {}
    for name in reversed(path[:-1]):
        table = {name: table}
    at = next((at for at, line in enumerate(lines) if _values(line) == table), None)
    if at is None:
        lines += [*([""] if lines and lines[-1] else []), f"[{toml_key(path[:-1])}]", ""]
        at = len(lines) - 2
    lines.insert(at + 1, f"{toml_key(path[-1:])} = {value}")
