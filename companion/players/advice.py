"""Advice on a scanned hand: the choice of the strong level, with its reason in two short lines."""

from __future__ import annotations

from typing import NamedTuple

from companion.cards import Luck
from companion.players.levels import strategy_of
from companion.players.monte_carlo import Strong
from companion.players.player import Thinking
from companion.players.seat_view import SeatView
from companion.rules.statements import Statement
from companion.support.messages import msg


class Advice(NamedTuple):
    """A statement and its reason: at most two lines of at most 21 characters. Names no card: others look on."""

    statement: Statement
    reason: tuple[str, ...]


def advice(view: SeatView, luck: Luck, playouts: int | None = None) -> Thinking[Advice | None]:
    """The choice of the strong level, in steps. None if this seat has nothing to say, or its hand was not scanned."""
    strategy = strategy_of(view.game)
    moves = strategy.moves(view)
    if not moves:
        return None
    if len(moves) == 1:
        return Advice(moves[0], (msg("There is no choice."),))
    best, *others = yield from Strong(strategy, playouts or strategy.PLAYOUTS).trying(view, luck)
    if others and not best.trials:
        return Advice(strategy.normal(view, luck) or best.move, (msg("By rule of thumb."),))
    if not others or best.worth < others[0].worth:
        return Advice(best.move, (msg("By rule of thumb."),))
    whole, tenth = f"{best.worth - others[0].worth:+.1f}".split(".")
    more = msg("{whole}.{tenth}", whole=whole, tenth=tenth)
    return Advice(best.move, (msg("{more} on average", more=more), msg("over the second best")))
