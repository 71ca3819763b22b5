"""A cache of sounds on the SD card: a sentence that was said before is played at once.

It may be deleted at any time, and never stops the voice: a file that cannot be written is missing, and one that
a power cut has spoilt fails its check sum. Both are made anew.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.storage.disk import text_of, with_sum, xdg_home
from companion.storage.posted import post, read_posted

MOST_BYTES = 64 << 20
"""Maximum size of the cache: some 700 sentences."""


class Sounds:
    """WAV files by key in a directory, at most `most_bytes` of them. The oldest goes first."""

    def __init__(self, directory: Path, most_bytes: int = MOST_BYTES) -> None:
        self._directory = directory
        self._most_bytes = most_bytes
        self._sizes: dict[str, int] = {}
        with suppress(OSError):
            self._open()

    def get(self, key: str) -> bytes | None:
        """The sound of this key; None: it is not here, or spoilt."""
        if key not in self._sizes:
            return None
        try:
            return text_of(read_posted(self._directory / key, self._most_bytes))
        except (OSError, ValueError):
            return None

    def keep(self, key: str, sound: bytes) -> None:
        """Store a sound, atomically. Ignores write errors: the cache is optional."""
        content = with_sum(sound)
        with suppress(OSError):
            self._make_room(len(content))
            self._write(key, content)

    def _open(self) -> None:
        """List the sounds, the oldest first; removes those that a power cut left unfinished."""
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = [(entry.stat(), entry.name) for entry in os.scandir(self._directory) if entry.is_file()]
        for stat, name in sorted(found, key=lambda stat_and_name: (stat_and_name[0].st_mtime_ns, stat_and_name[1])):
            self._sizes[name] = stat.st_size
            if name.startswith("."):
                self._remove(name)

    def _make_room(self, wanted: int) -> None:
        left = sum(self._sizes.values())
        for name, size in tuple(self._sizes.items()):
            if left + wanted <= self._most_bytes:
                break
            self._remove(name)
            left -= size

    def _remove(self, name: str) -> None:
        (self._directory / name).unlink(missing_ok=True)
        del self._sizes[name]

    def _write(self, key: str, content: bytes) -> None:
        if len(content) > self._most_bytes:
            return
        post(self._directory / key, content, 0o700)
        self._sizes.pop(key, None)
        self._sizes[key] = len(content)


def place_of_sounds(environ: Mapping[str, str]) -> Path:
    """The directory: that of the service ($CACHE_DIRECTORY), else by the XDG Base Directory Specification 0.8.

    A user without a home directory has one that cannot be made, so that no sound is kept.
    """
    if own := environ.get("CACHE_DIRECTORY"):
        return Path(own)
    return (xdg_home("CACHE", ".cache", environ) or Path(os.devnull)) / "companion" / "voice"
