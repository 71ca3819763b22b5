"""What people and other programs leave where a record should be."""

from __future__ import annotations

import os
from pathlib import Path

from companion.storage.disk import MOST_BYTES


def a_directory(path: Path) -> None:
    path.mkdir()


def a_link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_giant(path: Path) -> None:
    path.touch()
    os.truncate(path, MOST_BYTES + 1)


ODDITIES = (a_directory, a_link_to_itself, a_link_to_nothing, a_pipe, a_giant)


def remove(path: Path) -> None:
    """Take it away."""
    path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
