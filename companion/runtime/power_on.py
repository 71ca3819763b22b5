"""Power-on of the box and of the simulated box: what a table runs with, and how it comes on the panel."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from companion.inputs.club import Club
from companion.runtime.panel import PanelControl
from companion.settings.schema import DEFAULTS, Scoreboard, Settings
from companion.storage.disk import StorageError
from companion.support.values import dataclass
from companion.table.new_game import at_power_on
from companion.table.state import House, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol, TypeAlias

    from companion.enrolment.deck_menu import Dialogue
    from companion.inputs.inputs import Ordered
    from companion.rules.game import Game
    from companion.runtime.devices import Devices
    from companion.runtime.earlier_matches import EarlierMatches
    from companion.runtime.loop import Loop
    from companion.runtime.recorder import Recorder
    from companion.runtime.speaking import Speaker
    from companion.settings.schema import Club as ClubSettings
    from companion.table.setup import Luck
    from companion.tags.tag_decks import Shelf

    Posted: TypeAlias = Callable[[Scoreboard], AbstractContextManager[Callable[[Table], None]]]
    """Opens the scoreboard of these settings; every table is passed to the result."""

    class ClubEnd(Protocol):
        """The table's end of a club."""

        def tell(self, table: Table) -> None:
            """Take every table."""

        def order(self) -> Ordered | None:
            """The next order, if there is one."""

    Clubbed: TypeAlias = Callable[[ClubSettings], AbstractContextManager[ClubEnd]]
    """Opens the table's end of the club of these settings."""


def no_scoreboard(_: Scoreboard) -> AbstractContextManager[Callable[[Table], None]]:
    """No scoreboard."""
    return nullcontext(lambda _: None)


class NoClub:
    """A table in no club."""

    def tell(self, table: Table) -> None:
        """Nobody is told."""

    def order(self) -> Ordered | None:
        """Nobody orders anything."""


def no_club(_: ClubSettings) -> AbstractContextManager[ClubEnd]:
    """No club."""
    return nullcontext(NoClub())


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Chance, the time of day, and who hears of the table.

    `wall` returns the time as `2026-11-20T20:15:03`; a "?" at the end marks a doubtful clock. `earlier` counts the
    matches before one, `speaker` says what is shown (None: nobody does).
    """

    luck: Luck
    wall: Callable[[], str]
    earlier: EarlierMatches | None = None
    speaker: Speaker | None = None
    posted: Posted = no_scoreboard
    clubbed: Clubbed = no_club


@dataclass(frozen=True, slots=True)
class Equipment:
    """What the house brings to a table, and what is around it.

    `requested` names the only game that a set-up offers (empty: it offers all). `unread` are the house's own files that
    cannot be used.
    """

    games: Mapping[str, Game]
    around: Surroundings
    settings: Settings = DEFAULTS
    regulars: tuple[str, ...] = ()
    requested: str = ""
    unread: tuple[StorageError, ...] = ()


def power_on(
    devices: Devices,
    recorder: Recorder,
    equipment: Equipment,
    shelf: Callable[[Table], Shelf],
    decks: Dialogue | None = None,
) -> Loop:
    """The loop of the running game, or of a set-up; the panel shows the table before a reader is polled.

    `shelf` gives the decks for the resumed table. `decks` come before the table. Raises StorageError.
    """
    table = recorder.open_table(_house(equipment))
    if table.house.club is not None:
        from companion.table.club import at_power_on as at_club  # noqa: PLC0415 - most tables are in no club

        table = at_club(table)
    panel = PanelControl(devices, equipment.settings.panel)
    try:
        table = at_power_on(table, shelf(table), decks)
        panel.show(table)
    except StorageError:
        raise
    except (Exception, SystemExit) as fault:
        from companion.runtime.guests import guests_at, without_guests  # noqa: PLC0415 - hardly ever wanted

        guests = guests_at(table)
        if not guests:
            raise
        table = without_guests(table, guests, fault, recorder)
        table = at_power_on(table, shelf(table), decks)
        panel.show(table)
    from companion.runtime.loop import Loop  # noqa: PLC0415 - the first picture does not wait for it

    return Loop(devices, recorder, table, equipment, panel)


def _house(equipment: Equipment) -> House:
    settings = equipment.settings
    return House(
        equipment.games,
        equipment.regulars,
        settings.rules,
        muted=not settings.sounds.on,
        advises=settings.people.advice,
        speaks=equipment.around.speaker is not None,
        requested=equipment.requested,
        club=Club() if settings.club.on else None,
    )
