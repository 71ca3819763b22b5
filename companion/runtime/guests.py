"""A game of another package that fails at the table: it is put aside as a damaged record is, and the table goes on."""

from __future__ import annotations

import sys
from traceback import format_exception
from typing import TYPE_CHECKING

from companion.match.checker import failure_of
from companion.support.values import replace
from companion.table.modes import Reporting
from companion.table.new_game import setting_up
from companion.table.state import Table

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.runtime.recorder import Recorder


def guests_at(table: Table) -> tuple[Game, ...]:
    """The games of other packages that a fault at this table may come from; empty: it is a fault of ours.

    The one that is played or set up, or all that a set-up asks for their titles.
    """
    match, setup = table.match, table.setting_up
    at_table = (match.header.game if match else None, setup.game if setup else None)
    games = tuple(game for game in at_table if game is not None) if any(at_table) else table.house.games.values()
    return tuple(game for game in games if game.entry.package)


def without_guests(table: Table, guests: tuple[Game, ...], fault: BaseException, recorder: Recorder) -> Table:
    """A set-up without these games, which reports that they failed. Raises StorageError."""
    sys.stderr.write("".join(format_exception(fault)))
    damaged = recorder.give_up(failure_of(guests[0], fault))
    sys.stderr.write(f"companion: {damaged.why}; it is put aside until the next start\n")
    failed = {game.name for game in guests}
    games = {name: game for name, game in table.house.games.items() if name not in failed}
    requested = "" if table.house.requested in failed else table.house.requested
    house = replace(table.house, games=games, parked=recorder.parked_games(games), requested=requested)
    fresh = setting_up(Table(house, health=table.health))
    return replace(fresh, mode=Reporting((damaged, *table.damaged), fresh.mode))
