"""What strategies are made of: `GameEntry.strategy` opens a `Strategy`; of a trick game, a `TrickStrategy`.

A deal is played out by a `Position`; of a trick game with single cards, by a `TrickPosition` with the `Order` of cards.
"""

from companion.cards import Luck
from companion.players.likelihood import likely
from companion.players.playouts.tricks import ANY_CARD, TrickPosition, TrumpOrder
from companion.players.seat_view import SeatView
from companion.players.strategy import OVER, After, Outcome, Position, Strategy, after, rolls
from companion.players.trick_heuristics import (
    TrickStrategy,
    Turn,
    by_card_counting,
    deals,
    duck,
    hand,
    highest,
    lowest_that_wins,
    may_say,
    right_cards,
)
from companion.rules.referee.deals import Dealt

__all__ = [
    "ANY_CARD",
    "OVER",
    "After",
    "Dealt",
    "Luck",
    "Outcome",
    "Position",
    "SeatView",
    "Strategy",
    "TrickPosition",
    "TrickStrategy",
    "TrumpOrder",
    "Turn",
    "after",
    "by_card_counting",
    "deals",
    "duck",
    "hand",
    "highest",
    "likely",
    "lowest_that_wins",
    "may_say",
    "right_cards",
    "rolls",
]
