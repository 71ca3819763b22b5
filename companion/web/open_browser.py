"""Open the page: find a port, print the address, and start the browser if there is one."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

from companion.parts.display_kind import PAGE
from companion.parts.reader_kind import ReaderSettings, plugged_in
from companion.scoreboard.posting import posted
from companion.settings.schema import Settings
from companion.simulation.box import Chances
from companion.storage.records import Store
from companion.support.values import replace
from companion.web.preferences import Preferences
from companion.web.virtual_table import VirtualTable

CANNOT_RUN = 2
NO_SERVER = """\
companion: the page needs starlette and uvicorn: pip install 'tabletop-companion[web]'.
Without them the table is in this terminal: companion play --simulate --terminal
"""


def open_page(store: Store, chances: Chances, port: int | None, settings_file: Path) -> int | Settings:
    """Serve the page until Ctrl-C; returns the exit status. Choices are saved in `settings_file`.

    Where somebody chooses to play with real cards it returns the settings for that, with a page at the same port.
    Raises the error that ends a table.
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
    with listening, posted(chances.equipment.settings.scoreboard) as tell:
        settings, at = chances.equipment.settings, listening.getsockname()[1]
        server = PageServer(
            lambda: VirtualTable(store, chances),
            listening,
            Preferences(settings_file),
            plugged=lambda: plugged_in(settings.reader),
        )
        server.runner.tell = tell
        tell_address(server.address)
        server.run()
        return with_real_cards(settings, *server.chosen, at) if server.chosen else 0


def with_real_cards(settings: Settings, reader: ReaderSettings, language: str, port: int) -> Settings:
    """The settings of a table at a page, with this one reader."""
    return replace(
        settings,
        reader=reader,
        further={},
        panel=replace(settings.panel, kind=PAGE, page_port=port),
        people=replace(settings.people, language=language),
    )


def tell_address(address: str) -> None:
    """Print where the table is, and open a browser there if there is one."""
    print(f"The table is at {address} (Ctrl-C ends it).", flush=True)  # noqa: T201 - what this command is for
    if sys.stdin.isatty() and has_windows():
        webbrowser.open(address)


def has_windows() -> bool:
    """Whether a browser would open a window, and not take over this terminal."""
    return sys.platform in {"darwin", "win32"} or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
