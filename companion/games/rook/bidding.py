"""Rook's bidding: the auction, the nest, and naming trump (rules.md 3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from companion.games.rook.point_cards import COLOURS
from companion.rules.auction import Auction, bid_or_pass
from companion.rules.game import Choice, Expectation
from companion.rules.partners import SEATS
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import Statement
from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from companion.cards import Card, Seat

LOWEST_BID, HIGHEST_BID, STEP = 70, 120, 5
USUAL_BID = 95
"""The first bid offered in a list. It is half-way: every bid is at most five presses away."""

BID_RANGE = Rule("bid-range", "Bids go from 70 to 120.", "70 TO 120", "Bid within the range")
BID_STEP = Rule("bid-step", "Bids are multiples of five.", "BY FIVES", "Bid 70, 75, 80 …")
BID_TOO_LOW = Rule("bid-too-low", "Bid at least five more than the last bid.", "TOO LOW", "Bid more, or pass")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding(Auction):
    """The auction, then the cards laid and the trump colour.

    `laid` are the cards laid in the nest (None: not yet; empty: unseen), `trump` is the letter of the colour (empty:
    not named yet). `nest_scanned`: its five cards were scanned when they were dealt.
    """

    laid: tuple[Card, ...] | None = None
    trump: str = ""
    nest_scanned: bool = False

    @property
    def bids(self) -> range:
        """All bids that are higher than the last."""
        return range(max(LOWEST_BID, self.bid + STEP), HIGHEST_BID + STEP, STEP)

    def broken_by(self, bid: int) -> Rule | None:
        """The rule that a bid breaks. None if it is right."""
        if not LOWEST_BID <= bid <= HIGHEST_BID:
            return BID_RANGE
        if bid % STEP:
            return BID_STEP
        return BID_TOO_LOW if bid <= self.bid else None

    def heard(self, statement: Statement) -> Self:
        """The bidding after one more right statement."""
        match statement.word:
            case "lays":
                return replace(self, laid=statement.cards)
            case "trump":
                return replace(self, trump=COLOURS[statement.value])
            case _:
                return self.called(statement)


OPENING = Bidding(seats=SEATS, highest=HIGHEST_BID)


def bidding(said: Bidding, dealer: Seat) -> Expectation | None:
    """Bid, lay, name trump. None when that is done."""
    if said.trump:
        return None
    if said.bidder is None or not said.over:
        return bid_or_pass(said, said.next_bidder(dealer), said.bids, USUAL_BID)
    return _laying(said.bidder) if said.laid is None else _naming(said.bidder, "trump")


def _laying(bidder: Seat) -> Expectation:
    """The bidder lays five cards in secret. Naming trump ends it."""
    return _naming(bidder, "lays", (Statement("lays", bidder),), pieces=(0, 5))


def _naming(
    bidder: Seat, word: str, before: tuple[Statement, ...] = (), pieces: tuple[int, int] = (0, 0)
) -> Expectation:
    """The bidder names trump."""
    colours = tuple(Choice(colour, (*before, Statement("trump", bidder, value=colour))) for colour in COLOURS)
    return Expectation("Trump?", frozenset({word}), (bidder,), pieces, choices=colours)
