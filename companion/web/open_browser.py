"""Open the page: find a port, print the address, and start the browser if there is one."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.scoreboard.posting import view_poster
from companion.settings.schema import Settings
from companion.simulation.box import SimulatedSetup
from companion.storage.records import Store
from companion.support.values import dataclass, replace
from companion.web.preferences import Preferences
from companion.web.virtual_table import VirtualTable

CANNOT_RUN = 2
NO_SERVER = """\
companion: the page needs starlette and uvicorn: pip install 'tabletop-companion[web]'.
Without them the table is in this terminal: companion play --simulate --terminal
"""


@dataclass(frozen=True, slots=True)
class RealTable:
    """The table with real cards that takes the place of a simulated one: its settings, and the game to begin."""

    settings: Settings
    game: str


def open_page(  # noqa: PLR0913 - where it runs, and with what
    store: Store,
    setup: SimulatedSetup,
    port: int | None,
    settings_file: Path,
    *,
    real_tables: Callable[[], Iterable[tuple[str, Settings]]] = tuple,
    opens: Callable[[str], None],
) -> int | RealTable:
    """Serve the page until Ctrl-C; returns the exit status. Choices are saved in `settings_file`.

    `opens` is called with its address. `real_tables` lists with what real cards can be played. Where somebody chooses
    that, it returns the table for it, with a page at the same port and in its language. Raises the error that ends a
    table.
    """
    try:
        from companion.web.server import PageServer, free_socket  # noqa: PLC0415 - only where a page is served
    except ImportError:
        sys.stderr.write(NO_SERVER)
        return CANNOT_RUN
    try:
        listening = free_socket(port)
    except OSError as taken:
        sys.stderr.write(f"companion: the page cannot be served: {taken}. Name another port: --port N\n")
        return CANNOT_RUN
    with listening, view_poster(setup.equipment.settings.scoreboard) as tell:
        at = listening.getsockname()[1]
        server = PageServer(
            lambda: VirtualTable(store, setup),
            listening,
            Preferences(settings_file),
            real_tables=real_tables,
        )
        server.runner.tell = tell
        opens(server.address)
        server.run()
        if server.chosen is None:
            return 0
        settings, game, language = server.chosen
        panel = replace(settings.panel, page_port=at)
        return RealTable(replace(settings, panel=panel, people=replace(settings.people, language=language)), game)


def tell_address(address: str) -> None:
    """Print where the table is, and open a browser there if there is one."""
    print(f"The table is at {address} (Ctrl-C ends it).", flush=True)  # noqa: T201 - what this command is for
    if sys.stdin.isatty() and has_windows():
        webbrowser.open(address)


def has_windows() -> bool:
    """Whether a browser would open a window, and not take over this terminal."""
    return sys.platform in {"darwin", "win32"} or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
