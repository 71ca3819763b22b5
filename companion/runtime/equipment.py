"""What a table runs with besides its wires and its records: of the box and of the simulated box alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TypeAlias

from companion.cards import Luck
from companion.rules.game import Game
from companion.settings.schema import DEFAULTS, ClubSettings, ScoreboardSettings, Settings
from companion.storage.disk import StorageError
from companion.support.values import dataclass, field
from companion.table.state import Table

if TYPE_CHECKING:
    from companion.enrolment.deck_menu import Dialogue
    from companion.runtime.club import ClubThread
    from companion.runtime.earlier_matches import EarlierMatches
    from companion.runtime.settings_in_force import BoxSettings
    from companion.runtime.speaking import Speaker
    from companion.tags.tag_decks import Shelf

    Posted: TypeAlias = Callable[[ScoreboardSettings], AbstractContextManager[Callable[[Table], None]]]
    """Opens the scoreboard of these settings; every table is passed to the result."""
    Clubbed: TypeAlias = Callable[[ClubSettings], AbstractContextManager[ClubThread | None]]
    """Opens the table's end of the club of these settings. None: the table is in no club."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Chance, the time of day, and who hears of the table.

    `wall` returns the time as `2026-11-20T20:15:03`; a "?" at the end marks a doubtful clock. `earlier` counts the
    matches before one. `box` changes the settings in the menu (None: it offers none), and has a voice of its own;
    `speaker` is the voice where there is no such box (None: there is no voice).
    """

    luck: Luck
    wall: Callable[[], str]
    earlier: EarlierMatches | None = None
    speaker: Speaker | None = None
    box: BoxSettings | None = None
    posted: Posted = lambda _: nullcontext(lambda _: None)
    clubbed: Clubbed = lambda _: nullcontext()

    @property
    def voice(self) -> Speaker | None:
        """What is shown is said by it now: the menu of the box may have opened it. None: there is no voice."""
        return self.box.speaker if self.box else self.speaker


@dataclass(frozen=True, slots=True)
class Equipment:
    """What the house brings to a table, and what is around it.

    `requested` names the only game that a set-up offers (empty: it offers all). `unread` are the house's own files that
    cannot be used. `tended` says that the page's hands deal and tap the computers' cards. `brought` are scores by name
    for the first match, `deck` is the deck of tags for it (None: the latest one). With a `dialogue` about decks the
    table runs that alone. `config` is the settings file that was named on the command line (None: none was).
    """

    games: Mapping[str, Game]
    around: Surroundings
    settings: Settings = DEFAULTS
    regulars: tuple[str, ...] = ()
    requested: str = ""
    unread: tuple[StorageError, ...] = ()
    tended: bool = False
    brought: Mapping[str, int] = field(default_factory=dict)
    deck: str | None = None
    dialogue: Callable[[Shelf], Dialogue] | None = None
    config: str | None = None

    @property
    def in_force(self) -> Settings:
        """The settings that hold now: those that the menu of the box has changed, if it can."""
        return self.around.box.settings if self.around.box else self.settings
