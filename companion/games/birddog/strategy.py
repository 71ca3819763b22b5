"""The strategy of Bird Dog: declaring, nil, and which cards are worth taking (RULES.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.cards import Card, CardSet, Luck, clockwise
from companion.games.birddog.answers import answers, heard_by
from companion.games.birddog.playout import BirdDogPosition
from companion.games.birddog.rules import BIRD_DOG, DECK, FACES, BirdDogBidding, nil_players
from companion.players import trick_heuristics
from companion.players.likelihood import likely
from companion.players.seat_view import SeatView
from companion.players.strategy import After, Outcome
from companion.rules.deal import TrickState
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
            words = sorted(view.expects.words)
            return tuple(Statement(word, view.seat) for word in words)
        return trick_heuristics.right_cards(view) if trick_heuristics.may_say(view, {PLAY}) else ()

    def greedy(self, view: SeatView, luck: Luck) -> Statement:
        """Passes; plays the highest card."""
        return _choose(view, lambda *_: "", trick_heuristics.highest)

    def easy(self, view: SeatView, luck: Luck) -> Statement:
        """Declares with the Bird Dog or three trumps, never says nil. Wins as cheaply as possible."""
        return _choose(view, _has_trumps, trick_heuristics.lowest_that_wins)

    def normal(self, view: SeatView, luck: Luck) -> Statement:
        """Declares with a strong hand, says nil with a weak one. Counts cards, and takes tricks with points."""
        return _choose(
            view, _bidding_answer, trick_heuristics.duck if _keeps_nil(view) else trick_heuristics.by_card_counting
        )

    def turn(self, view: SeatView) -> trick_heuristics.Turn:
        """With faces, which make pairs."""
        return trick_heuristics.Turn.of(view, _counts)

    def deals(self, view: SeatView, luck: Luck) -> Iterator[Dealt]:
        """Weighed by what the others answered."""
        return likely(trick_heuristics.deals(view, luck), heard_by(view.seat, view.state).likelihood, luck)

    def bids(self, view: SeatView, dealt: Dealt, luck: Luck) -> After:
        """Complete the bidding as the normal level would. Turns the stack up in any order."""
        state: TrickState[BirdDogBidding] = view.state
        order = clockwise(BIRD_DOG.first_leader(state), state.setup.seats)
        stack = list(DECK.cards(dealt.rest))
        at = luck(len(stack)) if stack else 0

        def outcome(statement: Statement) -> Outcome:
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
    state: TrickState[BirdDogBidding] = view.state
    return view.seat in nil_players(state) and not cards_won(BIRD_DOG, state)[view.seat]
