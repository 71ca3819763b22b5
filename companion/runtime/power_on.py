"""Power-on of the box and of the simulated box: from the SD card to the table on the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs.club import Club
from companion.runtime.panel import PanelControl
from companion.storage.disk import StorageError
from companion.support.values import replace
from companion.table.new_game import at_power_on
from companion.table.state import House, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.enrolment.deck_menu import Dialogue
    from companion.rules.game import Game
    from companion.runtime.devices import Devices
    from companion.runtime.earlier_matches import EarlierMatches
    from companion.runtime.loop import Loop
    from companion.runtime.recorder import Recorder
    from companion.runtime.speaking import Speaker
    from companion.settings.schema import Settings
    from companion.table.setup import Luck
    from companion.tags.tag_decks import Shelf


def power_on(  # noqa: PLR0913 - what a table is made of
    devices: Devices,
    recorder: Recorder,
    games: Mapping[str, Game],
    luck: Luck,
    settings: Settings,
    *,
    regulars: tuple[str, ...],
    requested: str = "",
    shelf: Callable[[Table], Shelf],
    decks: Dialogue | None = None,
    earlier: EarlierMatches | None = None,
    speaker: Speaker | None = None,
) -> Loop:
    """The loop of the running game, or of a set-up; the panel shows the table before a reader is polled.

    A set-up offers the `requested` game only (empty: all). `shelf` gives the decks for the resumed table. `decks` come
    before the table. `earlier` counts matches for endings, `speaker` says what is shown (None: nobody does).
    Raises StorageError.
    """
    muted, advises = not settings.sounds.on, settings.people.advice
    club = Club() if settings.club.on else None
    house = House(games, regulars, settings.rules, muted=muted, advises=advises, requested=requested)
    house = replace(house, speaks=speaker is not None, club=club)
    table = recorder.open_table(house)
    if club is not None:
        from companion.table.club import at_power_on as at_club  # noqa: PLC0415 - most tables are in no club

        table = at_club(table)
    panel = PanelControl(devices, settings.panel)
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

    think_s = settings.people.think_s
    return Loop(devices, recorder, table, luck, panel, think_s=think_s, earlier=earlier, speaker=speaker)
