"""Rook: the points that a hand may hope for, and how likely others hold hands with which they bid as they did."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from companion.games.rook.bidding import HIGHEST_BID, LOWEST_BID, STEP, Bidding
from companion.games.rook.point_cards import BIRD_SET, COLOURS, DECK, RANKS
from companion.players.likelihood import SURE, cards_played, chances
from companion.rules.partners import side
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.cards import CardSet, Seat
    from companion.rules.deal import TrickState
    from companion.rules.referee.deals import Dealt

BASE, LOW_TRUMP, WITH_ROOK, HIGHEST = 54, 4, 16, 5
"""Expected points of a bidder's side: the base, and for each trump, the Rook, and the highest of another colour.

Fitted to deals between players of the normal level: the side took 86 on average, with a deviation of 21 from `hope`.
"""

SUITS = tuple(map(DECK.suit, COLOURS.values()))
FIRST = tuple((suit & -suit).bit_length() - 1 for suit in SUITS)
TOPS = sum(1 << first + len(RANKS) - 1 for first in FIRST)
"""The highest card of each colour."""
OTHER_TOPS = tuple(TOPS & ~suit for suit in SUITS)
"""By trump: the highest cards of the other colours."""
OF_ONE_SUIT = (1 << len(RANKS)) - 1
WORTH = tuple(
    sum(LOW_TRUMP + rank * 3 // 4 for rank in range(len(RANKS)) if held >> rank & 1) for held in range(OF_ONE_SUIT + 1)
)
"""By the cards of one colour: their value as trumps."""


def best_trump(cards: CardSet) -> int:
    """The number of the best trump colour: many and high cards."""
    one, two, three, four = FIRST  # four times, since a loop takes twice as long
    values = (
        WORTH[cards >> one & OF_ONE_SUIT],
        WORTH[cards >> two & OF_ONE_SUIT],
        WORTH[cards >> three & OF_ONE_SUIT],
        WORTH[cards >> four & OF_ONE_SUIT],
    )
    return values.index(max(values))


def hope(cards: CardSet) -> int:
    """The expected points of the side if this hand has the bid."""
    trump = best_trump(cards)
    points = BASE + WORTH[cards >> FIRST[trump] & OF_ONE_SUIT] + HIGHEST * (cards & OTHER_TOPS[trump]).bit_count()
    return points + WITH_ROOK if cards & BIRD_SET else points


# What the bidding tells

FROM_NEST = 12
"""What the nest adds to the bidder's hope."""
CHANCE = chances(spread=6, most=HIGHEST_BID)
"""The chance to make a bid, by the hope of the hand less the bid."""
UNLIKELY = SURE // 20
"""The chance of naming a trump other than the best colour."""


class Call(NamedTuple):
    """What a seat said: it bid `made`, and passed when it would have had to bid `refused`; 0: neither.

    It `played` these cards since.
    """

    seat: Seat
    made: int
    refused: int
    played: CardSet


@dataclass(frozen=True, slots=True)
class Heard:
    """The bidding as a seat heard it. `bidder` and `trump` are None until others know the bidder's trump."""

    calls: tuple[Call, ...]
    bidder: Seat | None
    trump: int | None

    @classmethod
    def by(cls, seat: Seat, state: TrickState[Bidding]) -> Self:
        """What this seat heard of the others."""
        auction = state.now.bidding
        played = enumerate(cards_played(DECK, state))
        calls = tuple(Call(one, *_said(auction, one), cards) for one, cards in played if one != seat)
        if not auction.trump or auction.bidder == seat:
            return cls(calls, None, None)
        return cls(calls, auction.bidder, SUITS.index(DECK.suit(auction.trump)))

    @property
    def not_laid(self) -> CardSet:
        """Cards that no bidder lays in the nest: trumps, and the highest of each colour."""
        return 0 if self.trump is None else SUITS[self.trump] | TOPS | BIRD_SET

    def likelihood(self, dealt: Dealt) -> int:
        """How likely the others bid as they did if these are their hands. Compares deals with each other only."""
        likely = 1
        for seat, made, refused, played in self.calls:
            hand = dealt.hands[seat] | played
            points = hope(hand)
            if seat == self.bidder:
                points -= FROM_NEST
                likely *= SURE if best_trump(hand | dealt.rest) == self.trump else UNLIKELY
            if made:
                likely *= CHANCE[points - made]
            if refused:
                likely *= SURE - CHANCE[points - refused]
        return likely


def _said(auction: Bidding, seat: Seat) -> tuple[int, int]:
    """The highest bid of this seat, and the least that it refused; 0: none.

    Not to outbid the partner tells nothing. If there was one bid only, the auction may have been held aloud: then who
    passed would not have bid more.
    """
    made = max((bid for one, bid in auction.said if one == seat), default=0)
    if seat not in auction.passed:
        return made, 0
    return made, next(iter(_refused(auction, seat)), 0)


def _refused(auction: Bidding, seat: Seat) -> Iterator[int]:
    """The bid at which this seat passed."""
    standing, bidder = 0, None
    aloud = auction.bid if sum(bid > 0 for _, bid in auction.said) == 1 else 0
    for one, bid in auction.said:
        if bid:
            standing, bidder = bid, one
        elif one == seat and (bidder is None or side(bidder) != side(seat)):
            yield max(LOWEST_BID, max(standing, aloud) + STEP)
