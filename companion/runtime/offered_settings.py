"""The pages of the settings at the box: what each key of the schema offers there, in the words of people."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.settings.schema import KeyPath, Settings
from companion.support.messages import known_languages, msg, msg_as, own_name
from companion.support.values import dataclass, field
from companion.table.choices import BoxAnswer, BoxOffer, BoxSetting, ClockTime, GainTrial
from companion.voice.programs import PACKAGES

ON, OFF, NEVER = msg("on"), msg_as("setting", "off"), msg("never")
SPOKEN = {"off": OFF, "all": msg("everything"), "turns": msg("turns, mistakes"), "mistakes": msg("mistakes only")}
BRIGHTNESS = {20: msg("dim"), 90: msg("medium"), 207: msg("bright"), 255: msg("brightest")}
VOLUMES = (25, 50, 75, 100, 125, 150, 200)
SLEEPS_S = (0, 60, 180, 300, 600, 1800, 3600)
OFF_MIN = (0, 10, 20, 30, 60, 120)
THINKS_S = (0, 2, 5, 10, 20, 30)
NEEDS_PROGRAMS = msg("No voice yet: the owner can install it.   OK = choose it")
CARDS = Path("/proc/asound/cards")
PCMS = Path("/proc/asound/pcm")
"""The sound cards, and their devices; readable also for a user who may not use them."""


@dataclass(frozen=True, slots=True)
class SoundHere:
    """Whether what the voice needs is installed here, and the devices of ALSA with their names."""

    speaks: bool
    devices: Mapping[str, str] = field(default_factory=dict)


def sound_here() -> SoundHere:
    """What this computer has for the voice; on the service that is the voice's own socket, too."""
    place = os.environ.get("COMPANION_VOICE", "")
    installed = all(map(shutil.which, PACKAGES))
    return SoundHere(installed and (not place or Path(place).exists()), sound_devices())


def pages(settings: Settings, time: tuple[int, ...] = (), sound: SoundHere | None = None) -> tuple[BoxOffer, ...]:
    """The list of settings: the display and the reader as far as there are any; with the clock if there is a `time`."""
    return tuple(_pages(settings, time, sound or sound_here()))


def _pages(settings: Settings, time: tuple[int, ...], sound: SoundHere) -> Iterator[BoxOffer]:
    people, voice, panel = settings.people, settings.voice, settings.panel
    needs = "" if sound.speaks else NEEDS_PROGRAMS
    yield _page(("people", "language"), msg("language"), _each(known_languages(), own_name), people.language)
    spoken = (BoxAnswer(label, value, needs if value != "off" else "") for value, label in SPOKEN.items())
    yield _page(("voice", "verbosity"), msg("voice"), spoken, voice.verbosity)
    if voice.verbosity != "off":
        yield _page(("voice", "volume"), msg("volume"), _each(_with(VOLUMES, voice.volume), _percent), voice.volume)
        devices = {voice.device: voice.device, **sound.devices, "default": msg("the usual one")}
        named = (BoxAnswer(label, device) for device, label in devices.items())
        yield _page(("voice", "device"), msg("sound card"), named, voice.device)
    yield _page(("sounds", "on"), msg("beeps"), (BoxAnswer(ON, True), BoxAnswer(OFF, False)), settings.sounds.on)
    if not panel.is_page:
        levels = _with(BRIGHTNESS, panel.brightness)
        yield _page(("panel", "brightness"), msg("brightness"), _each(levels, _brightness), panel.brightness)
        sleeps = _each(_with(SLEEPS_S, panel.dark_after_s), _seconds)
        yield _page(("panel", "dark_after_s"), msg("display off"), sleeps, panel.dark_after_s)
    if not settings.club.on:
        off = settings.power.off_after_min
        yield _page(("power", "off_after_min"), msg("box off"), _each(_with(OFF_MIN, off), _minutes), off)
    thinks = _each(_with(THINKS_S, people.think_s), _thinks)
    yield _page(("people", "think_s"), msg("computers"), thinks, people.think_s)
    yield _page(("people", "advice"), msg("advice"), (BoxAnswer(ON, True), BoxAnswer(OFF, False)), people.advice)
    if settings.reader.entry.gains and not panel.phone:
        yield GainTrial(settings.reader.gain)
    if time:
        yield ClockTime(time)


def sound_devices(cards: Path = CARDS, pcms: Path = PCMS) -> dict[str, str]:
    """The devices of ALSA that play sound, with the names of their cards; empty: none, or no ALSA.

    HDMI wants another format than most sounds have, which only its `default` makes.
    """
    try:
        text, playing = cards.read_text("utf-8", errors="replace"), pcms.read_text("utf-8", errors="replace")
    except OSError:
        return {}
    plays = {int(line[:2]) for line in playing.splitlines() if "playback" in line and line[:2].isdigit()}
    found = re.findall(r"^ *(\d+) \[(\w+) *\]: (\S+) - (.+)$", text, re.MULTILINE)
    return {
        f"{'default' if 'hdmi' in kind.lower() else 'plughw'}:CARD={card}": name.strip()
        for number, card, kind, name in found
        if int(number) in plays
    }


def _page(key: KeyPath, title: str, answers: Iterable[BoxAnswer], now: Any) -> BoxSetting:
    offered = tuple(answers)
    return BoxSetting(key, title, offered, [answer.value for answer in offered].index(now))


def _each(values: Iterable[Any], label: Any) -> Iterator[BoxAnswer]:
    return (BoxAnswer(label(value), value) for value in values)


def _with(values: Iterable[int], now: int) -> list[int]:
    """The values that are offered, and the one in force."""
    return sorted({*values, now})


def _percent(volume: int) -> str:
    return msg("{n}%", n=volume)


def _brightness(level: int) -> str:
    return BRIGHTNESS.get(level, f"{level}")


def _seconds(seconds: int) -> str:
    return _minutes(seconds // 60) if seconds % 60 == 0 else msg("after {n} s", n=seconds)


def _minutes(minutes: int) -> str:
    return msg("after {n} min", n=minutes) if minutes else NEVER


def _thinks(seconds: int) -> str:
    return msg("think {n} s at most", n=seconds) if seconds else msg("think without limit")
