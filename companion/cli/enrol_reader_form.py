"""Settle how the readers type the numbers of tags, before a deck is enrolled at them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from select import select

from companion.doctor.typed_form import ask_for_form
from companion.parts.reader_kind import FORMS
from companion.parts.readers.usb_buses import KEYS
from companion.settings.editor import CannotChangeError
from companion.settings.schema import KeyPath, Settings
from companion.support.lazy_import import lazy_call
from companion.support.text import visible
from companion.support.values import replace
from companion.tags.tag_decks import Shelf
from companion.web.preferences import Preferences

PREFERENCES: Callable[..., Preferences] = lazy_call("companion.web.preferences:Preferences")
SETTLED = 'Settled: form = "{form}", written into {file}.'
WRITE = 'Settled for now. To keep it, write form = "{form}" below [{table}] into {file} ({why}).'


def settle_forms(settings: Settings, shelf: Shelf, file: Path) -> Settings:
    """Ask at the terminal for the form of each typing reader that has none in the settings.

    Returns the settings with these forms, and writes them into the `file`.
    """
    for name, reader in settings.readers.items():
        if reader.entry.bus is not KEYS or reader.form != FORMS[0]:
            continue
        if form := ask_for_form(reader, shelf, read_typed_line, say):
            say(_keep(("reader", name, "form") if name else ("reader", "form"), form, file))
            told = replace(reader, form=form)
            further = {**settings.further, name: told} if name else settings.further
            settings = replace(settings, reader=settings.reader if name else told, further=further)
    return settings


def _keep(path: KeyPath, form: str, file: Path) -> str:
    """Write the form into the settings file. Returns the message about it."""
    try:
        PREFERENCES(file).save(path, form)
    except (CannotChangeError, ImportError) as fault:
        return WRITE.format(form=form, table=".".join(path[:-1]), file=file, why=fault)
    return SETTLED.format(form=form, file=file)


def read_typed_line() -> str | None:
    """A line that was typed at the terminal; None: none yet. Empty: the end of the input."""
    return sys.stdin.readline() if select([sys.stdin], [], [], 0)[0] else None


def say(text: str) -> None:
    """Print lines at once."""
    for line in text.splitlines():
        print(visible(line), flush=True)  # noqa: T201 - a dialogue at the terminal
