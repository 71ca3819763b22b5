"""What an order for a game answers where the box asks: who sits where, which game, which parked match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import SeatAssignment
from companion.support.names import each_once, place_of
from companion.support.opening import nothing
from companion.table.choices import Parked, Rematch, SetUpStep
from companion.table.modes import SameTable, SettingUp
from companion.table.setup import COMPUTER_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.rules.game import Game
    from companion.table.modes import Mode
    from companion.web.orders import Begin


def seats_of(order: Begin, game: Game, regulars: Sequence[str]) -> tuple[SeatAssignment, ...]:
    """Who sits where if the order names nobody: the regulars, then guests, and computers in the last seats."""
    number = order.people if order.people in game.players else game.players[-1]
    computers = min(order.computers, number - 1) if game.entry.strategy is not nothing else 0
    names = (*each_once(regulars), *(f"P{seat}" for seat in range(len(regulars) + 1, number + 1)))
    people = names[: number - computers]
    free = [name for name in COMPUTER_NAMES if place_of(name, people) is None]
    seated = map(SeatAssignment, people)
    return (*seated, *(SeatAssignment(name, order.level) for name in free[:computers]))


def place_of_parked(mode: Mode, record: str) -> int | None:
    """The place of the answer that leads to this parked match. None: nothing leads to it here."""
    match mode:
        case SameTable(answers=answers):
            return answers.index(Rematch.ANOTHER)
        case SettingUp(setup=setup):
            outcomes = enumerate(after for _, after in setup.answers)
            return next((at for at, to in outcomes if isinstance(to, Parked) and to.record == record), None)
        case _:
            return None


def place_of_game(mode: Mode, game: str) -> int | None:
    """The place of this game where the box asks which one. None: it does not ask, or does not offer it."""
    names = _games_asked(mode)
    return names.index(game) if game in names else None


def pointed_at(mode: Mode) -> str:
    """The game at the arrow of the box; empty: it asks for none."""
    return _games_asked(mode)[mode.question.cursor] if isinstance(mode, SettingUp) and _games_asked(mode) else ""


def _games_asked(mode: Mode) -> tuple[str, ...]:
    """The names of the games that the box offers, in their places; empty for parked matches and elsewhere."""
    if not isinstance(mode, SettingUp) or mode.setup.step is not SetUpStep.GAME:
        return ()
    outcomes = (after for _, after in mode.setup.answers)
    return tuple("" if isinstance(to, Parked) or to.game is None else to.game.name for to in outcomes)
