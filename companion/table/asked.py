"""Who is asked now: the same person for page, panel, phones and voice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table.modes import Playing, uncovered

if TYPE_CHECKING:
    from companion.cards import Seat
    from companion.match.match import Match
    from companion.table.state import Table


def seat_asked(table: Table) -> Seat | None:
    """The seat that is to act now. None: all are, or nobody in particular."""
    if not table.in_play or not isinstance(uncovered(table.mode), Playing):
        return None
    match = table.playing
    if not match.expects.words or table.scored:
        return None
    if (scanning := table.scanning()) is not None:
        return scanning[0]
    if table.owed is not None:
        return table.owed.seat
    if table.called is not None:
        return table.called.seat
    if table.begun.named is not None:
        return table.begun.named
    asked = match.expects.asked
    return asked[0] if len(asked) == 1 else None


def own_seat(table: Table) -> Seat:
    """The seat of the person who acts now, or else acted last; of several people at one page, the one to look after."""
    match = table.playing
    people = [seat for seat in range(len(match.header.names)) if seat not in match.header.computers] or [0]
    now = seat_asked(table)
    if now in people:
        return now
    return next((seat for seat in _latest(match) if seat in people), people[0])


def only_person(match: Match) -> Seat | None:
    """The seat of the one person who plays against computers. None: several people play, or none."""
    computers = match.header.computers
    people = [seat for seat in range(len(match.header.names)) if seat not in computers]
    return people[0] if computers and len(people) == 1 else None


def _latest(match: Match) -> list[Seat]:
    """Who has said or played something in this deal, the latest first."""
    said = (moment.said for moment in match.this_deal())
    return [one.seat for one in said if one is not None and one.seat is not None]
