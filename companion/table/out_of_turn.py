"""Explanations of a card out of turn: edits of the stream of taps, the smallest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.cards import Card, Seat, signs
from companion.match.match import Match
from companion.rules.deal import in_play
from companion.rules.events import Impossible, Revoked
from companion.rules.game import Choice
from companion.rules.statements import PLAY, Statement
from companion.support.messages import msg
from companion.support.values import dataclass, replace
from companion.table import words
from companion.table.repairs import in_turn, lately, tap_before, with_card

MOST = 5
"""Maximum answers on one picture."""


@dataclass(frozen=True, slots=True)
class Way:
    """One explanation: `repair` is applied first (it may be empty), then the card counts as that of `whose`.

    `whose` is None if the card is a part of the repair. `size` is the number of statements said anew and of cards
    tapped.
    """

    label: str
    repair: Choice
    size: int
    whose: Seat | None = None

    @property
    def wants_card(self) -> bool:
        """Whether the missed card must be tapped first."""
        return self.repair.wants_card


def ways(match: Match, seat: Seat, cards: tuple[Card, ...]) -> tuple[Way, ...]:
    """The explanations of these cards of this seat, the smallest first; the last: they are of the seat to play."""
    expected = match.expects
    if expected.implied or expected.tap is None or expected.tap.word != PLAY or not expected.seats:
        return ()
    if seat not in _order(match):
        return ()
    found = sorted(_explanations(match, seat, cards), key=lambda way: way.size)
    due = expected.seats[0]
    label = msg(words.IT_IS, name=match.header.names[due])
    return (*found[: MOST - 1], Way(label, Choice(""), 0, due))


def _explanations(match: Match, seat: Seat, cards: tuple[Card, ...]) -> Iterator[Way]:
    """All explanations; among equal ones the likelier first."""
    names, due = match.header.names, match.expects.seats[0]
    swaps, too_many, missed = lately(match)
    yield from _late(match, seat, cards, missed)
    label, order = msg(words.TAP_FIRST, name=names[due]), _order(match)
    yield Way(label, Choice(label, wants_card=True), (order.index(seat) - order.index(due)) % len(order), seat)
    labels = (msg(words.NOT_PLAYED, card=choice.label) for choice in too_many)
    unplayed = (Way(label, choice, len(choice.says), seat) for label, choice in zip(labels, too_many, strict=True))
    swapped = (Way(choice.label, choice, len(choice.says) - 1, seat) for choice in swaps)
    yield from (way for way in (*unplayed, *swapped) if _fits(_after(match, way.repair.says), seat, cards))
    for choice in missed:
        if choice.seat is not None and _next_would_be(match, choice, seat):
            yield Way(tap_before(match, choice), choice, len(choice.says) - 1, seat)


def _late(match: Match, seat: Seat, cards: tuple[Card, ...], missed: tuple[Choice, ...]) -> Iterator[Way]:
    """The cards come late: the play counted for this seat was the next player's."""
    for choice in missed:
        if choice.seat != seat:
            continue
        repair = with_card(match, choice, cards)
        says = in_turn(match, repair.says)
        if says and _after(match, says) is not None:
            whose = says[2].seat
            assert whose is not None
            label = msg(words.CARD_IS, cards=signs(says[2].cards), name=match.header.names[whose])
            yield Way(label, replace(repair, label=label), len(says) - 2)


def _next_would_be(match: Match, choice: Choice, seat: Seat) -> bool:
    """Whether it would be this seat's turn after inserting the missed card into the open trick."""
    order, due = _order(match), match.expects.seats[0]
    played_since = sum(said.word == PLAY for said in choice.says) - 1
    return played_since < len(order) - 1 and seat == order[(order.index(due) + 1) % len(order)]


def _order(match: Match) -> tuple[Seat, ...]:
    """Who plays in this deal, clockwise."""
    return in_play(match.moment, len(match.header.names))


def _after(match: Match, says: Sequence[Statement]) -> Match | None:
    """The match after these statements; None if one is refused or accuses somebody."""
    for said in says:
        match, answer = match.say(said)
        if not answer.applied or any(isinstance(event, Revoked | Impossible) for event in answer.events):
            return None
    return match


def _fits(match: Match | None, seat: Seat, cards: tuple[Card, ...]) -> bool:
    """Whether this seat is to play and these cards are a play or a part of one."""
    if match is None or seat not in match.expects.seats or match.expects.tap is None or match.expects.implied:
        return False
    if len(cards) < match.expects.least_cards:
        return True
    return _after(match, [Statement(PLAY, seat, cards)]) is not None
