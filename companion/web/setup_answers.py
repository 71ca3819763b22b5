"""What an order for a game answers where the box asks: who sits where, which game, which parked match."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import SeatAssignment
from companion.rules.game import Game
from companion.support.names import each_once
from companion.table.choices import Parked, Rematch, SetUpStep
from companion.table.modes import Mode, SameTable, SettingUp


def regulars_of_game(game: Game, regulars: Sequence[str]) -> tuple[SeatAssignment, ...]:
    """Who sits where if an order names nobody: the regulars, then guests whose names nobody has."""
    most = game.players[-1]
    names = each_once((*regulars, *(f"P{seat}" for seat in range(len(regulars) + 1, most + len(regulars) + 1))))
    return tuple(map(SeatAssignment, names[:most]))


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
