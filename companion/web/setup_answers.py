"""Answer the questions of the set-up as an order for a new game, or to go on with a parked one, says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table.choices import Parked, Rematch, SetUpStep
from companion.table.modes import SameTable, SettingUp
from companion.web.orders import GoOn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.game import Game
    from companion.table.modes import Mode
    from companion.table.setup import SetUp
    from companion.web.orders import Begin


def answer(mode: SettingUp | SameTable, order: Begin | GoOn, games: Mapping[str, Game]) -> int | None:
    """The index of the answer; if the order leaves it open, the cursor. None: what is to go on is not offered."""
    match mode:
        case SameTable(answers=answers):
            return answers.index(Rematch.ANOTHER)
        case SettingUp(setup=setup, question=question):
            outcomes = [after for _, after in setup.answers]
            wanted = (place for place, after in enumerate(outcomes) if _is_wanted(setup, after, order, games))
            return next(wanted, None if isinstance(order, GoOn) else question.cursor)


def pointed_at(mode: Mode) -> str:
    """The game at the arrow of the box; empty: it asks for none."""
    if not isinstance(mode, SettingUp) or mode.setup.step is not SetUpStep.GAME:
        return ""
    _, after = mode.setup.answers[mode.question.cursor]
    return "" if isinstance(after, Parked) or after.game is None else after.game.name


def _is_wanted(setup: SetUp, after: SetUp | Parked, order: Begin | GoOn, games: Mapping[str, Game]) -> bool:
    """Whether this outcome of the question is a step to the game that was ordered."""
    if isinstance(after, Parked) or isinstance(order, GoOn):
        return isinstance(after, Parked) and isinstance(order, GoOn) and after.record == order.record
    match setup.step:
        case SetUpStep.GAME:
            return after.game == games[order.game]
        case SetUpStep.PEOPLE:
            return after.people == (order.people or games[order.game].players[-1])
        case SetUpStep.RULES if len(setup.computers) != order.computers:
            return after.computers.keys() != setup.computers.keys()
        case SetUpStep.RULES if setup.computers and setup.level != order.level:
            return after.computers.keys() == setup.computers.keys() and after.level != setup.level
        case SetUpStep.RULES:
            return after.settled
        case SetUpStep.SCANNED:
            return after.scanned == order.scanned
        case _:
            return True
