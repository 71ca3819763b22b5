"""Power-on of the box and of the simulated one: from what lies on the card to the table on the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.runtime.panel import PanelControl
from companion.support.values import replace
from companion.table.enrolling import at_power_on
from companion.table.new_game import at_home

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.enrolment.dialogue import Dialogue
    from companion.rules.game import Game
    from companion.runtime.devices import Devices
    from companion.runtime.loop import Loop
    from companion.runtime.recorder import Recorder
    from companion.settings.schema import Settings
    from companion.table.setup import Luck
    from companion.table.state import Table
    from companion.tags.decks import Shelf


def power_on(  # noqa: PLR0913 - what a table is made of
    devices: Devices,
    keeper: Recorder,
    games: Mapping[str, Game],
    luck: Luck,
    settings: Settings,
    *,
    regulars: tuple[str, ...],
    shelf: Callable[[Table], Shelf],
    decks: Dialogue | None = None,
) -> Loop:
    """The loop of the game that is on, or of a set-up; its table stands on the panel before a reader is asked.

    `shelf` gives the decks for the resumed table. With `decks` these are seen to first. Raises StorageError.
    """
    table = keeper.opened(games, regulars, luck)
    settled = replace(table, advises=settings.people.advice)
    table = at_power_on(at_home(settled, settings.rules, muted=not settings.sounds.on), shelf(table), decks)
    face = PanelControl(devices, settings.panel)
    face.show(table)
    from companion.runtime.loop import Loop  # noqa: PLC0415 - the first picture does not wait for what answers people

    return Loop(devices, keeper, table, luck, face)
