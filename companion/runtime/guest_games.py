"""Puts aside a game of another package that fails at the table, as a damaged record is; the table goes on."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from companion.games.registry import leave_out_guests
from companion.match.checker import failure_of
from companion.rules.game import Game
from companion.runtime.recorder import Recorder
from companion.storage.disk import StorageError
from companion.support.values import replace
from companion.table.modes import Reporting
from companion.table.setup_dialogue import setting_up
from companion.table.state import Table

TICK_S = 3.0
"""Seconds between two looks whether a turn has ended: twice this is less than the watchdog's patience."""
TICKS_TO_START = 8
"""Ticks that a running record may take to be replayed at power-on."""


MARK = "starting"
"""A file in the data directory: a byte for each start since the last that went well."""
MOST_DEATHS = 5
"""Starts in a row that died before the games of other packages are left out."""
TICKS_TO_TRUST = 10
"""Ticks of play after which a start went well."""


class TooLongError(BaseException):
    """A game of another package did not come back in time. No Exception: games catch these, and would go on."""


@contextmanager
def starts_counted(root: Path) -> Iterator[None]:
    """Leave out the games of other packages if the last starts died without a word, each before it was trusted.

    A game that ends the process, by `os._exit` or a crash of the interpreter, would do so at each start again. An
    orderly end, with an error or without, does not count. Several power cuts soon after power-on look alike: a match of
    such a game then waits for the next start. Counts nothing where nothing can be written.
    """
    mark = root / MARK
    with suppress(OSError):
        died = min(mark.stat().st_size, MOST_DEATHS) if mark.exists() else 0
        mark.write_bytes(bytes(died + 1))
        if died >= MOST_DEATHS:
            leave_out_guests()
            sys.stderr.write(f"companion: {died} starts have died: this one is without the games of other packages\n")
    try:
        yield
    finally:
        trust_start(root)


def trust_start(root: Path) -> None:
    """This start went well, or ended in order."""
    with suppress(OSError):
        (root / MARK).unlink(missing_ok=True)


@contextmanager
def ended_in_time(
    modules: Collection[str], turns: Callable[[], int], tick_s: float = TICK_S, trust: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Raise TooLongError inside these top modules when a turn hangs there. For the main thread.

    `turns` are those that have ended; 0: the table is being opened. Without it the watchdog would end the program, and
    the next start would hang at the same match. Nothing is saved while one of these modules runs. Calls `trust` once
    the table has played for some ticks.
    """
    seen, ticks, played = -1, 0, 0

    def tick(_number: int, frame: FrameType | None) -> None:
        nonlocal seen, ticks, played
        now = turns()
        played += now > 0
        if played == TICKS_TO_TRUST:
            trust()
        seen, ticks = now, ticks + 1 if now == seen else 0
        if ticks >= (1 if now else TICKS_TO_START) and _runs_in(frame, modules):
            raise TooLongError

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, tick_s, tick_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _runs_in(frame: FrameType | None, modules: Collection[str]) -> bool:
    """Whether one of these modules runs, or has called what runs."""
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] in modules:
            return True
        frame = frame.f_back
    return False


def guests_at(table: Table) -> tuple[Game, ...]:
    """The games of other packages that a fault at this table may come from. If there are none, it is a fault of ours.

    The one that is played or set up, or all that a set-up asks for their titles.
    """
    match, setup = table.match, table.setting_up
    at_table = (match.header.game if match else None, setup.game if setup else None)
    games = tuple(game for game in at_table if game is not None) if any(at_table) else table.house.games.values()
    return tuple(game for game in games if game.entry.package)


def without_guests(table: Table, fault: BaseException, recorder: Recorder) -> Table:
    """A set-up without the games of other packages that failed, which it reports. Raises any other fault again."""
    guests = guests_at(table)
    if isinstance(fault, StorageError | KeyboardInterrupt) or not guests:
        raise fault
    from traceback import format_exception  # noqa: PLC0415 - a table starts without

    sys.stderr.write("".join(format_exception(fault)))
    damaged = recorder.give_up(failure_of(guests[0], fault))
    sys.stderr.write(f"companion: {damaged.why}; it is put aside until the next start\n")
    failed = {game.name for game in guests}
    games = {name: game for name, game in table.house.games.items() if name not in failed}
    requested = "" if table.house.requested in failed else table.house.requested
    house = replace(table.house, games=games, parked=recorder.parked_games(games), requested=requested)
    fresh = setting_up(Table(house, health=table.health))
    return replace(fresh, mode=Reporting((damaged, *table.reported), fresh.mode))
