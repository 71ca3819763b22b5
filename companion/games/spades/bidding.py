"""Bidding of Spades: everybody says once how many tricks they will take."""

from __future__ import annotations

from collections.abc import Collection

from companion.cards import Deck, Seat, clockwise, left_of
from companion.rules.deal import Deal, TrickState
from companion.rules.game import Choice, Expectation
from companion.rules.partners import SEATS, partner
from companion.rules.passing import passed_cards, passes_or_lead, passing_word
from companion.rules.referee.knowledge import Gift
from companion.rules.statements import Statement, Word
from companion.support.messages import N_, msg
from companion.support.values import dataclass, replace

TRICKS = 13
LOW = 2
"""UP leads to bids above this one, DOWN to this one and below: players bid about as often there as here."""

ASKED = N_("How many tricks?")

BIDDING_WORDS = (
    Word("bid", number=True, told=N_("{who} bids {value}"), brief=N_("bids {}")),
    Word("blind", told=N_("{who} bids nil without looking")),
)


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of a number of tricks. 0 is nil; `blind`: the bidder has not looked at the hand."""

    tricks: int
    blind: bool


@dataclass(frozen=True, slots=True)
class SpadesBidding:
    """The bids so far, left of the dealer first. `passed` is how often two cards were passed after a blind nil."""

    bids: tuple[Bid, ...] = ()
    passed: int = 0

    def after(self, statement: Statement) -> SpadesBidding:
        """The bidding after one more right bid."""
        blind = statement.word == "blind"
        return replace(self, bids=(*self.bids, Bid(0 if blind else int(statement.value), blind=blind)))

    @property
    def over(self) -> bool:
        """Whether everybody has bid."""
        return len(self.bids) == SEATS

    def by_seat(self, dealer: Seat) -> tuple[Bid | None, ...]:
        """The bids by seat; None: not yet said."""
        order = clockwise(left_of(dealer, SEATS), SEATS)
        said = dict(zip(order, self.bids, strict=False))
        return tuple(map(said.get, range(SEATS)))


SpadesState = TrickState[SpadesBidding]
SpadesDeal = Deal[SpadesBidding]


def bidding_expects(bidding: SpadesBidding, dealer: Seat, blind: Collection[Seat]) -> Expectation | None:
    """The next bid. None when all have bid. `blind` are the players who may say blind nil.

    OK says no bid unawares; UP leads to more than LOW, DOWN to LOW, fewer and nil.
    """
    if bidding.over:
        return None
    seat = clockwise(left_of(dealer, SEATS), SEATS)[len(bidding.bids)]
    words = frozenset(word.name for word in BIDDING_WORDS)
    return Expectation(ASKED, words, (seat,), choices=_answers(seat, blind=seat in blind), unset=True)


def _answers(seat: Seat, *, blind: bool) -> tuple[Choice, ...]:
    """The bids from LOW downwards, and from the highest back to it."""
    unseen = (Choice(N_("blind nil"), (Statement("blind", seat),)),) if blind else ()
    lower = (_bid(seat, tricks) for tricks in range(LOW, -1, -1))
    higher = (_bid(seat, tricks) for tricks in range(TRICKS, LOW, -1))
    return (*lower, *unseen, *higher)


def _bid(seat: Seat, tricks: int) -> Choice:
    label = msg("bid {bid}", bid=tricks) if tricks else msg("nil")
    return Choice(label, (Statement("bid", seat, value=str(tricks)),))


NUMBER = 2
"""The cards that are exchanged after a blind nil."""
EXCHANGE_WORDS = (passing_word(N_("{who} has passed two cards")),)


def still_to_pass(deal: SpadesDeal) -> tuple[Seat, ...]:
    """Who has still to pass, in order: each who bid blind nil and then the partner, unless both did. All have bid."""
    bids = deal.opening.by_seat(deal.dealer)
    blind = {seat for seat, bid in enumerate(bids) if bid is not None and bid.blind}
    bidders = (seat for seat in clockwise(left_of(deal.dealer, SEATS), SEATS) if seat in blind)
    alone = [seat for seat in bidders if partner(seat) not in blind]
    return tuple(giver for seat in alone for giver in (seat, partner(seat)))[deal.opening.passed :]


def passing(deal: SpadesDeal, waiting: tuple[Seat, ...], lead: Expectation) -> Expectation:
    """The next two cards; their taker takes them up. The first lead, or an answer, says that all are passed unseen."""
    giver = waiting[0]
    draw = passed_cards(deal.knowledge, giver, partner(giver), NUMBER)
    return passes_or_lead(lead, N_("Pass two cards"), waiting, (giver,), (draw,))


def after_pass(deal: SpadesDeal, statement: Statement, deck: Deck) -> SpadesDeal:
    """Two cards have gone to the partner."""
    gift = Gift(statement.by, partner(statement.by), NUMBER, deck.set(statement.cards))
    seen = deal.knowledge.seen_into(gift.giver, gift.cards)
    bidding = replace(deal.opening, passed=deal.opening.passed + 1)
    return replace(deal, knowledge=seen.gives(gift), opening=bidding)
