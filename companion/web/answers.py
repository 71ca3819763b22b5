"""What an order for a new game answers to each question of the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table.setup import COMPUTERS, LEVEL

if TYPE_CHECKING:
    from companion.inputs.questions import Question
    from companion.rules.game import Game
    from companion.web.orders import Begin


def answer(question: Question, order: Begin, game: Game) -> int:
    """The place of the answer; where the order says nothing the first one, or where the cursor is."""
    wanted = {
        "same table": "another",
        "game": game.title,
        "people": str(order.people or game.players[-1]),
        "rules": _still_to_change(question.choices, order),
        "scanned": "yes" if order.scanned else "no",
    }.get(question.asks) or question.choices[0]
    return question.choices.index(wanted) if wanted in question.choices else question.cursor


def _still_to_change(rules: tuple[str, ...], order: Begin) -> str:
    """The line that OK must still change before the computer has its seats; empty if none."""
    wanted = {COMPUTERS: str(order.computers), LEVEL: order.level}
    lines = ((line, begins, value) for line in rules for begins, value in wanted.items() if line.startswith(begins))
    return next((line for line, begins, value in lines if line != begins + value), "")
