"""Explanations of a card out of turn: repairs of the latest taps by which it is in turn, the smallest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.cards import Card, Seat, signs
from companion.match.match import Match
from companion.rules.deal import in_play
from companion.rules.events import Impossible, Revoked
from companion.rules.game import Choice, Expectation
from companion.rules.statements import PLAY, Statement
from companion.support.messages import msg
from companion.support.values import dataclass, replace
from companion.table import words
from companion.table.repairs import in_turn, lately, tap_before, with_card

MOST_WAYS = 5
"""Maximum answers on one picture."""


@dataclass(frozen=True, slots=True)
class Way:
    """One explanation: `repair` is applied first (it may be empty), then the card counts as that of `whose`.

    `whose` is None if the card is a part of the repair. `size`: how many statements the repair says
    anew, plus how many cards must still be tapped.
    """

    label: str
    repair: Choice
    size: int
    whose: Seat | None = None


def ways(match: Match, seat: Seat, cards: tuple[Card, ...]) -> tuple[Way, ...]:
    """The explanations of these cards of this seat, the smallest first; the last: they are of the seat to play."""
    order = in_play(match.moment, len(match.header.names))
    if seat not in order or not _awaits_play(match.expects):
        return ()
    found = sorted(_explanations(match, order, seat, cards), key=lambda way: way.size)
    due = match.expects.seats[0]
    label = msg(words.PLAYS_NOW, cards=signs(cards), name=match.header.names[due])
    return (*found[: MOST_WAYS - 1], Way(label, Choice(""), 0, due))


def _explanations(match: Match, order: tuple[Seat, ...], seat: Seat, cards: tuple[Card, ...]) -> Iterator[Way]:
    """All explanations; among equal ones the likelier first. `order`: who plays in this deal, clockwise."""
    due = match.expects.seats[0]
    skipped = (order.index(seat) - order.index(due)) % len(order)
    swaps, too_many, missed = lately(match)
    yield from _late(match, seat, cards, missed)
    label = msg(words.TAP_FIRST, name=match.header.names[due])
    yield Way(label, Choice(label, wants_card=True), skipped, seat)
    unplayed = (Way(msg(words.NOT_PLAYED, card=extra.label), extra, len(extra.says), seat) for extra in too_many)
    swapped = (Way(swap.label, swap, len(swap.says) - 1, seat) for swap in swaps)
    yield from (way for way in (*unplayed, *swapped) if _fits(_after(match, way.repair.says), seat, cards))
    for choice in missed if skipped == 1 else ():
        played_since = sum(said.word == PLAY for said in choice.says) - 1
        if choice.seat is not None and played_since < len(order) - 1:  # it was missed in the open trick
            yield Way(tap_before(match, choice), choice, len(choice.says) - 1, seat)


def _late(match: Match, seat: Seat, cards: tuple[Card, ...], missed: tuple[Choice, ...]) -> Iterator[Way]:
    """The cards come late: the play counted for this seat was the next player's."""
    for choice in missed:
        if choice.seat != seat:
            continue
        repair = with_card(match, choice, cards)
        says = in_turn(match, repair.says)
        if says and _after(match, says) is not None:
            _undo, _cards, moved, *later = says  # `moved`: the play that was counted for this seat
            label = msg(words.PLAYED, cards=signs(moved.cards), name=match.header.names[moved.by])
            yield Way(label, replace(repair, label=label), 1 + len(later))


def _after(match: Match, says: Sequence[Statement]) -> Match | None:
    """The match after these statements; None if one is refused or accuses somebody."""
    for said in says:
        match, answer = match.say(said)
        if not answer.applied or any(isinstance(event, Revoked | Impossible) for event in answer.events):
            return None
    return match


def _fits(match: Match | None, seat: Seat, cards: tuple[Card, ...]) -> bool:
    """Whether this seat is to play, and these cards are right, or too few to judge."""
    if match is None or not _awaits_play(match.expects) or seat not in match.expects.seats:
        return False
    if len(cards) < match.expects.least_cards:
        return True
    return _after(match, [Statement(PLAY, seat, cards)]) is not None


def _awaits_play(expected: Expectation) -> bool:
    """Whether the next card is played by a player, without a statement before it."""
    tap = expected.tap
    return tap is not None and tap.word == PLAY and bool(expected.seats) and not expected.implied
