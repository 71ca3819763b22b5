"""A deal with every hand open, derived from a shuffle and the story of the match whenever it is asked.

Nothing is remembered, so that undo and power cuts need no care: the same shuffle and the same story give the same
hands. Where a player has played a card of another hand, unseen cards are exchanged until the hands explain it.
Where the cards of a statement go is known to the game's dealer (`rules/dealer.py`).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from companion.rules.dealer import dealer_for
from companion.rules.piles import NEST, STACK, bones, heads
from companion.rules.statements import DEAL, Statement
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.cards.card import Card
    from companion.cards.deck import Deck
    from companion.cards.seats import Seat
    from companion.match.match import Match
    from companion.rules.dealer import Dealer

    Shuffle = Callable[[int], Sequence[Card]]
    """The whole deck as it lies before the deal of this number, from 1: first the hands by seat, then the stack."""


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """Where the cards of one deal are.

    `begun` is the state of the game right after the deal, `story` what was said since, with every card named.
    `hands` by seat are what each holds, `unseen` what was not shown to the table yet; `heads` lie open and `bones`
    face down before each. `nest` is what was left over, `stack` lies face down, top first; `up` was turned up last.
    """

    begun: Any
    story: tuple[Statement, ...]
    hands: tuple[tuple[Card, ...], ...]
    unseen: tuple[tuple[Card, ...], ...]
    stack: tuple[Card, ...]
    heads: tuple[tuple[Card, ...], ...] = ()
    bones: tuple[tuple[Card, ...], ...] = ()
    nest: tuple[Card, ...] = ()
    up: Card | None = None

    def own(self, seat: Seat) -> tuple[Card, ...]:
        """What a seat plays from now: hand, then heads, then bones."""
        return self.hands[seat] or self.heads[seat] or self.bones[seat]


def shuffled(deck: Deck, seed: str) -> Shuffle:
    """A shuffle for each deal, the same ones for the same seed."""

    def cards_of(deal: int) -> Sequence[Card]:
        cards = list(deck.cards_in_order)
        Random(f"{seed}/{deal}").shuffle(cards)  # noqa: S311 - a card game without stakes
        return cards

    return cards_of


def open_deal(match: Match, shuffle: Shuffle, laid: tuple[Card, ...] = ()) -> OpenDeal | None:
    """The cards of the deal in play, or of the one that comes next; None where the game deals no hands.

    `laid` are the five cards that the bidder has chosen for the nest, said or not said yet.
    """
    found = _deal_in_play(match)
    if found is None:
        return None
    number, begun, moments = found
    if not match.header.game.to_scan(begun):
        return None
    dealer = _dealer_after(match, begun, shuffle(number), moments, laid)
    if laid and "lays" in match.expects.words:
        dealer.lay(Statement("lays", match.expects.seats[0]))
    turned = [card for moment in moments if moment.said and moment.said.word == "up" for card in moment.said.cards]
    return _found(match, begun, dealer, turned)


def explaining(match: Match) -> Shuffle:
    """The shuffle after which the last deal could be played just so; every other deal lies in the deck's order."""
    order, found = match.header.game.deck.cards_in_order, _last_deal(match)
    if found is None or not match.header.game.to_scan(found[1]):
        return lambda _: order
    number, begun, moments = found
    cards = _dealer_after(match, begun, order, moments).piles.cards
    return lambda deal: cards if deal == number else order


def _dealer_after(
    match: Match, begun: Any, cards: Sequence[Card], moments: Sequence[Match], laid: tuple[Card, ...] = ()
) -> Dealer:
    """The dealer of these cards, hands in the order of the seats, after all that was said since."""
    game = match.header.game
    dealer = dealer_for(game, begun, cards, sorted(game.to_scan(begun)), laid)
    for moment in moments:
        assert moment.said is not None
        dealer.hear(moment.said, moment.state, moment.events)
    return dealer


def _found(match: Match, begun: Any, dealer: Dealer, turned: Sequence[Card]) -> OpenDeal:
    piles, seats = dealer.piles, range(len(match.header.names))
    unseen = ([number for number in hand if number not in piles.seen] for hand in dealer.whole)
    return OpenDeal(
        begun,
        tuple(dealer.open_story()),
        tuple(_sorted(match, piles.faces(piles.at(seat))) for seat in seats),
        tuple(_sorted(match, piles.faces(hand)) for hand in unseen),
        tuple(piles.faces(piles.at(STACK))),
        tuple(_sorted(match, piles.faces(piles.at(heads(seat)))) for seat in seats),
        tuple(tuple(piles.faces(piles.at(bones(seat)))) for seat in seats),
        _sorted(match, piles.faces(piles.at(NEST))),
        turned[-1] if turned else None,
    )


def deals(match: Match) -> int:
    """How many deals have begun."""
    return sum(one.said is not None and one.said.word == DEAL.name for one in match.story())


def _deal_in_play(match: Match) -> tuple[int, Any, tuple[Match, ...]] | None:
    """The number of the deal, the state right after it, and every moment since."""
    if DEAL.name in match.expects.words:
        begun, _ = match.header.game.advance(match.moment, Statement(DEAL.name))
        return deals(match) + 1, begun, ()
    return _last_deal(match)


def _last_deal(match: Match) -> tuple[int, Any, tuple[Match, ...]] | None:
    """The same of the deal that began last, which may be scored."""
    moments: list[Match] = []
    for one in match.story():
        if one.said is not None and one.said.word == DEAL.name:
            return deals(match), one.state, tuple(reversed(moments))
        if one.said is not None:
            moments.append(one)
    return None


def _sorted(match: Match, hand: Sequence[Card]) -> tuple[Card, ...]:
    deck = match.header.game.deck
    return tuple(deck.cards(deck.set(hand)))
