"""Judging that all games share: the common rules in order, and plays that depend on hidden cards.

Which copy an alike card is is decided only when the facts force it (rules/RULES.md 2).
"""

from __future__ import annotations

from collections import Counter

from companion.cards import Card, CardSet, Deck, Seat, first_of
from companion.rules.game import Expectation
from companion.rules.referee import verdicts
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.proof import can_all_hold, can_hold
from companion.rules.referee.verdicts import Rule, Unreadable
from companion.rules.statements import HAND, Statement
from companion.support.caching import memoize
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class NamedCards:
    """The cards that a statement names, and the knowledge with copies assigned to match."""

    cards: CardSet
    knowledge: Knowledge


def judge_common(expected: Expectation, statement: Statement, deck: Deck, knowledge: Knowledge) -> NamedCards | Rule:
    """The first rule of rules/RULES.md 2 that a statement breaks, or the cards that it names.

    Only the word of `tap` needs cards: another one, such as a pass, may have none.
    """
    if statement.word not in expected.words:
        return verdicts.WRONG_PHASE
    if expected.seats and statement.seat not in expected.seats:
        return verdicts.NOT_YOUR_TURN
    found = find(deck, knowledge, statement)
    if expected.tap is not None and statement.word != expected.tap.word and not statement.cards:
        return found
    least, most = expected.pieces
    if isinstance(found, NamedCards) and not least <= len(statement.cards) <= most:
        return verdicts.CARD_COUNT
    return found


def judge_scan(statement: Statement, size: int, deck: Deck, knowledge: Knowledge | None) -> NamedCards | Unreadable:
    """The cards of a hand that is scanned while it is dealt: one more card, or the whole hand.

    `size` is the number of cards dealt. `knowledge` is None if no cards are being dealt.
    """
    if knowledge is None:
        return Unreadable(f"“{statement.word}” stands right after “deal”")
    seat, known = statement.by, knowledge.known[statement.by]
    whole = statement.word == HAND.name
    if known.bit_count() == size:
        return Unreadable(f"all {size} cards of this hand were scanned before")
    if len(statement.cards) != (wanted := size if whole else 1):
        return Unreadable(f"“{statement.word}” takes {wanted}, found {len(statement.cards)} cards")
    facts = knowledge.unknown(seat) if whole else knowledge
    cards = _seen_again(statement.cards, knowledge, seat, deck) if whole else statement.cards
    if cards is None:
        return Unreadable("a card of this hand that was scanned before is missing")
    scan = Statement(statement.word, cards=cards)
    found = find(deck, facts, scan)
    if not isinstance(found, NamedCards):
        first = (scan.with_cards(*cards[:number]) for number in range(1, len(cards) + 1))
        wrong = next(some.cards[-1] for some in first if not isinstance(find(deck, facts, some), NamedCards))
        return Unreadable(f"{wrong} was scanned before, lies in another hand, or is not in the deck now")
    named = deck.set([card for card in cards if card.copy])
    return NamedCards(found.cards, found.knowledge.naming(seat, named))


def _seen_again(cards: tuple[Card, ...], knowledge: Knowledge, seat: Seat, deck: Deck) -> tuple[Card, ...] | None:
    """A whole hand, with the copies that were named before. None if a card that was seen is missing."""
    seen = Counter(card.face for card in deck.cards(knowledge.known[seat]))
    named_before = deck.cards(knowledge.named[seat] if knowledge.named else 0)
    named = [card for card in named_before if card not in cards]
    left = Counter(card for card in cards if not card.copy)
    left -= Counter(card.face for card in named)
    told = (*(card for card in cards if card.copy), *named, *left.elements())
    return told if len(told) == len(cards) and seen <= Counter(card.face for card in told) else None


@memoize
def find(deck: Deck, knowledge: Knowledge, statement: Statement) -> NamedCards | Rule:
    """The cards that a statement names: named copies first; of alike cards a known one before an unseen one."""
    missing: list[Rule] = []
    seat, chosen, asked = statement.seat, 0, 0
    cards = statement.cards
    for card in sorted(cards, key=lambda card: not card.copy) if knowledge.named else cards:
        copies = deck.copies(card)
        if card.copy:
            there = playable(copies, deck.copies(card.face), seat, knowledge, taken=chosen)
            if there is None:
                missing.append(_why_no_copy(copies, deck.copies(card.face), knowledge, chosen))
            else:
                knowledge = there if seat is None else there.plays_by_name(seat, copies)
                chosen |= copies
            continue
        copies &= ~chosen & ~asked
        known = copies & (0 if seat is None else knowledge.known[seat])
        taken = known or copies & (knowledge.unseen if seat is None else knowledge.pool(seat))
        if taken:
            chosen |= first_of(taken)
        else:
            missing.append(_why_missing(copies, knowledge))
            asked |= first_of(copies & knowledge.deck & ~knowledge.out)
    if seat is not None and not _holds_together(seat, chosen, knowledge):
        missing.append(verdicts.NOT_IN_HAND)
    for rule in (verdicts.NOT_IN_DECK, verdicts.CARD_USED, verdicts.NOT_IN_HAND):
        if rule in missing:
            return rule
    return NamedCards(chosen, knowledge)


