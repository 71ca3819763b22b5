"""Rook's nest (RULES.md 2, 6): five cards that one player knows, and the promise about them under “no counters”."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.cards import Card
from companion.games.rook.point_cards import NEST, Pack
from companion.rules.events import Revoked
from companion.rules.game import Draw
from companion.rules.referee.judging import NamedCards, find, verdict_on
from companion.rules.referee.verdicts import CARD_COUNT, LEGAL, Illegal, OnTrust, Promise, Rule, Unreadable, Verdict
from companion.rules.statements import Statement
from companion.support.messages import N_
from companion.support.values import replace

if TYPE_CHECKING:
    from companion.games.rook.bidding import RookBidding
    from companion.rules.deal import Deal

NEST_COUNTER = Rule(
    "nest-counter", N_("Counters must not be laid in the nest."), N_("NO COUNTER"), N_("Lay other cards")
)


def nest_drawn(deal: Deal[RookBidding]) -> tuple[Draw, ...]:
    """The nest that a bidder has just taken, if the own hand is known completely. Empty otherwise."""
    auction, knowledge, bidder = deal.opening, deal.knowledge, deal.opening.bidder
    if not auction.over or auction.laid is not None or auction.nest_scanned or bidder is None:
        return ()
    own_seen = knowledge.known[bidder].bit_count() == knowledge.held[bidder] - NEST
    return (Draw(bidder, Statement("nest"), NEST, knowledge.unseen),) if own_seen else ()


def judge_scanned(pack: Pack, deal: Deal[RookBidding] | None, statement: Statement) -> Verdict:
    """Judge the scan of the five nest cards after the deal and before the first bid."""
    if deal is None or not deal.dealing or deal.opening.nest_scanned:
        return Unreadable("“nest” stands once, after “deal” and before the first bid")
    found = find(pack.deck, deal.knowledge, statement)
    if len(statement.cards) != NEST or not isinstance(found, NamedCards):
        return Unreadable("the nest has five cards, each once and in no hand")
    return LEGAL


def nest_scanned(pack: Pack, deal: Deal[RookBidding], statement: Statement) -> Deal[RookBidding]:
    """The deal after the five nest cards were scanned."""
    known = deal.knowledge.laid_aside(pack.deck.set(statement.cards))
    return replace(deal, knowledge=known, opening=replace(deal.opening, nest_scanned=True))


def judge_laid(pack: Pack, deal: Deal[RookBidding], statement: Statement, *, no_counters: bool) -> Verdict:
    """Judge five laid cards, or none if they are laid unseen. Unseen cards are on trust.

    Under “no counters” counters may be laid only if all kept cards are counters.
    """
    if len(statement.cards) not in {0, NEST}:
        return Illegal(CARD_COUNT)
    if not no_counters or (statement.cards and not pack.points(statement.cards)):
        return LEGAL
    if not statement.cards:
        return OnTrust(())
    after = deal.knowledge.played(statement.by, pack.deck.set(statement.cards))
    highest = pack.highest_counter(statement.cards)
    assert highest is not None
    return verdict_on(Promise(statement.by, pack.no_counters, deal.number, 0, highest, NEST_COUNTER), after)


def counter_laid(pack: Pack, deal: Deal[RookBidding]) -> Revoked | None:
    """The revoke of the bidder who laid a counter and then played a card without points. None: not newly proven.

    What was laid unseen is known by subtraction when all cards are played.
    """
    highest = pack.highest_counter(_laid_cards(pack, deal))
    bidder = deal.opening.bidder
    if highest is None or bidder is None or any(revoke.trick == 0 for revoke in deal.revokes):
        return None
    played = (play for trick in deal.tricks for play in trick.plays if play.seat == bidder)
    if all(pack.points(play.cards) for play in played):
        return None
    return Revoked(bidder, deal.number, 0, highest, NEST_COUNTER.name)


def _laid_cards(pack: Pack, deal: Deal[RookBidding]) -> Iterable[Card]:
    """The five cards that were laid. Empty while they are unknown."""
    if deal.opening.laid or not deal.finished:
        return deal.opening.laid or ()
    played = pack.deck.set(card for trick in deal.tricks for card in trick.cards)
    return pack.deck.cards(pack.deck.all & ~played)
