"""The settings of a running table, which the menu of the box changes: in force at once, and kept in the settings file.

The service may not write that file: it sends the setting to a helper of its own (systemd/companion-settings.socket).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.runtime.systemd import CLOCK_IS_SET
from companion.settings.schema import KeyPath, Settings, VoiceSettings
from companion.settings.search_path import value_in
from companion.support.lazy_import import lazy_call
from companion.support.messages import N_, msg
from companion.support.values import replace
from companion.table.choices import BoxOffer
from companion.table.state import BoxNotice

if TYPE_CHECKING:
    from companion.runtime.speaking import Speaker

PAGES: Callable[..., tuple[BoxOffer, ...]] = lazy_call("companion.runtime.offered_settings:pages")
SETTINGS_FILE = lazy_call("companion.settings.settings_file:SettingsFile")
SETTING_TEXT = lazy_call("companion.settings.sent_setting:setting_text")
CLOCK_TEXT = lazy_call("companion.settings.sent_setting:clock_text")
SEND = lazy_call("companion.runtime.settings_helper:send")
HELPER = "COMPANION_SETTINGS"
"""The environment variable with the socket of the helper; without it this user writes the settings file."""
NOT_KEPT, NEEDS_ROOT = N_("NOT KEPT"), N_("FOR NOW")
HELPER_MISSING = msg("Until the box is switched off. To keep it, ask the owner.")
UNCHANGED = msg("the settings file is as it was.")
KEPT_BY_S = 30.0
"""Seconds in which the helper keeps a setting, also on a Pi Zero W."""


class BoxSettings:
    """The settings in force. `open_voice` gives a voice when it is switched on; `speaker` is the one that is open."""

    def __init__(
        self,
        settings: Settings,
        file: Path,
        open_voice: Callable[[VoiceSettings], Speaker | None],
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.settings = settings
        self._file = file
        self._open_voice = open_voice
        self._helper = environ.get(HELPER, "")
        self.speaker = open_voice(settings.voice)
        self._sent: tuple[KeyPath, Any, float] | None = None  # what the helper has still to keep, and by when

    def offers(self, now: Sequence[int]) -> tuple[BoxOffer, ...]:
        """The list of settings; `now` is the time of day as year, month, day, hour and minute."""
        sets_clock = self._helper and not CLOCK_IS_SET.exists()  # where no network has set it
        return PAGES(self.settings, tuple(now) if sets_clock else ())

    def keep(self, path: KeyPath, value: Any, now: float) -> BoxNotice | None:
        """Put a value into force and keep it; returns what people have to know, if anything."""
        table, key = path
        changed = replace(getattr(self.settings, table), **{key: value})
        self.settings = replace(self.settings, **{table: changed})
        if table == "voice":
            self._speak()
        if self._helper:
            self._sent = path, value, now + KEPT_BY_S
            return self._tell_helper(SETTING_TEXT(path, value))
        try:
            SETTINGS_FILE(self._file).keep(path, value)
        except ValueError as refusal:  # CannotChangeError
            return _not_kept(refusal.args[0])
        return None

    def set_clock(self, parts: Sequence[int]) -> BoxNotice | None:
        """Set the clock to this year, month, day, hour and minute."""
        return self._tell_helper(CLOCK_TEXT(parts))

    def check_helper(self, now: float) -> BoxNotice | None:
        """Says, once it has had the time, that the helper has not kept what was sent; None: nothing to say."""
        if self._sent is None or now < self._sent[2]:
            return None
        (path, value, _), self._sent = self._sent, None
        kept = value_in(self._file, path) == value
        return None if kept else _not_kept(UNCHANGED)

    def _speak(self) -> None:
        if self.speaker is not None:
            self.speaker.adjust(self.settings.voice)
        else:
            self.speaker = self._open_voice(self.settings.voice)

    def _tell_helper(self, text: str) -> BoxNotice | None:
        try:
            SEND(text, self._helper)
        except OSError:
            self._sent = None
            return BoxNotice(NEEDS_ROOT, HELPER_MISSING)
        return None


def _not_kept(why: str) -> BoxNotice:
    return BoxNotice(NOT_KEPT, in_force(why))


def in_force(why: str) -> str:
    """A setting that holds now, and why it is not kept."""
    return msg("These hold until the box is off: {why}", why=why)
