"""The simulated dealer: who was dealt what, worked out anew from the story of the match whenever it is asked.

It remembers nothing, so that undo and a pulled plug need no care: the same shuffle and the same story give the
same hands. Where somebody played a card that was not dealt to him, cards are exchanged until the hands explain it.

The dealer knows the two heaps of every card game, hands and a stack, and how many cards a hand has from
`Game.to_scan`. Cards that change hands later (Rook's nest, a drawn card) are beyond it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from companion.statements import DEAL, DEALT, HAND, Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.cards import Card, Deck
    from companion.match import Match
    from companion.seats import Seat

    Shuffle = Callable[[int], Sequence[Card]]
    """The whole deck as it lies before the deal of this number, from 1: first the hands by seat, then the stack."""

INTO_A_HAND = frozenset({HAND.name, DEALT.name})
"""Words that show a card on its way into a hand; any other word of a seat takes its cards out of it."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Where the cards of one deal are, each place in the deck's order.

    `begun` is the state of the game right after the deal, `said` what was said since. `whole` are the hands by
    seat as they were dealt, `hands` what is left of them; `stack` the cards face down, top first; `up` the card
    turned up last.
    """

    begun: Any
    said: tuple[Statement, ...]
    whole: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    stack: tuple[Card, ...]
    up: Card | None = None

    def unseen(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a hand that were not scanned into it."""
        seen = {card for one in self.said if one.word in INTO_A_HAND for card in one.cards}
        return tuple(card for card in self.whole[seat] if card not in seen)


def shuffled(deck: Deck, seed: str) -> Shuffle:
    """A shuffle for each deal, the same ones for the same seed."""

    def cards_of(deal: int) -> Sequence[Card]:
        cards = list(deck.cards_in_order)
        Random(f"{seed}/{deal}").shuffle(cards)  # noqa: S311 - a card game without stakes
        return cards

    return cards_of


def dealt(match: Match, shuffle: Shuffle) -> Dealt | None:
    """The cards of the deal in play, or of the one that comes next; None where the game deals no hands."""
    found = _deal_in_play(match)
    if found is None:
        return None
    number, begun, said = found
    sizes = dict(match.header.game.to_scan(begun))
    if not sizes:
        return None
    edges = [sum(sizes[seat] for seat in range(before)) for before in range(len(sizes) + 1)]
    slots = [range(first, after) for first, after in pairwise(edges)]
    cards = _explaining(list(shuffle(number)), slots, edges[-1], said)
    gone = {card for one in said if one.word not in INTO_A_HAND for card in one.cards}
    whole = tuple(_sorted(match, [cards[slot] for slot in hand]) for hand in slots)
    hands = tuple(tuple(card for card in hand if card not in gone) for hand in whole)
    turned = [card for one in said if one.seat is None for card in one.cards]
    stack = tuple(cards[edges[-1] + len(turned) :])
    return Dealt(begun, said, whole, hands, stack, turned[-1] if turned else None)


def _deal_in_play(match: Match) -> tuple[int, Any, tuple[Statement, ...]] | None:
    """The number of the deal, the state right after it, and everything said since."""
    deals = sum(one.said is not None and one.said.word == DEAL.name for one in match.story())
    if DEAL.name in match.expects.words:
        begun, _ = match.header.game.advance(match.moment, Statement(DEAL.name))
        return deals + 1, begun, ()
    said: list[Statement] = []
    for one in match.story():
        if one.said is not None and one.said.word == DEAL.name:
            return deals, one.state, tuple(reversed(said))
        if one.said is not None:
            said.append(one.said)
    return None


def _explaining(cards: list[Card], hands: list[range], stack: int, said: tuple[Statement, ...]) -> list[Card]:
    """The cards, exchanged until every card lies where it was seen to come from."""
    fixed: set[int] = set()
    turned = 0
    for one in said:
        for card in one.cards:
            place = range(stack + turned, stack + turned + 1) if one.seat is None else hands[one.seat]
            turned += one.seat is None
            lies = cards.index(card)
            free = [slot for slot in place if slot not in fixed]
            if lies not in place and free:
                cards[lies], cards[free[0]] = cards[free[0]], card
                lies = free[0]
            fixed.add(lies)
    return cards


def _sorted(match: Match, hand: Sequence[Card]) -> tuple[Card, ...]:
    deck = match.header.game.deck
    return tuple(deck.cards(deck.set(hand)))
