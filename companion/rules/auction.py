"""An auction: seats bid in turn, each more than the last bid, until all others have passed.

Does not know which bids a game allows, or what a bid is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Self

from companion.cards import Seat, clockwise, left_of
from companion.rules.events import Event
from companion.rules.game import Choice, Expectation
from companion.rules.statements import Statement, Word
from companion.support.messages import N_, msg, msg_as
from companion.support.values import dataclass, replace

AUCTION_WORDS = (
    Word("bid", number=True, told=N_("{who} bids {value}"), brief=N_("bids {}")),
    Word("pass", told=N_("{who} passes"), brief=msg_as("auction", "passes")),
)
RESULT = N_("bid aloud")


@dataclass(frozen=True, slots=True)
class AuctionWon(Event):
    """The auction is over."""

    kind = "auction"
    winner: Seat
    bid: int

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who won, and the bid."""
        return msg("{who} wins the auction with {bid}", who=names[self.winner], bid=self.bid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """The bids and passes so far. A bid of `highest` ends it at once.

    `last` is the seat that spoke last (None: none yet). `bid` and `bidder` are the standing bid (0 and None: none yet),
    `passed` the seats that are out. `said` is every bid with its seat in order; 0 is a pass.
    """

    seats: int
    highest: int
    last: Seat | None = None
    passed: tuple[Seat, ...] = ()
    bid: int = 0
    bidder: Seat | None = None
    said: tuple[tuple[Seat, int], ...] = ()

    @property
    def winner(self) -> Seat:
        """The seat that has the standing bid. Somebody must have bid."""
        assert self.bidder is not None, "nobody has bid"
        return self.bidder

    @property
    def over(self) -> bool:
        """Whether one has bid and all others have passed, or no higher bid is possible."""
        return self.bidder is not None and (len(self.passed) == self.seats - 1 or self.bid == self.highest)

    @property
    def passed_out(self) -> bool:
        """Whether nobody bid."""
        return len(self.passed) == self.seats

    def next_bidder(self, dealer: Seat) -> Seat:
        """The next seat clockwise that has not passed, left of the dealer first."""
        first = left_of(dealer if self.last is None else self.last, self.seats)
        return next(seat for seat in clockwise(first, self.seats) if seat not in self.passed)

    def after_call(self, statement: Statement) -> Self:
        """The auction after one more right bid or pass."""
        seat = statement.by
        if statement.word == "pass":
            return replace(self, last=seat, passed=(*self.passed, seat), said=(*self.said, (seat, 0)))
        bid = int(statement.value)
        return replace(self, last=seat, bid=bid, bidder=seat, said=(*self.said, (seat, bid)))


@lru_cache(maxsize=8)  # every card that is scanned before the auction asks for the same
def bid_or_pass(auction: Auction, seat: Seat, bids: Sequence[int], usual: int) -> Expectation:
    """This seat says one of these rising bids, or passes.

    The lowest bid is offered first: UP leads to higher ones, DOWN to a pass. The first bidder may enter the result of
    an auction held aloud, from the `usual` bid on.
    """
    passes = Choice(N_("pass"), (Statement("pass", seat),))
    least, *higher = (Choice(msg("bid {bid}", bid=bid), (Statement("bid", seat, value=str(bid)),)) for bid in bids)
    result = (_result_only(auction, seat, tuple(bids), usual),) if auction.last is None else ()
    words = frozenset(word.name for word in AUCTION_WORDS)
    return Expectation(N_("Bid?"), words, (seat,), choices=(least, passes, *result, *reversed(higher)))


@cache  # every look at the table before the first bid asks for this large tree
def _result_only(auction: Auction, first: Seat, bids: tuple[int, ...], usual: int) -> Choice:
    """Entry of an auction that was held aloud: the winner, then the bid; or nobody.

    The bids go from the usual one downwards and around to the one above it.
    """
    falling = sorted(bids, key=lambda bid: (bid > usual, -bid))
    order = clockwise(first, auction.seats)

    def amounts(winner: Seat) -> tuple[Choice, ...]:
        return tuple(Choice(str(bid), held_aloud(auction, first, winner, bid), winner) for bid in falling)

    winners = [Choice("", seat=seat, then=amounts(seat), asks=N_("For how much?")) for seat in order]
    nobody = Choice(N_("nobody"), tuple(Statement("pass", seat) for seat in order))
    return Choice(RESULT, then=(*winners, nobody), asks=N_("Who has the bid?"), aloud=True)


def held_aloud(auction: Auction, first: Seat, winner: Seat, bid: int) -> tuple[Statement, ...]:
    """The shortest auction with this result: each seat says one word, the winner this bid, until it is over."""
    said = list[Statement]()
    for seat in clockwise(first, auction.seats):
        word = Statement("bid", seat, value=str(bid)) if seat == winner else Statement("pass", seat)
        auction = auction.after_call(word)
        said.append(word)
        if auction.over:
            break
    return tuple(said)
