"""What the menu asks of the settings of the box: each holds at once, is kept, and the list is shown again.

Loaded when the list is opened first.
"""

from __future__ import annotations

from typing import assert_never

from companion.runtime.panel import PanelControl
from companion.runtime.recorder import Recorder
from companion.runtime.settings_in_force import BoxSettings
from companion.runtime.tag_reading import TagReading
from companion.settings.schema import KeyPath
from companion.support.messages import speak
from companion.support.values import dataclass, replace
from companion.table.effects import ForLoop, KeepSetting, OfferSettings, SetClock, TryGains
from companion.table.settings_menu import show_list
from companion.table.state import Table


@dataclass(frozen=True, slots=True)
class SettingsEffects:
    """The settings, and the parts that follow them: the recorder has the time of day."""

    box: BoxSettings
    panel: PanelControl
    readers: TagReading
    recorder: Recorder

    def follow(self, asked: ForLoop, table: Table, now: float) -> Table:
        """Do what was chosen; returns the table to show."""
        match asked:
            case OfferSettings():
                return self._with_list(table)
            case KeepSetting(key=key, value=value):
                notice = self.box.keep(key, value, now)
                table = self._put_into_force(key, table)
            case SetClock(parts=parts):
                notice = self.box.set_clock(parts)
            case TryGains():
                self.readers.begin_trial(self.box.settings.reader)
                return table
            case _:
                assert_never(asked)
        return replace(self._with_list(table), overlay=notice)

    def _with_list(self, table: Table) -> Table:
        return show_list(table, self.box.offers(self.recorder.time))

    def _put_into_force(self, key: KeyPath, table: Table) -> Table:
        """Follow the settings after a change of this one."""
        settings = self.box.settings
        speaks = self.box.speaker is not None and settings.voice.verbosity != "off"
        house = replace(table.house, advises=settings.people.advice, speaks=speaks)
        match key:
            case "people", "language":
                speak(settings.people.language)
            case "sounds", "on":
                house = replace(house, muted=not settings.sounds.on)
            case "panel", _:
                self.panel.adjust(settings.panel)
            case "reader", "gain":
                self.readers.tune(settings.reader.gain)
        return replace(table, house=house)
