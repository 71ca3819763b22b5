"""Power-on of the box and of the simulated box: from the SD card to the table on the panel.

`Recorder.open_table` reads the lines of the running record, and `companion.table.from_record` judges them again: that
is how a table comes back after a power cut. `first_picture` shows it before the service is up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.enrolment.deck_menu import Dialogue
from companion.inputs.club import Club
from companion.runtime.devices import Devices
from companion.runtime.equipment import Equipment
from companion.runtime.guest_games import without_guests
from companion.runtime.panel import PanelControl
from companion.runtime.recorder import Recorder
from companion.table.club import at_power_on as at_club
from companion.table.setup_dialogue import at_power_on
from companion.table.state import House, Table
from companion.tags.tag_decks import Shelf

if TYPE_CHECKING:
    from companion.runtime.loop import Loop


def power_on(
    devices: Devices,
    recorder: Recorder,
    equipment: Equipment,
    shelf: Callable[[Table], Shelf],
    *,
    decks: Dialogue | None = None,
) -> Loop:
    """The loop of the running game, or of a set-up; the panel shows the table before a reader is polled.

    `shelf` gives the decks for the resumed table. `decks` come before the table. Raises StorageError.
    """
    table = recorder.open_table(_house(equipment))
    if table.house.club is not None:
        table = at_club(table)
    panel = PanelControl(devices, equipment.in_force.panel)
    try:
        table = at_power_on(table, shelf(table), decks)
        panel.show(table)
    except BaseException as fault:  # noqa: BLE001 - it goes on unless it is somebody else's
        table = without_guests(table, fault, recorder)
        table = at_power_on(table, shelf(table), decks)
        panel.show(table)
    from companion.runtime.loop import Loop  # noqa: PLC0415 - the first picture does not wait for it

    return Loop(devices, recorder, table, equipment, panel=panel)


def _house(equipment: Equipment) -> House:
    settings, box = equipment.in_force, equipment.around.box
    return House(
        equipment.games,
        equipment.regulars,
        settings.rules,
        muted=not settings.sounds.on,
        advises=settings.people.advice,
        speaks=equipment.around.voice is not None and (box is None or settings.voice.verbosity != "off"),
        adjusts=box is not None,
        tended=equipment.tended,
        requested=equipment.requested,
        brought=equipment.brought,
        mixed_readers=settings.has_mixed_readers,
        undecided_readers=settings.undecided_readers,
        club=Club() if settings.club.on else None,
    )
