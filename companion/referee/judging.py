"""The parts of judging that all games share: the common rules in their order, and plays that depend on hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee.verdicts import (
    CARD_COUNT,
    CARD_USED,
    LEGAL,
    NOT_IN_DECK,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    WRONG_PHASE,
    Illegal,
    OnTrust,
    Unreadable,
)
from companion.statements import HAND
from companion.values import dataclass, replace

if TYPE_CHECKING:
    from companion.cards import Card, CardSet, Deck
    from companion.games.game import Expectation
    from companion.referee.knowledge import Knowledge
    from companion.referee.verdicts import Promise, Rule, Verdict
    from companion.seats import Seat
    from companion.statements import Statement


@dataclass(frozen=True, slots=True)
class Found:
    """The very cards that a statement names, and the knowledge in which alike copies stand so that it is true."""

    cards: CardSet
    knowledge: Knowledge


def judge_common(expected: Expectation, statement: Statement, deck: Deck, knowledge: Knowledge) -> Found | Rule:
    """The first rule of rules.md 0.2 that a statement breaks; if it breaks none, the cards that it names."""
    if statement.word not in expected.words:
        return WRONG_PHASE
    if expected.seats and statement.seat not in expected.seats:
        return NOT_YOUR_TURN
    found = find(statement, deck, knowledge)
    least, most = expected.pieces
    if isinstance(found, Found) and not least <= len(statement.cards) <= most:
        return CARD_COUNT
    return found


def judge_scan(statement: Statement, size: int, deck: Deck, knowledge: Knowledge | None) -> Found | Unreadable:
    """What was scanned of a hand while it was dealt: one more card, or the whole hand, seen cards named again.

    `size` is the number of cards dealt; `knowledge` None says that none are being dealt.
    """
    if knowledge is None:
        return Unreadable(f"“{statement.word}” stands right after “deal”")
    assert statement.seat is not None
    known = knowledge.known[statement.seat]
    whole = statement.word == HAND.name
    if len(statement.cards) != (size if whole else 1) or known.bit_count() == size:
        return Unreadable(f"a hand has {size} cards; {known.bit_count()} of it were scanned before")
    facts = knowledge.unknown(statement.seat) if whole else knowledge
    found = find(replace(statement, seat=None), deck, facts)
    if not isinstance(found, Found) or (whole and known & ~found.cards):
        return Unreadable("a card is named twice, is missing, lies in another hand, or is not in the deck now")
    return found


def find(statement: Statement, deck: Deck, knowledge: Knowledge) -> Found | Rule:
    """Which cards are meant: named copies first; of alike ones a copy known in the hand before one not seen."""
    missing: set[Rule] = set()
    chosen = asked = 0
    for card in sorted(statement.cards, key=lambda card: not card.copy):
        copies, possible, knowledge = _copies(card, statement.seat, deck, knowledge)
        copies &= ~chosen & ~asked
        taken = copies & possible
        if taken:
            known = taken & (0 if statement.seat is None else knowledge.known[statement.seat])
            chosen |= _first(known or taken)
        else:
            missing.add(_why_missing(copies, knowledge))
            asked |= _first(copies & knowledge.deck & ~knowledge.out)
    for rule in (NOT_IN_DECK, CARD_USED, NOT_IN_HAND):
        if rule in missing:
            return rule
    return Found(chosen, knowledge)


def _copies(card: Card, seat: Seat | None, deck: Deck, knowledge: Knowledge) -> tuple[CardSet, CardSet, Knowledge]:
    """The copies that a card may be, those that may be played now, and the knowledge with a named copy in its place."""
    copies = deck.copies(card)
    possible = knowledge.unseen if seat is None else knowledge.pool(seat)
    if card.copy and not copies & knowledge.named:
        stand_in = _stand_in(copies, deck.copies(card.face) & ~knowledge.named, seat, knowledge)
        if stand_in:
            knowledge = knowledge.exchanged(copies, stand_in)
            possible = knowledge.unseen if seat is None else knowledge.pool(seat)
    if card.copy:
        knowledge = replace(knowledge, named=knowledge.named | copies)
    return copies, possible, knowledge


def _stand_in(copy: CardSet, alike: CardSet, seat: Seat | None, knowledge: Knowledge) -> CardSet:
    """Which alike copy stands where one that is named for the first time must be: in this hand, or not out; 0: none."""
    own, pool = (0, knowledge.unseen) if seat is None else (knowledge.known[seat], knowledge.pool(seat))
    for place in (own, pool, knowledge.deck & ~knowledge.out):
        if alike & place:
            return 0 if copy & place else _first(alike & place)
    return 0


def _why_missing(copies: CardSet, knowledge: Knowledge) -> Rule:
    """No copy can be played: none is in the deck, all are out, or the rest lie in other hands."""
    if not copies & knowledge.deck and copies:
        return NOT_IN_DECK
    return NOT_IN_HAND if copies & knowledge.deck & ~knowledge.out else CARD_USED


def _first(cards: CardSet) -> CardSet:
    return cards & -cards


def verdict_on(promise: Promise, after: Knowledge) -> Verdict:
    """The verdict on a play that is right when its player holds none of certain cards (rules.md 0.1).

    `after` is what is known once the play lies on the table.
    """
    seat, none_of = promise.seat, promise.holds_none_of
    pool = after.pool(seat)
    if not pool & none_of:
        return LEGAL
    if after.known[seat] & none_of or (pool & ~none_of).bit_count() < after.held[seat]:
        return Illegal(promise.rule)
    return OnTrust((promise,))
