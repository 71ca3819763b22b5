"""Stopping the moon: what an experienced player does when somebody has taken all points so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import Card, Seat
from companion.games.hearts.rules import HEARTS, RANKS, points_of

if TYPE_CHECKING:
    from companion.players.seat_view import SeatView
    from companion.players.trick_heuristics import Turn

NEAR = 18
"""Who has taken so many points, and nobody else any, may take them all."""


def shooter(view: SeatView) -> Seat | None:
    """Another player who may yet take all points; None: nobody is near it, or somebody else has points."""
    taken = HEARTS.taken(view.state)
    most = max(taken)
    seat = taken.index(most)
    return seat if most >= NEAR and most == sum(taken) and seat != view.seat else None


def stops(turn: Turn, seat: Seat) -> Card | None:
    """The card that may take a point before this player takes it; None: play as usual."""
    if turn.best is None:
        return max((card for card in turn.cards if card.suit == "H" and turn.stays(card)), key=_height, default=None)
    taker, played = HEARTS.winner(turn.view.state, turn.trick), {play.seat for play in turn.trick.plays}
    if taker != seat and (turn.last or seat in played):
        return None
    if turn.cards[0].suit != turn.best.suit:
        return min(turn.cards, key=lambda card: (points_of(card), _height(card)))
    over = [card for card in turn.cards if turn.beats(card)]
    return max(over, key=_height, default=None) if any(map(points_of, turn.trick.cards)) else None


def _height(card: Card) -> int:
    return RANKS.index(card.rank)
