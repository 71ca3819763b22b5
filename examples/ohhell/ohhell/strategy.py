"""How a computer plays Oh Hell: it bids what its cards take on average, and then takes no more."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Self

from companion import api
from companion.api import players
from ohhell.rules import DECK, OH_HELL, RANKS, Bidding, State, worth

SIDE, LOW_TRUMP, HIGHER = {"A": 0.8, "K": 0.45, "Q": 0.15}, 0.25, 0.06
"""The tricks of a card on average: of another suit than trump; of the lowest trump, and what each higher rank adds."""


@cache
def order(trump: str) -> players.TrumpOrder:
    """Which card beats which."""
    return players.TrumpOrder.of(OH_HELL, Bidding(api.Card("2", trump)))


class Position(players.TrickPosition):
    """A deal after the bidding. Its terms are the bids by seat, and what a missed one scores."""

    @classmethod
    def of(cls, state: State, hands: Sequence[api.CardSet]) -> Self:
        """The position of this state with these hands. Who has all tricks of the bid ducks."""
        bids, trump = dict(state.now.opening.bids), state.now.opening.up.suit
        position = cls.laid_out(OH_HELL, state, order(trump), hands, terms=(bids, state.setup.options["missed"]))
        won = enumerate(OH_HELL.tricks_won(state))
        position.ducks = tuple(players.ANY_CARD if tricks >= bids[seat] else 0 for seat, tricks in won)
        return position

    def scores(self) -> list[int]:
        """What everybody's tricks are worth with their bid."""
        bids, missed = self.terms
        return [worth(bids[seat], won.bit_count() // len(bids), missed) for seat, won in enumerate(self.won)]


class Strategy(players.TrickStrategy):
    """Three rules of thumb. `strong` plays out each bid and card, after a bid as `normal` would go on bidding."""

    PLAYOUTS = 600
    BIDDING_EFFORT = 20
    position = Position.of

    def greedy(self, view: players.SeatView, luck: players.Luck) -> api.Statement:
        """Bids an equal share of the tricks. Plays the highest card."""
        return self._choose(view, players.hand(view).bit_count() / view.state.setup.seats, players.highest)

    def easy(self, view: players.SeatView, luck: players.Luck) -> api.Statement:
        """Bids what the cards take on average. Wins as cheaply as possible."""
        return self._choose(view, expected(view), players.lowest_that_wins)

    def normal(self, view: players.SeatView, luck: players.Luck) -> api.Statement:
        """Bids and plays as `easy`, but ducks when it has all tricks of its bid."""
        enough = OH_HELL.tricks_won(view.state)[view.seat] >= dict(view.state.now.opening.bids).get(view.seat, 0)
        return self._choose(view, expected(view), players.duck if enough else players.lowest_that_wins)

    def _choose(self, view: players.SeatView, tricks: float, play: Callable[[players.Turn], api.Card]) -> api.Statement:
        if api.PLAY in view.expects.words:
            return api.Statement(api.PLAY, view.seat, (play(players.Turn.of(view)),))
        return min(self.moves(view), key=lambda said: abs(int(said.value) - tricks))


def expected(view: players.SeatView) -> float:
    """The tricks that a seat's cards take on average."""
    cards, trumps = players.hand(view), DECK.suit(view.state.now.opening.up.suit)
    high = sum(SIDE.get(card.rank, 0) for card in DECK.cards(cards & ~trumps))
    return high + sum(LOW_TRUMP + HIGHER * RANKS.index(card.rank) for card in DECK.cards(cards & trumps))
