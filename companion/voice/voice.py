"""The voice: says the sentences that wait, one by one; a more important one cuts off another.

One thread waits for messages and for the program that makes or plays a sound. A sentence that cannot be said is
dropped: the next one is another attempt. Each fault is told once, and once more that it is over.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from select import select

from companion.settings.parser import ParsedSettings, Problem
from companion.settings.schema import VoiceSettings as Wanted
from companion.support.allowed import toml_value
from companion.support.messages import ENGLISH
from companion.support.text import nearest
from companion.voice import programs
from companion.voice.messages import MOST_BYTES, Heard, Spoken, queue
from companion.voice.programs import APLAY, ESPEAK, PACKAGES, Program, Speech
from companion.voice.sounds import Sounds

SOUND_CARD = re.compile(r"(default|sysdefault|plughw|hw|hdmi)(:CARD=\w+(,DEV=\d+)?)?", re.ASCII)
"""The ALSA devices that a table may name. Other ALSA names could run a program or write a file."""
AT_ONCE = 64
"""Maximum messages read before the next sound."""


class Voice:
    """Says sentences as these settings want it. `names` are the voices that there are (empty: unknown).

    `tell` gets each fault and each recovery, one line each.
    """

    def __init__(self, wanted: Wanted, sounds: Sounds, names: frozenset[str], tell: Callable[[str], None]) -> None:
        self.refused = 0
        """The number of malformed datagrams."""
        self._wanted, self._sounds, self._names, self._tell = wanted, sounds, names, tell
        self._waiting: Heard = ()
        self._now: Spoken | None = None
        self._sound: bytes | None = None  # of `_now`, as soon as it is made
        self._program: Program | None = None  # makes or plays it
        self._troubles: dict[str, str] = {}

    def serve(self, line: socket.socket) -> None:
        """Take messages and say them, until the other end of a connection is closed."""
        while self._read(line):
            self.go_on()
            self._wait(line.fileno())

    def finish(self) -> None:
        """Say all that waits."""
        self.go_on()
        while not self.is_silent:
            self._wait()
            self.go_on()

    def _wait(self, *lines: int) -> None:
        """Until something comes on one of these lines, or the program has ended, or must have."""
        program = self._program
        own = [] if program is None else [program.descriptor]
        select([*lines, *own], [], [], None if program is None else program.patience_s)

    @property
    def is_silent(self) -> bool:
        """Whether nothing is being said, and nothing waits."""
        return not self._waiting and self._program is None

    def close(self) -> None:
        """Fall silent."""
        if self._program is not None:
            self._program.close()
            self._program = None
        if self.refused:
            self._tell(f"{self.refused} datagrams were refused")

    def _read(self, line: socket.socket) -> bool:
        """Take the messages that have come; False: the connection has ended."""
        with suppress(BlockingIOError):
            for _ in range(AT_ONCE):
                datagram = line.recv(MOST_BYTES + 1, socket.MSG_DONTWAIT)
                if not datagram and line.type == socket.SOCK_SEQPACKET:
                    return False
                self.hear(datagram)
        return True

    def hear(self, datagram: bytes) -> None:
        """Take a message. Ignores malformed messages and counts them."""
        from companion.voice.decoding import decode  # noqa: PLC0415 - msgspec, which the doctor does without

        try:
            self._waiting = queue(self._waiting, decode(datagram))
        except ValueError:
            self.refused += 1
            self._report("messages", "malformed ones are ignored")

    def go_on(self) -> None:
        """End the program of a sentence that is out of date, and begin the next one; never waits."""
        while True:
            first = self._waiting[0] if self._waiting else None
            if self._program is not None:
                if first is not self._now:
                    self._program.cut()
                if not self._program.has_ended():
                    return
                self._finish(self._program)
            elif first is None:
                return
            else:
                self._begin(first)

    def _begin(self, sentence: Spoken) -> None:
        """Play the sentence, or make its sound first."""
        speech = self._speech(sentence)
        if sentence is not self._now:
            self._now, self._sound = sentence, self._sounds.get(key_of(sentence.text, speech))
        program = ESPEAK if self._sound is None else APLAY
        try:
            if self._sound is None:
                self._program = programs.make_sound(sentence.text, speech)
            else:
                self._program = programs.play_sound(self._sound, self._device(sentence))
        except FileNotFoundError:
            self._drop(program, f"it is not installed: sudo apt install {PACKAGES[program]}")
        except OSError as fault:
            self._drop(program, str(fault.strerror))

    def _finish(self, program: Program) -> None:
        """Take the result of a program that has ended."""
        self._program = None
        output, fault = program.result()
        name = program.words[0]
        if program.was_cut:
            self._now = None
        elif fault or (name == ESPEAK and not programs.is_whole(output)):
            self._drop(name, fault or "it makes no sound")
        elif name == ESPEAK:
            assert self._now is not None
            self._report(name, "")
            self._sound = output
            self._sounds.keep(key_of(self._now.text, self._speech(self._now)), output)
        else:
            self._drop(name, "")

    def _drop(self, name: str, fault: str) -> None:
        """Drop the first sentence; `fault` says why it was not said (empty: it was)."""
        self._report(name, fault)
        self._waiting, self._now = self._waiting[1:], None

    def _report(self, name: str, fault: str) -> None:
        """Tell a new fault, or that it is over."""
        if fault == self._troubles.get(name, ""):
            return
        self._troubles[name] = fault
        self._tell(f"{name}: {fault or 'works again'}")

    def _device(self, sentence: Spoken) -> str:
        """The device that a sentence names, if that is a sound card; else the one of the settings."""
        named = sentence.by.device if sentence.by else ""
        return named if SOUND_CARD.fullmatch(named) else self._wanted.device

    def _speech(self, sentence: Spoken) -> Speech:
        """How a language is spoken: by the voice of the settings, else by its own, else by the English one."""
        language, volume = sentence.language, sentence.by.volume if sentence.by else self._wanted.volume
        known = [name for name in (self._wanted.voice, language) if name and has_voice(name, self._names)]
        if not known:
            self._report(language, "espeak-ng has no voice for this language: the English one speaks")
        return Speech((*known, ENGLISH)[0], self._wanted.rate, volume)


def has_voice(name: str, names: frozenset[str]) -> bool:
    """Whether this voice exists, or the voice of its variant "NAME+VARIANT"; True if no names are known."""
    return not names or name.partition("+")[0] in names


def key_of(text: str, speech: Speech) -> str:
    """The name of a sound: equal for equal words by the same voice."""
    said = json.dumps([speech.voice, speech.rate, speech.volume, text])
    return f"{hashlib.sha256(said.encode()).hexdigest()}.wav"


def missing_packages() -> tuple[str, ...]:
    """Debian's packages that are missing here."""
    return tuple(package for program, package in PACKAGES.items() if shutil.which(program) is None)


def misfits(parsed: ParsedSettings) -> Iterator[Problem]:
    """The voice settings that do not fit this computer, each with the values that do. Tries the device with silence.

    Looks only at settings of programs that are installed.
    """
    wanted = parsed.settings.voice
    names = programs.voices()
    if shutil.which(ESPEAK) and wanted.voice and not has_voice(wanted.voice, names):
        there = f"{', '.join(sorted(names))}{nearest(wanted.voice, names)}"
        yield Problem(parsed.lines.get(("voice", "voice"), 0), "voice.voice", toml_value(wanted.voice), there)
    if shutil.which(APLAY) and (fault := programs.silence_fault(wanted.device)):
        found = f"{toml_value(wanted.device)}, which takes no sound ({fault})"
        there = ", ".join(programs.devices()) or "none is there: a sound card must be plugged in"
        yield Problem(parsed.lines.get(("voice", "device"), 0), "voice.device", found, there)
