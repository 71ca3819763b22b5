"""Checks of the voice: its programs, the settings that must fit them, and whether it is heard."""

from __future__ import annotations

import os
from contextlib import closing

from companion.doctor.context import Action, Context, Request
from companion.doctor.findings import Finding, failure, ok
from companion.doctor.hardware_checks import finding_of_person
from companion.support.messages import language
from companion.voice.messages import TURN, encode
from companion.voice.programs import voices
from companion.voice.sounds import Sounds, place_of_sounds
from companion.voice.voice import Voice, misfits, missing_packages

AS_SERVICE = "the user of the service may use the sound cards: try sudo -u companion-voice companion voice"
NOT_HEARD = "check the loudspeaker and the volume (alsamixer), or set another device below [voice]"
SOUND_SERVERS = ("bluealsa", "bluetooth", "pulse", "pipewire", "jack")
"""Devices of ALSA that lead to a sound server: so does each loudspeaker on Bluetooth."""
NO_BLUETOOTH = "use a USB sound card or HDMI: settings, sound card in the menu of the box (docs/voice.md)"
HELLO = "This is the voice of the table."


def voice(context: Context) -> Finding:
    """Whether the voice has its programs, and can speak as the settings want it."""
    device = context.settings.voice.device
    if device.startswith(SOUND_SERVERS):
        return failure(f"{device}: the voice speaks to ALSA alone, and reaches no sound server", NO_BLUETOOTH)
    if missing := missing_packages():
        return failure(f"{' and '.join(missing)}: not installed", f"sudo apt install {' '.join(missing)}")
    found = context.configuration
    if wrong := [f"{found.place(problem.line)}: {problem}" for problem in misfits(found.parsed)]:
        return failure("; ".join(wrong), f"correct that line; {AS_SERVICE}")
    return ok(f"{context.settings.voice.verbosity} is spoken, on {context.settings.voice.device}")


def check_hearing(context: Context) -> Finding:
    """Whether a person hears a sentence."""
    faults: list[str] = []
    sounds = Sounds(place_of_sounds(os.environ))
    with closing(Voice(context.settings.voice, sounds, voices(), faults.append)) as speaks:
        speaks.hear(encode([(TURN, HELLO)], language()))
        speaks.finish()
    if faults:
        return failure("; ".join(faults), AS_SERVICE)
    request = Request(Action.HEAR, "voice", f"Did you hear “{HELLO}”? OK or y: yes; BACK or n: no.")
    return finding_of_person(context, request, "you hear a sentence", NOT_HEARD)
