"""Play on a page: the runtime of the box, with a page for its display, buttons and sound."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from companion.http.peers import reached_at
from companion.http.serving import listening
from companion.phone.pairing import Pairing, PhoneReader
from companion.room.parts import PageButtons, PageDisplay, PageSounder, PageState
from companion.room.server import RoomServer
from companion.runtime.devices import Devices, Station, own_wires, stations_of
from companion.runtime.equipment import Equipment
from companion.runtime.service import CANNOT_RUN, Body, both, run_box
from companion.settings.schema import ScoreboardSettings, Settings
from companion.storage.disk import StorageError
from companion.support.lazy_import import lazy_call
from companion.support.values import replace
from companion.table.state import Table
from hardware.bus import Clock
from hardware.linux import LinuxClock

if TYPE_CHECKING:
    from companion.phone.server import PhoneServer
    from companion.settings.schema import Panel

PHONE_SERVER: Callable[..., PhoneServer] = lazy_call("companion.phone.server:PhoneServer")


def run_on_page(
    root: Path,
    equipment: Equipment,
    *,
    opens: Callable[[str], None] = lambda _: None,
    left: Event | None = None,
) -> int:
    """Run the table of these settings as `run_box` does.

    `opens` is called with the address of its page as soon as the table is there.
    `left` is set where the page goes back to a table on the screen, which ends this one; None: there was none.
    """
    panel, clock = equipment.settings.panel, LinuxClock()
    state = PageState(clock)
    buttons = PageButtons(state, clock)

    with ExitStack() as served:
        try:
            listens = served.enter_context(listening(panel.page_address, panel.page_port))
            phone = served.enter_context(_phone(panel, root)) if panel.phone else None
        except StorageError:
            raise
        except OSError as taken:
            sys.stderr.write(
                f"companion: the page cannot be served: {taken}. "
                "Name another below [panel]: page_address, page_port, phone_address or phone_port.\n"
            )
            return CANNOT_RUN

        def devices(settings: Settings, _: Sequence[bytes]) -> Devices:
            return Devices(clock, _stations(settings, clock, phone), PageDisplay(state), buttons, PageSounder(state))

        server = RoomServer(state, buttons, listens, phone, leave=None if left is None else partial(_leave, left))
        around = equipment.around

        @contextmanager
        def view_poster(scoreboard: ScoreboardSettings) -> Iterator[Callable[[Table], None]]:
            with around.posted(scoreboard) as further:
                opens(server.address)
                yield both(server.tell, further)

        with server.serve():
            with_page = replace(equipment, around=replace(around, posted=view_poster))
            return run_box(root, with_page, body=Body(devices, lambda: 0))


def _leave(left: Event) -> None:
    if not left.is_set():  # a second signal would end the program
        left.set()
        signal.raise_signal(signal.SIGTERM)  # the table saves and ends


def _stations(settings: Settings, clock: Clock, phone: PhoneServer | None) -> tuple[Station, ...]:
    """The readers of the settings; a phone takes the place and the seat of the first. Raises InUseError."""
    own_wires(settings)
    if phone is None:
        return stations_of(settings, clock, None)
    first = Station(PhoneReader(phone.pairing, clock), seat=settings.reader.seat)
    return (first, *stations_of(settings, clock, None)[1:])


@contextmanager
def _phone(panel: Panel, root: Path) -> Iterator[PhoneServer]:
    """The page of a phone, served meanwhile. Raises OSError."""
    host = reached_at(panel.phone_address)
    with listening(host, panel.phone_port) as listens:
        phone = PHONE_SERVER(Pairing(), listens, host, root)
        with phone.serve():
            yield phone
