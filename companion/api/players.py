"""What strategies are made of: `GameEntry.strategy` opens a `Strategy`; of a trick game, a `TrickStrategy`.

A deal is played out by a `Position`; of a trick game with single cards, by a `TrickPosition` with a `TrumpOrder`.
"""

from companion.cards import Luck as Luck
from companion.players.likelihood import likely as likely
from companion.players.playouts.tricks import ANY_CARD as ANY_CARD
from companion.players.playouts.tricks import TrickPosition as TrickPosition
from companion.players.playouts.tricks import TrumpOrder as TrumpOrder
from companion.players.seat_view import SeatView as SeatView
from companion.players.strategy import OVER as OVER
from companion.players.strategy import After as After
from companion.players.strategy import Outcome as Outcome
from companion.players.strategy import Position as Position
from companion.players.strategy import Strategy as Strategy
from companion.players.strategy import after as after
from companion.players.strategy import rolls as rolls
from companion.players.trick_heuristics import TrickStrategy as TrickStrategy
from companion.players.trick_heuristics import Turn as Turn
from companion.players.trick_heuristics import by_card_counting as by_card_counting
from companion.players.trick_heuristics import deals as deals
from companion.players.trick_heuristics import duck as duck
from companion.players.trick_heuristics import hand as hand
from companion.players.trick_heuristics import highest as highest
from companion.players.trick_heuristics import lowest_that_wins as lowest_that_wins
from companion.players.trick_heuristics import may_say as may_say
from companion.players.trick_heuristics import right_cards as right_cards
from companion.rules.referee.deals import Dealt as Dealt

__all__ = [name for name in dir() if not name.startswith("_")]
