"""The first picture: a running game stands on the panel before the rest of the program is loaded.

It is drawn from the lines of the record, after a checkpoint if one fits, and only if nothing has to be repaired, asked
or reported. The start that follows reads the whole record, and its picture replaces this one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from companion.games.registry import NAMES, at_home
from companion.match.checker import Say
from companion.match.match import Answer, Match
from companion.parts.display_kind import DISPLAYS
from companion.rules.referee.verdicts import LEGAL
from companion.rules.statements import DEAL, UNDO, Statement
from companion.runtime import splash
from companion.screens.current_screen import screen_for
from companion.screens.layouts import draw
from companion.storage.checkpoint import Checkpoint
from companion.storage.records import Store
from companion.support.messages import speak
from companion.support.values import replace
from companion.table.from_record import CannotResumeError, resume
from companion.table.notes import PARKED
from companion.table.state import House, Table
from hardware.bus import I2c
from hardware.drivers.oled import OledDisplay
from hardware.linux import LinuxI2c

MOST_LINES = 150
"""These lines are replayed twice. For a longer record that costs more time than the early picture gains."""


def show(
    words: Sequence[str], environment: Mapping[str, str] = os.environ, wire: Callable[[int], I2c] = LinuxI2c
) -> None:
    """Show the running game if these arguments start the service.

    Ignores all errors: the start that follows reports them. `wire` opens a bus by its number.
    """
    root = splash.root_of_service(words, environment)
    if root is not None:
        try:
            _show(Path(root), wire)
        except Exception:  # noqa: BLE001 - the start reports it, and leaves its last words
            return


def _show(root: Path, wire: Callable[[int], I2c]) -> None:
    panel, language, messages = splash.read(root)
    speak(language)
    store = Store(root)
    with store.alone():
        table = table_of(store)
    if table is not None:
        bus, address, kind, rotation, column = panel
        dialect = DISPLAYS[kind].dialect
        OledDisplay(
            wire(bus), kind, dialect, address=address, rotation=rotation, first_column=column, first_messages=messages
        ).show(draw(screen_for(table)).pages)


def table_of(store: Store) -> Table | None:
    """The table of the running game as its start will show it. None if this needs the whole start."""
    path = store.running()
    if path is None:
        return None
    checkpoint = _checkpoint(store, path.stem)
    lines = store.glimpse(path, checkpoint)
    if lines is None and checkpoint is not None:
        checkpoint, lines = None, store.glimpse(path)
        if lines is not None:  # else the record is not whole
            sys.stderr.write(f"companion: the checkpoint does not fit the record {path.stem} and is dropped\n")
    if not lines or lines[-1] == PARKED or len(lines) > MOST_LINES:
        return None
    header = checkpoint.lines if checkpoint else lines
    names = {line.split()[1] for line in header if line.startswith("game ")} & {*NAMES}
    if not names:  # a game of another package: the start that follows watches over it
        return None
    house = House(at_home(store.root, names=names).games)
    with suppress(CannotResumeError):
        if checkpoint is None:
            return resume(lines, house)
        return resume((*checkpoint.lines, *lines), house, _from(checkpoint))
    return None


def _checkpoint(store: Store, record: str) -> Checkpoint | None:
    """The checkpoint of this record; a spoilt one is dropped and reported."""
    try:
        checkpoint = store.checkpoint.load()
    except (ValueError, KeyError, TypeError, AttributeError, ImportError) as fault:
        sys.stderr.write(f"companion: the checkpoint is dropped: {fault}\n")
        return None
    return checkpoint if checkpoint and checkpoint.record == record else None


def _from(checkpoint: Checkpoint) -> Say:
    """Takes the state at the first `deal` from the checkpoint instead of replaying the deals before it."""

    def say(match: Match, statement: Statement) -> tuple[Match, Answer]:
        if match.said is None:
            assert statement.word == DEAL.name, "a checkpoint is made where a deal begins"
            begun = replace(match, state=checkpoint.state, said=statement, before=match, earlier=match)
            return replace(begun, applied=checkpoint.applied), Answer(LEGAL)
        if statement.word == UNDO.name and match.applied - int(statement.value) < checkpoint.applied:
            raise CannotResumeError("it goes back behind the checkpoint")
        return match.say(statement)

    return say
