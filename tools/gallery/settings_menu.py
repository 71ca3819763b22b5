"""The settings in the menu of the box, for the gallery."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.inputs import inputs
from companion.match.header import Header
from companion.runtime.offered_settings import SoundHere, pages
from companion.runtime.settings_in_force import HELPER_MISSING, NEEDS_ROOT, NOT_KEPT, UNCHANGED, in_force
from companion.settings.schema import DEFAULTS, Settings, VoiceSettings
from companion.support.values import dataclass, replace
from companion.table.handling import handle
from companion.table.settings_menu import NO_CARD_SEEN, show_list
from companion.table.setup_dialogue import begin
from companion.table.state import BoxNotice, House, Table
from tools.gallery.evenings import TRIO, after, no_luck

TRIED = inputs.GainsTried(((18, 0), (23, 4), (33, 10), (38, 10), (43, 10), (48, 9)), 10)


@dataclass(frozen=True, slots=True)
class AtSettings:
    """A table in the settings of its box, and then a script; `by` are the settings in force.

    `then` comes after the script; `overlay` lies over the picture.
    """

    script: str = ""
    by: Settings = DEFAULTS
    speaks: bool = True
    then: inputs.Input | None = None
    overlay: BoxNotice | None = None

    def table(self) -> Table:
        """The table at the end of the script."""
        header = Header(BIRD_DOG, TRIO, 2)
        in_menu = after(begin(Table(House(GAMES, adjusts=True)), header, ()).table, "10D hold UP UP")
        sound = SoundHere(self.speaks, {"plughw:CARD=Device": "USB Audio Device"})
        table = after(show_list(in_menu, pages(self.by, (2026, 11, 27, 20, 15), sound)), self.script)
        table = handle(table, self.then, no_luck).table if self.then else table
        return replace(table, overlay=self.overlay) if self.overlay else table


BOX_SETTINGS: Mapping[str, AtSettings] = {
    "settings": AtSettings(),
    "settings-end": AtSettings("UP"),
    "settings-language": AtSettings("OK"),
    "settings-voice": AtSettings("DOWN OK DOWN", speaks=False),
    "settings-volume": AtSettings("DOWN DOWN OK", Settings(voice=VoiceSettings(verbosity="all"))),
    "settings-sound-card": AtSettings("DOWN DOWN DOWN OK", Settings(voice=VoiceSettings(verbosity="all"))),
    "settings-beeps": AtSettings("DOWN DOWN OK"),
    "settings-brightness": AtSettings("DOWN DOWN DOWN OK"),
    "settings-display-off": AtSettings("DOWN DOWN DOWN DOWN OK"),
    "settings-box-off": AtSettings("DOWN DOWN DOWN DOWN DOWN OK"),
    "settings-thinking": AtSettings("DOWN DOWN DOWN DOWN DOWN DOWN OK"),
    "settings-reader": AtSettings("UP UP OK"),
    "settings-gains": AtSettings("UP UP OK", then=TRIED),
    "settings-month": AtSettings("UP OK OK"),
    "settings-not-kept": AtSettings(overlay=BoxNotice(NOT_KEPT, in_force(UNCHANGED))),
    "settings-no-card": AtSettings(overlay=BoxNotice(*NO_CARD_SEEN)),
    "settings-needs-root": AtSettings(overlay=BoxNotice(NEEDS_ROOT, HELPER_MISSING)),
    "going-to-sleep": AtSettings("BACK", then=inputs.Untouched()),
}