def _holds_together(seat: Seat, cards: CardSet, knowledge: Knowledge) -> bool:
    """Whether a hand that may hold each of these cards may hold all of them."""
    if knowledge.between:
        return can_hold(seat, cards, knowledge)
    return (cards & ~knowledge.known[seat]).bit_count() <= knowledge.hidden_count(seat)


def _why_no_copy(copy: CardSet, alike: CardSet, knowledge: Knowledge, taken: CardSet) -> Rule:
    """The reason why this copy cannot be played: it is a marker, was played, or is in another hand."""
    if still_in_play(copy, alike, knowledge, taken):
        return verdicts.NOT_IN_HAND
    return verdicts.NOT_IN_DECK if is_marker(copy, alike, knowledge) else verdicts.CARD_USED


def _why_missing(copies: CardSet, knowledge: Knowledge) -> Rule:
    """The reason why none of these cards can be played: not in the deck, all out, or in other hands."""
    if not copies & knowledge.deck and copies:
        return verdicts.NOT_IN_DECK
    return verdicts.NOT_IN_HAND if copies & knowledge.deck & ~knowledge.out else verdicts.CARD_USED


def verdict_on(promise: verdicts.Promise, after: Knowledge) -> verdicts.Verdict:
    """The verdict on a play that is right if its player holds none of certain cards (rules/RULES.md 1).

    `after` is the knowledge after the play.
    """
    seat, none_of = promise.seat, promise.holds_none_of
    pool = after.pool(seat)
    if not pool & none_of:
        return verdicts.LEGAL
    if after.known[seat] & none_of or (pool & ~none_of).bit_count() < after.held[seat]:
        return verdicts.Illegal(promise.rule)
    possible = not after.between or can_all_hold((promise,), after)
    return verdicts.OnTrust((promise,)) if possible else verdicts.Illegal(promise.rule)


# ---------------------------------------------------------------- alike cards
#
# Facts about alike cards are counts, and names of copies. A bit of a card set stands for a named copy where it must be,
# and for an unnamed card anywhere. If a name turns up elsewhere, two bits change places.


def playable(
    copy: CardSet, alike: CardSet, seat: Seat | None, knowledge: Knowledge, *, taken: CardSet
) -> Knowledge | None:
    """The facts with this copy where the seat can play it. None if no assignment of copies allows that.

    `alike` are all cards like it; those `taken` for the same statement are excluded. `seat` None: nobody has seen the
    copy yet, as when it is dealt.
    """
    alike &= ~taken
    named = 0 if seat is None else knowledge.named[seat]
    if copy & (knowledge.for_good | taken) or copy & knowledge.named_anywhere & ~named:
        return None
    hand, went, hidden = _of_seat(seat, alike, knowledge)
    if not copy & named:
        free = alike & ~knowledge.named_anywhere
        stand_in = (hand and (hand | went) & free) or hidden & free
        if not stand_in:
            return None
        knowledge = knowledge.swap_copies(copy, copy & stand_in or first_of(stand_in))
        hand, went, hidden = _of_seat(seat, alike, knowledge)
    if not copy & went:
        return knowledge
    other = hand or hidden  # the cards that this hand played without a name were other copies
    return knowledge.swap_copies(copy, first_of(other)) if other else None


def still_in_play(copy: CardSet, alike: CardSet, knowledge: Knowledge, taken: CardSet) -> bool:
    """Whether this copy may be in some hand or unseen."""
    seats = (None, *range(len(knowledge.held)))
    return any(playable(copy, alike, seat, knowledge, taken=taken) for seat in seats)


def is_marker(copy: CardSet, alike: CardSet, knowledge: Knowledge) -> bool:
    """Whether a copy that is not in play is certainly out of the deck, and was not played."""
    if copy & knowledge.named_anywhere or copy & knowledge.deck:
        return not copy & knowledge.deck
    return not alike & knowledge.out & ~knowledge.named_anywhere


def _of_seat(seat: Seat | None, alike: CardSet, knowledge: Knowledge) -> tuple[CardSet, CardSet, CardSet]:
    """The cards of `alike` that are known in a hand, that left it, and that it may hold besides."""
    if seat is None:
        return 0, 0, alike & knowledge.unseen
    known = knowledge.known[seat]
    return alike & known, alike & knowledge.went[seat], alike & knowledge.pool(seat) & ~known
