"""Whether the settings of the voice fit this computer: its programs, its voices and its sound cards."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from companion.settings.parser import ParsedSettings, Problem
from companion.support.allowed import toml_value
from companion.support.text import nearest
from companion.voice.programs import APLAY, ESPEAK, PACKAGES, devices, silence_fault, voices
from companion.voice.voice import has_voice

NO_DEVICES = "none is there: a sound card must be plugged in"


def missing_packages() -> tuple[str, ...]:
    """Debian's packages that are missing here."""
    return tuple(package for program, package in PACKAGES.items() if shutil.which(program) is None)


def known_voices() -> frozenset[str]:
    """The names of the voices; empty: espeak-ng does not tell, and the first sentence reports why."""
    try:
        return voices()
    except (OSError, ValueError):
        return frozenset()


def known_devices() -> tuple[str, ...]:
    """The devices that ALSA lists; others may be known by name. Empty: none, or aplay does not tell."""
    try:
        return devices()
    except OSError:
        return ()


def misfits(parsed: ParsedSettings) -> Iterator[Problem]:
    """The settings that nobody can speak by, each with what there is here; tries the device without a sound.

    Only of installed programs.
    """
    wanted = parsed.settings.voice
    names = known_voices()
    if shutil.which(ESPEAK) and wanted.voice and not has_voice(wanted.voice, names):
        there = f"{', '.join(sorted(names))}{nearest(wanted.voice, names)}"
        yield Problem(parsed.lines.get(("voice", "voice"), 0), "voice.voice", toml_value(wanted.voice), there)
    if shutil.which(APLAY) and (fault := silence_fault(wanted.device)):
        found = f"{toml_value(wanted.device)}, which takes no sound ({fault})"
        there = ", ".join(known_devices()) or NO_DEVICES
        yield Problem(parsed.lines.get(("voice", "device"), 0), "voice.device", found, there)
