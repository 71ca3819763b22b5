"""The exchange of two cards behind a blind nil, by house rule (RULES.md, Phases): the bidder, then the partner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import Deck, Seat, clockwise, left_of
from companion.rules.game import Choice, Draw, Expectation
from companion.rules.partners import SEATS, partner
from companion.rules.referee.judging import NamedCards, judge_common
from companion.rules.referee.knowledge import Gift, Knowledge
from companion.rules.referee.verdicts import CARD_COUNT, LEGAL, Illegal, Verdict
from companion.rules.statements import PASSES, Secret, Statement, Word
from companion.support.messages import N_, msg
from companion.support.values import replace

if TYPE_CHECKING:
    from companion.games.spades.bidding import SpadesBidding
    from companion.rules.deal import Deal

NUMBER = 2
EXCHANGE_WORDS = (Word(PASSES, cards=True, secret=Secret.GIVEN, told=N_("{who} passes two cards on, face down")),)


def still_to_pass(deal: Deal[SpadesBidding]) -> tuple[Seat, ...]:
    """Who has still to pass, in order: each who bid blind nil and then the partner, unless both did. All have bid."""
    bids = deal.opening.by_seat(deal.dealer)
    blind = {seat for seat, bid in enumerate(bids) if bid is not None and bid.blind}
    bidders = (seat for seat in clockwise(left_of(deal.dealer, SEATS), SEATS) if seat in blind)
    alone = [seat for seat in bidders if partner(seat) not in blind]
    return tuple(giver for seat in alone for giver in (seat, partner(seat)))[deal.opening.passed :]


def passing(deal: Deal[SpadesBidding], waiting: tuple[Seat, ...], lead: Expectation) -> Expectation:
    """The next two cards; their taker takes them up. The first lead, or an answer, says that all are passed unseen."""
    giver, facts = waiting[0], deal.knowledge
    passes = tuple(Statement(PASSES, seat) for seat in waiting)
    draw = Draw(partner(giver), passes[0], NUMBER, facts.pool(giver), alone=facts.seen_whole(giver))
    return replace(
        lead,
        headline=msg("Pass two cards"),
        words=frozenset({PASSES}),
        seats=(giver,),
        implied=passes,
        choices=(Choice(msg("all passed"), passes),),
        optional=True,
        draws=(draw,),
    )


def judge_pass(expected: Expectation, statement: Statement, deck: Deck, facts: Knowledge) -> Verdict:
    """Two cards of the own hand, or none if nobody saw them."""
    found = judge_common(replace(expected, pieces=(0, NUMBER)), statement, deck, facts)
    if not isinstance(found, NamedCards):
        return Illegal(found)
    return LEGAL if len(statement.cards) in {0, NUMBER} else Illegal(CARD_COUNT)


def after_pass(deal: Deal[SpadesBidding], statement: Statement, deck: Deck) -> Deal[SpadesBidding]:
    """Two cards have gone to the partner."""
    gift = Gift(statement.by, partner(statement.by), NUMBER, deck.set(statement.cards))
    seen = deal.knowledge.seen_into(gift.giver, gift.cards)
    bidding = replace(deal.opening, passed=deal.opening.passed + 1)
    return replace(deal, knowledge=seen.gives(gift), opening=bidding)
