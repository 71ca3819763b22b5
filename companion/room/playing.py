"""Play on a page: the runtime of the box, with a page for its display, buttons and sound."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.enrolment.deck_menu import Dialogue
from companion.http.serving import listening
from companion.room.parts import PageButtons, PageDisplay, PageSounder, PageState
from companion.room.server import RoomServer
from companion.runtime.devices import Devices, own_wires, stations_of
from companion.runtime.equipment import Equipment
from companion.runtime.service import CANNOT_RUN, Body, run_box
from companion.settings.schema import ScoreboardSettings, Settings
from companion.support.values import replace
from companion.table.state import Table
from companion.tags.tag_decks import Shelf
from hardware.linux import LinuxClock


def run_on_page(
    root: Path,
    equipment: Equipment,
    deck_name: str | None = None,
    decks: Callable[[Shelf], Dialogue] | None = None,
    *,
    opens: Callable[[str], None] = lambda _: None,
) -> int:
    """Run the table of these settings as `run_box` does; `opens` is called with the address of its page."""
    panel, clock = equipment.settings.panel, LinuxClock()
    state = PageState(clock)
    buttons = PageButtons(state, clock)

    def devices(settings: Settings, _: Sequence[bytes]) -> Devices:
        own_wires(settings)
        return Devices(clock, stations_of(settings, clock, None), PageDisplay(state), buttons, PageSounder(state))

    try:
        listens = listening(panel.page_address, panel.page_port)
    except OSError as taken:
        sys.stderr.write(
            f"companion: the page cannot be served: {taken}. Name another port: page_port below [panel].\n"
        )
        return CANNOT_RUN
    with listens:
        server = RoomServer(state, buttons, listens)
        around = equipment.around

        @contextmanager
        def posted(scoreboard: ScoreboardSettings) -> Iterator[Callable[[Table], None]]:
            with around.posted(scoreboard) as further:

                def tell(table: Table) -> None:
                    server.tell(table)
                    further(table)

                yield tell

        with server.served():
            opens(server.address)
            told = replace(equipment, around=replace(around, posted=posted))
            return run_box(root, told, deck_name, decks, Body(devices, lambda: 0))
