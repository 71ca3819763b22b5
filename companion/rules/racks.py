"""A hand that is tapped into the computer's rack (rules/RULES.md 5)."""

from __future__ import annotations

from companion.cards import CardSet, Deck, first_of, with_seat
from companion.rules.referee.judging import NamedCards, judge_scan, playable
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.proof import can_hold
from companion.rules.referee.verdicts import Unreadable
from companion.rules.statements import DEALT, Statement
from companion.support.values import replace


def judge_rack(statement: Statement, deck: Deck, knowledge: Knowledge, tapped: CardSet) -> NamedCards | Unreadable:
    """The cards of a hand that a computer took over, tapped into its rack: one more card, or all of them.

    `tapped` are those that were tapped before. Cards of the hand that were seen in this deal are tapped, too.
    """
    seat, named = statement.by, [card for card in statement.cards if card.copy]
    taken = tapped if statement.word == DEALT.name else 0
    for card in named:
        copy = deck.bit(card)
        if copy & taken & ~knowledge.named_anywhere:  # an unnamed one stands for it in the rack: they change names
            unnamed = (other.face if other == card else other for other in statement.cards)
            return judge_rack(statement.with_cards(*unnamed), deck, knowledge.naming(seat, copy), tapped)
        there = playable(copy, deck.copies(card.face), seat, knowledge, taken=taken)
        if there is None:
            return Unreadable(f"{card} was tapped before, was played, or lies in another hand")
        knowledge, taken = there.naming(seat, copy), taken | copy
    facts = replace(knowledge.unknown(seat), known=with_seat(knowledge.known, seat, tapped), between=())
    found = judge_scan(statement, knowledge.held[seat], deck, facts)
    if isinstance(found, Unreadable):
        return found
    copies = deck.set(named)
    cards = copies | _as_seen(found.cards & ~copies, knowledge.known[seat] & ~tapped & ~copies, knowledge, deck)
    if not can_hold(seat, cards, knowledge):
        return Unreadable("a card is tapped that this hand cannot hold")
    return NamedCards(cards, knowledge)


def _as_seen(cards: CardSet, seen: CardSet, knowledge: Knowledge, deck: Deck) -> CardSet:
    """These unnamed cards, as the copies that were seen in the hand where there are alike ones; named ones last."""
    chosen = 0
    for card in deck.cards(cards):
        alike = deck.copies(card.face) & seen & ~chosen
        chosen |= first_of(alike & ~knowledge.named_anywhere or alike) if alike else deck.set((card,))
    return chosen
