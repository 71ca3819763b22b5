"""A loudspeaker of the tests: a device of ALSA whose sound goes into a pipe, and the programs that may be missing."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

PATIENCE_S = 20.0
"""For a busy computer."""
DEVICES = """\
pcm.nothing {{ type null }}
pcm.null {{ type null; hint.description "Discard all samples, as every ALSA does" }}
pcm.!default {{ type file; slave.pcm nothing; file {pipe}; format raw }}
pcm.unplugged {{ type hw; card 7 }}
"""


class Loudspeaker:
    """What is played to the device `default`. Nobody plays faster than it is listened to but for a pipe's 64 KiB."""

    def __init__(self, place: Path) -> None:
        pipe, self.configuration = place / "loudspeaker", place / "asound.conf"
        os.mkfifo(pipe)
        self.configuration.write_text(DEVICES.format(pipe=pipe), "utf-8")
        self._pipe = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    def first(self) -> bytes:
        """The first samples that come from now on. Raises TimeoutError."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            select([self._pipe], [], [], 0.1)
            if samples := self.now():
                return samples
            time.sleep(0.0005)  # a pipe that nobody writes to is always ready
        raise TimeoutError("nothing is played")

    def wait_for_a_word(self) -> None:
        """Until something is heard that is no silence."""
        while not any(self.first()):
            pass

    def listen_until_a_pause(self) -> bytes:
        """All that is heard up to a second in which nothing is, after a first word."""
        heard, quiet_since = b"", time.monotonic()
        while not any(heard) or time.monotonic() - quiet_since < 1:
            samples = self.now()
            heard, quiet_since = heard + samples, time.monotonic() if samples else quiet_since
            time.sleep(0.0005)
        return heard

    def now(self) -> bytes:
        """What has come since the last time."""
        with suppress(BlockingIOError):
            return os.read(self._pipe, 1 << 20)
        return b""

    def close(self) -> None:
        os.close(self._pipe)


@pytest.fixture
def loudspeaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loudspeaker]:
    """The only sound card."""
    speaker = Loudspeaker(tmp_path)
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(speaker.configuration))
    yield speaker
    speaker.close()


def program(place: Path, name: str, text: str) -> None:
    """A program of this name that does something else."""
    (place / name).write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    (place / name).chmod(0o755)
