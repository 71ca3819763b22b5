"""The programs that make and play sounds, each run as a process that can be waited for and cut off.

`espeak-ng` turns text into a WAV file, `aplay` plays one to an ALSA device: its process starts in milliseconds, and
what goes wrong with a sound card goes wrong in it alone. (pyalsaaudio wants a compiler; with libasound by
ctypes the recovery from every fault would be ours to write.) No shell is asked; text is given as input.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from select import select

from companion.support.values import dataclass

ESPEAK, APLAY = "espeak-ng", "aplay"
PACKAGES = {ESPEAK: "espeak-ng", APLAY: "alsa-utils"}
"""Debian's package of each program."""

ASKED_S = 10.0
"""Maximum seconds for the answer to a question."""
MAKING_S = 10.0
"""Maximum seconds for the sound of a sentence."""
DELAY_S = 3.0
"""Maximum seconds that a device may lag behind its sound."""
END_S = 0.2
"""Seconds for a program to end when it is cut off; then it is killed."""
HEADER = 44
"""Bytes of a WAV file before its samples."""
SILENCE = b"RIFF\x26\x08\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x22\x56\0\0\x44\xac\0\0\x02\0\x10\0data\x02\x08\0\0" + bytes(
    2050
)
"""A WAV file of 46 ms in which nothing is said, to try a device with."""
OWN_OUTPUT = "/proc/self/fd/1"
"""A file name for standard output: `--stdout` leaves the length of the sound open."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How sentences sound: a voice of espeak-ng, words a minute, loudness (100: as the voice was made)."""

    voice: str
    rate: int
    volume: int


class Program:
    """A running program with these words and this input. Raises OSError if it cannot be started."""

    def __init__(self, words: tuple[str, ...], given: bytes, most_s: float) -> None:
        self.words = words
        self.was_cut = self._was_killed = False
        self._until = time.monotonic() + most_s
        source = os.memfd_create("input")
        self._output, self._errors = os.memfd_create("output"), os.memfd_create("errors")
        try:
            _fill(source, given)
            self._process = subprocess.Popen(words, stdin=source, stdout=self._output, stderr=self._errors)  # noqa: S603 - our own words
            self.descriptor = os.pidfd_open(self._process.pid)
        except OSError:
            os.close(self._output)
            os.close(self._errors)
            raise
        finally:
            os.close(source)

    @property
    def patience_s(self) -> float:
        """Seconds until it must have ended."""
        return max(0.0, self._until - time.monotonic())

    def cut(self) -> None:
        """Make it end: at once, or by force after END_S."""
        if not self.was_cut:
            self.was_cut = True
            self._process.terminate()
            self._until = time.monotonic() + END_S

    def has_ended(self) -> bool:
        """Whether it has ended. It is killed when its time is over."""
        if self._process.poll() is None and self.patience_s == 0.0:
            self._was_killed = True
            self._process.kill()
            self._process.wait()
        return self._process.returncode is not None

    def result(self) -> tuple[bytes, str]:
        """Its output, and what went wrong (empty: nothing). Only once, after its end."""
        output, errors = _content(self._output), _content(self._errors).decode("utf-8", "replace").split("\n")
        for descriptor in (self._output, self._errors, self.descriptor):
            os.close(descriptor)
        if self._process.returncode == 0:
            return output, ""
        if self._was_killed:
            return output, "it does not end"
        why = next((line.strip() for line in reversed(errors) if line.strip()), "")
        return output, why.removeprefix(f"{self.words[0]}: ") or f"{self.words[0]} ends with {self._process.returncode}"

    def close(self) -> None:
        """End it and wait for it."""
        self._process.kill()
        self._process.wait()
        self.result()


def make_sound(text: str, speech: Speech) -> Program:
    """Start the program whose output is the sound of this text."""
    words = (ESPEAK, "-v", speech.voice, "-s", str(speech.rate), "-a", str(speech.volume), "-w", OWN_OUTPUT, "--stdin")
    return Program(words, text.encode(), MAKING_S)


def play_sound(sound: bytes, device: str) -> Program:
    """Start the program that plays a sound."""
    return Program((APLAY, "-q", "-D", device), sound, seconds_of(sound) + DELAY_S)


def is_whole(sound: bytes) -> bool:
    """Whether this is a WAV file of the length that it says."""
    return sound[:4] == b"RIFF" and int.from_bytes(sound[4:8], "little") + 8 == len(sound) > HEADER


def seconds_of(sound: bytes) -> float:
    """The duration of a WAV file."""
    return len(sound) / max(1, int.from_bytes(sound[28:32], "little"))


def voices() -> frozenset[str]:
    """The names that espeak-ng has for its voices: languages, and voices of their own.

    Empty: it does not tell, and the first sentence reports why.
    """
    names: set[str] = set()
    try:
        for line in _answer(ESPEAK, "--voices").splitlines()[1:]:
            _, language, _, name, _, *others = line.split(maxsplit=5)
            names |= {language, name, *re.findall(r"\(([\w-]+)", " ".join(others))}
    except (OSError, ValueError):
        return frozenset()
    return frozenset(names)


def devices() -> tuple[str, ...]:
    """What ALSA lists, without its silent device; others may be known by name. Empty: none, or aplay does not tell."""
    try:
        lines = _answer(APLAY, "-L").splitlines()
    except OSError:
        return ()
    return tuple(line for line in lines if line and not line[0].isspace() and line != "null")


def silence_fault(device: str) -> str:
    """Why this device cannot be played to; empty: it can. Raises OSError."""
    program = play_sound(SILENCE, device)
    while not program.has_ended():
        select([program.descriptor], [], [], program.patience_s)
    return program.result()[1]


def _fill(descriptor: int, content: bytes) -> None:
    """Write a file in memory, to be read from its beginning."""
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)


def _content(descriptor: int) -> bytes:
    return os.pread(descriptor, os.fstat(descriptor).st_size, 0)


def _answer(*words: str) -> str:
    try:
        asked = subprocess.run(words, capture_output=True, check=True, timeout=ASKED_S, stdin=subprocess.DEVNULL)  # noqa: S603 - our own words
    except subprocess.SubprocessError as fault:
        raise OSError(f"{words[0]} gives no answer") from fault
    return asked.stdout.decode("utf-8", "replace")
