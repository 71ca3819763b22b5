"""Euchre: the strength of a hand with a trump, and how likely a hand is after what its player said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from companion.cards import SAME_COLOUR, Card, CardSet, Seat, first_of
from companion.games.euchre.bidding import SUITS, EuchreDeal, EuchreState
from companion.games.euchre.playout import discard
from companion.games.euchre.rules import DECK, MARCH, RANKS
from companion.players.likelihood import HeardCall, HeardCalls, cards_played, chances
from companion.rules.partners import SEATS, partner, side

RIGHT, LEFT, TRUMP, ACE, KING, VOID = 8, 5, 4, 2, 1, 2
"""The strength of the bowers, of another trump, of a high card of another suit, and of a suit that the hand lacks."""
NEXT = 2
"""Added for the suit of the colour turned down if the other side dealt, and for another suit if the own side did."""
ORDER, NAME, LONE = 16, 12, 21
"""What it takes to order, to name a suit, to play alone. All are fitted to deals between players of this level."""

WHOLE_SUIT = (1 << len(RANKS)) - 1


def _of_a_suit(worth: Mapping[str, int], void: int = 0, besides: str = "") -> tuple[int, ...]:
    """The strength of the cards of one suit; `void` if there are none except `besides`."""
    held = [[rank for place, rank in enumerate(RANKS) if cards >> place & 1] for cards in range(WHOLE_SUIT + 1)]
    return tuple(sum(worth.get(rank, 0) for rank in ranks) + void * ({*ranks} <= {besides}) for ranks in held)


AS_TRUMP = _of_a_suit(dict.fromkeys(RANKS, TRUMP) | {"J": RIGHT})
WITH_LEFT = _of_a_suit({"A": ACE, "K": KING, "J": LEFT}, VOID, "J")
PLAIN = _of_a_suit({"A": ACE, "K": KING}, VOID)


def _places(trump: str) -> tuple[int, ...]:
    """Where the bits begin: of trump, of the suit of its colour, of the two others."""
    others = sorted(SUITS.values(), key=lambda suit: (suit != trump, suit != SAME_COLOUR[trump]))
    return tuple(first_of(DECK.suit(suit)).bit_length() - 1 for suit in others)


PLACES = {trump: _places(trump) for trump in SUITS.values()}


def strength(cards: CardSet, trump: str) -> int:
    """The strength of these cards with this trump."""
    own, beside, one, other = PLACES[trump]
    return (
        AS_TRUMP[cards >> own & WHOLE_SUIT]
        + WITH_LEFT[cards >> beside & WHOLE_SUIT]
        + PLAIN[cards >> one & WHOLE_SUIT]
        + PLAIN[cards >> other & WHOLE_SUIT]
    )


def turned_up(deal: EuchreDeal) -> Card:
    """The card that was turned up. It must have been."""
    assert deal.opening.up is not None, "nothing was turned up"
    return deal.opening.up


def to_order(cards: CardSet, seat: Seat, dealer: Seat, up: Card) -> int:
    """The strength that a dealt hand has more than it needs to order. The card turned up counts for who gets it."""
    taken = DECK.bit(up)
    if seat == dealer:
        six = cards | taken
        return strength(six & ~discard(six, up.suit), up.suit) - ORDER
    trump = RIGHT if up.rank == "J" else TRUMP
    return strength(cards, up.suit) + (trump if seat == partner(dealer) else -trump) - ORDER


def to_name(cards: CardSet, trump: str, seat: Seat, dealer: Seat, *, up: Card) -> int:
    """The strength that a hand has more than it needs to name this suit."""
    likes_next = side(seat) != side(dealer)
    near = (trump == SAME_COLOUR[up.suit]) == likes_next
    return strength(cards, trump) + (NEXT if near else -NEXT) - NAME


def best_to_name(cards: CardSet, seat: Seat, dealer: Seat, up: Card) -> tuple[int, str]:
    """The suit to name, after the strength that the hand has more than it needs."""
    return max((to_name(cards, trump, seat, dealer, up=up), trump) for trump in SUITS.values() if trump != up.suit)


def alone_pays(state: EuchreState, seat: Seat) -> bool:
    """Whether this seat could win more alone than with the partner.

    Not where two points win the game, which both can make, too; nor for a maker if a dealer of the others took up the
    right bower: a march is the only thing for which who plays alone scores more.
    """
    if state.setup.target - state.totals[seat] <= MARCH:
        return False
    deal, said = state.now, state.now.opening
    their_deal = side(deal.dealer) != side(seat)
    return not (seat == said.maker and not said.second_round and their_deal and turned_up(deal).rank == "J")


# What the bidding tells

CHANCE = chances(spread=2, most=60)
"""The chance of a word, by the strength that the hand has more than it needs."""


def heard_by(seat: Seat, state: EuchreState) -> HeardCalls:
    """What this seat heard of the others."""
    return HeardCalls.by(seat, _calls(state), CHANCE, cards_played(DECK, state))


def _calls(state: EuchreState) -> Iterator[HeardCall]:
    """All words of this deal. What the dealer took up is in the hand, and the discard is not."""
    deal = state.now
    said, up, dealer = deal.opening, turned_up(deal), deal.dealer
    first, second = deal.order[: said.passes], deal.order[: max(0, said.passes - SEATS)]
    for seat in first:
        yield HeardCall(seat, partial(to_order, seat=seat, dealer=dealer, up=up), said=False)
    for seat in second:
        yield HeardCall(seat, partial(_to_name_any, seat=seat, dealer=dealer, up=up), said=False)
    maker = said.maker
    if maker is None:
        return
    if said.second_round:
        yield HeardCall(maker, partial(to_name, trump=said.trump, seat=maker, dealer=dealer, up=up), said=True)
    elif maker == dealer:
        yield HeardCall(maker, lambda cards: strength(cards, said.trump) - ORDER, said=True)
    else:
        yield HeardCall(maker, partial(to_order, seat=maker, dealer=dealer, up=up), said=True)
    if said.answers and alone_pays(state, maker):
        alone = partner(maker) in deal.sits_out
        yield HeardCall(maker, lambda cards: strength(cards, said.trump) - LONE, said=alone)


def _to_name_any(cards: CardSet, seat: Seat, dealer: Seat, up: Card) -> int:
    return best_to_name(cards, seat, dealer, up)[0]
