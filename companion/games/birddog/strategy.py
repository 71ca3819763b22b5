"""How the computer plays Bird Dog: declaring, nil, and which cards are worth taking (rules.md 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards.seats import clockwise
from companion.games.birddog.playout import BirdDogPosition
from companion.games.birddog.rules import BIRD_DOG, DECK, FACES, RANKS, nil_players
from companion.players.strategy import after
from companion.players.trick_heuristics import (
    Turn,
    counted_out,
    deals,
    hand,
    highest,
    lowest_that_wins,
    may_say,
    right_cards,
)
from companion.rules.statements import PLAY, Statement
from companion.support.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.cards.card import Card
    from companion.cards.seats import Seat
    from companion.games.birddog.rules import Bidding
    from companion.players.strategy import After, Outcome
    from companion.players.view import View
    from companion.rules.deal import TrickState
    from companion.rules.referee.deals import Dealt, Luck

PLAYOUTS = 1200
TALK = 6
"""A trial of a word takes so many times longer than a playout."""
TALKING = {"declare", "nil", "pass"}

STRONG_ENOUGH = 15
"""A hand of this strength declares: among players of the normal level it then has more points than the others."""
WEAK_ENOUGH, CERTAIN = 16, 100
"""A hand that is not more dangerous says nil: it wins about every second one. The Bird Dog certainly takes a trick."""


def moves(view: View) -> tuple[Statement, ...]:
    """The two answers to a question, or every right card."""
    if may_say(view, TALKING):
        words = sorted(view.expects.words)
        return tuple(Statement(word, view.seat) for word in words)
    return right_cards(view) if may_say(view, {PLAY}) else ()


def greedy(view: View, luck: Luck) -> Statement:
    """Passes; plays the highest card."""
    del luck
    return _by_thumb(view, _never, highest)


def easy(view: View, luck: Luck) -> Statement:
    """Declares with the Bird Dog or three trumps, never says nil; wins as cheaply as it can."""
    del luck
    return _by_thumb(view, _has_trumps, lowest_that_wins)


def normal(view: View, luck: Luck) -> Statement:
    """Declares a strong hand, says nil with a weak one; counts cards, and takes tricks that bring something."""
    del luck
    return _by_thumb(view, _dares, _duck if _keeps_nil(view) else counted_out)


def candidates(view: View, luck: Luck) -> Sequence[Statement]:
    """All."""
    del luck
    return moves(view)


def effort(view: View) -> int:
    """The rest of the bidding is said in every trial."""
    return 1 if PLAY in view.expects.words else TALK


def imagined(view: View, luck: Luck) -> Iterator[After]:
    """Other hands and another stack; what is left of the bidding goes by rules of thumb."""
    still_bidding = PLAY not in view.expects.words
    for dealt in deals(view, luck):
        yield _after_bidding(view, dealt, luck) if still_bidding else after(BirdDogPosition.of(view.state, dealt.hands))


def worth(scores: Sequence[int], seat: Seat) -> float:
    """How far the own points are above those of the others on average."""
    others = len(scores) - 1
    return scores[seat] - (sum(scores) - scores[seat]) / others


def _after_bidding(view: View, dealt: Dealt, luck: Luck) -> After:
    """All answer as the normal level does; the stack is turned up in any order."""
    state: TrickState[Bidding] = view.state
    order = clockwise(BIRD_DOG.first_leader(state), state.setup.seats)
    hands = [tuple(DECK.cards(cards)) for cards in dealt.hands]
    stack = list(DECK.cards(dealt.rest))
    at = luck(len(stack)) if stack else 0

    def said(statement: Statement) -> Outcome:
        deal = state.now
        while True:
            deal, _ = BIRD_DOG.bidding_advances(deal, statement)
            bidding = deal.bidding
            answered = len(bidding.nils) if bidding.made else bidding.passes
            if answered < len(order):
                seat = order[answered]
                statement = Statement(_dares(hands[seat], bidding) or "pass", seat)
            elif bidding.made:
                return BirdDogPosition.of(replace(state, deal=deal), dealt.hands)
            else:
                statement = Statement("up", cards=(stack[(at + len(bidding.ups)) % len(stack)],))

    return said


# Rules of thumb


def _by_thumb(view: View, dares: Callable[[Sequence[Card], Bidding], str], plays: Callable[[Turn], Card]) -> Statement:
    """What is dared (empty: nothing) while the bidding goes on, else the card that is played."""
    if may_say(view, TALKING):
        return Statement(dares(tuple(DECK.cards(hand(view))), view.state.now.bidding) or "pass", view.seat)
    return Statement(PLAY, view.seat, (plays(Turn.of(view, _counts)),))


def _never(cards: Sequence[Card], bidding: Bidding) -> str:
    del cards, bidding
    return ""


def _has_trumps(cards: Sequence[Card], bidding: Bidding) -> str:
    trumps = sum(card.suit == bidding.trump for card in cards)
    return "declare" if not bidding.made and (bidding.bird_dog in cards or trumps >= 3) else ""


def _dares(cards: Sequence[Card], bidding: Bidding) -> str:
    """A strong hand declares, a weak one says nil."""
    if bidding.made:
        return "nil" if _danger(cards, bidding) <= WEAK_ENOUGH else ""
    return "declare" if _strength(cards, bidding) >= STRONG_ENOUGH else ""


def _counts(card: Card) -> int:
    """Half a pair, at best."""
    return int(card.rank in FACES)


def _duck(turn: Turn) -> Card:
    """The strongest card that does not win, else the weakest."""
    losing = [card for card in turn.cards if not turn.beats(card)]
    return max(losing, key=turn.power) if losing else min(turn.cards, key=turn.power)


def _keeps_nil(view: View) -> bool:
    """Whether this seat said nil and has won no trick yet."""
    state: TrickState[Bidding] = view.state
    return view.seat in nil_players(state) and not BIRD_DOG.cards_won(state)[view.seat]


def _strength(cards: Sequence[Card], bidding: Bidding) -> int:
    """The Bird Dog counts 6, a trump 3 and its rank from 0 to 5, an ace of another suit 3, a king 1."""
    strength = 0
    for card in cards:
        if card == bidding.bird_dog:
            strength += 6
        elif card.suit == bidding.trump:
            strength += 3 + RANKS.index(card.rank)
        else:
            strength += {"A": 3, "K": 1}.get(card.rank, 0)
    return strength


def _danger(cards: Sequence[Card], bidding: Bidding) -> int:
    """How much there is that wins tricks whether one wants it or not: the ranks from 0 to 5, those of trumps twice."""
    if bidding.bird_dog in cards:
        return CERTAIN
    return sum(RANKS.index(card.rank) * (1 + (card.suit == bidding.trump)) for card in cards)
