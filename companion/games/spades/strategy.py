"""The strategy of Spades: how many tricks a hand is worth, when to say nil, when to take tricks (RULES.md)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.cards import Card, clockwise, left_of
from companion.games.spades.bidding import TRICKS
from companion.games.spades.playout import SpadesPosition
from companion.games.spades.rules import DECK, RANKS, SPADES, TRUMP
from companion.games.spades.suggestions import certain_tricks
from companion.players.trick_heuristics import (
    TrickStrategy,
    Turn,
    duck,
    hand,
    highest,
    lowest_that_wins,
    may_say,
    right_cards,
)
from companion.rules.partners import SEATS, partner
from companion.rules.statements import PLAY, Statement
from companion.support.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.cards import Seat
    from companion.games.spades.bidding import Bid, Bidding
    from companion.players.seat_view import View
    from companion.players.strategy import After, Outcome
    from companion.rules.deal import TrickState
    from companion.rules.referee.deals import Dealt, Luck

EXPECTED = {"A": (1.0, 0.9), "K": (0.9, 0.6), "Q": (0.6, 0.2)}
"""The tricks of a high spade, and of a high card of another suit."""
LONG_SPADE, ON_SHORT_SUIT = 0.9, 0.4
"""The tricks of a spade from the fourth on, and of each card that a short suit lacks to two."""
SPARE = 0.4
"""Added to the expected tricks before a bid is rounded down."""

HIGHEST_OF_NIL, MOST_SPADES_OF_NIL, MOST_DANGER_OF_NIL = RANKS.index("9"), 3, 2
"""A nil has no higher spade and no more spades than this. Its danger: for each suit, how high its low cards lie."""


class Strategy(TrickStrategy):
    """The strategy of Spades."""

    PLAYOUTS = 600
    position = SpadesPosition.of

    def moves(self, view: View) -> tuple[Statement, ...]:
        """Every bid, or every right card. Blind nil is for those who do not see their cards."""
        if may_say(view, {"bid"}):
            return tuple(Statement("bid", view.seat, value=str(tricks)) for tricks in range(TRICKS + 1))
        return right_cards(view) if may_say(view, {PLAY}) else ()

    def greedy(self, view: View, luck: Luck) -> Statement:
        """Bids a quarter of the tricks. Plays the highest card."""
        return _choose(view, lambda _: TRICKS // SEATS, highest)

    def easy(self, view: View, luck: Luck) -> Statement:
        """Bids aces, kings and long spades. Wins as cheaply as possible."""
        return _choose(view, lambda cards: max(1, certain_tricks(cards)), lowest_that_wins)

    def normal(self, view: View, luck: Luck) -> Statement:
        """Bids the expected tricks, or nil with a weak hand. Counts cards, and takes no more than the side has bid."""
        return _choose(view, _expected_bid, duck if _has_enough(view) else lowest_that_wins)

    def candidates(self, view: View, luck: Luck) -> Sequence[Statement]:
        """The expected bid, those beside it, and nil with a weak hand; every right card."""
        if not may_say(view, {"bid"}):
            return self.moves(view)
        bid = max(1, round(_expected_tricks(_cards(view))))
        tried = {bid - 1, bid, bid + 1, 0 if _may_be_nil(_cards(view)) else bid} & set(range(TRICKS + 1))
        return tuple(Statement("bid", view.seat, value=str(tricks)) for tricks in sorted(tried))

    def bids(self, view: View, dealt: Dealt, luck: Luck) -> After:
        """Complete the bidding as the normal level would."""
        state: TrickState[Bidding] = view.state
        order = clockwise(left_of(state.now.dealer, SEATS), SEATS)

        def said(statement: Statement) -> Outcome:
            bidding = state.now.bidding.heard(statement)
            for seat in order[len(bidding.bids) :]:
                bid = _expected_bid(tuple(DECK.cards(dealt.hands[seat])))
                bidding = bidding.heard(Statement("bid", seat, value=str(bid)))
            return SpadesPosition.of(replace(state, deal=replace(state.now, bidding=bidding)), dealt.hands)

        return said

    def worth(self, scores: Sequence[int], seat: Seat) -> float:
        """The lead of the own side."""
        return scores[seat] - scores[seat - 1]


# Heuristics


def _choose(view: View, bid: Callable[[Sequence[Card]], int], plays: Callable[[Turn], Card]) -> Statement:
    """The bid of `bid` during the bidding, otherwise the card of `plays`. A partner's nil is no partner's trick."""
    if may_say(view, {"bid"}):
        return Statement("bid", view.seat, value=str(bid(_cards(view))))
    other = partner(view.seat)
    helps = None if _keeps_nil(view.state, other) else other
    return Statement(PLAY, view.seat, (plays(Turn.of(view, _one, helps)),))


def _cards(view: View) -> tuple[Card, ...]:
    return tuple(DECK.cards(hand(view)))


def _one(_card: Card) -> int:
    """Every trick counts alike, whatever its cards."""
    return 1


def _keeps_nil(state: TrickState[Bidding], seat: Seat) -> bool:
    """Whether this seat said nil and has not won a trick."""
    bids: tuple[Bid, ...] = SPADES.bids(state)
    return not bids[seat].tricks and not SPADES.tricks_won(state)[seat]


def _has_enough(view: View) -> bool:
    """Whether this seat plays and wants no further trick: its nil is kept, or its side has made its bid."""
    if not may_say(view, {PLAY}):
        return False
    contract = SPADES.contracts(view.state)[view.seat % 2]
    return _keeps_nil(view.state, view.seat) or contract.made


def _expected_bid(cards: Sequence[Card]) -> int:
    """Nil with a weak hand, otherwise the expected tricks, rounded down."""
    return 0 if _may_be_nil(cards) else max(1, int(_expected_tricks(cards) + SPARE))


def _expected_tricks(cards: Sequence[Card]) -> float:
    """The tricks that a hand takes on average: high cards, long spades, and spades on short suits."""
    lengths = Counter(card.suit for card in cards)
    high = sum(_expected_of(card, lengths[card.suit]) for card in cards)
    short = sum(max(0, 2 - lengths[suit]) for suit in "HDC")
    return high + LONG_SPADE * max(0, lengths[TRUMP] - 3) + ON_SHORT_SUIT * min(short, lengths[TRUMP])


def _expected_of(card: Card, length: int) -> float:
    """The tricks of a high card in a suit of this length. It is worth half without lower cards to protect it."""
    of_spade, of_others = EXPECTED.get(card.rank, (0, 0))
    protected = length > RANKS[::-1].index(card.rank)
    return (of_spade if card.suit == TRUMP else of_others) / (1 if protected else 2)


def _may_be_nil(cards: Sequence[Card]) -> bool:
    """Whether few and low spades and low cards of every suit promise no trick."""
    by_suit: dict[str, list[int]] = {}
    for card in cards:
        by_suit.setdefault(card.suit, []).append(RANKS.index(card.rank))
    spades = by_suit.pop(TRUMP, [])
    if len(spades) > MOST_SPADES_OF_NIL or max(spades, default=0) > HIGHEST_OF_NIL:
        return False
    danger = (max(0, min(ranks) - 2) + max(0, sorted(ranks)[len(ranks) // 2] - 6) for ranks in by_suit.values())
    return sum(danger) <= MOST_DANGER_OF_NIL
