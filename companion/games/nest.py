"""Rook's nest (rules.md 3.2, 3.6): five cards that one player knows, and under “no counters” a promise about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.events import Revoked
from companion.games.counters import DECK, NEST, counters, highest_counter
from companion.games.game import Draw
from companion.referee.judging import Found, find
from companion.referee.verdicts import CARD_COUNT, LEGAL, Illegal, OnTrust, Rule, Unreadable
from companion.statements import Statement

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.games.auction import Auction
    from companion.games.deal import Deal
    from companion.referee.verdicts import Verdict

NEST_COUNTER = Rule("nest-counter", "Counters must not be laid in the nest.", "NO COUNTER", "Lay other cards")


def nest_drawn(deal: Deal[Auction]) -> Draw | None:
    """The nest that a bidder has just taken, whose own hand was seen whole; None at any other time."""
    auction, knowledge = deal.talk, deal.knowledge
    if not auction.over or auction.laid is not None or auction.bidder is None or knowledge.seen_whole(auction.bidder):
        return None
    own = knowledge.held[auction.bidder] - NEST
    return (
        Draw(auction.bidder, Statement("nest"), NEST, knowledge.unseen) if knowledge.kept.bit_count() == own else None
    )


def judge_scanned(deal: Deal[Auction] | None, statement: Statement) -> Verdict:
    """The five cards of the nest, scanned after the deal and before the first bid."""
    if deal is None or not deal.dealing or deal.knowledge.kept:
        return Unreadable("“nest” stands once, after “deal” and before the first bid")
    found = find(statement, DECK, deal.knowledge)
    if len(statement.cards) != NEST or not isinstance(found, Found):
        return Unreadable("the nest has five cards, each once and in no hand")
    return LEGAL


def judge_laid(cards: tuple[Card, ...], *, no_counters: bool) -> Verdict:
    """Five cards, or none where they are laid unseen; what nobody sees is trusted."""
    if len(cards) not in {0, NEST}:
        return Illegal(CARD_COUNT)
    if not no_counters:
        return LEGAL
    if not cards:
        return OnTrust(())
    return Illegal(NEST_COUNTER) if counters(cards) else LEGAL


def counter_laid_unseen(deal: Deal[Auction]) -> Revoked | None:
    """When all cards are played, the five that were laid unseen are known by subtraction."""
    if deal.talk.laid != () or not deal.finished:
        return None
    played = DECK.set(card for trick in deal.tricks for card in trick.cards)
    highest = highest_counter(DECK.cards(DECK.all & ~played))
    if highest is None or deal.talk.bidder is None:
        return None
    return Revoked(deal.talk.bidder, deal.number, 0, highest, NEST_COUNTER.name)
