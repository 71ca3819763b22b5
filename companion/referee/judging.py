"""The parts of judging that all games share: the common rules in their order, and plays that depend on hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee.verdicts import (
    CARD_COUNT,
    CARD_USED,
    LEGAL,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    WRONG_PHASE,
    Illegal,
    OnTrust,
)

if TYPE_CHECKING:
    from companion.cards import Deck
    from companion.games.game import Expectation
    from companion.referee.knowledge import Knowledge
    from companion.referee.verdicts import Promise, Rule, Verdict
    from companion.statements import Statement


def broken_common_rule(expected: Expectation, statement: Statement, deck: Deck, knowledge: Knowledge) -> Rule | None:
    """The first rule of rules.md 0.2 that a statement breaks; None if it breaks none of them."""
    if statement.word not in expected.words:
        return WRONG_PHASE
    if expected.seats and statement.seat not in expected.seats:
        return NOT_YOUR_TURN
    cards = deck.set(statement.cards)
    if cards & knowledge.out or cards.bit_count() < len(statement.cards):
        return CARD_USED
    possible = knowledge.unseen if statement.seat is None else knowledge.pool(statement.seat)
    if cards & ~possible:
        return NOT_IN_HAND
    least, most = expected.pieces
    if not least <= len(statement.cards) <= most:
        return CARD_COUNT
    return None


def verdict_on(promise: Promise, after: Knowledge) -> Verdict:
    """The verdict on a play that is right when its player holds none of certain cards (rules.md 0.1).

    `after` is what is known once the play lies on the table.
    """
    seat, none_of = promise.seat, promise.holds_none_of
    pool = after.pool(seat)
    if after.held[seat] == 0 or not pool & none_of:
        return LEGAL
    if after.known[seat] & none_of or (pool & ~none_of).bit_count() < after.held[seat]:
        return Illegal(promise.rule)
    return OnTrust((promise,))
