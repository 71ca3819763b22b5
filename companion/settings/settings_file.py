"""Keep one setting in the settings file, which is replaced atomically."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.settings.editor import CannotChangeError, set_value
from companion.settings.parser import ParsedSettings, read
from companion.settings.schema import KeyPath
from companion.storage.disk import Disk, shortly
from companion.storage.named_file import disk_like
from companion.support.messages import msg


class SettingsFile:
    """A settings file, or the one that a link leads to; created by the first setting that is kept."""

    def __init__(self, file: Path, disk: Disk | None = None) -> None:
        self.file = Path(os.path.realpath(file)) if file.is_symlink() else file
        self._own_disk = disk

    @property
    def _disk(self) -> Disk:
        """What writes it: the mode and the owner that the file has now stay."""
        return self._own_disk or disk_like(self.file)

    def keep(self, path: KeyPath, value: Any) -> ParsedSettings:
        """Write a value for a key; returns all settings of the file. Raises CannotChangeError.

        The file is replaced atomically, and concurrent changes, also of other programs, queue up.
        """
        try:
            with self._alone():
                after = set_value(self.text(), path, value)
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

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock a second file, because the settings file itself is replaced. Raises OSError."""
        self._disk.make(self.file.parent, self.file.parent)
        descriptor = self._disk.open_lock(self.file.with_name(f".{self.file.name}.lock"))
        try:
            self._disk.lock_in_turn(descriptor)
            yield
        finally:
            self._disk.close(descriptor)
