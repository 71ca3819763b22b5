"""Answer the questions of the set-up as an order for a new game says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table.choices import Line, Rematch, Step
from companion.table.modes import SameTable, SettingUp

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.table.modes import Mode
    from companion.table.setup import Answer, SetUp
    from companion.web.orders import Begin


def answer(mode: Mode, order: Begin, game: Game) -> int:
    """The index of the answer; if the order leaves it open, the cursor or the first answer."""
    match mode:
        case SameTable(answers=answers):
            return answers.index(Rematch.ANOTHER)
        case SettingUp(setup=setup, question=question):
            possible, wanted = setup.answers, _wanted(setup, order, game)
            return possible.index(wanted) if wanted in possible else question.cursor
        case _:
            return 0


def _wanted(setup: SetUp, order: Begin, game: Game) -> Answer:
    match setup.step:
        case Step.GAME:
            return game
        case Step.PEOPLE:
            return order.people or game.players[-1]
        case Step.RULES:
            return _still_to_change(setup, order)
        case Step.SCANNED:
            return order.scanned
        case _:
            return setup.answers[0]


def _still_to_change(setup: SetUp, order: Begin) -> Line:
    """The next line that OK must change so that the computer has its seats."""
    if len(setup.computers) != order.computers:
        return Line.COMPUTERS
    return Line.LEVEL if setup.computers and setup.level != order.level else Line.SETTLED
