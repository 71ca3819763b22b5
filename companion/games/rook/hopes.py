"""Rook: the points that a hand may hope for, and how likely others hold hands with which they bid as they did."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, Self

from companion.cards import CardSet, Seat
from companion.games.rook.bidding import STEP, RookBidding, RookState
from companion.games.rook.point_cards import COLOURS, Pack, pack_of
from companion.players.likelihood import SURE, cards_played, chances
from companion.rules.partners import side
from companion.rules.referee.deals import Dealt
from companion.support.values import dataclass

BOOK = pack_of({})


class Fit(NamedTuple):
    """Expected points of a bidder's side in 120: the base, and for each trump, its rank, the Rook, and other tops."""

    base: int
    low_trump: int
    rank: float
    rook: int
    highest: int


FITS = {41: Fit(54, 4, 0.75, 16, 5), 45: Fit(55, 3, 0.5, 12, 6), 57: Fit(57, 0, 0.5, 8, 6)}
"""By the number of cards.

Fitted to deals between players of the normal level. With 41 cards the side took 86 on average, with a deviation of 21
from `hope`; with 45 and 57 it took 131 and 122 of 180, with 31 and 27 (300 deals each).
"""


@dataclass(frozen=True, slots=True, eq=False)
class Hopes:
    """What hands of a pack may hope for.

    `suits` are the cards of each colour, `tops` the highest of all colours, `other_tops` by trump those of the others.
    `first` is the place of the lowest card of each colour, `one_suit` the set of all ranks. `worth` is the value of
    cards of one colour as trumps, by their set. `chance` is that of making a bid, by the hope of the hand less the bid.
    """

    pack: Pack
    fit: Fit
    suits: tuple[CardSet, ...]
    tops: CardSet
    other_tops: tuple[CardSet, ...]
    first: tuple[int, ...]
    one_suit: CardSet
    worth: tuple[int, ...]
    chance: tuple[int, ...]

    @classmethod
    def of(cls, pack: Pack) -> Self:
        """The tables of these cards."""
        share = pack.total / BOOK.total
        base, low, rank, rook, highest = FITS[len(pack.deck)]
        fit = Fit(round(base * share), low, rank, round(rook * share), round(highest * share))
        suits = tuple(map(pack.deck.suit, COLOURS.values()))
        first = tuple((suit & -suit).bit_length() - 1 for suit in suits)
        ranks = len(pack.ranks)
        tops = sum(1 << place + ranks - 1 for place in first)
        other_tops = tuple(tops & ~suit for suit in suits)
        trumps = [int((low + int(rank * place)) * share) for place in range(ranks)]
        worth = [0]
        for value in trumps:
            worth += [value + lower for lower in worth]
        chance = chances(spread=6, most=pack.total)
        return cls(pack, fit, suits, tops, other_tops, first, (1 << ranks) - 1, tuple(worth), chance)

    def best_trump(self, cards: CardSet) -> int:
        """The number of the best trump colour: many and high cards."""
        worth, one_suit = self.worth, self.one_suit
        one, two, three, four = self.first  # four times, since a loop takes twice as long
        values = (
            worth[cards >> one & one_suit],
            worth[cards >> two & one_suit],
            worth[cards >> three & one_suit],
            worth[cards >> four & one_suit],
        )
        return values.index(max(values))

    def hope(self, cards: CardSet) -> int:
        """The expected points of the side if this hand has the bid."""
        trump = self.best_trump(cards)
        points = self.fit.base + self.worth[cards >> self.first[trump] & self.one_suit]
        points += self.fit.highest * (cards & self.other_tops[trump]).bit_count()
        return points + self.fit.rook if cards & self.pack.bird else points


hopes_of = cache(Hopes.of)


# What the bidding tells

FROM_NEST = 12
"""What the nest adds to the bidder's hope."""
UNLIKELY = SURE // 20
"""The chance of naming a trump other than the best colour."""


class RookCall(NamedTuple):
    """What a seat said: it bid `made`, and passed when it would have had to bid `refused`; 0: neither.

    It `played` these cards since.
    """

    seat: Seat
    made: int
    refused: int
    played: CardSet


@dataclass(frozen=True, slots=True)
class HeardBidding:
    """The bidding as a seat heard it. `bidder` and `trump` are None until others know the bidder's trump."""

    hopes: Hopes
    calls: tuple[RookCall, ...]
    bidder: Seat | None
    trump: int | None

    @classmethod
    def by(cls, seat: Seat, state: RookState) -> Self:
        """What this seat heard of the others."""
        auction, hopes = state.now.opening, hopes_of(pack_of(state.setup.options))
        played = enumerate(cards_played(hopes.pack.deck, state))
        calls = tuple(RookCall(player, *_bids(auction, player), cards) for player, cards in played if player != seat)
        if not auction.trump or auction.bidder == seat:
            return cls(hopes, calls, None, None)
        return cls(hopes, calls, auction.bidder, list(COLOURS.values()).index(auction.trump))

    @property
    def not_laid(self) -> CardSet:
        """Cards that no bidder lays in the nest: trumps, and the highest of each colour."""
        hopes = self.hopes
        return 0 if self.trump is None else hopes.suits[self.trump] | hopes.tops | hopes.pack.bird

    def likelihood(self, dealt: Dealt) -> int:
        """How likely the others bid as they did if these are their hands. Compares deals with each other only."""
        likely, hope, chance = 1, self.hopes.hope, self.hopes.chance
        for seat, made, refused, played in self.calls:
            hand = dealt.hands[seat] | played
            points = hope(hand)
            if seat == self.bidder:
                points -= FROM_NEST
                likely *= SURE if self.hopes.best_trump(hand | dealt.rest) == self.trump else UNLIKELY
            if made:
                likely *= chance[points - made]
            if refused:
                likely *= SURE - chance[points - refused]
        return likely


def _bids(auction: RookBidding, seat: Seat) -> tuple[int, int]:
    """The highest bid of this seat, and the least that it refused; 0: none.

    Not to outbid the partner tells nothing. If there was one bid only, the auction may have been held aloud: then who
    passed would not have bid more.
    """
    made = max((bid for bidder, bid in auction.said if bidder == seat), default=0)
    if seat not in auction.passed:
        return made, 0
    return made, next(iter(_refused_bids(auction, seat)), 0)


def _refused_bids(auction: RookBidding, seat: Seat) -> Iterator[int]:
    """The bid at which this seat passed."""
    standing, bidder = 0, None
    aloud = auction.bid if sum(bid > 0 for _, bid in auction.said) == 1 else 0
    for caller, bid in auction.said:
        if bid:
            standing, bidder = bid, caller
        elif caller == seat and (bidder is None or side(bidder) != side(seat)):
            yield max(auction.lowest, max(standing, aloud) + STEP)
