"""The strategy of Bird Dog: declaring, nil, and which cards are worth taking (RULES.md).

Also how likely a hand is after the answers of its player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from companion.cards import Card, CardSet, Luck, Seat
from companion.games.birddog.playout import BirdDogPosition
from companion.games.birddog.rules import BIRD_DOG, DECK, FACES, RANKS, BirdDogBidding, BirdDogState, nil_players
from companion.players import strategy, trick_heuristics
from companion.players.likelihood import HeardCall, HeardCalls, cards_played, chances, likely
from companion.players.seat_view import SeatView
from companion.rules.referee.deals import Dealt
from companion.rules.statements import PLAY, Statement
from companion.rules.tricks import cards_won
from companion.support.values import replace

TALKING = {"declare", "nil", "pass"}


class BirdDogStrategy(trick_heuristics.TrickStrategy):
    """The strategy of Bird Dog."""

    PLAYOUTS = 1150
    position = BirdDogPosition.of

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """The two answers to a question, or every right card."""
        if trick_heuristics.may_say(view, TALKING):
            return tuple(Statement(word, view.seat) for word in sorted(view.expects.words))
        return trick_heuristics.right_cards(view) if trick_heuristics.may_say(view, {PLAY}) else ()

    def greedy(self, view: SeatView, luck: Luck) -> Statement:
        """Passes; plays the highest card."""
        return _choose(view, lambda *_: "", trick_heuristics.highest)

    def easy(self, view: SeatView, luck: Luck) -> Statement:
        """Declares with the Bird Dog or three trumps, never says nil. Wins as cheaply as possible."""
        return _choose(view, _has_trumps, trick_heuristics.lowest_that_wins)

    def normal(self, view: SeatView, luck: Luck) -> Statement:
        """Declares with a strong hand, says nil with a weak one. Counts cards, and takes tricks with points."""
        plays = trick_heuristics.duck if _keeps_nil(view) else trick_heuristics.by_card_counting
        return _choose(view, _bidding_answer, plays)

    def turn(self, view: SeatView) -> trick_heuristics.Turn:
        """With faces, which make pairs."""
        return trick_heuristics.Turn.of(view, _counts)

    def deals(self, view: SeatView, luck: Luck) -> Iterator[Dealt]:
        """Weighed by what the others answered."""
        return likely(trick_heuristics.deals(view, luck), heard_by(view.seat, view.state).likelihood, luck)

    def bids(self, view: SeatView, dealt: Dealt, luck: Luck) -> strategy.After:
        """Complete the bidding as the normal level would. Turns the stack up in any order."""
        state: BirdDogState = view.state
        order = state.now.order
        stack = list(DECK.cards(dealt.rest))
        at = luck(len(stack)) if stack else 0

        def outcome(statement: Statement) -> strategy.Playable:
            deal = state.now
            while True:
                deal, _ = BIRD_DOG.advance_opening(deal, statement)
                bidding = deal.opening
                answered = len(bidding.nils) if bidding.made else bidding.passes
                if answered < len(order):
                    seat = order[answered]
                    statement = Statement(_bidding_answer(dealt.hands[seat], bidding) or "pass", seat)
                elif bidding.made:
                    return BirdDogPosition.of(replace(state, deal=deal), dealt.hands)
                else:
                    statement = Statement("up", cards=(stack[(at + len(bidding.ups)) % len(stack)],))

        return outcome


# Heuristics


def _choose(
    view: SeatView, answer: Callable[[CardSet, BirdDogBidding], str], plays: Callable[[trick_heuristics.Turn], Card]
) -> Statement:
    """The answer of `answer` during the bidding (empty: pass), otherwise the card of `plays`."""
    if trick_heuristics.may_say(view, TALKING):
        return Statement(answer(trick_heuristics.hand(view), view.state.now.opening) or "pass", view.seat)
    return Statement(PLAY, view.seat, (plays(trick_heuristics.Turn.of(view, _counts)),))


def _has_trumps(cards: CardSet, bidding: BirdDogBidding) -> str:
    trumps = (cards & DECK.suit(bidding.trump)).bit_count()
    return "declare" if not bidding.made and (cards & DECK.bit(bidding.bird_dog) or trumps >= 3) else ""


def _bidding_answer(cards: CardSet, bidding: BirdDogBidding) -> str:
    """Declare with a strong hand, say nil with a weak one."""
    declare, nil = answers(bidding.ups[-1])
    if bidding.made:
        return "nil" if nil(cards) >= 0 else ""
    return "declare" if declare(cards) >= 0 else ""


def _counts(card: Card) -> int:
    """Half a pair for a face card, otherwise nothing."""
    return int(card.rank in FACES)


def _keeps_nil(view: SeatView) -> bool:
    """Whether this seat said nil and has not won a trick."""
    state: BirdDogState = view.state
    return view.seat in nil_players(state) and not cards_won(BIRD_DOG, state)[view.seat]


STRONG_ENOUGH = 15
"""Minimum strength to declare. Between players of the normal level such a hand then scores more than the others."""
WEAK_ENOUGH, CERTAIN = 16, 100
"""Maximum danger to say nil: about half of these nils win. The Bird Dog is certain to take a trick."""


CHANCE = chances(spread=4, most=200)
"""The chance to declare or to say nil, by the points that the hand has more than it needs."""


class Points:
    """The points that a hand has more than it needs for a word, by tables of eight cards each. Below 0: it has less."""

    def __init__(self, value: Callable[[Card], int], needed: int) -> None:
        values = [*map(value, DECK.cards_in_order)]
        self._low, self._middle, self._high = _sums(values[:8], -needed), _sums(values[8:16]), _sums(values[16:])

    def __call__(self, cards: CardSet) -> int:
        """The points of this hand."""
        return self._low[cards & 255] + self._middle[cards >> 8 & 255] + self._high[cards >> 16]


def _sums(values: Sequence[int], start: int = 0) -> list[int]:
    """By the set of cards with these values their sum."""
    sums = [start]
    for value in values:
        sums += [value + earlier for earlier in sums]
    return sums


class Answers(NamedTuple):
    """What hands have more than they need to declare, and to say nil."""

    declare: Points
    nil: Points


@cache
def answers(up: Card) -> Answers:
    """The points of hands when this card was turned up last.

    To declare: 6 for the Bird Dog, 3 plus rank (0 to 5) for a trump, 3 for another ace, 1 for a king. Against nil: the
    ranks from 0 to 5, those of trumps twice.
    """
    bidding = BirdDogBidding((up,))

    def strength(card: Card) -> int:
        if card == bidding.bird_dog:
            return 6
        return 3 + RANKS.index(card.rank) if card.suit == bidding.trump else {"A": 3, "K": 1}.get(card.rank, 0)

    def safety(card: Card) -> int:
        rank = RANKS.index(card.rank)
        return -CERTAIN if card == bidding.bird_dog else -2 * rank if card.suit == bidding.trump else -rank

    return Answers(Points(strength, STRONG_ENOUGH), Points(safety, -WEAK_ENOUGH))


def heard_by(seat: Seat, state: BirdDogState) -> HeardCalls:
    """The answers that this seat heard of the others."""
    return HeardCalls.by(seat, _answers_of(state), CHANCE, cards_played(DECK, state))


def _answers_of(state: BirdDogState) -> Iterator[HeardCall]:
    """All answers of this deal."""
    bidding, order = state.now.opening, state.now.order
    for up in bidding.ups:
        declare = answers(up).declare
        last = up == bidding.ups[-1]
        for seat in order[: bidding.passes] if last else order:
            yield HeardCall(seat, declare, said=False)
        if last and bidding.declarer is not None:
            yield HeardCall(bidding.declarer, declare, said=True)
    for seat, nil in zip(order, bidding.nils, strict=False):
        yield HeardCall(seat, answers(bidding.ups[-1]).nil, said=nil)
