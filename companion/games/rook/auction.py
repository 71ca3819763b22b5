"""Rook's bidding: the auction, the nest, and naming trump (rules.md 3.2)."""

from __future__ import annotations

from functools import cache

from companion.cards import Card, Seat, clockwise, left_of
from companion.games.rook.point_cards import COLOURS
from companion.rules.events import Event
from companion.rules.game import Choice, Expectation
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import Statement
from companion.support.values import dataclass, replace

SEATS = 4
LOWEST_BID, HIGHEST_BID, STEP = 70, 120, 5
USUAL_BID = 95
"""The first bid offered in a list. It is half-way: every bid is at most five presses away."""
RESULT = "result"

BID_RANGE = Rule("bid-range", "Bids go from 70 to 120.", "70 TO 120", "Bid within the range")
BID_STEP = Rule("bid-step", "Bids are multiples of five.", "BY FIVES", "Bid 70, 75, 80 …")
BID_TOO_LOW = Rule("bid-too-low", "Bid at least five more than the last bid.", "TOO LOW", "Bid more, or pass")


@dataclass(frozen=True, slots=True)
class AuctionWon(Event):
    """The auction is over."""

    kind = "auction"
    winner: Seat
    bid: int

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who won, and the bid."""
        return f"{names[self.winner]} wins the auction with {self.bid}"


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding so far: bids and passes, the cards laid, the trump colour.

    `last` is the seat that spoke last (None: none yet). `bid` and `bidder` are the standing bid (0 and None: none yet),
    `passed` the seats that are out. `laid` are the cards laid in the nest (None: not yet; empty: unseen), `trump` is
    the letter of the colour (empty: not named yet). `nest_scanned`: its five cards were scanned when they were dealt.
    """

    last: Seat | None = None
    passed: tuple[Seat, ...] = ()
    bid: int = 0
    bidder: Seat | None = None
    laid: tuple[Card, ...] | None = None
    trump: str = ""
    nest_scanned: bool = False

    @property
    def winner(self) -> Seat:
        """The seat that has the standing bid. Somebody must have bid."""
        assert self.bidder is not None, "nobody has bid"
        return self.bidder

    @property
    def over(self) -> bool:
        """Whether one has bid and three have passed, or no higher bid is possible."""
        return self.bidder is not None and (len(self.passed) == 3 or self.bid == HIGHEST_BID)

    @property
    def passed_out(self) -> bool:
        """Whether nobody bid."""
        return len(self.passed) == SEATS

    def broken_by(self, bid: int) -> Rule | None:
        """The rule that a bid breaks. None if it is right."""
        if not LOWEST_BID <= bid <= HIGHEST_BID:
            return BID_RANGE
        if bid % STEP:
            return BID_STEP
        return BID_TOO_LOW if bid <= self.bid else None

    def next_bidder(self, dealer: Seat) -> Seat:
        """The next seat clockwise that has not passed, left of the dealer first."""
        first = left_of(dealer if self.last is None else self.last, SEATS)
        return next(seat for seat in clockwise(first, SEATS) if seat not in self.passed)

    def heard(self, statement: Statement) -> Auction:
        """The bidding after one more right statement."""
        seat = statement.by
        match statement.word:
            case "bid":
                return replace(self, last=seat, bid=int(statement.value), bidder=seat)
            case "pass":
                return replace(self, last=seat, passed=(*self.passed, seat))
            case "lays":
                return replace(self, laid=statement.cards)
            case _:
                return replace(self, trump=COLOURS[statement.value])


def bidding(auction: Auction, dealer: Seat) -> Expectation | None:
    """Bid, lay, name trump. None when that is done."""
    if auction.trump:
        return None
    if auction.bidder is None or not auction.over:
        return _bidding(auction, auction.next_bidder(dealer))
    return _laying(auction.bidder) if auction.laid is None else _naming(auction.bidder, "trump")


def _bidding(auction: Auction, seat: Seat) -> Expectation:
    """The next legal bid first, then higher ones. A pass takes one press. The first bidder may enter the result."""
    least = max(LOWEST_BID, auction.bid + STEP)
    higher = range(HIGHEST_BID, least, -STEP)
    passes = Choice("pass", (Statement("pass", seat),), at_once=True)
    bids = [Choice(f"bid {bid}", (Statement("bid", seat, value=str(bid)),)) for bid in (least, *higher)]
    result = (_result_only(seat),) if auction.last is None else ()
    return Expectation("Bid?", frozenset({"bid", "pass"}), (seat,), choices=(bids[0], passes, *bids[1:], *result))


@cache  # four large trees, needed at every look at the table before the first bid
def _result_only(first: Seat) -> Choice:
    """Entry of an auction that was held aloud: the winner, then the bid; or nobody."""
    order = clockwise(first, SEATS)
    winners = [Choice("", seat=seat, then=_amounts(first, seat), asks="For how much?") for seat in order]
    nobody = Choice("nobody", tuple(Statement("pass", seat) for seat in order))
    return Choice(RESULT, then=(*winners, nobody), asks="Who has it?")


def _amounts(first: Seat, winner: Seat) -> tuple[Choice, ...]:
    """All bids, from the usual one downwards and around to the one above it."""
    bids = (*range(USUAL_BID, LOWEST_BID - STEP, -STEP), *range(HIGHEST_BID, USUAL_BID, -STEP))
    return tuple(Choice(str(bid), held_aloud(first, winner, bid), winner) for bid in bids)


def held_aloud(first: Seat, winner: Seat, bid: int) -> tuple[Statement, ...]:
    """The shortest auction with this result: each seat says one word, the winner this bid, until it is over."""
    auction, said = Auction(), list[Statement]()
    for seat in clockwise(first, SEATS):
        word = Statement("bid", seat, value=str(bid)) if seat == winner else Statement("pass", seat)
        auction = auction.heard(word)
        said.append(word)
        if auction.over:
            break
    return tuple(said)


def _laying(bidder: Seat) -> Expectation:
    """The bidder lays five cards in secret. Naming trump ends it."""
    return _naming(bidder, "lays", (Statement("lays", bidder),), pieces=(0, 5))


def _naming(
    bidder: Seat, word: str, before: tuple[Statement, ...] = (), pieces: tuple[int, int] = (0, 0)
) -> Expectation:
    """The bidder names trump."""
    colours = tuple(Choice(colour, (*before, Statement("trump", bidder, value=colour))) for colour in COLOURS)
    return Expectation("Trump?", frozenset({word}), (bidder,), pieces, choices=colours)
