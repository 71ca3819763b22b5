"""Bidding of Spades: everybody says once how many tricks they will take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import clockwise, left_of
from companion.rules.game import Choice, Expectation
from companion.rules.partners import SEATS
from companion.rules.statements import Statement, Word
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.cards import Seat

TRICKS = 13
USUAL_BID = 3
"""The bid that OK says: the average of four players who share thirteen tricks."""

ASKED = "Bid?"

BIDDING_WORDS = (
    Word("bid", number=True, told="{who} bids {value}"),
    Word("blind", told="{who} bids nil without looking"),
)


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of so many tricks. 0 is nil; `blind`: it was said before the hand was looked at."""

    tricks: int
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids so far, left of the dealer first."""

    bids: tuple[Bid, ...] = ()

    def heard(self, statement: Statement) -> Bidding:
        """The bidding after one more right bid."""
        blind = statement.word == "blind"
        return Bidding((*self.bids, Bid(0 if blind else int(statement.value), blind=blind)))

    @property
    def over(self) -> bool:
        """Whether everybody has bid."""
        return len(self.bids) == SEATS

    def by_seat(self, dealer: Seat) -> tuple[Bid | None, ...]:
        """The bids by seat; None: not yet said."""
        order = clockwise(left_of(dealer, SEATS), SEATS)
        said = dict(zip(order, self.bids, strict=False))
        return tuple(map(said.get, range(SEATS)))


def bidding_expects(bidding: Bidding, dealer: Seat, blind: Collection[Seat]) -> Expectation | None:
    """The next bid. None when all have bid. `blind` are the players who may say blind nil.

    The usual bid is offered first; DOWN leads to lower ones, UP to higher ones, and OK says what is offered.
    """
    if bidding.over:
        return None
    seat = clockwise(left_of(dealer, SEATS), SEATS)[len(bidding.bids)]
    words = frozenset(word.name for word in BIDDING_WORDS)
    return Expectation(ASKED, words, (seat,), choices=_answers(seat, blind=seat in blind))


def _answers(seat: Seat, *, blind: bool) -> tuple[Choice, ...]:
    """The bids in the order of DOWN, which goes on from the lowest one to the highest."""
    unseen = (Choice("blind nil", (Statement("blind", seat),)),) if blind else ()
    lower, higher = range(USUAL_BID, -1, -1), range(TRICKS, USUAL_BID, -1)
    return (*(_bid(seat, tricks) for tricks in lower), *unseen, *(_bid(seat, tricks) for tricks in higher))


def _bid(seat: Seat, tricks: int) -> Choice:
    return Choice(f"bid {tricks}" if tricks else "nil", (Statement("bid", seat, value=str(tricks)),))
