"""The picture after a crash: the reason and the place, until the table plays again.

Never shows a hand or a tag: of an unknown error it shows only the type, the journal has the rest.
"""

from __future__ import annotations

from pathlib import Path

from companion.runtime import splash
from companion.runtime.devices import leave_on_panel, picture_messages
from companion.screens.layouts import draw
from companion.screens.notices import last_words
from companion.settings.schema import Settings
from companion.storage.disk import StorageError
from hardware.bus import DeviceError

PROGRAM = Path(__file__).parents[2]
"""The directory of `companion` and `hardware`."""


def leave_last_words(fault: Exception, settings: Settings, root: Path | None = None) -> None:
    """Show the reason and the place of a fault."""
    leave(draw(last_words(reason_of(fault), place_of(fault))).pages, settings, root)


def leave(picture: bytes, settings: Settings, root: Path | None) -> None:
    """Show a picture now and as the splash of the next start; `root` None: not at the next start."""
    leave_on_panel(picture, settings)
    if root is not None and not settings.panel.is_page:
        splash.save(root, settings.panel, picture_messages(picture, settings), stays=True)


def reason_of(fault: Exception) -> str:
    """The reason in a few words."""
    match fault:
        case StorageError(what=what) | DeviceError(what=what):
            return what
        case AssertionError() if str(fault):
            return str(fault)
        case _:
            return type(fault).__name__


def place_of(fault: Exception) -> str:
    """The place of a fault: a file on the SD card, a wire, or the innermost line of the program ("loop.py line 89")."""
    match fault:
        case StorageError(path=path):
            return path.name
        case DeviceError(bus=bus):
            return bus
    place, step = "", fault.__traceback__
    while step is not None:
        file = Path(step.tb_frame.f_code.co_filename)
        if file.is_relative_to(PROGRAM / "companion") or file.is_relative_to(PROGRAM / "hardware"):
            place = f"{file.name} line {step.tb_lineno}"
        step = step.tb_next
    return place
