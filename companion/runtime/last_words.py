"""What stands on the panel after a crash until the table plays again: why it fell, and where.

No hand and no tag is ever shown: of an error that is not ours only the kind is told, the rest is in the journal.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.runtime import splash
from companion.runtime.devices import leave_on_panel, told
from companion.screens.notices import last_words
from companion.screens.screen import draw
from companion.storage.disk import StorageError
from hardware.bus import DeviceError

if TYPE_CHECKING:
    from companion.settings.schema import Settings

PROGRAM = Path(__file__).parents[2]
"""Above `companion` and `hardware`."""


def leave_last_words(fault: Exception, settings: Settings, root: Path | None = None) -> None:
    """Show why and where it fell."""
    leave(draw(last_words(reason_of(fault), place_of(fault))).pages, settings, root)


def leave(picture: bytes, settings: Settings, root: Path | None) -> None:
    """Show this, and let the next start show it at its first light; None: there is no such start."""
    leave_on_panel(picture, settings)
    if root is not None:
        splash.keep(root, settings.panel, told(picture, settings))


def reason_of(fault: Exception) -> str:
    """In a few words."""
    match fault:
        case StorageError(what=what) | DeviceError(what=what):
            return what
        case AssertionError() if str(fault):
            return str(fault)
        case _:
            return type(fault).__name__


def place_of(fault: Exception) -> str:
    """The file on the card, the wire, or the last line of the program that was on the way ("loop.py line 89")."""
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
